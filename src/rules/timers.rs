//! Timers: ticks, thresholds, how many a scene holds, contests, progress by outcome. rules/03 §1–§2.
//!
//! Not here: what happens when one fills. The table fires that, once, when a [`TickDone`] says `filled`.

use super::chair::{Chair, Point};
use super::ids::Thing;
use super::numbers::OutOfRange;
use super::refusal::Refusal;
use super::step::{Step, cancelled};
use super::values::Outcome;
use super::words::words;
use serde::{Deserialize, Serialize};

/// Most segments of a timer.
pub const MOST_SEGMENTS: i64 = 100;
/// Timers a scene holds.
pub const MOST_IN_SCENE: u32 = 3;

words! {
    /// What a timer stands for.
    #[derive(Default)]
    TimerKind, "kind of timer" {
        /// Toward a goal. The default.
        #[default]
        Progress = "progress", "progress";
        /// Toward a disaster.
        Threat = "threat", "threat";
        /// One side of a race.
        Contest = "contest", "contest";
        /// An active hazard.
        Hazard = "hazard", "hazard";
        /// Toward agreement.
        Persuasion = "persuasion", "persuasion";
        /// Toward refusal.
        Opposition = "opposition", "opposition";
        /// A leg of a journey.
        Travel = "travel", "travel";
        /// Food, water, light.
        Supply = "supply", "supply";
        /// An omen of a Crown card.
        Foreshadow = "foreshadow", "foreshadow";
        /// The campaign's own.
        Campaign = "campaign", "campaign";
        /// A promise not kept.
        Promise = "promise", "promise";
        /// Friendship with a kind of spirit.
        SpiritBond = "spirit_bond", "spirit bond";
        /// A spirit's patience.
        Leash = "leash", "Leash";
        /// A Cantor's taint.
        Corruption = "corruption", "Corruption";
        /// How much a barrier or conjured thing stands.
        Integrity = "integrity", "integrity";
        /// Training in a rush: full, the ability is flawed.
        Haste = "haste", "haste";
        /// A ritual or a piece of work over several scenes.
        Work = "work", "extended work";
        /// Anything else.
        Custom = "custom", "custom";
    }
}

words! {
    /// Where a timer runs.
    #[derive(Default)]
    TimerScope, "scope" {
        /// In the scene: counts toward three. The default.
        #[default]
        Scene = "scene", "scene";
        /// Off-screen: ticks between scenes.
        Offscreen = "offscreen", "off-screen";
        /// For the campaign.
        Campaign = "campaign", "campaign";
    }
}

words! {
    /// Who keeps a timer.
    #[derive(Default)]
    TimerOwner, "owner of a timer" {
        /// The GM. The default.
        #[default]
        Gm = "gm", "GM";
        /// A player: a tracker.
        Player = "player", "player";
    }
}

/// The numbers of a timer: `filled` of `size`. Never outside 0..=size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RawNumbers")]
pub struct TimerNumbers {
    size: u32,
    filled: u32,
}

#[derive(Deserialize)]
struct RawNumbers {
    size: i64,
    filled: i64,
}

impl TryFrom<RawNumbers> for TimerNumbers {
    type Error = OutOfRange;
    fn try_from(raw: RawNumbers) -> Result<Self, OutOfRange> {
        let mut timer = Self::new(raw.size)?;
        OutOfRange::check("filled segments", raw.filled, 0, raw.size)?;
        timer.filled = u32::try_from(raw.filled).unwrap_or(0);
        Ok(timer)
    }
}

impl TimerNumbers {
    /// An empty timer.
    ///
    /// # Errors
    /// Size outside 1–100; 0 isn't "the usual size".
    pub fn new(size: i64) -> Result<Self, OutOfRange> {
        OutOfRange::check("the size of a timer", size, 1, MOST_SEGMENTS)?;
        Ok(Self {
            size: u32::try_from(size).unwrap_or(1),
            filled: 0,
        })
    }

    /// Segments in all.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Segments filled.
    #[must_use]
    pub fn filled(&self) -> u32 {
        self.filled
    }

    /// Whether it is full: a state. That it filled just now is in [`TickDone::filled`].
    #[must_use]
    pub fn full(&self) -> bool {
        self.filled == self.size
    }

    /// Ticks by `n`, held in 0..=size; ticks past an end are lost (R42). Only the tick that reaches the size says `filled`: a
    /// full timer doesn't fire again before it has dropped below its size (R79).
    pub fn tick(&mut self, n: i64) -> TickDone {
        let old = self.filled;
        let to = i64::from(old)
            .saturating_add(n)
            .clamp(0, i64::from(self.size));
        self.filled = u32::try_from(to).unwrap_or(old);
        let moved = i64::from(self.filled) - i64::from(old);
        TickDone {
            n,
            old,
            new: self.filled,
            size: self.size,
            filled: old < self.size && self.full(),
            lost: n.saturating_sub(moved),
        }
    }

    /// Empties it, for a new run.
    pub fn reset(&mut self) {
        self.filled = 0;
    }
}

/// What a tick did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TickDone {
    /// Ticks asked for.
    pub n: i64,
    /// Segments before.
    pub old: u32,
    /// Segments after.
    pub new: u32,
    /// Segments in all.
    pub size: u32,
    /// Whether it filled by this tick: an edge, true once a run.
    pub filled: bool,
    /// Ticks that were lost at an end; negative at 0.
    pub lost: i64,
}

/// How far a tick goes once modifiers have spoken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TickAmount {
    /// Ticks; negative takes some away.
    pub n: i64,
    /// It doesn't tick, and why.
    pub cancelled: Option<String>,
    /// What contributed.
    pub notes: Vec<String>,
}

/// Asks modifiers about a tick: their `n` is added, the first `cancel` counts. A tick forward may come down to 0 and a tick
/// back up to 0, neither turns round.
///
/// # Errors
/// Only what stops the chair.
pub fn tick_amount<C: Chair>(
    chair: &mut C,
    timer: Option<Thing>,
    n: i32,
) -> Result<TickAmount, C::Stop> {
    let contributions = chair.modifiers(Step::Tick { timer, n })?;
    let mut sum = i64::from(n);
    let mut notes = Vec::new();
    for c in &contributions {
        if let Some(by) = c.n.filter(|by| *by != 0) {
            sum += i64::from(by);
            notes.push(format!("{by:+} {}", c.why).trim_end().to_owned());
        }
    }
    let n = if n >= 0 { sum.max(0) } else { sum.min(0) };
    Ok(TickAmount {
        n,
        cancelled: cancelled(&contributions),
        notes,
    })
}

/// Thresholds crossed going up from `old` to `new`, ascending: `old < at <= new`. Going down crosses none.
#[must_use]
pub fn crossed(old: u32, new: u32, thresholds: &[u32]) -> Vec<u32> {
    let mut hit: Vec<u32> = thresholds
        .iter()
        .copied()
        .filter(|at| old < *at && *at <= new)
        .collect();
    hit.sort_unstable();
    hit.dedup();
    hit
}

/// Whether a threshold can be: 1 up to one below the size. At the size itself the timer fills.
///
/// # Errors
/// Outside that range.
pub fn check_threshold(at: i64, size: u32) -> Result<u32, OutOfRange> {
    OutOfRange::check(
        "a threshold of this timer (its size is on_fill)",
        at,
        1,
        i64::from(size) - 1,
    )?;
    Ok(u32::try_from(at).unwrap_or(1))
}

/// What decides whether a timer counts toward three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Countable {
    /// Its kind.
    pub kind: TimerKind,
    /// Where it runs.
    pub scope: TimerScope,
    /// Who keeps it.
    pub owner: TimerOwner,
    /// Full or stopped timers have freed their place.
    pub running: bool,
}

/// Whether a timer counts toward three: the GM's, in the scene, running; not Supply, Travel, campaign timers and players'
/// trackers (R41). Each side of a contest counts, so a pair counts 2.
#[must_use]
pub fn counts(timer: &Countable) -> bool {
    use TimerKind::{Campaign, Corruption, Foreshadow, Leash, Supply, Travel};
    timer.running
        && timer.scope == TimerScope::Scene
        && timer.owner == TimerOwner::Gm
        && !matches!(
            timer.kind,
            Supply | Travel | Campaign | Foreshadow | Leash | Corruption
        )
}

/// Whether a scene in which `active` timers count takes `adding` more.
///
/// # Errors
/// [`Refusal::ThreeTimers`].
pub fn check_three(active: u32, adding: u32) -> Result<(), Refusal> {
    if adding == 0 || active.saturating_add(adding) <= MOST_IN_SCENE {
        Ok(())
    } else {
        Err(Refusal::ThreeTimers { active, adding })
    }
}

/// One side of a contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The side whose action it was.
    Acting,
    /// The other.
    Other,
}

/// Who wins a contest after one act: first to fill; both by one act: the acting side (R43). `None`: it goes on.
#[must_use]
pub fn contest(acting_filled: bool, other_filled: bool) -> Option<Side> {
    match (acting_filled, other_filled) {
        (true, _) => Some(Side::Acting),
        (false, true) => Some(Side::Other),
        (false, false) => None,
    }
}

/// Rule point `ticks`: progress by outcome. Clean and Success with SB 2, Partial 1, Miss 0 (R39).
#[derive(Debug, Clone, Copy)]
pub struct ProgressTicks;

impl Point for ProgressTicks {
    const NAME: &'static str = "ticks";
    const MEANING: &'static str = "ticks on a progress timer by outcome";
    type In = Outcome;
    type Out = i32;

    fn book(outcome: &Outcome) -> i32 {
        match outcome {
            Outcome::Clean | Outcome::SuccessWithSb => 2,
            Outcome::Partial => 1,
            Outcome::Miss => 0,
        }
    }

    fn check(_: &Outcome, out: &i32) -> Result<(), String> {
        if (-100..=100).contains(out) {
            Ok(())
        } else {
            Err(format!("ticks of one roll are −100 to 100, not {out}"))
        }
    }
}

/// What a roll that names a timer ticks it by: `forward` toward a goal; on a threat, a hazard or the opposition a Miss one
/// (a Partial too where the timer says so); rushed training Partial 1 and Miss 2. rules/03 §2–§3.
#[must_use]
pub fn roll_ticks(kind: TimerKind, outcome: Outcome, forward: i32, partial: bool) -> i32 {
    use TimerKind::{Haste, Hazard, Opposition, Promise, Threat};
    match (kind, outcome) {
        (Haste, Outcome::Partial) => 1,
        (Haste, Outcome::Miss) => 2,
        (Haste, _) => 0,
        (Threat | Hazard | Opposition | Promise, Outcome::Miss) => 1,
        (Threat | Hazard | Opposition | Promise, Outcome::Partial) => i32::from(partial),
        (Threat | Hazard | Opposition | Promise, _) => 0,
        _ => forward,
    }
}

/// The size that the rulebook prints for a kind of timer, where it prints one (rules/03 §3).
#[must_use]
pub fn printed_size(kind: TimerKind) -> Option<u32> {
    use TimerKind::{
        Campaign, Foreshadow, Haste, Opposition, Persuasion, Promise, SpiritBond, Supply, Travel,
    };
    match kind {
        Travel | Supply | Foreshadow | Promise | SpiritBond | Haste | Opposition => Some(4),
        Persuasion => Some(persuasion_size(Stance::Moderate)),
        Campaign => Some(8),
        _ => None,
    }
}

/// Segments of an extended work, fewest and most.
pub const WORK_SEGMENTS: (u32, u32) = (4, 12);

/// What it means that a timer of a kind is full, in words; nothing where only its author knows (rules/03 §3).
#[must_use]
pub fn when_full(kind: TimerKind) -> Option<&'static str> {
    use TimerKind as K;
    Some(match kind {
        K::Progress => "the goal is reached",
        K::Threat | K::Hazard => "it happens",
        K::Contest => "this side wins",
        K::Persuasion => "agreed, to the offer as it was framed",
        K::Opposition => "no further: the Position worsens, or it becomes impossible",
        K::Travel => "arrived",
        K::Supply => "something critical is gone",
        K::Foreshadow => "the omen becomes real",
        K::Campaign => "the Crown confrontation",
        K::Promise => "the price falls due",
        K::SpiritBond => "Favored",
        K::Leash => "the spirit acts once by its nature, then leaves",
        K::Corruption => "a boon and a burden",
        K::Integrity => "it breaks",
        K::Haste => "the ability is flawed",
        K::Work => "the work is complete",
        K::Custom => return None,
    })
}

/// Size of a Persuasion timer by the target's stance: easy 4, moderate 6, hard 8. rules/03 §3.
#[must_use]
pub fn persuasion_size(stance: Stance) -> u32 {
    match stance {
        Stance::Easy => 4,
        Stance::Moderate => 6,
        Stance::Hard => 8,
    }
}

words! {
    /// How hard someone is to convince.
    Stance, "stance" {
        /// Half convinced.
        Easy = "easy", "easy";
        /// Open.
        Moderate = "moderate", "moderate";
        /// Set against it.
        Hard = "hard", "hard";
    }
}

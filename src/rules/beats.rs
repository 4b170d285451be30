//! Story Beats: the bank, named spends, what is kept at scene end. rules/01 §9, rules/05 §4.5.

use super::chair::Point;
use super::numbers::TierLevel;
use super::refusal::Refusal;
use super::switches::Switches;
use super::timers::{TimerKind, TimerScope};
use super::words::words;
use serde::{Deserialize, Serialize};

/// Most SB that are ever carried over a scene's end.
pub const MOST_KEPT: u32 = 4;
/// Spend ceiling of a normal scene; advice.
pub const CEILING: u32 = 12;
/// Spend ceiling of a climactic scene; advice.
pub const CLIMAX_CEILING: u32 = 16;

words! {
    /// What SB buy under a name of their own.
    Spend, "spend" {
        /// +1 tick on a scene timer: 1 (R40).
        Tick = "tick", "a tick";
        /// A new ordinary attack out of nowhere: 1.
        Attack = "attack", "an attack";
        /// Noise, a trace: 1.
        Noise = "noise", "noise";
        /// Resources run low: 1.
        Scarcity = "scarcity", "scarcity";
        /// A Position step: 2, or 1 by switch (R18).
        Step = "step", "a Position step";
        /// An alarm: 2.
        Alarm = "alarm", "an alarm";
        /// Cover or advantage lost: 2.
        Cover = "cover", "cover lost";
        /// A weaker foe joins: 2.
        Join = "join", "a weaker foe joins";
        /// Important gear breaks: 3.
        Gear = "gear", "gear breaks";
        /// Reinforcements: 3.
        Reinforce = "reinforce", "reinforcements";
        /// +1 tick on a campaign timer: 3 (R40).
        Campaign = "campaign", "a campaign tick";
        /// A trap fires, authority shows up, the surroundings change: 4.
        Trap = "trap", "a trap";
    }
}

words! {
    /// What brings SB besides the 1s of a roll (rules/01 §9).
    Income, "income" {
        /// An unresolved starting complication, once a scene for its character: 1.
        Complication = "complication", "an unresolved complication";
        /// A Prodigy, at a scene's start: 1.
        Prodigy = "prodigy", "a Prodigy";
        /// A beat banked for an intricate description: 1.
        Sold = "sold", "a beat banked";
        /// A ritual that was interrupted: 1.
        Ritual = "ritual", "an interrupted ritual";
        /// A foraging Miss: 1.
        Forage = "forage", "foraging came to nothing";
        /// Free casting inside a backlash zone, each spell: 1.
        Backlash = "backlash", "a spell inside a backlash zone";
    }
}

impl Income {
    /// SB it brings.
    #[must_use]
    pub fn amount(self) -> u32 {
        1
    }
}

impl Spend {
    /// What a tick on a timer is bought as: on one of the scene a tick, on Supply scarcity, on any other (campaign, omen,
    /// off-screen) a campaign tick (R40).
    #[must_use]
    pub fn tick_on(kind: TimerKind, scope: TimerScope) -> Self {
        match (kind, scope) {
            (TimerKind::Supply, _) => Self::Scarcity,
            (TimerKind::Campaign | TimerKind::Foreshadow, _) => Self::Campaign,
            (_, TimerScope::Scene) => Self::Tick,
            (_, TimerScope::Offscreen | TimerScope::Campaign) => Self::Campaign,
        }
    }

    /// Price in SB.
    #[must_use]
    pub fn price(self, switches: &Switches) -> u32 {
        match self {
            Self::Tick | Self::Attack | Self::Noise | Self::Scarcity => 1,
            Self::Step => u32::from(switches.sb_position_step),
            Self::Alarm | Self::Cover | Self::Join => 2,
            Self::Gear | Self::Reinforce | Self::Campaign => 3,
            Self::Trap => 4,
        }
    }
}

/// The bank after `n` SB came in.
#[must_use]
pub fn gain(bank: u32, n: u32) -> u32 {
    bank.saturating_add(n)
}

/// The bank after `n` SB were spent.
///
/// # Errors
/// A spend of 0, or more than the bank has: it never goes below 0, and nothing is half paid.
pub fn spend(bank: u32, n: u32, what: &str) -> Result<u32, Refusal> {
    if n == 0 {
        return Err(Refusal::Number {
            what: "SB to spend".to_owned(),
            got: 0,
            allowed: "1 or more",
        });
    }
    bank.checked_sub(n).ok_or_else(|| Refusal::Price {
        what: what.to_owned(),
        currency: "SB",
        cost: n,
        has: bank,
    })
}

/// SB at scene start: one for each character with an open starting complication, one for each Prodigy below Tier II.
/// rules/01 §9, R17, CM-05.
#[must_use]
pub fn scene_start(with_open_complication: u32, prodigies: u32) -> u32 {
    with_open_complication.saturating_add(prodigies)
}

/// Target for SB left at scene end: highest Tier present + 1, at most 4.
#[must_use]
pub fn target(highest: TierLevel) -> u32 {
    (u32::from(highest.get()) + 1).min(MOST_KEPT)
}

/// Suggested SB to spend in a scene: 4 + highest Tier present. Advice, not income.
#[must_use]
pub fn budget(highest: TierLevel) -> u32 {
    4 + u32::from(highest.get())
}

/// Rule point `settlement`: SB kept at scene end (R19).
#[derive(Debug, Clone, Copy)]
pub struct Settlement;

/// The bank at scene end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettlementIn {
    /// SB in the bank.
    pub bank: u32,
    /// Highest Tier present.
    pub highest: TierLevel,
    /// Whether the GM carries more than the target on.
    pub consent: bool,
}

impl Point for Settlement {
    const NAME: &'static str = "settlement";
    const MEANING: &'static str = "SB kept at scene end";
    type In = SettlementIn;
    type Out = u32;

    fn book(input: &SettlementIn) -> u32 {
        input.bank.min(if input.consent {
            MOST_KEPT
        } else {
            target(input.highest)
        })
    }

    fn check(input: &SettlementIn, out: &u32) -> Result<(), String> {
        if *out <= input.bank {
            Ok(())
        } else {
            Err(format!(
                "at most the bank of {} is kept, not {out}",
                input.bank
            ))
        }
    }
}

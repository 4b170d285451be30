//! Boons: what a failure earns, limits, gifts, conversion. rules/01 §8.

use super::chair::Point;
use super::ids::Thing;
use super::numbers::TierLevel;
use super::refusal::Refusal;
use super::switches::Switches;
use super::values::{Outcome, Period};
use super::words::words;
use serde::{Deserialize, Serialize};

/// Boons a character keeps at scene end; the rest is lost.
pub const KEPT_AT_SCENE_END: u32 = 2;
/// Boons from failures a character may earn in one scene.
pub const FAILURE_CAP: u32 = 2;
/// Boons held at any time.
pub const HOLD_CAP: u32 = 5;

words! {
    /// With what a Boon's price is paid. One Fatigue may stand in for one Boon (R16).
    Pay, "payment" {
        /// One Boon.
        Boon = "boon", "a Boon";
        /// One Fatigue; it doesn't count for the roll it pays for.
        Fatigue = "fatigue", "Fatigue";
    }
}

/// Boons held at any time: 5; with `tier_boon_hold` 6 at Tier IV and 7 at Tier V (R98).
#[must_use]
pub fn hold_cap(tier: TierLevel, switches: &Switches) -> u32 {
    match tier.get() {
        4 if switches.tier_boon_hold => 6,
        5 if switches.tier_boon_hold => 7,
        _ => HOLD_CAP,
    }
}

/// Rule point `boons`: what a roll earns before the limits.
#[derive(Debug, Clone, Copy)]
pub struct BoonsEarned;

/// What the earned Boons depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoonsIn {
    /// Who rolled.
    pub who: Option<Thing>,
    /// How the roll ended.
    pub outcome: Outcome,
    /// 1s that were ever showing.
    pub sb: u32,
    /// Whether anything was at risk (R12).
    pub meaningful: bool,
    /// Switch `miss_boon_needs_sb` (R10).
    pub miss_needs_sb: bool,
}

impl Point for BoonsEarned {
    const NAME: &'static str = "boons";
    const MEANING: &'static str = "Boons a roll earns, before the scene cap and the hold cap";
    type In = BoonsIn;
    type Out = u32;

    fn book(input: &BoonsIn) -> u32 {
        match input.outcome {
            Outcome::Partial if input.meaningful => 1,
            Outcome::Miss if input.meaningful && (input.sb > 0 || !input.miss_needs_sb) => 2,
            _ => 0,
        }
    }

    fn check(_: &BoonsIn, out: &u32) -> Result<(), String> {
        if *out <= 10 {
            Ok(())
        } else {
            Err(format!("Boons earned by a roll are 0 to 10, not {out}"))
        }
    }
}

/// What a character holds and has earned, as far as a roll needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoonPurse {
    /// Boons held before the roll.
    pub held: u32,
    /// Boons from failures so far in this scene.
    pub earned_from_failure_this_scene: u32,
    /// Same action, same stakes, same scene as a roll that already paid.
    pub repeated: bool,
    /// Most Boons held at any time.
    pub hold_cap: u32,
}

impl Default for BoonPurse {
    fn default() -> Self {
        Self {
            held: 0,
            earned_from_failure_this_scene: 0,
            repeated: false,
            hold_cap: HOLD_CAP,
        }
    }
}

words! {
    /// Why fewer Boons come in than the outcome names.
    BoonCutBy, "limit" {
        /// The roll wasn't meaningful.
        NotMeaningful = "not_meaningful", "nothing was at risk";
        /// A Miss without a 1 (R10).
        MissWithoutSb = "miss_without_sb", "a Miss without a 1 pays no Boon";
        /// Same action, same stakes, same scene.
        Repetition = "repetition", "same action and stakes in one scene pay once";
        /// Two from failures in a scene.
        SceneCap = "scene_cap", "two from failures in a scene";
        /// The hold cap.
        HoldCap = "hold_cap", "no more can be held";
    }
}

/// Boons that one limit took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoonCut {
    /// The limit.
    pub by: BoonCutBy,
    /// How many it took.
    pub lost: u32,
}

/// What a roll brings in after all limits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoonGain {
    /// Before the limits.
    pub earned: u32,
    /// After them.
    pub gained: u32,
    /// What was lost on the way, and why.
    pub cuts: Vec<BoonCut>,
}

/// Applies the limits in order: repetition → scene cap → hold cap (R12). `held` is what is held after any payment.
#[must_use]
pub fn limit(earned: u32, input: &BoonsIn, purse: &BoonPurse, held: u32) -> BoonGain {
    let mut gain = BoonGain {
        earned,
        gained: earned,
        cuts: Vec::new(),
    };
    let named = match input.outcome {
        Outcome::Partial => 1,
        Outcome::Miss => 2,
        _ => 0,
    };
    if earned == 0 && named > 0 {
        let by = if !input.meaningful {
            Some(BoonCutBy::NotMeaningful)
        } else if input.outcome == Outcome::Miss && input.sb == 0 && input.miss_needs_sb {
            Some(BoonCutBy::MissWithoutSb)
        } else {
            None
        };
        gain.cuts.extend(by.map(|by| BoonCut { by, lost: named }));
    }
    let mut keep = |most: u32, by: BoonCutBy| {
        if gain.gained > most {
            gain.cuts.push(BoonCut {
                by,
                lost: gain.gained - most,
            });
            gain.gained = most;
        }
    };
    if purse.repeated {
        keep(0, BoonCutBy::Repetition);
    }
    keep(
        FAILURE_CAP.saturating_sub(purse.earned_from_failure_this_scene),
        BoonCutBy::SceneCap,
    );
    keep(purse.hold_cap.saturating_sub(held), BoonCutBy::HoldCap);
    gain
}

/// A holding before and after, and what didn't fit. Nothing is lost silently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holding {
    /// Before.
    pub old: u32,
    /// After.
    pub new: u32,
    /// What the cap kept out or the scene end took.
    pub surplus: u32,
}

/// An award by the GM or a critical benefit: hold cap only (R09).
#[must_use]
pub fn award(held: u32, n: u32, cap: u32) -> Holding {
    let room = cap.saturating_sub(held);
    let taken = n.min(room);
    Holding {
        old: held,
        new: held + taken,
        surplus: n - taken,
    }
}

/// Pays `n` Boons.
///
/// # Errors
/// [`Refusal::Price`] if fewer are held.
pub fn pay(held: u32, n: u32, what: &str) -> Result<u32, Refusal> {
    held.checked_sub(n).ok_or_else(|| Refusal::Price {
        what: what.to_owned(),
        currency: "Boon",
        cost: n,
        has: held,
    })
}

/// Scene end: 2 are kept, the rest is lost.
#[must_use]
pub fn trim(held: u32) -> Holding {
    let new = held.min(KEPT_AT_SCENE_END);
    Holding {
        old: held,
        new,
        surplus: held - new,
    }
}

/// What a gift does: giver and receiver afterwards, and what stayed with the giver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gift {
    /// The giver holds this afterwards.
    pub giver: u32,
    /// The receiver holds this afterwards.
    pub receiver: u32,
    /// Didn't fit and stayed with the giver.
    pub stayed: u32,
}

/// A gift of `n` Boons: 1 a scene, 2 between bonded characters; the receiver's hold cap applies (R11).
///
/// # Errors
/// More than the giver holds, or than one scene allows with `given_this_scene` given already.
pub fn gift(
    giver: u32,
    receiver: u32,
    n: u32,
    cap: u32,
    bonded: bool,
    given_this_scene: u32,
) -> Result<Gift, Refusal> {
    let most = if bonded { 2 } else { 1 };
    if given_this_scene.saturating_add(n) > most {
        return Err(Refusal::OncePer {
            what: "giving a Boon".to_owned(),
            times: if bonded {
                "twice (bonded)"
            } else {
                "once (twice between bonded characters)"
            }
            .to_owned(),
            per: Period::Scene,
        });
    }
    pay(giver, n, "the gift")?;
    let got = award(receiver, n, cap);
    Ok(Gift {
        giver: giver - (n - got.surplus),
        receiver: got.new,
        stayed: got.surplus,
    })
}

/// Converts 2 or 4 Boons into 1 or 2 XP: downtime, one conversion a session (R15). Gives the XP.
///
/// # Errors
/// Another number, a second time in the session, too few held.
pub fn convert(held: u32, n: u32, converted_this_session: bool) -> Result<u32, Refusal> {
    if n != 2 && n != 4 {
        return Err(Refusal::Number {
            what: "Boons to convert".to_owned(),
            got: i64::from(n),
            allowed: "2 (1 XP) or 4 (2 XP)",
        });
    }
    if converted_this_session {
        return Err(Refusal::OncePer {
            what: "converting Boons".to_owned(),
            times: "once".to_owned(),
            per: Period::Session,
        });
    }
    pay(held, n, "the conversion")?;
    Ok(n / 2)
}

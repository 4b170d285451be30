//! Steps of a procedure that modifiers may add to, and what they may add.

use super::ids::Thing;
use super::numbers::{Dv, Face};
use super::values::{Armor, Period, Position};
use serde::{Deserialize, Serialize};

/// A step while it is being worked out: read-only data for `modify.NAME`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Step {
    /// A roll is being built; contributions: `dice`, `step`, `dv`.
    Roll(RollStep),
    /// The pool and the Position re-roll have been seen, nothing is paid yet; contribution: `reroll`.
    Outcome(OutcomeStep),
    /// A hit is about to land; contributions: `harm`, `armor`, `to_fatigue`, `redirect`, `cancel`.
    Hit {
        /// Whom it befalls.
        who: Option<Thing>,
        /// Incoming Harm, before armor.
        harm: u32,
        /// The armor as it will count, before contributions.
        armor: Armor,
        /// Tags of the attack.
        tags: Vec<String>,
        /// What hits, in words.
        why: String,
    },
    /// A track is about to be marked; contribution: `n`, added.
    Mark {
        /// Whose track.
        who: Option<Thing>,
        /// Which: "fatigue", "obligation", "leash", "corruption".
        track: String,
        /// By how much.
        n: u32,
    },
    /// A move is about to be used; contributions: `cost`, added, and `cancel`.
    Use {
        /// The adversary.
        foe: Option<Thing>,
        /// Name of the move.
        #[serde(rename = "move")]
        move_name: String,
        /// Its price in SB before contributions.
        cost: u32,
    },
    /// A timer is about to tick; contributions: `n`, added, and `cancel`.
    Tick {
        /// The timer.
        timer: Option<Thing>,
        /// By how much; negative takes ticks away.
        n: i32,
    },
    /// A helper is about to help; contributions: `dice`, `ceiling`.
    Help {
        /// Who helps.
        who: Option<Thing>,
        /// Who is helped.
        other: Option<Thing>,
        /// The pool in words.
        pool: String,
        /// The ratings in it.
        uses: Vec<String>,
        /// Assist dice before contributions.
        dice: u32,
    },
    /// Somebody gives an enemy an opening; contribution: `cancel`.
    Provoke {
        /// Who gives it.
        who: Option<Thing>,
        /// Who could strike.
        by: Option<Thing>,
        /// How, in words.
        why: String,
    },
    /// A condition is about to be applied; contributions: `lasts`, `cancel`.
    Apply {
        /// Who gets it.
        who: Option<Thing>,
        /// Name of the condition.
        condition: String,
    },
    /// Somebody is about to try to cross a ward; contributions: `dv`, `ticks`, added.
    Cross {
        /// Who.
        who: Option<Thing>,
        /// The ward.
        ward: Option<Thing>,
        /// Its DV.
        dv: Dv,
        /// Leash ticks of a spirit that tries.
        ticks: u32,
    },
}

impl Step {
    /// The name after `modify.`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Roll(_) => "roll",
            Self::Outcome(_) => "outcome",
            Self::Hit { .. } => "hit",
            Self::Mark { .. } => "mark",
            Self::Use { .. } => "use",
            Self::Tick { .. } => "tick",
            Self::Help { .. } => "help",
            Self::Provoke { .. } => "provoke",
            Self::Apply { .. } => "apply",
            Self::Cross { .. } => "cross",
        }
    }
}

/// Data of [`Step::Roll`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollStep {
    /// Who rolls.
    pub who: Option<Thing>,
    /// "action", "defense", "care", "ritual", "travel" …
    pub purpose: String,
    /// The pool in words.
    pub pool: String,
    /// The ratings in it: "wits", "craft".
    pub uses: Vec<String>,
    /// The DV so far.
    pub dv: Dv,
    /// The GM's Position, before steps.
    pub position: Position,
    /// The dice so far, before contributions; may be below 1.
    pub dice: i32,
    /// What is at stake, in words.
    pub stakes: String,
    /// Against whom.
    pub against: Option<Thing>,
}

/// Data of [`Step::Outcome`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutcomeStep {
    /// Who rolled.
    pub who: Option<Thing>,
    /// As in [`RollStep::purpose`].
    pub purpose: String,
    /// The pool in words.
    pub pool: String,
    /// The ratings in it.
    pub uses: Vec<String>,
    /// Faces as they lie, in throw order.
    pub faces: Vec<Face>,
    /// Successes so far, automatic ones included.
    pub successes: u32,
    /// SB so far.
    pub sb: u32,
    /// The DV.
    pub dv: Dv,
    /// The final Position.
    pub position: Position,
    /// What is at stake, in words.
    pub stakes: String,
    /// Against whom.
    pub against: Option<Thing>,
}

/// What one modifier adds to a step. Numbers are added up; a field that the step doesn't name is ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Contribution {
    /// Dice, added.
    pub dice: i32,
    /// Position steps, added.
    pub step: i32,
    /// DV, added; stops at 5 and 2.
    pub dv: i32,
    /// A face of the throw to throw again, free of charge here.
    pub reroll: Option<Face>,
    /// Assist dice above the three that one roll takes.
    pub ceiling: i32,
    /// Incoming Harm, added.
    pub harm: i32,
    /// Armor categories, added; negative is lighter.
    pub armor: i32,
    /// Harm left after armor that becomes Fatigue.
    pub to_fatigue: u32,
    /// Added to the count of a mark or tick.
    pub n: Option<i32>,
    /// Added to the Leash ticks of a ward.
    pub ticks: i32,
    /// Added to the price of a move.
    pub cost: Option<i32>,
    /// The step doesn't happen, and why.
    pub cancel: Option<String>,
    /// Who takes the hit in place of the first.
    pub redirect: Option<Thing>,
    /// How long a condition lasts, in place of its own period.
    pub lasts: Option<Period>,
    /// Who or what contributes, in words.
    pub why: String,
}

/// The first `cancel` among contributions: "Lamp Smoke: the blade meets smoke".
#[must_use]
pub fn cancelled(contributions: &[Contribution]) -> Option<String> {
    contributions.iter().find_map(|c| {
        c.cancel.as_ref().map(|why| {
            if c.why.is_empty() {
                why.clone()
            } else {
                format!("{}: {why}", c.why)
            }
        })
    })
}

//! What a roll was: every stage, in the order in which it happened.

use super::cap::Cap;
use super::plan::{DicePart, Payment, StepPart};
use crate::rules::boons::{BoonGain, Pay};
use crate::rules::ids::Thing;
use crate::rules::numbers::{Dv, Face};
use crate::rules::position::Stages;
use crate::rules::values::{Effect, Outcome, Position};
use serde::{Deserialize, Serialize};

/// A finished roll. Nothing that was shown is erased: first faces and every re-roll stay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    /// Who rolled.
    pub who: Option<Thing>,
    /// "action", "defense" …
    pub purpose: String,
    /// The foe it was against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Thing>,
    /// The pool in words.
    pub pool_text: String,
    /// The ratings used.
    pub uses: Vec<String>,
    /// Where the dice came from, contributions and dice lost to Fatigue included.
    pub parts: Vec<DicePart>,
    /// Sum of all parts, before floor and limit.
    pub raw: i32,
    /// Dice thrown, 1–10.
    pub thrown: u8,
    /// Automatic successes.
    pub auto: u32,
    /// The book's stages of the Position.
    pub stages: Stages,
    /// Limits that lowered the Position it began from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub caps: Vec<Cap>,
    /// Where the situational steps came from.
    pub steps: Vec<StepPart>,
    /// Position of the roll.
    pub position: Position,
    /// Dice lost to surplus Fatigue.
    pub dice_lost: u32,
    /// DV of the roll, contributions included.
    pub dv: Dv,
    /// The Effect that was spoken.
    pub effect: Effect,
    /// What was at stake.
    pub stakes: String,
    /// Faces as first thrown.
    pub first: Vec<Face>,
    /// Every die thrown again, in order.
    pub rerolls: Vec<RerollDone>,
    /// Faces in the end, in throw order.
    pub faces: Vec<Face>,
    /// Successes, automatic ones included.
    pub successes: u32,
    /// 1s that were ever showing.
    pub sb: u32,
    /// Tens on the final dice.
    pub tens: u32,
    /// How it ended.
    pub outcome: Outcome,
    /// Critical level: tens on a success, at most 3.
    pub critical: u8,
    /// Boons earned, after all limits.
    pub boons: BoonGain,
    /// What was paid.
    pub paid: Payment,
    /// What a person should know: steps lost at an end, contributions that found nothing.
    pub notes: Vec<String>,
}

/// One die thrown again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RerollDone {
    /// Which die, in throw order from 0.
    pub index: usize,
    /// The face before.
    pub from: Face,
    /// The face that stands, better or worse.
    pub to: Face,
    /// Why.
    pub why: RerollWhy,
}

/// Why a die was thrown again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RerollWhy {
    /// Dominant or Desperate.
    Position(Position),
    /// A Boon, or Fatigue in its place.
    Paid(Pay),
    /// The whole pool again (R13).
    Whole(Pay),
    /// A talent or the like.
    Granted(String),
}

impl std::fmt::Display for RerollWhy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Position(position) => write!(f, "{position}"),
            Self::Paid(pay) => write!(f, "{pay}"),
            Self::Whole(pay) => write!(f, "the whole roll again, for {pay} and the Move"),
            Self::Granted(why) => f.write_str(why),
        }
    }
}

impl Rolled {
    /// Whether the goal was reached.
    #[must_use]
    pub fn success(&self) -> bool {
        self.outcome.success()
    }
}

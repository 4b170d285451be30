//! From successes and SB to the outcome, and what tens give. rules/01 §6–§7.

use super::chair::Point;
use super::numbers::Dv;
use super::values::Outcome;
use super::words::words;
use serde::{Deserialize, Serialize};

/// Rule point `outcome`: the matrix of rules/01 §6.
#[derive(Debug, Clone, Copy)]
pub struct OutcomeMatrix;

/// What the matrix reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutcomeIn {
    /// Successes, automatic ones included.
    pub successes: u32,
    /// 1s that were ever showing.
    pub sb: u32,
    /// Tens on the final dice.
    pub tens: u32,
    /// The DV.
    pub dv: Dv,
}

impl Point for OutcomeMatrix {
    const NAME: &'static str = "outcome";
    const MEANING: &'static str = "outcome by successes, SB and DV";
    type In = OutcomeIn;
    type Out = Outcome;

    fn book(input: &OutcomeIn) -> Outcome {
        if input.successes >= u32::from(input.dv.get()) {
            if input.sb == 0 {
                Outcome::Clean
            } else {
                Outcome::SuccessWithSb
            }
        } else if input.successes > 0 {
            Outcome::Partial
        } else {
            Outcome::Miss
        }
    }

    fn check(_: &OutcomeIn, _: &Outcome) -> Result<(), String> {
        Ok(())
    }
}

/// Critical level of a roll: tens on a success, 3 at most; 0 on a Partial or Miss. rules/01 §7.
#[must_use]
pub fn critical(outcome: Outcome, tens: u32) -> u8 {
    if outcome.success() {
        u8::try_from(tens.min(3)).unwrap_or(3)
    } else {
        0
    }
}

words! {
    /// What tens on a success give. One ten: one of the first three. Two: two of them, or one strong effect. Three: the conflict
    /// is settled dramatically, and the GM picks one of the last two. rules/01 §7.
    CriticalBenefit, "critical benefit" {
        /// +1 Boon, outside the scene cap of failure Boons, inside the hold cap (R09).
        Boon = "boon", "+1 Boon";
        /// +1 Position step on that character's next roll this scene (R09).
        Step = "step", "+1 Position step";
        /// Something good in the story.
        Flourish = "flourish", "a flourish";
        /// One strong effect in place of two of the above.
        StrongEffect = "strong_effect", "one strong effect";
        /// Three tens: a secondary timer advances.
        Timer = "timer", "a secondary timer advances";
        /// Three tens: a major story turn.
        StoryTurn = "story_turn", "a major story turn";
    }
}

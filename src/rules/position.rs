//! Final Position of a roll, and which die it throws again. rules/01 §4.

use super::chair::Point;
use super::numbers::Face;
use super::values::Position;
use serde::{Deserialize, Serialize};

/// Rule point `position`: situation (clamped) → own Fatigue → paid step (R07).
#[derive(Debug, Clone, Copy)]
pub struct FinalPosition;

/// What the final Position is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionIn {
    /// The Position the GM fixed.
    pub gm: Position,
    /// Net of all situational steps.
    pub situation: i32,
    /// Own Fatigue that counts for this roll.
    pub fatigue: u32,
    /// Whether one step up was paid for.
    pub paid: bool,
}

/// The final Position and what surplus Fatigue costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionOut {
    /// The Position of the roll.
    pub position: Position,
    /// Dice lost to Fatigue left over at Desperate.
    pub dice_lost: u32,
}

impl Point for FinalPosition {
    const NAME: &'static str = "position";
    const MEANING: &'static str = "final Position of a roll, and dice lost to surplus Fatigue";
    type In = PositionIn;
    type Out = PositionOut;

    fn book(input: &PositionIn) -> PositionOut {
        let stages = Stages::of(input);
        PositionOut {
            position: stages.paid,
            dice_lost: stages.dice_lost,
        }
    }

    fn check(_: &PositionIn, _: &PositionOut) -> Result<(), String> {
        Ok(())
    }
}

/// The book's three stages one by one, for showing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stages {
    /// The Position the GM fixed.
    pub gm: Position,
    /// After all situational steps.
    pub situation: Position,
    /// After own Fatigue.
    pub fatigue: Position,
    /// After the paid step.
    pub paid: Position,
    /// Dice lost to Fatigue left over at Desperate; a paid step doesn't give them back.
    pub dice_lost: u32,
    /// Situational steps that were lost at an end of the ladder; positive: above Dominant.
    pub surplus: i32,
}

impl Stages {
    /// Works the stages out.
    #[must_use]
    pub fn of(input: &PositionIn) -> Self {
        let situation = input.gm.step(input.situation);
        let used = situation as i32 - input.gm as i32;
        let steps = input.fatigue.min(situation.steps_left_down());
        let fatigue = situation.step(-(steps as i32));
        Self {
            gm: input.gm,
            situation,
            fatigue,
            paid: fatigue.step(i32::from(input.paid)),
            dice_lost: input.fatigue - steps,
            surplus: input.situation.saturating_sub(used),
        }
    }
}

impl Position {
    /// Whether this Position may or must throw a die with this face again: Dominant 1–5, Desperate 6–9, never a ten.
    #[must_use]
    pub fn rethrows(self, face: Face) -> bool {
        match self {
            Self::Dominant => face.get() <= 5,
            Self::Controlled => false,
            Self::Desperate => (6..=9).contains(&face.get()),
        }
    }

    /// The die this Position throws again: the eligible one thrown first (R06).
    #[must_use]
    pub fn reroll_index(self, faces: &[Face]) -> Option<usize> {
        faces.iter().position(|face| self.rethrows(*face))
    }
}

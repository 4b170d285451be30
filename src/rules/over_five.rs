//! Computed and printed DVs that leave the ladder. rules/30 §2, R08, CM-19.

use super::numbers::Dv;
use super::switches::{DvOverFive, Switches};
use super::values::Position;
use serde::{Deserialize, Serialize};

/// Who made it that hard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// The player composed it, as a free spell: every point over five is a step.
    Composed,
    /// It is printed or listed: one step at most.
    Listed,
}

/// What a DV becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Settled {
    /// One roll at this DV and Position.
    Roll {
        /// The DV.
        dv: Dv,
        /// The Position, before other steps.
        position: Position,
    },
    /// No single roll: a Progress timer of 4–12 segments, every roll at DV 5.
    ExtendedWorking,
}

/// Brings a computed DV back onto the ladder: DV 5 at most, the excess as worse Position; below 1 it is 1.
#[must_use]
pub fn settle(
    raw: i64,
    difficulty: Difficulty,
    position: Position,
    switches: &Switches,
) -> Settled {
    let raw = raw.clamp(1, i64::from(Dv::HIGH.get()));
    let dv = Dv::new(raw).unwrap_or_default();
    if dv <= Dv::TOP || switches.dv_over_five == DvOverFive::Raw {
        return Settled::Roll { dv, position };
    }
    let excess = u32::from(dv.get() - Dv::TOP.get());
    let steps = match difficulty {
        Difficulty::Composed => excess,
        Difficulty::Listed => excess.min(1),
    };
    if steps > position.steps_left_down() {
        Settled::ExtendedWorking
    } else {
        Settled::Roll {
            dv: Dv::TOP,
            position: position.step(-i32::try_from(steps).unwrap_or(i32::MAX)),
        }
    }
}

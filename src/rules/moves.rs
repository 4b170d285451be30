//! Story-Beat moves: functions, price. rules/05 §3.

use super::chair::Point;
use super::ids::Thing;
use super::words::words;
use serde::{Deserialize, Serialize};

words! {
    /// What a move is for. A label, nothing depends on it; flavour tags are free words besides.
    MoveFunction, "function tag" {
        /// Works a timer.
        Timer = "TIMER", "TIMER";
        /// Changes the surroundings.
        Environment = "ENVIRONMENT", "ENVIRONMENT";
        /// Brings more foes.
        Reinforcement = "REINFORCEMENT", "REINFORCEMENT";
        /// Strikes from nowhere.
        Ambush = "AMBUSH", "AMBUSH";
        /// Works by talk and standing.
        Social = "SOCIAL", "SOCIAL";
        /// Offers a price.
        Bargain = "BARGAIN", "BARGAIN";
        /// Frightens.
        Haunt = "HAUNT", "HAUNT";
        /// Takes someone over.
        Possession = "POSSESSION", "POSSESSION";
        /// Deceives the senses.
        Illusion = "ILLUSION", "ILLUSION";
        /// Touches what is remembered.
        Memory = "MEMORY", "MEMORY";
        /// Leaves a curse.
        Curse = "CURSE", "CURSE";
        /// Springs a trap.
        Trap = "TRAP", "TRAP";
        /// Fights cleverly.
        Tactics = "TACTICS", "TACTICS";
        /// Shows what is to come.
        Omen = "OMEN", "OMEN";
    }
}

/// A move's numbers as a file or script gives them, unchecked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveNumbers {
    /// Name, for reports.
    pub name: String,
    /// Price in SB; `None` where code computes it.
    pub cost: Option<i64>,
    /// Whether it is the Signature.
    pub signature: bool,
    /// Tags.
    pub tags: Vec<String>,
}

/// Rule point `cost`: what a move costs now. The book: what it says.
#[derive(Debug, Clone, Copy)]
pub struct MoveCost;

/// A move about to be paid for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveCostIn {
    /// The adversary.
    pub foe: Option<Thing>,
    /// Name of the move.
    pub name: String,
    /// Printed price, contributions included.
    pub base: u32,
    /// Whether it is the Signature.
    pub signature: bool,
}

impl Point for MoveCost {
    const NAME: &'static str = "cost";
    const MEANING: &'static str = "SB a move costs";
    type In = MoveCostIn;
    type Out = u32;

    fn book(input: &MoveCostIn) -> u32 {
        input.base
    }

    fn check(_: &MoveCostIn, out: &u32) -> Result<(), String> {
        if *out <= 100 {
            Ok(())
        } else {
            Err(format!("a move costs 0 to 100 SB, not {out}"))
        }
    }
}

//! Story-Beat moves: functions, price. rules/05 §3.

use super::chair::{Chair, Point};
use super::ids::Thing;
use super::refusal::Refusal;
use super::step::{Step, cancelled};
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

/// What a move costs right now, or why it can't be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Priced {
    /// Price in SB, 0 or more.
    pub cost: u32,
    /// It can't be used, and why.
    pub cancelled: Option<String>,
    /// What changed the price.
    pub notes: Vec<String>,
}

/// Prices a move: printed price → contributions → rule point. Reads only; the menu and the payment both use it.
///
/// # Errors
/// Only what stops the chair.
pub fn price<C: Chair>(chair: &mut C, input: MoveCostIn) -> Result<Priced, C::Stop> {
    let step = Step::Use {
        foe: input.foe,
        move_name: input.name.clone(),
        cost: input.base,
    };
    let contributions = chair.modifiers(step)?;
    let mut cost = i64::from(input.base);
    let mut notes = Vec::new();
    for c in &contributions {
        if let Some(by) = c.cost.filter(|by| *by != 0) {
            cost += i64::from(by);
            notes.push(format!("{by:+} SB {}", c.why).trim_end().to_owned());
        }
    }
    let base = u32::try_from(cost.max(0)).unwrap_or(u32::MAX);
    let cost = chair.point::<MoveCost>(MoveCostIn { base, ..input })?;
    Ok(Priced {
        cost,
        cancelled: cancelled(&contributions),
        notes,
    })
}

/// Pays for a move; a move may have come to cost nothing. Gives the bank afterwards.
///
/// # Errors
/// [`Refusal::Price`] if the bank has less; nothing is paid then.
pub fn pay(bank: u32, cost: u32, name: &str) -> Result<u32, Refusal> {
    bank.checked_sub(cost).ok_or_else(|| Refusal::Price {
        what: name.to_owned(),
        currency: "SB",
        cost,
        has: bank,
    })
}

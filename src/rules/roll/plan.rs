//! What a roll is before a die falls.

use super::cap::Cap;
use crate::rules::boons::{BoonPurse, Pay};
use crate::rules::ids::Thing;
use crate::rules::numbers::{Dv, Face, TierLevel};
use crate::rules::switches::Switches;
use crate::rules::values::{Effect, Position};
use serde::{Deserialize, Serialize};

/// Everything that is fixed before the dice fall, and what is paid after. Plain data: run again with the same faces it
/// gives the same roll, and one more entry in `rerolls` gives the roll with one more Boon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollPlan {
    /// Who rolls; `None` for a bare roll of the GM.
    pub who: Option<Thing>,
    /// "action", "defense", "care", "ritual", "travel" …
    pub purpose: String,
    /// The pool in words: "wits + craft".
    pub pool_text: String,
    /// The ratings used, by word: "wits", "craft".
    pub uses: Vec<String>,
    /// Where the dice come from; negative ones are printed penalties.
    pub parts: Vec<DicePart>,
    /// The Position the GM fixed.
    pub position: Position,
    /// Upper limits of that Position.
    #[serde(default)]
    pub caps: Vec<Cap>,
    /// Situational steps.
    pub steps: Vec<StepPart>,
    /// Own Fatigue before this roll; Fatigue that pays for this roll isn't in it (R16).
    pub fatigue: u32,
    /// The one paid step of a roll, if any (R02).
    pub paid_step: Option<Pay>,
    /// A step that a ten brought: it stands where a paid one would, and costs nothing (R07, R09).
    #[serde(default)]
    pub critical_step: bool,
    /// The DV, situational changes included.
    pub dv: Dv,
    /// The Effect, spoken only.
    pub effect: Effect,
    /// Whether anything is at risk (R12).
    pub meaningful: bool,
    /// What is at stake, in words.
    pub stakes: String,
    /// Against whom.
    pub against: Option<Thing>,
    /// Boon re-rolls, in order, after the pool and the Position re-roll have been seen.
    pub rerolls: Vec<Reroll>,
    /// The whole pool again for a Boon and the turn's unused Move (R13).
    pub whole_reroll: Option<WholeReroll>,
    /// Boons of the roller.
    pub boons: BoonPurse,
    /// Tier of the roller, for `tier_pool_caps`.
    pub tier: Option<TierLevel>,
    /// Whether a Dominant roller is asked before the re-roll; otherwise it is taken (R06).
    pub ask_dominant: bool,
    /// A Dominant roller doesn't throw again; Desperate has no choice.
    #[serde(default)]
    pub decline_dominant: bool,
    /// The table's switches.
    pub switches: Switches,
}

/// Some dice of a pool and where they come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DicePart {
    /// Where they come from: "Wits", "Harm".
    pub label: String,
    /// How many; negative for a penalty.
    pub dice: i32,
}

/// A pool in words, part by part: "Wits 3 + Craft 2 − Grappled 1".
#[must_use]
pub fn spelled(parts: &[DicePart]) -> String {
    let parts: Vec<String> = parts
        .iter()
        .enumerate()
        .map(|(n, part)| match (n, part.dice) {
            (0, dice) => format!("{} {dice}", part.label),
            (_, dice) if dice < 0 => format!("− {} {}", part.label, -dice),
            (_, dice) => format!("+ {} {dice}", part.label),
        })
        .collect();
    parts.join(" ")
}

impl DicePart {
    /// Some dice from somewhere.
    #[must_use]
    pub fn new(label: impl Into<String>, dice: i32) -> Self {
        Self {
            label: label.into(),
            dice,
        }
    }
}

/// Situational steps and where they come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepPart {
    /// Where they come from: "high ground".
    pub label: String,
    /// How many; negative is down.
    pub steps: i32,
    /// Defend: where the situation is Dominant already, +1 die in place of the step (R57).
    #[serde(default)]
    pub or_die: bool,
}

impl StepPart {
    /// Steps from somewhere.
    #[must_use]
    pub fn new(label: impl Into<String>, steps: i32) -> Self {
        Self {
            label: label.into(),
            steps,
            or_die: false,
        }
    }

    /// The step of Defend: a die where the situation is Dominant already (R57).
    #[must_use]
    pub fn defend() -> Self {
        Self {
            label: "Defending".to_owned(),
            steps: 1,
            or_die: true,
        }
    }
}

/// One die thrown again for a Boon or Fatigue, by the face it shows when its turn comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reroll {
    /// The face; of several such dice the one thrown first.
    pub face: Face,
    /// With what it is paid.
    pub pay: Pay,
}

/// What is thrown again after a roll has been seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Anew {
    /// One die, by the face it shows.
    Face(Face),
    /// All dice but tens, for the turn's Move besides (R13).
    All,
}

/// The whole pool thrown again, tens excepted, once (R13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WholeReroll {
    /// With what it is paid, besides the Move.
    pub pay: Pay,
    /// Whether this turn's Move is unused; it is used up by this.
    pub move_unused: bool,
    /// After how many of the single re-rolls it comes.
    #[serde(default)]
    pub after: usize,
}

impl RollPlan {
    /// A roll of these dice with every default: Controlled, DV 3, Standard, meaningful, no payments.
    #[must_use]
    pub fn new(pool_text: impl Into<String>, parts: Vec<DicePart>) -> Self {
        Self {
            who: None,
            purpose: "action".to_owned(),
            pool_text: pool_text.into(),
            uses: Vec::new(),
            parts,
            position: Position::Controlled,
            caps: Vec::new(),
            steps: Vec::new(),
            fatigue: 0,
            paid_step: None,
            critical_step: false,
            dv: Dv::DEFAULT,
            effect: Effect::Standard,
            meaningful: true,
            stakes: String::new(),
            against: None,
            rerolls: Vec::new(),
            whole_reroll: None,
            boons: BoonPurse::default(),
            tier: None,
            ask_dominant: false,
            decline_dominant: false,
            switches: Switches::default(),
        }
    }

    /// Everything this plan pays with Boons and with Fatigue.
    #[must_use]
    pub fn payment(&self) -> Payment {
        let mut sum = Payment::default();
        let pays = self
            .paid_step
            .into_iter()
            .chain(self.rerolls.iter().map(|r| r.pay))
            .chain(self.whole_reroll.map(|w| w.pay));
        for pay in pays {
            match pay {
                Pay::Boon => sum.boons += 1,
                Pay::Fatigue => sum.fatigue += 1,
            }
        }
        sum
    }
}

/// What a roll costs its roller. The table marks the Fatigue after the roll, one event for each point (R16).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// Boons paid.
    pub boons: u32,
    /// Fatigue marked in place of Boons.
    pub fatigue: u32,
}

//! Adversaries as declared: moves, phases, deeds, and the numbers that play needs of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Do, FnId, Hook, Place};
use crate::rules::adversary::TL_TABLE;
use crate::rules::resists::Resistance;
use crate::rules::values::{Armor, Attribute, Band, Period, Position};
use crate::table::datum::Datum;

/// A move of an adversary.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveDef {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Story Beats.
    pub cost: Cost,
    /// Whom it is aimed at.
    pub target: Target,
    /// Reach of the target's band.
    pub within: Option<Band>,
    /// Tags, labels only.
    pub tags: Vec<String>,
    /// Words for the GM.
    pub text: String,
    /// The one Signature.
    pub signature: bool,
    /// Once a period.
    pub per: Option<Period>,
    /// How many times a period.
    pub times: Option<u32>,
    /// How many of its kind it takes; 1 is alone.
    pub together: u32,
    /// It follows a hit of the foe's own, on the one who was hit.
    pub rider: bool,
    /// Whether it can be used now; a second result says why not.
    pub when: Option<FnId>,
    /// Whether this character can be its target.
    pub only: Option<FnId>,
    /// The roll against it.
    pub resist: Option<ResistDef>,
    /// What it does.
    pub run: Do,
}

/// What a move costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cost {
    /// A number.
    Fixed(u32),
    /// Worked out when the menu is shown and when it is paid.
    Run(FnId),
}

/// Whom a move is aimed at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// Nobody: it just happens.
    #[default]
    None,
    /// One character.
    Pc,
    /// All present.
    Party,
    /// The foe itself.
    Own,
}

/// The roll that players make against a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResistDef {
    /// Attribute and skill, or dice.
    pub pool: String,
    /// Difficulty, default 3.
    pub dv: Option<u8>,
    /// Position, default the scene's.
    pub position: Option<Position>,
    /// The consequence, said before the roll.
    pub announce: Option<String>,
    /// What happens, by outcome.
    pub outcomes: Outcomes,
}

/// What happens, by outcome of a roll.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcomes {
    /// Clean or with SB.
    pub on_success: Do,
    /// Clean only.
    pub on_clean: Do,
    /// Partial or Miss.
    pub on_fail: Do,
    /// Partial only.
    pub on_partial: Do,
    /// Miss only.
    pub on_miss: Do,
}

impl Outcomes {
    /// The parts that a roll of this outcome sets off, the general one first.
    #[must_use]
    pub fn of(&self, outcome: crate::rules::values::Outcome) -> Vec<&Do> {
        use crate::rules::values::Outcome;
        let parts = match outcome {
            Outcome::Clean => [&self.on_success, &self.on_clean],
            Outcome::SuccessWithSb => [&self.on_success, &self.on_success],
            Outcome::Partial => [&self.on_fail, &self.on_partial],
            Outcome::Miss => [&self.on_fail, &self.on_miss],
        };
        let n = if outcome == Outcome::SuccessWithSb {
            1
        } else {
            2
        };
        parts
            .into_iter()
            .take(n)
            .filter(|part| !part.is_empty())
            .collect()
    }

    /// Is nothing tied to the outcome?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        [
            &self.on_success,
            &self.on_clean,
            &self.on_fail,
            &self.on_partial,
            &self.on_miss,
        ]
        .iter()
        .all(|part| part.is_empty())
    }
}

/// What several of a kind mean to the character they are upon. A foe's dice never reach the table (R69), so "+1 die
/// each" is said as the player meets it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Together {
    /// How many, 2 and up.
    pub n: u32,
    /// How near they stand.
    pub within: Band,
    /// Position steps for the character, below 0.
    pub step: i32,
    /// Added to the DV.
    pub dv: i32,
    /// In words: "two of them at once".
    pub why: String,
}

/// A phase: moves, and what it changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PhaseDef {
    /// Its name.
    pub name: String,
    /// Armor in this phase.
    pub armor: Option<Armor>,
    /// Harm it deals in this phase.
    pub deals: Option<u32>,
    /// Its pool gauge in this phase.
    pub pool: Option<u32>,
    /// Words for the GM.
    pub text: String,
    /// Its own moves.
    pub moves: Vec<MoveDef>,
    /// When it is reached.
    pub on_phase: Do,
}

/// A deed of a Resolution.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeedDef {
    /// Its name.
    pub name: String,
    /// Words for the GM.
    pub text: String,
    /// When it is done.
    pub run: Do,
}

/// An adversary.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AdversaryDef {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Threat Level, 1–10.
    pub tl: u8,
    /// Resilience as written; mostly left to the TL.
    pub resilience: Option<u32>,
    /// Armor, default none.
    pub armor: Armor,
    /// Harm it deals, default by TL.
    pub deals: u32,
    /// Ratings it is read by; gauges.
    pub attributes: BTreeMap<Attribute, u8>,
    /// Skills; gauges.
    pub skills: BTreeMap<String, u8>,
    /// Pool gauge, default by TL: shown, never rolled (R69).
    pub pool: u32,
    /// Gauges by what they are for: melee, stealth.
    pub pools: BTreeMap<String, u32>,
    /// What its nature makes of kinds of Harm (R73).
    pub resists: BTreeMap<String, Resistance>,
    /// What several of its kind mean to the one they are upon.
    pub together: Option<Together>,
    /// DV at which it breaks when outnumbered or hurt.
    pub morale: Option<u8>,
    /// It can be bound: its Leash has the binder's Spirit + TL (R77).
    pub leash: bool,
    /// The timer that begins with it.
    pub timer: Option<String>,
    /// Fatigue track.
    pub fatigue_size: u32,
    /// How a puzzle ends.
    pub resolution: Option<String>,
    /// Words for the GM.
    pub text: String,
    /// Tags.
    pub tags: Vec<String>,
    /// First values of its memory.
    pub memory: Option<Datum>,
    /// The script whose memory that is: of a variant, the one that its `like` stands in.
    pub memory_of: std::sync::Arc<str>,
    /// Moves outside phases.
    pub moves: Vec<MoveDef>,
    /// Phases, in order.
    pub phases: Vec<PhaseDef>,
    /// Deeds of the Resolution.
    pub deeds: Vec<DeedDef>,
    /// Reactions, its own fields first.
    pub hooks: Vec<Hook>,
}

/// The numbers of an adversary that play needs even when the definition is gone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoeNumbers {
    /// Threat Level.
    pub tl: u8,
    /// Resilience of each phase; empty for a puzzle.
    pub resilience: Vec<u32>,
    /// Armor of each phase (at least one entry).
    pub armor: Vec<Armor>,
    /// Harm dealt in each phase (at least one entry).
    pub deals: Vec<u32>,
    /// Fatigue track.
    pub fatigue_size: u32,
    /// Pool gauge of each phase.
    #[serde(default)]
    pub pool: Vec<u32>,
    /// What its nature makes of kinds of Harm.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub resists: BTreeMap<String, Resistance>,
}

impl FoeNumbers {
    /// Resilience of a phase (0-based), `None` for a puzzle.
    #[must_use]
    pub fn resilience_of(&self, phase: usize) -> Option<u32> {
        self.resilience
            .get(phase)
            .or(self.resilience.last())
            .copied()
    }
    /// Armor of a phase.
    #[must_use]
    pub fn armor_of(&self, phase: usize) -> Armor {
        self.armor
            .get(phase)
            .or(self.armor.last())
            .copied()
            .unwrap_or_default()
    }
    /// Pool gauge of a phase; 0 where none is known.
    #[must_use]
    pub fn pool_in(&self, phase: usize) -> u32 {
        self.pool
            .get(phase)
            .or(self.pool.last())
            .copied()
            .unwrap_or(0)
    }
    /// Harm dealt in a phase.
    #[must_use]
    pub fn deals_in(&self, phase: usize) -> u32 {
        self.deals
            .get(phase)
            .or(self.deals.last())
            .copied()
            .unwrap_or(0)
    }
}

impl AdversaryDef {
    /// Its numbers, phase by phase.
    #[must_use]
    pub fn numbers(&self) -> FoeNumbers {
        let row = &TL_TABLE[usize::from(self.tl.clamp(1, 10)) - 1];
        let phases = if self.phases.is_empty() {
            row.phases as usize
        } else {
            self.phases.len()
        };
        // A Resolution and no number: a puzzle (rules/05 §1).
        let resilience = match self.resilience.or(row.resilience) {
            Some(n) if self.resilience.is_some() || self.resolution.is_none() => vec![n; phases],
            _ => Vec::new(),
        };
        let of = |own: &dyn Fn(&PhaseDef) -> Option<Armor>| -> Vec<Armor> {
            if self.phases.is_empty() {
                vec![self.armor]
            } else {
                self.phases
                    .iter()
                    .map(|phase| own(phase).unwrap_or(self.armor))
                    .collect()
            }
        };
        FoeNumbers {
            tl: self.tl,
            resilience,
            armor: of(&|phase| phase.armor),
            deals: if self.phases.is_empty() {
                vec![self.deals]
            } else {
                self.phases
                    .iter()
                    .map(|phase| phase.deals.unwrap_or(self.deals))
                    .collect()
            },
            fatigue_size: self.fatigue_size,
            pool: if self.phases.is_empty() {
                vec![self.pool]
            } else {
                self.phases
                    .iter()
                    .map(|phase| phase.pool.unwrap_or(self.pool))
                    .collect()
            },
            resists: self.resists.clone(),
        }
    }

    /// The moves of a phase (0-based): its own, then those outside phases.
    #[must_use]
    pub fn moves_in(&self, phase: usize) -> Vec<&MoveDef> {
        self.phases
            .get(phase)
            .into_iter()
            .flat_map(|phase| &phase.moves)
            .chain(&self.moves)
            .collect()
    }
}

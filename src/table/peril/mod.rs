//! What threatens and who lies hurt: the state of those at Harm 3, placed wards and traps, hazards that hang over rolls.
//! A section of the state with facts of its own (rules/02 §5–§9, rules/03 §4).
//!
//! Not here: active hazards' segments. Those are timers.

mod apply;
mod fact;
mod words;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use fact::PerilFact;
pub use words::{hazard_line, line, ward_line};

use crate::rules::ids::Thing;
use crate::rules::recovery::Patient;
use crate::rules::values::Period;
use crate::rules::wards::{Inert, WardNumbers};

/// The section of the state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Peril {
    /// Of those at Harm 3, what care has come to; who isn't here is untended.
    #[serde(default)]
    pub patients: BTreeMap<u32, Patient>,
    /// Wards and traps, in the order they were placed.
    #[serde(default)]
    pub wards: BTreeMap<u32, Ward>,
    /// Who is afraid of whom, where it is known.
    #[serde(default)]
    pub fears: Vec<(Thing, Thing)>,
    /// Hazards that hang over the scene's rolls.
    #[serde(default)]
    pub hazards: Vec<Hazard>,
}

/// A ward or a trap at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ward {
    /// Its name.
    pub name: String,
    /// Ward or trap, and its DV.
    pub numbers: WardNumbers,
    /// Who placed it.
    #[serde(default)]
    pub owner: Option<Thing>,
    /// Put out of work, and for how long.
    #[serde(default)]
    pub inert: Option<Inert>,
    /// Players know of it.
    pub known: bool,
}

/// A hazard that is there, by the name of its definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hazard {
    /// Its name.
    pub name: String,
    /// When it goes by itself.
    pub lasts: Period,
}

impl Peril {
    /// What a scene's end takes with it: wards that slept for the scene wake, its fears and hazards are gone.
    pub fn close_scene(&mut self) {
        for ward in self.wards.values_mut() {
            if ward.inert == Some(Inert::Scene) {
                ward.inert = None;
            }
        }
        self.fears.clear();
        self.hazards.retain(|hazard| hazard.lasts > Period::Scene);
    }
}

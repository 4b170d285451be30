//! Military units at the table: followers made of many people, with Cap and Scale, never a TL (rules/05 §6). Their
//! Supply and Morale are timers of their own; what they can do is [`crate::rules::scale`].

pub mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::apply::{Misfit, missing, same};
use super::state::State;
use crate::rules::ids::{Thing, ThingKind};

/// A unit at the table. What it is like stands in its definition; these are the numbers it came with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// The definition's name.
    pub def: String,
    /// Its own name.
    pub name: String,
    /// Whose it is; nobody's is the GM's.
    pub owner: Option<Thing>,
    /// Quality, 1–5.
    pub cap: u32,
    /// Size, 1–4.
    pub scale: u32,
    /// What it is best at, at its Cap.
    pub speciality: Option<String>,
    /// Other ratings.
    pub skills: BTreeMap<String, u32>,
    /// Its Supply: what is used up.
    pub supply: Option<Thing>,
    /// Its Morale: what is lost; full is rout.
    pub morale: Option<Thing>,
    /// How it ended.
    pub gone: Option<String>,
    /// Not shown to players.
    pub hidden: bool,
}

impl Unit {
    /// Its rating in a skill: Cap in what it is best at, a listed one, else 0 (CM-55).
    #[must_use]
    pub fn rating(&self, skill: &str) -> u32 {
        let same = |other: &str| super::names::same(other, skill);
        if self.speciality.as_deref().is_some_and(same) {
            return self.cap;
        }
        self.skills
            .iter()
            .find(|(name, _)| same(name))
            .map_or(0, |(_, level)| *level)
    }
}

/// A fact about units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "unit_fact")]
pub enum UnitFact {
    /// One took the field.
    Mustered {
        /// The new id.
        who: Thing,
        /// It.
        unit: Box<Unit>,
    },
    /// Its timers are these.
    Supplied {
        /// Whose.
        who: Thing,
        /// Supply.
        supply: Option<Thing>,
        /// Morale.
        morale: Option<Thing>,
    },
    /// What an action of its is worth against another, said before anybody rolls.
    Engaged {
        /// Who acts.
        who: Thing,
        /// Against whom.
        against: Thing,
        /// What it does.
        action: crate::rules::scale::UnitAction,
        /// Its Effect.
        effect: crate::rules::values::Effect,
    },
    /// One left the field.
    Disbanded {
        /// Who.
        who: Thing,
        /// How.
        how: String,
    },
}

impl State {
    /// The unit of this id.
    #[must_use]
    pub fn unit(&self, id: u32) -> Option<&Unit> {
        self.units.get(&id)
    }

    /// Units in the field, in the order they came.
    pub fn units_present(&self) -> impl Iterator<Item = Thing> + '_ {
        self.units
            .iter()
            .filter(|(_, unit)| unit.gone.is_none())
            .map(|(id, _)| Thing::new(ThingKind::Unit, *id))
    }

    /// Applies a fact about units, or changes nothing.
    pub(super) fn apply_unit(&mut self, fact: &UnitFact) -> Result<(), Misfit> {
        match fact {
            UnitFact::Mustered { who, unit } => {
                self.new_id(*who)?;
                self.last_id = who.id;
                Arc::make_mut(&mut self.units).insert(who.id, (**unit).clone());
            }
            UnitFact::Supplied {
                who,
                supply,
                morale,
            } => {
                self.unit_there(*who)?;
                self.with_unit(*who, |unit| {
                    unit.supply = *supply;
                    unit.morale = *morale;
                });
            }
            UnitFact::Engaged { who, against, .. } => {
                self.unit_there(*who)?;
                self.unit_there(*against)?;
            }
            UnitFact::Disbanded { who, how } => {
                same("gone", &None, &self.unit_there(*who)?.gone)?;
                self.with_unit(*who, |unit| unit.gone = Some(how.clone()));
            }
        }
        Ok(())
    }

    fn unit_there(&self, who: Thing) -> Result<&Unit, Misfit> {
        self.unit(who.id)
            .filter(|_| who.kind == ThingKind::Unit)
            .ok_or_else(|| missing(who))
    }

    fn with_unit(&mut self, who: Thing, change: impl FnOnce(&mut Unit)) {
        if let Some(unit) = Arc::make_mut(&mut self.units).get_mut(&who.id) {
            change(unit);
        }
    }
}

impl UnitFact {
    /// The units it is about, if players may read it at all.
    #[must_use]
    pub fn about(&self) -> Option<Vec<Thing>> {
        match self {
            UnitFact::Mustered { unit, .. } => (!unit.hidden).then(Vec::new),
            UnitFact::Supplied { .. } => None,
            UnitFact::Engaged { who, against, .. } => Some(vec![*who, *against]),
            UnitFact::Disbanded { who, .. } => Some(vec![*who]),
        }
    }
}

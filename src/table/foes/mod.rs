//! What happens to foes beside hits: they split and join, strike somebody so that a rider may follow. The
//! facts, and how they change the state. Hits, phases and defeat are facts of every table ([`super::event`]).

pub mod words;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::apply::{Misfit, missing, same};
use super::state::{Foe, State};
use crate::rules::ids::{Thing, ThingKind};

/// A fact about foes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "foe_fact")]
pub enum FoeFact {
    /// One became two: the new one has what the old one lost by it.
    Split {
        /// The one that was there.
        who: Thing,
        /// Resilience it had lost before.
        old: u32,
        /// And counts as lost from here.
        new: u32,
        /// The new one.
        part: Thing,
        /// It.
        foe: Box<Foe>,
    },
    /// One went into another.
    Merged {
        /// The one that is no longer there by itself.
        part: Thing,
        /// The one it went into.
        into: Thing,
        /// Resilience that one had lost before.
        old: u32,
        /// And has lost now.
        new: u32,
        /// Its Fatigue before.
        fatigue_was: u32,
        /// Its Fatigue now.
        fatigue_now: u32,
    },
    /// A hit of a foe has landed on somebody: a rider may follow.
    Struck {
        /// The foe.
        who: Thing,
        /// Whom it hit.
        whom: Thing,
    },
    /// The rider on that hit was used.
    Ridden {
        /// The foe.
        who: Thing,
        /// Whom it had hit.
        whom: Thing,
    },
}

/// How one that went into another is out; said of it, and known again when it is asked after.
#[must_use]
pub fn part_of(into: &str) -> String {
    format!("part of {into}")
}

impl State {
    /// Applies a fact about foes, or changes nothing.
    pub(super) fn apply_foe(&mut self, fact: &FoeFact) -> Result<(), Misfit> {
        match fact {
            FoeFact::Split {
                who,
                old,
                new,
                part,
                foe,
            } => {
                same("Resilience lost", old, &self.foe_there(*who)?.lost)?;
                self.new_id(*part)?;
                self.last_id = part.id;
                *Arc::make_mut(&mut self.scene)
                    .named
                    .entry(foe.def.clone())
                    .or_default() += 1;
                self.with_foe(*who, |one| one.lost = *new);
                Arc::make_mut(&mut self.foes).insert(part.id, (**foe).clone());
                let bands: Vec<_> = self
                    .bands
                    .iter()
                    .filter(|(a, b, _)| a == who || b == who)
                    .map(|(a, b, band)| {
                        let other = if a == who { *b } else { *a };
                        (other.min(*part), other.max(*part), *band)
                    })
                    .collect();
                Arc::make_mut(&mut self.bands).extend(bands);
            }
            FoeFact::Merged {
                part,
                into,
                old,
                new,
                fatigue_was,
                fatigue_now,
            } => {
                let one = self.foe_there(*into)?;
                same("Resilience lost", old, &one.lost)?;
                same("Fatigue", fatigue_was, &one.body.fatigue)?;
                let how = part_of(&one.name);
                same("defeated", &None, &self.foe_there(*part)?.defeated)?;
                self.with_foe(*into, |one| {
                    one.lost = *new;
                    one.body.fatigue = *fatigue_now;
                });
                self.with_foe(*part, |one| one.defeated = Some(how));
            }
            FoeFact::Struck { who, whom } => {
                self.foe_there(*who)?;
                self.with_foe(*who, |foe| {
                    foe.struck.retain(|other| other != whom);
                    foe.struck.push(*whom);
                });
            }
            FoeFact::Ridden { who, whom } => {
                let there = self.foe_there(*who)?.struck.contains(whom);
                same("struck", &true, &there)?;
                self.with_foe(*who, |foe| foe.struck.retain(|other| other != whom));
            }
        }
        Ok(())
    }

    fn foe_there(&self, who: Thing) -> Result<&Foe, Misfit> {
        self.foe(who.id)
            .filter(|_| who.kind == ThingKind::Foe)
            .ok_or_else(|| missing(who))
    }
}

impl FoeFact {
    /// The foes it is about.
    #[must_use]
    pub fn about(&self) -> Vec<Thing> {
        match self {
            FoeFact::Split { who, .. }
            | FoeFact::Struck { who, .. }
            | FoeFact::Ridden { who, .. } => vec![*who],
            FoeFact::Merged { part, into, .. } => vec![*part, *into],
        }
    }
}

/// How many letters of each definition are in use by foes that stand: "Ash Rat" is the first, "Ash Rat C" the third.
pub(super) fn letters(
    foes: &std::collections::BTreeMap<u32, Foe>,
) -> std::collections::BTreeMap<String, u32> {
    let mut used = std::collections::BTreeMap::new();
    for foe in foes.values() {
        if foe.defeated.is_some() || foe.body.away {
            continue;
        }
        let Some(rest) = foe.name.strip_prefix(&foe.def) else {
            continue;
        };
        let letters = rest.strip_prefix(' ').unwrap_or(rest);
        let n = match letters {
            "" => 1,
            letters if letters.len() <= 3 && letters.chars().all(|c| c.is_ascii_uppercase()) => {
                letters
                    .bytes()
                    .fold(0, |n, c| n * 26 + u32::from(c - b'A') + 1)
            }
            _ => continue,
        };
        let most = used.entry(foe.def.clone()).or_insert(0);
        *most = n.max(*most);
    }
    used
}

//! Reading the files again: a new generation beside the running one, taken when all of it holds; else the last good
//! stays, and the report says why. A reload never defeats, fills or kills.

use std::sync::Arc;

use super::{Runtime, campaign, moved, report};
use crate::rules::ids::{Thing, ThingKind};
use crate::script::diagnostic::Look;
use crate::script::folder::Files;
use crate::script::outcome::Line;
use crate::script::prompt;
use crate::script::world::{Faults, World};
use crate::table::catalog::Catalog;
use crate::table::event::Event;
use crate::table::journal::Record;
use crate::table::state::State;

/// Foes whose definition is gone: they go on with their last numbers.
pub(super) fn orphans(state: &State, catalog: &Catalog) -> Vec<Line> {
    state
        .foes_present()
        .filter_map(|thing| state.foe(thing.id))
        .filter(|foe| catalog.adversaries.get(&foe.def).is_none())
        .map(|foe| {
            Line::notice(format!(
                "{} has lost its definition ({}): it goes on with its last numbers, without moves",
                foe.name, foe.def
            ))
        })
        .collect()
}

impl Runtime {
    /// Reads the campaign's files again. Empty when nothing has changed.
    pub fn reload(&mut self) -> Vec<Line> {
        let Some(root) = self.root.clone() else {
            return Vec::new();
        };
        self.reload_from(Files::scan(&root))
    }

    /// Takes these files instead of the ones it has.
    pub fn reload_from(&mut self, files: Files) -> Vec<Line> {
        if files.hash == self.files.hash {
            return Vec::new();
        }
        let mut lines = Vec::new();
        let refused = |runtime: &mut Runtime,
                       faults: Vec<crate::script::diagnostic::Diagnostic>| {
            let mut lines = vec![Line::notice(if runtime.left_out {
                "the files are not taken over until all of this is mended"
            } else {
                "the files are not taken over: older code runs until this is mended"
            })];
            lines.extend(
                faults
                    .iter()
                    .map(|fault| Line::notice(fault.to_text(&Look::default()))),
            );
            runtime.older = faults;
            // What was read is remembered, so that the same fault is told once.
            runtime.files.hash = files.hash;
            lines
        };
        let mut read = match campaign::read(&files) {
            Ok(read) => read,
            Err(faults) => return refused(self, faults),
        };
        let sheet_faults: Vec<_> = read
            .problems
            .iter()
            .filter(|fault| fault.is_error())
            .cloned()
            .collect();
        read.setting.known = self.world.catalog.all_numbers();
        let built = World::build(
            &files,
            &read.setting,
            &self.limits,
            Arc::clone(&self.interrupt),
            &self.natives,
            Faults::Refuse,
            false,
        );
        let mut world = match built {
            Ok(world) if sheet_faults.is_empty() => world,
            // All that is wrong at once, so that one save can mend it.
            Ok(_) => return refused(self, sheet_faults),
            Err(faults) => {
                return refused(self, sheet_faults.into_iter().chain(faults).collect());
            }
        };
        read.against(&world.catalog);
        let armors = read.problems.iter().filter(|fault| fault.is_error());
        let armors: Vec<_> = armors.cloned().collect();
        if !armors.is_empty() {
            return refused(self, armors);
        }
        let advice = read.problems.iter().filter(|fault| !fault.is_error());
        world.warnings.extend(advice.cloned());
        let renames = moved::renamed(&self.sources(), &files);
        lines.extend(report::changes(
            &self.files,
            &files,
            &renames,
            &self.world.catalog,
            &world.catalog,
        ));
        let mended = !self.older.is_empty();
        let (variables, dropped) = prompt::variables(&self.world.generation);
        let _ = prompt::restore(&world.lua, &world.generation, &variables);
        if !dropped.is_empty() {
            lines.push(Line::notice(format!(
                "the prompt's functions are dropped: {}",
                dropped.join(", ")
            )));
        }
        let menu = crate::script::generation::lock(&self.world.generation.menu).clone();
        *crate::script::generation::lock(&world.generation.menu) = menu;
        lines.extend(
            world
                .warnings
                .iter()
                .filter(|w| !self.world.warnings.contains(w))
                .map(|w| Line::notice(w.to_line())),
        );
        let old_catalog = Arc::clone(&self.world.catalog);
        self.world = world;
        self.files = files;
        self.left_out = false;
        self.setting = read.setting;
        self.older.clear();
        if mended {
            lines.push(Line::notice("mended: the newest code runs"));
        }
        // Each is told when it comes about, not at every save.
        let (catalog, state) = (&self.world.catalog, &self.state);
        lines.extend(news(shrunk(state, catalog), &shrunk(state, &old_catalog)));
        lines.extend(news(orphans(state, catalog), &orphans(state, &old_catalog)));
        let hashes = self.sources();
        if hashes != self.last_sources
            && let Some(journal) = &mut self.journal
        {
            match journal.append(&Record::Reload {
                hashes: hashes.clone(),
            }) {
                Ok(()) => self.last_sources = hashes,
                Err(error) => lines.push(Line::notice(format!(
                    "the reload isn't in the session file: {error}"
                ))),
            }
        }
        if let Some((input, _)) = &mut self.open {
            input.reloaded = true;
            self.party_waits = true;
            self.renames_wait.extend(renames);
            self.orphans_wait = true;
        } else {
            self.follow_renames(&renames, &mut lines);
            self.keep_last_numbers(&mut lines);
            self.sync_party(&read.party, &mut lines);
        }
        self.tell_history();
        lines
    }

    /// Foes whose definition is gone keep its last numbers, over a restart too.
    pub(super) fn keep_last_numbers(&mut self, lines: &mut Vec<Line>) {
        let catalog = &self.world.catalog;
        let foes = self.state.foes_present();
        let events: Vec<Event> = foes
            .filter_map(|who| {
                let foe = self.state.foe(who.id)?;
                let gone = catalog.adversaries.get(&foe.def).is_none();
                let last = catalog
                    .known
                    .get(&foe.def)
                    .filter(|last| gone && **last != foe.last)?;
                Some(Event::Orphaned {
                    who,
                    old: Box::new(foe.last.clone()),
                    new: Box::new(last.clone()),
                })
            })
            .collect();
        if !events.is_empty()
            && let Err(fault) = self.record_facts("a definition is gone", events)
        {
            lines.push(Line::notice(format!(
                "the last numbers are not in the session file: {}",
                fault.to_line()
            )));
        }
    }
}

/// Foes that the numbers would leave nothing: they stay, and the GM is offered the act.
fn shrunk(state: &State, catalog: &Catalog) -> Vec<Line> {
    state
        .foes_present()
        .filter_map(|who: Thing| state.foe(who.id).filter(|_| who.kind == ThingKind::Foe))
        .filter_map(|foe| {
            let def = catalog.adversaries.get(&foe.def)?;
            let size = def.numbers().resilience_of(foe.phase as usize)?;
            (foe.lost >= size).then(|| {
                Line::notice(format!(
                    "{} has lost {} of now {size}: it stays at 1. If that ends it: defeat {}",
                    foe.name,
                    foe.lost,
                    foe.name.to_lowercase()
                ))
            })
        })
        .collect()
}

/// The lines that weren't there before.
fn news(now: Vec<Line>, before: &[Line]) -> impl Iterator<Item = Line> {
    now.into_iter().filter(|line| !before.contains(line))
}

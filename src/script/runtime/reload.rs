//! Reading the files again: a new generation beside the running one, taken when all of it holds; else the last good
//! stays, and the report says why. A reload never defeats, fills or kills.

use std::sync::Arc;

use super::{Runtime, campaign, report};
use crate::rules::ids::{Thing, ThingKind};
use crate::script::diagnostic::Look;
use crate::script::folder::Files;
use crate::script::outcome::Line;
use crate::script::prompt;
use crate::script::world::{Faults, World};
use crate::table::catalog::Catalog;
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
            let mut lines = vec![Line::notice(
                "the files are not taken over: older code runs until this is mended",
            )];
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
        if !sheet_faults.is_empty() {
            return refused(self, sheet_faults);
        }
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
        let world = match built {
            Ok(world) => world,
            Err(faults) => return refused(self, faults),
        };
        lines.extend(report::changes(
            &self.files,
            &files,
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
        self.world = world;
        self.files = files;
        self.setting = read.setting;
        self.older.clear();
        if mended {
            lines.push(Line::notice("mended: the newest code runs"));
        }
        lines.extend(self.shrunk());
        lines.extend(orphans(&self.state, &self.world.catalog));
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
        } else {
            self.sync_party(&read.party, &mut lines);
        }
        self.tell_history();
        lines
    }

    /// Foes that the new numbers would leave nothing: they stay, and the GM is offered the act.
    fn shrunk(&self) -> Vec<Line> {
        self.state
            .foes_present()
            .filter_map(|who: Thing| {
                self.state
                    .foe(who.id)
                    .filter(|_| who.kind == ThingKind::Foe)
            })
            .filter_map(|foe| {
                let def = self.world.catalog.adversaries.get(&foe.def)?;
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
}

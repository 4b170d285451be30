//! A world: one generation of scripts, built from the files, or refused as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use mlua::Lua;

use super::define::drafts;
use super::diagnostic::{Diagnostic, Place as Shown};
use super::folder::{Files, SourceFile};
use super::generation::{Generation, Manner, lock};
use super::limits::Limits;
use super::load_budget::Budget;
use super::loading::Loading;
use super::modules::{self, Loader};
use super::native::Native;
use super::{references, sandbox, stock, translate};
use crate::rules::switches::Switches;
use crate::table::catalog::{Catalog, FoeNumbers, Named, Place, Scope, TimerDef};

/// A generation of scripts that has loaded.
pub struct World {
    /// The VM.
    pub lua: Lua,
    /// What host functions share.
    pub generation: Arc<Generation>,
    /// The definitions.
    pub catalog: Arc<Catalog>,
    /// Advice on the files.
    pub warnings: Vec<Diagnostic>,
    /// Scripts that were left out, and why; empty unless asked for.
    pub left_out: Vec<Diagnostic>,
}

/// What campaign.yaml says, for a world.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// Title.
    pub title: String,
    /// Switches.
    pub switches: Switches,
    /// Lines.
    pub lines: Vec<String>,
    /// Veils.
    pub veils: Vec<String>,
    /// Dials: how much of something there is to be.
    pub dials: std::collections::BTreeMap<String, crate::table::accord::Dial>,
    /// Without the stock library.
    pub bare: bool,
    /// Numbers of the adversaries that had a definition before this reload: foes of theirs go on with them.
    pub known: BTreeMap<String, FoeNumbers>,
}

/// How faults in scripts are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faults {
    /// Any fault refuses the whole (a reload: last good stays).
    Refuse,
    /// A broken script and what requires it are left out, the rest plays (a start).
    LeaveOut,
}

impl World {
    /// Builds a world of the campaign's scripts (and of its tests, when they are to run).
    ///
    /// # Errors
    /// All faults, when faults refuse the whole.
    pub fn build(
        files: &Files,
        setting: &Setting,
        limits: &Limits,
        interrupt: Arc<AtomicBool>,
        natives: &[Native],
        faults: Faults,
        with_tests: bool,
    ) -> Result<World, Vec<Diagnostic>> {
        let generation = Generation::new(limits.clone(), interrupt);
        let stock = (!setting.bare).then(stock::stock);
        generation.reserve(stock.map_or(0, stock::Stock::functions));
        let vm = |error: mlua::Error| vec![translate::error(&error)];
        let lua = sandbox::build(&generation, natives).map_err(vm)?;
        let mut loading = Loading {
            catalog: built_in(setting, stock),
            ..Loading::default()
        };
        loading.script = None;
        *lock(&generation.loading) = Some(loading);
        generation.begin(None, Manner::default());

        let mut scripts: Vec<SourceFile> = files.scripts.clone();
        if with_tests {
            scripts.extend(files.tests.iter().cloned());
        }
        // What can be rolled is known before anything rolls it: a campaign's own skills are read first.
        scripts.sort_by_key(|file| super::define::frame::skills_in(&file.text).is_empty());
        let loader = Loader::new(&lua, &generation, &scripts);
        let mut warnings = Vec::new();
        let mut budget = Budget::new(limits, scripts.len());
        for file in &scripts {
            budget.next(&generation);
            let _ = modules::load(&loader, &file.path);
            budget.took(&generation);
            warnings.extend(super::syntax::forgotten::forgotten(&file.path, &file.text));
        }
        let mut left_out: Vec<Diagnostic> = files
            .problems
            .iter()
            .filter(|p| p.is_error())
            .cloned()
            .collect();
        left_out.extend(lock(&loader).faults().values().cloned());
        let loading = lock(&generation.loading).take().unwrap_or_default();
        warnings.extend(loading.warnings.iter().cloned());
        warnings.extend(files.problems.iter().filter(|p| !p.is_error()).cloned());
        let mut broken: BTreeSet<String> = lock(&loader).faults().keys().cloned().collect();

        left_out.extend(unfinished(&loading, &broken));
        let mut catalog = loading.catalog;
        catalog.hooks = loading.hooks.into_iter().map(|(_, hook)| hook).collect();
        let (adversaries, errors, advice) = drafts::finish(
            loading.adversaries,
            stock.map_or(&[], |stock| &stock.drafts),
        );
        left_out.extend(errors);
        warnings.extend(advice);
        for def in adversaries {
            let name = def.name.clone();
            catalog.adversaries.add(&name, def);
        }
        // A name that only a broken script may have is no fault of those who say it.
        let lost: Vec<&str> = scripts
            .iter()
            .filter(|file| broken.contains(&file.path))
            .map(|file| &*file.text)
            .collect();
        for fault in references::references(&catalog, false, &lost) {
            if fault.is_error() {
                broken.extend(fault.place.iter().map(|place| place.file.clone()));
                left_out.push(fault);
            } else {
                warnings.push(fault);
            }
        }
        if faults == Faults::LeaveOut {
            prune(&mut catalog, &broken, stock);
        } else if !left_out.is_empty() {
            return Err(left_out);
        }
        let catalog = Arc::new(catalog);
        generation.set_catalog(Arc::clone(&catalog));
        generation.end();
        Ok(World {
            lua,
            generation,
            catalog,
            warnings,
            left_out,
        })
    }
}

/// A place of the catalog, as diagnostics have it.
#[must_use]
pub fn shown(place: &Place) -> Shown {
    Shown::line(place.file.to_string(), place.line)
}

/// Words without a body, and parts outside of a whole. What a script that broke had begun is no second fault.
pub(super) fn unfinished(loading: &Loading, broken: &BTreeSet<String>) -> Vec<Diagnostic> {
    let whole = |place: &Place| !broken.contains(&*place.file);
    let mut faults = Vec::new();
    for pending in loading.pending.iter().filter(|one| whole(&one.place)) {
        let place = shown(&pending.place);
        faults.push(
            Diagnostic::error(
                "no_body",
                format!(
                    "{} {:?} has no body, so nothing is declared",
                    pending.word, pending.name
                ),
            )
            .at(place)
            .help(format!("{} \"{}\" {{ … }}", pending.word, pending.name)),
        );
    }
    for (_, word, name, place) in &loading.loose {
        if *word == "hook" || !whole(place) {
            continue;
        }
        let home = match *word {
            "move" => "an adversary or a phase",
            "phase" | "deed" => "an adversary",
            "card" => "a deck or a region",
            "at" => "a timer",
            _ => "a command",
        };
        faults.push(
            Diagnostic::error(
                "loose_part",
                format!("{word} {name:?} stands alone: it belongs inside {home}"),
            )
            .at(shown(place)),
        );
    }
    faults
}

/// What there is before the campaign says anything: the stock library, or the rulebook's timers alone.
fn built_in(setting: &Setting, stock: Option<&stock::Stock>) -> Catalog {
    Catalog {
        switches: setting.switches,
        lines: setting.lines.clone(),
        veils: setting.veils.clone(),
        dials: setting.dials.clone(),
        title: setting.title.clone(),
        known: setting.known.clone(),
        ..stock.map_or_else(rulebook, |stock| stock.catalog.clone())
    }
}

/// What there is without any script: timers that the rulebook names.
pub(super) fn rulebook() -> Catalog {
    let mut catalog = Catalog::default();
    for (name, size, kind, text) in [
        (
            "Supply",
            4,
            "supply",
            "What is missing from the packs (rules/06 §4).",
        ),
        (
            "Travel",
            4,
            "travel",
            "The leg of the journey: full, the party arrives (rules/06 §1).",
        ),
        (
            "Campaign",
            8,
            "campaign",
            "Full: the Crown confrontation (rules/07 §3).",
        ),
    ] {
        let def = TimerDef {
            name: name.to_owned(),
            size,
            kind: kind.to_owned(),
            scope: Scope::Campaign,
            text: text.to_owned(),
            ..TimerDef::default()
        };
        catalog.timers.add(name, def);
    }
    catalog
}

/// Takes out what a broken script had declared before it broke; what it had replaced of the stock library is back.
fn prune(catalog: &mut Catalog, broken: &BTreeSet<String>, stock: Option<&stock::Stock>) {
    if broken.is_empty() {
        return;
    }
    let gone = |place: &Place| broken.contains(&*place.file);
    let none = Catalog::default();
    let was = stock.map_or(&none, |stock| &stock.catalog);
    retain(&mut catalog.adversaries, &was.adversaries, |def| {
        !gone(&def.place)
    });
    retain(&mut catalog.timers, &was.timers, |def| !gone(&def.place));
    retain(&mut catalog.decks, &was.decks, |def| !gone(&def.place));
    retain(&mut catalog.conditions, &was.conditions, |def| {
        !gone(&def.hook.place)
    });
    retain(&mut catalog.fears, &was.fears, |def| !gone(&def.place));
    retain(&mut catalog.armors, &was.armors, |def| !gone(&def.place));
    retain(&mut catalog.hazards, &was.hazards, |def| !gone(&def.place));
    retain(&mut catalog.talents, &was.talents, |def| !gone(&def.place));
    retain(&mut catalog.frames, &was.frames, |def| !gone(&def.place));
    retain(&mut catalog.own_skills, &was.own_skills, |def| {
        !gone(&def.place)
    });
    retain(&mut catalog.weapons, &was.weapons, |def| !gone(&def.place));
    retain(&mut catalog.commands, &was.commands, |def| {
        !gone(&def.place)
    });
    retain(&mut catalog.units, &was.units, |def| !gone(&def.place));
    catalog.hooks.retain(|hook| !gone(&hook.place));
    catalog.observers.retain(|one| !gone(&one.place));
    catalog.modifiers.retain(|one| !gone(&one.place));
    catalog.overrides.retain(|one| !gone(&one.place));
    catalog.tests.retain(|one| !gone(&one.place));
}

fn retain<T>(named: &mut Named<T>, was: &Named<T>, keep: impl Fn(&T) -> bool) {
    named.retain(keep);
    named.back(was);
}

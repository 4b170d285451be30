//! A world: one generation of scripts, built from the files, or refused as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use mlua::chunk::ChunkMode;
use mlua::{Lua, Table, Value};

use super::define::drafts;
use super::diagnostic::{Diagnostic, Place as Shown};
use super::folder::{Files, SourceFile};
use super::generation::{Generation, Manner, lock};
use super::limits::Limits;
use super::loading::Loading;
use super::native::Native;
use super::sandbox;
use super::translate;
use crate::rules::switches::Switches;
use crate::table::catalog::{Catalog, Do, Named, Place, Scope, TimerDef};
use crate::table::{names, show};

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
}

/// How faults in scripts are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faults {
    /// Any fault refuses the whole (a reload: last good stays).
    Refuse,
    /// A broken script and what requires it are left out, the rest plays (a start).
    LeaveOut,
}

/// Modules of the standard library that ship inside the program.
pub const STDLIB: &[(&str, &str)] = &[("names", include_str!("../../stdlib/names.luau"))];

struct Loader {
    lua: Lua,
    generation: Arc<Generation>,
    sources: BTreeMap<String, SourceFile>,
    done: BTreeMap<String, Value>,
    faults: BTreeMap<String, Diagnostic>,
    open: Vec<String>,
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
        let vm = |error: mlua::Error| vec![translate::error(&error)];
        let lua = sandbox::build(&generation, natives).map_err(vm)?;
        let mut loading = Loading {
            catalog: built_in(setting),
            ..Loading::default()
        };
        loading.script = None;
        *lock(&generation.loading) = Some(loading);
        generation.begin(None, Manner::default());

        let mut scripts: Vec<SourceFile> = files.scripts.clone();
        if with_tests {
            scripts.extend(files.tests.iter().cloned());
        }
        let loader = Arc::new(Mutex::new(Loader {
            lua: lua.clone(),
            generation: Arc::clone(&generation),
            sources: scripts
                .iter()
                .map(|file| (file.path.clone(), file.clone()))
                .collect(),
            done: BTreeMap::new(),
            faults: BTreeMap::new(),
            open: Vec::new(),
        }));
        let mut warnings = Vec::new();
        for file in &scripts {
            generation.rearm();
            let _ = load(&loader, &file.path);
            warnings.extend(super::syntax::forgotten::forgotten(&file.path, &file.text));
        }
        let mut left_out: Vec<Diagnostic> = files
            .problems
            .iter()
            .filter(|p| p.is_error())
            .cloned()
            .collect();
        left_out.extend(lock(&loader).faults.values().cloned());
        let loading = lock(&generation.loading).take().unwrap_or_default();
        let mut catalog = loading.catalog;
        warnings.extend(loading.warnings);
        warnings.extend(files.problems.iter().filter(|p| !p.is_error()).cloned());
        let broken: BTreeSet<String> = lock(&loader).faults.keys().cloned().collect();

        for pending in &loading.pending {
            let place = shown(&pending.place);
            left_out.push(
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
        for (number, word, name, place) in &loading.loose {
            if *word == "hook" {
                continue;
            }
            let _ = number;
            let home = match *word {
                "move" => "an adversary or a phase",
                "phase" | "deed" => "an adversary",
                "card" => "a deck or a region",
                "at" => "a timer",
                _ => "a command",
            };
            left_out.push(
                Diagnostic::error(
                    "loose_part",
                    format!("{word} {name:?} stands alone: it belongs inside {home}"),
                )
                .at(shown(place)),
            );
        }
        catalog.hooks = loading.hooks.into_iter().map(|(_, hook)| hook).collect();
        let (adversaries, errors, advice) = drafts::finish(loading.adversaries);
        left_out.extend(errors);
        warnings.extend(advice);
        for def in adversaries {
            let name = def.name.clone();
            catalog.adversaries.add(&name, def);
        }
        if faults == Faults::LeaveOut {
            prune(&mut catalog, &broken);
        } else if !left_out.is_empty() {
            return Err(left_out);
        }
        references(&catalog, &mut warnings);
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

fn shown(place: &Place) -> Shown {
    Shown::line(place.file.to_string(), place.line)
}

/// What there is without any script: timers that the rulebook names.
fn built_in(setting: &Setting) -> Catalog {
    let mut catalog = Catalog {
        switches: setting.switches,
        lines: setting.lines.clone(),
        veils: setting.veils.clone(),
        title: setting.title.clone(),
        ..Catalog::default()
    };
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

/// Takes out what a broken script had declared before it broke.
fn prune(catalog: &mut Catalog, broken: &BTreeSet<String>) {
    if broken.is_empty() {
        return;
    }
    let gone = |place: &Place| broken.contains(&*place.file);
    retain(&mut catalog.adversaries, |def| !gone(&def.place));
    retain(&mut catalog.timers, |def| !gone(&def.place));
    retain(&mut catalog.decks, |def| !gone(&def.place));
    retain(&mut catalog.conditions, |def| !gone(&def.hook.place));
    retain(&mut catalog.talents, |def| !gone(&def.place));
    retain(&mut catalog.commands, |def| !gone(&def.place));
    catalog.hooks.retain(|hook| !gone(&hook.place));
    catalog.observers.retain(|one| !gone(&one.place));
    catalog.modifiers.retain(|one| !gone(&one.place));
    catalog.overrides.retain(|one| !gone(&one.place));
    catalog.tests.retain(|one| !gone(&one.place));
}

fn retain<T: Clone>(named: &mut Named<T>, keep: impl Fn(&T) -> bool) {
    let kept: Vec<(String, T)> = named
        .names()
        .map(str::to_owned)
        .collect::<Vec<_>>()
        .into_iter()
        .filter_map(|name| named.get(&name).map(|def| (name.clone(), (**def).clone())))
        .filter(|(_, def)| keep(def))
        .collect();
    *named = Named::default();
    for (name, def) in kept {
        named.add(&name, def);
    }
}

/// Names in effects tables that nothing has: text that says "tick the timer" must tick one.
fn references(catalog: &Catalog, warnings: &mut Vec<Diagnostic>) {
    for def in catalog.adversaries.iter() {
        let phases = def.phases.iter().flat_map(|phase| phase.moves.iter());
        for one in def.moves.iter().chain(phases) {
            let outcomes = one.resist.iter().flat_map(|resist| {
                let o = &resist.outcomes;
                [
                    &o.on_success,
                    &o.on_clean,
                    &o.on_fail,
                    &o.on_partial,
                    &o.on_miss,
                ]
            });
            for part in outcomes.chain([&one.run]) {
                named(
                    catalog,
                    warnings,
                    &one.place,
                    &format!("move {} of {}", one.name, def.name),
                    part,
                );
            }
        }
        for hook in &def.hooks {
            for part in hook.on.values() {
                named(
                    catalog,
                    warnings,
                    &hook.place,
                    &format!("{} of {}", hook.name, def.name),
                    part,
                );
            }
        }
    }
    for def in catalog.timers.iter() {
        for part in def
            .at
            .iter()
            .map(|at| &at.what)
            .chain([&def.on_tick, &def.on_fill])
        {
            named(
                catalog,
                warnings,
                &def.place,
                &format!("timer {}", def.name),
                part,
            );
        }
        if let Some(other) = &def.against
            && catalog.timers.get(other).is_none()
        {
            let why = names::unknown("timer", other, catalog.timers.names());
            warnings.push(
                Diagnostic::warning(
                    "unknown_name",
                    format!("against of timer {}: {why}", def.name),
                )
                .at(shown(&def.place)),
            );
        }
    }
    for def in catalog.decks.iter() {
        for card in &def.cards {
            named(
                catalog,
                warnings,
                &def.place,
                &format!("card {} of {}", card.title, def.name),
                &card.on_draw,
            );
        }
    }
}

fn named(catalog: &Catalog, warnings: &mut Vec<Diagnostic>, place: &Place, what: &str, part: &Do) {
    let Some(fx) = &part.fx else { return };
    let mut faults = Vec::new();
    for name in fx.tick.iter().map(|(name, _)| name).chain(&fx.start) {
        if catalog.timers.get(name).is_none() {
            faults.push(names::unknown("timer", name, catalog.timers.names()));
        }
    }
    for (name, _) in &fx.spawn {
        if catalog.adversaries.get(name).is_none() {
            faults.push(names::unknown(
                "adversary",
                name,
                catalog.adversaries.names(),
            ));
        }
    }
    if let Some(name) = &fx.apply
        && catalog.conditions.get(name).is_none()
        && crate::rules::conditions::condition(name).is_err()
    {
        let native = crate::rules::conditions::CONDITIONS
            .iter()
            .map(|one| one.name);
        faults.push(names::unknown(
            "condition",
            name,
            catalog.conditions.names().chain(native),
        ));
    }
    warnings.extend(
        faults.into_iter().map(|why| {
            Diagnostic::warning("unknown_name", format!("{what}: {why}")).at(shown(place))
        }),
    );
}

/// Loads a module once; what it gives back is its value.
fn load(loader: &Arc<Mutex<Loader>>, path: &str) -> Result<Value, Diagnostic> {
    let (lua, generation, file) = {
        let mut inner = lock(loader);
        if let Some(value) = inner.done.get(path) {
            return Ok(value.clone());
        }
        if let Some(fault) = inner.faults.get(path) {
            return Err(fault.clone());
        }
        if inner.open.iter().any(|open| open == path) {
            let mut round: Vec<String> = inner
                .open
                .iter()
                .skip_while(|open| *open != path)
                .cloned()
                .collect();
            round.push(path.to_owned());
            return Err(Diagnostic::error(
                "require_cycle",
                format!(
                    "modules require each other in a circle: {}",
                    round.join(" → ")
                ),
            ));
        }
        let Some(file) = inner.sources.get(path).cloned() else {
            return Err(Diagnostic::error("require", format!("there is no {path}")));
        };
        inner.open.push(path.to_owned());
        (inner.lua.clone(), Arc::clone(&inner.generation), file)
    };
    let result = run(loader, &lua, &generation, &file);
    let mut inner = lock(loader);
    inner.open.pop();
    match result {
        Ok(value) => {
            inner.done.insert(path.to_owned(), value.clone());
            Ok(value)
        }
        Err(fault) => {
            inner.faults.insert(path.to_owned(), fault.clone());
            Err(fault)
        }
    }
}

fn run(
    loader: &Arc<Mutex<Loader>>,
    lua: &Lua,
    generation: &Arc<Generation>,
    file: &SourceFile,
) -> Result<Value, Diagnostic> {
    let explained = |error: &mlua::Error| {
        let stopped = generation.end_stop();
        let diagnostic = match stopped {
            Some(stop) => translate::stop(&stop).at(Shown::file(&file.path)),
            None => translate::error(error),
        };
        let same = diagnostic
            .place
            .as_ref()
            .is_none_or(|place| place.file == file.path);
        if same {
            at_its_key(diagnostic, &file.text).source(Arc::clone(&file.text))
        } else {
            diagnostic
        }
    };
    let built = || -> mlua::Result<(mlua::Function, Table)> {
        let tables = super::raise::tables(generation)?;
        let env = sandbox::environment(lua, &tables.globals, &file.path)?;
        env.raw_set("require", requirer(loader, lua, &file.path)?)?;
        let function = lua
            .load(&*file.text)
            .set_name(format!("@{}", file.path))
            .set_mode(ChunkMode::Text)
            .set_environment(env.clone())
            .into_function()?;
        Ok((function, env))
    };
    let (function, env) = built().map_err(|error| explained(&error))?;
    let value = function
        .call::<Value>(())
        .map_err(|error| explained(&error))?;
    // What a script set at load stays as it is: its environment and what it exports are frozen.
    env.set_readonly(true);
    if let Value::Table(exports) = &value {
        deep_freeze(exports, 0);
    }
    Ok(value)
}

/// Moves a fault of a definition from the definition's first line to the key it is about.
fn at_its_key(diagnostic: Diagnostic, text: &str) -> Diagnostic {
    let (Some(key), Some(place)) = (diagnostic.note.clone(), diagnostic.place.clone()) else {
        return diagnostic;
    };
    let Some(line) = place.line else {
        return diagnostic;
    };
    let from = line.saturating_sub(1) as usize;
    for (n, words) in text.lines().enumerate().skip(from) {
        let mut start = 0;
        while let Some(at) = words[start..].find(&key).map(|at| at + start) {
            let before = words[..at]
                .chars()
                .last()
                .is_none_or(|c| !c.is_alphanumeric() && c != '_');
            let after = words[at + key.len()..].trim_start();
            if before && after.starts_with('=') && !after.starts_with("==") {
                let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                let column = count(words[..at].chars().count() + 1);
                let place = Shown::line(place.file, count(n + 1))
                    .column(column)
                    .length(count(key.chars().count()));
                return diagnostic.at(place);
            }
            start = at + key.len();
        }
    }
    diagnostic
}

fn deep_freeze(table: &Table, depth: usize) {
    if depth > 64 || table.is_readonly() {
        return;
    }
    table.set_readonly(true);
    for (key, value) in table.pairs::<Value, Value>().flatten() {
        for inner in [key, value] {
            if let Value::Table(inner) = inner {
                deep_freeze(&inner, depth + 1);
            }
        }
    }
}

/// The `require` of one script: "@std/x", "./x", "../x", inside the campaign only.
fn requirer(loader: &Arc<Mutex<Loader>>, lua: &Lua, from: &str) -> mlua::Result<mlua::Function> {
    let (loader, from) = (Arc::downgrade(loader), from.to_owned());
    lua.create_function(move |lua, wanted: Value| {
        let Some(loader) = loader.upgrade() else {
            return Err(super::raise::raise_bad(
                lua,
                "require",
                "require is for the top of a file, while it loads",
            ));
        };
        let Some(wanted) = super::args::text(&wanted) else {
            return Err(super::raise::raise_bad(
                lua,
                "require",
                "require takes a path: require(\"./names\"), require(\"@std/names\")",
            ));
        };
        let path = resolve(&loader, &from, &wanted)
            .map_err(|why| super::raise::raise_bad(lua, "require", why))?;
        load(&loader, &path).map_err(|fault| {
            let generation = match super::raise::generation(lua) {
                Ok(generation) => generation,
                Err(error) => return error,
            };
            let message = format!("require({}): {}", show::quoted(&wanted), fault.to_line());
            super::raise::raise(lua, &generation, super::stop::bad("require", message))
        })
    })
}

fn resolve(loader: &Arc<Mutex<Loader>>, from: &str, wanted: &str) -> Result<String, String> {
    let shown = show::quoted(wanted);
    if let Some(name) = wanted.strip_prefix("@std/") {
        let Some((_, text)) = STDLIB.iter().find(|(module, _)| *module == name) else {
            return Err(names::unknown(
                "module of the standard library",
                name,
                STDLIB.iter().map(|(module, _)| *module),
            ));
        };
        let path = format!("@std/{name}.luau");
        let mut inner = lock(loader);
        let text: Arc<str> = (*text).into();
        let hash = blake3::hash(text.as_bytes());
        inner
            .sources
            .entry(path.clone())
            .or_insert_with(|| SourceFile {
                path: path.clone(),
                text,
                hash,
            });
        return Ok(path);
    }
    if !wanted.starts_with("./") && !wanted.starts_with("../") {
        return Err(format!(
            "require({shown}): a path begins with ./ or ../ (inside the campaign) or @std/"
        ));
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in wanted.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                if parts.pop().is_none() {
                    return Err(format!(
                        "require({shown}) leads out of the campaign's folder"
                    ));
                }
            }
            part => parts.push(part),
        }
    }
    let base = parts.join("/");
    let inner = lock(loader);
    let known = [
        base.clone(),
        format!("{base}.luau"),
        format!("{base}.lua"),
        format!("{base}/init.luau"),
    ];
    match known.iter().find(|path| inner.sources.contains_key(*path)) {
        Some(path) => Ok(path.clone()),
        None => {
            let stems: Vec<&str> = inner
                .sources
                .keys()
                .map(|path| path.trim_end_matches(".luau").trim_end_matches(".lua"))
                .collect();
            Err(format!(
                "require({shown}): {}",
                names::unknown("script", &base, &stems)
            ))
        }
    }
}

//! Scripts as modules: each runs once, in its own environment, with a `require` that stays inside the campaign.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use mlua::chunk::ChunkMode;
use mlua::{Lua, Table, Value};

use super::diagnostic::{Diagnostic, Place as Shown};
use super::folder::SourceFile;
use super::generation::{Generation, lock};
use super::sandbox;
use super::stock::{self, ROOT, is_stock};
use super::translate;
use crate::table::{names, show};

/// The modules of a world while it loads.
pub struct Loader {
    lua: Lua,
    generation: Arc<Generation>,
    sources: BTreeMap<String, SourceFile>,
    done: BTreeMap<String, Value>,
    faults: BTreeMap<String, Diagnostic>,
    open: Vec<String>,
}

/// A loader that scripts can reach while they load.
pub type Shared = Arc<Mutex<Loader>>;

impl Loader {
    /// A loader for these scripts.
    #[must_use]
    pub fn new(lua: &Lua, generation: &Arc<Generation>, scripts: &[SourceFile]) -> Shared {
        Arc::new(Mutex::new(Loader {
            lua: lua.clone(),
            generation: Arc::clone(generation),
            sources: scripts
                .iter()
                .map(|file| (file.path.clone(), file.clone()))
                .collect(),
            done: BTreeMap::new(),
            faults: BTreeMap::new(),
            open: Vec::new(),
        }))
    }
    /// The faults so far, by script.
    #[must_use]
    pub fn faults(&self) -> &BTreeMap<String, Diagnostic> {
        &self.faults
    }
}

/// Loads a module once; what it gives back is its value.
///
/// # Errors
/// What the script raises; a circle of modules; a path that is none.
pub fn load(loader: &Shared, path: &str) -> Result<Value, Diagnostic> {
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
        let own = inner.sources.get(path).cloned();
        let Some(file) = own.or_else(|| stock::source(path)) else {
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
    loader: &Shared,
    lua: &Lua,
    generation: &Arc<Generation>,
    file: &SourceFile,
) -> Result<Value, Diagnostic> {
    let explained = |error: &mlua::Error| {
        let stopped = generation.end_stop();
        let diagnostic = match stopped {
            Some(stop) => {
                let place = generation.stopped_at();
                translate::stop_at(&stop, place.or_else(|| Some(Shown::file(&file.path))))
            }
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
        // The host's own code is the only one that isn't compiled from its text each time.
        let function = match stock::code(&file.path) {
            Some(code) => lua.load(code).set_mode(ChunkMode::Binary),
            None => lua.load(file.text.as_bytes()).set_mode(ChunkMode::Text),
        }
        .set_name(format!("@{}", file.path))
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
fn requirer(loader: &Shared, lua: &Lua, from: &str) -> mlua::Result<mlua::Function> {
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

fn resolve(loader: &Shared, from: &str, wanted: &str) -> Result<String, String> {
    let shown = show::quoted(wanted);
    if let Some(name) = wanted.strip_prefix(ROOT) {
        let path = format!("{ROOT}{name}.luau");
        let own: Vec<String> = {
            let inner = lock(loader);
            let own = inner.sources.keys().filter(|path| is_stock(path));
            own.cloned().collect()
        };
        // The library itself, while it loads, has all of its files.
        let known: Vec<&str> = if own.is_empty() {
            stock::stock().modules().collect()
        } else {
            let names = own.iter().filter_map(|path| path.strip_prefix(ROOT));
            names
                .filter_map(|name| name.strip_suffix(".luau"))
                .collect()
        };
        return if known.contains(&name) {
            Ok(path)
        } else {
            Err(names::unknown("module of the stock library", name, &known))
        };
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

//! A VM that scripts can't leave, break for each other, or keep busy for ever.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use mlua::chunk::Compiler;
use mlua::{Function, Lua, Table, Value};

use super::generation::Generation;
use super::{fields, group, live, raise, verbs};
use crate::table::names;

/// Globals whose value follows the table: never cached by the compiler (it would freeze them at load).
pub const LIVE: [&str; 13] = [
    "units", "party", "roster", "foes", "timers", "decks", "sb", "scene", "exchange", "session",
    "safety", "travel", "store",
];

/// Globals of Luau that scripts don't have.
pub const GONE: [&str; 10] = [
    "loadstring",
    "getfenv",
    "setfenv",
    "newproxy",
    "collectgarbage",
    "_G",
    "os",
    "gcinfo",
    "vector",
    "integer",
];

/// Tables that host functions need again.
pub struct Tables {
    /// Verbs by name, dotted ones too.
    pub verbs: Table,
    /// Methods of groups.
    pub group_methods: Table,
    /// Luau's own `next` and `table`, as scripts can't change them.
    pub next: Function,
    /// The table library.
    pub library: Table,
    /// The globals that scripts see; read-only.
    pub globals: Table,
    /// The prompt's own environment: what its lines set, and nothing else.
    pub prompt: Table,
    /// The words that mean something already.
    pub words: BTreeSet<String>,
    /// Metatable of results: reads of missing fields are errors.
    pub results: Table,
    /// Metatables of results with fields that may be missing, by those fields.
    pub guards: Mutex<HashMap<String, Table>>,
    /// Constructors of frozen tables.
    pub shapes: super::shape::Shapes,
    /// `uses` of rolls, by their ratings.
    pub uses: Mutex<HashMap<String, Function>>,
}

/// The compiler for scripts and prompt lines.
#[must_use]
pub fn compiler() -> Compiler {
    Compiler::new()
        .set_optimization_level(1)
        .set_debug_level(1)
        .set_mutable_globals(LIVE)
        // The compiler works these out by itself, though the library is withheld, or the function replaced.
        .set_disabled_builtins(["vector.create", "typeof"])
}

/// Builds the VM of a generation, with the whole API in it.
///
/// # Errors
/// Out of memory.
pub fn build(generation: &Arc<Generation>, natives: &[super::native::Native]) -> mlua::Result<Lua> {
    let lua = Lua::new();
    lua.set_app_data(Arc::clone(generation));
    generation.belongs_to(&lua);
    lua.set_compiler(compiler());
    let globals = lua.globals();

    // `require` too: each file gets one of its own.
    super::kept::take_away_the_rest(&globals)?;
    let debug: Table = globals.raw_get("debug")?;
    let traceback: Value = debug.raw_get("traceback")?;
    let debug = lua.create_table()?;
    debug.raw_set("traceback", traceback)?;
    globals.raw_set("debug", debug)?;

    super::library::replace(&lua, &globals)?;

    let verbs = lua.create_table()?;
    for record in verbs::all() {
        let function = verbs::function(&lua, record)?;
        verbs.raw_set(record.name, function.clone())?;
        // Dotted ones hang on their chapter; `ask` is a plain table.
        if !record.name.contains('.') {
            globals.raw_set(record.name, function)?;
        }
    }
    let group_methods = group::methods(&lua)?;
    for name in ["ask", "rules"] {
        globals.raw_set(name, chapter(&lua, name, &verbs)?)?;
    }
    live::install(&lua, &globals)?;
    super::define::install(&lua, &globals)?;
    for native in natives {
        let name = native.name.as_str();
        if name == "store" || !globals.raw_get::<Value>(name)?.is_nil() {
            return Err(mlua::Error::runtime(format!(
                "{name} is a word of scripts already: register the function under another name"
            )));
        }
        let function = native.function(&lua)?;
        verbs.raw_set(name, function.clone())?;
        globals.raw_set(name, function)?;
    }

    let results = lua.create_table()?;
    results.raw_set(
        "__index",
        lua.create_function(|lua, (table, key): (Table, Value)| -> mlua::Result<Value> {
            let known: Vec<String> = table
                .pairs::<Value, Value>()
                .filter_map(|pair| pair.ok().and_then(|(key, _)| super::args::text(&key)))
                .collect();
            match super::args::text(&key) {
                Some(key) => Err(raise::raise_bad(
                    lua,
                    "unknown_field",
                    names::unknown("field", &key, &known),
                )),
                None => Ok(Value::Nil),
            }
        })?,
    )?;
    results.raw_set("__metatable", false)?;
    results.set_readonly(true);

    let next: Function = globals.raw_get("next")?;
    let library: Table = globals.raw_get("table")?;
    let words = unknown_globals(&lua, &globals)?;
    freeze(&globals, &mut Vec::new())?;
    fields::install(&lua)?;
    lua.sandbox(true)?;
    let seen = lua.globals();

    let prompt = prompt_environment(&lua, &seen)?;
    let tables = Tables {
        verbs,
        group_methods,
        next,
        library,
        globals: seen,
        prompt,
        words,
        results,
        guards: Mutex::default(),
        shapes: super::shape::Shapes::default(),
        uses: Mutex::default(),
    };
    let _ = generation.tables.set(tables);

    lua.set_memory_limit(lua.used_memory() + generation.limits.memory)?;
    generation.watch(&lua);
    Ok(lua)
}

fn chapter(lua: &Lua, name: &str, verbs: &Table) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    let mut known = Vec::new();
    for record in verbs::all() {
        if let Some(rest) = record
            .name
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix('.'))
        {
            table.raw_set(rest, verbs.raw_get::<Function>(record.name)?)?;
            known.push(rest);
        }
    }
    let meta = lua.create_table()?;
    let what = format!("verb of {name}");
    meta.raw_set(
        "__index",
        lua.create_function(
            move |lua, (_, key): (Value, Value)| -> mlua::Result<Value> {
                let key = super::args::text(&key).unwrap_or_else(|| super::args::shown(&key));
                Err(raise::raise_bad(
                    lua,
                    "unknown_name",
                    names::unknown(&what, &key, &known),
                ))
            },
        )?,
    )?;
    meta.raw_set("__metatable", false)?;
    table.set_metatable(Some(meta))?;
    Ok(table)
}

/// A script's own environment: what it sets is its own, what it reads falls back on the API.
///
/// # Errors
/// Out of memory.
pub fn environment(lua: &Lua, globals: &Table, script: &str) -> mlua::Result<Table> {
    let env = lua.create_table()?;
    env.raw_set("store", super::saved::store(lua, script)?)?;
    let meta = lua.create_table()?;
    meta.raw_set("__index", globals)?;
    meta.raw_set("__metatable", false)?;
    meta.set_readonly(true);
    env.set_metatable(Some(meta))?;
    env.set_safeenv(true);
    Ok(env)
}

/// The prompt's environment: as a script's, and words of the API keep their meaning in it, whoever sets them.
fn prompt_environment(lua: &Lua, globals: &Table) -> mlua::Result<Table> {
    let base = environment(lua, globals, super::prompt::CHUNK)?;
    base.set_readonly(true);
    let env = lua.create_table()?;
    let meta = lua.create_table()?;
    meta.raw_set("__index", base)?;
    meta.raw_set(
        "__newindex",
        lua.create_function(|lua, (env, key, value): (Table, Value, Value)| {
            let generation = raise::generation(lua)?;
            if let Some(name) = super::args::text(&key)
                && raise::tables(&generation)?.words.contains(&name)
            {
                return Err(raise::raise_bad(
                    lua,
                    "reassigned",
                    super::prompt::reassigned(&name),
                ));
            }
            env.raw_set(key, value)
        })?,
    )?;
    meta.raw_set("__metatable", false)?;
    meta.set_readonly(true);
    env.set_metatable(Some(meta))?;
    env.set_safeenv(true);
    Ok(env)
}

/// Makes a read of a global that isn't there an error; gives the words that are.
fn unknown_globals(lua: &Lua, globals: &Table) -> mlua::Result<BTreeSet<String>> {
    let known: BTreeSet<String> = globals
        .pairs::<Value, Value>()
        .filter_map(|pair| pair.ok().and_then(|(key, _)| super::args::text(&key)))
        .chain(["store".to_owned()])
        .collect();
    let words = known.clone();
    let meta = lua.create_table()?;
    meta.raw_set(
        "__index",
        lua.create_function(
            move |lua, (_, key): (Value, Value)| -> mlua::Result<Value> {
                let Some(name) = super::args::text(&key) else {
                    return Ok(Value::Nil);
                };
                let generation = raise::generation(lua)?;
                // Live names are variables of the prompt.
                if raise::caller(lua).as_deref() == Some(super::prompt::CHUNK)
                    && let Some(thing) = super::prompt::live_name(&generation, &name)
                {
                    return Ok(super::handle::to_lua(thing));
                }
                Err(raise::raise_bad(
                    lua,
                    "unknown_name",
                    names::unknown("name", &name, &known),
                ))
            },
        )?,
    )?;
    globals.set_metatable(Some(meta))?;
    Ok(words)
}

/// Read-only, all the way down.
fn freeze(table: &Table, seen: &mut Vec<*const std::ffi::c_void>) -> mlua::Result<()> {
    if seen.contains(&table.to_pointer()) {
        return Ok(());
    }
    seen.push(table.to_pointer());
    for pair in table.clone().pairs::<Value, Value>() {
        if let (_, Value::Table(inner)) = pair? {
            freeze(&inner, seen)?;
        }
    }
    if let Some(meta) = table.metatable() {
        freeze(&meta, seen)?;
    }
    table.set_readonly(true);
    Ok(())
}

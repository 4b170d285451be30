//! A VM that scripts can't leave, break for each other, or keep busy for ever.

use std::sync::Arc;

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Function, LightUserData, Lua, MultiValue, Table, Value};

use super::generation::Generation;
use super::{fields, group, live, raise, talk, verbs};
use crate::table::names;

/// Globals whose value follows the table: never cached by the compiler (it would freeze them at load).
pub const LIVE: [&str; 11] = [
    "party", "roster", "foes", "timers", "decks", "sb", "scene", "exchange", "session", "safety",
    "store",
];

/// Globals of Luau that scripts don't have.
pub const GONE: [&str; 9] = [
    "loadstring",
    "getfenv",
    "setfenv",
    "newproxy",
    "collectgarbage",
    "_G",
    "os",
    "gcinfo",
    "vector",
];

/// The name of host chunks, left out of traces.
const PRELUDE: &str = "=storybeat";

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
    /// The prompt's own environment.
    pub prompt: Table,
    /// Metatable of results: reads of missing fields are errors.
    pub results: Table,
}

/// The compiler for scripts and prompt lines.
#[must_use]
pub fn compiler() -> Compiler {
    Compiler::new()
        .set_optimization_level(1)
        .set_debug_level(1)
        .set_mutable_globals(LIVE)
}

/// Builds the VM of a generation, with the whole API in it.
///
/// # Errors
/// Out of memory.
pub fn build(generation: &Arc<Generation>, natives: &[super::native::Native]) -> mlua::Result<Lua> {
    let lua = Lua::new();
    lua.set_app_data(Arc::clone(generation));
    lua.set_compiler(compiler());
    let globals = lua.globals();

    // Each file gets a `require` of its own.
    for gone in GONE.iter().chain(&["require"]) {
        globals.raw_set(*gone, Value::Nil)?;
    }
    let debug: Table = globals.raw_get("debug")?;
    let traceback: Value = debug.raw_get("traceback")?;
    let debug = lua.create_table()?;
    debug.raw_set("traceback", traceback)?;
    globals.raw_set("debug", debug)?;

    replace(&lua, &globals)?;

    let verbs = lua.create_table()?;
    for record in verbs::all() {
        let function = verbs::function(&lua, record)?;
        verbs.raw_set(record.name, function.clone())?;
        // Dotted ones hang on their chapter; `ask` is a plain table.
        if !record.name.contains('.') {
            globals.raw_set(record.name, function)?;
        }
    }
    for native in natives {
        let function = native.function(&lua)?;
        verbs.raw_set(native.name.as_str(), function.clone())?;
        globals.raw_set(native.name.as_str(), function)?;
    }
    let group_methods = group::methods(&lua)?;
    for name in ["ask", "rules"] {
        globals.raw_set(name, chapter(&lua, name, &verbs)?)?;
    }
    live::install(&lua, &globals)?;
    super::define::install(&lua, &globals)?;

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
    unknown_globals(&lua, &globals)?;
    freeze(&globals, &mut Vec::new())?;
    fields::install(&lua)?;
    lua.sandbox(true)?;
    let seen = lua.globals();

    let prompt = environment(&lua, &seen, "prompt")?;
    let tables = Tables {
        verbs,
        group_methods,
        next,
        library,
        globals: seen,
        prompt,
        results,
    };
    let _ = generation.tables.set(tables);

    lua.set_memory_limit(lua.used_memory() + generation.limits.memory)?;
    generation.watch(&lua);
    Ok(lua)
}

fn chapter(lua: &Lua, name: &str, verbs: &Table) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for record in verbs::all() {
        if let Some(rest) = record
            .name
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix('.'))
        {
            table.raw_set(rest, verbs.raw_get::<Function>(record.name)?)?;
        }
    }
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

fn unknown_globals(lua: &Lua, globals: &Table) -> mlua::Result<()> {
    let known: Vec<String> = globals
        .pairs::<Value, Value>()
        .filter_map(|pair| pair.ok().and_then(|(key, _)| super::args::text(&key)))
        .collect();
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
    globals.set_metatable(Some(meta))
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

/// Library functions with a hole, a leak, or a chance of their own.
fn replace(lua: &Lua, globals: &Table) -> mlua::Result<()> {
    let string: Table = globals.raw_get("string")?;
    let find: Function = string.raw_get("find")?;
    string.raw_set(
        "find",
        lua.create_function(move |_, args: MultiValue| {
            let plain = args
                .get(3)
                .is_some_and(|plain| !matches!(plain, Value::Nil | Value::Boolean(false)));
            if let (true, Some(Value::String(text)), Some(Value::String(wanted))) =
                (plain, args.front(), args.get(1))
            {
                let (text, wanted) = (text.as_bytes(), wanted.as_bytes());
                let start = match args.get(2).and_then(super::args::whole) {
                    None => 0,
                    Some(n) if n > 0 => usize::try_from(n - 1).unwrap_or(usize::MAX),
                    Some(0) => 0,
                    Some(n) => text
                        .len()
                        .saturating_sub(usize::try_from(-n).unwrap_or(usize::MAX)),
                };
                let Some(rest) = text.get(start..) else {
                    return MultiValue::from_lua_nil();
                };
                return match find_plain(rest, &wanted) {
                    Some(at) => Ok([start + at + 1, start + at + wanted.len()]
                        .into_iter()
                        .map(|n| Value::Integer(i64::try_from(n).unwrap_or(i64::MAX)))
                        .collect()),
                    None => MultiValue::from_lua_nil(),
                };
            }
            find.call::<MultiValue>(args)
        })?,
    )?;
    let rep: Function = string.raw_get("rep")?;
    string.raw_set(
        "rep",
        lua.create_function(
            move |lua, (text, n, sep): (mlua::LuaString, Value, Option<mlua::LuaString>)| {
                let Some(n) = super::args::whole(&n) else {
                    return Err(raise::raise_bad(
                        lua,
                        "argument",
                        "string.rep: n is a whole number",
                    ));
                };
                let one =
                    text.as_bytes().len() + sep.as_ref().map_or(0, |sep| sep.as_bytes().len());
                if n > 0 && usize::try_from(n).unwrap_or(usize::MAX).saturating_mul(one) > 16 << 20
                {
                    return Err(raise::raise_bad(
                        lua,
                        "limit",
                        "string.rep: more than 16 MB of text",
                    ));
                }
                rep.call::<Value>((text, n, sep))
            },
        )?,
    )?;
    let table: Table = globals.raw_get("table")?;
    let shift: Function = table.raw_get("move")?;
    table.raw_set(
        "move",
        lua.create_function(move |lua, args: MultiValue| {
            let n = |at: usize| args.get(at).and_then(super::args::whole).unwrap_or(0);
            if n(2).saturating_sub(n(1)) > 1_000_000 {
                return Err(raise::raise_bad(
                    lua,
                    "limit",
                    "table.move: more than 1,000,000 items",
                ));
            }
            shift.call::<MultiValue>(args)
        })?,
    )?;
    for name in [
        "find", "concat", "unpack", "sort", "insert", "remove", "clone",
    ] {
        guard_group(lua, &table, name)?;
    }
    let math: Table = globals.raw_get("math")?;
    math.raw_set("random", lua.create_function(talk::random)?)?;
    math.raw_set(
        "randomseed",
        lua.create_function(|lua, _: MultiValue| -> mlua::Result<()> {
            Err(raise::raise_bad(
                lua,
                "argument",
                "the table has one seed: set `seed:` in campaign.yaml",
            ))
        })?,
    )?;
    globals.raw_set("print", lua.create_function(talk::print)?)?;
    globals.raw_set(
        "tostring",
        lua.create_function(|_, value: Value| Ok(talk::to_text(&value)))?,
    )?;
    let next: Function = globals.raw_get("next")?;
    let pairs: Function = globals.raw_get("pairs")?;
    globals.raw_set("pairs", over(lua, pairs, next)?)?;
    let ipairs: Function = globals.raw_get("ipairs")?;
    let next: Function = globals.raw_get("next")?;
    globals.raw_set("ipairs", over(lua, ipairs, next)?)?;

    let host = lua.create_table()?;
    host.raw_set("text", lua.create_function(talk::error_text)?)?;
    host.raw_set("shown", lua.create_function(talk::shown)?)?;
    lua.load(include_str!("prelude.luau"))
        .set_name(PRELUDE)
        .set_mode(ChunkMode::Text)
        .call::<()>((globals, host))
}

/// `pairs` and `ipairs` that take groups and saved tables too.
fn over(lua: &Lua, original: Function, next: Function) -> mlua::Result<Function> {
    lua.create_function(move |lua, value: Value| {
        let Value::UserData(data) = &value else {
            return original.call::<MultiValue>(value);
        };
        let list = if let Ok(group) = data.borrow::<group::Group>() {
            let generation = raise::generation(lua)?;
            let things = group
                .things(&generation)
                .map_err(|stop| generation.halt(stop))?;
            lua.create_sequence_from(things.into_iter().map(super::handle::to_lua))?
        } else if let Some(table) = super::saved::copy(lua, data)? {
            table
        } else {
            return original.call::<MultiValue>(value);
        };
        Ok(MultiValue::from_iter([
            Value::Function(next.clone()),
            Value::Table(list),
            Value::Nil,
        ]))
    })
}

/// `table.find(party, …)` would search a proxy and find nothing: answered with the right spelling.
fn guard_group(lua: &Lua, library: &Table, name: &'static str) -> mlua::Result<()> {
    let original: Function = library.raw_get(name)?;
    library.raw_set(
        name,
        lua.create_function(move |lua, args: MultiValue| {
            if let Some(Value::UserData(data)) = args.front() {
                if data.is::<group::Group>() {
                    return Err(raise::raise_bad(
                        lua,
                        "argument",
                        format!("table.{name} takes a table: a group gives one with :list()"),
                    ));
                }
                if let Some(table) = super::saved::copy(lua, data)? {
                    if matches!(name, "insert" | "remove" | "sort") {
                        return super::saved::library(lua, name, data, &args);
                    }
                    let mut args = args;
                    args.pop_front();
                    args.push_front(Value::Table(table));
                    return original.call::<MultiValue>(args);
                }
            }
            original.call::<MultiValue>(args)
        })?,
    )
}

fn find_plain(text: &[u8], wanted: &[u8]) -> Option<usize> {
    if wanted.is_empty() {
        return Some(0);
    }
    // std's two-way search works on text; bytes that are none are searched by their first byte.
    match (std::str::from_utf8(text), std::str::from_utf8(wanted)) {
        (Ok(text), Ok(wanted)) => text.find(wanted),
        _ => {
            let budget = 50_000_000usize / wanted.len().max(1);
            text.windows(wanted.len())
                .take(budget)
                .position(|window| window == wanted)
        }
    }
}

/// A multi value of one nil.
trait NilValue: Sized {
    fn from_lua_nil() -> mlua::Result<Self>;
}

impl NilValue for MultiValue {
    fn from_lua_nil() -> mlua::Result<Self> {
        Ok(MultiValue::from_iter([Value::Nil]))
    }
}

/// Reads light userdata of a foreign pointer as nothing; kept for the type metatable.
#[must_use]
pub fn is_null(value: &Value) -> bool {
    matches!(value, Value::LightUserData(LightUserData(pointer)) if pointer.is_null())
}

//! Luau's own library where it has a hole, a leak, or a chance of its own: what works for minutes pays in steps or is
//! refused, texts show no addresses, chance is the table's, and complaints have a place.

use mlua::chunk::ChunkMode;
use mlua::{Function, Lua, MultiValue, Table, Value};

use super::stop::{Fail, Stop};
use super::{group, raise, talk};

/// Replaces them.
///
/// # Errors
/// Out of memory.
pub fn replace(lua: &Lua, globals: &Table) -> mlua::Result<()> {
    texts(lua, &globals.raw_get("string")?)?;
    tables(lua, &globals.raw_get("table")?)?;
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
    let kind: Function = globals.raw_get("typeof")?;
    globals.raw_set(
        "typeof",
        lua.create_function(move |lua, args: MultiValue| match args.front() {
            Some(Value::UserData(_) | Value::LightUserData(_)) => {
                let name = args.front().map_or("userdata", talk::kind);
                Ok(MultiValue::from_iter([Value::String(
                    lua.create_string(name)?,
                )]))
            }
            _ => in_library(lua, &kind, args),
        })?,
    )?;
    globals.raw_set(
        "tostring",
        lua.create_function(|lua, value: Value| talk::in_words(lua, &value))?,
    )?;
    let next: Function = globals.raw_get("next")?;
    let pairs: Function = globals.raw_get("pairs")?;
    globals.raw_set("pairs", over(lua, pairs, next)?)?;
    let ipairs: Function = globals.raw_get("ipairs")?;
    let next: Function = globals.raw_get("next")?;
    globals.raw_set("ipairs", over(lua, ipairs, next)?)?;

    let host = lua.create_table()?;
    host.raw_set("text", lua.create_function(talk::error_text)?)?;
    lua.load(include_str!("prelude.luau"))
        .set_name(format!("={}", raise::PRELUDE))
        .set_mode(ChunkMode::Text)
        .call::<()>((globals, host))
}

/// Texts: plain search in linear time, no text of a gigabyte, no addresses.
fn texts(lua: &Lua, string: &Table) -> mlua::Result<()> {
    let find: Function = string.raw_get("find")?;
    string.raw_set(
        "find",
        lua.create_function(move |lua, args: MultiValue| {
            let plain = args
                .get(3)
                .is_some_and(|plain| !matches!(plain, Value::Nil | Value::Boolean(false)));
            let start = match args.get(2) {
                None | Some(Value::Nil) => Some(1),
                Some(start) => super::args::whole(start),
            };
            let (true, Some(Value::String(text)), Some(Value::String(wanted)), Some(start)) =
                (plain, args.front(), args.get(1), start)
            else {
                return in_library(lua, &find, args);
            };
            let (text, wanted) = (text.as_bytes(), wanted.as_bytes());
            raise::generation(lua)?.charge(cost(text.len()))?;
            let start = match start {
                n if n > 0 => usize::try_from(n - 1).unwrap_or(usize::MAX),
                0 => 0,
                n => (text.len())
                    .saturating_sub(usize::try_from(n.unsigned_abs()).unwrap_or(usize::MAX)),
            };
            let found = text
                .get(start..)
                .and_then(|rest| memchr::memmem::find(rest, &wanted));
            Ok(match found {
                Some(at) => [start + at + 1, start + at + wanted.len()]
                    .into_iter()
                    .map(|n| Value::Integer(i64::try_from(n).unwrap_or(i64::MAX)))
                    .collect(),
                None => MultiValue::from_iter([Value::Nil]),
            })
        })?,
    )?;
    let rep: Function = string.raw_get("rep")?;
    string.raw_set(
        "rep",
        lua.create_function(move |lua, args: MultiValue| {
            let length = match args.front() {
                Some(Value::String(text)) => text.as_bytes().len(),
                _ => 0,
            };
            let n = args.get(1).and_then(super::args::whole);
            let Some(n) = n else {
                return Err(raise::raise_bad(
                    lua,
                    "argument",
                    "string.rep: n is a whole number",
                ));
            };
            let whole = usize::try_from(n).unwrap_or(0).saturating_mul(length);
            if whole > LONGEST_REP {
                return Err(raise::raise_bad(
                    lua,
                    "limit",
                    "string.rep: more than 16 MB of text",
                ));
            }
            raise::generation(lua)?.charge(cost(whole))?;
            in_library(lua, &rep, args)
        })?,
    )?;
    // No addresses in texts: they differ from process to process.
    let format: Function = string.raw_get("format")?;
    string.raw_set(
        "format",
        lua.create_function(move |lua, args: MultiValue| {
            let args = args
                .into_iter()
                .map(|value| talk::shown(lua, value))
                .collect::<mlua::Result<_>>()?;
            in_library(lua, &format, args)
        })?,
    )?;
    Ok(())
}

/// Tables: nothing that works for minutes, no search in a group that finds nothing.
fn tables(lua: &Lua, table: &Table) -> mlua::Result<()> {
    let shift: Function = table.raw_get("move")?;
    table.raw_set(
        "move",
        lua.create_function(move |lua, args: MultiValue| {
            let n = |at: usize| args.get(at).and_then(super::args::whole);
            let (Some(from), Some(to), Some(_)) = (n(1), n(2), n(3)) else {
                return Err(raise::raise_bad(
                    lua,
                    "argument",
                    "table.move takes a table and whole numbers: table.move(from, first, last, to)",
                ));
            };
            let items = usize::try_from(to.saturating_sub(from)).unwrap_or(0);
            if items > 1_000_000 {
                return Err(raise::raise_bad(
                    lua,
                    "limit",
                    "table.move: more than 1,000,000 items",
                ));
            }
            raise::generation(lua)?.charge(cost(items.saturating_mul(16)))?;
            in_library(lua, &shift, args)
        })?,
    )?;
    for name in [
        "find", "concat", "unpack", "sort", "insert", "remove", "clone",
    ] {
        guard_group(lua, table, name)?;
    }
    Ok(())
}

/// `pairs` and `ipairs` that take groups and saved tables too.
fn over(lua: &Lua, original: Function, next: Function) -> mlua::Result<Function> {
    lua.create_function(move |lua, value: Value| {
        let Value::UserData(data) = &value else {
            return in_library(lua, &original, MultiValue::from_iter([value]));
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
            return in_library(lua, &original, MultiValue::from_iter([value]));
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
                    return in_library(lua, &original, args);
                }
            }
            if let Some(Value::Table(table)) = args.front() {
                // A list of millions is worked on for long, and nothing interrupts that; its end is near at hand.
                let at_end = match name {
                    "insert" => args.len() < 3,
                    "remove" => args.len() < 2,
                    _ => false,
                };
                let steps = if at_end {
                    1
                } else {
                    table.raw_len() as u64 / 8
                };
                raise::generation(lua)?.charge(steps)?;
            }
            in_library(lua, &original, args)
        })?,
    )
}

/// The longest text that `string.rep` makes, in bytes.
const LONGEST_REP: usize = 16 << 20;

/// What work on so many bytes or items costs, in steps.
fn cost(size: usize) -> u64 {
    1 + (size >> 8) as u64
}

/// A function of Luau's library behind one of ours: scripts may run in it (a comparator), and what it complains of has
/// the place of our caller.
pub fn in_library(lua: &Lua, function: &Function, args: MultiValue) -> mlua::Result<MultiValue> {
    let generation = raise::generation(lua)?;
    match generation.nested(|| function.call::<MultiValue>(args)) {
        Ok(values) => Ok(values),
        Err(Stop::Raise(mlua::Error::RuntimeError(why))) if !generation.is_stopped() => {
            let fault = super::translate::error(&mlua::Error::RuntimeError(why));
            Err(raise::raise(lua, &generation, Fail::Bad(Box::new(fault))))
        }
        Err(stop) => Err(generation.halt(stop)),
    }
}

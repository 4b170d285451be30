//! What the VM's own library needs of the table: print, tostring, math.random, errors as text.

use std::sync::atomic::Ordering::Relaxed;

use mlua::{Lua, MultiValue, Value};

use super::raise;
use super::translate;
use super::verbs::{self, Call};
use crate::table::show;

/// `print`: lines for the GM, part of the attempt.
///
/// # Errors
/// More than the limit.
pub fn print(lua: &Lua, values: MultiValue) -> mlua::Result<()> {
    let generation = raise::generation(lua)?;
    let words: Vec<String> = values
        .iter()
        .map(|value| match value {
            Value::Table(table) if !tells_itself(table)? => {
                Ok(super::told::table(&generation, table))
            }
            value => in_words(lua, value),
        })
        .collect::<mlua::Result<_>>()?;
    let line = words.join(" ");
    let length = line.len() as u64 + 1;
    let most = generation.limits.printed;
    if generation.printed.fetch_add(length, Relaxed) + length > most as u64 {
        return Err(raise::raise_bad(
            lua,
            "limit",
            format!("more than {} KB printed in one act", most >> 10),
        ));
    }
    if generation.acting() {
        generation
            .act(|act| act.printed.push(line))
            .map_err(|stop| generation.halt(stop))?;
    }
    Ok(())
}

/// Has a table words of its own?
fn tells_itself(table: &mlua::Table) -> mlua::Result<bool> {
    match table.metatable() {
        Some(meta) => Ok(!meta.raw_get::<Value>("__tostring")?.is_nil()),
        None => Ok(false),
    }
}

/// What `typeof` says of what a script holds: the name that the types have for it.
#[must_use]
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::LightUserData(_) => super::handle::from_lua(value)
            .map_or("userdata", |thing| super::handle::class(thing.kind)),
        Value::UserData(data) => data
            .borrow::<super::group::Group>()
            .map_or("userdata", |group| {
                super::types::groups::names(group.kind()).1
            }),
        _ => "userdata",
    }
}

/// A value as text, without addresses; of a table what its `__tostring` says.
///
/// # Errors
/// What `__tostring` raises; a result of it that is no text.
pub fn in_words(lua: &Lua, value: &Value) -> mlua::Result<String> {
    let table = match value {
        Value::Table(table) => table,
        Value::LightUserData(_) => {
            return Ok(super::fields::words(&*raise::generation(lua)?, value));
        }
        value => return Ok(to_text(value)),
    };
    let Some(own) = table
        .metatable()
        .map(|meta| meta.raw_get::<Value>("__tostring"))
        .transpose()?
    else {
        return Ok("table".into());
    };
    let generation = raise::generation(lua)?;
    let told = match &own {
        Value::Nil => return Ok("table".into()),
        Value::Function(own) => generation
            .call(own, table)
            .map_err(|stop| generation.halt(stop))?,
        _ => MultiValue::new(),
    };
    match told.front() {
        Some(Value::String(text)) => Ok(text.to_string_lossy()),
        _ => Err(raise::raise_bad(
            lua,
            "result",
            "__tostring is a function that gives text",
        )),
    }
}

/// A value as text, without addresses and without running a script.
#[must_use]
pub fn to_text(value: &Value) -> String {
    match value {
        Value::Table(_) => "table".into(),
        Value::Function(_) => "function".into(),
        Value::Thread(_) => "thread".into(),
        Value::Buffer(_) => "buffer".into(),
        Value::LightUserData(_) => "handle".into(),
        Value::Error(error) => translate::text(error),
        value => value
            .to_string()
            .unwrap_or_else(|_| value.type_name().into()),
    }
}

/// Things without an address of their own, as text; plain values as they are.
///
/// # Errors
/// Out of memory.
pub fn shown(lua: &Lua, value: Value) -> mlua::Result<Value> {
    match value {
        Value::Table(_)
        | Value::Function(_)
        | Value::LightUserData(_)
        | Value::UserData(_)
        | Value::Thread(_)
        | Value::Buffer(_)
        | Value::Error(_) => Ok(Value::String(lua.create_string(in_words(lua, &value)?)?)),
        value => Ok(value),
    }
}

/// An error caught by a protected call, as text; a stop goes on.
///
/// # Errors
/// The stop, if there is one.
pub fn error_text(lua: &Lua, error: Value) -> mlua::Result<Value> {
    let generation = raise::generation(lua)?;
    // Making an error is slow: it costs more than a step.
    generation.charge(64)?;
    match error {
        Value::Error(error) => Ok(Value::String(lua.create_string(translate::text(&error))?)),
        other => Ok(other),
    }
}

/// `math.random` by the table's generator.
///
/// # Errors
/// Where nothing may be thrown; a range that is none.
pub fn random(lua: &Lua, (low, high): (Value, Value)) -> mlua::Result<Value> {
    let generation = raise::generation(lua)?;
    let call = Call {
        lua,
        generation: &generation,
    };
    let number = |value: &Value| super::args::whole(value);
    let (low, high) = match (&low, &high) {
        (Value::Nil, Value::Nil) => {
            let n = verbs::below(&call, 1 << 30)
                .map_err(|fail| raise::raise(lua, &generation, fail))?;
            #[allow(clippy::cast_precision_loss)]
            return Ok(Value::Number(n as f64 / f64::from(1 << 30)));
        }
        (high, Value::Nil) => (Some(1), number(high)),
        (low, high) => (number(low), number(high)),
    };
    let (Some(low), Some(high)) = (low, high) else {
        return Err(raise::raise_bad(
            lua,
            "argument",
            "math.random takes whole numbers",
        ));
    };
    let span = usize::try_from(high - low)
        .ok()
        .and_then(|n| n.checked_add(1))
        .filter(|n| *n <= u32::MAX as usize);
    let Some(span) = span.filter(|_| high >= low) else {
        return Err(raise::raise_bad(
            lua,
            "argument",
            format!("math.random: from {low} to {high} is no range"),
        ));
    };
    let n = verbs::below(&call, span).map_err(|fail| raise::raise(lua, &generation, fail))?;
    Ok(Value::Integer(low + i64::try_from(n).unwrap_or(0)))
}

/// Text made safe for a terminal.
#[must_use]
pub fn safe(text: &str) -> String {
    show::visible_lines(text)
}

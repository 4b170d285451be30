//! A verb as a method: the same function, the thing first.

use mlua::{Function, Lua, Value};

use super::generation::Generation;
use super::raise;
use super::verbs;
use crate::rules::ids::ThingKind;

/// The verb of this name, if things of this kind have it.
///
/// # Errors
/// None in practice.
pub fn find(
    lua: &Lua,
    generation: &Generation,
    kind: ThingKind,
    name: &str,
) -> mlua::Result<Option<Function>> {
    let _ = lua;
    if !verbs::methods_of(kind).any(|verb| verb == name) {
        return Ok(None);
    }
    match raise::tables(generation)?.verbs.raw_get::<Value>(name)? {
        Value::Function(function) => Ok(Some(function)),
        _ => Ok(None),
    }
}

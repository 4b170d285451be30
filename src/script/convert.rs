//! Between values of a script and data that is kept. Nothing is dropped or coerced in silence.

use std::collections::BTreeMap;

use mlua::{Lua, LuaString, Table, Value};

use super::args::shown as shown_value;
use super::generation::Generation;
use super::handle;
use super::stop::{Fail, bad};
use crate::rules::ids::{Thing, ThingKind};
use crate::table::datum::Datum;

/// How deep data may nest.
const DEPTH: usize = 16;

/// Data of a value.
///
/// # Errors
/// Functions, cycles, mixed keys, numbers that are none, more than one script may keep.
pub fn from_lua(value: &Value, generation: &Generation) -> Result<Datum, Fail> {
    let mut reader = Reader {
        generation,
        room: generation.limits.store,
    };
    reader.read(value, 0)
}

struct Reader<'a> {
    generation: &'a Generation,
    /// Bytes that may still come: a table that is there many times over is read many times over.
    room: usize,
}

impl Reader<'_> {
    fn take(&mut self, size: usize) -> Result<(), Fail> {
        self.generation.charge(1 + (size >> 8) as u64)?;
        match self.room.checked_sub(size) {
            Some(room) => {
                self.room = room;
                Ok(())
            }
            None => Err(bad(
                "limit",
                format!(
                    "one value may hold {} KB of data: this is more",
                    self.generation.limits.store >> 10
                ),
            )),
        }
    }

    fn text(&mut self, text: &LuaString) -> Result<String, Fail> {
        self.take(text.as_bytes().len() + 2)?;
        match text.to_str() {
            Ok(text) => Ok(text.to_string()),
            Err(_) => Err(bad("data", "this text isn't UTF-8 and can't be kept")),
        }
    }

    fn read(&mut self, value: &Value, depth: usize) -> Result<Datum, Fail> {
        if depth > DEPTH {
            return Err(bad(
                "data",
                format!("data nests more than {DEPTH} deep: does a table hold itself?"),
            ));
        }
        Ok(match value {
            Value::Boolean(flag) => Datum::Bool(*flag),
            Value::Integer(n) => Datum::Number(int(*n)),
            Value::Number(n) if n.is_finite() => Datum::Number(*n),
            Value::String(text) => Datum::Text(self.text(text)?),
            Value::LightUserData(_) => match handle::from_lua(value) {
                Some(thing) => Datum::Thing(thing),
                None => return Err(bad("data", "an empty handle can't be kept")),
            },
            Value::Table(table) => self.table(table, depth)?,
            Value::UserData(data) => match super::saved::datum_of(data, self.generation)? {
                Some(datum) => {
                    self.take(datum.size())?;
                    datum
                }
                None => return Err(bad("data", "a group can't be kept: keep its :list()")),
            },
            other => {
                return Err(bad(
                    "data",
                    format!(
                        "{} can't be kept: only text, numbers, true and false, lists, maps and handles",
                        shown_value(other)
                    ),
                ));
            }
        })
    }

    fn table(&mut self, table: &Table, depth: usize) -> Result<Datum, Fail> {
        let n = table.raw_len();
        let mut list = Vec::new();
        let mut map = BTreeMap::new();
        for pair in table.clone().pairs::<Value, Value>() {
            let (key, value) = pair?;
            self.take(8)?;
            let value = self.read(&value, depth + 1)?;
            match &key {
                Value::String(name) => {
                    map.insert(name_to_key(&self.text(name)?), value);
                }
                key => match (super::args::whole(key), handle::from_lua(key)) {
                    (Some(at), _) if at >= 1 && usize::try_from(at).is_ok_and(|at| at <= n) => {
                        list.push((at, value));
                    }
                    (_, Some(thing)) => {
                        map.insert(thing_to_key(thing), value);
                    }
                    _ => {
                        return Err(bad(
                            "data",
                            format!(
                                "a table that is kept is a list (1, 2, 3 …) or has names as keys: {} is neither",
                                shown_value(key)
                            ),
                        ));
                    }
                },
            }
        }
        match (list.is_empty(), map.is_empty()) {
            (false, false) => Err(bad(
                "data",
                "a table that is kept is a list or has names, not both",
            )),
            (false, true) if list.len() < n => {
                Err(bad("data", "a list that is kept has no gaps: 1, 2, 3 …"))
            }
            (false, true) => {
                list.sort_by_key(|(at, _)| *at);
                Ok(Datum::List(
                    list.into_iter().map(|(_, value)| value).collect(),
                ))
            }
            (true, _) => Ok(Datum::Map(map)),
        }
    }
}

#[allow(clippy::cast_precision_loss)]
fn int(n: i64) -> f64 {
    n as f64
}

/// A plain value of data.
///
/// # Errors
/// Out of memory.
pub fn to_lua(lua: &Lua, datum: &Datum) -> mlua::Result<Value> {
    Ok(match datum {
        Datum::Bool(flag) => Value::Boolean(*flag),
        #[allow(clippy::cast_possible_truncation)]
        Datum::Number(n) if n.fract() == 0.0 && n.abs() < 9e15 => Value::Integer(*n as i64),
        Datum::Number(n) => Value::Number(*n),
        Datum::Text(text) => Value::String(lua.create_string(text)?),
        Datum::Thing(thing) => handle::to_lua(*thing),
        Datum::List(list) => {
            let table = lua.create_table()?;
            for item in list {
                table.raw_push(to_lua(lua, item)?)?;
            }
            Value::Table(table)
        }
        Datum::Map(map) => {
            let table = lua.create_table()?;
            for (name, value) in map {
                table.raw_set(key_to_lua(lua, name)?, to_lua(lua, value)?)?;
            }
            Value::Table(table)
        }
    })
}

/// The key of a saved map that stands for a handle.
#[must_use]
pub fn thing_to_key(thing: Thing) -> String {
    format!("#{thing}")
}

/// The key of a saved map for a name: one that looks like a handle's is still a name.
#[must_use]
pub fn name_to_key(name: &str) -> String {
    if name.starts_with('#') {
        format!("#{name}")
    } else {
        name.to_owned()
    }
}

/// The name that a key of a saved map stands for, if it is no handle's.
fn key_to_name(key: &str) -> &str {
    match key.strip_prefix('#') {
        Some(name) if name.starts_with('#') => name,
        _ => key,
    }
}

/// A key of a saved map: a name, or the handle it stands for.
///
/// # Errors
/// Out of memory.
pub fn key_to_lua(lua: &Lua, key: &str) -> mlua::Result<Value> {
    if let Some(thing) = key.strip_prefix('#').and_then(parse_thing) {
        return Ok(handle::to_lua(thing));
    }
    lua.create_string(key_to_name(key)).map(Value::String)
}

fn parse_thing(text: &str) -> Option<Thing> {
    let (kind, id) = text.rsplit_once(' ')?;
    Some(Thing {
        kind: ThingKind::parse(kind)?,
        id: id.parse().ok()?,
    })
}

/// Data as people read it.
#[must_use]
pub fn shown(datum: &Datum, generation: &Generation) -> String {
    match datum {
        Datum::Bool(flag) => flag.to_string(),
        Datum::Number(n) => n.to_string(),
        Datum::Text(text) => format!("{text:?}"),
        Datum::Thing(thing) => generation
            .act(|act| act.state.name(*thing))
            .unwrap_or_else(|_| thing.to_string()),
        Datum::List(list) => {
            let items: Vec<String> = list.iter().map(|item| shown(item, generation)).collect();
            format!("{{ {} }}", items.join(", "))
        }
        Datum::Map(map) if map.is_empty() => "{}".into(),
        Datum::Map(map) => {
            let items: Vec<String> = map
                .iter()
                .map(|(key, value)| format!("{} = {}", key_to_name(key), shown(value, generation)))
                .collect();
            format!("{{ {} }}", items.join(", "))
        }
    }
}

/// Data as JSON; handles as `{"kind","id","name"}`.
#[must_use]
pub fn to_json(datum: &Datum, generation: &Generation) -> serde_json::Value {
    use serde_json::{Value as Json, json};
    match datum {
        Datum::Bool(flag) => json!(flag),
        Datum::Number(n) => number_json(*n),
        Datum::Text(text) => json!(text),
        Datum::Thing(thing) => {
            let name = generation
                .act(|act| act.state.name(*thing))
                .unwrap_or_default();
            json!({ "kind": thing.kind.word(), "id": thing.id, "name": name })
        }
        Datum::List(list) => {
            Json::Array(list.iter().map(|item| to_json(item, generation)).collect())
        }
        Datum::Map(map) => Json::Object(
            map.iter()
                .map(|(k, v)| (key_to_name(k).to_owned(), to_json(v, generation)))
                .collect(),
        ),
    }
}

/// A number as JSON: whole ones without a point.
#[must_use]
#[allow(clippy::cast_possible_truncation)]
pub fn number_json(n: f64) -> serde_json::Value {
    if n.fract() == 0.0 && n.abs() < 9e15 {
        serde_json::json!(n as i64)
    } else {
        serde_json::json!(n)
    }
}

/// How deep JSON may nest, as where it is read.
const JSON_DEPTH: usize = 128;

/// A value of JSON.
///
/// # Errors
/// Out of memory; more than 128 lists and maps inside each other.
pub fn from_json(lua: &Lua, json: &serde_json::Value) -> mlua::Result<Value> {
    value_of(lua, json, 0)
}

fn value_of(lua: &Lua, json: &serde_json::Value, depth: usize) -> mlua::Result<Value> {
    use serde_json::Value as Json;
    if depth > JSON_DEPTH {
        return Err(super::raise::raise_bad(
            lua,
            "data",
            format!("data of the host nests more than {JSON_DEPTH} deep"),
        ));
    }
    Ok(match json {
        Json::Null => Value::Nil,
        Json::Bool(flag) => Value::Boolean(*flag),
        Json::Number(n) => n
            .as_i64()
            .map_or_else(|| Value::Number(n.as_f64().unwrap_or(0.0)), Value::Integer),
        Json::String(text) => Value::String(lua.create_string(text)?),
        Json::Array(items) => {
            let table = lua.create_table()?;
            for item in items {
                table.raw_push(value_of(lua, item, depth + 1)?)?;
            }
            Value::Table(table)
        }
        Json::Object(map) => {
            let table = lua.create_table()?;
            for (key, value) in map {
                table.raw_set(key.as_str(), value_of(lua, value, depth + 1)?)?;
            }
            Value::Table(table)
        }
    })
}

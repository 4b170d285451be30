//! House rules: a formula of the book replaced by a script's. `base` is the next override, or the book.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use mlua::{LuaSerdeExt, MultiValue, Table, Value};
use serde_json::Value as Json;

use super::handle::{self, ItemOf};
use super::raise;
use super::react;
use super::results;
use super::stop::{Fail, bad};
use super::verbs::Call;
use crate::rules::chair::Point;
use crate::rules::ids::Thing;
use crate::table::catalog::{Catalog, Listener};
use crate::table::names;

/// The names of all rule points and what they compute.
pub const POINTS: [(&str, &str); 11] = [
    ("successes", "successes of one face"),
    ("outcome", "outcome by successes, SB and DV"),
    ("boons", "Boons a roll earns, before the caps"),
    (
        "position",
        "final Position, and dice lost to surplus Fatigue",
    ),
    ("pool", "dice thrown and automatic successes"),
    (
        "armor",
        "Harm left and Fatigue gained when a hit meets armor",
    ),
    ("overflow", "Harm and Fatigue left when a track is full"),
    (
        "resilience",
        "Resilience an adversary loses to Harm left after armor",
    ),
    ("cost", "the cost of a move"),
    ("settlement", "SB kept at scene end"),
    ("ticks", "ticks on a progress timer by outcome"),
];

/// The result of a rule point that is overridden.
///
/// # Errors
/// What the script raises; a result that the rules don't take. Either aborts the act.
pub fn overridden<P: Point>(
    call: &Call<'_>,
    catalog: &Catalog,
    input: &P::In,
) -> Result<P::Out, Fail> {
    let mut overrides: Vec<Listener> = catalog
        .overrides
        .iter()
        .filter(|one| one.name == P::NAME)
        .cloned()
        .collect();
    overrides.sort_by(|a, b| (&a.place.file, a.place.line).cmp(&(&b.place.file, b.place.line)));
    let input = serde_json::to_value(input).map_err(|e| bad("result", e.to_string()))?;
    from::<P>(call, Arc::new(overrides), 0, input)
}

fn from<P: Point>(
    call: &Call<'_>,
    overrides: Arc<Vec<Listener>>,
    at: usize,
    input: Json,
) -> Result<P::Out, Fail> {
    let typed: P::In = serde_json::from_value(input.clone()).map_err(|e| {
        bad(
            "result",
            format!(
                "override.{}: base got {} that is none: {}",
                P::NAME,
                P::MEANING,
                super::translate::in_words(&e.to_string())
            ),
        )
    })?;
    let Some(one) = overrides.get(at) else {
        return Ok(P::book(&typed));
    };
    let what = format!(
        "override.{} at {}:{}",
        P::NAME,
        one.place.file,
        one.place.line
    );
    let argument = to_lua(call, P::NAME, &input)?;
    let used = Arc::new(AtomicBool::new(false));
    let base = {
        let (overrides, input, what) = (Arc::clone(&overrides), input.clone(), what.clone());
        call.lua.create_function(move |lua, argument: Value| {
            let generation = raise::generation(lua)?;
            let call = Call {
                lua,
                generation: &generation,
            };
            let inner = || -> Result<Value, Fail> {
                if used.swap(true, Relaxed) {
                    return Err(bad(
                        "result",
                        format!("{what}: base is called at most once"),
                    ));
                }
                let merged = merged(&input, &argument, &call, &what)?;
                let out = from::<P>(&call, Arc::clone(&overrides), at + 1, merged)?;
                let json = serde_json::to_value(&out).map_err(|e| bad("result", e.to_string()))?;
                to_lua(&call, P::NAME, &json)
            };
            inner().map_err(|fail| raise::raise(lua, &generation, fail))
        })?
    };
    let result = react::call_reading(
        call,
        one.run,
        MultiValue::from_iter([argument, Value::Function(base)]),
    )?;
    let value = result.front().cloned().unwrap_or(Value::Nil);
    let wrong = |why: String| bad("result", format!("{what}: {why}"));
    if value.is_nil() {
        return Err(wrong(format!(
            "it gives nothing, and {} is wanted",
            P::MEANING
        )));
    }
    if let Value::Number(n) = &value
        && n.fract() != 0.0
    {
        return Err(wrong(format!("{n} is no whole number")));
    }
    if let (Value::Table(table), Ok(Json::Object(book))) =
        (&value, serde_json::to_value(P::book(&typed)))
    {
        let known: Vec<&str> = book.keys().map(String::as_str).collect();
        only_keys(table, &known, &what)?;
    }
    let json: Json = call.lua.from_value(value.clone()).map_err(|_| {
        wrong(format!(
            "{} is no result for this",
            super::args::shown(&value)
        ))
    })?;
    let out: P::Out = serde_json::from_value(json).map_err(|e| {
        wrong(format!(
            "{} is wanted, and {} is not that: {}",
            P::MEANING,
            super::args::shown(&value),
            super::translate::in_words(&e.to_string())
        ))
    })?;
    P::check(&typed, &out).map_err(wrong)?;
    Ok(out)
}

/// Keys of inputs that stand for a thing.
const THINGS: [&str; 2] = ["who", "foe"];

/// The input or result as a script sees it: things are handles; beside armor stands the item that is worn. A field that
/// isn't there is an error, with close names.
fn to_lua(call: &Call<'_>, point: &str, json: &Json) -> Result<Value, Fail> {
    let Json::Object(map) = json else {
        return Ok(call.lua.to_value(json)?);
    };
    let table = call.lua.create_table()?;
    let mut absent = Vec::new();
    for (key, value) in map {
        let thing = THINGS
            .contains(&key.as_str())
            .then(|| serde_json::from_value::<Option<Thing>>(value.clone()))
            .and_then(|thing| thing.ok().flatten());
        match (thing, value) {
            (Some(thing), _) => {
                table.raw_set(key.as_str(), handle::to_lua(thing))?;
                if point == ARMOR {
                    table.raw_set("item", handle::to_lua(ItemOf::Armor.of(thing)))?;
                }
            }
            (None, Json::Null) => absent.push(key.as_str()),
            (None, value) => table.raw_set(key.as_str(), call.lua.to_value(value)?)?,
        }
    }
    if point == ARMOR {
        absent.push("item");
    }
    results::guard(call.lua, &table, &absent)?;
    Ok(Value::Table(table))
}

/// The point whose input has an item.
const ARMOR: &str = "armor";

/// What `base` is called with: the input, with the plain fields that the script changed.
fn merged(input: &Json, argument: &Value, call: &Call<'_>, what: &str) -> Result<Json, Fail> {
    match (input, argument) {
        (_, Value::Nil) => Ok(input.clone()),
        (Json::Object(map), Value::Table(table)) => {
            let known: Vec<&str> = map.keys().map(String::as_str).chain(["item"]).collect();
            only_keys(table, &known, &format!("{what}: base"))?;
            let mut map = map.clone();
            for (key, old) in map.iter_mut() {
                if THINGS.contains(&key.as_str()) {
                    continue;
                }
                let value: Value = table.raw_get(key.as_str())?;
                if !value.is_nil() {
                    *old = call.lua.from_value(value)?;
                }
            }
            Ok(Json::Object(map))
        }
        (_, value) => Ok(call.lua.from_value(value.clone())?),
    }
}

/// Keys that a table may have, and no others.
fn only_keys(table: &Table, known: &[&str], what: &str) -> Result<(), Fail> {
    for pair in table.pairs::<Value, Value>() {
        let (key, _) = pair?;
        let key = super::args::text(&key).unwrap_or_else(|| super::args::shown(&key));
        if !known.contains(&key.as_str()) {
            let why = names::unknown("field", &key, known);
            return Err(bad("unknown_key", format!("{what}: {why}")));
        }
    }
    Ok(())
}

//! House rules: a formula of the book replaced by a script's. `base` is the next override, or the book.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use mlua::{LuaSerdeExt, MultiValue, Table, Value};
use serde_json::Value as Json;

use super::handle::{self, ItemOf};
use super::raise;
use super::react;
use super::record::{Field, field};
use super::results;
use super::stop::{Fail, bad};
use super::verbs::Call;
use crate::rules::chair::Point;
use crate::rules::ids::Thing;
use crate::table::catalog::{Catalog, Listener};
use crate::table::names;

/// The Luau types of a rule point.
#[derive(Clone, Copy, Debug)]
pub struct Formula {
    /// Its name in `override.name`.
    pub name: &'static str,
    /// Fields of what goes in; none where it is one plain value.
    pub takes: &'static [Field],
    /// The plain value that goes in, where it is one.
    pub plain: &'static str,
    /// What comes out.
    pub gives: &'static str,
}

const fn formula(name: &'static str, takes: &'static [Field], gives: &'static str) -> Formula {
    Formula {
        name,
        takes,
        plain: "",
        gives,
    }
}

const fn plain(name: &'static str, plain: &'static str, gives: &'static str) -> Formula {
    Formula {
        name,
        takes: &[],
        plain,
        gives,
    }
}

const DV: Field = field("dv", "number", "");
const SB: Field = field("sb", "number", "");
const HARM: Field = field("harm", "number", "");
const WORN: Field = field("item", "Item", "the armor of `who`");

/// All rule points, in the order of [`crate::rules::points::POINTS`], which says what each computes.
pub const FORMULAS: [Formula; 13] = [
    formula(
        "pool",
        &[
            field(
                "raw",
                "number",
                "sum of all dice and penalties; may be below 1",
            ),
            field("tier", "number?", ""),
            field("tier_caps", "boolean", "switch tier_pool_caps"),
        ],
        "{ thrown: number, auto: number }",
    ),
    formula(
        "position",
        &[
            field("gm", "Position", "as the GM fixed it"),
            field("situation", "number", "net of all situational steps"),
            field("fatigue", "number", "own Fatigue that counts"),
            field("paid", "boolean", "was one step up paid for"),
        ],
        "{ position: Position, dice_lost: number }",
    ),
    plain("successes", "number", "number"),
    formula(
        "outcome",
        &[
            field("successes", "number", "automatic ones included"),
            SB,
            field("tens", "number", ""),
            DV,
        ],
        "Outcome",
    ),
    formula(
        "boons",
        &[
            field("who", "Pc", ""),
            WORN,
            field("outcome", "Outcome", ""),
            SB,
            field("meaningful", "boolean", "was anything at risk"),
            field("miss_needs_sb", "boolean", "switch miss_boon_needs_sb"),
        ],
        "number",
    ),
    formula(
        "armor",
        &[
            HARM,
            field("armor", "Armor", "as it counts for this hit"),
            field("state", "ItemState", "of the armor, already in `armor`"),
            field("who", "Creature", "who wears it"),
            WORN,
        ],
        "{ harm: number, fatigue: number }",
    ),
    formula(
        "overflow",
        &[
            field("who", "Creature", "whose track"),
            WORN,
            field("fatigue", "number", "after the marks of this event"),
            field("size", "number", "of the track"),
        ],
        "{ harm: number, fatigue: number }",
    ),
    formula(
        "resilience",
        &[
            field("who", "Foe", ""),
            WORN,
            field("harm", "number", "left after armor"),
            field("resilience", "number?", "before; nil for a puzzle"),
        ],
        "number",
    ),
    formula(
        "cost",
        &[
            field("foe", "Foe", ""),
            field("name", "string", "of the move"),
            field("base", "number", "SB, contributions included"),
            field("signature", "boolean", ""),
        ],
        "number",
    ),
    plain("ticks", "Outcome", "number"),
    formula(
        "settlement",
        &[
            field("bank", "number", "SB"),
            field("highest", "number", "highest Tier present"),
            field(
                "consent",
                "boolean",
                "does the GM carry more than the target on",
            ),
        ],
        "number",
    ),
    plain("leg_size", "number", "number"),
    plain("supply", "number", "{ fatigue: number, harm: number }"),
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
    let argument = to_lua(call, &input)?;
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
                to_lua(&call, &json)
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

/// The input as a script sees it: `who` and `foe` are handles, and what `who` wears stands beside it. A field that isn't
/// there is an error, with close names.
fn to_lua(call: &Call<'_>, json: &Json) -> Result<Value, Fail> {
    let Json::Object(map) = json else {
        return Ok(call.lua.to_value(json)?);
    };
    let table = call.lua.create_table()?;
    let mut absent = Vec::new();
    for (key, value) in map {
        let thing = is_thing(key)
            .then(|| {
                serde_json::from_value::<Option<Thing>>(value.clone())
                    .ok()
                    .flatten()
            })
            .flatten();
        match (thing, value) {
            (Some(thing), _) => {
                table.raw_set(key.as_str(), handle::to_lua(thing))?;
                if key == "who" {
                    table.raw_set("item", handle::to_lua(ItemOf::Armor.of(thing)))?;
                }
            }
            (None, Json::Null) => absent.push(key.as_str()),
            (None, value) => table.raw_set(key.as_str(), call.lua.to_value(value)?)?,
        }
    }
    if map.contains_key("who") {
        absent.push("item");
    }
    results::guard(call.lua, &table, &absent)?;
    Ok(Value::Table(table))
}

/// Keys of an input that name a thing at the table.
fn is_thing(key: &str) -> bool {
    matches!(key, "who" | "foe")
}

/// What `base` is called with: the input, with the plain fields that the script changed.
fn merged(input: &Json, argument: &Value, call: &Call<'_>, what: &str) -> Result<Json, Fail> {
    match (input, argument) {
        (_, Value::Nil) => Ok(input.clone()),
        (Json::Object(map), Value::Table(table)) => {
            let known: Vec<&str> = map.keys().map(String::as_str).chain(["item"]).collect();
            only_keys(table, &known, &format!("{what}: base"))?;
            let mut map = map.clone();
            for (key, old) in map.iter_mut() {
                if is_thing(key) {
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

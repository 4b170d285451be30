//! Effects tables read: known keys only, each with its type.

use mlua::{Table, Value};

use super::super::args::{LONGEST_WORD, shown, text, whole};
use super::super::handle;
use super::super::stop::{Fail, bad};
use super::super::verbs::Call;
use super::reader::{Reader, keep};
use crate::rules::values::{Period, Position};
use crate::script::record::{Field, field};
use crate::table::catalog::Do;
use crate::table::fx::{Fx, To};

/// The keys of an effects table, in the order of their work.
pub const KEYS: [Field; 16] = [
    field(
        "to",
        "(\"target\" | \"who\" | \"party\" | \"self\" | Who)?",
        "\"target\", \"who\", \"party\", \"self\" or a name; default: what the event is about",
    ),
    field(
        "say",
        "string?",
        "words for the table, before anything happens",
    ),
    field("hit", "number?", "a hit of that Harm, through armor"),
    field("why", "string?", "why, for hits and ticks"),
    field("fatigue", "number?", "marks Fatigue, its own event"),
    field("apply", "string?", "a condition"),
    field(
        "lasts",
        "Period?",
        "how long: turn, exchange, scene, session, downtime, campaign",
    ),
    field("step", "number?", "Position steps on the next roll"),
    field("position", "Position?", "the scene's Position from here"),
    field(
        "tick",
        "(string | { [string]: number })?",
        "a timer, or { [name] = n }",
    ),
    field("start", "string?", "a timer"),
    field("stop", "string?", "a timer"),
    field(
        "spawn",
        "(string | { [string]: number })?",
        "a foe by name, or { [name] = n }",
    ),
    field("gain", "number?", "SB to the GM"),
    field("earn", "number?", "Boons to `to`"),
    field("run", "((e: E) -> ())?", "a function, after the rest"),
];

/// Reads what happens: an effects table or a function.
///
/// # Errors
/// Another value; an unknown key, with close names; a value out of range.
pub fn read_do(call: &Call<'_>, what: &str, value: &Value) -> Result<Do, Fail> {
    match value {
        Value::Nil => Ok(Do::default()),
        Value::Function(function) => Ok(Do {
            fx: None,
            run: Some(keep(call, function.clone())),
        }),
        Value::Table(table) if table.metatable().is_none() => read_fx(call, what, table),
        other => Err(bad(
            "field",
            format!(
                "{what} is an effects table or a function, not {}",
                shown(other)
            ),
        )),
    }
}

fn read_fx(call: &Call<'_>, what: &str, table: &Table) -> Result<Do, Fail> {
    if table.raw_len() > 0 {
        return Err(bad(
            "field",
            format!("{what}: an effects table has names, no list items"),
        ));
    }
    let mut reader = Reader::new(call, table, what);
    let to = match reader.value("to")? {
        None => None,
        Some(value) => match to(&value) {
            Some(to) => Some(to),
            None => {
                return Err(reader.wrong(
                    "to",
                    "\"target\", \"who\", \"party\", \"self\" or a name",
                    &value,
                ));
            }
        },
    };
    let fx = Fx {
        to,
        say: reader.text("say")?,
        hit: reader.count("hit", 0, 100)?,
        why: reader.text("why")?,
        fatigue: reader.count("fatigue", 0, 100)?,
        apply: reader.text("apply")?,
        lasts: reader.word("lasts", Period::lookup)?,
        step: reader
            .int("step", -10, 10)?
            .and_then(|n| i32::try_from(n).ok()),
        position: reader.word("position", Position::lookup)?,
        tick: amounts(&mut reader, "tick", -100)?,
        start: reader.text("start")?,
        stop: reader.text("stop")?,
        spawn: amounts(&mut reader, "spawn", 1)?
            .into_iter()
            .map(|(name, n)| (name, u32::try_from(n).unwrap_or(1)))
            .collect(),
        gain: reader.count("gain", 0, 100)?,
        earn: reader.count("earn", 0, 100)?,
    };
    let run = reader.function("run")?;
    reader.finish()?;
    Ok(Do {
        fx: Some(fx).filter(|fx| *fx != Fx::default()),
        run,
    })
}

fn to(value: &Value) -> Option<To> {
    if let Some(thing) = handle::from_lua(value) {
        return Some(To::Thing(thing));
    }
    Some(match text(value)?.as_str() {
        "target" => To::Target,
        "who" => To::Who,
        "party" => To::Party,
        "self" => To::Own,
        name => To::Named(name.to_owned()),
    })
}

/// "Bridge Collapse", or { ["Bridge Collapse"] = 2 }, in the order of names.
fn amounts(
    reader: &mut Reader<'_>,
    key: &'static str,
    low: i64,
) -> Result<Vec<(String, i32)>, Fail> {
    let wants = "a name, or { [name] = whole number }";
    match reader.value(key)? {
        None => Ok(Vec::new()),
        Some(Value::Table(table)) => {
            let mut all = Vec::new();
            for pair in table.pairs::<Value, Value>() {
                let (name, n) = pair?;
                let Some(count) = whole(&n).filter(|n| (low..=100).contains(n) && *n != 0) else {
                    return Err(reader.wrong(key, wants, &n));
                };
                let Some(name) = text(&name).filter(|name| name.len() <= LONGEST_WORD) else {
                    return Err(reader.wrong(key, wants, &name));
                };
                all.push((name, i32::try_from(count).unwrap_or(1)));
            }
            all.sort();
            Ok(all)
        }
        Some(value) => match text(&value) {
            Some(name) => Ok(vec![(name, 1)]),
            None => Err(reader.wrong(key, wants, &value)),
        },
    }
}

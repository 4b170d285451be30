//! The prompt's own environment: live names are variables of it, its locals live on to the next lines.

use std::collections::HashSet;

use mlua::chunk::ChunkMode;
use mlua::{Lua, MultiValue, Table, Value};

use super::generation::Generation;
use super::syntax::locals;
use super::{convert, raise};
use crate::rules::ids::Thing;
use crate::table::datum::Datum;
use crate::table::names;
use crate::table::state::State;

/// The name of the prompt's chunks.
pub const CHUNK: &str = "prompt";

/// The longest input, in bytes: it is read several times, and the compiler is under no other limit.
pub const LONGEST: usize = 64 << 10;

/// The thing of a live name: "lyra", "troll" (the beginning of a word, if only one fits).
#[must_use]
pub fn live_name(generation: &Generation, name: &str) -> Option<Thing> {
    generation
        .act(|act| live_name_in(&act.state, name))
        .ok()
        .flatten()
}

/// The thing that such a name stands for at this table.
#[must_use]
pub fn live_name_in(state: &State, name: &str) -> Option<Thing> {
    let spaced = name.replace('_', " ");
    let all: Vec<(String, Thing)> = state
        .roster()
        .chain(state.foes_present())
        .chain(state.units_present())
        .chain(state.timers_shown())
        .map(|thing| (state.name(thing), thing))
        .collect();
    if let names::Found::One((_, thing)) = names::find_by(&spaced, &all, |(name, _)| name.as_str())
    {
        return Some(*thing);
    }
    // A timer that is called after its owner doesn't stand in the owner's way.
    let owned = owned_timers(state);
    let all: Vec<(String, Thing)> = all
        .into_iter()
        .filter(|(_, thing)| !owned.contains(thing))
        .collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    match names::find_start_by(&words, &all, |(name, _)| name.as_str()) {
        (names::Found::One((_, thing)), taken) if taken == words.len() => Some(*thing),
        _ => None,
    }
}

/// Timers that belong to something with a name of its own: Supply and Morale of units, Leashes.
fn owned_timers(state: &State) -> Vec<Thing> {
    let units = state.units.values();
    let leashes = state.foes.values().filter(|foe| foe.owner.is_some());
    units
        .flat_map(|unit| unit.supply.into_iter().chain(unit.morale))
        .chain(leashes.flat_map(|foe| {
            let leash = super::foes::leash_name(&foe.name);
            crate::table::commands::timers::at_table(state, &leash)
        }))
        .collect()
}

/// How an input reads as Luau.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// An expression, or one call.
    Expression,
    /// Statements.
    Statements,
    /// More lines are wanted.
    Incomplete,
    /// Neither; what the compiler says.
    Neither(String),
}

/// Tries an input as Luau: expression, then statement.
#[must_use]
pub fn read(lua: &Lua, text: &str) -> Reading {
    if text.contains('\0') {
        return Reading::Neither("a zero byte is no text".into());
    }
    let compiles = |source: String| {
        lua.load(source)
            .set_name(format!("@{CHUNK}"))
            .set_mode(ChunkMode::Text)
            .into_function()
            .map(|_| ())
    };
    if compiles(format!("return {text}")).is_ok() {
        return Reading::Expression;
    }
    match compiles(text.to_owned()) {
        Ok(()) => Reading::Statements,
        // Behind the end of the input the compiler may add what it guesses: "did you forget to close 'do' at line 2?"
        Err(mlua::Error::SyntaxError {
            incomplete_input,
            message,
        }) if incomplete_input || message.contains("got <eof>; did you forget") => {
            Reading::Incomplete
        }
        Err(error) => Reading::Neither(super::translate::text(&error)),
    }
}

/// Runs an input in the prompt's environment. One that fails or stops leaves its variables as they were: it will run
/// again from its start, and a hoard of texts isn't kept.
///
/// # Errors
/// What it raises.
pub fn run(lua: &Lua, generation: &Generation, text: &str) -> mlua::Result<MultiValue> {
    let prompt = &raise::tables(generation)?.prompt;
    let before: Vec<(Value, Value)> = prompt.pairs().collect::<mlua::Result<_>>()?;
    let result = run_here(lua, generation, text);
    if result.is_err() || generation.is_stopped() {
        prompt.clear()?;
        for (name, value) in before {
            prompt.raw_set(name, value)?;
        }
    }
    result
}

fn run_here(lua: &Lua, generation: &Generation, text: &str) -> mlua::Result<MultiValue> {
    let tables = raise::tables(generation)?;
    let load = |source: String| {
        lua.load(source)
            .set_name(format!("@{CHUNK}"))
            .set_mode(ChunkMode::Text)
            .set_environment(tables.prompt.clone())
            .into_function()
    };
    if let Ok(function) = load(format!("return {text}")) {
        return function.call(());
    }
    // Locals of the top level live on to the next lines: they are given back at the end.
    let locals = locals::top_locals(text).unwrap_or_default();
    let set = locals::top_assignments(text)
        .into_iter()
        .map(|(name, _)| name);
    if let Some(word) = set
        .chain(locals.iter().cloned())
        .find(|name| tables.words.contains(name))
    {
        return Err(raise::raise_bad(lua, "reassigned", reassigned(&word)));
    }
    if locals.is_empty() {
        return load(text.to_owned())?.call(());
    }
    let Ok(function) = load(format!("{text}\nreturn {}", locals.join(", "))) else {
        // A `return` at the end leaves no place after it.
        return load(text.to_owned())?.call(());
    };
    let mut values = function.call::<MultiValue>(())?.into_iter();
    for name in locals {
        tables
            .prompt
            .raw_set(name, values.next().unwrap_or(Value::Nil))?;
    }
    Ok(MultiValue::new())
}

/// The sentence for a word of the API that somebody would give another meaning.
#[must_use]
pub fn reassigned(word: &str) -> String {
    format!("{word} is a word of the API and can't be given another value")
}

/// The prompt's variables that outlive a reload: data and handles. The others are named.
#[must_use]
pub fn variables(generation: &Generation) -> (Vec<(String, Datum)>, Vec<String>) {
    let (mut kept, mut dropped) = (Vec::new(), Vec::new());
    let Ok(tables) = raise::tables(generation) else {
        return (kept, dropped);
    };
    // Reading them is no part of the attempt that has ended: it has a budget of its own.
    generation.rearm();
    for (key, value) in tables.prompt.pairs::<String, Value>().flatten() {
        match convert::from_lua(&value, generation) {
            Ok(datum) => kept.push((key, datum)),
            Err(_) => dropped.push(key),
        }
    }
    kept.sort_by(|a, b| a.0.cmp(&b.0));
    dropped.sort();
    (kept, dropped)
}

/// The prompt's variables and what the tables among them hold.
pub struct Kept(Vec<(Table, Vec<(Value, Value)>)>);

/// Beyond so many entries a variable's tables are left as an attempt that came to nothing left them.
const MOST_KEPT: usize = 20_000;

fn entries(table: &Table) -> Vec<(Value, Value)> {
    table.pairs().flatten().collect()
}

/// The prompt's variables as they are, for an attempt that may come to nothing.
#[must_use]
pub fn kept(generation: &Generation) -> Kept {
    let mut tables = Vec::new();
    let (mut seen, mut n) = (HashSet::new(), 0);
    let prompt = raise::tables(generation).ok();
    let mut next: Vec<Table> = prompt
        .map(|tables| tables.prompt.clone())
        .into_iter()
        .collect();
    while let Some(table) = next.pop() {
        if n > MOST_KEPT || !seen.insert(table.to_pointer() as usize) {
            continue;
        }
        let held = entries(&table);
        n += held.len();
        next.extend(held.iter().flat_map(|(key, value)| {
            // What is frozen can't be changed.
            let tables = [key, value].into_iter().filter_map(Value::as_table);
            tables.filter(|inner| !inner.is_readonly()).cloned()
        }));
        tables.push((table, held));
    }
    Kept(tables)
}

/// Makes the prompt's variables what they were.
pub fn put_back(kept: &Kept) {
    for (table, held) in &kept.0 {
        let now = entries(table);
        if now == *held {
            continue;
        }
        for (key, _) in now {
            let _ = table.raw_set(key, Value::Nil);
        }
        for (key, value) in held {
            let _ = table.raw_set(key, value);
        }
    }
}

/// Puts variables back.
///
/// # Errors
/// Out of memory.
pub fn restore(
    lua: &Lua,
    generation: &Generation,
    variables: &[(String, Datum)],
) -> mlua::Result<()> {
    let tables = raise::tables(generation)?;
    for (name, datum) in variables {
        tables
            .prompt
            .raw_set(name.as_str(), convert::to_lua(lua, datum)?)?;
    }
    Ok(())
}

//! Definers: `word "Name" { … }` declares, at load only, and returns the name. Parts of a thing stand inside it as
//! words of the same form.

pub mod adversary;
pub mod classes;
pub mod deck;
pub mod drafts;
pub mod events;
pub mod frame;
pub mod fx;
pub mod hook;
pub mod listen;
pub mod moves;
pub mod perils;
pub mod reader;
pub mod timer;
pub mod unit;
pub mod weapon;
pub mod words;

use mlua::{Lua, Table, UserData, Value};

use super::args::{shown, text, whole};
use super::generation::lock;
use super::loading::Pending;
use super::raise;
use super::stop::{Fail, bad};
use super::verbs::Call;
use crate::table::catalog::Place;
use crate::table::datum::Datum;
use crate::table::names;

pub use words::{WORDS, Word};

/// A part of a thing: `move "X" { … }` inside an adversary.
pub struct Part {
    /// Its number in this load.
    pub number: u64,
    /// move, phase, deed, at, card, hook, arg.
    pub word: &'static str,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// What it says.
    pub body: Value,
}

impl UserData for Part {}

/// What a definer does with name, place and body.
type Whole = fn(&Call<'_>, &str, Place, &Table) -> Result<(), Fail>;

const WHOLES: [(&str, Whole); 14] = [
    ("adversary", adversary::adversary),
    ("timer", timer::timer),
    ("deck", deck::deck),
    ("region", deck::region),
    ("talent", hook::talent),
    ("condition", hook::condition),
    ("weapon", weapon::weapon),
    ("command", hook::command),
    ("fear", perils::fear),
    ("armor", perils::armor),
    ("hazard", perils::hazard),
    ("frame", frame::frame),
    ("skill", frame::skill),
    ("unit", unit::unit),
];

const PARTS: [&str; 5] = ["move", "phase", "deed", "card", "hook"];

/// Where the script that calls stands.
#[must_use]
pub fn here(lua: &Lua) -> Place {
    raise::frames(lua)
        .first()
        .map(|frame| Place {
            file: frame.file.as_str().into(),
            line: frame.line.unwrap_or(0),
        })
        .unwrap_or_default()
}

/// Refuses a declaration outside a load.
///
/// # Errors
/// When nothing loads.
pub fn loading(call: &Call<'_>, word: &str) -> Result<(), Fail> {
    if lock(&call.generation.loading).is_some() {
        return Ok(());
    }
    Err(bad(
        "declares",
        format!(
            "{word} declares, and that is done in a file of the campaign while it loads; here things act (spawn, start, apply)"
        ),
    ))
}

fn name_of(call: &Call<'_>, word: &'static str, name: &Value) -> Result<String, Fail> {
    loading(call, word)?;
    let Some(name) = text(name) else {
        return Err(bad(
            "argument",
            format!(
                "{word} takes a name first: {word} \"Name\" {{ … }}, not {}",
                shown(name)
            ),
        ));
    };
    let name = names::written(&name).map_err(|why| bad("argument", format!("{word}: {why}")))?;
    // A card is called by its code ("7C"), an argument by nobody at the prompt.
    if !matches!(word, "card" | "arg") {
        super::lookup::good_name(word, name)?;
    }
    Ok(name.to_owned())
}

/// A host function whose failure is raised with the caller's place.
fn host<A: mlua::FromLuaMulti, R: mlua::IntoLuaMulti>(
    lua: &Lua,
    work: impl Fn(&Call<'_>, A) -> Result<R, Fail> + Send + Sync + 'static,
) -> mlua::Result<mlua::Function> {
    lua.create_function(move |lua, args: A| {
        let generation = raise::generation(lua)?;
        // A definition takes room in the catalog: a loop of them ends.
        generation.charge(256)?;
        let call = Call {
            lua,
            generation: &generation,
        };
        work(&call, args).map_err(|fail| raise::raise(lua, &generation, fail))
    })
}

/// Puts the definers among the globals.
///
/// # Errors
/// Out of memory.
pub fn install(lua: &Lua, globals: &Table) -> mlua::Result<()> {
    for (word, whole) in WHOLES {
        let definer = host(lua, move |call, name: Value| {
            let name = name_of(call, word, &name)?;
            let place = here(call.lua);
            pend(call, word, &name, &place);
            let body = host(call.lua, move |call, body: Value| {
                loading(call, word)?;
                let Value::Table(body) = &body else {
                    return Err(bad(
                        "argument",
                        format!("{word} {name:?} takes a table: {word} {name:?} {{ … }}"),
                    ));
                };
                settle(call, word, &name, &place);
                whole(call, &name, place.clone(), body).map_err(|fail| said(fail, word, &name))?;
                call.text(&name)
            })?;
            Ok(body)
        })?;
        globals.raw_set(word, definer)?;
    }
    for word in PARTS {
        globals.raw_set(word, part(lua, word)?)?;
    }
    let at = host(lua, |call, (filled, what): (Value, Value)| {
        loading(call, "at")?;
        let n = whole(&filled).filter(|n| *n >= 1).ok_or_else(|| {
            bad(
                "argument",
                format!(
                    "at(filled, what): filled is a whole number from 1 to below the size, not {}",
                    shown(&filled)
                ),
            )
        })?;
        if what.is_nil() {
            return Err(bad(
                "argument",
                "at(filled, what): what happens is an effects table or a function",
            ));
        }
        Ok(call
            .lua
            .create_userdata(new_part(call, "at", n.to_string(), what, here(call.lua))?)?)
    })?;
    globals.raw_set("at", at)?;
    let arg = host(lua, |call, (name, kind, default): (Value, Value, Value)| {
        let name = name_of(call, "arg", &name)?;
        let body = call.lua.create_table()?;
        body.raw_set("kind", kind)?;
        body.raw_set("default", default)?;
        Ok(call.lua.create_userdata(new_part(
            call,
            "arg",
            name,
            Value::Table(body),
            here(call.lua),
        )?)?)
    })?;
    globals.raw_set("arg", arg)?;
    listen::install(lua, globals)
}

/// Says which definition a failure is in.
fn said(fail: Fail, word: &str, name: &str) -> Fail {
    match fail {
        Fail::Bad(diagnostic) => Fail::Bad(Box::new(diagnostic.doing(format!("{word} {name}")))),
        fail => fail,
    }
}

fn part(lua: &Lua, word: &'static str) -> mlua::Result<mlua::Function> {
    host(lua, move |call, name: Value| {
        let name = name_of(call, word, &name)?;
        let place = here(call.lua);
        pend(call, word, &name, &place);
        let body = host(call.lua, move |call, body: Value| {
            loading(call, word)?;
            let Value::Table(table) = &body else {
                return Err(bad(
                    "argument",
                    format!("{word} {name:?} takes a table: {word} {name:?} {{ … }}"),
                ));
            };
            settle(call, word, &name, &place);
            let made = new_part(call, word, name.clone(), body.clone(), place.clone())?;
            if word == "hook" {
                let hook = hook::hook(call, &name, place.clone(), table)
                    .map_err(|fail| said(fail, word, &name))?;
                if let Some(loading) = lock(&call.generation.loading).as_mut() {
                    loading.hooks.push((made.number, hook));
                }
            }
            Ok(call.lua.create_userdata(made)?)
        })?;
        Ok(body)
    })
}

fn new_part(
    call: &Call<'_>,
    word: &'static str,
    name: String,
    body: Value,
    place: Place,
) -> Result<Part, Fail> {
    let mut loading = lock(&call.generation.loading);
    let Some(loading) = loading.as_mut() else {
        return Err(bad(
            "declares",
            format!("{word} stands in a file that loads"),
        ));
    };
    loading.parts += 1;
    loading
        .loose
        .push((loading.parts, word, name.clone(), place.clone()));
    Ok(Part {
        number: loading.parts,
        word,
        name,
        place,
        body,
    })
}

fn pend(call: &Call<'_>, word: &'static str, name: &str, place: &Place) {
    if let Some(loading) = lock(&call.generation.loading).as_mut() {
        loading.pending.push(Pending {
            word,
            name: name.to_owned(),
            place: place.clone(),
        });
    }
}

fn settle(call: &Call<'_>, word: &'static str, name: &str, place: &Place) {
    if let Some(loading) = lock(&call.generation.loading).as_mut() {
        let done = Pending {
            word,
            name: name.to_owned(),
            place: place.clone(),
        };
        if let Some(at) = loading.pending.iter().position(|pending| *pending == done) {
            loading.pending.remove(at);
        }
    }
}

/// Data of a value while a script loads.
///
/// # Errors
/// As [`super::convert::from_lua`].
pub fn datum(call: &Call<'_>, value: &Value) -> Result<Datum, Fail> {
    super::convert::from_lua(value, call.generation)
}

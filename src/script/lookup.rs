//! Names in calls: a name goes wherever a handle goes. Whole names, folded; an unknown one gets close names.

use mlua::{AnyUserData, Table, Value};

use super::args::{Val, shown, text};
use super::group::Group;
use super::handle::{self, ItemOf};
use super::record::Ty;
use super::stop::{Fail, bad};
use super::verbs::Call;
use crate::rules::ids::{Thing, ThingKind};
use crate::table::commands::{timers, wards};
use crate::table::names::{self, Found};
use crate::table::show;
use crate::table::state::State;

/// The name of the thing a handle or a result stands for.
#[must_use]
pub fn name_of(call: &Call<'_>, value: &Value) -> Option<String> {
    if let Some(thing) = handle::from_lua(value) {
        return call.generation.act(|act| act.state.name(thing)).ok();
    }
    match value {
        Value::Table(table) => table.raw_get::<String>("name").ok(),
        _ => None,
    }
}

/// Is this a name that a thing may be given? It doesn't end in a digit, since `hit ash rat 2` would be a riddle.
///
/// # Errors
/// What is wrong with it.
pub fn good_name(what: &str, name: &str) -> Result<(), Fail> {
    match names::riddle(name) {
        None => Ok(()),
        Some(why) => Err(bad("name", format!("{what} {}: {why}", show::quoted(name)))),
    }
}

/// All creatures with their names: those present first.
#[must_use]
pub fn creatures_named(state: &State) -> Vec<(String, Thing)> {
    let present = state.roster().chain(state.foes_present());
    let gone = state
        .foes
        .keys()
        .map(|id| Thing {
            kind: ThingKind::Foe,
            id: *id,
        })
        .filter(|thing| !state.present(*thing));
    present
        .chain(gone)
        .map(|thing| (state.name(thing), thing))
        .collect()
}

fn one_by_name(
    what: &str,
    wanted: &str,
    all: &[(String, Thing)],
    state: &State,
) -> Result<Thing, Fail> {
    match names::find_by(wanted, all, |(name, _)| name.as_str()) {
        Found::One((_, thing)) => Ok(*thing),
        // A defeated one and a new one may share a name: the one at the table is meant.
        Found::Many(many) => {
            let present: Vec<_> = many
                .iter()
                .filter(|(_, thing)| state.present(*thing))
                .collect();
            match present.as_slice() {
                [(_, thing)] => Ok(*thing),
                _ => {
                    let fitting: Vec<String> = many
                        .iter()
                        .map(|(name, thing)| format!("{name} ({thing})"))
                        .collect();
                    Err(bad(
                        "ambiguous_name",
                        names::several(what, wanted, &fitting),
                    ))
                }
            }
        }
        Found::None { .. } => {
            let known: Vec<&str> = all
                .iter()
                .filter(|(_, thing)| state.present(*thing))
                .map(|(name, _)| name.as_str())
                .collect();
            Err(bad("unknown_name", names::unknown(what, wanted, &known)))
        }
    }
}

/// A creature of the kind that is wanted; nothing when the value is neither a handle nor a name.
///
/// # Errors
/// An unknown name, with close ones; a thing of another kind.
pub fn creature(call: &Call<'_>, ty: Ty, value: &Value) -> Result<Option<Thing>, Fail> {
    let fits = |thing: Thing| match ty {
        Ty::Pc => thing.kind == ThingKind::Pc,
        Ty::Foe => thing.kind == ThingKind::Foe,
        _ => matches!(
            thing.kind,
            ThingKind::Pc | ThingKind::Foe | ThingKind::Spirit
        ),
    };
    let what = match ty {
        Ty::Pc => "character",
        Ty::Foe => "foe",
        _ => "creature",
    };
    if let Some(thing) = handle::from_lua(value) {
        return Ok(fits(thing).then_some(thing));
    }
    let Some(wanted) = text(value) else {
        return Ok(None);
    };
    let state = call.generation.act(|act| act.state.clone())?;
    let all: Vec<(String, Thing)> = creatures_named(&state)
        .into_iter()
        .filter(|(_, thing)| fits(*thing))
        .collect();
    one_by_name(what, &wanted, &all, &state).map(Some)
}

/// The creature, unless a handle has outlived it (an undo, a scene that has closed).
///
/// # Errors
/// It is gone.
pub fn there(call: &Call<'_>, who: Thing) -> Result<Thing, Fail> {
    let (there, name) = call
        .generation
        .act(|act| (act.state.body(who).is_some(), act.state.name(who)))?;
    if there {
        return Ok(who);
    }
    Err(bad("gone", format!("{name} is gone")))
}

/// One or several creatures: handle, name, group, list; nothing when the value is none of these.
///
/// # Errors
/// As [`creature`], for each.
pub fn creatures(call: &Call<'_>, value: &Value) -> Result<Option<Val>, Fail> {
    match value {
        Value::UserData(data) => Ok(group(call, data)?.map(Val::Several)),
        Value::Table(table) => list(call, table).map(|things| Some(Val::Several(things))),
        Value::String(words) => {
            let words = words.to_string_lossy();
            let state = call.generation.act(|act| act.state.clone())?;
            // The groups by their names, as in effects tables; a creature of that name is found first.
            let all = creatures_named(&state);
            if matches!(
                names::find_by(&words, &all, |(name, _)| name.as_str()),
                Found::None { .. }
            ) {
                match names::fold(&words).as_str() {
                    "party" => return Ok(Some(Val::Several(state.party().collect()))),
                    "roster" => return Ok(Some(Val::Several(state.roster().collect()))),
                    "foes" => return Ok(Some(Val::Several(state.foes_present().collect()))),
                    _ => {}
                }
            }
            creature(call, Ty::Who, value).map(|thing| thing.map(Val::One))
        }
        _ => creature(call, Ty::Who, value).map(|thing| thing.map(Val::One)),
    }
}

fn group(call: &Call<'_>, data: &AnyUserData) -> Result<Option<Vec<Thing>>, Fail> {
    let Ok(group) = data.borrow::<Group>() else {
        return Ok(None);
    };
    let things = group.things(call.generation)?;
    let creature = |thing: &Thing| {
        matches!(
            thing.kind,
            ThingKind::Pc | ThingKind::Foe | ThingKind::Spirit
        )
    };
    match things.iter().find(|thing| !creature(thing)) {
        None => Ok(Some(things)),
        Some(other) => Err(bad(
            "argument",
            format!(
                "creatures are wanted here, and {} is none",
                super::fields::words(call.generation, &handle::to_lua(*other))
            ),
        )),
    }
}

fn list(call: &Call<'_>, table: &Table) -> Result<Vec<Thing>, Fail> {
    let mut things = Vec::new();
    for (n, value) in table.clone().sequence_values::<Value>().enumerate() {
        let value = value?;
        match creature(call, Ty::Who, &value)? {
            Some(thing) if !things.contains(&thing) => things.push(thing),
            Some(twice) => {
                let name = call.generation.act(|act| act.state.name(twice))?;
                return Err(bad("argument", format!("{name} is in the list twice")));
            }
            None => {
                return Err(bad(
                    "argument",
                    format!(
                        "item {} of the list is a creature or its name, not {}",
                        n + 1,
                        shown(&value)
                    ),
                ));
            }
        }
    }
    if things.is_empty()
        && table.raw_len() == 0
        && table.clone().pairs::<Value, Value>().next().is_some()
    {
        return Err(bad(
            "argument",
            "a list of creatures has no names for its items: { \"Lyra\", \"Ellis\" }",
        ));
    }
    Ok(things)
}

/// The words that end the name of an item: "Lyra's armor".
pub const ITEMS: [(&str, ItemOf); 2] = [("armor", ItemOf::Armor), ("weapon", ItemOf::Weapon)];

/// An item: its handle, or whose it is and what: "Lyra's armor", "Lyra armor".
///
/// # Errors
/// An unknown owner, with close names.
pub fn item(call: &Call<'_>, value: &Value) -> Result<Option<Thing>, Fail> {
    if let Some(thing) = handle::from_lua(value) {
        return Ok((thing.kind == ThingKind::Item).then_some(thing));
    }
    let Some(wanted) = text(value) else {
        return Ok(None);
    };
    let Some((owner, which)) = wanted.trim().rsplit_once(' ').and_then(|(owner, word)| {
        let which = ITEMS.iter().find(|(item, _)| names::same(item, word))?.1;
        Some((owner, which))
    }) else {
        return Ok(None);
    };
    let owner = owner
        .strip_suffix("'s")
        .or_else(|| owner.strip_suffix("’s"))
        .unwrap_or(owner);
    let owner = Value::String(call.lua.create_string(owner)?);
    Ok(creature(call, Ty::Who, &owner)?.map(|who| which.of(who)))
}

/// A ward or trap at the table.
///
/// # Errors
/// An unknown name, with close ones; one that is gone.
pub fn ward(call: &Call<'_>, value: &Value) -> Result<Option<Thing>, Fail> {
    let state = call.generation.act(|act| act.state.clone())?;
    if let Some(thing) = handle::from_lua(value) {
        if thing.kind == ThingKind::Ward && state.ward(thing.id).is_none() {
            return Err(bad("gone", format!("{thing} is gone")));
        }
        return Ok((thing.kind == ThingKind::Ward).then_some(thing));
    }
    let Some(wanted) = text(value) else {
        return Ok(None);
    };
    let all: Vec<(String, Thing)> = wards::all(&state)
        .map(|ward| (state.name(ward), ward))
        .collect();
    match names::find_by(&wanted, &all, |(name, _)| name.as_str()) {
        Found::One((_, ward)) => Ok(Some(*ward)),
        _ => {
            let known: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
            let why = names::unknown("ward or trap", &wanted, &known);
            Err(bad("unknown_name", why))
        }
    }
}

/// A hazard's name as it is declared.
///
/// # Errors
/// An unknown name, with close ones.
pub fn hazard(call: &Call<'_>, wanted: &str) -> Result<String, Fail> {
    let catalog = call.generation.catalog();
    if let Some(def) = catalog.hazards.get(wanted) {
        return Ok(def.name.clone());
    }
    let known: Vec<&str> = catalog.hazards.names().collect();
    Err(bad(
        "unknown_name",
        names::unknown("hazard", wanted, &known),
    ))
}

/// A timer at the table, or the name of a declared one.
///
/// # Errors
/// An unknown name, with close ones.
pub fn timer(call: &Call<'_>, value: &Value) -> Result<Option<Val>, Fail> {
    if let Some(thing) = handle::from_lua(value) {
        return Ok((thing.kind == ThingKind::Timer).then_some(Val::One(thing)));
    }
    let Some(wanted) = text(value) else {
        return Ok(None);
    };
    let state = call.generation.act(|act| act.state.clone())?;
    match timers::at_table(&state, &wanted).as_slice() {
        [] => {}
        [one] => return Ok(Some(Val::One(*one))),
        several => {
            return Err(bad(
                "ambiguous_name",
                timers::several_of(&state, &wanted, several),
            ));
        }
    }
    let catalog = call.generation.catalog();
    Ok(Some(match catalog.timers.get(&wanted) {
        Some(def) => Val::Text(def.name.clone()),
        // `start` may make one on the spot: it checks again.
        None => Val::Text(wanted),
    }))
}

/// The sentence for a timer that is neither at the table nor declared.
#[must_use]
pub fn unknown_timer(call: &Call<'_>, wanted: &str) -> Fail {
    let catalog = call.generation.catalog();
    let mut known: Vec<String> = catalog.timers.names().map(str::to_owned).collect();
    if let Ok(state) = call.generation.act(|act| act.state.clone()) {
        for thing in state.timers_shown() {
            let name = timers::label(&state, thing);
            if !known.iter().any(|other| names::same(other, &name)) {
                known.push(name);
            }
        }
    }
    bad("unknown_name", names::unknown("timer", wanted, &known))
}

/// A unit in the field; nothing when the value is neither a handle nor a name.
///
/// # Errors
/// An unknown name, with close ones.
pub fn unit(call: &Call<'_>, value: &Value) -> Result<Option<Thing>, Fail> {
    if let Some(thing) = handle::from_lua(value) {
        return Ok((thing.kind == ThingKind::Unit).then_some(thing));
    }
    let Some(wanted) = text(value) else {
        return Ok(None);
    };
    let state = call.generation.act(|act| act.state.clone())?;
    let all: Vec<(String, Thing)> = state
        .units
        .keys()
        .map(|id| Thing::new(ThingKind::Unit, *id))
        .map(|thing| (state.name(thing), thing))
        .collect();
    one_by_name("unit", &wanted, &all, &state).map(Some)
}

/// Anything with fields the GM may set: a creature, then a timer.
///
/// # Errors
/// An unknown name, with close ones.
pub fn thing(call: &Call<'_>, value: &Value) -> Result<Option<Thing>, Fail> {
    if let Some(thing) = handle::from_lua(value) {
        return Ok(Some(thing));
    }
    let Some(wanted) = text(value) else {
        return Ok(None);
    };
    let state = call.generation.act(|act| act.state.clone())?;
    let mut all = creatures_named(&state);
    all.extend(
        state
            .timers_shown()
            .map(|thing| (timers::label(&state, thing), thing)),
    );
    one_by_name("creature or timer", &wanted, &all, &state).map(Some)
}

/// A deck's name as it is declared; the Deck of Consequences is always there.
///
/// # Errors
/// An unknown name, with close ones.
pub fn deck(call: &Call<'_>, wanted: &str) -> Result<String, Fail> {
    let catalog = call.generation.catalog();
    if let Some(def) = catalog.decks.get(wanted) {
        return Ok(def.name.clone());
    }
    if names::same(wanted, crate::table::commands::cards::CONSEQUENCES) {
        return Ok(crate::table::commands::cards::CONSEQUENCES.to_owned());
    }
    let mut known: Vec<&str> = catalog.decks.names().collect();
    known.push(crate::table::commands::cards::CONSEQUENCES);
    Err(bad("unknown_name", names::unknown("deck", wanted, &known)))
}

/// A condition's name as it is declared or as the rules have it.
///
/// # Errors
/// An unknown name, with close ones.
pub fn condition(call: &Call<'_>, wanted: &str) -> Result<String, Fail> {
    let catalog = call.generation.catalog();
    if let Some(def) = catalog.conditions.get(wanted) {
        return Ok(def.name.clone());
    }
    if let Some(native) = crate::rules::conditions::find(wanted) {
        return Ok(native.name.to_owned());
    }
    let known: Vec<&str> = catalog
        .conditions
        .names()
        .chain(crate::rules::conditions::CONDITIONS.iter().map(|c| c.name))
        .collect();
    Err(bad(
        "unknown_name",
        names::unknown("condition", wanted, &known),
    ))
}

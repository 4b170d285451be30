//! `fear "N" { … }`, `armor "N" { … }`, `hazard "N" { … }`.

use mlua::{Table, Value};

use super::super::stop::{Fail, bad};
use super::super::verbs::Call;
use super::hook;
use super::reader::Reader;
use super::timer;
use crate::rules::hazards::{HazardKind, TicksOn};
use crate::rules::timers::{TimerKind, TimerScope};
use crate::rules::values::{Armor, Period};
use crate::script::generation::lock;
use crate::table::catalog::{ArmorDef, FearDef, HazardDef, Hook, Place, TimerDef};

/// Declares a result of fear.
///
/// # Errors
/// An unknown key, a face that is none or is taken, a name that is taken.
pub fn fear(call: &Call<'_>, name: &str, place: Place, body: &Table) -> Result<(), Fail> {
    let mut reader = Reader::new(call, body, format!("fear {name}"));
    let replaces = reader.flag("replaces")?.unwrap_or(false);
    let def = FearDef {
        name: name.to_owned(),
        place: place.clone(),
        face: reader
            .count("face", 1, 10)?
            .and_then(|face| u8::try_from(face).ok()),
        text: reader.text("text")?.unwrap_or_default(),
        harsh: reader.text("harsh")?.unwrap_or_default(),
        run: reader.what("run")?,
    };
    reader.finish()?;
    let mut loading = lock(&call.generation.loading);
    let Some(loading) = loading.as_mut() else {
        return Ok(());
    };
    let fears = &loading.catalog.fears;
    if let Some(other) = fears
        .iter()
        .find(|other| other.face.is_some() && other.face == def.face && other.name != def.name)
    {
        return Err(bad(
            "two_definitions",
            format!(
                "fear {name}: the face {} is {}'s already",
                def.face.unwrap_or(0),
                other.name
            ),
        ));
    }
    let first = fears.get(name).map(|other| other.place.clone());
    if loading.takes("fear", name, replaces, first.as_ref(), &place)? {
        loading.catalog.fears.add(name, def);
    }
    Ok(())
}

fn reactions(reader: &mut Reader<'_>, name: &str, place: &Place) -> Result<Hook, Fail> {
    Ok(
        hook::fields(reader, name, place.clone())?.unwrap_or_else(|| Hook {
            name: name.to_owned(),
            place: place.clone(),
            ..Hook::default()
        }),
    )
}

/// Declares an armor that sheets may name.
///
/// # Errors
/// An unknown key, no category, a name that is taken or is a category's.
pub fn armor(call: &Call<'_>, name: &str, place: Place, body: &Table) -> Result<(), Fail> {
    let mut reader = Reader::new(call, body, format!("armor {name}"));
    let replaces = reader.flag("replaces")?.unwrap_or(false);
    let Some(category) = reader.word("category", Armor::lookup)? else {
        return Err(bad(
            "field",
            format!("armor {name} needs a category: none, light, medium, heavy"),
        ));
    };
    let text = reader.text("text")?.unwrap_or_default();
    let hook = reactions(&mut reader, name, &place)?;
    reader.finish()?;
    if Armor::parse(name).is_some() {
        return Err(bad(
            "two_definitions",
            format!("armor {name:?} is a category already: another name"),
        ));
    }
    let def = ArmorDef {
        name: name.to_owned(),
        place: place.clone(),
        category,
        text,
        hook,
    };
    let mut loading = lock(&call.generation.loading);
    let Some(loading) = loading.as_mut() else {
        return Ok(());
    };
    let first = loading
        .catalog
        .armors
        .get(name)
        .map(|other| other.place.clone());
    if loading.takes("armor", name, replaces, first.as_ref(), &place)? {
        loading.catalog.armors.add(name, def);
    }
    Ok(())
}

/// What the timer that fights a hazard is called, where nothing says so.
fn fight_name(hazard: &str) -> String {
    format!("Against {hazard}")
}

/// Declares a hazard. With a size it is a timer too, and one more where it may be fought.
///
/// # Errors
/// An unknown key, keys of a timer without a size, a name that is taken.
pub fn hazard(call: &Call<'_>, name: &str, place: Place, body: &Table) -> Result<(), Fail> {
    let mut reader = Reader::new(call, body, format!("hazard {name}"));
    let replaces = reader.flag("replaces")?.unwrap_or(false);
    let size = reader.count("size", 1, 100)?;
    let kind = reader
        .word("kind", HazardKind::lookup)?
        .unwrap_or(match size {
            Some(_) => HazardKind::Active,
            None => HazardKind::Passive,
        });
    let text = reader.text("text")?.unwrap_or_default();
    let fight = match reader.value("fight")? {
        None => None,
        Some(Value::Table(table)) => {
            let mut inner = Reader::new(call, &table, format!("fight of hazard {name}"));
            let called = inner.text("name")?.unwrap_or_else(|| fight_name(name));
            let size = inner.count("size", 1, 100)?;
            inner.finish()?;
            Some((called, size))
        }
        Some(value) => match super::super::args::whole(&value).filter(|n| (1..=100).contains(n)) {
            Some(n) => Some((fight_name(name), u32::try_from(n).ok())),
            None => {
                return Err(reader.wrong(
                    "fight",
                    "a size from 1 to 100 or { name = …, size = … }",
                    &value,
                ));
            }
        },
    };
    let mut hook = reactions(&mut reader, name, &place)?;
    // What the segments do is the timer's own.
    hook.on.remove("tick");
    hook.on.remove("fill");
    let scope = reader.word("scope", TimerScope::lookup)?;
    let ticks_on = reader.word("ticks_on", TicksOn::lookup)?;
    let timer = TimerDef {
        name: name.to_owned(),
        place: place.clone(),
        size: size.unwrap_or(0),
        kind: TimerKind::Hazard.word().to_owned(),
        scope: scope.unwrap_or_default(),
        hidden: reader.flag("hidden")?.unwrap_or(false),
        text: text.clone(),
        against: fight.as_ref().map(|(called, _)| called.clone()),
        partial: ticks_on == Some(TicksOn::Fail),
        every: reader.word("every", Period::lookup)?,
        repeats: reader.flag("loop")?.unwrap_or(false),
        grow: reader.count("grow", 0, 100)?.unwrap_or(0),
        at: timer::thresholds(&mut reader, "hazard", name, size.unwrap_or(0))?,
        on_tick: reader.what("on_tick")?,
        on_fill: reader.what("on_fill")?,
    };
    let step = |n: Option<i64>| n.and_then(|n| i32::try_from(n).ok()).unwrap_or(0);
    let def = HazardDef {
        name: name.to_owned(),
        place: place.clone(),
        kind,
        text,
        timed: size.is_some(),
        fight: fight.as_ref().map(|(called, _)| called.clone()),
        ticks_on,
        uses: reader.texts("uses")?,
        lasts: reader.word("lasts", Period::lookup)?,
        step: step(reader.int("step", -3, 3)?),
        dv: step(reader.int("dv", -3, 3)?),
        dice: step(reader.int("dice", -10, 10)?),
        beats_a_spell: reader.count("beats_a_spell", 0, 10)?.unwrap_or(0),
        hook,
    };
    reader.finish()?;
    let timers = timer.every.is_some()
        || timer.repeats
        || !timer.on_fill.is_empty()
        || !timer.on_tick.is_empty()
        || def.ticks_on.is_some()
        || fight.is_some();
    if size.is_none() && timers {
        return Err(bad(
            "field",
            format!("hazard {name} needs a size: what ticks, fills or is fought has segments"),
        ));
    }
    let mut loading = lock(&call.generation.loading);
    let Some(loading) = loading.as_mut() else {
        return Ok(());
    };
    let first = loading
        .catalog
        .hazards
        .get(name)
        .map(|other| other.place.clone());
    if !loading.takes("hazard", name, replaces, first.as_ref(), &place)? {
        return Ok(());
    }
    if let Some(size) = size {
        let mut all = vec![timer];
        if let Some((called, against)) = fight {
            all.push(TimerDef {
                name: called,
                place: place.clone(),
                size: against.unwrap_or(size),
                kind: TimerKind::Progress.word().to_owned(),
                scope: scope.unwrap_or_default(),
                against: Some(name.to_owned()),
                ..TimerDef::default()
            });
        }
        for timer in all {
            let called = timer.name.clone();
            let first = loading
                .catalog
                .timers
                .get(&called)
                .map(|other| other.place.clone());
            if !loading.takes("timer", &called, replaces, first.as_ref(), &place)? {
                return Ok(());
            }
            loading.catalog.timers.add(&called, timer);
        }
    }
    loading.catalog.hazards.add(name, def);
    Ok(())
}

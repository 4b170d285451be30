//! `timer "N" { … }` with its thresholds.

use mlua::Table;

use super::super::stop::{Fail, bad};
use super::super::verbs::Call;
use super::fx;
use super::reader::Reader;
use crate::rules::timers::{TimerKind, TimerScope};
use crate::rules::values::Period;
use crate::script::generation::lock;
use crate::table::catalog::{At, Place, TimerDef};

/// Declares a timer.
///
/// # Errors
/// An unknown key, a size or threshold out of range, a name that is taken.
pub fn timer(call: &Call<'_>, name: &str, place: Place, body: &Table) -> Result<(), Fail> {
    let mut reader = Reader::new(call, body, format!("timer {name}"));
    let Some(size) = reader.count("size", 1, 100)? else {
        return Err(bad(
            "field",
            format!("timer {name} needs a size, 1 to 100 (usual: 4, 6, 8, 10)"),
        ));
    };
    let replaces = reader.flag("replaces")?.unwrap_or(false);
    let def = TimerDef {
        name: name.to_owned(),
        place: place.clone(),
        size,
        kind: reader
            .word("kind", TimerKind::lookup)?
            .unwrap_or_default()
            .word()
            .to_owned(),
        scope: reader
            .word("scope", TimerScope::lookup)?
            .unwrap_or_default(),
        hidden: reader.flag("hidden")?.unwrap_or(false),
        text: reader.text("text")?.unwrap_or_default(),
        against: reader.text("against")?,
        partial: reader.flag("partial")?.unwrap_or(false),
        every: reader.word("every", Period::lookup)?,
        repeats: reader.flag("loop")?.unwrap_or(false),
        grow: reader.count("grow", 0, 100)?.unwrap_or(0),
        at: thresholds(&mut reader, "timer", name, size)?,
        on_tick: reader.what("on_tick")?,
        on_fill: reader.what("on_fill")?,
    };
    reader.finish()?;
    let mut loading = lock(&call.generation.loading);
    let Some(loading) = loading.as_mut() else {
        return Ok(());
    };
    // The rulebook's own (Supply, Campaign) have no file: a campaign's declaration takes their place.
    let first = loading
        .catalog
        .timers
        .get(name)
        .filter(|other| !other.place.file.is_empty())
        .map(|other| other.place.clone());
    if !loading.takes("timer", name, replaces, first.as_ref(), &place)? {
        return Ok(());
    }
    loading.catalog.timers.add(name, def);
    Ok(())
}

/// The thresholds of a timer, ascending.
///
/// # Errors
/// One at or above the size; two at the same segment.
pub fn thresholds(
    reader: &mut Reader<'_>,
    word: &str,
    name: &str,
    size: u32,
) -> Result<Vec<At>, Fail> {
    let mut all: Vec<At> = Vec::new();
    for (_, part) in reader.parts(&["at"])? {
        let filled: u32 = part.name.parse().unwrap_or(0);
        let fault = if filled == size {
            Some(format!(
                "at({size}) is the size: what happens when it fills is on_fill"
            ))
        } else if filled > size {
            Some(format!("at({filled}) is above its size of {size}"))
        } else if all.iter().any(|at| at.filled == filled) {
            Some(format!("two thresholds at {filled}"))
        } else {
            None
        };
        if let Some(fault) = fault {
            return Err(bad("field", format!("{word} {name}: {fault}")));
        }
        let what = fx::read_do(
            reader.call,
            &format!("at({filled}) of {word} {name}"),
            &part.body,
        )?;
        all.push(At { filled, what });
    }
    all.sort_by_key(|at| at.filled);
    Ok(all)
}

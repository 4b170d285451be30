//! `move "N" { … }` and the roll against it.

use mlua::{Table, Value};

use super::super::args::{shown, text, whole};
use super::super::stop::{Fail, bad};
use super::super::verbs::Call;
use super::reader::{Reader, Taken, keep};
use crate::rules::pool::PoolSpec;
use crate::rules::values::{Band, Period, Position};
use crate::table::catalog::{Cost, MoveDef, Outcomes, ResistDef, Target};
use crate::table::names;

/// The table that a part says.
///
/// # Errors
/// Anything else.
pub fn table<'a>(part: &'a Taken, word: &str) -> Result<&'a Table, Fail> {
    match &part.body {
        Value::Table(table) => Ok(table),
        other => Err(bad(
            "field",
            format!("{word} {:?} takes a table, not {}", part.name, shown(other)),
        )),
    }
}

/// A move's body.
///
/// # Errors
/// An unknown key, a value out of range.
pub fn move_def(call: &Call<'_>, part: &Taken, whose: &str) -> Result<MoveDef, Fail> {
    let what = format!("move {} of {whose}", part.name);
    let mut reader = Reader::new(call, table(part, "move")?, what.clone());
    let cost = match reader.value("cost")? {
        Some(Value::Function(function)) => Cost::Run(keep(call, function)),
        Some(value) => match whole(&value)
            .and_then(|n| u32::try_from(n).ok())
            .filter(|n| (1..=7).contains(n))
        {
            Some(n) => Cost::Fixed(n),
            None => {
                return Err(reader.wrong(
                    "cost",
                    "a whole number of SB (1 to 3; a Signature 4 or 5)",
                    &value,
                ));
            }
        },
        None => {
            return Err(bad(
                "field",
                format!("{what} needs a cost: 1 to 3 SB, a Signature 4 or 5 (rules/05 §3)"),
            ));
        }
    };
    let target = match reader.text("target")?.as_deref() {
        None => Target::None,
        Some("pc") => Target::Pc,
        Some("party") => Target::Party,
        Some("self") => Target::Own,
        Some(other) => {
            return Err(bad(
                "unknown_word",
                format!(
                    "{what}: {}",
                    names::unknown("target", other, ["pc", "party", "self"])
                ),
            ));
        }
    };
    let resist = match reader.value("resist")? {
        None => None,
        Some(Value::Table(table)) => Some(resist(call, &table, &what)?),
        Some(other) => return Err(reader.wrong("resist", "a table", &other)),
    };
    let made = MoveDef {
        name: part.name.clone(),
        place: part.place.clone(),
        cost,
        target,
        within: reader.word("within", Band::lookup)?,
        tags: reader.texts("tags")?,
        text: reader.text("text")?.unwrap_or_default(),
        signature: reader.flag("signature")?.unwrap_or(false),
        per: reader.word("per", Period::lookup)?,
        times: reader.count("times", 1, 100)?,
        together: reader.count("together", 2, 20)?.unwrap_or(1),
        rider: reader.flag("rider")?.unwrap_or(false),
        when: reader.function("when")?,
        only: reader.function("only")?,
        resist,
        run: reader.what("run")?,
    };
    reader.finish()?;
    if made.rider && !matches!(made.target, Target::Pc) {
        return Err(bad(
            "field",
            format!("{what}: a rider follows a hit on one character: target = \"pc\""),
        ));
    }
    if made.times.is_some() && made.per.is_none() {
        return Err(bad(
            "field",
            format!("{what}: times says how often a period: which? per = \"scene\""),
        ));
    }
    if made.only.is_some() && !matches!(made.target, Target::Pc | Target::Party) {
        return Err(bad(
            "field",
            format!(
                "{what}: only chooses among targets, and it has none: target = \"pc\" or \"party\""
            ),
        ));
    }
    Ok(made)
}

/// The roll against a move.
fn resist(call: &Call<'_>, table: &Table, what: &str) -> Result<ResistDef, Fail> {
    let what = format!("resist of {what}");
    let mut reader = Reader::new(call, table, what.clone());
    let Some(value) = reader.value("pool")? else {
        return Err(bad(
            "field",
            format!("{what} needs a pool: \"wits + athletics\""),
        ));
    };
    let written = text(&value);
    let pool = match (&written, whole(&value)) {
        (Some(text), _) => text.clone(),
        (None, Some(n)) => n.to_string(),
        _ => return Err(reader.wrong("pool", "\"attribute + skill\" or a number of dice", &value)),
    };
    let spec = PoolSpec::parse(&pool, &super::frame::skills(reader.call))
        .map_err(|e| bad("pool", format!("{what}: {e}")))?;
    if written.is_some() && matches!(spec, PoolSpec::Dice(_)) {
        return Err(reader.wrong("pool", "\"attribute + skill\" or a number of dice", &value));
    }
    let made = ResistDef {
        pool,
        dv: reader.dv("dv")?,
        position: reader.word("position", Position::lookup)?,
        announce: reader.text("announce")?,
        outcomes: Outcomes {
            on_success: reader.what("on_success")?,
            on_clean: reader.what("on_clean")?,
            on_fail: reader.what("on_fail")?,
            on_partial: reader.what("on_partial")?,
            on_miss: reader.what("on_miss")?,
        },
    };
    reader.finish()?;
    Ok(made)
}

//! Hooks, and what is made of them: talents, conditions; commands of a script.

use mlua::{Table, Value};

use super::super::steps;
use super::super::stop::{Fail, bad};
use super::super::verbs::{self, Call};
use super::events::{EVENTS, STEPS, Step};
use super::reader::{Reader, Taken, keep};
use crate::rules::numbers::Dv;
use crate::rules::pool::PoolSpec;
use crate::rules::values::Period;
use crate::script::generation::lock;
use crate::script::loading::taken;
use crate::table::catalog::{ArgDef, CommandDef, ConditionDef, Hook, Modifier, Place, TalentDef};
use crate::table::names;

/// The reaction fields of a definition (`on_x`, `modify_x`), as a hook of its own; nothing when there are none.
///
/// # Errors
/// A field of another type.
pub fn fields(reader: &mut Reader<'_>, name: &str, place: Place) -> Result<Option<Hook>, Fail> {
    let mut hook = Hook {
        name: name.to_owned(),
        place,
        ..Hook::default()
    };
    for event in EVENTS {
        let what = reader.what(event.key)?;
        if !what.is_empty() {
            hook.on.insert(event.name.to_owned(), what);
        }
    }
    for Step {
        name: step, key, ..
    } in STEPS
    {
        let modifier = match reader.value(key)? {
            None => continue,
            Some(Value::Function(function)) => Modifier::Run(keep(reader.call, function)),
            Some(Value::Table(table)) => Modifier::Fixed(Box::new(steps::read(
                reader.call,
                step,
                &table,
                &format!("{key} of {name}"),
            )?)),
            Some(other) => return Err(reader.wrong(key, "a contribution or a function", &other)),
        };
        hook.modify.insert(step.to_owned(), modifier);
    }
    Ok(Some(hook).filter(|hook| !hook.on.is_empty() || !hook.modify.is_empty()))
}

/// The terms: when, asks, pay, per, times, run.
fn terms(reader: &mut Reader<'_>, hook: &mut Hook) -> Result<(), Fail> {
    hook.when = reader.function("when")?;
    hook.asks = reader.text("asks")?;
    hook.pay = reader.count("pay", 1, 10)?;
    hook.per = reader.word("per", Period::lookup)?;
    hook.times = reader.count("times", 1, 100)?;
    hook.run = Some(reader.what("run")?).filter(|run| !run.is_empty());
    if hook.times.is_some() && hook.per.is_none() {
        return Err(bad(
            "field",
            format!(
                "{}: times says how often a period: which? per = \"scene\"",
                hook.name
            ),
        ));
    }
    Ok(())
}

fn bare(name: &str, place: Place) -> Hook {
    Hook {
        name: name.to_owned(),
        place,
        ..Hook::default()
    }
}

/// A hook's body.
///
/// # Errors
/// An unknown key; nothing that it reacts to.
pub fn hook(call: &Call<'_>, name: &str, place: Place, body: &Table) -> Result<Hook, Fail> {
    let mut reader = Reader::new(call, body, format!("hook {name}"));
    let mut hook = fields(&mut reader, name, place.clone())?.unwrap_or_else(|| bare(name, place));
    terms(&mut reader, &mut hook)?;
    reader.text("text")?;
    reader.finish()?;
    if hook.on.is_empty() && hook.modify.is_empty() {
        return Err(bad(
            "field",
            format!("hook {name} reacts to nothing: give it an on_… or a modify_…"),
        ));
    }
    Ok(hook)
}

/// A hook that stands inside another thing.
///
/// # Errors
/// One that stands in two things.
pub fn take(call: &Call<'_>, part: &Taken) -> Result<Hook, Fail> {
    let mut loading = lock(&call.generation.loading);
    let found = loading.as_mut().and_then(|loading| {
        let at = loading
            .hooks
            .iter()
            .position(|(number, _)| *number == part.number)?;
        Some(loading.hooks.remove(at).1)
    });
    found.ok_or_else(|| {
        bad(
            "field",
            format!("hook {:?} stands in two things", part.name),
        )
    })
}

/// Declares a talent.
///
/// # Errors
/// An unknown key, a name that is taken.
pub fn talent(call: &Call<'_>, name: &str, place: Place, body: &Table) -> Result<(), Fail> {
    let mut reader = Reader::new(call, body, format!("talent {name}"));
    let replaces = reader.flag("replaces")?.unwrap_or(false);
    let xp = reader.count("xp", 0, 100)?.unwrap_or(0);
    let text = reader.text("text")?.unwrap_or_default();
    reader.text("kind")?;
    reader.numbers("requires", 0, 10)?;
    let mut own =
        fields(&mut reader, name, place.clone())?.unwrap_or_else(|| bare(name, place.clone()));
    terms(&mut reader, &mut own)?;
    let mut def = TalentDef {
        name: name.to_owned(),
        place: place.clone(),
        xp,
        text,
        hooks: vec![own],
    };
    for (_, part) in reader.parts(&["hook"])? {
        def.hooks.push(take(call, &part)?);
    }
    reader.finish()?;
    let mut loading = lock(&call.generation.loading);
    let Some(loading) = loading.as_mut() else {
        return Ok(());
    };
    let first = loading
        .catalog
        .talents
        .get(name)
        .map(|other| other.place.clone());
    if !loading.takes("talent", name, replaces, first.as_ref(), &place)? {
        return Ok(());
    }
    loading.catalog.talents.add(name, def);
    Ok(())
}

/// Declares a condition.
///
/// # Errors
/// An unknown key, a name that is taken, also by one of the rulebook's.
pub fn condition(call: &Call<'_>, name: &str, place: Place, body: &Table) -> Result<(), Fail> {
    let mut reader = Reader::new(call, body, format!("condition {name}"));
    let replaces = reader.flag("replaces")?.unwrap_or(false);
    let mut hook =
        fields(&mut reader, name, place.clone())?.unwrap_or_else(|| bare(name, place.clone()));
    terms(&mut reader, &mut hook)?;
    let text = reader.text("text")?.unwrap_or_default();
    let lasts = reader.word("lasts", Period::lookup)?;
    let escape = match reader.value("escape")? {
        None => None,
        Some(Value::Table(table)) => Some(escape(
            call,
            &format!("escape of condition {name}"),
            &table,
        )?),
        Some(other) => return Err(reader.wrong("escape", "{ pool = …, dv = … }", &other)),
    };
    reader.finish()?;
    if crate::rules::conditions::condition(name).is_ok() && !replaces {
        return Err(bad(
            "two_definitions",
            format!(
                "condition {name:?} is one of the rulebook's (rules/02 §8): another name, or replaces = true to add to it"
            ),
        ));
    }
    let def = ConditionDef {
        name: name.to_owned(),
        text,
        lasts,
        escape,
        hook,
    };
    let mut loading = lock(&call.generation.loading);
    let Some(loading) = loading.as_mut() else {
        return Ok(());
    };
    let first = loading
        .catalog
        .conditions
        .get(name)
        .map(|other| other.hook.place.clone());
    if !loading.takes("condition", name, replaces, first.as_ref(), &place)? {
        return Ok(());
    }
    loading.catalog.conditions.add(name, def);
    Ok(())
}

/// The roll that ends a condition: `{ pool = "body + athletics", dv = 3 }`.
///
/// # Errors
/// No pool, a pool or DV that is none, an unknown key.
pub fn escape(call: &Call<'_>, what: &str, table: &Table) -> Result<(String, u8), Fail> {
    let mut reader = Reader::new(call, table, what);
    let Some(pool) = reader.text("pool")? else {
        return Err(bad(
            "field",
            format!("{what} needs a pool: \"body + athletics\""),
        ));
    };
    PoolSpec::parse(&pool, &super::frame::skills(call))
        .map_err(|e| bad("pool", format!("{what}: {e}")))?;
    let dv = reader.dv("dv")?.unwrap_or(Dv::DEFAULT.get());
    reader.finish()?;
    Ok((pool, dv))
}

/// Kinds of a command's arguments.
pub const ARG_KINDS: [&str; 6] = ["adversary", "pc", "foe", "timer", "number", "text"];

/// Declares a command of the prompt.
///
/// # Errors
/// An unknown key, a kind that is none, a name that is taken.
pub fn command(call: &Call<'_>, name: &str, place: Place, body: &Table) -> Result<(), Fail> {
    let mut reader = Reader::new(call, body, format!("command {name}"));
    let mut def = CommandDef {
        name: name.to_owned(),
        place: place.clone(),
        help: reader.text("help")?.unwrap_or_default(),
        args: Vec::new(),
        run: reader.what("run")?,
    };
    for (_, part) in reader.parts(&["arg"])? {
        let Value::Table(table) = &part.body else {
            continue;
        };
        let mut inner = Reader::new(call, table, format!("arg {} of command {name}", part.name));
        let kind = inner.text("kind")?.unwrap_or_else(|| "text".into());
        if !ARG_KINDS.contains(&kind.as_str()) {
            return Err(bad(
                "unknown_word",
                names::unknown("kind of argument", &kind, ARG_KINDS),
            ));
        }
        let default = inner
            .value("default")?
            .map(|value| super::datum(call, &value))
            .transpose()?;
        def.args.push(ArgDef {
            name: part.name.clone(),
            kind,
            default,
        });
    }
    reader.finish()?;
    if def.run.is_empty() {
        return Err(bad(
            "field",
            format!("command {name} does nothing: give it a run"),
        ));
    }
    if verbs::find(name).is_some() {
        return Err(bad(
            "two_definitions",
            format!("command {name:?}: this is a verb already"),
        ));
    }
    let mut loading = lock(&call.generation.loading);
    let Some(loading) = loading.as_mut() else {
        return Ok(());
    };
    if let Some(other) = loading.catalog.commands.get(name) {
        return Err(taken("command", name, &other.place, &place));
    }
    loading.catalog.commands.add(name, def);
    Ok(())
}

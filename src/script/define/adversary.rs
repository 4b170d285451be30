//! `adversary "N" { … }` with its moves, phases, deeds and reactions.

use mlua::{Table, Value};

use super::super::args::{text, whole};
use super::super::stop::{Fail, bad};
use super::super::verbs::Call;
use super::drafts::AdversaryDraft;
use super::hook;
use super::moves::{move_def, table};
use super::reader::{Reader, Taken};
use crate::rules::adversary::Resilience;
use crate::rules::resists::Resistance;
use crate::rules::values::{Armor, Attribute, Band};
use crate::script::diagnostic::Place as Shown;
use crate::script::generation::lock;
use crate::table::catalog::{DeedDef, PhaseDef, Place, Together};
use crate::table::names;

/// Declares an adversary.
///
/// # Errors
/// An unknown key, a value out of range, a name that is taken.
pub fn adversary(call: &Call<'_>, name: &str, place: Place, body: &Table) -> Result<(), Fail> {
    let mut reader = Reader::new(call, body, format!("adversary {name}"));
    let replaces = reader.flag("replaces")?.unwrap_or(false);
    let mut draft = AdversaryDraft {
        name: name.to_owned(),
        place: place.clone(),
        like: reader.text("like")?,
        tl: reader.int("tl", 1, 10)?,
        resilience: resilience(&mut reader)?,
        armor: reader.word("armor", Armor::lookup)?,
        deals: reader.int("deals", 0, 100)?,
        attributes: reader.numbers("attributes", 0, 10)?,
        skills: reader.numbers("skills", 0, 10)?,
        fatigue_size: reader.int("fatigue_size", 1, 100)?,
        pool: None,
        resists: resists(&mut reader)?,
        together: together(&mut reader)?,
        morale: reader.dv("morale")?,
        leash: reader.flag("leash")?,
        timer: reader.text("timer")?,
        without: reader.texts("without")?,
        resolution: reader.text("resolution")?,
        text: reader.text("text")?,
        tags: Some(reader.texts("tags")?).filter(|tags| !tags.is_empty()),
        ..AdversaryDraft::default()
    };
    (draft.pool, draft.pools) = pools(&mut reader)?;
    for (name, _) in &draft.attributes {
        Attribute::lookup(name).map_err(|e| bad("unknown_name", e.to_string()))?;
    }
    for (name, _) in &draft.skills {
        super::frame::skills(call)
            .lookup(name)
            .map_err(|e| bad("unknown_name", e.to_string()))?;
    }
    if draft.tl.is_none() && draft.like.is_none() {
        return Err(bad(
            "field",
            format!("adversary {name} needs a tl, 1 to 10 (or like = another's name)"),
        ));
    }
    if let Some(memory) = reader.value("memory")? {
        if !matches!(memory, Value::Table(_)) {
            return Err(reader.wrong("memory", "a table of first values", &memory));
        }
        draft.memory = Some(super::datum(call, &memory)?);
        draft.memory_of = std::sync::Arc::clone(&place.file);
    }
    draft
        .hooks
        .extend(hook::fields(&mut reader, name, place.clone())?);
    for (word, part) in reader.parts(&["move", "phase", "deed", "hook"])? {
        match word {
            "move" => add(
                &mut draft.moves,
                within(&part, move_def(call, &part, name))?,
                |one| &one.name,
                word,
                name,
            )?,
            "phase" => add(
                &mut draft.phases,
                within(&part, phase(call, &part, name))?,
                |one| &one.name,
                word,
                name,
            )?,
            "deed" => add(
                &mut draft.deeds,
                within(&part, deed(call, &part, name))?,
                |one| &one.name,
                word,
                name,
            )?,
            _ => draft.hooks.push(hook::take(call, &part)?),
        }
    }
    reader.finish()?;
    if !draft.deeds.is_empty() && draft.resolution.is_none() && draft.like.is_none() {
        return Err(bad(
            "field",
            format!("adversary {name} has deeds and no resolution: say in words what ends it"),
        ));
    }
    let mut loading = lock(&call.generation.loading);
    let Some(loading) = loading.as_mut() else {
        return Ok(());
    };
    let at = loading
        .adversaries
        .iter()
        .position(|other| names::same(&other.name, name));
    // Those of the stock library stand in the catalog already.
    let stock = loading.catalog.adversaries.get(name);
    let first = at
        .map(|at| loading.adversaries[at].place.clone())
        .or_else(|| stock.map(|def| def.place.clone()));
    if !loading.takes("adversary", name, replaces, first.as_ref(), &place)? {
        return Ok(());
    }
    if let Some(at) = at {
        loading.adversaries.remove(at);
    }
    loading.adversaries.push(draft);
    Ok(())
}

/// A failure inside a part stands where the part does.
fn within<T>(part: &Taken, result: Result<T, Fail>) -> Result<T, Fail> {
    result.map_err(|fail| match fail {
        Fail::Bad(diagnostic) if diagnostic.place.is_none() => {
            let place = Shown::line(part.place.file.to_string(), part.place.line);
            Fail::Bad(Box::new(diagnostic.at(place)))
        }
        fail => fail,
    })
}

/// The gauge, and the gauges by what they are for.
type Pools = (Option<i64>, Vec<(String, i64)>);

/// The pool gauge: one number, or a table of numbers by what they are for; the highest of these is the gauge.
fn pools(reader: &mut Reader<'_>) -> Result<Pools, Fail> {
    match reader.value("pool")? {
        None => Ok((None, Vec::new())),
        Some(Value::Table(_)) => {
            let pools = reader.numbers("pool", 1, 20)?;
            Ok((pools.iter().map(|(_, n)| *n).max(), pools))
        }
        Some(value) => match whole(&value).filter(|n| (1..=20).contains(n)) {
            Some(n) => Ok((Some(n), Vec::new())),
            None => Err(reader.wrong(
                "pool",
                "a whole number from 1 to 20, or { melee = 4, … }; a gauge, never rolled",
                &value,
            )),
        },
    }
}

/// `resists = { physical = "half", fire = "immune" }`.
fn resists(reader: &mut Reader<'_>) -> Result<Vec<(String, Resistance)>, Fail> {
    let wants = "kinds of Harm with \"half\" or \"immune\": { physical = \"half\" }";
    let value = match reader.value("resists")? {
        None => return Ok(Vec::new()),
        Some(Value::Table(table)) => table,
        Some(other) => return Err(reader.wrong("resists", wants, &other)),
    };
    let mut all = Vec::new();
    for pair in value.pairs::<Value, Value>() {
        let (kind, how) = pair?;
        reader.call.generation.charge(16)?;
        let (Some(kind), Some(how)) = (text(&kind), text(&how)) else {
            return Err(reader.wrong("resists", wants, &Value::Table(value)));
        };
        let how = Resistance::lookup(&how)
            .map_err(|e| bad("unknown_word", format!("resists.{kind}: {e}")))?;
        all.push((kind, how));
    }
    all.sort();
    Ok(all)
}

/// `together = { n = 2, step = -1, why = "two on one" }`.
fn together(reader: &mut Reader<'_>) -> Result<Option<Together>, Fail> {
    let table = match reader.value("together")? {
        None => return Ok(None),
        Some(Value::Table(table)) => table,
        Some(other) => return Err(reader.wrong("together", "{ n = 2, step = -1 }", &other)),
    };
    let what = "together";
    let mut inner = Reader::new(reader.call, &table, what);
    let small = |n: Option<i64>| n.and_then(|n| i32::try_from(n).ok()).unwrap_or(0);
    let n = inner.count("n", 2, 20)?.unwrap_or(2);
    let made = Together {
        n,
        within: inner.word("within", Band::lookup)?.unwrap_or_default(),
        step: small(inner.int("step", -2, 0)?),
        dv: small(inner.int("dv", 0, 3)?),
        why: inner
            .text("why")?
            .unwrap_or_else(|| format!("{n} of them at once")),
    };
    inner.finish()?;
    if made.step == 0 && made.dv == 0 {
        return Err(bad(
            "field",
            "together says what several of them mean to a player: step = -1, or dv = 1",
        ));
    }
    Ok(Some(made))
}

/// Resilience: a number, or "none" for one that only its Resolution ends.
fn resilience(reader: &mut Reader<'_>) -> Result<Option<Resilience>, Fail> {
    Ok(match reader.value("resilience")? {
        None => None,
        Some(value) => match (
            whole(&value).filter(|n| (1..=100).contains(n)),
            text(&value),
        ) {
            (Some(n), _) => Some(Resilience::Number(n)),
            (_, Some(word)) if names::same(&word, "none") => Some(Resilience::Puzzle),
            _ => {
                return Err(reader.wrong(
                    "resilience",
                    "a whole number from 1 to 100, or \"none\" with a resolution",
                    &value,
                ));
            }
        },
    })
}

fn add<T>(
    all: &mut Vec<T>,
    one: T,
    name: impl Fn(&T) -> &str,
    word: &str,
    whose: &str,
) -> Result<(), Fail> {
    if all.iter().any(|other| names::same(name(other), name(&one))) {
        return Err(bad(
            "two_definitions",
            format!("{whose} has two {word}s called {:?}", name(&one)),
        ));
    }
    all.push(one);
    Ok(())
}

fn phase(call: &Call<'_>, part: &Taken, whose: &str) -> Result<PhaseDef, Fail> {
    let mut reader = Reader::new(
        call,
        table(part, "phase")?,
        format!("phase {} of {whose}", part.name),
    );
    let mut made = PhaseDef {
        name: part.name.clone(),
        armor: reader.word("armor", Armor::lookup)?,
        deals: reader.count("deals", 0, 100)?,
        pool: reader.count("pool", 1, 20)?,
        text: reader.text("text")?.unwrap_or_default(),
        moves: Vec::new(),
        on_phase: reader.what("on_phase")?,
    };
    for (word, inner) in reader.parts(&["move"])? {
        add(
            &mut made.moves,
            within(&inner, move_def(call, &inner, whose))?,
            |one| &one.name,
            word,
            whose,
        )?;
    }
    reader.finish()?;
    Ok(made)
}

fn deed(call: &Call<'_>, part: &Taken, whose: &str) -> Result<DeedDef, Fail> {
    let mut reader = Reader::new(
        call,
        table(part, "deed")?,
        format!("deed {} of {whose}", part.name),
    );
    let text = reader.text("text")?.unwrap_or_default();
    let made = DeedDef {
        name: part.name.clone(),
        text,
        run: reader.what("run")?,
    };
    reader.finish()?;
    Ok(made)
}

//! Contributions to a step: of talents, conditions and gear in force, of hooks, of `modify.x(fn)`. They only read; the
//! host asks, charges and claims.

use mlua::{MultiValue, Table, Value};

use super::args::{shown, text, whole};
use super::define::events::STEPS;
use super::effects::Context;
use super::hooks::{self, Standing, Terms};
use super::react;
use super::results;
use super::seat::LuaSeat;
use super::shape::Shape;
use super::stop::{Fail, bad};
use super::verbs::Call;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::numbers::Face;
use crate::rules::step::{Contribution, Step};
use crate::rules::values::Period;
use crate::table::catalog::{Hook, Modifier, Place};
use crate::table::commands::hazards;
use crate::table::commands::moves;
use crate::table::names;

/// Whom a step is about.
fn about(step: &Step) -> (Option<Thing>, Option<Thing>) {
    match step {
        Step::Roll(roll) => (roll.who, roll.against),
        Step::Outcome(outcome) => (outcome.who, outcome.against),
        Step::Hit { who, .. }
        | Step::Mark { who, .. }
        | Step::Apply { who, .. }
        | Step::Cross { who, .. } => (*who, None),
        Step::Provoke { who, by, .. } => (*who, *by),
        Step::Use { foe, .. } => (None, *foe),
        Step::Tick { .. } => (None, None),
        Step::Help { who, other, .. } => (*who, *other),
    }
}

/// Whose weapon counts for a step: of a hit, that of the one who deals it.
fn step_bearer(step: &Step) -> Option<Thing> {
    match step {
        Step::Hit { .. } => None,
        step => about(step).0,
    }
}

struct Source<'a> {
    label: String,
    place: Place,
    terms: Terms,
    modifier: Modifier,
    run: Option<&'a crate::table::catalog::Do>,
}

/// All contributions to a step, in order: the owners' own, then by path and line.
///
/// # Errors
/// A script's failure, which aborts the act; a contribution of another form; a stop.
pub fn contributions(
    call: &Call<'_>,
    seat: &mut LuaSeat<'_>,
    step: &Step,
) -> Result<Vec<Contribution>, Fail> {
    let catalog = call.generation.catalog();
    let (who, other) = about(step);
    let things: Vec<Thing> = who.into_iter().chain(other).collect();
    let name = step.name();
    let hear = |hook: &Hook| hook.modify.contains_key(name);
    let mut own = hooks::owned(call, &things, false, hear)?;
    let dealt = matches!(step, Step::Hit { .. });
    own.extend(hooks::of_weapon(call, step_bearer(step), dealt, hear)?);
    let mut hanging = match step {
        Step::Roll(roll) => call
            .generation
            .act(|act| hazards::contributions(&act.state, &catalog, &roll.uses))?,
        _ => Vec::new(),
    };
    hanging.extend(together(call, step)?);
    if own.is_empty() && catalog.hooks.is_empty() && catalog.modifiers.is_empty() {
        return Ok(hanging);
    }
    let mut sources: Vec<Source<'_>> = own
        .iter()
        .filter_map(|(hook, owner)| source(hook, Some(*owner), name))
        .collect();
    let pc = who.filter(|who| who.kind == ThingKind::Pc);
    let mut all: Vec<Source<'_>> = catalog
        .hooks
        .iter()
        .filter_map(|hook| source(hook, pc, name))
        .collect();
    all.extend(
        catalog
            .modifiers
            .iter()
            .filter(|one| one.name == name)
            .map(|one| Source {
                label: format!("modify.{name}"),
                place: one.place.clone(),
                terms: Terms::default(),
                modifier: Modifier::Run(one.run),
                run: None,
            }),
    );
    all.sort_by(|a, b| (&a.place.file, a.place.line).cmp(&(&b.place.file, b.place.line)));
    sources.extend(all);

    let mut given: Vec<Contribution> = hanging;
    for source in sources {
        // Of two that cancel the first counts; the others aren't asked, nor do they pay.
        if given.iter().any(|one| one.cancel.is_some()) {
            break;
        }
        let terms = &source.terms;
        if seat.is_preview() && (terms.asks.is_some() || terms.pay.is_some() || terms.per.is_some())
        {
            continue;
        }
        if let Some(contribution) = one(call, &source, step)? {
            if let Some(run) = source.run.filter(|_| !seat.is_preview()) {
                let context = Context {
                    who,
                    foe: other,
                    ..Context::default()
                }
                .with_event("hook");
                seat.later(run.clone(), context);
            }
            given.push(contribution);
        }
    }
    Ok(given)
}

/// What several foes of a kind mean to the character they are upon, as their stat block says (rules/05 §5, R69).
fn together(call: &Call<'_>, step: &Step) -> Result<Option<Contribution>, Fail> {
    let Step::Roll(roll) = step else {
        return Ok(None);
    };
    let (Some(who), Some(foe)) = (
        roll.who,
        roll.against.filter(|foe| foe.kind == ThingKind::Foe),
    ) else {
        return Ok(None);
    };
    let catalog = call.generation.catalog();
    Ok(call.generation.act(|act| {
        let state = &act.state;
        let def = catalog.adversaries.get(&state.foe(foe.id)?.def)?;
        let together = def.together.as_ref()?;
        let upon = moves::of_kind(state, foe)
            .into_iter()
            .filter(|one| state.band(*one, who) <= together.within)
            .count();
        (upon >= together.n as usize).then(|| Contribution {
            step: together.step,
            dv: together.dv,
            why: together.why.clone(),
            ..Contribution::default()
        })
    })?)
}

fn source<'a>(hook: &'a Hook, owner: Option<Thing>, step: &str) -> Option<Source<'a>> {
    Some(Source {
        label: hook.name.clone(),
        place: hook.place.clone(),
        terms: Terms::of(hook, owner),
        modifier: hook.modify.get(step)?.clone(),
        run: hook.run.as_ref(),
    })
}

fn one(call: &Call<'_>, source: &Source<'_>, step: &Step) -> Result<Option<Contribution>, Fail> {
    let script = source.place.file.to_string();
    if let Some(when) = source.terms.when {
        let event = step_table(call, step, &script)?;
        if !hooks::truth(call, when, event)? {
            return Ok(None);
        }
    }
    if hooks::agree_after_when(call, &source.terms)? == Standing::No {
        return Ok(None);
    }
    let mut contribution = match &source.modifier {
        Modifier::Fixed(fixed) => (**fixed).clone(),
        Modifier::Run(run) => {
            let event = step_table(call, step, &script)?;
            let result = react::call_reading(call, *run, MultiValue::from_iter([event]))?;
            match result.front() {
                None | Some(Value::Nil) => return Ok(None),
                Some(Value::Table(table)) => {
                    let what = format!(
                        "{} at {}:{}",
                        source.label, source.place.file, source.place.line
                    );
                    read(call, step.name(), table, &what)?
                }
                Some(other) => {
                    return Err(bad(
                        "result",
                        format!(
                            "{} at {}:{} gives a contribution ({{ {} }}) or nothing, not {}",
                            source.label,
                            source.place.file,
                            source.place.line,
                            allowed(step.name()).join(", "),
                            shown(other)
                        ),
                    ));
                }
            }
        }
    };
    if contribution.why.is_empty() {
        contribution.why.clone_from(&source.label);
    }
    Ok(Some(contribution))
}

/// The keys of a contribution to a step.
#[must_use]
pub fn allowed(step: &str) -> Vec<&'static str> {
    let step = STEPS.iter().find(|one| one.name == step);
    let gives = step.map_or(&[][..], |step| step.gives);
    gives.iter().map(|field| field.name).collect()
}

/// Reads a contribution.
///
/// # Errors
/// An unknown key, with close names; a value of another type.
pub fn read(call: &Call<'_>, step: &str, table: &Table, what: &str) -> Result<Contribution, Fail> {
    let mut contribution = Contribution::default();
    let keys = allowed(step);
    for pair in table.clone().pairs::<Value, Value>() {
        let (key, value) = pair?;
        let key = text(&key).unwrap_or_else(|| shown(&key));
        if !keys.contains(&key.as_str()) {
            return Err(bad(
                "unknown_key",
                format!(
                    "{what}: {}",
                    names::unknown("key of a contribution", &key, &keys)
                ),
            ));
        }
        let number = || {
            whole(&value)
                .and_then(|n| i32::try_from(n).ok())
                .filter(|n| n.abs() <= 100)
                .ok_or_else(|| {
                    bad(
                        "result",
                        format!("{what}: {key} is a whole number, not {}", shown(&value)),
                    )
                })
        };
        let words = || {
            text(&value).ok_or_else(|| {
                bad(
                    "result",
                    format!("{what}: {key} is text, not {}", shown(&value)),
                )
            })
        };
        match key.as_str() {
            "step" => contribution.step = number()?,
            "dice" => contribution.dice = number()?,
            "dv" => contribution.dv = number()?,
            "harm" => contribution.harm = number()?,
            "armor" => contribution.armor = number()?,
            "to_fatigue" => contribution.to_fatigue = u32::try_from(number()?).unwrap_or(0),
            "ticks" => contribution.ticks = number()?,
            "n" => contribution.n = Some(number()?),
            "ceiling" => contribution.ceiling = number()?,
            "cost" => contribution.cost = Some(number()?),
            "reroll" => {
                let face = i64::from(number()?);
                contribution.reroll =
                    Some(Face::new(face).map_err(|e| bad("result", format!("{what}: {e}")))?);
            }
            "cancel" => contribution.cancel = Some(words()?),
            "why" => contribution.why = words()?,
            "lasts" => {
                contribution.lasts = Some(
                    Period::lookup(&words()?).map_err(|e| bad("result", format!("{what}: {e}")))?,
                );
            }
            _ => {
                let who = super::lookup::creature(call, super::record::Ty::Who, &value).map_err(
                    |fail| match fail {
                        Fail::Bad(fault) => bad("result", format!("{what}: {}", fault.message)),
                        fail => fail,
                    },
                )?;
                contribution.redirect = Some(
                    who.ok_or_else(|| bad("result", format!("{what}: redirect is a creature")))?,
                );
            }
        }
    }
    Ok(contribution)
}

/// The step as a script sees it.
///
/// # Errors
/// Out of memory.
pub fn step_table(call: &Call<'_>, step: &Step, script: &str) -> Result<Value, Fail> {
    let lua = call.lua;
    let mut table = Shape::new(lua)?;
    let thing = |thing: &Option<Thing>| thing.map_or(Value::Nil, super::handle::to_lua);
    let (who, other) = about(step);
    let (cause, by) = call.generation.act(|act| {
        let cause = act.causes.last();
        (
            cause.map(|cause| cause.words.clone()).unwrap_or_default(),
            act.causes.iter().rev().find_map(|cause| cause.by),
        )
    })?;
    table.word("name", step.name())?;
    table.word("cause", &cause)?;
    table.set("by", thing(&by))?;
    table.set("who", thing(&who))?;
    table.set("pc", thing(&who.filter(|who| who.kind == ThingKind::Pc)))?;
    table.set(
        "foe",
        thing(
            &other
                .filter(|other| other.kind == ThingKind::Foe)
                .or(who.filter(|who| who.kind == ThingKind::Foe)),
        ),
    )?;
    match step {
        Step::Roll(roll) => {
            table.word("purpose", &roll.purpose)?;
            table.word("pool", &roll.pool)?;
            table.set("dv", roll.dv.get())?;
            table.word("position", roll.position.word())?;
            table.set("dice", roll.dice)?;
            table.word("stakes", &roll.stakes)?;
            table.set("against", thing(&roll.against))?;
            table.set("uses", results::uses(lua, &roll.uses)?)?;
        }
        Step::Outcome(outcome) => {
            table.word("purpose", &outcome.purpose)?;
            table.word("pool", &outcome.pool)?;
            table.word("stakes", &outcome.stakes)?;
            table.set("against", thing(&outcome.against))?;
            table.set("uses", results::uses(lua, &outcome.uses)?)?;
            table.set("roll", results::thrown(lua, outcome)?)?;
        }
        Step::Hit {
            harm,
            armor,
            tags,
            why,
            ..
        } => {
            table.set("harm", *harm)?;
            table.word("armor", armor.word())?;
            table.set("tags", super::live::frozen_list(lua, tags)?)?;
            table.word("why", why)?;
        }
        Step::Mark { track, n, .. } => {
            table.word("track", track)?;
            table.set("n", *n)?;
        }
        Step::Provoke { by, why, .. } => {
            table.set("against", thing(by))?;
            table.word("why", why)?;
        }
        Step::Apply { condition, .. } => table.word("condition", condition)?,
        Step::Cross {
            ward, dv, ticks, ..
        } => {
            table.set("ward", thing(ward))?;
            table.set("dv", dv.get())?;
            table.set("ticks", *ticks)?;
        }
        Step::Use {
            move_name, cost, ..
        } => {
            table.word("move", move_name)?;
            table.set("cost", *cost)?;
        }
        Step::Help {
            pool, uses, dice, ..
        } => {
            table.set("helped", thing(&other))?;
            table.word("pool", pool)?;
            table.set("dice", *dice)?;
            table.set("uses", results::uses(lua, uses)?)?;
        }
        Step::Tick { timer, n } => {
            table.set("timer", thing(timer))?;
            table.set("n", *n)?;
        }
    }
    let owner = who.or(other).unwrap_or(Thing {
        kind: ThingKind::Scene,
        id: 0,
    });
    let owner = crate::table::state::Owner::Memory(owner, script.to_owned());
    table.set("memory", super::saved::value(lua, owner)?)?;
    Ok(Value::Table(table.frozen(&[
        "by", "who", "pc", "foe", "timer", "against", "target", "helped",
    ])?))
}

//! Observers: after a command's facts, whoever listens is told: the definition's own, then by path and line. One that
//! fails is rolled back alone, and the act stands; the third time it is muted until a reload.

use std::sync::atomic::Ordering::Relaxed;

use mlua::{MultiValue, Value};

use super::effects::{self, Context};
use super::generation::lock;
use super::handle::to_lua;
use super::hooks::{self, Standing};
use super::perils;
use super::results;
use super::saved;
use super::shape::Shape;
use super::stop::{Fail, Stop};
use super::translate;
use super::verbs::Call;
use crate::rules::ids::{Thing, ThingKind};
use crate::table::catalog::{Do, FnId};
use crate::table::event::{Event, Fact};
use crate::table::fight::FightFact;
use crate::table::state::Owner;

/// How deep observers may set each other off.
const DEPTH: u32 = 32;
/// Faults after which a handler is muted.
const MOST_FAULTS: u32 = 3;

/// Tells everyone who listens what has happened.
///
/// # Errors
/// A stop: it aborts the act.
pub fn observe(call: &Call<'_>, facts: &[Fact]) -> Result<(), Fail> {
    let catalog = call.generation.catalog();
    let quiet = catalog.observers.is_empty() && catalog.hooks.is_empty();
    for fact in facts {
        let Some((name, context)) = event_of(&fact.event) else {
            continue;
        };
        let listeners = hooks::listeners(call, name, &context, quiet)?;
        if listeners.is_empty() {
            continue;
        }
        let depth = call.generation.reactions.fetch_add(1, Relaxed) + 1;
        if depth > DEPTH {
            return Err(Fail::Stop(Stop::Limit(format!(
                "reactions set each other off more than {DEPTH} deep (on.{name}): is something answering itself?"
            ))));
        }
        for listener in listeners {
            tell(call, &listener, &context)?;
        }
        call.generation.reactions.fetch_sub(1, Relaxed);
    }
    Ok(())
}

fn tell(call: &Call<'_>, listener: &hooks::Listener, context: &Context) -> Result<(), Fail> {
    let key = listener.what.run;
    if key.is_some_and(|id| {
        lock(&call.generation.faults)
            .get(&id)
            .is_some_and(|n| *n >= MOST_FAULTS)
    }) {
        return Ok(());
    }
    let before = call.generation.act(|act| act.savepoint())?;
    let cause = format!(
        "{} at {}:{}",
        listener.label, listener.place.file, listener.place.line
    );
    let own = listener.owner;
    let result = call.doing(listener.label.clone(), own, || {
        if hooks::agree(call, &listener.standing, context)? == Standing::No {
            return Ok(());
        }
        let mut context = context.clone();
        // What a foe's or a timer's own handler says of "self" is that thing.
        if own.is_some_and(|own| own.kind == ThingKind::Foe) {
            context.foe = context.foe.or(own);
        }
        effects::run(call, &listener.what, &context)
    });
    match result {
        Ok(()) => Ok(()),
        Err(Fail::Stop(stop @ (Stop::Limit(_) | Stop::Interrupted))) => {
            if let (Some(id), Stop::Limit(_)) = (key, &stop) {
                lock(&call.generation.faults).insert(id, MOST_FAULTS);
            }
            Err(Fail::Stop(stop))
        }
        Err(Fail::Stop(stop))
            if call.generation.is_stopped() || !matches!(stop, Stop::Raise(_)) =>
        {
            if let Some(id) = key
                && call.generation.stopped_by_limit()
            {
                lock(&call.generation.faults).insert(id, MOST_FAULTS);
            }
            Err(Fail::Stop(stop))
        }
        Err(fail) => {
            let diagnostic = translate::fail(&fail).doing(cause);
            let n = key.map_or(1, |id| {
                let mut faults = lock(&call.generation.faults);
                let n = faults.entry(id).or_insert(0);
                *n += 1;
                *n
            });
            call.generation.act(|act| {
                act.rollback(before);
                act.failing.clear();
                let muted = if n >= MOST_FAULTS {
                    " It failed three times and is muted until a reload."
                } else {
                    ""
                };
                act.notices.push(format!(
                    "{} failed and was taken back; the act stands. {}{muted}",
                    listener.label,
                    diagnostic.to_line()
                ));
            })?;
            Ok(())
        }
    }
}

/// The event of a fact: its name, and what it is about.
#[must_use]
pub fn event_of(event: &Event) -> Option<(&'static str, Context)> {
    let mut context = Context {
        fact: Some(Box::new(event.clone())),
        ..Context::default()
    };
    let name = match event {
        Event::Rolled { who, roll, .. } => {
            context.who = Some(*who);
            context.roll = Some(roll.clone());
            context.foe = roll.against;
            "roll"
        }
        Event::Hit(hit) => {
            context.who = Some(hit.who);
            "hit"
        }
        Event::Marked { who, old, new, .. } => {
            context.who = Some(*who);
            if new >= old { "mark" } else { "clear" }
        }
        Event::Overflowed { who, .. } => {
            context.who = Some(*who);
            "overflow"
        }
        Event::Applied { who, .. } => {
            context.who = Some(*who);
            "apply"
        }
        Event::Lifted { who, .. } => {
            context.who = Some(*who);
            "lift"
        }
        Event::Boons { who, old, new, .. } => {
            context.who = Some(*who);
            if new >= old { "earn" } else { "pay" }
        }
        Event::Bank { old, new, .. } => {
            if new >= old {
                "gain"
            } else {
                "spend"
            }
        }
        Event::Used {
            who,
            targets,
            name,
            cost,
        } => {
            context.foe = Some(*who);
            context.mv = Some(name.clone());
            context.cost = Some(*cost);
            context.targets.clone_from(targets);
            context.target = targets.first().copied();
            "use"
        }
        Event::Spawned { who, .. } => {
            context.foe = Some(*who);
            "spawn"
        }
        Event::Defeated { who, .. } => {
            context.foe = Some(*who);
            "defeat"
        }
        Event::PhaseReached { who, .. } => {
            context.foe = Some(*who);
            "phase"
        }
        Event::DeedDone { who, .. } => {
            context.foe = Some(*who);
            "resolve"
        }
        Event::TimerStarted { timer, .. } => {
            context.timer = Some(*timer);
            "start"
        }
        Event::Ticked { timer, .. } => {
            context.timer = Some(*timer);
            "tick"
        }
        Event::Filled { timer } => {
            context.timer = Some(*timer);
            "fill"
        }
        Event::TimerSet {
            timer,
            new: crate::table::state::TimerStatus::Stopped,
            ..
        } => {
            context.timer = Some(*timer);
            "stop"
        }
        Event::Shifted { who, .. } => {
            context.who = Some(*who);
            "shift"
        }
        Event::Fight(fact) => match &**fact {
            FightFact::Did { who, target, .. } => {
                context.who = Some(*who);
                context.target = *target;
                context.foe = target.filter(|target| target.kind == ThingKind::Foe);
                "act"
            }
            FightFact::Provoked { who, .. } => {
                context.who = Some(*who);
                "provoke"
            }
            _ => return None,
        },
        Event::Drawn {
            deck,
            cards,
            reshuffled,
            state,
            ..
        } if state.name != crate::table::commands::cards::CROWN => {
            context.draw = Some((*deck, cards.clone(), *reshuffled));
            "draw"
        }
        Event::Peril(fact) => perils::event_of(fact, &mut context)?,
        Event::Travel(fact) => super::road::event_of(fact)?,
        Event::SceneStarted { .. } => "scene_start",
        Event::SceneClosed { .. } => "scene_close",
        Event::ExchangeStarted { .. } => "exchange_start",
        Event::SessionStarted { .. } => "session_start",
        Event::SessionClosed { .. } => "session_close",
        Event::Signal { .. } => "signal",
        _ => return None,
    };
    context.event = name;
    Some((name, context))
}

/// Events whose every live definition is told, not only the one they are about.
pub const BOUNDARIES: [&str; 9] = [
    "scene_start",
    "scene_close",
    "exchange_start",
    "session_start",
    "session_close",
    "leg",
    "arrive",
    "day",
    "signal",
];

/// Calls a function with the event as its one argument.
///
/// # Errors
/// What it raises; a stop.
pub fn call_function(call: &Call<'_>, id: FnId, context: &Context) -> Result<MultiValue, Fail> {
    let Some(registered) = call.generation.function(id) else {
        return Ok(MultiValue::new());
    };
    let event = match &context.argument {
        Some(table) => Value::Table(table.clone()),
        None => event_table(call, context, &registered.script)?,
    };
    Ok(call.generation.call(&registered.function, event)?)
}

/// Calls a function that only reads.
///
/// # Errors
/// As [`call_function`].
pub fn call_reading(call: &Call<'_>, id: FnId, args: MultiValue) -> Result<MultiValue, Stop> {
    let Some(registered) = call.generation.function(id) else {
        return Ok(MultiValue::new());
    };
    call.generation.reading.fetch_add(1, Relaxed);
    let result = call.generation.call(&registered.function, args);
    call.generation.reading.fetch_sub(1, Relaxed);
    result
}

/// The event as a script sees it: frozen, with errors for missing fields.
///
/// # Errors
/// Out of memory.
pub fn event_table(call: &Call<'_>, context: &Context, script: &str) -> Result<Value, Fail> {
    let mut table = Shape::new(call.lua)?;
    let number = |n: u32| Value::Integer(i64::from(n));
    let thing = |thing: Option<Thing>| thing.map_or(Value::Nil, to_lua);
    let mut optional: Vec<&str> = vec!["by", "who", "pc", "foe", "timer", "target", "lasts"];

    let (cause, by) = call.generation.act(|act| {
        let cause = act.causes.iter().rev().nth(1).or(act.causes.last());
        (
            cause.map(|cause| cause.words.clone()).unwrap_or_default(),
            act.causes.iter().rev().find_map(|cause| cause.by),
        )
    })?;
    table.word("name", context.event_name())?;
    table.word("cause", &cause)?;
    table.set("by", thing(by))?;
    table.set("who", thing(context.who))?;
    table.set("target", thing(context.target))?;
    table.set("timer", thing(context.timer))?;
    let befalls = context.who;
    table.set("pc", thing(befalls.filter(|who| who.kind == ThingKind::Pc)))?;
    table.set(
        "foe",
        thing(
            context
                .foe
                .or(befalls.filter(|who| who.kind == ThingKind::Foe)),
        ),
    )?;
    if !context.targets.is_empty() || context.event_name() == "use" {
        let targets = if context.targets.is_empty() {
            context.target.into_iter().collect()
        } else {
            context.targets.clone()
        };
        table.set(
            "targets",
            super::group::Group::of(call.lua, ThingKind::Pc, targets)?,
        )?;
    }
    if let Some(name) = &context.mv {
        table.word("move", name)?;
    }
    if let Some(cost) = context.cost {
        table.set("cost", number(cost))?;
    }
    if let Some(roll) = &context.roll {
        table.set("roll", results::roll(call.lua, roll)?)?;
        table.word("purpose", &roll.purpose)?;
        table.word("pool", &roll.pool_text)?;
        table.set(
            "uses",
            Value::Function(results::uses(call.lua, &roll.uses)?),
        )?;
    }
    if let Some((deck, cards, reshuffled)) = &context.draw {
        table.set("deck", to_lua(*deck))?;
        table.set("draw", results::draw(call, *deck, cards, *reshuffled)?)?;
        optional.push("card");
        if let Some(code) = &context.card {
            table.set("card", results::card(call, *deck, code)?)?;
        }
    }
    if let Some(fact) = &context.fact {
        fact_fields(call, fact, &mut table)?;
    }
    let owner = context
        .timer
        .or(context.foe)
        .or(context.who)
        .unwrap_or(Thing {
            kind: ThingKind::Scene,
            id: 0,
        });
    table.set(
        "memory",
        saved::value(call.lua, Owner::Memory(owner, script.to_owned()))?,
    )?;
    Ok(Value::Table(table.frozen(&optional)?))
}

fn fact_fields(call: &Call<'_>, fact: &Event, table: &mut Shape<'_>) -> Result<(), Fail> {
    let number = |n: u32| Value::Integer(i64::from(n));
    let text = |text: &str| call.lua.create_string(text).map(Value::String);
    let change = |table: &mut Shape<'_>, old: u32, new: u32| -> mlua::Result<()> {
        table.set("old", number(old))?;
        table.set("new", number(new))?;
        table.set("n", i64::from(new) - i64::from(old))
    };
    match fact {
        Event::Hit(hit) => {
            table.set("hit", results::hit(call.lua, hit)?)?;
            table.word("why", &hit.why)?;
        }
        Event::Marked {
            track,
            old,
            new,
            size,
            why,
            ..
        } => {
            change(table, *old, *new)?;
            table.word("track", track)?;
            table.set("size", number(*size))?;
            table.word("why", why)?;
        }
        Event::Overflowed { track, .. } => table.word("track", track)?,
        Event::Boons { old, new, why, .. } | Event::Bank { old, new, why } => {
            change(table, *old, *new)?;
            table.word("what", why)?;
        }
        Event::Applied { condition, .. } => {
            table.word("condition", &condition.name)?;
            table.set(
                "lasts",
                match condition.lasts {
                    Some(lasts) => text(lasts.word())?,
                    None => Value::Nil,
                },
            )?;
        }
        Event::Lifted { condition, .. } => table.word("condition", condition)?,
        Event::Defeated { how, .. } => table.word("how", how)?,
        Event::PhaseReached { old, new, .. } => change(table, *old + 1, *new + 1)?,
        Event::DeedDone { deed, .. } => table.set(
            "deed",
            match deed {
                Some(deed) => text(deed)?,
                None => Value::Boolean(false),
            },
        )?,
        Event::Ticked { old, new, why, .. } => {
            change(table, *old, *new)?;
            table.word("why", why)?;
        }
        Event::Shifted {
            other, old, new, ..
        } => {
            table.set("other", to_lua(*other))?;
            table.word("old", old.word())?;
            table.word("new", new.word())?;
        }
        Event::Fight(fact) => match &**fact {
            FightFact::Did { action, .. } => table.word("action", action.word())?,
            FightFact::Provoked { foes, why, .. } => {
                table.set(
                    "foes",
                    super::group::Group::of(call.lua, ThingKind::Foe, foes.clone())?,
                )?;
                table.word("why", why)?;
            }
            _ => {}
        },
        Event::Drawn { why, .. } => table.word("reason", why)?,
        Event::SceneStarted {
            name, number: n, ..
        } => {
            table.word("scene", name)?;
            table.set("number", number(*n))?;
        }
        Event::SceneClosed { name } => {
            table.word("scene", name)?;
            table.set(
                "number",
                number(call.generation.act(|act| act.state.scene.number)?),
            )?;
        }
        Event::ExchangeStarted { number: n }
        | Event::SessionStarted { number: n }
        | Event::SessionClosed { number: n } => {
            table.set("number", number(*n))?;
            let scene = call.generation.act(|act| act.state.scene.name.clone())?;
            table.word("scene", &scene)?;
        }
        Event::Peril(fact) => perils::fields(fact, table)?,
        Event::Travel(fact) => super::road::fields(fact, table)?,
        Event::Signal { signal, data } => {
            table.word("signal", signal)?;
            table.set(
                "data",
                match data {
                    Some(data) => super::convert::to_lua(call.lua, data)?,
                    None => Value::Boolean(false),
                },
            )?;
        }
        _ => {}
    }
    Ok(())
}

impl Context {
    /// The event's name.
    #[must_use]
    pub fn event_name(&self) -> &'static str {
        if !self.event.is_empty() {
            return self.event;
        }
        self.fact
            .as_ref()
            .and_then(|fact| event_of(fact))
            .map_or("", |(name, _)| name)
    }

    /// A part that is only a function or data, run with this context.
    #[must_use]
    pub fn with_event(mut self, event: &'static str) -> Self {
        self.event = event;
        self
    }
}

/// Something put off until the command's facts stand.
#[derive(Clone, Debug)]
pub struct PutOff {
    /// What.
    pub what: Do,
    /// About what.
    pub event: Context,
}

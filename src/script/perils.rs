//! What listeners hear of rest, fear, wards and traps, and what a script adds to fear.

use super::effects::{self, Context};
use super::handle::to_lua;
use super::shape::Shape;
use super::stop::Fail;
use super::verbs::Call;
use crate::rules::ids::Thing;
use crate::rules::wards::Disabled;
use crate::table::commands::fear;
use crate::table::commands::fight::grip;
use crate::table::event::{Event, Fact};
use crate::table::peril::PerilFact;

/// The event of a fact: its name, and whom it is about.
#[must_use]
pub fn event_of(fact: &PerilFact, context: &mut Context) -> Option<&'static str> {
    let (name, who) = match fact {
        PerilFact::Rested { who, .. } => ("rest", who),
        PerilFact::Feared { who, .. } => ("fear", who),
        PerilFact::Crossed { who, .. } => ("cross", who),
        PerilFact::Disabled { who, .. } => ("disable", who),
        _ => return None,
    };
    context.who = Some(*who);
    Some(name)
}

/// The fields of the event beside whom it is about.
///
/// # Errors
/// Out of memory.
pub fn fields(fact: &PerilFact, table: &mut Shape<'_>) -> Result<(), Fail> {
    match fact {
        PerilFact::Rested { rest, .. } => table.word("rest", rest.word())?,
        PerilFact::Feared { result, harsh, .. } => {
            table.word("result", result)?;
            table.set("harsh", *harsh)?;
        }
        PerilFact::Crossed {
            ward,
            crossed,
            ticks,
            ..
        } => {
            table.set("ward", to_lua(*ward))?;
            table.set("crossed", *crossed)?;
            table.set("ticks", *ticks)?;
        }
        PerilFact::Disabled { ward, result, .. } => {
            table.set("ward", to_lua(*ward))?;
            table.set("disabled", *result == Disabled::Inert)?;
        }
        _ => {}
    }
    Ok(())
}

/// Runs what a script's own results of fear do.
///
/// # Errors
/// As its parts: a part of the act that fails aborts it.
pub fn fears(call: &Call<'_>, facts: &[Fact]) -> Result<(), Fail> {
    for fact in facts {
        let Event::Peril(peril) = &fact.event else {
            continue;
        };
        let PerilFact::Feared { who, result, .. } = &**peril else {
            continue;
        };
        let Some(def) = call.generation.catalog().fears.get(result).cloned() else {
            continue;
        };
        let context = Context {
            event: "fear",
            who: Some(*who),
            fact: Some(Box::new(fact.event.clone())),
            ..Context::default()
        };
        call.doing(def.name.clone(), None, || {
            effects::run(call, &def.run, &context)
        })?;
    }
    Ok(())
}

/// Somebody was grappled: who acts holds them, until one of the two is out or they are moved apart.
///
/// # Errors
/// While loading.
pub fn held_by(call: &Call<'_>, who: Thing, condition: &str) -> Result<(), Fail> {
    if !crate::table::names::same(condition, grip::GRAPPLED) {
        return Ok(());
    }
    let acting = call
        .generation
        .act(|act| act.causes.iter().rev().find_map(|cause| cause.by))?;
    match acting.filter(|by| *by != who) {
        Some(by) => call.command(|seat| grip::holds(seat, by, who)),
        None => Ok(()),
    }
}

/// Somebody has become afraid: of the one named, or of who acts.
///
/// # Errors
/// While loading.
pub fn afraid_of(call: &Call<'_>, who: Thing, source: Option<Thing>) -> Result<(), Fail> {
    let acting = call
        .generation
        .act(|act| act.causes.iter().rev().find_map(|cause| cause.by))?;
    match source.or(acting).filter(|source| *source != who) {
        Some(source) => call.command(|seat| fear::of(seat, who, source)),
        None => Ok(()),
    }
}

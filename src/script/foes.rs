//! Foes that come, reach a phase, and are out: what their stat blocks say of it.

use super::effects::{self, Context, run};
use super::lookup;
use super::stop::{Fail, bad};
use super::verbs::Call;
use crate::rules::adversary::leash_size;
use crate::rules::ids::Thing;
use crate::rules::values::Attribute;
use crate::table::catalog::{AdversaryDef, Scope};
use crate::table::commands::{foes, moves, timers};
use crate::table::event::{Event, Fact};
use crate::table::names;
use crate::table::seat::Seat;
use crate::table::state::Owner;

/// What a foe's phase does when it begins.
///
/// # Errors
/// As its parts.
pub fn phases(call: &Call<'_>, facts: &[Fact]) -> Result<(), Fail> {
    for fact in facts {
        let Event::PhaseReached { who, new, .. } = &fact.event else {
            continue;
        };
        let def = call
            .generation
            .act(|act| act.state.foe(who.id).map(|foe| foe.def.clone()))?;
        let catalog = call.generation.catalog();
        let Some(phase) = def.and_then(|def| {
            catalog
                .adversaries
                .get(&def)?
                .phases
                .get(*new as usize)
                .cloned()
        }) else {
            continue;
        };
        let context = Context {
            event: "phase",
            foe: Some(*who),
            fact: Some(Box::new(fact.event.clone())),
            ..Context::default()
        };
        call.doing(phase.name.clone(), Some(*who), || {
            run(call, &phase.on_phase, &context)
        })?;
    }
    Ok(())
}

/// Brings foes to the table; their first memory is the definition's.
///
/// # Errors
/// A name that nothing has, with close ones.
pub fn spawn(
    call: &Call<'_>,
    name: &str,
    n: u32,
    ask: &foes::SpawnAsk,
) -> Result<Vec<Thing>, Fail> {
    let catalog = call.generation.catalog();
    let Some(def) = catalog.adversaries.get(name).cloned() else {
        let all: Vec<&str> = catalog.adversaries.names().collect();
        return Err(bad("unknown_name", names::unknown("adversary", name, &all)));
    };
    for own in &ask.names {
        lookup::good_name("foe", own)?;
    }
    room(call, n as usize)?;
    // Each name is held against all that are there.
    let names = call.generation.act(|act| {
        let state = &act.state;
        state.cast.len() + state.foes.len() + state.timers.len()
    })?;
    call.generation
        .charge(u64::from(n) * (64 + 8 * names as u64))?;
    let spawned = call.command(|seat| {
        let spawned = foes::spawn(seat, &def, n, ask)?;
        if let Some(memory) = &def.memory {
            for foe in &spawned {
                let owner = Owner::Memory(*foe, def.memory_of.to_string());
                seat.emit(Event::Stored {
                    owner,
                    path: Vec::new(),
                    value: Some(memory.clone()),
                })?;
            }
        }
        Ok(spawned)
    })?;
    begin(call, &def, &spawned)?;
    Ok(spawned)
}

/// Is there room for more foes? Those who are gone take none, but aren't forgotten either while their scene lasts.
///
/// # Errors
/// There is none.
pub fn room(call: &Call<'_>, more: usize) -> Result<(), Fail> {
    let most = call.generation.limits.foes;
    let (present, all) = call
        .generation
        .act(|act| (act.state.foes_present().count(), act.state.foes.len()))?;
    if present + more > most || all + more > 10 * most {
        return Err(bad(
            "limit",
            format!("a table holds {most} foes at most: {present} are here"),
        ));
    }
    Ok(())
}

/// What begins with foes: the timer of their stat block, the Leash of one that is bound.
fn begin(call: &Call<'_>, def: &AdversaryDef, spawned: &[Thing]) -> Result<(), Fail> {
    if let Some(timer) = &def.timer
        && call
            .generation
            .act(|act| timers::at_table(&act.state, timer).is_empty())?
        && call.generation.catalog().timers.get(timer).is_some()
    {
        effects::start(call, timer, &timers::StartAsk::default())?;
    }
    for foe in spawned {
        let (name, owner) = call.generation.act(|act| {
            let state = &act.state;
            let owner = state.foe(foe.id).and_then(|foe| foe.owner);
            (state.name(*foe), owner)
        })?;
        let Some(owner) = owner else { continue };
        let spirit = call.generation.act(|act| {
            act.state
                .pc(owner.id)
                .map_or(0, |pc| pc.sheet.attributes.get(Attribute::Spirit))
        })?;
        let ask = timers::StartAsk {
            size: Some(leash_size(u32::from(spirit), u32::from(def.tl))),
            kind: Some("leash".into()),
            scope: Some(Scope::Offscreen),
            owner: Some(owner),
            ..timers::StartAsk::default()
        };
        effects::start(call, &leash_name(&name), &ask)?;
    }
    Ok(())
}

/// The name of a bound foe's Leash.
#[must_use]
pub fn leash_name(foe: &str) -> String {
    format!("Leash of {foe}")
}

/// What ends with foes that are out: the timer of their stat block with the last of them, their Leash.
///
/// # Errors
/// As its parts.
pub fn ends(call: &Call<'_>, facts: &[Fact]) -> Result<(), Fail> {
    for fact in facts {
        let Event::Defeated { who, .. } = &fact.event else {
            continue;
        };
        let state = call.generation.act(|act| act.state.clone())?;
        let Some(foe) = state.foe(who.id) else {
            continue;
        };
        let catalog = call.generation.catalog();
        let mut over: Vec<String> = foe
            .owner
            .map(|_| leash_name(&foe.name))
            .into_iter()
            .collect();
        if let Some(def) = catalog.adversaries.get(&foe.def)
            && moves::of_kind(&state, *who).is_empty()
        {
            over.extend(def.timer.clone());
        }
        for name in over {
            for timer in timers::at_table(&state, &name) {
                let why = format!("{} is out", foe.name);
                call.command(|seat| timers::stop(seat, timer, &why))?;
            }
        }
    }
    Ok(())
}

//! Commands: what the API calls. Each reads the state, lets the rules compute, and writes facts. They check before
//! they pay, and pay before they apply; a refusal leaves nothing.
//!
//! Not here: scripts, effects tables and handlers; the layer above runs those between commands.

pub mod accord;
pub mod assist;
pub mod beats;
pub mod boons;
pub mod campaign;
pub mod cards;
pub mod care;
pub mod conditions;
pub mod crown;
pub mod fear;
pub mod fight;
pub mod foes;
pub mod gear;
pub mod hand;
pub mod hazards;
pub mod helpless;
pub mod hits;
pub mod items;
pub mod moves;
pub mod parts;
pub mod rolls;
pub mod scenes;
pub mod timers;
pub mod tracks;
pub mod travel;
pub mod units;
pub mod wards;

use crate::rules::chair::Chair;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::refusal::{Halt, Refusal};
use crate::rules::values::Armor;

use super::event::Event;
use super::seat::{Done, Seat};
use super::state::{Foe, Pc, State};

/// A character of the state; the handle may be of something else.
pub(crate) fn pc<S>(state: &State, who: Thing) -> Result<&Pc, Halt<S>> {
    state
        .pc(who.id)
        .filter(|_| who.kind == ThingKind::Pc)
        .ok_or_else(|| not_a(state, who, "character"))
}

/// A foe of the state.
pub(crate) fn foe<S>(state: &State, who: Thing) -> Result<&Foe, Halt<S>> {
    state
        .foe(who.id)
        .filter(|_| who.kind == ThingKind::Foe)
        .ok_or_else(|| not_a(state, who, "foe"))
}

fn not_a<S>(state: &State, who: Thing, what: &str) -> Halt<S> {
    Refusal::Target {
        what: state.name(who),
        why: format!("this is no {what}"),
    }
    .halt()
}

/// Verbs on somebody who is out of the scene are refused by name: "Ash Rat B was defeated".
///
/// # Errors
/// The refusal, unless the GM overrules it.
pub fn standing<S: Seat>(seat: &mut S, who: Thing) -> Result<(), Halt<<S as Chair>::Stop>> {
    let state = seat.state();
    if state.present(who) {
        return Ok(());
    }
    if state.body(who).is_none() {
        return Err(Refusal::Impossible {
            what: state.name(who),
            why: "is gone".to_owned(),
        }
        .halt());
    }
    let why = match who.kind {
        ThingKind::Foe => match state.foe(who.id).map(|foe| foe.defeated.clone()) {
            Some(Some(how)) if how.starts_with("part of ") => "isn't there by itself any more",
            Some(Some(_)) => "was defeated",
            Some(None) => "is out of the scene",
            None => "is gone",
        },
        _ => match state.pc(who.id) {
            Some(pc) if pc.dead => "is dead",
            Some(_) => "is out of the scene",
            None => "is gone",
        },
    };
    seat.refuse(Refusal::Target {
        what: state.name(who),
        why: why.to_owned(),
    })
}

/// A character dies. One who is dead already, and is hit by the GM's word, stays so.
pub(crate) fn dies<S: Seat>(seat: &mut S, who: Thing) -> Done<(), S> {
    if seat.state().pc(who.id).is_some_and(|pc| !pc.dead) {
        fight::grip::lets_go(seat, who, "is dead")?;
        seat.emit(Event::Died { who })?;
    }
    Ok(())
}

/// A creature leaves the scene, or comes back. One that is where it goes stays there.
pub(crate) fn goes<S: Seat>(seat: &mut S, who: Thing, away: bool, why: &str) -> Done<(), S> {
    if seat.state().body(who).is_some_and(|body| body.away != away) {
        if away {
            fight::grip::lets_go(seat, who, "is gone")?;
        }
        seat.emit(Event::Left {
            who,
            away,
            why: why.to_owned(),
        })?;
    }
    Ok(())
}

/// A foe is out. One that is out already stays so, and how it went.
pub(crate) fn is_out<S: Seat>(seat: &mut S, who: Thing, how: &str) -> Done<(), S> {
    if seat
        .state()
        .foe(who.id)
        .is_some_and(|foe| foe.defeated.is_none())
    {
        fight::grip::lets_go(seat, who, "is out")?;
        seat.emit(Event::Defeated {
            who,
            how: how.to_owned(),
        })?;
    }
    Ok(())
}

/// The numbers of a foe: of its definition, or the last ones known for an orphan.
#[must_use]
pub fn numbers<S: Seat>(seat: &S, foe: &Foe) -> super::catalog::FoeNumbers {
    let catalog = seat.catalog();
    match catalog.adversaries.get(&foe.def) {
        Some(def) => def.numbers(),
        None => catalog.known.get(&foe.def).unwrap_or(&foe.last).clone(),
    }
}

/// Resilience left in this phase; nothing for a puzzle. Numbers that shrank never defeat: at least 1 is left.
#[must_use]
pub fn resilience_left(foe: &Foe, numbers: &super::catalog::FoeNumbers) -> Option<u32> {
    let size = numbers.resilience_of(foe.phase as usize)?;
    Some(if foe.defeated.is_some() {
        size.saturating_sub(foe.lost)
    } else {
        size.saturating_sub(foe.lost).max(1)
    })
}

/// The armor somebody wears, as the item is (state apart).
#[must_use]
pub fn armor_of<S: Seat>(seat: &S, state: &State, who: Thing) -> Armor {
    match who.kind {
        ThingKind::Pc => state
            .pc(who.id)
            .map_or(Armor::None, |pc| worn_by(seat, &pc.sheet.armor)),
        _ => state.foe(who.id).map_or(Armor::None, |foe| {
            numbers(seat, foe).armor_of(foe.phase as usize)
        }),
    }
}

/// The category of a sheet's armor: of its definition where it has one, else as last known.
fn worn_by<S: Seat>(seat: &S, armor: &super::sheet::WornArmor) -> Armor {
    let named = armor.name.as_ref().filter(|_| armor.defined);
    named
        .and_then(|name| seat.catalog().armors.get(name).map(|def| def.category))
        .unwrap_or(armor.category)
}

/// The Fatigue track of a creature.
#[must_use]
pub fn fatigue_size<S: Seat>(seat: &S, state: &State, who: Thing) -> u32 {
    match who.kind {
        ThingKind::Pc => state.pc(who.id).map_or(1, |pc| {
            use crate::rules::fatigue::{CONDITIONING, track_size};
            let conditioning = pc
                .sheet
                .talents
                .iter()
                .any(|talent| super::names::same(talent, CONDITIONING));
            track_size(u32::from(pc.sheet.attributes.body), conditioning)
        }),
        _ => state
            .foe(who.id)
            .map_or(1, |foe| numbers(seat, foe).fatigue_size),
    }
}

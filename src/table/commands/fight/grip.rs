//! Who holds whom (rules/04 §5): a grip ends with the one who has it, and with the distance.

use super::change;
use crate::rules::ids::Thing;
use crate::rules::values::Band;
use crate::table::seat::{Done, Seat};
use crate::table::state::State;

/// The condition of somebody who is held.
pub const GRAPPLED: &str = "Grappled";

/// Somebody holds somebody.
///
/// # Errors
/// The seat's stop.
pub fn holds<S: Seat>(seat: &mut S, by: Thing, whom: Thing) -> Done<(), S> {
    // A modifier may have kept the condition off.
    if !seat.state().has(whom, GRAPPLED) {
        return Ok(());
    }
    change(seat, by, "", |fighter| fighter.holds = Some(whom))?;
    change(seat, whom, "", |fighter| fighter.held_by = Some(by))
}

/// Whom this one holds.
fn held(state: &State, by: Thing) -> Vec<Thing> {
    state
        .fight
        .fighters
        .iter()
        .filter(|(who, one)| one.held_by == Some(by) || state.fight.of(by).holds == Some(*who))
        .map(|(who, _)| *who)
        .collect()
}

/// Somebody is out, dead or at Harm 3: whom they held is free, they protect nobody and wait for nothing.
///
/// # Errors
/// The seat's stop.
pub fn lets_go<S: Seat>(seat: &mut S, who: Thing, why: &str) -> Done<(), S> {
    let state = seat.state();
    let why = format!("{} {why}", state.name(who));
    for held in held(&state, who) {
        super::super::conditions::lift_plain(seat, held, GRAPPLED, &why)?;
    }
    change(seat, who, "", |fighter| {
        fighter.holds = None;
        fighter.protects = None;
        fighter.ready = None;
    })
}

/// Two are no longer at Close: neither holds the other.
///
/// # Errors
/// The seat's stop.
pub fn apart<S: Seat>(seat: &mut S, one: Thing, other: Thing) -> Done<(), S> {
    let state = seat.state();
    if state.band(one, other) <= Band::Close {
        return Ok(());
    }
    for (by, whom) in [(one, other), (other, one)] {
        if held(&state, by).contains(&whom) {
            super::super::conditions::lift_plain(seat, whom, GRAPPLED, "moved apart")?;
        }
    }
    Ok(())
}

/// Nobody holds this one any more.
///
/// # Errors
/// The seat's stop.
pub fn freed<S: Seat>(seat: &mut S, who: Thing) -> Done<(), S> {
    let state = seat.state();
    let holders: Vec<Thing> = state
        .fight
        .fighters
        .iter()
        .filter(|(_, one)| one.holds == Some(who))
        .map(|(by, _)| *by)
        .collect();
    for by in holders {
        change(seat, by, "", |fighter| fighter.holds = None)?;
    }
    change(seat, who, "", |fighter| fighter.held_by = None)
}

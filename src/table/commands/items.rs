//! Gear that wears down and is mended (rules/02 §3, rules/22 §1).

use crate::rules::ids::{Thing, ThingKind};
use crate::rules::values::ItemState;
use crate::table::event::Event;
use crate::table::seat::{Done, Seat};

/// The state of somebody's armor or weapon.
#[must_use]
pub fn state_of<S: Seat>(seat: &S, who: Thing, item: &str) -> ItemState {
    let state = seat.state();
    match who.kind {
        ThingKind::Pc => state.pc(who.id).map_or(ItemState::Maintained, |pc| {
            if item == "weapon" {
                pc.weapon
            } else {
                pc.armor
            }
        }),
        _ => state
            .foe(who.id)
            .map_or(ItemState::Maintained, |foe| foe.armor),
    }
}

/// One state worse; false when it can't be.
///
/// # Errors
/// None by the rules.
pub fn degrade<S: Seat>(seat: &mut S, who: Thing, item: &str, why: &str) -> Done<bool, S> {
    let old = state_of(seat, who, item);
    change(seat, who, item, old, old.worse(), why)
}

/// One state better; false when it can't be.
///
/// # Errors
/// None by the rules.
pub fn repair<S: Seat>(seat: &mut S, who: Thing, item: &str, why: &str) -> Done<bool, S> {
    let old = state_of(seat, who, item);
    change(seat, who, item, old, old.better(), why)
}

/// The state that mending brings it to; false when it is there already.
///
/// # Errors
/// None by the rules.
pub fn bring_to<S: Seat>(
    seat: &mut S,
    who: Thing,
    item: &str,
    new: ItemState,
    why: &str,
) -> Done<bool, S> {
    let old = state_of(seat, who, item);
    change(seat, who, item, old, new, why)
}

fn change<S: Seat>(
    seat: &mut S,
    who: Thing,
    item: &str,
    old: ItemState,
    new: ItemState,
    why: &str,
) -> Done<bool, S> {
    if old == new {
        return Ok(false);
    }
    seat.emit(Event::Item {
        who,
        item: item.to_owned(),
        old,
        new,
        why: why.to_owned(),
    })?;
    Ok(true)
}

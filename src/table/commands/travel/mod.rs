//! Travel: journeys and legs, roles, encounters, Supply (rules/06).
//!
//! Not here: the cards of a region and what a full timer sets off. That is `script/road.rs`, since cards run scripts.

mod legs;
mod roles;
mod supplies;

pub use legs::{
    TIMER, arrive, change_weather, encounter, hazardous, next_leg, plan, set_out, start_size,
};
pub use roles::{Fared, fare, first_roll, take, why};
pub use supplies::{
    SUPPLY, cache, day_passes, forage_done, is_supply, missing, spare, spent, timer, use_cache,
};

use crate::rules::refusal::{Halt, Refusal};
use crate::table::event::Event;
use crate::table::seat::{Done, Seat};
use crate::table::state::State;
use crate::table::travel::{Leg, OnTheWay, TravelFact};

/// The leg under way.
///
/// # Errors
/// There is none: no ruling makes one.
pub fn leg<S>(state: &State, what: &str) -> Result<Leg, Halt<S>> {
    state.travel.leg.clone().ok_or_else(|| {
        let how = if state.travel.journey.is_some() {
            "travel go"
        } else {
            "travel plan, then the regions, then travel go"
        };
        Refusal::Impossible {
            what: what.to_owned(),
            why: format!("no leg is under way: {how}"),
        }
        .halt()
    })
}

/// Writes down a change of the leg.
fn changed<S: Seat>(seat: &mut S, what: OnTheWay, change: impl FnOnce(&mut Leg)) -> Done<(), S> {
    let state = seat.state();
    let old = leg(&state, "this")?;
    let mut new = old.clone();
    change(&mut new);
    seat.emit(Event::Travel(Box::new(TravelFact::Changed {
        old: Box::new(old),
        new: Box::new(new),
        what,
    })))?;
    Ok(())
}

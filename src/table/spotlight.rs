//! What the rules of a roll ask about turns, in one place. Where no turn runs there is nothing to spend: all is allowed.

use super::seat::{Done, Seat};
use super::state::State;
use crate::rules::ids::Thing;

/// Are turns taken in this scene? Then help costs a Boon (R14).
#[must_use]
pub fn in_turns(state: &State) -> bool {
    let _ = state;
    false
}

/// Is the Move of this one's turn unused? Yes also where no turn runs (R13).
#[must_use]
pub fn move_unused(state: &State, who: Thing) -> bool {
    let _ = (state, who);
    true
}

/// The Move of this one's turn is used up; nothing where no turn runs.
///
/// # Errors
/// None by the rules.
pub fn use_move<S: Seat>(seat: &mut S, who: Thing, why: &str) -> Done<(), S> {
    let _ = (seat, who, why);
    Ok(())
}

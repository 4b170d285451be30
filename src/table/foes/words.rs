//! Facts about foes in words.

use super::FoeFact;
use crate::table::state::State;

/// The fact in words; nothing for what only keeps count.
#[must_use]
pub fn of(state: &State, fact: &FoeFact) -> Option<String> {
    Some(match fact {
        FoeFact::Split { who, foe, .. } => {
            format!("{} splits: {}", state.name(*who), foe.name)
        }
        FoeFact::Merged { part, into, .. } => {
            format!("{} goes into {}", state.name(*part), state.name(*into))
        }
        FoeFact::Struck { .. } | FoeFact::Ridden { .. } => return None,
    })
}

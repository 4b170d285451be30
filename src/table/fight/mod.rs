//! A fight as the table keeps it: whose turn has what spent, what is set, held, protected and exposed, and the ground.
//!
//! Not here: bands (the state has them by pair), conditions, and what any of it does (`commands/fight`).

mod apply;
mod fact;
mod state;
mod words;

pub use fact::FightFact;
pub use state::{Fight, Fighter, Opening};
pub(super) use words::{diff, one as words_of};

use super::state::State;
use crate::rules::ids::Thing;
use crate::rules::turn::Turn;

/// Is the Move of this one's turn unused? Yes also where no turn runs: then there is nothing to spend (R13).
#[must_use]
pub fn move_unused(state: &State, who: Thing) -> bool {
    !runs(state, who, |turn| turn.moves > 0)
}

/// Does a turn of this one run, of which this holds? The last one is over when the exchange has moved on.
#[must_use]
pub fn runs(state: &State, who: Thing, holds: impl Fn(&Turn) -> bool) -> bool {
    state.fight.at(who).is_some_and(|fighter| {
        fighter.turn.exchange == state.scene.exchange && holds(&fighter.turn)
    })
}

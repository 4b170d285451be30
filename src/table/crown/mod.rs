//! Cards beside the decks themselves, and what they lead to: leave to draw, the last draw, cards kept as seeds; the Crown
//! Spread, overflows, the end of the campaign and what outlives it (rules/07).
//!
//! Not here: a deck's order (`State::decks`), Foreshadow and Campaign Timers (timers like others), what cards mean
//! (`rules::decks`).

mod apply;
mod fact;
mod state;
pub mod words;

pub use fact::CrownFact;
pub use state::{Call, Crown, LastDraw, Legacy, Omen, SeedCard, Spread};

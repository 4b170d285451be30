//! A journey as the table keeps it: the legs planned, the leg under way with its roles, weather and encounters, days on the
//! road, Cache tokens (rules/06).
//!
//! Not here: the timers Travel and Supply, which are timers like others, and what any of it does (`commands/travel`).

mod apply;
mod fact;
mod state;
mod words;

pub use fact::{OnTheWay, TravelFact};
pub use state::{Arrived, Journey, Leg, Planned, Travel};
pub(super) use words::{diff, one as words_of};
pub use words::{encounters, page, status};

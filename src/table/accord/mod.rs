//! What the people at the table agreed on before they play: lines, veils, dials, bonds between characters. It stays from
//! session to session; what `campaign.yaml` and the sheets say stands beside it, and is not kept here.
//!
//! Not here: the X-card, which is no state but takes acts away (`script/runtime/session.rs`), and what a bond pays
//! (`commands/boons.rs`).

mod apply;
mod fact;
mod state;
mod words;

pub use fact::{AccordFact, Bound};
pub use state::{Accord, Dial, HIGHEST, Tie};
pub(super) use words::{diff, one as words_of};

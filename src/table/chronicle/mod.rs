//! A session as a story: what its acts did, in sentences that people keep, a part a scene, and where things stand in the
//! end. From the facts alone, so that a session that was played years ago reads like tonight's.
//!
//! `sentence` says a fact, `tell` puts them into parts, `stand` says what is left, `markdown` writes it down, `recap` is the
//! short of it at a session's close. Who may read what is the facts' own matter (`readers`): what isn't for the table stays
//! out of the players' page.
//!
//! Not here: where the acts come from (`script/runtime/story.rs`), and the lines at the prompt (`words`).

mod markdown;
mod recap;
mod sentence;
mod stand;
mod tell;

pub use markdown::{Head, markdown};
pub use recap::{found, recap};
pub use tell::{Chronicle, Piece, Scene, Shape, tell};

//! What a scene keeps of its story: the frame it is played in, what waits for somebody's next roll, the SB spent in it.
//!
//! Not here: what a frame is (a definition), steps that wait (`Body::next`), and what any of it does (`commands`).

mod apply;
mod fact;
mod state;
mod words;

pub use fact::StoryFact;
pub use state::{Framed, Story, Waiting};
pub(super) use words::{diff, one as words_of};

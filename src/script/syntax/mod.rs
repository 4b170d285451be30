//! What a Luau text says before it runs: writes that a reload forgets, the names a prompt input declares, the
//! statements of a file, the first call and its options.
//!
//! Nothing here runs a script. A text is parsed only after Luau itself has accepted it (`tree`), so a hostile one
//! costs no more than Luau's own limits allow. Offsets are bytes; lines and columns count from 1, columns in letters.
//!
//! Not here: Luau's errors at run time, and what a name means to the API.

mod call_site;
pub mod first_call;
pub mod forgotten;
pub mod locals;
pub mod mentions;
mod rewrite;
mod scopes;
mod span;
pub mod statements;
mod tree;

pub use first_call::{first_verb, with_options};
pub use forgotten::forgotten;
pub use locals::{top_assignments, top_locals};
pub(crate) use rewrite::is_keyword;
pub use statements::{Statement, statements};

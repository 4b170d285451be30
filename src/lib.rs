//! Storybeat.

#[cfg(feature = "front")]
pub mod repl;
pub mod script;
pub mod table;

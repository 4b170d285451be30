//! Storybeat.

#[cfg(feature = "front")]
pub mod cli;
#[cfg(feature = "front")]
pub mod repl;
pub mod rules;
pub mod script;
pub mod table;

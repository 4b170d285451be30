//! Hostile scripts. One hole a file in `holes/`, its name is the claim; `file.rs` says how such a file is written.
//!
//! Whatever is done to a table, this holds: it ends, it says in plain words what was wrong and where, nothing of it
//! stays, and the table plays on. `table.rs` asks that after every attack.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[cfg(feature = "front")]
mod child;
mod definitions;
mod escapes;
mod file;
mod grown;
mod holes;
mod outside;
mod parameters;
#[cfg(feature = "front")]
mod program;
mod table;
#[cfg(all(unix, feature = "front"))]
#[path = "../support/terminal.rs"]
#[allow(dead_code)]
mod terminal;
mod typed;
#[cfg(feature = "front")]
mod ways;

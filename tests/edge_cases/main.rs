//! The edge cases, row by row, the way a user reaches them: words and Luau at the prompt, campaign files, a folder.
//! A test is named after its row.
//!
//! Rows that need what comes later, and where they will stand:
//!
//! | Rows | What they need |
//! |---|---|
//! | TR01–TR05 | travel: legs, roles, Supply by the day, weather |
//! | MA01–MA03, MA05 | magic: casting, rites, Obligation, spirits (MA04 stands in tests/harm/wards.rs) |
//! | IM01–IM07 | importers |
//! | DE07, second half | regions at a leg's start: the suit's meaning on the road |
//!
//! Rows that stand elsewhere: PE08 in `tests/saves.rs`, the million throws of DI06 in `tests/rules_odds.rs`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../support/play.rs"]
mod play;

mod adversaries;
mod boons;
mod crown;
mod decks;
mod dice;
mod harm;
mod persistence;
mod scripting;
mod security;
mod timers;

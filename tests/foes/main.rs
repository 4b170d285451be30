//! Adversaries the way a GM and a designer meet them: stat blocks judged, the menu, packs, units. rules/05.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../support/play.rs"]
mod play;

mod blocks;
mod gang;
mod like;
mod menu;
mod nature;
mod told;
mod units;

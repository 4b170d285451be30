//! Harm beyond the hit, the way a GM reaches it: gear and shields, care and dying, conditions, fear, wards and traps, hazards.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../support/play.rs"]
mod play;

mod care;
mod conditions;
mod fear;
mod gear;
mod hazards;
mod wards;

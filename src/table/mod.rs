//! The live table.

pub mod dice;
pub mod journal;
pub mod names;
pub mod seed;
pub mod sheet;
pub mod show;

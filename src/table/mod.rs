//! The live table: what is kept of a session on disk, and the dice it throws.

pub mod dice;
pub mod journal;
pub mod seed;

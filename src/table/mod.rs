//! The live table: state, facts, acts, undo, journal, dice. An act is a function of (state, scripts, input, answers),
//! and what it did is a list of facts; everything that lasts goes through [`state::State::apply`].
//!
//! Not here: scripts (the layer above calls commands and runs what they set off) and anything that talks to people.

pub mod accord;
pub mod act;
pub mod apply;
pub mod catalog;
pub mod chronicle;
pub mod commands;
pub mod datum;
pub mod dice;
pub mod diff;
pub mod event;
pub mod faces;
pub mod fight;
pub mod foes;
pub mod fx;
pub mod journal;
pub mod peril;
pub mod readers;
pub mod seat;
pub mod seed;
pub mod sheet;
mod standing;
pub mod state;
pub mod story;
pub mod travel;
pub mod units;
pub mod words;

pub use crate::rules::{names, show};

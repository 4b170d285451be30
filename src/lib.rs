//! Storybeat.

pub mod rules;
pub mod table;

//! Storybeat.

pub mod table;

//! Storybeat.

pub mod rules;

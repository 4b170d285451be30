//! Storybeat.

//! What scripts can reach in the live VM is what the types declare, no more and no less; what is generated is fresh.
//!
//! `declared` reads the type file, `probe` asks the VM. A name found on one side only fails, and is named.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod declared;
mod definers;
mod events;
mod examples;
mod globals;
mod probe;
mod things;

use std::fs;
use std::path::Path;

use storybeat::script::types;

/// Compares a generated file with what would be written now.
fn is_fresh(file: &str, text: &str, again: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let there = fs::read_to_string(&path).unwrap_or_default();
    let line = there
        .lines()
        .zip(text.lines())
        .take_while(|(a, b)| a == b)
        .count()
        + 1;
    assert!(
        there == text,
        "{file}:{line} isn't what would be written: run `cargo run -- {again}`"
    );
}

#[test]
fn the_type_file_is_fresh() {
    is_fresh(
        "types/storybeat.d.luau",
        &types::declarations(),
        "types types/storybeat.d.luau",
    );
}

#[test]
fn the_reference_is_fresh() {
    is_fresh(
        "docs/api.md",
        &types::reference(),
        "types --docs docs/api.md",
    );
}

//! `docs/api.md`.

/// The reference.
#[must_use]
pub fn reference() -> String {
    String::new()
}

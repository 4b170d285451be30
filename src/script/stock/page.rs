//! `docs/stock.md`: what the library has, as a table for people.

/// The page.
#[must_use]
pub fn page() -> String {
    String::new()
}

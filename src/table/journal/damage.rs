//! Damage, in words.

use std::fmt;

/// Damage that is not a torn end. Nothing is cut away for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MiddleDamage {
    /// First damaged line, from 1. All records before it are whole.
    pub line: usize,
    /// What is wrong with it.
    pub why: Why,
    /// The next line from which a reader can begin again.
    pub next_snapshot_line: Option<usize>,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// It doesn't look like a line of a session at all.
    Shape,
    /// It doesn't follow the line before it: a byte was changed, or a line dropped, doubled or moved.
    Sum,
    /// It is what was written, and this program doesn't understand it.
    Unreadable(String),
    /// Its number can't come here.
    Order(String),
    /// Whoever applied the records found one that doesn't fit (see `Journal::set_read_only`).
    Misfit(String),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Shape => f.write_str("this is not a line of a session"),
            Why::Sum => f.write_str(
                "the sum is wrong: a byte was changed here, or a line was dropped or moved",
            ),
            Why::Unreadable(words) => write!(f, "this program doesn't understand it: {words}"),
            Why::Order(words) | Why::Misfit(words) => f.write_str(words),
        }
    }
}

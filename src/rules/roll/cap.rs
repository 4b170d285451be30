//! Upper limits of the GM's Position, before anything else moves it: shooting into Close, a defense after a Charge.
//! rules/04 §3, §5, R51.

use crate::rules::values::Position;
use serde::{Deserialize, Serialize};

/// A limit and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cap {
    /// The best Position to start from.
    pub at_best: Position,
    /// Where it comes from: "a war bow at Close".
    pub why: String,
}

impl Cap {
    /// A limit.
    #[must_use]
    pub fn new(at_best: Position, why: impl Into<String>) -> Self {
        Self {
            at_best,
            why: why.into(),
        }
    }
}

/// The Position to start from, and the limits that lowered it: the lowest counts.
pub(super) fn limited(gm: Position, caps: &[Cap]) -> (Position, Vec<Cap>) {
    let lowest = caps.iter().map(|cap| cap.at_best).min();
    match lowest {
        Some(lowest) if lowest < gm => {
            let told = caps.iter().filter(|cap| cap.at_best == lowest);
            (lowest, told.cloned().collect())
        }
        _ => (gm, Vec::new()),
    }
}

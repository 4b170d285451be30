//! The chapter's facts.

use serde::{Deserialize, Serialize};

use super::state::{Dial, Tie};
use crate::rules::ids::Thing;

/// What kind of bound a subject has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// It never happens.
    Line,
    /// It happens out of sight.
    Veil,
}

impl Bound {
    /// As people say it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Veil => "veil",
        }
    }
}

/// Something was agreed on, or no longer is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "accord")]
pub enum AccordFact {
    /// A line or a veil was drawn.
    Drawn {
        /// Which of the two.
        bound: Bound,
        /// About what.
        text: String,
    },
    /// One was taken away.
    Dropped {
        /// Which of the two.
        bound: Bound,
        /// About what.
        text: String,
    },
    /// A dial was set, or is no longer.
    Dialed {
        /// Its name.
        name: String,
        /// Before.
        old: Option<Dial>,
        /// After.
        new: Option<Dial>,
    },
    /// A bond was made, told anew, or broken.
    Tied {
        /// Before.
        old: Option<Tie>,
        /// After.
        new: Option<Tie>,
    },
}

impl AccordFact {
    /// The things it is about.
    #[must_use]
    pub fn about(&self) -> Vec<Thing> {
        match self {
            Self::Tied { old, new } => new
                .as_ref()
                .or(old.as_ref())
                .map_or_else(Vec::new, |tie| vec![tie.one, tie.other]),
            _ => Vec::new(),
        }
    }
}

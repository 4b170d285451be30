//! The chapter's facts.

use serde::{Deserialize, Serialize};

use super::state::{Framed, Waiting};
use crate::rules::ids::Thing;

/// Something of the story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "story")]
pub enum StoryFact {
    /// The scene is played in a frame from here.
    Framed {
        /// Before.
        old: Option<Framed>,
        /// After.
        new: Option<Framed>,
    },
    /// Something waits for somebody's next roll.
    Waits {
        /// Whose.
        who: Thing,
        /// What.
        what: Waiting,
        /// Why.
        why: String,
    },
    /// A timer grew.
    Grew {
        /// Which.
        timer: Thing,
        /// Segments before.
        old: u32,
        /// Segments after.
        new: u32,
        /// Why.
        why: String,
    },
}

impl StoryFact {
    /// The things it is about.
    #[must_use]
    pub fn about(&self) -> Vec<Thing> {
        match self {
            Self::Framed { .. } => Vec::new(),
            Self::Waits { who, .. } => vec![*who],
            Self::Grew { timer, .. } => vec![*timer],
        }
    }
}

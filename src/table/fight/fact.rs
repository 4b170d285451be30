//! What happens in a fight, besides rolls, hits and bands.

use serde::{Deserialize, Serialize};

use super::state::Fighter;
use crate::rules::actions::Action;
use crate::rules::ids::Thing;

/// A fact of a fight, with those it changes before and after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "fight")]
pub enum FightFact {
    /// A turn begins.
    Turn {
        /// Whose.
        who: Thing,
        /// The exchange.
        exchange: u32,
        /// The GM gave the spotlight, and it is worth a line.
        shown: bool,
        /// Before.
        old: Box<Fighter>,
        /// After.
        new: Box<Fighter>,
    },
    /// Somebody does something with a turn.
    Did {
        /// Who.
        who: Thing,
        /// What.
        action: Action,
        /// With whom.
        target: Option<Thing>,
        /// What it is worth, in words.
        words: String,
        /// Before.
        old: Box<Fighter>,
        /// After.
        new: Box<Fighter>,
    },
    /// Something about somebody changes: cover, what waits, what is used up.
    Stands {
        /// Who.
        who: Thing,
        /// In words; empty where nobody needs to read it.
        words: String,
        /// Before.
        old: Box<Fighter>,
        /// After.
        new: Box<Fighter>,
    },
    /// Somebody gives enemies an opening.
    Provoked {
        /// Who.
        who: Thing,
        /// Whom.
        foes: Vec<Thing>,
        /// How: "leaves Close".
        why: String,
    },
    /// The ground of the whole scene.
    Ground {
        /// Difficult before.
        old: bool,
        /// Difficult after.
        new: bool,
    },
}

impl FightFact {
    /// The things it is about, for those who may read it.
    #[must_use]
    pub fn about(&self) -> Vec<Thing> {
        match self {
            Self::Turn { who, .. } | Self::Stands { who, .. } => vec![*who],
            Self::Did { who, target, .. } => {
                let mut all = vec![*who];
                all.extend(*target);
                all
            }
            Self::Provoked { who, foes, .. } => {
                let mut all = vec![*who];
                all.extend(foes);
                all
            }
            Self::Ground { .. } => Vec::new(),
        }
    }
}

//! The chapter's facts.

use serde::{Deserialize, Serialize};

use super::state::{Journey, Leg};
use crate::rules::ids::Thing;
use crate::rules::travel::{EncounterKind, Role};
use crate::rules::values::Outcome;

/// Something of a journey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "travel")]
pub enum TravelFact {
    /// A journey is planned, or given up.
    Planned {
        /// Before.
        old: Option<Journey>,
        /// After.
        new: Option<Journey>,
    },
    /// A leg begins.
    SetOut {
        /// It.
        leg: Box<Leg>,
    },
    /// Something changed in the leg.
    Changed {
        /// Before.
        old: Box<Leg>,
        /// After.
        new: Box<Leg>,
        /// What.
        what: OnTheWay,
    },
    /// The leg ends where it led.
    Arrived {
        /// As it ended.
        leg: Box<Leg>,
    },
    /// A day passed.
    Day {
        /// Days before.
        old: u32,
        /// Days after.
        new: u32,
        /// Missing segments of Supply.
        supply: u32,
    },
    /// Cache tokens came or went.
    Cached {
        /// Before.
        old: u32,
        /// After.
        new: u32,
        /// Why.
        why: String,
    },
}

/// What changed in a leg.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "way")]
pub enum OnTheWay {
    /// Somebody takes a role, before the roll.
    Took {
        /// Who.
        who: Thing,
        /// Which.
        role: Role,
    },
    /// What the roll of a role came to.
    Fared {
        /// Who.
        who: Thing,
        /// Which.
        role: Role,
        /// How the roll ended.
        outcome: Outcome,
        /// The benefit is there.
        benefit: bool,
        /// A complication comes with it.
        complication: bool,
    },
    /// The Quartermaster keeps a token for the next Supply tick.
    Kept,
    /// The token has cancelled one.
    Spared {
        /// What it cancelled.
        why: String,
    },
    /// Something comes on the road.
    Met {
        /// What kind.
        kind: EncounterKind,
        /// What, in words.
        what: String,
    },
    /// The weather or the ground is another from here.
    Weather,
}

impl TravelFact {
    /// The things it is about.
    #[must_use]
    pub fn about(&self) -> Vec<Thing> {
        match self {
            Self::Changed {
                what: OnTheWay::Took { who, .. } | OnTheWay::Fared { who, .. },
                ..
            } => vec![*who],
            _ => Vec::new(),
        }
    }
}

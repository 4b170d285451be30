//! The chapter's facts.

use serde::{Deserialize, Serialize};

use super::state::{Call, Legacy, SeedCard, Spread};
use crate::rules::decks::Ending;

/// Something of cards and of the campaign's end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "crown")]
pub enum CrownFact {
    /// Something lets the GM draw.
    Called {
        /// What.
        call: Call,
    },
    /// That leave was used.
    Answered {
        /// Which.
        call: Call,
    },
    /// A card of the last draw is read one rank higher or lower.
    Adjusted {
        /// The code before.
        old: String,
        /// The code it is read as.
        new: String,
    },
    /// A card is kept for a later session.
    SeedKept {
        /// It.
        seed: SeedCard,
    },
    /// A seed has come up.
    SeedUsed {
        /// It.
        seed: SeedCard,
    },
    /// A roll ran over.
    Overflow {
        /// How many in this session, this one included.
        number: u32,
        /// It may tick the Campaign Timer.
        may_tick: bool,
    },
    /// An overflow was confirmed.
    OverflowUsed {
        /// How many could be before.
        left: u32,
    },
    /// A leg ended at major cost: somebody reached this Harm.
    LegAtCost {
        /// The worst Harm.
        harm: u32,
    },
    /// A leg ended while a spread lies on the table.
    LegOver,
    /// A spread was laid.
    Laid {
        /// It.
        spread: Box<Spread>,
        /// The one before.
        was: Option<Box<Spread>>,
    },
    /// A card of the spread is read anew.
    Reread {
        /// Which, from 0.
        at: usize,
        /// The motif before.
        old: String,
        /// The motif now.
        new: String,
    },
    /// The campaign comes nearer to its end.
    Ends {
        /// Before.
        old: Ending,
        /// After.
        new: Ending,
    },
    /// A bond for those who come after.
    LegacyBond {
        /// It.
        legacy: Legacy,
    },
}

impl CrownFact {
    /// Does it only say what the GM may do next?
    #[must_use]
    pub fn offers(&self) -> bool {
        matches!(
            self,
            Self::Called { .. } | Self::Overflow { .. } | Self::LegOver
        )
    }

    /// May players read it? Offers and seeds are the GM's.
    #[must_use]
    pub fn open(&self) -> bool {
        matches!(
            self,
            Self::Adjusted { .. }
                | Self::Laid { .. }
                | Self::Reread { .. }
                | Self::Ends { .. }
                | Self::LegacyBond { .. }
        )
    }
}

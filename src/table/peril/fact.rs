//! Facts about dangers and the hurt.

use serde::{Deserialize, Serialize};

use super::{Hazard, Ward};
use crate::rules::ids::Thing;
use crate::rules::recovery::{Patient, Rest};
use crate::rules::wards::Disabled;
use crate::table::state::Condition;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "peril")]
pub enum PerilFact {
    /// Care for somebody at Harm 3 came to something.
    Tended {
        /// Who.
        who: Thing,
        /// Before.
        old: Patient,
        /// After.
        new: Patient,
    },
    /// What somebody is afraid of.
    FearOf {
        /// Who.
        who: Thing,
        /// Of whom.
        source: Thing,
    },
    /// A result of the fear table.
    Feared {
        /// Whose fear.
        who: Thing,
        /// The result's name.
        result: String,
        /// In its harshest form.
        harsh: bool,
    },
    /// A condition of the same name came again and lasts longer, or is harder to get out of: the best one counts.
    Renewed {
        /// On whom.
        who: Thing,
        /// As it was.
        old: Condition,
        /// As it is.
        new: Condition,
    },
    /// Somebody has rested.
    Rested {
        /// Who.
        who: Thing,
        /// How long.
        rest: Rest,
    },
    /// A ward or trap was placed.
    Placed {
        /// The new id.
        ward: Thing,
        /// It.
        state: Ward,
    },
    /// A ward or trap is gone.
    Removed {
        /// Which.
        ward: Thing,
        /// As it was.
        state: Ward,
        /// Why.
        why: String,
    },
    /// A ward or trap changed: put out of work, awake again, found.
    Changed {
        /// Which.
        ward: Thing,
        /// Before.
        old: Ward,
        /// After.
        new: Ward,
    },
    /// Somebody tried to cross a ward.
    Crossed {
        /// Who.
        who: Thing,
        /// Which.
        ward: Thing,
        /// Got past.
        crossed: bool,
        /// Leash ticks of a spirit that tried.
        ticks: u32,
    },
    /// Somebody tried to put a ward or trap out of work.
    Disabled {
        /// Who.
        who: Thing,
        /// Which.
        ward: Thing,
        /// What came of it.
        result: Disabled,
    },
    /// A trap was sprung.
    Sprung {
        /// Which.
        ward: Thing,
        /// On whom.
        who: Thing,
    },
    /// A hazard is there.
    HazardCame {
        /// It.
        hazard: Hazard,
    },
    /// A hazard is gone.
    HazardWent {
        /// As it was.
        hazard: Hazard,
        /// Why.
        why: String,
    },
}

//! Hazards: what threatens by being there. rules/03 §4, R46.

use super::values::Outcome;
use super::words::words;

words! {
    /// The four models.
    #[derive(Default)]
    HazardKind, "kind of hazard" {
        /// Grows by itself until it fires: fire, flood, gas.
        #[default]
        Active = "active", "active";
        /// Makes rolls harder while it is there: dark, heat, rough ground.
        Passive = "passive", "passive";
        /// Of people: rumors, scrutiny, reputation.
        Social = "social", "social";
        /// Of magic: a backlash zone, a seal, a leaking veil.
        Magical = "magical", "magical";
    }
}

words! {
    /// Which rolls tick a hazard.
    TicksOn, "outcome that ticks" {
        /// A Miss.
        Miss = "miss", "a Miss";
        /// A Partial or a Miss.
        Fail = "fail", "a Partial or a Miss";
    }
}

impl TicksOn {
    /// Whether a roll of this outcome ticks it.
    #[must_use]
    pub fn ticks(self, outcome: Outcome) -> bool {
        match self {
            Self::Miss => outcome == Outcome::Miss,
            Self::Fail => !outcome.success(),
        }
    }
}

/// Whether a hazard touches a roll of these ratings: one of its own is among them, or it has none.
#[must_use]
pub fn touches(own: &[String], roll: &[String]) -> bool {
    own.is_empty()
        || own.iter().any(|one| {
            roll.iter()
                .any(|used| super::names::fold(used) == super::names::fold(one))
        })
}

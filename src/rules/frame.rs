//! Encounter frames: what kinds there are, and the DVs the rulebook advises for each. rules/03 §5.

use super::numbers::Dv;
use super::words::words;

words! {
    /// What kind of encounter it is.
    FrameKind, "kind of frame" {
        /// Blows are traded: DV 3.
        Combat = "combat", "combat";
        /// Somebody is to be convinced: DV 3.
        Social = "social", "social";
        /// Ground, weather, fire: DV 3–4.
        Environmental = "environmental", "environmental";
        /// Rites, spirits, seals: DV 4–5 (R08).
        Magical = "magical", "magical";
    }
}

impl FrameKind {
    /// The DVs the rulebook advises, low and high.
    #[must_use]
    pub fn advised(self) -> (Dv, Dv) {
        let dv = |n| Dv::new(n).unwrap_or_default();
        match self {
            Self::Combat | Self::Social => (dv(3), dv(3)),
            Self::Environmental => (dv(3), dv(4)),
            Self::Magical => (dv(4), dv(5)),
        }
    }

    /// Whether help in it costs the helper a Boon: blows and words are traded in actions (R14).
    #[must_use]
    pub fn help_costs(self) -> bool {
        matches!(self, Self::Combat | Self::Social)
    }
}

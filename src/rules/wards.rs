//! Placed wards and traps. rules/02 §9, R36, R37.

use super::numbers::{Dv, OutOfRange};
use super::switches::Switches;
use super::values::Outcome;
use super::words::words;
use serde::{Deserialize, Serialize};

words! {
    /// A ward keeps out, a trap waits.
    WardKind, "kind of ward" {
        /// Blocks passage until overcome; a spirit's Leash ticks on the attempt.
        Ward = "ward", "ward";
        /// Doesn't block; hurts when triggered.
        Trap = "trap", "trap";
    }
}

/// What a ward or trap of one DV does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WardNumbers {
    /// Which of the two.
    pub kind: WardKind,
    /// Base DV, 2–5.
    pub dv: Dv,
}

impl WardNumbers {
    /// A ward or trap.
    ///
    /// # Errors
    /// DV outside 2–5.
    pub fn new(kind: WardKind, dv: i64) -> Result<Self, OutOfRange> {
        OutOfRange::check("the DV of a ward or trap", dv, 2, 5)?;
        Ok(Self {
            kind,
            dv: Dv::new(dv)?,
        })
    }

    /// Harm when triggered: DV − 2; a hit, unless 0.
    #[must_use]
    pub fn harm(&self) -> u32 {
        u32::from(self.dv.get()).saturating_sub(2)
    }

    /// Leash ticks of a spirit that tries to cross, success or not.
    #[must_use]
    pub fn leash_ticks(&self) -> u32 {
        match self.kind {
            WardKind::Ward => u32::from(self.dv.get()),
            WardKind::Trap => 0,
        }
    }

    /// Whether the attempt gets past; a Partial doesn't (R36).
    #[must_use]
    pub fn crossed(&self, outcome: Outcome) -> bool {
        outcome.success()
    }

    /// What an attempt to disable or disarm does.
    #[must_use]
    pub fn disable(&self, outcome: Outcome, switches: &Switches) -> Disabled {
        if outcome.success() {
            return Disabled::Inert;
        }
        match self.kind {
            WardKind::Ward => Disabled::Nothing,
            WardKind::Trap if outcome == Outcome::Partial && switches.trap_partial_disarms => {
                Disabled::Inert
            }
            WardKind::Trap => Disabled::MayTrigger,
        }
    }
}

words! {
    /// How long a ward is out of work.
    Inert, "how long" {
        /// Until the scene closes.
        Scene = "scene", "for the scene";
        /// It isn't set again.
        Good = "good", "for good";
    }
}

words! {
    /// Result of an attempt to disable.
    Disabled, "result" {
        /// Inert for the scene, or for good where the GM agrees.
        Inert = "inert", "inert";
        /// Still there.
        Nothing = "nothing", "still there";
        /// Still there, and it triggers if the GM says so.
        MayTrigger = "may_trigger", "may trigger";
    }
}

//! Shields: a second hand's worth of cover. rules/02 §3, rules/22 §3, R26.

use super::values::Armor;
use super::words::words;

words! {
    /// The three shields. They fill the off-hand; the weapon is Light or Medium.
    Shield, "shield" {
        /// +1 die on Defend, once a scene.
        Buckler = "buckler", "buckler";
        /// +1 die on Defend; once a scene 1 Harm left after armor becomes 1 Fatigue.
        Heater = "heater", "heater";
        /// Planted: heavy cover from one side, and no moving.
        Pavise = "pavise", "pavise";
    }
}

impl Shield {
    /// Dice lost on ranged attacks.
    #[must_use]
    pub fn ranged_penalty(self) -> u32 {
        u32::from(matches!(self, Self::Buckler | Self::Heater))
    }

    /// Whether it turns 1 Harm left after armor into 1 Fatigue, once a scene (R26).
    #[must_use]
    pub fn turns_harm(self) -> bool {
        self == Self::Heater
    }

    /// Whether it can be planted as cover.
    #[must_use]
    pub fn plants(self) -> bool {
        self == Self::Pavise
    }
}

/// Whether somebody in this armor can sprint (Dash): not in Heavy.
#[must_use]
pub fn can_sprint(armor: Armor) -> bool {
    armor != Armor::Heavy
}

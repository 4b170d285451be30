//! Weapons: dice by weight and band, Harm by weight, tempo. rules/04 §3.
//!
//! Tags other than `HAFTED` and `THROWN` are labels for scripts (R60).

use super::values::{Band, ItemState, Position};
use super::words::words;
use serde::{Deserialize, Serialize};

words! {
    /// How heavy a weapon is: its Harm, its dice, its tempo.
    Weight, "weight" {
        /// Knives, short bows.
        Light = "light", "Light";
        /// Swords, war bows.
        Medium = "medium", "Medium";
        /// Mauls, arbalests: both hands, so never with a shield.
        Heavy = "heavy", "Heavy";
    }
}

words! {
    /// What a weapon leaves of a turn.
    Tempo, "tempo" {
        /// Move and attack in one turn.
        Fast = "fast", "Fast";
        /// Either Move or attack.
        Standard = "standard", "Standard";
        /// A Set first; it strikes in a later turn.
        Slow = "slow", "Slow";
    }
}

/// A weapon as the rules see it; the bare hand has no weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arm {
    /// How heavy; nothing for the bare hand (R59).
    pub weight: Option<Weight>,
    /// `HAFTED`: reaches Reach whatever its weight.
    pub hafted: bool,
    /// Shot, or thrown at this moment: the other table.
    pub ranged: bool,
}

/// What a weapon is worth in a band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Dice on the attack roll.
    pub dice: i32,
    /// The best Position the GM may start from: shooting into Close (R51).
    pub at_best: Option<Position>,
}

impl Arm {
    /// The bare hand: Harm 1, Close only, +0, Fast (R59).
    pub const UNARMED: Self = Self {
        weight: None,
        hafted: false,
        ranged: false,
    };

    /// A weapon for the hand.
    #[must_use]
    pub const fn melee(weight: Weight, hafted: bool) -> Self {
        Self {
            weight: Some(weight),
            hafted,
            ranged: false,
        }
    }

    /// A weapon that is shot or thrown.
    #[must_use]
    pub const fn ranged(weight: Weight) -> Self {
        Self {
            weight: Some(weight),
            hafted: false,
            ranged: true,
        }
    }

    /// Harm on a hit, by weight; ranged as melee (R51).
    #[must_use]
    pub const fn harm(self) -> u32 {
        match self.weight {
            None | Some(Weight::Light) => 1,
            Some(Weight::Medium) => 2,
            Some(Weight::Heavy) => 3,
        }
    }

    /// Tempo, by weight.
    #[must_use]
    pub const fn tempo(self) -> Tempo {
        match self.weight {
            None | Some(Weight::Light) => Tempo::Fast,
            Some(Weight::Medium) => Tempo::Standard,
            Some(Weight::Heavy) => Tempo::Slow,
        }
    }

    /// Dice and Position against a target in this band; nothing where it can't attack.
    #[must_use]
    pub fn worth(self, band: Band) -> Option<Worth> {
        let Some(weight) = self.weight else {
            return (band == Band::Close).then_some(Worth {
                dice: 0,
                at_best: None,
            });
        };
        if self.ranged {
            return shot(weight, band);
        }
        let dice = match (weight, band) {
            (_, Band::Far | Band::Absent) => return None,
            (Weight::Light, Band::Close) => 2,
            (Weight::Light, Band::Near) | (Weight::Medium, Band::Close) => 1,
            (Weight::Medium, Band::Near) => 2,
            (Weight::Heavy, Band::Close) => -1,
            (Weight::Heavy, Band::Near) => 3,
            // Heavy reaches Reach without a tag.
            (Weight::Heavy, Band::Reach) => 0,
            (Weight::Light | Weight::Medium, Band::Reach) if self.hafted => 0,
            (Weight::Light | Weight::Medium, Band::Reach) => return None,
        };
        Some(Worth {
            dice,
            at_best: None,
        })
    }

    /// The bands it attacks into, nearest first.
    #[must_use]
    pub fn bands(self) -> Vec<Band> {
        let all = Band::ALL.iter().copied();
        all.filter(|band| self.worth(*band).is_some()).collect()
    }

    /// The farthest band it threatens hand to hand: what "in Melee" is measured by (R53).
    #[must_use]
    pub fn threatens(self) -> Band {
        if self.ranged {
            return Band::Close;
        }
        self.bands().last().copied().unwrap_or(Band::Close)
    }
}

/// A target at Reach uses the Near column; into Close the Position suffers, not the dice.
fn shot(weight: Weight, band: Band) -> Option<Worth> {
    let column = if band == Band::Reach {
        Band::Near
    } else {
        band
    };
    let (dice, at_best) = match (weight, column) {
        (Weight::Light, Band::Close) => (0, Some(Position::Controlled)),
        (Weight::Medium | Weight::Heavy, Band::Close) => (0, Some(Position::Desperate)),
        (Weight::Light | Weight::Heavy, Band::Near) => (1, None),
        (Weight::Medium, Band::Near) => (2, None),
        (Weight::Medium, Band::Far) => (1, None),
        (Weight::Heavy, Band::Far) => (3, None),
        _ => return None,
    };
    Some(Worth { dice, at_best })
}

/// What a worn weapon costs: Neglected −1 die on every attack, Compromised −1 on a round's first (rules/22 §1, CM-15).
#[must_use]
pub fn worn(state: ItemState, first_this_round: bool) -> i32 {
    match state {
        ItemState::Maintained => 0,
        ItemState::Neglected => -1,
        ItemState::Compromised => -i32::from(first_this_round),
    }
}

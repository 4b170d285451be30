//! The Supply Timer: what is missing from the packs, what it costs a day; foraging. rules/06 §4, §5.

use super::chair::Point;
use super::numbers::Dv;
use super::values::Outcome;
use super::words::words;
use serde::{Deserialize, Serialize};

/// Segments of the Supply Timer.
pub const SUPPLY_SIZE: u32 = 4;

words! {
    /// How the packs stand, by filled segments (rules/06 §4).
    SupplyLevel, "level of Supply" {
        /// 0: nothing is missing.
        Full = "full", "Full";
        /// 1.
        Low = "low", "Low";
        /// 2.
        Dangerous = "dangerous", "Dangerous";
        /// 3.
        Empty = "empty", "Empty";
        /// 4: something critical is gone.
        Spent = "spent", "Spent";
    }
}

/// What a day costs each character.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DailyCost {
    /// Fatigue.
    pub fatigue: u32,
    /// Harm that is no hit: no armor, no Fatigue with it (R79, R32).
    pub harm: u32,
}

/// Rule point `supply`: what a day costs each by missing segments, 0–4. Two: a Fatigue; three and four: Harm 1 in its place.
#[derive(Debug, Clone, Copy)]
pub struct Daily;

impl Point for Daily {
    const NAME: &'static str = "supply";
    const MEANING: &'static str = "what a day costs each character by missing segments of Supply";
    type In = u32;
    type Out = DailyCost;

    fn book(segments: &u32) -> DailyCost {
        let (fatigue, harm) = match SupplyLevel::of(*segments) {
            SupplyLevel::Full | SupplyLevel::Low => (0, 0),
            SupplyLevel::Dangerous => (1, 0),
            SupplyLevel::Empty | SupplyLevel::Spent => (0, 1),
        };
        DailyCost { fatigue, harm }
    }

    fn check(_: &u32, out: &DailyCost) -> Result<(), String> {
        if out.fatigue <= 10 && out.harm <= 10 {
            Ok(())
        } else {
            Err(format!(
                "a day costs 0 to 10 Fatigue and Harm, not {} and {}",
                out.fatigue, out.harm
            ))
        }
    }
}

impl SupplyLevel {
    /// The level of so many missing segments.
    #[must_use]
    pub fn of(segments: u32) -> Self {
        match segments {
            0 => Self::Full,
            1 => Self::Low,
            2 => Self::Dangerous,
            3 => Self::Empty,
            _ => Self::Spent,
        }
    }

    /// What the level means, in words.
    #[must_use]
    pub fn means(self) -> &'static str {
        match self {
            Self::Full => "nothing is missing",
            Self::Low => "resource rolls −1 die, if you like",
            Self::Dangerous => "each day: +1 Fatigue for each",
            Self::Empty => "each day: Harm 1 for each, no armor helps",
            Self::Spent => "something critical is gone; each day: Harm 1 for each",
        }
    }
}

words! {
    /// What is gone when Supply is spent (rules/06 §4).
    Critical, "critical resource" {
        /// Nothing to eat.
        Food = "food", "food";
        /// Nothing to drink.
        Water = "water", "water";
        /// Nothing to burn.
        Fuel = "fuel", "fuel";
        /// Nothing to shoot.
        Ammunition = "ammunition", "ammunition";
        /// A tool that was needed.
        Tool = "tool", "one tool";
    }
}

words! {
    /// How much the land gives (rules/06 §5).
    Terrain, "terrain" {
        /// DV 3.
        Fair = "fair", "fair";
        /// DV 4.
        Poor = "poor", "poor";
    }
}

impl Terrain {
    /// The DV of foraging here.
    #[must_use]
    pub fn dv(self) -> Dv {
        match self {
            Self::Fair => Dv::DEFAULT,
            Self::Poor => Dv::DEFAULT.plus(1),
        }
    }
}

/// What foraging comes to (rules/06 §5, R80). The roll has paid its own Boons and SB.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForageResult {
    /// Segments of Supply that are cleared.
    pub clears: u32,
    /// Fatigue of the forager.
    pub fatigue: u32,
    /// SB to the GM besides the 1s rolled; it isn't a shown 1 (R10).
    pub sb: u32,
}

/// The result of a forage roll.
#[must_use]
pub fn forage(outcome: Outcome) -> ForageResult {
    match outcome {
        Outcome::Clean | Outcome::SuccessWithSb => ForageResult {
            clears: 1,
            ..ForageResult::default()
        },
        Outcome::Partial => ForageResult {
            clears: 1,
            fatigue: 1,
            sb: 0,
        },
        Outcome::Miss => ForageResult {
            sb: 1,
            ..ForageResult::default()
        },
    }
}

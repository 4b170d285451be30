//! Armor: how it converts a hit, how it is worn down, what wearing it costs. rules/02 §3.

use super::chair::Point;
use super::ids::Thing;
use super::switches::Switches;
use super::values::{Armor, ArmorUse, ItemState};
use serde::{Deserialize, Serialize};

/// Rule point `armor`: what armor makes of incoming Harm. The printed table, no formula (R24).
#[derive(Debug, Clone, Copy)]
pub struct ConvertArmor;

/// A hit as it meets armor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArmorIn {
    /// Incoming Harm, 1 or more.
    pub harm: u32,
    /// The armor as it counts for this hit, after every downgrade.
    pub armor: Armor,
    /// State of the armor worn, already in `armor`; for house rules.
    pub state: ItemState,
    /// Who wears it.
    pub who: Option<Thing>,
}

/// What is left of a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Converted {
    /// Harm left.
    pub harm: u32,
    /// Fatigue gained.
    pub fatigue: u32,
}

impl Point for ConvertArmor {
    const NAME: &'static str = "armor";
    const MEANING: &'static str = "Harm left and Fatigue gained when a hit meets armor";
    type In = ArmorIn;
    type Out = Converted;

    fn book(input: &ArmorIn) -> Converted {
        // Above 3: the Harm 3 cell, and what is more stays Harm (R23).
        let cell = input.harm.min(3);
        let (harm, fatigue) = match (input.armor, cell) {
            (_, 0) => (0, 0),
            (Armor::None, h) => (h, 0),
            (_, 1) => (0, 1),
            (Armor::Light, 2) => (1, 1),
            (_, 2) => (0, 1),
            (Armor::Heavy, _) => (0, 2),
            // Medium against 3 really is the same as Light (R24).
            _ => (2, 1),
        };
        Converted {
            harm: harm + (input.harm - cell),
            fatigue,
        }
    }

    fn check(input: &ArmorIn, out: &Converted) -> Result<(), String> {
        if out.harm > input.harm {
            return Err(format!(
                "armor leaves at most the incoming Harm {}, not {}",
                input.harm, out.harm
            ));
        }
        if out.fatigue > 100 {
            return Err(format!(
                "Fatigue from one hit is 0 to 100, not {}",
                out.fatigue
            ));
        }
        Ok(())
    }
}

/// The armor as it counts for one hit: state and attack lower it, categories add up, at least None (R25). `shift` is what
/// modifiers add, heavier if positive (CM-14). Compromised or ignored armor converts nothing, whatever is added.
#[must_use]
pub fn effective(armor: Armor, state: ItemState, attack: ArmorUse, shift: i32) -> Armor {
    if state == ItemState::Compromised || attack == ArmorUse::Ignore {
        return Armor::None;
    }
    let worn = i32::from(state == ItemState::Neglected) + i32::from(attack == ArmorUse::OneLess);
    armor.shift(shift.saturating_sub(worn))
}

/// What a roll is about, as far as armor hampers it (R33).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hampered {
    /// Melee, Ranged, Athletics.
    pub physical: bool,
    /// Stealth, and Deception used for sleight.
    pub covert: bool,
}

/// Dice that worn armor takes from a roll: 0, 1 or 2. A roll pays once.
#[must_use]
pub fn wearing_penalty(armor: Armor, roll: Hampered, switches: &Switches) -> u32 {
    match armor {
        Armor::Heavy if roll.physical || roll.covert => 2,
        Armor::Medium if roll.physical || roll.covert => 1,
        Armor::Light if roll.physical && switches.light_armor_penalty => 1,
        _ => 0,
    }
}

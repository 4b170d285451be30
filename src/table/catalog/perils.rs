//! What scripts add to fear, armor and hazards.

use super::{Do, Hook, Place};
use crate::rules::values::{Armor, Period};

/// A result of fear beside the printed ten, or in place of one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FearDef {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// The face of the d10 that it takes over; without one it is only picked.
    pub face: Option<u8>,
    /// What the frightened one does, in words.
    pub text: String,
    /// The same in its harshest form, for Panicked.
    pub harsh: String,
    /// What happens.
    pub run: Do,
}

/// Armor with a name of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArmorDef {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// How it converts Harm.
    pub category: Armor,
    /// Words.
    pub text: String,
    /// What it does for who wears it.
    pub hook: Hook,
}

/// A hazard. An active one is a timer too, of the same name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HazardDef {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// active, passive, social, magical.
    pub kind: crate::rules::hazards::HazardKind,
    /// Words for the table.
    pub text: String,
    /// It has segments: a timer of its name.
    pub timed: bool,
    /// The timer that fights it, if players may.
    pub fight: Option<String>,
    /// Rolls that tick it.
    pub ticks_on: Option<crate::rules::hazards::TicksOn>,
    /// Ratings that a roll must use to be touched; none: every roll is.
    pub uses: Vec<String>,
    /// How long a hazard without segments hangs there.
    pub lasts: Option<Period>,
    /// Position steps on the rolls it touches.
    pub step: i32,
    /// DV on the rolls it touches.
    pub dv: i32,
    /// Dice on the rolls it touches.
    pub dice: i32,
    /// SB for the GM at each free spell cast in it.
    pub beats_a_spell: u32,
    /// What else it does while it is there.
    pub hook: Hook,
}

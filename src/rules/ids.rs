//! Plain identity of things at the table. The rules attach no meaning to it: they pass it on to whoever asks.

use super::words::words;
use serde::{Deserialize, Serialize};

words! {
    /// What kind of thing an id belongs to.
    ThingKind, "kind of thing" {
        /// A player's character.
        Pc = "pc", "character";
        /// An adversary.
        Foe = "foe", "adversary";
        /// A summoned or bound spirit.
        Spirit = "spirit", "spirit";
        /// A running timer.
        Timer = "timer", "timer";
        /// A deck of cards.
        Deck = "deck", "deck";
        /// A weapon, armor, tool or other gear.
        Item = "item", "item";
        /// A placed ward or trap.
        Ward = "ward", "ward";
        /// The scene.
        Scene = "scene", "scene";
        /// A move of an adversary.
        Move = "move", "move";
        /// A card.
        Card = "card", "card";
        /// A military unit.
        Unit = "unit", "unit";
    }
}

/// One thing at the table. Compares, sorts and hashes by kind, then number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Thing {
    /// What it is.
    pub kind: ThingKind,
    /// Its number among its kind.
    pub id: u32,
}

impl Thing {
    /// The thing of this kind and number.
    #[must_use]
    pub const fn new(kind: ThingKind, id: u32) -> Self {
        Self { kind, id }
    }
}

impl std::fmt::Display for Thing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.kind, self.id)
    }
}

//! The section of the state.

use serde::{Deserialize, Serialize};

use crate::rules::decks::{CrownPlace, Ending, Ground};
use crate::rules::ids::Thing;

/// What cards have left behind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Crown {
    /// What lets the GM draw now, oldest first; a draw uses one up, the scene's end all.
    pub calls: Vec<Call>,
    /// The last draw of this session.
    pub last: Option<LastDraw>,
    /// Cards kept for a later session.
    pub seeds: Vec<SeedCard>,
    /// Rolls of this session that ran over.
    pub overflows: u32,
    /// Of these, so many may still tick the Campaign Timer.
    pub ticks_left: u32,
    /// The spread that lies on the table.
    pub spread: Option<Spread>,
    /// How far the end has come.
    pub ending: Ending,
    /// What outlives the campaign.
    pub legacies: Vec<Legacy>,
}

/// Leave to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// Why.
    pub ground: Ground,
    /// SB it is about; 0 for none.
    pub sb: u32,
}

/// A draw as it lies: cards in the GM's eyes, redrawn and moved by a rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastDraw {
    /// From which deck.
    pub deck: Thing,
    /// Codes.
    pub cards: Vec<String>,
    /// Codes that were moved by a rank already, as they are now.
    #[serde(default)]
    pub moved: Vec<String>,
}

/// A card kept as a seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedCard {
    /// Its code.
    pub card: String,
    /// The GM's words.
    pub text: String,
    /// The session it fell in.
    pub session: u32,
}

/// A Crown Spread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread {
    /// Its own deck (R92).
    pub deck: Thing,
    /// Cards in order of laying.
    pub omens: Vec<Omen>,
    /// The session it was laid in; 0 before the first.
    pub session: u32,
}

/// A card of the spread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Omen {
    /// Where it lies.
    pub place: CrownPlace,
    /// Its code.
    pub card: String,
    /// What it stands for, in the GM's words; may be read anew.
    pub motif: String,
    /// Its Foreshadow Timer.
    pub timer: Thing,
}

/// A bond that later characters may take up (rules/07 §4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Legacy {
    /// Whose.
    pub who: Thing,
    /// The name, should the character be gone.
    pub name: String,
    /// The bond.
    pub text: String,
    /// The session it was written down in.
    pub session: u32,
}

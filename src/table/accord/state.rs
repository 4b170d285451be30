//! The section of the state.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::ids::Thing;
use crate::table::names;

/// The highest value of a dial; 0 is the lowest.
pub const HIGHEST: u8 = 5;

/// What was agreed at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Accord {
    /// What never happens (rules/01 §13).
    pub lines: Vec<String>,
    /// What happens out of sight.
    pub veils: Vec<String>,
    /// How much of something there is to be, by its name.
    pub dials: BTreeMap<String, Dial>,
    /// Bonds made at the table, beside those of the sheets.
    pub ties: Vec<Tie>,
}

/// How much of something there is to be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dial {
    /// From 0 (none of it) to [`HIGHEST`].
    pub value: u8,
    /// What that means here.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
}

/// A bond between two characters: a shared history, what each side gains, a tension (rules/20 §3.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tie {
    /// One of the two, the lower id.
    pub one: Thing,
    /// The other.
    pub other: Thing,
    /// What they share.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// What each side gains.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub gains: String,
    /// Where it pulls.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tension: String,
}

impl Tie {
    /// All that is known of it, in a line.
    #[must_use]
    pub fn told(&self) -> String {
        let gains = (!self.gains.is_empty()).then(|| format!("gains: {}", self.gains));
        let tension = (!self.tension.is_empty()).then(|| format!("tension: {}", self.tension));
        let words = (!self.words.is_empty()).then(|| self.words.clone());
        let all: Vec<String> = words.into_iter().chain(gains).chain(tension).collect();
        all.join("; ")
    }
}

impl Accord {
    /// The bond between two characters, whichever is named first.
    #[must_use]
    pub fn tie(&self, a: Thing, b: Thing) -> Option<&Tie> {
        let (one, other) = if a <= b { (a, b) } else { (b, a) };
        self.ties
            .iter()
            .find(|tie| tie.one == one && tie.other == other)
    }
    /// The dial of this name, as it is written here.
    #[must_use]
    pub fn dial(&self, name: &str) -> Option<(&str, &Dial)> {
        let found = self
            .dials
            .iter()
            .find(|(known, _)| names::same(known, name));
        found.map(|(name, dial)| (name.as_str(), dial))
    }
}

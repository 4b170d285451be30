//! The section of the state.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::frame::FrameKind;
use crate::rules::ids::Thing;
use crate::rules::numbers::Dv;

/// What a scene keeps besides its name and Position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Story {
    /// The frame that is played.
    pub frame: Option<Framed>,
    /// What waits for the next roll of a character, by id.
    pub waiting: BTreeMap<u32, Vec<Waiting>>,
    /// SB spent in this scene; the budget is advice on it.
    pub spent: u32,
}

/// The frame of a scene (rules/03 §5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Framed {
    /// The definition's name.
    pub name: String,
    /// What kind of encounter it is.
    pub kind: FrameKind,
    /// DV of rolls that say none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dv: Option<Dv>,
}

/// Something that the next roll uses up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Waiting {
    /// A step that a ten brought: it stands with the paid ones (R07, R09).
    CriticalStep,
    /// The Effect is one better.
    BetterEffect,
    /// The Effect is one worse.
    WorseEffect,
}

impl Story {
    /// What waits for this character's next roll.
    #[must_use]
    pub fn waiting_for(&self, who: Thing) -> &[Waiting] {
        self.waiting.get(&who.id).map_or(&[], Vec::as_slice)
    }
}

//! What a line can say.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The one format this program reads and writes.
pub const FORMAT: u32 = 1;

/// The script files a table runs on: path inside the campaign → hash of its text.
pub type Sources = BTreeMap<String, String>;

/// Anything a journal can hold: it goes to JSON and comes back owned.
pub trait Stored: Serialize + DeserializeOwned {}
impl<T: Serialize + DeserializeOwned> Stored for T {}

/// The first line of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Format of the file, see [`FORMAT`].
    pub format: u32,
    /// Number of the session in its campaign, from 1.
    pub session: u32,
    /// The seed text of the table's dice.
    pub seed: String,
    /// Title of the campaign.
    pub campaign: String,
    /// When the session began, as the caller writes times.
    pub started: String,
    /// Set when this session goes on from a damaged file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continues: Option<Continues>,
}

impl Header {
    /// A header of today's format for a session that begins afresh.
    pub fn new(
        session: u32,
        seed: impl Into<String>,
        campaign: impl Into<String>,
        started: impl Into<String>,
    ) -> Self {
        Self {
            format: FORMAT,
            session,
            seed: seed.into(),
            campaign: campaign.into(),
            started: started.into(),
            continues: None,
        }
    }
}

/// Where a session that goes on from a damaged one took its first snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Continues {
    /// File name of the damaged session.
    pub file: String,
    /// Line of the snapshot in it, from 1.
    pub line: usize,
}

/// Any line after the first. Fields that a reader doesn't know are left alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[serde(bound(
    serialize = "E: Serialize, S: Serialize",
    deserialize = "E: DeserializeOwned, S: DeserializeOwned"
))]
pub enum Record<E, S> {
    /// One input with all it set off.
    Act(Act<E>),
    /// Acts were taken back: this one and all that stood after it.
    Undo {
        /// Number of the first of them.
        n: u64,
    },
    /// Acts that had been taken back happened after all: the next ones up to this one.
    Redo {
        /// Number of the last of them.
        n: u64,
    },
    /// The scripts changed: these are in use from here on.
    Reload {
        /// All of them, not only the changed ones.
        hashes: Sources,
    },
    /// The whole state, so that a reader can begin here.
    Snapshot(Snapshot<S>),
}

/// One input with all it set off: what an act did, given state, scripts, input and answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "E: Serialize", deserialize = "E: DeserializeOwned"))]
pub struct Act<E> {
    /// Number of the act in its session, from 1, without gaps. An act that was undone keeps its number.
    pub n: u64,
    /// The act that it takes the place of: that one is undone, in the same stroke. The last act that stood.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<u64>,
    /// When, as the caller writes times.
    pub at: String,
    /// The line, move or call as it was entered.
    pub input: String,
    /// Answers that people gave to its questions, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<serde_json::Value>,
    /// How it was run besides, as the caller needs it for doing it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<Box<serde_json::Value>>,
    /// Faces typed in from real dice, in order of throwing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<u32>,
    /// The scripts it ran on; `None` where they are those of the record before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<Sources>,
    /// The facts, in order.
    pub events: Vec<E>,
    /// What the table was told, a line each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

/// The whole state after an act.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "S: Serialize", deserialize = "S: DeserializeOwned"))]
pub struct Snapshot<S> {
    /// Number of the last act before it, undone or not; 0 where there was none.
    pub n: u64,
    /// The scripts in use; needed where a reader begins here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<Sources>,
    /// The state.
    pub state: S,
}

//! The journal on a disk that works, on one that fails, and on files that somebody damaged.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod append;
mod damage;
mod failing_disk;
mod faults;
mod first_line;
mod folders;
mod rescue;
mod size;
mod strike;

use std::path::Path;

use failing_disk::MemDisk;
use serde::{Deserialize, Serialize};
use storybeat::table::journal::{
    Act, Disk, Found, Header, Journal, JournalError, Opened, Record, Snapshot,
};

/// A fact, as far as the journal cares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fact {
    StoryBeats { before: u32, after: u32 },
    Said(String),
    Weight(f64),
}

/// A state, as far as the journal cares.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    pub story_beats: u32,
    pub store: serde_json::Value,
}

pub type Rec = Record<Fact, Table>;
pub type Mem = Journal<Fact, Table, MemDisk>;
pub const FILE: &str = "/campaign/sessions/0001.jsonl";

pub fn header() -> Header {
    Header::new(1, "owl", "Bridge at Dusk", "2031-05-04 20:00")
}

pub fn act(n: u64) -> Rec {
    Record::Act(Act {
        n,
        instead: None,
        how: None,
        at: format!("20:{n:02}"),
        input: format!("sb:gain({n})"),
        answers: vec![serde_json::json!({"re-roll": n.is_multiple_of(2)})],
        faces: vec![10, 1, 7],
        sources: None,
        events: vec![
            Fact::StoryBeats {
                before: 0,
                after: n as u32,
            },
            Fact::Said("Crow's Foot — “go!”".to_owned()),
        ],
        words: vec![format!("The GM gains {n} SB.")],
    })
}

pub fn snapshot(n: u64) -> Rec {
    Record::Snapshot(Snapshot {
        n,
        sources: None,
        state: Table {
            story_beats: n as u32,
            store: serde_json::json!({"visits": {"mill": n}}),
        },
    })
}

/// One of each kind, and a snapshot in the middle.
pub fn small_session() -> Vec<Rec> {
    vec![
        act(1),
        act(2),
        Record::Undo { n: 2 },
        snapshot(2),
        Record::Redo { n: 2 },
        Record::Reload {
            hashes: [("monsters/troll.luau".to_owned(), "ab12".to_owned())].into(),
        },
        act(3),
    ]
}

/// A file with these records, on a disk in memory; gives the disk.
pub fn written(records: &[Rec]) -> MemDisk {
    let disk = MemDisk::default();
    let mut journal = Mem::create_on(disk.clone(), FILE, &header()).unwrap();
    for record in records {
        journal.append(record).unwrap();
    }
    disk
}

pub fn session<D: Disk + std::fmt::Debug>(
    found: Result<Found<Fact, Table, D>, JournalError>,
) -> Opened<Fact, Table, D> {
    match found {
        Ok(Found::Session(opened)) => opened,
        other => panic!("expected a session, found {other:?}"),
    }
}

pub fn open(disk: &MemDisk) -> Opened<Fact, Table, MemDisk> {
    session(Mem::open_on(disk.clone(), FILE))
}

/// A disk with just this file.
pub fn disk_with(bytes: &[u8]) -> MemDisk {
    let disk = MemDisk::default();
    disk.put(Path::new(FILE), bytes);
    disk
}

/// The bytes of the session's file.
pub fn bytes(disk: &MemDisk) -> Vec<u8> {
    disk.contents(Path::new(FILE)).unwrap()
}

/// The lines of a file, with their line feeds.
pub fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes
        .split_inclusive(|b| *b == b'\n')
        .map(<[u8]>::to_vec)
        .collect()
}

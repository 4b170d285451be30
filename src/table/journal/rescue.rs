//! Going on after damage, from the next whole snapshot, in a new file. The damaged file stays as it is.

use std::path::{Path, PathBuf};

use super::damage::{MiddleDamage, Why};
use super::disk::{Disk, RealDisk};
use super::error::JournalError;
use super::first_line;
use super::lines::Lines;
use super::opened::{Found, Opened};
use super::record::{Continues, Header, Stored};
use super::scan::{self, End};
use super::writer::Journal;

/// A session that goes on from a damaged one.
#[derive(Debug)]
pub struct Continued<E, S, D: Disk = RealDisk> {
    /// The new session: its first record is the snapshot, then all whole records that followed it.
    pub opened: Opened<E, S, D>,
    /// Set where whole records ended before the old file did: what lies behind was not taken over.
    pub left_behind: Option<MiddleDamage>,
}

/// Begins a session at `new` with the snapshot on line `line` of the damaged file and what follows it whole.
/// `header` is the new session's; that it continues another is noted in it. Act numbers stay as they were.
/// To go on from the records *before* the damage instead: [`Journal::create`], then append a snapshot of that state.
///
/// # Errors
/// [`JournalError::NoSnapshot`] where no whole snapshot is on that line; those of [`Journal::open_on`] for the damaged file
/// and of [`Journal::create_on`] for the new one.
pub fn continue_from_snapshot<E: Stored, S: Stored>(
    damaged: &Path,
    line: usize,
    new: impl Into<PathBuf>,
    header: Header,
) -> Result<Continued<E, S>, JournalError> {
    continue_from_snapshot_on(RealDisk, damaged, line, new, header)
}

/// [`continue_from_snapshot`] on another disk.
///
/// # Errors
/// As [`continue_from_snapshot`].
pub fn continue_from_snapshot_on<E: Stored, S: Stored, D: Disk>(
    disk: D,
    damaged: &Path,
    line: usize,
    new: impl Into<PathBuf>,
    mut header: Header,
) -> Result<Continued<E, S, D>, JournalError> {
    let bytes = disk
        .read(damaged)
        .map_err(JournalError::io(damaged, "read this session"))?;
    let nothing = || JournalError::NoSnapshot {
        path: damaged.to_owned(),
        line,
    };
    let mut lines = Lines::of(&bytes);
    first_line::header(damaged, &mut lines)?;
    let mut all = Lines::of(&bytes);
    let first = all.next().ok_or_else(nothing)?;
    let landing = scan::snapshots::<E, S>(first, all)
        .find(|landing| landing.line == line)
        .ok_or_else(nothing)?;
    let run = scan::run::<E, S>(landing.lines, landing.before, Default::default());
    let left_behind = match run.end {
        End::Clean | End::NoLineFeed => None,
        End::Torn { line, .. } => Some(MiddleDamage {
            line,
            why: Why::Shape,
            next_snapshot_line: None,
        }),
        End::Damage(damage) => Some(damage),
    };
    header.continues = Some(Continues {
        file: damaged
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        line,
    });
    let journal = Journal::<E, S, D>::create_with(disk, new.into(), &header, &run.raw)?;
    let Journal { disk, path, .. } = journal;
    // Opened like any other, so that nothing is taken for granted about what was just written.
    match Journal::open_on(disk, path.clone())? {
        Found::Session(opened) => Ok(Continued {
            opened,
            left_behind,
        }),
        Found::Fresh => Err(JournalError::Changed { path }),
    }
}

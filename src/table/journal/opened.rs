//! Opening a session: what it holds, what was wrong with it, and what was done about that.

use std::fmt;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use super::damage::MiddleDamage;
use super::disk::{Disk, DiskFile, RealDisk, beside, folder_of};
use super::error::{JournalError, advice};
use super::first_line;
use super::lines::Lines;
use super::record::{Header, Record, Stored};
use super::scan::{self, End};
use super::writer::{Journal, Mode};

/// What was at the path.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "one a session, taken apart at once"
)]
pub enum Found<E, S, D: Disk = RealDisk> {
    /// A file of 0 bytes: a crash before the first byte. [`Journal::create`] takes it over. Tell the GM.
    Fresh,
    /// A session.
    Session(Opened<E, S, D>),
}

/// A session and what it holds.
#[derive(Debug)]
pub struct Opened<E, S, D: Disk = RealDisk> {
    /// For going on. Read-only where the file is damaged in the middle or can't be written; it says why.
    pub journal: Journal<E, S, D>,
    /// The first line.
    pub header: Header,
    /// The whole records before any damage, in order: `records[i]` is on line `i + 2`.
    pub records: Vec<Record<E, S>>,
    /// A torn end, already cut off if `kept_aside` is set.
    pub tail: Option<TornTail>,
    /// Damage elsewhere; nothing was cut.
    pub damage: Option<MiddleDamage>,
    /// What else the GM should be told.
    pub notes: Vec<Note>,
}

/// The rest of a write that was cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TornTail {
    /// The line it would have been, from 1.
    pub line: usize,
    /// How many bytes of it there are.
    pub bytes: u64,
    /// Where they are now; `None` where the file was left as it is (read only).
    pub kept_aside: Option<PathBuf>,
}

/// Something to tell that cost nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// The last record was whole but for its line feed.
    LineFeedMissing,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::LineFeedMissing => {
                f.write_str("the last line had lost its line feed; its record is whole and counts")
            }
        }
    }
}

impl<E: Stored, S: Stored> Journal<E, S> {
    /// Opens a session on the computer's disk, see [`Journal::open_on`].
    ///
    /// # Errors
    /// As [`Journal::open_on`].
    pub fn open(path: impl Into<PathBuf>) -> Result<Found<E, S>, JournalError> {
        Self::open_on(RealDisk, path)
    }
}

impl<E: Stored, S: Stored, D: Disk> Journal<E, S, D> {
    /// Opens a session for going on. A torn end is kept aside in `<name>.torn-<n>` and then cut. Damage elsewhere, or a
    /// file that can't be written, opens read-only.
    ///
    /// # Errors
    /// [`JournalError::Io`] where it can't be read, [`JournalError::Format`], [`JournalError::Header`]; the file is untouched.
    pub fn open_on(disk: D, path: impl Into<PathBuf>) -> Result<Found<E, S, D>, JournalError> {
        look(disk, path.into(), true)
    }
}

/// Reads a session without touching the file; its journal is read-only. Needs no lock.
///
/// # Errors
/// As [`Journal::open_on`].
pub fn read<E: Stored, S: Stored>(path: impl Into<PathBuf>) -> Result<Found<E, S>, JournalError> {
    read_on(RealDisk, path)
}

/// [`read`] on another disk.
///
/// # Errors
/// As [`Journal::open_on`].
pub fn read_on<E: Stored, S: Stored, D: Disk>(
    disk: D,
    path: impl Into<PathBuf>,
) -> Result<Found<E, S, D>, JournalError> {
    look(disk, path.into(), false)
}

fn look<E: Stored, S: Stored, D: Disk>(
    disk: D,
    path: PathBuf,
    to_write: bool,
) -> Result<Found<E, S, D>, JournalError> {
    let bytes = disk
        .read(&path)
        .map_err(JournalError::io(&path, "read this session"))?;
    if bytes.is_empty() {
        return Ok(Found::Fresh);
    }
    let mut lines = Lines::of(&bytes);
    let (header, first) = first_line::header(&path, &mut lines)?;
    let run = scan::run(lines, first.sum, Default::default());

    let mut notes = Vec::new();
    let (mut tail, mut damage) = (None, None);
    match &run.end {
        End::Clean => {}
        End::NoLineFeed => notes.push(Note::LineFeedMissing),
        End::Torn { line, at } => {
            tail = Some(TornTail {
                line: *line,
                bytes: (bytes.len() - at) as u64,
                kept_aside: None,
            });
        }
        End::Damage(found) => damage = Some(found.clone()),
    }
    let mut len = run.len as u64;
    let mode = if let Some(damage) = &damage {
        Mode::Read {
            why: damage_words(damage),
        }
    } else if !to_write {
        Mode::Read {
            why: "it was opened for reading".to_owned(),
        }
    } else {
        match make_ready(&disk, &path, &bytes, &run.end, &mut tail) {
            Ok((file, ready_len)) => {
                len = ready_len;
                Mode::Write(file)
            }
            Err(error) => Mode::Read {
                why: format!("it can't be written ({error}); {}", advice(&error)),
            },
        }
    };
    Ok(Found::Session(Opened {
        journal: Journal {
            disk,
            path,
            mode,
            sum: run.sum,
            len,
            order: run.order,
            buffer: Vec::new(),
            holds: PhantomData,
        },
        header,
        records: run.records,
        tail,
        damage,
        notes,
    }))
}

fn damage_words(damage: &MiddleDamage) -> String {
    let way_on = match damage.next_snapshot_line {
        Some(line) => format!("go on in a new file from the snapshot on line {line}, or from here"),
        None => "go on in a new file from here".to_owned(),
    };
    format!(
        "line {} is damaged ({}); what stands before it is whole: {way_on}",
        damage.line, damage.why
    )
}

/// Opens the file for writing and puts its end in order. Gives its length then.
fn make_ready<D: Disk>(
    disk: &D,
    path: &Path,
    bytes: &[u8],
    end: &End,
    tail: &mut Option<TornTail>,
) -> io::Result<(D::File, u64)> {
    let mut file = disk.open(path)?;
    let mut len = bytes.len() as u64;
    match end {
        End::Clean | End::Damage(_) => {}
        End::NoLineFeed => {
            file.write_all_at(len, b"\n")?;
            file.sync()?;
            len += 1;
        }
        End::Torn { at, .. } => {
            let torn = bytes.get(*at..).unwrap_or_default();
            let aside = keep_aside(disk, path, torn)?;
            if let Some(tail) = tail {
                tail.kept_aside = Some(aside);
            }
            len = *at as u64;
            file.set_len(len)?;
            file.sync()?;
        }
    }
    Ok((file, len))
}

/// Puts the torn bytes in a file of their own, safe on the disk before anything is cut.
fn keep_aside(disk: &impl Disk, path: &Path, torn: &[u8]) -> io::Result<PathBuf> {
    let mut number = 1u32;
    loop {
        let aside = beside(path, &format!(".torn-{number}"));
        match disk.read(&aside) {
            // An earlier opening got as far as this, and failed to cut.
            Ok(kept) if kept == torn => return Ok(aside),
            Ok(_) => number += 1,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let mut file = disk.create_new(&aside)?;
                let kept = file
                    .write_all_at(0, torn)
                    .and_then(|()| file.sync())
                    .and_then(|()| disk.sync_folder(folder_of(path)));
                if let Err(error) = kept {
                    let _ = disk.remove(&aside);
                    return Err(error);
                }
                return Ok(aside);
            }
            Err(error) => return Err(error),
        }
    }
}

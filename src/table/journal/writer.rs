//! The one that writes.

use std::fmt;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use super::disk::{Disk, DiskFile, RealDisk, write_whole};
use super::error::JournalError;
use super::first_line::HeaderRecord;
use super::line::{self, Sum};
use super::order::Order;
use super::record::{Header, Record, Stored};

/// After so many acts [`Journal::due_snapshot`] asks for a snapshot.
pub const SNAPSHOT_EVERY: u64 = 200;

/// The session's file, open for appending (or only for looking, where it can't be written).
///
/// `E` is a fact, `S` the state of a snapshot. Whoever holds it holds the campaign's [`Lock`](super::Lock) too.
pub struct Journal<E, S, D: Disk = RealDisk> {
    pub(super) disk: D,
    pub(super) path: PathBuf,
    pub(super) mode: Mode<D::File>,
    /// Sum of the last line.
    pub(super) sum: Sum,
    /// Length of the file up to the end of the last whole record.
    pub(super) len: u64,
    pub(super) order: Order,
    pub(super) buffer: Vec<u8>,
    pub(super) holds: PhantomData<fn() -> (E, S)>,
}

pub(super) enum Mode<F> {
    Write(F),
    Read { why: String },
}

impl<E: Stored, S: Stored> Journal<E, S> {
    /// Begins a session on the computer's disk, see [`Journal::create_on`].
    ///
    /// # Errors
    /// [`JournalError::Exists`], [`JournalError::Io`].
    pub fn create(path: impl Into<PathBuf>, header: &Header) -> Result<Self, JournalError> {
        Self::create_on(RealDisk, path, header)
    }

    /// Begins a session with records in it on the computer's disk, see [`Journal::begin_on`].
    ///
    /// # Errors
    /// As [`Journal::begin_on`].
    pub fn begin(
        path: impl Into<PathBuf>,
        header: &Header,
        records: &[Record<E, S>],
    ) -> Result<Self, JournalError> {
        Self::begin_on(RealDisk, path, header, records)
    }
}

impl<E: Stored, S: Stored, D: Disk> Journal<E, S, D> {
    /// Begins a session: a file with a header, there as a whole or not at all. A file of 0 bytes, left by a crash, is taken over.
    ///
    /// # Errors
    /// [`JournalError::Exists`] where there is a file with anything in it; [`JournalError::Io`].
    pub fn create_on(
        disk: D,
        path: impl Into<PathBuf>,
        header: &Header,
    ) -> Result<Self, JournalError> {
        Self::create_with(disk, path.into(), header, &[])
    }

    /// Begins a session whose file holds these records from its first moment on: it is there with them or not at all.
    ///
    /// # Errors
    /// As [`Journal::create_on`]; [`JournalError::Order`], [`JournalError::NotStorable`].
    pub fn begin_on(
        disk: D,
        path: impl Into<PathBuf>,
        header: &Header,
        records: &[Record<E, S>],
    ) -> Result<Self, JournalError> {
        let path = path.into();
        let mut order = Order::default();
        let mut raw = Vec::new();
        for record in records {
            order = order.after(record).map_err(|why| JournalError::Order {
                path: path.clone(),
                why,
            })?;
            let json = serde_json::to_vec(record).and_then(|json| {
                // As in `append`: what doesn't read back is refused now.
                serde_json::from_slice::<Record<E, S>>(&json).map(|_| json)
            });
            raw.push(json.map_err(|error| JournalError::NotStorable {
                path: path.clone(),
                why: error.to_string(),
            })?);
        }
        let raw: Vec<&[u8]> = raw.iter().map(Vec::as_slice).collect();
        let journal = Self::create_with(disk, path, header, &raw)?;
        Ok(Journal { order, ..journal })
    }

    /// Begins a session that holds some records already, given as JSON in order.
    pub(super) fn create_with(
        disk: D,
        path: PathBuf,
        header: &Header,
        records: &[&[u8]],
    ) -> Result<Self, JournalError> {
        match disk.read(&path) {
            Ok(bytes) if !bytes.is_empty() => return Err(JournalError::Exists { path }),
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(JournalError::io(&path, "begin a session here")(error));
            }
            _ => {}
        }
        let mut bytes = Vec::new();
        let mut sum =
            line::push(&mut bytes, Sum::FIRST, &HeaderRecord { header }).map_err(|error| {
                JournalError::NotStorable {
                    path: path.clone(),
                    why: error.to_string(),
                }
            })?;
        for record in records {
            sum = line::push_raw(&mut bytes, sum, record);
        }
        let placed = write_whole(&disk, &path, &bytes)
            .map_err(JournalError::io(&path, "begin a session here"))?;
        if let Some(error) = placed.unsure {
            // Nothing was played in it yet, so a clean refusal is better than a file that may vanish.
            let _ = disk.remove(&path);
            return Err(JournalError::io(&path, "begin a session here")(error));
        }
        Ok(Journal {
            disk,
            path,
            mode: Mode::Write(placed.file),
            sum,
            len: bytes.len() as u64,
            order: Order::default(),
            buffer: Vec::new(),
            holds: PhantomData,
        })
    }

    /// Writes one record and waits until it is on the disk: all of it, or (on any error) nothing.
    ///
    /// # Errors
    /// - [`JournalError::NotWritten`]: the file is as before, and may be tried again.
    /// - [`JournalError::Stuck`], [`JournalError::Changed`]: from now on this journal is read-only. After `Stuck` the file may
    ///   hold the record all the same; opening it again shows whether it does.
    /// - [`JournalError::ReadOnly`], [`JournalError::Order`], [`JournalError::NotStorable`]: nothing was tried.
    pub fn append(&mut self, record: &Record<E, S>) -> Result<(), JournalError> {
        let path = || self.path.clone();
        let Mode::Write(file) = &mut self.mode else {
            return Err(self.refusal());
        };
        let order =
            (self.order.after(record)).map_err(|why| JournalError::Order { path: path(), why })?;
        self.buffer.clear();
        // What doesn't read back (NaN becomes null, nesting has a limit) would be damage the next time: refuse it now.
        let sum = line::push(&mut self.buffer, self.sum, record)
            .and_then(|sum| read_back::<E, S>(&self.buffer).map(|()| sum))
            .map_err(|error| JournalError::NotStorable {
                path: path(),
                why: error.to_string(),
            })?;
        if !matches!(self.disk.still_there(&self.path, file, self.len), Ok(true)) {
            let error = JournalError::Changed { path: path() };
            self.set_read_only(CHANGED);
            return Err(error);
        }
        let written = file
            .write_all_at(self.len, &self.buffer)
            .and_then(|()| file.sync());
        if let Err(source) = written {
            let back = file.set_len(self.len).and_then(|()| file.sync());
            let path = path();
            return Err(match back {
                Ok(()) => JournalError::NotWritten { path, source },
                Err(then) => {
                    self.set_read_only(STUCK);
                    JournalError::Stuck { path, source, then }
                }
            });
        }
        self.len += self.buffer.len() as u64;
        self.sum = sum;
        self.order = order;
        Ok(())
    }

    pub(super) fn refusal(&self) -> JournalError {
        JournalError::ReadOnly {
            path: self.path.clone(),
            why: self.read_only().unwrap_or_default().to_owned(),
        }
    }
}

const CHANGED: &str = "the file was moved, replaced or changed by another program; put it back, or open the session again";
const STUCK: &str =
    "an earlier write failed and the file could not be put back; open the session again";

/// Does the line in the buffer read back as a record?
fn read_back<E: Stored, S: Stored>(buffer: &[u8]) -> Result<(), serde_json::Error> {
    let text = buffer.strip_suffix(b"\n").unwrap_or(buffer);
    let rec = line::Line::split(text).map_or(text, |line| line.rec);
    serde_json::from_slice::<Record<E, S>>(rec).map(drop)
}

impl<E, S, D: Disk> Journal<E, S, D> {
    /// The session's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Number of the next act.
    pub fn next_act(&self) -> u64 {
        self.order.last.saturating_add(1)
    }

    /// Is it time for a snapshot? True from [`SNAPSHOT_EVERY`] acts after the last one on.
    pub fn due_snapshot(&self) -> bool {
        self.order.since_snapshot >= SNAPSHOT_EVERY
    }

    /// Why nothing can be written, where nothing can.
    pub fn read_only(&self) -> Option<&str> {
        match &self.mode {
            Mode::Write(_) => None,
            Mode::Read { why } => Some(why),
        }
    }

    /// Writes nothing more, for a reason in words: for a caller who finds that a record doesn't fit the state.
    pub fn set_read_only(&mut self, why: impl Into<String>) {
        self.mode = Mode::Read { why: why.into() };
    }
}

impl<E, S, D: Disk> fmt::Debug for Journal<E, S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal")
            .field("path", &self.path)
            .field("len", &self.len)
            .field("order", &self.order)
            .field("read_only", &self.read_only())
            .finish_non_exhaustive()
    }
}

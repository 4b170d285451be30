//! What can go wrong, where, and what to do about it.

use std::io;
use std::path::PathBuf;

use super::lock::Holder;
use super::record::FORMAT;

/// What can go wrong with a session's file. The message says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The disk refused something other than an `append`.
    #[error("{}: can't {doing}: {source}; {}", path.display(), advice(source))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was being done, as it reads after "can't".
        doing: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// A record was not written; the file is as it was before.
    #[error("{}: this was not recorded, so it did not happen: {source}; {}, then try again", path.display(), advice(source))]
    NotWritten {
        /// The session's file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A record was not written, and the file could not be cut back to its last good length.
    #[error("{}: this was not recorded ({source}), and the file could not be put back ({then}); nothing more is written to it: {}, then open the session again, which shows what the file holds", path.display(), advice(source))]
    Stuck {
        /// The session's file.
        path: PathBuf,
        /// Why the write failed.
        source: io::Error,
        /// Why cutting back failed.
        then: io::Error,
    },
    /// The journal is open for reading only.
    #[error("{}: this session can only be read: {why}", path.display())]
    ReadOnly {
        /// The session's file.
        path: PathBuf,
        /// Why, in words, with what to do.
        why: String,
    },
    /// The file was moved, replaced or changed by somebody else while it was in use.
    #[error("{}: the file was moved, replaced or changed by another program while this session was using it; nothing more is written to it: put it back, or open the session again", path.display())]
    Changed {
        /// The session's file.
        path: PathBuf,
    },
    /// The record has a number that can't come here. Nothing was written.
    #[error("{}: {why}", path.display())]
    Order {
        /// The session's file.
        path: PathBuf,
        /// Which, in words.
        why: String,
    },
    /// The record can't be written as JSON, or would not read back. Nothing was written.
    #[error("{}: this record can't be kept: {why}; numbers must be finite, keys texts, and nesting at most some hundred deep", path.display())]
    NotStorable {
        /// The session's file.
        path: PathBuf,
        /// What the encoder or decoder said.
        why: String,
    },
    /// The file is of another format. It was not touched.
    #[error("{}, line 1: this session has format {found}, and this program reads format {FORMAT}; open it with the version that wrote it (the file is untouched)", path.display())]
    Format {
        /// The session's file.
        path: PathBuf,
        /// The format the file names.
        found: String,
    },
    /// The first line is not a whole header. The file was not touched.
    #[error("{}, line 1: no readable session header: {why}; the file is untouched: restore it from a copy, or move it away to begin a new session", path.display())]
    Header {
        /// The session's file.
        path: PathBuf,
        /// What is wrong with the line.
        why: String,
    },
    /// A new session would overwrite a file.
    #[error("{}: there is a file already; open it, or take the next session number", path.display())]
    Exists {
        /// The file that is there.
        path: PathBuf,
    },
    /// The line is not a snapshot that can be trusted.
    #[error("{}, line {line}: no whole snapshot here; take the line that opening the file named", path.display())]
    NoSnapshot {
        /// The session's file.
        path: PathBuf,
        /// The line asked for, from 1.
        line: usize,
    },
    /// The operation needs a file without damage. It was not touched.
    #[error("{}, line {line}: the file is damaged here ({why}), so it can't be written anew without losing what follows; go on in a new file first, or remove this one by hand", path.display())]
    Damaged {
        /// The session's file.
        path: PathBuf,
        /// First damaged line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// Somebody else has the campaign open.
    #[error("{}: this campaign is in use{}; close it there first", path.display(), by_whom(holder))]
    Held {
        /// The lock file.
        path: PathBuf,
        /// Who, as far as the lock file can be read.
        holder: Option<Holder>,
    },
}

impl JournalError {
    pub(super) fn io(
        path: &std::path::Path,
        doing: &'static str,
    ) -> impl FnOnce(io::Error) -> JournalError {
        let path = path.to_owned();
        move |source| JournalError::Io {
            path,
            doing,
            source,
        }
    }
}

/// What a person can do about a system's refusal.
pub(super) fn advice(error: &io::Error) -> &'static str {
    use io::ErrorKind as Kind;
    match error.kind() {
        Kind::StorageFull | Kind::QuotaExceeded | Kind::WriteZero | Kind::FileTooLarge => {
            "free some room on the disk"
        }
        Kind::PermissionDenied | Kind::ReadOnlyFilesystem => {
            "allow writing to this file and its folder"
        }
        Kind::NotFound => "check the path",
        Kind::Unsupported => "use a folder on a local disk",
        _ => "check the disk",
    }
}

fn by_whom(holder: &Option<Holder>) -> String {
    match holder {
        Some(holder) => format!(" by process {} since {}", holder.pid, holder.since),
        None => " by another program".to_owned(),
    }
}

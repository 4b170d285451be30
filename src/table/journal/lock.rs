//! One campaign, one writer. The lock is the system's and goes with the process, whatever way it ends;
//! the text in the file only says who it is.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::error::JournalError;
use super::folder::sessions_folder;

/// The right to write a campaign's sessions, for as long as it lives.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: File,
}

/// Who has a campaign open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The process.
    pub pid: u32,
    /// Since when, as that process writes times.
    pub since: String,
}

impl Lock {
    /// Takes the lock of the campaign in this folder, and makes its `sessions` folder where there is none.
    /// `since` is the time now, as text, for others to read.
    ///
    /// # Errors
    /// [`JournalError::Held`] with who holds it; [`JournalError::Io`] where the folder can't be written or its file
    /// system knows no locks.
    pub fn take(campaign: &Path, since: &str) -> Result<Self, JournalError> {
        let folder = sessions_folder(campaign);
        let path = folder.join(".lock");
        let failed = || JournalError::io(&path, "lock this campaign");
        fs::create_dir_all(&folder).map_err(failed())?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed())?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let holder = fs::read_to_string(&path)
                    .ok()
                    .and_then(|text| Holder::parse(&text));
                return Err(JournalError::Held { path, holder });
            }
            Err(TryLockError::Error(error)) => return Err(failed()(error)),
        }
        let since = since.lines().next().unwrap_or_default();
        file.set_len(0)
            .and_then(|()| writeln!(file, "{} {since}", std::process::id()))
            .map_err(failed())?;
        Ok(Lock { path, file })
    }

    /// The lock file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // So that nobody reads a name that no longer holds. The file stays: removing it would race with the next taker.
        let _ = self.file.set_len(0);
        let _ = self.file.unlock();
    }
}

impl Holder {
    fn parse(text: &str) -> Option<Self> {
        let (pid, since) = text.trim_end().split_once(' ')?;
        Some(Holder {
            pid: pid.parse().ok()?,
            since: since.to_owned(),
        })
    }
}

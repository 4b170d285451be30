//! A campaign's session files: `sessions/0001.jsonl`, `sessions/0002.jsonl`, …

use std::io;
use std::path::{Path, PathBuf};

use super::error::JournalError;

/// One session's file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SessionFile {
    /// Its number, from 1.
    pub number: u32,
    /// Where it is.
    pub path: PathBuf,
}

/// The folder for a campaign's sessions.
pub fn sessions_folder(campaign: &Path) -> PathBuf {
    campaign.join("sessions")
}

/// The file of a session.
pub fn session_path(campaign: &Path, number: u32) -> PathBuf {
    sessions_folder(campaign).join(file_name(number))
}

fn file_name(number: u32) -> String {
    format!("{number:04}.jsonl")
}

/// The sessions of a campaign, in order of their numbers. Files with other names are not sessions. No folder: no sessions.
///
/// # Errors
/// [`JournalError::Io`] where the folder can't be read.
pub fn list(campaign: &Path) -> Result<Vec<SessionFile>, JournalError> {
    let folder = sessions_folder(campaign);
    let failed = |error| JournalError::io(&folder, "list the sessions")(error);
    let entries = match std::fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(failed)?,
    };
    let mut sessions = Vec::new();
    for entry in entries {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name();
        let number = name
            .to_str()
            .and_then(|name| name.strip_suffix(".jsonl")?.parse().ok())
            .filter(|number| *number > 0 && name == *file_name(*number));
        if let Some(number) = number {
            sessions.push(SessionFile {
                number,
                path: entry.path(),
            });
        }
    }
    sessions.sort();
    Ok(sessions)
}

/// The session with the highest number.
///
/// # Errors
/// As [`list`].
pub fn latest(campaign: &Path) -> Result<Option<SessionFile>, JournalError> {
    Ok(list(campaign)?.pop())
}

/// The number of a new session.
///
/// # Errors
/// As [`list`].
pub fn next_number(campaign: &Path) -> Result<u32, JournalError> {
    Ok(latest(campaign)?.map_or(1, |session| session.number.saturating_add(1)))
}

//! Named saves: the table as it stands, in a file of its own that no play writes to. To go on from one begins a new session
//! file; the one that was being played stays as it is.
//!
//! A save is a journal that holds one snapshot: `saves/<name>.jsonl`.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::{Runtime, campaign};
use crate::script::diagnostic::Diagnostic;
use crate::script::outcome::Line;
use crate::table::event::Fact;
use crate::table::journal::{
    Found, Header, Journal, Opened, Record, Snapshot, continue_from_snapshot, next_number, read,
    session_path,
};
use crate::table::names;
use crate::table::state::State;

/// A named save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Save {
    /// Its name, as the file has it.
    pub name: String,
    /// The session it was made in.
    pub session: u32,
    /// The last act before it.
    pub act: u64,
    /// When.
    pub at: String,
    path: PathBuf,
}

/// The longest name, in letters.
const LONGEST: usize = 60;

/// The line of a save's file that holds the snapshot.
const LINE: usize = 2;

fn fault(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("save", message)
}

/// A name as a file can have it: letters and digits of any script, hyphens for the rest.
fn file_name(name: &str) -> Result<String, Diagnostic> {
    let mut out = String::new();
    for c in name.trim().chars() {
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    let out = out.trim_end_matches('-');
    match out.chars().count() {
        0 => Err(fault("a save needs a name with a letter or a digit in it")),
        1..=LONGEST => Ok(out.to_owned()),
        n => Err(fault(format!(
            "a name has {LONGEST} letters at most, this one has {n}"
        ))),
    }
}

fn folder(root: &Path) -> PathBuf {
    root.join("saves")
}

impl Runtime {
    fn saves_root(&self) -> Result<PathBuf, Diagnostic> {
        let root = self.root.clone().filter(|_| self.journaled);
        root.ok_or_else(|| fault("this table is played in memory: there is nowhere to save it"))
    }

    /// Saves the table as it stands under a name. Nothing is ever saved over.
    ///
    /// # Errors
    /// A name without a letter, or one that is taken; a table in memory; a disk that refuses.
    pub fn save(&self, name: &str) -> Result<Save, Diagnostic> {
        let root = self.saves_root()?;
        let name = file_name(name)?;
        let path = folder(&root).join(format!("{name}.jsonl"));
        if path.exists() {
            return Err(fault(format!("there is a save called {name} already"))
                .help("nothing is saved over: take another name"));
        }
        fs::create_dir_all(folder(&root)).map_err(|error| {
            fault(format!(
                "{} can't be made: {error}",
                folder(&root).display()
            ))
        })?;
        let save = Save {
            name,
            session: self.state.session.number,
            act: self.next_act - 1,
            at: (self.clock)(),
            path,
        };
        let header = Header::new(
            save.session.max(1),
            self.seed.as_str(),
            self.setting.title.as_str(),
            save.at.as_str(),
        );
        let snapshot = Record::<Fact, State>::Snapshot(Snapshot {
            n: save.act,
            sources: Some(self.sources()),
            state: self.state.clone(),
        });
        Journal::begin(&save.path, &header, &[snapshot])
            .map_err(|error| fault(format!("{error}. Nothing is saved")))?;
        Ok(save)
    }

    /// The named saves, oldest first, and what can't be read.
    ///
    /// # Errors
    /// A table in memory; a folder that can't be read.
    pub fn saves(&self) -> Result<(Vec<Save>, Vec<Diagnostic>), Diagnostic> {
        let folder = folder(&self.saves_root()?);
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Default::default()),
            entries => entries.and_then(Iterator::collect::<Result<Vec<_>, _>>),
        };
        let entries = entries
            .map_err(|error| fault(format!("{} can't be read: {error}", folder.display())))?;
        let (mut saves, mut faults) = (Vec::new(), Vec::new());
        for entry in entries {
            let path = entry.path();
            let name = path
                .file_stem()
                .map(|stem| stem.to_string_lossy().into_owned());
            let (Some(name), Some("jsonl")) = (
                name,
                path.extension().and_then(|extension| extension.to_str()),
            ) else {
                continue;
            };
            match snapshot(&path) {
                Ok((header, act)) => saves.push(Save {
                    name,
                    session: header.session,
                    act,
                    at: header.started,
                    path,
                }),
                Err(why) => faults.push(why),
            }
        }
        saves.sort_by(|a, b| {
            (&a.at, a.session, a.act, &a.name).cmp(&(&b.at, b.session, b.act, &b.name))
        });
        faults.sort_by(|a, b| a.message.cmp(&b.message));
        Ok((saves, faults))
    }

    /// Goes on from a named save, in a new session file. What was played since stays in its own.
    ///
    /// # Errors
    /// An open question; no such save; one that can't be read. The table is as before then.
    pub fn load(&mut self, name: &str) -> Result<Vec<Line>, Diagnostic> {
        if self.open.is_some() {
            return Err(Diagnostic::error(
                "question_open",
                "a question is open: answer it or cancel it first",
            ));
        }
        let root = self.saves_root()?;
        let wanted = file_name(name)?;
        let (saves, faults) = self.saves()?;
        let Some(save) = saves.iter().find(|save| save.name == wanted) else {
            let broken = faults
                .into_iter()
                .find(|fault| fault.message.contains(&format!("{wanted}.jsonl")));
            let known = saves.iter().map(|save| save.name.as_str());
            return Err(broken.unwrap_or_else(|| {
                fault(names::unknown("save", name, known.collect::<Vec<_>>()))
            }));
        };
        let failed = |error: &dyn std::fmt::Display| fault(format!("{error}. Nothing has changed"));
        let number = next_number(&root).map_err(|error| failed(&error))?;
        // Read before anything is given up: what doesn't fit is refused.
        let header = snapshot(&save.path)?.0;
        let header = Header {
            session: number,
            started: (self.clock)(),
            ..header
        };
        let continued =
            continue_from_snapshot(&save.path, LINE, session_path(&root, number), header)
                .map_err(|error| failed(&error))?;
        self.leave();
        let mut lines = vec![Line::notice(format!(
            "from the save {} (session {}, after act {}); session file {number} begins with it, and what was played since stays in the one before",
            save.name, save.session, save.act
        ))];
        let (told, highest) = (lines.len(), self.highest_id);
        self.replay(continued.opened, &mut lines)
            .map_err(|faults| {
                faults
                    .into_iter()
                    .next()
                    .unwrap_or_else(|| fault("it can't be read"))
            })?;
        // Where it goes on was just said.
        lines.truncate(told);
        // What the prompt still holds of the other table is nothing of this one.
        self.highest_id = self.highest_id.max(highest);
        self.tell_history();
        self.keep_last_numbers(&mut lines);
        if let Ok(mut read) = campaign::read(&self.files) {
            read.against(&self.world.catalog);
            self.sync_party(&read.party, &mut lines);
        }
        Ok(lines)
    }

    /// The table gives way to another one.
    fn leave(&mut self) {
        self.history.clear();
        self.undone.clear();
        self.named.clear();
        self.log.clear();
        self.refused = None;
        self.last_sources.clear();
        self.late.clear();
    }

    /// Removes saves that hold what was struck: an X-card leaves nothing behind. `kept` is the last act that stands,
    /// `undone` are acts that had been taken back.
    pub(super) fn strike_saves(&self, kept: u64, undone: &[u64], lines: &mut Vec<Line>) {
        let session = self.state.session.number;
        let Ok((saves, _)) = self.saves() else { return };
        for save in saves {
            if save.session != session || (save.act <= kept && !undone.contains(&save.act)) {
                continue;
            }
            lines.push(Line::notice(match fs::remove_file(&save.path) {
                Ok(()) => format!("the save {} went with it", save.name),
                Err(error) => format!(
                    "the save {} holds what was struck and can't be removed: {error}",
                    save.path.display()
                ),
            }));
        }
    }
}

/// The header of a save, and the number of the last act before it.
fn snapshot(path: &Path) -> Result<(Header, u64), Diagnostic> {
    let found = read::<Fact, State>(path).map_err(|error| fault(error.to_string()))?;
    match found {
        Found::Session(Opened {
            header,
            records,
            damage: None,
            ..
        }) => match records.first() {
            Some(Record::Snapshot(snapshot)) => Ok((header, snapshot.n)),
            _ => Err(fault(format!("{} is no save", path.display()))),
        },
        Found::Session(Opened {
            damage: Some(damage),
            ..
        }) => Err(fault(format!(
            "{} is damaged at line {}: {}",
            path.display(),
            damage.line,
            damage.why
        ))),
        Found::Fresh => Err(fault(format!("{} holds nothing", path.display()))),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::file_name;

    #[test]
    fn names_become_file_names_that_stay_in_their_folder() {
        for (name, file) in [
            ("Before the bridge!", "before-the-bridge"),
            ("../../etc/passwd", "etc-passwd"),
            ("  Über 2 ", "über-2"),
            ("a\u{202e}b", "a-b"),
        ] {
            assert_eq!(file_name(name).unwrap(), file);
        }
        for name in ["", " .. ", "/", &"x".repeat(61)] {
            assert!(file_name(name).is_err(), "{name}");
        }
    }
}

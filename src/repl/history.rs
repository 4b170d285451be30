//! Lines typed before, over sessions: whole inputs, failed ones too, one JSON object a line.
//!
//! Each knows how far its session had come when it was through. When acts are struck, what was typed since then goes
//! too, from the file as well.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// How many inputs are kept.
pub const LONGEST: usize = 5_000;

/// How far a table has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The session's number.
    pub session: u32,
    /// The number the next act will have. Only striking acts makes it smaller.
    pub next: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    mark: Mark,
    /// The number the next act would have had before it: another one than after it, if it was an act by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<u64>,
    input: String,
}

impl Entry {
    /// Was it typed up to the act before this one?
    fn stands(&self, next: u64) -> bool {
        let only_read = self.from == Some(self.mark.next);
        self.mark.next < next || (self.mark.next == next && !only_read)
    }
}

/// The inputs typed before, and the file that keeps them.
#[derive(Debug, Default)]
pub struct History {
    path: Option<PathBuf>,
    entries: Vec<Entry>,
}

impl History {
    /// Reads the file, if there is one. Without a path nothing is kept. What isn't a line of ours is passed over.
    ///
    /// When there is a file that can't be read, its error is given back, and nothing is kept.
    pub fn open(path: Option<PathBuf>) -> (History, Option<io::Error>) {
        let Some(path) = path else {
            return (History::default(), None);
        };
        let text = match fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return (History::default(), Some(error)),
        };
        let mut entries: Vec<Entry> = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        entries.drain(..entries.len().saturating_sub(LONGEST));
        let path = Some(path);
        (History { path, entries }, None)
    }

    /// The inputs, oldest first.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.input.as_str())
    }

    /// Keeps an input; `mark` is how far the table has come with it, `from` how far it was before.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn add(&mut self, input: &str, from: Mark, mark: Mark) -> io::Result<()> {
        let entry = Entry {
            mark,
            from: Some(from.next),
            input: input.to_owned(),
        };
        let line = line(&entry);
        self.entries.push(entry);
        let Some(path) = &self.path else {
            return Ok(());
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        file.write_all(line.as_bytes())
    }

    /// Forgets what was typed in this session behind the last act that stands; `mark` names the one that was struck as the
    /// next. A line that only read, failed, or waits for an answer there goes too: it may hold the same. Says whether that
    /// was anything.
    ///
    /// # Errors
    /// When the file can't be written anew; what is remembered here is forgotten all the same.
    pub fn strike(&mut self, mark: Mark) -> io::Result<bool> {
        let before = self.entries.len();
        self.entries
            .retain(|entry| entry.mark.session != mark.session || entry.stands(mark.next));
        if self.entries.len() == before {
            return Ok(false);
        }
        let Some(path) = &self.path else {
            return Ok(true);
        };
        let beside = path.with_extension("new");
        let mut file = File::create(&beside)?;
        for entry in &self.entries {
            file.write_all(line(entry).as_bytes())?;
        }
        file.sync_all()?;
        fs::rename(&beside, path)?;
        Ok(true)
    }
}

fn line(entry: &Entry) -> String {
    // A number and texts: nothing in them can't be written.
    serde_json::to_string(entry).unwrap_or_default() + "\n"
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn mark(session: u32, next: u64) -> Mark {
        Mark { session, next }
    }

    fn inputs(history: &History) -> Vec<&str> {
        history.inputs().collect()
    }

    #[test]
    fn whole_inputs_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sessions/history.jsonl");
        let (mut history, fault) = History::open(Some(path.clone()));
        assert!(fault.is_none());
        let typed = ["undo", "for i = 1, 2 do\n  print(i)\nend", "undo"];
        typed
            .iter()
            .for_each(|input| history.add(input, mark(1, 1), mark(1, 1)).unwrap());
        fs::write(
            &path,
            format!("not ours\n{}", fs::read_to_string(&path).unwrap()),
        )
        .unwrap();
        let (again, fault) = History::open(Some(path));
        assert!(fault.is_none());
        assert_eq!(inputs(&again), typed);
    }

    #[test]
    fn what_was_typed_since_a_struck_act_is_gone_from_the_file_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("history.jsonl");
        let (mut history, _) = History::open(Some(path.clone()));
        for (input, from, next) in [
            ("act 5 of another session", (1, 5), (1, 6)),
            ("reads before act 3", (2, 3), (2, 3)),
            ("act 3", (2, 3), (2, 4)),
            ("act 4, with a slip in it", (2, 4), (2, 4)),
            ("act 4, the one struck", (2, 4), (2, 5)),
            ("reads after it", (2, 5), (2, 5)),
            ("act 5 asks first", (2, 5), (2, 5)),
            ("xcard 2", (2, 6), (2, 4)),
        ] {
            let at = |(session, next)| mark(session, next);
            history.add(input, at(from), at(next)).unwrap();
        }
        let kept = [
            "act 5 of another session",
            "reads before act 3",
            "act 3",
            "xcard 2",
        ];
        assert!(history.strike(mark(2, 4)).unwrap());
        assert_eq!(inputs(&history), kept);
        assert_eq!(inputs(&History::open(Some(path)).0), kept);
        assert!(!history.strike(mark(2, 4)).unwrap());
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            1,
            "nothing is left beside it"
        );
    }

    #[test]
    fn a_file_that_cannot_be_read_is_told_and_never_written() {
        let folder = tempfile::tempdir().unwrap();
        let (mut history, fault) = History::open(Some(folder.path().into()));
        assert!(fault.is_some());
        history.add("undo", mark(1, 1), mark(1, 1)).unwrap();
        assert_eq!(inputs(&history), ["undo"]);
    }
}

//! Lines typed before, over sessions: whole inputs, failed ones too, one JSON text a line.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

/// How many inputs are kept.
pub const LONGEST: usize = 5_000;

/// The inputs typed before, and the file that keeps them.
#[derive(Debug, Default)]
pub struct History {
    path: Option<PathBuf>,
    inputs: Vec<String>,
}

impl History {
    /// Reads the file, if there is one. Without a path nothing is kept. What isn't a line of ours is passed over.
    ///
    /// # Errors
    /// When there is a file that can't be read; nothing is kept then.
    pub fn open(path: Option<PathBuf>) -> (History, Option<io::Error>) {
        let Some(path) = path else {
            return (History::default(), None);
        };
        let text = match fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return (History::default(), Some(error)),
        };
        let mut inputs: Vec<String> = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        inputs.drain(..inputs.len().saturating_sub(LONGEST));
        (
            History {
                path: Some(path),
                inputs,
            },
            None,
        )
    }

    /// The inputs, oldest first.
    pub fn inputs(&self) -> &[String] {
        &self.inputs
    }

    /// Keeps an input. The same one twice in a row is kept once.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn add(&mut self, input: &str) -> io::Result<()> {
        if self.inputs.last().is_some_and(|last| last == input) {
            return Ok(());
        }
        self.inputs.push(input.to_owned());
        let Some(path) = &self.path else {
            return Ok(());
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        writeln!(file, "{}", serde_json::Value::from(input))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn whole_inputs_come_back_the_same_one_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sessions/history.jsonl");
        let (mut history, fault) = History::open(Some(path.clone()));
        assert!(fault.is_none());
        for input in ["undo", "undo", "for i = 1, 2 do\n  print(i)\nend", "undo"] {
            history.add(input).unwrap();
        }
        fs::write(
            &path,
            format!("not ours\n{}", fs::read_to_string(&path).unwrap()),
        )
        .unwrap();
        let (again, fault) = History::open(Some(path));
        assert!(fault.is_none());
        assert_eq!(
            again.inputs(),
            ["undo", "for i = 1, 2 do\n  print(i)\nend", "undo"]
        );
        assert_eq!(again.inputs(), history.inputs());
    }

    #[test]
    fn a_file_that_cannot_be_read_is_told_and_never_written() {
        let folder = tempfile::tempdir().unwrap();
        let (mut history, fault) = History::open(Some(folder.path().into()));
        assert!(fault.is_some());
        history.add("undo").unwrap();
        assert_eq!(history.inputs(), ["undo"]);
    }
}

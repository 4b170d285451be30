//! `types`: the API for editors (Luau types) and for people (the reference), printed, written or compared.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::script::{stock, types};

/// What is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Luau types, for editors.
    Types,
    /// The reference, for people.
    Docs,
    /// What the stock library has.
    Stock,
}

impl What {
    fn flag(self) -> &'static str {
        match self {
            What::Types => "",
            What::Docs => " --docs",
            What::Stock => " --stock",
        }
    }
}

/// Prints it, writes it to a file, or says whether the file is what would be written.
pub fn run(file: Option<&Path>, what: What, check: bool) -> Result<ExitCode> {
    let text = match what {
        What::Types => types::declarations(),
        What::Docs => types::reference(),
        What::Stock => stock::page::page(),
    };
    let Some(file) = file else {
        io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    };
    let named = || file.display().to_string();
    if check {
        let there = fs::read_to_string(file).with_context(named)?;
        if there == text {
            return Ok(ExitCode::SUCCESS);
        }
        let line = first_difference(&there, &text);
        let flag = what.flag();
        eprintln!(
            "error: {}:{line}: not what this program would write: storybeat types{flag} {}",
            named(),
            named()
        );
        return Ok(ExitCode::FAILURE);
    }
    if let Some(parent) = file.parent() {
        fs::create_dir_all(parent).with_context(named)?;
    }
    fs::write(file, text).with_context(named)?;
    Ok(ExitCode::SUCCESS)
}

/// The line from which on two texts differ, 1 and up.
fn first_difference(a: &str, b: &str) -> usize {
    let same = a.lines().zip(b.lines()).take_while(|(a, b)| a == b);
    same.count() + 1
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_and_holds_until_somebody_changes_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("types/storybeat.d.luau");
        assert_eq!(
            run(Some(&file), What::Types, false).unwrap(),
            ExitCode::SUCCESS
        );
        assert_eq!(
            run(Some(&file), What::Types, true).unwrap(),
            ExitCode::SUCCESS
        );
        let changed = fs::read_to_string(&file).unwrap() + "declare x: number\n";
        fs::write(&file, changed).unwrap();
        assert_eq!(
            run(Some(&file), What::Types, true).unwrap(),
            ExitCode::FAILURE
        );
        assert!(run(Some(&folder.path().join("none")), What::Docs, true).is_err());
    }

    #[test]
    fn the_first_difference_is_named() {
        assert_eq!(first_difference("a\nb\nc\n", "a\nx\nc\n"), 2);
        assert_eq!(first_difference("a\n", "a\nb\n"), 2);
    }
}

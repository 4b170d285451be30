//! Planted mistakes: each file says which line is wrong and a part of what is said about it, and nothing else is wrong.

use std::path::Path;

use super::Report;
use super::check::{Checker, read};
use super::files;

/// Where they are.
const FOLDER: &str = "tests/types/mistakes";
/// Fewer than these, and some have been lost.
const LEAST: usize = 40;

/// `-- wrong: 3: Key 'tl' not found`
struct Mark {
    line: u32,
    message: String,
}

/// Every mistake is found where it is.
pub fn found(checker: &Checker, root: &Path, report: &mut Report) {
    let files = files::scripts(&root.join(FOLDER));
    if files.len() < LEAST {
        report.fault(format!(
            "{FOLDER} has {} files, {LEAST} are wanted",
            files.len()
        ));
    }
    for file in files {
        match one(checker, &file) {
            Ok(()) => report.found += 1,
            Err(why) => report.fault(format!("{}: {why}", file.display())),
        }
    }
}

fn one(checker: &Checker, file: &Path) -> Result<(), String> {
    let marks = marks(&read(file)?)?;
    let found = checker.check(file)?;
    for mark in &marks {
        let here = |one: &&super::check::Found| {
            one.line == mark.line && one.message.contains(&mark.message)
        };
        if !found.iter().any(|one| here(&one)) {
            return Err(format!(
                "line {} isn't said to be wrong: {}",
                mark.line, mark.message
            ));
        }
    }
    match found
        .iter()
        .find(|one| marks.iter().all(|mark| mark.line != one.line))
    {
        Some(other) => Err(format!(
            "line {} is said to be wrong too: {}",
            other.line, other.message
        )),
        None => Ok(()),
    }
}

fn marks(text: &str) -> Result<Vec<Mark>, String> {
    let lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("-- wrong: "));
    let marks: Option<Vec<Mark>> = lines
        .map(|mark| {
            let (line, message) = mark.split_once(": ")?;
            Some(Mark {
                line: line.parse().ok()?,
                message: message.to_owned(),
            })
        })
        .collect();
    marks
        .filter(|marks| !marks.is_empty())
        .ok_or_else(|| "it says nowhere what is wrong: -- wrong: LINE: MESSAGE".to_owned())
}

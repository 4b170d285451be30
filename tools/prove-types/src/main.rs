//! Proves the scripts of this repository against `types/storybeat.d.luau`, in strict mode: all that is shipped holds, the
//! samples hold as far as their verbs exist, and every planted mistake is found at its line.
//!
//! `prove-types` takes the repository from where it was built; `prove-types FILE…` checks those files alone.

mod check;
mod files;
mod mistakes;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use check::Checker;

/// Samples that use what isn't there yet, and a name that shows it. One that holds has to leave this list.
const LATER: [(&str, &str); 4] = [
    ("09_backlash.luau", "spell"),
    ("10_leash.luau", "spirit"),
    ("11_downtime.luau", "downtime"),
    ("14_evening.luau", "cast"),
];

/// Folders whose scripts hold.
const SOUND: [&str; 3] = ["stdlib", "scripts", "tests/samples"];

fn main() -> ExitCode {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().nth(2).unwrap_or(here);
    let given: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let mut report = Report::default();
    match Checker::new(&root.join("types/storybeat.d.luau")) {
        Err(why) => report.fault(why),
        Ok(checker) if given.is_empty() => {
            sound(&checker, root, &mut report);
            mistakes::found(&checker, root, &mut report);
        }
        Ok(checker) => {
            for file in &given {
                holds(&checker, file, &mut report);
            }
        }
    }
    report.end()
}

/// What is shipped holds; samples of later work don't, and say why.
fn sound(checker: &Checker, root: &Path, report: &mut Report) {
    for folder in SOUND {
        let files = files::scripts(&root.join(folder));
        if files.is_empty() {
            report.fault(format!("{folder} has no scripts"));
        }
        for file in files {
            let name = file
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            match LATER.iter().find(|(later, _)| *later == name) {
                Some((_, missing)) => later(checker, &file, missing, report),
                None => holds(checker, &file, report),
            }
        }
    }
}

fn holds(checker: &Checker, file: &Path, report: &mut Report) {
    match checker.check(file) {
        Err(why) => report.fault(why),
        Ok(found) if found.is_empty() => report.held += 1,
        Ok(found) => {
            for one in found {
                report.fault(format!("{}:{}: {}", file.display(), one.line, one.message));
            }
        }
    }
}

fn later(checker: &Checker, file: &Path, missing: &str, report: &mut Report) {
    let wanted = format!("Unknown global '{missing}'");
    match checker.check(file) {
        Err(why) => report.fault(why),
        Ok(found) if found.iter().any(|one| one.message.contains(&wanted)) => {
            println!("later: {} ({missing} isn't there yet)", file.display());
        }
        Ok(_) => report.fault(format!(
            "{}: {missing} is there now: take it off the list in tools/prove-types",
            file.display()
        )),
    }
}

/// What came of it.
#[derive(Default)]
struct Report {
    held: usize,
    found: usize,
    faults: Vec<String>,
}

impl Report {
    fn fault(&mut self, why: String) {
        self.faults.push(why);
    }

    fn end(self) -> ExitCode {
        for fault in &self.faults {
            eprintln!("error: {fault}");
        }
        println!(
            "{} scripts hold, {} mistakes found, {} faults",
            self.held,
            self.found,
            self.faults.len()
        );
        if self.faults.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }
}

//! Makes the table.

use std::fmt;

use anyhow::Result;

use super::args::Args;
use super::place::Place;
use crate::script::diagnostic::Diagnostic;
use crate::script::runtime::Runtime;

/// What kept something from starting, as diagnostics.
#[derive(Debug)]
pub struct Faults(pub Vec<Diagnostic>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(Diagnostic::to_line).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Faults {}

/// The table of a campaign, as the arguments want it.
pub fn table(place: &Place, args: &Args) -> Result<Runtime> {
    build(place, args, !args.no_journal)
}

/// A table that nothing is written down for: for tests of the campaign, beside a session that goes on.
pub fn trial(place: &Place, args: &Args) -> Result<Runtime> {
    build(place, args, false)
}

fn build(place: &Place, args: &Args, journal: bool) -> Result<Runtime> {
    let builder = match place {
        Place::Folder(path) | Place::Home { path, .. } => {
            Runtime::builder().folder(path).journal(journal)
        }
        Place::Memory(files) => Runtime::builder().files((**files).clone()),
    };
    let builder = match &args.seed {
        Some(seed) => builder.seed(seed.clone()),
        None => builder,
    };
    builder.build().map_err(|faults| Faults(faults).into())
}

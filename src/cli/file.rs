//! `run FILE`: plays a file as if it were typed at the prompt.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result};

use super::args::Args;
use super::origin::Origin;
use super::report::Report;
use super::session::Session;
use super::start::{self, Faults};
use super::{pipe, place};
use crate::script::syntax::statements;

/// Plays the file at the table of the campaign. Luau is one input a statement of its top level; any other file is
/// lines, as a pipe would give them.
pub fn play(args: &Args, file: &Path, dir: Option<&Path>, report: &Report) -> Result<ExitCode> {
    let name = file.display().to_string();
    let text = fs::read_to_string(file).with_context(|| format!("{name} can't be read"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let luau = file
        .extension()
        .is_some_and(|extension| extension == "luau" || extension == "lua");
    // Before a session is begun for nothing.
    let source: Arc<str> = text.into();
    let parts = if luau {
        statements(&name, &source).map_err(|fault| Faults(vec![fault]))?
    } else {
        Vec::new()
    };
    let place = place::find(dir, false)?;
    let runtime = start::table(&place, args)?;
    place.tell(|text| report.aside(text));
    report.lines_aside(&runtime.greeting());
    let mut session = Session::new(runtime, report);
    if !luau {
        return pipe::lines(&mut session, source.as_bytes(), &name);
    }
    for (n, part) in parts.iter().enumerate() {
        let origin = Origin {
            file: name.clone(),
            source: Some(source.clone()),
            line: part.line,
            column: part.column,
        };
        // A refusal that the next line overrules is no end.
        let overruled = |session: &Session<'_>| {
            session.runtime.refused()
                && parts
                    .get(n + 1)
                    .is_some_and(|next| next.text.starts_with("anyway"))
        };
        if !session.input(&part.text, &origin)? && !overruled(&session) {
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

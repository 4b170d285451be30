//! `export story`: a session of the campaign as a page of Markdown.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};

use super::args::{Args, Export};
use super::report::Report;
use super::{place, start};
use crate::repl::export::{self, Wanted};
use crate::repl::look::Tone;
use crate::table::journal;

/// Writes it. Nothing of the campaign changes; a session may go on beside it.
pub fn run(args: &Args, what: &Export, report: &Report) -> Result<ExitCode> {
    let Export::Story {
        dir,
        session,
        players,
        to,
    } = what;
    let place = place::find(dir.as_deref(), false)?;
    let runtime = start::trial(&place, args)?;
    let root = runtime.root().map(Path::to_owned);
    let root = root.context("a story is told of a campaign's folder, and there is none here")?;
    let session = match session {
        Some(session) => *session,
        None => {
            let latest = journal::latest(&root)?;
            latest.context("no session has been played yet")?.number
        }
    };
    let wanted = Wanted {
        session: Some(session),
        players: *players,
        file: None,
    };
    let faults = |fault| start::Faults(vec![fault]);
    let file = match to {
        Some(file) if file.as_os_str() == "-" => {
            let page = export::page(&runtime, &wanted).map_err(faults)?;
            let mut out = std::io::stdout().lock();
            out.write_all(page.as_bytes())?;
            out.flush()?;
            return Ok(ExitCode::SUCCESS);
        }
        Some(file) => file.clone(),
        None => {
            let whom = if *players { "-players" } else { "" };
            root.join(PathBuf::from(format!("story-session-{session}{whom}.md")))
        }
    };
    let told = export::story(&runtime, &wanted, &file).map_err(faults)?;
    let look = report.look();
    report.line(&match report.is_json() {
        true => serde_json::json!({ "story": file, "session": session }).to_string(),
        false => look.paint(Tone::Notice, &look.text(&told)),
    })?;
    Ok(ExitCode::SUCCESS)
}

//! Plays from standard input: an input a line, or several lines while one isn't finished.

use std::io::{self, BufRead};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Result, bail};

use super::args::Args;
use super::origin::Origin;
use super::place::Place;
use super::report::Report;
use super::session::Session;
use super::start;
use crate::repl::inputs::{Input, Inputs};
use crate::repl::tool;
use crate::script::diagnostic::Diagnostic;

/// Plays standard input at the table of this campaign.
pub fn play(args: &Args, place: &Place, report: &Report) -> Result<ExitCode> {
    let runtime = start::table(place, args)?;
    place.tell(|text| report.aside(text));
    report.lines_aside(&runtime.greeting());
    let mut session = Session::new(runtime, report);
    lines(&mut session, io::stdin().lock(), "stdin")
}

/// Plays lines until they end, or an input fails.
pub fn lines(session: &mut Session, mut lines: impl BufRead, name: &str) -> Result<ExitCode> {
    let mut inputs = Inputs::default();
    let mut buffer = Vec::new();
    for number in 1.. {
        buffer.clear();
        let input = if lines.read_until(b'\n', &mut buffer)? == 0 {
            inputs.rest()
        } else {
            let Ok(line) = std::str::from_utf8(&buffer) else {
                bail!("{name}:{number}: the line is no UTF-8 text");
            };
            let line = line.strip_suffix('\n').unwrap_or(line);
            let input = inputs.push(line, |text| session.runtime.complete(text));
            if input.is_none() {
                continue;
            }
            input
        };
        let Some(input) = input else { break };
        if tool::is_tool(&input.text) {
            if !input.text.trim_start().starts_with(':') || input.text.trim() == ":quit" {
                break;
            }
            let fault = Diagnostic::error(
                "prompt.command",
                "what begins with a colon is for the prompt: a pipe takes what is played",
            );
            session.refuse(fault, &origin(name, &input))?;
            return Ok(ExitCode::FAILURE);
        }
        if !session.input(&input.text, &origin(name, &input))? {
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Lines that are gone by can't be shown whole; the input itself can, on its lines.
fn origin(name: &str, input: &Input) -> Origin {
    let before = "\n".repeat(usize::try_from(input.line).unwrap_or(1).saturating_sub(1));
    let source: Arc<str> = format!("{before}{}", input.text).into();
    Origin {
        file: name.to_owned(),
        source: Some(source),
        line: input.line,
        column: 1,
    }
}

//! The command line: what is asked for, which campaign is meant, and the ways to play without a terminal.
//!
//! `args` is what can be typed, `place` finds the campaign, `embedded` is the one that comes along, `start` makes its
//! table. Then `session` runs inputs for `pipe` and `file`, and `report` writes down what came of them, in words or as
//! JSON; `tests` runs the campaign's tests, `check` only reads it, `new` begins one, `export` tells a session
//! as a story, `types` writes the API down.
//!
//! Not here: the prompt (`repl`), whose words these share.

mod args;
mod check;
mod embedded;
mod export;
mod file;
mod new;
mod origin;
mod pipe;
mod place;
mod report;
mod session;
mod start;
mod tests;
mod types;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use anyhow::Result;

use crate::repl::look::Look;
use crate::repl::prompt::{self, Options};
use args::{Args, Command};
use report::Report;
use start::Faults;

/// The program: reads its arguments, does what they say, and tells by its exit code whether that went well: 0, 1 when
/// an input or a test failed or nothing could be started, 2 when the arguments are wrong.
pub fn main() -> ExitCode {
    let args = match Args::read() {
        Ok(args) => args,
        // Help and version are no faults, and have a code of their own.
        Err(error) => error.exit(),
    };
    let report = Report::new(args.json, args.plain || args.linear);
    match run(args, &report) {
        Ok(code) => code,
        Err(error) if is_closed(&error) => ExitCode::FAILURE,
        Err(error) => {
            match error.downcast_ref::<Faults>() {
                Some(Faults(faults)) => faults.iter().for_each(|fault| report.fault(fault)),
                None => eprintln!("error: {error:#}"),
            }
            ExitCode::FAILURE
        }
    }
}

fn run(args: Args, report: &Report) -> Result<ExitCode> {
    let command = args.command.clone().unwrap_or(Command::Repl {
        dir: args.dir.clone(),
    });
    match command {
        Command::Repl { dir } => {
            let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
            let place = place::find(dir.as_deref(), terminal && !args.json)?;
            if terminal && !args.json {
                play(&args, &place)
            } else {
                pipe::play(&args, &place, report)
            }
        }
        Command::Run { file, dir } => file::play(&args, &file, dir.as_deref(), report),
        Command::New { dir } => new::run(&dir),
        Command::Check { dir } => check::run(&args, dir.as_deref(), report),
        Command::Test { dir, only } => tests::run(&args, dir.as_deref(), only.as_deref(), report),
        Command::Export(what) => export::run(&args, &what, report),
        Command::Types {
            file,
            docs,
            stock,
            check,
        } => {
            let what = match (docs, stock) {
                (true, _) => types::What::Docs,
                (_, true) => types::What::Stock,
                _ => types::What::Types,
            };
            types::run(file.as_deref(), what, check)
        }
    }
}

/// Plays at the terminal.
fn play(args: &Args, place: &place::Place) -> Result<ExitCode> {
    let runtime = start::table(place, args)?;
    place.tell(|text| eprintln!("{text}"));
    let journaled = !args.no_journal;
    let history = runtime
        .root()
        .filter(|_| journaled)
        .map(|root| root.join("sessions").join("history.jsonl"));
    let options = Options {
        look: Look::detect(args.plain, args.linear, true),
        poll: args.poll,
        history,
    };
    let heard = |interrupt: crate::repl::desk::Interrupt| {
        // Without it Ctrl-C ends the program, which loses nothing that was committed.
        let _ = ctrlc::set_handler(move || interrupt.stop());
    };
    prompt::play(runtime, &options, heard).map_err(|fault| Faults(vec![fault]))?;
    Ok(ExitCode::SUCCESS)
}

/// Whether whoever read our output has gone: no fault worth words.
fn is_closed(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

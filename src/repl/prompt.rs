//! The prompt: reads keys, hands lines to the desk.

use std::path::PathBuf;
use std::sync::Arc;

use rustyline::error::ReadlineError;

use super::desk::{Desk, Interrupt, Request};
use super::history::{History, Mark};
use super::look::{Look, Tone};
use super::reader::Reader;
use super::show;
use super::tool::{self, Tool};
use super::voice::Voice;
use super::watch::Watch;
use crate::script::diagnostic::Diagnostic;
use crate::script::runtime::Runtime;

/// What the prompt is to be like.
#[derive(Clone, Debug)]
pub struct Options {
    /// How it looks.
    pub look: Look,
    /// Look at the files every now and then instead of waiting to be told.
    pub poll: bool,
    /// The file that keeps what was typed; none: it is forgotten.
    pub history: Option<PathBuf>,
}

/// Plays at a terminal until somebody leaves.
///
/// `on_open` is given what stops a running script, for the one who hears Ctrl-C.
///
/// # Errors
/// When the terminal can't be used, or the desk is lost.
pub fn play(
    runtime: Runtime,
    options: &Options,
    on_open: impl FnOnce(Interrupt),
) -> Result<(), Diagnostic> {
    let voice = Voice::new(options.look);
    let root = runtime.root().map(PathBuf::from);
    let (desk, closing) = Desk::open(runtime, voice.clone()).map_err(|error| {
        Diagnostic::error("prompt.start", format!("no thread for the table: {error}"))
    })?;
    on_open(desk.interrupt());
    let mut reader = Reader::open(options.look, &desk, &voice).map_err(|error| lost(&error))?;
    if let Some(columns) = reader.columns() {
        voice.set_width(columns);
    }
    let watch = root.map(|root| {
        let desk = desk.clone();
        Watch::start(&root, options.poll, move || desk.files_changed())
    });
    match &watch {
        Some(Ok(_)) => desk.files_changed(), // between loading and watching
        Some(Err(fault)) => voice.say(&show::failed(&voice.look(), fault)),
        None => {}
    }
    let (history, fault) = History::open(options.history.clone());
    let mut prompt = Prompt {
        desk,
        voice,
        reader,
        history,
    };
    if let Some(fault) = fault {
        prompt.notice(&format!("what was typed before can't be read: {fault}"));
    }
    prompt.remember();
    let left = prompt.run();
    drop(watch);
    drop(closing);
    left
}

fn lost(error: &ReadlineError) -> Diagnostic {
    Diagnostic::error(
        "prompt.terminal",
        format!("the terminal can't be used: {error}"),
    )
}

struct Prompt {
    desk: Desk,
    voice: Arc<Voice>,
    reader: Reader,
    history: History,
}

impl Prompt {
    fn run(&mut self) -> Result<(), Diagnostic> {
        loop {
            let question = self.desk.question();
            let (request, typed) = match (self.read(question.is_some()), question) {
                // "quit" without its colon may be an answer, and would lose the question.
                (Ok(line), question)
                    if tool::is_tool(&line)
                        && (question.is_none() || line.trim_start().starts_with(':')) =>
                {
                    match tool::parse(&line) {
                        Ok(Tool::Quit) => return Ok(()),
                        Ok(tool) => (Request::Tool(tool), Some(line)),
                        Err(why) => {
                            let fault = Diagnostic::error("prompt.command", why);
                            self.voice.say(&show::failed(&self.voice.look(), &fault));
                            self.keep(&line, self.desk.mark());
                            continue;
                        }
                    }
                }
                // An empty one is the default.
                (Ok(line), Some(_)) => (Request::Answer(line), None),
                (Ok(line), None) if line.trim().is_empty() => continue,
                (Ok(line), None) => (Request::Input(line.clone()), Some(line)),
                (Err(ReadlineError::Interrupted | ReadlineError::Eof), Some(_)) => {
                    (Request::Cancel, None)
                }
                (Err(ReadlineError::Interrupted), None) => continue,
                (Err(ReadlineError::Eof), None) => return Ok(()),
                (Err(error), _) => return Err(lost(&error)),
            };
            let before = self.desk.mark();
            if !self.desk.ask(request) {
                let fault = Diagnostic::error(
                    "prompt.desk",
                    "the table is lost by a fault of this program",
                );
                return Err(fault
                    .help("what was committed is in the session's journal: start again to go on"));
            }
            if let Some(line) = typed {
                self.keep(&line, before);
            }
            let after = self.desk.mark();
            if after.session == before.session && after.next < before.next {
                self.strike(after);
            }
        }
    }

    /// Reads a line, or several that belong together.
    fn read(&mut self, asked: bool) -> rustyline::Result<String> {
        let columns = self.fit();
        let look = self.voice.look();
        let prompt = match asked {
            true => look.signs("answer › "),
            false => show::prompt(&look, &self.desk.view()),
        };
        self.voice.typing(true);
        let line = self.reader.readline(&prompt, columns);
        self.voice.typing(false);
        // The terminal may have been made another width meanwhile.
        self.fit();
        line
    }

    /// Speaks in the width that the terminal has now.
    fn fit(&mut self) -> usize {
        let columns = self.reader.columns();
        let columns = columns.unwrap_or_else(|| self.voice.look().width);
        self.voice.set_width(columns);
        columns
    }

    /// Keeps what was typed, with how far the table has come by it.
    fn keep(&mut self, line: &str, from: Mark) {
        self.reader.add(line);
        if let Err(error) = self.history.add(line, from, self.desk.mark()) {
            self.notice(&format!("this line won't be remembered: {error}"));
        }
    }

    /// Acts were struck: what was typed since then goes too.
    fn strike(&mut self, mark: Mark) {
        if let Err(error) = self.history.strike(mark) {
            self.notice(&format!(
                "what was typed since then can't be struck from the prompt's file: {error}"
            ));
        }
        self.remember();
    }

    /// Gives the line editor what was typed before, and nothing else.
    fn remember(&mut self) {
        self.reader.forget();
        for input in self.history.inputs() {
            self.reader.add(input);
        }
    }

    fn notice(&self, text: &str) {
        let look = self.voice.look();
        self.voice
            .say(&look.paint(Tone::Notice, &look.text(&format!("! {text}"))));
    }
}

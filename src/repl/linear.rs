//! Lines as the terminal itself reads them: nothing is drawn again, no key is caught. For screen readers, for editors
//! with a shell in them, and for terminals without cursor keys.
//!
//! Instead of completing while keys are pressed, a line that ends in a Tab is answered with what may stand there.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rustyline::ExternalPrinter;
use rustyline::error::ReadlineError;

use super::complete::{self, Offers};
use super::desk::Desk;
use super::tool;
use super::voice::Voice;

/// What has come from the terminal.
#[derive(Debug)]
pub enum Typed {
    /// A line, without its end.
    Line(String),
    /// Ctrl-D.
    End,
    /// Ctrl-C: the terminal has dropped what was typed of the line.
    Interrupted,
    /// It can't be read.
    Lost(io::Error),
}

/// Reads lines from the terminal.
#[derive(Debug)]
pub struct Linear {
    desk: Desk,
    voice: Arc<Voice>,
    /// Asks the thread that reads for one line more.
    wanted: Sender<()>,
    typed: Receiver<Typed>,
    /// A line was asked for and hasn't come.
    waiting: bool,
    /// What stands in front of the line.
    prompt: Arc<Mutex<String>>,
}

/// Prints beside a line that is being typed: below it, and the prompt once more. What was typed stays with the
/// terminal.
struct Beside(Arc<Mutex<String>>);

impl ExternalPrinter for Beside {
    fn print(&mut self, text: String) -> rustyline::Result<()> {
        let prompt = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = io::stdout().lock();
        write!(out, "\n{text}{prompt}")?;
        Ok(out.flush()?)
    }
}

impl Linear {
    /// Begins to read.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start(desk: Desk, voice: Arc<Voice>) -> io::Result<Self> {
        let (wanted, asked) = mpsc::channel();
        let (sender, typed) = mpsc::channel();
        desk.interrupt().tell(sender.clone());
        thread::Builder::new()
            .name("lines".to_owned())
            .spawn(move || read(&asked, &sender))?;
        let prompt = Arc::default();
        voice.print_above(Beside(Arc::clone(&prompt)))?;
        Ok(Linear {
            desk,
            voice,
            wanted,
            typed,
            waiting: false,
            prompt,
        })
    }

    /// Reads an input: a line, or several that belong together.
    ///
    /// # Errors
    /// Ctrl-C, Ctrl-D, a terminal that is gone.
    pub fn readline(&mut self, prompt: &str) -> rustyline::Result<String> {
        let mut text = String::new();
        loop {
            let line = self.line(if text.is_empty() { prompt } else { "more > " })?;
            if let Some(begun) = line.strip_suffix('\t') {
                self.voice.typing(false);
                self.voice
                    .say(&self.offered(&text, begun.trim_end_matches('\t')));
                self.voice.typing(true);
                continue;
            }
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&line);
            if self.desk.is_whole(&text) {
                return Ok(text);
            }
        }
    }

    fn line(&mut self, prompt: &str) -> rustyline::Result<String> {
        prompt.clone_into(&mut self.prompt.lock().unwrap_or_else(PoisonError::into_inner));
        let mut out = io::stdout().lock();
        out.write_all(prompt.as_bytes())?;
        out.flush()?;
        drop(out);
        if !self.waiting {
            // Fails only with the thread, and then the next line says so.
            let _ = self.wanted.send(());
            self.waiting = true;
        }
        let typed = self.typed.recv().unwrap_or(Typed::End);
        self.waiting = matches!(typed, Typed::Interrupted);
        match typed {
            Typed::Line(line) => Ok(line),
            Typed::End => {
                println!();
                Err(ReadlineError::Eof)
            }
            Typed::Interrupted => {
                println!();
                Err(ReadlineError::Interrupted)
            }
            Typed::Lost(error) => Err(ReadlineError::Io(error)),
        }
    }

    /// What may stand at the end of a line, one below the other, with what each is.
    fn offered(&self, before: &str, line: &str) -> String {
        let look = self.voice.look();
        let view = self.desk.view();
        let whole = match before {
            "" => line.to_owned(),
            before => format!("{before}\n{line}"),
        };
        let offers = match self.desk.question() {
            Some(question) if !tool::is_tool(line) => {
                complete::answers(&question, &whole, whole.len())
            }
            _ => complete::offers(&view, &whole, whole.len()),
        };
        let Offers { texts, .. } = &offers;
        if texts.is_empty() {
            return "nothing that is known fits here".to_owned();
        }
        let lines = texts.iter().map(|text| {
            let name = text.trim_end_matches(['"', '\'', ' ', '=']);
            match complete::about(&view, &offers, text).as_str() {
                "" => look.text(name),
                about => look.text(&format!("{name}: {about}")),
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// Reads a line whenever one is wanted.
fn read(wanted: &Receiver<()>, typed: &Sender<Typed>) {
    let mut lines = io::stdin().lock();
    while wanted.recv().is_ok() {
        let mut line = String::new();
        let what = match lines.read_line(&mut line) {
            Ok(0) => Typed::End,
            Ok(_) => {
                line.truncate(line.trim_end_matches(['\n', '\r']).len());
                Typed::Line(line)
            }
            Err(error) => Typed::Lost(error),
        };
        if typed.send(what).is_err() {
            return;
        }
    }
}

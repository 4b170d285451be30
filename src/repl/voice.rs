//! The one voice of the program at a terminal. While a line is being typed, what it says appears above that line, which
//! is drawn again below; else it is simply printed.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rustyline::ExternalPrinter;

use super::look::Look;

/// Prints, whoever speaks.
#[derive(Debug)]
pub struct Voice {
    look: Look,
    width: AtomicUsize,
    typing: AtomicBool,
    /// To the thread that prints above a line. It may wait for the reader of keys, so nobody else waits for it.
    above: Mutex<Option<Sender<String>>>,
}

impl Voice {
    /// A voice that prints below what is there. [`Voice::print_above`] gives it the other way.
    pub fn new(look: Look) -> Arc<Self> {
        Arc::new(Voice {
            width: AtomicUsize::new(look.width),
            look,
            typing: AtomicBool::new(false),
            above: Mutex::new(None),
        })
    }

    /// Takes the printer for the time while a line is typed.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn print_above(
        &self,
        mut printer: impl ExternalPrinter + Send + 'static,
    ) -> io::Result<()> {
        let (sender, texts) = mpsc::channel();
        thread::Builder::new()
            .name("voice".to_owned())
            .spawn(move || {
                for text in texts {
                    // Fails when the terminal is gone, and then nobody reads it.
                    let _ = printer.print(text);
                }
            })?;
        *self.above.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        Ok(())
    }

    /// Says something that ends without a line break. An empty text says nothing.
    pub fn say(&self, text: &str) {
        if text.is_empty() {
            return;
        }
        let text = format!("{}\n", self.look().fold(text));
        let above = self.above.lock().unwrap_or_else(PoisonError::into_inner);
        match &*above {
            Some(above) if self.typing.load(Relaxed) => {
                let _ = above.send(text);
            }
            _ => {
                // A terminal that is gone ends the reading of keys too.
                let mut out = io::stdout().lock();
                let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            }
        }
    }

    /// Whether a line is being typed from now on.
    pub fn typing(&self, typing: bool) {
        self.typing.store(typing, Relaxed);
    }

    /// The columns of the terminal from now on.
    pub fn set_width(&self, columns: usize) {
        self.width.store(columns, Relaxed);
    }

    /// How things are to look now.
    pub fn look(&self) -> Look {
        Look {
            width: self.width.load(Relaxed),
            ..self.look
        }
    }
}

//! Runs inputs one after the other where nobody can be asked: questions take their defaults, the first fault ends it.

use std::collections::VecDeque;
use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::origin::Origin;
use super::report::Report;
use crate::repl::inputs::MOST_TO_FOLLOW;
use crate::script::diagnostic::Diagnostic;
use crate::script::generation::{Asking, Manner};
use crate::script::outcome::{Done, Outcome};
use crate::script::runtime::Runtime;

/// A table without a prompt.
pub struct Session<'r> {
    /// The table.
    pub runtime: Runtime,
    report: &'r Report,
    running: Arc<AtomicBool>,
}

impl<'r> Session<'r> {
    /// Takes a table over. Ctrl-C stops a script that is running, and the program when none is or it won't stop.
    pub fn new(mut runtime: Runtime, report: &'r Report) -> Self {
        runtime.set_manner(Manner {
            asking: Asking::Default,
            dice: false,
            boons: false,
        });
        let running = Arc::new(AtomicBool::new(false));
        let (busy, stop) = (running.clone(), runtime.interrupt());
        // Without it Ctrl-C ends the program at once, which loses nothing that was committed.
        let _ = ctrlc::set_handler(move || {
            if !busy.load(Relaxed) || stop.swap(true, Relaxed) {
                process::exit(130);
            }
        });
        Session {
            runtime,
            report,
            running,
        }
    }

    /// Runs an input and what follows it. False: it failed, and that is the end.
    pub fn input(&mut self, text: &str, origin: &Origin) -> io::Result<bool> {
        let mut done: Vec<Done> = Vec::new();
        let mut waiting = VecDeque::from([text.to_owned()]);
        while let Some(next) = waiting.pop_front() {
            if done.len() > MOST_TO_FOLLOW {
                let message = format!("more than {MOST_TO_FOLLOW} inputs followed by themselves");
                return self.fail(&done, Diagnostic::error("run.follow", message), origin);
            }
            self.running.store(true, Relaxed);
            let outcome = self.runtime.eval(&next);
            self.running.store(false, Relaxed);
            match outcome {
                Outcome::Done(one) => {
                    one.follow
                        .iter()
                        .rev()
                        .for_each(|input| waiting.push_front(input.clone()));
                    done.push(one);
                }
                Outcome::Question(asking) => {
                    self.runtime.cancel();
                    let message = format!(
                        "a question that nobody is here to answer: {}",
                        asking.prompt
                    );
                    return self.fail(&done, Diagnostic::error("run.question", message), origin);
                }
                Outcome::Failed(fault) => return self.fail(&done, *fault, origin),
            }
        }
        self.report.done(&done)?;
        Ok(true)
    }

    /// An input that isn't played at all.
    pub fn refuse(&self, fault: Diagnostic, origin: &Origin) -> io::Result<()> {
        self.report.failed(&[], &origin.place(fault))
    }

    fn fail(&self, done: &[Done], fault: Diagnostic, origin: &Origin) -> io::Result<bool> {
        self.report.failed(done, &origin.place(fault))?;
        Ok(false)
    }
}

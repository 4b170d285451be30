//! The desk: a thread that owns the table and does one thing after the other.
//!
//! The prompt hands it a line and waits; the watch only leaves word that files have changed. After each thing it
//! publishes the view. What an input brings along (commands that follow it, further lines of a pasted text) waits in a
//! queue, is run as inputs of their own, and is dropped when one of them fails.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::export;
use super::history::Mark;
use super::inputs::{self, MOST_TO_FOLLOW};
use super::linear::Typed;
use super::look::Tone;
use super::prep;
use super::save;
use super::show;
use super::tool::{self, Tool};
use super::voice::Voice;
use crate::rules::question::Question;
use crate::script::diagnostic::Diagnostic;
use crate::script::generation::{Asking, Manner};
use crate::script::outcome::Outcome;
use crate::script::runtime::{Runtime, Save};
use crate::script::view::View;

/// How long a line waits to hear whether it is complete, when the desk is busy with a reload.
const PATIENCE: Duration = Duration::from_secs(6);

/// What the desk is asked to do.
#[derive(Clone, Debug)]
pub enum Request {
    /// Run this.
    Input(String),
    /// This answers the open question.
    Answer(String),
    /// Drop the open question and all that waits.
    Cancel,
    /// Do this for the tool.
    Tool(Tool),
}

enum Message {
    Do(Request, SyncSender<()>),
    IsComplete(String, SyncSender<bool>),
    FilesChanged,
    Close,
}

/// What anyone may read without asking the desk.
#[derive(Debug, Default)]
struct Published {
    view: Arc<View>,
    question: Option<Arc<Question>>,
    mark: Mark,
}

/// The way to the desk; a clone leads to the same one.
#[derive(Clone, Debug)]
pub struct Desk {
    messages: Sender<Message>,
    published: Arc<RwLock<Published>>,
    interrupt: Interrupt,
}

/// Stops what the desk is running.
#[derive(Clone, Debug)]
pub struct Interrupt {
    busy: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
    /// Who is told when nothing is running.
    idle: Arc<Mutex<Option<Sender<Typed>>>>,
}

impl Interrupt {
    /// Stops the script that is running; if none is, it is the line being typed that is left.
    pub fn stop(&self) {
        if self.busy.load(Relaxed) {
            self.stop.store(true, Relaxed);
        } else if let Some(typed) = &*self.idle.lock().unwrap_or_else(PoisonError::into_inner) {
            // Fails only when nobody reads lines any more.
            let _ = typed.send(Typed::Interrupted);
        }
    }

    /// Tells whoever reads lines without catching keys of a Ctrl-C while nothing is running.
    pub fn tell(&self, typed: Sender<Typed>) {
        *self.idle.lock().unwrap_or_else(PoisonError::into_inner) = Some(typed);
    }
}

/// Closes the desk when it is dropped, and waits until the table is put away.
#[derive(Debug)]
pub struct Closing {
    messages: Sender<Message>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Closing {
    fn drop(&mut self) {
        // Both fail only if the desk is lost already.
        let _ = self.messages.send(Message::Close);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Desk {
    /// Greets, and opens a desk for the table, which asks its questions from now on.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn open(mut runtime: Runtime, voice: Arc<Voice>) -> io::Result<(Desk, Closing)> {
        runtime.set_manner(Manner {
            asking: Asking::Ask,
            ..runtime.manner()
        });
        let (messages, received) = mpsc::channel();
        voice.say(&show::lines(&voice.look(), &runtime.greeting()));
        let interrupt = Interrupt {
            busy: Arc::default(),
            stop: runtime.interrupt(),
            idle: Arc::default(),
        };
        let desk = Desk {
            messages,
            published: Arc::default(),
            interrupt,
        };
        let mut work = Work {
            runtime,
            voice,
            published: desk.published.clone(),
            busy: desk.interrupt.busy.clone(),
            waiting: VecDeque::new(),
        };
        work.publish();
        // Scripts call the host and the host calls scripts: frames of an unoptimised build are large.
        let thread = thread::Builder::new()
            .name("desk".to_owned())
            .stack_size(64 << 20);
        let thread = thread.spawn(move || work.run(&received))?;
        let closing = Closing {
            messages: desk.messages.clone(),
            thread: Some(thread),
        };
        Ok((desk, closing))
    }

    /// Has something done, and waits until it is. False: the desk is gone.
    pub fn ask(&self, request: Request) -> bool {
        let (reply, replied) = mpsc::sync_channel(1);
        self.messages.send(Message::Do(request, reply)).is_ok() && replied.recv().is_ok()
    }

    /// Leaves word that files have changed.
    pub fn files_changed(&self) {
        // Fails only when the desk is gone.
        let _ = self.messages.send(Message::FilesChanged);
    }

    /// Whether a text is to be taken as it is: an answer, a command of the tool, a whole input.
    pub fn is_whole(&self, text: &str) -> bool {
        tool::is_tool(text) || self.question().is_some() || self.is_complete(text)
    }

    /// Whether a text could be all of an input.
    pub fn is_complete(&self, text: &str) -> bool {
        let (reply, replied) = mpsc::sync_channel(1);
        let sent = self
            .messages
            .send(Message::IsComplete(text.to_owned(), reply));
        sent.is_err() || replied.recv_timeout(PATIENCE).unwrap_or(true)
    }

    /// The view as of now.
    pub fn view(&self) -> Arc<View> {
        self.read().view.clone()
    }

    /// The open question.
    pub fn question(&self) -> Option<Arc<Question>> {
        self.read().question.clone()
    }

    /// How far the table has come.
    pub fn mark(&self) -> Mark {
        self.read().mark
    }

    /// What stops the script that is running.
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    fn read(&self) -> RwLockReadGuard<'_, Published> {
        self.published
            .read()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

struct Work {
    runtime: Runtime,
    voice: Arc<Voice>,
    published: Arc<RwLock<Published>>,
    busy: Arc<AtomicBool>,
    /// Inputs that run when the one before them has gone through.
    waiting: VecDeque<String>,
}

impl Work {
    fn run(&mut self, messages: &Receiver<Message>) {
        for message in messages {
            match message {
                Message::Do(request, reply) => {
                    self.busy.store(true, Relaxed);
                    self.request(request);
                    self.busy.store(false, Relaxed);
                    self.publish();
                    // Fails only when the prompt is gone.
                    let _ = reply.send(());
                }
                Message::IsComplete(text, reply) => {
                    let _ = reply.send(self.runtime.complete(&text));
                }
                Message::FilesChanged => self.reload(),
                Message::Close => return,
            }
        }
    }

    fn publish(&self) {
        let published = Published {
            view: self.runtime.view(),
            question: self
                .runtime
                .question()
                .map(|asking| Arc::new(asking.question.clone())),
            mark: Mark {
                session: self.runtime.state().session.number,
                next: self.runtime.next_act(),
            },
        };
        *self
            .published
            .write()
            .unwrap_or_else(PoisonError::into_inner) = published;
    }

    fn request(&mut self, request: Request) {
        match request {
            Request::Input(text) => {
                let mut inputs: VecDeque<String> =
                    inputs::split(&text, |text| self.runtime.complete(text)).into();
                if let Some(first) = inputs.pop_front() {
                    self.waiting = inputs;
                    let outcome = self.runtime.eval(&first);
                    self.settle(outcome);
                }
            }
            Request::Answer(words) => {
                let outcome = self.runtime.answer(&words);
                match outcome {
                    Outcome::Failed(fault) if fault.code == "answer" => {
                        self.no_answer(&words, *fault)
                    }
                    outcome => self.settle(outcome),
                }
            }
            Request::Cancel => self.cancel(),
            Request::Tool(tool) => self.tool(tool),
        }
    }

    /// A line that answers nothing may be meant for the table: what only reads is read, and the question stands. For
    /// the rest it is said how to leave.
    fn no_answer(&mut self, words: &str, fault: Diagnostic) {
        if !words.trim().starts_with(char::is_alphabetic) {
            return self.settle(Outcome::Failed(Box::new(fault)));
        }
        if let Some(asking) = self.runtime.question().cloned()
            && let Outcome::Done(done) = self.runtime.eval(words)
        {
            let look = self.voice.look();
            self.voice.say(&show::done(&look, &done));
            return self.voice.say(&show::question(&look, &asking));
        }
        let fault = fault.help("`:cancel` (or Ctrl-C) drops the question, and nothing has changed");
        self.settle(Outcome::Failed(Box::new(fault)));
    }

    /// Shows what an input came to, and runs what waits behind it.
    fn settle(&mut self, mut outcome: Outcome) {
        for _ in 0..=MOST_TO_FOLLOW {
            let look = self.voice.look();
            match outcome {
                Outcome::Done(done) => {
                    self.voice.say(&show::done(&look, &done));
                    if !done.follow.is_empty() {
                        self.voice.say(&show::to_come(&look, done.follow.iter()));
                    }
                    done.follow
                        .into_iter()
                        .rev()
                        .for_each(|input| self.waiting.push_front(input));
                }
                Outcome::Question(asking) => {
                    return self.voice.say(&show::question(&look, &asking));
                }
                Outcome::Failed(fault) => {
                    self.voice.say(&show::failed(&look, &fault));
                    // A wrong answer leaves its question open, and what waits behind it waiting.
                    if self.runtime.question().is_none() {
                        self.drop_waiting();
                    }
                    return;
                }
            }
            let Some(next) = self.waiting.pop_front() else {
                return;
            };
            let shown = format!("› {next}");
            self.voice.say(&look.paint(Tone::Dim, &look.text(&shown)));
            self.publish();
            outcome = self.runtime.eval(&next);
        }
        let fault =
            format!("more than {MOST_TO_FOLLOW} inputs followed by themselves; the rest doesn't");
        self.voice.say(&show::failed(
            &self.voice.look(),
            &Diagnostic::error("prompt.follow", fault),
        ));
        self.drop_waiting();
    }

    fn drop_waiting(&mut self) {
        let look = self.voice.look();
        let dropped: Vec<&str> = self
            .waiting
            .iter()
            .map(|input| show::first_line(input))
            .collect();
        if !dropped.is_empty() {
            self.notice(&look.text(&format!("dropped: {}", dropped.join(" · "))));
        }
        self.waiting.clear();
    }

    fn cancel(&mut self) {
        if self.runtime.question().is_some() {
            self.runtime.cancel();
            self.notice("cancelled: nothing has changed");
        } else if self.waiting.is_empty() {
            self.notice("nothing is open");
        }
        self.drop_waiting();
    }

    fn reload(&mut self) {
        let lines = self.runtime.reload();
        self.publish();
        self.voice.say(&show::lines(&self.voice.look(), &lines));
    }

    fn tool(&mut self, tool: Tool) {
        let manner = self.runtime.manner();
        match tool {
            Tool::Help => {
                let look = self.voice.look();
                self.voice.say(&look.signs(&tool::help()));
            }
            Tool::Dice(on) => {
                let dice = on.unwrap_or(manner.dice);
                self.runtime.set_manner(Manner { dice, ..manner });
                self.notice(match dice {
                    true => "dice: each roll asks for its faces; Enter rolls them here",
                    false => "dice: the program rolls; `= 96421` behind a roll gives the faces of real dice",
                });
            }
            Tool::Boons(on) => {
                let boons = on.unwrap_or(manner.boons);
                self.runtime.set_manner(Manner { boons, ..manner });
                self.notice(match boons {
                    true => "boons: after a roll that is no success, a re-roll is asked for",
                    false => "boons: nothing is asked; `reroll FACE` re-rolls the last roll",
                });
            }
            Tool::Answers(on) => {
                let asks = on.unwrap_or(manner.asking == Asking::Ask);
                let asking = if asks { Asking::Ask } else { Asking::Default };
                self.runtime.set_manner(Manner { asking, ..manner });
                self.notice(match asks {
                    true => "answers: questions are asked",
                    false => "answers: questions take their defaults, and say so",
                });
            }
            Tool::Look(text) => match self.runtime.eval(&text) {
                Outcome::Done(done) => self.voice.say(&show::done(&self.voice.look(), &done)),
                Outcome::Failed(fault) => self.voice.say(&show::failed(&self.voice.look(), &fault)),
                // It is open, and the prompt turns to it.
                Outcome::Question(asking) => {
                    self.voice.say(&show::question(&self.voice.look(), &asking))
                }
            },
            Tool::Cancel => self.cancel(),
            Tool::SaveScript(file) => match save::script(&self.runtime, &file) {
                Ok(count) => self.notice(&format!("{}: {count} inputs", file.display())),
                Err(fault) => self.voice.say(&show::failed(&self.voice.look(), &fault)),
            },
            Tool::SaveTest(file) => match save::test(&self.runtime, &file) {
                Ok(told) => told.iter().for_each(|line| self.notice(line)),
                Err(fault) => self.voice.say(&show::failed(&self.voice.look(), &fault)),
            },
            Tool::Export(wanted) => {
                let file = wanted.file.clone().unwrap_or_default();
                match export::story(&self.runtime, &wanted, &file) {
                    Ok(told) => self.notice(&told),
                    Err(fault) => self.voice.say(&show::failed(&self.voice.look(), &fault)),
                }
            }
            Tool::Prep(wanted) => match prep::write(&self.runtime, &wanted) {
                Ok(told) => told.iter().for_each(|line| self.notice(line)),
                Err(fault) => self.voice.say(&show::failed(&self.voice.look(), &fault)),
            },
            Tool::Save(name) => match self.runtime.save(&name) {
                Ok(save) => self.notice(&format!("saved: {}", of_save(&save))),
                Err(fault) => self.voice.say(&show::failed(&self.voice.look(), &fault)),
            },
            Tool::Load(name) => match self.runtime.load(&name) {
                Ok(lines) => {
                    self.drop_waiting();
                    self.voice.say(&show::lines(&self.voice.look(), &lines));
                }
                Err(fault) => self.voice.say(&show::failed(&self.voice.look(), &fault)),
            },
            Tool::Saves => match self.runtime.saves() {
                Ok((saves, faults)) => {
                    if saves.is_empty() && faults.is_empty() {
                        self.notice("nothing is saved yet: `:save NAME`");
                    }
                    for save in &saves {
                        self.notice(&format!("{}   {}", of_save(save), save.at));
                    }
                    for fault in &faults {
                        self.voice.say(&show::failed(&self.voice.look(), fault));
                    }
                }
                Err(fault) => self.voice.say(&show::failed(&self.voice.look(), &fault)),
            },
            Tool::Reload => {
                let lines = self.runtime.take_over();
                match lines.is_empty() {
                    true => self.notice("no file has changed"),
                    false => self.voice.say(&show::lines(&self.voice.look(), &lines)),
                }
            }
            // The prompt leaves by itself.
            Tool::Quit => {}
        }
    }

    fn notice(&self, text: &str) {
        let look = self.voice.look();
        self.voice
            .say(&look.paint(Tone::Notice, &look.signs(&format!("! {text}"))));
    }
}

/// A save in a line.
fn of_save(save: &Save) -> String {
    format!(
        "{}   session {}, after act {}",
        save.name, save.session, save.act
    )
}

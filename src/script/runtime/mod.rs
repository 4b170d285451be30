//! The library's door: a table with its scripts, its journal and its history. Plain data in, outcomes out.
//!
//! An act is one input with all it sets off. Order: journal (append, fsync), then the state, then whoever subscribed.

mod as_test;
mod attempt;
mod boundary;
mod builder;
mod call;
mod campaign;
mod commit;
mod how;
mod inspect;
mod moved;
mod naming;
mod reading;
mod reload;
mod renew;
mod report;
mod resume;
mod saves;
mod session;
mod shown;
mod story;
mod tests;
mod unlike;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use as_test::AsTest;
pub use builder::Builder;
pub use saves::Save;
pub use tests::{TESTER, TestFailure, TestReport};

use super::clock::Clock;
use super::diagnostic::Diagnostic;
use super::folder::Files;
use super::generation::Manner;
use super::limits::Limits;
use super::native::Native;
use super::outcome::{Asking, Line};
use super::view::View;
use super::world::{Setting, World};
use crate::rules::boons::Pay;
use crate::rules::numbers::Face;
use crate::rules::question::Question;
use crate::rules::roll::Anew;
use crate::table::act::{Given, Thrown};
use crate::table::catalog::Catalog;
use crate::table::event::Fact;
use crate::table::journal::{Journal, Lock};
use crate::table::seed::Seed;
use crate::table::state::State;

/// An input on its way: what was typed, how it reads as Luau, what has been answered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Input {
    /// As typed.
    pub text: String,
    /// As Luau.
    pub luau: String,
    /// The Luau is worth showing: something was guessed.
    pub guessed: bool,
    /// Answers, in order.
    pub answers: Vec<Given>,
    /// The GM's reason for overruling.
    pub because: Option<String>,
    /// Faces instead of thrown ones.
    pub faces: Option<String>,
    /// Dice of the last roll thrown again: which roll, which faces.
    pub rerolls: Option<(usize, Vec<(Anew, Pay)>)>,
    /// Their faces, when thrown by hand.
    pub reroll_faces: Vec<Face>,
    /// Questions as they were asked the last time, to see that the script repeats itself.
    pub asked: Vec<Question>,
    /// What was shown already.
    pub shown: ShownSoFar,
    /// What it is run on.
    pub ground: Ground,
    /// The files were read again since it was asked something.
    pub reloaded: bool,
    /// Several things have a name in it: it isn't read until somebody says which.
    pub unread: bool,
    /// Names that were chosen where several fit, in order.
    pub chosen: Vec<String>,
    /// What fell when it was done.
    pub thrown: Thrown,
}

/// What an attempt had done when it stopped at a question; the next one does the same first.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShownSoFar {
    pub facts: Vec<Fact>,
    pub printed: Vec<String>,
    pub notices: Vec<String>,
}

/// What an input is run on, and what becomes of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ground {
    /// The table as it is.
    #[default]
    Table,
    /// The table before the last act, which gives way when this one commits.
    InsteadOfLast,
    /// The table as a new session of this number finds it.
    NewSession(u32),
    /// The table as it is, and the session closes.
    Closing,
}

/// An act that stands.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub n: u64,
    pub input: Input,
    pub before: State,
    pub facts: Arc<Vec<Fact>>,
    pub title: String,
}

impl Entry {
    /// As `history` shows it.
    fn line(&self) -> String {
        format!("{}  {}", self.n, self.title)
    }
}

/// What subscribers are told after an act has committed.
#[derive(Clone, Debug)]
pub struct Committed {
    /// The act's number.
    pub act: u64,
    /// As typed.
    pub input: String,
    /// The facts.
    pub facts: Arc<Vec<Fact>>,
    /// In words.
    pub lines: Vec<Line>,
}

type Subscriber = Box<dyn FnMut(&Committed) + Send>;

/// A table that plays: state, scripts, journal, history.
pub struct Runtime {
    root: Option<PathBuf>,
    files: Files,
    setting: Setting,
    seed: Seed,
    world: World,
    limits: Limits,
    natives: Vec<Native>,
    interrupt: Arc<AtomicBool>,
    clock: Clock,
    state: State,
    history: Vec<Entry>,
    undone: Vec<Entry>,
    journal: Option<Journal<Fact, State>>,
    /// Kept while the campaign is ours.
    _lock: Option<Lock>,
    manner: Manner,
    open: Option<(Input, Asking)>,
    refused: Option<Input>,
    /// Faults of the files since the last good reload, or at the start.
    older: Vec<Diagnostic>,
    /// It began with broken files: they play no part, and there is no older code of theirs.
    left_out: bool,
    greeting: Vec<Line>,
    subscribers: Vec<Subscriber>,
    log: Vec<String>,
    /// Inputs that only read and named something for later lines, each with the number of the act that came next.
    named: Vec<(u64, String)>,
    last_sources: BTreeMap<String, String>,
    next_act: u64,
    /// The highest id ever given out, also by acts that are undone.
    highest_id: u32,
    /// Sessions are written to files.
    journaled: bool,
    /// The sheets as they were taken over: path and hash.
    party_taken: BTreeMap<String, String>,
    /// Sheets changed while a question was open: they are taken over when none is.
    party_waits: bool,
    /// Scripts got other names while a question was open.
    renames_wait: Vec<(String, String)>,
    /// Definitions went while a question was open.
    orphans_wait: bool,
    /// Lines to be told with the next thing that is shown.
    late: Vec<Line>,
}

impl Runtime {
    /// Begins to build one.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }
    /// What there is to say at the start: title, where the session goes on, scripts that were left out.
    #[must_use]
    pub fn greeting(&self) -> Vec<Line> {
        self.greeting.clone()
    }
    /// The state.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }
    /// The number the next act will have, from 1. Only striking acts makes it smaller.
    #[must_use]
    pub fn next_act(&self) -> u64 {
        self.next_act
    }
    /// The definitions.
    #[must_use]
    pub fn catalog(&self) -> Arc<Catalog> {
        Arc::clone(&self.world.catalog)
    }
    /// The campaign's folder, if it has one.
    #[must_use]
    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }
    /// How questions, dice and Boons are treated.
    #[must_use]
    pub fn manner(&self) -> Manner {
        self.manner
    }
    /// Sets how questions, dice and Boons are treated.
    pub fn set_manner(&mut self, manner: Manner) {
        self.manner = manner;
    }
    /// Set it to true to stop a script that runs.
    #[must_use]
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }
    /// Tells `told` of every act that commits.
    pub fn subscribe(&mut self, told: impl FnMut(&Committed) + Send + 'static) {
        self.subscribers.push(Box::new(told));
    }
    /// The session's inputs as Luau, in order.
    #[must_use]
    pub fn luau_log(&self) -> Vec<String> {
        self.log.clone()
    }
    /// The open question, if there is one.
    #[must_use]
    pub fn question(&self) -> Option<&Asking> {
        self.open.as_ref().map(|(_, asking)| asking)
    }
    /// Was the last input refused by the rules, so that `anyway` would overrule it?
    #[must_use]
    pub fn refused(&self) -> bool {
        self.refused.is_some()
    }
    /// Drops the open question; nothing has changed.
    pub fn cancel(&mut self) {
        self.open = None;
    }
    /// Advice on the campaign's files.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.world.warnings
    }
    /// Faults since the last good reload: older code runs until they are mended. Faults at the start: what they are in
    /// was left out.
    #[must_use]
    pub fn older(&self) -> &[Diagnostic] {
        &self.older
    }
    /// The acts of the session in words, oldest first.
    #[must_use]
    pub fn history(&self) -> Vec<String> {
        self.history.iter().map(Entry::line).collect()
    }
    /// False when the input is Luau that wants more lines.
    #[must_use]
    pub fn complete(&self, text: &str) -> bool {
        if text.trim().is_empty() || text.len() > super::prompt::LONGEST {
            return true;
        }
        self.world.generation.begin(None, Manner::default());
        let reading = super::prompt::read(&self.world.lua, text);
        self.world.generation.end();
        if reading != super::prompt::Reading::Incomplete {
            return true;
        }
        // Words are never incomplete.
        matches!(
            super::words::to_luau(text, &self.state, &self.world.catalog),
            Ok(Some(_)) | Err(_)
        ) && !text.contains('\n')
    }
    /// What the prompt shows and completes.
    #[must_use]
    pub fn view(&self) -> Arc<View> {
        Arc::new(inspect::view(self))
    }
}

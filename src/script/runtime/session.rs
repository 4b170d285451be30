//! The session's verbs: undo, redo, again, anyway, xcard, session start and close, reload.

use super::{Entry, Ground, Input, Runtime, ShownSoFar};
use crate::script::again::Changes;
use crate::script::diagnostic::Diagnostic;
use crate::script::outcome::{Done, Line, Outcome};
use crate::script::stop::Request;
use crate::script::syntax::first_call;
use crate::script::verbs;
use crate::script::words;
use crate::table::diff;
use crate::table::event::Event;
use crate::table::journal::Record;

fn failed(code: &'static str, message: impl Into<String>) -> Outcome {
    Outcome::Failed(Box::new(Diagnostic::error(code, message)))
}

fn lines(lines: Vec<Line>) -> Outcome {
    Outcome::Done(Done {
        lines,
        ..Done::default()
    })
}

impl Runtime {
    pub(super) fn session(&mut self, request: Request) -> Outcome {
        // An X-card waits for nothing.
        if matches!(request, Request::Xcard(_)) {
            self.open = None;
        }
        if self.open.is_some() && !matches!(request, Request::Reload) {
            return failed(
                "question_open",
                "a question is open: answer it or cancel it first",
            );
        }
        match request {
            Request::Undo(n) => self.undo(n),
            Request::Redo(n) => self.redo(n),
            Request::Again(changes) => self.again(&changes),
            Request::Anyway(because) => self.anyway(because),
            Request::Xcard(n) => self.xcard(n),
            Request::SessionStart => self.start_session(),
            Request::SessionClose => self.close_session(),
            Request::Reload => {
                let report = self.reload();
                lines(if report.is_empty() {
                    vec![Line::notice("nothing has changed in the files")]
                } else {
                    report
                })
            }
        }
    }

    fn undo(&mut self, n: u32) -> Outcome {
        let most = self.history.len() - self.fixed();
        if most == 0 {
            return failed("nothing", "there is nothing to undo");
        }
        if n as usize > most {
            return failed(
                "nothing",
                format!(
                    "{most} act{} can be undone, not {n}",
                    if most == 1 { "" } else { "s" }
                ),
            );
        }
        // One record for all of them: what is cut off in between has undone all or nothing.
        let at = self.history.len() - n as usize;
        let Some(first) = self.history.get(at).map(|entry| entry.n) else {
            return lines(Vec::new());
        };
        if let Err(fault) = self.write(Record::Undo { n: first }) {
            return Outcome::Failed(Box::new(fault));
        }
        let mut report = Vec::new();
        for entry in self.history.split_off(at).into_iter().rev() {
            let words = diff::words(&self.state, &entry.before);
            self.state = entry.before.clone();
            report.push(Line::notice(format!(
                "undone: {}{}",
                short(&entry.title),
                bracket(&words)
            )));
            self.undone.push(entry);
        }
        self.moved();
        report.extend(self.unlike_their_files());
        lines(report)
    }

    fn redo(&mut self, n: u32) -> Outcome {
        if self.undone.is_empty() {
            return failed("nothing", "there is nothing to redo");
        }
        if n as usize > self.undone.len() {
            return failed(
                "nothing",
                format!("{} can be redone, not {n}", self.undone.len()),
            );
        }
        let at = self.undone.len() - n as usize;
        let mut states = Vec::new();
        let mut state = self.state.clone();
        for entry in self.undone[at..].iter().rev() {
            for fact in entry.facts.iter() {
                if let Err(misfit) = state.apply(&fact.event) {
                    return failed("fault", misfit.to_string());
                }
            }
            states.push(state.clone());
        }
        let last = self.undone[at].n;
        if let Err(fault) = self.write(Record::Redo { n: last }) {
            return Outcome::Failed(Box::new(fault));
        }
        let mut report = Vec::new();
        let again = self.undone.split_off(at).into_iter().rev();
        for (entry, after) in again.zip(states) {
            let words = diff::words(&self.state, &after);
            self.state = after;
            report.push(Line::notice(format!(
                "done again: {}{}",
                short(&entry.title),
                bracket(&words)
            )));
            self.history.push(entry);
        }
        self.moved();
        lines(report)
    }

    /// How many of the first acts stay whatever happens: a session's beginning, and the party joining right after it.
    /// Nobody did that, the program found it in the files.
    pub(super) fn fixed(&self) -> usize {
        let joined = |entry: &Entry| {
            let mut facts = entry.facts.iter();
            facts.all(|fact| matches!(fact.event, Event::Joined { .. }))
        };
        let begins = self.history.first().is_some_and(|first| {
            let mut facts = first.facts.iter();
            facts.any(|fact| matches!(fact.event, Event::SessionStarted { .. }))
        });
        let joins = begins && self.history.get(1).is_some_and(joined);
        usize::from(begins) + usize::from(joins)
    }

    /// The history is another one now: what was refused may have been meant to take the place of its last act.
    fn moved(&mut self) {
        self.refused
            .take_if(|input| input.ground == Ground::InsteadOfLast);
        self.tell_history();
    }

    /// The last act again, with changes: same dice as far as they go.
    fn again(&mut self, changes: &Changes) -> Outcome {
        let Some(entry) = self
            .history
            .last()
            .filter(|entry| !entry.input.luau.starts_with("--"))
        else {
            return failed("nothing", "there is no act to do again");
        };
        let mut input = Input {
            asked: Vec::new(),
            shown: ShownSoFar::default(),
            ground: Ground::InsteadOfLast,
            ..entry.input.clone()
        };
        if !changes.rerolls.is_empty() {
            let rolls = entry
                .facts
                .iter()
                .filter(|fact| matches!(fact.event, Event::Rolled { .. }))
                .count();
            if rolls == 0 {
                return failed(
                    "no_roll",
                    format!(
                        "the last act is no roll ({}): undo it first",
                        short(&entry.title)
                    ),
                );
            }
            let (_, rerolls) = input.rerolls.get_or_insert((rolls - 1, Vec::new()));
            rerolls.extend(changes.rerolls.iter().copied());
            input
                .reroll_faces
                .extend(changes.reroll_faces.iter().copied());
        }
        let verb = first_call::first_verb(&input.luau);
        let record = verb.as_deref().and_then(verbs::find);
        let mut arguments = changes.arguments.clone();
        let mut faces = changes.faces.clone();
        // Faces of the call itself stand before those of the act: they are what is meant.
        if let Some(record) = record
            && record.options().iter().any(|option| option.name == "faces")
        {
            let given = faces
                .take()
                .map(|faces| ("faces".to_owned(), words::quoted(&faces)));
            arguments.extend(given);
        }
        if !arguments.is_empty() {
            let Some(record) = record else {
                return failed(
                    "again",
                    format!(
                        "the last act ({}) is no single call: undo it and type it anew",
                        short(&entry.title)
                    ),
                );
            };
            let known: Vec<&str> = record
                .params
                .iter()
                .chain(record.options())
                .map(|param| param.name)
                .collect();
            if let Some((wrong, _)) = arguments
                .iter()
                .find(|(key, _)| !known.contains(&key.as_str()))
            {
                return failed(
                    "unknown_option",
                    crate::table::names::unknown(
                        &format!("option of {}", record.name),
                        wrong,
                        &known,
                    ),
                );
            }
            let params: Vec<&str> = record.params.iter().map(|param| param.name).collect();
            match first_call::with_options(&input.luau, &params, &arguments) {
                Some(luau) => {
                    input.luau = luau;
                    input.text.clone_from(&input.luau);
                }
                None => {
                    return failed(
                        "again",
                        "the last act can't be changed that way: undo it and type it anew",
                    );
                }
            }
        }
        input.answers.extend(changes.answers.iter().cloned());
        if faces.is_some() {
            input.faces = faces;
        }
        let title = short(&entry.title);
        match self.attempt(input) {
            Outcome::Failed(fault) => {
                Outcome::Failed(Box::new(fault.help(format!("{title} stands as it was"))))
            }
            outcome => outcome,
        }
    }

    /// After an act that was to take the place of the last one: says so; one that changes nothing leaves it undone.
    pub(super) fn instead(&mut self, title: &str, mut done: Done) -> Outcome {
        if done.act.is_none()
            && let Outcome::Failed(fault) = self.undo(1)
        {
            return Outcome::Failed(fault);
        }
        let title = short(title);
        done.lines
            .insert(0, Line::notice(format!("instead of: {title}")));
        Outcome::Done(done)
    }

    fn anyway(&mut self, because: String) -> Outcome {
        let Some(mut input) = self.refused.take() else {
            return lines(vec![Line::notice(
                "nothing was refused just now: there is nothing to overrule",
            )]);
        };
        input.because = Some(because);
        input.asked.clear();
        input.shown = ShownSoFar::default();
        self.attempt(input)
    }

    /// Strikes acts from the record for good.
    fn xcard(&mut self, n: u32) -> Outcome {
        let most = self.history.len() - self.fixed();
        if most == 0 {
            return failed("nothing", "there is nothing to strike");
        }
        let n = (n as usize).min(most);
        let at = self.history.len() - n;
        let before = self.history[at].before.clone();
        let standing: Vec<u64> = self.history[..at].iter().map(|entry| entry.n).collect();
        let mut report = Vec::new();
        let mut next = standing.last().map_or(1, |n| n + 1);
        if let Some(journal) = &mut self.journal {
            // What was undone goes too: nothing brings it back.
            let mut reached = false;
            let struck = journal.strike(|record| match record {
                Record::Act(act) => {
                    reached |= standing.last().is_none_or(|last| act.n > *last);
                    standing.contains(&act.n)
                }
                // Of acts that stand each was made on those before it: they need no undo and no redo.
                Record::Undo { .. } | Record::Redo { .. } => false,
                Record::Reload { .. } | Record::Snapshot(_) => !reached,
            });
            match struck {
                Ok(struck) => {
                    report.extend(struck.warnings.into_iter().map(Line::notice));
                    let numbers = struck.records.iter().filter_map(|record| match record {
                        Record::Act(act) => Some(act.n),
                        _ => None,
                    });
                    for (entry, number) in self.history.iter_mut().zip(numbers) {
                        entry.n = number;
                    }
                    next = journal.next_act();
                }
                Err(error) => {
                    return failed("journal", format!("{error}. Nothing has been struck"));
                }
            }
        }
        let undone: Vec<u64> = self.undone.iter().map(|entry| entry.n).collect();
        self.strike_saves(standing.last().copied().unwrap_or(0), &undone, &mut report);
        self.history.truncate(at);
        self.undone.clear();
        self.refused = None;
        self.log.clear();
        self.named.clear();
        self.state = before;
        self.next_act = next;
        // The next act names the scripts anew: a struck one may have done so.
        self.last_sources.clear();
        self.tell_history();
        report.push(Line::notice("struck. The scene goes on from before it."));
        lines(report)
    }

    fn start_session(&mut self) -> Outcome {
        if self.state.session.open
            && self
                .journal
                .as_ref()
                .is_none_or(|journal| journal.read_only().is_none())
        {
            return lines(vec![Line::notice(format!(
                "session {} is running",
                self.state.session.number
            ))]);
        }
        let next = match self.root.as_ref().filter(|_| self.journaled) {
            Some(root) => crate::table::journal::next_number(root),
            None => Ok(1),
        };
        match next {
            Ok(next) => {
                let outcome = self.begin_session(next.max(self.state.session.number + 1));
                // Sheets that a file which can't be written kept waiting.
                self.party_waits = true;
                self.catch_up();
                outcome
            }
            Err(error) => failed("journal", error.to_string()),
        }
    }

    /// Begins a session of this number, in a file of its own.
    pub(super) fn begin_session(&mut self, number: u32) -> Outcome {
        self.attempt(Input {
            text: "session start".into(),
            luau: "-- session start".into(),
            ground: Ground::NewSession(number),
            ..Input::default()
        })
    }

    fn close_session(&mut self) -> Outcome {
        if !self.state.session.open {
            return failed("nothing", "no session is open");
        }
        self.attempt(Input {
            text: "session close".into(),
            luau: "-- session close".into(),
            ground: Ground::Closing,
            ..Input::default()
        })
    }
}

fn short(title: &str) -> String {
    title.split(": ").next().unwrap_or(title).to_owned()
}

fn bracket(words: &[String]) -> String {
    if words.is_empty() {
        String::new()
    } else {
        format!(" ({})", words.join(", "))
    }
}

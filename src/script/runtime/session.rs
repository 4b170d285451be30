//! The session's verbs: undo, redo, again, anyway, xcard, session start and close, reload.

use std::sync::Arc;

use serde_json::Value as Json;

use super::{Input, Runtime, ShownSoFar};
use crate::script::again::Changes;
use crate::script::diagnostic::Diagnostic;
use crate::script::outcome::{Done, Line, Outcome};
use crate::script::stop::Request;
use crate::script::syntax::first_call;
use crate::script::verbs;
use crate::table::act::Given;
use crate::table::diff;
use crate::table::event::Event;
use crate::table::journal::{Record, before_act};

fn failed(code: &'static str, message: impl Into<String>) -> Outcome {
    Outcome::Failed(Box::new(Diagnostic::error(code, message)))
}

fn lines(lines: Vec<Line>) -> Outcome {
    Outcome::Done(Done {
        lines,
        ..Done::default()
    })
}

/// An input as the journal has it.
pub(super) fn input_of(text: &str, answers: &[Json]) -> Input {
    let answers: Vec<Given> = answers
        .iter()
        .filter_map(|json| serde_json::from_value(json.clone()).ok())
        .collect();
    Input {
        text: text.to_owned(),
        luau: text.to_owned(),
        answers,
        ..Input::default()
    }
}

impl Runtime {
    pub(super) fn session(&mut self, request: Request) -> Outcome {
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
        let have = self.history.len();
        // The first act of a session is its beginning: it stays.
        let most = self.history.iter().skip(1).count().min(have);
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
        let mut report = Vec::new();
        for _ in 0..n {
            let Some(entry) = self.history.last() else {
                break;
            };
            let (number, before) = (entry.n, entry.before.clone());
            if let Err(fault) = self.write(Record::Undo { n: number }) {
                return Outcome::Failed(Box::new(fault));
            }
            let Some(entry) = self.history.pop() else {
                break;
            };
            let words = diff::words(&self.state, &before);
            self.state = before;
            report.push(Line::notice(format!(
                "undone: {}{}",
                short(&entry.title),
                bracket(&words)
            )));
            self.undone.push(entry);
        }
        self.tell_history();
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
        let mut report = Vec::new();
        for _ in 0..n {
            let Some(entry) = self.undone.last() else {
                break;
            };
            let number = entry.n;
            if let Err(fault) = self.write(Record::Redo { n: number }) {
                return Outcome::Failed(Box::new(fault));
            }
            let Some(entry) = self.undone.pop() else {
                break;
            };
            let before = self.state.clone();
            for fact in entry.facts.iter() {
                if let Err(misfit) = self.state.apply(&fact.event) {
                    self.state = before;
                    return failed("fault", misfit.to_string());
                }
            }
            let words = diff::words(&before, &self.state);
            report.push(Line::notice(format!(
                "done again: {}{}",
                short(&entry.title),
                bracket(&words)
            )));
            self.history.push(entry);
        }
        self.tell_history();
        lines(report)
    }

    fn write(
        &mut self,
        record: Record<crate::table::event::Fact, crate::table::state::State>,
    ) -> Result<(), Diagnostic> {
        match &mut self.journal {
            Some(journal) => journal
                .append(&record)
                .map_err(|e| Diagnostic::error("journal", format!("{e}. Nothing has changed"))),
            None => Ok(()),
        }
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
            ..entry.input.clone()
        };
        if input.luau == input.text {
            // After a restart only what was typed is known: it is read again.
            if let Ok(Some(luau)) =
                crate::script::words::to_luau(&input.text, &entry.before, &self.world.catalog)
            {
                input.luau = luau.text;
                input.guessed = luau.guessed;
            }
        }
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
        if !changes.arguments.is_empty() {
            let verb = first_call::first_verb(&input.luau);
            let record = verb.as_deref().and_then(verbs::find);
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
            if let Some((wrong, _)) = changes
                .arguments
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
            match first_call::with_options(&input.luau, &params, &changes.arguments) {
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
        if changes.faces.is_some() {
            input.faces.clone_from(&changes.faces);
        }
        let refused = self.refused.take();
        let title = short(&entry.title);
        let undone_before = std::mem::take(&mut self.undone);
        if let Outcome::Failed(fault) = self.undo(1) {
            self.undone = undone_before;
            self.refused = refused;
            return Outcome::Failed(fault);
        }
        match self.attempt(input) {
            Outcome::Failed(fault) => {
                // Nothing is lost: the act stands as it was.
                let back = self.redo(1);
                self.undone = undone_before;
                match back {
                    Outcome::Failed(worse) => Outcome::Failed(worse),
                    _ => Outcome::Failed(Box::new(fault.help(format!("{title} stands as it was")))),
                }
            }
            Outcome::Done(mut done) => {
                done.lines
                    .insert(0, Line::notice(format!("instead of: {title}")));
                Outcome::Done(done)
            }
            question => question,
        }
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
        let most = self.history.iter().skip(1).count();
        if most == 0 {
            return failed("nothing", "there is nothing to strike");
        }
        let n = (n as usize).min(most);
        let at = self.history.len() - n;
        let (number, before) = (self.history[at].n, self.history[at].before.clone());
        let mut report = Vec::new();
        if let Some(journal) = &mut self.journal {
            match journal.strike(before_act(number)) {
                Ok(struck) => report.extend(
                    struck
                        .warnings
                        .into_iter()
                        .map(|w| Line::notice(w.to_string())),
                ),
                Err(error) => {
                    return failed("journal", format!("{error}. Nothing has been struck"));
                }
            }
        }
        self.history.truncate(at);
        self.undone.clear();
        self.refused = None;
        self.log.clear();
        self.state = before;
        self.next_act = number;
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
        let number = match self
            .root
            .as_ref()
            .map(|root| crate::table::journal::next_number(root))
        {
            Some(Ok(number)) if self.journal.is_some() => number.max(self.state.session.number + 1),
            Some(Err(error)) => return failed("journal", error.to_string()),
            _ => self.state.session.number + 1,
        };
        let old = self.state.clone();
        self.state.session.number = number - 1;
        // Of the last session's foes and scene timers nothing comes along.
        Arc::make_mut(&mut self.state.foes).clear();
        Arc::make_mut(&mut self.state.timers).retain(|_, timer| {
            timer.scope != crate::table::catalog::Scope::Scene
                && timer.status != crate::table::state::TimerStatus::Stopped
        });
        if self.journal.is_some()
            && let Err(error) = self.new_file(number)
        {
            self.state = old;
            return failed("journal", error.to_string());
        }
        match self.record_facts("session start", vec![Event::SessionStarted { number }]) {
            Ok(report) => lines(report),
            Err(fault) => Outcome::Failed(Box::new(fault)),
        }
    }

    fn close_session(&mut self) -> Outcome {
        if !self.state.session.open {
            return failed("nothing", "no session is open");
        }
        if !self.state.scene.name.is_empty() {
            let closed = self.attempt(Input {
                text: "scene close".into(),
                luau: "scene.close()".into(),
                ..Input::default()
            });
            if !matches!(closed, Outcome::Done(_)) {
                return closed;
            }
        }
        let keys: Vec<String> = self
            .state
            .claims
            .iter()
            .filter(|(_, claim)| claim.per <= crate::rules::values::Period::Session)
            .map(|(key, _)| key.clone())
            .collect();
        let mut events = vec![
            Event::Reset { keys },
            Event::SessionClosed {
                number: self.state.session.number,
            },
        ];
        // Decks come together again at the session's end (rules/07 §1).
        for (id, deck) in self.state.decks.iter() {
            let deck_id = crate::rules::ids::Thing {
                kind: crate::rules::ids::ThingKind::Deck,
                id: *id,
            };
            let mut left = deck.left.clone();
            left.extend(deck.out.iter().cloned());
            let mut stream = self.stream();
            for last in (1..left.len()).rev() {
                let sides = u32::try_from(last + 1)
                    .ok()
                    .and_then(std::num::NonZeroU32::new)
                    .unwrap_or(std::num::NonZeroU32::MIN);
                left.swap(last, stream.die(sides) as usize - 1);
            }
            let state = crate::table::state::Deck {
                name: deck.name.clone(),
                left,
                out: Vec::new(),
            };
            events.push(Event::DeckLaid {
                deck: deck_id,
                state,
            });
        }
        match self.record_facts("session close", events) {
            Ok(report) => lines(report),
            Err(fault) => Outcome::Failed(Box::new(fault)),
        }
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

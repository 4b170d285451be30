//! An act that went through: the journal first, then the state, then whoever subscribed.

use std::sync::Arc;

use super::{Committed, Entry, Ground, Input, Runtime};
use crate::script::diagnostic::Diagnostic;
use crate::script::generation::{lock, spoken};
use crate::script::outcome::Line;
use crate::script::syntax::locals;
use crate::table::act::Act;
use crate::table::event::{Event, Fact};
use crate::table::journal::Record;
use crate::table::state::State;
use crate::table::words::{Words, lines as fact_lines, summary};

impl Runtime {
    pub(super) fn log_line(&mut self, input: &Input) {
        self.log.push(input.luau.clone());
    }

    /// Keeps an input that changed nothing, if it named something for later lines.
    pub(super) fn note_names(&mut self, input: &Input) {
        let luau = &input.luau;
        let names = !locals::top_assignments(luau).is_empty()
            || locals::top_locals(luau).is_some_and(|names| !names.is_empty());
        if names {
            self.named.push((self.next_act, luau.clone()));
        }
    }

    /// Journal, then state, then subscribers. `ground` is the state that the facts were made on.
    pub(super) fn commit(
        &mut self,
        input: Input,
        facts: Vec<Fact>,
        ground: State,
        state: State,
        lines: Vec<Line>,
    ) -> Result<u64, Diagnostic> {
        let new_session = match input.ground {
            Ground::NewSession(number) => Some(number),
            _ => None,
        };
        let n = if new_session.is_some() {
            1
        } else {
            self.next_act
        };
        let words: Vec<Words> = fact_lines(&ground, &facts, &self.world.catalog);
        let title =
            crate::table::show::visible(&summary(&title_of(&input, &facts), &words)).into_owned();
        let sources = self.sources();
        let given = input.answers.iter();
        let last = self.history.last().map(|last| last.n);
        let instead = last.filter(|_| input.ground == Ground::InsteadOfLast);
        let record = Record::Act(crate::table::journal::Act {
            n,
            instead,
            at: (self.clock)(),
            input: input.text.clone(),
            answers: given.flat_map(serde_json::to_value).collect(),
            how: super::how::how(&input),
            faces: Vec::new(),
            sources: (new_session.is_some() || sources != self.last_sources)
                .then(|| sources.clone()),
            events: facts.clone(),
            words: std::iter::once(title.clone())
                .chain(words.iter().map(|line| line.text.clone()))
                .collect(),
        });
        match new_session {
            Some(number) => self.new_file(number, &ground, record)?,
            None => self.write(record)?,
        }
        if instead.is_some() {
            self.history.pop();
        }
        self.last_sources = sources;
        if new_session.is_some() {
            self.history.clear();
            self.named.clear();
        }
        self.state = state;
        self.highest_id = self.highest_id.max(self.state.last_id);
        let facts = Arc::new(facts);
        self.log_line(&input);
        let text = input.text.clone();
        self.history.push(Entry {
            n,
            input,
            before: ground,
            facts: Arc::clone(&facts),
            title,
        });
        self.next_act = n + 1;
        self.undone.clear();
        self.refused = None;
        self.snapshot();
        self.tell_last();
        let committed = Committed {
            act: n,
            input: text,
            facts,
            lines,
        };
        for told in &mut self.subscribers {
            told(&committed);
        }
        Ok(n)
    }

    /// Appends to the session's file, if there is one.
    pub(super) fn write(&mut self, record: Record<Fact, State>) -> Result<(), Diagnostic> {
        let Some(journal) = &mut self.journal else {
            return Ok(());
        };
        let refused = match &record {
            Record::Act(_) => "The act is refused: nothing has changed",
            _ => "Nothing has changed",
        };
        journal
            .append(&record)
            .map_err(|error| Diagnostic::error("journal", format!("{error}. {refused}")))
    }

    fn snapshot(&mut self) {
        let (state, n) = (self.state.clone(), self.next_act - 1);
        let sources = self.last_sources.clone();
        if let Some(journal) = &mut self.journal
            && journal.due_snapshot()
        {
            // A snapshot that can't be written loses nothing: the acts are there.
            let _ = journal.append(&Record::Snapshot(crate::table::journal::Snapshot {
                n,
                sources: Some(sources),
                state,
            }));
        }
    }

    /// Facts of the program's own: sheets that join or change.
    pub(super) fn record_facts(
        &mut self,
        input: &str,
        events: Vec<Event>,
    ) -> Result<Vec<Line>, Diagnostic> {
        let ground = self.state.clone();
        let mut act = Act::new(ground.clone(), self.stream(&ground));
        for event in events {
            act.emit(event)
                .map_err(|misfit| Diagnostic::error("fault", misfit.to_string()))?;
        }
        let lines = self.lines(&ground, &act.facts, &[], &[]);
        let input = Input {
            text: input.to_owned(),
            luau: format!("-- {input}"),
            ..Input::default()
        };
        self.commit(input, act.facts, ground, act.state, lines.clone())?;
        Ok(lines)
    }

    /// Lets `history` in scripts read the act that has just been done. What stood before it is told already: an act late
    /// in an evening costs what an early one does.
    fn tell_last(&self) {
        let mut told = lock(&self.world.generation.history);
        told.truncate(self.history.len().saturating_sub(1));
        told.extend(self.history.last().map(Entry::line));
        let mut said = lock(&self.world.generation.spoken);
        said.truncate(self.history.len().saturating_sub(1));
        said.extend(self.history.last().map(|entry| spoken(&entry.facts)));
    }

    /// Lets `history` in scripts read what stands.
    pub(super) fn tell_history(&self) {
        *lock(&self.world.generation.history) = self.history();
        let said = self.history.iter().map(|entry| spoken(&entry.facts));
        *lock(&self.world.generation.spoken) = said.collect();
    }
}

/// The act in words: a move by its name, else the input.
fn title_of(input: &Input, facts: &[Fact]) -> String {
    let used = facts.iter().find_map(|fact| match &fact.event {
        Event::Used { name, .. } => Some(format!("use {name}")),
        _ => None,
    });
    match used {
        Some(used) if input.luau.trim_start().starts_with("use(") => used,
        _ => input.text.clone(),
    }
}

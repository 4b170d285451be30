//! Where the session goes on: its file is read, its facts are applied, and what is wrong with it is told.

use std::path::Path;
use std::sync::Arc;

use super::{Entry, Runtime};
use crate::rules::ids::Thing;
use crate::script::diagnostic::Diagnostic;
use crate::script::outcome::{Line, Outcome};
use crate::table::event::Fact;
use crate::table::journal::{
    Found, Header, Journal, Opened, Record, continue_from_snapshot, list, next_number, session_path,
};
use crate::table::seed::Seed;
use crate::table::state::State;

/// A session file that can't be opened.
pub(super) fn broken(error: &dyn std::fmt::Display) -> Vec<Diagnostic> {
    vec![Diagnostic::error("journal", error.to_string())]
}

impl Runtime {
    /// Goes on where the last session file ends; false when there is none to go on with.
    pub(super) fn resume(&mut self, greeting: &mut Vec<Line>) -> Result<bool, Vec<Diagnostic>> {
        let Some(root) = self.root.clone() else {
            return Ok(false);
        };
        let mut unreadable: Option<Opened<Fact, State>> = None;
        for file in list(&root).map_err(|e| broken(&e))?.iter().rev() {
            let mut opened = match Journal::<Fact, State>::open(&file.path)
                .map_err(|e| broken(&e))?
            {
                Found::Session(opened) if opened.damage.is_some() || !opened.records.is_empty() => {
                    opened
                }
                // A crash before anything was played in it: the session before goes on.
                Found::Fresh | Found::Session(_) => {
                    greeting.push(Line::notice(format!(
                        "{} holds nothing yet: it is left as it is",
                        file.path.display()
                    )));
                    continue;
                }
            };
            opened = self.past_damage(&root, &file.path, opened, greeting)?;
            if opened.records.is_empty() {
                // Nothing of it is known: the session before is, and waits for the GM's word.
                unreadable.get_or_insert(opened);
                continue;
            }
            if let Some(later) = &unreadable {
                let why = format!(
                    "{} is damaged from its beginning on; session.start() begins a new file",
                    later.journal.path().display()
                );
                greeting.push(Line::notice(why.clone()));
                opened.journal.set_read_only(why);
            }
            self.replay(opened, greeting)?;
            return Ok(true);
        }
        match unreadable {
            Some(opened) => self.replay(opened, greeting).map(|()| true),
            None => Ok(false),
        }
    }

    /// Where a damaged file has a whole snapshot behind the damage, a new file goes on from there.
    fn past_damage(
        &self,
        root: &Path,
        path: &Path,
        opened: Opened<Fact, State>,
        greeting: &mut Vec<Line>,
    ) -> Result<Opened<Fact, State>, Vec<Diagnostic>> {
        let Some((damage, line)) = opened
            .damage
            .as_ref()
            .and_then(|damage| Some((damage, damage.next_snapshot_line?)))
        else {
            return Ok(opened);
        };
        let number = next_number(root).map_err(|e| broken(&e))?;
        let header = Header {
            session: number,
            started: (self.clock)(),
            ..opened.header.clone()
        };
        let new = session_path(root, number);
        let continued = continue_from_snapshot(path, line, &new, header).map_err(|e| broken(&e))?;
        greeting.push(Line::notice(format!(
            "{} is damaged at line {} ({}) and stays as it is: {} goes on from the snapshot on line {line}; acts between the two are lost",
            path.display(),
            damage.line,
            damage.why,
            new.display(),
        )));
        if let Some(left) = continued.left_behind {
            greeting.push(Line::notice(format!(
                "what stands behind line {} ({}) was not taken over",
                left.line, left.why
            )));
        }
        Ok(continued.opened)
    }

    pub(super) fn replay(
        &mut self,
        opened: Opened<Fact, State>,
        greeting: &mut Vec<Line>,
    ) -> Result<(), Vec<Diagnostic>> {
        let Opened {
            mut journal,
            header,
            records,
            tail,
            damage,
            notes,
        } = opened;
        greeting.extend(notes.into_iter().map(|note| Line::notice(note.to_string())));
        if let Some(tail) = tail {
            let aside = tail
                .kept_aside
                .map(|path| format!(", kept in {}", path.display()))
                .unwrap_or_default();
            greeting.push(Line::notice(format!(
                "the session file was cut off at line {}: {} bytes of an act that hadn't committed are left out{aside}",
                tail.line, tail.bytes
            )));
        }
        if let Some(damage) = &damage {
            greeting.push(Line::notice(format!(
                "the session file is damaged at line {}: {}. It goes on up to there, and nothing is written to it; session.start() begins a new file",
                damage.line, damage.why
            )));
        }
        if let (None, Some(why)) = (&damage, journal.read_only())
            && !greeting.iter().any(|line| line.text == why)
        {
            greeting.push(Line::notice(format!(
                "nothing can be written to {}: {why}",
                journal.path().display()
            )));
        }
        self.seed = Seed::text(&header.seed).map_err(|e| broken(&e))?;
        for (n, record) in records.into_iter().enumerate() {
            let line = n + 2;
            match record {
                Record::Snapshot(snapshot) => {
                    if self.history.is_empty() && self.undone.is_empty() {
                        self.state = snapshot.state;
                        self.highest_id = self.state.last_id;
                        self.next_act = snapshot.n + 1;
                    }
                    if let Some(sources) = snapshot.sources {
                        self.last_sources = sources;
                    }
                }
                Record::Act(act) => {
                    let before = match (act.instead, self.history.last()) {
                        (Some(_), Some(gives_way)) => gives_way.before.clone(),
                        _ => self.state.clone(),
                    };
                    let mut state = before.clone();
                    if let Some(misfit) = act
                        .events
                        .iter()
                        .find_map(|fact: &Fact| state.apply(&fact.event).err())
                    {
                        greeting.push(Line::notice(format!(
                            "line {line} of the session file doesn't fit: {misfit}. It goes on up to there, and nothing is written to it"
                        )));
                        journal
                            .set_read_only(format!("line {line} doesn't fit the table: {misfit}"));
                        break;
                    }
                    if act.instead.is_some() {
                        self.history.pop();
                    }
                    self.state = state;
                    self.highest_id = self.highest_id.max(self.state.last_id);
                    let input = super::how::input_of(&act);
                    if let Some(sources) = act.sources {
                        self.last_sources = sources;
                    }
                    self.next_act = act.n + 1;
                    self.undone.clear();
                    let title = act
                        .words
                        .first()
                        .cloned()
                        .unwrap_or_else(|| act.input.clone());
                    self.history.push(Entry {
                        n: act.n,
                        input,
                        before,
                        facts: Arc::new(act.events),
                        title,
                    });
                }
                Record::Undo { n } => {
                    while let Some(entry) = self.history.pop_if(|entry| entry.n >= n) {
                        self.state = entry.before.clone();
                        self.undone.push(entry);
                    }
                }
                Record::Redo { n } => {
                    while let Some(entry) = self.undone.pop_if(|entry| entry.n <= n) {
                        for fact in entry.facts.iter() {
                            let _ = self.state.apply(&fact.event);
                        }
                        self.history.push(entry);
                    }
                }
                Record::Reload { hashes } => self.last_sources = hashes,
            }
        }
        let sheets = self.last_sources.iter();
        self.party_taken = sheets
            .filter(|(path, _)| path.starts_with("party/"))
            .map(|(path, hash)| (path.clone(), hash.clone()))
            .collect();
        let goes_on = if self.state.session.open {
            "goes on"
        } else {
            "is closed, and session.start() begins the next; it ended"
        };
        greeting.push(Line::notice(format!(
            "session {} {goes_on}{}",
            self.state.session.number,
            self.history
                .last()
                .map(|entry| format!(" after act {}: {}", entry.n, entry.title))
                .unwrap_or_default()
        )));
        self.journal = Some(journal);
        Ok(())
    }

    /// The first session of a campaign, or of a table in memory. Nobody can be asked yet: defaults stand.
    pub(super) fn first_session(
        &mut self,
        greeting: &mut Vec<Line>,
    ) -> Result<(), Vec<Diagnostic>> {
        let number = match self.root.as_ref().filter(|_| self.journaled) {
            Some(root) => next_number(root).map_err(|e| broken(&e))?,
            None => 1,
        };
        let manner = std::mem::take(&mut self.manner);
        let outcome = self.begin_session(number);
        self.manner = manner;
        match outcome {
            Outcome::Done(done) => {
                greeting.extend(done.lines);
                Ok(())
            }
            Outcome::Failed(fault) => Err(vec![*fault]),
            Outcome::Question(asking) => Err(vec![Diagnostic::error("question", asking.prompt)]),
        }
    }

    /// A new session's file: it begins with the state that the session finds, and its first act.
    pub(super) fn new_file(
        &mut self,
        number: u32,
        ground: &State,
        act: Record<Fact, State>,
    ) -> Result<(), Diagnostic> {
        let Some(root) = self.root.as_ref().filter(|_| self.journaled) else {
            return Ok(());
        };
        let header = Header::new(
            number,
            self.seed.as_str(),
            self.setting.title.as_str(),
            (self.clock)(),
        );
        let snapshot = Record::Snapshot(crate::table::journal::Snapshot {
            n: 0,
            sources: None,
            state: ground.clone(),
        });
        let nothing = *ground == State::default();
        let records: Vec<_> = (!nothing)
            .then_some(snapshot)
            .into_iter()
            .chain([act])
            .collect();
        let journal = Journal::begin(session_path(root, number), &header, &records);
        self.journal = Some(journal.map_err(|error| {
            Diagnostic::error("journal", format!("{error}. Nothing has changed"))
        })?);
        Ok(())
    }

    /// A thing with the next id.
    pub(super) fn next_thing(&self, kind: crate::rules::ids::ThingKind) -> Thing {
        Thing {
            kind,
            id: self.highest_id.max(self.state.last_id) + 1,
        }
    }
}

//! A session told as a story: the one that is played, or one of the campaign's files.

use std::sync::Arc;

use super::Runtime;
use crate::script::diagnostic::Diagnostic;
use crate::script::outcome::Line;
use crate::table::chronicle::{self, Head};
use crate::table::commands::accord;
use crate::table::event::{Audience, Fact};
use crate::table::journal::{self, Found, Opened, Record, session_path};
use crate::table::state::State;

/// Acts that stand, and the state that the first began on.
struct Acts {
    ground: State,
    acts: Vec<Arc<Vec<Fact>>>,
}

impl Acts {
    fn each(&self) -> impl Iterator<Item = &[Fact]> {
        self.acts.iter().map(|facts| facts.as_slice())
    }
}

fn fault(message: String) -> Diagnostic {
    Diagnostic::error("story", message)
}

impl Runtime {
    /// A session's story as a page of Markdown: of the session that is played, or of one of the campaign's, by its number.
    ///
    /// # Errors
    /// No such session; a file that can't be read.
    pub fn story(&self, session: Option<u32>, reader: Audience) -> Result<String, Diagnostic> {
        let number = session.unwrap_or(self.state.session.number);
        let mut head = Head {
            campaign: self.setting.title.clone(),
            ..Head::default()
        };
        let acts = match &self.root {
            Some(root) if session.is_some() || self.journal.is_some() => {
                let opened = self.session_file(&session_path(root, number), number)?;
                head.started.clone_from(&opened.header.started);
                head.caveat = opened.damage.as_ref().map(|damage| {
                    format!(
                        "The session's file is damaged at line {}: the story ends there.",
                        damage.line
                    )
                });
                standing(opened.records)
            }
            None if number != self.state.session.number => {
                return Err(fault(format!(
                    "there is no session {number}: this table is played in memory"
                )));
            }
            _ => self.played(),
        };
        let catalog = &self.world.catalog;
        let mut story = chronicle::tell(&acts.ground, acts.each(), catalog);
        story.session = number;
        Ok(chronicle::markdown(&head, &story, reader))
    }

    fn session_file(
        &self,
        path: &std::path::Path,
        number: u32,
    ) -> Result<Opened<Fact, State>, Diagnostic> {
        let there = || {
            let root = self.root.as_deref();
            let files = root
                .and_then(|root| journal::list(root).ok())
                .unwrap_or_default();
            let numbers: Vec<String> = files.iter().map(|file| file.number.to_string()).collect();
            match numbers.as_slice() {
                [] => "no session has been played yet".to_owned(),
                all => format!("those there are: {}", all.join(", ")),
            }
        };
        if !path.is_file() {
            return Err(fault(format!("there is no session {number}: {}", there())));
        }
        match journal::read(path).map_err(|error| fault(error.to_string()))? {
            Found::Session(opened) => Ok(opened),
            Found::Fresh => Err(fault(format!(
                "session {number} holds nothing: {}",
                there()
            ))),
        }
    }

    /// The acts of this table's session.
    fn played(&self) -> Acts {
        let ground = self
            .history
            .first()
            .map_or(&self.state, |first| &first.before);
        Acts {
            ground: ground.clone(),
            acts: self
                .history
                .iter()
                .map(|entry| Arc::clone(&entry.facts))
                .collect(),
        }
    }

    /// The short of the session, when it has been closed.
    pub(super) fn recap(&self) -> Vec<Line> {
        let acts = self.played();
        let short = chronicle::recap(&acts.ground, acts.each(), &self.world.catalog);
        short.into_iter().map(Line::notice).collect()
    }

    /// What a new session finds: what runs on, what stays, and that there is something agreed on.
    pub(super) fn left_by_the_last(&self) -> Vec<Line> {
        let catalog = &self.world.catalog;
        let mut short = chronicle::found(&self.state);
        let agreed = [
            ("line", accord::lines(&self.state, catalog).len()),
            ("veil", accord::veils(&self.state, catalog).len()),
        ];
        let agreed: Vec<String> = agreed
            .into_iter()
            .filter(|(_, n)| *n > 0)
            .map(|(what, n)| format!("{n} {what}{}", if n == 1 { "" } else { "s" }))
            .collect();
        if !agreed.is_empty() {
            short.push(format!("agreed on: {} (safety)", agreed.join(", ")));
        }
        short.into_iter().map(Line::notice).collect()
    }
}

/// What of a file's acts stands.
fn standing(records: Vec<Record<Fact, State>>) -> Acts {
    let mut ground = None;
    let mut acts: Vec<(u64, Arc<Vec<Fact>>)> = Vec::new();
    let mut undone: Vec<(u64, Arc<Vec<Fact>>)> = Vec::new();
    for record in records {
        match record {
            Record::Snapshot(snapshot) if acts.is_empty() && undone.is_empty() => {
                ground = Some(snapshot.state);
            }
            Record::Snapshot(_) | Record::Reload { .. } => {}
            Record::Act(act) => {
                if act.instead.is_some() {
                    acts.pop();
                }
                undone.clear();
                acts.push((act.n, Arc::new(act.events)));
            }
            Record::Undo { n } => {
                while let Some(act) = acts.pop_if(|act| act.0 >= n) {
                    undone.push(act);
                }
            }
            Record::Redo { n } => {
                while let Some(act) = undone.pop_if(|act| act.0 <= n) {
                    acts.push(act);
                }
            }
        }
    }
    Acts {
        ground: ground.unwrap_or_default(),
        acts: acts.into_iter().map(|(_, facts)| facts).collect(),
    }
}

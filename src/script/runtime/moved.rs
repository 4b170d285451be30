//! Files that got another name: what a script keeps belongs to it, so it moves along, as an act.

use super::Runtime;
use crate::rules::ids::{Thing, ThingKind};
use crate::script::folder::Files;
use crate::script::outcome::Line;
use crate::table::datum::Datum;
use crate::table::event::Event;
use crate::table::journal::Sources;
use crate::table::state::{Kept, Owner};

/// The scripts that are gone, and those that came with the same content: old path and new one.
pub(super) fn renamed(before: &Sources, files: &Files) -> Vec<(String, String)> {
    let mut came: Vec<(&str, String)> = files
        .scripts
        .iter()
        .filter(|file| !file.text.is_empty() && !before.contains_key(&file.path))
        .map(|file| (&*file.path, super::campaign::short_hash(file)))
        .collect();
    before
        .iter()
        .filter(|(path, _)| files.get(path).is_none())
        .filter_map(|(path, hash)| {
            let at = came.iter().position(|(_, same)| same == hash)?;
            Some((path.clone(), came.remove(at).0.to_owned()))
        })
        .collect()
}

/// What a script keeps: owners as they are, and what they have.
fn kept_by(kept: &Kept, script: &str) -> Vec<(Owner, Datum)> {
    let store = kept
        .store
        .get(script)
        .map(|datum| (Owner::Store(script.to_owned()), datum.clone()));
    let memory = kept.memory.iter().filter_map(|(key, datum)| {
        let mut parts = key.splitn(3, ' ');
        let kind = ThingKind::parse(parts.next()?)?;
        let id = parts.next()?.parse().ok()?;
        let owner = Owner::Memory(Thing::new(kind, id), script.to_owned());
        (parts.next()? == script).then(|| (owner, datum.clone()))
    });
    store.into_iter().chain(memory).collect()
}

impl Runtime {
    /// Lets what scripts keep follow them to their new names.
    pub(super) fn follow_renames(&mut self, renames: &[(String, String)], lines: &mut Vec<Line>) {
        let mut events = Vec::new();
        for (old, new) in renames {
            for (owner, datum) in kept_by(&self.state.kept, old) {
                let to = match &owner {
                    Owner::Store(_) => Owner::Store(new.clone()),
                    Owner::Memory(thing, _) => Owner::Memory(*thing, new.clone()),
                };
                if datum == Datum::map() || self.state.kept.of(&to).is_some() {
                    continue;
                }
                let put = |owner, value| Event::Stored {
                    owner,
                    path: Vec::new(),
                    value,
                };
                events.push(put(to, Some(datum)));
                events.push(put(owner, None));
            }
        }
        if events.is_empty() {
            return;
        }
        let names: Vec<String> = renames
            .iter()
            .map(|(old, new)| format!("{old} → {new}"))
            .collect();
        match self.record_facts(&format!("renamed {}", names.join(", ")), events) {
            Ok(words) => lines.extend(words),
            Err(fault) => lines.push(Line::notice(format!(
                "what the renamed scripts keep could not follow them: {}",
                fault.to_line()
            ))),
        }
    }
}

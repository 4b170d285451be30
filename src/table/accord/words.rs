//! The chapter's facts in words.

use super::fact::AccordFact;
use super::state::Dial;
use crate::table::state::State;

fn dial(name: &str, dial: &Dial) -> String {
    let words = if dial.words.is_empty() {
        String::new()
    } else {
        format!("   {}", dial.words)
    };
    format!("{name} {} of {}{words}", dial.value, super::HIGHEST)
}

/// A fact in a line.
#[must_use]
pub fn one(state: &State, fact: &AccordFact) -> Option<String> {
    Some(match fact {
        AccordFact::Drawn { bound, text } => format!("{}: {text}", bound.word()),
        AccordFact::Dropped { bound, text } => format!("no longer a {}: {text}", bound.word()),
        AccordFact::Dialed {
            name,
            new: Some(new),
            ..
        } => format!("dial: {}", dial(name, new)),
        AccordFact::Dialed { name, .. } => format!("no dial for {name} any more"),
        AccordFact::Tied { new: Some(tie), .. } => {
            let told = tie.told();
            let joint = if told.is_empty() { "" } else { "   " };
            let (one, other) = (state.name(tie.one), state.name(tie.other));
            format!("bond: {one} and {other}{joint}{told}")
        }
        AccordFact::Tied { old: Some(tie), .. } => {
            let (one, other) = (state.name(tie.one), state.name(tie.other));
            format!("no bond any more: {one} and {other}")
        }
        AccordFact::Tied { .. } => return None,
    })
}

/// What differs between two states, in short phrases: for undo and redo.
#[must_use]
pub fn diff(from: &State, to: &State) -> Vec<String> {
    let (old, new) = (&from.accord, &to.accord);
    let mut words = Vec::new();
    for (differs, what) in [
        (old.lines != new.lines, "the lines"),
        (old.veils != new.veils, "the veils"),
        (old.dials != new.dials, "the dials"),
        (old.ties != new.ties, "the bonds"),
    ] {
        if differs {
            words.push(what.to_owned());
        }
    }
    words
}

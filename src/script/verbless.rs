//! A line of words that begins with no verb: a thing's name, or words in an order that doesn't go.

use crate::script::verbs;
use crate::table::catalog::Catalog;
use crate::table::names::{self, Found};
use crate::table::state::State;

/// What such a line is.
pub enum Verbless {
    /// The name of a thing at the table, as Luau: it is shown.
    Name(String),
    /// Nothing; this may help.
    Help(String),
}

/// Reads it.
#[must_use]
pub fn read(text: &str, state: &State, catalog: &Catalog) -> Verbless {
    let words: Vec<&str> = text.split_whitespace().collect();
    let first = words.first().copied().unwrap_or("");
    let things: Vec<String> = state
        .roster()
        .chain(state.foes_present())
        .chain(state.timers_shown())
        .map(|thing| state.name(thing))
        .collect();
    if let (Found::One(_), taken) = names::find_start(&words, &things) {
        // Handles are found by parts of a name too: the words as they were typed will do.
        if taken == words.len()
            && words
                .iter()
                .all(|word| word.chars().all(char::is_alphabetic))
        {
            return Verbless::Name(words.join("_").to_lowercase());
        }
        if let Some(verb) = words.get(taken).and_then(|word| verbs::find(word)) {
            let mut turned = vec![verb.name];
            turned.extend(&words[..taken]);
            turned.extend(&words[taken + 1..]);
            return Verbless::Help(format!("the verb comes first: {}", turned.join(" ")));
        }
    }
    let known: Vec<String> = verbs::all()
        .map(|record| record.name.to_owned())
        .chain(catalog.commands.names().map(str::to_owned))
        .collect();
    let close = names::close_names(first, &known, 3);
    Verbless::Help(if close.is_empty() {
        format!(
            "words begin with a verb, and {} is none: help lists them",
            crate::table::show::quoted(first)
        )
    } else {
        format!(
            "words begin with a verb: did you mean {}?",
            close.join(", ")
        )
    })
}

//! What gathers while scripts load: drafts of definitions, parts that wait for their whole, listeners.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::define::drafts::AdversaryDraft;
use super::diagnostic::Diagnostic;
use super::stop::{Fail, bad};
use crate::table::catalog::{Catalog, Hook, Place};
use crate::table::names;

/// A word that was called with a name and waits for its body.
#[derive(Clone, Debug, PartialEq)]
pub struct Pending {
    /// adversary, move, …
    pub word: &'static str,
    /// The name.
    pub name: String,
    /// Where.
    pub place: Place,
}

/// The state of a load.
#[derive(Default)]
pub struct Loading {
    /// What is declared so far.
    pub catalog: Catalog,
    /// Adversaries; `like` is worked out when all are known.
    pub adversaries: Vec<AdversaryDraft>,
    /// Words without a body.
    pub pending: Vec<Pending>,
    /// Names that a definition with `replaces = true` has taken: word and folded name.
    pub replaced: BTreeSet<(&'static str, String)>,
    /// Parts that no whole has taken, by number.
    pub loose: Vec<(u64, &'static str, String, Place)>,
    /// Hooks at top level, by the number of their part.
    pub hooks: Vec<(u64, Hook)>,
    /// Parts made so far.
    pub parts: u64,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
    /// The script that is loading.
    pub script: Option<Arc<str>>,
}

impl Loading {
    /// Does this definition take the name? One that says `replaces = true` wins, whichever file is read first; the other
    /// is left out.
    ///
    /// # Errors
    /// The name is taken, and neither or both say that they replace: the sentence lists both places.
    pub fn takes(
        &mut self,
        word: &'static str,
        name: &str,
        replaces: bool,
        first: Option<&Place>,
        second: &Place,
    ) -> Result<bool, Fail> {
        let key = (word, names::fold(name));
        match (first, replaces, self.replaced.contains(&key)) {
            (Some(first), true, true) | (Some(first), false, false) => {
                Err(taken(word, name, first, second))
            }
            (Some(_), false, true) => Ok(false),
            _ => {
                if replaces {
                    self.replaced.insert(key);
                }
                Ok(true)
            }
        }
    }
}

/// A name that is taken: the sentence that lists both places.
#[must_use]
pub fn taken(word: &str, name: &str, first: &Place, second: &Place) -> Fail {
    // Only these words can say that they replace.
    let way = match word {
        "test" | "command" => "Rename one",
        _ => "Rename one, or say replaces = true in the one that is meant",
    };
    bad(
        "two_definitions",
        format!(
            "two definitions of {word} {name:?}: {}:{} and {}:{}. {way}",
            first.file, first.line, second.file, second.line
        ),
    )
}

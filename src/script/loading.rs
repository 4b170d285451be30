//! What gathers while scripts load: drafts of definitions, parts that wait for their whole, listeners.

use std::sync::Arc;

use super::define::drafts::AdversaryDraft;
use super::diagnostic::Diagnostic;
use crate::table::catalog::{Catalog, Hook, Place};

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

//! Why a line of words can't be read: a fault, or a name that several things have.

use std::fmt;

use crate::script::diagnostic::Diagnostic;
use crate::table::{names, show};

/// What a reader of words comes to.
pub(super) type Read<T> = Result<T, Unread>;

/// A line that is no call yet.
#[derive(Clone, Debug)]
pub enum Unread {
    /// A word means nothing here.
    Fault(Box<Diagnostic>),
    /// Several things have the name: whoever sits there says which.
    Several(Several),
}

/// Several names fit, and only a person can say which is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Several {
    /// The question for whoever sits there.
    pub question: String,
    /// The names that fit, in the order of the table.
    pub fitting: Vec<String>,
    /// What is said where nobody can be asked.
    pub otherwise: String,
}

impl Several {
    /// A word that begins several names. `what` is the word for one such thing.
    pub(crate) fn named(what: &str, typed: &str, fitting: Vec<String>) -> Self {
        Several {
            question: format!("{}: which {what}?", show::quoted(typed)),
            otherwise: names::several(what, typed, &fitting),
            fitting,
        }
    }
}

impl Unread {
    /// As a fault, where nobody can be asked: it lists what fits.
    #[must_use]
    pub fn into_fault(self) -> Diagnostic {
        match self {
            Unread::Fault(fault) => *fault,
            Unread::Several(several) => Diagnostic::error("words", several.otherwise),
        }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::Fault(fault) => fault.fmt(f),
            Unread::Several(several) => f.write_str(&several.otherwise),
        }
    }
}

/// A fault in words.
pub(super) fn fail<T>(message: impl Into<String>) -> Read<T> {
    Err(Unread::Fault(Box::new(Diagnostic::error("words", message))))
}

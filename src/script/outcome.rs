//! What an input came to, for whoever shows it: lines in words, a value, a question, or a diagnostic.

use serde_json::Value as Json;

use super::diagnostic::Diagnostic;
use crate::rules::question::Question;
use crate::table::event::Audience;
use crate::table::show;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A committed fact, in words.
    Fact,
    /// `say`: read by players.
    Said,
    /// `tell`: read by the GM.
    Told,
    /// `print`: a script's own output.
    Printed,
    /// A notice of the program: a default taken, a handler that failed, a reload.
    Notice,
}

/// A line for people. Control characters are made visible already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is.
    pub kind: Kind,
    /// Who may read it.
    pub audience: Audience,
    /// The words.
    pub text: String,
}

impl Line {
    /// A notice for the GM.
    #[must_use]
    pub fn notice(text: impl Into<String>) -> Self {
        Line {
            kind: Kind::Notice,
            audience: Audience::Gm,
            text: show::visible_lines(&text.into()),
        }
    }
}

/// A value, for people and for programs.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// As people read it; may have several lines.
    pub text: String,
    /// As data: handles as `{"kind","name",…}`, a roll with its fields.
    pub json: Json,
}

/// An input that went through.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Done {
    /// The full call in Luau, when something was guessed from words.
    pub echo: Option<String>,
    /// What happened, in words.
    pub lines: Vec<Line>,
    /// The value of an expression, if it isn't nil.
    pub value: Option<Shown>,
    /// The act's number, if it changed anything.
    pub act: Option<u64>,
    /// Commands to run next, each an act of its own.
    pub follow: Vec<String>,
}

/// What an input came to.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It went through.
    Done(Done),
    /// Somebody has to answer first; nothing has changed.
    Question(Box<Asking>),
    /// It failed; nothing has changed.
    Failed(Box<Diagnostic>),
}

/// An open question.
#[derive(Clone, Debug, PartialEq)]
pub struct Asking {
    /// It.
    pub question: Question,
    /// Who is asked, by name; nobody is the GM.
    pub who: Option<String>,
    /// The question as one line: "Sera: Shoulder it? [y/N]".
    pub prompt: String,
    /// What has been said and done on the way, which wasn't shown yet.
    pub lines: Vec<Line>,
    /// The first part's full call, when it was guessed from words.
    pub echo: Option<String>,
}

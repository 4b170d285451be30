//! What is wrong, where, and what to do about it: the one kind of error people see.
//!
//! A fault in Luau, in YAML, in a folder or in an act is a [`Diagnostic`], and looks the same
//! everywhere: with its source line and a caret, on one line, or as JSON (`render`, `json`).
//! The texts in it are raw, as scripts and people wrote them; whatever is made for a terminal has its
//! control signs made visible.
//!
//! Not here: what can go wrong. Whoever finds a fault builds its diagnostic.

mod json;
mod render;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

pub use render::Look;

/// Letters of the longest message: a page. What a script quotes in it may be a megabyte.
const LONGEST: usize = 4_000;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Worth telling, nothing to mend.
    Notice,
    /// It works, but likely not as meant.
    Warning,
    /// It does not work.
    Error,
}

impl Level {
    /// The word for it: `error`, `warning`, `notice`.
    pub fn word(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Notice => "notice",
        }
    }
}

/// A place in a file. The more is known, the closer the caret.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// The file, relative to the campaign, with `/` between folders.
    pub file: String,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column in letters, from 1.
    pub column: Option<u32>,
    /// How many letters are meant, from 1. What goes past the line's end is not marked.
    pub length: Option<u32>,
    /// The whole text of the file, so that the line can be shown.
    pub source: Option<Arc<str>>,
}

impl Place {
    /// The file as a whole.
    pub fn file(file: impl Into<String>) -> Self {
        Place {
            file: file.into(),
            ..Place::default()
        }
    }

    /// A line of the file, counted from 1.
    pub fn line(file: impl Into<String>, line: u32) -> Self {
        Place {
            line: Some(line),
            ..Place::file(file)
        }
    }

    /// The column, in letters from 1.
    pub fn column(self, column: u32) -> Self {
        Place {
            column: Some(column),
            ..self
        }
    }

    /// How many letters from the column are meant.
    pub fn length(self, length: u32) -> Self {
        Place {
            length: Some(length),
            ..self
        }
    }

    /// The text of the whole file.
    pub fn source(self, source: impl Into<Arc<str>>) -> Self {
        Place {
            source: Some(source.into()),
            ..self
        }
    }

    /// The text of the line meant, if the source is known and has that line.
    pub fn source_line(&self) -> Option<&str> {
        let index = usize::try_from(self.line?.checked_sub(1)?).ok()?;
        self.source.as_deref()?.lines().nth(index)
    }
}

/// `file:line:column`, as far as known.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        Ok(())
    }
}

/// One more place that matters, with words for it: "defined here first".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub place: Place,
    /// What is there.
    pub text: String,
}

/// A step on the way to the fault: a function that was running.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The script's file.
    pub file: String,
    /// The line that was running, from 1.
    pub line: Option<u32>,
    /// The function's name, if it has one.
    pub name: Option<String>,
}

/// A fault and all that helps to mend it. Built up step by step:
///
/// ```
/// use storybeat::script::diagnostic::{Diagnostic, Place};
/// let fault = Diagnostic::error("yaml.field", "unknown field \"armour\"")
///     .at(Place::line("party/lyra.yaml", 3).column(1))
///     .help("did you mean \"armor\"?");
/// assert_eq!(fault.to_line(), "party/lyra.yaml:3:1: unknown field \"armour\"");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    // Boxed, so that a `Result` with one stays small.
    parts: Box<Parts>,
}

/// What a [`Diagnostic`] holds; read as its fields.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parts {
    /// A stable word for this kind of fault, for programs: `yaml.unknown-field`.
    pub code: Cow<'static, str>,
    /// How bad it is.
    pub level: Level,
    /// What is wrong, in a sentence without its place.
    pub message: String,
    /// Where, if it has a place.
    pub place: Option<Place>,
    /// Words at the caret.
    pub note: Option<String>,
    /// Other places that matter.
    pub labels: Vec<Label>,
    /// What was being done, innermost first: "move Hurl a Parapet of Toll Troll", "use(2)".
    pub doing: Vec<String>,
    /// What to do about it.
    pub help: Vec<String>,
    /// The functions that were running, innermost first.
    pub trace: Vec<Frame>,
    /// The fault behind this one.
    pub cause: Option<Diagnostic>,
}

impl std::ops::Deref for Diagnostic {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.parts
    }
}

impl std::ops::DerefMut for Diagnostic {
    fn deref_mut(&mut self) -> &mut Parts {
        &mut self.parts
    }
}

impl Diagnostic {
    /// A fault of this level.
    pub fn new(
        level: Level,
        code: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
    ) -> Self {
        let mut message = message.into();
        if let Some((end, _)) = message.char_indices().nth(LONGEST) {
            message.truncate(end);
            message.push('…');
        }
        let parts = Parts {
            code: code.into(),
            level,
            message,
            place: None,
            note: None,
            labels: Vec::new(),
            doing: Vec::new(),
            help: Vec::new(),
            trace: Vec::new(),
            cause: None,
        };
        Diagnostic {
            parts: Box::new(parts),
        }
    }

    /// Something that does not work.
    pub fn error(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Diagnostic::new(Level::Error, code, message)
    }

    /// Something that works, but likely not as meant.
    pub fn warning(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Diagnostic::new(Level::Warning, code, message)
    }

    /// Something worth telling.
    pub fn notice(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Diagnostic::new(Level::Notice, code, message)
    }

    /// Where it is.
    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    /// The text of the file the fault is in. Nothing without a place.
    pub fn source(mut self, source: impl Into<Arc<str>>) -> Self {
        if let Some(place) = &mut self.place {
            place.source = Some(source.into());
        }
        self
    }

    /// Words at the caret.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// One more place that matters.
    pub fn label(mut self, place: Place, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            place,
            text: text.into(),
        });
        self
    }

    /// What was being done. Called from the inside out: the innermost thing first.
    pub fn doing(mut self, what: impl Into<String>) -> Self {
        self.doing.push(what.into());
        self
    }

    /// What to do about it.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// A function that was running; the innermost first.
    pub fn frame(
        mut self,
        file: impl Into<String>,
        line: Option<u32>,
        name: Option<String>,
    ) -> Self {
        self.trace.push(Frame {
            file: file.into(),
            line,
            name,
        });
        self
    }

    /// The fault behind this one.
    pub fn cause(mut self, cause: Diagnostic) -> Self {
        self.cause = Some(cause);
        self
    }

    /// Whether something does not work.
    pub fn is_error(&self) -> bool {
        self.level == Level::Error
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_line())
    }
}

impl std::error::Error for Diagnostic {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_ref().map(|cause| cause as _)
    }
}

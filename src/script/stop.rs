//! Why an attempt ends before its end. All but `Raise` are sticky: raised again at every later turn of the
//! interpreter, so that no protected call swallows them; the reason is read from here, never from the error.

use crate::rules::question::Question;
use crate::rules::refusal::{Halt, Refusal};

use super::diagnostic::Diagnostic;

/// A verb of the session, which stands alone: it ends the attempt, and the runtime does it then.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Take acts back.
    Undo(u32),
    /// Do them again.
    Redo(u32),
    /// The last act again, with changes.
    Again(Box<super::again::Changes>),
    /// The last refused act, overruled.
    Anyway(String),
    /// Strike acts from the record.
    Xcard(u32),
    /// Begin a session.
    SessionStart,
    /// Close it.
    SessionClose,
    /// Read the files again.
    Reload,
}

/// Why an attempt stopped.
#[derive(Clone, Debug)]
pub enum Stop {
    /// A limit was reached.
    Limit(String),
    /// Somebody pressed Ctrl-C.
    Interrupted,
    /// A question has no answer yet.
    Question(Box<Question>),
    /// A session verb was called.
    Session(Request),
    /// The program is at fault: a fact didn't fit.
    Fault(String),
    /// A script's own error, on its way out; this one can be caught.
    Raise(mlua::Error),
}

/// Why a verb failed.
#[derive(Clone, Debug)]
pub enum Fail {
    /// The rules forbid it; the GM may overrule some.
    Refused(Refusal),
    /// The call is wrong: a type, a name, a number.
    Bad(Box<Diagnostic>),
    /// The attempt ends.
    Stop(Stop),
}

impl From<Halt<Stop>> for Fail {
    fn from(halt: Halt<Stop>) -> Self {
        match halt {
            Halt::Refused(refusal) => Fail::Refused(refusal),
            Halt::Stop(stop) => Fail::Stop(stop),
        }
    }
}

impl From<Stop> for Fail {
    fn from(stop: Stop) -> Self {
        Fail::Stop(stop)
    }
}

impl From<Refusal> for Fail {
    fn from(refusal: Refusal) -> Self {
        Fail::Refused(refusal)
    }
}

impl From<mlua::Error> for Fail {
    fn from(error: mlua::Error) -> Self {
        Fail::Stop(Stop::Raise(error))
    }
}

impl From<mlua::Error> for Stop {
    fn from(error: mlua::Error) -> Self {
        Stop::Raise(error)
    }
}

/// A wrong call, in words.
#[must_use]
pub fn bad(code: &'static str, message: impl Into<String>) -> Fail {
    Fail::Bad(Box::new(Diagnostic::error(code, message)))
}

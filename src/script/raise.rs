//! From a failure in the host to an error in a script: with the caller's place, as text a protected call can read.

use std::sync::Arc;

use mlua::Lua;

use super::diagnostic::{Diagnostic, Frame, Place};
use super::generation::Generation;
use super::sandbox::Tables;
use super::stop::{Fail, bad};

/// The name of the host's own chunks, left out of traces.
pub const PRELUDE: &str = "storybeat";

/// What host functions raise: a diagnostic, and whether the rules refused (then the GM may overrule).
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", text(.diagnostic))]
pub struct HostError {
    /// What went wrong, where.
    pub diagnostic: Box<Diagnostic>,
    /// The rules said no.
    pub refused: Option<crate::rules::refusal::Refusal>,
}

fn text(diagnostic: &Diagnostic) -> String {
    match &diagnostic.place {
        Some(Place {
            file,
            line: Some(line),
            ..
        }) => format!("{file}:{line}: {}", diagnostic.message),
        _ => diagnostic.message.clone(),
    }
}

/// The generation that a VM belongs to.
///
/// # Errors
/// None in practice: it is set when the VM is built.
pub fn generation(lua: &Lua) -> mlua::Result<Arc<Generation>> {
    lua.app_data_ref::<Arc<Generation>>()
        .map(|generation| Arc::clone(&generation))
        .ok_or_else(|| mlua::Error::runtime("this VM has no table"))
}

/// The tables of a generation.
///
/// # Errors
/// None in practice: they are set when the VM is built.
pub fn tables(generation: &Generation) -> mlua::Result<&Tables> {
    generation
        .tables
        .get()
        .ok_or_else(|| mlua::Error::runtime("this VM is being built"))
}

/// The file of a chunk's name: its first sign is the VM's ("@monsters/troll.luau"), a second one the stock library's.
#[must_use]
pub fn file_of(chunk: &str) -> &str {
    chunk.strip_prefix(['@', '=']).unwrap_or(chunk)
}

/// The script frames, innermost first.
#[must_use]
pub fn frames(lua: &Lua) -> Vec<Frame> {
    let mut frames = Vec::new();
    for level in 0..64 {
        let Some(frame) = lua.inspect_stack(level, |debug| {
            let source = debug.source();
            let file = file_of(source.source.as_deref().unwrap_or("")).to_owned();
            let line = debug
                .current_line()
                .and_then(|line| u32::try_from(line).ok());
            (source.what != "C" && line.is_some() && !file.is_empty() && file != PRELUDE).then(
                || Frame {
                    file,
                    line,
                    name: debug.names().name.map(|name| name.to_string()),
                },
            )
        }) else {
            break;
        };
        frames.extend(frame);
    }
    frames
}

/// The file of the script that is calling.
#[must_use]
pub fn caller(lua: &Lua) -> Option<String> {
    frames(lua).into_iter().next().map(|frame| frame.file)
}

/// Turns a failure into the error to raise.
pub fn raise(lua: &Lua, generation: &Generation, fail: Fail) -> mlua::Error {
    let (diagnostic, refused) = match fail {
        Fail::Stop(stop) => return generation.halt(stop),
        Fail::Bad(diagnostic) => (*diagnostic, None),
        Fail::Refused(refusal) => {
            let mut diagnostic = Diagnostic::error(refusal.code(), refusal.to_string());
            if refusal.overrulable() {
                diagnostic =
                    diagnostic.help("to rule otherwise: anyway <reason>, or because = \"…\"");
            }
            (diagnostic, Some(refusal))
        }
    };
    let frames = frames(lua);
    let mut diagnostic = match (&diagnostic.place, frames.first()) {
        (
            None,
            Some(Frame {
                file,
                line: Some(line),
                ..
            }),
        ) => diagnostic.at(Place::line(file, *line)),
        _ => diagnostic,
    };
    // The first frame is the place itself.
    if diagnostic.trace.is_empty() {
        for frame in frames.into_iter().skip(1) {
            diagnostic = diagnostic.frame(frame.file, frame.line, frame.name);
        }
    }
    mlua::Error::external(HostError {
        diagnostic: Box::new(diagnostic),
        refused,
    })
}

/// A wrong call, raised.
pub fn raise_bad(lua: &Lua, code: &'static str, message: impl Into<String>) -> mlua::Error {
    match generation(lua) {
        Ok(generation) => raise(lua, &generation, bad(code, message)),
        Err(error) => error,
    }
}

/// The host's own error inside an error, if there is one.
#[must_use]
pub fn host_error(error: &mlua::Error) -> Option<&HostError> {
    error.downcast_ref::<HostError>().or_else(|| match error {
        mlua::Error::CallbackError { cause, .. } => host_error(cause),
        mlua::Error::WithContext { cause, .. } => host_error(cause),
        _ => None,
    })
}

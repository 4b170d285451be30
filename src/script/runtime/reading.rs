//! From a line of text to an input: Luau as it is, words as the call they stand for.

use std::sync::Arc;

use super::{Input, Runtime};
use crate::script::diagnostic::{Diagnostic, Place};
use crate::script::prompt::{self, Reading};
use crate::script::raise;
use crate::script::verbless::{self, Verbless};
use crate::script::words;

impl Runtime {
    pub(super) fn read_input(&mut self, text: &str) -> Result<Input, Diagnostic> {
        let generation = Arc::clone(&self.world.generation);
        generation.begin(Some(self.act_on(&self.state)), self.manner);
        let reading = prompt::read(&self.world.lua, text);
        generation.end();
        let luau = |luau: String, guessed: bool| Input {
            text: text.to_owned(),
            luau,
            guessed,
            ..Input::default()
        };
        match reading {
            Reading::Expression
                if is_bare(text) || self.world.catalog.commands.get(text).is_some() =>
            {
                // A bare verb calls itself; a live name is itself; a command of the campaign runs ("night-watch" too,
                // though it reads as a subtraction).
                let known = raise::tables(&generation).is_ok_and(|tables| {
                    tables
                        .prompt
                        .raw_get::<mlua::Value>(text)
                        .is_ok_and(|value| !value.is_nil())
                });
                let callable = crate::script::verbs::find(text).is_some()
                    || self.world.catalog.commands.get(text).is_some();
                if !known
                    && (callable || matches!(text, "x" | "next"))
                    && let Some(call) = words::to_luau(text, &self.state, &self.world.catalog)?
                {
                    return Ok(luau(call.text, false));
                }
                Ok(luau(text.to_owned(), false))
            }
            Reading::Expression | Reading::Statements => Ok(luau(text.to_owned(), false)),
            Reading::Incomplete | Reading::Neither(_) => {
                match words::to_luau(text, &self.state, &self.world.catalog)? {
                    Some(call) => Ok(luau(call.text, call.guessed)),
                    None => {
                        let why = match reading {
                            Reading::Neither(why) => why,
                            _ => "the input isn't complete".to_owned(),
                        };
                        let fault = Diagnostic::error("syntax", strip(&why)).at(Place::line(
                            prompt::CHUNK,
                            1,
                        )
                        .source(text));
                        match verbless::read(text, &self.state, &self.world.catalog) {
                            Verbless::Name(name) => Ok(luau(name, false)),
                            Verbless::Help(help) => Err(fault.help(help)),
                        }
                    }
                }
            }
        }
    }
}

/// One identifier.
fn is_bare(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// A compiler's message without the chunk's name and line.
fn strip(message: &str) -> String {
    message
        .splitn(3, ':')
        .nth(2)
        .map_or(message, str::trim)
        .to_owned()
}

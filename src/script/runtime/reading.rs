//! From a line of text to an input: Luau as it is, words as the call they stand for.

use std::sync::Arc;

use super::{Input, Runtime};
use crate::script::diagnostic::{Diagnostic, Place};
use crate::script::prompt::{self, Reading};
use crate::script::raise;
use crate::script::verbless::{self, Verbless};
use crate::script::words::{self, Unread};
use crate::table::show;

impl Runtime {
    /// Reads an input. `chosen` are the names that were asked for so far, where several fit.
    pub(super) fn read_input(&mut self, text: &str, chosen: &[String]) -> Result<Input, Unread> {
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
                    && let Some(call) =
                        words::to_luau_with(text, &self.state, &self.world.catalog, chosen)?
                {
                    return Ok(luau(call.text, call.guessed));
                }
                let word = raise::tables(&generation).is_ok_and(|t| t.words.contains(text));
                let luaus = matches!(text, "nil" | "true" | "false")
                    || text.starts_with(|c: char| c.is_ascii_digit());
                if !known && !word && !luaus {
                    return match verbless::read(text, &self.state, &self.world.catalog, chosen)? {
                        Verbless::Name(name) => Ok(luau(name, false)),
                        Verbless::NoVerb(help) => Err(no_verb(text, &help)),
                        Verbless::Help(help) => Err(no_word(text, &help)),
                    };
                }
                Ok(luau(text.to_owned(), false))
            }
            Reading::Expression | Reading::Statements if !words::meant_as_words(text) => {
                Ok(luau(text.to_owned(), false))
            }
            Reading::Incomplete
            | Reading::Neither(_)
            | Reading::Expression
            | Reading::Statements => {
                match words::to_luau_with(text, &self.state, &self.world.catalog, chosen)? {
                    Some(call) => Ok(luau(call.text, call.guessed)),
                    None => match verbless::read(text, &self.state, &self.world.catalog, chosen)? {
                        Verbless::Name(name) => Ok(luau(name, false)),
                        Verbless::NoVerb(help) if verbless::is_words(text) => {
                            Err(no_verb(text, &help))
                        }
                        // What the compiler says of words puzzles: it speaks of Luau.
                        Verbless::Help(help) if verbless::is_words(text) => {
                            Err(no_word(text, &help))
                        }
                        Verbless::NoVerb(help) | Verbless::Help(help) => {
                            let why = match reading {
                                Reading::Neither(why) => why,
                                _ => "the input isn't complete".to_owned(),
                            };
                            let place = Place::line(prompt::CHUNK, 1).source(text);
                            let fault = Diagnostic::error("syntax", strip(&why)).at(place);
                            Err(Unread::Fault(Box::new(fault.help(help))))
                        }
                    },
                }
            }
        }
    }
}

/// Words that mean nothing here.
fn no_word(text: &str, help: &str) -> Unread {
    unknown(text, "is no verb and no name here", help)
}

/// Words that begin with a name, and say nothing of what is to happen.
fn no_verb(text: &str, help: &str) -> Unread {
    unknown(text, "is a name, and no verb comes before it", help)
}

fn unknown(text: &str, what: &str, help: &str) -> Unread {
    let first = text.split_whitespace().next().unwrap_or_default();
    let fault = Diagnostic::error("unknown_name", format!("{} {what}", show::quoted(first)));
    Unread::Fault(Box::new(fault.help(help)))
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

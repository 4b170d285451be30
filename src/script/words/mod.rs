//! Words at the prompt: the verb's record reads them by its parameter types, in order; `key=value` fills options;
//! `= …` gives the real dice or cards. The result is the Luau line.
//!
//! `verb` finds what a line begins with, `tokens` cuts the rest, `call` goes through the record, `values` reads one
//! parameter, `names` finds whom and what is meant, `options` reads `key=value`, `unread` says why
//! a line is no call yet. Nothing runs here.

mod call;
mod names;
mod options;
mod tokens;
mod unread;
mod usage;
mod values;
mod verb;

pub use self::options::meant_as_words;
use self::tokens::{Token, titled, tokens};
use self::unread::{Read, fail};
pub use self::unread::{Several, Unread};
pub use self::usage::{from_example, usage};
use self::verb::{Verb, verb};
use super::record::{Param, Record, Ty};
use super::verbs;
use crate::rules::actions::Action;
use crate::table::catalog::Catalog;
use crate::table::state::State;

/// A line of words as Luau.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Luau {
    /// The full call.
    pub text: String,
    /// Something was guessed: the call is worth showing.
    pub guessed: bool,
}

/// A text as a Luau string.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\0' => out.push_str("\\0"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A line while it is read: where the reading stands, and what was made of it so far.
struct Words<'a> {
    state: &'a State,
    catalog: &'a Catalog,
    record: &'a Record,
    tokens: Vec<Token>,
    at: usize,
    /// A name was completed from its beginning.
    guessed: bool,
    /// The action that the line began with: `charge ellis troll`.
    action: Option<Action>,
    /// Words that an optional name or number might have been, and why they are none: said if nothing else takes them.
    missed: Option<(usize, String)>,
    /// Names that were chosen where several fit, in the order in which they were asked for.
    chosen: std::slice::Iter<'a, String>,
}

impl<'a> Words<'a> {
    fn new(
        state: &'a State,
        catalog: &'a Catalog,
        record: &'a Record,
        tokens: Vec<Token>,
        chosen: std::slice::Iter<'a, String>,
    ) -> Self {
        Self {
            state,
            catalog,
            record,
            tokens,
            at: 0,
            guessed: false,
            action: None,
            missed: None,
            chosen,
        }
    }
}

/// The Luau of a line of words; nothing when it begins with no verb.
///
/// # Errors
/// What a word can't mean here, with close names; a name that several things have.
pub fn to_luau(line: &str, state: &State, catalog: &Catalog) -> Result<Option<Luau>, Unread> {
    to_luau_with(line, state, catalog, &[])
}

/// The same, when it was asked which of several things are meant: `chosen` has a name for each such place of the line,
/// in order.
///
/// # Errors
/// As [`to_luau`].
pub fn to_luau_with(
    line: &str,
    state: &State,
    catalog: &Catalog,
    chosen: &[String],
) -> Result<Option<Luau>, Unread> {
    let line = line.trim();
    let plain: Vec<&str> = line.split_whitespace().collect();
    let Some((verb, n)) = verb(&plain, catalog) else {
        return Ok(None);
    };
    let rest = plain
        .iter()
        .take(n)
        .fold(line, |rest, word| {
            rest.trim_start().strip_prefix(word).unwrap_or(rest)
        })
        .trim();
    match verb {
        Verb::Try => {
            let Some(inner) = to_luau_with(rest, state, catalog, chosen)? else {
                return fail(format!(
                    "try takes a line: try use 3 lyra; {rest:?} begins with no verb"
                ));
            };
            Ok(Some(Luau {
                text: format!("what_if(function() {} end)", inner.text),
                guessed: inner.guessed,
            }))
        }
        Verb::Command(name) => command(&name, rest, state, catalog, chosen).map(Some),
        Verb::Action(record, action) => {
            let mut words = Words {
                action: Some(action),
                ..Words::new(state, catalog, record, tokens(rest)?, chosen.iter())
            };
            Ok(Some(Luau {
                text: words.call()?,
                guessed: true,
            }))
        }
        Verb::Record(record) => {
            // Free text is taken as it stands, up to the first option.
            if let Some(Param {
                name: _,
                ty: Ty::Rest,
                optional,
            }) = record.params.first()
            {
                let plain = |text: String| {
                    Ok(Some(Luau {
                        text,
                        guessed: false,
                    }))
                };
                let (free, behind) = options::free_text(rest, record.options());
                if free.is_empty() && behind.is_empty() && *optional {
                    return plain(format!("{}()", record.name));
                }
                let quotes = free
                    .strip_prefix('"')
                    .and_then(|text| text.strip_suffix('"'))
                    .filter(|text| !text.contains('"'));
                let text = match (quotes, record.name) {
                    (Some(text), _) => text.to_owned(),
                    (None, "scene.start") => titled(free),
                    (None, _) => free.to_owned(),
                };
                if behind.is_empty() {
                    return plain(format!("{}({})", record.name, quoted(&text)));
                }
                let mut all = vec![Token { text, quoted: true }];
                all.extend(tokens(behind)?);
                let mut words = Words::new(state, catalog, record, all, chosen.iter());
                return plain(words.call()?);
            }
            let mut words = Words::new(state, catalog, record, tokens(rest)?, chosen.iter());
            let luau = words.call()?;
            Ok(Some(Luau {
                text: luau,
                guessed: words.guessed,
            }))
        }
    }
}

/// A command of a script, with its arguments by their kinds.
fn command(
    name: &str,
    rest: &str,
    state: &State,
    catalog: &Catalog,
    chosen: &[String],
) -> Read<Luau> {
    let Some(def) = catalog.commands.get(name) else {
        return fail(format!("there is no command {name}"));
    };
    let Some(record) = verbs::find("perform") else {
        return fail("commands can't be run here");
    };
    let mut words = Words::new(state, catalog, record, tokens(rest)?, chosen.iter());
    let mut args = vec![quoted(name)];
    for arg in &def.args {
        let ty = match arg.kind.as_str() {
            "adversary" => Ty::Adversary,
            "pc" => Ty::Pc,
            "foe" => Ty::Foe,
            "timer" => Ty::Timer,
            "number" => Ty::Int(-1_000_000, 1_000_000),
            _ => Ty::Text,
        };
        let param = Param {
            name: "argument",
            ty,
            optional: arg.default.is_some(),
        };
        match words.value(&param, true)? {
            Some(value) => args.push(value),
            None if arg.default.is_some() => args.push("nil".into()),
            None => return fail(format!("{name} needs {}: {}", arg.name, def.help)),
        }
    }
    words.all_used()?;
    Ok(Luau {
        text: format!("perform({})", args.join(", ")),
        guessed: words.guessed,
    })
}

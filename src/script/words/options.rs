//! `key=value`: options of a verb, and its parameters by their names.

use super::tokens::{Token, plain_value};
use super::unread::{Read, fail};
use super::{Words, quoted};
use crate::rules::values::Position;
use crate::script::args;
use crate::script::record::{Param, Ty};
use crate::script::verbs;
use crate::table::names;

/// Whether a line is words though it is Luau too: `muster "the forlorn hope" cap=2` would call muster without its
/// options, and set a variable; `gain -1` would take one from a function, `hit, lyra, 2` list three values.
#[must_use]
pub fn meant_as_words(line: &str) -> bool {
    let line = line.trim();
    let Some((verb, rest)) = line.split_once(char::is_whitespace) else {
        return false;
    };
    if line.contains('\n') {
        return false;
    }
    if let Some(verb) = verb.strip_suffix(',') {
        return verbs::find(verb).is_some();
    }
    let rest = rest.trim_start();
    let signed = rest
        .strip_prefix(['-', '+'])
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let Some(record) = verbs::find(verb) else {
        return false;
    };
    let quoted = || {
        let (_, behind) = rest.strip_prefix('"')?.split_once('"')?;
        let (key, value) = behind.split_once('=')?;
        let mut known = record.options().iter().chain(record.params);
        Some(
            behind.starts_with(char::is_whitespace)
                && !value.starts_with('=')
                && known.any(|param| param.name == key.trim_start()),
        )
    };
    signed || quoted().unwrap_or(false)
}

/// Free text, and the options behind it: "the span position=controlled". What is no option of the verb is text.
pub(super) fn free_text<'l>(rest: &'l str, known: &[Param]) -> (&'l str, &'l str) {
    let mut at = 0;
    for word in rest.split_inclusive(char::is_whitespace) {
        let option = word
            .split_once('=')
            .is_some_and(|(key, _)| known.iter().any(|param| param.name == key));
        if option {
            return (rest[..at].trim_end(), &rest[at..]);
        }
        at += word.len();
    }
    (rest, "")
}

impl Words<'_> {
    /// `key=value`, if it is one.
    pub(super) fn option<'t>(&self, text: &'t str) -> Option<(&'t str, &'t str)> {
        let (key, value) = text.split_once('=')?;
        (!key.is_empty()
            && !value.is_empty()
            && key.chars().all(|c| c.is_alphanumeric() || c == '_'))
        .then_some((key, value))
    }

    /// A `key=value` by the type of its option.
    pub(super) fn option_value(&mut self, option: &Param, value: &str) -> Read<String> {
        let parts = value
            .replace('_', " ")
            .split_whitespace()
            .map(|word| Token {
                text: word.to_owned(),
                quoted: false,
            })
            .collect();
        let mut words = Words::new(
            self.state,
            self.catalog,
            self.record,
            parts,
            self.chosen.clone(),
        );
        // A name that doesn't fit is an error here, with close ones.
        let wanted = Param {
            optional: false,
            ..*option
        };
        match option.ty {
            Ty::Text | Ty::Rest | Ty::Cards | Ty::Faces | Ty::WordsOf(_) | Ty::Legs => {
                Ok(quoted(value))
            }
            Ty::Any | Ty::Item | Ty::List | Ty::Data | Ty::Do | Ty::Fx | Ty::Function => {
                Ok(plain_value(value))
            }
            _ => match words.value(&wanted, true)? {
                Some(value) if words.at == words.tokens.len() => {
                    self.guessed |= words.guessed;
                    self.chosen = words.chosen;
                    Ok(value)
                }
                _ => fail(format!(
                    "{} is {}, not {value:?}",
                    option.name,
                    args::wants(option.ty)
                )),
            },
        }
    }

    /// Puts one `key=value` where it belongs: among the options, or in the place of a parameter.
    pub(super) fn by_name(
        &mut self,
        key: &str,
        value: &str,
        args: &mut Vec<String>,
        fields: &mut Vec<(String, String)>,
    ) -> Read<()> {
        let record = self.record;
        let mut options = record.options().iter();
        if let Some(option) = options.find(|option| names::same(option.name, key)) {
            if fields.iter().any(|(name, _)| name == option.name) {
                return fail(format!("{} is given twice", option.name));
            }
            fields.push((option.name.to_owned(), self.option_value(option, value)?));
            return Ok(());
        }
        let mut params = record.params.iter().enumerate();
        if let Some((n, param)) = params.find(|(_, param)| names::same(param.name, key)) {
            let value = self.option_value(param, value)?;
            if args.len() <= n {
                args.resize(n + 1, "nil".into());
            }
            if args[n] != "nil" {
                return fail(format!("{} is given twice: {}", param.name, args[n]));
            }
            args[n] = value;
            return Ok(());
        }
        let known: Vec<&str> = record
            .options()
            .iter()
            .chain(record.params)
            .filter(|param| !matches!(param.ty, Ty::Options(_)))
            .map(|param| param.name)
            .collect();
        fail(names::unknown(
            &format!("option of {}", record.name),
            key,
            &known,
        ))
    }

    /// A word that is the name of an option, or a Position: how it is written.
    pub(super) fn by_its_name(&self, word: &str, value: Option<&str>) -> Option<String> {
        let known = || self.record.options().iter().chain(self.record.params);
        let option = known()
            .find(|option| names::same(option.name, word) && !matches!(option.ty, Ty::Options(_)));
        if let Some(option) = option {
            let value = value.unwrap_or("…");
            return Some(format!(
                "{word} is given by its name: {}={value}",
                option.name
            ));
        }
        let takes = known().any(|option| option.name == "position");
        let position = Position::parse(word).filter(|_| takes)?;
        Some(format!(
            "the Position is given by its name: position={}",
            position.word()
        ))
    }

    /// The names that may stand behind `key=`.
    pub(super) fn names_for(&self, key: &str) -> Vec<String> {
        let option = self
            .record
            .options()
            .iter()
            .chain(self.record.params)
            .find(|option| names::same(option.name, key));
        match option.map(|option| option.ty) {
            Some(ty @ (Ty::Who | Ty::Pc | Ty::Foe | Ty::Timer | Ty::Thing)) => self.candidates(ty),
            _ => Vec::new(),
        }
    }
}

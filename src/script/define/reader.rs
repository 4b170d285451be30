//! Reads the body of a definition: known keys only, whole numbers, closed words; parts in their order.

use std::sync::Arc;

use mlua::{Function, Table, Value};

use super::super::args::{LONGEST_TEXT, LONGEST_WORD, dv, shown, text, whole};
use super::super::stop::{Fail, bad};
use super::super::verbs::Call;
use super::{Part, fx};
use crate::rules::names::UnknownName;
use crate::script::diagnostic::Diagnostic;
use crate::script::generation::lock;
use crate::script::raise;
use crate::table::catalog::{Do, FnId, Place};
use crate::table::names;

/// A part, taken out of a body.
pub struct Taken {
    /// Its number in this load.
    pub number: u64,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// What it says.
    pub body: Value,
}

/// A body being read.
pub struct Reader<'a> {
    /// The call.
    pub call: &'a Call<'a>,
    table: &'a Table,
    what: String,
    known: Vec<&'static str>,
}

impl<'a> Reader<'a> {
    /// Begins to read; `what` is said in errors.
    #[must_use]
    pub fn new(call: &'a Call<'a>, table: &'a Table, what: impl Into<String>) -> Self {
        Self {
            call,
            table,
            what: what.into(),
            known: Vec::new(),
        }
    }

    /// The value of a key; the key counts as known.
    ///
    /// # Errors
    /// Out of memory.
    pub fn value(&mut self, key: &'static str) -> Result<Option<Value>, Fail> {
        self.known.push(key);
        let value: Value = self.table.raw_get(key)?;
        Ok(Some(value).filter(|value| !value.is_nil()))
    }

    /// The failure of a key's value: what is wanted, and what it is.
    #[must_use]
    pub fn wrong(&self, key: &str, wants: &str, value: &Value) -> Fail {
        at_key(
            "field",
            key,
            format!("{}: {key} is {wants}, not {}", self.what, shown(value)),
        )
    }

    /// A whole number in a range.
    ///
    /// # Errors
    /// Anything else, with the range.
    pub fn int(&mut self, key: &'static str, low: i64, high: i64) -> Result<Option<i64>, Fail> {
        let Some(value) = self.value(key)? else {
            return Ok(None);
        };
        match whole(&value).filter(|n| (low..=high).contains(n)) {
            Some(n) => Ok(Some(n)),
            None => Err(self.wrong(key, &format!("a whole number from {low} to {high}"), &value)),
        }
    }

    /// A DV, 2–5; "5+" reads 5.
    ///
    /// # Errors
    /// Anything else.
    pub fn dv(&mut self, key: &'static str) -> Result<Option<u8>, Fail> {
        let Some(value) = self.value(key)? else {
            return Ok(None);
        };
        match dv(&value).and_then(|n| u8::try_from(n).ok()) {
            Some(n) => Ok(Some(n)),
            None => Err(self.wrong(key, "a DV from 2 to 5", &value)),
        }
    }

    /// A count in a range.
    ///
    /// # Errors
    /// As [`Reader::int`].
    pub fn count(&mut self, key: &'static str, low: i64, high: i64) -> Result<Option<u32>, Fail> {
        Ok(self
            .int(key, low, high)?
            .and_then(|n| u32::try_from(n).ok()))
    }

    /// Text.
    ///
    /// # Errors
    /// Anything else.
    pub fn text(&mut self, key: &'static str) -> Result<Option<String>, Fail> {
        let Some(value) = self.value(key)? else {
            return Ok(None);
        };
        self.words(key, "text", &value).map(Some)
    }

    /// A text of a fit length: what is defined is kept.
    fn words(&self, key: &str, wants: &str, value: &Value) -> Result<String, Fail> {
        let words = text(value).ok_or_else(|| self.wrong(key, wants, value))?;
        if words.len() > LONGEST_TEXT {
            return Err(bad(
                "limit",
                format!(
                    "{}: {key} is {} KB of text at most",
                    self.what,
                    LONGEST_TEXT >> 10
                ),
            ));
        }
        self.call.generation.charge(1 + (words.len() >> 4) as u64)?;
        Ok(words)
    }

    /// true or false.
    ///
    /// # Errors
    /// Anything else.
    pub fn flag(&mut self, key: &'static str) -> Result<Option<bool>, Fail> {
        match self.value(key)? {
            None => Ok(None),
            Some(Value::Boolean(flag)) => Ok(Some(flag)),
            Some(value) => Err(self.wrong(key, "true or false", &value)),
        }
    }

    /// A word of a closed list.
    ///
    /// # Errors
    /// Another word, with close ones.
    pub fn word<T>(
        &mut self,
        key: &'static str,
        lookup: impl Fn(&str) -> Result<T, UnknownName>,
    ) -> Result<Option<T>, Fail> {
        let Some(value) = self.value(key)? else {
            return Ok(None);
        };
        let Some(word) = text(&value) else {
            return Err(self.wrong(key, "a word", &value));
        };
        lookup(&word)
            .map(Some)
            .map_err(|e| at_key("unknown_word", key, format!("{}: {key}: {e}", self.what)))
    }

    /// A list of texts.
    ///
    /// # Errors
    /// Anything else.
    pub fn texts(&mut self, key: &'static str) -> Result<Vec<String>, Fail> {
        match self.value(key)? {
            None => Ok(Vec::new()),
            Some(Value::Table(list)) => list
                .sequence_values::<Value>()
                .map(|value| self.words(key, "a list of texts", &value?))
                .collect(),
            Some(value) => Err(self.wrong(key, "a list of texts", &value)),
        }
    }

    /// A table of numbers by name, in the order of names.
    ///
    /// # Errors
    /// Anything else.
    pub fn numbers(
        &mut self,
        key: &'static str,
        low: i64,
        high: i64,
    ) -> Result<Vec<(String, i64)>, Fail> {
        let Some(value) = self.value(key)? else {
            return Ok(Vec::new());
        };
        let Value::Table(table) = &value else {
            return Err(self.wrong(key, "a table of names and numbers", &value));
        };
        let mut numbers = Vec::new();
        for pair in table.pairs::<Value, Value>() {
            let (name, value) = pair?;
            self.call.generation.charge(16)?;
            let (Some(name), Some(n)) = (
                text(&name).filter(|name| name.len() <= LONGEST_WORD),
                whole(&value).filter(|n| (low..=high).contains(n)),
            ) else {
                return Err(bad(
                    "field",
                    format!(
                        "{}: {key} holds names with whole numbers from {low} to {high}, not {} = {}",
                        self.what,
                        shown(&name),
                        shown(&value)
                    ),
                ));
            };
            numbers.push((name, n));
        }
        numbers.sort();
        Ok(numbers)
    }

    /// A function, kept under a number.
    ///
    /// # Errors
    /// Anything else.
    pub fn function(&mut self, key: &'static str) -> Result<Option<FnId>, Fail> {
        match self.value(key)? {
            None => Ok(None),
            Some(Value::Function(function)) => Ok(Some(keep(self.call, function))),
            Some(value) => Err(self.wrong(key, "a function", &value)),
        }
    }

    /// What happens: effects table or function.
    ///
    /// # Errors
    /// Anything else; unknown keys of an effects table.
    pub fn what(&mut self, key: &'static str) -> Result<Do, Fail> {
        match self.value(key)? {
            None => Ok(Do::default()),
            Some(value) => fx::read_do(self.call, &format!("{key} of {}", self.what), &value),
        }
    }

    /// The parts, in order, of the words that may stand here.
    ///
    /// # Errors
    /// A value that is no part, a part that belongs elsewhere.
    pub fn parts(&self, allowed: &[&'static str]) -> Result<Vec<(&'static str, Taken)>, Fail> {
        let mut parts = Vec::new();
        for value in self.table.sequence_values::<Value>() {
            let value = value?;
            self.call.generation.charge(16)?;
            let part = match &value {
                Value::UserData(data) => data.borrow::<Part>().ok(),
                _ => None,
            };
            let Some(part) = part else {
                let list = if allowed.is_empty() {
                    "nothing".to_owned()
                } else {
                    allowed.join(", ")
                };
                return Err(bad(
                    "field",
                    format!(
                        "{}: {} stands here without a name; allowed are {list}",
                        self.what,
                        shown(&value)
                    ),
                ));
            };
            if !allowed.contains(&part.word) {
                return Err(bad(
                    "field",
                    format!(
                        "{}: {} {:?} doesn't belong here; allowed are {}",
                        self.what,
                        part.word,
                        part.name,
                        allowed.join(", ")
                    ),
                ));
            }
            if let Some(loading) = lock(&self.call.generation.loading).as_mut() {
                loading.loose.retain(|(number, ..)| *number != part.number);
            }
            parts.push((
                part.word,
                Taken {
                    number: part.number,
                    name: part.name.clone(),
                    place: part.place.clone(),
                    body: part.body.clone(),
                },
            ));
        }
        Ok(parts)
    }

    /// Ends the reading: keys that nobody asked for are errors, with close names.
    ///
    /// # Errors
    /// Every unknown key.
    pub fn finish(self) -> Result<(), Fail> {
        let mut unknown: Vec<String> = Vec::new();
        for pair in self.table.pairs::<Value, Value>() {
            let (key, _) = pair?;
            if whole(&key).is_some() {
                continue;
            }
            let key = text(&key).unwrap_or_else(|| shown(&key));
            if !self.known.contains(&key.as_str()) {
                unknown.push(key);
            }
        }
        // Tables have no order.
        unknown.sort();
        let Some(first) = unknown.first() else {
            return Ok(());
        };
        let whys: Vec<String> = unknown.iter().map(|key| self.unknown(key)).collect();
        Err(at_key("unknown_key", first, whys.join("; ")))
    }

    fn unknown(&self, key: &str) -> String {
        let what = format!("key of {}", self.what);
        // What people call it elsewhere; nothing in its letters leads to our word.
        let ours = OTHER_KEYS
            .iter()
            .find(|(theirs, ours)| names::same(theirs, key) && self.known.contains(ours));
        match ours {
            Some((_, ours)) => format!("unknown {what} {key:?}: it is {ours:?} here"),
            None => names::unknown(&what, key, &self.known),
        }
    }
}

/// Words that other games and programs have for our keys.
const OTHER_KEYS: [(&str, &str); 20] = [
    ("condition", "apply"),
    ("conditions", "apply"),
    ("status", "apply"),
    ("effect", "apply"),
    ("harm", "hit"),
    ("harm", "deals"),
    ("damage", "hit"),
    ("damage", "deals"),
    ("price", "cost"),
    ("sb", "cost"),
    ("sb", "gain"),
    ("boon", "earn"),
    ("boons", "earn"),
    ("level", "tl"),
    ("threat", "tl"),
    ("threat_level", "tl"),
    ("description", "text"),
    ("desc", "text"),
    ("segments", "size"),
    ("once", "per"),
];

/// A failure that points at a key of the body: the note carries it until the source line is found.
fn at_key(code: &'static str, key: &str, message: String) -> Fail {
    Fail::Bad(Box::new(Diagnostic::error(code, message).note(key)))
}

/// Keeps a function under a number, with the place it was written at.
#[must_use]
pub fn keep(call: &Call<'_>, function: Function) -> FnId {
    let info = function.info();
    let file: Arc<str> = raise::file_of(info.source.as_deref().unwrap_or("")).into();
    let line = info
        .line_defined
        .and_then(|line| u32::try_from(line).ok())
        .unwrap_or(0);
    call.generation
        .register(function, Arc::clone(&file), Place { file, line })
}

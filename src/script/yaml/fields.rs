//! Types for the fields of a file. What they refuse, they refuse with a place.

use std::marker::PhantomData;
use std::sync::Arc;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};

use crate::script::diagnostic::Place;
use crate::table::{names, show};

/// A whole number from `LOW` to `HIGH`. A text, 2.5, not-a-number and anything outside are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Whole<T, const LOW: i64, const HIGH: i64>(pub T);

impl<'de, T: TryFrom<i64>, const LOW: i64, const HIGH: i64> Deserialize<'de>
    for Whole<T, LOW, HIGH>
{
    fn deserialize<D: Deserializer<'de>>(yaml: D) -> Result<Self, D::Error> {
        // "Any" tells a number from a text that looks like one.
        yaml.deserialize_any(WholeVisitor(PhantomData))
    }
}

struct WholeVisitor<T, const LOW: i64, const HIGH: i64>(PhantomData<T>);

impl<T: TryFrom<i64>, const LOW: i64, const HIGH: i64> WholeVisitor<T, LOW, HIGH> {
    fn refuse<N, E: de::Error>(found: impl std::fmt::Display) -> Result<N, E> {
        Err(E::custom(format!(
            "{found} is not a whole number from {LOW} to {HIGH}"
        )))
    }
}

impl<T: TryFrom<i64>, const LOW: i64, const HIGH: i64> Visitor<'_> for WholeVisitor<T, LOW, HIGH> {
    type Value = Whole<T, LOW, HIGH>;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "a whole number from {LOW} to {HIGH}")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Self::Value, E> {
        let inside = (LOW..=HIGH).contains(&number).then_some(number);
        match inside.and_then(|number| T::try_from(number).ok()) {
            Some(number) => Ok(Whole(number)),
            None => Self::refuse(number),
        }
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Self::Value, E> {
        i64::try_from(number).map_or_else(|_| Self::refuse(number), |number| self.visit_i64(number))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Self::Value, E> {
        // 3.0 is as whole here as it is in Luau. The cast is exact: LOW and HIGH bound it.
        #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
        if number.fract() == 0.0 && (LOW as f64..=HIGH as f64).contains(&number) {
            return self.visit_i64(number as i64);
        }
        Self::refuse(number)
    }

    fn visit_bool<E: de::Error>(self, word: bool) -> Result<Self::Value, E> {
        Self::refuse(word)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Self::refuse(format_args!("the text {}", show::quoted(text)))
    }
}

/// A single value (no map, no list) and where it stands, for checks that need more than the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    line: u32,
    column: u32,
    length: u32,
}

impl<T> Placed<T> {
    /// Its place in the file it was read from.
    pub fn place(&self, path: &str, text: &Arc<str>) -> Place {
        let place = Place::line(path, self.line)
            .column(self.column)
            .source(text.clone());
        Place {
            length: Some(self.length).filter(|length| *length > 0),
            ..place
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Placed<T> {
    fn deserialize<D: Deserializer<'de>>(yaml: D) -> Result<Self, D::Error> {
        let serde_yaml::Spanned {
            value, referenced, ..
        } = Deserialize::deserialize(yaml)?;
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(Placed {
            value,
            line: small(referenced.line()),
            column: small(referenced.column()),
            length: small(referenced.span().len()),
        })
    }
}

/// A map in the order of the file, with places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entries<T>(pub Vec<(String, Placed<T>)>);

impl<T> Entries<T> {
    /// The place of an entry's key: left of its value, where the file is written as usual.
    pub fn key_place(entry: &(String, Placed<T>), path: &str, text: &Arc<str>) -> Place {
        let (key, value) = entry;
        let place = value.place(path, text);
        let length = key.chars().count();
        let before: Option<String> = place
            .source_line()
            .map(|line| line.chars().take(value.column as usize).collect());
        match before.and_then(|before| Some(before[..before.rfind(key.as_str())?].chars().count()))
        {
            Some(at) => Place {
                column: u32::try_from(at + 1).ok(),
                length: u32::try_from(length).ok(),
                ..place
            },
            None => place,
        }
    }
}

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Entries(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(yaml: D) -> Result<Self, D::Error> {
        yaml.deserialize_map(EntriesVisitor(PhantomData))
    }
}

struct EntriesVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for EntriesVisitor<T> {
    type Value = Entries<T>;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}

/// A name or a line of words: something must stand there, 120 letters at most. A number or `No` is
/// taken as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(pub String);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(yaml: D) -> Result<Self, D::Error> {
        let name = String::deserialize(yaml)?;
        names::written(&name)
            .map(|name| Name(name.to_owned()))
            .map_err(de::Error::custom)
    }
}

/// A closed list of words, each meaning one value.
pub trait Closed: Copy + 'static {
    /// The word for one of them, as in `unknown armor "mythic"`.
    const KIND: &'static str;
    /// The words and their values.
    const WORDS: &'static [(&'static str, Self)];
}

/// A word from a closed list, in any letter case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<T>(pub T);

impl<'de, T: Closed> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(yaml: D) -> Result<Self, D::Error> {
        let word = String::deserialize(yaml)?;
        match names::find_by(&word, T::WORDS, |(word, _)| word) {
            names::Found::One((_, value)) => Ok(Word(*value)),
            _ => {
                let words = T::WORDS.iter().map(|(word, _)| word);
                Err(de::Error::custom(names::unknown(T::KIND, &word, words)))
            }
        }
    }
}

/// A short form, which is one text or number, or a long form, which is a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Short<S, L> {
    /// The short form.
    Short(S),
    /// The long form.
    Long(L),
}

impl<'de, S: Deserialize<'de>, L: Deserialize<'de>> Deserialize<'de> for Short<S, L> {
    fn deserialize<D: Deserializer<'de>>(yaml: D) -> Result<Self, D::Error> {
        yaml.deserialize_any(ShortVisitor(PhantomData))
    }
}

struct ShortVisitor<S, L>(PhantomData<(S, L)>);

impl<'de, S: Deserialize<'de>, L: Deserialize<'de>> Visitor<'de> for ShortVisitor<S, L> {
    type Value = Short<S, L>;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("a text or a map")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        S::deserialize(de::value::StrDeserializer::new(text)).map(Short::Short)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        L::deserialize(de::value::MapAccessDeserializer::new(map)).map(Short::Long)
    }
}

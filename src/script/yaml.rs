//! YAML files: read into types, with errors that say where and what is allowed.
//!
//! The only module that knows the YAML crate. The files follow the strict reading of YAML: `no` and
//! `on` are words, `017` and `1_000` are texts, a key stands once in its map, tags that ask for a
//! type are refused.
//!
//! Types for fields: [`Whole`] for numbers (a quoted "3" is a text, K4), [`Placed`] and [`Entries`] for what
//! is checked later and wants its place then.

use std::marker::PhantomData;
use std::sync::Arc;

use serde::de::{self, Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_path_to_error::{Path, Segment};

use super::diagnostic::{Diagnostic, Place};
use crate::table::{names, show};

/// The largest YAML file, in bytes.
pub const LARGEST: usize = 1 << 20;

/// Reads one YAML document. An empty one is read as an empty map.
///
/// `path` is the file as people know it. The error has file, line, column and the text itself, and
/// names the field.
pub fn read<T: DeserializeOwned>(path: &str, text: &Arc<str>) -> Result<T, Diagnostic> {
    if text.len() > LARGEST {
        let message = format!("the file has {} bytes; {LARGEST} are the most", text.len());
        return Err(Diagnostic::error("yaml.size", message).at(Place::file(path)));
    }
    let mut field = None;
    let text_read = if is_blank(text) { "{}" } else { text };
    let read = serde_yaml::with_deserializer_from_str_with_options(text_read, options(), |yaml| {
        serde_path_to_error::deserialize(yaml).map_err(|error| {
            field = Some(path_of(error.path()));
            error.into_inner()
        })
    });
    read.map_err(|error| {
        told(
            error.without_snippet(),
            &field.unwrap_or_default(),
            path,
            text,
        )
    })
}

/// Whether the file says nothing: no line but comments and a document's beginning.
fn is_blank(text: &str) -> bool {
    text.lines()
        .map(str::trim)
        .all(|line| line.is_empty() || line.starts_with('#') || line == "---")
}

fn options() -> serde_yaml::Options {
    serde_yaml::options! {
        strict_booleans: true,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        reject_unsupported_tags: true,
    }
}

/// A field as people count: `talents[2]` is the second.
fn path_of(path: &Path) -> String {
    let mut shown = String::new();
    for part in path.iter() {
        match part {
            Segment::Seq { index } => shown += &format!("[{}]", index + 1),
            Segment::Map { key: name } | Segment::Enum { variant: name } => {
                if !shown.is_empty() {
                    shown.push('.');
                }
                shown += name;
            }
            Segment::Unknown => {}
        }
    }
    // What `Placed` adds to the way.
    match shown.strip_suffix(".value") {
        Some(field) => field.to_owned(),
        None => shown,
    }
}

/// The crate's error in our words.
fn told(error: &serde_yaml::Error, field: &str, path: &str, text: &Arc<str>) -> Diagnostic {
    use serde_yaml::Error as E;
    let of_field = |what: String| {
        if field.is_empty() {
            what
        } else {
            format!("{field}: {what}")
        }
    };
    let mut place = Place::file(path).source(text.clone());
    if let Some(at) = error.location() {
        place.line = u32::try_from(at.line()).ok();
        place.column = u32::try_from(at.column()).ok();
        place.length = u32::try_from(at.span().len())
            .ok()
            .filter(|length| *length > 0);
    }
    if matches!(
        error,
        E::SerdeInvalidType { .. } | E::SerdeInvalidValue { .. }
    ) {
        place = value_of(place);
    }
    let (code, message) = match error {
        E::SerdeUnknownField {
            field, expected, ..
        } => (
            "yaml.unknown-field",
            names::unknown("field", field, expected),
        ),
        E::SerdeUnknownVariant {
            variant, expected, ..
        } => (
            "yaml.unknown-word",
            of_field(names::unknown("word", variant, expected)),
        ),
        E::SerdeMissingField { field: missing, .. } => (
            "yaml.missing-field",
            of_field(format!("the field \"{missing}\" is missing")),
        ),
        E::DuplicateMappingKey { key, .. } => {
            let key = key.as_deref().unwrap_or("the key");
            (
                "yaml.twice",
                format!("{} stands twice in one map", show::quoted(key)),
            )
        }
        E::SerdeInvalidType {
            unexpected,
            expected,
            ..
        }
        | E::SerdeInvalidValue {
            unexpected,
            expected,
            ..
        } => (
            "yaml.value",
            of_field(format!(
                "expected {}, found {}",
                plain(expected),
                plain(unexpected)
            )),
        ),
        E::Unexpected { expected, .. } => (
            "yaml.value",
            of_field(format!("expected {}", plain(expected))),
        ),
        E::InvalidScalar { .. } | E::InvalidBooleanStrict { .. } => {
            ("yaml.value", of_field(user_text(error)))
        }
        E::NonFiniteFloat { value, .. } => (
            "yaml.value",
            of_field(format!(
                "{} is no number to reckon with",
                show::quoted(value)
            )),
        ),
        E::NullIntoString { .. } => (
            "yaml.value",
            of_field("nothing stands here; write a text".into()),
        ),
        E::Message { msg, .. } => ("yaml.value", of_field(msg.clone())),
        E::MultipleDocuments { .. } => (
            "yaml.syntax",
            "a second document begins here; one is allowed".into(),
        ),
        _ => ("yaml.syntax", user_text(error)),
    };
    let mut fault = Diagnostic::error(code, message);
    if let E::SerdeUnknownField { expected, .. } = error {
        fault = fault.help(format!("the fields here are {}", expected.join(", ")));
    }
    if let Some(tab) = tab(code, &place) {
        fault.message = "a tab stands before the line's text".to_owned();
        return fault.at(tab).help("YAML is indented with spaces");
    }
    match earlier(error, &place) {
        Some(first) => fault.label(first, "the first one"),
        None => fault,
    }
    .at(place)
}

/// The tab that made the parser give up, which it tells of a line or so before.
fn tab(code: &str, place: &Place) -> Option<Place> {
    let first = usize::try_from(place.line?.checked_sub(1)?)
        .ok()
        .filter(|_| code == "yaml.syntax")?;
    let mut lines = place
        .source
        .as_deref()?
        .lines()
        .enumerate()
        .skip(first)
        .take(2);
    lines.find_map(|(index, line)| {
        let column = line
            .chars()
            .take_while(|c| c.is_whitespace())
            .position(|c| c == '\t')?;
        Some(Place {
            line: u32::try_from(index + 1).ok(),
            column: u32::try_from(column + 1).ok(),
            length: None,
            ..place.clone()
        })
    })
}

/// Where the crate knows only the key of a wrong value: the value, if it begins on the key's line.
fn value_of(key: Place) -> Place {
    let after = || {
        let (column, length) = (key.column?, key.length?);
        let before = usize::try_from(column.checked_sub(1)? + length).ok()?;
        let rest: String = key.source_line()?.chars().skip(before).collect();
        let value = rest.strip_prefix(':')?;
        let space = value.chars().take_while(|c| *c == ' ').count();
        let begins = value.chars().nth(space).is_some_and(|c| c != '#');
        let column = u32::try_from(before + 1 + space + 1).ok()?;
        begins.then_some(column)
    };
    match after() {
        Some(column) => Place {
            column: Some(column),
            length: None,
            ..key
        },
        None => key,
    }
}

/// The crate's own words, for people rather than for developers.
fn user_text(error: &serde_yaml::Error) -> String {
    serde_yaml::MessageFormatter::format_message(&serde_yaml::UserMessageFormatter, error)
        .into_owned()
}

/// What serde and the crate call things, in the words of these files.
fn plain(what: &str) -> String {
    let words = [
        ("mapping start", "a map of `key: value` lines"),
        ("sequence start", "a list"),
        ("string scalar", "a text"),
        ("a string", "a text"),
        ("a borrowed string", "a text"),
        ("a sequence", "a list"),
        ("a map", "a map of `key: value` lines"),
        ("sequence", "a list"),
        ("map", "a map"),
        ("unit value", "nothing"),
        ("Option value", "nothing"),
    ];
    if let Some((_, ours)) = words.iter().find(|(theirs, _)| *theirs == what) {
        return (*ours).to_owned();
    }
    if what.starts_with("struct ") {
        return "a map of `key: value` lines".to_owned();
    }
    let kinds = ["string ", "integer ", "floating point ", "boolean "];
    let bare = kinds
        .iter()
        .find_map(|kind| what.strip_prefix(kind))
        .unwrap_or(what);
    bare.trim_matches('`').to_owned()
}

/// Where a key that stands twice stood first: a line above that begins the same way.
fn earlier(error: &serde_yaml::Error, second: &Place) -> Option<Place> {
    if !matches!(error, serde_yaml::Error::DuplicateMappingKey { .. }) {
        return None;
    }
    let begins = |line: &str| {
        line.split_once(':')
            .map(|(key, _)| key.trim_end().to_owned())
    };
    let key = begins(second.source_line()?)?;
    let above = usize::try_from(second.line?).ok()?.checked_sub(1)?;
    let lines: Vec<&str> = second.source.as_deref()?.lines().take(above).collect();
    let first = lines
        .iter()
        .rposition(|line| begins(line).as_deref() == Some(&key))?;
    Some(Place {
        line: u32::try_from(first + 1).ok(),
        ..second.clone()
    })
}

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
        let name = name.trim();
        match name.chars().count() {
            0 => Err(de::Error::custom("the text is empty")),
            1..=names::LONGEST => Ok(Name(name.to_owned())),
            long => Err(de::Error::custom(format!(
                "the text has {long} letters; {} are the most",
                names::LONGEST
            ))),
        }
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

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct File {
        #[serde(default)]
        title: Option<String>,
        #[serde(default)]
        size: Option<Whole<u8, 1, 5>>,
        #[serde(default)]
        skills: Entries<Whole<u8, 0, 5>>,
        #[serde(default)]
        list: Vec<Item>,
    }

    #[derive(Debug, serde::Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Item {
        name: String,
        #[serde(default)]
        weight: Option<Weight>,
    }

    #[derive(Debug, serde::Deserialize, PartialEq)]
    #[serde(rename_all = "lowercase")]
    enum Weight {
        Light,
        Heavy,
    }

    fn read(text: &str) -> Result<File, Diagnostic> {
        super::read("party/a.yaml", &Arc::from(text))
    }

    #[test]
    fn an_empty_file_leaves_all_out() {
        for text in ["", "\n\n", "# only words\n", "---\n"] {
            assert_eq!(read(text).unwrap().title, None, "{text:?}");
        }
        let missing = super::read::<Item>("x.yaml", &Arc::from("# nothing\n")).unwrap_err();
        assert_eq!(missing.message, "the field \"name\" is missing");
    }

    #[test]
    fn words_stay_words_and_numbers_numbers() {
        for (text, title) in [
            ("no", "no"),
            ("on", "on"),
            ("012", "012"),
            ("1_000", "1_000"),
            ("5", "5"),
            ("I", "I"),
        ] {
            assert_eq!(
                read(&format!("title: {text}")).unwrap().title.as_deref(),
                Some(title)
            );
        }
        assert_eq!(read("size: 3").unwrap().size, Some(Whole(3)));
        assert_eq!(read("size: 3.0").unwrap().size, Some(Whole(3)));
        assert_eq!(read("size:").unwrap().size, None);
        assert_eq!(read("size: ~").unwrap().size, None);
    }

    #[test]
    fn only_whole_numbers_in_range_are_numbers() {
        for (text, found) in [
            ("\"3\"", "the text \"3\""),
            ("'3'", "the text \"3\""),
            ("2.5", "2.5"),
            ("0", "0"),
            ("-1", "-1"),
            ("6", "6"),
            ("99999999999999999999", "100000000000000000000"),
            ("1e3", "1000"),
            ("true", "true"),
            ("three", "the text \"three\""),
            ("017", "the text \"017\""),
            ("1_0", "the text \"1_0\""),
        ] {
            let fault = read(&format!("title: x\nsize: {text}\n")).unwrap_err();
            assert_eq!(
                fault.message,
                format!("size: {found} is not a whole number from 1 to 5"),
                "{text}"
            );
            assert_eq!(
                fault.place.as_ref().unwrap().to_string(),
                "party/a.yaml:2:7",
                "{text}"
            );
        }
        for text in [".nan", ".inf", "-.inf", "1e999", "[1]", "{a: 1}"] {
            let fault = read(&format!("size: {text}\n")).unwrap_err();
            assert!(fault.message.starts_with("size: "), "{text}: {fault}");
            assert_eq!(fault.place.as_ref().unwrap().line, Some(1), "{text}");
        }
    }

    #[test]
    fn every_fault_has_its_place_and_says_what_is_allowed() {
        let cases = [
            (
                "titel: x",
                "party/a.yaml:1:1: unknown field \"titel\": did you mean \"title\"?",
            ),
            (
                "list:\n  - nam: x",
                "party/a.yaml:2:5: unknown field \"nam\": did you mean \"name\"?",
            ),
            (
                "list:\n  - weight: light",
                "party/a.yaml:2:5: list[1]: the field \"name\" is missing",
            ),
            (
                "list:\n  - {name: a}\n  - {name: x, weight: ligt}",
                "party/a.yaml:3:23: list[2].weight: unknown word \"ligt\": did you mean \"light\"?",
            ),
            (
                "skills:\n  melee: 2\n  lore: 6",
                "party/a.yaml:3:9: skills.lore: 6 is not a whole number from 0 to 5",
            ),
            (
                "title: a\ntitle: b",
                "party/a.yaml:2:1: \"title\" stands twice in one map",
            ),
            (
                "skills:\n  lore: 1\n  lore: 1",
                "party/a.yaml:3:3: \"lore\" stands twice in one map",
            ),
            ("title: [x]", "party/a.yaml:1:8: title: expected a text"),
            ("list: 3", "party/a.yaml:1:7: list: expected a list"),
            (
                "- 1",
                "party/a.yaml:1:1: expected a map of `key: value` lines",
            ),
            ("title: \"x\nsize: 2\n", "party/a.yaml:1:8: unclosed quote"),
            (
                "title: a\n---\ntitle: b",
                "party/a.yaml:3:1: a second document begins here; one is allowed",
            ),
        ];
        for (text, line) in cases {
            assert_eq!(read(text).unwrap_err().to_line(), line, "{text:?}");
        }
        let twice = read("title: a\nsize: 1\ntitle: b").unwrap_err();
        assert_eq!(twice.labels[0].place.line, Some(1));
    }

    #[test]
    fn hostile_files_end_soon() {
        let laughs = "a: &a [x, x, x, x, x, x, x, x, x]\n".to_owned()
            + &('b'..='j')
                .map(|c| {
                    let before = char::from(c as u8 - 1);
                    format!("{c}: &{c} [{}]\n", vec![format!("*{before}"); 9].join(", "))
                })
                .collect::<String>();
        for text in [
            "[".repeat(100_000),
            laughs,
            "title: !!python/object:os.system x".into(),
            "title: *none".into(),
        ] {
            assert!(read(&text).is_err(), "{:.40}", text);
        }
        assert_eq!(
            read(&"# x\n".repeat(300_000)).unwrap_err().code,
            "yaml.size"
        );
    }

    #[test]
    fn keys_know_their_place() {
        let file = read("skills:\n  melee: 2\n  \"odd one\": 1\n").unwrap();
        let shown: Arc<str> = Arc::from("skills:\n  melee: 2\n  \"odd one\": 1\n");
        let places: Vec<String> = (file.skills.0.iter())
            .map(|entry| Entries::key_place(entry, "f", &shown).to_string())
            .collect();
        assert_eq!(places, ["f:2:3", "f:3:4"]);
        assert_eq!(file.skills.0[1].0, "odd one");
    }
}

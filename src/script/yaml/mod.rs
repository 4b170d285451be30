//! YAML files: read into types, with errors that say where and what is allowed.
//!
//! The only module that knows the YAML crate. The files follow the strict reading of YAML: `no` and
//! `on` are words, `017` and `1_000` are texts, a key stands once in its map, tags that ask for a
//! type are refused.
//!
//! Types for fields: [`Whole`] for numbers (a quoted "3" is a text), [`Placed`] and [`Entries`] for what
//! is checked later and wants its place then.

mod fault;
mod fields;

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_path_to_error::{Path, Segment};

use super::diagnostic::{Diagnostic, Place};

pub use fields::{Closed, Entries, Name, Placed, Short, Whole, Word};

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
        fault::told(
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

    proptest::proptest! {
        /// Whatever stands in the file: a value or a fault with a place in it, never a panic.
        #[test]
        fn any_text_is_read_or_refused(text in "([a-z\\-:\\[\\]{}\"'#&*!|>~ \t\n0-9ä.]|title: |size: |list:\n|skills: ){0,60}") {
            if let Err(fault) = read(&text) {
                proptest::prop_assert!(!fault.message.is_empty());
                proptest::prop_assert!(fault.to_text(&Default::default()).starts_with("error: "));
            }
        }
    }
}

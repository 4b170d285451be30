//! What the YAML crate says, in the words of these files.

use std::sync::Arc;

use crate::script::diagnostic::{Diagnostic, Place};
use crate::table::{names, show};

/// The crate's error in our words.
pub(super) fn told(
    error: &serde_yaml::Error,
    field: &str,
    path: &str,
    text: &Arc<str>,
) -> Diagnostic {
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

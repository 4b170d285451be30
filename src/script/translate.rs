//! From the VM's errors to diagnostics: no type names of ours, arguments counted as people count, a place.

use mlua::Error;

use super::diagnostic::{Diagnostic, Place};
use super::raise;
use super::stock;
use super::stop::{Fail, Stop};

/// An error as a line of text, as a protected call gives it.
#[must_use]
pub fn text(error: &Error) -> String {
    if let Some(host) = raise::host_error(error) {
        return host.to_string();
    }
    match error {
        Error::RuntimeError(text) => raised(text),
        Error::CallbackError { cause, .. } | Error::WithContext { cause, .. } => self::text(cause),
        Error::MemoryError(_) => "not enough memory: a script holds more than its limit".into(),
        Error::UserDataTypeMismatch => "another kind of thing is wanted here".into(),
        Error::UserDataDestructed | Error::CallbackDestructed => "this is gone".into(),
        Error::CoroutineUnresumable => "this coroutine has ended, or is running".into(),
        Error::SerializeError(why) | Error::DeserializeError(why) => in_words(why),
        Error::BadArgument {
            pos, name, cause, ..
        } => {
            let name = name.clone().unwrap_or_else(|| format!("argument {pos}"));
            format!("{name}: {}", self::text(cause))
        }
        Error::FromLuaConversionError { from, to, message } => {
            let wanted = wanted(to);
            let why = message
                .as_ref()
                .map(|message| format!(" ({message})"))
                .unwrap_or_default();
            format!("{wanted} is wanted here, not {}{why}", article(from))
        }
        Error::SyntaxError { message, .. } => first_line(message).to_owned(),
        Error::StackError => "calls nest too deep: does a function call itself without end?".into(),
        other => first_line(&other.to_string()).to_owned(),
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or("")
}

/// What a script or the VM raised, without addresses: they differ from process to process.
fn raised(text: &str) -> String {
    let line = first_line(text);
    let mut plain = String::with_capacity(line.len().min(2 * LONGEST));
    let mut rest = line;
    while let Some(at) = rest.find(": 0x") {
        let digits = &rest[at + 4..];
        let end = digits
            .find(|c: char| !c.is_ascii_hexdigit())
            .unwrap_or(digits.len());
        plain.push_str(&rest[..at]);
        if end < 6 {
            plain.push_str(&rest[at..at + 4 + end]);
        }
        rest = &digits[end..];
    }
    plain.push_str(rest);
    if let Some((end, _)) = plain.char_indices().nth(LONGEST) {
        plain.truncate(end);
        plain.push('…');
    }
    plain
}

/// Letters of the longest text that a script raises.
const LONGEST: usize = 1_000;

/// What serde says of a value, in words: `expected u8` is a whole number.
#[must_use]
pub fn in_words(why: &str) -> String {
    let mut words = first_line(why).to_owned();
    for (rust, plain) in [
        ("floating point", "the number"),
        ("string ", "the text "),
        ("a sequence", "a list"),
        ("sequence", "a list"),
        ("a map", "a table of names"),
        ("unit value", "nothing"),
        ("null", "nothing"),
        ("boolean ", ""),
        ("integer ", ""),
    ] {
        words = words.replace(rust, plain);
    }
    let kind = |word: &str| match word.trim_matches(|c: char| !c.is_alphanumeric()) {
        "u8" | "u16" | "u32" | "u64" | "usize" => Some("a whole number"),
        "i8" | "i16" | "i32" | "i64" | "isize" => Some("a whole number"),
        "f32" | "f64" => Some("a number"),
        "bool" => Some("true or false"),
        _ => None,
    };
    words
        .split(' ')
        .map(|word| kind(word).unwrap_or(word))
        .collect::<Vec<_>>()
        .join(" ")
        .replace("invalid type: ", "")
        .replace("invalid value: ", "")
        .replace(", expected ", " is not ")
}

fn article(word: &str) -> String {
    if word == "nil" {
        "nothing".into()
    } else {
        format!("a {word}")
    }
}

/// Rust's names for types, in words.
fn wanted(rust: &str) -> &'static str {
    let rust = rust.to_lowercase();
    for (part, words) in [
        ("str", "text"),
        ("bool", "true or false"),
        ("function", "a function"),
        ("table", "a table"),
        ("vec", "a list"),
        ("userdata", "a thing of the table"),
    ] {
        if rust.contains(part) {
            return words;
        }
    }
    if matches!(
        rust.as_str(),
        "number"
            | "integer"
            | "f32"
            | "f64"
            | "i32"
            | "i64"
            | "u8"
            | "u16"
            | "u32"
            | "u64"
            | "usize"
            | "isize"
    ) {
        "a number"
    } else {
        "another kind of value"
    }
}

/// An error as a diagnostic.
#[must_use]
pub fn error(error: &Error) -> Diagnostic {
    if let Some(host) = raise::host_error(error) {
        return (*host.diagnostic).clone();
    }
    match error {
        Error::SyntaxError { message, .. } => placed("syntax", message),
        Error::MemoryError(_) => Diagnostic::error("memory", text(error)),
        Error::RuntimeError(message) => placed("script", message),
        Error::CallbackError { cause, traceback } => {
            let mut diagnostic = self::error(cause);
            if diagnostic.place.is_none()
                && let Some((file, line)) = traceback.lines().find_map(place)
            {
                diagnostic = diagnostic.at(Place::line(file, line));
            }
            diagnostic
        }
        Error::WithContext { cause, .. } => self::error(cause),
        other => Diagnostic::error("script", text(other)),
    }
}

/// "scripts/x.luau:3: what went wrong" in its parts.
fn placed(code: &'static str, message: &str) -> Diagnostic {
    let first = raised(message);
    let first = first.as_str();
    match place(first) {
        Some((file, line)) => {
            let rest = first
                .split_once(&format!(":{line}:"))
                .map(|x| x.1)
                .unwrap_or(first)
                .trim();
            Diagnostic::error(code, worded(rest)).at(Place::line(file, line))
        }
        None => {
            let fault = Diagnostic::error(code, worded(first));
            // The VM's own functions say no place; the trace below the message does.
            match message.lines().skip(1).find_map(place) {
                Some((file, line)) => fault.at(Place::line(file, line)),
                None => fault,
            }
        }
    }
}

/// Something is said, even of an error that says nothing.
fn worded(text: &str) -> &str {
    if text.trim().is_empty() {
        "a script raised an error without words"
    } else {
        text
    }
}

/// The file and line that a text begins with.
fn place(text: &str) -> Option<(&str, u32)> {
    let text = text.trim_start();
    let mut from = 0;
    while let Some(at) = text[from..].find(':').map(|at| at + from) {
        let digits: &str = text[at + 1..]
            .split(|c: char| !c.is_ascii_digit())
            .next()
            .unwrap_or("");
        if !digits.is_empty() && at > 0 {
            let file = match &text[..at] {
                file if stock::is_stock(file) => file,
                file => raise::file_of(file),
            };
            if file == raise::PRELUDE {
                return None;
            }
            if !file.contains(' ') || file.ends_with(".luau") || file.ends_with(".lua") {
                return digits.parse().ok().map(|line| (file, line));
            }
        }
        from = at + 1;
    }
    None
}

/// A failure as a diagnostic.
#[must_use]
pub fn fail(fail: &Fail) -> Diagnostic {
    match fail {
        Fail::Bad(diagnostic) => (**diagnostic).clone(),
        Fail::Refused(refusal) => Diagnostic::error(refusal.code(), refusal.to_string()),
        Fail::Stop(stop) => self::stop(stop),
    }
}

/// A stop as a diagnostic, with the place where the script was. An open question and a session verb aren't about one.
#[must_use]
pub fn stop_at(stop: &Stop, place: Option<Place>) -> Diagnostic {
    let fault = self::stop(stop);
    match (stop, place) {
        (Stop::Limit(_) | Stop::Interrupted | Stop::Fault(_), Some(place)) => fault.at(place),
        _ => fault,
    }
}

/// A stop as a diagnostic.
#[must_use]
pub fn stop(stop: &Stop) -> Diagnostic {
    match stop {
        Stop::Limit(why) => Diagnostic::error("limit", why.clone()),
        Stop::Interrupted => {
            Diagnostic::error("interrupted", "stopped with Ctrl-C; nothing has changed")
        }
        Stop::Question(question) => {
            Diagnostic::error("question", format!("a question is open: {}", question.text))
        }
        Stop::Session(_) => Diagnostic::error("alone", "a session verb stands alone"),
        Stop::Fault(why) => Diagnostic::error(
            "fault",
            format!("Storybeat itself is at fault: {why}. Nothing has changed; please report it"),
        ),
        Stop::Raise(error) => self::error(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_from_a_message() {
        assert_eq!(
            place("monsters/toll_troll.luau:12: attempt to call a nil value"),
            Some(("monsters/toll_troll.luau", 12))
        );
        assert_eq!(place("prompt:1: x"), Some(("prompt", 1)));
        assert_eq!(place("no place here"), None);
        assert_eq!(place("a sentence with: 3 parts"), None);
    }
}

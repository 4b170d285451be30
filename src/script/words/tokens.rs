//! A line cut into words, and what a single word may be by itself.

use super::quoted;
use super::unread::{Read, fail};
use crate::table::names;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) text: String,
    /// It stood in quotes.
    pub(super) quoted: bool,
}

/// Splits a line: words, quoted texts, commas apart.
pub(super) fn tokens(line: &str) -> Read<Vec<Token>> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut word = String::new();
    let mut chars = line.chars().peekable();
    let flush = |word: &mut String, tokens: &mut Vec<Token>| {
        if !word.is_empty() {
            tokens.push(Token {
                text: std::mem::take(word),
                quoted: false,
            });
        }
    };
    while let Some(c) = chars.next() {
        match c {
            '"' | '\'' if word.is_empty() || word.ends_with('=') => {
                let mut text = String::new();
                loop {
                    match chars.next() {
                        Some(end) if end == c => break,
                        Some('\\') => text.extend(chars.next()),
                        Some(c) => text.push(c),
                        None => {
                            return fail("a quoted text isn't closed");
                        }
                    }
                }
                if word.is_empty() {
                    tokens.push(Token { text, quoted: true });
                } else {
                    word.push_str(&text);
                    tokens.push(Token {
                        text: std::mem::take(&mut word),
                        quoted: false,
                    });
                }
            }
            c if c.is_whitespace() => flush(&mut word, &mut tokens),
            ',' if !word.contains('=') => {
                flush(&mut word, &mut tokens);
                tokens.push(Token {
                    text: ",".into(),
                    quoted: false,
                });
            }
            c => word.push(c),
        }
    }
    flush(&mut word, &mut tokens);
    Ok(tokens)
}

/// A name typed in small letters as it is written: "bridge at dusk" is "Bridge at Dusk".
pub(super) fn titled(text: &str) -> String {
    if text.chars().any(char::is_uppercase) {
        return text.to_owned();
    }
    const SMALL: [&str; 12] = [
        "a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "the", "to",
    ];
    let words: Vec<String> = text
        .split_whitespace()
        .enumerate()
        .map(|(n, word)| {
            let mut chars = word.chars();
            match chars.next() {
                Some(first) if n == 0 || !SMALL.contains(&word) => {
                    first.to_uppercase().collect::<String>() + chars.as_str()
                }
                _ => word.to_owned(),
            }
        })
        .collect();
    words.join(" ")
}

/// Does it look like a number, whole or not?
pub(super) fn numeric(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'))
        && text.parse::<f64>().is_ok()
}

/// "two": it may have been meant as a number, so what was made of it is shown.
pub(super) fn is_number_word(text: &str) -> bool {
    matches!(
        names::fold(text).as_str(),
        "half"
            | "one"
            | "two"
            | "three"
            | "four"
            | "five"
            | "six"
            | "seven"
            | "eight"
            | "nine"
            | "ten"
    )
}

/// A word as a plain Luau value: a number, true, false, or a text.
pub(super) fn plain_value(word: &str) -> String {
    if word.parse::<f64>().is_ok_and(f64::is_finite) || matches!(word, "true" | "false") {
        word.to_owned()
    } else {
        quoted(word)
    }
}

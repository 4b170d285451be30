//! The tokens of a line while it is typed: for colours, and to know where the cursor stands. It takes anything, and
//! every letter belongs to exactly one token or to a gap.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or a word.
    Word,
    /// A word of Luau.
    Keyword,
    /// A number.
    Number,
    /// A text in quotes; `closed` if its end is there.
    Text {
        /// Whether the closing quote is there.
        closed: bool,
    },
    /// A comment.
    Comment,
    /// Any other sign.
    Sign,
}

/// A token and the bytes it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub span: Range<usize>,
}

/// The reserved words of Luau. `continue` and `type` are names in most places.
pub const KEYWORDS: [&str; 21] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// The tokens of a text, in order.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, length) = match c {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            c if is_word(c) && !c.is_ascii_digit() => {
                let length = span_of(rest, is_word);
                let keyword = KEYWORDS.contains(&&rest[..length]);
                (if keyword { Kind::Keyword } else { Kind::Word }, length)
            }
            '0'..='9' => (Kind::Number, number(rest)),
            '"' | '\'' | '`' => quoted(rest, c),
            '-' if rest.starts_with("--") => match bracketed(&rest[2..]) {
                Some((_, length)) => (Kind::Comment, length + 2),
                None => (Kind::Comment, span_of(rest, |c| c != '\n')),
            },
            '[' => match bracketed(rest) {
                Some((closed, length)) => (Kind::Text { closed }, length),
                None => (Kind::Sign, 1),
            },
            c => (Kind::Sign, c.len_utf8()),
        };
        tokens.push(Token {
            kind,
            span: at..at + length,
        });
        at += length;
    }
    tokens
}

/// Whether a letter can be part of a word.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn span_of(text: &str, part: impl Fn(char) -> bool) -> usize {
    text.find(|c| !part(c)).unwrap_or(text.len())
}

/// `1`, `0.5`, `0xff`, `1e-3`; a second dot (`1..3`) ends it.
fn number(text: &str) -> usize {
    let whole = span_of(text, is_word);
    let rest = &text[whole..];
    if rest.starts_with('.') && !rest.starts_with("..") {
        return whole + 1 + span_of(&rest[1..], is_word);
    }
    whole
}

/// A text in quotes: to the closing quote, or to the end of its line.
fn quoted(text: &str, quote: char) -> (Kind, usize) {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' if quote != '`' => return (Kind::Text { closed: false }, at),
            c if c == quote => return (Kind::Text { closed: true }, at + 1),
            _ => {}
        }
    }
    (Kind::Text { closed: false }, text.len())
}

/// `[[ … ]]`, `[=[ … ]=]`: whether its end is there, and its length. None if it is no such bracket.
fn bracketed(text: &str) -> Option<(bool, usize)> {
    let inner = text.strip_prefix('[')?;
    let level = span_of(inner, |c| c == '=');
    inner[level..].strip_prefix('[')?;
    let end = format!("]{}]", "=".repeat(level));
    let from = level + 2;
    Some(match text[from..].find(&end) {
        Some(at) => (true, from + at + end.len()),
        None => (false, text.len()),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<(Kind, &str)> {
        tokens(text)
            .into_iter()
            .map(|token| (token.kind, &text[token.span]))
            .collect()
    }

    #[test]
    fn a_line_falls_into_its_tokens() {
        let closed = Kind::Text { closed: true };
        let open = Kind::Text { closed: false };
        assert_eq!(
            parts("local x = roll(\"Lyra\", 3.5) -- why"),
            [
                (Kind::Keyword, "local"),
                (Kind::Word, "x"),
                (Kind::Sign, "="),
                (Kind::Word, "roll"),
                (Kind::Sign, "("),
                (closed, "\"Lyra\""),
                (Kind::Sign, ","),
                (Kind::Number, "3.5"),
                (Kind::Sign, ")"),
                (Kind::Comment, "-- why"),
            ]
        );
        assert_eq!(parts("'a\\'b"), [(open, "'a\\'b")]);
        assert_eq!(
            parts("[=[ ]] ]=]x"),
            [(closed, "[=[ ]] ]=]"), (Kind::Word, "x")]
        );
        assert_eq!(parts("--[[ on"), [(Kind::Comment, "--[[ on")]);
        assert_eq!(
            parts("Flößer 鬼"),
            [(Kind::Word, "Flößer"), (Kind::Word, "鬼")]
        );
        assert_eq!(
            parts("1..3"),
            [
                (Kind::Number, "1"),
                (Kind::Sign, "."),
                (Kind::Sign, "."),
                (Kind::Number, "3")
            ]
        );
    }

    proptest::proptest! {
        #[test]
        fn anything_is_taken_and_tokens_never_overlap(text in "\\PC*|[-\\[\\]='\"`\\\\a1 \n]*") {
            let mut end = 0;
            for token in tokens(&text) {
                assert!(token.span.start >= end && token.span.end > token.span.start);
                assert!(text[end..token.span.start].chars().all(char::is_whitespace));
                end = token.span.end;
            }
            assert!(text[end..].chars().all(char::is_whitespace));
        }
    }
}

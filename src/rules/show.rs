//! Text from scripts, files and people, made safe and measurable for a terminal.
//!
//! Such text is data: it can neither clear the screen nor turn the reading direction round, and a
//! column of it keeps its width. Nothing is dropped: what can't be shown is shown as a sign.

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// `text` on one line, with every control sign visible: ESC as `␛`, a line break as `␊`, an override
/// of the reading direction as `\u{202e}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_hidden) {
        let mut shown = String::with_capacity(text.len() + 8);
        text.chars().for_each(|c| push_visible(&mut shown, c));
        Cow::Owned(shown)
    } else {
        Cow::Borrowed(text)
    }
}

/// As [`visible`], but line breaks stay line breaks and a tab becomes four spaces.
pub fn visible_lines(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.replace("\r\n", "\n").chars() {
        match c {
            '\n' => shown.push('\n'),
            '\t' => shown.push_str("    "),
            c => push_visible(&mut shown, c),
        }
    }
    shown
}

/// A name or word as messages quote it: visible, in double quotes, cut after 80 signs with `…`.
pub fn quoted(text: &str) -> String {
    // What is cut away isn't looked at: it may be megabytes.
    let end = text
        .char_indices()
        .nth(400)
        .map_or(text.len(), |(at, _)| at);
    let shown = visible(&text[..end]);
    format!("\"{}\"", fit(&shown, 80))
}

/// Several quoted names as a sentence lists them: `"A", "B" or "C"`. The last joint is `word`.
pub fn listed<S: AsRef<str>>(names: &[S], word: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| quoted(name.as_ref())).collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
    }
}

/// Columns that `text` takes in a terminal. Wide letters count two, combining marks none.
pub fn width(text: &str) -> usize {
    text.width()
}

/// `text` filled up with spaces on the right to at least `columns`.
pub fn pad(text: &str, columns: usize) -> String {
    let space = columns.saturating_sub(width(text));
    format!("{text}{:space$}", "")
}

/// `text` filled up with spaces on the left to at least `columns`.
pub fn pad_left(text: &str, columns: usize) -> String {
    let space = columns.saturating_sub(width(text));
    format!("{:space$}{text}", "")
}

/// `text` itself if it fits into `columns`, else its beginning and `…`.
pub fn fit(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return Cow::Borrowed(text);
    }
    if columns == 0 {
        return Cow::Borrowed("");
    }
    let mut kept = String::new();
    let mut used = 1; // the ellipsis
    for c in text.chars() {
        // As `width` counts: a control character takes a column, however it will be shown.
        used += c.width().unwrap_or(1);
        if used > columns {
            break;
        }
        kept.push(c);
    }
    // Signs that change the letter before them may have made it wider than both.
    while width(&kept) >= columns && kept.pop().is_some() {}
    kept.push('…');
    Cow::Owned(kept)
}

/// Whether a terminal would obey the sign, or a reader not see it.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

fn push_visible(shown: &mut String, c: char) {
    match c {
        // The Unicode block of control pictures follows the order of the control signs.
        '\0'..='\u{1f}' => shown.extend(char::from_u32(0x2400 + u32::from(c))),
        '\u{7f}' => shown.push('␡'),
        c if is_hidden(c) => shown.extend(c.escape_unicode()),
        c => shown.push(c),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_becomes_a_sign() {
        let cases = [
            ("plain, Flößer, 鬼", "plain, Flößer, 鬼"),
            ("\u{1b}[2Jgone", "␛[2Jgone"),
            ("\u{1b}]0;title\u{7}", "␛]0;title␇"),
            ("a\nb\tc\r", "a␊b␉c␍"),
            ("del\u{7f}", "del␡"),
            ("\u{9b}2J", "\\u{9b}2J"),
            ("\u{202e}txet", "\\u{202e}txet"),
            ("zero\u{200b}width\u{feff}", "zero\\u{200b}width\\u{feff}"),
            ("family 👨\u{200d}👩", "family 👨\u{200d}👩"),
        ];
        for (raw, shown) in cases {
            assert_eq!(visible(raw), shown);
            assert!(!visible(raw).chars().any(is_hidden));
        }
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(visible_lines("a\r\nb\n\tc\rd\u{1b}"), "a\nb\n    c␍d␛");
    }

    #[test]
    fn columns_hold_for_wide_letters_and_marks() {
        for name in ["Ogre", "鬼", "Flo\u{308}ßer", ""] {
            assert_eq!(width(&pad(name, 10)), 10);
            assert_eq!(width(&pad_left(name, 10)), 10);
        }
        assert_eq!(pad("longer than this", 4), "longer than this");
        assert_eq!(fit("鬼鬼鬼", 4), "鬼…");
        assert_eq!(fit("ogre", 4), "ogre");
        assert_eq!(fit("ogress", 4), "ogr…");
        assert_eq!(fit("ogress", 0), "");
    }

    #[test]
    fn a_list_reads_as_a_sentence() {
        assert_eq!(listed(&["A"], "or"), "\"A\"");
        assert_eq!(listed(&["A", "B", "C"], "or"), "\"A\", \"B\" or \"C\"");
        assert_eq!(listed::<&str>(&[], "or"), "");
        assert!(quoted(&"x".repeat(1000)).len() < 90);
    }
}

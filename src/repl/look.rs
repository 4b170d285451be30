//! How text is to look: with colours or without, with all signs or in plain ASCII, and how wide.

use std::env;

use crate::script::diagnostic;
use crate::table::show;

/// What a reader can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Terminal colours.
    pub color: bool,
    /// No colours, and ASCII in place of every sign of ours: `#` and `.` for ■ and □.
    pub plain: bool,
    /// Columns.
    pub width: usize,
    /// Long lines of tables are folded below their last column; off where lines are read by programs.
    pub folds: bool,
    /// Nothing is drawn twice, and no line is folded: one can be heard as well as read.
    pub linear: bool,
}

/// What a piece of text is, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Beside the point: an echo, a hint.
    Dim,
    /// What players hear.
    Speech,
    /// What the GM is to notice.
    Notice,
    /// The place in the prompt.
    Place,
    /// It went wrong.
    Bad,
    /// It went right.
    Good,
    /// A word of Luau.
    Keyword,
    /// A text in quotes.
    Text,
    /// A number.
    Number,
    /// A verb, a command.
    Verb,
    /// A name at the table.
    Name,
}

impl Tone {
    fn code(self) -> &'static str {
        match self {
            Tone::Dim => "2",
            Tone::Speech | Tone::Name => "36",
            Tone::Notice => "33",
            Tone::Place | Tone::Verb => "1",
            Tone::Bad => "1;31",
            Tone::Good | Tone::Text => "32",
            Tone::Keyword => "35",
            Tone::Number => "34",
        }
    }
}

impl Look {
    /// The look for a stream. `plain` and `linear` are the flags, and linear is plain too; `terminal` says whether the stream is one. `NO_COLOR` (any text) and
    /// a dumb terminal get no colours; on a dumb one nothing can be drawn again.
    pub fn detect(plain: bool, linear: bool, terminal: bool) -> Self {
        let plain = plain || linear;
        let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        let columns = env::var("COLUMNS")
            .ok()
            .and_then(|columns| columns.parse().ok());
        Look {
            color: terminal && !plain && !set("NO_COLOR") && !dumb,
            plain,
            width: columns.unwrap_or(100),
            folds: terminal && !linear,
            linear: linear || dumb,
        }
    }

    /// `text` in a colour, line by line, so that a pager or a scrolled screen shows each line right.
    pub fn paint(&self, tone: Tone, text: &str) -> String {
        if !self.color || text.is_empty() {
            return text.to_owned();
        }
        let lines = text.split('\n').map(|line| match line {
            "" => String::new(),
            line => format!("\u{1b}[{}m{line}\u{1b}[0m", tone.code()),
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Text from the table, safe for a terminal and in the signs that are wanted.
    pub fn text(&self, text: &str) -> String {
        self.signs(&show::visible_lines(text))
    }

    /// `text` in the signs that are wanted; what it holds is trusted.
    pub fn signs(&self, text: &str) -> String {
        if self.plain {
            ascii(text)
        } else {
            text.to_owned()
        }
    }

    /// `text` with lines that fit: what is too long goes on below its last column, broken between words. Colours take no
    /// room.
    pub fn fold(&self, text: &str) -> String {
        if !self.folds || self.width < NARROWEST {
            return text.to_owned();
        }
        let lines = text.split('\n').map(|line| folded(line, self.width));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The same for a diagnostic.
    pub fn diagnostic(&self) -> diagnostic::Look {
        diagnostic::Look {
            plain: self.plain,
            color: self.color,
            width: self.width,
        }
    }
}

/// Below this many columns folding makes nothing better.
const NARROWEST: usize = 16;

fn folded(line: &str, width: usize) -> String {
    let plain = bare(line);
    if show::width(&plain) <= width {
        return line.to_owned();
    }
    // Where the last column begins, if it begins early enough to leave room for words.
    let begins = plain.len() - plain.trim_start().len();
    let hang = plain
        .rmatch_indices("  ")
        .map(|(at, gap)| show::width(&plain[..at + gap.len()]))
        .find(|column| *column <= width * 2 / 3)
        .unwrap_or(0)
        .max(begins);
    let mut folded = String::new();
    let mut used = 0;
    for word in line.split_inclusive(' ') {
        let room = show::width(bare(word).trim_end());
        if used + room > width && used > hang {
            folded.truncate(folded.trim_end().len());
            folded.push('\n');
            folded.push_str(&" ".repeat(hang));
            used = hang;
        }
        folded.push_str(word);
        used += show::width(&bare(word));
    }
    folded
}

/// A text without its colours.
fn bare(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut bare = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        bare.push_str(part.split_once('m').map_or("", |(_, rest)| rest));
    }
    bare
}

/// Our own signs in ASCII. Letters of names stay what they are. One sign becomes one sign where columns hang on it.
fn ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '■' => plain.push('#'),
            '□' => plain.push('.'),
            '·' => plain.push('-'),
            '›' => plain.push('>'),
            '–' | '−' => plain.push('-'),
            '—' => plain.push_str("--"),
            '×' => plain.push('x'),
            '…' => plain.push_str("..."),
            '→' => plain.push_str("->"),
            '≤' => plain.push_str("<="),
            '≥' => plain.push_str(">="),
            '±' => plain.push_str("+-"),
            '✓' => plain.push_str("ok"),
            '✗' => plain.push_str("FAILED"),
            '“' | '”' => plain.push('"'),
            '‘' | '’' => plain.push('\''),
            // Frames and carets of a diagnostic that was drawn elsewhere.
            '─' | '╴' | '╶' => plain.push('-'),
            '━' => plain.push('^'),
            '▸' => plain.push('>'),
            '│' | '╭' | '╰' => plain.push('|'),
            '♣' => plain.push('C'),
            '♦' => plain.push('D'),
            '♥' => plain.push('H'),
            '♠' => plain.push('S'),
            '\u{a0}' => plain.push(' '),
            // Pictures of control signs, as terminals write them: ^[ for ESC.
            '\u{2400}'..='\u{241f}' => {
                plain.push('^');
                plain.extend(char::from_u32(u32::from(c) - 0x2400 + 0x40));
            }
            '\u{2421}' => plain.push_str("^?"),
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn look(color: bool, plain: bool) -> Look {
        Look {
            color,
            plain,
            width: 80,
            folds: true,
            linear: false,
        }
    }

    #[test]
    fn plain_is_ascii_but_for_the_letters_of_names() {
        let plain = look(false, true);
        for (text, shown) in [
            ("Bridge Collapse ■■□□□□", "Bridge Collapse ##...."),
            ("SB 0 → 1", "SB 0 -> 1"),
            ("7♣ · 3♥", "7C - 3H"),
            ("Flößer", "Flößer"),
            ("\u{1b}[2J", "^[[2J"),
        ] {
            assert_eq!(plain.text(text), shown);
        }
    }

    #[test]
    fn a_menu_folds_below_its_last_column() {
        let look = Look {
            width: 44,
            ..look(false, false)
        };
        let line =
            "  1   2 SB  Hurl  STONE  one resist wits + athletics DV 3 · a parapet stone, Harm 2";
        let shown = [
            "  1   2 SB  Hurl  STONE  one resist wits +",
            "                         athletics DV 3 · a",
            "                         parapet stone, Harm",
            "                         2",
        ];
        assert_eq!(look.fold(line), shown.join("\n"));
        let short = "  1   1 SB  Stamp  TIMER  Bridge +1";
        assert_eq!(look.fold(short), short);
        let through = Look {
            folds: false,
            linear: false,
            ..look
        };
        assert_eq!(through.fold(line), line);
    }

    #[test]
    fn what_the_table_says_commands_no_terminal() {
        let text = look(true, false).text("Gr\u{1b}[31mim\u{7}");
        assert_eq!(text, "Gr␛[31mim␇");
    }

    #[test]
    fn long_lines_break_between_words_and_below_what_they_belong_to() {
        let wrapped = |columns, text: &str| {
            let look = Look {
                width: columns,
                ..look(true, false)
            };
            look.fold(text)
        };
        for (columns, text, shown) in [
            (20, "short", "short"),
            (
                20,
                "twelve and more words here",
                "twelve and more\nwords here",
            ),
            (
                30,
                "harm      hit wound heal rest mark clear",
                "harm      hit wound heal rest\n          mark clear",
            ),
            (
                21,
                "  who  a character or its name",
                "  who  a character or\n       its name",
            ),
            (16, "averyveryverylongword x", "averyveryverylongword\nx"),
            (
                16,
                "\u{1b}[2mone two three and four\u{1b}[0m",
                "\u{1b}[2mone two three\nand four\u{1b}[0m",
            ),
            (16, "a\nb c d e f g h i j k", "a\nb c d e f g h i\nj k"),
            (
                15,
                "too narrow to make it better",
                "too narrow to make it better",
            ),
        ] {
            assert_eq!(wrapped(columns, text), shown);
        }
    }

    #[test]
    fn each_line_is_painted_by_itself() {
        let text = look(true, false).paint(Tone::Dim, "a\n\nb");
        assert_eq!(text, "\u{1b}[2ma\u{1b}[0m\n\n\u{1b}[2mb\u{1b}[0m");
        assert_eq!(look(false, false).paint(Tone::Dim, "a"), "a");
    }
}

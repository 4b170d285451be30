//! A file's bytes as lines, nothing checked.

use std::io::BufRead;

/// One line of the file, nothing checked.
#[derive(Clone, Copy)]
pub(super) struct Raw<'a> {
    /// Number, from 1.
    pub(super) line: usize,
    /// Offset of its first byte.
    pub(super) at: usize,
    /// Without the line feed.
    pub(super) text: &'a [u8],
    /// Was there a line feed?
    pub(super) ended: bool,
}

/// The lines of a file.
#[derive(Clone)]
pub(super) struct Lines<'a> {
    rest: &'a [u8],
    line: usize,
    /// Offset of what comes next.
    pub(super) at: usize,
    /// Did the last line given out end with a line feed?
    pub(super) ended: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        Lines {
            rest: bytes,
            line: 1,
            at: 0,
            ended: true,
        }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Raw<'a>;

    fn next(&mut self) -> Option<Raw<'a>> {
        let all = self.rest;
        // The standard library's search is fast also where this crate is built without optimisation.
        let count = self.rest.skip_until(b'\n').unwrap_or(0);
        let whole = all.get(..count).filter(|whole| !whole.is_empty())?;
        let raw = Raw {
            line: self.line,
            at: self.at,
            text: whole.strip_suffix(b"\n").unwrap_or(whole),
            ended: whole.ends_with(b"\n"),
        };
        self.line += 1;
        self.at += count;
        self.ended = raw.ended;
        Some(raw)
    }
}

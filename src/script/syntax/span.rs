//! From where to where a piece of syntax goes.
//!
//! full_moon's own `start_position` and `end_position` ask each other at every level and take time exponential in the
//! depth (an `else if` chain of 40 hangs); walking the tokens is linear.

use std::ops::Range;

use full_moon::tokenizer::{Position, Token};
use full_moon::visitors::{Visit, Visitor};

/// First and last place of the tokens seen.
#[derive(Default)]
struct Ends {
    ends: Option<(Position, Position)>,
}

impl Visitor for Ends {
    fn visit_token(&mut self, token: &Token) {
        if token.token_type().is_trivia() {
            return;
        }
        let (start, end) = (token.start_position(), token.end_position());
        self.ends = Some(match self.ends {
            Some((first, last)) => (first.min(start), last.max(end)),
            None => (start, end),
        });
    }
}

/// A piece of the text in bytes, without the blanks and comments around it, and the line it begins on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    /// In bytes.
    pub(super) bytes: Range<usize>,
    /// From 1.
    pub(super) line: u32,
}

/// Where this is; `None` when it has no token.
pub(super) fn span(node: &impl Visit) -> Option<Span> {
    let mut seen = Ends::default();
    node.visit(&mut seen);
    let (start, end) = seen.ends?;
    Some(Span {
        bytes: start.bytes()..end.bytes(),
        line: number(start.line()),
    })
}

/// A line or a column; texts are far too small for more.
pub(super) fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

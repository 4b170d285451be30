//! One line: its fixed shape and its sum. The sum is taken over raw bytes, so that checking needs no parsing.

use serde::Serialize;

const HEAD: &[u8] = br#"{"sum":""#;
const MIDDLE: &[u8] = br#"","rec":"#;
const SUM_AT: usize = HEAD.len();
const REC_AT: usize = SUM_AT + 16 + MIDDLE.len();

/// The 16 hex digits of a line's sum, as they stand in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sum([u8; 16]);

impl Sum {
    /// What the first line is chained on.
    pub(super) const FIRST: Sum = Sum(*b"storybeat-jrnl-1");

    /// The sum of a record that follows a line with the sum `before`.
    pub(super) fn after(before: Sum, rec: &[u8]) -> Sum {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&before.0);
        hasher.update(rec);
        let hash = hasher.finalize();
        let mut digits = [0; 16];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(hash.as_bytes()) {
            pair[0] = hex(byte >> 4);
            pair[1] = hex(byte & 15);
        }
        Sum(digits)
    }
}

fn hex(nibble: u8) -> u8 {
    b"0123456789abcdef"[usize::from(nibble & 15)]
}

/// A line of the right shape; its sum is what it claims, not yet what it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) sum: Sum,
    pub(super) rec: &'a [u8],
}

impl<'a> Line<'a> {
    /// Takes a line without its line feed apart; `None` where the shape is wrong.
    pub(super) fn split(text: &'a [u8]) -> Option<Line<'a>> {
        let (head, rest) = text.split_at_checked(REC_AT)?;
        let (digits, middle) = head.strip_prefix(HEAD)?.split_at_checked(16)?;
        let rec = rest.strip_suffix(b"}")?;
        if middle != MIDDLE || rec.is_empty() {
            return None;
        }
        Some(Line {
            sum: Sum(digits.try_into().ok()?),
            rec,
        })
    }

    /// Is this what was written after a line with the sum `before`?
    pub(super) fn holds(&self, before: Sum) -> bool {
        Sum::after(before, self.rec) == self.sum
    }
}

/// Adds one line, line feed included, and gives its sum. On an error `out` is as before.
pub(super) fn push(
    out: &mut Vec<u8>,
    before: Sum,
    record: &impl Serialize,
) -> Result<Sum, serde_json::Error> {
    let start = begin(out);
    match serde_json::to_writer(&mut *out, record) {
        Ok(()) => Ok(finish(out, start, before)),
        Err(error) => {
            out.truncate(start);
            Err(error)
        }
    }
}

/// Adds one line around a record that is JSON already.
pub(super) fn push_raw(out: &mut Vec<u8>, before: Sum, rec: &[u8]) -> Sum {
    let start = begin(out);
    out.extend_from_slice(rec);
    finish(out, start, before)
}

fn begin(out: &mut Vec<u8>) -> usize {
    let start = out.len();
    out.extend_from_slice(HEAD);
    out.extend_from_slice(&[b'0'; 16]);
    out.extend_from_slice(MIDDLE);
    start
}

fn finish(out: &mut Vec<u8>, start: usize, before: Sum) -> Sum {
    let sum = Sum::after(before, &out[start + REC_AT..]);
    out[start + SUM_AT..][..16].copy_from_slice(&sum.0);
    out.extend_from_slice(b"}\n");
    sum
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_json_object_and_comes_apart_again() {
        let mut out = Vec::new();
        let sum = push(&mut out, Sum::FIRST, &serde_json::json!({"undo": {"n": 3}})).unwrap();
        let text = out.strip_suffix(b"\n").unwrap();
        let value: serde_json::Value = serde_json::from_slice(text).unwrap();
        assert_eq!(value["rec"]["undo"]["n"], 3);
        assert_eq!(value["sum"].as_str().unwrap().as_bytes(), sum.0);
        let line = Line::split(text).unwrap();
        assert_eq!(line.rec, br#"{"undo":{"n":3}}"#);
        assert!(line.holds(Sum::FIRST));
        assert!(!line.holds(sum));
    }

    #[test]
    fn the_sum_of_format_1_stays_what_it_is() {
        let mut out = Vec::new();
        push_raw(&mut out, Sum::FIRST, br#"{"undo":{"n":1}}"#);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "{\"sum\":\"59f764c7be073b2b\",\"rec\":{\"undo\":{\"n\":1}}}\n"
        );
    }

    #[test]
    fn what_cant_be_json_leaves_nothing_behind() {
        let mut out = b"before".to_vec();
        let keys = std::collections::BTreeMap::from([(vec![1], 2)]);
        assert!(push(&mut out, Sum::FIRST, &keys).is_err());
        assert_eq!(out, b"before");
    }
}

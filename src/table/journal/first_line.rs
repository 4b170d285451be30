//! The header's line, which decides whether the file is touched at all.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::JournalError;
use super::line::{Line, Sum};
use super::lines::Lines;
use super::record::{FORMAT, Header};

/// The header's line.
#[derive(Serialize, Deserialize)]
pub(super) struct HeaderRecord<H> {
    pub(super) header: H,
}

/// Takes the first line off and checks it. Gives the header, the bytes of its record and its sum.
pub(super) fn header<'a>(
    path: &Path,
    lines: &mut Lines<'a>,
) -> Result<(Header, Line<'a>), JournalError> {
    let refuse = |why: &str| JournalError::Header {
        path: path.to_owned(),
        why: why.to_owned(),
    };
    let raw = lines.next().ok_or_else(|| refuse("the file is empty"))?;
    // Another format may have other sums and another shape: ask for its number first, as kindly as possible.
    if let Some(found) = other_format(raw.text) {
        return Err(JournalError::Format {
            path: path.to_owned(),
            found,
        });
    }
    let line = Line::split(raw.text).ok_or_else(|| {
        refuse(if raw.text.starts_with(b"\xEF\xBB\xBF") {
            "an editor has put a byte order mark in front"
        } else if raw.text.ends_with(b"\r") {
            "its line endings were changed to CR LF by an editor or by git"
        } else {
            "this is not a line of a session"
        })
    })?;
    if !line.holds(Sum::FIRST) {
        return Err(refuse("the sum is wrong, so a byte was changed"));
    }
    let record: HeaderRecord<Header> =
        serde_json::from_slice(line.rec).map_err(|error| refuse(&error.to_string()))?;
    Ok((record.header, line))
}

/// The format that a first line names, when it names one and it isn't ours.
fn other_format(text: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Any {
        rec: HeaderRecord<AnyHeader>,
    }
    #[derive(Deserialize)]
    struct AnyHeader {
        format: serde_json::Value,
    }
    let any: Any = serde_json::from_slice(text).ok()?;
    let format = any.rec.header.format;
    (format != FORMAT).then(|| format.to_string())
}

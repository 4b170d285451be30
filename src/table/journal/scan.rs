//! Reading a file's bytes: which records are whole, and what ends them.

use super::damage::{MiddleDamage, Why};
use super::line::{Line, Sum};
use super::lines::{Lines, Raw};
use super::order::Order;
use super::record::{Record, Stored};

/// What ends a run of whole records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The end of the file.
    Clean,
    /// The end of the file; the last record is whole but its line feed is missing.
    NoLineFeed,
    /// A line without a line feed that isn't whole.
    Torn { line: usize, at: usize },
    /// Anything else.
    Damage(MiddleDamage),
}

/// A run of whole records.
pub(super) struct Run<'a, E, S> {
    pub(super) records: Vec<Record<E, S>>,
    /// The same records as they stand in the file.
    pub(super) raw: Vec<&'a [u8]>,
    /// Length up to the end of the last whole record.
    pub(super) len: usize,
    pub(super) sum: Sum,
    pub(super) order: Order,
    pub(super) end: End,
}

/// Reads records until they end; `sum` is that of the line before, `len` its end.
pub(super) fn run<'a, E: Stored, S: Stored>(
    mut lines: Lines<'a>,
    sum: Sum,
    order: Order,
) -> Run<'a, E, S> {
    let mut run = Run {
        records: Vec::new(),
        raw: Vec::new(),
        len: lines.at,
        sum,
        order,
        end: End::Clean,
    };
    while let Some(raw) = lines.next() {
        match check(raw.text, run.sum, run.order) {
            Ok((record, line, order)) => {
                run.records.push(record);
                run.raw.push(line.rec);
                run.len = lines.at;
                run.sum = line.sum;
                run.order = order;
            }
            Err(Why::Shape | Why::Sum) if !raw.ended => {
                run.end = End::Torn {
                    line: raw.line,
                    at: raw.at,
                };
                return run;
            }
            Err(why) => {
                run.end = End::Damage(MiddleDamage {
                    line: raw.line,
                    why,
                    next_snapshot_line: snapshots::<E, S>(raw, lines).next().map(|at| at.line),
                });
                return run;
            }
        }
    }
    if !lines.ended {
        run.end = End::NoLineFeed;
    }
    run
}

fn check<E: Stored, S: Stored>(
    text: &[u8],
    before: Sum,
    order: Order,
) -> Result<(Record<E, S>, Line<'_>, Order), Why> {
    let line = Line::split(text).ok_or(Why::Shape)?;
    if !line.holds(before) {
        return Err(Why::Sum);
    }
    let record: Record<E, S> = read(line.rec).map_err(Why::Unreadable)?;
    let order = order.after(&record).map_err(Why::Order)?;
    Ok((record, line, order))
}

/// A record of its JSON; what doesn't fit is named by its path: "snapshot.state.timers".
fn read<E: Stored, S: Stored>(json: &[u8]) -> Result<Record<E, S>, String> {
    let mut reader = serde_json::Deserializer::from_slice(json);
    let record = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        format!("{path}: {}", error.into_inner())
    })?;
    reader.end().map_err(|error| error.to_string())?;
    Ok(record)
}

/// A snapshot behind damage, whole when measured from the sum that the line before it claims.
pub(super) struct Landing<'a> {
    pub(super) line: usize,
    /// The lines from the snapshot on.
    pub(super) lines: Lines<'a>,
    /// The claim of the line before it.
    pub(super) before: Sum,
}

/// The whole snapshots after a given line.
pub(super) fn snapshots<'a, E: Stored, S: Stored>(
    from: Raw<'a>,
    mut lines: Lines<'a>,
) -> impl Iterator<Item = Landing<'a>> {
    let mut claimed = Line::split(from.text).map(|line| line.sum);
    std::iter::from_fn(move || {
        loop {
            let here = lines.clone();
            let raw = lines.next()?;
            let line = Line::split(raw.text);
            let before = std::mem::replace(&mut claimed, line.map(|line| line.sum));
            if let (Some(line), Some(before)) = (line, before)
                && line.rec.starts_with(br#"{"snapshot":"#)
                && check::<E, S>(raw.text, before, Order::default()).is_ok()
            {
                return Some(Landing {
                    line: raw.line,
                    lines: here,
                    before,
                });
            }
        }
    })
}

//! The numbers of a session: acts count up without gaps, undo and redo name acts there are.

use super::record::Record;

/// Where the numbering stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Order {
    /// Number of the last act; 0 before the first.
    pub(super) last: u64,
    /// Acts since the last snapshot, or since the beginning.
    pub(super) since_snapshot: u64,
    /// Has any record been seen?
    begun: bool,
}

impl Order {
    /// Where the numbering stands after this record, or in words why it can't come here.
    pub(super) fn after<E, S>(mut self, record: &Record<E, S>) -> Result<Order, String> {
        match record {
            Record::Act(act) => {
                if act.n.checked_sub(1) != Some(self.last) {
                    return Err(format!(
                        "act {} can't follow act {}: the next one is {}",
                        act.n,
                        self.last,
                        self.last.saturating_add(1)
                    ));
                }
                if let Some(n) = act.instead.filter(|n| *n == 0 || *n > self.last) {
                    return Err(format!(
                        "there is no act {n} to take the place of: the last one is {}",
                        self.last
                    ));
                }
                self.last = act.n;
                self.since_snapshot += 1;
            }
            Record::Undo { n } | Record::Redo { n } => {
                if *n == 0 || *n > self.last {
                    return Err(format!(
                        "there is no act {n} to undo or redo: the last one is {}",
                        self.last
                    ));
                }
            }
            Record::Reload { .. } => {}
            Record::Snapshot(snapshot) => {
                // Only the first record of a file may begin in the middle of a numbering.
                if self.begun && snapshot.n != self.last {
                    return Err(format!(
                        "a snapshot after act {} can't say that it is after act {}",
                        self.last, snapshot.n
                    ));
                }
                self.last = snapshot.n;
                self.since_snapshot = 0;
            }
        }
        self.begun = true;
        Ok(self)
    }
}

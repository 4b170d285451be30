//! Striking acts (the X-card): the file is written anew without them, and nothing of them is left beside it.
//!
//! Records that stay keep their bytes, unknown fields too; only act numbers are written anew where a gap would be left.
//! The old bytes are given back to the system; that it overwrites them at once is more than a program can promise.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::damage::{MiddleDamage, Why};
use super::disk::{Disk, beside, folder_of, remove_if_there, write_whole};
use super::error::JournalError;
use super::first_line;
use super::line;
use super::lines::Lines;
use super::record::{Record, Sources, Stored};
use super::scan::{self, End};
use super::writer::{Journal, Mode};

/// What a strike left.
#[derive(Debug)]
pub struct Struck<E, S> {
    /// All records of the session now, renumbered.
    pub records: Vec<Record<E, S>>,
    /// How many records went, with undos, redos and snapshots.
    pub gone: usize,
    /// What could not be made sure of, in words for the GM: say it.
    pub warnings: Vec<String>,
}

/// For [`Journal::strike`]: keeps what stands before act `n`.
pub fn before_act<E, S>(n: u64) -> impl FnMut(&Record<E, S>) -> bool {
    let mut reached = false;
    move |record| {
        reached |= matches!(record, Record::Act(act) if act.n >= n);
        !reached
    }
}

impl<E: Stored, S: Stored, D: Disk> Journal<E, S, D> {
    /// Writes the file anew with only the records that `keep` says true to; it is asked once for each, in order.
    ///
    /// What can't outlive a struck record goes with it, unasked: undo and redo of a struck act, and every snapshot after
    /// the first struck act, undo or redo. Acts are renumbered without gaps. Torn ends kept aside are removed too.
    ///
    /// # Errors
    /// On any error the file is as it was: [`JournalError::Io`]; [`JournalError::Damaged`] where it isn't whole;
    /// [`JournalError::ReadOnly`]; [`JournalError::Changed`].
    pub fn strike(
        &mut self,
        mut keep: impl FnMut(&Record<E, S>) -> bool,
    ) -> Result<Struck<E, S>, JournalError> {
        if self.read_only().is_some() {
            return Err(self.refusal());
        }
        let path = self.path.clone();
        let bytes = self
            .disk
            .read(&path)
            .map_err(JournalError::io(&path, "read this session"))?;
        let mut lines = Lines::of(&bytes);
        let (_, header) = first_line::header(&path, &mut lines)?;
        let old = whole::<E, S>(&path, lines, header.sum)?;
        if old.sum != self.sum {
            return Err(JournalError::Changed { path });
        }

        let mut fresh = Vec::with_capacity(bytes.len());
        let mut sum = line::push_raw(&mut fresh, line::Sum::FIRST, header.rec);
        let mut numbers = Numbers::default();
        for (record, raw) in old.records.iter().zip(&old.raw) {
            let keeps = keep(record);
            let kept = numbers.next(record, raw, keeps);
            let kept = kept.map_err(|error| JournalError::NotStorable {
                path: path.clone(),
                why: error.to_string(),
            })?;
            if let Some(kept) = kept {
                sum = line::push_raw(&mut fresh, sum, &kept);
            }
        }
        let mut lines = Lines::of(&fresh);
        let (_, header) = first_line::header(&path, &mut lines)?;
        let new = whole::<E, S>(&path, lines, header.sum)?;
        let (new_sum, new_order, records) = (new.sum, new.order, new.records);

        let placed = write_whole(&self.disk, &path, &fresh)
            .map_err(JournalError::io(&path, "write this session anew"))?;
        let mut warnings = Vec::new();
        if let Some(error) = placed.unsure {
            warnings.push(format!(
                "struck, but the disk did not confirm it ({error}): after a power cut the old file may be back; strike again then"
            ));
        }
        self.mode = Mode::Write(placed.file);
        self.sum = new_sum;
        self.order = new_order;
        self.len = fresh.len() as u64;
        self.buffer = Vec::new();
        self.remove_asides(&mut warnings);
        Ok(Struck {
            gone: old.records.len() - records.len(),
            records,
            warnings,
        })
    }

    fn remove_asides(&self, warnings: &mut Vec<String>) {
        let folder = folder_of(&self.path);
        let prefix = beside(&self.path, ".torn-");
        let prefix = prefix.file_name().unwrap_or_default().to_string_lossy();
        let names = match self.disk.names(folder) {
            Ok(names) => names,
            Err(error) => {
                warnings.push(format!("{}: torn ends kept aside may be left here ({error}); remove files named {prefix}*", folder.display()));
                return;
            }
        };
        let mut removed = false;
        for name in names {
            if name.to_string_lossy().starts_with(&*prefix) {
                let aside = folder.join(name);
                match remove_if_there(&self.disk, &aside) {
                    Ok(_) => removed = true,
                    Err(error) => warnings.push(format!(
                        "{}: can't be removed ({error}); remove it by hand",
                        aside.display()
                    )),
                }
            }
        }
        if removed && let Err(error) = self.disk.sync_folder(folder) {
            warnings.push(format!(
                "{}: removed, but the disk did not confirm it ({error}): look for files named {prefix}* after a power cut",
                folder.display()
            ));
        }
    }
}

/// All records, or the damage that ends them.
fn whole<'a, E: Stored, S: Stored>(
    path: &std::path::Path,
    lines: Lines<'a>,
    sum: line::Sum,
) -> Result<scan::Run<'a, E, S>, JournalError> {
    let run = scan::run(lines, sum, Default::default());
    let (line, why) = match &run.end {
        End::Clean | End::NoLineFeed => return Ok(run),
        End::Torn { line, .. } => (*line, Why::Shape.to_string()),
        End::Damage(MiddleDamage { line, why, .. }) => (*line, why.to_string()),
    };
    Err(JournalError::Damaged {
        path: path.to_owned(),
        line,
        why,
    })
}

/// Old act numbers and new ones, and what an act that stays inherited from one that goes.
#[derive(Default)]
struct Numbers {
    new: BTreeMap<u64, u64>,
    gone: BTreeSet<u64>,
    last: u64,
    struck: bool,
    /// Sources named by a struck act, until an act that stays names its own.
    owed: Option<Sources>,
}

impl Numbers {
    /// The record as it will stand in the new file; `None` where it goes.
    fn next<'a, E, S>(
        &mut self,
        record: &Record<E, S>,
        raw: &'a [u8],
        keeps: bool,
    ) -> Result<Option<Cow<'a, [u8]>>, serde_json::Error> {
        let kept = match record {
            Record::Act(act) if keeps => {
                self.last += 1;
                self.new.insert(act.n, self.last);
                let owed = self.owed.take().filter(|_| act.sources.is_none());
                let instead = act.instead.and_then(|n| self.new.get(&n).copied());
                let same = act.n == self.last && owed.is_none() && act.instead == instead;
                (!same).then(|| rewrite(raw, "act", self.last, owed, instead))
            }
            Record::Undo { n } | Record::Redo { n } if keeps => {
                let kind = if matches!(record, Record::Undo { .. }) {
                    "undo"
                } else {
                    "redo"
                };
                if self.gone.contains(n) {
                    return Ok(None);
                }
                // An act from before this file (it may go on from another) has no new number.
                let new = self.new.get(n).filter(|new| *new != n);
                new.map(|new| rewrite(raw, kind, *new, None, None))
            }
            Record::Snapshot(snapshot) if keeps && !self.struck => {
                self.last = snapshot.n;
                None
            }
            Record::Snapshot(_) => return Ok(None),
            Record::Reload { .. } if keeps => {
                self.owed = None;
                None
            }
            Record::Act(act) => {
                self.struck = true;
                self.gone.insert(act.n);
                if act.sources.is_some() {
                    self.owed.clone_from(&act.sources);
                }
                return Ok(None);
            }
            Record::Reload { hashes } => {
                self.owed = Some(hashes.clone());
                return Ok(None);
            }
            Record::Undo { .. } | Record::Redo { .. } => {
                self.struck = true;
                return Ok(None);
            }
        };
        kept.map_or(Ok(Cow::Borrowed(raw)), |new| new.map(Cow::Owned))
            .map(Some)
    }
}

/// The record with other numbers, and with sources where it owes them; everything else as it stands.
fn rewrite(
    raw: &[u8],
    kind: &str,
    n: u64,
    sources: Option<Sources>,
    instead: Option<u64>,
) -> Result<Vec<u8>, serde_json::Error> {
    let mut value: Value = serde_json::from_slice(raw)?;
    if let Some(fields) = value.get_mut(kind).and_then(Value::as_object_mut) {
        fields.insert("n".to_owned(), n.into());
        match instead {
            Some(instead) => fields.insert("instead".to_owned(), instead.into()),
            None => fields.remove("instead"),
        };
        if let Some(sources) = sources {
            fields.insert("sources".to_owned(), serde_json::to_value(sources)?);
        }
    }
    serde_json::to_vec(&value)
}

//! The X-card: nothing brings struck acts back.

use super::*;
use std::collections::BTreeMap;
use storybeat::table::journal::{Sources, before_act};

fn secret(n: u64) -> Rec {
    let mut record = act(n);
    let Record::Act(inner) = &mut record else {
        unreachable!()
    };
    inner.words = vec!["SECRET".to_owned()];
    record
}

fn with_sources(n: u64, hash: &str) -> Rec {
    let mut record = act(n);
    let Record::Act(inner) = &mut record else {
        unreachable!()
    };
    inner.sources = Some(sources(hash));
    record
}

fn sources(hash: &str) -> Sources {
    BTreeMap::from([("troll.luau".to_owned(), hash.to_owned())])
}

fn is_secret(record: &Rec) -> bool {
    matches!(record, Record::Act(act) if act.words == ["SECRET"])
}

fn nowhere(disk: &MemDisk, word: &str) {
    for path in disk.paths() {
        let text = disk.contents(Path::new(&path)).unwrap();
        assert!(
            !String::from_utf8_lossy(&text).contains(word),
            "{word} is still in {path}"
        );
    }
}

#[test]
fn the_last_act_goes_and_play_goes_on() {
    let disk = written(&[act(1), snapshot(1), secret(2), snapshot(2)]);
    let mut journal = open(&disk).journal;
    let struck = journal.strike(before_act(2)).unwrap();
    assert_eq!(struck.records, [act(1), snapshot(1)]);
    assert_eq!((struck.gone, struck.warnings.len()), (2, 0));
    nowhere(&disk, "SECRET");
    assert_eq!(disk.paths(), [FILE]);
    assert_eq!(journal.next_act(), 2);
    journal.append(&act(2)).unwrap();
    assert_eq!(open(&disk).records, [act(1), snapshot(1), act(2)]);
    assert_eq!(
        bytes(&disk),
        bytes(&written(&[act(1), snapshot(1), act(2)]))
    );
}

#[test]
fn acts_in_the_middle_go_and_the_rest_is_renumbered() {
    let records = [
        act(1),
        snapshot(1),
        secret(2),
        act(3),
        Record::Undo { n: 2 },
        Record::Undo { n: 3 },
        snapshot(3),
        Record::Redo { n: 3 },
        act(4),
        Record::Undo { n: 1 },
    ];
    let disk = written(&records);
    let mut journal = open(&disk).journal;
    let struck = journal.strike(|record| !is_secret(record)).unwrap();
    let renumbered = |from: u64, to: u64| {
        let mut record = act(from);
        let Record::Act(inner) = &mut record else {
            unreachable!()
        };
        inner.n = to;
        record
    };
    let left = [
        act(1),
        snapshot(1),
        renumbered(3, 2),
        Record::Undo { n: 2 },
        Record::Redo { n: 2 },
        renumbered(4, 3),
        Record::Undo { n: 1 },
    ];
    assert_eq!(struck.records, left);
    assert_eq!(open(&disk).records, left);
    nowhere(&disk, "SECRET");
}

#[test]
fn torn_ends_kept_aside_go_too_and_those_of_other_sessions_stay() {
    let mut torn = bytes(&written(&[act(1), secret(2)]));
    torn.truncate(torn.len() - 4);
    let disk = disk_with(&torn);
    let other = "/campaign/sessions/0002.jsonl.torn-1";
    disk.put(Path::new(other), b"{");
    let mut journal = open(&disk).journal;
    assert_eq!(disk.paths().len(), 3);
    journal.strike(|_| true).unwrap();
    nowhere(&disk, "SECRET");
    assert_eq!(disk.paths(), [FILE, other]);
}

/// What an act ran on is told once and then inherited; an heir that stays says it itself.
#[test]
fn sources_named_by_a_struck_act_pass_to_the_next_one() {
    let mut third = act(3);
    let disk = written(&[
        with_sources(1, "old"),
        with_sources(2, "new"),
        third.clone(),
        act(4),
    ]);
    let mut journal = open(&disk).journal;
    let struck = journal
        .strike(|r| !matches!(r, Record::Act(a) if a.n == 2))
        .unwrap();
    let Record::Act(inner) = &mut third else {
        unreachable!()
    };
    (inner.n, inner.sources) = (2, Some(sources("new")));
    assert_eq!(struck.records[1], third);
    assert!(matches!(&struck.records[2], Record::Act(a) if a.n == 3 && a.sources.is_none()));
}

#[test]
fn an_undo_of_an_act_before_this_file_stays() {
    let records = [snapshot(7), act(8), Record::Undo { n: 5 }, act(9)];
    let disk = written(&records);
    let struck = open(&disk)
        .journal
        .strike(|r| !matches!(r, Record::Act(a) if a.n == 8))
        .unwrap();
    assert_eq!(struck.records[..2], [snapshot(7), Record::Undo { n: 5 }]);
    assert!(matches!(&struck.records[2], Record::Act(a) if a.n == 8 && a.input == "sb:gain(9)"));
}

/// The file's bytes but for the numbers are those that were there, also fields that this program doesn't know.
#[test]
fn keeping_everything_changes_no_byte() {
    let disk = written(&small_session());
    let before = bytes(&disk);
    let struck = open(&disk).journal.strike(|_| true).unwrap();
    assert_eq!((struck.gone, struck.records), (0, small_session()));
    assert_eq!(bytes(&disk), before);
}

#[test]
fn a_damaged_or_foreign_file_is_not_rewritten() {
    let disk = written(&small_session());
    let mut journal = open(&disk).journal;
    let mut damaged = bytes(&disk);
    let at = damaged.len() - 40;
    damaged[at] ^= 1;
    disk.put(Path::new(FILE), &damaged);
    let error = journal.strike(before_act(1)).unwrap_err();
    assert!(
        matches!(error, JournalError::Damaged { line: 8, .. }),
        "{error}"
    );
    assert_eq!(bytes(&disk), damaged);
    let other = bytes(&written(&[act(1)]));
    disk.put(Path::new(FILE), &other);
    assert!(matches!(
        journal.strike(before_act(1)),
        Err(JournalError::Changed { .. })
    ));
    assert_eq!(bytes(&disk), other);
    let mut read_only = open(&disk_with(&damaged)).journal;
    assert!(matches!(
        read_only.strike(before_act(1)),
        Err(JournalError::ReadOnly { .. })
    ));
}

#[test]
fn on_a_real_disk_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("0001.jsonl");
    let mut journal = Journal::<Fact, Table>::create(&path, &header()).unwrap();
    for record in [act(1), secret(2)] {
        journal.append(&record).unwrap();
    }
    journal.strike(before_act(2)).unwrap();
    journal.append(&act(2)).unwrap();
    assert_eq!(
        session(Journal::<Fact, Table>::open(&path)).records,
        [act(1), act(2)]
    );
    let names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    assert_eq!(names, ["0001.jsonl"]);
}

//! Going on after damage.

use super::*;
use storybeat::table::journal::{Continued, continue_from_snapshot_on};

const NEW: &str = "/campaign/sessions/0002.jsonl";

fn long_session() -> Vec<Rec> {
    let mut records: Vec<Rec> = (1..=4).map(act).collect();
    records.push(snapshot(4)); // line 6
    records.extend((5..=8).map(act));
    records.push(snapshot(8)); // line 11
    records.push(Record::Undo { n: 8 });
    records.push(act(9));
    records
}

fn damaged(line: usize) -> MemDisk {
    let mut lines = lines(&bytes(&written(&long_session())));
    lines[line - 1][45] ^= 1;
    disk_with(&lines.concat())
}

fn rescue(disk: &MemDisk, line: usize) -> Result<Continued<Fact, Table, MemDisk>, JournalError> {
    continue_from_snapshot_on(
        disk.clone(),
        Path::new(FILE),
        line,
        NEW,
        Header::new(2, "owl", "Bridge at Dusk", "21:00"),
    )
}

#[test]
fn the_next_whole_snapshot_is_named() {
    for (line, next) in [
        (2, Some(6)),
        (5, Some(6)),
        (6, Some(11)),
        (10, Some(11)),
        (11, None),
        (12, None),
    ] {
        let opened = open(&damaged(line));
        let damage = opened.damage.unwrap();
        assert_eq!((damage.line, damage.next_snapshot_line), (line, next));
        assert_eq!(opened.records, long_session()[..line - 2]);
    }
}

#[test]
fn a_session_goes_on_from_it_in_a_new_file() {
    let disk = damaged(3);
    let before = bytes(&disk);
    let Continued {
        mut opened,
        left_behind,
    } = rescue(&disk, 6).unwrap();
    assert_eq!(left_behind, None);
    assert_eq!(opened.records, long_session()[4..]);
    let from = opened.header.continues.clone().unwrap();
    assert_eq!((from.file.as_str(), from.line), ("0001.jsonl", 6));
    assert_eq!(opened.journal.next_act(), 10);
    opened.journal.append(&act(10)).unwrap();
    let again = session(Mem::open_on(disk.clone(), NEW));
    assert_eq!((again.records.len(), again.damage), (9, None));
    assert_eq!(bytes(&disk), before, "the damaged file stays");
}

#[test]
fn a_second_damage_ends_what_is_taken_over_and_is_told() {
    let mut lines = lines(&bytes(&damaged(3)));
    lines[7][45] ^= 1;
    let disk = disk_with(&lines.concat());
    let Continued {
        opened,
        left_behind,
    } = rescue(&disk, 6).unwrap();
    assert_eq!(opened.records, long_session()[4..6]);
    let left = left_behind.unwrap();
    assert_eq!((left.line, left.next_snapshot_line), (8, Some(11)));
}

#[test]
fn a_dropped_line_does_not_hide_the_snapshot_after_it() {
    let mut lines = lines(&bytes(&written(&long_session())));
    lines.remove(2);
    let disk = disk_with(&lines.concat());
    assert_eq!(open(&disk).damage.unwrap().next_snapshot_line, Some(5));
    assert_eq!(
        rescue(&disk, 5).unwrap().opened.records,
        long_session()[4..]
    );
}

#[test]
fn only_a_whole_snapshot_will_do_and_no_file_is_overwritten() {
    let disk = damaged(6);
    for line in [0, 1, 2, 5, 6, 7, 12, 99] {
        let error = rescue(&disk, line).unwrap_err();
        assert!(
            matches!(error, JournalError::NoSnapshot { .. }),
            "{line}: {error}"
        );
    }
    assert_eq!(disk.paths(), [FILE]);
    rescue(&disk, 11).unwrap();
    assert!(matches!(
        rescue(&disk, 11),
        Err(JournalError::Exists { .. })
    ));
}

/// The other way on: from the state before the damage.
#[test]
fn a_session_can_go_on_from_what_stands_before_the_damage() {
    let disk = damaged(8);
    let opened = open(&disk);
    assert_eq!(opened.records.len(), 6);
    let mut new = Mem::create_on(disk.clone(), NEW, &header()).unwrap();
    new.append(&snapshot(5)).unwrap();
    assert_eq!(new.next_act(), 6);
    new.append(&act(6)).unwrap();
}

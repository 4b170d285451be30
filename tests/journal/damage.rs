//! Files that were cut, flipped, shuffled.

use super::*;
use storybeat::table::journal::{Note, Why};

/// PE02: cut at every byte, a file opens with whole records only, and what was cut is kept byte for byte.
#[test]
fn every_prefix_opens_with_its_whole_records() {
    let records = small_session();
    let whole = bytes(&written(&records));
    let ends: Vec<usize> = lines(&whole)
        .iter()
        .scan(0, |at, line| {
            *at += line.len();
            Some(*at)
        })
        .collect();
    for len in 1..whole.len() {
        let disk = disk_with(&whole[..len]);
        let found = Mem::open_on(disk.clone(), FILE);
        if len < ends[0] - 1 {
            let error = found.unwrap_err();
            assert!(
                matches!(error, JournalError::Header { .. }),
                "{len}: {error}"
            );
            assert_eq!(bytes(&disk), whole[..len]);
            continue;
        }
        let mut opened = session(found);
        // A record that lacks only its line feed is whole.
        let count = ends.iter().filter(|end| **end - 1 <= len).count() - 1;
        assert_eq!(opened.records, records[..count], "{len}");
        assert_eq!(opened.damage, None, "{len}");
        let good = ends[count];
        match opened.tail {
            None => {
                assert!(len == good || len == good - 1, "{len}");
                assert_eq!(opened.notes.contains(&Note::LineFeedMissing), len < good);
            }
            Some(tail) => {
                assert_eq!(
                    (tail.line, tail.bytes),
                    (count + 2, (len - good) as u64),
                    "{len}"
                );
                let aside = disk.contents(&tail.kept_aside.unwrap()).unwrap();
                assert_eq!(aside, whole[good..len], "{len}");
            }
        }
        assert_eq!(bytes(&disk), whole[..good]);
        // And the session goes on, as if it had never been cut.
        for record in &records[count..] {
            opened.journal.append(record).unwrap();
        }
        assert_eq!(bytes(&disk), whole, "{len}");
    }
}

/// Every bit of every byte: told, or refused, and never a different record.
#[test]
fn every_flipped_bit_is_noticed() {
    let records = small_session();
    let whole = bytes(&written(&records));
    let first = lines(&whole)[0].len();
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << bit;
            let disk = disk_with(&flipped);
            let found = Mem::open_on(disk.clone(), FILE);
            if at < first {
                let error = found.unwrap_err();
                assert!(
                    matches!(
                        error,
                        JournalError::Header { .. } | JournalError::Format { .. }
                    ),
                    "{at}/{bit}: {error}"
                );
                assert_eq!(bytes(&disk), flipped);
                continue;
            }
            let opened = session(found);
            let line = whole[..at].iter().filter(|b| **b == b'\n').count() + 1;
            assert_eq!(opened.records, records[..line - 2], "{at}/{bit}");
            match (opened.tail, opened.damage) {
                (Some(tail), None) => {
                    assert_eq!(at, whole.len() - 1, "only the last line feed can look torn");
                    assert_eq!(tail.line, line);
                    let aside = disk.contents(&tail.kept_aside.unwrap()).unwrap();
                    assert!(flipped.ends_with(&aside));
                }
                (None, Some(damage)) => {
                    assert_eq!(damage.line, line, "{at}/{bit}");
                    assert_eq!(bytes(&disk), flipped, "damage in the middle is never cut");
                    assert!(opened.journal.read_only().is_some());
                }
                other => panic!("{at}/{bit}: {other:?}"),
            }
        }
    }
}

/// A line moved, dropped, doubled or added: told with the line where it begins.
#[test]
fn every_shuffled_line_is_noticed() {
    let records = small_session();
    let whole = lines(&bytes(&written(&records)));
    let check = |lines: Vec<Vec<u8>>, from: usize, what: &str| {
        let damaged = lines.concat();
        let disk = disk_with(&damaged);
        let opened = open(&disk);
        let damage = opened
            .damage
            .unwrap_or_else(|| panic!("{what}: not noticed"));
        assert_eq!(damage.line, from, "{what}");
        assert_eq!(opened.records, records[..from - 2], "{what}");
        assert_eq!(bytes(&disk), damaged, "{what}");
    };
    for i in 1..whole.len() {
        for j in i + 1..whole.len() {
            let mut swapped = whole.clone();
            swapped.swap(i, j);
            check(swapped, i + 1, &format!("swapped {i} and {j}"));
        }
        let mut doubled = whole.clone();
        doubled.insert(i, whole[i].clone());
        check(doubled, i + 2, &format!("doubled {i}"));
        let mut blank = whole.clone();
        blank.insert(i, b"\n".to_vec());
        check(blank, i + 1, &format!("blank before {i}"));
        if i + 1 < whole.len() {
            let mut dropped = whole.clone();
            dropped.remove(i);
            check(dropped, i + 1, &format!("dropped {i}"));
        }
    }
}

/// Lines of another session with the same header are not taken for this one's.
#[test]
fn a_line_of_another_session_is_noticed() {
    let ours = lines(&bytes(&written(&[act(1), act(2)])));
    let mut other_act = act(1);
    let Record::Act(inner) = &mut other_act else {
        unreachable!()
    };
    inner.input = "something else".to_owned();
    let theirs = lines(&bytes(&written(&[other_act, act(2)])));
    let mixed = [ours[0].clone(), ours[1].clone(), theirs[2].clone()].concat();
    let damage = open(&disk_with(&mixed)).damage.unwrap();
    assert_eq!((damage.line, damage.why), (3, Why::Sum));
}

/// A record that holds its sum and that this program can't read was whole once: it is never cut, at the end neither.
#[test]
fn a_whole_record_of_an_unknown_kind_is_not_cut_away() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    enum NewerFact {
        Eclipse,
    }
    let whole = bytes(&written(&[act(1)]));
    for bytes_there in [whole.as_slice(), &whole[..whole.len() - 1]] {
        let disk = disk_with(bytes_there);
        let found = Journal::<NewerFact, Table, _>::open_on(disk.clone(), FILE);
        let Ok(Found::Session(opened)) = found else {
            panic!()
        };
        let damage = opened.damage.unwrap();
        assert_eq!(damage.line, 2);
        assert!(
            matches!(&damage.why, Why::Unreadable(words) if words.contains("StoryBeats")),
            "{:?}",
            damage.why
        );
        assert_eq!(bytes(&disk), bytes_there);
    }
}

#[test]
fn zeros_after_a_power_cut_are_a_torn_end() {
    let whole = bytes(&written(&[act(1)]));
    let disk = disk_with(&[whole.as_slice(), &[0; 300]].concat());
    let opened = open(&disk);
    assert_eq!(opened.records, [act(1)]);
    assert_eq!(opened.tail.unwrap().bytes, 300);
    assert_eq!(bytes(&disk), whole);
}

#[test]
fn torn_ends_never_overwrite_each_other() {
    let whole = bytes(&written(&[act(1)]));
    let disk = disk_with(&whole);
    for (round, torn) in [b"{\"su".as_slice(), b"{\"sum\":", b"{\"su"]
        .iter()
        .enumerate()
    {
        disk.put(Path::new(FILE), &[&whole, *torn].concat());
        let aside = open(&disk).tail.unwrap().kept_aside.unwrap();
        assert_eq!(disk.contents(&aside).unwrap(), *torn);
        // The third is the same as the first and needs no second copy.
        let number = [1, 2, 1][round];
        assert_eq!(aside, Path::new(&format!("{FILE}.torn-{number}")));
    }
}

/// PE07: opening twice is opening once.
#[test]
fn opening_twice_finds_the_same() {
    let mut torn = bytes(&written(&small_session()));
    torn.truncate(torn.len() - 9);
    let disk = disk_with(&torn);
    let first = open(&disk);
    let second = open(&disk);
    assert_eq!(first.records, second.records);
    assert!(first.tail.is_some() && second.tail.is_none());
}

#[test]
fn damage_says_where_and_what_to_do() {
    let mut flipped = bytes(&written(&small_session()));
    let at = lines(&flipped)[0].len() + 60;
    flipped[at] ^= 1;
    let mut opened = open(&disk_with(&flipped));
    assert_eq!(opened.damage.as_ref().unwrap().next_snapshot_line, Some(5));
    let words = opened.journal.append(&act(1)).unwrap_err().to_string();
    for needed in [
        FILE,
        "line 2 is damaged",
        "a byte was changed",
        "snapshot on line 5",
        "new file",
    ] {
        assert!(words.contains(needed), "{words}");
    }
}

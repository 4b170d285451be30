//! Writing on a disk that works.

use super::*;

#[test]
fn what_was_appended_is_there_in_order_and_can_be_gone_on_with() {
    let disk = written(&small_session());
    let mut opened = open(&disk);
    assert_eq!(opened.header, header());
    assert_eq!(opened.records, small_session());
    assert_eq!((opened.tail, opened.damage), (None, None));
    assert!(opened.notes.is_empty());
    assert_eq!(opened.journal.next_act(), 4);
    opened.journal.append(&act(4)).unwrap();
    let mut all = small_session();
    all.push(act(4));
    assert_eq!(open(&disk).records, all);
}

#[test]
fn every_line_is_one_json_object() {
    for line in lines(&bytes(&written(&small_session()))) {
        let value: serde_json::Value = serde_json::from_slice(&line).unwrap();
        assert!(
            value["sum"].is_string() && value["rec"].is_object(),
            "{value}"
        );
    }
}

/// Each record costs one write and one wait for the disk.
#[test]
fn an_append_is_one_write_and_one_sync() {
    let disk = MemDisk::default();
    let mut journal = Mem::create_on(disk.clone(), FILE, &header()).unwrap();
    let before = disk.calls().len();
    journal.append(&act(1)).unwrap();
    let calls = disk.calls().split_off(before);
    assert_eq!(calls.len(), 3, "{calls:?}");
    assert!(calls[0].starts_with("look at") && calls[1].starts_with("write") && calls[2] == "sync");
}

#[test]
fn numbers_count_up_without_gaps() {
    let disk = written(&[act(1)]);
    let mut journal = open(&disk).journal;
    let before = bytes(&disk);
    for wrong in [
        act(1),
        act(3),
        act(0),
        Record::Undo { n: 2 },
        Record::Redo { n: 0 },
        snapshot(7),
    ] {
        let error = journal.append(&wrong).unwrap_err();
        assert!(matches!(error, JournalError::Order { .. }), "{error}");
        assert_eq!(bytes(&disk), before);
    }
    journal.append(&act(2)).unwrap();
}

#[test]
fn a_snapshot_is_due_after_200_acts_over_restarts_too() {
    let disk = written(&[]);
    let mut journal = open(&disk).journal;
    for n in 1..=200 {
        assert!(!journal.due_snapshot(), "before act {n}");
        journal.append(&act(n)).unwrap();
        if n == 120 {
            journal = open(&disk).journal;
        }
    }
    assert!(journal.due_snapshot());
    journal = open(&disk).journal;
    assert!(journal.due_snapshot());
    journal.append(&snapshot(200)).unwrap();
    assert!(!journal.due_snapshot());
}

#[test]
fn a_number_comes_back_to_the_last_bit() {
    let odd = [
        0.1 + 0.2,
        -0.0,
        5e-324,
        f64::MAX,
        1.0 / 3.0,
        123_456_789.123_456_79,
    ];
    let mut record = act(1);
    let Record::Act(inner) = &mut record else {
        unreachable!()
    };
    inner.events = odd.iter().map(|number| Fact::Weight(*number)).collect();
    let opened = open(&written(&[record]));
    let Record::Act(inner) = &opened.records[0] else {
        panic!()
    };
    let back: Vec<u64> = inner
        .events
        .iter()
        .map(|fact| match fact {
            Fact::Weight(number) => number.to_bits(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(back, odd.map(f64::to_bits));
}

#[test]
fn what_would_not_read_back_is_refused_before_it_is_written() {
    let disk = written(&[act(1)]);
    let mut journal = open(&disk).journal;
    let before = bytes(&disk);
    let mut nan = act(2);
    let Record::Act(inner) = &mut nan else {
        unreachable!()
    };
    inner.events = vec![Fact::Weight(f64::NAN)];
    let mut deep = serde_json::json!(1);
    for _ in 0..200 {
        deep = serde_json::json!([deep]);
    }
    let mut nested = act(2);
    let Record::Act(inner) = &mut nested else {
        unreachable!()
    };
    inner.answers = vec![deep];
    for record in [nan, nested] {
        let error = journal.append(&record).unwrap_err();
        assert!(matches!(error, JournalError::NotStorable { .. }), "{error}");
        assert_eq!(bytes(&disk), before);
    }
    journal.append(&act(2)).unwrap();
}

/// A file replaced by an editor or a sync tool: acts must not go into a file that has no name any more.
#[test]
fn a_file_changed_behind_our_back_is_noticed_before_the_next_write() {
    let folder = tempfile::tempdir().unwrap();
    type Real = Journal<Fact, Table>;
    let edit: [fn(&Path); 3] = [
        |path| std::fs::write(path, b"").unwrap(),
        |path| std::fs::remove_file(path).unwrap(),
        |path| {
            let copy = path.with_extension("copy");
            std::fs::copy(path, &copy).unwrap();
            std::fs::rename(copy, path).unwrap();
        },
    ];
    for (number, edit) in edit.iter().enumerate() {
        let path = folder.path().join(format!("{number:04}.jsonl"));
        let mut journal = Real::create(&path, &header()).unwrap();
        journal.append(&act(1)).unwrap();
        edit(&path);
        let after_edit = std::fs::read(&path).ok();
        let error = journal.append(&act(2)).unwrap_err();
        if number == 2 && !cfg!(unix) {
            continue;
        }
        assert!(matches!(error, JournalError::Changed { .. }), "{error}");
        assert_eq!(std::fs::read(&path).ok(), after_edit);
        assert!(matches!(
            journal.append(&act(2)),
            Err(JournalError::ReadOnly { .. })
        ));
    }
}

#[test]
fn a_new_session_never_overwrites_a_file() {
    let disk = written(&[act(1)]);
    let before = bytes(&disk);
    let error = Mem::create_on(disk.clone(), FILE, &header()).unwrap_err();
    assert!(matches!(error, JournalError::Exists { .. }), "{error}");
    assert_eq!(bytes(&disk), before);
}

#[test]
fn reading_is_not_writing() {
    let mut torn = bytes(&written(&[act(1)]));
    torn.extend_from_slice(b"{\"sum");
    let disk = disk_with(&torn);
    let opened = session(storybeat::table::journal::read_on::<Fact, Table, _>(
        disk.clone(),
        FILE,
    ));
    assert_eq!(opened.records, [act(1)]);
    let tail = opened.tail.unwrap();
    assert_eq!((tail.line, tail.bytes, tail.kept_aside), (3, 5, None));
    assert_eq!(bytes(&disk), torn);
    assert_eq!(disk.paths(), [FILE]);
    let mut journal = opened.journal;
    assert!(matches!(
        journal.append(&act(2)),
        Err(JournalError::ReadOnly { .. })
    ));
}

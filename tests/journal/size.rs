//! Odd texts, large records, long sessions.

use super::*;
use std::time::Instant;

fn saying(n: u64, text: &str) -> Rec {
    let mut record = act(n);
    let Record::Act(inner) = &mut record else {
        unreachable!()
    };
    inner.input = text.to_owned();
    inner.events = vec![Fact::Said(text.to_owned())];
    inner.words = vec![text.to_owned(), text.to_owned()];
    inner.answers = vec![serde_json::json!({ text: text })];
    record
}

#[test]
fn odd_texts_come_back_as_they_were() {
    let texts = [
        "",
        "\n\r\n\r",
        "a\u{2028}b\u{2029}c\u{85}d",
        "\0\u{1}\u{1b}[2J\u{7f}",
        "\u{feff}with a mark",
        "Flößer u\u{308} \u{1f3b2}\u{200d}\u{1f525} \u{10ffff}\u{fffd}",
        "\"},\"sum\":\"0000000000000000\",\"rec\":{\"undo\":{\"n\":1}}}\n{\"sum\":\"",
        "\\u0000 \\ / \" '",
    ];
    let records: Vec<Rec> = texts
        .iter()
        .zip(1..)
        .map(|(text, n)| saying(n, text))
        .collect();
    let disk = written(&records);
    assert_eq!(lines(&bytes(&disk)).len(), 1 + texts.len());
    assert_eq!(open(&disk).records, records);
}

#[test]
fn an_act_with_a_text_of_a_megabyte_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("0001.jsonl");
    let records = [saying(1, &"ß\n".repeat(400_000)), act(2)];
    let mut journal = Journal::<Fact, Table>::create(&path, &header()).unwrap();
    for record in &records {
        journal.append(record).unwrap();
    }
    assert_eq!(
        session(Journal::<Fact, Table>::open(&path)).records,
        records
    );
}

/// Prints how long; benches assert. Snapshots are of a size that a real table has.
#[test]
fn ten_thousand_acts_reopen() {
    let mut records = Vec::new();
    let store: Vec<_> = (0..1000)
        .map(|i| serde_json::json!({"id": i, "name": "toll troll", "lost": 3}))
        .collect();
    for n in 1..=10_000 {
        records.push(act(n));
        if n % 200 == 0 {
            let Rec::Snapshot(mut inner) = snapshot(n) else {
                unreachable!()
            };
            inner.state.store = store.clone().into();
            records.push(Record::Snapshot(inner));
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("0001.jsonl");
    let all = bytes(&written(&records));
    std::fs::write(&path, &all).unwrap();
    let start = Instant::now();
    let opened = session(Journal::<Fact, Table>::open(&path));
    let took = start.elapsed();
    println!("10,000 acts, {} KB, reopened in {took:?}", all.len() / 1000);
    assert_eq!(opened.records.len(), 10_050);
    assert_eq!(opened.records, records);
    assert_eq!(opened.journal.next_act(), 10_001);
}

/// PE04: an act late in a session costs what an early one cost: calls and bytes don't grow.
#[test]
fn an_append_costs_the_same_late_in_a_session() {
    let disk = MemDisk::default();
    let mut journal = Mem::create_on(disk.clone(), FILE, &header()).unwrap();
    let mut cost = |n: u64| {
        let before = disk.calls().len();
        journal.append(&act(n)).unwrap();
        disk.calls()
            .split_off(before)
            .join(", ")
            .replace(char::is_numeric, "")
            .len()
    };
    let first = cost(1);
    for n in 2..=1000 {
        assert_eq!(cost(n), first, "act {n}");
    }
}

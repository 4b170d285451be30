//! The program is killed while it plays, again and again: what it had reported stands, at most one act more, and the
//! table goes on as if nothing had been.
#![cfg(feature = "front")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/quay.rs"]
mod quay;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;

/// The inputs of the evening: none fails, whatever the dice say.
fn line(n: usize) -> String {
    match n % 12 {
        0 => "gain(2)".into(),
        1 => "roll(\"Ellis\", \"body + melee\", 3) roll(\"Sera\", \"wits + lore\", 4)".into(),
        2 => format!("store.n = {n} store.list = {{ {n} / 7, die(100) }}"),
        3 => "tick(\"Echo\", 1) tick(\"Echo\", -1) gain(1)".into(),
        4 => "spawn(\"Ash Rat\") foes[#foes]:hit(1, \"a boat hook\")".into(),
        5 => "undo".into(),
        6 => "redo".into(),
        7 => format!("note(\"line {n}\")"),
        8 => "again { text = \"another line\" }".into(),
        9 => "shuffle(\"Shelf\")".into(),
        10 if n % 60 == 10 => "session.close()".into(),
        11 if n % 60 == 11 => "session.start()".into(),
        10 => "exchange.next()".into(),
        _ => "undo(2)".into(),
    }
}

/// Chance for the moments, the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

#[test]
fn what_was_reported_outlives_twenty_kills() {
    let folder = tempfile::tempdir().unwrap();
    quay::unpack(folder.path());
    // The same evening where nobody is killed.
    let mut twin = Runtime::builder().files(quay::files(&[])).build().unwrap();
    let (mut played, mut chance, mut in_the_middle) = (0, Chance(7), 0);
    for round in 0..20 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_storybeat"))
            .arg("--json")
            .arg(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let typing = thread::spawn(move || {
            // Until nobody reads any more.
            (played..)
                .map(line)
                .all(|line| writeln!(input, "{line}").is_ok());
        });
        let output = child.stdout.take().unwrap();
        let reading = thread::spawn(move || {
            let whole = BufReader::new(output).lines().map_while(Result::ok);
            whole
                .filter(|line| serde_json::from_str::<serde_json::Value>(line).is_ok())
                .collect::<Vec<_>>()
        });
        // Some are killed while they start, most while they play.
        thread::sleep(Duration::from_millis(20 + chance.below(600)));
        child.kill().unwrap();
        child.wait().unwrap();
        typing.join().unwrap();
        let reported = reading.join().unwrap();
        assert!(
            reported.iter().all(|line| !line.contains("\"error\"")),
            "{:?}",
            reported.last()
        );

        let table = Runtime::builder().folder(folder.path()).build().unwrap();
        for n in 0..reported.len() {
            let outcome = twin.eval(&line(played + n));
            assert!(
                matches!(outcome, Outcome::Done(_)),
                "{}: {outcome:?}",
                line(played + n)
            );
        }
        played += reported.len();
        in_the_middle += usize::from(!reported.is_empty());
        if table.state() != twin.state() || table.history() != twin.history() {
            // One that was under way.
            twin.eval(&line(played));
            played += 1;
        }
        assert!(
            table.state() == twin.state(),
            "round {round}, {played} lines: {:?}\n{:?}\n{:?}",
            table.greeting(),
            table.history(),
            twin.history()
        );
        assert_eq!(table.history(), twin.history(), "round {round}");
    }
    assert!(
        in_the_middle >= 5 && played > 40,
        "the kills came too early: {in_the_middle}, {played}"
    );
}

//! The program is killed while it plays, two hundred times: what it had reported stands, at most one act more, and the
//! table goes on as if nothing had been.
#![cfg(all(feature = "front", unix))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/quay.rs"]
mod quay;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;
use storybeat::table::state::State;

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

/// The same evening where nobody is killed: the table after each number of inputs. All that are killed share it.
struct Twin {
    runtime: Runtime,
    after: Vec<(State, Vec<String>)>,
}

impl Twin {
    fn new() -> Twin {
        let runtime = Runtime::builder().files(quay::files(&[])).build().unwrap();
        let after = vec![(runtime.state().clone(), runtime.history())];
        Twin { runtime, after }
    }

    fn after(&mut self, n: usize) -> &(State, Vec<String>) {
        while self.after.len() <= n {
            let line = line(self.after.len() - 1);
            let outcome = self.runtime.eval(&line);
            assert!(matches!(outcome, Outcome::Done(_)), "{line}: {outcome:?}");
            let table = (self.runtime.state().clone(), self.runtime.history());
            self.after.push(table);
        }
        &self.after[n]
    }
}

/// When a program is killed.
#[derive(Clone, Copy)]
enum Moment {
    /// So long after it was started.
    After(Duration),
    /// When it has reported so many results, and so long after that.
    Reported(usize, Duration),
}

/// Plays on from that input until the program is killed, and gives how many results it had reported.
fn play_and_kill(folder: &Path, from: usize, moment: Moment) -> usize {
    let mut child = Command::new(env!("CARGO_BIN_EXE_storybeat"))
        .arg("--json")
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let typing = thread::spawn(move || {
        // Until nobody reads any more.
        (from..)
            .map(line)
            .all(|line| writeln!(input, "{line}").is_ok());
    });
    let output = child.stdout.take().unwrap();
    let (tell, told) = mpsc::channel();
    let reading = thread::spawn(move || {
        let whole = BufReader::new(output).lines().map_while(Result::ok);
        whole
            .filter(|line| serde_json::from_str::<serde_json::Value>(line).is_ok())
            .inspect(|_| {
                // Nobody may be waiting any more.
                let _ = tell.send(());
            })
            .collect::<Vec<_>>()
    });
    match moment {
        Moment::After(wait) => thread::sleep(wait),
        Moment::Reported(results, wait) => {
            for _ in 0..results {
                told.recv().unwrap();
            }
            thread::sleep(wait);
        }
    }
    // SIGKILL: nothing of the program runs any more, no destructor, no buffer that is written out.
    child.kill().unwrap();
    child.wait().unwrap();
    typing.join().unwrap();
    let reported = reading.join().unwrap();
    assert!(
        reported.iter().all(|line| !line.contains("\"error\"")),
        "{:?}",
        reported.last()
    );
    reported.len()
}

/// How it went with one campaign.
#[derive(Default)]
struct Went {
    kills: usize,
    /// Kills of one that had reported something.
    in_the_middle: usize,
    /// Kills after which an act stood that hadn't been reported yet.
    under_way: usize,
    played: usize,
}

fn campaign(twin: &Mutex<Twin>, seed: u64, kills: usize) -> Went {
    let folder = tempfile::tempdir().unwrap();
    quay::unpack(folder.path());
    let (mut went, mut chance) = (Went::default(), Chance(seed));
    for round in 0..kills {
        // Some are killed while they start, most while they play, however fast this machine is.
        let moment = match chance.below(4) {
            0 => Moment::After(Duration::from_millis(chance.below(150))),
            _ => Moment::Reported(
                chance.below(7) as usize,
                Duration::from_micros(chance.below(6_000)),
            ),
        };
        let reported = play_and_kill(folder.path(), went.played, moment);
        went.kills += 1;
        went.in_the_middle += usize::from(reported > 0);
        went.played += reported;

        let table = Runtime::builder().folder(folder.path()).build().unwrap();
        let mut twin = twin.lock().unwrap();
        let same = |(state, history): &(State, Vec<String>)| {
            table.state() == state && table.history() == *history
        };
        if !same(twin.after(went.played)) {
            // One that was under way: whole.
            went.played += 1;
            went.under_way += 1;
            assert!(
                same(twin.after(went.played)),
                "campaign {seed}, round {round}, {} lines: {:?}\n{:?}\n{:?}",
                went.played,
                table.greeting(),
                table.history(),
                twin.after(went.played).1
            );
        }
    }
    went
}

#[test]
fn what_was_reported_outlives_two_hundred_kills() {
    let twin = Mutex::new(Twin::new());
    // Campaigns beside each other; each begins anew, so that no file gets long and its opening slow.
    let went: Vec<Went> = thread::scope(|scope| {
        let lanes: Vec<_> = (0..4)
            .map(|lane| {
                let twin = &twin;
                scope.spawn(move || {
                    (0..2)
                        .map(|n| campaign(twin, 7 + lane * 10 + n, 25))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        lanes
            .into_iter()
            .flat_map(|lane| lane.join().unwrap())
            .collect()
    });
    let sum = |what: fn(&Went) -> usize| went.iter().map(what).sum::<usize>();
    assert_eq!(sum(|went| went.kills), 200);
    let (in_the_middle, under_way, played) = (
        sum(|went| went.in_the_middle),
        sum(|went| went.under_way),
        sum(|went| went.played),
    );
    println!("{in_the_middle} in the middle, {under_way} under way, {played} inputs");
    assert!(
        in_the_middle >= 100 && played > 400,
        "the kills came too early: {in_the_middle}, {played}"
    );
}

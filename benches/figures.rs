//! The figures of the README, each beside its baseline in the same run: `cargo bench --bench figures` prints the table.
//!
//! Figure and baseline are taken in turns, and the medians compared. What is counted is the time that the thread
//! computed, so that a busy machine doesn't show; with the disk in it, the time of day. The party
//! carries a talent, a condition and an observer of each kind, as a table in play would. What each step costs is in
//! `table.rs` (divan).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use divan::black_box;
use storybeat::rules::roll::{DicePart, RollPlan, roll};
use storybeat::script::folder::Files;
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;
use support::{Bare, evening, lively, saved, stream, table};

/// Time this thread has computed; the time of day where the system doesn't tell. A machine that is busy with other
/// things doesn't show in it, nor does waiting for the disk.
fn computed() -> Duration {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|stat| stat.split_whitespace().next()?.parse().ok())
        .map_or_else(clock, Duration::from_nanos)
}

/// Medians of two things done in turns.
fn in_turns(
    rounds: usize,
    now: fn() -> Duration,
    mut one: impl FnMut(),
    mut other: impl FnMut(),
) -> (Duration, Duration) {
    let clock = |work: &mut dyn FnMut()| {
        let began = now();
        work();
        now() - began
    };
    let (mut ones, mut others) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        ones.push(clock(&mut one));
        others.push(clock(&mut other));
    }
    let median = |times: &mut Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    (median(&mut ones), median(&mut others))
}

fn words(time: Duration) -> String {
    let us = time.as_secs_f64() * 1e6;
    match us {
        us if us < 1.0 => format!("{:.0} ns", us * 1000.0),
        us if us < 1000.0 => format!("{us:.1} µs"),
        us => format!("{:.1} ms", us / 1000.0),
    }
}

fn row(what: &str, figure: &str, beside: &str, baseline: &str, reach: &str) {
    println!("| {what} | {figure} | {beside}: {baseline} | {reach} |");
}

/// The time of day: what a disk takes counts too.
fn clock() -> Duration {
    static BEGAN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed()
}

/// The scripts among the files.
fn scripts(files: &Files) -> Vec<String> {
    files
        .all()
        .filter(|file| file.path.ends_with(".luau"))
        .map(|file| file.text.to_string())
        .collect()
}

/// Compiles the sources in a bare Luau, without an API: what any host would pay.
fn bare_luau(sources: &[String]) {
    let lua = mlua::Lua::new();
    for source in sources {
        black_box(lua.load(source.as_str()).into_function().unwrap());
    }
}

fn rolls() {
    let mut chair = Bare(stream());
    let plan = RollPlan::new(
        "wits + craft",
        vec![DicePart::new("Wits", 3), DicePart::new("Craft", 2)],
    );
    let mut bare = stream();
    let ten = NonZeroU32::new(10).unwrap();
    // Many: the time that a thread has computed is told in steps of milliseconds.
    const N: u32 = 100_000;
    const THROWS: u32 = 5_000_000;
    let (native, loop_only) = in_turns(
        9,
        computed,
        || {
            for _ in 0..N {
                black_box(roll(&mut chair, plan.clone()).unwrap().successes);
            }
        },
        || {
            for _ in 0..THROWS {
                let mut successes = 0;
                for _ in 0..5 {
                    successes += match bare.die(ten) {
                        10 => 2,
                        6..=9 => 1,
                        _ => 0,
                    };
                }
                black_box(successes);
            }
        },
    );
    let (native, loop_only) = (native / N, loop_only / THROWS);
    row(
        "a roll by the rules, in Rust, five dice",
        &words(native),
        "a loop that only throws and counts them",
        &format!(
            "{}, {:.1} times",
            words(loop_only),
            native.as_secs_f64() / loop_only.as_secs_f64()
        ),
        "3 times",
    );

    let mut playing = table(3);
    let mut reading = table(3);
    let (rolls, reads) = in_turns(
        9,
        computed,
        || {
            done(
                &mut playing,
                "what_if(function() for _ = 1, 1000 do roll(\"Lyra\", \"wits + craft\", 3) end end)",
            )
        },
        || {
            done(
                &mut reading,
                "what_if(function() for _ = 1, 1000 do local x = party[1].fatigue end end)",
            )
        },
    );
    row(
        "`roll` in Luau as a trial: state, facts, hooks",
        &format!("{:.0} a second", 1000.0 / rolls.as_secs_f64()),
        "reading one field of a character",
        &format!("{:.0} a second", 1000.0 / reads.as_secs_f64()),
        "200,000 a second",
    );
}

#[track_caller]
fn done(table: &mut Runtime, input: &str) {
    let outcome = table.eval(input);
    assert!(matches!(outcome, Outcome::Done(_)), "{input}: {outcome:?}");
}

fn starts() {
    let files = lively(50);
    let sources = scripts(&files);
    let (start, bare) = in_turns(
        9,
        computed,
        || {
            black_box(Runtime::builder().files(files.clone()).build().unwrap());
        },
        || bare_luau(&sources),
    );
    row(
        "start to prompt, 50 scripts",
        &words(start),
        "bare Luau compiles them",
        &words(bare),
        "100 ms",
    );
    let both = [lively(100), saved(&lively(100))];
    let sources = scripts(&both[0]);
    let mut table = Runtime::builder().files(both[0].clone()).build().unwrap();
    let mut n = 0;
    let (reload, bare) = in_turns(
        9,
        computed,
        || {
            n += 1;
            black_box(table.reload_from(both[n % 2].clone()));
        },
        || bare_luau(&sources),
    );
    row(
        "save to active, 100 scripts, after the quiet",
        &words(reload),
        "bare Luau compiles them",
        &words(bare),
        "50 ms",
    );
}

fn sessions() {
    let folder = tempfile::tempdir().unwrap();
    let file = evening(folder.path(), 10_000);
    let text = std::fs::read(&file).unwrap();
    let (open, parse) = in_turns(
        5,
        computed,
        || {
            black_box(Runtime::builder().folder(folder.path()).build().unwrap());
        },
        || {
            for line in text
                .split(|byte| *byte == b'\n')
                .filter(|line| !line.is_empty())
            {
                black_box(serde_json::from_slice::<serde_json::Value>(line).unwrap());
            }
        },
    );
    row(
        "open a session of 10,000 acts again",
        &words(open),
        "reading its lines as JSON",
        &words(parse),
        "200 ms",
    );

    let mut table = Runtime::builder().folder(folder.path()).build().unwrap();
    let mut synced = std::fs::File::create(folder.path().join("synced")).unwrap();
    let (act, sync) = in_turns(
        101,
        clock,
        || done(&mut table, "roll lyra wits craft"),
        || {
            use std::io::Write as _;
            synced.write_all(&[b'x'; 700]).unwrap();
            synced.sync_data().unwrap();
        },
    );
    row(
        "an input at the prompt, words to journal",
        &words(act),
        "700 bytes appended and synced",
        &words(sync),
        "-",
    );
}

/// Resident memory of this process in bytes; 0 where `/proc` has no word of it.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    kilobytes.unwrap_or(0_u64) * 1024
}

/// First, while the process is small: what is freed later would be used again and hide what a table takes.
fn memory() {
    let files = lively(10);
    let open = || Runtime::builder().files(files.clone()).build().unwrap();
    let mut tables = vec![open()];
    let before = resident();
    tables.extend((0..100).map(|_| open()));
    let table = (resident() - before) / 100;
    let before = resident();
    let states: Vec<mlua::Lua> = (0..100).map(|_| mlua::Lua::new()).collect();
    let bare = (resident() - before) / 100;
    drop((tables, states));
    row(
        "one more idle table, of a hundred",
        &format!("{} KiB", table / 1024),
        "an empty Luau",
        &format!("{} KiB", bare / 1024),
        "1024 KiB",
    );
}

fn main() {
    println!("| What | Takes | Beside it, in the same run | Reach for |\n|---|---|---|---|");
    memory();
    rolls();
    starts();
    sessions();
}

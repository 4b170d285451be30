//! What the stock library costs, each figure beside the same without it: `cargo bench --bench stock`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::env;
use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

use storybeat::script::folder::Files;
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;
use storybeat::script::stock::stock;

fn files(scripts: usize, with: bool) -> Files {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let stock = if with { "" } else { "stock: false\n" };
    files.insert(
        "campaign.yaml".into(),
        format!("title: Bench\nseed: bench\n{stock}"),
    );
    files.insert(
        "party/lyra.yaml".into(),
        "name: Lyra\nxp: 40\nattributes: { body: 3, wits: 3, spirit: 2, presence: 2 }\n".into(),
    );
    for n in 0..scripts {
        let name: String = n
            .to_string()
            .chars()
            .map(|c| char::from(b'A' + c as u8 - b'0'))
            .collect();
        files.insert(
            format!("monsters/m{n}.luau"),
            format!("timer \"Clock {name}\" {{ size = 6, at(3, {{ say = \"tick\" }}) }}\nadversary \"Beast {name}\" {{\n    tl = 3, attributes = {{ body = 3 }},\n    move \"Bite\" {{ cost = 1, target = \"pc\", resist = {{ pool = \"wits + athletics\", on_miss = {{ hit = 2 }} }} }},\n    move \"Howl\" {{ cost = 2, run = {{ tick = \"Clock {name}\" }} }},\n}}\n"),
        );
    }
    Files::from_map(files)
}

fn table(scripts: usize, with: bool) -> Runtime {
    Runtime::builder()
        .files(files(scripts, with))
        .build()
        .unwrap()
}

/// The middle of nine, in milliseconds.
fn middle(mut work: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..9)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Resident memory, in KiB; 0 where the system doesn't say.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok())
        .unwrap_or(0)
}

fn done(table: &mut Runtime, input: &str) {
    let outcome = table.eval(input);
    assert!(matches!(outcome, Outcome::Done(_)), "{input}: {outcome:?}");
}

fn main() {
    if let Some(what) = env::args().nth(1).filter(|what| !what.starts_with('-')) {
        return one_more(&what);
    }
    let start = Instant::now();
    let all = stock().catalog.adversaries.len();
    println!(
        "the library itself, once a process ({all} adversaries): {:.1} ms",
        start.elapsed().as_secs_f64() * 1e3
    );
    for scripts in [0, 50] {
        let without = middle(|| drop(black_box(table(scripts, false))));
        let with = middle(|| drop(black_box(table(scripts, true))));
        println!(
            "a table with {scripts} scripts: {with:.2} ms, without the library {without:.2} ms"
        );
    }
    // Each in a process of its own: memory that one has given back is the next one's.
    for what in ["without", "with", "awake"] {
        let output = Command::new(env::current_exe().unwrap())
            .arg(what)
            .output()
            .unwrap();
        print!("{}", String::from_utf8_lossy(&output.stdout));
    }
    let mut table = table(0, true);
    done(&mut table, "gain 9");
    done(&mut table, "spawn(\"Tally Crab\")");
    let start = Instant::now();
    black_box(table.eval("menu"));
    println!(
        "the first look at a stock foe's menu (its file wakes): {:.2} ms",
        start.elapsed().as_secs_f64() * 1e3
    );
    let again = middle(|| {
        black_box(table.eval("menu"));
    });
    println!("the next ones: {again:.2} ms");
}

/// What one more table takes, in a process that has one already.
fn one_more(what: &str) {
    let (with, awake) = (what != "without", what == "awake");
    let make = || {
        let mut one = table(0, with);
        for foe in ["Tally Crab", "Mudlark", "Hedge Brigand", "Reckoner"]
            .iter()
            .filter(|_| awake)
        {
            done(&mut one, &format!("spawn(\"{foe}\")"));
            black_box(one.eval("menu"));
        }
        one
    };
    drop(make());
    let before = resident();
    let tables: Vec<Runtime> = (0..100).map(|_| make()).collect();
    let each = resident().saturating_sub(before) / tables.len() as u64;
    match what {
        "awake" => println!("one more table with four families awake: {each} KiB"),
        what => println!("one more idle table {what} the library: {each} KiB"),
    }
}

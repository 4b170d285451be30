//! A hundred tables in one process, as a bot keeps them: what one more idle table costs in memory, and that they
//! don't disturb each other. `cargo run --release --example many_tables`, or `-- N DIR` for another number of tables
//! or another campaign.
//!
//! `Runtime` is a plain `Send` value without threads of its own: tables may stand in a map behind a lock, a channel,
//! or an actor each.

use std::process::ExitCode;
use std::time::Instant;

use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;
use storybeat::table::seed::Seed;

/// Resident memory of this process in bytes; `None` where `/proc` has no word of it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

fn open(folder: &str, n: usize) -> Result<Runtime, String> {
    let seed = Seed::text(&format!("table {n}")).map_err(|e| e.to_string())?;
    Runtime::builder()
        .folder(folder)
        .journal(false)
        .seed(seed)
        .build()
        .map_err(|faults| {
            faults
                .iter()
                .map(|f| f.to_line())
                .collect::<Vec<_>>()
                .join("\n")
        })
}

fn run() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let wanted: usize = match args.next() {
        Some(n) => n
            .parse()
            .map_err(|_| format!("{n} is no number of tables"))?,
        None => 100,
    };
    let folder = args.next().unwrap_or_else(|| "scripts".to_owned());

    // The first one brings what all share; only what comes after it is the price of a table.
    let mut tables = vec![open(&folder, 0)?];
    let before = resident();
    let began = Instant::now();
    for n in 1..wanted {
        tables.push(open(&folder, n)?);
    }
    let took = began.elapsed();
    let more = tables.len().saturating_sub(1).max(1);
    if let (Some(before), Some(after)) = (before, resident()) {
        let each = after.saturating_sub(before) / more as u64;
        println!(
            "{} tables: {:.1} MiB, {} KiB for one more idle table, {:.1} ms to open it",
            tables.len(),
            after as f64 / f64::from(1 << 20),
            each / 1024,
            took.as_secs_f64() * 1000.0 / more as f64
        );
    }

    // Each plays its own game: the same words, other dice, nobody hears of the others.
    let mut banks = Vec::new();
    for table in &mut tables {
        for input in [
            "scene.start(\"Somewhere\")",
            "roll(party[1], \"wits + craft\", 3)",
        ] {
            if let Outcome::Failed(fault) = table.eval(input) {
                return Err(fault.to_line());
            }
        }
        banks.push(table.state().bank);
    }
    let silent = banks.iter().filter(|bank| **bank == 0).count();
    println!("{silent} of them rolled no Story Beat, the rest did");
    if let (Some(before), Some(after)) = (before, resident()) {
        println!(
            "after an act each: {} KiB a table",
            after.saturating_sub(before) / more as u64 / 1024
        );
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

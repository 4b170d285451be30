//! The disk is full, for real: the system refuses a write in the middle of an act. It is told in words, what was reported
//! is there, and with room again play goes on. (`tests/journal/faults.rs` refuses each call and each byte, in memory.)
#![cfg(all(feature = "front", unix))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/quay.rs"]
mod quay;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;

/// Acts that fill a file fast, and no two the same.
fn line(n: usize) -> String {
    format!("note(\"{n} {}\")", "the lamp is blown out ".repeat(20))
}

/// Plays until the first fault; gives how many results were reported, and the fault in words.
fn play(mut program: Command) -> (usize, String) {
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let typing = std::thread::spawn(move || {
        (0..600).all(|n| writeln!(input, "{}", line(n)).is_ok());
    });
    let output = child.wait_with_output().unwrap();
    typing.join().unwrap();
    assert_eq!(output.status.code(), Some(1), "it stops at the first fault");
    let text = String::from_utf8(output.stdout).unwrap();
    let results: Vec<serde_json::Value> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let (last, reported) = results.split_last().unwrap();
    assert!(reported.iter().all(|result| result.get("error").is_none()));
    assert_eq!(last["error"]["code"], "journal", "{last}");
    (reported.len(), last["error"]["message"].to_string())
}

fn nothing_is_lost(folder: &Path, (reported, words): (usize, String)) {
    assert!(reported > 3, "{reported}, {words}");
    for needed in ["sessions", "0001.jsonl", "refused", "nothing has changed"] {
        assert!(words.contains(needed), "{words}");
    }
    let mut table = Runtime::builder().folder(folder).build().unwrap();
    let notes = &table.state().notes;
    assert_eq!(notes.len(), reported, "{words}");
    assert!(
        notes
            .last()
            .unwrap()
            .starts_with(&format!("{} ", reported - 1))
    );
    let outcome = table.eval("gain(1)");
    assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
    let state = table.state().clone();
    drop(table);
    assert!(state == *Runtime::builder().folder(folder).build().unwrap().state());
}

/// The system lets no file grow beyond a size: the write that crosses it is cut short, the next one refused.
#[test]
fn a_file_that_may_not_grow_is_told_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    quay::unpack(folder.path());
    let mut program = Command::new("sh");
    program
        .args([
            "-c",
            "ulimit -f 60; trap '' XFSZ; exec \"$0\" --json \"$1\"",
        ])
        .arg(env!("CARGO_BIN_EXE_storybeat"))
        .arg(folder.path());
    nothing_is_lost(folder.path(), play(program));
}

/// A file system of 96 KB, where this machine lets a test make one (it takes root); elsewhere the test above has to do.
#[test]
fn a_full_file_system_is_told_and_nothing_is_lost() {
    let outside = tempfile::tempdir().unwrap();
    let small = outside.path().join("small");
    fs::create_dir(&small).unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=96k", "tmpfs"])
        .arg(&small)
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !mounted {
        println!("no file system can be made here");
        return;
    }
    let result = std::panic::catch_unwind(|| {
        quay::unpack(&small);
        let mut program = Command::new(env!("CARGO_BIN_EXE_storybeat"));
        program.arg("--json").arg(&small);
        let told = play(program);
        assert!(told.1.contains("free some room"), "{}", told.1);
        // With room again: somebody makes it.
        let more = Command::new("mount")
            .args(["-o", "remount,size=1m"])
            .arg(&small)
            .status();
        assert!(more.unwrap().success());
        nothing_is_lost(&small, told);
    });
    assert!(
        Command::new("umount")
            .arg(&small)
            .status()
            .unwrap()
            .success()
    );
    result.unwrap();
}

//! Named saves (PE08): nothing is saved over, play goes on from one in a file of its own, an X-card leaves none behind.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/quay.rs"]
mod quay;

use std::fs;
use std::path::Path;

use storybeat::script::outcome::{Line, Outcome};
use storybeat::script::runtime::Runtime;
use storybeat::table::journal::session_path;
use tempfile::TempDir;

fn campaign() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    quay::unpack(folder.path());
    folder
}

fn open(folder: &Path) -> Runtime {
    Runtime::builder()
        .folder(folder)
        .build()
        .unwrap_or_else(|faults| panic!("{}", faults[0]))
}

#[track_caller]
fn done(runtime: &mut Runtime, line: &str) -> String {
    match runtime.eval(line) {
        Outcome::Done(done) => text(&done.lines),
        other => panic!("{line}: {other:?}"),
    }
}

fn text(lines: &[Line]) -> String {
    lines
        .iter()
        .map(|line| format!("{}\n", line.text))
        .collect()
}

fn names(runtime: &Runtime) -> Vec<String> {
    let (saves, faults) = runtime.saves().unwrap();
    assert!(faults.is_empty(), "{faults:?}");
    saves.into_iter().map(|save| save.name).collect()
}

#[test]
fn pe08_a_named_save_outlives_everything_that_is_saved_by_itself() {
    let folder = campaign();
    let mut table = open(folder.path());
    done(&mut table, "spawn(\"Toll Troll\")");
    done(&mut table, "gain(4)");
    done(&mut table, "draw(\"Shelf\")");
    let state = table.state().clone();
    let save = table.save("Before the bridge!").unwrap();
    assert_eq!(
        (save.name.as_str(), save.session, save.act),
        ("before-the-bridge", 1, 5)
    );
    // Automatic ones: each act, a snapshot each 200 acts, and three sessions.
    for _ in 0..430 {
        done(&mut table, "gain(1)");
    }
    for _ in 0..3 {
        done(&mut table, "session.close()");
        done(&mut table, "session.start()");
    }
    drop(table);
    let mut table = open(folder.path());
    assert_eq!(names(&table), ["before-the-bridge"]);
    let (left, bank) = (table.state().session.number, table.state().bank);
    let before = fs::read(session_path(folder.path(), left)).unwrap();
    let told = text(&table.load("before the bridge").unwrap());
    assert!(
        told.contains("from the save before-the-bridge (session 1, after act 5)")
            && told.contains("session file 5"),
        "{told}"
    );
    assert!(*table.state() == state, "{told}");
    assert_ne!(table.state().bank, bank);
    // The other one is as it was, and the dice go on as they would have.
    assert_eq!(fs::read(session_path(folder.path(), left)).unwrap(), before);
    done(&mut table, "store.d = { die(100), die(100) }");
    let dice = table.state().kept.clone();
    assert!(
        matches!(table.eval("undo(2)"), Outcome::Failed(_)),
        "what lies before isn't in here"
    );
    drop(table);
    // A restart goes on in it; loaded once more it begins once more.
    let mut table = open(folder.path());
    assert_eq!(table.state().kept, dice);
    table.load("Before the Bridge").unwrap();
    assert!(*table.state() == state);
    done(&mut table, "store.d = { die(100), die(100) }");
    assert_eq!(table.state().kept, dice);
    // And it has an end like any other.
    done(&mut table, "session.close()");
    done(&mut table, "session.start()");
    assert_eq!(table.state().session.number, 7);
    assert_eq!(names(&table), ["before-the-bridge"]);
}

#[test]
fn nothing_is_saved_over_and_odd_names_stay_in_their_folder() {
    let folder = campaign();
    let mut table = open(folder.path());
    done(&mut table, "gain(1)");
    table.save("one").unwrap();
    let bytes = fs::read(folder.path().join("saves/one.jsonl")).unwrap();
    done(&mut table, "gain(1)");
    let error = table.save("One!").unwrap_err();
    assert!(
        error
            .to_text(&Default::default())
            .contains("nothing is saved over"),
        "{error}"
    );
    assert_eq!(
        fs::read(folder.path().join("saves/one.jsonl")).unwrap(),
        bytes
    );
    table.save("../../two").unwrap();
    assert!(folder.path().join("saves/two.jsonl").is_file());
    for name in ["", "..", "/"] {
        assert!(table.save(name).is_err(), "{name}");
    }
    let error = table.load("on").unwrap_err().to_line();
    assert!(
        error.contains("unknown save") && error.contains("one"),
        "{error}"
    );
    // A save is no script and no session: nothing of it is loaded by itself.
    drop(table);
    assert_eq!(open(folder.path()).state().bank, 2);
}

#[test]
fn a_broken_save_is_named_and_changes_nothing() {
    let folder = campaign();
    let mut table = open(folder.path());
    done(&mut table, "gain(3)");
    table.save("good").unwrap();
    let saves = folder.path().join("saves");
    let mut bytes = fs::read(saves.join("good.jsonl")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(saves.join("bad.jsonl"), &bytes).unwrap();
    fs::write(saves.join("torn.jsonl"), &bytes[..middle]).unwrap();
    fs::write(saves.join("empty.jsonl"), "").unwrap();
    fs::write(saves.join("readme.txt"), "no save").unwrap();
    let (good, faults) = table.saves().unwrap();
    assert_eq!(good.len(), 1);
    assert_eq!(faults.len(), 3, "{faults:?}");
    let state = table.state().clone();
    for name in ["bad", "torn", "empty"] {
        let error = table.load(name).unwrap_err().to_line();
        assert!(error.contains(&format!("{name}.jsonl")), "{error}");
        assert!(*table.state() == state);
        assert!(!session_path(folder.path(), 2).exists());
    }
    done(&mut table, "gain(1)");
}

#[test]
fn an_open_question_and_a_table_in_memory_are_told() {
    let folder = campaign();
    let mut table = open(folder.path());
    done(&mut table, "gain(3)");
    table.save("one").unwrap();
    table.set_manner(storybeat::script::generation::Manner {
        asking: storybeat::script::generation::Asking::Ask,
        ..Default::default()
    });
    assert!(matches!(
        table.eval("ask.yes(\"Sure?\")"),
        Outcome::Question(_)
    ));
    assert!(
        table
            .load("one")
            .unwrap_err()
            .to_line()
            .contains("question is open")
    );
    let memory = Runtime::builder().files(quay::files(&[])).build().unwrap();
    assert!(
        memory
            .save("x")
            .unwrap_err()
            .to_line()
            .contains("in memory")
    );
    assert!(memory.saves().is_err());
}

#[test]
fn an_x_card_takes_saves_along_that_hold_what_it_strikes() {
    let folder = campaign();
    let mut table = open(folder.path());
    done(&mut table, "gain(1)");
    table.save("before").unwrap();
    done(&mut table, "note(\"the thing nobody wants\")");
    table.save("with it").unwrap();
    done(&mut table, "undo");
    table.save("undone").unwrap();
    done(&mut table, "note(\"the other thing\")");
    let told = done(&mut table, "xcard");
    assert!(told.contains("the save with-it went with it"), "{told}");
    assert_eq!(names(&table), ["before"]);
    for entry in fs::read_dir(folder.path().join("saves")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(!text.contains("nobody wants") && !text.contains("other thing"));
    }
}

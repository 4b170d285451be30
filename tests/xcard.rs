//! The X-card leaves no trace: not in any file of the campaign, not in anything that can be asked or written down.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/play.rs"]
mod play;

use std::fs;
use std::path::Path;

use play::{Campaign, Play};
use storybeat::repl::save;
use storybeat::script::generation::{Asking, Manner};
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;
use storybeat::table::event::Audience;
use tempfile::TempDir;

/// The word that nobody wants to read again; and as a name is written.
const WORD: &str = "zwyrblik";

fn campaign() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in Campaign::bridge().files().all() {
        let path = folder.path().join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &*file.text).unwrap();
    }
    folder
}

fn open(folder: &Path) -> Play {
    let manner = Manner {
        asking: Asking::Ask,
        ..Manner::default()
    };
    let table = Runtime::builder().folder(folder).manner(manner).build();
    Play {
        table: table.unwrap_or_else(|faults| panic!("{}", faults[0])),
    }
}

/// Every file of the campaign that holds the word, whatever its letters' case.
fn files_with_it(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if String::from_utf8_lossy(&fs::read(&path).unwrap())
                .to_lowercase()
                .contains(WORD)
            {
                found.push(path.display().to_string());
            }
        }
    }
    found
}

/// Everything that can be asked of a table or written down of it.
fn all_that_is_told(play: &mut Play) -> Vec<(&'static str, String)> {
    let folder = tempfile::tempdir().unwrap();
    let (script, test) = (folder.path().join("a.luau"), folder.path().join("b.luau"));
    let mut all = vec![
        ("history()", play.said("history(1000)")),
        ("the log", play.said("log(\"gm\", 1000)")),
        ("notes", play.said("notes(1000)")),
        (
            "the GM's story",
            play.table.story(None, Audience::Gm).unwrap(),
        ),
        (
            "the players' story",
            play.table.story(None, Audience::Table).unwrap(),
        ),
        ("the state", serde_json::to_string(play.state()).unwrap()),
        ("the Luau log", play.table.luau_log().join("\n")),
        ("the view", format!("{:?}", play.table.view())),
        ("safety", play.said("safety")),
        ("session zero", play.said("session zero")),
        ("timers", play.said("timers")),
        ("foes", play.said("foes")),
        ("everything again", format!("{:?}", play.table.greeting())),
    ];
    save::script(&play.table, &script).unwrap();
    all.push((":save-script", fs::read_to_string(script).unwrap()));
    // Nothing to write where nothing stands.
    if save::test(&play.table, &test).is_ok() {
        all.push((":save-test", fs::read_to_string(test).unwrap()));
    }
    all
}

#[track_caller]
fn no_trace(play: &mut Play, folder: &Path, when: &str) {
    assert_eq!(files_with_it(folder), Vec::<String>::new(), "{when}");
    for (what, text) in all_that_is_told(play) {
        assert!(
            !text.to_lowercase().contains(WORD),
            "{when}: {what} holds it:\n{text}"
        );
    }
    play.refuses("redo", &["nothing to redo"]);
    assert_eq!(files_with_it(folder), Vec::<String>::new(), "{when}");
}

/// Acts that bring the word in, each by a way of its own.
const WAYS: [&str; 14] = [
    r#"note("zwyrblik")"#,
    r#"say("the Zwyrblik comes")"#,
    r#"tell("zwyrblik")"#,
    r#"spawn("Ash Rat", { name = "Zwyrblik" })"#,
    r#"start("Zwyrblik Rising", 4)"#,
    r#"scene.start("Zwyrblik Hall")"#,
    r#"roll("Lyra", "wits + craft", 3, { stakes = "zwyrblik", faces = "96421" })"#,
    r#"apply("Lyra", "Prone", { why = "zwyrblik" })"#,
    r#"safety.line("zwyrblik")"#,
    r#"tie("Lyra", "Ellis", "zwyrblik")"#,
    r#"claim("Lyra", "scene", "zwyrblik")"#,
    r#"lyra.memory.zwyrblik = "zwyrblik""#,
    r#"gain(1, "zwyrblik")"#,
    r#"emit("zwyrblik", { zwyrblik = true })"#,
];

#[test]
fn whatever_way_it_came_in_nothing_is_left_of_it() {
    for way in WAYS {
        let folder = campaign();
        let mut play = open(folder.path());
        play.ok("gain 1");
        let state = play.state().clone();
        play.ok(way);
        assert!(
            !files_with_it(folder.path()).is_empty(),
            "{way} isn't journaled"
        );
        play.ok("xcard");
        assert_eq!(*play.state(), state, "{way}");
        no_trace(&mut play, folder.path(), way);
        // Nor does it come back.
        drop(play);
        let mut play = open(folder.path());
        no_trace(&mut play, folder.path(), way);
    }
}

#[test]
fn all_of_them_with_what_was_played_between_over_a_restart() {
    let folder = campaign();
    let mut play = open(folder.path());
    play.ok("gain 2");
    play.ok(r#"start("Flood", 8)"#);
    let (state, acts) = (play.state().clone(), play.table.history().len());
    for way in WAYS {
        play.ok(way);
        play.ok("gain 1");
    }
    // A snapshot that holds it.
    for _ in 0..210 {
        play.ok("gain 1");
    }
    play.table.save("the night").unwrap();
    play.ok("undo 3");
    drop(play);
    let mut play = open(folder.path());
    let n = play.table.history().len() - acts;
    play.ok(&format!("xcard({n})"));
    assert_eq!(*play.state(), state);
    no_trace(&mut play, folder.path(), "all of them");
    drop(play);
    let mut play = open(folder.path());
    no_trace(&mut play, folder.path(), "all of them, after a restart");
    assert_eq!(*play.state(), state);
    play.ok("gain 1");
}

#[test]
fn what_was_undone_goes_with_it() {
    let folder = campaign();
    let mut play = open(folder.path());
    play.ok("gain 1");
    play.ok("gain 1");
    for way in WAYS {
        play.ok(way);
    }
    // It lies in the redo branch alone.
    play.ok(&format!("undo {}", WAYS.len()));
    play.ok("xcard");
    no_trace(&mut play, folder.path(), "undone");
    assert_eq!(play.state().bank, 1);
}

#[test]
fn an_act_that_took_the_place_of_another_goes_with_both() {
    let folder = campaign();
    let mut play = open(folder.path());
    play.ok("gain 1");
    play.ok(r#"roll("Lyra", "wits + craft", 3, { stakes = "zwyrblik", faces = "96421" })"#);
    play.ok("again dv=4");
    play.ok("xcard");
    no_trace(&mut play, folder.path(), "again");
    // And what was refused, and ruled.
    play.refuses(r#"spend(9, "zwyrblik")"#, &["SB"]);
    play.ok("anyway zwyrblik");
    play.ok("xcard");
    no_trace(&mut play, folder.path(), "anyway");
    play.refuses(r#"spend(9, "zwyrblik")"#, &["SB"]);
    play.ok("gain 1");
    play.ok("xcard");
    assert_eq!(
        play.said("anyway"),
        "nothing was refused just now: there is nothing to overrule"
    );
    no_trace(&mut play, folder.path(), "refused");
}

#[test]
fn in_the_middle_of_a_question_and_with_its_answer() {
    let folder = campaign();
    let mut play = open(folder.path());
    play.ok("gain 1");
    // The answer is in the act.
    let asks = r#"note(ask.text("What comes?"))"#;
    assert!(matches!(play.eval(asks), Outcome::Question(_)));
    assert!(matches!(play.table.answer(WORD), Outcome::Done(_)));
    assert!(!files_with_it(folder.path()).is_empty());
    play.ok("xcard");
    no_trace(&mut play, folder.path(), "an answer");
    // A question is open, and it holds it: it is dropped, with the act before it.
    play.ok("gain 1");
    play.ok("note zwyrblik");
    assert!(matches!(
        play.eval(r#"note(ask.text("Does the Zwyrblik answer?"))"#),
        Outcome::Question(_)
    ));
    play.ok("xcard");
    assert!(play.table.question().is_none());
    no_trace(&mut play, folder.path(), "a question");
    assert_eq!(play.state().bank, 2);
}

#[test]
fn more_than_there_is_strikes_to_the_beginning_and_nothing_refuses() {
    let folder = campaign();
    let mut play = open(folder.path());
    play.ok("note zwyrblik");
    play.ok("xcard 500");
    no_trace(&mut play, folder.path(), "500");
    play.refuses("xcard", &["nothing to strike"]);
    assert_eq!(
        play.state().cast.len(),
        3,
        "the party is there all the same"
    );
}

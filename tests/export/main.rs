//! A session as a page that people keep: for the GM, and for the players only what the table saw.
//!
//! `evening.txt` is what was typed, `evening.md` and `evening-players.md` are the pages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../support/play.rs"]
mod play;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use play::{Campaign, Play};
use storybeat::script::generation::{Asking, Manner};
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;
use storybeat::table::event::Audience;
use tempfile::TempDir;

const TYPED: &str = include_str!("evening.txt");

/// The campaign of the evening, in a folder.
fn campaign() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in Campaign::bridge().files().all() {
        let path = folder.path().join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &*file.text).unwrap();
    }
    let more = r#"
        timer "Old Debt" { size = 8, scope = "campaign", hidden = true }
        timer "Flood" { size = 8, scope = "campaign" }
        deck "Shelf" { card "7C" { title = "A Jar", text = "It hums." }, card "2H" { title = "A Glove" } }
        adversary "Lurker *Below*" { tl = 2, move "Pull" { cost = 1, text = "A hand." } }
    "#;
    fs::write(folder.path().join("more.luau"), more).unwrap();
    folder
}

fn open(folder: &Path) -> Play {
    let table = Runtime::builder()
        .folder(folder)
        .clock(std::sync::Arc::new(|| "2026-03-14T19:00:00Z".to_owned()))
        .build()
        .unwrap_or_else(|faults| panic!("{}", faults[0]));
    Play { table }
}

/// The evening, played; a restart in the middle.
fn evening() -> (TempDir, Play) {
    let folder = campaign();
    let mut play = open(folder.path());
    for line in TYPED.lines().filter(|line| !line.starts_with('#')) {
        if line == ":restart" {
            drop(play);
            play = open(folder.path());
        } else {
            play.ok(line);
        }
    }
    (folder, play)
}

#[track_caller]
fn is(page: &str, file: &str, right: &str) {
    if std::env::var_os("WRITE_PAGES").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/export")
            .join(file);
        fs::write(path, page).unwrap();
        return;
    }
    assert_eq!(page, right, "{file}: WRITE_PAGES=1 writes it anew");
}

#[test]
fn the_evening_as_a_page() {
    let (_folder, play) = evening();
    let gm = play.table.story(None, Audience::Gm).unwrap();
    is(&gm, "evening.md", include_str!("evening.md"));
    let players = play.table.story(None, Audience::Table).unwrap();
    is(
        &players,
        "evening-players.md",
        include_str!("evening-players.md"),
    );
}

#[test]
fn se02_players_read_nothing_that_the_table_did_not_see() {
    let (_folder, mut play) = evening();
    let secrets = [
        "lying",
        "knows their names",
        "Old Debt",
        "Lurker",
        "tripwire",
        "Overruled",
        "overruled",
        "told",
        "noted",
        "Noted",
    ];
    let page = play.table.story(None, Audience::Table).unwrap();
    let log = play.said("log players 1000");
    for secret in secrets {
        assert!(
            !page.contains(secret),
            "{secret:?} is on the players' page:\n{page}"
        );
        assert!(
            !log.contains(secret),
            "{secret:?} is in the players' log:\n{log}"
        );
    }
    // What is secret is on the GM's.
    let page = play.table.story(None, Audience::Gm).unwrap();
    for secret in ["lying", "knows their names", "Old Debt", "Lurker"] {
        assert!(page.contains(secret), "{secret:?} is not on the GM's page");
    }
    // Nor is any card that lies in the deck, for either.
    let state = play.state().clone();
    let shelf = state
        .decks
        .values()
        .find(|deck| deck.name == "Shelf")
        .unwrap();
    assert_eq!(shelf.left.len(), 1);
    assert!(!page.contains("A Glove"), "{page}");
}

#[test]
fn the_log_is_for_the_gm_the_notes_too() {
    let mut play = Play::new();
    play.ok("say The river has opinions.");
    play.ok("tell He is lying.");
    play.ok("note The troll knows their names.");
    assert_eq!(
        play.said("log"),
        "The river has opinions.\ntold: He is lying.\nnoted: The troll knows their names."
    );
    assert_eq!(play.said("log players"), "The river has opinions.");
    assert_eq!(play.said("log gm 1"), "noted: The troll knows their names.");
    assert_eq!(play.said("notes"), "The troll knows their names.");
    play.ok("undo 2");
    assert_eq!(play.said("log"), "The river has opinions.");
    play.ok("redo");
    assert_eq!(
        play.said("log"),
        "The river has opinions.\ntold: He is lying."
    );
    // Notes stay, the log begins anew.
    play.ok("note a pie");
    play.ok("session.close()");
    play.ok("session.start()");
    assert_eq!(play.value("#log()"), 0);
    assert_eq!(play.said("notes"), "a pie");
    play.refuses("log playrs", &["players"]);
}

#[test]
fn the_close_says_what_was_settled_and_what_runs_on() {
    let (_folder, mut play) = evening();
    let said = play.said("session close");
    for line in [
        "played: Bridge at Dusk · The Mill",
        "settled: Toll Troll (paid in song)",
        "runs on: Old Debt ■■□□□□□□ · Flood ■■■□□□□□",
        "stays: Ellis Fatigue 1 · Lyra Fatigue 1 · Sera Harm 2",
        "may convert 2 Boons into 1 XP in downtime: Ellis · Lyra",
    ] {
        assert!(said.contains(line), "{line}\nis not in\n{said}");
    }
    assert!(play.said("undo").contains("undone"));
    // The next one finds what runs on, and says what was agreed.
    play.ok("session close");
    let said = play.said("session start");
    for line in [
        "runs on: Old Debt ■■□□□□□□ · Flood ■■■□□□□□",
        "stays: Ellis Fatigue 1 · Lyra Fatigue 1 · Sera Harm 2",
        "agreed on: 1 line (safety)",
    ] {
        assert!(said.contains(line), "{line}\nis not in\n{said}");
    }
}

#[test]
fn a_close_asks_what_the_scenes_end_asks() {
    let folder = campaign();
    let mut play = open(folder.path());
    play.table.set_manner(Manner {
        asking: Asking::Ask,
        ..Manner::default()
    });
    play.ok("scene the mill");
    play.ok("gain 9");
    let Outcome::Question(asking) = play.eval("session close") else {
        panic!("nothing is asked about the bank");
    };
    assert!(asking.prompt.contains("carry 4 on?"), "{}", asking.prompt);
    let Outcome::Done(done) = play.table.answer("yes") else {
        panic!("the answer isn't taken");
    };
    assert_eq!(play.state().bank, 4);
    let said: Vec<String> = done.lines.into_iter().map(|line| line.text).collect();
    assert!(said.contains(&"played: The Mill".to_owned()), "{said:?}");
}

#[test]
fn what_was_undone_struck_or_replaced_is_no_part_of_it() {
    let folder = campaign();
    let mut play = open(folder.path());
    play.ok("scene the mill");
    play.ok("say one");
    play.ok("say two");
    play.ok("undo");
    play.ok("say three");
    play.ok("say four");
    play.ok("xcard");
    play.ok("roll lyra wits craft = 96421");
    play.ok("again dv=2");
    play.ok("say five");
    play.ok("undo");
    play.ok("redo");
    let page = play.table.story(None, Audience::Gm).unwrap();
    for (words, there) in [
        ("one", true),
        ("two", false),
        ("three", true),
        ("four", false),
        ("five", true),
        ("DV 2", true),
        ("DV 3", false),
    ] {
        assert_eq!(page.contains(words), there, "{words}\n{page}");
    }
    assert_eq!(page, play.table.story(Some(1), Audience::Gm).unwrap());
}

#[test]
fn a_table_in_memory_has_a_story_too() {
    let mut play = Play::new();
    play.ok("say hello");
    let page = play.table.story(None, Audience::Table).unwrap();
    assert!(page.starts_with("# Edges: session 1\n\n*At the table: Ellis, Lyra and Sera.*\n\n## The Span\n\n> hello\n"), "{page}");
    assert!(
        play.table
            .story(Some(2), Audience::Gm)
            .unwrap_err()
            .to_string()
            .contains("no session 2")
    );
}

#[test]
fn names_are_no_markdown() {
    let mut play = Campaign::bridge().play();
    play.ok(r##"scene.start("# The *Mill* [x](y)")"##);
    play.ok(r#"say("<b>bold</b>\n# no heading\n- no list")"#);
    let page = play.table.story(None, Audience::Table).unwrap();
    assert!(page.contains(r"## \# The \*Mill\* \[x\](y)"), "{page}");
    assert!(
        page.contains("> \\<b\\>bold\\</b\\>\n> \\# no heading\n> \\- no list\n"),
        "{page}"
    );
}

fn storybeat(args: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_storybeat"))
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn the_program_writes_a_new_file_and_never_over_one() {
    let (folder, play) = evening();
    let root = folder.path();
    // Beside a table that plays.
    let out = storybeat(&["export", "story", "."], root);
    assert!(out.status.success(), "{out:?}");
    let page = fs::read_to_string(root.join("story-session-1.md")).unwrap();
    assert_eq!(page, include_str!("evening.md"));
    let again = storybeat(&["export", "story", "."], root);
    assert_eq!(again.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&again.stderr).contains("never written over"),
        "{again:?}"
    );
    let players = storybeat(
        &["export", "story", ".", "--session", "1", "--players"],
        root,
    );
    assert!(players.status.success(), "{players:?}");
    let page = fs::read_to_string(root.join("story-session-1-players.md")).unwrap();
    assert_eq!(page, include_str!("evening-players.md"));
    let out = storybeat(&["export", "story", ".", "--to", "-"], root);
    assert_eq!(
        String::from_utf8_lossy(&out.stdout),
        include_str!("evening.md")
    );
    let out = storybeat(&["export", "story", ".", "--session", "9"], root);
    assert!(
        String::from_utf8_lossy(&out.stderr).contains("there is no session 9: those there are: 1"),
        "{out:?}"
    );
    drop(play);
    // A later session has a story of its own.
    let mut play = open(root);
    play.ok("session.close()");
    play.ok("session.start()");
    play.ok("say the second evening");
    let second = play.table.story(None, Audience::Gm).unwrap();
    assert!(
        second.contains("session 2")
            && second.contains("the second evening")
            && !second.contains("Bridge at Dusk\n"),
        "{second}"
    );
    assert!(second.contains("Flood: 3 of 8, campaign"), "{second}");
    let out = storybeat(&["export", "story", ".", "--to", "-"], root);
    assert_eq!(String::from_utf8_lossy(&out.stdout), second);
}

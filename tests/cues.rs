//! Cues: each a page that a GM reads at a glance, listed, completed, found by the beginning of a word.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/play.rs"]
mod play;

use play::Play;
use storybeat::script::cues;
use unicode_width::UnicodeWidthStr;

#[test]
fn each_page_is_at_most_twelve_lines_of_eighty_columns() {
    for cue in cues::all() {
        let shown = cues::shown(&cue);
        let lines: Vec<&str> = shown.lines().collect();
        assert!(
            (6..=12).contains(&lines.len()),
            "{}: {} lines",
            cue.name,
            lines.len()
        );
        for line in lines {
            assert!(
                line.width() <= 80,
                "{}: {} columns: {line}",
                cue.name,
                line.width()
            );
        }
        assert!(!cue.about.is_empty(), "{}", cue.name);
    }
    let list = cues::list();
    assert!(list.lines().all(|line| line.width() <= 80), "{list}");
}

#[test]
fn every_file_of_the_folder_is_a_page() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/script/cues");
    let files = std::fs::read_dir(folder).unwrap().filter(|entry| {
        let path = entry.as_ref().unwrap().path();
        path.extension().is_some_and(|extension| extension == "md")
    });
    assert_eq!(files.count(), cues::all().count());
}

#[test]
fn a_page_is_found_by_its_name_and_by_the_beginning_of_a_word() {
    let mut play = Play::new();
    for (line, begins) in [
        ("cue", "cues: what to have in mind"),
        ("cue fight", "fight: "),
        ("cue spot", "spotlight: "),
        ("cue zero", "session zero: before the first scene"),
        ("cue Session Close", "session close: "),
        (r#"cue("travel")"#, "travel: a leg"),
    ] {
        let said = play.said(line).to_lowercase();
        assert!(said.starts_with(begins), "{line}: {said}");
    }
    play.refuses("cue session", &["session zero", "session close"]);
    play.refuses("cue figth", &["unknown cue", "did you mean \"fight\""]);
    for cue in cues::all() {
        assert!(play.said("cue").contains(cue.name), "{}", cue.name);
    }
}

#[test]
fn what_a_page_says_to_type_can_be_typed() {
    // Lines that a page holds out, with what they need first.
    for (first, line) in [
        ("", r#"roll lyra wits craft 4 announce="the lamp breaks""#),
        ("", "spotlight"),
        ("", "sb.budget"),
        ("gain(5)", "spend alarm"),
        ("gain(5)", "spend 2 the lamp dies"),
        (
            "gain(5); spend(2, \"the lamp dies\")",
            "draw consequences = 7C 3H",
        ),
        ("", "safety"),
        ("", "safety line spiders"),
        ("", "safety dial dark 3 bleak, not hopeless"),
        ("", "tie lyra ellis the winter on the ferry"),
        ("", "session zero"),
        ("spawn ash rat", "defeat rat fled"),
        ("note a pie", "xcard"),
        ("", "scene close"),
    ] {
        let mut play = Play::new();
        if !first.is_empty() {
            play.ok(first);
        }
        play.ok(line);
    }
}

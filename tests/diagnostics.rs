//! How people see a fault.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use insta::assert_snapshot;
use storybeat::script::diagnostic::{Diagnostic, Look, Place};

const TROLL: &str = "timer \"Bridge Collapse\" { size = 6 }\n\nadversary \"Toll Troll\" {\n\ttl = 5, armour = \"medium\",\n}\n";

fn look(plain: bool) -> Look {
    Look {
        plain,
        color: false,
        width: 80,
    }
}

fn misspelt() -> Diagnostic {
    Diagnostic::error(
        "script.unknown-key",
        "unknown key \"armour\" in adversary \"Toll Troll\"",
    )
    .at(Place::line("monsters/toll_troll.luau", 4)
        .column(10)
        .length(6)
        .source(TROLL))
    .note("no such key")
    .label(
        Place::line("monsters/toll_troll.luau", 3)
            .column(11)
            .length(12),
        "in this adversary",
    )
    .help("did you mean \"armor\"?")
}

#[test]
fn with_source_line_and_caret() {
    assert_snapshot!(misspelt().to_text(&look(true)), @r#"
    error: unknown key "armour" in adversary "Toll Troll"
     --> monsters/toll_troll.luau:4:10
      |
    3 | adversary "Toll Troll" {
      |           ------------ in this adversary
    4 |     tl = 5, armour = "medium",
      |             ^^^^^^ no such key
      |
      = help: did you mean "armor"?
    "#);
    assert_snapshot!(misspelt().to_text(&look(false)), @r#"
    error: unknown key "armour" in adversary "Toll Troll"
      ╭▸ monsters/toll_troll.luau:4:10
      │
    3 │ adversary "Toll Troll" {
      │           ──────────── in this adversary
    4 │     tl = 5, armour = "medium",
      │             ━━━━━━ no such key
      │
      ╰ help: did you mean "armor"?
    "#);
}

#[test]
fn what_was_being_done_and_by_whom() {
    let fault = Diagnostic::error("script.runtime", "attempt to index nil with 'max'")
        .at(Place::line("monsters/toll_troll.luau", 1).source(TROLL))
        .doing("move Hurl a Parapet of Toll Troll, at use(2)")
        .frame("monsters/toll_troll.luau", Some(1), Some("run".into()))
        .frame("monsters/base.luau", Some(12), None)
        .help("look at line 1")
        .cause(Diagnostic::error("io", "the file is gone").at(Place::file("monsters/base.luau")));
    assert_snapshot!(fault.to_text(&look(true)), @r#"
    error: attempt to index nil with 'max'
     --> monsters/toll_troll.luau:1:1
      |
    1 | timer "Bridge Collapse" { size = 6 }
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = while: move Hurl a Parapet of Toll Troll, at use(2)
      = called: at monsters/toll_troll.luau:1 in run
                at monsters/base.luau:12
      = help: look at line 1
    because: the file is gone
     --> monsters/base.luau
    "#);
    assert_eq!(
        std::error::Error::source(&fault).unwrap().to_string(),
        "monsters/base.luau: the file is gone"
    );
}

#[test]
fn two_files_are_both_shown() {
    let fault = Diagnostic::error("definition.twice", "adversary \"Ogre\" is defined twice")
        .at(Place::line("b.luau", 1)
            .column(1)
            .source("adversary \"Ogre\" {}\n"))
        .note("here again")
        .label(
            Place::line("a.luau", 2)
                .column(1)
                .length(9)
                .source("-- first\nadversary \"Ogre\" {}"),
            "here first",
        );
    assert_snapshot!(fault.to_text(&look(true)), @r#"
    error: adversary "Ogre" is defined twice
     --> b.luau:1:1
      |
    1 | adversary "Ogre" {}
      | ^ here again
      |
     ::: a.luau:2:1
      |
    2 | adversary "Ogre" {}
      | ^^^^^^^^^ here first
    "#);
}

#[test]
fn without_a_place_or_a_source() {
    let fault =
        Diagnostic::notice("campaign.empty", "no scripts yet").help("put one beside campaign.yaml");
    assert_snapshot!(fault.to_text(&look(true)), @r#"
    notice: no scripts yet
     = help: put one beside campaign.yaml
    "#);
    let fault = Diagnostic::warning("x", "odd")
        .at(Place::line("decks/a.yaml", 7).column(3))
        .note("this one");
    assert_snapshot!(fault.to_text(&look(true)), @r#"
    warning: odd
    --> decks/a.yaml:7:3
     = this one
    "#);
    assert_eq!(fault.to_line(), "decks/a.yaml:7:3: warning: odd");
}

#[test]
fn text_from_scripts_commands_no_terminal() {
    let source = "x = \"\u{1b}[2J\u{202e}\" .. y\t-- 鬼\n";
    let fault = Diagnostic::error("script.runtime", "bad \u{1b}[31m name\nsecond line")
        .at(Place::line("evil\u{1b}.luau", 1)
            .column(17)
            .length(1)
            .source(source))
        .note("\u{7}here")
        .doing("move \u{1b}c")
        .frame("a\u{1b}.luau", None, Some("f\u{9b}".into()))
        .help("no \u{202e}harm");
    let text = fault.to_text(&look(true));
    assert_snapshot!(text, @r#"
    error: bad ␛[31m name second line
     --> evil␛.luau:1:17
      |
    1 | x = "␛[2J�" .. y    -- 鬼
      |                 ^^^^ ␇here
      |
      = while: move ␛c
      = called: at a␛.luau in f\u{9b}
      = help: no \u{202e}harm
    "#);
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
    assert!(!fault.to_line().contains(char::is_control));
    let coloured = fault.to_text(&Look {
        color: true,
        ..look(true)
    });
    assert!(
        coloured.contains("\u{1b}[")
            && !coloured.contains("\u{1b}[2J")
            && !coloured.contains('\u{202e}')
    );
}

#[test]
fn odd_places_break_nothing() {
    for source in ["", "\n", "a", "ä\n", "\t\t\n", "x\r\ny"] {
        for line in [0, 1, 2, 3, u32::MAX] {
            for column in [0, 1, 2, u32::MAX] {
                for length in [0, 1, 5, u32::MAX] {
                    let place = Place::line("f", line)
                        .column(column)
                        .length(length)
                        .source(source);
                    let fault = Diagnostic::error("c", "m")
                        .at(place.clone())
                        .note("n")
                        .label(place, "l");
                    assert!(fault.to_text(&look(true)).starts_with("error: m"));
                }
            }
        }
    }
}

#[test]
fn a_long_line_is_cut_around_the_caret() {
    let source = format!("{}HERE{}", "a ".repeat(300), " b".repeat(300));
    let fault = Diagnostic::error("c", "too long")
        .at(Place::line("f", 1).column(601).length(4).source(source));
    let text = fault.to_text(&look(true));
    assert!(
        text.contains("HERE") && text.lines().all(|line| line.len() < 100),
        "{text}"
    );
}

#[test]
fn for_programs() {
    let json = misspelt()
        .cause(Diagnostic::notice("n", "because"))
        .frame("a.luau", Some(2), None)
        .to_json();
    assert_snapshot!(serde_json::to_string_pretty(&json).unwrap(), @r#"
    {
      "code": "script.unknown-key",
      "level": "error",
      "message": "unknown key \"armour\" in adversary \"Toll Troll\"",
      "file": "monsters/toll_troll.luau",
      "line": 4,
      "column": 10,
      "length": 6,
      "source": "\ttl = 5, armour = \"medium\",",
      "note": "no such key",
      "labels": [
        {
          "file": "monsters/toll_troll.luau",
          "line": 3,
          "column": 11,
          "length": 12,
          "text": "in this adversary"
        }
      ],
      "doing": [],
      "help": [
        "did you mean \"armor\"?"
      ],
      "trace": [
        {
          "file": "a.luau",
          "line": 2,
          "name": null
        }
      ],
      "cause": {
        "code": "n",
        "level": "notice",
        "message": "because",
        "file": null,
        "line": null,
        "column": null,
        "length": null,
        "source": null,
        "note": null,
        "labels": [],
        "doing": [],
        "help": [],
        "trace": [],
        "cause": null
      }
    }
    "#);
}

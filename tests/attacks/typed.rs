//! What somebody may type or paste, in any length and depth: read or refused, and quickly.

use std::time::{Duration, Instant};

use storybeat::script::outcome::Outcome;

use crate::table::{done_reads_well, fault_reads_well, go, plays_on, reads_well, table};

fn typed(text: &str) {
    let mut table = table(&[]);
    let before = table.state().clone();
    let shown: String = text.chars().take(40).collect();
    let begun = Instant::now();
    let _ = table.complete(text);
    let outcome = table.eval(text);
    match &outcome {
        Outcome::Failed(fault) => fault_reads_well(fault),
        Outcome::Done(done) => done_reads_well(done),
        Outcome::Question(asking) => reads_well("a question", &asking.prompt),
    }
    assert!(*table.state() == before, "{shown:?} changes the table");
    let took = begun.elapsed();
    assert!(
        took < Duration::from_secs(10),
        "{shown:?} ({} bytes) took {took:?}",
        text.len()
    );
    plays_on(&mut table);
}

#[test]
fn depth_is_refused() {
    for (before, open, inside, close) in [
        ("return ", "(", "1", ")"),
        ("return ", "{", "1", "}"),
        ("return ", "not ", "1", ""),
        ("return 1", " + 1", "", ""),
        ("return 1", " .. 1", "", ""),
        ("", "if true then ", "", " end"),
        ("", "do ", "", " end"),
        ("", "(", "", ""),
        ("x = f", "(1)", "", ""),
        ("x = f", ".a", "", ""),
        ("x = f", "[f", "", "]"),
        ("return ", "`{", "1", "}`"),
        ("return ", "function() return ", "", " end"),
        ("", "[", "x", "]"),
        ("roll lyra ", "wits + ", "craft", ""),
        ("", "while true do ", "break", " end"),
    ] {
        for depth in [150, 900, 5_000, 50_000] {
            typed(&format!(
                "{before}{}{inside}{}",
                open.repeat(depth),
                close.repeat(depth)
            ));
        }
    }
}

#[test]
fn length_is_refused_or_read() {
    let megabyte = 1 << 20;
    for text in [
        "x".repeat(megabyte),
        "x ".repeat(megabyte / 2),
        "say ".to_owned() + &"x".repeat(megabyte),
        "return \"".to_owned() + &"x".repeat(megabyte) + "\"",
        "return \"".to_owned() + &"x".repeat(megabyte),
        "--".to_owned() + &"x".repeat(megabyte),
        "--[[".to_owned() + &"x".repeat(megabyte),
        "x = 1\n".repeat(20_000),
        "local x = 1\n".repeat(150),
        "local x = 1\n".repeat(20_000),
        "roll lyra wits craft ".to_owned() + &"dv=3 ".repeat(100_000),
        "hit ".to_owned() + &"lyra,".repeat(100_000) + " 1",
        "roll lyra wits = ".to_owned() + &"9".repeat(megabyte),
        "return ".to_owned() + &"9".repeat(100_000),
        "\"".repeat(megabyte),
        "=".repeat(megabyte),
        ",".repeat(megabyte),
        "\n".repeat(megabyte),
        " ".repeat(megabyte),
        "\u{1b}".repeat(megabyte),
        "e\u{301}".repeat(100_000),
        "鬼".repeat(100_000),
    ] {
        typed(&text);
    }
}

#[test]
fn odd_signs_are_read_or_refused() {
    for text in [
        "\0",
        "return \0",
        "say \0",
        "\u{feff}1 + 1",
        "\u{feff}return",
        "return '\\u{110000}'",
        "return '\\xff'",
        "return \"\\z",
        "=",
        "==",
        "=1",
        "= 96421",
        ":",
        "::",
        ":help",
        ";",
        ";;;",
        "return",
        "return return",
        "end",
        "until",
        "}",
        ")",
        "]]",
        "[[",
        "[==[",
        "--",
        "--[[",
        "#!",
        "@",
        "local",
        "local function",
        "function",
        "x =",
        "x, y",
        "x.",
        "x:",
        "1",
        "1 2",
        "1e",
        "0x",
        "0b",
        "1..2",
        "...",
        "return ...",
        "goto x",
        "continue",
        "break",
        "type X = X",
        "export type T = {}",
        "local x <const> = 1",
        "local x: number = 'a'",
        "return `{",
        "return `{1`",
        "\u{1b}[2J",
        "roll",
        "roll roll",
        "roll lyra",
        "use",
        "use 0",
        "use -1",
        "use 1e300",
        "use 99999999999999999999",
        "hit",
        "hit lyra",
        "hit lyra -1",
        "hit lyra 0.5",
        "hit lyra nan",
        "undo 0",
        "undo -1",
        "undo 1e300",
        "undo 99999999999999999999999",
        "spawn",
        "spawn ash rat 1e9",
        "spawn ash rat -1",
        "tick",
        "again",
        "again dv=",
        "again dv=\0",
        "anyway",
        "lyra = 5",
        "set lyra harm=nan",
        "set lyra harm=-1",
        "set lyra",
        "perform",
        "follow",
        "what_if",
        "try",
        "try try try use 1",
        "reroll 11",
        "next",
    ] {
        let mut table = table(&[]);
        let _ = table.complete(text);
        match table.eval(text) {
            Outcome::Failed(fault) => {
                fault_reads_well(&fault);
                assert!(fault.code != "fault", "{text:?}: {}", fault.to_line());
            }
            Outcome::Done(done) => done_reads_well(&done),
            Outcome::Question(asking) => reads_well("a question", &asking.prompt),
        }
        plays_on(&mut table);
    }
}

#[test]
fn answers_of_any_kind_leave_the_question_open_or_answer_it() {
    let long = "x".repeat(1 << 20);
    let answers = [
        "\0",
        "\u{1b}[2J",
        "-1",
        "0",
        "99",
        "1e300",
        "nan",
        "yes\nno",
        "1,2,3,4,5",
        ",,,,",
        "  ",
        long.as_str(),
    ];
    for input in [
        "gain(1) ask.yes(\"?\")",
        "gain(1) ask.pick(\"?\", { \"a\", \"b\" })",
        "gain(1) ask.maybe(\"?\", party)",
        "gain(1) ask.picks(\"?\", { \"a\", \"b\", \"c\" }, 2)",
        "gain(1) ask.number(\"?\", 1, 3)",
        "gain(1) ask.text(\"?\")",
    ] {
        for answer in answers {
            let mut table = table(&[]);
            let before = table.state().clone();
            assert!(matches!(table.eval(input), Outcome::Question(_)));
            match table.answer(answer) {
                Outcome::Failed(fault) => {
                    fault_reads_well(&fault);
                    assert!(table.question().is_some(), "{answer:?} closes the question");
                    assert!(*table.state() == before);
                }
                Outcome::Done(done) => {
                    done_reads_well(&done);
                    go(&mut table, "undo()");
                }
                Outcome::Question(asking) => reads_well("a question", &asking.prompt),
            }
            plays_on(&mut table);
        }
    }
}

//! A long fight, as it reads: three scenes on the shipped campaign, every chapter of the rules in play. Undone act by
//! act it ends where it began; run again from its inputs it ends in the same place, dice and words included.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::path::Path;

use storybeat::script::folder::Files;
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;
use storybeat::table::seed::Seed;

const INPUTS: &str = include_str!("long_fight.txt");

/// What is typed, a line each; `#` begins a remark, `!` a line that the rules refuse.
fn inputs() -> impl Iterator<Item = (&'static str, bool)> {
    INPUTS
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| match line.strip_prefix("! ") {
            Some(line) => (line, true),
            None => (line, false),
        })
}

fn table() -> Runtime {
    Runtime::builder()
        .files(Files::scan(Path::new("scripts")))
        .seed(Seed::text("a long fight").unwrap())
        .build()
        .unwrap()
}

/// Plays all of it; gives what was read, and the number of acts that stand.
fn play(table: &mut Runtime) -> (String, usize) {
    let mut read = String::new();
    for (input, refused) in inputs() {
        read.push_str(&format!("› {input}\n"));
        match table.eval(input) {
            Outcome::Done(done) => {
                assert!(!refused, "{input}: went through\n{read}");
                for line in &done.lines {
                    read.push_str(&format!("{}\n", line.text));
                }
                if let Some(value) = done.value.filter(|value| !value.text.is_empty()) {
                    read.push_str(&format!("{}\n", value.text));
                }
            }
            Outcome::Failed(fault) => {
                assert!(refused, "{input}: {fault}\n{read}");
                read.push_str(&format!("error: {}\n", fault.message));
            }
            Outcome::Question(asking) => panic!("{input} asks {}\n{read}", asking.prompt),
        }
    }
    (read, table.history().len())
}

#[test]
fn three_scenes_read_well_and_are_the_same_again() {
    let mut first = table();
    let (read, acts) = play(&mut first);
    assert!(acts >= 60, "{acts} acts are no long fight");
    let mut second = table();
    let (again, _) = play(&mut second);
    assert_eq!(read, again);
    assert_eq!(first.state(), second.state());
    insta::assert_snapshot!("long_fight", read);
}

#[test]
fn undone_act_by_act_it_is_where_it_began_and_redone_where_it_ended() {
    let mut table = table();
    let before = table.state().clone();
    play(&mut table);
    let after = table.state().clone();
    // What a table begins with is no act of anybody's, and stays.
    let mut acts = 0;
    while let Outcome::Done(_) = table.eval("undo()") {
        acts += 1;
    }
    assert!(acts >= 60, "{acts} acts were undone");
    assert_eq!(*table.state(), before);
    let outcome = table.eval(&format!("redo({acts})"));
    assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
    assert_eq!(*table.state(), after);
}

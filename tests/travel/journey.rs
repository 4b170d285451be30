//! A journey of four legs through the shipped regions, in words as they are typed, and by a script; undone to its start.

use std::path::Path;

use storybeat::script::folder::Files;
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;
use storybeat::table::seed::Seed;

const WORDS: &str = include_str!("four_legs.txt");
const SCRIPT: &str = include_str!("four_legs.luau");

fn table(more: &[(&str, &str)]) -> Runtime {
    let shipped = Files::scan(Path::new("scripts"));
    let shipped = shipped
        .all()
        .map(|file| (file.path.clone(), file.text.to_string()));
    let more = more
        .iter()
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    let files = Files::from_map(shipped.chain(more));
    let table = Runtime::builder()
        .files(files)
        .seed(Seed::text("four legs").unwrap())
        .build();
    table.unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Plays the lines; what was read.
fn play(table: &mut Runtime, lines: &str) -> String {
    let mut read = String::new();
    for line in lines.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        read.push_str(&format!("› {line}\n"));
        match table.eval(line) {
            Outcome::Done(done) => {
                for line in &done.lines {
                    read.push_str(&format!("{}\n", line.text));
                }
                if let Some(value) = done.value.filter(|value| !value.text.is_empty()) {
                    read.push_str(&format!("{}\n", value.text));
                }
            }
            Outcome::Failed(fault) => panic!("{line}: {fault}\n{read}"),
            Outcome::Question(asking) => panic!("{line} asks {}\n{read}", asking.prompt),
        }
    }
    read
}

#[test]
fn four_legs_in_words_read_well() {
    let mut table = table(&[]);
    let read = play(&mut table, WORDS);
    assert_eq!(table.state().travel.journey, None, "{read}");
    assert_eq!(table.state().travel.last.as_ref().unwrap().number, 4);
    assert_eq!(read.matches("Arrived: ").count(), 4, "{read}");
    insta::assert_snapshot!("four_legs", read);
}

#[test]
fn undone_it_is_where_it_began_and_redone_where_it_ended() {
    let mut table = table(&[]);
    let before = table.state().clone();
    play(&mut table, WORDS);
    let after = table.state().clone();
    let mut acts = 0;
    while let Outcome::Done(_) = table.eval("undo()") {
        acts += 1;
    }
    assert!(acts >= 12, "{acts}");
    assert_eq!(*table.state(), before);
    assert!(matches!(
        table.eval(&format!("redo({acts})")),
        Outcome::Done(_)
    ));
    assert_eq!(*table.state(), after);
}

/// A script goes the same way, as one act, and comes to the same place by the same dice and cards.
#[test]
fn a_script_goes_the_same_way() {
    let mut words = table(&[]);
    play(&mut words, WORDS);
    let mut script = table(&[("four_legs.luau", SCRIPT)]);
    let before = script.state().clone();
    play(&mut script, "four legs");
    let (words_end, script_end) = (words.state(), script.state());
    assert_eq!(words_end.travel, script_end.travel);
    assert_eq!(words_end.timers, script_end.timers);
    assert_eq!(words_end.cast, script_end.cast);
    assert_eq!(words_end.bank, script_end.bank);
    assert_eq!(words_end.decks, script_end.decks);
    assert!(matches!(script.eval("undo()"), Outcome::Done(_)));
    assert_eq!(*script.state(), before);
}

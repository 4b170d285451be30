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

/// What is written down is read again: the same table after a restart, in the middle of a leg, and undo reaches back.
#[test]
fn a_journey_outlives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("campaign.yaml"), "title: Roads\n").unwrap();
    std::fs::write(folder.path().join("fen.luau"), crate::FEN).unwrap();
    let party = folder.path().join("party");
    std::fs::create_dir(&party).unwrap();
    let sheet = "name: Mara\nattributes: { body: 3, wits: 3, spirit: 2, presence: 2 }\nskills: { lore: 2 }\n";
    std::fs::write(party.join("mara.yaml"), sheet).unwrap();
    std::fs::write(party.join("odo.yaml"), sheet.replace("Mara", "Odo")).unwrap();
    let open = || {
        let table = Runtime::builder().folder(folder.path()).build();
        table.unwrap_or_else(|faults| panic!("{faults:?}"))
    };
    let mut table = open();
    let before = table.state().clone();
    let lines = "travel plan low fen, high fen by_hand=yes\n\
        travel go weather=hazardous,extreme = 10C\n\
        travel role mara watch = 9 8 / 2\n\
        travel role odo quartermaster = 9 8 7\n\
        travel encounter ambush\n\
        travel tick 2 = 3S\n\
        tick supply 3\n\
        travel day\n\
        travel cache\n\
        hit mara 2\n\
        travel arrive\n\
        travel go size=4\n\
        travel weather favorable";
    for line in lines.lines() {
        play(&mut table, line);
        let now = table.state().clone();
        drop(table);
        table = open();
        assert_eq!(*table.state(), now, "{line}");
    }
    while let Outcome::Done(_) = table.eval("undo()") {}
    assert_eq!(*table.state(), before);
}

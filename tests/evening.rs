//! An evening at the prompt, as a GM plays it: dice from the table, questions, a command of the campaign, what a script
//! may not do, and the session's end.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::path::Path;

use storybeat::script::folder::Files;
use storybeat::script::generation::{Asking, Manner};
use storybeat::script::outcome::{Done, Outcome};
use storybeat::script::runtime::Runtime;

fn bridge(more: &[(&str, &str)]) -> Runtime {
    let mut all: Vec<(String, String)> = Files::scan(Path::new("scripts"))
        .all()
        .map(|file| (file.path.clone(), file.text.to_string()))
        .collect();
    all.extend(
        more.iter()
            .map(|(path, text)| ((*path).to_owned(), (*text).to_owned())),
    );
    Runtime::builder()
        .files(Files::from_map(all))
        .build()
        .unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn words(done: &Done) -> String {
    let mut all: Vec<&str> = done.lines.iter().map(|line| line.text.as_str()).collect();
    all.extend(
        done.value
            .iter()
            .map(|value| value.text.as_str())
            .filter(|text| !text.is_empty()),
    );
    all.join("\n")
}

fn done(outcome: Outcome) -> String {
    match outcome {
        Outcome::Done(done) => words(&done),
        Outcome::Question(asking) => panic!("asks {}", asking.prompt),
        Outcome::Failed(fault) => panic!("{fault}"),
    }
}

fn question(outcome: Outcome) -> String {
    match outcome {
        Outcome::Question(asking) => asking.prompt,
        other => panic!("{other:?}"),
    }
}

fn fault(outcome: Outcome) -> String {
    match outcome {
        Outcome::Failed(fault) => fault.to_line(),
        other => panic!("{other:?}"),
    }
}

fn manner(table: &mut Runtime, dice: bool, boons: bool) {
    table.set_manner(Manner {
        asking: Asking::Ask,
        dice,
        boons,
    });
}

#[test]
fn dice_ask_asks_for_each_rolls_faces_in_the_partys_order() {
    let mut table = bridge(&[]);
    manner(&mut table, true, false);
    let asked = question(table.eval("party:resist(\"body + athletics\", 3)"));
    assert!(
        asked.contains("Ellis") && asked.contains("the faces?"),
        "{asked}"
    );
    // Ellis: Body 3 + Athletics 1, medium armor one less.
    let wrong = fault(table.answer("9 6"));
    assert!(wrong.contains("needs 3 faces, 2 are given"), "{wrong}");
    assert!(table.question().is_some(), "the question stays open");
    let Outcome::Question(asked) = table.answer("9 6 2") else {
        panic!("Lyra is asked")
    };
    assert!(asked.prompt.contains("Lyra"), "{asked:?}");
    assert!(
        asked
            .lines
            .iter()
            .any(|line| line.text.starts_with("9 6 2   2 successes")),
        "{asked:?}"
    );
    let asked = question(table.answer("9 8 7"));
    assert!(asked.contains("Sera"), "{asked}");
    // Enter: the program rolls.
    let shown = done(table.answer(""));
    assert!(
        shown.starts_with("Sera") && !shown.contains("9 6 2"),
        "what was shown isn't shown again: {shown}"
    );
    assert_eq!(table.history().len(), 3, "one act, one step of undo");
    assert!(done(table.eval("undo")).contains("undone: party:resist"));
}

#[test]
fn a_position_reroll_is_asked_for_too() {
    let mut table = bridge(&[]);
    manner(&mut table, true, false);
    question(table.eval("roll(\"Lyra\", \"wits + craft\", 3, { position = \"dominant\" })"));
    let asked = question(table.answer("9 6 4 2 1"));
    assert!(asked.contains("the face?"), "{asked}");
    let shown = done(table.answer("8"));
    assert!(shown.contains("4 → 8 (Dominant)   3 successes"), "{shown}");
}

#[test]
fn boons_ask_offers_a_reroll_while_one_is_held() {
    let mut table = bridge(&[]);
    manner(&mut table, false, true);
    done(table.eval("earn lyra"));
    let asked = question(table.eval("roll lyra wits craft = 9 6 4 2 2"));
    assert!(
        asked.contains("A Boon throws one die again: which face?"),
        "{asked}"
    );
    let shown = done(table.answer("4"));
    assert!(
        shown.contains("(a Boon)") && shown.contains("Boons 1 → 0"),
        "{shown}"
    );
    // None left but what the roll earned: a success isn't asked about.
    let shown = done(table.eval("roll lyra wits craft = 99962"));
    assert!(shown.contains("Clean"), "{shown}");
}

#[test]
fn while_a_question_is_open_reading_works_and_writing_does_not() {
    let mut table = bridge(&[]);
    manner(&mut table, false, false);
    question(table.eval("gain(1) ask.yes(\"Sure?\")"));
    assert_eq!(done(table.eval("sb.bank")), "0");
    assert!(fault(table.eval("gain 1")).contains("a question is open"));
    assert!(fault(table.eval("undo")).contains("a question is open"));
    table.cancel();
    assert_eq!(done(table.eval("sb.bank")), "0");
}

#[test]
fn a_script_that_is_not_repeatable_is_named() {
    let script = "local n = 0\non.gain(function(e)\n    n += 1\n    if n % 2 == 1 then ask.yes(\"First?\") end\n    ask.yes(\"Second?\")\nend)\n";
    let mut table = bridge(&[("odd.luau", script)]);
    assert!(
        table
            .warnings()
            .iter()
            .any(|warning| warning.to_line().contains("use `store.n`")),
        "{:?}",
        table.warnings()
    );
    manner(&mut table, false, false);
    let asked = question(table.eval("gain 1"));
    assert!(asked.contains("First?"), "{asked}");
    let why = fault(table.answer("y"));
    assert!(
        why.contains("isn't repeatable") && why.starts_with("odd.luau:5"),
        "{why}"
    );
    assert_eq!(table.state().bank, 0);
}

#[test]
fn a_command_of_the_campaign_is_words_too_and_follows_are_listed() {
    let script = "command \"toll\" { help = \"toll <who> [boons]: pays the toll\", arg(\"who\", \"pc\"), arg(\"boons\", \"number\", 1),\n    run = function(c) c.who:earn(c.boons, \"toll paid back\") follow(\"gain\", 1) end }";
    let mut table = bridge(&[("toll.luau", script)]);
    match table.eval("toll lyr 2") {
        Outcome::Done(done) => {
            assert!(
                words(&done).contains("Lyra   Boons 0 → 2   toll paid back"),
                "{done:?}"
            );
            assert_eq!(done.follow, ["gain 1"]);
        }
        other => panic!("{other:?}"),
    }
    assert!(fault(table.eval("toll troll")).contains("unknown character"));
    assert!(done(table.eval("help toll")).contains("pays the toll"));
}

#[test]
fn a_reload_mid_fight_keeps_wounds_and_prompt_data_and_drops_functions() {
    let mut table = bridge(&[]);
    done(table.eval("spawn toll troll"));
    done(table.eval("hit troll 3 an anvil"));
    done(table.eval("local boss, price, twice = foes[1], 3, function(n) return 2 * n end"));
    let troll = include_str!("../scripts/monsters/toll_troll.luau").replace("cost = 2", "cost = 3");
    let files: Vec<(String, String)> = Files::scan(Path::new("scripts"))
        .all()
        .map(|file| {
            let text = if file.path.ends_with("toll_troll.luau") {
                troll.clone()
            } else {
                file.text.to_string()
            };
            (file.path.clone(), text)
        })
        .collect();
    let report: Vec<String> = table
        .reload_from(Files::from_map(files))
        .into_iter()
        .map(|line| line.text)
        .collect();
    assert!(
        report
            .iter()
            .any(|line| line == "Toll Troll: Hurl a Parapet 2 → 3 SB"),
        "{report:?}"
    );
    assert!(
        report
            .iter()
            .any(|line| line == "the prompt's functions are dropped: twice"),
        "{report:?}"
    );
    assert_eq!(done(table.eval("boss.resilience")), "6");
    assert_eq!(done(table.eval("price")), "3");
    assert!(done(table.eval("menu")).contains("3 SB  Hurl a Parapet"));
}

#[test]
fn the_x_card_leaves_nothing_in_history_or_log() {
    let mut table = bridge(&[]);
    done(table.eval("note(\"the spiders come\")"));
    done(table.eval("gain 1 the spiders"));
    let shown = done(table.eval("xcard 2"));
    assert!(shown.contains("struck"), "{shown}");
    assert!(!table.history().join(" ").contains("spiders"));
    assert!(!table.luau_log().join(" ").contains("spiders"));
    assert!(table.state().notes.is_empty());
    assert!(fault(table.eval("redo")).contains("nothing to redo"));
}

#[test]
fn whose_definition_is_gone_goes_on_with_the_numbers_it_had_last() {
    let rat = |tl: u32| {
        format!(
            "adversary \"Mill Rat\" {{ tl = {tl}, move \"Gnaw\" {{ cost = 1, text = \"It gnaws.\" }} }}"
        )
    };
    let with = |text: Option<String>| {
        let mut files = vec![("campaign.yaml".to_owned(), "title: Mill".to_owned())];
        files.extend(text.map(|text| ("rat.luau".to_owned(), text)));
        Files::from_map(files)
    };
    let mut table = Runtime::builder()
        .files(with(Some(rat(3))))
        .build()
        .unwrap_or_else(|faults| panic!("{faults:?}"));
    done(table.eval("spawn mill rat"));
    let report = table.reload_from(with(Some(rat(6))));
    assert_eq!(
        report[0].text,
        "Mill Rat: TL 3 → 6; Resilience 3 → 8; deals 2 → 4; Fatigue track 3 → 4"
    );
    let report = table.reload_from(with(None));
    let told: Vec<&str> = report.iter().map(|line| line.text.as_str()).collect();
    assert!(
        told.iter()
            .any(|line| line.contains("goes on with its last numbers")),
        "{told:?}"
    );
    assert_eq!(done(table.eval("foes[1].resilience")), "8");
    assert_eq!(done(table.eval("foes[1].tl")), "6");
}

#[test]
fn a_definition_that_replaces_wins_whichever_file_is_read_first() {
    let plain = "adversary \"Mill Rat\" { tl = 3 }\ntimer \"Millrace\" { size = 4 }";
    let instead = "adversary \"Mill Rat\" { tl = 5, replaces = true }\ntimer \"Millrace\" { size = 6, replaces = true }";
    for (first, second) in [(plain, instead), (instead, plain)] {
        let mut table = Runtime::builder()
            .files(Files::from_map(
                [
                    ("campaign.yaml", "title: Mill"),
                    ("a.luau", first),
                    ("b.luau", second),
                ]
                .map(|(path, text)| (path.to_owned(), text.to_owned())),
            ))
            .build()
            .unwrap_or_else(|faults| panic!("{faults:?}"));
        assert!(done(table.eval("spawn mill rat")).contains("TL 5"));
        done(table.eval("start millrace"));
        assert_eq!(done(table.eval("timers[1].size")), "6");
    }
    let both = Runtime::builder()
        .files(Files::from_map(
            [
                ("campaign.yaml", "title: Mill"),
                ("a.luau", instead),
                ("b.luau", instead),
            ]
            .map(|(path, text)| (path.to_owned(), text.to_owned())),
        ))
        .build()
        .unwrap_or_else(|faults| panic!("{faults:?}"));
    let report: Vec<String> = both
        .greeting()
        .iter()
        .map(|line| line.text.clone())
        .collect();
    assert!(
        report
            .iter()
            .any(|line| line.contains("two definitions of adversary")),
        "{report:?}"
    );
}

#[test]
fn a_menu_of_one_foe_counts_too_and_a_menu_that_changed_is_shown_anew() {
    let mut table = bridge(&[]);
    done(table.eval("spawn ash rat 2"));
    done(table.eval("gain 6"));
    done(table.eval("menu ash rat b"));
    assert!(done(table.eval("use 1 lyra = 85")).contains("Lyra"));
    done(table.eval("menu"));
    done(table.eval("defeat ash rat a"));
    let told = fault(table.eval("use 1 lyra"));
    assert!(
        told.contains("the menu has changed since it was shown"),
        "{told}"
    );
}

#[test]
fn handles_are_told_by_name() {
    let mut table = bridge(&[]);
    done(table.eval("spawn toll troll"));
    assert_eq!(
        done(table.eval("print(lyra, foes[1], lyra.armor)")),
        "Lyra Toll Troll Lyra's armor"
    );
    assert_eq!(
        done(table.eval("tostring(lyra)")),
        "\"Lyra\"".trim_matches('"')
    );
    assert!(fault(table.eval("lyra.harm = 2")).contains("Lyra.harm is read-only"));
    done(table.eval("scene.set({ position = \"desperate\" })"));
    assert!(fault(table.eval("scene.set()")).contains("scene.set needs fields"));
}

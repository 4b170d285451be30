//! A session as a test of the campaign: it runs as it went, whoever threw the dice.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/quay.rs"]
mod quay;

use proptest::prelude::*;
use proptest::sample::select;
use storybeat::script::generation::{Asking, Manner};
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::{AsTest, Runtime};

fn table() -> Runtime {
    Runtime::builder().files(quay::files(&[])).build().unwrap()
}

#[track_caller]
fn done(runtime: &mut Runtime, line: &str) {
    let outcome = runtime.eval(line);
    assert!(matches!(outcome, Outcome::Done(_)), "{line}: {outcome:?}");
}

#[track_caller]
fn holds(runtime: &Runtime) -> AsTest {
    let test = runtime.as_test("tests/tonight.luau").unwrap();
    if let Some(fault) = &test.fails {
        panic!("{fault}\n{}", test.text);
    }
    test
}

#[test]
fn nothing_done_is_no_test() {
    let error = table().as_test("tests/tonight.luau").unwrap_err();
    assert!(error.message.contains("nothing has been done"), "{error}");
}

#[test]
fn an_evening_is_written_down_with_what_fell() {
    let mut runtime = table();
    for line in [
        "scene the quay",
        "earn lyra",
        "roll lyra wits craft = 96421",
        "reroll 4 = 7",
        "gain(5)",
        "spawn toll troll",
        "troll:use(\"Hurl a Parapet\", \"Ellis\")",
        "undo",
        "lyra:hit(1, \"a plank\")",
        "local rat = spawn(\"Ash Rat\") rat:hit(1)",
        "rat:mark(\"fatigue\", 1)",
        "draw(\"Shelf\")",
    ] {
        done(&mut runtime, line);
    }
    let test = holds(&runtime);
    assert_eq!(test.acts, 9, "{}", test.text);
    for line in [
        "test(\"session 1: ",
        "    t:party { \"Ellis\", \"Lyra\", \"Sera\" }\n",
        "    t:reroll(4)\n",
        "    roll(\"Lyra\", \"wits + craft\", nil, { faces = \"9 6 4 2 1 / 7\" })\n",
        "    local lyra = roster:named(\"Lyra\")\n",
        "    rat:mark(\"fatigue\", 1)\n",
        "    t:cards \"",
        "    t:same(sb.bank, 6)\n",
        "    t:same(roster:named(\"Lyra\").fatigue, ",
        "    t:same(foes:named(\"Toll Troll\").phase, 1)\n",
    ] {
        assert!(test.text.contains(line), "{line}\n{}", test.text);
    }
    assert!(
        !test.text.contains("Hurl"),
        "what was undone is no part\n{}",
        test.text
    );
}

/// A roll that a rule would refuse, dice that were asked for, Boons that were asked about, answers.
#[test]
fn what_people_said_goes_with_it() {
    let mut runtime = table();
    runtime.set_manner(Manner {
        asking: Asking::Ask,
        dice: true,
        boons: true,
    });
    done(&mut runtime, "earn(party, 1)");
    let asked = runtime.eval("roll lyra wits craft");
    assert!(matches!(asked, Outcome::Question(_)), "{asked:?}");
    let asked = runtime.answer("96421");
    assert!(matches!(asked, Outcome::Question(_)), "the Boon: {asked:?}");
    let asked = runtime.answer("4");
    assert!(matches!(asked, Outcome::Question(_)), "its face: {asked:?}");
    assert!(matches!(runtime.answer("8"), Outcome::Done(_)));
    runtime.eval("if ask.yes(\"Sure?\") then gain(3) end note(\"asked\")");
    assert!(matches!(runtime.answer("yes"), Outcome::Done(_)));
    assert!(matches!(
        runtime.eval("spend(50, nil, \"the moon\")"),
        Outcome::Failed(_)
    ));
    runtime.set_manner(Manner::default());
    done(&mut runtime, "wound(\"Ellis\", 3, \"a fall\")");
    assert!(matches!(
        runtime.eval("roll(\"Ellis\", \"body\", 3)"),
        Outcome::Failed(_)
    ));
    done(&mut runtime, "anyway with the last breath");
    let test = holds(&runtime);
    for line in [
        "t:faces \"9 6 4 2 1 / 8\"",
        "t:reroll(4)",
        "= \"yes\" }",
        "t:anyway \"with the last breath\"",
    ] {
        assert!(test.text.contains(line), "{line}\n{}", test.text);
    }
}

#[test]
fn it_outlives_a_restart_and_says_what_it_cannot_hold() {
    let folder = tempfile::tempdir().unwrap();
    quay::unpack(folder.path());
    let open = || Runtime::builder().folder(folder.path()).build().unwrap();
    let mut runtime = open();
    done(&mut runtime, "roll lyra wits craft");
    done(&mut runtime, "store.n = die(6)");
    done(
        &mut runtime,
        "start(\"Made Up\", 4, { scope = \"campaign\" })",
    );
    let before = holds(&runtime).text;
    drop(runtime);
    let mut runtime = open();
    assert_eq!(holds(&runtime).text, before);
    done(&mut runtime, "hit(\"Lyra\", 3, { armor = \"ignore\" })");
    done(&mut runtime, "session.close()");
    done(&mut runtime, "session.start()");
    done(&mut runtime, "gain(1)");
    let test = holds(&runtime);
    assert!(test.text.contains("set(\"Lyra\", { "), "{}", test.text);
    assert!(
        test.left_out
            .iter()
            .any(|what| what.contains("timers of an earlier session")),
        "{:?}",
        test.left_out
    );
}

#[test]
fn one_that_does_not_hold_says_why() {
    let mut runtime = table();
    // What falls out of a shuffled deck by chance is no face.
    done(
        &mut runtime,
        "if one_of({ 1, 2, 3, 4, 5, 6, 7, 8 }) ~= 0 then gain(1) end",
    );
    holds(&runtime);
    // The roll's dice are given in the test, so what comes after them is another number there.
    done(&mut runtime, "roll(\"Ellis\", \"body\", 3)");
    done(
        &mut runtime,
        "start(\"Long\", 20) tick(\"Long\", math.random(19))",
    );
    let test = runtime.as_test("tests/tonight.luau").unwrap();
    let fault = test.fails.expect("chance that is no die can't come again");
    assert!(fault.to_line().contains("is wanted"), "{fault}");
    assert_eq!(fault.place.as_ref().unwrap().file, "tests/tonight.luau");
}

/// Lines whose chance is dice and cards.
const LINES: [&str; 16] = [
    "roll(\"Lyra\", \"wits + craft\", 3)",
    "roll(\"Ellis\", \"body\", 2, { position = \"desperate\" })",
    "roll(\"Sera\", \"spirit + lore\", 3, { position = \"dominant\", pay = \"fatigue\" })",
    "resist(party, \"body + endurance\", 3, { on_miss = { hit = 1 } })",
    "roll lyra wits craft = 96421",
    "reroll(4)",
    "again { dv = 4 }",
    "hit(\"Lyra\", 2)",
    "spawn(\"Ash Rat\")",
    "foes[1]:hit(1)",
    "gain(die(4))",
    "draw(\"Shelf\", { n = 2 })",
    "tick(\"Flood\", 1)",
    "undo",
    "redo",
    "rest(\"Lyra\", \"night\")",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_played_with_dice_and_cards_runs_again_as_a_test(lines in prop::collection::vec(select(&LINES[..]), 1..14)) {
        let mut runtime = table();
        done(&mut runtime, "earn(party, 2)");
        for line in &lines {
            runtime.eval(line);
        }
        if let Ok(test) = runtime.as_test("tests/tonight.luau") {
            prop_assert!(test.fails.is_none(), "{}\n{}", test.fails.unwrap(), test.text);
        }
    }
}

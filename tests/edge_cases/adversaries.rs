//! AD: adversaries.

use serde_json::json;

use crate::play::{Campaign, Play};

/// What is said of an adversary written so; `true` when it can be spawned.
fn judged(body: &str) -> (bool, String) {
    let play = Campaign::bridge()
        .file(
            "monsters/gnarl.luau",
            &format!("adversary \"Gnarl\" {{ {body} }}"),
        )
        .play();
    let told: Vec<String> = play
        .table
        .greeting()
        .iter()
        .map(|line| line.text.clone())
        .collect();
    (
        play.table.catalog().adversaries.get("Gnarl").is_some(),
        told.join("\n"),
    )
}

const TWO: &str = "move \"Bite\" { cost = 1 }, move \"Claw\" { cost = 2 }";

#[track_caller]
fn error(body: &str, words: &[&str]) {
    let (there, told) = judged(body);
    assert!(!there, "{body} was taken");
    for word in words.iter().chain(&["Gnarl", "monsters/gnarl.luau"]) {
        assert!(told.contains(word), "{body}\n{word:?} is not in: {told}");
    }
}

#[test]
fn ad01_resilience_moves_only_with_the_threat_level() {
    for (tl, resilience) in [(3, 8), (5, 3), (10, 8), (7, 16)] {
        error(
            &format!("tl = {tl}, resilience = {resilience}, {TWO}"),
            &["resilience"],
        );
    }
    for tl in ["0", "11", "\"3–5\"", "2.5", "-1", "nil"] {
        error(&format!("tl = {tl}, {TWO}"), &["tl", "1 to 10"]);
    }
    // A single phase of 8 at TL 7 is advice against, not an error (90 §J: phases are advice).
    let (there, told) = judged(&format!(
        "tl = 7, resilience = 8, phase \"One\" {{ {TWO} }}"
    ));
    assert!(there && told.contains("phases"), "{told}");
    let (there, _) = judged(&format!("tl = 3, {TWO}"));
    assert!(there);
}

#[test]
fn ad02_a_puzzle_ends_by_its_resolution_alone() {
    error(&format!("tl = 10, {TWO}"), &["resolution"]);
    error(
        &format!("tl = 2, resilience = \"none\", {TWO}"),
        &["resolution"],
    );
    let riddle = r#"adversary "Riddle" { tl = 2, resilience = "none", resolution = "Somebody answers.", deed "Answer" {}, move "Ask" { cost = 1 }, move "Hum" { cost = 1 } }"#;
    let mut play = Campaign::bridge()
        .file("monsters/riddle.luau", riddle)
        .play();
    play.ok(r#"spawn("Riddle")"#);
    for _ in 0..10 {
        play.ok("hit riddle 5");
    }
    assert_eq!(play.value("#foes"), json!(1));
    play.ok(r#"resolve("Riddle", "Answer")"#);
    assert_eq!(play.value("#foes"), json!(0));
}

const PHASED: &str = r#"adversary "Warden" { tl = 7, phase "First" { move "Push" { cost = 1 }, move "Pull" { cost = 2 } }, phase "Second" { move "Burn" { cost = 1 }, move "Freeze" { cost = 2 } } }"#;

#[test]
fn ad03_a_hit_never_ends_two_phases() {
    let mut play = Campaign::bridge()
        .file("monsters/warden.luau", PHASED)
        .play();
    play.ok(r#"spawn("Warden")"#);
    play.ok("set warden resilience=2");
    play.ok("mark warden fatigue 1");
    play.ok("hit warden 5");
    assert_eq!(play.value("warden.phase"), json!(2));
    assert_eq!(play.value("warden.resilience"), json!(8));
    assert_eq!(play.value("warden.fatigue"), json!(0));
    play.ok("hit warden 20");
    assert_eq!(play.value("#foes"), json!(0));
}

#[test]
fn ad04_each_fault_of_a_move_names_creature_and_move() {
    for cost in ["0", "2.5", "\"two\"", "6", "-1"] {
        error(
            &format!("tl = 6, move \"Bite\" {{ cost = {cost} }}, move \"Claw\" {{ cost = 1 }}"),
            &["Bite", "cost"],
        );
    }
    error(
        "tl = 6, move \"Bite\" {}, move \"Claw\" { cost = 1 }",
        &["Bite", "cost"],
    );
    error(
        "tl = 6, move \"Bite\" { cost = 4, signature = true }, move \"Claw\" { cost = 5, signature = true }",
        &["Signature", "Bite", "Claw"],
    );
    error(
        "tl = 4, move \"Bite\" { cost = 4, signature = true }, move \"Claw\" { cost = 1 }",
        &["Signature", "Bite", "TL 5"],
    );
    let six: String = (0..6)
        .map(|n| {
            format!(
                "move \"Move {}\" {{ cost = 1 }}, ",
                ["A", "B", "C", "D", "E", "F"][n]
            )
        })
        .collect();
    error(&format!("tl = 6, {six}"), &["2 to 5 moves", "not 6"]);
    let (there, told) = judged("tl = 6, move \"Bite\" { cost = 1 }");
    assert!(
        there && told.contains("2 to 5 moves"),
        "one move is advice against: {told}"
    );
}

#[test]
fn ad05_a_move_that_cannot_be_paid_does_not_happen() {
    let mut play = Play::new();
    play.ok(r#"spawn("Toll Troll")"#);
    play.ok("gain(3)");
    let mut told = 0;
    play.table.subscribe({
        let _ = &mut told;
        |_| panic!("nothing happens")
    });
    play.refuses(r#"use("Name the Price")"#, &["4 SB", "1 SB short"]);
    for n in ["0", "-1", "0.5", "0/0"] {
        play.fails(&format!("spend({n})"));
    }
    for line in ["spend 0", "spend -1"] {
        play.fails(line);
    }
    assert_eq!(play.state().bank, 3);
}

#[test]
fn ad06_two_of_one_name_are_two() {
    let mut play = Play::new();
    play.ok(r#"spawn("Ash Rat", 2)"#);
    play.ok(r#"hit("Ash Rat A", 1)"#);
    assert_eq!(play.value("foes[1].resilience"), json!(2));
    assert_eq!(play.value("foes[2].resilience"), json!(3));
    // A name of one's own that is taken is a clash, whoever has it.
    for name in ["Ash Rat A", "ash-rat a", "Lyra"] {
        play.refuses(
            &format!(r#"spawn("Ash Rat", {{ name = "{name}" }})"#),
            &["taken"],
        );
    }
    play.refuses(
        "spawn(\"Ash Rat\", 2, { names = { \"Gnaw\", \"Gnaw\" } })",
        &["taken"],
    );
    play.refuses(r#"hit("Ash Rat", 1)"#, &["Ash Rat A", "Ash Rat B"]);
    let saved = serde_json::to_string(play.state()).unwrap();
    let again: storybeat::table::state::State = serde_json::from_str(&saved).unwrap();
    assert_eq!(again, *play.state());
    let ids: Vec<u32> = play.state().foes.keys().copied().collect();
    assert_eq!(ids.len(), 2);
}

#[test]
fn ad07_an_adversary_has_fatigue_and_resilience_and_nothing_else() {
    let brute = r#"adversary "Brute" { tl = 3, armor = "medium", fatigue_size = 2, move "Bite" { cost = 1 }, move "Claw" { cost = 2 } }"#;
    let mut play = Campaign::bridge().file("monsters/brute.luau", brute).play();
    play.ok(r#"spawn("Brute")"#);
    play.ok("mark brute fatigue");
    play.ok("hit brute 2");
    assert_eq!(play.value("brute.resilience"), json!(2));
    assert_eq!(play.value("brute.fatigue"), json!(0));
    for field in ["hp", "hit_points", "harm", "boons"] {
        play.refuses(&format!("brute.{field}"), &["unknown field"]);
    }
    play.refuses(r#"earn("Brute")"#, &["no character"]);
}

//! What is said of foes and tracks is what happened: puzzles, phases, overflow, rolls against them (rules/02 §2, rules/05 §4).

use crate::play::{Campaign, Play};

const FOES: &str = r#"
adversary "Riddle" { tl = 3, armor = "none", resilience = "none", resolution = "Both keys are turned.",
  deed "blue key" {}, deed "red key" {}, move "Hum" { cost = 1 }, move "Glow" { cost = 2 } }
adversary "Keeper" { tl = 7, armor = "none",
  phase "One" { move "Hum" { cost = 1 }, move "Glow" { cost = 2 } },
  phase "Two" { move "Ring" { cost = 1 }, move "Toll" { cost = 2 } } }
adversary "Ear" { tl = 3, armor = "none", on_roll = function(e) note(`hears {e.who.name}`) end,
  move "Hum" { cost = 1 }, move "Glow" { cost = 2 } }
on.roll(function(e) note(`against {e.foe.name}`) end)
on.mark(function(e) note(`{e.n}: {e.old} to {e.new} of {e.size}`) end)
"#;

fn yard() -> Play {
    let mut play = Campaign::bridge().file("told.luau", FOES).play();
    play.ok(r#"scene.start("The Yard")"#);
    play
}

#[test]
fn a_phase_loses_what_it_had() {
    let mut play = yard();
    play.ok("spawn keeper");
    play.ok(r#"hit("Keeper", 6)"#);
    let said = play.said(r#"hit("Keeper", 3)"#);
    assert!(said.contains("−2 Resilience"), "{said}");
}

#[test]
fn a_puzzle_has_no_resilience_to_lose() {
    let mut play = yard();
    play.ok("spawn riddle");
    let said = play.said(r#"hit("Riddle", 3)"#);
    assert!(
        said.contains("no Resilience to lose") && !said.contains('−'),
        "{said}"
    );
}

#[test]
fn fatigue_that_runs_over_is_marked_up_to_the_end_of_the_track() {
    let mut play = yard();
    play.set_hf("Ellis", 0, 2);
    let said = play.said(r#"mark("Ellis", "fatigue", 4)"#);
    assert!(said.contains("Fatigue 2 → 3 of 3"), "{said}");
    assert!(said.contains("Harm 0 → 1"), "{said}");
    assert_eq!(play.hf("Ellis"), (1, 0));
    assert!(
        play.state().notes.contains(&"1: 2 to 3 of 3".to_owned()),
        "{:?}",
        play.state().notes
    );
    play.ok("spawn ear");
    let said = play.said(r#"mark("Ear", "fatigue", 4)"#);
    assert!(said.contains("Fatigue 0 → 3 of 3"), "{said}");
    assert_eq!(play.foe("Ear").body.fatigue, 0);
    assert_eq!(play.foe("Ear").lost, 1);
}

#[test]
fn a_roll_against_a_foe_names_it_and_the_foe_hears_it() {
    for line in [
        "attack ellis ear",
        "threaten ear ellis",
        r#"roll("Ellis", "body", 3, { against = "Ear" })"#,
    ] {
        let mut play = yard();
        play.ok("spawn ear");
        play.ok(line);
        for words in ["against Ear", "hears Ellis"] {
            assert!(
                play.state().notes.iter().any(|note| note == words),
                "{line}: {words}"
            );
        }
    }
}

#[test]
fn what_follows_from_harm_follows_by_hand_too() {
    let mut play = yard();
    play.ok("set ellis harm=3");
    assert_eq!(
        play.value(r#"party:named("Ellis"):has("Incapacitated")"#),
        true
    );
    play.ok("set ellis harm=0");
    assert_eq!(
        play.value(r#"party:named("Ellis"):has("Incapacitated")"#),
        false
    );
}

#[test]
fn the_dead_earn_nothing_and_the_hidden_hide_no_more() {
    let mut play = yard();
    play.ok(r#"hit("Ellis", 3, "a fall", { armor = "ignore" })"#);
    play.ok(r#"hit("Ellis", 3, "a fall", { armor = "ignore" })"#);
    play.refuses("earn ellis 1", &["Ellis", "is dead"]);
    play.ok("ground lyra concealed=yes");
    play.ok("apply lyra hidden");
    play.refuses("act lyra hide", &["Lyra", "is Hidden already"]);
}

#[test]
fn a_puzzle_shows_what_ends_it_and_a_deed_is_called_by_any_of_its_words() {
    let mut play = yard();
    play.ok("spawn riddle");
    let said = play.said("riddle");
    for words in [
        "Resolution: Both keys are turned.",
        "left: blue key, red key",
    ] {
        assert!(said.contains(words), "{said}");
    }
    play.refuses("resolve riddle key", &["\"blue key\" or \"red key\""]);
    play.ok("resolve riddle bl");
    let said = play.said("riddle");
    assert!(said.contains("done: blue key\n  left: red key"), "{said}");
    play.refuses("resolve riddle blue", &["is done already", "left: red key"]);
    play.ok("resolve riddle red");
    assert!(play.foe("Riddle").defeated.is_some());
}

#[test]
fn resilience_is_told_as_what_is_left() {
    let mut play = yard();
    play.ok("spawn keeper");
    for (line, words) in [
        (
            "set keeper resilience=1",
            "Keeper   Resilience 8 → 1 of 8   by hand",
        ),
        ("heal keeper 2", "Keeper   Resilience 1 → 3 of 8"),
        ("wound keeper 1", "Keeper   Resilience 3 → 2 of 8"),
    ] {
        let said = play.said(line);
        assert!(said.contains(words), "{line}\n{said}");
    }
}

#[test]
fn a_name_that_is_out_says_how() {
    let mut play = yard();
    play.ok("spawn keeper");
    play.ok(r#"defeat("Keeper", "paid off")"#);
    play.refuses(
        "keeper",
        &["Keeper is out (paid off)", "spawn keeper brings another"],
    );
}

#[test]
fn an_item_is_named_as_luau_writes_it_too() {
    for line in [
        "degrade ellis.weapon",
        "degrade ellis's weapon",
        "degrade ellis weapon",
    ] {
        let mut play = yard();
        let said = play.said(line);
        assert!(
            said.contains("Ellis") && said.contains("weapon"),
            "{line}\n{said}"
        );
    }
    let mut play = yard();
    play.ok("degrade ellis.weapon");
    play.ok("mend lyra ellis.weapon");
}

#[test]
fn a_menu_without_moves_says_what_ends_the_puzzle() {
    let mut play = Campaign::bridge()
        .file(
            "still.luau",
            r#"adversary "Still" { tl = 3, resilience = "none", resolution = "Wake it.", deed "call" {}, deed "shake" {} }"#,
        )
        .play();
    play.ok(r#"scene.start("The Yard")"#);
    assert_eq!(play.said("menu"), "no foe is at the table: spawn one");
    play.ok("spawn still");
    let said = play.said("menu");
    for words in [
        "Still has no moves",
        "Resolution: Wake it.",
        "left: call, shake",
    ] {
        assert!(said.contains(words), "{said}");
    }
}

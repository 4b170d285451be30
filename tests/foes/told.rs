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

//! Supply: the fill and its questions, caches, the Quartermaster's token, hunger that kills.

use serde_json::json;
use storybeat::script::outcome::Outcome;

use crate::{campaign, filled, on_the_way};

/// Runs a line, questions answered in order; the questions that were put.
fn answered(play: &mut crate::Play, line: &str, answers: &[&str]) -> Vec<String> {
    let mut asked = Vec::new();
    let mut outcome = play.eval(line);
    let mut answers = answers.iter();
    while let Outcome::Question(asking) = outcome {
        asked.push(asking.prompt.clone());
        let answer = answers
            .next()
            .unwrap_or_else(|| panic!("{}", asking.prompt));
        outcome = play.table.answer(answer);
    }
    assert!(matches!(outcome, Outcome::Done(_)), "{line}: {outcome:?}");
    asked
}

#[test]
fn the_gm_says_what_is_gone_and_what_it_costs() {
    let mut play = campaign().asking().play();
    let asked = answered(&mut play, "tick supply 4", &["water", "Thirsty"]);
    assert_eq!(asked.len(), 2, "{asked:?}");
    assert!(
        asked[0].contains("Supply is spent: what is gone?"),
        "{asked:?}"
    );
    assert!(asked[1].contains("No water left"), "{asked:?}");
    for name in ["Mara", "Odo", "Pim", "Quill"] {
        let conditions = play.pc(name).body.conditions;
        assert!(conditions.iter().any(|one| one.name == "Thirsty"), "{name}");
        assert_eq!(play.hf(name), (0, 0));
    }
}

#[test]
fn it_fires_again_after_it_has_dropped() {
    let mut play = campaign().play();
    play.ok("tick supply 4");
    assert_eq!(play.hf("Mara"), (0, 1));
    play.ok("tick supply -1");
    play.ok("tick supply 1");
    assert_eq!(play.hf("Mara"), (0, 2));
}

#[test]
fn a_campaign_with_a_fill_of_its_own_keeps_it() {
    let own = r#"timer "Supply" { size = 4, kind = "supply", scope = "campaign", replaces = true, on_fill = { say = "Turn back." } }"#;
    let mut play = campaign().file("own.luau", own).play();
    let read = play.said("tick supply 4");
    assert!(read.contains("Turn back."), "{read}");
    assert_eq!(play.hf("Mara"), (0, 0));
}

#[test]
fn levels_are_named_as_they_are_reached() {
    let mut play = campaign().play();
    for (line, level) in [
        ("tick supply 1", "Supply 1, Low"),
        (
            "tick supply 1",
            "Supply 2, Dangerous: each day: +1 Fatigue for each",
        ),
        (
            "tick supply 1",
            "Supply 3, Empty: each day: Harm 1 for each, no armor helps",
        ),
        ("tick supply -3", "Supply 0, Full"),
    ] {
        let read = play.said(line);
        assert!(read.contains(level), "{line}: {read}");
    }
}

#[test]
fn a_day_says_what_it_costs() {
    let mut play = campaign().play();
    play.ok("tick supply 2");
    let read = play.said("travel day");
    assert!(read.contains("Day 1   Supply 2, Dangerous"), "{read}");
    assert!(
        read.contains("Pim   Fatigue 0 → 1 of 2   Supply Dangerous"),
        "{read}"
    );
}

#[test]
fn at_harm_three_another_day_kills() {
    let mut play = campaign().play();
    play.ok("tick supply 3");
    play.set_hf("Pim", 3, 0);
    play.ok("travel day");
    assert!(play.pc("Pim").dead);
    // The dead are hungry no more.
    play.ok("travel day 2");
    assert_eq!(play.hf("Mara"), (3, 0));
}

#[test]
fn cache_tokens_are_laid_by_and_opened() {
    let mut play = campaign().play();
    play.ok("tick supply 3");
    play.refuses("travel resupply cache", &["Cache token", "short"]);
    play.ok("travel cache 2 under the milestone");
    assert_eq!(play.value("travel.caches"), json!(2));
    play.ok("travel resupply cache");
    assert_eq!(
        (filled(&play, "Supply"), play.state().travel.caches),
        (2, 1)
    );
    play.refuses("travel cache -2", &["Cache tokens"]);
    // What isn't missing costs no token.
    play.ok("travel resupply");
    let read = play.said("travel resupply cache");
    assert!(read.contains("nothing is missing"), "{read}");
    assert_eq!(play.state().travel.caches, 1);
}

#[test]
fn a_quartermaster_takes_one_away_or_keeps_a_token_till_the_leg_ends() {
    let mut play = on_the_way(4, "");
    play.ok("tick supply 2");
    play.ok(r#"travel.role("Mara", "quartermaster", { faces = "9876" })"#);
    assert_eq!(filled(&play, "Supply"), 1, "what is missing comes first");
    let mut play = on_the_way(4, "");
    play.ok(r#"travel.role("Mara", "quartermaster", { faces = "9876" })"#);
    let read = play.said("tick supply 2 a forced march");
    assert!(
        read.contains("the Quartermaster's token is used   a forced march"),
        "{read}"
    );
    assert_eq!(filled(&play, "Supply"), 1, "one tick of two");
    // A token that nobody used goes with the leg.
    let mut play = on_the_way(4, "");
    play.ok(r#"travel.role("Mara", "quartermaster", { faces = "9876" })"#);
    play.ok("travel arrive");
    play.ok("tick supply 1");
    assert_eq!(filled(&play, "Supply"), 1);
}

#[test]
fn foraging_in_poor_land_and_out_of_a_leg() {
    let mut play = campaign().play();
    assert_eq!(
        play.value(r#"travel.forage("Mara", { terrain = "poor" }).dv"#),
        json!(4)
    );
    assert_eq!(play.value(r#"travel.forage("Mara").dv"#), json!(3));
    play.refuses(
        r#"travel.role("Mara", "guide", { terrain = "poor" })"#,
        &["terrain is of foraging"],
    );
}

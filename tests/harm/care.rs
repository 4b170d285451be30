//! Rest, care, stabilizing, dying (rules/02 §5–§6).

use serde_json::json;

use crate::play::{Campaign, Play};

/// A healer (wits 3, craft 2), a patient of this Body, a scene that runs.
fn ward_of(body: u8) -> Play {
    ward(Campaign::empty(), body)
}

fn ward(campaign: Campaign, body: u8) -> Play {
    let mut play = campaign
        .pc("Maud", [2, 3, 2, 2], "skills: { craft: 2 }")
        .pc("Ilse", [body, 2, 2, 2], "armor: none")
        .play();
    play.ok(r#"scene.start("Here")"#);
    play
}

#[test]
fn rests_clear_what_they_clear() {
    // how, F and H before, F and H after
    for (how, before, after) in [
        ("short", (0, 3), (0, 1)),
        ("short", (1, 1), (1, 0)),
        ("night", (2, 3), (2, 0)),
        ("week", (2, 3), (1, 0)),
        ("week", (1, 0), (0, 0)),
    ] {
        let mut play = Play::body(5, "none");
        play.set_hf("Ilse", before.0, before.1);
        play.ok(&format!("rest ilse {how}"));
        assert_eq!(play.hf("Ilse"), after, "{how} {before:?}");
        play.ok("undo");
        assert_eq!(play.hf("Ilse"), before, "{how} undone");
    }
}

#[test]
fn r97_harm_three_heals_by_the_week_once_stable_unless_the_switch_says_care() {
    for (switch, after) in [(false, 2), (true, 3)] {
        let campaign = match switch {
            true => Campaign::empty().switch("harm3_needs_care", "on"),
            false => Campaign::empty(),
        };
        let mut play = ward(campaign, 3);
        play.ok("hit ilse 3");
        play.refuses("rest ilse week", &["Harm 3", "stabilize first"]);
        play.ok("stabilize maud ilse = 9 9 9 2 2");
        play.ok("rest ilse week");
        assert_eq!(play.hf("Ilse").0, after, "harm3_needs_care {switch}");
        let down = play.value(r#"party[2]:has("Incapacitated")"#);
        assert_eq!(down, json!(after == 3));
    }
}

#[test]
fn a_ruling_lets_somebody_untended_rest() {
    let mut play = ward_of(3);
    play.ok("hit ilse 3");
    play.ok(r#"rest("Ilse", "night", { because = "the hermit watches" })"#);
    assert_eq!(play.hf("Ilse"), (3, 0));
}

#[test]
fn r30_care_by_severity() {
    // Harm before, faces, Harm after, DV
    for (harm, faces, after, dv) in [
        (1, "9 9 9 2 2", 0, 3),
        (2, "9 9 9 2 2", 2, 4),
        (2, "9 9 9 9 2", 1, 4),
        (2, "10 9 9 2 2", 0, 4),
        (1, "10 9 2 2 2", 0, 3),
    ] {
        let mut play = ward_of(3);
        play.set_hf("Ilse", harm, 0);
        let roll = play.value(&format!(
            r#"treat("Maud", "Ilse", nil, {{ faces = "{faces}" }})"#
        ));
        assert_eq!(roll["dv"], json!(dv));
        assert_eq!(play.hf("Ilse").0, after, "Harm {harm}, {faces}");
    }
}

#[test]
fn care_takes_a_scene_and_the_whole() {
    let mut play = ward_of(3);
    play.refuses("treat maud ilse", &["no Harm to treat"]);
    play.set_hf("Ilse", 2, 0);
    play.ok("treat maud ilse = 2 2 2 2 2");
    play.refuses("treat maud ilse = 9 9 9 9 9", &["once per scene"]);
    play.ok(r#"anyway there is all night"#);
    assert_eq!(play.hf("Ilse").0, 1);
    play.ok(r#"scene.start("Later")"#);
    play.ok("treat maud ilse = 9 9 9 2 2");
    assert_eq!(play.hf("Ilse").0, 0);
}

#[test]
fn care_at_harm_three_lifts_the_patient() {
    let mut play = ward_of(3);
    play.ok("hit ilse 3");
    play.ok("treat maud ilse = 9 9 9 9 9");
    assert_eq!(play.hf("Ilse").0, 2);
    assert_eq!(play.value("party[2].conditions"), json!([]));
    assert!(play.state().peril.patients.is_empty());
}

#[test]
fn r31_body_two_dies_of_the_second_attempt() {
    let mut play = ward_of(2);
    play.set_hf("Ilse", 3, 0);
    let first = play.value(r#"stabilize("Maud", "Ilse", nil, { faces = "99222" })"#);
    assert_eq!(first["dv"], json!(3));
    assert_eq!(play.hf("Ilse"), (3, 1));
    let second = play.value(r#"stabilize("Maud", "Ilse", nil, { faces = "99922" })"#);
    assert_eq!(second["dv"], json!(4));
    assert!(play.pc("Ilse").dead, "Fatigue runs over at Harm 3");
    play.ok("undo 2");
    assert_eq!(play.hf("Ilse"), (3, 0));
    assert!(!play.pc("Ilse").dead);
}

#[test]
fn r31_body_three_is_dying_and_needs_three_more() {
    let mut play = ward_of(3);
    play.set_hf("Ilse", 3, 0);
    play.ok("stabilize maud ilse = 9 9 2 2 2");
    play.ok("stabilize maud ilse = 9 9 9 2 2");
    assert_eq!(play.hf("Ilse"), (3, 2));
    assert_eq!(play.value(r#"party[2]:has("Dying")"#), json!(true));
    play.refuses("treat maud ilse", &["Dying", "stabilize first"]);
    // DV 5 and three more: seven aren't enough, but no failure either, which is a Partial or a Miss.
    let short = play.said("try stabilize maud ilse = 0 0 0 9 2");
    assert!(
        short.contains("7 successes") && short.contains("still Dying: that takes 8 successes"),
        "{short}"
    );
    assert!(
        !short.contains("Fatigue") && !short.contains("dead"),
        "{short}"
    );
    // A Partial costs the third Fatigue, and that runs over: no next attempt is spoken of.
    let lost = play.said("try stabilize maud ilse = 9 9 9 9 2");
    assert!(
        lost.contains("Fatigue 2 → 3 of 3") && lost.contains("Ilse is dead"),
        "{lost}"
    );
    assert!(!lost.contains("next attempt"), "{lost}");
    let saved = play.value(r#"stabilize("Maud", "Ilse", nil, { faces = "0 0 0 0 2" })"#);
    assert_eq!((&saved["dv"], &saved["successes"]), (&json!(5), &json!(8)));
    assert_eq!(play.value(r#"party[2]:has("Dying")"#), json!(false));
    play.ok("exchange.next()");
    assert!(!play.pc("Ilse").dead);
    play.refuses("stabilize maud ilse", &["stable already"]);
}

#[test]
fn whoever_is_dying_dies_when_the_exchange_is_over() {
    let mut play = ward_of(3);
    play.set_hf("Ilse", 3, 0);
    play.ok("stabilize maud ilse = 2 2 2 2 2");
    play.ok("stabilize maud ilse = 2 2 2 2 2");
    let said = play.said("exchange.next()");
    assert!(said.contains("Ilse is dead"), "{said}");
    play.ok("undo");
    assert!(!play.pc("Ilse").dead);
    // Magic helps.
    play.ok("heal ilse");
    assert_eq!(play.value("party[2].conditions"), json!([]));
    play.ok("exchange.next()");
    assert!(!play.pc("Ilse").dead);
}

#[test]
fn a_success_between_breaks_the_row() {
    let mut play = ward_of(5);
    play.set_hf("Ilse", 3, 0);
    play.ok("stabilize maud ilse = 2 2 2 2 2");
    play.ok("stabilize maud ilse = 9 9 9 9 2");
    // Down again: nothing of before counts.
    play.ok("heal ilse");
    play.ok("hit ilse 3");
    let roll = play.value(r#"stabilize("Maud", "Ilse", nil, { faces = "22222" })"#);
    assert_eq!(roll["dv"], json!(3));
    assert_eq!(play.value(r#"party[2]:has("Dying")"#), json!(false));
}

#[test]
fn stabilizing_is_for_allies_of_those_at_harm_three() {
    let mut play = ward_of(3);
    play.refuses("stabilize maud ilse", &["isn't at Harm 3"]);
    play.set_hf("Maud", 3, 0);
    play.refuses("stabilize maud maud", &["an ally's action"]);
    play.set_hf("Ilse", 3, 0);
    play.refuses("stabilize maud ilse", &["no actions"]);
}

#[test]
fn the_untended_die_with_the_scene_unless_the_gm_extends_it() {
    let mut play = ward_of(3);
    play.ok("hit ilse 3");
    let said = play.said(r#"scene.close({ answers = { untended = false } })"#);
    assert!(!said.contains("dead"), "{said}");
    play.ok(r#"scene.start("Still here")"#);
    let said = play.said("scene.close()");
    assert!(said.contains("Ilse is dead"), "{said}");
    play.ok("undo");
    play.ok("stabilize maud ilse = 9 9 9 2 2");
    play.ok("scene.close()");
    assert!(!play.pc("Ilse").dead);
}

#[test]
fn listeners_hear_of_a_rest() {
    let mut play = ward(
        Campaign::empty().file(
            "h.luau",
            r#"on.rest(function(e) if e.rest == "short" then e.who:step(1, "rested") end end)"#,
        ),
        3,
    );
    play.ok("rest party short");
    assert_eq!(play.pc("Ilse").body.next.len(), 1);
    play.ok("rest party night");
    assert_eq!(play.pc("Ilse").body.next.len(), 1);
}

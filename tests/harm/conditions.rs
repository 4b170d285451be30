//! Conditions with stated numbers: what they forbid, what uses them up, how one gets out (rules/02 §8).

use serde_json::json;
use storybeat::table::event::Event;

use crate::play::{Campaign, Play};

fn has(play: &mut Play, condition: &str) -> bool {
    play.value(&format!(r#"party[1]:has("{condition}")"#)) == json!(true)
}

#[test]
fn off_balance_is_used_up_by_the_next_action_and_not_by_a_defense() {
    let mut play = Play::one("none");
    play.ok("apply ilse off balance");
    let roll = play.value(r#"resist("Ilse", "body", 3, { faces = "992" })"#);
    assert_eq!(roll["position"], json!("controlled"));
    let roll = play.value(r#"roll("Ilse", "body", 3, { faces = "992" })"#);
    assert_eq!(roll["position"], json!("desperate"));
    assert!(!has(&mut play, "Off balance"));
    let roll = play.value(r#"roll("Ilse", "body", 3, { faces = "992" })"#);
    assert_eq!(roll["position"], json!("controlled"));
}

#[test]
fn defending_is_a_step_or_a_die_at_dominant() {
    let mut play = Play::one("none");
    play.ok("apply ilse defending");
    let roll = play.value(r#"resist("Ilse", "body", 3, { faces = "992" })"#);
    assert_eq!(
        (&roll["position"], &roll["pool"]),
        (&json!("dominant"), &json!(3))
    );
    let roll =
        play.value(r#"resist("Ilse", "body", 3, { position = "dominant", faces = "9999" })"#);
    assert_eq!(
        (&roll["position"], &roll["pool"]),
        (&json!("dominant"), &json!(4))
    );
    let roll = play.value(r#"roll("Ilse", "body", 3, { faces = "992" })"#);
    assert_eq!(roll["position"], json!("controlled"));
}

#[test]
fn the_paralyzed_do_nothing_for_an_exchange() {
    let mut play = Play::one("none");
    play.ok("apply ilse paralyzed");
    play.refuses("roll ilse body", &["Paralyzed", "no actions"]);
    play.ok("exchange.next()");
    play.ok("exchange.next()");
    play.ok("roll ilse body");
}

#[test]
fn escapes_are_rolled_with_what_the_condition_came_with() {
    // as applied, faces, DV, free
    for (apply, faces, dv, free) in [
        (r#"apply("Ilse", "Grappled")"#, "9 9", 3, false),
        (r#"apply("Ilse", "Entangled")"#, "9 9 9", 3, true),
        (r#"apply("Ilse", "Entangled")"#, "9 9 2", 3, false),
        (
            r#"apply("Ilse", "Grappled", { escape = { pool = "body + melee", dv = 2 } })"#,
            "9 9",
            2,
            true,
        ),
    ] {
        let mut play = Play::one("none");
        play.ok(apply);
        let roll = play.value(&format!(
            r#"act("Ilse", "escape", nil, nil, {{ faces = "{faces}" }})"#
        ));
        assert_eq!(roll["dv"], json!(dv), "{apply}");
        assert_eq!(
            play.pc("Ilse").body.conditions.is_empty(),
            free,
            "{apply} {faces}"
        );
    }
}

#[test]
fn an_escape_is_from_something_that_a_roll_ends() {
    let mut play = Play::one("none");
    play.refuses("escape ilse", &["nothing holds them that a roll ends"]);
    play.ok("apply ilse prone");
    play.refuses("escape ilse", &["nothing holds them that a roll ends"]);
}

#[test]
fn of_several_the_bearer_picks() {
    let mut play = Play::one("none");
    play.ok("apply ilse grappled");
    play.ok("apply ilse entangled");
    play.ok(
        r#"act("Ilse", "escape", nil, nil, { faces = "99", answers = { escape = "Entangled" } })"#,
    );
    assert!(has(&mut play, "Entangled"));
    // Grappled costs a die.
    play.ok("exchange.next()");
    play.ok(
        r#"act("Ilse", "escape", nil, nil, { faces = "90", answers = { escape = "Entangled" } })"#,
    );
    assert!(!has(&mut play, "Entangled") && has(&mut play, "Grappled"));
}

#[test]
fn the_prone_stand_up() {
    let mut play = Play::one("none");
    play.refuses("stand ilse", &["isn't Prone"]);
    play.ok("apply ilse prone");
    play.ok("apply ilse paralyzed");
    play.refuses("stand ilse", &["Paralyzed"]);
    play.ok("lift ilse paralyzed");
    let said = play.said("stand ilse");
    assert!(said.contains("Ilse is no longer Prone"), "{said}");
}

#[test]
fn the_hidden_are_no_target_for_moves_threats_and_hits() {
    let mut play = Play::new();
    play.ok("spawn toll troll");
    play.ok("gain(9)");
    play.ok("apply lyra hidden");
    let words = ["Lyra", "Hidden"];
    play.refuses("use hurl lyra", &words);
    play.refuses("threaten troll lyra", &words);
    play.refuses(r#"hit("Lyra", 2, "a fist", { by = "Toll Troll" })"#, &words);
    // A hand from nowhere isn't a foe's aim; a ruling is a ruling.
    play.ok("hit lyra 1 the roof");
    play.ok(r#"use("Hurl a Parapet", "Lyra", { because = "it throws blind", faces = "9999" })"#);
}

#[test]
fn a_move_at_all_passes_the_hidden_by() {
    let mut play = Play::new();
    play.ok("spawn toll troll");
    play.ok("gain(9)");
    play.ok("apply lyra hidden");
    let facts = play.events_of(r#"use("Name the Price")"#);
    let used = facts.iter().find_map(|fact| match fact {
        Event::Used { targets, .. } => Some(targets.len()),
        _ => None,
    });
    assert_eq!(used, Some(2));
}

#[test]
fn attacking_ends_hiding() {
    let mut play = Play::new();
    play.ok("spawn toll troll");
    play.ok("apply lyra hidden");
    play.ok("apply troll hidden");
    play.refuses(
        r#"hit("Toll Troll", 1, "an arrow", { by = "Ellis" })"#,
        &["Hidden"],
    );
    play.ok("threaten troll ellis");
    assert_eq!(play.value("foes[1].conditions"), json!([]));
    play.ok(r#"hit("Toll Troll", 1, "an arrow", { by = "Lyra" })"#);
    assert_eq!(play.value("party[1].conditions"), json!([]));
}

#[test]
fn of_one_name_the_best_counts() {
    let mut play = Play::one("none");
    play.ok(r#"apply("Ilse", "Entangled", { lasts = "exchange" })"#);
    let said = play.said(r#"apply("Ilse", "Entangled", { lasts = "scene" })"#);
    assert!(said.contains("Ilse is Entangled still (scene)"), "{said}");
    let said = play.said(r#"apply("Ilse", "Entangled", { lasts = "exchange" })"#);
    assert!(said.contains("already"), "{said}");
    play.ok("exchange.next()");
    play.ok("exchange.next()");
    assert!(has(&mut play, "Entangled"));
    play.ok(r#"apply("Ilse", "Entangled", { escape = { pool = "body + athletics", dv = 5 } })"#);
    assert_eq!(
        play.pc("Ilse").body.conditions[0].escape,
        Some(("body + athletics".into(), 5))
    );
    play.ok("undo");
    assert_eq!(
        play.pc("Ilse").body.conditions[0].escape,
        Some(("body + athletics".into(), 3))
    );
}

#[test]
fn of_one_source_the_best_step_counts() {
    let mut play = Play::one("none");
    play.ok(r#"step("Ilse", -1, "the dark")"#);
    play.ok(r#"step("Ilse", -1, "the dark")"#);
    play.ok(r#"step("Ilse", 1, "the high ground")"#);
    let roll = play.value(r#"roll("Ilse", "body", 3, { faces = "992" })"#);
    assert_eq!(roll["position"], json!("controlled"));
}

#[test]
fn r35_what_is_only_named_is_a_label() {
    // As the rulebook has them: the stock library gives some of them numbers.
    let mut play = Campaign::empty()
        .file("campaign.yaml", "title: Edges\nstock: false")
        .pc("Ilse", [3, 2, 2, 2], "")
        .play();
    play.ok(r#"scene.start("Here")"#);
    for label in ["Dazed", "Singed", "Disoriented"] {
        play.ok(&format!("apply ilse {label}"));
    }
    play.ok("apply ilse hungry");
    let roll = play.value(r#"roll("Ilse", "body", 3, { faces = "992" })"#);
    assert_eq!(
        (&roll["position"], &roll["pool"]),
        (&json!("controlled"), &json!(3))
    );
    play.ok("scene.close()");
    assert_eq!(play.value("party[1].conditions"), json!(["Hungry"]));
}

#[test]
fn sbs_grapple_at_dv_three() {
    let mut play = Campaign::empty()
        .pc("Ilse", [3, 2, 2, 2], "skills: { athletics: 1 }")
        .play();
    play.ok(r#"scene.start("Here")"#);
    play.ok("apply ilse grappled");
    let roll = play.value(r#"act("Ilse", "escape", nil, nil, { faces = "999" })"#);
    assert_eq!(
        (&roll["dv"], &roll["pool"]),
        (&json!(3), &json!(3)),
        "3 + 1 − 1"
    );
    assert!(!has(&mut play, "Grappled"));
}

//! Fear: one track, three conditions, ten results (rules/02 §7, R34).

use serde_json::json;

use crate::play::{Campaign, Play};

const FEARS: &str = r#"
fear "Howl" { face = 4, text = "howls", harsh = "howls at friends", run = function(e)
    e.who:mark("fatigue", if e.harsh then 2 else 1, "howling")
end }
fear "Pray" { text = "kneels", run = { apply = "Prone" } }
"#;

fn table() -> Play {
    let mut play = Campaign::bridge().file("fears.luau", FEARS).play();
    play.ok(r#"scene.start("The Span")"#);
    play.ok("spawn toll troll");
    play
}

fn conditions(play: &mut Play, who: &str) -> serde_json::Value {
    play.value(&format!("{who}.conditions"))
}

#[test]
fn r34_a_failed_test_is_one_level() {
    let mut play = table();
    // Lyra: spirit 2, endurance 0.
    play.ok(r#"frighten("Lyra", 3, { faces = "99" })"#);
    assert_eq!(play.value("lyra.fear"), json!(1));
    assert_eq!(conditions(&mut play, "lyra"), json!(["Shaken"]));
    // Shaken costs a die.
    let roll = play.value(r#"frighten("Lyra", 3, { faces = "2", answers = { fear = "Drop" } })"#);
    assert_eq!(roll["pool"], json!(1));
    assert_eq!(conditions(&mut play, "lyra"), json!(["Frightened"]));
    play.ok(r#"frighten("Lyra", 3, { faces = "2", answers = { fear = "Flee" } })"#);
    assert_eq!(
        conditions(&mut play, "lyra"),
        json!(["Panicked", "Fleeing"])
    );
    play.ok(r#"frighten("Lyra", 3, { faces = "2" })"#);
    assert_eq!(play.value("lyra.fear"), json!(3), "held at Panicked");
    play.ok("undo 3");
    assert_eq!(conditions(&mut play, "lyra"), json!(["Shaken"]));
}

#[test]
fn a_passed_test_frightens_nobody() {
    let mut play = table();
    play.ok(r#"frighten({ "Lyra", "Ellis" }, 2, { faces = "99, 2222" })"#);
    assert_eq!(play.value("lyra.fear"), json!(0));
    assert_eq!(play.value("ellis.fear"), json!(1));
}

#[test]
fn marking_and_applying_are_one_thing_for_foes_too() {
    let mut play = table();
    play.refuses("frighten troll", &["adversaries never roll", "mark"]);
    play.ok("mark troll fear");
    assert_eq!(conditions(&mut play, "troll"), json!(["Shaken"]));
    play.ok(r#"apply("Toll Troll", "Panicked")"#);
    assert_eq!(play.value("troll.fear"), json!(3));
    play.ok("clear troll fear 2");
    assert_eq!(conditions(&mut play, "troll"), json!(["Shaken"]));
    let said = play.said("apply troll shaken");
    assert!(said.contains("already"), "{said}");
    play.ok("lift troll shaken");
    assert_eq!(play.value("troll.fear"), json!(0));
}

#[test]
fn listeners_to_tracks_hear_of_fear() {
    let mut play = Campaign::bridge()
        .file("h.luau", r#"on.mark(function(e) if e.track == "fear" then note(`{e.who.name} {e.old} {e.new} of {e.size}`) end end)"#)
        .play();
    play.ok(r#"scene.start("The Span")"#);
    play.ok("mark lyra fear");
    assert_eq!(play.state().notes.last().unwrap(), "Lyra 0 1 of 3");
}

#[test]
fn the_ten_results() {
    // face, condition that comes, can act afterwards
    for (face, condition, acts) in [
        (1, Some("Frozen"), false),
        (2, Some("Fleeing"), true),
        (3, None, true),
        (5, Some("Hiding"), true),
        (6, Some("Lashing out"), true),
        (7, Some("Off balance"), true),
        (8, Some("Obeying"), true),
        (9, Some("Broken down"), false),
        (10, Some("Catatonic"), false),
    ] {
        let mut play = table();
        play.ok("mark lyra fear");
        let spelled = if face == 10 { 0 } else { face };
        play.ok(&format!(r#"dice("{spelled}") mark("Lyra", "fear")"#));
        let mut want = vec!["Frightened"];
        want.extend(condition);
        assert_eq!(conditions(&mut play, "lyra"), json!(want), "{face}");
        let line = r#"roll("Lyra", "wits")"#;
        if acts {
            play.ok(line);
        } else {
            play.refuses(line, &["no actions"]);
        }
    }
}

#[test]
fn scripts_add_results_and_take_over_faces() {
    let mut play = table();
    play.ok("mark lyra fear");
    let said = play.said(r#"dice("4") mark("Lyra", "fear")"#);
    assert!(said.contains("Howl: howls"), "{said}");
    assert_eq!(play.hf("Lyra"), (0, 1));
    play.ok("clear lyra fear 1");
    play.ok(r#"frighten("Lyra", 5, { faces = "2", answers = { fear = "Pray" } })"#);
    assert_eq!(
        conditions(&mut play, "lyra"),
        json!(["Frightened", "Prone"])
    );
    let said = play.said(r#"frighten("Lyra", 5, { faces = "2, 4" })"#);
    assert!(
        said.contains("howls at friends"),
        "Panicked is the harshest form: {said}"
    );
}

#[test]
fn players_may_decline_the_table() {
    let mut play = table();
    play.ok("mark lyra fear");
    play.ok(r#"frighten("Lyra", 5, { faces = "2", answers = { fear = "none" } })"#);
    assert_eq!(conditions(&mut play, "lyra"), json!(["Frightened"]));
}

#[test]
fn an_allys_calm_takes_a_level_and_brings_round() {
    let mut play = table();
    play.refuses("calm sera lyra", &["isn't afraid"]);
    play.ok("mark lyra fear");
    play.ok(r#"dice("0") mark("Lyra", "fear")"#);
    play.refuses("calm lyra lyra", &["ally"]);
    play.ok("calm sera lyra = 2 2");
    assert_eq!(play.value("lyra.fear"), json!(2));
    play.ok(r#"calm("Sera", "Lyra", 2, { faces = "99" })"#);
    assert_eq!(conditions(&mut play, "lyra"), json!(["Shaken"]));
    play.ok("roll lyra wits");
    play.ok(r#"calm("Sera", "Lyra", 2, { faces = "99" })"#);
    assert_eq!(conditions(&mut play, "lyra"), json!([]));
}

#[test]
fn fear_costs_no_die_far_from_what_is_feared() {
    let mut play = table();
    play.ok(r#"frighten("Lyra", 3, { faces = "22", against = "Toll Troll" })"#);
    let pool = |play: &mut Play| play.value(r#"roll("Lyra", "wits")"#)["pool"].clone();
    assert_eq!(pool(&mut play), json!(2));
    play.ok("shift lyra far troll");
    assert_eq!(pool(&mut play), json!(3));
    play.ok("shift lyra near troll");
    assert_eq!(pool(&mut play), json!(2));
    play.ok("defeat troll");
    assert_eq!(pool(&mut play), json!(3));
}

#[test]
fn a_scenes_end_clears_fear() {
    let mut play = table();
    play.ok("mark lyra fear");
    play.ok(r#"dice("9") mark("Lyra", "fear")"#);
    play.ok("scene.close()");
    assert_eq!(conditions(&mut play, "lyra"), json!([]));
    assert!(play.state().peril.fears.is_empty());
}

//! Hazards of all four kinds (rules/03 §4, R46), and armor with a name.

use serde_json::json;

use crate::play::{Campaign, Play};

const HAZARDS: &str = r#"
hazard "Fire" { size = 6, every = "exchange", ticks_on = "miss", fight = 4,
    at(3, { position = "desperate" }), on_fill = { to = "party", hit = 2, why = "rafters" } }
hazard "Whispers" { kind = "social", size = 2, ticks_on = "fail", uses = { "sway" }, on_fill = { gain = 1 } }
hazard "Dark" { step = -1, uses = { "insight", "ranged" } }
hazard "Cold" { dv = 1, dice = -1 }
hazard "Bad Name" { kind = "social", step = -1, uses = { "sway" }, lasts = "campaign" }
hazard "Leak" { kind = "magical", on_spend = { start = "Fire" } }
"#;

fn table(campaign: Campaign) -> Play {
    let mut play = campaign
        .file("hazards.luau", HAZARDS)
        .pc("Ilse", [3, 3, 2, 2], "armor: light")
        .play();
    play.ok(r#"scene.start("Here")"#);
    play
}

fn filled(play: &Play, name: &str) -> u32 {
    play.timer(name).filled
}

#[test]
fn an_active_hazard_grows_by_the_exchange_by_misses_and_by_sb() {
    let mut play = table(Campaign::empty());
    play.ok("bring fire");
    play.ok("exchange.next()");
    assert_eq!(filled(&play, "Fire"), 1);
    play.ok("roll ilse body = 2 2 2");
    assert_eq!(filled(&play, "Fire"), 2, "a Miss");
    play.ok("roll ilse body = 9 2 2");
    assert_eq!(filled(&play, "Fire"), 2, "a Partial doesn't");
    play.ok("gain(1)");
    play.ok("spend tick fire");
    assert_eq!(filled(&play, "Fire"), 3);
    assert_eq!(play.value("scene.position"), json!("desperate"));
    play.ok("tick fire 3");
    assert_eq!(play.hf("Ilse"), (1, 1), "Harm 2 through light armor");
    play.ok("undo 7");
    assert!(play.state().timers.is_empty());
}

#[test]
fn r46_it_may_be_fought_and_the_switch_takes_a_tick() {
    for (switch, left) in [(false, 2), (true, 1)] {
        let campaign = match switch {
            true => Campaign::empty().switch("clean_unticks_hazard", "on"),
            false => Campaign::empty(),
        };
        let mut play = table(campaign);
        play.ok("bring fire");
        play.ok("tick fire 2");
        play.ok(r#"roll("Ilse", "body", 3, { timer = "Against Fire", faces = "999" })"#);
        assert_eq!(filled(&play, "Fire"), left, "switch {switch}");
        assert_eq!(filled(&play, "Against Fire"), 2);
        play.ok(r#"roll("Ilse", "body", 3, { timer = "Against Fire", faces = "999" })"#);
        assert_eq!(play.value("scene.hazards"), json!([]), "put out");
        assert_eq!(play.hf("Ilse"), (0, 0));
    }
}

#[test]
fn a_social_timer_ticks_on_failed_rolls_of_its_kind() {
    let mut play = table(Campaign::empty());
    play.ok("bring whispers");
    play.ok("roll ilse body = 2 2 2");
    assert_eq!(filled(&play, "Whispers"), 0);
    play.ok("roll ilse presence sway = 9 2");
    assert_eq!(filled(&play, "Whispers"), 1, "a Partial is a failure here");
    play.ok("roll ilse presence sway = 2 2");
    assert_eq!(play.state().bank, 1, "full");
}

#[test]
fn passive_hazards_change_rolls_under_their_name_and_once() {
    let mut play = table(Campaign::empty());
    play.ok("bring dark");
    let said = play.said("bring dark");
    assert!(said.contains("Dark is there already"), "{said}");
    let said = play.said("roll ilse wits insight = 9 9 9");
    assert!(
        said.contains("−1 step Dark") || said.contains("-1 step Dark"),
        "{said}"
    );
    assert!(!play.said("roll ilse body = 9 9 9").contains("Dark"));
    play.ok("bring cold");
    let roll = play.value(r#"roll("Ilse", "body", 3)"#);
    assert_eq!((&roll["dv"], &roll["pool"]), (&json!(4), &json!(2)));
    assert_eq!(play.value("scene.hazards"), json!(["Dark", "Cold"]));
    play.ok("ease cold the sun");
    let roll = play.value(r#"roll("Ilse", "body", 3)"#);
    assert_eq!((&roll["dv"], &roll["pool"]), (&json!(3), &json!(3)));
    play.ok("undo 2");
    assert_eq!(play.value("scene.hazards"), json!(["Dark", "Cold"]));
}

#[test]
fn a_reputation_outlasts_the_scene() {
    let mut play = table(Campaign::empty());
    play.ok("bring dark");
    play.ok("bring bad name");
    play.ok(r#"scene.start("Elsewhere")"#);
    assert_eq!(play.value("scene.hazards"), json!(["Bad Name"]));
    let roll = play.value(r#"roll("Ilse", "presence + sway", 3)"#);
    assert_eq!(roll["position"], json!("desperate"));
}

#[test]
fn a_hazard_reacts_while_it_is_there() {
    let mut play = table(Campaign::empty());
    play.ok("gain(4)");
    play.ok("spend 1 a draught");
    assert!(play.state().timers.is_empty());
    play.ok("bring leak");
    play.ok("spend 1 a draught");
    assert_eq!(filled(&play, "Fire"), 0);
}

#[test]
fn what_ticks_has_a_size() {
    let play = Campaign::empty()
        .file("h.luau", r#"hazard "Fire" { every = "exchange" }"#)
        .play();
    let told: Vec<String> = play
        .table
        .greeting()
        .iter()
        .map(|l| l.text.clone())
        .collect();
    assert!(told.join("\n").contains("needs a size"), "{told:?}");
}

const COAT: &str = r#"
armor "Eel-skin Coat" { category = "light",
    modify_roll = function(e) return if e:uses("athletics") then { dice = 1, why = "eel" } else nil end }
"#;

#[test]
fn a_sheet_names_an_armor_of_a_category() {
    let mut play = Campaign::empty()
        .file("coat.luau", COAT)
        .pc("Ilse", [3, 2, 2, 2], "armor: eel-skin coat")
        .play();
    play.ok(r#"scene.start("Here")"#);
    assert_eq!(play.value("party[1].armor.category"), json!("light"));
    assert_eq!(play.value("party[1].armor.name"), json!("Eel-skin Coat"));
    play.ok("hit ilse 2");
    assert_eq!(play.hf("Ilse"), (1, 1));
    let pool =
        |play: &mut Play| play.value(r#"roll("Ilse", "body + athletics", 3)"#)["pool"].clone();
    play.ok("set ilse harm=0 fatigue=0");
    assert_eq!(pool(&mut play), json!(4));
    play.ok("degrade ilse armor");
    play.ok("degrade ilse armor");
    assert_eq!(pool(&mut play), json!(3), "it sleeps while compromised");
}

#[test]
fn an_armor_that_nothing_declares_keeps_the_sheet_out() {
    let play = Campaign::empty()
        .file("coat.luau", COAT)
        .pc("Ilse", [3, 2, 2, 2], "armor: eel skin cloak")
        .play();
    assert!(play.state().cast.is_empty());
    let told: Vec<String> = play
        .table
        .greeting()
        .iter()
        .map(|l| l.text.clone())
        .collect();
    assert!(told.join("\n").contains("Eel-skin Coat"), "{told:?}");
    // Without any, the categories are what there is.
    let play = Campaign::empty()
        .pc("Ilse", [3, 2, 2, 2], "armor: mythic")
        .play();
    assert!(play.state().cast.is_empty());
    let told: Vec<String> = play
        .table
        .greeting()
        .iter()
        .map(|line| line.text.clone())
        .collect();
    let told = told.join("\n");
    for word in ["mythic", "none", "light", "medium", "heavy"] {
        assert!(told.contains(word), "{told}");
    }
}

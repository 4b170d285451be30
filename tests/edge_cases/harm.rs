//! HA: Harm, Fatigue, armor.

use serde_json::json;

use crate::play::{Campaign, Play};

/// Harm and Fatigue after one hit on a fresh sheet.
fn after(armor: &str, body: u8, (harm, fatigue): (u8, u32), hit: u32) -> (u8, u32) {
    let mut play = Play::body(body, armor);
    play.set_hf("Ilse", harm, fatigue);
    play.ok(&format!(r#"hit("Ilse", {hit})"#));
    play.hf("Ilse")
}

#[test]
fn ha01_the_printed_armor_table() {
    let table = [
        ("light", [(0, 1), (1, 1), (2, 1)]),
        ("medium", [(0, 1), (0, 1), (2, 1)]),
        ("heavy", [(0, 1), (0, 1), (0, 2)]),
    ];
    for (armor, cells) in table {
        for (n, want) in cells.into_iter().enumerate() {
            let hit = u32::try_from(n + 1).unwrap();
            assert_eq!(after(armor, 3, (0, 0), hit), want, "{armor} against {hit}");
        }
    }
}

#[test]
fn ha02_the_wound_clears_fatigue_before_the_new_one_is_added() {
    assert_eq!(after("light", 3, (0, 2), 2), (1, 1));
}

#[test]
fn ha03_overflow_comes_once_an_event() {
    assert_eq!(after("medium", 3, (0, 2), 1), (1, 0));
    for (body, n) in [(3, 5), (2, 7)] {
        let mut play = Play::body(body, "none");
        play.ok(&format!(r#"mark("Ilse", "fatigue", {n})"#));
        assert_eq!(play.hf("Ilse"), (1, 0), "Body {body}, +{n} Fatigue");
    }
    let mut play = Play::body(2, "medium");
    play.ok("hit ilse 1");
    assert_eq!(play.hf("Ilse"), (0, 1));
    play.ok("hit ilse 1");
    assert_eq!(play.hf("Ilse"), (1, 0));
}

#[test]
fn ha04_a_bare_character_pays_a_fatigue_and_an_adversary_none() {
    assert_eq!(after("none", 3, (0, 0), 1), (1, 1));
    let mut play = Play::new();
    play.ok(r#"spawn("Ash Rat")"#);
    play.ok("hit rat 1");
    assert_eq!(play.value("rat.resilience"), json!(2));
    assert_eq!(play.value("rat.fatigue"), json!(0));
}

#[test]
fn ha05_a_hit_on_the_healthy_stops_at_three() {
    assert_eq!(after("heavy", 1, (0, 0), 3), (1, 0));
    assert_eq!(after("none", 3, (0, 0), 9), (3, 1));
    let mut play = Play::one("none");
    play.ok("hit ilse 9");
    assert!(!play.pc("Ilse").dead);
}

#[test]
fn ha06_more_harm_at_three_kills_and_there_are_no_actions() {
    let mut play = Play::one("medium");
    play.set_hf("Ilse", 3, 0);
    for want in [1, 2] {
        play.ok("hit ilse 2");
        assert_eq!(play.hf("Ilse"), (3, want));
        assert!(!play.pc("Ilse").dead);
    }
    play.ok("hit ilse 2");
    assert!(play.pc("Ilse").dead);

    let mut play = Play::one("none");
    play.set_hf("Ilse", 3, 0);
    play.ok(r#"earn("Ilse")"#);
    play.refuses("roll ilse body = 7 8 9", &["Harm 3", "no actions"]);
    play.refuses("roll ilse body pay=boon", &["Harm 3"]);
    assert_eq!(play.pc("Ilse").boons, 1);
}

#[test]
fn ha07_no_default_stands_in_for_a_wrong_word_or_number() {
    for (armor, names) in [("mythic", "none"), ("9", "armor")] {
        let play = Campaign::empty()
            .pc("Ilse", [3, 2, 2, 2], &format!("armor: {armor}"))
            .play();
        assert!(
            play.state().cast.is_empty(),
            "{armor}: nobody joins with a guess"
        );
        let told: String = play
            .table
            .greeting()
            .iter()
            .map(|line| line.text.clone())
            .collect();
        assert!(told.contains("party/") && told.contains(names), "{told}");
    }
    let mut play = Play::new();
    for harm in ["-1", "1.5", "0/0", "\"1\"", "\"two\""] {
        play.refuses(
            &format!(r#"hit("Lyra", {harm})"#),
            &["harm", "whole number from 0"],
        );
    }
    for line in ["hit lyra -1", "hit lyra 1.5", "hit lyra two"] {
        play.fails(line);
    }
    play.refuses(
        r#"hit("Lyra", 1, "x", { armor = "mythic" })"#,
        &["as worn", "one less", "ignore"],
    );
    // Harm 0 is no hit.
    let before = play.state().clone();
    play.ok("hit lyra 0");
    assert_eq!(*play.state(), before);
    // A misspelt name makes nobody.
    let all = play.state().cast.len();
    play.refuses(r#"hit("Lyrra", 1)"#, &["did you mean", "Lyra"]);
    play.refuses("hit lyrra 1", &["did you mean", "Lyra"]);
    play.fails(r#"hit("Lyrra", -3)"#);
    play.refuses(r#"mark("Elis", "fatigue")"#, &["Ellis"]);
    assert_eq!(play.state().cast.len(), all);
}

#[test]
fn ha08_two_downgrades_add() {
    let mut play = Play::one("heavy");
    play.ok("party[1].armor:degrade()");
    assert_eq!(play.value("party[1].armor.state"), json!("neglected"));
    play.ok(r#"hit("Ilse", 3, "an axe", { armor = "one less" })"#);
    assert_eq!(play.hf("Ilse"), (2, 1), "like Light");
}

//! Rows TR01–TR05 of the edge cases.

use serde_json::json;

use crate::{campaign, filled, on_the_way};

#[test]
fn tr01_cards_at_the_start_size_the_leg_and_later_ones_dont() {
    for (cards, size) in [
        ("6D", 6),
        ("10C", 6),
        ("5H 2C", 4),
        ("10C JS", 8),
        ("KH 4D", 8),
        ("3S", 4),
        ("2S AC", 10),
    ] {
        let mut play = campaign().play();
        play.ok("travel.plan(\"Low Fen\")");
        let n = cards.split(' ').count();
        play.ok(&format!("travel.go({{ cards = {cards:?}, draw = {n} }})"));
        assert_eq!(play.timer("Travel").size, size, "{cards}");
    }
    let mut play = campaign().play();
    play.ok("travel.plan(\"Low Fen\")");
    play.ok("travel.go({ draw = 0 })");
    assert_eq!(play.timer("Travel").size, 4);
    let read = play.said("travel tick 1 = KH");
    assert!(read.contains("K♥ The Reeve"), "{read}");
    assert_eq!((play.timer("Travel").size, filled(&play, "Travel")), (4, 1));
}

#[test]
fn tr02_one_never_two_never_below_nothing_and_surplus_is_lost() {
    let mut play = on_the_way(4, "");
    play.ok("travel.tick(1)");
    play.ok(r#"travel.role("Mara", "guide", { faces = "98762" })"#);
    assert_eq!(filled(&play, "Travel"), 2);
    let mut play = on_the_way(4, "");
    play.ok(r#"travel.role("Mara", "guide", { faces = "23452", answers = { "a tick back" } })"#);
    assert_eq!(filled(&play, "Travel"), 0);
    let mut play = on_the_way(4, "");
    play.ok("travel.tick(3)");
    let read =
        play.said(r#"roll("Mara", "wits + lore", 3, { timer = "Travel", faces = "98762" })"#);
    assert!(read.contains("Arrived: The Moor"), "{read}");
    assert!(read.contains("next: The Coast (travel go)"), "{read}");
    play.ok("travel.go({ size = 6 })");
    assert_eq!((filled(&play, "Travel"), play.timer("Travel").size), (0, 6));
}

#[test]
fn tr03_a_day_at_each_level_the_fill_and_a_settlement() {
    let mut play = campaign().play();
    play.ok("tick supply 2");
    play.ok("travel day");
    assert_eq!(play.hf("Odo"), (0, 1));
    // Heavy armor is no help against hunger.
    play.set_hf("Odo", 0, 2);
    play.ok("tick supply 1");
    play.ok("travel day");
    assert_eq!(play.hf("Odo"), (1, 0));
    play.ok("tick supply 1");
    assert_eq!(play.hf("Odo"), (1, 1), "once on filling, 1 Fatigue each");
    play.ok("travel day");
    assert_eq!(play.hf("Odo"), (2, 0));
    let read = play.said("tick supply 1");
    assert!(
        read.contains("Supply is full: nothing fires twice"),
        "{read}"
    );
    assert_eq!((filled(&play, "Supply"), play.hf("Odo")), (4, (2, 0)));
    play.ok("travel resupply");
    play.ok("travel day");
    assert_eq!((filled(&play, "Supply"), play.hf("Odo")), (0, (2, 0)));
}

#[test]
fn tr04_foraging_with_full_packs_and_a_plain_miss() {
    let mut play = campaign().play();
    play.ok("travel forage mara = 98762");
    assert_eq!(filled(&play, "Supply"), 0);
    play.ok("tick supply 2");
    play.ok("travel forage odo = 532");
    assert_eq!(filled(&play, "Supply"), 2);
    assert_eq!((play.state().bank, play.pc("Odo").boons), (1, 0));
}

#[test]
fn tr05_hazardous_at_the_start_and_extreme_once() {
    let mut play = on_the_way(4, r#"weather = "hazardous""#);
    assert_eq!(filled(&play, "Travel"), 1);
    assert_eq!(
        play.value(r#"travel.role("Mara", "guide", { dv = 5 }).dv"#),
        json!(5)
    );
    let mut play = on_the_way(4, r#"weather = "extreme""#);
    for (line, position) in [
        (r#"travel.role("Odo", "watch").position"#, "desperate"),
        (r#"travel.role("Mara", "scout").position"#, "controlled"),
    ] {
        assert_eq!(play.value(line), json!(position), "{line}");
    }
    // A forage roll may be the first, and a Position against the weather is the GM's to rule.
    let mut play = on_the_way(4, r#"weather = "extreme""#);
    play.refuses(
        r#"travel.forage("Odo", { position = "dominant" })"#,
        &["extreme weather", "Desperate"],
    );
    assert_eq!(
        play.value(
            r#"travel.forage("Odo", { position = "dominant", because = "a cave" }).position"#
        ),
        json!("dominant")
    );
}

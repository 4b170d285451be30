//! TI: timers.

use serde_json::json;
use storybeat::table::event::Event;

use crate::play::{Campaign, Play};

fn ticked(events: &[Event]) -> (usize, usize) {
    let ticks = events
        .iter()
        .filter(|e| matches!(e, Event::Ticked { .. }))
        .count();
    let fills = events
        .iter()
        .filter(|e| matches!(e, Event::Filled { .. }))
        .count();
    (ticks, fills)
}

#[test]
fn ti01_a_tick_says_from_to_and_filled() {
    let mut play = Play::new();
    play.ok(r#"start("Mob", 4)"#);
    let events = play.events_of("tick mob");
    assert!(
        events
            .iter()
            .any(|e| matches!(e, Event::Ticked { old: 0, new: 1, .. })),
        "{events:?}"
    );
    assert_eq!(ticked(&events), (1, 0));
    let timer = play.value(r#"timers:named("Mob")"#);
    assert_eq!(
        (&timer["filled"], &timer["size"], &timer["full"]),
        (&json!(1), &json!(4), &json!(false))
    );
    play.refuses(r#"tick("Mobb")"#, &["unknown timer", "Mob"]);
    play.refuses("tick bridg3", &["unknown timer"]);
    assert_eq!(play.state().timers.len(), 1, "nothing comes into being");
}

#[test]
fn ti02_amounts_and_sizes_are_whole_numbers_in_range() {
    let mut play = Play::new();
    play.ok(r#"start("Mob", 4)"#);
    play.ok("tick mob");
    for n in ["\"1\"", "0.5", "0/0", "1/0", "true", "{}"] {
        play.refuses(&format!(r#"tick("Mob", {n})"#), &["whole number"]);
    }
    play.refuses("tick mob 0.5", &["whole number"]);
    // A word that may have been meant as a number is a reason, and the full call shows it.
    let echo = play.ok("tick mob two").echo.unwrap();
    assert_eq!(echo, r#"tick("Mob", nil, "two")"#);
    play.ok(r#"tick("Mob", -5)"#);
    assert_eq!(play.timer("Mob").filled, 0);
    for size in ["0", "-3", "2.5", "\"4\"", "0/0"] {
        play.refuses(
            &format!(r#"start("New", {size})"#),
            &["size", "whole number from 1"],
        );
    }
    play.refuses(r#"start("New")"#, &["unknown timer"]);
    play.refuses("start new 0", &["whole number from 1"]);
    // In a file, too: 0 is not "the usual size".
    for size in ["0", "-3", "2.5", "nil"] {
        let play = Campaign::empty()
            .file("timers/t.luau", &format!("timer \"T\" {{ size = {size} }}"))
            .play();
        assert!(
            play.table.catalog().timers.get("T").is_none(),
            "size {size}"
        );
        let told: String = play
            .table
            .greeting()
            .iter()
            .map(|l| l.text.clone())
            .collect();
        assert!(
            told.contains("size") && told.contains("timers/t.luau"),
            "{told}"
        );
    }
}

#[test]
fn ti03_a_full_timer_fires_once() {
    let bells = r#"timer "Bell" { size = 4, on_fill = { gain = 1 } }"#;
    let mut play = Campaign::empty().file("timers/bell.luau", bells).play();
    play.ok("tick bell 3");
    let events = play.events_of("tick bell 3");
    assert_eq!(ticked(&events), (1, 1));
    assert_eq!((play.timer("Bell").filled, play.state().bank), (4, 1));
    for _ in 0..2 {
        let (before, notice) = (play.state().clone(), play.said("tick bell"));
        assert_eq!(*play.state(), before);
        assert!(notice.contains("full"), "{notice}");
    }
    assert_eq!(play.state().bank, 1);
}

#[test]
fn ti04_two_timers_of_one_name_are_told_apart() {
    let mut play = Play::new();
    play.ok(r#"start("Flood", 4)"#);
    play.ok(r#"start("Flood", 8, { scope = "campaign" })"#);
    assert_eq!(play.state().timers.len(), 2);
    // By name alone: an error that lists both.
    for line in [
        r#"tick("Flood")"#,
        "tick flood",
        r#"timers:named("Flood")"#,
        r#"stop("Flood")"#,
        "spend tick flood",
    ] {
        play.refuses(line, &["scene", "campaign"]);
    }
    // Each by its scope.
    play.ok(r#"tick("Flood (campaign)", 2)"#);
    play.ok("tick flood (scene)");
    let filled = |play: &Play| {
        let mut all: Vec<(u32, u32)> = play
            .state()
            .timers
            .values()
            .map(|t| (t.size, t.filled))
            .collect();
        all.sort_unstable();
        all
    };
    assert_eq!(filled(&play), [(4, 1), (8, 2)]);
    // Or by what one holds.
    play.ok(r#"(function() for _, t in timers do if t.scope == "campaign" then t:tick() end end end)()"#);
    assert_eq!(filled(&play), [(4, 1), (8, 3)]);
    // Both shown, both kept.
    let shown = play.said("timers");
    assert_eq!(shown.matches("Flood").count(), 2, "{shown}");
    let saved = serde_json::to_string(play.state()).unwrap();
    let again: storybeat::table::state::State = serde_json::from_str(&saved).unwrap();
    assert_eq!(again, *play.state());
    // What a script's effects name must be clear, too.
    let mut play = Campaign::bridge()
        .file(
            "timers/rain.luau",
            r#"timer "Rain" { size = 4, on_fill = { tick = "Flood" } }"#,
        )
        .play();
    play.ok(r#"start("Flood", 4)"#);
    play.ok(r#"start("Flood", 8, { scope = "campaign" })"#);
    play.refuses("tick rain 4", &["scene", "campaign"]);
}

#[test]
fn ti05_a_scene_holds_three() {
    let pair = "timer \"Chase\" { size = 6, kind = \"contest\", against = \"Escape\" }\ntimer \"Escape\" { size = 6, kind = \"contest\", against = \"Chase\" }";
    let mut play = Campaign::bridge().file("timers/pair.luau", pair).play();
    play.ok(r#"scene.start("Here")"#);
    for name in ["One", "Two"] {
        play.ok(&format!(r#"start({name:?}, 4)"#));
    }
    play.refuses(r#"start("Chase")"#, &["three timers"]);
    play.ok(r#"start("Three", 4)"#);
    play.refuses(
        r#"start("Four", 4)"#,
        &["three timers", "stop one", "merge", "off-screen"],
    );
    // These don't count.
    play.ok(r#"start("Supply")"#);
    play.ok(r#"start("The Leg", 4, { kind = "travel" })"#);
    play.ok(r#"start("The War", 8, { scope = "campaign" })"#);
    play.ok(r#"start("Her Oath", 4, { owner = "Lyra" })"#);
    assert_eq!(play.state().timers.len(), 7, "nothing was merged");
    // A full one frees its place.
    play.ok("tick one 4");
    play.ok(r#"start("Four", 4)"#);
}

#[test]
fn ti06_progress_is_not_lost_by_accident() {
    let mut play = Play::new();
    play.ok(r#"start("Mob", 6)"#);
    play.ok("tick mob 2");
    let said = play.said(r#"start("Mob", 6)"#);
    assert!(said.contains("runs already: 2 of 6"), "{said}");
    assert_eq!(play.timer("Mob").filled, 2);
    play.refuses(r#"start("Mob", 8)"#, &["6 segments", "stop it first"]);
    // Options that it would not get are no silent matter either.
    play.refuses(r#"start("Mob", 6, { hidden = true })"#, &["runs", "hidden"]);
    play.refuses(
        r#"start("Mob", 6, { on_fill = { gain = 1 } })"#,
        &["runs", "on_fill"],
    );
    assert_eq!(play.timer("Mob").filled, 2);
    play.ok("stop mob");
    play.ok(r#"start("Mob", 8)"#);
    assert_eq!((play.timer("Mob").size, play.timer("Mob").filled), (8, 0));
}

#[test]
fn ti07_a_roll_ticks_the_timer_it_names_and_no_other() {
    for (faces, want) in [("7 8 9", 2), ("1 8 9 7", 2), ("7 2 3", 1), ("2 3 4", 0)] {
        let mut play = Play::new();
        play.ok(r#"start("Climb", 6)"#);
        play.ok(r#"start("Guards", 6)"#);
        let n = faces.split(' ').count();
        play.ok(&format!(
            r#"roll("Lyra", {n}, 3, {{ timer = "Climb", faces = "{faces}" }})"#
        ));
        assert_eq!(play.timer("Climb").filled, want, "{faces}");
        assert_eq!(play.timer("Guards").filled, 0, "{faces}");
    }
    // Operations carry their amounts.
    let mut play = Campaign::bridge()
        .file(
            "house_rules/two.luau",
            "on.gain(function() tick(\"Climb\", 3) tick(\"Climb\", 1) end)",
        )
        .play();
    play.ok(r#"start("Climb", 6)"#);
    play.ok("gain(1)");
    assert_eq!(play.timer("Climb").filled, 4);
}

//! Legs: what sizes them, which cards they draw, what counts toward an encounter, how they end.

use serde_json::json;
use storybeat::script::outcome::Outcome;

use crate::{Campaign, campaign, filled, on_the_way};

/// Regions whose cards move the journey.
const CHAIN: &str = r#"
region "Chain" {
    card "2S" { title = "A Push", on_draw = { tick = "Travel" } },
    card "3S" { title = "A Drag", on_draw = { tick = { Travel = -1 } } },
    card "4S" { title = "A Stop" },
}
"#;

fn chain(size: u32) -> crate::Play {
    let mut play = campaign().file("chain.luau", CHAIN).play();
    play.ok("travel.plan(\"Chain\")");
    play.ok(&format!("travel.go({{ size = {size} }})"));
    play
}

#[test]
fn one_card_a_tick_event_however_many_segments() {
    let mut play = campaign().play();
    play.ok("travel.plan(\"Low Fen, High Fen\")");
    play.ok("travel.go({ size = 10 })");
    for line in ["travel tick 3 = 3S", "tick travel 2", "travel tick -1"] {
        play.ok(line);
    }
    let fen = play
        .state()
        .decks
        .values()
        .find(|deck| deck.name == "Low Fen");
    assert_eq!(fen.unwrap().out.len(), 2, "a tick back draws none");
    // Each leg draws from where it leads.
    play.ok("travel arrive");
    play.ok("travel.go({ size = 4 })");
    let read = play.said("travel tick 1 = 7S");
    assert!(read.contains("High Fen   7♠ A Cairn"), "{read}");
}

#[test]
fn the_ticks_of_a_card_draw_when_it_is_through() {
    let mut play = chain(6);
    let read = play.said(r#"travel.tick(1, "", { cards = "2S 4S" })"#);
    let push = read.find("A Push").unwrap();
    let stop = read.find("A Stop").unwrap();
    assert!(push < stop, "{read}");
    assert_eq!(filled(&play, "Travel"), 2);
    assert_eq!(
        play.said(r#"travel.tick(1, "", { cards = "3S" })"#)
            .matches("Chain ")
            .count(),
        1
    );
    assert_eq!(filled(&play, "Travel"), 2);
}

#[test]
fn the_card_of_the_last_tick_is_drawn_and_doesnt_take_it_back() {
    let mut play = chain(2);
    play.ok(r#"travel.tick(1, "", { cards = "4S" })"#);
    let read = play.said(r#"travel.tick(1, "", { cards = "3S" })"#);
    let card = read.find("A Drag").unwrap();
    assert!(card < read.find("Arrived: Chain").unwrap(), "{read}");
    assert_eq!(play.value("travel.leg"), json!(0));
}

#[test]
fn a_deck_that_pushes_and_drags_for_ever_comes_to_an_end() {
    let loops = r#"region "Loop" { card "2S" { title = "Round", on_draw = function() tick("Travel", 1) tick("Travel", -1) end } }"#;
    let mut play = campaign().file("loop.luau", loops).play();
    play.ok("travel.plan(\"Loop\")");
    play.ok("travel.go({ size = 4 })");
    let read = play.said("tick travel");
    assert_eq!(read.matches("2♠ Round").count(), 10, "{read}");
}

#[test]
fn cards_that_size_a_leg_do_what_they_say_once_it_has_begun() {
    let gate = r#"region "Gate" { card "KS" { title = "A Push", on_draw = { tick = "Travel" } }, card "4S" { title = "A Stop" } }"#;
    let mut play = campaign().file("gate.luau", gate).play();
    play.ok("travel.plan(\"Gate\")");
    let read = play.said(r#"travel.go({ cards = "KS" })"#);
    // Its tick draws a card as any other; nothing has changed the size.
    assert_eq!((play.timer("Travel").size, filled(&play, "Travel")), (8, 1));
    assert!(
        read.find("Leg 1 of 1").unwrap() < read.find("A Stop").unwrap(),
        "{read}"
    );
}

#[test]
fn how_long_the_road_is_is_asked_where_nobody_says() {
    let mut play = campaign().asking().play();
    play.ok("travel.plan({ \"Low Fen\", \"Nowhere\", { region = \"High Fen\", size = 6 } })");
    let Outcome::Question(asking) = play.eval("travel go") else {
        panic!("nobody is asked");
    };
    assert!(
        asking.prompt.contains("How long is the road to Low Fen?"),
        "{}",
        asking.prompt
    );
    assert!(matches!(play.table.answer("8 long"), Outcome::Done(_)));
    assert_eq!(play.timer("Travel").size, 8);
    // A place without a deck is four, one with a size of its own isn't asked about.
    for size in [4, 6] {
        play.ok("travel arrive");
        play.ok("travel go");
        assert_eq!(play.timer("Travel").size, size);
    }
}

#[test]
fn a_real_deck_is_asked_for_each_card() {
    let mut play = campaign().asking().play();
    play.ok("travel plan low fen by_hand=yes");
    play.ok("travel go = 10C");
    assert_eq!(play.timer("Travel").size, 6);
    let Outcome::Question(asking) = play.eval("tick travel") else {
        panic!("no card is asked for");
    };
    assert!(
        asking.prompt.contains("Low Fen: which card?"),
        "{}",
        asking.prompt
    );
    let Outcome::Done(done) = play.table.answer("QS") else {
        // A card that isn't in the deck is told so.
        assert!(matches!(play.eval("tick travel"), Outcome::Question(_)));
        let Outcome::Done(done) = play.table.answer("3S") else {
            panic!("3♠ is in the deck");
        };
        assert!(
            done.lines
                .iter()
                .any(|line| line.text.contains("Reed Pier"))
        );
        return;
    };
    panic!("{done:?}");
}

#[test]
fn hazardous_weather_ticks_or_lengthens_by_the_switch() {
    for (value, want) in [("tick", (4, 1)), ("longer", (5, 0))] {
        let mut play = campaign().switch("hazardous_weather", value).play();
        play.ok("travel.plan(\"The Moor\", { weather = \"hazardous\", size = 4 })");
        play.ok("travel go");
        assert_eq!(
            (play.timer("Travel").size, filled(&play, "Travel")),
            want,
            "{value}"
        );
    }
}

#[test]
fn encounters_may_come_at_one_and_are_due_at_two() {
    let mut play = on_the_way(8, "");
    let due = |play: &mut crate::Play| play.value("travel.due");
    assert_eq!(due(&mut play), json!("none"));
    let read = play.said("travel tick");
    assert!(
        read.contains("an encounter may come: 1 segment since the leg began"),
        "{read}"
    );
    play.ok("travel tick");
    assert_eq!(due(&mut play), json!("due"));
    // Going back doesn't change it.
    play.ok("travel tick -2");
    assert_eq!(due(&mut play), json!("due"));
    let read = play.said("travel encounter hazard a washed-out bridge");
    assert!(
        read.contains("Endurance, or Insight for reading the ground"),
        "{read}"
    );
    assert_eq!(
        (due(&mut play), play.value("travel.encounters")),
        (json!("none"), json!(1))
    );
    play.ok("travel tick 2");
    assert_eq!(due(&mut play), json!("due"));
}

#[test]
fn a_leg_without_an_encounter_is_remarked_on() {
    let mut play = on_the_way(4, "");
    let read = play.said("travel arrive");
    assert!(read.contains("nothing came on the road"), "{read}");
    play.ok("travel.go({ size = 4 })");
    play.ok("travel encounter");
    let read = play.said("travel tick 4");
    assert!(!read.contains("nothing came on the road"), "{read}");
    assert!(read.contains("the journey is over"), "{read}");
}

#[test]
fn what_runs_goes_along_and_a_new_leg_needs_the_old_one_over() {
    let mut play = on_the_way(4, "");
    play.ok(r#"start("Wolves", 6, { kind = "threat" })"#);
    play.ok("tick wolves 2");
    play.refuses(
        "travel go",
        &["the leg to The Moor is under way", "travel arrive"],
    );
    play.refuses(
        "travel plan elsewhere",
        &["the leg to The Moor is under way"],
    );
    let read = play.said("travel arrive");
    assert!(read.contains("goes along: Wolves 2/6"), "{read}");
    assert_eq!(filled(&play, "Wolves"), 2);
    play.ok("travel.go({ size = 4 })");
    play.ok("travel arrive");
    play.refuses("travel go", &["no journey is planned"]);
    play.refuses("travel arrive", &["no leg is under way"]);
}

#[test]
fn the_worst_harm_of_a_leg_is_remembered() {
    let mut play = on_the_way(4, "");
    assert_eq!(play.value("travel.worst"), json!(0));
    play.ok("hit mara 1");
    play.ok("wound odo 2 a fall");
    play.ok("heal odo 2");
    assert_eq!(play.value("travel.worst"), json!(2));
    play.ok("travel arrive");
    assert_eq!(play.state().travel.last.as_ref().unwrap().worst, 2);
    // Old wounds are none of the next leg.
    play.ok("travel.go({ size = 4 })");
    assert_eq!(play.value("travel.worst"), json!(0));
}

#[test]
fn listeners_hear_of_legs_arrivals_and_days() {
    let ears = r#"
on.leg(function(e) say(`leg {e.number} to {e.region}`) end)
on.arrive(function(e) say(`at {e.region}, worst {e.worst}, met {e.encounters}`) end)
on.day(function(e) say(`day {e.number}, {e.supply} missing`) end)
"#;
    let mut play = campaign().file("ears.luau", ears).play();
    play.ok("travel.plan(\"The Moor\")");
    assert!(play.said("travel go").contains("leg 1 to The Moor"));
    play.ok("travel encounter");
    play.ok("tick supply 1");
    assert!(play.said("travel day").contains("day 1, 1 missing"));
    let read = play.said("travel tick 4");
    assert!(read.contains("at The Moor, worst 0, met 1"), "{read}");
}

#[test]
fn weather_may_turn() {
    let mut play = on_the_way(4, "");
    play.ok("travel weather extreme, difficult");
    assert_eq!(
        play.value("travel.conditions"),
        json!(["extreme", "difficult"])
    );
    assert_eq!(
        play.value(r#"travel.role("Odo", "watch").position"#),
        json!("desperate")
    );
    let read = play.said("travel encounter");
    assert!(read.contains("difficult ground"), "{read}");
    play.ok("travel weather");
    assert_eq!(play.value("travel.conditions"), json!([]));
    play.refuses(r#"travel.weather("extrme")"#, &["extreme"]);
}

#[test]
fn the_prompt_says_where_they_are() {
    let mut play = on_the_way(4, "");
    assert_eq!(play.table.view().place, "The Moor 0/4");
    play.ok("travel tick 2");
    assert_eq!(play.table.view().place, "The Moor 2/4, an encounter is due");
    play.ok("scene the inn");
    assert_eq!(play.table.view().place, "The Inn");
}

#[test]
fn without_a_journey_the_timers_are_timers() {
    let mut play = Campaign::bridge().play();
    let read = play.said("tick travel 4");
    assert!(read.contains("Travel is full: arrived"), "{read}");
    assert!(!read.contains("Arrived:"), "{read}");
    assert_eq!(play.state().travel.journey, None);
}

#[test]
fn plans_are_read_with_care() {
    let mut play = campaign().play();
    for (line, words) in [
        ("travel.plan({})", &["1 to 20 legs"][..]),
        ("travel.plan({ 4 })", &["a leg is a name"]),
        ("travel.plan({ { size = 4 } })", &["where it leads"]),
        (
            "travel.plan({ { region = \"X\", sise = 4 } })",
            &["sise", "size"],
        ),
        (
            "travel.plan({ { region = \"X\", size = 0 } })",
            &["1 to 100"],
        ),
        (
            "travel.plan({ { region = \"X\", weather = \"wet\" } })",
            &["wet", "extreme"],
        ),
        (
            "travel.plan(\"X\", { weather = \"hazardos\" })",
            &["hazardous"],
        ),
        ("travel.plan(\"X,,Y\")", &["legs"]),
    ] {
        play.refuses(line, words);
    }
    // The name of a region is found as it is declared, folded.
    play.ok("travel.plan(\"low fen\")");
    assert_eq!(play.value("travel.next"), json!("Low Fen"));
    play.refuses("travel.go({ size = 4, cards = \"3S\" })", &["give one"]);
    play.refuses("travel.go({ cards = \"QS\" })", &["isn't in this deck"]);
}

#[test]
fn what_comes_on_the_road_lets_the_gm_draw() {
    let mut play = on_the_way(4, "");
    let idle = "nothing calls for a card";
    play.refuses("draw consequences", &[idle]);
    play.ok("travel encounter");
    play.ok("draw consequences");
}

#[test]
fn a_deck_that_is_no_region_is_no_place_to_travel_through() {
    let shelf = r#"deck "Shelf" { card "2S" { title = "A Jar" } }"#;
    let mut play = campaign().file("shelf.luau", shelf).play();
    play.ok("travel.plan(\"Shelf\")");
    play.ok("travel go");
    assert!(!play.said("tick travel").contains("A Jar"));
}

#[test]
fn travel_says_how_the_journey_stands() {
    let mut play = campaign().play();
    assert!(
        play.said("travel")
            .starts_with("no journey is planned: travel plan")
    );
    play.ok("travel.plan(\"The Moor, The Coast, Home\")");
    play.ok("travel.go({ size = 4, weather = \"extreme\" })");
    play.ok("travel role mara guide = 98762");
    play.ok("tick supply 2");
    play.ok("travel day");
    play.ok("travel cache");
    assert_eq!(
        play.said("travel"),
        "The Moor 1/4, an encounter may come\n\
         Leg 1 of 3   Mara Guide   0 encounters   extreme weather\n\
         ahead: The Coast → Home\n\
         Supply 2, Dangerous: each day: +1 Fatigue for each   day 1   Cache tokens 1"
    );
}

#[test]
fn words_at_the_prompt() {
    let play = campaign().play();
    for (line, luau) in [
        (
            "travel plan low, high fen, the old gate size=6",
            r#"travel.plan("Low Fen, High Fen, The Old Gate", { size = 6 })"#,
        ),
        (
            "travel plan low weather=extreme,hazardous by_hand=yes",
            r#"travel.plan("Low Fen", { weather = "extreme,hazardous", by_hand = true })"#,
        ),
        ("travel go", "travel.go()"),
        ("travel go = 7C 3H", r#"travel.go({ cards = "7C 3H" })"#),
        (
            "travel role mara guide dv=4 = 98731",
            r#"travel.role("Mara", "guide", { faces = "98731", dv = 4 })"#,
        ),
        (
            "travel role odo quarter help=pim",
            r#"travel.role("Odo", "quartermaster", { help = "Pim" })"#,
        ),
        (
            "travel role mara guide cards=7C = 98731",
            r#"travel.role("Mara", "guide", { faces = "98731", cards = "7C" })"#,
        ),
        (
            "travel forage odo terrain=poor = 632",
            r#"travel.forage("Odo", { faces = "632", terrain = "poor" })"#,
        ),
        (
            "travel tick 2 a dry road = 7C",
            r#"travel.tick(2, "a dry road", { cards = "7C" })"#,
        ),
        (
            "travel encounter ambush reed men",
            r#"travel.encounter("ambush", "reed men")"#,
        ),
        (
            "travel weather hazardous, difficult",
            r#"travel.weather("hazardous difficult")"#,
        ),
        ("travel day 3", "travel.day(3)"),
        ("travel resupply cache", r#"travel.resupply("cache")"#),
        (
            "travel cache 2 under a stone",
            r#"travel.cache(2, "under a stone")"#,
        ),
        ("travel arrive", "travel.arrive()"),
    ] {
        let read = storybeat::script::words::to_luau(line, play.state(), &play.table.catalog());
        assert_eq!(read.unwrap().unwrap().text, luau, "{line}");
    }
}

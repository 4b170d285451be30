//! DE: decks.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use crate::play::{Campaign, Play};

/// All cards of the standard deck, as they lie, the top first.
fn laid(seed: &str, jokers: bool) -> Vec<String> {
    let campaign = if jokers {
        Campaign::empty().switch("jokers", "true")
    } else {
        Campaign::empty()
    };
    let mut play = campaign.seed(seed).play();
    play.ok(r#"shuffle("Consequences")"#);
    let deck = play.state().decks.values().next().cloned().unwrap();
    deck.left.into_iter().rev().collect()
}

#[test]
fn de01_a_shuffle_is_a_permutation_and_every_card_comes_to_the_top() {
    let mut tops = BTreeSet::new();
    for n in 0..1_000 {
        // The deck of one campaign under a thousand seeds.
        let cards = laid(&format!("seed {n}"), false);
        let set: BTreeSet<&String> = cards.iter().collect();
        assert_eq!((cards.len(), set.len()), (52, 52));
        tops.insert(cards[0].clone());
    }
    assert_eq!(tops.len(), 52);
    let with_jokers: BTreeSet<String> = laid("jokers", true).into_iter().collect();
    assert_eq!(with_jokers.len(), 54);
}

fn codes(draw: &Json) -> Vec<String> {
    draw["cards"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| card["name"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn de02_an_empty_deck_is_shuffled_in_mid_draw() {
    let mut play = Campaign::empty().play();
    let fifty = codes(&play.value(r#"draw("Consequences", { n = 50, why = "test" })"#));
    let draw = play.value(r#"draw("Consequences", { n = 3, why = "test" })"#);
    let three = codes(&draw);
    assert_eq!(draw["reshuffled"], json!(true));
    assert_eq!(three.iter().collect::<BTreeSet<_>>().len(), 3);
    assert!(
        three[..2].iter().all(|card| !fifty.contains(card)),
        "the last two first"
    );
    assert!(fifty.contains(&three[2]));
    assert_eq!(play.value("decks[1].left"), json!(49));
    play.refuses(r#"draw("Consequences", { n = 60 })"#, &["52"]);
}

#[test]
fn de03_one_to_three_cards_by_story_beats_and_severity_by_rank() {
    let mut play = Campaign::empty().play();
    for (sb, n) in [(0, 1), (1, 1), (2, 2), (3, 3), (5, 3), (60, 3)] {
        let draw = play.value(&format!(
            r#"draw("Consequences", {{ sb = {sb}, why = "test" }})"#
        ));
        assert_eq!(codes(&draw).len(), n, "{sb} SB");
    }
    for (card, severity) in [
        ("4H", "subtle"),
        ("5H", "minor"),
        ("7H", "minor"),
        ("8H", "moderate"),
        ("10H", "moderate"),
        ("JH", "major"),
        ("AH", "scene_altering"),
    ] {
        let draw = play.value(&format!(r#"draw("Consequences", {{ cards = "{card}" }})"#));
        assert_eq!(draw["severity"], json!(severity), "{card}");
    }
    for bad in ["1H", "11H", "7", "hearts", "ZZ"] {
        play.refuses(&format!("draw consequences = {bad}"), &["no card"]);
    }
    play.refuses("draw consequences = 7C 7C", &["twice"]);
    play.refuses("draw consequences = RJ", &["isn't in this deck"]);
}

/// Does a draw right now come with a word that nothing calls for it?
fn uncalled(play: &mut Play) -> bool {
    play.said(r#"draw("Consequences")"#)
        .contains("nothing calls for")
}

#[test]
fn de04_what_lets_the_gm_draw() {
    let cases: [(&[&str], bool); 9] = [
        (&[], false),
        (&[r#"roll("Lyra", 3, 3, { faces = "1 1 7" })"#], false),
        (&[r#"roll("Lyra", 3, 3, { faces = "1 1 1" })"#], true),
        (&["gain(4)", "spend 1 a noise"], false),
        (&["gain(4)", "spend 2 a noise"], true),
        (&["gain(4)", "spend alarm"], true),
        (&[r#"start("Mob", 2)"#, "tick mob 2"], true),
        (
            &[r#"start("War", 2, { scope = "campaign" })"#, "tick war 2"],
            true,
        ),
        (
            &[r#"start("Oath", 2, { owner = "Lyra" })"#, "tick oath 2"],
            false,
        ),
    ];
    for (lines, allowed) in cases {
        let mut play = Play::new();
        for line in lines {
            play.ok(line);
        }
        assert_eq!(!uncalled(&mut play), allowed, "{lines:?}");
        // One cause, one draw.
        assert!(uncalled(&mut play), "{lines:?}: a second draw");
    }
    // It is advice: the GM who says why is not told.
    let mut play = Play::new();
    let said = play.said(r#"draw("Consequences", { why = "the road" })"#);
    assert!(!said.contains("nothing calls for"), "{said}");
    // Undone is undone.
    play.ok(r#"roll("Lyra", 3, 3, { faces = "1 1 1" })"#);
    play.ok("undo");
    assert!(uncalled(&mut play));
    // The switch says how many 1s.
    let mut play = Campaign::bridge().switch("deck_trigger_ones", "2").play();
    play.ok(r#"roll("Lyra", 3, 3, { faces = "1 1 7" })"#);
    assert!(!uncalled(&mut play));
}

#[test]
fn de06_one_seed_gives_the_same_cards_on_every_path() {
    let run = |lines: &[&str]| -> Vec<Vec<String>> {
        let mut play = Campaign::empty().seed("cards").play();
        lines.iter().map(|line| codes(&play.value(line))).collect()
    };
    let prompt = run(&[
        "draw consequences sb=3",
        "draw consequences n=50",
        "draw consequences",
    ]);
    let luau = run(&[
        r#"draw("Consequences", { sb = 3 })"#,
        r#"draw("Consequences", { n = 50 })"#,
        r#"draw("Consequences")"#,
    ]);
    assert_eq!(prompt, luau);
    // From a file's function, too.
    let script = r#"command "three" { help = "draws", run = function() draw("Consequences", { sb = 3 }) end }"#;
    let mut play = Campaign::empty()
        .file("tools/three.luau", script)
        .seed("cards")
        .play();
    play.ok("three");
    let deck = play.state().decks.values().next().cloned().unwrap();
    assert_eq!(deck.out, prompt[0]);
    // Session end with cards out: 52 again.
    assert!(deck.left.len() < 52);
    play.ok("session close");
    let deck = play.state().decks.values().next().cloned().unwrap();
    assert_eq!((deck.left.len(), deck.out.len()), (52, 0));
    assert_eq!(deck.left.iter().collect::<BTreeSet<_>>().len(), 52);
}

#[test]
fn de07_the_suit_is_the_cards_own() {
    let deck = r#"deck "Road" { card "7H" { title = "A Ferryman" }, card "7S" { title = "A Ford" }, card "7D" { title = "A Gift" }, card "7C" { title = "A Cart" } }"#;
    let mut play = Campaign::empty().file("decks/road.luau", deck).play();
    let draw = play.value(r#"draw("Road", { n = 4 })"#);
    for card in draw["cards"].as_array().unwrap() {
        let suit = match card["name"].as_str().unwrap() {
            "7H" => "hearts",
            "7S" => "spades",
            "7D" => "diamonds",
            _ => "clubs",
        };
        assert_eq!(card["suit"], json!(suit));
    }
    assert_eq!(draw["suits"].as_array().unwrap().len(), 4);
    // A deck of one's own has no severity of consequences in words; the standard one has.
    let road = play.said(r#"draw("Road", { cards = "7H" })"#);
    assert!(!road.contains("minor"), "{road}");
    let consequences = play.said(r#"draw("Consequences", { cards = "7H", why = "x" })"#);
    assert!(consequences.contains("minor"), "{consequences}");
}

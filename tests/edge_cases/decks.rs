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
    let fifty = codes(&play.value(r#"draw("Consequences", { n = 50, because = "test" })"#));
    let draw = play.value(r#"draw("Consequences", { n = 3, because = "test" })"#);
    let three = codes(&draw);
    assert_eq!(draw["reshuffled"], json!(true));
    assert_eq!(three.iter().collect::<BTreeSet<_>>().len(), 3);
    assert!(
        three[..2].iter().all(|card| !fifty.contains(card)),
        "the last two first"
    );
    assert!(fifty.contains(&three[2]));
    assert_eq!(play.value("decks[1].left"), json!(49));
    play.refuses(
        r#"draw("Consequences", { n = 60, because = "test" })"#,
        &["52"],
    );
}

#[test]
fn de03_one_to_three_cards_by_story_beats_and_severity_by_rank() {
    let mut play = Campaign::empty().play();
    for (sb, n) in [(0, 1), (1, 1), (2, 2), (3, 3), (5, 3), (60, 3)] {
        let draw = play.value(&format!(
            r#"draw("Consequences", {{ sb = {sb}, because = "test" }})"#
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
        let draw = play.value(&format!(
            r#"draw("Consequences", {{ cards = "{card}", because = "test" }})"#
        ));
        assert_eq!(draw["severity"], json!(severity), "{card}");
    }
    for bad in ["1H", "11H", "7", "hearts", "ZZ"] {
        play.refuses(
            &format!("draw consequences because=test = {bad}"),
            &["no card"],
        );
    }
    play.refuses("draw consequences because=test = 9C 9C", &["twice"]);
    play.refuses(
        "draw consequences because=test = RJ",
        &["isn't in this deck"],
    );
}

/// Is a draw right now refused, since nothing calls for it?
fn uncalled(play: &mut Play) -> bool {
    let outcome = play.eval(r#"draw("Consequences")"#);
    !matches!(outcome, storybeat::script::outcome::Outcome::Done(_))
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
    // The GM may rule otherwise, and the log has it.
    let mut play = Play::new();
    assert!(uncalled(&mut play));
    let said = play.said("anyway the road");
    assert!(
        said.contains("overruled: Consequences: nothing calls for a card"),
        "{said}"
    );
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
        "draw consequences sb=3 because=test",
        "draw consequences n=50 because=test",
        "draw consequences because=test",
    ]);
    let luau = run(&[
        r#"draw("Consequences", { sb = 3, because = "test" })"#,
        r#"draw("Consequences", { n = 50, because = "test" })"#,
        r#"draw("Consequences", { because = "test" })"#,
    ]);
    assert_eq!(prompt, luau);
    // From a file's function, too.
    let script = r#"command "three" { help = "draws", run = function() draw("Consequences", { sb = 3, because = "test" }) end }"#;
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
    let consequences = play.said(r#"draw("Consequences", { cards = "7H", because = "x" })"#);
    assert!(consequences.contains("Minor"), "{consequences}");
}

/// rules/07 §1, vectors: what lies, suits, severity, column.
#[test]
fn a_draw_is_read_as_one_complication() {
    let rows: [(&str, &[&str], &str, &str); 11] = [
        ("7C 3H", &["clubs", "hearts"], "minor", "middle"),
        (
            "JH 7C AS",
            &["hearts", "clubs", "spades"],
            "scene_altering",
            "high",
        ),
        ("10D", &["diamonds"], "moderate", "middle"),
        ("8S", &["spades"], "moderate", "middle"),
        ("7S", &["spades"], "minor", "middle"),
        ("5H", &["hearts"], "minor", "low"),
        ("4H", &["hearts"], "subtle", "low"),
        ("KD QD", &["diamonds"], "major", "high"),
        ("RJ 2C", &["clubs"], "catastrophe", "high"),
        ("BJ AH", &["hearts"], "dark_boon", "high"),
        ("RJ BJ", &[], "catastrophe", "high"),
    ];
    for (cards, suits, severity, column) in rows {
        let mut play = Campaign::empty().switch("jokers", "true").play();
        let draw = play.value(&format!(
            r#"draw("Consequences", {{ cards = "{cards}", because = "a vector" }})"#
        ));
        assert_eq!(draw["suits"], json!(suits), "{cards}");
        assert_eq!(draw["severity"], json!(severity), "{cards}");
        assert_eq!(draw["column"], json!(column), "{cards}");
    }
}

/// rules/07 §1, vectors 1 to 6: how many cards each ground gives, and that one cause gives one draw.
#[test]
fn what_happened_says_how_many_cards() {
    let rows: [(&[&str], Option<usize>); 6] = [
        (&["gain 9", "spend 2 a noise"], Some(2)),
        (&["gain 9", "spend 5 a wall"], Some(3)),
        (&["gain 9", "spend 1 a noise"], None),
        (&[r#"roll("Lyra", 4, 3, { faces = "1 1 1 7" })"#], Some(3)),
        (&[r#"roll("Lyra", 4, 3, { faces = "1 1 5 7" })"#], None),
        (&[r#"start("Mob", 2)"#, "tick mob 2"], Some(1)),
    ];
    for (lines, n) in rows {
        let mut play = Play::new();
        let mut said = String::new();
        for line in lines {
            said = play.said(line);
        }
        assert_eq!(
            said.contains("a card may be drawn: draw consequences"),
            n.is_some(),
            "{said}"
        );
        let Some(n) = n else {
            play.refuses("draw consequences", &["nothing calls for a card", "anyway"]);
            continue;
        };
        assert_eq!(
            codes(&play.value(r#"draw("Consequences")"#)).len(),
            n,
            "{lines:?}"
        );
        play.refuses("draw consequences", &["nothing calls for a card"]);
    }
    // An offer that stands is not made twice, a larger one is; none is worth more cards than it is.
    let mut play = Play::new();
    play.ok("gain 30");
    assert!(play.said("spend 2 a noise").contains("sb=2"));
    assert!(!play.said("spend 2 a noise").contains("may be drawn"));
    assert!(play.said("spend 3 a wall").contains("sb=3"));
    assert!(!play.players_read("spend 4 a wall").contains("may be drawn"));
    play.ok("scene close");
    play.refuses("draw consequences", &["nothing calls for a card"]);
}

#[test]
fn a_card_that_does_not_fit_is_redrawn_or_moved_by_one() {
    let mut play = Campaign::empty().play();
    let said = play.said("draw consequences because=test = 10D 3H");
    assert_eq!(
        said.trim_end(),
        "overruled: Consequences: nothing calls for a card: 3 ones on a roll, 2 SB spent at once, a full timer of scene or campaign, an encounter on the road (rules/07 §1, R87)   because test\n\
         Consequences   10♦ 3♥   Moderate: it reshapes the scene\n\
         \u{20} Diamonds   magical, spiritual   something unnatural takes notice\n\
         \u{20} Hearts   social, emotional   somebody takes offence, or turns cool\n\
         \u{20} one complication out of all of it\n\
         \u{20} what happens: reading …   doesn't fit: redraw, adjust +1   for later: seed sow"
    );
    assert!(play.said("adjust 1").contains("10♦ is read as J♦"));
    play.refuses("adjust 1", &["its rank was moved already"]);
    assert!(play.said("redraw 3H = 9S").contains("9♠ instead of 3♥"));
    let last = play.state().crown.last.clone().unwrap();
    assert_eq!(last.cards, ["JD", "9S"]);
    play.refuses("redraw 3H", &["isn't among its cards"]);
    play.ok("reading the ferryman knows her name");
    assert_eq!(
        play.state().notes.last().unwrap(),
        "J♦ 9♠: the ferryman knows her name"
    );
    play.ok("undo 2");
    assert_eq!(play.state().crown.last.clone().unwrap().cards, ["JD", "3H"]);
    // What is out stays out; the real deck may have been shuffled by hand.
    play.ok("gain 9");
    play.ok("spend 2 a noise");
    play.refuses("draw consequences = 10D", &["10♦ is out already"]);
    play.ok("anyway we shuffled");
}

#[test]
fn a_seed_lasts_until_it_comes_up_and_the_deck_is_whole() {
    let mut play = Campaign::empty().play();
    play.ok("draw consequences because=test = 9S");
    play.ok("seed sow 9S the ladder again");
    play.ok("session close");
    assert_eq!(play.state().decks.values().next().unwrap().left.len(), 52);
    play.ok("session start");
    assert_eq!(
        play.value("seed.list()"),
        json!(["9♠ the ladder again (session 1)"])
    );
    play.refuses("seed use 8S", &["kept: 9♠"]);
    assert_eq!(play.value(r#"seed.use("9S")"#), json!("the ladder again"));
    assert_eq!(play.value("#seed.list()"), json!(0));
}

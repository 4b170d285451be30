//! DE05, and the vectors of rules/07 §3: the spread, its omens, the Campaign Timer, the end.

use serde_json::json;

use crate::play::{Campaign, Play};

#[test]
fn de05_five_to_seven_cards_each_with_an_omen_from_a_deck_of_its_own() {
    for (n, fine) in [(4, false), (5, true), (7, true), (8, false)] {
        let mut play = Campaign::empty().play();
        if !fine {
            play.refuses(&format!("crown lay {n}"), &["5 to 7 cards"]);
            continue;
        }
        play.ok(r#"shuffle("Consequences")"#);
        play.ok(&format!("crown lay {n}"));
        let spread = play.state().crown.spread.clone().unwrap();
        assert_eq!(spread.omens.len(), n);
        for omen in &spread.omens {
            let timer = play.state().timer(omen.timer.id).unwrap();
            assert_eq!((timer.size, timer.kind.as_str()), (4, "foreshadow"));
        }
        assert_eq!(play.timer("Campaign").size, 8);
        assert_eq!(play.value(r#"decks:named("Consequences").left"#), json!(52));
        assert_eq!(play.value(r#"decks:named("Crown").left"#), json!(52 - n));
        play.refuses("crown lay 5", &["one lies on the table"]);
        // It lies there in the next session too.
        play.ok("session close");
        play.ok("session start");
        assert_eq!(play.state().crown.spread.clone().unwrap(), spread);
        assert_eq!(play.value(r#"decks:named("Crown").left"#), json!(52 - n));
    }
}

#[test]
fn a_spread_is_open_and_may_be_read_anew() {
    let mut play = Campaign::empty().play();
    let read = play.players_read(
        r#"crown.lay(5, { cards = "7C KH 2S AD 9H", motifs = { "the flooded granary" } })"#,
    );
    assert!(
        read.starts_with(
            "Crown Spread   5 cards   laid in session 1\n\
             \u{20} 1  Root        7♣           □□□□  the flooded granary\n\
             \u{20} 2  Crest       K♥           □□□□  who is on the rise (social, emotional)"
        ),
        "{read}"
    );
    play.ok("crown read crest the Ledger Guild");
    assert_eq!(play.value("crown.motifs[2]"), json!("the Ledger Guild"));
    play.ok(r#"crown.omen("the ledger guild"):tick(1)"#);
    assert_eq!(play.timer("Omen of the Crest").filled, 1);
    play.refuses("crown touch 6", &["Left Hand", "1 to 5"]);
    play.refuses(
        r#"crown.lay(5, { cards = "7C 7C 2S AD 9H", because = "anew" })"#,
        &["twice"],
    );
    play.ok("undo 3");
    assert!(play.state().crown.spread.is_none());
}

fn laid(campaign: u32) -> Play {
    let mut play = Play::new();
    play.ok("crown lay 5");
    if campaign > 0 {
        play.ok(&format!(r#"tick("Campaign", {campaign})"#));
    }
    play.ok("gain 9");
    play
}

/// rules/07 §3, vectors 1 and 4 to 6; 2 and 3 stand with travel's legs.
#[test]
fn what_moves_the_campaign_timer() {
    // 1: the omen fills by a spend that touches it.
    let mut play = laid(2);
    play.ok("crown.omen(1):tick(3)");
    play.ok(r#"spend(1, "the granary again", { omen = 1 })"#);
    assert_eq!(play.timer("Omen of the Root").filled, 4);
    assert_eq!(play.timer("Campaign").filled, 3);
    // 4: an overflow the GM confirms, once.
    let mut play = laid(4);
    let said = play.said(r#"roll("Lyra", 4, 3, { faces = "1 1 1 7" })"#);
    assert!(
        said.contains("overflow 1 of this session: crown overflow ticks Campaign"),
        "{said}"
    );
    assert_eq!(play.timer("Campaign").filled, 4);
    play.ok("crown overflow");
    assert_eq!(play.timer("Campaign").filled, 5);
    play.refuses("crown overflow", &["no roll with 3 SB waits"]);
    // 5: two 1s are none.
    let mut play = laid(4);
    play.ok(r#"roll("Lyra", 4, 3, { faces = "1 1 5 7" })"#);
    play.refuses("crown overflow", &["no roll with 3 SB waits"]);
    // 6: 3 SB; full, the confrontation.
    let mut play = laid(7);
    let said = play.said("spend campaign");
    assert!(said.contains("the Crown confrontation"), "{said}");
    assert_eq!(play.timer("Campaign").filled, 8);
    assert_eq!(play.value("crown.ending"), json!("confrontation"));
    // The switch: from the second overflow of a session on.
    let mut play = Campaign::bridge()
        .switch("campaign_overflow_from", "2")
        .play();
    play.ok("crown lay 5");
    play.ok(r#"roll("Lyra", 4, 3, { faces = "1 1 1 7" })"#);
    play.refuses("crown overflow", &["no roll with 3 SB waits"]);
    play.ok(r#"roll("Lyra", 4, 3, { faces = "1 1 1 7" })"#);
    play.ok("crown overflow");
}

#[test]
fn the_end_has_a_scene_for_each_omen_that_never_came() {
    let mut play = laid(7);
    play.refuses("crown epilogue", &["the confrontation comes first"]);
    play.refuses(
        r#"crown.legacy("Lyra", "the bridge")"#,
        &["at the campaign's end"],
    );
    play.ok("crown.omen(1):tick(4)");
    assert_eq!(play.value("crown.ending"), json!("confrontation"));
    let said = play.said("crown epilogue");
    assert_eq!(said.matches("a short scene for").count(), 4, "{said}");
    assert!(!said.contains("Root"), "{said}");
    play.ok(r#"crown.legacy("Lyra", "the bridge bears her name")"#);
    assert_eq!(
        play.value("crown.legacies"),
        json!(["Lyra: the bridge bears her name"])
    );
    play.ok("session close");
    assert_eq!(play.state().crown.ending.word(), "over");
}

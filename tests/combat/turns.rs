//! Turns: no initiative, one Action and one Move, exchanges (rules/04 §1, R21).

use super::{asking, fight, holds};
use storybeat::script::outcome::Outcome;
use storybeat::table::fight::move_unused;

#[test]
fn the_action_is_spent_once() {
    let mut play = fight();
    play.ok("observe bren");
    play.refuses("attack bren guard", &["Bren", "Action is spent (Observe)"]);
    // The Move is left.
    play.ok("shift bren close guard");
    play.refuses("shift bren near guard", &["Move is used"]);
    // Somebody else's turn is somebody else's.
    play.ok("attack kit guard = 22222");
    play.ok("next");
    play.ok("attack bren guard = 2222222");
}

#[test]
fn a_second_turn_in_one_exchange_is_refused_and_may_be_ruled() {
    let mut play = fight();
    assert_eq!(play.said("turn bren"), "Bren's turn   exchange 1");
    play.ok("observe bren");
    play.refuses(
        "turn bren",
        &["has had the turn of this exchange (Observe)", "next"],
    );
    play.ok(r#"turn("Bren", "a hero's heart")"#);
    play.ok("defend bren");
    play.refuses(r#"turn("Guard")"#, &["Guard"]);
}

#[test]
fn the_spotlight_says_who_waits_and_what_is_left() {
    let mut play = fight();
    play.ok("attack kit guard = 22222");
    play.ok("observe bren");
    play.ok("shift bren close guard");
    let said = play.said("spotlight");
    holds(
        &said,
        &[
            "Exchange 1",
            "Bren   Observe   moved   done",
            "Kit   Attack   left: Move",
            "Osk   waits",
        ],
    );
    play.ok("next");
    holds(&play.said("spotlight"), &["Exchange 2", "Bren   waits"]);
}

#[test]
fn standard_moves_or_attacks() {
    let mut play = fight();
    play.ok("turn bren");
    play.ok("shift bren close guard");
    play.refuses("attack bren guard", &["sword", "Standard tempo"]);
    play.ok("next");
    play.ok("attack bren guard = 2222222");
    play.refuses("shift bren near guard", &["Standard tempo"]);
    // Fast does both.
    play.ok("shift kit close guard");
    play.ok("attack kit guard = 222222");
}

#[test]
fn slow_needs_a_set_in_an_earlier_turn() {
    let mut play = fight();
    play.refuses("attack osk guard", &["maul", "needs a Set first"]);
    play.ok("act osk set");
    play.refuses(
        r#"attack("Osk", "Guard", { extra = true })"#,
        &["Set in this turn"],
    );
    play.ok("next");
    // Turn 2: attack + Move.
    holds(
        &play.said("attack osk guard = 222222222"),
        &["maul at Near, Harm 3", "= 9d10"],
    );
    play.ok("shift osk close guard");
    // The blow used the Set up.
    play.ok("next");
    play.refuses("attack osk guard", &["needs a Set first"]);
    play.refuses("act bren set", &["sword", "needs no Set"]);
}

#[test]
fn a_set_is_lost_by_leaving_the_band() {
    let mut play = fight();
    // Move, then Set, is the pattern; the other way round it is lost.
    play.ok("shift osk close guard");
    play.ok("shift osk near guard free=yes");
    play.ok("act osk set");
    holds(&play.said("shift osk reach guard"), &["no longer set"]);
    play.ok("next");
    play.refuses("attack osk guard", &["needs a Set first"]);
}

#[test]
fn a_held_action_comes_before_the_next_exchange() {
    let mut play = fight();
    holds(
        &play.said("ready kit the gate opens"),
        &["Kit   Ready   the gate opens"],
    );
    assert_eq!(play.value(r#"party:named("Kit").ready"#), "the gate opens");
    // It is the action of this turn, made when the trigger comes.
    let said = play.said("attack kit guard = 22222");
    holds(&said, &["held: the gate opens"]);
    play.refuses("attack kit guard", &["second time"]);
    play.ok("ready bren somebody runs");
    // Nobody answers here: it lapses, and that is said.
    let said = play.said("next");
    holds(&said, &["no longer waits: somebody runs", "Exchange 2"]);
}

#[test]
fn the_gm_is_reminded_of_what_is_held() {
    let mut play = asking();
    play.ok("ready kit the gate opens");
    match play.eval("next") {
        Outcome::Question(asked) => holds(
            &asked.prompt,
            &["Kit still holds an action (the gate opens)"],
        ),
        other => panic!("{other:?}"),
    }
    match play.table.answer("no") {
        Outcome::Failed(fault) => holds(&fault.to_string(), &["Kit acts first"]),
        other => panic!("{other:?}"),
    }
    assert_eq!(play.state().scene.exchange, 1);
}

#[test]
fn outside_a_fight_a_shift_is_the_gms_hand() {
    let mut play = fight();
    for band in ["far", "close", "far", "near"] {
        play.ok(&format!("shift bren {band} guard"));
    }
    // In a fight the GM's hand says so.
    play.ok("turn bren");
    play.ok("shift bren far guard free=yes");
    play.ok("shift bren close guard free=yes");
    play.ok("shift bren near guard free=yes because=pushed");
}

#[test]
fn all_of_it_ends_with_the_scene() {
    let mut play = fight();
    play.ok("ready kit the gate opens");
    play.ok("charge bren guard band=close = 2222222");
    play.ok("ground wyn cover=full");
    play.ok("scene close");
    play.ok("scene the road");
    assert_eq!(play.state().fight, Default::default());
    let kit = play.value(r#"party:named("Kit").ready"#);
    assert_eq!(kit, serde_json::Value::Null);
}

#[test]
fn a_turn_undone_is_unspent() {
    let mut play = fight();
    let before = play.state().clone();
    play.ok("charge bren guard band=close = 2222222");
    play.ok("defend kit");
    play.ok("undo 2");
    assert_eq!(*play.state(), before);
    play.ok("redo 2");
    play.refuses("observe bren", &["Action is spent (Charge)"]);
}

#[test]
fn the_move_is_unused_until_it_is_used() {
    let mut play = fight();
    let bren = play.state().roster().next().unwrap();
    // No turn runs: nothing to spend.
    assert!(move_unused(play.state(), bren));
    play.ok("turn bren");
    assert!(move_unused(play.state(), bren));
    play.ok("shift bren close guard");
    assert!(!move_unused(play.state(), bren));
    assert_eq!(play.value(r#"party:named("Bren").move_left"#), false);
    assert_eq!(play.value(r#"party:named("Bren").action_left"#), true);
    play.ok("next");
    assert!(move_unused(play.state(), bren));
}

#[test]
fn once_a_turn_is_free_again_in_the_next() {
    let mut play = fight();
    play.ok("turn bren");
    assert_eq!(play.value(r#"claim("Bren", "turn", "riposte")"#), true);
    assert_eq!(play.value(r#"claim("Bren", "turn", "riposte")"#), false);
    play.ok("next");
    play.ok("turn bren");
    assert_eq!(play.value(r#"claim("Bren", "turn", "riposte")"#), true);
}

#[test]
fn foes_have_no_turns_and_resisting_is_no_act() {
    let mut play = fight();
    play.ok("threaten guard bren = 222");
    assert_eq!(play.value(r#"party:named("Bren").acted"#), false);
    play.ok("observe bren");
    assert_eq!(play.value(r#"party:named("Bren").acted"#), true);
}

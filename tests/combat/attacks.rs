//! An attack from declaration to Harm (rules/04 §4).

use super::{asking, campaign, fight, holds, made_of, on};
use storybeat::script::outcome::Outcome;

#[test]
fn a_success_hits_through_armor() {
    let mut play = fight();
    let said = play.said("attack bren guard = 66622222");
    holds(
        &said,
        &[
            "Bren   Attack → Guard   sword at Near, Harm 2",
            "Guard   hit for 2",
        ],
    );
    let guard = play.foe("Guard");
    assert_eq!(guard.lost, 2);
}

#[test]
fn effect_never_multiplies_harm() {
    let mut play = fight();
    play.ok("attack bren guard effect=great = 66622222");
    assert_eq!(play.foe("Guard").lost, 2);
}

#[test]
fn a_partial_is_no_hit_but_gains_ground() {
    let mut play = fight();
    let said = play.said("attack bren guard = 66222222");
    holds(
        &said,
        &[
            "Partial: +1 Boon",
            "Bren   +1 step on the next roll   a Partial gains ground",
        ],
    );
    assert_eq!(play.foe("Guard").lost, 0);
}

#[test]
fn what_a_partial_gives_is_agreed_before_the_roll() {
    for (partial, declared, lost, ticks) in [
        ("harm", "on a Partial Harm 1", 1, 0),
        ("step", "on a Partial +1 step next", 0, 0),
        ("nothing", "on a Partial nothing", 0, 0),
        ("alarm", "on a Partial Alarm +1", 0, 1),
    ] {
        let mut play = on(campaign().file("t.luau", "timer \"Alarm\" { size = 4 }"));
        play.ok("start alarm");
        let said = play.said(&format!("attack bren guard partial={partial} = 66222222"));
        holds(&said, &[declared]);
        assert_eq!(play.foe("Guard").lost, lost, "{partial}");
        assert_eq!(play.timer("Alarm").filled, ticks, "{partial}");
    }
    fight().refuses("attack bren guard partial=alrm", &["alrm"]);
}

#[test]
fn what_nobody_agreed_is_asked() {
    let mut play = asking();
    play.ok("start alarm 4");
    match play.eval("attack bren guard = 66222222") {
        Outcome::Question(asked) => holds(
            &asked.prompt,
            &["Bren's attack is a Partial: what does it gain?"],
        ),
        other => panic!("{other:?}"),
    }
    match play.table.answer("Alarm +1") {
        Outcome::Done(_) => {}
        other => panic!("{other:?}"),
    }
    assert_eq!(play.timer("Alarm").filled, 1);
    // A script's own on_partial is what was agreed.
    let own = r#"attack("Kit", "Guard", { faces = "66222", on_partial = { gain = 1 } })"#;
    let bank = play.state().bank;
    play.ok(own);
    assert_eq!(play.state().bank, bank + 1);
}

#[test]
fn a_miss_is_what_was_announced() {
    let mut play = fight();
    let said = play.said(
        r#"attack("Bren", "Guard", { announce = "the bell is rung", faces = "22222222", on_miss = { to = "who", hit = 1, why = "the riposte" } })"#,
    );
    holds(
        &said,
        &[
            "announced: the bell is rung",
            "Miss",
            "Bren   hit for 1",
            "the riposte",
        ],
    );
    assert_eq!(play.foe("Guard").lost, 0);
}

#[test]
fn again_and_reroll_work_on_an_attack() {
    let mut play = fight();
    play.ok("earn bren 1 pluck");
    play.ok("attack bren guard partial=nothing = 66522222");
    assert_eq!(play.foe("Guard").lost, 0);
    let said = play.said("reroll 5 = 8");
    holds(&said, &["5 → 8 (a Boon)", "Guard   hit for 2"]);
    assert_eq!(play.foe("Guard").lost, 2);
    play.ok("again dv=4");
    assert_eq!(play.foe("Guard").lost, 0);
    play.ok("undo");
    assert!(play.state().fight.fighters.is_empty());
}

#[test]
fn nobody_attacks_a_friend_or_with_a_foe() {
    let mut play = fight();
    play.refuses(r#"attack("Guard", "Bren")"#, &["Guard"]);
    play.refuses(
        r#"act("Bren", "attack", "Kit")"#,
        &["Kit", "aimed at a foe"],
    );
    play.refuses(r#"act("Bren", "attack")"#, &["needs a foe"]);
}

#[test]
fn a_refused_attack_costs_nothing() {
    let mut play = fight();
    play.ok("shift bren far guard");
    play.refuses("attack bren guard", &["Far"]);
    play.refuses("attack osk guard", &["Set"]);
    play.refuses("charge wyn guard", &["melee attack"]);
    assert!(play.state().fight.fighters.is_empty());
}

#[test]
fn the_words_are_the_luau() {
    let mut play = fight();
    for (words, luau) in [
        (
            "attack bren guard steps=1 = 66622222",
            r#"attack("Bren", "Guard", { faces = "66622222", steps = 1 })"#,
        ),
        (
            "charge bren guard band=close = 2222222",
            r#"act("Bren", "charge", "Guard", nil, { faces = "2222222", band = "close" })"#,
        ),
        (
            "ready wyn when the gate opens",
            r#"act("Wyn", "ready", nil, "when the gate opens")"#,
        ),
        ("act kit defend", r#"act("Kit", "defend")"#),
        ("protect kit wyn", r#"act("Kit", "protect", "Wyn")"#),
    ] {
        let (state, catalog) = (play.state().clone(), play.table.catalog());
        let read = storybeat::script::words::to_luau(words, &state, &catalog)
            .unwrap()
            .unwrap();
        assert_eq!(read.text, luau);
        play.ok(words);
        play.ok("undo");
    }
}

#[test]
fn a_defense_roll_reads_what_the_fight_says() {
    let mut play = fight();
    play.ok("charge bren guard band=close = 2222222");
    let said = play.said("threaten guard bren = 622");
    holds(
        &made_of(&said),
        &["Desperate   DV 3", "Desperate: after Charge"],
    );
    // The next defense only.
    assert!(
        !play
            .said("threaten guard bren = 622")
            .contains("after Charge")
    );
}

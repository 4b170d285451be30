//! Opportunity attacks (rules/04 §6, R54).

use super::{asking, campaign, fight, holds, made_of, on};
use storybeat::script::outcome::Outcome;

#[test]
fn leaving_close_gives_an_opening_that_is_offered() {
    let mut play = asking();
    play.ok("shift kit close guard");
    play.ok("turn kit");
    match play.eval("shift kit near guard = 222") {
        Outcome::Question(asked) => holds(&asked.prompt, &["Kit leaves Close. Does Guard strike?"]),
        other => panic!("{other:?}"),
    }
    // Wits 3 + Athletics 0, Controlled; the Guard deals 1.
    let done = match play.table.answer("yes") {
        Outcome::Failed(fault) => panic!("{fault}"),
        Outcome::Done(done) => done,
        other => panic!("{other:?}"),
    };
    let said: String = done
        .lines
        .iter()
        .map(|line| line.text.clone() + "\n")
        .collect();
    holds(
        &said,
        &[
            "Guard strikes, Harm 1",
            "Controlled",
            "Miss",
            "Kit   hit for 1",
        ],
    );
    assert_eq!(play.value(r#"party:named("Kit"):band("Guard")"#), "near");
    assert_eq!(play.state().bank, 0, "no SB");
}

#[test]
fn the_strike_comes_first_and_may_stop_who_leaves() {
    let mut play = fight();
    play.set_hf("Kit", 2, 0);
    play.ok("shift kit close guard");
    play.ok("turn kit");
    let said = play.said(r#"shift("Kit", "near", "Guard", { answers = { "yes" }, faces = "22" })"#);
    holds(&said, &["Kit is Incapacitated"]);
    assert_eq!(play.value(r#"party:named("Kit"):band("Guard")"#), "close");
}

#[test]
fn one_for_each_enemy_that_is_left() {
    let mut play = fight();
    play.ok(r#"spawn("Guard", 2)"#);
    play.ok("shift kit close");
    play.ok("turn kit");
    let said = play
        .said(r#"shift("Kit", "near", nil, { answers = { "no", "yes", "no" }, faces = "666" })"#);
    assert_eq!(said.matches("strikes, Harm").count(), 1, "{said}");
    holds(&said, &["an opening for Guard, Guard B, Guard C"]);
}

#[test]
fn what_does_not_provoke() {
    // Entering Close, leaving other bands, moving by the GM's hand, Disengage, no fight at all.
    let mut play = fight();
    play.ok("shift kit close guard");
    let said = play.said("shift kit near guard");
    assert!(!said.contains("opening"), "no fight yet: {said}");
    play.ok("turn kit");
    let said = play.said("shift kit close guard");
    assert!(!said.contains("opening"), "{said}");
    let said = play.said("shift kit reach guard free=yes");
    assert!(!said.contains("opening"), "{said}");
    play.ok("next");
    let said = play.said("shift kit far guard");
    assert!(!said.contains("opening"), "{said}");
}

#[test]
fn a_foe_that_leaves_gives_characters_one() {
    let mut play = fight();
    play.ok("shift bren,kit close guard");
    play.ok("turn bren");
    let said =
        play.said(r#"shift("Guard", "near", "Bren", { answers = { "yes" }, faces = "6662222" })"#);
    // A normal attack roll, Controlled, of no Action: Body 3 + Melee 3 + Close 1.
    holds(
        &said,
        &[
            "Guard leaves Close: an opening for Bren",
            "sword at Close 1",
            "= 7d10",
            "Controlled",
            "Guard   hit for 2",
        ],
    );
    play.ok("attack bren guard = 22222222");
    // From everybody: both may.
    play.ok("shift guard close free=yes");
    let said = play.said(r#"shift("Guard", "near", nil, { answers = { "no", "no" } })"#);
    holds(&said, &["an opening for Bren, Kit"]);
}

#[test]
fn an_archer_strikes_with_the_bare_hand() {
    let mut play = fight();
    play.ok("shift wyn close guard");
    play.ok("turn wyn");
    let said = play.said(r#"shift("Guard", "near", "Wyn", { answers = { "yes" }, faces = "66" })"#);
    // Body 2 + Melee 0, unarmed.
    holds(&made_of(&said), &["Body 2 + Melee 0", "= 2d10"]);
}

#[test]
fn shooting_while_engaged_provokes_whatever_the_target() {
    let mut play = fight();
    play.ok(r#"spawn("Ogre")"#);
    play.ok("shift wyn close guard");
    play.ok("shift wyn far ogre");
    // rules/04 §8: the shooter's Position at the far one is unaffected by the Close row.
    let said = play.said(r#"attack("Wyn", "Ogre", { faces = "666222222", answers = { "yes" } })"#);
    holds(
        &said,
        &[
            "Wyn shoots while engaged: an opening for Guard",
            "Guard strikes, Harm 1",
        ],
    );
    let shot = said
        .lines()
        .find(|line| line.contains("war bow at Far 1"))
        .unwrap();
    assert!(
        shot.contains("Controlled   DV 3") && !shot.contains("at Close"),
        "{shot}"
    );
}

#[test]
fn a_bow_in_the_melee_loses_the_shot_when_its_archer_falls() {
    let mut play = fight();
    play.set_hf("Wyn", 2, 0);
    play.ok("shift wyn close guard");
    let said = play.said(r#"attack("Wyn", "Guard", { faces = "22", answers = { "yes" } })"#);
    holds(&said, &["Wyn is Incapacitated"]);
    assert_eq!(said.matches("d10 ").count(), 1, "{said}");
}

#[test]
fn a_charge_out_of_one_melee_into_another_provokes() {
    let mut play = fight();
    play.ok(r#"spawn("Ogre")"#);
    play.ok("shift bren close guard");
    play.ok("shift bren far ogre");
    let said = play
        .said(r#"act("Bren", "charge", "Ogre", nil, { faces = "22222222", answers = { "no" } })"#);
    holds(&said, &["Bren leaves Close: an opening for Guard"]);
    assert_eq!(play.value(r#"party:named("Bren"):band("Guard")"#), "near");
}

#[test]
fn a_modifier_keeps_an_opening_shut_and_scripts_hear_of_others() {
    let script = r#"
talent "Feather Step" { xp = 3, modify_provoke = function(e) if e.against.name == "Guard" then return { cancel = "too quick" } end return nil end }
on.provoke(function(e) say(`{e.who.name} {e.why}: {#e.foes}`) end)
"#;
    let sheet = "talents: [Feather Step]\nweapon: { name: dirk, weight: light }";
    let mut play = on(campaign()
        .file("t.luau", script)
        .pc("Una", [2, 2, 2, 2], sheet));
    play.ok(r#"spawn("Ogre")"#);
    play.ok("shift una close");
    play.ok("turn una");
    let said = play.said(r#"shift("Una", "near", nil, { answers = { "no" } })"#);
    holds(
        &said,
        &[
            "leaves Close and provokes nothing: Feather Step: too quick",
            "an opening for Ogre",
            "Una leaves Close: 1",
        ],
    );
}

#[test]
fn the_gm_says_that_something_provokes() {
    let mut play = fight();
    play.ok("shift kit close guard");
    let said = play.said(r#"provoke("Kit", "casts", { answers = { "yes" }, faces = "666" })"#);
    holds(&said, &["Kit casts: an opening for Guard", "Guard strikes"]);
    // Nobody at Close: nothing.
    assert_eq!(play.said(r#"provoke("Bren", "casts")"#), "");
}

#[test]
fn whoever_cannot_act_does_not_strike() {
    let mut play = fight();
    play.ok("shift kit close guard");
    play.ok("turn kit");
    play.ok(r#"apply("Guard", "Paralyzed")"#);
    let said = play.said("shift kit near guard");
    assert!(!said.contains("opening"), "{said}");
}

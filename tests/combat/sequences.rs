//! rules/04 §8, a row a test.

use super::{Play, campaign, fight, holds, made_of, on};

fn band(play: &mut Play, who: &str) -> String {
    let value = play.value(&format!("party:named({who:?}):band(\"Guard\")"));
    value.as_str().unwrap().to_owned()
}

#[test]
fn charge_from_far_on_open_ground() {
    // Medium sword, Body 3 Melee 3, F 0, T 3.
    let mut play = fight();
    play.ok("shift bren far guard");
    // Throw 9 7 6 4 2 1 3 5, re-roll 9 → 4.
    let said = play.said("charge bren guard partial=nothing = 97642135 / 4");
    holds(
        &made_of(&said),
        &["Body 3 + Melee 3 + sword at Near 2 = 8d10", "Desperate"],
    );
    holds(
        &said,
        &["9 → 4 (Desperate)", "2 successes   1 SB   Partial: +1 Boon"],
    );
    assert_eq!(band(&mut play, "Bren"), "near");
    assert_eq!(play.hf("Bren"), (0, 1));
    // Next defense Desperate.
    holds(
        &made_of(&play.said("threaten guard bren = 22")),
        &["Desperate"],
    );
}

#[test]
fn a_bow_beside_a_guard() {
    let mut play = fight();
    play.ok("spawn ogre");
    play.ok("shift wyn close guard");
    play.ok("shift wyn far ogre");
    let said = play.said(r#"attack("Wyn", "Ogre", { faces = "666222222", answers = { "yes" } })"#);
    assert_eq!(said.matches("strikes, Harm").count(), 1, "{said}");
    holds(&said, &["war bow at Far 1 = 6d10   Controlled   DV 3"]);
}

#[test]
fn sidestep_strike_from_close_to_near() {
    let mut play = fight();
    play.ok("shift kit close guard");
    let said = play.said(r#"act("Kit", "sidestep", "Guard", nil, { band = "near", faces = "22222", answers = { "no" } })"#);
    holds(&made_of(&said), &["knife at Near 1", "Desperate"]);
    holds(&said, &["leaves Close"]);
}

#[test]
fn a_heavy_maul_unset() {
    let mut play = fight();
    play.refuses("attack osk guard", &["needs a Set first"]);
    // This turn Move + Set; next turn attack + Move.
    play.ok("shift osk close guard");
    play.ok("act osk set");
    play.ok("next");
    holds(
        &made_of(&play.said("attack osk guard = 22222")),
        &["− maul at Close 1", "= 5d10"],
    );
    play.ok(r#"shift("Osk", "near", "Guard", { answers = { "no" } })"#);
}

#[test]
fn a_medium_sword_moves_then_attacks() {
    let mut play = fight();
    play.ok("turn bren");
    play.ok("shift bren close guard");
    play.refuses("attack bren guard", &["not both"]);
}

#[test]
fn a_light_sword_moves_to_close_and_attacks() {
    let sheet = "skills: { melee: 1 }\nweapon: { name: rapier, weight: light }";
    let mut play = on(campaign().pc("Una", [2, 2, 2, 2], sheet));
    play.ok("turn una");
    play.ok("shift una close guard");
    holds(
        &made_of(&play.said("attack una guard = 22222")),
        &["rapier at Close 2", "= 5d10"],
    );
}

#[test]
fn defending_at_dominant() {
    let mut play = fight();
    play.ok("defend bren");
    play.ok(r#"scene.set({ position = "dominant" })"#);
    let line = made_of(&play.said("threaten guard bren = 2222 / 2"));
    holds(&line, &["Dominant", "+ Defending 1"]);
}

#[test]
fn fatigue_spent_for_a_boon_reroll_counts_from_the_next_roll() {
    let mut play = fight();
    let said = play.said(
        r#"attack("Bren", "Guard", { faces = "66422222 / 7", rerolls = { { 4, "fatigue" } } })"#,
    );
    holds(&made_of(&said), &["Controlled"]);
    holds(&said, &["hit for 2", "Fatigue 0 → 1"]);
    play.ok("next");
    holds(
        &made_of(&play.said("attack bren guard = 22222222")),
        &["Desperate"],
    );
}

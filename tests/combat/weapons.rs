//! Weapons at the table: where they come from, what they are worth.

use super::{campaign, fight, holds, made_of, on};

#[test]
fn the_sheets_weapon_counts_by_band() {
    // Bren: Body 3 + Melee 3, Medium.
    for (band, part, dice) in [
        ("close", "sword at Close 1", 7),
        ("near", "sword at Near 2", 8),
    ] {
        let mut play = fight();
        play.ok(&format!("shift bren {band} guard"));
        let said = play.said(&format!("attack bren guard = {}", "2".repeat(dice)));
        holds(&made_of(&said), &[part, &format!("= {dice}d10")]);
    }
    for band in ["reach", "far"] {
        let mut play = fight();
        play.ok(&format!("shift bren {band} guard"));
        play.refuses(
            "attack bren guard",
            &["sword at Guard", "allowed: Close, Near"],
        );
    }
}

#[test]
fn a_band_it_cannot_reach_gives_way_to_a_ruling_without_dice() {
    let mut play = fight();
    play.ok("shift bren far guard");
    let said = play.said(
        r#"attack("Bren", "Guard", { faces = "662222", because = "he jumps off the wall" })"#,
    );
    holds(
        &said,
        &["overruled: sword at Guard", "Body 3 + Melee 3 = 6d10"],
    );
}

#[test]
fn a_declared_weapon_gives_its_weight_and_its_hooks() {
    let mut play = on(campaign().pc(
        "Una",
        [2, 2, 2, 2],
        "skills: { melee: 1 }\nweapon: Boar Spear",
    ));
    play.ok("shift una reach guard");
    let said = play.said("attack una guard = 666");
    // Hafted reaches Reach at +0.
    holds(
        &said,
        &[
            "Boar Spear at Reach, Harm 2",
            "Body 2 + Melee 1 = 3d10",
            "hit for 2",
        ],
    );
    assert_eq!(
        play.value(r#"party:named("Una").weapon.category"#),
        "medium"
    );
}

#[test]
fn a_weapon_adds_to_the_rolls_and_hits_that_are_made_with_it() {
    let mut play = on(campaign().pc(
        "Una",
        [2, 2, 2, 2],
        "skills: { melee: 1 }\nweapon: Grave Knife",
    ));
    play.ok("spawn ogre");
    play.ok("shift una close ogre");
    // Light 1, printed +1, its own hook +1: Harm 3; its die on the roll.
    let said = play.said("attack una ogre = 666222");
    holds(
        &said,
        &[
            "Grave Knife at Close, Harm 2",
            "+ Grave Knife 1",
            "hit for 3",
        ],
    );
    // Its hook is for hits it deals: not for those its bearer takes, nor for another weapon's.
    assert!(play.said("hit una 1 a stone").contains("hit for 1"));
    play.ok("next");
    holds(
        &play.said("attack una ogre weapon=unarmed = 667 / 7"),
        &["= 3d10", "unarmed at Close, Harm 1", "hit for 1"],
    );
}

#[test]
fn another_weapon_than_the_sheets_is_named() {
    let mut play = fight();
    holds(
        &play.said(r#"attack("Bren", "Guard", { weapon = "Hatchet", faces = "6662222" })"#),
        &["Hatchet at Near, Harm 1", "Hatchet at Near 1"],
    );
    play.refuses(
        r#"attack("Kit", "Guard", { weapon = "Hatchett" })"#,
        &["unknown weapon \"Hatchett\"", "Hatchet"],
    );
}

#[test]
fn what_may_be_thrown_is_thrown_where_the_hand_does_not_reach() {
    let mut play = fight();
    play.ok("shift kit reach guard");
    // Light thrown, Reach as Near: Wits 3 + Ranged 0 + 1.
    let said = play.said("attack kit guard weapon=hatchet = 6662");
    holds(&made_of(&said), &["Wits 3", "Hatchet at Reach 1", "= 4d10"]);
    play.ok("next");
    play.ok("shift kit far guard free=yes");
    // Light thrown, Far: illegal.
    play.refuses(
        "attack kit guard weapon=hatchet",
        &["Far", "allowed: Close, Near, Reach"],
    );
    play.ok("shift kit near guard free=yes");
    holds(
        &play.said("attack kit guard weapon=hatchet throw=yes = 6662"),
        &["Wits 3 + Ranged 0"],
    );
}

#[test]
fn unarmed_is_close_only() {
    let mut play = on(campaign().pc("Moth", [3, 2, 2, 2], "skills: { melee: 2 }"));
    play.refuses("attack moth guard", &["unarmed at Guard", "allowed: Close"]);
    play.ok("shift moth close guard");
    // R59: Harm 1, +0, Fast: move and attack.
    holds(
        &play.said("attack moth guard = 66622"),
        &["unarmed at Close, Harm 1", "= 5d10", "hit for 1"],
    );
}

#[test]
fn a_weapon_that_nobody_weighs_is_refused_with_what_to_do() {
    let mut play = on(campaign().pc("Una", [2, 2, 2, 2], "weapon: Moon Hook"));
    play.refuses(
        "attack una guard",
        &["Moon Hook", "nothing says how heavy", "weight = \"medium\""],
    );
}

#[test]
fn neglected_and_compromised_weapons() {
    // rules/04 §3: Body 3, Melee 2, Medium at Near is 7.
    let sheet = "skills: { melee: 2 }\nweapon: { name: blade, weight: medium }";
    let mut play = on(campaign().pc("Una", [3, 2, 2, 2], sheet));
    play.ok("party:named(\"Una\").weapon:degrade()");
    for _ in 0..2 {
        let said = play.said("attack una guard = 222222");
        holds(&made_of(&said), &["neglected blade 1", "= 6d10"]);
        play.ok("next");
    }
    play.ok("party:named(\"Una\").weapon:degrade()");
    holds(
        &made_of(&play.said("attack una guard = 222222")),
        &["compromised blade 1", "= 6d10"],
    );
    // The second attack of the round: a talent's extra one, by the GM's word.
    let second =
        r#"attack("Una", "Guard", { extra = true, faces = "2222222", because = "whirlwind" })"#;
    let line = made_of(&play.said(second));
    assert!(
        !line.contains("compromised") && line.contains("= 7d10"),
        "{line}"
    );
    play.ok("next");
    holds(
        &made_of(&play.said("attack una guard = 222222")),
        &["compromised blade 1"],
    );
}

#[test]
fn shooting_into_close_changes_the_position_and_not_the_dice() {
    let mut play = fight();
    play.ok("shift wyn close guard");
    play.ok(r#"scene.set({ position = "dominant" })"#);
    let said = play.said(r#"attack("Wyn", "Guard", { faces = "66622 / 2", answers = { "no" } })"#);
    holds(
        &made_of(&said),
        &["= 5d10", "Desperate", "Desperate: war bow at Close"],
    );
    // A Light one manages it at Controlled: a limit, not a step.
    let sheet = "skills: { ranged: 2 }\nweapon: { name: sling, weight: light, ranged: true }";
    let mut play = on(campaign().pc("Una", [2, 3, 2, 2], sheet));
    play.ok("shift una close guard");
    play.ok(r#"scene.set({ position = "dominant" })"#);
    let said = play.said(r#"attack("Una", "Guard", { faces = "66622", answers = { "no" } })"#);
    holds(
        &made_of(&said),
        &["Controlled   DV 3", "Controlled: sling at Close"],
    );
    play.ok("next");
    play.ok(r#"scene.set({ position = "desperate" })"#);
    // A limit from above: a worse scene stays worse.
    let said = play.said(r#"attack("Una", "Guard", { faces = "66622 / 2", answers = { "no" } })"#);
    assert!(!made_of(&said).contains("sling at Close   "), "{said}");
    holds(&made_of(&said), &["Desperate   DV 3"]);
}

#[test]
fn in_melee_is_directional() {
    let mut play = on(campaign().pc("Una", [2, 2, 2, 2], "weapon: Boar Spear"));
    play.ok(r#"spawn("Halberdier")"#);
    play.ok("shift una reach guard");
    play.ok("shift bren reach halberdier");
    let melee =
        |play: &mut super::Play, a: &str, b: &str| play.value(&format!("({a}):in_melee({b:?})"));
    // R53: the spear at Reach is in Melee, the sword before it isn't back.
    assert_eq!(melee(&mut play, r#"party:named("Una")"#, "Guard"), true);
    assert_eq!(melee(&mut play, r#"foes:named("Guard")"#, "Una"), false);
    assert_eq!(
        melee(&mut play, r#"foes:named("Halberdier")"#, "Bren"),
        true
    );
    assert_eq!(
        melee(&mut play, r#"party:named("Bren")"#, "Halberdier"),
        false
    );
    play.ok("shift bren near halberdier");
    assert_eq!(
        melee(&mut play, r#"party:named("Bren")"#, "Halberdier"),
        true
    );
}

#[test]
fn definitions_are_checked() {
    for (body, words) in [
        ("{}", vec!["needs a weight"]),
        ("{ weight = \"massive\" }", vec!["weight", "massive"]),
        (
            "{ weight = \"light\", wieght = 1 }",
            vec!["wieght", "weight"],
        ),
        (
            "{ weight = \"light\", harm = 0.5 }",
            vec!["harm", "whole number"],
        ),
    ] {
        let campaign = campaign().file("bad.luau", &format!("weapon \"Bad One\" {body}"));
        let play = campaign.play();
        let said: String = play
            .table
            .greeting()
            .iter()
            .map(|line| line.text.clone() + "\n")
            .collect();
        for word in words {
            assert!(said.contains(word), "{body}: {word:?} is not in {said}");
        }
    }
}

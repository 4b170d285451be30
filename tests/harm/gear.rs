//! Tracks, shields, worn gear and mending (rules/02 §1, §3, rules/22 §1–§3).

use serde_json::json;

use crate::play::{Campaign, Play};

fn one(sheet: &str) -> Play {
    two(Campaign::empty(), sheet)
}

fn two(campaign: Campaign, sheet: &str) -> Play {
    let mut play = campaign
        .pc("Ilse", [3, 2, 2, 2], sheet)
        .pc("Maud", [2, 3, 2, 2], "skills: { craft: 2 }")
        .play();
    play.ok(r#"scene.start("Here")"#);
    play
}

fn pool(play: &mut Play, line: &str) -> i64 {
    play.value(line)["pool"].as_i64().unwrap()
}

#[test]
fn conditioning_makes_the_track_one_longer() {
    let mut play = one("talents: [Conditioning]");
    assert_eq!(play.value("party[1].fatigue_size"), json!(4));
    play.ok("mark ilse fatigue 3");
    assert_eq!(play.hf("Ilse"), (0, 3));
    play.ok("mark ilse fatigue");
    assert_eq!(play.hf("Ilse"), (1, 0));
}

#[test]
fn worked_hits_22_and_23_with_a_heater() {
    for (armor, before, hit, after) in [("light", 0, 2, (0, 2)), ("medium", 1, 3, (1, 2))] {
        let mut play = one(&format!("armor: {armor}\nshield: heater\nweapon: light"));
        play.set_hf("Ilse", 0, before);
        let said = play.said(&format!("hit ilse {hit}"));
        assert!(
            said.contains("the heater turns 1 Harm into Fatigue"),
            "{said}"
        );
        assert_eq!(play.hf("Ilse"), after, "{armor}");
    }
}

#[test]
fn r26_the_heater_is_asked_for_once_a_scene_and_only_when_harm_is_left() {
    let mut play = one("armor: light\nshield: heater");
    // Nothing left to turn: not spent.
    play.ok("hit ilse 1");
    assert_eq!(play.hf("Ilse"), (0, 1));
    play.ok(r#"hit("Ilse", 2, "an axe", { answers = { heater = false } })"#);
    assert_eq!(play.hf("Ilse"), (1, 1), "the bearer said no");
    play.ok("hit ilse 2");
    assert_eq!(play.hf("Ilse"), (2, 0), "F 1 + 2 runs over");
    play.ok("set ilse harm=0 fatigue=0");
    play.ok("hit ilse 2");
    assert_eq!(play.hf("Ilse"), (1, 1), "spent in this scene");
    play.ok(r#"scene.start("Next")"#);
    play.ok("set ilse harm=0 fatigue=0");
    play.ok("hit ilse 2");
    assert_eq!(play.hf("Ilse"), (0, 2));
}

#[test]
fn shields_cost_a_die_on_ranged_attacks() {
    for (shield, want) in [("buckler", 4), ("heater", 4), ("pavise", 5)] {
        let mut play = one(&format!("shield: {shield}\nskills: {{ ranged: 3 }}"));
        let line = r#"roll("Ilse", "wits + ranged", 3)"#;
        assert_eq!(pool(&mut play, line), want, "{shield}");
    }
}

#[test]
fn a_pavise_is_planted() {
    let mut play = one("shield: pavise\nweapon: light");
    let said = play.said("plant ilse the archers");
    assert!(said.contains("heavy cover against the archers"), "{said}");
    assert_eq!(play.value("party[1].conditions"), json!(["Planted"]));
    play.refuses("plant maud", &["only a pavise"]);
}

#[test]
fn a_heavy_weapon_and_a_shield_are_a_hand_too_many() {
    let play = Campaign::empty()
        .pc("Ilse", [3, 2, 2, 2], "weapon: heavy\nshield: buckler")
        .play();
    assert!(play.state().cast.is_empty());
    let told: Vec<String> = play
        .table
        .greeting()
        .iter()
        .map(|l| l.text.clone())
        .collect();
    assert!(told.join("\n").contains("both hands"), "{told:?}");
}

#[test]
fn r33_armor_hampers_what_it_hampers_and_once() {
    // armor, switch, pool, options, dice lost
    for (armor, switch, roll, opts, lost) in [
        ("light", false, "body + athletics", "", 0),
        ("light", true, "body + athletics", "", 1),
        ("light", true, "wits + stealth", "", 0),
        ("medium", false, "body + melee", "", 1),
        ("medium", false, "wits + stealth", "", 1),
        ("medium", false, "presence + deception", "", 0),
        ("medium", false, "wits + deception", "covert = true", 1),
        ("heavy", false, "wits + ranged", "", 2),
        ("heavy", false, "wits + deception", "covert = true", 2),
        ("heavy", false, "wits + lore", "covert = true", 0),
    ] {
        let campaign = match switch {
            true => Campaign::empty().switch("light_armor_penalty", "on"),
            false => Campaign::empty(),
        };
        let all =
            "skills: { athletics: 2, melee: 2, stealth: 2, deception: 2, ranged: 2, lore: 2 }";
        let mut play = two(campaign, &format!("armor: {armor}\n{all}"));
        let line = format!(r#"roll("Ilse", "{roll}", 3, {{ {opts} }})"#);
        let full = if roll.starts_with("body") { 5 } else { 4 };
        assert_eq!(pool(&mut play, &line), full - lost, "{armor} {roll} {opts}");
    }
}

#[test]
fn the_injury_of_harm_one_matters_where_the_gm_says() {
    let mut play = one("");
    play.set_hf("Ilse", 1, 0);
    assert_eq!(pool(&mut play, "roll ilse body"), 3);
    assert_eq!(pool(&mut play, "roll ilse body injured=yes"), 2);
    play.set_hf("Ilse", 2, 0);
    assert_eq!(pool(&mut play, "roll ilse body"), 2);
    assert_eq!(
        pool(&mut play, "roll ilse body injured=yes"),
        2,
        "not twice"
    );
}

#[test]
fn mending_takes_what_is_printed() {
    let mut play = one("armor: heavy\nweapon: medium");
    let state = |play: &mut Play, item: &str| play.value(&format!("party[1].{item}.state"));
    play.refuses("mend maud ilse armor", &["maintained", "nothing to mend"]);
    // A short rest and tools: no roll.
    play.ok("degrade ilse armor");
    let said = play.said("mend maud ilse's armor");
    assert!(
        said.contains("mended by Maud") && !said.contains("DV"),
        "{said}"
    );
    assert_eq!(state(&mut play, "armor"), json!("maintained"));
    // A scene of work.
    play.ok("degrade ilse weapon");
    play.ok("degrade ilse weapon");
    let said = play.said("mend maud ilse weapon = 9 9 2 2 2");
    assert!(said.contains("DV 3"), "{said}");
    play.refuses(
        "mend maud ilse weapon = 9 9 9 2 2",
        &["a scene of work", "once per scene"],
    );
    play.ok(r#"scene.start("Next")"#);
    play.ok("mend maud ilse weapon = 9 9 9 2 2");
    assert_eq!(state(&mut play, "weapon"), json!("neglected"));
    // A full day, all the way.
    play.ok("degrade ilse weapon");
    play.ok(r#"scene.start("A day")"#);
    let said = play.said("mend maud ilse weapon maintained = 9 9 9 9 2");
    assert!(said.contains("DV 4"), "{said}");
    assert_eq!(state(&mut play, "weapon"), json!("maintained"));
    // A smith.
    play.ok("degrade ilse armor");
    play.ok("degrade ilse armor");
    let said = play.said("mend maud ilse armor maintained smith=yes");
    assert!(said.contains("mended by a smith"), "{said}");
    assert_eq!(state(&mut play, "armor"), json!("maintained"));
    play.ok("undo");
    assert_eq!(state(&mut play, "armor"), json!("compromised"));
}

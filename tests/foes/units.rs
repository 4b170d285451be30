//! Military units at the table: rules/05 §6.

use serde_json::json;
use storybeat::rules::scale::cap_xp;

use crate::play::{Campaign, Play};

const HOSTS: &str = r#"
unit "Squad"     { cap = 1, scale = 1 }
unit "Company"   { cap = 2, scale = 2, speciality = "melee", skills = { athletics = 1 }, supply = 6, morale = 4,
                   on_rout = { gain = 1, say = "They throw their shields away." }, on_supply = { say = "The last biscuit." } }
unit "Battalion" { cap = 3, scale = 3, speciality = "melee" }
unit "Host"      { cap = 5, scale = 4, speciality = "sway" }
"#;

fn field() -> Play {
    let mut play = Campaign::bridge().file("hosts.luau", HOSTS).play();
    play.ok("scene.start(\"The Ford\")");
    for unit in ["Squad", "Company", "Battalion", "Host"] {
        play.ok(&format!("muster(\"{unit}\")"));
    }
    play
}

#[test]
fn r75_scale_changes_effect_and_nothing_else() {
    // Own, enemy, action, what a base of Standard becomes; nothing: refused.
    let rows = [
        ("Battalion", "Company", "volley", Some("great")),
        ("Company", "Battalion", "charge", Some("limited")),
        ("Company", "Battalion", "precise", Some("standard")),
        ("Squad", "Battalion", "charge", None),
        ("Squad", "Battalion", "sabotage", Some("standard")),
        ("Host", "Company", "volley", Some("great")),
        ("Host", "Squad", "encircle", Some("great")),
        ("Squad", "Host", "scout", Some("standard")),
        ("Squad", "Host", "raid", Some("standard")),
        ("Squad", "Host", "assassinate", Some("standard")),
        ("Squad", "Host", "delay", Some("standard")),
        ("Squad", "Host", "volley", None),
        ("Battalion", "Company", "raid", Some("standard")),
    ];
    let mut play = field();
    for (own, enemy, action, wanted) in rows {
        let line = format!("engage(\"{own}\", \"{enemy}\", \"{action}\")");
        match wanted {
            Some(effect) => assert_eq!(play.value(&line), json!(effect), "{line}"),
            None => play.refuses(&line, &["nothing head-on", "sabotage", "rules/05 §6"]),
        }
    }
    // Equal Scale: nothing changes; Effect stays within Limited and Great.
    play.ok("muster(\"Company\")");
    assert_eq!(
        play.value("engage(\"Company\", \"Company B\", \"charge\")"),
        json!("standard")
    );
    assert_eq!(
        play.value("engage(\"Host\", \"Squad\", \"charge\", { effect = \"great\" })"),
        json!("great")
    );
    assert_eq!(
        play.value("engage(\"Company\", \"Battalion\", \"charge\", { effect = \"limited\" })"),
        json!("limited")
    );
    // Neither DV nor dice: the commander's roll is what it was.
    let said = play.said("roll(\"Ellis\", \"presence + sway\", 3, { effect = engage(\"Battalion\", \"Company\", \"charge\"), faces = \"9 8\" })");
    assert!(
        said.contains("= 2d10   Controlled   DV 3   Great Effect"),
        "{said}"
    );
    assert!(
        said.contains(
            "Battalion (III) charge against Company (II): Great Effect   the larger, over ground"
        ),
        "{said}"
    );
}

#[test]
fn the_gm_may_rule_otherwise_and_it_is_written_down() {
    let mut play = field();
    let said = play.said("engage(\"Squad\", \"Host\", \"charge\", { because = \"in the gorge\" })");
    assert!(
        said.contains("overruled") && said.contains("in the gorge"),
        "{said}"
    );
    assert!(said.contains("Limited Effect"), "{said}");
}

#[test]
fn words_at_the_prompt() {
    let mut play = field();
    let said = play.said("engage battalion company volley");
    assert!(said.contains("Great Effect"), "{said}");
    let line = play.said("company");
    assert_eq!(
        line,
        "Company   Cap 2 trained   Scale II company   Supply 6 of 6 left   Morale 0 of 4 lost"
    );
    assert!(
        play.said("muster squad name=\"The Forlorn Hope\" owner=lyra")
            .contains("with Lyra")
            || play.value("#units") == json!(5)
    );
    play.ok("tick \"morale of company\" 2");
    assert!(play.said("company").contains("Morale 2 of 4 lost"));
}

#[test]
fn supply_empties_and_morale_fills_to_a_rout() {
    let mut play = field();
    let said = play.said("tick(\"Supply of Company\", 6)");
    assert!(said.contains("The last biscuit."), "{said}");
    assert!(play.said("company").contains("Supply 0 of 6 left"));
    let said = play.said("company.morale:tick(4, \"the left wing breaks\")");
    assert!(
        said.contains("Company is out: routs") && said.contains("shields away"),
        "{said}"
    );
    assert_eq!(play.state().bank, 1);
    assert_eq!(play.value("#units"), json!(3));
    play.refuses(
        "engage(\"Host\", \"Company\", \"charge\")",
        &["is out: routs"],
    );
    play.ok("undo");
    assert_eq!(play.value("#units"), json!(4));
    assert_eq!(play.state().bank, 0);
    // They don't count among the three timers of a scene.
    for name in ["One", "Two", "Three"] {
        play.ok(&format!("start(\"{name}\", 4)"));
    }
}

#[test]
fn r96_it_helps_with_the_smaller_of_cap_and_skill() {
    let mut play = field();
    // Unit, pool, dice: Cap in its speciality, a listed rating, else none; three at most.
    let rows = [
        ("Company", "body + melee", 2),
        ("Company", "body + athletics", 1),
        ("Company", "wits + lore", 0),
        ("Battalion", "body + melee", 3),
        ("Host", "presence + sway", 3),
    ];
    for (unit, pool, dice) in rows {
        assert_eq!(
            play.value(&format!("units:named(\"{unit}\"):helps(\"{pool}\")")),
            json!(dice),
            "{unit} {pool}"
        );
    }
}

#[test]
fn cap_squared_is_the_price() {
    for (cap, xp) in [(1, 1), (2, 4), (3, 9), (4, 16), (5, 25)] {
        assert_eq!(cap_xp(cap).unwrap(), xp);
    }
    assert!(cap_xp(0).is_err() && cap_xp(6).is_err());
    let mut play = field();
    assert_eq!(
        play.value("{ units[1].xp, units[2].xp, units[3].xp, units[4].xp }"),
        json!([1, 4, 9, 25])
    );
    play.refuses("units[1].tl", &["unknown field"]);
}

#[test]
fn what_a_unit_cannot_be_is_named() {
    let rows = [
        ("cap = 0, scale = 1", "cap"),
        ("cap = 6, scale = 1", "cap"),
        ("cap = 2, scale = 5", "scale"),
        ("cap = 2", "needs a scale"),
        ("scale = 2", "needs a cap"),
        ("cap = 2, scale = 2, morale = 5", "4, 6, 8 or 10"),
        ("cap = 2, scale = 2, tl = 3", "tl"),
        ("cap = 2, scale = 2, speciality = \"marching\"", "marching"),
    ];
    for (body, words) in rows {
        let play = Campaign::empty()
            .file("mob.luau", &format!("unit \"Mob\" {{ {body} }}"))
            .play();
        let told: Vec<String> = play
            .table
            .greeting()
            .iter()
            .map(|line| line.text.clone())
            .collect();
        let told = told.join("\n");
        assert!(play.table.catalog().units.get("Mob").is_none(), "{body}");
        assert!(
            told.contains(words) && told.contains("mob.luau"),
            "{body}: {told}"
        );
    }
}

#[test]
fn units_are_undone_and_hidden_and_end_with_their_timers() {
    let mut play = field();
    let read = play.players_read("muster(\"Squad\", { hidden = true })");
    assert_eq!(read, "");
    play.ok("disband(\"Host\", \"marches home\")");
    assert_eq!(play.value("units:has(\"Host\")"), json!(false));
    assert!(!play.said("timers").contains("of Host"));
    play.ok("undo");
    assert!(play.said("timers").contains("Morale of Host"));
    play.refuses("muster(\"Squad\", { name = \"Company\" })", &["taken"]);
    play.refuses("muster(\"Sqaud\")", &["Squad", "made on the spot"]);
    play.ok("muster reed horde cap=1 scale=4");
    assert_eq!(
        play.value("{ horde.cap, horde.scale, horde.supply.size }"),
        json!([1, 4, 4])
    );
    play.refuses("hit(\"Host\", 2)", &["unknown creature"]);
}

//! What a foe is made of: kinds of Harm, riders, gauges, nerve, Leash.

use serde_json::json;

use crate::play::{Campaign, Play};

const SHADE: &str = r#"
adversary "Shade" {
    tl = 2, resists = { physical = "half", song = "immune" }, leash = true, pool = { stealth = 5, arcana = 4 },
    move "Chill" { cost = 1, target = "pc", run = { fatigue = 1 } }, move "Fade" { cost = 1 },
}
adversary "Bruin" {
    tl = 6, armor = "medium", move "Roar" { cost = 1, target = "party", within = "near" },
    move "Bear Down" { cost = 2, target = "pc", rider = true, run = { apply = "Prone" } },
}
adversary "Footpad" { tl = 2, morale = 3, move "Snatch" { cost = 1 }, move "Bolt" { cost = 1 } }
adversary "Plain" { tl = 2, move "A" { cost = 1 }, move "B" { cost = 1 } }
"#;

fn table() -> Play {
    let mut play = Campaign::bridge().file("shade.luau", SHADE).play();
    play.ok("scene.start(\"Dusk\")");
    play
}

#[test]
fn r73_half_physical_harm_falls_before_armor_and_nothing_is_no_hit() {
    // Harm, options, Resilience left of 3, Fatigue; the old Fatigue is 1.
    let rows = [
        (1, "", 3, 1),
        (2, "", 2, 0),
        (3, "", 2, 0),
        (4, "", 1, 0),
        (2, "{ tags = { \"magic\" } }", 1, 0),
        (2, "{ tags = { \"STONE\" } }", 2, 0),
        (9, "{ tags = { \"SONG\" } }", 3, 1),
    ];
    for (harm, opts, resilience, fatigue) in rows {
        let mut play = table();
        play.ok("spawn(\"Shade\")");
        play.ok("mark shade fatigue");
        let opts = if opts.is_empty() { "nil" } else { opts };
        play.ok(&format!("hit(\"Shade\", {harm}, \"a blow\", {opts})"));
        assert_eq!(
            play.value("{ shade.resilience, shade.fatigue }"),
            json!([resilience, fatigue]),
            "Harm {harm} {opts}"
        );
    }
    let mut play = table();
    play.ok("spawn(\"Shade\")");
    let said = play.said("hit shade 1 a thrown cup");
    assert!(said.contains("half of physical Harm 1 is 0"), "{said}");
    let said = play.said("hit(\"Shade\", 2, \"a hymn\", { tags = { \"song\" } })");
    assert!(said.contains("immune to song Harm"), "{said}");
}

#[test]
fn a_rider_follows_a_hit_and_is_no_second_attack() {
    let mut play = table();
    play.ok("spawn(\"Bruin\")");
    play.ok("gain(9)");
    let menu = play.said("menu");
    assert!(menu.contains("follows a hit of its own"), "{menu}");
    play.refuses("use(\"Bear Down\", \"Ellis\")", &["wasn't hit"]);
    // The threat costs nothing; it lands.
    play.ok("threaten(\"Bruin\", \"Ellis\", nil, nil, { faces = \"2 3\" })");
    assert_eq!(play.state().bank, 9);
    let menu = play.said("menu");
    assert!(menu.contains("at Ellis"), "{menu}");
    let before = play.hf("Ellis");
    let said = play.said("use(\"Bear Down\")");
    assert!(said.contains("Ellis is Prone"), "{said}");
    assert_eq!(play.hf("Ellis"), before, "no second attack");
    assert_eq!(play.state().bank, 7);
    // One hit, one rider.
    play.refuses("use(\"Bear Down\")", &["nobody can be its target"]);
    play.ok("undo");
    assert_eq!(play.state().bank, 9);
    // The next exchange forgets the hit.
    play.ok("exchange.next()");
    play.refuses("use(\"Bear Down\")", &["nobody can be its target"]);
}

#[test]
fn an_announced_attack_has_its_lesser_result() {
    let mut play = table();
    play.ok("spawn(\"Plain\", { name = \"Cutter\" })");
    // The rulebook's sequence: Harm 2 announced, Partial "Harm 1", light armor turns it to Fatigue, +1 Boon, 1 SB.
    let said = play.said("threaten(\"Cutter\", \"Lyra\", nil, 3, { faces = \"8 5 4 1\", position = \"controlled\" })");
    assert!(said.contains("Partial: +1 Boon"), "{said}");
    assert_eq!(play.hf("Lyra"), (0, 1));
    assert_eq!(play.state().bank, 1);
    // What was agreed: nothing on a Partial.
    play.ok("threaten(\"Cutter\", \"Sera\", nil, nil, { lesser = 0, faces = \"9 2\" })");
    assert_eq!(play.hf("Sera"), (0, 0));
    // A success turns it and gives nothing back.
    play.ok("threaten(\"Cutter\", \"Sera\", nil, 2, { faces = \"9 9\" })");
    assert_eq!(play.value("cutter.resilience"), json!(3));
}

#[test]
fn a_tired_foe_gives_a_step_for_each_fatigue_up_to_dominant() {
    for (fatigue, position, faces) in [
        (0, "desperate", "9 8 7 6 / 7"),
        (1, "controlled", "9 8 7 6"),
        (2, "dominant", "9 8 7 6"),
    ] {
        let mut play = table();
        play.ok("spawn(\"Bruin\")");
        play.ok("scene.start(\"Ridge\", { position = \"desperate\" })");
        play.ok("spawn(\"Bruin\")");
        if fatigue > 0 {
            play.ok(&format!("mark(foes[1], \"fatigue\", {fatigue})"));
        }
        assert_eq!(
            play.value(&format!("roll(\"Ellis\", \"body + melee\", 3, {{ against = foes[1], faces = \"{faces}\" }}).position")),
            json!(position),
            "Fatigue {fatigue}"
        );
    }
    let mut play = table();
    play.ok("spawn(\"Bruin\")");
    play.ok("mark(\"Bruin\", \"fatigue\", 3)");
    assert_eq!(
        play.value("roll(\"Ellis\", \"body + melee\", 3, { against = foes[1], faces = \"9 8 7 6\" }).position"),
        json!("dominant")
    );
}

#[test]
fn nerve_breaks_when_hurt_or_outnumbered() {
    let mut play = table();
    play.ok("spawn(\"Footpad\", 3)");
    play.refuses(
        "press(\"Footpad A\", \"Lyra\")",
        &["neither hurt nor outnumbered"],
    );
    play.ok("hit footpad a 1");
    let said = play.said("press(\"Footpad A\", \"Lyra\", nil, { faces = \"2 3\" })");
    assert!(said.contains("DV 3") && said.contains("is hurt"), "{said}");
    assert_eq!(play.value("#foes"), json!(3));
    play.ok("defeat(\"Footpad B\")");
    let said = play.said("press(\"Footpad C\", \"Lyra\", \"presence\", { faces = \"10 9\" })");
    assert!(
        said.contains("outnumbered") && said.contains("is out: flees"),
        "{said}"
    );
    play.ok("spawn(\"Plain\")");
    play.refuses(
        "press(\"Plain\", \"Lyra\")",
        &["no morale in its stat block"],
    );
}

#[test]
fn r77_the_leash_has_the_binders_spirit_and_the_threat_level() {
    let mut play = table();
    // Sera has Spirit 3, the shade TL 2.
    play.ok("spawn(\"Shade\", { owner = \"Sera\" })");
    assert_eq!(play.value("shade.leash.size"), json!(5));
    assert_eq!(play.value("shade.leash.kind"), json!("leash"));
    assert_eq!(play.value("shade.owner.name"), json!("Sera"));
    play.ok("defeat(\"Shade\")");
    assert_eq!(play.value("#timers"), json!(0));
    play.refuses(
        "spawn(\"Plain\", { owner = \"Sera\" })",
        &["can't be bound"],
    );
    play.ok("spawn(\"Plain\")");
    assert_eq!(play.value("plain.leash"), json!(null));
}

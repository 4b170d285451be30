//! Wards and traps (rules/02 §9, R36, R37).

use serde_json::json;

use crate::play::{Campaign, Play};

/// Wits 3, Spirit 2, light armor, T 3; arcana, deception and insight 1.
fn warded(campaign: Campaign) -> Play {
    let mut play = campaign
        .pc(
            "Ilse",
            [3, 3, 2, 2],
            "armor: light\nskills: { arcana: 1, deception: 1, insight: 1 }",
        )
        .play();
    play.ok(r#"scene.start("Here")"#);
    play
}

fn ward(dv: u8) -> Play {
    let mut play = warded(Campaign::empty());
    play.ok(&format!("place salt line ward={dv}"));
    play
}

fn trap(campaign: Campaign, dv: u8) -> Play {
    let mut play = warded(campaign);
    play.ok(&format!("place needle latch trap={dv}"));
    play
}

#[test]
fn the_worked_example_stays_out_and_takes_the_harm() {
    let mut play = ward(3);
    let said = play.said("cross ilse salt line = 7 4 3 2 2");
    assert!(
        said.contains("Partial: +1 Boon") && said.contains("doesn't get past"),
        "{said}"
    );
    assert_eq!(play.hf("Ilse"), (0, 1));
    assert_eq!(play.pc("Ilse").boons, 1);
}

#[test]
fn ma04_a_ward_of_two_stops_and_does_no_harm() {
    let mut play = ward(2);
    let roll = play.value(r#"cross("Ilse", "Salt Line", nil, { faces = "74322" })"#);
    assert_eq!(roll["outcome"], json!("partial"));
    assert_eq!(play.hf("Ilse"), (0, 0), "Harm 0 is no hit");
    assert_eq!(play.pc("Ilse").boons, 1);
}

#[test]
fn crossing_by_dv() {
    for (dv, faces, crossed, after) in [
        (3, "99922", true, (0, 0)),
        (3, "99912", true, (0, 0)),
        (4, "99922", false, (1, 1)),
        (5, "99992", false, (2, 1)),
        (5, "99999", true, (0, 0)),
        (4, "22222", false, (1, 1)),
    ] {
        let mut play = ward(dv);
        let said = play.said(&format!(
            r#"cross("Ilse", "Salt Line", nil, {{ faces = "{faces}" }})"#
        ));
        assert_eq!(said.contains("Ilse crosses Salt Line"), crossed, "{said}");
        assert_eq!(play.hf("Ilse"), after, "DV {dv} {faces}");
        play.ok("undo");
        assert_eq!(play.hf("Ilse"), (0, 0));
    }
}

#[test]
fn presence_does_as_well() {
    let mut play = ward(3);
    let roll = play.value(r#"cross("Ilse", "Salt Line", "presence + spirit", { faces = "9992" })"#);
    assert_eq!(roll["pool"], json!(4));
}

#[test]
fn a_disabled_ward_sleeps_for_the_scene_or_for_good() {
    for (answer, after) in [("scene", false), ("good", true)] {
        let mut play = ward(3);
        play.ok("disable ilse salt line = 9 9 2 2");
        assert_eq!(play.value("wards[1].inert"), json!(false));
        play.ok(&format!(
            r#"disable("Ilse", "Salt Line", {{ faces = "9992", answers = {{ inert = "{answer}" }} }})"#
        ));
        assert_eq!(play.value("wards[1].inert"), json!(true));
        let said = play.said("cross ilse salt line");
        assert!(
            said.contains("crosses") && !said.contains("DV"),
            "no roll: {said}"
        );
        play.refuses("disable ilse salt line", &["inert already"]);
        play.ok(r#"scene.start("Next")"#);
        assert_eq!(play.value("wards[1].inert"), json!(after), "{answer}");
    }
}

#[test]
fn r36_a_failed_disabling_does_nothing() {
    let mut play = ward(5);
    let said = play.said("disable ilse salt line = 2 2 2 2");
    assert!(said.contains("Salt Line holds"), "{said}");
    assert_eq!(play.hf("Ilse"), (0, 0));
}

#[test]
fn a_spell_disables_without_a_roll() {
    let mut play = ward(5);
    play.ok(r#"disable("Ilse", "Salt Line", { spell = "DISPEL" })"#);
    assert_eq!(play.value("wards[1].inert"), json!(true));
}

#[test]
fn adversaries_cross_by_the_gms_word_and_take_harm_as_foes() {
    let mut play = Play::new();
    play.ok(r#"spawn("Ash Rat")"#);
    play.ok("place salt line ward=4");
    play.ok("cross rat salt line");
    assert_eq!(
        play.value("rat.resilience"),
        json!(1),
        "Harm 2, no armor, default no"
    );
    let said = play.said(r#"cross("Ash Rat", "Salt Line", nil, { answers = { cross = true } })"#);
    assert!(said.contains("Ash Rat crosses"), "{said}");
}

#[test]
fn modifiers_raise_the_dv_and_listeners_hear() {
    let mut play = warded(Campaign::empty().file(
        "h.luau",
        r#"
        modify.cross(function(e) return { dv = 1, why = "a full moon" } end)
        on.cross(function(e) note(`{e.who.name} {e.ward.name} {e.crossed} {e.ticks}`) end)
        on.disable(function(e) note(`{e.ward.name} {e.disabled}`) end)
        "#,
    ));
    play.ok("place salt line ward=3");
    let roll = play.value(r#"cross("Ilse", "Salt Line", nil, { faces = "99922" })"#);
    assert_eq!(roll["dv"], json!(4));
    assert_eq!(play.state().notes.last().unwrap(), "Ilse Salt Line false 0");
    play.ok(r#"wards[1].memory.x = 1"#);
    play.ok("clear ilse fatigue");
    play.ok("disable ilse salt line = 9 9 9 2");
    assert_eq!(play.state().notes.last().unwrap(), "Salt Line true");
}

#[test]
fn wards_have_a_range_and_a_name_of_their_own() {
    let mut play = ward(3);
    play.refuses("place reed door ward=6", &["from 2 to 5"]);
    play.refuses("place reed door ward=1", &["from 2 to 5"]);
    play.refuses(
        r#"place("Reed Door", { ward = 3, trap = 3 })"#,
        &["One of the two"],
    );
    play.refuses("place salt line ward=3", &["something of this name"]);
    play.refuses(
        r#"cross("Ilse", "Salt Lime")"#,
        &["did you mean", "Salt Line"],
    );
    play.ok("remove salt line");
    assert!(play.state().peril.wards.is_empty());
    play.refuses("cross ilse salt line", &["ward or trap"]);
}

#[test]
fn r37_disarming_by_the_switch() {
    // switch, faces, inert, answer, (H, F), SB
    for (switch, faces, inert, spring, after, sb) in [
        (false, "9999", true, None, (0, 0), 0),
        (false, "9922", false, Some(true), (1, 1), 0),
        (false, "9922", false, Some(false), (0, 0), 0),
        (false, "2222", false, Some(true), (1, 1), 0),
        (true, "9922", true, None, (0, 0), 1),
        (true, "2222", false, Some(true), (1, 1), 0),
    ] {
        let campaign = match switch {
            true => Campaign::empty().switch("trap_partial_disarms", "on"),
            false => Campaign::empty(),
        };
        let mut play = trap(campaign, 4);
        let answers = spring.map_or(String::new(), |yes| {
            format!(", answers = {{ spring = {yes} }}")
        });
        play.ok(&format!(
            r#"disarm("Ilse", "Needle Latch", {{ faces = "{faces}"{answers} }})"#
        ));
        assert_eq!(
            play.value("wards[1].inert"),
            json!(inert),
            "{switch} {faces}"
        );
        assert_eq!(play.hf("Ilse"), after, "{switch} {faces} {spring:?}");
        assert_eq!(play.state().bank, sb);
    }
}

#[test]
fn a_trap_is_the_gms_until_it_is_spotted() {
    let mut play = warded(Campaign::empty());
    let read = play.players_read("place needle latch trap=4");
    assert_eq!(read, "");
    play.ok("spot ilse latch = 9 9 9 2");
    assert_eq!(
        play.value("wards[1].known"),
        json!(false),
        "DV 4 unless said otherwise"
    );
    let read = play.players_read("spot ilse latch 3 = 9 9 9 2");
    assert!(read.contains("found: Needle Latch"), "{read}");
    let read = play.players_read("spring latch ilse");
    assert!(read.contains("Needle Latch is sprung on Ilse"), "{read}");
    assert_eq!(play.hf("Ilse"), (1, 1));
}

#[test]
fn a_trap_is_not_crossed_and_a_ward_not_sprung() {
    let mut play = trap(Campaign::empty(), 4);
    play.refuses("cross ilse latch", &["is a trap"]);
    play.refuses("disable ilse latch", &["disarm it"]);
    play.ok("place salt line ward=3");
    play.refuses("spring salt line ilse", &["is a ward"]);
    play.refuses("disarm ilse salt line", &["disable it"]);
}

#[test]
fn a_trap_of_two_hurts_nobody() {
    let mut play = trap(Campaign::empty(), 2);
    play.ok("spring latch ilse");
    assert_eq!(play.hf("Ilse"), (0, 0));
}

#[test]
fn facts_and_state_survive_the_journal() {
    use storybeat::table::event::Fact;
    use storybeat::table::state::State;
    let mut play = ward(3);
    let lines = [
        "place needle latch trap=4",
        "cross ilse salt line = 7 4 3 2 2",
        r#"disable("Ilse", "Salt Line", { spell = "FATE" })"#,
        "spot ilse latch 2 = 9 9 9 9",
        "spring latch ilse",
        "mark ilse fear 2",
        r#"apply("Ilse", "Entangled", { lasts = "exchange" }) apply("Ilse", "Entangled")"#,
        "hit ilse 9",
        "remove latch",
    ];
    for line in lines {
        for event in play.events_of(line) {
            let fact = Fact {
                event,
                cause: "the test".into(),
                by: None,
            };
            let json = serde_json::to_string(&fact).unwrap();
            assert_eq!(serde_json::from_str::<Fact>(&json).unwrap(), fact, "{json}");
        }
    }
    let json = serde_json::to_string(play.state()).unwrap();
    let back: State = serde_json::from_str(&json).unwrap();
    assert_eq!(back, *play.state());
}

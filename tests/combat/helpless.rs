//! Those who can't act, those who hold and are held, and what lasts an exchange or a turn (rules/02 §1, §6–§8; rules/04
//! §5; rules/05 §4.4).

use super::{campaign, fight, holds, on};

#[test]
fn one_at_harm_three_blocks_no_group_and_is_named() {
    for (line, rolls) in [
        (r#"party:resist("body + athletics", 2)"#, 3),
        ("frighten(party)", 3),
    ] {
        let mut play = fight();
        play.set_hf("Bren", 3, 0);
        let said = play.said(line);
        holds(&said, &["not asked, at Harm 3: Bren"]);
        assert_eq!(said.matches("d10 ").count(), rolls, "{said}");
    }
}

#[test]
fn a_move_on_the_party_leaves_out_who_lies_at_harm_three() {
    let quake = r#"
adversary "Quake" { tl = 3, move "Shake" { cost = 1, target = "party",
  resist = { pool = "body + athletics", dv = 3, on_miss = { hit = 3 } } }, move "Hum" { cost = 1 } }"#;
    let mut play = on(campaign().file("quake.luau", quake));
    play.ok("spawn quake");
    play.ok("gain 3");
    play.set_hf("Bren", 3, 0);
    holds(
        &play.said("use shake"),
        &["not asked, at Harm 3: Bren", "Kit   Body"],
    );
    assert!(!play.pc("Bren").dead);
}

#[test]
fn who_falls_on_the_way_is_left_out_and_the_others_roll() {
    let mut play = fight();
    let said = play.said(
        r#"party:resist("body + athletics", 5, { on_fail = function(e) if e.who.name == "Bren" then hit("Kit", 3, "the wall", { armor = "ignore" }) end end, faces = "2222 2222 22" })"#,
    );
    holds(&said, &["not asked, at Harm 3: Kit", "Osk   Body"]);
}

#[test]
fn the_helpless_are_hit_without_a_roll() {
    for (state, harm) in [("apply kit paralyzed", 1), ("apply kit frozen", 1)] {
        let mut play = fight();
        play.ok(state);
        let said = play.said("threaten guard kit");
        holds(&said, &["Kit", "can't resist", "a Miss without a roll"]);
        assert!(!said.contains("d10 "), "{said}");
        assert_eq!(play.hf("Kit").0, harm, "{state}");
        assert_eq!(play.state().bank, 0);
        // The mind is free.
        holds(&play.said("resist kit spirit + endurance"), &["d10 "]);
    }
    let mut play = fight();
    play.set_hf("Kit", 3, 0);
    play.ok("threaten guard kit");
    assert!(play.pc("Kit").dead, "more Harm at Harm 3");
}

#[test]
fn a_ruling_lets_the_helpless_roll() {
    let mut play = fight();
    play.ok("apply kit paralyzed");
    let said = play.said(r#"threaten("Guard", "Kit", nil, nil, { because = "one hand is free" })"#);
    holds(&said, &["d10 "]);
}

#[test]
fn acting_is_still_refused() {
    let mut play = fight();
    play.ok("apply kit paralyzed");
    play.refuses("roll kit wits", &["Paralyzed: no actions"]);
}

#[test]
fn what_goes_wrong_befalls_the_attacker_and_what_succeeds_the_foe() {
    for (faces, part, pc, foe) in [
        ("2222222", "on_miss", 1, 0),
        ("6222222", "on_partial", 1, 0),
        ("2222222", "on_fail", 1, 0),
        ("6662222", "on_success", 0, 1),
    ] {
        for verb in [
            r#"attack("Kit", "Guard", "#,
            r#"act("Kit", "attack", "Guard", nil, "#,
        ] {
            let mut play = fight();
            play.ok(r#"shift("Kit", "near", "Guard")"#);
            let faces = &faces[..5];
            play.ok(&format!(
                "{verb}{{ faces = \"{faces}\", {part} = {{ fatigue = 1 }}, harm = 0, partial = \"nothing\" }})"
            ));
            assert_eq!(play.hf("Kit").1, pc, "{verb} {part}");
            assert_eq!(play.foe("Guard").body.fatigue, foe, "{verb} {part}");
        }
    }
}

#[test]
fn the_line_of_a_miss_is_for_misses_without_a_consequence() {
    let mut play = fight();
    let given =
        play.said(r#"attack("Kit", "Guard", { faces = "22222", on_miss = { fatigue = 1 } })"#);
    assert!(!given.contains("something worse"), "{given}");
    play.ok("next");
    let none = play.said("attack kit guard = 22222");
    holds(&none, &["a Miss makes something worse"]);
}

#[test]
fn care_calming_and_disabling_take_the_action_where_turns_are_taken() {
    for (before, line) in [
        (
            r#"hit("Bren", 3, "a fall", { armor = "ignore" })"#,
            "stabilize kit bren",
        ),
        (
            r#"hit("Bren", 1, "a fall", { armor = "ignore" })"#,
            "treat kit bren",
        ),
        (r#"mark("Bren", "fear")"#, "calm kit bren"),
        (r#"place("Wire", { trap = 2 })"#, "disarm kit wire"),
        (r#"place("Salt", { ward = 2 })"#, "disable kit salt"),
    ] {
        let mut play = fight();
        play.ok(before);
        play.ok(line);
        assert!(!play.state().fight.on, "{line}: no turns, no cost");
        play.ok("undo");
        play.ok("turn kit");
        play.ok(line);
        play.refuses("attack kit guard", &["Action is spent"]);
        play.ok("undo");
        play.ok("attack kit guard = 22222");
        play.refuses(line, &["Action is spent"]);
    }
}

#[test]
fn r55_a_talent_s_attack_is_another_only_by_a_ruling() {
    let mut play = fight();
    play.ok("attack kit guard = 22222");
    play.refuses(
        r#"attack("Kit", "Guard", { extra = true })"#,
        &["second time"],
    );
    play.ok(r#"attack("Kit", "Guard", { extra = true, faces = "22222", because = "whirlwind" })"#);
}

#[test]
fn a_grip_ends_with_whoever_has_it_and_with_the_distance() {
    let crab = r#"
adversary "Crab" { tl = 3, armor = "none", move "Pinch" { cost = 1, target = "pc", run = { apply = "Grappled" } }, move "Click" { cost = 1 } }"#;
    for line in [
        r#"defeat("Crab", "boiled")"#,
        r#"hit("Crab", 9)"#,
        r#"leave("Crab")"#,
        r#"shift("Crab", "near", "Kit")"#,
        r#"shift("Kit", "far", "Crab")"#,
    ] {
        let mut play = on(campaign().file("crab.luau", crab));
        play.ok("spawn crab");
        play.ok(r#"shift("Crab", "close", "Kit")"#);
        play.ok("gain 2");
        play.ok("use pinch kit");
        assert_eq!(play.value(r#"party:named("Kit"):has("Grappled")"#), true);
        // Somebody else's end frees nobody.
        play.ok(r#"defeat("Guard", "fled")"#);
        assert_eq!(play.value(r#"party:named("Kit"):has("Grappled")"#), true);
        play.ok(line);
        assert_eq!(
            play.value(r#"party:named("Kit"):has("Grappled")"#),
            false,
            "{line}"
        );
        play.ok("undo");
        assert_eq!(play.value(r#"party:named("Kit"):has("Grappled")"#), true);
    }
}

#[test]
fn a_character_who_falls_lets_go() {
    let mut play = fight();
    play.ok("shift bren close guard");
    play.ok("grapple bren guard = 666222");
    play.ok(r#"hit("Bren", 3, "a fall", { armor = "ignore" })"#);
    assert_eq!(play.value(r#"foes[1]:has("Grappled")"#), false);
}

#[test]
fn an_exchange_s_condition_costs_one_exchange() {
    // Not acted yet: this exchange. Acted: the next.
    for (acts, after_one, after_two) in [(false, false, false), (true, true, false)] {
        let mut play = fight();
        if acts {
            play.ok("turn kit");
            play.ok("attack kit guard = 22222");
        }
        play.ok("apply kit paralyzed");
        for after in [after_one, after_two] {
            play.ok("exchange.next()");
            assert_eq!(
                play.value(r#"party:named("Kit"):has("Paralyzed")"#),
                after,
                "acted: {acts}"
            );
        }
    }
}

#[test]
fn defending_lasts_until_the_next_turn_whatever_the_exchange() {
    let mut play = fight();
    let defends = r#"party:named("Kit"):has("Defending")"#;
    play.ok("act kit defend");
    for _ in 0..3 {
        play.ok("exchange.next()");
        assert_eq!(play.value(defends), true);
    }
    // A shout is no turn.
    play.ok("act kit free");
    assert_eq!(play.value(defends), true);
    play.ok("turn kit");
    assert_eq!(play.value(defends), false);
}

#[test]
fn a_second_defend_in_a_turn_is_refused() {
    let mut play = fight();
    play.ok("act kit defend");
    play.refuses("act kit defend", &["Defend", "second time"]);
}

#[test]
fn what_is_waited_for_keeps_its_name() {
    let mut play = fight();
    play.ok("act kit ready guard moves");
    holds(&play.said("print(spotlight())"), &["holds: Guard moves"]);
}

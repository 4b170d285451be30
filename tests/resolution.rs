//! What a roll leaves to people, and what Boons and Story Beats do at the table: rules/01 §4, §7–§12, typed as a GM types it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/play.rs"]
mod play;

use play::{Campaign, Play, RAT, TROLL};
use storybeat::rules::values::{ItemState, Position};
use storybeat::script::outcome::Outcome;

/// Ilse and Otto, bound to each other, and Mara, who has a follower and a safe house.
fn three() -> Campaign {
    Campaign::empty()
        .pc("Ilse", [3, 3, 2, 2], "skills: { craft: 2 }\nbonds: [Otto]\nxp: 10")
        .pc("Otto", [2, 3, 2, 3], "skills: { insight: 1 }\nxp: 10\narmor: light")
        .pc(
            "Mara",
            [2, 2, 2, 3],
            "xp: 10\nskills: { stealth: 1 }\nfollowers:\n- { name: Pim, cap: 3, speciality: craft, skills: { stealth: 2, melee: 4 } }\n- { name: Grit, cap: 5, skills: { craft: 5 } }\nassets: [{ name: Safe House, size: minor }]",
        )
        .file("monsters/toll_troll.luau", TROLL)
        .file("monsters/ash_rat.luau", RAT)
}

fn table() -> Play {
    let mut play = three().play();
    play.ok(r#"scene.start("Here")"#);
    play
}

/// Answers one question after the other; the keys that were asked.
#[track_caller]
fn asked(play: &mut Play, line: &str, answers: &[&str]) -> Vec<String> {
    let mut outcome = play.eval(line);
    let mut keys = Vec::new();
    let mut answers = answers.iter();
    loop {
        match outcome {
            Outcome::Question(asking) => {
                keys.push(asking.question.key.clone());
                let answer = answers
                    .next()
                    .unwrap_or_else(|| panic!("asks too: {}", asking.prompt));
                outcome = play.table.answer(answer);
            }
            Outcome::Done(_) => return keys,
            Outcome::Failed(fault) => panic!("{line}\n{fault}"),
        }
    }
}

// ---- Position (01 §4) ----

#[test]
fn r06_a_dominant_roll_may_decline_its_reroll_and_a_desperate_one_may_not() {
    let mut play = table();
    let dominant = r#"roll("Ilse", 3, 2, { position = "dominant", faces = "9 7 4 / 1" })"#;
    assert!(play.said(dominant).contains("4 → 1 (Dominant)"));
    play.ok("undo()");
    let kept = play
        .said(r#"roll("Ilse", 3, 2, { position = "dominant", decline = true, faces = "9 7 4" })"#);
    assert!(kept.contains("9 7 4   2 successes   0 SB"), "{kept}");
    // `again` declines what was seen.
    play.ok("undo()");
    play.ok(r#"roll("Ilse", 3, 2, { position = "dominant", faces = "9 7 4 / 1" })"#);
    assert_eq!(play.state().bank, 1);
    play.ok(r#"again { decline = true, faces = "9 7 4" }"#);
    assert_eq!(play.state().bank, 0);
    let forced = play.said(
        r#"roll("Ilse", 3, 2, { position = "desperate", decline = true, faces = "9 7 4 / 1" })"#,
    );
    assert!(forced.contains("9 → 1 (Desperate)"), "{forced}");
}

#[test]
fn r95_heritage_and_affinity_are_a_step_together_once_a_scene() {
    let mut play = table();
    let said = play.said(r#"roll("Ilse", 2, 2, { origin = "heritage", faces = "9 8" })"#);
    assert!(said.contains("Dominant"), "{said}");
    assert!(said.contains("+1 step heritage"), "{said}");
    play.refuses(
        r#"roll("Ilse", 2, 2, { origin = "affinity", faces = "9 8" })"#,
        &["per scene", "used up"],
    );
    // Somebody else's is their own, and a new scene begins afresh.
    play.ok(r#"roll("Otto", 2, 2, { origin = "affinity", faces = "9 8" })"#);
    play.ok(r#"scene.start("There")"#);
    play.ok(r#"roll("Ilse", 2, 2, { origin = "affinity", faces = "9 8" })"#);
}

// ---- DVs above five (01 §5, R08) ----

#[test]
fn r08_a_computed_dv_above_five_becomes_worse_position() {
    let rows = [
        // computed, composed, Position, DV and Position of the roll
        (4, false, "controlled", Some((4, Position::Controlled))),
        (1, false, "controlled", Some((1, Position::Controlled))),
        (6, false, "controlled", Some((5, Position::Desperate))),
        (8, false, "dominant", Some((5, Position::Controlled))),
        (7, true, "dominant", Some((5, Position::Desperate))),
        (7, true, "controlled", None),
        (6, false, "desperate", None),
    ];
    for (dv, composed, position, want) in rows {
        let mut play = table();
        let line = format!(
            r#"roll("Ilse", 2, nil, {{ computed = {dv}, composed = {composed}, position = "{position}", faces = "10 10", decline = true }})"#
        );
        match want {
            Some((dv, position)) => {
                let said = play.said(&line);
                assert!(
                    said.contains(&format!("{position}   DV {dv}\n")),
                    "{line}\n{said}"
                );
            }
            None => play.refuses(&line, &["no single roll", "kind = \"work\""]),
        }
    }
    let mut raw = three().switch("dv_over_five", "raw").play();
    raw.ok(r#"scene.start("Here")"#);
    let said = raw.said(r#"roll("Ilse", 2, nil, { computed = 7, faces = "9 9" })"#);
    assert!(said.contains("Controlled   DV 7"), "{said}");
    raw.refuses(
        r#"roll("Ilse", 2, 3, { computed = 7, faces = "9 9" })"#,
        &["give one"],
    );
}

// ---- Critical tens (01 §7) ----

#[test]
fn r09_a_critical_step_stands_with_the_paid_ones_and_waits_for_the_next_roll() {
    let mut play = table();
    play.ok(
        r#"roll("Ilse", 2, 2, { faces = "10 3", answers = { critical = "+1 Position step" } })"#,
    );
    play.ok(r#"earn("Ilse", 2)"#);
    // One paid step a roll: the Boon is refused, and not charged (R02).
    play.refuses(
        r#"roll("Ilse", 2, 2, { pay = "boon", faces = "9 8" })"#,
        &["one paid Position step"],
    );
    assert_eq!(play.pc("Ilse").boons, 2);
    // By the GM's word both stand.
    let said = play.said(
        r#"roll("Ilse", 2, 2, { pay = "boon", position = "desperate", faces = "9 8", decline = true, because = "she has earned it" })"#,
    );
    assert!(said.contains("Dominant"), "{said}");
    play.ok("undo()");
    // It comes after Fatigue: two points make Desperate and take a die, the step lifts that and gives no die back (R07).
    play.ok(r#"set("Ilse", { fatigue = 2 })"#);
    let said = play.said(r#"roll("Ilse", 3, 2, { faces = "9 8" })"#);
    assert!(
        said.contains("= 2d10   Controlled   DV 2   +1 step critical"),
        "{said}"
    );
    // It is used up.
    let said = play.said(r#"roll("Ilse", 3, 2, { faces = "9 8 / 7" })"#);
    assert!(said.contains("Desperate"), "{said}");
}

#[test]
fn r09_a_critical_boon_is_outside_the_scene_cap_and_inside_the_hold_cap() {
    let mut play = table();
    let crit = r#"roll("Ilse", 2, 2, { faces = "10 3", answers = { critical = "+1 Boon" } })"#;
    for stakes in ["one", "two"] {
        play.ok(&format!(
            r#"roll("Ilse", 2, 3, {{ stakes = "{stakes}", faces = "9 3" }})"#
        ));
    }
    assert_eq!(play.pc("Ilse").boons, 2);
    play.ok(crit);
    assert_eq!(play.pc("Ilse").boons, 3);
    play.ok(r#"earn("Ilse", 2)"#);
    let said = play.said(crit);
    assert_eq!(play.pc("Ilse").boons, 5);
    assert!(said.contains("1 more can't be held"), "{said}");
}

#[test]
fn a_legendary_success_settles_and_moves_another_timer_or_turns_the_story() {
    let mut play = three().asking().play();
    play.ok(r#"scene.start("Here")"#);
    play.ok(r#"start("The Gate", 6)"#);
    play.ok(r#"start("Mob", 4, { kind = "threat" })"#);
    let line = r#"roll("Ilse", 3, 3, { timer = "The Gate", faces = "10 10 10" })"#;
    // The main timer isn't among them.
    assert_eq!(
        asked(&mut play, line, &["a secondary timer advances"]),
        ["legendary"]
    );
    assert_eq!(
        (play.timer("The Gate").filled, play.timer("Mob").filled),
        (2, 1)
    );
    let turn = play.eval(r#"roll("Ilse", 3, 3, { faces = "10 10 10" })"#);
    let Outcome::Question(question) = turn else {
        panic!("{turn:?}")
    };
    assert!(
        question.prompt.contains("what besides"),
        "{}",
        question.prompt
    );
    let Outcome::Done(done) = play.table.answer("a major story turn") else {
        panic!()
    };
    assert!(
        done.lines
            .iter()
            .any(|line| line.text.contains("story turn"))
    );
}

// ---- Boons (01 §8) ----

#[test]
fn a_bond_pays_once_a_session_whichever_side_acts() {
    let mut play = table();
    play.ok(r#"bond("Ilse", "Otto", "she steps between")"#);
    assert_eq!(play.pc("Ilse").boons, 1);
    play.refuses(r#"bond("Otto", "Ilse")"#, &["once per session"]);
    play.refuses(r#"bond("Mara", "Otto")"#, &["no bond with Otto"]);
    play.ok(r#"scene.start("There")"#);
    play.refuses(r#"bond("Ilse", "Otto")"#, &["once per session"]);
    play.ok("session.close()");
    play.ok("session.start()");
    play.ok("bond otto ilse he remembers the bridge");
    assert_eq!(play.pc("Otto").boons, 1);
}

#[test]
fn r11_gifts_are_one_a_scene_and_two_within_a_bond() {
    let mut play = table();
    play.ok(r#"earn({ "Ilse", "Mara" }, 4)"#);
    play.ok(r#"give("Ilse", "Otto", 2)"#);
    play.refuses(r#"give("Ilse", "Otto")"#, &["per scene"]);
    play.refuses(r#"give("Mara", "Otto", 2)"#, &["per scene"]);
    play.ok(r#"give("Mara", "Otto")"#);
    assert_eq!(play.pc("Otto").boons, 3);
}

#[test]
fn r13_the_whole_roll_again_keeps_tens_and_every_one() {
    let mut play = table();
    play.ok(r#"earn("Ilse", 1)"#);
    play.ok(r#"roll("Ilse", 5, 3, { faces = "10 1 4 3 2" })"#);
    assert_eq!((play.state().bank, play.pc("Ilse").boons), (1, 2));
    let said = play.said("reroll all = 1 9 2 8");
    assert!(
        said.contains("4 successes   2 SB   Success with SB"),
        "{said}"
    );
    assert!(said.contains("(all again)"), "{said}");
    // The Boon was one held before the roll, and what the Partial had paid is gone with it.
    assert_eq!((play.state().bank, play.pc("Ilse").boons), (2, 0));
    play.refuses("reroll all", &["once"]);
    play.ok(r#"roll("Ilse", 2, 2, { faces = "1 3" })"#);
    play.refuses("reroll all", &["costs 1 Boon"]);
    // Fatigue may stand in.
    play.ok(r#"reroll("all", "fatigue", { faces = "9 8" })"#);
    assert_eq!(play.pc("Ilse").body.fatigue, 1);
}

#[test]
fn a_single_reroll_and_the_whole_one_come_in_the_order_they_were_asked_in() {
    let mut play = table();
    play.ok(r#"earn("Ilse", 2)"#);
    play.ok(r#"roll("Ilse", 3, 3, { faces = "4 3 2" })"#);
    play.ok("reroll 4 = 9");
    play.ok("reroll all = 8 7 6");
    let said = play.said("again { dv = 2 }");
    assert!(
        said.contains("4 → 9 (a Boon)   9 → 8 (all again)   3 → 7 (all again)"),
        "{said}"
    );
    assert_eq!(play.pc("Ilse").boons, 0);
}

#[test]
fn r15_conversion_is_once_a_session_of_two_or_four() {
    let mut play = table();
    play.ok(r#"earn("Ilse", 5)"#);
    let xp = play.pc("Ilse").xp;
    play.ok(r#"convert("Ilse", 4)"#);
    assert_eq!((play.pc("Ilse").boons, play.pc("Ilse").xp), (1, xp + 2));
    play.ok(r#"earn("Ilse", 3)"#);
    play.refuses(r#"convert("Ilse", 2)"#, &["once per session"]);
}

#[test]
fn an_asset_on_screen_advances_a_timer_or_halts_it() {
    let mut play = table();
    play.ok(r#"earn("Mara", 1)"#);
    play.ok(r#"start("Hunters", 4, { kind = "threat" })"#);
    play.ok(r#"activate("Mara", "Safe House", "Hunters", { halt = true })"#);
    assert_eq!(play.pc("Mara").boons, 0);
    play.ok(r#"tick("Hunters")"#);
    assert_eq!(play.timer("Hunters").filled, 0);
    play.refuses(r#"activate("Mara", "Safe House")"#, &["costs 1 Boon"]);
    play.ok(r#"start("Rest", 4) activate("Mara", "safe house", "Rest", { pay = "fatigue" })"#);
    assert_eq!(
        (play.timer("Rest").filled, play.pc("Mara").body.fatigue),
        (1, 1)
    );
    play.refuses(r#"activate("Mara", "Sage House")"#, &["Safe House"]);
}

// ---- Selling the action (01 §10) ----

#[test]
fn selling_the_action_brings_one_of_three() {
    for (sell, line, bank) in [
        ("step", "= 2d10   Dominant   DV 2   +1 step sold", 0),
        ("die", "dice 2 + sold 1 = 3d10   Controlled   DV 2", 0),
        ("beat", "= 2d10   Controlled   DV 2", 1),
    ] {
        let mut play = table();
        let faces = if sell == "die" { "9 8 7" } else { "9 8" };
        let said = play.said(&format!(
            r#"roll("Ilse", 2, 2, {{ sell = "{sell}", faces = "{faces}" }})"#
        ));
        assert!(said.contains(line), "{sell}: {said}");
        assert_eq!(play.state().bank, bank, "{sell}");
    }
    let mut play = table();
    play.refuses(
        r#"roll("Ilse", 2, 2, { sell = "dice" })"#,
        &["did you mean \"die\""],
    );
}

// ---- Assistance (01 §11) ----

#[test]
fn r14_help_is_free_outside_turns_and_costs_a_boon_as_an_action() {
    let mut play = table();
    let said = play.said(r#"roll("Ilse", 2, 2, { help = "Otto", faces = "9 8 7" })"#);
    assert!(said.contains("+ Otto helps 1 = 3d10"), "{said}");
    let paid = r#"roll("Ilse", 2, 2, { help = "Otto", help_pay = "boon", faces = "9 8 7" })"#;
    play.refuses(paid, &["Otto's help costs 1 Boon"]);
    play.ok(r#"earn("Otto")"#);
    play.ok(paid);
    assert_eq!(play.pc("Otto").boons, 0);
    play.ok(r#"roll("Ilse", 2, 2, { help = "Otto", help_pay = "fatigue", faces = "9 8 7" })"#);
    assert_eq!(play.pc("Otto").body.fatigue, 1);
    play.refuses(
        r#"roll("Ilse", 2, 2, { help = "Ilse" })"#,
        &["nobody helps themselves"],
    );
    play.refuses(
        r#"roll("Ilse", 2, 2, { help = "Otto", follower = "Pim" })"#,
        &["one helper an action"],
    );
}

#[test]
fn a_helper_may_have_to_roll_against_two_first() {
    let mut play = table();
    let said = play.said(
        r#"roll("Ilse", 2, 2, { help = "Otto", helper = "wits + insight", faces = "9 7 2 4, 8 7 6" })"#,
    );
    assert!(said.contains("Otto helps 1 = 3d10"), "{said}");
    assert!(
        said.contains("Otto   Wits 3 + Insight 1 = 4d10   Controlled   DV 2"),
        "{said}"
    );
    let said = play.said(
        r#"roll("Ilse", 2, 2, { help = "Otto", helper = "wits + insight", faces = "9 1 2 4, 8 7" })"#,
    );
    assert!(!said.contains("helps"), "{said}");
    // The helper's roll is a roll: its Partial pays a Boon, its 1 is a Story Beat.
    assert_eq!((play.pc("Otto").boons, play.state().bank), (1, 1));
    // A re-roll is of the one who acts.
    play.ok(r#"earn("Ilse")"#);
    play.ok(
        r#"roll("Ilse", 2, 2, { help = "Otto", helper = "wits + insight", faces = "9 7 2 4, 8 3 2" })"#,
    );
    let said = play.said("reroll 3 = 6");
    assert!(
        said.contains("8 3 2   3 → 6 (a Boon)   2 successes"),
        "{said}"
    );
}

#[test]
fn followers_help_with_the_smaller_of_cap_and_skill() {
    for (pool, follower, dice) in [
        ("body + stealth", "Pim", 2),
        ("body + craft", "Pim", 3),
        ("body + melee", "Pim", 3),
        ("body + craft", "Grit", 3),
    ] {
        let mut play = table();
        let said = play.said(&format!(
            r#"roll("Mara", "{pool}", 2, {{ follower = "{follower}" }})"#
        ));
        assert!(
            said.contains(&format!("+ {follower} helps {dice} ")),
            "{pool}: {said}"
        );
    }
    let mut play = table();
    play.refuses(
        r#"roll("Mara", "body + lore", 2, { follower = "Pim" })"#,
        &["knows nothing that helps"],
    );
    play.refuses(r#"roll("Mara", "body", 2, { follower = "Pam" })"#, &["Pim"]);
}

#[test]
fn r96_a_helpers_talents_add_within_three_and_only_they_lift_it() {
    let talents = r#"
        talent "Right Hand" { modify_help = { dice = 4 } }
        talent "Whole Crew" { modify_help = { dice = 4, ceiling = 1 } }
        talent "For Smiths" {
            modify_help = function(e)
                return e:uses("craft") and e.helped.name == "Ilse" and { dice = 1 } or nil
            end,
        }
    "#;
    for (talent, pool, dice) in [
        ("Right Hand", "body + craft", 3),
        ("Whole Crew", "body + craft", 4),
        ("For Smiths", "body + craft", 2),
        ("For Smiths", "body", 1),
    ] {
        let mut play = three()
            .file("talents.luau", talents)
            .pc("Bea", [2, 2, 2, 2], &format!("talents: [{talent}]"))
            .play();
        play.ok(r#"scene.start("Here")"#);
        let said = play.said(&format!(r#"roll("Ilse", "{pool}", 2, {{ help = "Bea" }})"#));
        assert!(
            said.contains(&format!("+ Bea helps {dice} ")),
            "{talent} {pool}: {said}"
        );
    }
}

// ---- Opposed tests (01 §12) ----

#[test]
fn r20_the_opponents_successes_held_within_two_and_five_are_the_dv() {
    for (faces, dv) in [("2 3 4 5", 2), ("6 7 8 2", 3), ("10 10 10 2", 5)] {
        let mut play = table();
        let said = play.said(&format!(
            r#"oppose("Ilse", "wits", "Otto", "wits + insight", {{ faces = "{faces}, 9 8 1" }})"#
        ));
        assert!(
            said.contains(&format!("Ilse   Wits 3 = 3d10   Controlled   DV {dv}")),
            "{said}"
        );
        // Only the one who acts reads the matrix.
        assert_eq!(play.pc("Otto").boons, 0);
        assert!(
            said.lines().nth(1).is_some_and(|line| line.ends_with("SB")),
            "{said}"
        );
        assert_eq!(play.state().bank, 1);
    }
    let mut play = table();
    play.refuses(
        r#"oppose("Ilse", "wits", "Otto")"#,
        &["who is opposed rolls"],
    );
    play.refuses(r#"oppose("Ilse", "wits", "Ilse", "wits")"#, &["themselves"]);
    let words = play.said("oppose ilse wits otto wits insight = 6 7 8 9, 9 8 7");
    assert!(words.contains("DV 4"), "{words}");
}

#[test]
fn an_adversary_never_rolls_and_resists_at_three_or_four() {
    let mut play = table();
    play.ok(r#"spawn("Toll Troll")"#);
    for (hard, dv) in [("", 3), ("hard = true, ", 4)] {
        let said = play.said(&format!(
            r#"oppose("Ilse", "presence", "Toll Troll", nil, {{ {hard}faces = "9 8" }})"#
        ));
        assert!(said.contains(&format!("DV {dv}")), "{said}");
    }
    let said = play.said(r#"roll("Ilse", "presence", nil, { hard = true, faces = "9 8" })"#);
    assert!(said.contains("DV 4"), "{said}");
}

// ---- Story Beats (01 §9) ----

#[test]
fn incomes_have_names_and_say_what_they_are() {
    let mut play = table();
    for (n, name) in [
        "complication",
        "prodigy",
        "sold",
        "ritual",
        "forage",
        "backlash",
    ]
    .iter()
    .enumerate()
    {
        play.ok(&format!("gain {name}"));
        assert_eq!(play.state().bank as usize, n + 1);
    }
    assert!(play.said("gain ritual").contains("an interrupted ritual"));
    play.refuses("gain rituals", &["ritual"]);
    play.refuses("gain(0)", &["1 to 1000"]);
}

#[test]
fn r17_a_scene_starts_with_a_beat_for_each_troubled_character_and_each_prodigy() {
    let complicated = "xp: 10\ncomplications: [hunted, an old debt]";
    let rows: [(&[&str], u32); 5] = [
        (&["xp: 10"], 0),
        (&[complicated], 1),
        (&[complicated, complicated], 2),
        (&["xp: 10\ntalents: [Prodigy]", complicated], 2),
        // From Tier II on a Prodigy is one no longer.
        (&["xp: 50\ntalents: [Prodigy]"], 0),
    ];
    for (sheets, bank) in rows {
        let names = ["Ilse", "Otto"];
        let mut campaign = Campaign::empty();
        for (name, sheet) in names.iter().zip(sheets) {
            campaign = campaign.pc(name, [2, 2, 2, 2], sheet);
        }
        let mut play = campaign.play();
        play.ok(r#"scene.start("Here")"#);
        assert_eq!(play.state().bank, bank, "{sheets:?}");
        play.ok(r#"scene.start("There")"#);
        assert_eq!(
            play.state().bank,
            (2 * bank).min(bank.min(2) + bank),
            "{sheets:?}"
        );
    }
}

#[test]
fn the_settlement_asks_where_it_makes_a_difference() {
    let mut play = three().asking().play();
    for (bank, answers, kept) in [(5, vec!["yes"], 4), (5, vec!["no"], 2), (2, vec![], 2)] {
        play.ok(r#"scene.start("Here")"#);
        play.ok(&format!(
            "spend(sb.bank + 1, nil, \"gone\", {{ because = \"a clean slate\" }}) gain({bank})"
        ));
        let keys = asked(&mut play, "scene.close()", &answers);
        assert_eq!(keys.len(), answers.len());
        assert_eq!(play.state().bank, kept, "{bank} {answers:?}");
    }
}

#[test]
fn a_scene_that_spends_much_is_told_so_and_never_stopped() {
    let mut play = table();
    play.ok("gain(40)");
    let said = play.said(r#"spend(5, nil, "the wall")"#);
    assert!(!said.contains("advice"), "{said}");
    let said = play.said(r#"spend(1, nil, "the door")"#);
    assert!(
        said.contains("6 SB spent in this scene: 5 is the advice for Tier 1"),
        "{said}"
    );
    let said = play.said(r#"spend(1, nil, "the lamp")"#);
    assert!(!said.contains("advice"), "{said}");
    assert_eq!(play.value("sb.spent"), 7);
    play.ok("undo()");
    assert_eq!(play.value("sb.spent"), 6);
    play.ok(r#"scene.start("There")"#);
    assert_eq!(play.value("sb.spent"), 0);
}

#[test]
fn named_spends_do_what_they_say() {
    let start = || {
        let mut play = table();
        play.ok("gain(20)");
        play
    };
    let mut play = start();
    play.ok("spend step");
    assert_eq!(
        (play.state().scene.position, play.state().bank),
        (Position::Desperate, 18)
    );
    play.refuses("spend step", &["Desperate already"]);
    play.ok("spend step ilse");
    assert_eq!(play.pc("Ilse").body.next[0].n, -1);

    let mut play = start();
    play.ok("spend alarm");
    let alarm = play.timer("Alarm");
    assert_eq!(
        (alarm.size, alarm.filled, alarm.kind.as_str()),
        (6, 2, "threat")
    );
    play.ok("spend alarm");
    assert_eq!((play.timer("Alarm").filled, play.state().bank), (4, 16));

    let mut play = start();
    play.ok(r#"apply("Ilse", "Hidden")"#);
    play.ok("spend noise ilse a pan falls");
    assert!(play.pc("Ilse").body.conditions.is_empty());
    play.ok(r#"start("Guards", 4, { kind = "threat" })"#);
    play.ok("spend noise guards");
    assert_eq!(play.timer("Guards").filled, 1);
    assert!(play.said("spend noise").contains("noise"));

    let mut play = start();
    play.ok("spend cover otto");
    assert_eq!(play.pc("Otto").body.next[0].n, -1);

    let mut play = start();
    play.ok("spend scarcity");
    assert_eq!(play.timer("Supply").filled, 1);
    play.ok("spend campaign");
    assert_eq!(play.timer("Campaign").filled, 1);

    let mut play = start();
    play.ok("spend trap ilse");
    assert!(play.pc("Ilse").harm > 0);
    assert_eq!(play.state().bank, 16);

    let mut play = start();
    play.ok(r#"spend("gear", "Otto", nil, { item = "weapon" })"#);
    assert_ne!(play.pc("Otto").weapon, ItemState::Maintained);
    assert_eq!(play.pc("Otto").armor, ItemState::Maintained);
}

#[test]
fn a_spent_attack_is_an_ordinary_one_of_a_foe() {
    let mut play = table();
    play.ok("gain(3)");
    play.refuses("spend attack", &["no foe is at the table"]);
    play.ok(r#"spawn("Toll Troll")"#);
    let said = play.said(r#"spend("attack", "Toll Troll", nil, { at = "Ilse", faces = "2 3 4" })"#);
    assert!(said.contains("announced: Toll Troll strikes"), "{said}");
    assert!(said.contains("Ilse   hit for"), "{said}");
    assert_eq!(play.state().bank, 2);
}

#[test]
fn whatever_a_spend_needs_and_isnt_said_is_asked() {
    let mut play = three().asking().play();
    play.ok(r#"scene.start("Here")"#);
    play.ok("gain(20)");
    play.ok(r#"spawn("Toll Troll")"#);
    // Only what is weaker than the strongest foe may join.
    assert_eq!(
        asked(&mut play, "spend join", &["Ash Rat (TL 2)"]),
        ["spend adversary"]
    );
    assert_eq!(play.foe("Ash Rat").def, "Ash Rat");
    assert_eq!(
        asked(&mut play, "spend reinforce", &["Ash Rat (TL 2)"]),
        ["spend adversary"]
    );
    assert_eq!(
        asked(&mut play, "spend gear", &["Otto's armor (Maintained)"]),
        ["spend gear"]
    );
    assert_eq!(play.pc("Otto").armor, ItemState::Neglected);
    assert_eq!(asked(&mut play, "spend cover", &["Mara"]), ["spend who"]);
    assert_eq!(play.pc("Mara").body.next[0].n, -1);
}

#[test]
fn a_stronger_foe_that_joins_for_two_is_remarked_on() {
    let mut play = table();
    play.ok("gain(20)");
    play.ok(r#"spawn("Ash Rat")"#);
    let said = play.said("spend join toll troll");
    assert!(
        said.contains("a weaker foe joins for 2 SB: Toll Troll has TL 5, Ash Rat has TL 2"),
        "{said}"
    );
}

#[test]
fn a_bargain_is_the_players_to_take() {
    let line = r#"spend("trap", "Ilse", nil, { bargain = "the net misses", owed = "A Favor to the Watch" })"#;
    let mut play = three().asking().play();
    play.ok(r#"scene.start("Here")"#);
    play.ok("gain(8)");
    assert_eq!(asked(&mut play, line, &["yes"]), ["bargain"]);
    assert_eq!((play.pc("Ilse").harm, play.state().bank), (0, 4));
    let owed = play.timer("A Favor to the Watch");
    assert_eq!((owed.size, owed.kind.as_str()), (4, "promise"));
    assert!(owed.owner.is_some());
    assert!(
        play.state()
            .notes
            .iter()
            .any(|note| note.contains("Ilse takes a bargain"))
    );
    play.ok("undo()");
    let Outcome::Question(asking) = play.eval(line) else {
        panic!()
    };
    assert!(
        asking.question.who.is_some(),
        "a player is asked, not the GM"
    );
    let Outcome::Done(_) = play.table.answer("no") else {
        panic!()
    };
    assert!(play.pc("Ilse").harm > 0);
    play.refuses(
        r#"spend("step", "Ilse", nil, { owed = "A Favor" })"#,
        &["belong to a bargain"],
    );
}

// ---- Fail forward (03 §9) and the fallout of others (03 §6) ----

#[test]
fn a_miss_that_makes_nothing_worse_shows_what_is_offered() {
    let mut play = table();
    play.ok(r#"start("Mob", 4, { kind = "threat" }) gain(2)"#);
    let said = play.said(r#"roll("Ilse", 2, 3, { announce = "the bell rings", faces = "2 3" })"#);
    assert!(
        said.contains("a Miss makes something worse: what was announced (the bell rings), or a spend (SB 2), or a tick (Mob 0/4)"),
        "{said}"
    );
    let said = play.said(r#"roll("Ilse", 2, 3, { threat = "Mob", faces = "2 3" })"#);
    assert!(!said.contains("something worse"), "{said}");
    let said = play.said(r#"roll("Ilse", 2, 3, { meaningful = false, faces = "2 3" })"#);
    assert!(!said.contains("something worse"), "{said}");
    let said = play
        .said(r#"roll("Ilse", 2, 3, { on_miss = { hit = 1, why = "a fall" }, faces = "2 3" })"#);
    assert!(!said.contains("something worse"), "{said}");
}

#[test]
fn another_takes_the_fallout_of_a_miss_for_a_fatigue() {
    let mut play = table();
    play.ok(r#"start("Opposition", 4, { kind = "opposition" })"#);
    let roll = r#"roll("Ilse", 2, 3, { threat = "Opposition", on_miss = { fatigue = 1 }, faces = "2 3" })"#;
    play.ok(roll);
    assert_eq!(
        (
            play.timer("Opposition").filled,
            play.pc("Ilse").body.fatigue
        ),
        (1, 1)
    );
    play.ok(r#"again { interrupt = "Otto" }"#);
    assert_eq!(
        (
            play.timer("Opposition").filled,
            play.pc("Ilse").body.fatigue
        ),
        (0, 0)
    );
    assert_eq!(play.pc("Otto").body.fatigue, 1);
    play.refuses(r#"again { interrupt = "Ilse" }"#, &["somebody else"]);
    // A Partial has no fallout to take.
    play.ok(r#"roll("Ilse", 2, 3, { interrupt = "Mara", faces = "9 3" })"#);
    assert_eq!(play.pc("Mara").body.fatigue, 0);
}

#[test]
fn a_setup_gives_the_other_a_step_or_a_better_effect() {
    let mut play = table();
    play.ok(r#"setup("Otto", "Ilse", "wits + insight", 2, { faces = "9 8 2 2" })"#);
    let said = play.said(r#"roll("Ilse", 2, 2, { faces = "9 8" })"#);
    assert!(
        said.contains("Dominant   DV 2   +1 step Otto's setup"),
        "{said}"
    );
    play.ok(
        r#"setup("Otto", "Ilse", "wits + insight", 2, { gives = "effect", faces = "9 8 2 2" })"#,
    );
    let said = play.said(r#"roll("Ilse", 2, 2, { faces = "9 8" })"#);
    assert!(said.contains("Great Effect"), "{said}");
    play.ok(r#"setup("Otto", "Ilse", "wits + insight", 3, { faces = "9 8 2 2" })"#);
    let said = play.said(r#"roll("Ilse", 2, 2, { faces = "9 8" })"#);
    assert!(!said.contains("setup"), "{said}");
}

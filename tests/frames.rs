//! Timers by their kind, frames of encounters, extended work, a campaign's own skills: rules/03, typed as a GM types it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/play.rs"]
mod play;

use play::{Campaign, Play};
use storybeat::rules::frame::FrameKind;
use storybeat::rules::timers::{TimerKind, printed_size, roll_ticks, when_full};
use storybeat::rules::values::{Outcome, Position};
use storybeat::script::outcome::Outcome as Came;
use storybeat::table::state::TimerStatus;

fn two() -> Campaign {
    Campaign::empty()
        .pc("Ilse", [3, 3, 2, 2], "xp: 10")
        .pc("Otto", [2, 3, 2, 3], "xp: 10")
}

fn table() -> Play {
    let mut play = two().play();
    play.ok(r#"scene.start("Here")"#);
    play
}

// ---- Rolls and timers by kind (03 §2–§3) ----

#[test]
fn what_a_roll_ticks_depends_on_the_kind() {
    use Outcome::{Clean, Miss, Partial, SuccessWithSb};
    use TimerKind as K;
    let rows: [(TimerKind, [i32; 4]); 8] = [
        // Clean, Success with SB, Partial, Miss
        (K::Progress, [2, 2, 1, 0]),
        (K::Persuasion, [2, 2, 1, 0]),
        (K::Contest, [2, 2, 1, 0]),
        (K::Work, [2, 2, 1, 0]),
        (K::Threat, [0, 0, 0, 1]),
        (K::Hazard, [0, 0, 0, 1]),
        (K::Opposition, [0, 0, 0, 1]),
        (K::Haste, [0, 0, 1, 2]),
    ];
    for (kind, want) in rows {
        let forward = [2, 2, 1, 0];
        let got = [Clean, SuccessWithSb, Partial, Miss]
            .iter()
            .zip(forward)
            .map(|(outcome, forward)| roll_ticks(kind, *outcome, forward, false))
            .collect::<Vec<_>>();
        assert_eq!(got, want, "{kind}");
    }
    // The bridge of rules/03 §4 ticks on a Partial too.
    assert_eq!(roll_ticks(K::Threat, Partial, 1, true), 1);
}

#[test]
fn the_social_example_of_the_rulebook() {
    // Hard target [8]: Clean 2, Partial 3, Miss (Opposition 1 of 4), Clean 5, Success with SB 7, Partial 8.
    let mut play = table();
    play.ok("scene frame social stance=hard");
    assert_eq!(
        (play.timer("Persuasion").size, play.timer("Opposition").size),
        (8, 4)
    );
    let rolls = [
        ("9 8 7", 2, 0),
        ("9 2 3", 3, 0),
        ("2 3 4", 3, 1),
        ("9 8 7", 5, 1),
        ("9 8 7 1", 7, 1),
        ("9 2 3", 8, 1),
    ];
    for (faces, persuasion, opposition) in rolls {
        let dice = faces.split(' ').count();
        let said = play.said(&format!(
            r#"roll("Ilse", {dice}, nil, {{ timer = "Persuasion", threat = "Opposition", faces = "{faces}" }})"#
        ));
        let filled = (
            play.timer("Persuasion").filled,
            play.timer("Opposition").filled,
        );
        assert_eq!(filled, (persuasion, opposition), "{faces}\n{said}");
        if persuasion == 8 {
            assert!(
                said.contains("Persuasion is full: agreed, to the offer as it was framed"),
                "{said}"
            );
        }
    }
}

#[test]
fn the_gm_may_withhold_the_tick_of_a_partial() {
    let mut play = table();
    play.ok(r#"start("The Gate", 6)"#);
    play.ok(r#"roll("Ilse", 2, 3, { timer = "The Gate", faces = "9 2" })"#);
    assert_eq!(play.timer("The Gate").filled, 1);
    play.ok("again { withhold = true }");
    assert_eq!(play.timer("The Gate").filled, 0);
    play.ok(r#"roll("Ilse", 2, 2, { timer = "The Gate", withhold = true, faces = "9 8" })"#);
    assert_eq!(play.timer("The Gate").filled, 2);
}

#[test]
fn a_declared_threat_may_tick_on_a_partial() {
    let mut play = two()
        .file(
            "timers.luau",
            r#"timer "The Bridge" { size = 6, kind = "threat", partial = true }"#,
        )
        .play();
    play.ok(r#"scene.start("Here")"#);
    for (faces, filled) in [("9 8", 0), ("9 2", 1), ("2 3", 2)] {
        play.ok(&format!(
            r#"roll("Ilse", 2, 2, {{ timer = "The Bridge", faces = "{faces}" }})"#
        ));
        assert_eq!(play.timer("The Bridge").filled, filled, "{faces}");
    }
}

#[test]
fn printed_sizes_need_no_saying() {
    let rows = [
        ("travel", Some(4)),
        ("supply", Some(4)),
        ("foreshadow", Some(4)),
        ("promise", Some(4)),
        ("spirit_bond", Some(4)),
        ("haste", Some(4)),
        ("opposition", Some(4)),
        ("persuasion", Some(6)),
        ("campaign", Some(8)),
        ("progress", None),
        ("threat", None),
        ("work", None),
    ];
    for (kind, size) in rows {
        assert_eq!(
            printed_size(TimerKind::parse(kind).unwrap()),
            size,
            "{kind}"
        );
        let mut play = table();
        let line = format!(r#"start("X", nil, {{ kind = "{kind}" }})"#);
        match size {
            Some(size) => {
                play.ok(&line);
                assert_eq!(play.timer("X").size, size, "{kind}");
            }
            None => play.refuses(&line, &["unknown timer"]),
        }
    }
    for (stance, size) in [("easy", 4), ("moderate", 6), ("hard", 8)] {
        let mut play = table();
        play.ok(&format!(
            r#"start("The Reeve", nil, {{ stance = "{stance}" }})"#
        ));
        let timer = play.timer("The Reeve");
        assert_eq!((timer.size, timer.kind.as_str()), (size, "persuasion"));
    }
    let mut play = table();
    play.refuses(
        r#"start("X", 4, { kind = "threat", stance = "hard" })"#,
        &["persuasion"],
    );
}

#[test]
fn a_full_timer_says_what_that_means() {
    for kind in TimerKind::ALL
        .iter()
        .filter(|kind| **kind != TimerKind::Opposition)
    {
        let mut play = table();
        let said = play.said(&format!(
            r#"start("X", 4, {{ kind = "{}" }}) tick("X", 4)"#,
            kind.word()
        ));
        match when_full(*kind) {
            Some(means) => assert!(said.contains(&format!("X is full: {means}")), "{said}"),
            None => assert!(
                said.ends_with("X is full") || said.contains("X is full\n"),
                "{said}"
            ),
        }
    }
    // One whose author has said it needs no more words.
    let mut play = table();
    let said =
        play.said(r#"start("X", 4, { kind = "threat", on_fill = { gain = 1 } }) tick("X", 4)"#);
    assert!(!said.contains("it happens"), "{said}");
}

#[test]
fn full_opposition_worsens_the_position_or_ends_it() {
    let mut play = table();
    play.ok(r#"start("Opposition", 4, { kind = "opposition" }) tick("Opposition", 4)"#);
    assert_eq!(play.state().scene.position, Position::Desperate);
    let mut play = two().asking().play();
    play.ok(r#"scene.start("Here")"#);
    play.ok(r#"start("Opposition", 4, { kind = "opposition" })"#);
    let Came::Question(asking) = play.eval(r#"tick("Opposition", 4)"#) else {
        panic!()
    };
    assert_eq!(asking.question.key, "opposition");
    let Came::Done(done) = play.table.answer("it becomes impossible") else {
        panic!()
    };
    assert!(
        done.lines
            .iter()
            .any(|line| line.text.contains("becomes impossible"))
    );
    assert_eq!(play.state().scene.position, Position::Controlled);
}

#[test]
fn r43_one_act_that_fills_both_sides_is_won_by_the_acting_side() {
    let mut play = two()
        .file(
            "race.luau",
            r#"
            timer "We" { size = 4, kind = "contest", against = "They" }
            timer "They" { size = 4, kind = "contest", against = "We" }
            "#,
        )
        .play();
    play.ok(r#"scene.start("Here")"#);
    play.ok(r#"start("We") start("They")"#);
    play.ok(r#"tick("We", 2) tick("They", 3)"#);
    let said = play.said(
        r#"roll("Ilse", 2, 2, { timer = "We", on_success = { tick = "They" }, faces = "9 8" })"#,
    );
    assert!(said.contains("We is full: this side wins"), "{said}");
    assert_eq!(play.timer("They").status, TimerStatus::Stopped);
    assert_eq!(play.timer("They").filled, 3);
}

#[test]
fn r43_where_one_effect_fills_both_sides_the_gm_says_whose_act_it_is() {
    for (answer, won, lost) in [("They", "They", "We"), ("We", "We", "They")] {
        let mut play = two()
            .asking()
            .file(
                "race.luau",
                r#"
                timer "We" { size = 4, kind = "contest", against = "They" }
                timer "They" { size = 4, kind = "contest", against = "We" }
                timer "Gun" { size = 2, on_fill = { tick = { We = 2, They = 2 } } }
                "#,
            )
            .play();
        play.ok(r#"scene.start("Here")"#);
        play.ok(r#"start("We"):tick(2) start("They"):tick(3)"#);
        play.ok(r#"start("Gun", nil, { because = "a third" })"#);
        let Came::Question(asking) = play.eval(r#"tick("Gun", 2)"#) else {
            panic!()
        };
        assert_eq!(asking.question.key, "contest");
        let Came::Done(_) = play.table.answer(answer) else {
            panic!()
        };
        assert_eq!(play.timer(won).status, TimerStatus::Full);
        assert_eq!(play.timer(lost).status, TimerStatus::Stopped);
    }
}

// ---- Extended work (03 §3) ----

#[test]
fn extended_work_has_four_to_twelve_segments_and_beats_hamper_it() {
    let mut play = table();
    for size in [3, 13] {
        play.refuses(
            &format!(r#"start("The Seal", {size}, {{ kind = "work" }})"#),
            &["4 to 12 segments"],
        );
    }
    play.ok(r#"start("The Seal", 11, { kind = "work" })"#);
    play.refuses("hamper seal segment", &["costs 1 SB"]);
    play.ok("gain(9)");
    let said = play.said("hamper seal segment");
    assert!(said.contains("The Seal   11 → 12 segments"), "{said}");
    play.refuses("hamper seal segment", &["4 to 12 segments"]);
    play.ok("hamper seal component");
    assert_eq!(play.timer("The Seal").status, TimerStatus::Paused);
    play.ok("resume seal");
    play.ok("hamper seal attention 3");
    assert_eq!(
        (play.timer("Attention").filled, play.timer("Attention").size),
        (3, 6)
    );
    assert_eq!(play.state().bank, 4);
    play.ok("undo(5)");
    assert_eq!((play.timer("The Seal").size, play.state().bank), (11, 0));
    // Every roll on it goes like any on progress.
    play.ok(r#"roll("Ilse", 5, 5, { timer = "The Seal", faces = "10 10 8 2 2" })"#);
    assert_eq!(play.timer("The Seal").filled, 2);
}

// ---- Frames (03 §5–§6) ----

#[test]
fn the_rulebooks_frames_advise_a_dv() {
    let rows = [
        ("combat", 3, None),
        ("social", 3, None),
        ("environmental", 3, Some("DV 3 to 4")),
        ("magical", 4, Some("DV 4 to 5")),
    ];
    for (name, dv, advice) in rows {
        let mut play = table();
        let said = play.said(&format!("scene frame {name}"));
        assert!(said.contains(&format!("{name}   DV {dv}")), "{said}");
        assert_eq!(
            advice.is_some_and(|advice| said.contains(advice)),
            advice.is_some(),
            "{said}"
        );
        let roll = play.said(r#"roll("Ilse", 2, nil, { faces = "9 8" })"#);
        assert!(roll.contains(&format!("DV {dv}")), "{roll}");
        let own = play.said(r#"roll("Ilse", 2, 2, { faces = "9 8" })"#);
        assert!(own.contains("DV 2"), "{own}");
        // It is of this scene alone.
        play.ok(r#"scene.start("There")"#);
        let after = play.said(r#"roll("Ilse", 2, nil, { faces = "9 8" })"#);
        assert!(after.contains("DV 3"), "{after}");
    }
    let kinds: Vec<&str> = FrameKind::ALL.iter().map(|kind| kind.word()).collect();
    assert_eq!(kinds, ["combat", "social", "environmental", "magical"]);
}

#[test]
fn a_declared_frame_sets_the_table() {
    let mut play = two()
        .file(
            "frames.luau",
            r#"
            timer "The Roof Comes Down" { size = 6, kind = "hazard", every = "exchange" }
            frame "The Burning Mill" {
                kind = "environmental", position = "desperate", dv = 4,
                skills = { "athletics", "endurance" },
                timers = { "The Roof Comes Down" },
                text = "Smoke to the knees.",
                on_start = { gain = 1 },
            }
            frame "Before the Reeve" { kind = "social", stance = "hard", opposition = 6 }
            "#,
        )
        .play();
    play.refuses("scene.frame(\"The Burning Mill\")", &["none is running"]);
    play.ok(r#"scene.start("Mill")"#);
    let said = play.said("scene frame the burning mill");
    assert!(
        said.contains("skills: athletics, endurance   Smoke to the knees."),
        "{said}"
    );
    assert_eq!(play.state().scene.position, Position::Desperate);
    assert_eq!(play.timer("The Roof Comes Down").size, 6);
    assert_eq!(play.state().bank, 1);
    assert_eq!(play.value("scene.framed"), "The Burning Mill");
    play.ok("undo()");
    assert_eq!(play.state().scene.position, Position::Controlled);
    assert!(play.state().story.frame.is_none());
    play.ok(r#"scene.frame("before the reeve", { position = "dominant" })"#);
    assert_eq!(
        (play.timer("Persuasion").size, play.timer("Opposition").size),
        (8, 6)
    );
    assert_eq!(play.state().scene.position, Position::Dominant);
    play.refuses("scene.frame(\"The Burnt Mill\")", &["The Burning Mill"]);
    play.refuses(r#"scene.frame("combat", { stance = "hard" })"#, &["social"]);
}

#[test]
fn r14_help_in_a_fight_of_words_costs_the_helper_a_boon() {
    let mut play = table();
    play.ok("scene frame social");
    let line = r#"roll("Ilse", 2, nil, { help = "Otto", faces = "9 8 7" })"#;
    play.refuses(line, &["Otto's help costs 1 Boon"]);
    play.ok(r#"earn("Otto")"#);
    play.ok(line);
    assert_eq!(play.pc("Otto").boons, 0);
    play.ok(r#"roll("Ilse", 2, nil, { help = "Otto", help_pay = "free", faces = "9 8 7" })"#);
}

#[test]
fn players_trackers_are_shown_at_a_scenes_start_and_end() {
    let mut play = table();
    assert!(!play.said(r#"scene.start("There")"#).contains("trackers"));
    play.ok(r#"mark("Ilse", "obligation", 2) start("A Favor", nil, { kind = "promise", owner = "Otto", scope = "campaign" })"#);
    play.ok("degrade(party[1].weapon)");
    let want =
        "players' trackers: Ilse's obligation 2, Ilse's weapon Neglected, Otto's A Favor 0/4";
    for line in ["scene.close()", r#"scene.start("Elsewhere")"#] {
        let said = play.said(line);
        assert!(said.contains(want), "{line}: {said}");
    }
}

// ---- A thirteenth skill ----

#[test]
fn a_campaign_may_have_a_thirteenth_skill() {
    let mut play = Campaign::empty()
        .file("a_foes.luau", r#"adversary "Pilot" { tl = 2, skills = { seafaring = 3 }, move "Reef" { cost = 1, target = "pc", resist = { pool = "wits + seafaring" } } } unit "Harbour Watch" { cap = 2, scale = 1, skills = { seafaring = 2 } }"#)
        .file("z_skills.luau", r#"skill "Seafaring" { group = "Practical", text = "ships and the sea" }"#)
        .pc("Ilse", [3, 3, 2, 2], "skills: { seafaring: 2 }")
        .play();
    play.ok(r#"scene.start("Deck")"#);
    let said = play.said("roll ilse wits seafaring 2 = 98222");
    assert!(said.contains("Wits 3 + Seafaring 2 = 5d10"), "{said}");
    assert_eq!(play.value(r#"party[1].skills.seafaring"#), 2);
    play.ok(r#"spawn("Pilot")"#);
    assert!(
        play.said("menu pilot").contains("Ilse"),
        "who rolls how many"
    );
    play.ok(r#"gain(1) use("Reef", "Ilse")"#);
    play.refuses(r#"roll("Ilse", "wits + seafarin")"#, &["seafaring"]);
    assert!(play.said("help skills").contains("seafaring"));
}

#[test]
fn a_skill_that_means_something_already_is_none() {
    for name in ["Melee", "Perception", "Wits"] {
        let play = Campaign::empty()
            .file("skills.luau", &format!(r#"skill "{name}" {{}}"#))
            .play();
        let told: Vec<String> = play
            .table
            .greeting()
            .iter()
            .map(|line| line.text.clone())
            .collect();
        assert!(told.join("\n").contains("already means"), "{told:?}");
    }
}

//! BO: Boons and Story Beats.

use serde_json::json;

use crate::play::{Campaign, Play};

fn boons(play: &mut Play, faces: &str, stakes: &str) -> u64 {
    play.value(&format!(
        r#"roll("Ilse", 3, 3, {{ faces = "{faces}", stakes = "{stakes}" }}).boons"#
    ))
    .as_u64()
    .unwrap()
}

#[test]
fn bo01_a_miss_pays_only_with_a_story_beat_unless_the_switch_says_otherwise() {
    let mut play = Play::one("none");
    assert_eq!(boons(&mut play, "2 3 4", "a"), 0);
    assert_eq!(boons(&mut play, "1 3 4", "b"), 2);
    let mut play = Campaign::empty()
        .pc("Ilse", [3, 2, 2, 2], "")
        .switch("miss_boon_needs_sb", "false")
        .play();
    assert_eq!(boons(&mut play, "2 3 4", "a"), 2);
}

#[test]
fn bo02_two_from_failures_in_a_scene_and_none_for_a_repetition() {
    let mut play = Play::one("none");
    let partials = ["a", "b", "c", "d"].map(|stakes| boons(&mut play, "7 2 3", stakes));
    assert_eq!(partials, [1, 1, 0, 0]);
    let mut play = Play::one("none");
    assert_eq!(
        ["a", "b"].map(|stakes| boons(&mut play, "1 2 3", stakes)),
        [2, 0]
    );
    let mut play = Play::one("none");
    assert_eq!(
        ["a", "a"].map(|stakes| boons(&mut play, "7 2 3", stakes)),
        [1, 0]
    );
    // A new scene starts fresh.
    play.ok(r#"scene.start("There")"#);
    assert_eq!(boons(&mut play, "7 2 3", "a"), 1);
    assert_eq!(boons(&mut play, "7 2 3", "b"), 1);
    assert_eq!(boons(&mut play, "7 2 3", "c"), 0);
}

#[test]
fn bo03_five_are_held_and_the_surplus_is_said() {
    let mut play = Play::one("none");
    play.ok(r#"earn("Ilse", 4)"#);
    let said = play.said(r#"roll("Ilse", 3, 3, { faces = "1 3 4" })"#);
    assert_eq!(play.pc("Ilse").boons, 5);
    assert!(
        said.contains("+1 Boon") && said.contains("no more can be held"),
        "{said}"
    );

    let mut play = Play::one("none");
    play.ok(r#"earn("Ilse", 2)"#);
    let said = play.said(r#"earn("Ilse", 100)"#);
    assert_eq!(play.pc("Ilse").boons, 5);
    assert!(said.contains("97 more can't be held"), "{said}");

    play.refuses(r#"earn("Ilse", 0.5)"#, &["whole number"]);
    let mut play = Play::one("none");
    play.ok(r#"earn("Ilse", 1)"#);
    play.refuses(r#"pay("Ilse", 3)"#, &["costs 3 Boons", "2 Boons short"]);
}

#[test]
fn bo04_a_boon_adds_no_die_and_one_step_at_most() {
    let mut play = Play::one("none");
    play.ok(r#"earn("Ilse", 5)"#);
    for line in [
        r#"roll("Ilse", 3, 3, { pay = 5 })"#,
        r#"roll("Ilse", 3, 3, { pay = "dice" })"#,
        r#"roll("Ilse", 3, 3, { boons = 5 })"#,
        r#"roll("Ilse", 3, 3, { pay = { "boon", "boon" } })"#,
        "roll ilse body pay=boon pay=boon",
        "roll ilse body pay=boon pay=fatigue",
    ] {
        play.fails(line);
        assert_eq!(play.pc("Ilse").boons, 5, "{line}: not charged");
    }
    let roll = play.value(r#"roll("Ilse", 3, 3, { pay = "boon", faces = "7 8 9" })"#);
    assert_eq!(roll["pool"], json!(3));
    assert_eq!(roll["position"], json!("dominant"));
    assert_eq!(play.pc("Ilse").boons, 4);
    // Already as good as it gets: a step that gives nothing is not sold in silence.
    let roll = play
        .value(r#"roll("Ilse", 3, 3, { pay = "boon", position = "desperate", faces = "7 8 9" })"#);
    assert_eq!(roll["position"], json!("controlled"));
}

#[test]
fn bo05_a_reroll_without_a_boon_is_refused_before_a_die_falls() {
    let mut play = Play::one("none");
    // `fails` makes sure that neither the state nor the dice have moved.
    play.refuses(
        r#"roll("Ilse", 3, 3, { rerolls = { 4 } })"#,
        &["costs 1 Boon"],
    );
    play.ok("roll ilse body = 9 4 2");
    assert_eq!(play.pc("Ilse").boons, 1);

    let mut play = Play::one("none");
    play.ok(r#"roll("Ilse", 3, 3, { faces = "2 3 4" })"#);
    play.refuses("reroll 4", &["1 Boon"]);

    // Holds 3, pays 1: every view shows 2, plus what the outcome pays.
    let mut play = Play::one("none");
    play.ok(r#"earn("Ilse", 3)"#);
    play.ok("roll ilse body = 9 4 2");
    assert_eq!(play.pc("Ilse").boons, 4, "a Partial has paid one");
    let said = play.said("again { rerolls = { 4 }, faces = \"9 4 2 / 3\" }");
    assert_eq!(
        play.pc("Ilse").boons,
        3,
        "3 − 1 + 1 for the Partial: {said}"
    );
    assert_eq!(play.value(r#"party[1].boons"#), json!(3));
    assert!(play.said("ilse").contains("Boons 3"));
    let view = play.table.view();
    let name = view.names.iter().find(|name| name.name == "Ilse").unwrap();
    assert!(name.about.contains("Boons 3"), "{}", name.about);
}

#[test]
fn bo06_fatigue_in_place_of_a_boon_counts_from_the_next_roll() {
    let mut play = Play::one("none");
    let roll = play.value(r#"roll("Ilse", 3, 3, { pay = "fatigue", faces = "7 8 9" })"#);
    assert_eq!(roll["position"], json!("dominant"));
    assert_eq!(play.hf("Ilse"), (0, 1));
    let next = play.value(r#"roll("Ilse", 3, 3, { faces = "7 8 9 / 7" })"#);
    assert_eq!(next["position"], json!("desperate"));
}

#[test]
fn bo07_two_or_four_boons_convert_once_a_session() {
    for (n, xp, left) in [(2, 1, 2), (4, 2, 0)] {
        let mut play = Play::one("none");
        play.ok(r#"earn("Ilse", 4)"#);
        let before = play.value("party[1].xp").as_u64().unwrap();
        play.ok(&format!(r#"convert("Ilse", {n})"#));
        assert_eq!(play.value("party[1].xp").as_u64().unwrap(), before + xp);
        assert_eq!(play.pc("Ilse").boons, left);
        play.ok(r#"earn("Ilse", 4)"#);
        play.refuses(r#"convert("Ilse", 2)"#, &["once per session"]);
        // A new session, a new conversion.
        play.ok("session close");
        play.ok("session start");
        play.ok(r#"earn("Ilse", 2)"#);
        play.ok("convert ilse 2");
    }
    let mut play = Play::one("none");
    play.ok(r#"earn("Ilse", 4)"#);
    play.refuses(r#"convert("Ilse", 3)"#, &["2 (1 XP) or 4 (2 XP)"]);
    play.refuses(r#"convert("Ilse", 2, { pay = "fatigue" })"#, &["convert"]);
    play.refuses("convert ilse 2 pay=fatigue", &["pay"]);
    let mut poor = Play::one("none");
    poor.ok(r#"earn("Ilse", 1)"#);
    poor.refuses(r#"convert("Ilse")"#, &["Boon"]);
}

#[test]
fn bo08_the_bank_at_scene_end_follows_the_highest_tier() {
    let tables: [(&[u32], u32, u32, u32); 4] = [
        (&[10], 5, 2, 4),
        (&[50], 9, 3, 4),
        (&[10, 100], 9, 4, 4),
        (&[50], 2, 2, 2),
    ];
    for (xp, bank, kept, with_consent) in tables {
        for (line, want) in [
            ("scene.close()", kept),
            ("scene.close({ keep = true })", with_consent),
        ] {
            let mut campaign = Campaign::empty();
            for (n, xp) in xp.iter().enumerate() {
                let name = ["Ilse", "Otto"][n];
                campaign = campaign.pc(name, [3, 2, 2, 2], &format!("xp: {xp}"));
            }
            let mut play = campaign.play();
            play.ok(r#"scene.start("Here")"#);
            play.ok(&format!("gain({bank})"));
            play.ok(line);
            assert_eq!(play.state().bank, want, "XP {xp:?}, bank {bank}, {line}");
        }
    }
}

#[test]
fn bo09_a_spend_beyond_the_bank_is_refused_and_costs_nothing() {
    let mut play = Play::one("none");
    play.ok("gain(2)");
    play.ok(r#"start("Mob", 6)"#);
    play.ok("spend tick mob");
    assert_eq!((play.state().bank, play.timer("Mob").filled), (1, 1));
    play.refuses("spend step ilse", &["costs 2 SB", "1 SB short"]);
    play.refuses("spend campaign", &["costs 3 SB", "2 SB short"]);
    // A tick on a campaign timer is a campaign tick, whatever it is called (R40).
    play.refuses("spend tick campaign", &["3 SB"]);
    play.refuses("spend tick supplies", &["unknown timer"]);
    assert_eq!(play.state().bank, 1);
    assert!(play.pc("Ilse").body.next.is_empty());
}

#[test]
fn bo09_a_wrong_price_may_be_overruled_and_the_bank_stops_at_nothing() {
    let mut play = Play::one("none");
    play.ok("gain(1)");
    play.refuses("spend 3 the bell falls", &["2 SB short"]);
    let said = play.said("anyway it was announced");
    assert!(
        said.contains("overruled") && said.contains("it was announced"),
        "{said}"
    );
    assert_eq!(play.state().bank, 0);
    // Once: what was refused is done.
    let acts = play.table.history().len();
    assert!(play.said("anyway").contains("nothing was refused"));
    assert_eq!(play.table.history().len(), acts);
}

//! DI: dice.

use serde_json::json;

use crate::play::{Campaign, Play};

/// A character with Body 3, Melee 3 and Body 5 by need; no armor, so that nothing hampers.
fn fighter() -> Campaign {
    Campaign::empty()
        .pc("Ilse", [3, 2, 2, 2], "skills: { melee: 3, lore: 2 }")
        .pc("Otto", [5, 3, 2, 2], "skills: { melee: 5, lore: 1 }")
}

fn faces_of(seed: &str, n: usize) -> Vec<u64> {
    let mut play = Campaign::empty().seed(seed).play();
    let list = play.value(&format!(
        "(function() local all = {{}} for i = 1, {n} do all[i] = die() end return all end)()"
    ));
    // What is shown is cut short; the sums come from the script itself.
    assert!(list.as_array().is_some_and(|list| !list.is_empty()));
    list.as_array()
        .unwrap()
        .iter()
        .filter_map(serde_json::Value::as_u64)
        .collect()
}

/// How often each face falls in `n` throws, and one number for their order.
fn census(seed: &str, n: usize) -> (Vec<u64>, u64) {
    let mut play = Campaign::empty().seed(seed).play();
    let mut counts = vec![0; 10];
    let mut order = 0_u64;
    // An act holds so many throws; the table goes on where the last one ended.
    for _ in 0..n / 5_000 {
        let got = play.value(
            "(function() local c, o = table.create(10, 0), 0 for i = 1, 5000 do local f = die() c[f] += 1 o = (o * 11 + f) % 1000003 end return { counts = c, order = o } end)()",
        );
        for (at, n) in got["counts"].as_array().unwrap().iter().enumerate() {
            counts[at] += n.as_u64().unwrap();
        }
        order = order
            .wrapping_mul(31)
            .wrapping_add(got["order"].as_u64().unwrap());
    }
    (counts, order)
}

#[test]
fn di01_a_hundred_thousand_dice_of_one_seed_are_even_and_come_again() {
    let seven = census("7", 100_000);
    let word = census("seven", 100_000);
    for (counts, _) in [&seven, &word] {
        assert_eq!(counts.iter().sum::<u64>(), 100_000, "only 1 to 10");
        for count in counts {
            assert!((9_500..=10_500).contains(count), "{counts:?}");
        }
    }
    assert_eq!(seven, census("7", 100_000));
    assert_ne!(seven, word);
}

#[test]
fn di02_every_seed_is_honoured_or_an_error() {
    let seeded = |seed: &str| {
        Campaign::empty()
            .file("campaign.yaml", &format!("title: Edges\nseed: {seed}"))
            .try_play()
            .map(|mut play| play.value("{ die(), die(), die(), die(), die(), die() }"))
    };
    for seed in ["0", "-1", "12", "seven"] {
        assert_eq!(seeded(seed).unwrap(), seeded(seed).unwrap(), "{seed}");
    }
    assert_ne!(seeded("0").unwrap(), seeded("-1").unwrap());
    // Documented: a whole number is the text of its digits.
    assert_eq!(seeded("12").unwrap(), seeded("\"12\"").unwrap());
    // No seed is the campaign's title: neither empty text nor 0 means that.
    assert_ne!(
        seeded("0").unwrap(),
        Campaign::empty()
            .play()
            .value("{ die(), die(), die(), die(), die(), die() }")
    );
    let error = seeded("\"\"").map(|_| ()).unwrap_err();
    assert!(error.contains("campaign.yaml:2"), "{error}");
    // 1.5 is the text "1.5".
    assert_eq!(seeded("1.5").unwrap(), seeded("\"1.5\"").unwrap());
    assert_ne!(faces_of("7", 8), faces_of("8", 8));
}

#[test]
fn di03_exactly_one_die_is_thrown_again() {
    let mut play = fighter().play();
    let roll = play.value(
        r#"roll("Ilse", "body + lore", 3, { position = "dominant", faces = "4 9 2 7 3 / 6" })"#,
    );
    assert_eq!(roll["faces"], json!([6, 9, 2, 7, 3]), "the lowest index");
    assert_eq!(
        (&roll["successes"], &roll["sb"], &roll["outcome"]),
        (&json!(3), &json!(0), &json!("clean"))
    );
    play.refuses(
        r#"roll("Ilse", "body + lore", 3, { position = "dominant", faces = "4 9 2 7 3 / 6 8" })"#,
        &["left over"],
    );
}

#[test]
fn di04_a_one_thrown_again_keeps_its_story_beat() {
    for (again, s, sb, outcome) in [(9, 3, 1, "success_with_sb"), (1, 2, 2, "partial")] {
        let mut play = fighter().play();
        let roll = play.value(&format!(
            r#"roll("Ilse", 3, 3, {{ position = "dominant", faces = "1 6 7 / {again}" }})"#
        ));
        assert_eq!(roll["successes"], json!(s));
        assert_eq!(roll["sb"], json!(sb));
        assert_eq!(roll["outcome"], json!(outcome));
        assert_eq!(play.state().bank, sb);
    }
}

#[test]
fn di05_a_ten_is_never_thrown_again() {
    for faces in ["10 2", "6 10 / 2"] {
        let mut play = fighter().play();
        let roll = play.value(&format!(
            r#"roll("Ilse", 2, 2, {{ position = "desperate", faces = "{faces}", answers = {{ "a flourish" }} }})"#
        ));
        assert_eq!(roll["successes"], json!(2), "{faces}");
        assert_eq!(roll["outcome"], json!("clean"), "{faces}");
        assert_eq!(roll["tens"], json!(1), "{faces}");
        assert_eq!(roll["critical"], json!(1), "{faces}");
    }
    // No cause may: not a Boon either.
    let mut play = fighter().play();
    play.ok(r#"earn("Ilse")"#);
    play.refuses(
        r#"roll("Ilse", 2, 2, { faces = "10 2", rerolls = { 10 } })"#,
        &["a ten is never thrown again"],
    );
    assert_eq!(play.pc("Ilse").boons, 1);
}

/// What pool 1 at DV 2 comes to, by throwing every face (and every second face) once.
fn odds_of_one(position: &str) -> [u32; 4] {
    let mut play = fighter().play();
    // In hundredths: clean, success with SB, partial, miss.
    let mut odds = [0; 4];
    for first in 1..=10 {
        let again = match position {
            "dominant" => first <= 5,
            "desperate" => (6..=9).contains(&first),
            _ => false,
        };
        for second in 1..=10 {
            let faces = if again {
                format!("{first} / {second}")
            } else {
                first.to_string()
            };
            let outcome = play.value(&format!(
                r#"roll("Ilse", 1, 2, {{ position = "{position}", faces = "{faces}" }}).outcome"#
            ));
            let at = ["clean", "success_with_sb", "partial", "miss"]
                .iter()
                .position(|word| outcome == *word)
                .unwrap();
            odds[at] += 1;
        }
    }
    odds
}

#[test]
fn di06_pool_one_has_its_exact_odds() {
    assert_eq!(odds_of_one("controlled"), [10, 0, 40, 50]);
    assert_eq!(odds_of_one("dominant"), [14, 1, 60, 25]);
    assert_eq!(odds_of_one("desperate"), [14, 0, 16, 70]);
}

#[test]
fn di06_thrown_dice_agree_with_the_odds() {
    // Through the script world; a million of the rules' own are in tests/rules_odds.rs.
    // Pool 3, DV 3, Controlled, by enumeration: 1,000 throws of three dice.
    let (mut success, mut partial) = (0, 0);
    let value = |n: u32| match n {
        10 => 2,
        6..=9 => 1,
        _ => 0,
    };
    for a in 1..=10 {
        for b in 1..=10 {
            for c in 1..=10 {
                match value(a) + value(b) + value(c) {
                    3.. => success += 1,
                    1..=2 => partial += 1,
                    _ => {}
                }
            }
        }
    }
    let mut play = fighter().seed("odds").play();
    let mut got = [0.0; 2];
    let n = 8_000.0;
    for _ in 0..20 {
        let count = play.value(
            r#"(function() local s, p = 0, 0 for i = 1, 400 do local r = roll("Ilse", 3, 3, { meaningful = false }) if r.success then s += 1 elseif r.outcome == "partial" then p += 1 end end return { s, p } end)()"#,
        );
        got[0] += count[0].as_f64().unwrap();
        got[1] += count[1].as_f64().unwrap();
    }
    for (got, exact) in got.into_iter().zip([success, partial]) {
        let p = f64::from(exact) / 1000.0;
        let allowed = 4.0 * (p * (1.0 - p) / n).sqrt();
        assert!((got / n - p).abs() < allowed, "{got} of {n}, exact {p}");
    }
}

#[test]
fn di07_the_sum_is_split_at_ten_once_everything_is_added() {
    // 5 + 5 + 5 at DV 5.
    let mut play = fighter().play();
    let roll = play
        .value(r#"roll("Otto", "body + melee", 5, { dice = 5, faces = "2 3 4 5 2 3 4 5 2 3" })"#);
    assert_eq!(roll["pool"], json!(10));
    assert_eq!(roll["auto"], json!(5));
    assert_eq!(roll["successes"], json!(5));
    assert_eq!(roll["tens"], json!(0));
    assert_eq!(roll["outcome"], json!("clean"));

    // 5 + 5 + 3 − 2: first the sum.
    let mut play = fighter()
        .file(
            "house_rules/two.luau",
            "modify.roll(function() return { dice = 3, why = \"height\" } end)\nmodify.roll(function() return { dice = -2, why = \"mud\" } end)",
        )
        .play();
    let roll = play.value(r#"roll("Otto", "body + melee", 3)"#);
    assert_eq!((&roll["pool"], &roll["auto"]), (&json!(10), &json!(1)));

    // 1 + 0 − 4: one die, never none.
    let mut play = Campaign::empty().pc("Mite", [1, 1, 1, 1], "").play();
    let roll = play.value(r#"roll("Mite", "wits + lore", 3, { dice = -4, faces = "7" })"#);
    assert_eq!((&roll["pool"], &roll["auto"]), (&json!(1), &json!(0)));
}

#[test]
fn di08_a_number_that_is_none_is_an_error() {
    let mut play = fighter().play();
    for pool in [
        "0/0",
        "1/0",
        "2.5",
        "-1",
        "0",
        "\"three\"",
        "\"3\"",
        "true",
        "{}",
    ] {
        let message = play.fails(&format!(r#"roll("Ilse", {pool})"#));
        assert!(
            ["pool", "dice", "attribute or skill"]
                .iter()
                .any(|word| message.contains(word)),
            "{pool}: {message}"
        );
    }
    for dv in [
        "0/0", "1/0", "2.5", "0", "1", "6", "99", "-1", "1e300", "\"3\"", "\"five\"", "true",
    ] {
        let message = play.fails(&format!(r#"roll("Ilse", "body", {dv})"#));
        assert!(message.contains("2 to 5"), "{dv}: {message}");
    }
    // The same border for everything else that counts.
    for line in [
        r#"roll("Ilse", "body", 3, { dice = 0.5 })"#,
        r#"roll("Ilse", "body", 3, { steps = 0/0 })"#,
        r#"hit("Ilse", 1.5)"#,
        r#"earn("Ilse", 1/0)"#,
        r#"gain(0/0)"#,
        r#"spend(0.5)"#,
        r#"start("Clock", 2.5)"#,
        r#"die(0)"#,
        r#"die(2.5)"#,
        r#"mark("Ilse", "fatigue", "1")"#,
        r#"resist("Ilse", "body", 6)"#,
        r#"draw("Consequences", { n = 0 })"#,
        r#"set("Ilse", { harm = 0.5 })"#,
        r#"step("Ilse", 1.5)"#,
        r#"undo(0.5)"#,
        r#"ask.number("?", 0.5, 2)"#,
    ] {
        play.fails(line);
    }
}

#[test]
fn di09_the_dv_is_three_unless_said_and_stops_at_five() {
    let mut play = fighter()
        .file(
            "house_rules/cover.luau",
            "modify.roll(function(e) if e.stakes == \"cover\" then return { dv = 1, why = \"cover\" } end end)",
        )
        .play();
    assert_eq!(play.value(r#"roll("Ilse", "body").dv"#), json!(3));
    assert_eq!(
        play.value(r#"roll("Ilse", "body", 5, { stakes = "cover" }).dv"#),
        json!(5)
    );
    assert_eq!(
        play.value(r#"roll("Ilse", "body", 4, { stakes = "cover" }).dv"#),
        json!(5)
    );
    // As data prints it: "5+" reads 5, at the prompt, in a call and in a file.
    assert_eq!(play.value(r#"roll("Ilse", "body", "5+").dv"#), json!(5));
    assert_eq!(play.value("roll ilse body 5+")["dv"], json!(5));
    let troll = r#"adversary "Gate" { tl = 3, move "Slam" { cost = 1, target = "pc", resist = { pool = "body", dv = "5+" } }, move "Creak" { cost = 1 } }"#;
    let mut play = fighter().file("monsters/gate.luau", troll).play();
    play.ok("gain(1)");
    play.ok(r#"spawn("Gate")"#);
    let dv = play.said(r#"use("Slam", "Ilse")"#);
    assert!(dv.contains("DV 5"), "{dv}");
}

#[test]
fn di10_a_position_is_one_of_three_words() {
    let mut play = fighter().play();
    for word in ["dominant", "DOMINANT", "Dominant"] {
        let roll = play.value(&format!(
            r#"roll("Ilse", 2, 3, {{ position = "{word}", faces = "7 8" }})"#
        ));
        assert_eq!(roll["position"], json!("dominant"));
    }
    for line in [
        r#"roll("Ilse", 2, 3, { position = "Banana" })"#,
        r#"scene.start("X", { position = "Banana" })"#,
        r#"scene.set({ position = "Banana" })"#,
        "roll ilse body position=banana",
    ] {
        play.refuses(line, &["desperate", "controlled", "dominant"]);
    }
}

#[test]
fn di11_steps_beyond_an_end_are_lost_and_both_penalties_add() {
    let roll = |play: &mut Play, line: &str| {
        let roll = play.value(line);
        (
            roll["position"].as_str().unwrap().to_owned(),
            roll["pool"].as_u64().unwrap(),
        )
    };
    let mut play = fighter().play();
    assert_eq!(
        roll(
            &mut play,
            r#"roll("Ilse", 5, 3, { position = "dominant", steps = 2 })"#
        ),
        ("dominant".into(), 5)
    );
    // Only exception: Defend where it is Dominant already.
    play.ok(r#"apply("Ilse", "Defending")"#);
    assert_eq!(
        roll(
            &mut play,
            r#"resist("Ilse", 5, 3, { position = "dominant" })"#
        ),
        ("dominant".into(), 6)
    );
    assert_eq!(
        roll(
            &mut play,
            r#"resist("Ilse", 5, 3, { position = "controlled" })"#
        ),
        ("dominant".into(), 5)
    );
    // Controlled, pool 5, F 3.
    let mut play = fighter().play();
    play.set_hf("Otto", 0, 3);
    assert_eq!(
        roll(&mut play, r#"roll("Otto", 5)"#),
        ("desperate".into(), 3)
    );
    // Controlled, pool 6, F 2, H 2: H 2 costs one die, and both add.
    play.set_hf("Otto", 2, 2);
    assert_eq!(
        roll(&mut play, r#"roll("Otto", 6)"#),
        ("desperate".into(), 4)
    );
}

#[test]
fn di12_tens_count_twice_and_are_critical_only_on_a_success() {
    let mut play = fighter().play();
    let roll = play.value(r#"roll("Ilse", 3, 3, { faces = "10 1 1" })"#);
    assert_eq!(
        (
            &roll["successes"],
            &roll["sb"],
            &roll["outcome"],
            &roll["critical"]
        ),
        (&json!(2), &json!(2), &json!("partial"), &json!(0))
    );
    let roll = play.value(r#"roll("Ilse", 5, 5, { faces = "10 10 10 10 2" })"#);
    assert_eq!(
        (&roll["successes"], &roll["tens"], &roll["critical"]),
        (&json!(8), &json!(4), &json!(3)),
        "there is no fourth level"
    );
    let roll = play.value(r#"roll("Ilse", 6, 3, { faces = "9 7 6 4 2 1" })"#);
    assert_eq!(roll["outcome"], json!("success_with_sb"));
}

#[test]
fn di12_what_tens_give_is_asked_for() {
    // One ten: one of three. Two: two of them, or one strong effect. Three: settled, and the GM picks one more.
    let cases = [
        ("10 9 2", 1, vec!["critical"]),
        ("10 10 2", 2, vec!["critical", "critical 2"]),
        ("10 10 10", 3, vec!["legendary"]),
    ];
    for (faces, level, keys) in cases {
        let mut play = fighter().asking().play();
        play.ok(r#"start("Mob", 4)"#);
        let mut outcome = play.eval(&format!(r#"roll("Ilse", 3, 3, {{ faces = "{faces}" }})"#));
        let mut asked = Vec::new();
        while let storybeat::script::outcome::Outcome::Question(asking) = outcome {
            asked.push(asking.question.key.clone());
            let answer = if asking.question.key == "critical" {
                "+1 Boon"
            } else {
                ""
            };
            outcome = play.table.answer(answer);
        }
        assert_eq!(asked, keys, "{faces}");
        let storybeat::script::outcome::Outcome::Done(_) = outcome else {
            panic!("{outcome:?}")
        };
        assert_eq!(play.pc("Ilse").boons, u32::from(level < 3), "{faces}");
    }
}

//! Stat blocks: the examples of rules/05 §1, the bounds of §2 and §3, the sample blocks of §5.

use serde_json::json;

use crate::play::Campaign;

const TWO: &str = "move \"Bite\" { cost = 1 }, move \"Claw\" { cost = 2 }";

/// What is said of a block, and whether it can be spawned.
fn judged(body: &str) -> (bool, String) {
    let play = Campaign::empty()
        .file("gnarl.luau", &format!("adversary \"Gnarl\" {{ {body} }}"))
        .play();
    let told: Vec<String> = play
        .table
        .greeting()
        .iter()
        .map(|line| line.text.clone())
        .filter(|text| text.contains("Gnarl"))
        .collect();
    let there = play.table.catalog().adversaries.get("Gnarl").is_some();
    (there, told.join("\n"))
}

#[test]
fn the_examples_of_the_rulebook() {
    // TL, Resilience and what goes with it; is it legal; what is said.
    let rows = [
        ("tl = 3, resilience = 8", false, "Resilience 3, not 8"),
        ("tl = 2, resilience = \"none\"", false, "resolution = \"…\""),
        (
            "tl = 2, resilience = \"none\", resolution = \"Somebody answers.\"",
            true,
            "",
        ),
        (
            "tl = 7, resilience = 16, phase \"One\" { move \"Howl\" { cost = 1 } }",
            false,
            "Resilience 8 a phase, not 16",
        ),
        ("tl = 10, resilience = 8", false, "None with a Resolution"),
        ("tl = 1", true, ""),
        ("tl = 6", true, ""),
    ];
    for (body, legal, words) in rows {
        let (there, told) = judged(&format!("{body}, {TWO}"));
        assert_eq!(there, legal, "{body}: {told}");
        assert!(told.contains(words), "{body}: {told}");
        assert_eq!(told.is_empty(), words.is_empty(), "{body}: {told}");
    }
    // A single phase of 8 at TL 7: the number is fixed, how many phases is advice.
    let (there, told) = judged(&format!(
        "tl = 7, resilience = 8, phase \"One\" {{ {TWO} }}"
    ));
    assert!(there && told.contains("usually has 2 phases"), "{told}");
}

#[test]
fn the_defaults_come_from_the_threat_level() {
    // TL, deals, Fatigue track, pool, Resilience, phases.
    let rows = [
        (1, 1, 2, 2, 3, 1),
        (2, 2, 2, 3, 3, 1),
        (3, 2, 3, 4, 3, 1),
        (4, 3, 3, 5, 3, 1),
        (5, 3, 4, 6, 8, 1),
        (6, 4, 4, 7, 8, 1),
        (7, 5, 5, 8, 8, 2),
        (8, 6, 5, 9, 8, 3),
        (9, 7, 6, 10, 8, 3),
    ];
    for (tl, deals, fatigue, pool, resilience, phases) in rows {
        let body = format!("adversary \"Gnarl\" {{ tl = {tl}, {TWO} }}");
        let mut play = Campaign::empty().file("gnarl.luau", &body).play();
        play.ok("spawn(\"Gnarl\")");
        for (field, wanted) in [
            ("deals", deals),
            ("fatigue_size", fatigue),
            ("pool", pool),
            ("resilience", resilience),
            ("resilience_size", resilience),
        ] {
            assert_eq!(
                play.value(&format!("gnarl.{field}")),
                json!(wanted),
                "TL {tl} {field}"
            );
        }
        assert_eq!(play.value("gnarl.armor.category"), json!("none"));
        assert_eq!(play.foe("Gnarl").last.resilience.len(), phases, "TL {tl}");
    }
    let body = format!("adversary \"Gnarl\" {{ tl = 10, resolution = \"Its name.\", {TWO} }}");
    let mut play = Campaign::empty().file("gnarl.luau", &body).play();
    play.ok("spawn(\"Gnarl\")");
    assert_eq!(
        play.value("{ gnarl.deals, gnarl.pool, gnarl.fatigue_size }"),
        json!([8, 10, 6])
    );
    assert_eq!(play.value("gnarl.resilience"), json!(null));
}

#[test]
fn what_is_advised_against_plays_and_says_what_to_write() {
    let rows = [
        ("tl = 3, deals = 4", "above the band of TL 3"),
        (
            "tl = 3, skills = { melee = 2, sway = 1, lore = 1 }",
            "one or two skills",
        ),
    ];
    for (body, words) in rows {
        let (there, told) = judged(&format!("{body}, {TWO}"));
        assert!(there && told.contains(words), "{body}: {told}");
    }
    let tags = [
        ("\"timer\"", "function tag TIMER in capitals"),
        ("\"AMBUSHH\"", "is the function tag AMBUSH meant?"),
        ("\"W\"", "icon of the stat block"),
    ];
    for (tag, words) in tags {
        let (there, told) = judged(&format!(
            "tl = 3, move \"Bite\" {{ cost = 1, tags = {{ {tag} }} }}, move \"Claw\" {{ cost = 1 }}"
        ));
        assert!(there && told.contains(words), "{tag}: {told}");
    }
    // Every function tag and every sample of flavour is a tag like any other.
    for tag in "TIMER ENVIRONMENT REINFORCEMENT AMBUSH SOCIAL BARGAIN HAUNT POSSESSION ILLUSION MEMORY CURSE TRAP TACTICS \
                OMEN FIRE ICE STONE WIND TIDE BLOOD VENOM SHADOW DREAM SONG FEY PRESSURE"
        .split_whitespace()
    {
        let (there, told) =
            judged(&format!("tl = 3, move \"Bite\" {{ cost = 1, tags = {{ \"{tag}\" }} }}, move \"Claw\" {{ cost = 1 }}"));
        assert!(there && told.is_empty(), "{tag}: {told}");
    }
}

#[test]
fn what_is_forbidden_is_named_with_its_place() {
    let rows = [
        ("tl = 3, deals = -1", "deals"),
        ("tl = 3, attributes = { body = 11 }", "attributes"),
        ("tl = 3, attributes = { luck = 2 }", "luck"),
        ("tl = 3, skills = { brawling = 2 }", "brawling"),
        ("tl = 3, fatigue_size = 0", "fatigue_size"),
        ("tl = 3, pool = 0", "pool"),
        ("tl = 3, morale = 7", "morale"),
        ("tl = 3, resists = { physical = \"most\" }", "half"),
        ("tl = 3, together = { n = 2 }", "step = -1"),
        ("tl = 3, without = { \"Bite\" }", "no like"),
        (
            "tl = 6, phase \"A\" { move \"Hum\" { cost = 1 } }, phase \"B\" { move \"Sing\" { cost = 1 } }",
            "phases begin at TL 7",
        ),
        ("tl = 3, deed \"Answer\" {}", "resolution"),
    ];
    for (body, words) in rows {
        let (there, told) = judged(&format!("{body}, {TWO}"));
        assert!(!there, "{body} was taken");
        assert!(
            told.contains(words) && told.contains("gnarl.luau"),
            "{body}: {told}"
        );
    }
    let moves = [
        ("rider = true", "target = \"pc\""),
        ("times = 2", "which? per"),
        ("only = function() return true end", "target = \"pc\" or"),
        ("together = 1", "together"),
    ];
    for (key, words) in moves {
        let (there, told) = judged(&format!(
            "tl = 3, move \"Bite\" {{ cost = 1, {key} }}, move \"Claw\" {{ cost = 1 }}"
        ));
        assert!(
            !there && told.contains(words) && told.contains("Bite"),
            "{key}: {told}"
        );
    }
}

#[test]
fn each_phase_has_its_own_moves_and_the_block_one_signature() {
    let moves = |n: usize, from: char| -> String {
        (0..n)
            .map(|at| {
                let letter = char::from_u32(u32::from(from) + u32::try_from(at).unwrap()).unwrap();
                format!("move \"{letter}\" {{ cost = 1 }}, ")
            })
            .collect()
    };
    let three = |n: usize| {
        format!(
            "tl = 9, phase \"One\" {{ {} }}, phase \"Two\" {{ {} }}, phase \"Three\" {{ {} }}",
            moves(n, 'A'),
            moves(n, 'I'),
            moves(n, 'Q')
        )
    };
    let (there, told) = judged(&three(3));
    assert!(there, "nine moves in three phases: {told}");
    let (there, told) = judged(&three(8));
    assert!(
        !there && told.contains("2 to 7 moves in a phase, not 8"),
        "{told}"
    );
    let two = "tl = 8, phase \"One\" { move \"A\" { cost = 4, signature = true }, move \"B\" { cost = 1 } }, \
               phase \"Two\" { move \"C\" { cost = 5, signature = true }, move \"D\" { cost = 1 } }, phase \"Three\" { move \"E\" { cost = 1 }, move \"F\" { cost = 1 } }";
    let (there, told) = judged(two);
    assert!(!there && told.contains("at most one Signature"), "{told}");
}

#[test]
fn r67_r68_the_sample_blocks_are_legal() {
    // Numbers of the sample blocks, under names of ours.
    let blocks = [
        "tl = 2, deals = 1, pool = { melee = 2, ranged = 2 }, morale = 3",
        "tl = 3, deals = 2, armor = \"light\", pool = { melee = 4, athletics = 4 }",
        "tl = 5, deals = 3, armor = \"heavy\", pool = { melee = 6, sway = 5 }, move \"Duel\" { cost = 1, per = \"scene\", target = \"pc\", resist = { pool = \"spirit\", dv = 4 } }",
        "tl = 2, deals = 1, pool = { arcana = 4, deception = 4 }, move \"Low Rite\" { cost = 2, together = 3 }",
        "tl = 3, deals = 1, pool = { arcana = 4, deception = 4 }, move \"Low Rite\" { cost = 2, together = 3 }",
        "tl = 5, deals = 3, armor = \"medium\", pool = { melee = 6, sway = 5 }",
        "tl = 2, deals = 1, pool = { stealth = 5, arcana = 4 }, resists = { physical = \"half\" }, leash = true",
        "tl = 5, deals = 3, pool = 7, armor = \"light\", resists = { fire = \"immune\" }, leash = true",
        "tl = 5, deals = 2, pool = { stealth = 6, [\"spirit + endurance\"] = 6 }, resists = { physical = \"half\" }",
        "tl = 4, deals = 2, pool = { stealth = 6 }, resists = { physical = \"half\" }",
        "tl = 2, deals = 2, pool = { melee = 5, athletics = 5 }, together = { n = 2, step = -1, why = \"two on one\" }",
        "tl = 3, deals = 2, pool = { melee = 5, athletics = 5 }, together = { n = 2, step = -1 }",
        "tl = 6, deals = 4, armor = \"medium\", pool = { melee = 8, endurance = 8 }, move \"Bear Down\" { cost = 2, target = \"pc\", rider = true, run = { apply = \"Prone\" } }",
    ];
    for body in blocks {
        let (there, told) = judged(&format!("{body}, {TWO}"));
        assert!(there && told.is_empty(), "{body}: {told}");
    }
    // The older scale's rows aren't: Resilience 8 stands at TL 5 and up.
    for (tl, resilience) in [(1, 8), (3, 8), (4, 8), (5, 3)] {
        let (there, _) = judged(&format!("tl = {tl}, resilience = {resilience}, {TWO}"));
        assert!(!there, "TL {tl} with {resilience}");
    }
}

#[test]
fn the_timer_of_a_block_begins_and_ends_with_its_kind() {
    let files = format!(
        "timer \"Dusk\" {{ size = 6 }}\nadversary \"Gnarl\" {{ tl = 3, timer = \"Dusk\", {TWO} }}"
    );
    let mut play = Campaign::empty().file("gnarl.luau", &files).play();
    let said = play.said("spawn(\"Gnarl\", 2)");
    assert!(said.contains("Dusk □□□□□□"), "{said}");
    play.ok("defeat(\"Gnarl A\")");
    assert_eq!(play.value("#timers"), json!(1));
    play.ok("defeat(\"Gnarl B\")");
    assert_eq!(play.value("#timers"), json!(0));
    play.ok("undo");
    assert_eq!(play.value("#timers"), json!(1));
    let (there, told) = judged(&format!("tl = 3, timer = \"Dsuk\", {TWO}"));
    assert!(there && told.contains("unknown timer"), "{told}");
}

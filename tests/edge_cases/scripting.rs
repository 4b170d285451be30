//! SC: scripting, and data that looks like code.

use serde_json::json;
use storybeat::script::outcome::{Kind, Outcome};

use crate::play::{Campaign, Play, TROLL};

const TRICKS: [&str; 6] = [
    "[spend 1 SB]",
    "os.exit()",
    "{{1+1}}",
    "%d %s %n",
    "(.*)%1[^a-]",
    "\\\"; gain(9) --",
];

#[test]
fn sc01_text_that_looks_like_code_is_shown_as_it_is() {
    for text in TRICKS {
        let source = format!(
            "timer \"Bell\" {{ size = 2, text = {text:?}, on_fill = {{ say = {text:?} }} }}"
        );
        let mut play = Campaign::bridge().file("timers/bell.luau", &source).play();
        play.ok("gain(3)");
        let done = play.ok("tick bell 2");
        assert!(
            done.lines
                .iter()
                .any(|line| line.kind == Kind::Said && line.text == text),
            "{text}: {:?}",
            done.lines
        );
        assert_eq!(play.state().bank, 3);
        // As a name, a reason, a note, a question's choice.
        play.ok(&format!("start({text:?}, 4)"));
        play.ok(&format!("tick({text:?})"));
        assert_eq!(play.timer(text).filled, 1);
        assert!(play.said("timers").contains(text), "{text}");
        play.ok(&format!("hit(\"Lyra\", 1, {text:?})"));
        play.ok(&format!("note({text:?})"));
        let picked = play.value(&format!("ask.pick(\"?\", {{ {text:?}, \"b\" }})"));
        assert_eq!(picked, json!(text));
        assert_eq!(play.state().bank, 3);
    }
}

const NAMES: [(&str, &str); 6] = [
    ("Gate Keeper", "gate keeper"),
    ("Night-Watch", "night watch"),
    ("Crow's Foot", "crows foot"),
    ("Flößer", "FLÖSSER"),
    ("Ole Åse", "ole åse"),
    ("O’Dell", "o'dell"),
];

#[test]
fn sc02_every_name_works_in_every_verb_in_every_spelling() {
    for (name, other) in NAMES {
        // A character, a foe, a timer, a move, a condition, a deck, a deed, a command: all of that name, one at a time.
        let mut play = Campaign::empty()
            .pc(name, [3, 2, 2, 2], "")
            .pc("Otto", [3, 2, 2, 2], "")
            .file("monsters/ash_rat.luau", crate::play::RAT)
            .play();
        for who in [name, other] {
            for line in [
                format!("roll({who:?}, 3, 3, {{ faces = \"7 8 9\" }})"),
                format!("hit({who:?}, 1)"),
                format!("earn({who:?})"),
                format!("pay({who:?})"),
                format!("mark({who:?}, \"fatigue\", 0)"),
                format!("apply({who:?}, \"Prone\")"),
                format!("lift({who:?}, \"Prone\")"),
                format!("step({who:?}, 1)"),
                format!("party:named({who:?}):rest(\"night\")"),
                format!("start(\"Oath\", 4, {{ owner = {who:?} }})"),
                format!("set({who:?}, {{ harm = 0 }})"),
                format!("roll \"{who}\" body = 7 8 9"),
                format!("hit {} 1 a blow", who.to_lowercase()),
                format!("rest {} night", who.to_lowercase()),
                format!("earn {}", who.to_lowercase()),
                format!("roll otto body help=\"{who}\" = 7 8 9 6"),
            ] {
                play.ok(&line);
            }
            assert!(play.said(&format!("roster:named({who:?})")).contains(name));
        }

        let file = format!(
            "adversary {name:?} {{ tl = 3, move {name:?} {{ cost = 1, run = {{ tick = {other:?} }} }}, move \"Wait\" {{ cost = 1 }} }}\n\
             timer {name:?} {{ size = 9 }}\ncondition {name:?} {{}}\ndeck {name:?} {{ card \"7C\" {{ title = \"x\" }} }}\n\
             command {name:?} {{ help = \"h\", run = function() gain(1) end }}"
        );
        let mut play = Campaign::bridge().file("all.luau", &file).play();
        play.ok("gain(9)");
        for (n, word) in [name, other].into_iter().enumerate() {
            // A timer and a foe may not share a name at the table: the foe is called otherwise.
            play.ok(&format!(
                "spawn({word:?}, {{ name = \"Foe {}\" }})",
                ["One", "Two"][n]
            ));
            play.ok(&format!(
                "use({word:?}, nil, {{ foe = \"Foe {}\" }})",
                ["One", "Two"][n]
            ));
            play.ok(&format!("tick({word:?})"));
            play.ok(&format!("tick {}", word.to_lowercase()));
            play.ok(&format!("apply(\"Lyra\", {word:?})"));
            assert_eq!(play.value(&format!("lyra:has({word:?})")), json!(true));
            play.ok(&format!("lift lyra {}", word.to_lowercase()));
            play.ok(&format!("draw({word:?})"));
            play.ok(&format!("draw {}", word.to_lowercase()));
            play.ok(&format!("help({word:?})"));
            let before = play.state().bank;
            play.ok(&word.to_lowercase());
            assert_eq!(play.state().bank, before + 1, "the command {word}");
        }
        assert_eq!(play.timer(name).filled, 6);
    }
}

#[test]
fn sc03_effects_follow_the_written_order() {
    let mut play = Play::new();
    let filled = play.value(
        r#"(function() start("Mob", 4) tick("Mob", 1) return timers:named("Mob").filled end)()"#,
    );
    assert_eq!(filled, json!(1));
    // In an effects table: the printed order.
    let source = r#"timer "Bell" { size = 2, on_fill = { to = "Lyra", gain = 2, hit = 1, say = "dong", tick = { Mob = 1 } } }"#;
    let mut play = Campaign::bridge().file("t.luau", source).play();
    play.ok(r#"start("Mob", 4)"#);
    let said = play.said("tick bell 2");
    let places: Vec<usize> = ["dong", "hit for 1", "Mob", "SB 0 → 2"]
        .iter()
        .map(|words| {
            said.find(words)
                .unwrap_or_else(|| panic!("{words} in {said}"))
        })
        .collect();
    assert!(places.is_sorted(), "{said}");
}

#[test]
fn sc04_an_endless_loop_is_stopped_wherever_it_stands() {
    let file = "timer \"Loop\" { size = 1, on_fill = function() while true do end end }\ncommand \"spin\" { help = \"h\", run = function() local n = 0 while true do n = n + 1 end end }";
    let mut play = Campaign::bridge().file("timers/loop.luau", file).play();
    play.ok("gain(1)");
    for (line, place) in [
        ("(function() while true do end end)()", "prompt:1"),
        ("pcall(function() while true do end end)", "prompt:1"),
        (
            "(function() while true do pcall(error) end end)()",
            "prompt:1",
        ),
        (
            "coroutine.wrap(function() while true do end end)()",
            "prompt:1",
        ),
        ("tick loop", "timers/loop.luau:1"),
        ("spin", "timers/loop.luau:2"),
    ] {
        let message = play.fails(line);
        assert!(message.contains(place), "{line}: {message}");
        play.ok("gain(1)");
    }
}

#[test]
fn sc05_a_script_that_fails_leaves_no_trace() {
    let mut play = Play::new();
    play.ok("gain(2)");
    let dice = play.state().dice;
    // `fails` compares the whole state, generator included.
    play.refuses(
        r#"(function() gain(1) earn("Lyra") start("Mob", 4) die() die() error("no") end)()"#,
        &["no"],
    );
    assert_eq!(play.state().dice, dice);
    let first = play.value("die()");
    play.ok("undo");
    assert_eq!(
        play.value("die()"),
        first,
        "the next die is the one that was next"
    );
}

#[test]
fn sc06_a_broken_file_leaves_the_old_version_running() {
    let good = Campaign::bridge();
    let mut play = good.clone().play();
    play.ok(r#"spawn("Toll Troll")"#);
    play.ok("gain(5)");
    let broken = good.clone().file(
        "monsters/toll_troll.luau",
        "adversary \"Toll Troll\" {\n  tl = = 5,\n}",
    );
    let told: String = play
        .table
        .reload_from(broken.files())
        .iter()
        .map(|line| line.text.clone() + "\n")
        .collect();
    assert!(
        told.contains("monsters/toll_troll.luau:2") && told.contains("older code runs"),
        "{told}"
    );
    assert!(play.table.view().older, "the prompt says so");
    assert!(!play.table.older().is_empty());
    play.ok(r#"use("Stamp the Span")"#);
    let mended = good.file(
        "monsters/toll_troll.luau",
        &TROLL.replace(
            "move \"Stamp the Span\" { cost = 1",
            "move \"Stamp the Span\" { cost = 2",
        ),
    );
    let told: String = play
        .table
        .reload_from(mended.files())
        .iter()
        .map(|l| l.text.clone())
        .collect();
    assert!(
        told.contains("Stamp the Span 1 → 2 SB") && told.contains("mended"),
        "{told}"
    );
    assert!(!play.table.view().older);
    play.ok(r#"use("Stamp the Span")"#);
    assert_eq!(play.state().bank, 2);
}

#[test]
fn sc07_ten_reloads_one_handler() {
    let with = |n: u32| {
        Campaign::bridge().file(
            "house_rules/count.luau",
            &format!("-- {n}\non.gain(function() note(\"gained\") end)"),
        )
    };
    let mut play = with(0).play();
    for n in 1..=10 {
        play.table.reload_from(with(n).files());
    }
    play.ok("gain(1)");
    assert_eq!(play.state().notes.len(), 1);
}

#[test]
fn sc08_a_hook_that_owes_a_result_gives_one() {
    let cases = [
        ("modify.roll(function() return RESULT end)", true),
        ("override.armor(function() return RESULT end)", false),
        ("override.cost(function() return RESULT end)", false),
        (
            "hook \"H\" { when = function() return RESULT end, modify_roll = { dice = 1 } }",
            true,
        ),
    ];
    for (code, nothing_is_fine) in cases {
        for result in ["\"yes\"", "", "true", "{ dize = 1 }", "5.5"] {
            if result.is_empty() && nothing_is_fine || result == "true" && code.starts_with("hook")
            {
                continue;
            }
            let mut play = Campaign::bridge()
                .file("house_rules/h.luau", &code.replace("RESULT", result))
                .play();
            play.ok("gain(9)");
            play.ok(r#"spawn("Toll Troll")"#);
            let line = if code.contains("armor") {
                r#"hit("Lyra", 2)"#
            } else if code.contains("cost") {
                r#"use("Stamp the Span")"#
            } else {
                r#"roll("Lyra", 3)"#
            };
            play.refuses(line, &["house_rules/h.luau"]);
        }
    }
    // Tests of moves, costs.
    for (field, line) in [
        ("when = function() return \"yes\" end", r#"use("Odd")"#),
        ("when = function() return 1 end", r#"use("Odd")"#),
        ("cost = function() return \"2\" end", r#"use("Odd")"#),
        ("cost = function() end", r#"use("Odd")"#),
        ("cost = function() return true end", r#"use("Odd")"#),
        (
            "target = \"pc\", only = function() return \"yes\" end",
            r#"use("Odd", "Lyra")"#,
        ),
    ] {
        let cost = if field.starts_with("cost") {
            ""
        } else {
            "cost = 1, "
        };
        let code = format!(
            "adversary \"Odd One\" {{ tl = 3, move \"Odd\" {{ {cost}{field} }}, move \"Even\" {{ cost = 1 }} }}"
        );
        let mut play = Campaign::bridge().file("monsters/odd.luau", &code).play();
        play.ok("gain(9)");
        play.ok(r#"spawn("Odd One")"#);
        play.refuses(line, &["monsters/odd.luau"]);
    }
}

#[test]
fn sc09_a_talents_text_has_no_effect() {
    for text in ["+1 die to Stealth", "never re-roll 10s", "gain 1 SB"] {
        let mut play = Campaign::bridge()
            .file(
                "talents/t.luau",
                &format!("talent \"Soft Steps\" {{ xp = 2, text = {text:?} }}"),
            )
            .pc(
                "Nim",
                [2, 2, 2, 2],
                "skills: { stealth: 2 }\ntalents: [Soft Steps]",
            )
            .play();
        let told: String = play
            .table
            .greeting()
            .iter()
            .map(|line| line.text.clone() + "\n")
            .collect();
        assert!(
            told.contains("talents/t.luau:1") && told.contains("Soft Steps has words alone"),
            "{told}"
        );
        assert_eq!(
            play.value(r#"roll("Nim", "wits + stealth").pool"#),
            json!(4),
            "{text}"
        );
    }
}

#[test]
fn sc10_chance_and_order_come_from_the_tables_generator() {
    let line = r#"(function()
        local out = {}
        for i = 1, 5 do out[#out + 1] = math.random(1000) end
        local t = { a = 1, b = 2, c = 3, d = 4, e = 5, [foes[1]] = 6, [foes[2]] = 7 }
        for k, v in t do out[#out + 1] = v end
        out[#out + 1] = one_of({ 1, 2, 3, 4, 5, 6, 7, 8, 9 })
        return out
    end)()"#;
    let run = |seed: &str| {
        let mut play = Campaign::bridge().seed(seed).play();
        play.ok(r#"spawn("Ash Rat", 2)"#);
        play.value(line)
    };
    assert_eq!(run("one"), run("one"));
    assert_ne!(run("one"), run("two"));
    let mut play = Play::new();
    for clock in ["os.clock()", "os.time()", "math.randomseed(1)", "tick()"] {
        play.fails(clock);
    }
}

#[test]
fn sc11_an_unknown_switch_is_an_error_with_its_place() {
    let error = Campaign::empty()
        .file(
            "campaign.yaml",
            "title: Edges\nswitches:\n  miss_boon_needs_bs: true\n",
        )
        .try_play()
        .map(|_| ())
        .unwrap_err();
    assert!(
        error.contains("campaign.yaml:3") && error.contains("miss_boon_needs_sb"),
        "{error}"
    );
    for (switch, value) in [
        ("jokers", "maybe"),
        ("sb_position_step", "3"),
        ("sb_position_step", "1.5"),
        ("deck_trigger_ones", "0"),
        ("hazardous_weather", "snow"),
    ] {
        let error = Campaign::empty()
            .switch(switch, value)
            .try_play()
            .map(|_| ())
            .unwrap_err();
        assert!(
            error.contains("campaign.yaml:2") && error.contains("allowed") || error.contains("1.5"),
            "{error}"
        );
    }
}

/// A switch, the two ways it can be set, and what a line gives then.
fn both(switch: &str, ways: [&str; 2], look: impl Fn(&mut Play) -> serde_json::Value) {
    let [a, b] = ways.map(|value| {
        let mut play = Campaign::empty()
            .pc("Ilse", [3, 2, 2, 2], "xp: 10\nskills: { melee: 5, lore: 1 }\narmor: light")
            .pc("Otto", [5, 2, 2, 2], "xp: 190\nskills: { melee: 5 }")
            .file(
                "timers/fire.luau",
                "timer \"Fire\" { size = 6, kind = \"hazard\" }\ntimer \"Douse\" { size = 6, against = \"Fire\" }",
            )
            .switch(switch, value)
            .play();
        play.ok(r#"scene.start("Here")"#);
        look(&mut play)
    });
    assert_ne!(a, b, "{switch} changes nothing");
}

#[test]
fn sc11_each_switch_changes_a_result() {
    both("tier_pool_caps", ["on", "off"], |p| {
        p.value(r#"roll("Ilse", 9, 3).pool"#)
    });
    both("miss_boon_needs_sb", ["on", "off"], |p| {
        p.value(r#"roll("Ilse", 2, 3, { faces = "2 3" }).boons"#)
    });
    both("sb_position_step", ["1", "2"], |p| {
        p.ok("gain(5)");
        p.ok("spend step ilse");
        p.value("sb.bank")
    });
    both("min_fatigue_unarmored", ["on", "off"], |p| {
        p.ok("hit otto 1");
        p.value("otto.fatigue")
    });
    both("light_armor_penalty", ["on", "off"], |p| {
        p.value(r#"roll("Ilse", "body + melee", 3).pool"#)
    });
    both("deck_trigger_ones", ["2", "3"], |p| {
        p.ok("roll ilse body = 1 1 7");
        json!(
            p.said(r#"draw("Consequences", { because = "test" })"#)
                .contains("nothing calls for")
        )
    });
    both("jokers", ["on", "off"], |p| {
        p.ok(r#"shuffle("Consequences")"#);
        p.value("decks[1].left")
    });
    both("tier_boon_hold", ["on", "off"], |p| {
        p.ok(r#"earn("Otto", 9)"#);
        p.value("otto.boons")
    });
    both("harm3_needs_care", ["on", "off"], |p| {
        p.ok("set ilse harm=3");
        p.ok(r#"stabilize("Otto", "Ilse", 3, { faces = "999" })"#);
        p.ok("rest ilse week");
        p.value("ilse.harm")
    });
    both("clean_unticks_hazard", ["on", "off"], |p| {
        p.ok("tick fire 3");
        p.ok(r#"roll("Ilse", 3, 3, { timer = "Douse", faces = "7 8 9" })"#);
        p.value(r#"timers:named("Fire").filled"#)
    });
    both("trap_partial_disarms", ["on", "off"], |p| {
        p.ok(r#"place("Latch", { trap = 3 })"#);
        p.ok(r#"disarm("Ilse", "Latch", { pool = 3, faces = "922" })"#);
        p.value("wards[1].inert")
    });
    both("quartermaster_partial_fails", ["on", "off"], |p| {
        p.ok("travel plan the moor");
        p.ok("travel go");
        p.ok("travel role ilse quartermaster = 9 2");
        p.value("travel.supply")
    });
    both("hazardous_weather", ["tick", "longer"], |p| {
        p.ok("travel plan the moor weather=hazardous");
        p.ok("travel go");
        p.value(r#"timers:named("Travel").size"#)
    });
    // These wait for what they switch: dv_over_five (spells), campaign_overflow_from (the campaign timer's own ticks).
}

#[test]
fn sc11_each_example_and_help_entry_runs() {
    let mut names = Vec::new();
    for record in storybeat::script::verbs::all() {
        names.push(record.name);
        let mut play = Campaign::bridge()
            .file(
                "hazards.luau",
                include_str!("../../scripts/hazards/the_span.luau"),
            )
            .play();
        play.ok(r#"scene.start("The Span")"#);
        let said = play.said(&format!("help({:?})", record.name));
        assert!(said.contains(record.about), "{}", record.name);
        if record.example.is_empty() {
            continue;
        }
        assert!(said.contains(record.example), "{}", record.name);
        play.ok(r#"spawn("Toll Troll")"#);
        play.ok("gain(9)");
        // What comes after a roll has one to come after.
        if matches!(record.name, "reroll" | "again") {
            play.ok("party:earn(1)");
            play.ok(r#"roll("Lyra", "wits + craft", 3, { faces = "96421" })"#);
        }
        match play.eval(record.example) {
            Outcome::Done(_) => {}
            other => panic!(
                "the example of {}: {}\n{other:?}",
                record.name, record.example
            ),
        }
    }
    assert!(names.len() > 50, "{}", names.len());
    // Those without an example stand alone, and are played elsewhere.
    for record in storybeat::script::verbs::all().filter(|record| record.example.is_empty()) {
        assert!(
            record.when == storybeat::script::record::When::Alone
                || matches!(record.name, "perform" | "activate"),
            "{} has no example",
            record.name
        );
    }
    for word in storybeat::script::define::WORDS {
        let said = Play::new().said(&format!("help({:?})", word.name));
        assert!(said.contains(word.about), "{}", word.name);
    }
}

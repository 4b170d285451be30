//! What the vocabulary means where it could mean two things: one test for each row of the reference.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/play.rs"]
mod play;

use play::{Campaign, Play};
use serde_json::json;
use storybeat::script::outcome::Outcome;

fn with(file: &str) -> Play {
    let mut play = Campaign::bridge().file("zz.luau", file).play();
    play.ok(r#"scene.start("Here")"#);
    play.ok("gain(20)");
    play
}

#[test]
fn start_gives_back_what_runs_and_begins_anew_what_is_over() {
    let mut play = with(r#"timer "Bell" { size = 2, at(1, { gain = 1 }) }"#);
    assert_eq!(play.value(r#"start("Bell") == start("Bell")"#), json!(true));
    assert!(play.said(r#"start("Bell")"#).contains("runs already"));
    play.refuses(r#"start("Bell", 4)"#, &["2 segments", "stop it first"]);
    // Full: anew at 0, thresholds and all.
    play.ok("tick bell 2");
    play.ok(r#"start("Bell")"#);
    assert_eq!(play.timer("Bell").filled, 0);
    let bank = play.state().bank;
    play.ok("tick bell");
    assert_eq!(
        play.state().bank,
        bank + 1,
        "the threshold fires in the new run"
    );
    // Stopped: anew.
    play.ok("stop bell");
    play.ok(r#"start("Bell")"#);
    assert_eq!(play.timer("Bell").filled, 0);
    assert_eq!(play.state().timers.len(), 1);
    // Paused is running.
    play.ok("pause bell");
    assert!(play.said(r#"start("Bell")"#).contains("runs already"));
    play.refuses(r#"start("Bel")"#, &["unknown timer", "Bell"]);
}

#[test]
fn tick_starts_what_is_declared_and_stop_never_fails() {
    let mut play = with(
        "timer \"Bell\" { size = 4 }\nadversary \"Ringer\" { tl = 1, move \"A\" { cost = 1 }, move \"B\" { cost = 1 }, on_defeat = { stop = \"Bell\" } }",
    );
    assert_eq!(play.value(r#"stop("Bell")"#), json!(false));
    play.ok("tick bell");
    assert_eq!(play.timer("Bell").filled, 1);
    play.ok("tick bell -9");
    assert_eq!(play.timer("Bell").filled, 0);
    play.ok("tick bell 100");
    assert_eq!(play.timer("Bell").filled, 4);
    assert!(play.said("tick bell").contains("full"));
    play.refuses(r#"tick("Bel")"#, &["Bell"]);
    play.refuses(r#"stop("Bel")"#, &["Bell"]);
    play.ok("stop bell");
    // A killing blow doesn't fail on a timer that isn't there.
    play.ok("spawn ringer");
    play.ok("hit ringer 9");
    assert_eq!(play.value("#foes"), json!(0));
}

#[test]
fn thresholds_fire_upward_ascending_once_a_run() {
    let file = r#"
timer "Steps" { size = 6,
    at(4, function() store.order = (store.order or "") .. "4" end),
    at(2, function() store.order = (store.order or "") .. "2" end),
    on_fill = function() store.order = (store.order or "") .. "F" end }
timer "Round" { size = 2, loop = true, grow = 1, at(1, function() store.rounds = (store.rounds or 0) + 1 end), on_fill = { gain = 1 } }
command "order" { help = "h", run = function() note(store.order or "") end }
command "rounds" { help = "h", run = function() note(tostring(store.rounds)) end }
"#;
    let mut play = with(file);
    let last = |play: &mut Play, line: &str| {
        play.ok(line);
        play.state().notes.last().unwrap().clone()
    };
    play.ok("tick steps 5");
    assert_eq!(last(&mut play, "order"), "24");
    // After a tick back, not again.
    play.ok("tick steps -4");
    play.ok("tick steps 4");
    assert_eq!(last(&mut play, "order"), "24");
    play.ok("tick steps 1");
    assert_eq!(last(&mut play, "order"), "24F");
    // A new start begins afresh.
    play.ok(r#"start("Steps")"#);
    play.ok("tick steps 6");
    assert_eq!(last(&mut play, "order"), "24F24F");
    // So does a loop; it grows each time.
    play.ok("tick round 2");
    assert_eq!(
        (play.timer("Round").size, play.timer("Round").filled),
        (3, 0)
    );
    play.ok("tick round 3");
    assert_eq!(play.timer("Round").size, 4);
    assert_eq!(last(&mut play, "rounds"), "2");
    // A threshold at the size is an error.
    let play = Campaign::empty()
        .file("t.luau", "timer \"T\" { size = 4, at(4, { gain = 1 }) }")
        .play();
    let told: String = play
        .table
        .greeting()
        .iter()
        .map(|l| l.text.clone())
        .collect();
    assert!(
        told.contains("on_fill") && told.contains("t.luau:1"),
        "{told}"
    );
}

const CHASE: &str = r#"
timer "Chase" { size = 2, kind = "contest", against = "Escape" }
timer "Escape" { size = 2, kind = "contest", against = "Chase" }
command "both" { help = "one act fills both", run = function() tick("Chase", 2) tick("Escape", 2) end }
"#;

#[test]
fn of_a_contest_the_first_to_fill_wins() {
    let mut play = with(CHASE);
    play.ok("tick escape 1");
    play.ok("tick chase 2");
    assert_eq!(play.value(r#"timers:named("Chase").full"#), json!(true));
    assert_eq!(play.value("#timers"), json!(1), "the other stops");
    // Both by one act: the side whose action it is.
    let mut play = with(CHASE);
    play.ok(r#"start("Chase")"#);
    play.ok(r#"start("Escape")"#);
    play.ok("both");
    assert_eq!(play.value(r#"timers:named("Chase").full"#), json!(true));
    assert_eq!(play.value("#timers"), json!(1));
}

#[test]
fn every_ticks_when_its_period_ends_before_anyone_hears() {
    let file = r#"
timer "Tide" { size = 9, every = "exchange" }
timer "Moon" { size = 9, every = "scene", scope = "campaign" }
on.exchange_start(function() note("tide " .. timers:named("Tide").filled) end)
on.scene_close(function() note("moon " .. timers:named("Moon").filled) end)
"#;
    let mut play = with(file);
    play.ok(r#"start("Tide")"#);
    play.ok(r#"start("Moon")"#);
    play.ok("exchange next");
    play.ok("scene close");
    assert_eq!(*play.state().notes, ["tide 1", "moon 1"]);
}

#[test]
fn copies_are_lettered_and_no_letter_comes_twice_in_a_scene() {
    let mut play = Play::new();
    let names = |play: &mut Play| -> Vec<String> {
        play.state()
            .foes
            .values()
            .filter(|foe| foe.defeated.is_none() && !foe.body.away)
            .map(|foe| foe.name.clone())
            .collect()
    };
    play.ok("spawn ash rat");
    play.ok("spawn ash rat");
    play.ok("spawn ash rat 2");
    assert_eq!(
        names(&mut play),
        ["Ash Rat", "Ash Rat B", "Ash Rat C", "Ash Rat D"]
    );
    play.ok(r#"defeat("Ash Rat D")"#);
    play.ok("spawn ash rat");
    assert_eq!(names(&mut play).last().unwrap(), "Ash Rat E");
    play.ok(r#"spawn("Ash Rat", { name = "Old Grey" })"#);
    play.ok(r#"spawn("Ash Rat", 3, { names = { "Gnaw", "Nip" } })"#);
    let all = names(&mut play);
    assert!(
        all.contains(&"Old Grey".into()) && all.contains(&"Gnaw".into()),
        "{all:?}"
    );
    let mut unique = all.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), all.len(), "{all:?}");
    play.refuses(r#"spawn("Ash Rat", { name = "Nip" })"#, &["taken"]);
    // A new scene begins at the first.
    play.ok(r#"scene.start("There")"#);
    play.ok("spawn ash rat 2");
    assert_eq!(names(&mut play), ["Ash Rat A", "Ash Rat B"]);
}

#[test]
fn of_two_cancels_the_first_counts_and_the_others_do_not_pay() {
    let file = r#"
talent "First Guard" { xp = 2, hook "First" { modify_hit = { cancel = "parried" }, pay = 1, per = "scene" } }
talent "Second Guard" { xp = 2, hook "Second" { modify_hit = { cancel = "dodged" }, pay = 1, per = "scene" } }
"#;
    let mut play = Campaign::empty()
        .pc("Ilse", [3, 2, 2, 2], "talents: [First Guard, Second Guard]")
        .file("t.luau", file)
        .play();
    play.ok(r#"earn("Ilse", 4)"#);
    let said = play.said("hit ilse 2");
    assert!(said.contains("parried"), "{said}");
    assert_eq!(play.pc("Ilse").boons, 3);
    assert_eq!(play.hf("Ilse"), (0, 0));
    // Any no leaves no mark: without a Boon nobody pays, and nothing is claimed.
    play.ok("pay ilse 3");
    play.ok("hit ilse 1");
    assert_eq!(play.hf("Ilse"), (1, 1));
    play.ok("earn ilse");
    let said = play.said("hit ilse 1");
    assert!(said.contains("dodged"), "{said}");
}

#[test]
fn a_definitions_handlers_run_for_each_thing_and_top_level_ones_once() {
    let file = r#"
adversary "Echo" { tl = 1, move "A" { cost = 1 }, move "B" { cost = 1 },
    on_exchange_start = function(e) note("echo") end,
    on_hit = function(e) note("hit " .. e.who.name) end }
on.exchange_start(function() note("once") end)
on.hit(function() note("any") end)
"#;
    let mut play = with(file);
    play.ok("spawn echo 2");
    play.ok("exchange next");
    let notes = play.state().notes.to_vec();
    assert_eq!(notes, ["echo", "echo", "once"]);
    play.ok("hit echo a 1");
    assert_eq!(
        play.state().notes[3..],
        ["hit Echo A".to_owned(), "any".to_owned()]
    );
}

#[test]
fn reroll_runs_the_last_roll_again_with_a_boon_held_before_it() {
    let mut play = Play::new();
    play.ok("roll lyra wits craft = 92431");
    assert_eq!(play.pc("Lyra").boons, 1, "paid by the Partial itself");
    play.refuses("reroll 4", &["1 Boon short"]);
    assert_eq!(play.pc("Lyra").boons, 1);

    let mut play = Play::new();
    play.ok("earn lyra 2");
    play.ok("roll lyra wits craft = 92431");
    let said = play.said("reroll 4 = 2");
    assert!(
        said.contains("4 → 2 (a Boon)") && said.contains("instead of"),
        "{said}"
    );
    assert_eq!(
        play.pc("Lyra").boons,
        2,
        "2 − 1, and 1 for the Partial it still is"
    );
    play.refuses("reroll 7", &["no die shows 7"]);
    // Another die, with another Boon.
    play.ok("reroll 3 = 5");
    assert_eq!(play.pc("Lyra").boons, 1);
    assert!(play.fails("reroll 5").contains("1 Boon short"));
    // A later act stands between.
    play.ok("earn lyra");
    play.refuses("reroll 3", &["the last act is no roll", "undo"]);
    // Its SB are spent: then a later act stands, too.
    play.ok("undo");
    play.ok("spend 1 a noise");
    play.refuses("reroll 3", &["no roll"]);
}

#[test]
fn a_move_is_priced_as_worth_now_and_paid_first() {
    let file = r#"
adversary "Dear" { tl = 3,
    move "Grow" { cost = function(foe) return foe.memory.n or 1 end, run = function(e) e.foe.memory.n = (e.foe.memory.n or 1) + 1 e.foe.memory.bank = sb.bank end },
    move "Fail" { cost = 2, run = function() error("no") end } }
override.cost(function(cost, base) if cost.name == "Fail" then return base(cost) + 1 end return base(cost) end)
"#;
    let mut play = with(file);
    play.ok("spend 15 all of it");
    play.ok("spawn dear");
    let menu = play.said("menu");
    assert!(
        menu.contains("1 SB  Grow") && menu.contains("3 SB  Fail"),
        "{menu}"
    );
    play.ok("use grow");
    assert_eq!(
        play.value("dear.memory.bank"),
        json!(null),
        "memory is a script's own"
    );
    let menu = play.said("menu");
    assert!(menu.contains("2 SB  Grow"), "{menu}");
    assert_eq!(play.state().bank, 4);
    // A part that fails takes the price back too.
    play.refuses("use fail", &["no", "Fail of Dear"]);
    assert_eq!(play.state().bank, 4);
    play.ok("spend 3 x");
    play.refuses("use grow", &["2 SB", "1 SB short"]);
}

#[test]
fn groups_are_snapshots_and_live_ones_are_walked_as_they_were() {
    let mut play = Play::new();
    play.ok("spawn ash rat 3");
    // A loop over a live group is over a snapshot: killing on the way doesn't skip.
    let n = play.value(
        "(function() local n = 0 for _, foe in foes do n += 1 foe:defeat(\"gone\") end return n end)()",
    );
    assert_eq!(n, json!(3));
    assert_eq!(play.value("#foes"), json!(0));
    play.ok("undo");
    // A group that was taken stays as it was; the live one doesn't.
    let counts = play.value(
        "(function() local some = foes:where(function() return true end) foes[1]:defeat(\"gone\") return { #some, #foes } end)()",
    );
    assert_eq!(counts, json!([3, 2]));
    // One thing gives one result, several give a list.
    assert!(play.value(r#"hit("Lyra", 0)"#).get("taken").is_some());
    assert_eq!(play.value(r#"hit(party, 0)"#).as_array().unwrap().len(), 3);
    assert_eq!(
        play.value(r#"hit({ "Lyra" }, 0)"#)
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn a_stale_handle_knows_its_last_values_and_refuses_verbs() {
    let mut play = Play::new();
    play.ok("spawn ash rat 2");
    play.ok("rat = foes[2]");
    play.ok("hit(rat, 1)");
    play.ok("defeat(rat, \"fled\")");
    assert_eq!(play.value("rat.name"), json!("Ash Rat B"));
    assert_eq!(play.value("rat.resilience"), json!(2));
    assert_eq!(play.value("rat.present"), json!(false));
    for line in [
        "hit(rat, 1)",
        "rat:hit(1)",
        "rat:heal()",
        "rat:apply(\"Prone\")",
        "rat:defeat()",
        "rat:use(\"Shake Out the Grate\", \"Lyra\")",
    ] {
        play.refuses(line, &["Ash Rat B", "was defeated"]);
    }
    // Of timers: the fields stay, ticks are told.
    play.ok(r#"mob = start("Mob", 4)"#);
    play.ok("stop mob");
    assert_eq!(play.value("mob.running"), json!(false));
    assert_eq!(play.value("mob.size"), json!(4));
    assert!(play.said("mob:tick()").contains("isn't running"));
}

#[test]
fn because_gives_way_to_refusals_by_the_rules_alone() {
    let file = r#"
adversary "Archer" { tl = 3,
    move "Shoot" { cost = 3, target = "pc", within = "near", per = "scene", only = function(pc) return pc.name ~= "Sera", "not her" end },
    move "Wait" { cost = 1, when = function() return false, "never" end } }
"#;
    let mut play = with(file);
    play.ok("spawn archer");
    play.ok(r#"shift("Lyra", "far", "Archer")"#);
    for (line, words) in [
        (r#"use("Shoot", "Lyra"BECAUSE)"#, "Far"),
        (r#"use("Shoot", "Sera"BECAUSE)"#, "not her"),
        (r#"use("Wait", nilBECAUSE)"#, "never"),
        (r#"spend(99, nil, "x"BECAUSE)"#, "SB short"),
        (r#"pay("Lyra", 4, "x"BECAUSE)"#, "Boon"),
        (r#"give("Lyra", "Sera", 1BECAUSE)"#, "Boon"),
    ] {
        play.refuses(&line.replace("BECAUSE", ""), &[words]);
        let opts = if line.contains("give")
            || line.contains("pay")
            || line.contains("spend")
            || line.contains("use")
        {
            ", { because = \"I say so\" }"
        } else {
            ""
        };
        let said = play.said(&line.replace("BECAUSE", opts));
        assert!(
            said.contains("overruled") && said.contains("I say so"),
            "{line}: {said}"
        );
        play.ok("undo");
    }
    // Once per scene, three timers, Harm 3.
    play.ok(r#"use("Shoot", "Ellis")"#);
    play.refuses(r#"use("Shoot", "Ellis")"#, &["once per scene"]);
    play.ok("anyway again");
    for n in ["One", "Two", "Three"] {
        play.ok(&format!("start({n:?}, 4)"));
    }
    play.refuses(r#"start("Four", 4)"#, &["three timers"]);
    play.ok("anyway it is a big room");
    play.ok("set lyra harm=3");
    play.refuses("roll lyra wits", &["Harm 3"]);
    play.ok("anyway she crawls");
    // Never: types, unknown names, numbers of dice.
    for line in [
        r#"hit("Lyrra", 1)"#,
        r#"roll("Lyra", "wits", 9, { because = "x" })"#,
        r#"roll("Lyra", "wits", 3, { faces = "1", because = "x" })"#,
        r#"draw("Consequences", { cards = "7C 7C" })"#,
        r#"convert("Ellis", 3, { because = "x" })"#,
        r#"start("Bell", 0, { because = "x" })"#,
    ] {
        play.fails(line);
        let acts = play.table.history().len();
        play.eval("anyway because");
        assert_eq!(play.table.history().len(), acts, "{line}");
    }
}

#[test]
fn questions_have_an_addressee_a_key_and_a_default() {
    let mut play = Campaign::bridge().asking().play();
    let Outcome::Question(asking) =
        play.eval(r#"ask.yes("Shoulder it?", { who = "Sera", key = "shoulder", default = true })"#)
    else {
        panic!()
    };
    assert_eq!(asking.who.as_deref(), Some("Sera"));
    assert_eq!(asking.question.key, "shoulder");
    assert!(
        asking.prompt.contains("Sera") && asking.prompt.contains("[Y/n]"),
        "{}",
        asking.prompt
    );
    let Outcome::Done(done) = play.table.answer("") else {
        panic!()
    };
    assert_eq!(done.value.unwrap().json, json!(true));
    // Given with the act, by key or in order; what is left over is an error, and nothing has changed.
    assert_eq!(
        play.value(
            r#"roll("Lyra", 2, 2, { faces = "10 2", answers = { critical = "+1 Boon" } }).outcome"#
        ),
        json!("clean")
    );
    assert_eq!(play.pc("Lyra").boons, 1);
    play.refuses(
        r#"roll("Lyra", 2, 2, { faces = "9 9", answers = { "yes" } })"#,
        &["not asked for"],
    );
    play.refuses(r#"roll("Lyra", 2, 2, { faces = "9 9 9" })"#, &["left over"]);
}

#[test]
fn follow_is_a_list_for_the_front() {
    let file = r#"
command "evening" { help = "h", arg("who", "pc"), run = function(c) gain(1) follow("morning", c.who, 3) follow("undo") end }
command "morning" { help = "h", arg("who", "pc"), arg("n", "number"), run = function(c) note(c.who.name .. c.n) end }
"#;
    let mut play = with(file);
    let done = play.ok("evening lyra");
    assert_eq!(done.follow, ["morning lyra 3", "undo"]);
    assert!(
        play.state().notes.is_empty(),
        "each is an act of its own, later"
    );
    play.ok(&done.follow[0]);
    assert_eq!(*play.state().notes, ["Lyra3"]);
}

#[test]
fn memory_belongs_to_a_thing_and_a_script() {
    let one = "command \"one\" { help = \"h\", run = function() foes[1].memory.n = 1 scene.memory.n = 1 party[1].memory.n = 1 party[1].armor.memory.n = 1 timers[1].memory.n = 1 end }\n\
               command \"one reads\" { help = \"h\", run = function() note(tostring(foes[1].memory.n)) end }";
    let two = "command \"two\" { help = \"h\", run = function() note(tostring(foes[1].memory.n)) foes[1].memory.n = 2 end }";
    let mut play = Campaign::bridge()
        .file("one.luau", one)
        .file("two.luau", two)
        .file("m.luau", "adversary \"Wise\" { tl = 1, memory = { n = 7, seen = { \"a\" } }, move \"A\" { cost = 1 }, move \"B\" { cost = 1 }, on_spawn = function(e) note(tostring(e.memory.n)) e.memory.n = 8 end }")
        .play();
    play.ok(r#"start("Mob", 4)"#);
    play.ok("spawn wise 2");
    assert_eq!(
        *play.state().notes,
        ["7", "7"],
        "first values, each its own"
    );
    play.ok("one");
    play.ok("two");
    play.ok("one reads");
    assert_eq!(play.state().notes[2..], ["nil".to_owned(), "1".to_owned()]);
    let before = play.state().kept.clone();
    play.ok("two");
    play.ok("undo");
    assert_eq!(play.state().kept, before, "undone with the act");
}

#[test]
fn set_is_the_gms_hand_within_the_rules() {
    let mut play = Play::new();
    play.ok("spawn toll troll");
    play.ok(r#"start("Mob", 6)"#);
    let said = play.said("set troll resilience=6");
    assert!(said.contains("by hand"), "{said}");
    assert_eq!(play.value("troll.resilience"), json!(6));
    for (line, words) in [
        (
            "set troll tl=6",
            &["Resilience moves only with the TL", "rules/05"][..],
        ),
        ("set troll resilience=9", &["1 to its size"]),
        ("set troll resilience=0", &["1 to its size"]),
        ("set troll resilience=2.5", &["whole number"]),
        ("set troll hp=6", &["hp", "field that can be set"]),
        ("set lyra harm=4", &["0 to 3"]),
        ("set lyra boons=6", &["hold cap"]),
        ("set lyra fatigue=9", &["below the track"]),
        ("set lyra tier=3", &["Tier follows from XP"]),
        ("set mob size=0", &["above what is filled"]),
        ("set mob filled=6", &["below its size"]),
        ("set mob hidden=1", &["true or false"]),
        ("set lyra", &["needs fields"]),
    ] {
        play.refuses(line, words);
    }
    // All or none.
    play.refuses(r#"set("Lyra", { boons = 2, harm = 9 })"#, &["0 to 3"]);
    assert_eq!(play.pc("Lyra").boons, 0);
}

/// Each rule point: an override that changes the book's answer, the line that shows it, and what it shows.
#[test]
fn every_rule_point_can_be_overridden_and_gets_its_keys() {
    let rows = [
        (
            "override.successes(function(face, base) if face == 5 then return 1 end return base(face) end)",
            r#"roll("Lyra", 2, 2, { faces = "5 5" }).successes"#,
            json!(2),
        ),
        (
            "override.outcome(function(o, base) if o.sb > 0 and o.successes >= o.dv and o.tens == 0 then return \"clean\" end return base(o) end)",
            r#"roll("Lyra", 3, 2, { faces = "1 7 8" }).outcome"#,
            json!("clean"),
        ),
        (
            "override.boons(function(b, base) if b.outcome == \"miss\" and b.who.name == \"Lyra\" and b.meaningful then return 2 end return base(b) end)",
            r#"roll("Lyra", 2, 2, { faces = "2 3" }).boons"#,
            json!(2),
        ),
        (
            "override.position(function(p, base) assert(p.gm == \"controlled\" and p.situation == 0 and not p.paid) return { position = \"dominant\", dice_lost = p.fatigue } end)",
            r#"roll("Lyra", 2, 2, { faces = "7 8" }).position"#,
            json!("dominant"),
        ),
        (
            "override.pool(function(p, base) local book = base(p) return { thrown = 2, auto = book.auto } end)",
            r#"roll("Lyra", 5, 2, { faces = "7 8" }).pool"#,
            json!(2),
        ),
        (
            "override.armor(function(hit, base) assert(hit.item.state == \"maintained\" and hit.who.name == \"Lyra\" and hit.armor == \"light\") return base({ harm = hit.harm + 1 }) end)",
            r#"hit("Lyra", 1).taken"#,
            json!(1),
        ),
        (
            "override.overflow(function(o, base) if o.fatigue >= o.size then return { harm = 2, fatigue = 0 } end return base(o) end)",
            r#"(function() mark("Lyra", "fatigue", 2) return lyra.harm end)()"#,
            json!(2),
        ),
        (
            "override.resilience(function(r, base) assert(r.who.name == \"Ash Rat\" and r.resilience == 3) return 2 * r.harm end)",
            r#"(function() local rat = spawn("Ash Rat") rat:hit(1) return rat.resilience end)()"#,
            json!(1),
        ),
        (
            "override.cost(function(c, base) assert(c.foe.name == \"Toll Troll\" and not c.signature) return base(c) + 1 end)",
            r#"(function() local troll = spawn("Toll Troll") troll:use("Stamp the Span") return sb.bank end)()"#,
            json!(18),
        ),
        (
            "override.settlement(function(s, base) assert(s.highest == 2 and not s.consent) return s.bank end)",
            "(function() scene.close() return sb.bank end)()",
            json!(20),
        ),
        (
            "override.ticks(function(outcome, base) if outcome == \"partial\" then return 3 end return base(outcome) end)",
            r#"(function() start("Climb", 6) roll("Lyra", 3, 3, { timer = "Climb", faces = "7 2 3" }) return timers:named("Climb").filled end)()"#,
            json!(3),
        ),
        (
            "override.leg_size(function(highest, base) return base(highest) + 3 end)",
            r#"(function() travel.plan("The Moor") return travel.go().size end)()"#,
            json!(7),
        ),
        (
            "override.supply(function(segments, base) if segments == 1 then return { fatigue = 2, harm = 0 } end return base(segments) end)",
            r#"(function() tick("Supply", 1) travel.day() return ellis.fatigue end)()"#,
            json!(2),
        ),
    ];
    let mut points: Vec<&str> = rows
        .iter()
        .map(|(code, ..)| code.split(['.', '(']).nth(1).unwrap())
        .collect();
    for (code, line, want) in &rows {
        let mut play = with(code);
        assert_eq!(play.value(line), *want, "{code}");
    }
    let mut all: Vec<&str> = storybeat::script::points::FORMULAS
        .iter()
        .map(|formula| formula.name)
        .collect();
    points.sort_unstable();
    all.sort_unstable();
    assert_eq!(points, all, "a row for every point");
    // Keys that aren't there are named, whoever misspells them.
    for (code, words) in [
        (
            "override.armor(function(hit, base) return { harm = hit.hamr, fatigue = 0 } end)",
            &["hamr", "harm"][..],
        ),
        (
            "override.armor(function(hit, base) return base({ hamr = 1 }) end)",
            &["hamr", "harm"],
        ),
        (
            "override.armor(function(hit, base) return { harm = 1, fatigue = 0, fatgue = 1 } end)",
            &["fatgue", "fatigue"],
        ),
        (
            "override.armor(function(hit, base) return { harm = 1 } end)",
            &["fatigue"],
        ),
        (
            "override.armor(function(hit, base) return { harm = -1, fatigue = 0 } end)",
            &["zz.luau:1"],
        ),
        (
            "override.armor(function(hit, base) return { harm = 0.5, fatigue = 0 } end)",
            &["zz.luau:1"],
        ),
        (
            "override.armor(function(hit, base) base(hit) return base(hit) end)",
            &["at most once"],
        ),
        (
            "override.armor(function(hit, base) gain(1) return base(hit) end)",
            &["only read"],
        ),
    ] {
        with(code).refuses(r#"hit("Lyra", 2)"#, words);
    }
    let mut play = with("override.pool(function(p) return { thrown = 99, auto = 0 } end)");
    play.refuses(r#"roll("Lyra", 2)"#, &["zz.luau:1"]);
}

#[test]
fn what_a_roll_is_asked_with() {
    let mut play = Play::new();
    // Selling the action gives one of three.
    let roll = play.value(r#"roll("Lyra", 3, 3, { sell = "die", faces = "7 8 9 9" })"#);
    assert_eq!(roll["pool"], json!(4));
    let roll = play.value(r#"roll("Lyra", 3, 3, { sell = "step", faces = "7 8 9" })"#);
    assert_eq!(roll["position"], json!("dominant"));
    let bank = play.state().bank;
    play.ok(r#"roll("Lyra", 3, 3, { sell = "beat", faces = "7 8 9" })"#);
    assert_eq!(play.state().bank, bank + 1);
    play.refuses(
        r#"roll("Lyra", 3, 3, { sell = "both" })"#,
        &["step", "die", "beat"],
    );
    // One helper, one die; never oneself, never one who can't act or isn't there.
    let roll = play.value(r#"roll("Lyra", 3, 3, { help = "Ellis", faces = "7 8 9 9" })"#);
    assert_eq!(roll["pool"], json!(4));
    play.refuses(
        r#"roll("Lyra", 3, 3, { help = "Lyra" })"#,
        &["nobody helps themselves"],
    );
    play.ok("leave ellis");
    play.refuses(
        r#"roll("Lyra", 3, 3, { help = "Ellis" })"#,
        &["Ellis", "out of the scene"],
    );
    play.ok("set sera harm=3");
    play.refuses(
        r#"roll("Lyra", 3, 3, { help = "Sera" })"#,
        &["Sera", "Harm 3"],
    );
    // Nothing at risk, no failure Boon; and what paid nothing may pay later.
    let said = play.said(
        r#"roll("Lyra", 3, 3, { meaningful = false, stakes = "the lock", faces = "7 2 3" })"#,
    );
    assert!(said.contains("no Boon (nothing was at risk)"), "{said}");
    let roll = play.value(r#"roll("Lyra", 3, 3, { stakes = "the lock", faces = "7 2 3" })"#);
    assert_eq!(roll["boons"], json!(1));
    let said = play.said(r#"roll("Lyra", 3, 3, { stakes = "The Lock", faces = "7 2 3" })"#);
    assert!(said.contains("same action and stakes"), "{said}");
    // A progress timer that is declared begins with the roll; what it does when it fills is done.
    let mut play = with(
        "timer \"Climb\" { size = 4, at(2, { say = \"halfway\" }), on_fill = { gain = 1, say = \"up\" } }",
    );
    let said = play.said(r#"roll("Lyra", 3, 3, { timer = "Climb", faces = "7 8 9" })"#);
    assert!(said.contains("halfway"), "{said}");
    let bank = play.state().bank;
    let said = play.said("roll lyra 3 timer=climb = 7 8 9");
    assert!(said.contains("up"), "{said}");
    assert_eq!(play.state().bank, bank + 1);
    play.refuses("roll lyra 3 timer=clmb = 7 8 9", &["clmb", "Climb"]);
    play.refuses(
        r#"roll("Lyra", 3, 3, { timer = "Clim" })"#,
        &["Clim", "Climb"],
    );
}

#[test]
fn the_menu_shows_what_a_move_would_cost_now() {
    let file = r#"
modify.use(function(e) if e.move == "Stamp the Span" then return { cost = 1, why = "wet stone" } end end)
hook "Haggle" { modify_use = { cost = -1 }, asks = "Haggle?", per = "scene" }
"#;
    let mut play = with(file);
    play.ok("spawn toll troll");
    let menu = play.said("menu");
    assert!(menu.contains("2 SB  Stamp the Span"), "{menu}");
    assert!(play.state().claims.is_empty(), "looking claims nothing");
    play.ok("use stamp");
    assert_eq!(play.state().bank, 18);
    // What says no is in the menu, too.
    let mut play = with("modify.use(function() return { cancel = \"the bells ring\" } end)");
    play.ok("spawn toll troll");
    let menu = play.said("menu");
    assert!(menu.contains("the bells ring"), "{menu}");
    play.refuses("use stamp", &["the bells ring"]);
}

#[test]
fn nothing_happens_in_silence() {
    let mut play = with(
        "condition \"Warded\" { modify_apply = { cancel = \"the ward holds\" } }\nmodify.tick(function(e) if e.timer.name == \"Mob\" then return { cancel = \"they sing\" } end end)",
    );
    play.refuses(r#"hit({ "Lyra", "Ellis", "Lyra" }, 1)"#, &["Lyra", "twice"]);
    play.refuses("hit lyra,lyra 1", &["twice"]);
    play.ok("apply lyra grappled");
    assert!(
        play.said("apply lyra grappled")
            .contains("Grappled already")
    );
    play.ok("apply lyra warded");
    let said = play.said("apply lyra prone");
    assert!(said.contains("the ward holds"), "{said}");
    play.ok(r#"start("Mob", 4)"#);
    let said = play.said("tick mob");
    assert!(said.contains("they sing"), "{said}");
    assert_eq!(play.timer("Mob").filled, 0);
    // A step that could never count is refused, a paid one that bought nothing is said.
    play.ok("spawn ash rat");
    play.refuses("step rat 1", &["adversaries never roll"]);
    play.ok("earn lyra");
    let said =
        play.said(r#"roll("Lyra", 3, 3, { position = "dominant", pay = "boon", faces = "7 8" })"#);
    assert!(said.contains("bought nothing"), "{said}");
    // Gear breaks once too often: nothing is paid for nothing.
    let bank = play.state().bank;
    for state in ["neglected", "compromised"] {
        play.ok("spend gear lyra");
        assert_eq!(play.value("lyra.armor.state"), json!(state));
    }
    for _ in 0..2 {
        play.ok("spend gear lyra");
    }
    assert_eq!(play.value("lyra.weapon.state"), json!("compromised"));
    assert_eq!(play.state().bank, bank - 12);
    play.refuses("spend gear lyra", &["no gear left"]);
    // One name, one thing.
    play.refuses(
        r#"start("Lyra", 4)"#,
        &["somebody at the table has this name"],
    );
    play.refuses(r#"shift("Lyra", "close", "Lyra")"#, &["between two"]);
    play.refuses(r#"give("Lyra", "Lyra")"#, &["somebody else"]);
}

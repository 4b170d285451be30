//! Every event, step and rule point happens once, and `e` has what is declared.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::declared::{Members, declared};
use crate::probe::{Seen, compare, play, rows, table};

/// A campaign in which everything can happen. What its own definitions hear is looked at too, under names with a space.
const STAGE: &str = r#"
local probe = require("./probe")
local look = probe.look
local function seeing(label)
    return function(e) look(label, e) end
end

adversary "Boss" {
    tl = 8, armor = "light", attributes = { body = 4 }, skills = { melee = 2 },
    phase "Dry" {
        move "Poke" {
            cost = 1, target = "pc", run = seeing("own move"),
            resist = {
                pool = "wits + athletics", dv = 2, on_success = seeing("own resist"), on_fail = seeing("own resist"),
            },
        },
    },
    phase "Wet" { on_phase = seeing("own phase") },
    on_hit = seeing("own on_hit"),
}
adversary "Riddle" {
    tl = 3, attributes = { wits = 3 }, resolution = "Answer it.",
    deed "Answer" { run = seeing("own deed") },
}
timer "Clock" { size = 3, at(2, seeing("own at")), on_tick = seeing("own on_tick"), on_fill = seeing("own on_fill") }
fear "Gape" { face = 1 }
condition "Starry" { text = "Stars.", lasts = "scene" }
deck "Cards" {
    card "7C" { title = "Seven", text = "It is one.", tags = { "SEVEN" }, on_draw = seeing("own card") },
    on_draw = seeing("own deck"),
}
hook "Reacts" { modify_roll = { dice = 1 }, run = seeing("own hook") }

command "everything" {
    run = function()
        gain(20, "to play with")
        spend(1, nil, "a draught")
        exchange.next()
        local opts = { timer = "Clock" }
        opts.on_success, opts.on_fail = seeing("own roll"), seeing("own roll")
        start("Clock", 3, { owner = "Lyra" })
        opts.help = "Sera"
        roll("Lyra", "wits + craft", 2, opts)
        roll("Lyra", "wits + craft", 5, { against = spawn("Riddle") })
        stop("Clock")
        start("Clock", 3, { owner = "Lyra" }):tick(3, "a gust")
        earn("Lyra", 1, "pluck")
        pay("Lyra", 1, "pluck")
        mark("Ellis", "fatigue", 1, "the stair")
        clear("Ellis", "fatigue", 1, "a breath")
        mark("Ellis", "fatigue", party:named("Ellis").fatigue_size, "the stair again")
        hit("Ellis", 3, "a beam", { tags = { "WOOD" } })
        apply("Lyra", "Starry", { lasts = "scene" })
        lift("Lyra", "Starry")
        local boss = spawn("Boss")
        shift("Lyra", "close", boss)
        boss:use("Poke", "Lyra")
        attack("Lyra", boss)
        shift(boss, "near", "Lyra", { answers = { "no" } })
        boss:hit(99, "a cannon")
        boss:defeat("it sank")
        foes:named("Riddle"):resolve("Answer")
        rest("Lyra", "short")
        place("Line", { ward = 3 })
        cross("Lyra", "Line")
        disable("Lyra", "Line", { spell = "FATE" })
        mark("Lyra", "fear", 2)
        draw("Cards")
        travel.plan("Here, There")
        travel.go()
        travel.day()
        travel.arrive()
        emit("done", { 1 })
    end,
}
command "report" {
    run = function()
        for _, row in probe.seen() do print(row) end
    end,
}
"#;

/// The class of `e` where a definition's own function is told.
const OWN: [(&str, &str); 13] = [
    ("own move", "UseEvent"),
    ("own resist", "ResistEvent"),
    ("own phase", "PhaseEvent"),
    ("own on_hit", "HitEvent"),
    ("own deed", "FoeEvent"),
    ("own at", "TickEvent"),
    ("own on_tick", "TickEvent"),
    ("own on_fill", "TickEvent"),
    ("own card", "CardEvent"),
    ("own deck", "DeckEvent"),
    ("own hook", "HookEvent"),
    ("own roll", "RollEvent"),
    ("thrown", "Thrown"),
];

/// Fields that may be nil though their type doesn't say so: what is aimed at nobody is rare, and asking each time is a
/// burden.
const MAY_LACK: [&str; 1] = ["target"];

/// Everything that is listened to, and what it is told.
fn told() -> Vec<(String, String)> {
    // `(fn: (e: HitEvent) -> ()) -> ()`, `(fn: (given: ArmorInput, base: …`
    let first = |ty: &str| {
        let after = ty.split_once("(e: ").or_else(|| ty.split_once("(given: "));
        let named = after.map(|(_, rest)| rest.split([')', ',']).next().unwrap());
        named
            .unwrap_or_else(|| panic!("{ty} tells nothing"))
            .to_owned()
    };
    let mut all: Vec<(String, String)> = Vec::new();
    for family in ["on", "modify", "override"] {
        let members = declared().of(family);
        all.extend(
            members
                .iter()
                .map(|(name, ty)| (format!("{family}.{name}"), first(ty))),
        );
    }
    all.extend(OWN.map(|(label, class)| (label.to_owned(), class.to_owned())));
    all
}

/// The members of a class; of a plain value that stands under `given`.
fn members(class: &str) -> Members {
    if is_plain(class) {
        [("given".to_owned(), class.to_owned())].into()
    } else {
        declared().of(class)
    }
}

/// Listens to everything that is declared.
fn listeners() -> String {
    let mut text = String::from("local look = require(\"./probe\").look\n");
    for (label, class) in told() {
        let _ = match label.split('.').next().unwrap() {
            "on" => writeln!(text, "{label}(function(e) look(\"{label}\", e) end)"),
            "modify" => {
                let thrown = if label == "modify.outcome" {
                    "look(\"thrown\", e.roll)"
                } else {
                    ""
                };
                writeln!(
                    text,
                    "{label}(function(e) look(\"{label}\", e) {thrown} return nil end)"
                )
            }
            "override" => {
                let given = if is_plain(&class) {
                    "{ given = given }"
                } else {
                    "given"
                };
                writeln!(
                    text,
                    "{label}(function(given, base) look(\"{label}\", {given}) return base(given) end)"
                )
            }
            _ => Ok(()),
        };
    }
    text
}

/// The names to try on each.
fn fields() -> String {
    let mut text = String::from("return {\n");
    for (label, class) in told() {
        let names: Vec<String> = members(&class)
            .keys()
            .map(|name| format!("{name:?}"))
            .collect();
        let _ = writeln!(text, "[{label:?}] = {{ {} }},", names.join(", "));
    }
    text + "}\n"
}

/// One value, with no fields?
fn is_plain(class: &str) -> bool {
    class == "number" || declared().words.contains_key(class)
}

/// Runs everything, and gives what was seen.
fn seen() -> BTreeMap<String, Seen> {
    let (listeners, fields) = (listeners(), fields());
    let mut table = table(&[
        ("stage.luau", STAGE),
        ("listeners.luau", &listeners),
        ("fields.luau", &fields),
    ]);
    for input in [
        "session.start()",
        "scene.start(\"Here\")",
        "everything",
        "scene.close()",
        "session.close()",
    ] {
        play(&mut table, input);
    }
    let lines = play(&mut table, "report");
    rows(lines.iter().map(String::as_str))
}

#[test]
fn what_an_event_has_is_what_is_declared() {
    let seen = seen();
    let mut faults = String::new();
    for (label, class) in told() {
        match seen.get(&label) {
            None => {
                let _ = writeln!(faults, "{label}: it never happened");
            }
            Some(found) => faults.push_str(&compare(&label, found, &members(&class), &MAY_LACK)),
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

//! Handles, groups, chapters and results.

use crate::declared::declared;
use crate::probe::{compare, play, rows, table};

const LOOKER: &str = r#"
local probe = require("./probe")
adversary "Probe" { tl = 5, move "Poke" { cost = 1, run = { say = "poke" } } }
timer "Clock" { size = 4 }
unit "Pikes" { cap = 2, scale = 2, speciality = "melee" }
deck "Cards" { card "7C" { title = "Seven", text = "It is a seven." } }

command "look" {
    run = function()
        local foe = spawn("Probe", 2, { band = "near" })[1]
        local clock = start("Clock", 4, { owner = "Lyra" })
        local draw = draw("Cards")
        local pikes = muster("Pikes", { owner = "Lyra" })
        for label, value in {
            Pc = party[1], Foe = foe, Timer = clock, Item = party[1].armor, Weapon = party[1].weapon,
            Ward = place("Line", { ward = 3, owner = "Lyra" }), wards = wards, Unit = pikes, units = units, Deck = draw.deck, party = party, roster = roster, foes = foes, timers = timers, decks = decks,
            Fixed = foes:where(function() return true end), Bonds = party[1].bonds,
            sb = sb, scene = scene, exchange = exchange, session = session, safety = safety, travel = travel, ask = ask, rules = rules,
            on = on, modify = modify, override = override, debug = debug,
            Moves = foe.moves, Move = foe.moves[1], Menu = menu(), Resolution = foe.resolution,
            Roll = roll("Lyra", "wits + craft", 3), Hit = hit("Ellis", 1, "a look"), FoeHit = foe:hit(1, "a look"),
            Draw = draw, Card = draw.highest, RollCall = party:resist("wits", 3),
        } do
            probe.look(label, value)
        end
        for _, row in probe.seen() do print(row) end
    end,
}
"#;

/// What was looked at, and the type that says what it has.
const TYPES: [(&str, &str); 39] = [
    ("Unit", "Unit"),
    ("units", "Units"),
    ("Pc", "Pc"),
    ("Foe", "Foe"),
    ("Timer", "Timer"),
    ("Item", "Item"),
    ("Weapon", "Item"),
    ("Deck", "Deck"),
    ("party", "Pcs"),
    ("roster", "Pcs"),
    ("foes", "Foes"),
    ("timers", "Timers"),
    ("decks", "Decks"),
    ("Ward", "Ward"),
    ("wards", "Wards"),
    ("Fixed", "Foes"),
    ("sb", "sb"),
    ("scene", "scene"),
    ("exchange", "exchange"),
    ("session", "session"),
    ("safety", "safety"),
    ("travel", "travel"),
    ("ask", "ask"),
    ("rules", "rules"),
    ("on", "on"),
    ("modify", "modify"),
    ("override", "override"),
    ("debug", ""),
    ("Moves", "Moves"),
    ("Move", "Move"),
    ("Menu", "Moves"),
    ("Resolution", ""),
    ("Roll", "Roll"),
    ("Hit", "Hit"),
    ("FoeHit", "Hit"),
    ("RollCall", "RollCall"),
    ("Draw", "Draw"),
    ("Card", "Card"),
    ("Bonds", "Pcs"),
];

#[test]
fn what_can_be_read_is_what_is_declared() {
    let mut table = table(&[("look.luau", LOOKER)]);
    play(&mut table, "scene.start(\"Here\")");
    let lines = play(&mut table, "look");
    let rows = rows(lines.iter().map(String::as_str));
    let mut faults = String::new();
    for (label, ty) in TYPES {
        let seen = rows
            .get(label)
            .unwrap_or_else(|| panic!("{label} wasn't looked at"));
        let members = match label {
            "debug" => [("traceback".to_owned(), "function".to_owned())].into(),
            "Resolution" => ["done", "left"]
                .map(|name| (name.to_owned(), "{ string }".to_owned()))
                .into(),
            _ => declared().of(ty),
        };
        faults.push_str(&compare(label, seen, &members, &[]));
    }
    assert!(faults.is_empty(), "\n{faults}");
    assert_eq!(rows.len(), TYPES.len());
}

#[test]
fn what_a_test_is_given_is_what_is_declared() {
    let script = r#"
local probe = require("../probe")
test("look", function(t)
    probe.look("t", t)
    local there = {}
    for _, row in probe.seen() do
        if not string.find(row, "~nil~", 1, true) then table.insert(there, row) end
    end
    error(table.concat(there, ";"))
end)
"#;
    let table = table(&[("tests/look.luau", script)]);
    let report = table.run_tests(None);
    assert_eq!(report.failed.len(), 1, "{report:?}");
    let said = &report.failed[0].why.message;
    let rows = rows(said.split(';'));
    let faults = compare("t", &rows["t"], &declared().of("T"), &[]);
    assert!(faults.is_empty(), "\n{faults}");
}

//! Every key of every definition with every odd value: it loads, or its file is left out with the line that is wrong;
//! the rest plays. And the same for what sheets say.

use storybeat::script::define::fx::KEYS;
use storybeat::script::define::words::{INNER, WORDS};
use storybeat::script::folder::Files;
use storybeat::script::runtime::Runtime;
use storybeat::script::steps;

use crate::parameters::ODD;
use crate::table::{bridge, fault_reads_well, go, reads_well, tight};

/// Numbers that are no whole numbers, and what isn't a number.
const NO_NUMBER: [&str; 9] = [
    "0/0",
    "1/0",
    "-1/0",
    "1e300",
    "0.5",
    "1.0000000001",
    "\"1\"",
    "\"0x10\"",
    "true",
];

/// A definition with a place for the keys, which stand on the second line.
fn around(word: &str, key: &str) -> Option<(&'static str, &'static str)> {
    let without = |needed: &str, with, bare| if key == needed { bare } else { with };
    Some(match word {
        "adversary" => (
            without(
                "tl",
                "adversary \"Odd @\" { tl = 2,\n",
                "adversary \"Odd @\" {\n",
            ),
            "}",
        ),
        "move" => (
            without(
                "cost",
                "adversary \"Odd @\" { tl = 2, move \"M\" { cost = 1,\n",
                "adversary \"Odd @\" { tl = 2, move \"M\" {\n",
            ),
            "} }",
        ),
        "Resist" => (
            without(
                "pool",
                "adversary \"Odd @\" { tl = 2, move \"M\" { cost = 1, resist = { pool = \"wits\",\n",
                "adversary \"Odd @\" { tl = 2, move \"M\" { cost = 1, resist = {\n",
            ),
            "} } }",
        ),
        "phase" => (
            "adversary \"Odd @\" { tl = 7, phase \"P\" {\n",
            "}, phase \"Q\" {} }",
        ),
        "deed" => (
            "adversary \"Odd @\" { tl = 7, deed \"D\" {\n",
            "}, deed \"E\" {} }",
        ),
        "timer" => (
            without(
                "size",
                "timer \"Odd @\" { size = 4,\n",
                "timer \"Odd @\" {\n",
            ),
            "}",
        ),
        "deck" | "region" => ("deck \"Odd @\" { card \"7C\" { title = \"t\" },\n", "}"),
        "card" => (
            without(
                "title",
                "deck \"Odd @\" { card \"7C\" { title = \"t\",\n",
                "deck \"Odd @\" { card \"7C\" {\n",
            ),
            "} }",
        ),
        "talent" => (
            without("xp", "talent \"Odd @\" { xp = 2,\n", "talent \"Odd @\" {\n"),
            "}",
        ),
        "condition" => ("condition \"Odd @\" {\n", "}"),
        "Escape" => (
            without(
                "pool",
                "condition \"Odd @\" { escape = { pool = \"wits\",\n",
                "condition \"Odd @\" { escape = {\n",
            ),
            "} }",
        ),
        "hook" => ("hook \"Odd @\" { on_gain = { say = \"x\" },\n", "}"),
        "command" => (
            without(
                "run",
                "command \"odd@\" { run = function() end,\n",
                "command \"odd@\" {\n",
            ),
            "}",
        ),
        "effects" => ("timer \"Odd @\" { size = 4, on_fill = {\n", "} }"),
        "contribution" => ("condition \"Odd @\" { modify_hit = {\n", "} }"),
        _ => return None,
    })
}

/// A letter or two in place of a number: no name ends in a digit.
fn letters(n: usize) -> String {
    let letter = |n: usize| char::from(b'A' + u8::try_from(n % 26).unwrap());
    [letter(n / 26), letter(n)].iter().collect()
}

/// All that a definition may say, as (word, key, its type).
fn keys() -> Vec<(String, String, String)> {
    let mut all: Vec<(String, String, String)> = Vec::new();
    for word in WORDS {
        for key in word.keys() {
            all.push((word.name.into(), key.name.into(), key.ty.into()));
        }
        if word.reacts {
            for react in ["on_hit", "on_gain", "modify_roll", "modify_hit"] {
                all.push((word.name.into(), react.into(), "react".into()));
            }
        }
        all.push((word.name.into(), "no_such_key".into(), "none".into()));
    }
    for inner in INNER {
        for key in inner.fields {
            all.push((inner.name.into(), key.name.into(), key.ty.into()));
        }
    }
    for key in KEYS {
        all.push(("effects".into(), key.name.into(), key.ty.into()));
    }
    for key in steps::allowed("hit") {
        let key: &str = key;
        let ty = if matches!(key, "harm" | "armor" | "to_fatigue") {
            "number?"
        } else {
            ""
        };
        all.push(("contribution".into(), key.into(), ty.into()));
    }
    all
}

/// Starts a campaign with these files in it; what it says.
fn start(files: impl IntoIterator<Item = (String, String)>) -> (Runtime, String) {
    let mut all = bridge();
    all.extend(files);
    let table = match Runtime::builder()
        .files(Files::from_map(all))
        .limits(tight())
        .build()
    {
        Ok(table) => table,
        Err(faults) => panic!("no table: {faults:?}"),
    };
    let greeting: Vec<String> = table.greeting().into_iter().map(|line| line.text).collect();
    let greeting = greeting.join("\n");
    reads_well("the greeting", &greeting);
    for internal in ["attempt to", "invalid argument", "userdata", "at fault"] {
        assert!(!greeting.contains(internal), "not in words: {greeting}");
    }
    table.warnings().iter().for_each(fault_reads_well);
    (table, greeting)
}

#[test]
fn no_odd_value_gets_into_a_definition() {
    let mut open = Vec::new();
    for (word, key, ty) in keys() {
        let Some((before, after)) = around(&word, &key) else {
            continue;
        };
        let files: Vec<(String, String)> = ODD
            .iter()
            .enumerate()
            .filter(|(_, value)| **value != "gone")
            .map(|(n, value)| {
                let text = format!("{before}{key} = {value},\n{after}\n").replace('@', &letters(n));
                (format!("odd_{n:02}.luau"), text)
            })
            .collect();
        let held = std::panic::catch_unwind(|| {
            let (mut table, greeting) = start(files.clone());
            for (n, value) in ODD.iter().enumerate() {
                let wrong = ty == "none"
                    || (ty.starts_with("number") && !ty.contains('|') && NO_NUMBER.contains(value))
                    || (ty.starts_with("string")
                        && matches!(*value, "0" | "0.5" | "true" | "{}" | "print"))
                    || (ty.starts_with("boolean")
                        && matches!(*value, "0" | "1e300" | "\"1\"" | "{}" | "print"));
                let place = format!("odd_{n:02}.luau:");
                if wrong && *value != "gone" {
                    assert!(
                        greeting.contains(&place),
                        "{value} is taken ({ty}): {greeting}"
                    );
                }
            }
            go(&mut table, "1 + 1");
            go(&mut table, "menu()");
        });
        if let Err(fault) = held {
            let why = fault.downcast_ref::<String>().cloned().unwrap_or_default();
            let why: String = why.chars().take(500).collect();
            open.push(format!("{word}.{key}: {why}"));
        }
    }
    assert!(
        open.is_empty(),
        "{} keys are open:\n\n{}",
        open.len(),
        open.join("\n\n")
    );
}

#[test]
fn no_odd_value_is_a_name_a_body_or_a_listener() {
    let mut files = Vec::new();
    let words = [
        "adversary",
        "timer",
        "deck",
        "region",
        "talent",
        "condition",
        "command",
        "move",
        "phase",
        "deed",
        "card",
        "hook",
    ];
    for (n, value) in ODD
        .iter()
        .enumerate()
        .filter(|(_, value)| **value != "gone")
    {
        for word in words {
            files.push((
                format!("a_{word}_{n}.luau"),
                format!("{word}({value}) {{}}"),
            ));
            files.push((
                format!("b_{word}_{n}.luau"),
                format!("{word} \"Odd\" ({value})"),
            ));
            files.push((format!("c_{word}_{n}.luau"), format!("{word}({value})")));
        }
        for listen in [
            "on.hit",
            "on.gain",
            "modify.roll",
            "override.armor",
            "at",
            "arg",
            "test",
            "require",
            "on",
            "modify",
        ] {
            files.push((
                format!("d_{}_{n}.luau", listen.replace('.', "_")),
                format!("{listen}({value})"),
            ));
            files.push((
                format!("e_{}_{n}.luau", listen.replace('.', "_")),
                format!("{listen}({value}, {value}, {value})"),
            ));
        }
        files.push((
            format!("f_{n}.luau"),
            format!("timer \"Odd\" {{ size = 4, at({value}, {{}}) }}"),
        ));
        files.push((
            format!("g_{n}.luau"),
            format!("timer \"Odd\" {{ size = 4, at(1, {value}) }}"),
        ));
        files.push((
            format!("h_{n}.luau"),
            format!("command \"odd\" {{ run = function() end, arg(\"a\", {value}) }}"),
        ));
        files.push((
            format!("i_{n}.luau"),
            format!("command \"odd\" {{ run = function() end, arg(\"a\", \"text\", {value}) }}"),
        ));
        files.push((format!("j_{n}.luau"), format!("return {value}")));
    }
    let (mut table, greeting) = start(files);
    assert!(greeting.contains("left out"));
    go(&mut table, "1 + 1");
    go(&mut table, "menu()");
}

#[test]
fn no_odd_value_gets_into_a_sheet() {
    const VALUES: [&str; 24] = [
        ".nan",
        ".inf",
        "-.inf",
        "1e300",
        "-1",
        "-0.0",
        "0.5",
        "9007199254740993",
        "99999999999999999999",
        "\"1\"",
        "'5'",
        "0x10",
        "1_000",
        "017",
        "true",
        "no",
        "~",
        "[]",
        "{}",
        "[1, [2]]",
        "{ a: { b: 1 } }",
        "&a [*a]",
        "!!int x",
        "2001-01-01",
    ];
    const KEYS: [&str; 18] = [
        "name",
        "player",
        "xp",
        "attributes",
        "attributes: { body",
        "skills",
        "skills: { craft",
        "armor",
        "weapon",
        "weapon: { name: x, weight",
        "talents",
        "bonds",
        "followers",
        "assets",
        "complications",
        "spent",
        "tier",
        "no_such_key",
    ];
    let mut files = Vec::new();
    for (k, key) in KEYS.iter().enumerate() {
        for (n, value) in VALUES.iter().enumerate() {
            let mut text = String::new();
            if *key != "name" {
                text.push_str(&format!("name: Odd {}{}\n", letters(k), letters(n)));
            }
            if !key.starts_with("attributes") {
                text.push_str("attributes: { body: 2, wits: 3, spirit: 2, presence: 2 }\n");
            }
            let close = match *key {
                "attributes: { body" => ", wits: 3, spirit: 2, presence: 2 }",
                key if key.contains('{') => " }",
                _ => "",
            };
            text.push_str(&format!("{key}: {value}{close}\n"));
            files.push((format!("party/odd_{k}_{n}.yaml"), text));
        }
    }
    let (mut table, greeting) = start(files);
    assert!(greeting.contains("left out"));
    go(&mut table, "1 + 1");
    for who in ["lyra", "party", "roster"] {
        go(&mut table, who);
    }
    for pc in table.state().cast.values() {
        let sheet = &pc.sheet;
        assert!(
            (0..=9).contains(
                &sheet
                    .attributes
                    .get(storybeat::rules::values::Attribute::Body)
            ),
            "{sheet:?}"
        );
    }
}

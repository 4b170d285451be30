//! The fuzz targets with proptest's bytes instead of a fuzzer's: the same functions, in CI.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../fuzz/src/lib.rs"]
mod fuzz;

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value as Json;

fn cases(n: u32) -> ProptestConfig {
    ProptestConfig {
        cases: n,
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..ProptestConfig::default()
    }
}

/// Any text, and texts that look like something.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => "\\PC{0,80}",
        2 => any::<String>(),
        1 => prop::collection::vec(any::<char>(), 0..60).prop_map(|all| all.into_iter().collect::<String>()),
    ]
}

/// Pieces in any order, with any text between them now and then.
fn pieces(
    of: &'static [&'static str],
    most: usize,
    between: &'static str,
) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        12 => select(of).prop_map(str::to_owned),
        1 => any_text(),
    ];
    prop::collection::vec(piece, 0..most).prop_map(move |all| all.join(between))
}

const YAML: &[&str] = &[
    "title: The Quay",
    "seed: 7",
    "seed: gull",
    "switches:",
    "  tier_pool_caps: true",
    "  tier_pool_caps: maybe",
    "lines: [spiders]",
    "veils:",
    "  - \"loss\"",
    "name: Lyra",
    "name:",
    "xp: 90",
    "xp: -1",
    "xp: 1e9",
    "armor: light",
    "armor: [",
    "attributes: { body: 2, wits: 3, spirit: 2, presence: 2 }",
    "attributes: { body: 9 }",
    "skills: { craft: 2 }",
    "skills:",
    "  craft: two",
    "talents: [Reads the Ledger]",
    "bonds: [Ellis]",
    "&a *a",
    "*a",
    "? - x",
    "%YAML 9",
    "---",
    "...",
    "<<: *a",
    "- - - -",
    "{{{{{{",
    "!!binary x",
    "\"",
    "'",
    "|",
    ">",
    "\t",
    "# note",
    "title: &x [*x, *x]",
    "~: ~",
    "yes: no",
];

const WORDS: &[&str] = &[
    "roll",
    "lyra",
    "ellis",
    "wits",
    "craft",
    "=",
    "96421",
    "4",
    "hit",
    "2",
    "falling",
    "spawn",
    "ash",
    "rat",
    "3",
    "troll",
    "use",
    "hurl",
    "tick",
    "bridge",
    "help=lyra",
    "pay=boon",
    "dv=4",
    "try",
    "menu",
    "earn",
    "lyra,ellis",
    "apply",
    "prone",
    "shift",
    "close",
    "set",
    "resilience=6",
    "draw",
    "consequences",
    "sb=3",
    "7C",
    "spend",
    "gain",
    "scene",
    "exchange",
    "next",
    "undo",
    "redo",
    "again",
    "anyway",
    "xcard",
    "party",
    "note",
    "help",
    "give",
    "mark",
    "fatigue",
    "-1",
    "99999999999999999999",
    "0.5",
    "nan",
    "\"",
    "'",
    ",",
    "{",
    "}",
    "(",
    ")",
    "--",
    "[[",
    "\\",
    "function() end",
    "local x = 1",
    "lyra:hit(1)",
    "return",
    "\n",
    "\u{202e}",
    "ｌｙｒａ",
    "claim",
    "step",
    "wound",
];

const FACES: &[&str] = &[
    "9",
    "6",
    "4",
    "10",
    "0",
    "1",
    "/",
    ",",
    ";",
    "11",
    "-1",
    "96421",
    " ",
    "1 0",
    "x",
    "9999999999",
];

const NAMES: &[&str] = &[
    "Toll",
    "Troll",
    "Ash Rat",
    "B",
    "wits",
    "+",
    "craft",
    "lore",
    "body",
    "Flößer",
    "l'Étang",
    "-",
    "_",
    "\u{301}",
    "\u{200d}",
    "İ",
    "ß",
    "'",
    " ",
    "5",
    "30",
    "ﬁ",
    "\u{202e}",
    "\u{1fef}",
    "\u{ff07}",
    "e\u{301}",
    "😀",
    "perception",
];

proptest! {
    #![proptest_config(cases(700))]

    #[test]
    fn yaml(text in prop_oneof![3 => pieces(YAML, 14, "\n"), 1 => any_text()]) {
        fuzz::yaml(&text);
    }

    #[test]
    fn faces(text in prop_oneof![3 => pieces(FACES, 14, " "), 1 => any_text()]) {
        fuzz::faces(&text);
    }

    #[test]
    fn names(text in prop_oneof![3 => pieces(NAMES, 8, " "), 1 => pieces(NAMES, 8, ""), 1 => any_text()]) {
        fuzz::names(&text);
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn words(line in prop_oneof![4 => pieces(WORDS, 8, " "), 1 => any_text()]) {
        fuzz::words(&line);
    }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn journal_bytes(bytes in prop_oneof![
        1 => prop::collection::vec(any::<u8>(), 0..200),
        1 => any_text().prop_map(String::into_bytes),
    ]) {
        fuzz::journal(&bytes);
    }

    #[test]
    fn edited_journals(edits in prop::collection::vec(any::<u8>(), 0..15)) {
        fuzz::edited_journal(&edits);
    }

    /// Facts of an evening with one thing in them changed to another.
    #[test]
    fn facts(which in any::<prop::sample::Index>(), leaf in any::<prop::sample::Index>(), to in odd()) {
        let mut facts: Vec<Json> = fuzz::evening_facts();
        let mut fact = facts.swap_remove(which.index(facts.len()));
        let mut paths = Vec::new();
        leaves(&fact, &mut String::new(), &mut paths);
        let path = &paths[leaf.index(paths.len())];
        *fact.pointer_mut(path).unwrap() = to;
        fuzz::fact(&fact.to_string());
    }
}

/// Values that stand where others belong.
fn odd() -> impl Strategy<Value = Json> {
    prop_oneof![
        4 => select(&[0_i64, 1, 2, 5, 7, 200, -1, 255, 65_536, 4_294_967_295, 4_294_967_296, i64::MAX][..]).prop_map(Json::from),
        1 => any::<f64>().prop_map(|n| serde_json::json!(n)),
        1 => any_text().prop_map(Json::from),
        1 => select(&["close", "pc:1", "foe:99", "timer:4294967295", "running", "full", "Toll Troll", "Lyra", ""][..]).prop_map(Json::from),
        1 => Just(Json::Null),
        1 => any::<bool>().prop_map(Json::from),
        1 => Just(serde_json::json!([])),
        1 => Just(serde_json::json!({})),
    ]
}

fn leaves(json: &Json, path: &mut String, out: &mut Vec<String>) {
    let inside: Vec<(String, &Json)> = match json {
        Json::Object(map) => map
            .iter()
            .map(|(key, value)| (key.replace('~', "~0").replace('/', "~1"), value))
            .collect(),
        Json::Array(list) => list
            .iter()
            .enumerate()
            .map(|(n, value)| (n.to_string(), value))
            .collect(),
        _ => Vec::new(),
    };
    if inside.is_empty() {
        out.push(path.clone());
    }
    for (key, value) in inside {
        let len = path.len();
        path.push('/');
        path.push_str(&key);
        leaves(value, path, out);
        path.truncate(len);
    }
}

//! The keys that a definition takes are those that are declared: each key of any definition is tried on each.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use storybeat::script::runtime::Runtime;

use crate::declared::declared;
use crate::probe::files;

/// Words that Luau keeps for itself, as far as they are in quotes there.
const KEYWORDS: [&str; 1] = ["function"];

/// A type, and a definition that holds with one key more; `NAME` is its own.
const DEFINITIONS: [(&str, &str); 23] = [
    ("UnitDef", r#"unit "NAME" { cap = 2, scale = 2, KEY }"#),
    (
        "Together",
        r#"adversary "NAME" { tl = 8, together = { step = -1, KEY } }"#,
    ),
    ("AdversaryDef", r#"adversary "NAME" { tl = 8, KEY }"#),
    (
        "MoveDef",
        r#"adversary "NAME" { tl = 8, move "M" { cost = 1, KEY } }"#,
    ),
    (
        "PhaseDef",
        r#"adversary "NAME" { tl = 8, phase "P" { KEY } }"#,
    ),
    (
        "DeedDef",
        r#"adversary "NAME" { tl = 8, resolution = "talk", deed "D" { KEY } }"#,
    ),
    ("TimerDef", r#"timer "NAME" { size = 4, KEY }"#),
    (
        "DeckDef",
        r#"deck "NAME" { card "7C" { title = "Seven" }, KEY }"#,
    ),
    (
        "RegionDef",
        r#"region "NAME" { card "7C" { title = "Seven" }, KEY }"#,
    ),
    (
        "CardDef",
        r#"deck "NAME" { card "7C" { title = "Seven", KEY } }"#,
    ),
    ("FrameDef", r#"frame "NAME" { kind = "social", KEY }"#),
    ("SkillDef", r#"skill "NAME" { text = "x", KEY }"#),
    ("WeaponDef", r#"weapon "NAME" { weight = "light", KEY }"#),
    ("TalentDef", r#"talent "NAME" { xp = 1, KEY }"#),
    ("ConditionDef", r#"condition "NAME" { text = "x", KEY }"#),
    ("FearDef", r#"fear "NAME" { text = "x", KEY }"#),
    ("ArmorDef", r#"armor "NAME" { category = "light", KEY }"#),
    ("HazardDef", r#"hazard "NAME" { size = 4, KEY }"#),
    ("HookDef", r#"hook "NAME" { on_hit = { say = "x" }, KEY }"#),
    (
        "CommandDef",
        r#"command "NAME" { help = "x", run = { say = "x" }, KEY }"#,
    ),
    (
        "Resist",
        r#"adversary "NAME" { tl = 8, move "M" { cost = 1, resist = { pool = "wits", KEY } } }"#,
    ),
    (
        "Escape",
        r#"condition "NAME" { escape = { pool = "wits", KEY } }"#,
    ),
    ("Fx", r#"timer "NAME" { size = 4, on_fill = { KEY } }"#),
];

/// Keys of any definition, every word that the readers' source has in quotes, and one that none has.
fn keys() -> BTreeSet<String> {
    let mut all: BTreeSet<String> = DEFINITIONS
        .iter()
        .flat_map(|(ty, _)| declared().of(ty).into_keys())
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/script/define");
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let quoted = text.split('"').skip(1).step_by(2);
        let is_key = |word: &&str| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '_')
        };
        all.extend(
            quoted
                .filter(is_key)
                .filter(|word| !KEYWORDS.contains(word))
                .map(str::to_owned),
        );
    }
    all.insert("zebra".to_owned());
    all
}

/// The keys of one definition that aren't refused as unknown.
fn taken(form: &str) -> BTreeSet<String> {
    // A value that no key takes: a key that is known says so in its own words.
    let scripts: BTreeMap<String, String> = keys()
        .into_iter()
        .map(|key| {
            let name = format!("K {}", key.replace('_', " "));
            let text = form
                .replace("NAME", &name)
                .replace("KEY", &format!("{key} = buffer.create(1)"));
            (format!("{key}.luau"), text)
        })
        .collect();
    let list: Vec<(&str, &str)> = scripts
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let table = Runtime::builder().files(files(&list)).build();
    let table = table.unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut taken = keys();
    for line in table.greeting() {
        let Some(fault) = line.text.strip_prefix("left out: ") else {
            continue;
        };
        let first = fault.lines().next().unwrap();
        if first.contains("unknown key") {
            let path = fault
                .split("╭▸ ")
                .nth(1)
                .and_then(|rest| rest.split(".luau").next());
            taken.remove(path.unwrap_or_else(|| panic!("{fault} has no place")));
        }
    }
    taken
}

#[test]
fn every_key_that_is_taken_is_declared_and_every_declared_key_is_taken() {
    let mut faults = Vec::new();
    for (ty, form) in DEFINITIONS {
        let taken = taken(form);
        let declared: BTreeSet<String> = declared().of(ty).into_keys().collect();
        for key in taken.difference(&declared) {
            faults.push(format!("{ty}.{key}: it is taken, and not declared"));
        }
        for key in declared.difference(&taken) {
            faults.push(format!("{ty}.{key}: declared, and refused as unknown"));
        }
        assert!(!taken.contains("zebra"), "{ty} takes anything");
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn every_definition_is_tried() {
    let tried: Vec<&str> = DEFINITIONS.iter().map(|(ty, _)| *ty).collect();
    let text = include_str!("../../types/storybeat.d.luau");
    let types = text
        .lines()
        .filter_map(|line| line.strip_prefix("export type "));
    for ty in types.filter_map(|ty| ty.split([' ', '<']).next()) {
        assert!(
            !ty.ends_with("Def") || tried.contains(&ty),
            "{ty} isn't tried"
        );
    }
}

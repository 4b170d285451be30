//! Globals of the VM and of the type file.

use std::collections::BTreeSet;

use crate::declared::declared;
use crate::probe::table;

/// What scripts have of Luau's own library, which checkers know by themselves.
const LUAU: [&str; 28] = [
    "_VERSION",
    "assert",
    "bit32",
    "buffer",
    "coroutine",
    "debug",
    "error",
    "getmetatable",
    "integer",
    "ipairs",
    "math",
    "next",
    "pairs",
    "pcall",
    "print",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "select",
    "setmetatable",
    "string",
    "table",
    "tonumber",
    "tostring",
    "type",
    "typeof",
    "unpack",
];
/// Further libraries, and what every file has for itself.
const OWN: [&str; 4] = ["utf8", "xpcall", "store", "require"];

#[test]
fn every_global_is_declared_and_every_declared_one_is_there() {
    let there: BTreeSet<String> = table(&[]).globals().into_iter().collect();
    let declared: BTreeSet<String> = declared()
        .globals
        .iter()
        .filter(|(_, ty)| *ty != "nil")
        .map(|(name, _)| name.clone())
        .collect();
    let library: BTreeSet<String> = LUAU
        .iter()
        .chain(&OWN)
        .map(|name| (*name).to_owned())
        .collect();
    let undeclared: Vec<&String> = there
        .iter()
        .filter(|name| !declared.contains(*name) && !library.contains(*name))
        .collect();
    assert!(
        undeclared.is_empty(),
        "there, and not declared: {undeclared:?}"
    );
    let missing: Vec<&String> = declared
        .iter()
        .filter(|name| !there.contains(*name) && !OWN.contains(&name.as_str()))
        .collect();
    assert!(missing.is_empty(), "declared, and not there: {missing:?}");
}

#[test]
fn what_is_declared_gone_is_gone() {
    let there = table(&[]).globals();
    let gone = declared().globals.iter().filter(|(_, ty)| *ty == "nil");
    for (name, _) in gone {
        assert!(!there.contains(name), "{name} is there");
    }
}

//! Four layers, one direction: `rules` ← `table` ← `script` ← the fronts. A layer names nothing above it, and nothing
//! of the outside world that isn't its business.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/rust_paths.rs"]
mod rust_paths;
#[path = "support/sources.rs"]
mod sources;

use rust_paths::Named;

/// The layer of each module at the top of the crate. A new one gets its place here first.
const LAYERS: [(&str, usize); 7] = [
    ("rules", 0),
    ("table", 1),
    ("script", 2),
    ("repl", 3),
    ("cli", 3),
    ("rpc", 3),
    ("main", 3),
];

/// The outside world that a layer leaves alone, as beginnings of paths; "rand" stands for its whole family.
fn forbidden(layer: &str) -> &'static [&'static str] {
    match layer {
        // No I/O, no clock, no randomness of its own, no Lua.
        "rules" => &[
            "std::fs",
            "std::io",
            "std::time",
            "std::env",
            "std::net",
            "std::process",
            "rand",
            "getrandom",
            "mlua",
            "rustyline",
            "println!",
            "print!",
            "eprintln!",
            "eprint!",
        ],
        // No Lua, no terminal.
        "table" => &[
            "mlua",
            "rustyline",
            "std::io::stdout",
            "std::io::stdin",
            "std::io::stderr",
            "println!",
            "print!",
            "eprintln!",
            "eprint!",
        ],
        // No terminal.
        "script" => &[
            "rustyline",
            "std::io::stdout",
            "std::io::stdin",
            "std::io::stderr",
            "println!",
            "print!",
            "eprintln!",
            "eprint!",
        ],
        _ => &[],
    }
}

fn layer(module: &str) -> Option<usize> {
    LAYERS
        .iter()
        .find(|(name, _)| *name == module)
        .map(|&(_, layer)| layer)
}

/// The module a file is: `src/rules/harm.rs` → rules, harm. lib.rs is the crate itself.
fn module_of(path: &str) -> Vec<&str> {
    let path = path.strip_prefix("src/").unwrap_or(path);
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let path = path.strip_suffix("/mod").unwrap_or(path);
    path.split('/').filter(|&part| part != "lib").collect()
}

/// What a file names that its layer may not, in words with file and line.
fn upward(path: &str, source: &str) -> Vec<String> {
    let module = module_of(path);
    let Some(&top) = module.first() else {
        return Vec::new();
    };
    let Some(here) = layer(top) else {
        return vec![format!(
            "{path}: `{top}` has no layer; give it one in tests/layers.rs"
        )];
    };
    if top == "main" {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for named in rust_paths::paths(source, &module) {
        let written = named.path.join("::");
        let fault = if named.ours {
            match layer(&named.path[0]) {
                Some(there) if there > here => {
                    Some(format!("`{top}` names `{written}`, which is above it"))
                }
                Some(_) => None,
                None => Some(format!(
                    "`{top}` names `crate::{written}`: name it by its module, so that its layer shows"
                )),
            }
        } else {
            forbidden(top)
                .iter()
                .find(|prefix| falls_under(&named, prefix))
                .map(|prefix| format!("`{top}` names `{written}`; {prefix} is not its business"))
        };
        faults.extend(fault.map(|fault| format!("{path}:{}: {fault}", named.line)));
    }
    faults
}

fn falls_under(named: &Named, prefix: &str) -> bool {
    if let Some(name) = prefix.strip_suffix('!') {
        return named.called && named.path.last().is_some_and(|last| last == name);
    }
    let family = prefix == "rand" && named.path[0].starts_with("rand_");
    let mut parts = named.path.iter();
    let written = |part: &str| {
        parts
            .next()
            .is_some_and(|named| named == part || named == "*")
    };
    family || prefix.split("::").all(written)
}

#[test]
fn no_layer_names_one_above() {
    let faults: Vec<String> = sources::sources()
        .iter()
        .flat_map(|(path, source)| upward(path, source))
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn a_planted_upward_use_is_found() {
    let planted = [
        (
            "src/rules/harm.rs",
            "use crate::table::State;",
            "src/rules/harm.rs:1: `rules` names `table::State`, which is above it",
        ),
        (
            "src/rules/harm.rs",
            "\n\nfn a() -> crate::script::World {}",
            "src/rules/harm.rs:3: `rules` names `script::World`",
        ),
        (
            "src/rules/harm.rs",
            "use super::super::table::State;",
            "names `table::State`",
        ),
        ("src/rules/mod.rs", "use super::table;", "names `table`"),
        ("src/rules.rs", "use super::table;", "names `table`"),
        (
            "src/rules/harm.rs",
            "mod tests { use super::super::super::repl; }",
            "names `repl`",
        ),
        (
            "src/rules/harm.rs",
            "mod a { mod b {} } fn f() { super::super::cli::go() }",
            "names `cli::go`",
        ),
        (
            "src/table/act.rs",
            "use crate::{rules::Dv, script::{World, self as w}};",
            "names `script::World`",
        ),
        (
            "src/table/act.rs",
            "use crate::{\n    rules::Dv,\n    script,\n};",
            "src/table/act.rs:3: `table` names `script`",
        ),
        (
            "src/table/act.rs",
            "fn f(x: Vec<crate::script::World>) {}",
            "names `script::World`",
        ),
        (
            "src/table/act.rs",
            "macro_rules! m { () => { $crate::script::go() } }",
            "names `script::go`",
        ),
        (
            "src/script/mod.rs",
            "pub use crate::rpc::Server;",
            "names `rpc::Server`",
        ),
        ("src/script/mod.rs", "use crate::*;", "names `crate::*`"),
        (
            "src/script/mod.rs",
            "use crate::Runtime;",
            "names `crate::Runtime`",
        ),
        ("src/helper.rs", "", "`helper` has no layer"),
        (
            "src/rules/dice.rs",
            "use std::{fmt, time::Instant};",
            "std::time is not its business",
        ),
        (
            "src/rules/dice.rs",
            "fn f() { let _ = ::std::fs::read(\"a\"); }",
            "std::fs is not its business",
        ),
        (
            "src/rules/dice.rs",
            "use std::io;",
            "std::io is not its business",
        ),
        (
            "src/rules/dice.rs",
            "use std::*;",
            "std::fs is not its business",
        ),
        (
            "src/rules/dice.rs",
            "use rand_chacha::ChaCha8Rng;",
            "rand is not its business",
        ),
        (
            "src/rules/dice.rs",
            "use rand::Rng as _;",
            "rand is not its business",
        ),
        ("src/rules/dice.rs", "use mlua;", "mlua is not its business"),
        (
            "src/table/act.rs",
            "fn f() -> mlua::Result<()> {}",
            "mlua is not its business",
        ),
        (
            "src/table/act.rs",
            "use std::io::{self, stdout};",
            "std::io::stdout is not its business",
        ),
        (
            "src/table/act.rs",
            "fn f() { println!(\"a\") }",
            "println! is not its business",
        ),
        (
            "src/script/api.rs",
            "fn f() { std::eprint!(\"a\") }",
            "eprint! is not its business",
        ),
        (
            "src/script/api.rs",
            "use rustyline::Editor;",
            "rustyline is not its business",
        ),
        (
            "src/script/api.rs",
            "fn f() { std::io::stdin().lines(); }",
            "std::io::stdin is not its business",
        ),
    ];
    for (path, source, fault) in planted {
        let found = upward(path, source).join("\n");
        assert!(found.contains(fault), "{path}: {source}\nfound: {found}");
    }
}

#[test]
fn what_a_layer_may_name_is_left_alone() {
    let fine = [
        (
            "src/rules/harm.rs",
            "use crate::rules::{Dv, armor::*}; use super::position; use self::track::T;",
        ),
        (
            "src/rules/harm.rs",
            "mod tests { use super::*; use super::super::dice; }",
        ),
        (
            "src/rules/harm.rs",
            "// crate::table\n/* crate::table /* std::fs */ mlua::Lua */\n/// [`crate::script::World`]\nfn f() {}",
        ),
        (
            "src/rules/harm.rs",
            "const A: &str = \"crate::table\"; const B: &str = r#\"std::fs \" rand::a\"#; const C: char = '\"'; const D: &[u8] = b\"mlua::a\\\" mlua::b\";",
        ),
        (
            "src/rules/harm.rs",
            "fn f<'a>(x: &'a str) { x.rand(); strand::new(); random::new(); if a != b {} }",
        ),
        (
            "src/rules/harm.rs",
            "use std::collections::BTreeMap; use std::fmt::Write as _; pub(crate) fn f() {}",
        ),
        (
            "src/table/journal.rs",
            "use std::{fs::File, io::{self, Write}, time::Duration}; use rand_chacha::ChaCha8Rng; use crate::rules::Dv;",
        ),
        (
            "src/script/world.rs",
            "use mlua::{Lua, prelude::*}; use crate::{rules, table::{self, State}};",
        ),
        (
            "src/repl/mod.rs",
            "use crate::{cli, rpc, script, table}; use rustyline::Editor; fn f() { println!(); }",
        ),
        (
            "src/main.rs",
            "use storybeat::repl; fn main() { println!(); }",
        ),
        (
            "src/lib.rs",
            "pub use rpc::Server; pub use crate::script::World;",
        ),
    ];
    for (path, source) in fine {
        assert_eq!(
            upward(path, source),
            Vec::<String>::new(),
            "{path}: {source}"
        );
    }
}

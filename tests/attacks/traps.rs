//! The table of traps in `main.rs` names tests that are there.

use std::fs;
use std::path::Path;

#[test]
fn each_trap_has_its_test() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks");
    let table = include_str!("main.rs");
    let rows: Vec<&str> = table
        .lines()
        .filter_map(|line| line.strip_prefix("//! | ")?.strip_suffix(" |"))
        .collect();
    assert!(rows.len() > 35, "{} rows", rows.len());
    for row in &rows[1..] {
        let (trap, tests) = row.rsplit_once(" | ").expect("a trap and its tests");
        let named: Vec<&str> = tests
            .split('`')
            .filter(|name| !name.trim().is_empty())
            .collect();
        assert!(!named.is_empty(), "{trap} has no test");
        for name in named {
            let (file, test) = name.split_once("::").unwrap_or((name, ""));
            let path = here.join(match file.strip_prefix("holes/") {
                Some(hole) => format!("holes/{hole}.luau"),
                None => file.to_owned(),
            });
            let text = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{trap}: no {file}"));
            assert!(
                test.is_empty() || text.contains(&format!("fn {test}(")),
                "{trap}: no {name}"
            );
        }
    }
}

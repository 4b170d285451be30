//! `docs/coverage.md` tells the truth: a row for each section of the rules, and no name in it that isn't there.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/rulebook.rs"]
mod rulebook;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rulebook::Section;

const HEAD: [&str; 5] = ["Section", "Module", "API name", "Test", "State"];
const STATES: [&str; 3] = ["open", "partly", "done"];

/// What is wrong with a coverage file, in words. `code` reads a file of the repository, if it is there.
fn faults(
    coverage: &str,
    sections: &[Section],
    code: impl Fn(&str) -> Option<String>,
) -> Vec<String> {
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();
    for (at, line) in coverage.lines().enumerate() {
        let Some(inner) = line.strip_prefix('|').and_then(|l| l.strip_suffix('|')) else {
            continue;
        };
        let cells: Vec<&str> = inner.split('|').map(str::trim).collect();
        if cells == HEAD || cells.iter().all(|cell| cell.starts_with("---")) {
            continue;
        }
        let mut fault = |what: String| faults.push(format!("line {}: {what}", at + 1));
        let [section, module, _, test, state] = cells[..] else {
            fault(format!("{} cells, a row has five: {HEAD:?}", cells.len()));
            continue;
        };
        match section_of(section) {
            Some(key) if !sections.contains(&key) => {
                fault(format!("{section}: no such section in docs/rules"));
            }
            Some(key) if !seen.insert(key.clone()) => fault(format!("{section}: a second row")),
            Some(_) => {}
            None => fault(format!("{section}: a row begins like \"02 §3\"")),
        }
        // "partly: no verb for care yet": a word, and what is missing.
        let (state, missing) = state.split_once(": ").unwrap_or((state, ""));
        if !STATES.contains(&state) {
            fault(format!("state {state:?}, one of {STATES:?}"));
        }
        if state == "partly" && missing.is_empty() {
            fault(format!(
                "{section}: partly, yet nothing is said to be missing"
            ));
        }
        if state == "done" && !missing.is_empty() {
            fault(format!("{section}: done, yet {missing:?}"));
        }
        let (modules, tests) = (names(module), names(test));
        if state == "open" && !(modules.is_empty() && tests.is_empty()) {
            fault(format!("{section}: open, yet a module or a test is named"));
        }
        if state != "open" && modules.is_empty() {
            fault(format!("{section}: neither open nor a module named"));
        }
        if state == "done" && tests.is_empty() {
            fault(format!("{section}: done, yet no test named"));
        }
        for name in modules {
            if code(&format!("src/{name}")).is_none() {
                fault(format!("no file src/{name}"));
            }
        }
        for name in tests {
            match name.split_once("::") {
                None => fault(format!("{name}: a test is written file::function")),
                Some((file, path)) => match code(file) {
                    None => fault(format!("no file {file}")),
                    Some(text) if !holds(&text, path) => {
                        fault(format!("no test {path} in {file}"));
                    }
                    Some(_) => {}
                },
            }
        }
    }
    for section in sections {
        if !seen.contains(section) {
            faults.push(format!("no row for {} §{}", section.file, section.number));
        }
    }
    faults
}

/// "02 §3 Armor conversion" → 02, 3.
fn section_of(cell: &str) -> Option<Section> {
    let (file, rest) = cell.split_once(" §")?;
    let number = rest.split(' ').next()?;
    Some(Section {
        file: file.to_owned(),
        number: number.to_owned(),
    })
}

/// The names in a cell: in backticks, parted by anything; a dash is none.
fn names(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Whether a Rust file has this function, or a Luau file this test.
fn holds(text: &str, path: &str) -> bool {
    let name = path.rsplit("::").next().unwrap_or(path);
    text.contains(&format!("fn {name}(")) || text.contains(&format!("test(\"{name}\""))
}

#[test]
fn coverage_names_what_is_there() {
    let coverage = fs::read_to_string("docs/coverage.md").unwrap();
    let faults = faults(&coverage, &rulebook::sections(), |path| {
        let path = Path::new(path);
        if path.is_dir() {
            return Some(String::new());
        }
        fs::read_to_string(path).ok()
    });
    assert!(
        faults.is_empty(),
        "docs/coverage.md:\n{}",
        faults.join("\n")
    );
}

#[test]
fn each_kind_of_fault_is_found() {
    let section = |number: &str| Section {
        file: "02".to_owned(),
        number: number.to_owned(),
    };
    let sections = [section("1"), section("2")];
    let code = |path: &str| match path {
        "src/rules/harm.rs" => Some(String::new()),
        "tests/harm.rs" => Some("fn worked_hits() {}".to_owned()),
        "scripts/tests/troll.luau" => Some("test(\"a Partial\", fn)".to_owned()),
        _ => None,
    };
    let with = |row: &str| {
        faults(
            &format!("{row}\n| 02 §2 Hit | — | — | — | open |"),
            &sections,
            code,
        )
    };

    let good = [
        "| 02 §1 Tracks | — | — | — | open |",
        "| 02 §1 Tracks | `rules/harm.rs` | `mark` | `tests/harm.rs::worked_hits` | done |",
        "| 02 §1 Tracks | `rules/harm.rs` | — | `scripts/tests/troll.luau::a Partial` | partly: no verb yet |",
        "| 02 §1 Tracks | — | — | — | open: travel comes later |",
    ];
    for row in good {
        assert_eq!(with(row), Vec::<String>::new(), "{row}");
    }
    let bad = [
        ("", "no row for 02 §1"),
        ("| 02 §9 Fear | — | — | — | open |", "no such section"),
        ("| 02 §2 Hit | — | — | — | open |", "a second row"),
        ("| Tracks | — | — | — | open |", "a row begins like"),
        ("| 02 §1 Tracks | — | — | open |", "4 cells"),
        ("| 02 §1 Tracks | — | — | — | soon |", "state \"soon\""),
        (
            "| 02 §1 Tracks | `rules/harm.rs` | — | — | partly |",
            "nothing is said to be missing",
        ),
        (
            "| 02 §1 Tracks | `rules/harm.rs` | — | `tests/harm.rs::worked_hits` | done: nearly |",
            "done, yet",
        ),
        (
            "| 02 §1 Tracks | — | — | — |  |",
            "neither open nor a module",
        ),
        (
            "| 02 §1 Tracks | `rules/harm.rs` | — | — | open |",
            "open, yet",
        ),
        (
            "| 02 §1 Tracks | `rules/harm.rs` | — | — | done |",
            "no test named",
        ),
        (
            "| 02 §1 Tracks | `rules/ham.rs` | — | — | partly: all |",
            "no file src/rules/ham.rs",
        ),
        (
            "| 02 §1 Tracks | `rules/harm.rs` | — | `tests/ham.rs::worked_hits` | done |",
            "no file tests/ham.rs",
        ),
        (
            "| 02 §1 Tracks | `rules/harm.rs` | — | `tests/harm.rs::worked` | done |",
            "no test worked in tests/harm.rs",
        ),
        (
            "| 02 §1 Tracks | `rules/harm.rs` | — | `tests/harm.rs` | done |",
            "file::function",
        ),
    ];
    for (row, fault) in bad {
        let found = with(row).join("\n");
        assert!(found.contains(fault), "{row}\nfound: {found}");
    }
}

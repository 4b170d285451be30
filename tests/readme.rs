//! What the README shows is what happens: its walk is played line by line, its scripts load and hold.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::path::Path;

use storybeat::script::folder::Files;
use storybeat::script::outcome::{Kind, Outcome};
use storybeat::script::runtime::Runtime;

const README: &str = include_str!("../README.md");

/// The text of all fences of a language.
fn fences(language: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut lines = README.lines();
    while let Some(line) = lines.next() {
        if line == format!("```{language}") {
            let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            all.push(text.join("\n"));
        }
    }
    all
}

/// As the prompt shows it.
fn play(table: &mut Runtime, input: &str) -> Vec<String> {
    match table.eval(input) {
        Outcome::Done(done) => {
            let lines = done.lines.into_iter().map(|line| match line.kind {
                Kind::Said => format!("“{}”", line.text),
                Kind::Notice => format!("! {}", line.text),
                _ => line.text,
            });
            let value = done
                .value
                .map(|value| value.text)
                .filter(|text| !text.is_empty());
            let all: Vec<String> = done.echo.into_iter().chain(lines).chain(value).collect();
            all.iter()
                .flat_map(|text| text.lines().map(str::to_owned))
                .collect()
        }
        Outcome::Failed(fault) => vec![format!("error: {}", fault.message)],
        Outcome::Question(asking) => panic!("{input} asks {}", asking.prompt),
    }
}

#[test]
fn the_walk_shows_what_happens() {
    let files = Files::scan(Path::new("scripts"));
    let mut table = Runtime::builder().files(files).build().unwrap();
    let mut inputs = 0;
    for fence in fences("storybeat") {
        let mut shown: Vec<String> = Vec::new();
        for line in fence.lines() {
            if let Some(input) = line.strip_prefix("› ") {
                assert_eq!(
                    shown,
                    Vec::<String>::new(),
                    "before {input:?} more was shown"
                );
                shown = play(&mut table, input);
                inputs += 1;
            } else {
                assert!(!shown.is_empty(), "nothing is left to be {line:?}");
                assert_eq!(shown.remove(0), line);
            }
        }
        assert_eq!(shown, Vec::<String>::new());
    }
    assert!(inputs > 15, "the walk has {inputs} inputs");
}

#[test]
fn the_monster_and_its_test_hold() {
    let scripts = fences("luau");
    assert_eq!(scripts.len(), 2);
    let mut files: BTreeMap<String, String> = Files::scan(Path::new("scripts"))
        .all()
        .map(|file| (file.path.clone(), file.text.to_string()))
        .collect();
    files.insert("monsters/reed_thief.luau".into(), scripts[0].clone());
    files.insert("tests/reed_thief.luau".into(), scripts[1].clone());
    let table = Runtime::builder()
        .files(Files::from_map(files))
        .build()
        .unwrap();
    let report = table.run_tests(Some("a strap is cut on"));
    assert!(report.ok(), "{report:?}");
    assert_eq!(report.passed.len(), 1);
}

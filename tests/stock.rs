//! The stock library: it loads without a word, it is in every campaign, and what it says it does.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use storybeat::rules::moves::MoveFunction;
use storybeat::script::folder::Files;
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;
use storybeat::script::stock::{page, stock};
use storybeat::table::catalog::{AdversaryDef, Catalog, Do, MoveDef};

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib")
}

/// Files of `stdlib/` as they would stand in a campaign that knows the library from inside the program.
fn files_of(folders: &[&str]) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for folder in folders {
        for entry in fs::read_dir(home().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            files.insert(
                format!("{folder}/{name}"),
                fs::read_to_string(&path).unwrap(),
            );
        }
    }
    files
}

fn table(files: &[(&str, &str)]) -> Runtime {
    let mut all = files_of(&["party"]);
    all.insert("campaign.yaml".into(), "title: Test\nseed: stock\n".into());
    all.extend(
        files
            .iter()
            .map(|(path, text)| ((*path).into(), (*text).into())),
    );
    Runtime::builder()
        .files(Files::from_map(all))
        .build()
        .unwrap()
}

fn said(table: &mut Runtime, input: &str) -> String {
    match table.eval(input) {
        Outcome::Done(done) => {
            let lines = done.lines.iter().map(|line| line.text.clone());
            let value = done.value.map(|value| value.text);
            lines.chain(value).collect::<Vec<_>>().join("\n")
        }
        other => panic!("{input}: {other:?}"),
    }
}

fn fails(table: &mut Runtime, input: &str) -> String {
    match table.eval(input) {
        Outcome::Failed(fault) => fault.to_line(),
        other => panic!("{input}: {other:?}"),
    }
}

fn moves(def: &AdversaryDef) -> Vec<&MoveDef> {
    let phases = def.phases.iter().flat_map(|phase| &phase.moves);
    def.moves.iter().chain(phases).collect()
}

#[test]
fn it_loads_without_a_word() {
    let faults: Vec<String> = stock().faults.iter().map(|fault| fault.to_line()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let catalog = &stock().catalog;
    // It declares things, and listens to nobody's table.
    assert!(
        catalog.hooks.is_empty() && catalog.observers.is_empty() && catalog.modifiers.is_empty()
    );
    assert!(
        catalog.overrides.is_empty() && catalog.commands.is_empty() && catalog.tests.is_empty()
    );
    assert_eq!(stock().modules().collect::<Vec<_>>(), ["names"]);
}

/// Cargo doesn't see a new file beside `campaign.yaml` (sessions would be seen as well).
#[test]
fn every_file_of_it_is_inside() {
    fn gather(folder: &Path, inside: &str, all: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{inside}{}", path.file_name().unwrap().to_str().unwrap());
            if path.is_dir() && !["tests", "sessions", "party"].contains(&name.as_str()) {
                gather(&path, &format!("{name}/"), all);
            } else if name.ends_with(".luau") {
                all.push(format!("@std/{name}"));
            }
        }
    }
    let mut all = Vec::new();
    gather(&home(), "", &mut all);
    all.sort();
    let mut inside: Vec<&str> = stock().paths().collect();
    inside.sort_unstable();
    assert_eq!(inside, all, "touch build.rs and build again");
}

#[test]
fn its_tests_hold_from_its_files() {
    let table = Runtime::builder()
        .folder(home())
        .journal(false)
        .build()
        .unwrap();
    let report = table.run_tests(None);
    assert!(report.ok(), "{:#?}{:#?}", report.failed, report.faults);
    assert!(report.passed.len() > 80);
}

/// The same tests on the library inside the program, whose files sleep until they are called.
#[test]
fn its_tests_hold_as_it_ships() {
    let mut files = files_of(&["party", "tests"]);
    files.insert("campaign.yaml".into(), "title: Test\n".into());
    let table = Runtime::builder()
        .files(Files::from_map(files))
        .build()
        .unwrap();
    let report = table.run_tests(None);
    assert!(report.ok(), "{:#?}{:#?}", report.failed, report.faults);
    assert!(report.passed.len() > 80);
}

#[test]
fn every_family_of_foes_has_tests_that_name_each_of_them() {
    let tests: String = files_of(&["tests"]).into_values().collect();
    for def in stock().catalog.adversaries.iter() {
        assert!(
            tests.contains(&format!("\"{}\"", def.name)),
            "{} is in no test",
            def.name
        );
    }
}

#[test]
fn every_move_does_something() {
    let words_alone = |part: &Do| {
        let fx = part.fx.as_ref();
        part.run.is_none() && fx.is_none_or(|fx| fx.words().is_empty())
    };
    let mut twice = BTreeSet::new();
    for def in stock().catalog.adversaries.iter() {
        assert_eq!(
            def.text.lines().count(),
            2,
            "{}: what it is, and what it is for",
            def.name
        );
        for one in moves(def) {
            let what = format!("{} of {}", one.name, def.name);
            let o = one.resist.as_ref().map(|resist| &resist.outcomes);
            let ends = o.is_some_and(|o| {
                [&o.on_fail, &o.on_partial, &o.on_miss]
                    .into_iter()
                    .any(|part| !words_alone(part))
            });
            assert!(ends || !words_alone(&one.run), "{what} only talks");
            assert!(
                !one.text.is_empty() && !one.text.contains('\n'),
                "{what} says in one line what it is"
            );
            assert!(
                twice.insert(one.name.to_lowercase()),
                "{what}: another has a move of this name"
            );
        }
    }
}

fn count(catalog: &Catalog, test: impl Fn(&AdversaryDef) -> bool) -> usize {
    catalog.adversaries.iter().filter(|def| test(def)).count()
}

#[test]
fn it_is_spread_over_all_levels_and_all_kinds_of_moves() {
    let catalog = &stock().catalog;
    assert!(catalog.adversaries.len() >= 30);
    for tl in 1..=10 {
        assert!(count(catalog, |def| def.tl == tl) >= 2, "TL {tl}");
    }
    let tags: BTreeSet<&str> = catalog
        .adversaries
        .iter()
        .flat_map(|def| moves(def))
        .flat_map(|one| one.tags.iter().map(String::as_str))
        .collect();
    for function in MoveFunction::ALL {
        assert!(
            tags.contains(function.word()),
            "nothing is {}",
            function.word()
        );
    }
    let bargains = |def: &AdversaryDef| {
        moves(def)
            .iter()
            .any(|one| one.tags.iter().any(|tag| tag == "BARGAIN"))
    };
    let grows = |def: &AdversaryDef| {
        moves(def)
            .iter()
            .any(|one| matches!(one.cost, storybeat::table::catalog::Cost::Run(_)))
    };
    assert!(count(catalog, |def| def.deeds.len() >= 2) >= 6, "puzzles");
    assert!(count(catalog, |def| def.phases.len() >= 2) >= 6, "phases");
    assert!(count(catalog, bargains) >= 6, "bargains");
    assert!(count(catalog, grows) >= 4, "growing prices");
    assert!(
        count(catalog, |def| def
            .hooks
            .iter()
            .any(|hook| !hook.modify.is_empty()))
            >= 4,
        "hooks"
    );
}

#[test]
fn an_empty_campaign_has_it() {
    let mut table = table(&[]);
    assert!(said(&mut table, "spawn mudlark").contains("TL 1"));
    said(&mut table, "gain 5");
    let lines = said(&mut table, "use whistle");
    assert!(lines.contains("Mudlark B"), "{lines}");
    assert_eq!(table.state().bank, 4);
    said(&mut table, "undo 3");
    assert_eq!(table.state().foes_present().count(), 0);
    let help = said(&mut table, "help foes");
    assert!(
        help.contains("the stock library's") && help.contains("TL 10"),
        "{help}"
    );
    assert!(!help.contains("this campaign's"));
}

#[test]
fn a_campaign_takes_a_name_only_if_it_says_so() {
    let own = "adversary \"Mudlark\" { tl = 4, move \"Own\" { cost = 1, run = { gain = 1 } }, move \"Other\" { cost = 1, run = { gain = 1 } } }";
    let files = [("own.luau", own)];
    let mut refused = table(&files);
    let greeting = refused.greeting();
    let words: Vec<&str> = greeting.iter().map(|line| line.text.as_str()).collect();
    assert!(
        words
            .join("\n")
            .contains("two definitions of adversary \"Mudlark\": @std/foes/river.luau:"),
        "{words:?}"
    );
    // It was left out; the stock one is there.
    assert!(said(&mut refused, "spawn mudlark").contains("TL 1"));

    let replaces = own.replace("{ tl = 4", "{ replaces = true, tl = 4");
    let mut table = table(&[("own.luau", &replaces)]);
    assert!(said(&mut table, "spawn mudlark").contains("TL 4"));
    let help = said(&mut table, "help adversaries");
    assert!(
        help.contains("this campaign's\n  TL 4  elite                   Mudlark"),
        "{help}"
    );
}

#[test]
fn what_a_broken_script_had_replaced_is_back() {
    let broken = "adversary \"Mudlark\" { replaces = true, tl = 4 }\ncondition \"Hoarse\" { replaces = true }\nerror(\"no\")";
    let mut table = table(&[("broken.luau", broken)]);
    assert!(said(&mut table, "spawn mudlark").contains("TL 1"));
    let sway = said(
        &mut table,
        "cass:apply(\"Hoarse\") return cass:roll(\"presence + sway\", 3).pool",
    );
    assert!(sway.contains('1'), "{sway}");
}

#[test]
fn a_variant_builds_on_it_or_on_what_it_replaces() {
    let variants = r#"
adversary "Old Mudlark" { like = "Mudlark", tl = 2 }
adversary "Tally Crab" { like = "Tally Crab", replaces = true, tl = 3 }
"#;
    let mut table = table(&[("variants.luau", variants)]);
    said(&mut table, "gain 5");
    assert!(said(&mut table, "spawn old mudlark").contains("TL 2"));
    // Its moves and their code are the library's.
    assert!(said(&mut table, "use whistle").contains("Mudlark   TL 1"));
    assert!(said(&mut table, "spawn tally crab").contains("TL 3"));
    let why = fails(&mut table, "use hand in");
    assert!(why.contains("counted nothing"), "{why}");
}

#[test]
fn without_it_nothing_of_it_is_there() {
    let mut table = table(&[("campaign.yaml", "title: Bare\nstock: false\n")]);
    assert!(
        fails(&mut table, "spawn mudlark").contains("Mudlark")
            || fails(&mut table, "spawn mudlark").contains("mudlark")
    );
    assert_eq!(table.catalog().adversaries.len(), 0);
    assert_eq!(table.catalog().timers.len(), 3); // Supply, Travel, Campaign: the rulebook's
}

#[test]
fn a_module_of_it_is_required_by_name_and_nothing_else_is() {
    let script = "local names = require(\"@std/names\")\ncommand \"somebody\" { help = \"a name\", run = function() say(names.person()) end }";
    let mut table = table(&[("a.luau", script)]);
    assert!(said(&mut table, "somebody").len() > 4);
    let other = "require(\"@std/foes/river\")";
    let refused = self::table(&[("a.luau", other)]);
    let words: Vec<String> = refused
        .greeting()
        .into_iter()
        .map(|line| line.text)
        .collect();
    assert!(words.join("\n").contains("foes/river"), "{words:?}");
}

/// Files wake in one world and sleep in the next: a reload, an undo, a question in between change nothing of it.
#[test]
fn it_wakes_in_the_middle_of_things() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("campaign.yaml"), "title: Test\n").unwrap();
    fs::create_dir(folder.path().join("party")).unwrap();
    for (path, text) in files_of(&["party"]) {
        fs::write(folder.path().join(path), text).unwrap();
    }
    let open = || Runtime::builder().folder(folder.path()).build().unwrap();
    let mut table = open();
    said(&mut table, "gain 9");
    said(&mut table, "spawn hedge brigand 2");
    said(
        &mut table,
        "use(\"Rope Across\", \"Cass\", { foe = \"Hedge Brigand A\", faces = \"5 4 3 2\" })",
    );
    fs::write(folder.path().join("own.luau"), "timer \"Own\" { size = 4 }").unwrap();
    table.reload();
    said(
        &mut table,
        "use(\"Rope Across\", \"Bryn\", { foe = \"Hedge Brigand A\", faces = \"5 4\" })",
    );
    assert_eq!(table.state().bank, 5);
    drop(table);
    // What the band has learnt is on the scene, and in the journal.
    let mut table = open();
    said(
        &mut table,
        "use(\"Rope Across\", \"Dov\", { foe = \"Hedge Brigand B\", faces = \"5 4\" })",
    );
    assert_eq!(table.state().bank, 4);
    said(&mut table, "undo");
    assert_eq!(table.state().bank, 5);
}

/// The library's code runs on its campaign's budget, and being woken costs nothing of it.
#[test]
fn waking_costs_no_fuel() {
    use storybeat::script::limits::Limits;
    let mut all = files_of(&["party"]);
    all.insert("campaign.yaml".into(), "title: Test\n".into());
    let limits = Limits {
        fuel: 3_000,
        ..Limits::default()
    };
    let mut table = Runtime::builder()
        .files(Files::from_map(all))
        .limits(limits)
        .build()
        .unwrap();
    said(&mut table, "gain 5");
    said(&mut table, "spawn tally crab");
    // The whole file of the works is many times that.
    let why = fails(&mut table, "use(\"Hand In the Sheet\")");
    assert!(why.contains("counted nothing"), "{why}");
}

#[test]
fn the_page_is_what_the_library_has() {
    let page = page::page();
    let there = fs::read_to_string(home().join("../docs/stock.md")).unwrap_or_default();
    assert!(
        there == page,
        "docs/stock.md is out of date: storybeat types --stock docs/stock.md"
    );
}

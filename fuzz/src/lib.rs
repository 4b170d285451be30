//! What must hold for whatever is read: never a panic, never a hang, faults with a place, and what was read reads back.
//!
//! One function for each thing that is read. `fuzz_targets/` gives them a fuzzer's bytes, `tests/fuzz_twins.rs` those of
//! proptest, which run in CI. A function panics where something doesn't hold.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc
)]

mod disk;
mod evening;

use std::time::{Duration, Instant};

use disk::OneFile;
use evening::{with_evening, with_table};
use storybeat::rules::names::{self, Found};
use storybeat::rules::numbers::Face;
use storybeat::rules::pool::PoolSpec;
use storybeat::rules::show;
use storybeat::rules::skills::Skills;
use storybeat::script::campaign;
use storybeat::script::diagnostic::Diagnostic;
use storybeat::script::folder::Files;
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;
use storybeat::script::syntax::{mentions, statements, top_assignments};
use storybeat::script::words::to_luau;
use storybeat::table::event::Fact;
use storybeat::table::faces::FaceQueue;
use storybeat::table::journal::{Found as File, Record, read_on};
use storybeat::table::seed::Seed;
use storybeat::table::state::State;
use storybeat::table::words::lines;

/// Where the journal of [`journal`] is said to stand.
const FILE: &str = "/campaign/sessions/0001.jsonl";

/// What takes longer than this hangs, for a person at a table.
const LONG: Duration = Duration::from_secs(20);

fn quick<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = work();
    assert!(start.elapsed() < LONG, "{what} took {:?}", start.elapsed());
    done
}

/// A fault says where: this file, and a line that it has.
fn placed(fault: &Diagnostic, path: &str, text: &str) {
    assert!(!fault.message.trim().is_empty());
    let place = fault
        .place
        .as_ref()
        .unwrap_or_else(|| panic!("no place: {fault}"));
    assert_eq!(place.file, path, "{fault}");
    if let Some(line) = place.line {
        // As YAML counts.
        let has = text.split(['\n', '\r']).count();
        assert!(
            (1..=has).contains(&(line as usize)),
            "line {line} of {has}: {fault}"
        );
    }
    shown(fault);
}

/// A fault can be shown in every way, and no terminal obeys what is in it.
fn shown(fault: &Diagnostic) {
    for text in [fault.to_line(), fault.to_text(&Default::default())] {
        assert!(
            !text.chars().any(|c| c.is_control() && c != '\n'),
            "{text:?}"
        );
    }
}

/// `campaign.yaml` and a sheet.
pub fn yaml(text: &str) {
    quick("YAML", || {
        let files = Files::from_map([("campaign.yaml", text), ("party/one.yaml", text)]);
        if let Some(file) = &files.campaign {
            match campaign::campaign(file) {
                Err(fault) => placed(&fault, "campaign.yaml", text),
                Ok(read) => {
                    let again = files_of_campaign(&read);
                    let file = again.campaign.as_ref().unwrap();
                    let back = campaign::campaign(file)
                        .unwrap_or_else(|fault| panic!("{fault}\n{}", file.text));
                    assert_eq!(
                        (&read.title, &read.seed, &read.lines, &read.veils),
                        (&back.title, &back.seed, &back.lines, &back.veils)
                    );
                    let switches = |of: &campaign::Campaign| -> Vec<(String, String)> {
                        let all = of.switches.iter();
                        all.map(|one| (one.name.clone(), one.value.to_string()))
                            .collect()
                    };
                    assert_eq!(switches(&read), switches(&back));
                }
            }
        }
        let party = campaign::party(&files.party, &[]);
        for fault in &party.problems {
            placed(fault, "party/one.yaml", text);
        }
        for (_, sheet) in &party.sheets {
            let json = serde_json::to_string(sheet).unwrap();
            assert_eq!(*sheet, serde_json::from_str(&json).unwrap(), "{json}");
        }
        for fault in &files.problems {
            shown(fault);
        }
    });
}

/// A campaign as a file that says the same.
fn files_of_campaign(read: &campaign::Campaign) -> Files {
    // JSON is YAML.
    let text = |text: &String| serde_json::to_string(text).unwrap();
    let mut out = String::from("{");
    for (key, value) in [("title", &read.title), ("seed", &read.seed)] {
        if let Some(value) = value {
            out.push_str(&format!("{key}: {}, ", text(value)));
        }
    }
    for (key, list) in [("lines", &read.lines), ("veils", &read.veils)] {
        let list: Vec<String> = list.iter().map(text).collect();
        out.push_str(&format!("{key}: [{}], ", list.join(", ")));
    }
    let switches: Vec<String> = read
        .switches
        .iter()
        .map(|one| {
            let value = match &one.value {
                campaign::SwitchValue::Word(word) => text(word),
                other => other.to_string(),
            };
            format!("{}: {value}", text(&one.name))
        })
        .collect();
    out.push_str(&format!("switches: {{ {} }} }}\n", switches.join(", ")));
    Files::from_map([("campaign.yaml", out)])
}

/// A session's file of any bytes.
pub fn journal(bytes: &[u8]) {
    quick("a journal", || {
        match read_on::<Fact, State, _>(OneFile(bytes.to_vec()), FILE) {
            Err(error) => assert!(error.to_string().contains("0001.jsonl"), "{error}"),
            Ok(File::Fresh) => assert!(
                bytes.is_empty()
                    || bytes.iter().all(|b| *b == 0 || b.is_ascii_whitespace())
                    || !bytes.contains(&b'\n')
            ),
            Ok(File::Session(opened)) => {
                for record in &opened.records {
                    let json = serde_json::to_string(record).unwrap();
                    assert_eq!(*record, serde_json::from_str(&json).unwrap(), "{json}");
                    if let Record::Act(act) = record {
                        act.events.iter().for_each(applies);
                    }
                }
            }
        }
    });
}

/// The file of an evening, with bytes of it changed, lost and put in: it gives the records of that evening up to
/// somewhere, and no others. Three bytes an edit: where (two), what.
pub fn edited_journal(edits: &[u8]) {
    with_evening(|file, records| {
        let mut bytes = file.to_vec();
        for edit in edits.chunks_exact(3).take(8) {
            let at = usize::from(u16::from_le_bytes([edit[0], edit[1]])) * bytes.len() / 65_536;
            match edit[2] % 8 {
                0 if at < bytes.len() => {
                    bytes.remove(at);
                }
                1 => bytes.insert(at, edit[2]),
                2 => bytes.truncate(at),
                3 => bytes.insert(at, b'\n'),
                4 => bytes.extend_from_within(at..),
                _ if at < bytes.len() => bytes[at] ^= edit[2] | 1,
                _ => {}
            }
        }
        let same = bytes == file;
        quick("an edited journal", || {
            match read_on::<Fact, State, _>(OneFile(bytes), FILE) {
                Err(error) => assert!(!same && error.to_string().contains("0001.jsonl"), "{error}"),
                Ok(File::Fresh) => assert!(!same),
                Ok(File::Session(opened)) => {
                    assert!(
                        records.starts_with(&opened.records),
                        "records that nobody wrote: {:?}",
                        opened.records
                    );
                    let whole = opened.records.len() == records.len();
                    assert!(
                        whole || opened.damage.is_some() || opened.tail.is_some() || !same,
                        "lost in silence"
                    );
                }
            }
        });
    });
}

/// A fact as a journal's line has it: applied to a table, it fits or changes nothing.
pub fn fact(json: &str) {
    let Ok(fact) = serde_json::from_str::<Fact>(json) else {
        return;
    };
    quick("a fact", || {
        let json = serde_json::to_string(&fact).unwrap();
        assert_eq!(fact, serde_json::from_str(&json).unwrap(), "{json}");
        applies(&fact);
    });
}

/// The facts of the evening as JSON, to be changed.
pub fn evening_facts() -> Vec<serde_json::Value> {
    with_evening(|_, records| {
        let acts = records.iter().filter_map(|record| match record {
            Record::Act(act) => Some(&act.events),
            _ => None,
        });
        acts.flatten()
            .map(|fact| serde_json::to_value(fact).unwrap())
            .collect()
    })
}

fn applies(fact: &Fact) {
    with_table(|table| {
        for before in [&State::default(), table.state()] {
            let mut state = before.clone();
            let result = state.apply(&fact.event);
            if let Err(misfit) = result {
                assert!(state == *before, "{misfit}: it left a mark");
                continue;
            }
            let json = serde_json::to_string(&state).unwrap();
            assert!(state == serde_json::from_str(&json).unwrap(), "{json}");
            for words in lines(before, std::slice::from_ref(fact), &table.catalog()) {
                assert!(!words.text.is_empty());
            }
        }
    });
}

/// A line typed at the prompt: read as words, then played. What fails leaves no mark; what doesn't is undone.
pub fn words(line: &str) {
    with_table(|table| {
        quick("a line", || {
            match to_luau(line, table.state(), &table.catalog()) {
                Ok(Some(luau)) => {
                    let text = luau.text.as_str().into();
                    let read = statements("prompt", &text);
                    read.unwrap_or_else(|fault| panic!("{line:?} is no Luau: {fault}"));
                }
                Ok(None) => {}
                Err(fault) => shown(&fault.into_fault()),
            }
            let _ = table.complete(line);
            let _ = (mentions::names(line), top_assignments(line));
        });
        let before = table.state().clone();
        let acts = table.history();
        match quick("an input", || table.eval(line)) {
            Outcome::Failed(fault) => {
                shown(&fault);
                assert_ne!(fault.code, "fault", "{line:?}: {fault}");
                assert!(before == *table.state(), "{line:?} failed and left a mark");
            }
            Outcome::Question(_) => {
                table.cancel();
                assert!(before == *table.state(), "{line:?} asked and left a mark");
            }
            Outcome::Done(_) if grew_by_one(&acts, table) => {
                let undone = table.eval("undo");
                assert!(matches!(undone, Outcome::Done(_)), "{line:?}: {undone:?}");
                assert!(before == *table.state(), "{line:?} isn't undone");
            }
            // A session verb, or nothing happened.
            Outcome::Done(_) => {}
        }
    });
}

fn grew_by_one(before: &[String], table: &Runtime) -> bool {
    let now = table.history();
    now.len() == before.len() + 1 && now.starts_with(before)
}

/// Faces as people type them, and seeds.
pub fn faces(text: &str) {
    quick("faces", || {
        if let Ok(queue) = FaceQueue::parse(text) {
            assert!(!queue.is_empty());
            let left = queue.left();
            let again = FaceQueue::parse(&left).unwrap_or_else(|why| panic!("{left:?}: {why}"));
            assert_eq!(again.left(), left, "{text:?}");
            let mut rest = queue.clone();
            for n in [0, 1, 3, 40] {
                if let Ok(Some(faces)) = rest.pool(n, "a pool") {
                    assert_eq!(faces.len(), n);
                }
                let _ = rest.again();
            }
        }
        if let Ok(faces) = Face::list(text) {
            let words: Vec<String> = faces.iter().map(ToString::to_string).collect();
            assert_eq!(Face::list(&words.join(" ")).unwrap(), faces);
        }
        if let Ok(seed) = Seed::text(text) {
            assert_eq!(Seed::text(seed.as_str()).unwrap().as_str(), seed.as_str());
        }
    });
}

/// Names and pools, as people write them.
pub fn names(text: &str) {
    quick("a name", || {
        let folded = names::fold(text);
        assert_eq!(names::fold(&folded), folded, "{text:?}");
        assert!(names::same(text, text));
        if let Ok(name) = names::written(text) {
            assert_eq!(names::written(name).unwrap(), name);
            if !names::fold(name).is_empty() {
                let all = [name, "Toll Troll", "Ash Rat"];
                match names::find(name, all) {
                    Found::One(found) => assert_eq!(found, name),
                    Found::Many(found) => assert!(found.contains(&name)),
                    Found::None { close } => panic!("{name:?} isn't found, but {close:?}"),
                }
            }
        }
        let all = ["Toll Troll", "Ash Rat", "Ash Rat B", "Bridge Collapse"];
        let words: Vec<&str> = text.split_whitespace().collect();
        let (_, taken) = names::find_start(&words, all);
        assert!(taken <= words.len());
        let _ = names::close_names(text, all, 3);
        let _ = names::unknown("thing", text, all);
        let seen = show::visible(text);
        assert!(!seen.chars().any(char::is_control), "{seen:?}");
        for columns in [0, 1, 7, 80] {
            assert!(
                show::width(&show::fit(text, columns)) <= columns.max(1),
                "{text:?}"
            );
        }
        if let Ok(pool) = PoolSpec::parse(text, &Skills::default())
            && !pool.ratings().is_empty()
        {
            let again = PoolSpec::parse(&pool.to_string(), &Skills::default());
            assert_eq!(again.unwrap().to_string(), pool.to_string(), "{text:?}");
        }
    });
}

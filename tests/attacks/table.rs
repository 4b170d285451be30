//! A table to attack, and what must hold of it whatever was done.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use storybeat::script::diagnostic::{Diagnostic, Look};
use storybeat::script::folder::Files;
use storybeat::script::generation::{Asking, Manner};
use storybeat::script::limits::Limits;
use storybeat::script::outcome::{Done, Outcome};
use storybeat::script::runtime::Runtime;

/// The longest diagnostic that is still one: a page.
const PAGE: usize = 6_000;

/// The campaign that ships, as texts by path.
pub fn bridge() -> BTreeMap<String, String> {
    let files = Files::scan(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts"));
    files
        .all()
        .map(|file| (file.path.clone(), file.text.to_string()))
        .collect()
}

/// The campaign that ships, with these files in it.
pub fn table(files: &[(&str, &str)]) -> Runtime {
    let mut all = bridge();
    for (path, text) in files {
        all.insert((*path).to_owned(), (*text).to_owned());
    }
    let manner = Manner {
        asking: Asking::Ask,
        ..Manner::default()
    };
    match Runtime::builder()
        .files(Files::from_map(all))
        .manner(manner)
        .limits(tight())
        .build()
    {
        Ok(table) => table,
        Err(faults) => panic!("no table: {faults:?}"),
    }
}

/// Steps, bytes and things stop an attack, not the clock: a slow machine says the same. A tenth of the steps shows it as
/// well as all of them, in a tenth of the time.
pub fn tight() -> Limits {
    Limits {
        fuel: 1_000_000,
        time: Duration::from_secs(60),
        ..Limits::default()
    }
}

/// Runs an input that must go through.
pub fn go(table: &mut Runtime, input: &str) -> Done {
    match table.eval(input) {
        Outcome::Done(done) => {
            done_reads_well(&done);
            done
        }
        Outcome::Failed(fault) => panic!("{input}: {}", fault.to_line()),
        Outcome::Question(asking) => panic!("{input} asks {:?}", asking.prompt),
    }
}

/// Nobody but us knows these words.
const OURS: [&str; 19] = [
    "mlua",
    "alloc::",
    "core::",
    "std::",
    "serde",
    "Option<",
    "Vec<",
    "HashMap",
    "AnyUserData",
    "LightUserData",
    "LuaString",
    "usize",
    "i64",
    "u32",
    "panicked",
    "RefCell",
    "Traceback",
    "got Group",
    "Chapter",
];

/// A text that people read: no control signs, no addresses, no names of Rust's types, no flood.
pub fn reads_well(what: &str, text: &str) {
    let raw = text.chars().find(|c| {
        (c.is_control() && *c != '\n')
            || matches!(c, '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    });
    assert!(raw.is_none(), "{what} holds {raw:?} raw: {text:?}");
    assert!(!address(text), "{what} shows an address: {text}");
    for word in OURS {
        assert!(!text.contains(word), "{what} says {word:?}: {text}");
    }
}

fn address(text: &str) -> bool {
    text.match_indices("0x").any(|(at, _)| {
        let digits = text[at + 2..]
            .chars()
            .take_while(char::is_ascii_hexdigit)
            .count();
        digits >= 6
    })
}

/// All that a diagnostic shows.
pub fn fault_reads_well(fault: &Diagnostic) {
    let text = fault.to_text(&Look::default());
    assert!(
        !fault.message.trim().is_empty(),
        "a fault without words: {fault:?}"
    );
    for text in [&text, &fault.to_line(), &fault.to_string()] {
        let cut: String = text.chars().take(400).collect();
        assert!(text.len() <= PAGE, "a flood of {} bytes: {cut}", text.len());
        reads_well("a diagnostic", text);
    }
}

/// All that an input that went through shows.
pub fn done_reads_well(done: &Done) {
    for line in &done.lines {
        reads_well("a line", &line.text);
    }
    if let Some(value) = &done.value {
        reads_well("a value", &value.text);
    }
    if let Some(echo) = &done.echo {
        reads_well("an echo", echo);
    }
}

/// The table plays, though its scripts still misbehave at each roll: it counts, it notes, it takes the note back.
#[cfg_attr(not(feature = "front"), allow(dead_code))]
pub fn goes_on(table: &mut Runtime) {
    let before = table.state().clone();
    for input in ["1 + 1", "note(\"on it goes\")", "undo()"] {
        let outcome = table.eval(input);
        assert!(matches!(outcome, Outcome::Done(_)), "{input}: {outcome:?}");
    }
    assert!(*table.state() == before, "undo takes the note back");
}

/// The table plays: it counts, it rolls, it takes the roll back.
pub fn plays_on(table: &mut Runtime) {
    table.cancel();
    let before = table.state().clone();
    let two = go(table, "1 + 1");
    assert_eq!(
        two.value.map(|value| value.json),
        Some(serde_json::json!(2)),
        "1 + 1"
    );
    // A ten asks which benefit: here its default will do.
    let manner = table.manner();
    table.set_manner(Manner::default());
    let rolled = go(table, "roll(\"Lyra\", \"wits + craft\", 3)");
    table.set_manner(manner);
    assert!(rolled.act.is_some(), "a roll is an act");
    go(table, "undo()");
    assert!(*table.state() == before, "undo takes the roll back");
    for name in &table.view().names {
        reads_well("a name", &name.name);
        reads_well("a name's line", &name.about);
    }
    reads_well("the place", &table.view().place);
    for line in table.history() {
        reads_well("the history", &line);
    }
}

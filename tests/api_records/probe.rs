//! A table to ask: what can be read on a value, and what kind of value that is.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::time::Duration;

use storybeat::script::folder::Files;
use storybeat::script::limits::Limits;
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;

use crate::declared::{Members, declared};

/// The party of the sample campaign.
pub const PARTY: [(&str, &str); 3] = [
    (
        "party/lyra.yaml",
        include_str!("../../scripts/party/lyra.yaml"),
    ),
    (
        "party/ellis.yaml",
        include_str!("../../scripts/party/ellis.yaml"),
    ),
    (
        "party/sera.yaml",
        include_str!("../../scripts/party/sera.yaml"),
    ),
];

/// `look(label, value)`: one row for each name that can be read on it. A table says itself what it has: beside that
/// only what `fields.luau` has for the label is tried. `seen()` gives the rows.
const PROBE: &str = r#"
local names, fields = require("./names"), require("./fields")
local rows = {}
local probe = {}

local function described(value)
    if type(value) == "string" then return value end
    local ok, kind = pcall(function() return value.kind end)
    if ok and type(kind) == "string" then return kind end
    return ""
end

function probe.look(label, value)
    local all = table.clone(fields[label] or names)
    if type(value) == "table" then
        for key in pairs(value) do
            if type(key) == "string" and not table.find(all, key) then table.insert(all, key) end
        end
    end
    for _, name in all do
        local ok, got = pcall(function() return value[name] end)
        if ok then table.insert(rows, `{label}~{name}~{type(got)}~{described(got)}`) end
    end
end

function probe.seen() return rows end

return probe
"#;

/// The files of a table with the probe and these scripts.
pub fn files(scripts: &[(&str, &str)]) -> Files {
    let list: Vec<String> = universe().iter().map(|name| format!("{name:?}")).collect();
    let names = format!("return {{ {} }}", list.join(", "));
    let mut all = vec![("campaign.yaml", "title: Probe\nseed: probe\n")];
    all.extend(PARTY);
    all.push(("names.luau", &names));
    all.push(("probe.luau", PROBE));
    all.push(("fields.luau", "return {}"));
    all.retain(|(path, _)| !scripts.iter().any(|(own, _)| own == path));
    all.extend_from_slice(scripts);
    Files::from_map(all)
}

/// Every name that anything is known to have: each is tried on everything.
fn universe() -> BTreeSet<String> {
    let mut names = declared().names();
    names.extend(storybeat::script::verbs::all().map(|record| record.name.to_owned()));
    names
}

/// A table with the probe and these scripts; all of them load.
pub fn table(scripts: &[(&str, &str)]) -> Runtime {
    // Every name is tried on everything: that takes its time on a busy machine.
    let limits = Limits {
        time: Duration::from_secs(120),
        ..Limits::default()
    };
    let table = Runtime::builder()
        .files(files(scripts))
        .limits(limits)
        .build();
    let table = table.unwrap_or_else(|faults| panic!("{faults:?}"));
    for line in table.greeting() {
        assert!(!line.text.starts_with("left out"), "{}", line.text);
    }
    table
}

/// Runs an input that goes through, and gives what it printed.
pub fn play(table: &mut Runtime, input: &str) -> Vec<String> {
    match table.eval(input) {
        Outcome::Done(done) => {
            let faults = done
                .lines
                .iter()
                .filter(|line| line.text.contains(" failed and was taken back"));
            let faults: Vec<&str> = faults.map(|line| line.text.as_str()).collect();
            assert!(faults.is_empty(), "{input}: {faults:?}");
            done.lines.into_iter().map(|line| line.text).collect()
        }
        other => panic!("{input}: {other:?}"),
    }
}

/// What was seen on a value: each name with the type and the words of what it gave.
pub type Seen = BTreeMap<String, (String, String)>;

/// The rows by label.
pub fn rows<'a>(lines: impl IntoIterator<Item = &'a str>) -> BTreeMap<String, Seen> {
    let mut all: BTreeMap<String, Seen> = BTreeMap::new();
    for line in lines {
        let mut parts = line.split('~');
        let (Some(label), Some(name), Some(ty)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let words = parts.next().unwrap_or_default();
        let seen = all.entry(label.to_owned()).or_default();
        seen.insert(name.to_owned(), (ty.to_owned(), words.to_owned()));
    }
    all
}

/// Both ways: what is read is declared, what is declared can be read and is of its type.
pub fn compare(label: &str, seen: &Seen, members: &Members, may_lack: &[&str]) -> String {
    let mut faults = String::new();
    for (name, (ty, words)) in seen {
        match members.get(name) {
            None if ty == "nil" => {}
            None => {
                let _ = writeln!(
                    faults,
                    "{label}.{name}: there is one ({ty}), and none is declared"
                );
            }
            Some(declared) if fits(declared, ty, words) || may_lack.contains(&name.as_str()) => {}
            Some(declared) => {
                let _ = writeln!(
                    faults,
                    "{label}.{name}: declared {declared}, it is {ty} {words:?}"
                );
            }
        }
    }
    for name in members.keys().filter(|name| !seen.contains_key(*name)) {
        let _ = writeln!(faults, "{label}.{name}: declared, and it can't be read");
    }
    faults
}

/// Is a value of this type what is declared?
fn fits(declared: &str, ty: &str, words: &str) -> bool {
    let (whole, may) = match declared.strip_suffix('?') {
        Some(rest) => (rest, true),
        None => (declared, false),
    };
    if ty == "nil" {
        return may;
    }
    let whole = whole.trim_start_matches('(').trim_end_matches(')');
    if declared.contains("->") || whole == "function" {
        return ty == "function";
    }
    if let Some(list) = crate::declared::declared().words.get(whole) {
        return ty == "string" && list.iter().any(|word| word == words);
    }
    if whole.starts_with('"') {
        return ty == "string"
            && whole
                .split(" | ")
                .any(|word| word.trim_matches('"') == words);
    }
    match whole {
        "any" => true,
        "Weight" => fits("Armor", ty, words),
        "string | false" => ty == "string" || ty == "boolean",
        "string" | "number" | "boolean" => ty == whole,
        "Pc" => ty == "userdata" && words == "pc",
        "Foe" => ty == "userdata" && words == "foe",
        "Creature" => ty == "userdata" && matches!(words, "pc" | "foe"),
        "Data" => ty == "userdata" || ty == "table",
        "Timer" | "Item" | "Deck" | "Ward" | "Pcs" | "Foes" | "Pcs | Foes" | "Timers" | "Decks"
        | "Wards" => ty == "userdata",
        _ => ty == "table",
    }
}

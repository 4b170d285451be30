//! The type file, read: globals, and the members of every class, table and chapter.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// Members by name, each with its type.
pub type Members = BTreeMap<String, String>;

/// What the file declares.
#[derive(Default)]
pub struct Declared {
    /// Globals with their types; those that are gone have the type nil.
    pub globals: BTreeMap<String, String>,
    /// Members of classes, of table types by their alias, of chapters by their global.
    members: BTreeMap<String, Members>,
    bases: BTreeMap<String, String>,
    /// Aliases that are closed lists of words.
    pub words: BTreeMap<String, Vec<String>>,
}

impl Declared {
    /// All members of a class or table, its bases' too.
    pub fn of(&self, name: &str) -> Members {
        let mut all = match self.bases.get(name) {
            Some(base) => self.of(base),
            None => Members::new(),
        };
        let own = self.members.get(name);
        all.extend(
            own.unwrap_or_else(|| panic!("{name} isn't declared"))
                .clone(),
        );
        all
    }

    /// Every name of a member or a global.
    pub fn names(&self) -> BTreeSet<String> {
        let members = self.members.values().flat_map(|members| members.keys());
        members.chain(self.globals.keys()).cloned().collect()
    }

    fn read(text: &str) -> Self {
        let mut declared = Declared::default();
        let mut lines = text.lines().map(bare);
        while let Some(line) = lines.next() {
            if let Some(class) = line.strip_prefix("declare class ") {
                let (name, base) = class.split_once(" extends ").unwrap_or((class, ""));
                if !base.is_empty() {
                    declared.bases.insert(name.to_owned(), base.to_owned());
                }
                let body = lines.by_ref().take_while(|line| *line != "end");
                declared.members.insert(name.to_owned(), members(body));
            } else if let Some(alias) = line.strip_prefix("export type ") {
                let (name, ty) = alias.split_once(" = ").unwrap();
                let name = name.trim_end_matches("<E>").trim_end_matches("<E, M>");
                if ty == "{" {
                    let body = lines.by_ref().take_while(|line| *line != "}");
                    declared.members.insert(name.to_owned(), members(body));
                } else if ty.starts_with('"') {
                    let words = ty
                        .split(" | ")
                        .map(|word| word.trim_matches('"').to_owned());
                    declared.words.insert(name.to_owned(), words.collect());
                }
            } else if let Some(function) = line.strip_prefix("declare function ") {
                let name = function.split(['(', '<']).next().unwrap();
                declared
                    .globals
                    .insert(name.to_owned(), "function".to_owned());
            } else if let Some(global) = line.strip_prefix("declare ") {
                let (name, ty) = global.split_once(": ").unwrap();
                if ty == "{" {
                    let body = lines.by_ref().take_while(|line| *line != "}");
                    declared.members.insert(name.to_owned(), members(body));
                    declared.globals.insert(name.to_owned(), name.to_owned());
                } else {
                    let ty = if ty.contains("->") { "function" } else { ty };
                    declared.globals.insert(name.to_owned(), ty.to_owned());
                }
            }
        }
        declared
    }
}

/// A line without its remark.
fn bare(line: &str) -> &str {
    line.split("-- ").next().unwrap().trim_end()
}

fn members<'a>(body: impl Iterator<Item = &'a str>) -> Members {
    let mut members = Members::new();
    for line in body.map(str::trim).filter(|line| !line.starts_with('[')) {
        let (name, ty) = match line.strip_prefix("function ") {
            Some(method) => (method.split('(').next().unwrap(), "function"),
            None => {
                let (name, ty) = line.split_once(": ").unwrap();
                (name, ty.trim_end_matches(','))
            }
        };
        let before = members.insert(name.to_owned(), ty.to_owned());
        assert_eq!(before, None, "{name} is declared twice");
    }
    members
}

/// The file as it stands in the repository.
pub fn declared() -> &'static Declared {
    static DECLARED: OnceLock<Declared> = OnceLock::new();
    DECLARED.get_or_init(|| Declared::read(include_str!("../../types/storybeat.d.luau")))
}

#[test]
fn the_reader_finds_what_the_file_has() {
    let declared = declared();
    assert_eq!(declared.of("RollEvent")["who"], "Pc");
    assert_eq!(declared.of("RollEvent")["uses"], "function");
    assert_eq!(declared.of("Event").len(), 4);
    assert_eq!(declared.globals["roll"], "function");
    assert_eq!(declared.globals["hit"], "function");
    assert_eq!(declared.globals["os"], "nil");
    assert_eq!(declared.words["Position"].len(), 3);
    assert!(declared.of("scene")["close"].contains("->"));
}

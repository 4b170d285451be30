//! What a doc comment says about the rules can be looked up: every "rules/02 §3" and every "R24" or "CM-09" under
//! `src` is a heading or a row of `docs/rules`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/rulebook.rs"]
mod rulebook;
#[path = "support/sources.rs"]
mod sources;

use std::collections::BTreeSet;

use rulebook::Section;

/// What can be pointed at.
struct Reference {
    files: BTreeSet<String>,
    sections: BTreeSet<Section>,
    rulings: BTreeSet<String>,
}

impl Reference {
    fn read() -> Self {
        let files = rulebook::files();
        let rulings = files
            .iter()
            .flat_map(|(_, text)| text.lines())
            .filter_map(|line| line.strip_prefix("| ")?.split(' ').next())
            .filter(|cell| is_ruling(cell))
            .map(str::to_owned)
            .collect();
        Self {
            files: files.into_iter().map(|(file, _)| file).collect(),
            sections: rulebook::sections().into_iter().collect(),
            rulings,
        }
    }

    /// What of `text` can't be looked up, in words. A file's number is written after `mark` ("rules/").
    fn misses(&self, text: &str, mark: &str) -> Vec<String> {
        let mut misses = Vec::new();
        for after in text.split(mark).skip(1) {
            let Some(file) = after.get(..2).filter(|file| digits(file)) else {
                continue;
            };
            if !self.files.contains(file) {
                misses.push(format!("rules/{file}: no such file"));
                continue;
            }
            for number in section_numbers(file, &after[2..]) {
                if !self.sections.contains(&Section {
                    file: file.to_owned(),
                    number: number.clone(),
                }) {
                    misses.push(format!("rules/{file} §{number}: no such heading"));
                }
            }
        }
        for word in text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')) {
            if is_ruling(word) && !self.rulings.contains(word) {
                misses.push(format!("{word}: no such ruling"));
            }
        }
        misses
    }
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// "R24", "CM-09".
fn is_ruling(word: &str) -> bool {
    ["R", "CM-"].iter().any(|kind| {
        word.strip_prefix(kind)
            .is_some_and(|number| number.len() == 2 && digits(number))
    })
}

/// The numbers in " §4, §7", " §4–6", " §4 and §7", " §J", " J"; it ends where something else begins.
fn section_numbers(file: &str, text: &str) -> Vec<String> {
    let mut numbers = Vec::new();
    let mut rest = text.trim_start();
    loop {
        let marked = rest.strip_prefix('§');
        let ranged = rest.strip_prefix('–').or_else(|| rest.strip_prefix('-'));
        let next = match (marked, ranged) {
            (Some(next), _) => next,
            (None, Some(next)) if !numbers.is_empty() => next.trim_start_matches('§'),
            // "rules/90 J": the letter of a group of rulings may stand without the sign.
            _ if rulebook::has_letters(file)
                && numbers.is_empty()
                && rest.starts_with(|c: char| c.is_ascii_uppercase()) =>
            {
                let letter = rest.split(|c: char| !c.is_alphanumeric()).next();
                return letter
                    .filter(|word| word.len() == 1)
                    .map(str::to_owned)
                    .into_iter()
                    .collect();
            }
            _ => return numbers,
        };
        let end = next
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '.'))
            .unwrap_or(next.len());
        let number = next[..end].trim_end_matches('.');
        numbers.push(number.to_owned());
        rest = next[number.len()..].trim_start_matches([',', ' ', '\n']);
        rest = rest.strip_prefix("and ").unwrap_or(rest);
    }
}

/// The doc comments of a Rust file, a block of neighbouring lines as one text, with its first line's number.
fn doc_comments(source: &str) -> Vec<(usize, String)> {
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut last = 0;
    for (line, text) in source.lines().enumerate().map(|(i, text)| (i + 1, text)) {
        let text = text.trim_start();
        let Some(doc) = text
            .strip_prefix("///")
            .or_else(|| text.strip_prefix("//!"))
        else {
            continue;
        };
        match blocks.last_mut() {
            Some((_, block)) if last + 1 == line => {
                block.push('\n');
                block.push_str(doc);
            }
            _ => blocks.push((line, doc.to_owned())),
        }
        last = line;
    }
    blocks
}

#[test]
fn doc_comments_point_at_what_is_there() {
    let reference = Reference::read();
    let mut misses = Vec::new();
    for (path, source) in sources::sources() {
        for (line, text) in doc_comments(&source) {
            for miss in reference.misses(&text, "rules/") {
                misses.push(format!("{path}:{line}: {miss}"));
            }
        }
    }
    assert!(misses.is_empty(), "{}", misses.join("\n"));
}

#[test]
fn the_reference_points_at_itself() {
    let reference = Reference::read();
    let mut misses = Vec::new();
    for (file, text) in rulebook::files() {
        for (at, line) in text.lines().enumerate() {
            for miss in reference.misses(line, "file ") {
                misses.push(format!("docs/rules/{file}, line {}: {miss}", at + 1));
            }
        }
    }
    assert!(misses.is_empty(), "{}", misses.join("\n"));
}

#[test]
fn pages_point_at_what_is_there() {
    let reference = Reference::read();
    let mut misses = Vec::new();
    for page in ["GLOSSARY.md", "ARCHITECTURE.md"] {
        let text = std::fs::read_to_string(page).unwrap();
        for (at, line) in text.lines().enumerate() {
            for miss in reference.misses(line, "rules/") {
                misses.push(format!("{page}:{}: {miss}", at + 1));
            }
        }
    }
    assert!(misses.is_empty(), "{}", misses.join("\n"));
}

#[test]
fn a_wrong_pointer_is_named() {
    let reference = Reference::read();
    let misses = |text| reference.misses(text, "rules/");
    for good in [
        "rules/02 §3, R24",
        "rules/01 §4, §7 and R06; rules/05 §4.1–4.3",
        "Switches: rules/90 J, rules/90 §J. A sentence.",
        "rules/31 §5.2 (CM-26)",
        "rules/01 A sentence begins.",
        "nothing to look up, R2D2, R1 and CM-1",
    ] {
        assert_eq!(misses(good), Vec::<String>::new(), "{good}");
    }
    assert_eq!(misses("rules/08 §1"), ["rules/08: no such file"]);
    assert_eq!(
        misses("rules/02 §3, §12"),
        ["rules/02 §12: no such heading"]
    );
    assert_eq!(misses("rules/05 §4–9"), ["rules/05 §9: no such heading"]);
    assert_eq!(misses("rules/05 §4.6"), ["rules/05 §4.6: no such heading"]);
    assert_eq!(misses("rules/90 K"), ["rules/90 §K: no such heading"]);
    assert_eq!(misses("rules/01 §3x"), ["rules/01 §3x: no such heading"]);
    assert_eq!(
        misses("(R44, CM-65)"),
        ["R44: no such ruling", "CM-65: no such ruling"]
    );
}

#[test]
fn neighbouring_doc_lines_are_one_text() {
    let source = "/// Armor, rules/02\n/// §3.\nfn a() {} // rules/99\n//! rules/01 §1\n";
    assert_eq!(
        doc_comments(source),
        [
            (1, " Armor, rules/02\n §3.".to_owned()),
            (4, " rules/01 §1".to_owned())
        ]
    );
}

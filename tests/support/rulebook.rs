//! The headings of `docs/rules`, as the tests that point into it read them.

use std::fs;

/// A numbered section of the rules reference.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Section {
    /// The two digits a file's name begins with: "02".
    pub file: String,
    /// "3", "4.1", or the letter of a group of rulings: "J".
    pub number: String,
}

/// Whether a file of docs/rules holds rulings, whose groups have letters instead of numbers.
pub fn has_letters(file: &str) -> bool {
    file >= "90"
}

/// Every file of docs/rules that has a number, as (two digits, text), in order.
pub fn files() -> Vec<(String, String)> {
    let mut found: Vec<_> = fs::read_dir("docs/rules")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter_map(|path| {
            let name = path.file_name()?.to_str()?.to_owned();
            let digits = name.get(..2)?.to_owned();
            let numbered = digits.bytes().all(|byte| byte.is_ascii_digit());
            (numbered && name.ends_with(".md"))
                .then(|| (digits, fs::read_to_string(&path).unwrap()))
        })
        .collect();
    found.sort();
    found
}

/// The numbered sections of one file: `## 3 …`, `## 3. …`, `### 4.1 …`, and `## J …` among the rulings.
pub fn sections_of(file: &str, text: &str) -> Vec<Section> {
    text.lines()
        .filter_map(|line| {
            let heading = line
                .strip_prefix("### ")
                .or_else(|| line.strip_prefix("## "))?;
            let number = heading.split_whitespace().next()?.trim_end_matches('.');
            let numbered = number
                .split('.')
                .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
            let lettered = has_letters(file)
                && number.len() == 1
                && number.bytes().all(|byte| byte.is_ascii_uppercase());
            (numbered || lettered).then(|| Section {
                file: file.to_owned(),
                number: number.to_owned(),
            })
        })
        .collect()
}

/// Every numbered section of docs/rules.
pub fn sections() -> Vec<Section> {
    files()
        .iter()
        .flat_map(|(file, text)| sections_of(file, text))
        .collect()
}

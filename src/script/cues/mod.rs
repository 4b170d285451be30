//! Cues for the GM at the table: short pages in our own words, a file each. The first line is `# name: what it is`, or
//! `# what it is` where the file's name says it; the rest is what is shown, twelve lines of eighty columns at most.
//!
//! Not here: help on what can be typed (`verbs/help.rs`), and the rules (`docs/rules`).

use crate::table::names::{self, Found};

/// A page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cue {
    /// What it is called.
    pub name: &'static str,
    /// What it is about, in a few words.
    pub about: &'static str,
    /// All of it, without the first line.
    pub text: &'static str,
}

const PAGES: [(&str, &str); 15] = [
    ("outcomes", include_str!("outcomes.md")),
    ("beats", include_str!("beats.md")),
    ("position", include_str!("position.md")),
    ("pacing", include_str!("pacing.md")),
    ("spotlight", include_str!("spotlight.md")),
    ("fight", include_str!("fight.md")),
    ("foes", include_str!("foes.md")),
    ("harm", include_str!("harm.md")),
    ("timers", include_str!("timers.md")),
    ("travel", include_str!("travel.md")),
    ("decks", include_str!("decks.md")),
    ("safety", include_str!("safety.md")),
    ("session zero", include_str!("session-zero.md")),
    ("session close", include_str!("session-close.md")),
    ("prep", include_str!("prep.md")),
];

/// All pages, in the order in which they are listed.
pub fn all() -> impl Iterator<Item = Cue> {
    PAGES.into_iter().map(|(name, page)| {
        let (head, text) = page.split_once('\n').unwrap_or((page, ""));
        let head = head.trim_start_matches(['#', ' ']);
        let about = head
            .strip_prefix(name)
            .map_or(head, |rest| rest.trim_start_matches([':', ' ']));
        Cue {
            name,
            about,
            text: text.trim_end(),
        }
    })
}

/// The page of this name, or of the beginning of any of its words.
///
/// # Errors
/// A sentence with close names.
pub fn find(topic: &str) -> Result<Cue, String> {
    let words: Vec<&str> = topic.split_whitespace().collect();
    let pages: Vec<Cue> = all().collect();
    match names::find_start_by(&words, &pages, |cue| cue.name) {
        (Found::One(cue), taken) if taken == words.len() => Ok(*cue),
        (Found::Many(many), _) => {
            let many: Vec<&str> = many.iter().map(|cue| cue.name).collect();
            Err(names::several("cue", topic, &many))
        }
        _ => {
            let known: Vec<&str> = pages.iter().map(|cue| cue.name).collect();
            Err(names::unknown("cue", topic, &known))
        }
    }
}

/// The page as it is shown.
#[must_use]
pub fn shown(cue: &Cue) -> String {
    format!("{}: {}\n{}", cue.name, cue.about, cue.text)
}

/// The list of pages.
#[must_use]
pub fn list() -> String {
    let mut lines = vec!["cues: what to have in mind, a page each (cue fight)".to_owned()];
    lines.extend(all().map(|cue| format!("  {:<14} {}", cue.name, cue.about)));
    lines.join("\n")
}

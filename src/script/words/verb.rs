//! The verb that a line begins with.

use crate::rules::actions::Action;
use crate::script::record::Record;
use crate::script::verbs;
use crate::table::catalog::Catalog;
use crate::table::names;

/// Other words for verbs.
const ALIASES: [(&str, &str); 3] = [
    ("x", "xcard"),
    ("next", "exchange.next"),
    ("what if", "try"),
];

/// The action a line begins with, before who does it. Words that are verbs are verbs.
fn action(word: &str) -> Option<Action> {
    let mut all = Action::ALL.iter().copied();
    all.find(|action| action.word().eq_ignore_ascii_case(word))
}

/// The verb a line begins with, and how many words it takes.
pub(super) fn verb(words: &[&str], catalog: &Catalog) -> Option<(Verb, usize)> {
    let two = |n: usize| words.get(..n).map(|words| words.join(" "));
    for n in [3, 2, 1] {
        let Some(start) = two(n) else { continue };
        if let Some(def) = catalog.commands.get(&start) {
            return Some((Verb::Command(def.name.clone()), n));
        }
        let start = ALIASES
            .iter()
            .find(|(alias, _)| names::same(alias, &start))
            .map_or(start.clone(), |(_, verb)| (*verb).to_owned());
        if start == "try" {
            return Some((Verb::Try, n));
        }
        let dotted = start.replace(' ', ".");
        if let Some(record) = verbs::all().find(|record| record.name.eq_ignore_ascii_case(&dotted))
        {
            return Some((Verb::Record(record), n));
        }
    }
    // `charge ellis troll` is `act ellis charge troll`.
    if let Some(action) = words.first().and_then(|word| action(word)) {
        return verbs::find("act").map(|record| (Verb::Action(record, action), 1));
    }
    // `scene end` is meant to end it, `scene bridge at dusk` begins that scene.
    if let [scene, end] = words
        && names::same(scene, "scene")
        && ["end", "ends", "over", "done", "stop"]
            .iter()
            .any(|over| names::same(over, end))
    {
        return verbs::find("scene.close").map(|record| (Verb::Record(record), 2));
    }
    if words.len() > 1 && names::same(words[0], "scene") {
        return verbs::find("scene.start").map(|record| (Verb::Record(record), 1));
    }
    None
}

/// What a line asks for.
pub(super) enum Verb {
    Record(&'static Record),
    Action(&'static Record, Action),
    Command(String),
    Try,
}

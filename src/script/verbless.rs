//! A line of words that begins with no verb: a thing's name, words in an order that doesn't go, or what somebody types
//! who sits here for the first time.

use crate::script::verbs;
use crate::script::words::{Several, Unread};
use crate::table::catalog::Catalog;
use crate::table::names::{self, Found};
use crate::table::show;
use crate::table::state::State;

/// What such a line is.
pub enum Verbless {
    /// The name of a thing at the table, as Luau: it is shown.
    Name(String),
    /// It begins with a name, and what is to happen with it isn't said; this may help.
    NoVerb(String),
    /// Nothing; this may help.
    Help(String),
}

/// What people type who don't know our words, and what they are shown to.
const OTHER_WORDS: [(&[&str], &str); 23] = [
    (
        &["damage", "hurt", "wound", "harm"],
        "hit lyra 2 falling masonry",
    ),
    (&["kill", "slay"], "defeat troll"),
    (
        &[
            "add",
            "create",
            "summon",
            "place",
            "monster",
            "enemy",
            "encounter",
        ],
        "spawn toll troll",
    ),
    (
        &[
            "list",
            "who",
            "characters",
            "players",
            "pcs",
            "heroes",
            "everyone",
        ],
        "party, foes or timers; or a name alone",
    ),
    (
        &["enemies", "monsters"],
        "foes; menu shows what they can do",
    ),
    (
        &[
            "show", "look", "inspect", "info", "status", "sheet", "stats",
        ],
        "a name alone: lyra, troll, sb, timers",
    ),
    (
        &["test", "check", "dice", "throw", "d10", "skill"],
        "roll lyra wits craft 3",
    ),
    (&["reroll", "luck"], "reroll 4"),
    (
        &["clock", "countdown"],
        "start bridge collapse, then tick bridge",
    ),
    (
        &["sb", "beat", "beats", "story"],
        "gain 1, spend 1, or sb alone",
    ),
    (&["quit", "exit", "leave", "bye"], ":quit at the prompt"),
    (&["boon"], "earn lyra 1 a good plan, or pay lyra"),
    (&["begin", "play", "new"], "scene the old mill"),
    (&["turn", "round", "continue"], "next"),
    (
        &["end", "finish", "stop", "close"],
        "scene close, or session close for the evening",
    ),
    (&["back", "cancel", "revert", "oops", "takeback"], "undo"),
    (&["log", "journal"], "history"),
    (
        &["save", "load", "export"],
        "nothing: every act is kept as it happens; :save NAME marks a moment, :save-test FILE writes the session as a test",
    ),
    (
        &["rule", "rules", "switches"],
        "rules.switches(), or help and a word",
    ),
    (&["fatigue"], "mark lyra fatigue"),
    (&["condition", "status"], "apply lyra prone"),
    (&["card", "cards"], "draw consequences"),
    (&["move", "moves", "turns"], "menu, then use 1"),
];

/// Words of a question put to us.
const ASKING: [&str; 14] = [
    "how", "what", "why", "where", "can", "could", "please", "hello", "hi", "hey", "?", "commands",
    "manual", "i",
];

/// Only letters, digits and what stands between words: nothing of this was meant as Luau.
#[must_use]
pub fn is_words(text: &str) -> bool {
    let mut chars = text.chars();
    chars
        .next()
        .is_some_and(|c| c.is_alphanumeric() || c == '?')
        && chars.all(|c| c.is_alphanumeric() || " ,'’-_?!.".contains(c))
        && !text.contains("..")
        && text
            .split_whitespace()
            .next()
            .is_none_or(|first| !KEYWORDS.contains(&first))
}

/// A line that begins so is Luau.
const KEYWORDS: [&str; 9] = [
    "local", "for", "if", "while", "repeat", "function", "return", "do", "not",
];

/// Reads it. `chosen` is the name that is meant where several fit.
///
/// # Errors
/// A name that several things have.
pub fn read(
    text: &str,
    state: &State,
    catalog: &Catalog,
    chosen: &[String],
) -> Result<Verbless, Unread> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let spaced = text.replace('_', " ");
    let parts: Vec<&str> = spaced.split_whitespace().collect();
    let things: Vec<String> = state
        .roster()
        .chain(state.foes_present())
        .chain(state.units_present())
        .chain(state.timers_shown())
        .map(|thing| state.name(thing))
        .collect();
    let (found, taken) = names::find_start(&parts, &things);
    let whole = taken == parts.len() && parts.iter().all(|word| is_name(word));
    match found {
        // Handles are found by parts of a name too: the words as they were typed will do.
        Found::One(_) if whole => return Ok(Verbless::Name(parts.join("_").to_lowercase())),
        Found::Many(many) if whole => {
            let fitting: Vec<String> = many.into_iter().cloned().collect();
            return match chosen.first().filter(|name| fitting.contains(name)) {
                Some(name) => Ok(Verbless::Name(names::fold(name).replace(' ', "_"))),
                None => Err(Unread::Several(Several::named("thing", &spaced, fitting))),
            };
        }
        _ => {}
    }
    if taken > 0
        && let Some(verb) = words.get(taken).and_then(|word| verbs::find(word))
    {
        let mut turned = vec![verb.name];
        turned.extend(&words[..taken]);
        turned.extend(&words[taken + 1..]);
        return Ok(Verbless::NoVerb(format!(
            "the verb comes first: {}",
            turned.join(" ")
        )));
    }
    if let (Found::One(name), true) = (names::find_start(&parts, &things).0, taken > 0) {
        let who = parts[..taken].join(" ").to_lowercase();
        let foe = state.foes_present().any(|foe| state.name(foe) == *name);
        return Ok(Verbless::NoVerb(if foe {
            let pc = state.party().next();
            let pc = pc.map_or_else(String::new, |pc| state.name(pc).to_lowercase());
            format!(
                "{name} is at the table, and a foe acts by its moves: menu {who}, then use 1, or threaten {who} {pc}. Characters: attack {pc} {who}"
            )
        } else {
            format!("{name} is a name, and a line begins with the verb: roll {who} wits craft")
        }));
    }
    Ok(Verbless::Help(help(&words, state, catalog)))
}

fn is_name(word: &str) -> bool {
    word.chars().all(char::is_alphabetic)
}

fn help(words: &[&str], state: &State, catalog: &Catalog) -> String {
    let first = words.first().copied().unwrap_or("");
    let folded = names::fold(first.trim_matches(['?', '!', '.', ',']));
    if let Some(verb) = first.strip_suffix(',').and_then(verbs::find) {
        let rest = words[1..].join(" ").replace(',', "");
        return format!("words need no commas: {} {rest}", verb.name);
    }
    if folded == "add" && words.iter().any(|word| names::same(word, "sb")) {
        return "type gain 2".to_owned();
    }
    let other = OTHER_WORDS
        .iter()
        .find(|(others, _)| others.contains(&folded.as_str()));
    if let Some((_, ours)) = other {
        return format!("type {ours}");
    }
    if ASKING.contains(&folded.as_str()) || folded.is_empty() {
        return "help says what can be typed, help roll says more about one word".to_owned();
    }
    let mut known: Vec<String> = verbs::all()
        .map(|record| record.name.to_owned())
        .chain(catalog.commands.names().map(str::to_owned))
        .collect();
    if words.len() == 1 {
        known.extend(
            state
                .roster()
                .chain(state.foes_present())
                .map(|thing| state.name(thing)),
        );
        known.extend(state.timers_shown().map(|thing| state.name(thing)));
    }
    let close = names::close_names(first, &known, 3);
    if !close.is_empty() {
        return format!("did you mean {}?", show::listed(&close, "or"));
    }
    // "dragon" is no word here, but a declared adversary can come.
    let declared = catalog.adversaries.names().map(|name| ("spawn", name));
    let declared = declared.chain(catalog.timers.names().map(|name| ("start", name)));
    for (verb, name) in declared {
        if matches!(names::find_start(words, [name]).0, Found::One(_)) {
            // One that was here says how it went.
            let gone = state.foes.keys().rev().find_map(|id| {
                let foe = state.foe(*id)?;
                (names::same(&foe.name, name)).then(|| foe.defeated.clone())?
            });
            if let Some(how) = gone.filter(|_| verb == "spawn") {
                return format!(
                    "{name} is out ({how}): spawn {} brings another",
                    name.to_lowercase()
                );
            }
            return format!(
                "{name} isn't at the table yet: {verb} {}",
                name.to_lowercase()
            );
        }
    }
    "a line begins with a verb, or is a name: help lists them".to_owned()
}

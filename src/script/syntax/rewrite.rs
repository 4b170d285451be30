//! A call given other things, as edits of its text.

use std::ops::Range;

use super::call_site::{Record, Site};

/// What a parameter list calls the table of options.
const OPTIONS: &str = "opts";

/// Words that are no field names.
const KEYWORDS: [&str; 21] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// Is this word one that can't be a name?
pub(crate) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// These bytes become this text.
type Edit = (Range<usize>, String);

/// The text with `changes` (names, each once, and Luau expressions) made in a call. What each change becomes stands
/// at [`super::with_options`]. `None` where it can't be written: the options are a variable, or no table.
pub(super) fn rewrite(
    text: &str,
    site: &Site,
    params: &[&str],
    changes: &[(&str, &str)],
) -> Option<String> {
    let (owner, params) = match (&site.receiver, params) {
        (Some(_), [owner, rest @ ..]) => (Some(*owner), rest),
        _ => (None, params),
    };
    let options_place = params.iter().position(|param| *param == OPTIONS);
    let alone = site.args.len() == 1 && site.args.iter().all(|arg| arg.record.is_some());

    // A table of names in the last place is the options, unless it is a parameter of its own and that is to change.
    let last = params.get(site.args.len().saturating_sub(1));
    let is_hand = options_place.is_none() && changes.iter().any(|(name, _)| Some(name) == last);
    let options = site.args.last().filter(|_| alone || !is_hand);
    let options = options.and_then(|arg| Some((arg, arg.record.as_ref()?)));
    let hands = &site.args[..site.args.len() - usize::from(options.is_some())];

    let mut front = None;
    let mut added: Vec<String> = Vec::new();
    let mut keys = Vec::new();
    let mut edits: Vec<Edit> = Vec::new();
    for &(name, value) in changes {
        let is_owner = owner == Some(name);
        if let Some(receiver) = site.receiver.as_ref().filter(|_| is_owner) {
            edits.push((receiver.clone(), String::new()));
        }
        match params.iter().position(|param| *param == name) {
            _ if name == OPTIONS => return None,
            _ if alone => keys.push((name, value)),
            _ if is_owner => front = Some(value.to_owned()),
            None => keys.push((name, value)),
            Some(place) => match hands.get(place) {
                Some(arg) => edits.push((arg.at.clone(), value.to_owned())),
                None => {
                    let place = place - hands.len();
                    fill(&mut added, place + 1);
                    added[place] = value.to_owned();
                }
            },
        }
    }
    let inner = match options {
        Some((_, record)) => set(text, record, &keys),
        None if keys.is_empty() => Vec::new(),
        None => {
            let before = options_place.map_or(Some(0), |place| place.checked_sub(hands.len()))?;
            fill(&mut added, before);
            added.push(format!("{{ {} }}", fields(&keys)));
            Vec::new()
        }
    };
    match (site.args.first(), site.args.last()) {
        (Some(first), Some(last)) => {
            if let Some(front) = front {
                edits.push(insert(first.at.start, format!("{front}, ")));
            }
            let added = added.join(", ");
            match options {
                _ if added.is_empty() => {}
                Some((arg, _)) => edits.push(insert(arg.at.start, format!("{added}, "))),
                None => edits.push(insert(last.at.end, format!(", {added}"))),
            }
        }
        _ => {
            let given: Vec<String> = front.into_iter().chain(added).collect();
            let start = site.inside.as_ref()?.start;
            edits.push(insert(start, given.join(", ")));
        }
    }
    let touched = edits.iter().any(|(at, _)| at.end >= site.name_end);
    if let (None, true, [only]) = (&site.inside, touched, &site.args[..]) {
        let gap = site.name_end..only.at.start;
        let blank = text.get(gap.clone())?.trim().is_empty();
        let open = if blank {
            gap
        } else {
            only.at.start..only.at.start
        };
        edits.insert(0, (open, "(".into()));
        edits.push(insert(only.at.end, ")".into()));
    }
    edits.extend(inner);
    apply(text, edits)
}

fn insert(place: usize, text: String) -> Edit {
    (place..place, text)
}

/// At least so many, `nil` where nothing is given.
fn fill(values: &mut Vec<String>, count: usize) {
    if values.len() < count {
        values.resize(count, "nil".into());
    }
}

/// The keys of a table set: in place, or after its last field.
fn set(text: &str, record: &Record, keys: &[(&str, &str)]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut new = Vec::new();
    for &(name, value) in keys {
        // Of two fields of one name the last counts.
        match record.fields.iter().rfind(|field| field.name == name) {
            Some(field) => edits.push((field.value.clone(), value.to_owned())),
            None => new.push((name, value)),
        }
    }
    let new = fields(&new);
    match record.fields.last() {
        _ if new.is_empty() => {}
        Some(last) => edits.push(insert(last.value.end, format!(", {new}"))),
        None => {
            let closed = text[record.start..].starts_with('}');
            let after = if closed { " " } else { "" };
            edits.push(insert(record.start, format!(" {new}{after}")));
        }
    }
    edits
}

fn fields(keys: &[(&str, &str)]) -> String {
    let field = |(name, value): &(&str, &str)| {
        let first = |c: char| c.is_ascii_alphabetic() || c == '_';
        let plain = name.starts_with(first)
            && name.chars().all(|c| first(c) || c.is_ascii_digit())
            && !is_keyword(name);
        if plain {
            format!("{name} = {value}")
        } else {
            format!("[{name:?}] = {value}")
        }
    };
    keys.iter().map(field).collect::<Vec<_>>().join(", ")
}

/// The edits made, in the order of their places; at one place, insertions first and in the order given.
fn apply(text: &str, mut edits: Vec<Edit>) -> Option<String> {
    edits.sort_by_key(|(at, _)| (at.start, at.end));
    let mut result = String::with_capacity(text.len() + 64);
    let mut done = 0;
    for (at, new) in edits {
        result += text.get(done..at.start)?;
        result += &new;
        done = at.end;
    }
    result += text.get(done..)?;
    Some(result)
}

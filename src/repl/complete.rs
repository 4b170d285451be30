//! What Tab offers, from the published view alone.
//!
//! Where the cursor stands decides: behind a colon at the beginning (commands of the tool), in quotes (names of
//! things), behind a dot or colon (fields and verbs), in the braces of a call (options), in words, or at a name of
//! Luau. In words a name may be begun at any of its words, as the table reads it.

use super::lexer::{self, Kind, Token};
use super::tool::{self, TOOLS};
use crate::rules::actions::Action;
use crate::rules::question::{Question, QuestionKind};
use crate::script::live::CHAPTERS;
use crate::script::record::Ty;
use crate::script::verbs;
use crate::script::view::{Name, NameKind, View};
use crate::table::names::{self, Found};

/// What is offered: the texts that would stand in place of everything from `start` to the cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// The byte where the replaced text begins.
    pub start: usize,
    /// The texts, in the order of the view.
    pub texts: Vec<String>,
    /// The verb or the word that declares whose keys are offered, if they are.
    pub keys_of: Option<String>,
}

/// What an offered text is, in a few words; empty when there is nothing to say.
pub fn about(view: &View, offers: &Offers, text: &str) -> String {
    let bare = text.trim_end_matches(['"', '\'', ' ', '=']);
    if text.trim_end().ends_with('=') {
        let all = view.options.iter();
        let keys = all.filter(|(of, _)| offers.keys_of.as_ref() == Some(of));
        let mut found = keys
            .flat_map(|(_, keys)| keys)
            .filter(|key| key.name == bare);
        return found
            .next()
            .map(|key| key.about.clone())
            .unwrap_or_default();
    }
    let Some(name) = view.names.iter().find(|name| names::same(&name.name, bare)) else {
        return String::new();
    };
    let what = match name.kind {
        NameKind::Pc => "character",
        NameKind::Foe => "foe",
        NameKind::Timer => "timer",
        NameKind::Adversary => "adversary",
        NameKind::TimerDef => "timer, not started",
        NameKind::Unit => "unit",
        NameKind::UnitDef => "unit, not at the table",
        NameKind::Deck => "deck",
        NameKind::Condition => "condition",
        NameKind::Ward => "",
        NameKind::Hazard => "hazard",
        NameKind::Cue => "cue",
        NameKind::Command => "command",
        NameKind::Move
        | NameKind::Rating
        | NameKind::Verb
        | NameKind::Live
        | NameKind::Variable => "",
    };
    // What is told of a foe begins with its name.
    let about = name.about.strip_prefix(&name.name).unwrap_or(&name.about);
    let parts = [what, about.trim()]
        .into_iter()
        .filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}

/// What can stand where the cursor is, at byte `at` of `line`.
pub fn offers(view: &View, line: &str, at: usize) -> Offers {
    let before = line.get(..at).unwrap_or(line);
    let mut offers = if tool::is_tool(before) {
        tools(before)
    } else {
        table(view, before, &line[before.len()..])
    };
    let mut seen = std::collections::HashSet::new();
    offers.texts.retain(|text| seen.insert(text.clone()));
    offers
}

/// The Threat Level that is listed beside an adversary's name: "TL 5".
pub fn level<'a>(view: &'a View, offer: &str) -> Option<&'a str> {
    let name = offer.trim_start_matches(['"', '\'']);
    let is = |one: &&Name| one.kind == NameKind::Adversary && one.name == name;
    let found = view.names.iter().find(is)?;
    Some(found.about.as_str())
}

/// What can stand where the cursor is, when a question is open.
pub fn answers(question: &Question, line: &str, at: usize) -> Offers {
    let all: Vec<&str> = match &question.kind {
        QuestionKind::YesNo => vec!["yes", "no"],
        QuestionKind::Pick { choices, optional } => {
            let none = optional.then_some("none");
            choices.iter().map(String::as_str).chain(none).collect()
        }
        QuestionKind::Picks { choices, .. } => choices.iter().map(String::as_str).collect(),
        QuestionKind::Number { .. } | QuestionKind::Text => Vec::new(),
    };
    let before = line.get(..at).unwrap_or(line);
    let several = matches!(question.kind, QuestionKind::Picks { .. });
    let start = before
        .rfind(',')
        .filter(|_| several)
        .map_or(0, |comma| comma + 1);
    let start = start + before[start..].len() - before[start..].trim_start().len();
    let fits = |choice: &&str| begins_a_word(choice, &before[start..]);
    let texts = all.into_iter().filter(fits).map(str::to_owned).collect();
    Offers {
        start,
        texts,
        keys_of: None,
    }
}

fn tools(before: &str) -> Offers {
    let indent = before.len() - before.trim_start().len();
    let line = &before[indent..];
    let (start, words): (usize, Vec<&str>) = match line.split_once(' ') {
        None => (0, TOOLS.iter().map(|entry| entry.name).collect()),
        Some((name, _)) => {
            let entry = TOOLS.iter().find(|entry| entry.name == name);
            (
                name.len() + 1,
                entry.map(|entry| entry.words.to_vec()).unwrap_or_default(),
            )
        }
    };
    let typed = &line[start..];
    let texts = words
        .into_iter()
        .filter(|word| word.starts_with(typed))
        .map(str::to_owned);
    Offers {
        start: indent + start,
        texts: texts.collect(),
        keys_of: None,
    }
}

fn table(view: &View, before: &str, after: &str) -> Offers {
    let tokens = lexer::tokens(before);
    let last = tokens.last();
    match last.map(|token| token.kind) {
        Some(Kind::Text { closed: false }) => return quoted(view, before, after, last),
        Some(Kind::Comment) => {
            return Offers {
                start: before.len(),
                ..Offers::default()
            };
        }
        _ => {}
    }
    let start = word_start(before);
    if let Some(holder) = before[..start]
        .strip_suffix(['.', ':'])
        .filter(|holder| !holder.ends_with('.'))
    {
        return members(view, holder, before, start);
    }
    if let Some(verb) = word_verb(view, before) {
        return words(view, verb, before);
    }
    luau(view, before, &tokens, start)
}

/// In quotes: names of things. The closing quote comes along unless it is there.
fn quoted(view: &View, before: &str, after: &str, token: Option<&Token>) -> Offers {
    let open = token.map_or(before.len(), |token| token.span.start);
    let quote = before[open..].chars().next().unwrap_or('"');
    let start = open + quote.len_utf8();
    let typed = before.get(start..).unwrap_or_default();
    if !matches!(quote, '"' | '\'') {
        return Offers {
            start,
            ..Offers::default()
        };
    }
    let close = if after.starts_with(quote) {
        String::new()
    } else {
        quote.to_string()
    };
    let names = view
        .names
        .iter()
        .filter(|name| is_thing(name.kind) && begins_a_word(&name.name, typed));
    Offers {
        start,
        texts: names.map(|name| format!("{}{close}", name.name)).collect(),
        keys_of: None,
    }
}

/// Behind a dot or a colon.
fn members(view: &View, holder: &str, before: &str, start: usize) -> Offers {
    let typed = &before[start..];
    let word = &holder[word_start(holder)..];
    let dotted = format!("{word}.");
    let mut texts: Vec<String> = view
        .names
        .iter()
        .filter_map(|name| name.name.strip_prefix(&dotted))
        .map(str::to_owned)
        .collect();
    let known = view
        .names
        .iter()
        .filter(|name| is_thing(name.kind) || is_word(&name.name));
    let kind = match names::find_start_by(&[word], known, |name| &name.name).0 {
        Found::One(name) => Some(name.kind),
        _ => None,
    };
    let of_kind = |kind| {
        view.members
            .iter()
            .filter(move |(of, _)| *of == kind)
            .flat_map(|(_, members)| members)
    };
    let chapter = CHAPTERS
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, fields)| fields);
    match kind {
        // Each chapter has fields of its own, and its verbs with a dot in their names.
        Some(NameKind::Live) if chapter.is_some() => {
            texts.extend(
                chapter
                    .into_iter()
                    .copied()
                    .flatten()
                    .map(|field| field.name.to_owned()),
            );
        }
        Some(kind) => texts.extend(of_kind(kind).cloned()),
        // Whatever it may be: `foes[1].`, `menu()[2].`.
        None if texts.is_empty() => texts.extend(
            view.members
                .iter()
                .flat_map(|(_, members)| members)
                .cloned(),
        ),
        None => {}
    }
    texts.retain(|text| text.starts_with(typed));
    Offers {
        start,
        texts,
        keys_of: None,
    }
}

/// In words behind a verb: its options, and things by the beginning of any of their words. The longest run of words
/// that begins a thing counts.
fn words(view: &View, verb: &str, before: &str) -> Offers {
    let from = before.rfind([' ', ',', '=', '\t']).map_or(0, |gap| gap + 1);
    let typed = &before[from..];
    let options = view
        .options
        .iter()
        .filter(|(of, _)| of == verb)
        .flat_map(|(_, options)| options);
    let in_option = before[..from].ends_with('=');
    let option = before[..from]
        .rsplit([' ', '\t'])
        .next()
        .unwrap_or_default();
    let kinds = wanted(verb, option.strip_suffix('='));
    let fits = |kind: NameKind| match &kinds {
        Some(kinds) => kinds.contains(&kind),
        None => is_thing(kind) && kind != NameKind::Rating,
    };
    let things = || view.names.iter().filter(|name| fits(name.kind));
    // As the verb takes them: the moves of `use` before whom they are for.
    let place = |kind: NameKind| {
        let kinds = kinds.as_deref().unwrap_or_default();
        kinds.iter().position(|one| *one == kind)
    };
    let mut texts: Vec<String> = Vec::new();
    let mut starts: Vec<usize> = before
        .match_indices([' ', ',', '='])
        .map(|(gap, _)| gap + 1)
        .collect();
    // Not the verb itself, and no further back than a name has words.
    starts.drain(..starts.len().saturating_sub(6));
    for start in starts {
        let run = &before[start..];
        let longer = start < from;
        // A run of several words must have a word behind its gap, else "lyra " would offer Lyra again.
        if longer && (typed.is_empty() || run.contains([',', '='])) {
            continue;
        }
        let mut fitting: Vec<&Name> = things()
            .filter(|name| begins_a_word(&name.name, run))
            .collect();
        fitting.sort_by_key(|name| place(name.kind));
        let fitting: Vec<String> = fitting.iter().map(|name| name.name.clone()).collect();
        if longer && !fitting.is_empty() {
            return Offers {
                start,
                texts: fitting,
                keys_of: None,
            };
        }
        texts.extend(fitting);
    }
    if !in_option {
        texts.extend(
            options
                .filter(|option| option.name.starts_with(typed))
                .map(|option| format!("{}=", option.name)),
        );
    }
    Offers {
        start: from,
        texts,
        keys_of: Some(verb.to_owned()),
    }
}

/// The kinds of things that a verb takes, or one of its options; none where anything goes.
fn wanted(verb: &str, option: Option<&str>) -> Option<Vec<NameKind>> {
    if verb == "cue" {
        return Some(vec![NameKind::Cue]);
    }
    // `charge bram ogre`: who does it, and to whom.
    if Action::ALL.iter().any(|action| action.word() == verb) {
        return Some(vec![NameKind::Pc, NameKind::Foe]);
    }
    let record = verbs::find(verb)?;
    let params = record.params.iter();
    let all: Vec<Ty> = match option {
        Some(key) => {
            let all = params.chain(record.options());
            all.filter(|one| one.name == key)
                .map(|one| one.ty)
                .collect()
        }
        None => params.map(|param| param.ty).collect(),
    };
    let mut kinds = Vec::new();
    for ty in all {
        kinds.extend_from_slice(match ty {
            Ty::Who | Ty::Whom => &[NameKind::Pc, NameKind::Foe][..],
            Ty::Pc => &[NameKind::Pc],
            Ty::Foe => &[NameKind::Foe],
            Ty::Thing => &[NameKind::Pc, NameKind::Foe, NameKind::Timer],
            Ty::Timer => &[NameKind::Timer, NameKind::TimerDef],
            Ty::Unit => &[NameKind::Unit],
            Ty::Adversary => &[NameKind::Adversary],
            Ty::Deck | Ty::Legs => &[NameKind::Deck],
            Ty::Condition => &[NameKind::Condition],
            Ty::Ward => &[NameKind::Ward],
            Ty::Hazard => &[NameKind::Hazard],
            Ty::Move => &[NameKind::Move],
            // Texts hold whatever names somebody writes.
            Ty::Text
                if record
                    .params
                    .first()
                    .is_some_and(|first| !matches!(first.ty, Ty::Text)) =>
            {
                &[]
            }
            Ty::Pool => &[NameKind::Rating],
            Ty::Int(..) | Ty::Dv | Ty::Flag | Ty::Word(_) | Ty::Track => &[],
            Ty::WordsOf(_) => &[],
            Ty::Faces | Ty::Cards | Ty::Options(_) => &[],
            _ => return None,
        });
    }
    (!kinds.is_empty()).then_some(kinds)
}

/// At a name of Luau, or at the first word of a line.
fn luau(view: &View, before: &str, tokens: &[Token], start: usize) -> Offers {
    let typed = &before[start..];
    let mut texts = Vec::new();
    let keys_of = braces_of(before, tokens);
    if let Some(verb) = &keys_of {
        let options = view
            .options
            .iter()
            .filter(|(of, _)| of == verb)
            .flat_map(|(_, options)| options);
        texts.extend(
            options
                .filter(|option| option.name.starts_with(typed))
                .map(|option| format!("{} = ", option.name)),
        );
    }
    let first = before[..start].trim().is_empty();
    let fits = |name: &&Name| {
        if matches!(name.kind, NameKind::Cue | NameKind::Rating) {
            false
        } else if is_word(&name.name) || name.kind == NameKind::Verb {
            begins(&name.name, typed)
        } else {
            // A whole name alone on a line is words: it shows the thing.
            first && begins_a_word(&name.name, typed) && is_live(name.kind)
        }
    };
    let live = |name: &&Name| first || !is_thing(name.kind) || is_live(name.kind);
    let spelled = |name: &Name| match name.kind {
        // Live things are variables in small letters.
        kind if is_live(kind) && is_word(&name.name) => name.name.to_lowercase(),
        _ => name.name.clone(),
    };
    texts.extend(view.names.iter().filter(live).filter(fits).map(spelled));
    if !typed.is_empty() {
        texts.extend(
            lexer::KEYWORDS
                .iter()
                .filter(|word| word.starts_with(typed))
                .map(|word| (*word).to_owned()),
        );
    }
    Offers {
        start,
        texts,
        keys_of,
    }
}

/// The verb of a line of words: it begins with one, and what follows isn't a call.
pub fn word_verb<'v>(view: &'v View, before: &str) -> Option<&'v str> {
    let line = before.trim_start();
    let (verb, rest) = line.split_once([' ', '\t'])?;
    let is_call = rest
        .trim_start()
        .starts_with(['(', '{', '"', '\'', '.', ':']);
    // `roll = 3` assigns; `roll lyra = 96421` doesn't.
    let is_luau = is_call || rest.trim_start().starts_with('=') || verb.contains('(');
    let verbs = view
        .names
        .iter()
        .filter(|name| matches!(name.kind, NameKind::Verb | NameKind::Command));
    let found = verbs
        .map(|name| name.name.as_str())
        .find(|name| names::same(name, verb));
    found.filter(|_| !is_luau)
}

/// Whose keys stand where the text ends: `roll("Lyra", { `, `roll { `, `adversary "Ogre" { `, `resist = { `.
fn braces_of(text: &str, tokens: &[Token]) -> Option<String> {
    let mut open: Vec<(char, Option<String>)> = Vec::new();
    // The two tokens before.
    let mut before: [Option<(Kind, &str)>; 2] = [None, None];
    for token in tokens {
        let part = &text[token.span.clone()];
        let word = |at: usize| match before[at] {
            Some((Kind::Word | Kind::Keyword, word)) => Some(word.to_owned()),
            _ => None,
        };
        match (token.kind, part) {
            (Kind::Sign, "(") => open.push(('(', word(1))),
            (Kind::Sign, "{") => {
                let keys = match before[1] {
                    Some((Kind::Word, word)) => Some(word.to_owned()),
                    Some((Kind::Text { .. }, _)) => word(0),
                    Some((Kind::Sign, "=")) => word(0).and_then(|key| inner(&key)),
                    _ => open.last().and_then(|(_, verb)| match verb.as_deref() {
                        Some("at") => Some("effects".to_owned()),
                        _ => verb.clone(),
                    }),
                };
                open.push(('{', keys));
            }
            (Kind::Sign, "[") => open.push(('[', None)),
            (Kind::Sign, ")" | "}" | "]") => {
                open.pop();
            }
            _ => {}
        }
        before = [before[1], Some((token.kind, part))];
    }
    match open.pop() {
        Some(('{', verb)) => verb,
        _ => None,
    }
}

/// Whose keys a table behind this key has: `resist = { `, `on_miss = { `, `run = { `.
fn inner(key: &str) -> Option<String> {
    match key {
        "resist" => Some("resist".to_owned()),
        "run" => Some("effects".to_owned()),
        key if key.starts_with("on_") => Some("effects".to_owned()),
        _ => None,
    }
}

/// The byte where the word before the end of the text begins.
fn word_start(text: &str) -> usize {
    text.rfind(|c| !lexer::is_word(c)).map_or(0, |at| {
        at + text[at..].chars().next().map_or(0, char::len_utf8)
    })
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(lexer::is_word)
}

/// Kinds that have names in the game, which stand in quotes in Luau.
fn is_thing(kind: NameKind) -> bool {
    !matches!(
        kind,
        NameKind::Command | NameKind::Verb | NameKind::Live | NameKind::Variable | NameKind::Cue
    )
}

/// Things at the table, which are variables of the prompt.
fn is_live(kind: NameKind) -> bool {
    matches!(
        kind,
        NameKind::Pc | NameKind::Foe | NameKind::Timer | NameKind::Unit
    )
}

fn begins(name: &str, typed: &str) -> bool {
    names::fold(name).starts_with(&names::fold(typed))
}

/// Whether any word of the name begins so.
fn begins_a_word(name: &str, typed: &str) -> bool {
    let (name, typed) = (names::fold(name), names::fold(typed));
    name.starts_with(&typed)
        || name
            .match_indices(' ')
            .any(|(gap, _)| name[gap + 1..].starts_with(&typed))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::rules::question::Answer;
    use crate::script::view::Key;

    fn view() -> View {
        let names = [
            ("Lyra", NameKind::Pc),
            ("Ash Rat", NameKind::Foe),
            ("Bridge Collapse", NameKind::Timer),
            ("Toll Troll", NameKind::Adversary),
            ("Hurl a Parapet", NameKind::Move),
            ("roll", NameKind::Verb),
            ("spawn", NameKind::Verb),
            ("hit", NameKind::Verb),
            ("scene.close", NameKind::Verb),
            ("scene.start", NameKind::Verb),
            ("scene", NameKind::Live),
            ("sb", NameKind::Live),
            ("hoard", NameKind::Variable),
        ];
        let name = |(name, kind): (&str, NameKind)| Name {
            name: name.into(),
            kind,
            about: String::new(),
        };
        let list = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let key = |name: &str| Key {
            name: name.into(),
            about: format!("about {name}"),
        };
        let keys = |words: &str| words.split(' ').map(key).collect::<Vec<_>>();
        View {
            names: names.map(name).to_vec(),
            members: vec![
                (NameKind::Pc, list("harm heal hit")),
                (NameKind::Foe, list("tl hit")),
            ],
            options: vec![
                ("roll".into(), keys("help help_pay faces position")),
                ("spawn".into(), keys("band hidden")),
                ("adversary".into(), keys("tl like")),
                ("move".into(), keys("cost resist")),
                ("resist".into(), keys("pool dv")),
                ("effects".into(), keys("hit say")),
            ],
            ..View::default()
        }
    }

    #[test]
    fn cues_are_offered_behind_their_verb_and_nowhere_else() {
        let mut view = view();
        for (name, kind) in [
            ("cue", NameKind::Verb),
            ("session zero", NameKind::Cue),
            ("spotlight", NameKind::Cue),
        ] {
            let (name, about) = (name.to_owned(), String::new());
            view.names.push(Name { name, kind, about });
        }
        let texts = |line: &str| offers(&view, line, line.len()).texts;
        assert_eq!(texts("cue sp"), ["spotlight"]);
        assert_eq!(texts("cue zer"), ["session zero"]);
        assert_eq!(texts("cue session z"), ["session zero"]);
        assert!(!texts("cue ").contains(&"Lyra".to_owned()));
        assert!(!texts("spo").contains(&"spotlight".to_owned()));
        assert!(!texts("spawn sp").contains(&"spotlight".to_owned()));
    }

    #[test]
    fn an_adversary_is_listed_with_its_level() {
        let mut view = view();
        view.names[3].about = "TL 5".into();
        assert_eq!(level(&view, "\"Toll Troll"), Some("TL 5"));
        assert_eq!(level(&view, "Ash Rat"), None);
    }

    /// What the line becomes with each offer; `|` is the cursor.
    fn tab(line: &str) -> Vec<String> {
        let at = line.find('|').unwrap();
        let line = line.replace('|', "");
        let offers = offers(&view(), &line, at);
        let put = |text: &String| format!("{}{text}{}", &line[..offers.start], &line[at..]);
        offers.texts.iter().map(put).collect()
    }

    #[test]
    fn things_come_in_the_verbs_order_and_before_its_options() {
        let mut view = view();
        for (name, kind) in [
            ("Brush the Keel", NameKind::Move),
            ("Bram", NameKind::Pc),
            ("wits", NameKind::Rating),
            ("craft", NameKind::Rating),
            ("charge", NameKind::Verb),
            ("use", NameKind::Verb),
            ("Brigand", NameKind::Adversary),
        ] {
            view.names.push(Name {
                name: name.into(),
                kind,
                about: String::new(),
            });
        }
        let tab = |line: &str| offers(&view, line, line.len()).texts;
        assert_eq!(tab("use br"), ["Brush the Keel", "Bram"]);
        assert_eq!(tab("charge br"), ["Bram"]);
        assert_eq!(tab("roll bram wits c")[0], "craft");
        assert_eq!(
            tab("roll lyra he").first().map(String::as_str),
            Some("help=")
        );
    }

    #[test]
    fn tab_offers_what_can_stand_there() {
        let cases: [(&str, &[&str]); 27] = [
            // The first word.
            ("sp|", &["spawn"]),
            ("ly|", &["lyra"]),
            ("h|", &["hit", "hoard"]),
            ("br|", &["Bridge Collapse", "break"]),
            // Words: things by any of their words, several words at once, options.
            ("spawn tr|", &["spawn Toll Troll"]),
            ("spawn toll tr|", &["spawn Toll Troll"]),
            ("hit lyra,as|", &["hit lyra,Ash Rat"]),
            ("roll lyra he|", &["roll lyra help=", "roll lyra help_pay="]),
            ("roll lyra help=ly|", &["roll lyra help=Lyra"]),
            ("spawn ash rat b|", &["spawn ash rat band="]),
            // Luau: names in quotes, members, options of the call.
            ("spawn(\"tr|", &["spawn(\"Toll Troll\""]),
            ("spawn \"to|\"", &["spawn \"Toll Troll\""]),
            ("lyra.h|", &["lyra.harm", "lyra.heal", "lyra.hit"]),
            ("lyra:he|", &["lyra:heal"]),
            ("rat.|", &["rat.tl", "rat.hit"]),
            ("foes[1].t|", &["foes[1].tl"]),
            ("scene.c|", &["scene.close"]),
            ("sb.|", &["sb.bank", "sb.target", "sb.budget", "sb.spent"]),
            (
                "roll(\"Lyra\", 3, { f|",
                &[
                    "roll(\"Lyra\", 3, { faces = ",
                    "roll(\"Lyra\", 3, { for",
                    "roll(\"Lyra\", 3, { false",
                    "roll(\"Lyra\", 3, { function",
                ],
            ),
            ("roll { po|", &["roll { position = "]),
            ("local x = ho|", &["local x = hoard"]),
            (
                "roll = s|",
                &[
                    "roll = spawn",
                    "roll = scene.close",
                    "roll = scene.start",
                    "roll = scene",
                    "roll = sb",
                ],
            ),
            ("wh|", &["while"]),
            // The tool, and where nothing can be offered.
            (":di|", &[":dice"]),
            (":dice a|", &[":dice ask"]),
            ("-- sp|", &[]),
            (
                "1 .. |",
                &[
                    "1 .. lyra",
                    "1 .. roll",
                    "1 .. spawn",
                    "1 .. hit",
                    "1 .. scene.close",
                    "1 .. scene.start",
                    "1 .. scene",
                    "1 .. sb",
                    "1 .. hoard",
                ],
            ),
        ];
        for (line, wanted) in cases {
            let mut offered = tab(line);
            let mut wanted = wanted.to_vec();
            offered.sort();
            wanted.sort_unstable();
            assert_eq!(offered, wanted, "{line}");
        }
    }

    #[test]
    fn an_answer_completes_to_a_choice() {
        let choices = || ["bread", "sea salt", "oil"].map(str::to_owned).to_vec();
        let pick = |optional| QuestionKind::Pick {
            choices: choices(),
            optional,
        };
        let tab = |kind, line: &str| {
            let default = Answer::Text(String::new());
            let question = Question {
                key: "k".into(),
                who: None,
                text: "?".into(),
                kind,
                default,
            };
            let offers = answers(&question, line, line.len());
            (offers.start, offers.texts.join(" | "))
        };
        assert_eq!(tab(pick(false), "sal"), (0, "sea salt".into()));
        assert_eq!(tab(pick(true), " n"), (1, "none".into()));
        assert_eq!(
            tab(
                QuestionKind::Picks {
                    choices: choices(),
                    n: 2
                },
                "bread, o"
            ),
            (7, "oil".into())
        );
        assert_eq!(tab(QuestionKind::YesNo, ""), (0, "yes | no".into()));
        assert_eq!(tab(QuestionKind::Text, "b"), (0, String::new()));
    }

    #[test]
    fn keys_of_definitions_and_of_tables_inside_them() {
        for (line, offered) in [
            ("adversary \"Ogre\" { t|", "tl"),
            ("adversary \"Ogre\" { tl = 1, move \"Hit\" { co|", "cost"),
            ("move \"Hit\" { resist = { po|", "pool"),
            ("move \"Hit\" { resist = { pool = 3, on_miss = { hi|", "hit"),
            ("timer \"X\" { at(3, { sa|", "say"),
            ("roll(\"Lyra\", { he|", "help"),
        ] {
            let at = line.find('|').unwrap();
            let offers = offers(&view(), &line.replace('|', ""), at);
            let first = offers.texts.first().map(String::as_str).unwrap_or_default();
            assert_eq!(first, format!("{offered} = "), "{line}");
            assert_eq!(about(&view(), &offers, first), format!("about {offered}"));
        }
    }

    proptest::proptest! {
        #[test]
        fn any_line_can_be_completed(line in "\\PC*|[a-z \"'(){},=.:\\[鬼-]*", at in 0usize..40) {
            let at = (0..=at.min(line.len())).rev().find(|at| line.is_char_boundary(*at)).unwrap();
            let offers = offers(&view(), &line, at);
            assert!(offers.start <= at && line.is_char_boundary(offers.start));
        }
    }
}

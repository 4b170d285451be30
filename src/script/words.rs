//! Words at the prompt: the verb's record reads them by its parameter types, in order; `key=value` fills options;
//! `= …` gives the real dice or cards. The result is the Luau line.

use super::diagnostic::Diagnostic;
use super::lookup::ITEMS;
use super::record::{Param, Record, Ty};
use super::verbs;
use crate::rules::beats::Spend;
use crate::rules::ids::ThingKind;
use crate::rules::pool::PoolSpec;
use crate::rules::skills::Skills;
use crate::table::catalog::Catalog;
use crate::table::commands::{cards, timers};
use crate::table::names::{self, Found};
use crate::table::show;
use crate::table::state::State;

/// A line of words as Luau.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Luau {
    /// The full call.
    pub text: String,
    /// Something was guessed: the call is worth showing.
    pub guessed: bool,
}

/// A text as a Luau string.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\0' => out.push_str("\\0"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    text: String,
    /// It stood in quotes.
    quoted: bool,
}

/// Splits a line: words, quoted texts, commas apart.
fn tokens(line: &str) -> Result<Vec<Token>, Diagnostic> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut word = String::new();
    let mut chars = line.chars().peekable();
    let flush = |word: &mut String, tokens: &mut Vec<Token>| {
        if !word.is_empty() {
            tokens.push(Token {
                text: std::mem::take(word),
                quoted: false,
            });
        }
    };
    while let Some(c) = chars.next() {
        match c {
            '"' | '\'' if word.is_empty() || word.ends_with('=') => {
                let mut text = String::new();
                loop {
                    match chars.next() {
                        Some(end) if end == c => break,
                        Some('\\') => text.extend(chars.next()),
                        Some(c) => text.push(c),
                        None => {
                            return Err(Diagnostic::error("words", "a quoted text isn't closed"));
                        }
                    }
                }
                if word.is_empty() {
                    tokens.push(Token { text, quoted: true });
                } else {
                    word.push_str(&text);
                    tokens.push(Token {
                        text: std::mem::take(&mut word),
                        quoted: false,
                    });
                }
            }
            c if c.is_whitespace() => flush(&mut word, &mut tokens),
            ',' if !word.contains('=') => {
                flush(&mut word, &mut tokens);
                tokens.push(Token {
                    text: ",".into(),
                    quoted: false,
                });
            }
            c => word.push(c),
        }
    }
    flush(&mut word, &mut tokens);
    Ok(tokens)
}

struct Words<'a> {
    state: &'a State,
    catalog: &'a Catalog,
    record: &'a Record,
    tokens: Vec<Token>,
    at: usize,
    /// A name was completed from its beginning.
    guessed: bool,
    /// Words that an optional name or number might have been, and why they are none: said if nothing else takes them.
    missed: Option<(usize, String)>,
}

fn fail<T>(message: impl Into<String>) -> Result<T, Diagnostic> {
    Err(Diagnostic::error("words", message))
}

/// Other words for verbs.
const ALIASES: [(&str, &str); 3] = [
    ("x", "xcard"),
    ("next", "exchange.next"),
    ("what if", "try"),
];

/// A name typed in small letters as it is written: "bridge at dusk" is "Bridge at Dusk".
fn titled(text: &str) -> String {
    if text.chars().any(char::is_uppercase) {
        return text.to_owned();
    }
    const SMALL: [&str; 12] = [
        "a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "the", "to",
    ];
    let words: Vec<String> = text
        .split_whitespace()
        .enumerate()
        .map(|(n, word)| {
            let mut chars = word.chars();
            match chars.next() {
                Some(first) if n == 0 || !SMALL.contains(&word) => {
                    first.to_uppercase().collect::<String>() + chars.as_str()
                }
                _ => word.to_owned(),
            }
        })
        .collect();
    words.join(" ")
}

/// The verb a line begins with, and how many words it takes.
fn verb(words: &[&str], catalog: &Catalog) -> Option<(Verb, usize)> {
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
    // `scene bridge at dusk` begins that scene.
    if words.len() > 1 && names::same(words[0], "scene") {
        return verbs::find("scene.start").map(|record| (Verb::Record(record), 1));
    }
    None
}

enum Verb {
    Record(&'static Record),
    Command(String),
    Try,
}

/// The Luau of a line of words; nothing when it begins with no verb.
///
/// # Errors
/// What a word can't mean here, with close names.
pub fn to_luau(line: &str, state: &State, catalog: &Catalog) -> Result<Option<Luau>, Diagnostic> {
    let line = line.trim();
    let plain: Vec<&str> = line.split_whitespace().collect();
    let Some((verb, n)) = verb(&plain, catalog) else {
        return Ok(None);
    };
    let rest = plain
        .iter()
        .take(n)
        .fold(line, |rest, word| {
            rest.trim_start().strip_prefix(word).unwrap_or(rest)
        })
        .trim();
    match verb {
        Verb::Try => {
            let Some(inner) = to_luau(rest, state, catalog)? else {
                return fail(format!(
                    "try takes a line: try use 3 lyra; {rest:?} begins with no verb"
                ));
            };
            Ok(Some(Luau {
                text: format!("what_if(function() {} end)", inner.text),
                guessed: inner.guessed,
            }))
        }
        Verb::Command(name) => command(&name, rest, state, catalog).map(Some),
        Verb::Record(record) => {
            // Free text to the end is taken as it stands.
            if let Some(Param {
                name: _,
                ty: Ty::Rest,
                optional,
            }) = record.params.first()
            {
                let plain = |text: String| {
                    Ok(Some(Luau {
                        text,
                        guessed: false,
                    }))
                };
                if rest.is_empty() && *optional {
                    return plain(format!("{}()", record.name));
                }
                let quotes = rest
                    .strip_prefix('"')
                    .and_then(|text| text.strip_suffix('"'))
                    .filter(|text| !text.contains('"'));
                let text = match (quotes, record.name) {
                    (Some(text), _) => text.to_owned(),
                    (None, "scene.start") => titled(rest),
                    (None, _) => rest.to_owned(),
                };
                return plain(format!("{}({})", record.name, quoted(&text)));
            }
            let mut words = Words {
                state,
                catalog,
                record,
                tokens: tokens(rest)?,
                at: 0,
                guessed: false,
                missed: None,
            };
            let luau = words.call()?;
            Ok(Some(Luau {
                text: luau,
                guessed: words.guessed,
            }))
        }
    }
}

/// A command of a script, with its arguments by their kinds.
fn command(name: &str, rest: &str, state: &State, catalog: &Catalog) -> Result<Luau, Diagnostic> {
    let Some(def) = catalog.commands.get(name) else {
        return fail(format!("there is no command {name}"));
    };
    let Some(record) = verbs::find("perform") else {
        return fail("commands can't be run here");
    };
    let mut words = Words {
        state,
        catalog,
        record,
        tokens: tokens(rest)?,
        at: 0,
        guessed: false,
        missed: None,
    };
    let mut args = vec![quoted(name)];
    for arg in &def.args {
        let ty = match arg.kind.as_str() {
            "adversary" => Ty::Adversary,
            "pc" => Ty::Pc,
            "foe" => Ty::Foe,
            "timer" => Ty::Timer,
            "number" => Ty::Int(-1_000_000, 1_000_000),
            _ => Ty::Text,
        };
        let param = Param {
            name: "argument",
            ty,
            optional: arg.default.is_some(),
        };
        match words.value(&param, true)? {
            Some(value) => args.push(value),
            None if arg.default.is_some() => args.push("nil".into()),
            None => return fail(format!("{name} needs {}: {}", arg.name, def.help)),
        }
    }
    words.all_used()?;
    Ok(Luau {
        text: format!("perform({})", args.join(", ")),
        guessed: words.guessed,
    })
}

impl Words<'_> {
    fn left(&self) -> Vec<&str> {
        // Names end at an option, at a comma, at the dice.
        self.tokens[self.at..]
            .iter()
            .take_while(|token| {
                token.quoted
                    || !(token.text == "="
                        || token.text == ","
                        || self.option(&token.text).is_some())
            })
            .map(|token| token.text.as_str())
            .collect()
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    /// `key=value`, if it is one.
    fn option<'t>(&self, text: &'t str) -> Option<(&'t str, &'t str)> {
        let (key, value) = text.split_once('=')?;
        (!key.is_empty()
            && !value.is_empty()
            && key.chars().all(|c| c.is_alphanumeric() || c == '_'))
        .then_some((key, value))
    }

    fn call(&mut self) -> Result<String, Diagnostic> {
        let record = self.record;
        let mut args: Vec<String> = Vec::new();
        let mut fields: Vec<(String, String)> = Vec::new();
        // Options may stand anywhere: they are taken out first.
        let mut rest = Vec::new();
        let mut dice: Option<String> = None;
        let mut given: Vec<(String, String)> = Vec::new();
        let all = std::mem::take(&mut self.tokens);
        let mut iter = all.into_iter().peekable();
        while let Some(token) = iter.next() {
            if !token.quoted && token.text == "=" {
                let faces: Vec<String> = iter.by_ref().map(|token| token.text).collect();
                dice = Some(faces.join(" ").replace(" , ", ", "));
            } else if let Some((key, value)) =
                (!token.quoted).then(|| self.option(&token.text)).flatten()
            {
                let (key, mut value) = (key.to_owned(), value.to_owned());
                // "foe=ash rat b": the words of a name belong to it.
                let names = self.names_for(&key);
                while let Some(next) = iter.next_if(|next| {
                    let words: Vec<&str> = value.split_whitespace().chain([&*next.text]).collect();
                    !next.quoted && names::find_start(&words, &names).1 == words.len()
                }) {
                    value = format!("{value} {}", next.text);
                }
                given.push((key, value));
            } else if let Some(faces) = (!token.quoted)
                .then(|| token.text.strip_prefix('='))
                .flatten()
            {
                let more: Vec<String> = std::iter::once(faces.to_owned())
                    .chain(iter.by_ref().map(|token| token.text))
                    .collect();
                dice = Some(more.join(" "));
            } else {
                rest.push(token);
            }
        }
        self.tokens = rest;
        for (n, param) in record.params.iter().enumerate() {
            if matches!(param.ty, Ty::Options(_)) {
                continue;
            }
            if matches!(param.ty, Ty::Data) {
                let table: Vec<String> = given
                    .drain(..)
                    .map(|(key, value)| format!("{key} = {}", plain_value(&value)))
                    .collect();
                if table.is_empty() {
                    if !param.optional {
                        return fail(format!(
                            "{} needs {}: for example {}",
                            record.name, param.name, record.example
                        ));
                    }
                    continue;
                }
                args.resize(n, "nil".into());
                args.push(format!("{{ {} }}", table.join(", ")));
                continue;
            }
            let last = record.params[n + 1..]
                .iter()
                .all(|later| matches!(later.ty, Ty::Options(_)));
            let by_name = given.iter().any(|(key, _)| names::same(param.name, key));
            if let Some(value) = self.value(param, last)? {
                args.resize(n, "nil".into());
                args.push(value);
            } else if !param.optional && !by_name {
                return fail(format!(
                    "{} needs {}: {}",
                    record.name,
                    param.name,
                    record.signature()
                ));
            }
        }
        self.all_used()?;
        if let Some(dice) = dice {
            let key = if record.options().iter().any(|option| option.name == "cards") {
                "cards"
            } else {
                "faces"
            };
            if record.options().iter().any(|option| option.name == key) {
                fields.push((key.to_owned(), quoted(dice.trim())));
            } else {
                return fail(format!(
                    "{} throws no dice and draws no cards: what does \"= {dice}\" mean here?",
                    record.name
                ));
            }
        }
        for (key, value) in given {
            if let Some(option) = record
                .options()
                .iter()
                .find(|option| names::same(option.name, &key))
            {
                if fields.iter().any(|(name, _)| name == option.name) {
                    return fail(format!("{} is given twice", option.name));
                }
                fields.push((option.name.to_owned(), self.option_value(option, &value)?));
            } else if let Some((n, param)) = record
                .params
                .iter()
                .enumerate()
                .find(|(_, param)| names::same(param.name, &key))
            {
                let value = self.option_value(param, &value)?;
                if args.len() <= n {
                    args.resize(n + 1, "nil".into());
                }
                if args[n] != "nil" {
                    return fail(format!("{} is given twice: {}", param.name, args[n]));
                }
                args[n] = value;
            } else {
                let known: Vec<&str> = record
                    .options()
                    .iter()
                    .chain(record.params)
                    .filter(|param| !matches!(param.ty, Ty::Options(_)))
                    .map(|param| param.name)
                    .collect();
                return fail(names::unknown(
                    &format!("option of {}", record.name),
                    &key,
                    &known,
                ));
            }
        }
        if !fields.is_empty() {
            let at = record.params.len() - 1;
            if args.len() < at {
                args.resize(at, "nil".into());
            }
            let fields: Vec<String> = fields
                .into_iter()
                .map(|(key, value)| format!("{key} = {value}"))
                .collect();
            args.push(format!("{{ {} }}", fields.join(", ")));
        }
        Ok(format!("{}({})", record.name, args.join(", ")))
    }

    /// Remembers why the words here are nothing that was looked for; the first reason counts.
    fn miss(&mut self, why: String) {
        if self.missed.as_ref().is_none_or(|(at, _)| *at != self.at) {
            self.missed = Some((self.at, why));
        }
    }

    fn all_used(&self) -> Result<(), Diagnostic> {
        let left: Vec<&str> = self.tokens[self.at..]
            .iter()
            .map(|token| token.text.as_str())
            .collect();
        if left.is_empty() {
            return Ok(());
        }
        if let Some((at, missed)) = &self.missed
            && *at == self.at
        {
            return fail(missed.clone());
        }
        fail(format!(
            "{:?} is too much here: {}",
            left.join(" "),
            self.record.signature()
        ))
    }

    /// A `key=value` by the type of its option.
    fn option_value(&mut self, option: &Param, value: &str) -> Result<String, Diagnostic> {
        let mut words = Words {
            state: self.state,
            catalog: self.catalog,
            record: self.record,
            tokens: value
                .replace('_', " ")
                .split_whitespace()
                .map(|word| Token {
                    text: word.to_owned(),
                    quoted: false,
                })
                .collect(),
            at: 0,
            guessed: false,
            missed: None,
        };
        // A name that doesn't fit is an error here, with close ones.
        let wanted = Param {
            optional: false,
            ..*option
        };
        match option.ty {
            Ty::Text | Ty::Rest | Ty::Cards | Ty::Faces => Ok(quoted(value)),
            Ty::Any | Ty::Item | Ty::List | Ty::Data | Ty::Do | Ty::Fx | Ty::Function => {
                Ok(plain_value(value))
            }
            _ => match words.value(&wanted, true)? {
                Some(value) if words.at == words.tokens.len() => {
                    self.guessed |= words.guessed;
                    Ok(value)
                }
                _ => fail(format!(
                    "{} is {}, not {value:?}",
                    option.name,
                    super::args::wants(option.ty)
                )),
            },
        }
    }

    /// The next words as a parameter; nothing when they don't fit an optional one.
    fn value(&mut self, param: &Param, last: bool) -> Result<Option<String>, Diagnostic> {
        let Some(next) = self.peek().cloned() else {
            return Ok(None);
        };
        match param.ty {
            Ty::Int(..) | Ty::Dv => {
                let (low, high) = match param.ty {
                    Ty::Int(low, high) => (low, high),
                    _ => (2, 5),
                };
                let text = match param.ty {
                    Ty::Dv if next.text == "5+" => "5",
                    _ => next.text.as_str(),
                };
                match text.parse::<i64>() {
                    Ok(n) if (low..=high).contains(&n) && !next.quoted => {
                        self.at += 1;
                        Ok(Some(n.to_string()))
                    }
                    // A word may be the next thing; what looks like a number was meant as one.
                    Err(_) if param.optional && !numeric(text) => {
                        if is_number_word(text) {
                            self.guessed = true;
                        }
                        self.miss(format!(
                            "{} is {}, not {}",
                            param.name,
                            super::args::wants(param.ty),
                            show::quoted(text)
                        ));
                        Ok(None)
                    }
                    _ if param.optional && next.quoted => Ok(None),
                    _ => fail(format!(
                        "{} is {}, not {}",
                        param.name,
                        super::args::wants(param.ty),
                        if numeric(text) {
                            text.to_owned()
                        } else {
                            show::quoted(text)
                        }
                    )),
                }
            }
            Ty::Who | Ty::Pc | Ty::Foe => self.one(param, self.creatures(param.ty), what(param.ty)),
            Ty::Thing => {
                let mut all = self.creatures(Ty::Who);
                all.extend(self.live_timers());
                self.one(param, all, "creature or timer")
            }
            Ty::Ward => {
                let all = self.state.peril.wards.values();
                let all = all.map(|ward| ward.name.clone()).collect();
                self.one(param, all, "ward or trap")
            }
            Ty::Hazard => {
                let all = self.catalog.hazards.names().map(str::to_owned).collect();
                self.one(param, all, "hazard")
            }
            Ty::Whom => self.whom(param),
            Ty::Timer => {
                let mut all = self.live_timers();
                all.extend(self.catalog.timers.names().map(str::to_owned));
                dedup(&mut all);
                self.one(param, all, "timer")
            }
            Ty::Adversary => self.one(
                param,
                self.catalog
                    .adversaries
                    .names()
                    .map(str::to_owned)
                    .collect(),
                "adversary",
            ),
            Ty::Deck => {
                let mut all: Vec<String> = self.catalog.decks.names().map(str::to_owned).collect();
                all.push(cards::CONSEQUENCES.to_owned());
                dedup(&mut all);
                self.one(param, all, "deck")
            }
            Ty::Condition => {
                let native = crate::rules::conditions::CONDITIONS
                    .iter()
                    .map(|one| one.name.to_owned());
                let mut all: Vec<String> = self
                    .catalog
                    .conditions
                    .names()
                    .map(str::to_owned)
                    .chain(native)
                    .collect();
                dedup(&mut all);
                self.one(param, all, "condition")
            }
            Ty::Move => {
                if let Ok(n) = next.text.parse::<u32>() {
                    self.at += 1;
                    return Ok(Some(n.to_string()));
                }
                let moves = self.moves();
                self.one(param, moves, "move")
            }
            Ty::Word(words) => self.one(
                param,
                words.iter().map(|word| (*word).to_owned()).collect(),
                param.name,
            ),
            Ty::Track => {
                let all = [
                    "fatigue",
                    "corruption",
                    "obligation",
                    "leash",
                    "bond",
                    "fear",
                ];
                self.one(
                    param,
                    all.iter().map(|word| (*word).to_owned()).collect(),
                    "track",
                )
            }
            Ty::Pool => self.pool(param),
            Ty::Spend => self.spend(),
            Ty::Faces | Ty::Cards => {
                let words: Vec<String> = self.tokens[self.at..]
                    .iter()
                    .map(|token| token.text.clone())
                    .collect();
                self.at = self.tokens.len();
                Ok(Some(quoted(&words.join(" "))))
            }
            Ty::Flag => {
                self.at += 1;
                match names::fold(&next.text).as_str() {
                    "yes" | "true" | "on" => Ok(Some("true".into())),
                    "no" | "false" | "off" => Ok(Some("false".into())),
                    _ => fail(format!("{} is yes or no, not {:?}", param.name, next.text)),
                }
            }
            Ty::Text => Ok(Some(self.text(last))),
            Ty::Rest => {
                let words: Vec<String> = self.tokens[self.at..]
                    .iter()
                    .map(|token| token.text.clone())
                    .collect();
                self.at = self.tokens.len();
                Ok(Some(quoted(&words.join(" "))))
            }
            Ty::Item => self.item(),
            Ty::Any => {
                // A bare word that is a name of something at the table is that name.
                let mut all = self.creatures(Ty::Who);
                all.extend(self.live_timers());
                all.extend(self.catalog.timers.names().map(str::to_owned));
                all.extend(self.catalog.adversaries.names().map(str::to_owned));
                dedup(&mut all);
                if next.quoted {
                    self.at += 1;
                    return Ok(Some(quoted(&next.text)));
                }
                let left = self.left();
                match names::find_start(&left, &all) {
                    (Found::One(name), taken) => {
                        let (name, guessed) =
                            (name.clone(), !names::same(&left[..taken].join(" "), name));
                        self.at += taken;
                        self.guessed |= guessed;
                        Ok(Some(quoted(&name)))
                    }
                    (Found::Many(many), taken) => {
                        let many: Vec<&str> = many.iter().map(|name| name.as_str()).collect();
                        fail(names::several("name", &left[..taken].join(" "), &many))
                    }
                    (Found::None { .. }, _) => {
                        self.at += 1;
                        Ok(Some(plain_value(&next.text)))
                    }
                }
            }
            Ty::Function | Ty::Do | Ty::Fx | Ty::Data | Ty::List | Ty::Options(_) => fail(format!(
                "{} takes {} for {}: type it as Luau",
                self.record.name,
                super::args::wants(param.ty),
                param.name
            )),
        }
    }

    /// Free text: to the end, or up to a number when one may follow.
    fn text(&mut self, last: bool) -> String {
        if self.tokens[self.at].quoted {
            self.at += 1;
            return quoted(&self.tokens[self.at - 1].text);
        }
        // The name of a declared timer is completed.
        if self.record.name == "start" {
            let all: Vec<String> = self.catalog.timers.names().map(str::to_owned).collect();
            let left = self.left();
            if let (Found::One(name), taken) = names::find_start(&left, &all) {
                let (name, guessed) = (name.clone(), !names::same(&left[..taken].join(" "), name));
                self.at += taken;
                self.guessed |= guessed;
                return quoted(&name);
            }
        }
        let end = if last {
            self.tokens.len()
        } else {
            self.tokens[self.at..]
                .iter()
                .position(|token| token.text.parse::<i64>().is_ok())
                .map_or(self.tokens.len(), |n| self.at + n.max(1))
        };
        let words: Vec<&str> = self.tokens[self.at..end]
            .iter()
            .map(|token| token.text.as_str())
            .collect();
        let text = words.join(" ").replace(" ,", ",");
        let text = text.trim_start_matches([',', ' ']).to_owned();
        self.at = end;
        if matches!(self.record.name, "start" | "place") {
            quoted(&titled(&text))
        } else {
            quoted(&text)
        }
    }

    fn creatures(&self, ty: Ty) -> Vec<String> {
        let state = self.state;
        let things = state.roster().chain(state.foes_present());
        let mut all: Vec<String> = things
            .filter(|thing| match ty {
                Ty::Pc => thing.kind == ThingKind::Pc,
                Ty::Foe => thing.kind == ThingKind::Foe,
                _ => true,
            })
            .map(|thing| state.name(thing))
            .collect();
        dedup(&mut all);
        all
    }

    /// The names that may stand behind `key=`.
    fn names_for(&self, key: &str) -> Vec<String> {
        let option = self
            .record
            .options()
            .iter()
            .chain(self.record.params)
            .find(|option| names::same(option.name, key));
        match option.map(|option| option.ty) {
            Some(ty @ (Ty::Who | Ty::Pc | Ty::Foe)) => self.creatures(ty),
            Some(Ty::Timer) => {
                let mut all = self.live_timers();
                all.extend(self.catalog.timers.names().map(str::to_owned));
                all
            }
            Some(Ty::Thing) => {
                let mut all = self.creatures(Ty::Who);
                all.extend(self.live_timers());
                all
            }
            _ => Vec::new(),
        }
    }

    fn live_timers(&self) -> Vec<String> {
        self.state
            .timers_shown()
            .map(|thing| timers::label(self.state, thing))
            .collect()
    }

    fn moves(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for thing in self.state.foes_present() {
            let Some(foe) = self.state.foe(thing.id) else {
                continue;
            };
            let Some(def) = self.catalog.adversaries.get(&foe.def) else {
                continue;
            };
            all.extend(
                def.moves_in(foe.phase as usize)
                    .iter()
                    .map(|one| one.name.clone()),
            );
        }
        dedup(&mut all);
        all
    }

    /// One name, by the beginning of any of its words, longest match first.
    fn one(
        &mut self,
        param: &Param,
        all: Vec<String>,
        what: &str,
    ) -> Result<Option<String>, Diagnostic> {
        if let Some(token) = self.peek().filter(|token| token.quoted) {
            let text = quoted(&token.text);
            self.at += 1;
            return Ok(Some(text));
        }
        let left = self.left();
        if left.is_empty() {
            return Ok(None);
        }
        match names::find_start(&left, &all) {
            (Found::One(name), taken) => {
                let typed = left[..taken.max(1).min(left.len())].join(" ");
                let guessed = !names::same(&typed, name);
                let name = quoted(name);
                self.at += taken.max(1);
                self.guessed |= guessed;
                Ok(Some(name))
            }
            (Found::Many(many), taken) => {
                let many: Vec<&str> = many.iter().map(|name| name.as_str()).collect();
                fail(names::several(
                    what,
                    &left[..taken.max(1).min(left.len())].join(" "),
                    &many,
                ))
            }
            (Found::None { .. }, _) => {
                // Nothing else begins with a word here: all up to a number is the name that was meant.
                let long = matches!(param.ty, Ty::Adversary | Ty::Deck | Ty::Condition | Ty::Hazard | Ty::Ward);
                let words = left.iter().take_while(|word| !numeric(word)).count();
                let wanted = left[..if long { words.max(1) } else { 1 }].join(" ");
                let why = names::unknown(what, &wanted, &all);
                if !param.optional {
                    return fail(why);
                }
                self.miss(why);
                Ok(None)
            }
        }
    }

    /// "ellis armor", "ellis's armor": whose, and what.
    fn item(&mut self) -> Result<Option<String>, Diagnostic> {
        if let Some(token) = self.peek().filter(|token| token.quoted) {
            let text = quoted(&token.text);
            self.at += 1;
            return Ok(Some(text));
        }
        let owner = Param {
            name: "item",
            ty: Ty::Who,
            optional: false,
        };
        for token in &mut self.tokens[self.at..] {
            if let Some(name) = token.text.strip_suffix("'s") {
                token.text = name.to_owned();
                break;
            }
        }
        let Some(owner) = self.one(&owner, self.creatures(Ty::Who), "creature")? else {
            return Ok(None);
        };
        let word = self.peek().map(|token| token.text.clone());
        let item = word.and_then(|word| {
            ITEMS
                .iter()
                .find(|(item, _)| names::same(item, &word))
                .map(|(item, _)| *item)
        });
        let Some(item) = item else {
            return fail(format!(
                "{} is of {owner}: which, armor or weapon?",
                self.record.name
            ));
        };
        self.at += 1;
        Ok(Some(quoted(&format!("{} {item}", owner.trim_matches('"')))))
    }

    fn whom(&mut self, param: &Param) -> Result<Option<String>, Diagnostic> {
        if let Some(token) = self.peek()
            && !token.quoted
            && matches!(
                names::fold(&token.text).as_str(),
                "party" | "foes" | "roster" | "everyone"
            )
            // A creature of that name is found first, as in calls.
            && !self
                .creatures(Ty::Who)
                .iter()
                .any(|name| names::same(name, &token.text))
        {
            let group = if names::fold(&token.text) == "everyone" {
                "party".to_owned()
            } else {
                names::fold(&token.text)
            };
            self.at += 1;
            return Ok(Some(group));
        }
        let one = Param {
            ty: Ty::Who,
            ..*param
        };
        let mut all = Vec::new();
        loop {
            match self.one(&one, self.creatures(Ty::Who), "creature")? {
                Some(name) => all.push(name),
                None if all.is_empty() => return Ok(None),
                None => return fail("a name is wanted after the comma"),
            }
            match self.peek() {
                Some(token) if token.text == "," && !token.quoted => self.at += 1,
                _ => break,
            }
        }
        Ok(Some(match all.as_slice() {
            [one] => one.clone(),
            several => format!("{{ {} }}", several.join(", ")),
        }))
    }

    /// The longest run of words that is a pool.
    fn pool(&mut self, param: &Param) -> Result<Option<String>, Diagnostic> {
        let left = self.left();
        let skills = Skills::default();
        for n in (1..=left.len().min(4)).rev() {
            let text = left[..n].join(" ");
            // "wits craft 4" is a pool and a DV: a number is a pool only by itself.
            if n > 1 && left[..n].iter().any(|word| word.parse::<i64>().is_ok()) {
                continue;
            }
            if let Ok(pool) = PoolSpec::parse(&text, &skills) {
                // A word behind it that is no rating may have been meant as one.
                if let (Some(next), PoolSpec::Ratings(_)) = (left.get(n), &pool)
                    && let Err(error) = PoolSpec::parse(next, &skills)
                {
                    self.at += n;
                    self.miss(error.to_string());
                } else {
                    self.at += n;
                }
                return Ok(Some(match pool {
                    PoolSpec::Dice(n) => n.to_string(),
                    pool => quoted(&pool.to_string()),
                }));
            }
        }
        if param.optional {
            return Ok(None);
        }
        let text = left.iter().take(2).copied().collect::<Vec<_>>().join(" ");
        match PoolSpec::parse(&text, &skills) {
            Err(error) => fail(error.to_string()),
            Ok(_) => Ok(None),
        }
    }

    /// A number of SB with words, or a named spend with its target.
    fn spend(&mut self) -> Result<Option<String>, Diagnostic> {
        let Some(next) = self.peek().cloned() else {
            return Ok(None);
        };
        if next.text.parse::<u32>().is_ok() {
            self.at += 1;
            if self.at < self.tokens.len() {
                let words = self.text(true);
                return Ok(Some(format!("{}, nil, {words}", next.text)));
            }
            return Ok(Some(next.text));
        }
        match Spend::lookup(&next.text) {
            Ok(spend) => {
                self.at += 1;
                Ok(Some(quoted(spend.word())))
            }
            Err(error) => fail(error.to_string()),
        }
    }
}

fn what(ty: Ty) -> &'static str {
    match ty {
        Ty::Pc => "character",
        Ty::Foe => "foe",
        _ => "creature",
    }
}

fn dedup(all: &mut Vec<String>) {
    let mut seen: Vec<String> = Vec::new();
    all.retain(|name| {
        let folded = names::fold(name);
        let new = !seen.contains(&folded);
        seen.push(folded);
        new
    });
}

/// Does it look like a number, whole or not?
fn numeric(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'))
        && text.parse::<f64>().is_ok()
}

/// "two": it may have been meant as a number, so what was made of it is shown.
fn is_number_word(text: &str) -> bool {
    matches!(
        names::fold(text).as_str(),
        "half"
            | "one"
            | "two"
            | "three"
            | "four"
            | "five"
            | "six"
            | "seven"
            | "eight"
            | "nine"
            | "ten"
    )
}

/// A word as a plain Luau value: a number, true, false, or a text.
fn plain_value(word: &str) -> String {
    if word.parse::<f64>().is_ok_and(f64::is_finite) || matches!(word, "true" | "false") {
        word.to_owned()
    } else {
        quoted(word)
    }
}

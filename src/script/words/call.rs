//! A whole call by the record of its verb: options out first, then the parameters in order.

use super::names::what;
use super::tokens::plain_value;
use super::unread::{Read, Several, fail};
use super::usage::{from_example, usage, verb_words};
use super::{Words, quoted};
use crate::script::record::{Param, Ty};
use crate::table::names;

/// What may stand anywhere in a line: the dice or cards behind `=`, and each `key=value`.
#[derive(Default)]
struct Apart {
    dice: Option<String>,
    given: Vec<(String, String)>,
}

/// More names than these aren't offered when one was left out.
const MOST_OFFERED: usize = 12;

/// Whether `key=value` gives this parameter.
fn names_it(given: &[(String, String)], param: &Param) -> bool {
    given.iter().any(|(key, _)| names::same(param.name, key))
}

impl Words<'_> {
    pub(super) fn call(&mut self) -> Read<String> {
        let Apart { dice, mut given } = self.apart();
        let mut args = self.in_order(&mut given)?;
        self.all_used()?;
        let mut fields: Vec<(String, String)> = Vec::new();
        if let Some(dice) = dice {
            fields.push((self.dice_key(&dice)?.to_owned(), quoted(dice.trim())));
        }
        for (key, value) in given {
            self.by_name(&key, &value, &mut args, &mut fields)?;
        }
        if !fields.is_empty() {
            let at = self.record.params.len() - 1;
            if args.len() < at {
                args.resize(at, "nil".into());
            }
            let fields: Vec<String> = fields
                .into_iter()
                .map(|(key, value)| format!("{key} = {value}"))
                .collect();
            args.push(format!("{{ {} }}", fields.join(", ")));
        }
        Ok(format!("{}({})", self.record.name, args.join(", ")))
    }

    /// Takes out what may stand anywhere; the rest is in order.
    fn apart(&mut self) -> Apart {
        let mut apart = Apart::default();
        let mut rest = Vec::new();
        let all = std::mem::take(&mut self.tokens);
        let mut iter = all.into_iter().peekable();
        while let Some(token) = iter.next() {
            if !token.quoted && token.text == "=" {
                let faces: Vec<String> = iter.by_ref().map(|token| token.text).collect();
                apart.dice = Some(faces.join(" ").replace(" , ", ", "));
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
                apart.given.push((key, value));
            } else if let Some(faces) = (!token.quoted)
                .then(|| token.text.strip_prefix('='))
                .flatten()
            {
                let more: Vec<String> = std::iter::once(faces.to_owned())
                    .chain(iter.by_ref().map(|token| token.text))
                    .collect();
                apart.dice = Some(more.join(" "));
            } else {
                rest.push(token);
            }
        }
        self.tokens = rest;
        apart
    }

    /// The parameters in their order. One that takes any keys takes what was given by name.
    fn in_order(&mut self, given: &mut Vec<(String, String)>) -> Read<Vec<String>> {
        let record = self.record;
        let mut args: Vec<String> = Vec::new();
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
            let by_name = names_it(given, param);
            if let Some(value) = self.value(param, last)? {
                args.resize(n, "nil".into());
                args.push(value);
            } else if !param.optional && !by_name {
                let needed = |later: &Param| !later.optional && !names_it(given, later);
                let alone = !record.params[n + 1..].iter().any(needed);
                let name = self.left_out(param, alone)?;
                args.resize(n, "nil".into());
                args.push(quoted(&name));
            }
        }
        Ok(args)
    }

    /// A parameter that is needed and wasn't given: asked for when it is the only one and a few names can be meant.
    fn left_out(&mut self, param: &Param, alone: bool) -> Read<String> {
        let record = self.record;
        let otherwise = format!(
            "{} needs {}: type {}",
            verb_words(record),
            param.name,
            usage(record)
        );
        let otherwise = match from_example(record.example) {
            Some(example) => format!("{otherwise}, for example: {example}"),
            None => otherwise,
        };
        let fitting = self.candidates(param.ty);
        if alone && self.peek().is_none() && (2..=MOST_OFFERED).contains(&fitting.len()) {
            return self.chosen(Several {
                question: format!("{}: which {}?", verb_words(record), what(param.ty)),
                fitting,
                otherwise,
            });
        }
        fail(otherwise)
    }

    /// The option that dice or cards behind `=` go into.
    fn dice_key(&self, dice: &str) -> Read<&'static str> {
        let options = self.record.options();
        // What throws dice gets dice, even where a card may follow.
        for key in ["faces", "cards"] {
            if options.iter().any(|option| option.name == key) {
                return Ok(key);
            }
        }
        fail(format!(
            "{} throws no dice and draws no cards: what does \"= {dice}\" mean here?",
            self.record.name
        ))
    }

    /// Remembers why the words here are nothing that was looked for; the first reason counts.
    pub(super) fn miss(&mut self, why: String) {
        if self.missed.as_ref().is_none_or(|(at, _)| *at != self.at) {
            self.missed = Some((self.at, why));
        }
    }

    pub(super) fn all_used(&self) -> Read<()> {
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
            usage(self.record)
        ))
    }
}

//! The next words as a value, by the type of the parameter they stand for.

use super::names::{dedup, what};
use super::tokens::{is_number_word, numeric, plain_value, titled};
use super::unread::{Read, Several, fail};
use super::{Words, quoted};
use crate::rules::beats::{Income, Spend};
use crate::rules::pool::PoolSpec;
use crate::script::args;
use crate::script::record::{Param, Ty};
use crate::table::names::{self, Found};
use crate::table::show;

impl Words<'_> {
    /// The next words as a parameter; nothing when they don't fit an optional one.
    pub(super) fn value(&mut self, param: &Param, last: bool) -> Read<Option<String>> {
        if let Some(action) = self.action.filter(|_| param.name == "action") {
            return Ok(Some(quoted(action.word())));
        }
        // "wits + craft, 4": a comma between two things says nothing.
        if self.at > 0
            && self
                .peek()
                .is_some_and(|next| !next.quoted && next.text == ",")
        {
            self.at += 1;
        }
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
                    // "x3": three of them.
                    _ if param.name == "n" => next
                        .text
                        .strip_prefix(['x', '×'])
                        .filter(|n| numeric(n))
                        .unwrap_or(&next.text),
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
                            args::wants(param.ty),
                            show::quoted(text)
                        ));
                        Ok(None)
                    }
                    _ if param.optional && next.quoted => Ok(None),
                    _ => fail(format!(
                        "{} is {}, not {}",
                        param.name,
                        args::wants(param.ty),
                        if numeric(text) {
                            text.to_owned()
                        } else {
                            show::quoted(text)
                        }
                    )),
                }
            }
            Ty::Whom => self.whom(param),
            Ty::Who
            | Ty::Pc
            | Ty::Foe
            | Ty::Thing
            | Ty::Timer
            | Ty::Unit
            | Ty::Ward
            | Ty::Hazard
            | Ty::Adversary
            | Ty::Deck
            | Ty::Condition => self.one(param, self.candidates(param.ty), what(param.ty)),
            Ty::Move => {
                if let Ok(n) = next.text.parse::<u32>() {
                    self.at += 1;
                    return Ok(Some(n.to_string()));
                }
                self.one(param, self.candidates(param.ty), what(param.ty))
            }
            Ty::Word(words) => self.one(
                param,
                words.iter().map(|word| (*word).to_owned()).collect(),
                param.name,
            ),
            Ty::WordsOf(words) => self.several(param, words),
            Ty::Legs => self.legs(param),
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
            Ty::Income => {
                self.at += 1;
                if next.text.starts_with('-') {
                    return fail("gain takes 1 SB or more: spend takes them away");
                }
                match Income::lookup(&next.text) {
                    Ok(income) => Ok(Some(quoted(income.word()))),
                    Err(_) if next.text.parse::<u32>().is_ok() => Ok(Some(next.text)),
                    Err(error) => fail(error.to_string()),
                }
            }
            Ty::Anew => {
                self.at += 1;
                match next.text.parse::<u32>() {
                    Ok(n) if (1..=10).contains(&n) => Ok(Some(n.to_string())),
                    _ if names::same(&next.text, "all") => Ok(Some(quoted("all"))),
                    _ => fail(format!(
                        "{} is {}, not {}",
                        param.name,
                        crate::script::args::wants(param.ty),
                        show::quoted(&next.text)
                    )),
                }
            }
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
                Ok(Some(quoted(&words.join(" ").replace(" ,", ","))))
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
                        let typed = left[..taken].join(" ");
                        let many = many.into_iter().cloned().collect();
                        let name = self.chosen(Several::named("name", &typed, many))?;
                        self.at += taken;
                        Ok(Some(quoted(&name)))
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
                args::wants(param.ty),
                param.name
            )),
        }
    }

    /// Free text: to the end, or up to a number when one may follow.
    pub(super) fn text(&mut self, last: bool) -> String {
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

    /// The longest run of words that is a pool.
    pub(super) fn pool(&mut self, param: &Param) -> Read<Option<String>> {
        let left = self.left();
        let skills = self.catalog.skills.clone();
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
                    let by_name = self.by_its_name(next, left.get(n + 1).copied());
                    self.at += n;
                    self.miss(by_name.unwrap_or_else(|| error.to_string()));
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
    pub(super) fn spend(&mut self) -> Read<Option<String>> {
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

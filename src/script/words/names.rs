//! Names in words: what is at the table and what is declared, by the beginning of any word of a name.

use super::tokens::{Token, numeric, titled};
use super::unread::{Read, Several, Unread, fail};
use super::{Words, quoted};
use crate::rules::conditions::CONDITIONS;
use crate::rules::ids::ThingKind;
use crate::script::lookup::ITEMS;
use crate::script::record::{Param, Ty};
use crate::table::commands::{cards, timers};
use crate::table::names::{self, Found};

impl Words<'_> {
    pub(super) fn left(&self) -> Vec<&str> {
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

    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    pub(super) fn creatures(&self, ty: Ty) -> Vec<String> {
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

    pub(super) fn live_timers(&self) -> Vec<String> {
        self.state
            .timers_shown()
            .map(|thing| timers::label(self.state, thing))
            .collect()
    }

    pub(super) fn moves(&self) -> Vec<String> {
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

    /// The one that was chosen of several; nothing is guessed. Who is asked again is asked the same, in the same order.
    pub(super) fn chosen(&mut self, several: Several) -> Read<String> {
        match self.chosen.next() {
            Some(name) if several.fitting.contains(name) => {
                self.guessed = true;
                Ok(name.clone())
            }
            _ => Err(Unread::Several(several)),
        }
    }

    /// All names that a parameter of this type can mean; nothing for what isn't a name.
    pub(super) fn candidates(&self, ty: Ty) -> Vec<String> {
        let mut all: Vec<String> = match ty {
            Ty::Who | Ty::Pc | Ty::Foe | Ty::Whom => self.creatures(ty),
            Ty::Thing => {
                let mut all = self.creatures(Ty::Who);
                all.extend(self.live_timers());
                all
            }
            Ty::Timer => {
                let mut all = self.live_timers();
                all.extend(self.catalog.timers.names().map(str::to_owned));
                all
            }
            Ty::Unit => {
                let units = self.state.units_present();
                units.map(|thing| self.state.name(thing)).collect()
            }
            Ty::Ward => {
                let wards = self.state.peril.wards.values();
                wards.map(|ward| ward.name.clone()).collect()
            }
            Ty::Hazard => {
                let names = self.catalog.hazards.names();
                names.map(str::to_owned).collect()
            }
            Ty::Adversary => {
                let names = self.catalog.adversaries.names();
                names.map(str::to_owned).collect()
            }
            Ty::Deck => {
                let mut all: Vec<String> = self.catalog.decks.names().map(str::to_owned).collect();
                all.push(cards::CONSEQUENCES.to_owned());
                all
            }
            Ty::Condition => {
                let native = CONDITIONS.iter().map(|one| one.name.to_owned());
                let own = self.catalog.conditions.names().map(str::to_owned);
                own.chain(native).collect()
            }
            Ty::Move => self.moves(),
            _ => Vec::new(),
        };
        dedup(&mut all);
        all
    }

    /// One name, by the beginning of any of its words, longest match first.
    pub(super) fn one(
        &mut self,
        param: &Param,
        all: Vec<String>,
        what: &str,
    ) -> Read<Option<String>> {
        if let Some(token) = self.peek().filter(|token| token.quoted) {
            let text = quoted(&token.text);
            self.at += 1;
            return Ok(Some(text));
        }
        // "use cold hand on wren": a small word in front of a name says nothing.
        let small = |word: &str| matches!(word, "on" | "at" | "to" | "against");
        if self.at > 0
            && matches!(param.ty, Ty::Who | Ty::Pc | Ty::Foe)
            && self.peek().is_some_and(|token| small(&token.text))
            && self.names_one_at(self.at + 1)
        {
            self.at += 1;
        }
        let left = self.left();
        if left.is_empty() {
            return Ok(None);
        }
        if matches!(param.ty, Ty::Adversary) && left.len() > 1 && numeric(left[0]) {
            return fail(format!(
                "how many comes last: {} {} {}",
                self.record.name,
                left[1..].join(" "),
                left[0]
            ));
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
                let taken = taken.max(1).min(left.len());
                let typed = left[..taken].join(" ");
                let many = many.into_iter().cloned().collect();
                let name = self.chosen(Several::named(what, &typed, many))?;
                self.at += taken;
                Ok(Some(quoted(&name)))
            }
            (Found::None { .. }, _) => {
                // Nothing else begins with a word here: all up to a number is the name that was meant.
                let long = matches!(
                    param.ty,
                    Ty::Adversary | Ty::Deck | Ty::Condition | Ty::Hazard | Ty::Ward
                );
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
    pub(super) fn item(&mut self) -> Read<Option<String>> {
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
        // As Luau writes it: ellis.weapon.
        let dotted = self.tokens[self.at..].iter().position(|token| {
            token.text.rsplit_once('.').is_some_and(|(name, item)| {
                !name.is_empty() && ITEMS.iter().any(|(one, _)| names::same(one, item))
            })
        });
        if let Some(at) = dotted.map(|at| self.at + at)
            && let Some((name, item)) = self.tokens[at].text.clone().rsplit_once('.')
        {
            self.tokens[at].text = name.to_owned();
            let mut item_word = self.tokens[at].clone();
            item_word.text = item.to_owned();
            self.tokens.insert(at + 1, item_word);
        }
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

    /// Whether a creature's name begins at this word.
    fn names_one_at(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| {
            let all = self.creatures(Ty::Who);
            let found = names::find_start(&[token.text.as_str()], &all).0;
            !matches!(found, Found::None { .. })
        })
    }

    pub(super) fn whom(&mut self, param: &Param) -> Read<Option<String>> {
        if let Some(token) = self.peek()
            && !token.quoted
            && matches!(
                names::fold(&token.text).as_str(),
                "party" | "foes" | "roster" | "everyone" | "all"
            )
            // A creature of that name is found first, as in calls.
            && !self
                .creatures(Ty::Who)
                .iter()
                .any(|name| names::same(name, &token.text))
        {
            let group = if matches!(names::fold(&token.text).as_str(), "everyone" | "all") {
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
                // "lyra and ellis", where a name follows.
                Some(token) if token.text == "and" && self.names_one_at(self.at + 1) => {
                    self.at += 1;
                }
                _ => break,
            }
        }
        Ok(Some(match all.as_slice() {
            [one] => one.clone(),
            several => format!("{{ {} }}", several.join(", ")),
        }))
    }
}

impl Words<'_> {
    /// One or several words with commas between.
    pub(super) fn several(
        &mut self,
        param: &Param,
        words: &[&'static str],
    ) -> Read<Option<String>> {
        let all: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let mut found = Vec::new();
        while let Some(word) = self.one(param, all.clone(), param.name)? {
            found.push(word.trim_matches('"').to_owned());
            match self.peek() {
                Some(token) if token.text == "," && !token.quoted => self.at += 1,
                _ => break,
            }
        }
        Ok((!found.is_empty()).then(|| quoted(&found.join(" "))))
    }

    /// Regions with commas between, by the beginning of any of their words; what is no region is a place of that name.
    pub(super) fn legs(&mut self, param: &Param) -> Read<Option<String>> {
        let optional = Param {
            optional: true,
            ..*param
        };
        let regions = self.catalog.decks.iter().filter(|deck| deck.region);
        let regions: Vec<String> = regions.map(|deck| deck.name.clone()).collect();
        let mut legs = Vec::new();
        while self.peek().is_some() {
            let (at, words) = (self.at, self.left().len());
            match self.one(&optional, regions.clone(), "region")? {
                Some(leg) if self.at == at + words.max(1) => {
                    legs.push(leg.trim_matches('"').to_owned());
                }
                _ => {
                    self.at = at;
                    let name = self.left().join(" ");
                    if name.is_empty() {
                        return fail("a place is wanted: travel plan low fen, high fen");
                    }
                    self.at += words;
                    legs.push(titled(&name));
                }
            }
            match self.peek() {
                Some(token) if token.text == "," && !token.quoted => self.at += 1,
                _ => break,
            }
        }
        Ok((!legs.is_empty()).then(|| quoted(&legs.join(", "))))
    }
}

pub(super) fn what(ty: Ty) -> &'static str {
    match ty {
        Ty::Pc => "character",
        Ty::Foe => "foe",
        Ty::Thing => "creature or timer",
        Ty::Timer => "timer",
        Ty::Unit => "unit",
        Ty::Ward => "ward or trap",
        Ty::Hazard => "hazard",
        Ty::Adversary => "adversary",
        Ty::Deck => "deck",
        Ty::Condition => "condition",
        Ty::Move => "move",
        _ => "creature",
    }
}

pub(super) fn dedup(all: &mut Vec<String>) {
    let mut seen: Vec<String> = Vec::new();
    all.retain(|name| {
        let folded = names::fold(name);
        let new = !seen.contains(&folded);
        seen.push(folded);
        new
    });
}

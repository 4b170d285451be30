//! Names in definitions that nothing has: text that says "tick the timer" must tick one. Conditions and adversaries come
//! from declarations alone, so an unknown one is an error before play; a timer may be started on the spot by a script, so
//! there it is advice.

use super::diagnostic::Diagnostic;
use super::world::shown;
use crate::rules::conditions;
use crate::table::catalog::{AdversaryDef, Catalog, Do, Hook, MoveDef, Place};
use crate::table::names;

/// What is wrong with the names in the effects tables of a campaign, or of the stock library: a campaign can replace what
/// is in that, and take nothing out. `lost` are the texts of scripts that broke: a name that
/// stands there may have been meant.
#[must_use]
pub fn references(catalog: &Catalog, of_stock: bool, lost: &[&str]) -> Vec<Diagnostic> {
    let mut reader = Reader {
        catalog,
        of_stock,
        lost,
        found: Vec::new(),
    };
    reader.all();
    reader.found
}

struct Reader<'c> {
    catalog: &'c Catalog,
    of_stock: bool,
    lost: &'c [&'c str],
    found: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn all(&mut self) {
        let catalog = self.catalog;
        for def in catalog.adversaries.iter() {
            let phases = def.phases.iter().flat_map(|phase| phase.moves.iter());
            for one in def.moves.iter().chain(phases) {
                self.one_move(one, &def.name);
            }
            for phase in &def.phases {
                let what = format!("phase {} of {}", phase.name, def.name);
                self.part(&def.place, &what, &phase.on_phase);
            }
            for deed in &def.deeds {
                let what = format!("deed {} of {}", deed.name, def.name);
                self.part(&def.place, &what, &deed.run);
            }
            if let Some(why) = timer_of(catalog, def).filter(|_| self.asked(&def.place)) {
                let fault = Diagnostic::warning("adversary", why);
                self.found.push(fault.at(shown(&def.place)));
            }
            for hook in &def.hooks {
                self.hook(hook, Some(&def.name));
            }
            if let Some(why) = timer_of(catalog, def).filter(|_| self.asked(&def.place)) {
                let fault = Diagnostic::warning("adversary", why);
                self.found.push(fault.at(shown(&def.place)));
            }
        }
        for def in catalog.talents.iter() {
            // Words have no effect (nothing reads them): whoever wrote them is told.
            let silent = |hook: &Hook| hook.on.is_empty() && hook.modify.is_empty();
            if self.asked(&def.place) && def.hooks.iter().all(silent) {
                let message = format!("talent {} has words alone, and no effect", def.name);
                self.found.push(
                    Diagnostic::warning("no_effect", message)
                        .at(shown(&def.place))
                        .help("an effect is an on_… or modify_… field, or a hook inside"),
                );
            }
            for hook in &def.hooks {
                self.hook(hook, Some(&def.name));
            }
        }
        for def in catalog.conditions.iter() {
            self.hook(&def.hook, None);
        }
        for hook in &catalog.hooks {
            self.hook(hook, None);
        }
        for def in catalog.timers.iter() {
            let at = def.at.iter().map(|at| &at.what);
            for part in at.chain([&def.on_tick, &def.on_fill]) {
                self.part(&def.place, &format!("timer {}", def.name), part);
            }
            if let Some(other) = &def.against
                && self.asked(&def.place)
                && catalog.timers.get(other).is_none()
            {
                let why = names::unknown("timer", other, catalog.timers.names());
                let what = format!("against of timer {}", def.name);
                self.advise(&def.place, &what, why);
            }
        }
        for def in catalog.decks.iter() {
            self.part(&def.place, &format!("deck {}", def.name), &def.on_draw);
            for card in &def.cards {
                let what = format!("card {} of {}", card.title, def.name);
                self.part(&def.place, &what, &card.on_draw);
            }
        }
        for def in catalog.commands.iter() {
            self.part(&def.place, &format!("command {}", def.name), &def.run);
        }
    }

    /// Is this of the part that is looked at?
    fn asked(&self, place: &Place) -> bool {
        place.is_stock() == self.of_stock
    }

    fn one_move(&mut self, one: &MoveDef, owner: &str) {
        let what = format!("move {} of {owner}", one.name);
        let outcomes = one.resist.iter().flat_map(|resist| {
            let o = &resist.outcomes;
            [
                &o.on_success,
                &o.on_clean,
                &o.on_fail,
                &o.on_partial,
                &o.on_miss,
            ]
        });
        for part in outcomes.chain([&one.run]) {
            self.part(&one.place, &what, part);
        }
    }

    fn hook(&mut self, hook: &Hook, owner: Option<&str>) {
        let what = match owner {
            Some(owner) if owner != hook.name => format!("{} of {owner}", hook.name),
            _ => hook.name.clone(),
        };
        for part in hook.on.values().chain(&hook.run) {
            self.part(&hook.place, &what, part);
        }
    }

    fn part(&mut self, place: &Place, what: &str, part: &Do) {
        let Some(fx) = part.fx.as_ref().filter(|_| self.asked(place)) else {
            return;
        };
        let catalog = self.catalog;
        for name in fx.tick.iter().map(|(name, _)| name).chain(&fx.start) {
            if catalog.timers.get(name).is_none() {
                let why = names::unknown("timer", name, catalog.timers.names());
                self.advise(place, what, why);
            }
        }
        for (name, _) in &fx.spawn {
            if catalog.adversaries.get(name).is_none() {
                let why = names::unknown("adversary", name, catalog.adversaries.names());
                self.refuse(place, what, name, why);
            }
        }
        if let Some(name) = &fx.apply
            && catalog.conditions.get(name).is_none()
            && conditions::find(name).is_none()
        {
            let native = conditions::CONDITIONS.iter().map(|one| one.name);
            let known = catalog.conditions.names().chain(native);
            let why = names::unknown("condition", name, known);
            self.refuse(place, what, name, why);
        }
    }

    fn advise(&mut self, place: &Place, what: &str, why: String) {
        let fault = Diagnostic::warning("unknown_name", format!("{what}: {why}"));
        self.found.push(fault.at(shown(place)));
    }

    fn refuse(&mut self, place: &Place, what: &str, name: &str, why: String) {
        if self.lost.iter().any(|text| text.contains(name)) {
            return self.advise(place, what, why);
        }
        let fault = Diagnostic::error("unknown_name", format!("{what}: {why}"));
        self.found.push(fault.at(shown(place)));
    }
}

/// What is odd about the timer of a stat block: none of that name, or a size that blocks don't have (rules/05 §2).
fn timer_of(catalog: &Catalog, def: &AdversaryDef) -> Option<String> {
    let name = def.timer.as_ref()?;
    match catalog.timers.get(name) {
        None => Some(format!(
            "timer of {}: {}",
            def.name,
            names::unknown("timer", name, catalog.timers.names())
        )),
        Some(timer) if ![4, 6, 8, 10].contains(&timer.size) => Some(format!(
            "timer of {}: {} has {} segments; the timer of a stat block has 4, 6, 8 or 10 (rules/05 §2)",
            def.name, timer.name, timer.size
        )),
        Some(_) => None,
    }
}

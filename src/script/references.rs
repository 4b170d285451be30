//! Names in effects tables that nothing has: text that says "tick the timer" must tick one. Advice, since a script may
//! start a timer or bring a foe by that name later.

use super::diagnostic::Diagnostic;
use super::world::shown;
use crate::table::catalog::{Catalog, Do, Place};
use crate::table::names;

/// Warnings for the names in the effects tables of a campaign, or of the stock library: a campaign can replace what is
/// in that, and take nothing out.
pub fn references(catalog: &Catalog, of_stock: bool, warnings: &mut Vec<Diagnostic>) {
    let asked = |place: &Place| place.is_stock() == of_stock;
    for def in catalog.adversaries.iter().filter(|def| asked(&def.place)) {
        let phases = def.phases.iter().flat_map(|phase| phase.moves.iter());
        for one in def.moves.iter().chain(phases) {
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
                named(
                    catalog,
                    warnings,
                    &one.place,
                    &format!("move {} of {}", one.name, def.name),
                    part,
                );
            }
        }
        for hook in &def.hooks {
            for part in hook.on.values() {
                named(
                    catalog,
                    warnings,
                    &hook.place,
                    &format!("{} of {}", hook.name, def.name),
                    part,
                );
            }
        }
    }
    for def in catalog.talents.iter().filter(|def| asked(&def.place)) {
        // Words have no effect (nothing reads them): whoever wrote them is told.
        if def
            .hooks
            .iter()
            .all(|hook| hook.on.is_empty() && hook.modify.is_empty())
        {
            let message = format!("talent {} has words alone, and no effect", def.name);
            warnings.push(
                Diagnostic::warning("no_effect", message)
                    .at(shown(&def.place))
                    .help("an effect is an on_… or modify_… field, or a hook inside"),
            );
        }
    }
    for def in catalog.timers.iter().filter(|def| asked(&def.place)) {
        for part in def
            .at
            .iter()
            .map(|at| &at.what)
            .chain([&def.on_tick, &def.on_fill])
        {
            named(
                catalog,
                warnings,
                &def.place,
                &format!("timer {}", def.name),
                part,
            );
        }
        if let Some(other) = &def.against
            && catalog.timers.get(other).is_none()
        {
            let why = names::unknown("timer", other, catalog.timers.names());
            warnings.push(
                Diagnostic::warning(
                    "unknown_name",
                    format!("against of timer {}: {why}", def.name),
                )
                .at(shown(&def.place)),
            );
        }
    }
    for def in catalog.decks.iter().filter(|def| asked(&def.place)) {
        for card in &def.cards {
            named(
                catalog,
                warnings,
                &def.place,
                &format!("card {} of {}", card.title, def.name),
                &card.on_draw,
            );
        }
    }
}

fn named(catalog: &Catalog, warnings: &mut Vec<Diagnostic>, place: &Place, what: &str, part: &Do) {
    let Some(fx) = &part.fx else { return };
    let mut faults = Vec::new();
    for name in fx.tick.iter().map(|(name, _)| name).chain(&fx.start) {
        if catalog.timers.get(name).is_none() {
            faults.push(names::unknown("timer", name, catalog.timers.names()));
        }
    }
    for (name, _) in &fx.spawn {
        if catalog.adversaries.get(name).is_none() {
            faults.push(names::unknown(
                "adversary",
                name,
                catalog.adversaries.names(),
            ));
        }
    }
    if let Some(name) = &fx.apply
        && catalog.conditions.get(name).is_none()
        && crate::rules::conditions::condition(name).is_err()
    {
        let native = crate::rules::conditions::CONDITIONS
            .iter()
            .map(|one| one.name);
        faults.push(names::unknown(
            "condition",
            name,
            catalog.conditions.names().chain(native),
        ));
    }
    warnings.extend(
        faults.into_iter().map(|why| {
            Diagnostic::warning("unknown_name", format!("{what}: {why}")).at(shown(place))
        }),
    );
}

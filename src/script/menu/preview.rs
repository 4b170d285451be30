//! What a move does, in words, as far as it is data; and what it would do at this table.

use crate::rules::ids::Thing;
use crate::rules::moves::MoveFunction;
use crate::rules::pool::PoolSpec;
use crate::script::seat::LuaSeat;
use crate::table::catalog::{Catalog, Do, MoveDef, Outcomes, Target};
use crate::table::commands::moves::{Reach, short_of};
use crate::table::commands::rolls::RollAsk;
use crate::table::commands::{rolls, timers};
use crate::table::fx::Fx;
use crate::table::seat::Seat;
use crate::table::state::State;

/// What a move does, wherever it may be used.
#[must_use]
pub fn preview(what: &MoveDef) -> String {
    let whom = match what.target {
        Target::Party => "all",
        _ => "one",
    };
    line(what, whom, &|name, n| format!("{name} {n:+}"))
}

/// What a move would do at this table: whom it reaches, what its ticks fill.
#[must_use]
pub fn in_place(state: &State, catalog: &Catalog, what: &MoveDef, reach: &Reach) -> String {
    let whom = whom(state, what, reach);
    line(what, &whom, &|name, n| tick(state, catalog, name, n))
}

fn line(what: &MoveDef, whom: &str, tick: &dyn Fn(&str, i32) -> String) -> String {
    let mut parts = Vec::new();
    match &what.resist {
        Some(resist) => {
            let position = resist
                .position
                .map(|position| format!(", {position}"))
                .unwrap_or_default();
            parts.push(format!(
                "{whom} resist {} DV {}{position}",
                resist.pool,
                resist.dv.unwrap_or(3)
            ));
            match &resist.announce {
                Some(announce) => parts.push(announce.clone()),
                None => parts.extend(outcomes(&resist.outcomes, tick)),
            }
        }
        None if matches!(what.target, Target::Pc) => parts.push(format!("at {whom}")),
        None => {}
    }
    parts.extend(words(&what.run, tick));
    let says = what.resist.is_some() || what.run.fx.is_some();
    if !says && !what.text.is_empty() {
        parts.push(what.text.clone());
    }
    parts.join(" · ")
}

fn words(what: &Do, tick: &dyn Fn(&str, i32) -> String) -> Option<String> {
    what.fx
        .as_ref()
        .map(|fx| fx.words_by(tick))
        .filter(|words| !words.is_empty())
}

/// "Partial: Harm 1", "Miss: Harm 2", as far as they are data.
fn outcomes(all: &Outcomes, tick: &dyn Fn(&str, i32) -> String) -> Vec<String> {
    let parts = [
        ("success", &all.on_success),
        ("clean", &all.on_clean),
        ("not reached", &all.on_fail),
        ("Partial", &all.on_partial),
        ("Miss", &all.on_miss),
    ];
    let said = parts
        .into_iter()
        .filter_map(|(when, what)| Some(format!("{when}: {}", words(what, tick)?)));
    said.collect()
}

/// "one", "all", or the names where not everyone can be its target.
fn whom(state: &State, what: &MoveDef, reach: &Reach) -> String {
    let (all, joint) = match what.target {
        Target::Party => ("all", " and "),
        _ => ("one", " or "),
    };
    if reach.barred.is_empty() || reach.open.is_empty() {
        return all.to_owned();
    }
    let names: Vec<String> = reach.open.iter().map(|pc| state.name(*pc)).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{}{joint}{last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// A tick as it would fall: where it leads, the threshold it crosses, whether it fills.
fn tick(state: &State, catalog: &Catalog, name: &str, n: i32) -> String {
    let plain = format!("{name} {n:+}");
    let at_table = timers::at_table(state, name);
    let (size, filled, fired) = match at_table.first().and_then(|one| state.timer(one.id)) {
        Some(timer) => (timer.size, timer.filled, timer.fired),
        None => match catalog.timers.get(name) {
            Some(def) => (def.size, 0, 0),
            None => return plain,
        },
    };
    let now = filled.saturating_add_signed(n).min(size);
    let def = catalog.timers.get(name);
    if now >= size {
        let then = def.and_then(|def| data(&def.on_fill));
        return match then {
            Some(then) => format!("{plain} fills it: {then}"),
            None => format!("{plain} fills it"),
        };
    }
    let crossed = def
        .and_then(|def| {
            def.at
                .iter()
                .rfind(|at| at.filled > filled && at.filled <= now && at.filled > fired)
        })
        .map(|at| match data(&at.what) {
            Some(then) => format!(" (at {}: {then})", at.filled),
            None => format!(" (reaches {})", at.filled),
        })
        .unwrap_or_default();
    if at_table.is_empty() {
        format!("{plain}{crossed}")
    } else {
        format!("{plain}, {now} of {size}{crossed}")
    }
}

fn data(what: &Do) -> Option<String> {
    what.fx
        .as_ref()
        .map(Fx::words)
        .filter(|words| !words.is_empty())
}

/// Tags in their two kinds: what the move is for, then flavour.
#[must_use]
pub fn tags(what: &MoveDef) -> Vec<String> {
    let function = |tag: &&String| MoveFunction::ALL.iter().any(|one| one.word() == **tag);
    let (mut first, second): (Vec<&String>, Vec<&String>) = what.tags.iter().partition(function);
    first.extend(second);
    first.into_iter().cloned().collect()
}

/// What the menu of one foe says below each move.
#[must_use]
pub fn details(
    seat: &LuaSeat<'_>,
    state: &State,
    who: Thing,
    what: &MoveDef,
    reach: &Reach,
) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(resist) = &what.resist {
        lines.extend(against(seat, state, who, &resist.pool, reach));
        let plain = |name: &str, n: i32| format!("{name} {n:+}");
        let parts = outcomes(&resist.outcomes, &plain);
        if resist.announce.is_some() && !parts.is_empty() {
            lines.push(parts.join(" · "));
        }
    }
    let mut barred: Vec<String> = Vec::new();
    for (pc, refusal) in &reach.barred {
        barred.push(format!("not {}: {}", state.name(*pc), short_of(refusal)));
    }
    if !barred.is_empty() {
        lines.push(barred.join(" · "));
    }
    let mut terms = Vec::new();
    if what.rider {
        terms.push("follows a hit of its own".to_owned());
    }
    if what.together > 1 {
        terms.push(format!("takes {} together", what.together));
    }
    if let Some(per) = what.per {
        let times = what.times.unwrap_or(1);
        let key = crate::table::commands::moves::move_key(who, &what.name);
        let used = state.claims.get(&key).map_or(0, |claim| claim.n);
        terms.push(match times {
            1 => format!("once per {per}"),
            times => format!(
                "{times} times per {per}, {} left",
                times.saturating_sub(used)
            ),
        });
    }
    if let Some(within) = what.within {
        terms.push(format!("within {}", within.word()));
    }
    if !terms.is_empty() {
        lines.push(terms.join(" · "));
    }
    if !what.text.is_empty() && what.text != preview(what) {
        lines.push(what.text.clone());
    }
    lines
}

/// Who would roll how many dice, those with the fewest first: "Sera 2 dice, Lyra 4".
fn against(
    seat: &LuaSeat<'_>,
    state: &State,
    foe: Thing,
    pool: &str,
    reach: &Reach,
) -> Option<String> {
    let spec = PoolSpec::parse(pool, &seat.catalog().skills).ok()?;
    let mut all: Vec<(i32, String)> = reach
        .open
        .iter()
        .filter_map(|who| {
            let pc = state.pc(who.id)?;
            let ask = RollAsk {
                purpose: "defense".to_owned(),
                against: Some(foe),
                ..RollAsk::new(*who, spec.clone())
            };
            let dice = rolls::dice_of(seat, &ask).ok()?;
            let worn = if pc.harm > 0 {
                format!(", Harm {}", pc.harm)
            } else {
                String::new()
            };
            Some((dice, format!("{} {}d{worn}", pc.sheet.name, dice.max(1))))
        })
        .collect();
    all.sort_by_key(|(dice, _)| *dice);
    let said: Vec<String> = all.into_iter().map(|(_, words)| words).collect();
    (!said.is_empty()).then(|| format!("in reach: {}", said.join(" · ")))
}

//! Which move is meant: a number of the menu last shown, or a name.

use super::Entry;
use crate::rules::ids::Thing;
use crate::script::diagnostic::Diagnostic;
use crate::script::stop::{Fail, bad};
use crate::script::verbs::Call;
use crate::table::catalog::MoveDef;
use crate::table::names;

/// The foe and the move that are meant: by number in the menu last shown, or by name.
///
/// # Errors
/// A number that isn't there or whose menu has changed; an unknown name, with close ones; a name that several foes have.
pub fn pick(
    call: &Call<'_>,
    foe: Option<Thing>,
    wanted: &super::super::args::Val,
) -> Result<(Thing, MoveDef), Fail> {
    let catalog = call.generation.catalog();
    let find = |who: Thing, name: &str| -> Result<Option<MoveDef>, Fail> {
        let place = call.generation.act(|act| {
            act.state
                .foe(who.id)
                .map(|foe| (foe.def.clone(), foe.phase))
        })?;
        Ok(place.and_then(|(def, phase)| {
            let def = catalog.adversaries.get(&def)?;
            def.moves_in(phase as usize)
                .into_iter()
                .find(|what| names::same(&what.name, name))
                .cloned()
        }))
    };
    match wanted {
        super::super::args::Val::Int(n) => {
            let shown = super::super::seat::menu(call);
            let now = super::entries(call, None)?;
            let list = if foe.is_some() {
                super::entries(call, foe)?
            } else {
                shown.clone()
            };
            if foe.is_none() {
                // A menu of one foe was shown: what the others can do is no matter.
                let now: Vec<Entry> = now
                    .into_iter()
                    .filter(|entry| shown.iter().any(|before| before.foe == entry.foe))
                    .collect();
                let same = |a: &[Entry], b: &[Entry]| {
                    a.len() == b.len()
                        && a.iter()
                            .zip(b)
                            .all(|(a, b)| a.foe == b.foe && a.name == b.name && a.cost == b.cost)
                };
                if shown.is_empty() {
                    return Err(bad(
                        "menu",
                        "no menu has been shown: menu shows the numbers",
                    ));
                }
                if !same(&shown, &now) {
                    *super::super::generation::lock(&call.generation.menu) = now.clone();
                    let changed =
                        Diagnostic::error("menu", "the menu has changed since it was shown")
                            .help(format!("now it is\n{}", super::shown::list(call, &now)?));
                    return Err(Fail::Bad(Box::new(changed)));
                }
            }
            let at = usize::try_from(*n - 1).ok().and_then(|n| list.get(n));
            let Some(entry) = at else {
                return Err(bad(
                    "menu",
                    format!("the menu has numbers 1 to {}, not {n}", list.len()),
                ));
            };
            match find(entry.foe, &entry.name)? {
                Some(what) => Ok((entry.foe, what)),
                None => Err(bad("menu", format!("{} is gone", entry.name))),
            }
        }
        super::super::args::Val::Text(name) => {
            let all: Vec<Thing> = match foe {
                Some(foe) => vec![foe],
                None => call
                    .generation
                    .act(|act| act.state.foes_present().collect())?,
            };
            let mut known = Vec::new();
            let mut found = Vec::new();
            for who in all {
                let Some((def, phase)) = call.generation.act(|act| {
                    act.state
                        .foe(who.id)
                        .map(|foe| (foe.def.clone(), foe.phase))
                })?
                else {
                    continue;
                };
                let Some(def) = catalog.adversaries.get(&def) else {
                    continue;
                };
                for what in def.moves_in(phase as usize) {
                    known.push(what.name.clone());
                    if names::same(&what.name, name) {
                        found.push((who, what.clone()));
                    }
                }
            }
            match found.len() {
                1 => found.pop().ok_or_else(|| bad("menu", "gone")),
                0 => Err(bad("unknown_name", names::unknown("move", name, &known))),
                _ => {
                    let state = call.generation.act(|act| act.state.clone())?;
                    let whose: Vec<String> =
                        found.iter().map(|(who, _)| state.name(*who)).collect();
                    Err(bad(
                        "ambiguous_name",
                        format!(
                            "{} have {name}: say whose, with foe=\"{}\"",
                            whose.join(", "),
                            whose[0]
                        ),
                    ))
                }
            }
        }
        _ => Err(bad(
            "argument",
            "a move is named, or has a number in the menu",
        )),
    }
}

//! The menu: every move of every foe at the table, numbered through; what it costs now, what it does, why it can't be used.

use super::diagnostic::Diagnostic;
use super::seat::LuaSeat;
use super::stop::{Fail, bad};
use super::verbs::Call;
use crate::rules::ids::Thing;
use crate::table::catalog::{Do, MoveDef};
use crate::table::commands::foes;
use crate::table::names;
use crate::table::show;

/// A line of the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Whose move it is.
    pub foe: Thing,
    /// The move.
    pub name: String,
    /// The price now.
    pub cost: u32,
    /// Tags.
    pub tags: Vec<String>,
    /// The Signature?
    pub signature: bool,
    /// Why it can't be used, in short.
    pub why_not: Option<String>,
    /// What it does, in words.
    pub preview: String,
}

/// The moves of one foe, or of all, as they stand.
///
/// # Errors
/// A script's failure in `cost` or `when`.
pub fn entries(call: &Call<'_>, foe: Option<Thing>) -> Result<Vec<Entry>, Fail> {
    let catalog = call.generation.catalog();
    let all: Vec<Thing> = match foe {
        Some(foe) => vec![foe],
        None => call
            .generation
            .act(|act| act.state.foes_present().collect())?,
    };
    let mut entries = Vec::new();
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
            let standing = foes::standing(&mut LuaSeat::new(*call), who, what)?;
            entries.push(Entry {
                foe: who,
                name: what.name.clone(),
                cost: standing.cost,
                tags: what.tags.clone(),
                signature: what.signature,
                why_not: (!standing.short.is_empty()).then(|| standing.short.join(", ")),
                preview: preview(what),
            });
        }
    }
    Ok(entries)
}

/// What a move does, as far as it is data.
#[must_use]
pub fn preview(what: &MoveDef) -> String {
    let mut parts = Vec::new();
    if let Some(resist) = &what.resist {
        let dv = resist.dv.unwrap_or(3);
        parts.push(format!("{} resist {} DV {dv}", target(what), resist.pool));
        parts.extend(resist.announce.clone());
    }
    parts.extend(words(&what.run));
    if parts.is_empty() && !what.text.is_empty() {
        parts.push(what.text.clone());
    }
    parts.join(" · ")
}

fn target(what: &MoveDef) -> &'static str {
    match what.target {
        crate::table::catalog::Target::Party => "all",
        _ => "one",
    }
}

fn words(what: &Do) -> Option<String> {
    what.fx
        .as_ref()
        .map(crate::table::fx::Fx::words)
        .filter(|words| !words.is_empty())
}

/// The foe and the move that are meant: by number in the menu last shown, or by name.
///
/// # Errors
/// A number that isn't there or whose menu has changed; an unknown name, with close ones; a name that several foes have.
pub fn pick(
    call: &Call<'_>,
    foe: Option<Thing>,
    wanted: &super::args::Val,
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
        super::args::Val::Int(n) => {
            let shown = super::seat::menu(call);
            let now = entries(call, None)?;
            let list = if foe.is_some() {
                entries(call, foe)?
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
                    *super::generation::lock(&call.generation.menu) = now.clone();
                    let changed =
                        Diagnostic::error("menu", "the menu has changed since it was shown")
                            .help(format!("now it is\n{}", shown_list(call, &now)?));
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
        super::args::Val::Text(name) => {
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

/// The menu in words.
///
/// # Errors
/// A stop.
pub fn shown_list(call: &Call<'_>, entries: &[Entry]) -> Result<String, Fail> {
    let state = call.generation.act(|act| act.state.clone())?;
    let foes: Vec<Thing> = {
        let mut foes: Vec<Thing> = entries.iter().map(|entry| entry.foe).collect();
        foes.dedup();
        foes
    };
    let mut lines = Vec::new();
    let name = |entry: &Entry| show::visible(&entry.name).into_owned();
    let tags = |entry: &Entry| show::visible(&entry.tags.join(" ")).into_owned();
    let widest = |of: &dyn Fn(&Entry) -> String| {
        let widths = entries.iter().map(|entry| show::width(&of(entry)));
        widths.max().unwrap_or(0)
    };
    let (name_width, tags_width) = (widest(&name), widest(&tags));
    let mut number = 0;
    for foe in &foes {
        if foes.len() > 1 {
            lines.push(show::visible(&state.name(*foe)).into_owned());
        }
        for entry in entries.iter().filter(|entry| entry.foe == *foe) {
            number += 1;
            let mark = if entry.why_not.is_none() {
                number.to_string()
            } else {
                "·".to_owned()
            };
            let mut end = entry
                .why_not
                .clone()
                .unwrap_or_else(|| entry.preview.clone());
            if entry.signature {
                end = if end.is_empty() {
                    "signature".into()
                } else {
                    format!("signature, {end}")
                };
            }
            let line = format!(
                "{mark:>3}   {} SB  {}  {}  {end}",
                entry.cost,
                show::pad(&name(entry), name_width),
                show::pad(&tags(entry), tags_width),
            );
            lines.push(show::visible(line.trim_end()).into_owned());
        }
    }
    Ok(lines.join("\n"))
}

/// Runs a move that is paid: its resist, then what it does.
///
/// # Errors
/// As its parts.
pub fn perform(
    call: &Call<'_>,
    who: Thing,
    what: &MoveDef,
    targets: &[Thing],
    cost: u32,
) -> Result<(), Fail> {
    let context = super::effects::Context {
        event: "use",
        foe: Some(who),
        mv: Some(what.name.clone()),
        cost: Some(cost),
        target: targets.first().copied(),
        targets: targets.to_vec(),
        ..super::effects::Context::default()
    };
    if let Some(resist) = &what.resist {
        super::verbs::resist_move(call, who, resist, targets, &context)?;
    }
    super::effects::run(call, &what.run, &context)?;
    Ok(())
}

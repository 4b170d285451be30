//! What a reload changed, in words: what appeared, changed, went.

use std::sync::Arc;

use crate::script::folder::Files;
use crate::script::menu::preview;
use crate::script::outcome::Line;
use crate::table::catalog::{AdversaryDef, Catalog, Cost, Do, MoveDef, Named, Outcomes, TimerDef};

/// The changes between two sets of files and their definitions.
#[must_use]
pub(super) fn changes(
    old_files: &Files,
    new_files: &Files,
    renames: &[(String, String)],
    old: &Catalog,
    new: &Catalog,
) -> Vec<Line> {
    let changed: Vec<&str> = new_files
        .scripts
        .iter()
        .filter(|file| {
            old_files
                .get(&file.path)
                .is_none_or(|before| before.hash != file.hash)
        })
        .map(|file| file.path.as_str())
        .chain(
            old_files
                .scripts
                .iter()
                .filter(|file| new_files.get(&file.path).is_none())
                .map(|file| file.path.as_str()),
        )
        .filter(|path| !renames.iter().any(|(old, new)| path == old || path == new))
        .collect();
    let moved = renames.iter().map(|(old, new)| format!("{old} → {new}"));
    let (mut lines, mut told): (Vec<String>, Vec<String>) = (moved.collect(), Vec::new());
    named(
        &mut lines,
        &mut told,
        &old.adversaries,
        &new.adversaries,
        "adversary",
        adversary,
        |def| &def.place.file,
    );
    named(
        &mut lines,
        &mut told,
        &old.timers,
        &new.timers,
        "timer",
        timer,
        |def| &def.place.file,
    );
    named(
        &mut lines,
        &mut told,
        &old.decks,
        &new.decks,
        "deck",
        |a, b| {
            if a.cards.len() == b.cards.len() {
                Vec::new()
            } else {
                vec![format!("{} → {} cards", a.cards.len(), b.cards.len())]
            }
        },
        |def| &def.place.file,
    );
    named(
        &mut lines,
        &mut told,
        &old.conditions,
        &new.conditions,
        "condition",
        |_, _| Vec::new(),
        |def| &def.hook.place.file,
    );
    named(
        &mut lines,
        &mut told,
        &old.talents,
        &new.talents,
        "talent",
        |_, _| Vec::new(),
        |def| &def.place.file,
    );
    named(
        &mut lines,
        &mut told,
        &old.fears,
        &new.fears,
        "fear",
        |_, _| Vec::new(),
        |def| &def.place.file,
    );
    named(
        &mut lines,
        &mut told,
        &old.frames,
        &new.frames,
        "frame",
        |_, _| Vec::new(),
        |def| &def.place.file,
    );
    named(
        &mut lines,
        &mut told,
        &old.armors,
        &new.armors,
        "armor",
        |_, _| Vec::new(),
        |def| &def.place.file,
    );
    named(
        &mut lines,
        &mut told,
        &old.own_skills,
        &new.own_skills,
        "skill",
        |_, _| Vec::new(),
        |def| &def.place.file,
    );
    named(
        &mut lines,
        &mut told,
        &old.hazards,
        &new.hazards,
        "hazard",
        |_, _| Vec::new(),
        |def| &def.place.file,
    );
    named(
        &mut lines,
        &mut told,
        &old.weapons,
        &new.weapons,
        "weapon",
        |_, _| Vec::new(),
        |def| &def.place.file,
    );
    named(
        &mut lines,
        &mut told,
        &old.commands,
        &new.commands,
        "command",
        |_, _| Vec::new(),
        |def| &def.place.file,
    );
    for (name, a, b) in [
        ("house rules", old.overrides.len(), new.overrides.len()),
        ("observers", old.observers.len(), new.observers.len()),
    ] {
        if a != b {
            lines.push(format!("{name}: {a} → {b}"));
        }
    }
    // Code that changed without a number that shows it.
    let quiet: Vec<&str> = changed
        .into_iter()
        .filter(|path| !told.iter().any(|file| file == path))
        .collect();
    if !quiet.is_empty() {
        lines.push(format!("read again: {}", quiet.join(", ")));
    }
    lines
        .into_iter()
        .map(|line| Line::notice(crate::table::show::visible(&line).into_owned()))
        .collect()
}

fn named<T>(
    lines: &mut Vec<String>,
    told: &mut Vec<String>,
    old: &Named<T>,
    new: &Named<T>,
    what: &str,
    differ: impl Fn(&T, &T) -> Vec<String>,
    file: impl Fn(&T) -> &str,
) {
    for name in new.names() {
        let (Some(now), before) = (new.get(name), old.get(name)) else {
            continue;
        };
        match before {
            None => {
                lines.push(format!("new: {what} {name} ({})", file(now)));
                told.push(file(now).to_owned());
            }
            // Most of the stock library, each time.
            Some(before) if Arc::ptr_eq(before, now) => {}
            Some(before) => {
                let words = differ(before, now);
                if !words.is_empty() {
                    lines.push(format!("{name}: {}", words.join("; ")));
                    told.push(file(now).to_owned());
                }
            }
        }
    }
    for name in old.names().filter(|name| new.get(name).is_none()) {
        lines.push(format!("gone: {what} {name}"));
        told.extend(old.get(name).map(|def| file(def).to_owned()));
    }
}

fn change<T: PartialEq + std::fmt::Display>(words: &mut Vec<String>, what: &str, old: &T, new: &T) {
    if old != new {
        words.push(format!("{what} {old} → {new}"));
    }
}

fn adversary(old: &AdversaryDef, new: &AdversaryDef) -> Vec<String> {
    let mut words = Vec::new();
    change(&mut words, "TL", &old.tl, &new.tl);
    let (before, now) = (old.numbers(), new.numbers());
    let listed = |sizes: &[u32]| match sizes {
        [] => "none".to_owned(),
        [first, rest @ ..] if rest.iter().all(|size| size == first) => first.to_string(),
        sizes => sizes
            .iter()
            .map(u32::to_string)
            .collect::<Vec<_>>()
            .join(" / "),
    };
    change(
        &mut words,
        "Resilience",
        &listed(&before.resilience),
        &listed(&now.resilience),
    );
    change(&mut words, "armor", &old.armor, &new.armor);
    change(&mut words, "deals", &old.deals, &new.deals);
    change(
        &mut words,
        "Fatigue track",
        &old.fatigue_size,
        &new.fatigue_size,
    );
    let all = |def: &AdversaryDef| -> Vec<MoveDef> {
        def.moves
            .iter()
            .chain(def.phases.iter().flat_map(|phase| &phase.moves))
            .cloned()
            .collect()
    };
    let (old_moves, new_moves) = (all(old), all(new));
    for now in &new_moves {
        match old_moves.iter().find(|before| before.name == now.name) {
            None => words.push(format!("new move {}", now.name)),
            Some(before) => {
                if let (Cost::Fixed(a), Cost::Fixed(b)) = (before.cost, now.cost)
                    && a != b
                {
                    words.push(format!("{} {a} → {b} SB", now.name));
                }
                for ((what, a), (_, b)) in effects(before).into_iter().zip(effects(now)) {
                    if a != b {
                        let what = if what.is_empty() {
                            String::new()
                        } else {
                            format!(" {what}:")
                        };
                        words.push(format!("{}{what} {} → {}", now.name, none(&a), none(&b)));
                    }
                }
            }
        }
    }
    for gone in old_moves
        .iter()
        .filter(|before| !new_moves.iter().any(|now| now.name == before.name))
    {
        words.push(format!("{} is gone", gone.name));
    }
    if old.phases.len() != new.phases.len() {
        words.push(format!(
            "phases {} → {}",
            old.phases.len(),
            new.phases.len()
        ));
    }
    words
}

/// What a move does as far as it is data, by outcome.
fn effects(one: &MoveDef) -> Vec<(&'static str, String)> {
    let words = |part: &Do| {
        part.fx
            .as_ref()
            .map(crate::table::fx::Fx::words)
            .unwrap_or_default()
    };
    let none = Outcomes::default();
    let o = one.resist.as_ref().map_or(&none, |resist| &resist.outcomes);
    vec![
        ("", preview(one)),
        ("success", words(&o.on_success)),
        ("clean", words(&o.on_clean)),
        ("fail", words(&o.on_fail)),
        ("Partial", words(&o.on_partial)),
        ("Miss", words(&o.on_miss)),
    ]
}

fn timer(old: &TimerDef, new: &TimerDef) -> Vec<String> {
    let mut words = Vec::new();
    change(&mut words, "size", &old.size, &new.size);
    let at = |def: &TimerDef| {
        def.at
            .iter()
            .map(|at| at.filled.to_string())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let (a, b) = (at(old), at(new));
    if a != b {
        words.push(format!("thresholds {} → {}", none(&a), none(&b)));
    }
    let fill = |def: &TimerDef| {
        def.on_fill
            .fx
            .as_ref()
            .map(crate::table::fx::Fx::words)
            .unwrap_or_default()
    };
    let (a, b) = (fill(old), fill(new));
    if a != b {
        words.push(format!("on fill {} → {}", none(&a), none(&b)));
    }
    if !words.is_empty() && old.size != new.size {
        words.push("one that runs keeps its size".into());
    }
    words
}

fn none(text: &str) -> &str {
    if text.is_empty() { "nothing" } else { text }
}

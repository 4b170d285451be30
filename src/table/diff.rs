//! What differs between two states, in words: for undo and redo.

use super::show;
use super::state::{State, TimerStatus};
use crate::rules::ids::{Thing, ThingKind};

/// The differences, from one state to the other, in short phrases.
#[must_use]
pub fn words(from: &State, to: &State) -> Vec<String> {
    let mut words = Vec::new();
    if from.bank != to.bank {
        words.push(format!("SB {} → {}", from.bank, to.bank));
    }
    if from.scene.name != to.scene.name {
        words.push(if to.scene.name.is_empty() {
            "no scene".into()
        } else {
            format!("scene {}", to.scene.name)
        });
    }
    if from.scene.position != to.scene.position {
        words.push(format!(
            "Position {} → {}",
            from.scene.position, to.scene.position
        ));
    }
    if from.scene.exchange != to.scene.exchange && from.scene.name == to.scene.name {
        words.push(format!(
            "exchange {} → {}",
            from.scene.exchange, to.scene.exchange
        ));
    }
    words.extend(super::accord::diff(from, to));
    words.extend(super::story::diff(from, to));
    words.extend(super::travel::diff(from, to));
    words.extend(super::fight::diff(from, to));
    for (id, new) in to.cast.iter() {
        let Some(old) = from.cast.get(id) else {
            words.push(format!("{} back", new.sheet.name));
            continue;
        };
        let name = &new.sheet.name;
        let sheet = old.sheet.changed(&new.sheet);
        if !sheet.is_empty() {
            words.push(format!("{name}'s sheet: {}", sheet.join(", ")));
        }
        let mut change = |what: &str, old: u32, new: u32| {
            if old != new {
                words.push(format!("{name} {what} {old} → {new}"));
            }
        };
        change("Harm", u32::from(old.harm), u32::from(new.harm));
        change("Fatigue", old.body.fatigue, new.body.fatigue);
        change("Boons", old.boons, new.boons);
        change(
            "XP",
            old.sheet.total_xp() + old.xp,
            new.sheet.total_xp() + new.xp,
        );
        if old.dead != new.dead {
            words.push(format!(
                "{name} {}",
                if new.dead { "dead" } else { "alive" }
            ));
        }
        for (item, old, new) in [
            ("armor", old.armor, new.armor),
            ("weapon", old.weapon, new.weapon),
        ] {
            if old != new {
                words.push(format!("{name}'s {item} {new}"));
            }
        }
        conditions(&mut words, name, &old.body.conditions, &new.body.conditions);
    }
    for (id, old) in from.cast.iter() {
        if !to.cast.contains_key(id) {
            words.push(format!("{} gone", old.sheet.name));
        }
    }
    for (id, new) in to.foes.iter() {
        let Some(old) = from.foes.get(id) else {
            words.push(format!("{} back", new.name));
            continue;
        };
        let name = &new.name;
        if old.defeated.is_some() != new.defeated.is_some() {
            words.push(format!(
                "{name} {}",
                if new.defeated.is_some() {
                    "out"
                } else {
                    "back"
                }
            ));
        }
        if old.lost != new.lost {
            words.push(format!(
                "{name} Resilience lost {} → {}",
                old.lost, new.lost
            ));
        }
        if old.body.fatigue != new.body.fatigue {
            words.push(format!(
                "{name} Fatigue {} → {}",
                old.body.fatigue, new.body.fatigue
            ));
        }
        if old.phase != new.phase {
            words.push(format!(
                "{name} phase {} → {}",
                old.phase + 1,
                new.phase + 1
            ));
        }
        conditions(&mut words, name, &old.body.conditions, &new.body.conditions);
    }
    for (id, old) in from.foes.iter() {
        if !to.foes.contains_key(id) {
            words.push(format!("{} gone", old.name));
        }
    }
    for (id, new) in to.timers.iter() {
        match from.timers.get(id) {
            None => words.push(format!("{} back", new.name)),
            Some(old) if old.filled != new.filled => {
                words.push(format!("{} {} → {}", new.name, old.filled, new.filled))
            }
            Some(old) if old.status != new.status => words.push(format!(
                "{} {}",
                new.name,
                match new.status {
                    TimerStatus::Running => "runs",
                    TimerStatus::Paused => "paused",
                    TimerStatus::Full => "full",
                    TimerStatus::Stopped => "stopped",
                }
            )),
            Some(_) => {}
        }
    }
    for (id, old) in from.timers.iter() {
        if !to.timers.contains_key(id) {
            words.push(format!("{} gone", old.name));
        }
    }
    bands(&mut words, from, to);
    if from.kept != to.kept {
        words.push("what scripts keep".into());
    }
    if from.notes.len() != to.notes.len() {
        words.push("the log".into());
    }
    words
        .into_iter()
        .map(|line| show::visible(&line).into_owned())
        .collect()
}

fn conditions(
    words: &mut Vec<String>,
    name: &str,
    old: &[super::state::Condition],
    new: &[super::state::Condition],
) {
    for one in new
        .iter()
        .filter(|one| !old.iter().any(|other| other.name == one.name))
    {
        words.push(format!("{name} {}", one.name));
    }
    for one in old
        .iter()
        .filter(|one| !new.iter().any(|other| other.name == one.name))
    {
        words.push(format!("{name} not {}", one.name));
    }
}

fn bands(words: &mut Vec<String>, from: &State, to: &State) {
    if from.bands == to.bands {
        return;
    }
    let creatures: Vec<Thing> = to
        .roster()
        .chain(to.foes.keys().map(|id| Thing {
            kind: ThingKind::Foe,
            id: *id,
        }))
        .collect();
    for (n, one) in creatures.iter().enumerate() {
        for other in &creatures[n + 1..] {
            let (old, new) = (from.band(*one, *other), to.band(*one, *other));
            if old != new {
                words.push(format!("{} and {} {new}", to.name(*one), to.name(*other)));
            }
        }
    }
}

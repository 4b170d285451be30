//! The short of a session, at its close: what was settled, what runs on, what stays.

use super::stand::carries;
use crate::table::catalog::Catalog;
use crate::table::event::{Event, Fact};
use crate::table::state::{State, TimerStatus};
use crate::table::words;

/// Lines to read out, for the GM. `acts` are those of the session, from the state that the first began on.
#[must_use]
pub fn recap<'a>(
    ground: &State,
    acts: impl IntoIterator<Item = &'a [Fact]>,
    _: &Catalog,
) -> Vec<String> {
    let mut state = ground.clone();
    let (mut scenes, mut settled) = (Vec::new(), Vec::new());
    for fact in acts.into_iter().flatten() {
        match &fact.event {
            Event::SceneStarted { name, .. } => scenes.push(name.clone()),
            Event::Defeated { who, how } => settled.push(format!("{} ({how})", state.name(*who))),
            Event::Filled { timer } => settled.push(format!("{} is full", state.name(*timer))),
            Event::Died { who } => settled.push(format!("{} died", state.name(*who))),
            _ => {}
        }
        let _ = state.apply(&fact.event);
    }
    let convert: Vec<String> = state
        .cast
        .values()
        .filter(|pc| pc.boons >= 2 && !pc.dead)
        .map(|pc| pc.sheet.name.clone())
        .collect();
    let mut short = rows([("played", scenes), ("settled", settled)]);
    short.extend(found(&state));
    short.extend(rows([(
        "may convert 2 Boons into 1 XP in downtime",
        convert,
    )]));
    short
}

/// What runs on, and what stays with whom.
#[must_use]
pub fn found(state: &State) -> Vec<String> {
    let running: Vec<String> = state
        .timers_shown()
        .filter_map(|timer| state.timer(timer.id))
        .filter(|timer| matches!(timer.status, TimerStatus::Running | TimerStatus::Paused))
        .map(words::timer_line)
        .collect();
    let carried: Vec<String> = state
        .cast
        .values()
        .map(|pc| (&pc.sheet.name, carries(pc)))
        .filter(|(_, carried)| !carried.is_empty())
        .map(|(name, carried)| format!("{name} {}", carried.join(", ")))
        .collect();
    rows([("runs on", running), ("stays", carried)])
}

fn rows<const N: usize>(rows: [(&str, Vec<String>); N]) -> Vec<String> {
    let said = rows.into_iter().filter(|(_, all)| !all.is_empty());
    said.map(|(what, all)| format!("{what}: {}", all.join(" · ")))
        .collect()
}

//! Where things stand when a session is told.

use super::sentence::audience;
use super::tell::{Piece, Shape};
use crate::rules::values::ItemState;
use crate::table::catalog::{Catalog, Scope};
use crate::table::event::Audience;
use crate::table::readers;
use crate::table::state::{Pc, State, TimerStatus};

/// What a character carries away from the scene: "Harm 1, Fatigue 2, armor neglected".
pub(super) fn carries(pc: &Pc) -> Vec<String> {
    if pc.dead {
        return vec!["dead".into()];
    }
    let mut all = Vec::new();
    if pc.harm > 0 {
        all.push(format!("Harm {}", pc.harm));
    }
    if pc.body.fatigue > 0 {
        all.push(format!("Fatigue {}", pc.body.fatigue));
    }
    all.extend(pc.body.conditions.iter().map(|one| one.name.clone()));
    for (item, now) in [("armor", pc.armor), ("weapon", pc.weapon)] {
        if now != ItemState::Maintained {
            all.push(format!("{item} {}", now.word().replace('_', " ")));
        }
    }
    let tracks = pc.tracks.iter().filter(|(_, n)| **n > 0);
    all.extend(tracks.map(|(track, n)| format!("{track} {n}")));
    all
}

/// The list at the story's end.
pub(super) fn stand(state: &State, _: &Catalog) -> Vec<Piece> {
    let mut all = Vec::new();
    let mut add = |audience: Audience, text: String| {
        all.push(Piece {
            audience,
            shape: Shape::Flows,
            text,
        });
    };
    for pc in state.cast.values() {
        let mut carried = carries(pc);
        if pc.boons > 0 && !pc.dead {
            let s = if pc.boons == 1 { "" } else { "s" };
            carried.push(format!("{} Boon{s}", pc.boons));
        }
        let carried = if carried.is_empty() {
            "well".into()
        } else {
            carried.join(", ")
        };
        add(Audience::Table, format!("{}: {carried}", pc.sheet.name));
    }
    for who in state.foes_present() {
        let name = state.name(who);
        add(
            audience(readers::is_hidden(state, who)),
            format!("{name} still stands"),
        );
    }
    for thing in state.timers_shown() {
        let Some(timer) = state.timer(thing.id) else {
            continue;
        };
        let scope = match timer.scope {
            Scope::Scene => "",
            Scope::Campaign => ", campaign",
            _ => ", off screen",
        };
        let status = match timer.status {
            TimerStatus::Full => "full".to_owned(),
            TimerStatus::Paused => format!("{} of {}, paused", timer.filled, timer.size),
            _ => format!("{} of {}", timer.filled, timer.size),
        };
        add(
            audience(timer.hidden),
            format!("{}: {status}{scope}", timer.name),
        );
    }
    if state.bank > 0 {
        add(Audience::Table, format!("The GM holds {} SB", state.bank));
    }
    all
}

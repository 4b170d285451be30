//! Hazards that hang over the scene, and what rolls do to those with segments (rules/03 §4, R46).

use std::sync::Arc;

use super::rolls::Ticks;
use crate::rules::hazards::touches;
use crate::rules::roll::Rolled;
use crate::rules::step::Contribution;
use crate::rules::values::Period;
use crate::table::catalog::{Catalog, HazardDef};
use crate::table::event::Event;
use crate::table::names;
use crate::table::peril::{Hazard, PerilFact};
use crate::table::seat::{Done, Seat};
use crate::table::state::{State, TimerStatus};

/// The hazards that are there: those that hang over the scene, and those whose timer runs.
#[must_use]
pub fn present(state: &State, catalog: &Catalog) -> Vec<Arc<HazardDef>> {
    if catalog.hazards.is_empty() {
        return Vec::new();
    }
    catalog
        .hazards
        .iter()
        .filter(|def| is_there(state, def))
        .cloned()
        .collect()
}

fn is_there(state: &State, def: &HazardDef) -> bool {
    let hangs = state
        .peril
        .hazards
        .iter()
        .any(|hazard| names::same(&hazard.name, &def.name));
    hangs || def.timed && running(state, &def.name).is_some()
}

fn running(state: &State, name: &str) -> Option<crate::rules::ids::Thing> {
    super::timers::at_table(state, name)
        .into_iter()
        .find(|timer| {
            state
                .timer(timer.id)
                .is_some_and(|timer| timer.status == TimerStatus::Running)
        })
}

/// The names of those that are there.
#[must_use]
pub fn names(state: &State, catalog: &Catalog) -> Vec<String> {
    let mut all: Vec<String> = state
        .peril
        .hazards
        .iter()
        .map(|hazard| hazard.name.clone())
        .collect();
    for def in present(state, catalog) {
        if !all.iter().any(|name| names::same(name, &def.name)) {
            all.push(def.name.clone());
        }
    }
    all
}

/// A hazard without segments is there from now; false when it was already (one source counts once).
///
/// # Errors
/// None by the rules.
pub fn bring<S: Seat>(seat: &mut S, def: &HazardDef) -> Done<bool, S> {
    if is_there(&seat.state(), def) {
        return Ok(false);
    }
    let hazard = Hazard {
        name: def.name.clone(),
        lasts: def.lasts.unwrap_or(Period::Scene),
    };
    seat.emit(Event::Peril(Box::new(PerilFact::HazardCame { hazard })))?;
    Ok(true)
}

/// A hazard is gone; false when it wasn't there.
///
/// # Errors
/// None by the rules.
pub fn ease<S: Seat>(seat: &mut S, name: &str, why: &str) -> Done<bool, S> {
    let state = seat.state();
    let mut gone = false;
    if let Some(hazard) = state
        .peril
        .hazards
        .iter()
        .find(|hazard| names::same(&hazard.name, name))
    {
        seat.emit(Event::Peril(Box::new(PerilFact::HazardWent {
            hazard: hazard.clone(),
            why: why.to_owned(),
        })))?;
        gone = true;
    }
    if let Some(timer) = super::timers::at_table(&state, name).first() {
        gone |= super::timers::stop(seat, *timer, why)?;
    }
    Ok(gone)
}

/// Hazards that end with a period longer than a scene: those of the scene end with it.
///
/// # Errors
/// None by the rules.
pub fn expire<S: Seat>(seat: &mut S, period: Period) -> Done<(), S> {
    let state = seat.state();
    for hazard in state.peril.hazards.iter().filter(|one| one.lasts <= period) {
        seat.emit(Event::Peril(Box::new(PerilFact::HazardWent {
            hazard: hazard.clone(),
            why: format!("the {period} is over"),
        })))?;
    }
    Ok(())
}

/// What the hazards that are there add to a roll of these ratings, each under its name.
#[must_use]
pub fn contributions(state: &State, catalog: &Catalog, uses: &[String]) -> Vec<Contribution> {
    present(state, catalog)
        .iter()
        .filter(|def| (def.step, def.dv, def.dice) != (0, 0, 0) && touches(&def.uses, uses))
        .map(|def| Contribution {
            step: def.step,
            dv: def.dv,
            dice: def.dice,
            why: def.name.clone(),
            ..Contribution::default()
        })
        .collect()
}

/// The ticks that a roll brings to hazards it touches: on a Miss, or on any failure, as the hazard says.
#[must_use]
pub fn ticks(state: &State, catalog: &Catalog, roll: &Rolled) -> Ticks {
    catalog
        .hazards
        .iter()
        .filter(|def| {
            def.ticks_on.is_some_and(|on| on.ticks(roll.outcome)) && touches(&def.uses, &roll.uses)
        })
        .filter_map(|def| {
            let timer = running(state, &def.name)?;
            Some((timer, 1, format!("a {}", roll.outcome)))
        })
        .collect()
}

/// A free spell is cast: the SB that backlash zones give the GM.
///
/// # Errors
/// None by the rules.
pub fn free_spell<S: Seat>(seat: &mut S) -> Done<(), S> {
    for def in present(&seat.state(), &seat.catalog()) {
        if def.beats_a_spell > 0 {
            super::beats::gain(seat, def.beats_a_spell, &def.name)?;
        }
    }
    Ok(())
}

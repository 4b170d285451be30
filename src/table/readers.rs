//! Who may read a fact. Players' views are an allow-list: what isn't named here stays with the GM, and so does whatever
//! names a thing that is hidden.

use super::event::{Audience, Event, Fact};
use super::names;
use super::peril::PerilFact;
use super::state::{State, TimerStatus};
use crate::rules::ids::{Thing, ThingKind};

/// The things a fact is about, if players may read facts of its kind at all; nothing for the GM's own.
fn about(event: &Event) -> Option<Vec<Thing>> {
    Some(match event {
        Event::SessionStarted { .. }
        | Event::SessionClosed { .. }
        | Event::SceneStarted { .. }
        | Event::SceneClosed { .. }
        | Event::ExchangeStarted { .. }
        | Event::PositionSet { .. }
        | Event::Joined { .. }
        | Event::SheetChanged { .. }
        | Event::Rolled { .. }
        | Event::Bank { .. }
        | Event::Drawn { .. } => Vec::new(),
        Event::Left { who, .. }
        | Event::Boons { who, .. }
        | Event::Marked { who, .. }
        | Event::Harm { who, .. }
        | Event::Died { who }
        | Event::Applied { who, .. }
        | Event::Lifted { who, .. }
        | Event::Stepped { who, .. }
        | Event::Defeated { who, .. }
        | Event::PhaseReached { who, .. }
        | Event::DeedDone { who, .. }
        | Event::Used { who, .. }
        | Event::Item { who, .. } => vec![*who],
        Event::Foe(fact) => fact.about(),
        Event::Unit(fact) => return fact.about(),
        Event::Hit(hit) => vec![hit.who],
        Event::Peril(fact) => peril(fact)?,
        Event::Accord(fact) => fact.about(),
        Event::Story(fact) => fact.about(),
        Event::Travel(fact) => fact.about(),
        Event::Fight(fact) => fact.about(),
        Event::Shifted { who, other, .. } => vec![*who, *other],
        Event::Ticked { timer, .. } | Event::Filled { timer } | Event::TimerSet { timer, .. } => {
            vec![*timer]
        }
        Event::Spawned { foe, .. } if !foe.hidden => Vec::new(),
        Event::TimerStarted { state, .. } if !state.hidden => Vec::new(),
        Event::Said {
            audience: Audience::Table,
            ..
        }
        | Event::Announced { .. } => Vec::new(),
        _ => return None,
    })
}

/// The things a fact about dangers is about; traps that nobody has found stay the GM's.
fn peril(fact: &PerilFact) -> Option<Vec<Thing>> {
    Some(match fact {
        PerilFact::Tended { who, .. }
        | PerilFact::Rested { who, .. }
        | PerilFact::Feared { who, .. }
        | PerilFact::Renewed { who, .. } => vec![*who],
        PerilFact::Placed { state, .. } | PerilFact::Removed { state, .. } if state.known => {
            Vec::new()
        }
        PerilFact::Changed { new, .. } if new.known => Vec::new(),
        PerilFact::Crossed { who, ward, .. } => vec![*who, *ward],
        // Whoever works on it knows of it, and so does whom it hurts.
        PerilFact::Disabled { who, .. } | PerilFact::Sprung { who, .. } => vec![*who],
        PerilFact::HazardCame { .. } | PerilFact::HazardWent { .. } => Vec::new(),
        _ => return None,
    })
}

fn found(event: &Event) -> bool {
    let Event::Peril(fact) = event else {
        return false;
    };
    matches!(&**fact, PerilFact::Changed { old, new, .. } if new.known && !old.known)
}

/// Is it hidden from players?
#[must_use]
pub fn is_hidden(state: &State, thing: Thing) -> bool {
    match thing.kind {
        ThingKind::Foe => state.foe(thing.id).is_some_and(|foe| foe.hidden),
        ThingKind::Timer => state.timer(thing.id).is_some_and(|timer| timer.hidden),
        ThingKind::Ward => state.ward(thing.id).is_some_and(|ward| !ward.known),
        ThingKind::Unit => state.unit(thing.id).is_some_and(|unit| unit.hidden),
        _ => false,
    }
}

/// Does a text name something hidden?
#[must_use]
pub fn tells(state: &State, text: &str) -> bool {
    let foes = state
        .foes
        .values()
        .filter(|foe| foe.hidden && foe.defeated.is_none() && !foe.body.away);
    let timers = state
        .timers
        .values()
        .filter(|timer| timer.hidden && timer.status != TimerStatus::Stopped);
    let wards = state.peril.wards.values().filter(|ward| !ward.known);
    let units = state
        .units
        .values()
        .filter(|unit| unit.hidden && unit.gone.is_none());
    let mut hidden = foes
        .map(|foe| &foe.name)
        .chain(timers.map(|timer| &timer.name))
        .chain(wards.map(|ward| &ward.name))
        .chain(units.map(|unit| &unit.name))
        .peekable();
    if hidden.peek().is_none() {
        return false;
    }
    let text = names::fold(text);
    hidden.any(|name| text.contains(&names::fold(name)))
}

/// Who may read a fact, put into these words. `state` is the one before it.
#[must_use]
pub fn of(state: &State, fact: &Fact, words: &str) -> Audience {
    match about(&fact.event) {
        Some(things)
            if !things.iter().any(|thing| is_hidden(state, *thing)) && !tells(state, words) =>
        {
            Audience::Table
        }
        // What was said to the table was said, and what is found was hidden until now.
        _ if matches!(
            fact.event,
            Event::Said {
                audience: Audience::Table,
                ..
            } | Event::Announced { .. }
        ) || found(&fact.event) =>
        {
            Audience::Table
        }
        _ => Audience::Gm,
    }
}

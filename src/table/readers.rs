//! Who may read a fact. Players' views are an allow-list: what isn't named here stays with the GM, and so does whatever
//! names a thing that is hidden.

use super::event::{Audience, Event, Fact};
use super::names;
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
        Event::Story(fact) => fact.about(),
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

/// Is it hidden from players?
#[must_use]
pub fn is_hidden(state: &State, thing: Thing) -> bool {
    match thing.kind {
        ThingKind::Foe => state.foe(thing.id).is_some_and(|foe| foe.hidden),
        ThingKind::Timer => state.timer(thing.id).is_some_and(|timer| timer.hidden),
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
    let units = state
        .units
        .values()
        .filter(|unit| unit.hidden && unit.gone.is_none());
    let mut hidden = foes
        .map(|foe| &foe.name)
        .chain(timers.map(|timer| &timer.name))
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
        // What was said to the table was said.
        _ if matches!(
            fact.event,
            Event::Said {
                audience: Audience::Table,
                ..
            } | Event::Announced { .. }
        ) =>
        {
            Audience::Table
        }
        _ => Audience::Gm,
    }
}

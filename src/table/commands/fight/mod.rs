//! Fighting: turns, attacks, movement and what it provokes, the ground (rules/04). Each command does one step; whoever
//! calls them puts them in order, because what is provoked comes between.

pub mod attack;
pub mod bearing;
pub mod contest;
pub mod grip;
pub mod ground;
pub mod moving;
pub mod provoke;
pub mod turn;
pub mod wield;

use crate::rules::ids::{Thing, ThingKind};
use crate::rules::refusal::Refusal;
use crate::rules::turn::Denied;
use crate::table::event::Event;
use crate::table::fight::{FightFact, Fighter};
use crate::table::seat::{Done, Seat};
use crate::table::state::State;

/// Changes what stands about somebody, and says so.
///
/// # Errors
/// The seat's stop.
pub fn change<S: Seat>(
    seat: &mut S,
    who: Thing,
    words: impl Into<String>,
    edit: impl FnOnce(&mut Fighter),
) -> Done<(), S> {
    let old = seat.state().fight.of(who);
    let mut new = old.clone();
    edit(&mut new);
    let words = words.into();
    if new != old || !words.is_empty() {
        seat.emit(Event::Fight(Box::new(FightFact::Stands {
            who,
            words,
            old: Box::new(old),
            new: Box::new(new),
        })))?;
    }
    Ok(())
}

/// Refuses what a turn doesn't allow, unless the GM rules otherwise.
pub(crate) fn denied<S: Seat>(seat: &mut S, who: Thing, verdict: Denied) -> Done<(), S> {
    match verdict {
        Ok(()) => Ok(()),
        Err(why) => {
            let what = seat.state().name(who);
            seat.refuse(Refusal::Tempo { what, why })
        }
    }
}

/// The other side, as far as it is here.
#[must_use]
pub fn opponents(state: &State, who: Thing) -> Vec<Thing> {
    match who.kind {
        ThingKind::Pc => state.foes_present().collect(),
        _ => state.party().collect(),
    }
}

/// Can it do anything at all: here, not at Harm 3, nothing on it that forbids acting?
#[must_use]
pub fn able(state: &State, who: Thing) -> bool {
    let down = state
        .pc(who.id)
        .filter(|_| who.kind == ThingKind::Pc)
        .is_some_and(|pc| !crate::rules::fatigue::can_act(u32::from(pc.harm)));
    state.present(who)
        && !down
        && !crate::rules::conditions::CONDITIONS
            .iter()
            .any(|condition| !condition.can_act && state.has(who, condition.name))
}

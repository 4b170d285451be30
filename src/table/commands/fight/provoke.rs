//! What provokes: leaving a Close band, shooting or casting while engaged (rules/04 §6, R54). Who strikes, and how, is
//! asked one layer up: an opportunity is offered, never taken by itself.

use crate::rules::ids::{Thing, ThingKind};
use crate::rules::step::{Step, cancelled};
use crate::rules::values::Band;
use crate::table::event::Event;
use crate::table::fight::FightFact;
use crate::table::seat::{Done, Seat};
use crate::table::state::State;

/// Those at Close who could strike: able, and on the other side.
#[must_use]
pub fn engaged(state: &State, who: Thing) -> Vec<Thing> {
    super::opponents(state, who)
        .into_iter()
        .filter(|other| state.band(who, *other) == Band::Close && super::able(state, *other))
        .collect()
}

/// Somebody gives these an opening: one each for one triggering act. Those whose modifiers say no drop out; who is left may
/// strike.
///
/// # Errors
/// A modifier's own failure.
pub fn provoke<S: Seat>(
    seat: &mut S,
    who: Thing,
    enemies: &[Thing],
    why: &str,
) -> Done<Vec<Thing>, S> {
    let mut left = Vec::new();
    for enemy in enemies {
        let state = seat.state();
        if !super::able(&state, *enemy) || enemy.kind == ThingKind::Pc && !super::able(&state, who)
        {
            continue;
        }
        let step = Step::Provoke {
            who: Some(who),
            by: Some(*enemy),
            why: why.to_owned(),
        };
        match cancelled(&seat.modifiers(step)?) {
            Some(reason) => {
                let words = format!("{why} and provokes nothing: {reason}");
                super::change(seat, who, words, |_| {})?;
            }
            None => left.push(*enemy),
        }
    }
    if !left.is_empty() {
        seat.emit(Event::Fight(Box::new(FightFact::Provoked {
            who,
            foes: left.clone(),
            why: why.to_owned(),
        })))?;
    }
    Ok(left)
}

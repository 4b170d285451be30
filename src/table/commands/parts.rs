//! One foe becomes several, several become one: swarms that part, packs that close ranks.
//!
//! Nothing is gained or lost: Resilience left is shared out, and added up again as far as the phase's own number holds.

use crate::rules::ids::Thing;
use crate::rules::refusal::Refusal;
use crate::table::event::Event;
use crate::table::foes::FoeFact;
use crate::table::seat::{Done, Seat};

/// Splits a foe into `n`. The first keeps the name; Resilience left is shared as evenly as it goes, the first ones get
/// what is over; Fatigue, conditions and bands are those of all.
///
/// # Errors
/// One that is out; fewer Resilience than parts; names that are taken.
pub fn split<S: Seat>(seat: &mut S, who: Thing, n: u32, names: &[String]) -> Done<Vec<Thing>, S> {
    super::standing(seat, who)?;
    let state = seat.state();
    let foe = super::foe(&state, who)?.clone();
    let numbers = super::numbers(seat, &foe);
    let wrong = |why: String| {
        Refusal::Impossible {
            what: foe.name.clone(),
            why,
        }
        .halt()
    };
    if names.len() + 1 > n as usize {
        return Err(wrong(format!(
            "{} names for {} new ones",
            names.len(),
            n - 1
        )));
    }
    let left = super::resilience_left(&foe, &numbers);
    let size = numbers.resilience_of(foe.phase as usize).unwrap_or(0);
    if let Some(left) = left.filter(|left| *left < n) {
        return Err(wrong(format!(
            "{left} Resilience is left, and each of {n} needs one at least"
        )));
    }
    // What each part counts as lost: its phase's number less its share.
    let lost = |at: u32| match left {
        Some(left) => size - (left / n + u32::from(at < left % n)),
        None => foe.lost,
    };
    let mut parts = vec![who];
    for at in 1..n {
        let state = seat.state();
        let old = super::foe(&state, who)?.lost;
        let before = state.scene.named.get(&foe.def).copied().unwrap_or(0);
        let name = match names.get(at as usize - 1) {
            Some(own) => own.clone(),
            None => format!("{} {}", foe.def, super::foes::letter(before)),
        };
        super::foes::free(&state, &name)?;
        let part = Thing {
            kind: who.kind,
            id: state.last_id + 1,
        };
        let mut other = foe.clone();
        other.name = name;
        other.lost = lost(at);
        other.struck.clear();
        other.body.next.clear();
        seat.emit(Event::Foe(FoeFact::Split {
            who,
            old,
            new: lost(0),
            part,
            foe: Box::new(other),
        }))?;
        parts.push(part);
    }
    Ok(parts)
}

/// Joins foes of one kind into the first. Gives it, and how much Resilience found no room.
///
/// # Errors
/// Fewer than two; another kind or another phase; one that is out.
pub fn join<S: Seat>(seat: &mut S, foes: &[Thing]) -> Done<(Thing, u32), S> {
    let Some((into, parts)) = foes.split_first().filter(|(_, parts)| !parts.is_empty()) else {
        return Err(Refusal::Number {
            what: "foes to join".into(),
            got: i64::try_from(foes.len()).unwrap_or(i64::MAX),
            allowed: "two or more",
        }
        .halt());
    };
    let mut surplus = 0;
    for part in parts {
        for who in [into, part] {
            super::standing(seat, *who)?;
        }
        let state = seat.state();
        let (one, other) = (super::foe(&state, *into)?, super::foe(&state, *part)?);
        if one.def != other.def || one.phase != other.phase {
            return Err(Refusal::Impossible {
                what: other.name.clone(),
                why: format!(
                    "joins only its own kind in the same phase, not {}",
                    one.name
                ),
            }
            .halt());
        }
        let numbers = super::numbers(seat, one);
        let room = super::resilience_left(one, &numbers).map_or(0, |left| {
            numbers.resilience_of(one.phase as usize).unwrap_or(left) - left
        });
        let brings = super::resilience_left(other, &numbers).unwrap_or(0);
        surplus += brings.saturating_sub(room);
        let size = numbers.resilience_of(one.phase as usize).unwrap_or(0);
        let left = super::resilience_left(one, &numbers).unwrap_or(0) + brings.min(room);
        seat.emit(Event::Foe(FoeFact::Merged {
            part: *part,
            into: *into,
            old: one.lost,
            new: size.saturating_sub(left),
            fatigue_was: one.body.fatigue,
            fatigue_now: one.body.fatigue.max(other.body.fatigue),
        }))?;
    }
    Ok((*into, surplus))
}

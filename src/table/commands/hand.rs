//! The GM's hand: fields set directly, checked and recorded. What a rule binds can't be set.

use crate::rules::ids::{Thing, ThingKind};
use crate::rules::refusal::Refusal;
use crate::rules::timers::MOST_SEGMENTS;
use crate::table::event::Event;
use crate::table::names;
use crate::table::seat::{Done, Seat};
use crate::table::state::TimerStatus;

/// A field and its new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A number.
    Number(String, i64),
    /// true or false.
    Flag(String, bool),
}

impl Field {
    fn name(&self) -> &str {
        match self {
            Field::Number(name, _) | Field::Flag(name, _) => name,
        }
    }
}

/// The fields that can be set, by kind of thing, with their ranges in words.
#[must_use]
pub fn settable(kind: ThingKind) -> &'static [(&'static str, &'static str)] {
    match kind {
        ThingKind::Pc => &[
            ("fatigue", "0 to below the track"),
            ("harm", "0 to 3"),
            ("boons", "0 to the hold cap"),
            ("xp", "0 and up"),
        ],
        ThingKind::Foe => &[
            ("resilience", "1 to its size"),
            ("fatigue", "0 to below the track"),
            ("phase", "1 to its last"),
            ("hidden", "true or false"),
        ],
        ThingKind::Timer => &[
            ("filled", "0 to below its size"),
            ("size", "above what is filled, to 100"),
            ("hidden", "true or false"),
        ],
        _ => &[],
    }
}

/// Fields that a rule binds, and which.
const BOUND: [(&str, &str); 5] = [
    (
        "tl",
        "Resilience moves only with the TL: change the definition, or spawn a variant (like = …) (rules/05 §1)",
    ),
    (
        "resilience_size",
        "legal Resilience follows the TL (rules/05 §1)",
    ),
    (
        "fatigue_size",
        "the track is Body for a character, its key attribute for a foe (rules/02 §1)",
    ),
    ("tier", "Tier follows from XP (rules/20 §4.3)"),
    ("def", "a foe is what it was spawned as"),
];

/// Sets fields of a thing, all or none.
///
/// # Errors
/// A field that isn't there (close names), is bound by a rule, or a value out of range.
pub fn set<S: Seat>(seat: &mut S, thing: Thing, fields: &[Field]) -> Done<(), S> {
    for field in fields {
        one(seat, thing, field)?;
    }
    Ok(())
}

fn one<S: Seat>(seat: &mut S, thing: Thing, field: &Field) -> Done<(), S> {
    let name = names::fold(field.name());
    let state = seat.state();
    let what = state.name(thing);
    if let Some((bound, why)) = BOUND.iter().find(|(bound, _)| names::fold(bound) == name) {
        return Err(Refusal::Target {
            what: format!("{what}.{bound}"),
            why: (*why).to_owned(),
        }
        .halt());
    }
    let known = settable(thing.kind);
    let Some((field_name, range)) = known.iter().find(|(known, _)| names::fold(known) == name)
    else {
        let all: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        return Err(Refusal::Target {
            what,
            why: names::unknown("field that can be set", field.name(), &all),
        }
        .halt());
    };
    let wrong = |got: i64| {
        Refusal::Target {
            what: format!("{what}.{field_name}"),
            why: format!("{range}, not {got}"),
        }
        .halt()
    };
    let flag = match field {
        Field::Flag(_, flag) => Some(*flag),
        Field::Number(..) => None,
    };
    let number = match field {
        Field::Number(_, n) => *n,
        Field::Flag(_, flag) => i64::from(*flag),
    };
    if flag.is_some() != (*field_name == "hidden") {
        return Err(Refusal::Target {
            what: format!("{what}.{field_name}"),
            why: (*range).to_owned(),
        }
        .halt());
    }
    let small = u32::try_from(number).map_err(|_| wrong(number))?;
    let size = super::fatigue_size(seat, &state, thing);
    let mut by_hand = |field: &str, old: i64, new: i64| -> Done<(), S> {
        if old != new {
            seat.emit(Event::SetByHand {
                thing,
                field: field.to_owned(),
                old,
                new,
            })?;
        }
        Ok(())
    };
    match (thing.kind, *field_name) {
        (ThingKind::Pc | ThingKind::Foe, "fatigue") => {
            if small >= size.max(1) {
                return Err(wrong(number));
            }
            let old = state.body(thing).map_or(0, |body| body.fatigue);
            by_hand("fatigue", i64::from(old), number)
        }
        (ThingKind::Pc, "harm") => {
            if small > 3 {
                return Err(wrong(number));
            }
            let old = super::pc(&state, thing)?.harm;
            by_hand("harm", i64::from(old), number)?;
            // What follows from Harm follows by hand too.
            match (old >= 3, small >= 3) {
                (true, false) => super::care::risen(seat, thing, "by hand"),
                (false, true) => super::hits::fallen(seat, thing, true, false),
                _ => Ok(()),
            }
        }
        (ThingKind::Pc, "boons") => {
            let pc = super::pc(&state, thing)?;
            let old = pc.boons;
            let cap =
                crate::rules::boons::hold_cap(super::boons::tier(pc), &seat.catalog().switches);
            if small > cap {
                return Err(wrong(number));
            }
            if old != small {
                seat.emit(Event::SetByHand {
                    thing,
                    field: "boons".into(),
                    old: i64::from(old),
                    new: number,
                })?;
            }
            Ok(())
        }
        (ThingKind::Pc, _) => by_hand("xp", i64::from(super::pc(&state, thing)?.xp), number),
        (ThingKind::Foe, "resilience") => {
            let foe = super::foe(&state, thing)?;
            let lost = i64::from(foe.lost);
            let Some(size) = super::numbers(seat, foe).resilience_of(foe.phase as usize) else {
                let why =
                    "a puzzle has no Resilience: its Resolution ends it (rules/05 §4.2)".to_owned();
                return Err(Refusal::Target { what, why }.halt());
            };
            if small < 1 || small > size {
                return Err(wrong(number));
            }
            if lost != i64::from(size) - number {
                let new = i64::from(size) - number;
                seat.emit(Event::SetByHand {
                    thing,
                    field: "lost".into(),
                    old: lost,
                    new,
                })?;
            }
            Ok(())
        }
        (ThingKind::Foe, "phase") => {
            let foe = super::foe(&state, thing)?;
            let old = foe.phase;
            let last = super::numbers(seat, foe).resilience.len().max(1);
            if small < 1 || small as usize > last {
                return Err(wrong(number));
            }
            if old != small - 1 {
                seat.emit(Event::PhaseReached {
                    who: thing,
                    old,
                    new: small - 1,
                })?;
            }
            Ok(())
        }
        (ThingKind::Foe, _) => by_hand(
            "hidden",
            i64::from(super::foe(&state, thing)?.hidden),
            number,
        ),
        (ThingKind::Timer, field) => {
            let Some(timer) = state.timer(thing.id) else {
                return Err(wrong(number));
            };
            match field {
                "filled" if small >= timer.size || timer.status == TimerStatus::Full => {
                    Err(wrong(number))
                }
                "filled" => by_hand("filled", i64::from(timer.filled), number),
                "size" if small <= timer.filled || number > MOST_SEGMENTS => Err(wrong(number)),
                "size" => by_hand("size", i64::from(timer.size), number),
                _ => by_hand("hidden", i64::from(timer.hidden), number),
            }
        }
        _ => Ok(()),
    }
}

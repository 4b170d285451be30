//! Wards and traps: placed, crossed, put out of work, sprung (rules/02 §9, R36, R37).

use super::hits::{HitAsk, hit};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::numbers::Dv;
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::refusal::Refusal;
use crate::rules::roll::Rolled;
use crate::rules::step::Step;
use crate::rules::values::Outcome;
use crate::rules::wards::{Disabled, Inert, WardKind, WardNumbers};
use crate::table::event::Event;
use crate::table::names;
use crate::table::peril::{PerilFact, Ward};
use crate::table::seat::{Done, Seat};
use crate::table::state::State;

/// All wards and traps, in the order they were placed.
pub fn all(state: &State) -> impl Iterator<Item = Thing> + '_ {
    state
        .peril
        .wards
        .keys()
        .map(|id| Thing::new(ThingKind::Ward, *id))
}

fn get<S>(state: &State, ward: Thing) -> Result<Ward, crate::rules::refusal::Halt<S>> {
    state.ward(ward.id).cloned().ok_or_else(|| {
        Refusal::Impossible {
            what: state.name(ward),
            why: "is gone".into(),
        }
        .halt()
    })
}

/// Places a ward or a trap. Traps are the GM's until they are found.
///
/// # Errors
/// A name that is taken.
pub fn place<S: Seat>(
    seat: &mut S,
    name: &str,
    numbers: WardNumbers,
    owner: Option<Thing>,
) -> Done<Thing, S> {
    let state = seat.state();
    let taken = state
        .peril
        .wards
        .values()
        .any(|ward| names::same(&ward.name, name))
        || state
            .roster()
            .chain(state.foes_present())
            .any(|who| names::same(&state.name(who), name));
    if taken {
        return Err(Refusal::Impossible {
            what: name.to_owned(),
            why: "there is something of this name: another one".into(),
        }
        .halt());
    }
    let ward = Thing::new(ThingKind::Ward, state.last_id + 1);
    // Who placed it knows of it, and so do the friends of a character.
    let players = owner.is_some_and(|owner| owner.kind == ThingKind::Pc);
    seat.emit(Event::Peril(Box::new(PerilFact::Placed {
        ward,
        state: Ward {
            name: name.to_owned(),
            numbers,
            owner,
            inert: None,
            known: numbers.kind == WardKind::Ward || players,
        },
    })))?;
    Ok(ward)
}

/// A ward or trap is taken away.
///
/// # Errors
/// It is gone already.
pub fn remove<S: Seat>(seat: &mut S, ward: Thing, why: &str) -> Done<(), S> {
    let state = get(&seat.state(), ward)?;
    seat.emit(Event::Peril(Box::new(PerilFact::Removed {
        ward,
        state,
        why: why.to_owned(),
    })))?;
    Ok(())
}

fn change<S: Seat>(seat: &mut S, ward: Thing, new: Ward) -> Done<(), S> {
    let old = get(&seat.state(), ward)?;
    if old != new {
        seat.emit(Event::Peril(Box::new(PerilFact::Changed {
            ward,
            old,
            new,
        })))?;
    }
    Ok(())
}

/// Players know of it from now.
///
/// # Errors
/// It is gone.
pub fn find<S: Seat>(seat: &mut S, ward: Thing) -> Done<(), S> {
    let state = get(&seat.state(), ward)?;
    let known = Ward {
        known: true,
        ..state
    };
    change(seat, ward, known)
}

/// A ward is put out of work, or set again.
///
/// # Errors
/// It is gone.
pub fn set_inert<S: Seat>(seat: &mut S, ward: Thing, inert: Option<Inert>) -> Done<(), S> {
    let state = get(&seat.state(), ward)?;
    change(seat, ward, Ward { inert, ..state })
}

/// Spirits, and whatever else has a Leash: the attempt to cross costs them ticks.
#[must_use]
pub fn has_leash(who: Thing) -> bool {
    who.kind == ThingKind::Spirit
}

/// What an attempt to cross is up against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The ward as placed.
    pub numbers: WardNumbers,
    /// The DV, contributions included.
    pub dv: Dv,
    /// Leash ticks of the attempt.
    pub ticks: u32,
    /// The ward sleeps: nothing stops anybody.
    pub inert: bool,
}

/// Begins an attempt to cross.
///
/// # Errors
/// A trap doesn't stop anybody; somebody who is out.
pub fn begin_crossing<S: Seat>(seat: &mut S, who: Thing, ward: Thing) -> Done<Crossing, S> {
    super::standing(seat, who)?;
    let state = get(&seat.state(), ward)?;
    if state.numbers.kind == WardKind::Trap {
        return Err(Refusal::Impossible {
            what: state.name,
            why: "is a trap: it stops nobody, spring it, disarm it or spot it".into(),
        }
        .halt());
    }
    let numbers = state.numbers;
    let contributions = seat.modifiers(Step::Cross {
        who: Some(who),
        ward: Some(ward),
        dv: numbers.dv,
        ticks: numbers.leash_ticks(),
    })?;
    let add = |of: fn(&crate::rules::step::Contribution) -> i32| -> i32 {
        contributions.iter().map(of).sum()
    };
    let ticks = i64::from(numbers.leash_ticks()) + i64::from(add(|c| c.ticks));
    let leashed = has_leash(who) && state.inert.is_none();
    Ok(Crossing {
        numbers,
        dv: numbers.dv.plus(add(|c| c.dv)),
        ticks: if leashed {
            u32::try_from(ticks.max(0)).unwrap_or(u32::MAX)
        } else {
            0
        },
        inert: state.inert.is_some(),
    })
}

/// Whether an adversary gets past: no roll says it, the GM does.
///
/// # Errors
/// None by the rules.
pub fn ruled<S: Seat>(seat: &mut S, who: Thing, ward: Thing) -> Done<bool, S> {
    let state = seat.state();
    let text = format!("Does {} get past {}?", state.name(who), state.name(ward));
    Ok(seat.ask(Question::yes_no("cross", None, text, false))? == Answer::Yes(true))
}

/// Ends an attempt to cross: past it, or outside with the ward's Harm.
///
/// # Errors
/// None by the rules.
pub fn end_crossing<S: Seat>(
    seat: &mut S,
    who: Thing,
    ward: Thing,
    crossing: Crossing,
    crossed: bool,
) -> Done<(), S> {
    find(seat, ward)?;
    seat.emit(Event::Peril(Box::new(PerilFact::Crossed {
        who,
        ward,
        crossed,
        ticks: crossing.ticks,
    })))?;
    if !crossed {
        harm(seat, who, ward, crossing.numbers)?;
    }
    Ok(())
}

fn harm<S: Seat>(seat: &mut S, who: Thing, ward: Thing, numbers: WardNumbers) -> Done<(), S> {
    let ask = HitAsk {
        harm: numbers.harm(),
        why: seat.state().name(ward),
        ..HitAsk::default()
    };
    hit(seat, who, &ask)?;
    Ok(())
}

/// Begins to put a ward or trap out of work: its DV.
///
/// # Errors
/// The other of the two; one that is inert already.
pub fn begin_disabling<S: Seat>(seat: &mut S, ward: Thing, kind: WardKind) -> Done<Dv, S> {
    let state = get(&seat.state(), ward)?;
    let why = match (state.numbers.kind, state.inert) {
        (WardKind::Trap, _) if kind == WardKind::Ward => "is a trap: disarm it",
        (WardKind::Ward, _) if kind == WardKind::Trap => "is a ward: disable it",
        (_, Some(_)) => "is inert already",
        _ => return Ok(state.numbers.dv),
    };
    Err(Refusal::Impossible {
        what: state.name,
        why: why.into(),
    }
    .halt())
}

/// Ends an attempt to put a ward or trap out of work. A failed disarming may spring the trap, if the GM says so; with the
/// switch `trap_partial_disarms` a Partial disarms, and gives the GM 1 SB. True when it is inert now.
///
/// # Errors
/// None by the rules.
pub fn end_disabling<S: Seat>(
    seat: &mut S,
    who: Thing,
    ward: Thing,
    roll: &Rolled,
) -> Done<bool, S> {
    let state = get(&seat.state(), ward)?;
    let result = state
        .numbers
        .disable(roll.outcome, &seat.catalog().switches);
    find(seat, ward)?;
    seat.emit(Event::Peril(Box::new(PerilFact::Disabled {
        who,
        ward,
        result,
    })))?;
    match result {
        Disabled::Inert => {
            let inert = match state.numbers.kind {
                WardKind::Trap => Inert::Good,
                WardKind::Ward => how_long(seat, &state.name)?,
            };
            set_inert(seat, ward, Some(inert))?;
            if roll.outcome == Outcome::Partial {
                super::beats::gain(seat, 1, "disarmed at a price")?;
            }
        }
        Disabled::Nothing => {}
        Disabled::MayTrigger => {
            let text = format!(
                "{} fails: is {} sprung?",
                seat.state().name(who),
                state.name
            );
            if seat.ask(Question::yes_no("spring", None, text, true))? == Answer::Yes(true) {
                spring(seat, ward, &[who])?;
            }
        }
    }
    Ok(result == Disabled::Inert)
}

/// A spell has put a ward out of work: no roll here.
///
/// # Errors
/// It is gone.
pub fn disabled<S: Seat>(seat: &mut S, who: Thing, ward: Thing) -> Done<(), S> {
    let state = get(&seat.state(), ward)?;
    find(seat, ward)?;
    seat.emit(Event::Peril(Box::new(PerilFact::Disabled {
        who,
        ward,
        result: Disabled::Inert,
    })))?;
    let inert = match state.numbers.kind {
        WardKind::Trap => Inert::Good,
        WardKind::Ward => how_long(seat, &state.name)?,
    };
    set_inert(seat, ward, Some(inert))
}

/// For the scene, or for good where the ward doesn't come again and the GM agrees.
///
/// # Errors
/// None by the rules.
pub fn how_long<S: Seat>(seat: &mut S, name: &str) -> Done<Inert, S> {
    let question = Question {
        key: "inert".into(),
        who: None,
        text: format!("{name} is inert: for how long?"),
        kind: QuestionKind::Pick {
            choices: Inert::ALL.iter().map(|how| how.word().to_owned()).collect(),
            optional: false,
        },
        default: Answer::Pick(Some(Inert::Scene.word().into())),
    };
    Ok(match seat.ask(question)? {
        Answer::Pick(Some(picked)) => Inert::parse(&picked).unwrap_or(Inert::Scene),
        _ => Inert::Scene,
    })
}

/// A trap goes off: Harm DV − 2, through armor, unless that is 0.
///
/// # Errors
/// A ward springs on nobody; one that is inert.
pub fn spring<S: Seat>(seat: &mut S, ward: Thing, whom: &[Thing]) -> Done<(), S> {
    let state = get(&seat.state(), ward)?;
    let why = match (state.numbers.kind, state.inert) {
        (WardKind::Ward, _) => Some("is a ward: cross it"),
        (_, Some(_)) => Some("is inert"),
        _ => None,
    };
    if let Some(why) = why {
        return Err(Refusal::Impossible {
            what: state.name,
            why: why.into(),
        }
        .halt());
    }
    find(seat, ward)?;
    for who in whom {
        super::standing(seat, *who)?;
        seat.emit(Event::Peril(Box::new(PerilFact::Sprung {
            ward,
            who: *who,
        })))?;
        harm(seat, *who, ward, state.numbers)?;
    }
    Ok(())
}

//! Units: they take the field, act against each other, rout (rules/05 §6).

use crate::rules::help::follower_assist;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::pool::PoolSpec;
use crate::rules::refusal::{Halt, Refusal};
use crate::rules::scale::{UnitAction, effect};
use crate::rules::values::Effect;
use crate::table::catalog::UnitDef;
use crate::table::event::Event;
use crate::table::names;
use crate::table::seat::{Done, Seat};
use crate::table::state::State;
use crate::table::units::{Unit, UnitFact, words::roman};

/// What a muster may say besides the name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MusterAsk {
    /// Its own name.
    pub name: Option<String>,
    /// Whose it is.
    pub owner: Option<Thing>,
    /// Hidden from players.
    pub hidden: bool,
}

/// The unit of the state; the handle may be of something else.
///
/// # Errors
/// It is none, or is gone.
pub fn unit<S>(state: &State, who: Thing) -> Result<&Unit, Halt<S>> {
    state
        .unit(who.id)
        .filter(|_| who.kind == ThingKind::Unit)
        .ok_or_else(|| {
            Refusal::Impossible {
                what: state.name(who),
                why: "this is no unit".into(),
            }
            .halt()
        })
}

/// A declared unit takes the field.
///
/// # Errors
/// A name that is taken.
pub fn muster<S: Seat>(seat: &mut S, def: &UnitDef, ask: &MusterAsk) -> Done<Thing, S> {
    let state = seat.state();
    let taken = |name: &str| {
        state
            .units_present()
            .chain(state.roster())
            .chain(state.foes_present())
            .any(|thing| names::same(&state.name(thing), name))
    };
    let name = match &ask.name {
        Some(own) if taken(own) => {
            return Err(Refusal::Target {
                what: own.clone(),
                why: "this name is taken: give another (name = \"…\")".into(),
            }
            .halt());
        }
        Some(own) => own.clone(),
        None => {
            let lettered = (1..).map(|n| format!("{} {}", def.name, super::foes::letter(n)));
            std::iter::once(def.name.clone())
                .chain(lettered.take(100))
                .find(|name| !taken(name))
                .unwrap_or_else(|| def.name.clone())
        }
    };
    let who = Thing::new(ThingKind::Unit, state.last_id + 1);
    drop(state);
    seat.emit(Event::Unit(UnitFact::Mustered {
        who,
        unit: Box::new(Unit {
            def: def.name.clone(),
            name,
            owner: ask.owner,
            cap: def.cap,
            scale: def.scale,
            speciality: def.speciality.clone(),
            skills: def.skills.clone(),
            supply: None,
            morale: None,
            gone: None,
            hidden: ask.hidden,
        }),
    }))?;
    Ok(who)
}

fn standing<S: Seat>(seat: &mut S, who: Thing) -> Done<(), S> {
    let state = seat.state();
    let gone = unit(&state, who)?.gone.clone();
    match gone {
        None => Ok(()),
        Some(how) => seat.refuse(Refusal::Target {
            what: state.name(who),
            why: format!("is out: {how}"),
        }),
    }
}

/// What an action of one unit is worth against another: Scale changes Effect, never DV or dice. Two or more steps
/// smaller, nothing head-on.
///
/// # Errors
/// Head-on against two steps more, overruled by `because`; one that is out.
pub fn engage<S: Seat>(
    seat: &mut S,
    who: Thing,
    against: Thing,
    action: UnitAction,
    base: Effect,
) -> Done<Effect, S> {
    standing(seat, who)?;
    standing(seat, against)?;
    let state = seat.state();
    if who == against {
        return Err(Refusal::Impossible {
            what: state.name(who),
            why: "a unit doesn't act against itself".into(),
        }
        .halt());
    }
    let (own, other) = (unit(&state, who)?, unit(&state, against)?);
    let (own_scale, other_scale) = (i64::from(own.scale), i64::from(other.scale));
    let found =
        effect(own_scale, other_scale, action, base).map_err(|e| Refusal::from(e).halt())?;
    let found = match found {
        Some(found) => found,
        None => {
            seat.refuse(Refusal::Forbidden {
                what: format!("{action} of {}", own.name),
                why: format!(
                    "Scale {} against {}: nothing head-on; raid, scout, assassinate, sabotage, delay and other precise work remain",
                    roman(own.scale),
                    roman(other.scale)
                ),
                source_text: "rules/05 §6",
            })?;
            // The GM's word lets it happen: it is no better than one step smaller.
            base.step(-1)
        }
    };
    seat.emit(Event::Unit(UnitFact::Engaged {
        who,
        against,
        action,
        effect: found,
    }))?;
    Ok(found)
}

/// A unit leaves the field: routed, disbanded, marched off.
///
/// # Errors
/// One that is out already.
pub fn disband<S: Seat>(seat: &mut S, who: Thing, how: &str) -> Done<(), S> {
    standing(seat, who)?;
    seat.emit(Event::Unit(UnitFact::Disbanded {
        who,
        how: how.to_owned(),
    }))?;
    let state = seat.state();
    let one = unit(&state, who)?.clone();
    for timer in one.supply.into_iter().chain(one.morale) {
        super::timers::put_away(seat, timer, how)?;
    }
    Ok(())
}

/// Dice a unit helps with on this pool: min(Cap, relevant rating), within three (R96).
#[must_use]
pub fn assist_dice(unit: &Unit, pool: &PoolSpec) -> u32 {
    let best = pool
        .ratings()
        .iter()
        .map(|rating| unit.rating(rating.word()))
        .max()
        .unwrap_or(0);
    follower_assist(unit.cap, best)
}

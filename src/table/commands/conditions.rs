//! Conditions: applied and lifted (rules/02 §8). One of a name at a time; the best one counts.

use crate::rules::ids::Thing;
use crate::rules::step::{Step, cancelled};
use crate::rules::values::Period;
use crate::table::event::Event;
use crate::table::seat::{Done, Seat};
use crate::table::state::Condition;

/// What came of applying a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CameOn {
    /// It is on now.
    Now,
    /// It was on already, and stays as it was.
    Already,
    /// A modifier said no, and why.
    Cancelled(String),
}

/// Applies a condition. `lasts` defaults to what its definition says, else the scene. Somebody who has it already
/// keeps it as it is.
///
/// # Errors
/// Somebody who is out.
pub fn apply<S: Seat>(
    seat: &mut S,
    who: Thing,
    name: &str,
    lasts: Option<Period>,
    escape: Option<(String, u8)>,
    why: &str,
) -> Done<CameOn, S> {
    super::standing(seat, who)?;
    if seat.state().has(who, name) {
        return Ok(CameOn::Already);
    }
    let contributions = seat.modifiers(Step::Apply {
        who: Some(who),
        condition: name.to_owned(),
    })?;
    if let Some(why) = cancelled(&contributions) {
        return Ok(CameOn::Cancelled(why));
    }
    let catalog = seat.catalog();
    let def = catalog.conditions.get(name);
    let native = crate::rules::conditions::condition(name).ok();
    // The rulebook's own say for themselves when they end (Incapacitated: not by itself).
    let by_itself = match (def.and_then(|def| def.lasts), native) {
        (Some(lasts), _) => Some(lasts),
        (None, Some(native)) => native.lasts,
        (None, None) => Some(Period::Scene),
    };
    let lasts = contributions
        .iter()
        .find_map(|c| c.lasts)
        .or(lasts)
        .or(by_itself);
    let condition = Condition {
        name: name.to_owned(),
        lasts,
        age: 0,
        escape: escape.or_else(|| def.and_then(|def| def.escape.clone())),
        why: why.to_owned(),
    };
    seat.emit(Event::Applied { who, condition })?;
    Ok(CameOn::Now)
}

/// Lifts a condition; false when it wasn't there.
///
/// # Errors
/// None by the rules.
pub fn lift<S: Seat>(seat: &mut S, who: Thing, name: &str, why: &str) -> Done<bool, S> {
    let state = seat.state();
    let wanted = crate::table::names::fold(name);
    let Some(found) = state.body(who).and_then(|body| {
        body.conditions
            .iter()
            .find(|condition| crate::table::names::folds_to(&condition.name, &wanted))
    }) else {
        return Ok(false);
    };
    let condition = found.name.clone();
    seat.emit(Event::Lifted {
        who,
        condition,
        why: why.to_owned(),
    })?;
    Ok(true)
}

/// Lifts what ends with a period. An exchange's condition lasts until the end of the next full exchange.
///
/// # Errors
/// None by the rules.
pub fn expire<S: Seat>(seat: &mut S, period: Period) -> Done<(), S> {
    let state = seat.state();
    let creatures: Vec<Thing> = state.roster().chain(state.foes_present()).collect();
    for who in creatures {
        let over: Vec<String> = state
            .body(who)
            .map(|body| {
                body.conditions
                    .iter()
                    .filter(|condition| {
                        condition.lasts.is_some_and(|lasts| match period {
                            Period::Exchange => lasts <= Period::Exchange && condition.age >= 1,
                            period => lasts <= period,
                        })
                    })
                    .map(|condition| condition.name.clone())
                    .collect()
            })
            .unwrap_or_default();
        for condition in over {
            seat.emit(Event::Lifted {
                who,
                condition,
                why: format!("the {period} is over"),
            })?;
        }
    }
    Ok(())
}

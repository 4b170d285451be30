//! Conditions: applied, lifted, escaped from, and what they forbid (rules/02 §8). One of a name at a time; the best one
//! counts.

use crate::rules::fear::Fear;
use crate::rules::ids::Thing;
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::refusal::Refusal;
use crate::rules::step::{Step, cancelled};
use crate::rules::values::Period;
use crate::table::event::Event;
use crate::table::names;
use crate::table::peril::PerilFact;
use crate::table::seat::{Done, Seat};
use crate::table::state::{Condition, State};

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

/// What modifiers say to a condition: why it doesn't come, and how long it lasts.
///
/// # Errors
/// None by the rules.
pub(super) fn forbidden<S: Seat>(
    seat: &mut S,
    who: Thing,
    name: &str,
) -> Done<(Option<String>, Option<Period>), S> {
    let contributions = seat.modifiers(Step::Apply {
        who: Some(who),
        condition: name.to_owned(),
    })?;
    Ok((
        cancelled(&contributions),
        contributions.iter().find_map(|c| c.lasts),
    ))
}

/// Applies a condition. `lasts` defaults to what its definition says, else the scene. Of two of one name the best one
/// counts: what lasts longer or is harder to get out of takes the place of the other (rules/02 §8). A level of fear is
/// marked on that track.
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
    if let Some(fear) = super::fear::as_level(name) {
        return super::fear::raise(seat, who, fear, why);
    }
    let (cancelled, own) = forbidden(seat, who, name)?;
    if let Some(why) = cancelled {
        return Ok(CameOn::Cancelled(why));
    }
    let catalog = seat.catalog();
    let def = catalog.conditions.get(name);
    let native = native(name);
    // The rulebook's own say for themselves when they end (Incapacitated: not by itself).
    let by_itself = match (def.and_then(|def| def.lasts), native) {
        (Some(lasts), _) => Some(lasts),
        (None, Some(native)) => native.lasts,
        (None, None) => Some(Period::Scene),
    };
    let lasts = own.or(lasts).or(by_itself);
    let escape = escape
        .or_else(|| def.and_then(|def| def.escape.clone()))
        .or_else(|| {
            native.and_then(|native| native.escape.map(|(pool, dv)| (pool.to_owned(), dv)))
        });
    put(seat, who, name, lasts, escape, why)
}

/// Puts a condition on, or renews the one that is there where this one is better.
pub(super) fn put<S: Seat>(
    seat: &mut S,
    who: Thing,
    name: &str,
    lasts: Option<Period>,
    escape: Option<(String, u8)>,
    why: &str,
) -> Done<CameOn, S> {
    let state = seat.state();
    // Who hasn't acted yet loses this exchange to it; who has, the next: one exchange either way.
    let counts = lasts == Some(Period::Exchange) && state.body(who).is_some_and(|body| !body.acted);
    let new = Condition {
        name: name.to_owned(),
        lasts,
        age: u32::from(counts),
        escape,
        why: why.to_owned(),
    };
    let Some(old) = found(&state, who, name) else {
        seat.emit(Event::Applied {
            who,
            condition: new,
        })?;
        return Ok(CameOn::Now);
    };
    let new = better(old, new);
    if new == *old {
        return Ok(CameOn::Already);
    }
    let old = old.clone();
    seat.emit(Event::Peril(Box::new(PerilFact::Renewed { who, old, new })))?;
    Ok(CameOn::Now)
}

/// The best of both: the longer time (none is until what ends it), the higher DV.
fn better(old: &Condition, new: Condition) -> Condition {
    let mut best = old.clone();
    let time = |one: &Condition| (one.lasts.is_none(), one.lasts);
    let longer = time(&new) > time(old);
    let fresher =
        time(&new) == time(old) && old.lasts <= Some(Period::Exchange) && old.age > new.age;
    if longer || fresher && old.lasts.is_some() {
        best.lasts = new.lasts;
        best.age = new.age;
    }
    let dv = |one: &Condition| one.escape.as_ref().map(|(_, dv)| *dv);
    if dv(&new) > dv(old) {
        best.escape = new.escape;
    }
    best
}

fn native(name: &str) -> Option<&'static crate::rules::conditions::Condition> {
    crate::rules::conditions::find(name)
}

fn found<'a>(state: &'a State, who: Thing, name: &str) -> Option<&'a Condition> {
    let wanted = crate::table::names::fold(name);
    state
        .body(who)?
        .conditions
        .iter()
        .find(|condition| names::folds_to(&condition.name, &wanted))
}

/// Lifts a condition; false when it wasn't there. With a level of fear goes what it made somebody do.
///
/// # Errors
/// None by the rules.
pub fn lift<S: Seat>(seat: &mut S, who: Thing, name: &str, why: &str) -> Done<bool, S> {
    if super::fear::as_level(name).is_some() && seat.state().has(who, name) {
        super::fear::lower(seat, who, Fear::None, why)?;
        return Ok(true);
    }
    lift_plain(seat, who, name, why)
}

pub(super) fn lift_plain<S: Seat>(
    seat: &mut S,
    who: Thing,
    name: &str,
    why: &str,
) -> Done<bool, S> {
    let state = seat.state();
    let Some(found) = found(&state, who, name) else {
        return Ok(false);
    };
    let condition = found.name.clone();
    seat.emit(Event::Lifted {
        who,
        condition,
        why: why.to_owned(),
    })?;
    if names::same(name, super::fight::grip::GRAPPLED) {
        super::fight::grip::freed(seat, who)?;
    }
    Ok(true)
}

/// Is this exchange's chance to act over for somebody? A foe has no turns, and where nobody takes any it always is.
fn had_turn(state: &State, who: Thing) -> bool {
    who.kind != crate::rules::ids::ThingKind::Pc
        || !state.fight.on
        || state.body(who).is_some_and(|body| body.acted)
}

/// Why somebody can't be a target, if so.
#[must_use]
pub fn untargetable(state: &State, who: Thing) -> Option<String> {
    let body = state.body(who)?;
    let hiding = body
        .conditions
        .iter()
        .find(|condition| native(&condition.name).is_some_and(|one| !one.target))?;
    Some(format!(
        "{}: no valid target until found by Search, or until they attack or step out",
        hiding.name
    ))
}

/// The conditions that a roll gets somebody out of, with pool and DV.
#[must_use]
pub fn escapes(state: &State, who: Thing) -> Vec<(String, (String, u8))> {
    state.body(who).map_or_else(Vec::new, |body| {
        body.conditions
            .iter()
            .filter_map(|condition| Some((condition.name.clone(), condition.escape.clone()?)))
            .collect()
    })
}

/// The condition that an escape is from: the one named, the only one, or the one picked.
///
/// # Errors
/// Nothing that a roll ends.
pub fn escape_from<S: Seat>(
    seat: &mut S,
    who: Thing,
    condition: Option<&str>,
) -> Done<(String, (String, u8)), S> {
    let state = seat.state();
    let name = state.name(who);
    let all = escapes(&state, who);
    let nothing = |why: String| {
        Refusal::Impossible {
            what: name.clone(),
            why,
        }
        .halt()
    };
    if let Some(wanted) = condition {
        if let Some(found) = all.iter().find(|(one, _)| names::same(one, wanted)) {
            return Ok(found.clone());
        }
        return Err(nothing(match found(&state, who, wanted) {
            None => format!("isn't {wanted}"),
            Some(_) => format!(
                "no roll ends {wanted}: {}",
                native(wanted).map_or("lift it", |one| one.ends)
            ),
        }));
    }
    match all.as_slice() {
        [] => Err(nothing("nothing holds them that a roll ends".into())),
        [one] => Ok(one.clone()),
        several => {
            let choices: Vec<String> = several.iter().map(|(one, _)| one.clone()).collect();
            let question = Question {
                key: "escape".into(),
                who: Some(who),
                text: format!("{name}: out of what?"),
                kind: QuestionKind::Pick {
                    choices: choices.clone(),
                    optional: false,
                },
                default: Answer::Pick(choices.first().cloned()),
            };
            let Answer::Pick(Some(picked)) = seat.ask(question)? else {
                return Err(nothing("nothing was picked".into()));
            };
            several
                .iter()
                .find(|(one, _)| *one == picked)
                .cloned()
                .ok_or_else(|| nothing(format!("isn't {picked}")))
        }
    }
}

/// Lifts what ends with a period. An exchange's condition ends with the exchange it came in, or with the next if its bearer
/// had acted already. What lasts until the bearer's next turn waits for that turn; where it didn't come by a turn, but
/// they acted, or where no turns are taken, it ends with the exchange after it came.
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
                            Period::Exchange if lasts == Period::Turn => {
                                condition.age >= 1 && had_turn(&state, who)
                            }
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

//! Supply: days, the fill, settlements, Cache tokens, foraging (rules/06 §4–§5).

use super::changed;
use crate::rules::ids::Thing;
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::refusal::Refusal;
use crate::rules::roll::Rolled;
use crate::rules::supply::{Critical, Daily, SupplyLevel, forage};
use crate::rules::timers::TimerKind;
use crate::table::commands::{beats, conditions, timers, tracks};
use crate::table::event::{Audience, Event};
use crate::table::seat::{Done, Seat};
use crate::table::state::State;
use crate::table::travel::{OnTheWay, TravelFact};

/// The name of the Supply Timer.
pub const SUPPLY: &str = "Supply";

/// The Supply Timer at the table: none is full packs.
#[must_use]
pub fn timer(state: &State) -> Option<Thing> {
    timers::at_table(state, SUPPLY)
        .into_iter()
        .find(|timer| is_supply(state, *timer))
}

/// Is it the party's Supply?
#[must_use]
pub fn is_supply(state: &State, timer: Thing) -> bool {
    state.timer(timer.id).is_some_and(|timer| {
        crate::table::names::same(&timer.name, SUPPLY)
            && TimerKind::parse(&timer.kind) == Some(TimerKind::Supply)
    })
}

/// Missing segments.
#[must_use]
pub fn missing(state: &State) -> u32 {
    timer(state)
        .and_then(|timer| state.timer(timer.id))
        .map_or(0, |timer| timer.filled)
}

/// The Quartermaster's token takes up one of the ticks that come; how many are left of them.
///
/// # Errors
/// None by the rules.
pub fn spare<S: Seat>(seat: &mut S, timer: Thing, n: i32, why: &str) -> Done<i32, S> {
    let state = seat.state();
    let held = state.travel.leg.as_ref().is_some_and(|leg| leg.token);
    let open = missing(&state) < crate::rules::supply::SUPPLY_SIZE;
    if n <= 0 || !held || !open || !is_supply(&state, timer) {
        return Ok(n);
    }
    let spared = OnTheWay::Spared {
        why: why.to_owned(),
    };
    changed(seat, spared, |leg| leg.token = false)?;
    Ok(n - 1)
}

/// A day passes: what it costs each character by the level of Supply. Harm is no hit (R32, R79).
///
/// # Errors
/// None by the rules.
pub fn day_passes<S: Seat>(seat: &mut S) -> Done<u32, S> {
    let state = seat.state();
    let supply = missing(&state);
    let level = SupplyLevel::of(supply);
    let old = state.travel.days;
    let new = old.saturating_add(1);
    seat.emit(Event::Travel(Box::new(TravelFact::Day {
        old,
        new,
        supply,
    })))?;
    let cost = seat.point::<Daily>(supply)?;
    let why = format!("Supply {level}");
    for who in state.party() {
        tracks::mark(seat, who, "fatigue", cost.fatigue, &why)?;
        // Whoever that has killed is hungry no more.
        if seat.state().present(who) {
            tracks::wound(seat, who, cost.harm, &why)?;
        }
    }
    Ok(new)
}

const TIRED: &str = "1 Fatigue each";

/// Supply has filled: something critical is gone, and the GM picks what that costs (R84).
///
/// # Errors
/// None by the rules.
pub fn spent<S: Seat>(seat: &mut S) -> Done<(), S> {
    let gone: Vec<String> = Critical::ALL.iter().map(ToString::to_string).collect();
    let gone = pick(
        seat,
        "supply gone",
        "Supply is spent: what is gone?",
        gone,
        &Critical::Food.to_string(),
    )?;
    let costs = ["Hungry", "Thirsty"].map(str::to_owned);
    let costs = std::iter::once(TIRED.to_owned()).chain(costs).collect();
    let text = format!("No {gone} left: what does it cost?");
    let cost = pick(seat, "supply cost", &text, costs, TIRED)?;
    seat.emit(Event::Said {
        audience: Audience::Table,
        text: format!("Supply is spent: no {gone} is left."),
    })?;
    let why = format!("no {gone}");
    for who in seat.state().party() {
        if cost == TIRED {
            tracks::mark(seat, who, "fatigue", 1, &why)?;
        } else {
            conditions::apply(seat, who, &cost, None, None, &why)?;
        }
    }
    Ok(())
}

fn pick<S: Seat>(
    seat: &mut S,
    key: &str,
    text: &str,
    choices: Vec<String>,
    default: &str,
) -> Done<String, S> {
    let question = Question {
        key: key.to_owned(),
        who: None,
        text: text.to_owned(),
        kind: QuestionKind::Pick {
            choices,
            optional: false,
        },
        default: Answer::Pick(Some(default.to_owned())),
    };
    Ok(match seat.ask(question)? {
        Answer::Pick(Some(picked)) => picked,
        _ => default.to_owned(),
    })
}

/// What foraging comes to besides its roll: segments of Supply that are cleared.
///
/// # Errors
/// None by the rules.
pub fn forage_done<S: Seat>(seat: &mut S, who: Thing, rolled: &Rolled) -> Done<u32, S> {
    let done = forage(rolled.outcome);
    let name = seat.state().name(who);
    tracks::mark(seat, who, "fatigue", done.fatigue, "foraging")?;
    if done.sb > 0 {
        beats::gain(seat, done.sb, &format!("{name} finds nothing"))?;
    }
    Ok(done.clears)
}

/// Cache tokens that the party lays by, or loses.
///
/// # Errors
/// More tokens than there are.
pub fn cache<S: Seat>(seat: &mut S, n: i32, why: &str) -> Done<u32, S> {
    let old = seat.state().travel.caches;
    let new = i64::from(old) + i64::from(n);
    if new < 0 {
        let lost = n.unsigned_abs();
        seat.refuse(Refusal::Price {
            what: "that".into(),
            currency: "Cache tokens",
            cost: lost,
            has: old,
        })?;
    }
    let new = u32::try_from(new.max(0)).unwrap_or(u32::MAX);
    if new != old {
        seat.emit(Event::Travel(Box::new(TravelFact::Cached {
            old,
            new,
            why: why.to_owned(),
        })))?;
    }
    Ok(new)
}

/// A Cache token is opened.
///
/// # Errors
/// No token is there.
pub fn use_cache<S: Seat>(seat: &mut S) -> Done<(), S> {
    let old = seat.state().travel.caches;
    if old == 0 {
        return seat.refuse(Refusal::Price {
            what: "opening a cache".into(),
            currency: "Cache token",
            cost: 1,
            has: 0,
        });
    }
    seat.emit(Event::Travel(Box::new(TravelFact::Cached {
        old,
        new: old - 1,
        why: "opened".into(),
    })))?;
    Ok(())
}

//! Legs: planned, begun, ended; what comes on the way (rules/06 §1, §3, §6, §7).

use super::{changed, leg};
use crate::rules::ids::Thing;
use crate::rules::refusal::Refusal;
use crate::rules::switches::HazardousWeather;
use crate::rules::travel::{EncounterKind, LegSize, Role, Weather};
use crate::table::commands::{cards, timers};
use crate::table::event::Event;
use crate::table::seat::{Done, Seat};
use crate::table::state::TimerStatus;
use crate::table::travel::{Journey, Leg, OnTheWay, Planned, TravelFact};

/// The name of the Travel Timer.
pub const TIMER: &str = "Travel";

/// Plans a journey; one that was planned is given up. No legs: none is planned any more.
///
/// # Errors
/// A leg is under way.
pub fn plan<S: Seat>(seat: &mut S, legs: Vec<Planned>, by_hand: bool) -> Done<(), S> {
    let state = seat.state();
    if let Some(leg) = &state.travel.leg {
        seat.refuse(Refusal::Tempo {
            what: "another journey".into(),
            why: format!("the leg to {} is under way: travel arrive", leg.region),
        })?;
    }
    let old = state.travel.journey.clone();
    // A leg under way counts as the first of what is planned on the way.
    let under_way = state.travel.leg.as_ref().map(|leg| Planned {
        region: leg.region.clone(),
        size: None,
        weather: leg.weather.clone(),
    });
    let new = (!legs.is_empty()).then(|| Journey {
        legs: under_way.into_iter().chain(legs).collect(),
        done: 0,
        by_hand,
    });
    if old != new {
        seat.emit(Event::Travel(Box::new(TravelFact::Planned { old, new })))?;
    }
    Ok(())
}

/// The leg that comes next.
///
/// # Errors
/// A leg is under way; no journey is planned. No ruling makes it otherwise.
pub fn next_leg<S: Seat>(seat: &S) -> Done<Planned, S> {
    let state = seat.state();
    let why = match (&state.travel.leg, state.travel.next()) {
        (None, Some(next)) => return Ok(next.clone()),
        (Some(leg), _) => format!(
            "the leg to {} is under way: travel arrive ends it",
            leg.region
        ),
        (None, None) => "no journey is planned: travel plan, then the regions".to_owned(),
    };
    Err(Refusal::Impossible {
        what: "the next leg".into(),
        why,
    }
    .halt())
}

/// Segments of a leg by the cards drawn before it starts; none is four (R85).
///
/// # Errors
/// None by the rules.
pub fn start_size<S: Seat>(seat: &mut S, drawn: &[String]) -> Done<u32, S> {
    let highest = cards::highest(drawn).map_or(0, |code| cards::value(code));
    Ok(seat.point::<LegSize>(highest)?)
}

/// A leg begins, with this timer, which has been started for it.
///
/// # Errors
/// As [`next_leg`].
pub fn set_out<S: Seat>(seat: &mut S, timer: Thing, weather: Vec<Weather>) -> Done<(), S> {
    let next = next_leg(seat)?;
    let state = seat.state();
    let journey = state.travel.journey.as_ref();
    let count = |n: Option<usize>| u32::try_from(n.unwrap_or(1)).unwrap_or(u32::MAX);
    let leg = Leg {
        number: journey.map_or(0, |journey| journey.done) + 1,
        of: count(journey.map(|journey| journey.legs.len())),
        region: next.region,
        timer,
        weather,
        roles: Default::default(),
        benefits: Default::default(),
        rolled: false,
        token: false,
        encounters: 0,
        since: 0,
        ambush: false,
        worst: 0,
    };
    seat.emit(Event::Travel(Box::new(TravelFact::SetOut {
        leg: Box::new(leg),
    })))?;
    Ok(())
}

/// What hazardous weather does at the start of a leg: segments that it is longer, and ticks it begins with (R82).
#[must_use]
pub fn hazardous<S: Seat>(seat: &S, weather: &[Weather]) -> (u32, i32) {
    if !weather.contains(&Weather::Hazardous) {
        return (0, 0);
    }
    match seat.catalog().switches.hazardous_weather {
        HazardousWeather::Tick => (0, 1),
        HazardousWeather::Longer => (1, 0),
    }
}

/// The leg ends where it led. Segments that were left are gone, and so are surplus ticks (R42).
///
/// # Errors
/// No leg is under way.
pub fn arrive<S: Seat>(seat: &mut S) -> Done<Leg, S> {
    let state = seat.state();
    let leg = leg(&state, "arriving")?;
    let running = state
        .timer(leg.timer.id)
        .is_some_and(|timer| matches!(timer.status, TimerStatus::Running | TimerStatus::Paused));
    if running {
        timers::stop(seat, leg.timer, "arrived")?;
    }
    seat.emit(Event::Travel(Box::new(TravelFact::Arrived {
        leg: Box::new(leg.clone()),
    })))?;
    Ok(leg)
}

/// Another weather or ground from here.
///
/// # Errors
/// No leg is under way.
pub fn change_weather<S: Seat>(seat: &mut S, weather: Vec<Weather>) -> Done<(), S> {
    let state = seat.state();
    if leg(&state, "the weather of a leg")?.weather == weather {
        return Ok(());
    }
    changed(seat, OnTheWay::Weather, |leg| leg.weather = weather)
}

/// Something comes on the road: the count of segments begins again. The Watch makes the first defense of an ambush easier,
/// each time (R81).
///
/// # Errors
/// No leg is under way.
pub fn encounter<S: Seat>(seat: &mut S, kind: EncounterKind, what: &str) -> Done<(), S> {
    let met = OnTheWay::Met {
        kind,
        what: what.to_owned(),
    };
    cards::met_on_the_road(seat)?;
    changed(seat, met, |leg| {
        leg.encounters += 1;
        leg.since = 0;
        leg.ambush = kind == EncounterKind::Ambush && leg.benefits.contains(&Role::Watch);
    })
}

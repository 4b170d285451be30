//! Boundaries: sessions, scenes, exchanges, and what each resets (rules/01 §8, §9, §13).

use crate::rules::beats::{Settlement, SettlementIn};
use crate::rules::boons;
use crate::rules::ids::Thing;
use crate::rules::numbers::TierLevel;
use crate::rules::refusal::Refusal;
use crate::rules::values::{Band, ItemState, Period, Position};
use crate::table::event::Event;
use crate::table::seat::{Done, Seat};
use crate::table::state::{State, TimerStatus};
use crate::table::story::{Framed, StoryFact};

/// The highest Tier present.
#[must_use]
pub fn highest_tier(state: &State) -> TierLevel {
    state
        .party()
        .filter_map(|who| state.pc(who.id))
        .map(super::boons::tier)
        .max()
        .unwrap_or_default()
}

/// Begins a scene; one that runs is closed first. Open complications and Prodigies bank SB (R17).
///
/// # Errors
/// None by the rules.
pub fn start_scene<S: Seat>(seat: &mut S, name: &str, position: Position) -> Done<(), S> {
    // What was done between two scenes counts for none of them.
    reset(seat, Period::Scene)?;
    let state = seat.state();
    let number = state.scene.number + 1;
    seat.emit(Event::SceneStarted {
        name: name.to_owned(),
        number,
        position,
    })?;
    let count = |test: &dyn Fn(&crate::table::state::Pc) -> bool| {
        u32::try_from(
            state
                .party()
                .filter_map(|who| state.pc(who.id))
                .filter(|pc| test(pc))
                .count(),
        )
        .unwrap_or(0)
    };
    let complicated = count(&|pc| !pc.sheet.complications.is_empty());
    let prodigies = count(&|pc| {
        pc.sheet
            .talents
            .iter()
            .any(|talent| crate::table::names::same(talent, "Prodigy"))
            && super::boons::tier(pc) == TierLevel::LOW
    });
    super::beats::gain(
        seat,
        crate::rules::beats::scene_start(complicated, prodigies),
        "open complications",
    )?;
    Ok(())
}

/// Settles a scene: Boons above two are lost, the bank is cut to its target (with consent, to four), per-scene things end.
///
/// # Errors
/// No scene runs.
pub fn close_scene<S: Seat>(seat: &mut S, consent: bool) -> Done<(), S> {
    let state = seat.state();
    if state.scene.name.is_empty() {
        return Err(Refusal::Tempo {
            what: "closing the scene".into(),
            why: "no scene is running".into(),
        }
        .halt());
    }
    super::care::scene_over(seat)?;
    super::conditions::expire(seat, Period::Scene)?;
    for who in state.roster() {
        let held = state.pc(who.id).map_or(0, |pc| pc.boons);
        let trim = boons::trim(held);
        if trim.surplus > 0 {
            let why = "the scene is over".to_owned();
            seat.emit(Event::Boons {
                who,
                old: trim.old,
                new: trim.new,
                failure: 0,
                surplus: trim.surplus,
                why,
            })?;
        }
    }
    let input = SettlementIn {
        bank: state.bank,
        highest: highest_tier(&state),
        consent,
    };
    let kept = seat.point::<Settlement>(input)?;
    if kept != state.bank {
        seat.emit(Event::Bank {
            old: state.bank,
            new: kept,
            why: "settled at the scene's end".into(),
        })?;
    }
    let foes: Vec<Thing> = state.foes_present().collect();
    let timers: Vec<Thing> = state.timers_shown().collect();
    for timer in timers {
        if state
            .timer(timer.id)
            .is_some_and(|t| t.scope == crate::table::catalog::Scope::Scene)
        {
            super::timers::put_away(seat, timer, "the scene is over")?;
        }
    }
    for who in foes {
        super::goes(seat, who, true, "the scene is over")?;
    }
    reset(seat, Period::Scene)?;
    seat.emit(Event::SceneClosed {
        name: state.scene.name.clone(),
    })?;
    Ok(())
}

/// Once-per-period claims of this period and shorter ones run out.
///
/// # Errors
/// None by the rules.
pub fn reset<S: Seat>(seat: &mut S, period: Period) -> Done<(), S> {
    let state = seat.state();
    let keys: Vec<String> = state
        .claims
        .iter()
        .filter(|(_, claim)| claim.per <= period)
        .map(|(key, _)| key.clone())
        .collect();
    if !keys.is_empty() {
        seat.emit(Event::Reset { keys })?;
    }
    Ok(())
}

/// The next exchange: everyone has had the spotlight once.
///
/// # Errors
/// None by the rules.
pub fn next_exchange<S: Seat>(seat: &mut S) -> Done<u32, S> {
    super::care::exchange_over(seat)?;
    super::conditions::expire(seat, Period::Exchange)?;
    reset(seat, Period::Exchange)?;
    let number = seat.state().scene.exchange + 1;
    seat.emit(Event::ExchangeStarted { number })?;
    Ok(number)
}

/// The scene's Position from here.
///
/// # Errors
/// None by the rules.
pub fn set_position<S: Seat>(seat: &mut S, new: Position) -> Done<(), S> {
    let old = seat.state().scene.position;
    if old != new {
        seat.emit(Event::PositionSet { old, new })?;
    }
    Ok(())
}

/// What players keep track of themselves, where there is something to it: tracks, worn gear, timers of their own
/// (rules/01 §13).
#[must_use]
pub fn trackers(state: &State) -> Vec<String> {
    let mut kept = Vec::new();
    for who in state.party() {
        let Some(pc) = state.pc(who.id) else { continue };
        let name = &pc.sheet.name;
        for (track, n) in pc.tracks.iter().filter(|(_, n)| **n > 0) {
            kept.push(format!("{name}'s {track} {n}"));
        }
        for (item, now) in [("armor", pc.armor), ("weapon", pc.weapon)] {
            if now != ItemState::Maintained {
                kept.push(format!("{name}'s {item} {now}"));
            }
        }
    }
    for thing in state.timers_shown() {
        if let Some(timer) = state.timer(thing.id)
            && let Some(owner) = timer.owner
            && timer.status == TimerStatus::Running
        {
            let (name, of) = (&timer.name, state.name(owner));
            kept.push(format!("{of}'s {name} {}/{}", timer.filled, timer.size));
        }
    }
    kept
}

/// The scene is played in this frame from here.
///
/// # Errors
/// None by the rules.
pub fn frame<S: Seat>(seat: &mut S, new: Option<Framed>) -> Done<(), S> {
    let old = seat.state().story.frame.clone();
    if old != new {
        seat.emit(Event::Story(Box::new(StoryFact::Framed { old, new })))?;
    }
    Ok(())
}

/// Somebody leaves the scene.
///
/// # Errors
/// Somebody who is out.
pub fn leave<S: Seat>(seat: &mut S, who: Thing, why: &str) -> Done<(), S> {
    super::standing(seat, who)?;
    super::goes(seat, who, true, why)
}

/// Sets the band between two creatures; without the other, to everyone on the other side.
///
/// # Errors
/// Somebody who is out.
pub fn shift<S: Seat>(seat: &mut S, who: Thing, band: Band, other: Option<Thing>) -> Done<(), S> {
    let state = seat.state();
    if other == Some(who) {
        return Err(Refusal::Impossible {
            what: state.name(who),
            why: "a band is between two: say whom else it is with".into(),
        }
        .halt());
    }
    if band == Band::Absent {
        return leave(seat, who, "");
    }
    // One who had left comes back.
    super::goes(seat, who, false, "")?;
    super::standing(seat, who)?;
    if let Some(other) = other {
        super::standing(seat, other)?;
    }
    let others: Vec<Thing> = match other {
        Some(other) => {
            super::standing(seat, other)?;
            vec![other]
        }
        None if who.kind == crate::rules::ids::ThingKind::Pc => state.foes_present().collect(),
        None => state.party().collect(),
    };
    for other in others {
        let old = state.band(who, other);
        if old != band {
            seat.emit(Event::Shifted {
                who,
                other,
                old,
                new: band,
            })?;
            super::fight::grip::apart(seat, who, other)?;
        }
    }
    Ok(())
}

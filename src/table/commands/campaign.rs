//! The Campaign Timer's ticks, and the end they lead to (rules/07 §3–§4, R93).
//!
//! Nothing here ticks: an overflow is offered, a leg at major cost is asked about, a full omen ticks by the rules; the layer
//! above does that where the facts call for it, so that what a timer's own definition says happens too.

use super::cards::crown;
use crate::rules::decks::{Ending, MAJOR_COST, OVERFLOW};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::names;
use crate::rules::refusal::Refusal;
use crate::rules::timers::TimerKind;
use crate::table::crown::{CrownFact, Legacy, Omen};
use crate::table::seat::{Done, Seat};
use crate::table::state::{State, TimerStatus};

/// The Campaign Timer, if one is at the table: one that runs before one that is full.
#[must_use]
pub fn timer(state: &State) -> Option<Thing> {
    let of = |status: TimerStatus| {
        let found = state.timers.iter().find(|(_, timer)| {
            timer.status == status && TimerKind::parse(&timer.kind) == Some(TimerKind::Campaign)
        });
        found.map(|(id, _)| Thing {
            kind: ThingKind::Timer,
            id: *id,
        })
    };
    of(TimerStatus::Running)
        .or_else(|| of(TimerStatus::Paused))
        .or_else(|| of(TimerStatus::Full))
}

/// Does it run?
fn runs(state: &State) -> Option<Thing> {
    timer(state).filter(|timer| {
        state
            .timer(timer.id)
            .is_some_and(|timer| timer.status == TimerStatus::Running)
    })
}

/// A roll of so many SB: from three on it is an overflow, and one that may tick the Campaign Timer if one runs (R93, switch
/// `campaign_overflow_from`).
///
/// # Errors
/// None by the rules.
pub fn rolled<S: Seat>(seat: &mut S, sb: u32) -> Done<(), S> {
    if sb < OVERFLOW {
        return Ok(());
    }
    let state = seat.state();
    let number = state.crown.overflows + 1;
    let from = u32::from(seat.catalog().switches.campaign_overflow_from);
    let may_tick = number >= from && runs(&state).is_some();
    seat.emit(crown(CrownFact::Overflow { number, may_tick }))?;
    Ok(())
}

/// The GM confirms an overflow: the timer to tick.
///
/// # Errors
/// No Campaign Timer; refused when no roll has run over since.
pub fn confirm_overflow<S: Seat>(seat: &mut S) -> Done<Thing, S> {
    let state = seat.state();
    let Some(timer) = timer(&state) else {
        return Err(Refusal::Impossible {
            what: "an overflow".into(),
            why: "no Campaign Timer is at the table: crown lay 5, or start campaign kind=campaign"
                .into(),
        }
        .halt());
    };
    let left = state.crown.ticks_left;
    if left > 0 {
        seat.emit(crown(CrownFact::OverflowUsed { left }))?;
    } else {
        seat.refuse(Refusal::Forbidden {
            what: "an overflow".into(),
            why: format!("no roll with {OVERFLOW} SB waits for it, and each ticks once"),
            source_text: "rules/07 §3, R93",
        })?;
    }
    Ok(timer)
}

/// A leg is over, and this was the worst Harm that anybody had in it: from Harm 2 on the GM is asked about the Campaign Timer,
/// and a spread on the table reminds of its omens. Nothing where neither is in play.
///
/// # Errors
/// None by the rules.
pub fn leg_ended<S: Seat>(seat: &mut S, worst_harm: u32) -> Done<(), S> {
    if worst_harm >= u32::from(MAJOR_COST) && runs(&seat.state()).is_some() {
        seat.emit(crown(CrownFact::LegAtCost { harm: worst_harm }))?;
    }
    if !unfinished(&seat.state()).is_empty() {
        seat.emit(crown(CrownFact::LegOver))?;
    }
    Ok(())
}

/// Cards of the spread whose omen hasn't become real.
#[must_use]
pub fn unfinished(state: &State) -> Vec<Omen> {
    let omens = state.crown.spread.iter().flat_map(|spread| &spread.omens);
    omens
        .filter(|omen| {
            state
                .timer(omen.timer.id)
                .is_some_and(|timer| timer.status != TimerStatus::Full)
        })
        .cloned()
        .collect()
}

/// The card of the spread that is meant: by number from 1, by its place, by its motif. Its index from 0.
///
/// # Errors
/// No spread; none of that name, with those that there are.
pub fn omen<S: Seat>(seat: &S, wanted: &str) -> Done<(usize, Omen), S> {
    let state = seat.state();
    let fault = |why: String| {
        Refusal::Impossible {
            what: "the Crown Spread".into(),
            why,
        }
        .halt()
    };
    let Some(spread) = &state.crown.spread else {
        return Err(fault("none is laid: crown lay 5".into()));
    };
    let number = wanted.trim().parse::<usize>().ok();
    let found = spread.omens.iter().enumerate().find(|(n, omen)| {
        number == Some(n + 1)
            || names::same(&omen.place.to_string(), wanted)
            || names::same(&state.name(omen.timer), wanted)
            || (!omen.motif.is_empty() && names::same(&omen.motif, wanted))
    });
    if let Some((at, omen)) = found {
        return Ok((at, omen.clone()));
    }
    let places: Vec<String> = (spread.omens.iter())
        .map(|omen| omen.place.to_string())
        .collect();
    let numbers = format!(", or 1 to {}", spread.omens.len());
    Err(fault(
        names::unknown("card of the spread", wanted, &places) + &numbers,
    ))
}

/// The end comes nearer.
///
/// # Errors
/// None by the rules.
pub fn ends<S: Seat>(seat: &mut S, new: Ending) -> Done<(), S> {
    let old = seat.state().crown.ending;
    if old != new {
        seat.emit(crown(CrownFact::Ends { old, new }))?;
    }
    Ok(())
}

/// The confrontation and its fallout are played: one session of epilogue, with a scene for each unfinished omen.
///
/// # Errors
/// Refused before the confrontation, and a second time.
pub fn epilogue<S: Seat>(seat: &mut S) -> Done<(), S> {
    let now = seat.state().crown.ending;
    if now != Ending::Confrontation {
        let why = match now {
            Ending::Open => "the Campaign Timer hasn't filled, and the confrontation comes first",
            _ => "there is one epilogue, and it has begun",
        };
        seat.refuse(Refusal::Forbidden {
            what: "the epilogue".into(),
            why: why.into(),
            source_text: "rules/07 §4",
        })?;
    }
    ends(seat, Ending::Epilogue)
}

/// A bond that later characters or descendants may take up.
///
/// # Errors
/// Nobody of the party; refused while the campaign is far from its end.
pub fn legacy<S: Seat>(seat: &mut S, who: Thing, text: &str) -> Done<(), S> {
    let state = seat.state();
    let name = super::pc(&state, who)?.sheet.name.clone();
    if state.crown.ending == Ending::Open {
        seat.refuse(Refusal::Forbidden {
            what: "a Legacy Bond".into(),
            why: "it is written down at the campaign's end".into(),
            source_text: "rules/07 §4",
        })?;
    }
    let legacy = Legacy {
        who,
        name,
        text: text.to_owned(),
        session: state.session.number,
    };
    seat.emit(crown(CrownFact::LegacyBond { legacy }))?;
    Ok(())
}

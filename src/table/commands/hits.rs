//! Hits: Harm through armor, Fatigue and overflow (rules/02 §2, rules/05 §4).

use crate::rules::foe_hit::{FoeHitDone, FoeHitPlan, FoeState, hit_foe};
use crate::rules::hit::{HitPlan, take_hit};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::shields::Shield;
use crate::rules::values::ArmorUse;
use crate::table::event::{Event, HitFact};
use crate::table::seat::{Done, Seat};
use crate::table::state::Foe;

/// A hit that is on its way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HitAsk {
    /// Harm, 0 is no hit.
    pub harm: u32,
    /// Why.
    pub why: String,
    /// What the attack does to armor.
    pub armor: ArmorUse,
    /// Labels.
    pub tags: Vec<String>,
}

/// Hits a creature. Harm 0 is no hit: nothing changes.
///
/// # Errors
/// Somebody who is out.
pub fn hit<S: Seat>(seat: &mut S, who: Thing, ask: &HitAsk) -> Done<HitFact, S> {
    redirected(seat, who, ask, 0)
}

/// How often a hit may be passed on before it lands.
const MOST_REDIRECTS: u32 = 8;

fn redirected<S: Seat>(seat: &mut S, who: Thing, ask: &HitAsk, times: u32) -> Done<HitFact, S> {
    super::standing(seat, who)?;
    let (fact, redirect) = if who.kind == ThingKind::Pc {
        on_pc(seat, who, ask)?
    } else {
        on_foe(seat, who, ask)?
    };
    if let Some(other) = redirect.filter(|other| *other != who && times < MOST_REDIRECTS) {
        return redirected(seat, other, ask, times + 1);
    }
    Ok(fact)
}

fn on_pc<S: Seat>(seat: &mut S, who: Thing, ask: &HitAsk) -> Done<(HitFact, Option<Thing>), S> {
    let state = seat.state();
    let pc = super::pc(&state, who)?;
    let plan = HitPlan {
        who: Some(who),
        armor: super::armor_of(seat, &state, who),
        state: pc.armor,
        ignore: ask.armor,
        heater: super::gear::shield_of(&state, who).is_some_and(Shield::turns_harm)
            && super::gear::shield_ready(&state, who),
        fatigue: pc.body.fatigue,
        harm_level: u32::from(pc.harm),
        min_fatigue_unarmored: seat.catalog().switches.min_fatigue_unarmored,
        tags: ask.tags.clone(),
        why: ask.why.clone(),
        ..HitPlan::new(ask.harm, super::fatigue_size(seat, &state, who))
    };
    drop(state);
    let done = take_hit(seat, plan)?;
    if done.heater {
        super::gear::use_shield(seat, who)?;
    }
    let fact = HitFact {
        who,
        why: ask.why.clone(),
        harm: done.incoming,
        taken: done.taken,
        fatigue: done.fatigue,
        fatigue_was: done.fatigue_before,
        fatigue_now: done.fatigue_after,
        harm_was: done.harm_before,
        harm_now: done.harm_after,
        overflow: done.overflow,
        down: done.down,
        dead: done.dead,
        defeated: false,
        phase: None,
        cancelled: done.cancelled,
        notes: done.notes,
    };
    if ask.harm > 0 && done.redirect.is_none() {
        seat.emit(Event::Hit(Box::new(fact.clone())))?;
        if fact.overflow {
            seat.emit(Event::Overflowed {
                who,
                track: "fatigue".into(),
            })?;
        }
        fallen(seat, who, fact.down, fact.dead)?;
    }
    Ok((fact, done.redirect))
}

/// The numbers of a foe as the rules want them.
pub(crate) fn foe_state<S: Seat>(seat: &S, foe: &Foe) -> FoeState {
    let numbers = super::numbers(seat, foe);
    let phase = foe.phase as usize;
    FoeState {
        resilience: super::resilience_left(foe, &numbers),
        fatigue: foe.body.fatigue,
        capacity: numbers.fatigue_size,
        phases_left: u32::try_from(numbers.resilience.len().saturating_sub(phase + 1)).unwrap_or(0),
        next_resilience: numbers.resilience_of(phase + 1).unwrap_or(0),
    }
}

fn on_foe<S: Seat>(seat: &mut S, who: Thing, ask: &HitAsk) -> Done<(HitFact, Option<Thing>), S> {
    let state = seat.state();
    let foe = super::foe(&state, who)?.clone();
    let plan = FoeHitPlan {
        who: Some(who),
        armor: super::armor_of(seat, &state, who),
        state: foe.armor,
        ignore: ask.armor,
        tags: ask.tags.clone(),
        why: ask.why.clone(),
        resists: super::numbers(seat, &foe).resists,
        ..FoeHitPlan::new(ask.harm, foe_state(seat, &foe))
    };
    drop(state);
    let done = hit_foe(seat, plan)?;
    // A puzzle has no Resilience to lose; a phase that ends starts afresh.
    let harm_now = if done.before.resilience.is_some() && !done.phase_ended {
        foe.lost + done.lost
    } else {
        foe.lost
    };
    let fact = HitFact {
        who,
        why: ask.why.clone(),
        harm: done.incoming,
        taken: done.taken,
        fatigue: done.fatigue,
        fatigue_was: done.before.fatigue,
        fatigue_now: if done.phase_ended {
            done.before.fatigue
        } else {
            done.after.fatigue
        },
        harm_was: foe.lost,
        harm_now,
        overflow: done.overflow,
        down: false,
        dead: false,
        defeated: done.defeated,
        phase: done.phase_ended.then_some(foe.phase + 1),
        cancelled: done.cancelled.clone(),
        notes: done.notes.clone(),
    };
    if ask.harm > 0 && done.redirect.is_none() {
        seat.emit(Event::Hit(Box::new(fact.clone())))?;
        if fact.overflow {
            seat.emit(Event::Overflowed {
                who,
                track: "fatigue".into(),
            })?;
        }
        ended(
            seat,
            who,
            &done,
            if ask.why.is_empty() {
                "brought down"
            } else {
                &ask.why
            },
        )?;
    }
    Ok((fact, done.redirect))
}

/// What follows when a foe's phase or the foe itself is at its end.
pub(crate) fn ended<S: Seat>(
    seat: &mut S,
    who: Thing,
    done: &FoeHitDone,
    how: &str,
) -> Done<(), S> {
    if done.phase_ended {
        let old = seat.state().foe(who.id).map_or(0, |foe| foe.phase);
        seat.emit(Event::PhaseReached {
            who,
            old,
            new: old + 1,
        })?;
    } else if done.defeated {
        super::is_out(seat, who, how)?;
    }
    Ok(())
}

/// What follows when a character is down or dead.
pub(crate) fn fallen<S: Seat>(seat: &mut S, who: Thing, down: bool, dead: bool) -> Done<(), S> {
    if dead {
        super::dies(seat, who)?;
    } else if down {
        super::care::afresh(seat, who)?;
        super::fight::grip::lets_go(seat, who, "at Harm 3")?;
        super::conditions::apply(seat, who, super::care::INCAPACITATED, None, None, "Harm 3")?;
    }
    Ok(())
}

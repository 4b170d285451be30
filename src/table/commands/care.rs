//! Care: rest, treatment, stabilizing, and dying of what nobody treats (rules/02 §5–§6, R30, R31, R97).

use crate::rules::ids::{Thing, ThingKind};
use crate::rules::numbers::Dv;
use crate::rules::question::{Answer, Question};
use crate::rules::recovery::{self, Patient, Rest};
use crate::rules::refusal::Refusal;
use crate::rules::roll::Rolled;
use crate::rules::values::Period;
use crate::table::event::Event;
use crate::table::peril::PerilFact;
use crate::table::seat::{Done, Seat};
use crate::table::state::State;

/// The condition of somebody who dies when the exchange is over.
pub const DYING: &str = "Dying";
/// The condition of somebody at Harm 3.
pub const INCAPACITATED: &str = "Incapacitated";

/// How somebody at Harm 3 is tended; nothing has been done for anybody else.
#[must_use]
pub fn patient(state: &State, who: Thing) -> Patient {
    if who.kind != ThingKind::Pc || state.pc(who.id).is_none_or(|pc| pc.harm < 3) {
        return Patient::default();
    }
    Patient {
        dying: state.has(who, DYING),
        ..state
            .peril
            .patients
            .get(&who.id)
            .copied()
            .unwrap_or_default()
    }
}

/// Writes how somebody is tended. That somebody is Dying is a condition, and stands there alone.
fn tend<S: Seat>(seat: &mut S, who: Thing, new: Patient) -> Done<(), S> {
    let old = seat
        .state()
        .peril
        .patients
        .get(&who.id)
        .copied()
        .unwrap_or_default();
    let new = Patient {
        dying: false,
        ..new
    };
    if old != new {
        seat.emit(Event::Peril(Box::new(PerilFact::Tended { who, old, new })))?;
    }
    Ok(())
}

/// Somebody has fallen to Harm 3, or has risen from it: what was done for them before counts no more.
///
/// # Errors
/// None by the rules.
pub fn afresh<S: Seat>(seat: &mut S, who: Thing) -> Done<(), S> {
    tend(seat, who, Patient::default())
}

/// What ends when somebody is no longer at Harm 3.
///
/// # Errors
/// None by the rules.
pub fn risen<S: Seat>(seat: &mut S, who: Thing, why: &str) -> Done<(), S> {
    for condition in [INCAPACITATED, DYING] {
        super::conditions::lift(seat, who, condition, why)?;
    }
    afresh(seat, who)
}

/// Begins a scene's care of somebody: checks, and gives the DV (2 + Harm level).
///
/// # Errors
/// Nothing to treat; care was given in this scene already; somebody Dying has no scene left.
pub fn begin_treatment<S: Seat>(seat: &mut S, who: Thing) -> Done<Dv, S> {
    super::standing(seat, who)?;
    let state = seat.state();
    let name = state.name(who);
    let dv = recovery::care_dv(u32::from(super::pc(&state, who)?.harm)).map_err(|refusal| {
        match refusal {
            Refusal::Target { why, .. } => Refusal::Impossible {
                what: name.clone(),
                why,
            },
            refusal => refusal,
        }
        .halt()
    })?;
    if state.has(who, DYING) {
        seat.refuse(Refusal::Tempo {
            what: name.clone(),
            why: "Dying: care takes a scene, stabilize first".into(),
        })?;
    }
    let key = format!("care {who}");
    let n = state.claims.get(&key).map_or(0, |claim| claim.n);
    if n > 0 {
        seat.refuse(Refusal::OncePer {
            what: format!("care of {name}"),
            times: "once".into(),
            per: Period::Scene,
        })?;
    }
    seat.emit(Event::Claimed {
        key,
        per: Period::Scene,
        n: n + 1,
    })?;
    Ok(dv)
}

/// What the roll of care came to: 1 Harm level, up to 2 with a ten. Gives the levels that healed.
///
/// # Errors
/// None by the rules.
pub fn end_treatment<S: Seat>(seat: &mut S, who: Thing, roll: &Rolled) -> Done<u32, S> {
    let before = super::pc(&seat.state(), who)?.harm;
    let n = recovery::care_heals(roll.success(), roll.tens);
    if n > 0 {
        super::tracks::heal(seat, who, n, "care")?;
    }
    let after = super::pc(&seat.state(), who)?.harm;
    Ok(u32::from(before.saturating_sub(after)))
}

/// Begins an attempt to stabilize: checks, and gives the DV (3, 4, 5, then 5).
///
/// # Errors
/// By oneself; somebody who isn't at Harm 3, or is stable.
pub fn begin_stabilizing<S: Seat>(seat: &mut S, who: Thing, patient_: Thing) -> Done<Dv, S> {
    super::standing(seat, patient_)?;
    let state = seat.state();
    let name = state.name(patient_);
    if who == patient_ {
        seat.refuse(Refusal::Target {
            what: name.clone(),
            why: "stabilizing is an ally's action".into(),
        })?;
    }
    let now = patient(&state, patient_);
    let why = match super::pc(&state, patient_)?.harm {
        3 if now.stable => Some("is stable already"),
        3 => None,
        _ => Some("isn't at Harm 3"),
    };
    if let Some(why) = why {
        return Err(Refusal::Impossible {
            what: name,
            why: why.into(),
        }
        .halt());
    }
    Ok(now.dv())
}

/// What an attempt to stabilize came to. A failure costs the patient 1 Fatigue, and the second in a row leaves them
/// Dying: then the DV and three more successes are needed. True when they are stable now.
///
/// # Errors
/// None by the rules.
pub fn end_stabilizing<S: Seat>(seat: &mut S, who: Thing, roll: &Rolled) -> Done<bool, S> {
    let state = seat.state();
    let before = patient(&state, who);
    let done = before.attempt(roll.successes);
    if done.patient.stable {
        tend(seat, who, done.patient)?;
        super::conditions::lift(seat, who, DYING, "stable")?;
        return Ok(true);
    }
    super::tracks::mark(seat, who, "fatigue", done.fatigue, "the failed attempt")?;
    // The Fatigue may have killed: then there is no next attempt.
    if !seat.state().present(who) {
        return Ok(false);
    }
    if done.fatigue == 0 {
        let words = format!(
            "is still Dying: that takes {} successes",
            before.successes_needed()
        );
        super::fight::change(seat, who, words, |_| {})?;
    }
    tend(seat, who, done.patient)?;
    if done.patient.dying && !before.dying {
        super::conditions::apply(seat, who, DYING, None, None, "the second failure in a row")?;
    }
    Ok(false)
}

/// Rest (rules/02 §5): a short rest clears 2 Fatigue, a night all, a week all and one Harm level.
///
/// # Errors
/// Somebody who is out; somebody at Harm 3 whom nobody has stabilized.
pub fn rest<S: Seat>(seat: &mut S, who: Thing, rest: Rest) -> Done<(), S> {
    super::standing(seat, who)?;
    let state = seat.state();
    let stable = patient(&state, who).stable;
    let harm = state
        .pc(who.id)
        .filter(|_| who.kind == ThingKind::Pc)
        .map_or(0, |pc| u32::from(pc.harm));
    if harm >= 3 && !stable {
        seat.refuse(Refusal::Tempo {
            what: state.name(who),
            why: "at Harm 3 there are some ten minutes without care: stabilize first".into(),
        })?;
    }
    let fatigue = state.body(who).map_or(0, |body| body.fatigue);
    let (_, left) = recovery::rest(rest, fatigue, harm, stable, &seat.catalog().switches);
    let why = rest.to_string();
    let n = match rest {
        Rest::Short => Some(2),
        Rest::Night | Rest::Week => None,
    };
    super::tracks::clear(seat, who, "fatigue", n, &why)?;
    let heals = match who.kind {
        ThingKind::Pc => harm - left,
        _ => u32::from(rest == Rest::Week),
    };
    if heals > 0 {
        super::tracks::heal(seat, who, heals, &why)?;
    }
    seat.emit(Event::Peril(Box::new(PerilFact::Rested { who, rest })))?;
    Ok(())
}

/// The exchange is over: whoever is Dying dies.
///
/// # Errors
/// None by the rules.
pub fn exchange_over<S: Seat>(seat: &mut S) -> Done<(), S> {
    let state = seat.state();
    for who in state.roster() {
        if state.present(who) && state.has(who, DYING) {
            super::dies(seat, who)?;
        }
    }
    for who in state.foes_present() {
        if state.has(who, DYING) {
            super::is_out(seat, who, "died of the wounds")?;
        }
    }
    Ok(())
}

/// The scene's tension is over: the Dying die, and whoever lies at Harm 3 untended does too, unless the GM extends it.
///
/// # Errors
/// None by the rules.
pub fn scene_over<S: Seat>(seat: &mut S) -> Done<(), S> {
    exchange_over(seat)?;
    let state = seat.state();
    for who in state.roster() {
        let down = state.pc(who.id).is_some_and(|pc| pc.harm >= 3 && !pc.dead);
        if !down || patient(&state, who).stable {
            continue;
        }
        let text = format!(
            "{} is at Harm 3 and nobody has stabilized them: dead, now that the scene is over?",
            state.name(who)
        );
        if seat.ask(Question::yes_no("untended", None, text, true))? == Answer::Yes(true) {
            super::dies(seat, who)?;
        }
    }
    Ok(())
}

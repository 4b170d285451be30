//! Those who can't act are hit, not safe. Resisting is no action, but whoever lies at Harm 3, or can't move, has no dice for
//! it: a Miss without a roll (rules/02 §1, §8; rules/05 §4.4). Where a condition alone holds somebody the mind is free: a
//! pool with Spirit rolls as ever.

use super::rolls::{RollAsk, Ticks};
use crate::rules::boons::BoonGain;
use crate::rules::conditions::CONDITIONS;
use crate::rules::fatigue::can_act;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::pool::Rating;
use crate::rules::position::Stages;
use crate::rules::roll::{Payment, Rolled};
use crate::rules::values::{Attribute, Outcome};
use crate::table::seat::{Done, Seat};
use crate::table::state::State;

/// Is this one at Harm 3?
#[must_use]
pub fn down(state: &State, who: Thing) -> bool {
    who.kind == ThingKind::Pc
        && state
            .pc(who.id)
            .is_some_and(|pc| !can_act(u32::from(pc.harm)))
}

/// Why nobody rolls here: what is asked is to resist, and this one can't.
#[must_use]
pub fn why(state: &State, ask: &RollAsk) -> Option<String> {
    if ask.purpose != "defense" {
        return None;
    }
    if down(state, ask.who) {
        return Some("Harm 3".into());
    }
    let by_will = ask
        .pool
        .ratings()
        .iter()
        .any(|rating| matches!(rating, Rating::Attribute(Attribute::Spirit)));
    CONDITIONS
        .iter()
        .find(|one| !by_will && !one.can_act && state.has(ask.who, one.name))
        .map(|one| one.name.to_owned())
}

/// The Miss of somebody who can't resist: no dice, so no SB and no Boons.
///
/// # Errors
/// Somebody who is out.
pub fn misses<S: Seat>(seat: &mut S, ask: &RollAsk, why: &str) -> Done<(Rolled, Ticks), S> {
    super::standing(seat, ask.who)?;
    let words = format!("can't resist ({why}): a Miss without a roll");
    super::fight::change(seat, ask.who, words, |_| {})?;
    let position = ask.position.unwrap_or(seat.state().scene.position);
    let rolled = Rolled {
        who: Some(ask.who),
        purpose: ask.purpose.clone(),
        against: ask.against,
        pool_text: ask.pool.to_string(),
        uses: Vec::new(),
        parts: Vec::new(),
        raw: 0,
        thrown: 0,
        auto: 0,
        stages: Stages {
            gm: position,
            situation: position,
            fatigue: position,
            paid: position,
            dice_lost: 0,
            surplus: 0,
        },
        caps: Vec::new(),
        steps: Vec::new(),
        position,
        dice_lost: 0,
        dv: ask.dv.unwrap_or_default(),
        effect: ask.effect,
        stakes: ask.stakes.clone().unwrap_or_default(),
        first: Vec::new(),
        rerolls: Vec::new(),
        faces: Vec::new(),
        successes: 0,
        sb: 0,
        tens: 0,
        outcome: Outcome::Miss,
        critical: 0,
        boons: BoonGain {
            earned: 0,
            gained: 0,
            cuts: Vec::new(),
        },
        paid: Payment::default(),
        notes: vec![format!("{why}: no roll")],
    };
    let ticks = super::rolls::fallout(seat, ask, &rolled)?;
    Ok((rolled, ticks))
}

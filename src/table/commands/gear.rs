//! What armor and shields do to rolls and hits, and what mending gear takes. rules/02 §3,
//! rules/22 §1–§3.

use super::rolls::RollAsk;
use crate::rules::armor::{Hampered, wearing_penalty};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::numbers::Dv;
use crate::rules::recovery::repair;
use crate::rules::refusal::Refusal;
use crate::rules::roll::DicePart;
use crate::rules::shields::Shield;
use crate::rules::values::{ItemState, Period};
use crate::table::event::Event;
use crate::table::seat::{Done, Seat};
use crate::table::state::{Pc, State};

/// The condition of somebody behind a planted pavise.
pub const PLANTED: &str = "Planted";

fn count(n: u32) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// The shield somebody carries.
#[must_use]
pub fn shield_of(state: &State, who: Thing) -> Option<Shield> {
    state
        .pc(who.id)
        .filter(|_| who.kind == ThingKind::Pc)
        .and_then(|pc| pc.sheet.shield)
}

fn shield_key(shield: Shield, who: Thing) -> String {
    format!("{} {who}", shield.word())
}

/// This scene's use of a shield: not spent yet.
#[must_use]
pub fn shield_ready(state: &State, who: Thing) -> bool {
    shield_of(state, who).is_some_and(|shield| !state.claims.contains_key(&shield_key(shield, who)))
}

/// Spends this scene's use of somebody's shield.
///
/// # Errors
/// None by the rules.
pub fn use_shield<S: Seat>(seat: &mut S, who: Thing) -> Done<(), S> {
    let state = seat.state();
    if let Some(shield) = shield_of(&state, who) {
        let key = shield_key(shield, who);
        let n = state.claims.get(&key).map_or(0, |claim| claim.n) + 1;
        seat.emit(Event::Claimed {
            key,
            per: Period::Scene,
            n,
        })?;
    }
    Ok(())
}

/// The dice that armor and shield take from a roll. What a shield gives on Defend is that action's.
#[must_use]
pub(super) fn dice<S: Seat>(seat: &S, pc: &Pc, ask: &RollAsk) -> Vec<DicePart> {
    let mut parts = Vec::new();
    let uses = |skill: &str| ask.pool.uses(skill);
    let hampered = Hampered {
        physical: uses("melee") || uses("ranged") || uses("athletics"),
        covert: uses("stealth") || ask.covert && uses("deception"),
    };
    let armor = super::worn_by(seat, &pc.sheet.armor);
    let penalty = wearing_penalty(armor, hampered, &seat.catalog().switches);
    if penalty > 0 {
        let label = format!("{} armor", armor.word());
        parts.push(DicePart::new(label, -count(penalty)));
    }
    let burden = pc.sheet.shield.map_or(0, Shield::ranged_penalty);
    if let Some(shield) = pc.sheet.shield
        && burden > 0
        && ask.purpose != "defense"
        && uses("ranged")
    {
        parts.push(DicePart::new(shield.word(), -count(burden)));
    }
    parts
}

/// Begins to mend an item, one state better or to the state wanted: the Craft DV, or nothing where no roll is needed
/// (a smith, or a short rest with basic tools).
///
/// # Errors
/// Nothing to mend; a state that isn't better; a second scene's work on it in one scene.
pub fn begin_mending<S: Seat>(
    seat: &mut S,
    owner: Thing,
    item: &str,
    to: Option<ItemState>,
    smith: bool,
) -> Done<(ItemState, Option<Dv>), S> {
    let old = super::items::state_of(seat, owner, item);
    let new = to.unwrap_or(old.better());
    let what = format!("{}'s {item}", seat.state().name(owner));
    let Some(work) = repair(old, new) else {
        return Err(Refusal::Impossible {
            what,
            why: if new == old {
                format!("is {}, there is nothing to mend", old.word())
            } else {
                format!("is {}, and {} is no better", old.word(), new.word())
            },
        }
        .halt());
    };
    let Some(dv) = work.dv.filter(|_| !smith) else {
        return Ok((new, None));
    };
    let key = format!("mend {owner} {item}");
    let n = seat.state().claims.get(&key).map_or(0, |claim| claim.n);
    if n > 0 {
        seat.refuse(Refusal::OncePer {
            what: format!("work on {what} ({})", work.needs),
            times: "once".into(),
            per: Period::Scene,
        })?;
    }
    seat.emit(Event::Claimed {
        key,
        per: Period::Scene,
        n: n + 1,
    })?;
    Ok((new, Some(dv)))
}

/// A pavise is planted: its bearer stands in heavy cover from one side, and stays.
///
/// # Errors
/// Without a pavise.
pub fn plant<S: Seat>(seat: &mut S, who: Thing, against: &str) -> Done<(), S> {
    super::standing(seat, who)?;
    let state = seat.state();
    if !shield_of(&state, who).is_some_and(Shield::plants) {
        seat.refuse(Refusal::Target {
            what: state.name(who),
            why: "only a pavise is planted".into(),
        })?;
    }
    let why = if against.is_empty() {
        "heavy cover from one side".to_owned()
    } else {
        format!("heavy cover against {against}")
    };
    super::conditions::apply(seat, who, PLANTED, None, None, &why)?;
    Ok(())
}

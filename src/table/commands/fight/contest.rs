//! Contests of a fight: Shove, Grapple, Hide, Search, Escape (rules/04 §5, R63–R65). One player-facing roll; the other
//! side's printed ratings are a gauge.

use crate::rules::ground::Cover;
use crate::rules::help::npc_dv;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::numbers::Dv;
use crate::rules::pool::{PoolSpec, Rating};
use crate::rules::refusal::Refusal;
use crate::rules::values::Band;
use crate::table::commands::rolls::rating;
use crate::table::names;
use crate::table::seat::{Done, Seat};

/// What somebody brings to a pool: a character's ratings, a foe's gauges.
#[must_use]
pub fn gauge<S: Seat>(seat: &S, who: Thing, pool: &PoolSpec) -> u32 {
    let state = seat.state();
    if let Some(pc) = state.pc(who.id).filter(|_| who.kind == ThingKind::Pc) {
        return pool.ratings().iter().map(|one| rating(pc, one)).sum();
    }
    let catalog = seat.catalog();
    let Some(def) = state
        .foe(who.id)
        .and_then(|foe| catalog.adversaries.get(&foe.def))
    else {
        return 0;
    };
    let of = |one: &Rating| match one {
        Rating::Attribute(attribute) => def.attributes.get(attribute).copied().unwrap_or(0),
        Rating::Skill(skill) => {
            let skills = &def.skills;
            let found = skills
                .iter()
                .find(|(name, _)| names::same(name, skill.word()));
            found.map_or(0, |(_, level)| *level)
        }
    };
    pool.ratings().iter().map(|one| u32::from(of(one))).sum()
}

/// The DV against the best of these: 3, or 4 where one is printed better than the actor.
#[must_use]
pub fn dv<S: Seat>(
    seat: &S,
    who: Thing,
    own: &PoolSpec,
    others: &[Thing],
    theirs: &PoolSpec,
) -> Dv {
    let gauges = others.iter().map(|other| gauge(seat, *other, theirs));
    npc_dv(gauge(seat, who, own), gauges.max().unwrap_or(0))
}

/// Shove and Grapple need their target at Close (R65).
///
/// # Errors
/// Farther away.
pub fn at_close<S: Seat>(seat: &mut S, who: Thing, target: Thing, what: &str) -> Done<(), S> {
    let state = seat.state();
    let band = state.band(who, target);
    if band != Band::Close {
        seat.refuse(Refusal::Band {
            what: format!("{what} at {}", state.name(target)),
            at: band.to_string(),
            allowed: Band::Close.to_string(),
        })?;
    }
    Ok(())
}

/// Hide needs full cover or heavy concealment.
///
/// # Errors
/// In the open.
pub fn out_of_sight<S: Seat>(seat: &mut S, who: Thing) -> Done<(), S> {
    let fighter = seat.state().fight.of(who);
    if fighter.cover != Cover::Full && !fighter.concealed {
        let why = "Hide needs full cover or heavy concealment (ground … cover=full, concealed=yes)";
        super::denied(seat, who, Err(why.into()))?;
    }
    Ok(())
}

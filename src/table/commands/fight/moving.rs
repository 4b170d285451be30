//! Moving between bands: what a Move may do, what it leaves behind (rules/04 §2, §5, §7; R49, R54).

use crate::rules::conditions::CONDITIONS;
use crate::rules::ground::bands_between;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::values::Band;
use crate::table::event::Event;
use crate::table::seat::{Done, Seat};
use crate::table::state::State;

/// A way between bands, before it is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Who goes.
    pub who: Thing,
    /// To whom the distance changes: before, after.
    pub changes: Vec<(Thing, Band, Band)>,
}

impl Way {
    /// The way to a band from one other, or from everyone on the other side.
    #[must_use]
    pub fn to(state: &State, who: Thing, band: Band, other: Option<Thing>) -> Self {
        let others = match other {
            Some(other) => vec![other],
            None => super::opponents(state, who),
        };
        let changes = others
            .into_iter()
            .map(|other| (other, state.band(who, other), band))
            .filter(|(_, old, new)| old != new)
            .collect();
        Self { who, changes }
    }

    /// Whoever runs toward one leaves the others that are Close: they are Near then.
    #[must_use]
    pub fn running(state: &State, who: Thing, band: Band, toward: Thing) -> Self {
        let mut way = Self::to(state, who, band, Some(toward));
        if !way.changes.is_empty() {
            let left = super::opponents(state, who)
                .into_iter()
                .filter(|other| *other != toward && state.band(who, *other) == Band::Close);
            way.changes
                .extend(left.map(|other| (other, Band::Close, Band::Near)));
        }
        way
    }

    /// Bands crossed: the longest stretch.
    #[must_use]
    pub fn bands(&self) -> u32 {
        let crossed = self
            .changes
            .iter()
            .filter_map(|(_, old, new)| bands_between(*old, *new));
        crossed.max().unwrap_or(0)
    }

    /// Enemies whose Close band is left.
    #[must_use]
    pub fn leaves(&self) -> Vec<Thing> {
        self.changes
            .iter()
            .filter(|(_, old, new)| *old == Band::Close && *new > Band::Close)
            .map(|(other, ..)| *other)
            .collect()
    }

    fn away(&self) -> bool {
        self.changes.iter().any(|(_, old, new)| new > old)
    }
}

/// Whether somebody can leave where they are: not held, not down.
///
/// # Errors
/// Grappled, Entangled, Paralyzed, holding somebody.
pub fn free_to_go<S: Seat>(seat: &mut S, way: &Way) -> Done<(), S> {
    let state = seat.state();
    for condition in CONDITIONS.iter().filter(|condition| !condition.can_leave) {
        // A grip holds what goes away, not what comes nearer.
        let held = condition.name != "Grappled" || way.away();
        if held && state.has(way.who, condition.name) {
            let why = format!("is {}: {}", condition.name, condition.ends);
            super::denied(seat, way.who, Err(why))?;
        }
    }
    let holds = state.fight.of(way.who).holds;
    if let Some(held) = holds.filter(|held| state.has(*held, "Grappled") && way.away()) {
        let why = format!("holds {}: neither can move apart", state.name(held));
        super::denied(seat, way.who, Err(why))?;
    }
    Ok(())
}

/// Difficult ground for this one?
#[must_use]
pub fn difficult(state: &State, who: Thing) -> bool {
    state.fight.difficult || state.fight.of(who).difficult
}

/// The Move of a turn is used on this way; whether the way is gone now, and not only half of it (R49).
///
/// # Errors
/// Against the order of a turn; held.
pub fn use_move<S: Seat>(seat: &mut S, way: &Way) -> Done<bool, S> {
    let who = way.who;
    free_to_go(seat, way)?;
    let state = seat.state();
    let fighter = state.fight.of(who);
    let (bands, hard) = (way.bands(), difficult(&state, who));
    super::denied(seat, who, fighter.turn.may_move(bands, hard))?;
    let Some((other, _, band)) = way.changes.first().copied() else {
        return Ok(true);
    };
    let exchange = state.scene.exchange;
    let half = (other, band, exchange);
    let second = fighter
        .half
        .is_some_and(|(to, at, since)| to == other && at == band && since + 1 == exchange);
    let only_half = hard && !fighter.turn.dashed && !second;
    let lost: Vec<&str> = [
        fighter.set.as_ref().map(|_| "the weapon is no longer set"),
        fighter.ready.as_ref().map(|_| "nothing is held any more"),
    ]
    .into_iter()
    .flatten()
    .filter(|_| !only_half)
    .collect();
    let words = if only_half {
        format!("half way to {band}: difficult ground takes another Move")
    } else {
        lost.join(", ")
    };
    super::change(seat, who, words, |fighter| {
        fighter.turn.moves += 1;
        fighter.turn.bands += if only_half { 0 } else { bands };
        fighter.half = only_half.then_some(half);
        if !only_half {
            fighter.set = None;
            fighter.ready = None;
        }
    })?;
    Ok(!only_half)
}

/// Goes the way.
///
/// # Errors
/// The seat's stop.
pub fn go<S: Seat>(seat: &mut S, way: &Way) -> Done<(), S> {
    for (other, _, new) in &way.changes {
        let old = seat.state().band(way.who, *other);
        if old != *new {
            seat.emit(Event::Shifted {
                who: way.who,
                other: *other,
                old,
                new: *new,
            })?;
            super::grip::apart(seat, way.who, *other)?;
        }
    }
    Ok(())
}

/// Whether a Charge or Skirmish can be made here: open ground, or somebody who is Relentless.
///
/// # Errors
/// Difficult ground.
pub fn open_ground<S: Seat>(seat: &mut S, who: Thing, what: &str) -> Done<(), S> {
    let state = seat.state();
    let relentless = who.kind == ThingKind::Pc
        && state.pc(who.id).is_some_and(|pc| {
            let talents = &pc.sheet.talents;
            talents
                .iter()
                .any(|talent| crate::table::names::same(talent, "Relentless"))
        });
    if difficult(&state, who) && !relentless {
        let why = format!("no {what} on difficult ground, but for the Relentless");
        super::denied(seat, who, Err(why))?;
    }
    Ok(())
}

//! Story-Beat moves: who is in reach, what stands against one, its price, and paying it (rules/05 §3, §4.5).

use crate::rules::ids::{Thing, ThingKind};
use crate::rules::moves::{MoveCostIn, price};
use crate::rules::refusal::Refusal;
use crate::table::catalog::{Cost, MoveDef, Target};
use crate::table::event::Event;
use crate::table::foes::FoeFact;
use crate::table::names;
use crate::table::seat::{Done, Seat};
use crate::table::state::State;

/// Who a move can be aimed at now, and who can't, with the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Those it can be aimed at, in the party's order.
    pub open: Vec<Thing>,
    /// Those it can't, and why.
    pub barred: Vec<(Thing, Refusal)>,
}

/// A move as it stands now: its price, and why it can't be used.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The price now: what the definition says, what adds to it, house rules.
    pub cost: u32,
    /// Why it can't be used, in one phrase each.
    pub why_not: Vec<Refusal>,
    /// Short words for the menu, parallel to `why_not`.
    pub short: Vec<String>,
    /// Whom it can be aimed at.
    pub reach: Reach,
}

/// Key of the ledger of a move.
#[must_use]
pub fn move_key(who: Thing, name: &str) -> String {
    format!("move {who} {}", names::fold(name))
}

/// Foes of one definition that are at the table and free to act together.
#[must_use]
pub fn of_kind(state: &State, who: Thing) -> Vec<Thing> {
    let def = state.foe(who.id).map(|foe| foe.def.clone());
    state
        .foes_present()
        .filter(|other| state.foe(other.id).map(|foe| &foe.def) == def.as_ref())
        .collect()
}

/// The short words of a refusal, for a menu: the reason alone.
#[must_use]
pub fn short_of(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Target { why, .. } | Refusal::Tempo { why, .. } => why.clone(),
        Refusal::Band { at, allowed, .. } => {
            format!(
                "{}, not within {}",
                at.to_lowercase(),
                allowed.to_lowercase()
            )
        }
        other => other.to_string(),
    }
}

/// Why this one can't be the move's target, if it can't.
///
/// # Errors
/// A script's own failure in `only`.
fn barred<S: Seat>(
    seat: &mut S,
    who: Thing,
    what: &MoveDef,
    target: Thing,
) -> Done<Option<Refusal>, S> {
    let state = seat.state();
    let at = format!("{} at {}", what.name, state.name(target));
    if let Some(why) = super::conditions::untargetable(&state, target) {
        return Ok(Some(Refusal::Target { what: at, why }));
    }
    if let Some(within) = what.within {
        let band = state.band(who, target);
        if band > within {
            return Ok(Some(Refusal::Band {
                what: at,
                at: band.to_string(),
                allowed: within.to_string(),
            }));
        }
    }
    if what.rider
        && !state
            .foe(who.id)
            .is_some_and(|foe| foe.struck.contains(&target))
    {
        let why = "wasn't hit: a rider follows a hit".to_owned();
        return Ok(Some(Refusal::Target { what: at, why }));
    }
    if let Some(only) = what.only
        && let Some(why) = seat.call_test(only, &[target, who])?
    {
        return Ok(Some(Refusal::Target { what: at, why }));
    }
    Ok(None)
}

/// Whom a move can be aimed at now.
///
/// # Errors
/// A script's own failure in `only`.
pub fn reach<S: Seat>(seat: &mut S, who: Thing, what: &MoveDef) -> Done<Reach, S> {
    let mut reach = Reach::default();
    if !matches!(what.target, Target::Pc | Target::Party) {
        return Ok(reach);
    }
    let party: Vec<Thing> = seat.state().party().collect();
    for pc in party {
        match barred(seat, who, what, pc)? {
            None => reach.open.push(pc),
            Some(refusal) => reach.barred.push((pc, refusal)),
        }
    }
    Ok(reach)
}

/// The price of a move now, and what stands against it.
///
/// # Errors
/// A script's own failure in `cost`, `when` or `only`.
pub fn standing<S: Seat>(seat: &mut S, who: Thing, what: &MoveDef) -> Done<Standing, S> {
    let input = printed(seat, who, what)?;
    let priced = price(seat, input)?;
    let cost = priced.cost;
    let (mut why_not, mut short) = obstacles(seat, who, what)?;
    let reach = reach(seat, who, what)?;
    if matches!(what.target, Target::Pc | Target::Party) && reach.open.is_empty() {
        let why = nobody(what, &reach);
        short.push(why.clone());
        why_not.push(Refusal::Target {
            what: what.name.clone(),
            why,
        });
    }
    if let Some(why) = priced.cancelled {
        short.push(why.clone());
        why_not.push(Refusal::Tempo {
            what: what.name.clone(),
            why,
        });
    }
    let bank = seat.state().bank;
    if cost > bank {
        short.push(format!("{} SB short", cost - bank));
        why_not.push(super::beats::short(&what.name, cost, bank));
    }
    Ok(Standing {
        cost,
        why_not,
        short,
        reach,
    })
}

/// Why nobody can be its target: out of reach, one reason for all, or the reasons one by one.
fn nobody(what: &MoveDef, reach: &Reach) -> String {
    let bands = |refusal: &Refusal| matches!(refusal, Refusal::Band { .. });
    if reach.barred.is_empty() {
        return "nobody is here".to_owned();
    }
    if what.rider {
        return "follows a hit of its own".to_owned();
    }
    if let Some(within) = what.within
        && reach.barred.iter().all(|(_, refusal)| bands(refusal))
    {
        return format!("nobody within {}", within.word());
    }
    let mut reasons: Vec<String> = Vec::new();
    for (_, refusal) in &reach.barred {
        let why = short_of(refusal);
        if !reasons.contains(&why) {
            reasons.push(why);
        }
    }
    format!("nobody: {}", reasons.join("; "))
}

/// What stands against a move besides its price and its targets: it was used in its period, it takes more of them, its
/// `when` says no.
fn obstacles<S: Seat>(
    seat: &mut S,
    who: Thing,
    what: &MoveDef,
) -> Done<(Vec<Refusal>, Vec<String>), S> {
    let mut why_not = Vec::new();
    let mut short = Vec::new();
    let state = seat.state();
    if let Some(per) = what.per {
        let times = what.times.unwrap_or(1);
        if state
            .claims
            .get(&move_key(who, &what.name))
            .is_some_and(|claim| claim.n >= times)
        {
            short.push(format!("used this {per}"));
            let times = if times == 1 {
                "once".to_owned()
            } else {
                format!("{times} times")
            };
            why_not.push(Refusal::OncePer {
                what: what.name.clone(),
                times,
                per,
            });
        }
    }
    let mut tempo = |why: String| {
        short.push(why.clone());
        why_not.push(Refusal::Tempo {
            what: what.name.clone(),
            why,
        });
    };
    let here = of_kind(&state, who).len();
    if here < what.together as usize {
        tempo(format!("takes {} together, {here} here", what.together));
    }
    if let Some(when) = what.when
        && let Some(why) = seat.call_test(when, &[who])?
    {
        tempo(why);
    }
    Ok((why_not, short))
}

/// What a move costs before anything adds to it.
fn printed<S: Seat>(seat: &mut S, who: Thing, what: &MoveDef) -> Done<MoveCostIn, S> {
    let base = match what.cost {
        Cost::Fixed(n) => n,
        Cost::Run(run) => u32::try_from(seat.call_cost(who, run)?).unwrap_or(0),
    };
    Ok(MoveCostIn {
        foe: Some(who),
        name: what.name.clone(),
        base,
        signature: what.signature,
    })
}

/// Checks a move and pays for it: target, ledger, trigger, bank. What it does comes after.
///
/// # Errors
/// Each of these, overruled by `because`.
pub fn pay_move<S: Seat>(
    seat: &mut S,
    who: Thing,
    what: &MoveDef,
    targets: &[Thing],
) -> Done<u32, S> {
    super::standing(seat, who)?;
    for target in targets {
        super::standing(seat, *target)?;
        if matches!(what.target, Target::Pc | Target::Party)
            && let Some(refusal) = barred(seat, who, what, *target)?
        {
            seat.refuse(refusal)?;
        }
    }
    for refusal in obstacles(seat, who, what)?.0 {
        seat.refuse(refusal)?;
    }
    let input = printed(seat, who, what)?;
    let priced = price(seat, input)?;
    if let Some(why) = priced.cancelled {
        seat.refuse(Refusal::Tempo {
            what: what.name.clone(),
            why,
        })?;
    }
    let cost = priced.cost;
    super::beats::pay(seat, cost, &what.name, &what.name)?;
    if let Some(per) = what.per {
        let key = move_key(who, &what.name);
        let n = seat.state().claims.get(&key).map_or(0, |claim| claim.n) + 1;
        seat.emit(Event::Claimed { key, per, n })?;
    }
    seat.emit(Event::Used {
        who,
        name: what.name.clone(),
        cost,
        targets: targets.to_vec(),
    })?;
    // The hit has had its rider.
    if what.rider {
        for whom in targets {
            let there = seat
                .state()
                .foe(who.id)
                .is_some_and(|foe| foe.struck.contains(whom));
            if there {
                seat.emit(Event::Foe(FoeFact::Ridden { who, whom: *whom }))?;
            }
        }
    }
    super::cards::beats_spent(seat, cost)?;
    Ok(cost)
}

/// A hit of a foe has landed on somebody: counted where the foe has riders to follow it.
///
/// # Errors
/// None by the rules.
pub fn struck<S: Seat>(seat: &mut S, who: Thing, whom: Thing) -> Done<(), S> {
    if who.kind != ThingKind::Foe || whom.kind != ThingKind::Pc {
        return Ok(());
    }
    let (state, catalog) = (seat.state(), seat.catalog());
    let rides = state
        .foe(who.id)
        .filter(|_| state.present(who))
        .and_then(|foe| Some((catalog.adversaries.get(&foe.def)?, foe.phase)))
        .is_some_and(|(def, phase)| def.moves_in(phase as usize).iter().any(|one| one.rider));
    if rides {
        seat.emit(Event::Foe(FoeFact::Struck { who, whom }))?;
    }
    Ok(())
}

//! Boons: earned, paid, given (rules/01 §8).

use crate::rules::boons;
use crate::rules::ids::Thing;
use crate::rules::numbers::TierLevel;
use crate::rules::refusal::Refusal;
use crate::table::event::Event;
use crate::table::seat::{Done, Seat};
use crate::table::state::Pc;

/// The Tier of a character: by all XP ever earned.
#[must_use]
pub fn tier(pc: &Pc) -> TierLevel {
    TierLevel::from_xp(pc.sheet.total_xp() + pc.xp)
}

/// How many Boons a character may hold.
#[must_use]
pub fn hold_cap<S: Seat>(seat: &S, pc: &Pc) -> u32 {
    boons::hold_cap(tier(pc), &seat.catalog().switches)
}

/// A character earns `n` Boons, up to the hold cap. Gives back what was lost to it.
///
/// # Errors
/// Not a character; one who is dead.
pub fn earn<S: Seat>(seat: &mut S, who: Thing, n: u32, why: &str) -> Done<u32, S> {
    earn_from(seat, who, n, 0, why)
}

/// As [`earn`]; `failure` of them count toward the scene's cap of failure Boons.
///
/// # Errors
/// Not a character.
pub fn earn_from<S: Seat>(
    seat: &mut S,
    who: Thing,
    n: u32,
    failure: u32,
    why: &str,
) -> Done<u32, S> {
    let state = seat.state();
    let pc = super::pc(&state, who)?;
    if pc.dead {
        super::standing(seat, who)?;
    }
    let award = boons::award(pc.boons, n, hold_cap(seat, pc));
    if n > 0 {
        seat.emit(Event::Boons {
            who,
            old: award.old,
            new: award.new,
            failure,
            surplus: award.surplus,
            why: why.to_owned(),
        })?;
    }
    Ok(award.surplus)
}

/// A character pays `n` Boons.
///
/// # Errors
/// Refused when fewer are held; overruled, all held are paid.
pub fn pay<S: Seat>(seat: &mut S, who: Thing, n: u32, what: &str, why: &str) -> Done<(), S> {
    let state = seat.state();
    let old = super::pc(&state, who)?.boons;
    let new = match boons::pay(old, n, what) {
        Ok(new) => new,
        Err(refusal) => {
            seat.refuse(refusal)?;
            0
        }
    };
    if old != new {
        seat.emit(Event::Boons {
            who,
            old,
            new,
            failure: 0,
            surplus: 0,
            why: why.to_owned(),
        })?;
    }
    Ok(())
}

/// One character gives Boons to another (R11).
///
/// # Errors
/// More than once a scene (twice between bonded characters), more than held, or to oneself.
pub fn give<S: Seat>(seat: &mut S, from: Thing, to: Thing, n: u32) -> Done<u32, S> {
    let state = seat.state();
    let (giver, receiver) = (super::pc(&state, from)?, super::pc(&state, to)?);
    if from == to {
        return Err(Refusal::Target {
            what: giver.sheet.name.clone(),
            why: "Boons are given to somebody else".into(),
        }
        .halt());
    }
    let bonded = super::accord::bonded(&state, from, to);
    let key = format!("gift {from}");
    let given = state.claims.get(&key).map_or(0, |claim| claim.n);
    let cap = hold_cap(seat, receiver);
    let gift = match boons::gift(giver.boons, receiver.boons, n, cap, bonded, given) {
        Ok(gift) => gift,
        Err(refusal) => {
            seat.refuse(refusal)?;
            // The GM's word lifts the scene's limit; what isn't held can't be given.
            boons::gift(
                giver.boons,
                receiver.boons,
                n.min(giver.boons),
                cap,
                true,
                0,
            )
            .map_err(crate::rules::refusal::Halt::Refused)?
        }
    };
    let (giver_old, receiver_old, name) =
        (giver.boons, receiver.boons, receiver.sheet.name.clone());
    let giver_name = giver.sheet.name.clone();
    for n in 1..=n {
        seat.emit(Event::Claimed {
            key: key.clone(),
            per: crate::rules::values::Period::Scene,
            n: given + n,
        })?;
    }
    let why = format!("given to {name}");
    seat.emit(Event::Boons {
        who: from,
        old: giver_old,
        new: gift.giver,
        failure: 0,
        surplus: 0,
        why,
    })?;
    let why = format!("from {giver_name}");
    seat.emit(Event::Boons {
        who: to,
        old: receiver_old,
        new: gift.receiver,
        failure: 0,
        surplus: gift.stayed,
        why,
    })?;
    Ok(gift.stayed)
}

/// A character converts 2 or 4 Boons into 1 or 2 XP, once a session (R15).
///
/// # Errors
/// Another number of Boons, never overruled; a second time in the session; too few held.
pub fn convert<S: Seat>(seat: &mut S, who: Thing, n: u32) -> Done<(), S> {
    let state = seat.state();
    let held = super::pc(&state, who)?.boons;
    let key = format!("convert {who}");
    let times = state.claims.get(&key).map_or(0, |claim| claim.n);
    let gained = match boons::convert(held, n, times > 0) {
        Ok(gained) => gained,
        Err(refusal) => {
            seat.refuse(refusal)?;
            n / 2
        }
    };
    drop(state);
    let per = crate::rules::values::Period::Session;
    seat.emit(Event::Claimed {
        key,
        per,
        n: times + 1,
    })?;
    pay(seat, who, n, "the conversion", "converted")?;
    let old = super::pc(&seat.state(), who)?.xp;
    seat.emit(Event::Marked {
        who,
        track: "xp".into(),
        old,
        new: old + gained,
        size: 0,
        why: "converted Boons".into(),
    })?;
    Ok(())
}

/// Acting on a bond, meaningfully and with an intricate description: a Boon, once per bond and session (rules/01 §8).
///
/// # Errors
/// No bond between the two; a second time in the session; not characters.
pub fn bond<S: Seat>(seat: &mut S, who: Thing, with: Thing, why: &str) -> Done<u32, S> {
    let state = seat.state();
    let (one, other) = (super::pc(&state, who)?, super::pc(&state, with)?);
    let (name, others) = (one.sheet.name.clone(), other.sheet.name.clone());
    if !super::accord::bonded(&state, who, with) {
        seat.refuse(Refusal::Target {
            what: name.clone(),
            why: format!("has no bond with {others}: tie makes one, or the sheet, under bonds"),
        })?;
    }
    // A bond is mutual: it is the same one whichever side acts on it.
    let (first, second) = if who <= with {
        (who, with)
    } else {
        (with, who)
    };
    let key = format!("bond {first} {second}");
    let times = state.claims.get(&key).map_or(0, |claim| claim.n);
    let per = crate::rules::values::Period::Session;
    if times > 0 {
        seat.refuse(Refusal::OncePer {
            what: format!("the Boon of the bond between {name} and {others}"),
            times: "once".into(),
            per,
        })?;
    }
    drop(state);
    seat.emit(Event::Claimed {
        key,
        per,
        n: times + 1,
    })?;
    let why = if why.is_empty() {
        format!("bond with {others}")
    } else {
        format!("bond with {others}: {why}")
    };
    earn(seat, who, 1, &why)
}

/// A Boon, or Fatigue in its place (R16).
///
/// # Errors
/// Too few Boons.
pub fn pay_with<S: Seat>(seat: &mut S, who: Thing, pay_by: boons::Pay, what: &str) -> Done<(), S> {
    match pay_by {
        boons::Pay::Boon => pay(seat, who, 1, what, what),
        boons::Pay::Fatigue => {
            super::tracks::mark(seat, who, "fatigue", 1, "in place of a Boon")?;
            Ok(())
        }
    }
}

/// An Asset is brought on screen: the Boon is paid; gives back its name as the sheet has it (rules/01 §8, rules/40 §2).
///
/// # Errors
/// An Asset that the sheet hasn't; too few Boons.
pub fn activate<S: Seat>(seat: &mut S, who: Thing, asset: &str, by: boons::Pay) -> Done<String, S> {
    let state = seat.state();
    let pc = super::pc(&state, who)?;
    let known: Vec<&str> = pc
        .sheet
        .assets
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    let Some(name) = known
        .iter()
        .find(|name| crate::table::names::same(name, asset))
        .map(|name| (*name).to_owned())
    else {
        return Err(Refusal::Impossible {
            what: format!("{}'s assets", pc.sheet.name),
            why: crate::table::names::unknown("asset", asset, &known),
        }
        .halt());
    };
    pay_with(seat, who, by, &format!("{name} on screen"))?;
    Ok(name)
}

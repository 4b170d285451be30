//! Foes: spawned, defeated, resolved, and the price of their moves (rules/05).

use crate::rules::ids::{Thing, ThingKind};
use crate::rules::refusal::{Halt, Refusal};
use crate::rules::values::{Band, ItemState};
use crate::table::catalog::AdversaryDef;
use crate::table::event::Event;
use crate::table::names;
use crate::table::seat::{Done, Seat};
use crate::table::state::{Body, Foe, State};

/// What a spawn may say besides the name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpawnAsk {
    /// Own names, one each.
    pub names: Vec<String>,
    /// Band to everyone, if not Near.
    pub band: Option<Band>,
    /// Resilience left at the start.
    pub resilience: Option<u32>,
    /// Hidden from players.
    pub hidden: bool,
    /// Who has bound it.
    pub owner: Option<Thing>,
}

/// Copies are named by letters: "Ash Rat", then "Ash Rat B"; several at once A, B, C. No name ends in a digit.
pub(super) fn letter(n: u32) -> String {
    let mut n = n;
    let mut letters = String::new();
    loop {
        letters.insert(0, char::from(b'A' + u8::try_from(n % 26).unwrap_or(0)));
        if n < 26 {
            return letters;
        }
        n = n / 26 - 1;
    }
}

/// Brings `n` foes of a definition to the table.
///
/// # Errors
/// A name that is taken; more names than foes.
pub fn spawn<S: Seat>(
    seat: &mut S,
    def: &AdversaryDef,
    n: u32,
    ask: &SpawnAsk,
) -> Done<Vec<Thing>, S> {
    if ask.names.len() > n as usize {
        return Err(Refusal::Number {
            what: "names for the foes".into(),
            got: i64::try_from(ask.names.len()).unwrap_or(i64::MAX),
            allowed: "one a foe at most",
        }
        .halt());
    }
    if ask.owner.is_some() && !def.leash {
        seat.refuse(Refusal::Target {
            what: def.name.clone(),
            why: "can't be bound: its stat block has no Leash (leash = true)".into(),
        })?;
    }
    let mut spawned = Vec::new();
    for at in 0..n {
        let state = seat.state();
        let before = state.scene.named.get(&def.name).copied().unwrap_or(0);
        let name = match ask.names.get(at as usize) {
            Some(own) => own.clone(),
            None if n == 1 && before == 0 => def.name.clone(),
            None => format!("{} {}", def.name, letter(before)),
        };
        free(&state, &name)?;
        let last = def.numbers();
        let lost = match (ask.resilience, last.resilience_of(0)) {
            (Some(left), Some(size)) => size.saturating_sub(left.clamp(1, size)),
            _ => 0,
        };
        let foe = Foe {
            def: def.name.clone(),
            name,
            body: Body::default(),
            phase: 0,
            lost,
            defeated: None,
            deeds: Vec::new(),
            hidden: ask.hidden,
            armor: ItemState::Maintained,
            last,
            struck: Vec::new(),
            owner: ask.owner,
        };
        let who = Thing {
            kind: ThingKind::Foe,
            id: state.last_id + 1,
        };
        let party: Vec<Thing> = state.party().collect();
        drop(state);
        seat.emit(Event::Spawned {
            who,
            foe: Box::new(foe),
        })?;
        if let Some(band) = ask.band.filter(|band| *band != Band::Near) {
            for pc in party {
                seat.emit(Event::Shifted {
                    who,
                    other: pc,
                    old: Band::Near,
                    new: band,
                })?;
            }
        }
        spawned.push(who);
    }
    Ok(spawned)
}

pub(super) fn free<S>(state: &State, name: &str) -> Result<(), Halt<S>> {
    let taken = state
        .roster()
        .chain(state.foes_present())
        .chain(state.timers_shown())
        .any(|thing| names::same(&state.name(thing), name));
    if taken {
        return Err(Refusal::Target {
            what: name.to_owned(),
            why: "this name is taken: give another (name = \"…\")".into(),
        }
        .halt());
    }
    Ok(())
}

/// The GM's word that a foe is out: paid, fled, surrendered.
///
/// # Errors
/// One that is out already; one that is no foe.
pub fn defeat<S: Seat>(seat: &mut S, who: Thing, how: &str) -> Done<(), S> {
    let state = seat.state();
    if who.kind != ThingKind::Foe {
        return Err(Refusal::Impossible {
            what: state.name(who),
            why: "only a foe is defeated; a character is hit, or leaves".into(),
        }
        .halt());
    }
    super::standing(seat, who)?;
    super::is_out(seat, who, how)?;
    Ok(())
}

/// Deeds of a Resolution that are left.
#[must_use]
pub fn deeds_left(foe: &Foe, def: Option<&AdversaryDef>) -> Vec<String> {
    def.map(|def| {
        def.deeds
            .iter()
            .filter(|deed| !foe.deeds.iter().any(|done| names::same(done, &deed.name)))
            .map(|deed| deed.name.clone())
            .collect()
    })
    .unwrap_or_default()
}

/// The deed of this name, or the only one with a word that begins so.
fn deed_called<'a>(deeds: &'a [String], wanted: &str) -> Option<&'a String> {
    if let Some(found) = deeds.iter().find(|deed| names::same(deed, wanted)) {
        return Some(found);
    }
    let start = names::fold(wanted);
    let mut fits = deeds.iter().filter(|deed| {
        deed.split_whitespace()
            .any(|word| names::fold(word).starts_with(&start))
    });
    fits.next()
        .filter(|_| !start.is_empty() && fits.next().is_none())
}

/// A deed of a Resolution is done; without one, all of it. The last one ends the foe.
///
/// # Errors
/// A deed that isn't there, or is done.
pub fn resolve<S: Seat>(seat: &mut S, who: Thing, deed: Option<&str>) -> Done<Option<String>, S> {
    super::standing(seat, who)?;
    let (state, catalog) = (seat.state(), seat.catalog());
    let foe = super::foe(&state, who)?;
    let def = catalog.adversaries.get(&foe.def);
    let left = deeds_left(foe, def.map(AsRef::as_ref));
    let found = match deed {
        None => None,
        Some(wanted) => match deed_called(&left, wanted) {
            Some(found) => Some(found.clone()),
            None if deed_called(&foe.deeds, wanted).is_some() => {
                let left = if left.is_empty() {
                    "nothing".to_owned()
                } else {
                    left.join(", ")
                };
                return Err(Refusal::Impossible {
                    what: foe.name.clone(),
                    why: format!("{wanted} is done already; left: {left}"),
                }
                .halt());
            }
            None => {
                let why = names::unknown("deed", wanted, &left);
                return Err(Refusal::Target {
                    what: foe.name.clone(),
                    why,
                }
                .halt());
            }
        },
    };
    seat.emit(Event::DeedDone {
        who,
        deed: found.clone(),
    })?;
    if found.is_none() || left.len() == 1 {
        super::is_out(seat, who, "resolved")?;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::letter;

    #[test]
    fn letters_go_on_after_z() {
        let letters: Vec<String> = [0, 1, 25, 26, 27, 701, 702]
            .into_iter()
            .map(letter)
            .collect();
        assert_eq!(letters, ["A", "B", "Z", "AA", "AB", "ZZ", "AAA"]);
    }
}

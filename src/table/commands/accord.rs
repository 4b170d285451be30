//! What the table agrees on: lines, veils, dials, bonds (rules/01 §13, rules/20 §3.3). It may be said at any time, and stays
//! from session to session.

use std::collections::BTreeMap;

use crate::rules::ids::Thing;
use crate::rules::refusal::{Halt, Refusal};
use crate::table::accord::{AccordFact, Bound, Dial, Tie};
use crate::table::catalog::Catalog;
use crate::table::event::Event;
use crate::table::names;
use crate::table::seat::{Done, Seat};
use crate::table::state::{Pc, State};

/// How many lines, veils, dials or bonds there may be, of each.
pub const MOST: usize = 100;
/// The longest of their texts, in letters.
pub const LONGEST: usize = 400;

/// Is there something to agree on, and room for it?
///
/// # Errors
/// An empty text, one that is too long, one too many.
fn fits<S>(what: &str, texts: &[&str], there: usize) -> Result<(), Halt<S>> {
    let no = |why: String| {
        Err(Refusal::Impossible {
            what: what.to_owned(),
            why,
        }
        .halt())
    };
    if there >= MOST {
        return no(format!("there are {MOST} already, and more can't be kept"));
    }
    if texts.iter().any(|text| text.chars().count() > LONGEST) {
        return no(format!("the words for it have {LONGEST} letters at most"));
    }
    Ok(())
}

fn emit<S: Seat>(seat: &mut S, fact: AccordFact) -> Done<(), S> {
    seat.emit(Event::Accord(Box::new(fact)))?;
    Ok(())
}

/// Draws a line or a veil; one of the file or of the table that says the same is not drawn again. A subject that gets the
/// other kind of bound loses the one it had at the table.
///
/// # Errors
/// No words, too many of them, a hundred of them.
pub fn draw<S: Seat>(seat: &mut S, bound: Bound, text: &str, file: &[String]) -> Done<bool, S> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Refusal::Impossible {
            what: format!("a {}", bound.word()),
            why: "it needs words: what is it about?".into(),
        }
        .halt());
    }
    let accord = seat.state().accord.clone();
    let (own, others, other) = match bound {
        Bound::Line => (&accord.lines, &accord.veils, Bound::Veil),
        Bound::Veil => (&accord.veils, &accord.lines, Bound::Line),
    };
    if own.iter().chain(file).any(|one| names::same(one, text)) {
        return Ok(false);
    }
    fits(&format!("a {}", bound.word()), &[text], own.len())?;
    if let Some(was) = others.iter().find(|one| names::same(one, text)) {
        let text = was.clone();
        emit(seat, AccordFact::Dropped { bound: other, text })?;
    }
    let text = text.to_owned();
    emit(seat, AccordFact::Drawn { bound, text })?;
    Ok(true)
}

/// Takes a line, a veil or a dial away that was agreed on at the table.
///
/// # Errors
/// None of these words; one that a file holds.
pub fn drop<S: Seat>(seat: &mut S, text: &str, file: &[String]) -> Done<(), S> {
    let accord = seat.state().accord.clone();
    let lines = accord.lines.iter().map(|one| (one, Some(Bound::Line)));
    let veils = accord.veils.iter().map(|one| (one, Some(Bound::Veil)));
    let dials = accord.dials.keys().map(|name| (name, None));
    let all: Vec<(&String, Option<Bound>)> = lines.chain(veils).chain(dials).collect();
    let whole = all.iter().find(|(one, _)| names::same(one, text));
    // "safety drop torture" is enough where one alone begins so.
    let begins = |one: &str| names::fold(one).starts_with(&names::fold(text));
    let mut begun = all.iter().filter(|(one, _)| begins(one));
    let only = match (begun.next(), begun.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    };
    if let Some((one, bound)) = whole.or(only) {
        let text = (*one).clone();
        let fact = match *bound {
            Some(bound) => AccordFact::Dropped { bound, text },
            None => AccordFact::Dialed {
                old: accord.dials.get(&text).cloned(),
                new: None,
                name: text,
            },
        };
        return emit(seat, fact);
    }
    let why = if file.iter().any(|one| names::same(one, text)) {
        "it stands in campaign.yaml: take it out there".to_owned()
    } else {
        let own = accord.lines.iter().chain(&accord.veils);
        let known: Vec<&String> = own.chain(accord.dials.keys()).chain(file).collect();
        names::unknown("line, veil or dial", text, &known)
    };
    let what = "what was agreed on".into();
    Err(Refusal::Impossible { what, why }.halt())
}

/// Sets a dial.
///
/// # Errors
/// Words that are too long, a hundred dials.
pub fn dial<S: Seat>(seat: &mut S, name: &str, new: Dial) -> Done<(), S> {
    let accord = seat.state().accord.clone();
    let known = accord.dial(name);
    let (name, old) = match known {
        Some((name, dial)) => (name.to_owned(), Some(dial.clone())),
        None => (name.to_owned(), None),
    };
    let there = if old.is_some() { 0 } else { accord.dials.len() };
    fits("a dial", &[&name, &new.words], there)?;
    if old.as_ref() == Some(&new) {
        return Ok(());
    }
    let new = Some(new);
    emit(seat, AccordFact::Dialed { name, old, new })
}

/// Makes a bond between two characters, or tells it anew.
///
/// # Errors
/// Not two characters; words that are too long.
pub fn tie<S: Seat>(seat: &mut S, tie: Tie) -> Done<(), S> {
    let state = seat.state();
    super::pc(&state, tie.one)?;
    super::pc(&state, tie.other)?;
    if tie.one == tie.other {
        return Err(Refusal::Impossible {
            what: state.name(tie.one),
            why: "a bond is between two".into(),
        }
        .halt());
    }
    let (one, other) = if tie.one < tie.other {
        (tie.one, tie.other)
    } else {
        (tie.other, tie.one)
    };
    let new = Tie { one, other, ..tie };
    let old = state.accord.tie(one, other).cloned();
    let there = if old.is_some() {
        0
    } else {
        state.accord.ties.len()
    };
    fits("a bond", &[&new.words, &new.gains, &new.tension], there)?;
    if old.as_ref() == Some(&new) {
        return Ok(());
    }
    let new = Some(new);
    emit(seat, AccordFact::Tied { old, new })
}

/// Ends a bond that was made at the table.
///
/// # Errors
/// There is none; it stands on a sheet.
pub fn untie<S: Seat>(seat: &mut S, who: Thing, other: Thing) -> Done<(), S> {
    let state = seat.state();
    let (one, two) = (super::pc(&state, who)?, super::pc(&state, other)?);
    let Some(old) = state.accord.tie(who, other).cloned() else {
        let why = if on_sheet(one, two) {
            "the bond stands on a sheet: take it out there".to_owned()
        } else {
            format!("has no bond with {}", two.sheet.name)
        };
        return Err(Refusal::Target {
            what: one.sheet.name.clone(),
            why,
        }
        .halt());
    };
    let (old, new) = (Some(old), None);
    emit(seat, AccordFact::Tied { old, new })
}

/// Does a sheet of the two say that they are bound to each other? One is enough.
fn on_sheet(one: &Pc, other: &Pc) -> bool {
    let says = |pc: &Pc, name: &str| pc.sheet.bonds.iter().any(|bond| names::same(bond, name));
    says(one, &other.sheet.name) || says(other, &one.sheet.name)
}

/// Are the two bound to each other, by a sheet or by what was said at the table?
#[must_use]
pub fn bonded(state: &State, who: Thing, other: Thing) -> bool {
    let (Some(one), Some(two)) = (state.pc(who.id), state.pc(other.id)) else {
        return false;
    };
    who != other && (on_sheet(one, two) || state.accord.tie(who, other).is_some())
}

/// Lines in force: the file's, then the table's.
#[must_use]
pub fn lines(state: &State, catalog: &Catalog) -> Vec<String> {
    catalog
        .lines
        .iter()
        .chain(&state.accord.lines)
        .cloned()
        .collect()
}

/// Veils in force: the file's, then the table's.
#[must_use]
pub fn veils(state: &State, catalog: &Catalog) -> Vec<String> {
    catalog
        .veils
        .iter()
        .chain(&state.accord.veils)
        .cloned()
        .collect()
}

/// Dials in force by name: what the table says goes before what the file says.
#[must_use]
pub fn dials(state: &State, catalog: &Catalog) -> BTreeMap<String, Dial> {
    let mut all = state.accord.dials.clone();
    for (name, dial) in &catalog.dials {
        if state.accord.dial(name).is_none() {
            all.insert(name.clone(), dial.clone());
        }
    }
    all
}

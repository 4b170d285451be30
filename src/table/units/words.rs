//! Units in words.

use super::{Unit, UnitFact};
use crate::rules::scale::{cap_word, scale_word};
use crate::table::state::State;

/// The fact in words; nothing for what only keeps count.
#[must_use]
pub fn of(state: &State, fact: &UnitFact) -> Option<String> {
    Some(match fact {
        UnitFact::Mustered { unit, .. } => line(state, unit),
        UnitFact::Supplied { .. } => return None,
        UnitFact::Engaged {
            who,
            against,
            action,
            effect,
        } => {
            let (own, other) = (state.unit(who.id)?, state.unit(against.id)?);
            let why = match own.scale.cmp(&other.scale) {
                std::cmp::Ordering::Greater if action.covers_ground() => "the larger, over ground",
                std::cmp::Ordering::Less if action.covers_ground() => "the smaller, over ground",
                std::cmp::Ordering::Less => "size doesn't matter for it",
                _ => "",
            };
            let why = if why.is_empty() {
                String::new()
            } else {
                format!("   {why}")
            };
            format!(
                "{} ({}) {action} against {} ({}): {effect} Effect{why}",
                own.name,
                roman(own.scale),
                other.name,
                roman(other.scale)
            )
        }
        UnitFact::Disbanded { who, how } => format!("{} is out: {how}", state.name(*who)),
    })
}

/// A unit on one line: "Salt Pikes   Cap 2 trained   Scale II company   Supply 3 of 4 left   Morale 1 of 6 lost".
#[must_use]
pub fn line(state: &State, unit: &Unit) -> String {
    let mut line = format!(
        "{}   Cap {} {}   Scale {} {}",
        unit.name,
        unit.cap,
        cap_word(unit.cap),
        roman(unit.scale),
        scale_word(unit.scale)
    );
    if let Some(timer) = unit.supply.and_then(|timer| state.timer(timer.id)) {
        let left = timer.size.saturating_sub(timer.filled);
        line.push_str(&format!("   Supply {left} of {} left", timer.size));
    }
    if let Some(timer) = unit.morale.and_then(|timer| state.timer(timer.id)) {
        line.push_str(&format!(
            "   Morale {} of {} lost",
            timer.filled, timer.size
        ));
    }
    if let Some(owner) = unit.owner {
        line.push_str(&format!("   with {}", state.name(owner)));
    }
    if let Some(how) = &unit.gone {
        line.push_str(&format!("   out: {how}"));
    }
    line
}

/// Scale as the rulebook prints it.
#[must_use]
pub fn roman(scale: u32) -> &'static str {
    match scale {
        1 => "I",
        2 => "II",
        3 => "III",
        _ => "IV",
    }
}

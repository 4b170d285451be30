//! Facts of the accord, applied.

use std::sync::Arc;

use super::fact::{AccordFact, Bound};
use super::state::Accord;
use crate::rules::ids::ThingKind;
use crate::table::apply::{Misfit, missing, same};
use crate::table::state::State;

fn list(accord: &mut Accord, bound: Bound) -> &mut Vec<String> {
    match bound {
        Bound::Line => &mut accord.lines,
        Bound::Veil => &mut accord.veils,
    }
}

impl State {
    pub(in crate::table) fn apply_accord(&mut self, fact: &AccordFact) -> Result<(), Misfit> {
        let mut accord = (*self.accord).clone();
        match fact {
            AccordFact::Drawn { bound, text } => {
                let all = list(&mut accord, *bound);
                same(bound.word(), &false, &all.contains(text))?;
                all.push(text.clone());
            }
            AccordFact::Dropped { bound, text } => {
                let all = list(&mut accord, *bound);
                same(bound.word(), &true, &all.contains(text))?;
                all.retain(|one| one != text);
            }
            AccordFact::Dialed { name, old, new } => {
                same("the dial", old, &accord.dials.get(name).cloned())?;
                match new {
                    Some(dial) => accord.dials.insert(name.clone(), dial.clone()),
                    None => accord.dials.remove(name),
                };
            }
            AccordFact::Tied { old, new } => {
                let Some(tie) = new.as_ref().or(old.as_ref()) else {
                    return Ok(());
                };
                for who in [tie.one, tie.other] {
                    let there = who.kind == ThingKind::Pc && self.pc(who.id).is_some();
                    there.then_some(()).ok_or_else(|| missing(who))?;
                }
                let (one, other) = (tie.one, tie.other);
                same("the bond", old, &accord.tie(one, other).cloned())?;
                accord
                    .ties
                    .retain(|tie| tie.one != one || tie.other != other);
                accord.ties.extend(new.clone());
            }
        }
        self.accord = Arc::new(accord);
        Ok(())
    }
}

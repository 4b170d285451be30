//! A fight in words.

use super::fact::FightFact;
use super::state::{Fight, Fighter};
use crate::rules::ids::Thing;
use crate::table::state::State;

/// A fact in words; nothing where it says nothing.
pub fn one(state: &State, fact: &FightFact) -> Option<String> {
    match fact {
        FightFact::Turn {
            who,
            exchange,
            shown: true,
            ..
        } => Some(format!("{}'s turn   exchange {exchange}", state.name(*who))),
        FightFact::Turn { .. } => None,
        FightFact::Did {
            who,
            action,
            target,
            words,
            ..
        } => {
            let at = target.map_or_else(String::new, |target| format!(" → {}", state.name(target)));
            Some(line(&format!("{}   {action}{at}", state.name(*who)), words))
        }
        FightFact::Stands { words, .. } if words.is_empty() => None,
        FightFact::Stands { who, words, .. } => Some(format!("{}   {words}", state.name(*who))),
        FightFact::Provoked { who, foes, why } => {
            let foes: Vec<String> = foes.iter().map(|foe| state.name(*foe)).collect();
            Some(format!(
                "{} {why}: an opening for {}",
                state.name(*who),
                foes.join(", ")
            ))
        }
        FightFact::Ground { new, .. } => Some(if *new {
            "Difficult ground: two Moves a band, no Charge, no Skirmish".into()
        } else {
            "Open ground".into()
        }),
    }
}

fn line(what: &str, words: &str) -> String {
    if words.is_empty() {
        what.to_owned()
    } else {
        format!("{what}   {words}")
    }
}

/// What differs between two fights, in short phrases.
pub fn diff(from: &State, to: &State) -> Vec<String> {
    let mut words = Vec::new();
    if from.fight == to.fight {
        return words;
    }
    let everyone =
        |fight: &Fight| -> Vec<Thing> { fight.fighters.iter().map(|(w, _)| *w).collect() };
    let mut all = everyone(&from.fight);
    all.extend(everyone(&to.fight));
    all.sort_unstable();
    all.dedup();
    for who in all {
        let (old, new) = (from.fight.of(who), to.fight.of(who));
        let name = to.name(who);
        let turn = |fighter: &Fighter| match fighter.turn.done() {
            done if done.is_empty() && fighter.turn.moves == 0 => "fresh".to_owned(),
            done if done.is_empty() => "moved".to_owned(),
            done => done,
        };
        if old.turn != new.turn {
            words.push(format!("{name}'s turn {} → {}", turn(&old), turn(&new)));
        }
        if old.cover != new.cover {
            words.push(format!("{name} {} → {}", old.cover, new.cover));
        }
    }
    words
}

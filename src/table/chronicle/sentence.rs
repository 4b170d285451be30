//! A fact as a sentence of the story. Numbers that only bookkeeping needs are left out; what nobody has a sentence for here
//! is told as the prompt tells it.

use super::tell::{Piece, Shape};
use crate::rules::ids::ThingKind;
use crate::rules::roll::Rolled;
use crate::rules::values::Outcome;
use crate::table::catalog::Catalog;
use crate::table::commands::cards;
use crate::table::event::{Audience, Event, Fact, HitFact};
use crate::table::readers;
use crate::table::state::State;
use crate::table::words;

/// The fact at this place of an act; nothing where it says nothing that is worth keeping.
pub(super) fn sentence(
    state: &State,
    facts: &[Fact],
    at: usize,
    catalog: &Catalog,
) -> Option<Piece> {
    let fact = facts.get(at)?;
    let (shape, text) = said(state, facts, at, catalog)?;
    let audience = match &fact.event {
        Event::Said { audience, .. } => *audience,
        _ => readers::of(state, fact, &text),
    };
    Some(Piece {
        audience,
        shape,
        text,
    })
}

fn said(state: &State, facts: &[Fact], at: usize, catalog: &Catalog) -> Option<(Shape, String)> {
    let fact = &facts[at];
    let name = |who: &crate::rules::ids::Thing| state.name(*who);
    let flows = |text: String| Some((Shape::Flows, text));
    let turn = |text: String| Some((Shape::Turn, text));
    let bracket = |why: String| {
        if why.is_empty() {
            why
        } else {
            format!(" ({why})")
        }
    };
    // A reason that is only the line that was typed is none.
    let why = |why: &str, joint: &str| {
        let none = why.is_empty() || why == fact.cause || readers::tells(state, why);
        if none {
            String::new()
        } else {
            format!("{joint}{why}")
        }
    };
    match &fact.event {
        Event::Said { text, .. } => Some((Shape::Quote, text.clone())),
        Event::Announced { text } => flows(format!("Announced: {text}.")),
        Event::Noted { text } => Some((Shape::Note, text.clone())),
        // What the GM may do next is no part of what happened.
        Event::Crown(fact) if fact.offers() => None,
        Event::ExchangeStarted { .. } => Some((Shape::Break, String::new())),
        Event::Rolled { who, stakes, roll } if roll.purpose != words::OPPOSING => {
            flows(rolled(&name(who), stakes.as_deref(), roll))
        }
        Event::Hit(hit) => flows(struck(state, hit, &bracket(why(&hit.why, "")))?),
        Event::Harm {
            who,
            old,
            new,
            why: because,
        } if who.kind == ThingKind::Pc => {
            let verb = if new > old { "was hurt" } else { "mended" };
            flows(format!(
                "{} {verb} (Harm {old} → {new}){}.",
                name(who),
                why(because, ", ")
            ))
        }
        Event::Died { who } => turn(format!("{} died.", name(who))),
        Event::Spawned { foe, .. } => flows(format!("{} came.", foe.name)),
        Event::Defeated { who, how } => turn(format!("{} is out: {how}.", name(who))),
        Event::PhaseReached { who, new, .. } => {
            let def = state
                .foe(who.id)
                .and_then(|foe| catalog.adversaries.get(&foe.def));
            let phase = def.and_then(|def| def.phases.get(*new as usize));
            let phase = phase.map_or_else(|| format!("phase {}", new + 1), |one| one.name.clone());
            turn(format!("{} changed: {phase}.", name(who)))
        }
        Event::DeedDone {
            who,
            deed: Some(deed),
        } => turn(format!("{}: {deed}.", name(who))),
        Event::Used {
            who,
            name: what,
            targets,
            ..
        } => {
            let whom: Vec<String> = targets.iter().map(name).collect();
            let whom = match whom.as_slice() {
                [one] => format!(" at {one}"),
                _ => String::new(),
            };
            flows(format!("{} used {what}{whom}.", name(who)))
        }
        Event::TimerStarted {
            timer,
            state: begun,
            ..
        } => {
            // One that moves in the same act is told by where it came to.
            let moves = facts[at + 1..].iter().any(
                |later| matches!(&later.event, Event::Ticked { timer: other, .. } if other == timer),
            );
            (!moves).then(|| {
                (
                    Shape::Flows,
                    format!("{} began ({} segments).", begun.name, begun.size),
                )
            })
        }
        Event::Ticked { timer, new, .. } => {
            // Of several ticks in an act the last one counts; a full one says so by itself.
            let moves_on = facts[at + 1..].iter().any(|later| match &later.event {
                Event::Ticked { timer: other, .. } | Event::Filled { timer: other } => {
                    other == timer
                }
                _ => false,
            });
            let found = state.timer(timer.id).filter(|_| !moves_on)?;
            flows(format!("{} stood at {new} of {}.", found.name, found.size))
        }
        Event::Filled { timer } => turn(format!("{} was full.", name(timer))),
        Event::Drawn {
            deck,
            cards,
            why: because,
            ..
        } => Some((
            Shape::Card,
            drawn(&name(deck), cards, &why(because, ""), catalog),
        )),
        Event::Applied { who, condition } => flows(format!(
            "{} was {}{}.",
            name(who),
            condition.name,
            why(&condition.why, ", ")
        )),
        Event::PositionSet { new, .. } => flows(format!("From here it was {new}.")),
        Event::Boons {
            why: because,
            new,
            old,
            who,
            ..
        } if because.starts_with("bond with ") && new > old => {
            flows(format!("{} acted on the {because}.", name(who)))
        }
        Event::Marked { track, .. } if track != "xp" => None,
        Event::Left { why, .. } if why == "the scene is over" => None,
        // Bookkeeping, and what the prompt alone is for.
        Event::SessionStarted { .. }
        | Event::SessionClosed { .. }
        | Event::SceneStarted { .. }
        | Event::SceneClosed { .. }
        | Event::Rolled { .. }
        | Event::Bank { .. }
        | Event::Boons { .. }
        | Event::Harm { .. }
        | Event::Lifted { .. }
        | Event::Stepped { .. }
        | Event::Shifted { .. }
        | Event::Fight(_)
        | Event::TimerSet { .. }
        | Event::SheetChanged { .. }
        | Event::SetByHand { .. } => None,
        // In the beginning everybody joins.
        Event::Joined { .. } if state.scene.number == 0 => None,
        _ => words::told(state, fact, catalog).map(|words| {
            (
                Shape::Flows,
                format!("{}.", plain(words.text.trim_end_matches('.'))),
            )
        }),
    }
}

/// The gaps of a prompt's line are commas of a sentence.
fn plain(text: &str) -> String {
    words::capital(&text.replace("   ", ", "))
}

fn rolled(name: &str, stakes: Option<&str>, roll: &Rolled) -> String {
    let labels: Vec<&str> = roll
        .parts
        .iter()
        .take(2)
        .map(|part| part.label.as_str())
        .collect();
    let pool = labels.join(" + ");
    let verb = match (roll.purpose.as_str(), roll.outcome) {
        ("defense", Outcome::Clean | Outcome::SuccessWithSb) => "withstood it",
        ("defense", Outcome::Partial) => "half withstood it",
        ("defense", Outcome::Miss) => "did not withstand it",
        (_, Outcome::Clean | Outcome::SuccessWithSb) => "did it",
        (_, Outcome::Partial) => "got some of it",
        (_, Outcome::Miss) => "failed",
    };
    let price = match (roll.outcome, roll.sb) {
        (Outcome::Clean, _) => ", clean".to_owned(),
        (_, 0) => String::new(),
        (_, sb) => format!(", and {sb} SB went to the GM"),
    };
    let shone = match roll.critical {
        0 => String::new(),
        1 => ", with a ten".to_owned(),
        n => format!(", with {n} tens"),
    };
    // What the repetition rule goes by begins with the pool.
    let about = stakes.map(|stakes| {
        let start = stakes.get(..pool.len());
        match start.filter(|start| start.eq_ignore_ascii_case(&pool)) {
            Some(start) => stakes[start.len()..].trim(),
            None => stakes,
        }
    });
    let about = about.filter(|about| !about.is_empty());
    let about = about
        .map(|about| format!("{}: ", words::capital(about)))
        .unwrap_or_default();
    format!(
        "{about}{name} {verb} ({pool}, DV {}){price}{shone}.",
        roll.dv
    )
}

fn struck(state: &State, hit: &HitFact, why: &str) -> Option<String> {
    let name = state.name(hit.who);
    if hit.cancelled.is_some() || hit.harm == 0 {
        return None;
    }
    let overflow = u32::from(hit.overflow);
    let lost = hit.taken + overflow;
    if hit.who.kind != ThingKind::Pc {
        return (lost > 0).then(|| format!("{name} was hit for {lost}{why}."));
    }
    let after = match (hit.dead, hit.down) {
        (true, _) => " and died",
        (_, true) => " and went down",
        _ => "",
    };
    Some(match lost {
        0 => format!("{name} was hit and stayed on their feet{why}{after}."),
        _ => format!("{name} took {lost} Harm{why}{after}."),
    })
}

fn drawn(deck: &str, codes: &[String], why: &str, catalog: &Catalog) -> String {
    let def = catalog.decks.get(deck);
    let shown: Vec<String> = codes
        .iter()
        .map(|code| {
            let card = def.and_then(|def| def.cards.iter().find(|card| card.code == *code));
            let sign = cards::shown(code);
            match card {
                Some(card) if card.text.is_empty() => format!("{sign} {}", card.title),
                Some(card) => format!("{sign} {}: {}", card.title, card.text),
                None => sign,
            }
        })
        .collect();
    let reading = if why.is_empty() {
        String::new()
    } else {
        format!(" ({why})")
    };
    format!("{deck}: {}{reading}", shown.join("; "))
}

/// For the table, or the GM alone.
pub(super) fn audience(hidden: bool) -> Audience {
    if hidden {
        Audience::Gm
    } else {
        Audience::Table
    }
}

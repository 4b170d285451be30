//! The Crown Spread: laid from a deck of its own, each card with an omen; read anew as play goes on (rules/07 §2, R92).

use super::cards::{self, CROWN, crown};
use super::{campaign, timers};
use crate::rules::decks::{CrownPlace, SPREAD};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::refusal::Refusal;
use crate::rules::timers::{TimerKind, TimerScope, printed_size};
use crate::table::crown::{CrownFact, Omen, Spread};
use crate::table::event::Event;
use crate::table::seat::{Done, Seat};
use crate::table::state::Deck;

/// How a spread is laid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayAsk {
    /// Codes drawn by hand, all of them; none: the program draws.
    pub cards: Vec<String>,
    /// Motifs in order, as far as they are known.
    pub motifs: Vec<String>,
}

/// Lays a spread of five to seven cards. The Campaign Timer starts with it, if none is at the table.
///
/// # Errors
/// Another number of cards; cards by hand that aren't so many, are none or stand twice; refused where one lies already.
pub fn lay<S: Seat>(seat: &mut S, n: u32, ask: &LayAsk) -> Done<Spread, S> {
    let fault = |why: String| {
        Refusal::Impossible {
            what: "a Crown Spread".into(),
            why,
        }
        .halt()
    };
    let (low, high) = SPREAD;
    if !(low..=high).contains(&n) {
        return Err(fault(format!("it has {low} to {high} cards, not {n}")));
    }
    let most = n as usize;
    if !ask.cards.is_empty() && ask.cards.len() != most {
        let given = ask.cards.len();
        return Err(fault(format!("{n} cards are laid, {given} are named")));
    }
    if ask.motifs.len() > most {
        let given = ask.motifs.len();
        return Err(fault(format!("{n} cards are laid, {given} motifs given")));
    }
    let was = seat.state().crown.spread.clone();
    if let Some(was) = &was {
        seat.refuse(Refusal::Forbidden {
            what: "a Crown Spread".into(),
            why: "one lies on the table for the whole campaign; its cards may be read anew: crown read root …"
                .into(),
            source_text: "rules/07 §2",
        })?;
        for omen in &was.omens {
            timers::put_away(seat, omen.timer, "a new spread is laid")?;
        }
    }
    let mut left = cards::full(seat, CROWN);
    seat.shuffle(&mut left)?;
    let mut out = Vec::new();
    for given in &ask.cards {
        let code = cards::code(given).map_err(fault)?;
        if out.contains(&code) {
            return Err(fault(format!("{} is named twice", cards::shown(&code))));
        }
        let Some(at) = left.iter().position(|one| *one == code) else {
            return Err(fault(format!("{} isn't in its deck", cards::shown(&code))));
        };
        left.remove(at);
        out.push(code);
    }
    while out.len() < most {
        out.extend(left.pop());
    }
    let state = seat.state();
    let deck = cards::find(&state, CROWN).unwrap_or(Thing {
        kind: ThingKind::Deck,
        id: state.last_id + 1,
    });
    let name = CROWN.to_owned();
    let mut whole = left.clone();
    whole.extend(out.iter().rev().cloned());
    seat.emit(Event::DeckLaid {
        deck,
        state: Deck {
            name: name.clone(),
            left: whole,
            out: Vec::new(),
        },
    })?;
    seat.emit(Event::Drawn {
        deck,
        cards: out.clone(),
        reshuffled: false,
        state: Deck {
            name,
            left,
            out: out.clone(),
        },
        why: String::new(),
        instead: None,
    })?;
    let mut omens = Vec::new();
    for (at, (place, card)) in CrownPlace::ALL.iter().zip(out).enumerate() {
        let name = format!("Omen of the {place}");
        let timer = timers::start(seat, &name, &of_kind(TimerKind::Foreshadow))?.timer();
        omens.push(Omen {
            place: *place,
            card,
            motif: ask.motifs.get(at).cloned().unwrap_or_default(),
            timer,
        });
    }
    let spread = Spread {
        deck,
        omens,
        session: seat.state().session.number,
    };
    seat.emit(crown(CrownFact::Laid {
        spread: Box::new(spread.clone()),
        was: was.map(Box::new),
    }))?;
    if campaign::timer(&seat.state()).is_none() {
        timers::start(seat, "Campaign", &of_kind(TimerKind::Campaign))?;
    }
    Ok(spread)
}

fn of_kind(kind: TimerKind) -> timers::StartAsk {
    timers::StartAsk {
        size: printed_size(kind),
        kind: Some(kind.word().to_owned()),
        scope: Some(TimerScope::Campaign),
        ..timers::StartAsk::default()
    }
}

/// Reads a card of the spread anew: it hints, it doesn't dictate.
///
/// # Errors
/// No such card.
pub fn read<S: Seat>(seat: &mut S, wanted: &str, motif: &str) -> Done<(), S> {
    let (at, omen) = campaign::omen(seat, wanted)?;
    if omen.motif != motif {
        seat.emit(crown(CrownFact::Reread {
            at,
            old: omen.motif,
            new: motif.to_owned(),
        }))?;
    }
    Ok(())
}

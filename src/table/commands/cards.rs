//! Decks: laid, drawn from, shuffled (rules/07 §1). Drawn cards stay out until the deck is empty or the session ends.

use crate::rules::decks::{Card, Ground, SPENT_AT_ONCE, cards_by_beats};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::refusal::{Halt, Refusal};
use crate::table::catalog::Scope;
use crate::table::crown::{Call, CrownFact, LastDraw, SeedCard};
use crate::table::event::Event;
use crate::table::names;
use crate::table::seat::{Done, Seat};
use crate::table::state::{Deck, State};

/// The name of the standard deck.
pub const CONSEQUENCES: &str = "Consequences";
/// The name of the deck that a Crown Spread is laid from (R92).
pub const CROWN: &str = "Crown";

/// A card's code: "7C", "10♦", "qh", "RJ".
///
/// # Errors
/// What is no card, with the form of one.
pub fn code(text: &str) -> Result<String, String> {
    Card::parse(text).map(Card::code)
}

/// Codes as cards; what is none is left out.
#[must_use]
pub fn read(codes: &[String]) -> Vec<Card> {
    codes
        .iter()
        .filter_map(|code| Card::parse(code).ok())
        .collect()
}

/// A code with its suit sign.
#[must_use]
pub fn shown(code: &str) -> String {
    Card::parse(code).map_or_else(|_| code.to_owned(), |card| card.to_string())
}

/// The value of a code: 2–10, J 11, Q 12, K 13, A 14, Black Joker 15, Red Joker 16.
#[must_use]
pub fn value(code: &str) -> u32 {
    Card::parse(code).map_or(0, Card::value)
}

/// The highest card of a draw, the first of equals.
#[must_use]
pub fn highest(cards: &[String]) -> Option<&String> {
    cards.iter().rev().max_by_key(|code| value(code))
}

/// Something lets the GM draw: permission, never more (rules/07 §1).
fn call_for<S: Seat>(seat: &mut S, ground: Ground, sb: u32) -> Done<(), S> {
    let call = Call { ground, sb };
    seat.emit(crown(CrownFact::Called { call }))?;
    Ok(())
}

/// A fact of this chapter.
pub(super) fn crown(fact: CrownFact) -> Event {
    Event::Crown(Box::new(fact))
}

/// A roll of so many Story Beats: at three (switch `deck_trigger_ones`, R87) it lets the GM draw; at three it has run over.
///
/// # Errors
/// None by the rules.
pub fn ones_rolled<S: Seat>(seat: &mut S, sb: u32) -> Done<(), S> {
    if sb >= u32::from(seat.catalog().switches.deck_trigger_ones) {
        call_for(seat, Ground::Ones, sb)?;
    }
    super::campaign::rolled(seat, sb)
}

/// So many SB were spent at once: from two on it lets the GM draw.
///
/// # Errors
/// None by the rules.
pub fn beats_spent<S: Seat>(seat: &mut S, sb: u32) -> Done<(), S> {
    if sb >= SPENT_AT_ONCE {
        call_for(seat, Ground::Spent, sb)?;
    }
    Ok(())
}

/// A timer has filled: the GM's own, of scene or campaign, lets the GM draw (R42).
///
/// # Errors
/// None by the rules.
pub fn timer_filled<S: Seat>(seat: &mut S, timer: Thing) -> Done<(), S> {
    let calls = seat.state().timer(timer.id).is_some_and(|timer| {
        timer.owner.is_none() && matches!(timer.scope, Scope::Scene | Scope::Campaign)
    });
    if calls {
        call_for(seat, Ground::Filled, 0)?;
    }
    Ok(())
}

/// Something comes on the road: it lets the GM draw.
///
/// # Errors
/// None by the rules.
pub fn met_on_the_road<S: Seat>(seat: &mut S) -> Done<(), S> {
    call_for(seat, Ground::Encounter, 0)
}

/// Uses up what lets the GM draw: of so many SB if they are named, else the latest. Its SB (R88).
///
/// # Errors
/// Refused when nothing calls for a card.
pub fn leave_to_draw<S: Seat>(seat: &mut S, sb: Option<u32>) -> Done<u32, S> {
    let state = seat.state();
    let calls = &state.crown.calls;
    // How much SB it was is the GM's to say, as long as something calls for a card.
    let same = calls.iter().rev().find(|call| Some(call.sb) == sb);
    if let Some(call) = same.or(calls.last()).cloned() {
        let sb = sb.unwrap_or(call.sb);
        seat.emit(crown(CrownFact::Answered { call }))?;
        return Ok(sb);
    }
    let why = format!(
        "nothing calls for a card: {} ones on a roll, {SPENT_AT_ONCE} SB spent at once, a full timer of scene or campaign, an encounter on the road",
        seat.catalog().switches.deck_trigger_ones
    );
    seat.refuse(Refusal::Forbidden {
        what: CONSEQUENCES.to_owned(),
        why,
        source_text: "rules/07 §1, R87",
    })?;
    Ok(sb.unwrap_or(0))
}

/// What a draw gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawDone {
    /// From which.
    pub deck: Thing,
    /// Codes in order.
    pub cards: Vec<String>,
    /// The deck was shuffled on the way.
    pub reshuffled: bool,
}

/// How many cards, and which if they were drawn from a real deck.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawAsk {
    /// How many; 1 when left out.
    pub n: Option<u32>,
    /// By Story Beats: at least 1, at most 3 (rules/07 §1).
    pub sb: Option<u32>,
    /// Codes drawn by hand.
    pub cards: Vec<String>,
    /// Why.
    pub why: String,
}

/// The codes of a deck as it is defined now; none where nothing defines it.
#[must_use]
pub fn full<S: Seat>(seat: &S, name: &str) -> Vec<String> {
    let catalog = seat.catalog();
    if let Some(def) = catalog.decks.get(name) {
        return def.cards.iter().map(|card| card.code.clone()).collect();
    }
    Card::standard(catalog.switches.jokers)
        .into_iter()
        .map(Card::code)
        .collect()
}

/// The deck of this name that is in use.
#[must_use]
pub fn find(state: &State, name: &str) -> Option<Thing> {
    state
        .decks
        .iter()
        .find(|(_, deck)| names::same(&deck.name, name))
        .map(|(id, _)| Thing {
            kind: ThingKind::Deck,
            id: *id,
        })
}

/// The deck of this name, laid and shuffled if it isn't in use yet.
///
/// # Errors
/// A deck without cards.
pub fn lay<S: Seat>(seat: &mut S, name: &str) -> Done<Thing, S> {
    let state = seat.state();
    if let Some(deck) = find(&state, name) {
        return Ok(deck);
    }
    let mut left = full(seat, name);
    if left.is_empty() {
        return Err(Refusal::Target {
            what: name.to_owned(),
            why: "this deck has no cards".into(),
        }
        .halt());
    }
    seat.shuffle(&mut left)?;
    let deck = Thing {
        kind: ThingKind::Deck,
        id: state.last_id + 1,
    };
    seat.emit(Event::DeckLaid {
        deck,
        state: Deck {
            name: name.to_owned(),
            left,
            out: Vec::new(),
        },
    })?;
    Ok(deck)
}

/// Shuffles all cards of a deck together.
///
/// # Errors
/// As [`lay`].
pub fn shuffle<S: Seat>(seat: &mut S, name: &str) -> Done<Thing, S> {
    let deck = lay(seat, name)?;
    let mut left = full(seat, name);
    seat.shuffle(&mut left)?;
    seat.emit(Event::DeckLaid {
        deck,
        state: Deck {
            name: name.to_owned(),
            left,
            out: Vec::new(),
        },
    })?;
    Ok(deck)
}

/// Draws cards without replacement. An empty deck is shuffled in mid-draw, all but the cards of this draw (R90).
///
/// # Errors
/// More cards than the deck has; a card that isn't in it, or is drawn already.
pub fn draw<S: Seat>(seat: &mut S, name: &str, ask: &DrawAsk) -> Done<DrawDone, S> {
    let deck = lay(seat, name)?;
    let state = seat.state();
    let mut now = state.decks.get(&deck.id).cloned().unwrap_or(Deck {
        name: name.to_owned(),
        left: vec![],
        out: vec![],
    });
    drop(state);
    let all = full(seat, name);
    let n = ask.n.or_else(|| ask.sb.map(cards_by_beats)).unwrap_or(1) as usize;
    let (cards, reshuffled) = if ask.cards.is_empty() {
        take(seat, &mut now, &all, n, &[])?
    } else {
        (by_hand(seat, &mut now, &all, &ask.cards)?, false)
    };
    now.out.extend(cards.iter().cloned());
    seat.emit(Event::Drawn {
        deck,
        cards: cards.clone(),
        reshuffled,
        state: now,
        why: ask.why.clone(),
        instead: None,
    })?;
    Ok(DrawDone {
        deck,
        cards,
        reshuffled,
    })
}

/// Takes cards from the top; an empty deck is shuffled, but for those of this draw, which lie (R90).
fn take<S: Seat>(
    seat: &mut S,
    now: &mut Deck,
    all: &[String],
    n: usize,
    lie: &[String],
) -> Done<(Vec<String>, bool), S> {
    if n + lie.len() > all.len() {
        return Err(Refusal::Number {
            what: format!("cards to draw from {}, which has {}", now.name, all.len()),
            got: i64::try_from(n + lie.len()).unwrap_or(i64::MAX),
            allowed: "at most all of them",
        }
        .halt());
    }
    let mut cards: Vec<String> = Vec::new();
    let mut reshuffled = false;
    while cards.len() < n {
        if now.left.is_empty() {
            now.left = all
                .iter()
                .filter(|code| !cards.contains(*code) && !lie.contains(*code))
                .cloned()
                .collect();
            now.out = lie.to_vec();
            seat.shuffle(&mut now.left)?;
            reshuffled = true;
        }
        match now.left.pop() {
            Some(card) if lie.contains(&card) => {}
            Some(card) => cards.push(card),
            // A definition that lost cards since.
            None => break,
        }
    }
    Ok((cards, reshuffled))
}

/// Takes the cards that were drawn from a real deck.
fn by_hand<S: Seat>(
    seat: &mut S,
    now: &mut Deck,
    all: &[String],
    given: &[String],
) -> Done<Vec<String>, S> {
    let name = now.name.clone();
    let none = |why: String| -> Halt<S::Stop> {
        Refusal::Impossible {
            what: name.clone(),
            why,
        }
        .halt()
    };
    let mut cards = Vec::new();
    for text in given {
        let wanted = code(text).map_err(&none)?;
        if !all.contains(&wanted) {
            return Err(none(format!("{} isn't in this deck", shown(&wanted))));
        }
        if cards.contains(&wanted) {
            return Err(none(format!("{} is named twice", shown(&wanted))));
        }
        // The real deck may have been shuffled by hand: of Consequences that is the GM's to say, other decks are free.
        if name == CONSEQUENCES && !now.left.contains(&wanted) && !now.left.is_empty() {
            seat.refuse(Refusal::Forbidden {
                what: name.clone(),
                why: format!(
                    "{} is out already: drawn cards stay out until the deck is empty or the session ends (shuffle {} if the real one was shuffled)",
                    shown(&wanted),
                    name.to_lowercase()
                ),
                source_text: "rules/07 §1",
            })?;
        }
        cards.push(wanted);
    }
    if cards.iter().any(|card| !now.left.contains(card)) && now.left.is_empty() {
        now.left = all.to_vec();
        now.out.clear();
    }
    now.left.retain(|code| !cards.contains(code));
    now.out.retain(|code| !cards.contains(code));
    Ok(cards)
}

/// The last draw, if its cards still lie.
fn lying<S: Seat>(seat: &S, what: &str) -> Done<LastDraw, S> {
    seat.state().crown.last.clone().ok_or_else(|| {
        Refusal::Impossible {
            what: what.to_owned(),
            why: "no cards lie on the table: draw consequences".into(),
        }
        .halt()
    })
}

/// The card of the last draw that is meant; nothing is the highest.
fn meant<S: Seat>(last: &LastDraw, card: Option<&str>) -> Done<String, S> {
    let none = |why: String| -> Halt<S::Stop> {
        Refusal::Impossible {
            what: "the last draw".to_owned(),
            why,
        }
        .halt()
    };
    let Some(card) = card else {
        return highest(&last.cards)
            .cloned()
            .ok_or_else(|| none("it has no cards".into()));
    };
    let wanted = code(card).map_err(&none)?;
    if last.cards.contains(&wanted) {
        return Ok(wanted);
    }
    let lie: Vec<String> = last.cards.iter().map(|code| shown(code)).collect();
    Err(none(format!(
        "{} isn't among its cards: {}",
        shown(&wanted),
        lie.join(" ")
    )))
}

/// A card doesn't fit: another is drawn in its place, the old one stays out. The whole draw as it lies now, and the new card.
///
/// # Errors
/// No draw, a card that isn't in it; those of [`draw`].
pub fn redraw<S: Seat>(
    seat: &mut S,
    card: Option<&str>,
    given: &[String],
    why: &str,
) -> Done<(DrawDone, String), S> {
    let last = lying(seat, "redraw")?;
    let old = meant::<S>(&last, card)?;
    let state = seat.state();
    let name = state.name(last.deck);
    let Some(mut now) = state.decks.get(&last.deck.id).cloned() else {
        return Err(refused(&name, "this deck is gone".into()));
    };
    drop(state);
    let all = full(seat, &name);
    let (cards, reshuffled) = match given {
        [] => take(seat, &mut now, &all, 1, &last.cards)?,
        [one] => (
            by_hand(seat, &mut now, &all, std::slice::from_ref(one))?,
            false,
        ),
        _ => return Err(refused(&name, "one card takes the place of one".into())),
    };
    let Some(new) = cards.first().cloned() else {
        return Err(refused(&name, "it has no other card".into()));
    };
    now.out.push(new.clone());
    seat.emit(Event::Drawn {
        deck: last.deck,
        cards,
        reshuffled,
        state: now,
        why: why.to_owned(),
        instead: Some(old),
    })?;
    let lies = seat.state().crown.last.clone().unwrap_or(last);
    let done = DrawDone {
        deck: lies.deck,
        cards: lies.cards,
        reshuffled,
    };
    Ok((done, new))
}

/// A card doesn't fit: it is read one rank higher or lower (rules/07 §1). The draw as it lies now.
///
/// # Errors
/// No draw, a card that isn't in it, a joker, beyond 2 and Ace; refused when it was moved already.
pub fn adjust<S: Seat>(seat: &mut S, up: bool, card: Option<&str>) -> Done<DrawDone, S> {
    let last = lying(seat, "adjust")?;
    let old = meant::<S>(&last, card)?;
    let beside = Card::parse(&old)
        .ok()
        .and_then(|card| card.beside(up))
        .map(Card::code);
    let Some(new) = beside.filter(|new| !last.cards.contains(new)) else {
        let way = if up { "higher" } else { "lower" };
        return Err(refused(
            "adjust",
            format!(
                "there is no card to read {} as, one rank {way}",
                shown(&old)
            ),
        ));
    };
    if last.moved.contains(&old) {
        seat.refuse(Refusal::Forbidden {
            what: shown(&old),
            why: "its rank was moved already, and moves by one".into(),
            source_text: "rules/07 §1",
        })?;
    }
    seat.emit(crown(CrownFact::Adjusted { old, new }))?;
    let lies = seat.state().crown.last.clone().unwrap_or(last);
    Ok(DrawDone {
        deck: lies.deck,
        cards: lies.cards,
        reshuffled: false,
    })
}

/// The GM's own reading of the last draw goes into the log.
///
/// # Errors
/// No draw.
pub fn reading<S: Seat>(seat: &mut S, text: &str) -> Done<(), S> {
    let last = lying(seat, "reading")?;
    let signs: Vec<String> = last.cards.iter().map(|code| shown(code)).collect();
    seat.emit(Event::Noted {
        text: format!("{}: {text}", signs.join(" ")),
    })?;
    Ok(())
}

/// Keeps a card for a later session; nothing is the highest of the last draw.
///
/// # Errors
/// What is no card; no draw.
pub fn keep<S: Seat>(seat: &mut S, card: Option<&str>, text: &str) -> Done<(), S> {
    let card = match card {
        Some(card) => code(card).map_err(|why| refused("seed", why))?,
        None => meant::<S>(&lying(seat, "seed")?, None)?,
    };
    let seed = SeedCard {
        card,
        text: text.to_owned(),
        session: seat.state().session.number,
    };
    seat.emit(crown(CrownFact::SeedKept { seed }))?;
    Ok(())
}

/// A seed comes up in play, and is one no more.
///
/// # Errors
/// No such seed, with those that there are.
pub fn bring<S: Seat>(seat: &mut S, card: &str) -> Done<SeedCard, S> {
    let wanted = code(card).map_err(|why| refused("seed", why))?;
    let state = seat.state();
    let seeds = &state.crown.seeds;
    let Some(seed) = seeds.iter().find(|seed| seed.card == wanted).cloned() else {
        let kept: Vec<String> = seeds.iter().map(|seed| shown(&seed.card)).collect();
        let kept = if kept.is_empty() {
            "none is kept".to_owned()
        } else {
            format!("kept: {}", kept.join(" "))
        };
        return Err(refused(
            "seed",
            format!("{} isn't a seed; {kept}", shown(&wanted)),
        ));
    };
    seat.emit(crown(CrownFact::SeedUsed { seed: seed.clone() }))?;
    Ok(seed)
}

fn refused<S>(name: &str, why: String) -> Halt<S> {
    Refusal::Impossible {
        what: name.to_owned(),
        why,
    }
    .halt()
}

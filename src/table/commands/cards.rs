//! Decks: laid, drawn from, shuffled (rules/07 §1). Drawn cards stay out until the deck is empty or the session ends.

use crate::rules::ids::{Thing, ThingKind};
use crate::rules::refusal::{Halt, Refusal};
use crate::rules::values::Period;
use crate::table::catalog::Scope;
use crate::table::event::Event;
use crate::table::names;
use crate::table::seat::{Done, Seat};
use crate::table::state::{Deck, State};

/// The name of the standard deck.
pub const CONSEQUENCES: &str = "Consequences";

/// Ranks, low to high.
const RANKS: [&str; 13] = [
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
];

/// A card's code: "7C", "10♦", "qh", "RJ".
///
/// # Errors
/// What is no card, with the form of one.
pub fn code(text: &str) -> Result<String, String> {
    let folded: String = text
        .trim()
        .chars()
        .map(|c| match c {
            '♥' => 'H',
            '♠' => 'S',
            '♣' => 'C',
            '♦' => 'D',
            c => c.to_ascii_uppercase(),
        })
        .collect();
    let good = matches!(folded.as_str(), "RJ" | "BJ")
        || folded
            .strip_suffix(['H', 'S', 'C', 'D'])
            .is_some_and(|rank| RANKS.contains(&rank));
    if good {
        Ok(folded)
    } else {
        Err(format!(
            "{text:?} is no card: a rank (2–10, J, Q, K, A) and a suit (H, S, C, D), or RJ, BJ"
        ))
    }
}

/// A code with its suit sign.
#[must_use]
pub fn shown(code: &str) -> String {
    match code.strip_suffix(['H', 'S', 'C', 'D']) {
        Some(rank) => {
            let sign = match code.chars().last() {
                Some('H') => '♥',
                Some('S') => '♠',
                Some('C') => '♣',
                _ => '♦',
            };
            format!("{rank}{sign}")
        }
        None if code == "RJ" => "Red Joker".into(),
        None => "Black Joker".into(),
    }
}

/// The suit of a code; jokers have none (R89).
#[must_use]
pub fn suit(code: &str) -> Option<&'static str> {
    match code.chars().last()? {
        'H' => Some("hearts"),
        'S' => Some("spades"),
        'C' => Some("clubs"),
        'D' => Some("diamonds"),
        _ => None,
    }
}

/// The rank of a code.
#[must_use]
pub fn rank(code: &str) -> &str {
    code.strip_suffix(['H', 'S', 'C', 'D']).unwrap_or(code)
}

/// The value of a code: 2–10, J 11, Q 12, K 13, A 14, Black Joker 15, Red Joker 16.
#[must_use]
pub fn value(code: &str) -> u32 {
    match code {
        "BJ" => 15,
        "RJ" => 16,
        code => RANKS
            .iter()
            .position(|r| *r == rank(code))
            .map_or(0, |at| u32::try_from(at).unwrap_or(0) + 2),
    }
}

/// The severity of a card (R86).
#[must_use]
pub fn severity(code: &str) -> &'static str {
    match value(code) {
        0..=4 => "subtle",
        5..=7 => "minor",
        8..=10 => "moderate",
        11..=13 => "major",
        14 => "scene_altering",
        15 => "dark_boon",
        _ => "catastrophe",
    }
}

/// The highest card of a draw, the first of equals.
#[must_use]
pub fn highest(cards: &[String]) -> Option<&String> {
    cards.iter().rev().max_by_key(|code| value(code))
}

/// Keys of the ledger that say what lets the GM draw from the Deck of Consequences; a draw uses one up.
const CALLS: &str = "card called for";

/// Notes that something lets the GM draw: permission, never more (rules/07 §1).
fn call_for<S: Seat>(seat: &mut S, cause: &str) -> Done<(), S> {
    let key = format!("{CALLS}: {cause}");
    let n = seat.state().claims.get(&key).map_or(0, |claim| claim.n) + 1;
    let per = Period::Scene;
    seat.emit(Event::Claimed { key, per, n })?;
    Ok(())
}

/// A roll of so many Story Beats: at three (switch `deck_trigger_ones`, R87) it lets the GM draw.
///
/// # Errors
/// None by the rules.
pub fn ones_rolled<S: Seat>(seat: &mut S, sb: u32) -> Done<(), S> {
    if sb >= u32::from(seat.catalog().switches.deck_trigger_ones) {
        call_for(seat, "1s on a roll")?;
    }
    Ok(())
}

/// SB spent at once that let the GM draw.
const SPENT_AT_ONCE: u32 = 2;

/// So many SB were spent at once: from two on it lets the GM draw.
///
/// # Errors
/// None by the rules.
pub fn beats_spent<S: Seat>(seat: &mut S, sb: u32) -> Done<(), S> {
    if sb >= SPENT_AT_ONCE {
        call_for(seat, "SB spent")?;
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
        call_for(seat, "a timer filled")?;
    }
    Ok(())
}

/// Something comes on the road: it lets the GM draw.
///
/// # Errors
/// None by the rules.
pub fn met_on_the_road<S: Seat>(seat: &mut S) -> Done<(), S> {
    call_for(seat, "an encounter on the road")
}

/// Uses up one cause for a draw; false when there is none.
///
/// # Errors
/// None by the rules.
pub fn called_for<S: Seat>(seat: &mut S) -> Done<bool, S> {
    let key = seat
        .state()
        .claims
        .keys()
        .find(|key| key.starts_with(CALLS))
        .cloned();
    let Some(key) = key else { return Ok(false) };
    seat.emit(Event::Reset { keys: vec![key] })?;
    Ok(true)
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
    let mut codes: Vec<String> = ["C", "D", "H", "S"]
        .iter()
        .flat_map(|suit| RANKS.iter().map(move |rank| format!("{rank}{suit}")))
        .collect();
    if catalog.switches.jokers {
        codes.extend(["RJ".to_owned(), "BJ".to_owned()]);
    }
    codes
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
    let n = ask
        .n
        .or_else(|| ask.sb.map(|sb| sb.clamp(1, 3)))
        .unwrap_or(1) as usize;
    let mut cards = Vec::new();
    let mut reshuffled = false;
    if ask.cards.is_empty() {
        if n > all.len() {
            return Err(Refusal::Number {
                what: format!("cards to draw from {name}, which has {}", all.len()),
                got: i64::try_from(n).unwrap_or(i64::MAX),
                allowed: "at most all of them",
            }
            .halt());
        }
        for _ in 0..n {
            if now.left.is_empty() {
                now.left = all
                    .iter()
                    .filter(|code| !cards.contains(*code))
                    .cloned()
                    .collect();
                now.out.clear();
                seat.shuffle(&mut now.left)?;
                reshuffled = true;
            }
            cards.extend(now.left.pop());
        }
    } else {
        for given in &ask.cards {
            let wanted = code(given).map_err(|why| refused(name, why))?;
            if !all.contains(&wanted) {
                return Err(refused(
                    name,
                    format!("{} isn't in this deck", shown(&wanted)),
                ));
            }
            if cards.contains(&wanted) {
                return Err(refused(name, format!("{} is named twice", shown(&wanted))));
            }
            // A real deck on the table may have been shuffled by hand: the card is taken from wherever it is.
            now.left.retain(|code| *code != wanted);
            now.out.retain(|code| *code != wanted);
            cards.push(wanted);
        }
    }
    now.out.extend(cards.iter().cloned());
    seat.emit(Event::Drawn {
        deck,
        cards: cards.clone(),
        reshuffled,
        state: now,
        why: ask.why.clone(),
    })?;
    Ok(DrawDone {
        deck,
        cards,
        reshuffled,
    })
}

fn refused<S>(name: &str, why: String) -> Halt<S> {
    Refusal::Target {
        what: name.to_owned(),
        why,
    }
    .halt()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read_with_letters_and_signs() {
        for (text, want) in [
            ("7C", "7C"),
            ("7♣", "7C"),
            (" 10d ", "10D"),
            ("qh", "QH"),
            ("rj", "RJ"),
        ] {
            assert_eq!(code(text).unwrap(), want);
        }
        for text in ["1C", "11H", "7", "C", "XJ", ""] {
            assert!(code(text).is_err(), "{text}");
        }
    }

    #[test]
    fn severity_by_rank() {
        let of = |codes: [&'static str; 7]| codes.map(severity);
        assert_eq!(
            of(["4C", "5H", "7S", "8D", "10C", "JH", "AS"]),
            [
                "subtle",
                "minor",
                "minor",
                "moderate",
                "moderate",
                "major",
                "scene_altering"
            ]
        );
        assert_eq!(severity("RJ"), "catastrophe");
        assert_eq!(severity("BJ"), "dark_boon");
    }
}

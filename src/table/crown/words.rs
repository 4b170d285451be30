//! Cards and the campaign's end in words.

use super::fact::CrownFact;
use super::state::{Crown, Spread};
use crate::rules::decks::{Card, Ending, Reading, cards_by_beats};
use crate::rules::ids::Thing;
use crate::table::catalog::Catalog;
use crate::table::commands::{campaign, cards};
use crate::table::event::{Event, Fact};
use crate::table::state::{State, Timer};
use crate::table::words::timer_line;

/// A fact in words, some in several lines; nothing where it says nothing.
#[must_use]
pub fn of(state: &State, fact: &CrownFact, catalog: &Catalog) -> Option<String> {
    Some(match fact {
        CrownFact::Called { call } => {
            // Leave that is there already needs no second offer.
            let n = |sb| cards_by_beats(sb);
            if (state.crown.calls.iter()).any(|one| n(one.sb) >= n(call.sb)) {
                return None;
            }
            let sb = if call.sb > 0 {
                format!(" sb={}", call.sb)
            } else {
                String::new()
            };
            format!("a card may be drawn: draw consequences{sb}")
        }
        CrownFact::Answered { .. } | CrownFact::OverflowUsed { .. } => return None,
        CrownFact::Adjusted { old, new } => {
            let last = state.crown.last.as_ref()?;
            let all: Vec<String> = (last.cards.iter())
                .map(|card| if card == old { new } else { card })
                .cloned()
                .collect();
            let deck = state.name(last.deck);
            format!(
                "{} is read as {}\n{}",
                cards::shown(old),
                cards::shown(new),
                drawn(&deck, &all, catalog, false)
            )
        }
        CrownFact::SeedKept { seed } => {
            let text = colon(&seed.text);
            format!("kept as a seed: {}{text}", cards::shown(&seed.card))
        }
        CrownFact::SeedUsed { seed } => format!(
            "the seed of session {} comes up: {}{}",
            seed.session,
            cards::shown(&seed.card),
            colon(&seed.text)
        ),
        CrownFact::Overflow { number, may_tick } => {
            let timer = campaign::timer(state)?;
            if !may_tick {
                return None;
            }
            format!(
                "overflow {number} of this session: crown overflow ticks {}",
                state.name(timer)
            )
        }
        CrownFact::LegAtCost { harm } => format!("the leg ends at major cost: Harm {harm}"),
        CrownFact::LegOver => {
            "did the leg cross ground tied to an omen? crown touch root".to_owned()
        }
        CrownFact::Laid { spread, .. } => page(state, spread),
        CrownFact::Reread { at, new, .. } => {
            let omen = state.crown.spread.as_ref()?.omens.get(*at)?;
            format!("{} {}: {new}", omen.place, cards::shown(&omen.card))
        }
        CrownFact::Ends { new, .. } => ending(state, *new),
        CrownFact::LegacyBond { legacy } => {
            format!("Legacy Bond   {}: {}", legacy.name, legacy.text)
        }
    })
}

fn colon(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!(": {text}")
    }
}

/// A draw as it lies: the cards of a deck with their texts, a reading of consequences where the deck is the standard one.
#[must_use]
pub fn drawn(deck: &str, codes: &[String], catalog: &Catalog, first: bool) -> String {
    if let Some(def) = catalog.decks.get(deck) {
        let shown: Vec<String> = codes
            .iter()
            .map(|code| {
                let sign = cards::shown(code);
                match def.cards.iter().find(|card| card.code == *code) {
                    Some(card) if card.title == sign => format!("{sign}{}", colon(&card.text)),
                    Some(card) => format!("{sign} {}{}", card.title, colon(&card.text)),
                    None => sign,
                }
            })
            .collect();
        return format!("{deck}   {}", shown.join("   "));
    }
    let signs: Vec<String> = codes.iter().map(|code| cards::shown(code)).collect();
    let mut page = format!("{deck}   {}", signs.join(" "));
    let Some(reading) = Reading::of(&cards::read(codes)) else {
        return page;
    };
    let severity = reading.highest.severity();
    page.push_str(&format!("   {severity}: {}", severity.means()));
    let column = reading.highest.column();
    for suit in &reading.suits {
        page.push_str(&format!(
            "\n  {suit}   {}   {}",
            suit.theme(),
            suit.shortcut(column)
        ));
    }
    if reading.suits.is_empty() {
        page.push_str("\n  no suit: where it strikes is yours to say");
    }
    if matches!(reading.highest, Card::BlackJoker | Card::RedJoker) && codes.len() > 1 {
        let rest: Vec<String> = codes
            .iter()
            .filter(|code| **code != reading.highest.code())
            .map(|code| cards::shown(code))
            .collect();
        page.push_str(&format!("\n  beside it   {}", rest.join(" ")));
    }
    if reading.suits.len() > 1 {
        page.push_str("\n  one complication out of all of it");
    }
    if first {
        page.push_str(
            "\n  what happens: reading …   doesn't fit: redraw, adjust +1   for later: seed sow",
        );
    }
    page
}

/// The spread as it lies: a card a line, with its motif and its omen.
#[must_use]
pub fn page(state: &State, spread: &Spread) -> String {
    let session = match spread.session {
        0 => "laid before play".to_owned(),
        n => format!("laid in session {n}"),
    };
    let mut page = format!("Crown Spread   {} cards   {session}", spread.omens.len());
    for (n, omen) in spread.omens.iter().enumerate() {
        let place = omen.place.to_string();
        let motif = if omen.motif.is_empty() {
            let theme = cards::read(std::slice::from_ref(&omen.card))
                .first()
                .and_then(|card| card.suit())
                .map(|suit| format!(" ({})", suit.theme()));
            format!("{}{}", omen.place.means(), theme.unwrap_or_default())
        } else {
            omen.motif.clone()
        };
        page.push_str(&format!(
            "\n  {}  {place:<10}  {:<11}  {}  {motif}",
            n + 1,
            cards::shown(&omen.card),
            boxes(state, omen.timer),
        ));
    }
    page
}

fn boxes(state: &State, timer: Thing) -> String {
    state.timer(timer.id).map_or_else(String::new, |timer| {
        let bare = Timer {
            name: String::new(),
            ..timer.clone()
        };
        timer_line(&bare).trim().to_owned()
    })
}

/// The spread, how far the end has come, and the bonds that outlive it.
#[must_use]
pub fn status(state: &State) -> String {
    let crown: &Crown = &state.crown;
    let mut lines = vec![match &crown.spread {
        Some(spread) => page(state, spread),
        None => "no Crown Spread is laid: crown lay 5".to_owned(),
    }];
    if let Some(timer) = campaign::timer(state).and_then(|timer| state.timer(timer.id)) {
        lines.push(timer_line(timer));
    }
    if crown.ending != Ending::Open {
        lines.push(format!("the campaign: {}", crown.ending));
    }
    lines.extend(
        (crown.legacies.iter())
            .map(|legacy| format!("Legacy Bond   {}: {}", legacy.name, legacy.text)),
    );
    lines.join("\n")
}

/// A stage of the end, and what there is to do in it.
fn ending(state: &State, ending: Ending) -> String {
    match ending {
        Ending::Open => "the campaign goes on".to_owned(),
        Ending::Confrontation => {
            let crown = state.crown.spread.as_ref().and_then(|spread| {
                spread
                    .omens
                    .iter()
                    .find(|omen| omen.place == crate::rules::decks::CrownPlace::Crown)
            });
            let card = crown
                .map(|omen| format!(": {}{}", cards::shown(&omen.card), colon(&omen.motif)))
                .unwrap_or_default();
            format!(
                "the Crown confrontation{card}\n  play it and its fallout, then: crown epilogue"
            )
        }
        Ending::Epilogue => {
            let mut page = "the epilogue: one session".to_owned();
            for omen in campaign::unfinished(state) {
                page.push_str(&format!(
                    "\n  a short scene for {} {}{}",
                    omen.place,
                    cards::shown(&omen.card),
                    colon(&omen.motif)
                ));
            }
            page.push_str("\n  what outlives them: crown legacy lyra …");
            page
        }
        Ending::Over => "the campaign is over".to_owned(),
    }
}

/// Is this timer an omen of a spread that the facts lay? The spread shows it.
#[must_use]
pub fn shows(facts: &[Fact], timer: Thing) -> bool {
    facts.iter().any(|fact| {
        let Event::Crown(fact) = &fact.event else {
            return false;
        };
        matches!(&**fact, CrownFact::Laid { spread, .. } if spread.omens.iter().any(|omen| omen.timer == timer))
    })
}

/// What differs between two states, in short phrases: for undo and redo.
#[must_use]
pub fn diff(from: &State, to: &State) -> Vec<String> {
    let (old, new) = (&from.crown, &to.crown);
    let mut words = Vec::new();
    if old.last != new.last {
        words.push("cards drawn".to_owned());
    }
    if old.spread != new.spread {
        words.push("the Crown Spread".into());
    }
    if old.seeds != new.seeds {
        words.push("seeds".into());
    }
    if old.ending != new.ending {
        words.push(format!("the campaign: {}", new.ending));
    }
    if old.legacies != new.legacies {
        words.push("Legacy Bonds".into());
    }
    words
}

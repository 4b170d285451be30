//! Decks: draw and shuffle (rules/07 §1).

use super::{Call, Given};
use crate::rules::ids::Thing;
use crate::script::args::Args;
use crate::script::effects::{self, Context};
use crate::script::handle::to_lua;
use crate::script::record::{Param, Record, Ty, When, may, need};
use crate::script::results;
use crate::script::stop::Fail;
use crate::table::commands::cards::{self, DrawAsk, DrawDone};

const DRAW: &[Param] = &[
    may("n", Ty::Int(1, 60)),
    may("sb", Ty::Int(0, 1000)),
    may("cards", Ty::Cards),
    may("who", Ty::Who),
    may("why", Ty::Text),
];

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "draw",
        chapter: "cards",
        params: &[need("deck", Ty::Deck), may("opts", Ty::Options(DRAW))],
        returns: "Draw",
        about: "Draws from a deck, without putting back; `sb` draws one to three by Story Beats, `cards` are those drawn from a real deck. An empty deck is shuffled in mid-draw. \"Consequences\" is the standard 52. Each card does what its on_draw says. Source: rules/07 §1, R88–R90.",
        example: r#"draw("Consequences", { sb = 3 })"#,
        when: When::Act,
        body: draw,
    },
    Record {
        name: "shuffle",
        chapter: "cards",
        params: &[need("deck", Ty::Deck)],
        returns: "Deck",
        about: "Shuffles all cards of a deck together.",
        example: r#"shuffle("Consequences")"#,
        when: When::Act,
        body: |call, args| {
            let name = args.text("deck").unwrap_or_default().to_owned();
            let deck = call.command(|seat| cards::shuffle(seat, &name))?;
            Ok(to_lua(deck))
        },
    },
];

/// Cards as they are written: "7C 3H", "7C, 3H".
#[must_use]
pub fn codes(text: &str) -> Vec<String> {
    text.split([' ', ','])
        .filter(|card| !card.is_empty())
        .map(str::to_owned)
        .collect()
}

fn draw(call: &Call<'_>, args: &Args) -> Given {
    let name = args.text("deck").unwrap_or_default().to_owned();
    let given = args
        .text("cards")
        .map(str::to_owned)
        .or(call.generation.act(|act| act.cards.pop_front())?);
    let ask = DrawAsk {
        n: args.count("n"),
        sb: args.count("sb"),
        cards: given.as_deref().map(codes).unwrap_or_default(),
        why: call.why(args)?,
    };
    if name == cards::CONSEQUENCES {
        let called = call.command(|seat| cards::called_for(seat))?;
        let said = !ask.why.is_empty() || ask.sb.is_some_and(|sb| sb >= 2);
        if !called && !said {
            call.generation.act(|act| {
                act.notices.push(
                    "nothing calls for a card just now (three 1s on a roll, 2 SB spent at once, a timer of scene or campaign filled, an encounter on the road: rules/07 §1). With why = \"…\" it is yours to say"
                        .into(),
                );
            })?;
        }
    }
    let done = call.command(|seat| cards::draw(seat, &name, &ask))?;
    let who = args.thing("who").or(call
        .generation
        .act(|act| act.causes.last().and_then(|cause| cause.by))?);
    played(call, &name, &done, who)?;
    results::draw(call, done.deck, &done.cards, done.reshuffled)
}

/// What drawn cards do: each what its `on_draw` says, then the deck.
///
/// # Errors
/// As what they do.
pub fn played(
    call: &Call<'_>,
    deck: &str,
    done: &DrawDone,
    who: Option<Thing>,
) -> Result<(), Fail> {
    let catalog = call.generation.catalog();
    let Some(def) = catalog.decks.get(deck).cloned() else {
        return Ok(());
    };
    let context = Context {
        event: "draw",
        who,
        draw: Some((done.deck, done.cards.clone(), done.reshuffled)),
        ..Context::default()
    };
    for code in &done.cards {
        let Some(card) = def.cards.iter().find(|card| card.code == *code) else {
            continue;
        };
        let context = Context {
            card: Some(code.clone()),
            ..context.clone()
        };
        call.doing(format!("{} ({deck})", card.title), None, || {
            effects::run(call, &card.on_draw, &context)
        })?;
    }
    effects::run(call, &def.on_draw, &context)
}

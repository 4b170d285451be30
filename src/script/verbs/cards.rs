//! Decks: draw, redraw, shuffle; the GM's reading; seeds (rules/07 §1).

use super::table::overruling;
use super::{Call, Given};
use crate::rules::ids::Thing;
use crate::script::args::Args;
use crate::script::effects::{self, Context};
use crate::script::handle::to_lua;
use crate::script::record::{Param, Record, Ty, When, may, need};
use crate::script::results;
use crate::script::stop::Fail;
use crate::table::commands::cards::{self, DrawAsk, DrawDone};
use mlua::Value;

const DRAW: &[Param] = &[
    may("n", Ty::Int(1, 60)),
    may("sb", Ty::Int(0, 1000)),
    may("cards", Ty::Cards),
    may("who", Ty::Who),
    may("why", Ty::Text),
    may("because", Ty::Text),
];

const REDRAW: &[Param] = &[
    may("cards", Ty::Cards),
    may("who", Ty::Who),
    may("why", Ty::Text),
    may("because", Ty::Text),
];

const BECAUSE: &[Param] = &[may("because", Ty::Text)];

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "draw",
        chapter: "cards",
        params: &[need("deck", Ty::Deck), may("opts", Ty::Options(DRAW))],
        returns: "Draw",
        about: "Draws from a deck, without putting back; `sb` draws one to three by Story Beats, `cards` are those drawn from a real deck. An empty deck is shuffled in mid-draw. \"Consequences\" is the standard 52: drawn from when something calls for it (three 1s on a roll, 2 SB spent at once, a full timer of scene or campaign, an encounter on the road), one cause a draw, else refused; it is read as one complication of all suits and the highest rank. A deck of one's own holds the cards it lists, and is free. Each card does what its on_draw says. Source: rules/07 §1, R86–R91.",
        example: r#"draw("Consequences", { sb = 3, because = "the tide turns" })"#,
        when: When::Act,
        body: |call, args| overruling(call, args, || draw(call, args)),
    },
    Record {
        name: "redraw",
        chapter: "cards",
        params: &[may("card", Ty::Text), may("opts", Ty::Options(REDRAW))],
        returns: "Draw",
        about: "A card of the last draw doesn't fit: another is drawn in its place, the old one stays out. Without a card, the highest. on.draw hears of the new card alone; what the old one did stays done. Refused where no cards lie. Source: rules/07 §1.",
        example: r#"draw("Consequences", { because = "the tide turns" }); redraw()"#,
        when: When::Act,
        body: |call, args| overruling(call, args, || redraw(call, args)),
    },
    Record {
        name: "adjust",
        chapter: "cards",
        params: &[
            need("n", Ty::Int(-1, 1)),
            may("card", Ty::Text),
            may("opts", Ty::Options(BECAUSE)),
        ],
        returns: "Draw",
        about: "A card of the last draw doesn't fit: it is read one rank higher (1) or lower (-1), once. Without a card, the highest. Source: rules/07 §1.",
        example: r#"draw("Consequences", { cards = "10D", because = "the tide turns" }); adjust(1)"#,
        when: When::Act,
        body: |call, args| {
            overruling(call, args, || {
                let up = match args.int("n") {
                    Some(1) => true,
                    Some(-1) => false,
                    _ => {
                        return Err(crate::script::stop::bad(
                            "argument",
                            "a rank moves by 1 or by -1",
                        ));
                    }
                };
                let card = args.text("card");
                let done = call.command(|seat| cards::adjust(seat, up, card))?;
                results::draw(call, done.deck, &done.cards, done.reshuffled)
            })
        },
    },
    Record {
        name: "reading",
        chapter: "cards",
        params: &[need("text", Ty::Rest)],
        returns: "",
        about: "What the last draw comes to, in the GM's own words: goes into the session's log. Source: rules/07 §1.",
        example: r#"draw("Consequences", { because = "the tide turns" }); reading("the ferryman knows her name")"#,
        when: When::Act,
        body: |call, args| {
            let text = args.text("text").unwrap_or_default();
            call.command(|seat| cards::reading(seat, text))?;
            Ok(Value::Nil)
        },
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
    Record {
        name: "seed.sow",
        chapter: "cards",
        params: &[may("card", Ty::Any), may("text", Ty::Rest)],
        returns: "",
        about: "Keeps a card as a seed for a later session, with words of the GM's; without one, the highest of the last draw. The deck is whole again all the same. Source: rules/07 §1.",
        example: r#"seed.sow("9S", "the rotten ladder, again")"#,
        when: When::Act,
        body: |call, args| {
            let card = args.raw("card").and_then(crate::script::args::text);
            let text = args.text("text").unwrap_or_default();
            call.command(|seat| cards::keep(seat, card.as_deref(), text))?;
            Ok(Value::Nil)
        },
    },
    Record {
        name: "seed.list",
        chapter: "cards",
        params: &[],
        returns: "{ string }",
        about: "The seeds that are kept, oldest first: \"9♠ the rotten ladder (session 2)\".",
        example: "seed.list()",
        when: When::Read,
        body: |call, _| {
            let seeds = call.generation.act(|act| act.state.crown.seeds.clone())?;
            let lines: Vec<String> = seeds
                .iter()
                .map(|seed| {
                    let text = format!("{} {}", cards::shown(&seed.card), seed.text);
                    format!("{} (session {})", text.trim(), seed.session)
                })
                .collect();
            Ok(Value::Table(crate::script::live::frozen_list(
                call.lua, &lines,
            )?))
        },
    },
    Record {
        name: "seed.use",
        chapter: "cards",
        params: &[need("card", Ty::Text)],
        returns: "string",
        about: "A seed comes up in play, and is one no more; gives its words.",
        example: r#"seed.sow("9S", "the ladder"); seed.use("9S")"#,
        when: When::Act,
        body: |call, args| {
            let card = args.text("card").unwrap_or_default();
            let seed = call.command(|seat| cards::bring(seat, card))?;
            call.text(&seed.text)
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

/// Cards of the call, else those that wait for the draws of this act.
pub(super) fn given(call: &Call<'_>, args: &Args) -> Result<Vec<String>, Fail> {
    let given = args
        .text("cards")
        .map(str::to_owned)
        .or(call.generation.act(|act| act.cards.pop_front())?);
    Ok(given.as_deref().map(codes).unwrap_or_default())
}

fn draw(call: &Call<'_>, args: &Args) -> Given {
    let name = args.text("deck").unwrap_or_default().to_owned();
    let mut ask = DrawAsk {
        n: args.count("n"),
        sb: args.count("sb"),
        cards: given(call, args)?,
        why: call.why(args)?,
    };
    if name == cards::CONSEQUENCES {
        let named = ask.sb;
        let sb = call.command(|seat| cards::leave_to_draw(seat, named))?;
        ask.sb = Some(sb);
    }
    let done = call.command(|seat| cards::draw(seat, &name, &ask))?;
    played(call, &name, &done, by(call, args)?)?;
    results::draw(call, done.deck, &done.cards, done.reshuffled)
}

fn by(call: &Call<'_>, args: &Args) -> Result<Option<Thing>, Fail> {
    Ok(args.thing("who").or(call
        .generation
        .act(|act| act.causes.last().and_then(|cause| cause.by))?))
}

fn redraw(call: &Call<'_>, args: &Args) -> Given {
    let card = args.text("card");
    let given = given(call, args)?;
    let why = call.why(args)?;
    let (done, new) = call.command(|seat| cards::redraw(seat, card, &given, &why))?;
    let name = call.generation.act(|act| act.state.name(done.deck))?;
    let fell = DrawDone {
        cards: vec![new],
        ..done.clone()
    };
    played(call, &name, &fell, by(call, args)?)?;
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

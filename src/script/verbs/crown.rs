//! The Crown Spread and the campaign's end (rules/07 §2–§4).

use mlua::Value;

use super::cards::given;
use super::table::overruling;
use super::{Call, Given};
use crate::script::args::{Args, text, whole};
use crate::script::effects;
use crate::script::handle::to_lua;
use crate::script::record::{Param, Record, Ty, When, may, need};
use crate::script::seat::LuaSeat;
use crate::script::stop::{Fail, bad};
use crate::table::commands::crown::LayAsk;
use crate::table::commands::{campaign, crown};
use crate::table::crown::Omen;

const LAY: &[Param] = &[
    may("cards", Ty::Cards),
    may("motifs", Ty::List),
    may("because", Ty::Text),
];

const BECAUSE: &[Param] = &[may("because", Ty::Text)];

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "crown.lay",
        chapter: "crown",
        params: &[need("n", Ty::Int(1, 54)), may("opts", Ty::Options(LAY))],
        returns: "",
        about: "Lays the Crown Spread: five to seven cards from a deck of its own, in the open, for the whole campaign: Root, Crest, Crown, Left Hand, Right Hand, two twists. `cards` are those of a real deck, `motifs` what the GM makes of them, in order. Each card has a Foreshadow Timer of 4 segments; the Campaign Timer of 8 starts too, if none is at the table. A second spread is refused. Source: rules/07 §2, R92.",
        example: r#"crown.lay(5, { motifs = { "the flooded granary" } })"#,
        when: When::Act,
        body: |call, args| overruling(call, args, || lay(call, args)),
    },
    Record {
        name: "crown.read",
        chapter: "crown",
        params: &[need("card", Ty::Any), need("motif", Ty::Rest)],
        returns: "",
        about: "What a card of the spread stands for, said or said anew: by number from 1, place or motif. It hints, it doesn't dictate. Source: rules/07 §2.",
        example: r#"crown.lay(5); crown.read(2, "the Ledger Guild rises")"#,
        when: When::Act,
        body: |call, args| {
            let (card, motif) = (wanted(args)?, args.text("motif").unwrap_or_default());
            call.command(|seat| crown::read(seat, &card, motif))?;
            Ok(Value::Nil)
        },
    },
    Record {
        name: "crown.omen",
        chapter: "crown",
        params: &[need("card", Ty::Any)],
        returns: "Timer",
        about: "The Foreshadow Timer of a card: by number from 1, place or motif. Full, the motif becomes real and the Campaign Timer moves on by 1. Source: rules/07 §2.",
        example: r#"crown.lay(5); crown.omen(2):tick(1, "the guild has a face")"#,
        when: When::Read,
        body: |call, args| Ok(to_lua(omen(call, &wanted(args)?)?.timer)),
    },
    Record {
        name: "crown.touch",
        chapter: "crown",
        params: &[need("card", Ty::Any), may("why", Ty::Rest)],
        returns: "Timer",
        about: "Something touches a card's motif: its Foreshadow Timer +1. A complication paid with SB (also spend's option omen), a major scene with its faction, a leg across its ground. Source: rules/07 §2, R93.",
        example: r#"crown.lay(5); crown.touch("root", "the granary again")"#,
        when: When::Act,
        body: |call, args| {
            let why = call.why(args)?;
            touch(call, &wanted(args)?, &why)
        },
    },
    Record {
        name: "crown.overflow",
        chapter: "crown",
        params: &[may("opts", Ty::Options(BECAUSE))],
        returns: "Timer",
        about: "The GM confirms an overflow (a roll with 3 SB or more): Campaign Timer +1, each roll once; switch campaign_overflow_from says from which of a session on. Refused when no roll waits for it. Source: rules/07 §3, R93.",
        example: r#"crown.lay(5); crown.overflow({ because = "three beats at the weir" })"#,
        when: When::Act,
        body: |call, args| {
            overruling(call, args, || {
                let timer = call.command(|seat| campaign::confirm_overflow(seat))?;
                effects::tick(call, timer, 1, "an overflow")?;
                Ok(to_lua(timer))
            })
        },
    },
    Record {
        name: "crown.epilogue",
        chapter: "crown",
        params: &[may("opts", Ty::Options(BECAUSE))],
        returns: "",
        about: "After the Crown confrontation and its fallout: one session of epilogue, with a short scene for each omen that isn't real yet. It is over when the session closes. Refused before the confrontation. Source: rules/07 §4.",
        example: r#"crown.epilogue({ because = "the players want it told" })"#,
        when: When::Act,
        body: |call, args| {
            overruling(call, args, || {
                call.command(|seat| campaign::epilogue(seat))?;
                Ok(Value::Nil)
            })
        },
    },
    Record {
        name: "crown.legacy",
        chapter: "crown",
        params: &[
            need("who", Ty::Pc),
            need("text", Ty::Text),
            may("opts", Ty::Options(BECAUSE)),
        ],
        returns: "",
        about: "A Legacy Bond: what later characters or descendants may take up. Written down at the campaign's end, refused before. Source: rules/07 §4.",
        example: r#"crown.legacy("Lyra", "the bridge bears her name", { because = "she leaves us" })"#,
        when: When::Act,
        body: |call, args| {
            overruling(call, args, || {
                let Some(who) = args.thing("who") else {
                    return Ok(Value::Nil);
                };
                let words = args.text("text").unwrap_or_default();
                call.command(|seat| campaign::legacy(seat, who, words))?;
                Ok(Value::Nil)
            })
        },
    },
];

fn wanted(args: &Args) -> Result<String, Fail> {
    card(args.raw("card").unwrap_or(&Value::Nil))
}

/// Which card is meant, as it was written: a number, a place, a motif.
pub(super) fn card(value: &Value) -> Result<String, Fail> {
    whole(value)
        .map(|n| n.to_string())
        .or_else(|| text(value))
        .ok_or_else(|| {
            bad(
                "argument",
                "a card of the spread is a number from 1, its place (\"root\") or its motif",
            )
        })
}

fn omen(call: &Call<'_>, wanted: &str) -> Result<Omen, Fail> {
    let seat = LuaSeat::new(*call);
    let (_, omen) = campaign::omen(&seat, wanted)?;
    Ok(omen)
}

/// The motif of a card is touched: its timer moves on.
///
/// # Errors
/// No such card.
pub(super) fn touch(call: &Call<'_>, wanted: &str, why: &str) -> Given {
    let omen = omen(call, wanted)?;
    effects::tick(call, omen.timer, 1, why)?;
    Ok(to_lua(omen.timer))
}

fn lay(call: &Call<'_>, args: &Args) -> Given {
    let motifs = match args.raw("motifs") {
        Some(Value::Table(list)) => list
            .sequence_values::<Value>()
            .map(|value| Ok(text(&value?).unwrap_or_default()))
            .collect::<Result<Vec<String>, Fail>>()?,
        _ => Vec::new(),
    };
    let ask = LayAsk {
        cards: given(call, args)?,
        motifs,
    };
    let n = args.count("n").unwrap_or_default();
    call.command(|seat| crown::lay(seat, n, &ask))?;
    Ok(Value::Nil)
}

//! Places: wards and traps, and the hazards of a scene (rules/02 §9, rules/03 §4).

use mlua::Value;

use super::care::with_pool;
use super::fight::turns;
use super::options::{ONLY_BECAUSE, ROLL};
use super::rolls::{announce, outcomes, perform, request};
use super::table::overruling;
use super::{Call, Given, rolls_with};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::numbers::Dv;
use crate::rules::roll::Rolled;
use crate::rules::wards::{WardKind, WardNumbers};
use crate::script::args::Args;
use crate::script::effects::{self, Context};
use crate::script::handle::to_lua;
use crate::script::record::{Param, Record, Ty, When, may, need};
use crate::script::results;
use crate::script::stop::{Fail, bad};
use crate::table::commands::timers::StartAsk;
use crate::table::commands::{hazards, wards};

/// What is placed.
const PLACE: &[Param] = &[
    may("ward", Ty::Int(2, 5)),
    may("trap", Ty::Int(2, 5)),
    may("owner", Ty::Who),
];

/// Options of a disabling.
const DISABLE: &[Param] = &[
    may("spell", Ty::Word(&["DISPEL", "FATE"])),
    may("pool", Ty::Pool),
    may("position", Ty::Word(super::options::POSITIONS)),
    may("steps", Ty::Int(-10, 10)),
    may("dice", Ty::Int(-20, 20)),
    may("pay", Ty::Word(super::options::PAY)),
    may("help", Ty::Who),
    may("faces", Ty::Faces),
    may("answers", Ty::List),
    may("because", Ty::Text),
];

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "place",
        chapter: "places",
        params: &[need("name", Ty::Text), need("what", Ty::Options(PLACE))],
        returns: "Ward",
        about: "Places a ward or a trap of DV 2–5: { ward = 3 } or { trap = 4, owner = … }. A trap that no character placed is hidden from players until somebody spots it or sets it off. It stays over scenes, until it is removed. Source: rules/02 §9.",
        example: r#"place("Salt Line", { ward = 3 })"#,
        when: When::Act,
        body: place,
    },
    Record {
        name: "remove",
        chapter: "places",
        params: &[need("ward", Ty::Ward), may("why", Ty::Text)],
        returns: "",
        about: "A ward or trap is taken away.",
        example: r#"place("Salt Line", { ward = 3 }) remove("Salt Line", "swept up")"#,
        when: When::Act,
        body: |call, args| {
            let why = call.why(args)?;
            if let Some(ward) = args.thing("ward") {
                call.command(|seat| wards::remove(seat, ward, &why))?;
            }
            Ok(Value::Nil)
        },
    },
    Record {
        name: "cross",
        chapter: "places",
        params: &[
            need("who", Ty::Who),
            need("ward", Ty::Ward),
            may("pool", Ty::Pool),
            may("opts", Ty::Options(ROLL)),
        ],
        returns: "Roll?",
        about: "Somebody tries to get past a ward: wits + spirit (or presence + spirit) against its DV. Partial and Miss stay out and take its Harm (DV − 2, a hit, none at DV 2). An inert ward lets everybody through without a roll. Adversaries don't roll: the GM is asked. A spirit's Leash ticks by the DV on the attempt. Source: rules/02 §9, R36.",
        example: r#"place("Salt Line", { ward = 3 }) cross("Lyra", "Salt Line", nil, { faces = "74322" })"#,
        when: When::Act,
        body: cross,
    },
    Record {
        name: "disable",
        chapter: "places",
        params: &[
            need("who", Ty::Pc),
            need("ward", Ty::Ward),
            may("opts", Ty::Options(DISABLE)),
        ],
        returns: "Roll?",
        about: "A character puts a ward out of work: wits + arcana against its DV, or a spell with that tag and no roll here. A success: inert for the scene, or for good if the GM says so. A failure does nothing. Source: rules/02 §9, R36.",
        example: r#"place("Salt Line", { ward = 3 }) disable("Sera", "Salt Line")"#,
        when: When::Act,
        body: |call, args| disable(call, args, WardKind::Ward, "wits + arcana"),
    },
    Record {
        name: "disarm",
        chapter: "places",
        params: &[
            need("who", Ty::Pc),
            need("ward", Ty::Ward),
            may("opts", Ty::Options(DISABLE)),
        ],
        returns: "Roll?",
        about: "A character disarms a trap: wits + deception against its DV. A success: inert for good. A failure may spring it, if the GM says so. With the switch trap_partial_disarms a Partial disarms too and gives the GM 1 SB. Source: rules/02 §9, R37.",
        example: r#"place("Needle Latch", { trap = 4 }) disarm("Lyra", "Needle Latch")"#,
        when: When::Act,
        body: |call, args| disable(call, args, WardKind::Trap, "wits + deception"),
    },
    Record {
        name: "spot",
        chapter: "places",
        params: &[
            need("who", Ty::Pc),
            need("ward", Ty::Ward),
            may("dv", Ty::Dv),
            may("pool", Ty::Pool),
            may("opts", Ty::Options(ROLL)),
        ],
        returns: "Roll",
        about: "A character looks for a trap: wits + insight, DV 4 unless the GM sets one (usual: 4–5). A success: players know of it. Source: rules/02 §9, R37.",
        example: r#"place("Needle Latch", { trap = 4 }) spot("Lyra", "Needle Latch")"#,
        when: When::Act,
        body: spot,
    },
    Record {
        name: "spring",
        chapter: "places",
        params: &[need("ward", Ty::Ward), need("whom", Ty::Whom)],
        returns: "",
        about: "A trap goes off on somebody: its Harm (DV − 2) is a hit. Source: rules/02 §9.",
        example: r#"place("Needle Latch", { trap = 4 }) spring("Needle Latch", "Lyra")"#,
        when: When::Act,
        body: |call, args| {
            let (whom, _) = args.things("whom");
            if let Some(trap) = args.thing("ward") {
                call.command(|seat| wards::spring(seat, trap, &whom))?;
            }
            Ok(Value::Nil)
        },
    },
    Record {
        name: "bring",
        chapter: "places",
        params: &[
            need("hazard", Ty::Hazard),
            may("opts", Ty::Options(ONLY_BECAUSE)),
        ],
        returns: "Timer?",
        about: "A declared hazard is there from now. One with segments starts its timer (and the one that fights it, if it may be fought); one without hangs over the scene's rolls, once. Source: rules/03 §4.",
        example: r#"bring("Fog on the Span")"#,
        when: When::Act,
        body: bring,
    },
    Record {
        name: "ease",
        chapter: "places",
        params: &[need("hazard", Ty::Hazard), may("why", Ty::Text)],
        returns: "boolean",
        about: "A hazard is gone; false when it wasn't there. Source: rules/03 §4.",
        example: r#"bring("Fog on the Span") ease("Fog on the Span", "the wind turns")"#,
        when: When::Act,
        body: |call, args| {
            let why = call.why(args)?;
            let name = args.text("hazard").unwrap_or_default();
            let gone = call.command(|seat| hazards::ease(seat, name, &why))?;
            Ok(Value::Boolean(gone))
        },
    },
];

fn place(call: &Call<'_>, args: &Args) -> Given {
    let (kind, dv) = match (args.int("ward"), args.int("trap")) {
        (Some(dv), None) => (WardKind::Ward, dv),
        (None, Some(dv)) => (WardKind::Trap, dv),
        _ => {
            return Err(bad(
                "argument",
                "place: is it { ward = dv } or { trap = dv }? One of the two, DV 2 to 5",
            ));
        }
    };
    let name = args.name("place", "name")?;
    crate::script::lookup::good_name("ward", &name)?;
    let most = call.generation.limits.timers;
    if call.generation.act(|act| act.state.peril.wards.len())? >= most {
        return Err(bad(
            "limit",
            format!("a table holds {most} wards and traps at most"),
        ));
    }
    let numbers = WardNumbers::new(kind, dv).map_err(|e| bad("argument", e.to_string()))?;
    let owner = args.thing("owner");
    let ward = call.command(|seat| wards::place(seat, &name, numbers, owner))?;
    Ok(to_lua(ward))
}

/// A roll against a DV of a place.
fn against(call: &Call<'_>, args: &Args, who: Thing, pool: &str, dv: Dv) -> Result<Rolled, Fail> {
    announce(call, args.text("announce"))?;
    let mut ask = request(call, &with_pool(call, args, pool)?, who, "action")?;
    ask.dv = Some(dv);
    let context = Context {
        event: "roll",
        ..Context::default()
    };
    perform(call, &ask, &outcomes(args), &context)
}

fn cross(call: &Call<'_>, args: &Args) -> Given {
    let (Some(who), Some(ward)) = (args.thing("who"), args.thing("ward")) else {
        return Ok(Value::Nil);
    };
    overruling(call, args, || {
        rolls_with(call, args, || {
            let crossing = call.command(|seat| wards::begin_crossing(seat, who, ward))?;
            let mut given = Value::Nil;
            let crossed = if crossing.inert {
                true
            } else if who.kind == ThingKind::Pc {
                let roll = against(call, args, who, "wits + spirit", crossing.dv)?;
                given = results::roll(call.lua, &roll)?;
                crossing.numbers.crossed(roll.outcome)
            } else {
                call.command(|seat| wards::ruled(seat, who, ward))?
            };
            call.command(|seat| wards::end_crossing(seat, who, ward, crossing, crossed))?;
            Ok(given)
        })
    })
}

fn disable(call: &Call<'_>, args: &Args, kind: WardKind, pool: &str) -> Given {
    let (Some(who), Some(ward)) = (args.thing("who"), args.thing("ward")) else {
        return Ok(Value::Nil);
    };
    overruling(call, args, || {
        rolls_with(call, args, || {
            call.command(|seat| crate::table::commands::standing(seat, who))?;
            let dv = call.command(|seat| wards::begin_disabling(seat, ward, kind))?;
            // A spell costs what casting it costs.
            if args.text("spell").is_some() {
                call.command(|seat| wards::disabled(seat, who, ward))?;
                return Ok(Value::Nil);
            }
            turns::interact(call, who, None, "disables")?;
            let roll = against(call, args, who, pool, dv)?;
            call.command(|seat| wards::end_disabling(seat, who, ward, &roll))?;
            Ok(results::roll(call.lua, &roll)?)
        })
    })
}

fn spot(call: &Call<'_>, args: &Args) -> Given {
    let (Some(who), Some(ward)) = (args.thing("who"), args.thing("ward")) else {
        return Ok(Value::Nil);
    };
    overruling(call, args, || {
        rolls_with(call, args, || {
            let dv = Dv::gm(args.int("dv").unwrap_or(4)).map_err(|e| bad("dv", e.to_string()))?;
            let roll = against(call, args, who, "wits + insight", dv)?;
            if roll.success() {
                call.command(|seat| wards::find(seat, ward))?;
            }
            Ok(results::roll(call.lua, &roll)?)
        })
    })
}

fn bring(call: &Call<'_>, args: &Args) -> Given {
    let name = args.text("hazard").unwrap_or_default();
    let Some(def) = call.generation.catalog().hazards.get(name).cloned() else {
        return Ok(Value::Nil);
    };
    overruling(call, args, || {
        if !def.timed {
            if !call.command(|seat| hazards::bring(seat, &def))? {
                let notice = format!("{} is there already", def.name);
                call.generation.act(|act| act.notices.push(notice))?;
            }
            return Ok(Value::Nil);
        }
        let timer = effects::start(call, &def.name, &StartAsk::default())?;
        if let Some(fight) = &def.fight {
            effects::start(call, fight, &StartAsk::default())?;
        }
        Ok(to_lua(timer))
    })
}

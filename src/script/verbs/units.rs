//! Military units: muster, engage, disband (rules/05 §6).

use mlua::Value;

use super::options::BECAUSE;
use super::table::overruling;
use super::{Call, Given};
use crate::rules::scale::UnitAction;
use crate::rules::values::Effect;
use crate::script::args::Args;
use crate::script::diagnostic::Diagnostic;
use crate::script::effects;
use crate::script::handle::to_lua;
use crate::script::record::{Param, Record, Ty, When, may, need};
use crate::script::stop::{Fail, bad};
use crate::table::catalog::{Scope, UnitDef};
use crate::table::commands::timers::StartAsk;
use crate::table::commands::units::{self, MusterAsk};
use crate::table::event::Event;
use crate::table::names;
use crate::table::seat::Seat;
use crate::table::units::UnitFact;

/// Size of Supply and Morale where nothing says another.
const STEADY: u32 = 4;

/// What a unit can do against another.
const ACTIONS: &[&str] = &[
    "volley",
    "charge",
    "encircle",
    "precise",
    "raid",
    "scout",
    "assassinate",
    "sabotage",
    "delay",
];

/// Options of a muster.
const MUSTER: &[Param] = &[
    may("cap", Ty::Int(1, 5)),
    may("scale", Ty::Int(1, 4)),
    may("speciality", Ty::Text),
    may("supply", Ty::Int(4, 10)),
    may("morale", Ty::Int(4, 10)),
    may("name", Ty::Text),
    may("owner", Ty::Pc),
    may("hidden", Ty::Flag),
];

/// Options of an engagement.
const ENGAGE: &[Param] = &[
    may("effect", Ty::Word(&["limited", "standard", "great"])),
    BECAUSE,
];

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "muster",
        chapter: "units",
        params: &[need("unit", Ty::Text), may("opts", Ty::Options(MUSTER))],
        returns: "Unit",
        about: "A unit takes the field: a declared one, or one on the spot with `cap` (1–5) and `scale` (1–4). With it come its Supply (what is used up) and its Morale (what is lost; full is rout), timers of 4, 6, 8 or 10, which don't count among the three of a scene. `owner` is the character it follows; without one it is the GM's. Source: rules/05 §6.",
        example: r#"muster("Salt Pikes", { cap = 2, scale = 3 })"#,
        when: When::Act,
        body: muster,
    },
    Record {
        name: "engage",
        chapter: "units",
        params: &[
            need("unit", Ty::Unit),
            need("against", Ty::Unit),
            need("action", Ty::Word(ACTIONS)),
            may("opts", Ty::Options(ENGAGE)),
        ],
        returns: "string",
        about: "What an action of one unit is worth against another: its Effect (limited, standard, great), from `effect`, standard. Scale changes Effect alone, never DV or dice: over ground (volley, charge, encircle) the larger gets +1, one step smaller −1, two or more steps smaller nothing head-on; precise work and raid, scout, assassinate, sabotage, delay don't look at size. The roll is the commander's. Source: rules/05 §6, R75.",
        example: r#"engage(muster("Salt Pikes", { cap = 2, scale = 3 }), muster("Reed Horde", { cap = 1, scale = 2 }), "volley")"#,
        when: When::Act,
        body: engage,
    },
    Record {
        name: "disband",
        chapter: "units",
        params: &[need("unit", Ty::Unit), may("how", Ty::Text)],
        returns: "",
        about: "A unit leaves the field, and its timers with it: routed, disbanded, marched off.",
        example: r#"disband(muster("Salt Pikes", { cap = 2, scale = 3 }), "marches home")"#,
        when: When::Act,
        body: |call, args| {
            let how = args.text("how").unwrap_or("disbanded").to_owned();
            if let Some(who) = args.thing("unit") {
                call.command(|seat| units::disband(seat, who, &how))?;
            }
            Ok(Value::Nil)
        },
    },
];

/// The definition that is meant: a declared one, or one made on the spot of Cap and Scale.
fn meant(call: &Call<'_>, args: &Args, wanted: &str) -> Result<UnitDef, Fail> {
    let catalog = call.generation.catalog();
    let (cap, scale) = (args.count("cap"), args.count("scale"));
    let declared = catalog.units.get(wanted).map(|def| (**def).clone());
    let def = match (declared, cap, scale) {
        (Some(def), ..) => def,
        (None, Some(cap), Some(scale)) => {
            crate::script::lookup::good_name("unit", wanted)?;
            UnitDef {
                name: wanted.to_owned(),
                cap,
                scale,
                supply: STEADY,
                morale: STEADY,
                ..UnitDef::default()
            }
        }
        (None, ..) => {
            let all: Vec<&str> = catalog.units.names().collect();
            let why = names::unknown("unit", wanted, &all);
            let fault = Diagnostic::error("unknown_name", why).help(format!(
                "with Cap and Scale it is made on the spot: muster {} cap=2 scale=2",
                wanted.to_lowercase()
            ));
            return Err(Fail::Bad(Box::new(fault)));
        }
    };
    let speciality = match args.text("speciality") {
        Some(skill) => Some(
            call.generation
                .catalog()
                .skills
                .lookup(skill)
                .map_err(|e| bad("unknown_name", e.to_string()))?
                .word()
                .to_owned(),
        ),
        None => def.speciality.clone(),
    };
    Ok(UnitDef {
        cap: cap.unwrap_or(def.cap),
        scale: scale.unwrap_or(def.scale),
        supply: args.count("supply").unwrap_or(def.supply),
        morale: args.count("morale").unwrap_or(def.morale),
        speciality,
        ..def
    })
}

fn muster(call: &Call<'_>, args: &Args) -> Given {
    let wanted = args.name("muster", "unit")?;
    let def = meant(call, args, &wanted)?;
    for (what, size) in [("supply", def.supply), ("morale", def.morale)] {
        if ![4, 6, 8, 10].contains(&size) {
            return Err(bad(
                "argument",
                format!("muster: {what} is a timer of 4, 6, 8 or 10, not {size} (rules/05 §6)"),
            ));
        }
    }
    let ask = MusterAsk {
        name: match args.has("name") {
            true => Some(args.name("muster", "name")?),
            false => None,
        },
        owner: args.thing("owner"),
        hidden: args.flag("hidden").unwrap_or(false),
    };
    if let Some(name) = &ask.name {
        crate::script::lookup::good_name("unit", name)?;
    }
    let who = call.command(|seat| units::muster(seat, &def, &ask))?;
    let name = call.generation.act(|act| act.state.name(who))?;
    let start = |what: &str, size: u32, kind: &str| -> Result<_, Fail> {
        let ask = StartAsk {
            size: Some(size),
            kind: Some(kind.into()),
            scope: Some(Scope::Offscreen),
            hidden: Some(ask.hidden),
            ..StartAsk::default()
        };
        effects::start(call, &format!("{what} of {name}"), &ask)
    };
    let supply = start("Supply", def.supply, "supply")?;
    let morale = start("Morale", def.morale, "custom")?;
    call.command(|seat| {
        seat.emit(Event::Unit(UnitFact::Supplied {
            who,
            supply: Some(supply),
            morale: Some(morale),
        }))?;
        Ok(())
    })?;
    Ok(to_lua(who))
}

fn engage(call: &Call<'_>, args: &Args) -> Given {
    let (Some(who), Some(against)) = (args.thing("unit"), args.thing("against")) else {
        return Ok(Value::Nil);
    };
    let action = args
        .text("action")
        .and_then(UnitAction::parse)
        .unwrap_or(UnitAction::Charge);
    let base = args
        .text("effect")
        .and_then(Effect::parse)
        .unwrap_or_default();
    overruling(call, args, || {
        let effect = call.command(|seat| units::engage(seat, who, against, action, base))?;
        call.text(effect.word())
    })
}

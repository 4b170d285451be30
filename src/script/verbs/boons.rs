//! Boons: earn, pay, give (rules/01 §8).

use mlua::Value;

use super::options::{BECAUSE, ONLY_BECAUSE, PAY};
use super::table::overruling;
use super::{Call, Given, each};
use crate::rules::boons::Pay;
use crate::script::args::{Args, Val};
use crate::script::effects;
use crate::script::record::{Param, Record, Ty, When, may, need};
use crate::script::stop::bad;
use crate::table::commands::{boons, timers};

const ACTIVATE: &[Param] = &[may("halt", Ty::Flag), may("pay", Ty::Word(PAY)), BECAUSE];

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "earn",
        chapter: "currencies",
        params: &[
            need("whom", Ty::Whom),
            may("n", Ty::Int(1, 100)),
            may("why", Ty::Text),
        ],
        returns: "",
        about: "Boons to characters, default 1; at most 5 are held, the surplus is lost and said. Source: rules/01 §8.",
        example: r#"earn("Sera", 1, "that speech")"#,
        when: When::Act,
        body: |call, args| {
            let n = args.count("n").unwrap_or(1);
            let why = call.why(args)?;
            each(call, args, "whom", |who| {
                call.command(|seat| boons::earn(seat, who, n, &why))?;
                Ok(Value::Nil)
            })
        },
    },
    Record {
        name: "pay",
        chapter: "currencies",
        params: &[
            need("whom", Ty::Whom),
            may("n", Ty::Int(1, 100)),
            may("why", Ty::Text),
            may("opts", Ty::Options(ONLY_BECAUSE)),
        ],
        returns: "boolean",
        about: "A character pays Boons, default 1; refused when fewer are held. Source: rules/01 §8.",
        example: r#"earn("Sera", 2) pay("Sera", 1, "the toll")"#,
        when: When::Act,
        body: |call, args| {
            let n = args.count("n").unwrap_or(1);
            let why = call.why(args)?;
            overruling(call, args, || {
                each(call, args, "whom", |who| {
                    let what = if why.is_empty() { "this" } else { &why };
                    call.command(|seat| boons::pay(seat, who, n, what, &why))?;
                    Ok(Value::Boolean(true))
                })
            })
        },
    },
    Record {
        name: "give",
        chapter: "currencies",
        params: &[
            need("from", Ty::Pc),
            need("to", Ty::Pc),
            may("n", Ty::Int(1, 2)),
            may("opts", Ty::Options(ONLY_BECAUSE)),
        ],
        returns: "",
        about: "One character gives Boons to another: once a scene, twice between bonded characters; what the receiver can't hold stays. Source: rules/01 §8, R11.",
        example: r#"earn("Lyra", 1) give("Lyra", "Sera")"#,
        when: When::Act,
        body: |call, args| {
            let (Some(from), Some(to)) = (args.thing("from"), args.thing("to")) else {
                return Ok(Value::Nil);
            };
            let n = args.count("n").unwrap_or(1);
            overruling(call, args, || {
                call.command(|seat| boons::give(seat, from, to, n))?;
                Ok(Value::Nil)
            })
        },
    },
    Record {
        name: "bond",
        chapter: "currencies",
        params: &[
            need("who", Ty::Pc),
            need("with", Ty::Pc),
            may("why", Ty::Text),
            may("opts", Ty::Options(ONLY_BECAUSE)),
        ],
        returns: "",
        about: "A character acts on a Mutual Bond, meaningfully and described with care: +1 Boon, once per bond and session, whichever side acts. The bond stands on a sheet. Source: rules/01 §8, rules/20 §3.3.",
        example: r#"bond("Lyra", "Sera", "she steps between", { because = "a bond since tonight" })"#,
        when: When::Act,
        body: |call, args| {
            let (Some(who), Some(with)) = (args.thing("who"), args.thing("with")) else {
                return Ok(Value::Nil);
            };
            if who == with {
                return Err(bad("argument", "a bond is between two"));
            }
            let why = call.why(args)?;
            overruling(call, args, || {
                call.command(|seat| boons::bond(seat, who, with, &why))?;
                Ok(Value::Nil)
            })
        },
    },
    Record {
        name: "activate",
        chapter: "currencies",
        params: &[
            need("who", Ty::Pc),
            need("asset", Ty::Text),
            may("timer", Ty::Timer),
            may("opts", Ty::Options(ACTIVATE)),
        ],
        returns: "",
        about: "An Asset is brought on screen for a Boon (pay = \"fatigue\": Fatigue in its place, if the GM lets it). With a timer it advances that by one, or with halt = true makes it wait. Source: rules/01 §8, rules/03 §2.",
        example: "",
        when: When::Act,
        body: activate,
    },
    Record {
        name: "convert",
        chapter: "currencies",
        params: &[
            need("whom", Ty::Whom),
            may("n", Ty::Int(1, 100)),
            may("opts", Ty::Options(ONLY_BECAUSE)),
        ],
        returns: "",
        about: "Boons become XP, in downtime: 2 give 1 XP, 4 give 2, once a session. Fatigue can't stand in for them. Four are held only before the scene's end takes all but two. Source: rules/01 §8, R15.",
        example: r#"earn("Sera", 2) convert("Sera", 2)"#,
        when: When::Act,
        body: |call, args| {
            let n = args.count("n").unwrap_or(2);
            overruling(call, args, || {
                each(call, args, "whom", |who| {
                    call.command(|seat| boons::convert(seat, who, n))?;
                    Ok(Value::Nil)
                })
            })
        },
    },
];

fn activate(call: &Call<'_>, args: &Args) -> Given {
    let (Some(who), Some(asset)) = (args.thing("who"), args.text("asset")) else {
        return Ok(Value::Nil);
    };
    let pay = args.text("pay").and_then(Pay::parse).unwrap_or(Pay::Boon);
    let halt = args.flag("halt").unwrap_or(false);
    overruling(call, args, || {
        let name = call.command(|seat| boons::activate(seat, who, asset, pay))?;
        match args.get("timer") {
            Some(Val::One(timer)) if halt => {
                call.command(|seat| timers::pause(seat, *timer, true))?;
            }
            Some(Val::One(timer)) => effects::tick(call, *timer, 1, &name)?,
            Some(Val::Text(timer)) if halt => {
                return Err(bad(
                    "target",
                    format!("{timer} isn't running: there is nothing to halt"),
                ));
            }
            Some(Val::Text(timer)) => {
                effects::tick_named(call, timer, 1, &name)?;
            }
            _ if halt => return Err(bad("argument", "halt which timer?")),
            _ => {}
        }
        Ok(Value::Nil)
    })
}

//! Boons: earn, pay, give (rules/01 §8).

use mlua::Value;

use super::each;
use super::options::ONLY_BECAUSE;
use super::table::overruling;
use crate::script::record::{Record, Ty, When, may, need};
use crate::table::commands::boons;

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

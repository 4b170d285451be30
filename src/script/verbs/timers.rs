//! Timers: start, tick, stop, pause, resume (rules/03).

use mlua::Value;

use super::options::START;
use super::table::overruling;
use super::{Call, Given};
use crate::rules::ids::Thing;
use crate::rules::timers::{Stance, TimerKind, persuasion_size};
use crate::script::args::{Args, Val};
use crate::script::effects;
use crate::script::handle::to_lua;
use crate::script::lookup;
use crate::script::record::{Record, Ty, When, may, need};
use crate::script::stop::{Fail, bad};
use crate::table::catalog::Scope;
use crate::table::commands::timers::{self, StartAsk};

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "start",
        chapter: "timers",
        params: &[
            need("name", Ty::Text),
            may("size", Ty::Int(1, 100)),
            may("opts", Ty::Options(START)),
        ],
        returns: "Timer",
        about: "Starts a declared timer, or one on the spot with a size (1–100), or of a kind whose size is printed (travel, supply, foreshadow, promise, spirit_bond, haste, opposition 4, campaign 8, persuasion 4, 6 or 8 by `stance`). One that runs is given back as it is. At most three count in a scene (a contest pair counts two; scope offscreen and campaign don't). Source: rules/03 §1, R41.",
        example: r#"start("Mob", 6)"#,
        when: When::Act,
        body: start,
    },
    Record {
        name: "tick",
        chapter: "timers",
        params: &[
            need("timer", Ty::Timer),
            may("n", Ty::Int(-100, 100)),
            may("why", Ty::Text),
        ],
        returns: "Timer",
        about: "Ticks a timer, default 1; a declared one that isn't running is started. Surplus is lost; a full timer fires once. Source: rules/03 §1–§2.",
        example: r#"tick("Bridge Collapse", 1)"#,
        when: When::Act,
        body: |call, args| {
            let n = i32::try_from(args.int("n").unwrap_or(1)).unwrap_or(1);
            let why = call.why(args)?;
            let timer = match args.get("timer") {
                Some(Val::One(timer)) => {
                    effects::tick(call, *timer, n, &why)?;
                    *timer
                }
                Some(Val::Text(name)) => effects::tick_named(call, name, n, &why)?,
                _ => return Ok(Value::Nil),
            };
            Ok(to_lua(timer))
        },
    },
    Record {
        name: "stop",
        chapter: "timers",
        params: &[need("timer", Ty::Timer), may("why", Ty::Text)],
        returns: "boolean",
        about: "Takes a timer off the table; false when it wasn't running.",
        example: r#"stop("Bridge Collapse")"#,
        when: When::Act,
        body: |call, args| {
            let why = call.why(args)?;
            let Some(timer) = live(call, args)? else {
                return Ok(Value::Boolean(false));
            };
            Ok(Value::Boolean(
                call.command(|seat| timers::stop(seat, timer, &why))?,
            ))
        },
    },
    Record {
        name: "pause",
        chapter: "timers",
        params: &[need("timer", Ty::Timer)],
        returns: "boolean",
        about: "A timer waits: ticks do nothing until it is resumed.",
        example: r#"tick("Bridge Collapse") pause("Bridge Collapse")"#,
        when: When::Act,
        body: |call, args| pause(call, args, true),
    },
    Record {
        name: "resume",
        chapter: "timers",
        params: &[need("timer", Ty::Timer)],
        returns: "boolean",
        about: "A paused timer goes on.",
        example: r#"resume("Bridge Collapse")"#,
        when: When::Act,
        body: |call, args| pause(call, args, false),
    },
];

/// The timer at the table; nothing for a declared one that isn't there.
fn live(call: &Call<'_>, args: &Args) -> Result<Option<Thing>, Fail> {
    match args.get("timer") {
        Some(Val::One(timer)) => Ok(Some(*timer)),
        Some(Val::Text(name)) if call.generation.catalog().timers.get(name).is_none() => {
            Err(lookup::unknown_timer(call, name))
        }
        _ => Ok(None),
    }
}

fn start(call: &Call<'_>, args: &Args) -> Given {
    let stance = args.text("stance").and_then(Stance::parse);
    let kind = args.text("kind");
    if stance.is_some() && kind.is_some_and(|kind| kind != TimerKind::Persuasion.word()) {
        return Err(bad(
            "argument",
            "a stance is of somebody who is to be convinced: kind = \"persuasion\"",
        ));
    }
    let kind = kind.or(stance.map(|_| TimerKind::Persuasion.word()));
    let ask = StartAsk {
        size: args.count("size").or(stance.map(persuasion_size)),
        kind: kind.map(str::to_owned),
        scope: args.text("scope").and_then(Scope::parse),
        owner: args.thing("owner"),
        hidden: args.flag("hidden"),
        on_fill: match args.get("on_fill") {
            Some(Val::Fx(fx)) => Some((**fx).clone()),
            _ => None,
        },
    };
    let name = args.name("start", "name")?;
    overruling(call, args, || {
        Ok(to_lua(effects::start(call, &name, &ask)?))
    })
}

fn pause(call: &Call<'_>, args: &Args, pause: bool) -> Given {
    let Some(timer) = live(call, args)? else {
        return Ok(Value::Boolean(false));
    };
    Ok(Value::Boolean(
        call.command(|seat| timers::pause(seat, timer, pause))?,
    ))
}

//! Boundaries: scenes, exchanges, sessions (rules/01 §13).

use mlua::Value;

use super::options::POSITIONS;
use super::{Call, Given};
use crate::rules::values::{Period, Position};
use crate::script::effects;
use crate::script::record::{Param, Record, Ty, When, may, need};
use crate::script::stop::{Fail, Request, Stop};
use crate::table::commands::{scenes, timers};

const OPENING: &[Param] = &[may("position", Ty::Word(POSITIONS))];
const CLOSING: &[Param] = &[may("keep", Ty::Flag), may("answers", Ty::List)];
const FIELDS: &[Param] = &[may("position", Ty::Word(POSITIONS))];

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "scene.start",
        chapter: "boundaries",
        params: &[need("name", Ty::Rest), may("opts", Ty::Options(OPENING))],
        returns: "",
        about: "A scene begins (one that runs is closed first): exchange 1, Controlled unless `position` says otherwise. One SB for each character with an open complication and each Prodigy of Tier I. Source: rules/01 §9, R17.",
        example: r#"scene.start("Bridge at Dusk")"#,
        when: When::Act,
        body: |call, args| {
            if call
                .generation
                .act(|act| !act.state.scene.name.is_empty())?
            {
                close(call, false)?;
            }
            let name = args.name("scene.start", "name")?;
            let position = args
                .text("position")
                .and_then(Position::parse)
                .unwrap_or_default();
            call.command(|seat| scenes::start_scene(seat, &name, position))?;
            Ok(Value::Nil)
        },
    },
    Record {
        name: "scene.close",
        chapter: "boundaries",
        params: &[may("opts", Ty::Options(CLOSING))],
        returns: "",
        about: "A scene ends: timers with `every = \"scene\"` tick, Boons above two are lost, the bank is cut to Tier + 1 (to four with keep = true), scene timers stop, foes leave, once-per-scene is free again. The Dying die, and the GM is asked about whoever lies at Harm 3 untended. Source: rules/01 §8–§9, rules/02 §6, R19.",
        example: r#"scene.start("The Gate") scene.close()"#,
        when: When::Act,
        body: |call, args| {
            super::rolls::with_answers(call, args, || {
                close(call, args.flag("keep").unwrap_or(false))
            })
        },
    },
    Record {
        name: "scene.set",
        chapter: "boundaries",
        params: &[need("fields", Ty::Options(FIELDS))],
        returns: "",
        about: "The scene's Position from here.",
        example: r#"scene.set({ position = "desperate" })"#,
        when: When::Act,
        body: |call, args| {
            if let Some(position) = args.text("position").and_then(Position::parse) {
                call.command(|seat| scenes::set_position(seat, position))?;
            }
            Ok(Value::Nil)
        },
    },
    Record {
        name: "exchange.next",
        chapter: "boundaries",
        params: &[],
        returns: "number",
        about: "The next exchange: everyone has had the spotlight. Timers with `every = \"exchange\"` tick first, then the Dying die and what lasts an exchange ends. Source: rules/04 §1, rules/02 §6, R21.",
        example: "exchange.next()",
        when: When::Act,
        body: |call, _| {
            periodic(call, Period::Exchange)?;
            let number = call.command(|seat| scenes::next_exchange(seat))?;
            Ok(Value::Integer(i64::from(number)))
        },
    },
    Record {
        name: "session.start",
        chapter: "boundaries",
        params: &[],
        returns: "",
        about: "A new session; does nothing but say so when one is open. Stands alone.",
        example: "session.start()",
        when: When::Alone,
        body: |_, _| Err(Fail::Stop(Stop::Session(Request::SessionStart))),
    },
    Record {
        name: "session.close",
        chapter: "boundaries",
        params: &[],
        returns: "",
        about: "The session ends: the scene is closed, once-per-session is free again, decks are shuffled. Stands alone.",
        example: "session.close()",
        when: When::Alone,
        body: |_, _| Err(Fail::Stop(Stop::Session(Request::SessionClose))),
    },
];

/// Timers that tick by themselves when a period ends.
fn periodic(call: &Call<'_>, period: Period) -> Result<(), Fail> {
    let due = timers::due(&crate::script::seat::LuaSeat::new(*call), period);
    for timer in due {
        effects::tick(call, timer, 1, &format!("the {period} is over"))?;
    }
    Ok(())
}

/// Closes the scene.
///
/// # Errors
/// No scene runs.
pub fn close(call: &Call<'_>, keep: bool) -> Given {
    periodic(call, Period::Scene)?;
    call.command(|seat| scenes::close_scene(seat, keep))?;
    Ok(Value::Nil)
}

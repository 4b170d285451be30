//! Boundaries: scenes, exchanges, sessions (rules/01 §13).

use mlua::Value;

use super::options::POSITIONS;
use super::{Call, Given};
use crate::rules::beats::{Settlement, SettlementIn};
use crate::rules::chair::{Chair, Point};
use crate::rules::question::{Answer, Question};
use crate::rules::values::{Period, Position};
use crate::script::effects;
use crate::script::record::{Param, Record, Ty, When, may, need};
use crate::script::seat::LuaSeat;
use crate::script::stop::{Fail, Request, Stop};
use crate::table::commands::{fight, scenes, timers};

const OPENING: &[Param] = &[may("position", Ty::Word(POSITIONS))];
const CLOSING: &[Param] = &[may("keep", Ty::Flag), may("answers", Ty::List)];
const FIELDS: &[Param] = &[
    may("position", Ty::Word(POSITIONS)),
    may("difficult", Ty::Flag),
];

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
                close(call, None)?;
            }
            let name = args.name("scene.start", "name")?;
            let position = args
                .text("position")
                .and_then(Position::parse)
                .unwrap_or_default();
            call.command(|seat| scenes::start_scene(seat, &name, position))?;
            trackers(call)?;
            Ok(Value::Nil)
        },
    },
    Record {
        name: "scene.close",
        chapter: "boundaries",
        params: &[may("opts", Ty::Options(CLOSING))],
        returns: "",
        about: "A scene ends: timers with `every = \"scene\"` tick, Boons above two are lost, the bank is cut to Tier + 1 (to four with keep = true; where that matters and it isn't said, you are asked), scene timers stop, foes leave, once-per-scene is free again. The Dying die, and the GM is asked about whoever lies at Harm 3 untended. Source: rules/01 §8–§9, rules/02 §6, R19.",
        example: r#"scene.start("The Gate") scene.close()"#,
        when: When::Act,
        body: |call, args| {
            super::rolls::with_answers(call, args, || close(call, args.flag("keep")))
        },
    },
    Record {
        name: "scene.set",
        chapter: "boundaries",
        params: &[need("fields", Ty::Options(FIELDS))],
        returns: "",
        about: "The scene's Position from here; `difficult`: the whole scene is difficult ground (two Moves a band, no Charge, no Skirmish). Source: rules/01 §4, rules/04 §7.",
        example: r#"scene.set({ position = "desperate" })"#,
        when: When::Act,
        body: |call, args| {
            if let Some(position) = args.text("position").and_then(Position::parse) {
                call.command(|seat| scenes::set_position(seat, position))?;
            }
            if let Some(difficult) = args.flag("difficult") {
                call.command(|seat| fight::ground::set_scene(seat, difficult))?;
            }
            Ok(Value::Nil)
        },
    },
    Record {
        name: "exchange.next",
        chapter: "boundaries",
        params: &[],
        returns: "number",
        about: "The next exchange: everyone has had the spotlight, and whoever acts begins a new turn. Whether actions that are held for a trigger lapse is asked first (they come before the next exchange). Timers with `every = \"exchange\"` tick first, then the Dying die and what lasts an exchange ends. Source: rules/04 §1, rules/02 §6, R21.",
        example: "exchange.next()",
        when: When::Act,
        body: |call, _| {
            super::fight::turns::held_lapse(call)?;
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
        about: "A new session; does nothing but say so when one is open. It says what runs on and what stays from the last. Stands alone.",
        example: "session.start()",
        when: When::Alone,
        body: |_, _| Err(Fail::Stop(Stop::Session(Request::SessionStart))),
    },
    Record {
        name: "session.close",
        chapter: "boundaries",
        params: &[],
        returns: "",
        about: "The session ends: the scene is closed (what that asks is asked), timers with `every = \"session\"` tick, once-per-session is free again, decks are shuffled. It says what was settled, what runs on, what stays. Stands alone. Source: rules/01 §13, rules/07 §1.",
        example: "session.close()",
        when: When::Alone,
        body: |_, _| Err(Fail::Stop(Stop::Session(Request::SessionClose))),
    },
];

/// Timers that tick by themselves when a period ends.
///
/// # Errors
/// As what they do.
pub fn periodic(call: &Call<'_>, period: Period) -> Result<(), Fail> {
    let due = timers::due(&crate::script::seat::LuaSeat::new(*call), period);
    for timer in due {
        effects::tick(call, timer, 1, &format!("the {period} is over"))?;
    }
    Ok(())
}

/// The trackers that players keep, to be looked over at a scene's start and end (rules/01 §13).
fn trackers(call: &Call<'_>) -> Result<(), Fail> {
    call.generation.act(|act| {
        let kept = scenes::trackers(&act.state);
        if !kept.is_empty() {
            act.notices
                .push(format!("players' trackers: {}", kept.join(", ")));
        }
    })?;
    Ok(())
}

/// Asks whether the GM carries on more SB than the target; nobody is asked where it makes no difference (R19).
fn consent(call: &Call<'_>) -> Result<bool, Fail> {
    let state = call.generation.act(|act| act.state.clone())?;
    let settled = |consent: bool| {
        Settlement::book(&SettlementIn {
            bank: state.bank,
            highest: scenes::highest_tier(&state),
            consent,
        })
    };
    let (target, most) = (settled(false), settled(true));
    if state.scene.name.is_empty() || target == most {
        return Ok(false);
    }
    let text = format!(
        "SB {} in the bank, target {target}: carry {most} on?",
        state.bank
    );
    let question = Question::yes_no("keep", None, text, false);
    Ok(LuaSeat::new(*call).ask(question)? == Answer::Yes(true))
}

/// Closes the scene; without a word about `keep` the GM is asked where it matters.
///
/// # Errors
/// No scene runs.
pub fn close(call: &Call<'_>, keep: Option<bool>) -> Given {
    periodic(call, Period::Scene)?;
    let keep = match keep {
        Some(keep) => keep,
        None => consent(call)?,
    };
    trackers(call)?;
    call.command(|seat| scenes::close_scene(seat, keep))?;
    Ok(Value::Nil)
}

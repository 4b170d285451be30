//! Frames of a scene and work over several of them (rules/03 §3, §5–§6).

use mlua::Value;

use super::options::POSITIONS;
use super::table::overruling;
use super::{Call, Given};
use crate::rules::frame::FrameKind;
use crate::rules::numbers::Dv;
use crate::rules::timers::{Stance, TimerKind, persuasion_size, printed_size};
use crate::rules::values::Position;
use crate::script::args::{Args, Val};
use crate::script::effects::{self, Context};
use crate::script::record::{Param, Record, Ty, When, may, need};
use crate::script::stop::{Fail, bad};
use crate::table::catalog::FrameDef;
use crate::table::commands::timers::{self, StartAsk};
use crate::table::commands::{beats, scenes};
use crate::table::names;
use crate::table::story::Framed;

/// Stances of somebody who is to be convinced.
pub const STANCES: &[&str] = &["easy", "moderate", "hard"];

const FRAME: &[Param] = &[
    may("position", Ty::Word(POSITIONS)),
    may("dv", Ty::Dv),
    may("stance", Ty::Word(STANCES)),
    may("opposition", Ty::Int(1, 100)),
    may("because", Ty::Text),
];
const HAMPER: &[Param] = &[
    may("attention", Ty::Timer),
    may("why", Ty::Text),
    may("because", Ty::Text),
];

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "scene.frame",
        chapter: "boundaries",
        params: &[need("name", Ty::Text), may("opts", Ty::Options(FRAME))],
        returns: "",
        about: "The scene is played in a frame from here: one that is declared, or combat, social, environmental, magical as the rulebook has them. It sets the Position if it names one and the DV of rolls that say none, and starts its timers; a social one starts Persuasion (4, 6 or 8 segments by `stance`: easy, moderate, hard) and Opposition (4). Help in combat and social frames costs the helper a Boon. Source: rules/03 §5–§6, R14.",
        example: r#"scene.frame("social", { stance = "hard" })"#,
        when: When::Act,
        body: frame,
    },
    Record {
        name: "hamper",
        chapter: "timers",
        params: &[
            need("timer", Ty::Timer),
            need("how", Ty::Word(&["segment", "component", "attention"])),
            may("n", Ty::Int(1, 12)),
            may("opts", Ty::Options(HAMPER)),
        ],
        returns: "",
        about: "Story Beats make a long work harder, 1 SB each: segment adds to its timer (12 at most for extended work), component makes it wait until a rare thing is found (`resume`), attention ticks a threat (Attention, or the timer of that option). Source: rules/03 §3.",
        example: r#"start("The Seal", 6, { kind = "work" }) hamper("The Seal", "segment", 2)"#,
        when: When::Act,
        body: hamper,
    },
];

fn frame(call: &Call<'_>, args: &Args) -> Given {
    let wanted = args.text("name").unwrap_or_default();
    let def = found(call, wanted)?;
    if call.generation.act(|act| act.state.scene.name.is_empty())? {
        return Err(bad(
            "no_scene",
            "a frame is of a scene, and none is running: scene bridge at dusk",
        ));
    }
    let word = |name: &str| args.text(name);
    let stance = word("stance").and_then(Stance::parse).or(def.stance);
    let social = def.kind == FrameKind::Social;
    if !social && (args.has("stance") || args.has("opposition")) {
        return Err(bad(
            "argument",
            format!(
                "stance and opposition are of social frames, {} is {}",
                def.name, def.kind
            ),
        ));
    }
    let (low, high) = def.kind.advised();
    let dv = args
        .int("dv")
        .and_then(|dv| Dv::gm(dv).ok())
        .or(def.dv)
        .unwrap_or(low);
    overruling(call, args, || {
        call.doing(def.name.clone(), None, || {
            let framed = Framed {
                name: def.name.clone(),
                kind: def.kind,
                dv: Some(dv),
            };
            call.command(|seat| scenes::frame(seat, Some(framed)))?;
            if let Some(position) = word("position").and_then(Position::parse).or(def.position) {
                call.command(|seat| scenes::set_position(seat, position))?;
            }
            for timer in &def.timers {
                effects::start(call, timer, &StartAsk::default())?;
            }
            if social {
                talk(
                    call,
                    stance.unwrap_or(Stance::Moderate),
                    args.count("opposition").or(def.opposition),
                )?;
            }
            effects::run(call, &def.on_start, &Context::default().with_event("frame"))
        })?;
        advise(call, &def, low, high)?;
        Ok(Value::Nil)
    })
}

/// The frame of this name: declared, else the rulebook's of a kind.
fn found(call: &Call<'_>, wanted: &str) -> Result<FrameDef, Fail> {
    let catalog = call.generation.catalog();
    if let Some(def) = catalog.frames.get(wanted) {
        return Ok((**def).clone());
    }
    if let Some(kind) = FrameKind::parse(wanted) {
        return Ok(FrameDef::of_the_book(kind));
    }
    let mut known: Vec<&str> = catalog.frames.names().collect();
    known.extend(FrameKind::ALL.iter().map(|kind| kind.word()));
    Err(bad("unknown_name", names::unknown("frame", wanted, &known)))
}

/// Persuasion by stance, and what works against it.
fn talk(call: &Call<'_>, stance: Stance, opposition: Option<u32>) -> Result<(), Fail> {
    let timer = |kind: TimerKind, size: Option<u32>| StartAsk {
        size,
        kind: Some(kind.word().to_owned()),
        ..StartAsk::default()
    };
    effects::start(
        call,
        "Persuasion",
        &timer(TimerKind::Persuasion, Some(persuasion_size(stance))),
    )?;
    effects::start(
        call,
        "Opposition",
        &timer(
            TimerKind::Opposition,
            opposition.or(printed_size(TimerKind::Opposition)),
        ),
    )?;
    Ok(())
}

/// What the rulebook advises, where it leaves a range, and what the frame says to the GM.
fn advise(call: &Call<'_>, def: &FrameDef, low: Dv, high: Dv) -> Result<(), Fail> {
    let mut words = Vec::new();
    if low != high && def.dv.is_none() {
        words.push(format!("DV {low} to {high} as it seems right"));
    }
    if !def.skills.is_empty() {
        words.push(format!("skills: {}", def.skills.join(", ")));
    }
    if !def.text.is_empty() {
        words.push(def.text.clone());
    }
    if !words.is_empty() {
        let notice = format!("{}: {}", def.name, words.join("   "));
        call.generation.act(|act| act.notices.push(notice))?;
    }
    Ok(())
}

fn hamper(call: &Call<'_>, args: &Args) -> Given {
    let timer = match args.get("timer") {
        Some(Val::One(timer)) => *timer,
        Some(Val::Text(name)) => {
            return Err(bad(
                "target",
                format!("{name} isn't running: nothing of it can be hampered"),
            ));
        }
        _ => return Ok(Value::Nil),
    };
    let how = args.text("how").unwrap_or_default().to_owned();
    let n = args.count("n").unwrap_or(1);
    let name = call.generation.act(|act| act.state.name(timer))?;
    let why = match args.text("why") {
        Some(why) => why.to_owned(),
        None => match how.as_str() {
            "segment" => "more to do".to_owned(),
            "component" => "a rare component is missing".to_owned(),
            _ => format!("{name} draws attention"),
        },
    };
    overruling(call, args, || {
        let what = format!("{name}: {why}");
        call.command(|seat| beats::spend(seat, n, &what, &what))?;
        match how.as_str() {
            "segment" => call.command(|seat| timers::grow(seat, timer, n, &why))?,
            "component" => {
                call.command(|seat| timers::pause(seat, timer, true))?;
            }
            _ => attention(call, args, n, &why)?,
        }
        Ok(Value::Nil)
    })
}

fn attention(call: &Call<'_>, args: &Args, n: u32, why: &str) -> Result<(), Fail> {
    let n = i32::try_from(n).unwrap_or(1);
    let timer = match args.get("attention") {
        Some(Val::One(timer)) => *timer,
        Some(Val::Text(name)) => effects::start(call, name, &StartAsk::default())?,
        _ => effects::start(
            call,
            "Attention",
            &StartAsk {
                size: Some(6),
                kind: Some(TimerKind::Threat.word().to_owned()),
                ..StartAsk::default()
            },
        )?,
    };
    effects::tick(call, timer, n, why)
}

//! Two in one test: against another, and for another (rules/01 §12, rules/03 §6).

use mlua::Value;

use super::options::{PAY, POSITIONS, ROLL};
use super::rolls::{announce, outcomes, overruling, perform, request};
use super::{Call, Given, rolls_with};
use crate::rules::help::{opposed_dv, resisted_dv};
use crate::rules::ids::ThingKind;
use crate::script::args::{Args, Val};
use crate::script::effects::Context;
use crate::script::record::{Param, Record, Ty, When, may, need};
use crate::script::results;
use crate::script::stop::bad;
use crate::table::catalog::Outcomes;
use crate::table::commands::rolls::{self, RollAsk};
use crate::table::story::Waiting;
use crate::table::words::OPPOSING;

const SETUP: &[Param] = &[
    may("gives", Ty::Word(&["step", "effect"])),
    may("sure", Ty::Flag),
    may("position", Ty::Word(POSITIONS)),
    may("steps", Ty::Int(-10, 10)),
    may("dice", Ty::Int(-20, 20)),
    may("pay", Ty::Word(PAY)),
    may("faces", Ty::Faces),
    may("answers", Ty::List),
    may("because", Ty::Text),
];

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "oppose",
        chapter: "resolution",
        params: &[
            need("who", Ty::Pc),
            need("pool", Ty::Pool),
            need("other", Ty::Who),
            may("others_pool", Ty::Pool),
            may("opts", Ty::Options(ROLL)),
        ],
        returns: "Roll",
        about: "One against another. A character who is opposed rolls first (`others_pool`): the successes, held within 2 to 5, are the DV of the one who acts, and nothing else of that roll counts but its 1s. An adversary never rolls: DV 3, or 4 with hard = true. Source: rules/01 §12, R20.",
        example: r#"oppose("Lyra", "presence + deception", "Sera", "wits + insight")"#,
        when: When::Act,
        body: oppose,
    },
    Record {
        name: "setup",
        chapter: "resolution",
        params: &[
            need("who", Ty::Pc),
            need("target", Ty::Pc),
            may("pool", Ty::Pool),
            may("dv", Ty::Dv),
            may("opts", Ty::Options(SETUP)),
        ],
        returns: "Roll?",
        about: "Somebody prepares the ground for another: a success gives the ally +1 step on the next roll, or with gives = \"effect\" a better Effect; never dice. `sure = true` where nothing can go wrong: no roll. In a fight it is the action of that name and takes the Action. Source: rules/03 §6, rules/04 §5, rules/01 §11.",
        example: r#"setup("Lyra", "Sera", "wits + insight")"#,
        when: When::Act,
        body: setup,
    },
];

fn oppose(call: &Call<'_>, args: &Args) -> Given {
    let (Some(who), Some(other)) = (args.thing("who"), args.thing("other")) else {
        return Ok(Value::Nil);
    };
    if who == other {
        return Err(bad("argument", "nobody is opposed by themselves"));
    }
    let context = || Context {
        event: "roll",
        target: Some(other),
        ..Context::default()
    };
    announce(call, args.text("announce"))?;
    overruling(call, args, || {
        rolls_with(call, args, || {
            let mut ask = request(call, args, who, "action")?;
            if other.kind == ThingKind::Pc {
                let Some(pool) = args.pool("others_pool") else {
                    return Err(bad(
                        "argument",
                        "a character who is opposed rolls: with what? oppose lyra presence deception sera wits insight",
                    ));
                };
                let first = RollAsk {
                    purpose: OPPOSING.to_owned(),
                    gauge: true,
                    ..RollAsk::new(other, pool.clone())
                };
                let rolled = perform(call, &first, &Outcomes::default(), &context())?;
                ask.dv = Some(opposed_dv(rolled.successes));
                ask.computed = None;
            } else {
                call.command(|seat| crate::table::commands::standing(seat, other))?;
                ask.against = Some(other);
                ask.dv = ask
                    .dv
                    .or_else(|| Some(resisted_dv(args.flag("hard") == Some(true))));
            }
            let rolled = perform(call, &ask, &outcomes(args), &context())?;
            Ok(results::roll(call.lua, &rolled)?)
        })
    })
}

fn setup(call: &Call<'_>, args: &Args) -> Given {
    let (Some(who), Some(ally)) = (args.thing("who"), args.thing("target")) else {
        return Ok(Value::Nil);
    };
    if call.generation.act(|act| act.state.fight.on)? {
        let mut given = args.clone();
        given.put("action", Val::Text("setup".into()));
        return super::fight::deeds::act(call, &given);
    }
    if who == ally {
        return Err(bad("argument", "ground is prepared for somebody else"));
    }
    let sure = args.flag("sure").unwrap_or(false);
    if !sure && !args.has("pool") {
        return Err(bad(
            "arguments",
            "a setup rolls a fitting skill: pool = \"presence + sway\"; or sure = true where nothing can go wrong",
        ));
    }
    let better = args.text("gives") == Some("effect");
    overruling(call, args, || {
        rolls_with(call, args, || {
            let rolled = if sure {
                None
            } else {
                let ask = request(call, args, who, "setup")?;
                let context = Context {
                    event: "roll",
                    target: Some(ally),
                    ..Context::default()
                };
                Some(perform(call, &ask, &Outcomes::default(), &context)?)
            };
            if rolled.as_ref().is_none_or(|rolled| rolled.success()) {
                let name = call.generation.act(|act| act.state.name(who))?;
                let why = format!("{name}'s setup");
                call.command(|seat| {
                    if better {
                        rolls::wait(seat, ally, Waiting::BetterEffect, &why)
                    } else {
                        rolls::step(seat, ally, 1, &why)
                    }
                })?;
            }
            match rolled {
                Some(rolled) => Ok(results::roll(call.lua, &rolled)?),
                None => Ok(Value::Nil),
            }
        })
    })
}

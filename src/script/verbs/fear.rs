//! Fear: frighten, calm (rules/02 §7).

use mlua::Value;

use super::care::with_pool;
use super::fight::turns;
use super::options::ROLL;
use super::rolls::{Asked, announce, outcomes, perform, request};
use super::table::overruling;
use super::{Call, Given, rolls_with};
use crate::rules::ids::ThingKind;
use crate::script::args::Args;
use crate::script::effects::Context;
use crate::script::record::{Record, Ty, When, may, need};
use crate::script::stop::bad;
use crate::script::{perils, results};
use crate::table::commands::fear;

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "frighten",
        chapter: "harm",
        params: &[
            need("whom", Ty::Whom),
            may("dv", Ty::Dv),
            may("pool", Ty::Pool),
            may("opts", Ty::Options(ROLL)),
        ],
        returns: "Roll | RollCall",
        about: "A fear test: characters roll spirit + endurance (DV 3 unless another is given); who fails is one level more afraid: Shaken, Frightened, Panicked. From Frightened up the table of ten is rolled or picked from; players may decline it. In a group those at Harm 3 aren't asked. `against` is what they fear: away from it, or far, fear costs no die. A foe rolls nothing: mark(foe, \"fear\"). Source: rules/02 §7, R34.",
        example: r#"frighten(party, 3, { against = "Toll Troll" })"#,
        when: When::Act,
        body: frighten,
    },
    Record {
        name: "calm",
        chapter: "harm",
        params: &[
            need("who", Ty::Pc),
            need("whom", Ty::Who),
            may("dv", Ty::Dv),
            may("pool", Ty::Pool),
            may("opts", Ty::Options(ROLL)),
        ],
        returns: "Roll",
        about: "An ally's calming action: presence + sway unless the approach is another, DV 3 unless the GM sets one. In a fight it takes the Action. A success takes one level of fear, and brings round who has broken down. Source: rules/02 §7, R34.",
        example: r#"mark("Ellis", "fear") calm("Lyra", "Ellis")"#,
        when: When::Act,
        body: calm,
    },
];

fn frighten(call: &Call<'_>, args: &Args) -> Given {
    let (whom, several) = args.things("whom");
    let given = with_pool(call, args, "spirit + endurance")?;
    let source = args.thing("against");
    overruling(call, args, || {
        rolls_with(call, args, || {
            announce(call, args.text("announce"))?;
            let context = Context {
                event: "roll",
                ..Context::default()
            };
            let mut all = Vec::new();
            let mut asked = Asked::new(several);
            for who in whom {
                if !asked.asks(call, who)? {
                    continue;
                }
                if who.kind != ThingKind::Pc {
                    let name = call.generation.act(|act| act.state.name(who))?;
                    return Err(bad(
                        "target",
                        format!(
                            "{name}: adversaries never roll (rules/05 §4.4): mark(\"{name}\", \"fear\") is one level"
                        ),
                    ));
                }
                let ask = request(call, &given, who, "defense")?;
                let roll = perform(call, &ask, &outcomes(args), &context)?;
                let there = call.generation.act(|act| act.state.present(who))?;
                if !roll.success() && there {
                    call.command(|seat| fear::mark(seat, who, 1, "a failed fear test"))?;
                    perils::afraid_of(call, who, source)?;
                }
                all.push(roll);
            }
            asked.said(call)?;
            match all.as_slice() {
                [one] if !several => Ok(results::roll(call.lua, one)?),
                all => Ok(results::roll_call(call.lua, all)?),
            }
        })
    })
}

fn calm(call: &Call<'_>, args: &Args) -> Given {
    let (Some(who), Some(whom)) = (args.thing("who"), args.thing("whom")) else {
        return Ok(Value::Nil);
    };
    overruling(call, args, || {
        rolls_with(call, args, || {
            call.command(|seat| fear::begin_calming(seat, who, whom))?;
            turns::interact(call, who, Some(whom), "calms")?;
            announce(call, args.text("announce"))?;
            let ask = request(
                call,
                &with_pool(call, args, "presence + sway")?,
                who,
                "action",
            )?;
            let context = Context {
                event: "roll",
                ..Context::default()
            };
            let roll = perform(call, &ask, &outcomes(args), &context)?;
            if roll.success() {
                call.command(|seat| fear::calm(seat, whom))?;
            }
            Ok(results::roll(call.lua, &roll)?)
        })
    })
}

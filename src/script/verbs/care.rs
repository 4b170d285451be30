//! Care of people and gear: treat, stabilize, mend, plant (rules/02 §3, §5–§6, rules/22 §1–§3).

use mlua::Value;

use super::fight::turns;
use super::options::{ONLY_BECAUSE, POSITIONS, ROLL};
use super::rolls::{outcomes, perform, request};
use super::table::overruling;
use super::{Call, Given, rolls_with};
use crate::rules::ids::Thing;
use crate::rules::numbers::Dv;
use crate::rules::pool::PoolSpec;
use crate::rules::roll::Rolled;
use crate::rules::values::ItemState;
use crate::script::args::{Args, Val};
use crate::script::effects::Context;
use crate::script::handle::ItemOf;
use crate::script::record::{Param, Record, Ty, When, may, need};
use crate::script::results;
use crate::script::stop::{Fail, bad};
use crate::table::commands::{care, gear, items};

/// Options of mending.
const MEND: &[Param] = &[
    may("smith", Ty::Flag),
    may("pool", Ty::Pool),
    may("position", Ty::Word(POSITIONS)),
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
        name: "treat",
        chapter: "harm",
        params: &[
            need("who", Ty::Pc),
            need("patient", Ty::Pc),
            may("pool", Ty::Pool),
            may("opts", Ty::Options(ROLL)),
        ],
        returns: "Roll",
        about: "A scene of medical care: default wits + craft, DV 2 + the patient's Harm level. A success heals 1 level, with a ten 2. Once a scene for each patient; somebody Dying must be stabilized first. In a fight it takes the Action too (rules/04 §5). Source: rules/02 §5, R30.",
        example: r#"hit("Ellis", 3, "a fall", { armor = "ignore" }) stabilize("Lyra", "Ellis", nil, { faces = "99999" }) treat("Lyra", "Ellis")"#,
        when: When::Act,
        body: treat,
    },
    Record {
        name: "stabilize",
        chapter: "harm",
        params: &[
            need("who", Ty::Pc),
            need("patient", Ty::Pc),
            may("pool", Ty::Pool),
            may("opts", Ty::Options(ROLL)),
        ],
        returns: "Roll",
        about: "An ally's action for somebody at Harm 3: default wits + craft, DV 3. A success leaves them stable at Harm 3. A failure marks 1 Fatigue on the patient and raises the next DV (4, then 5); the second in a row leaves them Dying: dead when the exchange is over, unless an attempt scores the DV and 3 more; one that scores the DV, but not that, changes nothing: the Fatigue is that of a Partial or a Miss. In a fight it takes the Action. Fatigue that runs over at Harm 3 kills. Source: rules/02 §6, R31.",
        example: r#"hit("Ellis", 3, "a fall", { armor = "ignore" }) stabilize("Lyra", "Ellis")"#,
        when: When::Act,
        body: stabilize,
    },
    Record {
        name: "mend",
        chapter: "harm",
        params: &[
            need("who", Ty::Pc),
            need("item", Ty::Item),
            may("to", Ty::Word(&["neglected", "maintained"])),
            may("opts", Ty::Options(MEND)),
        ],
        returns: "boolean",
        about: "Somebody mends gear, one state better unless `to` says otherwise. Neglected to maintained: a short rest and basic tools, no roll. Compromised to neglected: a scene of work, Craft DV 3; to maintained: a full day, DV 4. `smith = true`: a smith does it, no roll. Default wits + craft. False when the roll fails. `repair` is the GM's hand. Source: rules/02 §3, rules/22 §1.",
        example: r#"party[2].armor:degrade() mend("Lyra", party[2].armor)"#,
        when: When::Act,
        body: mend,
    },
    Record {
        name: "plant",
        chapter: "harm",
        params: &[
            need("who", Ty::Pc),
            may("against", Ty::Text),
            may("opts", Ty::Options(ONLY_BECAUSE)),
        ],
        returns: "",
        about: "Plants a pavise: the condition Planted, heavy cover from one side and no moving, until it is lifted. Only for who carries one. Source: rules/02 §3.",
        example: r#"plant("Lyra", "the archers", { because = "a door will do" })"#,
        when: When::Act,
        body: |call, args| {
            let Some(who) = args.thing("who") else {
                return Ok(Value::Nil);
            };
            let against = args.text("against").unwrap_or_default().to_owned();
            overruling(call, args, || {
                call.command(|seat| gear::plant(seat, who, &against))?;
                Ok(Value::Nil)
            })
        },
    },
];

/// A pool that stands for one that was left out.
///
/// # Errors
/// A pool that is none.
pub fn with_pool(call: &Call<'_>, args: &Args, pool: &str) -> Result<Args, Fail> {
    let mut given = args.clone();
    if !given.has("pool") {
        let pool = PoolSpec::parse(pool, &call.generation.catalog().skills)
            .map_err(|e| bad("pool", e.to_string()))?;
        given.put("pool", Val::Pool(pool));
    }
    Ok(given)
}

/// A roll whose DV the rules work out, with all that a roll may be given.
///
/// # Errors
/// As the roll.
pub fn computed(
    call: &Call<'_>,
    args: &Args,
    who: Thing,
    pool: &str,
    purpose: &str,
    dv: Dv,
) -> Result<Rolled, Fail> {
    let mut ask = request(call, &with_pool(call, args, pool)?, who, purpose)?;
    ask.dv = Some(dv);
    let context = Context {
        event: "roll",
        ..Context::default()
    };
    perform(call, &ask, &outcomes(args), &context)
}

const CRAFT: &str = "wits + craft";

fn treat(call: &Call<'_>, args: &Args) -> Given {
    let (Some(who), Some(patient)) = (args.thing("who"), args.thing("patient")) else {
        return Ok(Value::Nil);
    };
    overruling(call, args, || {
        rolls_with(call, args, || {
            let dv = call.command(|seat| care::begin_treatment(seat, patient))?;
            turns::interact(call, who, Some(patient), "treats")?;
            super::rolls::announce(call, args.text("announce"))?;
            let roll = computed(call, args, who, CRAFT, "care", dv)?;
            call.command(|seat| care::end_treatment(seat, patient, &roll))?;
            Ok(results::roll(call.lua, &roll)?)
        })
    })
}

fn stabilize(call: &Call<'_>, args: &Args) -> Given {
    let (Some(who), Some(patient)) = (args.thing("who"), args.thing("patient")) else {
        return Ok(Value::Nil);
    };
    overruling(call, args, || {
        rolls_with(call, args, || {
            let dv = call.command(|seat| care::begin_stabilizing(seat, who, patient))?;
            turns::interact(call, who, Some(patient), "stabilizes")?;
            super::rolls::announce(call, args.text("announce"))?;
            let roll = computed(call, args, who, CRAFT, "care", dv)?;
            call.command(|seat| care::end_stabilizing(seat, patient, &roll))?;
            Ok(results::roll(call.lua, &roll)?)
        })
    })
}

fn mend(call: &Call<'_>, args: &Args) -> Given {
    let (Some(who), Some(item)) = (args.thing("who"), args.thing("item")) else {
        return Ok(Value::Nil);
    };
    let (owner, which) = ItemOf::owner(item);
    let to = args.text("to").and_then(ItemState::parse);
    let smith = args.flag("smith").unwrap_or(false);
    overruling(call, args, || {
        rolls_with(call, args, || {
            call.command(|seat| crate::table::commands::standing(seat, who))?;
            let (new, dv) =
                call.command(|seat| gear::begin_mending(seat, owner, which.word(), to, smith))?;
            let why = match dv {
                Some(dv) => {
                    if !computed(call, args, who, CRAFT, "care", dv)?.success() {
                        return Ok(Value::Boolean(false));
                    }
                    call.generation.act(|act| act.state.name(who))?
                }
                None if smith => "a smith".to_owned(),
                None => call.generation.act(|act| act.state.name(who))?,
            };
            let why = format!("mended by {why}");
            call.command(|seat| items::bring_to(seat, owner, which.word(), new, &why))?;
            Ok(Value::Boolean(true))
        })
    })
}

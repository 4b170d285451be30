//! Story Beats: gain and spend (rules/01 §9).

use mlua::Value;

use super::options::ONLY_BECAUSE;
use super::table::overruling;
use super::{Call, Given};
use crate::rules::beats::{Income, Spend};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::timers::TimerKind;
use crate::rules::values::{Armor, ItemState};
use crate::script::args::{Args, Val, text};
use crate::script::record::{Record, Ty, When, may, need};
use crate::script::seat::LuaSeat;
use crate::script::stop::{Fail, bad};
use crate::script::{effects, lookup};
use crate::table::commands::{armor_of, beats, items};
use crate::table::fx::{Fx, To};

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "gain",
        chapter: "currencies",
        params: &[need("n", Ty::Income), may("why", Ty::Text)],
        returns: "number",
        about: "Story Beats to the GM's bank: a number, or what brings them: complication, prodigy, sold, ritual (interrupted), forage (a Miss), backlash (a spell inside a zone), 1 each. Source: rules/01 §9.",
        example: r#"gain(2, "the clock strikes")"#,
        when: When::Act,
        body: |call, args| {
            let income = args.text("n").and_then(Income::parse);
            let why = match (args.has("why"), income) {
                (false, Some(income)) => income.to_string(),
                _ => call.why(args)?,
            };
            let n = income.map_or(args.count("n").unwrap_or(0), Income::amount);
            let now = call.command(|seat| beats::gain(seat, n, &why))?;
            Ok(Value::Integer(i64::from(now)))
        },
    },
    Record {
        name: "spend",
        chapter: "currencies",
        params: &[
            need("what", Ty::Spend),
            may("target", Ty::Any),
            may("why", Ty::Text),
            may("opts", Ty::Options(ONLY_BECAUSE)),
        ],
        returns: "",
        about: "The GM spends Story Beats: a number with words of your own, or a named spend that does what it says (tick and campaign tick a timer, step lowers a character's next roll, join and reinforce spawn, gear degrades armor, else the weapon). Refused below the bank, with the shortfall. Prices: tick 1, attack 1, noise 1, scarcity 1, step 2, alarm 2, cover 2, join 2, gear 3, reinforce 3, campaign 3, trap 4. Source: rules/01 §9, rules/05 §4.5.",
        example: r#"spend(2, nil, "the lantern goes out")"#,
        when: When::Act,
        body: spend,
    },
];

fn spend(call: &Call<'_>, args: &Args) -> Given {
    let why = call.why(args)?;
    overruling(call, args, || match args.get("what") {
        Some(Val::Int(n)) => {
            let n = u32::try_from(*n)
                .ok()
                .filter(|n| *n > 0)
                .ok_or_else(|| bad("argument", "a spend is 1 SB or more"))?;
            let words = match (args.raw("target").and_then(text), why.is_empty()) {
                (Some(words), true) => words,
                _ => why.clone(),
            };
            call.command(|seat| {
                beats::spend(
                    seat,
                    n,
                    if words.is_empty() {
                        "this spend"
                    } else {
                        &words
                    },
                    &words,
                )
            })?;
            Ok(Value::Nil)
        }
        Some(Val::Text(name)) => named(call, args, name, &why),
        _ => Ok(Value::Nil),
    })
}

fn named(call: &Call<'_>, args: &Args, name: &str, why: &str) -> Given {
    let what = Spend::lookup(name).map_err(|e| bad("unknown_word", e.to_string()))?;
    let what = fitting(call, args, what)?;
    let price = what.price(&call.generation.catalog().switches);
    let fx = effect(call, args, what, why)?;
    let gear = match what {
        Spend::Gear => Some(gear(call, target(call, args)?)?),
        _ => None,
    };
    let words = if why.is_empty() {
        what.to_string()
    } else {
        format!("{what}: {why}")
    };
    call.command(|seat| beats::spend(seat, price, &words, &words))?;
    if let Some(fx) = fx {
        effects::run_fx(call, &fx, &effects::Context::default())?;
    } else if let Some((who, item)) = gear {
        call.command(|seat| crate::table::commands::items::degrade(seat, who, item, why))?;
    }
    Ok(Value::Nil)
}

/// A tick costs what its timer costs (R40): `spend tick campaign` is a campaign tick, and a campaign tick isn't spent on a
/// timer of the scene.
fn fitting(call: &Call<'_>, args: &Args, what: Spend) -> Result<Spend, Fail> {
    if !matches!(what, Spend::Tick | Spend::Campaign) {
        return Ok(what);
    }
    let Some(name) = args
        .raw("target")
        .and_then(|value| text(value).or_else(|| lookup::name_of(call, value)))
    else {
        return Ok(what);
    };
    let live = match lookup::timer(call, args.raw("target").unwrap_or(&Value::Nil))? {
        Some(Val::One(timer)) => call.generation.act(|act| {
            act.state
                .timer(timer.id)
                .map(|timer| (timer.kind.clone(), timer.scope))
        })?,
        _ => None,
    };
    let declared = call
        .generation
        .catalog()
        .timers
        .get(&name)
        .map(|def| (def.kind.clone(), def.scope));
    let Some((kind, scope)) = live.or(declared) else {
        return Ok(what);
    };
    let right = Spend::tick_on(TimerKind::parse(&kind).unwrap_or(TimerKind::Custom), scope);
    if what == Spend::Campaign && right != Spend::Campaign {
        return Err(bad(
            "target",
            format!(
                "{name} is no campaign timer: spend {} {}",
                right.word(),
                name.to_lowercase()
            ),
        ));
    }
    Ok(right)
}

/// The gear of somebody that can still break: armor before the weapon.
fn gear(call: &Call<'_>, who: Thing) -> Result<(Thing, &'static str), Fail> {
    let seat = LuaSeat::new(*call);
    let state = call.generation.act(|act| act.state.clone())?;
    let breaks = |item: &str| items::state_of(&seat, who, item) != ItemState::Compromised;
    if armor_of(&seat, &state, who) != Armor::None && breaks("armor") {
        return Ok((who, "armor"));
    }
    if who.kind == ThingKind::Pc && breaks("weapon") {
        return Ok((who, "weapon"));
    }
    Err(bad(
        "target",
        format!("{} has no gear left that could break", state.name(who)),
    ))
}

fn target(call: &Call<'_>, args: &Args) -> Result<crate::rules::ids::Thing, Fail> {
    let value = args.raw("target").cloned().unwrap_or(Value::Nil);
    lookup::creature(call, Ty::Who, &value)?
        .ok_or_else(|| bad("argument", "this spend needs a creature: spend gear lyra"))
}

/// What a named spend does, as an effects table; nothing for those that are words alone.
fn effect(call: &Call<'_>, args: &Args, what: Spend, why: &str) -> Result<Option<Fx>, Fail> {
    let name = |of: &str| {
        args.raw("target")
            .and_then(|value| text(value).or_else(|| lookup::name_of(call, value)))
            .ok_or_else(|| bad("argument", format!("spend {} needs {of}", what.word())))
    };
    let why = Some(why.to_owned()).filter(|why| !why.is_empty());
    Ok(match what {
        Spend::Tick => Some(Fx {
            tick: vec![(name("a timer")?, 1)],
            why,
            ..Fx::default()
        }),
        Spend::Scarcity => Some(Fx {
            tick: vec![(
                args.raw("target")
                    .and_then(text)
                    .unwrap_or_else(|| "Supply".into()),
                1,
            )],
            why,
            ..Fx::default()
        }),
        Spend::Campaign => Some(Fx {
            tick: vec![(
                args.raw("target")
                    .and_then(text)
                    .unwrap_or_else(|| "Campaign".into()),
                1,
            )],
            why,
            ..Fx::default()
        }),
        Spend::Step => Some(Fx {
            to: Some(To::Thing(target(call, args)?)),
            step: Some(-1),
            why,
            ..Fx::default()
        }),
        Spend::Join | Spend::Reinforce => Some(Fx {
            spawn: vec![(name("an adversary")?, 1)],
            ..Fx::default()
        }),
        _ => None,
    })
}

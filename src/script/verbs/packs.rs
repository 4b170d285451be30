//! Foes among themselves, and what breaks them: split, join, press (rules/05 §5).

use mlua::Value;

use super::rolls::{announce, perform, request};
use super::table::overruling;
use super::{Call, Given};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::pool::PoolSpec;
use crate::rules::refusal::Refusal;
use crate::script::args::{Args, Val};
use crate::script::effects::Context;
use crate::script::group::Group;
use crate::script::handle::to_lua;
use crate::script::record::{Param, Record, Ty, When, may, need};
use crate::script::results;
use crate::script::stop::{Fail, bad};
use crate::table::catalog::Outcomes;
use crate::table::commands::{foes, moves, numbers, parts, resilience_left};
use crate::table::names;
use crate::table::seat::Seat;

/// Options of a split.
const SPLIT: &[Param] = &[may("names", Ty::List)];

/// Options of pressing a foe.
const PRESS: &[Param] = &[
    may("dv", Ty::Dv),
    may("position", Ty::Word(super::options::POSITIONS)),
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
        name: "split",
        chapter: "foes",
        params: &[
            need("foe", Ty::Foe),
            may("n", Ty::Int(2, 20)),
            may("opts", Ty::Options(SPLIT)),
        ],
        returns: "Foes",
        about: "A foe becomes several, 2 by default: a swarm parts, a company is cut in two. The first keeps its name; the Resilience that is left is shared out, one each at least; Fatigue, conditions and bands are those of all. Own `names` are for the new ones.",
        example: r#"split("Toll Troll", 2)"#,
        when: When::Act,
        body: split,
    },
    Record {
        name: "join",
        chapter: "foes",
        params: &[need("whom", Ty::Whom)],
        returns: "Foe",
        about: "Foes of one kind, in the same phase, become one: the first stays, with their Resilience together as far as its phase holds (what finds no room is said), and the highest Fatigue.",
        example: r#"join(split("Toll Troll", 2))"#,
        when: When::Act,
        body: join,
    },
    Record {
        name: "press",
        chapter: "foes",
        params: &[
            need("foe", Ty::Foe),
            need("who", Ty::Pc),
            may("pool", Ty::Pool),
            may("opts", Ty::Options(PRESS)),
        ],
        returns: "Roll",
        about: "A character presses a foe whose nerve may break: outnumbered or hurt, and with `morale` in its stat block. A foe's dice are never rolled, so the player rolls (default presence + sway) against that DV; a success, and it flees. Source: rules/05 §5, rules/01 §12, R69.",
        example: r#"press(spawn("Ash Rat"), "Lyra", "presence + sway", { because = "the stove is cold" })"#,
        when: When::Act,
        body: press,
    },
];

fn split(call: &Call<'_>, args: &Args) -> Given {
    let Some(foe) = args.thing("foe") else {
        return Ok(Value::Nil);
    };
    let n = args.count("n").unwrap_or(2);
    let own = super::harm::tags(args, "names")?;
    for name in &own {
        names::written(name).map_err(|why| bad("argument", format!("split: {why}")))?;
        crate::script::lookup::good_name("foe", name)?;
    }
    // One of them was there before.
    crate::script::foes::room(call, (n as usize).saturating_sub(1))?;
    let parts = call.command(|seat| parts::split(seat, foe, n, &own))?;
    // What scripts keep of the one, they keep of each.
    crate::script::saved::share(call.generation, foe, &parts[1..])?;
    Ok(Group::of(call.lua, ThingKind::Foe, parts)?)
}

fn join(call: &Call<'_>, args: &Args) -> Given {
    let (whom, _) = args.things("whom");
    let (into, surplus) = call.command(|seat| parts::join(seat, &whom))?;
    if surplus > 0 {
        call.generation.act(|act| {
            let name = act.state.name(into);
            act.notices
                .push(format!("{name}: {surplus} Resilience found no room"));
        })?;
    }
    Ok(to_lua(into))
}

/// What may break a foe's nerve now, in words; nothing when it stands firm.
fn shaken(call: &Call<'_>, foe: Thing) -> Result<Option<(u8, String)>, Fail> {
    let catalog = call.generation.catalog();
    let state = call.generation.act(|act| act.state.clone())?;
    let Some(one) = state.foe(foe.id) else {
        return Ok(None);
    };
    let Some(dv) = catalog.adversaries.get(&one.def).and_then(|def| def.morale) else {
        return Err(bad(
            "morale",
            format!("{} has no morale in its stat block (morale = 3)", one.name),
        ));
    };
    let numbers = numbers(&crate::script::seat::LuaSeat::new(*call), one);
    let size = numbers.resilience_of(one.phase as usize);
    let hurt = size.is_some_and(|size| resilience_left(one, &numbers) != Some(size))
        || one.body.fatigue > 0;
    let (theirs, ours) = (state.foes_present().count(), state.party().count());
    let why = match (hurt, theirs < ours) {
        (true, true) => "hurt and outnumbered",
        (true, false) => "hurt",
        (false, true) => "outnumbered",
        (false, false) => "",
    };
    Ok(Some((dv, why.to_owned())))
}

fn press(call: &Call<'_>, args: &Args) -> Given {
    let (Some(foe), Some(pc)) = (args.thing("foe"), args.thing("who")) else {
        return Ok(Value::Nil);
    };
    let Some((dv, why)) = shaken(call, foe)? else {
        return Ok(Value::Nil);
    };
    let name = call.generation.act(|act| act.state.name(foe))?;
    overruling(call, args, || {
        call.command(|seat| crate::table::commands::standing(seat, foe))?;
        if why.is_empty() {
            let why = "is neither hurt nor outnumbered: its nerve holds".to_owned();
            call.command(|seat| {
                seat.refuse(Refusal::Tempo {
                    what: name.clone(),
                    why,
                })
            })?;
        }
        let seen = call
            .generation
            .act(|act| !crate::table::readers::is_hidden(&act.state, foe))?;
        let stands = if why.is_empty() {
            "wavers".to_owned()
        } else {
            why.clone()
        };
        announce(
            call,
            seen.then(|| format!("{name} is {stands}, and may flee"))
                .as_deref(),
        )?;
        super::rolls_with(call, args, || {
            let mut given = args.clone();
            if !given.has("pool") {
                let pool =
                    PoolSpec::parse("presence + sway", &crate::rules::skills::Skills::default())
                        .map_err(|e| bad("pool", e.to_string()))?;
                given.put("pool", Val::Pool(pool));
            }
            if !given.has("dv") {
                given.put("dv", Val::Int(i64::from(dv)));
            }
            let mut ask = request(call, &given, pc, "action")?;
            ask.against = Some(foe);
            let context = Context {
                event: "roll",
                foe: Some(foe),
                ..Context::default()
            };
            let rolled = perform(call, &ask, &Outcomes::default(), &context)?;
            if rolled.success() {
                call.command(|seat| foes::defeat(seat, foe, "flees"))?;
            }
            Ok(results::roll(call.lua, &rolled)?)
        })
    })
}

/// A hit of a foe has landed: riders may follow it.
///
/// # Errors
/// A stop.
pub fn struck(call: &Call<'_>, facts: &[crate::table::event::Fact]) -> Result<(), Fail> {
    for fact in facts {
        let crate::table::event::Event::Hit(hit) = &fact.event else {
            continue;
        };
        let Some(by) = fact.by.filter(|_| hit.harm > 0 && hit.cancelled.is_none()) else {
            continue;
        };
        call.command(|seat| moves::struck(seat, by, hit.who))?;
    }
    Ok(())
}

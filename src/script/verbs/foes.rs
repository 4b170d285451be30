//! Foes: spawn, menu, use, threaten, defeat, resolve, shift, leave (rules/05, rules/04 §2).

use mlua::Value;

use super::options::{BANDS, SPAWN};
use super::rolls::{announce, perform, request};
use super::table::overruling;
use super::{Call, Given, each};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::numbers::Dv;
use crate::rules::pool::PoolSpec;
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::values::Band;
use crate::script::args::Args;
use crate::script::effects::{self, Context};
use crate::script::generation::lock;
use crate::script::group::Group;
use crate::script::handle::to_lua;
use crate::script::record::{Record, Ty, When, may, need};
use crate::script::seat::LuaSeat;
use crate::script::stop::{Fail, bad};
use crate::script::{menu, results};
use crate::table::catalog::{Do, MoveDef, Outcomes, ResistDef, Target};
use crate::table::commands::foes::{self, SpawnAsk};
use crate::table::commands::rolls::RollAsk;
use crate::table::commands::{conditions, numbers, scenes};
use crate::table::fx::{Fx, To};
use crate::table::names;
use crate::table::state::Owner;

/// Options of a use.
const USE: &[crate::script::record::Param] = &[
    may("foe", Ty::Foe),
    may("faces", Ty::Faces),
    may("answers", Ty::List),
    may("because", Ty::Text),
];

/// Options of a threat.
const THREATEN: &[crate::script::record::Param] = &[
    may("harm", Ty::Int(1, 20)),
    may("announce", Ty::Text),
    may("position", Ty::Word(super::options::POSITIONS)),
    may("steps", Ty::Int(-10, 10)),
    may("dice", Ty::Int(-20, 20)),
    may("pay", Ty::Word(super::options::PAY)),
    may("faces", Ty::Faces),
    may("because", Ty::Text),
];

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "spawn",
        chapter: "foes",
        params: &[
            need("adversary", Ty::Adversary),
            may("n", Ty::Int(1, 50)),
            may("opts", Ty::Options(SPAWN)),
        ],
        returns: "Foe | Foes",
        about: "A declared adversary joins. The first is \"Ash Rat\", the next \"Ash Rat B\"; several at once are A, B, C. Own `name` or `names` win. Source: rules/05.",
        example: r#"spawn("Ash Rat", 2)"#,
        when: When::Act,
        body: spawn,
    },
    Record {
        name: "menu",
        chapter: "foes",
        params: &[may("foe", Ty::Foe)],
        returns: "Moves",
        about: "The moves of a foe, or of all: number, price now, what it does, or why it can't be used. `use 2` means the list last shown.",
        example: "menu()",
        when: When::Read,
        body: show_menu,
    },
    Record {
        name: "use",
        chapter: "foes",
        params: &[
            need("move", Ty::Move),
            may("target", Ty::Whom),
            may("opts", Ty::Options(USE)),
        ],
        returns: "",
        about: "A foe uses a move: checked (target, band, once-per, trigger, price), paid, then done: what it announces, the roll against it, what it does. A target that is left out is asked for. Source: rules/05 §3–§4.",
        example: r#"use("Hurl a Parapet", "Lyra", { faces = "8541" })"#,
        when: When::Act,
        body: use_move,
    },
    Record {
        name: "threaten",
        chapter: "foes",
        params: &[
            need("foe", Ty::Foe),
            need("who", Ty::Pc),
            may("pool", Ty::Pool),
            may("dv", Ty::Dv),
            may("opts", Ty::Options(THREATEN)),
        ],
        returns: "Roll",
        about: "An announced attack, 0 SB: the character resists (default wits + athletics, DV 3); Miss takes the Harm the foe deals, Partial one less, a success none. Source: rules/05 §4.4–§4.5.",
        example: r#"threaten("Toll Troll", "Sera")"#,
        when: When::Act,
        body: threaten,
    },
    Record {
        name: "defeat",
        chapter: "foes",
        params: &[need("whom", Ty::Whom), may("how", Ty::Text)],
        returns: "",
        about: "A foe is out, by the GM's word: paid, fled, surrendered. Source: rules/05 §4.2.",
        example: r#"defeat("Toll Troll", "paid")"#,
        when: When::Act,
        body: |call, args| {
            let how = args.text("how").unwrap_or("defeated").to_owned();
            each(call, args, "whom", |who| {
                call.command(|seat| foes::defeat(seat, who, &how))?;
                Ok(Value::Nil)
            })
        },
    },
    Record {
        name: "resolve",
        chapter: "foes",
        params: &[need("foe", Ty::Foe), may("deed", Ty::Text)],
        returns: "",
        about: "A deed of a foe's Resolution is done; without one, all of it. The last ends the foe. Source: rules/05 §4.2.",
        example: r#"resolve("Toll Troll")"#,
        when: When::Act,
        body: resolve,
    },
    Record {
        name: "shift",
        chapter: "position",
        params: &[
            need("whom", Ty::Whom),
            need("band", Ty::Word(BANDS)),
            may("other", Ty::Who),
        ],
        returns: "",
        about: "The band between two creatures (to all opponents, when the other is left out): close, near, reach, far; absent leaves the scene. Source: rules/04 §2, R53.",
        example: r#"shift("Lyra", "close", "Toll Troll")"#,
        when: When::Act,
        body: |call, args| {
            let band = args.text("band").and_then(Band::parse).unwrap_or_default();
            let other = args.thing("other");
            each(call, args, "whom", |who| {
                call.command(|seat| scenes::shift(seat, who, band, other))?;
                Ok(Value::Nil)
            })
        },
    },
    Record {
        name: "leave",
        chapter: "position",
        params: &[need("whom", Ty::Whom), may("why", Ty::Text)],
        returns: "",
        about: "Somebody leaves the scene; shift brings them back.",
        example: r#"leave("Sera", "for the horses")"#,
        when: When::Act,
        body: |call, args| {
            let why = args.text("why").unwrap_or_default().to_owned();
            each(call, args, "whom", |who| {
                call.command(|seat| scenes::leave(seat, who, &why))?;
                Ok(Value::Nil)
            })
        },
    },
];

fn spawn(call: &Call<'_>, args: &Args) -> Given {
    let name = args.text("adversary").unwrap_or_default();
    let n = args.count("n");
    let names = super::harm::tags(args, "names")?;
    for name in &names {
        names::written(name).map_err(|why| bad("argument", format!("spawn: {why}")))?;
    }
    let ask = SpawnAsk {
        names: if args.has("name") {
            vec![args.name("spawn", "name")?]
        } else {
            names
        },
        band: args.text("band").and_then(Band::parse),
        resilience: args.count("resilience"),
        hidden: args.flag("hidden").unwrap_or(false),
    };
    let spawned = effects::spawn(call, name, n.unwrap_or(1), &ask)?;
    if let Some(memory) = args.raw("memory") {
        let datum = crate::script::convert::from_lua(memory, call.generation)?;
        let script = crate::script::raise::caller(call.lua)
            .unwrap_or_else(|| crate::script::prompt::CHUNK.into());
        for foe in &spawned {
            crate::script::saved::put(
                call.generation,
                &Owner::Memory(*foe, script.clone()),
                Vec::new(),
                Some(datum.clone()),
            )?;
        }
    }
    match (n, spawned.as_slice()) {
        (None, [one]) => Ok(to_lua(*one)),
        _ => Ok(Group::of(call.lua, spawned)?),
    }
}

fn show_menu(call: &Call<'_>, args: &Args) -> Given {
    let entries = menu::entries(call, args.thing("foe"))?;
    *lock(&call.generation.menu) = entries.clone();
    results::moves(call, &entries)
}

fn use_move(call: &Call<'_>, args: &Args) -> Given {
    let wanted = args
        .get("move")
        .cloned()
        .ok_or_else(|| bad("argument", "use needs a move"))?;
    let (who, what) = menu::pick(call, args.thing("foe"), &wanted)?;
    let state = call.generation.act(|act| act.state.clone())?;
    let words = format!("{} of {}", what.name, state.name(who));
    drop(state);
    overruling(call, args, || {
        call.doing(words, Some(who), || {
            let targets = targets(call, args, who, &what)?;
            if matches!(what.target, Target::Pc | Target::Party) {
                for target in &targets {
                    call.command(|seat| conditions::targetable(seat, Some(who), *target))?;
                }
            }
            let cost = call.command(|seat| foes::pay_move(seat, who, &what, &targets))?;
            super::rolls_with(call, args, || {
                menu::perform(call, who, &what, &targets, cost)
            })
        })
    })?;
    Ok(Value::Nil)
}

/// Whom a move is aimed at; a target that is left out is asked for.
fn targets(call: &Call<'_>, args: &Args, who: Thing, what: &MoveDef) -> Result<Vec<Thing>, Fail> {
    let (given, _) = args.things("target");
    match what.target {
        Target::None | Target::Own if !given.is_empty() => {
            // A target for a move that needs none is the GM's emphasis, not an error: it is what e.target gives.
            Ok(given)
        }
        Target::None => Ok(Vec::new()),
        Target::Own => Ok(vec![who]),
        Target::Party if !given.is_empty() => Ok(given),
        Target::Party => Ok(call.generation.act(|act| match what.within {
            Some(within) => act
                .state
                .party()
                .filter(|pc| act.state.band(who, *pc) <= within)
                .filter(|pc| conditions::untargetable(&act.state, *pc).is_none())
                .collect(),
            None => act
                .state
                .party()
                .filter(|pc| conditions::untargetable(&act.state, *pc).is_none())
                .collect(),
        })?),
        Target::Pc if given.len() == 1 => Ok(given),
        Target::Pc if given.len() > 1 => Err(bad(
            "argument",
            format!(
                "{} is aimed at one character, not at {}",
                what.name,
                given.len()
            ),
        )),
        Target::Pc => {
            let state = call.generation.act(|act| act.state.clone())?;
            let able: Vec<Thing> = state
                .party()
                .filter(|pc| conditions::untargetable(&state, *pc).is_none())
                .filter(|pc| {
                    what.within
                        .is_none_or(|within| state.band(who, *pc) <= within)
                })
                .collect();
            let mut choices: Vec<Thing> = Vec::new();
            for pc in able {
                let fits = match what.only {
                    Some(only) => crate::table::seat::Seat::call_test(
                        &mut LuaSeat::new(*call),
                        only,
                        &[pc, who],
                    )?
                    .is_none(),
                    None => true,
                };
                if fits {
                    choices.push(pc);
                }
            }
            match choices.as_slice() {
                [] => Err(bad(
                    "target",
                    format!("{}: nobody here can be its target", what.name),
                )),
                [one] => Ok(vec![*one]),
                several => {
                    let names: Vec<String> = several.iter().map(|pc| state.name(*pc)).collect();
                    let question = Question {
                        key: "target".into(),
                        who: None,
                        text: format!("{}: at whom?", what.name),
                        kind: QuestionKind::Pick {
                            choices: names.clone(),
                            optional: false,
                        },
                        default: Answer::Pick(names.first().cloned()),
                    };
                    let mut seat = LuaSeat::new(*call);
                    let answer = crate::rules::chair::Chair::ask(&mut seat, question)?;
                    let Answer::Pick(Some(picked)) = answer else {
                        return Ok(Vec::new());
                    };
                    Ok(several
                        .iter()
                        .zip(&names)
                        .filter(|(_, name)| **name == picked)
                        .map(|(pc, _)| *pc)
                        .collect())
                }
            }
        }
    }
}

/// The rolls against a move, one after the other in the party's order.
///
/// # Errors
/// As the rolls and what is tied to them.
pub fn resist_move(
    call: &Call<'_>,
    who: Thing,
    resist: &ResistDef,
    targets: &[Thing],
    context: &Context,
) -> Result<(), Fail> {
    announce(call, resist.announce.as_deref())?;
    let pool = PoolSpec::parse(&resist.pool, &crate::rules::skills::Skills::default())
        .map_err(|e| bad("pool", e.to_string()))?;
    let party: Vec<Thing> = if targets.is_empty() {
        call.generation.act(|act| act.state.party().collect())?
    } else {
        targets.to_vec()
    };
    for pc in party {
        // One who fell on the way doesn't roll.
        if !call.generation.act(|act| act.state.present(pc))? {
            continue;
        }
        let mut ask = RollAsk::new(pc, pool.clone());
        ask.purpose = "defense".into();
        ask.dv = resist.dv.and_then(|dv| Dv::gm(i64::from(dv)).ok());
        ask.position = resist.position;
        ask.against = Some(who);
        ask.offer_reroll = call.generation.manner().boons;
        let context = Context {
            targets: Vec::new(),
            target: Some(pc),
            ..context.clone()
        };
        perform(call, &ask, &resist.outcomes, &context)?;
    }
    Ok(())
}

fn threaten(call: &Call<'_>, args: &Args) -> Given {
    let (Some(foe), Some(pc)) = (args.thing("foe"), args.thing("who")) else {
        return Ok(Value::Nil);
    };
    let state = call.generation.act(|act| act.state.clone())?;
    let deals = {
        let seat = LuaSeat::new(*call);
        state
            .foe(foe.id)
            .map_or(0, |one| numbers(&seat, one).deals_in(one.phase as usize))
    };
    let harm = args.count("harm").unwrap_or(deals);
    let name = state.name(foe);
    let seen = if crate::table::readers::is_hidden(&state, foe) {
        "something"
    } else {
        &name
    };
    let strikes = format!("{seen} strikes, Harm {harm}");
    drop(state);
    let why = args.text("announce").map_or(strikes, str::to_owned);
    let hit = |harm: u32| Do {
        fx: Some(Fx {
            to: Some(To::Thing(pc)),
            hit: Some(harm).filter(|n| *n > 0),
            why: Some(name.clone()),
            ..Fx::default()
        }),
        run: None,
    };
    let outcomes = Outcomes {
        on_miss: hit(harm),
        on_partial: hit(harm.saturating_sub(1)),
        ..Outcomes::default()
    };
    overruling(call, args, || {
        call.doing(name.clone(), Some(foe), || {
            call.command(|seat| {
                crate::table::commands::standing(seat, foe)?;
                conditions::targetable(seat, Some(foe), pc)?;
                conditions::shown(seat, foe)
            })?;
            announce(call, Some(&why))?;
            super::rolls_with(call, args, || {
                let mut given = args.clone();
                if !given.has("pool") {
                    let pool = PoolSpec::parse(
                        "wits + athletics",
                        &crate::rules::skills::Skills::default(),
                    )
                    .map_err(|e| bad("pool", e.to_string()))?;
                    given.put("pool", crate::script::args::Val::Pool(pool));
                }
                let mut ask = request(call, &given, pc, "defense")?;
                ask.against = Some(foe);
                let context = Context {
                    event: "roll",
                    foe: Some(foe),
                    target: Some(pc),
                    ..Context::default()
                };
                let rolled = perform(call, &ask, &outcomes, &context)?;
                Ok(results::roll(call.lua, &rolled)?)
            })
        })
    })
}

fn resolve(call: &Call<'_>, args: &Args) -> Given {
    let Some(foe) = args.thing("foe") else {
        return Ok(Value::Nil);
    };
    let deed = args.text("deed").map(str::to_owned);
    let def = call
        .generation
        .act(|act| act.state.foe(foe.id).map(|foe| foe.def.clone()))?
        .unwrap_or_default();
    let done = call.command(|seat| foes::resolve(seat, foe, deed.as_deref()))?;
    let catalog = call.generation.catalog();
    if let (Some(done), Some(def)) = (done, catalog.adversaries.get(&def))
        && let Some(deed) = def.deeds.iter().find(|deed| deed.name == done)
    {
        let context = Context {
            event: "resolve",
            foe: Some(foe),
            ..Context::default()
        };
        call.doing(format!("{done} ({})", def.name), Some(foe), || {
            effects::run(call, &deed.run, &context)
        })?;
    }
    debug_assert!(foe.kind == ThingKind::Foe);
    Ok(Value::Nil)
}

//! Foes: spawn, menu, use, threaten, defeat, resolve (rules/05).

use mlua::Value;

use super::options::SPAWN;
use super::rolls::{announce, perform, request};
use super::table::overruling;
use super::{Call, Given, each};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::pool::PoolSpec;
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
use crate::table::catalog::{Do, Outcomes};
use crate::table::commands::fight::attack::{reveal, targetable};
use crate::table::commands::foes::{self, SpawnAsk};
use crate::table::commands::numbers;
use crate::table::fx::{Fx, To};
use crate::table::names;
use crate::table::state::Owner;

/// Options of a threat.
const THREATEN: &[crate::script::record::Param] = &[
    may("harm", Ty::Int(1, 20)),
    may("lesser", Ty::Int(0, 20)),
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
        about: "A declared adversary joins. The first is \"Ash Rat\", the next \"Ash Rat B\"; several at once are A, B, C. Own `name` or `names` win. `band` is to everyone (near, when left out), `resilience` what is left of it, `hidden` from players, `memory` its first values, `owner` who has bound it: its Leash has that one's Spirit + TL. The timer of its stat block begins with it. Source: rules/05, R77.",
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
            may("opts", Ty::Options(super::using::USE)),
        ],
        returns: "",
        about: "A foe uses a move: checked (target, band, once-per, trigger, price), paid, then done: what it announces, the roll against it, what it does. A target that is left out is asked for. Source: rules/05 §3–§4.",
        example: r#"use("Hurl a Parapet", "Lyra", { faces = "8541" })"#,
        when: When::Act,
        body: super::using::use_move,
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
        about: "An announced attack, 0 SB: the character resists (default wits + athletics, DV 3); Miss takes the Harm the foe deals (`harm`), Partial the lesser result agreed before (`lesser`, default one less), a success none. One out of nowhere is the spend `attack`, 1 SB. Source: rules/05 §4.4–§4.5.",
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
        owner: args.thing("owner"),
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
        _ => Ok(Group::of(call.lua, ThingKind::Foe, spawned)?),
    }
}

fn show_menu(call: &Call<'_>, args: &Args) -> Given {
    let entries = menu::entries(call, args.thing("foe"))?;
    *lock(&call.generation.menu) = entries.clone();
    results::moves(call, &entries)
}

fn threaten(call: &Call<'_>, args: &Args) -> Given {
    let (Some(foe), Some(pc)) = (args.thing("foe"), args.thing("who")) else {
        return Ok(Value::Nil);
    };
    overruling(call, args, || {
        super::rolls_with(call, args, || strike(call, args, foe, pc))
    })
}

/// An ordinary attack: announced, resisted, and what it does (rules/05 §4.4–§4.5).
///
/// # Errors
/// As the roll; a foe that is out.
pub(super) fn strike(call: &Call<'_>, args: &Args, foe: Thing, pc: Thing) -> Given {
    let state = call.generation.act(|act| act.state.clone())?;
    let harm = match args.count("harm") {
        Some(harm) => harm,
        None => deals(call, foe)?,
    };
    let name = state.name(foe);
    let seen = if crate::table::readers::is_hidden(&state, foe) {
        "something"
    } else {
        &name
    };
    let strikes = format!("{seen} strikes, Harm {harm}");
    drop(state);
    let why = args.text("announce").map_or(strikes, str::to_owned);
    let outcomes = blow(pc, &name, harm, args.count("lesser"));
    call.doing(name.clone(), Some(foe), || {
        call.command(|seat| crate::table::commands::standing(seat, foe))?;
        call.command(|seat| targetable(seat, pc))?;
        call.command(|seat| reveal(seat, foe))?;
        announce(call, Some(&why))?;
        let mut given = args.clone();
        if !given.has("pool") {
            let pool =
                PoolSpec::parse("wits + athletics", &crate::rules::skills::Skills::default())
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
}

/// What an adversary's attack does by the outcome of the roll against it: a Miss takes all of its Harm, a Partial what was
/// agreed, else one less (rules/05 §4.5).
pub(super) fn blow(pc: Thing, name: &str, harm: u32, lesser: Option<u32>) -> Outcomes {
    let hit = |harm: u32| Do {
        fx: Some(Fx {
            to: Some(To::Thing(pc)),
            hit: Some(harm).filter(|n| *n > 0),
            why: Some(name.to_owned()),
            ..Fx::default()
        }),
        run: None,
    };
    Outcomes {
        on_miss: hit(harm),
        on_partial: hit(lesser.unwrap_or(harm.saturating_sub(1))),
        ..Outcomes::default()
    }
}

/// The Harm a foe deals in its phase.
pub(super) fn deals(call: &Call<'_>, foe: Thing) -> Result<u32, Fail> {
    let state = call.generation.act(|act| act.state.clone())?;
    let seat = LuaSeat::new(*call);
    Ok(state
        .foe(foe.id)
        .map_or(0, |one| numbers(&seat, one).deals_in(one.phase as usize)))
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

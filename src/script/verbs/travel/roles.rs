//! Roles and foraging: the roll, then what comes of it.

use mlua::Value;

use super::with_cards;
use crate::rules::ids::Thing;
use crate::rules::numbers::Dv;
use crate::rules::roll::Rolled;
use crate::rules::supply::Terrain;
use crate::rules::travel::{Role, role_dv};
use crate::script::args::Args;
use crate::script::effects::{self, Context};
use crate::script::results;
use crate::script::stop::{Fail, bad};
use crate::script::verbs::care::with_pool;
use crate::script::verbs::rolls::{announce, outcomes, perform, request};
use crate::script::verbs::table::overruling;
use crate::script::verbs::{Call, Given, rolls_with};
use crate::table::commands::timers::label;
use crate::table::commands::travel;
use crate::table::state::{State, TimerStatus};

pub(super) fn role(call: &Call<'_>, args: &Args) -> Given {
    let role = args.text("role").and_then(Role::parse);
    let (Some(who), Some(role)) = (args.thing("who"), role) else {
        return Ok(Value::Nil);
    };
    if role == Role::Forager {
        return forage(call, args);
    }
    if args.has("terrain") {
        return Err(bad("argument", "terrain is of foraging: travel forage"));
    }
    overruling(call, args, || {
        rolls_with(call, args, || {
            call.command(|seat| travel::take(seat, who, role))?;
            let dv = args.int("dv").and_then(|dv| Dv::gm(dv).ok());
            let rolled = roll(call, args, who, role, dv.unwrap_or_default())?;
            let fared = call.command(|seat| travel::fare(seat, who, role, &rolled))?;
            let name = call.generation.act(|act| act.state.name(who))?;
            let why = travel::why(&name, role);
            supply(call, fared.supply, &why)?;
            with_cards(call, args, || on(call, fared.travel, &why))?;
            if fared.trouble {
                trouble(call, &rolled)?;
            }
            Ok(results::roll(call.lua, &rolled)?)
        })
    })
}

pub(super) fn forage(call: &Call<'_>, args: &Args) -> Given {
    let Some(who) = args.thing("who") else {
        return Ok(Value::Nil);
    };
    overruling(call, args, || {
        rolls_with(call, args, || {
            // Out of a leg it stands in place of nothing.
            if call.generation.act(|act| act.state.travel.leg.is_some())? {
                call.command(|seat| travel::take(seat, who, Role::Forager))?;
            }
            let terrain = args.text("terrain").and_then(Terrain::parse);
            let dv = args.int("dv").and_then(|dv| Dv::gm(dv).ok());
            let dv = dv.or(terrain.map(Terrain::dv)).unwrap_or_default();
            let rolled = roll(call, args, who, Role::Forager, dv)?;
            let clears = call.command(|seat| travel::forage_done(seat, who, &rolled))?;
            let name = call.generation.act(|act| act.state.name(who))?;
            supply(
                call,
                -i32::try_from(clears).unwrap_or(0),
                &format!("{name} forages"),
            )?;
            if !rolled.success() {
                trouble(call, &rolled)?;
            }
            Ok(results::roll(call.lua, &rolled)?)
        })
    })
}

/// A travel roll: weather has its say in the leg's first.
fn roll(call: &Call<'_>, args: &Args, who: Thing, role: Role, dv: Dv) -> Result<Rolled, Fail> {
    announce(call, args.text("announce"))?;
    let mut ask = request(call, &with_pool(call, args, role.pool())?, who, "travel")?;
    let weather = call.generation.act(|act| {
        let leg = act.state.travel.leg.as_ref();
        leg.map(|leg| leg.weather.clone()).unwrap_or_default()
    })?;
    ask.dv = Some(role_dv(role, dv, &weather));
    call.command(|seat| travel::first_roll(seat, &mut ask))?;
    let context = Context {
        event: "roll",
        ..Context::default()
    };
    perform(call, &ask, &outcomes(args), &context)
}

/// Segments on the leg's timer.
fn on(call: &Call<'_>, n: i32, why: &str) -> Result<(), Fail> {
    let timer = call
        .generation
        .act(|act| act.state.travel.leg.as_ref().map(|leg| leg.timer))?;
    match timer.filter(|_| n != 0) {
        Some(timer) => effects::tick(call, timer, n, why),
        None => Ok(()),
    }
}

/// Segments on Supply. What isn't missing can't be cleared: nothing is started for that.
fn supply(call: &Call<'_>, n: i32, why: &str) -> Result<(), Fail> {
    let missing = call.generation.act(|act| travel::missing(&act.state))?;
    if n < 0 && missing == 0 {
        call.generation.act(|act| {
            act.notices
                .push(format!("{why}: nothing is missing, Supply is Full"))
        })?;
    }
    if n == 0 || n < 0 && missing == 0 {
        return Ok(());
    }
    effects::tick_named(call, travel::SUPPLY, n, why)?;
    Ok(())
}

/// What the GM may spend SB on at once after a failed travel roll (rules/06 §2). That something happens has been said.
fn trouble(call: &Call<'_>, rolled: &Rolled) -> Result<(), Fail> {
    call.generation.act(|act| {
        let bank = act.state.bank;
        if bank == 0 {
            return;
        }
        let hazards = hazards(&act.state);
        let more = hazards.first().map_or_else(String::new, |hazard| {
            format!(", or a hazard tick (spend tick {})", hazard.to_lowercase())
        });
        act.notices.push(format!(
            "after a {}, SB {bank} may buy an encounter at once (travel encounter){more}",
            rolled.outcome
        ));
    })?;
    Ok(())
}

/// Hazards that run, by their names.
fn hazards(state: &State) -> Vec<String> {
    state
        .timers_shown()
        .filter(|thing| {
            state.timer(thing.id).is_some_and(|timer| {
                matches!(timer.kind.as_str(), "hazard" | "threat")
                    && timer.status == TimerStatus::Running
            })
        })
        .map(|thing| label(state, thing))
        .collect()
}

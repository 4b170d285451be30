//! Military units as scripts read them, and what they do when a timer of theirs is full (rules/05 §6).

use mlua::Value;

use super::effects::{self, Context};
use super::handle::to_lua;
use super::stop::Fail;
use super::verbs::Call;
use super::{args, raise};
use crate::rules::ids::Thing;
use crate::rules::pool::PoolSpec;
use crate::rules::scale::cap_xp;
use crate::table::commands::units;
use crate::table::event::{Event, Fact};
use crate::table::state::State;

/// A field or a method of a unit; nothing for what it hasn't.
///
/// # Errors
/// Out of memory.
pub fn read(
    call: &Call<'_>,
    state: &State,
    thing: Thing,
    key: &str,
) -> Result<Option<Value>, Fail> {
    let Some(unit) = state.unit(thing.id) else {
        return Ok(None);
    };
    let number = |n: u32| Value::Integer(i64::from(n));
    let maybe = |thing: Option<Thing>| thing.map_or(Value::Nil, to_lua);
    Ok(Some(match key {
        "name" => call.text(&unit.name)?,
        "def" => call.text(&unit.def)?,
        "cap" => number(unit.cap),
        "scale" => number(unit.scale),
        "xp" => number(cap_xp(i64::from(unit.cap)).unwrap_or(0)),
        "speciality" => match &unit.speciality {
            Some(skill) => call.text(skill)?,
            None => Value::Nil,
        },
        "owner" => maybe(unit.owner),
        "supply" => maybe(unit.supply),
        "morale" => maybe(unit.morale),
        "present" => Value::Boolean(unit.gone.is_none()),
        "hidden" => Value::Boolean(unit.hidden),
        "helps" => Value::Function(call.lua.create_function(
            |lua, (this, pool): (Value, Value)| {
                let generation = raise::generation(lua)?;
                let wrong = |why: String| raise::raise_bad(lua, "argument", why);
                let (Some(who), Some(pool)) = (super::handle::from_lua(&this), args::text(&pool))
                else {
                    return Err(wrong(
                        "helps takes a pool: unit:helps(\"presence + sway\")".to_owned(),
                    ));
                };
                let pool = PoolSpec::parse(&pool, &generation.catalog().skills)
                    .map_err(|e| wrong(e.to_string()))?;
                generation
                    .act(|act| {
                        act.state
                            .unit(who.id)
                            .filter(|unit| unit.gone.is_none())
                            .map_or(0, |unit| units::assist_dice(unit, &pool))
                    })
                    .map_err(|stop| generation.halt(stop))
            },
        )?),
        _ => return Ok(None),
    }))
}

/// What units do when a timer of theirs fills: out of Supply, or rout.
///
/// # Errors
/// As what their definitions do.
pub fn filled(call: &Call<'_>, facts: &[Fact]) -> Result<(), Fail> {
    for fact in facts {
        let Event::Filled { timer } = &fact.event else {
            continue;
        };
        let state = call.generation.act(|act| act.state.clone())?;
        let found = state.units_present().find_map(|who| {
            let unit = state.unit(who.id)?;
            let mine = |own: Option<Thing>| own == Some(*timer);
            (mine(unit.supply) || mine(unit.morale)).then(|| (who, unit, mine(unit.morale)))
        });
        let Some((who, unit, rout)) = found else {
            continue;
        };
        let def = call.generation.catalog().units.get(&unit.def).cloned();
        if rout {
            call.command(|seat| units::disband(seat, who, "routs"))?;
        }
        if let Some(def) = def {
            let what = if rout { &def.on_rout } else { &def.on_supply };
            let context = Context {
                event: "fill",
                timer: Some(*timer),
                who: unit.owner,
                fact: Some(Box::new(fact.event.clone())),
                ..Context::default()
            };
            call.doing(unit.name.clone(), None, || {
                effects::run(call, what, &context)
            })?;
        }
    }
    Ok(())
}

//! shift, ground, provoke.

use mlua::Value;

use super::{opportunity, turns};
use crate::rules::ground::Cover;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::values::Band;
use crate::script::args::Args;
use crate::script::stop::Fail;
use crate::script::verbs::table::overruling;
use crate::script::verbs::{Call, Given, each, rolls_with};
use crate::table::commands::fight::ground::{Ground, set};
use crate::table::commands::fight::moving::{self, Way};
use crate::table::commands::fight::{able, provoke as openings};
use crate::table::commands::scenes;

/// What leaving a Close band is called.
const LEAVES: &str = "leaves Close";

pub fn shift(call: &Call<'_>, args: &Args) -> Given {
    let band = args.text("band").and_then(Band::parse).unwrap_or_default();
    let other = args.thing("other");
    let free = args.flag("free").unwrap_or(false);
    overruling(call, args, || {
        rolls_with(call, args, || {
            each(call, args, "whom", |who| {
                if free || walks(call, who, band, other)? {
                    call.command(|seat| scenes::shift(seat, who, band, other))?;
                }
                Ok(Value::Nil)
            })
        })
    })
}

/// In a fight a shift is a Move, and it may provoke; whether whoever goes gets there.
fn walks(call: &Call<'_>, who: Thing, band: Band, other: Option<Thing>) -> Result<bool, Fail> {
    let state = call.generation.act(|act| act.state.clone())?;
    if !state.fight.on || !state.present(who) || band == Band::Absent || other == Some(who) {
        return Ok(true);
    }
    let way = Way::to(&state, who, band, other);
    if way.changes.is_empty() {
        return Ok(true);
    }
    drop(state);
    if who.kind == ThingKind::Pc {
        turns::ensure(call, who)?;
        if !call.command(|seat| moving::use_move(seat, &way))? {
            return Ok(false);
        }
    } else {
        call.command(|seat| moving::free_to_go(seat, &way))?;
    }
    leaving(call, &way)
}

/// The openings that a way gives, struck before it is gone; whether whoever goes still can.
///
/// # Errors
/// As the strikes.
pub fn leaving(call: &Call<'_>, way: &Way) -> Result<bool, Fail> {
    let who = way.who;
    let disengaged = call
        .generation
        .act(|act| who.kind == ThingKind::Pc && act.state.fight.of(who).turn.disengaged)?;
    let left = way.leaves();
    if disengaged || left.is_empty() {
        return Ok(true);
    }
    let strikers = call.command(|seat| openings::provoke(seat, who, &left, LEAVES))?;
    opportunity::strikes(call, who, &strikers, LEAVES)?;
    Ok(call.generation.act(|act| able(&act.state, who))?)
}

pub fn ground(call: &Call<'_>, args: &Args) -> Given {
    let ground = Ground {
        cover: args.text("cover").and_then(Cover::parse),
        concealed: args.flag("concealed"),
        high: args.flag("high"),
        difficult: args.flag("difficult"),
        mounted: args.flag("mounted"),
    };
    each(call, args, "whom", |who| {
        call.command(|seat| set(seat, who, ground))?;
        Ok(Value::Nil)
    })
}

pub fn provoke(call: &Call<'_>, args: &Args) -> Given {
    let Some(who) = args.thing("who") else {
        return Ok(Value::Nil);
    };
    let why = args.text("why").unwrap_or("gives an opening").to_owned();
    overruling(call, args, || {
        rolls_with(call, args, || {
            let engaged = call
                .generation
                .act(|act| openings::engaged(&act.state, who))?;
            let strikers = call.command(|seat| openings::provoke(seat, who, &engaged, &why))?;
            opportunity::strikes(call, who, &strikers, &why)?;
            Ok(Value::Nil)
        })
    })
}

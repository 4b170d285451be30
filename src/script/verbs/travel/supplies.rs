//! Days and packs.

use mlua::Value;

use crate::script::args::Args;
use crate::script::effects;
use crate::script::verbs::table::overruling;
use crate::script::verbs::{Call, Given};
use crate::table::commands::travel;

pub(super) fn day(call: &Call<'_>, args: &Args) -> Given {
    let mut days = 0;
    for _ in 0..args.count("n").unwrap_or(1) {
        days = call.command(|seat| travel::day_passes(seat))?;
    }
    Ok(Value::Integer(i64::from(days)))
}

pub(super) fn resupply(call: &Call<'_>, args: &Args) -> Given {
    overruling(call, args, || {
        let (timer, missing) = call.generation.act(|act| {
            (
                travel::timer(&act.state),
                i32::try_from(travel::missing(&act.state)).unwrap_or(0),
            )
        })?;
        let Some(timer) = timer.filter(|_| missing > 0) else {
            call.generation.act(|act| {
                act.notices
                    .push("nothing is missing: Supply is Full".into())
            })?;
            return Ok(Value::Nil);
        };
        if args.text("how") == Some("cache") {
            call.command(|seat| travel::use_cache(seat))?;
            effects::tick(call, timer, -1, "a cache")?;
        } else {
            effects::tick(call, timer, -missing, "resupplied")?;
        }
        Ok(Value::Nil)
    })
}

pub(super) fn cache(call: &Call<'_>, args: &Args) -> Given {
    let n = i32::try_from(args.int("n").unwrap_or(1)).unwrap_or(1);
    let why = call.why(args)?;
    overruling(call, args, || {
        let now = call.command(|seat| travel::cache(seat, n, &why))?;
        Ok(Value::Integer(i64::from(now)))
    })
}

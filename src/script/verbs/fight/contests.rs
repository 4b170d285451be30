//! Shove, Grapple, Hide, Search, Escape: one player-facing roll each (rules/04 §5, rules/01 §12, R63–R65).

use super::deeds::{condition, doing};
use super::opportunity::pool;
use crate::rules::actions::Action;
use crate::rules::ground::farther;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::numbers::Dv;
use crate::rules::refusal::Refusal;
use crate::rules::values::Band;
use crate::script::args::{Args, Val};
use crate::script::effects::Context;
use crate::script::results;
use crate::script::seat::LuaSeat;
use crate::script::stop::{Fail, bad};
use crate::script::verbs::rolls::{announce, outcomes, perform, request};
use crate::script::verbs::{Call, Given};
use crate::table::commands::fight::grip::{self, GRAPPLED};
use crate::table::commands::fight::{contest as rule, opponents, turn};
use crate::table::commands::{conditions, scenes};
use crate::table::seat::Seat;

/// What each side brings.
const fn pools(action: Action) -> (&'static str, &'static str) {
    match action {
        Action::Shove => ("body + athletics", "body + athletics"),
        Action::Grapple => ("body + melee", "body + athletics"),
        Action::Hide => ("wits + stealth", "wits + insight"),
        Action::Search => ("wits + insight", "wits + stealth"),
        _ => ("body + athletics", "body + melee"),
    }
}

pub fn contest(call: &Call<'_>, args: &Args, who: Thing, action: Action) -> Given {
    let target = target(call, args, who, action)?;
    if action == Action::Hide && call.generation.act(|act| act.state.has(who, "Hidden"))? {
        let what = call.generation.act(|act| act.state.name(who))?;
        let why = "is Hidden already".to_owned();
        call.command(|seat| seat.refuse(Refusal::Target { what, why }))?;
    }
    let others = match (action, target) {
        (Action::Hide, _) => call.generation.act(|act| opponents(&act.state, who))?,
        (_, Some(target)) => vec![target],
        _ => Vec::new(),
    };
    let (own, theirs) = pools(action);
    // A condition says itself what gets somebody out of it.
    let grip = match action {
        Action::Escape => Some(call.command(|seat| conditions::escape_from(seat, who, None))?),
        _ => None,
    };
    let mut given = args.clone();
    if !given.has("pool") {
        let own = grip.as_ref().map_or(own, |(_, (pool, _))| pool);
        given.put("pool", Val::Pool(pool(own)?));
    }
    let mut ask = request(call, &given, who, "action")?;
    if ask.dv.is_none() {
        let seat = LuaSeat::new(*call);
        let (own, theirs) = (ask.pool.clone(), pool(theirs)?);
        let printed = grip.as_ref().map(|(_, (_, dv))| Dv::gm(i64::from(*dv)));
        ask.dv = match printed {
            Some(dv) => Some(dv.unwrap_or_default()),
            None => Some(rule::dv(&seat, who, &own, &others, &theirs)),
        };
    }
    ask.against = target.filter(|target| target.kind == ThingKind::Foe);
    call.command(|seat| match (action, target) {
        (Action::Shove | Action::Grapple, Some(target)) => {
            rule::at_close(seat, who, target, &action.to_string())
        }
        (Action::Hide, _) => rule::out_of_sight(seat, who),
        _ => Ok(()),
    })?;
    announce(call, args.text("announce"))?;
    let doing = turn::Doing {
        target,
        ..doing(args, who, action)
    };
    call.command(|seat| turn::act(seat, &doing, |_| {}))?;
    let context = Context {
        event: "roll",
        foe: ask.against,
        target,
        ..Context::default()
    };
    let rolled = perform(call, &ask, &outcomes(args), &context)?;
    if rolled.success() {
        match &grip {
            Some((held, _)) => {
                call.command(|seat| conditions::lift(seat, who, held, "gets out"))?;
            }
            None => won(call, who, action, target)?,
        }
    }
    Ok(results::roll(call.lua, &rolled)?)
}

fn target(call: &Call<'_>, args: &Args, who: Thing, action: Action) -> Result<Option<Thing>, Fail> {
    let Some(target) = args.thing("target") else {
        return match action {
            Action::Hide | Action::Escape => Ok(None),
            _ => Err(bad("arguments", format!("{action}: whom?"))),
        };
    };
    call.command(|seat| crate::table::commands::standing(seat, target))?;
    let wrong = match action {
        Action::Search => !call.generation.act(|act| act.state.has(target, "Hidden"))?,
        _ => target == who,
    };
    if wrong {
        let what = call.generation.act(|act| act.state.name(target))?;
        let why = if action == Action::Search {
            "isn't Hidden".to_owned()
        } else {
            format!("{action} needs somebody else")
        };
        call.command(|seat| seat.refuse(Refusal::Target { what, why }))?;
    }
    Ok(Some(target))
}

fn won(call: &Call<'_>, who: Thing, action: Action, target: Option<Thing>) -> Result<(), Fail> {
    let name = call.generation.act(|act| act.state.name(who))?;
    match (action, target) {
        (Action::Shove, Some(target)) => {
            let band = call.generation.act(|act| act.state.band(who, target))?;
            // Forced: it provokes nothing (R54).
            let back: Band = farther(band, 1);
            call.command(|seat| scenes::shift(seat, target, back, Some(who)))?;
            condition(call, target, "Off balance", &format!("{name} shoves"))
        }
        (Action::Grapple, Some(target)) => {
            condition(call, target, GRAPPLED, &format!("{name} holds on"))?;
            call.command(|seat| grip::holds(seat, who, target))
        }
        (Action::Hide, _) => condition(call, who, "Hidden", ""),
        (Action::Search, Some(target)) => {
            call.command(|seat| conditions::lift(seat, target, "Hidden", "found").map(|_| ()))
        }
        _ => Ok(()),
    }
}

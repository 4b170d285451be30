//! An attack from declaration to Harm (rules/04 §4), also as a part of Charge, Skirmish and Sidestep Strike.

use mlua::Value;

use super::lesser::{self, Lesser};
use super::opportunity::pool;
use super::run::{ends_in_cover, goes, movement, shoots_engaged};
use super::turns;
use crate::rules::actions::Action;
use crate::rules::ground::{Cover, Height};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::refusal::Refusal;
use crate::rules::roll::Rolled;
use crate::rules::values::Outcome;
use crate::script::args::{Args, Val};
use crate::script::effects::Context;
use crate::script::results;
use crate::script::seat::LuaSeat;
use crate::script::stop::{Fail, bad};
use crate::script::verbs::rolls::{announce, outcomes, request, thrown};
use crate::script::verbs::table::overruling;
use crate::script::verbs::{Call, Given, rolls_with};
use crate::table::catalog::Outcomes;
use crate::table::commands::fight::able;
use crate::table::commands::fight::attack::{self as rule, AttackAsk};
use crate::table::commands::fight::moving;
use crate::table::commands::fight::wield::{Wield, wielded};
use crate::table::commands::hits::HitAsk;
use crate::table::commands::rolls;
use crate::table::seat::Seat;

/// attack, and the actions that have one in them.
///
/// # Errors
/// As the declaration, the movement and the roll.
pub fn attack(call: &Call<'_>, args: &Args, action: Action) -> Given {
    let who = args.thing("who");
    let foe = args.thing("foe").or(args.thing("target"));
    let (Some(who), Some(foe)) = (who, foe) else {
        return Err(bad("arguments", format!("{action} needs a foe")));
    };
    if foe.kind != ThingKind::Foe {
        let name = call.generation.act(|act| act.state.name(foe))?;
        return Err(bad(
            "target",
            format!(
                "{name}: an attack is aimed at a foe; players against each other: roll, with their successes as the DV (R20)"
            ),
        ));
    }
    overruling(call, args, || {
        rolls_with(call, args, || {
            turns::ensure(call, who)?;
            let name = wield(call, args, who)?.name;
            call.doing(name, Some(who), || {
                match run(call, args, who, foe, action)? {
                    Some(rolled) => Ok(results::roll(call.lua, &rolled)?),
                    None => Ok(Value::Nil),
                }
            })
        })
    })
}

fn wield(call: &Call<'_>, args: &Args, who: Thing) -> Result<Wield, Fail> {
    Ok(wielded(&LuaSeat::new(*call), who, args.text("weapon"))?)
}

fn run(
    call: &Call<'_>,
    args: &Args,
    who: Thing,
    foe: Thing,
    action: Action,
) -> Result<Option<Rolled>, Fail> {
    let state = call.generation.act(|act| act.state.clone())?;
    let from = state.band(who, foe);
    let moves = movement(call, args, who, foe, action)?;
    let at = match &moves {
        Some(moves) if !moves.after => moves.to,
        _ => from,
    };
    let throw = args.flag("throw").unwrap_or(false) || action == Action::Skirmish;
    let wield = wield(call, args, who)?.at(at, throw);
    fits(call, action, &wield)?;
    let behind_cover = state.fight.of(foe).cover == Cover::Full && action == Action::Charge;
    let hidden = state.has(who, "Hidden");
    drop(state);
    call.command(|seat| crate::table::commands::standing(seat, foe))?;
    let ask = AttackAsk {
        roll: asked(call, args, who, foe, wield.arm.ranged)?,
        foe,
        wield,
        action,
        from,
        at,
        height: args.text("height").and_then(Height::parse),
        extra: args.flag("extra").unwrap_or(false),
        harm: args.count("harm"),
    };
    let lesser = Lesser::of(call, args)?;
    call.command(|seat| {
        if !behind_cover {
            rule::targetable(seat, foe)?;
        }
        rule::allowed(seat, &ask)?;
        if matches!(action, Action::Charge | Action::Skirmish) {
            moving::open_ground(seat, who, &action.to_string())?;
        }
        match &moves {
            Some(moves) => moving::free_to_go(seat, &moves.way),
            None => Ok(()),
        }
    })?;
    let worth = call.command(|seat| rule::worth(seat, &ask))?;
    announce(call, args.text("announce"))?;
    call.command(|seat| {
        rule::declare(
            seat,
            &ask,
            &declared(&ask, &worth.words, &lesser, worth.harm),
        )
    })?;

    if let Some(moves) = moves.as_ref().filter(|moves| !moves.after)
        && !goes(call, moves)?
    {
        return Ok(None);
    }
    if behind_cover {
        let words = "stops at the cover: the attack is lost";
        call.command(|seat| crate::table::commands::fight::change(seat, who, words, |_| {}))?;
        return Ok(None);
    }
    if ask.wield.arm.ranged && !shoots_engaged(call, who)? {
        return Ok(None);
    }
    call.command(|seat| rule::reveal(seat, who).map(|_| ()))?;
    let ask = AttackAsk {
        roll: worth.roll.clone(),
        ..ask
    };
    let rolled = rolled(call, &ask, worth.harm, &outcomes(args), &lesser)?;
    if let Some(moves) = moves.as_ref().filter(|moves| moves.after)
        && call.generation.act(|act| able(&act.state, who))?
    {
        goes(call, moves)?;
    }
    if action == Action::Skirmish {
        ends_in_cover(call, args, who, hidden)?;
    }
    Ok(Some(rolled))
}

/// "long sword at Near, Harm 2, on a Partial +1 step next".
fn declared(ask: &AttackAsk, worth: &str, lesser: &Lesser, harm: u32) -> String {
    let mut words = worth.to_owned();
    if ask.from != ask.at {
        words = format!("{} to {}, {words}", ask.from, ask.at);
    }
    if let Some(lesser) = lesser.words(harm) {
        words = format!("{words}, on a Partial {lesser}");
    }
    words
}

fn asked(
    call: &Call<'_>,
    args: &Args,
    who: Thing,
    foe: Thing,
    ranged: bool,
) -> Result<rolls::RollAsk, Fail> {
    let mut given = args.clone();
    if !given.has("pool") {
        let words = if ranged {
            "wits + ranged"
        } else {
            "body + melee"
        };
        given.put("pool", Val::Pool(pool(words)?));
    }
    let mut roll = request(call, &given, who, "attack")?;
    roll.against = Some(foe);
    Ok(roll)
}

/// Charge and Sidestep strike by hand, Skirmish from afar.
fn fits(call: &Call<'_>, action: Action, wield: &Wield) -> Result<(), Fail> {
    let wrong = match action {
        Action::Charge | Action::Sidestep => wield.arm.ranged,
        Action::Skirmish => !wield.arm.ranged,
        _ => false,
    };
    if !wrong {
        return Ok(());
    }
    let kind = if action == Action::Skirmish {
        "ranged"
    } else {
        "melee"
    };
    let refusal = Refusal::Forbidden {
        what: format!("{action} with {}", wield.name),
        why: format!("it has one {kind} attack in it"),
        source_text: "rules/04 §5",
    };
    call.command(|seat| seat.refuse(refusal))
}

/// A strike that no turn pays for: worked out, rolled, done.
///
/// # Errors
/// As the roll and the hit.
pub fn strike(
    call: &Call<'_>,
    ask: &AttackAsk,
    outcomes: &Outcomes,
    lesser: &Lesser,
) -> Result<Rolled, Fail> {
    let worth = call.command(|seat| rule::worth(seat, ask))?;
    let ask = AttackAsk {
        roll: worth.roll.clone(),
        ..ask.clone()
    };
    rolled(call, &ask, worth.harm, outcomes, lesser)
}

/// The roll, and what its outcome does.
fn rolled(
    call: &Call<'_>,
    ask: &AttackAsk,
    harm: u32,
    outcomes: &Outcomes,
    lesser: &Lesser,
) -> Result<Rolled, Fail> {
    call.wields(ask.wield.name.clone())?;
    let context = Context {
        event: "roll",
        foe: Some(ask.foe),
        target: Some(ask.foe),
        ..Context::default()
    };
    // What hits first, then what else was tied to the outcome.
    let thrown = thrown(call, &ask.roll)?;
    match thrown.rolled.outcome {
        Outcome::Clean | Outcome::SuccessWithSb => lands(call, ask, harm)?,
        Outcome::Partial if outcomes.of(Outcome::Partial).is_empty() => {
            lesser::give(call, ask, harm, lesser)?;
        }
        _ => {}
    }
    thrown.ends(call, outcomes, &context)
}

/// The weapon's Harm lands.
///
/// # Errors
/// As the hit.
pub fn lands(call: &Call<'_>, ask: &AttackAsk, harm: u32) -> Result<(), Fail> {
    let hit = HitAsk {
        harm,
        why: ask.wield.name.clone(),
        armor: ask.wield.armor,
        tags: ask.wield.tags.clone(),
    };
    super::protect::hit(call, ask.foe, &hit)?;
    Ok(())
}

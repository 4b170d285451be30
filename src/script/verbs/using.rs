//! A foe uses a move: whom it is aimed at, the payment, the rolls against it, what it does (rules/05 §3–§4).

use mlua::Value;

use super::rolls::{Asked, announce, perform};
use super::table::overruling;
use super::{Call, Given};
use crate::rules::chair::Chair;
use crate::rules::ids::Thing;
use crate::rules::numbers::Dv;
use crate::rules::pool::PoolSpec;
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::refusal::Refusal;
use crate::script::args::Args;
use crate::script::effects::Context;
use crate::script::menu;
use crate::script::record::{Param, Ty, may};
use crate::script::seat::LuaSeat;
use crate::script::stop::{Fail, bad};
use crate::table::catalog::{MoveDef, ResistDef, Target};
use crate::table::commands::moves::{self, Reach, short_of};
use crate::table::commands::rolls::RollAsk;
use crate::table::seat::Seat;
use crate::table::state::State;

/// Options of a use.
pub const USE: &[Param] = &[
    may("foe", Ty::Foe),
    may("faces", Ty::Faces),
    may("answers", Ty::List),
    may("because", Ty::Text),
];

/// `use(move, target?, opts?)`.
pub fn use_move(call: &Call<'_>, args: &Args) -> Given {
    let wanted = args
        .get("move")
        .cloned()
        .ok_or_else(|| bad("argument", "use needs a move"))?;
    let (who, what) = menu::pick(call, args.thing("foe"), &wanted)?;
    let words = call
        .generation
        .act(|act| format!("{} of {}", what.name, act.state.name(who)))?;
    overruling(call, args, || {
        call.doing(words, Some(who), || {
            super::rolls::with_answers(call, args, || {
                let targets = targets(call, args, who, &what)?;
                let cost = call.command(|seat| moves::pay_move(seat, who, &what, &targets))?;
                super::rolls::with_faces(call, args.faces("faces"), || {
                    menu::perform(call, who, &what, &targets, cost)
                })
            })
        })
    })?;
    Ok(Value::Nil)
}

/// Whom a move is aimed at; a target that is left out is asked for, among those it can reach.
fn targets(call: &Call<'_>, args: &Args, who: Thing, what: &MoveDef) -> Result<Vec<Thing>, Fail> {
    let (mut given, _) = args.things("target");
    match what.target {
        // A target for a move that needs none is the GM's emphasis, not an error: it is what e.target gives.
        Target::None | Target::Own if !given.is_empty() => Ok(given),
        Target::None => Ok(Vec::new()),
        Target::Own => Ok(vec![who]),
        Target::Party if !given.is_empty() => {
            given.sort();
            Ok(given)
        }
        Target::Party => {
            let reach = call.command(|seat| moves::reach(seat, who, what))?;
            if reach.open.is_empty() && !reach.barred.is_empty() {
                return nobody(call, what, &reach);
            }
            let state = call.generation.act(|act| act.state.clone())?;
            if !reach.barred.is_empty() {
                let notice = format!("{}: {}", what.name, spared(&state, &reach));
                call.generation.act(|act| act.notices.push(notice))?;
            }
            Ok(reach.open)
        }
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
            let reach = call.command(|seat| moves::reach(seat, who, what))?;
            match reach.open.as_slice() {
                [] => {
                    let everyone = nobody(call, what, &reach)?;
                    pick(call, what, &everyone, "")
                }
                [one] => Ok(vec![*one]),
                several => {
                    let state = call.generation.act(|act| act.state.clone())?;
                    let not = if reach.barred.is_empty() {
                        String::new()
                    } else {
                        format!(" ({})", spared(&state, &reach))
                    };
                    pick(call, what, several, &not)
                }
            }
        }
    }
}

/// "not Ellis: already counted; not Sera: far, not within near".
fn spared(state: &State, reach: &Reach) -> String {
    let all: Vec<String> = reach
        .barred
        .iter()
        .map(|(pc, refusal)| format!("not {}: {}", state.name(*pc), short_of(refusal)))
        .collect();
    all.join("; ")
}

/// Refuses a move that can reach nobody; the GM's ruling opens it to everyone present.
fn nobody(call: &Call<'_>, what: &MoveDef, reach: &Reach) -> Result<Vec<Thing>, Fail> {
    let state = call.generation.act(|act| act.state.clone())?;
    let why = if reach.barred.is_empty() {
        "nobody here can be its target".to_owned()
    } else {
        format!("nobody can be its target: {}", spared(&state, reach))
    };
    let refusal = if reach.barred.is_empty() {
        Refusal::Impossible {
            what: what.name.clone(),
            why,
        }
    } else {
        Refusal::Target {
            what: what.name.clone(),
            why,
        }
    };
    if !refusal.overrulable() {
        return call.command(|_| Err(refusal.halt()));
    }
    call.command(|seat| seat.refuse(refusal))?;
    Ok(state.party().collect())
}

/// Asks the GM at whom, by names.
fn pick(call: &Call<'_>, what: &MoveDef, from: &[Thing], not: &str) -> Result<Vec<Thing>, Fail> {
    let state = call.generation.act(|act| act.state.clone())?;
    let names: Vec<String> = from.iter().map(|pc| state.name(*pc)).collect();
    let question = Question {
        key: "target".into(),
        who: None,
        text: format!("{}: at whom?{not}", what.name),
        kind: QuestionKind::Pick {
            choices: names.clone(),
            optional: false,
        },
        default: Answer::Pick(names.first().cloned()),
    };
    let answer = LuaSeat::new(*call).ask(question)?;
    let Answer::Pick(Some(picked)) = answer else {
        return Ok(Vec::new());
    };
    Ok(from
        .iter()
        .zip(&names)
        .filter(|(_, name)| **name == picked)
        .map(|(pc, _)| *pc)
        .collect())
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
    let pool = PoolSpec::parse(&resist.pool, &call.generation.catalog().skills)
        .map_err(|e| bad("pool", e.to_string()))?;
    let party: Vec<Thing> = if targets.is_empty() {
        call.generation.act(|act| act.state.party().collect())?
    } else {
        targets.to_vec()
    };
    let mut asked = Asked::new(party.len() > 1);
    for pc in party {
        // One who fell on the way doesn't roll.
        let here = call.generation.act(|act| act.state.present(pc))?;
        if !here || !asked.asks(call, pc)? {
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
    asked.said(call)
}

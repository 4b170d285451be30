//! A hit, and whoever protects the one it is meant for (rules/04 §5, R62).

use super::opportunity::pool;
use crate::rules::chair::Chair;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::pool::PoolSpec;
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::values::Outcome;
use crate::script::effects::Context;
use crate::script::seat::LuaSeat;
use crate::script::stop::Fail;
use crate::script::verbs::Call;
use crate::script::verbs::rolls::perform;
use crate::table::catalog::Outcomes;
use crate::table::commands::fight::{able, change, contest};
use crate::table::commands::hits::{self, HitAsk};
use crate::table::commands::rolls::RollAsk;
use crate::table::event::HitFact;

/// What a protector may resist with.
const POOLS: [&str; 6] = [
    "body + melee",
    "body + athletics",
    "body + endurance",
    "wits + melee",
    "wits + athletics",
    "wits + endurance",
];

/// Hits somebody, unless a protector steps in: a success cancels the Harm, a Partial takes one off, a Miss takes the hit.
///
/// # Errors
/// Somebody who is out; as the roll.
pub fn hit(call: &Call<'_>, who: Thing, ask: &HitAsk) -> Result<HitFact, Fail> {
    let Some(by) = protector(call, who)?.filter(|_| ask.harm > 0) else {
        return call.command(|seat| hits::hit(seat, who, ask));
    };
    let Some(chosen) = steps_in(call, by, who, ask)? else {
        return call.command(|seat| hits::hit(seat, who, ask));
    };
    let (name, ally) = call
        .generation
        .act(|act| (act.state.name(by), act.state.name(who)))?;
    call.command(|seat| {
        change(seat, by, format!("steps in for {ally}"), |fighter| {
            fighter.protects = None;
        })
    })?;
    let mut roll = RollAsk::new(by, chosen);
    roll.purpose = "defense".into();
    roll.offer_reroll = call.generation.manner().boons;
    let context = Context {
        event: "roll",
        ..Context::default()
    };
    let outcome = perform(call, &roll, &Outcomes::default(), &context)?.outcome;
    let (target, harm) = match outcome {
        Outcome::Clean | Outcome::SuccessWithSb => (who, 0),
        Outcome::Partial => (who, ask.harm - 1),
        Outcome::Miss => (by, ask.harm),
    };
    if harm == 0 {
        call.command(|seat| change(seat, by, format!("takes it all off {ally}"), |_| {}))?;
    }
    let why = if ask.why.is_empty() {
        format!("{name} stepped in")
    } else {
        format!("{}, {name} stepped in", ask.why)
    };
    let ask = HitAsk {
        harm,
        why,
        ..ask.clone()
    };
    call.command(|seat| hits::hit(seat, target, &ask))
}

fn protector(call: &Call<'_>, who: Thing) -> Result<Option<Thing>, Fail> {
    Ok(call.generation.act(|act| {
        let fight = &act.state.fight;
        fight
            .fighters
            .iter()
            .find(|(by, fighter)| {
                fighter.protects == Some(who)
                    && *by != who
                    && by.kind == ThingKind::Pc
                    && able(&act.state, *by)
            })
            .map(|(by, _)| *by)
    })?)
}

/// Asks the protector's player: with what, or not at all.
fn steps_in(
    call: &Call<'_>,
    by: Thing,
    who: Thing,
    ask: &HitAsk,
) -> Result<Option<PoolSpec>, Fail> {
    let mut seat = LuaSeat::new(*call);
    let mut pools: Vec<(&str, PoolSpec, u32)> = Vec::new();
    for words in POOLS {
        let pool = pool(words)?;
        let dice = contest::gauge(&seat, by, &pool);
        pools.push((words, pool, dice));
    }
    pools.sort_by_key(|(_, _, dice)| std::cmp::Reverse(*dice));
    let (name, ally) = call
        .generation
        .act(|act| (act.state.name(by), act.state.name(who)))?;
    let question = Question {
        key: format!("protect {ally}"),
        who: Some(by),
        text: format!(
            "{ally} is hit for {}. {name} steps in, with what?",
            ask.harm
        ),
        kind: QuestionKind::Pick {
            choices: pools
                .iter()
                .map(|(words, ..)| (*words).to_owned())
                .collect(),
            optional: true,
        },
        default: Answer::Pick(pools.first().map(|(words, ..)| (*words).to_owned())),
    };
    let Answer::Pick(Some(picked)) = seat.ask(question)? else {
        return Ok(None);
    };
    Ok(pools
        .into_iter()
        .find(|(words, ..)| *words == picked)
        .map(|(_, pool, _)| pool))
}

//! Help on a roll: who helps, with how many dice, at what price; heritage and affinity (rules/01 §4, §11, R14, R95, R96).
//!
//! Not here: the helper's own roll, which whoever calls the roll throws first.

use crate::rules::help::{HelpPay, Origin, assist_within, follower_assist};
use crate::rules::ids::Thing;
use crate::rules::pool::{PoolSpec, Rating};
use crate::rules::refusal::Refusal;
use crate::rules::roll::{DicePart, StepPart};
use crate::rules::step::Step;
use crate::rules::values::Period;
use crate::table::event::Event;
use crate::table::names;
use crate::table::seat::{Done, Seat};
use crate::table::sheet::Follower;
use crate::table::state::{Pc, State};

use super::rolls::RollAsk;

/// The help that a roll is asked with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assist {
    /// One helper.
    pub by: Option<Thing>,
    /// What the helper rolls first, at the GM's wish.
    pub pool: Option<PoolSpec>,
    /// How that roll went; it comes to nothing where it failed.
    pub went: Option<bool>,
    /// A follower of the roller, by name.
    pub follower: Option<String>,
    /// What it costs; left out, a Boon where turns are taken or words fought with, else nothing.
    pub pay: Option<HelpPay>,
}

/// The assist dice of a roll, paid for; nothing where nobody helps.
///
/// # Errors
/// Two helpers; a helper who is out or can't act; oneself; a follower nobody has; the helper without a Boon.
pub fn dice<S: Seat>(
    seat: &mut S,
    state: &State,
    pc: &Pc,
    ask: &RollAsk,
) -> Done<Option<DicePart>, S> {
    let help = &ask.assist;
    if help.by.is_some() && help.follower.is_some() {
        seat.refuse(Refusal::Forbidden {
            what: format!("{}'s roll", pc.sheet.name),
            why: "one helper an action".into(),
            source_text: "rules/01 §11",
        })?;
    }
    let uses: Vec<String> = ask
        .pool
        .ratings()
        .iter()
        .map(|rating| rating.word().to_owned())
        .collect();
    let (label, n) = if let Some(helper) = help.by {
        helping(seat, state, helper, ask)?;
        if help.went == Some(false) {
            return Ok(None);
        }
        (state.name(helper), 1)
    } else if let Some(name) = &help.follower {
        let n = follower(seat, pc, name, &ask.pool)?;
        (name.clone(), n)
    } else {
        return Ok(None);
    };
    let mut given = vec![n];
    let mut lifted = 0;
    for one in seat.modifiers(Step::Help {
        who: help.by,
        other: Some(ask.who),
        pool: ask.pool.to_string(),
        uses,
        dice: n,
    })? {
        given.push(u32::try_from(one.dice).unwrap_or(0));
        lifted += u32::try_from(one.ceiling).unwrap_or(0);
    }
    let dice = i32::try_from(assist_within(given, lifted)).unwrap_or(0);
    Ok(Some(DicePart::new(format!("{label} helps"), dice)))
}

/// A helper's skill equals or supports the actor's; nobody helps themselves.
fn helping<S: Seat>(seat: &mut S, state: &State, helper: Thing, ask: &RollAsk) -> Done<(), S> {
    let name = state.name(helper);
    if helper == ask.who {
        seat.refuse(Refusal::Target {
            what: name.clone(),
            why: "nobody helps themselves".into(),
        })?;
    }
    if let Some(other) = state.fight.of(ask.who).assisted {
        let why = format!("{} assists already: one helper", state.name(other));
        seat.refuse(Refusal::Target {
            what: name.clone(),
            why,
        })?;
    }
    super::standing(seat, helper)?;
    super::rolls::able(seat, state, helper)?;
    let words = state
        .story
        .frame
        .as_ref()
        .is_some_and(|frame| frame.kind.help_costs());
    let price = ask.assist.pay.unwrap_or(if words || state.fight.on {
        HelpPay::Boon
    } else {
        HelpPay::Free
    });
    if state.pc(helper.id).is_none() || helper.kind != ask.who.kind {
        return Ok(());
    }
    let why = format!("helps {}", state.name(ask.who));
    match price {
        HelpPay::Free => Ok(()),
        HelpPay::Boon => super::boons::pay(seat, helper, 1, &format!("{name}'s help"), &why),
        HelpPay::Fatigue => {
            super::tracks::mark(seat, helper, "fatigue", 1, "in place of a Boon")?;
            Ok(())
        }
    }
}

/// The dice of a follower: the smaller of Cap and the skill that helps, three at most.
fn follower<S: Seat>(seat: &mut S, pc: &Pc, name: &str, pool: &PoolSpec) -> Done<u32, S> {
    let all = &pc.sheet.followers;
    let Some(follower) = all.iter().find(|one| names::same(&one.name, name)) else {
        let known: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
        return Err(Refusal::Impossible {
            what: format!("{}'s follower", pc.sheet.name),
            why: names::unknown("follower", name, &known),
        }
        .halt());
    };
    let skill = pool
        .ratings()
        .iter()
        .filter_map(|rating| match rating {
            Rating::Skill(skill) => Some(knows(follower, skill.word())),
            Rating::Attribute(_) => None,
        })
        .max()
        .unwrap_or(0);
    let n = follower_assist(u32::from(follower.cap), skill);
    if n == 0 {
        seat.refuse(Refusal::Target {
            what: follower.name.clone(),
            why: format!("knows nothing that helps with {pool}"),
        })?;
        return Ok(1);
    }
    Ok(n)
}

/// A follower's rating in a skill: the speciality stands at Cap.
fn knows(follower: &Follower, skill: &str) -> u32 {
    let special = follower
        .speciality
        .as_ref()
        .filter(|own| names::same(own, skill))
        .map(|_| u32::from(follower.cap));
    let listed = follower
        .skills
        .iter()
        .find(|(own, _)| names::same(own, skill))
        .map(|(_, n)| u32::from(*n));
    special.max(listed).unwrap_or(0)
}

/// The step of heritage or affinity: one of the two, once a scene (rules/01 §4).
///
/// # Errors
/// A second time in the scene.
pub fn origin<S: Seat>(seat: &mut S, who: Thing, origin: Origin) -> Done<StepPart, S> {
    let key = format!("origin {who}");
    let n = seat.state().claims.get(&key).map_or(0, |claim| claim.n);
    if n > 0 {
        seat.refuse(Refusal::OncePer {
            what: "heritage or affinity".into(),
            times: "once, and the two don't add,".into(),
            per: Period::Scene,
        })?;
    }
    seat.emit(Event::Claimed {
        key,
        per: Period::Scene,
        n: n + 1,
    })?;
    Ok(StepPart::new(origin.to_string(), 1))
}

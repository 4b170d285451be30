//! Roles of a leg: taken, rolled, what comes of them (rules/06 §2, R81, R82).

use super::supplies;
use super::{changed, leg};
use crate::rules::ids::Thing;
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::refusal::Refusal;
use crate::rules::roll::{Rolled, StepPart};
use crate::rules::travel::{self as book, Role, role_result};
use crate::rules::values::Position;
use crate::table::commands::rolls::RollAsk;
use crate::table::commands::standing;
use crate::table::event::Event;
use crate::table::seat::{Done, Seat};
use crate::table::travel::{OnTheWay, TravelFact};

/// Somebody takes a role for this leg.
///
/// # Errors
/// No leg; who has a role already; a role that somebody has already: the second assists. The GM may rule otherwise.
pub fn take<S: Seat>(seat: &mut S, who: Thing, role: Role) -> Done<(), S> {
    standing(seat, who)?;
    let state = seat.state();
    let leg = leg(&state, "a role")?;
    let name = state.name(who);
    let refused = |why: String, source_text: &'static str| Refusal::Forbidden {
        what: format!("{name} as {role}"),
        why,
        source_text,
    };
    match leg.role(who.id) {
        Some(has) if has == role => seat.refuse(refused(
            format!("{name} was {role} in this leg: one benefit per role and leg"),
            "rules/06 §2, R81",
        ))?,
        Some(has) => seat.refuse(refused(
            format!(
                "{name} is {has} in this leg: one role per character, reassigned with the next"
            ),
            "rules/06 §2",
        ))?,
        None => {}
    }
    if let Some(other) = leg.holder(role).filter(|other| *other != who.id) {
        let holder = state
            .pc(other)
            .map_or_else(String::new, |pc| pc.sheet.name.clone());
        seat.refuse(refused(
            format!(
                "{holder} is {role} in this leg, and the second assists: travel role {} {} help={}",
                holder.to_lowercase(),
                role.word(),
                name.to_lowercase()
            ),
            "rules/06 §2, R81",
        ))?;
    }
    changed(seat, OnTheWay::Took { who, role }, |leg| {
        leg.roles.retain(|(id, _)| *id != who.id);
        leg.roles.push((who.id, role));
    })
}

/// Weather on the leg's first travel roll, whoever makes it: extreme weather sets the Position, favorable weather is a step
/// (R82). Marks that it is made.
///
/// # Errors
/// A Position given against extreme weather; the GM may rule so.
pub fn first_roll<S: Seat>(seat: &mut S, ask: &mut RollAsk) -> Done<(), S> {
    let state = seat.state();
    let Some(old) = state.travel.leg.clone().filter(|leg| !leg.rolled) else {
        return Ok(());
    };
    let (position, steps) = book::first_roll(&old.weather);
    if let Some(position) = position {
        match ask.position {
            Some(said) if said != position => seat.refuse(Refusal::Forbidden {
                what: format!("{said} in extreme weather"),
                why: format!(
                    "the leg's first travel roll is made at {}",
                    Position::Desperate
                ),
                source_text: "rules/06 §6, R82",
            })?,
            _ => ask.position = Some(position),
        }
    }
    if steps != 0 {
        ask.more_steps
            .push(StepPart::new("favorable weather", steps));
    }
    let mut new = old.clone();
    new.rolled = true;
    // Says nothing by itself: the roll shows it.
    let role = new.role(ask.who.id).unwrap_or(Role::Forager);
    seat.emit(Event::Travel(Box::new(TravelFact::Changed {
        old: Box::new(old),
        new: Box::new(new),
        what: OnTheWay::Took { who: ask.who, role },
    })))?;
    Ok(())
}

/// What the roll of a role wants done by timers: whoever called the roll ticks them, with what follows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fared {
    /// Segments of the Travel Timer, back or forward.
    pub travel: i32,
    /// Segments of the Supply Timer.
    pub supply: i32,
    /// Something has to happen: the GM is told what is at hand.
    pub trouble: bool,
}

const BACK: &str = "a tick back";
const KNOT: &str = "a complication";
const NOW: &str = "take one Supply tick away";
const KEEP: &str = "keep a token that cancels the next";

/// What comes of the roll of a role. The GM is asked what a Miss costs, the Quartermaster what a success is used for.
///
/// # Errors
/// No leg is under way.
pub fn fare<S: Seat>(seat: &mut S, who: Thing, role: Role, rolled: &Rolled) -> Done<Fared, S> {
    let outcome = rolled.outcome;
    let partial_fails = seat.catalog().switches.quartermaster_partial_fails;
    let result = role_result(role, outcome, partial_fails);
    let name = seat.state().name(who);
    let mut fared = Fared {
        travel: result.ticks,
        supply: i32::try_from(result.supply).unwrap_or(0),
        trouble: !rolled.success(),
    };
    let mut complication = result.complication;
    if result.setback {
        let picked = pick(
            seat,
            "setback",
            None,
            &format!("{name}'s Miss as {role}: what does it cost?"),
            [BACK, KNOT],
            KNOT,
        )?;
        if picked == BACK {
            fared.travel -= 1;
        } else {
            complication = true;
        }
    }
    changed(
        seat,
        OnTheWay::Fared {
            who,
            role,
            outcome,
            benefit: result.benefit,
            complication,
        },
        |leg| {
            if result.benefit {
                leg.benefits.insert(role);
            }
        },
    )?;
    if result.benefit && role == Role::Quartermaster {
        let default = if supplies::missing(&seat.state()) > 0 {
            NOW
        } else {
            KEEP
        };
        let text = format!("{name} looks after the packs: what is it worth?");
        if pick(
            seat,
            "quartermaster",
            Some(who),
            &text,
            [NOW, KEEP],
            default,
        )? == NOW
        {
            fared.supply -= 1;
        } else {
            changed(seat, OnTheWay::Kept, |leg| leg.token = true)?;
        }
    }
    Ok(fared)
}

/// One of two ways.
fn pick<S: Seat>(
    seat: &mut S,
    key: &str,
    who: Option<Thing>,
    text: &str,
    ways: [&'static str; 2],
    default: &'static str,
) -> Done<&'static str, S> {
    let question = Question {
        key: key.to_owned(),
        who,
        text: text.to_owned(),
        kind: QuestionKind::Pick {
            choices: ways.map(str::to_owned).to_vec(),
            optional: false,
        },
        default: Answer::Pick(Some(default.to_owned())),
    };
    Ok(match seat.ask(question)? {
        Answer::Pick(Some(picked)) => ways
            .into_iter()
            .find(|way| *way == picked)
            .unwrap_or(default),
        _ => default,
    })
}

/// What the tick of a timer by a role is said to come from.
#[must_use]
pub fn why(name: &str, role: Role) -> String {
    match role {
        Role::Guide => format!("{name} guides"),
        role => format!("{name}, {role}"),
    }
}

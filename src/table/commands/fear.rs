//! Fear: the track and the conditions Shaken, Frightened, Panicked are one thing (rules/02 §7, R34).

use super::conditions::{self, CameOn};
use crate::rules::chair::{Throw, ThrowWhy};
use crate::rules::fear::{Fear, FearResult};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::refusal::Refusal;
use crate::rules::values::{Band, Period};
use crate::table::event::Event;
use crate::table::names;
use crate::table::peril::PerilFact;
use crate::table::seat::{Done, Seat};
use crate::table::state::State;

/// How frightened somebody is.
#[must_use]
pub fn level(state: &State, who: Thing) -> Fear {
    Fear::ALL
        .iter()
        .rev()
        .copied()
        .find(|fear| {
            fear.condition()
                .is_some_and(|condition| state.has(who, condition))
        })
        .unwrap_or_default()
}

/// Whether fear costs dice now: not while its source, where one is known, is gone or far.
#[must_use]
pub fn near(state: &State, who: Thing) -> bool {
    state
        .peril
        .fears
        .iter()
        .find(|(one, _)| *one == who)
        .is_none_or(|(_, source)| {
            state.present(*source) && !matches!(state.band(who, *source), Band::Far | Band::Absent)
        })
}

/// Says what somebody is afraid of.
///
/// # Errors
/// None by the rules.
pub fn of<S: Seat>(seat: &mut S, who: Thing, source: Thing) -> Done<(), S> {
    let state = seat.state();
    if source == who
        || level(&state, who) == Fear::None
        || state.peril.fears.contains(&(who, source))
    {
        return Ok(());
    }
    seat.emit(Event::Peril(Box::new(PerilFact::FearOf { who, source })))?;
    Ok(())
}

/// Marks `n` levels of fear: a failed fear test is one. Held at Panicked.
///
/// # Errors
/// Somebody who is out.
pub fn mark<S: Seat>(seat: &mut S, who: Thing, n: u32, why: &str) -> Done<(), S> {
    let mut new = level(&seat.state(), who);
    for _ in 0..n.min(3) {
        new = new.worse();
    }
    raise(seat, who, new, why)?;
    Ok(())
}

/// Takes `n` levels of fear, or all.
///
/// # Errors
/// None by the rules.
pub fn clear<S: Seat>(seat: &mut S, who: Thing, n: Option<u32>, why: &str) -> Done<(), S> {
    let mut new = level(&seat.state(), who);
    for _ in 0..n.unwrap_or(3).min(3) {
        new = new.calmer();
    }
    lower(seat, who, new, why)
}

/// An ally's calming words have reached somebody: one level less, and whoever has broken down comes to.
///
/// # Errors
/// Somebody who isn't afraid.
pub fn calm<S: Seat>(seat: &mut S, who: Thing) -> Done<(), S> {
    let new = level(&seat.state(), who).calmer();
    for result in FearResult::ALL
        .iter()
        .filter(|result| result.until_helped())
    {
        if let Some(condition) = result.condition() {
            conditions::lift(seat, who, condition, "an ally helps")?;
        }
    }
    lower(seat, who, new, "calmed")
}

/// Can somebody calm somebody?
///
/// # Errors
/// Oneself; somebody who isn't afraid.
pub fn begin_calming<S: Seat>(seat: &mut S, who: Thing, whom: Thing) -> Done<(), S> {
    super::standing(seat, whom)?;
    let state = seat.state();
    let name = state.name(whom);
    if level(&state, whom) == Fear::None {
        return Err(Refusal::Impossible {
            what: name,
            why: "isn't afraid".into(),
        }
        .halt());
    }
    if who == whom {
        seat.refuse(Refusal::Target {
            what: name,
            why: "it takes an ally to calm somebody".into(),
        })?;
    }
    Ok(())
}

/// Brings somebody up to a level of fear; from Frightened up a result of the table comes with it.
///
/// # Errors
/// Somebody who is out.
pub fn raise<S: Seat>(seat: &mut S, who: Thing, new: Fear, why: &str) -> Done<CameOn, S> {
    super::standing(seat, who)?;
    let state = seat.state();
    let old = level(&state, who);
    let Some(condition) = new.condition().filter(|_| new > old) else {
        return Ok(CameOn::Already);
    };
    if let Some(why) = conditions::forbidden(seat, who, condition)?.0 {
        return Ok(CameOn::Cancelled(why));
    }
    told(seat, who, old, new, why)?;
    if let Some(before) = old.condition() {
        conditions::lift_plain(seat, who, before, &format!("now {new}"))?;
    }
    conditions::put(seat, who, condition, Some(Period::Scene), None, why)?;
    if new.uses_table() {
        result(seat, who, new == Fear::Panicked)?;
    }
    Ok(CameOn::Now)
}

/// Brings somebody down to a level of fear. Below Frightened no result of the table holds.
///
/// # Errors
/// None by the rules.
pub fn lower<S: Seat>(seat: &mut S, who: Thing, new: Fear, why: &str) -> Done<(), S> {
    let old = level(&seat.state(), who);
    let Some(before) = old.condition().filter(|_| new < old) else {
        return Ok(());
    };
    told(seat, who, old, new, why)?;
    conditions::lift_plain(seat, who, before, why)?;
    if let Some(condition) = new.condition() {
        conditions::put(seat, who, condition, Some(Period::Scene), None, why)?;
    }
    if !new.uses_table() {
        for condition in FearResult::ALL.iter().filter_map(|one| one.condition()) {
            conditions::lift_plain(seat, who, condition, why)?;
        }
    }
    Ok(())
}

/// The track, for whoever listens to tracks.
fn told<S: Seat>(seat: &mut S, who: Thing, old: Fear, new: Fear, why: &str) -> Done<(), S> {
    seat.emit(Event::Marked {
        who,
        track: "fear".into(),
        old: old.level(),
        new: new.level(),
        size: Fear::Panicked.level(),
        why: why.to_owned(),
    })?;
    Ok(())
}

const ROLLED: &str = "roll";

/// One result of the table, rolled or picked; players may decline it.
fn result<S: Seat>(seat: &mut S, who: Thing, harsh: bool) -> Done<(), S> {
    let state = seat.state();
    let name = state.name(who);
    let player = Some(who).filter(|who| who.kind == ThingKind::Pc);
    let own = seat.catalog().fears.clone();
    let mut choices = vec![ROLLED.to_owned()];
    choices.extend(FearResult::ALL.iter().map(ToString::to_string));
    choices.extend(own.names().map(str::to_owned));
    let level = if harsh {
        Fear::Panicked
    } else {
        Fear::Frightened
    };
    let question = Question {
        key: "fear".into(),
        who: player,
        text: format!("{name} is {level}: roll the d10, or pick a result?"),
        kind: QuestionKind::Pick {
            choices,
            optional: player.is_some(),
        },
        default: Answer::Pick(Some(ROLLED.into())),
    };
    let Answer::Pick(Some(picked)) = seat.ask(question)? else {
        return Ok(());
    };
    let picked = if picked == ROLLED {
        let faces = seat.throw(Throw {
            who: player,
            why: ThrowWhy::Other,
            dice: 1,
            sides: 10,
            label: &format!("{name}'s fear"),
            parts: &[],
        })?;
        let Some(face) = faces.first().copied() else {
            return Ok(());
        };
        own.iter()
            .find(|def| def.face == Some(face.get()))
            .map_or_else(|| FearResult::of(face).to_string(), |def| def.name.clone())
    } else {
        picked
    };
    let printed = FearResult::parse(&picked).filter(|_| own.get(&picked).is_none());
    seat.emit(Event::Peril(Box::new(PerilFact::Feared {
        who,
        result: picked,
        harsh,
    })))?;
    if let Some(result) = printed
        && let Some(condition) = result.condition()
    {
        let lasts = result.lasts(harsh);
        conditions::apply(seat, who, condition, lasts, None, "fear")?;
    }
    Ok(())
}

/// The words of a result: what a script says of it, or the printed table.
#[must_use]
pub fn words(catalog: &crate::table::catalog::Catalog, result: &str, harsh: bool) -> String {
    match (catalog.fears.get(result), FearResult::parse(result)) {
        (Some(def), _) if harsh && !def.harsh.is_empty() => def.harsh.clone(),
        (Some(def), _) => def.text.clone(),
        (None, Some(printed)) => printed.text(harsh).to_owned(),
        (None, None) => String::new(),
    }
}

/// Is this condition a level of fear?
#[must_use]
pub fn as_level(condition: &str) -> Option<Fear> {
    Fear::ALL.iter().copied().find(|fear| {
        fear.condition()
            .is_some_and(|name| names::same(name, condition))
    })
}

//! Both sides of a contest by one act: the acting side wins (R43). Which that is only the GM can say where one effect ticks
//! both; a roll ticks its own timer before anything else.

use super::seat::LuaSeat;
use super::stop::Fail;
use super::verbs::Call;
use crate::rules::chair::Chair;
use crate::rules::ids::Thing;
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::timers::{Side, contest};
use crate::table::commands::timers::{at_table, other_half};
use crate::table::state::{State, TimerStatus};

/// The ticks of one effect in the order of their work: where they would fill both sides of a contest, the acting side's
/// come first, as the GM says.
///
/// # Errors
/// The question's stop.
pub fn acting_first(call: &Call<'_>, ticks: &[(String, i32)]) -> Result<Vec<(String, i32)>, Fail> {
    let mut ticks = ticks.to_vec();
    let state = call.generation.act(|act| act.state.clone())?;
    let Some((one, other)) = both_fill(&state, &ticks) else {
        return Ok(ticks);
    };
    let sides = vec![ticks[one].0.clone(), ticks[other].0.clone()];
    let question = Question {
        key: "contest".into(),
        who: None,
        text: "Both sides fill by this act: whose act is it?".into(),
        kind: QuestionKind::Pick {
            choices: sides.clone(),
            optional: false,
        },
        default: Answer::Pick(sides.first().cloned()),
    };
    if LuaSeat::new(*call).ask(question)? == Answer::Pick(sides.get(1).cloned()) {
        ticks.swap(one, other);
    }
    Ok(ticks)
}

/// The places of two ticks that fill both sides of one contest.
fn both_fill(state: &State, ticks: &[(String, i32)]) -> Option<(usize, usize)> {
    let live: Vec<Option<(Thing, bool)>> = ticks
        .iter()
        .map(|(name, n)| {
            let thing = *at_table(state, name).first()?;
            let timer = state
                .timer(thing.id)
                .filter(|timer| timer.status == TimerStatus::Running)?;
            let to = i64::from(timer.filled) + i64::from(*n);
            Some((thing, to >= i64::from(timer.size)))
        })
        .collect();
    for (one, side) in live.iter().enumerate() {
        let Some((thing, fills)) = side else { continue };
        let Some(half) = state
            .timer(thing.id)
            .and_then(|timer| other_half(state, timer))
        else {
            continue;
        };
        let other = live.iter().skip(one + 1).position(|other| {
            other.is_some_and(|(thing, filled)| {
                thing == half && filled && contest(*fills, filled) == Some(Side::Acting)
            })
        });
        if let Some(other) = other {
            return Some((one, one + 1 + other));
        }
    }
    None
}

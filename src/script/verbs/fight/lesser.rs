//! What a Partial attack gives (R61): agreed before the roll, else asked when it comes to it.

use mlua::Value;

use super::attack::lands;
use crate::rules::chair::Chair;
use crate::rules::ids::Thing;
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::script::args::{Args, Val};
use crate::script::effects;
use crate::script::lookup;
use crate::script::seat::LuaSeat;
use crate::script::stop::Fail;
use crate::script::verbs::Call;
use crate::table::commands::fight::attack::AttackAsk;
use crate::table::commands::{rolls, timers};
use crate::table::state::TimerStatus;

/// What a Partial gives in place of the weapon's Harm (R61).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lesser {
    /// Nobody has said: it is asked when it comes to it.
    Asked,
    /// +1 step on the attacker's next roll.
    Step,
    /// Harm, one less.
    Harm,
    /// A tick of this timer.
    Tick(String),
    /// Nothing but the Boon.
    Nothing,
}

impl Lesser {
    /// What the GM agreed to, if anything.
    ///
    /// # Errors
    /// A timer that isn't there, with close names.
    pub fn of(call: &Call<'_>, args: &Args) -> Result<Self, Fail> {
        let Some(text) = args.text("partial") else {
            return Ok(Self::Asked);
        };
        Ok(match crate::table::names::fold(text).as_str() {
            "step" => Self::Step,
            "harm" => Self::Harm,
            "nothing" => Self::Nothing,
            _ => {
                let value = Value::String(call.lua.create_string(text)?);
                let name = match lookup::timer(call, &value)? {
                    Some(Val::One(timer)) => call.generation.act(|act| act.state.name(timer))?,
                    _ if call.generation.catalog().timers.get(text).is_some() => text.to_owned(),
                    _ => return Err(lookup::unknown_timer(call, text)),
                };
                Self::Tick(name)
            }
        })
    }

    /// In words, for the declaration.
    pub fn words(&self, harm: u32) -> Option<String> {
        Some(match self {
            Self::Asked => return None,
            Self::Step => "+1 step next".into(),
            Self::Harm => format!("Harm {}", harm.saturating_sub(1)),
            Self::Tick(timer) => format!("{timer} +1"),
            Self::Nothing => "nothing".into(),
        })
    }
}

/// Gives it.
///
/// # Errors
/// As what it gives.
pub fn give(call: &Call<'_>, ask: &AttackAsk, harm: u32, lesser: &Lesser) -> Result<(), Fail> {
    let who = ask.roll.who;
    let picked = match lesser {
        Lesser::Asked => which(call, who)?,
        named => named.clone(),
    };
    match picked {
        Lesser::Step | Lesser::Asked => {
            call.command(|seat| rolls::step(seat, who, 1, "a Partial gains ground"))
        }
        Lesser::Harm => lands(call, ask, harm.saturating_sub(1)),
        Lesser::Tick(timer) => effects::tick_named(call, &timer, 1, "a Partial").map(|_| ()),
        Lesser::Nothing => Ok(()),
    }
}

/// Asks what a Partial gives: a better place, or a tick of a timer that runs (R61).
fn which(call: &Call<'_>, who: Thing) -> Result<Lesser, Fail> {
    let state = call.generation.act(|act| act.state.clone())?;
    let running = state.timers_shown().filter(|timer| {
        state
            .timer(timer.id)
            .is_some_and(|timer| timer.status == TimerStatus::Running)
    });
    let names: Vec<(String, String)> = running
        .map(|timer| {
            (
                format!("{} +1", timers::label(&state, timer)),
                state.name(timer),
            )
        })
        .collect();
    const STEP: &str = "+1 step on the next roll";
    const NOTHING: &str = "nothing more";
    let mut choices = vec![STEP.to_owned()];
    choices.extend(names.iter().map(|(label, _)| label.clone()));
    choices.push(NOTHING.into());
    let question = Question {
        key: "partial".into(),
        who: None,
        text: format!(
            "{}'s attack is a Partial: what does it gain?",
            state.name(who)
        ),
        kind: QuestionKind::Pick {
            choices,
            optional: false,
        },
        default: Answer::Pick(Some(STEP.into())),
    };
    drop(state);
    Ok(match LuaSeat::new(*call).ask(question)? {
        Answer::Pick(Some(picked)) if picked == NOTHING => Lesser::Nothing,
        Answer::Pick(Some(picked)) => names
            .into_iter()
            .find(|(label, _)| *label == picked)
            .map_or(Lesser::Step, |(_, name)| Lesser::Tick(name)),
        _ => Lesser::Step,
    })
}

//! What cards lead to, done where the facts call for it: a full omen and a leg at major cost move the Campaign Timer, a full
//! Campaign Timer brings the confrontation (rules/07 §2–§3).

use super::effects;
use super::seat::LuaSeat;
use super::stop::Fail;
use super::verbs::Call;
use crate::rules::chair::Chair;
use crate::rules::decks::Ending;
use crate::rules::question::{Answer, Question};
use crate::rules::timers::TimerKind;
use crate::table::commands::campaign;
use crate::table::crown::CrownFact;
use crate::table::event::{Event, Fact};

/// Does what the facts of a command lead to.
///
/// # Errors
/// As the timer's own definition; a question.
pub fn follows(call: &Call<'_>, facts: &[Fact]) -> Result<(), Fail> {
    for fact in facts {
        match &fact.event {
            Event::Filled { timer } => {
                let kind = call.generation.act(|act| {
                    let timer = act.state.timer(timer.id);
                    timer.and_then(|timer| TimerKind::parse(&timer.kind))
                })?;
                match kind {
                    Some(TimerKind::Foreshadow) => advance(call, "an omen is real")?,
                    Some(TimerKind::Campaign) => {
                        let open = call
                            .generation
                            .act(|act| act.state.crown.ending == Ending::Open)?;
                        if open {
                            call.command(|seat| campaign::ends(seat, Ending::Confrontation))?;
                        }
                    }
                    _ => {}
                }
            }
            Event::Crown(fact) => {
                if let CrownFact::LegAtCost { harm } = &**fact {
                    leg_at_cost(call, *harm)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn leg_at_cost(call: &Call<'_>, harm: u32) -> Result<(), Fail> {
    let text = format!("The leg ended at Harm {harm}. Campaign Timer +1?");
    let question = Question::yes_no("leg at major cost", None, text, true);
    if LuaSeat::new(*call).ask(question)? == Answer::Yes(true) {
        advance(call, "a leg at major cost")?;
    }
    Ok(())
}

/// The Campaign Timer, if one is at the table, moves on by one.
fn advance(call: &Call<'_>, why: &str) -> Result<(), Fail> {
    match call.generation.act(|act| campaign::timer(&act.state))? {
        Some(timer) => effects::tick(call, timer, 1, why),
        None => Ok(()),
    }
}

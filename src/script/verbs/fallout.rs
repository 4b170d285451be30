//! Fail-forward: after a Miss something gets worse. Where nothing has, the GM is shown what is offered (rules/03 §9).

use super::Call;
use crate::rules::roll::Rolled;
use crate::rules::timers::TimerKind;
use crate::rules::values::Outcome;
use crate::script::stop::Fail;
use crate::table::commands::rolls::RollAsk;
use crate::table::commands::timers::label;
use crate::table::event::{Event, Fact};
use crate::table::state::{State, TimerStatus};

/// Says what the GM has at hand where a Miss has made nothing worse; `from` is the first fact of the roll.
///
/// # Errors
/// While loading.
pub fn offer(call: &Call<'_>, ask: &RollAsk, rolled: &Rolled, from: usize) -> Result<(), Fail> {
    if rolled.outcome != Outcome::Miss
        || !ask.meaningful
        || ask.gauge
        || matches!(&*ask.purpose, "assist" | "travel")
    {
        return Ok(());
    }
    call.generation.act(|act| {
        let since = &act.facts[from.min(act.facts.len())..];
        // Who steps in for another rolls too: then the consequence has been met.
        if since.iter().any(escalates) || since.iter().filter(|fact| is_roll(fact)).count() > 1 {
            return;
        }
        // What was announced for a roll before this one has had its answer.
        let own = since.iter().position(is_roll).unwrap_or(0);
        let before = act.facts[..from.min(act.facts.len()) + own].iter().rev();
        let announced = before.take_while(|fact| !is_roll(fact)).find_map(announced);
        let words = offered(&act.state, announced);
        act.notices.push(words);
    })?;
    Ok(())
}

fn is_roll(fact: &Fact) -> bool {
    matches!(fact.event, Event::Rolled { .. })
}

/// Does this fact make something worse?
fn escalates(fact: &Fact) -> bool {
    match &fact.event {
        Event::Ticked { old, new, .. } => new > old,
        Event::Marked { old, new, why, .. } => new > old && why != "in place of a Boon",
        Event::Stepped { step, .. } => step.n < 0,
        Event::Harm { old, new, .. } => new > old,
        Event::PositionSet { old, new } => new < old,
        Event::Hit(_)
        | Event::Applied { .. }
        | Event::Spawned { .. }
        | Event::Shifted { .. }
        | Event::TimerStarted { .. }
        | Event::Item { .. }
        | Event::Used { .. } => true,
        _ => false,
    }
}

fn announced(fact: &Fact) -> Option<String> {
    match &fact.event {
        Event::Announced { text } => Some(text.clone()),
        _ => None,
    }
}

/// The offer in words: what was announced, the bank, the threats.
fn offered(state: &State, announced: Option<String>) -> String {
    let mut ways = Vec::new();
    if let Some(words) = announced {
        ways.push(format!("what was announced ({words})"));
    }
    if state.bank > 0 {
        ways.push(format!("a spend (SB {})", state.bank));
    }
    let threats: Vec<String> = state
        .timers_shown()
        .filter_map(|thing| {
            let timer = state.timer(thing.id)?;
            let worsens = matches!(
                TimerKind::parse(&timer.kind),
                Some(
                    TimerKind::Threat
                        | TimerKind::Hazard
                        | TimerKind::Opposition
                        | TimerKind::Contest
                )
            );
            (timer.status == TimerStatus::Running && worsens)
                .then(|| format!("{} {}/{}", label(state, thing), timer.filled, timer.size))
        })
        .collect();
    if !threats.is_empty() {
        ways.push(format!("a tick ({})", threats.join(", ")));
    }
    if ways.is_empty() {
        ways.push("a consequence of your own".to_owned());
    }
    format!("a Miss makes something worse: {}", ways.join(", or "))
}

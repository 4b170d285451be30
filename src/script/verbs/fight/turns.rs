//! Whose turn it is, who waits, what is held.

use crate::rules::actions::Action;
use crate::rules::chair::Chair;
use crate::rules::ids::Thing;
use crate::rules::question::{Answer, Question};
use crate::rules::values::Period;
use crate::script::seat::LuaSeat;
use crate::script::stop::{Fail, bad};
use crate::script::verbs::Call;
use crate::table::commands::fight::turn::{self, Doing};
use crate::table::state::State;

/// A turn begins; timers that tick every turn do.
///
/// # Errors
/// As the command, and what timers do.
pub fn begin(call: &Call<'_>, who: Thing, shown: bool) -> Result<(), Fail> {
    call.command(|seat| turn::begin(seat, who, shown))?;
    super::super::scenes::periodic(call, Period::Turn)
}

/// Whoever acts in a new exchange begins a turn by it.
///
/// # Errors
/// As [`begin`].
pub fn ensure(call: &Call<'_>, who: Thing) -> Result<(), Fail> {
    if call.generation.act(|act| turn::due(&act.state, who))? {
        begin(call, who, false)?;
    }
    Ok(())
}

/// An Interact of a verb of its own: care, calming, disabling. It takes the Action where turns are taken, and nothing else
/// where none are (rules/04 §5).
///
/// # Errors
/// As the turn.
pub fn interact(call: &Call<'_>, who: Thing, whom: Option<Thing>, words: &str) -> Result<(), Fail> {
    if !call.generation.act(|act| act.state.fight.on)? {
        return Ok(());
    }
    ensure(call, who)?;
    let doing = Doing {
        words: words.to_owned(),
        ..Doing::new(who, Action::Interact, whom)
    };
    call.command(|seat| turn::act(seat, &doing, |_| {}))
}

/// Held actions come before the next exchange: the GM is reminded, and says whether they lapse.
///
/// # Errors
/// One that doesn't: the exchange stays.
pub fn held_lapse(call: &Call<'_>) -> Result<(), Fail> {
    let held = call.generation.act(|act| turn::held(&act.state))?;
    for (who, trigger) in held {
        let name = call.generation.act(|act| act.state.name(who))?;
        let text = format!("{name} still holds an action ({trigger}). Does it lapse?");
        let key = format!("held {name}");
        let question = Question::yes_no(&key, None, text, true);
        if LuaSeat::new(*call).ask(question)? != Answer::Yes(true) {
            return Err(bad(
                "tempo",
                format!(
                    "{name} acts first: what is held comes before the next exchange ({trigger})"
                ),
            ));
        }
        call.command(|seat| turn::lapse(seat, who, &trigger))?;
    }
    Ok(())
}

/// The exchange in words, a line for each character.
///
/// # Errors
/// While loading.
pub fn spotlight(call: &Call<'_>) -> Result<String, Fail> {
    let state = call.generation.act(|act| act.state.clone())?;
    let mut lines = vec![format!("Exchange {}", state.scene.exchange)];
    lines.extend(state.party().map(|who| one(&state, who)));
    Ok(lines.join("\n"))
}

fn one(state: &State, who: Thing) -> String {
    let fighter = state.fight.of(who);
    let turn = &fighter.turn;
    let mut parts = Vec::new();
    if turn.exchange != state.scene.exchange {
        let acted = state.body(who).is_some_and(|body| body.acted);
        parts.push(if acted { "has rolled" } else { "waits" }.to_owned());
    } else {
        parts.extend(Some(turn.done()).filter(|done| !done.is_empty()));
        parts.extend((turn.moves > 0).then(|| "moved".to_owned()));
        let left: Vec<&str> = [
            (!turn.action).then_some("Action"),
            (turn.moves == 0).then_some("Move"),
        ]
        .into_iter()
        .flatten()
        .collect();
        parts.push(if left.is_empty() {
            "done".into()
        } else {
            format!("left: {}", left.join(", "))
        });
    }
    parts.extend(fighter.set.iter().map(|weapon| format!("{weapon} is set")));
    parts.extend(
        fighter
            .protects
            .map(|other| format!("protects {}", state.name(other))),
    );
    parts.extend(
        fighter
            .ready
            .iter()
            .map(|trigger| format!("holds: {trigger}")),
    );
    parts.extend(
        fighter
            .exposed
            .iter()
            .map(|why| format!("open after {why}")),
    );
    format!("  {}   {}", state.name(who), parts.join("   "))
}

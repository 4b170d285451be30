//! Turns: no initiative, one Action and one Move each; a held action (rules/04 §1, R21).

use crate::rules::actions::Action;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::refusal::Refusal;
use crate::rules::turn::Turn;
use crate::rules::values::Period;
use crate::table::event::Event;
use crate::table::fight::{FightFact, Fighter};
use crate::table::seat::{Done, Seat};
use crate::table::state::State;

/// Must a turn begin before this one acts? The last one is of another exchange.
#[must_use]
pub fn due(state: &State, who: Thing) -> bool {
    who.kind == ThingKind::Pc && state.fight.of(who).turn.exchange != state.scene.exchange
}

/// A turn begins: Defending, protecting and what lasts a turn are over. `shown`: the GM gave the spotlight.
///
/// # Errors
/// One who is out, one who had the turn of this exchange, a foe.
pub fn begin<S: Seat>(seat: &mut S, who: Thing, shown: bool) -> Done<(), S> {
    super::super::standing(seat, who)?;
    let state = seat.state();
    let name = state.name(who);
    if who.kind != ThingKind::Pc {
        return Err(Refusal::Impossible {
            what: name,
            why: "adversaries have no turn of their own: use, threaten (rules/04 §1)".into(),
        }
        .halt());
    }
    let old = state.fight.of(who);
    let exchange = state.scene.exchange;
    if old.turn.exchange == exchange {
        let done = match old.turn.done() {
            done if done.is_empty() => String::new(),
            done => format!(" ({done})"),
        };
        seat.refuse(Refusal::Tempo {
            what: name,
            why: format!("has had the turn of this exchange{done}: next begins another"),
        })?;
    }
    for condition in over_with_turn(&state, who) {
        seat.emit(Event::Lifted {
            who,
            condition,
            why: "the next turn".into(),
        })?;
    }
    super::super::scenes::reset(seat, Period::Turn)?;
    let old = seat.state().fight.of(who);
    let new = fresh(&old, exchange);
    seat.emit(Event::Fight(Box::new(FightFact::Turn {
        who,
        exchange,
        shown,
        old: Box::new(old),
        new: Box::new(new),
    })))?;
    Ok(())
}

fn over_with_turn(state: &State, who: Thing) -> Vec<String> {
    let conditions = state.body(who).map(|body| body.conditions.clone());
    conditions
        .unwrap_or_default()
        .into_iter()
        .filter(|one| one.lasts == Some(Period::Turn) || one.name == "Defending")
        .map(|one| one.name)
        .collect()
}

fn fresh(old: &Fighter, exchange: u32) -> Fighter {
    Fighter {
        turn: Turn::new(exchange),
        observed: old.observed.saturating_sub(1),
        protects: None,
        ready: None,
        shielded: false,
        // The Moves of two turns in a row cross one band of difficult ground.
        half: old.half.filter(|(_, _, since)| since + 1 == exchange),
        ..old.clone()
    }
}

/// Something that is done with a turn.
#[derive(Clone, Debug)]
pub struct Doing {
    /// Who.
    pub who: Thing,
    /// What.
    pub action: Action,
    /// With whom.
    pub target: Option<Thing>,
    /// What it is worth, in words.
    pub words: String,
    /// A talent grants it: no Action is spent.
    pub extra: bool,
    /// Spend the Move on it, where either would do.
    pub with_move: bool,
}

impl Doing {
    /// Something plain.
    #[must_use]
    pub fn new(who: Thing, action: Action, target: Option<Thing>) -> Self {
        Self {
            who,
            action,
            target,
            words: String::new(),
            extra: false,
            with_move: false,
        }
    }
}

/// Is this the action that was held for a trigger?
#[must_use]
pub fn is_held(fighter: &Fighter, action: Action) -> bool {
    fighter.ready.is_some() && action != Action::Ready && fighter.turn.action
}

/// Spends what it costs and writes it down; Fatigue is marked at once (R50).
///
/// # Errors
/// Against the order of a turn; one who can't act.
pub fn act<S: Seat>(seat: &mut S, doing: &Doing, edit: impl FnOnce(&mut Fighter)) -> Done<(), S> {
    let Doing { who, action, .. } = *doing;
    super::super::standing(seat, who)?;
    let state = seat.state();
    super::super::rolls::able(seat, &state, who)?;
    let old = state.fight.of(who);
    let held = is_held(&old, action);
    let extra = doing.extra || held;
    super::denied(seat, who, old.turn.may(action, extra))?;
    let mut new = old.clone();
    if doing.with_move && action == Action::Defend {
        super::denied(seat, who, old.turn.may_use_move())?;
        new.turn.actions.push(action);
        new.turn.moves += 1;
    } else {
        new.turn.did(action, extra);
    }
    let mut words = doing.words.clone();
    if held {
        let trigger = new.ready.take().unwrap_or_default();
        words = format!("held: {trigger}   {words}").trim_end().to_owned();
    }
    if action.exposes() {
        new.exposed = Some(action.to_string());
    }
    if action == Action::Stand || action == Action::Reposition {
        new.half = None;
    }
    edit(&mut new);
    seat.emit(Event::Fight(Box::new(FightFact::Did {
        who,
        action,
        target: doing.target,
        words,
        old: Box::new(old),
        new: Box::new(new),
    })))?;
    if action.fatigue() > 0 {
        super::super::tracks::mark(seat, who, "fatigue", action.fatigue(), &action.to_string())?;
    }
    Ok(())
}

/// Held actions that nothing has set off: who, and the trigger.
#[must_use]
pub fn held(state: &State) -> Vec<(Thing, String)> {
    state
        .fight
        .fighters
        .iter()
        .filter(|(who, _)| super::able(state, *who))
        .filter_map(|(who, fighter)| Some((*who, fighter.ready.clone()?)))
        .collect()
}

/// A held action lapses.
///
/// # Errors
/// The seat's stop.
pub fn lapse<S: Seat>(seat: &mut S, who: Thing, trigger: &str) -> Done<(), S> {
    super::change(
        seat,
        who,
        format!("no longer waits: {trigger}"),
        |fighter| {
            fighter.ready = None;
        },
    )
}

/// The Move of a turn goes into something that isn't movement: throwing a whole roll again (R13).
///
/// # Errors
/// The seat's stop.
pub fn spend_move<S: Seat>(seat: &mut S, who: Thing, why: &str) -> Done<(), S> {
    if !due(&seat.state(), who) {
        super::change(seat, who, format!("the Move goes into {why}"), |fighter| {
            fighter.turn.moves += 1;
            fighter.half = None;
        })?;
    }
    Ok(())
}

//! What a fight adds to a roll, and what the roll uses up: a Charge's exposure, an Observe, a Setup, a shield.

use super::wield::{shield, shield_word};
use crate::rules::roll::{Cap, DicePart, StepPart};
use crate::rules::values::{Effect, Position};
use crate::table::commands::rolls::RollAsk;
use crate::table::event::Event;
use crate::table::seat::{Done, Seat};
use crate::table::state::{Pc, State};

/// What counts for a roll.
#[derive(Clone, Debug, Default)]
pub struct Bearing {
    /// Upper limits of its Position.
    pub caps: Vec<Cap>,
    /// Steps.
    pub steps: Vec<StepPart>,
    /// Dice.
    pub parts: Vec<DicePart>,
    /// Effect, better by a step.
    pub better: bool,
}

const DEFENSE: &str = "defense";

/// What the fight adds to this roll.
#[must_use]
pub fn of(state: &State, pc: &Pc, ask: &RollAsk) -> Bearing {
    let fighter = state.fight.of(ask.who);
    let defends = ask.purpose == DEFENSE;
    let mut bearing = Bearing::default();
    if let Some(why) = fighter.exposed.as_ref().filter(|_| defends) {
        let why = format!("after {why}");
        bearing.caps.push(Cap::new(Position::Desperate, why));
    }
    if fighter.observed > 0 {
        bearing.steps.push(StepPart::new("observed", 1));
    }
    if !defends {
        // Several Setups don't add: the best one (R58).
        let step = fighter.openings.iter().find(|opening| !opening.effect);
        let wide = fighter.openings.iter().find(|opening| opening.effect);
        if let Some(opening) = step {
            let by = format!("{} set it up", state.name(opening.by));
            bearing.steps.push(StepPart::new(by, 1));
        } else {
            bearing.better = wide.is_some();
        }
    }
    if let Some(by) = fighter.assisted {
        let by = format!("{} assists", state.name(by));
        bearing.parts.push(DicePart::new(by, 1));
    }
    if defends && fighter.shielded && state.has(ask.who, "Defending") {
        let word = shield(pc).map_or("shield", shield_word);
        bearing.parts.push(DicePart::new(word, 1));
    }
    // An adversary doesn't roll: what puts it off balance helps whoever resists it.
    if let Some(foe) = ask.against.filter(|_| defends)
        && state.has(foe, "Off balance")
    {
        let who = if state.foe(foe.id).is_some_and(|foe| foe.hidden) {
            "the foe".to_owned()
        } else {
            state.name(foe)
        };
        bearing
            .steps
            .push(StepPart::new(format!("{who} is off balance"), 1));
    }
    bearing
}

/// The Effect of a roll, with what a Setup gave.
#[must_use]
pub fn effect(base: Effect, bearing: &Bearing) -> Effect {
    base.step(i32::from(bearing.better))
}

/// After the roll: what counted once is used up.
///
/// # Errors
/// The seat's stop.
pub fn used<S: Seat>(seat: &mut S, ask: &RollAsk) -> Done<(), S> {
    let defends = ask.purpose == DEFENSE;
    super::change(seat, ask.who, "", |fighter| {
        fighter.observed = 0;
        fighter.assisted = None;
        if defends {
            fighter.exposed = None;
        } else {
            fighter.openings.clear();
        }
    })?;
    for once in crate::rules::conditions::CONDITIONS
        .iter()
        .filter(|c| c.once)
    {
        let own = Some(ask.who).filter(|_| once.on.touches(&ask.purpose));
        let bearers = [own, ask.against.filter(|_| defends)];
        for who in bearers.into_iter().flatten() {
            if seat.state().has(who, once.name) {
                seat.emit(Event::Lifted {
                    who,
                    condition: once.name.into(),
                    why: String::new(),
                })?;
            }
        }
    }
    Ok(())
}

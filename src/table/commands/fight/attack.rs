//! An attack: may it be made, and what is it worth (rules/04 §3, §4, §7).

use super::turn::{Doing, act, is_held};
use super::wield::{self, Wield};
use crate::rules::actions::Action;
use crate::rules::ground::{Cover, Height, saddle};
use crate::rules::ids::Thing;
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::refusal::Refusal;
use crate::rules::roll::{Cap, DicePart, StepPart};
use crate::rules::values::Band;
use crate::rules::weapons;
use crate::table::commands::rolls::RollAsk;
use crate::table::fight::Fighter;
use crate::table::seat::{Done, Seat};

/// An attack as it is asked for.
#[derive(Clone, Debug)]
pub struct AttackAsk {
    /// The roll, with what the GM says of it; its pool is attribute and skill.
    pub roll: RollAsk,
    /// At whom.
    pub foe: Thing,
    /// With what.
    pub wield: Wield,
    /// Attack, Charge, Skirmish or Sidestep.
    pub action: Action,
    /// The band before the movement that is part of it.
    pub from: Band,
    /// The band in which it happens.
    pub at: Band,
    /// What height gives, if the GM says so.
    pub height: Option<Height>,
    /// A talent grants it.
    pub extra: bool,
    /// Harm in place of the weapon's.
    pub harm: Option<u32>,
}

/// What an attack is worth, ready to be rolled.
#[derive(Clone, Debug)]
pub struct Worth {
    /// The roll.
    pub roll: RollAsk,
    /// Harm on a hit.
    pub harm: u32,
    /// "long sword at Near, Harm 2".
    pub words: String,
}

/// Whether somebody can be aimed at at all.
///
/// # Errors
/// Hidden, behind full cover.
pub fn targetable<S: Seat>(seat: &mut S, target: Thing) -> Done<(), S> {
    let state = seat.state();
    let name = state.name(target);
    if state.has(target, "Hidden") {
        seat.refuse(Refusal::Target {
            what: name.clone(),
            why: "is Hidden: Search first, or wait for an attack".into(),
        })?;
    }
    if state.fight.of(target).cover == Cover::Full {
        seat.refuse(Refusal::Target {
            what: name,
            why: "is behind full cover: no direct target".into(),
        })?;
    }
    Ok(())
}

/// Whether the weapon reaches, and its tempo allows it now.
///
/// # Errors
/// Out of its bands; Standard after a Move; Slow and not Set.
pub fn allowed<S: Seat>(seat: &mut S, ask: &AttackAsk) -> Done<(), S> {
    let state = seat.state();
    let who = ask.roll.who;
    if ask.wield.arm.worth(ask.at).is_none() {
        let bands = ask.wield.arm.bands();
        let bands: Vec<String> = bands.iter().map(ToString::to_string).collect();
        seat.refuse(Refusal::Band {
            what: format!("{} at {}", ask.wield.name, state.name(ask.foe)),
            at: ask.at.to_string(),
            allowed: bands.join(", "),
        })?;
    }
    let moving = ask.action != Action::Attack;
    let turn = state.fight.of(who).turn;
    let set = wield::is_set(&state, who, &ask.wield);
    let verdict = turn.may_strike(ask.wield.arm.tempo(), moving, set);
    super::denied(
        seat,
        who,
        verdict.map_err(|why| format!("{}, {why}", ask.wield.name)),
    )
}

/// Works out what the attack is worth in its band: dice, limits, DV, Harm. Asks the GM what height gives, if nobody said.
///
/// # Errors
/// The seat's stop.
pub fn worth<S: Seat>(seat: &mut S, ask: &AttackAsk) -> Done<Worth, S> {
    let mut roll = ask.roll.clone();
    let harm = ask.harm.unwrap_or_else(|| ask.wield.deals());
    let mut words = vec![ask.wield.label(ask.at), format!("Harm {harm}")];
    weapon(seat, ask, &mut roll);
    ground(seat, ask, &mut roll, &mut words)?;
    Ok(Worth {
        roll,
        harm,
        words: words.join(", "),
    })
}

fn weapon<S: Seat>(seat: &S, ask: &AttackAsk, roll: &mut RollAsk) {
    let state = seat.state();
    let fighter = state.fight.of(roll.who);
    let label = ask.wield.label(ask.at);
    if let Some(worth) = ask.wield.arm.worth(ask.at) {
        if worth.dice != 0 {
            roll.parts.push(DicePart::new(label.clone(), worth.dice));
        }
        if let Some(at_best) = worth.at_best {
            roll.caps.push(Cap::new(at_best, label));
        }
    }
    let first = fighter.attacked != state.scene.exchange;
    let worn = weapons::worn(ask.wield.state, first);
    if worn != 0 {
        let label = format!("{} {}", ask.wield.state.word(), ask.wield.name);
        roll.parts.push(DicePart::new(label, worn));
    }
    if ask.action == Action::Sidestep {
        roll.more_steps.push(StepPart::new("Sidestep Strike", -1));
    }
    let rides = match ask.action {
        Action::Charge => saddle(true, ask.from, ask.at),
        Action::Skirmish => saddle(false, ask.from, ask.at),
        _ => 0,
    };
    if fighter.mounted && rides != 0 {
        roll.parts.push(DicePart::new("in the saddle", rides));
    }
}

fn ground<S: Seat>(
    seat: &mut S,
    ask: &AttackAsk,
    roll: &mut RollAsk,
    words: &mut Vec<String>,
) -> Done<(), S> {
    let state = seat.state();
    let (own, other) = (state.fight.of(roll.who), state.fight.of(ask.foe));
    if other.cover.dv() != 0 {
        let dv = roll.dv.unwrap_or_default();
        let behind = crate::rules::ground::dv_behind(dv, other.cover);
        words.push(if behind == dv {
            format!("{}: DV {dv}, the ladder's end", other.cover)
        } else {
            format!("{}: DV {dv} → {behind}", other.cover)
        });
        roll.dv = Some(behind);
    }
    let height = match ask.height {
        Some(height) => Some(height),
        None if own.high && !other.high => Some(which_height(seat)?),
        None => None,
    };
    match height {
        Some(Height::Die) => roll.parts.push(DicePart::new("height", 1)),
        Some(Height::Effect) => {
            roll.effect = roll.effect.step(1);
            words.push(format!("height: {} Effect", roll.effect));
        }
        None => {}
    }
    Ok(())
}

fn which_height<S: Seat>(seat: &mut S) -> Done<Height, S> {
    let question = Question {
        key: "height".into(),
        who: None,
        text: "What does the height give?".into(),
        kind: QuestionKind::Pick {
            choices: Height::ALL.iter().map(ToString::to_string).collect(),
            optional: false,
        },
        default: Answer::Pick(Some(Height::Die.to_string())),
    };
    Ok(match seat.ask(question)? {
        Answer::Pick(Some(picked)) => Height::parse(&picked).unwrap_or(Height::Die),
        _ => Height::Die,
    })
}

/// The attack is declared: the turn pays for it, a Slow weapon is no longer Set, Fatigue is marked.
///
/// # Errors
/// As [`act`].
pub fn declare<S: Seat>(seat: &mut S, ask: &AttackAsk, words: &str) -> Done<(), S> {
    let doing = Doing {
        words: words.to_owned(),
        extra: ask.extra,
        ..Doing::new(ask.roll.who, ask.action, Some(ask.foe))
    };
    let exchange = seat.state().scene.exchange;
    let tempo = ask.wield.arm.tempo();
    act(seat, &doing, |fighter: &mut Fighter| {
        fighter.attacked = exchange;
        fighter.set = None;
        fighter.half = None;
        if ask.action == Action::Attack {
            fighter.turn.struck = Some(tempo);
        }
    })
}

/// Whether the next attack of this one is held for a trigger.
#[must_use]
pub fn held<S: Seat>(seat: &S, who: Thing, action: Action) -> bool {
    is_held(&seat.state().fight.of(who), action)
}

/// Hidden ends with the hider's attack (R63); whether it did.
///
/// # Errors
/// The seat's stop.
pub fn reveal<S: Seat>(seat: &mut S, who: Thing) -> Done<bool, S> {
    super::super::conditions::lift(seat, who, "Hidden", "attacking")
}

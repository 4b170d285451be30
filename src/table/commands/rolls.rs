//! Rolls of characters (rules/01 §2): the pool from the sheet, what play adds, the payments, what the roll earns.

use crate::rules::boons::{BoonPurse, Pay};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::numbers::Dv;
use crate::rules::outcome::CriticalBenefit;
use crate::rules::pool::{PoolSpec, Rating};
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::refusal::{Halt, Refusal};
use crate::rules::roll::{DicePart, Reroll, RollPlan, Rolled, StepPart, roll as throw};
use crate::rules::timers::TimerKind;
use crate::rules::values::{Effect, Outcome, Position};
use crate::table::event::{Audience, Event};
use crate::table::names;
use crate::table::seat::{Done, Seat};
use crate::table::state::{NextStep, Pc, State, TimerStatus};

/// What a roll is asked with.
#[derive(Clone, Debug)]
pub struct RollAsk {
    /// Who rolls.
    pub who: Thing,
    /// What with.
    pub pool: PoolSpec,
    /// action, defense, care …
    pub purpose: String,
    /// Difficulty; 3 when left out.
    pub dv: Option<Dv>,
    /// The GM's Position; the scene's when left out.
    pub position: Option<Position>,
    /// Situational steps.
    pub steps: i32,
    /// Bonus or penalty dice.
    pub dice: i32,
    /// Effect, a spoken label.
    pub effect: Effect,
    /// A paid Position step.
    pub pay: Option<Pay>,
    /// One helper.
    pub help: Option<Thing>,
    /// What selling the action gave: step, die, beat.
    pub sell: Option<String>,
    /// What is at stake, for the repetition rule.
    pub stakes: Option<String>,
    /// Something is at risk.
    pub meaningful: bool,
    /// The progress timer it ticks.
    pub timer: Option<Thing>,
    /// Dice thrown again for a Boon or Fatigue.
    pub rerolls: Vec<Reroll>,
    /// Offer a Boon re-roll when it is no success.
    pub offer_reroll: bool,
    /// The foe it is against.
    pub against: Option<Thing>,
    /// The injury of Harm 1 matters here.
    pub injured: bool,
    /// Deception is used for sleight: armor hampers it (R33).
    pub covert: bool,
}

impl RollAsk {
    /// A plain roll.
    #[must_use]
    pub fn new(who: Thing, pool: PoolSpec) -> Self {
        Self {
            who,
            pool,
            purpose: "action".into(),
            dv: None,
            position: None,
            steps: 0,
            dice: 0,
            effect: Effect::Standard,
            pay: None,
            help: None,
            sell: None,
            stakes: None,
            meaningful: true,
            timer: None,
            rerolls: Vec::new(),
            offer_reroll: false,
            against: None,
            injured: false,
            covert: false,
        }
    }
}

/// The rating of an attribute or skill on a sheet.
#[must_use]
pub fn rating(pc: &Pc, rating: &Rating) -> u32 {
    match rating {
        Rating::Attribute(attribute) => u32::from(pc.sheet.attributes.get(*attribute)),
        Rating::Skill(skill) => {
            let wanted = names::fold(skill.word());
            pc.sheet
                .skills
                .iter()
                .find(|(name, _)| names::fold(name) == wanted)
                .map_or(0, |(_, level)| u32::from(*level))
        }
    }
}

/// A character rolls. Payments are checked before a die falls; what the roll earns comes after it.
///
/// # Errors
/// At Harm 3, paralyzed, out of the scene, without the Boon to pay, with faces that don't fit.
pub fn roll<S: Seat>(seat: &mut S, ask: &RollAsk) -> Done<(Rolled, Ticks), S> {
    super::standing(seat, ask.who)?;
    let state = seat.state();
    let pc = super::pc(&state, ask.who)?;
    let name = pc.sheet.name.clone();
    able(seat, &state, ask.who)?;

    let stakes = ask
        .stakes
        .as_ref()
        .map(|stakes| format!("{} {}", ask.pool, names::fold(stakes)));
    let plan = RollPlan {
        who: Some(ask.who),
        purpose: ask.purpose.clone(),
        uses: ask
            .pool
            .ratings()
            .iter()
            .map(|rating| rating.word().to_owned())
            .collect(),
        position: ask.position.unwrap_or(state.scene.position),
        steps: steps(&state, pc, ask),
        fatigue: pc.body.fatigue,
        paid_step: ask.pay,
        dv: ask.dv.unwrap_or_default(),
        effect: ask.effect,
        meaningful: ask.meaningful,
        stakes: ask.stakes.clone().unwrap_or_default(),
        against: ask.against,
        rerolls: ask.rerolls.clone(),
        boons: BoonPurse {
            held: pc.boons,
            earned_from_failure_this_scene: pc.failure_boons,
            repeated: stakes
                .as_ref()
                .is_some_and(|stakes| pc.stakes.contains(stakes)),
            hold_cap: super::boons::hold_cap(seat, pc),
        },
        tier: Some(super::boons::tier(pc)),
        ask_dominant: false,
        switches: seat.catalog().switches,
        ..RollPlan::new(ask.pool.to_string(), parts(seat, &state, pc, ask)?)
    };
    let fails_before = plan.boons.repeated;
    drop(state);
    let mut plan = plan;
    // A Boon more must be held before the die falls: never charged for nothing.
    let due = plan.payment();
    if due.boons > plan.boons.held {
        seat.refuse(Refusal::Price {
            what: format!("{name}'s roll"),
            currency: "Boon",
            cost: due.boons,
            has: plan.boons.held,
        })?;
    }
    let mut rolled = throw(seat, plan.clone())?;
    if ask.offer_reroll
        && !rolled.success()
        && rolled.paid.boons < plan.boons.held
        && let Some(face) = offered(seat, ask.who, &rolled)?
    {
        plan.rerolls.push(Reroll {
            face,
            pay: Pay::Boon,
        });
        rolled = again(seat, plan, &rolled)?;
    }
    let ticks = settle(
        seat,
        ask,
        &rolled,
        // A second time never pays; what paid nothing hasn't been paid yet.
        stakes.filter(|_| !fails_before && rolled.boons.gained > 0),
    )?;
    Ok((rolled, ticks))
}

/// Can somebody act at all?
///
/// # Errors
/// At Harm 3; a condition that takes all actions.
pub(super) fn able<S: Seat>(seat: &mut S, state: &State, who: Thing) -> Done<(), S> {
    let name = state.name(who);
    if state
        .pc(who.id)
        .is_some_and(|pc| !crate::rules::fatigue::can_act(u32::from(pc.harm)))
    {
        seat.refuse(Refusal::Incapacitated { what: name.clone() })?;
    }
    for condition in crate::rules::conditions::CONDITIONS
        .iter()
        .filter(|condition| !condition.can_act)
    {
        if state.has(who, condition.name) && condition.name != "Incapacitated" {
            let why = format!("{}: no actions", condition.name);
            seat.refuse(Refusal::Tempo {
                what: name.clone(),
                why,
            })?;
        }
    }
    Ok(())
}

/// The dice, part by part: ratings, conditions, wounds, gear, help, what the GM grants.
fn parts<S: Seat>(seat: &mut S, state: &State, pc: &Pc, ask: &RollAsk) -> Done<Vec<DicePart>, S> {
    let count = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    let mut parts: Vec<DicePart> = match &ask.pool {
        PoolSpec::Dice(n) => vec![DicePart::new("dice", i32::from(*n))],
        PoolSpec::Ratings(ratings) => ratings
            .iter()
            .map(|r| DicePart::new(r.to_string(), count(rating(pc, r))))
            .collect(),
    };
    for condition in &pc.body.conditions {
        if let Ok(native) = crate::rules::conditions::condition(&condition.name)
            && native.dice != 0
            && (super::fear::as_level(native.name).is_none() || super::fear::near(state, ask.who))
        {
            parts.push(DicePart::new(native.name, native.dice));
        }
    }
    // Harm 1 touches what the GM says it touches.
    let harm = crate::rules::fatigue::harm_penalty(u32::from(pc.harm), ask.injured);
    if harm > 0 {
        parts.push(DicePart::new(format!("Harm {}", pc.harm), -count(harm)));
    }
    parts.extend(super::gear::dice(seat, state, pc, ask)?);
    if let Some(helper) = ask.help {
        helping(seat, state, helper, ask)?;
        parts.push(DicePart::new(format!("{} helps", state.name(helper)), 1));
    }
    if ask.sell.as_deref() == Some("die") {
        parts.push(DicePart::new("sold", 1));
    }
    if ask.dice != 0 {
        parts.push(DicePart::new("GM", ask.dice));
    }
    Ok(parts)
}

/// A helper's skill equals or supports the actor's; nobody helps themselves (rules/01 §11).
fn helping<S: Seat>(seat: &mut S, state: &State, helper: Thing, ask: &RollAsk) -> Done<(), S> {
    if helper == ask.who {
        seat.refuse(Refusal::Target {
            what: state.name(helper),
            why: "nobody helps themselves".into(),
        })?;
    }
    super::standing(seat, helper)?;
    able(seat, state, helper)
}

/// The situational steps: of the GM, of what waits for the next roll, of conditions, of a tired foe.
fn steps(state: &State, pc: &Pc, ask: &RollAsk) -> Vec<StepPart> {
    let mut steps: Vec<StepPart> = Vec::new();
    for NextStep { n, why } in &pc.body.next {
        // From one source the best counts, and so does the worst (rules/02 §8).
        let same = steps
            .iter_mut()
            .find(|one| !why.is_empty() && one.label == *why && one.steps.signum() == n.signum());
        match same {
            Some(one) if one.steps.abs() < n.abs() => one.steps = *n,
            Some(_) => {}
            None => steps.push(StepPart::new(why.clone(), *n)),
        }
    }
    for condition in &pc.body.conditions {
        let Ok(native) = crate::rules::conditions::condition(&condition.name) else {
            continue;
        };
        if native.step == 0 || !native.on.touches(&ask.purpose) {
            continue;
        }
        if native.or_die {
            steps.push(StepPart::defend());
        } else {
            steps.push(StepPart::new(native.name, native.step));
        }
    }
    if let Some(foe) = ask.against.and_then(|foe| state.foe(foe.id)) {
        let tired = crate::rules::foe_hit::steps_from_foe_fatigue(foe.body.fatigue);
        if tired > 0 {
            // The line of a roll is read by players.
            let who = if foe.hidden { "the foe" } else { &foe.name };
            steps.push(StepPart::new(format!("{who} is tired"), tired));
        }
    }
    if ask.sell.as_deref() == Some("step") {
        steps.push(StepPart::new("sold", 1));
    }
    if ask.steps != 0 {
        steps.push(StepPart::new("GM", ask.steps));
    }
    steps
}

/// Asks whether a Boon throws one die again, and which.
fn offered<S: Seat>(
    seat: &mut S,
    who: Thing,
    rolled: &Rolled,
) -> Done<Option<crate::rules::numbers::Face>, S> {
    let mut faces: Vec<_> = rolled
        .faces
        .iter()
        .copied()
        .filter(|face| !face.is_ten())
        .collect();
    faces.sort_unstable();
    faces.dedup();
    let choices = faces.iter().map(ToString::to_string).collect();
    let question = Question {
        key: "reroll".into(),
        who: Some(who),
        text: format!(
            "{} ({}). A Boon throws one die again: which face?",
            shown(rolled),
            rolled.outcome
        ),
        kind: QuestionKind::Pick {
            choices,
            optional: true,
        },
        default: Answer::Pick(None),
    };
    Ok(match seat.ask(question)? {
        Answer::Pick(Some(picked)) => faces.into_iter().find(|face| face.to_string() == picked),
        _ => None,
    })
}

fn shown(rolled: &Rolled) -> String {
    rolled
        .faces
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Only the dice thrown again fall anew: the first throw and the Position re-roll stand.
fn again<S: Seat>(seat: &mut S, plan: RollPlan, before: &Rolled) -> Done<Rolled, S> {
    let mut chair = super::super::standing::Standing::new(seat, before);
    throw(&mut chair, plan)
}

/// Pays, writes the roll, hands the SB to the GM, pays out Boons, offers critical benefits; the ticks it brings.
fn settle<S: Seat>(
    seat: &mut S,
    ask: &RollAsk,
    rolled: &Rolled,
    stakes: Option<String>,
) -> Done<Ticks, S> {
    let who = ask.who;
    if rolled.paid.boons > 0 {
        let held = seat.state().pc(who.id).map_or(0, |pc| pc.boons);
        super::boons::pay(
            seat,
            who,
            rolled.paid.boons.min(held),
            "the roll",
            "paid on the roll",
        )?;
    }
    seat.emit(Event::Rolled {
        who,
        stakes,
        roll: Box::new(rolled.clone()),
    })?;
    if rolled.paid.fatigue > 0 {
        super::tracks::mark(
            seat,
            who,
            "fatigue",
            rolled.paid.fatigue,
            "in place of a Boon",
        )?;
    }
    if rolled.sb > 0 {
        super::beats::gain(seat, rolled.sb, "ones on the roll")?;
    }
    if ask.sell.as_deref() == Some("beat") {
        super::beats::gain(seat, 1, "a beat banked")?;
    }
    if rolled.boons.gained > 0 {
        let why = rolled.outcome.to_string();
        super::boons::earn_from(seat, who, rolled.boons.gained, rolled.boons.gained, &why)?;
    }
    super::conditions::used_up(seat, who, &ask.purpose)?;
    super::cards::ones_rolled(seat, rolled.sb)?;
    let mut ticks = super::hazards::ticks(&seat.state(), &seat.catalog(), rolled);
    if let Some(timer) = ask.timer.filter(|timer| timer.kind == ThingKind::Timer) {
        ticks.extend(progress(seat, who, timer, rolled)?);
    }
    if rolled.critical >= 3 {
        ticks.extend(legendary(seat, who, ask.timer)?);
    } else if rolled.critical > 0 {
        critical(seat, who, rolled)?;
    }
    Ok(ticks)
}

/// Ticks that a roll brings: which timer, how many, why. Whoever called the roll ticks them, with what follows.
pub type Ticks = Vec<(Thing, i32, String)>;

/// The ticks of a roll on a progress timer; with `clean_unticks_hazard` a Clean success also takes one from the hazard it
/// works against (R46).
fn progress<S: Seat>(seat: &mut S, who: Thing, timer: Thing, rolled: &Rolled) -> Done<Ticks, S> {
    let n = seat.point::<crate::rules::timers::ProgressTicks>(rolled.outcome)?;
    let state = seat.state();
    let why = format!("{}'s roll", state.name(who));
    let mut ticks = Vec::new();
    if n != 0 {
        ticks.push((timer, n, why.clone()));
    }
    if rolled.outcome == Outcome::Clean && seat.catalog().switches.clean_unticks_hazard {
        let hazard = state
            .timer(timer.id)
            .and_then(|timer| super::timers::other_half(&state, timer))
            .filter(|other| {
                state
                    .timer(other.id)
                    .is_some_and(|other| TimerKind::parse(&other.kind) == Some(TimerKind::Hazard))
            });
        ticks.extend(hazard.map(|hazard| (hazard, -1, why)));
    }
    Ok(ticks)
}

/// What tens on a success give: for one, one of the first three; for two, two of them or the strong effect (rules/01 §7).
const BENEFITS: [CriticalBenefit; 4] = [
    CriticalBenefit::Boon,
    CriticalBenefit::Step,
    CriticalBenefit::Flourish,
    CriticalBenefit::StrongEffect,
];

fn critical<S: Seat>(seat: &mut S, who: Thing, rolled: &Rolled) -> Done<(), S> {
    let count = if rolled.critical == 1 {
        "A ten"
    } else {
        "Two tens"
    };
    let mut left = BENEFITS[..usize::from(rolled.critical) + 2].to_vec();
    for n in 1..=rolled.critical {
        let (key, besides) = if n == 1 {
            ("critical", "")
        } else {
            ("critical 2", " besides")
        };
        let text = format!("{count}: which benefit{besides}?");
        let Some(picked) = pick(seat, key, Some(who), text, &left, CriticalBenefit::Flourish)?
        else {
            continue;
        };
        left.retain(|one| *one != picked && *one != CriticalBenefit::StrongEffect);
        match picked {
            CriticalBenefit::Boon => {
                super::boons::earn(seat, who, 1, "critical")?;
            }
            CriticalBenefit::Step => step(seat, who, 1, "critical")?,
            CriticalBenefit::StrongEffect => break,
            _ => {}
        }
    }
    Ok(())
}

/// Three tens: the conflict is settled dramatically, and the GM picks one more: a secondary timer advances, or a major
/// story turn.
fn legendary<S: Seat>(seat: &mut S, who: Thing, main: Option<Thing>) -> Done<Ticks, S> {
    let state = seat.state();
    let name = state.name(who);
    seat.emit(Event::Said {
        audience: Audience::Table,
        text: format!("{name}: legendary. The conflict is settled, dramatically."),
    })?;
    let timers: Vec<Thing> = state
        .timers_shown()
        .filter(|timer| Some(*timer) != main)
        .filter(|timer| {
            state
                .timer(timer.id)
                .is_some_and(|timer| timer.status == TimerStatus::Running)
        })
        .collect();
    if timers.is_empty() {
        return Ok(Vec::new());
    }
    let all = [CriticalBenefit::StoryTurn, CriticalBenefit::Timer];
    let text = "Legendary: what besides?".to_owned();
    let picked = pick(
        seat,
        "legendary",
        None,
        text,
        &all,
        CriticalBenefit::StoryTurn,
    )?;
    if picked != Some(CriticalBenefit::Timer) {
        return Ok(Vec::new());
    }
    let labels: Vec<String> = timers
        .iter()
        .map(|timer| super::timers::label(&state, *timer))
        .collect();
    let question = Question {
        key: "legendary timer".into(),
        who: None,
        text: "Which timer advances?".into(),
        kind: QuestionKind::Pick {
            choices: labels.clone(),
            optional: false,
        },
        default: Answer::Pick(labels.first().cloned()),
    };
    let Answer::Pick(Some(picked)) = seat.ask(question)? else {
        return Ok(Vec::new());
    };
    Ok(timers
        .into_iter()
        .zip(labels)
        .filter(|(_, label)| *label == picked)
        .map(|(timer, _)| (timer, 1, "legendary".to_owned()))
        .collect())
}

fn pick<S: Seat>(
    seat: &mut S,
    key: &str,
    who: Option<Thing>,
    text: String,
    from: &[CriticalBenefit],
    default: CriticalBenefit,
) -> Done<Option<CriticalBenefit>, S> {
    let default = from
        .iter()
        .find(|one| **one == default)
        .or(from.last())
        .map(ToString::to_string);
    let question = Question {
        key: key.to_owned(),
        who,
        text,
        kind: QuestionKind::Pick {
            choices: from.iter().map(ToString::to_string).collect(),
            optional: false,
        },
        default: Answer::Pick(default),
    };
    Ok(match seat.ask(question)? {
        Answer::Pick(Some(picked)) => from.iter().find(|one| one.to_string() == picked).copied(),
        _ => None,
    })
}

/// Steps for somebody's next roll.
///
/// # Errors
/// Somebody who is out.
pub fn step<S: Seat>(seat: &mut S, who: Thing, n: i32, why: &str) -> Done<(), S> {
    if n == 0 {
        return Ok(());
    }
    super::standing(seat, who)?;
    if who.kind != ThingKind::Pc {
        return Err(only_characters(&seat.state(), who));
    }
    seat.emit(Event::Stepped {
        who,
        step: NextStep {
            n,
            why: why.to_owned(),
        },
    })?;
    Ok(())
}

/// A refusal for a pool that can't be rolled by a foe: adversaries' pools are gauges.
pub fn only_characters<S>(state: &State, who: Thing) -> Halt<S> {
    Refusal::Target {
        what: state.name(who),
        why: "adversaries never roll: threaten or use makes the players roll (rules/05 §4.4)"
            .into(),
    }
    .halt()
}

//! Rolls of characters (rules/01 §2): the pool from the sheet, what play adds, the payments, what the roll earns.

use super::fight::bearing::Bearing;
use crate::rules::boons::{BoonPurse, Pay};
use crate::rules::help::Origin;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::numbers::Dv;
use crate::rules::outcome::CriticalBenefit;
use crate::rules::over_five::{Difficulty, Settled, settle as on_the_ladder};
use crate::rules::pool::{PoolSpec, Rating};
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::refusal::{Halt, Refusal};
use crate::rules::roll::{
    Cap, DicePart, Reroll, RollPlan, Rolled, StepPart, WholeReroll, roll as throw,
};
use crate::rules::timers::{TimerKind, roll_ticks};
use crate::rules::values::{Effect, Outcome, Position};
use crate::table::event::{Audience, Event};
use crate::table::names;
use crate::table::seat::{Done, Seat};
use crate::table::state::{NextStep, Pc, State, TimerStatus};
use crate::table::story::{StoryFact, Waiting};

use super::assist::{self, Assist};

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
    /// A DV that was worked out or is printed, in place of `dv`: what is above five becomes worse Position (R08).
    pub computed: Option<(i64, Difficulty)>,
    /// One helper, and what the help costs.
    pub assist: Assist,
    /// A step of heritage or affinity (R95).
    pub origin: Option<Origin>,
    /// What selling the action gave: step, die, beat.
    pub sell: Option<String>,
    /// What is at stake, for the repetition rule.
    pub stakes: Option<String>,
    /// Something is at risk.
    pub meaningful: bool,
    /// The progress timer it ticks.
    pub timer: Option<Thing>,
    /// The GM gives no tick for a Partial.
    pub withhold: bool,
    /// A timer that a failure ticks: opposition, a threat.
    pub threat: Option<Thing>,
    /// A Dominant roller doesn't throw again.
    pub decline: bool,
    /// Who takes the fallout of a Miss, for a Fatigue.
    pub interrupt: Option<Thing>,
    /// Only its successes count, as the DV of somebody else's roll: no Boons, no benefits (R20).
    pub gauge: bool,
    /// The whole roll again, and after how many single re-rolls (R13).
    pub whole: Option<(Pay, usize)>,
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
    /// Dice of the weapon and the ground.
    pub parts: Vec<DicePart>,
    /// Steps of the action that the roll is part of.
    pub more_steps: Vec<StepPart>,
    /// Upper limits of its Position.
    pub caps: Vec<Cap>,
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
            computed: None,
            assist: Assist::default(),
            origin: None,
            sell: None,
            stakes: None,
            meaningful: true,
            timer: None,
            withhold: false,
            threat: None,
            decline: false,
            interrupt: None,
            gauge: false,
            whole: None,
            rerolls: Vec::new(),
            offer_reroll: false,
            against: None,
            injured: false,
            covert: false,
            parts: Vec::new(),
            more_steps: Vec::new(),
            caps: Vec::new(),
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
    // Resisting is no action: who can, does.
    if ask.purpose != "defense" || super::helpless::why(&state, ask).is_some() {
        able(seat, &state, ask.who)?;
    }

    if let Some(other) = ask.interrupt {
        if other == ask.who {
            seat.refuse(Refusal::Target {
                what: name.clone(),
                why: "somebody else takes the fallout".into(),
            })?;
        }
        super::standing(seat, other)?;
    }
    let waiting = state.story.waiting_for(ask.who).to_vec();
    let critical_step = waiting.contains(&Waiting::CriticalStep);
    if critical_step && ask.pay.is_some() {
        seat.refuse(Refusal::SecondPaidStep)?;
    }
    let (dv, position) = difficulty(seat, &state, ask)?;
    let fight = super::fight::bearing::of(&state, pc, ask);
    let mut situation = steps(&state, pc, ask, &fight);
    if critical_step && ask.pay.is_some() {
        // Only the GM's word lets two stand: the second then counts with the situation.
        situation.push(StepPart::new("a second paid step", 1));
    }
    if let Some(origin) = ask.origin {
        situation.push(assist::origin(seat, ask.who, origin)?);
    }
    let helped = assist::dice(seat, &state, pc, ask)?;
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
        position,
        caps: ask.caps.iter().chain(&fight.caps).cloned().collect(),
        steps: situation,
        fatigue: pc.body.fatigue,
        paid_step: ask.pay,
        critical_step,
        dv,
        effect: effect(super::fight::bearing::effect(ask.effect, &fight), &waiting),
        meaningful: ask.meaningful && !ask.gauge,
        stakes: ask.stakes.clone().unwrap_or_default(),
        against: ask.against,
        rerolls: ask.rerolls.clone(),
        whole_reroll: match ask.whole {
            Some((pay, after)) => Some(whole(seat, &state, ask.who, pay, after)?),
            None => None,
        },
        boons: BoonPurse {
            held: pc.boons,
            earned_from_failure_this_scene: pc.failure_boons,
            repeated: stakes
                .as_ref()
                .is_some_and(|stakes| pc.stakes.contains(stakes)),
            hold_cap: super::boons::hold_cap(seat, pc),
        },
        tier: Some(super::boons::tier(pc)),
        ask_dominant: ask.offer_reroll,
        decline_dominant: ask.decline,
        switches: seat.catalog().switches,
        ..RollPlan::new(ask.pool.to_string(), parts(seat, pc, ask, helped, &fight))
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

/// The DV and the GM's Position: as said, of the scene's frame, or worked out and brought back onto the ladder (R08).
fn difficulty<S: Seat>(seat: &mut S, state: &State, ask: &RollAsk) -> Done<(Dv, Position), S> {
    let position = ask.position.unwrap_or(state.scene.position);
    let Some((raw, difficulty)) = ask.computed else {
        let framed = state.story.frame.as_ref().and_then(|frame| frame.dv);
        return Ok((ask.dv.or(framed).unwrap_or_default(), position));
    };
    match on_the_ladder(raw, difficulty, position, &seat.catalog().switches) {
        Settled::Roll { dv, position } => Ok((dv, position)),
        Settled::ExtendedWorking => {
            seat.refuse(Refusal::Forbidden {
                what: format!("DV {raw} from {position}"),
                why: "no single roll reaches it: start a timer of 4 to 12 segments with kind = \"work\" and roll on it at DV 5".into(),
                source_text: "rules/30 §2, R08",
            })?;
            Ok((Dv::TOP, Position::Desperate))
        }
    }
}

fn effect(said: Effect, waiting: &[Waiting]) -> Effect {
    waiting.iter().fold(said, |effect, what| match what {
        Waiting::BetterEffect => effect.step(1),
        Waiting::WorseEffect => effect.step(-1),
        Waiting::CriticalStep => effect,
    })
}

/// The whole roll again: it takes the turn's unused Move besides.
fn whole<S: Seat>(
    seat: &mut S,
    state: &State,
    who: Thing,
    pay: Pay,
    after: usize,
) -> Done<WholeReroll, S> {
    if !crate::table::fight::move_unused(state, who) {
        seat.refuse(Refusal::Tempo {
            what: "throwing the whole roll again".into(),
            why: "it takes this turn's unused Move besides the Boon".into(),
        })?;
    }
    Ok(WholeReroll {
        pay,
        move_unused: true,
        after,
    })
}

/// Whether somebody can act: not at Harm 3, nothing on them that forbids it.
pub(crate) fn able<S: Seat>(seat: &mut S, state: &State, who: Thing) -> Done<(), S> {
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
/// How many dice somebody would throw, as far as that is known before: talents and gear of scripts aside.
///
/// # Errors
/// Nobody of that name.
pub fn dice_of<S: Seat>(seat: &S, ask: &RollAsk) -> Result<i32, Refusal> {
    let state = seat.state();
    let pc = state.pc(ask.who.id).ok_or(Refusal::Impossible {
        what: state.name(ask.who),
        why: "is gone".to_owned(),
    })?;
    let fight = super::fight::bearing::of(&state, pc, ask);
    let parts = parts(seat, pc, ask, None, &fight);
    Ok(parts.iter().map(|part| part.dice).sum())
}

fn parts<S: Seat>(
    seat: &S,
    pc: &Pc,
    ask: &RollAsk,
    helped: Option<DicePart>,
    fight: &Bearing,
) -> Vec<DicePart> {
    let count = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    let mut parts: Vec<DicePart> = match &ask.pool {
        PoolSpec::Dice(n) => vec![DicePart::new("dice", i32::from(*n))],
        PoolSpec::Ratings(ratings) => ratings
            .iter()
            .map(|r| DicePart::new(r.to_string(), count(rating(pc, r))))
            .collect(),
    };
    parts.extend(ask.parts.iter().chain(&fight.parts).cloned());
    for condition in &pc.body.conditions {
        if let Some(native) = crate::rules::conditions::find(&condition.name)
            && native.dice != 0
            && (super::fear::as_level(native.name).is_none()
                || super::fear::near(&seat.state(), ask.who))
        {
            parts.push(DicePart::new(native.name, native.dice));
        }
    }
    // Harm 1 touches what the GM says it touches.
    let harm = crate::rules::fatigue::harm_penalty(u32::from(pc.harm), ask.injured);
    if harm > 0 {
        parts.push(DicePart::new(format!("Harm {}", pc.harm), -count(harm)));
    }
    parts.extend(super::gear::dice(seat, pc, ask));
    parts.extend(helped);
    if ask.sell.as_deref() == Some("die") {
        parts.push(DicePart::new("sold", 1));
    }
    if ask.dice != 0 {
        parts.push(DicePart::new("GM", ask.dice));
    }
    parts
}

/// The situational steps: of the GM, of what waits for the next roll, of conditions, of a tired foe.
fn steps(state: &State, pc: &Pc, ask: &RollAsk, fight: &Bearing) -> Vec<StepPart> {
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
    steps.extend(ask.more_steps.iter().chain(&fight.steps).cloned());
    for condition in &pc.body.conditions {
        let Some(native) = crate::rules::conditions::find(&condition.name) else {
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
    if ask.purpose == "defense" && state.travel.ambushed() {
        steps.push(StepPart::new("the Watch was awake", 1));
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
    if ask.whole.is_some() {
        super::fight::turn::spend_move(seat, who, "the whole roll again")?;
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
    super::fight::bearing::used(seat, ask)?;
    super::cards::ones_rolled(seat, rolled.sb)?;
    let mut ticks = super::hazards::ticks(&seat.state(), &seat.catalog(), rolled);
    if let Some(timer) = ask.timer.filter(|timer| timer.kind == ThingKind::Timer) {
        ticks.extend(progress(seat, ask, timer, rolled)?);
    }
    ticks.extend(fallout(seat, ask, rolled)?);
    if ask.gauge {
        return Ok(ticks);
    }
    if rolled.critical >= 3 {
        ticks.extend(legendary(seat, who, ask.timer)?);
    } else if rolled.critical > 0 {
        critical(seat, who, rolled)?;
    }
    Ok(ticks)
}

/// What an outcome sets off beside the roller: somebody takes the fallout, or the threat ticks.
pub(super) fn fallout<S: Seat>(seat: &mut S, ask: &RollAsk, rolled: &Rolled) -> Done<Ticks, S> {
    if let Some(who) = interrupted(ask, rolled.outcome) {
        super::tracks::mark(seat, who, "fatigue", 1, "takes the fallout")?;
    } else if let Some(threat) = ask.threat.filter(|timer| timer.kind == ThingKind::Timer) {
        return Ok(threatened(seat, ask.who, threat, rolled.outcome)
            .into_iter()
            .collect());
    }
    Ok(Ticks::new())
}

/// Who takes the fallout of this outcome in the roller's place (rules/03 §6).
#[must_use]
pub fn interrupted(ask: &RollAsk, outcome: Outcome) -> Option<Thing> {
    ask.interrupt.filter(|_| outcome == Outcome::Miss)
}

/// Ticks that a roll brings: which timer, how many, why. Whoever called the roll ticks them, with what follows.
pub type Ticks = Vec<(Thing, i32, String)>;

/// The ticks of a roll on a progress timer; with `clean_unticks_hazard` a Clean success also takes one from the hazard it
/// works against (R46).
fn progress<S: Seat>(seat: &mut S, ask: &RollAsk, timer: Thing, rolled: &Rolled) -> Done<Ticks, S> {
    let who = ask.who;
    let forward = seat.point::<crate::rules::timers::ProgressTicks>(rolled.outcome)?;
    let state = seat.state();
    let (kind, partial) = kind_of(seat, &state, timer);
    let mut n = roll_ticks(kind, rolled.outcome, forward, partial);
    if ask.withhold && rolled.outcome == Outcome::Partial {
        n = 0;
    }
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

/// The kind of a timer, and whether a Partial ticks it where only failures do.
fn kind_of<S: Seat>(seat: &S, state: &State, timer: Thing) -> (TimerKind, bool) {
    let Some(timer) = state.timer(timer.id) else {
        return (TimerKind::Custom, false);
    };
    let partial = seat
        .catalog()
        .timers
        .get(&timer.name)
        .is_some_and(|def| def.partial);
    (
        TimerKind::parse(&timer.kind).unwrap_or(TimerKind::Custom),
        partial,
    )
}

/// What a failure does to the timer that waits for it: a Miss ticks it, a Partial where the timer says so (rules/03 §2).
fn threatened<S: Seat>(seat: &S, who: Thing, threat: Thing, outcome: Outcome) -> Ticks {
    let state = seat.state();
    let (_, partial) = kind_of(seat, &state, threat);
    match roll_ticks(TimerKind::Threat, outcome, 0, partial) {
        0 => Vec::new(),
        n => vec![(threat, n, format!("{}'s {outcome}", state.name(who)))],
    }
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
            CriticalBenefit::Step => wait(seat, who, Waiting::CriticalStep, "critical")?,
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
        story_turn(seat)?;
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
        story_turn(seat)?;
        return Ok(Vec::new());
    }
    if let [only] = timers.as_slice() {
        return Ok(vec![(*only, 1, "legendary".to_owned())]);
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

fn story_turn<S: Seat>(seat: &mut S) -> Done<(), S> {
    seat.emit(Event::Said {
        audience: Audience::Gm,
        text: "A major story turn: yours to tell.".into(),
    })?;
    Ok(())
}

/// Something waits for somebody's next roll in this scene.
///
/// # Errors
/// Somebody who is out, or no character.
pub fn wait<S: Seat>(seat: &mut S, who: Thing, what: Waiting, why: &str) -> Done<(), S> {
    super::standing(seat, who)?;
    if who.kind != ThingKind::Pc {
        return Err(only_characters(&seat.state(), who));
    }
    seat.emit(Event::Story(Box::new(StoryFact::Waits {
        who,
        what,
        why: why.to_owned(),
    })))?;
    Ok(())
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

//! The roll, in the order of rules/01 §2. The plan is everything fixed before the dice fall, `Rolled` everything that happened.
//!
//! Not here: marking what it paid and earned (the table does that), spending the SB, choosing critical benefits.

mod plan;
mod rolled;

pub use plan::{DicePart, Payment, Reroll, RollPlan, StepPart, WholeReroll};
pub use rolled::{RerollDone, RerollWhy, Rolled};

use super::boons::{self, BoonsEarned, BoonsIn, Pay};
use super::chair::{Chair, Throw, ThrowWhy};
use super::numbers::{Dv, Face};
use super::outcome::{OutcomeIn, OutcomeMatrix, critical};
use super::pool_size::{PoolIn, PoolSize};
use super::position::{FinalPosition, PositionIn, Stages};
use super::question::{Answer, Question};
use super::reading::Successes;
use super::refusal::{Halt, Refusal};
use super::step::{Contribution, OutcomeStep, RollStep, Step};
use super::values::Position;

/// Rolls: pool and Position, throw, Position re-roll, re-rolls that are given, re-rolls that are paid, outcome, Boons.
///
/// # Errors
/// Refused before a die falls: too few Boons, a ten to be thrown again, a whole re-roll without an unused Move. Refused
/// after: a face that isn't showing, a chair that gives the wrong number of faces. Nothing is paid then. Or the chair stops it.
pub fn roll<C: Chair>(chair: &mut C, plan: RollPlan) -> Result<Rolled, Halt<C::Stop>> {
    let paid = plan.payment();
    check_payments(&plan, paid).map_err(Refusal::halt)?;

    let contributions = chair.modifiers(Step::Roll(roll_step(&plan)))?;
    let mut built = Built::new(chair, &plan, &contributions)?;

    let mut dice = Dice {
        first: Vec::new(),
        faces: Vec::new(),
        rerolls: Vec::new(),
    };
    dice.first = throw(chair, &plan, ThrowWhy::Pool, built.thrown)?;
    dice.faces.clone_from(&dice.first);

    position_reroll(chair, &plan, built.position, &mut dice)?;
    let step = outcome_step(chair, &plan, &built, &dice)?;
    for contribution in chair.modifiers(Step::Outcome(step))? {
        if let Some(face) = contribution.reroll {
            granted_reroll(
                chair,
                &plan,
                face,
                &contribution.why,
                &mut dice,
                &mut built.notes,
            )?;
        }
    }
    paid_rerolls(chair, &plan, &mut dice)?;

    let successes = count(chair, &dice.faces, built.auto)?;
    let (sb, tens) = (dice.sb(), dice.tens());
    let outcome = chair.point::<OutcomeMatrix>(OutcomeIn {
        successes,
        sb,
        tens,
        dv: built.dv,
    })?;
    let earning = BoonsIn {
        who: plan.who,
        outcome,
        sb,
        meaningful: plan.meaningful,
        miss_needs_sb: plan.switches.miss_boon_needs_sb,
    };
    let earned = chair.point::<BoonsEarned>(earning)?;
    let boons = boons::limit(earned, &earning, &plan.boons, plan.boons.held - paid.boons);

    Ok(Rolled {
        who: plan.who,
        purpose: plan.purpose,
        pool_text: plan.pool_text,
        uses: plan.uses,
        parts: built.parts,
        raw: built.raw,
        thrown: built.thrown,
        auto: built.auto,
        stages: built.stages,
        steps: built.steps,
        position: built.position,
        dice_lost: built.dice_lost,
        dv: built.dv,
        effect: plan.effect,
        stakes: plan.stakes,
        first: dice.first,
        rerolls: dice.rerolls,
        faces: dice.faces,
        successes,
        sb,
        tens,
        outcome,
        critical: critical(outcome, tens),
        boons,
        paid,
        notes: built.notes,
    })
}

fn check_payments(plan: &RollPlan, paid: Payment) -> Result<(), Refusal> {
    boons::pay(plan.boons.held, paid.boons, "what this roll asks for")?;
    if plan.rerolls.iter().any(|reroll| reroll.face.is_ten()) {
        return Err(Refusal::TenStays);
    }
    if plan.whole_reroll.is_some_and(|whole| !whole.move_unused) {
        return Err(Refusal::Tempo {
            what: "throwing the whole roll again".to_owned(),
            why: "it takes this turn's unused Move besides the Boon".to_owned(),
        });
    }
    Ok(())
}

fn roll_step(plan: &RollPlan) -> RollStep {
    RollStep {
        who: plan.who,
        purpose: plan.purpose.clone(),
        pool: plan.pool_text.clone(),
        uses: plan.uses.clone(),
        dv: plan.dv,
        position: plan.position,
        dice: plan.parts.iter().map(|part| part.dice).sum(),
        stakes: plan.stakes.clone(),
        against: plan.against,
    }
}

/// Pool, Position and DV as they are when the dice fall.
struct Built {
    parts: Vec<DicePart>,
    raw: i32,
    thrown: u8,
    auto: u32,
    steps: Vec<StepPart>,
    stages: Stages,
    position: Position,
    dice_lost: u32,
    dv: Dv,
    notes: Vec<String>,
}

impl Built {
    fn new<C: Chair>(
        chair: &mut C,
        plan: &RollPlan,
        contributions: &[Contribution],
    ) -> Result<Self, C::Stop> {
        let mut parts = plan.parts.clone();
        let mut steps = plan.steps.clone();
        let mut dv = plan.dv;
        let mut notes = Vec::new();
        for contribution in contributions {
            if contribution.dice != 0 {
                parts.push(DicePart::new(&contribution.why, contribution.dice));
            }
            if contribution.step != 0 {
                steps.push(StepPart::new(&contribution.why, contribution.step));
            }
            if contribution.dv != 0 {
                let moved = dv.plus(contribution.dv);
                notes.push(format!("DV {dv} → {moved}: {}", contribution.why));
                dv = moved;
            }
        }

        let situation = settle_steps(plan.position, &steps, &mut parts);
        let input = PositionIn {
            gm: plan.position,
            situation,
            fatigue: plan.fatigue,
            paid: plan.paid_step.is_some(),
        };
        let stages = Stages::of(&input);
        let out = chair.point::<FinalPosition>(input)?;
        if out.dice_lost > 0 {
            parts.push(DicePart::new(
                "Fatigue",
                -i32::try_from(out.dice_lost).unwrap_or(i32::MAX),
            ));
        }
        if stages.surplus > 0 {
            notes.push("more advantage than Dominant takes: think of a lower DV, a wider Effect, or simply agreeing".to_owned());
        }

        let raw = parts
            .iter()
            .fold(0_i32, |sum, part| sum.saturating_add(part.dice));
        let pool = chair.point::<PoolSize>(PoolIn {
            raw,
            tier: plan.tier,
            tier_caps: plan.switches.tier_pool_caps,
        })?;
        Ok(Self {
            parts,
            raw,
            thrown: pool.thrown,
            auto: pool.auto,
            steps,
            stages,
            position: out.position,
            dice_lost: out.dice_lost,
            dv,
            notes,
        })
    }
}

/// Net situational steps. Defend's step becomes a die where the others already make it Dominant (R57).
fn settle_steps(gm: Position, steps: &[StepPart], parts: &mut Vec<DicePart>) -> i32 {
    let plain = |sum: i32, part: &StepPart| sum.saturating_add(part.steps);
    let mut net = steps.iter().filter(|part| !part.or_die).fold(0, plain);
    for part in steps.iter().filter(|part| part.or_die) {
        if gm.step(net) == Position::Dominant {
            parts.push(DicePart::new(&part.label, part.steps));
        } else {
            net = net.saturating_add(part.steps);
        }
    }
    net
}

/// Dice on the table, and what they were.
struct Dice {
    first: Vec<Face>,
    faces: Vec<Face>,
    rerolls: Vec<RerollDone>,
}

impl Dice {
    /// The second face stands, better or worse.
    fn set(&mut self, index: usize, to: Face, why: RerollWhy) {
        let from = std::mem::replace(&mut self.faces[index], to);
        self.rerolls.push(RerollDone {
            index,
            from,
            to,
            why,
        });
    }

    /// Every 1 that was ever showing.
    fn sb(&self) -> u32 {
        let ones = self
            .first
            .iter()
            .chain(self.rerolls.iter().map(|reroll| &reroll.to))
            .filter(|face| face.is_one());
        u32::try_from(ones.count()).unwrap_or(u32::MAX)
    }

    fn tens(&self) -> u32 {
        u32::try_from(self.faces.iter().filter(|face| face.is_ten()).count()).unwrap_or(u32::MAX)
    }

    fn showing(&self, face: Face) -> Result<usize, Refusal> {
        if face.is_ten() {
            return Err(Refusal::TenStays);
        }
        self.faces
            .iter()
            .position(|on| *on == face)
            .ok_or_else(|| Refusal::NoSuchFace {
                face,
                showing: self.faces.clone(),
            })
    }
}

fn throw<C: Chair>(
    chair: &mut C,
    plan: &RollPlan,
    why: ThrowWhy,
    dice: u8,
) -> Result<Vec<Face>, Halt<C::Stop>> {
    if dice == 0 {
        return Ok(Vec::new());
    }
    let label = plan.pool_text.clone();
    let faces = chair.throw(Throw {
        who: plan.who,
        why,
        dice,
        sides: 10,
        label,
    })?;
    if faces.len() == usize::from(dice) {
        Ok(faces)
    } else {
        Err(Refusal::FacesDontFit {
            label: plan.pool_text.clone(),
            asked: dice,
            got: faces.len(),
        }
        .halt())
    }
}

fn throw_one<C: Chair>(
    chair: &mut C,
    plan: &RollPlan,
    why: ThrowWhy,
) -> Result<Face, Halt<C::Stop>> {
    let faces = throw(chair, plan, why, 1)?;
    Ok(faces[0])
}

/// Dominant may, Desperate must throw one die again, once (R06).
fn position_reroll<C: Chair>(
    chair: &mut C,
    plan: &RollPlan,
    position: Position,
    dice: &mut Dice,
) -> Result<(), Halt<C::Stop>> {
    let Some(index) = position.reroll_index(&dice.faces) else {
        return Ok(());
    };
    let was = dice.faces[index];
    if position == Position::Dominant && plan.ask_dominant {
        let text = format!("Dominant: throw the {was} again?");
        let answer = chair.ask(Question::yes_no("dominant_reroll", plan.who, text, true))?;
        if answer == Answer::Yes(false) {
            return Ok(());
        }
    }
    let to = throw_one(chair, plan, ThrowWhy::PositionReroll { was })?;
    dice.set(index, to, RerollWhy::Position(position));
    Ok(())
}

fn outcome_step<C: Chair>(
    chair: &mut C,
    plan: &RollPlan,
    built: &Built,
    dice: &Dice,
) -> Result<OutcomeStep, C::Stop> {
    Ok(OutcomeStep {
        who: plan.who,
        purpose: plan.purpose.clone(),
        pool: plan.pool_text.clone(),
        uses: plan.uses.clone(),
        faces: dice.faces.clone(),
        successes: count(chair, &dice.faces, built.auto)?,
        sb: dice.sb(),
        dv: built.dv,
        position: built.position,
        stakes: plan.stakes.clone(),
        against: plan.against,
    })
}

fn granted_reroll<C: Chair>(
    chair: &mut C,
    plan: &RollPlan,
    face: Face,
    why: &str,
    dice: &mut Dice,
    notes: &mut Vec<String>,
) -> Result<(), Halt<C::Stop>> {
    match dice.showing(face) {
        Ok(index) => {
            let to = throw_one(chair, plan, ThrowWhy::GrantedReroll { was: face })?;
            dice.set(index, to, RerollWhy::Granted(why.to_owned()));
        }
        // Not worth losing the roll for: a talent that picks the lowest face may meet nothing but tens.
        Err(refusal) => notes.push(format!("{why}: {refusal}")),
    }
    Ok(())
}

fn paid_rerolls<C: Chair>(
    chair: &mut C,
    plan: &RollPlan,
    dice: &mut Dice,
) -> Result<(), Halt<C::Stop>> {
    let whole_at = plan
        .whole_reroll
        .map(|whole| (whole.after.min(plan.rerolls.len()), whole.pay));
    for at in 0..=plan.rerolls.len() {
        if let Some((_, pay)) = whole_at.filter(|(after, _)| *after == at) {
            whole_reroll(chair, plan, pay, dice)?;
        }
        if let Some(reroll) = plan.rerolls.get(at) {
            let index = dice.showing(reroll.face).map_err(Refusal::halt)?;
            let to = throw_one(chair, plan, ThrowWhy::BoonReroll { was: reroll.face })?;
            dice.set(index, to, RerollWhy::Paid(reroll.pay));
        }
    }
    Ok(())
}

/// All dice but tens, once; 1s that were seen stay SB (R13).
fn whole_reroll<C: Chair>(
    chair: &mut C,
    plan: &RollPlan,
    pay: Pay,
    dice: &mut Dice,
) -> Result<(), Halt<C::Stop>> {
    let again: Vec<usize> = (0..dice.faces.len())
        .filter(|index| !dice.faces[*index].is_ten())
        .collect();
    let faces = throw(
        chair,
        plan,
        ThrowWhy::WholeReroll,
        u8::try_from(again.len()).unwrap_or(u8::MAX),
    )?;
    for (index, to) in again.into_iter().zip(faces) {
        dice.set(index, to, RerollWhy::Whole(pay));
    }
    Ok(())
}

fn count<C: Chair>(chair: &mut C, faces: &[Face], auto: u32) -> Result<u32, C::Stop> {
    let mut sum = auto;
    for face in faces {
        sum = sum.saturating_add(chair.point::<Successes>(*face)?);
    }
    Ok(sum)
}

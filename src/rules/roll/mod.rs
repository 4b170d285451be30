//! The roll, in the order of rules/01 §2. The plan is everything fixed before the dice fall, `Rolled` everything that happened.
//!
//! Not here: marking what it paid and earned (the table does that), spending the SB, choosing critical benefits.

mod build;
mod cap;
mod dice;
mod plan;
mod rolled;

pub use cap::Cap;
pub use plan::{Anew, DicePart, Payment, Reroll, RollPlan, StepPart, WholeReroll, spelled};
pub use rolled::{RerollDone, RerollWhy, Rolled};

use super::boons::{self, BoonsEarned, BoonsIn};
use super::chair::{Chair, ThrowWhy};
use super::outcome::{OutcomeIn, OutcomeMatrix, critical};
use super::refusal::{Halt, Refusal};
use super::step::{OutcomeStep, Step};
use build::{Built, roll_step};
use dice::{Dice, count, granted_reroll, paid_rerolls, position_reroll, throw};

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
    dice.first = throw(chair, &plan, ThrowWhy::Pool, built.thrown, &built.parts)?;
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
        against: plan.against,
        purpose: plan.purpose,
        pool_text: plan.pool_text,
        uses: plan.uses,
        parts: built.parts,
        raw: built.raw,
        thrown: built.thrown,
        auto: built.auto,
        stages: built.stages,
        caps: built.caps,
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

//! Before the dice fall: pool, Position and DV with everything that is added to them. rules/01 §2 steps 2–4.

use super::cap::{Cap, limited};
use super::plan::{DicePart, RollPlan, StepPart};
use crate::rules::chair::Chair;
use crate::rules::numbers::Dv;
use crate::rules::pool_size::{PoolIn, PoolSize};
use crate::rules::position::{FinalPosition, PositionIn, Stages};
use crate::rules::step::{Contribution, RollStep};
use crate::rules::values::Position;

pub(super) fn roll_step(plan: &RollPlan) -> RollStep {
    RollStep {
        who: plan.who,
        purpose: plan.purpose.clone(),
        pool: plan.pool_text.clone(),
        uses: plan.uses.clone(),
        dv: plan.dv,
        position: limited(plan.position, &plan.caps).0,
        dice: plan.parts.iter().map(|part| part.dice).sum(),
        stakes: plan.stakes.clone(),
        against: plan.against,
    }
}

/// Pool, Position and DV as they are when the dice fall.
pub(super) struct Built {
    pub(super) parts: Vec<DicePart>,
    pub(super) raw: i32,
    pub(super) thrown: u8,
    pub(super) auto: u32,
    pub(super) steps: Vec<StepPart>,
    pub(super) stages: Stages,
    pub(super) caps: Vec<Cap>,
    pub(super) position: Position,
    pub(super) dice_lost: u32,
    pub(super) dv: Dv,
    pub(super) notes: Vec<String>,
}

impl Built {
    pub(super) fn new<C: Chair>(
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

        let (gm, caps) = limited(plan.position, &plan.caps);
        let situation = settle_steps(gm, &steps, &mut parts);
        let input = PositionIn {
            gm,
            situation,
            fatigue: plan.fatigue,
            paid: plan.paid_step.is_some() || plan.critical_step,
        };
        let stages = Stages::of(&input);
        let out = chair.point::<FinalPosition>(input)?;
        if out.dice_lost > 0 {
            parts.push(DicePart::new(
                "Fatigue",
                -i32::try_from(out.dice_lost).unwrap_or(i32::MAX),
            ));
        }
        if stages.paid == stages.fatigue {
            if plan.paid_step.is_some() {
                notes.push("the paid step bought nothing: it was Dominant already".to_owned());
            } else if plan.critical_step {
                notes.push("the step of a ten brought nothing: it was Dominant already".to_owned());
            }
        }
        if plan.critical_step {
            steps.push(StepPart::new("critical", 1));
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
            caps,
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

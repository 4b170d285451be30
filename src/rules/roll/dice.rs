//! The dice themselves: first throw, every re-roll, what is counted. rules/01 §2 steps 5–8.

use super::plan::{DicePart, RollPlan};
use super::rolled::{RerollDone, RerollWhy};
use crate::rules::boons::Pay;
use crate::rules::chair::{Chair, Throw, ThrowWhy};
use crate::rules::numbers::Face;
use crate::rules::question::{Answer, Question};
use crate::rules::reading::Successes;
use crate::rules::refusal::{Halt, Refusal};
use crate::rules::values::Position;

/// Dice on the table, and what they were.
pub(super) struct Dice {
    pub(super) first: Vec<Face>,
    pub(super) faces: Vec<Face>,
    pub(super) rerolls: Vec<RerollDone>,
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
    pub(super) fn sb(&self) -> u32 {
        let ones = self
            .first
            .iter()
            .chain(self.rerolls.iter().map(|reroll| &reroll.to))
            .filter(|face| face.is_one());
        u32::try_from(ones.count()).unwrap_or(u32::MAX)
    }

    pub(super) fn tens(&self) -> u32 {
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

pub(super) fn throw<C: Chair>(
    chair: &mut C,
    plan: &RollPlan,
    why: ThrowWhy,
    dice: u8,
    parts: &[DicePart],
) -> Result<Vec<Face>, Halt<C::Stop>> {
    if dice == 0 {
        return Ok(Vec::new());
    }
    let faces = chair.throw(Throw {
        who: plan.who,
        why,
        dice,
        sides: 10,
        label: &plan.pool_text,
        parts,
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
    let faces = throw(chair, plan, why, 1, &[])?;
    Ok(faces[0])
}

/// Dominant may, Desperate must throw one die again, once (R06).
pub(super) fn position_reroll<C: Chair>(
    chair: &mut C,
    plan: &RollPlan,
    position: Position,
    dice: &mut Dice,
) -> Result<(), Halt<C::Stop>> {
    let Some(index) = position.reroll_index(&dice.faces) else {
        return Ok(());
    };
    if position == Position::Dominant && plan.decline_dominant {
        return Ok(());
    }
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

pub(super) fn granted_reroll<C: Chair>(
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

pub(super) fn paid_rerolls<C: Chair>(
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
        &[],
    )?;
    for (index, to) in again.into_iter().zip(faces) {
        dice.set(index, to, RerollWhy::Whole(pay));
    }
    Ok(())
}

pub(super) fn count<C: Chair>(chair: &mut C, faces: &[Face], auto: u32) -> Result<u32, C::Stop> {
    let mut sum = auto;
    for face in faces {
        sum = sum.saturating_add(chair.point::<Successes>(*face)?);
    }
    Ok(sum)
}

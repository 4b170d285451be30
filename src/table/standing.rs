//! A seat at which dice that have fallen stay as they are: only what comes after them is thrown.

use std::collections::VecDeque;

use super::seat::Seat;
use crate::rules::chair::{Chair, Point, Throw, ThrowWhy};
use crate::rules::numbers::Face;
use crate::rules::question::{Answer, Question};
use crate::rules::roll::{RerollWhy, Rolled};
use crate::rules::step::{Contribution, Step};

/// The first throw and its Position re-roll stand; the rest is thrown at the seat.
pub(crate) struct Standing<'a, C> {
    seat: &'a mut C,
    pool: Option<Vec<Face>>,
    again: VecDeque<Face>,
}

impl<'a, C: Seat> Standing<'a, C> {
    pub(crate) fn new(seat: &'a mut C, before: &Rolled) -> Self {
        let again = before
            .rerolls
            .iter()
            .filter(|reroll| !matches!(reroll.why, RerollWhy::Whole(_)))
            .map(|reroll| reroll.to)
            .collect();
        Self {
            seat,
            pool: Some(before.first.clone()),
            again,
        }
    }
}

impl<C: Seat> Chair for Standing<'_, C> {
    type Stop = C::Stop;

    fn throw(&mut self, throw: Throw<'_>) -> Result<Vec<Face>, Self::Stop> {
        let fallen = match throw.why {
            ThrowWhy::Pool => self.pool.take(),
            _ if throw.dice == 1 => self.again.pop_front().map(|face| vec![face]),
            _ => None,
        };
        match fallen {
            Some(faces) if faces.len() == usize::from(throw.dice) => Ok(faces),
            _ => self.seat.throw(throw),
        }
    }
    fn ask(&mut self, question: Question) -> Result<Answer, Self::Stop> {
        self.seat.ask(question)
    }
    fn point<P: Point>(&mut self, input: P::In) -> Result<P::Out, Self::Stop> {
        self.seat.point::<P>(input)
    }
    fn modifiers(&mut self, step: Step) -> Result<Vec<Contribution>, Self::Stop> {
        // What a hook was asked and paid for stands too: asking again would pay twice.
        match step {
            Step::Roll(_) | Step::Outcome(_) => self.seat.modifiers_again(step),
            step => self.seat.modifiers(step),
        }
    }
}

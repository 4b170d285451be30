//! What a procedure can't know by itself: dice, answers, house rules, modifiers.
//!
//! `rules` has the book's answers, the script layer asks Luau, a test reads a list ([`super::book_chair::BookChair`]).
//! Procedures are generic over the chair, so the book alone costs nothing.

use super::ids::Thing;
use super::numbers::Face;
use super::question::{Answer, Question};
use super::roll::{self, DicePart};
use super::step::{Contribution, Step};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Dice to be thrown together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throw<'a> {
    /// Whose dice they are; `None` is the GM.
    pub who: Option<Thing>,
    /// Why they are thrown.
    pub why: ThrowWhy,
    /// How many.
    pub dice: u8,
    /// Sides of each; ten for every roll of the rulebook.
    pub sides: u8,
    /// What is thrown, in words: "wits + craft".
    pub label: &'a str,
    /// Where the dice come from, of a whole pool.
    pub parts: &'a [DicePart],
}

impl Throw<'_> {
    /// What is thrown, in full: "Wits 3 + Craft 2 = 5d10".
    #[must_use]
    pub fn spelled(&self) -> String {
        match self.parts {
            [] => self.label.to_owned(),
            parts => format!("{} = {}d10", roll::spelled(parts), self.dice),
        }
    }
}

/// Why dice are thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThrowWhy {
    /// The pool of a roll.
    Pool,
    /// The re-roll of a Dominant or Desperate Position.
    PositionReroll {
        /// The face that was showing.
        was: Face,
    },
    /// A re-roll paid with a Boon, or with Fatigue in its place.
    BoonReroll {
        /// The face that was showing.
        was: Face,
    },
    /// A re-roll that a talent or the like gives.
    GrantedReroll {
        /// The face that was showing.
        was: Face,
    },
    /// The whole pool again, tens excepted (R13).
    WholeReroll,
    /// Anything else: a table, a fear effect.
    Other,
}

/// Answers what a procedure asks while it runs. Every method may stop the procedure.
pub trait Chair {
    /// Why a procedure was stopped; `Infallible` where nothing can stop it.
    type Stop;

    /// Throws the dice. Must give exactly `throw.dice` faces.
    ///
    /// # Errors
    /// Whatever stops the procedure.
    fn throw(&mut self, throw: Throw<'_>) -> Result<Vec<Face>, Self::Stop>;

    /// Puts a question to a person. Must give an answer that fits its kind.
    ///
    /// # Errors
    /// Whatever stops the procedure.
    fn ask(&mut self, question: Question) -> Result<Answer, Self::Stop>;

    /// Computes a rule point: the book's formula, or a house rule in its place, whose result was checked with [`Point::check`].
    ///
    /// # Errors
    /// Whatever stops the procedure.
    fn point<P: Point>(&mut self, input: P::In) -> Result<P::Out, Self::Stop> {
        Ok(P::book(&input))
    }

    /// What conditions, talents, gear and house rules add to this step, in the order in which they are to be shown.
    ///
    /// # Errors
    /// Whatever stops the procedure.
    fn modifiers(&mut self, step: Step) -> Result<Vec<Contribution>, Self::Stop> {
        let _ = step;
        Ok(Vec::new())
    }
}

/// A formula of the rulebook that a house rule may replace. Pure: values in, values out.
pub trait Point {
    /// Name in `override.NAME`.
    const NAME: &'static str;
    /// What it is in one line, for lists.
    const MEANING: &'static str;
    /// What goes in.
    type In: Clone + Serialize + DeserializeOwned;
    /// What comes out.
    type Out: Clone + Serialize + DeserializeOwned;

    /// The book's formula.
    fn book(input: &Self::In) -> Self::Out;

    /// Whether a house rule's result is one the rules can work with.
    ///
    /// # Errors
    /// What is wrong and what is allowed, in words.
    fn check(input: &Self::In, out: &Self::Out) -> Result<(), String>;
}

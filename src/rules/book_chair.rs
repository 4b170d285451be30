//! The chair of tests and examples: faces from a list, answers given ahead or the default, the book's formulas.

use super::chair::{Chair, Throw, ThrowWhy};
use super::numbers::Face;
use super::question::{Answer, Question};
use std::collections::{BTreeMap, VecDeque};

/// Faces from a list, default answers, no house rules.
#[derive(Debug, Clone, Default)]
pub struct BookChair {
    faces: VecDeque<Face>,
    answers: BTreeMap<String, Answer>,
    /// Every throw so far: why, and how many dice.
    pub thrown: Vec<(ThrowWhy, u8)>,
    /// Every question so far.
    pub asked: Vec<Question>,
}

/// Why a [`BookChair`] stops.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BookStop {
    /// The list of faces is used up.
    #[error("{label}: {wanted} dice are thrown, and {left} faces are left in the list")]
    NoFacesLeft {
        /// What was thrown.
        label: String,
        /// How many dice.
        wanted: u8,
        /// How many faces were left.
        left: usize,
    },
    /// An answer given ahead doesn't fit the question.
    #[error("the answer to {key}: {why}")]
    WrongAnswer {
        /// Name of the question.
        key: String,
        /// What would fit.
        why: String,
    },
}

impl BookChair {
    /// A chair with these faces, in order of throwing.
    #[must_use]
    pub fn new(faces: impl IntoIterator<Item = Face>) -> Self {
        Self {
            faces: faces.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Reads the faces from text: "9 6 4 2 1 / 7".
    ///
    /// # Errors
    /// Anything but faces and separators.
    pub fn with_faces(text: &str) -> Result<Self, String> {
        Face::list(text).map(Self::new)
    }

    /// Gives an answer ahead, by the question's key.
    #[must_use]
    pub fn answer(mut self, key: &str, answer: Answer) -> Self {
        self.answers.insert(key.to_owned(), answer);
        self
    }

    /// Faces that nothing has thrown.
    #[must_use]
    pub fn faces_left(&self) -> usize {
        self.faces.len()
    }
}

impl Chair for BookChair {
    type Stop = BookStop;

    fn throw(&mut self, throw: Throw<'_>) -> Result<Vec<Face>, BookStop> {
        let wanted = usize::from(throw.dice);
        if self.faces.len() < wanted {
            return Err(BookStop::NoFacesLeft {
                label: throw.label.to_owned(),
                wanted: throw.dice,
                left: self.faces.len(),
            });
        }
        self.thrown.push((throw.why, throw.dice));
        Ok(self.faces.drain(..wanted).collect())
    }

    fn ask(&mut self, question: Question) -> Result<Answer, BookStop> {
        let answer = self
            .answers
            .get(&question.key)
            .unwrap_or(&question.default)
            .clone();
        question
            .check(&answer)
            .map_err(|why| BookStop::WrongAnswer {
                key: question.key.clone(),
                why,
            })?;
        self.asked.push(question);
        Ok(answer)
    }
}

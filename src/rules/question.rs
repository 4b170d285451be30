//! Questions that the rules put to people, and their answers. Plain data: an open question outlives a reload.

use super::ids::Thing;
use serde::{Deserialize, Serialize};

/// Something only a person can decide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Name of the question, for answers given ahead: "dominant_reroll".
    pub key: String,
    /// Who is asked; `None` is the GM.
    pub who: Option<Thing>,
    /// The question in words.
    pub text: String,
    /// What kind of answer fits.
    pub kind: QuestionKind,
    /// The answer when nobody can be asked.
    pub default: Answer,
}

/// What kind of answer fits a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// Yes or no.
    YesNo,
    /// One of the choices; with `optional`, also none of them.
    Pick {
        /// The choices, at least one.
        choices: Vec<String>,
        /// Whether "none" is an answer.
        optional: bool,
    },
    /// Exactly `n` different choices.
    Picks {
        /// The choices, at least `n`.
        choices: Vec<String>,
        /// How many.
        n: u8,
    },
    /// A whole number in a range.
    Number {
        /// Lowest.
        low: i64,
        /// Highest.
        high: i64,
    },
    /// Free words.
    Text,
}

/// An answer. Choices are kept by their text, so that a journal reads well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// To [`QuestionKind::YesNo`].
    Yes(bool),
    /// To [`QuestionKind::Pick`]; `None` only where the pick is optional.
    Pick(Option<String>),
    /// To [`QuestionKind::Picks`].
    Picks(Vec<String>),
    /// To [`QuestionKind::Number`].
    Number(i64),
    /// To [`QuestionKind::Text`].
    Text(String),
}

impl Question {
    /// A yes-or-no question.
    #[must_use]
    pub fn yes_no(key: &str, who: Option<Thing>, text: impl Into<String>, default: bool) -> Self {
        Self {
            key: key.to_owned(),
            who,
            text: text.into(),
            kind: QuestionKind::YesNo,
            default: Answer::Yes(default),
        }
    }

    /// Whether this answer fits.
    ///
    /// # Errors
    /// What would fit, in words.
    pub fn check(&self, answer: &Answer) -> Result<(), String> {
        let known = |choices: &[String], picked: &String| {
            if choices.contains(picked) {
                Ok(())
            } else {
                Err(format!(
                    "{picked:?} is none of the choices: {}",
                    choices.join(", ")
                ))
            }
        };
        match (&self.kind, answer) {
            (QuestionKind::YesNo, Answer::Yes(_)) | (QuestionKind::Text, Answer::Text(_)) => Ok(()),
            (QuestionKind::Pick { choices, .. }, Answer::Pick(Some(picked))) => {
                known(choices, picked)
            }
            (QuestionKind::Pick { choices, optional }, Answer::Pick(None)) => {
                if *optional {
                    Ok(())
                } else {
                    Err(format!("pick one of: {}", choices.join(", ")))
                }
            }
            (QuestionKind::Picks { choices, n }, Answer::Picks(picked)) => {
                let mut seen: Vec<&String> = Vec::new();
                for choice in picked {
                    known(choices, choice)?;
                    if seen.contains(&choice) {
                        return Err(format!("{choice:?} is picked twice"));
                    }
                    seen.push(choice);
                }
                if picked.len() == usize::from(*n) {
                    Ok(())
                } else {
                    Err(format!("pick {n} of: {}", choices.join(", ")))
                }
            }
            (QuestionKind::Number { low, high }, Answer::Number(n)) => {
                if (low..=high).contains(&n) {
                    Ok(())
                } else {
                    Err(format!("a whole number from {low} to {high}, not {n}"))
                }
            }
            (QuestionKind::YesNo, _) => Err("yes or no".to_owned()),
            (QuestionKind::Pick { choices, .. }, _) => {
                Err(format!("one of: {}", choices.join(", ")))
            }
            (QuestionKind::Picks { choices, n }, _) => {
                Err(format!("{n} of: {}", choices.join(", ")))
            }
            (QuestionKind::Number { low, high }, _) => {
                Err(format!("a whole number from {low} to {high}"))
            }
            (QuestionKind::Text, _) => Err("words".to_owned()),
        }
    }
}

//! An act: one input with all it sets off, on its own copy of the state. It commits whole, or leaves nothing.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::dice::DiceStream;
use super::event::{Audience, Event, Fact};
use super::faces::FaceQueue;
use super::state::State;
use crate::rules::boons::Pay;
use crate::rules::ids::Thing;
use crate::rules::numbers::Face;
use crate::rules::question::{Answer, Question};
use crate::rules::roll::Anew;

/// An answer given with an act, in the order of asking; with a key it waits for that question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// The question's key, if the answer is for that one alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The answer as given.
    pub answer: Reply,
}

/// What people answer before it is fitted to the question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// "the mule", "2", "yes", "96421": read by the kind of the question.
    Words(String),
    /// The question's default.
    Default,
}

/// A question that was put in this act, and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// It.
    pub question: Question,
    /// The answer.
    pub answer: Answer,
    /// The default stood in for an answer.
    pub by_default: bool,
}

/// Where a script asked: file and line.
pub type AskedAt = Option<(String, u32)>;

/// What the act is doing, for the facts' cause.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cause {
    /// In words: "use Hurl a Parapet".
    pub words: String,
    /// Who acts; nobody is the GM.
    pub by: Option<Thing>,
    /// The weapon it is done with, if it is an attack.
    pub with: Option<String>,
}

/// The work of one attempt.
#[derive(Clone, Debug)]
pub struct Act {
    /// The state as changed so far.
    pub state: State,
    /// What was done so far.
    pub facts: Vec<Fact>,
    /// The dice.
    pub stream: DiceStream,
    /// Faces given, still to be used.
    pub faces: FaceQueue,
    /// Answers given, still to be used.
    pub answers: VecDeque<Given>,
    /// Questions put so far.
    pub asked: Vec<Asked>,
    /// Where the last question was put.
    pub asked_at: AskedAt,
    /// The GM overrules refusals, and why.
    pub because: Option<String>,
    /// What is being done, innermost last.
    pub causes: Vec<Cause>,
    /// What was being done when something failed, innermost first.
    pub failing: Vec<String>,
    /// Commands that the front runs after this act.
    pub follow: Vec<String>,
    /// Lines for the GM that are no facts (defaults taken, notices).
    pub notices: Vec<String>,
    /// What scripts print.
    pub printed: Vec<String>,
    /// Calls of host functions that wait for the commit: name and arguments.
    pub after: Vec<(String, Vec<serde_json::Value>)>,
    /// Dice of one roll thrown again: which roll of the act, and which faces.
    pub rerolls: Option<(usize, Vec<(Anew, Pay)>)>,
    /// Faces of those dice, when they were thrown by hand.
    pub reroll_faces: VecDeque<Face>,
    /// Rolls so far.
    pub rolls: usize,
    /// Cards drawn from a real deck, one text a draw.
    pub cards: VecDeque<String>,
    /// What fell so far.
    pub thrown: Thrown,
    /// A call that brought its own faces is being done.
    pub own_faces: bool,
}

/// What fell in a throw, as people would type it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Thrown {
    /// Throws that took what the act was given or the generator, in order: "9 6 4 2 1 / 7, 8 3".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub faces: String,
    /// Throws inside a call that brought its own faces.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub own: String,
}

impl Thrown {
    /// Notes a throw; one that throws a die again belongs to the roll before.
    pub fn note(&mut self, own: bool, again: bool, faces: &[Face]) {
        let line = if own { &mut self.own } else { &mut self.faces };
        if !line.is_empty() {
            line.push_str(if again { " / " } else { ", " });
        }
        let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
        line.push_str(&faces.join(" "));
    }
}

/// A point an act can be taken back to.
#[derive(Clone, Debug)]
pub struct Savepoint {
    state: State,
    facts: usize,
    stream: DiceStream,
    faces: FaceQueue,
    answers: VecDeque<Given>,
    asked: usize,
    follow: usize,
    after: usize,
    rolls: usize,
    cards: VecDeque<String>,
    thrown: Thrown,
}

impl Act {
    /// A new act on a copy of the state.
    #[must_use]
    pub fn new(state: State, stream: DiceStream) -> Self {
        Self {
            state,
            facts: Vec::new(),
            stream,
            faces: FaceQueue::default(),
            answers: VecDeque::new(),
            asked: Vec::new(),
            asked_at: None,
            because: None,
            causes: Vec::new(),
            failing: Vec::new(),
            follow: Vec::new(),
            notices: Vec::new(),
            printed: Vec::new(),
            cards: VecDeque::new(),
            rerolls: None,
            reroll_faces: VecDeque::new(),
            rolls: 0,
            after: Vec::new(),
            thrown: Thrown::default(),
            own_faces: false,
        }
    }

    /// Applies a fact and writes it down.
    ///
    /// # Errors
    /// A misfit: a fault of the program, reported as such.
    pub fn emit(&mut self, event: Event) -> Result<(), super::apply::Misfit> {
        self.state.apply(&event)?;
        let cause = self.causes.last();
        self.facts.push(Fact {
            event,
            cause: cause.map(|cause| cause.words.clone()).unwrap_or_default(),
            by: cause.and_then(|cause| cause.by),
        });
        Ok(())
    }

    /// Words for an audience.
    ///
    /// # Errors
    /// As [`Act::emit`].
    pub fn say(&mut self, audience: Audience, text: &str) -> Result<(), super::apply::Misfit> {
        self.emit(Event::Said {
            audience,
            text: text.to_owned(),
        })
    }

    /// What is being done inside the input, innermost first.
    #[must_use]
    pub fn doing(&self) -> Vec<String> {
        let inside = self.causes.iter().skip(1).rev();
        inside
            .map(|cause| cause.words.clone())
            .filter(|words| !words.is_empty())
            .collect()
    }

    /// A point to come back to.
    #[must_use]
    pub fn savepoint(&self) -> Savepoint {
        Savepoint {
            state: self.state.clone(),
            facts: self.facts.len(),
            stream: self.stream.clone(),
            faces: self.faces.clone(),
            answers: self.answers.clone(),
            asked: self.asked.len(),
            follow: self.follow.len(),
            after: self.after.len(),
            rolls: self.rolls,
            cards: self.cards.clone(),
            thrown: self.thrown.clone(),
        }
    }

    /// Takes back all since a savepoint, but for what was printed and noticed: that is read, and changes nothing.
    pub fn rollback(&mut self, to: Savepoint) {
        self.state = to.state;
        self.facts.truncate(to.facts);
        self.stream = to.stream;
        self.faces = to.faces;
        self.answers = to.answers;
        self.asked.truncate(to.asked);
        self.follow.truncate(to.follow);
        self.after.truncate(to.after);
        self.rolls = to.rolls;
        self.cards = to.cards;
        self.thrown = to.thrown;
    }

    /// The answer given for a question, if there is one: first by key, else the next without one.
    pub fn take_answer(&mut self, key: &str) -> Option<Reply> {
        let at = self
            .answers
            .iter()
            .position(|given| given.key.as_deref() == Some(key))
            .or_else(|| self.answers.iter().position(|given| given.key.is_none()))?;
        self.answers.remove(at).map(|given| given.answer)
    }
}

//! A name that several things have: whoever sits there is asked which, and the line is read again with it.

use super::{Input, Runtime};
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::script::answer;
use crate::script::diagnostic::Diagnostic;
use crate::script::generation;
use crate::script::outcome::{Asking, Outcome};
use crate::script::words::{Several, Unread};

impl Runtime {
    /// Reads an input with the names that were chosen so far, and runs it.
    pub(super) fn read_and_run(&mut self, text: &str, chosen: Vec<String>) -> Outcome {
        match self.read_input(text, &chosen) {
            Ok(input) => self.attempt(input),
            Err(Unread::Several(several)) if self.can_ask() => self.ask_name(text, chosen, several),
            Err(unread) => Outcome::Failed(Box::new(unread.into_fault())),
        }
    }

    /// Somebody sits there, and isn't asked something else already.
    fn can_ask(&self) -> bool {
        self.manner.asking == generation::Asking::Ask && self.open.is_none()
    }

    fn ask_name(&mut self, text: &str, chosen: Vec<String>, several: Several) -> Outcome {
        let question = Question {
            key: "name".to_owned(),
            who: None,
            text: several.question,
            kind: QuestionKind::Pick {
                choices: several.fitting,
                optional: false,
            },
            // Nothing is guessed: an empty answer is none.
            default: Answer::Pick(None),
        };
        let asking = Asking {
            prompt: super::shown::question(&question, None),
            who: None,
            lines: Vec::new(),
            echo: None,
            question,
        };
        let input = Input {
            text: text.to_owned(),
            unread: true,
            chosen,
            ..Input::default()
        };
        self.open = Some((input, asking.clone()));
        Outcome::Question(Box::new(asking))
    }

    /// The answer to such a question. A wrong one leaves it open.
    pub(super) fn answer_name(&mut self, input: Input, asking: Asking, reply: &str) -> Outcome {
        match answer::read(&asking.question, reply, &self.state) {
            Ok(Answer::Pick(Some(name))) => {
                let mut chosen = input.chosen;
                chosen.push(name);
                self.catch_up();
                self.read_and_run(&input.text, chosen)
            }
            Ok(_) | Err(_) if reply.trim().is_empty() => {
                let why = format!("which one? {}, or Ctrl-C leaves it", asking.prompt);
                self.open = Some((input, asking));
                Outcome::Failed(Box::new(Diagnostic::error("answer", why)))
            }
            read => {
                let why = read.err().unwrap_or_default();
                self.open = Some((input, asking));
                Outcome::Failed(Box::new(Diagnostic::error(
                    "answer",
                    format!("{reply:?} is no answer: {why}"),
                )))
            }
        }
    }
}

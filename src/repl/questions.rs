//! Questions at the prompt: what an empty line answers, and what there is to choose.

use crate::rules::question::{Answer, Question, QuestionKind};

/// The words that give the default answer, which an empty line stands for.
pub fn default_words(question: &Question) -> String {
    match &question.default {
        Answer::Yes(true) => "yes".to_owned(),
        Answer::Yes(false) => "no".to_owned(),
        Answer::Pick(Some(choice)) => choice.clone(),
        Answer::Pick(None) => "none".to_owned(),
        Answer::Picks(picked) => {
            // Picks are typed with commas between them; a choice with a comma inside goes by its number.
            let word = |choice: &String| match place(question, choice) {
                Some(number) if choice.contains(',') => number.to_string(),
                _ => choice.clone(),
            };
            picked.iter().map(word).collect::<Vec<_>>().join(", ")
        }
        Answer::Number(number) => number.to_string(),
        Answer::Text(text) => text.clone(),
    }
}

/// What can be answered, for completion.
pub fn choices(question: &Question) -> Vec<String> {
    match &question.kind {
        QuestionKind::YesNo => vec!["yes".to_owned(), "no".to_owned()],
        QuestionKind::Pick {
            choices,
            optional: false,
        }
        | QuestionKind::Picks { choices, .. } => choices.clone(),
        QuestionKind::Pick {
            choices,
            optional: true,
        } => choices.iter().cloned().chain(["none".to_owned()]).collect(),
        QuestionKind::Number { .. } | QuestionKind::Text => Vec::new(),
    }
}

/// The number under which a choice is listed, from 1.
fn place(question: &Question, choice: &String) -> Option<usize> {
    match &question.kind {
        QuestionKind::Pick { choices, .. } | QuestionKind::Picks { choices, .. } => choices
            .iter()
            .position(|known| known == choice)
            .map(|index| index + 1),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn ask(kind: QuestionKind, default: Answer) -> Question {
        Question {
            key: "k".into(),
            who: None,
            text: "?".into(),
            kind,
            default,
        }
    }

    #[test]
    fn an_empty_line_is_the_default_in_words() {
        let choices = || {
            vec![
                "bread".to_owned(),
                "salt, coarse".to_owned(),
                "oil".to_owned(),
            ]
        };
        let pick = |optional| QuestionKind::Pick {
            choices: choices(),
            optional,
        };
        let picks = QuestionKind::Picks {
            choices: choices(),
            n: 2,
        };
        for (question, words) in [
            (ask(QuestionKind::YesNo, Answer::Yes(true)), "yes"),
            (ask(QuestionKind::YesNo, Answer::Yes(false)), "no"),
            (ask(pick(false), Answer::Pick(Some("oil".into()))), "oil"),
            (ask(pick(true), Answer::Pick(None)), "none"),
            (
                ask(
                    picks,
                    Answer::Picks(vec!["oil".into(), "salt, coarse".into()]),
                ),
                "oil, 2",
            ),
            (
                ask(QuestionKind::Number { low: 0, high: 9 }, Answer::Number(4)),
                "4",
            ),
            (ask(QuestionKind::Text, Answer::Text(String::new())), ""),
        ] {
            assert_eq!(default_words(&question), words);
        }
    }
}

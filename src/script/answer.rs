//! What people answer, fitted to the question: a choice by its words, its beginning or its number; yes and no in short.

use crate::rules::question::{Answer, Question, QuestionKind};
use crate::table::names::{self, Found};
use crate::table::state::State;

/// Reads an answer.
///
/// # Errors
/// A sentence that says what is allowed.
pub fn read(question: &Question, words: &str, _state: &State) -> Result<Answer, String> {
    let words = words.trim();
    let answer = match &question.kind {
        QuestionKind::YesNo => match names::fold(words).as_str() {
            "y" | "yes" | "true" | "j" | "ja" => Answer::Yes(true),
            "n" | "no" | "false" | "" | "nein" => Answer::Yes(false),
            _ => return Err("yes or no".into()),
        },
        QuestionKind::Pick { choices, optional } => {
            let declined = matches!(
                names::fold(words).as_str(),
                "" | "none" | "nobody" | "nothing" | "no" | "nil"
            );
            match choice(words, choices) {
                Ok(picked) => Answer::Pick(Some(picked)),
                Err(_) if declined && *optional => Answer::Pick(None),
                Err(_) if words.is_empty() => question.default.clone(),
                Err(why) => return Err(why),
            }
        }
        QuestionKind::Picks { choices, .. } => {
            let picked: Result<Vec<String>, String> = words
                .split(',')
                .filter(|word| !word.trim().is_empty())
                .map(|word| choice(word.trim(), choices))
                .collect();
            Answer::Picks(picked?)
        }
        QuestionKind::Number { low, high } => {
            let n = words
                .parse::<i64>()
                .map_err(|_| format!("a whole number from {low} to {high}"))?;
            Answer::Number(n)
        }
        QuestionKind::Text => Answer::Text(words.to_owned()),
    };
    question.check(&answer)?;
    Ok(answer)
}

fn choice(words: &str, choices: &[String]) -> Result<String, String> {
    if let Found::One(found) = names::find(words, choices) {
        return Ok(found.clone());
    }
    if let Some(at) = words
        .parse::<usize>()
        .ok()
        .and_then(|n| n.checked_sub(1))
        .and_then(|n| choices.get(n))
    {
        return Ok(at.clone());
    }
    let split: Vec<&str> = words.split_whitespace().collect();
    match names::find_start(&split, choices).0 {
        Found::One(found) => Ok(found.clone()),
        Found::Many(many) => {
            let many: Vec<&str> = many.iter().map(|s| s.as_str()).collect();
            Err(format!("{words:?} fits {}", many.join(" and ")))
        }
        Found::None { .. } => Err(format!("one of: {}", choices.join(", "))),
    }
}

/// An answer in words.
#[must_use]
pub fn shown(answer: &Answer) -> String {
    match answer {
        Answer::Yes(true) => "yes".into(),
        Answer::Yes(false) => "no".into(),
        Answer::Pick(Some(picked)) => picked.clone(),
        Answer::Pick(None) => "none".into(),
        Answer::Picks(picked) => picked.join(", "),
        Answer::Number(n) => n.to_string(),
        Answer::Text(text) => text.clone(),
    }
}

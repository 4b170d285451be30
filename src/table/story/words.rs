//! The chapter's facts in words.

use super::fact::StoryFact;
use super::state::Waiting;
use crate::table::state::State;

/// A fact in a line; nothing where it says nothing.
#[must_use]
pub fn one(state: &State, fact: &StoryFact) -> Option<String> {
    let because = |why: &str| {
        if why.is_empty() {
            String::new()
        } else {
            format!("   {why}")
        }
    };
    Some(match fact {
        StoryFact::Framed { new: None, .. } => "no frame from here".to_owned(),
        StoryFact::Framed { new: Some(new), .. } => {
            let dv = new.dv.map(|dv| format!("   DV {dv}")).unwrap_or_default();
            format!("Frame: {}   {}{dv}", new.name, new.kind)
        }
        StoryFact::Waits { who, what, why } => {
            let what = match what {
                Waiting::CriticalStep => "+1 step on the next roll",
                Waiting::BetterEffect => "better Effect on the next roll",
                Waiting::WorseEffect => "worse Effect on the next roll",
            };
            format!("{}   {what}{}", state.name(*who), because(why))
        }
        StoryFact::Grew {
            timer,
            old,
            new,
            why,
        } => format!(
            "{}   {old} → {new} segments{}",
            state.name(*timer),
            because(why)
        ),
    })
}

/// What differs between two states, in short phrases: for undo and redo.
#[must_use]
pub fn diff(from: &State, to: &State) -> Vec<String> {
    let mut words = Vec::new();
    if from.story.frame != to.story.frame {
        words.push(to.story.frame.as_ref().map_or_else(
            || "no frame".into(),
            |frame| format!("frame {}", frame.name),
        ));
    }
    if from.story.waiting != to.story.waiting {
        words.push("what waits for the next roll".into());
    }
    words
}

//! What the journal keeps of how an input was run, so that `again` and `reroll` know it after a restart.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::Input;
use crate::rules::boons::Pay;
use crate::rules::numbers::Face;
use crate::rules::roll::Anew;
use crate::table::act::Thrown;
use crate::table::journal::Act;

/// How an input was run, besides its text and the answers: what doing it again needs, after a restart too.
#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct How {
    #[serde(skip_serializing_if = "Option::is_none")]
    luau: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faces: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rerolls: Option<(usize, Vec<(Anew, Pay)>)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reroll_faces: Vec<Face>,
    #[serde(skip_serializing_if = "nothing")]
    thrown: Thrown,
}

fn nothing(thrown: &Thrown) -> bool {
    *thrown == Thrown::default()
}

/// What the journal keeps of it.
pub(super) fn how(input: &Input) -> Option<Box<Json>> {
    let how = How {
        luau: (input.luau != input.text).then(|| input.luau.clone()),
        because: input.because.clone(),
        faces: input.faces.clone(),
        rerolls: input.rerolls.clone(),
        reroll_faces: input.reroll_faces.clone(),
        thrown: input.thrown.clone(),
    };
    (how != How::default()).then(|| serde_json::to_value(how).ok().map(Box::new))?
}

/// An input as the journal has it.
pub(super) fn input_of<E>(act: &Act<E>) -> Input {
    let answers = act.answers.iter();
    let how = act.how.as_deref().cloned().unwrap_or_default();
    let how: How = serde_json::from_value(how).unwrap_or_default();
    Input {
        text: act.input.clone(),
        luau: how.luau.unwrap_or_else(|| act.input.clone()),
        answers: answers
            .filter_map(|json| serde_json::from_value(json.clone()).ok())
            .collect(),
        because: how.because,
        faces: how.faces,
        rerolls: how.rerolls,
        reroll_faces: how.reroll_faces,
        thrown: how.thrown,
        ..Input::default()
    }
}

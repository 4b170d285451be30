//! What `again { … }` changes of the last act, and what a `reroll` adds to it.

use crate::rules::boons::Pay;
use crate::rules::numbers::Face;
use crate::rules::roll::Anew;
use crate::table::act::Given;

/// Changes to the arguments or answers of an act that is done again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// Options of the act's first verb, as Luau source (`dv` → `4`).
    pub arguments: Vec<(String, String)>,
    /// Dice thrown again, by the face they show.
    pub rerolls: Vec<(Anew, Pay)>,
    /// Their faces, when thrown by hand.
    pub reroll_faces: Vec<Face>,
    /// Answers instead of those given.
    pub answers: Vec<Given>,
    /// Faces instead of those thrown.
    pub faces: Option<String>,
}

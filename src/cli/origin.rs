//! A diagnostic of an input, put into the file the input stands in.

use std::sync::Arc;

use crate::script::diagnostic::{Diagnostic, Place};
use crate::script::prompt::CHUNK;

/// Where an input stands in a longer text.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The name of the whole.
    pub file: String,
    /// The whole.
    pub source: Option<Arc<str>>,
    /// The line of its first sign, from 1.
    pub line: u32,
    /// The column of its first sign, from 1.
    pub column: u32,
}

impl Origin {
    /// The diagnostic with its places in the input moved to where they are in the whole.
    pub fn place(&self, mut fault: Diagnostic) -> Diagnostic {
        if let Some(place) = &mut fault.place {
            self.shift(place);
        }
        for label in &mut fault.labels {
            self.shift(&mut label.place);
        }
        for frame in &mut fault.trace {
            if frame.file == CHUNK {
                frame.file.clone_from(&self.file);
                frame.line = frame.line.map(|line| line + self.line - 1);
            }
        }
        fault.cause = fault.cause.take().map(|cause| self.place(cause));
        if fault.place.is_none() {
            // A refusal by the rules: at least the input that was refused.
            fault.place = Some(Place {
                source: self.source.clone(),
                ..Place::line(self.file.clone(), self.line)
            });
        }
        fault
    }

    fn shift(&self, place: &mut Place) {
        if place.file != CHUNK {
            return;
        }
        if place.line.is_none_or(|line| line == 1) {
            place.column = place.column.map(|column| column + self.column - 1);
        }
        place.line = Some(place.line.unwrap_or(1) + self.line - 1);
        place.file.clone_from(&self.file);
        place.source.clone_from(&self.source);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn places_move_into_the_file() {
        let source: Arc<str> = "local a = 1\nlocal b = 2; hit(a)\nend\n".into();
        let origin = Origin {
            file: "fight.luau".into(),
            source: Some(source),
            line: 2,
            column: 14,
        };
        let fault = Diagnostic::error("x", "no")
            .at(Place::line(CHUNK, 1).column(5))
            .label(Place::line(CHUNK, 2), "here")
            .label(Place::line("monsters/rat.luau", 9), "there")
            .frame(CHUNK, Some(1), None)
            .cause(Diagnostic::error("y", "so").at(Place::line(CHUNK, 1)));
        let placed = origin.place(fault);
        let at = |place: &Place| place.to_string();
        assert_eq!(placed.place.as_ref().map(at).unwrap(), "fight.luau:2:18");
        assert_eq!(
            placed.place.as_ref().and_then(Place::source_line),
            Some("local b = 2; hit(a)")
        );
        assert_eq!(
            placed
                .labels
                .iter()
                .map(|label| at(&label.place))
                .collect::<Vec<_>>(),
            ["fight.luau:3", "monsters/rat.luau:9"]
        );
        assert_eq!(
            (placed.trace[0].file.as_str(), placed.trace[0].line),
            ("fight.luau", Some(2))
        );
        assert_eq!(placed.cause.as_ref().unwrap().to_line(), "fight.luau:2: so");
    }

    #[test]
    fn a_refusal_without_a_place_is_at_its_input() {
        let origin = Origin {
            file: "fight.txt".into(),
            source: None,
            line: 7,
            column: 1,
        };
        assert_eq!(
            origin.place(Diagnostic::error("x", "1 SB short")).to_line(),
            "fight.txt:7: 1 SB short"
        );
    }
}

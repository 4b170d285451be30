//! A diagnostic for programs. Texts are as they were written: whoever shows them makes them safe.

use serde_json::{Value, json};

use super::{Diagnostic, Frame, Label, Place};

impl Diagnostic {
    /// All of it as one JSON object. Keys are always there; what is not known is `null` or `[]`.
    /// `line` and `column` count from 1, `column` and `length` in letters.
    pub fn to_json(&self) -> Value {
        let place = self.place.as_ref();
        json!({
            "code": self.code,
            "level": self.level.word(),
            "message": self.message,
            "file": place.map(|place| &place.file),
            "line": place.and_then(|place| place.line),
            "column": place.and_then(|place| place.column),
            "length": place.and_then(|place| place.length),
            "source": place.and_then(Place::source_line),
            "note": self.note,
            "labels": self.labels.iter().map(label).collect::<Vec<_>>(),
            "doing": self.doing,
            "help": self.help,
            "trace": self.trace.iter().map(frame).collect::<Vec<_>>(),
            "cause": self.cause.as_ref().map(Diagnostic::to_json),
        })
    }
}

fn label(Label { place, text }: &Label) -> Value {
    json!({
        "file": place.file, "line": place.line, "column": place.column, "length": place.length,
        "text": text,
    })
}

fn frame(Frame { file, line, name }: &Frame) -> Value {
    json!({ "file": file, "line": line, "name": name })
}

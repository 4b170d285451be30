//! Writes down what came of inputs where there is no terminal to talk at: results on standard output, faults on
//! standard error; as JSON all of it on standard output, one object a line.

use std::io::{self, IsTerminal, Write};

use serde_json::{Value as Json, json};

use crate::repl::look::Look;
use crate::repl::show;
use crate::script::diagnostic::Diagnostic;
use crate::script::outcome::{Done, Kind, Line};
use crate::table::event::Audience;

/// Where and how results are written.
#[derive(Clone, Debug)]
pub struct Report {
    json: bool,
    out: Look,
    err: Look,
}

impl Report {
    /// A report in words or as JSON, with or without signs and colours.
    pub fn new(json: bool, plain: bool) -> Self {
        Report {
            json,
            out: Look::detect(plain, false, io::stdout().is_terminal()),
            err: Look::detect(plain, false, io::stderr().is_terminal()),
        }
    }

    /// Whether programs read it.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// How text on standard output is to look.
    pub fn look(&self) -> &Look {
        &self.out
    }

    /// Writes an input that went through, with what followed by itself.
    pub fn done(&self, done: &[Done]) -> io::Result<()> {
        if self.json {
            let mut all = done.iter().map(object);
            let Some(mut first) = all.next() else {
                return Ok(());
            };
            let then: Vec<Json> = all.collect();
            if !then.is_empty() {
                first["then"] = then.into();
            }
            return self.line(&first.to_string());
        }
        done.iter()
            .map(|done| show::done(&self.out, done))
            .try_for_each(|text| self.line(&text))
    }

    /// Writes an input that failed, and what went through before it did: the input itself, when it was a command that
    /// followed it which failed.
    pub fn failed(&self, before: &[Done], fault: &Diagnostic) -> io::Result<()> {
        if self.json {
            let mut failed = json!({ "error": fault.to_json() });
            if !before.is_empty() {
                failed["done"] = before.iter().map(object).collect();
            }
            return self.line(&failed.to_string());
        }
        self.done(before)?;
        writeln!(io::stderr(), "{}", show::failed(&self.err, fault))
    }

    /// As [`Report::failed`], at the end of the program, where nobody is left to be told that it can't be written.
    pub fn fault(&self, fault: &Diagnostic) {
        let _ = self.failed(&[], fault);
    }

    /// Tells something beside the results, on standard error.
    pub fn aside(&self, text: &str) {
        let _ = writeln!(io::stderr(), "{}", self.err.text(text));
    }

    /// As [`Report::aside`], for lines of the table.
    pub fn lines_aside(&self, lines: &[Line]) {
        let text = show::lines(&self.err, lines);
        if !text.is_empty() {
            let _ = writeln!(io::stderr(), "{text}");
        }
    }

    /// Writes text to standard output, if there is any.
    pub fn line(&self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        writeln!(out, "{text}")?;
        out.flush()
    }
}

/// `{"value", "lines", "act"}`, and `echo` where something was guessed.
fn object(done: &Done) -> Json {
    let mut object = json!({
        "value": done.value.as_ref().map(|value| &value.json),
        "lines": done.lines.iter().map(line).collect::<Vec<_>>(),
        "act": done.act,
    });
    if let Some(echo) = &done.echo {
        object["echo"] = echo.as_str().into();
    }
    object
}

fn line(line: &Line) -> Json {
    let kind = match line.kind {
        Kind::Fact => "fact",
        Kind::Said => "said",
        Kind::Told => "told",
        Kind::Printed => "printed",
        Kind::Notice => "notice",
    };
    let audience = match line.audience {
        Audience::Gm => "gm",
        Audience::Table => "table",
    };
    json!({ "kind": kind, "audience": audience, "text": line.text })
}

//! A file of Luau in its statements, each an input.

use std::thread;

use full_moon::LuaVersion;
use full_moon::node::Node;
use full_moon::tokenizer::Position;

use crate::script::diagnostic::{Diagnostic, Place};

/// A statement of the top level and where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its text, without what stands around it.
    pub text: String,
    /// Its first line, from 1.
    pub line: u32,
    /// The column of its first sign, from 1.
    pub column: u32,
}

/// The statements of a text. Luau itself decides whether the text is sound; what it takes and our parser doesn't yet
/// know is one statement.
pub fn split(file: &str, text: &str) -> Result<Vec<Statement>, Diagnostic> {
    if let Err(error) = mlua::chunk::Compiler::new().compile(text) {
        return Err(unsound(file, text, &error.to_string()));
    }
    let whole = || {
        vec![Statement {
            text: text.to_owned(),
            line: 1,
            column: 1,
        }]
    };
    // Luau bounds how deep a text nests, and such a text still takes our parser a deep stack.
    let split = thread::scope(|scope| {
        let thread = thread::Builder::new()
            .stack_size(256 << 20)
            .spawn_scoped(scope, || parts(text));
        thread.ok().and_then(|thread| thread.join().ok()).flatten()
    });
    Ok(split.unwrap_or_else(whole))
}

fn parts(text: &str) -> Option<Vec<Statement>> {
    let ast = full_moon::parse_fallible(text, LuaVersion::luau())
        .into_result()
        .ok()?;
    let block = ast.nodes();
    let last = block.last_stmt().map(|last| last.range());
    let ranges = block.stmts().map(Node::range).chain(last);
    ranges
        .map(|range| range.and_then(|(from, to)| part(text, from, to)))
        .collect()
}

fn part(text: &str, from: Position, to: Position) -> Option<Statement> {
    let line = text.lines().nth(from.line().checked_sub(1)?)?;
    let start = text
        .get(..from.bytes())?
        .rfind('\n')
        .map_or(0, |end| end + 1);
    let column = line
        .get(..from.bytes().checked_sub(start)?)?
        .chars()
        .count()
        + 1;
    Some(Statement {
        text: text.get(from.bytes()..to.bytes())?.to_owned(),
        line: u32::try_from(from.line()).ok()?,
        column: u32::try_from(column).ok()?,
    })
}

/// Luau says `syntax error: 3: Expected …` or `:3: Expected …`, with a line.
fn unsound(file: &str, text: &str, error: &str) -> Diagnostic {
    let message = error.strip_prefix("syntax error: ").unwrap_or(error);
    let message = message.lines().next().unwrap_or_default();
    match message
        .trim_start_matches(':')
        .split_once(": ")
        .and_then(|(line, said)| Some((line.parse::<u32>().ok()?, said)))
    {
        Some((line, said)) => {
            Diagnostic::error("luau.syntax", said).at(Place::line(file, line).source(text))
        }
        None => Diagnostic::error("luau.syntax", message).at(Place::file(file)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<(u32, u32, String)> {
        let parts = split("x.luau", text).unwrap();
        parts
            .into_iter()
            .map(|part| (part.line, part.column, part.text))
            .collect()
    }

    #[test]
    fn a_file_falls_into_its_statements_with_their_places() {
        let text = "--!strict\n-- first\nlocal a = 1; hit(\"Flößer\", a)  -- why\n\nif a then\n  undo()\nend\nreturn a";
        let wanted = [
            (3, 1, "local a = 1"),
            (3, 14, "hit(\"Flößer\", a)"),
            (5, 1, "if a then\n  undo()\nend"),
            (8, 1, "return a"),
        ];
        assert_eq!(
            parts(text),
            wanted.map(|(line, column, text)| (line, column, text.to_owned()))
        );
        assert_eq!(parts("-- nothing\n"), []);
        assert_eq!(
            parts("x()\r\ny()\r\n"),
            [(1, 1, "x()".into()), (2, 1, "y()".into())]
        );
        assert_eq!(
            parts("local s = 'ö' local t = `{s}`")[1],
            (1, 15, "local t = `{s}`".into())
        );
    }

    #[test]
    fn what_is_no_luau_is_told_with_its_line() {
        let fault = split("x.luau", "local a = 1\nlocal = 2\n").unwrap_err();
        assert!(
            fault.to_line().starts_with("x.luau:2: Expected identifier"),
            "{}",
            fault.to_line()
        );
        assert_eq!(
            fault.place.as_ref().and_then(Place::source_line),
            Some("local = 2")
        );
    }

    #[test]
    fn deep_nesting_is_refused_or_split_but_never_a_crash() {
        for depth in [150, 800, 5_000] {
            let text = format!("local a = {}1{}\nx()", "(".repeat(depth), ")".repeat(depth));
            match split("x.luau", &text) {
                Ok(parts) => assert_eq!(parts.len(), 2),
                Err(fault) => assert_eq!(fault.code, "luau.syntax"),
            }
        }
    }
}

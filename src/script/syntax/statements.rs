//! A file as the inputs it would be at the prompt: `storybeat run FILE`.

use std::sync::Arc;

use super::span::span;
use super::tree::{Fault, with_tree};
use crate::script::diagnostic::{Diagnostic, Place};

/// A statement of a file's top level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Its text, byte for byte; without the blanks, comments and `;` around it.
    pub text: String,
    /// The line it begins on, from 1.
    pub line: u32,
    /// The column of its first letter, from 1.
    pub column: u32,
}

/// The statements of a file's top level, in order.
///
/// Errors: what Luau says when it does not accept the file, with file and line; a file above 512 KB.
/// Where Luau accepts what our parser does not know, the whole file is one statement.
pub fn statements(path: &str, text: &Arc<str>) -> Result<Vec<Statement>, Diagnostic> {
    let found = with_tree(text, |tree| {
        let block = tree.nodes();
        let last = block.last_stmt().and_then(span);
        block
            .stmts()
            .filter_map(span)
            .chain(last)
            .collect::<Vec<_>>()
    });
    match found {
        Ok(spans) => Ok(spans
            .into_iter()
            .filter_map(|span| {
                let before = text.get(..span.bytes.start)?;
                let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
                Some(Statement {
                    text: text.get(span.bytes)?.to_owned(),
                    line: span.line,
                    column: u32::try_from(column).unwrap_or(u32::MAX),
                })
            })
            .collect()),
        Err(Fault::Unreadable) => Ok(vec![Statement {
            text: text.to_string(),
            line: 1,
            column: 1,
        }]),
        Err(Fault::Luau(what, line)) => {
            let place = match line {
                Some(line) => Place::line(path, line),
                None => Place::file(path),
            };
            let place = place.source(Arc::clone(text));
            Err(Diagnostic::error("luau.syntax", what).at(place))
        }
        Err(Fault::Large(size)) => {
            let what = format!(
                "a script holds 512 KB at most, this one has {} KB",
                size / 1024
            );
            Err(Diagnostic::error("luau.large", what).at(Place::file(path)))
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split(text: &str) -> Vec<(u32, String)> {
        let found = statements("x.luau", &Arc::from(text)).unwrap();
        found.into_iter().map(|s| (s.line, s.text)).collect()
    }

    #[test]
    fn each_statement_as_it_was_written() {
        let rows: &[(&str, &[(u32, &str)])] = &[
            ("", &[]),
            ("-- nothing\n\n", &[]),
            ("a() b()", &[(1, "a()"), (1, "b()")]),
            (
                "a(); b();\nreturn x;",
                &[(1, "a()"), (1, "b()"), (2, "return x")],
            ),
            ("return", &[(1, "return")]),
            ("return x, { y = 1 } -- done", &[(1, "return x, { y = 1 }")]),
            (
                "local x: number? = 1\nlocal y: {T}",
                &[(1, "local x: number? = 1"), (2, "local y: {T}")],
            ),
            (
                "local z: typeof(f())\nlocal g: <T>(T) -> ...T",
                &[(1, "local z: typeof(f())"), (2, "local g: <T>(T) -> ...T")],
            ),
            (
                "type P = { x: number }\nexport type Q = P & R",
                &[(1, "type P = { x: number }"), (2, "export type Q = P & R")],
            ),
            (
                "say(`{a} and {b}`)\nx = `end`",
                &[(1, "say(`{a} and {b}`)"), (2, "x = `end`")],
            ),
            (
                "-- roll()\nroll(1) -- tick()\n--[[ hit()\n]] hit(2)",
                &[(2, "roll(1)"), (4, "hit(2)")],
            ),
            (
                "roll(\n  \"Lyra\", -- who\n  3\n)\nx = 1",
                &[(1, "roll(\n  \"Lyra\", -- who\n  3\n)"), (5, "x = 1")],
            ),
            (
                "@native\nfunction f() end f()",
                &[(1, "@native\nfunction f() end"), (2, "f()")],
            ),
            (
                "@native local function f() end",
                &[(1, "@native local function f() end")],
            ),
            (
                "spawn \"Troll\" say 'x' f{1}",
                &[(1, "spawn \"Troll\""), (1, "say 'x'"), (1, "f{1}")],
            ),
            (
                "say [[\nlong; text]]\n\nx += 1",
                &[(1, "say [[\nlong; text]]"), (4, "x += 1")],
            ),
            (
                "if a then b() else c() end for i = 1, 2 do d() end",
                &[
                    (1, "if a then b() else c() end"),
                    (1, "for i = 1, 2 do d() end"),
                ],
            ),
            (
                "repeat local x = f() until x == 3\ndo end while a do end",
                &[
                    (1, "repeat local x = f() until x == 3"),
                    (2, "do end"),
                    (2, "while a do end"),
                ],
            ),
            (
                "x = a :: any\ny = if a then b else c",
                &[(1, "x = a :: any"), (2, "y = if a then b else c")],
            ),
            (
                "say('é')\r\nsay('–')\r\n",
                &[(1, "say('é')"), (2, "say('–')")],
            ),
            (
                "local x = not\n#y\nz:w \"v\"",
                &[(1, "local x = not\n#y"), (3, "z:w \"v\"")],
            ),
            (
                "const k = 1 const function f() end",
                &[(1, "const k = 1"), (1, "const function f() end")],
            ),
            ("f<<number>>(1) f()", &[(1, "f<<number>>(1)"), (1, "f()")]),
        ];
        for (text, wanted) in rows {
            let wanted: Vec<_> = wanted.iter().map(|(l, s)| (*l, (*s).to_owned())).collect();
            assert_eq!(split(text), wanted, "{text}");
        }
    }

    #[test]
    fn luau_errors_have_their_place() {
        let fault = statements("run.luau", &Arc::from("a()\nlocal = 3")).unwrap_err();
        assert!(
            fault
                .to_line()
                .starts_with("run.luau:2: Expected identifier"),
            "{}",
            fault.to_line()
        );
        let large = "a()\n".repeat(200_000);
        let fault = statements("run.luau", &Arc::from(large.as_str())).unwrap_err();
        assert_eq!(
            fault.to_line(),
            "run.luau: a script holds 512 KB at most, this one has 781 KB"
        );
    }

    #[test]
    fn long_else_if_chains_take_no_time() {
        let chain = "if a then b else ".repeat(150);
        let text = format!("local x = {chain}c\nx = 1");
        assert_eq!(split(&text).len(), 2);
    }

    /// Statements with all sorts of syntax, blanks, comments and `;` between them.
    fn source() -> impl Strategy<Value = (Vec<String>, String)> {
        let one = prop::sample::select(vec![
            "local x = 1",
            "local a: T?, b = f(), 2",
            "roll(\"Lyra\", `w {1 + 2} x`, 3, { faces = \"96421\" })",
            "troll:use(\"Hurl\", 'Lyra')",
            "spawn \"Ash Rat\"",
            "roll { who = \"é\", pool = 5 }",
            "x.y[1].z = -2",
            "count += 1",
            "function f(a: number, ...): () return a end",
            "local function g() -- )\n return end",
            "for _, pc in party do pc:pay(1) end",
            "if a then\n b()\nelseif c then d() else e() end",
            "repeat x() until y",
            "while true do break end",
            "do local z; z = 1; end",
            "say [==[\n ]] end]==]",
            "type A = { [string]: number } | nil",
            "x = if a then b else c",
            "x = (function() return 1 end)()",
            "x = a :: any",
            "local s = 'it\\'s ; -- no'",
            "a.b.c:d(1)(2) { 3 }",
        ]);
        let gap = prop::sample::select(vec![
            ";",
            "; ",
            ";\n",
            " ;--[[ f() ]] ",
            "; -- g() (\n",
            ";\r\n\r\n\t",
        ]);
        prop::collection::vec((one, gap), 0..12).prop_map(|parts| {
            let text = parts
                .iter()
                .map(|(one, gap)| format!("{one}{gap}"))
                .collect();
            (
                parts.iter().map(|(one, _)| (*one).to_owned()).collect(),
                text,
            )
        })
    }

    proptest! {
        #[test]
        fn statements_come_back_byte_for_byte((parts, text) in source()) {
            let found: Vec<String> = split(&text).into_iter().map(|(_, text)| text).collect();
            prop_assert_eq!(&found, &parts);
            // The same again, joined in another way.
            let joined = found.join("\n;\n");
            prop_assert_eq!(split(&joined).into_iter().map(|(_, text)| text).collect::<Vec<_>>(), found);
        }

        #[test]
        fn lines_are_where_the_statement_stands((_, text) in source()) {
            for (line, statement) in split(&text) {
                let rest: Vec<&str> = text.split('\n').skip(line as usize - 1).collect();
                let first = statement.split('\n').next().unwrap();
                prop_assert!(rest[0].contains(first), "{} {}", line, statement);
                prop_assert!(rest.join("\n").contains(&statement));
            }
        }

        #[test]
        fn any_text_is_split_or_refused(text in "[a-z(){}\\[\\]`'\"=.,;:@<>\\\\ \n-]{0,60}") {
            if let Ok(found) = statements("x", &Arc::from(text.as_str())) {
                for statement in found {
                    prop_assert!(text.contains(&statement.text));
                }
            }
        }
    }
}

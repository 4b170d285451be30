//! Parsing that no text can break.
//!
//! full_moon needs up to 60 KB of native stack for one level of nesting and has no limit of its own; dropping a tree
//! goes as deep. Luau has limits (1,000 levels, chains of operators included), so Luau parses first; what it accepts
//! is then parsed on a thread whose stack is large enough for that depth. The caller's stack is not used.

use std::thread;

use full_moon::ast::Ast;
use mlua::chunk::Compiler;

/// The largest text looked at, in bytes: what a script may be, 512 KB.
const LARGEST: usize = 512 * 1024;

/// Stack of the parsing thread, in bytes: twice what 1,000 levels took in a debug build. It is reserved, not used,
/// until a text is that deep.
const STACK: usize = 128 << 20;

/// Why there is no tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// Luau does not accept the text: its words, and the line if it says one.
    Luau(String, Option<u32>),
    /// The text is too large; its size in bytes.
    Large(usize),
    /// Luau accepts it, our parser does not.
    Unreadable,
}

/// Gives the tree of a Luau text to `look`, which runs on the parsing thread.
pub(super) fn with_tree<T: Send>(
    text: &str,
    look: impl FnOnce(&Ast) -> T + Send,
) -> Result<T, Fault> {
    if text.len() > LARGEST {
        return Err(Fault::Large(text.len()));
    }
    let work = || {
        accepted(text)?;
        let tree = full_moon::parse(text).map_err(|_| Fault::Unreadable)?;
        Ok(look(&tree))
    };
    thread::scope(|scope| {
        let builder = thread::Builder::new().name("syntax".into());
        let started = builder.stack_size(STACK).spawn_scoped(scope, work);
        let thread = started.map_err(|_| Fault::Unreadable)?;
        thread.join().unwrap_or(Err(Fault::Unreadable))
    })
}

/// Whether Luau accepts the text.
fn accepted(text: &str) -> Result<(), Fault> {
    let compiler = Compiler::new().set_optimization_level(0).set_debug_level(0);
    match compiler.compile(text) {
        Ok(_) => Ok(()),
        Err(mlua::Error::SyntaxError { message, .. }) => Err(said(&message)),
        Err(other) => Err(Fault::Luau(other.to_string(), None)),
    }
}

/// Luau writes `:3: Expected …`: the line, and what is wrong there.
fn said(message: &str) -> Fault {
    let parts = message.trim_start_matches(':').split_once(": ");
    match parts.and_then(|(line, what)| Some((line.parse().ok()?, what))) {
        Some((line, what)) => Fault::Luau(what.to_owned(), Some(line)),
        None => Fault::Luau(message.to_owned(), None),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::super::span::span;
    use super::*;

    /// How many statements; looked at as deeply as any of our visitors does.
    fn parse(text: &str) -> Result<usize, Fault> {
        with_tree(text, |tree| {
            tree.nodes().stmts().filter(|s| span(*s).is_some()).count()
        })
    }

    /// Before, opening, inside, closing.
    const NESTED: [[&str; 4]; 18] = [
        ["local x = ", "(", "1", ")"],
        ["local x = ", "{", "1", "}"],
        ["local x = ", "not ", "1", ""],
        ["local x = ", "- ", "1", ""],
        ["local x = 1", " + 1", "", ""],
        ["local x = 1", " .. 1", "", ""],
        ["", "if x then ", "", "end "],
        ["", "do ", "", "end "],
        ["local x = ", "function() return ", "", "end "],
        ["local x = ", "if a then b else ", "1", ""],
        ["f", "(1)", "", ""],
        ["f = f", ".a", "", ""],
        ["f", "(f", "", ")"],
        ["f = f", "[f", "", "]"],
        ["local x: T", " | T", "", ""],
        ["local x: T", "<T", "", " >"],
        ["local x: ", "() -> ", "nil", ""],
        ["local x = ", "`{", "1", "}`"],
    ];

    #[test]
    fn depth_is_read_or_refused_and_never_overflows() {
        for [before, open, inside, close] in NESTED {
            for depth in [1, 30, 200, 500, 990, 2_000, 20_000] {
                let text = format!(
                    "{before}{}{inside}{}",
                    open.repeat(depth),
                    close.repeat(depth)
                );
                match parse(&text) {
                    Ok(count) => assert_eq!(count, 1, "{open} {depth}"),
                    Err(Fault::Luau(_, Some(1))) => assert!(depth >= 200, "{open} {depth}"),
                    Err(other) => panic!("{open} {depth}: {other:?}"),
                }
            }
        }
    }

    #[test]
    fn luau_says_what_is_wrong_and_where() {
        let Err(Fault::Luau(what, Some(2))) = parse("local x = 1\nlocal = 2") else {
            panic!("no fault on line 2");
        };
        assert!(what.starts_with("Expected identifier"), "{what}");
        assert_eq!(parse("break"), parse(" break"));
        assert!(parse("break").is_err());
    }

    #[test]
    fn a_text_of_the_largest_size_is_read() {
        let line = "local function f(who) return who.name .. \"x\" end f { name = 'Lyra' }\n";
        let block = format!("do\n{line}end\n");
        let text = block.repeat(LARGEST / block.len());
        assert_eq!(parse(&text), Ok(LARGEST / block.len()));
        let large = format!("{text}{text}");
        assert_eq!(parse(&large), Err(Fault::Large(large.len())));
    }
}

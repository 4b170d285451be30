//! The names a prompt input makes and takes.

use full_moon::ast::Stmt;

use super::scopes::{Variable, word, writes};
use super::tree::with_tree;

/// The names declared by the top-level `local` (and `const`) statements and `local function`s of a prompt input, in
/// order, each as often as it is declared. `None` when Luau does not accept the input as statements.
pub fn top_locals(text: &str) -> Option<Vec<String>> {
    let names = with_tree(text, |tree| {
        let declared = |statement: &Stmt| match statement {
            Stmt::LocalAssignment(local) => local.names().iter().map(word).collect(),
            Stmt::ConstAssignment(local) => local.names().iter().map(word).collect(),
            Stmt::LocalFunction(function) => vec![word(function.name())],
            Stmt::ConstFunction(function) => vec![word(function.name())],
            _ => Vec::new(),
        };
        tree.nodes().stmts().flat_map(declared).collect()
    });
    names.ok()
}

/// The globals a prompt input sets itself (`roll = 5`, `function roll() … end`, blocks included), each with its line,
/// in order. Fields (`x.y = 5`) set no global, and what stands inside a function is not done by the input. Empty when
/// Luau does not accept the input.
pub fn top_assignments(text: &str) -> Vec<(String, u32)> {
    let all = with_tree(text, writes).unwrap_or_default();
    all.into_iter()
        .filter(|w| w.whole && w.variable == Variable::Global && w.function.is_none())
        .map(|write| (write.name, write.line))
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn locals_of_the_top_level() {
        let rows: &[(&str, &[&str])] = &[
            ("", &[]),
            ("local x = 1", &["x"]),
            ("local a, b: number, c = f()", &["a", "b", "c"]),
            ("local function f() local y end local x", &["f", "x"]),
            (
                "do local inner = 1 end for i = 1, 2 do end function g() end x = 1",
                &[],
            ),
            (
                "const k = 1 local r = roll('Lyra', 3) return r",
                &["k", "r"],
            ),
            ("local x = 1; local x = 2 -- local z", &["x", "x"]),
            ("type T = number local t: T = 1", &["t"]),
        ];
        for (text, wanted) in rows {
            assert_eq!(top_locals(text).unwrap(), *wanted, "{text}");
        }
        for text in ["local", "1 + 1", "tick bridge", "local x ="] {
            assert_eq!(top_locals(text), None, "{text}");
        }
    }

    #[test]
    fn globals_set_at_the_top_level() {
        let rows: &[(&str, &[(&str, u32)])] = &[
            ("roll = 5", &[("roll", 1)]),
            ("\nroll, x.y, sb = 1, 2, 3", &[("roll", 2), ("sb", 2)]),
            ("x += 1", &[("x", 1)]),
            ("function roll() end", &[("roll", 1)]),
            ("function party.x() end function party:y() end", &[]),
            ("if true then\n  roll = 5 end", &[("roll", 2)]),
            ("local roll roll = 5", &[]),
            ("local roll = function() hit = 5 end", &[]),
            ("do local roll end roll = 1", &[("roll", 1)]),
            ("roll(1) x.roll = 5 x['roll'] = 5 return { roll = 5 }", &[]),
            ("roll = ", &[]),
        ];
        for (text, wanted) in rows {
            let wanted: Vec<_> = wanted.iter().map(|(n, l)| ((*n).to_owned(), *l)).collect();
            assert_eq!(top_assignments(text), wanted, "{text}");
        }
    }
}

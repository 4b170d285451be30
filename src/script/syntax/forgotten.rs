//! Warnings for what a script tries to keep between acts in a local: a reload loses it, an undo keeps it
//! (ARCHITECTURE.md, "The script world").

use std::collections::HashSet;
use std::sync::Arc;

use super::scopes::{Variable, Write, writes};
use super::span::number;
use super::tree::with_tree;
use crate::script::diagnostic::{Diagnostic, Place};

/// Warnings for one file at most; nobody reads more.
const MOST: usize = 20;

/// A warning for each local made at load that a function writes to, once for a name and a function, 20 at most.
///
/// Writing is `count = …`, `count += …`, `seen[x] = …`, `table.insert(seen, …)` and its like. Writes at load,
/// parameters, loop variables and locals inside functions are fine, and so is what is in `store` by another name.
/// A text that Luau does not accept gives nothing: the VM reports it.
pub fn forgotten(path: &str, text: &Arc<str>) -> Vec<Diagnostic> {
    let mut told = HashSet::new();
    let all = with_tree(text, writes).unwrap_or_default();
    let lost = all.iter().filter(|write| lost(write));
    lost.filter(|write| told.insert((write.name.as_str(), write.function)))
        .take(MOST)
        .map(|write| warning(path, text, write))
        .collect()
}

fn lost(write: &Write) -> bool {
    let kept = match write.variable {
        Variable::Kept => true,
        Variable::Stored => write.whole,
        Variable::Global | Variable::Passing => false,
    };
    kept && write.function.is_some()
}

fn warning(path: &str, text: &Arc<str>, write: &Write) -> Diagnostic {
    let name = &write.name;
    let message = format!("`{name}` is lost at a reload and kept by an undo: use `store.{name}`");
    let place = Place::line(path, write.line)
        .column(write.column)
        .length(number(name.chars().count()))
        .source(Arc::clone(text));
    Diagnostic::warning("luau.forgotten", message).at(place)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::script::diagnostic::Look;

    /// `line:column name` of each warning.
    fn found(text: &str) -> Vec<String> {
        let warnings = forgotten("x.luau", &Arc::from(text));
        let place = |warning: &Diagnostic| {
            let place = warning.place.clone().unwrap();
            let name = warning.message.split('`').nth(1).unwrap().to_owned();
            assert_eq!(place.length, Some(number(name.len())));
            format!("{}:{} {name}", place.line.unwrap(), place.column.unwrap())
        };
        warnings.iter().map(place).collect()
    }

    #[test]
    fn writes_to_what_a_reload_loses_are_told() {
        let rows: &[(&str, &[&str])] = &[
            ("local n = 0\non.hit(function() n = 1 end)", &["2:19 n"]),
            ("local n = 0\non.hit(function() n += 1 end)", &["2:19 n"]),
            ("local s = {}\nfunction f(x) s[x] = true end", &["2:15 s"]),
            (
                "local s = {}\nlocal function f() s.a.b = 1 end",
                &["2:20 s"],
            ),
            (
                "local s = {}\nlocal f = function() s.a.b ..= 'x' end",
                &["2:22 s"],
            ),
            (
                "local a, b\nfunction f() a, b.c = 1, 2 end",
                &["2:14 a", "2:17 b"],
            ),
            (
                "local s = {}\nfunction f() table.insert(s, 1) end",
                &["2:27 s"],
            ),
            (
                "local s = {}\nfunction f() return table.remove(s.list) end",
                &["2:34 s"],
            ),
            (
                "local s = {}\nfunction f() table.sort(s) table.clear(s) end",
                &["2:25 s"],
            ),
            (
                "local s = {}\nfunction f() function s.g() end end",
                &["2:23 s"],
            ),
            ("local f\nfunction g() function f() end end", &["2:23 f"]),
            (
                "local n\nreturn { run = function() return function() n = 1 end end }",
                &["2:45 n"],
            ),
            (
                "do local n = 0 on.hit(function() n += 1 end) end",
                &["1:34 n"],
            ),
            (
                "local n: number = 0\nfunction f() if true then for i = 1, 2 do n += i end end end",
                &["2:43 n"],
            ),
            ("local n\nlocal x = 'é' function f() n = 1 end", &["2:28 n"]),
            (
                "local n\nfunction f() local n = n end function g() n = 1 end",
                &["2:43 n"],
            ),
            (
                "local n\nfunction f() n = 1 n = 2 end\nfunction g() n = 3 end",
                &["2:14 n", "3:14 n"],
            ),
            (
                "local n\nfunction f() do local n = 1 n = 2 end n = 3 end",
                &["2:39 n"],
            ),
            (
                "local n\nfunction f() repeat local n n = 1 until g(function() n = 2 end) n = 3 end",
                &["2:65 n"],
            ),
            (
                "local n\nfunction f() for n in g(function() n = 1 end) do n = 2 end end",
                &["2:36 n"],
            ),
            ("local s = store\nfunction f() s = nil end", &["2:14 s"]),
            ("const s = {}\nfunction f() s.x = 1 end", &["2:14 s"]),
        ];
        for (text, wanted) in rows {
            assert_eq!(found(text), *wanted, "{text}");
        }
    }

    #[test]
    fn the_rest_is_fine() {
        for text in [
            "local n = 0\nn += 1\nlocal s = {}\ns.x = 1\ntable.insert(s, 2)",
            "local n\nfunction f(n) n = 1 end",
            "local n\nfunction f() local n = 0 n += 1 end",
            "local n\nfunction f() for n = 1, 3 do n = 2 end end",
            "for i = 1, 3 do on.hit(function() i = 2 end) end",
            "local n\nfunction f() for _, n in party do n.x = 2 end end",
            "local n\nfunction f() local function n() end n = 1 end",
            "local self\nlocal t = {}\nfunction t:f() self.x = 1 end",
            "local function helper() return 1 end",
            "function f() store.n = 1 count = 2 end",
            "local s = store\nfunction f() s.n = 1 table.insert(s.list, 1) end",
            "local s, n = store.places, 1\nlocal t = s.x\nfunction f() s.n = 1 t.n = 1 end",
            "local function of(x) return x.memory end\nfunction f(x) of(x).n = 1 end",
            "local s = {}\nfunction f() table.concat(s) table.unpack(s) s.insert(s, 1) end",
            "local s = {}\nfunction f(table) table.insert(s, 1) end",
            "local s = {}\nfunction f() print('s.x = 1') --[[ s.x = 1 ]] return s.x == 1, { s = 1 } end",
        ] {
            assert_eq!(found(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn there_are_no_floods() {
        let functions = "function f() n = 1 n = 2 n += 1 end\n".repeat(50);
        assert_eq!(found(&format!("local n\n{functions}")).len(), MOST);
    }

    #[test]
    fn deep_and_large_texts_are_read() {
        let (open, close) = ("function() return ".repeat(190), " end".repeat(190));
        let deep = format!("local n\nlocal f = {open}function() n = 1 end{close}");
        assert_eq!(found(&deep).len(), 1);
        let blocks = ("if n then ".repeat(900), "end ".repeat(900));
        let deep = format!("local n\nfunction f() {}n = 1 {}end", blocks.0, blocks.1);
        assert_eq!(found(&deep).len(), 1);
        let line = "function f(a) local b = a b.x = n b.y += 1 table.insert(b, a) end\n";
        let large = format!("local n\n{}function f() n = 1 end", line.repeat(7_500));
        assert!(large.len() > 480_000);
        assert_eq!(found(&large), ["7502:14 n"]);
    }

    #[test]
    fn what_luau_does_not_accept_gives_nothing() {
        for text in [
            "local n\nfunction f() n = 1",
            "local n function f() n ++ end",
            "\u{0}",
            "(((((",
        ] {
            assert_eq!(found(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn the_caret_is_under_the_name() {
        let text = "local count = 0\non.hit(function(e)\n    count += 1\nend)\n";
        let warning = forgotten("scripts/x.luau", &Arc::from(text)).remove(0);
        insta::assert_snapshot!(warning.to_text(&Look { plain: true, ..Look::default() }), @r"
        warning: `count` is lost at a reload and kept by an undo: use `store.count`
         --> scripts/x.luau:3:5
          |
        3 |     count += 1
          |     ^^^^^
        ");
    }
}

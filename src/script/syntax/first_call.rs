//! `again { dv = 4 }`: the same input with other options in its first call.

use full_moon::ast::LastStmt;

use super::call_site::{Site, first_call};
use super::rewrite::rewrite;
use super::span::span;
use super::tree::{Fault, with_tree};

/// What makes an expression a statement.
const RETURN: &str = "return ";

/// The name of the first call that a prompt input makes itself: `roll`, `scene.start`, and for a method its bare name
/// (`use` in `troll:use("Hurl")`). Lookups such as `party:named("Lyra")` are passed over, and so is what stands inside
/// a function. `None` when there is no such call or Luau does not accept the input.
pub fn first_verb(text: &str) -> Option<String> {
    Some(Input::read(text)?.site.verb)
}

/// The input with `changes` (the name of a parameter or an option, and a Luau expression) made in its first call, the
/// one that [`first_verb`] names. Every other byte stays.
///
/// `params` are the verb's parameters in order, with `"opts"` for the table of options if it takes one. In a method
/// call the receiver is the first of them.
///
/// - A call given one table of names (`roll { who = "Lyra", pool = 5 }`) gets the change as a key.
/// - A parameter given in order is replaced in place; one left out is added there, after `nil`s for those before it.
/// - A changed receiver turns `lyra:roll(…)` into `roll("Sera", …)`, the verb's other spelling.
/// - Any other name is an option: a key of the last argument if that is a table of names, else a new table at the
///   place of `opts`, or after the last argument if `params` has none.
///
/// Of two changes of one name the last counts. `None` when there is no call, a value is no expression, the options are
/// not written out as a table, or what comes out is no Luau.
pub fn with_options(text: &str, params: &[&str], changes: &[(String, String)]) -> Option<String> {
    let mut last: Vec<(&str, &str)> = Vec::new();
    for (name, value) in changes {
        last.retain(|(earlier, _)| earlier != name);
        last.push((name, value.trim()));
    }
    if !last.iter().all(|(_, value)| is_expression(value)) {
        return None;
    }
    let input = Input::read(text)?;
    let result = rewrite(&input.whole, &input.site, params, &last)?;
    with_tree(&result, |_| ()).ok()?;
    result.get(input.before..).map(str::to_owned)
}

/// A prompt input as statements, and its first call.
struct Input {
    /// The text, with `return` before it if it is an expression.
    whole: String,
    /// How many bytes were put before it.
    before: usize,
    site: Site,
}

impl Input {
    fn read(text: &str) -> Option<Input> {
        let (whole, before, site) = match with_tree(text, first_call) {
            Ok(site) => (text.to_owned(), 0, site),
            Err(Fault::Luau(..)) => {
                let whole = format!("{RETURN}{text}");
                let site = with_tree(&whole, first_call).ok()?;
                (whole, RETURN.len(), site)
            }
            Err(_) => return None,
        };
        let site = site?;
        Some(Input {
            whole,
            before,
            site,
        })
    }
}

/// Whether the text is one Luau expression, and nothing that would swallow what is written after it.
fn is_expression(text: &str) -> bool {
    let whole = format!("{RETURN}{text}");
    with_tree(&whole, |tree| {
        let Some(LastStmt::Return(given)) = tree.nodes().last_stmt() else {
            return false;
        };
        given.returns().len() == 1
            && tree.nodes().stmts().next().is_none()
            && span(given).is_some_and(|span| span.bytes == (0..whole.len()))
    })
    .unwrap_or(false)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ROLL: &[&str] = &["who", "pool", "dv", "opts"];
    const USE: &[&str] = &["foe", "move", "target"];
    const TICK: &[&str] = &["timer", "n", "why"];
    const SPAWN: &[&str] = &["name", "n", "opts"];

    fn changes(words: &str) -> Vec<(String, String)> {
        let pairs = words.split(" & ").map(|pair| pair.split_once('=').unwrap());
        pairs
            .map(|(name, value)| (name.into(), value.into()))
            .collect()
    }

    #[test]
    fn the_first_call_is_changed() {
        #[rustfmt::skip]
        let rows: &[(&[&str], &str, &str, &str)] = &[
            // Parameters given in order.
            (ROLL, r#"roll("Lyra", "wits + craft", 3)"#, "dv=4", r#"roll("Lyra", "wits + craft", 4)"#),
            (ROLL, r#"roll("Lyra", "wits", 3, { faces = "96421" })"#, "dv=4", r#"roll("Lyra", "wits", 4, { faces = "96421" })"#),
            (ROLL, r#"roll("Lyra", 5, 3)"#, r#"who="Sera" & pool=6"#, r#"roll("Sera", 6, 3)"#),
            (ROLL, "roll(lyra,--[[pool]]5 , 3 )", "dv=2 + 2", "roll(lyra,--[[pool]]5 , 2 + 2 )"),
            (ROLL, r#"local r = roll("Lyra", 5, 3) say(r)"#, "dv=4", r#"local r = roll("Lyra", 5, 4) say(r)"#),
            // Parameters left out.
            (ROLL, r#"roll("Lyra", 5)"#, "dv=4", r#"roll("Lyra", 5, 4)"#),
            (ROLL, r#"roll("Lyra")"#, "dv=4", r#"roll("Lyra", nil, 4)"#),
            (ROLL, "roll()", "dv=4", "roll(nil, nil, 4)"),
            (ROLL, r#"roll("Lyra", 5, { faces = "9" })"#, "dv=4", r#"roll("Lyra", 5, 4, { faces = "9" })"#),
            (ROLL, r#"roll("Lyra", { faces = "9" })"#, "dv=4", r#"roll("Lyra", nil, 4, { faces = "9" })"#),
            (SPAWN, r#"spawn("Ash Rat", { name = "Tom" })"#, "n=3", r#"spawn("Ash Rat", 3, { name = "Tom" })"#),
            (TICK, r#"tick "Bridge""#, "n=2", r#"tick("Bridge", 2)"#),
            (TICK, r#"tick"Bridge""#, r#"why="rain""#, r#"tick("Bridge", nil, "rain")"#),
            // Options.
            (ROLL, r#"roll("Lyra", 5, 3)"#, r#"faces="9""#, r#"roll("Lyra", 5, 3, { faces = "9" })"#),
            (ROLL, r#"roll("Lyra", 5)"#, r#"faces="9" & pay="boon""#, r#"roll("Lyra", 5, nil, { faces = "9", pay = "boon" })"#),
            (ROLL, r#"roll("Lyra", 5, 3, { faces = "96421" })"#, "faces={9, 6}", r#"roll("Lyra", 5, 3, { faces = {9, 6} })"#),
            (ROLL, r#"roll("Lyra", 5, 3, { faces = "9", })"#, r#"pay="boon""#, r#"roll("Lyra", 5, 3, { faces = "9", pay = "boon", })"#),
            (ROLL, r#"roll("Lyra", 5, 3, {})"#, r#"pay="boon""#, r#"roll("Lyra", 5, 3, { pay = "boon" })"#),
            (ROLL, r#"roll("Lyra", 5, 3, { ["pay"] = "boon" })"#, "pay=nil", r#"roll("Lyra", 5, 3, { ["pay"] = nil })"#),
            (ROLL, r#"roll("Lyra", 5, 3, { dice = 1, dice = 2 })"#, "dice=3", r#"roll("Lyra", 5, 3, { dice = 1, dice = 3 })"#),
            (ROLL, "roll(\"Lyra\", 5, 3, {\n  dice = 1 -- one more\n})", "steps=1", "roll(\"Lyra\", 5, 3, {\n  dice = 1, steps = 1 -- one more\n})"),
            (ROLL, r#"roll("Lyra", 5, 3)"#, "dv=4 & dice=1", r#"roll("Lyra", 5, 4, { dice = 1 })"#),
            (ROLL, r#"roll("Lyra", 5, 3)"#, "answers.x=1 & end=2", r#"roll("Lyra", 5, 3, { ["answers.x"] = 1, ["end"] = 2 })"#),
            (TICK, r#"tick("Bridge")"#, r#"because="so""#, r#"tick("Bridge", { because = "so" })"#),
            (&["who", "harm", "why", "opts"], r#"hit({ "Lyra", "Ellis" }, 2)"#, r#"harm=1 & armor="ignore""#, r#"hit({ "Lyra", "Ellis" }, 1, nil, { armor = "ignore" })"#),
            (&["who", "harm"], r#"hit({ "Lyra" })"#, r#"harm=1"#, r#"hit({ "Lyra" }, 1)"#),
            (&["thing", "fields"], "set(troll, { resilience = 6 })", "resilience=5", "set(troll, { resilience = 5 })"),
            (&["thing", "fields"], "set(troll, { resilience = 6 })", "fields={ armor = 1 }", "set(troll, { armor = 1 })"),
            // One table.
            (ROLL, r#"roll { who = "Lyra", pool = 5 }"#, "dv=4", r#"roll { who = "Lyra", pool = 5, dv = 4 }"#),
            (ROLL, r#"roll({ who = "Lyra", dv = 3 })"#, "dv=4 & dice=1", r#"roll({ who = "Lyra", dv = 4, dice = 1 })"#),
            (ROLL, "roll{}", "dv=4", "roll{ dv = 4 }"),
            (ROLL, "roll {\n}", "dv=4", "roll { dv = 4\n}"),
            // Methods.
            (USE, r#"troll:use("Hurl", "Lyra")"#, r#"target="Sera""#, r#"troll:use("Hurl", "Sera")"#),
            (USE, r#"troll:use("Hurl")"#, r#"target="Sera" & faces="85""#, r#"troll:use("Hurl", "Sera", { faces = "85" })"#),
            (USE, r#"troll:use "Hurl""#, r#"move="Stamp""#, r#"troll:use("Stamp")"#),
            (ROLL, "lyra:roll(5, 3)", "dv=4", "lyra:roll(5, 4)"),
            (ROLL, "lyra:roll(5, 3)", r#"who="Sera""#, r#"roll("Sera", 5, 3)"#),
            (ROLL, "lyra:roll()", r#"who="Sera" & pool=5"#, r#"roll("Sera", 5)"#),
            (ROLL, r#"lyra:roll"wits""#, r#"who="Sera""#, r#"roll("Sera", "wits")"#),
            (ROLL, "lyra:roll { pool = 5 }", r#"who="Sera""#, r#"roll { pool = 5, who = "Sera" }"#),
            (ROLL, "lyra:roll { pool = 5 }", "dv=4", "lyra:roll { pool = 5, dv = 4 }"),
            (ROLL, r#"party:named("Lyra"):roll(5)"#, "dv=4", r#"party:named("Lyra"):roll(5, 4)"#),
            (ROLL, "foes[1]:roll(5) roll(1)", "dv=4", "foes[1]:roll(5, 4) roll(1)"),
            // Inputs that are expressions, and calls within.
            (ROLL, r#"roll("Lyra", 5).sb"#, "dv=4", r#"roll("Lyra", 5, 4).sb"#),
            (ROLL, r#"roll("Lyra", 5) == nil"#, "dv=4", r#"roll("Lyra", 5, 4) == nil"#),
            (ROLL, r#"if roll("É", 5).success then x() end"#, "dv=4", r#"if roll("É", 5, 4).success then x() end"#),
            (ROLL, r#"local dv = 3 roll("Lyra", 5, dv) roll(1)"#, "dv=4", r#"local dv = 3 roll("Lyra", 5, 4) roll(1)"#),
            (ROLL, r#"local f = function() roll(1) end roll(2)"#, "pool=4", r#"local f = function() roll(1) end roll(2, 4)"#),
            (&["name"], "scene.start('Bridge') -- scene.start('x')", "name='Ford'", "scene.start('Ford') -- scene.start('x')"),
            (ROLL, "roll(1)", "who=1 & who=2", "roll(2)"),
        ];
        for (params, before, words, after) in rows {
            let found = with_options(before, params, &changes(words));
            assert_eq!(found.as_deref(), Some(*after), "{before} with {words}");
        }
    }

    #[test]
    fn what_cannot_be_changed_is_refused() {
        let rows = [
            ("x = 1", "dv=4"),
            ("tick bridge", "dv=4"),
            ("local f = function() roll(1) end", "dv=4"),
            ("roll(1, 2, 3, options)", "dice=4"),
            ("roll(1)", "opts={}"),
            ("roll(1)", "dv=4) evil(1"),
            ("roll(1)", "dv=4, 5"),
            ("roll(1)", "dv="),
            ("roll(1)", "dv=4 -- four"),
            ("roll(1)", "dv=4; evil()"),
            ("roll(1)", "dv=4 end"),
        ];
        for (text, words) in rows {
            assert_eq!(
                with_options(text, ROLL, &changes(words)),
                None,
                "{text} with {words}"
            );
        }
    }

    #[test]
    fn the_first_verb_is_named() {
        let rows = [
            ("roll('Lyra', 5)", Some("roll")),
            ("local r = roll { who = 'Lyra' }", Some("roll")),
            ("troll:use('Hurl')", Some("use")),
            ("spawn('Troll'):use('Hurl')", Some("spawn")),
            ("scene.start('Bridge')", Some("scene.start")),
            ("party:named('Lyra'):hit(2)", Some("hit")),
            ("(roll('Lyra', 5))", Some("roll")),
            ("x = #roll('Lyra', 5).faces", Some("roll")),
            ("return not roll(5)", Some("roll")),
            ("menu()", Some("menu")),
            ("menu", None),
            ("lyra.harm", None),
            ("x[1](2)", None),
            ("", None),
            ("(", None),
        ];
        for (text, wanted) in rows {
            assert_eq!(first_verb(text).as_deref(), wanted, "{text}");
        }
    }

    #[test]
    fn deep_values_and_inputs_do_no_harm() {
        let deep = format!("{}1{}", "(".repeat(5_000), ")".repeat(5_000));
        assert_eq!(
            with_options("roll(1)", ROLL, &[("dv".into(), deep.clone())]),
            None
        );
        assert_eq!(first_verb(&format!("roll({deep})")), None);
        let deep = format!("{}1{}", "(".repeat(190), ")".repeat(190));
        let changed = with_options(&format!("roll({deep})"), ROLL, &changes("pool=4"));
        assert_eq!(changed, Some(format!("roll({deep}, 4)")));
    }

    proptest! {
        /// A change made is there: making it again gives the same text, and the verb stays.
        #[test]
        fn a_change_is_made_once(
            args in prop::collection::vec(prop::sample::select(vec!["\"Lyra\"", "5", "nil", "f(1, 2)", "x.y"]), 0..3),
            options in prop::sample::select(vec!["", "{}", "{ dice = 1 }", "{ [\"steps\"] = 1, }", "{ faces = {9}; }"]),
            head in prop::sample::select(vec!["roll", "local r = roll", "lyra:roll", "return roll"]),
            tail in prop::sample::select(vec!["", " -- roll(1)", "\n"]),
            name in prop::sample::select(vec!["pool", "dv", "dice", "steps", "faces"]),
            value in prop::sample::select(vec!["4", "{ 9, 6 }", "\"a + b\"", "f { 1 }", "`{x}`"]),
        ) {
            let options = Some(options).filter(|options| !options.is_empty());
            let given: Vec<&str> = args.into_iter().chain(options).collect();
            let text = format!("{head}({}){tail}", given.join(", "));
            let change = [(name.to_owned(), value.to_owned())];
            let once = with_options(&text, ROLL, &change).unwrap();
            prop_assert!(once.contains(value) && once.starts_with(head) && once.ends_with(tail));
            prop_assert_eq!(first_verb(&once).unwrap(), "roll");
            prop_assert_eq!(with_options(&once, ROLL, &change).unwrap(), once);
        }
    }
}

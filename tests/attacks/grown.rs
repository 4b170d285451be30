//! Faults come one at a time: what a broken script had begun is no second one; and a name that a broken script alone has
//! is no fault of those who say it.

use storybeat::script::folder::Files;
use storybeat::script::runtime::Runtime;

use crate::table::bridge;

fn greeting(files: &[(&str, &str)]) -> String {
    let mut all = bridge();
    for (path, text) in files {
        all.insert((*path).to_owned(), (*text).to_owned());
    }
    let table = Runtime::builder()
        .files(Files::from_map(all))
        .build()
        .unwrap();
    let lines: Vec<String> = table.greeting().into_iter().map(|line| line.text).collect();
    lines.join("\n")
}

#[test]
fn what_a_broken_script_had_begun_is_no_second_fault() {
    for text in [
        "adversary \"Half\" { tl = 2, move \"One\" { cost = 1 }, move \"Two\" { cost = -1 } }",
        "adversary \"Half\" { tl = 2, move \"One\" { cost = 1 }, armour = \"light\" }",
        "adversary \"Half\" { tl = 2, move \"One\" { cost = 1 }, no_such_word() }",
        "timer \"Half\" { size = 4, at(1, function() end), at(9, function() end) }",
        "deck \"Half\" { card \"7C\" { title = \"t\" }, card \"99C\" { title = \"t\" } }",
        "talent \"Half\" { xp = 2, hook \"H\" { pay = 1 }, no = 1 }",
    ] {
        let said = greeting(&[("half.luau", text)]);
        let faults = said.matches("half.luau:").count();
        assert!(said.contains("half.luau:1"), "{text}: {said}");
        assert_eq!(faults, 1, "{text}: {said}");
        for second in ["stands alone", "has no body"] {
            assert!(!said.contains(second), "{text}: {said}");
        }
    }
}

#[test]
fn a_name_of_a_broken_script_is_no_fault_of_others() {
    let said = greeting(&[
        (
            "wet.luau",
            "local x = nil\nx.y = 1\ncondition \"Drenched\" { text = \"wet\" }",
        ),
        (
            "rain.luau",
            "timer \"Rain\" { size = 4, on_fill = { to = \"party\", apply = \"Drenched\" } }",
        ),
    ]);
    assert!(said.contains("wet.luau:2"), "{said}");
    let errors: Vec<&str> = said
        .lines()
        .filter(|line| line.contains("left out") && line.contains("rain.luau"))
        .collect();
    assert!(errors.is_empty(), "{said}");
}

#[test]
fn an_input_goes_on_however_it_is_indented() {
    let table = Runtime::builder()
        .files(Files::from_map(bridge()))
        .build()
        .unwrap();
    for text in [
        "do",
        "do\nwhile true do\nbreak\nend",
        "do\n  if x then\nend",
        "f(function()\nif x then\nend",
    ] {
        assert!(!table.complete(text), "{text}");
    }
    for text in ["do\nwhile true do\nbreak\nend\nend", "end", "do end end"] {
        assert!(table.complete(text), "{text}");
    }
}

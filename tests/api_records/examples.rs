//! Every verb's example runs in the sample campaign, at the table that `Record::example` tells of.

use std::path::Path;

use storybeat::script::folder::Files;
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;
use storybeat::script::verbs;

fn sample() -> Runtime {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    let table = Runtime::builder().files(Files::scan(&scripts)).build();
    let mut table = table.unwrap_or_else(|faults| panic!("{faults:?}"));
    for input in [
        "session.start()",
        "scene.start(\"The Bridge\")",
        "party:earn(1)",
        "gain(9)",
        "spawn(\"Toll Troll\")",
        "roll(\"Lyra\", \"wits + craft\", 3, { faces = \"96421\" })",
    ] {
        assert!(matches!(table.eval(input), Outcome::Done(_)), "{input}");
    }
    table
}

#[test]
fn every_example_runs() {
    let mut faults = Vec::new();
    for record in verbs::all().filter(|record| !record.example.is_empty()) {
        if let Outcome::Failed(fault) = sample().eval(record.example) {
            faults.push(format!(
                "{}: {}: {}",
                record.name,
                record.example,
                fault.to_line()
            ));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Verbs without one: something has to be undone or refused first, a file changed, a command declared, an asset owned.
const WITHOUT: [&str; 5] = ["activate", "redo", "anyway", "reload", "perform"];

#[test]
fn every_verb_that_can_has_an_example() {
    let without = verbs::all().filter(|record| record.example.is_empty());
    let without: Vec<&str> = without.map(|record| record.name).collect();
    assert_eq!(without, WITHOUT);
}

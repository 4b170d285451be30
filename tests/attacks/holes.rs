//! Every attack in `holes/`, each on a thread of its own with a stack of the usual size.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use storybeat::script::outcome::Outcome;

use crate::file::{self, Attack};
use crate::table::{done_reads_well, fault_reads_well, go, plays_on, reads_well, table};

/// However slow the machine: the script's own clock stops it before.
const LONGEST: Duration = Duration::from_secs(120);

fn strike(attack: &Attack) {
    let files: Vec<(&str, &str)> = attack
        .files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let mut table = table(&files);
    let greeting: Vec<String> = table.greeting().into_iter().map(|line| line.text).collect();
    let greeting = greeting.join("\n");
    reads_well("the greeting", &greeting);
    for wanted in &attack.left_out {
        assert!(
            greeting.contains(wanted),
            "the start says {wanted:?}; it says: {greeting}"
        );
    }
    if attack.left_out.is_empty() {
        assert!(!greeting.contains("left out"), "{greeting}");
    }
    for input in &attack.first {
        go(&mut table, input);
    }
    let before = table.state().clone();
    let acts = table.history().len();
    for input in &attack.tries {
        let begun = Instant::now();
        let outcome = table.eval(input);
        let took = begun.elapsed();
        assert!(took < LONGEST, "it took {took:?}: {input}");
        came_to(attack, &outcome);
        if !attack.acts {
            assert!(*table.state() == before, "something of it stays");
            assert_eq!(table.history().len(), acts, "an act is left over");
            assert_eq!(table.state().dice, before.dice);
            assert_eq!(table.state().bank, before.bank);
        }
        plays_on(&mut table);
    }
    for (input, wanted) in &attack.then {
        let done = go(&mut table, input);
        let shown = done.value.map(|value| value.text).unwrap_or_default();
        assert_eq!(&shown, wanted, "{input}");
    }
    plays_on(&mut table);
}

fn came_to(attack: &Attack, outcome: &Outcome) {
    match outcome {
        Outcome::Failed(fault) => {
            fault_reads_well(fault);
            let line = fault.to_line();
            assert!(!attack.fails.is_empty(), "it fails: {line}");
            for wanted in &attack.fails {
                assert!(
                    line.contains(wanted),
                    "{wanted:?} is wanted, it says: {line}"
                );
            }
        }
        Outcome::Done(done) => {
            done_reads_well(done);
            let mut shown: Vec<&str> = done.lines.iter().map(|line| line.text.as_str()).collect();
            shown.extend(done.value.as_ref().map(|value| value.text.as_str()));
            let shown = shown.join("\n");
            assert!(!attack.gives.is_empty(), "it goes through: {shown}");
            for wanted in &attack.gives {
                assert!(
                    shown.contains(wanted),
                    "{wanted:?} is wanted, it shows: {shown}"
                );
            }
        }
        Outcome::Question(asking) => {
            reads_well("a question", &asking.prompt);
            assert!(!attack.asks.is_empty(), "it asks: {}", asking.prompt);
            for wanted in &attack.asks {
                assert!(
                    asking.prompt.contains(wanted),
                    "{wanted:?} is wanted: {}",
                    asking.prompt
                );
            }
        }
    }
}

/// Runs one on a thread with the usual stack; what went wrong, and how long it took.
fn held(attack: Attack) -> (Option<String>, Duration) {
    let begun = Instant::now();
    let (tell, told) = mpsc::channel();
    let thread = thread::spawn(move || {
        strike(&attack);
        let _ = tell.send(());
    });
    // All tries of a file together; one that hangs is told, not waited for.
    match told.recv_timeout(LONGEST * 2) {
        Err(mpsc::RecvTimeoutError::Timeout) => (Some("it doesn't end".into()), begun.elapsed()),
        _ => {
            let fault = thread.join().err().map(|fault| {
                let text = fault.downcast_ref::<String>().cloned();
                text.or_else(|| fault.downcast_ref::<&str>().map(|text| (*text).to_owned()))
                    .unwrap_or_else(|| "a panic".into())
            });
            (fault, begun.elapsed())
        }
    }
}

#[test]
fn every_hole_is_closed() {
    let only = std::env::var("ATTACK").unwrap_or_default();
    let attacks: Vec<Attack> = file::all()
        .into_iter()
        .filter(|attack| attack.name.contains(&only))
        .collect();
    assert!(
        !only.is_empty() || attacks.len() >= 60,
        "only {} attacks",
        attacks.len()
    );
    let mut open = Vec::new();
    for attack in attacks {
        let name = attack.name.clone();
        let (fault, took) = held(attack);
        println!("{:>6} ms  {name}", took.as_millis());
        if let Some(fault) = fault {
            let cut: String = fault.chars().take(600).collect();
            open.push(format!("{name}: {cut}"));
        }
    }
    assert!(
        open.is_empty(),
        "{} holes are open:\n\n{}",
        open.len(),
        open.join("\n\n")
    );
}

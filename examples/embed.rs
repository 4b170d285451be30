//! A host program with a table inside: functions of its own, every commit told, questions answered.
//!
//! `cargo run --example embed` plays a few lines; `cargo run --example embed -- DIR` plays lines from standard input on
//! the campaign in that folder (nothing is journaled).

use std::io::BufRead;
use std::sync::{Arc, Mutex};

use serde_json::json;
use storybeat::script::native::Native;
use storybeat::script::outcome::{Line, Outcome};
use storybeat::script::runtime::Runtime;

fn show(lines: &[Line]) {
    for line in lines {
        println!("{}", line.text);
    }
}

/// Plays one input; questions get their defaults.
fn play(table: &mut Runtime, input: &str) {
    println!("› {input}");
    let mut outcome = table.eval(input);
    loop {
        match outcome {
            Outcome::Done(done) => {
                show(&done.lines);
                if let Some(value) = done.value.filter(|value| !value.text.is_empty()) {
                    println!("{}", value.text);
                }
                return;
            }
            Outcome::Question(asking) => {
                show(&asking.lines);
                println!("? {}", asking.prompt);
                outcome = table.answer("");
            }
            Outcome::Failed(fault) => {
                println!("{fault}");
                return;
            }
        }
    }
}

fn main() -> std::process::ExitCode {
    let folder = std::env::args().nth(1);
    let lamps: Arc<Mutex<Vec<String>>> = Arc::default();
    let switched = Arc::clone(&lamps);
    let built = Runtime::builder()
        .folder(folder.as_deref().unwrap_or("scripts"))
        .journal(false)
        // A pure function only computes; scripts may call it anywhere.
        .register(Native::pure("moon", "the phase of the moon", |_| {
            Ok(json!("waning"))
        }))
        // One with an effect is queued, and runs once, after the act has committed.
        .register(Native::effect(
            "lamp",
            "colours the lamp in the room",
            move |args| {
                let colour = args
                    .first()
                    .and_then(|arg| arg.as_str())
                    .ok_or("a colour is wanted")?;
                if let Ok(mut all) = switched.lock() {
                    all.push(colour.to_owned());
                }
                Ok(json!(null))
            },
        ))
        .build();
    let mut table = match built {
        Ok(table) => table,
        Err(faults) => {
            for fault in faults {
                eprintln!("{fault}");
            }
            return std::process::ExitCode::FAILURE;
        }
    };
    table.subscribe(|committed| {
        println!(
            "    [act {}: {} facts]",
            committed.act,
            committed.facts.len()
        );
    });
    show(&table.greeting());
    if folder.is_some() {
        for input in std::io::stdin().lock().lines().map_while(Result::ok) {
            play(&mut table, &input);
        }
    } else {
        for input in [
            "spawn toll troll",
            "roll lyra wits craft = 96421",
            "use 1",
            "menu",
            "use 1",
            "say(moon()) lamp(\"red\")",
            "undo",
        ] {
            play(&mut table, input);
        }
    }
    if let Ok(all) = lamps.lock() {
        println!("lamps: {}", all.join(", "));
    }
    std::process::ExitCode::SUCCESS
}

//! A host program that embeds a table: eval a few inputs, print what happened.

use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;

fn main() {
    let mut table = match Runtime::builder()
        .folder(std::env::var("CAMPAIGN").unwrap_or_else(|_| "scripts".into()))
        .journal(false)
        .build()
    {
        Ok(table) => table,
        Err(faults) => {
            for fault in faults {
                eprintln!("{fault}");
            }
            return;
        }
    };
    for line in table.greeting() {
        println!("{}", line.text);
    }
    if std::env::args().any(|arg| arg == "test") {
        let report = table.run_tests(None);
        for failure in report.failed.iter() {
            println!("✗ {}\n{}", failure.name, failure.why);
        }
        for fault in &report.faults {
            println!("{fault}");
        }
        println!("{report}");
        return;
    }
    for input in std::io::stdin().lines().map_while(Result::ok) {
        println!("› {input}");
        let mut outcome = table.eval(&input);
        while let Outcome::Question(asking) = outcome {
            for line in &asking.lines {
                println!("{}", line.text);
            }
            println!("? {}", asking.prompt);
            outcome = table.answer("");
        }
        match outcome {
            Outcome::Done(done) => {
                if let Some(echo) = done.echo {
                    println!("    {echo}");
                }
                for line in done.lines {
                    println!("{}", line.text);
                }
                if let Some(value) = done.value.filter(|value| !value.text.is_empty()) {
                    println!("{}", value.text);
                }
            }
            Outcome::Failed(fault) => println!("{fault}"),
            Outcome::Question(_) => {}
        }
    }
}

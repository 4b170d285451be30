//! `test`: runs the campaign's tests.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use serde_json::json;

use super::args::Args;
use super::report::Report;
use super::{place, start};
use crate::repl::look::Tone;
use crate::table::show;

/// Runs the tests of the campaign, or the one of a name. Nothing is written; a session of the campaign may go on
/// beside it.
pub fn run(
    args: &Args,
    dir: Option<&Path>,
    only: Option<&str>,
    report: &Report,
) -> Result<ExitCode> {
    let place = place::find(dir, false)?;
    let runtime = start::trial(&place, args)?;
    place.tell(|text| report.aside(text));
    let tests = runtime.run_tests(only);
    for fault in &tests.faults {
        report.failed(&[], fault)?;
    }
    let look = report.look();
    let output = |name: &str| {
        let mut all = tests.printed.iter().filter(|(of, _)| of == name);
        all.next().map_or(&[][..], |(_, lines)| lines)
    };
    let printed = |name: &str| {
        output(name)
            .iter()
            .flat_map(|text| text.lines())
            .try_for_each(|line| report.line(&format!("  {}", look.text(line))))
    };
    for (name, place) in &tests.passed {
        report.line(&match report.is_json() {
            true => with_output(
                json!({ "test": name, "passed": true, "place": place }),
                output(name),
            ),
            false => format!(
                "{} {}",
                look.paint(Tone::Good, &look.signs("✓")),
                look.text(name)
            ),
        })?;
        if !report.is_json() {
            printed(name)?;
        }
    }
    for failure in &tests.failed {
        if report.is_json() {
            let error = failure.why.to_json();
            report.line(&with_output(
                json!({ "test": failure.name, "passed": false, "error": error }),
                output(&failure.name),
            ))?;
        } else {
            let sign = look.paint(Tone::Bad, &look.signs("✗"));
            report.line(&format!("{sign} {}", look.text(&failure.name)))?;
            printed(&failure.name)?;
            report.failed(&[], &failure.why)?;
        }
    }
    let ran = tests.passed.len() + tests.failed.len();
    report.line(&match (report.is_json(), only) {
        (true, _) => {
            let failed = tests.failed.len() + tests.faults.len();
            json!({ "passed": tests.passed.len(), "failed": failed }).to_string()
        }
        (false, None) if ran == 0 && tests.ok() => {
            "no tests: a test is `test(\"name\", function(t) … end)` in tests/".to_owned()
        }
        (false, Some(name)) if ran == 0 && tests.ok() => {
            format!("no test is called {}", show::quoted(name))
        }
        (false, _) => tests.to_string(),
    })?;
    let found = only.is_none() || ran > 0;
    Ok(if tests.ok() && found {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A test's object, with what it printed if it did.
fn with_output(mut test: serde_json::Value, printed: &[String]) -> String {
    if !printed.is_empty() {
        test["printed"] = json!(printed);
    }
    test.to_string()
}

//! `test`: runs the campaign's tests.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use serde_json::json;

use super::args::Args;
use super::report::Report;
use super::{place, start};
use crate::repl::look::Tone;

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
    let look = report.look();
    for name in &tests.passed {
        report.line(&match report.is_json() {
            true => json!({ "test": name, "passed": true }).to_string(),
            false => format!(
                "{} {}",
                look.paint(Tone::Good, &look.signs("✓")),
                look.text(name)
            ),
        })?;
    }
    for (name, fault) in &tests.failed {
        if report.is_json() {
            let error = fault.to_json();
            report.line(&json!({ "test": name, "passed": false, "error": error }).to_string())?;
        } else {
            report.line(&format!(
                "{} {}",
                look.paint(Tone::Bad, &look.signs("✗")),
                look.text(name)
            ))?;
            report.failed(&[], fault)?;
        }
    }
    let (passed, failed) = (tests.passed.len(), tests.failed.len());
    report.line(&match (report.is_json(), only) {
        (true, _) => json!({ "passed": passed, "failed": failed }).to_string(),
        (false, None) if passed + failed == 0 => {
            "no tests: a test is `test(\"name\", function(t) … end)` in tests/".to_owned()
        }
        (false, Some(name)) if passed + failed == 0 => {
            format!("no test is called {}", crate::table::show::quoted(name))
        }
        (false, _) => format!("{passed} passed, {failed} failed"),
    })?;
    let missing = only.is_some() && passed + failed == 0;
    Ok(if failed > 0 || missing {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

//! `check`: reads a campaign as a start would, and says what is wrong with it, without playing.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;

use super::args::Args;
use super::place;
use super::report::Report;
use super::start;

/// Says everything that is wrong with a campaign's files; 1 if anything has to be mended.
pub fn run(args: &Args, dir: Option<&Path>, report: &Report) -> Result<ExitCode> {
    let place = place::find(dir, false)?;
    let runtime = start::trial(&place, args)?;
    let (faults, advice) = (runtime.older(), runtime.warnings());
    for fault in faults.iter().chain(advice) {
        report.fault(fault);
    }
    let catalog = runtime.catalog();
    let own = catalog
        .adversaries
        .iter()
        .filter(|def| !def.place.is_stock());
    let of = |n: usize, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
    report.aside(&format!(
        "{}, {}: {} to mend, {}",
        of(own.count(), "adversary", "adversaries"),
        of(runtime.state().cast.len(), "character", "characters"),
        faults.len(),
        of(advice.len(), "piece of advice", "pieces of advice"),
    ));
    Ok(if faults.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

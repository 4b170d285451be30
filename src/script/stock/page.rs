//! `docs/stock.md`: what the library has, as tables for people. Written from the definitions, so that it can't tell
//! anything else.

use std::fmt::Write as _;

use super::stock;
use crate::rules::adversary::TL_TABLE;
use crate::table::catalog::{AdversaryDef, Cost, MoveDef, Named, Place};

const HEAD: &str = "\
# The stock library

Written by `storybeat types --stock docs/stock.md` from the files in `stdlib/`; don't edit.

All of it is there in every campaign, an empty folder too: `spawn mudlark`, `apply sera bleeding`. `help adversaries` lists the
adversaries by Threat Level at the prompt. A definition of the same name with `replaces = true` takes the place of one;
`like = \"Mudlark\"` builds on one; `stock: false` in campaign.yaml plays without them.
";

/// The page.
#[must_use]
pub fn page() -> String {
    let catalog = &stock().catalog;
    let mut page = String::from(HEAD);
    for row in &TL_TABLE {
        let all: Vec<&AdversaryDef> = catalog
            .adversaries
            .iter()
            .map(AsRef::as_ref)
            .filter(|def| def.tl == row.tl)
            .collect();
        if all.is_empty() {
            continue;
        }
        let _ = write!(page, "\n## TL {}: {}\n\n", row.tl, row.role);
        page.push_str("| Adversary | What it is | What it is for | Its trick | Family |\n|---|---|---|---|---|\n");
        for def in all {
            let (what, purpose) = def.text.split_once('\n').unwrap_or((&def.text, ""));
            let _ = writeln!(
                page,
                "| **{}**{} | {} | {} | {} | {} |",
                cell(&def.name),
                shape(def),
                cell(what),
                cell(purpose),
                trick(def),
                family(&def.place),
            );
        }
    }
    page.push_str("\n## Conditions\n\n| Condition | What it does |\n|---|---|\n");
    for def in catalog.conditions.iter() {
        let _ = writeln!(page, "| **{}** | {} |", cell(&def.name), cell(&def.text));
    }
    timers(&mut page, &catalog.timers);
    page
}

fn timers(page: &mut String, all: &Named<crate::table::catalog::TimerDef>) {
    page.push_str(
        "\n## Timers\n\n| Timer | Size | Kind | Words | Family |\n|---|---|---|---|---|\n",
    );
    for def in all.iter().filter(|def| def.place.is_stock()) {
        let _ = writeln!(
            page,
            "| **{}** | {} | {} | {} | {} |",
            cell(&def.name),
            def.size,
            def.kind,
            cell(&def.text),
            family(&def.place),
        );
    }
}

/// "2 phases", "puzzle": what a number of Resilience doesn't say.
fn shape(def: &AdversaryDef) -> String {
    match (def.resolution.is_some(), def.phases.len()) {
        (true, _) if def.deeds.len() == 1 => "<br>puzzle: 1 deed".to_owned(),
        (true, _) => format!("<br>puzzle: {} deeds", def.deeds.len()),
        (false, n) if n > 1 => format!("<br>{n} phases"),
        _ => String::new(),
    }
}

/// The move that is most its own: the Signature, else the dearest.
fn trick(def: &AdversaryDef) -> String {
    let all = def.phases.iter().flat_map(|phase| &phase.moves);
    let dear = |one: &&MoveDef| match one.cost {
        Cost::Fixed(n) => n,
        Cost::Run(_) => 3,
    };
    let best = all.chain(&def.moves).max_by_key(dear);
    best.map(|one| format!("*{}*: {}", cell(&one.name), cell(&one.text)))
        .unwrap_or_default()
}

fn family(place: &Place) -> String {
    let inside = place.file.strip_prefix(super::ROOT).unwrap_or(&place.file);
    format!("[{inside}](../stdlib/{inside})")
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

//! The menu on the screen: aligned, one line a move, what else helps to choose below it.

use super::Entry;
use crate::rules::ids::Thing;
use crate::script::seat::LuaSeat;
use crate::script::stop::Fail;
use crate::script::verbs::Call;
use crate::table::commands;
use crate::table::show;
use crate::table::state::{State, TimerStatus};
use crate::table::words::foe_line;

/// Moves that a hint looks at: more would be slow to add up and nothing to read.
const MOST_SUMMED: usize = 20;

/// The menu in words.
///
/// # Errors
/// A stop.
pub fn list(call: &Call<'_>, entries: &[Entry]) -> Result<String, Fail> {
    let state = call.generation.act(|act| act.state.clone())?;
    let mut foes: Vec<Thing> = entries.iter().map(|entry| entry.foe).collect();
    foes.dedup();
    let full = entries.iter().any(|entry| !entry.details.is_empty());
    let mut lines = Vec::new();
    let name = |entry: &Entry| show::visible(&entry.name).into_owned();
    let tags = |entry: &Entry| show::visible(&entry.tags.join(" ")).into_owned();
    let widest = |of: &dyn Fn(&Entry) -> String| {
        let widths = entries.iter().map(|entry| show::width(&of(entry)));
        widths.max().unwrap_or(0)
    };
    let (name_width, tags_width) = (widest(&name), widest(&tags));
    let gap = if tags_width == 0 { "" } else { "  " };
    let mut number = 0;
    for foe in &foes {
        if full {
            lines.push(header(call, &state, *foe));
        } else if foes.len() > 1 {
            lines.push(show::visible(&state.name(*foe)).into_owned());
        }
        for entry in entries.iter().filter(|entry| entry.foe == *foe) {
            number += 1;
            let mark = if entry.why_not.is_none() {
                number.to_string()
            } else {
                "·".to_owned()
            };
            let line = format!(
                "{mark:>3}   {} SB  {}{gap}{}  {}",
                entry.cost,
                show::pad(&name(entry), name_width),
                show::pad(&tags(entry), tags_width),
                end(entry),
            );
            lines.push(show::visible(line.trim_end()).into_owned());
            for detail in &entry.details {
                lines.push(show::visible(&format!("             {detail}")).into_owned());
            }
        }
    }
    lines.extend(hints(&state, entries));
    Ok(lines.join("\n"))
}

/// What stands at the end of a move's line: the Signature, what is in the way, else what it does.
fn end(entry: &Entry) -> String {
    let end = entry.why_not.as_ref().unwrap_or(&entry.preview);
    match (entry.signature, end.is_empty()) {
        (true, true) => "signature".to_owned(),
        (true, false) => format!("signature, {end}"),
        (false, _) => end.clone(),
    }
}

/// A foe as it stands, above its own moves.
fn header(call: &Call<'_>, state: &State, who: Thing) -> String {
    let Some(foe) = state.foe(who.id) else {
        return state.name(who);
    };
    let numbers = commands::numbers(&LuaSeat::new(*call), foe);
    let mut line = foe_line(foe, &numbers);
    let phase = foe.phase as usize;
    line.push_str(&format!("   deals {}", numbers.deals_in(phase)));
    if numbers.pool_in(phase) > 0 {
        line.push_str(&format!("   pool {}", numbers.pool_in(phase)));
    }
    show::visible(&line).into_owned()
}

/// What helps to choose: what the bank buys together, what is one tick from full.
fn hints(state: &State, entries: &[Entry]) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some((numbers, total)) = best_fit(entries, state.bank) {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let spends = if total == state.bank {
            format!("all {total} SB")
        } else {
            format!("{total} of {} SB", state.bank)
        };
        lines.push(format!("      {} together: {spends}", numbers.join(" + ")));
    }
    let close: Vec<String> = state
        .timers_shown()
        .filter_map(|timer| state.timer(timer.id))
        .filter(|timer| timer.status == TimerStatus::Running && timer.filled + 1 == timer.size)
        .map(|timer| timer.name.clone())
        .collect();
    if !entries.is_empty() && !close.is_empty() {
        let names = show::visible(&close.join(", ")).into_owned();
        lines.push(format!("      one tick from full: {names}"));
    }
    lines
}

/// The moves, by their numbers, that spend the most of the bank together, each once: the fewest that do. Nothing where
/// one alone does as well.
fn best_fit(entries: &[Entry], bank: u32) -> Option<(Vec<usize>, u32)> {
    let ready: Vec<(usize, u32)> = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.why_not.is_none() && entry.cost > 0)
        .map(|(at, entry)| (at + 1, entry.cost))
        .take(MOST_SUMMED)
        .collect();
    // For each sum the fewest moves that reach it.
    let most = bank.min(100) as usize;
    let mut best: Vec<Option<Vec<usize>>> = vec![None; most + 1];
    best[0] = Some(Vec::new());
    for (number, cost) in ready {
        let cost = cost as usize;
        for sum in (cost..=most).rev() {
            let Some(with) = best[sum - cost].as_ref().map(|before| {
                let mut with = before.clone();
                with.push(number);
                with
            }) else {
                continue;
            };
            if best[sum].as_ref().is_none_or(|now| now.len() > with.len()) {
                best[sum] = Some(with);
            }
        }
    }
    let (sum, numbers) = best
        .into_iter()
        .enumerate()
        .rev()
        .find_map(|(sum, numbers)| Some((sum, numbers?)))?;
    (numbers.len() > 1).then_some((numbers, u32::try_from(sum).ok()?))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::rules::ids::ThingKind;

    fn entry(cost: u32, ready: bool) -> Entry {
        Entry {
            foe: Thing::new(ThingKind::Foe, 1),
            name: String::new(),
            cost,
            tags: Vec::new(),
            signature: false,
            why_not: (!ready).then(|| "no".to_owned()),
            preview: String::new(),
            targets: Vec::new(),
            details: Vec::new(),
        }
    }

    #[test]
    fn the_best_fit_spends_the_most_with_the_fewest_moves() {
        let costs = |all: &[u32]| all.iter().map(|n| entry(*n, true)).collect::<Vec<_>>();
        type Fit = Option<(Vec<usize>, u32)>;
        let rows: [(&[u32], u32, Fit); 6] = [
            (&[1, 2], 3, Some((vec![1, 2], 3))),
            (&[1, 2, 3], 3, None), // one alone spends all
            (&[1, 2, 3], 6, Some((vec![1, 2, 3], 6))),
            (&[1, 1, 2, 3], 5, Some((vec![3, 4], 5))),
            (&[2, 2], 9, Some((vec![1, 2], 4))),
            (&[], 4, None),
        ];
        for (all, bank, wanted) in rows {
            assert_eq!(best_fit(&costs(all), bank), wanted, "{all:?} with {bank}");
        }
        assert_eq!(best_fit(&[entry(1, true), entry(2, false)], 3), None);
    }
}

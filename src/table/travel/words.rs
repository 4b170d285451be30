//! The chapter's facts in words, and how a journey stands.

use super::fact::{OnTheWay, TravelFact};
use super::state::{Journey, Leg};
use crate::rules::supply::SupplyLevel;
use crate::rules::travel::{EncounterDue, EncounterKind, Role, Weather};
use crate::rules::values::Outcome;
use crate::table::state::State;

fn because(why: &str) -> String {
    if why.is_empty() {
        String::new()
    } else {
        format!("   {why}")
    }
}

fn weather(all: &[Weather]) -> String {
    all.iter().map(|one| format!("   {one}")).collect()
}

/// A fact in a line; nothing where it says nothing.
#[must_use]
pub fn one(state: &State, fact: &TravelFact) -> Option<String> {
    Some(match fact {
        TravelFact::Planned { new: None, .. } => "no journey is planned any more".to_owned(),
        TravelFact::Planned { new: Some(new), .. } => journey(new),
        TravelFact::SetOut { leg } => format!(
            "Leg {} of {}: to {}{}",
            leg.number,
            leg.of,
            leg.region,
            weather(&leg.weather)
        ),
        TravelFact::Changed { old, new, what } => changed(state, old, new, what)?,
        TravelFact::Arrived { leg } => format!("Arrived: {}", leg.region),
        TravelFact::Day { new, supply, .. } => {
            let level = SupplyLevel::of(*supply);
            format!("Day {new}   Supply {supply}, {level}: {}", level.means())
        }
        TravelFact::Cached { old, new, why } => {
            format!("Cache tokens {old} → {new}{}", because(why))
        }
    })
}

fn journey(journey: &Journey) -> String {
    let legs: Vec<String> = journey
        .legs
        .iter()
        .map(|leg| {
            let size = leg.size.map(|size| format!(" ({size})"));
            format!("{}{}", leg.region, size.unwrap_or_default())
        })
        .collect();
    let n = legs.len();
    format!(
        "Journey of {n} leg{}: {}",
        if n == 1 { "" } else { "s" },
        legs.join(" → ")
    )
}

fn changed(state: &State, old: &Leg, new: &Leg, what: &OnTheWay) -> Option<String> {
    Some(match what {
        OnTheWay::Took { .. } => return None,
        OnTheWay::Fared {
            who,
            role,
            outcome,
            benefit,
            complication,
        } => {
            let mut got = match (benefit, role) {
                (true, Role::Quartermaster) => vec!["the packs are in order"],
                (true, role) => vec![role.benefit()],
                (false, Role::Guide | Role::Quartermaster) => vec![],
                (false, _) => vec!["nothing gained"],
            };
            if *complication {
                got.push("a complication");
            }
            let ended = match outcome {
                Outcome::Clean | Outcome::SuccessWithSb => String::new(),
                outcome => format!(", {outcome}"),
            };
            let got = if got.is_empty() {
                String::new()
            } else {
                format!(": {}", got.join(", and "))
            };
            format!("{}   {role}{ended}{got}", state.name(*who))
        }
        OnTheWay::Kept => "Quartermaster's token: cancels the next Supply tick".to_owned(),
        OnTheWay::Spared { why } => {
            format!(
                "Supply doesn't tick: the Quartermaster's token is used{}",
                because(why)
            )
        }
        OnTheWay::Met { kind, what } => {
            let mut line = format!(
                "On the road: {}",
                if what.is_empty() {
                    kind.to_string()
                } else {
                    format!("{what} ({})", kind.word())
                }
            );
            if old.encounters == 0
                && old.benefits.contains(&Role::Scout)
                && let Some(scout) = old.holder(Role::Scout)
            {
                let name = state.pc(scout).map_or("the Scout", |pc| &pc.sheet.name);
                line.push_str(&format!("   no surprise: {name} scouted"));
            }
            if *kind == EncounterKind::Ambush && new.ambush {
                line.push_str("   the first defense gets +1 step: the Watch");
            }
            format!("{line}   {}", kind.usual())
        }
        OnTheWay::Weather if new.weather.is_empty() => "the weather is plain from here".to_owned(),
        OnTheWay::Weather => {
            let all: Vec<String> = new.weather.iter().map(ToString::to_string).collect();
            format!("from here: {}", all.join(", "))
        }
    })
}

/// How the leg stands with encounters, for the GM; nothing where nothing is called for.
#[must_use]
pub fn encounters(leg: &Leg) -> Option<String> {
    match leg.due() {
        EncounterDue::No => None,
        due => Some(format!(
            "{due}: {} segment{} since {}",
            leg.since,
            if leg.since == 1 { "" } else { "s" },
            if leg.encounters == 0 {
                "the leg began"
            } else {
                "the last"
            }
        )),
    }
}

/// How the journey stands, in one line: for the prompt, and for `travel`.
#[must_use]
pub fn status(state: &State) -> String {
    let travel = &state.travel;
    if let Some(leg) = &travel.leg {
        let (filled, size) = state
            .timer(leg.timer.id)
            .map_or((0, 0), |timer| (timer.filled, timer.size));
        let mut line = format!("{} {filled}/{size}", leg.region);
        if leg.due() != EncounterDue::No {
            line.push_str(&format!(", {}", leg.due()));
        }
        return line;
    }
    match travel.next() {
        Some(next) => format!("next leg: {} (travel go)", next.region),
        None => {
            "no journey is planned: travel plan, then the regions with commas between".to_owned()
        }
    }
}

/// The journey in full, line by line: where they are, who does what, the packs, what comes next.
#[must_use]
pub fn page(state: &State) -> Vec<String> {
    let travel = &state.travel;
    let mut lines = vec![status(state)];
    if let Some(leg) = &travel.leg {
        let roles: Vec<String> = leg
            .roles
            .iter()
            .filter_map(|(id, role)| Some(format!("{} {role}", state.pc(*id)?.sheet.name)))
            .collect();
        let roles = if roles.is_empty() {
            "no roles yet".to_owned()
        } else {
            roles.join(", ")
        };
        lines.push(format!(
            "Leg {} of {}   {roles}   {} encounter{}{}",
            leg.number,
            leg.of,
            leg.encounters,
            if leg.encounters == 1 { "" } else { "s" },
            weather(&leg.weather)
        ));
    }
    let ahead = travel.journey.as_ref().map_or(&[][..], |journey| {
        let begun = journey.done as usize + usize::from(travel.leg.is_some());
        journey.legs.get(begun..).unwrap_or_default()
    });
    if !ahead.is_empty() {
        let ahead: Vec<&str> = ahead.iter().map(|leg| leg.region.as_str()).collect();
        lines.push(format!("ahead: {}", ahead.join(" → ")));
    }
    let supply = crate::table::commands::travel::missing(state);
    let level = SupplyLevel::of(supply);
    let mut packs = format!("Supply {supply}, {level}: {}", level.means());
    if travel.days > 0 {
        packs.push_str(&format!("   day {}", travel.days));
    }
    if travel.caches > 0 {
        packs.push_str(&format!("   Cache tokens {}", travel.caches));
    }
    lines.push(packs);
    lines
}

/// What differs between two states, in short phrases: for undo and redo.
#[must_use]
pub fn diff(from: &State, to: &State) -> Vec<String> {
    let (old, new) = (&from.travel, &to.travel);
    if old == new {
        return Vec::new();
    }
    let mut words = Vec::new();
    let leg = |leg: &Option<Leg>| leg.as_ref().map(|leg| (leg.number, leg.region.clone()));
    if leg(&old.leg) != leg(&new.leg) {
        words.push(new.leg.as_ref().map_or_else(
            || "no leg under way".to_owned(),
            |leg| format!("leg {} to {}", leg.number, leg.region),
        ));
    } else if old.leg != new.leg {
        words.push("the leg".to_owned());
    }
    if old.journey != new.journey && old.leg.is_none() && new.leg.is_none() {
        words.push(if new.journey.is_some() {
            "the journey".to_owned()
        } else {
            "no journey".to_owned()
        });
    }
    if old.days != new.days {
        words.push(format!("day {} → {}", old.days, new.days));
    }
    if old.caches != new.caches {
        words.push(format!("Cache tokens {} → {}", old.caches, new.caches));
    }
    words
}

//! Dangers in words.

use super::{Hazard, PerilFact, Ward};
use crate::rules::recovery::Patient;
use crate::rules::values::Period;
use crate::rules::wards::{Disabled, Inert, WardKind};
use crate::table::catalog::Catalog;
use crate::table::commands::fear;
use crate::table::state::State;

/// A fact as people read it; nothing where other facts say it.
#[must_use]
pub fn line(
    state: &State,
    fact: &PerilFact,
    catalog: &Catalog,
    because: impl Fn(&str) -> String,
) -> Option<String> {
    let name = |thing| state.name(thing);
    Some(match fact {
        PerilFact::Tended { who, old, new } => patient(&name(*who), *old, *new)?,
        PerilFact::Rested { .. } | PerilFact::FearOf { .. } => return None,
        PerilFact::Feared { who, result, harsh } => {
            let text = fear::words(catalog, result, *harsh);
            let text = if text.is_empty() {
                text
            } else {
                format!(": {text}")
            };
            format!("{}   {result}{text}", name(*who))
        }
        PerilFact::Renewed { who, new, .. } => {
            let lasts = new
                .lasts
                .map(|lasts| format!(" ({lasts})"))
                .unwrap_or_default();
            format!("{} is {} still{lasts}", name(*who), new.name)
        }
        PerilFact::Placed { state, .. } => format!("placed: {}", ward_line(state)),
        PerilFact::Removed { state, why, .. } => format!("{} is gone{}", state.name, because(why)),
        PerilFact::Changed { old, new, .. } => changed(old, new)?,
        PerilFact::Crossed {
            who,
            ward,
            crossed,
            ticks,
        } => {
            let how = if *crossed {
                format!("{} crosses {}", name(*who), name(*ward))
            } else {
                format!("{} doesn't get past {}", name(*who), name(*ward))
            };
            let leash = if *ticks > 0 {
                format!("   Leash +{ticks}")
            } else {
                String::new()
            };
            format!("{how}{leash}")
        }
        PerilFact::Disabled { who, ward, result } => match result {
            Disabled::Inert => return None,
            Disabled::Nothing | Disabled::MayTrigger => {
                format!("{} fails: {} holds", name(*who), name(*ward))
            }
        },
        PerilFact::Sprung { ward, who } => format!("{} is sprung on {}", name(*ward), name(*who)),
        PerilFact::HazardCame { hazard } => hazard_line(hazard),
        PerilFact::HazardWent { hazard, why } => {
            format!("{} is over{}", hazard.name, because(why))
        }
    })
}

fn patient(name: &str, old: Patient, new: Patient) -> Option<String> {
    if new.stable && !old.stable {
        return Some(format!("{name} is stable: Harm 3, no actions"));
    }
    if new.failures > old.failures {
        return Some(format!(
            "{name} isn't stable: the next attempt is at DV {}",
            new.dv()
        ));
    }
    None
}

fn changed(old: &Ward, new: &Ward) -> Option<String> {
    let name = &new.name;
    Some(match (old.inert, new.inert) {
        (None, Some(Inert::Scene)) => format!("{name} is inert for the scene"),
        (_, Some(Inert::Good)) if old.inert != new.inert => format!("{name} is inert for good"),
        (Some(_), None) => format!("{name} wakes"),
        _ if new.known && !old.known => format!("found: {}", ward_line(new)),
        _ if new.numbers != old.numbers => ward_line(new),
        _ => return None,
    })
}

/// A ward's line: "Salt Line   ward   DV 3   Harm 1".
#[must_use]
pub fn ward_line(ward: &Ward) -> String {
    let mut line = format!(
        "{}   {}   DV {}   Harm {}",
        ward.name,
        ward.numbers.kind,
        ward.numbers.dv,
        ward.numbers.harm()
    );
    match ward.inert {
        None => {}
        Some(Inert::Scene) => line.push_str("   inert for the scene"),
        Some(Inert::Good) => line.push_str("   inert for good"),
    }
    if ward.numbers.kind == WardKind::Trap && !ward.known {
        line.push_str("   not found");
    }
    line
}

/// A hazard's line: "Thick Smoke (scene)".
#[must_use]
pub fn hazard_line(hazard: &Hazard) -> String {
    match hazard.lasts {
        Period::Scene => format!("{} hangs over the scene", hazard.name),
        lasts => format!("{} hangs over the {lasts}", hazard.name),
    }
}

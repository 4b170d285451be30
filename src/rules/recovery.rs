//! Getting better, and dying. rules/02 §5–§6.

use super::numbers::Dv;
use super::refusal::Refusal;
use super::switches::Switches;
use super::values::ItemState;
use super::words::words;
use serde::{Deserialize, Serialize};

words! {
    /// A rest.
    Rest, "rest" {
        /// One hour: Fatigue −2.
        Short = "short", "a short rest";
        /// Eight hours: all Fatigue.
        Night = "night", "a full night";
        /// A week: all Fatigue, and one Harm level.
        Week = "week", "a week of rest";
    }
}

/// Fatigue and Harm level after a rest. Harm 3 heals by a week only once stable, and with `harm3_needs_care` not at all (R97).
#[must_use]
pub fn rest(
    kind: Rest,
    fatigue: u32,
    harm_level: u32,
    stable: bool,
    switches: &Switches,
) -> (u32, u32) {
    match kind {
        Rest::Short => (fatigue.saturating_sub(2), harm_level),
        Rest::Night => (0, harm_level),
        Rest::Week => {
            let heals = harm_level < 3 || (stable && !switches.harm3_needs_care);
            (0, harm_level.saturating_sub(u32::from(heals)))
        }
    }
}

/// DV of medical care (Craft, one scene): 2 + Harm level (R30).
///
/// # Errors
/// No Harm to treat.
pub fn care_dv(harm_level: u32) -> Result<Dv, Refusal> {
    let none = || Refusal::Target {
        what: "medical care".to_owned(),
        why: "there is no Harm to treat".to_owned(),
    };
    if harm_level == 0 {
        return Err(none());
    }
    Dv::new(2 + i64::from(harm_level.min(3))).map_err(Refusal::from)
}

/// Harm levels that care heals: 1 on a success, up to 2 with at least one ten (R30).
#[must_use]
pub fn care_heals(success: bool, tens: u32) -> u32 {
    match (success, tens) {
        (false, _) => 0,
        (true, 0) => 1,
        (true, _) => 2,
    }
}

/// Someone at Harm 3.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patient {
    /// Failed attempts to stabilize, in a row.
    pub failures: u32,
    /// Won't get worse by waiting.
    pub stable: bool,
    /// Dies at the end of this round.
    pub dying: bool,
}

/// Result of one attempt to stabilize.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StabilizeDone {
    /// How the patient is now.
    pub patient: Patient,
    /// Fatigue the patient marks, its own event; overflow at Harm 3 kills (R31).
    pub fatigue: u32,
    /// DV of the next attempt, if one is needed.
    pub next_dv: Dv,
}

impl Patient {
    /// DV of the next attempt (Craft): 3, 4, 5, then 5 (R31).
    #[must_use]
    pub fn dv(&self) -> Dv {
        Dv::DEFAULT.plus(i32::try_from(self.failures).unwrap_or(i32::MAX))
    }

    /// Successes that stabilize now: the DV, or DV + 3 for someone Dying (R31).
    #[must_use]
    pub fn successes_needed(&self) -> u32 {
        u32::from(self.dv().get()) + if self.dying { 3 } else { 0 }
    }

    /// One attempt with this many successes.
    #[must_use]
    pub fn attempt(mut self, successes: u32) -> StabilizeDone {
        let saved = successes >= self.successes_needed();
        // Partial and Miss cost Fatigue and the next DV; a success that isn't enough for one who is Dying costs nothing.
        let failed = successes < u32::from(self.dv().get());
        if saved {
            self = Self {
                stable: true,
                ..Self::default()
            };
        } else if failed {
            self.failures += 1;
            self.dying = self.failures >= 2;
        }
        StabilizeDone {
            patient: self,
            fatigue: u32::from(failed),
            next_dv: self.dv(),
        }
    }
}

/// What repairing gear takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repair {
    /// Craft DV; `None`: no roll. A smith does without one.
    pub dv: Option<Dv>,
    /// What else it needs.
    pub needs: &'static str,
}

/// What it takes to bring gear from one state to a better one; `None` where nothing is to be mended. rules/02 §3.
#[must_use]
pub fn repair(from: ItemState, to: ItemState) -> Option<Repair> {
    use ItemState::{Compromised, Maintained, Neglected};
    match (from, to) {
        (Neglected, Maintained) => Some(Repair {
            dv: None,
            needs: "a short rest and basic tools",
        }),
        (Compromised, Neglected) => Some(Repair {
            dv: Some(Dv::DEFAULT),
            needs: "a scene of work, or a smith",
        }),
        (Compromised, Maintained) => Some(Repair {
            dv: Some(Dv::DEFAULT.plus(1)),
            needs: "a full day, or a professional smith",
        }),
        _ => None,
    }
}

/// Dice that a weapon's state takes from an attack: Neglected on every one, Compromised on each round's first.
#[must_use]
pub fn weapon_penalty(state: ItemState, first_attack_of_round: bool) -> u32 {
    match state {
        ItemState::Maintained => 0,
        ItemState::Neglected => 1,
        ItemState::Compromised => u32::from(first_attack_of_round),
    }
}

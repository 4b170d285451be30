//! Travel: legs, roles, weather, encounters on the road, the size of a leg by cards. rules/06 §1–§3, §6, §7.
//!
//! Not here: Supply and foraging (`supply`), decks, and when any of it happens (the table).

use super::chair::Point;
use super::numbers::Dv;
use super::values::{Outcome, Position};
use super::words::words;
use serde::{Deserialize, Serialize};

/// Segments of a leg where neither a card nor the GM says.
pub const LEG_SIZE: u32 = 4;
/// What people call the four sizes of a leg.
pub const SIZES: [(u32, &str); 4] = [(4, "short"), (6, "ordinary"), (8, "long"), (10, "epic")];

/// Segments of a leg by the value of the highest card drawn before it starts (2–10, J 11, Q 12, K 13, A 14, jokers above): 2–5
/// four, 6–10 six, J Q K eight, A ten. No card: four. rules/06 §7, R85.
#[must_use]
pub fn leg_size(highest: Option<u32>) -> u32 {
    match highest {
        None | Some(0..=5) => LEG_SIZE,
        Some(6..=10) => 6,
        Some(11..=13) => 8,
        Some(_) => 10,
    }
}

/// Rule point `leg_size`: segments of a leg by the value of the highest card, 0 for none.
#[derive(Debug, Clone, Copy)]
pub struct LegSize;

impl Point for LegSize {
    const NAME: &'static str = "leg_size";
    const MEANING: &'static str = "segments of a leg by its highest card, 0 for none";
    type In = u32;
    type Out = u32;

    fn book(highest: &u32) -> u32 {
        leg_size(Some(*highest).filter(|value| *value > 0))
    }

    fn check(_: &u32, out: &u32) -> Result<(), String> {
        if (1..=100).contains(out) {
            Ok(())
        } else {
            Err(format!("a leg has 1 to 100 segments, not {out}"))
        }
    }
}

words! {
    /// What somebody does for the party in a leg (rules/06 §2).
    Role, "role" {
        /// Finds the way.
        Guide = "guide", "Guide";
        /// Goes ahead.
        Scout = "scout", "Scout";
        /// Looks after the packs.
        Quartermaster = "quartermaster", "Quartermaster";
        /// Keeps awake.
        Watch = "watch", "Watch";
        /// Looks for food on the way.
        Forager = "forager", "Forager";
    }
}

impl Role {
    /// What it rolls.
    #[must_use]
    pub const fn pool(self) -> &'static str {
        match self {
            Self::Guide | Self::Forager => "wits + lore",
            Self::Scout => "wits + stealth",
            Self::Quartermaster => "wits + craft",
            Self::Watch => "presence + insight",
        }
    }

    /// What a success brings, in words.
    #[must_use]
    pub const fn benefit(self) -> &'static str {
        match self {
            Self::Guide => "Travel +1",
            Self::Scout => "no surprise in this leg's first encounter",
            Self::Quartermaster => "cancels a Supply tick, or takes one away",
            Self::Watch => "+1 step on the first defense of an ambush",
            Self::Forager => "Supply −1",
        }
    }
}

words! {
    /// Weather and ground of a leg (rules/06 §6). Several may hold.
    Weather, "weather or ground" {
        /// Movement costs double in a fight; no effect on the leg by itself.
        Difficult = "difficult", "difficult ground";
        /// The first travel roll is Desperate.
        Extreme = "extreme", "extreme weather";
        /// The leg begins with a tick, and the Guide's DV is one higher.
        Hazardous = "hazardous", "hazardous weather";
        /// The first travel roll gets a step.
        Favorable = "favorable", "favorable weather";
    }
}

/// The GM's Position (where the weather sets it) and the steps of the leg's first travel roll (R82).
#[must_use]
pub fn first_roll(weather: &[Weather]) -> (Option<Position>, i32) {
    let extreme = weather.contains(&Weather::Extreme);
    (
        extreme.then_some(Position::Desperate),
        i32::from(weather.contains(&Weather::Favorable)),
    )
}

/// The DV of a role's roll in this weather: a Guide's is one higher in hazardous weather, not above five.
#[must_use]
pub fn role_dv(role: Role, dv: Dv, weather: &[Weather]) -> Dv {
    if role == Role::Guide && weather.contains(&Weather::Hazardous) {
        dv.plus(1)
    } else {
        dv
    }
}

/// What the roll of a role comes to (rules/06 §2, R81).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoleResult {
    /// The benefit of the role is there.
    pub benefit: bool,
    /// Segments on the Travel Timer.
    pub ticks: i32,
    /// Segments on the Supply Timer.
    pub supply: u32,
    /// A complication comes with it.
    pub complication: bool,
    /// The GM picks: a tick back, or a complication.
    pub setback: bool,
}

/// The result of a role's roll. Foraging has a table of its own (`supply::forage`).
#[must_use]
pub fn role_result(role: Role, outcome: Outcome, quartermaster_partial_fails: bool) -> RoleResult {
    let guide = role == Role::Guide;
    let packs = role == Role::Quartermaster;
    match outcome {
        Outcome::Clean | Outcome::SuccessWithSb => RoleResult {
            benefit: true,
            ticks: i32::from(guide),
            ..RoleResult::default()
        },
        Outcome::Partial if packs && quartermaster_partial_fails => RoleResult {
            supply: 1,
            ..RoleResult::default()
        },
        Outcome::Partial => RoleResult {
            benefit: guide,
            ticks: i32::from(guide),
            complication: true,
            ..RoleResult::default()
        },
        Outcome::Miss => RoleResult {
            supply: u32::from(packs),
            setback: true,
            ..RoleResult::default()
        },
    }
}

words! {
    /// Whether an encounter or hazard is called for, by the segments filled since the last one (rules/06 §3, R85).
    EncounterDue, "state of encounters" {
        /// Not yet.
        No = "none", "no encounter yet";
        /// One segment: it may come.
        May = "may", "an encounter may come";
        /// Two or more: it is due.
        Due = "due", "an encounter is due";
    }
}

/// What so many segments since the last encounter call for.
#[must_use]
pub fn encounter_due(since: u32) -> EncounterDue {
    match since {
        0 => EncounterDue::No,
        1 => EncounterDue::May,
        _ => EncounterDue::Due,
    }
}

words! {
    /// What comes on the road (rules/06 §3).
    #[derive(Default)]
    EncounterKind, "encounter" {
        /// Somebody or something. The default.
        #[default]
        Encounter = "encounter", "an encounter";
        /// Something is found.
        Discovery = "discovery", "a discovery";
        /// The road itself.
        Hazard = "hazard", "a hazard";
        /// A knot.
        Complication = "complication", "a complication";
        /// An encounter that lies in wait.
        Ambush = "ambush", "an ambush";
    }
}

impl EncounterKind {
    /// How it is usually resolved.
    #[must_use]
    pub const fn usual(self) -> &'static str {
        match self {
            Self::Encounter => "a fight, or words",
            Self::Discovery => "Insight, or an exploration roll",
            Self::Hazard => "Endurance, or Insight for reading the ground; a hazard timer may run",
            Self::Complication => "roleplay, or a skill challenge",
            Self::Ambush => "ambushers act first, whoever is surprised answers after the opening",
        }
    }
}

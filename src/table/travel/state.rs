//! The section of the state.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::rules::ids::Thing;
use crate::rules::travel::{EncounterDue, Role, Weather, encounter_due};

/// What a table keeps of its travels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Travel {
    /// The legs that are planned.
    pub journey: Option<Journey>,
    /// The leg under way.
    pub leg: Option<Leg>,
    /// The last leg that ended.
    pub last: Option<Arrived>,
    /// Days that have passed on the road.
    pub days: u32,
    /// Cache tokens of the party (R84).
    pub caches: u32,
}

/// A journey: legs in order, and how many are behind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Journey {
    /// All legs.
    pub legs: Vec<Planned>,
    /// Legs that have ended.
    pub done: u32,
    /// Cards are drawn from a real deck: each draw asks which.
    pub by_hand: bool,
}

/// A leg that is planned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Planned {
    /// Where it leads: a region, or any place.
    pub region: String,
    /// Segments, if they are set by hand.
    pub size: Option<u32>,
    /// Weather and ground.
    pub weather: Vec<Weather>,
}

/// The leg under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leg {
    /// Of the journey, from 1.
    pub number: u32,
    /// Legs of the journey.
    pub of: u32,
    /// Where it leads.
    pub region: String,
    /// Its Travel Timer.
    pub timer: Thing,
    /// Weather and ground.
    #[serde(default)]
    pub weather: Vec<Weather>,
    /// Who has which role, by the id of the character, in the order they took them.
    #[serde(default)]
    pub roles: Vec<(u32, Role)>,
    /// Roles that have brought their benefit.
    #[serde(default)]
    pub benefits: BTreeSet<Role>,
    /// The first travel roll is made.
    #[serde(default)]
    pub rolled: bool,
    /// The Quartermaster's token waits for a Supply tick.
    #[serde(default)]
    pub token: bool,
    /// Encounters so far.
    #[serde(default)]
    pub encounters: u32,
    /// Segments filled since the last one.
    #[serde(default)]
    pub since: u32,
    /// An ambush whose first defense the Watch makes easier.
    #[serde(default)]
    pub ambush: bool,
    /// The worst Harm that any character came to.
    #[serde(default)]
    pub worst: u32,
}

/// What is kept of a leg that ended: a leg at major cost may tick the campaign (rules/07 §3).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Arrived {
    /// Where it led.
    pub region: String,
    /// Its number.
    pub number: u32,
    /// The worst Harm that any character came to on the way.
    pub worst: u32,
}

impl Leg {
    /// Whether an encounter is called for.
    #[must_use]
    pub fn due(&self) -> EncounterDue {
        encounter_due(self.since)
    }

    /// Who has this role.
    #[must_use]
    pub fn holder(&self, role: Role) -> Option<u32> {
        self.roles
            .iter()
            .find(|(_, has)| *has == role)
            .map(|(id, _)| *id)
    }

    /// The role of this character.
    #[must_use]
    pub fn role(&self, who: u32) -> Option<Role> {
        self.roles
            .iter()
            .find(|(id, _)| *id == who)
            .map(|(_, role)| *role)
    }

    /// Does this weather hold?
    #[must_use]
    pub fn has(&self, weather: Weather) -> bool {
        self.weather.contains(&weather)
    }
}

impl Travel {
    /// The leg that comes next, if no leg is under way.
    #[must_use]
    pub fn next(&self) -> Option<&Planned> {
        let journey = self.journey.as_ref().filter(|_| self.leg.is_none())?;
        journey.legs.get(journey.done as usize)
    }

    /// The leg whose timer this is.
    #[must_use]
    pub fn leg_of(&self, timer: Thing) -> Option<&Leg> {
        self.leg.as_ref().filter(|leg| leg.timer == timer)
    }

    /// Does an ambush wait for its first defense?
    #[must_use]
    pub fn ambushed(&self) -> bool {
        self.leg.as_ref().is_some_and(|leg| leg.ambush)
    }
}

//! Facts of travel, applied; and what a leg notices of other facts: segments that fill, Harm that somebody comes to, the
//! first defense of an ambush.

use std::sync::Arc;

use super::fact::TravelFact;
use super::state::{Arrived, Leg};
use crate::rules::ids::{Thing, ThingKind};
use crate::table::apply::{Misfit, same};
use crate::table::state::State;

impl State {
    pub(in crate::table) fn apply_travel(&mut self, fact: &TravelFact) -> Result<(), Misfit> {
        match fact {
            TravelFact::Planned { old, new } => {
                same("the journey", old, &self.travel.journey)?;
                Arc::make_mut(&mut self.travel).journey.clone_from(new);
            }
            TravelFact::SetOut { leg } => {
                same("the leg", &None, &self.travel.leg)?;
                same("its timer", &true, &self.timer(leg.timer.id).is_some())?;
                Arc::make_mut(&mut self.travel).leg = Some((**leg).clone());
            }
            TravelFact::Changed { old, new, .. } => {
                same("the leg", &Some(&**old), &self.travel.leg.as_ref())?;
                Arc::make_mut(&mut self.travel).leg = Some((**new).clone());
            }
            TravelFact::Arrived { leg } => {
                same("the leg", &Some(&**leg), &self.travel.leg.as_ref())?;
                let travel = Arc::make_mut(&mut self.travel);
                travel.leg = None;
                travel.last = Some(Arrived {
                    region: leg.region.clone(),
                    number: leg.number,
                    worst: leg.worst,
                });
                if let Some(journey) = &mut travel.journey {
                    journey.done += 1;
                    if journey.done as usize >= journey.legs.len() {
                        travel.journey = None;
                    }
                }
            }
            TravelFact::Day { old, new, .. } => {
                same("the days", old, &self.travel.days)?;
                Arc::make_mut(&mut self.travel).days = *new;
            }
            TravelFact::Cached { old, new, .. } => {
                same("Cache tokens", old, &self.travel.caches)?;
                Arc::make_mut(&mut self.travel).caches = *new;
            }
        }
        Ok(())
    }

    fn with_leg(&mut self, test: impl Fn(&Leg) -> bool, change: impl FnOnce(&mut Leg)) {
        if self.travel.leg.as_ref().is_some_and(test)
            && let Some(leg) = &mut Arc::make_mut(&mut self.travel).leg
        {
            change(leg);
        }
    }

    /// A timer moved: segments that fill count toward the next encounter, a step back changes nothing (R85).
    pub(in crate::table) fn travel_ticked(&mut self, timer: Thing, old: u32, new: u32) {
        let filled = new.saturating_sub(old);
        self.with_leg(
            |leg| filled > 0 && leg.timer == timer,
            |leg| leg.since += filled,
        );
    }

    /// A character came to this Harm.
    pub(in crate::table) fn travel_hurt(&mut self, who: Thing, old: u32, new: u32) {
        self.with_leg(
            |leg| who.kind == ThingKind::Pc && new > old && new > leg.worst,
            |leg| leg.worst = new,
        );
    }

    /// A roll was made: the first defense of an ambush has had its step.
    pub(in crate::table) fn travel_rolled(&mut self, purpose: &str) {
        self.with_leg(
            |leg| leg.ambush && purpose == DEFENSE,
            |leg| leg.ambush = false,
        );
    }

    /// A scene is over, and with it an ambush in it.
    pub(in crate::table) fn travel_scene_over(&mut self) {
        self.with_leg(|leg| leg.ambush, |leg| leg.ambush = false);
    }
}

/// The purpose of a roll that resists.
const DEFENSE: &str = "defense";

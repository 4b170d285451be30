//! A hit on an adversary: Resilience, Fatigue, phases. rules/05 §4.
//!
//! Adversaries have no Harm level and no Boons, and a hit brings no minimum Fatigue (R22).

use std::collections::BTreeMap;

use super::chair::{Chair, Point};
use super::fatigue::{Overflow, OverflowIn, adjusted};
use super::ids::Thing;
use super::incoming::{Blow, arrive};
use super::resists::Resistance;
use super::step::Step;
use super::values::{Armor, ArmorUse, ItemState};
use serde::{Deserialize, Serialize};

/// Rule point `resilience`: what Harm left after armor costs an adversary in Resilience. The book: one for one.
#[derive(Debug, Clone, Copy)]
pub struct ResilienceLoss;

/// Harm that reaches an adversary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResilienceIn {
    /// Which adversary.
    pub who: Option<Thing>,
    /// Harm left after armor.
    pub harm: u32,
    /// Resilience before; `None` is a puzzle.
    pub resilience: Option<u32>,
}

impl Point for ResilienceLoss {
    const NAME: &'static str = "resilience";
    const MEANING: &'static str = "Resilience an adversary loses to Harm left after armor";
    type In = ResilienceIn;
    type Out = u32;

    fn book(input: &ResilienceIn) -> u32 {
        input.harm
    }

    fn check(_: &ResilienceIn, out: &u32) -> Result<(), String> {
        if *out <= 1000 {
            Ok(())
        } else {
            Err(format!(
                "Resilience lost to one hit is 0 to 1000, not {out}"
            ))
        }
    }
}

/// Where an adversary stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoeState {
    /// Resilience left in this phase; `None` is a puzzle, which hits never end.
    pub resilience: Option<u32>,
    /// Fatigue.
    pub fatigue: u32,
    /// Fatigue it can carry before overflow, 1 or more.
    pub capacity: u32,
    /// Phases after this one.
    pub phases_left: u32,
    /// Resilience of the next phase, 8 by the book.
    pub next_resilience: u32,
}

/// A hit on an adversary before it lands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoeHitPlan {
    /// Which adversary.
    pub who: Option<Thing>,
    /// Incoming Harm; 0 is no hit.
    pub harm: u32,
    /// Its armor.
    pub armor: Armor,
    /// State of the armor.
    pub state: ItemState,
    /// What the attack makes of it.
    pub ignore: ArmorUse,
    /// Where it stands.
    pub foe: FoeState,
    /// Tags of the attack.
    pub tags: Vec<String>,
    /// What hits, in words.
    pub why: String,
    /// What its nature makes of kinds of Harm, before armor (R73).
    pub resists: BTreeMap<String, Resistance>,
}

impl FoeHitPlan {
    /// A hit of this Harm on an adversary without armor.
    #[must_use]
    pub fn new(harm: u32, foe: FoeState) -> Self {
        Self {
            who: None,
            harm,
            armor: Armor::None,
            state: ItemState::Maintained,
            ignore: ArmorUse::AsWorn,
            foe,
            tags: Vec::new(),
            why: String::new(),
            resists: BTreeMap::new(),
        }
    }
}

/// What a hit, or a Fatigue event, did to an adversary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoeHitDone {
    /// Which adversary.
    pub who: Option<Thing>,
    /// Harm before armor, contributions included; 0 was no hit.
    pub incoming: u32,
    /// The armor as it counted.
    pub armor: Armor,
    /// Harm left after armor.
    pub taken: u32,
    /// Fatigue added.
    pub fatigue: u32,
    /// Resilience lost, overflow included; more than was left is lost with the phase.
    pub lost: u32,
    /// Where it stood.
    pub before: FoeState,
    /// Where it stands.
    pub after: FoeState,
    /// Whether Fatigue overflowed.
    pub overflow: bool,
    /// Whether a phase ended; never two by one hit.
    pub phase_ended: bool,
    /// Whether it is defeated.
    pub defeated: bool,
    /// It didn't happen, and why.
    pub cancelled: Option<String>,
    /// Who takes it instead.
    pub redirect: Option<Thing>,
    /// What contributed.
    pub notes: Vec<String>,
}

/// Half of physical Harm, rounded down, before armor; 0 is no hit (R73).
#[must_use]
pub fn half_harm(harm: u32) -> u32 {
    harm / 2
}

/// Hits an adversary: armor → Resilience (clears Fatigue) → Fatigue → overflow, once.
///
/// # Errors
/// Only what stops the chair.
pub fn hit_foe<C: Chair>(chair: &mut C, plan: FoeHitPlan) -> Result<FoeHitDone, C::Stop> {
    let arrived = arrive(
        chair,
        Blow {
            who: plan.who,
            harm: plan.harm,
            armor: plan.armor,
            state: plan.state,
            ignore: plan.ignore,
            tags: &plan.tags,
            why: &plan.why,
            resists: Some(&plan.resists),
            least_fatigue: 0,
        },
    )?;
    let mut done = FoeHitDone {
        who: plan.who,
        incoming: arrived.incoming,
        armor: arrived.armor,
        taken: arrived.harm,
        fatigue: arrived.fatigue,
        lost: 0,
        before: plan.foe,
        after: plan.foe,
        overflow: false,
        phase_ended: false,
        defeated: false,
        cancelled: arrived.cancelled,
        redirect: arrived.redirect,
        notes: arrived.notes,
    };
    if arrived.harm > 0 {
        let input = ResilienceIn {
            who: plan.who,
            harm: arrived.harm,
            resilience: plan.foe.resilience,
        };
        let loss = chair.point::<ResilienceLoss>(input)?;
        done.after.fatigue = 0;
        done.lose(loss);
    }
    done.tire(chair, arrived.fatigue)?;
    Ok(done)
}

/// Marks Fatigue on an adversary outside a hit: its own event, overflow once.
///
/// # Errors
/// Only what stops the chair.
pub fn mark_foe_fatigue<C: Chair>(
    chair: &mut C,
    who: Option<Thing>,
    n: u32,
    foe: FoeState,
) -> Result<FoeHitDone, C::Stop> {
    let contributions = chair.modifiers(Step::Mark {
        who,
        track: "fatigue".to_owned(),
        n,
    })?;
    let (n, notes) = adjusted(n, &contributions);
    let mut done = FoeHitDone {
        who,
        incoming: 0,
        armor: Armor::None,
        taken: 0,
        fatigue: n,
        lost: 0,
        before: foe,
        after: foe,
        overflow: false,
        phase_ended: false,
        defeated: false,
        cancelled: None,
        redirect: None,
        notes,
    };
    done.tire(chair, n)?;
    Ok(done)
}

impl FoeHitDone {
    /// Loses Resilience. At 0 the phase or the fight ends: Fatigue cleared, the rest of the hit lost (R71).
    fn lose(&mut self, n: u32) {
        let Some(left) = self.after.resilience else {
            return;
        };
        self.lost += n.min(left);
        let left = left.saturating_sub(n);
        self.after.resilience = Some(left);
        if left > 0 {
            return;
        }
        self.after.fatigue = 0;
        if self.after.phases_left > 0 {
            self.phase_ended = true;
            self.after.phases_left -= 1;
            self.after.resilience = Some(self.after.next_resilience);
        } else {
            self.defeated = true;
        }
    }

    fn tire<C: Chair>(&mut self, chair: &mut C, n: u32) -> Result<(), C::Stop> {
        if n == 0 || self.phase_ended || self.defeated {
            return Ok(());
        }
        let fatigue = self.after.fatigue.saturating_add(n);
        let out = chair.point::<Overflow>(OverflowIn {
            who: self.who,
            fatigue,
            size: self.after.capacity.max(1),
        })?;
        self.after.fatigue = out.fatigue;
        self.overflow = out.harm > 0;
        if out.harm > 0 {
            self.lose(out.harm);
        }
        Ok(())
    }
}

/// Harm that is no hit (hunger, cold) on an adversary: no armor, no Fatigue; it clears Fatigue as any Harm does (R32).
#[must_use]
pub fn wound_foe(who: Option<Thing>, n: u32, foe: FoeState) -> FoeHitDone {
    let mut done = FoeHitDone {
        who,
        incoming: n,
        armor: Armor::None,
        taken: n,
        fatigue: 0,
        lost: 0,
        before: foe,
        after: foe,
        overflow: false,
        phase_ended: false,
        defeated: false,
        cancelled: None,
        redirect: None,
        notes: Vec::new(),
    };
    if n > 0 {
        done.after.fatigue = 0;
        done.lose(n);
    }
    done
}

/// Situational steps the opposing player gets from an adversary's Fatigue: one a point, up to Dominant; the player's own
/// penalties come after (the ladder clamps). rules/05 §4.2.
#[must_use]
pub fn steps_from_foe_fatigue(fatigue: u32) -> i32 {
    i32::try_from(fatigue).unwrap_or(i32::MAX)
}

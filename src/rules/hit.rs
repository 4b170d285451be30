//! A hit on a character: convert, clear, mark, overflow. rules/02 §2.

use super::chair::Chair;
use super::ids::Thing;
use super::incoming::{Blow, arrive};
use super::question::{Answer, Question};
use super::values::{Armor, ArmorUse, ItemState};
use super::wounds::Tracks;
use serde::{Deserialize, Serialize};

/// A hit before it lands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HitPlan {
    /// Whom it befalls.
    pub who: Option<Thing>,
    /// Incoming Harm; 0 is no hit.
    pub harm: u32,
    /// Armor worn.
    pub armor: Armor,
    /// Its state.
    pub state: ItemState,
    /// What the attack makes of it.
    pub ignore: ArmorUse,
    /// A heater shield may turn one Harm left after armor into Fatigue, once a scene: its bearer is asked when the Harm left
    /// is known, and overflow isn't (R26).
    pub heater: bool,
    /// Fatigue before.
    pub fatigue: u32,
    /// Size of the Fatigue track.
    pub fatigue_size: u32,
    /// Harm level before, 0–3.
    pub harm_level: u32,
    /// Switch `min_fatigue_unarmored` (R22).
    pub min_fatigue_unarmored: bool,
    /// Tags of the attack.
    pub tags: Vec<String>,
    /// What hits, in words.
    pub why: String,
}

impl HitPlan {
    /// A hit of this Harm on a fresh character without armor, with the default switches.
    #[must_use]
    pub fn new(harm: u32, fatigue_size: u32) -> Self {
        Self {
            who: None,
            harm,
            armor: Armor::None,
            state: ItemState::Maintained,
            ignore: ArmorUse::AsWorn,
            heater: false,
            fatigue: 0,
            fatigue_size,
            harm_level: 0,
            min_fatigue_unarmored: true,
            tags: Vec::new(),
            why: String::new(),
        }
    }
}

/// What a hit did to a character.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HitDone {
    /// Whom it befell.
    pub who: Option<Thing>,
    /// Harm before armor, contributions included; 0 was no hit.
    pub incoming: u32,
    /// The armor as it counted.
    pub armor: Armor,
    /// The hit's own Harm: what was left after armor and shield, without overflow.
    pub taken: u32,
    /// Fatigue added.
    pub fatigue: u32,
    /// Fatigue before.
    pub fatigue_before: u32,
    /// Fatigue after.
    pub fatigue_after: u32,
    /// Whether the heater was used.
    pub heater: bool,
    /// Harm level before.
    pub harm_before: u32,
    /// Harm level after, 0–3.
    pub harm_after: u32,
    /// Whether the Fatigue track overflowed.
    pub overflow: bool,
    /// Whether this hit brought Harm 3.
    pub down: bool,
    /// Whether this hit killed.
    pub dead: bool,
    /// It didn't happen, and why.
    pub cancelled: Option<String>,
    /// Who takes it instead: nothing happened here, resolve it for that one.
    pub redirect: Option<Thing>,
    /// What contributed.
    pub notes: Vec<String>,
}

/// Takes a hit: armor (and Heater) → Harm clears Fatigue → Fatigue → overflow, once.
///
/// # Errors
/// Only what stops the chair.
pub fn take_hit<C: Chair>(chair: &mut C, plan: HitPlan) -> Result<HitDone, C::Stop> {
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
            resists: None,
            least_fatigue: u32::from(plan.min_fatigue_unarmored),
        },
    )?;
    let (mut harm, mut fatigue) = (arrived.harm, arrived.fatigue);
    let mut notes = arrived.notes;
    let heater = plan.heater && harm > 0 && {
        let text = format!("{harm} Harm is left: turn 1 into Fatigue with the heater?");
        chair.ask(Question::yes_no("heater", plan.who, text, true))? == Answer::Yes(true)
    };
    if heater {
        harm -= 1;
        fatigue += 1;
        notes.push("the heater turns 1 Harm into Fatigue".to_owned());
    }
    let mut tracks = Tracks::new(plan.fatigue, plan.fatigue_size, plan.harm_level);
    tracks.wound(harm);
    tracks.tire(chair, plan.who, fatigue)?;
    Ok(HitDone {
        who: plan.who,
        incoming: arrived.incoming,
        armor: arrived.armor,
        taken: harm,
        fatigue,
        fatigue_before: plan.fatigue,
        fatigue_after: tracks.fatigue,
        heater,
        harm_before: plan.harm_level,
        harm_after: tracks.harm,
        overflow: tracks.overflow,
        down: tracks.down(),
        dead: tracks.dead,
        cancelled: arrived.cancelled,
        redirect: arrived.redirect,
        notes,
    })
}

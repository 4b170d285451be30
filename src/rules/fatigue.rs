//! Fatigue of characters: the track, overflow, marking it outside a hit, and what Harm and Fatigue do to rolls. rules/02 §1–§2.

use super::chair::{Chair, Point};
use super::ids::Thing;
use super::step::{Contribution, Step};
use super::wounds::Tracks;
use serde::{Deserialize, Serialize};

/// The talent that makes the track one longer.
pub const CONDITIONING: &str = "Conditioning";

/// Size of a character's Fatigue track: Body, at least 1, and one more with the Conditioning talent.
#[must_use]
pub fn track_size(body: u32, conditioning: bool) -> u32 {
    body.max(1) + u32::from(conditioning)
}

/// Rule point `overflow`: a full track becomes one Harm, once an event, and the surplus is lost (R38).
#[derive(Debug, Clone, Copy)]
pub struct Overflow;

/// A track after Fatigue was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverflowIn {
    /// Whose track.
    pub who: Option<Thing>,
    /// Fatigue after the marks of this event.
    pub fatigue: u32,
    /// Size of the track, 1 or more.
    pub size: u32,
}

/// What overflow makes of a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverflowOut {
    /// Harm (an adversary: Resilience) it costs; 0 if the track isn't full.
    pub harm: u32,
    /// Fatigue left.
    pub fatigue: u32,
}

impl Point for Overflow {
    const NAME: &'static str = "overflow";
    const MEANING: &'static str = "Harm and Fatigue left when a Fatigue track is full";
    type In = OverflowIn;
    type Out = OverflowOut;

    fn book(input: &OverflowIn) -> OverflowOut {
        if input.fatigue >= input.size.max(1) {
            OverflowOut {
                harm: 1,
                fatigue: 0,
            }
        } else {
            OverflowOut {
                harm: 0,
                fatigue: input.fatigue,
            }
        }
    }

    fn check(input: &OverflowIn, out: &OverflowOut) -> Result<(), String> {
        let size = input.size.max(1);
        if out.fatigue >= size {
            return Err(format!(
                "Fatigue left is below the track of {size}, not {}",
                out.fatigue
            ));
        }
        if out.harm > 10 {
            return Err(format!("overflow costs 0 to 10 Harm, not {}", out.harm));
        }
        Ok(())
    }
}

/// Fatigue marked outside a hit: its own event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FatiguePlan {
    /// Who marks it.
    pub who: Option<Thing>,
    /// How much.
    pub n: u32,
    /// Fatigue before.
    pub fatigue: u32,
    /// Size of the track.
    pub fatigue_size: u32,
    /// Harm level before, 0–3.
    pub harm_level: u32,
    /// Why, in words.
    pub why: String,
}

/// What marking Fatigue did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FatigueDone {
    /// Who marked it.
    pub who: Option<Thing>,
    /// Fatigue marked, after contributions.
    pub n: u32,
    /// Fatigue before.
    pub fatigue_before: u32,
    /// Fatigue after.
    pub fatigue_after: u32,
    /// Harm level before.
    pub harm_before: u32,
    /// Harm level after.
    pub harm_after: u32,
    /// Whether the track overflowed.
    pub overflow: bool,
    /// Whether this event brought Harm 3.
    pub down: bool,
    /// Whether this event killed.
    pub dead: bool,
    /// What contributed.
    pub notes: Vec<String>,
}

/// Marks Fatigue outside a hit: add, then overflow once (steps 3–4 of rules/02 §2).
///
/// # Errors
/// Only what stops the chair.
pub fn mark_fatigue<C: Chair>(chair: &mut C, plan: FatiguePlan) -> Result<FatigueDone, C::Stop> {
    let contributions = chair.modifiers(Step::Mark {
        who: plan.who,
        track: "fatigue".to_owned(),
        n: plan.n,
    })?;
    let (n, notes) = adjusted(plan.n, &contributions);
    let mut tracks = Tracks::new(plan.fatigue, plan.fatigue_size, plan.harm_level);
    tracks.tire(chair, plan.who, n)?;
    Ok(FatigueDone {
        who: plan.who,
        n,
        fatigue_before: plan.fatigue,
        fatigue_after: tracks.fatigue,
        harm_before: plan.harm_level,
        harm_after: tracks.harm,
        overflow: tracks.overflow,
        down: tracks.down(),
        dead: tracks.dead,
        notes,
    })
}

/// A count of marks with the `n` of all contributions added, never below 0; and their words.
#[must_use]
pub fn adjusted(n: u32, contributions: &[Contribution]) -> (u32, Vec<String>) {
    let mut sum = i64::from(n);
    let mut notes = Vec::new();
    for contribution in contributions {
        if let Some(by) = contribution.n.filter(|by| *by != 0) {
            sum += i64::from(by);
            notes.push(format!("{by:+} {}", contribution.why).trim_end().to_owned());
        }
    }
    (u32::try_from(sum.max(0)).unwrap_or(u32::MAX), notes)
}

/// Dice that Harm takes from a roll: Harm 1 one die where the injury matters, Harm 2 one die on nearly everything; they
/// don't add up (R28). At Harm 3 there are no actions; see [`can_act`].
#[must_use]
pub fn harm_penalty(harm_level: u32, injury_matters: bool) -> u32 {
    match harm_level {
        0 => 0,
        1 => u32::from(injury_matters),
        _ => 1,
    }
}

/// Whether a character with this Harm level can act at all.
#[must_use]
pub fn can_act(harm_level: u32) -> bool {
    harm_level < 3
}

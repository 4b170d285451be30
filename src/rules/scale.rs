//! Military units: Scale against Scale. rules/05 §6.

use super::numbers::OutOfRange;
use super::values::Effect;
use super::words::words;

words! {
    /// What a unit does against another.
    UnitAction, "unit action" {
        /// Shoots, over ground.
        Volley = "volley", "volley";
        /// Comes on, over ground.
        Charge = "charge", "charge";
        /// Goes round, over ground.
        Encircle = "encircle", "encirclement";
        /// Aimed at one thing, as the commander.
        Precise = "precise", "precise action";
        /// Strikes and is gone.
        Raid = "raid", "raid";
        /// Looks.
        Scout = "scout", "scouting";
        /// Kills one.
        Assassinate = "assassinate", "assassination";
        /// Spoils things.
        Sabotage = "sabotage", "sabotage";
        /// Holds up.
        Delay = "delay", "delay";
    }
}

impl UnitAction {
    /// Whether it covers ground, head-on: then Scale counts.
    #[must_use]
    pub const fn covers_ground(self) -> bool {
        matches!(self, Self::Volley | Self::Charge | Self::Encircle)
    }
}

/// Effect of a unit's action by Scale (1–4), starting from `base`; `None`: refused, no head-on engagement. Larger by any
/// number of steps: +1, within Limited–Great (R75). One step smaller: −1. Two or more: only what isn't head-on.
///
/// # Errors
/// A Scale outside 1–4.
pub fn effect(
    own: i64,
    enemy: i64,
    action: UnitAction,
    base: Effect,
) -> Result<Option<Effect>, OutOfRange> {
    OutOfRange::check("a Scale", own, 1, 4)?;
    OutOfRange::check("a Scale", enemy, 1, 4)?;
    Ok(match own - enemy {
        1.. if action.covers_ground() => Some(base.step(1)),
        -1 if action.covers_ground() => Some(base.step(-1)),
        ..=-2 if action.covers_ground() => None,
        _ => Some(base),
    })
}

/// What troops of a Cap are called: levy to legend.
#[must_use]
pub const fn cap_word(cap: u32) -> &'static str {
    match cap {
        0 | 1 => "levy",
        2 => "trained",
        3 => "veteran",
        4 => "elite",
        _ => "legend",
    }
}

/// What a formation of a Scale is called: squad to host.
#[must_use]
pub const fn scale_word(scale: u32) -> &'static str {
    match scale {
        0 | 1 => "squad",
        2 => "company",
        3 => "battalion",
        _ => "host",
    }
}

/// XP of a follower or unit: Cap², Cap 1–5.
///
/// # Errors
/// A Cap outside 1–5.
pub fn cap_xp(cap: i64) -> Result<u32, OutOfRange> {
    OutOfRange::check("a Cap", cap, 1, 5)?;
    Ok(u32::try_from(cap * cap).unwrap_or(0))
}

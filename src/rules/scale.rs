//! Military units: Scale against Scale. rules/05 §6.

use super::numbers::OutOfRange;
use super::values::Effect;
use super::words::words;

words! {
    /// What a unit does against another.
    UnitAction, "unit action" {
        /// Covers ground: volley, encirclement.
        Volley = "volley", "volley";
        /// Covers ground head-on.
        Charge = "charge", "charge";
        /// Aimed at one thing, as the commander: Scale doesn't matter.
        Precise = "precise", "precise action";
        /// Raid, scout, assassinate, sabotage, delay.
        Indirect = "indirect", "indirect action";
    }
}

/// Effect of a unit's action by Scale (1–4), starting from `base`; `None`: refused, no head-on engagement. Larger by any
/// number of steps: +1, within Limited–Great (R75). One step smaller: −1. Two or more: only indirect and precise actions.
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
    let wide = matches!(action, UnitAction::Volley | UnitAction::Charge);
    Ok(match own - enemy {
        1.. if wide => Some(base.step(1)),
        -1 if wide => Some(base.step(-1)),
        ..=-2 if wide => None,
        _ => Some(base),
    })
}

/// XP of a follower or unit: Cap², Cap 1–5.
///
/// # Errors
/// A Cap outside 1–5.
pub fn cap_xp(cap: i64) -> Result<u32, OutOfRange> {
    OutOfRange::check("a Cap", cap, 1, 5)?;
    Ok(u32::try_from(cap * cap).unwrap_or(0))
}

//! Ground: cover, height, difficult terrain, saddles; how far apart two are, and what a Move does about it.
//! rules/04 §2, §5, §7.

use super::numbers::Dv;
use super::values::Band;
use super::words::words;

words! {
    /// What stands between somebody and those who aim at them.
    #[derive(Default)]
    Cover, "cover" {
        /// Nothing. The default.
        #[default]
        None = "none", "no cover";
        /// +1 DV to be hit.
        Partial = "partial", "partial cover";
        /// Can't be targeted directly.
        Full = "full", "full cover";
    }
}

words! {
    /// What height gives an attacker: one of these, and the GM picks.
    Height, "gift of height" {
        /// +1 die.
        Die = "die", "+1 die";
        /// Effect one step up.
        Effect = "effect", "Effect one step up";
    }
}

impl Cover {
    /// DV that it adds to being hit.
    #[must_use]
    pub const fn dv(self) -> i32 {
        match self {
            Self::Partial => 1,
            Self::None | Self::Full => 0,
        }
    }
}

/// DV of hitting somebody in this cover: never above 5.
#[must_use]
pub fn dv_behind(dv: Dv, cover: Cover) -> Dv {
    dv.plus(cover.dv())
}

/// Bands between two distances; nothing where one isn't a distance.
#[must_use]
pub fn bands_between(from: Band, to: Band) -> Option<u32> {
    if from == Band::Absent || to == Band::Absent {
        return None;
    }
    Some((from as i32).abs_diff(to as i32))
}

/// The band so many steps nearer, down to Close.
#[must_use]
pub fn nearer(from: Band, steps: u32) -> Band {
    walk(from, -i64::from(steps))
}

/// The band so many steps farther, up to Far.
#[must_use]
pub fn farther(from: Band, steps: u32) -> Band {
    walk(from, i64::from(steps))
}

fn walk(from: Band, steps: i64) -> Band {
    if from == Band::Absent {
        return from;
    }
    let last = Band::Far as i64;
    let at = (from as i64 + steps).clamp(0, last);
    usize::try_from(at)
        .ok()
        .and_then(|at| Band::ALL.get(at))
        .copied()
        .unwrap_or(from)
}

/// Bands that a Charge or Skirmish covers at most (R52).
pub const RUN: u32 = 2;

/// Bands that a turn's Move covers: one, with Dash two. On difficult ground the Dash covers one, and without it one Move
/// is half a band (R49): 0.
#[must_use]
pub const fn bands_a_turn(dashed: bool, difficult: bool) -> u32 {
    match (dashed, difficult) {
        (true, false) => 2,
        (true, true) | (false, false) => 1,
        (false, true) => 0,
    }
}

/// Dice from the saddle: melee while charging Far → Near, shooting while withdrawing Near → Far; nothing else.
#[must_use]
pub fn saddle(charging: bool, from: Band, to: Band) -> i32 {
    let ride = if charging {
        (Band::Far, Band::Near)
    } else {
        (Band::Near, Band::Far)
    };
    if (from, to) == ride { 2 } else { 0 }
}

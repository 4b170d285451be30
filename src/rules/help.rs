//! Help on a roll: assist dice, selling the action, player against player. rules/01 §10–§12.

use super::numbers::Dv;
use super::words::words;

/// Most assist dice on one roll, from helpers, followers and units together (R96).
pub const MOST_ASSIST: u32 = 3;

/// Dice a follower or unit helps with: the smaller of Cap and relevant skill, within three.
#[must_use]
pub fn follower_assist(cap: u32, skill: u32) -> u32 {
    cap.min(skill).min(MOST_ASSIST)
}

/// Assist dice of one roll together, within three.
#[must_use]
pub fn assist_dice(dice: impl IntoIterator<Item = u32>) -> u32 {
    assist_within(dice, 0)
}

/// Assist dice of one roll together, within three and what talents of the helper lift that by: nothing else does.
#[must_use]
pub fn assist_within(dice: impl IntoIterator<Item = u32>, lifted: u32) -> u32 {
    dice.into_iter()
        .fold(0_u32, u32::saturating_add)
        .min(MOST_ASSIST.saturating_add(lifted))
}

/// DV that a helper rolls against where the GM wants a roll (rules/01 §11).
pub const HELPERS_DV: i64 = 2;

/// DV against an adversary that resists: 3, or 4 where it resists hard. Its printed pool is only a gauge (rules/01 §12).
#[must_use]
pub fn resisted_dv(hard: bool) -> Dv {
    Dv::new(if hard { 4 } else { 3 }).unwrap_or_default()
}

/// DV for the acting player against another: the opponent's successes, held within 2–5 (R20).
#[must_use]
pub fn opposed_dv(opponent_successes: u32) -> Dv {
    Dv::new(i64::from(opponent_successes.clamp(2, 5))).unwrap_or_default()
}

/// DV of a player against an NPC: 3, or 4 against hard resistance. Hard is whoever is printed better than the one who acts;
/// the printed pool is a gauge and never rolled (rules/01 §12).
#[must_use]
pub fn npc_dv(own: u32, gauge: u32) -> Dv {
    Dv::new(if gauge > own { 4 } else { 3 }).unwrap_or_default()
}

words! {
    /// What a character brings along from birth and upbringing: Position, never dice (R95).
    Origin, "origin" {
        /// A gift of the ancestors.
        Heritage = "heritage", "heritage";
        /// At home in a culture.
        Affinity = "affinity", "affinity";
    }
}

words! {
    /// What help costs the helper.
    HelpPay, "price of help" {
        /// One Boon: help as a combat or social action (R14).
        Boon = "boon", "a Boon";
        /// One Fatigue in its place.
        Fatigue = "fatigue", "Fatigue";
        /// Nothing: outside turn play.
        Free = "free", "nothing";
    }
}

words! {
    /// What an intricate description may bring: one of these.
    Sell, "way to sell the action" {
        /// +1 Position step.
        Step = "step", "+1 Position step";
        /// +1 die.
        Die = "die", "+1 die";
        /// The GM banks 1 SB.
        Beat = "beat", "1 SB to the bank";
    }
}

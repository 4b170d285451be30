//! How many dice are thrown and how many successes come without a throw. rules/01 §3.

use super::chair::Point;
use super::numbers::TierLevel;
use serde::{Deserialize, Serialize};

/// Most dice that are ever thrown for one pool.
pub const MOST_DICE: u8 = 10;

/// Rule point `pool`: sum first, at least 1 die, at most 10 thrown, each die above 10 is a success (R03).
#[derive(Debug, Clone, Copy)]
pub struct PoolSize;

/// What the pool is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolIn {
    /// Sum of all dice and penalties; may be below 1.
    pub raw: i32,
    /// Tier of the character, where there is one.
    pub tier: Option<TierLevel>,
    /// Switch `tier_pool_caps` (R04).
    pub tier_caps: bool,
}

/// The pool as it is thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolOut {
    /// Dice to throw, 1–10.
    pub thrown: u8,
    /// Automatic successes: no SB, no tens, never thrown again.
    pub auto: u32,
}

impl Point for PoolSize {
    const NAME: &'static str = "pool";
    const MEANING: &'static str = "dice thrown and automatic successes";
    type In = PoolIn;
    type Out = PoolOut;

    fn book(input: &PoolIn) -> PoolOut {
        let sum = u32::try_from(input.raw).unwrap_or(0).max(1);
        let limit = match input.tier {
            // Dice between the Tier's limit and ten are lost, those above ten still count (R04).
            Some(tier) if input.tier_caps => [8, 9, 10, 10, 10][usize::from(tier.get()) - 1],
            _ => MOST_DICE,
        };
        let most = u32::from(MOST_DICE);
        PoolOut {
            thrown: u8::try_from(sum.min(u32::from(limit))).unwrap_or(MOST_DICE),
            auto: sum.saturating_sub(most),
        }
    }

    fn check(_: &PoolIn, out: &PoolOut) -> Result<(), String> {
        if !(1..=MOST_DICE).contains(&out.thrown) {
            return Err(format!(
                "dice thrown are 1 to {MOST_DICE}, not {}",
                out.thrown
            ));
        }
        if out.auto > 100 {
            return Err(format!(
                "automatic successes are 0 to 100, not {}",
                out.auto
            ));
        }
        Ok(())
    }
}

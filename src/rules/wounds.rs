//! Harm levels of characters: clearing Fatigue, holding at 3, death; and Harm that isn't a hit. rules/02 §2.

use super::chair::Chair;
use super::fatigue::{Overflow, OverflowIn};
use super::ids::Thing;
use serde::{Deserialize, Serialize};

/// The two tracks of a character during one event.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tracks {
    pub(crate) fatigue: u32,
    pub(crate) size: u32,
    pub(crate) harm: u32,
    pub(crate) overflow: bool,
    pub(crate) dead: bool,
    began: u32,
}

impl Tracks {
    pub(crate) fn new(fatigue: u32, size: u32, harm: u32) -> Self {
        Self {
            fatigue,
            size: size.max(1),
            harm,
            overflow: false,
            dead: false,
            began: harm,
        }
    }

    /// An event that starts below 3 stops at 3; one that starts at 3 kills (R27).
    fn hurt(&mut self, n: u32) {
        if n == 0 {
            return;
        }
        if self.began >= 3 {
            self.dead = true;
        } else {
            self.harm = self.harm.saturating_add(n).min(3);
        }
    }

    /// Harm clears Fatigue first.
    pub(crate) fn wound(&mut self, n: u32) {
        if n > 0 {
            self.fatigue = 0;
            self.hurt(n);
        }
    }

    /// Adds Fatigue, then overflow, once.
    pub(crate) fn tire<C: Chair>(
        &mut self,
        chair: &mut C,
        who: Option<Thing>,
        n: u32,
    ) -> Result<(), C::Stop> {
        if self.dead || n == 0 {
            return Ok(());
        }
        let fatigue = self.fatigue.saturating_add(n);
        let out = chair.point::<Overflow>(OverflowIn {
            who,
            fatigue,
            size: self.size,
        })?;
        self.fatigue = out.fatigue;
        self.overflow = out.harm > 0;
        self.hurt(out.harm);
        Ok(())
    }

    /// Whether this event, and not an earlier one, brought Harm 3.
    pub(crate) fn down(&self) -> bool {
        self.harm >= 3 && self.began < 3 && !self.dead
    }
}

/// Harm that isn't a hit: hunger, thirst, exposure, the GM's hand. No armor, no added Fatigue; it clears Fatigue (R32).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WoundDone {
    /// Harm marked.
    pub n: u32,
    /// Fatigue before.
    pub fatigue_before: u32,
    /// Fatigue after.
    pub fatigue_after: u32,
    /// Harm level before.
    pub harm_before: u32,
    /// Harm level after.
    pub harm_after: u32,
    /// Whether this brought Harm 3.
    pub down: bool,
    /// Whether this killed.
    pub dead: bool,
}

/// Marks Harm that isn't a hit.
#[must_use]
pub fn wound(n: u32, fatigue: u32, harm_level: u32) -> WoundDone {
    let mut tracks = Tracks::new(fatigue, 1, harm_level);
    tracks.wound(n);
    WoundDone {
        n,
        fatigue_before: fatigue,
        fatigue_after: tracks.fatigue,
        harm_before: harm_level,
        harm_after: tracks.harm,
        down: tracks.down(),
        dead: tracks.dead,
    }
}

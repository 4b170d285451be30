//! Facts of the story, applied.

use std::sync::Arc;

use super::fact::StoryFact;
use super::state::Story;
use crate::rules::ids::Thing;
use crate::table::apply::{Misfit, same};
use crate::table::state::State;

impl State {
    pub(in crate::table) fn apply_story(&mut self, fact: &StoryFact) -> Result<(), Misfit> {
        match fact {
            StoryFact::Framed { old, new } => {
                same("the frame", old, &self.story.frame)?;
                Arc::make_mut(&mut self.story).frame.clone_from(new);
            }
            StoryFact::Waits { who, what, .. } => {
                same("a character", &true, &self.pc(who.id).is_some())?;
                Arc::make_mut(&mut self.story)
                    .waiting
                    .entry(who.id)
                    .or_default()
                    .push(*what);
            }
            StoryFact::Grew {
                timer, old, new, ..
            } => {
                let found = self.timer(timer.id).map_or(0, |timer| timer.size);
                same("the timer's size", old, &found)?;
                if let Some(timer) = Arc::make_mut(&mut self.timers).get_mut(&timer.id) {
                    timer.size = *new;
                }
            }
        }
        Ok(())
    }

    /// A roll uses up what waited for it.
    pub(in crate::table) fn story_rolled(&mut self, who: Thing) {
        if self.story.waiting.contains_key(&who.id) {
            Arc::make_mut(&mut self.story).waiting.remove(&who.id);
        }
    }

    /// SB left the bank.
    pub(in crate::table) fn story_spent(&mut self, n: u32) {
        if n > 0 {
            let story = Arc::make_mut(&mut self.story);
            story.spent = story.spent.saturating_add(n);
        }
    }

    /// A scene begins or ends: nothing of the last one is left.
    pub(in crate::table) fn story_over(&mut self) {
        if *self.story != Story::default() {
            self.story = Arc::default();
        }
    }
}

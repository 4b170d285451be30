//! The chapter's facts, applied.

use std::sync::Arc;

use super::fact::CrownFact;
use super::state::LastDraw;
use crate::rules::ids::Thing;
use crate::table::apply::{Misfit, missing, same};
use crate::table::state::State;

impl State {
    pub(in crate::table) fn apply_crown(&mut self, fact: &CrownFact) -> Result<(), Misfit> {
        let now = Arc::clone(&self.crown);
        match fact {
            CrownFact::Called { call } => {
                Arc::make_mut(&mut self.crown).calls.push(call.clone());
            }
            CrownFact::Answered { call } => {
                let at = now.calls.iter().rposition(|one| one == call);
                let at = at.ok_or_else(|| absent("what calls for a card"))?;
                Arc::make_mut(&mut self.crown).calls.remove(at);
            }
            CrownFact::Adjusted { old, new } => {
                let found = now
                    .last
                    .as_ref()
                    .and_then(|last| last.cards.iter().position(|card| card == old));
                let at = found.ok_or_else(|| absent("the card"))?;
                if let Some(last) = &mut Arc::make_mut(&mut self.crown).last {
                    last.cards[at].clone_from(new);
                    last.moved.push(new.clone());
                }
            }
            CrownFact::SeedKept { seed } => {
                Arc::make_mut(&mut self.crown).seeds.push(seed.clone());
            }
            CrownFact::SeedUsed { seed } => {
                let at = now.seeds.iter().position(|one| one == seed);
                let at = at.ok_or_else(|| absent("the seed"))?;
                Arc::make_mut(&mut self.crown).seeds.remove(at);
            }
            CrownFact::Overflow { number, may_tick } => {
                same("overflows", number, &(now.overflows + 1))?;
                let crown = Arc::make_mut(&mut self.crown);
                crown.overflows = *number;
                crown.ticks_left += u32::from(*may_tick);
            }
            CrownFact::OverflowUsed { left } => {
                same("overflows that may tick", left, &now.ticks_left)?;
                Arc::make_mut(&mut self.crown).ticks_left = left.saturating_sub(1);
            }
            CrownFact::LegAtCost { .. } | CrownFact::LegOver => {}
            CrownFact::Laid { spread, was } => {
                same("the spread", &was.as_deref(), &now.spread.as_ref())?;
                for omen in &spread.omens {
                    self.timer(omen.timer.id)
                        .ok_or_else(|| missing(omen.timer))?;
                }
                Arc::make_mut(&mut self.crown).spread = Some((**spread).clone());
            }
            CrownFact::Reread { at, old, new } => {
                let found = now.spread.as_ref().and_then(|spread| spread.omens.get(*at));
                same("the motif", &Some(old), &found.map(|omen| &omen.motif))?;
                if let Some(spread) = &mut Arc::make_mut(&mut self.crown).spread {
                    spread.omens[*at].motif.clone_from(new);
                }
            }
            CrownFact::Ends { old, new } => {
                same("the campaign's end", old, &now.ending)?;
                Arc::make_mut(&mut self.crown).ending = *new;
            }
            CrownFact::LegacyBond { legacy } => {
                self.pc(legacy.who.id).ok_or_else(|| missing(legacy.who))?;
                Arc::make_mut(&mut self.crown).legacies.push(legacy.clone());
            }
        }
        Ok(())
    }

    /// Cards were drawn: they are the ones that lie, or one of them lies in another's place.
    pub(in crate::table) fn crown_drew(
        &mut self,
        deck: Thing,
        cards: &[String],
        instead: Option<&String>,
    ) {
        let crown = Arc::make_mut(&mut self.crown);
        match (&mut crown.last, instead) {
            (Some(last), Some(old)) if last.deck == deck => {
                if let Some(at) = last.cards.iter().position(|card| card == old) {
                    last.cards.splice(at..=at, cards.iter().cloned());
                }
            }
            _ => {
                crown.last = Some(LastDraw {
                    deck,
                    cards: cards.to_vec(),
                    moved: Vec::new(),
                });
            }
        }
    }

    /// A scene is over: what let the GM draw in it is used up.
    pub(in crate::table) fn crown_scene_over(&mut self) {
        if !self.crown.calls.is_empty() {
            Arc::make_mut(&mut self.crown).calls.clear();
        }
    }

    /// A session is over: its draws and overflows are.
    pub(in crate::table) fn crown_session_over(&mut self) {
        let crown = Arc::make_mut(&mut self.crown);
        crown.calls.clear();
        crown.last = None;
        crown.overflows = 0;
        crown.ticks_left = 0;
    }
}

fn absent(what: &str) -> Misfit {
    Misfit {
        what: what.to_owned(),
        said: "is there".into(),
        found: "nothing".into(),
    }
}

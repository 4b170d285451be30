//! Facts of a fight, applied.

use std::sync::Arc;

use super::fact::FightFact;
use super::state::Fighter;
use crate::rules::actions::Cost;
use crate::rules::ids::Thing;
use crate::table::apply::{Misfit, same};
use crate::table::state::State;

impl State {
    pub(in crate::table) fn apply_fight(&mut self, fact: &FightFact) -> Result<(), Misfit> {
        match fact {
            FightFact::Turn { who, old, new, .. } | FightFact::Did { who, old, new, .. } => {
                self.put_fighter(*who, old, new)?;
                Arc::make_mut(&mut self.fight).on = true;
            }
            FightFact::Stands { who, old, new, .. } => self.put_fighter(*who, old, new)?,
            FightFact::Provoked { .. } => {}
            FightFact::Ground { old, new } => {
                same("difficult ground", old, &self.fight.difficult)?;
                Arc::make_mut(&mut self.fight).difficult = *new;
            }
        }
        if let FightFact::Did { who, action, .. } = fact
            && !matches!(action.cost(), Cost::Boon | Cost::Nothing)
        {
            self.mark_acted(*who);
        }
        Ok(())
    }

    fn put_fighter(&mut self, who: Thing, old: &Fighter, new: &Fighter) -> Result<(), Misfit> {
        let found = self.fight.of(who);
        same("the fighter", old, &found)?;
        Arc::make_mut(&mut self.fight).put(who, new.clone());
        Ok(())
    }
}

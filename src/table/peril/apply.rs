//! Facts about dangers applied, each checked against what is there.

use std::sync::Arc;

use super::PerilFact;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::recovery::Patient;
use crate::table::apply::{Misfit, missing, same};
use crate::table::state::State;

impl State {
    pub(in crate::table) fn apply_peril(&mut self, fact: &PerilFact) -> Result<(), Misfit> {
        match fact {
            PerilFact::Tended { who, old, new } => {
                let found = self.peril.patients.get(&who.id).copied();
                same("the patient", old, &found.unwrap_or_default())?;
                let patients = &mut Arc::make_mut(&mut self.peril).patients;
                if *new == Patient::default() {
                    patients.remove(&who.id);
                } else {
                    patients.insert(who.id, *new);
                }
            }
            PerilFact::FearOf { who, source } => {
                self.body(*who).ok_or_else(|| missing(*who))?;
                let fears = &mut Arc::make_mut(&mut self.peril).fears;
                fears.retain(|(one, _)| one != who);
                fears.push((*who, *source));
            }
            PerilFact::Renewed { who, old, new } => {
                let there = self
                    .body(*who)
                    .is_some_and(|body| body.conditions.contains(old));
                same("the condition", &true, &there)?;
                self.with_body(*who, |body| {
                    for one in &mut body.conditions {
                        if one == old {
                            *one = new.clone();
                        }
                    }
                });
            }
            PerilFact::Feared { who, .. }
            | PerilFact::Rested { who, .. }
            | PerilFact::Crossed { who, .. } => {
                self.body(*who).ok_or_else(|| missing(*who))?;
            }
            PerilFact::Placed { ward, state } => {
                self.new_id(*ward)?;
                self.last_id = ward.id;
                let wards = &mut Arc::make_mut(&mut self.peril).wards;
                wards.insert(ward.id, state.clone());
            }
            PerilFact::Removed { ward, state, .. } => {
                same("the ward", state, self.ward_at(*ward)?)?;
                Arc::make_mut(&mut self.peril).wards.remove(&ward.id);
            }
            PerilFact::Changed { ward, old, new } => {
                same("the ward", old, self.ward_at(*ward)?)?;
                let wards = &mut Arc::make_mut(&mut self.peril).wards;
                wards.insert(ward.id, new.clone());
            }
            PerilFact::Disabled { who, ward, .. } | PerilFact::Sprung { who, ward } => {
                self.body(*who).ok_or_else(|| missing(*who))?;
                self.ward_at(*ward)?;
            }
            PerilFact::HazardCame { hazard } => {
                let there = self.peril.hazards.iter().any(|one| one.name == hazard.name);
                same("the hazard", &false, &there)?;
                Arc::make_mut(&mut self.peril).hazards.push(hazard.clone());
            }
            PerilFact::HazardWent { hazard, .. } => {
                same("the hazard", &true, &self.peril.hazards.contains(hazard))?;
                let hazards = &mut Arc::make_mut(&mut self.peril).hazards;
                hazards.retain(|one| one != hazard);
            }
        }
        Ok(())
    }

    fn ward_at(&self, ward: Thing) -> Result<&super::Ward, Misfit> {
        self.ward(ward.id)
            .filter(|_| ward.kind == ThingKind::Ward)
            .ok_or_else(|| missing(ward))
    }
}

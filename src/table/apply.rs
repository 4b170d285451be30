//! The only writer of a `State`. Each fact is checked against what is there before anything changes.

use std::sync::Arc;

use thiserror::Error;

use super::event::{Event, HitFact};
use super::state::{Body, Claim, Foe, Owner, Pc, State, Timer, TimerStatus};
use crate::rules::ids::{Thing, ThingKind};

/// A fact that doesn't fit the state: a damaged journal, never the result of a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what}: the fact says {said}, the table has {found}")]
pub struct Misfit {
    /// Which field of which thing.
    pub what: String,
    /// The value before, as the fact has it.
    pub said: String,
    /// What the state holds.
    pub found: String,
}

pub(super) fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    said: &T,
    found: &T,
) -> Result<(), Misfit> {
    if said == found {
        return Ok(());
    }
    Err(Misfit {
        what: what.to_owned(),
        said: format!("{said:?}"),
        found: format!("{found:?}"),
    })
}

pub(super) fn missing(thing: Thing) -> Misfit {
    Misfit {
        what: thing.to_string(),
        said: "is there".into(),
        found: "nothing".into(),
    }
}

impl State {
    fn pc_at(&self, who: Thing) -> Result<&Pc, Misfit> {
        self.pc(who.id)
            .filter(|_| who.kind == ThingKind::Pc)
            .ok_or_else(|| missing(who))
    }
    fn foe_at(&self, who: Thing) -> Result<&Foe, Misfit> {
        self.foe(who.id)
            .filter(|_| who.kind == ThingKind::Foe)
            .ok_or_else(|| missing(who))
    }
    fn timer_at(&self, timer: Thing) -> Result<&Timer, Misfit> {
        self.timer(timer.id)
            .filter(|_| timer.kind == ThingKind::Timer)
            .ok_or_else(|| missing(timer))
    }
    fn body_at(&self, who: Thing) -> Result<&Body, Misfit> {
        self.body(who).ok_or_else(|| missing(who))
    }
    fn with_pc(&mut self, who: Thing, change: impl FnOnce(&mut Pc)) {
        if let Some(pc) = Arc::make_mut(&mut self.cast).get_mut(&who.id) {
            change(pc);
        }
    }
    pub(super) fn with_foe(&mut self, who: Thing, change: impl FnOnce(&mut Foe)) {
        if let Some(foe) = Arc::make_mut(&mut self.foes).get_mut(&who.id) {
            change(foe);
        }
    }
    fn with_timer(&mut self, timer: Thing, change: impl FnOnce(&mut Timer)) {
        if let Some(timer) = Arc::make_mut(&mut self.timers).get_mut(&timer.id) {
            change(timer);
        }
    }
    pub(super) fn with_body(&mut self, who: Thing, change: impl FnOnce(&mut Body)) {
        match who.kind {
            ThingKind::Pc => self.with_pc(who, |pc| change(&mut pc.body)),
            _ => self.with_foe(who, |foe| change(&mut foe.body)),
        }
    }
    /// Ids go up; they may skip some that acts which are undone have used.
    pub(super) fn new_id(&self, thing: Thing) -> Result<(), Misfit> {
        if thing.id > self.last_id {
            return Ok(());
        }
        Err(Misfit {
            what: "a new id".into(),
            said: thing.to_string(),
            found: format!("ids up to {} given out", self.last_id),
        })
    }

    /// Applies one fact, or changes nothing.
    ///
    /// # Errors
    /// A [`Misfit`] when the fact's values before are not those of the state.
    pub fn apply(&mut self, event: &Event) -> Result<(), Misfit> {
        match event {
            Event::SessionStarted { number } => {
                same("the session", number, &(self.session.number + 1))?;
                self.session.number = *number;
                self.session.open = true;
                self.dice = 0;
                self.crown_session_over();
            }
            Event::SessionClosed { number } => {
                same("the session", number, &self.session.number)?;
                self.session.open = false;
                // Where no scene was running, what a scene's end resets waits for nothing else.
                self.new_tallies();
            }
            Event::SceneStarted {
                name,
                number,
                position,
            } => {
                same("the scene's number", number, &(self.scene.number + 1))?;
                let scene = Arc::make_mut(&mut self.scene);
                scene.name.clone_from(name);
                scene.number = *number;
                scene.position = *position;
                scene.exchange = 1;
                scene.named = super::foes::letters(&self.foes);
                self.story_over();
                self.fight = Arc::default();
                self.new_tallies();
            }
            Event::SceneClosed { name } => {
                same("the scene", name, &self.scene.name)?;
                self.close_scene();
            }
            Event::ExchangeStarted { number } => {
                same("the exchange", number, &(self.scene.exchange + 1))?;
                Arc::make_mut(&mut self.scene).exchange = *number;
                for pc in Arc::make_mut(&mut self.cast).values_mut() {
                    pc.body.acted = false;
                    age(&mut pc.body);
                }
                for foe in Arc::make_mut(&mut self.foes).values_mut() {
                    foe.body.acted = false;
                    foe.struck.clear();
                    age(&mut foe.body);
                }
            }
            Event::PositionSet { old, new } => {
                same("the scene's Position", old, &self.scene.position)?;
                Arc::make_mut(&mut self.scene).position = *new;
            }
            Event::Joined { who, pc } => {
                self.new_id(*who)?;
                self.last_id = who.id;
                Arc::make_mut(&mut self.cast).insert(who.id, (**pc).clone());
            }
            Event::SheetChanged { who, old, new } => {
                same("the sheet", old, &self.pc_at(*who)?.sheet)?;
                self.with_pc(*who, |pc| pc.sheet = new.clone());
            }
            Event::Left { who, away, .. } => {
                same("in the scene", away, &!self.body_at(*who)?.away)?;
                self.with_body(*who, |body| body.away = *away);
            }
            Event::Threw { old, new } => {
                same("the dice stream", old, &self.dice)?;
                self.dice = *new;
            }
            Event::Rolled { who, stakes, roll } => {
                if who.kind == ThingKind::Pc {
                    self.pc_at(*who)?;
                    self.story_rolled(*who);
                    self.travel_rolled(&roll.purpose);
                    // Resisting what somebody else does is no act of one's own.
                    let own = roll.purpose != "defense";
                    self.with_pc(*who, |pc| {
                        pc.body.next.clear();
                        pc.body.acted |= own;
                        if let Some(stakes) = stakes {
                            pc.stakes.insert(stakes.clone());
                        }
                    });
                }
            }
            Event::Bank { old, new, .. } => {
                same("the bank", old, &self.bank)?;
                self.bank = *new;
                self.story_spent(old.saturating_sub(*new));
            }
            Event::Boons {
                who,
                old,
                new,
                failure,
                ..
            } => {
                same("Boons", old, &self.pc_at(*who)?.boons)?;
                self.with_pc(*who, |pc| {
                    pc.boons = *new;
                    pc.failure_boons += failure;
                });
            }
            Event::Marked {
                who,
                track,
                old,
                new,
                ..
            } => {
                if track == "fatigue" {
                    same("Fatigue", old, &self.body_at(*who)?.fatigue)?;
                    self.with_body(*who, |body| body.fatigue = *new);
                } else if track == "fear" {
                    // The conditions are the track: they change by facts of their own.
                    let found = super::commands::fear::level(self, *who).level();
                    same("fear", old, &found)?;
                } else if track == "xp" {
                    same("XP", old, &self.pc_at(*who)?.xp)?;
                    self.with_pc(*who, |pc| pc.xp = *new);
                } else {
                    let found = self.pc_at(*who)?.tracks.get(track).copied().unwrap_or(0);
                    same(track, old, &found)?;
                    self.with_pc(*who, |pc| {
                        pc.tracks.insert(track.clone(), *new);
                    });
                }
            }
            Event::Hit(hit) => self.apply_hit(hit)?,
            Event::Harm { who, old, new, .. } => {
                same("Harm", old, &self.harm_of(*who)?)?;
                self.set_harm(*who, *new);
                self.travel_hurt(*who, *old, *new);
            }
            Event::Died { who } => {
                same("dead", &false, &self.pc_at(*who)?.dead)?;
                self.with_pc(*who, |pc| pc.dead = true);
            }
            Event::Applied { who, condition } => {
                same("the condition", &false, &self.has(*who, &condition.name))?;
                self.body_at(*who)?;
                self.with_body(*who, |body| body.conditions.push(condition.clone()));
            }
            Event::Lifted { who, condition, .. } => {
                same("the condition", &true, &self.has(*who, condition))?;
                self.with_body(*who, |body| {
                    body.conditions
                        .retain(|c| super::names::fold(&c.name) != super::names::fold(condition))
                });
            }
            Event::Stepped { who, step } => {
                self.body_at(*who)?;
                self.with_body(*who, |body| body.next.push(step.clone()));
            }
            Event::Spawned { who, foe } => {
                self.new_id(*who)?;
                self.last_id = who.id;
                *Arc::make_mut(&mut self.scene)
                    .named
                    .entry(foe.def.clone())
                    .or_default() += 1;
                Arc::make_mut(&mut self.foes).insert(who.id, (**foe).clone());
            }
            Event::Orphaned { who, old, new } => {
                same("the numbers", &**old, &self.foe_at(*who)?.last)?;
                self.with_foe(*who, |foe| foe.last = (**new).clone());
            }
            Event::Defeated { who, how } => {
                same("defeated", &None, &self.foe_at(*who)?.defeated)?;
                self.with_foe(*who, |foe| foe.defeated = Some(how.clone()));
            }
            Event::PhaseReached { who, old, new } => {
                same("the phase", old, &self.foe_at(*who)?.phase)?;
                self.with_foe(*who, |foe| {
                    foe.phase = *new;
                    foe.lost = 0;
                    foe.body.fatigue = 0;
                });
            }
            Event::Foe(fact) => self.apply_foe(fact)?,
            Event::Unit(fact) => self.apply_unit(fact)?,
            Event::DeedDone { who, deed } => {
                self.foe_at(*who)?;
                if let Some(deed) = deed {
                    self.with_foe(*who, |foe| foe.deeds.push(deed.clone()));
                }
            }
            Event::Used { who, .. } => {
                self.foe_at(*who)?;
                self.with_foe(*who, |foe| foe.body.acted = true);
            }
            Event::TimerStarted { timer, state, was } => {
                match was {
                    Some(was) => same("the timer", &**was, self.timer_at(*timer)?)?,
                    None => {
                        self.new_id(*timer)?;
                        self.last_id = timer.id;
                    }
                }
                Arc::make_mut(&mut self.timers).insert(timer.id, (**state).clone());
            }
            Event::Ticked {
                timer, old, new, ..
            } => {
                same("the timer", old, &self.timer_at(*timer)?.filled)?;
                self.with_timer(*timer, |timer| {
                    timer.filled = *new;
                    timer.fired = timer.fired.max(*new);
                });
                self.travel_ticked(*timer, *old, *new);
            }
            Event::Filled { timer } => {
                same(
                    "the timer",
                    &TimerStatus::Running,
                    &self.timer_at(*timer)?.status,
                )?;
                self.with_timer(*timer, |timer| timer.status = TimerStatus::Full);
            }
            Event::TimerSet {
                timer, old, new, ..
            } => {
                same("the timer", old, &self.timer_at(*timer)?.status)?;
                self.with_timer(*timer, |timer| timer.status = *new);
            }
            Event::DeckLaid { deck, state } => {
                if !self.decks.contains_key(&deck.id) {
                    self.new_id(*deck)?;
                    self.last_id = deck.id;
                }
                Arc::make_mut(&mut self.decks).insert(deck.id, state.clone());
            }
            Event::Crown(fact) => self.apply_crown(fact)?,
            Event::Drawn {
                deck,
                state,
                cards,
                instead,
                ..
            } => {
                if !self.decks.contains_key(&deck.id) {
                    return Err(missing(*deck));
                }
                if state.name != super::commands::cards::CROWN {
                    self.crown_drew(*deck, cards, instead.as_ref());
                }
                Arc::make_mut(&mut self.decks).insert(deck.id, state.clone());
            }
            Event::Said { .. }
            | Event::Announced { .. }
            | Event::Overruled { .. }
            | Event::Signal { .. } => {}
            // Surplus is lost with the rest (rules/02 §2).
            Event::Overflowed { who, track } => {
                if track == "fatigue" {
                    self.with_body(*who, |body| body.fatigue = 0);
                }
            }
            Event::Peril(fact) => self.apply_peril(fact)?,
            Event::Noted { text } => Arc::make_mut(&mut self.notes).push(text.clone()),
            Event::Stored { owner, path, value } => self.keep(owner, path, value.clone())?,
            Event::Claimed { key, per, n } => {
                let found = self.claims.get(key).map_or(0, |claim| claim.n);
                same("the ledger", n, &(found + 1))?;
                Arc::make_mut(&mut self.claims).insert(key.clone(), Claim { per: *per, n: *n });
            }
            Event::Reset { keys } => {
                Arc::make_mut(&mut self.claims).retain(|key, _| !keys.contains(key));
            }
            Event::Acted { who } => {
                self.body_at(*who)?;
                self.with_body(*who, |body| body.acted = true);
            }
            Event::Fight(fact) => self.apply_fight(fact)?,
            Event::Shifted {
                who,
                other,
                old,
                new,
            } => {
                same("the band", old, &self.band(*who, *other))?;
                let (low, high) = if who <= other {
                    (*who, *other)
                } else {
                    (*other, *who)
                };
                let bands = Arc::make_mut(&mut self.bands);
                bands.retain(|(a, b, _)| !(*a == low && *b == high));
                bands.push((low, high, *new));
            }
            Event::Item {
                who,
                item,
                old,
                new,
                ..
            } => {
                let found = match (who.kind, item.as_str()) {
                    (ThingKind::Pc, "weapon") => self.pc_at(*who)?.weapon,
                    (ThingKind::Pc, _) => self.pc_at(*who)?.armor,
                    _ => self.foe_at(*who)?.armor,
                };
                same("the item", old, &found)?;
                match (who.kind, item.as_str()) {
                    (ThingKind::Pc, "weapon") => self.with_pc(*who, |pc| pc.weapon = *new),
                    (ThingKind::Pc, _) => self.with_pc(*who, |pc| pc.armor = *new),
                    _ => self.with_foe(*who, |foe| foe.armor = *new),
                }
            }
            Event::Accord(fact) => self.apply_accord(fact)?,
            Event::Story(fact) => self.apply_story(fact)?,
            Event::Travel(fact) => self.apply_travel(fact)?,
            Event::SetByHand {
                thing,
                field,
                old,
                new,
            } => self.by_hand(*thing, field, *old, *new)?,
        }
        Ok(())
    }

    /// Somebody has acted in this exchange.
    pub(super) fn mark_acted(&mut self, who: Thing) {
        self.with_body(who, |body| body.acted = true);
    }

    fn harm_of(&self, who: Thing) -> Result<u32, Misfit> {
        match who.kind {
            ThingKind::Pc => Ok(u32::from(self.pc_at(who)?.harm)),
            _ => Ok(self.foe_at(who)?.lost),
        }
    }

    fn set_harm(&mut self, who: Thing, new: u32) {
        match who.kind {
            ThingKind::Pc => self.with_pc(who, |pc| pc.harm = u8::try_from(new).unwrap_or(3)),
            _ => self.with_foe(who, |foe| foe.lost = new),
        }
    }

    fn apply_hit(&mut self, hit: &HitFact) -> Result<(), Misfit> {
        same("Fatigue", &hit.fatigue_was, &self.body_at(hit.who)?.fatigue)?;
        same("Harm", &hit.harm_was, &self.harm_of(hit.who)?)?;
        self.with_body(hit.who, |body| body.fatigue = hit.fatigue_now);
        self.set_harm(hit.who, hit.harm_now);
        self.travel_hurt(hit.who, hit.harm_was, hit.harm_now);
        Ok(())
    }

    fn keep(
        &mut self,
        owner: &Owner,
        path: &[super::datum::Key],
        value: Option<super::datum::Datum>,
    ) -> Result<(), Misfit> {
        let mut kept = (*self.kept).clone();
        if !kept.of_mut(owner).put(path, value) {
            return Err(Misfit {
                what: "what a script keeps".into(),
                said: format!("{path:?} is there"),
                found: "no such place".into(),
            });
        }
        self.kept = Arc::new(kept);
        Ok(())
    }

    fn by_hand(&mut self, thing: Thing, field: &str, old: i64, new: i64) -> Result<(), Misfit> {
        let number = |n: i64| u32::try_from(n).unwrap_or(0);
        match (thing.kind, field) {
            (ThingKind::Pc | ThingKind::Foe, "fatigue") => {
                same("Fatigue", &old, &i64::from(self.body_at(thing)?.fatigue))?;
                self.with_body(thing, |body| body.fatigue = number(new));
            }
            (ThingKind::Pc, "harm") | (ThingKind::Foe, "lost") => {
                same("Harm", &old, &i64::from(self.harm_of(thing)?))?;
                self.set_harm(thing, number(new));
            }
            (ThingKind::Pc, "boons") => {
                same("Boons", &old, &i64::from(self.pc_at(thing)?.boons))?;
                self.with_pc(thing, |pc| pc.boons = number(new));
            }
            (ThingKind::Pc, "xp") => {
                same("XP", &old, &i64::from(self.pc_at(thing)?.xp))?;
                self.with_pc(thing, |pc| pc.xp = number(new));
            }
            (ThingKind::Foe | ThingKind::Timer, "hidden") => {
                let found = if thing.kind == ThingKind::Foe {
                    self.foe_at(thing)?.hidden
                } else {
                    self.timer_at(thing)?.hidden
                };
                same("hidden", &(old != 0), &found)?;
                if thing.kind == ThingKind::Foe {
                    self.with_foe(thing, |foe| foe.hidden = new != 0);
                } else {
                    self.with_timer(thing, |timer| timer.hidden = new != 0);
                }
            }
            (ThingKind::Timer, "filled") => {
                same("the timer", &old, &i64::from(self.timer_at(thing)?.filled))?;
                self.with_timer(thing, |timer| {
                    timer.filled = number(new);
                    timer.fired = timer.fired.max(timer.filled);
                });
            }
            (ThingKind::Timer, "size") => {
                same("the timer", &old, &i64::from(self.timer_at(thing)?.size))?;
                self.with_timer(thing, |timer| timer.size = number(new));
            }
            _ => {
                return Err(Misfit {
                    what: format!("{thing}.{field}"),
                    said: "can be set".into(),
                    found: "no such field".into(),
                });
            }
        }
        Ok(())
    }

    /// What a scene's end takes with it: steps, stakes, bands, per-scene counts. Foes that stood have left before.
    fn close_scene(&mut self) {
        Arc::make_mut(&mut self.bands).clear();
        Arc::make_mut(&mut self.peril).close_scene();
        self.story_over();
        self.crown_scene_over();
        self.travel_scene_over();
        self.fight = Arc::default();
        self.new_tallies();
        for pc in Arc::make_mut(&mut self.cast).values_mut() {
            pc.body.next.clear();
        }
        let scene = Arc::make_mut(&mut self.scene);
        scene.name.clear();
        scene.exchange = 1;
        scene.position = crate::rules::values::Position::Controlled;
    }

    /// What is counted by the scene begins anew: Boons for failures, stakes that have paid, who has acted.
    fn new_tallies(&mut self) {
        let stale = |pc: &Pc| pc.failure_boons > 0 || !pc.stakes.is_empty() || pc.body.acted;
        if !self.cast.values().any(stale) {
            return;
        }
        for pc in Arc::make_mut(&mut self.cast).values_mut() {
            pc.failure_boons = 0;
            pc.stakes.clear();
            pc.body.acted = false;
        }
    }

    /// Is there room in what this owner keeps? The sizes in bytes: this owner's, and of all.
    #[must_use]
    pub fn kept_sizes(&self, owner: &Owner) -> (usize, usize) {
        let own = self.kept.of(owner).map_or(0, super::datum::Datum::size);
        let all = self
            .kept
            .store
            .values()
            .chain(self.kept.memory.values())
            .map(super::datum::Datum::size)
            .sum();
        (own, all)
    }
}

fn age(body: &mut Body) {
    for condition in &mut body.conditions {
        condition.age += 1;
    }
}

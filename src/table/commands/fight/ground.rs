//! The ground under somebody, and that of the scene (rules/04 §7).

use crate::rules::ground::Cover;
use crate::rules::ids::Thing;
use crate::table::event::Event;
use crate::table::fight::{FightFact, Fighter};
use crate::table::seat::{Done, Seat};

/// What the GM says of somebody's ground; what isn't said stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// Cover.
    pub cover: Option<Cover>,
    /// Enough to hide in.
    pub concealed: Option<bool>,
    /// Higher than the others.
    pub high: Option<bool>,
    /// Difficult.
    pub difficult: Option<bool>,
    /// In the saddle.
    pub mounted: Option<bool>,
}

impl Ground {
    fn put(self, fighter: &mut Fighter) -> Vec<String> {
        let mut words = Vec::new();
        if let Some(cover) = self.cover.filter(|cover| *cover != fighter.cover) {
            fighter.cover = cover;
            words.push(cover.to_string());
        }
        let mut flag = |to: Option<bool>, at: &mut bool, yes: &str, no: &str| {
            if let Some(to) = to.filter(|to| to != at) {
                *at = to;
                words.push(if to { yes } else { no }.to_owned());
            }
        };
        flag(
            self.concealed,
            &mut fighter.concealed,
            "concealed",
            "in plain sight",
        );
        flag(
            self.high,
            &mut fighter.high,
            "on the high ground",
            "off the high ground",
        );
        flag(
            self.difficult,
            &mut fighter.difficult,
            "on difficult ground",
            "on open ground",
        );
        flag(
            self.mounted,
            &mut fighter.mounted,
            "in the saddle",
            "dismounted",
        );
        words
    }
}

/// Sets somebody's ground. Who steps out of everything that hid them is seen.
///
/// # Errors
/// Somebody who is out.
pub fn set<S: Seat>(seat: &mut S, who: Thing, ground: Ground) -> Done<(), S> {
    super::super::standing(seat, who)?;
    let mut words = ground.put(&mut seat.state().fight.of(who)).join(", ");
    if !words.is_empty() {
        words = format!("is {words}").replace("is no cover", "has no cover");
        words = words
            .replace("is partial", "has partial")
            .replace("is full", "has full");
    }
    super::change(seat, who, words, |fighter| {
        ground.put(fighter);
    })?;
    let now = seat.state().fight.of(who);
    if (ground.cover.is_some() || ground.concealed.is_some())
        && now.cover == Cover::None
        && !now.concealed
    {
        super::super::conditions::lift(seat, who, "Hidden", "in the open")?;
    }
    Ok(())
}

/// The ground of the whole scene.
///
/// # Errors
/// The seat's stop.
pub fn set_scene<S: Seat>(seat: &mut S, difficult: bool) -> Done<(), S> {
    let old = seat.state().fight.difficult;
    if old != difficult {
        seat.emit(Event::Fight(Box::new(FightFact::Ground {
            old,
            new: difficult,
        })))?;
    }
    Ok(())
}

//! Definitions: what scripts and data files declare, looked up by name. A world of the same files is the same.
//!
//! Functions of a script stand here as numbers; only the script layer can call them.

mod foes;
mod named;
mod perils;
mod units;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use foes::{
    AdversaryDef, Cost, DeedDef, FoeNumbers, MoveDef, Outcomes, PhaseDef, ResistDef, Target,
    Together,
};
pub use named::Named;
pub use perils::{ArmorDef, FearDef, HazardDef};
pub use units::UnitDef;

use super::datum::Datum;
use super::fx::Fx;
use crate::rules::step::Contribution;
use crate::rules::switches::Switches;
use crate::rules::values::Period;

/// A function of the running generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FnId(pub u32);

/// Where a definition stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file, relative to the campaign.
    pub file: Arc<str>,
    /// The line, from 1; 0 when the whole file is meant.
    pub line: u32,
}

/// What the path of a file of the stock library begins with.
pub const STOCK: &str = "@std/";

impl Place {
    /// Does it stand in the stock library?
    #[must_use]
    pub fn is_stock(&self) -> bool {
        self.file.starts_with(STOCK)
    }
}

/// What happens: an effects table, a function, or both (the function runs after the rest).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Do {
    /// The data part.
    pub fx: Option<Fx>,
    /// The function.
    pub run: Option<FnId>,
}

impl Do {
    /// Nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.fx.is_none() && self.run.is_none()
    }
}

/// A contribution or the function that gives one.
#[derive(Clone, Debug, PartialEq)]
pub enum Modifier {
    /// Always the same.
    Fixed(Box<Contribution>),
    /// Worked out.
    Run(FnId),
}

/// A reaction with its price and its ledger; what a talent, a condition and a bare hook share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hook {
    /// Its name, shown as the reason.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// The test before anything is asked.
    pub when: Option<FnId>,
    /// The question to the owner; default no.
    pub asks: Option<String>,
    /// Boons to pay.
    pub pay: Option<u32>,
    /// How often: once (or `times`) a period.
    pub per: Option<Period>,
    /// How many times a period, default 1.
    pub times: Option<u32>,
    /// Observers by event name.
    pub on: BTreeMap<String, Do>,
    /// Contributions by step name.
    pub modify: BTreeMap<String, Modifier>,
    /// Runs after the contribution was given.
    pub run: Option<Do>,
}

/// A threshold of a timer.
#[derive(Clone, Debug, PartialEq)]
pub struct At {
    /// Segments, 1 … size − 1.
    pub filled: u32,
    /// What happens on the way up.
    pub what: Do,
}

/// A timer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimerDef {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Segments.
    pub size: u32,
    /// Its kind, a registry id.
    pub kind: String,
    /// Scene, offscreen or campaign.
    pub scope: Scope,
    /// Not shown to players.
    pub hidden: bool,
    /// Words for the table.
    pub text: String,
    /// A Partial ticks it too where a roll ticks it by failing.
    pub partial: bool,
    /// The other half of a contest.
    pub against: Option<String>,
    /// Ticks by itself when this period ends.
    pub every: Option<Period>,
    /// Begins again when full.
    pub repeats: bool,
    /// Segments added each time it begins again.
    pub grow: u32,
    /// Thresholds, ascending.
    pub at: Vec<At>,
    /// At each tick.
    pub on_tick: Do,
    /// When it fills, once a run.
    pub on_fill: Do,
}

pub use crate::rules::timers::TimerScope as Scope;

/// A card of a deck.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardDef {
    /// "7C", "QH", "RJ".
    pub code: String,
    /// Its title.
    pub title: String,
    /// Its text.
    pub text: String,
    /// Tags.
    pub tags: Vec<String>,
    /// When it is drawn.
    pub on_draw: Do,
}

/// A deck.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeckDef {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Words.
    pub text: String,
    /// A region's deck.
    pub region: bool,
    /// Its cards.
    pub cards: Vec<CardDef>,
    /// At each draw.
    pub on_draw: Do,
}

/// A condition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConditionDef {
    /// Its name.
    pub name: String,
    /// Words.
    pub text: String,
    /// How long it lasts if nobody says.
    pub lasts: Option<Period>,
    /// How to get out.
    pub escape: Option<(String, u8)>,
    /// What it does.
    pub hook: Hook,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq)]
pub struct WeaponDef {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// How heavy it is.
    pub weight: crate::rules::weapons::Weight,
    /// Shot or thrown, never swung.
    pub ranged: bool,
    /// Tags; `HAFTED` and `THROWN` have rules.
    pub tags: Vec<String>,
    /// Harm beside that of its weight.
    pub harm: i32,
    /// What it does to armor.
    pub armor: crate::rules::values::ArmorUse,
    /// Words.
    pub text: String,
    /// What it does; the first is its own fields.
    pub hooks: Vec<Hook>,
}

/// A talent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TalentDef {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Price.
    pub xp: u32,
    /// Words.
    pub text: String,
    /// What it does; the first is the talent's own fields.
    pub hooks: Vec<Hook>,
}

/// An argument of a script's command.
#[derive(Clone, Debug, PartialEq)]
pub struct ArgDef {
    /// Its name.
    pub name: String,
    /// adversary, pc, foe, timer, number, text.
    pub kind: String,
    /// If left out.
    pub default: Option<Datum>,
}

/// A command that a script adds to the prompt.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CommandDef {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// One line of help.
    pub help: String,
    /// Arguments, in order.
    pub args: Vec<ArgDef>,
    /// What it does.
    pub run: Do,
}

/// A frame of an encounter (rules/03 §5).
#[derive(Clone, Debug, PartialEq)]
pub struct FrameDef {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// What kind of encounter it is.
    pub kind: crate::rules::frame::FrameKind,
    /// The scene's Position from its start.
    pub position: Option<crate::rules::values::Position>,
    /// DV of rolls that say none.
    pub dv: Option<crate::rules::numbers::Dv>,
    /// Skills that matter, for the GM to read.
    pub skills: Vec<String>,
    /// Declared timers that it starts.
    pub timers: Vec<String>,
    /// How hard somebody is to convince.
    pub stance: Option<crate::rules::timers::Stance>,
    /// Segments of what works against it.
    pub opposition: Option<u32>,
    /// Words for the GM.
    pub text: String,
    /// When it starts.
    pub on_start: Do,
}

impl FrameDef {
    /// The rulebook's frame of a kind.
    #[must_use]
    pub fn of_the_book(kind: crate::rules::frame::FrameKind) -> Self {
        let name = kind.word();
        let (first, rest) = name.split_at(1);
        Self {
            name: format!("{}{rest}", first.to_uppercase()),
            place: Place::default(),
            kind,
            position: None,
            dv: None,
            skills: Vec::new(),
            timers: Vec::new(),
            stance: None,
            opposition: None,
            text: String::new(),
            on_start: Do::default(),
        }
    }
}

/// A skill of a campaign's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillDef {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Its group.
    pub group: String,
    /// What it covers.
    pub text: String,
}

/// An observer or modifier outside any definition.
#[derive(Clone, Debug, PartialEq)]
pub struct Listener {
    /// Event, step or rule point.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// The function.
    pub run: FnId,
}

/// A test of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct TestDef {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Its body.
    pub run: FnId,
}

/// All definitions of a world, by their kind; looked up by folded name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Catalog {
    /// Adversaries.
    pub adversaries: Named<AdversaryDef>,
    /// Timers.
    pub timers: Named<TimerDef>,
    /// Decks and regions.
    pub decks: Named<DeckDef>,
    /// Conditions.
    pub conditions: Named<ConditionDef>,
    /// Results of fear.
    pub fears: Named<FearDef>,
    /// Armor with a name.
    pub armors: Named<ArmorDef>,
    /// Hazards.
    pub hazards: Named<HazardDef>,
    /// Talents.
    pub talents: Named<TalentDef>,
    /// Frames of encounters.
    pub frames: Named<FrameDef>,
    /// The skills of this campaign beside the twelve.
    pub own_skills: Named<SkillDef>,
    /// All skills.
    pub skills: crate::rules::skills::Skills,
    /// Weapons.
    pub weapons: Named<WeaponDef>,
    /// Military units.
    pub units: Named<UnitDef>,
    /// Commands.
    pub commands: Named<CommandDef>,
    /// Hooks for everyone.
    pub hooks: Vec<Hook>,
    /// `on.x(fn)`.
    pub observers: Vec<Listener>,
    /// `modify.x(fn)`.
    pub modifiers: Vec<Listener>,
    /// `override.x(fn)`.
    pub overrides: Vec<Listener>,
    /// Tests.
    pub tests: Vec<TestDef>,
    /// The campaign's switches.
    pub switches: Switches,
    /// Lines: never appears.
    pub lines: Vec<String>,
    /// Veils: off-screen.
    pub veils: Vec<String>,
    /// Dials that the campaign's file sets.
    pub dials: BTreeMap<String, super::accord::Dial>,
    /// The campaign's title.
    pub title: String,
    /// Numbers of adversaries that had a definition before the last reloads: foes of theirs go on with them.
    pub known: BTreeMap<String, FoeNumbers>,
}

impl Catalog {
    /// The numbers by which every adversary is known, those whose definition is gone too.
    #[must_use]
    pub fn all_numbers(&self) -> BTreeMap<String, FoeNumbers> {
        let mut all = self.known.clone();
        for name in self.adversaries.names() {
            // The stock library's can't go.
            if let Some(def) = self.adversaries.get(name).filter(|d| !d.place.is_stock()) {
                all.insert(def.name.clone(), def.numbers());
            }
        }
        all
    }
}

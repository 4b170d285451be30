//! Definitions: what scripts and data files declare, looked up by name. A world of the same files is the same.
//!
//! Functions of a script stand here as numbers; only the script layer can call them.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::datum::Datum;
use super::fx::Fx;
use super::names;
use crate::rules::adversary::TL_TABLE;
use crate::rules::step::Contribution;
use crate::rules::switches::Switches;
use crate::rules::values::{Armor, Attribute, Band, Period, Position};

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

/// A move of an adversary.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveDef {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Story Beats.
    pub cost: Cost,
    /// Whom it is aimed at.
    pub target: Target,
    /// Reach of the target's band.
    pub within: Option<Band>,
    /// Tags, labels only.
    pub tags: Vec<String>,
    /// Words for the GM.
    pub text: String,
    /// The one Signature.
    pub signature: bool,
    /// Once a period.
    pub per: Option<Period>,
    /// How many times a period.
    pub times: Option<u32>,
    /// Whether it can be used now; a second result says why not.
    pub when: Option<FnId>,
    /// Whether this character can be its target.
    pub only: Option<FnId>,
    /// The roll against it.
    pub resist: Option<ResistDef>,
    /// What it does.
    pub run: Do,
}

/// What a move costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cost {
    /// A number.
    Fixed(u32),
    /// Worked out when the menu is shown and when it is paid.
    Run(FnId),
}

/// Whom a move is aimed at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// Nobody: it just happens.
    #[default]
    None,
    /// One character.
    Pc,
    /// All present.
    Party,
    /// The foe itself.
    Own,
}

/// The roll that players make against a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResistDef {
    /// Attribute and skill, or dice.
    pub pool: String,
    /// Difficulty, default 3.
    pub dv: Option<u8>,
    /// Position, default the scene's.
    pub position: Option<Position>,
    /// The consequence, said before the roll.
    pub announce: Option<String>,
    /// What happens, by outcome.
    pub outcomes: Outcomes,
}

/// What happens, by outcome of a roll.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcomes {
    /// Clean or with SB.
    pub on_success: Do,
    /// Clean only.
    pub on_clean: Do,
    /// Partial or Miss.
    pub on_fail: Do,
    /// Partial only.
    pub on_partial: Do,
    /// Miss only.
    pub on_miss: Do,
}

impl Outcomes {
    /// The parts that a roll of this outcome sets off, the general one first.
    #[must_use]
    pub fn of(&self, outcome: crate::rules::values::Outcome) -> Vec<&Do> {
        use crate::rules::values::Outcome;
        let parts = match outcome {
            Outcome::Clean => [&self.on_success, &self.on_clean],
            Outcome::SuccessWithSb => [&self.on_success, &self.on_success],
            Outcome::Partial => [&self.on_fail, &self.on_partial],
            Outcome::Miss => [&self.on_fail, &self.on_miss],
        };
        let n = if outcome == Outcome::SuccessWithSb {
            1
        } else {
            2
        };
        parts
            .into_iter()
            .take(n)
            .filter(|part| !part.is_empty())
            .collect()
    }

    /// Is nothing tied to the outcome?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        [
            &self.on_success,
            &self.on_clean,
            &self.on_fail,
            &self.on_partial,
            &self.on_miss,
        ]
        .iter()
        .all(|part| part.is_empty())
    }
}

/// A phase: moves, and what it changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PhaseDef {
    /// Its name.
    pub name: String,
    /// Armor in this phase.
    pub armor: Option<Armor>,
    /// Harm it deals in this phase.
    pub deals: Option<u32>,
    /// Words for the GM.
    pub text: String,
    /// Its own moves.
    pub moves: Vec<MoveDef>,
    /// When it is reached.
    pub on_phase: Do,
}

/// A deed of a Resolution.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeedDef {
    /// Its name.
    pub name: String,
    /// Words for the GM.
    pub text: String,
    /// When it is done.
    pub run: Do,
}

/// An adversary.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AdversaryDef {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Threat Level, 1–10.
    pub tl: u8,
    /// Resilience as written; mostly left to the TL.
    pub resilience: Option<u32>,
    /// Armor, default none.
    pub armor: Armor,
    /// Harm it deals, default by TL.
    pub deals: u32,
    /// Ratings it is read by; gauges.
    pub attributes: BTreeMap<Attribute, u8>,
    /// Skills; gauges.
    pub skills: BTreeMap<String, u8>,
    /// Fatigue track.
    pub fatigue_size: u32,
    /// How a puzzle ends.
    pub resolution: Option<String>,
    /// Words for the GM.
    pub text: String,
    /// Tags.
    pub tags: Vec<String>,
    /// First values of its memory.
    pub memory: Option<Datum>,
    /// Moves outside phases.
    pub moves: Vec<MoveDef>,
    /// Phases, in order.
    pub phases: Vec<PhaseDef>,
    /// Deeds of the Resolution.
    pub deeds: Vec<DeedDef>,
    /// Reactions, its own fields first.
    pub hooks: Vec<Hook>,
}

/// The numbers of an adversary that play needs even when the definition is gone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoeNumbers {
    /// Threat Level.
    pub tl: u8,
    /// Resilience of each phase; empty for a puzzle.
    pub resilience: Vec<u32>,
    /// Armor of each phase (at least one entry).
    pub armor: Vec<Armor>,
    /// Harm dealt in each phase (at least one entry).
    pub deals: Vec<u32>,
    /// Fatigue track.
    pub fatigue_size: u32,
}

impl FoeNumbers {
    /// Resilience of a phase (0-based), `None` for a puzzle.
    #[must_use]
    pub fn resilience_of(&self, phase: usize) -> Option<u32> {
        self.resilience
            .get(phase)
            .or(self.resilience.last())
            .copied()
    }
    /// Armor of a phase.
    #[must_use]
    pub fn armor_of(&self, phase: usize) -> Armor {
        self.armor
            .get(phase)
            .or(self.armor.last())
            .copied()
            .unwrap_or_default()
    }
    /// Harm dealt in a phase.
    #[must_use]
    pub fn deals_in(&self, phase: usize) -> u32 {
        self.deals
            .get(phase)
            .or(self.deals.last())
            .copied()
            .unwrap_or(0)
    }
}

impl AdversaryDef {
    /// Its numbers, phase by phase.
    #[must_use]
    pub fn numbers(&self) -> FoeNumbers {
        let row = &TL_TABLE[usize::from(self.tl.clamp(1, 10)) - 1];
        let phases = if self.phases.is_empty() {
            row.phases as usize
        } else {
            self.phases.len()
        };
        // A Resolution and no number: a puzzle (rules/05 §1).
        let resilience = match self.resilience.or(row.resilience) {
            Some(n) if self.resilience.is_some() || self.resolution.is_none() => vec![n; phases],
            _ => Vec::new(),
        };
        let of = |own: &dyn Fn(&PhaseDef) -> Option<Armor>| -> Vec<Armor> {
            if self.phases.is_empty() {
                vec![self.armor]
            } else {
                self.phases
                    .iter()
                    .map(|phase| own(phase).unwrap_or(self.armor))
                    .collect()
            }
        };
        FoeNumbers {
            tl: self.tl,
            resilience,
            armor: of(&|phase| phase.armor),
            deals: if self.phases.is_empty() {
                vec![self.deals]
            } else {
                self.phases
                    .iter()
                    .map(|phase| phase.deals.unwrap_or(self.deals))
                    .collect()
            },
            fatigue_size: self.fatigue_size,
        }
    }

    /// The moves of a phase (0-based): its own, then those outside phases.
    #[must_use]
    pub fn moves_in(&self, phase: usize) -> Vec<&MoveDef> {
        self.phases
            .get(phase)
            .into_iter()
            .flat_map(|phase| &phase.moves)
            .chain(&self.moves)
            .collect()
    }
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
    /// Talents.
    pub talents: Named<TalentDef>,
    /// Weapons.
    pub weapons: Named<WeaponDef>,
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
            if let Some(def) = self.adversaries.get(name) {
                all.insert(def.name.clone(), def.numbers());
            }
        }
        all
    }
}

/// A list by name, in the order of names.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T>(BTreeMap<String, Arc<T>>, BTreeMap<String, String>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named(BTreeMap::new(), BTreeMap::new())
    }
}

impl<T> Named<T> {
    /// Adds one; gives the old one back if the (folded) name is taken.
    pub fn add(&mut self, name: &str, value: T) -> Option<Arc<T>> {
        let key = names::fold(name);
        self.1.insert(key.clone(), name.to_owned());
        self.0.insert(key, Arc::new(value))
    }
    /// The one of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<T>> {
        self.0.get(name).or_else(|| self.0.get(&names::fold(name)))
    }
    /// Their names as written.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.1.values().map(String::as_str)
    }
    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<T>> {
        self.0.values()
    }
    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// None?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

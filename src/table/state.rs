//! The live state of a table: plain data in sections behind `Arc`, so that a fork, a savepoint and an undo step
//! are clones. Play stores what was lost or done, never what is left; definitions are looked up.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::catalog::{FoeNumbers, Scope};
use super::datum::Datum;
use super::fx::Fx;
use super::peril::{Peril, Ward};
use super::sheet::Sheet;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::values::{Armor, Band, ItemState, Period, Position};

/// Everything that play has changed. Two tables with equal states go on alike.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The session.
    pub session: Session,
    /// The scene.
    pub scene: Arc<Scene>,
    /// Words of the dice stream used so far in this session.
    pub dice: u64,
    /// Story Beats in the bank.
    pub bank: u32,
    /// The highest id given out by the acts that stand. New ids are higher than any that was ever given out, also by
    /// acts that are undone: the runtime keeps that mark. Of acts that the X-card struck nothing is left after a restart,
    /// their ids neither.
    pub last_id: u32,
    /// Player characters.
    pub cast: Arc<BTreeMap<u32, Pc>>,
    /// Foes, also those defeated in this scene.
    pub foes: Arc<BTreeMap<u32, Foe>>,
    /// Timers, also full and stopped ones of this scene.
    pub timers: Arc<BTreeMap<u32, Timer>>,
    /// Military units, also those that are out.
    #[serde(default)]
    pub units: Arc<BTreeMap<u32, super::units::Unit>>,
    /// Decks that have been drawn from.
    pub decks: Arc<BTreeMap<u32, Deck>>,
    /// Bands that differ from Near, one a pair.
    pub bands: Arc<Vec<(Thing, Thing, Band)>>,
    /// Once-per-period ledgers.
    pub claims: Arc<BTreeMap<String, Claim>>,
    /// The fight of the scene: turns and ground.
    #[serde(default)]
    pub fight: Arc<super::fight::Fight>,
    /// What scripts keep.
    pub kept: Arc<Kept>,
    /// The session log.
    pub notes: Arc<Vec<String>>,
    /// The hurt, wards and traps, hazards.
    #[serde(default)]
    pub peril: Arc<Peril>,
    /// Frame of the scene, what waits for next rolls, SB spent.
    #[serde(default)]
    pub story: Arc<super::story::Story>,
    /// Journeys: the leg under way, days, Cache tokens.
    #[serde(default)]
    pub travel: Arc<super::travel::Travel>,
    /// Lines, veils, dials, bonds: what the table agreed on.
    #[serde(default)]
    pub accord: Arc<super::accord::Accord>,
}

/// Session number and whether it is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// From 1; 0 before the first.
    pub number: u32,
    /// Between start and close.
    pub open: bool,
}

/// The scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// Its name; empty between scenes.
    pub name: String,
    /// How many scenes there have been.
    pub number: u32,
    /// The GM's Position for rolls that name none.
    pub position: Position,
    /// The exchange, from 1.
    pub exchange: u32,
    /// Letters given to foes of one definition in this scene: how many were ever named.
    pub named: BTreeMap<String, u32>,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            name: String::new(),
            number: 0,
            position: Position::default(),
            exchange: 1,
            named: BTreeMap::new(),
        }
    }
}

/// A step that waits for the next roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextStep {
    /// Steps, negative for worse.
    pub n: i32,
    /// Why.
    pub why: String,
}

/// A condition on somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// Its name as defined.
    pub name: String,
    /// When it ends by itself.
    pub lasts: Option<Period>,
    /// Exchanges it has lasted.
    #[serde(default)]
    pub age: u32,
    /// The roll that ends it.
    pub escape: Option<(String, u8)>,
    /// Why.
    pub why: String,
}

/// What every creature has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// Fatigue marked.
    pub fatigue: u32,
    /// Conditions.
    pub conditions: Vec<Condition>,
    /// Steps for the next roll.
    pub next: Vec<NextStep>,
    /// Has acted in this exchange.
    pub acted: bool,
    /// Out of the scene.
    pub away: bool,
}

/// A player character: the sheet, and what play did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pc {
    /// From the file.
    pub sheet: Arc<Sheet>,
    /// Fatigue, conditions, steps.
    pub body: Body,
    /// Harm level 0–3.
    pub harm: u8,
    /// Dead.
    pub dead: bool,
    /// Boons held, 0–5.
    pub boons: u32,
    /// XP earned in play.
    pub xp: u32,
    /// Boons from failures in this scene, 0–2.
    pub failure_boons: u32,
    /// Actions and stakes whose failure has paid a Boon in this scene.
    pub stakes: BTreeSet<String>,
    /// State of the armor.
    pub armor: ItemState,
    /// State of the weapon.
    pub weapon: ItemState,
    /// Other tracks: corruption, obligation, …
    pub tracks: BTreeMap<String, u32>,
}

/// An adversary at the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Foe {
    /// The definition's name.
    pub def: String,
    /// Its own name.
    pub name: String,
    /// Fatigue, conditions, steps.
    pub body: Body,
    /// Phase, from 0.
    pub phase: u32,
    /// Resilience lost in this phase.
    pub lost: u32,
    /// How it ended.
    pub defeated: Option<String>,
    /// Deeds of its Resolution that are done.
    pub deeds: Vec<String>,
    /// Not shown to players.
    pub hidden: bool,
    /// State of its armor.
    pub armor: ItemState,
    /// The numbers as last known, for when the definition is gone.
    pub last: FoeNumbers,
    /// Whom a hit of its own has landed on in this exchange, the last one last: riders may follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub struck: Vec<Thing>,
    /// Who has bound it, if somebody has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Thing>,
}

/// A timer that was started.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timer {
    /// Its name.
    pub name: String,
    /// Segments, fixed at the start.
    pub size: u32,
    /// Filled segments.
    pub filled: u32,
    /// Its kind.
    pub kind: String,
    /// Where it counts.
    pub scope: Scope,
    /// Not shown to players.
    pub hidden: bool,
    /// Running, paused, full, stopped.
    pub status: TimerStatus,
    /// Whose it is, if a player's.
    pub owner: Option<Thing>,
    /// The other half of a contest.
    pub against: Option<String>,
    /// Highest threshold that has fired in this run.
    pub fired: u32,
    /// What happens when a timer made on the spot fills.
    pub on_fill: Option<Fx>,
}

/// What a timer is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimerStatus {
    /// Can be ticked.
    #[default]
    Running,
    /// Waits.
    Paused,
    /// Fired.
    Full,
    /// Taken off the table.
    Stopped,
}

/// A deck in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deck {
    /// Its name.
    pub name: String,
    /// Codes left, the top last.
    pub left: Vec<String>,
    /// Codes drawn, oldest first.
    pub out: Vec<String>,
}

/// How often something was done in its period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The period after which it is free again.
    pub per: Period,
    /// How often.
    pub n: u32,
}

/// What scripts keep: `store` by script, `memory` by thing and script.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// One map a script.
    pub store: BTreeMap<String, Datum>,
    /// One map a thing and script, by "kind:id script".
    pub memory: BTreeMap<String, Datum>,
}

/// Whose saved table it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    /// `store` of a script.
    Store(String),
    /// `memory` of a thing, as one script sees it.
    Memory(Thing, String),
}

impl Owner {
    fn slot<'a>(&self, kept: &'a mut Kept) -> &'a mut Datum {
        match self {
            Owner::Store(script) => kept.store.entry(script.clone()).or_insert_with(Datum::map),
            Owner::Memory(thing, script) => kept
                .memory
                .entry(memory_key(*thing, script))
                .or_insert_with(Datum::map),
        }
    }
}

fn memory_key(thing: Thing, script: &str) -> String {
    format!("{thing} {script}")
}

impl Kept {
    /// The saved table of an owner, if anything was saved.
    #[must_use]
    pub fn of(&self, owner: &Owner) -> Option<&Datum> {
        match owner {
            Owner::Store(script) => self.store.get(script),
            Owner::Memory(thing, script) => self.memory.get(&memory_key(*thing, script)),
        }
    }
    /// What each script keeps of a thing.
    #[must_use]
    pub fn of_thing(&self, thing: Thing) -> Vec<(String, Datum)> {
        let prefix = format!("{thing} ");
        self.memory
            .iter()
            .filter_map(|(key, kept)| Some((key.strip_prefix(&prefix)?.to_owned(), kept.clone())))
            .collect()
    }
    /// The saved table of an owner, made if need be.
    pub fn of_mut(&mut self, owner: &Owner) -> &mut Datum {
        owner.slot(self)
    }
}

impl State {
    /// The character of this id.
    #[must_use]
    pub fn pc(&self, id: u32) -> Option<&Pc> {
        self.cast.get(&id)
    }
    /// The foe of this id.
    #[must_use]
    pub fn foe(&self, id: u32) -> Option<&Foe> {
        self.foes.get(&id)
    }
    /// The timer of this id.
    #[must_use]
    pub fn timer(&self, id: u32) -> Option<&Timer> {
        self.timers.get(&id)
    }
    /// The ward or trap of this id.
    #[must_use]
    pub fn ward(&self, id: u32) -> Option<&Ward> {
        self.peril.wards.get(&id)
    }
    /// What a creature has, character or foe.
    #[must_use]
    pub fn body(&self, thing: Thing) -> Option<&Body> {
        match thing.kind {
            ThingKind::Pc => self.pc(thing.id).map(|pc| &pc.body),
            ThingKind::Foe => self.foe(thing.id).map(|foe| &foe.body),
            _ => None,
        }
    }
    /// The name of a thing, as it was last known.
    #[must_use]
    pub fn name(&self, thing: Thing) -> String {
        let name = match thing.kind {
            ThingKind::Pc => self.pc(thing.id).map(|pc| pc.sheet.name.clone()),
            ThingKind::Foe => self.foe(thing.id).map(|foe| foe.name.clone()),
            ThingKind::Timer => self.timer(thing.id).map(|timer| timer.name.clone()),
            ThingKind::Deck => self.decks.get(&thing.id).map(|deck| deck.name.clone()),
            ThingKind::Ward => self.ward(thing.id).map(|ward| ward.name.clone()),
            ThingKind::Unit => self.unit(thing.id).map(|unit| unit.name.clone()),
            ThingKind::Scene => Some(self.scene.name.clone()),
            _ => None,
        };
        name.unwrap_or_else(|| thing.to_string())
    }
    /// Characters in the scene and alive, in the order they joined.
    pub fn party(&self) -> impl Iterator<Item = Thing> + '_ {
        self.cast
            .iter()
            .filter(|(_, pc)| !pc.dead && !pc.body.away)
            .map(|(id, _)| Thing {
                kind: ThingKind::Pc,
                id: *id,
            })
    }
    /// All characters.
    pub fn roster(&self) -> impl Iterator<Item = Thing> + '_ {
        self.cast.keys().map(|id| Thing {
            kind: ThingKind::Pc,
            id: *id,
        })
    }
    /// Foes in the scene that still stand, in the order they came.
    pub fn foes_present(&self) -> impl Iterator<Item = Thing> + '_ {
        self.foes
            .iter()
            .filter(|(_, foe)| foe.defeated.is_none() && !foe.body.away)
            .map(|(id, _)| Thing {
                kind: ThingKind::Foe,
                id: *id,
            })
    }
    /// Timers that are running, paused or full, in the order they came.
    pub fn timers_shown(&self) -> impl Iterator<Item = Thing> + '_ {
        self.timers
            .iter()
            .filter(|(_, timer)| timer.status != TimerStatus::Stopped)
            .map(|(id, _)| Thing {
                kind: ThingKind::Timer,
                id: *id,
            })
    }
    /// The band between two creatures, Near unless set.
    #[must_use]
    pub fn band(&self, a: Thing, b: Thing) -> Band {
        let (low, high) = if a <= b { (a, b) } else { (b, a) };
        self.bands
            .iter()
            .find(|(x, y, _)| *x == low && *y == high)
            .map_or(Band::Near, |(_, _, band)| *band)
    }
    /// Has it this condition?
    #[must_use]
    pub fn has(&self, thing: Thing, condition: &str) -> bool {
        let wanted = super::names::fold(condition);
        self.body(thing).is_some_and(|body| {
            body.conditions
                .iter()
                .any(|condition| super::names::folds_to(&condition.name, &wanted))
        })
    }
    /// Is it at the table and able to be acted on?
    #[must_use]
    pub fn present(&self, thing: Thing) -> bool {
        match thing.kind {
            ThingKind::Pc => self
                .pc(thing.id)
                .is_some_and(|pc| !pc.dead && !pc.body.away),
            ThingKind::Foe => self
                .foe(thing.id)
                .is_some_and(|foe| foe.defeated.is_none() && !foe.body.away),
            ThingKind::Unit => self.unit(thing.id).is_some_and(|unit| unit.gone.is_none()),
            _ => true,
        }
    }
}

/// The armor a creature wears now: category and state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worn {
    /// Category as worn.
    pub armor: Armor,
    /// State of the item.
    pub state: ItemState,
}

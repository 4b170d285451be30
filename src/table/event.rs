//! Facts: what an act did, with before and after, cause, who, and an audience. Faces and cards are in the facts,
//! so that applying them needs no chance.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::catalog::FoeNumbers;
use super::datum::{Datum, Key};
use super::peril::PerilFact;
use super::sheet::Sheet;
use super::state::{Condition, Deck, Foe, NextStep, Owner, Pc, Timer, TimerStatus};
use crate::rules::ids::Thing;
use crate::rules::roll::Rolled;
use crate::rules::values::{Band, ItemState, Period, Position};

/// Who may read a fact. Views for players are allow-lists: what isn't `Table` stays with the GM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// The GM alone.
    Gm,
    /// Everyone at the table.
    Table,
}

/// A fact with its setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
    /// The act in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cause: String,
    /// Who acts; nobody is the GM.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Thing>,
}

/// What a hit did, numbers before and after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HitFact {
    /// Who was hit.
    pub who: Thing,
    /// Why.
    pub why: String,
    /// Harm that came in.
    pub harm: u32,
    /// Harm (Resilience for a foe) that this hit itself took, overflow apart.
    pub taken: u32,
    /// Fatigue it gave.
    pub fatigue: u32,
    /// Fatigue before and after.
    pub fatigue_was: u32,
    /// After.
    pub fatigue_now: u32,
    /// Harm level (lost Resilience for a foe) before.
    pub harm_was: u32,
    /// After.
    pub harm_now: u32,
    /// Fatigue ran over.
    pub overflow: bool,
    /// A character is at Harm 3.
    pub down: bool,
    /// A character died.
    pub dead: bool,
    /// A foe reached Resilience 0 of its last phase.
    pub defeated: bool,
    /// A foe's next phase, if this hit ended one.
    pub phase: Option<u32>,
    /// It was cancelled, and why.
    pub cancelled: Option<String>,
    /// What was added, and by what ("Shoulder It: Fatigue instead").
    pub notes: Vec<String>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "fact")]
pub enum Event {
    /// A session began.
    SessionStarted {
        /// Its number.
        number: u32,
    },
    /// A session ended.
    SessionClosed {
        /// Its number.
        number: u32,
    },
    /// A scene began.
    SceneStarted {
        /// Its name.
        name: String,
        /// Its number.
        number: u32,
        /// Its Position.
        position: Position,
    },
    /// A scene ended.
    SceneClosed {
        /// Its name.
        name: String,
    },
    /// An exchange began.
    ExchangeStarted {
        /// Its number.
        number: u32,
    },
    /// The scene's Position changed.
    PositionSet {
        /// Before.
        old: Position,
        /// After.
        new: Position,
    },
    /// A character joined.
    Joined {
        /// The new id.
        who: Thing,
        /// The character.
        pc: Box<Pc>,
    },
    /// A sheet changed on disk.
    SheetChanged {
        /// Whose.
        who: Thing,
        /// Before.
        old: Arc<Sheet>,
        /// After.
        new: Arc<Sheet>,
    },
    /// Somebody left the scene, or came back.
    Left {
        /// Who.
        who: Thing,
        /// Left, or back.
        away: bool,
        /// Why.
        why: String,
    },
    /// The dice stream moved on.
    Threw {
        /// Words used before.
        old: u64,
        /// Words used after.
        new: u64,
    },
    /// A roll.
    Rolled {
        /// Who.
        who: Thing,
        /// What was tried, for the repetition rule.
        stakes: Option<String>,
        /// The roll.
        roll: Box<Rolled>,
    },
    /// The bank changed.
    Bank {
        /// Before.
        old: u32,
        /// After.
        new: u32,
        /// Why.
        why: String,
    },
    /// Boons changed.
    Boons {
        /// Whose.
        who: Thing,
        /// Before.
        old: u32,
        /// After.
        new: u32,
        /// Of these, from a failure in this scene.
        #[serde(default)]
        failure: u32,
        /// Lost to the hold cap.
        #[serde(default)]
        surplus: u32,
        /// Why.
        why: String,
    },
    /// A track changed.
    Marked {
        /// Whose.
        who: Thing,
        /// Which.
        track: String,
        /// Before.
        old: u32,
        /// After.
        new: u32,
        /// Its size.
        size: u32,
        /// Why.
        why: String,
    },
    /// A track ran over.
    Overflowed {
        /// Whose.
        who: Thing,
        /// Which.
        track: String,
    },
    /// A hit.
    Hit(Box<HitFact>),
    /// Harm that is no hit, or healing.
    Harm {
        /// Whose.
        who: Thing,
        /// Before.
        old: u32,
        /// After.
        new: u32,
        /// Why.
        why: String,
    },
    /// A character died.
    Died {
        /// Who.
        who: Thing,
    },
    /// A condition came.
    Applied {
        /// On whom.
        who: Thing,
        /// It.
        condition: Condition,
    },
    /// A condition went.
    Lifted {
        /// From whom.
        who: Thing,
        /// Its name.
        condition: String,
        /// Why.
        why: String,
    },
    /// A step for the next roll.
    Stepped {
        /// Whose.
        who: Thing,
        /// It.
        step: NextStep,
    },
    /// A foe came.
    Spawned {
        /// The new id.
        who: Thing,
        /// It.
        foe: Box<Foe>,
    },
    /// A foe's definition is gone: these are the numbers it goes on with.
    Orphaned {
        /// Who.
        who: Thing,
        /// As known before.
        old: Box<FoeNumbers>,
        /// The last ones of the definition.
        new: Box<FoeNumbers>,
    },
    /// A foe is out.
    Defeated {
        /// Who.
        who: Thing,
        /// How.
        how: String,
    },
    /// A foe reached a phase.
    PhaseReached {
        /// Who.
        who: Thing,
        /// Before, from 0.
        old: u32,
        /// After, from 0.
        new: u32,
    },
    /// What else happens to foes.
    Foe(super::foes::FoeFact),
    /// What happens to military units.
    Unit(super::units::UnitFact),
    /// A deed of a Resolution is done.
    DeedDone {
        /// Whose Resolution.
        who: Thing,
        /// The deed; nothing for all of it.
        deed: Option<String>,
    },
    /// A move was used.
    Used {
        /// By whom.
        who: Thing,
        /// Which.
        name: String,
        /// What was paid.
        cost: u32,
        /// At whom.
        targets: Vec<Thing>,
    },
    /// A timer started, or began again.
    TimerStarted {
        /// Its id.
        timer: Thing,
        /// It.
        state: Box<Timer>,
        /// What it was before, if it began again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<Box<Timer>>,
    },
    /// A timer moved.
    Ticked {
        /// Which.
        timer: Thing,
        /// Before.
        old: u32,
        /// After.
        new: u32,
        /// Why.
        why: String,
    },
    /// A timer filled.
    Filled {
        /// Which.
        timer: Thing,
    },
    /// A timer was stopped, paused, resumed.
    TimerSet {
        /// Which.
        timer: Thing,
        /// Before.
        old: TimerStatus,
        /// After.
        new: TimerStatus,
        /// Why.
        why: String,
    },
    /// A deck came into use or was shuffled.
    DeckLaid {
        /// Its id.
        deck: Thing,
        /// Its order.
        state: Deck,
    },
    /// Cards were drawn.
    Drawn {
        /// From which.
        deck: Thing,
        /// Codes, in order.
        cards: Vec<String>,
        /// The deck was shuffled on the way.
        reshuffled: bool,
        /// Its order afterwards.
        state: Deck,
        /// Why.
        why: String,
    },
    /// Words, read by the audience.
    Said {
        /// For whom.
        audience: Audience,
        /// The words.
        text: String,
    },
    /// What will befall those who don't resist, told to the table before the roll.
    Announced {
        /// The words.
        text: String,
    },
    /// A line of the session log.
    Noted {
        /// The words.
        text: String,
    },
    /// A script keeps something.
    Stored {
        /// Whose table.
        owner: Owner,
        /// Where in it.
        path: Vec<Key>,
        /// What; nothing removes it.
        value: Option<Datum>,
    },
    /// A once-per-period thing was done.
    Claimed {
        /// Its key.
        key: String,
        /// The period.
        per: Period,
        /// How often now.
        n: u32,
    },
    /// Claims ran out.
    Reset {
        /// Their keys.
        keys: Vec<String>,
    },
    /// Somebody has acted in this exchange.
    Acted {
        /// Who.
        who: Thing,
    },
    /// Something of a fight.
    Fight(Box<super::fight::FightFact>),
    /// A band changed.
    Shifted {
        /// One.
        who: Thing,
        /// The other.
        other: Thing,
        /// Before.
        old: Band,
        /// After.
        new: Band,
    },
    /// An item changed its state.
    Item {
        /// Whose.
        who: Thing,
        /// armor or weapon.
        item: String,
        /// Before.
        old: ItemState,
        /// After.
        new: ItemState,
        /// Why.
        why: String,
    },
    /// The GM's hand.
    SetByHand {
        /// What.
        thing: Thing,
        /// Which field.
        field: String,
        /// Before.
        old: i64,
        /// After.
        new: i64,
    },
    /// A refusal was overruled.
    Overruled {
        /// What was refused.
        refusal: String,
        /// The GM's reason.
        because: String,
    },
    /// The hurt, wards and traps, hazards.
    Peril(Box<PerilFact>),
    /// Lines, veils, dials, bonds: what the table agreed on.
    Accord(Box<super::accord::AccordFact>),
    /// Something of the story: frames, what waits for a roll.
    Story(Box<super::story::StoryFact>),
    /// Something of a journey.
    Travel(Box<super::travel::TravelFact>),
    /// A script's own signal.
    Signal {
        /// Its name.
        signal: String,
        /// Its data.
        data: Option<Datum>,
    },
}

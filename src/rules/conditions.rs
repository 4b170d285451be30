//! Conditions that procedures make or test, with the numbers the rulebook states. rules/02 §8.
//!
//! An open set: scripts define more. Those without numbers here are labels (R35).

use super::names::{UnknownName, fold, folds_to};
use super::values::Period;
use serde::Serialize;

/// A condition of the rulebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Condition {
    /// Name as shown: "Off balance".
    pub name: &'static str,
    /// Dice on all actions; negative is a penalty.
    pub dice: i32,
    /// Position steps; with `once`, on the next action only.
    pub step: i32,
    /// The step becomes +1 die where the situation is Dominant already (R57).
    pub or_die: bool,
    /// Which rolls the numbers touch.
    pub on: Rolls,
    /// Used up by the first roll it touches.
    pub once: bool,
    /// Whether its bearer can act at all.
    pub can_act: bool,
    /// Whether its bearer can move away.
    pub can_leave: bool,
    /// Whether its bearer can be a target.
    pub target: bool,
    /// How long it lasts where the source doesn't say; `None`: until what ends it.
    pub lasts: Option<Period>,
    /// Attribute and skill, and DV, of getting out, where a roll does.
    pub escape: Option<(&'static str, u8)>,
    /// What ends it, in words.
    pub ends: &'static str,
}

/// Which rolls a condition touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rolls {
    /// Every one.
    All,
    /// Resisting an attack or effect.
    Defense,
    /// What somebody does themselves: every roll that resists nothing.
    Action,
}

impl Rolls {
    /// Whether a roll of this purpose is one of them.
    #[must_use]
    pub fn touches(self, purpose: &str) -> bool {
        match self {
            Self::All => true,
            Self::Defense => purpose == "defense",
            Self::Action => purpose != "defense",
        }
    }
}

const LABEL: Condition = Condition {
    name: "",
    dice: 0,
    step: 0,
    or_die: false,
    on: Rolls::All,
    once: false,
    can_act: true,
    can_leave: true,
    target: true,
    lasts: Some(Period::Scene),
    escape: None,
    ends: "scene end",
};

/// The rulebook's conditions.
pub const CONDITIONS: &[Condition] = &[
    Condition {
        name: "Grappled",
        dice: -1,
        can_leave: false,
        escape: Some(("body + athletics", 3)),
        ends: "winning another opposed roll, which costs the Action",
        ..LABEL
    },
    Condition {
        name: "Paralyzed",
        can_act: false,
        can_leave: false,
        lasts: Some(Period::Exchange),
        ends: "one exchange",
        ..LABEL
    },
    Condition {
        name: "Prone",
        ends: "spending the Move to stand",
        ..LABEL
    },
    Condition {
        name: "Hidden",
        target: false,
        ends: "attacking, moving into the open, being found by Search",
        ..LABEL
    },
    Condition {
        name: "Off balance",
        step: -1,
        on: Rolls::Action,
        once: true,
        ends: "the next action",
        ..LABEL
    },
    Condition {
        name: "Defending",
        step: 1,
        or_die: true,
        on: Rolls::Defense,
        lasts: Some(Period::Turn),
        ends: "own next turn",
        ..LABEL
    },
    Condition {
        name: "Shaken",
        dice: -1,
        ends: "calming, scene end",
        ..LABEL
    },
    Condition {
        name: "Frightened",
        dice: -1,
        ends: "calming, scene end",
        ..LABEL
    },
    Condition {
        name: "Panicked",
        dice: -1,
        ends: "calming, scene end",
        ..LABEL
    },
    Condition {
        name: "Frozen",
        can_act: false,
        ends: "the exchange's end, calming",
        ..LABEL
    },
    Condition {
        name: "Fleeing",
        ends: "the exchange's end, calming",
        ..LABEL
    },
    Condition {
        name: "Begging",
        can_act: false,
        ends: "the exchange's end, calming",
        ..LABEL
    },
    Condition {
        name: "Hiding",
        ends: "the exchange's end, calming",
        ..LABEL
    },
    Condition {
        name: "Lashing out",
        ends: "the exchange's end, calming",
        ..LABEL
    },
    Condition {
        name: "Obeying",
        ends: "the order carried out, calming",
        ..LABEL
    },
    Condition {
        name: "Broken down",
        can_act: false,
        ends: "an ally's help",
        ..LABEL
    },
    Condition {
        name: "Catatonic",
        can_act: false,
        ends: "an ally's help",
        ..LABEL
    },
    Condition {
        name: "Incapacitated",
        can_act: false,
        can_leave: false,
        lasts: None,
        ends: "treatment",
        ..LABEL
    },
    Condition {
        name: "Dying",
        can_act: false,
        can_leave: false,
        lasts: None,
        ends: "death at the end of the round, unless saved",
        ..LABEL
    },
    Condition {
        name: "Entangled",
        can_leave: false,
        escape: Some(("body + athletics", 3)),
        ends: "Athletics against DV 3",
        ..LABEL
    },
    Condition {
        name: "Planted",
        can_leave: false,
        ends: "taking the pavise up again",
        ..LABEL
    },
    Condition {
        name: "Hungry",
        lasts: None,
        ends: "resupply",
        ..LABEL
    },
    Condition {
        name: "Thirsty",
        lasts: None,
        ends: "resupply",
        ..LABEL
    },
    Condition {
        name: "Dazed",
        ..LABEL
    },
    Condition {
        name: "Singed",
        ..LABEL
    },
    Condition {
        name: "Disoriented",
        ..LABEL
    },
];

/// A condition of the rulebook by name; scripts may know more.
#[must_use]
pub fn find(name: &str) -> Option<&'static Condition> {
    let wanted = fold(name);
    CONDITIONS
        .iter()
        .find(|condition| folds_to(condition.name, &wanted))
}

/// A condition of the rulebook by name.
///
/// # Errors
/// Unknown: with close names, which take a while to find: to look whether there is one, [`find`].
pub fn condition(name: &str) -> Result<&'static Condition, UnknownName> {
    find(name).ok_or_else(|| {
        UnknownName::new(
            "condition",
            name,
            CONDITIONS.iter().map(|condition| condition.name),
        )
    })
}

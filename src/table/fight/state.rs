//! What a fight changes about those who are in it.

use serde::{Deserialize, Serialize};

use crate::rules::ground::Cover;
use crate::rules::ids::Thing;
use crate::rules::turn::Turn;
use crate::rules::values::Band;

/// The fight of a scene; gone with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Fight {
    /// Turns are taken: somebody has attacked, acted, or was given the spotlight.
    pub on: bool,
    /// The whole scene is difficult ground.
    pub difficult: bool,
    /// Those about whom there is something to say, in their order.
    pub fighters: Vec<(Thing, Fighter)>,
}

/// One who fights. Foes have no turns; their ground stands here too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Fighter {
    /// The last turn, or the one that runs.
    pub turn: Turn,
    /// The Slow weapon that is Set.
    pub set: Option<String>,
    /// Why the next defense is Desperate.
    pub exposed: Option<String>,
    /// Turns (this one counted) in which an Observe still waits for a roll.
    pub observed: u8,
    /// Setups that wait for the next action.
    pub openings: Vec<Opening>,
    /// Who assists the next roll.
    pub assisted: Option<Thing>,
    /// For whom this one steps in.
    pub protects: Option<Thing>,
    /// The trigger of a held action.
    pub ready: Option<String>,
    /// Whom this one holds.
    pub holds: Option<Thing>,
    /// Who holds this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_by: Option<Thing>,
    /// Half a band of difficult ground, crossed with this turn's Move: toward whom, into which band, in which exchange.
    pub half: Option<(Thing, Band, u32)>,
    /// A shield gives its die while this one defends.
    pub shielded: bool,
    /// The exchange of the last attack: a Compromised weapon fails in a round's first.
    pub attacked: u32,
    /// Cover.
    pub cover: Cover,
    /// Smoke, dark, reeds: enough to hide in.
    pub concealed: bool,
    /// Higher than the others.
    pub high: bool,
    /// On difficult ground.
    pub difficult: bool,
    /// In the saddle of a mount that was taught to fight.
    pub mounted: bool,
}

/// What a Setup leaves for the ally's next action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// Who set it up.
    pub by: Thing,
    /// A better Effect; else +1 Position.
    pub effect: bool,
}

impl Fight {
    /// What there is to say about somebody.
    #[must_use]
    pub fn at(&self, who: Thing) -> Option<&Fighter> {
        self.fighters
            .iter()
            .find(|(one, _)| *one == who)
            .map(|(_, fighter)| fighter)
    }
    /// The same, or one about whom there is nothing to say.
    #[must_use]
    pub fn of(&self, who: Thing) -> Fighter {
        self.at(who).cloned().unwrap_or_default()
    }
    /// Puts it down; one about whom there is nothing to say takes no place.
    pub(super) fn put(&mut self, who: Thing, fighter: Fighter) {
        self.fighters.retain(|(one, _)| *one != who);
        if fighter != Fighter::default() {
            let at = self.fighters.partition_point(|(one, _)| *one < who);
            self.fighters.insert(at, (who, fighter));
        }
    }
}

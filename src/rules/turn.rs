//! A turn: one Action and one Move, in any order, and what tempo makes of them. rules/04 §1, §3, §5; R49, R50, R55.

use super::actions::{Action, Cost};
use super::ground::bands_a_turn;
use super::weapons::Tempo;
use serde::{Deserialize, Serialize};

/// What was done in a turn so far. The last turn of a character is kept until the next begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Turn {
    /// The exchange it belongs to; 0 before the first.
    pub exchange: u32,
    /// Actions done, in order.
    pub actions: Vec<Action>,
    /// The Action is spent.
    pub action: bool,
    /// Moves used.
    pub moves: u32,
    /// Bands crossed with them.
    pub bands: u32,
    /// The tempo of the weapon that struck in it, exceptions (Charge, Skirmish, Sidestep) apart.
    pub struck: Option<Tempo>,
    /// The weapon was Set in it.
    pub set: bool,
    /// The Move provokes nothing.
    pub disengaged: bool,
    /// The Action went into movement.
    pub dashed: bool,
}

/// Why something can't be done in this turn.
pub type Denied = Result<(), String>;

impl Turn {
    /// A turn that begins.
    #[must_use]
    pub fn new(exchange: u32) -> Self {
        Self {
            exchange,
            ..Self::default()
        }
    }

    /// The actions done, in words.
    #[must_use]
    pub fn done(&self) -> String {
        let all: Vec<String> = self.actions.iter().map(ToString::to_string).collect();
        all.join(", ")
    }

    /// Whether this action may be done now. `extra`: a talent grants it, no Action is spent on it.
    ///
    /// # Errors
    /// Why not.
    pub fn may(&self, action: Action, extra: bool) -> Denied {
        let again = self
            .actions
            .iter()
            .any(|done| done.counts_as() == action.counts_as());
        let costs_action = matches!(action.cost(), Cost::Action | Cost::Both);
        if again && (costs_action || action.cost() == Cost::Either) {
            return Err(format!("{action} a second time in one turn (R55)"));
        }
        if costs_action && self.action && !extra {
            return Err(self.spent());
        }
        if action.cost() == Cost::Both && self.moves > 0 {
            return Err(format!("{action} takes the Move too, and it is used"));
        }
        if action.cost() == Cost::Either && self.action && self.moves > 0 {
            return Err("Action and Move are both used".into());
        }
        if action.attacks() && self.disengaged {
            return Err("no attack in a turn of Disengage".into());
        }
        if action == Action::Disengage && self.actions.iter().any(|done| done.attacks()) {
            return Err("no Disengage in a turn with an attack".into());
        }
        if action.cost() == Cost::Move {
            return self.may_use_move();
        }
        Ok(())
    }

    fn spent(&self) -> String {
        match self.done() {
            done if done.is_empty() => "this turn's Action is spent".into(),
            done => format!("this turn's Action is spent ({done})"),
        }
    }

    /// Whether a weapon of this tempo may strike now. `moving`: Charge, Skirmish and Sidestep, which have their movement
    /// in them. `set`: the Slow weapon was Set.
    ///
    /// # Errors
    /// Why not.
    pub fn may_strike(&self, tempo: Tempo, moving: bool, set: bool) -> Denied {
        match tempo {
            Tempo::Fast => Ok(()),
            Tempo::Standard if self.moves > 0 && !moving => {
                Err("Standard tempo: a turn's Move or an attack, not both".into())
            }
            Tempo::Standard => Ok(()),
            Tempo::Slow if !set => Err("Slow: it needs a Set first, and strikes next turn".into()),
            Tempo::Slow if self.set => {
                Err("Slow: it was Set in this turn, and strikes in the next".into())
            }
            Tempo::Slow => Ok(()),
        }
    }

    /// Whether the Move may be used for something that isn't a band.
    ///
    /// # Errors
    /// Why not.
    pub fn may_use_move(&self) -> Denied {
        if self.moves > 0 {
            return Err("this turn's Move is used".into());
        }
        self.may_move_after_attack()
    }

    /// Whether a band (or more, after Dash) may be crossed with the Move. `bands` 0 is half a band of difficult ground.
    ///
    /// # Errors
    /// Why not.
    pub fn may_move(&self, bands: u32, difficult: bool) -> Denied {
        let most = bands_a_turn(self.dashed, difficult);
        if self.moves > 0 && !(self.dashed && self.bands + bands <= most) {
            return Err("this turn's Move is used".into());
        }
        self.may_move_after_attack()?;
        if bands > most && !(bands == 1 && difficult) {
            return Err(match (self.dashed, difficult) {
                (false, _) => format!("a Move is one band, this is {bands}: Dash makes it two"),
                (true, false) => format!("with Dash two bands, this is {bands}"),
                (true, true) => {
                    format!("on difficult ground a Dash covers one band, this is {bands}")
                }
            });
        }
        Ok(())
    }

    fn may_move_after_attack(&self) -> Denied {
        match self.struck {
            Some(Tempo::Standard) => {
                Err("Standard tempo: a turn's Move or an attack, not both".into())
            }
            _ => Ok(()),
        }
    }

    /// Writes an action down.
    pub fn did(&mut self, action: Action, extra: bool) {
        self.actions.push(action);
        match action.cost() {
            Cost::Action => self.action |= !extra,
            Cost::Both => {
                self.action |= !extra;
                self.moves += 1;
            }
            Cost::Move => self.moves += 1,
            Cost::Either if self.action => self.moves += 1,
            Cost::Either => self.action = true,
            Cost::Boon | Cost::Nothing => {}
        }
        match action {
            Action::Disengage => self.disengaged = true,
            Action::Dash => self.dashed = true,
            Action::Set => self.set = true,
            _ => {}
        }
    }
}

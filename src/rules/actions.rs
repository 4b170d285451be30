//! What a turn can be spent on: the sixteen actions with their costs, and the uses of a Move. rules/04 §5.

use super::words::words;

words! {
    /// What somebody does with a turn.
    Action, "action" {
        /// One melee or ranged attack.
        Attack = "attack", "Attack";
        /// This turn's Move provokes nothing.
        Disengage = "disengage", "Disengage";
        /// Two bands in the turn in total.
        Dash = "dash", "Dash";
        /// Up to two bands toward a foe, one melee attack.
        Charge = "charge", "Charge";
        /// Up to two bands away, one ranged attack.
        Skirmish = "skirmish", "Skirmish";
        /// +1 Position for one roll.
        Observe = "observe", "Observe";
        /// An ally's next action is better placed.
        Setup = "setup", "Setup";
        /// An ally's roll gets a die.
        Assist = "assist", "Assist";
        /// Steps in for an ally who is hit.
        Protect = "protect", "Protect";
        /// Manipulates, breaks, reloads, draws, treats.
        Interact = "interact", "Interact";
        /// Resists better until the next turn.
        Defend = "defend", "Defend";
        /// Pushes a foe one band back.
        Shove = "shove", "Shove";
        /// Holds a foe.
        Grapple = "grapple", "Grapple";
        /// A melee attack with a band of movement in it.
        Sidestep = "sidestep", "Sidestep Strike";
        /// Gets out of sight.
        Hide = "hide", "Hide";
        /// Finds who hides.
        Search = "search", "Search";
        /// Holds an action for a trigger.
        Ready = "ready", "Ready";
        /// Sets (loads, braces) a Slow weapon.
        Set = "set", "Set";
        /// Gets out of a grapple or a net.
        Escape = "escape", "Escape";
        /// Gets up from prone.
        Stand = "stand", "stand up";
        /// Same band, new cover or line.
        Reposition = "reposition", "reposition";
        /// Shouts, drops, glances.
        Free = "free", "free act";
    }
}

/// What an action takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// The Action.
    Action,
    /// The Action and the Move.
    Both,
    /// The Action, or the Move in its place.
    Either,
    /// The Move.
    Move,
    /// A Boon of the one who helps, no Action (R14).
    Boon,
    /// Nothing.
    Nothing,
}

impl Action {
    /// What it takes of a turn.
    #[must_use]
    pub const fn cost(self) -> Cost {
        match self {
            // A Sidestep Strike leaves no regular Move (R56).
            Self::Charge | Self::Skirmish | Self::Sidestep => Cost::Both,
            Self::Defend => Cost::Either,
            Self::Stand | Self::Reposition => Cost::Move,
            Self::Assist => Cost::Boon,
            Self::Free => Cost::Nothing,
            _ => Cost::Action,
        }
    }

    /// Fatigue, marked when it is declared (R50).
    #[must_use]
    pub const fn fatigue(self) -> u32 {
        match self {
            Self::Charge | Self::Skirmish => 1,
            _ => 0,
        }
    }

    /// Whether the next defense roll is Desperate for it.
    #[must_use]
    pub const fn exposes(self) -> bool {
        matches!(self, Self::Dash | Self::Charge | Self::Skirmish)
    }

    /// Whether an attack is part of it.
    #[must_use]
    pub const fn attacks(self) -> bool {
        matches!(
            self,
            Self::Attack | Self::Charge | Self::Skirmish | Self::Sidestep
        )
    }

    /// The action it counts as for "not twice in one turn": Hide and Search are Interacts, whatever the task (R55, R64).
    #[must_use]
    pub const fn counts_as(self) -> Self {
        match self {
            Self::Hide | Self::Search => Self::Interact,
            other => other,
        }
    }

    /// What it does, in one line.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Attack => "one melee or ranged attack",
            Self::Disengage => "this turn's Move provokes nothing; no Attack this turn",
            Self::Dash => "two bands in the turn in total; next defense Desperate",
            Self::Charge => {
                "Action + Move, 1 Fatigue: up to two bands toward a foe, one melee attack; next defense Desperate; open ground"
            }
            Self::Skirmish => {
                "Action + Move, 1 Fatigue: up to two bands away, one ranged attack; next defense Desperate; open ground"
            }
            Self::Observe => {
                "+1 Position on the next roll of this or the following turn, not above Dominant"
            }
            Self::Setup => {
                "a fitting roll; on a success an ally's next action gets +1 Position or a better Effect"
            }
            Self::Assist => "1 Boon: an ally's current roll gets +1 die; you share the risk",
            Self::Protect => {
                "until your next turn, intercept one hit on a nearby ally and roll to resist"
            }
            Self::Interact => "manipulate, break, reload, draw, treat",
            Self::Defend => {
                "Action or Move: until your next turn resist at +1 Position, at Dominant +1 die"
            }
            Self::Shove => {
                "body + athletics, at Close: the target one band back, −1 Position on its next action"
            }
            Self::Grapple => {
                "body + melee, at Close: neither can move apart, the target −1 die on all actions"
            }
            Self::Sidestep => "a melee attack with a band of movement in it, −1 Position; no Move",
            Self::Hide => "out of full cover: wits + stealth; ends with your attack",
            Self::Search => "wits + insight against a hider; found, they can be targeted",
            Self::Ready => "an action held for a trigger; it comes before the next exchange",
            Self::Set => "a Slow weapon is set or loaded; it strikes in a later turn",
            Self::Escape => "body + athletics out of a grapple or a net",
            Self::Stand => "the Move: up from prone",
            Self::Reposition => "the Move: same band, new cover or line",
            Self::Free => "a shout, a drop, a glance",
        }
    }
}

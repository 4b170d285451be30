//! The fear track. rules/02 §7, R34.

use super::values::Period;
use super::words::words;

words! {
    /// How frightened someone is, least first.
    #[derive(Default)]
    Fear, "fear level" {
        /// Not at all.
        #[default]
        None = "none", "calm";
        /// −1 die while near the source.
        Shaken = "shaken", "Shaken";
        /// One result of the table.
        Frightened = "frightened", "Frightened";
        /// The result in its harshest form.
        Panicked = "panicked", "Panicked";
    }
}

impl Fear {
    /// After a failed fear test: one level up, held at Panicked.
    #[must_use]
    pub fn worse(self) -> Self {
        match self {
            Self::None => Self::Shaken,
            Self::Shaken => Self::Frightened,
            Self::Frightened | Self::Panicked => Self::Panicked,
        }
    }

    /// After an ally's successful calming: one level down. The scene's end clears all.
    #[must_use]
    pub fn calmer(self) -> Self {
        match self {
            Self::None | Self::Shaken => Self::None,
            Self::Frightened => Self::Shaken,
            Self::Panicked => Self::Frightened,
        }
    }

    /// Dice lost on all rolls while near the source: 1 from Shaken up.
    #[must_use]
    pub fn penalty(self) -> u32 {
        u32::from(self != Self::None)
    }

    /// The condition that this level is.
    #[must_use]
    pub fn condition(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Shaken => Some("Shaken"),
            Self::Frightened => Some("Frightened"),
            Self::Panicked => Some("Panicked"),
        }
    }

    /// As marks on a track, 0–3.
    #[must_use]
    pub fn level(self) -> u32 {
        self as u32
    }

    /// Whether a result of the table applies.
    #[must_use]
    pub fn uses_table(self) -> bool {
        self >= Self::Frightened
    }
}

words! {
    /// The ten results, in the order of the d10.
    FearResult, "fear result" {
        /// No action this round.
        Freeze = "freeze", "Freeze";
        /// Away from the source at full speed; Panicked: ignores danger.
        Flee = "flee", "Flee";
        /// Held items fall.
        Drop = "drop", "Drop";
        /// Bargains without sense; no useful action.
        Beg = "beg", "Beg";
        /// To cover or allies.
        Hide = "hide", "Hide";
        /// Strikes the nearest target; Panicked: allies too.
        AttackInPanic = "attack_in_panic", "Attack in Panic";
        /// Into a hazard or off balance.
        Blunder = "blunder", "Blunder";
        /// Follows one simple order of the source.
        Obey = "obey", "Obey";
        /// Useless until someone helps.
        BreakDown = "break_down", "Break Down";
        /// Unresponsive until someone intervenes.
        Catatonia = "catatonia", "Catatonia";
    }
}

impl FearResult {
    /// The condition it puts on, if one holds: Frozen, Begging, Broken Down and Catatonic take all actions.
    #[must_use]
    pub fn condition(self) -> Option<&'static str> {
        Some(match self {
            Self::Freeze => "Frozen",
            Self::Flee => "Fleeing",
            Self::Drop => return None,
            Self::Beg => "Begging",
            Self::Hide => "Hiding",
            Self::AttackInPanic => "Lashing out",
            Self::Blunder => "Off balance",
            Self::Obey => "Obeying",
            Self::BreakDown => "Broken down",
            Self::Catatonia => "Catatonic",
        })
    }

    /// Whether it holds until somebody helps.
    #[must_use]
    pub fn until_helped(self) -> bool {
        matches!(self, Self::BreakDown | Self::Catatonia)
    }

    /// How long it holds: an exchange; until somebody helps, or in its harshest form, the scene.
    #[must_use]
    pub fn lasts(self, harsh: bool) -> Option<Period> {
        Some(match self {
            Self::Blunder => Period::Scene,
            _ if harsh || self.until_helped() => Period::Scene,
            _ => Period::Exchange,
        })
    }

    /// What it makes somebody do.
    #[must_use]
    pub fn text(self, harsh: bool) -> &'static str {
        match self {
            Self::Freeze => "no action this round",
            Self::Flee if harsh => "away from the source at full speed, whatever is in the way",
            Self::Flee => "away from the source at full speed",
            Self::Drop => "what is held falls",
            Self::Beg => "bargains without sense, no useful action",
            Self::Hide => "to cover or allies",
            Self::AttackInPanic if harsh => "strikes whoever is nearest, allies too",
            Self::AttackInPanic => "strikes the nearest target",
            Self::Blunder => "stumbles into a hazard, or off balance",
            Self::Obey => "follows one simple order of the source",
            Self::BreakDown => "useless until someone helps",
            Self::Catatonia => "unresponsive until someone intervenes",
        }
    }

    /// The result of a face of the d10.
    #[must_use]
    pub fn of(face: super::numbers::Face) -> Self {
        Self::ALL[usize::from(face.get()) - 1]
    }
}

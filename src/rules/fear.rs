//! The fear track. rules/02 §7, R34.

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
    /// The result of a face of the d10.
    #[must_use]
    pub fn of(face: super::numbers::Face) -> Self {
        Self::ALL[usize::from(face.get()) - 1]
    }
}

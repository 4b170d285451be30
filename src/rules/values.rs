//! The closed word lists of the rulebook: attributes, Position, Effect, bands, outcomes, armor, item states, periods.
//!
//! Skills, conditions and tags aren't here: they are open sets with a registry.

use super::words::words;

words! {
    /// What a character is made of; ratings 1–5. rules/01 §1.
    Attribute, "attribute" {
        /// Fighting, exertion; the size of the Fatigue track.
        Body = "body", "Body";
        /// Noticing, speed, shooting, stealth.
        Wits = "wits", "Wits";
        /// Willpower, magic, resisting fear.
        Spirit = "spirit", "Spirit";
        /// Persuading, leading, deceiving.
        Presence = "presence", "Presence";
    }
}

words! {
    /// How the acting character stands in a roll, worst first. rules/01 §4.
    #[derive(Default)]
    Position, "Position" {
        /// One success (6–9) must be thrown again.
        Desperate = "desperate", "Desperate";
        /// Nothing is thrown again. The default.
        #[default]
        Controlled = "controlled", "Controlled";
        /// One failed die (1–5) may be thrown again.
        Dominant = "dominant", "Dominant";
    }
}

impl Position {
    /// `n` steps up (negative: down), held at either end; steps beyond an end are lost and never turn into dice.
    #[must_use]
    pub fn step(self, n: i32) -> Self {
        match (self as i32).saturating_add(n) {
            i32::MIN..=0 => Self::Desperate,
            1 => Self::Controlled,
            2.. => Self::Dominant,
        }
    }

    /// Steps that are left down to Desperate: 0, 1 or 2.
    #[must_use]
    pub fn steps_left_down(self) -> u32 {
        self as u32
    }
}

words! {
    /// How much a success does, spoken before the roll and never stored on anyone. rules/01 §5.
    #[derive(Default)]
    Effect, "Effect" {
        /// The least that still counts.
        Limited = "limited", "Limited";
        /// What was intended. The default.
        #[default]
        Standard = "standard", "Standard";
        /// More than intended, with a bonus.
        Great = "great", "Great";
    }
}

impl Effect {
    /// `n` steps up (negative: down), held at either end (R75).
    #[must_use]
    pub fn step(self, n: i32) -> Self {
        match (self as i32).saturating_add(n) {
            i32::MIN..=0 => Self::Limited,
            1 => Self::Standard,
            2.. => Self::Great,
        }
    }
}

words! {
    /// Distance between two in a scene, nearest first; `Absent` is not in the scene at all. rules/04 §2.
    #[derive(Default)]
    Band, "band" {
        /// Arm's length.
        Close = "close", "Close";
        /// A step or two. The default.
        #[default]
        Near = "near", "Near";
        /// A spear's length and a bit.
        Reach = "reach", "Reach";
        /// Bowshot.
        Far = "far", "Far";
        /// Out of the scene.
        Absent = "absent", "Absent";
    }
}

words! {
    /// How a roll ends. rules/01 §6.
    Outcome, "outcome" {
        /// The goal is reached and no 1 was shown.
        Clean = "clean", "Clean";
        /// The goal is reached and the GM has SB to spend on it.
        SuccessWithSb = "success_with_sb", "Success with SB";
        /// Some progress, at a price.
        Partial = "partial", "Partial";
        /// No progress; the GM escalates.
        Miss = "miss", "Miss";
    }
}

impl Outcome {
    /// Whether the successes reached the DV.
    #[must_use]
    pub fn success(self) -> bool {
        matches!(self, Self::Clean | Self::SuccessWithSb)
    }
}

words! {
    /// Armor by weight, lightest first. `None` is an unarmored character or an adversary without armor. rules/02 §3.
    #[derive(Default)]
    Armor, "armor" {
        /// Nothing is converted. The default.
        #[default]
        None = "none", "None";
        /// Converts one Harm.
        Light = "light", "Light";
        /// Converts up to two Harm.
        Medium = "medium", "Medium";
        /// Converts up to three Harm.
        Heavy = "heavy", "Heavy";
    }
}

impl Armor {
    /// `n` categories lighter, held at `None` (R25).
    #[must_use]
    pub fn lower(self, n: u32) -> Self {
        self.shift(-i32::try_from(n).unwrap_or(i32::MAX))
    }

    /// `n` categories heavier (negative: lighter), held at `None` and `Heavy` (R25, CM-14).
    #[must_use]
    pub fn shift(self, n: i32) -> Self {
        match (self as i32).saturating_add(n) {
            i32::MIN..=0 => Self::None,
            1 => Self::Light,
            2 => Self::Medium,
            3.. => Self::Heavy,
        }
    }
}

words! {
    /// What an attack makes of the armor it meets. rules/02 §3.
    #[derive(Default)]
    ArmorUse, "use of armor" {
        /// The armor counts as it is. The default.
        #[default]
        AsWorn = "as worn", "As worn";
        /// One category lighter for this hit.
        OneLess = "one less", "One less";
        /// As if there were none.
        Ignore = "ignore", "Ignore";
    }
}

words! {
    /// State of gear and assets, best first. rules/02 §3.
    #[derive(Default)]
    ItemState, "item state" {
        /// Works normally. The default.
        #[default]
        Maintained = "maintained", "Maintained";
        /// Armor one category lower; −1 die on attack rolls.
        Neglected = "neglected", "Neglected";
        /// Armor converts nothing; −1 die on each round's first attack.
        Compromised = "compromised", "Compromised";
    }
}

impl ItemState {
    /// One state worse, held at Compromised.
    #[must_use]
    pub fn worse(self) -> Self {
        match self {
            Self::Maintained => Self::Neglected,
            Self::Neglected | Self::Compromised => Self::Compromised,
        }
    }

    /// One state better, held at Maintained.
    #[must_use]
    pub fn better(self) -> Self {
        match self {
            Self::Maintained | Self::Neglected => Self::Maintained,
            Self::Compromised => Self::Neglected,
        }
    }
}

words! {
    /// One set of periods for "once per", "lasts" and "every", shortest first. rules/01 §13.
    Period, "period" {
        /// One participant's Action and Move.
        Turn = "turn", "turn";
        /// Everyone has had the spotlight once; also called a round (R21).
        Exchange = "exchange", "exchange";
        /// Until the scene closes.
        Scene = "scene", "scene";
        /// Until the session closes.
        Session = "session", "session";
        /// Until downtime closes.
        Downtime = "downtime", "downtime";
        /// For good.
        Campaign = "campaign", "campaign";
    }
}

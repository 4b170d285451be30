//! Why a procedure says no. Facts in named fields, a sentence for people, and whether the GM may rule otherwise.

use super::names::UnknownName;
use super::numbers::{Face, OutOfRange};
use super::values::Period;

/// A procedure that didn't happen: refused by the rules, or stopped by whoever sits in the chair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt<S> {
    /// The rules say no; nothing was paid, nothing changed.
    Refused(Refusal),
    /// The chair stopped it.
    Stop(S),
}

// With this, `?` on a chair's answer works in a procedure that may also refuse.
impl<S> From<S> for Halt<S> {
    fn from(stop: S) -> Self {
        Self::Stop(stop)
    }
}

impl<S: std::fmt::Display> std::fmt::Display for Halt<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Stop(stop) => stop.fmt(f),
        }
    }
}

impl<S: std::fmt::Debug + std::fmt::Display> std::error::Error for Halt<S> {}

/// "9 Boons", "1 Boon", "3 SB".
fn counted(n: u32, currency: &str) -> String {
    let plural = if n != 1 && currency == "Boon" {
        "s"
    } else {
        ""
    };
    format!("{n} {currency}{plural}")
}

/// What is bought may be several: "reinforcements cost".
fn costs(what: &str) -> &'static str {
    if what.ends_with("ments") {
        "cost"
    } else {
        "costs"
    }
}

/// What the rules refuse.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Not enough of a currency.
    #[error("{what} {} {}, and there {} {has}: {} short", costs(what), counted(*cost, currency), if *has == 1 { "is" } else { "are" }, counted(cost.saturating_sub(*has), currency))]
    Price {
        /// What was to be paid.
        what: String,
        /// "SB", "Boon", "XP".
        currency: &'static str,
        /// The price.
        cost: u32,
        /// What is there.
        has: u32,
    },
    /// Out of reach, or too near.
    #[error("{what}: the target is at {at}, allowed: {allowed}")]
    Band {
        /// What was tried.
        what: String,
        /// Where the target is.
        at: String,
        /// The bands that would do.
        allowed: String,
    },
    /// Against the order of a turn: Action or Move already used, or no actions at all.
    #[error("{what}: {why}")]
    Tempo {
        /// What was tried.
        what: String,
        /// Why it can't be now.
        why: String,
    },
    /// Done already in this period.
    #[error("{what} is allowed {times} per {per}, and that is used up")]
    OncePer {
        /// What was tried.
        what: String,
        /// "once", "twice" …
        times: String,
        /// The period.
        per: Period,
    },
    /// Not a target for this.
    #[error("{what}: {why}")]
    Target {
        /// What was tried.
        what: String,
        /// Why not.
        why: String,
    },
    /// What it is to be done to isn't there, or is another kind of thing: no ruling makes it so.
    #[error("{what}: {why}")]
    Impossible {
        /// What was meant.
        what: String,
        /// Why it can't be.
        why: String,
    },
    /// A scene holds three timers (R41).
    #[error(
        "a scene holds three timers, {active} count already and this adds {adding}: stop one, merge two, or start it off-screen"
    )]
    ThreeTimers {
        /// How many count now.
        active: u32,
        /// How many this would add.
        adding: u32,
    },
    /// Harm 3: no actions.
    #[error(
        "{what}: at Harm 3 there are no actions, only weak speech or crawling if the GM allows"
    )]
    Incapacitated {
        /// What was tried.
        what: String,
    },
    /// Only one paid Position step on a roll (R02).
    #[error("one roll takes one paid Position step; the second is refused and not charged")]
    SecondPaidStep,
    /// A face to throw again that isn't showing.
    #[error("no die shows {face}; showing: {}", faces_text(showing))]
    NoSuchFace {
        /// The face asked for.
        face: Face,
        /// What lies on the table, in throw order.
        showing: Vec<Face>,
    },
    /// Tens are never thrown again.
    #[error("a ten is never thrown again, whatever the cause")]
    TenStays,
    /// The chair gave more or fewer faces than were thrown.
    #[error("{label}: {asked} dice are thrown, {got} faces were given")]
    FacesDontFit {
        /// What was thrown.
        label: String,
        /// How many dice.
        asked: u8,
        /// How many faces.
        got: usize,
    },
    /// A number that isn't one of those allowed, where a range doesn't say it.
    #[error("{what}: {got} isn't allowed, allowed: {allowed}")]
    Number {
        /// What the number is.
        what: String,
        /// The number.
        got: i64,
        /// What is allowed, in words.
        allowed: &'static str,
    },
    /// A number out of range.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// An unknown name.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// Anything else the rulebook forbids.
    #[error("{what}: {why} ({source_text})")]
    Forbidden {
        /// What was tried.
        what: String,
        /// Why not.
        why: String,
        /// Where the rulebook says so: "rules/01 §8, R15".
        source_text: &'static str,
    },
}

impl Refusal {
    /// Whether `because = "…"` may overrule it: price, band, tempo, once-per, target, three timers and what else the rulebook
    /// forbids; never types, unknown names or dice counts.
    #[must_use]
    pub fn overrulable(&self) -> bool {
        match self {
            Self::Price { .. }
            | Self::Band { .. }
            | Self::Tempo { .. }
            | Self::OncePer { .. }
            | Self::Target { .. }
            | Self::ThreeTimers { .. }
            | Self::Incapacitated { .. }
            | Self::SecondPaidStep
            | Self::Forbidden { .. } => true,
            Self::Impossible { .. }
            | Self::NoSuchFace { .. }
            | Self::TenStays
            | Self::FacesDontFit { .. }
            | Self::Number { .. }
            | Self::OutOfRange(_)
            | Self::Unknown(_) => false,
        }
    }

    /// Short word for programs: "price", "three_timers" …
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Price { .. } => "price",
            Self::Band { .. } => "band",
            Self::Tempo { .. } => "tempo",
            Self::OncePer { .. } => "once_per",
            Self::Target { .. } => "target",
            Self::Impossible { .. } => "impossible",
            Self::ThreeTimers { .. } => "three_timers",
            Self::Incapacitated { .. } => "incapacitated",
            Self::SecondPaidStep => "second_paid_step",
            Self::NoSuchFace { .. } => "no_such_face",
            Self::TenStays => "ten_stays",
            Self::FacesDontFit { .. } => "faces_dont_fit",
            Self::Number { .. } => "number",
            Self::OutOfRange(_) => "out_of_range",
            Self::Unknown(_) => "unknown_name",
            Self::Forbidden { .. } => "forbidden",
        }
    }

    /// This refusal as the end of a procedure.
    #[must_use]
    pub fn halt<S>(self) -> Halt<S> {
        Halt::Refused(self)
    }
}

fn faces_text(faces: &[Face]) -> String {
    faces
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

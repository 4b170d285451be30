//! Adversaries by Threat Level: the table, and what it gives when a stat block says nothing. rules/05 §1.

use super::numbers::{OutOfRange, Tl};
use super::values::Armor;
use serde::{Deserialize, Serialize};

/// Resilience of one phase from TL 5 up.
pub const STRONG_RESILIENCE: u32 = 8;
/// Resilience up to TL 4.
pub const WEAK_RESILIENCE: u32 = 3;

/// One row of the TL table. Ranges are the printed bands, the rest are the defaults: top of the band (R69).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TlRow {
    /// Threat Level.
    pub tl: u8,
    /// Role in a word or two.
    pub role: &'static str,
    /// Lowest key attribute of the band.
    pub key_low: u32,
    /// Default key attribute, top of the band.
    pub key: u32,
    /// Lowest Harm of the band.
    pub harm_low: u32,
    /// Default Harm dealt, top of the band.
    pub harm: u32,
    /// Resilience of each phase; `None` is a puzzle.
    pub resilience: Option<u32>,
    /// Phases; advice from 2 up.
    pub phases: u32,
    /// Default Fatigue track; the key attribute.
    pub fatigue_size: u32,
    /// Default pool; a gauge, never rolled.
    pub pool: u32,
}

#[allow(clippy::too_many_arguments)] // A row of a table.
const fn row(
    tl: u8,
    role: &'static str,
    key: (u32, u32),
    harm: (u32, u32),
    resilience: Option<u32>,
    phases: u32,
    fatigue_size: u32,
    pool: u32,
) -> TlRow {
    TlRow {
        tl,
        role,
        key_low: key.0,
        key: key.1,
        harm_low: harm.0,
        harm: harm.1,
        resilience,
        phases,
        fatigue_size,
        pool,
    }
}

/// The TL table, TL 1 first.
#[rustfmt::skip]
pub const TL_TABLE: [TlRow; 10] = [
    row( 1, "rabble",                (1, 2), (1, 1), Some(3), 1, 2,  2),
    row( 2, "minion",                (2, 2), (1, 2), Some(3), 1, 2,  3),
    row( 3, "standard professional", (2, 3), (2, 2), Some(3), 1, 3,  4),
    row( 4, "elite",                 (3, 3), (2, 3), Some(3), 1, 3,  5),
    row( 5, "lieutenant",            (3, 4), (3, 3), Some(8), 1, 4,  6),
    row( 6, "mini-boss",             (4, 4), (3, 4), Some(8), 1, 4,  7),
    row( 7, "boss",                  (4, 5), (4, 5), Some(8), 2, 5,  8),
    row( 8, "greater boss",          (5, 5), (5, 6), Some(8), 3, 5,  9),
    row( 9, "legendary",             (5, 6), (6, 7), Some(8), 3, 6, 10),
    row(10, "avatar or power",       (6, 6), (8, 8), None,    1, 6, 10),
];

/// Size of the Leash of one that is bound: its binder's Spirit + its TL (R77).
#[must_use]
pub const fn leash_size(spirit: u32, tl: u32) -> u32 {
    spirit + tl
}

/// The row of a Threat Level.
#[must_use]
pub fn row_of(tl: Tl) -> &'static TlRow {
    &TL_TABLE[usize::from(tl.get()) - 1]
}

/// A stat block's numbers as a file or script gives them, unchecked. What is `None` comes from the TL.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoeNumbers {
    /// Name, for reports.
    pub name: String,
    /// Threat Level.
    pub tl: i64,
    /// Resilience as the block says it.
    pub resilience: Resilience,
    /// Number of phases, if the block has any.
    pub phases: Option<i64>,
    /// What ends a puzzle; mandatory where Resilience is None.
    pub resolution: Option<String>,
    /// Harm it deals.
    pub harm: Option<i64>,
    /// Size of its Fatigue track.
    pub fatigue_size: Option<i64>,
    /// Armor.
    pub armor: Option<Armor>,
    /// Attributes it is rated in.
    pub attributes: Vec<(String, i64)>,
    /// Skills it is rated in.
    pub skills: Vec<(String, i64)>,
}

/// What a stat block says about Resilience. Nothing, None and a number are three things.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resilience {
    /// Nothing: the TL says.
    #[default]
    ByTl,
    /// A number for each phase.
    Number(i64),
    /// None: a puzzle, only its Resolution ends it.
    Puzzle,
}

/// An adversary's numbers with every gap filled from the TL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoeFacts {
    /// Threat Level.
    pub tl: Tl,
    /// Resilience of each phase; `None` is a puzzle.
    pub resilience: Option<u32>,
    /// Phases, 1 or more.
    pub phases: u32,
    /// Harm it deals.
    pub harm: u32,
    /// Fatigue it carries before overflow (R70).
    pub fatigue_size: u32,
    /// Armor, None by default.
    pub armor: Armor,
    /// Pool gauge, never rolled.
    pub pool: u32,
}

impl FoeNumbers {
    /// Whether only its Resolution ends it: Resilience None, a Resolution and no Resilience named, or TL 10.
    #[must_use]
    pub fn puzzle(&self) -> bool {
        match self.resilience {
            Resilience::Puzzle => true,
            Resilience::Number(_) => false,
            Resilience::ByTl => self.resolved() || self.tl == i64::from(Tl::HIGH.get()),
        }
    }

    /// Whether it has a Resolution.
    #[must_use]
    pub fn resolved(&self) -> bool {
        self.resolution
            .as_ref()
            .is_some_and(|text| !text.trim().is_empty())
    }

    /// Fills the gaps from the TL. Says nothing about what the rulebook forbids: that is [`super::validate::validate_foe`].
    ///
    /// # Errors
    /// A TL outside 1–10, or another number below what it can be.
    pub fn facts(&self) -> Result<FoeFacts, OutOfRange> {
        let tl = Tl::new(self.tl)?;
        let row = row_of(tl);
        let whole = |what: &'static str, n: Option<i64>, low: i64, default: u32| match n {
            None => Ok(default),
            Some(n) => {
                OutOfRange::check(what, n, low, 100).map(|()| u32::try_from(n).unwrap_or(default))
            }
        };
        let resilience = match self.resilience {
            _ if self.puzzle() => None,
            Resilience::Number(n) => Some(whole("Resilience", Some(n), 1, 0)?),
            _ => row.resilience,
        };
        let phases = if resilience.is_some() { row.phases } else { 1 };
        Ok(FoeFacts {
            tl,
            resilience,
            phases: whole("the number of phases", self.phases, 1, phases)?,
            harm: whole("Harm dealt", self.harm, 0, row.harm)?,
            fatigue_size: whole("a Fatigue track", self.fatigue_size, 1, row.fatigue_size)?,
            armor: self.armor.unwrap_or_default(),
            pool: row.pool,
        })
    }
}

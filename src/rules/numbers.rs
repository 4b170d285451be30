//! Whole numbers with a range, so that no bare integer crosses a boundary: faces, DV, Threat Level, Tier.

use serde::{Deserialize, Serialize};

/// A number outside what is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{what} is a whole number from {low} to {high}, not {got}")]
pub struct OutOfRange {
    /// What the number is: "DV", "face".
    pub what: &'static str,
    /// The number as given.
    pub got: i64,
    /// Lowest allowed.
    pub low: i64,
    /// Highest allowed.
    pub high: i64,
}

impl OutOfRange {
    /// `Ok` if `got` lies in `low..=high`.
    ///
    /// # Errors
    /// The facts of the range otherwise.
    pub fn check(what: &'static str, got: i64, low: i64, high: i64) -> Result<(), Self> {
        if (low..=high).contains(&got) {
            Ok(())
        } else {
            Err(Self {
                what,
                got,
                low,
                high,
            })
        }
    }
}

macro_rules! bounded {
    ($(#[$meta:meta])* $name:ident, $what:literal, $low:literal..=$high:literal) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "i64", into = "i64")]
        pub struct $name(u8);

        impl $name {
            /// Lowest value.
            pub const LOW: Self = Self($low);
            /// Highest value.
            pub const HIGH: Self = Self($high);

            /// Checks the range.
            ///
            /// # Errors
            /// A number outside it, with the range.
            pub fn new(n: i64) -> Result<Self, OutOfRange> {
                match u8::try_from(n) {
                    Ok(small @ $low..=$high) => Ok(Self(small)),
                    _ => Err(OutOfRange { what: $what, got: n, low: $low, high: $high }),
                }
            }

            /// The number itself.
            #[must_use]
            pub const fn get(self) -> u8 {
                self.0
            }
        }

        impl TryFrom<i64> for $name {
            type Error = OutOfRange;
            fn try_from(n: i64) -> Result<Self, OutOfRange> {
                Self::new(n)
            }
        }

        impl From<$name> for i64 {
            fn from(value: $name) -> i64 {
                i64::from(value.0)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.0, f)
            }
        }
    };
}

bounded! {
    /// One face of a d10, 1–10. rules/01 §3.
    Face, "a face", 1..=10
}

impl Face {
    /// Whether this face is worth an SB.
    #[must_use]
    pub const fn is_one(self) -> bool {
        self.0 == 1
    }

    /// Whether this face is a *ten*: two successes, and never thrown again by anything.
    #[must_use]
    pub const fn is_ten(self) -> bool {
        self.0 == 10
    }

    /// Reads "96421", "9 6 4 2 1" or "9,6,4/2 10"; in a run of digits 0 is a ten.
    ///
    /// # Errors
    /// Anything but faces and separators.
    pub fn list(text: &str) -> Result<Vec<Self>, String> {
        let words: Vec<&str> = text
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | '/' | ';'))
            .filter(|w| !w.is_empty())
            .collect();
        let mut faces = Vec::new();
        for word in words {
            if word == "10" {
                faces.push(Self(10));
                continue;
            }
            for c in word.chars() {
                let digit = c.to_digit(10).ok_or_else(|| {
                    format!("{c:?} in {text:?} is no face: faces are 1 to 10, and 0 is a ten")
                })?;
                faces.push(if digit == 0 {
                    Self(10)
                } else {
                    Self(digit as u8)
                });
            }
        }
        Ok(faces)
    }
}

bounded! {
    /// Difficulty Value: the successes a roll needs. 1 or more; the GM's ladder is 2–5. rules/01 §5, R08.
    Dv, "a DV", 1..=99
}

impl Default for Dv {
    fn default() -> Self {
        Self(3)
    }
}

impl Dv {
    /// The DV when nobody says one.
    pub const DEFAULT: Self = Self(3);
    /// Top of the ladder.
    pub const TOP: Self = Self(5);

    /// A DV set by the GM: 2–5.
    ///
    /// # Errors
    /// Anything outside the ladder.
    pub fn gm(n: i64) -> Result<Self, OutOfRange> {
        OutOfRange::check("a DV set by the GM", n, 2, 5)?;
        Self::new(n)
    }

    /// A printed DV as data has it: "4", or "5+", which reads 5 (R08).
    ///
    /// # Errors
    /// Other text, or a number below 1.
    pub fn printed(text: &str) -> Result<Self, String> {
        let bare = text.trim().trim_end_matches('+');
        let n: i64 = bare
            .parse()
            .map_err(|_| format!("a printed DV is a whole number or \"5+\", not {text:?}"))?;
        Self::new(n).map_err(|e| e.to_string())
    }

    /// Situational changes: `n` up or down. Going up stops at 5, going down at 2; a DV already outside stays (R08).
    #[must_use]
    pub fn plus(self, n: i32) -> Self {
        let now = i32::from(self.0);
        let moved = now.saturating_add(n).clamp(now.min(2), now.max(5));
        Self(u8::try_from(moved).unwrap_or(self.0))
    }
}

bounded! {
    /// Threat Level of an adversary, 1–10. rules/05 §1.
    Tl, "a Threat Level", 1..=10
}

bounded! {
    /// Tier of a character, 1–5 (I–V). rules/20 §4.3.
    TierLevel, "a Tier", 1..=5
}

impl Default for TierLevel {
    fn default() -> Self {
        Self(1)
    }
}

impl TierLevel {
    /// Tier by the total XP ever earned, starting XP included (CM-09).
    #[must_use]
    pub fn from_xp(total: u32) -> Self {
        Self(match total {
            0..=40 => 1,
            41..=90 => 2,
            91..=150 => 3,
            151..=220 => 4,
            _ => 5,
        })
    }

    /// Roman numeral, as the rulebook writes it.
    #[must_use]
    pub fn roman(self) -> &'static str {
        ["I", "II", "III", "IV", "V"][usize::from(self.0) - 1]
    }

    /// Name of the Tier.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["Novice", "Seasoned", "Veteran", "Paragon", "Mythic"][usize::from(self.0) - 1]
    }
}

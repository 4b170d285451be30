//! The seed of a table's dice: a text. Whole numbers are the text of their digits, so `12` and `"12"` are one seed.

use std::fmt;

use serde::Serialize;
use serde::de::{self, Deserialize, Deserializer, Visitor};
use unicode_normalization::UnicodeNormalization;

/// Longest seed, in characters.
pub const LONGEST_SEED: usize = 200;

/// A seed text: 1 to [`LONGEST_SEED`] characters, no control characters, no space at either end, composed the one way
/// (NFC), so that the same word typed on two computers is the same seed. `0` and `-1` are seeds like any other; that
/// there is *no* seed is not a seed but its absence.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Seed(String);

/// Why something is no seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SeedError {
    /// An empty text, or only spaces.
    #[error(
        "a seed can't be empty: give a word or a whole number, or leave the seed out for one by chance"
    )]
    Empty,
    /// Too long a text.
    #[error("a seed has at most {LONGEST_SEED} characters, this one has {0}")]
    TooLong(usize),
    /// A control character in the text.
    #[error("a seed is one line of plain text: it can't hold the control character {0:?}")]
    Control(char),
    /// A number that isn't whole, or too large to be exact.
    #[error(
        "a seed is a text or a whole number up to 9007199254740991 either way, not {0}: put it in quotes to use it as text"
    )]
    NotWhole(String),
}

impl Seed {
    /// A seed from text as it was typed.
    ///
    /// # Errors
    /// [`SeedError`] for an empty or too long text, or one with control characters.
    pub fn text(text: &str) -> Result<Self, SeedError> {
        let text: String = text.trim().nfc().collect();
        if text.is_empty() {
            return Err(SeedError::Empty);
        }
        if let Some(control) = text.chars().find(|c| c.is_control()) {
            return Err(SeedError::Control(control));
        }
        match text.chars().count() {
            ..=LONGEST_SEED => Ok(Seed(text)),
            count => Err(SeedError::TooLong(count)),
        }
    }

    /// A seed from a whole number: the text of its digits.
    pub fn whole(number: i64) -> Self {
        Seed(number.to_string())
    }

    /// A seed from a number of a script or a data file. `12.0` is `12`, `-0.0` is `0`.
    ///
    /// # Errors
    /// [`SeedError::NotWhole`] for 1.5, NaN, infinities, and numbers past 2⁵³ − 1, where neighbours become one.
    pub fn number(number: f64) -> Result<Self, SeedError> {
        const EXACT: f64 = 9_007_199_254_740_991.0;
        if number.fract() == 0.0 && number.abs() <= EXACT {
            Ok(Seed::whole(number as i64))
        } else {
            Err(SeedError::NotWhole(number.to_string()))
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl Visitor<'_> for Any {
            type Value = Seed;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seed (a text or a whole number)")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Seed, E> {
                Seed::text(text).map_err(E::custom)
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Seed, E> {
                Ok(Seed::whole(number))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Seed, E> {
                Ok(Seed(number.to_string()))
            }
            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Seed, E> {
                Seed::number(number).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Any)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// DI02: honoured or refused, and nothing means "no seed" by accident.
    #[test]
    fn every_value_is_honoured_or_refused() {
        assert_eq!(Seed::whole(0).as_str(), "0");
        assert_eq!(Seed::whole(-1).as_str(), "-1");
        assert_eq!(Seed::number(-0.0).unwrap().as_str(), "0");
        assert_eq!(Seed::text(""), Err(SeedError::Empty));
        assert_eq!(Seed::text(" \t "), Err(SeedError::Empty));
        assert_eq!(Seed::text("1.5").unwrap().as_str(), "1.5");
        for number in [1.5, f64::NAN, f64::INFINITY, 9_007_199_254_740_992.0] {
            assert!(matches!(Seed::number(number), Err(SeedError::NotWhole(_))));
        }
        assert_eq!(Seed::text("a\u{1b}[2J"), Err(SeedError::Control('\u{1b}')));
        assert_eq!(Seed::text(&"x".repeat(201)), Err(SeedError::TooLong(201)));
        assert!(Seed::text(&"ü".repeat(200)).is_ok());
    }

    #[test]
    fn twelve_is_one_seed_as_number_and_as_text() {
        let twelve = Seed::text("12").unwrap();
        assert_eq!(Seed::whole(12), twelve);
        assert_eq!(Seed::number(12.0).unwrap(), twelve);
        assert_eq!(Seed::text(" 12\n").unwrap(), twelve);
        assert_ne!(Seed::text("012").unwrap(), twelve);
    }

    #[test]
    fn a_word_is_one_seed_however_it_was_composed() {
        assert_eq!(Seed::text("u\u{308}ber"), Seed::text("\u{fc}ber"));
        assert_ne!(Seed::text("Owl"), Seed::text("owl"));
    }

    #[test]
    fn data_files_give_texts_and_numbers() {
        let read = |json: &str| serde_json::from_str::<Seed>(json);
        assert_eq!(read("12").unwrap(), read("\"12\"").unwrap());
        assert_eq!(read("-1").unwrap().as_str(), "-1");
        assert!(read("1.5").unwrap_err().to_string().contains("in quotes"));
        assert!(read("true").unwrap_err().to_string().contains("a seed"));
        assert!(read("\"\"").is_err());
        let yaml: std::collections::BTreeMap<String, Seed> =
            serde_yaml::from_str("a: 12\nb: \"12\"\nc: 0\nd: seven\n").unwrap();
        assert_eq!(yaml["a"], yaml["b"]);
        assert_eq!(yaml["c"].as_str(), "0");
        assert_eq!(yaml["d"].as_str(), "seven");
    }
}

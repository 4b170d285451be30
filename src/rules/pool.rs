//! A pool as people write it: "wits + craft", "wits craft", "wits", "lore + performance", "wits + spirit", or a number of dice.

use super::names::UnknownName;
use super::numbers::OutOfRange;
use super::skills::{SkillId, Skills};
use super::values::Attribute;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Most dice a bare number may ask for.
pub const MOST_BARE_DICE: i64 = 30;

/// One thing a character is rated in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    /// An attribute.
    Attribute(Attribute),
    /// A skill.
    Skill(SkillId),
}

impl Rating {
    /// Its word: "wits", "craft".
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Self::Attribute(attribute) => attribute.word(),
            Self::Skill(skill) => skill.word(),
        }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attribute(attribute) => write!(f, "{attribute}"),
            Self::Skill(skill) => write!(f, "{skill}"),
        }
    }
}

/// What a pool is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PoolSpec {
    /// One attribute, or two ratings, an attribute first.
    Ratings(Vec<Rating>),
    /// A number of dice, 1–30.
    Dice(u8),
}

/// Why a text is no pool.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PoolError {
    /// Nothing there.
    #[error(
        "a pool is an attribute, two ratings (\"wits + craft\") or a number of dice, and this is empty"
    )]
    Empty,
    /// A word that is neither attribute nor skill.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// A skill alone.
    #[error("{skill} is a skill: which attribute goes with it? For example \"wits + {skill}\"")]
    SkillAlone {
        /// The skill.
        skill: String,
    },
    /// One rating twice.
    #[error("{rating} is named twice: a pool is an attribute alone or two different ratings")]
    Twice {
        /// The rating.
        rating: String,
    },
    /// Three or more ratings.
    #[error("{got:?} names {n} ratings: a pool is at most two")]
    TooMany {
        /// The text.
        got: String,
        /// How many it names.
        n: usize,
    },
    /// A number of dice out of range.
    #[error(transparent)]
    Dice(#[from] OutOfRange),
}

impl PoolSpec {
    /// Reads a pool. Old skill names are understood: "perception" is Wits + Insight, "spirit + resolve" Spirit + Endurance.
    ///
    /// # Errors
    /// Unknown words (with close names), a skill alone, one rating twice, more than two ratings, dice outside 1–30.
    pub fn parse(text: &str, skills: &Skills) -> Result<Self, PoolError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(PoolError::Empty);
        }
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.chars().all(|c| c.is_ascii_digit()) {
            return Self::dice(text.parse().unwrap_or(i64::MAX)).map_err(PoolError::from);
        }
        let mut found = Found::default();
        for piece in text.split(['+', ',']).map(str::trim) {
            if piece.is_empty() {
                return Err(PoolError::Empty);
            }
            if !found.take(piece, skills) {
                for word in piece.split_whitespace() {
                    if !found.take(word, skills) {
                        let attributes: Vec<&str> =
                            Attribute::ALL.iter().map(|a| a.word()).collect();
                        return Err(skills
                            .unknown("attribute or skill", word, &attributes)
                            .into());
                    }
                }
            }
        }
        found.pool(text)
    }

    /// A bare number of dice.
    ///
    /// # Errors
    /// Outside 1–30.
    pub fn dice(n: i64) -> Result<Self, OutOfRange> {
        OutOfRange::check("a number of dice", n, 1, MOST_BARE_DICE)?;
        Ok(Self::Dice(u8::try_from(n).unwrap_or(1)))
    }

    /// The ratings, none for a bare number of dice.
    #[must_use]
    pub fn ratings(&self) -> &[Rating] {
        match self {
            Self::Ratings(ratings) => ratings,
            Self::Dice(_) => &[],
        }
    }

    /// Whether a rating of this word is used.
    #[must_use]
    pub fn uses(&self, word: &str) -> bool {
        let wanted = super::names::fold(word);
        self.ratings()
            .iter()
            .any(|rating| super::names::folds_to(rating.word(), &wanted))
    }
}

impl fmt::Display for PoolSpec {
    /// As scripts write it: "wits + craft", "5 dice".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ratings(ratings) => {
                for (i, rating) in ratings.iter().enumerate() {
                    if i > 0 {
                        f.write_str(" + ")?;
                    }
                    f.write_str(rating.word())?;
                }
                Ok(())
            }
            Self::Dice(1) => f.write_str("1 die"),
            Self::Dice(n) => write!(f, "{n} dice"),
        }
    }
}

/// Ratings found so far, and the attributes that old names would bring along.
#[derive(Default)]
struct Found {
    ratings: Vec<Rating>,
    joined: Option<Attribute>,
}

impl Found {
    fn take(&mut self, word: &str, skills: &Skills) -> bool {
        if let Some(attribute) = Attribute::parse(word) {
            self.ratings.push(Rating::Attribute(attribute));
        } else if let Some(meaning) = skills.meaning(word) {
            self.joined = self.joined.or(meaning.attribute);
            self.ratings.push(Rating::Skill(meaning.skill));
        } else {
            return false;
        }
        true
    }

    fn pool(mut self, text: &str) -> Result<PoolSpec, PoolError> {
        if let ([Rating::Skill(_)], Some(attribute)) = (&self.ratings[..], self.joined) {
            self.ratings.push(Rating::Attribute(attribute));
        }
        // Attributes sort before skills; two of a kind keep their order.
        self.ratings
            .sort_by_key(|rating| matches!(rating, Rating::Skill(_)));
        match &self.ratings[..] {
            [] => Err(PoolError::Empty),
            [Rating::Skill(skill)] => Err(PoolError::SkillAlone {
                skill: skill.word().to_owned(),
            }),
            [a, b] if a == b => Err(PoolError::Twice {
                rating: a.to_string(),
            }),
            [_] | [_, _] => Ok(PoolSpec::Ratings(self.ratings)),
            more => Err(PoolError::TooMany {
                got: text.to_owned(),
                n: more.len(),
            }),
        }
    }
}

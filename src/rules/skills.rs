//! Skills: an open set. Twelve are built in, a thirteenth is data; old names lead to the twelve. rules/01 §1, rules/20 §2.

use super::names::{UnknownName, fold, folds_to};
use super::values::Attribute;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// Name of a skill in lower case: "melee". Cheap to clone; made by a [`Skills`] registry.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SkillId(Arc<str>);

impl SkillId {
    /// The word used in scripts and files.
    #[must_use]
    pub fn word(&self) -> &str {
        &self.0
    }

    /// Takes a word as it is. For data that was checked when it was written; everything else goes through [`Skills::lookup`].
    #[must_use]
    pub fn trusted(word: &str) -> Self {
        Self(Arc::from(word))
    }
}

impl fmt::Display for SkillId {
    /// With a capital: "Melee".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chars = self.0.chars();
        match chars.next() {
            Some(first) => write!(f, "{}{}", first.to_uppercase(), chars.as_str()),
            None => Ok(()),
        }
    }
}

/// A skill of the registry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skill {
    /// Its word.
    pub id: SkillId,
    /// Group: "Combat", "Social".
    pub group: String,
    /// What it covers.
    pub scope: String,
}

/// What an old name means: a skill, and the attribute that goes with it when none is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// The skill.
    pub skill: SkillId,
    /// The attribute of a joined name: "Resolve" is Spirit + Endurance.
    pub attribute: Option<Attribute>,
}

const BUILT_IN: &[(&str, &str, &str)] = &[
    (
        "melee",
        "Combat",
        "all close fighting: weapons, fists, grapples",
    ),
    (
        "ranged",
        "Combat",
        "bows, crossbows, slings, throwing, guns",
    ),
    ("athletics", "Physical", "run, climb, jump, swim"),
    ("stealth", "Physical", "hiding, moving unnoticed"),
    (
        "endurance",
        "Physical",
        "holding out: cold, poison, hunger, fear",
    ),
    (
        "craft",
        "Practical",
        "making, repairing, locks, cooking, medicine",
    ),
    (
        "sway",
        "Social",
        "open influence: persuade, bargain, lead, threaten",
    ),
    (
        "deception",
        "Social",
        "covert influence: lie, bluff, disguise, forge",
    ),
    ("performance", "Social", "song, acting, oratory"),
    ("insight", "Mental", "reading people, ground and evidence"),
    ("lore", "Mental", "remembered knowledge, performing rites"),
    (
        "arcana",
        "Magic",
        "magic theory, wards, counterspelling, free casting",
    ),
];

/// Old names, folded, with what they mean. `Survival` alone is two things, so it is told apart by what it is for.
const OLD_NAMES: &[(&str, &str, Option<Attribute>)] = &[
    ("resolve", "endurance", Some(Attribute::Spirit)),
    ("command", "sway", Some(Attribute::Presence)),
    ("medicine", "craft", None),
    ("perception", "insight", Some(Attribute::Wits)),
    ("notice", "insight", Some(Attribute::Wits)),
    ("investigation", "insight", None),
    ("tactics", "insight", None),
    ("tracking", "insight", None),
    ("survival (tracking)", "insight", None),
    ("survival (reading ground)", "insight", None),
    ("survival (weather)", "insight", None),
    ("survival (finding)", "insight", None),
    ("survival (outlasting)", "endurance", None),
    ("survival (hardship)", "endurance", None),
    ("survival (scavenging)", "endurance", None),
    ("subterfuge", "deception", None),
    ("ritual", "lore", Some(Attribute::Spirit)),
    ("brawl", "melee", None),
    ("unarmed", "melee", None),
];

/// Every skill of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skills {
    skills: Vec<Skill>,
}

impl Default for Skills {
    fn default() -> Self {
        let skill = |(id, group, scope): &(&str, &str, &str)| Skill {
            id: SkillId::trusted(id),
            group: (*group).to_owned(),
            scope: (*scope).to_owned(),
        };
        Self {
            skills: BUILT_IN.iter().map(skill).collect(),
        }
    }
}

/// Why a skill can't be added.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SkillError {
    /// The name is an attribute, a skill or an old name already.
    #[error("{name:?} can't be a new skill: it already means {means}")]
    Taken {
        /// The name.
        name: String,
        /// What it means.
        means: String,
    },
    /// Not a word.
    #[error("a skill's name is letters and spaces, not {0:?}")]
    NoWord(String),
}

impl Skills {
    /// Every skill, the twelve first.
    pub fn iter(&self) -> impl Iterator<Item = &Skill> {
        self.skills.iter()
    }

    /// Adds a skill of this table.
    ///
    /// # Errors
    /// The name isn't a word, or means something already.
    pub fn add(&mut self, name: &str, group: &str, scope: &str) -> Result<SkillId, SkillError> {
        let name = name.trim();
        if name.is_empty()
            || !name
                .chars()
                .all(|c| c.is_alphabetic() || c == ' ' || c == '_')
        {
            return Err(SkillError::NoWord(name.to_owned()));
        }
        let taken = Attribute::parse(name)
            .map(|a| format!("the attribute {a}"))
            .or_else(|| self.meaning(name).map(|m| format!("the skill {}", m.skill)));
        if let Some(means) = taken {
            return Err(SkillError::Taken {
                name: name.to_owned(),
                means,
            });
        }
        let id = SkillId::trusted(&name.to_lowercase().replace(' ', "_"));
        self.skills.push(Skill {
            id: id.clone(),
            group: group.to_owned(),
            scope: scope.to_owned(),
        });
        Ok(id)
    }

    /// What a name means, old names included. `None` for an unknown one.
    #[must_use]
    pub fn meaning(&self, name: &str) -> Option<Meaning> {
        let wanted = fold(name);
        if let Some(skill) = self
            .skills
            .iter()
            .find(|skill| folds_to(skill.id.word(), &wanted))
        {
            return Some(Meaning {
                skill: skill.id.clone(),
                attribute: None,
            });
        }
        OLD_NAMES
            .iter()
            .find(|(old, ..)| folds_to(old, &wanted))
            .map(|(_, new, attribute)| Meaning {
                skill: SkillId::trusted(new),
                attribute: *attribute,
            })
    }

    /// The skill of a name, old names included.
    ///
    /// # Errors
    /// Unknown: with close names. "Survival": with its two meanings.
    pub fn lookup(&self, name: &str) -> Result<SkillId, UnknownName> {
        self.meaning(name)
            .map(|meaning| meaning.skill)
            .ok_or_else(|| self.unknown("skill", name, &[]))
    }

    /// The error for an unknown name; `more` are further names that would have been allowed.
    pub(crate) fn unknown(&self, what: &str, name: &str, more: &[&str]) -> UnknownName {
        let skills = self.skills.iter().map(|skill| skill.id.word());
        let mut error = UnknownName::new(what, name, more.iter().copied().chain(skills));
        if fold(name) == "survival" {
            error.close = vec![
                "survival (tracking) = insight".to_owned(),
                "survival (outlasting) = endurance".to_owned(),
            ];
        }
        error
    }
}

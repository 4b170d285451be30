//! A character's sheet: what is written down before play.
//!
//! Plain data with its ranges checked by whoever reads it (`script::campaign` for files). Not here:
//! what play does to a character. Fatigue, Harm, Boons and spent XP are never on a sheet.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A character as written down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The character's name.
    pub name: String,
    /// Who plays them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Total XP ever earned, starting XP included, or the tier if only that is known (rules/20 §4.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// The four attributes.
    pub attributes: Attributes,
    /// Skill ratings, 0–5. A skill that isn't listed is 0.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub skills: BTreeMap<String, u8>,
    /// What they wear.
    #[serde(default)]
    pub armor: WornArmor,
    /// What they fight with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<Weapon>,
    /// Fills the off-hand (rules/22 §3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shield: Option<Shield>,
    /// Talents by name; one that nothing defines is a label without effect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub talents: Vec<String>,
    /// Other characters they are bound to, by name (rules/20 §3.3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bonds: Vec<String>,
    /// Starting complications that are still open, in words (rules/20 §3.4).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub complications: Vec<String>,
    /// What they own that XP paid for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assets: Vec<Asset>,
    /// Who follows them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub followers: Vec<Follower>,
    /// Anything else, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

/// How far a character has come. One of the two: the tier follows from the XP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Total XP ever earned.
    Xp(u32),
    /// The tier, 1–5.
    Tier(u8),
}

/// The four attributes, 1–5 each (rules/20 §1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attributes {
    /// Melee, exertion, the size of the Fatigue track.
    pub body: u8,
    /// Noticing, speed, shooting, stealth.
    pub wits: u8,
    /// Willpower, magic, resisting fear.
    pub spirit: u8,
    /// Persuading, leading, deceiving.
    pub presence: u8,
}

/// A suit of armor.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WornArmor {
    /// What it is called, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How it converts Harm.
    pub category: ArmorCategory,
    /// The name is that of a declared armor, and the category follows it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub defined: bool,
}

pub use crate::rules::values::Armor as ArmorCategory;

/// A weapon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// What it is called.
    pub name: String,
    /// How heavy it is; none if the sheet only names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<Weight>,
    /// Its tags, in capitals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Whether it is shot or thrown.
    #[serde(default)]
    pub ranged: bool,
}

pub use crate::rules::weapons::Weight;

pub use crate::rules::shields::Shield;

/// Something bought with XP (rules/40 §2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asset {
    /// What it is called.
    pub name: String,
    /// How large it is.
    pub size: AssetSize,
    /// What it is, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The three sizes of assets: 4, 8, 12 XP (rules/40 §2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AssetSize {
    /// 4 XP.
    #[default]
    Minor,
    /// 8 XP.
    Standard,
    /// 12 XP.
    Major,
}

/// A named companion with a tie (rules/40 §1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Follower {
    /// The follower's name.
    pub name: String,
    /// 1–5.
    pub cap: u8,
    /// The skill they have at their Cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speciality: Option<String>,
    /// Other skills, 0–5.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub skills: BTreeMap<String, u8>,
}

impl Attributes {
    /// The rating of one attribute.
    #[must_use]
    pub fn get(&self, attribute: crate::rules::values::Attribute) -> u8 {
        use crate::rules::values::Attribute;
        match attribute {
            Attribute::Body => self.body,
            Attribute::Wits => self.wits,
            Attribute::Spirit => self.spirit,
            Attribute::Presence => self.presence,
        }
    }
}

impl Sheet {
    /// All XP ever earned up to this sheet: as written, or the least of the Tier that is written (rules/20 §4.3).
    #[must_use]
    pub fn total_xp(&self) -> u32 {
        match self.standing {
            None => 0,
            Some(Standing::Xp(xp)) => xp,
            Some(Standing::Tier(tier)) => match tier {
                0 | 1 => 0,
                2 => 41,
                3 => 91,
                4 => 151,
                _ => 221,
            },
        }
    }

    /// The names of the fields that differ, in the order of the sheet.
    pub fn changed(&self, other: &Sheet) -> Vec<&'static str> {
        macro_rules! fields {
            ($($field:ident),*) => {{
                // Taken apart in full, so that a new field can't be forgotten.
                let Sheet { $($field),* } = self;
                [$((stringify!($field), *$field != other.$field)),*]
            }};
        }
        let fields = fields!(
            name,
            player,
            standing,
            attributes,
            skills,
            armor,
            weapon,
            shield,
            talents,
            bonds,
            complications,
            assets,
            followers,
            notes
        );
        fields
            .into_iter()
            .filter_map(|(name, differs)| differs.then_some(name))
            .collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        Sheet {
            name: "Lyra".into(),
            player: None,
            standing: Some(Standing::Xp(41)),
            attributes: Attributes {
                body: 2,
                wits: 3,
                spirit: 2,
                presence: 2,
            },
            skills: [("craft".into(), 2)].into(),
            armor: WornArmor::default(),
            weapon: None,
            shield: None,
            talents: vec![],
            bonds: vec![],
            complications: vec![],
            assets: vec![],
            followers: vec![Follower {
                name: "Pim".into(),
                cap: 1,
                speciality: None,
                skills: BTreeMap::new(),
            }],
            notes: None,
        }
    }

    #[test]
    fn what_changed_is_named() {
        let old = sheet();
        assert_eq!(old.changed(&old.clone()), [""; 0]);
        let mut new = old.clone();
        new.skills.insert("lore".into(), 1);
        new.armor.category = ArmorCategory::Light;
        new.followers[0].cap = 2;
        assert_eq!(old.changed(&new), ["skills", "armor", "followers"]);
    }

    #[test]
    fn survives_the_journal() {
        let json = serde_json::to_string(&sheet()).unwrap();
        assert_eq!(serde_json::from_str::<Sheet>(&json).unwrap(), sheet());
        let more = json.replacen('{', "{\"armour\":1,", 1);
        assert!(serde_json::from_str::<Sheet>(&more).is_err());
    }
}

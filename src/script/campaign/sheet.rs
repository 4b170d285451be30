//! A sheet as people write it in `party/*.yaml`, and what becomes of it.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::{self, Deserializer, Visitor};

use crate::rules::skills::Skills as Book;
use crate::script::diagnostic::{Diagnostic, Place};
use crate::script::folder::SourceFile;
use crate::script::yaml::{self, Closed, Entries, Name, Placed, Short, Whole, Word};
use crate::table::names::{self, Found};
use crate::table::sheet::{
    ArmorCategory, Asset, AssetSize, Attributes, Follower, Sheet, Shield, Standing, Weapon, Weight,
    WornArmor,
};
use crate::table::show;

/// The most XP a sheet may tell; Tier V begins at 221.
const MOST_XP: i64 = 10_000;

type Attribute = Whole<u8, 1, 5>;
type Rating = Whole<u8, 0, 5>;
type Skills = Entries<Rating>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SheetFile {
    name: Name,
    player: Option<Name>,
    tier: Option<Placed<Tier>>,
    xp: Option<Placed<Whole<u32, 0, MOST_XP>>>,
    attributes: AttributesFile,
    #[serde(default)]
    skills: Option<Skills>,
    armor: Option<Short<Name, ArmorFile>>,
    weapon: Option<Short<Name, WeaponFile>>,
    shield: Option<Placed<Word<Shield>>>,
    talents: Option<Vec<Placed<Name>>>,
    bonds: Option<Vec<Placed<Name>>>,
    complications: Option<Vec<Placed<Name>>>,
    assets: Option<Vec<Short<Name, AssetFile>>>,
    followers: Option<Vec<FollowerFile>>,
    notes: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AttributesFile {
    body: Attribute,
    wits: Attribute,
    spirit: Attribute,
    presence: Attribute,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmorFile {
    name: Option<Name>,
    category: Option<Word<ArmorCategory>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeaponFile {
    name: Option<Name>,
    weight: Word<Weight>,
    tags: Option<Vec<Name>>,
    #[serde(default)]
    ranged: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AssetFile {
    name: Name,
    size: Option<Word<AssetSize>>,
    text: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FollowerFile {
    name: Name,
    cap: Whole<u8, 1, 5>,
    speciality: Option<Placed<Name>>,
    skills: Option<Skills>,
}

impl Closed for ArmorCategory {
    const KIND: &'static str = "armor";
    const WORDS: &'static [(&'static str, Self)] = &[
        ("none", ArmorCategory::None),
        ("light", ArmorCategory::Light),
        ("medium", ArmorCategory::Medium),
        ("heavy", ArmorCategory::Heavy),
    ];
}

impl Closed for Weight {
    const KIND: &'static str = "weight";
    const WORDS: &'static [(&'static str, Self)] = &[
        ("light", Weight::Light),
        ("medium", Weight::Medium),
        ("heavy", Weight::Heavy),
    ];
}

impl Closed for Shield {
    const KIND: &'static str = "shield";
    const WORDS: &'static [(&'static str, Self)] = &[
        ("buckler", Shield::Buckler),
        ("heater", Shield::Heater),
        ("pavise", Shield::Pavise),
    ];
}

impl Closed for AssetSize {
    const KIND: &'static str = "size";
    const WORDS: &'static [(&'static str, Self)] = &[
        ("minor", AssetSize::Minor),
        ("standard", AssetSize::Standard),
        ("major", AssetSize::Major),
    ];
}

/// A tier, as `2` or as `II`.
#[derive(Clone, Copy)]
struct Tier(u8);

impl Closed for Tier {
    const KIND: &'static str = "tier";
    const WORDS: &'static [(&'static str, Self)] = &[
        ("I", Tier(1)),
        ("II", Tier(2)),
        ("III", Tier(3)),
        ("IV", Tier(4)),
        ("V", Tier(5)),
    ];
}

impl<'de> Deserialize<'de> for Tier {
    fn deserialize<D: Deserializer<'de>>(yaml: D) -> Result<Self, D::Error> {
        yaml.deserialize_any(TierVisitor)
    }
}

struct TierVisitor;

impl Visitor<'_> for TierVisitor {
    type Value = Tier;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("a tier from 1 to 5, or I to V")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Tier, E> {
        Whole::<u8, 1, 5>::deserialize(de::value::U64Deserializer::new(number))
            .map(|Whole(tier)| Tier(tier))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Tier, E> {
        Whole::<u8, 1, 5>::deserialize(de::value::I64Deserializer::new(number))
            .map(|Whole(tier)| Tier(tier))
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<Tier, E> {
        Word::deserialize(de::value::StrDeserializer::new(word)).map(|Word(tier)| tier)
    }
}

/// Reads one sheet, with all that is wrong in it. `more_skills` are the table's own beside the twelve.
pub fn sheet(file: &SourceFile, more_skills: &[String]) -> Result<Sheet, Vec<Diagnostic>> {
    let read: SheetFile =
        yaml::read(&file.path, &file.text).map_err(|fault| vec![not_from_a_file(fault)])?;
    let mut reader = Reader {
        file,
        more_skills,
        problems: Vec::new(),
    };
    let sheet = reader.sheet(read);
    if reader.problems.is_empty() {
        Ok(sheet)
    } else {
        Err(reader.problems)
    }
}

/// Why tracks aren't on a sheet, for those who look for them there.
fn not_from_a_file(fault: Diagnostic) -> Diagnostic {
    const OF_PLAY: [&str; 6] = [
        "harm",
        "fatigue",
        "boons",
        "corruption",
        "obligation",
        "conditions",
    ];
    let played = OF_PLAY.iter().find(|track| {
        fault
            .message
            .starts_with(&format!("unknown field \"{track}\""))
    });
    match played.filter(|_| fault.code == "yaml.unknown-field") {
        Some(track) => fault.help(format!(
            "{track} belongs to play and never comes from the file: set it at the table"
        )),
        None => fault,
    }
}

struct Reader<'a> {
    file: &'a SourceFile,
    more_skills: &'a [String],
    problems: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn sheet(&mut self, read: SheetFile) -> Sheet {
        let standing = match (read.xp, read.tier) {
            (Some(_), Some(tier)) => {
                let message =
                    "tier: the XP stand here too, and the tier follows from them (rules/20 §4.3)";
                self.fault("sheet.tier", message.to_owned(), self.place(&tier))
                    .help_last("leave the tier out");
                None
            }
            (Some(xp), None) => Some(Standing::Xp(xp.value.0)),
            (None, tier) => tier.map(|tier| Standing::Tier(tier.value.0)),
        };
        let weapon = read.weapon.map(weapon);
        let heavy = weapon
            .as_ref()
            .is_some_and(|weapon| weapon.weight == Some(Weight::Heavy));
        if let Some(shield) = read.shield.as_ref().filter(|_| heavy) {
            let message = "shield: a heavy weapon takes both hands (rules/22 §3)".to_owned();
            self.fault("sheet.shield", message, self.place(shield));
        }
        let AttributesFile {
            body,
            wits,
            spirit,
            presence,
        } = read.attributes;
        Sheet {
            name: read.name.0,
            player: read.player.map(|name| name.0),
            standing,
            attributes: Attributes {
                body: body.0,
                wits: wits.0,
                spirit: spirit.0,
                presence: presence.0,
            },
            skills: self.skills(read.skills),
            armor: read.armor.map(armor).unwrap_or_default(),
            weapon,
            shield: read.shield.map(|shield| shield.value.0),
            talents: self.distinct("talents", read.talents),
            bonds: self.distinct("bonds", read.bonds),
            complications: self.distinct("complications", read.complications),
            assets: read
                .assets
                .unwrap_or_default()
                .into_iter()
                .map(asset)
                .collect(),
            followers: read
                .followers
                .unwrap_or_default()
                .into_iter()
                .map(|read| self.follower(read))
                .collect(),
            notes: read.notes,
        }
    }

    fn skills(&mut self, read: Option<Skills>) -> BTreeMap<String, u8> {
        let mut skills = BTreeMap::new();
        for entry in read.unwrap_or_default().0 {
            let place = Entries::key_place(&entry, &self.file.path, &self.file.text);
            let (name, rating) = entry;
            if let Some(skill) = self.skill(&name, place.clone())
                && skills.insert(skill, rating.value.0).is_some()
            {
                self.fault(
                    "sheet.twice",
                    format!("skills: {} stands here twice", show::quoted(&name)),
                    place,
                );
            }
        }
        skills
    }

    /// The skill's own spelling.
    fn skill(&mut self, name: &str, place: Place) -> Option<String> {
        let more = self.more_skills.iter().map(String::as_str);
        let skills = Book::default();
        let known: Vec<&str> = skills
            .iter()
            .map(|skill| skill.id.word())
            .chain(more)
            .collect();
        if let Found::One(skill) = names::find(name, known.iter().copied()) {
            return Some(skill.to_owned());
        }
        match skills
            .meaning(name)
            .map(|meaning| meaning.skill.word().to_owned())
        {
            Some(now) => {
                let message = format!(
                    "skills: {} is no skill of its own: it is part of {now}",
                    show::quoted(name)
                );
                self.fault("sheet.skill", message, place)
                    .help_last("rules/20 §2 lists the twelve skills");
            }
            None => {
                let message = format!("skills: {}", names::unknown("skill", name, &known));
                self.fault("sheet.skill", message, place)
                    .help_last(&format!("the skills are {}", known.join(", ")));
            }
        }
        None
    }

    fn follower(&mut self, read: FollowerFile) -> Follower {
        let speciality = read.speciality.and_then(|skill| {
            let place = self.place(&skill);
            self.skill(&skill.value.0, place)
        });
        Follower {
            name: read.name.0,
            cap: read.cap.0,
            speciality,
            skills: self.skills(read.skills),
        }
    }

    /// The names of a list, none of them twice.
    fn distinct(&mut self, field: &str, list: Option<Vec<Placed<Name>>>) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for name in list.unwrap_or_default() {
            if texts.iter().any(|text| names::same(text, &name.value.0)) {
                let message = format!("{field}: {} stands here twice", show::quoted(&name.value.0));
                self.fault("sheet.twice", message, self.place(&name));
            }
            texts.push(name.value.0);
        }
        texts
    }

    fn place<T>(&self, value: &Placed<T>) -> Place {
        value.place(&self.file.path, &self.file.text)
    }

    fn fault(&mut self, code: &'static str, message: String, place: Place) -> &mut Self {
        self.problems
            .push(Diagnostic::error(code, message).at(place));
        self
    }

    fn help_last(&mut self, help: &str) {
        if let Some(last) = self.problems.last_mut() {
            last.help.push(help.to_owned());
        }
    }
}

/// Armor that is one word for a category is that; any other text, or a name without a category, is a declared armor's.
fn armor(read: Short<Name, ArmorFile>) -> WornArmor {
    match read {
        Short::Short(Name(name)) => match ArmorCategory::parse(&name) {
            Some(category) => WornArmor {
                category,
                ..WornArmor::default()
            },
            None => WornArmor {
                name: Some(name),
                defined: true,
                ..WornArmor::default()
            },
        },
        Short::Long(ArmorFile { name, category }) => WornArmor {
            defined: category.is_none(),
            name: name.map(|name| name.0),
            category: category.map(|category| category.0).unwrap_or_default(),
        },
    }
}

/// A weapon that is one text is a name; the bare word for a weight is that weight.
fn weapon(read: Short<Name, WeaponFile>) -> Weapon {
    match read {
        Short::Short(Name(name)) => {
            let weight = Weight::WORDS
                .iter()
                .find(|(word, _)| names::same(word, &name));
            Weapon {
                weight: weight.map(|(_, weight)| *weight),
                name,
                tags: Vec::new(),
                ranged: false,
            }
        }
        Short::Long(read) => {
            let weight = read.weight.0;
            let word = Weight::WORDS
                .iter()
                .find(|(_, named)| *named == weight)
                .map_or("", |(word, _)| word);
            Weapon {
                name: read
                    .name
                    .map_or_else(|| format!("{word} weapon"), |name| name.0),
                weight: Some(weight),
                tags: read
                    .tags
                    .unwrap_or_default()
                    .into_iter()
                    .map(|tag| tag.0.to_uppercase())
                    .collect(),
                ranged: read.ranged,
            }
        }
    }
}

fn asset(read: Short<Name, AssetFile>) -> Asset {
    match read {
        Short::Short(Name(name)) => Asset {
            name,
            size: AssetSize::default(),
            text: None,
        },
        Short::Long(AssetFile { name, size, text }) => Asset {
            name: name.0,
            size: size.map(|size| size.0).unwrap_or_default(),
            text,
        },
    }
}

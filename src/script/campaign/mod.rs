//! What `campaign.yaml` and the sheets in `party/` say.
//!
//! A sheet's numbers are held to the rulebook's ranges, its words to the closed lists, its names to
//! each other. Not here: which switches and talents there are, and whether XP pay for a sheet: the
//! layers that own those rules check them, with the places kept here.

mod sheet;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::{self, Deserializer, Visitor};

use super::diagnostic::{Diagnostic, Place};
use super::folder::SourceFile;
use super::yaml::{self, Entries, Name};
use crate::table::accord::{Dial, HIGHEST};
use crate::table::names::{self, Found};
use crate::table::sheet::Sheet;

pub use sheet::sheet;

/// What `campaign.yaml` says. Everything may be left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Campaign {
    /// What the campaign is called.
    pub title: Option<String>,
    /// The text the dice are seeded with. `12` and `"12"` are one seed.
    pub seed: Option<String>,
    /// House rules, in the order of the file.
    pub switches: Vec<Switch>,
    /// What does not happen at this table.
    pub lines: Vec<String>,
    /// What happens out of sight.
    pub veils: Vec<String>,
    /// How much of something there is to be, by its name.
    pub dials: BTreeMap<String, Dial>,
    /// Is the stock library there? `stock: false` plays without it.
    pub stock: Option<bool>,
}

/// A named house rule and where it is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch {
    /// Its name, as written.
    pub name: String,
    /// What it is set to.
    pub value: SwitchValue,
    /// Where its name stands.
    pub place: Place,
}

/// What a switch is set to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SwitchValue {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Number(i64),
    /// Any word; `on` and `off` are words too.
    Word(String),
}

impl std::fmt::Display for SwitchValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bool(flag) => write!(f, "{flag}"),
            Self::Number(n) => write!(f, "{n}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CampaignFile {
    title: Option<Name>,
    seed: Option<Name>,
    #[serde(default)]
    switches: Option<Entries<SwitchValue>>,
    #[serde(default)]
    lines: Option<Vec<Name>>,
    #[serde(default)]
    veils: Option<Vec<Name>>,
    #[serde(default)]
    dials: Option<Entries<SwitchValue>>,
    stock: Option<bool>,
}

/// Reads `campaign.yaml`.
pub fn campaign(file: &SourceFile) -> Result<Campaign, Diagnostic> {
    let read: CampaignFile = yaml::read(&file.path, &file.text)?;
    let entries = read.switches.unwrap_or_default().0;
    let mut switches: Vec<Switch> = Vec::with_capacity(entries.len());
    for entry in &entries {
        let place = Entries::key_place(entry, &file.path, &file.text);
        let (name, value) = entry;
        if let Some(first) = switches
            .iter()
            .find(|switch| names::same(&switch.name, name))
        {
            let message = names::several("switch", name, &[&first.name, name]);
            let fault = Diagnostic::error("campaign.switch-twice", message).at(place);
            return Err(fault.label(first.place.clone(), "the first one"));
        }
        switches.push(Switch {
            name: name.clone(),
            value: value.value.clone(),
            place,
        });
    }
    let texts = |list: Option<Vec<Name>>| {
        list.unwrap_or_default()
            .into_iter()
            .map(|name| name.0)
            .collect()
    };
    Ok(Campaign {
        title: read.title.map(|name| name.0),
        seed: read.seed.map(|name| name.0),
        switches,
        lines: texts(read.lines),
        veils: texts(read.veils),
        dials: dials(file, read.dials.unwrap_or_default().0)?,
        stock: read.stock,
    })
}

/// `dark: 3`, or with words for it: `dark: 3 bleak, never hopeless`.
fn dials(
    file: &SourceFile,
    entries: Vec<(String, yaml::Placed<SwitchValue>)>,
) -> Result<BTreeMap<String, Dial>, Diagnostic> {
    let mut dials: BTreeMap<String, Dial> = BTreeMap::new();
    for entry in &entries {
        let (name, value) = entry;
        let place = Entries::key_place(entry, &file.path, &file.text);
        if let Some(first) = dials.keys().find(|known| names::same(known, name)) {
            let message = names::several("dial", name, &[first, name]);
            return Err(Diagnostic::error("campaign.dial-twice", message).at(place));
        }
        let text = value.value.to_string();
        let (number, words) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
        let number = number.trim_end_matches([',', ':']);
        let Some(value) = number.parse().ok().filter(|value| *value <= HIGHEST) else {
            let message = format!(
                "dials: {name} is a number from 0 to {HIGHEST}, with words behind it if you like: `{name}: 3 bleak, never hopeless`"
            );
            return Err(Diagnostic::error("campaign.dial", message).at(place));
        };
        let words = words.trim().to_owned();
        dials.insert(name.clone(), Dial { value, words });
    }
    Ok(dials)
}

impl<'de> Deserialize<'de> for SwitchValue {
    fn deserialize<D: Deserializer<'de>>(yaml: D) -> Result<Self, D::Error> {
        yaml.deserialize_any(SwitchVisitor)
    }
}

struct SwitchVisitor;

impl Visitor<'_> for SwitchVisitor {
    type Value = SwitchValue;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("true, false, a whole number or a word")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<SwitchValue, E> {
        Ok(SwitchValue::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<SwitchValue, E> {
        Ok(SwitchValue::Number(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<SwitchValue, E> {
        i64::try_from(value)
            .map(SwitchValue::Number)
            .map_err(E::custom)
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<SwitchValue, E> {
        Ok(SwitchValue::Word(value.to_owned()))
    }
}

/// The characters of a campaign, and what is wrong with their files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Party {
    /// The sheets with the files they come from, sorted by file.
    pub sheets: Vec<(SourceFile, Sheet)>,
    /// Files that give no sheet, and warnings.
    pub problems: Vec<Diagnostic>,
}

/// Reads all sheets. `more_skills` are the table's own beside the twelve.
///
/// Two characters of one name are an error and neither joins; a bond with nobody is a warning.
pub fn party(files: &[SourceFile], more_skills: &[String]) -> Party {
    let mut party = Party::default();
    for file in files {
        match sheet(file, more_skills) {
            Ok(sheet) => party.sheets.push((file.clone(), sheet)),
            Err(problems) => party.problems.extend(problems),
        }
    }
    party.refuse_namesakes();
    party.warn_of_loose_bonds();
    party
}

/// Sheets whose armor is a declared one get its category; one that nothing declares is a fault, and the sheet is left out.
pub fn find_armors(
    sheets: &mut Vec<(SourceFile, Sheet)>,
    catalog: &crate::table::catalog::Catalog,
) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    sheets.retain_mut(|(file, sheet)| {
        let armor = &mut sheet.armor;
        if !armor.defined {
            return true;
        }
        let name = armor.name.clone().unwrap_or_default();
        if let Some(def) = catalog.armors.get(&name) {
            armor.name = Some(def.name.clone());
            armor.category = def.category;
            return true;
        }
        let categories = crate::table::sheet::ArmorCategory::ALL.iter();
        let known = categories
            .map(|one| one.word())
            .chain(catalog.armors.names());
        let known: Vec<&str> = known.collect();
        let message = format!("armor: {}", names::unknown("armor", &name, &known));
        problems.push(
            Diagnostic::error("sheet.armor", message)
                .at(line_place(file, |line| line.starts_with("armor:")))
                .help("none, light, medium or heavy, or the name of an armor that a script declares: armor \"…\" { category = … }"),
        );
        false
    });
    problems
}

impl Party {
    fn refuse_namesakes(&mut self) {
        let mut refused = Vec::new();
        for (n, (file, sheet)) in self.sheets.iter().enumerate() {
            let earlier = self.sheets[..n]
                .iter()
                .find(|(_, other)| names::same(&other.name, &sheet.name));
            if let Some((first, _)) = earlier {
                let message = format!(
                    "two characters are called \"{}\"; neither joins",
                    sheet.name
                );
                let fault = Diagnostic::error("party.namesake", message).at(name_place(file));
                self.problems
                    .push(fault.label(name_place(first), "the other one"));
                refused.extend([first.path.clone(), file.path.clone()]);
            }
        }
        self.sheets
            .retain(|(file, _)| !refused.contains(&file.path));
    }

    fn warn_of_loose_bonds(&mut self) {
        for (file, sheet) in &self.sheets {
            let others = || {
                self.sheets
                    .iter()
                    .map(|(_, other)| other.name.as_str())
                    .filter(|name| *name != sheet.name)
            };
            for bond in &sheet.bonds {
                if !matches!(names::find(bond, others()), Found::One(_)) {
                    let message = names::unknown("character", bond, others());
                    let place = word_place(file, bond);
                    let warning =
                        Diagnostic::warning("party.bond", format!("bonds: {message}")).at(place);
                    self.problems.push(
                        warning
                            .help("a bond is with another character of the party (rules/20 §3.3)"),
                    );
                }
            }
        }
    }
}

/// Where the file gives the name, for faults found after reading.
fn name_place(file: &SourceFile) -> Place {
    line_place(file, |line| line.starts_with("name:"))
}

fn word_place(file: &SourceFile, word: &str) -> Place {
    let below = |line: &str| !line.starts_with("name:");
    line_place(file, |line| below(line) && line.contains(word))
}

fn line_place(file: &SourceFile, is_it: impl Fn(&str) -> bool) -> Place {
    let line = file
        .text
        .lines()
        .position(is_it)
        .and_then(|index| u32::try_from(index + 1).ok());
    let place = Place::file(&file.path).source(Arc::clone(&file.text));
    Place { line, ..place }
}

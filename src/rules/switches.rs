//! Every switch of the rulings, typed, with its default. rules/90 §J.

use super::names::{UnknownName, fold, folds_to};
use super::words::words;
use serde::{Deserialize, Serialize};

words! {
    /// What happens to a computed or printed DV above 5 (R08).
    #[derive(Default)]
    DvOverFive, "way with a DV over five" {
        /// DV 5, and the excess becomes worse Position. The default.
        #[default]
        Convert = "convert", "convert";
        /// The DV stays as computed.
        Raw = "raw", "raw";
    }
}

words! {
    /// What Hazardous weather does to a travel timer (R82).
    #[derive(Default)]
    HazardousWeather, "way with hazardous weather" {
        /// The timer starts with one tick. The default.
        #[default]
        Tick = "tick", "tick";
        /// The timer is one segment longer.
        Longer = "longer", "longer";
    }
}

/// The switches of one table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Switches {
    /// Pools limited by Tier (R04).
    pub tier_pool_caps: bool,
    /// DV above 5 (R08).
    pub dv_over_five: DvOverFive,
    /// A Miss pays Boons only if a 1 was shown (R10).
    pub miss_boon_needs_sb: bool,
    /// SB for one Position step: 2, or 1 (R18).
    pub sb_position_step: u8,
    /// A hit on a character without armor brings 1 Fatigue (R22).
    pub min_fatigue_unarmored: bool,
    /// Light armor costs a die on physical actions (R33).
    pub light_armor_penalty: bool,
    /// A Partial disarms a trap (R37).
    pub trap_partial_disarms: bool,
    /// A Clean success also takes a tick off a hazard (R46).
    pub clean_unticks_hazard: bool,
    /// A Quartermaster's Partial counts as failure (R81).
    pub quartermaster_partial_fails: bool,
    /// Hazardous weather (R82).
    pub hazardous_weather: HazardousWeather,
    /// 1s on one roll that let the GM draw a card, 1–10 (R87).
    pub deck_trigger_ones: u8,
    /// Which overflow of a session first ticks the campaign timer: 1 or 2 (R93).
    pub campaign_overflow_from: u8,
    /// Jokers in the deck (R89).
    pub jokers: bool,
    /// More Boons held at Tier IV and V (R98).
    pub tier_boon_hold: bool,
    /// Harm 3 heals only by care or magic (R97).
    pub harm3_needs_care: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            tier_pool_caps: false,
            dv_over_five: DvOverFive::Convert,
            miss_boon_needs_sb: true,
            sb_position_step: 2,
            min_fatigue_unarmored: true,
            light_armor_penalty: false,
            trap_partial_disarms: false,
            clean_unticks_hazard: false,
            quartermaster_partial_fails: true,
            hazardous_weather: HazardousWeather::Tick,
            deck_trigger_ones: 3,
            campaign_overflow_from: 1,
            jokers: false,
            tier_boon_hold: false,
            harm3_needs_care: false,
        }
    }
}

/// One switch for a list: what it is called, may be and does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SwitchRecord {
    /// Name, as in `campaign.yaml`.
    pub name: &'static str,
    /// Value when nothing is said.
    pub default: &'static str,
    /// Allowed values in words.
    pub allowed: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// The ruling behind it.
    pub ruling: &'static str,
}

const ON_OFF: &str = "on, off";

/// Every switch, in the order of rules/90 §J.
pub const SWITCHES: &[SwitchRecord] = &[
    SwitchRecord {
        name: "tier_pool_caps",
        default: "off",
        allowed: ON_OFF,
        meaning: "limit pools to 8 dice at Tier I and 9 at Tier II; dice between that and ten are lost",
        ruling: "R04",
    },
    SwitchRecord {
        name: "dv_over_five",
        default: "convert",
        allowed: "convert, raw",
        meaning: "a computed DV above 5: DV 5 and a worse Position, or the raw number",
        ruling: "R08",
    },
    SwitchRecord {
        name: "miss_boon_needs_sb",
        default: "on",
        allowed: ON_OFF,
        meaning: "a Miss pays Boons only if a 1 was shown",
        ruling: "R10",
    },
    SwitchRecord {
        name: "sb_position_step",
        default: "2",
        allowed: "1, 2",
        meaning: "SB for one Position step",
        ruling: "R18",
    },
    SwitchRecord {
        name: "min_fatigue_unarmored",
        default: "on",
        allowed: ON_OFF,
        meaning: "a hit on a character without working armor brings 1 Fatigue",
        ruling: "R22",
    },
    SwitchRecord {
        name: "light_armor_penalty",
        default: "off",
        allowed: ON_OFF,
        meaning: "Light armor costs a die on physical actions",
        ruling: "R33",
    },
    SwitchRecord {
        name: "trap_partial_disarms",
        default: "off",
        allowed: ON_OFF,
        meaning: "a Partial disarms a trap",
        ruling: "R37",
    },
    SwitchRecord {
        name: "clean_unticks_hazard",
        default: "off",
        allowed: ON_OFF,
        meaning: "a Clean success against a hazard also takes one of its ticks away",
        ruling: "R46",
    },
    SwitchRecord {
        name: "quartermaster_partial_fails",
        default: "on",
        allowed: ON_OFF,
        meaning: "a Quartermaster's Partial ticks Supply as a Miss does",
        ruling: "R81",
    },
    SwitchRecord {
        name: "hazardous_weather",
        default: "tick",
        allowed: "tick, longer",
        meaning: "Hazardous weather starts the leg with a tick, or makes it a segment longer",
        ruling: "R82",
    },
    SwitchRecord {
        name: "deck_trigger_ones",
        default: "3",
        allowed: "1 to 10",
        meaning: "1s on one roll that let the GM draw from the Deck of Consequences",
        ruling: "R87",
    },
    SwitchRecord {
        name: "campaign_overflow_from",
        default: "1",
        allowed: "1, 2",
        meaning: "which SB overflow of a session first ticks the campaign timer",
        ruling: "R93",
    },
    SwitchRecord {
        name: "jokers",
        default: "off",
        allowed: ON_OFF,
        meaning: "two jokers in the deck",
        ruling: "R89",
    },
    SwitchRecord {
        name: "tier_boon_hold",
        default: "off",
        allowed: ON_OFF,
        meaning: "hold 6 Boons at Tier IV and 7 at Tier V in place of 5",
        ruling: "R98",
    },
    SwitchRecord {
        name: "harm3_needs_care",
        default: "off",
        allowed: ON_OFF,
        meaning: "Harm 3 heals only by care or magic",
        ruling: "R97",
    },
];

/// Why a switch wasn't set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SwitchError {
    /// No such switch.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// Not one of its values.
    #[error("{name} can't be {got:?}, allowed: {allowed}")]
    Value {
        /// The switch.
        name: &'static str,
        /// The value as given.
        got: String,
        /// Its values in words.
        allowed: &'static str,
    },
}

impl Switches {
    /// Sets a switch by name from text: "on", "off", "true", "false", a number or a word. Gives the record that was set.
    ///
    /// # Errors
    /// Unknown name (with close names) or a value that isn't allowed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<&'static SwitchRecord, SwitchError> {
        let wanted = fold(name);
        let record = SWITCHES
            .iter()
            .find(|record| folds_to(record.name, &wanted))
            .ok_or_else(|| {
                UnknownName::new("switch", name, SWITCHES.iter().map(|record| record.name))
            })?;
        let wrong = || SwitchError::Value {
            name: record.name,
            got: value.to_owned(),
            allowed: record.allowed,
        };
        let text = value.trim().to_lowercase();
        let on = match text.as_str() {
            "on" | "true" => Some(true),
            "off" | "false" => Some(false),
            _ => None,
        };
        let number = |low: u8, high: u8| {
            text.parse::<u8>()
                .ok()
                .filter(|n| (low..=high).contains(n))
                .ok_or_else(wrong)
        };
        match record.name {
            "dv_over_five" => self.dv_over_five = DvOverFive::parse(&text).ok_or_else(wrong)?,
            "hazardous_weather" => {
                self.hazardous_weather = HazardousWeather::parse(&text).ok_or_else(wrong)?
            }
            "sb_position_step" => self.sb_position_step = number(1, 2)?,
            "deck_trigger_ones" => self.deck_trigger_ones = number(1, 10)?,
            "campaign_overflow_from" => self.campaign_overflow_from = number(1, 2)?,
            flag => *self.flag(flag).ok_or_else(wrong)? = on.ok_or_else(wrong)?,
        }
        Ok(record)
    }

    /// The value of a switch as text: "on", "off", a number or a word. `None` for an unknown name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<String> {
        let mut copy = *self;
        let wanted = fold(name);
        let record = SWITCHES
            .iter()
            .find(|record| folds_to(record.name, &wanted))?;
        Some(match record.name {
            "dv_over_five" => self.dv_over_five.word().to_owned(),
            "hazardous_weather" => self.hazardous_weather.word().to_owned(),
            "sb_position_step" => self.sb_position_step.to_string(),
            "deck_trigger_ones" => self.deck_trigger_ones.to_string(),
            "campaign_overflow_from" => self.campaign_overflow_from.to_string(),
            flag => if *copy.flag(flag)? { "on" } else { "off" }.to_owned(),
        })
    }

    fn flag(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "tier_pool_caps" => &mut self.tier_pool_caps,
            "miss_boon_needs_sb" => &mut self.miss_boon_needs_sb,
            "min_fatigue_unarmored" => &mut self.min_fatigue_unarmored,
            "light_armor_penalty" => &mut self.light_armor_penalty,
            "trap_partial_disarms" => &mut self.trap_partial_disarms,
            "clean_unticks_hazard" => &mut self.clean_unticks_hazard,
            "quartermaster_partial_fails" => &mut self.quartermaster_partial_fails,
            "jokers" => &mut self.jokers,
            "tier_boon_hold" => &mut self.tier_boon_hold,
            "harm3_needs_care" => &mut self.harm3_needs_care,
            _ => return None,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn the_list_says_what_the_defaults_are() {
        let switches = Switches::default();
        for record in SWITCHES {
            assert_eq!(
                switches.get(record.name).as_deref(),
                Some(record.default),
                "{}",
                record.name
            );
        }
        let fields = serde_json::to_value(switches).unwrap();
        let names: Vec<&str> = fields
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(
            names,
            SWITCHES
                .iter()
                .map(|record| record.name)
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn every_switch_takes_its_values_and_no_other() {
        for record in SWITCHES {
            let values: Vec<&str> = if record.allowed == "1 to 10" {
                vec!["1", "10"]
            } else {
                record.allowed.split(", ").collect()
            };
            for value in values {
                let mut switches = Switches::default();
                switches.set(record.name, value).unwrap();
                assert_eq!(switches.get(record.name).as_deref(), Some(value));
            }
            let mut switches = Switches::default();
            assert!(switches.set(record.name, "banana").is_err());
            assert_eq!(switches, Switches::default());
        }
        assert!(Switches::default().set("sb_position_step", "3").is_err());
        assert!(Switches::default().set("deck_trigger_ones", "0").is_err());
    }

    #[test]
    fn a_misspelt_switch_names_its_neighbour() {
        let error = Switches::default()
            .set("tier_pool_cap", "on")
            .unwrap_err()
            .to_string();
        assert!(error.contains("tier_pool_caps"), "{error}");
    }
}

//! Effects tables: what happens, as data (moves, resist outcomes, thresholds, fills, cards, hooks).

use serde::{Deserialize, Serialize};

use crate::rules::ids::Thing;
use crate::rules::values::{Period, Position};

/// Whom an effect is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum To {
    /// The target of the move.
    Target,
    /// Whom the event befalls.
    Who,
    /// Everyone present and alive.
    Party,
    /// The thing that the effect belongs to.
    Own,
    /// By name.
    Named(String),
    /// By reference.
    Thing(Thing),
}

/// An effects table, in the order of its work. All of it is data: it can be saved, read from YAML, sent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Fx {
    /// Whom it is about; without it, what the event is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<To>,
    /// Words for the table, before anything happens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub say: Option<String>,
    /// A hit of that Harm, through armor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit: Option<u32>,
    /// Why, for hits and ticks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Fatigue marked, its own event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fatigue: Option<u32>,
    /// A condition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apply: Option<String>,
    /// How long the condition lasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lasts: Option<Period>,
    /// Position steps on the next roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<i32>,
    /// The scene's Position from here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// Timers and ticks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tick: Vec<(String, i32)>,
    /// A timer to start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// A timer to stop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// Foes that join, and how many.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spawn: Vec<(String, u32)>,
    /// Story Beats to the GM.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<u32>,
    /// Boons to `to`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub earn: Option<u32>,
}

impl Fx {
    /// What it would do, in words, for menus and previews: "Bridge Collapse +1, Harm 2 to the party".
    #[must_use]
    pub fn words(&self) -> String {
        self.words_by(&|name, n| format!("{name} {n:+}"))
    }

    /// The same; `tick` says what a tick would do.
    #[must_use]
    pub fn words_by(&self, tick: &dyn Fn(&str, i32) -> String) -> String {
        let whom = match &self.to {
            Some(To::Party) => " to the party".to_owned(),
            Some(To::Own) => " to itself".to_owned(),
            Some(To::Named(name)) => format!(" to {name}"),
            _ => String::new(),
        };
        let mut parts = Vec::new();
        if let Some(harm) = self.hit {
            parts.push(format!("Harm {harm}{whom}"));
        }
        if let Some(n) = self.fatigue {
            parts.push(format!("Fatigue {n}{whom}"));
        }
        if let Some(condition) = &self.apply {
            let lasts = self
                .lasts
                .map(|lasts| format!(" ({lasts})"))
                .unwrap_or_default();
            parts.push(format!("{condition}{lasts}{whom}"));
        }
        if let Some(n) = self.step {
            parts.push(format!("{n:+} step{whom}"));
        }
        if let Some(position) = self.position {
            parts.push(format!("Position {position}"));
        }
        parts.extend(self.tick.iter().map(|(name, n)| tick(name, *n)));
        parts.extend(self.start.iter().map(|name| format!("starts {name}")));
        parts.extend(self.stop.iter().map(|name| format!("stops {name}")));
        parts.extend(self.spawn.iter().map(|(name, n)| {
            if *n == 1 {
                format!("{name} joins")
            } else {
                format!("{n} {name} join")
            }
        }));
        parts.extend(self.gain.map(|n| format!("{n:+} SB")));
        parts.extend(self.earn.map(|n| format!("{n:+} Boon{whom}")));
        if let (true, Some(say)) = (parts.is_empty(), &self.say) {
            parts.push(format!("“{say}”"));
        }
        parts.join(", ")
    }
}

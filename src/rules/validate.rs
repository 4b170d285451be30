//! Stat blocks against the rulebook: errors where it forbids, warnings where it advises. rules/05 §1–§3.
//!
//! Nothing is clamped or repaired: a finding names creature, field, what is wrong and what is allowed.

use super::adversary::{FoeNumbers, Resilience, STRONG_RESILIENCE, TL_TABLE, WEAK_RESILIENCE};
use super::moves::{MoveFunction, MoveNumbers};
use super::names::{UnknownName, fold};
use super::numbers::Tl;
use serde::{Deserialize, Serialize};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The rulebook advises otherwise.
    Warning,
    /// The rulebook forbids it.
    Error,
}

/// One thing about a stat block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// How bad it is.
    pub level: Level,
    /// Name of the creature.
    pub creature: String,
    /// Field, and move where there is one: "resilience", "move Hurl a Parapet: cost".
    pub field: String,
    /// What is wrong and what is allowed.
    pub message: String,
}

struct Report<'a> {
    creature: &'a str,
    findings: Vec<Finding>,
}

impl Report<'_> {
    fn add(&mut self, level: Level, field: impl Into<String>, message: impl Into<String>) {
        self.findings.push(Finding {
            level,
            creature: self.creature.to_owned(),
            field: field.into(),
            message: message.into(),
        });
    }

    fn error(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.add(Level::Error, field, message);
    }

    fn warn(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.add(Level::Warning, field, message);
    }
}

/// Checks an adversary's numbers. Its moves: [`validate_moves`].
#[must_use]
pub fn validate_foe(foe: &FoeNumbers) -> Vec<Finding> {
    let mut report = Report {
        creature: &foe.name,
        findings: Vec::new(),
    };
    let Ok(tl) = Tl::new(foe.tl) else {
        report.error(
            "tl",
            format!(
                "Threat Level is a whole number from 1 to 10, not {}",
                foe.tl
            ),
        );
        return report.findings;
    };
    resilience(&mut report, foe, tl);
    let row = &TL_TABLE[usize::from(tl.get()) - 1];
    if let Some(harm) = foe.harm {
        if harm < 0 {
            report.error("deals", format!("Harm dealt is 0 or more, not {harm}"));
        } else if harm > i64::from(row.harm) && tl != Tl::HIGH {
            let band = if row.harm_low == row.harm {
                row.harm.to_string()
            } else {
                format!("{}–{}", row.harm_low, row.harm)
            };
            report.warn(
                "deals",
                format!("Harm {harm} is above the band of TL {tl} ({band})"),
            );
        }
    }
    if let Some(size) = foe.fatigue_size.filter(|size| *size < 1) {
        report.error(
            "fatigue_size",
            format!("a Fatigue track is 1 or more, not {size}"),
        );
    }
    for (kind, ratings) in [("attributes", &foe.attributes), ("skills", &foe.skills)] {
        for (name, rating) in ratings {
            if !(0..=10).contains(rating) {
                report.error(
                    format!("{kind}.{name}"),
                    format!("a rating is a whole number from 0 to 10, not {rating}"),
                );
            }
        }
    }
    if foe.skills.len() > MOST_SKILLS {
        report.warn(
            "skills",
            format!(
                "a stat block rates one or two skills, this {}: keep those that are rolled against",
                foe.skills.len()
            ),
        );
    }
    report.findings
}

/// Skills that a stat block rates (rules/05 §2).
const MOST_SKILLS: usize = 2;

/// Legal Resilience: 3 at TL 1–4, 8 at TL 5–6, 8 a phase at TL 7–9, None anywhere with a Resolution, at TL 10 only None (R76).
fn resilience(report: &mut Report<'_>, foe: &FoeNumbers, tl: Tl) {
    let level = tl.get();
    let puzzle = foe.puzzle();
    if puzzle && !foe.resolved() {
        let why = if level == 10 {
            "at TL 10 Resilience is None, and then"
        } else {
            "with Resilience None"
        };
        report.error(
            "resolution",
            format!("{why} a Resolution is mandatory: say what ends it (resolution = \"…\")"),
        );
    }
    if let Resilience::Number(n) = foe.resilience {
        let legal = i64::from(if level <= 4 {
            WEAK_RESILIENCE
        } else {
            STRONG_RESILIENCE
        });
        if level == 10 {
            report.error(
                "resilience",
                format!(
                    "TL 10 has no Resilience number, {n} isn't allowed: None with a Resolution"
                ),
            );
        } else if n != legal {
            let phase = if level >= 7 { " a phase" } else { "" };
            report.error(
                "resilience",
                format!("TL {tl} has Resilience {legal}{phase}, not {n}: it moves only with TL"),
            );
        }
    }
    let Some(phases) = foe.phases else {
        if (7..=9).contains(&level) && matches!(foe.resilience, Resilience::Number(_)) {
            report.warn("phases", format!("a Resilience number at TL {tl} is for each phase, and the number of phases isn't said"));
        }
        return;
    };
    if phases < 1 {
        report.error(
            "phases",
            format!("the number of phases is 1 or more, not {phases}"),
        );
    } else if puzzle && phases > 1 {
        report.error("phases", "a puzzle has no Resilience and so no phases");
    } else if level <= 6 && phases > 1 {
        report.error(
            "phases",
            format!("phases begin at TL 7; at TL {tl} there is one, not {phases}"),
        );
    } else if (7..=9).contains(&level) {
        let advised = i64::from(TL_TABLE[usize::from(level) - 1].phases);
        if phases < advised {
            let has = if phases == 1 {
                "a single phase".to_owned()
            } else {
                format!("{phases} phases")
            };
            report.warn(
                "phases",
                format!("TL {tl} usually has {advised} phases of 8, this has {has}"),
            );
        }
    }
}

/// Checks the moves of an adversary. With phases, `menus` says how many each has (its own and those outside phases):
/// the number is counted for each, the Signature for the whole block.
#[must_use]
pub fn validate_moves(
    creature: &str,
    tl: i64,
    moves: &[MoveNumbers],
    menus: &[(String, usize)],
) -> Vec<Finding> {
    let mut report = Report {
        creature,
        findings: Vec::new(),
    };
    let alone = [(String::new(), moves.len())];
    for (phase, n) in if menus.is_empty() { &alone } else { menus } {
        let (field, wher) = if phase.is_empty() {
            ("moves".to_owned(), String::new())
        } else {
            (format!("phase {phase}: moves"), " in a phase".to_owned())
        };
        let most = if tl >= 7 { 7 } else { 5 };
        if *n > most {
            report.error(
                field,
                format!("at TL {tl} there are 2 to {most} moves{wher}, not {n}"),
            );
        } else if *n < 2 {
            report.warn(
                field,
                format!("2 to {most} moves{wher} are usual, this has {n}"),
            );
        }
    }
    let signatures: Vec<&str> = moves
        .iter()
        .filter(|m| m.signature)
        .map(|m| m.name.as_str())
        .collect();
    if signatures.len() > 1 {
        report.error(
            "moves",
            format!(
                "at most one Signature, not {}: {}",
                signatures.len(),
                signatures.join(", ")
            ),
        );
    }
    for (i, m) in moves.iter().enumerate() {
        let field = |name: &str| format!("move {}: {name}", m.name);
        for tag in &m.tags {
            if let Some(advice) = tag_advice(tag) {
                report.warn(field("tags"), advice);
            }
        }
        if moves[..i]
            .iter()
            .any(|other| fold(&other.name) == fold(&m.name))
        {
            report.error(field("name"), "two moves have this name");
        }
        if m.signature && tl < 5 {
            report.error(
                field("signature"),
                format!("a Signature begins at TL 5, this is TL {tl}"),
            );
        }
        match m.cost {
            Some(cost) if m.signature && !(4..=5).contains(&cost) => {
                report.error(
                    field("cost"),
                    format!("a Signature costs 4 or 5 SB, not {cost}"),
                );
            }
            Some(cost @ 4..=5) if !m.signature => {
                report.error(field("cost"), format!("{cost} SB is the price of a Signature; others cost 1 to 3 (signature = true?)"));
            }
            Some(cost) if !m.signature && !(1..=3).contains(&cost) => {
                report.error(
                    field("cost"),
                    format!("a move costs 1 to 3 SB, a Signature 4 or 5, not {cost}"),
                );
            }
            _ => {}
        }
    }
    report.findings
}

/// Advice on a tag: a function tag in other letters, one that is nearly written so, an icon of the block. Flavour tags
/// are free words.
fn tag_advice(tag: &str) -> Option<String> {
    if BLOCK_ICONS.contains(&tag) {
        return Some(format!(
            "{tag} is an icon of the stat block (weakness, timer, lair, phase, drop), not a tag of a move"
        ));
    }
    if MoveFunction::ALL
        .iter()
        .any(|function| function.word() == tag)
    {
        return None;
    }
    if let Some(function) = MoveFunction::parse(tag) {
        return Some(format!(
            "write the function tag {function} in capitals, not {tag:?}"
        ));
    }
    let near = UnknownName::new(
        MoveFunction::WHAT,
        tag,
        MoveFunction::ALL.iter().map(|f| f.word()),
    );
    let close = near.close.first().filter(|close| {
        // A free word may look like one of ours by chance: only a slip of one or two letters is told.
        close.len() >= 5 && close.len().abs_diff(tag.len()) <= 1
    })?;
    Some(format!(
        "{tag} is a flavour tag; is the function tag {close} meant?"
    ))
}

/// Icons that annotate entries of a block: weakness, timer, lair, phase, drop.
const BLOCK_ICONS: [&str; 5] = ["W", "C", "L", "P", "D"];

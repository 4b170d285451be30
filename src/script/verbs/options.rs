//! Options that several verbs share.

use crate::script::record::{Param, Ty, may};

/// Options that every act takes.
pub const BECAUSE: Param = may("because", Ty::Text);

/// Periods.
pub const PERIODS: &[&str] = &[
    "turn", "exchange", "scene", "session", "downtime", "campaign",
];
/// Positions.
pub const POSITIONS: &[&str] = &["desperate", "controlled", "dominant"];
/// Bands.
pub const BANDS: &[&str] = &["close", "near", "reach", "far", "absent"];
/// Scopes of timers.
pub const SCOPES: &[&str] = &["scene", "offscreen", "campaign"];
/// Kinds of timers.
pub const KINDS: &[&str] = &[
    "progress",
    "threat",
    "contest",
    "hazard",
    "persuasion",
    "opposition",
    "travel",
    "supply",
    "foreshadow",
    "campaign",
    "promise",
    "spirit_bond",
    "leash",
    "corruption",
    "integrity",
    "haste",
    "work",
    "custom",
];
/// How a roll is paid.
pub const PAY: &[&str] = &["boon", "fatigue"];

/// What help costs the helper.
pub const HELP_PAY: &[&str] = &["boon", "fatigue", "free"];
/// Heritage and affinity.
pub const ORIGINS: &[&str] = &["heritage", "affinity"];

/// Options of a roll.
pub const ROLL: &[Param] = &[
    may("position", Ty::Word(POSITIONS)),
    may("steps", Ty::Int(-10, 10)),
    may("dice", Ty::Int(-20, 20)),
    may("effect", Ty::Word(&["limited", "standard", "great"])),
    may("pay", Ty::Word(PAY)),
    may("help", Ty::Who),
    may("helper", Ty::Pool),
    may("help_pay", Ty::Word(HELP_PAY)),
    may("follower", Ty::Text),
    may("origin", Ty::Word(ORIGINS)),
    may("sell", Ty::Word(&["step", "die", "beat"])),
    may("stakes", Ty::Text),
    may("meaningful", Ty::Flag),
    may("timer", Ty::Timer),
    may("withhold", Ty::Flag),
    may("threat", Ty::Timer),
    may("interrupt", Ty::Pc),
    may("decline", Ty::Flag),
    may("computed", Ty::Int(1, 100)),
    may("composed", Ty::Flag),
    may("hard", Ty::Flag),
    may("against", Ty::Foe),
    may("injured", Ty::Flag),
    may("covert", Ty::Flag),
    may("faces", Ty::Faces),
    may("answers", Ty::List),
    may("rerolls", Ty::List),
    may("announce", Ty::Text),
    may("because", Ty::Text),
    may("on_success", Ty::Do),
    may("on_clean", Ty::Do),
    may("on_fail", Ty::Do),
    may("on_partial", Ty::Do),
    may("on_miss", Ty::Do),
];

/// Options of a spend.
pub const SPEND: &[Param] = &[
    may("at", Ty::Pc),
    may("n", Ty::Int(1, 12)),
    may("item", Ty::Word(&["armor", "weapon"])),
    may("pool", Ty::Pool),
    may("dv", Ty::Dv),
    may("harm", Ty::Int(1, 20)),
    may("bargain", Ty::Text),
    may("with", Ty::Pc),
    may("owed", Ty::Text),
    may("omen", Ty::Any),
    may("faces", Ty::Faces),
    may("answers", Ty::List),
    may("because", Ty::Text),
];

/// Options of a hit.
pub const HIT: &[Param] = &[
    may("by", Ty::Who),
    may("armor", Ty::Word(&["as worn", "one less", "ignore"])),
    may("tags", Ty::List),
    may("answers", Ty::List),
    may("because", Ty::Text),
];

/// Options of a spawn.
pub const SPAWN: &[Param] = &[
    may("name", Ty::Text),
    may("names", Ty::List),
    may("band", Ty::Word(BANDS)),
    may("resilience", Ty::Int(1, 100)),
    may("hidden", Ty::Flag),
    may("memory", Ty::Data),
    may("owner", Ty::Pc),
];

/// Options of a start.
pub const START: &[Param] = &[
    may("kind", Ty::Word(KINDS)),
    may("stance", Ty::Word(super::frames::STANCES)),
    may("scope", Ty::Word(SCOPES)),
    may("owner", Ty::Who),
    may("hidden", Ty::Flag),
    may("on_fill", Ty::Fx),
    may("because", Ty::Text),
];

/// Options of a condition.
pub const CONDITION: &[Param] = &[
    may("lasts", Ty::Word(PERIODS)),
    may("escape", Ty::Data),
    may("why", Ty::Text),
    may("because", Ty::Text),
];

/// Options of a question.
pub const ASK: &[Param] = &[
    may("who", Ty::Who),
    may("key", Ty::Text),
    may("default", Ty::Any),
];

/// Only the GM's reason.
pub const ONLY_BECAUSE: &[Param] = &[BECAUSE];

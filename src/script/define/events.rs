//! What can happen and be heard, the steps that can be added to, and what `e` has in each.

use crate::script::record::{Field, Method, field, method};

/// Something that happens: heard by `on.name(fn)`, and by a definition's `on_name`.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// hit, scene_start …
    pub name: &'static str,
    /// The field of a definition that hears it.
    pub key: &'static str,
    /// The class of `e`.
    pub class: &'static str,
    /// When it happens.
    pub about: &'static str,
}

/// A step that is added to by `modify.name(fn)`, and by a definition's `modify_name`.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// roll, hit …
    pub name: &'static str,
    /// The field of a definition that adds to it.
    pub key: &'static str,
    /// The class of `e`.
    pub class: &'static str,
    /// When it is asked.
    pub about: &'static str,
    /// The keys of a contribution to it.
    pub gives: &'static [Field],
}

/// What `e` has. A class has its base's fields too.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// Its name.
    pub name: &'static str,
    /// What it builds on; empty for the first.
    pub base: &'static str,
    /// When `e` is one, where no list of events says it.
    pub about: &'static str,
    /// Its own fields.
    pub fields: &'static [Field],
    /// Its own methods.
    pub methods: &'static [Method],
}

const fn event(
    name: &'static str,
    key: &'static str,
    class: &'static str,
    about: &'static str,
) -> Event {
    Event {
        name,
        key,
        class,
        about,
    }
}

const fn step(
    name: &'static str,
    key: &'static str,
    class: &'static str,
    about: &'static str,
    gives: &'static [Field],
) -> Step {
    Step {
        name,
        key,
        class,
        about,
        gives,
    }
}

/// All events.
pub const EVENTS: [Event; 28] = [
    event("roll", "on_roll", "RollEvent", "a character has rolled"),
    event("hit", "on_hit", "HitEvent", "a hit has landed"),
    event("mark", "on_mark", "MarkEvent", "a track was marked"),
    event("clear", "on_clear", "MarkEvent", "a track was cleared"),
    event(
        "overflow",
        "on_overflow",
        "OverflowEvent",
        "a track was full and ran over",
    ),
    event("apply", "on_apply", "ApplyEvent", "a condition came on"),
    event("lift", "on_lift", "LiftEvent", "a condition came off"),
    event("earn", "on_earn", "BoonEvent", "Boons were earned"),
    event("pay", "on_pay", "BoonEvent", "Boons were paid"),
    event("gain", "on_gain", "BeatEvent", "SB came into the bank"),
    event("spend", "on_spend", "BeatEvent", "SB left the bank"),
    event("use", "on_use", "UseEvent", "a foe used a move"),
    event("spawn", "on_spawn", "FoeEvent", "a foe joined"),
    event("defeat", "on_defeat", "DefeatEvent", "a foe was defeated"),
    event(
        "phase",
        "on_phase",
        "PhaseEvent",
        "a foe's next phase began",
    ),
    event(
        "resolve",
        "on_resolve",
        "ResolveEvent",
        "a deed of a Resolution was done",
    ),
    event("start", "on_start", "TimerEvent", "a timer started"),
    event("tick", "on_tick", "TickEvent", "a timer ticked, up or down"),
    event("stop", "on_stop", "TimerEvent", "a timer was stopped"),
    event("fill", "on_fill", "TimerEvent", "a timer filled"),
    event(
        "shift",
        "on_shift",
        "ShiftEvent",
        "somebody moved to another band",
    ),
    event("draw", "on_draw", "DrawEvent", "cards were drawn"),
    event(
        "scene_start",
        "on_scene_start",
        "BoundaryEvent",
        "a scene began",
    ),
    event(
        "scene_close",
        "on_scene_close",
        "BoundaryEvent",
        "a scene closed",
    ),
    event(
        "exchange_start",
        "on_exchange_start",
        "BoundaryEvent",
        "an exchange began",
    ),
    event(
        "session_start",
        "on_session_start",
        "BoundaryEvent",
        "a session began",
    ),
    event(
        "session_close",
        "on_session_close",
        "BoundaryEvent",
        "a session closed",
    ),
    event(
        "signal",
        "on_signal",
        "SignalEvent",
        "a script emitted a signal",
    ),
];

/// What is said beside a contribution.
const BECAUSE: Field = field(
    "why",
    "string?",
    "said beside it; default the talent's or condition's name",
);
const CANCEL: Field = field("cancel", "string?", "nothing comes of it, and why");

/// All steps.
pub const STEPS: [Step; 7] = [
    step(
        "roll",
        "modify_roll",
        "RollStep",
        "before a roll is thrown",
        &[
            field("step", "number?", "Position steps"),
            field("dice", "number?", ""),
            field("dv", "number?", "added to the DV, which stays 2 to 5"),
            BECAUSE,
        ],
    ),
    step(
        "outcome",
        "modify_outcome",
        "OutcomeStep",
        "thrown, and nothing paid yet",
        &[
            field(
                "reroll",
                "number?",
                "a die with this face is thrown again, free of charge",
            ),
            BECAUSE,
        ],
    ),
    step(
        "hit",
        "modify_hit",
        "HitStep",
        "before a hit meets armor",
        &[
            field("harm", "number?", "added to the Harm"),
            field("armor", "number?", "categories, added; below 0 is lighter"),
            field(
                "to_fatigue",
                "number?",
                "Harm left after armor that becomes Fatigue",
            ),
            field("redirect", "Who?", "who takes it instead"),
            CANCEL,
            BECAUSE,
        ],
    ),
    step(
        "mark",
        "modify_mark",
        "MarkStep",
        "before a track is marked",
        &[field("n", "number?", "added to the marks"), BECAUSE],
    ),
    step(
        "apply",
        "modify_apply",
        "ApplyStep",
        "before a condition comes on",
        &[
            field("lasts", "Period?", "in place of its own"),
            CANCEL,
            BECAUSE,
        ],
    ),
    step(
        "use",
        "modify_use",
        "UseStep",
        "a move is priced",
        &[field("cost", "number?", "SB, added"), CANCEL, BECAUSE],
    ),
    step(
        "tick",
        "modify_tick",
        "TickStep",
        "before a timer ticks",
        &[
            field("n", "number?", "added to the segments"),
            CANCEL,
            BECAUSE,
        ],
    ),
];

const USES: &[Method] = &[method(
    "uses",
    "rating: string",
    "boolean",
    "Does the roll use this attribute or skill?",
)];

const fn class(
    name: &'static str,
    base: &'static str,
    about: &'static str,
    fields: &'static [Field],
) -> Class {
    Class {
        name,
        base,
        about,
        fields,
        methods: &[],
    }
}

const fn rolling(
    name: &'static str,
    base: &'static str,
    about: &'static str,
    fields: &'static [Field],
) -> Class {
    Class {
        methods: USES,
        ..class(name, base, about, fields)
    }
}

/// What changed.
const N: Field = field("n", "number", "new less old: below 0 for what went");
const OLD: Field = field("old", "number", "");
const NEW: Field = field("new", "number", "");
const WHY: Field = field("why", "string", "");
const TRACK: Field = field("track", "Track", "");
const CONDITION: Field = field("condition", "string", "its name");
const PURPOSE: Field = field("purpose", "string", "\"action\", \"defense\"");
const POOL: Field = field("pool", "string", "\"wits + craft\"");
const MOVE: Field = field("move", "string", "its name");
const COST: Field = field("cost", "number", "SB");
const PC: Field = field("pc", "Pc?", "`who`, if it is a character");
const FOE: Field = field("foe", "Foe?", "the foe it is about, or `who` if it is one");
const STAKES: Field = field("stakes", "string", "");
const AGAINST: Field = field("against", "Creature?", "");

/// All classes of `e`, each after its base.
pub const CLASSES: [Class; 33] = [
    class(
        "Event",
        "",
        "what every event and step has",
        &[
            field("name", "string", ""),
            field("cause", "string", "the act that it is part of, in words"),
            field("by", "Creature?", "who acts; nobody is the GM"),
            field(
                "memory",
                "Data",
                "what this script keeps about the thing that it befalls",
            ),
        ],
    ),
    class(
        "CreatureEvent",
        "Event",
        "about a creature",
        &[field("who", "Creature", "whom it befalls"), PC, FOE],
    ),
    class(
        "PcEvent",
        "Event",
        "about a character",
        &[
            field("who", "Pc", "whom it befalls"),
            field("pc", "Pc", "the same"),
            field("foe", "Foe?", "the foe it is about"),
        ],
    ),
    class(
        "FoeEvent",
        "Event",
        "about a foe; a deed's own `run`",
        &[field("foe", "Foe", "")],
    ),
    class(
        "HookEvent",
        "Event",
        "a hook's `run`, after its contribution",
        &[field("who", "Creature?", "whom the step befell"), PC, FOE],
    ),
    rolling(
        "RollEvent",
        "PcEvent",
        "also on_success, on_clean, on_fail, on_partial, on_miss of a roll",
        &[field("roll", "Roll", ""), PURPOSE, POOL],
    ),
    rolling(
        "ResistEvent",
        "FoeEvent",
        "on_success, on_clean, on_fail, on_partial, on_miss of a move's resist",
        &[
            field("who", "Pc", "who rolled"),
            field("pc", "Pc", "the same"),
            field("target", "Pc", "the same"),
            field("targets", "Pcs", "this one alone"),
            field("roll", "Roll", ""),
            PURPOSE,
            POOL,
            MOVE,
            COST,
        ],
    ),
    class(
        "HitEvent",
        "CreatureEvent",
        "",
        &[field("hit", "Hit", ""), WHY],
    ),
    class(
        "MarkEvent",
        "CreatureEvent",
        "",
        &[
            TRACK,
            N,
            OLD,
            NEW,
            field("size", "number", "of the track"),
            WHY,
        ],
    ),
    class("OverflowEvent", "CreatureEvent", "", &[TRACK]),
    class(
        "ApplyEvent",
        "CreatureEvent",
        "",
        &[
            CONDITION,
            field("lasts", "Period?", "nil: until it is lifted"),
        ],
    ),
    class("LiftEvent", "CreatureEvent", "", &[CONDITION]),
    class(
        "BoonEvent",
        "PcEvent",
        "",
        &[N, OLD, NEW, field("what", "string", "why")],
    ),
    class(
        "BeatEvent",
        "Event",
        "",
        &[N, OLD, NEW, field("what", "string", "why")],
    ),
    class(
        "UseEvent",
        "FoeEvent",
        "also a move's `run`",
        &[
            MOVE,
            COST,
            field(
                "target",
                "Pc",
                "the first target; nil for a move that is aimed at nobody",
            ),
            field("targets", "Pcs", "all targets"),
        ],
    ),
    class("DefeatEvent", "FoeEvent", "", &[field("how", "string", "")]),
    class(
        "PhaseEvent",
        "FoeEvent",
        "also a phase's on_phase",
        &[N, OLD, NEW],
    ),
    class(
        "ResolveEvent",
        "FoeEvent",
        "",
        &[field(
            "deed",
            "string | false",
            "false: the Resolution as a whole",
        )],
    ),
    class(
        "TimerEvent",
        "Event",
        "",
        &[
            field("timer", "Timer", ""),
            field("who", "Creature?", "its owner, in the timer's own handlers"),
            PC,
            FOE,
        ],
    ),
    class(
        "TickEvent",
        "TimerEvent",
        "also a timer's own on_tick, on_fill and at",
        &[N, OLD, NEW, WHY],
    ),
    class(
        "ShiftEvent",
        "CreatureEvent",
        "",
        &[
            field("other", "Creature", "from whom the distance is"),
            field("old", "Band", ""),
            field("new", "Band", ""),
        ],
    ),
    class(
        "DeckEvent",
        "Event",
        "a deck's own on_draw",
        &[
            field("deck", "Deck", ""),
            field("draw", "Draw", ""),
            field("who", "Creature?", "for whom it was drawn"),
            PC,
            FOE,
        ],
    ),
    class(
        "DrawEvent",
        "DeckEvent",
        "",
        &[field("reason", "string", "")],
    ),
    class(
        "CardEvent",
        "DeckEvent",
        "a card's own on_draw",
        &[field("card", "Card", "")],
    ),
    class(
        "BoundaryEvent",
        "Event",
        "",
        &[
            field("scene", "string", "its name"),
            field("number", "number", "of the scene, exchange or session"),
        ],
    ),
    class(
        "SignalEvent",
        "Event",
        "",
        &[
            field("signal", "string", ""),
            field("data", "any", "as it was emitted; false for nothing"),
        ],
    ),
    rolling(
        "RollStep",
        "PcEvent",
        "",
        &[
            PURPOSE,
            POOL,
            field("dv", "number", ""),
            field("position", "Position", "before steps"),
            field("dice", "number", "of the pool, contributions apart"),
            STAKES,
            AGAINST,
        ],
    ),
    rolling(
        "OutcomeStep",
        "PcEvent",
        "",
        &[PURPOSE, POOL, STAKES, AGAINST, field("roll", "Thrown", "")],
    ),
    class(
        "HitStep",
        "CreatureEvent",
        "",
        &[
            field("harm", "number", "as it comes"),
            field("armor", "Armor", "as it counts for this hit"),
            field("tags", "{ string }", ""),
            WHY,
        ],
    ),
    class(
        "MarkStep",
        "CreatureEvent",
        "",
        &[TRACK, field("n", "number", "marks to come")],
    ),
    class("ApplyStep", "CreatureEvent", "", &[CONDITION]),
    class("UseStep", "FoeEvent", "", &[MOVE, COST]),
    class(
        "TickStep",
        "Event",
        "",
        &[
            field("timer", "Timer", ""),
            field("n", "number", "segments to come"),
        ],
    ),
];

/// The class of this name.
#[must_use]
pub fn find_class(name: &str) -> Option<&'static Class> {
    CLASSES.iter().find(|class| class.name == name)
}

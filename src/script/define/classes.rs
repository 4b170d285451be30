//! What `e` has, event by event and step by step. `react` and `steps` make it; a test compares.

use crate::script::record::{Field, Method, field, method};

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
pub const CLASSES: [Class; 44] = [
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
        "RestEvent",
        "CreatureEvent",
        "",
        &[field("rest", "Rest", "how long")],
    ),
    class(
        "FearEvent",
        "CreatureEvent",
        "also a fear's own `run`",
        &[
            field("result", "string", "its name"),
            field("harsh", "boolean", "Panicked: in its harshest form"),
        ],
    ),
    class(
        "CrossEvent",
        "CreatureEvent",
        "",
        &[
            field("ward", "Ward", ""),
            field("crossed", "boolean", ""),
            field("ticks", "number", "Leash ticks of a spirit that tried"),
        ],
    ),
    class(
        "DisableEvent",
        "CreatureEvent",
        "",
        &[
            field("ward", "Ward", "a ward or a trap"),
            field("disabled", "boolean", "is it inert now"),
        ],
    ),
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
        "ActEvent",
        "PcEvent",
        "",
        &[
            field("action", "ActionName", ""),
            field("target", "Creature?", "with whom, if with anybody"),
        ],
    ),
    class(
        "ProvokeEvent",
        "CreatureEvent",
        "",
        &[
            field("foes", "Pcs | Foes", "who may strike"),
            field("why", "string", "\"leaves Close\""),
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
        "LegEvent",
        "Event",
        "",
        &[
            field("number", "number", "of the leg in its journey, from 1"),
            field("region", "string", "where it leads"),
            field(
                "worst",
                "number",
                "the worst Harm that a character came to on the way",
            ),
            field("encounters", "number", "how many there were"),
        ],
    ),
    class(
        "DayEvent",
        "Event",
        "before it takes its toll",
        &[
            field("number", "number", "days on the road"),
            field("supply", "number", "missing segments, 0 to 4"),
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
    class(
        "CrossStep",
        "CreatureEvent",
        "",
        &[
            field("ward", "Ward", ""),
            field("dv", "number", ""),
            field("ticks", "number", "Leash ticks to come, for a spirit"),
        ],
    ),
    class(
        "ProvokeStep",
        "CreatureEvent",
        "",
        &[
            field("against", "Creature", "who may strike"),
            field("why", "string", "\"leaves Close\""),
        ],
    ),
    class("UseStep", "FoeEvent", "", &[MOVE, COST]),
    rolling(
        "HelpStep",
        "CreatureEvent",
        "",
        &[
            POOL,
            field("helped", "Pc", "who is helped; `who` helps"),
            field("dice", "number", "assist dice, contributions apart"),
        ],
    ),
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

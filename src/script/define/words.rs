//! The words of declarations, for help, completion, the types and the reference.

use super::fx::KEYS;
use crate::script::record::{Field, field};

/// How a word is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `word "Name" { … }` at the top of a file; gives the name.
    Whole,
    /// `word "Name" { … }` inside a whole.
    Part,
    /// A call with these parameters that gives this, as Luau types.
    Call(&'static str, &'static str),
    /// `word.name(function)`.
    Family,
    /// Only keys.
    Keys,
}

/// A word that declares.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// adversary, move, …
    pub name: &'static str,
    /// How it is written.
    pub written: Form,
    /// Its form.
    pub form: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its keys.
    pub fields: &'static [Field],
    /// The parts that may stand inside it.
    pub parts: &'static [&'static str],
    /// Does it take on_… and modify_… as well?
    pub reacts: bool,
    /// The rest of its keys: when, asks, pay, per, times, run.
    pub terms: bool,
}

impl Word {
    /// All its keys but on_… and modify_….
    pub fn keys(&self) -> impl Iterator<Item = &'static Field> {
        let terms = if self.terms { TERMS } else { &[] };
        self.fields.iter().chain(terms)
    }
}

/// The terms of a hook.
const TERMS: &[Field] = &[
    field(
        "when",
        "((e: any) -> boolean?)?",
        "function(e): does it apply",
    ),
    field("asks", "string?", "a question to the owner, default no"),
    field("pay", "number?", "Boons"),
    field("per", "Period?", "once a period"),
    field("times", "number?", "times a period"),
    field("run", "Do<HookEvent>?", "after its contribution"),
];

const TEXT: Field = field("text", "string?", "words for the GM");
const TAGS: Field = field("tags", "{ string }?", "labels in capitals");
const ARMOR: Field = field(
    "armor",
    "Armor?",
    "none, light, medium, heavy; default none",
);
const DEALS: Field = field("deals", "number?", "Harm it deals; default by TL");
const PER: Field = field("per", "Period?", "once a period");
const TIMES: Field = field("times", "number?", "times a period");
const REPLACES: Field = field(
    "replaces",
    "boolean?",
    "true: takes the place of the one of this name",
);

const NONE: Word = Word {
    name: "",
    written: Form::Keys,
    form: "",
    about: "",
    fields: &[],
    parts: &[],
    reacts: false,
    terms: false,
};

/// Keys of a table inside a definition that has a type of its own.
#[derive(Clone, Copy, Debug)]
pub struct Inner {
    /// The name of its type.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its keys.
    pub fields: &'static [Field],
}

/// All of them.
pub const INNER: [Inner; 3] = [
    Inner {
        name: "Resist",
        about: "the roll against a move",
        fields: &[
            field("pool", "Pool", ""),
            field("dv", "number?", "2 to 5; default 3"),
            field("position", "Position?", "default the scene's"),
            field(
                "announce",
                "string?",
                "what is at stake, said before the roll",
            ),
            field("on_success", "Do<ResistEvent>?", "DV reached"),
            field("on_clean", "Do<ResistEvent>?", "DV reached without SB"),
            field("on_fail", "Do<ResistEvent>?", "DV not reached"),
            field(
                "on_partial",
                "Do<ResistEvent>?",
                "not reached, with a success",
            ),
            field("on_miss", "Do<ResistEvent>?", "no success"),
        ],
    },
    Inner {
        name: "Together",
        about: "what several foes of a kind mean to a character",
        fields: &[
            field("n", "number?", "how many, 2 and up; default 2"),
            field("within", "Band?", "how near they stand; default near"),
            field(
                "step",
                "number?",
                "Position steps for the character, -2 to 0",
            ),
            field("dv", "number?", "added to the DV, 0 to 3"),
            field("why", "string?", "said in the roll line"),
        ],
    },
    Inner {
        name: "Escape",
        about: "the roll out of a condition",
        fields: &[
            field("pool", "string", ""),
            field("dv", "number?", "2 to 5; default 3"),
        ],
    },
];

/// All words.
pub const WORDS: &[Word] = &[
    Word {
        name: "adversary",
        written: Form::Whole,
        form: "adversary \"N\" { … }",
        about: "an adversary (rules/05); inside it move, phase, deed, hook",
        fields: &[
            field(
                "tl",
                "number?",
                "Threat Level, 1–10; Resilience follows it. Needed, unless `like` has one",
            ),
            field(
                "like",
                "string?",
                "another's name: starts from its fields and parts",
            ),
            ARMOR,
            DEALS,
            field(
                "resilience",
                "(number | \"none\")?",
                "by TL: 3 up to TL 4, 8 from TL 5 (a phase, from TL 7); \"none\" for a puzzle, which has a resolution",
            ),
            field(
                "attributes",
                "{ [string]: number }?",
                "ratings, gauges: { body = 4 }",
            ),
            field(
                "skills",
                "{ [string]: number }?",
                "ratings, gauges: { melee = 2 }",
            ),
            field(
                "fatigue_size",
                "number?",
                "Fatigue track; default its key attribute",
            ),
            field(
                "pool",
                "(number | { [string]: number })?",
                "a gauge, never rolled; default by TL. One number, or { melee = 4 }",
            ),
            field(
                "resists",
                "{ [string]: \"half\" | \"immune\" }?",
                "kinds of Harm, before armor: { physical = \"half\", fire = \"immune\" }; a hit is physical unless its tags say otherwise",
            ),
            field(
                "together",
                "Together?",
                "what several of its kind mean to the one they are upon: { n = 2, step = -1 }",
            ),
            field(
                "morale",
                "number?",
                "DV 2 to 5 at which it flees when pressed, outnumbered or hurt",
            ),
            field(
                "leash",
                "boolean?",
                "true: can be bound; its Leash has the binder's Spirit + TL",
            ),
            field(
                "timer",
                "string?",
                "a declared timer (4, 6, 8 or 10) that begins with it and ends with the last of its kind",
            ),
            field(
                "without",
                "{ string }?",
                "names of parts that it doesn't take over from `like`",
            ),
            field("resolution", "string?", "what ends a puzzle, in words"),
            TEXT,
            TAGS,
            field("memory", "Data?", "first values of its memory"),
            REPLACES,
        ],
        parts: &["move", "phase", "deed", "hook"],
        reacts: true,
        ..NONE
    },
    Word {
        name: "move",
        written: Form::Part,
        form: "move \"N\" { … }",
        about: "a Story-Beat move (rules/05 §3)",
        fields: &[
            field(
                "cost",
                "number | ((foe: Foe) -> number)",
                "SB: 1–3, a Signature 4–5; or a function of the foe",
            ),
            field(
                "target",
                "(\"pc\" | \"party\" | \"self\")?",
                "pc, party, self",
            ),
            field("within", "Band?", "band: close, near, reach, far"),
            TAGS,
            field("signature", "boolean?", "the one Signature, TL 5 and up"),
            PER,
            TIMES,
            field(
                "together",
                "number?",
                "how many of its kind it takes, 2 and up",
            ),
            field(
                "rider",
                "boolean?",
                "true: follows a hit of its own in this exchange, on the one who was hit",
            ),
            field(
                "when",
                "((foe: Foe) -> (boolean, string?))?",
                "function(foe): can it be used, and why not",
            ),
            field(
                "only",
                "((pc: Pc, foe: Foe) -> (boolean, string?))?",
                "function(pc, foe): can this one be its target, and why not",
            ),
            field(
                "resist",
                "Resist?",
                "the roll against it: { pool, dv, position, announce, on_partial, on_miss, … }",
            ),
            TEXT,
            field(
                "run",
                "Do<UseEvent>?",
                "what it does: an effects table or a function",
            ),
        ],
        ..NONE
    },
    Word {
        name: "phase",
        written: Form::Part,
        form: "phase \"N\" { … }",
        about: "a phase of a boss, TL 7 and up, with its own moves",
        fields: &[
            field("armor", "Armor?", "default the adversary's"),
            field("deals", "number?", "Harm; default the adversary's"),
            field("pool", "number?", "a gauge; default the adversary's"),
            TEXT,
            field("on_phase", "Do<PhaseEvent>?", "when it begins"),
        ],
        parts: &["move"],
        ..NONE
    },
    Word {
        name: "deed",
        written: Form::Part,
        form: "deed \"N\" { … }",
        about: "a part of a Resolution",
        fields: &[TEXT, field("run", "Do<FoeEvent>?", "when it is done")],
        ..NONE
    },
    Word {
        name: "timer",
        written: Form::Whole,
        form: "timer \"N\" { … }",
        about: "a timer (rules/03); inside it at(n, what)",
        fields: &[
            field("size", "number", "segments, 1–100"),
            field("kind", "TimerKind?", "progress, threat, contest, hazard, …"),
            field("scope", "Scope?", "scene, offscreen, campaign"),
            field("hidden", "boolean?", "true: not shown to players"),
            TEXT,
            field("against", "string?", "the other half of a contest"),
            field(
                "partial",
                "boolean?",
                "true: a Partial ticks it too where a Miss does",
            ),
            field("every", "Period?", "ticks by itself when this period ends"),
            field("loop", "boolean?", "true: begins again when full"),
            field(
                "grow",
                "number?",
                "segments added each time it begins again",
            ),
            field("on_tick", "Do<TickEvent>?", "at each tick"),
            field("on_fill", "Do<TickEvent>?", "when it fills, once"),
            REPLACES,
        ],
        parts: &["at"],
        ..NONE
    },
    Word {
        name: "at",
        written: Form::Call("filled: number, what: Do<TickEvent>", "AtPart"),
        form: "at(filled, what)",
        about: "a threshold of a timer, on the way up",
        ..NONE
    },
    Word {
        name: "deck",
        written: Form::Whole,
        form: "deck \"N\" { card … }",
        about: "a deck of cards (rules/07)",
        fields: &[
            TEXT,
            field("on_draw", "Do<DeckEvent>?", "at each draw"),
            REPLACES,
        ],
        parts: &["card"],
        ..NONE
    },
    Word {
        name: "region",
        written: Form::Whole,
        form: "region \"N\" { card … }",
        about: "a region's travel deck (rules/06 §7)",
        fields: &[
            TEXT,
            field("on_draw", "Do<DeckEvent>?", "at each draw"),
            REPLACES,
        ],
        parts: &["card"],
        ..NONE
    },
    Word {
        name: "card",
        written: Form::Part,
        form: "card \"7C\" { … }",
        about: "a card: rank and suit, or RJ, BJ",
        fields: &[
            field("title", "string", "its title"),
            TEXT,
            TAGS,
            field("on_draw", "Do<CardEvent>?", "when it is drawn"),
        ],
        ..NONE
    },
    Word {
        name: "talent",
        written: Form::Whole,
        form: "talent \"N\" { xp = …, … }",
        about: "a talent (rules/21); keys of a hook, and hooks inside it",
        fields: &[
            field("xp", "number?", "what it costs"),
            field("kind", "string?", "a label"),
            field(
                "requires",
                "{ [string]: number }?",
                "ratings it asks for: { insight = 1 }",
            ),
            TEXT,
            REPLACES,
        ],
        parts: &["hook"],
        reacts: true,
        terms: true,
    },
    Word {
        name: "weapon",
        written: Form::Whole,
        form: "weapon \"N\" { weight = …, … }",
        about: "a weapon (rules/04 §3), borne by whose sheet names it; what it reacts to is what its bearer does with it: modify_hit adds to the hits it deals",
        fields: &[
            field(
                "weight",
                "\"light\" | \"medium\" | \"heavy\"",
                "dice by band, Harm 1, 2, 3, and tempo",
            ),
            field(
                "ranged",
                "boolean?",
                "true: shot or thrown, the other table",
            ),
            field(
                "tags",
                "{ string }?",
                "HAFTED reaches Reach, THROWN may be thrown; others are labels",
            ),
            field("harm", "number?", "Harm beside that of its weight"),
            field("armor", "ArmorUse?", "what its hits do to armor"),
            TEXT,
            REPLACES,
        ],
        parts: &["hook"],
        reacts: true,
        ..NONE
    },
    Word {
        name: "condition",
        written: Form::Whole,
        form: "condition \"N\" { … }",
        about: "a condition (rules/02 §8)",
        fields: &[
            TEXT,
            field("lasts", "Period?", "a period; default the scene"),
            field("escape", "Escape?", "{ pool, dv }"),
            REPLACES,
        ],
        reacts: true,
        terms: true,
        ..NONE
    },
    Word {
        name: "fear",
        written: Form::Whole,
        form: "fear \"N\" { … }",
        about: "a result of fear beside the printed ten, or in place of one (rules/02 §7)",
        fields: &[
            field(
                "face",
                "number?",
                "1 to 10: the face of the d10 it takes over; without one it is only picked",
            ),
            field("text", "string?", "what the frightened one does"),
            field("harsh", "string?", "the same for Panicked"),
            field("run", "Do<FearEvent>?", "what happens"),
            REPLACES,
        ],
        ..NONE
    },
    Word {
        name: "armor",
        written: Form::Whole,
        form: "armor \"N\" { category = …, … }",
        about: "armor with a name, for sheets: `armor: Eel-skin coat` (rules/02 §3); its reactions sleep while it is compromised",
        fields: &[
            field("category", "Armor", "how it converts Harm"),
            TEXT,
            REPLACES,
        ],
        reacts: true,
        ..NONE
    },
    Word {
        name: "hazard",
        written: Form::Whole,
        form: "hazard \"N\" { … }",
        about: "a hazard (rules/03 §4). With a size it is a timer of its name too, and inside it stands at(n, what); without one it hangs over the scene's rolls",
        fields: &[
            field(
                "kind",
                "HazardKind?",
                "active, passive, social, magical; default active with a size, else passive",
            ),
            field("text", "string?", "words for the table"),
            field("size", "number?", "segments, 1–100 (usual: 4 to 8)"),
            field("every", "Period?", "ticks by itself when this period ends"),
            field(
                "ticks_on",
                "TicksOn?",
                "a roll that it touches ticks it: on a Miss, or on any failure",
            ),
            field(
                "fight",
                "(number | { size: number?, name: string? })?",
                "players may fight it: the size of the Progress timer that stops it",
            ),
            field("scope", "Scope?", "of its timers"),
            field("hidden", "boolean?", "true: not shown to players"),
            field("loop", "boolean?", "true: begins again when full"),
            field(
                "grow",
                "number?",
                "segments added each time it begins again",
            ),
            field(
                "uses",
                "{ string }?",
                "ratings of the rolls it touches: { \"stealth\" }; default all",
            ),
            field("step", "number?", "Position steps on the rolls it touches"),
            field("dv", "number?", "DV on the rolls it touches"),
            field("dice", "number?", "dice on the rolls it touches"),
            field(
                "lasts",
                "Period?",
                "how long it hangs there; default the scene",
            ),
            field(
                "beats_a_spell",
                "number?",
                "SB for the GM at each free spell",
            ),
            REPLACES,
        ],
        parts: &["at"],
        reacts: true,
        ..NONE
    },
    Word {
        name: "unit",
        written: Form::Whole,
        form: "unit \"N\" { cap = …, scale = … }",
        about: "a military unit (rules/05 §6): a follower made of many people",
        fields: &[
            field("cap", "number", "quality, 1 levy to 5 legend; Cap² XP"),
            field("scale", "number", "size, 1 squad to 4 host"),
            field("speciality", "string?", "the skill it has at its Cap"),
            field("skills", "{ [string]: number }?", "other ratings, 0 to 5"),
            field(
                "supply",
                "number?",
                "size of its Supply: 4, 6, 8, 10; default 4",
            ),
            field(
                "morale",
                "number?",
                "size of its Morale: 4, 6, 8, 10; default 4",
            ),
            TEXT,
            field("on_supply", "Do<TickEvent>?", "when its Supply is gone"),
            field(
                "on_rout",
                "Do<TickEvent>?",
                "when its Morale is full and it routs",
            ),
            REPLACES,
        ],
        ..NONE
    },
    Word {
        name: "hook",
        written: Form::Part,
        form: "hook \"N\" { … }",
        about: "a reaction with a price and a ledger; at top level for everyone",
        fields: &[TEXT],
        reacts: true,
        terms: true,
        ..NONE
    },
    Word {
        name: "command",
        written: Form::Whole,
        form: "command \"N\" { arg(…), run = … }",
        about: "a command of your own at the prompt",
        fields: &[
            field("help", "string?", "one line"),
            field("run", "Do<any>", "function(c): c.who, c.weeks …"),
        ],
        parts: &["arg"],
        ..NONE
    },
    Word {
        name: "arg",
        written: Form::Call("name: string, kind: ArgKind?, default: any?", "ArgPart"),
        form: "arg(name, kind, default?)",
        about: "an argument of a command",
        ..NONE
    },
    Word {
        name: "frame",
        written: Form::Whole,
        form: "frame \"N\" { kind = …, … }",
        about: "a frame of an encounter (rules/03 §5): scene.frame(\"N\")",
        fields: &[
            field(
                "kind",
                "\"combat\" | \"social\" | \"environmental\" | \"magical\"",
                "what kind of encounter it is",
            ),
            field("position", "Position?", "the scene's from its start"),
            field(
                "dv",
                "number?",
                "of rolls that say none; default as the kind advises",
            ),
            field("skills", "{ string }?", "that matter, for you to read"),
            field("timers", "{ string }?", "declared timers that it starts"),
            field(
                "stance",
                "(\"easy\" | \"moderate\" | \"hard\")?",
                "social: Persuasion 4, 6, 8; default moderate",
            ),
            field("opposition", "number?", "social: segments, default 4"),
            TEXT,
            field("on_start", "Do<Event>?", "when it starts"),
            REPLACES,
        ],
        ..NONE
    },
    Word {
        name: "skill",
        written: Form::Whole,
        form: "skill \"N\" { group = …, text = … }",
        about: "a skill of this campaign beside the twelve (rules/20 §2)",
        fields: &[
            field("group", "string?", "Combat, Social, …"),
            field("text", "string?", "what it covers"),
        ],
        ..NONE
    },
    Word {
        name: "on",
        written: Form::Family,
        form: "on.hit(function(e) … end)",
        about: "hears what has happened",
        ..NONE
    },
    Word {
        name: "modify",
        written: Form::Family,
        form: "modify.roll(function(e) return { dice = 1 } end)",
        about: "adds to a step and only reads",
        ..NONE
    },
    Word {
        name: "override",
        written: Form::Family,
        form: "override.armor(function(hit, base) … end)",
        about: "a house rule in place of a formula: rules.points() lists them, `help base` says what base gives",
        ..NONE
    },
    Word {
        name: "test",
        written: Form::Call("name: string, fn: (t: T) -> ()", ""),
        form: "test(\"what holds\", function(t) … end)",
        about: "a test: t:party{…} t:faces\"…\" t:answers{…} t:cards\"…\" t:same(got, want) t:refuses(fn, text)",
        ..NONE
    },
    Word {
        name: "effects",
        written: Form::Keys,
        form: "{ hit = 2, tick = \"X\", … }",
        about: "an effects table, done in this order",
        fields: &KEYS,
        ..NONE
    },
];

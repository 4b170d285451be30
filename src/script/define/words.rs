//! The words of declarations, for help, completion and the types.

use super::fx::KEYS;

/// A word that declares.
pub struct Word {
    /// adversary, move, …
    pub name: &'static str,
    /// Its form.
    pub form: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its keys.
    pub fields: &'static [(&'static str, &'static str)],
}

const TERMS: &[(&str, &str)] = &[
    ("when", "function(e): does it apply"),
    ("asks", "a question to the owner, default no"),
    ("pay", "Boons"),
    ("per", "once a period"),
    ("times", "times a period"),
    ("modify_…", "what it adds: modify_roll = { dice = 1 }"),
    ("on_…", "what it does when something happens"),
    ("run", "after its contribution"),
];

/// All of them.
pub const WORDS: &[Word] = &[
    Word {
        name: "adversary",
        form: "adversary \"N\" { … }",
        about: "an adversary (rules/05); inside it move, phase, deed, hook",
        fields: &[
            ("tl", "Threat Level, 1–10; Resilience follows it"),
            ("like", "another's name: starts from its fields and parts"),
            ("armor", "none, light, medium, heavy; default none"),
            ("deals", "Harm it deals; default by TL"),
            ("attributes", "ratings, gauges: { body = 4 }"),
            ("skills", "ratings, gauges: { melee = 2 }"),
            ("fatigue_size", "Fatigue track; default its key attribute"),
            ("resolution", "what ends a puzzle, in words"),
            ("text", "words for the GM"),
            ("tags", "labels"),
            ("memory", "first values of its memory"),
            (
                "on_…",
                "what it does: on_hit, on_defeat, on_exchange_start …",
            ),
            ("modify_…", "what it adds: modify_hit, modify_roll …"),
        ],
    },
    Word {
        name: "move",
        form: "move \"N\" { … }",
        about: "a Story-Beat move (rules/05 §3)",
        fields: &[
            ("cost", "SB: 1–3, a Signature 4–5; or a function of the foe"),
            ("target", "pc, party, self"),
            ("within", "band: close, near, reach, far"),
            ("tags", "labels in capitals"),
            ("signature", "the one Signature, TL 5 and up"),
            ("per", "once a period"),
            ("times", "times a period"),
            ("when", "function(foe): can it be used, and why not"),
            (
                "only",
                "function(pc, foe): can this one be its target, and why not",
            ),
            (
                "resist",
                "{ pool, dv, position, announce, on_success, on_clean, on_fail, on_partial, on_miss }",
            ),
            ("text", "words for the GM"),
            ("run", "what it does: an effects table or a function"),
        ],
    },
    Word {
        name: "phase",
        form: "phase \"N\" { … }",
        about: "a phase of a boss, TL 7 and up, with its own moves",
        fields: &[
            ("armor", "armor"),
            ("deals", "Harm"),
            ("text", "words"),
            ("on_phase", "when it begins"),
        ],
    },
    Word {
        name: "deed",
        form: "deed \"N\" { … }",
        about: "a part of a Resolution",
        fields: &[("text", "words"), ("run", "when it is done")],
    },
    Word {
        name: "timer",
        form: "timer \"N\" { … }",
        about: "a timer (rules/03); inside it at(n, what)",
        fields: &[
            ("size", "segments, 1–100"),
            ("kind", "progress, threat, contest, hazard, …"),
            ("scope", "scene, offscreen, campaign"),
            ("hidden", "true: not shown to players"),
            ("text", "words"),
            ("against", "the other half of a contest"),
            ("every", "ticks by itself when this period ends"),
            ("loop", "true: begins again when full"),
            ("grow", "segments added each time it begins again"),
            ("on_tick", "at each tick"),
            ("on_fill", "when it fills, once"),
        ],
    },
    Word {
        name: "at",
        form: "at(filled, what)",
        about: "a threshold of a timer, on the way up",
        fields: &[],
    },
    Word {
        name: "deck",
        form: "deck \"N\" { card … }",
        about: "a deck of cards (rules/07)",
        fields: &[("text", "words"), ("on_draw", "at each draw")],
    },
    Word {
        name: "region",
        form: "region \"N\" { card … }",
        about: "a region's travel deck (rules/06 §7)",
        fields: &[("text", "words"), ("on_draw", "at each draw")],
    },
    Word {
        name: "card",
        form: "card \"7C\" { … }",
        about: "a card: rank and suit, or RJ, BJ",
        fields: &[
            ("title", "its title"),
            ("text", "words"),
            ("tags", "labels"),
            ("on_draw", "when it is drawn"),
        ],
    },
    Word {
        name: "talent",
        form: "talent \"N\" { xp = …, … }",
        about: "a talent (rules/21); keys of a hook, and hooks inside it",
        fields: TERMS,
    },
    Word {
        name: "condition",
        form: "condition \"N\" { … }",
        about: "a condition (rules/02 §8)",
        fields: &[
            ("text", "words"),
            ("lasts", "a period; default the scene"),
            ("escape", "{ pool, dv }"),
            ("modify_…", "what it adds: modify_roll = { dice = -1 }"),
            ("on_…", "what it does"),
        ],
    },
    Word {
        name: "hook",
        form: "hook \"N\" { … }",
        about: "a reaction with a price and a ledger; at top level for everyone",
        fields: TERMS,
    },
    Word {
        name: "command",
        form: "command \"N\" { arg(…), run = … }",
        about: "a command of your own at the prompt",
        fields: &[
            ("help", "one line"),
            ("run", "function(c): c.who, c.weeks …"),
        ],
    },
    Word {
        name: "arg",
        form: "arg(name, kind, default?)",
        about: "an argument of a command",
        fields: &[],
    },
    Word {
        name: "on",
        form: "on.hit(function(e) … end)",
        about: "hears what has happened: roll hit mark clear overflow apply lift earn pay gain spend use spawn defeat phase resolve start tick stop fill shift draw scene_start scene_close exchange_start session_start session_close signal",
        fields: &[],
    },
    Word {
        name: "modify",
        form: "modify.roll(function(e) return { dice = 1 } end)",
        about: "adds to a step and only reads: roll outcome hit mark apply use tick",
        fields: &[],
    },
    Word {
        name: "override",
        form: "override.armor(function(hit, base) … end)",
        about: "a house rule in place of a formula: rules.points() lists them",
        fields: &[],
    },
    Word {
        name: "test",
        form: "test(\"what holds\", function(t) … end)",
        about: "a test: t:party{…} t:faces\"…\" t:answers{…} t:cards\"…\" t:same(got, want) t:refuses(fn, text)",
        fields: &[],
    },
    Word {
        name: "effects",
        form: "{ hit = 2, tick = \"X\", … }",
        about: "an effects table, done in this order",
        fields: &KEYS,
    },
];

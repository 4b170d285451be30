//! What can happen and be heard, and the steps that can be added to. What `e` has in each: `classes`.

use crate::script::record::{Field, field};

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
pub const EVENTS: [Event; 37] = [
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
    event("rest", "on_rest", "RestEvent", "somebody has rested"),
    event(
        "fear",
        "on_fear",
        "FearEvent",
        "fear has made somebody do something",
    ),
    event(
        "cross",
        "on_cross",
        "CrossEvent",
        "somebody tried to cross a ward",
    ),
    event(
        "disable",
        "on_disable",
        "DisableEvent",
        "somebody tried to put a ward or trap out of work",
    ),
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
    event(
        "act",
        "on_act",
        "ActEvent",
        "a character does something with a turn",
    ),
    event(
        "provoke",
        "on_provoke",
        "ProvokeEvent",
        "somebody gave enemies an opening",
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
    event("leg", "on_leg", "LegEvent", "a leg of a journey began"),
    event(
        "arrive",
        "on_arrive",
        "LegEvent",
        "a leg ended where it led",
    ),
    event("day", "on_day", "DayEvent", "a day passed on the road"),
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
pub const STEPS: [Step; 10] = [
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
        "cross",
        "modify_cross",
        "CrossStep",
        "before somebody tries to cross a ward",
        &[
            field("dv", "number?", "added to the DV, which stays 2 to 5"),
            field("ticks", "number?", "added to the Leash ticks"),
            BECAUSE,
        ],
    ),
    step(
        "provoke",
        "modify_provoke",
        "ProvokeStep",
        "before an enemy gets an opening",
        &[CANCEL, BECAUSE],
    ),
    step(
        "use",
        "modify_use",
        "UseStep",
        "a move is priced",
        &[field("cost", "number?", "SB, added"), CANCEL, BECAUSE],
    ),
    step(
        "help",
        "modify_help",
        "HelpStep",
        "somebody helps with a roll",
        &[
            field("dice", "number?", "assist dice, added; three in all"),
            field("ceiling", "number?", "lifts the three by so many"),
            BECAUSE,
        ],
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

//! Calls of every verb there is, made from its record: a new verb is drawn in by itself, its arguments by their types.
#![allow(dead_code)]

use storybeat::script::record::{Param, Record, Ty};
use storybeat::script::verbs;

/// Chooses: a number below the one given.
pub type Choose<'a> = &'a mut dyn FnMut(usize) -> usize;

/// All verbs but the one that does again what has failed.
pub fn verbs() -> Vec<&'static Record> {
    verbs::all()
        .filter(|record| record.name != "anyway")
        .collect()
}

fn one(choose: Choose<'_>, of: &[&str]) -> String {
    of[choose(of.len())].to_owned()
}

/// How likely an argument is one that doesn't fit, so that what fails is tried as well.
const WRONG: usize = 40;

/// A call as somebody types it: in order, by names, or as a method.
pub fn call(record: &Record, choose: Choose<'_>) -> String {
    let most = record.params.len();
    let least = record
        .params
        .iter()
        .take_while(|param| !param.optional)
        .count();
    let n = least + choose(most - least + 1);
    let given = &record.params[..n];
    let mut values: Vec<String> = given.iter().map(|param| value(param.ty, choose)).collect();
    if choose(4) == 0
        && !given.is_empty()
        && !matches!(given.last().map(|p| p.ty), Some(Ty::Options(_)))
    {
        let named: Vec<String> = given
            .iter()
            .zip(&values)
            .map(|(param, value)| format!("{} = {value}", param.name))
            .collect();
        return format!("{} {{ {} }}", record.name, named.join(", "));
    }
    if choose(4) == 0
        && !values.is_empty()
        && record.subject().is_some()
        && !record.name.contains('.')
    {
        let subject = values.remove(0);
        let held = subject
            .starts_with('"')
            .then(|| held(given[0].ty, &subject))
            .flatten();
        return match held {
            Some(held) => format!("{held}:{}({})", record.name, values.join(", ")),
            None => format!(
                "local it = {subject} it:{}({})",
                record.name,
                values.join(", ")
            ),
        };
    }
    format!("{}({})", record.name, values.join(", "))
}

/// The thing of a name.
fn held(ty: Ty, name: &str) -> Option<String> {
    let group = match ty {
        Ty::Pc | Ty::Who | Ty::Whom => "roster",
        Ty::Foe => "foes",
        Ty::Timer => "timers",
        Ty::Ward => "wards",
        _ => return None,
    };
    Some(format!("{group}:named({name})"))
}

const PCS: &[&str] = &[
    "\"Lyra\"",
    "\"Ellis\"",
    "\"Sera\"",
    "\"lyra\"",
    "party[1]",
    "roster[2]",
];
const FOES: &[&str] = &[
    "\"Toll Troll\"",
    "\"Ash Rat\"",
    "\"Night Abbess\"",
    "foes[1]",
    "foes[#foes]",
];
const UNITS: &[&str] = &[
    "muster(\"Made Up\")",
    "muster(\"Salt Pikes\", { cap = 2, scale = 3 })",
    "units[1]",
    "\"Made Up\"",
    "\"9S\"",
];
const TIMERS: &[&str] = &[
    "\"Bridge Collapse\"",
    "\"Flood\"",
    "\"Patrol\"",
    "\"Echo\"",
    "\"Supply\"",
    "timers[1]",
];
const TEXTS: &[&str] = &[
    "\"the bell\"",
    "\"fog\"",
    "\"\"",
    "\"a “long” one\\nof two lines\"",
    "\"Made Up\"",
];
const DATA: &[&str] = &[
    "{}",
    "{ 1, 2, 3 }",
    "{ a = { b = 0.1 + 0.2 } }",
    "{ dv = 4 }",
    "{ harm = 1, boons = 2 }",
    "{ resilience = 3 }",
    "{ position = \"dominant\" }",
    "{ fatigue = 1 }",
    "{ filled = 1 }",
    "7",
    "\"text\"",
    "true",
];
const EFFECTS: &[&str] = &[
    "{ gain = 1 }",
    "{ to = \"party\", hit = 1, why = \"bees\" }",
    "{ tick = \"Echo\" }",
    "{ to = \"party\", step = -1 }",
    "{ say = \"fog\", position = \"desperate\" }",
    "{ spawn = \"Ash Rat\" }",
    "{ to = \"party\", apply = \"Soaked\", lasts = \"scene\" }",
    "{ to = \"party\", fatigue = 1 }",
    "{ start = \"Flood\", earn = 1, to = \"party\" }",
    "{ nonsense = 1 }",
];
const WHOLE_ACTS: &[&str] = &[
    "gain(1)",
    "hit(party, 1)",
    "store.n = (store.n or 0) + 1",
    "spawn(\"Ash Rat\")",
    "die()",
    "error(\"no\")",
    "draw(\"Shelf\")",
    "roll(party[1], \"wits + craft\")",
    "return ask.yes(\"Sure?\")",
];
const ANY: &[&str] = &[
    // A card of a spread, by number and by place.
    "2",
    "\"root\"",
    "nil",
    "0",
    "-1",
    "1e9",
    "0.5",
    "\"x\"",
    "true",
    "{}",
    "party",
    "foes[1]",
    "function() end",
    "0/0",
];

/// An argument of this type; now and then one that is none.
pub fn value(ty: Ty, choose: Choose<'_>) -> String {
    if choose(WRONG) == 0 {
        return one(choose, ANY);
    }
    match ty {
        Ty::Who => match choose(2) {
            0 => one(choose, PCS),
            _ => one(choose, FOES),
        },
        Ty::Pc => one(choose, PCS),
        Ty::Foe => one(choose, FOES),
        Ty::Whom => match choose(4) {
            0 => one(
                choose,
                &["party", "foes", "{ \"Lyra\", \"Ellis\" }", "roster"],
            ),
            1 => one(choose, FOES),
            _ => one(choose, PCS),
        },
        Ty::Timer => one(choose, TIMERS),
        Ty::Item => one(
            choose,
            &[
                "party[1].armor",
                "roster[2].armor",
                "party[1].weapon",
                "\"Lyra's armor\"",
            ],
        ),
        Ty::Ward => one(choose, &["\"Salt Line\"", "\"Needle Latch\"", "wards[1]"]),
        Ty::Hazard => one(choose, &["\"Dark\"", "\"Mire\""]),
        Ty::Thing => match choose(3) {
            0 => one(choose, PCS),
            1 => one(choose, FOES),
            _ => one(choose, TIMERS),
        },
        Ty::Int(low, high) => {
            let near = [low, low + 1, low + 2, 1, 2, 3, high];
            near[choose(near.len())].clamp(low, high).to_string()
        }
        Ty::Dv => one(choose, &["2", "3", "4", "5"]),
        Ty::Text | Ty::Rest => one(choose, TEXTS),
        Ty::Adversary => one(
            choose,
            &[
                "\"Toll Troll\"",
                "\"Ash Rat\"",
                "\"Night Abbess\"",
                "\"Lamplighter\"",
            ],
        ),
        Ty::Unit => one(choose, UNITS),
        Ty::Deck => one(choose, &["\"Shelf\"", "\"Consequences\""]),
        Ty::Condition => one(
            choose,
            &[
                "\"Soaked\"",
                "\"Marked\"",
                "\"Prone\"",
                "\"Grappled\"",
                "\"Entangled\"",
            ],
        ),
        Ty::Move => one(
            choose,
            &[
                "\"Stamp the Span\"",
                "\"Hurl a Parapet\"",
                "\"Name the Price\"",
                "\"Along the Shelf\"",
                "1",
                "2",
            ],
        ),
        Ty::Pool => one(
            choose,
            &[
                "\"wits + craft\"",
                "\"body\"",
                "\"spirit + lore\"",
                "5",
                "1",
            ],
        ),
        Ty::Faces => one(
            choose,
            &["\"96421\"", "{ 9, 6, 4, 2, 1 }", "\"7\"", "\"1 1 / 6\""],
        ),
        Ty::Cards => one(choose, &["\"3H\"", "\"8D JS\"", "\"7C 3H\""]),
        Ty::Flag => one(choose, &["true", "false"]),
        Ty::Word(words) => format!("{:?}", words[choose(words.len())]),
        Ty::WordsOf(words) => format!("{:?}", words[choose(words.len())]),
        Ty::Legs => one(
            choose,
            &[
                "\"Fen, Moor\"",
                "{ \"Fen\", { region = \"Moor\", size = 6 } }",
            ],
        ),
        Ty::Track => one(
            choose,
            &[
                "\"fatigue\"",
                "\"corruption\"",
                "\"obligation\"",
                "\"fear\"",
            ],
        ),
        Ty::Function => format!("function() {} end", one(choose, WHOLE_ACTS)),
        Ty::Do => match choose(3) {
            0 => format!("function(e) {} end", one(choose, WHOLE_ACTS)),
            _ => one(choose, EFFECTS),
        },
        Ty::Fx => one(choose, EFFECTS),
        Ty::Data => one(choose, DATA),
        Ty::Options(options) => table(options, choose),
        Ty::Spend => one(
            choose,
            &["1", "2", "\"step\"", "\"tick\"", "\"noise\"", "\"gear\""],
        ),
        Ty::List => one(
            choose,
            &["{ 1, 2 }", "{ \"sea\", \"land\" }", "{}", "party", "{ 4 }"],
        ),
        Ty::Any => one(choose, ANY),
        // A type that is newer than this: whatever there is.
        #[allow(unreachable_patterns)]
        _ => match choose(4) {
            0 => one(choose, PCS),
            1 => one(choose, FOES),
            2 => one(choose, TEXTS),
            _ => one(choose, ANY),
        },
    }
}

/// Some of the options.
fn table(options: &[Param], choose: Choose<'_>) -> String {
    let mut given = Vec::new();
    for option in options {
        if choose(options.len().max(3)) < 2 {
            given.push(format!("{} = {}", option.name, value(option.ty, choose)));
        }
    }
    format!("{{ {} }}", given.join(", "))
}

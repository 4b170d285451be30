//! Story Beats: gain and spend (rules/01 §9). What a spend does: `spends`.

use mlua::Value;

use super::options::SPEND;
use crate::rules::beats::Income;
use crate::script::record::{Record, Ty, When, may, need};
use crate::table::commands::beats;

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "gain",
        chapter: "currencies",
        params: &[need("n", Ty::Income), may("why", Ty::Text)],
        returns: "number",
        about: "Story Beats to the GM's bank: a number, or what brings them: complication, prodigy, sold, ritual (interrupted), forage (a Miss), backlash (a spell inside a zone), 1 each. Source: rules/01 §9.",
        example: r#"gain(2, "the clock strikes")"#,
        when: When::Act,
        body: |call, args| {
            let income = args.text("n").and_then(Income::parse);
            let why = match (args.has("why"), income) {
                (false, Some(income)) => income.to_string(),
                _ => call.why(args)?,
            };
            let n = income.map_or(args.count("n").unwrap_or(0), Income::amount);
            let now = call.command(|seat| beats::gain(seat, n, &why))?;
            Ok(Value::Integer(i64::from(now)))
        },
    },
    Record {
        name: "spend",
        chapter: "currencies",
        params: &[
            need("what", Ty::Spend),
            may("target", Ty::Any),
            may("why", Ty::Text),
            may("opts", Ty::Options(SPEND)),
        ],
        returns: "",
        about: "The GM spends Story Beats: a number with words of your own, or a named spend that does what it says; what it needs and isn't said is asked. tick 1: +1 on a timer. attack 1: a foe makes an ordinary attack (`at`). noise 1: words; whoever is named is Hidden no more, a timer that is named ticks. scarcity 1: Supply ticks. step 2: somebody's next roll, or without a name the scene's Position, is one step worse. alarm 2: the alarm (or the timer that is named) starts and ticks twice. cover 2: a character loses cover and hiding, -1 step on the next roll. join 2, reinforce 3: an adversary joins (`n`). gear 3: armor or weapon of somebody is a state worse (`item`). campaign 3: a campaign timer ticks. trap 4: a trap fires at whoever is named, Harm DV - 2 (`dv`, default 4). Refused below the bank, with the shortfall. `bargain` offers something milder to a player (`with`), who may take it or not; `owed` names the promise that begins then. Source: rules/01 §9, R18, R40.",
        example: r#"spend(2, nil, "the lantern goes out")"#,
        when: When::Act,
        body: super::spends::spend,
    },
];

//! Harm and recovery: hit, wound, heal, mark, clear, apply, lift, rest, items (rules/02).

use mlua::Value;

use super::options::{CONDITION, HIT, ONLY_BECAUSE};
use super::rolls::with_answers;
use super::table::overruling;
use super::{Call, Given, each};
use crate::rules::recovery::Rest;
use crate::rules::values::{ArmorUse, Period};
use crate::script::args::{Args, shown, text};
use crate::script::define::hook::escape;
use crate::script::effects;
use crate::script::handle::ItemOf;
use crate::script::record::{Record, Ty, When, may, need};
use crate::script::stop::{Fail, bad};
use crate::script::{perils, results};
use crate::table::commands::fight::attack::{reveal, targetable};
use crate::table::commands::hits::HitAsk;
use crate::table::commands::{care, conditions, items, tracks};

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "hit",
        chapter: "harm",
        params: &[
            need("whom", Ty::Whom),
            need("harm", Ty::Int(0, 100)),
            may("why", Ty::Text),
            may("opts", Ty::Options(HIT)),
        ],
        returns: "Hit",
        about: "A hit of that Harm, through armor, into Fatigue and Harm (Resilience for a foe). Harm 0 is no hit. Source: rules/02 §2–§3, rules/05 §4.",
        example: r#"hit("Lyra", 2, "falling masonry")"#,
        when: When::Act,
        body: hit,
    },
    Record {
        name: "wound",
        chapter: "harm",
        params: &[
            need("whom", Ty::Whom),
            need("n", Ty::Int(0, 10)),
            may("why", Ty::Text),
            may("opts", Ty::Options(ONLY_BECAUSE)),
        ],
        returns: "",
        about: "Harm that is no hit (hunger, cold): no armor, no added Fatigue; it clears Fatigue. Source: rules/02 §2, R32.",
        example: r#"wound("Ellis", 1, "the frost")"#,
        when: When::Act,
        body: |call, args| {
            let n = args.count("n").unwrap_or(0);
            let why = call.why(args)?;
            overruling(call, args, || {
                each(call, args, "whom", |who| {
                    call.command(|seat| tracks::wound(seat, who, n, &why))?;
                    Ok(Value::Nil)
                })
            })
        },
    },
    Record {
        name: "heal",
        chapter: "harm",
        params: &[
            need("whom", Ty::Whom),
            may("n", Ty::Int(1, 100)),
            may("why", Ty::Text),
        ],
        returns: "",
        about: "Takes back Harm levels (Resilience for a foe), default 1. Source: rules/02 §5.",
        example: r#"heal("Ellis")"#,
        when: When::Act,
        body: |call, args| {
            let n = args.count("n").unwrap_or(1);
            let why = call.why(args)?;
            each(call, args, "whom", |who| {
                call.command(|seat| tracks::heal(seat, who, n, &why))?;
                Ok(Value::Nil)
            })
        },
    },
    Record {
        name: "rest",
        chapter: "harm",
        params: &[
            need("whom", Ty::Whom),
            need("how", Ty::Word(&["short", "night", "week"])),
            may("opts", Ty::Options(ONLY_BECAUSE)),
        ],
        returns: "",
        about: "A short rest (an hour) clears 2 Fatigue, a night all, a week all and one Harm level. Somebody at Harm 3 must be stable first; with the switch harm3_needs_care a week doesn't heal Harm 3. Source: rules/02 §5, R97.",
        example: r#"rest(party, "short")"#,
        when: When::Act,
        body: |call, args| {
            let how = args
                .text("how")
                .and_then(Rest::parse)
                .unwrap_or(Rest::Short);
            overruling(call, args, || {
                each(call, args, "whom", |who| {
                    call.command(|seat| care::rest(seat, who, how))?;
                    Ok(Value::Nil)
                })
            })
        },
    },
    Record {
        name: "mark",
        chapter: "harm",
        params: &[
            need("whom", Ty::Whom),
            need("track", Ty::Track),
            may("n", Ty::Int(0, 100)),
            may("why", Ty::Text),
        ],
        returns: "",
        about: "Marks a track, default 1. Fatigue is its own event: a full track becomes 1 Harm, the surplus is lost. Fear is the conditions Shaken, Frightened, Panicked, for foes too. Source: rules/02 §1–§2, §7.",
        example: r#"mark("Ellis", "fatigue", 1, "the climb")"#,
        when: When::Act,
        body: |call, args| {
            let n = args.count("n").unwrap_or(1);
            let track = args.text("track").unwrap_or("fatigue").to_owned();
            let why = call.why(args)?;
            each(call, args, "whom", |who| {
                call.command(|seat| tracks::mark(seat, who, &track, n, &why))?;
                if track == "fear" {
                    perils::afraid_of(call, who, None)?;
                }
                Ok(Value::Nil)
            })
        },
    },
    Record {
        name: "clear",
        chapter: "harm",
        params: &[
            need("whom", Ty::Whom),
            need("track", Ty::Track),
            may("n", Ty::Int(0, 100)),
            may("why", Ty::Text),
        ],
        returns: "",
        about: "Clears a track by n, or all of it.",
        example: r#"clear("Ellis", "fatigue", 1)"#,
        when: When::Act,
        body: |call, args| {
            let n = args.count("n");
            let track = args.text("track").unwrap_or("fatigue").to_owned();
            let why = call.why(args)?;
            each(call, args, "whom", |who| {
                call.command(|seat| tracks::clear(seat, who, &track, n, &why))?;
                Ok(Value::Nil)
            })
        },
    },
    Record {
        name: "apply",
        chapter: "harm",
        params: &[
            need("whom", Ty::Whom),
            need("condition", Ty::Condition),
            may("opts", Ty::Options(CONDITION)),
        ],
        returns: "",
        about: "A condition comes on somebody; one of a name at a time. It lasts as its definition says, else the scene. One for an exchange costs its bearer one: it ends with the exchange it came in, or with the next where they had acted already. One for a turn (Defending) waits for the bearer's next turn. Source: rules/02 §8.",
        example: r#"apply("Ellis", "Grappled")"#,
        when: When::Act,
        body: apply,
    },
    Record {
        name: "lift",
        chapter: "harm",
        params: &[need("whom", Ty::Whom), need("condition", Ty::Condition)],
        returns: "boolean",
        about: "Takes a condition off; false when it wasn't there.",
        example: r#"lift("Ellis", "Grappled")"#,
        when: When::Act,
        body: |call, args| {
            let condition = args.text("condition").unwrap_or_default().to_owned();
            each(call, args, "whom", |who| {
                let was = call.command(|seat| conditions::lift(seat, who, &condition, ""))?;
                Ok(Value::Boolean(was))
            })
        },
    },
    Record {
        name: "degrade",
        chapter: "harm",
        params: &[need("item", Ty::Item), may("why", Ty::Text)],
        returns: "boolean",
        about: "An item's state one worse: maintained, neglected, compromised. Source: rules/02 §3.",
        example: r#"party[2].armor:degrade("three hard knocks")"#,
        when: When::Act,
        body: |call, args| item(call, args, true),
    },
    Record {
        name: "repair",
        chapter: "harm",
        params: &[need("item", Ty::Item), may("why", Ty::Text)],
        returns: "boolean",
        about: "An item's state one better. Source: rules/02 §3.",
        example: "party[2].armor:repair()",
        when: When::Act,
        body: |call, args| item(call, args, false),
    },
];

/// Tags of a list.
pub fn tags(args: &Args, name: &str) -> Result<Vec<String>, Fail> {
    let Some(Value::Table(list)) = args.raw(name) else {
        return Ok(Vec::new());
    };
    list.clone()
        .sequence_values::<Value>()
        .map(|value| {
            text(&value?).ok_or_else(|| bad("argument", format!("{name} is a list of texts")))
        })
        .collect()
}

fn hit(call: &Call<'_>, args: &Args) -> Given {
    let ask = HitAsk {
        harm: args.count("harm").unwrap_or(0),
        why: call.why(args)?,
        armor: args
            .text("armor")
            .and_then(ArmorUse::parse)
            .unwrap_or_default(),
        tags: tags(args, "tags")?,
    };
    let by = args.thing("by");
    overruling(call, args, || {
        with_answers(call, args, || {
            call.by(by, || {
                each(call, args, "whom", |who| {
                    call.command(|seat| {
                        if let Some(by) = by.filter(|by| *by != who) {
                            targetable(seat, who)?;
                            reveal(seat, by)?;
                        }
                        Ok(())
                    })?;
                    let fact = super::fight::protect::hit(call, who, &ask)?;
                    Ok(results::hit(call.lua, &fact)?)
                })
            })
        })
    })
}

fn apply(call: &Call<'_>, args: &Args) -> Given {
    let condition = args.text("condition").unwrap_or_default().to_owned();
    let lasts = args.text("lasts").and_then(Period::parse);
    let escape = match args.raw("escape") {
        None => None,
        Some(Value::Table(table)) => Some(escape(call, "apply: escape", table)?),
        Some(other) => {
            return Err(bad(
                "argument",
                format!(
                    "apply: escape is {{ pool = …, dv = … }}, not {}",
                    shown(other)
                ),
            ));
        }
    };
    let why = call.why(args)?;
    overruling(call, args, || {
        each(call, args, "whom", |who| {
            effects::apply(call, who, &condition, lasts, escape.clone(), &why)?;
            Ok(Value::Nil)
        })
    })
}

fn item(call: &Call<'_>, args: &Args, worse: bool) -> Given {
    let Some(item) = args.thing("item") else {
        return Ok(Value::Nil);
    };
    let (owner, which) = ItemOf::owner(item);
    let why = call.why(args)?;
    let changed = call.command(|seat| {
        if worse {
            items::degrade(seat, owner, which.word(), &why)
        } else {
            items::repair(seat, owner, which.word(), &why)
        }
    })?;
    Ok(Value::Boolean(changed))
}

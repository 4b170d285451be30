//! What the table agrees on: lines, veils, dials, bonds, and the walk through them before the first scene
//! (rules/01 §13, rules/20 §3.3).

use mlua::Value;

use super::{Call, Given};
use crate::rules::ids::Thing;
use crate::script::args::Args;
use crate::script::record::{Param, Record, Ty, When, may, need};
use crate::script::stop::Fail;
use crate::table::accord::{Bound, Dial, HIGHEST, Tie};
use crate::table::catalog::Catalog;
use crate::table::commands::accord;
use crate::table::names;
use crate::table::state::State;

const TIE: &[Param] = &[may("gains", Ty::Text), may("tension", Ty::Text)];

/// Dials that most tables have a word about.
const USUAL: [&str; 5] = ["dark", "gore", "romance", "humor", "lethality"];

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "safety.line",
        chapter: "safety",
        params: &[need("text", Ty::Rest)],
        returns: "",
        about: "Draws a line: what it says never happens at this table. It stays from session to session; a veil of the same words gives way to it. 400 letters, a hundred lines at most. Source: rules/01 §13.",
        example: r#"safety.line("harm to animals")"#,
        when: When::Act,
        body: |call, args| draw(call, args, Bound::Line),
    },
    Record {
        name: "safety.veil",
        chapter: "safety",
        params: &[need("text", Ty::Rest)],
        returns: "",
        about: "Draws a veil: what it says may happen, out of sight, and is not described. It stays from session to session; a line of the same words gives way to it. Source: rules/01 §13.",
        example: r#"safety.veil("torture")"#,
        when: When::Act,
        body: |call, args| draw(call, args, Bound::Veil),
    },
    Record {
        name: "safety.dial",
        chapter: "safety",
        params: &[
            need("name", Ty::Text),
            need("value", Ty::Int(0, HIGHEST as i64)),
            may("words", Ty::Rest),
        ],
        returns: "",
        about: "Sets a dial from 0 (none of it) to 5: how dark, how much romance, what you like. Words say what that means here. It goes before a dial of the name in campaign.yaml, and stays from session to session.",
        example: r#"safety.dial("dark", 3, "bleak, never hopeless")"#,
        when: When::Act,
        body: |call, args| {
            let name = args.name("safety.dial", "name")?;
            let value = args.count("value").and_then(|n| u8::try_from(n).ok());
            let dial = Dial {
                value: value.unwrap_or(0),
                words: words(args, "words"),
            };
            call.command(|seat| accord::dial(seat, &name, dial))?;
            Ok(Value::Nil)
        },
    },
    Record {
        name: "safety.drop",
        chapter: "safety",
        params: &[need("text", Ty::Rest)],
        returns: "",
        about: "Takes away a line, a veil or a dial that was agreed on at the table. What campaign.yaml says is taken out there. Errors: none of these words.",
        example: r#"safety.veil("torture") safety.drop("torture")"#,
        when: When::Act,
        body: |call, args| {
            let catalog = call.generation.catalog();
            let mut file: Vec<String> = catalog.lines.clone();
            file.extend(catalog.veils.iter().cloned());
            file.extend(catalog.dials.keys().cloned());
            call.command(|seat| accord::drop(seat, &words(args, "text"), &file))?;
            Ok(Value::Nil)
        },
    },
    Record {
        name: "tie",
        chapter: "safety",
        params: &[
            need("who", Ty::Pc),
            need("other", Ty::Pc),
            may("words", Ty::Rest),
            may("opts", Ty::Options(TIE)),
        ],
        returns: "",
        about: "Makes a mutual bond between two characters at the table, or tells it anew: what they share, what each side `gains`, where the `tension` is. It counts like one of the sheets (bond, give), pays no XP, and stays from session to session. Source: rules/20 §3.3.",
        example: r#"tie("Lyra", "Ellis", "the winter on the ferry", { tension = "who left first" })"#,
        when: When::Act,
        body: |call, args| {
            let (Some(one), Some(other)) = (args.thing("who"), args.thing("other")) else {
                return Ok(Value::Nil);
            };
            let tie = Tie {
                one,
                other,
                words: words(args, "words"),
                gains: words(args, "gains"),
                tension: words(args, "tension"),
            };
            call.command(|seat| accord::tie(seat, tie))?;
            Ok(Value::Nil)
        },
    },
    Record {
        name: "untie",
        chapter: "safety",
        params: &[need("who", Ty::Pc), need("other", Ty::Pc)],
        returns: "",
        about: "Ends a bond that was made at the table with `tie`. Errors: no bond; one that stands on a sheet.",
        example: r#"tie("Lyra", "Ellis") untie("Lyra", "Ellis")"#,
        when: When::Act,
        body: |call, args| {
            if let (Some(one), Some(other)) = (args.thing("who"), args.thing("other")) {
                call.command(|seat| accord::untie(seat, one, other))?;
            }
            Ok(Value::Nil)
        },
    },
    Record {
        name: "session.zero",
        chapter: "safety",
        params: &[],
        returns: "string",
        about: "The walk before the first scene: what the table has agreed on, and what is still open, each with the line to type.",
        example: "session.zero()",
        when: When::Read,
        body: |call, _| {
            let state = call.generation.act(|act| act.state.clone())?;
            call.text(&zero(&state, &call.generation.catalog()))
        },
    },
];

fn words(args: &Args, name: &str) -> String {
    args.text(name).unwrap_or_default().trim().to_owned()
}

fn draw(call: &Call<'_>, args: &Args, bound: Bound) -> Given {
    let catalog = call.generation.catalog();
    let file = match bound {
        Bound::Line => &catalog.lines,
        Bound::Veil => &catalog.veils,
    };
    let text = words(args, "text");
    let drawn = call.command(|seat| accord::draw(seat, bound, &text, file))?;
    if !drawn {
        notice(call, format!("that {} is drawn already", bound.word()))?;
    }
    Ok(Value::Nil)
}

fn notice(call: &Call<'_>, text: String) -> Result<(), Fail> {
    call.generation.act(|act| act.notices.push(text))?;
    Ok(())
}

/// What was agreed on, as `safety` shows it.
#[must_use]
pub fn agreed(state: &State, catalog: &Catalog) -> String {
    let mut out = vec![
        row("lines", &accord::lines(state, catalog), ""),
        row("veils", &accord::veils(state, catalog), ""),
    ];
    for (name, dial) in accord::dials(state, catalog) {
        out.push(dial_row(&name, &dial));
    }
    out.push("X-card   anyone, any time, no reasons: xcard".into());
    out.join("\n")
}

fn dial_row(name: &str, dial: &Dial) -> String {
    let on = usize::from(dial.value.min(HIGHEST));
    let boxes = "■".repeat(on) + &"□".repeat(usize::from(HIGHEST) - on);
    format!("{name:<8} {boxes}   {}", dial.words)
        .trim_end()
        .to_owned()
}

fn row(name: &str, all: &[String], typed: &str) -> String {
    match all {
        [] if typed.is_empty() => format!("{name:<8} none"),
        [] => open(name, typed),
        all => format!("{name:<8} {}", all.join(" · ")),
    }
}

/// What is still open, and what to type.
fn open(name: &str, typed: &str) -> String {
    format!("{name:<8} open    {typed}")
}

/// The walk.
fn zero(state: &State, catalog: &Catalog) -> String {
    let mut out = vec!["Session zero: what is agreed, and what is still open".to_owned()];
    out.push(row(
        "lines",
        &accord::lines(state, catalog),
        "safety line harm to animals",
    ));
    out.push(row(
        "veils",
        &accord::veils(state, catalog),
        "safety veil torture",
    ));
    let dials = accord::dials(state, catalog);
    out.extend(dials.iter().map(|(name, dial)| dial_row(name, dial)));
    let left: Vec<&str> = USUAL
        .into_iter()
        .filter(|one| !dials.keys().any(|name| names::same(name, one)))
        .collect();
    if let Some(first) = left.first() {
        let typed = format!("safety dial {first} 3 WORDS");
        let more = if left.len() > 1 {
            format!("   (also {})", left[1..].join(", "))
        } else {
            String::new()
        };
        out.push(open("dials", &format!("{typed}{more}")));
    }
    let roster: Vec<Thing> = state.roster().collect();
    if roster.is_empty() {
        out.push(open("party", "a sheet for each in party/NAME.yaml"));
    }
    for (n, one) in roster.iter().enumerate() {
        for other in &roster[n + 1..] {
            if accord::bonded(state, *one, *other) {
                let told = state.accord.tie(*one, *other).map(Tie::told);
                let (one, other) = (state.name(*one), state.name(*other));
                let told = told.unwrap_or_default();
                out.push(
                    format!("bond     {one} and {other}   {told}")
                        .trim_end()
                        .to_owned(),
                );
            }
        }
    }
    for one in &roster {
        let bound = roster
            .iter()
            .any(|other| accord::bonded(state, *one, *other));
        if let Some(other) = roster.iter().find(|other| *other != one)
            && !bound
        {
            let (name, other) = (
                state.name(*one).to_lowercase(),
                state.name(*other).to_lowercase(),
            );
            out.push(open("bond", &format!("tie {name} {other} what they share")));
        }
    }
    for one in &roster {
        let Some(pc) = state.pc(one.id) else { continue };
        if pc.sheet.complications.is_empty() {
            let name = &pc.sheet.name;
            out.push(format!(
                "trouble  {name} has none: `complications` of the sheet, if they want one"
            ));
        }
    }
    if super::find("crown.lay").is_some() {
        out.push("crown    five to seven cards for the arc: crown lay 5, if you like it".into());
    }
    out.push("X-card   play it once on something silly: note a pie, then xcard".into());
    out.push("more     cue session zero · cue safety".into());
    out.join("\n")
}

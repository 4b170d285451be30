//! Talk and chance: say, tell, note, ask, die, one_of, emit.

use mlua::{Table, Value};

use super::options::ASK;
use super::{Call, Given};
use crate::rules::chair::{Chair, Throw, ThrowWhy};
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::script::args::{Args, text, whole};
use crate::script::record::{Record, Ty, When, may, need};
use crate::script::seat::LuaSeat;
use crate::script::stop::{Fail, bad};
use crate::script::{convert, effects, handle, lookup};
use crate::table::act::{Given as AnswerGiven, Reply};
use crate::table::event::{Audience, Event};
use crate::table::seat::Seat;

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "say",
        chapter: "talk",
        params: &[need("text", Ty::Rest)],
        returns: "",
        about: "Words for the table: players read them.",
        example: r#"say("The river has opinions.")"#,
        when: When::Act,
        body: |call, args| {
            effects::say(call, args.text("text").unwrap_or_default())?;
            Ok(Value::Nil)
        },
    },
    Record {
        name: "tell",
        chapter: "talk",
        params: &[need("text", Ty::Rest)],
        returns: "",
        about: "Words for the GM alone.",
        example: r#"tell("She is lying.")"#,
        when: When::Act,
        body: |call, args| {
            write(
                call,
                Event::Said {
                    audience: Audience::Gm,
                    text: args.text("text").unwrap_or_default().to_owned(),
                },
            )
        },
    },
    Record {
        name: "note",
        chapter: "talk",
        params: &[need("text", Ty::Rest)],
        returns: "",
        about: "A line of the session log.",
        example: r#"note("The troll knows their names.")"#,
        when: When::Act,
        body: |call, args| {
            let text = args.text("text").unwrap_or_default().to_owned();
            let most = call.generation.limits.notes;
            // An empty line takes room too.
            let size = |text: &str| text.len() + 32;
            let held: usize = call
                .generation
                .act(|act| act.state.notes.iter().map(|text| size(text)).sum())?;
            if held + size(&text) > most {
                return Err(bad(
                    "limit",
                    format!(
                        "the session log holds {} KB at most: that is more",
                        most >> 10
                    ),
                ));
            }
            write(call, Event::Noted { text })
        },
    },
    Record {
        name: "emit",
        chapter: "talk",
        params: &[need("signal", Ty::Text), may("data", Ty::Data)],
        returns: "",
        about: "A script's own signal: on.signal hears it.",
        example: r#"emit("bell", { times = 3 })"#,
        when: When::Act,
        body: |call, args| {
            let data = match args.raw("data") {
                Some(value) => Some(convert::from_lua(value, call.generation)?),
                None => None,
            };
            write(
                call,
                Event::Signal {
                    signal: args.text("signal").unwrap_or_default().to_owned(),
                    data,
                },
            )
        },
    },
    Record {
        name: "ask.pick",
        chapter: "talk",
        params: &[
            need("question", Ty::Text),
            need("from", Ty::List),
            may("opts", Ty::Options(ASK)),
        ],
        returns: "T",
        about: "Asks for one of a list or group. Asked of the GM unless `who` says otherwise; without an answer the default (the first) stands where nobody can be asked.",
        example: r#"ask.pick("Which way?", { "bridge", "ford" })"#,
        when: When::Act,
        body: |call, args| pick(call, args, false),
    },
    Record {
        name: "ask.maybe",
        chapter: "talk",
        params: &[
            need("question", Ty::Text),
            need("from", Ty::List),
            may("opts", Ty::Options(ASK)),
        ],
        returns: "T?",
        about: "As ask.pick, and none of them is an answer too (the default).",
        example: r#"ask.maybe("Who steps forward?", party)"#,
        when: When::Act,
        body: |call, args| pick(call, args, true),
    },
    Record {
        name: "ask.picks",
        chapter: "talk",
        params: &[
            need("question", Ty::Text),
            need("from", Ty::List),
            need("n", Ty::Int(1, 50)),
            may("opts", Ty::Options(ASK)),
        ],
        returns: "{T}",
        about: "Asks for n of a list or group.",
        example: r#"ask.picks("Which two?", { "a", "b", "c" }, 2)"#,
        when: When::Act,
        body: picks,
    },
    Record {
        name: "ask.yes",
        chapter: "talk",
        params: &[need("question", Ty::Text), may("opts", Ty::Options(ASK))],
        returns: "boolean",
        about: "Yes or no; the default is no.",
        example: r#"ask.yes("Does she answer?")"#,
        when: When::Act,
        body: |call, args| {
            let default = matches!(args.raw("default"), Some(Value::Boolean(true)));
            let answer = put(call, args, QuestionKind::YesNo, Answer::Yes(default))?;
            Ok(Value::Boolean(answer == Answer::Yes(true)))
        },
    },
    Record {
        name: "ask.number",
        chapter: "talk",
        params: &[
            need("question", Ty::Text),
            need("low", Ty::Int(-1_000_000, 1_000_000)),
            need("high", Ty::Int(-1_000_000, 1_000_000)),
            may("opts", Ty::Options(ASK)),
        ],
        returns: "number",
        about: "A whole number in a range; the default is the low end.",
        example: r#"ask.number("How many?", 1, 6)"#,
        when: When::Act,
        body: |call, args| {
            let (low, high) = (args.int("low").unwrap_or(0), args.int("high").unwrap_or(0));
            if low > high {
                return Err(bad(
                    "argument",
                    format!("ask.number: low ({low}) is above high ({high})"),
                ));
            }
            let default = args
                .raw("default")
                .and_then(whole)
                .filter(|n| (low..=high).contains(n))
                .unwrap_or(low);
            match put(
                call,
                args,
                QuestionKind::Number { low, high },
                Answer::Number(default),
            )? {
                Answer::Number(n) => Ok(Value::Integer(n)),
                _ => Ok(Value::Integer(default)),
            }
        },
    },
    Record {
        name: "ask.text",
        chapter: "talk",
        params: &[need("question", Ty::Text), may("opts", Ty::Options(ASK))],
        returns: "string",
        about: "Words; the default is none.",
        example: r#"ask.text("What is it called?")"#,
        when: When::Act,
        body: |call, args| {
            let default = args.raw("default").and_then(text).unwrap_or_default();
            match put(call, args, QuestionKind::Text, Answer::Text(default))? {
                Answer::Text(words) => call.text(&words),
                _ => call.text(""),
            }
        },
    },
    Record {
        name: "die",
        chapter: "chance",
        params: &[may("sides", Ty::Int(1, 255)), may("why", Ty::Text)],
        returns: "number",
        about: "One die of the table's generator, default ten sides; typed faces are used first.",
        example: "die(6)",
        when: When::Act,
        body: |call, args| {
            let sides = u8::try_from(args.int("sides").unwrap_or(10)).unwrap_or(10);
            Ok(Value::Integer(i64::from(die(
                call,
                sides,
                args.text("why").unwrap_or("a die"),
            )?)))
        },
    },
    Record {
        name: "one_of",
        chapter: "chance",
        params: &[need("list", Ty::List)],
        returns: "T",
        about: "One of a list or group, by the table's generator.",
        example: r#"one_of({ "fog", "rain" })"#,
        when: When::Act,
        body: |call, args| {
            let items = items(call, args, "list")?;
            if items.is_empty() {
                return Err(bad("argument", "one_of: the list is empty"));
            }
            let at = below(call, items.len())?;
            Ok(items.into_iter().nth(at).unwrap_or(Value::Nil))
        },
    },
];

fn write(call: &Call<'_>, event: Event) -> Given {
    call.command(|seat| {
        seat.emit(event)?;
        Ok(())
    })?;
    Ok(Value::Nil)
}

/// One die.
///
/// # Errors
/// Where nothing may be thrown; a typed face that is too high.
pub fn die(call: &Call<'_>, sides: u8, why: &str) -> Result<u32, Fail> {
    if sides <= 10 {
        let mut seat = LuaSeat::new(*call);
        let throw = Throw {
            who: None,
            why: ThrowWhy::Other,
            dice: 1,
            sides,
            label: why,
            parts: &[],
        };
        let face = seat
            .throw(throw)?
            .first()
            .map_or(1, |face| u32::from(face.get()));
        if face > u32::from(sides) {
            return Err(bad(
                "faces",
                format!("{why}: a die of {sides} sides can't show {face}"),
            ));
        }
        return Ok(face);
    }
    Ok(u32::try_from(below(call, usize::from(sides))?).unwrap_or(0) + 1)
}

/// A number below `n`, by the table's generator.
///
/// # Errors
/// Where nothing may be thrown.
pub fn below(call: &Call<'_>, n: usize) -> Result<usize, Fail> {
    super::may_write(call.generation, "chance")?;
    let sides = u32::try_from(n)
        .ok()
        .and_then(std::num::NonZeroU32::new)
        .ok_or_else(|| bad("argument", "nothing to choose from"))?;
    let (at, old, new) = call.generation.act(|act| {
        let old = act.stream.position();
        (act.stream.die(sides) - 1, old, act.stream.position())
    })?;
    let mut seat = LuaSeat::new(*call);
    seat.emit(Event::Threw { old, new })?;
    Ok(at as usize)
}

/// The items of a list or group.
fn items(call: &Call<'_>, args: &Args, name: &str) -> Result<Vec<Value>, Fail> {
    match args.raw(name) {
        Some(Value::Table(table)) => Ok(table
            .clone()
            .sequence_values::<Value>()
            .collect::<mlua::Result<_>>()?),
        Some(Value::UserData(data)) => {
            if let Ok(group) = data.borrow::<crate::script::group::Group>() {
                return Ok(group
                    .things(call.generation)?
                    .into_iter()
                    .map(handle::to_lua)
                    .collect());
            }
            match crate::script::saved::copy(call.lua, data)? {
                Some(table) => Ok(table
                    .sequence_values::<Value>()
                    .collect::<mlua::Result<_>>()?),
                None => Err(bad("argument", format!("{name} is a list or a group"))),
            }
        }
        _ => Err(bad("argument", format!("{name} is a list or a group"))),
    }
}

fn words(call: &Call<'_>, value: &Value) -> Result<String, Fail> {
    if let Some(name) = lookup::name_of(call, value) {
        return Ok(name);
    }
    match value {
        Value::String(_) | Value::Integer(_) | Value::Number(_) | Value::Boolean(_) => {
            Ok(value.to_string()?)
        }
        other => Err(bad(
            "argument",
            format!(
                "a choice is text, a number or a thing with a name, not {}",
                crate::script::args::shown(other)
            ),
        )),
    }
}

fn put(call: &Call<'_>, args: &Args, kind: QuestionKind, default: Answer) -> Result<Answer, Fail> {
    let question = Question {
        key: args.text("key").unwrap_or("question").to_owned(),
        who: args.thing("who"),
        text: args.text("question").unwrap_or_default().to_owned(),
        kind,
        default,
    };
    Ok(LuaSeat::new(*call).ask(question)?)
}

fn choices(call: &Call<'_>, args: &Args) -> Result<(Vec<Value>, Vec<String>), Fail> {
    let items = items(call, args, "from")?;
    let names: Vec<String> = items
        .iter()
        .map(|item| words(call, item))
        .collect::<Result<_, _>>()?;
    for (n, name) in names.iter().enumerate() {
        if names[..n]
            .iter()
            .any(|other| crate::table::names::same(other, name))
        {
            return Err(bad("argument", format!("two choices are called {name:?}")));
        }
    }
    Ok((items, names))
}

fn pick(call: &Call<'_>, args: &Args, optional: bool) -> Given {
    let (items, names) = choices(call, args)?;
    if items.is_empty() {
        if optional {
            return Ok(Value::Nil);
        }
        return Err(bad("argument", "there is nothing to choose from"));
    }
    let default = match args.raw("default") {
        Some(value) => Some(words(call, value)?),
        None if optional => None,
        None => names.first().cloned(),
    };
    let kind = QuestionKind::Pick {
        choices: names.clone(),
        optional,
    };
    match put(call, args, kind, Answer::Pick(default))? {
        Answer::Pick(Some(picked)) => Ok(items
            .into_iter()
            .zip(&names)
            .find(|(_, name)| **name == picked)
            .map_or(Value::Nil, |(item, _)| item)),
        _ => Ok(Value::Nil),
    }
}

fn picks(call: &Call<'_>, args: &Args) -> Given {
    let (items, names) = choices(call, args)?;
    let n = args.int("n").unwrap_or(1);
    let count = usize::try_from(n).unwrap_or(1);
    if count > names.len() {
        return Err(bad(
            "argument",
            format!("{n} of {} can't be picked", names.len()),
        ));
    }
    let default = names.iter().take(count).cloned().collect();
    let kind = QuestionKind::Picks {
        choices: names.clone(),
        n: u8::try_from(n).unwrap_or(u8::MAX),
    };
    let Answer::Picks(picked) = put(call, args, kind, Answer::Picks(default))? else {
        return Ok(Value::Nil);
    };
    let list = call.lua.create_table()?;
    for one in picked {
        if let Some(at) = names.iter().position(|name| *name == one) {
            list.raw_push(items[at].clone())?;
        }
    }
    Ok(Value::Table(list))
}

/// Answers given as a list, or by key.
///
/// # Errors
/// A value that answers nothing.
pub fn answers(table: &Table) -> Result<Vec<AnswerGiven>, Fail> {
    let mut given = Vec::new();
    for pair in table.clone().pairs::<Value, Value>() {
        let (key, value) = pair?;
        let answer = match &value {
            Value::Boolean(true) => "yes".to_owned(),
            Value::Boolean(false) => "no".to_owned(),
            Value::String(_) | Value::Integer(_) | Value::Number(_) => value.to_string()?,
            other => {
                return Err(bad(
                    "argument",
                    format!(
                        "an answer is text, a number, or true or false, not {}",
                        crate::script::args::shown(other)
                    ),
                ));
            }
        };
        given.push(AnswerGiven {
            key: text(&key),
            answer: Reply::Words(answer),
        });
    }
    Ok(given)
}

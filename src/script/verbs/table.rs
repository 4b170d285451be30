//! The table's own: undo, redo, again, anyway, history, what_if, follow, set, dice.

use mlua::{Function, Value};

use super::{Call, Given};
use crate::rules::numbers::Face;
use crate::script::again::Changes;
use crate::script::args::{Args, text, whole};
use crate::script::record::{Record, Ty, When, may, need};
use crate::script::stop::{Fail, Request, Stop, bad};
use crate::table::commands::hand::{self, Field};

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "undo",
        chapter: "table",
        params: &[may("n", Ty::Int(1, 10_000))],
        returns: "",
        about: "Takes back the last act, or the last n, whole: dice, memory, everything. To the start of the session, over restarts too. Stands alone.",
        example: "undo()",
        when: When::Alone,
        body: |_, args| session(Request::Undo(args.count("n").unwrap_or(1))),
    },
    Record {
        name: "redo",
        chapter: "table",
        params: &[may("n", Ty::Int(1, 10_000))],
        returns: "",
        about: "Does acts that were taken back again, as they were; no script runs. Stands alone.",
        example: "",
        when: When::Alone,
        body: |_, args| session(Request::Redo(args.count("n").unwrap_or(1))),
    },
    Record {
        name: "again",
        chapter: "table",
        params: &[need("changes", Ty::Data)],
        returns: "",
        about: "Takes the last act back and does it again with these options changed: same dice as far as they go. again { dv = 4 }. Stands alone.",
        example: "again { dv = 4 }",
        when: When::Alone,
        body: again,
    },
    Record {
        name: "anyway",
        chapter: "table",
        params: &[may("because", Ty::Rest)],
        returns: "",
        about: "Does the last refused act all the same: the GM rules the table. Recorded with the reason. It never overrules types, unknown names or numbers of dice. Stands alone.",
        example: "",
        when: When::Alone,
        body: |_, args| {
            session(Request::Anyway(
                args.text("because").unwrap_or("the GM's ruling").to_owned(),
            ))
        },
    },
    Record {
        name: "xcard",
        chapter: "table",
        params: &[may("n", Ty::Int(1, 10_000))],
        returns: "",
        about: "Strikes the last act, or the last n, from the record for good, for anyone, no reason asked. Nothing brings them back. Stands alone. Source: rules/01 §13.",
        example: "xcard()",
        when: When::Alone,
        body: |_, args| session(Request::Xcard(args.count("n").unwrap_or(1))),
    },
    Record {
        name: "reload",
        chapter: "table",
        params: &[],
        returns: "",
        about: "Reads the campaign's files again. Stands alone.",
        example: "",
        when: When::Alone,
        body: |_, _| session(Request::Reload),
    },
    Record {
        name: "history",
        chapter: "table",
        params: &[may("n", Ty::Int(1, 10_000))],
        returns: "{string}",
        about: "The last n acts in words, the newest last (default 10).",
        example: "history(3)",
        when: When::Read,
        body: |call, args| {
            let n = args.count("n").unwrap_or(10) as usize;
            let lines = crate::script::generation::lock(&call.generation.history).clone();
            let from = lines.len().saturating_sub(n);
            Ok(Value::Table(crate::script::live::frozen_list(
                call.lua,
                &lines[from..],
            )?))
        },
    },
    Record {
        name: "what_if",
        chapter: "table",
        params: &[need("fn", Ty::Function)],
        returns: "{string}",
        about: "What would happen, in words; nothing does. Its dice are not the ones that will fall.",
        example: "what_if(function() gain(1) end)",
        when: When::Read,
        body: what_if,
    },
    Record {
        name: "follow",
        chapter: "table",
        params: &[
            need("command", Ty::Text),
            may("a", Ty::Any),
            may("b", Ty::Any),
            may("c", Ty::Any),
        ],
        returns: "",
        about: "After this act, run that command as an act of its own.",
        example: r#"follow("timers")"#,
        when: When::Act,
        body: follow,
    },
    Record {
        name: "perform",
        chapter: "table",
        params: &[
            need("command", Ty::Text),
            may("a", Ty::Any),
            may("b", Ty::Any),
            may("c", Ty::Any),
            may("d", Ty::Any),
        ],
        returns: "",
        about: "Runs a command of the campaign: what its words at the prompt stand for.",
        example: "",
        when: When::Act,
        body: perform,
    },
    Record {
        name: "set",
        chapter: "table",
        params: &[need("thing", Ty::Thing), need("fields", Ty::Data)],
        returns: "",
        about: "The GM's hand: sets fields of a creature or timer, in range, recorded. What a rule binds (tl, size of tracks) can't be set.",
        example: r#"set("Toll Troll", { resilience = 6 })"#,
        when: When::Act,
        body: set,
    },
    Record {
        name: "dice",
        chapter: "table",
        params: &[need("faces", Ty::Faces)],
        returns: "",
        about: "Faces from real dice for the throws that follow in this act, in the order of throwing; 0 is a ten.",
        example: r#"dice("96421") roll("Lyra", "wits + craft")"#,
        when: When::Act,
        body: |call, args| {
            if let Some(faces) = args.faces("faces") {
                call.generation.act(|act| act.faces.then(faces.clone()))?;
            }
            Ok(Value::Nil)
        },
    },
];

fn session(request: Request) -> Given {
    Err(Fail::Stop(Stop::Session(request)))
}

/// Runs work while refusals give way, if `because` is among the options.
///
/// # Errors
/// As the work.
pub fn overruling<T>(
    call: &Call<'_>,
    args: &Args,
    work: impl FnOnce() -> Result<T, Fail>,
) -> Result<T, Fail> {
    let Some(because) = args.text("because") else {
        return work();
    };
    let before = call
        .generation
        .act(|act| act.because.replace(because.to_owned()))?;
    let result = work();
    if !call.generation.is_stopped() {
        call.generation.act(|act| act.because = before)?;
    }
    result
}

fn again(_: &Call<'_>, args: &Args) -> Given {
    let Some(Value::Table(table)) = args.raw("changes") else {
        return Err(bad(
            "argument",
            "again takes a table of options: again { dv = 4 }",
        ));
    };
    let mut changes = Changes::default();
    for pair in table.clone().pairs::<Value, Value>() {
        let (key, value) = pair?;
        let Some(key) = text(&key) else {
            return Err(bad(
                "argument",
                "again takes a table of options: again { dv = 4 }",
            ));
        };
        match key.as_str() {
            "faces" => {
                let faces =
                    crate::script::args::faces("again", &value).map_err(|e| bad("faces", e))?;
                changes.faces = faces.map(|faces| faces.left());
            }
            "answers" => {
                if let Value::Table(list) = &value {
                    changes.answers = super::talk::answers(list)?;
                }
            }
            "rerolls" => {
                if let Value::Table(list) = &value {
                    for face in list.clone().sequence_values::<Value>() {
                        let face = whole(&face?)
                            .and_then(|n| Face::new(n).ok())
                            .ok_or_else(|| bad("argument", "rerolls is a list of faces"))?;
                        let face = crate::rules::roll::Anew::Face(face);
                        changes.rerolls.push((face, crate::rules::boons::Pay::Boon));
                    }
                }
            }
            _ => changes.arguments.push((key, source(&value)?)),
        }
    }
    session(Request::Again(Box::new(changes)))
}

/// A plain value as Luau source.
fn source(value: &Value) -> Result<String, Fail> {
    match value {
        Value::Boolean(flag) => Ok(flag.to_string()),
        Value::Integer(n) => Ok(n.to_string()),
        Value::Number(n) => Ok(n.to_string()),
        Value::String(text) => Ok(crate::script::words::quoted(&text.to_string_lossy())),
        other => Err(bad(
            "argument",
            format!(
                "again changes plain options, not {}",
                crate::script::args::shown(other)
            ),
        )),
    }
}

fn what_if(call: &Call<'_>, args: &Args) -> Given {
    let Some(crate::script::args::Val::Function(function)) = args.get("fn") else {
        return Ok(Value::Nil);
    };
    let lines = fork(call, function)?;
    Ok(Value::Table(crate::script::live::frozen_list(
        call.lua, &lines,
    )?))
}

/// Runs a function on a fork with dice of its own, and says what it did.
fn fork(call: &Call<'_>, function: &Function) -> Result<Vec<String>, Fail> {
    use std::sync::atomic::Ordering::Relaxed;
    let forks = call.generation.forks.fetch_add(1, Relaxed);
    let (before, state, from) = call.generation.act(|act| {
        let before = act.savepoint();
        act.stream = act.stream.fork(act.state.dice, forks);
        act.state.dice = act.stream.position();
        (before, act.state.clone(), act.facts.len())
    })?;
    let reading = call.generation.reading.swap(0, Relaxed);
    let variables = crate::script::prompt::kept(call.generation);
    let faults = crate::script::generation::lock(&call.generation.faults).clone();
    let result = call.generation.call(function, ());
    crate::script::prompt::put_back(&variables);
    if !call.generation.is_stopped() {
        *crate::script::generation::lock(&call.generation.faults) = faults;
    }
    call.generation.reading.store(reading, Relaxed);
    if call.generation.is_stopped() {
        result?;
        return Ok(Vec::new());
    }
    let facts = call.generation.act(|act| {
        let facts = act.facts[from..].to_vec();
        act.rollback(before);
        facts
    })?;
    result?;
    let catalog = call.generation.catalog();
    let lines = crate::table::words::lines(&state, &facts, &catalog);
    let mut lines: Vec<String> = lines.into_iter().map(|line| line.text).collect();
    if lines.is_empty() {
        lines.push("nothing would change".into());
    }
    Ok(lines)
}

fn follow(call: &Call<'_>, args: &Args) -> Given {
    let mut line = args.text("command").unwrap_or_default().to_owned();
    for name in ["a", "b", "c"] {
        let Some(value) = args.raw(name) else {
            continue;
        };
        let word = match crate::script::lookup::name_of(call, value) {
            Some(name) => name.to_lowercase(),
            None => match value {
                Value::Integer(_) | Value::Number(_) | Value::Boolean(_) | Value::String(_) => {
                    value.to_string().map_err(Fail::from)?
                }
                other => {
                    return Err(bad(
                        "argument",
                        format!(
                            "follow hands on names, texts and numbers, not {}",
                            crate::script::args::shown(other)
                        ),
                    ));
                }
            },
        };
        line.push(' ');
        line.push_str(&word);
    }
    call.generation.act(|act| act.follow.push(line))?;
    Ok(Value::Nil)
}

/// Runs a campaign's command, its arguments checked by their kinds.
fn perform(call: &Call<'_>, args: &Args) -> Given {
    let name = args.text("command").unwrap_or_default();
    let catalog = call.generation.catalog();
    let Some(def) = catalog.commands.get(name).cloned() else {
        return Err(bad(
            "unknown_name",
            crate::table::names::unknown("command", name, catalog.commands.names()),
        ));
    };
    let table = call.lua.create_table()?;
    for (arg, given) in def.args.iter().zip(["a", "b", "c", "d"]) {
        let value = match (args.raw(given), &arg.default) {
            (Some(value), _) if !value.is_nil() => typed(call, name, arg, value)?,
            (_, Some(default)) => crate::script::convert::to_lua(call.lua, default)?,
            _ => {
                return Err(bad(
                    "argument",
                    format!("{name} needs {}: {}", arg.name, def.help),
                ));
            }
        };
        table.raw_set(arg.name.as_str(), value)?;
    }
    crate::script::results::freeze(call.lua, &table, &[])?;
    let context = crate::script::effects::Context {
        argument: Some(table),
        ..Default::default()
    };
    call.doing(name.to_owned(), None, || {
        crate::script::effects::run(call, &def.run, &context)
    })?;
    Ok(Value::Nil)
}

/// An argument of a command by its kind.
fn typed(
    call: &Call<'_>,
    command: &str,
    arg: &crate::table::catalog::ArgDef,
    value: &Value,
) -> Given {
    let wrong = || {
        bad(
            "argument",
            format!(
                "{command}: {} is a {}, not {}",
                arg.name,
                arg.kind,
                crate::script::args::shown(value)
            ),
        )
    };
    let thing = |found: Option<crate::rules::ids::Thing>| {
        found.map(crate::script::handle::to_lua).ok_or_else(wrong)
    };
    match arg.kind.as_str() {
        "pc" => thing(crate::script::lookup::creature(call, Ty::Pc, value)?),
        "foe" => thing(crate::script::lookup::creature(call, Ty::Foe, value)?),
        "timer" => match crate::script::lookup::timer(call, value)? {
            Some(crate::script::args::Val::One(timer)) => Ok(crate::script::handle::to_lua(timer)),
            Some(crate::script::args::Val::Text(name)) => {
                Err(crate::script::lookup::unknown_timer(call, &name))
            }
            _ => Err(wrong()),
        },
        "number" => whole(value).map(Value::Integer).ok_or_else(wrong),
        _ => text(value)
            .ok_or_else(wrong)
            .and_then(|text| call.text(&text)),
    }
}

fn set(call: &Call<'_>, args: &Args) -> Given {
    let Some(thing) = args.thing("thing") else {
        return Ok(Value::Nil);
    };
    let Some(Value::Table(table)) = args.raw("fields") else {
        return Err(bad(
            "argument",
            "set takes a table of fields: set(troll, { resilience = 6 })",
        ));
    };
    let mut fields = Vec::new();
    for pair in table.clone().pairs::<Value, Value>() {
        let (key, value) = pair?;
        let Some(name) = text(&key) else {
            return Err(bad("argument", "set takes a table of fields by name"));
        };
        fields.push(match (&value, whole(&value)) {
            (Value::Boolean(flag), _) => Field::Flag(name, *flag),
            (_, Some(n)) => Field::Number(name, n),
            (other, None) => {
                return Err(bad(
                    "argument",
                    format!(
                        "{name} is a whole number, or true or false, not {}",
                        crate::script::args::shown(other)
                    ),
                ));
            }
        });
    }
    fields.sort_by(|a, b| format!("{a:?}").cmp(&format!("{b:?}")));
    call.command(|seat| hand::set(seat, thing, &fields))?;
    Ok(Value::Nil)
}

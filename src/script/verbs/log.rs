//! What was said and noted: the log of the session, the notes of the campaign.

use mlua::Value;

use super::{Call, Given};
use crate::script::generation::lock;
use crate::script::live::frozen_list;
use crate::script::record::{Record, Ty, When, may};
use crate::table::event::Audience;

/// For whom the log is read.
const READERS: &[&str] = &["gm", "players"];

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "log",
        chapter: "talk",
        params: &[
            may("reader", Ty::Word(READERS)),
            may("n", Ty::Int(1, 10_000)),
        ],
        returns: "{string}",
        about: "What was said, told, announced and noted in this session, the newest last (default 20). For `players`: only what the table heard.",
        example: r#"say("The river has opinions.") log("players")"#,
        when: When::Read,
        body: |call, args| {
            let players = args.text("reader") == Some("players");
            let spoken: Vec<String> = lock(&call.generation.spoken)
                .iter()
                .flatten()
                .filter(|line| !players || line.audience == Audience::Table)
                .map(|line| line.text.clone())
                .collect();
            last(call, &spoken, args.count("n"))
        },
    },
    Record {
        name: "notes",
        chapter: "talk",
        params: &[may("n", Ty::Int(1, 10_000))],
        returns: "{string}",
        about: "The GM's notes, of all sessions, the newest last (default 20).",
        example: r#"note("The troll knows their names.") notes()"#,
        when: When::Read,
        body: |call, args| {
            let notes = call.generation.act(|act| act.state.notes.clone())?;
            last(call, &notes, args.count("n"))
        },
    },
];

fn last(call: &Call<'_>, lines: &[String], n: Option<u32>) -> Given {
    let n = n.unwrap_or(20) as usize;
    let from = lines.len().saturating_sub(n);
    Ok(Value::Table(frozen_list(call.lua, &lines[from..])?))
}

//! Help from the records, and the house rules in force.

use mlua::Value;

use super::{Call, Given, all, find};
use crate::rules::points::POINTS;
use crate::script::args::{Args, wants};
use crate::script::define::Word;
use crate::script::define::events::{EVENTS, STEPS};
use crate::script::record::{Record, Ty, When, may};
use crate::script::stop::bad;
use crate::table::names;

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "help",
        chapter: "help",
        params: &[may("topic", Ty::Rest)],
        returns: "string",
        about: "What there is; help x says more about x.",
        example: r#"help("roll")"#,
        when: When::Always,
        body: help,
    },
    Record {
        name: "rules.switches",
        chapter: "help",
        params: &[],
        returns: "{string}",
        about: "The campaign's switches with their values and meanings. They are set in campaign.yaml. Source: rules/90 J.",
        example: "rules.switches()",
        when: When::Always,
        body: |call, _| {
            let switches = call.generation.catalog().switches;
            let lines: Vec<String> = crate::rules::switches::SWITCHES
                .iter()
                .map(|one| {
                    let value = switches.get(one.name).unwrap_or_default();
                    format!(
                        "{} = {value}  ({}; {}; {})",
                        one.name, one.meaning, one.allowed, one.ruling
                    )
                })
                .collect();
            Ok(Value::Table(crate::script::live::frozen_list(
                call.lua, &lines,
            )?))
        },
    },
    Record {
        name: "rules.points",
        chapter: "help",
        params: &[],
        returns: "{string}",
        about: "The formulas that override.x(fn) can replace.",
        example: "rules.points()",
        when: When::Always,
        body: |call, _| {
            let lines: Vec<String> = POINTS
                .iter()
                .map(|point| format!("{}: {}", point.name, point.meaning))
                .collect();
            Ok(Value::Table(crate::script::live::frozen_list(
                call.lua, &lines,
            )?))
        },
    },
    Record {
        name: "rules.overrides",
        chapter: "help",
        params: &[],
        returns: "{string}",
        about: "The house rules in force, with file and line.",
        example: "rules.overrides()",
        when: When::Always,
        body: |call, _| {
            let catalog = call.generation.catalog();
            let lines: Vec<String> = catalog
                .overrides
                .iter()
                .map(|one| format!("{} ({}:{})", one.name, one.place.file, one.place.line))
                .collect();
            Ok(Value::Table(crate::script::live::frozen_list(
                call.lua, &lines,
            )?))
        },
    },
];

fn help(call: &Call<'_>, args: &Args) -> Given {
    let text = match args.text("topic") {
        None => overview(call),
        Some(topic) => about(call, topic.trim()).ok_or_else(|| {
            let catalog = call.generation.catalog();
            let known: Vec<String> = all()
                .map(|record| record.name.to_owned())
                .chain(
                    super::super::define::WORDS
                        .iter()
                        .map(|word| word.name.to_owned()),
                )
                .chain(catalog.commands.names().map(str::to_owned))
                .chain(super::topics::known())
                .collect();
            bad("unknown_name", names::unknown("topic", topic, &known))
        })?,
    };
    call.text(&text)
}

fn overview(call: &Call<'_>) -> String {
    let mut chapters: Vec<&str> = Vec::new();
    for record in all() {
        if !chapters.contains(&record.chapter) {
            chapters.push(record.chapter);
        }
    }
    let mut lines = vec!["Type words (roll lyra wits craft 4) or Luau (roll(\"Lyra\", \"wits + craft\", 4)). help x says more.".to_owned()];
    for chapter in chapters {
        let verbs: Vec<&str> = all()
            .filter(|record| record.chapter == chapter)
            .map(|record| record.name)
            .collect();
        lines.push(format!("{chapter:<12} {}", verbs.join(" ")));
    }
    let words: Vec<&str> = super::super::define::WORDS
        .iter()
        .map(|word| word.name)
        .collect();
    lines.push(format!("{:<12} {}", "in scripts", words.join(" ")));
    let catalog = call.generation.catalog();
    if !catalog.commands.is_empty() {
        let commands: Vec<&str> = catalog.commands.names().collect();
        lines.push(format!("{:<12} {}", "campaign", commands.join(", ")));
    }
    lines.push(
        "names        lyra, troll, sb, timers: a name alone prints what it stands for".to_owned(),
    );
    lines.push(
        "topics       e on.hit modify.roll override.armor pc foe timer roll t skills adversaries decks conditions"
            .to_owned(),
    );
    lines.push("the prompt   :help lists what begins with a colon; :quit leaves".to_owned());
    lines.join("\n")
}

fn about(call: &Call<'_>, topic: &str) -> Option<String> {
    if let Some(record) =
        find(topic).or_else(|| all().find(|record| names::same(record.name, topic)))
    {
        return Some(of(record));
    }
    if let Some(word) = super::super::define::WORDS
        .iter()
        .find(|word| names::same(word.name, topic))
    {
        return Some(declares(word));
    }
    let catalog = call.generation.catalog();
    if let Some(command) = catalog.commands.get(topic) {
        return Some(format!("{}: {}", command.name, command.help));
    }
    let chapter: Vec<&Record> = all()
        .filter(|record| names::same(record.chapter, topic))
        .collect();
    if chapter.is_empty() {
        return super::topics::about(&catalog, topic);
    }
    let mut lines: Vec<String> = chapter.iter().map(|record| record.signature()).collect();
    if names::same(topic, "foes") {
        lines.push(super::topics::spawnable(&catalog));
    }
    Some(lines.join("\n"))
}

/// A word that declares, with its keys, or the names behind its dot.
fn declares(word: &Word) -> String {
    let mut lines = vec![format!("{} — {}", word.form, word.about)];
    let mut line = |name: &str, about: &str| {
        lines.push(format!("  {name:<14} {about}").trim_end().to_owned());
    };
    for field in word.keys() {
        line(field.name, field.about);
    }
    if word.reacts {
        line("on_…", "what it does: on_hit, on_roll … (help on)");
        line(
            "modify_…",
            "what it adds: modify_roll = { dice = 1 } (help modify)",
        );
    }
    match word.name {
        "on" => EVENTS.iter().for_each(|one| line(one.name, one.about)),
        "modify" => STEPS.iter().for_each(|one| line(one.name, one.about)),
        "override" => POINTS.iter().for_each(|one| line(one.name, one.meaning)),
        _ => {}
    }
    lines.join("\n")
}

fn of(record: &Record) -> String {
    let mut lines = vec![record.signature(), record.about.to_owned()];
    for param in record.params.iter().chain(record.options()) {
        if matches!(param.ty, Ty::Options(_)) {
            continue;
        }
        let option = if record
            .options()
            .iter()
            .any(|option| option.name == param.name)
        {
            "option "
        } else {
            ""
        };
        lines.push(format!("  {:<12} {option}{}", param.name, wants(param.ty)));
    }
    if !record.example.is_empty() {
        lines.push(format!("example: {}", record.example));
    }
    lines.join("\n")
}

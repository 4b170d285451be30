//! Help from the records, and the house rules in force.

use mlua::Value;

use super::{Call, Given, all, find};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::points::POINTS;
use crate::script::args::{Args, wants};
use crate::script::cues;
use crate::script::define::events::{EVENTS, STEPS};
use crate::script::define::{WORDS, Word};
use crate::script::record::{Record, Ty, When, may};
use crate::script::stop::bad;
use crate::script::words::{from_example, usage};
use crate::table::names::{self, Found};

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
        name: "cue",
        chapter: "help",
        params: &[may("topic", Ty::Rest)],
        returns: "string",
        about: "A page of what to have in mind: pacing, a fight, a journey, what each outcome asks of the GM. Without a topic it lists them.",
        example: r#"cue("fight")"#,
        when: When::Always,
        body: |call, args| match args.text("topic").map(str::trim) {
            None | Some("") => call.text(&cues::list()),
            Some(topic) => {
                let cue = cues::find(topic)
                    .map_err(|why| bad("unknown_name", format!("{why}; cue alone lists them")))?;
                call.text(&cues::shown(&cue))
            }
        },
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
        Some(topic) => match thing(call, topic.trim()).or_else(|| about(call, topic.trim())) {
            Some(text) => Ok(text),
            None => Err({
                let catalog = call.generation.catalog();
                let known: Vec<String> = all()
                    .map(|record| record.name.to_owned())
                    .chain(WORDS.iter().map(|word| word.name.to_owned()))
                    .chain(catalog.commands.names().map(str::to_owned))
                    .chain(super::topics::known())
                    .collect();
                bad(
                    "unknown_name",
                    format!(
                        "{}; help alone lists what there is",
                        names::unknown("topic", topic, &known)
                    ),
                )
            }),
        }?,
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
    let mut lines = vec![
        "Type what happens, verb first: roll lyra wits craft 4. Names may be shortened. undo takes it back.".to_owned(),
        "A name alone shows the thing: lyra, sb, timers. Luau works too: roll(\"Lyra\", \"wits + craft\", 4).".to_owned(),
        "help roll says what roll takes; help foes lists a row; Tab completes.".to_owned(),
    ];
    for chapter in chapters {
        let verbs: Vec<&str> = all()
            .filter(|record| record.chapter == chapter)
            .map(|record| record.name)
            .collect();
        lines.push(format!("{chapter:<12} {}", verbs.join(" ")));
    }
    let words: Vec<&str> = WORDS.iter().map(|word| word.name).collect();
    lines.push(format!("{:<12} {}", "in scripts", words.join(" ")));
    let catalog = call.generation.catalog();
    if !catalog.commands.is_empty() {
        let commands: Vec<&str> = catalog.commands.names().collect();
        lines.push(format!("{:<12} {}", "campaign", commands.join(", ")));
    }
    lines.push(
        "topics       sheet faces sb moves periods override e on.hit modify.roll override.armor pc foe timer roll t skills adversaries decks conditions"
            .to_owned(),
    );
    lines.push("the prompt   :help lists what begins with a colon; :quit leaves".to_owned());
    lines.join("\n")
}

/// A thing by its name: what it is now, and what can be done with it. Verbs and other words of ours go before.
fn thing(call: &Call<'_>, topic: &str) -> Option<String> {
    if find(topic).is_some()
        || WORDS.iter().any(|word| names::same(word.name, topic))
        || dotted(topic).next().is_some()
    {
        return None;
    }
    let words: Vec<&str> = topic.split_whitespace().collect();
    let live = call.generation.act(|act| {
        let state = &act.state;
        let things = state.roster().chain(state.foes_present());
        let all: Vec<(String, Thing)> = things
            .chain(state.timers_shown())
            .map(|thing| (state.name(thing), thing))
            .collect();
        match names::find_start_by(&words, &all, |(name, _)| name.as_str()) {
            (Found::One(one), taken) if taken == words.len() => Some(one.clone()),
            _ => None,
        }
    });
    if let Some((name, thing)) = live.ok().flatten() {
        let verbs: Vec<&str> = super::methods_of(thing.kind).collect();
        let what = match thing.kind {
            ThingKind::Pc => "a character",
            ThingKind::Foe => "a foe",
            ThingKind::Timer => "a timer",
            _ => "a thing",
        };
        let small = name.to_lowercase();
        return Some(format!(
            "{name} is {what} at the table; {small} alone shows it\nverbs: {}",
            verbs.join(" ")
        ));
    }
    let catalog = call.generation.catalog();
    let of = |verb: &str, what: &str, name: &str, text: &str| {
        let line = format!(
            "{name} is {what} of the campaign: {verb} {}",
            name.to_lowercase()
        );
        if text.is_empty() {
            line
        } else {
            format!("{line}\n{text}")
        }
    };
    if let Some(def) = catalog.adversaries.get(topic) {
        return Some(of(
            "spawn",
            &format!("an adversary (TL {})", def.tl),
            &def.name,
            &def.text,
        ));
    }
    if let Some(def) = catalog.timers.get(topic) {
        return Some(of(
            "start",
            &format!("a timer (size {})", def.size),
            &def.name,
            &def.text,
        ));
    }
    if let Some(def) = catalog.decks.get(topic) {
        return Some(of("draw", "a deck", &def.name, ""));
    }
    let def = catalog.conditions.get(topic)?;
    Some(of("apply lyra", "a condition", &def.name, &def.text))
}

/// The verbs of a chapter that stands in front of a dot: `travel.plan`, `travel.go`.
fn dotted(chapter: &str) -> impl Iterator<Item = &'static Record> {
    all().filter(move |record| {
        let named = record.name.split_once('.');
        named.is_some_and(|(before, _)| names::same(before, chapter))
    })
}

/// A verb and what it does, in a line.
fn line(record: &Record) -> String {
    format!("{}   {}", record.signature(), first_sentence(record.about))
}

fn first_sentence(text: &str) -> &str {
    let end = text.match_indices([':', '.', ';']).find(|(at, _)| {
        let next = text[at + 1..].chars().next();
        next.is_none_or(char::is_whitespace)
    });
    end.map_or(text, |(at, _)| &text[..at])
}

fn about(call: &Call<'_>, topic: &str) -> Option<String> {
    if let Some(record) =
        find(topic).or_else(|| all().find(|record| names::same(record.name, topic)))
    {
        return Some(of(record));
    }
    if let Some(word) = WORDS.iter().find(|word| names::same(word.name, topic)) {
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
        let lines: Vec<String> = dotted(topic).map(line).collect();
        return match lines.as_slice() {
            [] => super::topics::about(&catalog, topic),
            lines => Some(lines.join("\n")),
        };
    }
    let mut lines: Vec<String> = chapter.iter().map(|record| line(record)).collect();
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
    let words = record
        .params
        .iter()
        .all(|param| !matches!(param.ty, Ty::Function | Ty::List));
    if words {
        let example = from_example(record.example);
        let example = example.map(|words| format!("   for example: {words}"));
        lines.push(format!(
            "typed: {}{}",
            usage(record),
            example.unwrap_or_default()
        ));
    }
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
        lines.push(format!("in Luau: {}", record.example));
    }
    lines.join("\n")
}

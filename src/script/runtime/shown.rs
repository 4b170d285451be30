//! Values as people read them and as data; questions as one line.

use mlua::{Lua, MultiValue, Value};
use serde_json::{Map, Value as Json, json};

use crate::rules::ids::{Thing, ThingKind};
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::script::answer;
use crate::script::args::{text, whole};
use crate::script::generation::{Generation, lock};
use crate::script::group::Group;
use crate::script::live::{CHAPTERS, Chapter};
use crate::script::outcome::Shown;
use crate::script::verbs::Call;
use crate::script::{convert, fields, handle, menu, saved, talk, told};
use crate::table::commands;
use crate::table::show;
use crate::table::words;

/// A question as one line: "Sera: Shoulder it? [y/N]".
pub(super) fn question(question: &Question, who: Option<&str>) -> String {
    let who = who.map(|who| format!("{who}: ")).unwrap_or_default();
    let default = answer::shown(&question.default);
    let rest = match &question.kind {
        QuestionKind::YesNo if default == "yes" => " [Y/n]".to_owned(),
        QuestionKind::YesNo => " [y/N]".to_owned(),
        QuestionKind::Pick { choices, optional } => {
            let mut list: Vec<String> = choices
                .iter()
                .enumerate()
                .map(|(n, choice)| format!("{} {choice}", n + 1))
                .collect();
            if *optional {
                list.push("none".into());
            }
            match &question.default {
                // A name that has to be chosen has no default.
                Answer::Pick(None) if !optional => format!("  {}", list.join(" · ")),
                _ => format!("  {}  [{default}]", list.join(" · ")),
            }
        }
        QuestionKind::Picks { choices, n } => {
            format!("  {n} of {}  [{default}]", choices.join(" · "))
        }
        QuestionKind::Number { low, high } => format!(" {low}–{high} [{default}]"),
        QuestionKind::Text => String::new(),
    };
    show::visible(&format!("{who}{}{rest}", question.text)).into_owned()
}

/// The value of an input: nothing for nil.
pub(super) fn value(
    lua: &Lua,
    generation: &std::sync::Arc<Generation>,
    values: &MultiValue,
) -> Option<Shown> {
    let call = Call { lua, generation };
    let mut room = ROOM;
    let shown: Vec<Shown> = values
        .iter()
        .filter(|value| !value.is_nil())
        .filter_map(|value| one(&call, value, &mut room))
        .collect();
    match shown.len() {
        0 => None,
        1 => shown.into_iter().next(),
        _ => Some(Shown {
            text: shown
                .iter()
                .map(|one| one.text.as_str())
                .collect::<Vec<_>>()
                .join("   "),
            json: Json::Array(shown.into_iter().map(|one| one.json).collect()),
        }),
    }
}

fn one(call: &Call<'_>, value: &Value, room: &mut usize) -> Option<Shown> {
    let json = part(call, value, 0, room);
    let words = match value {
        Value::LightUserData(_) => thing_words(call, handle::from_lua(value)?),
        Value::UserData(data) => {
            if let Ok(group) = data.borrow::<Group>() {
                let things = group.things(call.generation).ok()?;
                if things.is_empty() {
                    let nobody = call.generation.act(|act| act.state.cast.is_empty());
                    if group.kind() == ThingKind::Pc && nobody.ok()? {
                        "none: a character is a file party/NAME.yaml (help sheet)".into()
                    } else {
                        "none".into()
                    }
                } else {
                    things
                        .into_iter()
                        .map(|thing| thing_words(call, thing))
                        .collect::<Vec<_>>()
                        .join("\n")
                }
            } else if let Ok(chapter) = data.borrow::<Chapter>() {
                chapter_words(call, chapter.0)
            } else {
                show::visible_lines(&talk::to_text(value))
            }
        }
        Value::Table(table) => table_words(call, table, &json)?,
        Value::String(_) => show::visible_lines(json.as_str().unwrap_or_default()),
        Value::Function(_) => "a function: call it with ()".into(),
        value => talk::to_text(value),
    };
    if words.is_empty() && json.is_null() {
        return None;
    }
    Some(Shown {
        text: show::visible_lines(&words),
        json,
    })
}

fn thing_words(call: &Call<'_>, thing: Thing) -> String {
    let Ok(state) = call.generation.act(|act| act.state.clone()) else {
        return thing.to_string();
    };
    let seat = crate::script::seat::LuaSeat::new(*call);
    let words = match thing.kind {
        ThingKind::Pc => state
            .pc(thing.id)
            .map(|pc| words::pc_lines(pc, commands::fatigue_size(&seat, &state, thing)).join("\n")),
        ThingKind::Foe => state.foe(thing.id).map(|foe| {
            let line = words::foe_line(foe, &commands::numbers(&seat, foe));
            let def = call.generation.catalog().adversaries.get(&foe.def).cloned();
            words::resolution_lines(line, foe, def.as_deref())
        }),
        ThingKind::Unit => state
            .unit(thing.id)
            .map(|unit| crate::table::units::words::line(&state, unit)),
        ThingKind::Timer => state.timer(thing.id).map(|timer| {
            let mut line = words::timer_line(timer);
            line.push_str(&format!(
                "   {} of {}   {}",
                timer.filled, timer.size, timer.kind
            ));
            if timer.hidden {
                line.push_str("   hidden");
            }
            match timer.status {
                crate::table::state::TimerStatus::Running => {}
                crate::table::state::TimerStatus::Paused => line.push_str("   paused"),
                crate::table::state::TimerStatus::Full => line.push_str("   full"),
                crate::table::state::TimerStatus::Stopped => line.push_str("   stopped"),
            }
            line
        }),
        ThingKind::Ward => state.ward(thing.id).map(crate::table::peril::ward_line),
        ThingKind::Deck => state
            .decks
            .get(&thing.id)
            .map(|deck| format!("{}   {} cards left", deck.name, deck.left.len())),
        _ => None,
    };
    words.map_or_else(
        || show::visible_lines(&fields::words(call.generation, &handle::to_lua(thing))),
        |words| show::visible_lines(&words),
    )
}

fn chapter_words(call: &Call<'_>, chapter: &str) -> String {
    let Ok(state) = call.generation.act(|act| act.state.clone()) else {
        return chapter.to_owned();
    };
    let catalog = call.generation.catalog();
    match chapter {
        "sb" => {
            let tier = commands::scenes::highest_tier(&state);
            format!(
                "SB {}   kept at scene end: {}   suggested spend a scene: {}",
                state.bank,
                crate::rules::beats::target(tier),
                crate::rules::beats::budget(tier)
            )
        }
        "scene" if state.scene.name.is_empty() => {
            "no scene is running: scene bridge at dusk".into()
        }
        "scene" => format!(
            "{}   {}   exchange {}",
            state.scene.name, state.scene.position, state.scene.exchange
        ),
        "exchange" => format!("exchange {}", state.scene.exchange),
        "session" => format!("session {}", state.session.number),
        "crown" => show::visible_lines(&crate::table::crown::words::status(&state)),
        "travel" => crate::table::travel::page(&state).join("\n"),
        "safety" => crate::script::verbs::agreed(&state, &catalog),
        other => other.to_owned(),
    }
}

/// A menu with nothing in it: nobody is there, or who is there has no moves, and a puzzle is ended by deeds.
fn without_moves(call: &Call<'_>) -> String {
    let Ok(state) = call.generation.act(|act| act.state.clone()) else {
        return String::new();
    };
    let catalog = call.generation.catalog();
    let lines: Vec<String> = state
        .foes_present()
        .filter_map(|who| state.foe(who.id))
        .map(|foe| {
            let def = catalog.adversaries.get(&foe.def);
            let line = format!("{} has no moves", foe.name);
            words::resolution_lines(line, foe, def.map(AsRef::as_ref))
        })
        .collect();
    if lines.is_empty() {
        return "no foe is at the table: spawn one".into();
    }
    let all = lines.join("\n");
    let safe: Vec<_> = all.lines().map(crate::rules::show::visible).collect();
    safe.join("\n")
}

fn table_words(call: &Call<'_>, table: &mlua::Table, json: &Json) -> Option<String> {
    // The menu reads as a menu.
    let shown = lock(&call.generation.menu).clone();
    if table
        .raw_get::<Value>("named")
        .is_ok_and(|named| !named.is_nil())
        && table.raw_len() == shown.len()
    {
        if shown.is_empty() {
            return Some(without_moves(call));
        }
        return menu::shown_list(call, &shown).ok();
    }
    // What happened is told in the facts: a roll, a hit or a draw says no more.
    let has = |key: &str| {
        table
            .raw_get::<Value>(key)
            .is_ok_and(|value| !value.is_nil())
    };
    if has("outcome") || has("taken") || has("cards") || has("failed") {
        return Some(String::new());
    }
    match json {
        Json::Array(items) if items.iter().all(Json::is_string) => Some(
            items
                .iter()
                .filter_map(Json::as_str)
                .map(show::visible_lines)
                .collect::<Vec<_>>()
                .join("\n"),
        ),
        Json::Array(items) if items.is_empty() => Some(String::new()),
        Json::Array(items) if items.iter().all(|item| item.get("taken").is_some()) => {
            Some(String::new())
        }
        _ => Some(told::table(call.generation, table)),
    }
}

/// Where a field stands in an object: the telling ones first, in the order of a roll, a hit, a sheet.
fn place(key: &str) -> usize {
    const ORDER: [&str; 24] = [
        "kind",
        "id",
        "name",
        "who",
        "pool",
        "auto",
        "position",
        "dv",
        "faces",
        "successes",
        "sb",
        "tens",
        "outcome",
        "success",
        "boons",
        "harm",
        "taken",
        "fatigue",
        "overflow",
        "body",
        "wits",
        "spirit",
        "presence",
        "deck",
    ];
    ORDER
        .iter()
        .position(|known| *known == key)
        .unwrap_or(ORDER.len())
}

/// How deep a value is shown.
const DEPTH: usize = 8;
/// Items of a list or map that are shown.
const ITEMS: usize = 200;

/// A value as data: handles as objects, functions left out. A table may be in itself, or in others a thousand times:
/// no more is shown than somebody reads.
pub(super) fn json_of(call: &Call<'_>, value: &Value, depth: usize) -> Json {
    part(call, value, depth, &mut ROOM.clone())
}

/// Bytes of a value that are shown.
const ROOM: usize = 64 << 10;

fn part(call: &Call<'_>, value: &Value, depth: usize, room: &mut usize) -> Json {
    /// What an item takes besides its text.
    const ITEM: usize = 16;
    if depth > DEPTH || *room == 0 {
        return json!("…");
    }
    *room = room.saturating_sub(ITEM);
    match value {
        Value::Boolean(flag) => json!(flag),
        Value::Integer(n) => json!(n),
        Value::Number(n) if n.is_finite() => convert::number_json(*n),
        Value::Number(n) => json!(n.to_string()),
        Value::String(text) => {
            let bytes = text.as_bytes();
            let all = bytes.len() <= *room;
            let shown = String::from_utf8_lossy(bytes.get(..*room).unwrap_or(&bytes));
            *room = room.saturating_sub(bytes.len());
            if all {
                json!(shown)
            } else {
                json!(format!("{shown}…"))
            }
        }
        Value::LightUserData(_) => {
            handle::from_lua(value).map_or(Json::Null, |thing| thing_json(call, thing, depth, room))
        }
        Value::UserData(data) => {
            if let Ok(group) = data.borrow::<Group>() {
                let things = group.things(call.generation).unwrap_or_default();
                return Json::Array(
                    things
                        .into_iter()
                        .map(|thing| thing_json(call, thing, depth, room))
                        .collect(),
                );
            }
            if let Ok(chapter) = data.borrow::<Chapter>() {
                let mut map = Map::new();
                let known = CHAPTERS
                    .iter()
                    .find(|(name, _)| *name == chapter.0)
                    .map_or(&[][..], |(_, fields)| fields);
                for field in known.iter().filter(|field| field.name != "memory") {
                    if let Ok(value) = mlua::ObjectLike::get::<Value>(data, field.name) {
                        map.insert(field.name.to_owned(), part(call, &value, depth + 1, room));
                    }
                }
                return Json::Object(map);
            }
            match saved::datum_of(data, call.generation) {
                Ok(Some(datum)) => convert::to_json(&datum, call.generation),
                _ => Json::Null,
            }
        }
        Value::Table(table) => {
            let n = table.raw_len();
            let mut list = Vec::new();
            let mut map = Map::new();
            for (key, value) in table.pairs::<Value, Value>().flatten().take(ITEMS) {
                if matches!(value, Value::Function(_)) {
                    continue;
                }
                if *room == 0 {
                    map.insert("…".into(), json!("…"));
                    break;
                }
                let json = part(call, &value, depth + 1, room);
                match (whole(&key), text(&key)) {
                    (Some(at), _) if at >= 1 && usize::try_from(at).is_ok_and(|at| at <= n) => {
                        list.push((at, json))
                    }
                    (_, Some(name)) => {
                        *room = room.saturating_sub(name.len());
                        map.insert(name, json);
                    }
                    _ => {
                        let key = match &key {
                            Value::LightUserData(_) => fields::words(call.generation, &key),
                            key => talk::to_text(key),
                        };
                        map.insert(key, json);
                    }
                }
            }
            let mut named: Vec<(String, Json)> = map.into_iter().collect();
            named.sort_by(|(a, _), (b, _)| (place(a), a).cmp(&(place(b), b)));
            let mut map: Map<String, Json> = named.into_iter().collect();
            list.sort_by_key(|(at, _)| *at);
            let list: Vec<Json> = list.into_iter().map(|(_, json)| json).collect();
            if map.is_empty() {
                Json::Array(list)
            } else {
                if !list.is_empty() {
                    map.insert("items".into(), Json::Array(list));
                }
                Json::Object(map)
            }
        }
        _ => Json::Null,
    }
}

/// A handle as data: kind, id, name, and its plain fields at the top level.
fn thing_json(call: &Call<'_>, thing: Thing, depth: usize, room: &mut usize) -> Json {
    let name = call
        .generation
        .act(|act| act.state.name(thing))
        .unwrap_or_default();
    let mut map = Map::new();
    map.insert("kind".into(), json!(thing.kind.word()));
    map.insert("id".into(), json!(thing.id));
    map.insert("name".into(), json!(name));
    if depth == 0 {
        let value = handle::to_lua(thing);
        for key in fields::of(thing.kind) {
            if matches!(
                key,
                "memory" | "moves" | "name" | "kind" | "armor" | "weapon"
            ) {
                continue;
            }
            let got = call
                .lua
                .load(format!("local t = ... return t.{key}"))
                .set_name("=storybeat")
                .call::<Value>(value.clone());
            if let Ok(got) = got
                && !got.is_nil()
                && !matches!(got, Value::Function(_))
            {
                map.insert(key.into(), part(call, &got, depth + 1, room));
            }
        }
    }
    Json::Object(map)
}

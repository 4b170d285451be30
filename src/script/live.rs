//! What is live: groups under fixed names, and chapters whose fields follow the table.

use mlua::{Lua, MetaMethod, Table, UserData, UserDataFields, UserDataMethods, Value};

use super::generation::Generation;
use super::group::{Group, Live};
use super::raise;
use super::record::{Field, field};
use super::saved;
use super::stop::{Fail, bad};
use crate::rules::beats;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::travel::EncounterDue;
use crate::table::commands::accord;
use crate::table::names;
use crate::table::state::{Owner, State};
use crate::table::travel::Leg;

/// A chapter: `sb`, `scene`, `exchange`, `session`, `safety`.
#[derive(Clone, Copy, Debug)]
pub struct Chapter(pub &'static str);

/// Chapters and their fields.
pub const CHAPTERS: [(&str, &[Field]); 6] = [
    (
        "sb",
        &[
            field("bank", "number", "Story Beats the GM holds"),
            field(
                "target",
                "number",
                "what a scene's end leaves in the bank at most: highest Tier present + 1, up to 4",
            ),
            field(
                "budget",
                "number",
                "what a scene may well spend: 4 + highest Tier present; advice",
            ),
            field("spent", "number", "what was spent in this scene"),
        ],
    ),
    (
        "scene",
        &[
            field("name", "string", ""),
            field(
                "position",
                "Position",
                "the Position of rolls that don't say theirs",
            ),
            field(
                "memory",
                "Data",
                "what this script keeps until the scene closes",
            ),
            field("number", "number", "counted through the campaign"),
            field(
                "hazards",
                "{ string }",
                "names of the hazards that are there",
            ),
            field("framed", "string?", "the frame it is played in"),
        ],
    ),
    (
        "exchange",
        &[field("number", "number", "0 before the first")],
    ),
    ("session", &[field("number", "number", "")]),
    (
        "travel",
        &[
            field("region", "string?", "where the leg under way leads"),
            field(
                "leg",
                "number",
                "its number in the journey, from 1; 0 where none is under way",
            ),
            field(
                "legs",
                "number",
                "legs of the journey; 0 where none is planned",
            ),
            field(
                "next",
                "string?",
                "where the next leg leads, if none is under way",
            ),
            field(
                "due",
                "string",
                "an encounter: none, may (one segment since the last), due (two)",
            ),
            field("encounters", "number", "in the leg under way"),
            field("conditions", "{ string }", "weather and ground of the leg"),
            field("supply", "number", "missing segments, 0 to 4"),
            field("days", "number", "that have passed on the road"),
            field("caches", "number", "Cache tokens of the party"),
            field(
                "worst",
                "number",
                "the worst Harm that a character came to in this leg, or in the last",
            ),
        ],
    ),
    (
        "safety",
        &[
            field(
                "lines",
                "{ string }",
                "what never happens: those of campaign.yaml, then those of the table",
            ),
            field("veils", "{ string }", "what happens off screen, likewise"),
            field(
                "dials",
                "{ [string]: { value: number, words: string } }",
                "how much of something there is to be, from 0 to 5",
            ),
        ],
    ),
];

fn read(
    lua: &Lua,
    generation: &Generation,
    chapter: &str,
    key: &str,
) -> Result<Option<Value>, Fail> {
    let catalog = generation.catalog();
    let state = generation.act(|act| act.state.clone())?;
    let number = |n: u32| Value::Integer(i64::from(n));
    let text = |text: &str| lua.create_string(text).map(Value::String);
    Ok(Some(match (chapter, key) {
        ("sb", "bank") => number(state.bank),
        ("sb", "target") => number(beats::target(crate::table::commands::scenes::highest_tier(
            &state,
        ))),
        ("sb", "budget") => number(beats::budget(crate::table::commands::scenes::highest_tier(
            &state,
        ))),
        ("sb", "spent") => number(state.story.spent),
        ("scene", "framed") => match &state.story.frame {
            Some(frame) => text(&frame.name)?,
            None => Value::Nil,
        },
        ("scene", "name") => text(&state.scene.name)?,
        ("scene", "number") => number(state.scene.number),
        ("scene", "position") => text(state.scene.position.word())?,
        ("scene", "memory") => {
            let script = raise::caller(lua).unwrap_or_else(|| super::prompt::CHUNK.into());
            saved::value(
                lua,
                Owner::Memory(
                    Thing {
                        kind: ThingKind::Scene,
                        id: 0,
                    },
                    script,
                ),
            )?
        }
        ("scene", "hazards") => {
            let names = crate::table::commands::hazards::names(&state, &catalog);
            Value::Table(frozen_list(lua, &names)?)
        }
        ("exchange", "number") => number(state.scene.exchange),
        ("session", "number") => number(state.session.number),
        ("travel", key) => travel(lua, &state, key)?,
        ("safety", "lines") => Value::Table(frozen_list(lua, &accord::lines(&state, &catalog))?),
        ("safety", "veils") => Value::Table(frozen_list(lua, &accord::veils(&state, &catalog))?),
        ("safety", "dials") => {
            let dials = lua.create_table()?;
            for (name, dial) in accord::dials(&state, &catalog) {
                let one = lua.create_table()?;
                one.raw_set("value", dial.value)?;
                one.raw_set("words", dial.words)?;
                one.set_readonly(true);
                dials.raw_set(name, one)?;
            }
            dials.set_readonly(true);
            Value::Table(dials)
        }
        _ => return Ok(None),
    }))
}

/// A field of `travel`.
fn travel(lua: &Lua, state: &State, key: &str) -> Result<Value, Fail> {
    let number = |n: u32| Value::Integer(i64::from(n));
    let text = |text: Option<&str>| match text {
        Some(text) => lua.create_string(text).map(Value::String),
        None => Ok(Value::Nil),
    };
    let (travel, leg) = (&state.travel, state.travel.leg.as_ref());
    Ok(match key {
        "region" => text(leg.map(|leg| leg.region.as_str()))?,
        "leg" => number(leg.map_or(0, |leg| leg.number)),
        "legs" => number(travel.journey.as_ref().map_or(0, |journey| {
            u32::try_from(journey.legs.len()).unwrap_or(u32::MAX)
        })),
        "next" => text(travel.next().map(|next| next.region.as_str()))?,
        "due" => text(Some(leg.map_or(EncounterDue::No, Leg::due).word()))?,
        "encounters" => number(leg.map_or(0, |leg| leg.encounters)),
        "conditions" => {
            let words = leg.map(|leg| leg.weather.iter().map(|one| one.word().to_owned()));
            let words: Vec<String> = words.into_iter().flatten().collect();
            Value::Table(frozen_list(lua, &words)?)
        }
        "supply" => number(crate::table::commands::travel::missing(state)),
        "days" => number(travel.days),
        "caches" => number(travel.caches),
        "worst" => number(match (leg, &travel.last) {
            (Some(leg), _) => leg.worst,
            (None, Some(last)) => last.worst,
            (None, None) => 0,
        }),
        _ => Value::Nil,
    })
}

/// A read-only list of texts.
///
/// # Errors
/// Out of memory.
pub fn frozen_list(lua: &Lua, items: &[String]) -> mlua::Result<Table> {
    let list = lua.create_sequence_from(items.iter().map(String::as_str))?;
    list.set_readonly(true);
    Ok(list)
}

impl UserData for Chapter {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        // What Luau's own complaints call it.
        fields.add_meta_field(MetaMethod::Type, "chapter");
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::Index, |lua, this, key: Value| {
            let generation = raise::generation(lua)?;
            let name = super::args::text(&key).unwrap_or_default();
            let fields = CHAPTERS
                .iter()
                .find(|(chapter, _)| *chapter == this.0)
                .map_or(&[][..], |(_, f)| f);
            if fields.iter().any(|field| field.name == name) {
                let value = read(lua, &generation, this.0, &name)
                    .map_err(|fail| raise::raise(lua, &generation, fail))?;
                if let Some(value) = value {
                    return Ok(value);
                }
            }
            let tables = raise::tables(&generation)?;
            let verb: Value = tables.verbs.raw_get(format!("{}.{name}", this.0))?;
            if !verb.is_nil() {
                return Ok(verb);
            }
            let verbs = super::verbs::all().filter_map(|record| {
                record
                    .name
                    .strip_prefix(this.0)
                    .and_then(|rest| rest.strip_prefix('.'))
            });
            let known: Vec<&str> = fields.iter().map(|field| field.name).chain(verbs).collect();
            Err(raise::raise(
                lua,
                &generation,
                bad(
                    "unknown_field",
                    names::unknown(&format!("field of {}", this.0), &name, &known),
                ),
            ))
        });
        methods.add_meta_method(MetaMethod::NewIndex, |lua, this, (key, _): (Value, Value)| -> mlua::Result<()> {
            Err(raise::raise_bad(
                lua,
                "read_only",
                format!(
                    "{}.{} is read-only: verbs change the table (gain, spend, scene.set {{ position = … }})",
                    this.0,
                    super::args::text(&key).unwrap_or_default()
                ),
            ))
        });
        methods.add_meta_method(MetaMethod::ToString, |_, this, ()| Ok(this.0));
    }
}

/// Live groups, and what is in them.
pub const GROUPS: [(&str, Live, ThingKind); 7] = [
    ("party", Live::Party, ThingKind::Pc),
    ("roster", Live::Roster, ThingKind::Pc),
    ("foes", Live::Foes, ThingKind::Foe),
    ("timers", Live::Timers, ThingKind::Timer),
    ("decks", Live::Decks, ThingKind::Deck),
    ("wards", Live::Wards, ThingKind::Ward),
    ("units", Live::Units, ThingKind::Unit),
];

/// Puts the live names among the globals.
///
/// # Errors
/// Out of memory.
pub fn install(lua: &Lua, globals: &Table) -> mlua::Result<()> {
    for (name, live, _) in GROUPS {
        globals.raw_set(name, lua.create_userdata(Group::Live(live))?)?;
    }
    for (name, _) in CHAPTERS {
        globals.raw_set(name, lua.create_userdata(Chapter(name))?)?;
    }
    Ok(())
}

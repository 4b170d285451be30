//! Groups: several things at once, live or as they were when taken. A loop walks a snapshot; `ipairs` and `table.*`
//! over them are answered, never silently empty.

use mlua::{MetaMethod, MultiValue, UserData, UserDataFields, UserDataMethods, Value};

use super::generation::Generation;
use super::handle;
use super::raise;
use super::record::{Method, method};
use super::stop::{Fail, Stop, bad};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::values::Band;
use crate::table::commands::timers;
use crate::table::names;

/// What a live group shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Live {
    /// Present and alive.
    Party,
    /// Everyone.
    Roster,
    /// Foes that stand.
    Foes,
    /// Timers.
    Timers,
    /// Decks.
    Decks,
    /// Wards and traps.
    Wards,
    /// Units in the field.
    Units,
}

/// A group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Group {
    /// As the table is when it is read.
    Live(Live),
    /// As it was when taken: of this kind, also when nobody is in it.
    Fixed(ThingKind, Vec<Thing>),
}

impl Group {
    /// Its things, in order.
    ///
    /// # Errors
    /// While loading there are none.
    pub fn things(&self, generation: &Generation) -> Result<Vec<Thing>, Stop> {
        let live = match self {
            Group::Fixed(_, things) => return Ok(things.clone()),
            Group::Live(live) => *live,
        };
        generation.act(|act| match live {
            Live::Party => act.state.party().collect(),
            Live::Roster => act.state.roster().collect(),
            Live::Foes => act.state.foes_present().collect(),
            Live::Timers => act.state.timers_shown().collect(),
            Live::Wards => crate::table::commands::wards::all(&act.state).collect(),
            Live::Units => act.state.units_present().collect(),
            Live::Decks => act
                .state
                .decks
                .keys()
                .map(|id| Thing {
                    kind: ThingKind::Deck,
                    id: *id,
                })
                .collect(),
        })
    }

    /// What its things are.
    #[must_use]
    pub fn kind(&self) -> ThingKind {
        match self {
            Group::Live(live) => super::live::GROUPS
                .iter()
                .find(|(_, one, _)| one == live)
                .map_or(ThingKind::Pc, |(_, _, kind)| *kind),
            Group::Fixed(kind, _) => *kind,
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Group::Live(Live::Timers) => "timer",
            Group::Live(Live::Foes) => "foe",
            Group::Live(Live::Decks) => "deck",
            Group::Live(Live::Wards) => "ward",
            Group::Live(Live::Units) => "unit",
            Group::Live(Live::Party | Live::Roster) => "character",
            Group::Fixed(kind, _) => match kind {
                ThingKind::Timer => "timer",
                ThingKind::Ward => "ward",
                ThingKind::Foe => "foe",
                ThingKind::Pc => "character",
                ThingKind::Deck => "deck",
                _ => "thing",
            },
        }
    }
}

/// Methods of groups that are no verbs.
pub const METHODS: [Method; 6] = [
    method(
        "where",
        "test: (one: One) -> boolean",
        "Own",
        "Those for which the test is true.",
    ),
    method(
        "named",
        "name: string",
        "One",
        "The one of this name; none: an error with close names.",
    ),
    method(
        "has",
        "name: string",
        "boolean",
        "Is one of this name among them?",
    ),
    method(
        "list",
        "",
        "{ One }",
        "A plain list, for table.find, table.sort and the like.",
    ),
    method(
        "within",
        "band: Band, of: Who",
        "Own",
        "Those not farther from somebody than this. Groups of creatures only.",
    ),
    method(
        "of",
        "def: string",
        "Own",
        "Those of one definition. Groups of foes only.",
    ),
];

/// The methods that a group of these things has beside the verbs.
pub fn methods_of(kind: ThingKind) -> impl Iterator<Item = &'static Method> {
    METHODS.iter().filter(move |method| match method.name {
        "within" => matches!(kind, ThingKind::Pc | ThingKind::Foe | ThingKind::Spirit),
        "of" => kind == ThingKind::Foe,
        _ => true,
    })
}

impl UserData for Group {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        // What Luau's own complaints call it.
        fields.add_meta_field(MetaMethod::Type, "group");
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::Len, |lua, this, ()| {
            let generation = raise::generation(lua)?;
            Ok(this
                .things(&generation)
                .map_err(|stop| generation.halt(stop))?
                .len())
        });
        methods.add_meta_method(MetaMethod::Iter, |lua, this, ()| {
            let generation = raise::generation(lua)?;
            let things = this
                .things(&generation)
                .map_err(|stop| generation.halt(stop))?;
            let list = lua.create_sequence_from(things.into_iter().map(handle::to_lua))?;
            let next = raise::tables(&generation)?.next.clone();
            Ok((next, list, Value::Nil))
        });
        methods.add_meta_method(MetaMethod::ToString, |lua, this, ()| {
            let generation = raise::generation(lua)?;
            let names = this
                .things(&generation)
                .map_err(|stop| generation.halt(stop))
                .and_then(|things| {
                    generation
                        .act(|act| {
                            things
                                .iter()
                                .map(|thing| act.state.name(*thing))
                                .collect::<Vec<_>>()
                        })
                        .map_err(|stop| generation.halt(stop))
                })?;
            Ok(if names.is_empty() {
                "nobody".to_owned()
            } else {
                names.join(", ")
            })
        });
        methods.add_meta_method(MetaMethod::NewIndex, |lua, this, (key, _): (Value, Value)| -> mlua::Result<()> {
            let generation = raise::generation(lua)?;
            Err(raise::raise(
                lua,
                &generation,
                bad(
                    "read_only",
                    format!(
                        "a group is read-only: {} can't be set; verbs change what is in it ({}s:hit(…))",
                        super::args::shown(&key),
                        this.word()
                    ),
                ),
            ))
        });
        methods.add_meta_method(MetaMethod::Index, |lua, this, key: Value| {
            let generation = raise::generation(lua)?;
            if let Some(n) = super::args::whole(&key) {
                let things = this
                    .things(&generation)
                    .map_err(|stop| generation.halt(stop))?;
                let at = usize::try_from(n - 1).ok().and_then(|n| things.get(n));
                return Ok(at.map_or(Value::Nil, |thing| handle::to_lua(*thing)));
            }
            let Some(name) = super::args::text(&key) else {
                return Err(raise::raise(
                    lua,
                    &generation,
                    bad("unknown_field", "a group is read by number or method name"),
                ));
            };
            let tables = raise::tables(&generation)?;
            let kind = this.kind();
            if methods_of(kind).any(|method| method.name == name) {
                return tables.group_methods.raw_get::<Value>(name);
            }
            let mut verbs = super::verbs::methods_of_group(kind);
            match verbs.find(|verb| *verb == name) {
                Some(verb) => tables.verbs.raw_get::<Value>(verb),
                None => {
                    let known: Vec<&str> = methods_of(kind)
                        .map(|method| method.name)
                        .chain(super::verbs::methods_of_group(kind))
                        .collect();
                    Err(raise::raise(
                        lua,
                        &generation,
                        bad(
                            "unknown_field",
                            names::unknown("method of a group", &name, &known),
                        ),
                    ))
                }
            }
        });
    }
}

/// The word that a method takes: text, and no number that would do for one.
fn word(lua: &mlua::Lua, method: &str, value: &Value) -> mlua::Result<String> {
    super::args::text(value).ok_or_else(|| {
        let why = format!("{method} takes text, not {}", super::args::shown(value));
        raise::raise_bad(lua, "argument", why)
    })
}

/// The methods that every group has, as functions of a table.
///
/// # Errors
/// Out of memory.
pub fn methods(lua: &mlua::Lua) -> mlua::Result<mlua::Table> {
    let table = lua.create_table()?;
    let own = |lua: &mlua::Lua, this: &Value| -> mlua::Result<(Vec<Thing>, Group)> {
        let generation = raise::generation(lua)?;
        let Value::UserData(data) = this else {
            return Err(raise::raise(
                lua,
                &generation,
                bad(
                    "argument",
                    "this is a method of a group: write party:where(…), with a colon",
                ),
            ));
        };
        let Ok(group) = data.borrow::<Group>().map(|group| group.clone()) else {
            return Err(raise::raise(
                lua,
                &generation,
                bad(
                    "argument",
                    "this is a method of a group: party, foes, a group of yours",
                ),
            ));
        };
        let things = group
            .things(&generation)
            .map_err(|stop| generation.halt(stop))?;
        Ok((things, group))
    };
    table.raw_set(
        "list",
        lua.create_function(move |lua, this: Value| {
            let (things, _) = own(lua, &this)?;
            lua.create_sequence_from(things.into_iter().map(handle::to_lua))
        })?,
    )?;
    table.raw_set(
        "where",
        lua.create_function(move |lua, (this, test): (Value, Value)| {
            let generation = raise::generation(lua)?;
            let Value::Function(test) = test else {
                let why = format!("where takes a function, not {}", super::args::shown(&test));
                return Err(raise::raise_bad(lua, "argument", why));
            };
            let (things, group) = own(lua, &this)?;
            let mut kept = Vec::new();
            for thing in things {
                let verdict = generation
                    .call(&test, handle::to_lua(thing))
                    .map_err(|stop| generation.halt(stop))?;
                match verdict.front() {
                    Some(Value::Boolean(true)) => kept.push(thing),
                    Some(Value::Boolean(false) | Value::Nil) | None => {}
                    Some(other) => {
                        return Err(raise::raise(
                            lua,
                            &generation,
                            bad(
                                "result",
                                format!(
                                    "where: the test gives true or false, not {}",
                                    super::args::shown(other)
                                ),
                            ),
                        ));
                    }
                }
            }
            lua.create_userdata(Group::Fixed(group.kind(), kept))
        })?,
    )?;
    table.raw_set(
        "of",
        lua.create_function(move |lua, (this, def): (Value, Value)| {
            let generation = raise::generation(lua)?;
            let def = word(lua, "of", &def)?;
            let (things, _) = own(lua, &this)?;
            let state = generation
                .act(|act| act.state.clone())
                .map_err(|stop| generation.halt(stop))?;
            let kept = things
                .into_iter()
                .filter(|thing| {
                    state
                        .foe(thing.id)
                        .is_some_and(|foe| names::same(&foe.def, &def))
                })
                .collect();
            lua.create_userdata(Group::Fixed(ThingKind::Foe, kept))
        })?,
    )?;
    table.raw_set(
        "has",
        lua.create_function(move |lua, (this, name): (Value, Value)| {
            let generation = raise::generation(lua)?;
            let name = word(lua, "has", &name)?;
            let (things, _) = own(lua, &this)?;
            let state = generation
                .act(|act| act.state.clone())
                .map_err(|stop| generation.halt(stop))?;
            Ok(things
                .iter()
                .any(|thing| names::same(&state.name(*thing), &name)))
        })?,
    )?;
    table.raw_set(
        "named",
        lua.create_function(move |lua, (this, name): (Value, Value)| {
            let generation = raise::generation(lua)?;
            let name = word(lua, "named", &name)?;
            let (things, group) = own(lua, &this)?;
            let word = group.word();
            let state = generation
                .act(|act| act.state.clone())
                .map_err(|stop| generation.halt(stop))?;
            // Two timers of one name are told apart by their scope.
            let all: Vec<(String, Thing)> = things
                .into_iter()
                .map(|thing| match thing.kind {
                    ThingKind::Timer => (timers::label(&state, thing), thing),
                    _ => (state.name(thing), thing),
                })
                .collect();
            let called = |test: &dyn Fn(&str, Thing) -> bool| -> Vec<&(String, Thing)> {
                all.iter()
                    .filter(|(label, thing)| test(label, *thing))
                    .collect()
            };
            let mut found = called(&|label, _| names::same(label, &name));
            if found.is_empty() {
                found = called(&|_, thing| names::same(&state.name(thing), &name));
            }
            let labels: Vec<&str> = all.iter().map(|(label, _)| label.as_str()).collect();
            match found.as_slice() {
                [(_, thing)] => Ok(handle::to_lua(*thing)),
                [] => Err(raise::raise(
                    lua,
                    &generation,
                    bad("unknown_name", names::unknown(word, &name, &labels)),
                )),
                several => {
                    let several: Vec<&str> =
                        several.iter().map(|(label, _)| label.as_str()).collect();
                    Err(raise::raise(
                        lua,
                        &generation,
                        bad("ambiguous_name", names::several(word, &name, &several)),
                    ))
                }
            }
        })?,
    )?;
    table.raw_set(
        "within",
        lua.create_function(move |lua, (this, band, of): (Value, Value, Value)| {
            let generation = raise::generation(lua)?;
            let band = word(lua, "within", &band)?;
            let (things, group) = own(lua, &this)?;
            let fail = |fail: Fail| raise::raise(lua, &generation, fail);
            let band = Band::lookup(&band).map_err(|e| fail(bad("unknown_word", e.to_string())))?;
            let call = super::verbs::Call {
                lua,
                generation: &generation,
            };
            let other = super::lookup::creature(&call, super::record::Ty::Who, &of)
                .map_err(fail)?
                .ok_or_else(|| {
                    raise::raise(
                        lua,
                        &generation,
                        bad("argument", "within(band, of): of is a creature or its name"),
                    )
                })?;
            let state = generation
                .act(|act| act.state.clone())
                .map_err(|stop| generation.halt(stop))?;
            let kept = things
                .into_iter()
                .filter(|thing| state.band(*thing, other) <= band)
                .collect();
            lua.create_userdata(Group::Fixed(group.kind(), kept))
        })?,
    )?;
    table.set_readonly(true);
    Ok(table)
}

impl Group {
    /// As a value of a script.
    ///
    /// # Errors
    /// Out of memory.
    pub fn of(lua: &mlua::Lua, kind: ThingKind, things: Vec<Thing>) -> mlua::Result<Value> {
        lua.create_userdata(Group::Fixed(kind, things))
            .map(Value::UserData)
    }
}

/// The things of a list of values.
#[must_use]
pub fn things(values: &MultiValue) -> Vec<Thing> {
    values.iter().filter_map(handle::from_lua).collect()
}

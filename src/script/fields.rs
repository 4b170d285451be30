//! What a handle shows when it is read: nouns are fields, verbs are methods, no word is both.

use mlua::{IntoLua, LightUserData, Lua, MultiValue, Value};

use super::generation::Generation;
use super::group::Group;
use super::handle::{self, ItemOf, to_lua};
use super::live::frozen_list;
use super::record::{Field, Method, field, method};
use super::stop::{Fail, bad};
use super::verbs::{self, Call};
use super::{menu, raise, results, saved};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::values::{Attribute, Band};
use crate::table::commands::{self, foes};
use crate::table::names;
use crate::table::state::{Owner, State, TimerStatus};

/// Fields of every creature.
pub const CREATURE: &[Field] = &[
    field("name", "string", ""),
    field("kind", "\"pc\" | \"foe\"", "a character or a foe"),
    field("armor", "Item", "what it wears"),
    field("fatigue", "number", "marks on its Fatigue track"),
    field("fatigue_size", "number", "size of its Fatigue track"),
    field(
        "conditions",
        "{ string }",
        "names of the conditions in force",
    ),
    field(
        "fear",
        "number",
        "0 calm, 1 Shaken, 2 Frightened, 3 Panicked",
    ),
    field("acted", "boolean", "has it acted in this exchange"),
    field("cover", "Cover", "what it stands behind"),
    field("present", "boolean", "in the scene and up"),
    field(
        "memory",
        "Data",
        "what this script keeps about it; undone and saved with the table",
    ),
];
/// Fields that characters have beside those.
pub const PC: &[Field] = &[
    field("tier", "number", "1 to 5, by total XP"),
    field("attributes", "Attributes", "1 to 5 each"),
    field(
        "skills",
        "{ [string]: number }",
        "every skill of the book, 0 to 5",
    ),
    field("harm", "number", "Harm levels, 0 to 3"),
    field("boons", "number", "Boons held, 0 to 5"),
    field("xp", "number", "all XP, spent or not"),
    field("corruption", "number", "marks on its Corruption track"),
    field(
        "obligation",
        "number",
        "marks of Obligation, all patrons together",
    ),
    field("talents", "{ string }", "names"),
    field(
        "bonds",
        "Pcs",
        "the characters it is bonded to, by a sheet or by `tie`",
    ),
    field("weapon", "Item", "what it fights with"),
    field(
        "action_left",
        "boolean",
        "is the Action of the turn unspent; true where no turn runs",
    ),
    field(
        "move_left",
        "boolean",
        "is the Move of the turn unspent; true where no turn runs",
    ),
    field("ready", "string?", "the trigger of a held action"),
    field("followers", "{ string }", "names"),
    field("assets", "{ string }", "names"),
    field("dead", "boolean", ""),
];
/// Fields that foes have beside those.
pub const FOE: &[Field] = &[
    field("def", "string", "the adversary it is one of"),
    field("tl", "number", "Threat Level, 1 to 10"),
    field("deals", "number", "Harm it deals, in this phase"),
    field(
        "resilience",
        "number?",
        "Resilience left in this phase; nil for a puzzle",
    ),
    field(
        "resilience_size",
        "number?",
        "Resilience of this phase; nil for a puzzle",
    ),
    field("phase", "number", "1 and up"),
    field(
        "pool",
        "number",
        "its pool in this phase: a gauge, never rolled",
    ),
    field("tags", "{ string }", "labels of its stat block"),
    field("text", "string", "words of its stat block"),
    field("owner", "Pc?", "who has bound it, if somebody has"),
    field("leash", "Timer?", "its Leash, if it is bound"),
    field("moves", "Moves", "its moves as the menu has them"),
    field("resolution", "Resolution", "its deeds, done and left"),
    field("defeated", "boolean", ""),
    field("hidden", "boolean", "not shown to players"),
];
/// Fields of a timer.
pub const TIMER: &[Field] = &[
    field("name", "string", ""),
    field("size", "number", "segments, 1 to 100"),
    field("filled", "number", "segments filled"),
    field("full", "boolean", ""),
    field("running", "boolean", "neither full, stopped nor paused"),
    field("kind", "TimerKind", ""),
    field("scope", "Scope", ""),
    field("hidden", "boolean", "not shown to players"),
    field("owner", "Creature?", "whose it is, if anybody's"),
    field("memory", "Data", "what this script keeps about it"),
];
/// Fields of an item.
pub const ITEM: &[Field] = &[
    field("name", "string", ""),
    field("state", "ItemState", ""),
    field("category", "Weight", "weight of the armor or weapon"),
    field("memory", "Data", "what this script keeps about it"),
];
/// Fields of a deck.
pub const DECK: &[Field] = &[
    field("name", "string", ""),
    field("left", "number", "cards left to draw"),
];

/// Fields of a ward or trap.
pub const WARD: &[Field] = &[
    field("name", "string", ""),
    field("kind", "WardKind", ""),
    field("dv", "number", "2 to 5"),
    field("harm", "number", "what it does to who fails: DV − 2"),
    field("inert", "boolean", "out of work, for the scene or for good"),
    field("known", "boolean", "do players know of it"),
    field("owner", "Creature?", "who placed it, if anybody"),
    field("memory", "Data", "what this script keeps about it"),
];

/// Fields of a military unit.
pub const UNIT: &[Field] = &[
    field("name", "string", ""),
    field("def", "string", "the unit it is one of"),
    field("cap", "number", "quality, 1 to 5"),
    field("scale", "number", "size, 1 to 4"),
    field("xp", "number", "what it costs: Cap²"),
    field("speciality", "string?", "the skill it has at its Cap"),
    field("owner", "Pc?", "whom it follows; nobody: the GM's"),
    field("supply", "Timer?", "what is used up; full: nothing is left"),
    field("morale", "Timer?", "what is lost; full: it routs"),
    field("present", "boolean", "in the field"),
    field("hidden", "boolean", "not shown to players"),
    field("memory", "Data", "what this script keeps about it"),
];

/// Methods of units that are no verbs.
pub const UNIT_METHODS: [Method; 1] = [method(
    "helps",
    "pool: string",
    "number",
    "Dice it helps with on this pool: the smaller of Cap and its best rating in it, 3 at most.",
)];

/// The fields of a kind of thing, with their types.
pub fn typed(kind: ThingKind) -> impl Iterator<Item = &'static Field> {
    const NAME: &[Field] = &[field("name", "string", "")];
    let (first, second): (&[Field], &[Field]) = match kind {
        ThingKind::Pc => (CREATURE, PC),
        ThingKind::Foe => (CREATURE, FOE),
        ThingKind::Timer => (TIMER, &[]),
        ThingKind::Item => (ITEM, &[]),
        ThingKind::Deck => (DECK, &[]),
        ThingKind::Ward => (WARD, &[]),
        ThingKind::Unit => (UNIT, &[]),
        _ => (NAME, &[]),
    };
    first.iter().chain(second)
}

/// The names of the fields of a kind of thing.
#[must_use]
pub fn of(kind: ThingKind) -> Vec<&'static str> {
    typed(kind).map(|field| field.name).collect()
}

/// Methods of creatures that are no verbs.
pub const METHODS: [Method; 3] = [
    method(
        "in_melee",
        "other: Who",
        "boolean",
        "Does it threaten the other hand to hand? A spear at Reach does, the sword before it doesn't (R53).",
    ),
    method(
        "has",
        "condition: string",
        "boolean",
        "Is this condition on it?",
    ),
    method(
        "band",
        "other: Who",
        "Band",
        "How far the other one is; absent when either isn't here.",
    ),
];

/// The methods of a kind of thing that are no verbs.
#[must_use]
pub fn methods_of(kind: ThingKind) -> &'static [Method] {
    match kind {
        ThingKind::Unit => &UNIT_METHODS,
        _ => &METHODS,
    }
}

/// Gives light userdata its fields and methods.
///
/// # Errors
/// Out of memory.
pub fn install(lua: &Lua) -> mlua::Result<()> {
    let meta = lua.create_table()?;
    meta.raw_set("__index", lua.create_function(index)?)?;
    meta.raw_set(
        "__newindex",
        lua.create_function(|lua, (this, key, _): (Value, Value, Value)| -> mlua::Result<()> {
            let generation = raise::generation(lua)?;
            let what = words(&generation, &this);
            Err(raise::raise_bad(
                lua,
                "read_only",
                format!(
                    "{what}.{} is read-only: verbs change it, or set(thing, {{ {} = … }}) by the GM's hand",
                    super::args::key(&key),
                    super::args::key(&key)
                ),
            ))
        })?,
    )?;
    meta.raw_set(
        "__tostring",
        lua.create_function(|lua, this: Value| {
            let generation = raise::generation(lua)?;
            Ok(words(&generation, &this))
        })?,
    )?;
    meta.raw_set(
        "__call",
        lua.create_function(|lua, _: MultiValue| -> mlua::Result<()> {
            Err(raise::raise_bad(
                lua,
                "argument",
                "options go after a comma: start(\"X\", 4, { … }), spawn(\"X\", { … })",
            ))
        })?,
    )?;
    meta.raw_set("__metatable", false)?;
    meta.set_readonly(true);
    lua.set_type_metatable::<LightUserData>(Some(meta));
    Ok(())
}

/// What a handle is called.
#[must_use]
pub fn words(generation: &Generation, handle: &Value) -> String {
    let Some(thing) = handle::from_lua(handle) else {
        return "nothing".to_owned();
    };
    let name = |thing: Thing| {
        generation
            .act(|act| act.state.name(thing))
            .unwrap_or_else(|_| thing.to_string())
    };
    if thing.kind == ThingKind::Item {
        let (owner, which) = ItemOf::owner(thing);
        return format!("{}'s {}", name(owner), which.word());
    }
    name(thing)
}

fn index(lua: &Lua, (this, key): (Value, Value)) -> mlua::Result<Value> {
    let generation = raise::generation(lua)?;
    let Some(thing) = handle::from_lua(&this) else {
        return Err(raise::raise_bad(
            lua,
            "argument",
            "this handle stands for nothing",
        ));
    };
    let Some(key) = super::args::text(&key) else {
        return Err(raise::raise_bad(
            lua,
            "unknown_field",
            "a thing has fields and methods by name",
        ));
    };
    if let Some(value) =
        read(lua, &generation, thing, &key).map_err(|fail| raise::raise(lua, &generation, fail))?
    {
        return Ok(value);
    }
    if of(thing.kind).contains(&key.as_str()) {
        return Ok(Value::Nil);
    }
    if let Some(verb) = super::method::find(lua, &generation, thing.kind, &key)? {
        // `foe:use(move)`: the verb takes the move first, so the foe goes in as an option.
        return verb.into_lua(lua);
    }
    let known: Vec<&str> = of(thing.kind)
        .into_iter()
        .chain(verbs::methods_of(thing.kind))
        .chain(methods_of(thing.kind).iter().map(|method| method.name))
        .collect();
    let what = format!("field or method of a {}", thing.kind);
    Err(raise::raise(
        lua,
        &generation,
        bad("unknown_field", names::unknown(&what, &key, &known)),
    ))
}

fn read(
    lua: &Lua,
    generation: &std::sync::Arc<Generation>,
    thing: Thing,
    key: &str,
) -> Result<Option<Value>, Fail> {
    let state = generation.act(|act| act.state.clone())?;
    let call = Call { lua, generation };
    if key == "memory" && thing.kind != ThingKind::Deck {
        if !saved::there(&state, thing) {
            return Err(bad("gone", format!("{thing} is gone")));
        }
        let script = raise::caller(lua).unwrap_or_else(|| super::prompt::CHUNK.into());
        return Ok(Some(saved::value(lua, Owner::Memory(thing, script))?));
    }
    match thing.kind {
        ThingKind::Pc | ThingKind::Foe => match creature(&call, &state, thing, key)? {
            Some(value) => Ok(Some(value)),
            None if thing.kind == ThingKind::Pc => pc(&call, &state, thing, key),
            None => foe(&call, &state, thing, key),
        },
        ThingKind::Timer => timer(&call, &state, thing, key),
        ThingKind::Item => item(&call, &state, thing, key),
        ThingKind::Ward => ward(&call, &state, thing, key),
        ThingKind::Unit => super::units::read(&call, &state, thing, key),
        ThingKind::Deck => match key {
            "name" => Ok(Some(call.text(&state.name(thing))?)),
            "left" => Ok(Some(number(
                state.decks.get(&thing.id).map_or(0, |deck| deck.left.len()),
            ))),
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}

fn number(n: impl TryInto<i64>) -> Value {
    Value::Integer(n.try_into().unwrap_or(0))
}

fn creature(call: &Call<'_>, state: &State, who: Thing, key: &str) -> Result<Option<Value>, Fail> {
    let lua = call.lua;
    let Some(body) = state.body(who) else {
        return match key {
            "name" => Ok(Some(call.text(&who.to_string())?)),
            "present" => Ok(Some(Value::Boolean(false))),
            _ => Err(bad("gone", format!("{who} is gone"))),
        };
    };
    Ok(Some(match key {
        "name" => call.text(&state.name(who))?,
        "kind" => call.text(who.kind.word())?,
        "armor" => to_lua(ItemOf::Armor.of(who)),
        "fatigue" => number(body.fatigue),
        "fatigue_size" => number(commands::fatigue_size(
            &super::seat::LuaSeat::new(*call),
            state,
            who,
        )),
        "conditions" => {
            let names: Vec<String> = body
                .conditions
                .iter()
                .map(|condition| condition.name.clone())
                .collect();
            Value::Table(frozen_list(lua, &names)?)
        }
        "fear" => number(commands::fear::level(state, who).level()),
        "acted" => Value::Boolean(body.acted),
        "cover" => call.text(state.fight.of(who).cover.word())?,
        "in_melee" => {
            Value::Function(lua.create_function(|lua, (this, other): (Value, Value)| {
                let generation = raise::generation(lua)?;
                let call = Call {
                    lua,
                    generation: &generation,
                };
                let (who, other) = (|| Ok((subject(&call, &this)?, subject(&call, &other)?)))()
                    .map_err(|fail: Fail| raise::raise(lua, &generation, fail))?;
                let seat = super::seat::LuaSeat::new(call);
                Ok(commands::fight::wield::in_melee(&seat, who, other))
            })?)
        }
        "present" => Value::Boolean(state.present(who)),
        "has" => Value::Function(lua.create_function(
            |lua, (this, condition): (Value, Value)| {
                let generation = raise::generation(lua)?;
                let Some(condition) = super::args::text(&condition) else {
                    let why = format!(
                        "has takes the name of a condition, not {}",
                        super::args::shown(&condition)
                    );
                    return Err(raise::raise_bad(lua, "argument", why));
                };
                let call = Call {
                    lua,
                    generation: &generation,
                };
                let who =
                    subject(&call, &this).map_err(|fail| raise::raise(lua, &generation, fail))?;
                let name = super::lookup::condition(&call, &condition)
                    .map_err(|fail| raise::raise(lua, &generation, fail))?;
                generation
                    .act(|act| act.state.has(who, &name))
                    .map_err(|stop| generation.halt(stop))
            },
        )?),
        "band" => Value::Function(lua.create_function(|lua, (this, other): (Value, Value)| {
            let generation = raise::generation(lua)?;
            let call = Call {
                lua,
                generation: &generation,
            };
            let (who, other) = (|| Ok((subject(&call, &this)?, subject(&call, &other)?)))()
                .map_err(|fail: Fail| raise::raise(lua, &generation, fail))?;
            let band = generation
                .act(|act| {
                    if act.state.present(who) && act.state.present(other) {
                        act.state.band(who, other)
                    } else {
                        Band::Absent
                    }
                })
                .map_err(|stop| generation.halt(stop))?;
            Ok(band.word())
        })?),
        _ => return Ok(None),
    }))
}

/// The creature a method is called on.
fn subject(call: &Call<'_>, value: &Value) -> Result<Thing, Fail> {
    super::lookup::creature(call, super::record::Ty::Who, value)?.ok_or_else(|| {
        bad(
            "argument",
            format!(
                "a creature or its name is wanted, not {}",
                super::args::shown(value)
            ),
        )
    })
}

fn pc(call: &Call<'_>, state: &State, who: Thing, key: &str) -> Result<Option<Value>, Fail> {
    let lua = call.lua;
    let Some(pc) = state.pc(who.id) else {
        return Ok(None);
    };
    let sheet = &pc.sheet;
    Ok(Some(match key {
        "tier" => number(commands::boons::tier(pc).get()),
        "harm" => number(pc.harm),
        "boons" => number(pc.boons),
        "dead" => Value::Boolean(pc.dead),
        "xp" => number(sheet.total_xp() + pc.xp),
        "corruption" | "obligation" => number(pc.tracks.get(key).copied().unwrap_or(0)),
        "weapon" => to_lua(ItemOf::Weapon.of(who)),
        "action_left" => Value::Boolean(!crate::table::fight::runs(state, who, |turn| turn.action)),
        "move_left" => Value::Boolean(crate::table::fight::move_unused(state, who)),
        "ready" => match state.fight.of(who).ready {
            Some(trigger) => call.text(&trigger)?,
            None => Value::Nil,
        },
        "talents" => Value::Table(frozen_list(lua, &sheet.talents)?),
        "attributes" => {
            let table = lua.create_table()?;
            for attribute in Attribute::ALL {
                table.raw_set(attribute.word(), sheet.attributes.get(*attribute))?;
            }
            results::freeze(lua, &table, &[])?;
            Value::Table(table)
        }
        "skills" => {
            let table = lua.create_table()?;
            for skill in call.generation.catalog().skills.iter() {
                table.raw_set(skill.id.word(), 0)?;
            }
            for (skill, level) in &sheet.skills {
                table.raw_set(skill.as_str(), *level)?;
            }
            results::freeze(lua, &table, &[])?;
            Value::Table(table)
        }
        "bonds" => {
            let bonded: Vec<Thing> = state
                .roster()
                .filter(|other| crate::table::commands::accord::bonded(state, who, *other))
                .collect();
            Group::of(lua, ThingKind::Pc, bonded)?
        }
        "followers" | "assets" => {
            let all: Vec<String> = if key == "assets" {
                sheet
                    .assets
                    .iter()
                    .map(|asset| asset.name.clone())
                    .collect()
            } else {
                sheet
                    .followers
                    .iter()
                    .map(|follower| follower.name.clone())
                    .collect()
            };
            Value::Table(frozen_list(lua, &all)?)
        }
        _ => return Ok(None),
    }))
}

fn foe(call: &Call<'_>, state: &State, who: Thing, key: &str) -> Result<Option<Value>, Fail> {
    let lua = call.lua;
    let Some(foe) = state.foe(who.id) else {
        return Ok(None);
    };
    let seat = super::seat::LuaSeat::new(*call);
    let numbers = commands::numbers(&seat, foe);
    let phase = foe.phase as usize;
    Ok(Some(match key {
        "def" => call.text(&foe.def)?,
        "tl" => number(numbers.tl),
        "deals" => number(numbers.deals_in(phase)),
        "resilience" => commands::resilience_left(foe, &numbers).map_or(Value::Nil, number),
        "resilience_size" => numbers.resilience_of(phase).map_or(Value::Nil, number),
        "phase" => number(foe.phase + 1),
        "pool" => number(numbers.pool_in(phase)),
        "owner" => foe.owner.map_or(Value::Nil, to_lua),
        "leash" => {
            let name = super::foes::leash_name(&foe.name);
            let leash = foe
                .owner
                .and_then(|_| commands::timers::at_table(state, &name).first().copied());
            leash.map_or(Value::Nil, to_lua)
        }
        "tags" | "text" => {
            let catalog = call.generation.catalog();
            let def = catalog.adversaries.get(&foe.def);
            if key == "text" {
                call.text(def.map_or("", |def| def.text.as_str()))?
            } else {
                let tags = def.map_or(&[][..], |def| &def.tags);
                Value::Table(frozen_list(lua, tags)?)
            }
        }
        "hidden" => Value::Boolean(foe.hidden),
        "defeated" => Value::Boolean(foe.defeated.is_some()),
        "moves" => results::moves(call, &menu::entries(call, Some(who))?)?,
        "resolution" => {
            let catalog = call.generation.catalog();
            let def = catalog.adversaries.get(&foe.def);
            let table = lua.create_table()?;
            table.raw_set("done", frozen_list(lua, &foe.deeds)?)?;
            table.raw_set(
                "left",
                frozen_list(lua, &foes::deeds_left(foe, def.map(AsRef::as_ref)))?,
            )?;
            results::freeze(lua, &table, &[])?;
            Value::Table(table)
        }
        "use" => Value::Function(use_of(call)?),
        _ => return Ok(None),
    }))
}

/// `foe:use(move, target?, opts?)`.
fn use_of(call: &Call<'_>) -> mlua::Result<mlua::Function> {
    call.lua.create_function(
        |lua, (this, what, target, opts): (Value, Value, Value, Value)| {
            let generation = raise::generation(lua)?;
            let options = lua.create_table()?;
            match opts {
                Value::Nil => {}
                Value::Table(opts) => {
                    for pair in opts.pairs::<Value, Value>() {
                        let (key, value) = pair?;
                        options.raw_set(key, value)?;
                    }
                }
                other => {
                    let why = format!(
                        "use: opts is a table of options, not {}",
                        super::args::shown(&other)
                    );
                    return Err(raise::raise_bad(lua, "argument", why));
                }
            }
            options.raw_set("foe", this)?;
            let verb: mlua::Function = raise::tables(&generation)?.verbs.raw_get("use")?;
            verb.call::<Value>((what, target, options))
        },
    )
}

fn timer(call: &Call<'_>, state: &State, thing: Thing, key: &str) -> Result<Option<Value>, Fail> {
    let Some(timer) = state.timer(thing.id) else {
        return match key {
            "running" | "full" => Ok(Some(Value::Boolean(false))),
            _ => Err(bad("gone", format!("{thing} is gone"))),
        };
    };
    Ok(Some(match key {
        "name" => call.text(&timer.name)?,
        "size" => number(timer.size),
        "filled" => number(timer.filled),
        "full" => Value::Boolean(timer.status == TimerStatus::Full),
        "running" => Value::Boolean(timer.status == TimerStatus::Running),
        "kind" => call.text(&timer.kind)?,
        "scope" => call.text(timer.scope.word())?,
        "hidden" => Value::Boolean(timer.hidden),
        "owner" => timer.owner.map_or(Value::Nil, to_lua),
        _ => return Ok(None),
    }))
}

fn ward(call: &Call<'_>, state: &State, thing: Thing, key: &str) -> Result<Option<Value>, Fail> {
    let Some(ward) = state.ward(thing.id) else {
        return Err(bad("gone", format!("{thing} is gone")));
    };
    Ok(Some(match key {
        "name" => call.text(&ward.name)?,
        "kind" => call.text(ward.numbers.kind.word())?,
        "dv" => number(ward.numbers.dv.get()),
        "harm" => number(ward.numbers.harm()),
        "inert" => Value::Boolean(ward.inert.is_some()),
        "known" => Value::Boolean(ward.known),
        "owner" => ward.owner.map_or(Value::Nil, to_lua),
        _ => return Ok(None),
    }))
}

fn item(call: &Call<'_>, state: &State, thing: Thing, key: &str) -> Result<Option<Value>, Fail> {
    let (owner, which) = ItemOf::owner(thing);
    let seat = super::seat::LuaSeat::new(*call);
    Ok(Some(match (key, which) {
        ("name", ItemOf::Armor) => {
            let own = state
                .pc(owner.id)
                .filter(|_| owner.kind == ThingKind::Pc)
                .and_then(|pc| pc.sheet.armor.name.clone());
            call.text(&own.unwrap_or_else(|| "armor".into()))?
        }
        ("name", ItemOf::Weapon) => {
            let own = state
                .pc(owner.id)
                .filter(|_| owner.kind == ThingKind::Pc)
                .and_then(|pc| pc.sheet.weapon.as_ref().map(|w| w.name.clone()));
            call.text(&own.unwrap_or_else(|| "bare hands".into()))?
        }
        ("state", which) => {
            call.text(commands::items::state_of(&seat, owner, which.word()).word())?
        }
        ("category", ItemOf::Armor) => call.text(commands::armor_of(&seat, state, owner).word())?,
        ("category", ItemOf::Weapon) => {
            let named = state
                .pc(owner.id)
                .filter(|_| owner.kind == ThingKind::Pc)
                .and_then(|pc| pc.sheet.weapon.as_ref());
            let wield = commands::fight::wield::wielded(&seat, owner, None).ok();
            let weight = named.and(wield).and_then(|wield| wield.arm.weight);
            let word = weight.map_or("none", |weight| weight.word());
            call.text(word)?
        }
        _ => return Ok(None),
    }))
}

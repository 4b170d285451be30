//! `store` and `memory`: tables that are kept, undone and saved with the table. A read gives plain values or a view
//! of a part; a write is a fact.

use mlua::{
    AnyUserData, Lua, MetaMethod, MultiValue, Table, UserData, UserDataFields, UserDataMethods,
    Value,
};

use super::convert;
use super::generation::Generation;
use super::handle::ItemOf;
use super::raise;
use super::stop::{Fail, Stop, bad};
use crate::rules::ids::{Thing, ThingKind};
use crate::table::datum::{Datum, Key};
use crate::table::event::Event;
use crate::table::state::{Owner, State};

/// A view of a saved table or of a part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    owner: Owner,
    path: Vec<Key>,
}

impl Saved {
    fn datum(&self, generation: &Generation) -> Result<Option<Datum>, Stop> {
        generation.act(|act| {
            act.state
                .kept
                .of(&self.owner)
                .and_then(|datum| datum.at(&self.path))
                .cloned()
        })
    }

    fn key(value: &Value) -> Result<Key, Fail> {
        if let Some(n) = super::args::whole(value)
            .and_then(|n| usize::try_from(n).ok())
            .filter(|n| *n > 0)
        {
            return Ok(Key::Index(n));
        }
        match value {
            Value::String(name) => match name.to_str() {
                Ok(name) => Ok(Key::Name(convert::name_to_key(&name))),
                Err(_) => Err(bad("data", "this key isn't UTF-8 and can't be kept")),
            },
            Value::LightUserData(_) => match super::handle::from_lua(value) {
                Some(thing) => Ok(Key::Name(convert::thing_to_key(thing))),
                None => Err(bad(
                    "data",
                    "a saved table has names, places 1, 2, 3 … or handles as keys",
                )),
            },
            other => Err(bad(
                "data",
                format!(
                    "a saved table has names, places 1, 2, 3 … or handles as keys, not {}",
                    super::args::shown(other)
                ),
            )),
        }
    }

    fn get(&self, lua: &Lua, generation: &Generation, key: &Value) -> Result<Value, Fail> {
        let mut path = self.path.clone();
        path.push(Self::key(key)?);
        let part = Saved {
            owner: self.owner.clone(),
            path,
        };
        Ok(match part.datum(generation)? {
            None => Value::Nil,
            Some(Datum::List(_) | Datum::Map(_)) => Value::UserData(lua.create_userdata(part)?),
            Some(plain) => convert::to_lua(lua, &plain)?,
        })
    }

    fn set(&self, generation: &Generation, key: &Value, value: &Value) -> Result<(), Fail> {
        let mut path = self.path.clone();
        path.push(Self::key(key)?);
        let value = match value {
            Value::Nil => None,
            value => Some(convert::from_lua(value, generation)?),
        };
        put(generation, &self.owner, path, value)
    }
}

/// Does the table hold this thing?
#[must_use]
pub fn there(state: &State, thing: Thing) -> bool {
    match thing.kind {
        ThingKind::Pc | ThingKind::Foe | ThingKind::Spirit => state.body(thing).is_some(),
        ThingKind::Timer => state.timer(thing.id).is_some(),
        ThingKind::Ward => state.ward(thing.id).is_some(),
        ThingKind::Item => state.body(ItemOf::owner(thing).0).is_some(),
        _ => true,
    }
}

/// Writes into a saved table, within its limits.
///
/// # Errors
/// Where nothing may be written, where the path leads nowhere, and when it grows too large.
pub fn put(
    generation: &Generation,
    owner: &Owner,
    path: Vec<Key>,
    value: Option<Datum>,
) -> Result<(), Fail> {
    super::verbs::may_write(generation, "a saved table")?;
    let limits = &generation.limits;
    if let Owner::Memory(thing, _) = owner {
        let gone = generation.act(|act| !there(&act.state, *thing))?;
        if gone {
            let name = generation.act(|act| act.state.name(*thing))?;
            return Err(bad(
                "gone",
                format!("{name} is gone, and its memory with it"),
            ));
        }
    }
    // What is written is kept in a fact too, and the whole is measured each time.
    let size = value.as_ref().map_or(0, Datum::size);
    generation.charge(16 + (size >> 4) as u64)?;
    let mut trial = generation
        .act(|act| act.state.kept.of(owner).cloned())?
        .unwrap_or_else(Datum::map);
    if !trial.put(&path, value.clone()) {
        return Err(bad(
            "data",
            "that place isn't there: a list grows one item at a time, and a part must exist before something is put into it",
        ));
    }
    let (_, all) = generation.act(|act| act.state.kept_sizes(owner))?;
    if trial.size() > limits.store {
        return Err(bad(
            "limit",
            format!(
                "one script may keep {} KB here: that is more",
                limits.store >> 10
            ),
        ));
    }
    if all + value.as_ref().map_or(0, Datum::size) > limits.all_stores {
        return Err(bad(
            "limit",
            format!(
                "all scripts together may keep {} KB: that is more",
                limits.all_stores >> 10
            ),
        ));
    }
    generation
        .act(|act| {
            act.emit(Event::Stored {
                owner: owner.clone(),
                path,
                value,
            })
        })?
        .map_err(|misfit| Fail::Stop(Stop::Fault(misfit.to_string())))
}

/// Gives things what each script keeps of another one.
///
/// # Errors
/// As [`put`].
pub fn share(generation: &Generation, from: Thing, to: &[Thing]) -> Result<(), Fail> {
    let kept = generation.act(|act| act.state.kept.of_thing(from))?;
    for (script, memory) in kept {
        for thing in to {
            let owner = Owner::Memory(*thing, script.clone());
            put(generation, &owner, Vec::new(), Some(memory.clone()))?;
        }
    }
    Ok(())
}

impl UserData for Saved {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        // What Luau's own complaints call it.
        fields.add_meta_field(MetaMethod::Type, "saved table");
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::Index, |lua, this, key: Value| {
            let generation = raise::generation(lua)?;
            this.get(lua, &generation, &key)
                .map_err(|fail| raise::raise(lua, &generation, fail))
        });
        methods.add_meta_method(
            MetaMethod::NewIndex,
            |lua, this, (key, value): (Value, Value)| {
                let generation = raise::generation(lua)?;
                this.set(&generation, &key, &value)
                    .map_err(|fail| raise::raise(lua, &generation, fail))
            },
        );
        methods.add_meta_method(MetaMethod::Len, |lua, this, ()| {
            let generation = raise::generation(lua)?;
            Ok(
                match this
                    .datum(&generation)
                    .map_err(|stop| generation.halt(stop))?
                {
                    Some(Datum::List(list)) => list.len(),
                    _ => 0,
                },
            )
        });
        methods.add_meta_method(MetaMethod::Iter, |lua, this, ()| {
            let generation = raise::generation(lua)?;
            let next = raise::tables(&generation)?.next.clone();
            Ok((next, table_of(lua, this)?, Value::Nil))
        });
        methods.add_meta_method(MetaMethod::ToString, |lua, this, ()| {
            let generation = raise::generation(lua)?;
            let datum = this
                .datum(&generation)
                .map_err(|stop| generation.halt(stop))?;
            Ok(datum.map_or_else(
                || "{}".to_owned(),
                |datum| convert::shown(&datum, &generation),
            ))
        });
    }
}

/// The parts of a saved table as a plain one; inner parts stay views.
fn table_of(lua: &Lua, saved: &Saved) -> mlua::Result<Table> {
    let generation = raise::generation(lua)?;
    let table = lua.create_table()?;
    let datum = saved
        .datum(&generation)
        .map_err(|stop| generation.halt(stop))?;
    let keys: Vec<(Value, Value)> = match datum {
        Some(Datum::List(list)) => (1..=list.len())
            .map(|n| (Value::Integer(i64::try_from(n).unwrap_or(0)), Value::Nil))
            .collect(),
        Some(Datum::Map(map)) => map
            .into_keys()
            .map(|name| {
                let key = convert::key_to_lua(lua, &name)?;
                Ok((key, Value::Nil))
            })
            .collect::<mlua::Result<_>>()?,
        _ => Vec::new(),
    };
    for (key, _) in keys {
        let value = saved
            .get(lua, &generation, &key)
            .map_err(|fail| raise::raise(lua, &generation, fail))?;
        table.raw_set(key, value)?;
    }
    Ok(table)
}

/// The plain table of a saved one, if the userdata is one.
///
/// # Errors
/// Out of memory.
pub fn copy(lua: &Lua, data: &AnyUserData) -> mlua::Result<Option<Table>> {
    match data.borrow::<Saved>() {
        Ok(saved) => table_of(lua, &saved).map(Some),
        Err(_) => Ok(None),
    }
}

/// The data of a saved table, if the userdata is one.
///
/// # Errors
/// While loading there is none.
pub fn datum_of(data: &AnyUserData, generation: &Generation) -> Result<Option<Datum>, Stop> {
    match data.borrow::<Saved>() {
        Ok(saved) => saved
            .datum(generation)
            .map(|datum| Some(datum.unwrap_or_else(Datum::map))),
        Err(_) => Ok(None),
    }
}

/// `table.insert`, `table.remove`, `table.sort` on a saved list.
///
/// # Errors
/// As the writes.
pub fn library(
    lua: &Lua,
    name: &str,
    data: &AnyUserData,
    args: &MultiValue,
) -> mlua::Result<MultiValue> {
    let generation = raise::generation(lua)?;
    let saved = data.borrow::<Saved>()?.clone();
    let plain = table_of(lua, &saved)?;
    let function: mlua::Function = raise::tables(&generation)?.library.raw_get(name)?;
    let mut rest = args.clone();
    rest.pop_front();
    rest.push_front(Value::Table(plain.clone()));
    let result = function.call::<MultiValue>(rest)?;
    let whole = convert::from_lua(&Value::Table(plain), &generation)
        .map_err(|fail| raise::raise(lua, &generation, fail))?;
    put(&generation, &saved.owner, saved.path.clone(), Some(whole))
        .map_err(|fail| raise::raise(lua, &generation, fail))?;
    Ok(result)
}

/// The saved table of an owner.
///
/// # Errors
/// Out of memory.
pub fn value(lua: &Lua, owner: Owner) -> mlua::Result<Value> {
    lua.create_userdata(Saved {
        owner,
        path: Vec::new(),
    })
    .map(Value::UserData)
}

/// A script's `store`.
///
/// # Errors
/// Out of memory.
pub fn store(lua: &Lua, script: &str) -> mlua::Result<Value> {
    value(lua, Owner::Store(script.to_owned()))
}

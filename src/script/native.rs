//! Functions that a host program adds to the script world.

use std::sync::Arc;

use mlua::{Function, Lua, Value};
use serde_json::Value as Json;

use super::convert;
use super::raise;
use super::stop::bad;

/// What a host function does to the world outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing: it only computes, and may run many times.
    Pure,
    /// Something: it is queued, and runs once, after the act has committed.
    Effect,
}

type Work = dyn Fn(&[Json]) -> Result<Json, String> + Send + Sync;

/// A function of the host program.
#[derive(Clone)]
pub struct Native {
    /// Its name among the globals.
    pub name: String,
    /// One line of help.
    pub help: String,
    /// Pure, or queued until after the commit.
    pub kind: Kind,
    /// The work, on plain data.
    pub work: Arc<Work>,
}

impl Native {
    /// A function that only computes.
    pub fn pure(
        name: impl Into<String>,
        help: impl Into<String>,
        work: impl Fn(&[Json]) -> Result<Json, String> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            help: help.into(),
            kind: Kind::Pure,
            work: Arc::new(work),
        }
    }

    /// A function that does something outside: it runs once, after the act has committed; not at all in a dry run, and
    /// not again when the act is undone or redone. To the script it gives nil.
    pub fn effect(
        name: impl Into<String>,
        help: impl Into<String>,
        work: impl Fn(&[Json]) -> Result<Json, String> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            help: help.into(),
            kind: Kind::Effect,
            work: Arc::new(work),
        }
    }

    /// Why it can't be registered beside `others`, if so: its name is none, is taken, or is a word of the API.
    #[must_use]
    pub(crate) fn misnamed(&self, others: &[Native]) -> Option<String> {
        let name = &self.name;
        let shaped = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !shaped || super::syntax::is_keyword(name) {
            return Some(format!(
                "{name:?} can't be the name of a function: letters, digits and _, no keyword of Luau"
            ));
        }
        (others.iter().filter(|other| other.name == *name).count() > 1)
            .then(|| format!("two functions named {name} are registered"))
    }

    /// The function that scripts call.
    ///
    /// # Errors
    /// Out of memory.
    pub fn function(&self, lua: &Lua) -> mlua::Result<Function> {
        let native = self.clone();
        lua.create_function(move |lua, args: mlua::MultiValue| {
            let generation = raise::generation(lua)?;
            generation.charge(64)?;
            let mut data = Vec::new();
            for arg in args.iter() {
                let json = if arg.is_nil() {
                    Json::Null
                } else {
                    let datum = convert::from_lua(arg, &generation)
                        .map_err(|fail| raise::raise(lua, &generation, fail))?;
                    convert::to_json(&datum, &generation)
                };
                data.push(json);
            }
            if native.kind == Kind::Effect {
                super::verbs::may_write(&generation, &native.name)
                    .map_err(|fail| raise::raise(lua, &generation, fail))?;
                let queued = (native.name.clone(), data);
                generation
                    .act(|act| act.after.push(queued))
                    .map_err(|stop| generation.halt(stop))?;
                return Ok(Value::Nil);
            }
            match (native.work)(&data) {
                Ok(json) => convert::from_json(lua, &json),
                Err(why) => Err(raise::raise(
                    lua,
                    &generation,
                    bad("host", format!("{}: {why}", native.name)),
                )),
            }
        })
    }
}

//! Functions that a host program adds to the script world.

use std::sync::Arc;

use mlua::{Function, Lua, Value};
use serde_json::Value as Json;

use super::convert;
use super::raise;
use super::stop::bad;

/// What a host function does to the world outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: it only computes, and may run many times.
    Pure,
    /// Something: it is queued, and runs once, after the act has committed.
    After,
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
    pub effect: Effect,
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
            effect: Effect::Pure,
            work: Arc::new(work),
        }
    }

    /// A function that does something outside: it runs once, after the act has committed.
    pub fn after(
        name: impl Into<String>,
        help: impl Into<String>,
        work: impl Fn(&[Json]) -> Result<Json, String> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            help: help.into(),
            effect: Effect::After,
            work: Arc::new(work),
        }
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
            if native.effect == Effect::After {
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

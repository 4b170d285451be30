//! Frozen tables of known fields, made in one step: for each set of fields the VM compiles a constructor, once. To set
//! a dozen fields one by one takes ten times as long, for each is a protected call.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use mlua::{Function, IntoLua, Lua, MultiValue, Table, Value};

use super::generation::{Generation, lock};
use super::{raise, results};

/// So many shapes, words and ratings are remembered, and no more: a script may make any number.
const MOST: usize = 1024;

/// What a VM remembers of shapes.
#[derive(Default)]
pub struct Shapes {
    constructors: Mutex<HashMap<Vec<&'static str>, Function>>,
    words: Mutex<HashMap<String, mlua::LuaString>>,
}

/// Keeps something for the next time, if there is room.
pub fn remember<K: Eq + std::hash::Hash, T: Clone>(known: &Mutex<HashMap<K, T>>, key: K, one: &T) {
    let mut known = lock(known);
    if known.len() < MOST {
        known.insert(key, one.clone());
    }
}

/// A table in the making.
pub struct Shape<'l> {
    lua: &'l Lua,
    generation: Arc<Generation>,
    names: Vec<&'static str>,
    values: Vec<Value>,
}

impl<'l> Shape<'l> {
    /// A table without fields.
    ///
    /// # Errors
    /// None in practice: a VM without a table.
    pub fn new(lua: &'l Lua) -> mlua::Result<Self> {
        Ok(Self {
            lua,
            generation: raise::generation(lua)?,
            names: Vec::with_capacity(20),
            values: Vec::with_capacity(20),
        })
    }

    /// A field; one that is there already is replaced.
    ///
    /// # Errors
    /// Out of memory.
    pub fn set(&mut self, name: &'static str, value: impl IntoLua) -> mlua::Result<()> {
        let value = value.into_lua(self.lua)?;
        match self.names.iter().position(|known| *known == name) {
            Some(at) => self.values[at] = value,
            None => {
                self.names.push(name);
                self.values.push(value);
            }
        }
        Ok(())
    }

    /// A field of text that is likely to come again.
    ///
    /// # Errors
    /// Out of memory.
    pub fn word(&mut self, name: &'static str, text: &str) -> mlua::Result<()> {
        let words = &raise::tables(&self.generation)?.shapes.words;
        let known = lock(words).get(text).cloned();
        let word = match known {
            Some(word) => word,
            None => {
                let word = self.lua.create_string(text)?;
                remember(words, text.to_owned(), &word);
                word
            }
        };
        self.set(name, word)
    }

    /// The table, frozen; reads of fields it hasn't are errors, but for those that may be missing.
    ///
    /// # Errors
    /// Out of memory.
    pub fn frozen(self, optional: &[&str]) -> mlua::Result<Table> {
        let constructors = &raise::tables(&self.generation)?.shapes.constructors;
        let known = lock(constructors).get(&self.names).cloned();
        let constructor = match known {
            Some(constructor) => constructor,
            None => {
                let constructor: Function = self.lua.load(source(&self.names)).eval()?;
                remember(constructors, self.names.clone(), &constructor);
                constructor
            }
        };
        let table: Table = constructor.call(MultiValue::from_iter(self.values))?;
        results::freeze(self.lua, &table, optional)?;
        Ok(table)
    }
}

/// A function of as many values as there are fields.
fn source(names: &[&'static str]) -> String {
    let given: Vec<String> = (1..=names.len()).map(|n| format!("v{n}")).collect();
    let fields: Vec<String> = names
        .iter()
        .zip(&given)
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    format!(
        "return function({}) return {{ {} }} end",
        given.join(", "),
        fields.join(", ")
    )
}

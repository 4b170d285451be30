//! `on.hit(fn)`, `modify.roll(fn)`, `override.armor(fn)`, `test(name, fn)`: reactions are called, not declared.

use mlua::{Lua, MultiValue, Table, Value};

use super::super::args::{shown, text};
use super::super::generation::lock;
use super::super::points::FORMULAS;
use super::super::raise;
use super::super::stop::{Fail, bad};
use super::super::verbs::Call;
use super::events::{EVENTS, STEPS};
use super::reader::keep;
use super::{here, host, loading};
use crate::script::loading::taken;
use crate::table::catalog::{Listener, TestDef};
use crate::table::names;

/// Puts them among the globals.
///
/// # Errors
/// Out of memory.
pub fn install(lua: &Lua, globals: &Table) -> mlua::Result<()> {
    globals.raw_set("on", family(lua, "on", EVENTS.map(|event| event.name))?)?;
    globals.raw_set(
        "modify",
        family(lua, "modify", STEPS.map(|step| step.name))?,
    )?;
    let formulas = FORMULAS.map(|formula| formula.name);
    globals.raw_set("override", family(lua, "override", formulas)?)?;
    let test = host(lua, |call, (name, function): (Value, Value)| {
        loading(call, "test")?;
        let (Some(name), Value::Function(function)) = (text(&name), &function) else {
            return Err(bad(
                "argument",
                "test takes a name and a function: test(\"what holds\", function(t) … end)",
            ));
        };
        let name = names::written(&name)
            .map_err(|why| bad("argument", format!("test: {why}")))?
            .to_owned();
        let place = here(call.lua);
        let run = keep(call, function.clone());
        if let Some(loading) = lock(&call.generation.loading).as_mut() {
            if let Some(other) = loading
                .catalog
                .tests
                .iter()
                .find(|other| names::same(&other.name, &name))
            {
                return Err(taken("test", &name, &other.place, &place));
            }
            loading.catalog.tests.push(TestDef { name, place, run });
        }
        Ok(())
    })?;
    globals.raw_set("test", test)
}

fn family<const N: usize>(
    lua: &Lua,
    family: &'static str,
    known: [&'static str; N],
) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for name in known {
        table.raw_set(
            name,
            host(lua, move |call, function: Value| {
                listen(call, family, name, &function)
            })?,
        )?;
    }
    let meta = lua.create_table()?;
    meta.raw_set(
        "__index",
        lua.create_function(
            move |lua, (_, key): (Value, Value)| -> mlua::Result<Value> {
                let key = text(&key).unwrap_or_else(|| shown(&key));
                let what = match family {
                    "on" => "event",
                    "modify" => "step",
                    _ => "rule point",
                };
                Err(raise::raise_bad(
                    lua,
                    "unknown_name",
                    names::unknown(what, &key, known),
                ))
            },
        )?,
    )?;
    meta.raw_set(
        "__call",
        lua.create_function(move |lua, _: MultiValue| -> mlua::Result<()> {
            Err(raise::raise_bad(
                lua,
                "argument",
                format!("write {family}.name(function(e) … end)"),
            ))
        })?,
    )?;
    meta.raw_set("__metatable", false)?;
    table.set_metatable(Some(meta))?;
    Ok(table)
}

fn listen(
    call: &Call<'_>,
    family: &'static str,
    name: &'static str,
    function: &Value,
) -> Result<(), Fail> {
    loading(call, &format!("{family}.{name}"))?;
    let Value::Function(function) = function else {
        return Err(bad(
            "argument",
            format!("{family}.{name} takes a function, not {}", shown(function)),
        ));
    };
    let listener = Listener {
        name: name.to_owned(),
        place: here(call.lua),
        run: keep(call, function.clone()),
    };
    if let Some(loading) = lock(&call.generation.loading).as_mut() {
        match family {
            "on" => loading.catalog.observers.push(listener),
            "modify" => loading.catalog.modifiers.push(listener),
            _ => loading.catalog.overrides.push(listener),
        }
    }
    Ok(())
}

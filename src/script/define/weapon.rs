//! `weapon "N" { weight, … }`.

use mlua::Table;

use super::super::stop::{Fail, bad};
use super::super::verbs::Call;
use super::hook;
use super::reader::Reader;
use crate::rules::values::ArmorUse;
use crate::rules::weapons::Weight;
use crate::script::generation::lock;
use crate::table::catalog::{Hook, Place, WeaponDef};
use crate::table::commands::fight::wield::UNARMED;
use crate::table::names;

/// Declares a weapon.
///
/// # Errors
/// No weight, an unknown key, a name that is taken.
pub fn weapon(call: &Call<'_>, name: &str, place: Place, body: &Table) -> Result<(), Fail> {
    if names::same(name, UNARMED) {
        return Err(bad(
            "two_definitions",
            "weapon \"unarmed\": that is the bare hand (rules/90, R59)",
        ));
    }
    let mut reader = Reader::new(call, body, format!("weapon {name}"));
    let replaces = reader.flag("replaces")?.unwrap_or(false);
    let Some(weight) = reader.word("weight", Weight::lookup)? else {
        return Err(bad(
            "field",
            format!("weapon {name} needs a weight: light, medium or heavy"),
        ));
    };
    let ranged = reader.flag("ranged")?.unwrap_or(false);
    let tags = reader.texts("tags")?;
    let text = reader.text("text")?.unwrap_or_default();
    let harm = reader.int("harm", -3, 10)?.unwrap_or(0);
    let armor = reader.word("armor", ArmorUse::lookup)?.unwrap_or_default();
    let own = hook::fields(&mut reader, name, place.clone())?;
    let mut hooks: Vec<Hook> = own.into_iter().collect();
    for (_, part) in reader.parts(&["hook"])? {
        hooks.push(hook::take(call, &part)?);
    }
    reader.finish()?;
    let def = WeaponDef {
        name: name.to_owned(),
        place: place.clone(),
        weight,
        ranged,
        tags,
        harm: i32::try_from(harm).unwrap_or(0),
        armor,
        text,
        hooks,
    };
    let mut loading = lock(&call.generation.loading);
    let Some(loading) = loading.as_mut() else {
        return Ok(());
    };
    let first = loading
        .catalog
        .weapons
        .get(name)
        .map(|other| other.place.clone());
    if !loading.takes("weapon", name, replaces, first.as_ref(), &place)? {
        return Ok(());
    }
    loading.catalog.weapons.add(name, def);
    Ok(())
}

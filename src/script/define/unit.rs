//! `unit "N" { cap = 2, scale = 3, … }`: a military unit (rules/05 §6).

use mlua::Table;

use super::super::stop::{Fail, bad};
use super::super::verbs::Call;
use super::reader::Reader;
use crate::script::generation::lock;
use crate::table::catalog::{Place, UnitDef};

/// Sizes that Supply and Morale have.
const SIZES: [u32; 4] = [4, 6, 8, 10];

/// Declares a unit.
///
/// # Errors
/// An unknown key, a Cap outside 1–5, a Scale outside 1–4, a name that is taken.
pub fn unit(call: &Call<'_>, name: &str, place: Place, body: &Table) -> Result<(), Fail> {
    let mut reader = Reader::new(call, body, format!("unit {name}"));
    let replaces = reader.flag("replaces")?.unwrap_or(false);
    let needs = |what: &str, range: &str| {
        bad(
            "field",
            format!("unit {name} needs a {what}, {range} (rules/05 §6)"),
        )
    };
    let Some(cap) = reader.count("cap", 1, 5)? else {
        return Err(needs("cap", "1 levy to 5 legend"));
    };
    let Some(scale) = reader.count("scale", 1, 4)? else {
        return Err(needs("scale", "1 squad to 4 host"));
    };
    let speciality = reader.text("speciality")?;
    let skills = reader.numbers("skills", 0, 5)?;
    let known = super::frame::skills(call);
    for skill in skills.iter().map(|(skill, _)| skill).chain(&speciality) {
        known
            .lookup(skill)
            .map_err(|e| bad("unknown_name", format!("unit {name}: {e}")))?;
    }
    let mut sized = |key: &'static str| -> Result<Option<u32>, Fail> {
        let size = reader.count(key, 1, 100)?;
        if let Some(size) = size.filter(|size| !SIZES.contains(size)) {
            return Err(bad(
                "field",
                format!("unit {name}: {key} is a timer of 4, 6, 8 or 10, not {size} (rules/05 §6)"),
            ));
        }
        Ok(size)
    };
    let (supply, morale) = (sized("supply")?, sized("morale")?);
    let def = UnitDef {
        name: name.to_owned(),
        place: place.clone(),
        cap,
        scale,
        speciality,
        skills: skills
            .into_iter()
            .filter_map(|(skill, n)| Some((skill, u32::try_from(n).ok()?)))
            .collect(),
        supply: supply.unwrap_or(4),
        morale: morale.unwrap_or(4),
        text: reader.text("text")?.unwrap_or_default(),
        on_supply: reader.what("on_supply")?,
        on_rout: reader.what("on_rout")?,
    };
    reader.finish()?;
    let mut loading = lock(&call.generation.loading);
    let Some(loading) = loading.as_mut() else {
        return Ok(());
    };
    let first = loading
        .catalog
        .units
        .get(name)
        .map(|other| other.place.clone());
    if !loading.takes("unit", name, replaces, first.as_ref(), &place)? {
        return Ok(());
    }
    loading.catalog.units.add(name, def);
    Ok(())
}

//! `frame "N" { … }` and `skill "N" { … }`: encounters that a campaign plays often, and what its people can besides.

use mlua::Table;

use super::super::stop::{Fail, bad};
use super::super::verbs::Call;
use super::reader::Reader;
use crate::rules::frame::FrameKind;
use crate::rules::numbers::Dv;
use crate::rules::skills::Skills;
use crate::rules::timers::Stance;
use crate::rules::values::Position;
use crate::script::generation::lock;
use crate::table::catalog::{FrameDef, Place, SkillDef};

/// Declares a frame.
///
/// # Errors
/// An unknown key, a skill nobody has, a name that is taken.
pub fn frame(call: &Call<'_>, name: &str, place: Place, body: &Table) -> Result<(), Fail> {
    let mut reader = Reader::new(call, body, format!("frame {name}"));
    let replaces = reader.flag("replaces")?.unwrap_or(false);
    let Some(kind) = reader.word("kind", FrameKind::lookup)? else {
        return Err(bad(
            "field",
            format!("frame {name} needs a kind: combat, social, environmental or magical"),
        ));
    };
    let def = FrameDef {
        name: name.to_owned(),
        place: place.clone(),
        kind,
        position: reader.word("position", Position::lookup)?,
        dv: reader.dv("dv")?.and_then(|dv| Dv::gm(i64::from(dv)).ok()),
        skills: reader.texts("skills")?,
        timers: reader.texts("timers")?,
        stance: reader.word("stance", Stance::lookup)?,
        opposition: reader.count("opposition", 1, 100)?,
        text: reader.text("text")?.unwrap_or_default(),
        on_start: reader.what("on_start")?,
    };
    reader.finish()?;
    let known = skills(call);
    for skill in &def.skills {
        known
            .lookup(skill)
            .map_err(|e| bad("unknown_name", format!("frame {name}: {e}")))?;
    }
    if kind != FrameKind::Social && (def.stance.is_some() || def.opposition.is_some()) {
        return Err(bad(
            "field",
            format!("frame {name}: stance and opposition are of social frames"),
        ));
    }
    let mut loading = lock(&call.generation.loading);
    let Some(loading) = loading.as_mut() else {
        return Ok(());
    };
    let first = loading
        .catalog
        .frames
        .get(name)
        .map(|other| other.place.clone());
    if loading.takes("frame", name, replaces, first.as_ref(), &place)? {
        loading.catalog.frames.add(name, def);
    }
    Ok(())
}

/// Declares a skill of this campaign: a thirteenth.
///
/// # Errors
/// A name that is an attribute, a skill or an old name already; one that is no word.
pub fn skill(call: &Call<'_>, name: &str, place: Place, body: &Table) -> Result<(), Fail> {
    let mut reader = Reader::new(call, body, format!("skill {name}"));
    let group = reader.text("group")?.unwrap_or_default();
    let scope = reader.text("text")?.unwrap_or_default();
    reader.finish()?;
    let mut loading = lock(&call.generation.loading);
    let Some(loading) = loading.as_mut() else {
        return Ok(());
    };
    if let Some(other) = loading.catalog.own_skills.get(name) {
        return Err(bad(
            "two_definitions",
            format!(
                "skill {name} is declared twice: {}:{} and {}:{}",
                other.place.file, other.place.line, place.file, place.line
            ),
        ));
    }
    loading
        .catalog
        .skills
        .add(name, &group, &scope)
        .map_err(|e| bad("skill", e.to_string()))?;
    let def = SkillDef {
        name: name.to_owned(),
        place,
        group,
        text: scope,
    };
    loading.catalog.own_skills.add(name, def);
    Ok(())
}

/// The skills that are known now: while files load, those declared so far.
#[must_use]
pub fn skills(call: &Call<'_>) -> Skills {
    match lock(&call.generation.loading).as_ref() {
        Some(loading) => loading.catalog.skills.clone(),
        None => call.generation.catalog().skills.clone(),
    }
}

/// The skills that a script's text declares, as the words of sheets and pools; read without running it.
#[must_use]
pub fn skills_in(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in source.match_indices("skill") {
        let alone = source[..at]
            .chars()
            .next_back()
            .is_none_or(|before| !before.is_alphanumeric() && before != '_');
        let rest = source[at + "skill".len()..].trim_start();
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            continue;
        };
        let Some((name, after)) = rest[1..].split_once(quote) else {
            continue;
        };
        if alone && after.trim_start().starts_with('{') {
            found.push(name.trim().to_lowercase().replace(' ', "_"));
        }
    }
    found
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::skills_in;

    #[test]
    fn skills_are_found_in_the_text() {
        let text = "skill \"Sea Faring\" { group = 'x' }\nlocal skill = 3\nskill 'Riding' {}\nunskill \"No\" {}\nuses(\"skill\")";
        assert_eq!(skills_in(text), ["sea_faring", "riding"]);
    }
}

//! Chapters with their fields and verbs, live groups, and what of Luau's own library is gone.

use super::{Out, groups, verbs as verb};
use crate::script::live::{CHAPTERS, GROUPS};
use crate::script::sandbox::GONE;
use crate::script::verbs;

/// The names before a dot: chapters that have fields, and those that have verbs alone.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&'static str> = CHAPTERS.iter().map(|(name, _)| *name).collect();
    for record in verbs::all() {
        if let Some((chapter, _)) = record.name.split_once('.')
            && !names.contains(&chapter)
        {
            names.push(chapter);
        }
    }
    names
}

pub fn write(out: &mut Out) {
    for (name, _, kind) in GROUPS {
        out.line(format!("declare {name}: {}", groups::names(kind).1));
    }
    for chapter in names() {
        out.line(format!("declare {chapter}: {{"));
        let fields = CHAPTERS.iter().find(|(name, _)| *name == chapter);
        for field in fields.map_or(&[][..], |(_, fields)| fields) {
            out.noted(format!("    {}: {},", field.name, field.ty), field.about);
        }
        for record in verbs::all() {
            if let Some((of, name)) = record.name.split_once('.')
                && of == chapter
            {
                out.line(format!("    {},", verb::keyed(record, name)));
            }
        }
        out.line("}");
    }
    out.line("declare store: Data -- this script's own, kept with the table");
    out.line("-- What of Luau's library a script doesn't have.");
    for gone in GONE {
        out.line(format!("declare {gone}: nil"));
    }
    out.line("declare debug: { traceback: (message: string?) -> string }");
}

//! Groups: one type for each kind of element, since an alias with a parameter is refused once classes mention it.

use super::{Out, things, ty};
use crate::rules::ids::ThingKind;
use crate::script::record::Method;
use crate::script::{group, live, results, verbs};

/// The element and the group of a kind of thing.
pub fn names(kind: ThingKind) -> (&'static str, &'static str) {
    match kind {
        ThingKind::Pc => ("Pc", "Pcs"),
        ThingKind::Foe => ("Foe", "Foes"),
        ThingKind::Timer => ("Timer", "Timers"),
        ThingKind::Deck => ("Deck", "Decks"),
        ThingKind::Ward => ("Ward", "Wards"),
        ThingKind::Unit => ("Unit", "Units"),
        _ => ("Creature", "Several"),
    }
}

/// The kinds that there are groups of.
pub fn kinds() -> Vec<ThingKind> {
    let mut kinds: Vec<ThingKind> = Vec::new();
    for (_, _, kind) in live::GROUPS {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

fn own(out: &mut Out, method: &Method, element: &str, group: &str) {
    let said = |text: &str| text.replace("One", element).replace("Own", group);
    let params = said(method.params);
    let returns = said(method.returns);
    row(out, method.name, group, &params, &returns, method.about);
}

fn row(out: &mut Out, name: &str, group: &str, params: &str, returns: &str, about: &str) {
    let comma = if params.is_empty() { "" } else { ", " };
    out.noted(
        format!("    {name}: (self: {group}{comma}{params}) -> {returns},"),
        about,
    );
}

pub fn write(out: &mut Out) {
    for kind in kinds() {
        let (element, group) = names(kind);
        out.line(format!("export type {group} = {{"));
        out.line(format!("    [number]: {element},"));
        for method in group::methods_of(kind) {
            own(out, method, element, group);
        }
        for verb in verbs::methods_of_group(kind) {
            if let (Some((params, _)), Some(record)) = (things::method(verb), verbs::find(verb)) {
                row(out, verb, group, &params, &ty::several(record.returns), "");
            }
        }
        out.line("}");
    }
    out.line("export type Moves = {\n    [number]: Move,");
    for method in results::MOVES_METHODS {
        own(out, method, "Move", "Moves");
    }
    out.line("}");
    out.line("export type RollCall = {\n    [number]: Roll,");
    for field in results::ROLL_CALL {
        out.noted(format!("    {}: {},", field.name, field.ty), field.about);
    }
    for method in results::ROLL_CALL_METHODS {
        own(out, method, "Roll", "RollCall");
    }
    out.line("}");
}

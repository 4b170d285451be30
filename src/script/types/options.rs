//! Options tables by name. A list that several verbs share has one name, after the verb that it is for.

use super::{Out, ty};
use crate::script::define::fx::KEYS;
use crate::script::record::{Param, Ty};
use crate::script::verbs;

/// Lists whose name isn't that of the first verb that takes them.
const NAMES: [(&str, &str); 3] = [
    ("wound", "BecauseOpts"),
    ("apply", "ConditionOpts"),
    ("ask.pick", "AskOpts"),
];

/// Every options list with its name, in the order of the verbs.
pub fn all() -> Vec<(String, &'static [Param])> {
    let mut all: Vec<(String, &'static [Param])> = Vec::new();
    for record in verbs::all() {
        let options = record.options();
        if options.is_empty() || all.iter().any(|(_, list)| same(list, options)) {
            continue;
        }
        let name = NAMES.iter().find(|(verb, _)| *verb == record.name);
        let name = match name {
            Some((_, name)) => (*name).to_owned(),
            None => format!("{}Opts", capitalized(record.name)),
        };
        all.push((name, options));
    }
    all
}

/// The name of a list.
pub fn name(options: &[Param]) -> String {
    all()
        .into_iter()
        .find(|(_, list)| same(list, options))
        .map_or_else(|| "Data".to_owned(), |(name, _)| name)
}

fn same(a: &[Param], b: &[Param]) -> bool {
    let key = |params: &[Param]| -> Vec<String> {
        let shown = |param: &Param| format!("{param:?}");
        params.iter().map(shown).collect()
    };
    key(a) == key(b)
}

/// "scene.start" is SceneStart.
pub fn capitalized(name: &str) -> String {
    name.split(['.', '_'])
        .map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|first| first.to_ascii_uppercase());
            first.into_iter().chain(letters).collect::<String>()
        })
        .collect()
}

pub fn write(out: &mut Out) {
    out.line("export type Fx<E> = {");
    for field in KEYS {
        out.noted(format!("    {}: {},", field.name, field.ty), field.about);
    }
    out.line("}");
    out.line("-- What outlives the line it was written in: data only.");
    out.line("export type SavedFx = {");
    for field in KEYS.iter().filter(|field| field.name != "run") {
        out.line(format!("    {}: {},", field.name, field.ty));
    }
    out.line("}");
    out.line("export type Do<E> = Fx<E> | ((e: E) -> ())");
    out.line("export type Mod<E, M> = M | ((e: E) -> M?)");
    for (name, options) in all() {
        out.line(format!("export type {name} = {{"));
        for option in options {
            let about = match option.ty {
                Ty::Int(..) => crate::script::args::wants(option.ty),
                _ => String::new(),
            };
            out.noted(format!("    {},", ty::param(option)), &about);
        }
        out.line("}");
    }
}

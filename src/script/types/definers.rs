//! Definers: `word "Name" { … }`. Wholes give their name, parts are told apart by class.

use super::{Out, events, options, things};
use crate::script::define::events::{EVENTS, STEPS};
use crate::script::define::words::{Form, INNER};
use crate::script::define::{WORDS, Word};

/// The class of a part, if the word gives one.
pub fn part(word: &Word) -> Option<String> {
    match word.written {
        Form::Part => Some(things::part_name(word.name)),
        Form::Call(_, returns) if returns.ends_with("Part") => Some(returns.to_owned()),
        _ => None,
    }
}

fn body(out: &mut Out, word: &Word) {
    out.line(format!(
        "export type {}Def = {{",
        options::capitalized(word.name)
    ));
    if !word.parts.is_empty() {
        let parts: Vec<String> = word
            .parts
            .iter()
            .map(|part| things::part_name(part))
            .collect();
        out.line(format!("    [number]: {},", parts.join(" | ")));
    }
    for field in word.keys() {
        out.noted(format!("    {}: {},", field.name, field.ty), field.about);
    }
    if word.reacts {
        for event in EVENTS {
            out.line(format!("    {}: Do<{}>?,", event.key, event.class));
        }
        for step in STEPS {
            let gives = events::contribution(step.name);
            out.line(format!("    {}: Mod<{}, {gives}>?,", step.key, step.class));
        }
    }
    out.line("}");
}

pub fn write(out: &mut Out) {
    for inner in INNER {
        out.line(format!("-- {}", inner.about));
        out.line(format!("export type {} = {{", inner.name));
        for field in inner.fields {
            out.noted(format!("    {}: {},", field.name, field.ty), field.about);
        }
        out.line("}");
    }
    // Families stand with the events, the keys of effects with the options.
    let written = |word: &&Word| !matches!(word.written, Form::Family | Form::Keys);
    for word in WORDS.iter().filter(written) {
        out.line(format!("-- {}", word.about));
        let name = word.name;
        match word.written {
            Form::Whole | Form::Part => {
                body(out, word);
                let gives = part(word).unwrap_or_else(|| "string".to_owned());
                let def = options::capitalized(name);
                out.line(format!(
                    "declare function {name}(name: string): (def: {def}Def) -> {gives}"
                ));
            }
            Form::Call(params, returns) => {
                let returns = if returns.is_empty() { "()" } else { returns };
                out.line(format!("declare function {name}({params}): {returns}"));
            }
            Form::Family | Form::Keys => {}
        }
    }
}

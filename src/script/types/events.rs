//! Classes of `e`, contributions, and `on`, `modify`, `override`.

use super::{Out, options, things};
use crate::script::define::classes::CLASSES;
use crate::script::define::events::{EVENTS, STEPS};
use crate::script::points::{FORMULAS, Formula};
use crate::script::record::Field;

/// The name of the contribution to a step.
pub fn contribution(step: &str) -> String {
    format!("{}Mod", options::capitalized(step))
}

/// The type of what goes into a rule point.
pub fn input(formula: &Formula) -> String {
    if formula.takes.is_empty() {
        formula.plain.to_owned()
    } else {
        format!("{}Input", options::capitalized(formula.name))
    }
}

fn table(out: &mut Out, name: &str, fields: &[Field]) {
    out.line(format!("export type {name} = {{"));
    for field in fields {
        out.noted(format!("    {}: {},", field.name, field.ty), field.about);
    }
    out.line("}");
}

pub fn write(out: &mut Out) {
    for class in CLASSES {
        if !class.about.is_empty() {
            out.line(format!("-- {}", class.about));
        }
        let base = if class.base.is_empty() {
            String::new()
        } else {
            format!(" extends {}", class.base)
        };
        out.line(format!("declare class {}{base}", class.name));
        things::members(out, class.fields, class.methods);
        out.line("end");
    }
    for step in STEPS {
        table(out, &contribution(step.name), step.gives);
    }
    for formula in FORMULAS.iter().filter(|formula| !formula.takes.is_empty()) {
        table(out, &input(formula), formula.takes);
    }
    out.line("declare on: {");
    for event in EVENTS {
        let line = format!(
            "    {}: (fn: (e: {}) -> ()) -> (),",
            event.name, event.class
        );
        out.noted(line, event.about);
    }
    out.line("}");
    out.line("declare modify: {");
    for step in STEPS {
        let gives = contribution(step.name);
        let line = format!(
            "    {}: (fn: (e: {}) -> {gives}?) -> (),",
            step.name, step.class
        );
        out.noted(line, step.about);
    }
    out.line("}");
    out.line("declare override: {");
    for formula in FORMULAS {
        let (takes, gives) = (input(&formula), formula.gives);
        let base = format!("(given: {takes}) -> {gives}");
        out.line(format!(
            "    {}: (fn: (given: {takes}, base: {base}) -> {gives}) -> (),",
            formula.name
        ));
    }
    out.line("}");
}

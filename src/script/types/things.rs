//! Classes: handles of things at the table, and results.

use super::{Out, options, ty};
use crate::rules::ids::ThingKind;
use crate::script::record::{Field, Method, Ty};
use crate::script::{fields, results, runtime, verbs};

/// A class of the type file.
pub struct Class {
    /// Its name.
    pub name: &'static str,
    /// What it builds on.
    pub base: &'static str,
    /// Its fields.
    pub fields: &'static [Field],
    /// Methods that are no verbs.
    pub methods: &'static [Method],
    /// Verbs that it has as methods.
    pub verbs: Vec<&'static str>,
}

/// The verbs that characters and foes have both.
fn shared() -> Vec<&'static str> {
    verbs::methods_of(ThingKind::Pc)
        .filter(|name| verbs::methods_of(ThingKind::Foe).any(|other| other == *name))
        .collect()
}

/// Those of one kind that not both have.
fn own(kind: ThingKind) -> Vec<&'static str> {
    let shared = shared();
    verbs::methods_of(kind)
        .filter(|name| !shared.contains(name))
        .collect()
}

/// Every class, each after its base.
pub fn all() -> Vec<Class> {
    let class = |name, base, fields, methods, verbs| Class {
        name,
        base,
        fields,
        methods,
        verbs,
    };
    let of = |kind| verbs::methods_of(kind).collect::<Vec<_>>();
    let plain = |name, fields| class(name, "", fields, &[], Vec::new());
    vec![
        class("Item", "", fields::ITEM, &[], of(ThingKind::Item)),
        class("Timer", "", fields::TIMER, &[], of(ThingKind::Timer)),
        class("Deck", "", fields::DECK, &[], of(ThingKind::Deck)),
        class("Ward", "", fields::WARD, &[], of(ThingKind::Ward)),
        class(
            "Unit",
            "",
            fields::UNIT,
            &fields::UNIT_METHODS,
            of(ThingKind::Unit),
        ),
        class("Creature", "", fields::CREATURE, &fields::METHODS, shared()),
        class("Pc", "Creature", fields::PC, &[], own(ThingKind::Pc)),
        class("Foe", "Creature", fields::FOE, &[], own(ThingKind::Foe)),
        plain("Roll", results::ROLL),
        plain("Thrown", results::THROWN),
        plain("Hit", results::HIT),
        plain("Card", results::CARD),
        class("Draw", "", results::DRAW, results::DRAW_METHODS, Vec::new()),
        class("Move", "", results::MOVE, results::MOVE_METHODS, Vec::new()),
        class("T", "", &[], runtime::TESTER, Vec::new()),
    ]
}

/// A verb as a method: its parameters and what it gives.
pub fn method(verb: &str) -> Option<(String, String)> {
    let record = verbs::find(verb)?;
    // `foe:use(move)`: the foe isn't the verb's first parameter, and stands for an option.
    let from = match record.params.first().map(|param| param.ty) {
        Some(Ty::Move) => 0,
        _ => 1,
    };
    Some((ty::params(record, from).join(", "), ty::one(record.returns)))
}

pub fn write(out: &mut Out) {
    for class in all() {
        let base = if class.base.is_empty() {
            String::new()
        } else {
            format!(" extends {}", class.base)
        };
        out.line(format!("declare class {}{base}", class.name));
        members(out, class.fields, class.methods);
        for verb in &class.verbs {
            if let Some((params, returns)) = method(verb) {
                function(out, verb, &params, &returns, "");
            }
        }
        out.line("end");
    }
    // Parts are told apart, so that a card in an adversary is a mistake.
    for word in crate::script::define::WORDS {
        if let Some(part) = super::definers::part(word) {
            out.line(format!("declare class {part}\nend"));
        }
    }
}

/// Fields, and methods that are no verbs.
pub fn members(out: &mut Out, fields: &[Field], methods: &[Method]) {
    for field in fields {
        out.noted(format!("    {}: {}", field.name, field.ty), field.about);
    }
    for method in methods {
        let returns = if method.returns.is_empty() {
            "()"
        } else {
            method.returns
        };
        function(out, method.name, method.params, returns, method.about);
    }
}

fn function(out: &mut Out, name: &str, params: &str, returns: &str, about: &str) {
    let params = if params.is_empty() {
        "self".to_owned()
    } else {
        format!("self, {params}")
    };
    out.noted(format!("    function {name}({params}): {returns}"), about);
}

/// The name of a part's class: `move "X" { … }` gives a MovePart.
pub fn part_name(word: &str) -> String {
    format!("{}Part", options::capitalized(word))
}

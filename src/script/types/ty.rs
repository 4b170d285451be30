//! What a record says of a parameter, as a Luau type.

use super::{aliases, options};
use crate::rules::beats::{Income, Spend};
use crate::script::record::{Param, Record, Ty};

/// The Luau type of a parameter that must be there.
pub fn luau(ty: Ty) -> String {
    match ty {
        Ty::Who => "Who".into(),
        Ty::Pc => "Pc | string".into(),
        Ty::Foe => "Foe | string".into(),
        Ty::Whom => "Whom".into(),
        Ty::Timer => "Timer | string".into(),
        Ty::Unit => "Unit | string".into(),
        Ty::Item => "Item | string".into(),
        Ty::Ward => "Ward | string".into(),
        Ty::Thing => "Thing".into(),
        Ty::Dv => "number | \"5+\"".into(),
        Ty::Int(..) => "number".into(),
        Ty::Text | Ty::Rest | Ty::Adversary | Ty::Condition | Ty::Hazard | Ty::Cards => {
            "string".into()
        }
        Ty::Deck => "Deck | string".into(),
        Ty::Move => "string | number".into(),
        Ty::Pool => "Pool".into(),
        Ty::Faces => "Faces".into(),
        Ty::Flag => "boolean".into(),
        Ty::Word(words) => aliases::of(words),
        // A list in a call is one of texts to the checker, whatever words are in it; a record looks at them.
        Ty::WordsOf(_) => "string | { string }".into(),
        // Names and tables side by side: the checker would take the first for the type of all.
        Ty::Legs => "any".into(),
        Ty::Track => "Track".into(),
        Ty::Function => "() -> ()".into(),
        // Only rolls take what happens: it is told of the roll.
        Ty::Do => "Do<RollEvent>".into(),
        Ty::Fx => "SavedFx".into(),
        Ty::Data => "Data".into(),
        Ty::Options(list) => options::name(list),
        Ty::Spend => {
            let words: Vec<&str> = Spend::ALL.iter().map(|spend| spend.word()).collect();
            format!("number | {}", aliases::of(&words))
        }
        Ty::Income => {
            let words: Vec<&str> = Income::ALL.iter().map(|income| income.word()).collect();
            format!("number | {}", aliases::of(&words))
        }
        Ty::Anew => "number | \"all\"".into(),
        Ty::List => "{ any }".into(),
        Ty::Any => "any".into(),
    }
}

/// The same type, and it may be missing.
pub fn optional(ty: &str) -> String {
    if ty.contains('|') || ty.contains("->") {
        format!("({ty})?")
    } else {
        format!("{ty}?")
    }
}

/// `name: type`, as a parameter or a key of an options table.
pub fn param(param: &Param) -> String {
    typed(param.name, &luau(param.ty), param.optional)
}

/// `name: type` of a type's text.
pub fn typed(name: &str, ty: &str, may: bool) -> String {
    if may {
        format!("{name}: {}", optional(ty))
    } else {
        format!("{name}: {ty}")
    }
}

/// The parameters of a record from the nth on; lists of a generic verb are of `T`.
pub fn params(record: &Record, from: usize) -> Vec<String> {
    let generic = is_generic(record);
    record.params[from.min(record.params.len())..]
        .iter()
        .map(|one| match one.ty {
            Ty::List if generic => typed(one.name, "{ [number]: T }", one.optional),
            _ => param(one),
        })
        .collect()
}

/// Does it give one of what it is given?
pub fn is_generic(record: &Record) -> bool {
    matches!(record.returns, "T" | "T?" | "{T}")
}

/// What a verb gives for one thing.
pub fn one(returns: &str) -> String {
    match returns.split_once(" | ") {
        Some((one, _)) => one.to_owned(),
        None if returns.is_empty() => "()".into(),
        None => returns.to_owned(),
    }
}

/// What a verb gives for several things.
pub fn several(returns: &str) -> String {
    match returns.split_once(" | ") {
        Some((_, several)) => several.to_owned(),
        None if returns.is_empty() => "()".into(),
        None => format!("{{ {returns} }}"),
    }
}

/// What a verb with a single form gives.
pub fn plain(returns: &str) -> String {
    if returns.is_empty() {
        "()".into()
    } else {
        returns.to_owned()
    }
}

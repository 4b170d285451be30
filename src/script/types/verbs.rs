//! Verbs that are globals.

use super::{Out, ty};
use crate::script::record::{Record, Ty};
use crate::script::verbs;

/// A verb's type, in the shape of `declare function` or as a value with two forms.
pub fn declared(record: &Record) -> String {
    let name = record.name;
    match forms(record).as_slice() {
        [(params, returns)] => format!(
            "declare function {name}{}({params}): {returns}",
            generic(record)
        ),
        several => {
            let forms: Vec<String> = several
                .iter()
                .map(|(params, returns)| format!("(({params}) -> {returns})"))
                .collect();
            format!("declare {name}: {}", forms.join(" & "))
        }
    }
}

/// A verb as a key of its chapter.
pub fn keyed(record: &Record, name: &str) -> String {
    let forms: Vec<String> = forms(record)
        .iter()
        .map(|(params, returns)| format!("{}({params}) -> {returns}", generic(record)))
        .collect();
    format!("{name}: {}", forms.join(" & "))
}

fn generic(record: &Record) -> &'static str {
    if ty::is_generic(record) { "<T>" } else { "" }
}

/// Its forms. Two where one thing gives one result and several a list, or where a count makes several of one.
fn forms(record: &Record) -> Vec<(String, String)> {
    let all = ty::params(record, 0);
    let first = record.params.first();
    if let Some(first) = first.filter(|first| matches!(first.ty, Ty::Whom))
        && !record.returns.is_empty()
    {
        let with = |whom: &str| {
            let mut params = all.clone();
            params[0] = ty::typed(first.name, whom, first.optional);
            params.join(", ")
        };
        return vec![
            (with("Who"), ty::one(record.returns)),
            (with("Several"), ty::several(record.returns)),
        ];
    }
    let count = record.params.iter().position(|param| param.name == "n");
    if let (Some(count), true) = (count, record.returns.contains(" | ")) {
        let mut one = all.clone();
        one.remove(count);
        let mut several = all;
        several[count] = ty::typed("n", "number", false);
        return vec![
            (one.join(", "), ty::one(record.returns)),
            (several.join(", "), ty::several(record.returns)),
        ];
    }
    vec![(all.join(", "), ty::plain(record.returns))]
}

pub fn write(out: &mut Out) {
    let mut chapter = "";
    for record in verbs::all().filter(|record| !record.name.contains('.')) {
        if record.chapter != chapter {
            chapter = record.chapter;
            out.line(format!("-- {chapter}"));
        }
        out.line(declared(record));
    }
}

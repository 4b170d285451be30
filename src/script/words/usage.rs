//! How a verb is typed in words: `roll who pool [dv]`, and its example that way.

use crate::script::record::{Record, Ty};

/// The verb as it is typed: `scene start`.
pub(super) fn verb_words(record: &Record) -> String {
    record.name.replace('.', " ")
}

/// What is typed behind the verb: needed things, others in brackets. Options have their names in `help`.
#[must_use]
pub fn usage(record: &Record) -> String {
    let mut all = vec![verb_words(record)];
    for param in record.params {
        all.push(match (param.ty, param.optional) {
            (Ty::Options(_), _) => "[option=…]".to_owned(),
            (_, true) => format!("[{}]", param.name),
            (_, false) => param.name.to_owned(),
        });
    }
    all.join(" ")
}

/// An example in Luau as words; nothing for one that needs Luau.
#[must_use]
pub fn from_example(example: &str) -> Option<String> {
    let (verb, rest) = example.split_once('(')?;
    let plain = verb
        .chars()
        .all(|c| c.is_alphanumeric() || "._".contains(c));
    let inside = rest.strip_suffix(')')?;
    if !plain || inside.contains(['(', '\n', ';']) {
        return None;
    }
    let mut words = vec![verb.replace('.', " ")];
    let mut dice = None;
    for part in parts(inside)? {
        if let Some(fields) = part
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'))
        {
            let fields = parts(fields)?;
            if fields.iter().all(|field| field.starts_with('"')) {
                let names: Option<Vec<String>> = fields.iter().map(|field| word(field)).collect();
                words.push(names?.join(","));
                continue;
            }
            for field in fields {
                let (key, value) = field.split_once('=')?;
                let (key, value) = (key.trim(), word(value.trim())?);
                match key {
                    "faces" | "cards" => dice = Some(format!("= {value}")),
                    _ if value.contains(' ') => words.push(format!("{key}=\"{value}\"")),
                    _ => words.push(format!("{key}={value}")),
                }
            }
        } else {
            words.push(word(&part)?);
        }
    }
    words.extend(dice);
    Some(words.join(" "))
}

/// One value as it is typed. Names are found in small letters too.
fn word(value: &str) -> Option<String> {
    if let Some(text) = value
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
    {
        return (!text.contains(['"', '\\'])).then(|| text.replace(" + ", " ").to_lowercase());
    }
    let simple = |c: char| c.is_alphanumeric() || "-._".contains(c);
    (!value.is_empty() && value != "nil" && value.chars().all(simple)).then(|| value.to_owned())
}

/// The parts between the commas of the outermost level.
fn parts(text: &str) -> Option<Vec<String>> {
    let mut parts = vec![String::new()];
    let (mut depth, mut quoted) = (0_usize, false);
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted => depth = depth.checked_sub(1)?,
            ',' if !quoted && depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    let trimmed = parts.into_iter().map(|part| part.trim().to_owned());
    let parts: Vec<String> = trimmed.filter(|part| !part.is_empty()).collect();
    (depth == 0 && !quoted).then_some(parts)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn examples_in_words() {
        for (luau, words) in [
            (
                r#"roll("Lyra", "wits + craft", 3, { faces = "96421" })"#,
                Some("roll lyra wits craft 3 = 96421"),
            ),
            (
                r#"hit({ "Lyra", "Ellis" }, 2, "falling masonry")"#,
                Some("hit lyra,ellis 2 falling masonry"),
            ),
            (
                r#"spawn("Toll Troll", { band = "far" })"#,
                Some("spawn toll troll band=far"),
            ),
            (r#"scene.start("The Mill")"#, Some("scene start the mill")),
            ("undo()", Some("undo")),
            (r#"what_if(function() tick("Bridge") end)"#, None),
            ("lyra:hit(2)", None),
        ] {
            assert_eq!(from_example(luau).as_deref(), words, "{luau}");
        }
    }

    #[test]
    fn what_a_verb_takes() {
        let roll = crate::script::verbs::find("roll").unwrap();
        assert_eq!(usage(roll), "roll who pool [dv] [option=…]");
    }
}

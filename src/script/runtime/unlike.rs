//! How two values of a test differ, in words: of tables only the places that do.

use serde_json::Value as Json;

/// How many places of two tables are named.
const MOST: usize = 5;

/// What is wanted and what it is.
pub(super) fn unlike(want: &Json, got: &Json) -> String {
    let mut places = Vec::new();
    walk("", want, got, &mut places);
    match places.as_slice() {
        // They look the same, and are of different kinds.
        [] => format!(
            "{} is wanted, it is another that looks the same",
            value(want)
        ),
        [(place, want, got)] if place.is_empty() => format!("{want} is wanted, it is {got}"),
        places => {
            let mut parts: Vec<String> = places
                .iter()
                .take(MOST)
                .map(|(place, want, got)| format!("at {place} {want} is wanted, it is {got}"))
                .collect();
            if places.len() > MOST {
                parts.push(format!("and {} more differ", places.len() - MOST));
            }
            parts.join("; ")
        }
    }
}

fn walk(place: &str, want: &Json, got: &Json, places: &mut Vec<(String, String, String)>) {
    match (want, got) {
        (Json::Array(wants), Json::Array(gots))
            if place.is_empty() || wants.len() == gots.len() =>
        {
            for n in 0..wants.len().max(gots.len()) {
                let (want, got) = (wants.get(n), gots.get(n));
                let place = format!("{place}[{}]", n + 1);
                walk(
                    &place,
                    want.unwrap_or(&Json::Null),
                    got.unwrap_or(&Json::Null),
                    places,
                );
            }
        }
        (Json::Object(wants), Json::Object(gots)) => {
            let mut keys: Vec<&String> = wants.keys().chain(gots.keys()).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                let dot = if place.is_empty() { "" } else { "." };
                let (want, got) = (wants.get(key), gots.get(key));
                let place = format!("{place}{dot}{key}");
                walk(
                    &place,
                    want.unwrap_or(&Json::Null),
                    got.unwrap_or(&Json::Null),
                    places,
                );
            }
        }
        _ if want == got => {}
        _ => places.push((place.to_owned(), value(want), value(got))),
    }
}

/// A value as a script writes it.
fn value(value: &Json) -> String {
    match value {
        Json::Null => "nothing".into(),
        Json::Array(all) if all.is_empty() => "{}".into(),
        Json::Array(all) => {
            let all: Vec<String> = all.iter().map(self::value).collect();
            format!("{{ {} }}", all.join(", "))
        }
        Json::Object(fields) => {
            // A thing at the table is its name.
            if let (Some(Json::String(name)), Some(_)) = (fields.get("name"), fields.get("kind")) {
                return name.clone();
            }
            let fields: Vec<String> = fields
                .iter()
                .map(|(key, one)| format!("{key} = {}", self::value(one)))
                .collect();
            if fields.is_empty() {
                return "{}".into();
            }
            format!("{{ {} }}", fields.join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_differs_is_told() {
        for (want, got, words) in [
            (json!(3), json!(4), "3 is wanted, it is 4"),
            (json!("a"), Json::Null, "\"a\" is wanted, it is nothing"),
            (
                json!([1, 2, 3]),
                json!([1, 5, 3]),
                "at [2] 2 is wanted, it is 5",
            ),
            (
                json!([1]),
                json!([1, 5]),
                "at [2] nothing is wanted, it is 5",
            ),
            (
                json!({ "a": 1, "b": { "c": [1] } }),
                json!({ "a": 2, "b": { "c": [2] } }),
                "at a 1 is wanted, it is 2; at b.c[1] 1 is wanted, it is 2",
            ),
            (json!({ "a": 1 }), json!(1), "{ a = 1 } is wanted, it is 1"),
            (
                json!({ "kind": "foe", "name": "Ash Rat", "tl": 1 }),
                json!(false),
                "Ash Rat is wanted, it is false",
            ),
            (
                json!([1, 2, 3, 4, 5, 6, 7]),
                json!([0, 0, 0, 0, 0, 0, 0]),
                "at [1] 1 is wanted, it is 0; at [2] 2 is wanted, it is 0; at [3] 3 is wanted, it is 0; at [4] 4 is \
                 wanted, it is 0; at [5] 5 is wanted, it is 0; and 2 more differ",
            ),
        ] {
            assert_eq!(unlike(&want, &got), words);
        }
    }
}

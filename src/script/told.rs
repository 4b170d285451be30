//! A table as people read it: `{ "a", n = 1, { 2 } }`. No script runs for it, and no more is told than somebody reads: not
//! deeper, not longer, and what a table holds of those around it is named.

use mlua::{Table, Value};

use super::args::{text, whole};
use super::generation::Generation;
use super::{fields, handle, talk};
use crate::table::show;

/// How deep.
const DEPTH: usize = 5;
/// Items of one table.
const ITEMS: usize = 50;
/// Bytes of the whole, and of one text in it.
const ROOM: usize = 4 << 10;
const TEXT: usize = 200;

/// The words for a table.
#[must_use]
pub fn table(generation: &Generation, table: &Table) -> String {
    let mut teller = Teller {
        generation,
        around: Vec::new(),
        words: String::new(),
    };
    teller.table(table);
    teller.words
}

struct Teller<'g> {
    generation: &'g Generation,
    /// The tables that are being told, outermost first.
    around: Vec<*const std::ffi::c_void>,
    words: String,
}

impl Teller<'_> {
    fn table(&mut self, table: &Table) {
        let here = table.to_pointer();
        if let Some(at) = self.around.iter().position(|one| *one == here) {
            let words = match self.around.len() - 1 - at {
                0 => "<this table>".to_owned(),
                1 => "<the table around>".to_owned(),
                n => format!("<{n} tables around>"),
            };
            self.words.push_str(&words);
            return;
        }
        if self.around.len() >= DEPTH {
            let empty = table.pairs::<Value, Value>().next().is_none();
            self.words.push_str(if empty { "{}" } else { "{…}" });
            return;
        }
        self.around.push(here);
        self.items(table);
        self.around.pop();
    }

    fn items(&mut self, table: &Table) {
        let listed = table.raw_len();
        let mut named: Vec<(String, Value)> = Vec::new();
        let mut more = listed.saturating_sub(ITEMS);
        // A table of millions isn't walked to its end.
        for (n, (key, value)) in table.pairs::<Value, Value>().flatten().enumerate() {
            if whole(&key)
                .is_some_and(|at| at >= 1 && usize::try_from(at).is_ok_and(|at| at <= listed))
            {
                if n > 2 * ITEMS && listed > ITEMS {
                    break;
                }
                continue;
            }
            if named.len() >= ITEMS {
                more += 1;
                break;
            }
            named.push((self.key(&key), value));
        }
        named.sort_by(|(a, _), (b, _)| a.cmp(b));
        let list = (1..=listed.min(ITEMS))
            .map(|at| (None, table.raw_get::<Value>(at).unwrap_or(Value::Nil)));
        let all: Vec<(Option<String>, Value)> = list
            .chain(named.into_iter().map(|(key, value)| (Some(key), value)))
            .collect();
        if all.is_empty() {
            self.words.push_str("{}");
            return;
        }
        self.words.push_str("{ ");
        for (n, (key, value)) in all.iter().enumerate() {
            if n > 0 {
                self.words.push_str(", ");
            }
            if self.words.len() > ROOM {
                self.words.push_str("… }");
                return;
            }
            if let Some(key) = key {
                self.words.push_str(key);
                self.words.push_str(" = ");
            }
            self.value(value);
        }
        if more > 0 {
            self.words.push_str(", …");
        }
        self.words.push_str(" }");
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Table(table) => self.table(table),
            value => {
                let words = self.plain(value);
                self.words.push_str(&words);
            }
        }
    }

    fn plain(&self, value: &Value) -> String {
        match value {
            Value::String(text) => {
                let bytes = text.as_bytes();
                let cut = String::from_utf8_lossy(bytes.get(..TEXT).unwrap_or(&bytes)).into_owned();
                let more = if bytes.len() > TEXT { "…" } else { "" };
                show::quoted(&format!("{cut}{more}"))
            }
            Value::LightUserData(_) if handle::from_lua(value).is_some() => {
                fields::words(self.generation, value)
            }
            value => talk::to_text(value),
        }
    }

    /// A key as a definition would write it.
    fn key(&self, key: &Value) -> String {
        match (key, text(key)) {
            (Value::String(_), Some(name)) if identifier(&name) => name,
            (Value::Table(_), _) => "[table]".into(),
            _ => format!("[{}]", self.plain(key)),
        }
    }
}

fn identifier(name: &str) -> bool {
    name.len() <= TEXT
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

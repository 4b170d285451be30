//! A verb called by a host with plain data: the call is written as Luau, so that journal, `again`, `reroll` and undo
//! know it like one that was typed.

use serde_json::Value as Json;

use super::Runtime;
use crate::rules::names;
use crate::script::diagnostic::Diagnostic;
use crate::script::outcome::Outcome;
use crate::script::syntax::is_keyword;
use crate::script::verbs;
use crate::script::words::quoted;

impl Runtime {
    /// Calls a verb or a function of the host with plain data: in order as in a script, names where scripts have
    /// handles, the options as an object last. `null` leaves an argument out.
    ///
    /// ```no_run
    /// # use serde_json::json;
    /// # use storybeat::script::runtime::Runtime;
    /// # let mut table = Runtime::builder().folder("scripts").build().unwrap();
    /// table.call("hit", &[json!("Lyra"), json!(2), json!("falling masonry")]);
    /// table.call("roll", &[json!("Lyra"), json!("wits + craft"), json!(null), json!({ "faces": "96421" })]);
    /// ```
    ///
    /// The outcome is that of [`Runtime::eval`]; a name that is no verb fails with those that are close.
    pub fn call(&mut self, verb: &str, args: &[Json]) -> Outcome {
        match self.written(verb, args) {
            Ok(luau) => self.eval(&luau),
            Err(why) => Outcome::Failed(Box::new(Diagnostic::error("unknown_name", why))),
        }
    }

    fn written(&self, verb: &str, args: &[Json]) -> Result<String, String> {
        let natives = self.natives.iter().map(|native| native.name.as_str());
        let all: Vec<&str> = verbs::all()
            .map(|record| record.name)
            .chain(natives)
            .collect();
        if !all.contains(&verb) {
            return Err(names::unknown("verb", verb, all));
        }
        let args: Vec<String> = args.iter().map(literal).collect();
        Ok(format!("{verb}({})", args.join(", ")))
    }
}

/// Data as Luau.
fn literal(json: &Json) -> String {
    match json {
        Json::Null => "nil".to_owned(),
        Json::Bool(yes) => yes.to_string(),
        Json::Number(n) => n.to_string(),
        Json::String(text) => quoted(text),
        Json::Array(list) => {
            let items: Vec<String> = list.iter().map(literal).collect();
            format!("{{ {} }}", items.join(", "))
        }
        Json::Object(map) => {
            let items: Vec<String> = map
                .iter()
                .map(|(key, value)| format!("{} = {}", field(key), literal(value)))
                .collect();
            format!("{{ {} }}", items.join(", "))
        }
    }
}

fn field(key: &str) -> String {
    let plain = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !is_keyword(key);
    if plain {
        key.to_owned()
    } else {
        format!("[{}]", quoted(key))
    }
}

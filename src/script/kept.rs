//! What of Luau's own library scripts have: a closed list. What isn't on it is taken away, so that a library which a
//! later Luau brings along is no way out before somebody has looked at it.

use mlua::{Table, Value};

/// Plain functions and values.
pub const GLOBALS: [&str; 21] = [
    "_VERSION",
    "assert",
    "error",
    "getmetatable",
    "ipairs",
    "next",
    "pairs",
    "pcall",
    "print",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "select",
    "setmetatable",
    "tonumber",
    "tostring",
    "type",
    "typeof",
    "unpack",
    "xpcall",
];

/// Libraries, with all that is in them. The members of `string` are the methods of texts too.
pub const LIBRARIES: [(&str, &str); 8] = [
    (
        "bit32",
        "arshift band bnot bor btest bxor byteswap countlz countrz extract lrotate lshift replace rrotate rshift",
    ),
    (
        "buffer",
        "copy create fill fromstring len readbits readf32 readf64 readi16 readi32 readi8 readstring readu16 readu32 \
         readu8 tostring writebits writef32 writef64 writei16 writei32 writei8 writestring writeu16 writeu32 writeu8",
    ),
    (
        "coroutine",
        "close create isyieldable resume running status wrap yield",
    ),
    ("debug", "traceback"),
    (
        "math",
        "abs acos asin atan atan2 ceil clamp cos cosh deg e exp floor fmod frexp huge isfinite isinf isnan ldexp lerp \
         log log10 map max min modf nan noise phi pi pow rad random randomseed round sign sin sinh sqrt sqrt2 tan tanh \
         tau",
    ),
    (
        "string",
        "byte char find format gmatch gsub len lower match pack packsize rep reverse split sub unpack upper",
    ),
    (
        "table",
        "clear clone concat create find foreach foreachi freeze getn insert isfrozen maxn move pack remove sort unpack",
    ),
    ("utf8", "char charpattern codepoint codes len offset"),
];

/// The members of a library that scripts have.
pub fn members(library: &str) -> impl Iterator<Item = &'static str> {
    LIBRARIES
        .iter()
        .filter(move |(name, _)| *name == library)
        .flat_map(|(_, members)| members.split_whitespace())
}

/// Takes away what isn't on the list.
///
/// # Errors
/// Out of memory.
pub fn take_away_the_rest(globals: &Table) -> mlua::Result<()> {
    for (key, value) in pairs(globals)? {
        let name = super::args::text(&key).unwrap_or_default();
        if GLOBALS.contains(&name.as_str()) {
            continue;
        }
        let library = LIBRARIES.iter().any(|(library, _)| *library == name);
        let Value::Table(library) = (if library { value } else { Value::Nil }) else {
            globals.raw_set(key, Value::Nil)?;
            continue;
        };
        for (key, _) in pairs(&library)? {
            let member = super::args::text(&key).unwrap_or_default();
            if !members(&name).any(|known| known == member) {
                library.raw_set(key, Value::Nil)?;
            }
        }
    }
    Ok(())
}

fn pairs(table: &Table) -> mlua::Result<Vec<(Value, Value)>> {
    table.pairs::<Value, Value>().collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use mlua::Lua;

    use super::*;
    use crate::script::generation::Generation;
    use crate::script::limits::Limits;
    use crate::script::sandbox::{self, GONE};

    fn keys(table: &Table) -> BTreeSet<String> {
        let text = |(key, _): (Value, Value)| crate::script::args::text(&key).unwrap();
        pairs(table).unwrap().into_iter().map(text).collect()
    }

    fn set<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
        names.into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn all_that_this_luau_has_is_kept_or_gone_by_name() {
        let plain = Lua::new();
        let globals = plain.globals();
        let known = GLOBALS
            .into_iter()
            .chain(LIBRARIES.iter().map(|(name, _)| *name))
            .chain(GONE)
            .chain(["require"]);
        assert_eq!(keys(&globals), set(known));
        for (name, _) in LIBRARIES {
            let library: Table = globals.raw_get(name).unwrap();
            let mut known = set(members(name));
            if name == "debug" {
                known.insert("info".into());
            }
            assert_eq!(keys(&library), known, "{name}");
        }
    }

    #[test]
    fn what_scripts_have_is_the_list_and_texts_have_no_other_methods() {
        let generation = Generation::new(Limits::default(), Arc::new(AtomicBool::new(false)));
        let lua = sandbox::build(&generation, &[]).unwrap();
        let globals = &generation.tables.get().unwrap().globals;
        for gone in GONE.iter().chain(&["require"]) {
            assert!(globals.raw_get::<Value>(*gone).unwrap().is_nil(), "{gone}");
        }
        for (name, _) in LIBRARIES {
            let library: Table = globals.get(name).unwrap();
            assert_eq!(keys(&library), set(members(name)), "{name}");
            assert!(library.is_readonly(), "{name}");
        }
        let methods: Table = lua
            .load("return getmetatable('').__index")
            .eval()
            .unwrap_or_else(|_| globals.get("string").unwrap());
        assert_eq!(keys(&methods), set(members("string")));
    }

    #[test]
    fn nothing_that_is_gone_is_reached_past_its_name() {
        // The compiler calls some functions without a look at the global: each member of what is gone is tried.
        let vm = Lua::new();
        let plain = vm.globals();
        let generation = Generation::new(Limits::default(), Arc::new(AtomicBool::new(false)));
        let lua = sandbox::build(&generation, &[]).unwrap();
        let mut tried = 0;
        for gone in GONE {
            let calls = match plain.raw_get::<Value>(gone).unwrap() {
                Value::Table(library) if gone != "_G" => keys(&library)
                    .into_iter()
                    .map(|member| format!("{gone}.{member}"))
                    .collect(),
                _ => vec![gone.to_owned()],
            };
            for call in calls {
                for text in [format!("return {call}(5, 5, 5)"), format!("return {call}")] {
                    let result = lua.load(&text).eval::<Value>();
                    assert!(result.is_err(), "{text} gives {result:?}");
                    tried += 1;
                }
            }
        }
        assert!(tried > 100, "{tried}");
    }
}

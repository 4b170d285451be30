//! The table that everything is tried on, and the journal of an evening at it.

use std::cell::RefCell;
use std::fs;
use std::sync::OnceLock;

use storybeat::script::folder::Files;
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;
use storybeat::table::event::Fact;
use storybeat::table::journal::{Found, Record, read, session_path};
use storybeat::table::state::State;

const FILES: [(&str, &str); 5] = [
    ("campaign.yaml", "title: Bridge at Dusk\nseed: fuzz\n"),
    (
        "party/lyra.yaml",
        include_str!("../../scripts/party/lyra.yaml"),
    ),
    (
        "party/ellis.yaml",
        include_str!("../../scripts/party/ellis.yaml"),
    ),
    (
        "monsters/toll_troll.luau",
        include_str!("../../scripts/monsters/toll_troll.luau"),
    ),
    (
        "monsters/ash_rat.luau",
        include_str!("../../scripts/monsters/ash_rat.luau"),
    ),
];

/// What was played before anything is tried.
const PLAYED: [&str; 16] = [
    "scene the span",
    "gain(6)",
    "spawn toll troll",
    "spawn ash rat 2",
    "earn lyra,ellis 1 the plan",
    "roll lyra wits craft = 96421",
    "use stamp",
    "hit lyra 2 falling masonry",
    "undo",
    "redo",
    "apply(\"Ellis\", \"Prone\", { lasts = \"scene\" })",
    "draw consequences because=omens = 7C 3H",
    "store.visits = { \"mill\", 2, { deep = true } }",
    "start(\"Guards\", 6, { on_fill = { gain = 1 } })",
    "shift lyra close troll",
    "exchange next",
];

fn plays(mut table: Runtime) -> Runtime {
    for line in PLAYED {
        let outcome = table.eval(line);
        assert!(matches!(outcome, Outcome::Done(_)), "{line}: {outcome:?}");
    }
    table
}

/// A table where something is going on. One that was left changed is made anew.
pub fn with_table<T>(work: impl FnOnce(&mut Runtime) -> T) -> T {
    thread_local! {
        static TABLE: RefCell<Option<(Runtime, State, usize)>> = const { RefCell::new(None) };
    }
    TABLE.with_borrow_mut(|kept| {
        let mut table = kept.take().filter(|(table, state, acts)| {
            table.state() == state && table.history().len() == *acts && table.question().is_none()
        });
        let (mut table, state, acts) = table.take().unwrap_or_else(|| {
            let table = Runtime::builder()
                .files(Files::from_map(FILES))
                .build()
                .unwrap();
            let table = plays(table);
            let (state, acts) = (table.state().clone(), table.history().len());
            (table, state, acts)
        });
        let result = work(&mut table);
        *kept = Some((table, state, acts));
        result
    })
}

/// A session's file, and what is in it.
type Evening = (Vec<u8>, Vec<Record<Fact, State>>);

/// The file of such an evening, and the records in it.
pub fn with_evening<T>(work: impl FnOnce(&[u8], &[Record<Fact, State>]) -> T) -> T {
    static EVENING: OnceLock<Evening> = OnceLock::new();
    let (bytes, records) = EVENING.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("storybeat-fuzz-{}", std::process::id()));
        for (path, text) in FILES {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let table = Runtime::builder().folder(&folder).build().unwrap();
        drop(plays(table));
        let path = session_path(&folder.canonicalize().unwrap(), 1);
        let bytes = fs::read(&path).unwrap();
        let Ok(Found::Session(opened)) = read(&path) else {
            panic!("the evening isn't there")
        };
        let records = opened.records;
        fs::remove_dir_all(&folder).unwrap();
        (bytes, records)
    });
    work(bytes, records)
}

//! A table that is put away and taken out again: the same table, whatever happened to its files in between.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/quay.rs"]
mod quay;

use std::fs;
use std::path::{Path, PathBuf};

use storybeat::script::diagnostic::Diagnostic;
use storybeat::script::generation::{Asking, Manner};
use storybeat::script::outcome::{Done, Outcome};
use storybeat::script::runtime::Runtime;
use storybeat::table::state::State;
use tempfile::TempDir;

fn campaign() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    quay::unpack(folder.path());
    folder
}

fn build(root: &Path) -> Result<Runtime, Vec<Diagnostic>> {
    Runtime::builder().folder(root).build()
}

fn open(root: &Path) -> Runtime {
    build(root).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn done(runtime: &mut Runtime, line: &str) -> Done {
    match runtime.eval(line) {
        Outcome::Done(done) => done,
        other => panic!("{line}: {other:?}"),
    }
}

fn failed(runtime: &mut Runtime, line: &str) -> String {
    match runtime.eval(line) {
        Outcome::Failed(fault) => fault.to_line(),
        other => panic!("{line}: {other:?}"),
    }
}

fn text(done: &Done) -> String {
    let lines: Vec<&str> = done.lines.iter().map(|line| &*line.text).collect();
    lines.join("\n")
}

fn greeting(runtime: &Runtime) -> String {
    let lines: Vec<String> = runtime
        .greeting()
        .into_iter()
        .map(|line| line.text)
        .collect();
    lines.join("\n")
}

fn session(root: &Path, n: u32) -> PathBuf {
    root.join(format!("sessions/{n:04}.jsonl"))
}

/// Some of everything, in an order that works.
const EVENING: [&str; 24] = [
    "scene.start(\"The Quay\")",
    "gain(6)",
    "spawn(\"Toll Troll\")",
    "earn(party, 2)",
    "roll(\"Lyra\", \"body + endurance\", 3, { answers = { \"no\" } })",
    "use(\"Stamp the Span\")",
    "use(\"Hurl a Parapet\", \"Ellis\")",
    "use(\"Raise the Toll\")",
    "apply(\"Sera\", \"Soaked\")",
    "store.bells = 1 / 3 store.boss = foes[1]",
    "foes[1].memory.seen = { 1, 2, \"three\" }",
    "start(\"Made Up\", 4, { kind = \"promise\", owner = \"Lyra\", on_fill = { gain = 2 } })",
    "tick(\"Made Up\", 2)",
    "draw(\"Shelf\", { n = 2, cards = \"3H, 6C\" })",
    "shift(\"Lyra\", \"close\", \"Toll Troll\")",
    "undo",
    "redo",
    "undo(2)",
    "hit(\"Toll Troll\", 2, \"a boat hook\")",
    "exchange.next()",
    "again { }",
    "note(\"the tide turns\")",
    "spawn(\"Ash Rat\", 2)",
    "use(\"Name the Price\", { answers = { \"the mule\", \"no\" } })",
];

#[test]
fn each_act_is_there_after_a_restart() {
    let folder = campaign();
    let mut table = open(folder.path());
    let mut twin = Runtime::builder().files(quay::files(&[])).build().unwrap();
    for line in EVENING {
        let outcome = table.eval(line);
        let same = twin.eval(line);
        assert_eq!(format!("{outcome:?}"), format!("{same:?}"), "{line}");
        let (state, history) = (table.state().clone(), table.history());
        drop(table);
        table = open(folder.path());
        assert!(
            state == *table.state(),
            "{line}: {:?}\n{:?}",
            state,
            table.state()
        );
        assert_eq!(history, table.history(), "{line}");
    }
    assert!(table.state() == twin.state());
}

#[test]
fn undo_and_redo_reach_over_restarts() {
    let folder = campaign();
    let mut table = open(folder.path());
    let mut states: Vec<State> = vec![table.state().clone()];
    for line in [
        "gain(1)",
        "spawn(\"Ash Rat\")",
        "roll(\"Ellis\", \"body + melee\", 3)",
        "tick(\"Flood\")",
    ] {
        done(&mut table, line);
        states.push(table.state().clone());
    }
    for n in (0..states.len() - 1).rev() {
        drop(table);
        table = open(folder.path());
        done(&mut table, "undo");
        assert!(states[n] == *table.state(), "undo to {n}");
    }
    for (n, state) in states.iter().enumerate().skip(1) {
        drop(table);
        table = open(folder.path());
        done(&mut table, "redo");
        assert!(*state == *table.state(), "redo to {n}");
    }
    // A new act cuts what was undone, for the next process too.
    done(&mut table, "undo(2)");
    done(&mut table, "gain(2)");
    drop(table);
    table = open(folder.path());
    assert!(failed(&mut table, "redo").contains("nothing to redo"));
    // And the dice go on from where they are.
    let mut other = open_copy(&table, folder.path());
    let line = "roll(\"Lyra\", \"wits + craft\", 3)";
    assert_eq!(text(&done(&mut table, line)), text(&done(&mut other, line)));
}

/// The same campaign, sessions and all, somewhere else.
fn open_copy(_held: &Runtime, root: &Path) -> Runtime {
    let copy = tempfile::tempdir().unwrap().keep();
    quay::unpack(&copy);
    fs::create_dir_all(copy.join("sessions")).unwrap();
    for entry in fs::read_dir(root.join("sessions")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ext| ext == "jsonl") {
            fs::copy(&path, copy.join("sessions").join(path.file_name().unwrap())).unwrap();
        }
    }
    open(&copy)
}

#[test]
fn an_id_that_was_undone_isnt_given_out_after_a_restart() {
    let folder = campaign();
    let mut table = open(folder.path());
    done(&mut table, "spawn(\"Ash Rat\")");
    let first = *table.state().foes.keys().next().unwrap();
    done(&mut table, "undo");
    drop(table);
    let mut table = open(folder.path());
    done(&mut table, "spawn(\"Ash Rat\")");
    assert!(*table.state().foes.keys().next().unwrap() > first);
}

#[test]
fn again_and_reroll_work_on_the_last_act_after_a_restart() {
    let folder = campaign();
    let mut table = open(folder.path());
    done(&mut table, "earn(\"Lyra\", 2)");
    done(&mut table, "roll lyra wits craft = 96421");
    drop(table);
    let mut table = open(folder.path());
    let again = done(&mut table, "again { dv = 2 }");
    assert!(
        text(&again).contains("DV 2") && text(&again).contains("9 6 4 2 1"),
        "{again:?}"
    );
    drop(table);
    // What `again` changed is part of the act now: a re-roll keeps it.
    let mut table = open(folder.path());
    let reroll = text(&done(&mut table, "reroll(1)"));
    assert!(reroll.contains("DV 2"), "{reroll}");
    assert_eq!(
        table
            .state()
            .pc(1)
            .map(|pc| pc.boons)
            .max(table.state().pc(2).map(|pc| pc.boons)),
        Some(1)
    );
}

/// What an act was given besides its text is known after a restart: a Boon on a die, the GM's reason.
#[test]
fn again_keeps_rerolls_and_reasons_after_a_restart() {
    let folder = campaign();
    let mut table = open(folder.path());
    done(&mut table, "earn(\"Lyra\", 2)");
    done(&mut table, "roll lyra wits craft = 96421");
    done(&mut table, "reroll(1)");
    let before = text(&done(&mut table, "again { }"));
    drop(table);
    let mut table = open(folder.path());
    assert_eq!(text(&done(&mut table, "again { }")), before);
    done(&mut table, "spawn(\"Toll Troll\")");
    done(&mut table, "spend(sb.bank, nil, \"noise\")");
    failed(&mut table, "use(\"Stamp the Span\")");
    done(&mut table, "anyway it was announced");
    drop(table);
    let mut table = open(folder.path());
    done(&mut table, "again { }");
    // A session's beginning and end are no inputs to be done again.
    done(&mut table, "session.close()");
    drop(table);
    let mut table = open(folder.path());
    assert!(failed(&mut table, "again { }").contains("no act to do again"));
}

/// The X-card waits for nothing, an open question least of all.
#[test]
fn an_open_question_is_no_hindrance_to_the_x_card() {
    let folder = campaign();
    let mut table = open(folder.path());
    let before = table.state().clone();
    done(&mut table, "note(\"what nobody wants\")");
    table.set_manner(Manner {
        asking: Asking::Ask,
        ..Manner::default()
    });
    table.eval("if ask.yes(\"More?\") then gain(2) end");
    assert!(failed(&mut table, "undo").contains("a question is open"));
    done(&mut table, "xcard");
    assert!(before == *table.state() && table.question().is_none());
}

/// What an open question is about hasn't happened; after a restart it was never asked.
#[test]
fn an_open_question_is_gone_and_nothing_has_happened() {
    let folder = campaign();
    let mut table = open(folder.path());
    table.set_manner(Manner {
        asking: Asking::Ask,
        ..Manner::default()
    });
    let before = table.state().clone();
    assert!(matches!(
        table.eval("gain(1) if ask.yes(\"More?\") then gain(2) end"),
        Outcome::Question(_)
    ));
    drop(table);
    let mut table = open(folder.path());
    assert!(before == *table.state() && table.question().is_none());
    // Answers that were given are in the file, and `again` uses them.
    table.set_manner(Manner {
        asking: Asking::Ask,
        ..Manner::default()
    });
    table.eval("gain(1) if ask.yes(\"More?\") then gain(2) end");
    assert!(matches!(table.answer("yes"), Outcome::Done(_)));
    assert_eq!(table.state().bank, 3);
    drop(table);
    let mut table = open(folder.path());
    table.set_manner(Manner {
        asking: Asking::Ask,
        ..Manner::default()
    });
    assert_eq!(table.state().bank, 3);
    done(&mut table, "again { }");
    assert_eq!(table.state().bank, 3);
}

#[test]
fn a_new_session_takes_along_what_lasts() {
    let folder = campaign();
    let mut table = open(folder.path());
    for line in [
        "scene.start(\"The Quay\")",
        "gain(9)",
        "earn(\"Lyra\", 4)",
        "hit(\"Ellis\", 2, \"a mast\", { armor = \"ignore\" })",
        "spawn(\"Toll Troll\")",
        "foes[1].memory.seen = true",
        "store.bells = 3",
        "start(\"Made Up\", 4, { kind = \"promise\", scope = \"campaign\", owner = \"Lyra\" })",
        "tick(\"Made Up\", 2)",
        "tick(\"Flood\")",
        "tick(\"Supply\")",
        "draw(\"Shelf\", { cards = \"3H\" })",
        "claim(\"Lyra\", \"session\", \"luck\")",
        "claim(\"Lyra\", \"campaign\", \"crown\")",
    ] {
        done(&mut table, line);
    }
    let open_state = table.state().clone();
    done(&mut table, "session.close()");
    // Closing is one act.
    let closed = table.state().clone();
    done(&mut table, "undo");
    assert!(open_state == *table.state());
    done(&mut table, "redo");
    assert!(closed == *table.state());
    drop(table);

    let mut table = open(folder.path());
    assert!(
        greeting(&table).contains("session 1 is closed"),
        "{}",
        greeting(&table)
    );
    assert!(closed == *table.state());
    done(&mut table, "session.start()");
    let state = table.state().clone();
    assert_eq!(
        (state.session.number, state.session.open, state.dice),
        (2, true, 0)
    );
    assert_eq!(state.last_id, closed.last_id, "ids go on");
    assert_eq!(state.cast, closed.cast, "Harm, Boons and XP stay");
    assert_eq!(state.bank, closed.bank);
    assert_eq!(state.kept.store, closed.kept.store);
    assert!(
        state.foes.is_empty() && state.kept.memory.is_empty(),
        "{:?}",
        state.kept.memory
    );
    let timers: Vec<(&str, u32)> = state
        .timers
        .values()
        .map(|timer| (&*timer.name, timer.filled))
        .collect();
    assert_eq!(timers, [("Made Up", 2), ("Supply", 1)]);
    assert!(
        state
            .decks
            .values()
            .all(|deck| deck.out.is_empty() && deck.left.len() == 5)
    );
    assert_eq!(
        state.claims.keys().collect::<Vec<_>>().len(),
        1,
        "{:?}",
        state.claims
    );
    assert_eq!(table.history().len(), 1);
    assert!(failed(&mut table, "undo").contains("nothing to undo"));
    assert!(session(folder.path(), 2).is_file());
    done(&mut table, "gain(1)");
    let state = table.state().clone();
    drop(table);
    let mut table = open(folder.path());
    assert!(state == *table.state());
    assert!(text(&done(&mut table, "session.start()")).contains("session 2 is running"));
    // The dice of the second session aren't those of the first.
    done(&mut table, "store.d = { die(100), die(100), die(100) }");
    let second = table.state().kept.clone();
    let other = campaign();
    let mut first = open(other.path());
    done(&mut first, "store.d = { die(100), die(100), die(100) }");
    assert_ne!(second.store["prompt"], first.state().kept.store["prompt"]);
}

/// Scripts hear of both boundaries, and it is all one act.
#[test]
fn observers_hear_a_session_begin_and_end() {
    let folder = campaign();
    quay::put(
        folder.path(),
        "bells.luau",
        "on.session_start(function(e) store.begun = (store.begun or 0) + e.number gain(1, \"the first bell\") end)\n\
         on.session_close(function(e) store.ended = e.number end)",
    );
    let mut table = open(folder.path());
    assert_eq!(table.state().bank, 1);
    done(&mut table, "session.close()");
    done(&mut table, "session.start()");
    assert_eq!(table.state().bank, 2);
    let store = format!("{:?}", table.state().kept.store["bells.luau"]);
    assert!(
        store.contains("\"begun\": Number(3.0)") && store.contains("\"ended\": Number(1.0)"),
        "{store}"
    );
    let state = table.state().clone();
    drop(table);
    assert!(state == *open(folder.path()).state());
}

#[test]
fn a_torn_end_is_kept_aside_and_play_goes_on() {
    let folder = campaign();
    let mut table = open(folder.path());
    done(&mut table, "gain(1)");
    let whole = table.state().clone();
    done(&mut table, "gain(5)");
    drop(table);
    let file = session(folder.path(), 1);
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 20]).unwrap();
    let mut table = open(folder.path());
    assert!(whole == *table.state());
    let said = greeting(&table);
    assert!(
        said.contains("cut off") && said.contains(".torn-1"),
        "{said}"
    );
    done(&mut table, "gain(2)");
    drop(table);
    let table = open(folder.path());
    assert_eq!(table.state().bank, 3);
    assert!(!greeting(&table).contains("cut off"));
}

#[test]
fn damage_in_the_middle_is_read_only_until_a_new_session_begins() {
    let folder = campaign();
    let mut table = open(folder.path());
    for line in [
        "scene.start(\"The Quay\")",
        "gain(1)",
        "spawn(\"Toll Troll\")",
        "hit(\"Toll Troll\", 3)",
        "gain(5)",
    ] {
        done(&mut table, line);
    }
    drop(table);
    let file = session(folder.path(), 1);
    let damaged = fs::read_to_string(&file)
        .unwrap()
        .replacen("\"gain(5)\"", "\"gain(6)\"", 1);
    fs::write(&file, &damaged).unwrap();
    let mut table = open(folder.path());
    let said = greeting(&table);
    assert!(
        said.contains("damaged at line 8") && said.contains("session.start()"),
        "{said}"
    );
    assert_eq!(table.state().bank, 1);
    let why = failed(&mut table, "gain(1)");
    assert!(
        why.contains("line 8 is damaged") && why.contains("nothing has changed"),
        "{why}"
    );
    assert_eq!(table.state().bank, 1);
    done(&mut table, "sb.bank");
    // The fight goes on in a new file, as it stood.
    let before = table.state().clone();
    done(&mut table, "session.start()");
    assert_eq!(table.state().session.number, 2);
    assert_eq!(
        (&before.foes, &before.scene, &before.timers),
        (
            &table.state().foes,
            &table.state().scene,
            &table.state().timers
        )
    );
    done(&mut table, "gain(1)");
    let state = table.state().clone();
    drop(table);
    let table = open(folder.path());
    assert!(state == *table.state());
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        damaged,
        "the damaged file is untouched"
    );
}

/// Where nothing of a session can be read, the one before goes on.
#[test]
fn damage_at_the_very_beginning_falls_back_on_the_session_before() {
    let folder = campaign();
    let mut table = open(folder.path());
    done(&mut table, "gain(3)");
    done(&mut table, "session.close()");
    let closed = table.state().clone();
    done(&mut table, "session.start()");
    done(&mut table, "gain(2)");
    drop(table);
    let file = session(folder.path(), 2);
    let damaged = fs::read_to_string(&file)
        .unwrap()
        .replacen("\"snapshot\"", "\"snapshoT\"", 1);
    fs::write(&file, &damaged).unwrap();
    let mut table = open(folder.path());
    assert!(closed == *table.state());
    assert!(greeting(&table).contains("0002.jsonl is damaged from its beginning on"));
    assert!(failed(&mut table, "gain(1)").contains("session.start()"));
    done(&mut table, "session.start()");
    assert_eq!(table.state().session.number, 3);
    assert_eq!(fs::read_to_string(&file).unwrap(), damaged);
}

/// With no session before it there is nothing but the party, once the GM says so.
#[test]
fn damage_at_the_very_beginning_of_the_first_session() {
    let folder = campaign();
    drop(open(folder.path()));
    let file = session(folder.path(), 1);
    let damaged = fs::read_to_string(&file)
        .unwrap()
        .replacen("\"act\"", "\"acT\"", 1);
    fs::write(&file, &damaged).unwrap();
    let mut table = open(folder.path());
    assert!(greeting(&table).contains("damaged at line 2"));
    failed(&mut table, "gain(1)");
    let begun = text(&done(&mut table, "session.start()"));
    assert!(begun.contains("Lyra joins"), "{begun}");
    done(&mut table, "hit(\"Lyra\", 1)");
    let state = table.state().clone();
    drop(table);
    assert!(state == *open(folder.path()).state());
    assert_eq!(fs::read_to_string(&file).unwrap(), damaged);
}

/// With a snapshot behind the damage a new file goes on from there.
#[test]
fn a_snapshot_behind_the_damage_saves_what_came_after() {
    let folder = campaign();
    let mut table = open(folder.path());
    done(&mut table, "gain(1)");
    for _ in 0..205 {
        done(&mut table, "store.n = (store.n or 0) + 1");
    }
    let state = table.state().clone();
    drop(table);
    let file = session(folder.path(), 1);
    let damaged = fs::read_to_string(&file)
        .unwrap()
        .replacen("\"gain(1)\"", "\"gain(7)\"", 1);
    fs::write(&file, &damaged).unwrap();
    let mut table = open(folder.path());
    assert!(state == *table.state());
    let said = greeting(&table);
    assert!(
        said.contains("is damaged at line 4")
            && said.contains("0002.jsonl goes on from the snapshot"),
        "{said}"
    );
    done(&mut table, "gain(1)");
    done(&mut table, "undo(2)");
    let state = table.state().clone();
    drop(table);
    assert!(state == *open(folder.path()).state());
    assert_eq!(fs::read_to_string(&file).unwrap(), damaged);
}

/// A whole line whose facts don't fit: somebody wrote it, the program didn't.
#[test]
fn facts_that_dont_fit_are_damage() {
    let folder = campaign();
    let mut table = open(folder.path());
    done(&mut table, "gain(1)");
    let header = storybeat::table::journal::Header::new(2, "gull", "The Salt Quay", "now");
    let mut state = table.state().clone();
    state.session.number = 2;
    let facts = vec![storybeat::table::event::Fact {
        event: storybeat::table::event::Event::Bank {
            old: 40,
            new: 41,
            why: String::new(),
        },
        cause: String::new(),
        by: None,
    }];
    drop(table);
    use storybeat::table::journal::{Act, Journal, Record, Snapshot};
    let act = Act {
        n: 1,
        instead: None,
        how: None,
        at: String::new(),
        input: "gain(1)".into(),
        answers: vec![],
        faces: vec![],
        sources: None,
        events: facts,
        words: vec![],
    };
    let snapshot = Record::Snapshot(Snapshot {
        n: 0,
        sources: None,
        state,
    });
    drop(
        Journal::begin(
            session(folder.path(), 2),
            &header,
            &[snapshot, Record::Act(act)],
        )
        .unwrap(),
    );
    let mut table = open(folder.path());
    let said = greeting(&table);
    assert!(
        said.contains("line 3") && said.contains("the bank: the fact says 40, the table has 1"),
        "{said}"
    );
    assert_eq!(table.state().bank, 1);
    assert!(failed(&mut table, "gain(1)").contains("doesn't fit"));
}

#[test]
fn a_second_process_is_told_who_has_the_campaign() {
    let folder = campaign();
    let table = open(folder.path());
    let Err(faults) = build(folder.path()) else {
        panic!("two at one table")
    };
    let said = faults[0].to_line();
    assert!(
        said.contains(&format!("process {}", std::process::id())) && said.contains("in use"),
        "{said}"
    );
    // Without a journal nobody is in the way.
    assert!(
        Runtime::builder()
            .folder(folder.path())
            .journal(false)
            .build()
            .is_ok()
    );
    drop(table);
    open(folder.path());
}

#[test]
fn a_newer_format_is_refused_and_left_alone() {
    let folder = campaign();
    drop(open(folder.path()));
    let file = session(folder.path(), 1);
    let newer = fs::read_to_string(&file)
        .unwrap()
        .replacen("\"format\":1", "\"format\":2", 1);
    fs::write(&file, &newer).unwrap();
    let Err(faults) = build(folder.path()) else {
        panic!("a newer format was read")
    };
    let said = faults[0].to_line();
    assert!(
        said.contains("format 2") && said.contains("0001.jsonl"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), newer);
    assert!(!session(folder.path(), 2).exists());
}

#[test]
fn a_folder_that_cant_be_written_is_refused_with_words() {
    let folder = campaign();
    // Where tests run as root no permission is missing, but a file in the place of a folder stops anyone.
    quay::put(folder.path(), "sessions", "not a folder");
    let Err(faults) = build(folder.path()) else {
        panic!("no journal could be written")
    };
    let said = faults[0].to_line();
    assert!(
        said.contains("sessions") && said.contains("lock this campaign"),
        "{said}"
    );
    assert!(
        Runtime::builder()
            .folder(folder.path())
            .journal(false)
            .build()
            .is_ok()
    );
}

/// A crash while the file of a session was made: the session before goes on.
#[test]
fn an_empty_session_file_hides_nothing() {
    let folder = campaign();
    let mut table = open(folder.path());
    done(&mut table, "gain(3)");
    done(&mut table, "session.close()");
    let state = table.state().clone();
    drop(table);
    fs::write(session(folder.path(), 2), "").unwrap();
    let mut table = open(folder.path());
    assert!(state == *table.state());
    assert!(greeting(&table).contains("0002.jsonl holds nothing yet"));
    done(&mut table, "session.start()");
    assert_eq!(table.state().session.number, 3);
    drop(table);
    assert_eq!(open(folder.path()).state().session.number, 3);
}

#[test]
fn a_sheet_that_changed_between_runs_is_one_act_and_a_new_one_joins() {
    let folder = campaign();
    let mut table = open(folder.path());
    done(
        &mut table,
        "hit(\"Lyra\", 1, \"a rope\", { armor = \"ignore\" })",
    );
    let acts = table.history().len();
    let before = table.state().clone();
    drop(table);
    let lyra = quay::FILES[1].1.replace("craft: 2", "craft: 1, stealth: 1");
    quay::put(folder.path(), "party/lyra.yaml", &lyra);
    quay::put(
        folder.path(),
        "party/moss.yaml",
        "name: Moss\nxp: 40\nattributes: { body: 2, wits: 2, spirit: 2, presence: 2 }\n",
    );
    let mut table = open(folder.path());
    assert_eq!(table.history().len(), acts + 1, "{:?}", table.history());
    let said = greeting(&table);
    assert!(said.contains("Moss"), "{said}");
    let pc = |table: &Runtime, name: &str| {
        table
            .state()
            .cast
            .values()
            .find(|pc| pc.sheet.name == name)
            .cloned()
    };
    let changed = pc(&table, "Lyra").unwrap();
    assert_eq!(changed.sheet.skills.get("stealth"), Some(&1));
    assert_eq!(changed.harm, 1, "what play did stays");
    assert!(pc(&table, "Moss").is_some());
    // The next start finds nothing new.
    drop(table);
    table = open(folder.path());
    assert_eq!(table.history().len(), acts + 1);
    // And what is undone stays undone, until the file says something else.
    done(&mut table, "undo");
    assert!(before == *table.state());
    drop(table);
    table = open(folder.path());
    assert!(before == *table.state(), "{}", greeting(&table));
    quay::put(
        folder.path(),
        "party/moss.yaml",
        "name: Moss\nxp: 41\nattributes: { body: 2, wits: 2, spirit: 2, presence: 2 }\n",
    );
    drop(table);
    table = open(folder.path());
    assert!(pc(&table, "Moss").is_some());
    assert_eq!(
        pc(&table, "Lyra").unwrap().sheet.skills.get("stealth"),
        None
    );
}

#[test]
fn struck_acts_come_back_from_nowhere() {
    let folder = campaign();
    let mut table = open(folder.path());
    done(&mut table, "gain(1)");
    done(&mut table, "note(\"a secret that was undone\")");
    done(&mut table, "undo");
    done(&mut table, "note(\"a secret that was struck\")");
    let struck_n = table.next_act();
    done(&mut table, "gain(2)");
    done(&mut table, "xcard(2)");
    assert!(table.next_act() < struck_n);
    assert!(failed(&mut table, "redo").contains("nothing to redo"));
    let file = fs::read_to_string(session(folder.path(), 1)).unwrap();
    assert!(!file.contains("secret"), "{file}");
    let (state, history) = (table.state().clone(), table.history());
    drop(table);
    let mut table = open(folder.path());
    assert!(state == *table.state());
    assert_eq!(history, table.history());
    assert!(failed(&mut table, "redo").contains("nothing to redo"));
    done(&mut table, "gain(4)");
    done(&mut table, "undo");
    done(&mut table, "redo");
    let state = table.state().clone();
    drop(table);
    assert!(state == *open(folder.path()).state());
}

/// PE04: ten times the acts take about ten times as long to write and to read.
#[test]
fn a_long_evening_opens_as_it_was() {
    let folder = campaign();
    let mut table = open(folder.path());
    for n in 0..450 {
        done(
            &mut table,
            if n % 9 == 8 {
                "undo"
            } else {
                "roll(\"Ellis\", \"body + melee\", 3)"
            },
        );
    }
    let (state, history) = (table.state().clone(), table.history());
    drop(table);
    let table = open(folder.path());
    assert!(state == *table.state());
    assert_eq!(history, table.history());
}

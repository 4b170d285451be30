//! The laws of the table, on evenings played at random: what was done is its facts, undo and redo are exact, what
//! fails or is only tried leaves no mark, no id comes twice, the same seed and inputs give the same evening, and what is
//! written reads back as it was.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/calls.rs"]
mod calls;
#[path = "support/quay.rs"]
mod quay;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use proptest::sample::select;
use storybeat::script::generation::{Asking, Manner};
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::{Committed, Runtime};
use storybeat::table::event::{Event, Fact};
use storybeat::table::journal::{Found, Record, read, session_path};
use storybeat::table::state::State;

/// What can be typed. PC, FOE, DEF, TIMER, FACES and # stand for one of the lists below.
const LINES: &[&str] = &[
    // Rolls, thrown here and with faces.
    "roll(PC, \"wits + craft\", #)",
    "roll(PC, \"body + endurance\", 3, { steps = -# })",
    "roll(PC, \"wits + lore\", 3, { pay = \"fatigue\" })",
    "roll(PC, \"body + athletics\", 3, { help = PC, pay = \"boon\" })",
    "roll(PC, \"body + endurance\", 2, { stakes = \"the gate\", on_fail = { hit = 1 } })",
    "roll(PC, \"wits + craft\", 3, { faces = FACES })",
    "resist(party, \"spirit + endurance\", #, { on_miss = { fatigue = 1 } })",
    "roll lyra wits craft = 96421",
    "local r = roll(PC, \"body + melee\", 2) if r.sb > 0 then spend(1, nil, \"noise\") end",
    // Harm, tracks, conditions.
    "hit(PC, #)",
    "hit(FOE, #, \"a boat hook\")",
    "hit(party, 1, \"smoke\", { armor = \"ignore\" })",
    "wound(PC, 1, \"hunger\")",
    "heal(PC)",
    "heal(FOE, #)",
    "mark(PC, \"fatigue\", #)",
    "mark(FOE, \"fatigue\", #)",
    "mark(PC, \"obligation\", #)",
    "clear(PC, \"fatigue\")",
    "rest(PC, \"night\")",
    "apply(PC, \"Soaked\")",
    "apply(FOE, \"Marked\", { lasts = \"scene\" })",
    "apply(PC, \"Grappled\", { escape = { pool = \"body + athletics\", dv = 3 } })",
    "lift(PC, \"soaked\")",
    "lift(FOE, \"MARKED\")",
    // Currencies.
    "gain(#)",
    "spend(#, nil, \"a lantern goes out\")",
    "spend(\"tick\", TIMER)",
    "spend(\"step\", PC)",
    "earn(PC, #)",
    "pay(PC, #)",
    "give(PC, PC)",
    "claim(PC, \"scene\", \"luck\")",
    // Foes.
    "spawn(DEF)",
    "spawn(DEF, #)",
    "spawn(DEF, { band = \"far\", hidden = true })",
    "local boss = spawn(DEF) boss:hit(#) boss:apply(\"Marked\")",
    "menu",
    "use(\"Stamp the Span\")",
    "use(\"Hurl a Parapet\", PC)",
    "use(\"Raise the Toll\")",
    "use(\"Name the Price\")",
    "use(\"Shake Out the Grate\", PC)",
    "use(\"Along the Shelf\")",
    "use(\"Drag\", PC)",
    "use #",
    "threaten(FOE, PC)",
    "defeat(FOE, \"driven off\")",
    "resolve(\"Lamplighter\", \"pay\")",
    "resolve(FOE)",
    "shift(PC, \"close\", FOE)",
    "shift(FOE, \"far\")",
    "leave(PC)",
    "set(FOE, { resilience = # })",
    "set(FOE, { phase = # })",
    "set(PC, { fatigue = #, boons = # })",
    // Timers and cards.
    "start(TIMER)",
    "start(\"Made Up #\", 4, { kind = \"promise\", owner = PC, on_fill = { gain = 2 } })",
    "tick(TIMER, #)",
    "tick(TIMER, -#)",
    "tick bridge",
    "stop(TIMER)",
    "pause(TIMER)",
    "resume(TIMER)",
    "set(TIMER, { size = 9 })",
    "draw(\"Shelf\")",
    "draw(\"Shelf\", { n = # })",
    "draw(\"Consequences\", { sb = # })",
    "draw(\"Shelf\", { cards = \"8D\" })",
    "shuffle(\"Shelf\")",
    // Boundaries.
    "scene.start(\"Quay #\")",
    "scene.close()",
    "scene.set { position = \"desperate\" }",
    "exchange.next()",
    "session.close()",
    "session.start()",
    // Talk, and what scripts keep.
    "say(\"fog\")",
    "note(\"the bell\")",
    "store.n = (store.n or 0) + #",
    "store.list = store.list or {}; table.insert(store.list, # / 7)",
    "store.deep = { a = { b = PC, c = -0.0, d = 1e-7, e = 0.1 + 0.2 } }",
    "store.deep = nil",
    "local foe = foes:named(FOE) foe.memory.seen = (foe.memory.seen or 0) + 1 store.boss = foe",
    "party[1].memory.luck = die(# + 1)",
    "store.r = math.random(100) store.f = math.random()",
    "emit(\"bell\", { n = # })",
    "bell",
    "squall lyra",
    "squall(PC)",
    "if ask.yes(\"Sure?\") then gain(#) end tick(TIMER)",
    "store.words = ask.text(\"What is cut into the rail?\")",
    // Reads.
    "sb.bank",
    "party",
    "history(3)",
    "local keep = #",
    "keep",
    "bag = bag or {} bag.n = (bag.n or 0) + # bag.inner = bag.inner or {} table.insert(bag.inner, #)",
    "bag = bag or { inner = {} } table.insert(bag.inner, 9) bag.n = 7 error(\"half-way\")",
    "bag and bag.n",
    "bag and table.concat(bag.inner, \" \")",
    "bag = bag or {} bag.n = (bag.n or 0) + 1 if ask.yes(\"Keep it?\") then gain(1) end",
    "what_if(function() use(\"Name the Price\") spawn(DEF) hit(PC, 3) end)",
    "what_if(function() for _ = 1, # do roll(PC, \"wits + craft\", 3) end end)",
    "what_if(function() store.n = 99 party[1].memory.luck = 1 draw(\"Shelf\") end)",
    "what_if(function() gain(1) error(\"no\") end)",
    "try hit lyra 3",
    "what_if(function() keep = 77 store.k = keep end)",
    // What fails: before it begins, half-way, after all of it.
    "hit(\"Nobody\", 1)",
    "nosuch(1)",
    "roll lyra wits crfat",
    "spend(99, nil, \"the moon\")",
    "hit(PC, 0.5)",
    "roll(PC, \"wits + craft\", 3, { faces = \"1\" })",
    "roll(PC, \"wits + craft\", 3, { faces = \"9 9 9 9 9 9 9 9 9 9\" })",
    "gain(2) hit(PC, 1) spawn(DEF) error(\"half-way\")",
    "for i = 1, 3 do spawn(\"Ash Rat\") tick(TIMER, 1) end local x = nil x.y = 1",
    "pcall(function() gain(1) spawn(DEF) error(\"caught\") end) gain(1)",
    "pcall(hit, \"Nobody\", 1) store.tried = true",
    "keep = # spawn(DEF) error(\"half-way\")",
    "gain(1) undo()",
    "local ok = pcall(function() set(TIMER, { filled = 1, size = 200 }) end) store.ok = ok",
    "timer \"X\" { size = 4 }",
    "gain = 3",
    // The session's verbs.
    "undo",
    "undo(2)",
    "undo(#)",
    "undo(60)",
    "redo",
    "redo(2)",
    "again { dv = # }",
    "again { faces = FACES }",
    "again { n = # }",
    "reroll(#)",
    "reroll(9)",
    "xcard",
    "xcard(2)",
];

/// Only where nothing is skipped: it does again what has failed.
const ANYWAY: &str = "anyway it was announced";

const PCS: [&str; 4] = ["\"Lyra\"", "\"Ellis\"", "\"Sera\"", "\"lyra\""];
const FOES: [&str; 5] = [
    "\"Toll Troll\"",
    "\"Ash Rat\"",
    "\"Ash Rat B\"",
    "\"Night Abbess\"",
    "\"Toll Troll B\"",
];
const DEFS: [&str; 4] = [
    "\"Toll Troll\"",
    "\"Ash Rat\"",
    "\"Night Abbess\"",
    "\"Lamplighter\"",
];
const CLOCKS: [&str; 8] = [
    "\"Bridge Collapse\"",
    "\"Flood\"",
    "\"Patrol\"",
    "\"Cools\"",
    "\"Loads\"",
    "\"Echo\"",
    "\"Supply\"",
    "\"Made Up 2\"",
];
const FACES: [&str; 4] = ["\"96421\"", "\"1 1 1 1 1\"", "\"0 0 9 8 7\"", "\"6 6 6\""];

/// What is done while a question is open.
#[derive(Clone, Debug)]
enum Meanwhile {
    Answer(&'static str),
    Input(&'static str),
    Reload(usize),
    Cancel,
}

#[derive(Clone)]
enum Step {
    Line(String, Vec<Meanwhile>),
    Reload(usize),
}

impl std::fmt::Debug for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Step::Reload(n) => write!(f, "Reload({n})"),
            Step::Line(line, meanwhile) => {
                write!(f, "{line}   {}", format!("{meanwhile:?}").replace('\n', ""))
            }
        }
    }
}

/// The files as somebody saves them during the evening; the second can't be taken.
fn saved(n: usize) -> storybeat::script::folder::Files {
    match n {
        0 => quay::files(&[]),
        1 => quay::files(&[("timers.luau", "timer \"Flood\" { size = }")]),
        2 => {
            let dearer = quay::TROLL
                .replace("cost = 2", "cost = 3")
                .replace("tl = 5", "tl = 4");
            quay::files(&[("monsters/troll.luau", &dearer)])
        }
        _ => quay::files(&[("monsters/rat.luau", "-- all gone")]),
    }
}

fn line(with_anyway: bool) -> impl Strategy<Value = String> {
    prop_oneof![2 => written(with_anyway), 3 => called()]
}

/// A call of any verb that the API has, from its record.
fn called() -> impl Strategy<Value = String> {
    let verbs = calls::verbs();
    (0..verbs.len(), prop::collection::vec(any::<u8>(), 12)).prop_map(move |(n, bytes)| {
        let mut at = 0;
        calls::call(verbs[n], &mut |most| {
            at += 1;
            usize::from(bytes[at % bytes.len()].wrapping_add(at as u8 / 12 * 31)) % most
        })
    })
}

fn written(with_anyway: bool) -> impl Strategy<Value = String> {
    let most = LINES.len() + usize::from(with_anyway) * 3;
    (0..most, any::<[u8; 6]>()).prop_map(|(n, parts)| {
        let mut line = LINES.get(n).copied().unwrap_or(ANYWAY).to_owned();
        for (mark, list) in [
            ("PC", &PCS[..]),
            ("FOE", &FOES),
            ("DEF", &DEFS),
            ("TIMER", &CLOCKS),
            ("FACES", &FACES),
            ("#", &["1", "2", "1", "3", "4"]),
        ] {
            let mut at = 0;
            while let Some(found) = line.find(mark) {
                let value = list[usize::from(parts[at % parts.len()]) % list.len()];
                line.replace_range(found..found + mark.len(), value);
                at += 1;
            }
        }
        line
    })
}

fn meanwhile() -> impl Strategy<Value = Meanwhile> {
    prop_oneof![
        6 => select(&["", "yes", "no", "1", "2", "the mule", "a Boon each", "lyra", "sea", "land"][..])
            .prop_map(Meanwhile::Answer),
        2 => select(&["sb.bank", "gain(1)", "undo", "bell", "ask.yes(\"Another?\")", "history()", "reroll(3)"][..])
            .prop_map(Meanwhile::Input),
        1 => (0..4usize).prop_map(Meanwhile::Reload),
        1 => Just(Meanwhile::Cancel),
    ]
}

fn evening(with_anyway: bool) -> impl Strategy<Value = Vec<Step>> {
    let typed = |line: String| Step::Line(line, Vec::new());
    let steps = prop_oneof![
        12 => (line(with_anyway), prop::collection::vec(meanwhile(), 0..5))
            .prop_map(|(line, meanwhile)| vec![Step::Line(line, meanwhile)]),
        1 => (0..4usize).prop_map(|n| vec![Step::Reload(n)]),
        // One session ends and the next begins.
        1 => Just(vec![typed("session.close()".into()), typed("session.start()".into()), typed("gain(4)".into())]),
        // Back and forth, and perhaps on from there.
        1 => (1..5u32, 1..5u32).prop_map(move |(back, forth)| {
            vec![typed(format!("undo({back})")), typed(format!("redo({forth})")), typed("redo".into())]
        }),
    ];
    prop::collection::vec(steps, 12..35).prop_map(|steps| steps.concat())
}

/// A table, and what must be true of it.
struct Table {
    runtime: Runtime,
    told: Arc<Mutex<Vec<Committed>>>,
    /// Acts of the program's own at the beginning of the session.
    begun: usize,
    /// State before and after each act that can be undone.
    done: Vec<(State, State)>,
    undone: Vec<(State, State)>,
    ids: BTreeSet<u32>,
    /// Ids of acts that the X-card struck.
    struck: BTreeSet<u32>,
}

/// What an input means for the history.
#[derive(Clone, Copy, PartialEq)]
enum Verb {
    Undo,
    Redo,
    Again,
    Xcard,
    Start,
    Other,
}

fn verb(line: &str) -> Verb {
    let word = line
        .split(|c: char| !c.is_alphanumeric() && c != '.')
        .next()
        .unwrap();
    match word {
        "undo" => Verb::Undo,
        "redo" => Verb::Redo,
        "again" | "reroll" => Verb::Again,
        "xcard" => Verb::Xcard,
        "session.start" => Verb::Start,
        _ => Verb::Other,
    }
}

/// Questions are asked, and commits are told.
fn listen(runtime: &mut Runtime, told: &Arc<Mutex<Vec<Committed>>>) {
    runtime.set_manner(Manner {
        asking: Asking::Ask,
        ..Manner::default()
    });
    let to = Arc::clone(told);
    runtime.subscribe(move |committed| to.lock().unwrap().push(committed.clone()));
}

impl Table {
    fn new(mut runtime: Runtime) -> Table {
        let told: Arc<Mutex<Vec<Committed>>> = Arc::default();
        listen(&mut runtime, &told);
        // The session's beginning and the party's joining are there before anybody acts: nobody takes them back.
        assert_eq!(runtime.history().len(), 2, "{:?}", runtime.history());
        for back in ["undo", "xcard"] {
            assert!(matches!(runtime.eval(back), Outcome::Failed(_)), "{back}");
        }
        let ids = (1..=runtime.state().last_id).collect();
        let mut table = Table {
            runtime,
            told,
            begun: 2,
            done: Vec::new(),
            undone: Vec::new(),
            ids,
            struck: BTreeSet::new(),
        };
        // A bank and a foe to begin with, so that chance meets something.
        for line in [
            "scene.start(\"The Quay\")",
            "gain(4)",
            "spawn(\"Toll Troll\")",
            "earn(party, 2)",
        ] {
            let outcome = table.watched(line, verb(line), |runtime| runtime.eval(line));
            assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
        }
        table
    }

    /// The process ends, and another one goes on.
    fn restart(&mut self, folder: &Path) {
        let (state, history) = (self.runtime.state().clone(), self.runtime.history());
        // Two can't have the campaign at once.
        self.runtime = Runtime::builder().files(quay::files(&[])).build().unwrap();
        self.runtime = Runtime::builder().folder(folder).build().unwrap();
        listen(&mut self.runtime, &self.told);
        assert!(
            state == *self.runtime.state(),
            "a restart changed the table"
        );
        assert_eq!(history, self.runtime.history());
        // What was struck has left no trace, its ids included, and nothing that knew them is left.
        let struck = std::mem::take(&mut self.struck);
        self.ids.retain(|id| !struck.contains(id));
    }

    /// Does one thing, and looks whether the laws hold.
    fn watched(
        &mut self,
        line: &str,
        verb: Verb,
        act: impl FnOnce(&mut Runtime) -> Outcome,
    ) -> Outcome {
        let before = self.runtime.state().clone();
        let history = self.runtime.history();
        self.told.lock().unwrap().clear();
        let outcome = act(&mut self.runtime);
        let told = std::mem::take(&mut *self.told.lock().unwrap());
        if let Outcome::Failed(fault) = &outcome {
            // A fact that doesn't fit would be the program's own fault.
            assert_ne!(fault.code, "fault", "{line}: {fault:?}");
        }
        if !matches!(outcome, Outcome::Done(_)) {
            assert!(told.is_empty(), "{line}: no success, but {told:?}");
            assert!(
                before == *self.runtime.state(),
                "{line} left a mark: {outcome:?}"
            );
            assert_eq!(history, self.runtime.history(), "{line}: {outcome:?}");
            return outcome;
        }
        // What should be there now: facts on top of what was, or what was once.
        if verb == Verb::Start && !told.is_empty() {
            self.begun = 1;
        }
        let has = self.runtime.history().len() - self.begun;
        let mut now = before;
        match verb {
            Verb::Undo => {
                while self.done.len() > has {
                    let (before, after) = self.done.pop().unwrap();
                    now = before.clone();
                    self.undone.push((before, after));
                }
            }
            Verb::Redo => {
                while self.done.len() < has {
                    let (before, after) = self
                        .undone
                        .pop()
                        .expect("more was done again than was undone");
                    now = after.clone();
                    self.done.push((before, after));
                }
            }
            Verb::Xcard => {
                while self.done.len() > has {
                    now = self.done.pop().unwrap().0;
                }
                self.undone.clear();
                self.struck.extend(self.ids.range(now.last_id + 1..));
            }
            Verb::Again => {
                let (before, after) = self.done.pop().unwrap();
                now = before.clone();
                self.undone.clear();
                if told.is_empty() {
                    self.undone.push((before, after));
                }
            }
            // A new session begins from what the last one left; nothing of that can be undone.
            Verb::Start if !told.is_empty() => {
                self.done.clear();
                self.undone.clear();
                now = self.runtime.state().clone();
            }
            Verb::Start | Verb::Other => {}
        }
        for committed in told.iter().filter(|_| verb != Verb::Start) {
            let before = now.clone();
            for fact in committed.facts.iter() {
                let (last, highest) = (now.last_id, self.ids.last().copied().unwrap_or(0));
                self.new_id(&now, &fact.event, line);
                now.apply(&fact.event)
                    .unwrap_or_else(|misfit| panic!("{line}: {misfit}"));
                // Whatever kind of thing it is: what is new is higher than all before, undone or not.
                if now.last_id > last {
                    assert!(
                        now.last_id > highest,
                        "{line}: the id {} comes twice",
                        now.last_id
                    );
                    self.ids.insert(now.last_id);
                }
                reads_back(fact);
            }
            self.done.push((before, now.clone()));
            self.undone.clear();
        }
        assert!(
            now == *self.runtime.state(),
            "{line}: the facts lead to\n{now:?}\nthe table is\n{:?}",
            self.runtime.state()
        );
        assert_eq!(self.done.len(), has, "{line}: {:?}", self.runtime.history());
        outcome
    }

    /// An id that is given out was never given out before, undone or not.
    fn new_id(&mut self, state: &State, event: &Event, line: &str) {
        let new = match event {
            Event::Joined { who, .. } | Event::Spawned { who, .. } => who.id,
            Event::TimerStarted {
                timer, was: None, ..
            } => timer.id,
            Event::DeckLaid { deck, .. } if !state.decks.contains_key(&deck.id) => deck.id,
            _ => return,
        };
        assert!(self.ids.insert(new), "{line}: the id {new} comes twice");
    }

    /// One step of an evening: what was shown, and whether it left anything.
    fn step(&mut self, step: &Step, skip: bool) -> (String, bool) {
        match step {
            Step::Reload(n) => (format!("{:?}", self.reload(*n)), true),
            Step::Line(_, meanwhile) if skip => {
                for one in meanwhile {
                    if let Meanwhile::Reload(n) = one {
                        self.reload(*n);
                    }
                }
                (String::new(), false)
            }
            Step::Line(line, meanwhile) => {
                let what = verb(line);
                let mut outcome = self.watched(line, what, |runtime| runtime.eval(line));
                let mut shown = format!("{outcome:?}\n");
                for one in meanwhile {
                    let Some(open) = self.runtime.question().cloned() else {
                        break;
                    };
                    match one {
                        Meanwhile::Answer(words) => {
                            outcome = self.watched(line, what, |runtime| runtime.answer(words));
                            shown.push_str(&format!("{outcome:?}\n"));
                        }
                        Meanwhile::Input(other) => {
                            let inner =
                                self.watched(other, verb(other), |runtime| runtime.eval(other));
                            shown.push_str(&format!("{inner:?}\n"));
                            assert_eq!(
                                Some(&open),
                                self.runtime.question(),
                                "{other} closed {open:?}"
                            );
                        }
                        Meanwhile::Reload(n) => shown.push_str(&format!("{:?}\n", self.reload(*n))),
                        Meanwhile::Cancel => self.runtime.cancel(),
                    }
                }
                // Reloads that come too late happen all the same, so that a table that skips this has the same files.
                for one in meanwhile {
                    if let Meanwhile::Reload(n) = one {
                        self.reload(*n);
                    }
                }
                self.runtime.cancel();
                let dry = line.starts_with("what_if") || line.starts_with("try");
                (shown, matches!(outcome, Outcome::Done(_)) && !dry)
            }
        }
    }

    fn reload(&mut self, n: usize) -> Vec<String> {
        let before = self.runtime.state().clone();
        let lines = self.runtime.reload_from(saved(n));
        assert!(
            before == *self.runtime.state(),
            "a reload changed the table"
        );
        lines.into_iter().map(|line| line.text).collect()
    }
}

fn reads_back(fact: &Fact) {
    let json = serde_json::to_string(fact).unwrap();
    assert_eq!(
        fact,
        &serde_json::from_str::<Fact>(&json).unwrap(),
        "{json}"
    );
}

fn state_reads_back(state: &State) {
    let json = serde_json::to_string(state).unwrap();
    let back: State = serde_json::from_str(&json).unwrap();
    assert!(*state == back, "{json}");
    assert_eq!(json, serde_json::to_string(&back).unwrap());
}

fn in_memory() -> Table {
    Table::new(Runtime::builder().files(quay::files(&[])).build().unwrap())
}

/// An evening: what each step showed, what left nothing, and the table.
fn play(steps: &[Step], skip: &[bool]) -> (Vec<String>, Vec<bool>, Table) {
    let mut table = in_memory();
    let (mut shown, mut dead) = (Vec::new(), Vec::new());
    for (n, step) in steps.iter().enumerate() {
        let (text, live) = table.step(step, skip.get(n).is_some_and(|skip| *skip));
        shown.push(text);
        dead.push(!live);
    }
    state_reads_back(table.runtime.state());
    (shown, dead, table)
}

fn cases(n: u32) -> ProptestConfig {
    ProptestConfig {
        cases: n,
        failure_persistence: None,
        max_shrink_iters: 1000,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(cases(80))]

    /// Facts, undo, redo, failures, ids (each looked at after every input), and the same evening twice.
    #[test]
    fn an_evening_keeps_the_laws_and_is_the_same_twice(steps in evening(true)) {
        let (shown, _, table) = play(&steps, &[]);
        let (again, _, twin) = play(&steps, &[]);
        for ((one, other), step) in shown.iter().zip(&again).zip(&steps) {
            prop_assert_eq!(one, other, "{:?}", step);
        }
        prop_assert!(table.runtime.state() == twin.runtime.state());
        prop_assert_eq!(table.runtime.history(), twin.runtime.history());
    }
}

proptest! {
    #![proptest_config(cases(50))]

    /// A table that never saw what failed, was cancelled or was only tried goes on as the one that did.
    #[test]
    fn what_failed_or_was_only_tried_never_was(steps in evening(false)) {
        let (shown, dead, table) = play(&steps, &[]);
        let (without, _, twin) = play(&steps, &dead);
        for (n, step) in steps.iter().enumerate().filter(|(n, _)| !dead[*n]) {
            prop_assert_eq!(&shown[n], &without[n], "{:?}", step);
        }
        prop_assert!(table.runtime.state() == twin.runtime.state());
        prop_assert_eq!(table.runtime.history(), twin.runtime.history());
    }
}

proptest! {
    #![proptest_config(cases(30))]

    /// The file alone gives the table: every fact from the start, undone and redone as it was, and what can be redone.
    #[test]
    fn the_facts_from_the_start_give_the_table(
        steps in evening(true),
        restarts in prop::collection::vec(any::<prop::sample::Index>(), 0..3),
    ) {
        let folder = tempfile::tempdir().unwrap();
        quay::unpack(folder.path());
        let mut table = Table::new(Runtime::builder().folder(folder.path()).build().unwrap());
        for (n, step) in steps.iter().enumerate() {
            if restarts.iter().any(|at| at.index(steps.len()) == n) {
                table.restart(folder.path());
            }
            let Step::Line(line, meanwhile) = step else { continue };
            // The folder's files stay as they are: what is saved in between is the first law's.
            let mut meanwhile: Vec<Meanwhile> = meanwhile
                .iter()
                .filter(|one| !matches!(one, Meanwhile::Reload(_)))
                .cloned()
                .collect();
            meanwhile.extend(vec![Meanwhile::Answer(""); 3]);
            table.step(&Step::Line(line.clone(), meanwhile), false);
        }
        let number = table.runtime.state().session.number;
        let file = session_path(table.runtime.root().unwrap(), number);
        let Found::Session(opened) = read::<Fact, State>(file).unwrap() else { panic!("no session") };
        prop_assert!(opened.damage.is_none() && opened.tail.is_none());
        let mut state = State::default();
        let (mut done, mut undone): (Vec<(u64, State, State)>, Vec<_>) = Default::default();
        for record in opened.records {
            match record {
                Record::Act(act) => {
                    if act.instead.is_some() {
                        state = done.pop().unwrap().1;
                    }
                    let before = state.clone();
                    for fact in &act.events {
                        state.apply(&fact.event).unwrap();
                    }
                    done.push((act.n, before, state.clone()));
                    undone.clear();
                }
                // All that stood from that act on, and the next ones up to that act.
                Record::Undo { n } => {
                    while let Some(act) = done.pop_if(|act| act.0 >= n) {
                        state = act.1.clone();
                        undone.push(act);
                    }
                }
                Record::Redo { n } => {
                    while let Some(act) = undone.pop_if(|act| act.0 <= n) {
                        state = act.2.clone();
                        done.push(act);
                    }
                }
                Record::Snapshot(snapshot) => state = snapshot.state,
                Record::Reload { .. } => {}
            }
        }
        prop_assert!(&state == table.runtime.state());
        prop_assert_eq!(done.len(), table.runtime.history().len());
        // Opened again it is the same table, what was undone included.
        let history = table.runtime.history();
        drop(table);
        let mut runtime = Runtime::builder().folder(folder.path()).build().unwrap();
        prop_assert!(&state == runtime.state());
        prop_assert_eq!(history, runtime.history());
        while let Some((_, _, after)) = undone.pop() {
            prop_assert!(matches!(runtime.eval("redo"), Outcome::Done(_)));
            prop_assert!(&after == runtime.state());
        }
        prop_assert!(matches!(runtime.eval("redo"), Outcome::Failed(_)));
    }
}

/// The calls that are drawn mean something: each is Luau, and nearly every verb goes through some time.
#[test]
fn calls_from_the_records_reach_every_verb() {
    let mut runtime = Runtime::builder().files(quay::files(&[])).build().unwrap();
    let mut went: BTreeMap<&str, u32> = BTreeMap::new();
    let (mut seed, mut faults) = (1_u64, Vec::new());
    let mut choose = |most: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % most
    };
    for record in calls::verbs() {
        let through = went.entry(record.name).or_default();
        for _ in 0..40 {
            if *through > 1 {
                break;
            }
            for line in [
                "session.start()",
                "scene.start(\"The Quay\")",
                "spawn(\"Toll Troll\")",
                "gain(9)",
                "earn(party, 3)",
                "place(\"Salt Line\", { ward = 3 })",
                "place(\"Needle Latch\", { trap = 3 })",
                "apply(party, \"Entangled\")",
                "apply(party, \"Prone\")",
                "mark(party, \"fear\")",
                "crown.lay(5)",
                "draw(\"Consequences\", { because = \"a test\" })",
                "seed.sow(\"9S\", \"the ladder\")",
                "for _, pc in party do pc.armor:degrade() end",
            ] {
                runtime.eval(line);
            }
            let line = calls::call(record, &mut choose);
            assert!(runtime.complete(&line), "{line}");
            let mut outcome = runtime.eval(&line);
            for _ in 0..4 {
                if matches!(outcome, Outcome::Question(_)) {
                    outcome = runtime.answer("");
                }
            }
            runtime.cancel();
            match outcome {
                Outcome::Failed(fault) => {
                    assert!(!fault.code.contains("syntax"), "{line}: {fault}");
                    faults.push(format!("{line}: {}", fault.message));
                }
                _ => *through += 1,
            }
        }
    }
    let never: Vec<&str> = went
        .iter()
        .filter(|(_, n)| **n == 0)
        .map(|(name, _)| *name)
        .collect();
    assert!(
        never.len() * 8 < went.len(),
        "of {} verbs these never went through: {never:?}\n{}",
        went.len(),
        faults.join("\n")
    );
}

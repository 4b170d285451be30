//! Files are saved while a fight runs: the newest code plays, the fight stays what it is, and what is broken is told
//! with its place and changes nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/quay.rs"]
mod quay;

use std::fs;
use std::path::Path;

use storybeat::script::generation::{Asking, Manner};
use storybeat::script::outcome::{Done, Outcome};
use storybeat::script::runtime::Runtime;
use tempfile::TempDir;

/// A campaign in a folder, and the table that plays it.
struct Table {
    folder: TempDir,
    runtime: Runtime,
}

impl Table {
    fn new() -> Table {
        Table::with(&[])
    }

    /// With these files instead of the campaign's own, or besides.
    fn with(files: &[(&str, &str)]) -> Table {
        let folder = tempfile::tempdir().unwrap();
        quay::unpack(folder.path());
        for (path, text) in files {
            quay::put(folder.path(), path, text);
        }
        let runtime = Runtime::builder().folder(folder.path()).build().unwrap();
        Table { folder, runtime }
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    fn done(&mut self, line: &str) -> Done {
        match self.runtime.eval(line) {
            Outcome::Done(done) => done,
            other => panic!("{line}: {other:?}"),
        }
    }

    /// What an input showed: lines, then the value.
    fn text(&mut self, line: &str) -> String {
        let done = self.done(line);
        let mut lines: Vec<String> = done.lines.into_iter().map(|line| line.text).collect();
        lines.extend(done.value.map(|value| value.text));
        lines.join("\n")
    }

    fn failed(&mut self, line: &str) -> String {
        match self.runtime.eval(line) {
            Outcome::Failed(fault) => fault.to_line(),
            other => panic!("{line}: {other:?}"),
        }
    }

    /// Saves a file and reads the files again; what was reported.
    fn save(&mut self, path: &str, text: &str) -> String {
        quay::put(self.root(), path, text);
        self.reload()
    }

    fn reload(&mut self) -> String {
        let lines = self.runtime.reload().into_iter().map(|line| line.text);
        lines.collect::<Vec<_>>().join("\n")
    }

    fn ask(&mut self) {
        self.runtime.set_manner(Manner {
            asking: Asking::Ask,
            ..Manner::default()
        });
    }
}

const TROLL: &str = "monsters/troll.luau";

#[test]
fn the_fighting_troll_keeps_its_wounds_and_has_the_new_menu() {
    let mut table = Table::new();
    for line in [
        "scene.start(\"The Quay\")",
        "gain(3)",
        "spawn(\"Toll Troll\")",
        "hit(\"Toll Troll\", 5)",
        "mark(\"Toll Troll\", \"fatigue\", 1)",
        "apply(\"Toll Troll\", \"Marked\")",
        "use(\"Raise the Toll\")",
    ] {
        table.done(line);
    }
    let before = table.runtime.state().clone();
    let history = table.runtime.history();
    assert!(table.text("menu").contains("2 SB  Hurl a Parapet"));
    let changed = quay::TROLL
        .replace("cost = 2, target", "cost = 3, target")
        .replace(
            "move \"Stamp the Span\" { cost = 1",
            "move \"Stamp the Span\" { cost = 1, tags = { \"TIMER\" }",
        )
        .replace(
            "    on_hit = function",
            "    move \"Spit Gravel\" { cost = 1, run = { gain = 1 } },\n    on_hit = function",
        );
    let report = table.save(TROLL, &changed);
    assert!(
        report.contains("Hurl a Parapet 2 → 3 SB") && report.contains("new move Spit Gravel"),
        "{report}"
    );
    assert!(
        before == *table.runtime.state(),
        "a reload changes nothing at the table"
    );
    assert_eq!(history, table.runtime.history(), "and is no act");
    let menu = table.text("menu");
    assert!(
        menu.contains("Spit Gravel") && menu.contains("Raise the Toll"),
        "{menu}"
    );
    assert!(
        table
            .failed("use(\"Hurl a Parapet\", \"Lyra\")")
            .contains("1 SB short")
    );
    table.done("use(\"Spit Gravel\")");
    // Its memory is its own still: the toll has risen once.
    let menu = table.text("menu");
    assert!(menu.contains("2 SB  Raise the Toll"), "{menu}");
    assert_eq!(table.reload(), "", "nothing has changed since");
}

#[test]
fn a_number_from_a_menu_that_has_changed_is_refused() {
    let mut table = Table::new();
    for line in ["gain(3)", "spawn(\"Toll Troll\")", "menu"] {
        table.done(line);
    }
    table.save(
        TROLL,
        &quay::TROLL.replace(
            "    move \"Stamp the Span\"",
            "    move \"Wait\" { cost = 1, run = { gain = 1 } },\n    move \"Stamp the Span\"",
        ),
    );
    let why = table.failed("use 1");
    assert!(why.contains("menu"), "{why}");
    table.done("use 1");
}

#[test]
fn a_broken_save_keeps_the_last_good_and_is_told_once() {
    let mut table = Table::new();
    table.done("spawn(\"Toll Troll\")");
    let broken = quay::TROLL.replace("tl = 5,", "tl = 5,,");
    let report = table.save(TROLL, &broken);
    assert!(
        report.contains("older code runs until this is mended"),
        "{report}"
    );
    assert!(
        report.contains("monsters/troll.luau:5")
            && report.contains("tl = 5,,")
            && report.contains('━'),
        "{report}"
    );
    assert!(table.runtime.view().older);
    assert_eq!(table.runtime.older().len(), 1);
    assert_eq!(table.reload(), "", "it is told once");
    // All of the older code plays, also that of files that could be read.
    table.done("gain(2)");
    table.done("use(\"Stamp the Span\")");
    // Another fault is another story.
    let report = table.save(
        TROLL,
        &quay::TROLL.replace("armor = \"medium\"", "armour = \"medium\""),
    );
    assert!(
        report.contains("armour") && report.contains("armor"),
        "{report}"
    );
    let report = table.save(TROLL, quay::TROLL);
    assert!(report.contains("mended"), "{report}");
    assert!(!table.runtime.view().older && table.runtime.older().is_empty());
    assert_eq!(table.reload(), "");
}

/// A fault in one file keeps back what another says as well, until both are right.
#[test]
fn a_reload_is_taken_as_a_whole_or_not_at_all() {
    let mut table = Table::new();
    quay::put(
        table.root(),
        TROLL,
        &quay::TROLL.replace("cost = 2, target", "cost = 3, target"),
    );
    let report = table.save("timers.luau", "timer \"Flood\" { size = 0 }");
    assert!(
        report.contains("timers.luau:1") && !report.contains("2 → 3"),
        "{report}"
    );
    assert_eq!(table.text("start(\"Flood\")").matches('□').count(), 4);
    let report = table.save("timers.luau", "timer \"Flood\" { size = 8 }");
    assert!(
        report.contains("2 → 3 SB") && report.contains("mended"),
        "{report}"
    );
}

#[test]
fn every_kind_of_file_can_be_broken_and_mended() {
    let mut table = Table::new();
    for (path, bad, where_) in [
        ("campaign.yaml", "title: [", "campaign.yaml:1"),
        (
            "campaign.yaml",
            "title: T\nswitches: { no_such_rule: true }\n",
            "campaign.yaml:2",
        ),
        (
            "party/lyra.yaml",
            "name: Lyra\nattributes: { body: 9, wits: 3, spirit: 2, presence: 2 }\n",
            "party/lyra.yaml:2",
        ),
        ("house.luau", "on.hit(function(e)", "house.luau:1"),
        ("house.luau", "local x = nil\nx.y = 1", "house.luau:2"),
        ("house.luau", "gain(1)", "house.luau:1"),
        ("house.luau", "while true do end", "house.luau"),
        ("talents.luau", "require(\"./nowhere\")", "talents.luau:1"),
        ("house.lua", "-- beside house.luau", "house.luau"),
    ] {
        let state = table.runtime.state().clone();
        let report = table.save(path, bad);
        assert!(
            report.contains("older code runs") && report.contains(where_),
            "{path}: {report}"
        );
        table.done("sb.bank");
        match quay::FILES.iter().find(|(known, _)| *known == path) {
            Some((_, text)) => quay::put(table.root(), path, text),
            None => fs::remove_file(table.root().join(path)).unwrap(),
        }
        let report = table.reload();
        assert!(report.contains("mended"), "{path}: {report}");
        assert!(state == *table.runtime.state(), "{path}");
    }
    fs::write(table.root().join("house.luau"), b"on.hit(\xff)").unwrap();
    let report = table.reload();
    assert!(
        report.contains("UTF-8") && report.contains("house.luau"),
        "{report}"
    );
}

#[test]
fn handlers_of_older_code_never_fire_again() {
    let house = |n: usize| {
        format!(
            "on.gain(function(e) store.heard = (store.heard or 0) + 1 store.last = {n} end)\nmodify.mark(function(e) return {{ n = 1 }} end)\n"
        )
    };
    let mut table = Table::with(&[("house.luau", &house(0))]);
    for n in 1..=10 {
        table.save("house.luau", &house(n));
    }
    table.done("gain(1)");
    let heard = format!("{:?}", table.runtime.state().kept.store["house.luau"]);
    assert!(
        heard.contains("\"heard\": Number(1.0)") && heard.contains("\"last\": Number(10.0)"),
        "{heard}"
    );
    table.done("mark(\"Ellis\", \"fatigue\", 1)");
    assert_eq!(table.text("party:named(\"Ellis\").fatigue"), "2");
    table.save("house.luau", "");
    table.done("gain(1)");
    assert_eq!(
        heard,
        format!("{:?}", table.runtime.state().kept.store["house.luau"])
    );
}

#[test]
fn a_handler_that_was_muted_is_heard_again_after_a_reload() {
    let mut table = Table::with(&[("house.luau", "on.gain(function(e) error(\"no\") end)")]);
    for n in 1..=4 {
        assert_eq!(table.text("gain(1)").contains("taken back"), n < 4, "{n}");
    }
    table.save("house.luau", "on.gain(function(e) error(\"still no\") end)");
    assert!(table.text("gain(1)").contains("still no"));
}

#[test]
fn a_foe_whose_definition_is_gone_goes_on_with_its_last_numbers() {
    let mut table = Table::new();
    for line in ["gain(4)", "spawn(\"Toll Troll\")", "hit(\"Toll Troll\", 3)"] {
        table.done(line);
    }
    // The numbers that count are the last ones it had, not those it came with.
    table.save(
        TROLL,
        &quay::TROLL.replace("armor = \"medium\"", "armor = \"heavy\""),
    );
    let before = table.text("troll");
    assert!(before.contains("heavy"), "{before}");
    fs::remove_file(table.root().join(TROLL)).unwrap();
    let report = table.reload();
    assert!(report.contains("gone: adversary Toll Troll"), "{report}");
    assert!(
        report.contains("Toll Troll has lost its definition"),
        "{report}"
    );
    let head = |text: &str| text.lines().next().unwrap().to_owned();
    assert_eq!(head(&table.text("troll")), head(&before));
    assert!(!table.text("menu").contains("Hurl"));
    assert!(table.failed("spawn(\"Toll Troll\")").contains("Toll Troll"));
    // It is told of once, not at each save.
    let report = table.save("timers.luau", "timer \"Flood\" { size = 8 }");
    assert!(!report.contains("lost its definition"), "{report}");
    // So after a restart.
    let root = table.root().to_owned();
    drop(table.runtime);
    table.runtime = Runtime::builder().folder(&root).build().unwrap();
    assert_eq!(head(&table.text("troll")), head(&before));
    table.done("hit(\"Toll Troll\", 1)");
    // When it comes back, so do its moves.
    table.save(TROLL, quay::TROLL);
    assert!(table.text("menu").contains("Hurl a Parapet"));
    assert!(table.text("troll").contains("medium"));
    fs::remove_file(table.root().join(TROLL)).unwrap();
    table.reload();
    table.done("defeat(\"Toll Troll\")");
}

#[test]
fn a_timer_that_runs_keeps_its_size() {
    let mut table = Table::new();
    table.done("tick(\"Bridge Collapse\", 2)");
    let other = |size: u32| {
        format!(
            "timer \"Bridge Collapse\" {{ size = {size}, at(4, {{ gain = 2 }}), on_fill = {{ gain = 5 }} }}"
        )
    };
    let report = table.save("timers.luau", &other(8));
    assert!(
        report.contains("size 6 → 8") && report.contains("one that runs keeps its size"),
        "{report}"
    );
    assert_eq!(table.text("timers:named(\"Bridge Collapse\").size"), "6");
    // Its thresholds and its end follow the file.
    table.done("tick(\"Bridge Collapse\", 2)");
    assert_eq!(table.runtime.state().bank, 2);
    // Smaller than what is filled: it isn't filled by that.
    table.save("timers.luau", &other(3).replace("at(4", "at(2"));
    assert_eq!(table.text("timers:named(\"Bridge Collapse\").filled"), "4");
    table.done("tick(\"Bridge Collapse\", 2)");
    assert_eq!(table.runtime.state().bank, 7);
    table.done("start(\"Bridge Collapse\")");
    assert_eq!(table.text("timers:named(\"Bridge Collapse\").size"), "3");
}

#[test]
fn data_and_handles_of_the_prompt_outlive_a_reload_functions_are_dropped() {
    let mut table = Table::new();
    for line in [
        "local boss = spawn(\"Toll Troll\")",
        "n = 7",
        "local list = { 1, { who = boss } }",
        "local double = function(x) return 2 * x end",
    ] {
        table.done(line);
    }
    let report = table.save("timers.luau", "timer \"Flood\" { size = 8 }");
    assert!(report.contains("functions are dropped: double"), "{report}");
    assert_eq!(table.text("n"), "7");
    assert_eq!(table.text("boss == foes[1]"), "true");
    assert_eq!(table.text("list[2].who == boss"), "true");
    assert!(table.failed("double(2)").contains("double"));
}

#[test]
fn a_start_with_a_broken_file_plays_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    quay::unpack(folder.path());
    let mut first = Runtime::builder().folder(folder.path()).build().unwrap();
    assert!(matches!(
        first.eval("spawn(\"Toll Troll\")"),
        Outcome::Done(_)
    ));
    drop(first);
    quay::put(folder.path(), TROLL, "adversary \"Toll Troll\" { tl = }");
    quay::put(
        folder.path(),
        "boss.luau",
        "require(\"./monsters/troll\")\nadversary \"Boss\" { tl = 3 }",
    );
    let runtime = Runtime::builder().folder(folder.path()).build().unwrap();
    let said: Vec<String> = runtime
        .greeting()
        .into_iter()
        .map(|line| line.text)
        .collect();
    let said = said.join("\n");
    assert!(
        said.contains("left out") && said.contains("monsters/troll.luau:1"),
        "{said}"
    );
    assert!(said.contains("boss.luau:1"), "{said}");
    assert!(
        said.contains("Toll Troll has lost its definition"),
        "{said}"
    );
    let mut table = Table { folder, runtime };
    assert!(table.runtime.view().left_out && !table.runtime.view().older);
    table.done("spawn(\"Ash Rat\")");
    assert!(table.text("troll").contains("TL 5"));
    assert!(table.failed("spawn(\"Boss\")").contains("Boss"));
    // Still broken: what else is saved waits for it, and it is said.
    let report = table.save("timers.luau", "timer \"Flood\" { size = 8 }");
    assert!(report.contains("monsters/troll.luau:1"), "{report}");
    let report = table.save(TROLL, quay::TROLL);
    assert!(
        report.contains("mended") && report.contains("new: adversary Boss"),
        "{report}"
    );
    assert!(!table.runtime.view().left_out);
    assert!(table.text("menu").contains("Hurl a Parapet"));
}

#[test]
fn an_open_question_outlives_a_reload() {
    let mut table = Table::new();
    table.ask();
    for line in ["gain(4)", "spawn(\"Toll Troll\")"] {
        table.done(line);
    }
    assert!(matches!(
        table.runtime.eval("use(\"Name the Price\")"),
        Outcome::Question(_)
    ));
    let before = table.runtime.state().clone();
    table.save("timers.luau", "timer \"Bridge Collapse\" { size = 9 }");
    assert_eq!(
        table.runtime.question().unwrap().question.text,
        "What do they give?"
    );
    assert!(matches!(
        table.runtime.answer("the mule"),
        Outcome::Question(_)
    ));
    // The rest of the move as it is now: the second question has another effect.
    table.save(
        TROLL,
        &quay::TROLL.replace("e.foe:defeat(\"paid\")", "e.foe:defeat(\"paid twice\")"),
    );
    let Outcome::Done(done) = table.runtime.answer("yes") else {
        panic!("no act")
    };
    assert!(
        done.lines
            .iter()
            .any(|line| line.text.contains("paid twice")),
        "{done:?}"
    );
    table.done("undo");
    assert!(before == *table.runtime.state());

    // Another question now: the answers given so far belong to nothing.
    assert!(matches!(
        table.runtime.eval("use(\"Name the Price\")"),
        Outcome::Question(_)
    ));
    assert!(matches!(
        table.runtime.answer("the mule"),
        Outcome::Question(_)
    ));
    table.save(
        TROLL,
        &quay::TROLL.replace("What do they give?", "What do they offer?"),
    );
    let Outcome::Failed(fault) = table.runtime.answer("yes") else {
        panic!("an answer to something else")
    };
    assert!(
        fault.to_line().contains("files were read again"),
        "{fault:?}"
    );
    assert!(table.runtime.question().is_none());
    assert!(before == *table.runtime.state());
    // A broken file doesn't touch it.
    assert!(matches!(
        table.runtime.eval("use(\"Name the Price\")"),
        Outcome::Question(_)
    ));
    table.save(TROLL, "adversary \"Toll Troll\" {");
    assert!(matches!(
        table.runtime.answer("the mule"),
        Outcome::Question(_)
    ));
    assert!(matches!(table.runtime.answer("no"), Outcome::Done(_)));
}

#[test]
fn a_sheet_saved_while_a_question_is_open_waits_for_it() {
    let mut table = Table::new();
    table.ask();
    assert!(matches!(
        table.runtime.eval("if ask.yes(\"Sure?\") then gain(1) end"),
        Outcome::Question(_)
    ));
    let moss = "name: Moss\nxp: 40\nattributes: { body: 2, wits: 2, spirit: 2, presence: 2 }\n";
    table.save("party/moss.yaml", moss);
    assert_eq!(table.runtime.state().cast.len(), 3);
    let Outcome::Done(done) = table.runtime.answer("yes") else {
        panic!("no act")
    };
    assert!(
        done.lines.iter().any(|line| line.text.contains("Moss")),
        "{done:?}"
    );
    assert_eq!(table.runtime.state().cast.len(), 4);
    // The same when the question is dropped: with the next input.
    assert!(matches!(
        table.runtime.eval("if ask.yes(\"Sure?\") then gain(1) end"),
        Outcome::Question(_)
    ));
    table.save("party/reed.yaml", &moss.replace("Moss", "Reed"));
    table.runtime.cancel();
    assert!(table.text("sb.bank").contains("Reed"));
    assert_eq!(table.runtime.state().cast.len(), 5);
}

#[test]
fn a_sheet_that_is_saved_is_one_act_that_can_be_undone() {
    let mut table = Table::new();
    let before = table.runtime.state().clone();
    let acts = table.runtime.history().len();
    let lyra = quay::FILES[1].1.replace("craft: 2", "craft: 3");
    let report = table.save("party/lyra.yaml", &lyra);
    assert!(report.contains("Lyra"), "{report}");
    assert_eq!(table.runtime.history().len(), acts + 1);
    table.done("undo");
    assert!(before == *table.runtime.state());
    // A script that is saved later doesn't bring it back.
    table.save("timers.luau", "timer \"Flood\" { size = 8 }");
    assert!(before == *table.runtime.state());
    table.done("redo");
    assert!(before != *table.runtime.state());
    // Undone it is said which of the two is other, and a word takes the file over again.
    let undone = table.text("undo");
    assert!(
        undone.contains("Lyra's sheet")
            && undone.contains("party/lyra.yaml")
            && undone.contains(":reload"),
        "{undone}"
    );
    let again: Vec<String> = table
        .runtime
        .take_over()
        .into_iter()
        .map(|line| line.text)
        .collect();
    assert!(again.join("\n").contains("Lyra's sheet"), "{again:?}");
    assert!(before != *table.runtime.state());
    assert!(table.runtime.take_over().is_empty());
}

/// What a script keeps belongs to it under any name.
#[test]
fn a_file_that_is_renamed_takes_along_what_it_keeps() {
    let mut table = Table::new();
    for line in [
        "gain(4)",
        "spawn(\"Toll Troll\")",
        "use(\"Raise the Toll\")",
        "roll(\"Ellis\", \"body + melee\", 3)",
    ] {
        table.done(line);
    }
    fs::create_dir(table.root().join("beasts")).unwrap();
    fs::rename(
        table.root().join(TROLL),
        table.root().join("beasts/troll.luau"),
    )
    .unwrap();
    fs::rename(
        table.root().join("house.luau"),
        table.root().join("rules.luau"),
    )
    .unwrap();
    let report = table.reload();
    assert!(
        report.contains("monsters/troll.luau → beasts/troll.luau"),
        "{report}"
    );
    assert!(
        !report.contains("gone: adversary") && !report.contains("new: adversary"),
        "{report}"
    );
    let before = table.text("menu");
    assert!(before.contains("2 SB  Raise the Toll"), "{before}");
    table.done("roll(\"Ellis\", \"body + melee\", 3)");
    let kept = format!("{:?}", table.runtime.state().kept.store.get("rules.luau"));
    assert!(kept.contains("\"rolls\": Number(2.0)"), "{kept}");
    let state = table.runtime.state().clone();
    let root = table.root().to_owned();
    drop(table.runtime);
    let runtime = Runtime::builder().folder(root).build().unwrap();
    assert!(state == *runtime.state());
}

#[test]
fn a_lower_maximum_defeats_nobody_and_the_act_is_offered() {
    let mut table = Table::new();
    for line in [
        "spawn(\"Toll Troll\")",
        "hit(\"Toll Troll\", 7, \"the mast\", { armor = \"ignore\" })",
    ] {
        table.done(line);
    }
    let lost = table.runtime.state().foes.values().next().unwrap().lost;
    assert_eq!(lost, 7, "of 8");
    let report = table.save(
        TROLL,
        &quay::TROLL
            .replace("tl = 5", "tl = 2")
            .replace("cost = 2, target", "cost = 1, target"),
    );
    assert!(report.contains("TL 5 → 2"), "{report}");
    assert!(
        report.contains("it stays at 1") && report.contains("defeat toll troll"),
        "{report}"
    );
    assert_eq!(table.text("troll.resilience"), "1");
    let size: u32 = table.text("troll.resilience_size").parse().unwrap();
    assert!(size < 7, "{size}");
    assert!(table.text("foes").contains("Toll Troll"));
    // Told once; the next blow ends it, and so would the act that was offered.
    assert!(
        !table
            .save("timers.luau", "timer \"Flood\" { size = 8 }")
            .contains("stays at 1")
    );
    let offered = table.text("defeat toll troll");
    assert!(offered.contains("defeated"), "{offered}");
    table.done("undo");
    table.done("hit(\"Toll Troll\", 1, \"the mast\", { armor = \"ignore\" })");
    assert!(
        table
            .runtime
            .state()
            .foes
            .values()
            .next()
            .unwrap()
            .defeated
            .is_some()
    );
    // Back to what it was: what was lost is what was lost.
    table.done("undo");
    table.save(TROLL, quay::TROLL);
    assert_eq!(table.text("troll.resilience"), "1");
    table.done("heal(\"Toll Troll\", 2)");
    assert_eq!(table.text("troll.resilience"), "3");
}

#[test]
fn a_phase_that_is_gone_and_a_condition_that_is_gone_break_nothing() {
    let mut table = Table::new();
    for line in [
        "gain(3)",
        "spawn(\"Night Abbess\")",
        "set(\"Night Abbess\", { phase = 2 })",
        "apply(\"Lyra\", \"Soaked\")",
        "start(\"Patrol\")",
    ] {
        table.done(line);
    }
    let state = table.runtime.state().clone();
    quay::put(table.root(), "talents.luau", "");
    quay::put(table.root(), "timers.luau", "");
    let report = table.save(
        "monsters/rat.luau",
        "adversary \"Night Abbess\" { tl = 7, move \"Wait\" { cost = 1, run = { gain = 1 } } }",
    );
    assert!(
        report.contains("phases 2 → 0") && report.contains("gone: condition Soaked"),
        "{report}"
    );
    assert!(state == *table.runtime.state());
    for line in [
        "abbess",
        "menu",
        "hit(\"Night Abbess\", 2)",
        "roll(\"Lyra\", \"body + endurance\", 3)",
        "tick(\"Patrol\", 3)",
        "use(\"Wait\")",
        "scene.start(\"Next\")",
        "scene.close()",
    ] {
        table.done(line);
    }
}

/// Prompt-made and script-made changes of one evening, over reloads and a restart.
#[test]
fn reloads_are_in_the_session_file() {
    let mut table = Table::new();
    table.done("gain(1)");
    table.save(
        TROLL,
        &quay::TROLL.replace("cost = 2, target", "cost = 3, target"),
    );
    table.done("gain(1)");
    let file = fs::read_to_string(table.root().join("sessions/0001.jsonl")).unwrap();
    assert!(
        file.lines()
            .any(|line| line.contains("{\"reload\":{\"hashes\":{")),
        "{file}"
    );
    let state = table.runtime.state().clone();
    let root = table.root().to_owned();
    drop(table.runtime);
    assert!(state == *Runtime::builder().folder(root).build().unwrap().state());
}

#[cfg(feature = "front")]
mod watched {
    //! Each way an editor saves, from the file to the menu.

    use std::io::Write;
    use std::sync::mpsc::{self, Receiver};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use storybeat::repl::watch::Watch;

    use super::*;

    struct Watched {
        table: Table,
        changed: Receiver<()>,
        _watch: Watch,
    }

    fn troll(cost: u32) -> String {
        quay::TROLL.replace("cost = 2, target", &format!("cost = {cost}, target"))
    }

    impl Watched {
        fn new() -> Watched {
            let mut table = Table::new();
            for line in [
                "spawn(\"Toll Troll\")",
                "hit(\"Toll Troll\", 4, \"a mast\", { armor = \"ignore\" })",
            ] {
                table.done(line);
            }
            let (tell, changed) = mpsc::channel();
            let told = move || {
                let _ = tell.send(());
            };
            let watch = Watch::start(table.root(), false, told).unwrap();
            Watched {
                table,
                changed,
                _watch: watch,
            }
        }

        /// Reloads as reports come, until the table shows what it should; all that was said.
        fn until(&mut self, what: &str, right: impl Fn(&mut Table) -> bool) -> String {
            let begin = Instant::now();
            let mut said = String::new();
            loop {
                let left = Duration::from_secs(6).saturating_sub(begin.elapsed());
                assert!(
                    self.changed.recv_timeout(left).is_ok(),
                    "{what}: nothing came; {said}"
                );
                said.push_str(&self.table.reload());
                if right(&mut self.table) {
                    break;
                }
            }
            // The fight is what it was, whatever was saved.
            assert_eq!(
                self.table
                    .runtime
                    .state()
                    .foes
                    .values()
                    .next()
                    .unwrap()
                    .lost,
                4,
                "{what}"
            );
            said
        }

        fn until_cost(&mut self, what: &str, cost: u32) -> String {
            self.until(what, |table| {
                table.text("menu").contains(&format!("{cost} SB  Hurl"))
            })
        }
    }

    #[test]
    fn written_in_place_beside_and_anew() {
        let mut watched = Watched::new();
        let at = watched.table.root().join(TROLL);
        fs::write(&at, troll(3)).unwrap();
        assert!(
            watched
                .until_cost("in place", 3)
                .contains("Hurl a Parapet 2 → 3 SB")
        );
        fs::write(at.with_extension("tmp"), troll(1)).unwrap();
        fs::rename(at.with_extension("tmp"), &at).unwrap();
        assert!(watched.until_cost("renamed", 1).contains("3 → 1 SB"));
        fs::remove_file(&at).unwrap();
        fs::write(&at, troll(3)).unwrap();
        watched.until_cost("deleted and created", 3);
        // As vim does it: the old file moved aside, a new one in its place.
        let backup = at.with_file_name("troll.luau~");
        fs::rename(&at, &backup).unwrap();
        fs::write(&at, troll(2)).unwrap();
        fs::remove_file(&backup).unwrap();
        watched.until_cost("vim", 2);
    }

    #[test]
    fn written_in_two_parts_nobody_sees_half() {
        let mut watched = Watched::new();
        let text = troll(3);
        let (one, other) = text.split_at(text.len() / 2);
        let mut file = fs::File::create(watched.table.root().join(TROLL)).unwrap();
        file.write_all(one.as_bytes()).unwrap();
        file.flush().unwrap();
        sleep(Duration::from_millis(30));
        file.write_all(other.as_bytes()).unwrap();
        drop(file);
        let said = watched.until_cost("two parts", 3);
        assert!(!said.contains("older code"), "{said}");
    }

    #[test]
    fn twenty_saves_in_a_row_and_fifty_files_at_once() {
        let mut watched = Watched::new();
        for n in 0..20u32 {
            fs::write(watched.table.root().join(TROLL), troll(1 + (n + 1) % 3)).unwrap();
            sleep(Duration::from_millis(10));
        }
        watched.until_cost("the last of twenty", 3);
        for n in 0..50 {
            quay::put(
                watched.table.root(),
                &format!("many/m{n}.luau"),
                &format!("adversary \"Eel {}\" {{ tl = 1 }}", letters(n)),
            );
        }
        let said = watched.until("fifty", |table| {
            table
                .runtime
                .catalog()
                .adversaries
                .get(&format!("Eel {}", letters(49)))
                .is_some()
        });
        assert_eq!(said.matches("new: adversary Eel").count(), 50, "{said}");
    }

    /// No name ends in a digit.
    fn letters(n: u8) -> String {
        [b'A' + n / 10, b'a' + n % 10]
            .map(char::from)
            .iter()
            .collect()
    }

    #[test]
    fn new_folders_and_renamed_ones() {
        let mut watched = Watched::new();
        quay::put(
            watched.table.root(),
            "a/b/eel.luau",
            "adversary \"Eel\" { tl = 1 }",
        );
        watched.until("mkdir a/b", |table| {
            table.runtime.catalog().adversaries.get("Eel").is_some()
        });
        fs::rename(
            watched.table.root().join("monsters"),
            watched.table.root().join("beasts"),
        )
        .unwrap();
        let said = watched.until("renamed", |table| {
            table
                .runtime
                .catalog()
                .adversaries
                .get("Toll Troll")
                .is_some_and(|def| &*def.place.file == "beasts/troll.luau")
        });
        assert!(
            said.contains("monsters/troll.luau → beasts/troll.luau"),
            "{said}"
        );
        fs::write(watched.table.root().join("beasts/troll.luau"), troll(3)).unwrap();
        watched.until_cost("in the renamed folder", 3);
    }

    #[test]
    fn a_broken_save_and_its_mending() {
        let mut watched = Watched::new();
        fs::write(watched.table.root().join(TROLL), "adversary").unwrap();
        let said = watched.until("broken", |table| table.runtime.view().older);
        assert!(said.contains("troll.luau:1"), "{said}");
        assert!(watched.table.text("menu").contains("2 SB  Hurl"));
        fs::write(watched.table.root().join(TROLL), troll(3)).unwrap();
        assert!(watched.until_cost("mended", 3).contains("mended"));
    }
}

//! The same three evils by every way that leads into scripts, each in a process of its own: a loop that swallows its
//! stop, memory without end, and an act that ends in an error whose text a terminal would obey.

use std::collections::BTreeMap;
use std::fs;

use storybeat::script::runtime::Runtime;

use crate::child::{self, Ran};
use crate::table::{goes_on, plays_on};

/// What is done, and what is said of it.
const EVILS: [(&str, &str, &str); 3] = [
    (
        "a loop",
        "while true do pcall(function() gain(1) while true do end end) end",
        "million steps",
    ),
    (
        "memory",
        "pcall(gain, 1) local t = {} while true do t[#t + 1] = (\"x\"):rep(1000000) .. #t end",
        "memory",
    ),
    (
        "an error",
        "pcall(gain, 1) error(\"\\27[2J\\27]0;mine\\7 no\\rway\")",
        "way",
    ),
];

/// How a script comes to run: the file, what goes before, and the input that sets it off.
struct Way {
    name: &'static str,
    file: &'static str,
    first: &'static str,
    input: &'static str,
    /// An error there is taken back alone, and what set it off stands.
    alone: bool,
}

const fn way(name: &'static str, file: &'static str, input: &'static str) -> Way {
    Way {
        name,
        file,
        first: "",
        input,
        alone: false,
    }
}

fn ways() -> Vec<Way> {
    vec![
        way("at the prompt", "", "@"),
        way(
            "a command",
            "command \"evil\" { run = function() @ end }",
            "evil",
        ),
        Way {
            alone: true,
            ..way(
                "a handler",
                "on.mark(function() @ end)",
                "mark(\"Lyra\", \"fatigue\")",
            )
        },
        way(
            "a modifier",
            "modify.roll(function() @ end)",
            "roll(\"Lyra\", \"wits\", 3)",
        ),
        way(
            "an override",
            "override.armor(function() @ end)",
            "hit(\"Lyra\", 2)",
        ),
        Way {
            first: "gain(3) spawn(\"Evil\")",
            ..way(
                "a move",
                "adversary \"Evil\" { tl = 2, move \"Do\" { cost = 1, run = function() @ end } }",
                "use(\"Do\")",
            )
        },
        Way {
            first: "gain(3) spawn(\"Evil\")",
            ..way(
                "a move's test",
                "adversary \"Evil\" { tl = 2, move \"Do\" { cost = 1, when = function() @ end, run = { gain = 1 } } }",
                "use(\"Do\")",
            )
        },
        Way {
            first: "gain(3) spawn(\"Evil\")",
            ..way(
                "a move's cost",
                "adversary \"Evil\" { tl = 2, move \"Do\" { cost = function() @ end, run = { gain = 1 } } }",
                "use(\"Do\")",
            )
        },
        way(
            "a timer",
            "timer \"Evil\" { size = 4, at(1, function() @ end) }",
            "tick(\"Evil\")",
        ),
        way(
            "a card",
            "deck \"Evil\" { card \"7C\" { title = \"Seven\", on_draw = function() @ end } }",
            "draw(\"Evil\", { cards = \"7C\" })",
        ),
        Way {
            first: "apply(\"Lyra\", \"Evil\")",
            ..way(
                "a condition",
                "condition \"Evil\" { modify_roll = function() @ end }",
                "roll(\"Lyra\", \"wits\", 3)",
            )
        },
        Way {
            first: "lyra.memory.x = 1",
            ..way(
                "an odds run",
                "command \"evil\" { run = function() what_if(function() @ end) end }",
                "evil",
            )
        },
    ]
}

fn campaign(script: &str) -> (tempfile::TempDir, BTreeMap<String, Vec<u8>>) {
    let folder = tempfile::tempdir().unwrap();
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    files.insert("campaign.yaml".into(), "title: Dusk\nseed: ways\n".into());
    files.insert(
        "party/lyra.yaml".into(),
        "name: Lyra\nxp: 41\nattributes: { body: 2, wits: 3, spirit: 2, presence: 2 }\nskills: { craft: 2 }\n".into(),
    );
    if !script.is_empty() {
        files.insert("evil.luau".into(), format!("{script}\n"));
    }
    child::unpack(folder.path(), &files);
    let files = child::files(folder.path());
    (folder, files)
}

fn failed(ran: &Ran, way: &str, evil: &str, says: &str) {
    let said = ran.said();
    assert_eq!(ran.code, 1, "{evil} in {way} goes through: {said}");
    assert!(told(&said, evil, says), "{evil} in {way} says: {said}");
}

/// On a machine that is very busy the clock comes before the steps and the memory.
fn told(said: &str, evil: &str, says: &str) -> bool {
    said.contains(says) || (evil != "an error" && said.contains("ran longer than"))
}

#[test]
fn by_every_way_into_scripts_it_ends_and_nothing_stays() {
    for way in ways() {
        for (evil, body, says) in EVILS {
            let (folder, files) = campaign(&way.file.replace('@', body));
            let mut table = Runtime::builder().folder(folder.path()).build().unwrap();
            if !way.first.is_empty() {
                table.eval(way.first);
            }
            let before = table.state().clone();
            drop(table);
            let input = format!("{}\n", way.input.replace('@', body));
            let ran = child::run(&[], folder.path(), &input);
            let stands = way.alone && evil != "a loop" && !ran.out_of_time();
            if stands {
                assert_eq!(ran.code, 0, "{evil} in {}: {}", way.name, ran.said());
                assert!(
                    ran.said().contains(says),
                    "{evil} in {}: {}",
                    way.name,
                    ran.said()
                );
            } else {
                failed(&ran, way.name, evil, says);
            }
            assert!(
                child::files(folder.path()) == files,
                "{evil} in {}: files",
                way.name
            );
            let mut table = Runtime::builder().folder(folder.path()).build().unwrap();
            assert_eq!(table.state().bank, before.bank, "{evil} in {}", way.name);
            if !stands {
                assert!(
                    *table.state() == before,
                    "{evil} in {}: something stays",
                    way.name
                );
            }
            goes_on(&mut table);
        }
    }
}

#[test]
fn a_file_that_is_run_ends_and_nothing_of_its_last_act_stays() {
    for (evil, body, says) in EVILS {
        for name in ["evil.luau", "evil.txt"] {
            let (folder, _) = campaign("");
            let outside = tempfile::tempdir().unwrap();
            let file = outside.path().join(name);
            fs::write(&file, format!("gain(2)\n{body}\nprint(\"unreached\")\n")).unwrap();
            let ran = child::run(&["run", file.to_str().unwrap(), "."], folder.path(), "");
            failed(&ran, name, evil, says);
            assert!(ran.err.contains(&format!("{name}:2")), "{}", ran.err);
            assert!(!ran.out.contains("unreached"), "{}", ran.out);
            let mut table = Runtime::builder().folder(folder.path()).build().unwrap();
            // A file of Luau is an input a statement: what stood before the fault stands.
            let bank = if name == "evil.luau" && !body.starts_with("while") {
                3
            } else {
                2
            };
            assert_eq!(table.state().bank, bank, "{evil} in {name}");
            plays_on(&mut table);
        }
    }
}

#[test]
fn a_test_that_misbehaves_fails_alone() {
    for (evil, body, says) in EVILS {
        let (folder, _) = campaign("");
        let tests = format!(
            "test(\"evil\", function(t) {body} end)\ntest(\"good\", function(t) t:same(1, 1) end)\n"
        );
        fs::create_dir_all(folder.path().join("tests")).unwrap();
        fs::write(folder.path().join("tests/evil.luau"), tests).unwrap();
        let before = child::files(folder.path());
        let ran = child::run(&["test", "."], folder.path(), "");
        failed(&ran, "a test", evil, says);
        assert!(ran.said().contains("evil.luau:1"), "{}", ran.said());
        assert!(ran.out.contains("good"), "{}", ran.out);
        assert!(child::files(folder.path()) == before);
        assert!(
            !folder.path().join("sessions").exists(),
            "a test writes nothing"
        );
    }
}

#[test]
fn a_hundred_loops_make_no_longer_start_than_one() {
    let (folder, _) = campaign("");
    for n in 0..100 {
        let path = folder.path().join(format!("loop_{n:03}.luau"));
        fs::write(path, "local n = 0\nwhile true do n += 1 end\n").unwrap();
    }
    fs::write(
        folder.path().join("z_good.luau"),
        "for i = 1, 1000 do local _ = i * 2 end\ncommand \"hello\" { run = function() print(\"hello\") end }\n",
    )
    .unwrap();
    let ran = child::run(&[], folder.path(), "hello\n");
    assert_eq!(ran.code, 0, "{}", ran.said());
    assert!(ran.out.contains("hello"), "{}", ran.said());
    for n in [0, 50, 99] {
        let place = format!("loop_{n:03}.luau:2");
        assert!(ran.err.contains(&place), "{place}: {}", ran.err);
    }
}

#[test]
fn what_sheets_and_the_campaign_say_is_text_and_nothing_else() {
    let (folder, _) = campaign("");
    let nasty = "\"\\e[2J\\e]0;mine\\a${os.exit()}{{7*7}}\\u202e\"";
    fs::write(
        folder.path().join("party/evil.yaml"),
        format!(
            "name: {nasty}\nxp: 41\nattributes: {{ body: 2, wits: 3, spirit: 2, presence: 2 }}\n"
        ),
    )
    .unwrap();
    fs::write(
        folder.path().join("party/word.yaml"),
        format!("name: Word\nxp: 41\nattributes: {{ body: 2, wits: 3, spirit: 2, presence: 2 }}\ntalents: [ {nasty} ]\nweapon: {{ name: {nasty}, weight: light }}\n"),
    )
    .unwrap();
    fs::write(
        folder.path().join("campaign.yaml"),
        format!("title: {nasty}\nseed: ways\nlines: [ {nasty} ]\n"),
    )
    .unwrap();
    let before = child::files(folder.path());
    let ran = child::run(&[], folder.path(), "roster\nsafety\nlyra\n");
    assert!(!ran.said().contains("49"), "{}", ran.said());
    assert!(child::files(folder.path()) == before);
}

#[cfg(unix)]
mod at_a_terminal {
    use super::{EVILS, campaign};
    use crate::terminal::Terminal;

    #[test]
    fn the_prompt_is_there_after_each_of_them() {
        let (folder, _) = campaign("");
        let mut terminal = Terminal::start(folder.path(), 100, &[], &[]);
        terminal.wait_end("SB 0 › ");
        for (evil, body, says) in EVILS {
            terminal.keys(&format!("{body}\r"));
            terminal.wait(evil, |screen| {
                super::told(screen, evil, says) && screen.ends_with("SB 0 ›")
            });
            terminal.keys("20 + 22\r");
            terminal.wait("the next input", |screen| {
                screen.ends_with("› 20 + 22\n42\nDusk · SB 0 ›")
            });
        }
        terminal.keys("\u{4}");
        assert_eq!(terminal.wait_exit(), 0);
        let written = String::from_utf8_lossy(&terminal.written).into_owned();
        assert!(!written.contains("\u{1b}]0;mine"), "a title was set");
        assert!(!written.contains("\u{1b}[2J"), "the screen was cleared");
    }
}

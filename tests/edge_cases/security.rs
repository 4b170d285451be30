//! SE: rights, leaks, control codes. Hostile scripts in full: tests/attacks.

use storybeat::script::outcome::Outcome;
use storybeat::table::event::Audience;

use crate::play::{Campaign, Play};

#[test]
fn se01_a_script_reaches_nothing_outside() {
    let mut play = Play::new();
    for line in [
        "io.open(\"/etc/passwd\")",
        "os.execute(\"true\")",
        "os.getenv(\"HOME\")",
        "loadstring(\"return 1\")",
        "load(\"return 1\")",
        "loadfile(\"x\")",
        "dofile(\"x\")",
        "require(\"../x\")",
        "require(\"/etc/passwd\")",
        "require(\"C:/x\")",
        "require(\"./../../x\")",
        "socket.connect(\"localhost\", 1)",
        "package.loaded.os",
        "debug.getinfo(1)",
        "getfenv()",
        "setfenv(1, {})",
        "newproxy()",
        "collectgarbage()",
    ] {
        play.fails(line);
    }
}

const MIMIC: &str = r#"
adversary "Mimic" { tl = 3, armor = "light",
    move "Lure" { cost = 1, run = { tick = "Its Hunger" } },
    move "Snap" { cost = 2, target = "pc", resist = { pool = "wits", on_miss = { hit = 1 } } },
}
timer "Its Hunger" { size = 4, hidden = true, at(2, { tick = "Its Hunger" }) }
"#;

#[test]
fn se02_players_read_nothing_of_what_is_hidden() {
    let mut play = Campaign::bridge().file("monsters/mimic.luau", MIMIC).play();
    let secret =
        |text: &str| text.contains("Mimic") || text.contains("Hunger") || text.contains("Lure");
    for line in [
        r#"scene.start("The Vault")"#,
        "gain(9)",
        r#"spawn("Mimic", { hidden = true })"#,
        r#"start("Its Hunger")"#,
        "tick hunger",
        "use lure",
        r#"hit("Mimic", 2, "a stray bolt")"#,
        r#"mark("Mimic", "fatigue")"#,
        r#"clear("Mimic", "fatigue")"#,
        r#"wound("Mimic", 1)"#,
        r#"heal("Mimic", 1)"#,
        r#"apply("Mimic", "Prone")"#,
        r#"lift("Mimic", "Prone")"#,
        r#"shift("Mimic", "close", "Lyra")"#,
        r#"set("Mimic", { resilience = 2 })"#,
        r#"foes[1].armor:degrade()"#,
        r#"pause("Its Hunger")"#,
        r#"resume("Its Hunger")"#,
        r#"note("the Mimic is behind the door")"#,
        r#"tell("the Mimic waits")"#,
        r#"print("Mimic")"#,
        r#"stop("Its Hunger")"#,
        r#"start("Its Hunger")"#,
        r#"leave("Mimic")"#,
        r#"shift("Mimic", "near")"#,
        r#"defeat("Mimic", "melts")"#,
        "exchange next",
        "scene close",
    ] {
        let read = play.players_read(line);
        assert!(!secret(&read), "{line}\nplayers read: {read}");
    }
    // Shown, it is seen.
    play.ok(r#"scene.start("Again")"#);
    play.ok(r#"spawn("Mimic", { hidden = true })"#);
    play.ok(r#"set("Mimic", { hidden = false })"#);
    assert!(play.players_read(r#"hit("Mimic", 2)"#).contains("Mimic"));
}

#[test]
fn se02_rolls_against_a_hidden_foe_do_not_name_it() {
    let mut play = Campaign::bridge().file("monsters/mimic.luau", MIMIC).play();
    play.ok("gain(9)");
    play.ok(r#"spawn("Mimic", { hidden = true })"#);
    play.ok(r#"mark("Mimic", "fatigue")"#);
    let read = play.players_read(r#"roll("Lyra", 3, 3, { against = "Mimic", faces = "7 8 9" })"#);
    assert!(read.contains("Lyra") && !read.contains("Mimic"), "{read}");
    let read = play.players_read(r#"use("Snap", "Lyra", { faces = "2 3 4" })"#);
    assert!(!read.contains("Mimic"), "{read}");
}

#[test]
fn se02_script_errors_and_notices_are_the_gms() {
    let mut play = Campaign::bridge()
        .file(
            "house_rules/bad.luau",
            "on.gain(function() error(\"the vault code is 1234\") end)",
        )
        .play();
    let done = play.ok("gain(1)");
    let error = done
        .lines
        .iter()
        .find(|line| line.text.contains("1234"))
        .unwrap();
    assert_eq!(error.audience, Audience::Gm);
    // What was overruled, what was set by hand, the order of the cards.
    let mut play = Play::new();
    play.fails("spend 3 a wall falls");
    assert!(play.players_read("anyway I said so").is_empty());
    assert!(play.players_read(r#"shuffle("Consequences")"#).is_empty());
    assert!(
        play.players_read(r#"set("Lyra", { boons = 2 })"#)
            .is_empty()
    );
    assert!(play.players_read(r#"store.secret = "x""#).is_empty());
}

#[test]
fn se03_control_codes_never_reach_the_terminal_raw() {
    let nasty = "\u{1b}[2JEvil\u{7}\u{1b}]0;title\u{7}\u{202e}";
    let mut play = Play::new();
    let escaped = |text: &str| {
        !text
            .chars()
            .any(|c| (c.is_control() && c != '\n') || c == '\u{202e}')
    };
    let luau = storybeat::script::words::quoted(nasty);
    for line in [
        format!("start({luau}, 4)"),
        "timers".to_owned(),
        format!("stop({luau})"),
        format!("note({luau})"),
        format!("say({luau})"),
        format!("tell({luau})"),
        format!("print({luau})"),
        format!("hit(\"Lyra\", 1, {luau})"),
        format!("spawn(\"Ash Rat\", {{ name = {luau} }})"),
        "foes".to_owned(),
        "menu()".to_owned(),
        format!("{{ {luau} }}"),
        luau.clone(),
        format!("ask.pick({luau}, {{ {luau}, \"b\" }})"),
        "history()".to_owned(),
    ] {
        // A name with such a sign is refused, words with it are shown.
        let said = match play.eval(&line) {
            Outcome::Failed(fault) => fault.to_string(),
            Outcome::Done(done) => {
                let lines: Vec<String> = done.lines.into_iter().map(|line| line.text).collect();
                format!(
                    "{}\n{}",
                    lines.join("\n"),
                    done.value.map_or_else(String::new, |v| v.text)
                )
            }
            Outcome::Question(asking) => asking.prompt,
        };
        assert!(escaped(&said), "{line:?}: {said:?}");
    }
    let message = play.fails(&format!("hit({luau}, 1, \"x\", {{ armor = {luau} }})"));
    assert!(escaped(&message), "{message:?}");
    let message = play.fails(&format!("error({luau})"));
    assert!(escaped(&message), "{message:?}");
    // Widths of the menu hold: every cost stands in one column.
    let file = format!(
        "adversary \"Wide\" {{ tl = 3, move \"Ⅷ 鬼神 Wide\" {{ cost = 1, tags = {{ {luau} }}, text = \"a\" }}, move \"Flößer\" {{ cost = 1, text = \"b\" }}, move \"Plain\" {{ cost = 1, text = \"c\" }} }}"
    );
    let mut play = Campaign::bridge().file("monsters/wide.luau", &file).play();
    play.ok("gain(1)");
    play.ok(r#"spawn("Wide")"#);
    let menu = play.said("menu");
    assert!(escaped(&menu), "{menu:?}");
    let columns: Vec<usize> = menu
        .lines()
        .map(|line| storybeat::table::show::width(line.trim_end_matches(['a', 'b', 'c'])))
        .collect();
    assert!(
        columns.len() == 3 && columns.iter().all(|n| *n == columns[0]),
        "{menu}"
    );
}

#[test]
fn se04_one_pack_cannot_change_another() {
    let good =
        "command \"ring\" { help = \"h\", run = function() say(string.upper(\"dong\")) end }";
    for bad in [
        "string.upper = function() return \"hacked\" end",
        "table.insert = nil",
        "math.random = nil",
        "coroutine.wrap = print",
        "scene.start = nil",
        "rawset(string, \"upper\", nil)",
        "setmetatable(string, {})",
        "adversary \"Toll Troll\" { tl = 3, move \"A\" { cost = 1 }, move \"B\" { cost = 1 } }",
    ] {
        let mut play = Campaign::bridge()
            .file("packs/good.luau", good)
            .file("packs/zzz_bad.luau", bad)
            .play();
        let told: String = play
            .table
            .greeting()
            .iter()
            .map(|l| l.text.clone())
            .collect();
        assert!(told.contains("packs/zzz_bad.luau"), "{bad}: {told}");
        let said = play.said("ring");
        assert!(said.contains("DONG"), "{bad}: {said}");
        play.ok("gain(1)");
    }
}

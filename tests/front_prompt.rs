//! The prompt, by its keys and its screen.
#![cfg(all(unix, feature = "front"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/terminal.rs"]
mod terminal;

use std::fs;

use tempfile::TempDir;
use terminal::Terminal;

const READY: &str = "Bridge at Dusk · SB 0 › ";
const UP: &str = "\u{1b}[A";
const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";

/// A small campaign of its own.
fn campaign() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("campaign.yaml"),
        "title: Bridge at Dusk\nseed: prompt\n",
    )
    .unwrap();
    fs::create_dir(folder.path().join("monsters")).unwrap();
    fs::write(folder.path().join("monsters/troll.luau"), TROLL).unwrap();
    folder
}

const TROLL: &str = "adversary \"Toll Troll\" { tl = 5, move \"Stamp\" { cost = 1 }, move \"Roar\" { cost = 3 } }\n";

/// The program at its prompt.
fn ready(folder: &TempDir) -> Terminal {
    open(folder, 80, &[], &[])
}

/// Waits for the prompt of the n-th line of the session.
fn nth(terminal: &mut Terminal, n: usize) {
    terminal.wait(&format!("prompt {n}"), |screen| {
        prompts(screen) == n && screen.ends_with(['›', '>'])
    });
}

/// How many prompts there are on a screen: `SB 3 ›`.
fn prompts(screen: &str) -> usize {
    let behind = |at: usize| screen[at + 3..].trim_start_matches(|c: char| c.is_ascii_digit());
    let banks = screen.match_indices("SB ").map(|(at, _)| behind(at));
    banks
        .filter(|behind| behind.starts_with(" ›") || behind.starts_with(" >"))
        .count()
}

fn open(folder: &TempDir, columns: u16, args: &[&str], vars: &[(&str, &str)]) -> Terminal {
    let mut terminal = Terminal::start(folder.path(), columns, args, vars);
    terminal.wait("the prompt", |screen| {
        screen.ends_with("SB 0 ›") || screen.ends_with("SB 0 >")
    });
    terminal
}

#[test]
fn a_line_is_played_and_the_prompt_follows_the_bank() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys("1 + 2\r");
    terminal.wait_end(&format!("› 1 + 2\n3\n{READY}"));
    terminal.keys("gain 1\r");
    terminal.wait_end("Bridge at Dusk · SB 1 › ");
    terminal.keys("spawn toll\r");
    terminal.wait("what was guessed", |screen| {
        screen.contains("spawn toll\nspawn(\"Toll Troll\")\n")
    });
    terminal.keys(":quit\r");
    assert_eq!(terminal.wait_exit(), 0);
}

#[test]
fn an_error_has_its_caret_and_the_prompt_stays() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys("error(\"no bridge\")\r");
    nth(&mut terminal, 2);
    let screen = terminal.screen();
    assert!(
        screen.contains("no bridge") && screen.contains("error"),
        "{screen}"
    );
    terminal.keys("1 + 1\r");
    terminal.wait_end(&format!("2\n{READY}"));
}

#[test]
fn ctrl_d_leaves() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys(CTRL_D);
    assert_eq!(terminal.wait_exit(), 0);
}

#[test]
fn ctrl_c_drops_the_line_and_stays() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys("spawn no");
    terminal.wait_end("› spawn no");
    terminal.keys(CTRL_C);
    terminal.wait_end(&format!("spawn no\n{READY}"));
    terminal.keys("40 + 2\r");
    terminal.wait_end(&format!("42\n{READY}"));
}

#[test]
fn ctrl_c_stops_a_script() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys("while true do end\r");
    terminal.wait("the line", |screen| screen.ends_with("end"));
    // Pressed too early it would only drop the line.
    std::thread::sleep(std::time::Duration::from_millis(300));
    terminal.keys(CTRL_C);
    nth(&mut terminal, 2);
    assert!(terminal.screen().contains("error"), "{}", terminal.screen());
    terminal.keys("40 + 2\r");
    terminal.wait_end(&format!("42\n{READY}"));
}

#[test]
fn an_unfinished_line_goes_on_and_comes_back_whole() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys("for i = 1, 2 do\r");
    terminal.keys("print(i * 21)\r");
    terminal.keys("end\r");
    terminal.wait_end(&format!("21\n42\n{READY}"));
    terminal.keys(UP);
    terminal.wait_end(&format!("{READY}for i = 1, 2 do\nprint(i * 21)\nend"));
}

#[test]
fn what_was_typed_is_there_after_a_restart_mistakes_too() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys("error(\"a mistake\")\r");
    nth(&mut terminal, 2);
    terminal.keys(CTRL_D);
    terminal.wait_exit();
    let mut terminal = ready(&folder);
    terminal.keys(UP);
    terminal.wait_end("› error(\"a mistake\")");
}

#[test]
fn what_was_typed_since_a_struck_act_is_forgotten() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys("gain 1\r-- struck before\rgain 1\r-- struck too\r");
    nth(&mut terminal, 5);
    terminal.keys("xcard\r");
    nth(&mut terminal, 6);
    terminal.keys(UP);
    terminal.wait_end("SB 1 › xcard");
    terminal.keys(UP);
    // A line behind the last act that stands may hold what was struck: a slip, say.
    terminal.wait_end("SB 1 › gain 1");
    terminal.keys(CTRL_C);
    terminal.keys(CTRL_D);
    let kept = fs::read_to_string(folder.path().join("sessions/history.jsonl")).unwrap();
    assert!(
        kept.contains("gain 1") && !kept.contains("struck"),
        "{kept}"
    );
}

#[test]
fn no_journal_leaves_nothing_behind() {
    let folder = campaign();
    let mut terminal = open(&folder, 80, &["--no-journal"], &[]);
    terminal.keys("1 + 2\r");
    terminal.wait_end(&format!("3\n{READY}"));
    terminal.keys(CTRL_D);
    terminal.wait_exit();
    assert!(!folder.path().join("sessions").exists());
}

#[test]
fn tab_completes_names_and_lists_several() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys("spaw\t");
    terminal.wait_end("› spawn");
    terminal.keys(" tr\t");
    terminal.wait_end("› spawn Toll Troll");
    terminal.keys(CTRL_C);
    nth(&mut terminal, 2);
    terminal.keys("hi\t");
    terminal.wait("what fits, and what it is", |screen| {
        screen.contains("\nhit  ")
            && screen.contains("(whom, harm, why?, opts?)")
            && screen.contains("\nhistory  ")
            && screen.ends_with("› hi")
    });
    terminal.keys(CTRL_C);
    nth(&mut terminal, 4);
    terminal.keys(":di\t ro\t");
    terminal.wait_end("› :dice roll");
}

#[test]
fn a_paste_of_several_lines_is_one_input() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys("\u{1b}[200~local a = 20\nlocal b = 22\nprint(a + b)\u{1b}[201~");
    terminal.wait_end("print(a + b)");
    terminal.keys("\r");
    terminal.wait_end(&format!("42\n{READY}"));
}

#[test]
fn pasted_lines_of_words_are_an_input_each() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys("\u{1b}[200~gain 1\ngain 1\u{1b}[201~\r");
    terminal.wait_end("SB 2 › ");
}

#[test]
fn a_reload_is_told_above_the_line_and_tears_nothing() {
    for poll in [&[][..], &["--poll"]] {
        let folder = campaign();
        let mut terminal = open(&folder, 80, poll, &[]);
        terminal.keys("print(\"half a li");
        terminal.wait_end("› print(\"half a li");
        let changed = TROLL.replace("cost = 1", &format!("cost = {}", 2 + poll.len()));
        fs::write(folder.path().join("monsters/troll.luau"), changed).unwrap();
        terminal.wait("the report", |screen| {
            screen.lines().count() > 2
                && screen.contains("Toll Troll")
                && screen.ends_with("half a li")
        });
        let screen = terminal.screen();
        assert!(
            screen.ends_with(&format!("\n{READY}print(\"half a li")),
            "{screen}"
        );
        assert_eq!(screen.matches("half a li").count(), 1, "{screen}");
        terminal.keys("ne\")\r");
        terminal.wait_end(&format!("› print(\"half a line\")\nhalf a line\n{READY}"));
        terminal.keys(CTRL_D);
        terminal.wait_exit();
    }
}

#[test]
fn a_broken_file_is_shown_and_the_prompt_says_that_older_code_runs() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    fs::write(
        folder.path().join("monsters/troll.luau"),
        "adversary \"Toll Troll\" {\n",
    )
    .unwrap();
    terminal.wait("the report", |screen| {
        screen.contains("monsters/troll.luau:2") && screen.ends_with('›')
    });
    terminal.keys("\r");
    terminal.keys("1 + 2\r");
    terminal.wait_end("3\n(older code) Bridge at Dusk · SB 0 › ");
    fs::write(folder.path().join("monsters/troll.luau"), TROLL).unwrap();
    terminal.keys(":reload\r");
    terminal.keys("1 + 3\r");
    terminal.wait_end(&format!("4\n{READY}"));
}

#[test]
fn colours_where_they_are_wanted_and_nowhere_else() {
    let folder = campaign();
    for (args, vars, coloured) in [
        (&[][..], &[][..], true),
        (&[], &[("NO_COLOR", "1")], false),
        (&["--plain"], &[], false),
        (&[], &[("TERM", "dumb")], false),
    ] {
        let mut terminal = open(&folder, 80, args, vars);
        terminal.keys("local a = 1\r");
        terminal.keys("error(\"x\")\r");
        terminal.wait("the error", |screen| {
            prompts(screen) == 3 && screen.contains("error:")
        });
        assert_eq!(terminal.is_coloured(), coloured, "{args:?} {vars:?}");
        terminal.keys(CTRL_D);
        terminal.wait_exit();
    }
}

#[test]
fn plain_is_ascii_to_the_last_byte() {
    let folder = campaign();
    let mut terminal = open(&folder, 80, &["--plain"], &[]);
    terminal.wait_end("Bridge at Dusk - SB 0 > ");
    terminal.keys("gain 1\r");
    terminal.wait_end("Bridge at Dusk - SB 1 > ");
    terminal.keys("error(\"x\")\r:help\r");
    terminal.wait("help", |screen| {
        screen.contains(":quit") && screen.ends_with('>')
    });
    assert!(
        terminal.written.is_ascii(),
        "{}",
        String::from_utf8_lossy(&terminal.written)
    );
}

#[test]
fn a_narrow_terminal_breaks_nothing() {
    let folder = campaign();
    for columns in [20, 33, 40] {
        let mut terminal = open(&folder, columns, &[], &[]);
        let line = "print(\"a line that is longer than this terminal is wide\")";
        terminal.keys(line);
        let folded = |screen: &str| screen.lines().collect::<String>();
        terminal.wait("the line", |screen| folded(screen).ends_with(line));
        terminal.keys("\r");
        let said = "a line that is longer than this terminal is wide";
        // What is said is broken between words.
        let words = |screen: &str| screen.split_whitespace().collect::<Vec<_>>().join(" ");
        terminal.wait("its words", |screen| {
            let behind = screen.rsplit_once("\")").map_or("", |(_, behind)| behind);
            words(behind).contains(said) && screen.ends_with("SB 0 ›")
        });
        terminal.keys("spaw\t");
        terminal.wait_end("spawn");
        terminal.keys(CTRL_C);
        nth(&mut terminal, 3);
        terminal.keys(CTRL_D);
        assert_eq!(terminal.wait_exit(), 0);
    }
}

#[test]
fn a_command_that_is_none_is_refused_with_what_there_is() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys(":reloat\r");
    nth(&mut terminal, 2);
    assert!(
        terminal.screen().contains("did you mean \":reload\"?"),
        "{}",
        terminal.screen()
    );
}

#[test]
fn the_session_is_saved_as_luau_and_never_over_anything() {
    let folder = campaign();
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("tonight.luau");
    let mut terminal = open(&folder, 200, &[], &[]);
    terminal.keys("gain 1\r");
    terminal.wait_end("SB 1 › ");
    terminal.keys(&format!(":save-script {}\r", file.display()));
    terminal.wait("the file", |screen| screen.contains("1 inputs"));
    assert!(fs::read_to_string(&file).unwrap().contains("gain(1)"));
    terminal.keys(&format!(":save-script {}\r", file.display()));
    terminal.wait("the refusal", |screen| {
        screen.contains("never written over")
    });
    terminal.keys(&format!(
        ":save-script {}/tonight.luau\r",
        folder.path().display()
    ));
    terminal.wait("the warning", |screen| {
        screen.contains("would be loaded as a script")
    });
}

#[test]
fn the_session_is_kept_as_a_test_that_holds() {
    let folder = campaign();
    fs::create_dir(folder.path().join("tests")).unwrap();
    let mut terminal = open(&folder, 200, &[], &[]);
    terminal.keys("gain 1\r");
    terminal.wait_end("SB 1 › ");
    let file = folder.path().join("tests/tonight.luau");
    terminal.keys(&format!(":save-test {}\r", file.display()));
    terminal.wait("the verdict", |screen| {
        screen.contains("tonight.luau: 1 act") && screen.contains("it holds")
    });
    assert!(
        fs::read_to_string(&file)
            .unwrap()
            .contains("t:same(sb.bank, 1)")
    );
    terminal.keys(&format!(
        ":save-test {}/tonight.luau\r",
        folder.path().display()
    ));
    terminal.wait("the refusal", |screen| {
        screen.contains("would be loaded as a script")
    });
}

#[test]
fn a_named_save_is_made_listed_and_gone_on_from() {
    let folder = campaign();
    let mut terminal = open(&folder, 120, &[], &[]);
    terminal.keys(":saves\r");
    terminal.wait("none yet", |screen| screen.contains("nothing is saved yet"));
    terminal.keys("gain 3\r");
    terminal.wait_end("SB 3 › ");
    terminal.keys(":save before the bridge\r");
    terminal.wait("the save", |screen| {
        screen.contains("saved: before-the-bridge   session 1, after act 2")
    });
    terminal.keys("gain 2\r");
    terminal.wait_end("SB 5 › ");
    terminal.keys(":load before the bridge\r");
    terminal.wait_end("SB 3 › ");
    terminal.keys(":answers default\r");
    terminal.wait("the manner", |screen| {
        screen.contains("answers: questions take their defaults")
    });
    terminal.keys("ask.yes(\"Sure?\")\r");
    terminal.wait("the default", |screen| screen.contains("asked: Sure?"));
}

const PICK: &str = "ask.pick(\"Which?\", { \"bread\", \"salt\" }, { default = \"salt\" })\r";

#[test]
fn a_question_shows_its_choices_and_takes_a_number_or_a_word() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    for answer in ["1", "bread", "br\t"] {
        terminal.keys(PICK);
        terminal.wait_end("  1  bread\n  2  salt  (Enter)\nanswer ›");
        assert!(
            terminal.screen().contains("Which?"),
            "{}",
            terminal.screen()
        );
        terminal.keys(answer);
        terminal.keys("\r");
        terminal.wait_end(&format!("\nbread\n{READY}"));
        terminal.keys(":help\r\u{c}");
        terminal.wait("a fresh screen", |screen| screen == READY.trim_end());
    }
}

#[test]
fn an_empty_answer_is_the_default_and_a_wrong_one_is_asked_again() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys(PICK);
    terminal.wait_end("answer ›");
    terminal.keys("cheese\r");
    terminal.wait("the question again", |screen| {
        screen.contains("error") && screen.ends_with("answer ›")
    });
    terminal.keys("\r");
    terminal.wait_end(&format!("\nsalt\n{READY}"));
}

#[test]
fn at_a_question_what_reads_is_read_and_the_rest_says_how_to_leave() {
    let folder = peopled();
    let mut terminal = ready(&folder);
    terminal.keys("spawn ash rat 2\r");
    nth(&mut terminal, 2);
    terminal.keys("hit rat 1 fire\r");
    terminal.wait_end("answer › ");
    for (line, seen) in [
        ("lyra", "Wits"),
        ("help undo", "undo"),
        ("undo", ":cancel"),
        ("quit", ":cancel"),
    ] {
        terminal.keys("\u{c}");
        terminal.keys(&format!("{line}\r"));
        terminal.wait(line, |screen| {
            screen.contains(seen) && screen.contains("answer") && screen.ends_with('›')
        });
    }
    terminal.keys("1\r");
    terminal.wait("the hit", |screen| screen.contains("hit for 1"));
    terminal.keys(":quit\r");
    assert_eq!(terminal.wait_exit(), 0);
}

#[test]
fn a_question_can_be_left_and_nothing_has_changed() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    for leave in [CTRL_C, CTRL_D, ":cancel\r"] {
        terminal.keys(&format!("gain(1) {PICK}"));
        terminal.wait_end("answer ›");
        terminal.keys(leave);
        terminal.wait_end(&format!("! cancelled: nothing has changed\n{READY}"));
    }
}

#[test]
fn answers_are_no_lines_of_the_history() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys(PICK);
    terminal.wait_end("answer ›");
    terminal.keys("bread\r");
    terminal.wait_end(READY);
    terminal.keys(UP);
    terminal.wait_end(&format!("{READY}{}", PICK.trim_end()));
}

#[test]
fn a_reload_while_a_question_is_open_leaves_it_open() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys(PICK);
    terminal.wait_end("answer ›");
    terminal.keys("bre");
    fs::write(
        folder.path().join("monsters/troll.luau"),
        TROLL.replace("cost = 1", "cost = 2"),
    )
    .unwrap();
    terminal.wait("the report", |screen| {
        screen.matches("Toll Troll").count() == 1 && screen.ends_with("answer › bre")
    });
    terminal.keys("ad\r");
    terminal.wait_end(&format!("\nbread\n{READY}"));
}

#[test]
fn one_can_look_while_a_question_is_open() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys(PICK);
    terminal.wait_end("answer ›");
    terminal.keys(":look 40 + 2\r");
    terminal.wait_end("› :look 40 + 2\n42\nanswer ›");
    terminal.keys("1\r");
    terminal.wait_end(&format!("\nbread\n{READY}"));
}

#[test]
fn what_follows_is_listed_and_dropped_with_the_question() {
    let folder = campaign();
    let mut terminal = ready(&folder);
    terminal.keys("follow(\"gain 1\") follow('ask.yes(\"Sure?\")') follow(\"gain 1\")\r");
    terminal.wait_end("answer ›");
    let screen = terminal.screen();
    assert!(
        screen.contains("then: gain 1 · ask.yes(\"Sure?\") · gain 1\n› gain 1\n"),
        "{screen}"
    );
    terminal.keys(CTRL_C);
    terminal.wait_end("! dropped: gain 1\nBridge at Dusk · SB 1 ›");
}

#[test]
fn the_first_start_unpacks_the_campaign_that_comes_along_and_says_where() {
    let here = tempfile::tempdir().unwrap();
    let data = here.path().join("data");
    for told in ["unpacked to", "in"] {
        let vars = [
            ("XDG_DATA_HOME", data.to_str().unwrap()),
            ("HOME", data.to_str().unwrap()),
        ];
        let mut terminal = Terminal::start(here.path(), 200, &[], &vars);
        terminal.wait("the prompt", |screen| screen.ends_with("SB 0 ›"));
        let path = format!("{told} {}/", data.display());
        assert!(terminal.screen().contains(&path), "{}", terminal.screen());
        terminal.keys(CTRL_D);
        assert_eq!(terminal.wait_exit(), 0);
    }
}

/// A campaign with people and two rats.
fn peopled() -> TempDir {
    let folder = campaign();
    fs::create_dir(folder.path().join("party")).unwrap();
    for name in ["Lyra", "Ellis"] {
        let sheet =
            format!("name: {name}\nattributes: {{ body: 2, wits: 3, spirit: 2, presence: 2 }}\n");
        let file = folder
            .path()
            .join(format!("party/{}.yaml", name.to_lowercase()));
        fs::write(file, sheet).unwrap();
    }
    let rat = "adversary \"Ash Rat\" { tl = 1, move \"Hurl Ash\" { cost = 1 } }\n";
    fs::write(folder.path().join("monsters/rat.luau"), rat).unwrap();
    folder
}

#[test]
fn tab_completes_words_names_and_options_and_says_what_they_are() {
    let folder = peopled();
    let mut terminal = ready(&folder);
    terminal.keys("roll ly\t");
    terminal.wait_end("› roll Lyra");
    terminal.keys(" wits fac\t");
    terminal.wait_end("› roll Lyra wits faces=");
    terminal.keys("93 help=el\t");
    terminal.wait_end("› roll Lyra wits faces=93 help=Ellis");
    terminal.keys(CTRL_C);
    nth(&mut terminal, 2);
    terminal.keys("spawn ash rat\r");
    nth(&mut terminal, 3);
    terminal.keys("use hu\t");
    terminal.wait_end("› use Hurl Ash");
    terminal.keys(CTRL_C);
    nth(&mut terminal, 4);
    terminal.keys("roll(\"Lyra\", 2, 3, { pos\t");
    terminal.wait_end("{ position =");
    terminal.keys(CTRL_C);
    nth(&mut terminal, 5);
    terminal.keys("adversary \"X\" { re\t");
    terminal.wait("keys with what they are", |screen| {
        screen.contains("resilience  ") && screen.contains("resolution  ")
    });
}

#[test]
fn a_name_that_fits_several_is_asked_for_and_the_line_runs_with_the_answer() {
    let folder = peopled();
    let mut terminal = ready(&folder);
    terminal.keys("spawn ash rat 2\r");
    nth(&mut terminal, 2);
    terminal.keys("hit rat 1 fire\r");
    terminal.wait_end("\n\"rat\": which creature?\n  1  Ash Rat A\n  2  Ash Rat B\nanswer › ");
    // Looking is free, a wrong answer asks again, Tab knows the names.
    terminal.keys("7\r");
    terminal.wait("a wrong answer", |screen| {
        screen.contains("\"7\" is no answer") && screen.ends_with("answer ›")
    });
    terminal.keys("\r");
    terminal.wait("no answer", |screen| {
        screen.contains("error: which one?") && screen.ends_with("answer ›")
    });
    terminal.keys("ash rat b\r");
    nth(&mut terminal, 3);
    let screen = terminal.screen();
    assert!(
        screen.contains("hit(\"Ash Rat B\", 1, \"fire\")\nAsh Rat B "),
        "{screen}"
    );
    terminal.keys("rat\r");
    terminal.wait_end("answer › ");
    terminal.keys(CTRL_C);
    nth(&mut terminal, 4);
    terminal.keys("heal rat,rat\r");
    terminal.wait_end("answer › ");
    terminal.keys("1\r");
    terminal.wait("the second", |screen| {
        screen.matches("which creature?").count() >= 2 && screen.ends_with("answer ›")
    });
    terminal.keys("2\r");
    terminal.wait("the line with both", |screen| {
        screen.contains("heal({ \"Ash Rat A\"") && screen.ends_with("SB 0 ›")
    });
    assert!(
        terminal
            .screen()
            .contains("heal({ \"Ash Rat A\", \"Ash Rat B\" })"),
        "{}",
        terminal.screen()
    );
}

#[test]
fn a_stream_of_reloads_while_a_line_is_typed_tears_nothing() {
    let folder = peopled();
    let mut terminal = ready(&folder);
    let line = "print(\"typed while files are saved\")";
    let mut typed = String::new();
    for (n, key) in line.chars().enumerate() {
        if n % 6 == 0 {
            let text = TROLL.replace("cost = 1", &format!("cost = {}", 1 + n / 6 % 3));
            fs::write(folder.path().join("monsters/troll.luau"), text).unwrap();
        }
        typed.push(key);
        terminal.keys(&key.to_string());
        terminal.wait("the key", |screen| screen.ends_with(typed.trim_end()));
        std::thread::sleep(std::time::Duration::from_millis(40));
    }
    terminal.keys("\r");
    terminal.wait("its word", |screen| {
        screen.contains("\ntyped while files are saved\n") && screen.ends_with('›')
    });
    let screen = terminal.screen();
    assert_eq!(screen.matches("typed while").count(), 2, "{screen}");
}

#[test]
fn a_terminal_made_narrow_while_a_line_is_typed_goes_on() {
    let folder = peopled();
    let mut terminal = ready(&folder);
    terminal.keys("print(\"half");
    terminal.wait_end("print(\"half");
    for columns in [30, 20, 100] {
        terminal.resize(columns);
        std::thread::sleep(std::time::Duration::from_millis(150));
    }
    terminal.keys(" whole\")\r");
    terminal.wait("its words", |screen| {
        screen.contains("half whole\n") && screen.ends_with('›')
    });
    terminal.resize(40);
    terminal.keys("help\r");
    terminal.wait("help that fits", |screen| {
        screen.contains(":quit") && screen.ends_with('›')
    });
    let screen = terminal.screen();
    // Broken between words, below what it belongs to.
    let end = "\nthe prompt   :help lists what begins\n             with a colon; :quit leaves\n";
    assert!(screen.contains(end), "{screen}");
}

#[test]
fn a_paste_of_many_lines_is_played_line_by_line() {
    let folder = peopled();
    let mut terminal = ready(&folder);
    let lines = vec!["gain 1"; 25].join("\n");
    terminal.keys(&format!("\u{1b}[200~{lines}\u{1b}[201~\r"));
    terminal.wait_end("SB 25 › ");
}

#[test]
fn what_newcomers_type_is_answered_in_words_and_never_in_those_of_a_compiler() {
    let folder = peopled();
    let mut terminal = ready(&folder);
    for (line, answer) in [
        ("hello", "help says what can be typed"),
        ("?", "help says what can be typed"),
        ("how do I roll", "help says what can be typed"),
        ("who is here", "type party, foes or timers"),
        ("new game", "type scene the old mill"),
        ("damage lyra 2", "type hit lyra 2"),
        ("kill rat", "type defeat troll"),
        ("spwan ash rat", "did you mean \"spawn\"?"),
        ("ash rat", "spawn ash rat"),
        ("lyra roll wits", "the verb comes first: roll lyra wits"),
        ("roll lyra", "roll needs pool: type roll who pool [dv]"),
        ("dragon", "help lists them"),
        ("help lyra", "Lyra is a character at the table"),
        ("help ash rat", "Ash Rat is an adversary (TL 1)"),
        ("help xyz", "help alone lists what there is"),
    ] {
        terminal.keys("\u{c}");
        terminal.keys(&format!("{line}\r"));
        terminal.wait(line, |screen| {
            let said = screen.split_whitespace().collect::<Vec<_>>().join(" ");
            said.contains(answer) && screen.ends_with("SB 0 ›")
        });
        let screen = terminal.screen();
        for riddle in ["statement", "identifier", "expected", "Expected"] {
            assert!(!screen.contains(riddle), "{line}: {screen}");
        }
    }
}

#[test]
fn plain_lines_make_sense_alone() {
    let folder = peopled();
    let mut terminal = open(&folder, 80, &["--plain"], &[]);
    terminal.keys("spawn ash rat 2\r");
    nth(&mut terminal, 2);
    terminal.keys("hit rat 1 fire\r");
    terminal.wait_end("answer > ");
    terminal.keys("1\r");
    nth(&mut terminal, 3);
    terminal.keys("hello\r");
    terminal.wait("help", |screen| {
        prompts(screen) == 4 && screen.ends_with('>')
    });
    let screen = terminal.screen();
    assert!(screen.contains("help: help says"), "{screen}");
    // No line of signs only, no frames, no colours.
    for line in screen.lines() {
        let words = line.chars().any(char::is_alphanumeric);
        assert!(
            words || line.is_empty(),
            "a line of signs: {line:?}\n{screen}"
        );
    }
    assert!(!terminal.is_coloured());
    assert!(terminal.written.is_ascii());
}

/// Everything that was written, in the order in which a screen reader hears it.
fn heard(terminal: &Terminal) -> String {
    String::from_utf8_lossy(&terminal.written).replace('\r', "")
}

#[test]
fn linear_lines_are_read_in_order_and_nothing_is_drawn_twice() {
    let folder = peopled();
    let mut terminal = open(&folder, 30, &["--linear"], &[]);
    terminal.echoes();
    terminal.keys("spawn ash rat 2\r");
    nth(&mut terminal, 2);
    terminal.keys("hit rat 1 fire\r");
    terminal.wait_end("answer > ");
    terminal.keys("1\r");
    nth(&mut terminal, 3);
    terminal.keys("for i = 1, 2 do\r");
    terminal.wait_end("more > ");
    terminal.keys("print(i * 21)\r");
    terminal.wait("the next line", |screen| {
        screen.ends_with("print(i * 21)\nmore >") || screen.ends_with("print(i * 21)\nmore > ")
    });
    terminal.keys("end\r");
    terminal.wait("the loop", |screen| {
        screen.contains("\n21\n42\n") && screen.ends_with('>')
    });
    terminal.keys(":quit\r");
    assert_eq!(terminal.wait_exit(), 0);
    let heard = heard(&terminal);
    // No sign that moves the cursor or wipes, no colour; nothing folded; what was typed stands once.
    assert!(
        heard.is_ascii() && !heard.contains(['\u{1b}', '\u{8}']),
        "{heard:?}"
    );
    for once in [
        "spawn ash rat 2\n",
        "hit rat 1 fire\n",
        "Ash Rat A",
        "print(i * 21)\n",
    ] {
        let times = heard.matches(once).count();
        assert!(times >= 1, "{once:?} is missing\n{heard}");
    }
    assert_eq!(heard.matches("hit rat 1 fire").count(), 1, "{heard}");
    assert_eq!(heard.matches("spawn ash rat 2").count(), 1, "{heard}");
    // First what was typed, then what it did, then the next prompt.
    let at = |text: &str| {
        heard
            .find(text)
            .unwrap_or_else(|| panic!("{text:?}\n{heard}"))
    };
    assert!(at("spawn ash rat 2") < at("Ash Rat A"), "{heard}");
    assert!(at("hit rat 1 fire") < at("answer > "), "{heard}");
}

#[test]
fn a_tab_and_return_list_what_fits_in_linear_lines() {
    let folder = peopled();
    let mut terminal = open(&folder, 80, &["--linear"], &[]);
    terminal.echoes();
    terminal.keys("spawn ash\t\r");
    terminal.wait("the offer", |screen| {
        screen.contains("Ash Rat: ") && screen.ends_with("SB 0 >")
    });
    terminal.keys("spawn zzz\t\r");
    terminal.wait("no offer", |screen| {
        screen.contains("nothing that is known fits here") && screen.ends_with("SB 0 >")
    });
    terminal.keys(CTRL_D);
    assert_eq!(terminal.wait_exit(), 0);
}

#[test]
fn ctrl_c_in_linear_lines_drops_the_line_leaves_the_question_and_stops_a_script() {
    let folder = peopled();
    let mut terminal = open(&folder, 80, &["--linear"], &[]);
    terminal.echoes();
    terminal.keys("gain 1");
    terminal.wait("what was typed", |screen| screen.ends_with("gain 1"));
    terminal.keys(CTRL_C);
    nth(&mut terminal, 2);
    terminal.keys("1 + 1\r");
    terminal.wait("two", |screen| {
        screen.contains("\n2\n") && screen.ends_with("SB 0 >")
    });
    terminal.keys("spawn ash rat 2\r");
    nth(&mut terminal, 4);
    terminal.keys("hit rat 1 fire\r");
    terminal.wait_end("answer > ");
    terminal.keys(CTRL_C);
    nth(&mut terminal, 5);
    terminal.keys("while true do end\r");
    std::thread::sleep(std::time::Duration::from_millis(400));
    terminal.keys(CTRL_C);
    nth(&mut terminal, 6);
    terminal.keys("40 + 2\r");
    terminal.wait("it goes on", |screen| {
        screen.contains("\n42\n") && screen.ends_with("SB 0 >")
    });
}

#[test]
fn a_reload_is_told_beside_a_linear_line_and_the_line_is_kept() {
    let folder = campaign();
    let mut terminal = open(&folder, 80, &["--linear"], &[]);
    terminal.echoes();
    terminal.keys("40 +");
    terminal.wait("what was typed", |screen| screen.ends_with("40 +"));
    fs::write(
        folder.path().join("monsters/troll.luau"),
        TROLL.replace("tl = 5", "tl = 6"),
    )
    .unwrap();
    terminal.wait("the report", |screen| {
        screen.contains("Toll Troll") && screen.ends_with("SB 0 >")
    });
    terminal.keys(" 2\r");
    terminal.wait("the sum", |screen| {
        screen.contains("\n42\n") && screen.ends_with("SB 0 >")
    });
}

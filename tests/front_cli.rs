//! The program without a terminal: pipes, files, tests of a campaign, and which campaign is meant.
#![cfg(feature = "front")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;
use tempfile::TempDir;

/// A small campaign of its own, with these files in it.
fn campaign(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let all = [("campaign.yaml", "title: Bridge at Dusk\nseed: pipe\n")];
    for (path, text) in all.iter().chain(files) {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Runs the program in a folder, with this on standard input.
fn storybeat(here: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_storybeat"))
        .current_dir(here)
        .args(args)
        .env("HOME", here)
        .env("XDG_DATA_HOME", here.join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may have ended without reading.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

fn json(output: &Output) -> Vec<Json> {
    out(output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_pipe_plays_a_line_at_a_time_and_says_only_results() {
    let here = campaign(&[]);
    let input = "# a scene\n-- of two inputs\n\n1 + 2\nfor i = 1, 2 do\n  print(i * 21)\nend\n";
    let output = storybeat(here.path(), &[], input);
    assert_eq!(out(&output), "3\n21\n42\n", "{}", err(&output));
    assert!(output.status.success());
}

#[test]
fn a_pipe_takes_words_and_echoes_what_it_guessed() {
    let troll = "adversary \"Toll Troll\" { tl = 5, move \"Stamp\" { cost = 1 }, move \"Roar\" { cost = 3 } }\n";
    let here = campaign(&[("monsters/troll.luau", troll)]);
    let output = storybeat(here.path(), &[], "gain 2\nspawn toll\nsb.bank\n");
    let said = out(&output);
    assert!(
        said.starts_with("SB 0 → 2\n"),
        "nothing was guessed: {said}"
    );
    assert!(
        said.contains("\nspawn(\"Toll Troll\")\nToll Troll   TL 5"),
        "{said}"
    );
    assert!(said.ends_with("\n2\n"), "{said}");
}

#[test]
fn a_pipe_ends_at_the_first_error_and_says_where() {
    let here = campaign(&[]);
    let output = storybeat(here.path(), &[], "1 + 2\n\nerror(\"no bridge\")\n4 + 5\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(out(&output), "3\n");
    assert!(
        err(&output).contains("no bridge") && err(&output).contains("stdin:3"),
        "{}",
        err(&output)
    );
    assert!(
        err(&output).contains("error(\"no bridge\")"),
        "its line is shown: {}",
        err(&output)
    );
}

#[test]
fn an_input_that_is_never_finished_is_an_error() {
    let here = campaign(&[]);
    let output = storybeat(here.path(), &[], "for i = 1, 2 do\n  print(i)\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(out(&output), "");
    assert!(err(&output).contains("stdin:"), "{}", err(&output));
}

#[test]
fn what_is_no_text_is_refused_with_its_line() {
    let here = campaign(&[]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_storybeat"))
        .current_dir(here.path())
        .args(["--no-journal"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"1 + 1\n\xff\xfe\n")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).contains("stdin:2: the line is no UTF-8 text"),
        "{}",
        err(&output)
    );
}

#[test]
fn json_is_an_object_an_input() {
    let here = campaign(&[]);
    let output = storybeat(
        here.path(),
        &["--json"],
        "1 + 2\nlocal a = 1\ngain(2)\nerror(\"no bridge\")\n7\n",
    );
    assert_eq!(output.status.code(), Some(1));
    let objects = json(&output);
    assert_eq!(objects.len(), 4, "{}", out(&output));
    assert_eq!(objects[0]["value"], 3);
    assert_eq!(objects[0]["act"], Json::Null);
    assert_eq!(objects[1]["value"], Json::Null);
    assert_eq!(objects[2]["act"], 2, "the session's beginning is the first");
    assert_eq!(objects[2]["lines"][0]["kind"], "fact");
    let error = &objects[3]["error"];
    assert!(error["message"].as_str().unwrap().contains("no bridge"));
    assert_eq!(
        (&error["file"], &error["line"]),
        (&"stdin".into(), &4.into())
    );
    assert!(error["code"].is_string() && error["help"].is_array());
}

#[test]
fn a_question_in_a_pipe_takes_its_default_and_says_so() {
    let here = campaign(&[]);
    let output = storybeat(
        here.path(),
        &[],
        "ask.pick(\"Which?\", { \"bread\", \"salt\" }, { default = \"salt\" })\n",
    );
    assert!(output.status.success(), "{}", err(&output));
    let said = out(&output);
    assert!(said.contains("! ") && said.contains("Which?"), "{said}");
    assert!(said.ends_with("salt\n"), "{said}");
}

#[test]
fn a_command_that_follows_is_played_as_an_input_of_its_own() {
    let here = campaign(&[]);
    let output = storybeat(here.path(), &[], "follow(\"gain 1\")\nsb.bank\n");
    assert!(
        out(&output).ends_with("\n1\n"),
        "{}{}",
        out(&output),
        err(&output)
    );
    let here = campaign(&[]);
    let output = storybeat(here.path(), &["--json"], "follow(\"gain 1\")\nsb.bank\n");
    let objects = json(&output);
    assert_eq!(objects.len(), 2, "{}", out(&output));
    assert_eq!(objects[0]["then"][0]["act"], 2);
    assert_eq!(objects[1]["value"], 1);
}

#[test]
fn what_follows_itself_has_an_end() {
    let round =
        "command \"Round\" { help = \"and round\", run = function() follow(\"round\") end }\n";
    let here = campaign(&[("round.luau", round)]);
    let output = storybeat(here.path(), &[], "round\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).contains("followed by themselves"),
        "{}",
        err(&output)
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_script_of_a_pipe_and_what_stood_before_stands() {
    let here = campaign(&[]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_storybeat"))
        .current_dir(here.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"gain(1)\nwhile true do end\nsb.bank\n")
        .unwrap();
    let mut begun = [0; 1];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut begun).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(100));
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    assert!(
        err(&output).contains("Ctrl-C") && err(&output).contains("stdin:2"),
        "{}",
        err(&output)
    );
    assert_eq!(out(&storybeat(here.path(), &[], "sb.bank\n")), "1\n");
}

#[test]
fn the_next_pipe_goes_on_with_the_session_unless_nothing_is_written() {
    let here = campaign(&[]);
    storybeat(here.path(), &[], "gain(2)\n");
    let output = storybeat(here.path(), &[], "sb.bank\n");
    assert_eq!(out(&output), "2\n", "{}", err(&output));
    let output = storybeat(here.path(), &["--no-journal"], "gain(1)\n");
    assert!(output.status.success());
    let output = storybeat(here.path(), &[], "sb.bank\n");
    assert_eq!(out(&output), "2\n", "{}", err(&output));
}

#[test]
fn the_seed_decides_the_dice() {
    let here = campaign(&[]);
    let dice = |seed: &str| {
        let args = ["--no-journal", "--seed", seed];
        let output = storybeat(
            here.path(),
            &args,
            "local t = {} for i = 1, 20 do t[i] = die() end print(table.concat(t, \" \"))\n",
        );
        assert!(output.status.success(), "{}", err(&output));
        out(&output).to_owned()
    };
    assert_eq!(dice("12"), dice("12"));
    assert_ne!(dice("12"), dice("13"));
    assert_ne!(dice("12"), dice("-12"));
}

#[test]
fn without_a_campaign_a_pipe_plays_the_one_that_comes_along_and_leaves_nothing() {
    let here = tempfile::tempdir().unwrap();
    let output = storybeat(here.path(), &[], "spawn toll troll\n");
    assert!(output.status.success(), "{}", err(&output));
    assert!(out(&output).contains("Toll Troll"), "{}", out(&output));
    assert!(
        err(&output).contains("kept in memory only"),
        "{}",
        err(&output)
    );
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0);
}

#[test]
fn a_folder_that_is_no_campaign_is_refused() {
    let here = tempfile::tempdir().unwrap();
    for args in [&["."][..], &["repl", "."], &["test", "."], &["nowhere"]] {
        let output = storybeat(here.path(), args, "");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(err(&output).contains("error: "), "{}", err(&output));
    }
    let output = storybeat(here.path(), &[".", "--json"], "");
    assert_eq!(json(&output)[0]["error"]["code"], "campaign.none");
}

#[test]
fn arguments_that_are_wrong_have_a_code_of_their_own() {
    let here = campaign(&[]);
    for args in [
        &["--sead", "1"][..],
        &["run"],
        &["--seed", ""],
        &[".", "test"],
    ] {
        assert_eq!(
            storybeat(here.path(), args, "").status.code(),
            Some(2),
            "{args:?}"
        );
    }
    assert!(storybeat(here.path(), &["--version"], "").status.success());
}

#[test]
fn one_campaign_has_one_player_at_a_time_and_tests_run_beside() {
    let here = campaign(&[]);
    let mut first = Command::new(env!("CARGO_BIN_EXE_storybeat"))
        .current_dir(here.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = first.stdin.take().unwrap();
    writeln!(input, "gain(1)").unwrap();
    // Once it has answered, it holds the campaign.
    let mut answered = [0; 1];
    std::io::Read::read_exact(first.stdout.as_mut().unwrap(), &mut answered).unwrap();
    let second = storybeat(here.path(), &[], "gain(1)\n");
    assert_eq!(second.status.code(), Some(1), "{}", out(&second));
    assert!(
        err(&second).contains(&first.id().to_string()),
        "it says who: {}",
        err(&second)
    );
    assert!(storybeat(here.path(), &["test"], "").status.success());
    assert!(
        storybeat(here.path(), &["--no-journal"], "gain(1)\n")
            .status
            .success()
    );
    drop(input);
    assert!(first.wait().unwrap().success());
    assert!(storybeat(here.path(), &[], "gain(1)\n").status.success());
}

#[test]
fn a_file_is_played_statement_by_statement() {
    let file = "--!strict\n-- a fight\nlocal a = 20\nlocal function more(n)\n  return n + 2\nend\ngain(1); gain(1)\nprint(a + more(a))\nreturn sb.bank\n";
    let here = campaign(&[("play/fight.txt", ""), ("sessions/fight.luau", file)]);
    let output = storybeat(here.path(), &["run", "sessions/fight.luau", "--json"], "");
    assert!(output.status.success(), "{}{}", out(&output), err(&output));
    let objects = json(&output);
    assert_eq!(objects.len(), 6, "{}", out(&output));
    assert_eq!(
        (&objects[2]["act"], &objects[3]["act"]),
        (&2.into(), &3.into())
    );
    assert_eq!(objects[4]["lines"][0]["text"], "42");
    assert_eq!(objects[5]["value"], 2);
}

#[test]
fn a_file_ends_at_its_first_error_with_its_own_line() {
    let file = "gain(1)\n\nlocal a = 1; error(\"no bridge\")\ngain(1)\n";
    let here = campaign(&[("sessions/fight.luau", file)]);
    let output = storybeat(here.path(), &["run", "sessions/fight.luau"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).contains("sessions/fight.luau:3"),
        "{}",
        err(&output)
    );
    assert!(
        err(&output).contains("local a = 1; error(\"no bridge\")"),
        "{}",
        err(&output)
    );
    let output = storybeat(here.path(), &[], "sb.bank\n");
    assert_eq!(out(&output), "1\n", "what went through before it stands");
}

#[test]
fn a_file_that_is_no_luau_plays_nothing() {
    let here = campaign(&[("sessions/fight.luau", "gain(1)\nlocal = 2\n")]);
    let output = storybeat(here.path(), &["run", "sessions/fight.luau"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).contains("sessions/fight.luau:2"),
        "{}",
        err(&output)
    );
    assert_eq!(out(&storybeat(here.path(), &[], "sb.bank\n")), "0\n");
    let output = storybeat(here.path(), &["run", "nowhere.luau"], "");
    assert!(
        err(&output).contains("nowhere.luau can't be read"),
        "{}",
        err(&output)
    );
}

#[test]
fn any_other_file_is_lines_as_typed() {
    let here = campaign(&[(
        "night.txt",
        "# tonight\ngain 2\n\nspend 9 the bridge falls\n",
    )]);
    let output = storybeat(here.path(), &["run", "night.txt"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).starts_with("SB 0 → 2\n"), "{}", out(&output));
    assert!(err(&output).contains("night.txt:4"), "{}", err(&output));
}

const TESTS: &str = "test(\"one gains\", function(t)\n    gain(1)\n    t:same(sb.bank, 1)\nend)\n";
const FAILING: &str = "test(\"two is one\", function(t)\n    t:same(2, 1)\nend)\n";

#[test]
fn tests_of_a_campaign_are_run_and_counted() {
    let here = campaign(&[("tests/a.luau", TESTS)]);
    let output = storybeat(here.path(), &["test"], "");
    assert_eq!(
        out(&output),
        "✓ one gains\n1 passed, 0 failed\n",
        "{}",
        err(&output)
    );
    assert!(output.status.success());
    assert!(!here.path().join("sessions").exists(), "nothing is written");
}

#[test]
fn a_failing_test_is_shown_with_its_place_and_fails() {
    let here = campaign(&[("tests/a.luau", TESTS), ("tests/b.luau", FAILING)]);
    let output = storybeat(here.path(), &["test", "--plain"], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        out(&output),
        "ok one gains\nFAILED two is one\n1 passed, 1 failed\n"
    );
    assert!(err(&output).contains("tests/b.luau:2"), "{}", err(&output));
    let output = storybeat(here.path(), &["test", "--only", "one gains"], "");
    assert_eq!(out(&output), "✓ one gains\n1 passed, 0 failed\n");
    assert!(output.status.success());
    let output = storybeat(here.path(), &["test", "--json"], "");
    let objects = json(&output);
    assert_eq!(objects[0]["passed"], true);
    assert_eq!(objects[1]["error"]["file"], "tests/b.luau");
    assert_eq!(objects[2]["failed"], 1);
}

#[test]
fn no_tests_are_no_failure_but_a_name_that_is_none_is() {
    let here = campaign(&[]);
    let output = storybeat(here.path(), &["test"], "");
    assert!(output.status.success());
    assert!(out(&output).starts_with("no tests"), "{}", out(&output));
    let output = storybeat(here.path(), &["test", "--only", "nothing"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        out(&output).contains("no test is called \"nothing\""),
        "{}",
        out(&output)
    );
}

#[test]
fn the_campaign_that_ships_passes_its_tests() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = storybeat(repository, &["test", "scripts"], "");
    assert!(output.status.success(), "{}{}", out(&output), err(&output));
    assert!(!out(&output).starts_with("no tests"));
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let here = campaign(&[]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_storybeat"))
        .current_dir(here.path())
        .args(["--no-journal"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let _ = child
        .stdin
        .take()
        .unwrap()
        .write_all("1 + 2\n".repeat(1000).as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(!err(&output).contains("panicked"), "{}", err(&output));
}

#[test]
fn a_new_campaign_is_whole_plays_and_is_never_written_over() {
    let here = tempfile::tempdir().unwrap();
    let made = storybeat(here.path(), &["new", "salt-road"], "");
    assert!(made.status.success(), "{}", err(&made));
    let checked = storybeat(here.path(), &["check", "salt-road"], "");
    assert!(checked.status.success(), "{}", err(&checked));
    assert!(
        err(&checked).contains("0 to mend, 0 pieces of advice"),
        "{}",
        err(&checked)
    );
    let tested = storybeat(here.path(), &["test", "salt-road"], "");
    assert!(
        out(&tested).contains("1 passed, 0 failed"),
        "{}",
        out(&tested)
    );
    // What it says to type next.
    let told = out(&made)
        .lines()
        .find(|line| line.contains("then"))
        .unwrap();
    let lines: Vec<&str> = told
        .trim()
        .strip_prefix("then")
        .unwrap()
        .split('·')
        .collect();
    let played = storybeat(
        here.path(),
        &["--no-journal", "salt-road"],
        &lines.join("\n"),
    );
    assert!(played.status.success(), "{}", err(&played));
    assert!(
        out(&played).contains("The Ferry Lists ■□□□"),
        "{}",
        out(&played)
    );
    let again = storybeat(here.path(), &["new", "salt-road"], "");
    assert!(!again.status.success());
    assert!(err(&again).contains("isn't empty"), "{}", err(&again));
}

#[test]
fn check_says_all_that_is_wrong_at_once() {
    let here = campaign(&[
        (
            "monsters/ogre.luau",
            "adversary \"Ogre\" { tl = 2, armour = \"light\", atributes = {}, move \"A\" { cost = 1, run = { harm = 2, condition = \"Prone\" } } }\n",
        ),
        (
            "monsters/eel.luau",
            "adversary \"Eel\" { tl = 2 move \"B\" { cost = 1 } }\n",
        ),
        (
            "party/wren.yaml",
            "name: Wren\nattributes: { body: 9, wits: 2, spirit: 2, presence: 2 }\n",
        ),
    ]);
    let checked = storybeat(here.path(), &["check"], "");
    assert!(!checked.status.success());
    let said = err(&checked);
    for words in [
        "monsters/ogre.luau:1",
        "it is \"hit\" here",
        "it is \"apply\" here",
        "monsters/eel.luau:1",
        "party/wren.yaml:2",
        "3 to mend",
    ] {
        assert!(said.contains(words), "{words:?} is not in: {said}");
    }
    let ogre = "adversary \"Ogre\" { tl = 2, armour = \"light\", atributes = {}, move \"A\" { cost = 1 } }\n";
    fs::write(here.path().join("monsters/ogre.luau"), ogre).unwrap();
    let checked = storybeat(here.path(), &["check"], "");
    for words in [
        "\"armour\": did you mean \"armor\"?",
        "\"atributes\": did you mean",
    ] {
        assert!(
            err(&checked).contains(words),
            "{words:?} is not in: {}",
            err(&checked)
        );
    }
}

#[test]
fn colon_commands_are_for_the_prompt_and_quit_ends_a_pipe() {
    let here = campaign(&[]);
    let output = storybeat(here.path(), &[], "1 + 1\n:saves\n2 + 2\n");
    assert_eq!(out(&output), "2\n");
    assert!(err(&output).contains("for the prompt"), "{}", err(&output));
    assert!(!output.status.success());
    let output = storybeat(here.path(), &[], "1 + 1\nquit\n2 + 2\n");
    assert_eq!(out(&output), "2\n");
    assert!(output.status.success());
}

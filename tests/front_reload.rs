//! Every way in which an editor saves a file, with the real program at its prompt: the new code is there, one report
//! tells of it, and no handler of older code is heard again.
#![cfg(all(unix, feature = "front"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[allow(dead_code)]
#[path = "support/terminal.rs"]
mod terminal;

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;
use terminal::Terminal;

const FILE: &str = "monsters/bell.luau";

/// The n-th version: the price of its move shows in the report, its handler in the next line that gains.
fn version(n: u32) -> String {
    format!(
        "adversary \"Bell Ogre\" {{ tl = 5, move \"Toll\" {{ cost = {} }}, move \"Peal\" {{ cost = 2 }} }}\non.gain(function(e) print(\"heard {n}\") end)\n",
        cost(n)
    )
}

/// What the move of the n-th version costs: another price than in the one before.
fn cost(n: u32) -> u32 {
    1 + n % 3
}

struct Played {
    folder: TempDir,
    terminal: Terminal,
    n: u32,
}

impl Played {
    fn start(args: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("campaign");
        fs::create_dir_all(root.join("monsters")).unwrap();
        fs::write(root.join("campaign.yaml"), "title: Bells\nseed: bells\n").unwrap();
        fs::write(root.join(FILE), version(1)).unwrap();
        let mut all = vec!["campaign"];
        all.extend(args);
        let mut terminal = Terminal::start(folder.path(), 100, &all, &[]);
        terminal.wait("the prompt", |screen| screen.ends_with("SB 0 ›"));
        Self {
            folder,
            terminal,
            n: 1,
        }
    }

    fn file(&self) -> PathBuf {
        self.root().join(FILE)
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("campaign")
    }

    /// Saves the next version in some way: it is told once, heard once, and the one before no more.
    fn saved(&mut self, style: &str, save: impl FnOnce(&Path, &str)) {
        self.terminal.keys("\u{c}");
        self.n += 1;
        let (n, file) = (self.n, self.file());
        save(&file, &version(n));
        let told = format!("Toll {} → {} SB", cost(n - 1), cost(n));
        self.terminal
            .wait(&format!("{style}: {told}"), |screen| screen.contains(&told));
        self.heard(style);
        let screen = self.terminal.screen();
        assert_eq!(screen.matches(&told).count(), 1, "{style}\n{screen}");
    }

    /// A gain is heard by this version alone.
    fn heard(&mut self, style: &str) {
        let (n, before) = (self.n, count(&self.terminal.screen(), "gain 1"));
        self.terminal.keys("gain 1\r");
        let new = format!("heard {n}");
        self.terminal
            .wait(&format!("{style}: {new}"), |screen| screen.contains(&new));
        self.terminal.wait("the prompt", |screen| {
            count(screen, "gain 1") > before && screen.ends_with('›')
        });
        let screen = self.terminal.screen();
        assert_eq!(count(&screen, &new), 1, "{style}\n{screen}");
        assert_eq!(count(&screen, "heard "), 1, "{style}\n{screen}");
    }
}

fn count(screen: &str, what: &str) -> usize {
    screen.matches(what).count()
}

fn nap(millis: u64) {
    std::thread::sleep(Duration::from_millis(millis));
}

fn styles(args: &[&str]) {
    let mut played = Played::start(args);
    played.saved("in place", |file, text| fs::write(file, text).unwrap());
    played.saved("beside and renamed", |file, text| {
        let beside = file.with_extension("luau.tmp");
        fs::write(&beside, text).unwrap();
        fs::rename(beside, file).unwrap();
    });
    played.saved("deleted and created", |file, text| {
        fs::remove_file(file).unwrap();
        fs::write(file, text).unwrap();
    });
    played.saved("vim with a backup", |file, text| {
        let backup = file.with_file_name("bell.luau~");
        fs::rename(file, &backup).unwrap();
        fs::write(file, text).unwrap();
        fs::remove_file(backup).unwrap();
    });
    played.saved("emacs with its lock and autosave", |file, text| {
        let lock = file.with_file_name(".#bell.luau");
        let auto = file.with_file_name("#bell.luau#");
        symlink("gm@table.1", &lock).unwrap();
        fs::write(&auto, text).unwrap();
        fs::copy(file, file.with_file_name("bell.luau~")).unwrap();
        fs::write(file, text).unwrap();
        fs::remove_file(auto).unwrap();
        fs::remove_file(lock).unwrap();
    });
    played.saved("in two parts, 30 ms apart", |file, text| {
        let (one, other) = text.split_at(text.len() / 2);
        let mut file = fs::File::create(file).unwrap();
        file.write_all(one.as_bytes()).unwrap();
        file.flush().unwrap();
        nap(30);
        file.write_all(other.as_bytes()).unwrap();
    });
    played.saved("twenty in 200 ms", |file, text| {
        for _ in 0..19 {
            fs::write(file, "-- not yet").unwrap();
            nap(10);
        }
        fs::write(file, text).unwrap();
    });
    played.saved("with fifty others at once", |file, text| {
        let many = file.parent().unwrap().join("many");
        fs::create_dir(&many).unwrap();
        for n in 0..50 {
            fs::write(many.join(format!("m{n}.luau")), "local quiet = 1").unwrap();
        }
        fs::write(file, text).unwrap();
    });
    played.saved(
        "in a folder that was renamed there and back",
        |file, text| {
            let folder = file.parent().unwrap();
            let other = folder.with_file_name("beasts");
            fs::rename(folder, &other).unwrap();
            fs::rename(&other, folder).unwrap();
            fs::write(file, text).unwrap();
        },
    );
}

#[test]
fn each_style_of_saving_is_told_once_and_heard_once() {
    styles(&[]);
}

#[test]
fn the_same_where_files_are_looked_at_every_now_and_then() {
    styles(&["--poll"]);
}

#[test]
fn a_save_while_a_question_is_open_waits_for_nothing_and_is_heard_after() {
    let mut played = Played::start(&[]);
    played
        .terminal
        .keys("local there = ask.yes(\"Is it there?\") gain(1)\r");
    played.terminal.wait_end("answer › ");
    played.n += 1;
    fs::write(played.file(), version(2)).unwrap();
    played
        .terminal
        .wait("the report", |screen| screen.contains("Toll 2 → 3 SB"));
    played.terminal.keys("yes\r");
    // The act runs again from its start, on today's scripts.
    played.terminal.wait("heard by the new one", |screen| {
        screen.contains("heard 2") && screen.ends_with("SB 1 ›")
    });
    let screen = played.terminal.screen();
    assert_eq!(count(&screen, "heard "), 1, "{screen}");
    assert_eq!(count(&screen, "Toll 2 → 3 SB"), 1, "{screen}");
}

#[test]
fn a_save_while_an_act_runs_comes_after_it() {
    let mut played = Played::start(&[]);
    played
        .terminal
        .keys("for i = 1, 5000000 do local x = i * i end gain(1)\r");
    played
        .terminal
        .wait("the line", |screen| screen.ends_with("gain(1)"));
    played.n += 1;
    fs::write(played.file(), version(2)).unwrap();
    // The act is of one piece: what began on older code ends on it, and only then the new code comes.
    played.terminal.wait("both", |screen| {
        screen.contains("heard 1") && screen.contains("Toll 2 → 3 SB") && screen.ends_with("SB 1 ›")
    });
    let screen = played.terminal.screen();
    let at = |text: &str| screen.find(text).unwrap();
    assert!(at("heard 1") < at("Toll 2 → 3 SB"), "{screen}");
    assert_eq!(count(&screen, "heard "), 1, "{screen}");
    played.terminal.keys("\u{c}");
    played.heard("after the act");
}

#[test]
fn the_campaign_deleted_and_made_again_while_it_is_played() {
    let mut played = Played::start(&[]);
    let (root, aside) = (played.root(), played.folder.path().join("aside"));
    fs::rename(&root, &aside).unwrap();
    nap(400);
    fs::rename(&aside, &root).unwrap();
    played.saved("in the folder that came back", |file, text| {
        fs::write(file, text).unwrap();
    });
}

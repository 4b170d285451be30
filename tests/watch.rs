//! Each way an editor or a tool saves leads to the right content, told of once or a few times.
//!
//! Every case runs with the system's watch and with polling.
#![cfg(feature = "front")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use storybeat::repl::watch::Watch;
use storybeat::script::folder::Files;
use tempfile::TempDir;

/// A campaign that is watched, and what was found at each report.
struct Table {
    dir: TempDir,
    root: PathBuf,
    seen: Arc<(Mutex<Vec<Files>>, Condvar)>,
    watch: Option<Watch>,
}

impl Table {
    fn new(poll: bool) -> Table {
        let dir = TempDir::new().unwrap();
        let root = dir.path().join("campaign");
        put(&root, "campaign.yaml", "title: T");
        put(&root, "ogre.luau", "1");
        put(&root, "monsters/troll.luau", "1");
        put(&root, "sessions/1.jsonl", "{}");
        let seen: Arc<(Mutex<Vec<Files>>, Condvar)> = Arc::default();
        let (told, at) = (seen.clone(), root.clone());
        let on_change = move || {
            told.0.lock().unwrap().push(Files::scan(&at));
            told.1.notify_all();
        };
        let watch = Some(Watch::start(&root, poll, on_change).unwrap());
        Table {
            dir,
            root,
            seen,
            watch,
        }
    }

    fn put(&self, path: &str, text: &str) {
        put(&self.root, path, text);
    }

    /// Waits until a report has found what `right` looks for.
    fn wait(&self, what: &str, right: impl Fn(&Files) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(5);
        let mut seen = self.seen.0.lock().unwrap();
        while !seen.last().is_some_and(&right) {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(
                !left.is_zero(),
                "{what}: not seen; {} reports, last {:?}",
                seen.len(),
                seen.last()
            );
            seen = self.seen.1.wait_timeout(seen, left).unwrap().0;
        }
    }

    fn wait_text(&self, path: &str, text: &str) {
        self.wait(path, |files| {
            files.get(path).is_some_and(|file| &*file.text == text)
        });
    }

    /// How many reports there were in all, once a last save has been seen too. That save is one more.
    fn reports(&self) -> usize {
        self.put("last.luau", "last");
        self.wait_text("last.luau", "last");
        self.seen.0.lock().unwrap().len() - 1
    }
}

fn put(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Runs a case both ways. After it, `ogre.luau` is to hold "2", told of at most `most` times: on a busy
/// machine each state in between may be told of, and "few" is asked only where the states are many.
fn saved_by(most: usize, save: impl Fn(&Table)) {
    for poll in [false, true] {
        let table = Table::new(poll);
        save(&table);
        table.wait_text("ogre.luau", "2");
        let reports = table.reports();
        assert!(reports <= most, "{reports} reports, polling {poll}");
    }
}

fn nap(millis: u64) {
    std::thread::sleep(Duration::from_millis(millis));
}

#[test]
fn written_in_place() {
    saved_by(2, |table| table.put("ogre.luau", "2"));
}

#[test]
fn written_beside_and_renamed() {
    saved_by(2, |table| {
        table.put("ogre.luau.tmp", "2");
        fs::rename(
            table.root.join("ogre.luau.tmp"),
            table.root.join("ogre.luau"),
        )
        .unwrap();
    });
}

#[test]
fn deleted_and_created() {
    saved_by(3, |table| {
        fs::remove_file(table.root.join("ogre.luau")).unwrap();
        table.put("ogre.luau", "2");
    });
}

#[test]
fn vim_with_a_backup() {
    saved_by(3, |table| {
        let at = |name: &str| table.root.join(name);
        table.put(".ogre.luau.swp", "swap");
        table.put("4913", "");
        fs::remove_file(at("4913")).unwrap();
        fs::rename(at("ogre.luau"), at("ogre.luau~")).unwrap();
        table.put("ogre.luau", "2");
        fs::remove_file(at("ogre.luau~")).unwrap();
        fs::remove_file(at(".ogre.luau.swp")).unwrap();
    });
}

#[test]
fn emacs_with_a_lock_an_autosave_and_a_copied_backup() {
    saved_by(3, |table| {
        let at = |name: &str| table.root.join(name);
        #[cfg(unix)]
        std::os::unix::fs::symlink("me@here.1:2", at(".#ogre.luau")).unwrap();
        table.put("#ogre.luau#", "2");
        fs::copy(at("ogre.luau"), at("ogre.luau~")).unwrap();
        table.put("ogre.luau", "2");
        fs::remove_file(at("#ogre.luau#")).unwrap();
        #[cfg(unix)]
        fs::remove_file(at(".#ogre.luau")).unwrap();
    });
}

#[test]
fn moved_aside_and_written_anew() {
    saved_by(3, |table| {
        let at = |name: &str| table.root.join(name);
        fs::rename(at("ogre.luau"), at("ogre.luau.bak")).unwrap();
        table.put("ogre.luau", "2");
    });
}

#[test]
fn emptied_first_and_written_in_pieces() {
    use std::io::Write;
    saved_by(4, |table| {
        let long = "-- a line of a larger file\n".repeat(40);
        let mut file = fs::File::create(table.root.join("ogre.luau")).unwrap();
        for piece in long.as_bytes().chunks(100) {
            file.write_all(piece).unwrap();
            nap(5);
        }
        drop(file);
        table.wait_text("ogre.luau", &long);
        table.put("ogre.luau", "2");
    });
}

/// `ln -sfn` done right: a new link renamed over the old one. Nothing in either folder changes.
#[cfg(unix)]
#[test]
fn the_campaign_is_a_link_that_is_swapped() {
    use std::os::unix::fs::symlink;
    saved_by(8, |table| {
        let at = |name: &str| table.dir.path().join(name);
        fs::rename(&table.root, at("one")).unwrap();
        symlink(at("one"), &table.root).unwrap();
        put(table.dir.path(), "two/ogre.luau", "other");
        symlink(at("two"), at("new-link")).unwrap();
        fs::rename(at("new-link"), &table.root).unwrap();
        table.wait_text("ogre.luau", "other");
        put(table.dir.path(), "two/ogre.luau", "2");
    });
}

#[test]
fn written_in_two_parts() {
    use std::io::Write;
    saved_by(2, |table| {
        let mut file = fs::File::create(table.root.join("ogre.luau")).unwrap();
        file.write_all(b"").unwrap();
        nap(30);
        file.write_all(b"2").unwrap();
    });
}

#[test]
fn twenty_saves_in_a_row() {
    saved_by(10, |table| {
        for n in 0..20 {
            table.put("ogre.luau", &format!("draft {n}"));
            nap(10);
        }
        table.put("ogre.luau", "2");
    });
}

#[test]
fn fifty_files_at_once() {
    saved_by(10, |table| {
        for n in 0..50 {
            table.put(&format!("many/m{n}.luau"), "x");
        }
        table.put("ogre.luau", "2");
        table.wait("all fifty", |files| files.scripts.len() == 52);
    });
}

#[test]
fn a_new_folder_with_a_file_in_it_at_once() {
    saved_by(6, |table| {
        table.put("a/b/deep.luau", "1");
        table.wait_text("a/b/deep.luau", "1");
        table.put("a/b/deep.luau", "2");
        table.wait_text("a/b/deep.luau", "2");
        table.put("ogre.luau", "2");
    });
}

#[test]
fn a_renamed_folder_and_a_save_in_it() {
    saved_by(6, |table| {
        fs::rename(table.root.join("monsters"), table.root.join("beasts")).unwrap();
        table.wait("the new name", |files| {
            files.get("beasts/troll.luau").is_some() && files.scripts.len() == 2
        });
        table.put("beasts/troll.luau", "2");
        table.wait_text("beasts/troll.luau", "2");
        table.put("ogre.luau", "2");
    });
}

#[test]
fn a_folder_moved_in_and_a_save_in_it() {
    saved_by(6, |table| {
        put(table.dir.path(), "outside/new.luau", "1");
        fs::rename(table.dir.path().join("outside"), table.root.join("inside")).unwrap();
        table.wait_text("inside/new.luau", "1");
        table.put("inside/new.luau", "2");
        table.wait_text("inside/new.luau", "2");
        table.put("ogre.luau", "2");
    });
}

#[test]
fn a_deleted_file_and_a_deleted_folder() {
    saved_by(4, |table| {
        fs::remove_dir_all(table.root.join("monsters")).unwrap();
        table.wait("one script left", |files| files.scripts.len() == 1);
        table.put("ogre.luau", "2");
    });
}

#[test]
fn reading_and_what_is_no_part_of_the_campaign_are_no_changes() {
    for poll in [false, true] {
        let table = Table::new(poll);
        for _ in 0..10 {
            fs::read(table.root.join("ogre.luau")).unwrap();
            Files::scan(&table.root);
            table.put("sessions/1.jsonl", "more");
            table.put(".git/index", "x");
            table.put("notes.md", "x");
            table.put("ogre.luau", "1");
            nap(20);
        }
        nap(400);
        assert_eq!(table.reports(), 0, "polling {poll}");
    }
}

#[test]
fn the_campaign_deleted_and_made_again() {
    saved_by(14, |table| {
        fs::remove_dir_all(&table.root).unwrap();
        table.wait("it is gone", |files| {
            files.scripts.is_empty() && !files.problems.is_empty()
        });
        table.put("campaign.yaml", "title: T");
        table.put("ogre.luau", "1");
        table.wait_text("ogre.luau", "1");
        table.put("ogre.luau", "2");
    });
}

#[test]
fn the_campaign_swapped_for_another() {
    saved_by(6, |table| {
        put(table.dir.path(), "other/ogre.luau", "other");
        fs::rename(&table.root, table.dir.path().join("old")).unwrap();
        fs::rename(table.dir.path().join("other"), &table.root).unwrap();
        table.wait_text("ogre.luau", "other");
        table.put("ogre.luau", "2");
    });
}

#[cfg(unix)]
#[test]
fn a_link_outside_is_named_and_not_followed() {
    saved_by(3, |table| {
        put(table.dir.path(), "elsewhere/evil.luau", "1");
        std::os::unix::fs::symlink(table.dir.path().join("elsewhere"), table.root.join("out"))
            .unwrap();
        table.wait("the link is named", |files| {
            files
                .problems
                .iter()
                .any(|problem| problem.message.contains("outside the campaign"))
        });
        put(table.dir.path(), "elsewhere/evil.luau", "2");
        nap(400);
        table.put("ogre.luau", "2");
    });
}

#[test]
fn nothing_is_told_after_the_end() {
    for poll in [false, true] {
        let mut table = Table::new(poll);
        table.watch.take();
        table.put("ogre.luau", "2");
        nap(600);
        assert_eq!(table.seen.0.lock().unwrap().len(), 0);
    }
}

#[test]
fn a_folder_that_is_not_there() {
    let nowhere = Path::new("/nowhere/at/all");
    let fault = Watch::start(nowhere, false, || ()).unwrap_err();
    assert!(
        fault
            .to_line()
            .starts_with("/nowhere/at/all can't be watched")
    );
    assert!(
        Watch::start(nowhere, true, || ()).is_ok(),
        "polling waits for it"
    );
}

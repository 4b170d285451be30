//! What counts as a file of the campaign, and what is said of the rest.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fs;
use std::path::Path;

use storybeat::script::folder::{Files, LARGEST_SCRIPT, SourceFile, find};
use tempfile::TempDir;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let dir = TempDir::new().unwrap();
    for (path, text) in files {
        write(dir.path(), path, text.as_bytes());
    }
    dir
}

fn write(root: &Path, path: &str, bytes: &[u8]) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn paths(files: &[SourceFile]) -> Vec<&str> {
    files.iter().map(|file| file.path.as_str()).collect()
}

fn problems(files: &Files) -> Vec<String> {
    files
        .problems
        .iter()
        .map(|problem| problem.to_line())
        .collect()
}

const WHOLE: [(&str, &str); 19] = [
    ("campaign.yaml", "title: T"),
    ("house.luau", "1"),
    ("monsters/b.lua", "2"),
    ("monsters/a.luau", "3"),
    ("monsters/tests/c.luau", "4"),
    ("tests/t.luau", "5"),
    ("tests/deep/u.luau", "6"),
    ("sessions/s.luau", "7"),
    ("party/lyra.yaml", "8"),
    ("bestiary/foes.yaml", "9"),
    ("decks/d.yaml", "10"),
    ("decks/on_draw.luau", "11"),
    (".git/hooks/x.luau", "12"),
    ("monsters/.a.luau.swp", "13"),
    ("monsters/.#a.luau", "14"),
    ("monsters/a.luau~", "15"),
    ("monsters/~a.luau", "16"),
    ("types/storybeat.d.luau", "17"),
    ("notes.md", "18"),
];

#[test]
fn each_file_has_its_place() {
    let dir = folder(&WHOLE);
    let files = Files::scan(dir.path());
    assert_eq!(files.campaign.as_ref().unwrap().text.as_ref(), "title: T");
    let scripts = [
        "decks/on_draw.luau",
        "house.luau",
        "monsters/a.luau",
        "monsters/b.lua",
        "monsters/tests/c.luau",
    ];
    assert_eq!(paths(&files.scripts), scripts);
    assert_eq!(paths(&files.tests), ["tests/deep/u.luau", "tests/t.luau"]);
    assert_eq!(paths(&files.party), ["party/lyra.yaml"]);
    assert_eq!(paths(&files.bestiary), ["bestiary/foes.yaml"]);
    assert_eq!(paths(&files.decks), ["decks/d.yaml"]);
    assert_eq!(problems(&files), [""; 0]);
    assert_eq!(files.get("monsters/a.luau").unwrap().text.as_ref(), "3");
    assert_eq!(files.all().count(), 11);
}

#[test]
fn a_campaign_in_memory_is_the_same_campaign() {
    let dir = folder(&WHOLE);
    assert_eq!(Files::from_map(WHOLE), Files::scan(dir.path()));
    let odd = Files::from_map([
        ("../x.luau", ""),
        ("/x.luau", ""),
        ("a//x.luau", ""),
        ("a\\x.luau", ""),
    ]);
    assert_eq!((odd.scripts.len(), odd.problems.len()), (0, 4));
}

#[test]
fn the_sum_tells_changes_and_nothing_else() {
    let dir = folder(&WHOLE);
    let before = Files::scan(dir.path()).hash;
    write(dir.path(), "notes.md", b"new");
    write(dir.path(), "sessions/1.jsonl", b"new");
    write(dir.path(), "house.luau", b"1");
    assert_eq!(Files::scan(dir.path()).hash, before);
    let mut sums = vec![before];
    for (path, text) in [
        ("house.luau", "2"),
        ("house.luau", "\u{feff}2"),
        ("new.luau", ""),
        ("party/lyra.yml", ""),
    ] {
        write(dir.path(), path, text.as_bytes());
        sums.push(Files::scan(dir.path()).hash);
    }
    fs::rename(dir.path().join("new.luau"), dir.path().join("newer.luau")).unwrap();
    sums.push(Files::scan(dir.path()).hash);
    for (n, sum) in sums.iter().enumerate() {
        assert!(!sums[..n].contains(sum), "change {n} shows");
    }
}

#[test]
fn what_cannot_be_read_is_told_and_stops_nobody() {
    let dir = folder(&[
        ("good.luau", "\u{feff}return 1"),
        ("x.lua", ""),
        ("x.luau", ""),
        ("party/p.yml", ""),
    ]);
    write(dir.path(), "latin.luau", b"-- one\n-- Fl\xf6\xdfer\n");
    write(dir.path(), "big.luau", &vec![b' '; LARGEST_SCRIPT + 1]);
    write(dir.path(), "just.luau", &vec![b' '; LARGEST_SCRIPT]);
    write(dir.path(), "party/sub/q.yaml", b"");
    let files = Files::scan(dir.path());
    assert_eq!(paths(&files.scripts), ["good.luau", "just.luau"]);
    assert_eq!(files.scripts[0].text.as_ref(), "return 1");
    assert_eq!(
        problems(&files),
        [
            "big.luau: the file is too large: 524288 bytes are the most",
            "latin.luau:2: the file is no UTF-8 text from this line on",
            "party/p.yml: warning: this file is not read",
            "party/sub/q.yaml: warning: this file is not read",
            "x.lua: x.lua and x.luau have one name; neither is read",
        ]
    );
}

#[cfg(unix)]
#[test]
fn links_stay_inside() {
    use std::os::unix::fs::symlink;
    let outside = folder(&[("evil.luau", "error()"), ("art.png", "")]);
    let dir = folder(&[("campaign.yaml", ""), ("a/real.luau", "1")]);
    let at = |path: &str| dir.path().join(path);
    symlink(outside.path().join("evil.luau"), at("evil.luau")).unwrap();
    symlink(outside.path(), at("out")).unwrap();
    symlink(outside.path().join("art.png"), at("art.png")).unwrap();
    symlink("/nowhere/at/all.luau", at("gone.luau")).unwrap();
    symlink("real.luau", at("a/link.luau")).unwrap();
    symlink(dir.path(), at("a/round")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(at("pipe.luau")).unwrap();
    let files = Files::scan(dir.path());
    assert_eq!(paths(&files.scripts), ["a/link.luau", "a/real.luau"]);
    let outside = outside.path().canonicalize().unwrap();
    let outside = outside.display();
    assert_eq!(
        problems(&files),
        [
            "a/round: the link leads back into a folder that holds it".to_owned(),
            format!("evil.luau: the link leads outside the campaign, to {outside}/evil.luau"),
            "gone.luau: the file can't be reached: no such file or directory".to_owned(),
            format!("out: the link leads outside the campaign, to {outside}"),
            "pipe.luau: this is no file to read".to_owned(),
        ]
    );
    let linked = folder(&[]);
    symlink(dir.path(), linked.path().join("campaign")).unwrap();
    assert_eq!(
        Files::scan(&linked.path().join("campaign")).scripts.len(),
        2,
        "the campaign itself may be a link"
    );
}

#[cfg(unix)]
#[test]
fn odd_names_break_nothing() {
    use std::os::unix::ffi::OsStrExt;
    let dir = folder(&[("a b/ö\u{1b}[2J.luau", "1")]);
    fs::write(
        dir.path()
            .join(std::ffi::OsStr::from_bytes(b"bad\xff.luau")),
        "",
    )
    .unwrap();
    let files = Files::scan(dir.path());
    assert_eq!(paths(&files.scripts), ["a b/ö\u{1b}[2J.luau"]);
    assert_eq!(
        problems(&files),
        ["bad\u{fffd}.luau: the name is no UTF-8 text"]
    );
}

#[test]
fn a_folder_that_is_not_there_is_a_problem() {
    let files = Files::scan(Path::new("/nowhere/at/all"));
    assert_eq!(
        problems(&files),
        ["/nowhere/at/all: no such file or directory"]
    );
}

#[test]
fn finding_the_campaign() {
    let dir = folder(&[
        ("campaign.yaml", ""),
        ("a/campaign.yml", ""),
        ("b/x.luau", ""),
    ]);
    let root = dir.path().canonicalize().unwrap();
    assert_eq!(find(dir.path()).unwrap(), root);
    assert_eq!(find(&dir.path().join("campaign.yaml")).unwrap(), root);
    let help = |path: &str| find(&dir.path().join(path)).unwrap_err().help.concat();
    assert_eq!(help("a"), "rename campaign.yml to campaign.yaml");
    assert!(help("b").contains("a folder with a campaign.yaml"));
    assert!(
        find(&dir.path().join("c"))
            .unwrap_err()
            .message
            .ends_with("no such file or directory")
    );
    assert!(find(&dir.path().join("b/x.luau")).is_err());
}

//! `:prep`: what it writes is a script of the campaign that loads without a warning and plays as it stands.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/play.rs"]
mod play;

use std::fs;
use std::path::Path;

use play::{Campaign, Play};
use storybeat::repl::prep::{self, Wanted, What};
use storybeat::script::runtime::Runtime;
use tempfile::TempDir;

fn campaign() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in Campaign::bridge().files().all() {
        let path = folder.path().join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &*file.text).unwrap();
    }
    folder
}

fn open(folder: &Path) -> Play {
    let table = Runtime::builder().folder(folder).build();
    Play {
        table: table.unwrap_or_else(|faults| panic!("{}", faults[0])),
    }
}

fn wanted(root: &Path, tl: u8, theme: Option<&str>, file: &str) -> Wanted {
    let theme = theme.map(str::to_owned);
    Wanted {
        what: What::Foes { tl, theme },
        file: root.join(file),
    }
}

#[test]
fn what_it_writes_loads_and_plays() {
    let folder = campaign();
    let mut play = open(folder.path());
    let mut n = 0;
    for theme in [
        None,
        Some("river"),
        Some("wood"),
        Some("dead"),
        Some("toll"),
    ] {
        for tl in [1, 2, 3, 5, 8, 10] {
            let letter = ['a', char::from(b'a' + n / 26), char::from(b'a' + n % 26)]
                .iter()
                .collect::<String>();
            n += 1;
            let file = format!("evening_{letter}.luau");
            let want = wanted(folder.path(), tl, theme, &file);
            let told = match prep::write(&play.table, &want) {
                Ok(told) => told,
                // Nothing of that level is about it: then no file is there.
                Err(fault) => {
                    assert!(
                        fault.to_string().contains("there is no adversary"),
                        "{fault}"
                    );
                    assert!(!want.file.exists());
                    continue;
                }
            };
            assert!(
                told[1].ends_with(&format!("play it with: evening {letter}")),
                "{told:?}"
            );
            play.table.reload();
            assert!(play.table.older().is_empty(), "{:?}", play.table.older());
            assert!(
                play.table.warnings().is_empty(),
                "{:?}",
                play.table.warnings()
            );
            let said = play.said(&format!("evening {letter}"));
            assert!(said.contains("Scene: Evening"), "{said}");
            let (state, foes) = (play.state(), play.state().foes_present().count());
            assert!(foes >= 1, "{theme:?} {tl}");
            let strongest = state
                .foes_present()
                .map(|foe| state.foe(foe.id).unwrap().last.tl)
                .max();
            assert!(strongest.unwrap() <= tl, "{theme:?} {tl}");
            play.ok("undo");
            assert_eq!(
                play.state().foes_present().count(),
                0,
                "one act, taken back"
            );
        }
    }
    assert!(n > 20);
}

#[test]
fn the_file_reads_like_a_page_of_notes() {
    let folder = campaign();
    let play = open(folder.path());
    let want = wanted(folder.path(), 5, Some("toll"), "ford_at_dusk.luau");
    prep::write(&play.table, &want).unwrap();
    let text = fs::read_to_string(&want.file).unwrap();
    for line in [
        "-- A scene to edit, begun by `:prep foes tl=5 theme=toll`. Nothing writes to it again: it is yours.",
        "-- Lead: Toll Troll (TL 5):",
        "command \"Ford At Dusk\" {",
        "        spawn(\"Toll Troll\")",
        "-- Play it: ford at dusk. `menu` shows what they can do.",
    ] {
        assert!(text.contains(line), "{line}\nis not in\n{text}");
    }
}

#[test]
fn nothing_is_written_over_and_every_no_has_a_way_out() {
    let folder = campaign();
    let mut play = open(folder.path());
    let want = wanted(folder.path(), 3, None, "mill.luau");
    prep::write(&play.table, &want).unwrap();
    let text = fs::read_to_string(&want.file).unwrap();
    let fault = |play: &Play, want: &Wanted| {
        let fault = prep::write(&play.table, want).unwrap_err();
        fault
            .help
            .iter()
            .fold(fault.to_string(), |text, help| format!("{text}\n{help}"))
    };
    assert!(fault(&play, &want).contains("never written over"));
    assert_eq!(fs::read_to_string(&want.file).unwrap(), text);
    play.table.reload();
    let twin = wanted(folder.path(), 3, None, "party/mill.luau");
    assert!(
        fault(&play, &twin).contains("take another name"),
        "{}",
        fault(&play, &twin)
    );
    let nowhere = wanted(folder.path(), 3, None, "no/such/folder.luau");
    assert!(fault(&play, &nowhere).contains("can't be written"));
    let odd = wanted(folder.path(), 3, Some("zeppelin"), "zeppelin.luau");
    assert!(fault(&play, &odd).contains("leave theme= out"));
    assert!(!odd.file.exists());
}

#[test]
fn legs_of_a_journey_through_the_campaigns_regions() {
    let folder = campaign();
    let mut play = open(folder.path());
    let want = |size, file: &str| Wanted {
        what: What::Legs { size },
        file: folder.path().join(file),
    };
    let none = prep::write(&play.table, &want(None, "north.luau")).unwrap_err();
    assert!(none.to_string().contains("declares no region"), "{none}");
    assert!(!folder.path().join("north.luau").exists());
    for deck in ["hushed_hundred", "long_remove"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scripts/decks/{deck}.luau"));
        fs::copy(from, folder.path().join(format!("{deck}.luau"))).unwrap();
    }
    play.table.reload();
    let told = prep::write(&play.table, &want(Some(6), "going_north.luau")).unwrap();
    assert!(told[0].ends_with("2 legs"), "{told:?}");
    prep::write(&play.table, &want(None, "by_cards.luau")).unwrap();
    play.table.reload();
    assert!(play.table.older().is_empty(), "{:?}", play.table.older());
    play.ok("by cards");
    play.ok("going north");
    play.ok("travel.go()");
    assert_eq!(play.timer("Travel").size, 6);
    let program = env!("CARGO_BIN_EXE_storybeat");
    let check = std::process::Command::new(program)
        .arg("check")
        .arg(folder.path())
        .output()
        .unwrap();
    assert!(check.status.success(), "{check:?}");
}

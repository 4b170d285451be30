//! Session files in a campaign's folder, and who may write them.

use super::*;
use std::fs;
use std::process::Command;
use storybeat::table::journal::{Lock, latest, list, next_number, session_path};

type Real = Journal<Fact, Table>;

#[test]
fn sessions_are_listed_by_number_and_other_files_are_not_sessions() {
    let campaign = tempfile::tempdir().unwrap();
    assert_eq!(list(campaign.path()).unwrap(), []);
    assert_eq!(next_number(campaign.path()).unwrap(), 1);
    fs::create_dir(campaign.path().join("sessions")).unwrap();
    for name in ["0002.jsonl", "0010.jsonl", "10000.jsonl", "0001.jsonl"] {
        fs::write(campaign.path().join("sessions").join(name), "").unwrap();
    }
    for name in [
        "0000.jsonl",
        "3.jsonl",
        "00004.jsonl",
        "0005.jsonl.torn-1",
        "0006.jsonl.new",
        "0007 copy.jsonl",
        "+008.jsonl",
        ".lock",
    ] {
        fs::write(campaign.path().join("sessions").join(name), "").unwrap();
    }
    let numbers: Vec<u32> = list(campaign.path())
        .unwrap()
        .iter()
        .map(|s| s.number)
        .collect();
    assert_eq!(numbers, [1, 2, 10, 10_000]);
    let last = latest(campaign.path()).unwrap().unwrap();
    assert_eq!(last.path, session_path(campaign.path(), 10_000));
    assert_eq!(next_number(campaign.path()).unwrap(), 10_001);
}

#[test]
fn a_second_writer_is_told_who_holds_the_campaign() {
    let campaign = tempfile::tempdir().unwrap();
    let lock = Lock::take(campaign.path(), "Sunday 20:00").unwrap();
    let error = Lock::take(campaign.path(), "Sunday 20:01").unwrap_err();
    let words = error.to_string();
    assert!(
        words.contains(&format!(
            "process {} since Sunday 20:00",
            std::process::id()
        )),
        "{words}"
    );
    drop(lock);
    let again = Lock::take(campaign.path(), "Sunday 20:02").unwrap();
    assert!(fs::read_to_string(again.path()).unwrap().contains("20:02"));
}

/// What the program started by the next test does.
#[test]
#[ignore = "run by a_second_process_is_refused_until_the_first_lets_go"]
fn child_takes_the_lock() {
    let campaign = std::env::var_os("JOURNAL_TEST_CAMPAIGN").unwrap();
    match Lock::take(Path::new(&campaign), "in the child") {
        Ok(_) => println!("child: got it"),
        Err(error) => println!("child: {error}"),
    }
}

#[test]
fn a_second_process_is_refused_until_the_first_lets_go() {
    let campaign = tempfile::tempdir().unwrap();
    let child = || {
        let output = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "folders::child_takes_the_lock",
                "--ignored",
                "--nocapture",
            ])
            .env("JOURNAL_TEST_CAMPAIGN", campaign.path())
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let lock = Lock::take(campaign.path(), "Sunday 20:00").unwrap();
    let told = child();
    assert!(told.contains("in use"), "{told}");
    if cfg!(unix) {
        assert!(
            told.contains(&format!(
                "process {} since Sunday 20:00",
                std::process::id()
            )),
            "{told}"
        );
    }
    drop(lock);
    assert!(child().contains("child: got it"));
}

/// A lock left by a process that died is no lock, whatever its file says.
#[test]
fn a_stale_lock_file_does_not_lock() {
    let campaign = tempfile::tempdir().unwrap();
    fs::create_dir(campaign.path().join("sessions")).unwrap();
    fs::write(campaign.path().join("sessions/.lock"), "4242 last year\n").unwrap();
    Lock::take(campaign.path(), "now").unwrap();
}

/// Where nothing can be made (a file stands in the way), each operation says so and names the path.
#[test]
fn a_folder_that_cant_be_used_is_an_error_with_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let campaign = folder.path().join("campaign");
    fs::write(&campaign, "a file").unwrap();
    let errors = [
        Lock::take(&campaign, "now").unwrap_err(),
        Real::create(session_path(&campaign, 1), &header()).unwrap_err(),
        Real::open(session_path(&campaign, 1)).unwrap_err(),
        list(&campaign).unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(&error, JournalError::Io { .. }), "{error}");
        assert!(error.to_string().contains("campaign"), "{error}");
    }
}

/// A folder without the right to write: a session can be read, and says why it can't be gone on with.
#[cfg(unix)]
#[test]
fn a_read_only_folder_can_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let campaign = tempfile::tempdir().unwrap();
    let sessions = campaign.path().join("sessions");
    fs::create_dir(&sessions).unwrap();
    let path = session_path(campaign.path(), 1);
    let mut journal = Real::create(&path, &header()).unwrap();
    journal.append(&act(1)).unwrap();
    let mut torn = fs::read(&path).unwrap();
    torn.extend_from_slice(b"{\"sum");
    fs::write(&path, &torn).unwrap();
    let mode = |bits| fs::set_permissions(&sessions, fs::Permissions::from_mode(bits)).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    mode(0o555);
    let system_forbids = fs::write(sessions.join("probe"), "").is_err();
    let created = Real::create(session_path(campaign.path(), 2), &header());
    let opened = session(Real::open(&path));
    mode(0o755);
    assert_eq!(opened.records, [act(1)]);
    // The system lets its administrator write anywhere; faults.rs refuses on a disk of its own, for everybody.
    if system_forbids {
        let words = created.unwrap_err().to_string();
        assert!(words.contains("allow writing"), "{words}");
        assert!(
            opened
                .journal
                .read_only()
                .unwrap()
                .contains("allow writing")
        );
        assert_eq!(opened.tail.unwrap().kept_aside, None);
        assert_eq!(fs::read(&path).unwrap(), torn);
    }
}

//! Each call to the disk fails once, in each way, at each byte; then two of them; then all from there on.
//! Whatever happened, the file opens and holds exactly what was reported as written. The one exception is `Stuck`.

use super::failing_disk::Fault;
use super::*;
use storybeat::table::journal::before_act;

/// What a run on a failing disk reported.
struct Told {
    /// Records that `append` said Ok to.
    kept: Vec<Rec>,
    /// The one whose append ended in `Stuck`.
    stuck: Option<Rec>,
    created: bool,
}

/// A small session, as somebody plays it who tries a refused act once more.
fn play(disk: &MemDisk) -> Told {
    let mut told = Told {
        kept: Vec::new(),
        stuck: None,
        created: false,
    };
    let Ok(mut journal) = Mem::create_on(disk.clone(), FILE, &header()) else {
        return told;
    };
    told.created = true;
    let inputs = ["roll", "undo", "gain"];
    for input in inputs {
        for _attempt in 0..2 {
            let record = match input {
                "undo" if journal.next_act() > 1 => Record::Undo { n: 1 },
                _ => act(journal.next_act()),
            };
            match journal.append(&record) {
                Ok(()) => {
                    told.kept.push(record);
                    break;
                }
                Err(JournalError::NotWritten { .. }) => {}
                Err(JournalError::Stuck { .. }) => {
                    assert!(told.stuck.is_none(), "nothing is tried after Stuck");
                    told.stuck = Some(record);
                }
                Err(JournalError::Changed { .. } | JournalError::ReadOnly { .. }) => break,
                Err(other) => panic!("{other}"),
            }
        }
    }
    told
}

/// Do these bytes open with what was told, or with that and `more` behind it? Gives the number of extra records.
fn holds(bytes: &[u8], told: &Told, more: Option<&Rec>, case: &str) -> usize {
    let disk = disk_with(bytes);
    let found = Mem::open_on(disk.clone(), FILE);
    let opened = session(found.inspect_err(|error| panic!("{case}: {error}")));
    assert_eq!(opened.damage, None, "{case}");
    let extra = opened
        .records
        .len()
        .checked_sub(told.kept.len())
        .unwrap_or_else(|| panic!("{case}: lost a record"));
    assert_eq!(opened.records[..told.kept.len()], told.kept, "{case}");
    assert!(extra <= 1, "{case}");
    if extra == 1 {
        assert_eq!(Some(&opened.records[told.kept.len()]), more, "{case}");
    }
    extra
}

fn check(disk: &MemDisk, told: &Told, case: &str) {
    disk.mend();
    let path = Path::new(FILE);
    if !told.created {
        // A refused beginning leaves no session, or one without acts where removing it failed as well.
        if let Some(bytes) = disk.contents(path) {
            assert_eq!(holds(&bytes, told, None, case), 0, "{case}");
        }
        return;
    }
    // The process lives on: it sees what the system has.
    holds(
        &disk.contents(path).unwrap(),
        told,
        told.stuck.as_ref(),
        case,
    );
    // The power goes: every state between what is surely on the disk and what was asked for.
    for left in disk.after_power_cut(path) {
        holds(&left, told, told.stuck.as_ref(), case);
    }
}

/// Every way the numbered call can go wrong.
fn faults_of(call: &str) -> Vec<Fault> {
    let mut faults = vec![Fault::Refuse, Fault::DoneButError(usize::MAX)];
    if let Some(len) = call.strip_prefix("write ") {
        for bytes in 0..len.parse().unwrap() {
            faults.push(Fault::Short(bytes));
            faults.push(Fault::DoneButError(bytes));
        }
    }
    faults
}

fn clean_calls() -> Vec<String> {
    let disk = MemDisk::default();
    let told = play(&disk);
    assert_eq!(told.kept.len(), 3);
    disk.calls()
}

/// A new or renamed file has its name for sure only after its folder was synced too.
#[test]
fn names_are_made_to_last_before_anything_relies_on_them() {
    let ends_with = |disk: &MemDisk, calls: &[&str]| {
        let made = disk.calls();
        assert!(
            made.ends_with(&calls.iter().map(ToString::to_string).collect::<Vec<_>>()),
            "{made:?}"
        );
    };
    let disk = MemDisk::default();
    let mut journal = Mem::create_on(disk.clone(), FILE, &header()).unwrap();
    ends_with(
        &disk,
        &["sync", "rename 0001.jsonl.new", "sync folder sessions"],
    );
    journal.strike(|_| true).unwrap();
    ends_with(
        &disk,
        &[
            "sync",
            "rename 0001.jsonl.new",
            "sync folder sessions",
            "names sessions",
        ],
    );
    let disk = disk_with(&[&bytes(&disk), b"{".as_slice()].concat());
    let len = bytes(&disk).len() - 1;
    open(&disk);
    ends_with(
        &disk,
        &[
            "write 1",
            "sync",
            "sync folder sessions",
            &format!("cut to {len}"),
            "sync",
        ],
    );
}

#[test]
fn every_call_fails_once_in_every_way() {
    let mut refused = 0;
    for (number, call) in clean_calls().iter().enumerate() {
        for fault in faults_of(call) {
            let disk = MemDisk::default();
            disk.plan(number, fault);
            let told = play(&disk);
            let case = format!("{call} (call {number}): {fault:?}");
            assert!(told.stuck.is_none(), "{case}: one fault never leaves doubt");
            // A failed look at the file closes it; everything else that failed was tried again and worked.
            if told.created && !call.starts_with("look at") {
                assert_eq!(told.kept.len(), 3, "{case}");
            }
            refused += usize::from(!told.created);
            // Nothing half-made is left, and no session that nobody knows of.
            let left: &[&str] = if told.created { &[FILE] } else { &[] };
            let renamed = call.starts_with("rename") && fault != Fault::Refuse;
            assert!(
                renamed || disk.paths() == left,
                "{case}: {:?}",
                disk.paths()
            );
            check(&disk, &told, &case);
        }
    }
    assert!(refused > 5, "creation was refused in {refused} cases only");
}

#[test]
fn every_second_call_fails_as_well() {
    let mut stuck = 0;
    for (first, call) in clean_calls().iter().enumerate() {
        // Which bytes got out matters; that all do was the test before.
        let mut faults = faults_of(call);
        faults.retain(|fault| !matches!(fault, Fault::Short(n) | Fault::DoneButError(n) if n % 29 != 0 && *n < 9999));
        for fault in faults {
            let disk = MemDisk::default();
            disk.plan(first, fault);
            play(&disk);
            for (second, call2) in disk.calls().iter().enumerate().skip(first + 1) {
                for fault2 in [
                    Fault::Refuse,
                    Fault::DoneButError(usize::MAX),
                    Fault::DoneButError(40),
                    Fault::Short(7),
                ] {
                    let disk = MemDisk::default();
                    disk.plan(first, fault);
                    disk.plan(second, fault2);
                    let told = play(&disk);
                    stuck += usize::from(told.stuck.is_some());
                    check(
                        &disk,
                        &told,
                        &format!("{call} ({first}) {fault:?}, then {call2} ({second}) {fault2:?}"),
                    );
                }
            }
        }
    }
    assert!(stuck > 5, "the doubtful case came up {stuck} times only");
}

/// The process dies within each call, at each byte: what was reported is there, and at most the record under way.
#[test]
fn a_crash_at_every_byte_loses_nothing_that_was_reported() {
    for (number, call) in clean_calls().iter().enumerate() {
        let bytes = call
            .strip_prefix("write ")
            .map_or(1, |len| len.parse().unwrap());
        for out in 0..=bytes {
            let disk = MemDisk::default();
            disk.plan(number, Fault::Dead(out));
            let mut told = play(&disk);
            if told.created {
                // The first append that failed is the one under way; a dead process reports nothing about it.
                let next = told.kept.len();
                told.stuck = told
                    .stuck
                    .or_else(|| Some([act(1), Record::Undo { n: 1 }, act(2)][next].clone()));
            }
            check(
                &disk,
                &told,
                &format!("died in {call} (call {number}) after {out} bytes"),
            );
        }
    }
}

/// A full disk: refused in words, and when there is room again, play goes on.
#[test]
fn a_full_disk_is_said_and_survived() {
    let disk = written(&[act(1)]);
    let mut journal = open(&disk).journal;
    let before = bytes(&disk);
    let write = disk.calls().len() + 1;
    disk.plan(write, Fault::Short(30));
    disk.plan(write + 1, Fault::Refuse);
    let words = journal.append(&act(2)).unwrap_err().to_string();
    for needed in [
        FILE,
        "not recorded",
        "no space left",
        "free some room",
        "try again",
    ] {
        assert!(words.contains(needed), "{words}");
    }
    assert_eq!(bytes(&disk), before);
    journal.append(&act(2)).unwrap();
    assert_eq!(open(&disk).records, [act(1), act(2)]);
}

#[test]
fn a_journal_in_doubt_writes_nothing_more() {
    let disk = written(&[act(1)]);
    let mut journal = open(&disk).journal;
    let write = disk.calls().len() + 1;
    disk.plan(write, Fault::DoneButError(30));
    disk.plan(write + 1, Fault::Refuse);
    let words = journal.append(&act(2)).unwrap_err().to_string();
    assert!(
        words.contains("could not be put back") && words.contains("open the session again"),
        "{words}"
    );
    let left = bytes(&disk);
    let error = journal.append(&act(2)).unwrap_err();
    assert!(matches!(error, JournalError::ReadOnly { .. }), "{error}");
    assert_eq!(bytes(&disk), left);
    let mut again = open(&disk);
    assert_eq!(again.tail.unwrap().bytes, 30);
    again.journal.append(&act(2)).unwrap();
}

/// Opening a torn file on a disk that fails: the torn bytes are in the file or beside it at every moment.
#[test]
fn a_torn_end_is_never_lost_by_cutting_it() {
    let whole = bytes(&written(&[act(1)]));
    let torn = [&whole, b"{\"sum\":\"12".as_slice()].concat();
    let clean = disk_with(&torn);
    open(&clean);
    let calls = clean.calls();
    assert!(calls.len() > 6, "{calls:?}");
    for (number, call) in calls.iter().enumerate() {
        for fault in faults_of(call).into_iter().chain((0..10).map(Fault::Dead)) {
            let case = format!("{call} (call {number}): {fault:?}");
            let disk = disk_with(&torn);
            disk.plan(number, fault);
            let found = Mem::open_on(disk.clone(), FILE);
            disk.mend();
            let now = bytes(&disk);
            let beside: Vec<_> = disk
                .paths()
                .into_iter()
                .filter(|path| path != FILE)
                .collect();
            // Safe means: also when the power goes now.
            let safe = beside.iter().any(|path| {
                let left = disk.after_power_cut(Path::new(path));
                left.iter().all(|bytes| *bytes == torn[whole.len()..])
            });
            assert!(now == torn || (now == whole && safe), "{case}");
            for left in disk.after_power_cut(Path::new(FILE)) {
                assert!(left == torn || safe, "{case}");
            }
            if let Ok(found) = found {
                let mut opened = session(Ok(found));
                assert_eq!(opened.records, [act(1)], "{case}");
                if opened.journal.read_only().is_none() {
                    opened.journal.append(&act(2)).unwrap();
                }
            }
            // And the next opening is as good as any.
            let again = open(&disk);
            assert_eq!(again.records[0], act(1), "{case}");
            assert_eq!(again.journal.read_only(), None, "{case}");
        }
    }
}

/// Nothing may be written at all: the session is read, the torn end stays, and it says why.
#[test]
fn a_disk_that_refuses_writing_still_reads() {
    let torn = [&bytes(&written(&[act(1)])), b"{\"sum".as_slice()].concat();
    let disk = disk_with(&torn);
    disk.plan(1, Fault::Refuse);
    let opened = open(&disk);
    assert_eq!(opened.records, [act(1)]);
    assert_eq!(opened.tail.unwrap().kept_aside, None);
    assert!(
        opened
            .journal
            .read_only()
            .unwrap()
            .contains("can't be written")
    );
    assert_eq!(bytes(&disk), torn);
}

/// A strike on a failing disk: the old file or the new one, whole; and nothing half-done beside it in the end.
#[test]
fn a_strike_is_done_or_not_done() {
    let records = [act(1), act(2), act(3)];
    let before = bytes(&written(&records));
    let after = bytes(&written(&records[..1]));
    let strike = |disk: &MemDisk| {
        let mut journal = open(disk).journal;
        let result = journal.strike(before_act(2));
        (journal, result)
    };
    let clean = disk_with(&before);
    let opening = {
        open(&clean);
        clean.calls().len()
    };
    let clean = disk_with(&before);
    strike(&clean).1.unwrap();
    for (number, call) in clean.calls().iter().enumerate().skip(opening) {
        for fault in faults_of(call)
            .into_iter()
            .chain([Fault::Dead(0), Fault::Dead(50)])
        {
            let case = format!("{call} (call {number}): {fault:?}");
            let disk = disk_with(&before);
            disk.plan(number, fault);
            let (mut journal, result) = strike(&disk);
            disk.mend();
            match result {
                Ok(struck) => {
                    assert_eq!(struck.records, records[..1], "{case}");
                    assert_eq!(bytes(&disk), after, "{case}");
                    assert_eq!(disk.paths(), [FILE], "{case}");
                    let quiet = matches!(fault, Fault::Short(_)) || call.starts_with("remove");
                    assert_eq!(
                        struck.warnings.is_empty(),
                        quiet,
                        "{case}: {:?}",
                        struck.warnings
                    );
                    journal.append(&act(2)).unwrap();
                }
                Err(_) => {
                    let now = bytes(&disk);
                    // The system may say that it failed to rename after it did.
                    assert!(
                        now == before || (call.starts_with("rename") && now == after),
                        "{case}"
                    );
                    if now == before {
                        let alive = !matches!(fault, Fault::Dead(_));
                        assert!(
                            !alive || disk.paths() == [FILE],
                            "{case}: {:?}",
                            disk.paths()
                        );
                        let (mut journal, again) = strike(&disk);
                        again.unwrap_or_else(|error| panic!("{case}: {error}"));
                        assert_eq!(disk.paths(), [FILE], "{case}");
                        journal.append(&act(2)).unwrap();
                    } else {
                        assert!(
                            matches!(journal.append(&act(4)), Err(JournalError::Changed { .. })),
                            "{case}"
                        );
                    }
                }
            }
        }
    }
}

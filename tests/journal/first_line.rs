//! What stands on the first line decides whether the file is touched at all.

use super::*;

fn refused(bytes: &[u8]) -> JournalError {
    let disk = disk_with(bytes);
    let error = Mem::open_on(disk.clone(), FILE).unwrap_err();
    assert_eq!(disk.contents(Path::new(FILE)).unwrap(), bytes, "touched");
    assert_eq!(disk.paths(), [FILE]);
    // And a fresh session is not written over it either.
    let created = Mem::create_on(disk.clone(), FILE, &header());
    assert!(matches!(created, Err(JournalError::Exists { .. })));
    assert_eq!(disk.contents(Path::new(FILE)).unwrap(), bytes, "touched");
    error
}

/// PE03: a newer format, whatever else it changed.
#[test]
fn another_format_is_refused_with_words() {
    let mut newer = header();
    newer.format = 2;
    let disk = MemDisk::default();
    Mem::create_on(disk.clone(), FILE, &newer).unwrap();
    let error = refused(&bytes(&disk));
    let words = error.to_string();
    assert!(
        words.contains("format 2") && words.contains("reads format 1"),
        "{words}"
    );
    for line in [
        r#"{"v":"sha","rec":{"header":{"format":3,"title":"x"}}}"#,
        r#"{"sum":"0","rec":{"header":{"format":"two"}}}"#,
    ] {
        let error = refused(format!("{line}\nwhatever\n").as_bytes());
        assert!(matches!(error, JournalError::Format { .. }), "{error}");
    }
}

/// PE02: one that can't be read at all.
#[test]
fn an_unreadable_header_is_refused() {
    let good = bytes(&written(&[act(1)]));
    let cases: [(&str, Vec<u8>, &str); 6] = [
        ("text", b"Dear diary,\n".to_vec(), "not a line of a session"),
        ("zeros", vec![0; 64], "not a line of a session"),
        (
            "json",
            b"{\"characters\": \"oops\"}\n".to_vec(),
            "not a line of a session",
        ),
        (
            "not utf-8",
            vec![0xff, 0xfe, b'\n'],
            "not a line of a session",
        ),
        (
            "byte order mark",
            [b"\xEF\xBB\xBF".as_slice(), &good].concat(),
            "byte order mark",
        ),
        (
            "windows line endings",
            good.clone()
                .into_iter()
                .flat_map(|b| {
                    if b == b'\n' {
                        vec![b'\r', b'\n']
                    } else {
                        vec![b]
                    }
                })
                .collect(),
            "CR LF",
        ),
    ];
    for (name, bytes, words) in cases {
        let error = refused(&bytes).to_string();
        assert!(
            error.contains(words) && error.contains("line 1"),
            "{name}: {error}"
        );
    }
}

#[test]
fn an_empty_file_is_a_fresh_one() {
    let disk = disk_with(b"");
    assert!(matches!(Mem::open_on(disk.clone(), FILE), Ok(Found::Fresh)));
    let mut journal = Mem::create_on(disk.clone(), FILE, &header()).unwrap();
    journal.append(&act(1)).unwrap();
    assert_eq!(open(&disk).records, [act(1)]);
    assert_eq!(disk.paths(), [FILE]);
}

#[test]
fn no_file_is_an_error_that_names_it() {
    let error = Mem::open_on(MemDisk::default(), FILE)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains(FILE) && error.contains("check the path"),
        "{error}"
    );
}

/// PE03: fields of a later version are left alone, and stay in the file.
#[test]
fn unknown_fields_are_kept_out_of_the_way() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct NewerTable {
        moon: String,
        story_beats: u32,
        store: serde_json::Value,
    }
    let state = NewerTable {
        moon: "waning".to_owned(),
        story_beats: 4,
        store: serde_json::json!(null),
    };
    let disk = MemDisk::default();
    let mut newer =
        Journal::<Fact, NewerTable, _>::create_on(disk.clone(), FILE, &header()).unwrap();
    let snapshot = storybeat::table::journal::Snapshot {
        n: 0,
        sources: None,
        state,
    };
    newer.append(&Record::Snapshot(snapshot)).unwrap();
    let mut opened = open(&disk);
    assert!(matches!(&opened.records[0], Record::Snapshot(s) if s.state.story_beats == 4));
    opened.journal.append(&act(1)).unwrap();
    opened.journal.append(&act(2)).unwrap();
    opened
        .journal
        .strike(storybeat::table::journal::before_act(2))
        .unwrap();
    assert!(
        String::from_utf8(bytes(&disk))
            .unwrap()
            .contains(r#""moon":"waning""#)
    );
}

//! Out of the folder: by links, by names, by size; and over the host's own functions.

use std::fs;
use std::sync::{Arc, Mutex};

use serde_json::{Value as Json, json};
use storybeat::script::native::Native;
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;

use crate::table::{bridge, fault_reads_well, go, plays_on, reads_well};

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_the_campaign() {
    use std::os::unix::fs::symlink;
    let room = tempfile::tempdir().unwrap();
    let (inside, outside) = (room.path().join("campaign"), room.path().join("secret"));
    fs::create_dir_all(outside.join("deep")).unwrap();
    fs::write(
        outside.join("secret.luau"),
        "return { word = \"swordfish\" }",
    )
    .unwrap();
    fs::write(
        outside.join("deep/more.luau"),
        "return { word = \"swordfish\" }",
    )
    .unwrap();
    for (path, text) in bridge() {
        let path = inside.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    symlink(outside.join("secret.luau"), inside.join("link.luau")).unwrap();
    symlink(&outside, inside.join("folder")).unwrap();
    symlink("../secret", inside.join("near")).unwrap();
    symlink("/etc", inside.join("etc")).unwrap();
    symlink("/dev/zero", inside.join("zero.luau")).unwrap();
    symlink(".", inside.join("again")).unwrap();
    symlink("monsters/toll_troll.luau", inside.join("twice.luau")).unwrap();
    let reader = "local found = {}
        for _, path in { './link', './folder/secret', './folder/deep/more', './near/secret', './zero', './etc/passwd',
            './folder/../../secret/secret', '../secret/secret', './link.luau', './LINK' } do
            local ok, e = pcall(require, path)
            if ok or e:find('swordfish') then table.insert(found, path) end
        end
        if #found > 0 then error('out by ' .. table.concat(found, ' ')) end";
    fs::write(inside.join("reader.luau"), reader).unwrap();
    let mut table = Runtime::builder()
        .folder(&inside)
        .journal(false)
        .build()
        .unwrap();
    let greeting: Vec<String> = table.greeting().into_iter().map(|line| line.text).collect();
    let greeting = greeting.join("\n");
    reads_well("the greeting", &greeting);
    assert!(!greeting.contains("out by"), "{greeting}");
    assert!(!greeting.contains("swordfish"), "{greeting}");
    for link in ["link.luau", "folder", "near", "etc", "zero.luau", "again"] {
        assert!(greeting.contains(link), "{link} is told: {greeting}");
    }
    plays_on(&mut table);
}

#[test]
fn a_script_of_half_a_megabyte_is_the_largest() {
    let mut all = bridge();
    all.insert("large.luau".into(), "-".repeat(600 << 10));
    all.insert(
        "fits.luau".into(),
        "local x = 1\n".repeat(100) + &format!("--{}", "x".repeat(500 << 10)),
    );
    all.insert(
        "deep.luau".into(),
        format!("return {}1{}", "(".repeat(100_000), ")".repeat(100_000)),
    );
    all.insert("locals.luau".into(), "local x = 1\n".repeat(1_000));
    all.insert("zero.luau".into(), "return 1\n\0 error(\"unread\")".into());
    let files = storybeat::script::folder::Files::from_map(all);
    let mut table = Runtime::builder().files(files).build().unwrap();
    let greeting: Vec<String> = table.greeting().into_iter().map(|line| line.text).collect();
    let greeting = greeting.join("\n");
    reads_well("the greeting", &greeting);
    assert!(
        greeting.len() < 10_000,
        "a flood of {} bytes",
        greeting.len()
    );
    for left_out in ["large.luau", "deep.luau", "zero.luau"] {
        assert!(greeting.contains(left_out), "{left_out}: {greeting}");
    }
    assert!(!greeting.contains("fits.luau"), "{greeting}");
    plays_on(&mut table);
}

#[test]
fn functions_of_the_host_are_no_way_in_either() {
    let calls: Arc<Mutex<Vec<Json>>> = Arc::default();
    let seen = Arc::clone(&calls);
    let table = || {
        let seen = Arc::clone(&seen);
        let files = storybeat::script::folder::Files::from_map(bridge());
        Runtime::builder()
            .files(files)
            .register(Native::pure("echo", "gives back what it gets", |args| {
                Ok(json!(args))
            }))
            .register(Native::pure(
                "fail",
                "fails",
                |_| Err("\u{1b}[2J no".into()),
            ))
            .register(Native::pure("deep", "nests", |_| {
                Ok((0..5_000).fold(json!(1), |inner, _| Json::Array(vec![inner])))
            }))
            .register(Native::pure("large", "is large", |_| {
                Ok(json!("x".repeat(300 << 20)))
            }))
            .register(Native::effect(
                "lamp",
                "does something outside",
                move |args| {
                    seen.lock().unwrap().push(json!(args));
                    Ok(Json::Null)
                },
            ))
            .build()
            .unwrap()
    };
    let mut table = table();
    let before = table.state().clone();
    for (input, holds) in [
        ("echo(1, \"a\", { 1, 2 }, lyra).x", true),
        ("echo(print)", false),
        ("local t = {} t.t = t echo(t)", false),
        ("echo(0/0)", false),
        ("echo((\"x\"):rep(1000000))", false),
        ("echo(table.create(1000000, 1))", false),
        ("echo(nil, nil, party)", false),
        ("echo = nil", false),
        ("local echo = 5", false),
        ("fail()", false),
        ("pcall(fail) return 1", true),
        ("deep() return 1", false),
        ("large()", false),
        ("while true do echo(1) end", false),
        ("while true do lamp(1) end", false),
        ("pcall(lamp, 1) error(\"no\")", false),
        ("what_if(function() lamp(2) end) return 1", true),
    ] {
        match table.eval(input) {
            Outcome::Failed(fault) => {
                assert!(!holds, "{input}: {}", fault.to_line());
                fault_reads_well(&fault);
            }
            Outcome::Done(_) => assert!(holds, "{input} goes through"),
            Outcome::Question(asking) => panic!("{}", asking.prompt),
        }
        assert!(*table.state() == before, "{input}");
        plays_on(&mut table);
    }
    assert_eq!(
        calls.lock().unwrap().len(),
        0,
        "what didn't commit did nothing outside"
    );
    go(&mut table, "gain(1) lamp(3)");
    assert_eq!(*calls.lock().unwrap(), [json!([3])]);
}

//! Functions that a host registers: a pure one computes whenever it is asked; one with an effect runs once, after the
//! act has committed, and never for what was only tried, failed, or is done again from the journal.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use storybeat::script::folder::Files;
use storybeat::script::native::Native;
use storybeat::script::outcome::{Done, Outcome};
use storybeat::script::runtime::{Builder, Runtime};

const SCRIPT: &str = "on.gain(function(e) if e.n > 2 then lamp(e.n) end end)";

fn builder() -> Builder {
    let texts = [("campaign.yaml", "title: T\nseed: t\n"), ("a.luau", SCRIPT)];
    let texts = texts.map(|(path, text)| (path.to_owned(), text.to_owned()));
    Runtime::builder().files(Files::from_map(BTreeMap::from(texts)))
}

fn lit() -> (Runtime, Arc<Mutex<Vec<Value>>>) {
    let told: Arc<Mutex<Vec<Value>>> = Arc::default();
    let seen = Arc::clone(&told);
    let table = builder()
        .register(Native::pure("double", "twice a number", |args| {
            let n = args.first().and_then(Value::as_i64).ok_or("a number")?;
            Ok(json!(2 * n))
        }))
        .register(Native::effect("lamp", "colours the lamp", move |args| {
            if args.first() == Some(&json!("broken")) {
                return Err("the bulb\u{1b}[2J is gone".into());
            }
            seen.lock().unwrap().push(args[0].clone());
            Ok(Value::Null)
        }))
        .build()
        .unwrap();
    (table, told)
}

#[track_caller]
fn done(table: &mut Runtime, input: &str) -> Done {
    match table.eval(input) {
        Outcome::Done(done) => done,
        other => panic!("{input}: {other:?}"),
    }
}

#[test]
fn an_effect_runs_once_after_the_commit_and_never_otherwise() {
    let (mut table, told) = lit();
    let rows = [
        ("gain(3)", 1),
        ("undo()", 1),
        ("redo()", 1),
        ("what_if(function() gain(4) end)", 1),
        ("gain(1)", 1),
        ("lamp(\"blue\")", 2),
        ("what_if(function() lamp(\"no\") end)", 2),
    ];
    for (input, calls) in rows {
        done(&mut table, input);
        assert_eq!(told.lock().unwrap().len(), calls, "{input}");
    }
    for input in ["gain(5) error(\"no\")", "lamp(\"no\") error(\"no\")"] {
        assert!(matches!(table.eval(input), Outcome::Failed(_)), "{input}");
    }
    assert_eq!(*told.lock().unwrap(), [json!(3), json!("blue")]);
}

#[test]
fn an_effect_alone_is_no_act_and_no_undo_step() {
    let (mut table, _) = lit();
    done(&mut table, "gain(1)");
    assert_eq!(done(&mut table, "lamp(\"blue\")").act, None);
    done(&mut table, "undo()");
    assert_eq!(table.state().bank, 0);
}

#[test]
fn an_effect_that_fails_leaves_the_act_and_says_so() {
    let (mut table, _) = lit();
    let done = done(&mut table, "gain(2) lamp(\"broken\")");
    assert_eq!(table.state().bank, 2);
    let told = &done.lines.last().unwrap().text;
    assert!(told.starts_with("lamp failed, and the act stands: the bulb"));
    assert!(!told.contains('\u{1b}'), "{told:?}");
}

#[test]
fn a_pure_function_computes_anywhere_and_its_no_is_an_error_with_a_place() {
    let (mut table, _) = lit();
    assert_eq!(done(&mut table, "double(21)").value.unwrap().text, "42");
    assert_eq!(
        done(&mut table, "what_if(function() gain(double(1)) end)").act,
        None
    );
    let Outcome::Failed(fault) = table.eval("gain(1)\ngain(double(\"x\"))") else {
        panic!("a text was doubled");
    };
    assert_eq!(fault.to_line(), "prompt:2: double: a number");
    assert_eq!(table.state().bank, 0);
}

#[test]
fn a_verb_is_called_with_plain_data_and_is_an_act_like_a_typed_one() {
    let (mut table, told) = lit();
    for (verb, args) in [
        ("gain", vec![json!(2), json!("a \"bell\" \\ \n tolls")]),
        (
            "start",
            vec![json!("Mob"), json!(4), json!({ "kind": "threat" })],
        ),
        ("tick", vec![json!("Mob")]),
        ("say", vec![json!("]] .. error(1) --")]),
        ("lamp", vec![json!({ "end": [1, true] })]),
        ("scene.start", vec![json!("The Ford")]),
    ] {
        let outcome = table.call(verb, &args);
        assert!(matches!(outcome, Outcome::Done(_)), "{verb}: {outcome:?}");
    }
    assert_eq!(table.state().bank, 2);
    assert_eq!(told.lock().unwrap()[0]["end"], json!([1, true]));
    done(&mut table, "undo(5)");
    assert_eq!(table.state().bank, 0);
    let Outcome::Failed(fault) = table.call("gian", &[json!(1)]) else {
        panic!("gian is a verb");
    };
    assert!(fault.to_line().contains("gain"), "{}", fault.to_line());
    let Outcome::Failed(fault) = table.call("start", &[json!("Crowd"), json!("4")]) else {
        panic!("a text was a size");
    };
    assert!(fault.to_line().contains("number"), "{}", fault.to_line());
}

#[test]
fn names_that_are_taken_or_none_are_refused() {
    let rows = [
        ("roll", "roll is a word of scripts already"),
        ("party", "party is a word of scripts already"),
        ("print", "print is a word of scripts already"),
        ("adversary", "adversary is a word of scripts already"),
        ("store", "store is a word of scripts already"),
        ("until", "\"until\" can't be the name of a function"),
        ("no way", "\"no way\" can't be the name of a function"),
        ("", "\"\" can't be the name of a function"),
        ("7up", "\"7up\" can't be the name of a function"),
    ];
    for (name, words) in rows {
        let built = builder()
            .register(Native::pure(name, "", |_| Ok(Value::Null)))
            .build();
        let faults = built.err().expect(name);
        assert!(
            faults[0].to_line().contains(words),
            "{}",
            faults[0].to_line()
        );
    }
    let twice = builder()
        .register(Native::pure("moon", "", |_| Ok(Value::Null)))
        .register(Native::effect("moon", "", |_| Ok(Value::Null)))
        .build();
    let faults = twice.err().unwrap();
    assert!(faults[0].to_line().contains("two functions named moon"));
}

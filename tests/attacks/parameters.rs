//! Every verb, with every odd value in every place: it goes through or says what is wrong and where; it never panics,
//! never takes a text for a number, and an error leaves nothing behind.

use storybeat::script::args::all_params;
use storybeat::script::outcome::Outcome;
use storybeat::script::record::{Param, Record, Ty, When};
use storybeat::script::runtime::Runtime;
use storybeat::script::verbs;

use crate::table::{done_reads_well, fault_reads_well, go, plays_on, table};

/// Values that nobody means: what a number may be, what a text may be, what isn't either.
pub const ODD: [&str; 38] = [
    "0/0",
    "1/0",
    "-1/0",
    "1e300",
    "-1e300",
    "2^53",
    "2^53 + 2",
    "-2^63",
    "-0.0",
    "0",
    "-1",
    "0.5",
    "1.0000000001",
    "255",
    "256",
    "2^31",
    "2^32",
    "\"1\"",
    "\"0x10\"",
    "\"\"",
    "\" \"",
    "\"\\0\"",
    "\"\\xff\\xfe\"",
    "(\"x\"):rep(5000)",
    "true",
    "{}",
    "{ 1, 2, a = 3 }",
    "{ {}, print, 0/0 }",
    "{ [0/1] = 1, [1.5] = 2, [true] = 3 }",
    "setmetatable({}, { __index = function() error(\"indexed\") end, __tostring = function() error(\"told\") end })",
    "setmetatable({ 1 }, { __iter = function() error(\"walked\") end, __len = function() return 1e9 end })",
    "print",
    "function() end",
    "coroutine.create(print)",
    "buffer.create(8)",
    "party",
    "sb",
    "gone",
];

/// Things of other kinds than are wanted, and right ones.
const THINGS: [&str; 12] = [
    "lyra",
    "troll",
    "clock",
    "lyra.armor",
    "troll.armor",
    "foes",
    "timers",
    "party:list()",
    "{ lyra, troll, clock }",
    "hit",
    "store",
    "history(1)",
];

/// A value that will do, as Luau.
fn fit(record: &Record, param: &Param) -> String {
    let text = match param.ty {
        Ty::Who | Ty::Pc | Ty::Whom => "\"Lyra\"",
        Ty::Foe | Ty::Thing => "\"Toll Troll\"",
        Ty::Timer => "\"Clock\"",
        Ty::Item => "\"Lyra's armor\"",
        Ty::Int(low, high) => return low.max(1).min(high).to_string(),
        Ty::Text | Ty::Rest => "\"words\"",
        Ty::Adversary => "\"Ash Rat\"",
        Ty::Deck => "\"Paid in Kind\"",
        Ty::Condition => "\"Prone\"",
        Ty::Move => "\"Stamp the Span\"",
        Ty::Pool => "\"wits + craft\"",
        Ty::Faces => "\"96421\"",
        Ty::Cards => "\"7C\"",
        Ty::Flag => "true",
        Ty::Word(words) => return format!("{:?}", words[0]),
        Ty::Track => "\"fatigue\"",
        Ty::Function => "function() end",
        Ty::Do | Ty::Fx => "{ gain = 1 }",
        Ty::Data => "{ resilience = 6 }",
        Ty::Options(_) => "{}",
        Ty::Spend => "1",
        Ty::List => "{ \"a\", \"b\" }",
        _ => "\"x\"",
    };
    if record.name == "start" && param.name == "name" {
        return "\"Other Clock\"".into();
    }
    text.to_owned()
}

/// The call in order, with `value` in one place.
fn in_order(record: &Record, at: usize, value: &str) -> String {
    let args: Vec<String> = record
        .params
        .iter()
        .enumerate()
        .take_while(|(n, param)| *n <= at || !param.optional)
        .map(|(n, param)| {
            if n == at {
                value.to_owned()
            } else {
                fit(record, param)
            }
        })
        .collect();
    format!("{}({})", record.name, args.join(", "))
}

/// The call by name, with `value` under one of the names.
fn by_name(record: &Record, name: &str, value: &str) -> String {
    let args: Vec<String> = record
        .params
        .iter()
        .filter(|param| !param.optional && param.name != name)
        .map(|param| format!("{} = {}", param.name, fit(record, param)))
        .chain([format!("{name} = {value}")])
        .collect();
    format!("{} {{ {} }}", record.name, args.join(", "))
}

fn ready() -> Runtime {
    let mut table = table(&[]);
    for input in [
        "spawn(\"Toll Troll\")",
        "gain(9)",
        "start(\"Clock\", 4)",
        "gone = spawn(\"Ash Rat\")",
        "undo()",
        "scene.start(\"Here\")",
        "spawn(\"Toll Troll\")",
        "gain(9)",
        "start(\"Clock\", 4)",
    ] {
        match table.eval(input) {
            Outcome::Done(_) => {}
            Outcome::Failed(_) if input.starts_with("spawn") || input.starts_with("start") => {}
            other => panic!("{input}: {other:?}"),
        }
    }
    table
}

/// Calls it; what it came to is in order, and the table is as before. Says whether it went through.
fn call(table: &mut Runtime, record: &Record, input: &str) -> bool {
    let before = table.state().clone();
    let acts = table.history().len();
    let outcome = table.eval(input);
    match &outcome {
        Outcome::Done(done) => {
            done_reads_well(done);
            if done.act.is_some() {
                go(table, "undo()");
            }
        }
        Outcome::Failed(fault) => {
            fault_reads_well(fault);
            assert!(fault.code != "fault", "{}", fault.to_line());
            // What the session says (nothing to redo) has no place; what a verb says has one.
            let placed = fault
                .place
                .as_ref()
                .is_some_and(|place| place.line.is_some());
            let left_over = matches!(&*fault.code, "faces" | "answers");
            assert!(
                placed || left_over || record.when == When::Alone,
                "no place: {}",
                fault.to_line()
            );
            for internal in ["attempt to", "invalid argument", "metamethod", "userdata"] {
                assert!(
                    !fault.message.contains(internal),
                    "not in words: {}",
                    fault.to_line()
                );
            }
        }
        Outcome::Question(_) => table.cancel(),
    }
    let done = matches!(outcome, Outcome::Done(_));
    if record.when == When::Alone && done {
        return true;
    }
    assert!(*table.state() == before, "something of it stays");
    assert_eq!(table.history().len(), acts);
    done
}

/// A number is a whole number of the range or refused; a text is never one.
fn coerced(table: &mut Runtime, record: &Record, param: &Param, input: &str, value: &str) {
    let wrong = match param.ty {
        Ty::Int(..) => matches!(
            value,
            "0/0" | "1/0" | "-1/0" | "0.5" | "1.0000000001" | "\"1\"" | "\"0x10\"" | "true"
        ),
        Ty::Text | Ty::Rest | Ty::Word(_) => matches!(value, "0" | "-1" | "255" | "true" | "print"),
        Ty::Flag => matches!(value, "0" | "\"1\"" | "\"\"" | "{}"),
        _ => false,
    };
    if wrong && record.when != When::Alone {
        assert!(
            matches!(table.eval(input), Outcome::Failed(_)),
            "{} was taken for {value}",
            param.name
        );
    }
}

fn attack(record: &'static Record) -> Vec<String> {
    let mut table = ready();
    let mut inputs: Vec<(Option<Param>, String, String)> = Vec::new();
    for value in ODD.iter().chain(&THINGS) {
        for (at, param) in record.params.iter().enumerate() {
            inputs.push((
                Some(*param),
                in_order(record, at, value),
                (*value).to_owned(),
            ));
        }
        if record.params.len() > 1
            || !matches!(record.params.first().map(|p| p.ty), Some(Ty::Options(_)))
        {
            for param in all_params(record) {
                if !matches!(param.ty, Ty::Options(_)) {
                    let input = by_name(record, param.name, value);
                    // What the GM rules gives way to no wrong kind of thing either.
                    if all_params(record)
                        .iter()
                        .any(|param| param.name == "because")
                    {
                        let input = input.replace(" }", ", because = \"so\" }");
                        inputs.push((None, input, (*value).to_owned()));
                    }
                    inputs.push((None, input, (*value).to_owned()));
                }
            }
        }
        inputs.push((
            None,
            format!("{}({value})", record.name),
            (*value).to_owned(),
        ));
        inputs.push((
            None,
            format!(
                "{}({value}, {value}, {value}, {value}, {value})",
                record.name
            ),
            (*value).to_owned(),
        ));
        inputs.push((
            None,
            format!("{} {{ [{value}] = 1 }}", record.name),
            (*value).to_owned(),
        ));
    }
    inputs.push((None, format!("{}()", record.name), String::new()));
    inputs.push((
        None,
        format!("{}(nil, nil, nil, nil, nil, nil, nil, nil)", record.name),
        String::new(),
    ));
    let mut open: Vec<(String, String)> = Vec::new();
    for (param, input, value) in inputs {
        let held = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let done = call(&mut table, record, &input);
            if let Some(param) = &param {
                coerced(&mut table, record, param, &input, &value);
            }
            done
        }));
        // A session verb that went through has left another table behind.
        if let Ok(true) = held
            && record.when == When::Alone
        {
            table = ready();
        }
        if let Err(fault) = held {
            let why = fault
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| fault.downcast_ref::<&str>().map(|text| (*text).to_owned()))
                .unwrap_or_default();
            let why: String = why.chars().take(300).collect();
            // Once for each fault is enough to mend it.
            if !open.iter().any(|(_, known)| *known == why) {
                open.push((input, why));
            }
            table = ready();
        }
    }
    plays_on(&mut table);
    open.into_iter()
        .map(|(input, why)| format!("{input}: {why}"))
        .collect()
}

/// Half of the verbs, so that both cores have something to do.
fn half(odd: usize) {
    let only = std::env::var("ATTACK").unwrap_or_default();
    let mut open: Vec<String> = Vec::new();
    for (n, record) in verbs::all().enumerate() {
        if n % 2 == odd && record.name.contains(&only) {
            open.extend(attack(record));
        }
    }
    assert!(
        open.is_empty(),
        "{} calls are open:\n\n{}",
        open.len(),
        open.join("\n")
    );
}

#[test]
fn no_odd_value_gets_through_one_half() {
    half(0);
}

#[test]
fn no_odd_value_gets_through_the_other_half() {
    half(1);
}

/// Methods, fields, keys and writes of everything a script can hold, `@` in place of a value.
const HELD: [&str; 72] = [
    "party:where(@)",
    "party:where(function() return @ end)",
    "party:within(@, \"Lyra\")",
    "party:within(\"near\", @)",
    "party:named(@)",
    "party:has(@)",
    "foes:of(@)",
    "party:list(@)",
    "party.where(@, print)",
    "party.list(@)",
    "party.named(@, \"Lyra\")",
    "party.hit(@, 1)",
    "party[@]",
    "foes[@]",
    "timers[@]",
    "decks[@]",
    "sb[@]",
    "scene[@]",
    "safety[@]",
    "ask[@]",
    "rules[@]",
    "on[@]",
    "modify[@]",
    "override[@]",
    "on(@)",
    "lyra[@]",
    "troll[@]",
    "clock[@]",
    "lyra.armor[@]",
    "lyra.attributes[@]",
    "lyra.memory[@]",
    "store[@]",
    "lyra(@)",
    "clock(@)",
    "lyra:has(@)",
    "lyra.has(@, \"Prone\")",
    "lyra:band(@)",
    "lyra.band(@, lyra)",
    "lyra:hit(@)",
    "lyra.hit(@)",
    "lyra:roll(@)",
    "troll:use(@)",
    "troll:use(1, @)",
    "troll:use(1, nil, @)",
    "troll.use(@, 1)",
    "troll.moves[@]",
    "troll.moves:named(@)",
    "troll.moves.named(@, \"x\")",
    "troll.moves[1]:use(@)",
    "troll.moves[1].use(@, @)",
    "troll.moves[1][@]",
    "resist(party, \"wits\", 2)[@]",
    "resist(party, \"wits\", 2):of(@)",
    "hit(\"Lyra\", 1)[@]",
    "ask:yes(@)",
    "scene:start(@)",
    "scene:close(@)",
    "lyra[@] = 1",
    "lyra.harm = @",
    "party[@] = 1",
    "party[1] = @",
    "sb[@] = 1",
    "sb.bank = @",
    "store[@] = 1",
    "lyra.memory[@] = 1",
    "table.find(party, @)",
    "table.concat(party, @)",
    "table.insert(party, @)",
    "print(@, @)",
    "tostring(@)",
    "math.random(@)",
    "math.random(@, @)",
];

#[test]
fn no_odd_value_gets_through_what_is_held() {
    let mut table = ready();
    let record = verbs::find("hit").unwrap();
    let mut open: Vec<String> = Vec::new();
    for value in ODD.iter().chain(&THINGS) {
        for held in HELD {
            let input = held.replace('@', value);
            let held = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                call(&mut table, record, &input);
            }));
            if let Err(fault) = held {
                let why = fault.downcast_ref::<String>().cloned().unwrap_or_default();
                let why: String = why.chars().take(300).collect();
                open.push(format!("{input}: {why}"));
                table = ready();
            }
        }
    }
    plays_on(&mut table);
    assert!(
        open.is_empty(),
        "{} are open:\n\n{}",
        open.len(),
        open.join("\n")
    );
}

//! Every attack in `holes/` against the program itself, in a process of its own, with the limits that people have: typed
//! into a pipe, at a campaign in a folder. `holes.rs` has all tries of each; here the first of each is enough.

use storybeat::script::folder::Files;
use storybeat::script::generation::Manner;
use storybeat::script::runtime::Runtime;

use crate::child::{self, Ran};
use crate::file::{self, Attack};
use crate::table::{bridge, goes_on};

/// What an attack must say, where limits and places are those of a pipe.
fn wanted(text: &str) -> Vec<String> {
    // On a machine that is very busy the clock comes first.
    if text.contains("steps") && (text.contains("million") || text.contains("to load")) {
        let ways = [
            "10 million steps",
            "steps to load",
            "ran longer than",
            "ran too long",
        ];
        return ways.map(str::to_owned).into();
    }
    let typed = text.strip_suffix(|c: char| c.is_ascii_digit());
    match typed {
        Some("prompt:") => vec!["stdin:".into()],
        _ => vec![text.to_owned()],
    }
}

fn says(ran: &Ran, wants: &[String]) {
    for want in wants {
        assert!(
            wanted(want).iter().any(|want| ran.said().contains(want)),
            "{want:?} is wanted, it says: {}",
            ran.said().chars().take(1_500).collect::<String>()
        );
    }
}

/// One input a line: what is longer than a line stands in a block.
fn line(input: &str) -> String {
    let input = input.trim_end();
    if input.contains('\n') {
        format!("do\n{input}\nend\n")
    } else {
        format!("{input}\n")
    }
}

fn strike(attack: &Attack) -> Ran {
    let mut files = bridge();
    files.extend(attack.files.iter().cloned());
    let folder = tempfile::tempdir().unwrap();
    child::unpack(folder.path(), &files);
    let before = child::files(folder.path());

    // What the table is without the attack.
    let mut twin = Runtime::builder()
        .files(Files::from_map(files))
        .manner(Manner::default())
        .build()
        .unwrap();
    for input in &attack.first {
        let _ = twin.eval(input);
    }

    let tried = attack.tries.first().map_or("return 1", String::as_str);
    let input: String = attack
        .first
        .iter()
        .map(String::as_str)
        .chain([tried])
        .map(line)
        .collect();
    let ran = child::run(&[], folder.path(), &input);
    says(&ran, &attack.left_out);
    // Nobody is there to be asked: the default is taken, or it fails.
    let late = ran.out_of_time();
    if late {
        // Or a script was left out for it at the start.
        assert!(
            ran.code == 1 || ran.said().contains("left out"),
            "{}",
            ran.said()
        );
    } else if attack.asks.is_empty() {
        let fails = !attack.fails.is_empty();
        assert_eq!(ran.code == 1, fails, "{}", ran.said());
        says(&ran, if fails { &attack.fails } else { &attack.gives });
    }

    assert!(child::files(folder.path()) == before, "files have changed");
    let mut again = Runtime::builder().folder(folder.path()).build().unwrap();
    let whole = !late || attack.first.is_empty();
    if whole && !attack.acts && attack.asks.is_empty() {
        let (got, want) = (again.state(), twin.state());
        assert!(got == want, "something of it stays: {got:?}\nnot {want:?}");
    }
    goes_on(&mut again);
    ran
}

#[test]
fn every_hole_is_closed_in_the_program_too() {
    let only = std::env::var("ATTACK").unwrap_or_default();
    let mut open = Vec::new();
    let mut struck = 0;
    for attack in file::all() {
        if !attack.name.contains(&only) {
            continue;
        }
        struck += 1;
        let name = attack.name.clone();
        let result = std::thread::spawn(move || strike(&attack)).join();
        match result {
            Ok(ran) => println!("{:>6} ms  {name}", ran.work.as_millis()),
            Err(fault) => {
                let text = fault.downcast_ref::<String>().cloned().unwrap_or_default();
                open.push(format!(
                    "{name}: {}",
                    text.chars().take(900).collect::<String>()
                ));
            }
        }
    }
    assert!(!only.is_empty() || struck >= 60, "only {struck} attacks");
    let n = open.len();
    assert!(
        open.is_empty(),
        "{n} holes are open:\n\n{}",
        open.join("\n\n")
    );
}

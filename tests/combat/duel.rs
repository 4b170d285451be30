//! A short duel, as it reads.

use super::{Play, asking};
use storybeat::script::outcome::Outcome;

/// Plays lines; an answer stands after a question mark.
fn read(play: &mut Play, lines: &str) -> String {
    let mut out = String::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (input, answers) = match line.split_once(" ? ") {
            Some((input, answers)) => (input, answers.split(" ? ").collect::<Vec<_>>()),
            None => (line, Vec::new()),
        };
        out.push_str(&format!("› {input}\n"));
        let mut answers = answers.into_iter();
        let mut outcome = play.eval(input);
        loop {
            match outcome {
                Outcome::Done(done) => {
                    for line in done.lines {
                        out.push_str(&format!("{}\n", line.text));
                    }
                    if let Some(value) = done.value.filter(|value| !value.text.is_empty()) {
                        out.push_str(&format!("{}\n", value.text));
                    }
                    break;
                }
                Outcome::Question(asked) => {
                    for line in &asked.lines {
                        out.push_str(&format!("{}\n", line.text));
                    }
                    let answer = answers
                        .next()
                        .unwrap_or_else(|| panic!("{input}: {}", asked.prompt));
                    out.push_str(&format!("? {} {answer}\n", asked.prompt));
                    outcome = play.table.answer(answer);
                }
                Outcome::Failed(fault) => {
                    out.push_str(&format!("error: {}\n", fault.message));
                    break;
                }
            }
        }
    }
    out
}

#[test]
fn bren_and_kit_against_a_guard() {
    let mut play = asking();
    let read = read(
        &mut play,
        "
        shift bren far guard
        charge bren guard partial=step = 97642135 / 4
        threaten guard bren = 622
        kit
        setup kit bren sure=yes
        spotlight
        next
        attack bren guard = 66722221
        shift bren close guard
        shift kit close guard
        attack kit guard partial=harm = 622222
        next
        shift kit near guard = 224 ? yes
        ready wyn the guard runs
        protect bren kit
        threaten guard kit = 222666222 ? body + melee
        next ? yes
        ",
    );
    insta::assert_snapshot!(read);
}

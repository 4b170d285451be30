//! What came of an input, as people read it. Texts end without a line break; nothing to show is an empty text.

use super::look::{Look, Tone};
use crate::rules::question::{Answer, QuestionKind};
use crate::script::diagnostic::Diagnostic;
use crate::script::outcome::{Asking, Done, Kind, Line};
use crate::script::view::View;
use crate::table::show;

/// An input that went through: the full call if it was guessed, what happened, the value.
pub fn done(look: &Look, done: &Done) -> String {
    let mut parts = vec![echo(look, done.echo.as_deref()), lines(look, &done.lines)];
    if let Some(value) = &done.value {
        parts.push(look.fold(&look.text(&value.text)));
    }
    block(parts)
}

/// Lines, one below the other.
pub fn lines(look: &Look, lines: &[Line]) -> String {
    block(lines.iter().map(|line| one(look, line)).collect())
}

fn one(look: &Look, line: &Line) -> String {
    let text = look.text(&line.text);
    match line.kind {
        Kind::Fact | Kind::Printed => text,
        Kind::Said => look.paint(Tone::Speech, &look.signs(&format!("“{text}”"))),
        Kind::Told | Kind::Notice => look.paint(Tone::Notice, &format!("! {text}")),
    }
}

/// The call that was made of words.
pub fn echo(look: &Look, echo: Option<&str>) -> String {
    echo.map(|echo| look.paint(Tone::Dim, &look.text(echo)))
        .unwrap_or_default()
}

/// A fault, in full.
pub fn failed(look: &Look, fault: &Diagnostic) -> String {
    look.signs(&fault.to_text(&look.diagnostic()))
}

/// What stands above the line in which the answer is typed: what was said on the way, the question, its choices by
/// number, and what an empty line means.
pub fn question(look: &Look, asking: &Asking) -> String {
    let question = &asking.question;
    let mut parts = vec![
        echo(look, asking.echo.as_deref()),
        lines(look, &asking.lines),
    ];
    let (QuestionKind::Pick { choices, .. } | QuestionKind::Picks { choices, .. }) = &question.kind
    else {
        parts.push(look.paint(Tone::Place, &look.text(&asking.prompt)));
        if let Answer::Text(text) = &question.default
            && !text.is_empty()
        {
            parts.push(look.paint(Tone::Dim, &format!("Enter: {}", look.text(text))));
        }
        return block(parts);
    };
    // The prompt has the choices on one line; below each other they can be read.
    let who = asking
        .who
        .as_ref()
        .map(|who| format!("{who}: "))
        .unwrap_or_default();
    let many = match &question.kind {
        QuestionKind::Picks { n, .. } => format!("  (pick {n}, with commas between)"),
        _ => String::new(),
    };
    parts.push(look.paint(
        Tone::Place,
        &look.text(&format!("{who}{}{many}", question.text)),
    ));
    let is_default = |choice: &String| match &question.default {
        Answer::Pick(default) => default.as_ref() == Some(choice),
        Answer::Picks(defaults) => defaults.contains(choice),
        _ => false,
    };
    let optional = matches!(&question.kind, QuestionKind::Pick { optional: true, .. });
    let none = optional.then_some(("none", question.default == Answer::Pick(None)));
    let all = choices
        .iter()
        .map(|choice| (choice.as_str(), is_default(choice)));
    let all = all.chain(none).map(|(choice, default)| {
        format!(
            "{}{}",
            look.text(choice),
            if default { "  (Enter)" } else { "" }
        )
    });
    if choices.iter().all(|choice| choice.parse::<i64>().is_ok()) {
        // Faces: a number in front of a number would only confuse.
        parts.push(look.signs(&format!("  {}", all.collect::<Vec<_>>().join(" · "))));
    } else {
        let number = |number: usize| {
            if number > choices.len() {
                String::new()
            } else {
                number.to_string()
            }
        };
        parts.extend(
            (1..)
                .zip(all)
                .map(|(at, choice)| format!("{:>3}  {choice}", number(at))),
        );
    }
    block(parts)
}

/// What will run next, by itself.
pub fn to_come<'a>(look: &Look, inputs: impl Iterator<Item = &'a String>) -> String {
    let inputs: Vec<String> = inputs.map(|input| look.text(first_line(input))).collect();
    if inputs.is_empty() {
        return String::new();
    }
    look.paint(
        Tone::Dim,
        &look.signs(&format!("then: {}", inputs.join(" · "))),
    )
}

/// The first line of an input, for lists of inputs.
pub fn first_line(input: &str) -> &str {
    input.lines().next().unwrap_or_default()
}

/// The prompt of a line: where we are, and the bank. It takes half of the columns at most, the bank always.
pub fn prompt(look: &Look, view: &View) -> String {
    let place = show::visible(&view.place);
    let older = match (view.older, view.left_out) {
        (true, _) => "(older code) ",
        (_, true) => "(files left out) ",
        _ => "",
    };
    let bank = format!("SB {} › ", view.bank);
    let room = (look.width / 2).saturating_sub(show::width(&bank));
    let place = match room.saturating_sub(show::width(older) + 3) {
        0..4 => String::new(),
        room => format!("{} · ", show::fit(&place, room)),
    };
    let older = match room.saturating_sub(show::width(older)) {
        0 if !older.is_empty() => "! ",
        _ => older,
    };
    look.signs(&format!("{older}{place}{bank}"))
}

/// The parts that have something to show, one below the other.
fn block(parts: Vec<String>) -> String {
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::rules::question::Question;
    use crate::script::outcome::Shown;
    use crate::table::event::Audience;

    const BARE: Look = Look {
        color: false,
        plain: false,
        width: 80,
        folds: false,
        linear: false,
    };

    fn line(kind: Kind, text: &str) -> Line {
        Line {
            kind,
            audience: Audience::Gm,
            text: text.into(),
        }
    }

    #[test]
    fn facts_stand_plain_speech_in_quotes_notices_marked() {
        let came = Done {
            echo: Some("tick(\"Bridge Collapse\")".into()),
            lines: vec![
                line(Kind::Fact, "Bridge Collapse ■□□□□□"),
                line(Kind::Said, "The stone groans."),
                line(Kind::Told, "two more"),
                line(Kind::Printed, "n = 3"),
            ],
            value: Some(Shown {
                text: "3".into(),
                json: 3.into(),
            }),
            ..Done::default()
        };
        let shown = "tick(\"Bridge Collapse\")\nBridge Collapse ■□□□□□\n“The stone groans.”\n! two more\nn = 3\n3";
        assert_eq!(done(&BARE, &came), shown);
        assert_eq!(done(&BARE, &Done::default()), "");
    }

    #[test]
    fn a_name_with_terminal_codes_reaches_no_terminal() {
        let wicked = "\u{1b}[2J\u{1b}]0;owned\u{7}";
        let view = View {
            place: wicked.into(),
            ..View::default()
        };
        let came = Done {
            echo: Some(wicked.into()),
            lines: vec![line(Kind::Said, wicked)],
            value: Some(Shown {
                text: wicked.into(),
                json: 0.into(),
            }),
            ..Done::default()
        };
        let pick = QuestionKind::Pick {
            choices: vec![wicked.into()],
            optional: false,
        };
        let question_ = Question {
            key: "x".into(),
            who: None,
            text: wicked.into(),
            kind: pick,
            default: Answer::Pick(Some(wicked.into())),
        };
        let asking = Asking {
            question: question_,
            who: None,
            prompt: wicked.into(),
            lines: vec![],
            echo: None,
        };
        let follow = [wicked.to_owned()];
        for text in [
            done(&BARE, &came),
            prompt(&BARE, &view),
            question(&BARE, &asking),
            to_come(&BARE, follow.iter()),
            failed(&BARE, &Diagnostic::error("x", wicked).help(wicked)),
        ] {
            assert!(
                text.chars().all(|c| c == '\n' || !c.is_control()),
                "{text:?}"
            );
            assert!(text.contains('␛'), "nothing is dropped: {text:?}");
        }
    }

    #[test]
    fn choices_are_numbered_unless_they_are_numbers() {
        let asked = |choices: &[&str], default: Option<&str>| {
            let choices = choices.iter().map(|choice| (*choice).to_owned()).collect();
            let kind = QuestionKind::Pick {
                choices,
                optional: true,
            };
            let default = Answer::Pick(default.map(str::to_owned));
            let text = "which?".to_owned();
            let question_ = Question {
                key: "k".into(),
                who: None,
                text,
                kind,
                default,
            };
            let asking = Asking {
                question: question_,
                who: Some("Sera".into()),
                prompt: "unused".into(),
                lines: vec![line(Kind::Said, "A stone.")],
                echo: None,
            };
            question(&BARE, &asking)
        };
        let words = "“A stone.”\nSera: which?\n  1  bread\n  2  salt  (Enter)\n     none";
        assert_eq!(asked(&["bread", "salt"], Some("salt")), words);
        assert_eq!(
            asked(&["1", "5"], None),
            "“A stone.”\nSera: which?\n  1 · 5 · none  (Enter)"
        );
    }

    #[test]
    fn the_prompt_gives_way_to_what_is_typed() {
        let view = View {
            place: "Bridge at Dusk".into(),
            bank: 2,
            ..View::default()
        };
        let older = View {
            older: true,
            ..view.clone()
        };
        let at = |width, view: &View| prompt(&Look { width, ..BARE }, view);
        assert_eq!(at(80, &view), "Bridge at Dusk · SB 2 › ");
        assert_eq!(at(40, &view), "Bridge at… · SB 2 › ");
        assert_eq!(at(20, &view), "SB 2 › ");
        assert_eq!(at(80, &older), "(older code) Bridge at Dusk · SB 2 › ");
        assert_eq!(at(30, &older), "! SB 2 › ");
        assert_eq!(
            prompt(
                &Look {
                    plain: true,
                    ..BARE
                },
                &view
            ),
            "Bridge at Dusk - SB 2 > "
        );
        for width in 0..80 {
            for view in [&view, &older] {
                assert!(
                    show::width(&at(width, view)) <= (width / 2).max(9),
                    "at {width}"
                );
            }
        }
    }
}

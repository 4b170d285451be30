//! What rustyline asks while keys are pressed. All but one thing comes from the published view: whether a line is
//! complete is asked of the desk, on Enter only.

use std::borrow::Cow;
use std::cell::Cell;

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter, HistoryHinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Result};

use super::complete::{self, Offers};
use super::desk::Desk;
use super::lexer::{self, Kind};
use super::look::{Look, Tone};
use super::tool;
use crate::script::view::{NameKind, View};
use crate::table::names;
use crate::table::show;

/// Up to so many offers are listed with what they are.
const MOST_TOLD: usize = 14;

/// The helper of the line editor.
#[derive(Debug)]
pub struct Helper {
    desk: Desk,
    look: Look,
    /// Columns of the terminal and of the prompt in front of the line.
    room: Cell<(usize, usize)>,
}

/// A text behind the cursor: the rest of an earlier line, or what the verb takes.
#[derive(Debug)]
pub struct Suggestion {
    shown: String,
    taken: Option<String>,
}

impl Hint for Suggestion {
    fn display(&self) -> &str {
        &self.shown
    }

    fn completion(&self) -> Option<&str> {
        self.taken.as_deref()
    }
}

impl Helper {
    /// A helper that asks this desk.
    pub fn new(desk: Desk, look: Look) -> Self {
        Helper {
            desk,
            look,
            room: Cell::new((look.width, 0)),
        }
    }

    /// Tells how many columns the terminal has and the prompt takes.
    pub fn set_room(&self, columns: usize, prompt: usize) {
        self.room.set((columns, prompt));
    }

    /// The offers as they are listed: a few of them with what each is, one below the other; many by their names alone.
    fn listed(&self, view: &View, offers: &Offers) -> Vec<String> {
        // What a name holds is safe to type, but not to list.
        let names: Vec<String> = offers
            .texts
            .iter()
            .map(|text| self.look.text(text.trim_end_matches(['"', '\'', ' ', '='])))
            .collect();
        let (columns, _) = self.room.get();
        let widest = names
            .iter()
            .map(|name| show::width(name))
            .max()
            .unwrap_or(0);
        let room = columns.saturating_sub(widest + 5);
        let abouts: Vec<String> = offers
            .texts
            .iter()
            .map(|text| complete::about(view, offers, text))
            .collect();
        let told = names.len() <= MOST_TOLD && room >= 20 && abouts.iter().any(|a| !a.is_empty());
        if !told {
            // Of many adversaries at least the Threat Level.
            let name = |(text, name): (&String, String)| {
                let plain = text.trim_end_matches(['"', '\'']);
                match complete::level(view, plain) {
                    Some(level) => self.look.text(&format!("{name} ({level})")),
                    None => name,
                }
            };
            return offers.texts.iter().zip(names).map(name).collect();
        }
        // As wide as the terminal, so that they stand one below the other.
        let lines = names.iter().zip(&abouts).map(|(name, about)| {
            let about = self.look.text(show::fit(about, room).as_ref());
            let line = format!("{}  {about}", show::pad(name, widest));
            show::pad(&line, columns.saturating_sub(2))
        });
        lines.collect()
    }

    /// The part of a hint that fits on the line.
    fn fitting(&self, line: &str, hint: &str) -> Option<String> {
        let (columns, prompt) = self.room.get();
        let last = line.rsplit('\n').next().unwrap_or_default();
        let used = show::width(last) + if line.contains('\n') { 0 } else { prompt };
        let room = columns.saturating_sub(used % columns.max(1) + 1);
        let hint = hint.lines().next().unwrap_or_default();
        (room > 4 && !hint.is_empty()).then(|| show::fit(hint, room).into_owned())
    }
}

impl Completer for Helper {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let offers = match self.desk.question() {
            Some(question) if !tool::is_tool(line) => complete::answers(&question, line, pos),
            _ => complete::offers(&self.desk.view(), line, pos),
        };
        let view = self.desk.view();
        let listed = self.listed(&view, &offers);
        let Offers { start, texts, .. } = offers;
        let pair = |(replacement, display)| Pair {
            display,
            replacement,
        };
        Ok((start, texts.into_iter().zip(listed).map(pair).collect()))
    }
}

impl Hinter for Helper {
    type Hint = Suggestion;

    fn hint(&self, line: &str, pos: usize, context: &Context<'_>) -> Option<Suggestion> {
        // Without colours a hint looks like something typed.
        if !self.look.color || pos < line.len() || self.desk.question().is_some() {
            return None;
        }
        if let Some(rest) = HistoryHinter::new().hint(line, pos, context) {
            let shown = self.fitting(line, &show::visible_lines(&rest))?;
            return Some(Suggestion {
                shown,
                taken: Some(rest),
            });
        }
        let about = signature(&self.desk.view(), line)?;
        let shown = self.fitting(line, &format!("  {about}"))?;
        Some(Suggestion { shown, taken: None })
    }
}

/// What the verb takes, when the line is the verb and no more yet.
fn signature(view: &View, line: &str) -> Option<String> {
    let verb = line.strip_suffix([' ', '('])?;
    let names = view
        .names
        .iter()
        .filter(|name| matches!(name.kind, NameKind::Verb | NameKind::Command));
    let found = names
        .into_iter()
        .find(|name| names::same(&name.name, verb))?;
    (!found.about.is_empty()).then(|| show::visible(&found.about).into_owned())
}

impl Highlighter for Helper {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if !self.look.color || self.desk.question().is_some() {
            return Cow::Borrowed(line);
        }
        Cow::Owned(paint(&self.look, &self.desk.view(), line))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Owned(self.look.paint(Tone::Place, prompt))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(self.look.paint(Tone::Dim, hint))
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.look.color && !matches!(kind, CmdKind::MoveCursor)
    }
}

/// The line in colours, sign for sign.
fn paint(look: &Look, view: &View, line: &str) -> String {
    if tool::is_tool(line) {
        return look.paint(Tone::Verb, line);
    }
    let words = complete::word_verb(view, line).is_some();
    let mut painted = String::with_capacity(line.len() * 2);
    let mut end = 0;
    for (index, token) in lexer::tokens(line).into_iter().enumerate() {
        painted.push_str(&line[end..token.span.start]);
        end = token.span.end;
        let text = &line[token.span];
        let tone = match token.kind {
            Kind::Comment => Some(Tone::Dim),
            Kind::Text { .. } => Some(Tone::Text),
            Kind::Number => Some(Tone::Number),
            Kind::Keyword if !words => Some(Tone::Keyword),
            Kind::Word | Kind::Keyword => known(view, text, !words || index == 0),
            Kind::Sign => None,
        };
        match tone {
            Some(tone) => painted.push_str(&look.paint(tone, text)),
            None => painted.push_str(text),
        }
    }
    painted + &line[end..]
}

/// The tone of a word that means something at the table.
fn known(view: &View, word: &str, may_act: bool) -> Option<Tone> {
    let kind = view
        .names
        .iter()
        .find(|name| name.name.eq_ignore_ascii_case(word))?
        .kind;
    match kind {
        NameKind::Verb | NameKind::Command => may_act.then_some(Tone::Verb),
        _ => Some(Tone::Name),
    }
}

impl Validator for Helper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> Result<ValidationResult> {
        Ok(match self.desk.is_whole(context.input()) {
            true => ValidationResult::Valid(None),
            false => ValidationResult::Incomplete,
        })
    }
}

impl rustyline::Helper for Helper {}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::script::view::Name;

    fn view() -> View {
        let name = |name: &str, kind| Name {
            name: name.into(),
            kind,
            about: format!("about {name}"),
        };
        View {
            names: vec![name("roll", NameKind::Verb), name("Lyra", NameKind::Pc)],
            ..View::default()
        }
    }

    #[test]
    fn colours_change_no_letter() {
        let look = Look {
            color: true,
            plain: false,
            width: 80,
            folds: false,
            linear: false,
        };
        for (line, coloured) in [
            ("roll lyra 4", true),
            ("local x = roll(\"Lyra\") -- why", true),
            (":dice ask", true),
            ("Flößer 鬼 [[", true),
            ("x = y", false),
            ("", false),
        ] {
            let painted = paint(&look, &view(), line);
            let mut bare = String::new();
            let mut parts = painted.split('\u{1b}');
            bare.push_str(parts.next().unwrap());
            parts.for_each(|part| bare.push_str(part.split_once('m').unwrap().1));
            assert_eq!(bare, line);
            assert_eq!(painted != line, coloured, "{line}");
        }
    }

    #[test]
    fn a_bare_verb_hints_at_what_it_takes() {
        assert_eq!(signature(&view(), "roll "), Some("about roll".into()));
        assert_eq!(signature(&view(), "roll("), Some("about roll".into()));
        assert_eq!(signature(&view(), "rol "), None);
        assert_eq!(signature(&view(), "roll lyra "), None);
    }
}

//! A diagnostic for people: on one line, or with the source line and a caret.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level as Tone, Origin, Renderer, Snippet,
};

use super::{Diagnostic, Frame, Label, Level, Place};
use crate::table::show;

/// How a diagnostic is to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// ASCII frames only.
    pub plain: bool,
    /// Terminal colours.
    pub color: bool,
    /// Columns of the terminal; longer source lines are cut around the caret. At least 40.
    pub width: usize,
}

/// No colours, 100 columns.
impl Default for Look {
    fn default() -> Self {
        Look {
            plain: false,
            color: false,
            width: 100,
        }
    }
}

/// The faults behind a fault that are shown.
const CAUSES: usize = 8;
/// Lines of one file that are shown between two marks at most; further marks get a part of their own.
const APART: u32 = 40;

impl Diagnostic {
    /// One line: `scripts/x.luau:3:5: message`, with the level in front of the message if it is no
    /// error.
    pub fn to_line(&self) -> String {
        let mut line = String::new();
        if let Some(place) = &self.place {
            line += &format!("{}: ", show::visible(&place.to_string()));
        }
        if self.level != Level::Error {
            line += &format!("{}: ", self.level.word());
        }
        line + &one_line(&self.message)
    }

    /// In full: message, source line with caret, other places, what was being done, what to do, and
    /// the faults behind it. Without a line break at the end.
    pub fn to_text(&self, look: &Look) -> String {
        let renderer = if look.color {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let decor = if look.plain {
            DecorStyle::Ascii
        } else {
            DecorStyle::Unicode
        };
        let renderer = renderer.decor_style(decor).term_width(look.width.max(40));
        let mut groups = vec![self.group(tone(self.level), None)];
        let mut next = self.cause.as_ref();
        while let Some(cause) = next.filter(|_| groups.len() <= CAUSES) {
            groups.push(cause.group(Tone::NOTE, Some("because")));
            next = cause.cause.as_ref();
        }
        let text = renderer.render(&groups);
        // The drawing pads some lines with spaces, and keeps a gap for an excerpt that isn't there.
        let bare = self.place.is_none() && self.labels.is_empty();
        let gap = |&(n, line): &(usize, &str)| bare && n == 1 && matches!(line.trim(), "|" | "│");
        let lines = text.lines().enumerate().filter(|line| !gap(line));
        lines
            .map(|(_, line)| line.trim_end())
            .collect::<Vec<_>>()
            .join("\n")
    }

    fn group<'a>(&self, tone: Tone<'a>, name: Option<&'a str>) -> Group<'a> {
        let message = one_line(&self.message);
        let title = match name {
            None => tone.primary_title(message),
            Some(name) => tone.with_name(name).secondary_title(message),
        };
        let mut group = Group::with_title(title);
        if let Some(place) = &self.place {
            let (near, far): (Vec<&Label>, Vec<&Label>) = self
                .labels
                .iter()
                .partition(|label| near(place, &label.place));
            group = group.elements(excerpt(place, self.note.as_deref().unwrap_or(""), &near));
            for label in far {
                group = group.elements(excerpt(&label.place, &label.text, &[]));
            }
        } else {
            for label in &self.labels {
                group = group.elements(excerpt(&label.place, &label.text, &[]));
            }
        }
        for what in &self.doing {
            group = group.element(
                Tone::NOTE
                    .with_name("while")
                    .message(show::visible_lines(what)),
            );
        }
        if !self.trace.is_empty() {
            let steps: Vec<String> = self.trace.iter().map(step).collect();
            group = group.element(Tone::NOTE.with_name("called").message(steps.join("\n")));
        }
        for help in &self.help {
            group = group.element(Tone::HELP.message(show::visible_lines(help)));
        }
        group
    }
}

fn tone(level: Level) -> Tone<'static> {
    match level {
        Level::Error => Tone::ERROR,
        Level::Warning => Tone::WARNING,
        Level::Notice => Tone::NOTE.with_name(Level::Notice.word()),
    }
}

/// Message texts from Luau may hold line breaks; a title has none.
fn one_line(message: &str) -> String {
    show::visible(&message.trim_end().replace("\r\n", "\n").replace('\n', " ")).into_owned()
}

fn step(frame: &Frame) -> String {
    let place = Place {
        line: frame.line,
        ..Place::file(&frame.file)
    }
    .to_string();
    let place = show::visible(&place).into_owned();
    match &frame.name {
        Some(name) => format!("at {place} in {}", show::visible(name)),
        None => format!("at {place}"),
    }
}

/// Whether a label can be drawn into the excerpt of the main place.
fn near(main: &Place, other: &Place) -> bool {
    let lines = main.line.zip(other.line);
    main.file == other.file
        && main.source_line().is_some()
        && lines.is_some_and(|(main, other)| main.abs_diff(other) <= APART)
}

/// A place as the renderer draws it: its lines with marks, or only where it is if they aren't known.
fn excerpt<'a>(place: &Place, note: &str, labels: &[&Label]) -> Vec<Element<'a>> {
    let (Some(line), Some(source), Some(_)) = (place.line, &place.source, place.source_line())
    else {
        return origin(place, note);
    };
    let lines = labels
        .iter()
        .filter_map(|label| label.place.line)
        .chain([line]);
    let (first, last) = lines.fold((line, line), |(first, last), line| {
        (first.min(line), last.max(line))
    });
    let mut shown = String::new();
    let mut marks: Vec<Annotation<'a>> = Vec::new();
    let numbered = (1u32..).zip(source.lines());
    for (number, text) in numbered
        .skip_while(|(n, _)| *n < first)
        .take_while(|(n, _)| *n <= last)
    {
        let start = shown.len();
        let mut mark = |kind: AnnotationKind, place: &Place, text: &str, line: &str| {
            let span = span(place, line);
            let label = Some(one_line(text)).filter(|text| !text.is_empty());
            marks.push(kind.span(start + span.start..start + span.end).label(label));
        };
        if number == line {
            mark(AnnotationKind::Primary, place, note, text);
        }
        for label in labels
            .iter()
            .filter(|label| label.place.line == Some(number))
        {
            mark(AnnotationKind::Context, &label.place, &label.text, text);
        }
        shown += &drawn(text);
        shown.push('\n');
    }
    let first = usize::try_from(first).unwrap_or(1);
    let path = show::visible(&place.file).into_owned();
    vec![
        Snippet::source(shown)
            .path(path)
            .line_start(first)
            .annotations(marks)
            .into(),
    ]
}

fn origin<'a>(place: &Place, note: &str) -> Vec<Element<'a>> {
    let mut origin = Origin::path(show::visible(&place.file).into_owned());
    if let Some(line) = place.line.and_then(|line| usize::try_from(line).ok()) {
        origin = origin.line(line);
        if let Some(column) = place.column.and_then(|column| usize::try_from(column).ok()) {
            origin = origin.char_column(column);
        }
    }
    let mut elements = vec![origin.into()];
    if !note.is_empty() {
        elements.push(Tone::NOTE.no_name().message(one_line(note)).into());
    }
    elements
}

/// The bytes of the drawn form of `line` that a place means: from its column, as long as it says;
/// without a column the whole text of the line.
fn span(place: &Place, line: &str) -> Range<usize> {
    let drawn = drawn(line);
    let letters = drawn.trim_end().chars().count();
    let indent = drawn.chars().take_while(|c| c.is_whitespace()).count();
    let (from, length) = match place.column {
        None => (indent, letters),
        Some(column) => (
            count(column).saturating_sub(1),
            place.length.map_or(1, count),
        ),
    };
    let byte = |letter: usize| {
        let place = drawn.char_indices().nth(letter);
        place.map_or(drawn.len(), |(byte, _)| byte)
    };
    let to = from.saturating_add(length).min(letters).max(from);
    byte(from)..byte(to)
}

fn count(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A source line as it is drawn: letter for letter, so that columns stay what an editor says. Tabs
/// are left to the renderer.
fn drawn(line: &str) -> String {
    let sign = |c: char| match c {
        '\t' => '\t',
        c if show::is_hidden(c) => {
            let mut shown = String::from(c);
            shown = show::visible(&shown).into_owned();
            let mut signs = shown.chars();
            // One sign if there is a picture of it, else the sign for "something unshowable".
            match (signs.next(), signs.next()) {
                (Some(picture), None) => picture,
                _ => char::REPLACEMENT_CHARACTER,
            }
        }
        c => c,
    };
    line.chars().map(sign).collect()
}

//! The story as a page of Markdown. Whatever people named is data: signs that Markdown reads are escaped.

use super::tell::{Chronicle, Piece, Scene, Shape};
use crate::table::event::Audience;
use crate::table::show;

/// Sentences after which an act's end begins a new paragraph.
const LONG: usize = 3;

/// What stands above the story.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The campaign's title.
    pub campaign: String,
    /// When it began, as the journal has it; the day is shown. Empty: not known.
    pub started: String,
    /// What there is to say of a file that isn't whole.
    pub caveat: Option<String>,
}

/// The page. For players: only what the table saw.
#[must_use]
pub fn markdown(head: &Head, story: &Chronicle, reader: Audience) -> String {
    let mut page = vec![format!(
        "# {}: session {}",
        escaped(&head.campaign),
        story.session
    )];
    let day = head.started.get(..10).filter(|_| !head.started.is_empty());
    let cast: Vec<String> = story.cast.iter().map(|name| escaped(name)).collect();
    let there = (!cast.is_empty()).then(|| format!("At the table: {}.", listed(&cast)));
    let under: Vec<String> = day
        .map(|day| format!("{day}."))
        .into_iter()
        .chain(there)
        .collect();
    if !under.is_empty() {
        page.push(format!("*{}*", under.join(" ")));
    }
    if let Some(caveat) = head.caveat.as_ref().filter(|_| reader == Audience::Gm) {
        page.push(format!("*{}*", escaped(caveat)));
    }
    for scene in &story.scenes {
        part(&mut page, scene, reader);
    }
    let stands: Vec<String> = story
        .stands
        .iter()
        .filter(|piece| reads(reader, piece.audience))
        .map(|piece| format!("- {}", escaped(&piece.text)))
        .collect();
    if !stands.is_empty() {
        page.push("## Where things stand".into());
        page.push(stands.join("\n"));
    }
    page.join("\n\n") + "\n"
}

fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

fn reads(reader: Audience, audience: Audience) -> bool {
    reader == Audience::Gm || audience == Audience::Table
}

fn part(page: &mut Vec<String>, scene: &Scene, reader: Audience) {
    let pieces: Vec<&Piece> = scene
        .pieces
        .iter()
        .filter(|piece| reads(reader, piece.audience))
        .collect();
    match &scene.name {
        Some(name) if reads(reader, scene.audience) => page.push(format!("## {}", escaped(name))),
        Some(_) => page.push("## A scene".into()),
        None if pieces
            .iter()
            .all(|piece| matches!(piece.shape, Shape::Break | Shape::Pause)) =>
        {
            return;
        }
        None if page.iter().any(|line| line.starts_with("## ")) => {
            page.push("## Between scenes".into())
        }
        None => page.push("## Before the first scene".into()),
    }
    let mut flow: Vec<String> = Vec::new();
    for piece in pieces {
        let text = escaped(&piece.text);
        let block = match piece.shape {
            Shape::Flows => {
                flow.push(text);
                continue;
            }
            Shape::Pause if flow.len() < LONG => continue,
            Shape::Break | Shape::Pause => String::new(),
            Shape::Turn => format!("**{text}**"),
            Shape::Quote => quoted(&piece.text, piece.audience),
            Shape::Card => format!("*Drawn from {text}*"),
            Shape::Note => format!("*Noted: {text}*"),
        };
        if !flow.is_empty() {
            page.push(std::mem::take(&mut flow).join(" "));
        }
        if !block.is_empty() {
            page.push(block);
        }
    }
    if !flow.is_empty() {
        page.push(flow.join(" "));
    }
}

/// What was said, each line as a quote; what was told to the GM says so.
fn quoted(text: &str, audience: Audience) -> String {
    let whom = match audience {
        Audience::Gm => "*(to the GM)* ",
        Audience::Table => "",
    };
    let lines = text.lines().map(escaped).collect::<Vec<_>>();
    format!("> {whom}{}", lines.join("\n> "))
}

/// A text in which Markdown reads nothing, on one line.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let text = show::visible(text);
    for (at, c) in text.trim().char_indices() {
        let begins = at == 0 && matches!(c, '+' | '-' | '=' | '#');
        let reads = matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '#' | '$'
        );
        if begins || reads {
            out.push('\\');
        }
        out.push(c);
    }
    // "1. " at a line's beginning would be a list.
    let digits = out.chars().take_while(char::is_ascii_digit).count();
    if digits > 0 && out[digits..].starts_with(['.', ')']) {
        out.insert(digits, '\\');
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_people_named_is_read_as_markdown() {
        for (text, right) in [
            ("Old *Moss*", r"Old \*Moss\*"),
            ("[a](b)", r"\[a\](b)"),
            ("# Lyra", r"\# Lyra"),
            ("- Lyra", r"\- Lyra"),
            ("<script>", r"\<script\>"),
            ("1. first", r"1\. first"),
            ("12) x", r"12\) x"),
            ("a_b `c` | d ~e~ & \\", r"a\_b \`c\` \| d \~e\~ \& \\"),
            ("The Mill, at dusk", "The Mill, at dusk"),
        ] {
            assert_eq!(escaped(text), right, "{text}");
        }
        assert!(!escaped("a\u{1b}[2Jb\nc").contains(['\u{1b}', '\n']));
    }
}

//! Commands of the tool, which begin with a colon: what has to do with the program and not with the table.

use std::path::PathBuf;

use super::export::{self, Wanted};
use super::prep;
use crate::table::names;
use crate::table::show;

/// A command of the tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// What there is to type.
    Help,
    /// Whether people throw the dice (`ask`) or the program (`roll`); none: which it is.
    Dice(Option<bool>),
    /// Whether a Boon re-roll is asked for (`ask`) or left to `reroll` (`after`); none: which it is.
    Boons(Option<bool>),
    /// Reads something, while a question is open too.
    Look(String),
    /// Drops the open question and what was to follow.
    Cancel,
    /// Whether questions are asked, or take their defaults and say so; none: which it is.
    Answers(Option<bool>),
    /// Writes what was typed in this session, as Luau.
    SaveScript(PathBuf),
    /// Writes the acts that stand, as a test of the campaign.
    SaveTest(PathBuf),
    /// Writes a session down as a story.
    Export(Wanted),
    /// Writes a file for the GM to edit.
    Prep(prep::Wanted),
    /// Saves the table under a name.
    Save(String),
    /// Goes on from a save.
    Load(String),
    /// Lists the saves.
    Saves,
    /// Reads the files again.
    Reload,
    /// Leaves.
    Quit,
}

/// A command as it is listed.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name, with the colon.
    pub name: &'static str,
    /// What comes behind it.
    pub takes: &'static str,
    /// The words that can come behind it.
    pub words: &'static [&'static str],
    /// What it does.
    pub about: &'static str,
}

const fn entry(
    name: &'static str,
    takes: &'static str,
    words: &'static [&'static str],
    about: &'static str,
) -> Entry {
    Entry {
        name,
        takes,
        words,
        about,
    }
}

/// All commands, in the order in which help lists them.
pub const TOOLS: [Entry; 15] = [
    entry(":help", "", &[], "this list"),
    entry(
        ":dice",
        "ask|roll",
        &["ask", "roll"],
        "who throws: ask for the faces of real dice, or roll them here",
    ),
    entry(
        ":boons",
        "ask|after",
        &["ask", "after"],
        "Boon re-rolls: ask after each roll that fails, or only by `reroll`",
    ),
    entry(
        ":answers",
        "ask|default",
        &["ask", "default"],
        "questions: ask them, or take their defaults and say so",
    ),
    entry(
        ":look",
        "WORDS",
        &[],
        "read something while a question is open: `:look lyra`",
    ),
    entry(
        ":cancel",
        "",
        &[],
        "drop the open question and what was to follow; nothing has changed",
    ),
    entry(
        ":save-script",
        "FILE",
        &[],
        "write this session's inputs as Luau to a new file",
    ),
    entry(
        ":save-test",
        "FILE",
        &[],
        "write the acts that stand, with the faces that fell, as a test to a new file",
    ),
    entry(
        ":export",
        "story [players] FILE",
        &["story", "story players"],
        "write this session as a page of Markdown to a new file; `session=3` for another one",
    ),
    entry(
        ":prep",
        prep::TAKES,
        &["foes", "legs"],
        "write a scene or a journey for you to edit, as a script in a new file",
    ),
    entry(
        ":save",
        "NAME",
        &[],
        "save the table as it stands under a name; nothing is saved over",
    ),
    entry(
        ":load",
        "NAME",
        &[],
        "go on from a save, in a new session file; what was played since stays",
    ),
    entry(":saves", "", &[], "the saves, oldest first"),
    entry(":reload", "", &[], "read the campaign's files again now"),
    entry(":quit", "", &[], "leave; Ctrl-D does the same"),
];

/// Whether a line is for the tool.
pub fn is_tool(line: &str) -> bool {
    line.trim_start().starts_with(':') || leaves(line.trim())
}

/// What shells and other prompts take for leaving is taken here too.
fn leaves(line: &str) -> bool {
    matches!(line, "quit" | "exit")
}

/// Reads a line that begins with a colon.
///
/// # Errors
/// A sentence that says what is allowed.
pub fn parse(line: &str) -> Result<Tool, String> {
    let line = line.trim();
    if leaves(line) {
        return Ok(Tool::Quit);
    }
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let Some(entry) = TOOLS.iter().find(|entry| entry.name == name) else {
        return Err(names::unknown(
            "command",
            name,
            TOOLS.map(|entry| entry.name),
        ));
    };
    let usage =
        || Err(format!("{} {}: {}", entry.name, entry.takes, entry.about).replace(" :", ":"));
    if entry.takes.is_empty() && !rest.is_empty() {
        return Err(format!(
            "{name} stands alone, without {}",
            show::quoted(rest)
        ));
    }
    let on = match (rest, entry.words) {
        ("", _) | (_, []) => None,
        (word, [on, off]) if word == *on || word == *off => Some(word == *on),
        _ if matches!(name, ":export" | ":prep") => None,
        _ => return usage(),
    };
    Ok(match name {
        ":help" => Tool::Help,
        ":dice" => Tool::Dice(on),
        ":boons" => Tool::Boons(on),
        ":answers" => Tool::Answers(on),
        ":saves" => Tool::Saves,
        ":cancel" => Tool::Cancel,
        ":look" | ":save-script" | ":save-test" | ":save" | ":load" if rest.is_empty() => {
            return usage();
        }
        ":prep" => Tool::Prep(prep::parse(rest)?),
        ":export" => match export::parse(rest) {
            Some(wanted) => Tool::Export(wanted),
            None => return usage(),
        },
        ":look" => Tool::Look(rest.to_owned()),
        ":save-script" => Tool::SaveScript(PathBuf::from(rest)),
        ":save-test" => Tool::SaveTest(PathBuf::from(rest)),
        ":save" => Tool::Save(rest.to_owned()),
        ":load" => Tool::Load(rest.to_owned()),
        ":reload" => Tool::Reload,
        _ => Tool::Quit,
    })
}

/// What there is to type.
pub fn help() -> String {
    let left = |entry: &Entry| format!("{} {}", entry.name, entry.takes);
    let column = TOOLS
        .iter()
        .map(|entry| show::width(&left(entry)))
        .max()
        .unwrap_or(0)
        + 2;
    let mut lines = vec![
        "A line is Luau (`lyra:hit(2)`) or words (`hit lyra 2`). `help` lists the verbs, `help roll` explains one.".to_owned(),
        "Tab completes, an unfinished line goes on in the next, Ctrl-C drops it or stops a script.".to_owned(),
        String::new(),
    ];
    lines.extend(
        TOOLS
            .iter()
            .map(|entry| format!("{}{}", show::pad(&left(entry), column), entry.about)),
    );
    lines.join("\n")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        for (line, tool) in [
            (":help", Tool::Help),
            ("  :dice ask ", Tool::Dice(Some(true))),
            (":dice roll", Tool::Dice(Some(false))),
            (":boons after", Tool::Boons(Some(false))),
            (":boons", Tool::Boons(None)),
            (
                ":look  lyra:has(\"prone\")",
                Tool::Look("lyra:has(\"prone\")".into()),
            ),
            (":cancel", Tool::Cancel),
            (":save-script a b.luau", Tool::SaveScript("a b.luau".into())),
            (":save-test t.luau", Tool::SaveTest("t.luau".into())),
            (":save the bridge", Tool::Save("the bridge".into())),
            (":load the bridge", Tool::Load("the bridge".into())),
            (":saves", Tool::Saves),
            (":answers default", Tool::Answers(Some(false))),
            (":reload", Tool::Reload),
            (":quit", Tool::Quit),
            (
                ":export story players tonight.md",
                Tool::Export(Wanted {
                    players: true,
                    file: Some("tonight.md".into()),
                    ..Wanted::default()
                }),
            ),
            ("quit", Tool::Quit),
            (" exit", Tool::Quit),
        ] {
            assert_eq!(parse(line), Ok(tool), "{line}");
        }
    }

    #[test]
    fn what_is_none_is_refused_with_what_there_is() {
        for (line, says) in [
            (":dise", "\":dice\""),
            (":dice maybe", ":dice ask|roll: who throws"),
            (":quit now", "stands alone"),
            (":save-script", ":save-script FILE: write"),
            (":save-test", ":save-test FILE: write"),
            (":export", ":export story [players] FILE: write"),
            (":export tale a.md", ":export story [players] FILE: write"),
            (":prep", ":prep foes tl=3"),
            (":prep foes tl=11 a.luau", "from 1 to 10"),
            (":prep foes tl=3 rivers a b", "ends in .luau"),
            (":save", ":save NAME: save"),
            (":load ", ":load NAME: go on"),
            (":answers no", ":answers ask|default"),
            (":", "unknown command"),
        ] {
            let why = parse(line).unwrap_err();
            assert!(why.contains(says), "{line}: {why}");
        }
    }

    #[test]
    fn help_lists_every_command() {
        assert!(TOOLS.iter().all(|entry| help().contains(entry.name)));
    }
}

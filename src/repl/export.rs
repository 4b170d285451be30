//! `:export story` and `storybeat export story`: a session as a page of Markdown, in a new file.

use std::path::{Path, PathBuf};

use super::save::write_new;
use crate::script::diagnostic::Diagnostic;
use crate::script::runtime::Runtime;
use crate::table::event::Audience;

/// What is to be written down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The session; the one that is played, if none.
    pub session: Option<u32>,
    /// Only what the table saw.
    pub players: bool,
    /// Where to; none where the caller chooses.
    pub file: Option<PathBuf>,
}

/// Reads what stands behind `:export`: `story [players] [session=N] FILE`.
///
/// # Errors
/// Nothing where there is no file, or another word than `story`.
pub fn parse(rest: &str) -> Option<Wanted> {
    let mut rest = rest.strip_prefix("story")?;
    let mut wanted = Wanted::default();
    loop {
        rest = rest.strip_prefix(char::is_whitespace)?.trim_start();
        let word = rest.split_whitespace().next()?;
        if word == "players" {
            wanted.players = true;
        } else if let Some(n) = word.strip_prefix("session=") {
            wanted.session = Some(n.parse().ok()?);
        } else {
            wanted.file = Some(PathBuf::from(rest));
            return Some(wanted);
        }
        rest = &rest[word.len()..];
    }
}

/// The page.
///
/// # Errors
/// No such session; a file that can't be read.
pub fn page(runtime: &Runtime, wanted: &Wanted) -> Result<String, Diagnostic> {
    let reader = if wanted.players {
        Audience::Table
    } else {
        Audience::Gm
    };
    runtime.story(wanted.session, reader)
}

/// Writes the page to a new file; one that exists is never written over.
///
/// # Errors
/// As [`page`]; a file that is there already or can't be written.
pub fn story(runtime: &Runtime, wanted: &Wanted, file: &Path) -> Result<String, Diagnostic> {
    let page = page(runtime, wanted)?;
    write_new(file, &page)?;
    let whom = if wanted.players {
        "for the players"
    } else {
        "for the GM"
    };
    Ok(format!(
        "{}: {} lines, {whom}",
        file.display(),
        page.lines().count()
    ))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_export() {
        let wanted = |session, players, file: &str| {
            let file = Some(file.into());
            Some(Wanted {
                session,
                players,
                file,
            })
        };
        for (rest, right) in [
            ("story a.md", wanted(None, false, "a.md")),
            (
                "story  our evening.md",
                wanted(None, false, "our evening.md"),
            ),
            ("story players a.md", wanted(None, true, "a.md")),
            (
                "story players session=3 a.md",
                wanted(Some(3), true, "a.md"),
            ),
            ("story", None),
            ("story players", None),
            ("story session=x a.md", None),
            ("storya.md", None),
            ("tale a.md", None),
        ] {
            assert_eq!(parse(rest), right, "{rest}");
        }
    }
}

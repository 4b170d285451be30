//! `:prep`: a start for the evening, as a script that the GM edits. It only writes a new file, and what it writes loads and
//! plays as it stands.
//!
//! `foes` picks adversaries by Threat Level and theme, `legs` plans a journey through the campaign's regions. Not here: a
//! Crown Spread.

mod foes;
mod legs;
mod script;

use std::path::{Path, PathBuf};

use super::save::write_new;
use crate::script::diagnostic::Diagnostic;
use crate::script::runtime::Runtime;
use crate::table::names;

/// What stands behind `:prep`.
pub const TAKES: &str = "foes tl=3 [theme=river] FILE | legs [size=6] FILE";

/// What is to be prepared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Foes for a scene.
    Foes {
        /// The Threat Level of the strongest of them.
        tl: u8,
        /// A word of what they are about.
        theme: Option<String>,
    },
    /// Legs of a journey.
    Legs {
        /// The size of each; left to the cards, if none.
        size: Option<u32>,
    },
}

/// A file that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// What is in it.
    pub what: What,
    /// The new file.
    pub file: PathBuf,
}

/// Reads what stands behind `:prep`.
///
/// # Errors
/// A sentence that says what is allowed.
pub fn parse(rest: &str) -> Result<Wanted, String> {
    let usage = || {
        format!(
            ":prep {TAKES}: writes a scene for you to edit; FILE is a new one that ends in .luau"
        )
    };
    let (what, mut rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    if what.is_empty() {
        return Err(usage());
    }
    if !["foes", "legs"].contains(&what) {
        let unknown = names::unknown("thing to prepare", what, ["foes", "legs"]);
        return Err(format!("{unknown}; {}", usage()));
    }
    let (mut tl, mut theme, mut size) = (None, None, None);
    loop {
        rest = rest.trim_start();
        let word = rest.split_whitespace().next().unwrap_or_default();
        match (what, word.split_once('=')) {
            ("foes", Some(("tl", n))) => {
                let n = n.parse().ok().filter(|n| (1..=10).contains(n));
                tl = Some(n.ok_or("tl is a Threat Level from 1 to 10")?);
            }
            ("foes", Some(("theme", word))) => {
                theme = Some(word.to_owned()).filter(|word| !word.is_empty());
            }
            ("legs", Some(("size", n))) => {
                let n = n.parse().ok().filter(|n| (1..=100).contains(n));
                size = Some(n.ok_or("size is a number of segments from 1 to 100")?);
            }
            _ => break,
        }
        rest = &rest[word.len()..];
    }
    let file = PathBuf::from(rest);
    if file.extension().is_none_or(|extension| extension != "luau") {
        return Err(usage());
    }
    let what = match (what, tl) {
        ("foes", Some(tl)) => What::Foes { tl, theme },
        ("foes", None) => return Err(usage()),
        _ => What::Legs { size },
    };
    Ok(Wanted { what, file })
}

/// Writes it, and says what is in it and how it is played.
///
/// # Errors
/// Nothing that fits; a file that is there already or can't be written; a name that is taken.
pub fn write(runtime: &Runtime, wanted: &Wanted) -> Result<Vec<String>, Diagnostic> {
    let fault = |message: String| Diagnostic::error("prep", message);
    let catalog = runtime.catalog();
    let name = script::title(&wanted.file).ok_or_else(|| {
        fault(format!(
            "{}: the file's name is the scene's, and there is no letter in it",
            wanted.file.display()
        ))
    })?;
    if catalog.commands.get(&name).is_some()
        || crate::script::verbs::find(&name.to_lowercase()).is_some()
    {
        return Err(
            fault(format!("{name} is a command already")).help("take another name for the file")
        );
    }
    let (text, summary) = match &wanted.what {
        What::Foes { tl, theme } => {
            let mix = foes::pick(&catalog, *tl, theme.as_deref()).map_err(fault)?;
            (
                script::text(&name, *tl, theme.as_deref(), &mix),
                mix.summary(),
            )
        }
        What::Legs { size } => {
            let (legs, summary) = legs::legs(&catalog, &name, *size).map_err(fault)?;
            (
                format!(
                    "--!strict\n-- A journey to edit, begun by `:prep legs`. Nothing writes to it again: it is yours.\n{legs}"
                ),
                summary,
            )
        }
    };
    write_new(&wanted.file, &text)?;
    let mut told = vec![format!("{}: {summary}", wanted.file.display())];
    told.push(match runtime.root() {
        Some(root) if inside(root, &wanted.file) => {
            format!("edit it, save, and play it with: {}", name.to_lowercase())
        }
        _ => "it is outside the campaign's folder: move it there, and it is read".to_owned(),
    });
    Ok(told)
}

fn inside(root: &Path, file: &Path) -> bool {
    match (root.canonicalize(), file.canonicalize()) {
        (Ok(root), Ok(file)) => file.starts_with(root),
        _ => false,
    }
}

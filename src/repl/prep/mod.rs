//! `:prep`: a start for the evening, as a script that the GM edits. It only writes a new file, and what it writes loads and
//! plays as it stands.
//!
//! `foes` picks adversaries by Threat Level and theme. Not here: legs of a journey and a Crown Spread.

mod foes;
mod script;

use std::path::{Path, PathBuf};

use super::save::write_new;
use crate::script::diagnostic::Diagnostic;
use crate::script::runtime::Runtime;
use crate::table::names;

/// What stands behind `:prep`.
pub const TAKES: &str = "foes tl=3 [theme=river] FILE";

/// What is to be prepared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The Threat Level of the strongest of them.
    pub tl: u8,
    /// A word of what they are about.
    pub theme: Option<String>,
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
    if what != "foes" {
        return Err(format!(
            "{}; {}",
            names::unknown("thing to prepare", what, ["foes"]),
            usage()
        ));
    }
    let (mut tl, mut theme) = (None, None);
    loop {
        rest = rest.trim_start();
        let word = rest.split_whitespace().next().unwrap_or_default();
        if let Some(n) = word.strip_prefix("tl=") {
            let n = n.parse().ok().filter(|n| (1..=10).contains(n));
            tl = Some(n.ok_or("tl is a Threat Level from 1 to 10")?);
        } else if let Some(word) = word.strip_prefix("theme=") {
            theme = Some(word.to_owned()).filter(|word| !word.is_empty());
        } else {
            break;
        }
        rest = &rest[word.len()..];
    }
    let file = PathBuf::from(rest);
    let Some(tl) = tl else { return Err(usage()) };
    if file.extension().is_none_or(|extension| extension != "luau") {
        return Err(usage());
    }
    Ok(Wanted { tl, theme, file })
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
    let mix = foes::pick(&catalog, wanted.tl, wanted.theme.as_deref()).map_err(fault)?;
    write_new(&wanted.file, &script::text(&name, wanted, &mix))?;
    let mut told = vec![format!("{}: {}", wanted.file.display(), mix.summary())];
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

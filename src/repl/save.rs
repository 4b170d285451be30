//! `:save-script` and `:save-test`: what was typed as a file of Luau, what was done as a test.

use std::borrow::Cow;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::script::diagnostic::Diagnostic;
use crate::script::runtime::Runtime;

/// Writes the session's inputs to a new file, and says how many they are. A file that exists is never written over, and
/// none is made where the campaign would load it.
pub fn script(runtime: &Runtime, file: &Path) -> Result<usize, Diagnostic> {
    if let Some(root) = runtime.root()
        && would_load(root, file).map_err(|error| fault(file, &error))?
    {
        let message = format!(
            "{} would be loaded as a script of the campaign",
            file.display()
        );
        let fault = Diagnostic::error("prompt.save", message);
        return Err(fault
            .help("a script of the campaign declares, and this one acts: save it outside the campaign")
            .help("play it with `storybeat run FILE`"));
    }
    // What the program did by itself is in there as comments.
    let inputs = runtime.luau_log();
    let inputs: Vec<&str> = inputs
        .iter()
        .map(|input| input.trim())
        .filter(|input| !input.starts_with("--"))
        .collect();
    let mut text =
        String::from("-- What was typed in a session. Play it with: storybeat run FILE\n");
    inputs
        .iter()
        .for_each(|input| text.extend([&*statement(input), "\n"]));
    write_new(file, &text)?;
    Ok(inputs.len())
}

/// Writes the acts of the session that stand, as a test, to a new file; says how many they are and whether it holds. In the
/// campaign its place is `tests/`.
pub fn test(runtime: &Runtime, file: &Path) -> Result<Vec<String>, Diagnostic> {
    if let Some(root) = runtime.root()
        && let Some(inside) = inside(root, file).map_err(|error| fault(file, &error))?
        && !inside.starts_with("tests")
        && is_script(file)
    {
        let message = format!(
            "{} would be loaded as a script of the campaign",
            file.display()
        );
        return Err(Diagnostic::error("prompt.save", message)
            .help("tests of a campaign have their place in its folder tests/"));
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let saved = runtime.as_test(&format!("tests/{name}"))?;
    write_new(file, &saved.text)?;
    let acts = if saved.acts == 1 { "act" } else { "acts" };
    let mut told = vec![format!("{}: {} {acts}", file.display(), saved.acts)];
    told.extend(saved.left_out);
    told.push(match saved.fails {
        None => "it holds".into(),
        Some(fault) => format!("it doesn't hold as it stands: {}", fault.to_line()),
    });
    Ok(told)
}

fn fault(file: &Path, error: &io::Error) -> Diagnostic {
    let message = format!("{} can't be written: {error}", file.display());
    Diagnostic::error("prompt.save", message)
}

/// Writes a new file; one that exists is never written over.
pub(super) fn write_new(file: &Path, text: &str) -> Result<(), Diagnostic> {
    let opened = OpenOptions::new().write(true).create_new(true).open(file);
    let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            fault(file, &error).help("an existing file is never written over: take another name")
        }
        _ => fault(file, &error),
    })
}

/// An input as a file can have it. What only read (`lyra.harm`) is no statement of Luau: it stays as a comment.
fn statement(input: &str) -> Cow<'_, str> {
    match mlua::chunk::Compiler::new().compile(input) {
        Ok(_) => Cow::Borrowed(input),
        Err(_) => format!("-- {}", input.replace('\n', "\n-- ")).into(),
    }
}

/// Whether a file at this path would be a script of the campaign.
fn would_load(root: &Path, file: &Path) -> io::Result<bool> {
    let inside = inside(root, file)?;
    Ok(is_script(file) && inside.is_some_and(|inside| !inside.starts_with("sessions")))
}

fn is_script(file: &Path) -> bool {
    file.extension()
        .is_some_and(|extension| extension == "luau" || extension == "lua")
}

/// The folder of the campaign that the file is in, if it is in one.
fn inside(root: &Path, file: &Path) -> io::Result<Option<PathBuf>> {
    let folder: PathBuf = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.canonicalize()?,
        _ => std::env::current_dir()?.canonicalize()?,
    };
    let inside = folder.strip_prefix(root.canonicalize()?);
    Ok(inside.ok().map(Path::to_owned))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn what_only_read_is_kept_as_a_comment() {
        assert_eq!(statement("hit(\"Lyra\", 2)"), "hit(\"Lyra\", 2)");
        assert_eq!(statement("lyra.harm"), "-- lyra.harm");
        assert_eq!(statement("party[1]\n.harm"), "-- party[1]\n-- .harm");
    }

    #[test]
    fn only_what_the_campaign_would_read_is_in_the_way() {
        let campaign = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        let root = campaign.path();
        for folder in ["monsters", "sessions"] {
            std::fs::create_dir(root.join(folder)).unwrap();
        }
        for (file, loads) in [
            (root.join("a.luau"), true),
            (root.join("monsters/a.lua"), true),
            (root.join("monsters/../a.luau"), true),
            (root.join("sessions/a.luau"), false),
            (root.join("a.txt"), false),
            (outside.path().join("a.luau"), false),
        ] {
            assert_eq!(
                would_load(root, &file).unwrap(),
                loads,
                "{}",
                file.display()
            );
        }
        assert!(would_load(root, &root.join("nowhere/a.luau")).is_err());
    }
}

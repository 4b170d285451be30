//! Which campaign is meant.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::embedded;
use super::start::Faults;
use crate::script::folder::{self, CAMPAIGN, Files};

/// Where the table lives.
#[derive(Debug)]
pub enum Place {
    /// In a campaign's folder.
    Folder(PathBuf),
    /// In the user's own copy of the campaign that comes along; `fresh` if it was unpacked just now.
    Home { path: PathBuf, fresh: bool },
    /// Nowhere: a table of the campaign that comes along, gone at the end.
    Memory(Box<Files>),
}

impl Place {
    /// Tells what wasn't asked for.
    pub fn tell(&self, say: impl Fn(&str)) {
        match self {
            Place::Folder(_) => {}
            Place::Home { path, fresh } => {
                let first = if *fresh { "unpacked to" } else { "in" };
                say(&format!(
                    "no campaign here: playing the one that comes along, {first} {}",
                    path.display()
                ));
            }
            Place::Memory(_) => {
                say(
                    "no campaign here: a fresh table of the one that comes along, kept in memory only",
                );
            }
        }
    }
}

/// Finds the campaign. A folder that is named must be one; without a name it is the current folder, or `scripts/` when
/// that is this program's repository, else the one that comes along: unpacked where it is to be `kept`, in memory
/// elsewhere.
pub fn find(named: Option<&Path>, kept: bool) -> Result<Place> {
    if let Some(named) = named {
        return Ok(Place::Folder(
            folder::find(named).map_err(|fault| Faults(vec![fault]))?,
        ));
    }
    let here = std::env::current_dir().context("the current folder can't be found")?;
    if let Some(path) = nearby(&here) {
        return Ok(Place::Folder(path));
    }
    match embedded::home().filter(|_| kept) {
        None => Ok(Place::Memory(Box::new(embedded::files()))),
        Some(path) => {
            let fresh = embedded::unpack(&path).with_context(|| {
                format!(
                    "the campaign that comes along can't be unpacked to {}",
                    path.display()
                )
            })?;
            Ok(Place::Home { path, fresh })
        }
    }
}

/// The campaign that the current folder means by itself.
fn nearby(here: &Path) -> Option<PathBuf> {
    if here.join(CAMPAIGN).is_file() {
        return Some(here.to_owned());
    }
    let scripts = here.join("scripts");
    let manifest = fs::read_to_string(here.join("Cargo.toml")).unwrap_or_default();
    let ours = manifest
        .lines()
        .any(|line| line.split_whitespace().eq(["name", "=", "\"storybeat\""]));
    (ours && scripts.join(CAMPAIGN).is_file()).then_some(scripts)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn the_current_folder_comes_first_then_the_repository() {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(nearby(repository), Some(repository.join("scripts")));
        assert_eq!(
            nearby(&repository.join("scripts")),
            Some(repository.join("scripts"))
        );
        assert_eq!(nearby(&repository.join("src")), None);
    }

    #[test]
    fn scripts_of_another_package_are_no_campaign_of_ours() {
        let other = tempfile::tempdir().unwrap();
        fs::create_dir(other.path().join("scripts")).unwrap();
        fs::write(other.path().join("scripts").join(CAMPAIGN), "").unwrap();
        assert_eq!(nearby(other.path()), None);
        fs::write(
            other.path().join("Cargo.toml"),
            "[package]\nname = \"storybeat-bot\"\n",
        )
        .unwrap();
        assert_eq!(nearby(other.path()), None);
        fs::write(
            other.path().join("Cargo.toml"),
            "[package]\nname   = \"storybeat\"\n",
        )
        .unwrap();
        assert!(nearby(other.path()).is_some());
    }
}

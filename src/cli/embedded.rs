//! The campaign that comes inside the program, for people who have the program alone.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::script::folder::{CAMPAIGN, Files};

/// Its files by path. `build.rs` gathers them from `scripts/`.
const FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/campaign.rs"));

/// The name of its folder.
const NAME: &str = "bridge-at-dusk";

/// The campaign in memory.
pub fn files() -> Files {
    Files::from_map(FILES.iter().copied())
}

/// Where it is unpacked: in the user's data folder, where the system has one.
pub fn home() -> Option<PathBuf> {
    dirs::data_dir().map(|data| data.join("storybeat").join(NAME))
}

/// Unpacks it into a new folder. What is there already is kept as it is. Says whether it was new.
pub fn unpack(home: &Path) -> io::Result<bool> {
    if home.join(CAMPAIGN).exists() {
        return Ok(false);
    }
    let parent = home.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent)?;
    // Beside it first: a half-unpacked campaign must never look like a whole one.
    let beside = parent.join(format!(".{NAME}-{}", std::process::id()));
    let written = FILES.iter().try_for_each(|(inside, text)| {
        let path = beside.join(inside);
        fs::create_dir_all(path.parent().unwrap_or(&beside))?;
        fs::write(path, text)
    });
    let moved = written.and_then(|()| fs::rename(&beside, home));
    if moved.is_err() {
        // What is left of the attempt is ours alone.
        let _ = fs::remove_dir_all(&beside);
    }
    // Another start may have been faster.
    match moved {
        Err(_) if home.join(CAMPAIGN).exists() => Ok(false),
        moved => moved.map(|()| true),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn it_is_what_the_repository_has_but_for_what_was_played() {
        let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
        let packed: Vec<&str> = FILES.iter().map(|(inside, _)| *inside).collect();
        assert!(packed.contains(&CAMPAIGN));
        assert!(packed.iter().all(|inside| !inside.starts_with("sessions")));
        assert!(
            FILES
                .iter()
                .all(|(inside, text)| fs::read_to_string(scripts.join(inside)).unwrap() == *text)
        );
        assert_eq!(files().hash, Files::scan(&scripts).hash);
    }

    #[test]
    fn it_is_unpacked_once_and_never_over_anything() {
        let data = tempfile::tempdir().unwrap();
        let home = data.path().join("storybeat").join(NAME);
        assert!(unpack(&home).unwrap());
        assert_eq!(Files::scan(&home).hash, files().hash);
        fs::write(home.join(CAMPAIGN), "title: Mine\n").unwrap();
        assert!(!unpack(&home).unwrap());
        assert_eq!(
            fs::read_to_string(home.join(CAMPAIGN)).unwrap(),
            "title: Mine\n"
        );
        let beside = fs::read_dir(home.parent().unwrap()).unwrap();
        assert_eq!(beside.count(), 1, "nothing is left beside it");
    }

    #[test]
    fn a_folder_with_something_else_in_it_is_left_alone() {
        let data = tempfile::tempdir().unwrap();
        let home = data.path().join(NAME);
        fs::create_dir_all(&home).unwrap();
        fs::write(home.join("notes.txt"), "mine").unwrap();
        assert!(unpack(&home).is_err());
        assert_eq!(fs::read_to_string(home.join("notes.txt")).unwrap(), "mine");
        assert_eq!(fs::read_dir(data.path()).unwrap().count(), 1);
    }
}

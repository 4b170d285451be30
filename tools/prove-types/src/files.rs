//! The scripts of a folder.

use std::fs;
use std::path::{Path, PathBuf};

/// All Luau files below a folder, in the order of their paths; what was played there is none of them.
pub fn scripts(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    gather(folder, &mut found);
    found.sort();
    found
}

fn gather(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("sessions") {
            gather(&path, found);
        } else if path.extension().is_some_and(|end| end == "luau") {
            found.push(path);
        }
    }
}

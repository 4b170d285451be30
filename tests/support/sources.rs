//! The Rust files of `src`, for tests that read the code as text.

use std::fs;
use std::path::Path;

/// Every `.rs` file under `src`, as (path with forward slashes, text), in order of path.
pub fn sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    collect(Path::new("src"), &mut found);
    assert!(!found.is_empty(), "no Rust files under src");
    found.sort();
    found
}

fn collect(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            let name = path.to_str().unwrap().replace('\\', "/");
            found.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
}

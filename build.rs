//! Takes the stock library in `stdlib/` into the crate, and the campaign in `scripts/` into the program, for people who
//! have the program alone.
//!
//! Written out here rather than taken whole: what was played in this working copy (`sessions/`) must not travel in a
//! binary, and a play session is no reason to build anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let home = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    println!("cargo::rerun-if-changed=build.rs");
    let mut campaign = Vec::new();
    if env::var_os("CARGO_FEATURE_FRONT").is_some() {
        let scripts = home.join("scripts");
        gather(&scripts, &scripts, &mut campaign)?;
    }
    write(&out.join("campaign.rs"), campaign)?;
    let mut stock = Vec::new();
    let stdlib = home.join("stdlib");
    gather(&stdlib, &stdlib, &mut stock)?;
    // Its tests, their party and the page that makes it a campaign stay at home.
    stock.retain(|(inside, _)| inside.ends_with(".luau") && !inside.starts_with("tests/"));
    write(&out.join("stock.rs"), stock)
}

/// A list of paths and texts, in the order of paths.
fn write(file: &Path, mut files: Vec<(String, String)>) -> io::Result<()> {
    files.sort();
    let mut list = String::from("[\n");
    for (inside, path) in &files {
        let _ = writeln!(list, "    ({inside:?}, include_str!({path:?})),");
    }
    list.push(']');
    fs::write(file, list)
}

fn gather(root: &Path, folder: &Path, files: &mut Vec<(String, String)>) -> io::Result<()> {
    if folder != root {
        // Told of the folder, cargo sees what comes into it. Not the first one: sessions/ is in it.
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name.starts_with('.') || name.contains('~') || (folder == root && name == "sessions") {
            continue;
        }
        if path.is_dir() {
            gather(root, &path, files)?;
        } else {
            println!("cargo::rerun-if-changed={}", path.display());
            let inside = path.strip_prefix(root).unwrap_or(&path);
            let inside = inside.to_string_lossy().replace('\\', "/");
            files.push((inside, path.to_string_lossy().into_owned()));
        }
    }
    Ok(())
}

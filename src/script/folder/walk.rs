//! The way through the folders on the disk: names, links, limits.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::{CAMPAIGN, Gathered, largest, wanted, words};
use crate::script::diagnostic::{Diagnostic, Place};

/// Folders inside folders.
const DEEPEST: usize = 16;
/// Files and folders in all. A campaign has hundreds; a home folder has more.
const MOST: usize = 20_000;

/// Gathers all files under `root`.
pub(super) fn walk(root: &Path, found: &mut Gathered) {
    match root.canonicalize() {
        Ok(root) => {
            let mut walk = Walk {
                root: root.clone(),
                way: vec![root.clone()],
                met: 0,
                found,
            };
            walk.folder(&root, "");
        }
        Err(error) => found.problem(Diagnostic::error(
            "folder.gone",
            format!("{}: {}", root.display(), words(&error)),
        )),
    }
}

struct Walk<'a> {
    /// The campaign without links.
    root: PathBuf,
    /// The folders we are in, without links: a link to one of them would never end.
    way: Vec<PathBuf>,
    met: usize,
    found: &'a mut Gathered,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, shown: &str) {
        let entries = match fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>) {
            Ok(entries) => entries,
            Err(error) => {
                return self.refuse(
                    shown,
                    format!("the folder can't be read: {}", words(&error)),
                );
            }
        };
        let mut names: Vec<_> = entries.into_iter().map(|entry| entry.file_name()).collect();
        names.sort();
        for name in names {
            self.met += 1;
            if self.met > MOST {
                if self.met == MOST + 1 {
                    let message =
                        format!("the folder has more than {MOST} files; the rest is not read");
                    self.refuse(CAMPAIGN, message);
                }
                return;
            }
            let path = folder.join(&name);
            let Some(name) = name.to_str() else {
                let lossy = name.to_string_lossy();
                self.refuse(&join(shown, &lossy), "the name is no UTF-8 text".to_owned());
                continue;
            };
            if wanted(name) {
                self.entry(&path, join(shown, name));
            }
        }
    }

    fn entry(&mut self, path: &Path, shown: String) {
        if shown == "sessions" {
            return;
        }
        let Ok(linked) = fs::symlink_metadata(path).map(|data| data.is_symlink()) else {
            return; // gone since the folder was listed
        };
        let real = match path.canonicalize() {
            Ok(real) if real.starts_with(&self.root) => real,
            Ok(real) => {
                // A link to a picture is nobody's business here; one to scripts is.
                if real.is_dir() || self.found.kind(&shown).is_some() {
                    let target = real.display();
                    let message = format!("the link leads outside the campaign, to {target}");
                    self.refuse(&shown, message);
                }
                return;
            }
            Err(error) if !linked && error.kind() == ErrorKind::NotFound => return,
            Err(error) => {
                if self.found.kind(&shown).is_some() {
                    self.refuse(
                        &shown,
                        format!("the file can't be reached: {}", words(&error)),
                    );
                }
                return;
            }
        };
        if real.is_dir() {
            if self.way.contains(&real) {
                return self.refuse(
                    &shown,
                    "the link leads back into a folder that holds it".to_owned(),
                );
            }
            if self.way.len() > DEEPEST {
                return self.refuse(
                    &shown,
                    format!("more than {DEEPEST} folders inside each other"),
                );
            }
            self.way.push(real.clone());
            self.folder(&real, &shown);
            self.way.pop();
        } else if let Some(kind) = self.found.kind(&shown) {
            // A pipe or a device would never end.
            if !real.is_file() {
                return self.refuse(&shown, "this is no file to read".to_owned());
            }
            match read(&real, largest(kind)) {
                Ok(bytes) => self.found.add(shown, kind, &bytes),
                Err(error) if error.kind() == ErrorKind::NotFound => {} // gone meanwhile
                Err(error) => {
                    self.refuse(&shown, format!("the file can't be read: {}", words(&error)))
                }
            }
        }
    }

    fn refuse(&mut self, shown: &str, message: String) {
        self.found
            .problem(Diagnostic::error("folder.unreadable", message).at(Place::file(shown)));
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    }
}

/// At most one byte more than allowed: enough to know that it is too large.
fn read(path: &Path, most: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(most as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

//! A campaign's folder: which files it has, and what is wrong with them as files.
//!
//! A campaign is the folder with `campaign.yaml`. Every `.luau` or `.lua` in it is a script, but for
//! `tests/` (scripts that test) and `sessions/` (journals); `party/`, `bestiary/` and `decks/` hold
//! YAML. Hidden names, names with `~` and type definitions (`.d.luau`) are no part of it.
//!
//! Not here: what the files say. Nothing is ever written, and a file that can't be read never stops
//! the others: it is a [`Diagnostic`] beside them.

mod walk;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::diagnostic::{Diagnostic, Place};

/// A sum over content: equal sums, equal content.
pub type Hash = blake3::Hash;

/// The largest script, in bytes: the compiler's time and memory are under no other limit.
pub const LARGEST_SCRIPT: usize = 512 << 10;

/// The file that makes a folder a campaign.
pub const CAMPAIGN: &str = "campaign.yaml";

/// One text file of the campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Relative to the campaign, with `/` between folders.
    pub path: String,
    /// Its text, without a byte order mark.
    pub text: Arc<str>,
    /// The sum of its bytes.
    pub hash: Hash,
}

/// What a folder holds. Each list is sorted by path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    /// `campaign.yaml`.
    pub campaign: Option<SourceFile>,
    /// Every `.luau` and `.lua` outside `tests/` and `sessions/`.
    pub scripts: Vec<SourceFile>,
    /// The scripts in `tests/`.
    pub tests: Vec<SourceFile>,
    /// `party/*.yaml`: a character each.
    pub party: Vec<SourceFile>,
    /// `bestiary/*.yaml`.
    pub bestiary: Vec<SourceFile>,
    /// `decks/*.yaml`.
    pub decks: Vec<SourceFile>,
    /// What can't be used, and why.
    pub problems: Vec<Diagnostic>,
    /// The sum of all of it: paths, contents and problems.
    pub hash: Hash,
}

/// Where a file belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Campaign,
    Script,
    Test,
    Party,
    Bestiary,
    Deck,
}

/// The campaign that `path` means: the folder itself or its `campaign.yaml`. The answer is absolute,
/// without links.
pub fn find(path: &Path) -> Result<PathBuf, Diagnostic> {
    let shown = path.display();
    let real = path.canonicalize().map_err(|error| {
        Diagnostic::error("campaign.none", format!("{shown}: {}", words(&error)))
    })?;
    if real.is_file() && real.file_name().is_some_and(|name| name == CAMPAIGN) {
        return Ok(real.parent().map(Path::to_owned).unwrap_or(real));
    }
    if real.join(CAMPAIGN).is_file() {
        return Ok(real);
    }
    let fault = Diagnostic::error(
        "campaign.none",
        format!("{shown} is no campaign: it has no {CAMPAIGN}"),
    );
    let close = ["campaign.yml", "Campaign.yaml", "campaign.json"]
        .iter()
        .find(|name| real.join(name).is_file());
    Err(match close {
        Some(name) => fault.help(format!("rename {name} to {CAMPAIGN}")),
        None => fault.help(format!(
            "a campaign is a folder with a {CAMPAIGN} in it, which may be empty; `storybeat new FOLDER` begins one"
        )),
    })
}

impl Files {
    /// Reads the folder. Never fails: what can't be read is among the problems.
    pub fn scan(root: &Path) -> Files {
        let mut found = Gathered::default();
        walk::walk(root, &mut found);
        found.files()
    }

    /// The files of a campaign that is in memory, by path: the embedded one, or a test's.
    pub fn from_map<P: Into<String>, T: AsRef<str>>(
        map: impl IntoIterator<Item = (P, T)>,
    ) -> Files {
        let mut found = Gathered::default();
        for (path, text) in map {
            let path = path.into();
            let stays = path.split('/').all(|part| !matches!(part, "" | "." | ".."))
                && !path.contains('\\');
            if !stays {
                let message = "the path leads outside the campaign, or isn't written plainly";
                found.problem(Diagnostic::error("folder.path", message).at(Place::file(path)));
            } else if let Some(kind) = path
                .split('/')
                .all(wanted)
                .then(|| found.kind(&path))
                .flatten()
            {
                found.add(path, kind, text.as_ref().as_bytes());
            }
        }
        found.files()
    }

    /// The file with this path, whatever its kind.
    pub fn get(&self, path: &str) -> Option<&SourceFile> {
        self.all().find(|file| file.path == path)
    }

    /// All files: `campaign.yaml`, scripts, tests, party, bestiary, decks.
    pub fn all(&self) -> impl Iterator<Item = &SourceFile> {
        let lists = [
            &self.scripts,
            &self.tests,
            &self.party,
            &self.bestiary,
            &self.decks,
        ];
        self.campaign.iter().chain(lists.into_iter().flatten())
    }
}

/// The files met so far.
#[derive(Default)]
struct Gathered {
    files: BTreeMap<String, (Kind, SourceFile)>,
    problems: Vec<Diagnostic>,
}

impl Gathered {
    fn problem(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    /// Where the file belongs, if anywhere. A file that looks meant and is not read is told of.
    fn kind(&mut self, path: &str) -> Option<Kind> {
        let (folder, rest) = path.split_once('/').unwrap_or(("", path));
        let name = path.rsplit('/').next().unwrap_or(path);
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        let data = match folder {
            "party" => Some(Kind::Party),
            "bestiary" => Some(Kind::Bestiary),
            "decks" => Some(Kind::Deck),
            _ => None,
        };
        match extension {
            _ if folder == "sessions" => None,
            "luau" | "lua" if stem.ends_with(".d") => None,
            "luau" | "lua" if folder == "tests" => Some(Kind::Test),
            "luau" | "lua" => Some(Kind::Script),
            "yaml" if path == CAMPAIGN => Some(Kind::Campaign),
            "yaml" if !rest.contains('/') => data,
            "yaml" | "yml" if data.is_some() || stem == "campaign" => {
                let message = "this file is not read";
                let help = match data {
                    Some(_) => {
                        format!("{folder}/ holds files named *.yaml, without further folders")
                    }
                    None => format!("the campaign's own file is {CAMPAIGN}, in its first folder"),
                };
                self.problem(
                    Diagnostic::warning("folder.unread", message)
                        .at(Place::file(path))
                        .help(help),
                );
                None
            }
            _ => None,
        }
    }

    /// Takes a file in, if it is a text of a fit size.
    fn add(&mut self, path: String, kind: Kind, bytes: &[u8]) {
        let most = largest(kind);
        if bytes.len() > most {
            let message = format!("the file is too large: {most} bytes are the most");
            return self.problem(Diagnostic::error("folder.size", message).at(Place::file(path)));
        }
        let content = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        match std::str::from_utf8(content) {
            // Luau takes it for the end of the file: what follows would be left out in silence.
            Ok(text) if text.contains('\0') => {
                let line = text.split('\0').next().unwrap_or("").matches('\n').count() + 1;
                let place = Place::line(path, u32::try_from(line).unwrap_or(u32::MAX));
                let fault = Diagnostic::error("folder.text", "there is a zero byte in this line");
                self.problem(fault.at(place).help("a text has none: save it as UTF-8"));
            }
            Ok(text) => {
                let file = SourceFile {
                    path: path.clone(),
                    text: text.into(),
                    hash: blake3::hash(bytes),
                };
                self.files.insert(path, (kind, file));
            }
            Err(error) => {
                let before = &content[..error.valid_up_to()];
                let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
                let place = Place::line(path, u32::try_from(line).unwrap_or(u32::MAX));
                let fault =
                    Diagnostic::error("folder.text", "the file is no UTF-8 text from this line on");
                self.problem(fault.at(place).help("save it as UTF-8"));
            }
        }
    }

    fn files(mut self) -> Files {
        self.refuse_twins();
        let mut sum = blake3::Hasher::new();
        for (_, file) in self.files.values() {
            sum.update(file.path.as_bytes())
                .update(b"\0")
                .update(file.hash.as_bytes());
        }
        for problem in &self.problems {
            sum.update(problem.to_line().as_bytes()).update(b"\0");
        }
        let mut files = Files {
            campaign: None,
            scripts: Vec::new(),
            tests: Vec::new(),
            party: Vec::new(),
            bestiary: Vec::new(),
            decks: Vec::new(),
            problems: self.problems,
            hash: sum.finalize(),
        };
        for (kind, file) in self.files.into_values() {
            match kind {
                Kind::Campaign => files.campaign = Some(file),
                Kind::Script => files.scripts.push(file),
                Kind::Test => files.tests.push(file),
                Kind::Party => files.party.push(file),
                Kind::Bestiary => files.bestiary.push(file),
                Kind::Deck => files.decks.push(file),
            }
        }
        files
    }

    /// `x.lua` beside `x.luau`: which of them `require("./x")` means can't be told, so neither is read.
    fn refuse_twins(&mut self) {
        let twins: Vec<(String, String)> = (self.files.keys())
            .filter_map(|path| Some((path.clone(), format!("{}.luau", path.strip_suffix(".lua")?))))
            .filter(|(_, twin)| self.files.contains_key(twin))
            .collect();
        for (one, other) in twins {
            self.files.remove(&one);
            self.files.remove(&other);
            let message = format!("{one} and {other} have one name; neither is read");
            let fault = Diagnostic::error("folder.twins", message).at(Place::file(one));
            self.problem(
                fault
                    .label(Place::file(other), "the other one")
                    .help("keep one of them, or rename it"),
            );
        }
    }
}

fn largest(kind: Kind) -> usize {
    match kind {
        Kind::Script | Kind::Test => LARGEST_SCRIPT,
        _ => super::yaml::LARGEST,
    }
}

/// Whether a file or folder of this name is looked at: not hidden, no editor's leavings.
pub fn wanted(name: &str) -> bool {
    !name.starts_with('.') && !name.contains('~') && !name.starts_with('#')
}

/// The system's word for what went wrong, without its number.
fn words(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error") {
        Some(end) => text[..end].to_lowercase(),
        None => text,
    }
}

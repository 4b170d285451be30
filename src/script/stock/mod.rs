//! The stock library: what ships inside the program, written in `stdlib/` as a designer would write it, and there in
//! every campaign.
//!
//! It is loaded once a process into a VM of its own that is then dropped. What stays is its definitions, shared by all
//! tables, and its code, compiled. A table holds numbers where functions would be; the first call of one *wakes* its
//! file in the table's own VM (`waking.rs`). A table that fights no stock foe pays for none.
//!
//! Not here: how files are read (`modules`), how a campaign's own definitions take a stock one's place (`loading`), the
//! content (`stdlib/`).

pub mod page;
mod waking;

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use mlua::Lua;

use super::define::drafts::{self, AdversaryDraft};
use super::diagnostic::Diagnostic;
use super::folder::SourceFile;
use super::generation::{Generation, Manner, lock};
use super::limits::Limits;
use super::loading::Loading;
use super::modules::{self, Loader};
use super::{references, sandbox, translate, world};
use crate::table::catalog::{self, Catalog, FnId};

pub use waking::wake;

/// What the path of a stock file begins with, wherever one is shown or asked for.
pub const ROOT: &str = catalog::STOCK;

/// Files by path inside `stdlib/`; `build.rs` gathers them.
const SOURCES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/stock.rs"));

/// The library as every table shares it.
pub struct Stock {
    /// Its definitions, with what the rulebook names besides.
    pub catalog: Catalog,
    /// Its adversaries as written, for `like`.
    pub drafts: Vec<AdversaryDraft>,
    /// What is wrong with it, advice too: nothing, in a release.
    pub faults: Vec<Diagnostic>,
    files: Vec<File>,
    functions: u32,
}

/// A file of it.
struct File {
    source: SourceFile,
    code: OnceLock<Vec<u8>>,
    /// The number of its first function.
    first: u32,
    /// How many it has.
    functions: u32,
    /// Does it give something? Then it is there to be required, and declares nothing.
    module: bool,
}

static STOCK: OnceLock<Stock> = OnceLock::new();

/// The library, loaded at the first call.
pub fn stock() -> &'static Stock {
    STOCK.get_or_init(|| Stock::load(SOURCES))
}

/// A stock file by its path.
#[must_use]
pub fn source(path: &str) -> Option<SourceFile> {
    let inside = path.strip_prefix(ROOT)?;
    let (inside, text) = SOURCES.iter().find(|(known, _)| *known == inside)?;
    Some(source_file(inside, text))
}

/// The code of a stock file, compiled once a process; nothing while the library itself is being loaded.
#[must_use]
pub fn code(path: &str) -> Option<&'static [u8]> {
    let files = is_stock(path).then(|| STOCK.get())??.files.iter();
    let file = files.into_iter().find(|file| file.source.path == path)?;
    let compile = || sandbox::compiler().compile(&*file.source.text);
    // What doesn't compile is loaded as text, and says why.
    let code = file.code.get_or_init(|| compile().unwrap_or_default());
    Some(code.as_slice()).filter(|code| !code.is_empty())
}

/// Is this the path of a stock file?
#[must_use]
pub fn is_stock(path: &str) -> bool {
    path.starts_with(ROOT)
}

impl Stock {
    fn load(sources: &[(&str, &str)]) -> Stock {
        let mut stock = Stock {
            catalog: world::rulebook(),
            drafts: Vec::new(),
            faults: Vec::new(),
            files: sources
                .iter()
                .map(|(inside, text)| File {
                    source: source_file(inside, text),
                    code: OnceLock::new(),
                    first: 0,
                    functions: 0,
                    module: false,
                })
                .collect(),
            functions: 0,
        };
        let generation = Generation::new(Limits::default(), Arc::new(AtomicBool::new(false)));
        match sandbox::build(&generation, &[]) {
            Ok(lua) => stock.declare(&lua, &generation),
            Err(error) => stock.faults.push(translate::error(&error)),
        }
        stock
    }

    /// Runs each file once, for its definitions and for the numbers of its functions.
    fn declare(&mut self, lua: &Lua, generation: &Arc<Generation>) {
        let loading = Loading {
            catalog: std::mem::take(&mut self.catalog),
            ..Loading::default()
        };
        *lock(&generation.loading) = Some(loading);
        generation.begin(None, Manner::default());
        let sources: Vec<SourceFile> = self.files.iter().map(|f| f.source.clone()).collect();
        let loader = Loader::new(lua, generation, &sources);
        for file in &mut self.files {
            generation.rearm();
            file.first = generation.functions();
            match modules::load(&loader, &file.source.path) {
                Ok(value) => file.module = !value.is_nil(),
                Err(fault) => self.faults.push(fault),
            }
            file.functions = generation.functions() - file.first;
        }
        generation.end();
        self.functions = generation.functions();
        let loading = lock(&generation.loading).take().unwrap_or_default();
        self.faults
            .extend(world::unfinished(&loading, &BTreeSet::new()));
        self.faults.extend(loading.warnings);
        self.catalog = loading.catalog;
        self.drafts.clone_from(&loading.adversaries);
        let (adversaries, errors, advice) = drafts::finish(loading.adversaries, &[]);
        self.faults.extend(errors);
        self.faults.extend(advice);
        for def in adversaries {
            let name = def.name.clone();
            self.catalog.adversaries.add(&name, def);
        }
        self.faults
            .extend(references::references(&self.catalog, true, &[]));
    }

    /// How many functions it has: a table keeps their numbers free.
    #[must_use]
    pub fn functions(&self) -> u32 {
        self.functions
    }

    /// The paths of all its files.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.source.path.as_str())
    }

    /// Names that `require("@std/…")` takes: files that give something.
    pub fn modules(&self) -> impl Iterator<Item = &str> {
        let modules = self.files.iter().filter(|file| file.module);
        modules.filter_map(|file| {
            let name = file.source.path.strip_prefix(ROOT)?;
            name.strip_suffix(".luau")
        })
    }

    /// The file that a function stands in.
    fn home(&self, id: FnId) -> Option<&File> {
        let at = self
            .files
            .partition_point(|file| file.first + file.functions <= id.0);
        self.files.get(at).filter(|file| file.first <= id.0)
    }
}

fn source_file(inside: &str, text: &str) -> SourceFile {
    SourceFile {
        path: format!("{ROOT}{inside}"),
        text: text.into(),
        hash: blake3::hash(text.as_bytes()),
    }
}

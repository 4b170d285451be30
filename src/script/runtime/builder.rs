//! Building a runtime: where the campaign is, what of it plays, where the session goes on.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::resume::broken;
use super::{Runtime, campaign};
use crate::script::clock::{self, Clock};
use crate::script::diagnostic::Diagnostic;
use crate::script::folder::{self, Files};
use crate::script::generation::Manner;
use crate::script::limits::Limits;
use crate::script::native::Native;
use crate::script::outcome::Line;
use crate::script::world::{Faults, World};
use crate::table::journal::Lock;
use crate::table::seed::Seed;
use crate::table::state::State;

/// What a runtime is built from.
#[derive(Default)]
pub struct Builder {
    folder: Option<PathBuf>,
    files: Option<Files>,
    journal: Option<bool>,
    seed: Option<Seed>,
    limits: Limits,
    natives: Vec<Native>,
    clock: Option<Clock>,
    manner: Manner,
}

impl Builder {
    /// A campaign's folder; what is played there is journaled under `sessions/`.
    #[must_use]
    pub fn folder(mut self, path: impl Into<PathBuf>) -> Self {
        self.folder = Some(path.into());
        self
    }
    /// Files in memory; nothing is journaled.
    #[must_use]
    pub fn files(mut self, files: Files) -> Self {
        self.files = Some(files);
        self
    }
    /// Whether a folder's sessions are journaled; on by default.
    #[must_use]
    pub fn journal(mut self, on: bool) -> Self {
        self.journal = Some(on);
        self
    }
    /// The seed; the campaign's own by default.
    #[must_use]
    pub fn seed(mut self, seed: Seed) -> Self {
        self.seed = Some(seed);
        self
    }
    /// Limits of scripts.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
    /// Adds a function of the host program: a global of every script, and of the prompt. Its name is letters, digits
    /// and `_`, and no word that scripts have already.
    #[must_use]
    pub fn register(mut self, native: Native) -> Self {
        self.natives.push(native);
        self
    }
    /// The time, for the journal; the machine's by default.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = Some(clock);
        self
    }
    /// How questions, dice and Boons are treated.
    #[must_use]
    pub fn manner(mut self, manner: Manner) -> Self {
        self.manner = manner;
        self
    }

    /// Builds it. Broken scripts are left out, and the greeting says so.
    ///
    /// # Errors
    /// A registered function whose name can't be used, no campaign, a broken campaign.yaml, a session file that can't be opened, a campaign that somebody else plays.
    pub fn build(self) -> Result<Runtime, Vec<Diagnostic>> {
        let misnamed: Vec<Diagnostic> = self
            .natives
            .iter()
            .filter_map(|native| native.misnamed(&self.natives))
            .map(|why| Diagnostic::error("host", why))
            .collect();
        if !misnamed.is_empty() {
            return Err(misnamed);
        }
        let (root, files) = match (self.folder, self.files) {
            (_, Some(files)) => (None, files),
            (Some(folder), None) => {
                let root = folder::find(&folder).map_err(|fault| vec![fault])?;
                let files = Files::scan(&root);
                (Some(root), files)
            }
            (None, None) => {
                return Err(vec![Diagnostic::error(
                    "campaign",
                    "a runtime needs a folder or files",
                )]);
            }
        };
        let mut read = campaign::read(&files)?;
        let seed = match self.seed {
            Some(seed) => seed,
            None => read.seed.clone(),
        };
        let interrupt = Arc::new(AtomicBool::new(false));
        let world = World::build(
            &files,
            &read.setting,
            &self.limits,
            Arc::clone(&interrupt),
            &self.natives,
            Faults::LeaveOut,
            false,
        )?;
        read.against(&world.catalog);
        let clock = self.clock.unwrap_or_else(clock::system);
        let journaled = self.journal.unwrap_or(root.is_some());
        let lock = match (&root, journaled) {
            (Some(root), true) => Some(Lock::take(root, &clock()).map_err(|e| broken(&e))?),
            _ => None,
        };
        let mut greeting = vec![Line::notice(read.setting.title.clone())];
        let mut runtime = Runtime {
            root,
            files,
            setting: read.setting.clone(),
            seed,
            world,
            limits: self.limits,
            natives: self.natives,
            interrupt,
            clock,
            state: State::default(),
            history: Vec::new(),
            undone: Vec::new(),
            journal: None,
            _lock: lock,
            manner: self.manner,
            open: None,
            refused: None,
            older: Vec::new(),
            greeting: Vec::new(),
            subscribers: Vec::new(),
            log: Vec::new(),
            named: Vec::new(),
            last_sources: BTreeMap::new(),
            next_act: 1,
            highest_id: 0,
            party_taken: BTreeMap::new(),
            party_waits: false,
            renames_wait: Vec::new(),
            orphans_wait: false,
            late: Vec::new(),
            left_out: false,
            journaled,
        };
        let resumed = if journaled {
            runtime.resume(&mut greeting)?
        } else {
            false
        };
        if !resumed {
            runtime.first_session(&mut greeting)?;
        }
        let renames = super::moved::renamed(&runtime.last_sources, &runtime.files);
        runtime.follow_renames(&renames, &mut greeting);
        let advice = read.problems.iter().filter(|fault| !fault.is_error());
        runtime.world.warnings.extend(advice.cloned());
        runtime.sync_party(&read.party, &mut greeting);
        greeting.extend(runtime.unlike_their_files());
        for fault in &runtime.world.left_out {
            greeting.push(Line::notice(format!(
                "left out: {}",
                fault.to_text(&crate::script::diagnostic::Look::default())
            )));
        }
        for fault in read.problems.iter().filter(|fault| fault.is_error()) {
            greeting.push(Line::notice(format!(
                "left out: {}",
                fault.to_text(&crate::script::diagnostic::Look::default())
            )));
        }
        for warning in &runtime.world.warnings {
            greeting.push(Line::notice(warning.to_line()));
        }
        // As after a reload that was refused: until all is mended, newer code waits.
        let left_out = runtime.world.left_out.iter();
        let broken = read.problems.iter().filter(|fault| fault.is_error());
        runtime.older = left_out.chain(broken).cloned().collect();
        runtime.left_out = !runtime.older.is_empty();
        greeting.extend(super::reload::orphans(
            &runtime.state,
            &runtime.world.catalog,
        ));
        runtime.greeting = greeting;
        runtime.tell_history();
        Ok(runtime)
    }
}

//! What the campaign's data files say: title, seed, switches, lines and veils, the party.

use std::sync::Arc;

use super::Runtime;
use crate::rules::ids::ThingKind;
use crate::rules::values::ItemState;
use crate::script::campaign::{self as files, Party};
use crate::script::define::frame;
use crate::script::diagnostic::Diagnostic;
use crate::script::folder::{Files, SourceFile};
use crate::script::outcome::Line;
use crate::script::world::Setting;
use crate::table::catalog::Catalog;
use crate::table::event::Event;
use crate::table::journal::Sources;
use crate::table::names;
use crate::table::seed::Seed;
use crate::table::sheet::Sheet;
use crate::table::state::{Body, Pc};

/// The data files, read.
pub(super) struct Read {
    pub setting: Setting,
    pub seed: Seed,
    pub party: Vec<(SourceFile, Sheet)>,
    pub problems: Vec<Diagnostic>,
}

/// Reads them. Sheets with faults are left out and named.
///
/// # Errors
/// A campaign.yaml that is missing or broken.
pub(super) fn read(files: &Files) -> Result<Read, Vec<Diagnostic>> {
    let Some(file) = &files.campaign else {
        return Err(vec![Diagnostic::error(
            "campaign",
            "there is no campaign.yaml: it holds at least `title: …`",
        )]);
    };
    let campaign = files::campaign(file).map_err(|fault| vec![fault])?;
    let mut setting = Setting {
        title: campaign
            .title
            .clone()
            .unwrap_or_else(|| "Untitled campaign".into()),
        lines: campaign.lines.clone(),
        veils: campaign.veils.clone(),
        dials: campaign.dials.clone(),
        bare: campaign.stock == Some(false),
        ..Setting::default()
    };
    let mut faults = Vec::new();
    for switch in &campaign.switches {
        if let Err(error) = setting
            .switches
            .set(&switch.name, &switch.value.to_string())
        {
            faults.push(Diagnostic::error("switch", error.to_string()).at(switch.place.clone()));
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let seed = match &campaign.seed {
        Some(seed) => Seed::text(seed),
        None => Seed::text(&setting.title),
    };
    let seed = seed.map_err(|e| vec![Diagnostic::error("seed", e.to_string())])?;
    let Party {
        sheets,
        mut problems,
    } = files::party(&files.party, &own_skills(&files.scripts));
    for file in files.bestiary.iter().chain(&files.decks) {
        problems.push(Diagnostic::warning(
            "not_read",
            format!("{} isn't read yet: write it as Luau", file.path),
        ));
    }
    Ok(Read {
        setting,
        seed,
        party: sheets,
        problems,
    })
}

impl Read {
    /// Holds the sheets against the scripts: armor that these declare.
    pub(super) fn against(&mut self, catalog: &Catalog) {
        let problems = files::find_armors(&mut self.party, catalog);
        self.problems.extend(problems);
    }
}

/// The skills that scripts declare, by the words that sheets write: sheets are read before any script runs.
fn own_skills(scripts: &[SourceFile]) -> Vec<String> {
    scripts
        .iter()
        .flat_map(|file| frame::skills_in(&file.text))
        .collect()
}

pub(super) fn short_hash(file: &SourceFile) -> String {
    file.hash.to_hex()[..16].to_owned()
}

/// A character as the sheet begins.
pub(super) fn fresh(sheet: &Sheet) -> Pc {
    Pc {
        sheet: Arc::new(sheet.clone()),
        body: Body::default(),
        harm: 0,
        dead: false,
        boons: 0,
        xp: 0,
        failure_boons: 0,
        stakes: std::collections::BTreeSet::new(),
        armor: ItemState::Maintained,
        weapon: ItemState::Maintained,
        tracks: std::collections::BTreeMap::new(),
    }
}

impl Runtime {
    /// Of sheets whose files have changed since they were last taken over: those that are new join, and the changed
    /// fields of the others are one act. What was undone doesn't come back by itself.
    pub(super) fn sync_party(&mut self, sheets: &[(SourceFile, Sheet)], lines: &mut Vec<Line>) {
        let mut events = Vec::new();
        let mut next = self.next_thing(ThingKind::Pc);
        let before = self.party_taken.clone();
        self.party_taken
            .retain(|path, _| self.files.get(path).is_some());
        for (file, sheet) in sheets {
            let hash = short_hash(file);
            if self.party_taken.get(&file.path) == Some(&hash) {
                continue;
            }
            self.party_taken.insert(file.path.clone(), hash);
            let known = self
                .state
                .cast
                .iter()
                .find(|(_, pc)| names::same(&pc.sheet.name, &sheet.name));
            match known {
                None => {
                    events.push(Event::Joined {
                        who: next,
                        pc: Box::new(fresh(sheet)),
                    });
                    next.id += 1;
                }
                Some((id, pc)) if *pc.sheet != *sheet => events.push(Event::SheetChanged {
                    who: crate::rules::ids::Thing {
                        kind: ThingKind::Pc,
                        id: *id,
                    },
                    old: Arc::clone(&pc.sheet),
                    new: Arc::new(sheet.clone()),
                }),
                Some(_) => {}
            }
        }
        if events.is_empty() {
            return;
        }
        match self.record_facts("party", events) {
            Ok(words) => lines.extend(words),
            Err(fault) => {
                self.party_taken = before;
                lines.push(Line::notice(format!(
                    "the sheets could not be taken over: {}",
                    fault.to_line()
                )));
            }
        }
    }

    /// Sheets that are other than their files, as after an undo: said, for only the GM can know which of the two holds.
    pub(super) fn unlike_their_files(&self) -> Vec<Line> {
        let sheets = self.party_files();
        let unlike = sheets.iter().filter_map(|(file, sheet)| {
            let held = self.state.cast.values();
            let held = held
                .map(|pc| &pc.sheet)
                .find(|held| names::same(&held.name, &sheet.name))
                .filter(|held| ***held != *sheet)?;
            Some(Line::notice(format!(
                "{}'s sheet at the table is another than {} ({}): `:reload` takes the file over",
                sheet.name,
                file.path,
                held.changed(sheet).join(", ")
            )))
        });
        unlike.collect()
    }

    /// Reads the campaign's files again because somebody says so: where nothing has changed since, sheets that are other
    /// than their files are taken over once more.
    pub fn take_over(&mut self) -> Vec<Line> {
        let mut lines = self.reload();
        if lines.is_empty() && self.open.is_none() {
            let sheets = self.party_files();
            for (file, _) in &sheets {
                self.party_taken.remove(&file.path);
            }
            self.sync_party(&sheets, &mut lines);
        }
        lines
    }

    fn party_files(&self) -> Vec<(SourceFile, Sheet)> {
        let Ok(mut read) = read(&self.files) else {
            return Vec::new();
        };
        read.against(&self.world.catalog);
        read.party
    }

    /// Does what had to wait because a question was open: scripts that got other names, definitions that went, sheets
    /// that changed.
    pub(super) fn catch_up(&mut self) {
        if self.open.is_some() {
            return;
        }
        let mut lines = Vec::new();
        let renames = std::mem::take(&mut self.renames_wait);
        self.follow_renames(&renames, &mut lines);
        if std::mem::take(&mut self.orphans_wait) {
            self.keep_last_numbers(&mut lines);
        }
        if std::mem::take(&mut self.party_waits)
            && let Ok(mut read) = read(&self.files)
        {
            read.against(&self.world.catalog);
            self.sync_party(&read.party, &mut lines);
        }
        self.late.extend(lines);
    }

    /// What is in use: the scripts, and the sheets that were taken over.
    pub(super) fn sources(&self) -> Sources {
        let scripts = self.files.scripts.iter();
        scripts
            .map(|file| (file.path.clone(), short_hash(file)))
            .chain(self.party_taken.clone())
            .collect()
    }
}

//! Adversaries as written, until all are known and `like` can be worked out.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::rules::adversary::{FoeNumbers as Written, Resilience, TL_TABLE};
use crate::rules::moves::MoveNumbers;
use crate::rules::resists::Resistance;
use crate::rules::validate::{Finding, Level, validate_foe, validate_moves};
use crate::rules::values::{Armor, Attribute};
use crate::script::diagnostic::{Diagnostic, Place as Shown};
use crate::table::catalog::{
    AdversaryDef, Cost, DeedDef, Hook, MoveDef, PhaseDef, Place, Together,
};
use crate::table::datum::Datum;
use crate::table::names;

/// An adversary's fields as a script wrote them.
#[derive(Clone, Debug, Default)]
pub struct AdversaryDraft {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Whose fields it starts from.
    pub like: Option<String>,
    /// Threat Level.
    pub tl: Option<i64>,
    /// Resilience, when it is said.
    pub resilience: Option<Resilience>,
    /// Armor.
    pub armor: Option<Armor>,
    /// Harm dealt.
    pub deals: Option<i64>,
    /// Attributes.
    pub attributes: Vec<(String, i64)>,
    /// Skills.
    pub skills: Vec<(String, i64)>,
    /// Pool gauge.
    pub pool: Option<i64>,
    /// Gauges by what they are for.
    pub pools: Vec<(String, i64)>,
    /// Kinds of Harm resisted.
    pub resists: Vec<(String, Resistance)>,
    /// What several of its kind mean.
    pub together: Option<Together>,
    /// DV at which it breaks.
    pub morale: Option<u8>,
    /// It can be bound.
    pub leash: Option<bool>,
    /// The timer that begins with it.
    pub timer: Option<String>,
    /// Parts of the other one that are left out.
    pub without: Vec<String>,
    /// Fatigue track.
    pub fatigue_size: Option<i64>,
    /// How a puzzle ends.
    pub resolution: Option<String>,
    /// Words.
    pub text: Option<String>,
    /// Tags.
    pub tags: Option<Vec<String>>,
    /// First memory.
    pub memory: Option<Datum>,
    /// The script whose memory that is.
    pub memory_of: Arc<str>,
    /// Moves.
    pub moves: Vec<MoveDef>,
    /// Phases.
    pub phases: Vec<PhaseDef>,
    /// Deeds.
    pub deeds: Vec<DeedDef>,
    /// Reactions; the first is its own fields.
    pub hooks: Vec<Hook>,
}

/// Own parts replace those of the same name, others come after.
fn over<T: Clone>(base: &[T], own: Vec<T>, name: impl Fn(&T) -> &str) -> Vec<T> {
    let mut all: Vec<T> = base.to_vec();
    for one in own {
        match all
            .iter()
            .position(|other| names::same(name(other), name(&one)))
        {
            Some(at) => all[at] = one,
            None => all.push(one),
        }
    }
    all
}

/// Hooks over hooks. The fields `on_…` and `modify_…` of a block are a hook by the block's own name: field by field,
/// its own win.
fn hooks(base: &AdversaryDraft, own: Vec<Hook>, name: &str) -> Vec<Hook> {
    let mut named: Vec<Hook> = base.hooks.clone();
    for hook in &mut named {
        if hook.name == base.name {
            name.clone_into(&mut hook.name);
        }
    }
    for mut hook in own {
        match named
            .iter()
            .position(|other| names::same(&other.name, &hook.name))
        {
            Some(at) if hook.name == name => {
                let before = named[at].clone();
                for (event, what) in before.on {
                    hook.on.entry(event).or_insert(what);
                }
                for (step, what) in before.modify {
                    hook.modify.entry(step).or_insert(what);
                }
                named[at] = hook;
            }
            Some(at) => named[at] = hook,
            None => named.push(hook),
        }
    }
    named
}

fn move_numbers(one: &MoveDef) -> MoveNumbers {
    MoveNumbers {
        name: one.name.clone(),
        cost: match one.cost {
            Cost::Fixed(n) => Some(i64::from(n)),
            Cost::Run(_) => None,
        },
        signature: one.signature,
        tags: one.tags.clone(),
    }
}

impl AdversaryDraft {
    /// With another's fields where it has none of its own, without the parts it doesn't want.
    fn over(mut self, base: &AdversaryDraft) -> Result<Self, Diagnostic> {
        let mut base = base.clone();
        base.leave_out(&self.without)
            .map_err(|why| Diagnostic::error("unknown_name", why).at(self.at()))?;
        // A move of a phase is replaced where it stands.
        for phase in &mut base.phases {
            for one in &mut phase.moves {
                if let Some(at) = self
                    .moves
                    .iter()
                    .position(|own| names::same(&own.name, &one.name))
                {
                    *one = self.moves.remove(at);
                }
            }
        }
        let base = &base;
        Ok(Self {
            place: self.place,
            like: None,
            tl: self.tl.or(base.tl),
            resilience: self.resilience.or(base.resilience),
            armor: self.armor.or(base.armor),
            deals: self.deals.or(base.deals),
            attributes: over(&base.attributes, self.attributes, |(name, _)| name),
            skills: over(&base.skills, self.skills, |(name, _)| name),
            fatigue_size: self.fatigue_size.or(base.fatigue_size),
            resolution: self.resolution.or_else(|| base.resolution.clone()),
            text: self.text.or_else(|| base.text.clone()),
            tags: self.tags.or_else(|| base.tags.clone()),
            memory_of: match &self.memory {
                Some(_) => self.memory_of,
                None => Arc::clone(&base.memory_of),
            },
            memory: self.memory.or_else(|| base.memory.clone()),
            moves: over(&base.moves, self.moves, |one| &one.name),
            phases: over(&base.phases, self.phases, |one| &one.name),
            deeds: over(&base.deeds, self.deeds, |one| &one.name),
            hooks: hooks(base, self.hooks, &self.name),
            without: Vec::new(),
            pools: over(&base.pools, self.pools, |(name, _)| name),
            pool: self.pool.or(base.pool),
            resists: over(&base.resists, self.resists, |(kind, _)| kind),
            together: self.together.or_else(|| base.together.clone()),
            morale: self.morale.or(base.morale),
            leash: self.leash.or(base.leash),
            timer: self.timer.or_else(|| base.timer.clone()),
            name: self.name,
        })
    }

    fn at(&self) -> Shown {
        Shown::line(self.place.file.to_string(), self.place.line)
    }

    /// Takes out parts by name.
    fn leave_out(&mut self, without: &[String]) -> Result<(), String> {
        for name in without {
            let here = |other: &str| names::same(other, name);
            let mut known: Vec<String> = Vec::new();
            known.extend(self.moves.iter().map(|one| one.name.clone()));
            for phase in &self.phases {
                known.push(phase.name.clone());
                known.extend(phase.moves.iter().map(|one| one.name.clone()));
            }
            known.extend(self.deeds.iter().map(|one| one.name.clone()));
            known.extend(self.hooks.iter().map(|one| one.name.clone()));
            if !known.iter().any(|other| here(other)) {
                let what = format!("part of {} that can be left out", self.name);
                return Err(format!("without: {}", names::unknown(&what, name, &known)));
            }
            self.moves.retain(|one| !here(&one.name));
            self.phases.retain(|one| !here(&one.name));
            for phase in &mut self.phases {
                phase.moves.retain(|one| !here(&one.name));
            }
            self.deeds.retain(|one| !here(&one.name));
            self.hooks.retain(|one| !here(&one.name));
        }
        Ok(())
    }

    fn findings(&self) -> Vec<Finding> {
        let written = Written {
            name: self.name.clone(),
            tl: self.tl.unwrap_or(0),
            resilience: self.resilience.unwrap_or(Resilience::ByTl),
            phases: i64::try_from(self.phases.len()).ok().filter(|n| *n > 0),
            resolution: self.resolution.clone(),
            harm: self.deals,
            fatigue_size: self.fatigue_size,
            armor: self.armor,
            attributes: self.attributes.clone(),
            skills: self.skills.clone(),
        };
        let mut findings = validate_foe(&written);
        let all: Vec<MoveNumbers> = self
            .moves
            .iter()
            .chain(self.phases.iter().flat_map(|phase| &phase.moves))
            .map(move_numbers)
            .collect();
        // Each phase has its own moves, and those outside phases (R71): that many stand in the menu.
        let menus: Vec<(String, usize)> = self
            .phases
            .iter()
            .map(|phase| (phase.name.clone(), phase.moves.len() + self.moves.len()))
            .collect();
        findings.extend(validate_moves(&self.name, written.tl, &all, &menus));
        findings
    }

    fn finish(self, warnings: &mut Vec<Diagnostic>) -> Result<AdversaryDef, Diagnostic> {
        let findings = self.findings();
        let place = || Shown::line(self.place.file.to_string(), self.place.line);
        let words = |f: &Finding| format!("{}.{}: {} (rules/05)", f.creature, f.field, f.message);
        let (errors, advice): (Vec<_>, Vec<_>) =
            findings.iter().partition(|f| f.level == Level::Error);
        warnings.extend(
            advice
                .into_iter()
                .map(|f| Diagnostic::warning("adversary", words(f)).at(place())),
        );
        if let Some((first, more)) = errors.split_first() {
            let error = Diagnostic::error("adversary", words(first)).at(place());
            return Err(more.iter().fold(error, |error, f| {
                error.help(format!("also {}: {}", f.field, f.message))
            }));
        }
        let tl = u8::try_from(self.tl.unwrap_or(1)).unwrap_or(1);
        let row = &TL_TABLE[usize::from(tl.clamp(1, 10)) - 1];
        let number =
            |n: Option<i64>, default: u32| n.and_then(|n| u32::try_from(n).ok()).unwrap_or(default);
        // Capacity when nothing is listed: the key attribute (R70).
        let key = self.attributes.iter().map(|(_, n)| *n).max();
        Ok(AdversaryDef {
            pool: number(self.pool, row.pool),
            pools: self
                .pools
                .iter()
                .filter_map(|(name, n)| Some((name.clone(), u32::try_from(*n).ok()?)))
                .collect(),
            resists: self.resists.into_iter().collect(),
            together: self.together,
            morale: self.morale,
            leash: self.leash.unwrap_or(false),
            timer: self.timer,
            fatigue_size: number(self.fatigue_size.or(key), row.fatigue_size).max(1),
            tl,
            resilience: match self.resilience {
                Some(Resilience::Number(n)) => u32::try_from(n).ok(),
                _ => None,
            },
            armor: self.armor.unwrap_or_default(),
            deals: number(self.deals, row.harm),
            attributes: self
                .attributes
                .iter()
                .filter_map(|(name, n)| Some((Attribute::parse(name)?, u8::try_from(*n).ok()?)))
                .collect(),
            skills: self
                .skills
                .iter()
                .filter_map(|(name, n)| Some((name.clone(), u8::try_from(*n).ok()?)))
                .collect(),
            // Empty words end nothing.
            resolution: self.resolution.filter(|text| !text.trim().is_empty()),
            text: self.text.unwrap_or_default(),
            tags: self.tags.unwrap_or_default(),
            memory: self.memory,
            memory_of: self.memory_of,
            moves: self.moves,
            phases: self.phases,
            deeds: self.deeds,
            hooks: self.hooks,
            name: self.name,
            place: self.place,
        })
    }
}

/// All adversaries with `like` worked out, checked by the rulebook's bounds: those that hold, faults, advice. `like` may
/// name one of the stock library too.
#[must_use]
pub fn finish(
    drafts: Vec<AdversaryDraft>,
    stock: &[AdversaryDraft],
) -> (Vec<AdversaryDef>, Vec<Diagnostic>, Vec<Diagnostic>) {
    let by_name = |drafts: &[AdversaryDraft]| -> BTreeMap<String, AdversaryDraft> {
        let named = drafts
            .iter()
            .map(|one| (names::fold(&one.name), one.clone()));
        named.collect()
    };
    // A campaign without `like` needs no second list of the whole library.
    let needed = drafts.iter().any(|draft| draft.like.is_some());
    let all = Known {
        own: by_name(&drafts),
        stock: by_name(if needed { stock } else { &[] }),
    };
    let (mut done, mut errors, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
    for draft in drafts {
        match based(draft, &all, &[]).and_then(|draft| draft.finish(&mut warnings)) {
            Ok(def) => done.push(def),
            Err(error) => errors.push(error),
        }
    }
    (done, errors, warnings)
}

/// Adversaries that `like` may name, by folded name.
struct Known {
    own: BTreeMap<String, AdversaryDraft>,
    stock: BTreeMap<String, AdversaryDraft>,
}

impl Known {
    /// The one that `like` means. One that takes a stock one's place may start from what it replaces.
    fn base(&self, draft: &AdversaryDraft, like: &str) -> Option<&AdversaryDraft> {
        let like = names::fold(like);
        let own = self.own.get(&like).filter(|own| own.place != draft.place);
        own.or_else(|| self.stock.get(&like))
            .or_else(|| self.own.get(&like))
    }
}

/// Works out `like`; `chain` are the drafts that led here.
fn based(
    draft: AdversaryDraft,
    all: &Known,
    chain: &[AdversaryDraft],
) -> Result<AdversaryDraft, Diagnostic> {
    let Some(like) = draft.like.clone() else {
        if !draft.without.is_empty() {
            let why = format!(
                "{}: without leaves out parts of another, and there is no like",
                draft.name
            );
            return Err(Diagnostic::error("field", why).at(draft.at()));
        }
        return Ok(draft);
    };
    let at = draft.at();
    let mut chain = chain.to_vec();
    chain.push(draft.clone());
    match all.base(&draft, &like) {
        Some(base) => {
            let same = |one: &AdversaryDraft| one.place == base.place && one.name == base.name;
            if let Some(first) = chain.iter().position(same) {
                let mut circle: Vec<&str> =
                    chain[first..].iter().map(|one| one.name.as_str()).collect();
                circle.push(circle[0]);
                let why = format!(
                    "{}: like goes round in a circle: {}",
                    draft.name,
                    circle.join(" → ")
                );
                return Err(Diagnostic::error("like", why)
                    .at(at)
                    .help("one of them stands on its own: give it a tl and take its like away"));
            }
            draft.over(&based(base.clone(), all, &chain)?)
        }
        None => {
            let known = all.own.values().chain(all.stock.values());
            let known: Vec<&str> = known.map(|draft| draft.name.as_str()).collect();
            let message = format!(
                "like of {}: {}",
                draft.name,
                names::unknown("adversary", &like, &known)
            );
            Err(Diagnostic::error("unknown_name", message).at(at))
        }
    }
}

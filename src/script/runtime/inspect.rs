//! The view: what the prompt shows and completes, worked out after each act.

use std::collections::HashSet;

use super::Runtime;
use crate::rules::actions::Action;
use crate::rules::ids::ThingKind;
use crate::rules::values::Attribute;
use crate::script::args::wants;
use crate::script::cues;
use crate::script::define::WORDS;
use crate::script::define::events::{EVENTS, STEPS};
use crate::script::define::words::INNER;
use crate::script::live::CHAPTERS;
use crate::script::record::Ty;
use crate::script::sandbox::LIVE;
use crate::script::verbs;
use crate::script::view::{Key, Name, NameKind, View};
use crate::script::{fields, group, prompt};
use crate::table::catalog::{Named, Place};
use crate::table::commands::cards;
use crate::table::words;

impl Runtime {
    /// Every global that scripts can read, Luau's own among them, in alphabetical order.
    #[must_use]
    pub fn globals(&self) -> Vec<String> {
        let tables = self.world.generation.tables.get();
        tables.map_or_else(Vec::new, |tables| tables.words.iter().cloned().collect())
    }
}

/// All of a kind: the campaign's, then the stock library's.
fn own_first<'a, T>(
    all: &'a Named<T>,
    place: impl Fn(&T) -> &Place + Copy + 'a,
) -> impl Iterator<Item = &'a std::sync::Arc<T>> {
    let own = all.iter().filter(move |def| !place(def).is_stock());
    own.chain(all.iter().filter(move |def| place(def).is_stock()))
}

pub(super) fn view(runtime: &Runtime) -> View {
    let (state, catalog) = (&runtime.state, &runtime.world.catalog);
    let mut names: Vec<Name> = Vec::new();
    let mut known: HashSet<(NameKind, String)> = HashSet::new();
    let mut add = |name: &str, kind: NameKind, about: String| {
        if known.insert((kind, name.to_owned())) {
            names.push(Name {
                name: name.to_owned(),
                kind,
                about: crate::table::show::visible(&about).into_owned(),
            });
        }
    };
    for thing in state.party() {
        if let Some(pc) = state.pc(thing.id) {
            add(
                &pc.sheet.name,
                NameKind::Pc,
                format!(
                    "Harm {}, Fatigue {}, Boons {}",
                    pc.harm, pc.body.fatigue, pc.boons
                ),
            );
        }
    }
    for thing in state.foes_present() {
        let Some(foe) = state.foe(thing.id) else {
            continue;
        };
        let def = catalog.adversaries.get(&foe.def);
        let numbers = def.map_or_else(|| foe.last.clone(), |def| def.numbers());
        add(&foe.name, NameKind::Foe, words::foe_line(foe, &numbers));
        for one in def
            .map(|def| def.moves_in(foe.phase as usize))
            .unwrap_or_default()
        {
            add(&one.name, NameKind::Move, format!("move of {}", foe.name));
        }
    }
    for thing in state.timers_shown() {
        if let Some(timer) = state.timer(thing.id) {
            add(
                &crate::table::commands::timers::label(state, thing),
                NameKind::Timer,
                format!("{} of {}", timer.filled, timer.size),
            );
        }
    }
    for thing in state.units_present() {
        if let Some(unit) = state.unit(thing.id) {
            let about = format!("unit, Cap {}, Scale {}", unit.cap, unit.scale);
            add(&unit.name, NameKind::Unit, about);
        }
    }
    for def in catalog.units.iter() {
        let about = format!("unit, Cap {}, Scale {}", def.cap, def.scale);
        add(&def.name, NameKind::UnitDef, about);
    }
    // The campaign's own come first.
    for def in own_first(&catalog.adversaries, |def| &def.place) {
        add(&def.name, NameKind::Adversary, format!("TL {}", def.tl));
    }
    for def in own_first(&catalog.timers, |def| &def.place) {
        add(&def.name, NameKind::TimerDef, format!("size {}", def.size));
    }
    for def in catalog.decks.iter() {
        add(
            &def.name,
            NameKind::Deck,
            format!("{} cards", def.cards.len()),
        );
    }
    add(
        cards::CONSEQUENCES,
        NameKind::Deck,
        "the standard 52".into(),
    );
    for def in own_first(&catalog.conditions, |def| &def.hook.place) {
        add(&def.name, NameKind::Condition, def.text.clone());
    }
    for native in crate::rules::conditions::CONDITIONS {
        add(
            native.name,
            NameKind::Condition,
            format!("ends: {}", native.ends),
        );
    }
    for ward in state.peril.wards.values() {
        add(
            &ward.name,
            NameKind::Ward,
            crate::table::peril::ward_line(ward),
        );
    }
    for def in catalog.hazards.iter() {
        add(&def.name, NameKind::Hazard, def.text.clone());
    }
    for cue in cues::all() {
        add(cue.name, NameKind::Cue, cue.about.to_owned());
    }
    for attribute in Attribute::ALL {
        add(attribute.word(), NameKind::Rating, "attribute".to_owned());
    }
    for skill in catalog.skills.iter() {
        add(skill.id.word(), NameKind::Rating, "skill".to_owned());
    }
    for def in catalog.commands.iter() {
        add(&def.name, NameKind::Command, def.help.clone());
    }
    for record in verbs::all() {
        add(record.name, NameKind::Verb, record.signature());
    }
    // `charge ellis troll`: an action stands where a verb does.
    let actions = Action::ALL
        .iter()
        .map(|action| (action.word(), action.about()));
    for (word, about) in actions.filter(|(word, _)| verbs::find(word).is_none()) {
        add(word, NameKind::Verb, about.to_owned());
    }
    for live in LIVE.iter().filter(|live| **live != "store") {
        let about = CHAPTERS.iter().find(|(name, _)| name == live).map_or(
            "a group".to_owned(),
            |(_, fields)| {
                let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
                names.join(", ")
            },
        );
        add(live, NameKind::Live, about);
    }
    for word in WORDS {
        add(
            word.name,
            NameKind::Verb,
            format!("{} — in a file", word.form),
        );
    }
    let (variables, dropped) = prompt::variables(&runtime.world.generation);
    for name in variables.iter().map(|(name, _)| name).chain(&dropped) {
        add(name, NameKind::Variable, "yours".into());
    }
    let members = [
        (NameKind::Pc, ThingKind::Pc),
        (NameKind::Foe, ThingKind::Foe),
        (NameKind::Timer, ThingKind::Timer),
        (NameKind::Unit, ThingKind::Unit),
    ]
    .into_iter()
    .map(|(kind, thing)| {
        let all = fields::of(thing)
            .into_iter()
            .chain(verbs::methods_of(thing))
            .map(str::to_owned)
            .collect();
        (kind, all)
    })
    .chain([(NameKind::Live, {
        let chapters = CHAPTERS
            .iter()
            .flat_map(|(_, fields)| fields.iter().map(|field| field.name));
        let own =
            verbs::all().filter_map(|record| record.name.split_once('.').map(|(_, verb)| verb));
        let mut all: Vec<String> = chapters
            .chain(own)
            .chain(group::METHODS.iter().map(|method| method.name))
            .map(str::to_owned)
            .collect();
        all.sort();
        all.dedup();
        all
    })])
    .collect();
    let key = |name: &str, about: String| Key {
        name: name.to_owned(),
        about,
    };
    let of_verbs = verbs::all().map(|record| {
        let all = record
            .options()
            .iter()
            .filter(|option| !matches!(option.ty, Ty::Do | Ty::Fx | Ty::Function));
        let keys = all.map(|option| key(option.name, wants(option.ty)));
        (record.name.to_owned(), keys.collect::<Vec<Key>>())
    });
    let of_words = WORDS.iter().map(|word| {
        let mut keys: Vec<Key> = word
            .keys()
            .map(|field| key(field.name, field.about.to_owned()))
            .collect();
        if word.reacts {
            let on = EVENTS.iter().map(|one| key(one.key, one.about.to_owned()));
            let steps = STEPS.iter().map(|one| key(one.key, one.about.to_owned()));
            keys.extend(on.chain(steps));
        }
        (word.name.to_owned(), keys)
    });
    let of_inner = INNER.iter().map(|inner| {
        let fields = inner.fields.iter();
        let keys = fields.map(|field| key(field.name, field.about.to_owned()));
        (inner.name.to_lowercase(), keys.collect())
    });
    let options = of_verbs
        .chain(of_words)
        .chain(of_inner)
        .filter(|(_, keys)| !keys.is_empty())
        .collect();
    View {
        place: match (state.scene.name.as_str(), &state.travel.leg) {
            ("", Some(_)) => crate::table::travel::status(state),
            ("", None) => runtime.setting.title.clone(),
            (scene, _) => scene.to_owned(),
        },
        bank: state.bank,
        older: !runtime.older.is_empty() && !runtime.left_out,
        left_out: runtime.left_out,
        asking: runtime.open.is_some(),
        names,
        members,
        options,
    }
}

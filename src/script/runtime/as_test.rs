//! The acts of a session as a test of the campaign: what was done, with the faces that fell, the cards that were drawn and
//! the answers that were given, and at the end what is on the table. It is run once, so that nobody keeps one that fails.
//!
//! Not here: files. The front writes the text where it is wanted.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Entry, Input, Runtime};
use crate::rules::boons::Pay;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::roll::RerollWhy;
use crate::script::diagnostic::Diagnostic;
use crate::script::folder::SourceFile;
use crate::script::prompt::live_name_in;
use crate::script::syntax::{first_verb, locals, mentions, with_options};
use crate::script::verbs;
use crate::script::words::quoted;
use crate::table::act::Reply;
use crate::table::event::Event;
use crate::table::state::State;

/// A session as a test.
#[derive(Debug)]
pub struct AsTest {
    /// The script.
    pub text: String,
    /// How many acts are in it.
    pub acts: usize,
    /// What it can't hold, in words.
    pub left_out: Vec<String>,
    /// Why it doesn't hold as it stands, if it doesn't.
    pub fails: Option<Diagnostic>,
}

impl Runtime {
    /// The acts of this session that stand, as a test; `path` is the file it is for, as the campaign would name it.
    ///
    /// # Errors
    /// Nothing has been done yet.
    pub fn as_test(&self, path: &str) -> Result<AsTest, Diagnostic> {
        let mut writer = Writer::default();
        let begun = self.fixed();
        let acts = self.history.get(begun..).unwrap_or_default();
        if acts.is_empty() {
            return Err(Diagnostic::error("nothing", "nothing has been done yet"));
        }
        let ground = acts.first().map_or(&self.state, |first| &first.before);
        writer.begins_with(ground);
        let mut before = 0;
        for entry in acts {
            // What only read and named something for later lines.
            for (_, luau) in self
                .named
                .iter()
                .filter(|(n, _)| (before + 1..=entry.n).contains(n))
            {
                writer.input(luau, &entry.before);
            }
            before = entry.n;
            writer.act(entry);
        }
        writer.ends_with(&self.state, ground);
        let name = format!(
            "session {}: {}",
            self.state.session.number, self.setting.title
        );
        let text = format!(
            "-- What was done in a session, as a test: storybeat test\ntest({}, function(t)\n{}end)\n",
            quoted(&name),
            writer.text
        );
        let fails = self.fails(path, &text);
        Ok(AsTest {
            text,
            acts: acts.len(),
            left_out: writer.left_out,
            fails,
        })
    }

    /// Why this test doesn't hold on the files as they are.
    fn fails(&self, path: &str, text: &str) -> Option<Diagnostic> {
        let mut files = self.files.clone();
        files.tests = vec![SourceFile {
            path: path.to_owned(),
            text: text.into(),
            hash: blake3::hash(text.as_bytes()),
        }];
        let report = self.tests_of(&files, |_| true);
        let source: Arc<str> = text.into();
        let failed = report.failed.into_iter().map(|failure| failure.why);
        report
            .faults
            .into_iter()
            .chain(failed)
            .next()
            .map(|fault| match &fault.place {
                Some(place) if place.file == path => fault.source(source),
                _ => fault,
            })
    }
}

/// How a script says which thing it means.
fn by_name(thing: Thing, state: &State) -> Option<String> {
    let group = match thing.kind {
        ThingKind::Pc => "roster",
        ThingKind::Foe => "foes",
        ThingKind::Timer => "timers",
        _ => return None,
    };
    Some(format!("{group}:named({})", quoted(&state.name(thing))))
}

#[derive(Default)]
struct Writer {
    text: String,
    /// Names of the prompt that stand for things, and for which.
    things: BTreeMap<String, Thing>,
    /// Names that the inputs gave themselves.
    own: BTreeSet<String>,
    left_out: Vec<String>,
}

impl Writer {
    fn line(&mut self, line: &str) {
        self.text.push_str("    ");
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn leaves_out(&mut self, what: String) {
        self.line(&format!("-- {}", what.replace('\n', " ")));
        self.left_out.push(what);
    }

    /// The party as it sits down; a test's own is fresh.
    fn begins_with(&mut self, state: &State) {
        let names: Vec<String> = state
            .cast
            .values()
            .map(|pc| quoted(&pc.sheet.name))
            .collect();
        if !names.is_empty() {
            self.line(&format!("t:party {{ {} }}", names.join(", ")));
        }
        for pc in state.cast.values() {
            let fields = [
                ("harm", u32::from(pc.harm)),
                ("fatigue", pc.body.fatigue),
                ("boons", pc.boons),
            ];
            let set: Vec<String> = fields
                .iter()
                .filter(|(_, n)| *n > 0)
                .map(|(field, n)| format!("{field} = {n}"))
                .collect();
            if !set.is_empty() {
                let name = quoted(&pc.sheet.name);
                self.line(&format!("set({name}, {{ {} }})", set.join(", ")));
            }
        }
        if state.bank > 0 {
            self.line(&format!("gain({})", state.bank));
        }
        let left = [
            ("timers", state.timers.len()),
            ("decks", state.decks.len()),
            ("foes", state.foes.len()),
            ("stores", state.kept.store.len()),
        ];
        for (what, n) in left.iter().filter(|(_, n)| *n > 0) {
            self.leaves_out(format!("{n} {what} of an earlier session are not in here"));
        }
    }

    /// Names that an input uses and a test doesn't have.
    fn names(&mut self, luau: &str, state: &State) {
        for name in mentions::names(luau) {
            if self.own.contains(&name) {
                continue;
            }
            let Some(thing) = live_name_in(state, &name) else {
                continue;
            };
            let Some(means) = by_name(thing, state) else {
                continue;
            };
            match self.things.insert(name.clone(), thing) {
                Some(before) if before == thing => {}
                Some(_) => self.line(&format!("{name} = {means}")),
                None => self.line(&format!("local {name} = {means}")),
            }
        }
        for (name, _) in locals::top_assignments(luau) {
            if self.own.insert(name.clone()) {
                self.line(&format!("local {name}"));
            }
        }
        self.own
            .extend(locals::top_locals(luau).into_iter().flatten());
    }

    fn input(&mut self, luau: &str, state: &State) {
        self.names(luau, state);
        // What is an expression and no call can't stand by itself.
        let stands = mlua::chunk::Compiler::new().compile(luau).is_ok();
        self.line(&if stands {
            luau.to_owned()
        } else {
            format!("local _ = {luau}")
        });
    }

    fn act(&mut self, entry: &Entry) {
        let luau = entry.input.luau.trim();
        let events = || entry.facts.iter().map(|fact| &fact.event);
        if luau.starts_with("--") {
            for event in events() {
                match event {
                    Event::Joined { pc, .. } => {
                        self.line(&format!("t:party {{ {} }}", quoted(&pc.sheet.name)));
                    }
                    Event::SheetChanged { new, .. } => {
                        self.leaves_out(format!("the sheet of {} changed here", new.name));
                    }
                    Event::SessionClosed { .. } => {
                        self.leaves_out("the session was closed here".into());
                    }
                    _ => {}
                }
            }
            return;
        }
        self.names(luau, &entry.before);
        if !entry.input.thrown.faces.is_empty() {
            self.line(&format!("t:faces {}", quoted(&entry.input.thrown.faces)));
        }
        let cards: Vec<String> = events()
            .filter_map(|event| match event {
                Event::Drawn { cards, .. } => Some(cards.join(" ")),
                _ => None,
            })
            .collect();
        if !cards.is_empty() && !luau.contains("cards") {
            self.line(&format!("t:cards {}", quoted(&cards.join(", "))));
        }
        self.answers(&entry.input);
        self.rerolls(entry);
        let because = entry.input.because.as_deref();
        if let Some(because) = because {
            self.line(&format!("t:anyway {}", quoted(because)));
        }
        self.input(&with_all_faces(&entry.input), &entry.before);
        if because.is_some() {
            self.line("t:anyway()");
        }
    }

    fn answers(&mut self, input: &Input) {
        let given: Vec<(Option<&str>, &str)> = input
            .answers
            .iter()
            .filter(|given| !by_faces(given.key.as_deref()))
            .filter_map(|given| match &given.answer {
                Reply::Words(words) => Some((given.key.as_deref(), words.as_str())),
                Reply::Default => None,
            })
            .collect();
        if given.is_empty() {
            return;
        }
        let keys: BTreeSet<_> = given.iter().filter_map(|(key, _)| *key).collect();
        // A key that comes twice can't be a key of a table: then the order has to do.
        let keyed = keys.len() == given.len();
        let list: Vec<String> = given
            .into_iter()
            .map(|(key, words)| match key.filter(|_| keyed) {
                Some(key) => format!("[{}] = {}", quoted(key), quoted(words)),
                None => quoted(words),
            })
            .collect();
        self.line(&format!("t:answers {{ {} }}", list.join(", ")));
    }

    /// Dice that people had thrown again: by `reroll`, or when they were asked.
    fn rerolls(&mut self, entry: &Entry) {
        let mut given = entry.input.answers.iter();
        let asked = given.any(|given| given.key.as_deref() == Some(REROLL));
        if entry.input.rerolls.is_none() && !asked {
            return;
        }
        let rolls = entry.facts.iter().filter_map(|fact| match &fact.event {
            Event::Rolled { roll, .. } => Some(roll),
            _ => None,
        });
        let mut lines = Vec::new();
        for (after, roll) in rolls.enumerate() {
            let mut whole = false;
            for reroll in &roll.rerolls {
                let (pay, what) = match &reroll.why {
                    RerollWhy::Paid(pay) => (pay, reroll.from.to_string()),
                    // All dice at once, and once.
                    RerollWhy::Whole(pay) if !std::mem::replace(&mut whole, true) => {
                        (pay, quoted("all"))
                    }
                    _ => continue,
                };
                let mut opts = Vec::new();
                if *pay == Pay::Fatigue {
                    opts.push("pay = \"fatigue\"".into());
                }
                if after > 0 {
                    opts.push(format!("after = {after}"));
                }
                lines.push(match opts.is_empty() {
                    true => format!("t:reroll({what})"),
                    false => format!("t:reroll({what}, {{ {} }})", opts.join(", ")),
                });
            }
        }
        lines.iter().for_each(|line| self.line(line));
    }

    /// What is on the table in the end; what an earlier session left is not in the test.
    fn ends_with(&mut self, state: &State, ground: &State) {
        self.line("");
        self.line(&format!("t:same(sb.bank, {})", state.bank));
        if !state.scene.name.is_empty() {
            let position = quoted(state.scene.position.word());
            self.line(&format!("t:same(scene.position, {position})"));
        }
        let same = |writer: &mut Self, thing: Thing, fields: &[(&str, u32)]| {
            let Some(means) = by_name(thing, state) else {
                return;
            };
            for (field, n) in fields {
                writer.line(&format!("t:same({means}.{field}, {n})"));
            }
        };
        for thing in state.roster() {
            let Some(pc) = state.pc(thing.id) else {
                continue;
            };
            let fields = [
                ("harm", u32::from(pc.harm)),
                ("fatigue", pc.body.fatigue),
                ("boons", pc.boons),
            ];
            same(self, thing, &fields);
        }
        let foes: Vec<Thing> = state
            .foes_present()
            .filter(|foe| ground.foe(foe.id).is_none())
            .collect();
        self.line(&format!("t:same(#foes, {})", foes.len()));
        for thing in foes {
            if let Some(foe) = state.foe(thing.id) {
                let fields = [("phase", foe.phase + 1), ("fatigue", foe.body.fatigue)];
                same(self, thing, &fields);
            }
        }
        for thing in state.timers_shown() {
            if let (Some(timer), None) = (state.timer(thing.id), ground.timer(thing.id)) {
                same(self, thing, &[("filled", timer.filled)]);
            }
        }
    }
}

/// The input, its own faces with those that fell after them.
fn with_all_faces(input: &Input) -> String {
    let luau = input.luau.trim();
    let own = &input.thrown.own;
    let record = first_verb(luau).and_then(|verb| verbs::find(&verb));
    let known = record.filter(|_| !own.is_empty()).and_then(|record| {
        let params: Vec<&str> = record.params.iter().map(|param| param.name).collect();
        with_options(luau, &params, &[("faces".into(), quoted(own))])
    });
    known.unwrap_or_else(|| luau.to_owned())
}

/// The key of the question whether a die is thrown again.
const REROLL: &str = "reroll";

/// Answers that are in a test as faces or as dice thrown again.
fn by_faces(key: Option<&str>) -> bool {
    key.is_some_and(|key| key == REROLL || key.starts_with("faces:"))
}

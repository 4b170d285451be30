//! A table to play on in tests: a campaign in memory, lines typed as a GM types them, what came of each.
#![allow(dead_code)]

use std::collections::BTreeMap;

use serde_json::Value as Json;
use storybeat::script::folder::Files;
use storybeat::script::generation::{Asking, Manner};
use storybeat::script::outcome::{Done, Outcome};
use storybeat::script::runtime::Runtime;
use storybeat::table::event::{Audience, Event};
use storybeat::table::seed::Seed;
use storybeat::table::state::{Foe, Pc, State, Timer};

/// The monster of the sample campaign and what goes with it.
pub const TROLL: &str = include_str!("../../scripts/monsters/toll_troll.luau");
/// A small foe that comes in numbers.
pub const RAT: &str = include_str!("../../scripts/monsters/ash_rat.luau");

/// A campaign's files, to be changed before play.
#[derive(Clone, Default)]
pub struct Campaign {
    files: BTreeMap<String, String>,
    seed: Option<Seed>,
    manner: Manner,
}

impl Campaign {
    /// Nobody and nothing.
    pub fn empty() -> Self {
        Self::default().file("campaign.yaml", "title: Edges")
    }
    /// Lyra, Ellis, Sera, the Toll Troll and the Ash Rat.
    pub fn bridge() -> Self {
        let mut new = Self::empty();
        for (name, text) in [
            ("lyra", include_str!("../../scripts/party/lyra.yaml")),
            ("ellis", include_str!("../../scripts/party/ellis.yaml")),
            ("sera", include_str!("../../scripts/party/sera.yaml")),
        ] {
            new = new.file(&format!("party/{name}.yaml"), text);
        }
        new.file("monsters/toll_troll.luau", TROLL)
            .file("monsters/ash_rat.luau", RAT)
    }
    /// Adds or replaces a file.
    pub fn file(mut self, path: &str, text: &str) -> Self {
        self.files.insert(path.to_owned(), text.to_owned());
        self
    }
    /// Adds a character: attributes in the order body, wits, spirit, presence; more lines of the sheet.
    pub fn pc(self, name: &str, [body, wits, spirit, presence]: [u8; 4], more: &str) -> Self {
        let path = format!("party/{}.yaml", self.files.len());
        let sheet = format!(
            "name: {name:?}\nattributes: {{ body: {body}, wits: {wits}, spirit: {spirit}, presence: {presence} }}\n{more}\n"
        );
        self.file(&path, &sheet)
    }
    /// Sets a switch, beside the title.
    pub fn switch(self, name: &str, value: &str) -> Self {
        self.file(
            "campaign.yaml",
            &format!("title: Edges\nswitches: {{ {name}: {value} }}"),
        )
    }
    /// With this seed.
    pub fn seed(mut self, seed: &str) -> Self {
        self.seed = Some(Seed::text(seed).unwrap());
        self
    }
    /// Questions are asked, not answered by their default.
    pub fn asking(mut self) -> Self {
        self.manner.asking = Asking::Ask;
        self
    }
    /// The files as the program takes them.
    pub fn files(&self) -> Files {
        Files::from_map(self.files.iter())
    }
    /// Begins to play.
    pub fn play(self) -> Play {
        self.try_play().unwrap()
    }
    /// Begins to play, or says what is wrong with campaign.yaml.
    pub fn try_play(self) -> Result<Play, String> {
        let mut builder = Runtime::builder().files(self.files()).manner(self.manner);
        if let Some(seed) = self.seed {
            builder = builder.seed(seed);
        }
        match builder.build() {
            Ok(table) => Ok(Play { table }),
            Err(faults) => Err(faults
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("\n")),
        }
    }
}

/// A table, and shorter words for what tests do with it.
pub struct Play {
    pub table: Runtime,
}

impl Play {
    /// The sample's party, a scene that runs.
    pub fn new() -> Self {
        let mut play = Campaign::bridge().play();
        play.ok(r#"scene.start("The Span")"#);
        play
    }
    /// One character with T 3 and this armor, a scene that runs.
    pub fn one(armor: &str) -> Self {
        Self::body(3, armor)
    }
    /// One character "Ilse" with this Body and armor, a scene that runs.
    pub fn body(body: u8, armor: &str) -> Self {
        let mut play = Campaign::empty()
            .pc("Ilse", [body, 2, 2, 2], &format!("armor: {armor}"))
            .play();
        play.ok(r#"scene.start("Here")"#);
        play
    }

    /// Runs a line.
    pub fn eval(&mut self, line: &str) -> Outcome {
        self.table.eval(line)
    }
    /// Runs a line that goes through.
    #[track_caller]
    pub fn ok(&mut self, line: &str) -> Done {
        match self.eval(line) {
            Outcome::Done(done) => done,
            Outcome::Failed(fault) => panic!("{line}\n{fault}"),
            Outcome::Question(asking) => panic!("{line}\nasks: {}", asking.prompt),
        }
    }
    /// Runs a line; everything that people read of it, a line each.
    #[track_caller]
    pub fn said(&mut self, line: &str) -> String {
        let done = self.ok(line);
        let mut lines: Vec<String> = done.lines.into_iter().map(|line| line.text).collect();
        lines.extend(done.value.map(|value| value.text));
        lines.join("\n")
    }
    /// Runs a line; its value as data.
    #[track_caller]
    pub fn value(&mut self, line: &str) -> Json {
        self.ok(line).value.map_or(Json::Null, |value| value.json)
    }
    /// Runs a line that is refused, and makes sure that nothing has changed: no state, no history, no dice.
    #[track_caller]
    pub fn fails(&mut self, line: &str) -> String {
        let (before, acts) = (self.table.state().clone(), self.table.history().len());
        match self.eval(line) {
            Outcome::Failed(fault) => {
                assert_eq!(*self.table.state(), before, "{line} left something behind");
                assert_eq!(self.table.history().len(), acts, "{line} left an act");
                let more = fault.doing.iter().chain(&fault.help);
                more.fold(fault.to_string(), |text, line| format!("{text}\n{line}"))
            }
            Outcome::Done(done) => panic!("{line} went through: {done:?}"),
            Outcome::Question(asking) => panic!("{line}\nasks: {}", asking.prompt),
        }
    }
    /// As [`Play::fails`]; the message holds all these words.
    #[track_caller]
    pub fn refuses(&mut self, line: &str, words: &[&str]) {
        let message = self.fails(line);
        for word in words {
            assert!(
                message.contains(word),
                "{line}\n{word:?} is not in: {message}"
            );
        }
    }

    /// The state.
    pub fn state(&self) -> &State {
        self.table.state()
    }
    /// The character of this name.
    #[track_caller]
    pub fn pc(&self, name: &str) -> Pc {
        self.state()
            .cast
            .values()
            .find(|pc| pc.sheet.name == name)
            .cloned()
            .unwrap()
    }
    /// Harm and Fatigue of a character.
    #[track_caller]
    pub fn hf(&self, name: &str) -> (u8, u32) {
        let pc = self.pc(name);
        (pc.harm, pc.body.fatigue)
    }
    /// Sets Harm and Fatigue by hand.
    #[track_caller]
    pub fn set_hf(&mut self, name: &str, harm: u8, fatigue: u32) {
        self.ok(&format!(
            "set({name:?}, {{ harm = {harm}, fatigue = {fatigue} }})"
        ));
    }
    /// The foe of this name.
    #[track_caller]
    pub fn foe(&self, name: &str) -> Foe {
        self.state()
            .foes
            .values()
            .find(|foe| foe.name == name)
            .cloned()
            .unwrap()
    }
    /// The timer of this name.
    #[track_caller]
    pub fn timer(&self, name: &str) -> Timer {
        self.state()
            .timers
            .values()
            .find(|timer| timer.name == name)
            .cloned()
            .unwrap()
    }
    /// The facts of a line, as a host program hears of them.
    #[track_caller]
    pub fn events_of(&mut self, line: &str) -> Vec<Event> {
        use std::sync::{Arc, Mutex};
        let told: Arc<Mutex<Vec<Event>>> = Arc::default();
        let ear = Arc::clone(&told);
        self.table.subscribe(move |act| {
            ear.lock()
                .unwrap()
                .extend(act.facts.iter().map(|fact| fact.event.clone()));
        });
        self.ok(line);
        told.lock().unwrap().clone()
    }
    /// What players may read of a line.
    #[track_caller]
    pub fn players_read(&mut self, line: &str) -> String {
        let lines = self.ok(line).lines;
        lines
            .into_iter()
            .filter(|line| line.audience == Audience::Table)
            .map(|line| line.text)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

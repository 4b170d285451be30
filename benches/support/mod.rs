//! What the benches share: dice without a table, a campaign of any size with a lively party.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use storybeat::rules::chair::{Chair, Throw};
use storybeat::rules::numbers::Face;
use storybeat::rules::question::{Answer, Question};
use storybeat::script::folder::Files;
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;
use storybeat::table::dice::DiceStream;
use storybeat::table::seed::Seed;

pub fn stream() -> DiceStream {
    DiceStream::from_seed(&Seed::text("bench").unwrap(), 1)
}

/// A chair that only throws.
pub struct Bare(pub DiceStream);

impl Chair for Bare {
    type Stop = ();
    fn throw(&mut self, throw: Throw) -> Result<Vec<Face>, ()> {
        Ok((0..throw.dice)
            .map(|_| Face::new(i64::from(self.0.face())).unwrap())
            .collect())
    }
    fn ask(&mut self, question: Question) -> Result<Answer, ()> {
        Ok(question.default)
    }
}

const LIVELY: &str = r#"
talent "Steady" { xp = 2, modify_roll = function(e) if e:uses("craft") then return { dice = 1 } end end }
condition "Damp" { modify_roll = { dice = -1 } }
on.roll(function(e) if e.roll.tens > 3 then e.who.memory.great = true end end)
on.hit(function(e) if e.hit.taken > 9 then e.who.memory.hurt = true end end)
on.tick(function() end)
"#;

/// A campaign of this many monsters, with the lively party.
pub fn lively(scripts: usize) -> Files {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    files.insert("campaign.yaml".into(), "title: Bench\nseed: bench\n".into());
    for name in ["Lyra", "Ellis", "Sera"] {
        files.insert(
            format!("party/{}.yaml", name.to_lowercase()),
            format!("name: {name}\nxp: 40\nattributes: {{ body: 3, wits: 3, spirit: 2, presence: 2 }}\nskills: {{ craft: 2, athletics: 1 }}\narmor: light\ntalents: [Steady]\n"),
        );
    }
    files.insert("lively.luau".into(), LIVELY.into());
    for n in 0..scripts {
        let letters: String = n
            .to_string()
            .chars()
            .map(|c| char::from(b'A' + c as u8 - b'0'))
            .collect();
        files.insert(
            format!("monsters/m{n}.luau"),
            format!("timer \"Clock {letters}\" {{ size = 6, at(3, {{ say = \"tick\" }}) }}\nadversary \"Beast {letters}\" {{\n    tl = 3, attributes = {{ body = 3 }},\n    move \"Bite\" {{ cost = 1, target = \"pc\", resist = {{ pool = \"wits + athletics\", on_miss = {{ hit = 2 }} }} }},\n    move \"Howl\" {{ cost = 2, run = {{ tick = \"Clock {letters}\" }} }},\n}}\n"),
        );
    }
    Files::from_map(files)
}

/// A table in play on it.
pub fn table(scripts: usize) -> Runtime {
    let mut table = Runtime::builder().files(lively(scripts)).build().unwrap();
    for input in ["scene.start(\"Bench\")", "apply(\"Lyra\", \"Damp\")"] {
        assert!(matches!(table.eval(input), Outcome::Done(_)));
    }
    table
}

/// The same files, one of them saved with one more line.
pub fn saved(files: &Files) -> Files {
    let mut all: BTreeMap<String, String> = files
        .all()
        .map(|file| (file.path.clone(), file.text.to_string()))
        .collect();
    all.get_mut("lively.luau").unwrap().push_str("\n-- saved\n");
    Files::from_map(all)
}

/// Plays an evening of so many acts in a folder; gives its journal. The acts are those of a fight, over and over.
pub fn evening(folder: &Path, acts: usize) -> PathBuf {
    for file in lively(3).all() {
        let path = folder.join(&file.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, file.text.as_bytes()).unwrap();
    }
    let mut table = Runtime::builder().folder(folder).build().unwrap();
    let fight = [
        "roll(\"Lyra\", \"wits + craft\", 3)",
        "hit(\"Lyra\", 1, \"a stone\")",
        "clear(\"Lyra\", \"fatigue\")",
        "gain(1)",
        "spend(1, nil, \"a noise\")",
    ];
    for input in ["scene.start(\"Bench\")", "apply(\"Lyra\", \"Damp\")"]
        .into_iter()
        .chain(fight.into_iter().cycle())
        .take(acts)
    {
        let outcome = table.eval(input);
        assert!(matches!(outcome, Outcome::Done(_)), "{input}: {outcome:?}");
    }
    drop(table);
    std::fs::read_dir(folder.join("sessions"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .unwrap()
}

//! What play costs, each figure beside its baseline in the same run: `cargo bench`.
//!
//! The party carries a talent, a condition and an observer of each kind, as a table in play would.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use divan::{Bencher, black_box};
use storybeat::rules::chair::{Chair, Throw};
use storybeat::rules::numbers::Face;
use storybeat::rules::question::{Answer, Question};
use storybeat::rules::roll::{DicePart, RollPlan, roll};
use storybeat::script::folder::Files;
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;
use storybeat::table::dice::DiceStream;
use storybeat::table::seed::Seed;

fn main() {
    divan::main();
}

fn stream() -> DiceStream {
    DiceStream::from_seed(&Seed::text("bench").unwrap(), 1)
}

/// The baseline: five dice of the same generator, successes counted, nothing else.
#[divan::bench]
fn rules_1_bare_d10_loop(bencher: Bencher) {
    let mut stream = stream();
    let ten = NonZeroU32::new(10).unwrap();
    bencher.bench_local(|| {
        let mut successes = 0;
        for _ in 0..5 {
            successes += match stream.die(ten) {
                10 => 2,
                6..=9 => 1,
                _ => 0,
            };
        }
        black_box(successes)
    });
}

struct Bare(DiceStream);

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

/// The whole roll procedure of rules/01 §2, without a table.
#[divan::bench]
fn rules_2_native_roll(bencher: Bencher) {
    let mut chair = Bare(stream());
    let plan = RollPlan::new(
        "wits + craft",
        vec![DicePart::new("Wits", 3), DicePart::new("Craft", 2)],
    );
    bencher.bench_local(|| roll(&mut chair, plan.clone()).unwrap().successes);
}

const LIVELY: &str = r#"
talent "Steady" { xp = 2, modify_roll = function(e) if e:uses("craft") then return { dice = 1 } end end }
condition "Damp" { modify_roll = { dice = -1 } }
on.roll(function(e) if e.roll.tens > 3 then e.who.memory.great = true end end)
on.hit(function(e) if e.hit.taken > 9 then e.who.memory.hurt = true end end)
on.tick(function() end)
"#;

fn lively(scripts: usize) -> Files {
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

fn table(scripts: usize) -> Runtime {
    let mut table = Runtime::builder().files(lively(scripts)).build().unwrap();
    for input in ["scene.start(\"Bench\")", "apply(\"Lyra\", \"Damp\")"] {
        assert!(matches!(table.eval(input), Outcome::Done(_)));
    }
    table
}

/// Rolls a second as trials: many in one act that is dropped (`what_if`), so that only the roll counts.
#[divan::bench(sample_count = 20)]
fn script_1_a_thousand_rolls_in_one_act(bencher: Bencher) {
    let mut table = table(3);
    bencher.counter(divan::counter::ItemsCount::new(1000u32)).bench_local(|| {
        let outcome = table.eval("what_if(function() for _ = 1, 1000 do roll(\"Lyra\", \"wits + craft\", 3) end end)");
        assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
    });
}

/// The same thousand calls of a host function that does nothing much: the price of the boundary alone.
#[divan::bench(sample_count = 20)]
fn script_0_a_thousand_calls_that_read(bencher: Bencher) {
    let mut table = table(3);
    bencher
        .counter(divan::counter::ItemsCount::new(1000u32))
        .bench_local(|| {
            let outcome = table
                .eval("what_if(function() for _ = 1, 1000 do local x = party[1].fatigue end end)");
            assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
        });
}

/// One input at the prompt, words to facts, no journal.
#[divan::bench(sample_count = 50)]
fn input_a_roll_in_words(bencher: Bencher) {
    let mut table = table(3);
    bencher.bench_local(|| {
        let outcome = table.eval("roll lyra wits craft");
        assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
    });
}

/// Start to prompt.
#[divan::bench(args = [1, 50], sample_count = 20)]
fn start_with_scripts(bencher: Bencher, scripts: usize) {
    let files = lively(scripts);
    bencher.bench_local(|| Runtime::builder().files(files.clone()).build().unwrap());
}

/// Save to active, after the quiet: the whole generation built anew.
#[divan::bench(args = [1, 100], sample_count = 20)]
fn reload_with_scripts(bencher: Bencher, scripts: usize) {
    let files = [lively(scripts), {
        let mut all: BTreeMap<String, String> = lively(scripts)
            .all()
            .map(|file| (file.path.clone(), file.text.to_string()))
            .collect();
        if let Some(text) = all.get_mut("lively.luau") {
            text.push_str("\n-- saved\n");
        }
        Files::from_map(all)
    }];
    let mut table = Runtime::builder().files(files[0].clone()).build().unwrap();
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        table.reload_from(files[n % 2].clone())
    });
}

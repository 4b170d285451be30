//! What an act costs, step by step, beside its baseline: `cargo bench --bench table`. The figures of the README are in
//! `figures.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

use std::num::NonZeroU32;

use divan::{Bencher, black_box};
use storybeat::rules::roll::{DicePart, RollPlan, roll};
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;
use support::{Bare, lively, saved, stream, table};

fn main() {
    divan::main();
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
    let files = [lively(scripts), saved(&lively(scripts))];
    let mut table = Runtime::builder().files(files[0].clone()).build().unwrap();
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        table.reload_from(files[n % 2].clone())
    });
}

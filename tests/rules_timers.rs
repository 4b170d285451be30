//! Timers and Story Beats: rules/03 §1–§3, rules/01 §9 and the rows TI and BO of the edge cases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use storybeat::rules::beats::{self, Settlement, SettlementIn, Spend};
use storybeat::rules::chair::Point;
use storybeat::rules::numbers::TierLevel;
use storybeat::rules::points::POINTS;
use storybeat::rules::refusal::Refusal;
use storybeat::rules::switches::Switches;
use storybeat::rules::timers::{
    Countable, ProgressTicks, Side, Stance, TimerKind, TimerNumbers, TimerOwner, TimerScope,
    check_three, check_threshold, contest, counts, crossed, persuasion_size,
};
use storybeat::rules::values::Outcome;

#[test]
fn ti01_a_tick_says_from_to_and_filled() {
    let mut timer = TimerNumbers::new(4).unwrap();
    let done = timer.tick(1);
    assert_eq!(
        (done.old, done.new, done.filled, timer.full()),
        (0, 1, false, false)
    );
}

#[test]
fn ti02_sizes_are_one_to_a_hundred_and_below_zero_is_zero() {
    for size in [0, -3, 101] {
        let error = TimerNumbers::new(size).unwrap_err().to_string();
        assert!(error.contains("1 to 100"), "{error}");
    }
    assert!(TimerNumbers::new(1).is_ok() && TimerNumbers::new(100).is_ok());
    let mut timer = TimerNumbers::new(4).unwrap();
    timer.tick(1);
    let done = timer.tick(-5);
    assert_eq!((done.new, done.filled, done.lost), (0, false, -4));
}

#[test]
fn ti03_full_is_an_edge() {
    let mut timer = TimerNumbers::new(4).unwrap();
    timer.tick(3);
    let fills: Vec<(u32, bool, i64)> = [3, 1, 1]
        .map(|n| timer.tick(n))
        .map(|d| (d.new, d.filled, d.lost))
        .to_vec();
    assert_eq!(fills, [(4, true, 2), (4, false, 1), (4, false, 1)]);
    timer.tick(-1);
    assert!(
        timer.tick(1).filled,
        "after it dropped below its size it may fill again (R79)"
    );
    timer.reset();
    assert_eq!(timer.filled(), 0);
}

#[test]
fn ti05_three_timers() {
    assert!(check_three(2, 1).is_ok() && check_three(1, 2).is_ok() && check_three(5, 0).is_ok());
    for (active, adding) in [(3, 1), (2, 2)] {
        let refused = check_three(active, adding).unwrap_err();
        assert!(refused.overrulable());
        assert_eq!(refused, Refusal::ThreeTimers { active, adding });
    }
    let scene = Countable {
        kind: TimerKind::Threat,
        scope: TimerScope::Scene,
        owner: TimerOwner::Gm,
        running: true,
    };
    assert!(
        counts(&scene)
            && counts(&Countable {
                kind: TimerKind::Contest,
                ..scene
            })
    );
    for kind in [
        TimerKind::Supply,
        TimerKind::Travel,
        TimerKind::Campaign,
        TimerKind::Leash,
        TimerKind::Corruption,
    ] {
        assert!(!counts(&Countable { kind, ..scene }), "{kind}");
    }
    assert!(!counts(&Countable {
        scope: TimerScope::Offscreen,
        ..scene
    }));
    assert!(!counts(&Countable {
        scope: TimerScope::Campaign,
        ..scene
    }));
    assert!(!counts(&Countable {
        owner: TimerOwner::Player,
        ..scene
    }));
    assert!(!counts(&Countable {
        running: false,
        ..scene
    }));
}

#[test]
fn ti07_progress_by_outcome() {
    let ticks: Vec<i32> = Outcome::ALL.iter().map(ProgressTicks::book).collect();
    assert_eq!(ticks, [2, 2, 1, 0]);
    let mut timer = TimerNumbers::new(6).unwrap();
    assert_eq!([3, 1].map(|n| timer.tick(n).new), [3, 4]);
    // The example of rules/03 §2: one tick lost, and it fires.
    let mut timer = TimerNumbers::new(6).unwrap();
    let run: Vec<(u32, bool)> = [
        Outcome::Clean,
        Outcome::Partial,
        Outcome::SuccessWithSb,
        Outcome::Clean,
    ]
    .iter()
    .map(|o| timer.tick(i64::from(ProgressTicks::book(o))))
    .map(|d| (d.new, d.filled))
    .collect();
    assert_eq!(run, [(2, false), (3, false), (5, false), (6, true)]);
}

#[test]
fn thresholds_are_crossed_upward_and_ascending() {
    for (old, new, hit) in [
        (0, 6, vec![2, 3, 5]),
        (2, 3, vec![3]),
        (3, 4, vec![]),
        (5, 1, vec![]),
        (3, 3, vec![]),
        (1, 2, vec![2]),
    ] {
        assert_eq!(crossed(old, new, &[5, 3, 2, 3]), hit, "{old} → {new}");
    }
    assert!(check_threshold(6, 6).is_err() && check_threshold(0, 6).is_err());
    assert_eq!(check_threshold(5, 6), Ok(5));
}

#[test]
fn contests_and_sizes() {
    assert_eq!(contest(true, true), Some(Side::Acting));
    assert_eq!(contest(true, false), Some(Side::Acting));
    assert_eq!(contest(false, true), Some(Side::Other));
    assert_eq!(contest(false, false), None);
    assert_eq!(
        [Stance::Easy, Stance::Moderate, Stance::Hard].map(persuasion_size),
        [4, 6, 8]
    );
}

#[test]
fn timers_read_only_what_can_be() {
    let read = |text: &str| serde_json::from_str::<TimerNumbers>(text);
    let timer = read(r#"{"size":6,"filled":3}"#).unwrap();
    assert_eq!((timer.size(), timer.filled()), (6, 3));
    assert_eq!(
        serde_json::to_string(&timer).unwrap(),
        r#"{"size":6,"filled":3}"#
    );
    for bad in [
        r#"{"size":4,"filled":5}"#,
        r#"{"size":0,"filled":0}"#,
        r#"{"size":4,"filled":-1}"#,
        r#"{"size":4,"filled":1.5}"#,
    ] {
        assert!(read(bad).is_err(), "{bad}");
    }
}

#[test]
fn bo08_settlement_at_scene_end() {
    // Tier, bank, kept, kept with consent
    for (tier, bank, kept, consent) in [
        (1, 5, 2, 4),
        (2, 2, 2, 2),
        (2, 5, 3, 4),
        (3, 5, 4, 4),
        (5, 7, 4, 4),
        (2, 9, 3, 4),
        (3, 9, 4, 4),
        (1, 0, 0, 0),
    ] {
        let highest = TierLevel::new(tier).unwrap();
        let settle = |consent| {
            Settlement::book(&SettlementIn {
                bank,
                highest,
                consent,
            })
        };
        assert_eq!(
            (settle(false), settle(true)),
            (kept, consent),
            "Tier {tier}, bank {bank}"
        );
    }
    for (tier, target, budget) in [(1, 2, 5), (2, 3, 6), (3, 4, 7), (4, 4, 8), (5, 4, 9)] {
        let tier = TierLevel::new(tier).unwrap();
        assert_eq!((beats::target(tier), beats::budget(tier)), (target, budget));
    }
}

#[test]
fn bo09_and_ad05_the_bank_never_goes_below_zero() {
    let switches = Switches::default();
    let bank = beats::spend(2, Spend::Tick.price(&switches), "a tick").unwrap();
    assert_eq!(bank, 1);
    for what in [Spend::Step, Spend::Campaign] {
        let refused = beats::spend(bank, what.price(&switches), what.word()).unwrap_err();
        assert!(matches!(refused, Refusal::Price { has: 1, .. }) && refused.overrulable());
    }
    assert!(matches!(
        beats::spend(3, 5, "a move"),
        Err(Refusal::Price {
            cost: 5,
            has: 3,
            ..
        })
    ));
    let zero = beats::spend(3, 0, "nothing").unwrap_err();
    assert!(!zero.overrulable());
    assert_eq!(
        (beats::gain(u32::MAX, 5), beats::scene_start(2, 1)),
        (u32::MAX, 3)
    );
}

#[test]
fn named_spends_have_their_prices() {
    let prices: Vec<(&str, u32)> = Spend::ALL
        .iter()
        .map(|s| (s.word(), s.price(&Switches::default())))
        .collect();
    #[rustfmt::skip]
    assert_eq!(prices, [
        ("tick", 1), ("attack", 1), ("noise", 1), ("scarcity", 1), ("step", 2), ("alarm", 2), ("cover", 2), ("join", 2),
        ("gear", 3), ("reinforce", 3), ("campaign", 3), ("trap", 4),
    ]);
    assert_eq!(
        Spend::Step.price(&Switches {
            sb_position_step: 1,
            ..Switches::default()
        }),
        1
    );
}

#[test]
fn rule_points_have_names_of_their_own() {
    let names: Vec<&str> = POINTS.iter().map(|p| p.name).collect();
    assert_eq!(
        names,
        [
            "pool",
            "position",
            "successes",
            "outcome",
            "boons",
            "armor",
            "overflow",
            "resilience",
            "cost",
            "ticks",
            "settlement",
            "leg_size",
            "supply"
        ]
    );
}

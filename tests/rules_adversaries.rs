//! Adversaries, their hits and their validation: rules/05 and the adversary rows of the edge cases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use storybeat::rules::adversary::{FoeNumbers, Resilience, TL_TABLE, row_of};
use storybeat::rules::book_chair::BookChair;
use storybeat::rules::foe_hit::{
    FoeHitDone, FoeHitPlan, FoeState, half_harm, hit_foe, mark_foe_fatigue,
};
use storybeat::rules::moves::MoveNumbers;
use storybeat::rules::numbers::Tl;
use storybeat::rules::scale::{UnitAction, cap_xp, effect};
use storybeat::rules::validate::{Level, validate_foe, validate_moves};
use storybeat::rules::values::{Armor, ArmorUse, Effect};

use Armor::{Heavy, Light, Medium, None as Bare};

fn state(resilience: u32, fatigue: u32, capacity: u32) -> FoeState {
    FoeState {
        resilience: Some(resilience),
        fatigue,
        capacity,
        phases_left: 0,
        next_resilience: 8,
    }
}

fn hit(armor: Armor, ignore: ArmorUse, harm: u32, foe: FoeState) -> FoeHitDone {
    hit_foe(
        &mut BookChair::default(),
        FoeHitPlan {
            armor,
            ignore,
            ..FoeHitPlan::new(harm, foe)
        },
    )
    .unwrap()
}

#[test]
fn worked_hits() {
    use ArmorUse::{AsWorn as W, Ignore, OneLess};
    // Number, armor, use, capacity, (Resilience, F) before, h, (r, f), (Resilience, F) after
    #[rustfmt::skip]
    let rows = [
        ( 1, Light,  W,       3, (8, 0), 2, (1, 1), (7, 1)),
        ( 3, Light,  Ignore,  3, (8, 2), 3, (3, 0), (5, 0)),
        ( 4, Heavy,  W,       4, (8, 0), 3, (0, 2), (8, 2)),
        ( 5, Heavy,  W,       4, (8, 2), 3, (0, 2), (7, 0)),
        ( 6, Medium, W,       4, (8, 1), 5, (4, 1), (4, 1)),
        ( 7, Bare,   W,       2, (3, 1), 2, (2, 0), (1, 0)),
        ( 8, Bare,   W,       5, (1, 0), 3, (3, 0), (0, 0)),
        ( 9, Light,  W,       2, (8, 1), 2, (1, 1), (7, 1)),
        (10, Light,  W,       1, (3, 0), 2, (1, 1), (1, 0)),
        (12, Heavy,  OneLess, 4, (8, 0), 3, (2, 1), (6, 1)),
        // HA04 and AD07
        (13, Bare,   W,       3, (3, 0), 1, (1, 0), (2, 0)),
        (14, Medium, W,       2, (3, 1), 2, (0, 1), (2, 0)),
    ];
    for (n, armor, ignore, capacity, before, harm, rf, after) in rows {
        let done = hit(armor, ignore, harm, state(before.0, before.1, capacity));
        assert_eq!((done.taken, done.fatigue), rf, "hit {n}");
        assert_eq!(
            (done.after.resilience, done.after.fatigue),
            (Some(after.0), after.1),
            "hit {n}"
        );
        assert_eq!(done.defeated, after.0 == 0, "hit {n}");
    }
}

#[test]
fn hit_2_three_light_blows() {
    let mut foe = state(8, 0, 3);
    let mut seen = Vec::new();
    for _ in 0..3 {
        foe = hit(Light, ArmorUse::AsWorn, 1, foe).after;
        seen.push((foe.resilience.unwrap(), foe.fatigue));
    }
    assert_eq!(seen, [(8, 1), (8, 2), (7, 0)]);
}

#[test]
fn hit_11_and_ad03_a_phase_ends_and_the_rest_of_the_hit_is_lost() {
    for (left, fatigue, harm) in [(2, 0, 3), (2, 2, 5), (1, 0, 100)] {
        let foe = FoeState {
            phases_left: 1,
            ..state(left, fatigue, 5)
        };
        let done = hit(Bare, ArmorUse::AsWorn, harm, foe);
        assert!(done.phase_ended && !done.defeated);
        assert_eq!(
            (
                done.after.resilience,
                done.after.fatigue,
                done.after.phases_left
            ),
            (Some(8), 0, 0)
        );
        assert_eq!(done.lost, left);
    }
    // Light armor: the Fatigue of the blow is lost with the phase.
    let done = hit(
        Light,
        ArmorUse::AsWorn,
        3,
        FoeState {
            phases_left: 2,
            ..state(2, 1, 2)
        },
    );
    assert_eq!(
        (
            done.after.resilience,
            done.after.fatigue,
            done.after.phases_left
        ),
        (Some(8), 0, 1)
    );
    // Overflow may end a phase as well.
    let done = hit(
        Light,
        ArmorUse::AsWorn,
        1,
        FoeState {
            phases_left: 1,
            ..state(1, 1, 2)
        },
    );
    assert!(done.overflow && done.phase_ended);
}

#[test]
fn ad02_hits_never_end_a_puzzle() {
    let mut foe = FoeState {
        resilience: None,
        fatigue: 0,
        capacity: 2,
        phases_left: 0,
        next_resilience: 8,
    };
    for _ in 0..10 {
        let done = hit(Light, ArmorUse::AsWorn, 3, foe);
        assert!(!done.defeated && !done.phase_ended && done.lost == 0);
        foe = done.after;
    }
    assert_eq!(foe.resilience, None);
}

#[test]
fn no_harm_is_no_hit_and_half_harm_rounds_down() {
    let foe = state(8, 1, 3);
    assert_eq!(hit(Light, ArmorUse::AsWorn, 0, foe).after, foe);
    assert_eq!([0, 1, 2, 3, 5].map(half_harm), [0, 0, 1, 1, 2]);
}

#[test]
fn fatigue_events_overflow_once() {
    let mark = |n, foe| mark_foe_fatigue(&mut BookChair::default(), None, n, foe).unwrap();
    assert_eq!(mark(1, state(8, 1, 3)).after, state(8, 2, 3));
    let full = mark(9, state(8, 1, 3));
    assert_eq!(
        (full.after, full.overflow, full.lost),
        (state(7, 0, 3), true, 1)
    );
    assert!(mark(1, state(1, 2, 3)).defeated);
}

#[test]
fn the_table_by_threat_level() {
    #[rustfmt::skip]
    let rows: [(u32, u32, Option<u32>, u32, u32, u32); 10] = [
        // key, Harm, Resilience, phases, Fatigue, pool
        (2, 1, Some(3), 1, 2, 2), (2, 2, Some(3), 1, 2, 3), (3, 2, Some(3), 1, 3, 4), (3, 3, Some(3), 1, 3, 5),
        (4, 3, Some(8), 1, 4, 6), (4, 4, Some(8), 1, 4, 7), (5, 5, Some(8), 2, 5, 8), (5, 6, Some(8), 3, 5, 9),
        (6, 7, Some(8), 3, 6, 10), (6, 8, None, 1, 6, 10),
    ];
    for (i, row) in TL_TABLE.iter().enumerate() {
        assert_eq!(usize::from(row.tl), i + 1);
        assert_eq!(
            (
                row.key,
                row.harm,
                row.resilience,
                row.phases,
                row.fatigue_size,
                row.pool
            ),
            rows[i]
        );
        assert_eq!(row.pool, (u32::from(row.tl) + 1).min(10), "pool = TL + 1");
        assert_eq!(row.fatigue_size, row.key, "Fatigue = key attribute");
        let facts = FoeNumbers {
            tl: i64::from(row.tl),
            ..FoeNumbers::default()
        }
        .facts()
        .unwrap();
        assert_eq!(
            (facts.resilience, facts.phases, facts.harm, facts.armor),
            (row.resilience, row.phases, row.harm, Bare)
        );
    }
    assert_eq!(row_of(Tl::HIGH).role, "avatar or power");
}

fn foe(tl: i64, resilience: Resilience) -> FoeNumbers {
    FoeNumbers {
        name: "Ash Rat".into(),
        tl,
        resilience,
        ..FoeNumbers::default()
    }
}

fn worst(foe: &FoeNumbers) -> Option<(Level, String)> {
    let findings = validate_foe(foe);
    for finding in &findings {
        assert_eq!(finding.creature, "Ash Rat");
    }
    findings
        .into_iter()
        .max_by_key(|f| f.level)
        .map(|f| (f.level, f.field))
}

#[test]
fn ad01_resilience_moves_only_with_tl() {
    use Level::{Error, Warning};
    use Resilience::{ByTl, Number, Puzzle};
    let said = |text: &str| Some(text.to_owned());
    #[rustfmt::skip]
    let rows: Vec<(FoeNumbers, Option<(Level, &str)>)> = vec![
        (foe(3, Number(8)), Some((Error, "resilience"))),
        (foe(5, Number(3)), Some((Error, "resilience"))),
        (foe(2, Puzzle), Some((Error, "resolution"))),
        (FoeNumbers { resolution: said("a song"), ..foe(2, Puzzle) }, None),
        (FoeNumbers { resolution: said("a song"), ..foe(2, ByTl) }, None),
        (FoeNumbers { resolution: said("  "), ..foe(2, Puzzle) }, Some((Error, "resolution"))),
        (FoeNumbers { phases: Some(1), ..foe(7, Number(8)) }, Some((Warning, "phases"))),
        (foe(7, Number(8)), Some((Warning, "phases"))),
        (FoeNumbers { phases: Some(1), ..foe(7, Number(16)) }, Some((Error, "resilience"))),
        (FoeNumbers { phases: Some(2), ..foe(7, ByTl) }, None),
        (FoeNumbers { phases: Some(3), ..foe(9, Number(8)) }, None),
        (FoeNumbers { phases: Some(2), ..foe(5, ByTl) }, Some((Error, "phases"))),
        (FoeNumbers { phases: Some(0), ..foe(7, ByTl) }, Some((Error, "phases"))),
        (foe(10, Number(8)), Some((Error, "resilience"))),
        (foe(10, ByTl), Some((Error, "resolution"))),
        (FoeNumbers { resolution: said("a name"), ..foe(10, ByTl) }, None),
        (foe(0, ByTl), Some((Error, "tl"))),
        (foe(11, ByTl), Some((Error, "tl"))),
        (foe(1, ByTl), None), (foe(4, Number(3)), None), (foe(6, Number(8)), None),
        (FoeNumbers { harm: Some(5), ..foe(3, ByTl) }, Some((Warning, "deals"))),
        (FoeNumbers { harm: Some(-1), ..foe(3, ByTl) }, Some((Error, "deals"))),
        (FoeNumbers { harm: Some(0), ..foe(1, ByTl) }, None),
        (FoeNumbers { fatigue_size: Some(0), ..foe(3, ByTl) }, Some((Error, "fatigue_size"))),
        (FoeNumbers { attributes: vec![("body".into(), 11)], ..foe(3, ByTl) }, Some((Error, "attributes.body"))),
    ];
    for (foe, expected) in rows {
        assert_eq!(
            worst(&foe),
            expected.map(|(level, field)| (level, field.to_owned())),
            "{foe:?}"
        );
    }
}

fn mv(name: &str, cost: i64, signature: bool) -> MoveNumbers {
    MoveNumbers {
        name: name.into(),
        cost: Some(cost),
        signature,
        tags: Vec::new(),
    }
}

/// TL, moves, findings.
type MoveRow = (i64, Vec<MoveNumbers>, Vec<(Level, &'static str)>);

#[test]
fn ad04_moves() {
    use Level::{Error, Warning};
    let fine = || mv("Bite", 1, false);
    let many = |n: i64| {
        (0..n)
            .map(|i| mv(&format!("M{i}"), 1, false))
            .collect::<Vec<_>>()
    };
    #[rustfmt::skip]
    let rows: Vec<MoveRow> = vec![
        (5, vec![fine(), mv("Zero", 0, false)],  vec![(Error, "move Zero: cost")]),
        (5, vec![fine(), mv("Six", 6, false)],   vec![(Error, "move Six: cost")]),
        (5, vec![fine(), mv("Four", 4, false)],  vec![(Error, "move Four: cost")]),
        (5, vec![fine(), mv("Big", 6, true)],    vec![(Error, "move Big: cost")]),
        (5, vec![fine(), mv("Small", 3, true)],  vec![(Error, "move Small: cost")]),
        (5, vec![mv("A", 4, true), mv("B", 5, true)], vec![(Error, "moves")]),
        (4, vec![fine(), mv("Sig", 4, true)],    vec![(Error, "move Sig: signature")]),
        (5, vec![fine(), mv("Sig", 5, true)],    vec![]),
        (6, vec![fine()],                        vec![(Warning, "moves")]),
        (1, vec![],                              vec![(Warning, "moves")]),
        (6, many(6),                             vec![(Error, "moves")]),
        (6, many(5),                             vec![]),
        (7, many(7),                             vec![]),
        (7, many(8),                             vec![(Error, "moves")]),
        (3, vec![fine(), mv("bite", 2, false)],  vec![(Error, "move bite: name")]),
        (3, vec![fine(), MoveNumbers { cost: None, ..mv("Any", 0, false) }], vec![]),
    ];
    for (tl, moves, expected) in rows {
        let found = validate_moves("Ash Rat", tl, &moves, &[]);
        let found: Vec<(Level, &str)> = found.iter().map(|f| (f.level, f.field.as_str())).collect();
        assert_eq!(found, expected, "TL {tl}: {moves:?}");
    }
}

#[test]
fn scale_changes_effect_only() {
    use UnitAction::{Charge, Precise, Sabotage, Volley};
    #[rustfmt::skip]
    let rows = [
        (3, 2, Volley,   Some(Effect::Great)),
        (2, 3, Charge,   Some(Effect::Limited)),
        (2, 3, Precise,  Some(Effect::Standard)),
        (1, 3, Charge,   None),
        (1, 3, Sabotage, Some(Effect::Standard)),
        (4, 2, Volley,   Some(Effect::Great)),
        (2, 2, Volley,   Some(Effect::Standard)),
    ];
    for (own, enemy, action, expected) in rows {
        assert_eq!(
            effect(own, enemy, action, Effect::Standard).unwrap(),
            expected,
            "{own} {enemy} {action}"
        );
    }
    assert_eq!(
        effect(2, 1, Volley, Effect::Great).unwrap(),
        Some(Effect::Great)
    );
    assert!(
        effect(0, 1, Volley, Effect::Great).is_err()
            && effect(5, 1, Volley, Effect::Great).is_err()
    );
    assert_eq!(
        [1, 2, 3, 4, 5].map(|cap| cap_xp(cap).unwrap()),
        [1, 4, 9, 16, 25]
    );
    assert!(cap_xp(0).is_err());
}

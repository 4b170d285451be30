//! The roll: every vector of rules/01 and the dice and Boon rows of the edge cases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use storybeat::rules::book_chair::{BookChair, BookStop};
use storybeat::rules::boons::{self, BoonCutBy, BoonPurse, Pay};
use storybeat::rules::chair::{Chair, Point, Throw, ThrowWhy};
use storybeat::rules::numbers::{Dv, Face, TierLevel};
use storybeat::rules::pool_size::{PoolIn, PoolOut, PoolSize};
use storybeat::rules::position::{PositionIn, Stages};
use storybeat::rules::question::{Answer, Question};
use storybeat::rules::refusal::{Halt, Refusal};
use storybeat::rules::roll::{
    DicePart, Reroll, RerollWhy, RollPlan, Rolled, StepPart, WholeReroll, roll,
};
use storybeat::rules::step::{Contribution, Step};
use storybeat::rules::switches::Switches;
use storybeat::rules::values::{Outcome, Position};

const C: Position = Position::Controlled;
const D: Position = Position::Dominant;
const X: Position = Position::Desperate;

fn face(n: i64) -> Face {
    Face::new(n).unwrap()
}

fn faces(text: &str) -> Vec<Face> {
    text.split_whitespace()
        .map(|n| face(n.parse().unwrap()))
        .collect()
}

fn plan(dice: i32) -> RollPlan {
    RollPlan::new("wits + craft", vec![DicePart::new("pool", dice)])
}

fn play(text: &str, plan: RollPlan) -> Rolled {
    let mut chair = BookChair::new(faces(text));
    let rolled = roll(&mut chair, plan).unwrap();
    assert_eq!(chair.faces_left(), 0, "every face is used");
    rolled
}

/// Position, DV, first throw, face of the Position re-roll, successes, SB, tens, outcome, critical, Boons.
type Row = (
    u8,
    Position,
    i64,
    &'static str,
    &'static str,
    u32,
    u32,
    u32,
    Outcome,
    u8,
    u32,
);

#[test]
fn vectors_of_the_rulebook() {
    use Outcome::{Clean, Miss, Partial, SuccessWithSb as Sb};
    #[rustfmt::skip]
    let rows: &[Row] = &[
        ( 1, C, 3, "9 6 4 2 1",     "",   2, 1, 0, Partial, 0, 1),
        ( 2, C, 3, "9 7 6 4 2 1",   "",   3, 1, 0, Sb,      0, 0),
        ( 3, C, 3, "10 8 6 5 4 2",  "",   4, 0, 1, Clean,   1, 0),
        ( 4, C, 4, "1 1 8 7 6 3",   "",   3, 2, 0, Partial, 0, 1),
        ( 5, C, 3, "10 1 1",        "",   2, 2, 1, Partial, 0, 1),
        ( 6, C, 2, "10 1 1",        "",   2, 2, 1, Sb,      1, 0),
        ( 7, C, 3, "2 3 5 4",       "",   0, 0, 0, Miss,    0, 0),
        ( 8, C, 3, "1 3 5 4",       "",   0, 1, 0, Miss,    0, 2),
        ( 9, D, 3, "7 6 3 2",       "8",  3, 0, 0, Clean,   0, 0),
        (10, D, 3, "7 6 1 2",       "8",  3, 1, 0, Sb,      0, 0),
        (11, D, 3, "7 6 3 2",       "1",  2, 1, 0, Partial, 0, 1),
        (12, D, 3, "7 6 1 2",       "1",  2, 2, 0, Partial, 0, 1),
        (13, X, 2, "7 6 3",         "4",  1, 0, 0, Partial, 0, 1),
        (14, X, 2, "10 6 3",        "2",  2, 0, 1, Clean,   1, 0),
        (15, X, 2, "10 3 2",        "",   2, 0, 1, Clean,   1, 0),
        (16, X, 3, "7 6 6",         "10", 4, 0, 1, Clean,   1, 0),
        (17, X, 2, "8 4 2",         "1",  0, 1, 0, Miss,    0, 2),
        (22, C, 5, "10 10 6 2",     "",   5, 0, 2, Clean,   2, 0),
        (23, D, 2, "10 9 8",        "",   4, 0, 1, Clean,   1, 0),
    ];
    for (n, position, dv, first, rr, s, sb, tens, outcome, critical, boons) in rows {
        let thrown = faces(first);
        let plan = RollPlan {
            position: *position,
            dv: Dv::new(*dv).unwrap(),
            ..plan(i32::try_from(thrown.len()).unwrap())
        };
        let rolled = play(&format!("{first} {rr}"), plan);
        assert_eq!(
            (
                rolled.successes,
                rolled.sb,
                rolled.tens,
                rolled.outcome,
                rolled.critical
            ),
            (*s, *sb, *tens, *outcome, *critical),
            "vector {n}"
        );
        assert_eq!(rolled.boons.gained, *boons, "vector {n}");
        assert_eq!(
            rolled.first, thrown,
            "vector {n}: what was first shown stays"
        );
    }
}

#[test]
fn vectors_18_and_19_a_boon_throws_the_four_again() {
    for (br, s, sb, outcome, boons) in [
        ("7", 3, 0, Outcome::Clean, 0),
        ("1", 2, 1, Outcome::Partial, 1),
    ] {
        let plan = RollPlan {
            rerolls: vec![Reroll {
                face: face(4),
                pay: Pay::Boon,
            }],
            boons: BoonPurse {
                held: 1,
                ..BoonPurse::default()
            },
            ..plan(4)
        };
        let rolled = play(&format!("9 6 4 2 {br}"), plan);
        assert_eq!(
            (rolled.successes, rolled.sb, rolled.outcome),
            (s, sb, outcome)
        );
        assert_eq!((rolled.boons.gained, rolled.paid.boons), (boons, 1));
        assert_eq!(rolled.rerolls[0].index, 2);
    }
}

#[test]
fn vectors_20_and_21_dice_above_ten_are_successes_and_never_a_miss() {
    for (first, s, outcome, boons) in [
        ("2 2 3 3 4 4 5 5 2 6", 3, Outcome::Clean, 0),
        ("2 2 3 3 4 4 5 5 2 2", 2, Outcome::Partial, 1),
    ] {
        let rolled = play(first, plan(12));
        assert_eq!((rolled.thrown, rolled.auto), (10, 2));
        assert_eq!((rolled.successes, rolled.sb, rolled.tens), (s, 0, 0));
        assert_eq!((rolled.outcome, rolled.boons.gained), (outcome, boons));
    }
}

#[test]
fn pools_are_summed_first_then_floored_then_limited() {
    #[rustfmt::skip]
    let rows: &[(&[i32], u8, u32)] = &[
        (&[3, 2],        5, 0),
        (&[1, 0, -2],    1, 0),
        (&[5, 5, 3],    10, 3),
        (&[5, 5, 3, -1], 10, 2),
        (&[5, 5, 5],    10, 5), // DI07
        (&[5, 5, 3, -2], 10, 1),
        (&[1, 0, -4],    1, 0),
    ];
    for (dice, thrown, auto) in rows {
        let raw = dice.iter().sum();
        let out = PoolSize::book(&PoolIn {
            raw,
            tier: None,
            tier_caps: false,
        });
        assert_eq!(
            out,
            PoolOut {
                thrown: *thrown,
                auto: *auto
            },
            "{dice:?}"
        );
    }
}

#[test]
fn the_tier_caps_switch_loses_dice_between_the_limit_and_ten() {
    for (tier, raw, thrown, auto) in [
        (1, 7, 7, 0),
        (1, 9, 8, 0),
        (1, 12, 8, 2),
        (2, 10, 9, 0),
        (3, 11, 10, 1),
        (5, 12, 10, 2),
    ] {
        let tier = Some(TierLevel::new(tier).unwrap());
        let out = PoolSize::book(&PoolIn {
            raw,
            tier,
            tier_caps: true,
        });
        assert_eq!(out, PoolOut { thrown, auto }, "{tier:?} {raw}");
        let off = PoolSize::book(&PoolIn {
            raw,
            tier,
            tier_caps: false,
        });
        assert_eq!(
            u32::from(off.thrown) + off.auto,
            u32::try_from(raw).unwrap()
        );
    }
}

#[test]
fn final_position_in_three_stages() {
    #[rustfmt::skip]
    let rows: &[(Position, i32, u32, bool, Position, u32)] = &[
        (C,  0, 0, false, C, 0),
        (C,  0, 1, false, X, 0),
        (C,  0, 2, false, X, 1),
        (C,  0, 2, true,  C, 1),
        (D,  0, 1, false, C, 0),
        (D,  1, 1, false, C, 0),
        (X,  0, 1, false, X, 1),
        (X, -1, 1, false, X, 1),
        (C,  1, 3, false, X, 1),
        (D,  0, 3, true,  C, 1),
    ];
    for (gm, situation, fatigue, paid, position, dice_lost) in rows {
        let stages = Stages::of(&PositionIn {
            gm: *gm,
            situation: *situation,
            fatigue: *fatigue,
            paid: *paid,
        });
        assert_eq!(
            (stages.paid, stages.dice_lost),
            (*position, *dice_lost),
            "{gm} {situation} {fatigue} {paid}"
        );
    }
    // 4+3, Controlled, Fatigue 3, Body 5.
    let rolled = play(
        "2 2 2 2 2",
        RollPlan {
            fatigue: 3,
            ..plan(7)
        },
    );
    assert_eq!((rolled.position, rolled.thrown), (X, 5));
}

#[test]
fn di03_dominant_throws_exactly_the_first_failed_die_again() {
    let rolled = play(
        "4 9 2 7 3 6",
        RollPlan {
            position: D,
            ..plan(5)
        },
    );
    assert_eq!(
        (rolled.successes, rolled.sb, rolled.outcome),
        (3, 0, Outcome::Clean)
    );
    assert_eq!(rolled.rerolls.len(), 1);
    assert_eq!(
        (
            rolled.rerolls[0].index,
            rolled.rerolls[0].from,
            rolled.rerolls[0].to
        ),
        (0, face(4), face(6))
    );
}

#[test]
fn di04_a_one_may_be_thrown_again_and_keeps_its_sb() {
    let good = play(
        "1 6 7 9",
        RollPlan {
            position: D,
            ..plan(3)
        },
    );
    assert_eq!(
        (good.successes, good.sb, good.outcome),
        (3, 1, Outcome::SuccessWithSb)
    );
    let bad = play(
        "1 6 7 1",
        RollPlan {
            position: D,
            ..plan(3)
        },
    );
    assert_eq!(
        (bad.successes, bad.sb, bad.outcome),
        (2, 2, Outcome::Partial)
    );
}

#[test]
fn di05_a_ten_is_never_thrown_again() {
    let dv = Dv::new(2).unwrap();
    let none = play(
        "10 2",
        RollPlan {
            position: X,
            dv,
            ..plan(2)
        },
    );
    assert_eq!(
        (
            none.successes,
            none.outcome,
            none.critical,
            none.rerolls.len()
        ),
        (2, Outcome::Clean, 1, 0)
    );
    let six = play(
        "6 10 2",
        RollPlan {
            position: X,
            dv,
            ..plan(2)
        },
    );
    assert_eq!(
        (six.successes, six.outcome, six.critical),
        (2, Outcome::Clean, 1)
    );
}

#[test]
fn di06_exact_odds_of_one_die_at_dv_two() {
    // In hundredths: clean, with SB, partial, miss.
    for (position, odds) in [
        (C, [10, 0, 40, 50]),
        (D, [14, 1, 60, 25]),
        (X, [14, 0, 16, 70]),
    ] {
        let mut seen = [0_u32; 4];
        for first in 1..=10 {
            for second in 1..=10 {
                let mut chair = BookChair::new([face(first), face(second)]);
                let plan = RollPlan {
                    position,
                    dv: Dv::new(2).unwrap(),
                    ..plan(1)
                };
                let rolled = roll(&mut chair, plan).unwrap();
                let at = Outcome::ALL
                    .iter()
                    .position(|o| *o == rolled.outcome)
                    .unwrap();
                seen[at] += 1;
            }
        }
        assert_eq!(seen, odds, "{position}");
    }
}

#[test]
fn di09_dv_defaults_listed_fives_and_cover() {
    assert_eq!(plan(1).dv.get(), 3);
    assert_eq!(Dv::printed("5+").unwrap(), Dv::TOP);
    assert_eq!(Dv::TOP.plus(1), Dv::TOP);
    assert_eq!(
        Dv::new(1).unwrap().plus(-1).get(),
        1,
        "a computed DV of 1 is legal"
    );
    for bad in [0, 1, 6, 99, -1] {
        let error = Dv::gm(bad).unwrap_err().to_string();
        assert!(error.contains("2 to 5"), "{error}");
    }
}

#[test]
fn di11_steps_above_dominant_are_lost_and_penalties_add() {
    let dominant = RollPlan {
        position: D,
        steps: vec![StepPart::new("height", 2)],
        ..plan(2)
    };
    let rolled = play("7 7", dominant);
    assert_eq!(
        (rolled.position, rolled.thrown, rolled.stages.surplus),
        (D, 2, 2)
    );
    assert!(rolled.notes.iter().any(|n| n.contains("Dominant")));

    let defending = RollPlan {
        position: D,
        steps: vec![StepPart::defend()],
        ..plan(2)
    };
    let rolled = play("7 7 7", defending);
    assert_eq!(
        (rolled.position, rolled.thrown),
        (D, 3),
        "Defend at Dominant is a die"
    );
    let controlled = play(
        "7 7",
        RollPlan {
            steps: vec![StepPart::defend()],
            ..plan(2)
        },
    );
    assert_eq!((controlled.position, controlled.thrown), (D, 2));

    let tired = play(
        "2 2 2",
        RollPlan {
            fatigue: 3,
            ..plan(5)
        },
    );
    assert_eq!((tired.position, tired.thrown), (X, 3));
    let mut hurt = RollPlan {
        fatigue: 2,
        ..plan(6)
    };
    hurt.parts.push(DicePart::new("Harm", -1));
    let rolled = play("2 2 2 2", hurt);
    assert_eq!((rolled.position, rolled.thrown), (X, 4));
}

#[test]
fn di12_tens_are_two_and_three_is_the_top() {
    let rolled = play(
        "10 10 10 10 2",
        RollPlan {
            dv: Dv::TOP,
            ..plan(5)
        },
    );
    assert_eq!((rolled.successes, rolled.tens, rolled.critical), (8, 4, 3));
}

#[test]
fn bo01_a_miss_without_a_one_pays_by_switch() {
    let strict = play("2 3 4", plan(3));
    assert_eq!(
        (strict.boons.gained, strict.boons.cuts[0].by),
        (0, BoonCutBy::MissWithoutSb)
    );
    assert_eq!(play("1 3 4", plan(3)).boons.gained, 2);
    let switches = Switches {
        miss_boon_needs_sb: false,
        ..Switches::default()
    };
    assert_eq!(
        play(
            "2 3 4",
            RollPlan {
                switches,
                ..plan(3)
            }
        )
        .boons
        .gained,
        2
    );
    let idle = play(
        "1 3 4",
        RollPlan {
            meaningful: false,
            ..plan(3)
        },
    );
    assert_eq!(
        (idle.boons.gained, idle.boons.cuts[0].by),
        (0, BoonCutBy::NotMeaningful)
    );
}

/// Held, earned this scene, repeated, throw at DV 3, gained, first limit that cut.
type BoonRow = (u32, u32, bool, &'static str, u32, Option<BoonCutBy>);

#[test]
fn bo02_limits_repetition_then_scene_then_hold() {
    #[rustfmt::skip]
    let rows: &[BoonRow] = &[
        (0, 0, false, "9 2 2", 1, None),
        (1, 1, false, "9 2 2", 1, None),
        (2, 2, false, "9 2 2", 0, Some(BoonCutBy::SceneCap)),
        (1, 1, false, "1 2 2", 1, Some(BoonCutBy::SceneCap)),
        (2, 2, false, "1 2 2", 0, Some(BoonCutBy::SceneCap)),
        (4, 0, false, "1 2 2", 1, Some(BoonCutBy::HoldCap)),
        (1, 1, true,  "9 2 2", 0, Some(BoonCutBy::Repetition)),
        (5, 0, false, "9 2 2", 0, Some(BoonCutBy::HoldCap)),
    ];
    for (held, earned, repeated, first, gained, cut) in rows {
        let boons = BoonPurse {
            held: *held,
            earned_from_failure_this_scene: *earned,
            repeated: *repeated,
            hold_cap: 5,
        };
        let rolled = play(first, RollPlan { boons, ..plan(3) });
        assert_eq!(
            (rolled.boons.gained, rolled.boons.cuts.first().map(|c| c.by)),
            (*gained, *cut)
        );
    }
}

#[test]
fn bo03_awards_and_payments_lose_nothing_silently() {
    let award = boons::award(2, 100, 5);
    assert_eq!((award.new, award.surplus), (5, 97));
    assert!(matches!(
        boons::pay(1, 3, "x"),
        Err(Refusal::Price {
            cost: 3,
            has: 1,
            ..
        })
    ));
    let trim = boons::trim(4);
    assert_eq!((trim.new, trim.surplus), (2, 2));
    assert_eq!(boons::trim(1).new, 1);
}

#[test]
fn bo05_without_a_boon_no_die_falls() {
    let mut chair = BookChair::new(faces("9 6 4 2 7"));
    let asked = RollPlan {
        rerolls: vec![Reroll {
            face: face(4),
            pay: Pay::Boon,
        }],
        ..plan(4)
    };
    let refused = roll(&mut chair, asked).unwrap_err();
    assert!(matches!(
        refused,
        Halt::Refused(Refusal::Price {
            cost: 1,
            has: 0,
            ..
        })
    ));
    assert!(chair.thrown.is_empty());
}

#[test]
fn bo05_a_boon_paid_makes_room_under_the_hold_cap() {
    let plan = RollPlan {
        rerolls: vec![Reroll {
            face: face(4),
            pay: Pay::Boon,
        }],
        boons: BoonPurse {
            held: 5,
            ..BoonPurse::default()
        },
        ..plan(3)
    };
    let rolled = play("9 4 2 3", plan);
    assert_eq!((rolled.paid.boons, rolled.boons.gained), (1, 1));
}

#[test]
fn bo06_fatigue_in_place_of_a_boon_doesnt_count_for_this_roll() {
    let rolled = play(
        "7 7 7",
        RollPlan {
            paid_step: Some(Pay::Fatigue),
            ..plan(3)
        },
    );
    assert_eq!(
        (rolled.position, rolled.paid.fatigue, rolled.paid.boons),
        (D, 1, 0)
    );
    let next = play(
        "2 2 2",
        RollPlan {
            fatigue: 1,
            ..plan(3)
        },
    );
    assert_eq!(next.position, X);
}

#[test]
fn bo07_conversion_of_two_or_four_once_a_session() {
    assert_eq!(boons::convert(2, 2, false), Ok(1));
    assert_eq!(boons::convert(5, 4, false), Ok(2));
    assert!(matches!(
        boons::convert(5, 3, false),
        Err(Refusal::Number { .. })
    ));
    let twice = boons::convert(5, 2, true).unwrap_err();
    assert!(twice.overrulable() && matches!(twice, Refusal::OncePer { .. }));
    assert!(matches!(
        boons::convert(1, 2, false),
        Err(Refusal::Price { .. })
    ));
}

#[test]
fn gifts_stay_with_the_giver_where_they_dont_fit() {
    let gift = boons::gift(3, 4, 2, 5, true, 0).unwrap();
    assert_eq!((gift.giver, gift.receiver, gift.stayed), (2, 5, 1));
    assert!(boons::gift(3, 0, 2, 5, false, 0).is_err());
    assert!(boons::gift(3, 0, 1, 5, true, 2).is_err());
    assert!(boons::gift(0, 0, 1, 5, false, 0).is_err());
}

#[test]
fn hold_cap_by_tier_only_by_switch() {
    let on = Switches {
        tier_boon_hold: true,
        ..Switches::default()
    };
    for (tier, cap) in [(1, 5), (3, 5), (4, 6), (5, 7)] {
        let tier = TierLevel::new(tier).unwrap();
        assert_eq!(boons::hold_cap(tier, &on), cap);
        assert_eq!(boons::hold_cap(tier, &Switches::default()), 5);
    }
}

#[test]
fn a_face_that_isnt_there_and_a_ten_are_refused_by_name() {
    let rich = BoonPurse {
        held: 5,
        ..BoonPurse::default()
    };
    let ask = |n| RollPlan {
        rerolls: vec![Reroll {
            face: face(n),
            pay: Pay::Boon,
        }],
        boons: rich,
        ..plan(3)
    };
    let missing = roll(&mut BookChair::new(faces("9 4 10 7")), ask(3)).unwrap_err();
    let Halt::Refused(refusal) = missing else {
        panic!("{missing:?}")
    };
    assert_eq!(refusal.to_string(), "no die shows 3; showing: 9 4 10");
    assert!(!refusal.overrulable());
    let ten = roll(&mut BookChair::new(faces("9 4 10 7")), ask(10)).unwrap_err();
    assert_eq!(ten, Halt::Refused(Refusal::TenStays));
}

#[test]
fn boons_may_follow_each_other_by_the_face_that_then_shows() {
    let plan = RollPlan {
        rerolls: vec![
            Reroll {
                face: face(2),
                pay: Pay::Boon,
            },
            Reroll {
                face: face(1),
                pay: Pay::Boon,
            },
            Reroll {
                face: face(2),
                pay: Pay::Fatigue,
            },
        ],
        boons: BoonPurse {
            held: 2,
            ..BoonPurse::default()
        },
        ..plan(3)
    };
    let rolled = play("2 2 9 1 8 7", plan);
    assert_eq!(rolled.faces, faces("8 7 9"));
    assert_eq!((rolled.sb, rolled.successes), (1, 3));
    assert_eq!((rolled.paid.boons, rolled.paid.fatigue), (2, 1));
    assert_eq!(
        rolled.rerolls.iter().map(|r| r.index).collect::<Vec<_>>(),
        [0, 0, 1]
    );
}

#[test]
fn the_whole_roll_again_spares_tens_and_erases_no_one() {
    let whole = |move_unused| RollPlan {
        whole_reroll: Some(WholeReroll {
            pay: Pay::Boon,
            move_unused,
            after: 0,
        }),
        boons: BoonPurse {
            held: 1,
            ..BoonPurse::default()
        },
        ..plan(4)
    };
    let rolled = play("1 10 3 1 6 7 1", whole(true));
    assert_eq!(rolled.faces, faces("6 10 7 1"));
    assert_eq!((rolled.successes, rolled.sb, rolled.tens), (4, 3, 1));
    assert!(
        rolled
            .rerolls
            .iter()
            .all(|r| matches!(r.why, RerollWhy::Whole(Pay::Boon)))
    );
    let used = roll(&mut BookChair::new(faces("1 10 3 1")), whole(false)).unwrap_err();
    assert!(matches!(used, Halt::Refused(Refusal::Tempo { .. })));
}

#[test]
fn the_same_plan_with_one_more_reroll_begins_alike() {
    let first = play(
        "9 4 2 3",
        RollPlan {
            position: X,
            boons: BoonPurse {
                held: 1,
                ..BoonPurse::default()
            },
            ..plan(3)
        },
    );
    let mut again = RollPlan {
        position: X,
        boons: BoonPurse {
            held: 1,
            ..BoonPurse::default()
        },
        ..plan(3)
    };
    again.rerolls.push(Reroll {
        face: face(4),
        pay: Pay::Boon,
    });
    let text = serde_json::to_string(&again).unwrap();
    assert_eq!(serde_json::from_str::<RollPlan>(&text).unwrap(), again);
    let second = play("9 4 2 3 8", again);
    assert_eq!(second.first, first.first);
    assert_eq!(second.rerolls[..1], first.rerolls[..]);
    assert_eq!(second.faces, faces("3 8 2"));
    let text = serde_json::to_string(&second).unwrap();
    assert_eq!(serde_json::from_str::<Rolled>(&text).unwrap(), second);
}

#[test]
fn dominant_may_be_declined() {
    let plan = RollPlan {
        position: D,
        ask_dominant: true,
        ..plan(3)
    };
    let mut chair = BookChair::new(faces("9 4 2")).answer("dominant_reroll", Answer::Yes(false));
    let rolled = roll(&mut chair, plan.clone()).unwrap();
    assert!(rolled.rerolls.is_empty());
    let mut default = BookChair::new(faces("9 4 2 8"));
    assert_eq!(roll(&mut default, plan).unwrap().faces, faces("9 8 2"));
    assert_eq!(default.asked.len(), 1);
}

#[test]
fn faces_that_run_out_say_what_was_thrown() {
    let mut chair = BookChair::new(faces("9 4"));
    let stop = roll(&mut chair, plan(3)).unwrap_err();
    let Halt::Stop(stop) = stop else {
        panic!("{stop:?}")
    };
    assert!(matches!(
        stop,
        BookStop::NoFacesLeft {
            wanted: 3,
            left: 2,
            ..
        }
    ));
    assert_eq!(
        stop.to_string(),
        "wits + craft: 3 dice are thrown, and 2 faces are left in the list"
    );
}

/// A chair whose modifiers are given.
struct Talented {
    book: BookChair,
    roll: Vec<Contribution>,
    outcome: Vec<Contribution>,
}

impl Chair for Talented {
    type Stop = BookStop;
    fn throw(&mut self, throw: Throw) -> Result<Vec<Face>, BookStop> {
        self.book.throw(throw)
    }
    fn ask(&mut self, question: Question) -> Result<Answer, BookStop> {
        self.book.ask(question)
    }
    fn modifiers(&mut self, step: Step) -> Result<Vec<Contribution>, BookStop> {
        Ok(match step {
            Step::Roll(_) => self.roll.clone(),
            Step::Outcome(_) => self.outcome.clone(),
            _ => Vec::new(),
        })
    }
}

#[test]
fn contributions_are_added_and_shown_with_their_reason() {
    let mut chair = Talented {
        book: BookChair::new(faces("9 8 2 3 3")),
        roll: vec![
            Contribution {
                dice: 1,
                why: "Deep Keel".into(),
                ..Contribution::default()
            },
            Contribution {
                step: -1,
                why: "Counted".into(),
                ..Contribution::default()
            },
            Contribution {
                dv: 1,
                why: "fog".into(),
                ..Contribution::default()
            },
        ],
        outcome: Vec::new(),
    };
    let rolled = roll(&mut chair, plan(3)).unwrap();
    assert_eq!((rolled.thrown, rolled.position, rolled.dv.get()), (4, X, 4));
    assert!(rolled.parts.contains(&DicePart::new("Deep Keel", 1)));
    assert!(rolled.steps.contains(&StepPart::new("Counted", -1)));
    assert!(
        rolled.notes.iter().any(|n| n == "DV 3 → 4: fog"),
        "{:?}",
        rolled.notes
    );
    assert_eq!(rolled.faces, faces("3 8 2 3"));
}

#[test]
fn a_talent_may_throw_a_face_again_but_no_ten() {
    let reroll = |n| {
        vec![Contribution {
            reroll: Some(face(n)),
            why: "Luck".into(),
            ..Contribution::default()
        }]
    };
    let mut chair = Talented {
        book: BookChair::new(faces("10 1 6")),
        roll: vec![],
        outcome: reroll(1),
    };
    let rolled = roll(&mut chair, plan(2)).unwrap();
    assert_eq!((rolled.faces.clone(), rolled.sb), (faces("10 6"), 1));
    assert_eq!(rolled.rerolls[0].why, RerollWhy::Granted("Luck".into()));
    assert_eq!(
        chair.book.thrown[1].0,
        ThrowWhy::GrantedReroll { was: face(1) }
    );
    let mut chair = Talented {
        book: BookChair::new(faces("10 10")),
        roll: vec![],
        outcome: reroll(10),
    };
    let rolled = roll(&mut chair, plan(2)).unwrap();
    assert_eq!(rolled.faces, faces("10 10"));
    assert!(rolled.notes[0].contains("Luck"));
}

#[test]
fn a_chair_that_gives_too_few_faces_is_told_so() {
    struct Short;
    impl Chair for Short {
        type Stop = std::convert::Infallible;
        fn throw(&mut self, _: Throw) -> Result<Vec<Face>, Self::Stop> {
            Ok(Vec::new())
        }
        fn ask(&mut self, question: Question) -> Result<Answer, Self::Stop> {
            Ok(question.default)
        }
    }
    let refused = roll(&mut Short, plan(3)).unwrap_err();
    assert!(matches!(
        refused,
        Halt::Refused(Refusal::FacesDontFit {
            asked: 3,
            got: 0,
            ..
        })
    ));
}

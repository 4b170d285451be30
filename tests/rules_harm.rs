//! Hits, Fatigue, recovery, dying, fear, conditions, wards: rules/02 and the harm rows of the edge cases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use storybeat::rules::armor::{ArmorIn, ConvertArmor, Hampered, effective, wearing_penalty};
use storybeat::rules::book_chair::{BookChair, BookStop};
use storybeat::rules::chair::{Chair, Point, Throw};
use storybeat::rules::conditions::{CONDITIONS, condition};
use storybeat::rules::fatigue::{
    FatigueDone, FatiguePlan, can_act, harm_penalty, mark_fatigue, track_size,
};
use storybeat::rules::fear::{Fear, FearResult};
use storybeat::rules::hit::{HitDone, HitPlan, take_hit};
use storybeat::rules::ids::{Thing, ThingKind};
use storybeat::rules::numbers::{Dv, Face};
use storybeat::rules::question::{Answer, Question};
use storybeat::rules::recovery::{
    Patient, Rest, care_dv, care_heals, repair, rest, weapon_penalty,
};
use storybeat::rules::step::{Contribution, Step};
use storybeat::rules::switches::Switches;
use storybeat::rules::values::{Armor, ArmorUse, ItemState, Outcome};
use storybeat::rules::wards::{Disabled, WardKind, WardNumbers};
use storybeat::rules::wounds::wound;

use Armor::{Heavy, Light, Medium, None as Bare};

fn hit(plan: HitPlan) -> HitDone {
    take_hit(&mut BookChair::default(), plan).unwrap()
}

fn tire(n: u32, size: u32, fatigue: u32, harm_level: u32) -> FatigueDone {
    let plan = FatiguePlan {
        who: None,
        n,
        fatigue,
        fatigue_size: size,
        harm_level,
        why: "a march".into(),
    };
    mark_fatigue(&mut BookChair::default(), plan).unwrap()
}

#[test]
fn armor_converts_as_printed() {
    #[rustfmt::skip]
    let rows: &[(u32, [(u32, u32); 4])] = &[
        // h      Light   Medium  Heavy   None
        (0, [(0, 0), (0, 0), (0, 0), (0, 0)]),
        (1, [(0, 1), (0, 1), (0, 1), (1, 0)]),
        (2, [(1, 1), (0, 1), (0, 1), (2, 0)]),
        (3, [(2, 1), (2, 1), (0, 2), (3, 0)]),
        (4, [(3, 1), (3, 1), (1, 2), (4, 0)]),
        (5, [(4, 1), (4, 1), (2, 2), (5, 0)]),
    ];
    for (harm, cells) in rows {
        for (armor, cell) in [Light, Medium, Heavy, Bare].into_iter().zip(cells) {
            let out = ConvertArmor::book(&ArmorIn {
                harm: *harm,
                armor,
                state: ItemState::Maintained,
                who: None,
            });
            assert_eq!((out.harm, out.fatigue), *cell, "{armor} against {harm}");
        }
        if *harm > 0 {
            let pc = hit(HitPlan::new(*harm, 3));
            assert_eq!(
                (pc.taken, pc.fatigue),
                (*harm, 1),
                "an unarmored character against {harm}"
            );
        }
    }
}

/// Number, armor, state, use, heater, T, (F, H) before, h, (r, f), overflow, (F, H) after, dead.
type Row = (
    u8,
    Armor,
    ItemState,
    ArmorUse,
    bool,
    u32,
    (u32, u32),
    u32,
    (u32, u32),
    bool,
    (u32, u32),
    bool,
);

#[test]
fn worked_hits() {
    use ArmorUse::{AsWorn as W, OneLess};
    use ItemState::{Compromised, Maintained as M, Neglected};
    #[rustfmt::skip]
    let rows: &[Row] = &[
        ( 1, Light,  M, W, false, 3, (0, 0), 1, (0, 1), false, (1, 0), false),
        ( 2, Light,  M, W, false, 3, (0, 0), 2, (1, 1), false, (1, 1), false),
        ( 3, Light,  M, W, false, 3, (2, 0), 2, (1, 1), false, (1, 1), false),
        ( 4, Light,  M, W, false, 3, (0, 0), 3, (2, 1), false, (1, 2), false),
        ( 5, Light,  M, W, false, 3, (0, 0), 4, (3, 1), false, (1, 3), false),
        ( 6, Medium, M, W, false, 3, (1, 0), 2, (0, 1), false, (2, 0), false),
        ( 7, Medium, M, W, false, 3, (2, 0), 2, (0, 1), true,  (0, 1), false),
        ( 8, Medium, M, W, false, 3, (0, 0), 3, (2, 1), false, (1, 2), false),
        ( 9, Heavy,  M, W, false, 3, (0, 0), 3, (0, 2), false, (2, 0), false),
        (10, Heavy,  M, W, false, 2, (1, 0), 3, (0, 2), true,  (0, 1), false),
        (11, Heavy,  M, W, false, 4, (2, 0), 3, (0, 2), true,  (0, 1), false),
        (12, Heavy,  M, W, false, 3, (0, 0), 4, (1, 2), false, (2, 1), false),
        (13, Bare,   M, W, false, 3, (2, 0), 1, (1, 1), false, (1, 1), false),
        (14, Bare,   M, W, false, 3, (0, 0), 2, (2, 1), false, (1, 2), false),
        (15, Bare,   M, W, false, 1, (0, 0), 1, (1, 1), true,  (0, 2), false),
        (16, Light,  M, W, false, 1, (0, 0), 1, (0, 1), true,  (0, 1), false),
        (17, Light,  M, W, false, 1, (0, 0), 2, (1, 1), true,  (0, 2), false),
        (18, Light,  M, W, false, 3, (0, 2), 3, (2, 1), false, (1, 3), false),
        (19, Heavy,  M, W, false, 3, (0, 3), 1, (0, 1), false, (1, 3), false),
        (20, Heavy,  M, W, false, 2, (1, 3), 1, (0, 1), true,  (0, 3), true),
        (21, Light,  M, W, false, 3, (0, 3), 2, (1, 1), false, (0, 3), true),
        (22, Light,  M, W, true,  3, (0, 0), 2, (0, 2), false, (2, 0), false),
        (23, Medium, M, W, true,  3, (1, 0), 3, (1, 2), false, (2, 1), false),
        (24, Heavy,  Neglected,   W, false, 3, (0, 0), 3, (2, 1), false, (1, 2), false),
        (25, Light,  Compromised, W, false, 3, (1, 0), 2, (2, 1), false, (1, 2), false),
        (26, Heavy,  M, OneLess,     false, 3, (1, 0), 2, (0, 1), false, (2, 0), false),
    ];
    for (n, armor, state, ignore, heater, size, before, harm, rf, overflow, after, dead) in rows {
        let done = hit(HitPlan {
            armor: *armor,
            state: *state,
            ignore: *ignore,
            heater: *heater,
            fatigue: before.0,
            harm_level: before.1,
            ..HitPlan::new(*harm, *size)
        });
        assert_eq!((done.taken, done.fatigue), *rf, "hit {n}: after conversion");
        assert_eq!(done.overflow, *overflow, "hit {n}: overflow");
        assert_eq!(
            (done.fatigue_after, done.harm_after),
            *after,
            "hit {n}: after"
        );
        assert_eq!(done.dead, *dead, "hit {n}: dead");
        assert_eq!(
            done.down,
            before.1 < 3 && after.1 == 3 && !dead,
            "hit {n}: down is an edge"
        );
    }
}

#[test]
fn fatigue_only_events() {
    // T, F, H, n → F, H, overflow
    for (size, f, h, n, after) in [
        (3, 1, 0, 1, (2, 0, false)),
        (3, 2, 0, 1, (0, 1, true)),
        (3, 2, 0, 4, (0, 1, true)),
        (3, 0, 0, 5, (0, 1, true)), // HA03
        (2, 0, 0, 7, (0, 1, true)),
        (1, 0, 0, 1, (0, 1, true)),
        (3, 1, 2, 0, (1, 2, false)),
    ] {
        let done = tire(n, size, f, h);
        assert_eq!(
            (done.fatigue_after, done.harm_after, done.overflow),
            after,
            "T {size} F {f} +{n}"
        );
    }
    assert!(tire(1, 2, 1, 3).dead, "overflow at Harm 3 kills");
    assert_eq!([0, 1, 5].map(|body| track_size(body, false)), [1, 1, 5],);
    assert_eq!([1, 3].map(|body| track_size(body, true)), [2, 4]);
}

#[test]
fn ha03_two_small_hits_through_medium() {
    let first = hit(HitPlan {
        armor: Medium,
        ..HitPlan::new(1, 2)
    });
    assert_eq!((first.fatigue_after, first.harm_after), (1, 0));
    let second = hit(HitPlan {
        armor: Medium,
        fatigue: 1,
        ..HitPlan::new(1, 2)
    });
    assert_eq!((second.fatigue_after, second.harm_after), (0, 1));
}

#[test]
fn ha04_minimum_fatigue_is_for_characters_and_a_switch() {
    let on = hit(HitPlan::new(1, 3));
    assert_eq!((on.fatigue_after, on.harm_after), (1, 1));
    let off = hit(HitPlan {
        min_fatigue_unarmored: false,
        ..HitPlan::new(1, 3)
    });
    assert_eq!((off.fatigue_after, off.harm_after), (0, 1));
}

#[test]
fn ha05_small_bodies_and_huge_hits() {
    let small = hit(HitPlan {
        armor: Heavy,
        ..HitPlan::new(3, track_size(1, false))
    });
    assert_eq!((small.fatigue_after, small.harm_after), (0, 1));
    let huge = hit(HitPlan::new(9, 3));
    assert_eq!(
        (huge.fatigue_after, huge.harm_after, huge.dead, huge.down),
        (1, 3, false, true)
    );
}

#[test]
fn ha06_at_harm_three_armor_saves_until_it_overflows() {
    let mut fatigue = 0;
    let mut ends = Vec::new();
    for _ in 0..3 {
        let done = hit(HitPlan {
            armor: Medium,
            fatigue,
            harm_level: 3,
            ..HitPlan::new(2, 3)
        });
        fatigue = done.fatigue_after;
        ends.push((done.fatigue_after, done.dead));
    }
    assert_eq!(ends, [(1, false), (2, false), (0, true)]);
    assert!(can_act(2) && !can_act(3));
}

#[test]
fn ha07_harm_zero_is_no_hit() {
    let done = hit(HitPlan {
        fatigue: 2,
        harm_level: 1,
        ..HitPlan::new(0, 3)
    });
    assert_eq!((done.incoming, done.taken, done.fatigue), (0, 0, 0));
    assert_eq!((done.fatigue_after, done.harm_after), (2, 1));
    assert!(
        Armor::lookup("mythic")
            .unwrap_err()
            .to_string()
            .contains("light")
    );
}

#[test]
fn ha08_downgrades_add_up() {
    use ItemState::{Compromised, Maintained, Neglected};
    #[rustfmt::skip]
    let rows = [
        (Heavy,  Neglected,   ArmorUse::OneLess, 0, Light),
        (Light,  Neglected,   ArmorUse::OneLess, 0, Bare),
        (Medium, Neglected,   ArmorUse::AsWorn,  0, Light),
        (Heavy,  Compromised, ArmorUse::AsWorn,  1, Bare),
        (Heavy,  Maintained,  ArmorUse::Ignore,  1, Bare),
        (Medium, Maintained,  ArmorUse::AsWorn,  1, Heavy),
        (Heavy,  Maintained,  ArmorUse::AsWorn,  1, Heavy),
        (Light,  Neglected,   ArmorUse::AsWorn,  1, Light),
    ];
    for (armor, state, attack, shift, counts) in rows {
        assert_eq!(
            effective(armor, state, attack, shift),
            counts,
            "{armor} {state} {attack} {shift}"
        );
    }
    let done = hit(HitPlan {
        armor: Heavy,
        state: Neglected,
        ignore: ArmorUse::OneLess,
        ..HitPlan::new(3, 3)
    });
    assert_eq!((done.fatigue_after, done.harm_after), (1, 2));
}

#[test]
fn hunger_is_no_hit_and_clears_fatigue() {
    let done = wound(1, 2, 0);
    assert_eq!(
        (done.fatigue_after, done.harm_after, done.dead),
        (0, 1, false)
    );
    assert_eq!(wound(5, 0, 1).harm_after, 3);
    assert!(wound(1, 0, 3).dead);
    let none = wound(0, 2, 1);
    assert_eq!((none.fatigue_after, none.harm_after), (2, 1));
}

/// A chair whose contributions to hits and marks are given.
struct Gifted(Vec<Contribution>);

impl Chair for Gifted {
    type Stop = BookStop;
    fn throw(&mut self, throw: Throw) -> Result<Vec<Face>, BookStop> {
        BookChair::default().throw(throw)
    }
    fn ask(&mut self, question: Question) -> Result<Answer, BookStop> {
        BookChair::default().ask(question)
    }
    fn modifiers(&mut self, step: Step) -> Result<Vec<Contribution>, BookStop> {
        Ok(if matches!(step, Step::Hit { .. } | Step::Mark { .. }) {
            self.0.clone()
        } else {
            Vec::new()
        })
    }
}

#[test]
fn contributions_to_a_hit() {
    let friend = Thing::new(ThingKind::Pc, 2);
    let plan = HitPlan {
        armor: Light,
        fatigue: 1,
        ..HitPlan::new(2, 3)
    };
    let with = |c: Contribution| take_hit(&mut Gifted(vec![c]), plan.clone()).unwrap();

    let gone = with(Contribution {
        cancel: Some("the blade meets smoke".into()),
        why: "Lamp Smoke".into(),
        ..Contribution::default()
    });
    assert_eq!(
        gone.cancelled.as_deref(),
        Some("Lamp Smoke: the blade meets smoke")
    );
    assert_eq!((gone.fatigue_after, gone.harm_after), (1, 0));

    let moved = with(Contribution {
        redirect: Some(friend),
        ..Contribution::default()
    });
    assert_eq!(
        (moved.redirect, moved.fatigue_after, moved.harm_after),
        (Some(friend), 1, 0)
    );

    let turned = with(Contribution {
        to_fatigue: 5,
        ..Contribution::default()
    });
    assert_eq!(
        (turned.taken, turned.fatigue, turned.overflow),
        (0, 2, true)
    );

    let harder = with(Contribution {
        harm: 1,
        armor: 1,
        ..Contribution::default()
    });
    assert_eq!(
        (harder.incoming, harder.armor, harder.taken, harder.fatigue),
        (3, Medium, 2, 1)
    );

    let spared = with(Contribution {
        harm: -2,
        ..Contribution::default()
    });
    assert_eq!(
        (spared.incoming, spared.fatigue_after, spared.harm_after),
        (0, 1, 0),
        "no Harm, no hit, no minimum"
    );

    let marked = FatiguePlan {
        who: None,
        n: 1,
        fatigue: 0,
        fatigue_size: 3,
        harm_level: 0,
        why: String::new(),
    };
    let less = Contribution {
        n: Some(-2),
        why: "iron lungs".into(),
        ..Contribution::default()
    };
    let done = mark_fatigue(&mut Gifted(vec![less]), marked).unwrap();
    assert_eq!((done.n, done.fatigue_after), (0, 0));
    assert_eq!(done.notes, ["-2 iron lungs"]);
}

#[test]
fn harm_penalties_dont_add_up() {
    for (harm, matters, dice) in [
        (0, true, 0),
        (1, true, 1),
        (1, false, 0),
        (2, true, 1),
        (2, false, 1),
    ] {
        assert_eq!(harm_penalty(harm, matters), dice, "Harm {harm}");
    }
}

#[test]
fn wearing_armor_costs_dice_once() {
    let off = Switches::default();
    let on = Switches {
        light_armor_penalty: true,
        ..off
    };
    let physical = Hampered {
        physical: true,
        covert: false,
    };
    let covert = Hampered {
        physical: false,
        covert: true,
    };
    let both = Hampered {
        physical: true,
        covert: true,
    };
    for (armor, roll, switches, dice) in [
        (Bare, both, &on, 0),
        (Light, physical, &off, 0),
        (Light, physical, &on, 1),
        (Light, covert, &on, 0),
        (Medium, physical, &off, 1),
        (Medium, covert, &off, 1),
        (Medium, both, &off, 1),
        (Heavy, physical, &off, 2),
        (Heavy, covert, &off, 2),
        (Heavy, Hampered::default(), &off, 0),
    ] {
        assert_eq!(
            wearing_penalty(armor, roll, switches),
            dice,
            "{armor} {roll:?}"
        );
    }
    for (state, first, dice) in [
        (ItemState::Maintained, true, 0),
        (ItemState::Neglected, false, 1),
        (ItemState::Compromised, true, 1),
        (ItemState::Compromised, false, 0),
    ] {
        assert_eq!(weapon_penalty(state, first), dice, "{state}");
    }
}

#[test]
fn repairs() {
    use ItemState::{Compromised, Maintained, Neglected};
    let dv = |from, to| repair(from, to).map(|r| r.dv.map(Dv::get));
    assert_eq!(dv(Neglected, Maintained), Some(None));
    assert_eq!(dv(Compromised, Neglected), Some(Some(3)));
    assert_eq!(dv(Compromised, Maintained), Some(Some(4)));
    assert_eq!(dv(Maintained, Maintained), None);
    assert_eq!(dv(Maintained, Compromised), None);
}

#[test]
fn rests() {
    let off = Switches::default();
    let care = Switches {
        harm3_needs_care: true,
        ..off
    };
    for (kind, f, h, stable, switches, after) in [
        (Rest::Short, 3, 1, true, &off, (1, 1)),
        (Rest::Short, 1, 0, true, &off, (0, 0)),
        (Rest::Night, 4, 2, true, &off, (0, 2)),
        (Rest::Week, 4, 2, true, &off, (0, 1)),
        (Rest::Week, 0, 0, true, &off, (0, 0)),
        (Rest::Week, 0, 3, true, &off, (0, 2)),
        (Rest::Week, 0, 3, false, &off, (0, 3)),
        (Rest::Week, 0, 3, true, &care, (0, 3)),
    ] {
        assert_eq!(rest(kind, f, h, stable, switches), after, "{kind} {f} {h}");
    }
}

#[test]
fn care_by_severity() {
    for (harm, dv) in [(1, 3), (2, 4), (3, 5)] {
        assert_eq!(care_dv(harm).unwrap().get(), dv);
    }
    assert!(care_dv(0).unwrap_err().overrulable());
    assert_eq!(
        (
            care_heals(false, 2),
            care_heals(true, 0),
            care_heals(true, 1)
        ),
        (0, 1, 2)
    );
}

#[test]
fn dying_patients_with_body_two_and_three() {
    // Body 2: the second failure's Fatigue overflows at Harm 3.
    let first = Patient::default().attempt(2);
    assert_eq!(
        (first.fatigue, first.next_dv.get(), first.patient.dying),
        (1, 4, false)
    );
    assert_eq!(tire(1, 2, 0, 3).fatigue_after, 1);
    let second = first.patient.attempt(3);
    assert_eq!(
        (second.fatigue, second.next_dv.get(), second.patient.dying),
        (1, 5, true)
    );
    assert!(tire(1, 2, 1, 3).dead);
    // Body 3: alive at F 2, Dying; the third attempt needs eight.
    assert!(!tire(1, 3, 1, 3).dead);
    assert_eq!(second.patient.successes_needed(), 8);
    assert!(!second.patient.attempt(7).patient.stable);
    assert_eq!(second.patient.attempt(7).next_dv.get(), 5);
    // The DV is met: no Partial, so no Fatigue, and no further failure.
    assert_eq!(second.patient.attempt(7).fatigue, 0);
    assert_eq!(second.patient.attempt(7).patient, second.patient);
    assert_eq!(second.patient.attempt(4).fatigue, 1);
    let saved = second.patient.attempt(8);
    assert_eq!(
        (saved.patient.stable, saved.patient.dying, saved.fatigue),
        (true, false, 0)
    );
    assert!(Patient::default().attempt(3).patient.stable);
}

#[test]
fn fear_climbs_and_calms() {
    let up: Vec<Fear> = std::iter::successors(Some(Fear::None), |f| Some(f.worse()))
        .take(5)
        .collect();
    assert_eq!(
        up,
        [
            Fear::None,
            Fear::Shaken,
            Fear::Frightened,
            Fear::Panicked,
            Fear::Panicked
        ]
    );
    for fear in Fear::ALL {
        assert!(fear.calmer() <= *fear);
        assert_eq!(fear.penalty() == 1, *fear != Fear::None);
        assert_eq!(fear.uses_table(), *fear >= Fear::Frightened);
    }
    assert_eq!(FearResult::ALL.len(), 10);
    assert_eq!(
        FearResult::of(Face::new(6).unwrap()),
        FearResult::AttackInPanic
    );
    assert_eq!(FearResult::of(Face::HIGH), FearResult::Catatonia);
}

#[test]
fn conditions_have_their_printed_numbers() {
    let numbers = |name: &str| {
        condition(name)
            .map(|c| (c.dice, c.step, c.once, c.can_act))
            .unwrap()
    };
    assert_eq!(numbers("grappled"), (-1, 0, false, true));
    assert_eq!(numbers("Paralyzed"), (0, 0, false, false));
    assert_eq!(numbers("off-balance"), (0, -1, true, true));
    assert_eq!(numbers("Defending"), (0, 1, false, true));
    assert_eq!(numbers("shaken"), (-1, 0, false, true));
    assert_eq!(numbers("Incapacitated"), (0, 0, false, false));
    assert!(condition("defending").unwrap().or_die && !condition("hidden").unwrap().target);
    assert!(
        condition("grapled")
            .unwrap_err()
            .to_string()
            .contains("Grappled")
    );
    let mut names: Vec<&str> = CONDITIONS.iter().map(|c| c.name).collect();
    names.dedup();
    assert_eq!(names.len(), CONDITIONS.len());
}

#[test]
fn wards_and_traps_by_dv() {
    for (dv, harm, ticks) in [(2, 0, 2), (3, 1, 3), (4, 2, 4), (5, 3, 5)] {
        let ward = WardNumbers::new(WardKind::Ward, dv).unwrap();
        let trap = WardNumbers::new(WardKind::Trap, dv).unwrap();
        assert_eq!((ward.harm(), ward.leash_ticks()), (harm, ticks));
        assert_eq!((trap.harm(), trap.leash_ticks()), (harm, 0));
    }
    assert!(
        WardNumbers::new(WardKind::Ward, 1).is_err()
            && WardNumbers::new(WardKind::Ward, 6).is_err()
    );
    let ward = WardNumbers::new(WardKind::Ward, 3).unwrap();
    let trap = WardNumbers::new(WardKind::Trap, 3).unwrap();
    let off = Switches::default();
    let on = Switches {
        trap_partial_disarms: true,
        ..off
    };
    assert!(!ward.crossed(Outcome::Partial) && ward.crossed(Outcome::SuccessWithSb));
    assert_eq!(ward.disable(Outcome::Partial, &on), Disabled::Nothing);
    assert_eq!(trap.disable(Outcome::Partial, &off), Disabled::MayTrigger);
    assert_eq!(trap.disable(Outcome::Partial, &on), Disabled::Inert);
    assert_eq!(trap.disable(Outcome::Miss, &on), Disabled::MayTrigger);
    assert_eq!(trap.disable(Outcome::Clean, &off), Disabled::Inert);
    // The worked example: not across, Harm 1, Light armor: F 1.
    let done = hit(HitPlan {
        armor: Light,
        ..HitPlan::new(ward.harm(), 3)
    });
    assert_eq!((done.fatigue_after, done.harm_after), (1, 0));
}

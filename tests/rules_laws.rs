//! Laws that hold for every input: dice, Harm, timers, banks.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use proptest::prelude::*;
use storybeat::rules::beats::{self, Settlement, SettlementIn};
use storybeat::rules::book_chair::BookChair;
use storybeat::rules::boons::{self, BoonPurse, Pay};
use storybeat::rules::chair::Point;
use storybeat::rules::fatigue::{FatiguePlan, mark_fatigue};
use storybeat::rules::foe_hit::{FoeHitPlan, FoeState, hit_foe};
use storybeat::rules::hit::{HitPlan, take_hit};
use storybeat::rules::numbers::{Dv, Face, TierLevel};
use storybeat::rules::position::{FinalPosition, PositionIn};
use storybeat::rules::refusal::Halt;
use storybeat::rules::roll::{DicePart, Reroll, RerollWhy, RollPlan, StepPart, WholeReroll, roll};
use storybeat::rules::timers::{TimerNumbers, crossed};
use storybeat::rules::values::{Armor, ArmorUse, ItemState, Position};

fn face() -> impl Strategy<Value = Face> {
    (1_i64..=10).prop_map(|n| Face::new(n).unwrap())
}

fn any_of<T: Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = T> {
    (0..all.len()).prop_map(|i| all[i])
}

prop_compose! {
    fn plan()(
        dice in prop::collection::vec(-6_i32..9, 0..5),
        steps in prop::collection::vec(-3_i32..4, 0..3),
        position in any_of(Position::ALL),
        fatigue in 0_u32..5,
        paid in prop::option::of(any_of(Pay::ALL)),
        dv in 1_i64..=8,
        meaningful: bool,
        rerolls in prop::collection::vec((face(), any_of(Pay::ALL)), 0..3),
        whole in prop::option::of((any_of(Pay::ALL), 0_usize..3)),
        held in 0_u32..=7,
        earned in 0_u32..=3,
        repeated: bool,
    ) -> RollPlan {
        RollPlan {
            position,
            steps: steps.into_iter().map(|n| StepPart::new("s", n)).collect(),
            fatigue,
            paid_step: paid,
            dv: Dv::new(dv).unwrap(),
            meaningful,
            rerolls: rerolls.into_iter().map(|(face, pay)| Reroll { face, pay }).collect(),
            whole_reroll: whole.map(|(pay, after)| WholeReroll { pay, after, move_unused: true }),
            boons: BoonPurse { held, earned_from_failure_this_scene: earned, repeated, hold_cap: 5 },
            ..RollPlan::new("p", dice.into_iter().map(|n| DicePart::new("d", n)).collect())
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_roll_obeys_the_dice(plan in plan(), dice in prop::collection::vec(face(), 40)) {
        let mut chair = BookChair::new(dice.clone());
        let rolled = match roll(&mut chair, plan.clone()) {
            Ok(rolled) => rolled,
            Err(Halt::Refused(refusal)) => {
                // Too few Boons or a ten: before any die.
                if matches!(refusal.code(), "price" | "ten_stays") && plan.rerolls.iter().all(|r| !r.face.is_ten()) {
                    prop_assert!(refusal.code() == "ten_stays" || chair.thrown.is_empty());
                }
                return Ok(());
            }
            Err(Halt::Stop(stop)) => return Err(TestCaseError::fail(stop.to_string())),
        };
        let used = &dice[..dice.len() - chair.faces_left()];
        let ones = used.iter().filter(|f| f.is_one()).count();
        prop_assert_eq!(rolled.sb as usize, ones, "SB = 1s that were ever showing");
        prop_assert!((1..=10).contains(&rolled.thrown));
        prop_assert_eq!(rolled.first.len(), usize::from(rolled.thrown));
        prop_assert!(rolled.rerolls.iter().all(|r| !r.from.is_ten()), "a ten is never thrown again");
        let by_position = rolled.rerolls.iter().filter(|r| matches!(r.why, RerollWhy::Position(_)));
        let eligible = rolled.first.iter().any(|f| rolled.position.rethrows(*f));
        prop_assert_eq!(by_position.count(), usize::from(eligible), "exactly one die, if any is eligible");
        prop_assert_eq!(rolled.auto > 0, rolled.raw > 10);
        if rolled.raw > 10 {
            prop_assert!(rolled.successes > 0, "a pool above ten cannot Miss");
        }
        let after = plan.boons.held - rolled.paid.boons + rolled.boons.gained;
        prop_assert!(after <= plan.boons.held.max(plan.boons.hold_cap));
        prop_assert!(rolled.boons.gained <= 2);
        prop_assert!(!(rolled.success() && rolled.boons.gained > 0));
        prop_assert!(rolled.critical == 0 || rolled.success());
        let cut: u32 = rolled.boons.cuts.iter().map(|c| c.lost).sum();
        if rolled.boons.earned > 0 {
            prop_assert_eq!(rolled.boons.earned, rolled.boons.gained + cut, "in = out + cuts");
        }
        let faces = rolled.rerolls.iter().fold(rolled.first.clone(), |mut faces, r| {
            assert_eq!(faces[r.index], r.from);
            faces[r.index] = r.to;
            faces
        });
        prop_assert_eq!(&faces, &rolled.faces, "the record leads from the first faces to the last");
        // Same plan, same faces: same roll.
        let again = roll(&mut BookChair::new(dice), plan).unwrap();
        prop_assert_eq!(again, rolled);
    }

    #[test]
    fn fatigue_steps_and_dice_account_for_every_point(gm in any_of(Position::ALL), situation in -9_i32..9, fatigue in 0_u32..9, paid: bool) {
        let out = FinalPosition::book(&PositionIn { gm, situation, fatigue, paid });
        let before = gm.step(situation);
        let down = fatigue - out.dice_lost;
        prop_assert_eq!(before.step(-i32::try_from(down).unwrap()).step(i32::from(paid)), out.position);
        prop_assert!(out.dice_lost == 0 || before.step(-i32::try_from(down).unwrap()) == Position::Desperate);
    }

    #[test]
    fn hits_never_skip_from_alive_to_dead(
        harm in 0_u32..12, armor in any_of(Armor::ALL), state in any_of(ItemState::ALL), ignore in any_of(ArmorUse::ALL),
        heater: bool, size in 1_u32..=6, f in 0_u32..6, harm_level in 0_u32..=3, least: bool,
    ) {
        let fatigue = f % size;
        let plan = HitPlan {
            armor, state, ignore, heater, fatigue, harm_level, min_fatigue_unarmored: least, ..HitPlan::new(harm, size)
        };
        let done = take_hit(&mut BookChair::default(), plan.clone()).unwrap();
        prop_assert!(harm_level == 3 || !done.dead, "an event that starts below 3 doesn't kill");
        prop_assert!(done.harm_after <= 3 && done.harm_after >= harm_level);
        prop_assert!(done.dead || done.fatigue_after < size, "what is carried is below the track");
        prop_assert!(done.taken + done.fatigue > 0 || harm == 0);
        if least && harm > 0 {
            prop_assert!(done.fatigue >= 1);
        }
        if harm == 0 {
            prop_assert_eq!((done.fatigue_after, done.harm_after), (fatigue, harm_level));
        }
        // Heavier armor never leaves more Harm.
        for heavier in Armor::ALL.iter().filter(|a| **a >= armor) {
            let other = take_hit(&mut BookChair::default(), HitPlan { armor: *heavier, ..plan.clone() }).unwrap();
            prop_assert!(other.taken <= done.taken);
        }
    }

    #[test]
    fn fatigue_after_an_event_is_below_the_track(n in 0_u32..20, size in 1_u32..=6, f in 0_u32..6, harm_level in 0_u32..=3) {
        let fatigue = f % size;
        let plan = FatiguePlan { who: None, n, fatigue, fatigue_size: size, harm_level, why: String::new() };
        let done = mark_fatigue(&mut BookChair::default(), plan).unwrap();
        prop_assert!(done.fatigue_after < size);
        prop_assert!(done.harm_after - done.harm_before <= 1);
        prop_assert_eq!(done.dead, done.overflow && harm_level == 3);
        prop_assert_eq!(done.overflow, fatigue + n >= size && n > 0);
    }

    #[test]
    fn adversaries_lose_no_more_than_a_phase(
        harm in 0_u32..30, armor in any_of(Armor::ALL), left in 1_u32..=8, capacity in 1_u32..=6, f in 0_u32..6, phases_left in 0_u32..3,
    ) {
        let foe = FoeState { resilience: Some(left), fatigue: f % capacity, capacity, phases_left, next_resilience: 8 };
        let done = hit_foe(&mut BookChair::default(), FoeHitPlan { armor, ..FoeHitPlan::new(harm, foe) }).unwrap();
        prop_assert!(done.lost <= left);
        prop_assert!(done.after.fatigue < capacity);
        prop_assert!(done.after.phases_left + 1 >= phases_left, "never two phases by one hit");
        prop_assert_eq!(done.defeated, done.after.resilience == Some(0));
        prop_assert_eq!(done.phase_ended || done.defeated, done.lost == left);
    }

    #[test]
    fn timers_stay_within_and_fire_once(size in 1_i64..=100, ticks in prop::collection::vec(-8_i64..12, 0..30)) {
        let mut timer = TimerNumbers::new(size).unwrap();
        let (mut fired, mut emptied_below) = (0, 0);
        for n in &ticks {
            let done = timer.tick(*n);
            prop_assert!(timer.filled() <= timer.size());
            prop_assert_eq!(i64::from(done.new) - i64::from(done.old) + done.lost, *n, "in = out + lost");
            prop_assert!(!done.filled || done.old < done.new);
            fired += u32::from(done.filled);
            emptied_below += u32::from(i64::from(done.old) == size && i64::from(done.new) < size);
        }
        prop_assert_eq!(fired, emptied_below + u32::from(timer.full()), "once each time it fills");
        if ticks.iter().all(|n| *n >= 0) {
            prop_assert!(fired <= 1);
        }
    }

    #[test]
    fn thresholds_are_crossed_once_on_the_way_up(steps in prop::collection::vec(0_i64..4, 0..20), at in prop::collection::vec(1_u32..12, 0..6)) {
        let mut timer = TimerNumbers::new(12).unwrap();
        let mut seen = Vec::new();
        for n in steps {
            let done = timer.tick(n);
            seen.extend(crossed(done.old, done.new, &at));
        }
        let mut expected: Vec<u32> = at.into_iter().filter(|a| *a <= timer.filled()).collect();
        expected.sort_unstable();
        expected.dedup();
        prop_assert_eq!(seen, expected);
    }

    #[test]
    fn the_bank_never_goes_below_zero_and_nothing_is_half_paid(start in 0_u32..20, spends in prop::collection::vec(0_u32..8, 0..20)) {
        let mut bank = start;
        let mut paid = 0;
        for n in spends {
            if let Ok(left) = beats::spend(bank, n, "x") {
                prop_assert_eq!(left + n, bank);
                paid += n;
                bank = left;
            } else {
                prop_assert!(n == 0 || n > bank);
            }
        }
        prop_assert_eq!(bank + paid, start);
    }

    #[test]
    fn settlement_keeps_at_most_four_and_never_more_than_there_is(bank in 0_u32..50, tier in 1_i64..=5, consent: bool) {
        let input = SettlementIn { bank, highest: TierLevel::new(tier).unwrap(), consent };
        let kept = Settlement::book(&input);
        prop_assert!(kept <= bank && kept <= 4);
        prop_assert!(Settlement::check(&input, &kept).is_ok());
    }

    #[test]
    fn awards_and_gifts_lose_no_boon(held in 0_u32..=7, receiver in 0_u32..=7, n in 0_u32..5, cap in 5_u32..=7, bonded: bool) {
        let award = boons::award(held, n, cap);
        prop_assert_eq!(award.new + award.surplus, held + n);
        prop_assert!(award.new <= cap.max(held));
        if let Ok(gift) = boons::gift(held, receiver, n, cap, bonded, 0) {
            prop_assert_eq!(gift.giver + gift.receiver, held + receiver);
        }
    }
}

//! rules/04 as values: every table of the chapter, a row a case.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use proptest::prelude::*;
use storybeat::rules::actions::{Action, Cost};
use storybeat::rules::ground::{
    Cover, bands_a_turn, bands_between, dv_behind, farther, nearer, saddle,
};
use storybeat::rules::help::npc_dv;
use storybeat::rules::numbers::Dv;
use storybeat::rules::turn::Turn;
use storybeat::rules::values::{Band, ItemState, Position};
use storybeat::rules::weapons::{Arm, Tempo, Weight, worn};

use Band::{Absent, Close, Far, Near, Reach};
use Weight::{Heavy, Light, Medium};

fn dice(arm: Arm) -> [Option<i32>; 4] {
    [Close, Near, Reach, Far].map(|band| arm.worth(band).map(|worth| worth.dice))
}

#[test]
fn melee_weapons_by_weight_and_band() {
    let rows = [
        (
            Arm::melee(Light, false),
            1,
            [Some(2), Some(1), None, None],
            Tempo::Fast,
        ),
        (
            Arm::melee(Light, true),
            1,
            [Some(2), Some(1), Some(0), None],
            Tempo::Fast,
        ),
        (
            Arm::melee(Medium, false),
            2,
            [Some(1), Some(2), None, None],
            Tempo::Standard,
        ),
        (
            Arm::melee(Medium, true),
            2,
            [Some(1), Some(2), Some(0), None],
            Tempo::Standard,
        ),
        (
            Arm::melee(Heavy, false),
            3,
            [Some(-1), Some(3), Some(0), None],
            Tempo::Slow,
        ),
        // Heavy reaches Reach without the tag, and no farther with it.
        (
            Arm::melee(Heavy, true),
            3,
            [Some(-1), Some(3), Some(0), None],
            Tempo::Slow,
        ),
        // R59
        (Arm::UNARMED, 1, [Some(0), None, None, None], Tempo::Fast),
    ];
    for (arm, harm, table, tempo) in rows {
        assert_eq!(
            (arm.harm(), dice(arm), arm.tempo()),
            (harm, table, tempo),
            "{arm:?}"
        );
        assert_eq!(arm.worth(Absent), None);
        // Melee never limits the Position.
        let free = |band: &Band| arm.worth(*band).is_none_or(|worth| worth.at_best.is_none());
        assert!(Band::ALL.iter().all(free), "{arm:?}");
    }
}

#[test]
fn ranged_weapons_by_weight_and_band() {
    let rows = [
        (
            Light,
            1,
            [Some(0), Some(1), Some(1), None],
            Position::Controlled,
            Tempo::Fast,
        ),
        (
            Medium,
            2,
            [Some(0), Some(2), Some(2), Some(1)],
            Position::Desperate,
            Tempo::Standard,
        ),
        (
            Heavy,
            3,
            [Some(0), Some(1), Some(1), Some(3)],
            Position::Desperate,
            Tempo::Slow,
        ),
    ];
    for (weight, harm, table, at_close, tempo) in rows {
        let arm = Arm::ranged(weight);
        assert_eq!(
            (arm.harm(), dice(arm), arm.tempo()),
            (harm, table, tempo),
            "{arm:?}"
        );
        // Shooting into Close changes Position, not dice (R51); elsewhere the row says nothing of it.
        assert_eq!(arm.worth(Close).unwrap().at_best, Some(at_close));
        for band in [Near, Reach, Far] {
            assert!(arm.worth(band).is_none_or(|worth| worth.at_best.is_none()));
        }
        // A target at Reach uses the Near column.
        assert_eq!(arm.worth(Reach), arm.worth(Near));
    }
}

/// rules/04 §3, pool examples: attribute 3, skill 2.
#[test]
fn pool_examples() {
    let pool = |arm: Arm, band| arm.worth(band).map(|worth| 3 + 2 + worth.dice);
    assert_eq!(pool(Arm::melee(Medium, false), Near), Some(7));
    assert_eq!(pool(Arm::melee(Light, false), Close), Some(7));
    assert_eq!(pool(Arm::melee(Heavy, false), Close), Some(4));
    assert_eq!(pool(Arm::melee(Heavy, false), Near), Some(8));
    assert_eq!(pool(Arm::melee(Medium, false), Reach), None);
    assert_eq!(pool(Arm::melee(Medium, true), Reach), Some(5));
    assert_eq!(pool(Arm::ranged(Heavy), Far), Some(8));
    assert_eq!(pool(Arm::ranged(Medium), Reach), Some(7));
    assert_eq!(pool(Arm::ranged(Medium), Close), Some(5));
    assert_eq!(
        Arm::ranged(Medium).worth(Close).unwrap().at_best,
        Some(Position::Desperate)
    );
    assert_eq!(pool(Arm::ranged(Light), Far), None);
}

/// rules/22 §7, 4 and 5; CM-15.
#[test]
fn a_worn_weapon_costs_a_die() {
    let rows = [
        (ItemState::Maintained, 0, 0),
        (ItemState::Neglected, -1, -1),
        (ItemState::Compromised, -1, 0),
    ];
    for (state, first, later) in rows {
        assert_eq!(
            (worn(state, true), worn(state, false)),
            (first, later),
            "{state}"
        );
    }
}

#[test]
fn how_far_a_weapon_threatens() {
    for (arm, band) in [
        (Arm::melee(Light, false), Near),
        (Arm::melee(Medium, false), Near),
        (Arm::melee(Medium, true), Reach),
        (Arm::melee(Heavy, false), Reach),
        (Arm::UNARMED, Close),
        (Arm::ranged(Heavy), Close),
    ] {
        assert_eq!(arm.threatens(), band, "{arm:?}");
    }
}

#[test]
fn the_sixteen_actions_and_what_they_cost() {
    use Action::*;
    let rows = [
        (Attack, Cost::Action, 0, false),
        (Disengage, Cost::Action, 0, false),
        (Dash, Cost::Action, 0, true),
        (Charge, Cost::Both, 1, true),
        (Skirmish, Cost::Both, 1, true),
        (Observe, Cost::Action, 0, false),
        (Setup, Cost::Action, 0, false),
        (Assist, Cost::Boon, 0, false),
        (Protect, Cost::Action, 0, false),
        (Interact, Cost::Action, 0, false),
        (Defend, Cost::Either, 0, false),
        (Shove, Cost::Action, 0, false),
        (Grapple, Cost::Action, 0, false),
        // Part of an attack, and no regular Move is left (R56).
        (Sidestep, Cost::Both, 0, false),
        (Hide, Cost::Action, 0, false),
        (Search, Cost::Action, 0, false),
        (Ready, Cost::Action, 0, false),
        (Free, Cost::Nothing, 0, false),
        (Stand, Cost::Move, 0, false),
        (Reposition, Cost::Move, 0, false),
    ];
    for (action, cost, fatigue, exposes) in rows {
        let got = (action.cost(), action.fatigue(), action.exposes());
        assert_eq!(got, (cost, fatigue, exposes), "{action}");
    }
}

fn turn(done: &[Action]) -> Turn {
    let mut turn = Turn::new(1);
    for action in done {
        turn.did(*action, false);
    }
    turn
}

fn moved(bands: u32) -> Turn {
    Turn {
        moves: 1,
        bands,
        ..Turn::new(1)
    }
}

#[test]
fn one_action_and_one_move_in_any_order() {
    use Action::*;
    let yes = |turn: &Turn, action| assert_eq!(turn.may(action, false), Ok(()), "{turn:?}");
    let no = |turn: &Turn, action: Action, why: &str| {
        let got = turn.may(action, false).unwrap_err();
        assert!(got.contains(why), "{action}: {got}");
    };
    yes(&turn(&[]), Attack);
    yes(&moved(1), Attack);
    no(&turn(&[Observe]), Attack, "Action is spent (Observe)");
    // R55: the same Action not twice, whatever grants another; Hide and Search are Interacts (R64).
    no(&turn(&[Attack]), Attack, "second time");
    assert!(
        turn(&[Attack])
            .may(Attack, true)
            .unwrap_err()
            .contains("second time")
    );
    assert!(
        turn(&[Hide])
            .may(Search, true)
            .unwrap_err()
            .contains("second time")
    );
    assert_eq!(turn(&[Observe]).may(Attack, true), Ok(()));
    // Charge, Skirmish and Sidestep take the Move too.
    for both in [Charge, Skirmish, Sidestep] {
        yes(&turn(&[]), both);
        no(&moved(1), both, "takes the Move too");
        no(&turn(&[both]), Stand, "Move is used");
    }
    // Defend takes the Action or the Move.
    yes(&turn(&[Attack]), Defend);
    yes(&moved(1), Defend);
    no(&turn(&[Charge]), Defend, "both used");
    let mut defended = turn(&[Attack]);
    defended.did(Defend, false);
    assert_eq!(defended.moves, 1);
    // No Attack in a turn of Disengage, whatever grants it.
    assert!(
        turn(&[Disengage])
            .may(Attack, true)
            .unwrap_err()
            .contains("Disengage")
    );
    assert!(
        turn(&[Attack])
            .may(Disengage, true)
            .unwrap_err()
            .contains("attack")
    );
    // Shouts cost nothing.
    yes(&turn(&[Attack, Defend]), Free);
}

/// rules/04 §3 Tempo, R50.
#[test]
fn tempo() {
    let fresh = turn(&[]);
    let set_now = turn(&[Action::Set]);
    for (tempo, turn, moving, set, allowed) in [
        (Tempo::Fast, &moved(1), false, false, true),
        (Tempo::Standard, &fresh, false, false, true),
        (Tempo::Standard, &moved(1), false, false, false),
        // Charge, Skirmish and Sidestep are exceptions to Standard.
        (Tempo::Standard, &fresh, true, false, true),
        (Tempo::Slow, &fresh, false, false, false),
        (Tempo::Slow, &fresh, false, true, true),
        // Turn 1 Move + Set, turn 2 attack + Move.
        (Tempo::Slow, &moved(1), false, true, true),
        (Tempo::Slow, &set_now, false, true, false),
        (Tempo::Slow, &fresh, true, false, false),
    ] {
        let got = turn.may_strike(tempo, moving, set);
        assert_eq!(
            got.is_ok(),
            allowed,
            "{tempo} {turn:?} {moving} {set}: {got:?}"
        );
    }
    for (tempo, moves) in [
        (Tempo::Fast, true),
        (Tempo::Standard, false),
        (Tempo::Slow, true),
    ] {
        let after = Turn {
            struck: Some(tempo),
            ..turn(&[Action::Attack])
        };
        assert_eq!(after.may_move(1, false).is_ok(), moves, "{tempo}");
    }
}

/// rules/04 §5 and §7, R49: one band, with Dash two; difficult ground halves both.
#[test]
fn bands_of_a_turn() {
    for (dashed, difficult, bands) in [
        (false, false, 1),
        (true, false, 2),
        (true, true, 1),
        (false, true, 0),
    ] {
        assert_eq!(bands_a_turn(dashed, difficult), bands);
    }
    let dash = turn(&[Action::Dash]);
    assert_eq!(turn(&[]).may_move(1, false), Ok(()));
    assert!(turn(&[]).may_move(2, false).unwrap_err().contains("Dash"));
    assert_eq!(dash.may_move(2, false), Ok(()));
    assert!(dash.may_move(3, false).is_err());
    assert!(dash.may_move(2, true).is_err());
    // Move, then Dash: the second band.
    let mut then = moved(1);
    then.did(Action::Dash, false);
    assert_eq!(then.may_move(1, false), Ok(()));
    assert!(then.may_move(2, false).is_err());
    assert!(moved(1).may_move(1, false).unwrap_err().contains("used"));
    // Half a band is a Move.
    assert_eq!(turn(&[]).may_move(1, true), Ok(()));
}

#[test]
fn bands_are_an_ordered_track_and_absent_is_no_distance() {
    assert_eq!(bands_between(Far, Near), Some(2));
    assert_eq!(bands_between(Close, Close), Some(0));
    assert_eq!(bands_between(Close, Absent), None);
    // Charge from Far ends at Near, from Reach at Close (R52).
    assert_eq!(
        (nearer(Far, 2), nearer(Reach, 2), nearer(Near, 2)),
        (Near, Close, Close)
    );
    assert_eq!(
        (farther(Near, 2), farther(Close, 2), farther(Far, 2)),
        (Far, Reach, Far)
    );
    assert_eq!((nearer(Absent, 2), farther(Absent, 1)), (Absent, Absent));
}

#[test]
fn cover_and_saddle() {
    let dv = |n| Dv::new(n).unwrap();
    assert_eq!(dv_behind(dv(3), Cover::Partial), dv(4));
    assert_eq!(dv_behind(dv(5), Cover::Partial), dv(5));
    assert_eq!(dv_behind(dv(3), Cover::None), dv(3));
    for (charging, from, to, dice) in [
        (true, Far, Near, 2),
        (true, Reach, Close, 0),
        (true, Far, Reach, 0),
        (false, Near, Far, 2),
        (false, Close, Reach, 0),
        (false, Reach, Far, 0),
    ] {
        assert_eq!(saddle(charging, from, to), dice, "{from} → {to}");
    }
}

/// rules/01 §12: DV 3, or 4 against hard resistance.
#[test]
fn an_npc_is_hard_when_printed_better() {
    for (own, gauge, dv) in [(5, 3, 3), (5, 5, 3), (5, 6, 4), (0, 0, 3), (1, 10, 4)] {
        assert_eq!(i64::from(npc_dv(own, gauge).get()), dv);
    }
}

proptest! {
    /// Whatever is done in a turn that it allows, one Action and one Move are all there is.
    #[test]
    fn no_turn_has_two_actions(picks in prop::collection::vec(0..Action::ALL.len(), 0..12)) {
        let mut turn = Turn::new(1);
        for pick in picks {
            let action = Action::ALL[pick];
            if turn.may(action, false).is_ok() {
                turn.did(action, false);
            }
        }
        let spends = |action: &&Action| matches!(action.cost(), Cost::Action | Cost::Both);
        prop_assert!(turn.actions.iter().filter(spends).count() <= 1);
        prop_assert!(turn.moves <= 1);
    }
    /// There and back is where one was, as long as no end of the track is in the way.
    #[test]
    fn a_way_back(at in 0_usize..4, steps in 0_u32..3) {
        let band = Band::ALL[at];
        let far = farther(band, steps);
        prop_assert_eq!(nearer(far, bands_between(band, far).unwrap()), band);
    }
}

//! The tables of rules/06, value by value.

use storybeat::rules::chair::Point;
use storybeat::rules::numbers::Dv;
use storybeat::rules::supply::{Daily, DailyCost, ForageResult, SupplyLevel, Terrain, forage};
use storybeat::rules::travel::{
    EncounterDue, LegSize, Role, RoleResult, Weather, encounter_due, first_roll, leg_size, role_dv,
    role_result,
};
use storybeat::rules::values::{Outcome, Position};

#[test]
fn segments_by_the_highest_rank() {
    for (values, size) in [(2..=5, 4), (6..=10, 6), (11..=13, 8), (14..=14, 10)] {
        for value in values {
            assert_eq!(leg_size(Some(value)), size, "{value}");
        }
    }
    assert_eq!(leg_size(None), 4);
    assert_eq!((LegSize::book(&0), LegSize::book(&12)), (4, 8));
    assert!(LegSize::check(&0, &0).is_err() && LegSize::check(&0, &100).is_ok());
}

/// rules/06 §2 with R81: outcome by outcome. Travel, Supply, benefit, complication, the GM's pick.
#[test]
fn what_a_role_comes_to() {
    use Outcome::{Clean, Miss, Partial, SuccessWithSb};
    let result = |ticks, supply, benefit, complication, setback| RoleResult {
        benefit,
        ticks,
        supply,
        complication,
        setback,
    };
    let rows = [
        (Role::Guide, Clean, result(1, 0, true, false, false)),
        (Role::Guide, SuccessWithSb, result(1, 0, true, false, false)),
        (Role::Guide, Partial, result(1, 0, true, true, false)),
        (Role::Guide, Miss, result(0, 0, false, false, true)),
        (Role::Scout, Clean, result(0, 0, true, false, false)),
        (Role::Scout, Partial, result(0, 0, false, true, false)),
        (Role::Scout, Miss, result(0, 0, false, false, true)),
        (Role::Watch, SuccessWithSb, result(0, 0, true, false, false)),
        (Role::Watch, Partial, result(0, 0, false, true, false)),
        (Role::Watch, Miss, result(0, 0, false, false, true)),
        (Role::Quartermaster, Clean, result(0, 0, true, false, false)),
        (
            Role::Quartermaster,
            Partial,
            result(0, 1, false, false, false),
        ),
        (Role::Quartermaster, Miss, result(0, 1, false, false, true)),
    ];
    for (role, outcome, want) in rows {
        assert_eq!(role_result(role, outcome, true), want, "{role} {outcome}");
    }
    // The switch: a Quartermaster's Partial is as any other.
    assert_eq!(
        role_result(Role::Quartermaster, Partial, false),
        result(0, 0, false, true, false)
    );
}

#[test]
fn pools_of_the_roles() {
    let pools: Vec<&str> = Role::ALL.iter().map(|role| role.pool()).collect();
    assert_eq!(
        pools,
        [
            "wits + lore",
            "wits + stealth",
            "wits + craft",
            "presence + insight",
            "wits + lore"
        ]
    );
}

#[test]
fn encounters_by_segments_since_the_last() {
    let due: Vec<EncounterDue> = (0..4).map(encounter_due).collect();
    use EncounterDue::{Due, May, No};
    assert_eq!(due, [No, May, Due, Due]);
}

#[test]
fn weather_on_the_first_roll_and_on_the_guide() {
    use Weather::{Difficult, Extreme, Favorable, Hazardous};
    assert_eq!(first_roll(&[]), (None, 0));
    assert_eq!(first_roll(&[Difficult, Hazardous]), (None, 0));
    assert_eq!(first_roll(&[Extreme]), (Some(Position::Desperate), 0));
    assert_eq!(
        first_roll(&[Favorable, Extreme]),
        (Some(Position::Desperate), 1)
    );
    for (dv, guide) in [(2, 3), (3, 4), (4, 5), (5, 5)] {
        let (dv, guide) = (Dv::gm(dv).unwrap(), Dv::gm(guide).unwrap());
        assert_eq!(role_dv(Role::Guide, dv, &[Hazardous]), guide);
        assert_eq!(role_dv(Role::Scout, dv, &[Hazardous]), dv);
        assert_eq!(role_dv(Role::Guide, dv, &[Extreme]), dv);
    }
}

#[test]
fn levels_of_supply_and_what_a_day_costs() {
    let rows = [
        (0, "Full", 0, 0),
        (1, "Low", 0, 0),
        (2, "Dangerous", 1, 0),
        (3, "Empty", 0, 1),
        (4, "Spent", 0, 1),
    ];
    for (segments, name, fatigue, harm) in rows {
        assert_eq!(SupplyLevel::of(segments).to_string(), name);
        assert_eq!(Daily::book(&segments), DailyCost { fatigue, harm });
    }
    let dear = DailyCost {
        fatigue: 0,
        harm: 11,
    };
    assert!(Daily::check(&0, &dear).is_err());
}

#[test]
fn foraging_by_outcome_and_terrain() {
    let result = |clears, fatigue, sb| ForageResult {
        clears,
        fatigue,
        sb,
    };
    assert_eq!(forage(Outcome::Clean), result(1, 0, 0));
    assert_eq!(forage(Outcome::SuccessWithSb), result(1, 0, 0));
    assert_eq!(forage(Outcome::Partial), result(1, 1, 0));
    assert_eq!(forage(Outcome::Miss), result(0, 0, 1));
    assert_eq!(Terrain::Fair.dv(), Dv::gm(3).unwrap());
    assert_eq!(Terrain::Poor.dv(), Dv::gm(4).unwrap());
}

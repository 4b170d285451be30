//! Words, numbers, skills, pools and refusals: what is read, and what an error says.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use storybeat::rules::help::{assist_dice, follower_assist, opposed_dv};
use storybeat::rules::ids::{Thing, ThingKind};
use storybeat::rules::numbers::{Dv, Face, TierLevel, Tl};
use storybeat::rules::over_five::{Difficulty, Settled, settle};
use storybeat::rules::pool::{PoolError, PoolSpec};
use storybeat::rules::question::{Answer, Question, QuestionKind};
use storybeat::rules::skills::Skills;
use storybeat::rules::switches::{DvOverFive, Switches};
use storybeat::rules::values::{Attribute, Band, Effect, ItemState, Outcome, Period, Position};

#[test]
fn words_are_read_whatever_their_case_and_written_in_snake_case() {
    for text in ["dominant", "DOMINANT", "Dominant", " dominant "] {
        assert_eq!(Position::parse(text), Some(Position::Dominant));
    }
    for text in ["success_with_sb", "Success with SB", "success-with-sb"] {
        assert_eq!(Outcome::parse(text), Some(Outcome::SuccessWithSb));
    }
    assert_eq!(
        serde_json::to_string(&Outcome::SuccessWithSb).unwrap(),
        "\"success_with_sb\""
    );
    assert_eq!(Outcome::SuccessWithSb.to_string(), "Success with SB");
    assert_eq!(Position::parse("Banana"), None);
    let error = Position::lookup("Banana").unwrap_err().to_string();
    for name in ["desperate", "controlled", "dominant"] {
        assert!(error.contains(name), "{error}");
    }
    let error = Position::lookup("domnant").unwrap_err();
    assert_eq!(error.close, ["dominant"]);
}

#[test]
fn ladders_are_ordered_and_hold_at_their_ends() {
    assert!(
        Position::Desperate < Position::Controlled && Position::Controlled < Position::Dominant
    );
    assert_eq!(Position::Controlled.step(i32::MAX), Position::Dominant);
    assert_eq!(Position::Controlled.step(i32::MIN), Position::Desperate);
    assert_eq!(Effect::Standard.step(-5), Effect::Limited);
    assert_eq!(
        ItemState::Maintained.worse().worse().worse(),
        ItemState::Compromised
    );
    assert_eq!(
        ItemState::Compromised.better().better().better(),
        ItemState::Maintained
    );
    assert_eq!(Band::ALL.len(), 5);
    assert_eq!(
        Period::ALL.iter().map(|p| p.word()).collect::<Vec<_>>(),
        [
            "turn", "exchange", "scene", "session", "downtime", "campaign"
        ]
    );
}

#[test]
fn numbers_have_ranges() {
    assert!(
        Face::new(0).is_err()
            && Face::new(11).is_err()
            && Tl::new(0).is_err()
            && Tl::new(11).is_err()
    );
    assert_eq!(serde_json::to_string(&Face::HIGH).unwrap(), "10");
    assert!(
        serde_json::from_str::<Face>("11").is_err() && serde_json::from_str::<Dv>("2.5").is_err()
    );
    assert!(serde_json::from_str::<Face>("\"1\"").is_err());
    for (xp, roman) in [
        (0, "I"),
        (40, "I"),
        (41, "II"),
        (90, "II"),
        (91, "III"),
        (150, "III"),
        (151, "IV"),
        (220, "IV"),
        (221, "V"),
    ] {
        assert_eq!(TierLevel::from_xp(xp).roman(), roman, "{xp}");
    }
    assert_eq!(TierLevel::HIGH.name(), "Mythic");
}

#[test]
fn faces_are_typed_in_several_ways() {
    let numbers =
        |text: &str| Face::list(text).map(|list| list.iter().map(|f| f.get()).collect::<Vec<_>>());
    assert_eq!(numbers("96421"), Ok(vec![9, 6, 4, 2, 1]));
    assert_eq!(
        numbers("9 6 4 2 1 / 7, 8 3"),
        Ok(vec![9, 6, 4, 2, 1, 7, 8, 3])
    );
    assert_eq!(numbers("10 0 2"), Ok(vec![10, 10, 2]));
    assert_eq!(numbers("902"), Ok(vec![9, 10, 2]));
    assert!(numbers("9 x").unwrap_err().contains("'x'"));
}

#[test]
fn old_skill_names_lead_to_the_twelve() {
    let skills = Skills::default();
    assert_eq!(skills.iter().count(), 12);
    #[rustfmt::skip]
    let rows = [
        ("Resolve", "endurance", Some(Attribute::Spirit)), ("Command", "sway", Some(Attribute::Presence)),
        ("Medicine", "craft", None), ("Perception", "insight", Some(Attribute::Wits)), ("Notice", "insight", Some(Attribute::Wits)),
        ("Investigation", "insight", None), ("Survival (tracking)", "insight", None), ("survival (reading ground)", "insight", None),
        ("Survival (outlasting)", "endurance", None), ("Subterfuge", "deception", None), ("Ritual", "lore", Some(Attribute::Spirit)),
        ("Brawl", "melee", None), ("Unarmed", "melee", None), ("Tactics", "insight", None), ("MELEE", "melee", None),
    ];
    for (old, new, attribute) in rows {
        let meaning = skills.meaning(old).unwrap_or_else(|| panic!("{old}"));
        assert_eq!(
            (meaning.skill.word(), meaning.attribute),
            (new, attribute),
            "{old}"
        );
    }
    let survival = skills.lookup("Survival").unwrap_err().to_string();
    assert!(
        survival.contains("insight") && survival.contains("endurance"),
        "{survival}"
    );
    assert_eq!(skills.lookup("atletics").unwrap_err().close, ["athletics"]);
}

#[test]
fn a_thirteenth_skill_is_data() {
    let mut skills = Skills::default();
    let id = skills
        .add("Psionics", "Magic", "the mind's own power")
        .unwrap();
    assert_eq!(
        (id.word(), id.to_string().as_str()),
        ("psionics", "Psionics")
    );
    let pool = PoolSpec::parse("spirit + psionics", &skills).unwrap();
    assert_eq!(pool.to_string(), "spirit + psionics");
    assert!(PoolSpec::parse("spirit + psionics", &Skills::default()).is_err());
    for taken in ["melee", "Wits", "Perception", "", "3d"] {
        assert!(skills.add(taken, "", "").is_err(), "{taken}");
    }
    let two = skills.add("Deep Sea", "Physical", "").unwrap();
    assert_eq!(two.word(), "deep_sea");
    assert_eq!(
        PoolSpec::parse("body + deep sea", &skills)
            .unwrap()
            .to_string(),
        "body + deep_sea"
    );
}

#[test]
fn pools_are_read_as_people_write_them() {
    let skills = Skills::default();
    for (text, shown) in [
        ("wits + craft", "wits + craft"),
        ("wits craft", "wits + craft"),
        ("Craft + WITS", "wits + craft"),
        ("wits", "wits"),
        ("lore + performance", "lore + performance"),
        ("wits + spirit", "wits + spirit"),
        ("perception", "wits + insight"),
        ("resolve", "spirit + endurance"),
        ("Spirit+Resolve", "spirit + endurance"),
        ("presence + command", "presence + sway"),
        ("wits + survival (tracking)", "wits + insight"),
        ("5", "5 dice"),
        ("1", "1 die"),
    ] {
        let pool = PoolSpec::parse(text, &skills).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(pool.to_string(), shown, "{text}");
    }
    assert!(
        PoolSpec::parse("wits + craft", &skills)
            .unwrap()
            .uses("Craft")
    );
}

#[test]
fn pools_that_cannot_be_say_why() {
    let skills = Skills::default();
    for (text, part) in [
        ("", "empty"),
        ("wits +", "empty"),
        ("three", "attribute or skill"),
        ("wits + crafd", "craft"),
        ("craft", "wits + craft"),
        ("wits + wits", "twice"),
        ("wits + craft + lore", "at most two"),
        ("0", "1 to 30"),
        ("-1", "1 to 30"),
        ("99999999999999999999", "1 to 30"),
    ] {
        let error = PoolSpec::parse(text, &skills).unwrap_err().to_string();
        assert!(error.contains(part), "{text:?}: {error}");
    }
    assert!(matches!(
        PoolSpec::parse("craft", &skills),
        Err(PoolError::SkillAlone { .. })
    ));
}

#[test]
fn a_dv_over_five_becomes_a_worse_position() {
    use Difficulty::{Composed, Listed};
    use Position::{Controlled, Desperate, Dominant};
    let at = |dv, position| Settled::Roll {
        dv: Dv::new(dv).unwrap(),
        position,
    };
    #[rustfmt::skip]
    let rows = [
        (4,  Composed, Controlled, at(4, Controlled)),
        (6,  Composed, Controlled, at(5, Desperate)),
        (6,  Composed, Dominant,   at(5, Controlled)),
        (7,  Composed, Dominant,   at(5, Desperate)),
        (7,  Composed, Controlled, Settled::ExtendedWorking),
        (6,  Composed, Desperate,  Settled::ExtendedWorking),
        (10, Listed,   Controlled, at(5, Desperate)),
        (10, Listed,   Dominant,   at(5, Controlled)),
        (6,  Listed,   Desperate,  Settled::ExtendedWorking),
        (1,  Listed,   Desperate,  at(1, Desperate)),
    ];
    for (raw, difficulty, position, expected) in rows {
        assert_eq!(
            settle(raw, difficulty, position, &Switches::default()),
            expected,
            "{raw} {difficulty:?} {position}"
        );
    }
    let raw = Switches {
        dv_over_five: DvOverFive::Raw,
        ..Switches::default()
    };
    assert_eq!(settle(8, Composed, Desperate, &raw), at(8, Desperate));
}

#[test]
fn help_has_a_ceiling() {
    for (cap, skill, dice) in [(3, 2, 2), (3, 4, 3), (5, 5, 3), (1, 0, 0)] {
        assert_eq!(follower_assist(cap, skill), dice);
    }
    assert_eq!(assist_dice([1, 3]), 3);
    assert_eq!([0, 2, 4, 9].map(|s| opposed_dv(s).get()), [2, 2, 4, 5]);
}

#[test]
fn things_sort_by_kind_then_number() {
    let mut things = [
        Thing::new(ThingKind::Foe, 1),
        Thing::new(ThingKind::Pc, 2),
        Thing::new(ThingKind::Pc, 1),
    ];
    things.sort();
    assert_eq!(
        things.map(|t| t.to_string()),
        ["character 1", "character 2", "adversary 1"]
    );
    assert_eq!(
        serde_json::to_string(&things[0]).unwrap(),
        r#"{"kind":"pc","id":1}"#
    );
}

#[test]
fn answers_must_fit_their_question() {
    let choices = vec!["a name".to_owned(), "the mule".to_owned()];
    let question = |kind| Question {
        key: "k".into(),
        who: None,
        text: "?".into(),
        kind,
        default: Answer::Yes(true),
    };
    let pick = question(QuestionKind::Pick {
        choices: choices.clone(),
        optional: false,
    });
    assert!(pick.check(&Answer::Pick(Some("the mule".into()))).is_ok());
    assert!(
        pick.check(&Answer::Pick(Some("gold".into())))
            .unwrap_err()
            .contains("a name")
    );
    assert!(pick.check(&Answer::Pick(None)).is_err());
    assert!(pick.check(&Answer::Yes(true)).is_err());
    assert!(
        question(QuestionKind::Pick {
            choices: choices.clone(),
            optional: true
        })
        .check(&Answer::Pick(None))
        .is_ok()
    );
    let two = question(QuestionKind::Picks {
        choices: choices.clone(),
        n: 2,
    });
    assert!(two.check(&Answer::Picks(choices.clone())).is_ok());
    assert!(
        two.check(&Answer::Picks(vec!["a name".into(), "a name".into()]))
            .unwrap_err()
            .contains("twice")
    );
    let number = question(QuestionKind::Number { low: 1, high: 3 });
    assert!(
        number.check(&Answer::Number(3)).is_ok()
            && number
                .check(&Answer::Number(4))
                .unwrap_err()
                .contains("1 to 3")
    );
}

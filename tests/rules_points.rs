//! Rule points under a house rule, checks of their results, prices, tick amounts, refusals.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use serde_json::{Value, json};
use storybeat::rules::armor::{ArmorIn, ConvertArmor, Converted};
use storybeat::rules::beats::{Settlement, SettlementIn};
use storybeat::rules::book_chair::BookChair;
use storybeat::rules::chair::{Chair, Point, Throw};
use storybeat::rules::fatigue::{Overflow, OverflowIn, OverflowOut};
use storybeat::rules::hit::{HitPlan, take_hit};
use storybeat::rules::moves::{self, MoveCostIn};
use storybeat::rules::names::UnknownName;
use storybeat::rules::numbers::{Dv, Face, OutOfRange, TierLevel};
use storybeat::rules::pool_size::{PoolIn, PoolOut, PoolSize};
use storybeat::rules::question::{Answer, Question};
use storybeat::rules::reading::{Reading, Successes};
use storybeat::rules::refusal::{Halt, Refusal};
use storybeat::rules::roll::{DicePart, RollPlan, roll};
use storybeat::rules::step::{Contribution, Step};
use storybeat::rules::timers::tick_amount;
use storybeat::rules::values::{Armor, ItemState, Outcome, Period};

/// A house rule as a script layer has it: values go out and come back as plain data.
struct House {
    book: BookChair,
    point: &'static str,
    rule: fn(Value) -> Value,
    modifiers: Vec<Contribution>,
}

impl House {
    fn rule(point: &'static str, rule: fn(Value) -> Value, faces: &str) -> Self {
        Self {
            book: BookChair::with_faces(faces).unwrap(),
            point,
            rule,
            modifiers: Vec::new(),
        }
    }

    fn adds(modifiers: Vec<Contribution>) -> Self {
        Self {
            book: BookChair::default(),
            point: "",
            rule: |v| v,
            modifiers,
        }
    }
}

impl Chair for House {
    type Stop = String;
    fn throw(&mut self, throw: Throw) -> Result<Vec<Face>, String> {
        self.book.throw(throw).map_err(|e| e.to_string())
    }
    fn ask(&mut self, question: Question) -> Result<Answer, String> {
        Ok(question.default)
    }
    fn modifiers(&mut self, _: Step) -> Result<Vec<Contribution>, String> {
        Ok(self.modifiers.clone())
    }
    fn point<P: Point>(&mut self, input: P::In) -> Result<P::Out, String> {
        if P::NAME != self.point {
            return Ok(P::book(&input));
        }
        let out = (self.rule)(serde_json::to_value(&input).map_err(|e| e.to_string())?);
        let out: P::Out = serde_json::from_value(out).map_err(|e| e.to_string())?;
        P::check(&input, &out)?;
        Ok(out)
    }
}

#[test]
fn a_house_rule_replaces_one_formula_and_no_other() {
    let plan = || RollPlan::new("p", vec![DicePart::new("d", 3)]);
    let mut house = House::rule(
        "successes",
        |face| json!(u32::from(face.as_u64().unwrap() >= 5)),
        "10 5 2",
    );
    let rolled = roll(&mut house, plan()).unwrap();
    assert_eq!(
        (rolled.successes, rolled.tens, rolled.outcome),
        (2, 1, Outcome::Partial)
    );
    let mut house = House::rule("outcome", |_| json!("clean"), "1 1 1");
    assert_eq!(roll(&mut house, plan()).unwrap().outcome, Outcome::Clean);
    let mut house = House::rule(
        "armor",
        |hit| json!({ "harm": hit["harm"], "fatigue": 0 }),
        "",
    );
    let done = take_hit(
        &mut house,
        HitPlan {
            armor: Armor::Heavy,
            ..HitPlan::new(2, 3)
        },
    )
    .unwrap();
    assert_eq!(
        (done.taken, done.fatigue),
        (2, 1),
        "the minimum of R22 stays"
    );
}

#[test]
fn a_house_rule_that_gives_nonsense_stops_the_procedure() {
    let plan = RollPlan::new("p", vec![DicePart::new("d", 3)]);
    let stop =
        |point, rule| roll(&mut House::rule(point, rule, "9 9 9"), plan.clone()).unwrap_err();
    for (point, rule) in [
        (
            "pool",
            (|_| json!({ "thrown": 11, "auto": 0 })) as fn(Value) -> Value,
        ),
        ("pool", |_| json!({ "thrown": 0, "auto": 0 })),
        ("successes", |_| json!(-1)),
        ("successes", |_| json!(11)),
        ("outcome", |_| json!("splendid")),
        ("boons", |_| json!(1.5)),
    ] {
        assert!(matches!(stop(point, rule), Halt::Stop(_)), "{point}");
    }
}

#[test]
fn checks_say_what_is_allowed() {
    let who = None;
    let armor = ArmorIn {
        harm: 2,
        armor: Armor::Light,
        state: ItemState::Maintained,
        who,
    };
    assert!(
        ConvertArmor::check(
            &armor,
            &Converted {
                harm: 3,
                fatigue: 0
            }
        )
        .unwrap_err()
        .contains("at most")
    );
    let track = OverflowIn {
        who,
        fatigue: 5,
        size: 3,
    };
    assert!(
        Overflow::check(
            &track,
            &OverflowOut {
                harm: 1,
                fatigue: 3
            }
        )
        .unwrap_err()
        .contains("below")
    );
    let pool = PoolIn {
        raw: 3,
        tier: None,
        tier_caps: false,
    };
    assert!(PoolSize::check(&pool, &PoolOut { thrown: 3, auto: 0 }).is_ok());
    let bank = SettlementIn {
        bank: 2,
        highest: TierLevel::LOW,
        consent: false,
    };
    assert!(
        Settlement::check(&bank, &3)
            .unwrap_err()
            .contains("at most the bank")
    );
    for face in 1..=10 {
        let face = Face::new(face).unwrap();
        assert!(Successes::check(&face, &Successes::book(&face)).is_ok());
    }
    let reading = Reading::of(&Face::list("10 1 6 5 1").unwrap());
    assert_eq!((reading.successes, reading.ones, reading.tens), (3, 2, 1));
}

#[test]
fn a_moves_price_is_worth_now() {
    let input = |base| MoveCostIn {
        foe: None,
        name: "Hurl".into(),
        base,
        signature: false,
    };
    let mut dear = House::adds(vec![Contribution {
        cost: Some(1),
        why: "rain".into(),
        ..Contribution::default()
    }]);
    let priced = moves::price(&mut dear, input(2)).unwrap();
    assert_eq!(
        (priced.cost, priced.notes),
        (3, vec!["+1 SB rain".to_owned()])
    );
    let mut cheap = House::adds(vec![Contribution {
        cost: Some(-9),
        ..Contribution::default()
    }]);
    assert_eq!(moves::price(&mut cheap, input(2)).unwrap().cost, 0);
    let mut no = House::adds(vec![Contribution {
        cancel: Some("bound".into()),
        ..Contribution::default()
    }]);
    assert_eq!(
        moves::price(&mut no, input(2))
            .unwrap()
            .cancelled
            .as_deref(),
        Some("bound")
    );
    let mut house = House::rule("cost", |m| json!(m["base"].as_u64().unwrap() * 2), "");
    assert_eq!(moves::price(&mut house, input(2)).unwrap().cost, 4);
    assert_eq!(moves::pay(3, 3, "Hurl"), Ok(0));
    assert_eq!(moves::pay(0, 0, "Hurl"), Ok(0));
    assert_eq!(
        moves::pay(3, 5, "Hurl").unwrap_err().to_string(),
        "Hurl costs 5 SB, and there are 3: 2 SB short"
    );
}

#[test]
fn modifiers_change_how_far_a_tick_goes_but_not_its_direction() {
    for (n, by, expected) in [
        (2, 1, 3),
        (2, -1, 1),
        (1, -5, 0),
        (-2, 1, -1),
        (-1, 5, 0),
        (0, 2, 2),
    ] {
        let mut house = House::adds(vec![Contribution {
            n: Some(by),
            ..Contribution::default()
        }]);
        assert_eq!(
            tick_amount(&mut house, None, n).unwrap().n,
            expected,
            "{n} {by:+}"
        );
    }
}

#[test]
fn the_gm_overrules_the_rules_but_not_types_names_and_dice() {
    let what = || "the leap".to_owned();
    let face = Face::LOW;
    let overrulable = [
        Refusal::Price {
            what: what(),
            currency: "SB",
            cost: 2,
            has: 1,
        },
        Refusal::Band {
            what: what(),
            at: what(),
            allowed: what(),
        },
        Refusal::Tempo {
            what: what(),
            why: what(),
        },
        Refusal::OncePer {
            what: what(),
            times: what(),
            per: Period::Scene,
        },
        Refusal::Target {
            what: what(),
            why: what(),
        },
        Refusal::ThreeTimers {
            active: 3,
            adding: 1,
        },
        Refusal::Incapacitated { what: what() },
        Refusal::SecondPaidStep,
        Refusal::Forbidden {
            what: what(),
            why: what(),
            source_text: "rules/01 §8",
        },
    ];
    let fixed = [
        Refusal::NoSuchFace {
            face,
            showing: vec![Face::HIGH],
        },
        Refusal::TenStays,
        Refusal::FacesDontFit {
            label: what(),
            asked: 3,
            got: 2,
        },
        Refusal::Number {
            what: what(),
            got: 3,
            allowed: "2 or 4",
        },
        Refusal::from(Dv::gm(6).unwrap_err()),
        Refusal::from(OutOfRange {
            what: "a face",
            got: 0,
            low: 1,
            high: 10,
        }),
        Refusal::from(UnknownName::new("skill", "crafd", ["craft"])),
    ];
    assert!(overrulable.iter().all(Refusal::overrulable));
    assert!(!fixed.iter().any(Refusal::overrulable));
    let mut codes: Vec<&str> = overrulable
        .iter()
        .chain(&fixed)
        .map(Refusal::code)
        .collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(
        codes.len(),
        overrulable.len() + fixed.len() - 1,
        "one code a kind"
    );
    for refusal in overrulable.iter().chain(&fixed) {
        assert!(refusal.to_string().len() > 10, "{refusal:?}");
    }
}

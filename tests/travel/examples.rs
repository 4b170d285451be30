//! The 25 worked examples of rules/06 §8, each through the live table.

use serde_json::{Value as Json, json};

use crate::on_the_way;

/// A row of the table: its number, what was done before, what happens, what is asked of the table, and what it is then.
struct Row {
    number: u32,
    /// Segments and options of the leg.
    leg: (u32, &'static str),
    before: &'static [&'static str],
    event: &'static str,
    asks: &'static str,
    is: Json,
}

const TRAVEL: &str = r#"timers:named("Travel").filled"#;
const SUPPLY: &str = "travel.supply";
/// Guide rolls of Mara: five dice.
const CLEAN: &str = r#"travel.role("Mara", "guide", { faces = "98762" })"#;
const PARTIAL: &str = r#"travel.role("Mara", "guide", { faces = "92345" })"#;
const MISS_BACK: &str =
    r#"travel.role("Mara", "guide", { faces = "23452", answers = { "a tick back" } })"#;

fn rows() -> Vec<Row> {
    let row = |number, leg, before, event, asks, is| Row {
        number,
        leg,
        before,
        event,
        asks,
        is,
    };
    let plain = (4, "");
    vec![
        row(1, plain, &[], CLEAN, TRAVEL, json!(1)),
        row(
            2,
            plain,
            &["travel.tick(1)"],
            PARTIAL,
            r#"{ timers:named("Travel").filled, party:named("Mara").boons, travel.due }"#,
            json!([2, 1, "due"]),
        ),
        row(3, plain, &["travel.tick(2)"], MISS_BACK, TRAVEL, json!(1)),
        row(4, plain, &[], MISS_BACK, TRAVEL, json!(0)),
        row(
            5,
            plain,
            &["travel.tick(3)"],
            r#"roll("Mara", "wits + lore", 3, { timer = "Travel", faces = "98762" }) travel.go({ size = 4 })"#,
            r#"{ travel.leg, timers:named("Travel").filled }"#,
            json!([2, 0]),
        ),
        row(
            6,
            (6, r#"weather = "hazardous""#),
            &[],
            "",
            r#"{ timers:named("Travel").filled, timers:named("Travel").size }"#,
            json!([1, 6]),
        ),
        row(
            7,
            (6, r#"weather = "hazardous""#),
            &[],
            r#"local r = travel.role("Mara", "guide", { faces = "98731" }) store.r = { r.dv, r.successes, r.sb, r.outcome }"#,
            r#"{ store.r[1], store.r[2], store.r[3], store.r[4], timers:named("Travel").filled }"#,
            json!([4, 3, 1, "partial", 2]),
        ),
        row(
            8,
            (6, r#"weather = "hazardous""#),
            &[],
            r#"store.dv = travel.role("Mara", "guide", { dv = 5, faces = "98731" }).dv"#,
            "store.dv",
            json!(5),
        ),
        row(
            9,
            (4, r#"weather = "extreme""#),
            &[],
            r#"local r = travel.role("Mara", "scout", { faces = "8 7 6 2 / 3" }) store.r = { r.position, r.successes, r.outcome }"#,
            "{ store.r[1], store.r[2], store.r[3] }",
            json!(["desperate", 2, "partial"]),
        ),
        row(
            10,
            (4, r#"weather = "extreme""#),
            &[r#"travel.role("Mara", "scout", { faces = "8 7 6 2 / 3" })"#],
            r#"store.p = travel.role("Odo", "guide", { faces = "876" }).position"#,
            "store.p",
            json!("controlled"),
        ),
        row(
            11,
            (4, r#"weather = { "extreme", "favorable" }"#),
            &[],
            r#"store.p = travel.role("Mara", "scout", { faces = "8 7 6 2" }).position"#,
            "store.p",
            json!("controlled"),
        ),
        row(
            12,
            (4, r#"weather = "favorable""#),
            &[r#"mark("Mara", "fatigue", 1)"#],
            r#"store.p = travel.role("Mara", "scout", { faces = "8 7 6 2" }).position"#,
            "store.p",
            json!("controlled"),
        ),
        row(
            13,
            plain,
            &[r#"tick("Supply", 1)"#],
            r#"travel.role("Mara", "quartermaster", { faces = "2345" }) store.supply = travel.supply travel.day()"#,
            "{ store.supply, party[1].fatigue, party[2].fatigue, party[3].fatigue, party[4].fatigue }",
            json!([2, 1, 1, 1, 1]),
        ),
        row(
            14,
            plain,
            &[r#"tick("Supply", 2)"#, r#"set("Mara", { fatigue = 2 })"#],
            "travel.day()",
            r#"{ party:named("Mara").fatigue, party:named("Mara").harm }"#,
            json!([0, 1]),
        ),
        row(
            15,
            plain,
            &[r#"tick("Supply", 3)"#, r#"set("Mara", { fatigue = 2 })"#],
            "travel.day()",
            r#"{ party:named("Mara").fatigue, party:named("Mara").harm }"#,
            json!([0, 1]),
        ),
        row(
            16,
            plain,
            &[r#"tick("Supply", 3)"#],
            r#"tick("Supply", 1) store.f = party:named("Mara").fatigue travel.day()"#,
            r#"{ travel.supply, store.f, party:named("Mara").harm }"#,
            json!([4, 1, 1]),
        ),
        row(
            17,
            plain,
            &[r#"tick("Supply", 4)"#],
            r#"tick("Supply", 1)"#,
            r#"{ travel.supply, party:named("Mara").fatigue }"#,
            json!([4, 1]),
        ),
        row(
            18,
            plain,
            &[r#"tick("Supply", 4)"#],
            r#"travel.forage("Mara", { faces = "98762" })"#,
            SUPPLY,
            json!(3),
        ),
        row(
            19,
            plain,
            &[r#"tick("Supply", 3)"#],
            "travel.resupply() travel.day()",
            r#"{ travel.supply, party:named("Mara").harm, party:named("Mara").fatigue }"#,
            json!([0, 0, 0]),
        ),
        row(
            20,
            plain,
            &[],
            r#"travel.forage("Mara", { faces = "98762" })"#,
            SUPPLY,
            json!(0),
        ),
        row(
            21,
            plain,
            &[r#"tick("Supply", 2)"#],
            r#"local r = travel.forage("Odo", { faces = "10 7 4" }) store.r = { r.successes, r.outcome, r.tens }"#,
            "{ store.r[1], store.r[2], store.r[3], travel.supply }",
            json!([3, "clean", 1, 1]),
        ),
        row(
            22,
            plain,
            &[r#"tick("Supply", 2)"#],
            r#"travel.forage("Odo", { faces = "632" })"#,
            r#"{ travel.supply, party:named("Odo").fatigue, party:named("Odo").boons, sb.bank }"#,
            json!([1, 1, 1, 0]),
        ),
        row(
            23,
            plain,
            &[r#"tick("Supply", 2)"#],
            r#"travel.forage("Odo", { faces = "532" })"#,
            r#"{ travel.supply, party:named("Odo").boons, sb.bank }"#,
            json!([2, 0, 1]),
        ),
        row(
            24,
            plain,
            &[r#"tick("Supply", 2)"#],
            r#"travel.forage("Odo", { faces = "512" })"#,
            r#"{ travel.supply, party:named("Odo").boons, sb.bank }"#,
            json!([2, 2, 2]),
        ),
        row(
            25,
            plain,
            &[
                r#"tick("Supply", 1)"#,
                r#"travel.role("Mara", "quartermaster", { faces = "9876", answers = { "keep a token that cancels the next" } })"#,
                "gain(3)",
            ],
            r#"spend("scarcity") store.first = travel.supply spend("scarcity")"#,
            "{ store.first, travel.supply, sb.bank }",
            json!([1, 2, 1]),
        ),
    ]
}

#[test]
fn the_25_worked_examples() {
    let mut faults = Vec::new();
    let rows = rows();
    assert_eq!(
        rows.iter().map(|row| row.number).collect::<Vec<_>>(),
        (1..=25).collect::<Vec<_>>()
    );
    for row in rows {
        let mut play = on_the_way(row.leg.0, row.leg.1);
        for line in row.before {
            play.ok(line);
        }
        if !row.event.is_empty() {
            play.ok(row.event);
        }
        let is = play.value(row.asks);
        if is != row.is {
            faults.push(format!("{}: {is}, not {}", row.number, row.is));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_the_gm_reads_of_them() {
    let mut play = on_the_way(4, "");
    play.ok("travel.tick(1)");
    let read = play.said(PARTIAL);
    assert!(
        read.contains("Mara   Guide, Partial: Travel +1, and a complication"),
        "{read}"
    );
    assert!(
        read.contains("an encounter is due: 2 segments since the leg began"),
        "{read}"
    );
}

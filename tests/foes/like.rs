//! Variants: `like = "Other"`.

use serde_json::json;

use crate::play::Campaign;

const BASE: &str = r#"
adversary "Warden" {
    tl = 7, armor = "light", attributes = { spirit = 5 }, deals = 4, text = "Keys.",
    phase "Locked" { move "Bar" { cost = 1, run = { say = "bar" } }, move "Bolt" { cost = 2 } },
    phase "Open" { armor = "none", move "Gape" { cost = 1 }, move "Slam" { cost = 4, signature = true } },
    hook "Rust" { modify_hit = { harm = 1 } },
    on_spawn = { say = "Keys ring." }, on_defeat = { say = "Keys fall." },
}
"#;

fn with(variant: &str) -> Campaign {
    // The variant stands in a file that loads before the one it builds on.
    Campaign::empty()
        .file("a_variant.luau", variant)
        .file("z_base.luau", BASE)
}

fn left_out(campaign: Campaign) -> String {
    let play = campaign.play();
    let lines: Vec<String> = play
        .table
        .greeting()
        .iter()
        .map(|line| line.text.clone())
        .collect();
    lines.join("\n")
}

#[test]
fn own_fields_and_parts_win_over_files() {
    let mut play = with(
        r#"adversary "Old Warden" {
            like = "Warden", armor = "heavy",
            move "Bolt" { cost = 3, run = { gain = 1 } },
            on_spawn = { say = "Slow keys." },
        }"#,
    )
    .play();
    let said = play.said("spawn(\"Old Warden\")");
    assert!(
        said.contains("Slow keys.") && !said.contains("Keys ring."),
        "{said}"
    );
    assert_eq!(play.value("foes[1].armor.category"), json!("heavy"));
    assert_eq!(play.value("foes[1].deals"), json!(4));
    assert_eq!(play.value("foes[1].text"), json!("Keys."));
    // A move of a phase is replaced where it stands.
    let menu = play.said("menu");
    assert!(
        menu.contains("3 SB  Bolt") && menu.contains("1 SB  Bar"),
        "{menu}"
    );
    assert_eq!(play.value("#foes[1].moves"), json!(2));
    // What it says nothing of comes along: the hook, the other handler.
    play.ok("hit old warden 1");
    let said = play.said("defeat(foes[1])");
    assert!(said.contains("Keys fall."), "{said}");
}

#[test]
fn without_leaves_parts_out() {
    let young = r#"adversary "Young Warden" {
        like = "Warden", tl = 4, deals = 2, without = { "Locked", "Open", "Rust" },
        move "Rattle" { cost = 1 }, move "Whistle" { cost = 2 },
    }"#;
    let mut play = with(young).play();
    play.ok("spawn(\"Young Warden\")");
    assert_eq!(play.value("foes[1].resilience_size"), json!(3));
    assert_eq!(play.value("#foes[1].moves"), json!(2));
    let told = left_out(with(&young.replace("\"Open\"", "\"Opne\"")));
    assert!(told.contains("Open") && told.contains("without"), "{told}");
}

#[test]
fn chains_hold_and_circles_are_named() {
    let mut play = with(
        r#"adversary "Third" { like = "Second", deals = 5 }
           adversary "Second" { like = "Warden", armor = "medium" }"#,
    )
    .play();
    play.ok("spawn(\"Third\")");
    assert_eq!(play.value("{ foes[1].deals, foes[1].tl }"), json!([5, 7]));
    assert_eq!(play.value("foes[1].armor.category"), json!("medium"));
    let told = left_out(with(
        r#"adversary "A" { like = "B" } adversary "B" { like = "C" } adversary "C" { like = "A" }"#,
    ));
    assert!(told.contains("A → B → C → A"), "{told}");
    let told = left_out(with(r#"adversary "Narcissus" { like = "Narcissus" }"#));
    assert!(told.contains("Narcissus → Narcissus"), "{told}");
    let told = left_out(with(r#"adversary "Lost" { like = "Wraden" }"#));
    assert!(
        told.contains("Warden") && told.contains("like of Lost"),
        "{told}"
    );
}

#[test]
fn a_variant_is_judged_by_its_own_threat_level() {
    let told = left_out(with(r#"adversary "Whelp" { like = "Warden", tl = 3 }"#));
    assert!(told.contains("phases begin at TL 7"), "{told}");
}

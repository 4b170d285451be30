//! The menu: what it shows, how it is laid out, what it refuses.

use serde_json::json;

use crate::play::{Campaign, Play};

const DROVER: &str = r#"
timer "The Weir Gives" { size = 4, at(3, { position = "desperate" }), on_fill = { to = "party", hit = 2 } }
condition "Marked" { modify_roll = { step = -1 } }

adversary "Drover" {
    tl = 7, attributes = { presence = 4 }, skills = { sway = 2 },
    phase "Dry" {
        move "Open the Sluice" { cost = 1, tags = { "WIND", "TIMER" }, run = { tick = "The Weir Gives" } },
        move "Chalk a Back" {
            cost = 2, tags = { "CURSE" }, target = "pc", within = "near",
            only = function(pc) return not pc:has("Marked"), "marked already" end,
            resist = { pool = "wits + insight", dv = 4, on_partial = { fatigue = 1 }, on_miss = { apply = "Marked", lasts = "scene" } },
        },
        move "Whistle Them In" { cost = 3, tags = { "REINFORCEMENT" }, run = { spawn = { Dog = 2 } } },
        move "Once Only" { cost = 1, per = "scene", run = { gain = 1 } },
        move "The Whole Herd" {
            cost = 5, signature = true, target = "party",
            when = function() return exchange.number >= 2, "the herd isn't here yet" end,
            resist = { pool = "body + athletics", dv = 5, announce = "trampled, Harm 3", on_miss = { hit = 3 } },
        },
    },
    phase "Wet" { move "Drown" { cost = 1 }, move "Rise" { cost = 2 } },
}

adversary "Dog" { tl = 1, move "Worry" { cost = 1, target = "pc", within = "close" }, move "Bark" { cost = 1, text = "It does bark." } }
"#;

fn weir() -> Play {
    let mut play = Campaign::bridge().file("drover.luau", DROVER).play();
    play.ok("scene.start(\"The Weir\")");
    play.ok("spawn(\"Drover\")");
    play
}

#[test]
fn cheap_first_aligned_what_is_in_the_way_said() {
    let mut play = weir();
    play.ok("gain(2)");
    assert_eq!(
        play.said("menu"),
        "  1   1 SB  Open the Sluice  TIMER WIND     The Weir Gives +1
  2   1 SB  Once Only                       +1 SB
  3   2 SB  Chalk a Back     CURSE          one resist wits + insight DV 4 · Partial: Fatigue 1 · Miss: Marked (scene)
  ·   3 SB  Whistle Them In  REINFORCEMENT  1 SB short
  ·   5 SB  The Whole Herd                  signature, the herd isn't here yet, 3 SB short",
        "one move alone spends the bank: no hint"
    );
}

#[test]
fn what_the_bank_buys_together_and_what_is_about_to_fill() {
    let mut play = weir();
    play.ok("gain(4)");
    let menu = play.said("menu");
    assert!(
        menu.ends_with("      1 + 4 together: all 4 SB") || menu.contains("together: all 4 SB"),
        "{menu}"
    );
    play.ok("tick(\"The Weir Gives\", 2)");
    let menu = play.said("menu");
    assert!(
        menu.contains("The Weir Gives +1, 3 of 4 (at 3: Position Desperate)"),
        "{menu}"
    );
    play.ok("tick(\"The Weir Gives\", 1)");
    let menu = play.said("menu");
    assert!(
        menu.contains("The Weir Gives +1 fills it: Harm 2 to the party"),
        "{menu}"
    );
    assert!(
        menu.ends_with("      one tick from full: The Weir Gives"),
        "{menu}"
    );
}

#[test]
fn used_up_and_out_of_reach() {
    let mut play = weir();
    play.ok("gain(9)");
    play.ok("use(\"Once Only\")");
    for pc in ["Lyra", "Ellis", "Sera"] {
        play.ok(&format!("shift(\"{pc}\", \"far\", \"Drover\")"));
    }
    let menu = play.said("menu");
    assert!(menu.contains("used this scene"), "{menu}");
    assert!(menu.contains("nobody within near"), "{menu}");
    play.refuses(
        "use(\"Chalk a Back\")",
        &["nobody can be its target", "not Lyra: far, not within near"],
    );
    play.refuses(
        "use(\"Chalk a Back\", \"Lyra\")",
        &["target is at Far", "Near"],
    );
    play.refuses("use(\"Once Only\")", &["once per scene"]);
    play.ok("use(\"Chalk a Back\", \"Lyra\", { because = \"a long arm\", faces = \"9 8 7\" })");
    // A new scene frees it.
    play.ok("scene.start(\"Later\")");
    play.ok("spawn(\"Drover\", { name = \"Another\" })");
    assert_eq!(
        play.value("foes[1].moves:named(\"Once Only\").ready"),
        json!(true)
    );
}

#[test]
fn targets_are_those_it_can_reach() {
    let mut play = Campaign::bridge()
        .file("drover.luau", DROVER)
        .asking()
        .play();
    play.ok("scene.start(\"The Weir\")");
    play.ok("spawn(\"Drover\")");
    play.ok("gain(9)");
    play.ok("apply(\"Ellis\", \"Marked\")");
    play.ok("shift(\"Sera\", \"far\", \"Drover\")");
    let menu = play.said("menu");
    assert!(menu.contains("Lyra resist wits + insight DV 4"), "{menu}");
    assert_eq!(
        play.value("#foes[1].moves:named(\"Chalk a Back\").targets"),
        json!(1)
    );
    // The only one is taken without a question.
    let said = play.said("use(\"Chalk a Back\", nil, { faces = \"2 2 2\" })");
    assert!(said.contains("Lyra is Marked"), "{said}");
    play.refuses(
        "use(\"Chalk a Back\")",
        &["not Lyra: marked already", "not Sera: far"],
    );
    play.ok("lift(\"Ellis\", \"Marked\")");
    play.ok("lift(\"Lyra\", \"Marked\")");
    // Several: asked, with the names and who isn't among them.
    match play.eval("use(\"Chalk a Back\", nil, { faces = \"9 9 9\" })") {
        storybeat::script::outcome::Outcome::Question(asking) => {
            let prompt = &asking.prompt;
            assert!(
                prompt.contains("at whom? (not Sera: far, not within near)"),
                "{prompt}"
            );
            assert!(
                prompt.contains("Lyra") && prompt.contains("Ellis"),
                "{prompt}"
            );
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_menu_of_one_foe_says_more() {
    let mut play = weir();
    play.ok("gain(5)");
    play.ok("set(\"Sera\", { harm = 1 })");
    let menu = play.said("menu drover");
    for line in [
        "Drover   TL 7   Resilience 8/8   phase 1 of 2   Fatigue 0/4   no armor   deals 5   pool 8",
        "             in reach: Lyra 3d · Ellis 2d · Sera 2d, Harm 1",
        "             once per scene",
        "             within near",
    ] {
        let found = menu.contains(line)
            || (line.contains("in reach")
                && menu.contains("in reach:")
                && menu.contains("Sera 2d, Harm 1"));
        assert!(found, "{line}\n{menu}");
    }
    play.ok("use(\"Once Only\")");
    let again = play.said("menu drover");
    assert!(again.contains("used this scene"), "{again}");
}

#[test]
fn numbers_run_over_all_foes_and_a_changed_menu_is_shown_anew() {
    let mut play = weir();
    play.ok("spawn(\"Dog\", 2)");
    play.ok("gain(9)");
    let menu = play.said("menu");
    assert!(
        menu.contains("Drover\n") && menu.contains("Dog A\n") && menu.contains("Dog B\n"),
        "{menu}"
    );
    // Five of the drover, two of each dog; a dog's bite has nobody at arm's length.
    assert!(
        menu.contains("  9   1 SB  Bark") || menu.contains("  8   1 SB  Bark"),
        "{menu}"
    );
    assert!(menu.contains("nobody within close"), "{menu}");
    play.ok("use 1");
    play.ok("menu");
    play.ok("defeat(\"Dog A\")");
    play.refuses("use 9", &["the menu has changed", "now it is", "Dog B"]);
    // Now it has been shown.
    play.refuses("use 9", &["numbers 1 to 7"]);
    play.ok("use 7");
    play.refuses(
        "use(\"Bark\", nil, { foe = \"Drover\" })",
        &["unknown move"],
    );
}

#[test]
fn a_move_as_a_value() {
    let mut play = weir();
    play.ok("gain(1)");
    assert_eq!(
        play.value("foes[1].moves:named(\"Chalk a Back\").ready"),
        json!(false)
    );
    assert_eq!(
        play.value("foes[1].moves:named(\"Chalk a Back\").why_not"),
        json!("1 SB short")
    );
    assert_eq!(
        play.value("foes[1].moves:named(\"The Whole Herd\").signature"),
        json!(true)
    );
    assert_eq!(
        play.value("foes[1].moves:named(\"Open the Sluice\").tags"),
        json!(["TIMER", "WIND"])
    );
    play.ok("foes[1].moves:named(\"Open the Sluice\"):use()");
    assert_eq!(play.timer("The Weir Gives").filled, 1);
    assert_eq!(play.state().bank, 0);
}

#[test]
fn a_whole_party_rolls_in_its_order() {
    let mut play = weir();
    play.ok("gain(5)");
    play.ok("exchange.next()");
    // Body + Athletics: Lyra 3 dice, Ellis 4, Sera 1; given in another order.
    let said =
        play.said("use(\"The Whole Herd\", { \"Sera\", \"Lyra\" }, { faces = \"9 9 9, 3\" })");
    let (lyra, sera) = (said.find("Lyra   ").unwrap(), said.find("Sera   ").unwrap());
    assert!(lyra < sera, "{said}");
    assert!(said.contains("announced: trampled, Harm 3"), "{said}");
    assert!(said.contains("Sera   hit for 3"), "{said}");
}

#[test]
fn a_phase_has_its_own_menu() {
    let mut play = weir();
    play.ok("gain(5)");
    play.ok("set(\"Drover\", { resilience = 1 })");
    play.ok("hit drover 9 the weir itself");
    let menu = play.said("menu");
    assert!(
        menu.contains("Drown") && menu.contains("Rise") && !menu.contains("Sluice"),
        "{menu}"
    );
    play.refuses("use(\"Open the Sluice\")", &["unknown move"]);
}

#[test]
fn reinforcements_come_from_a_move() {
    let mut play = weir();
    play.ok("gain(3)");
    let menu = play.said("menu");
    assert!(menu.contains("2 Dog join"), "{menu}");
    play.ok("use(\"Whistle Them In\")");
    assert_eq!(play.value("#foes:of(\"Dog\")"), json!(2));
    play.ok("undo");
    assert_eq!(play.value("#foes"), json!(1));
    assert_eq!(play.state().bank, 3);
}

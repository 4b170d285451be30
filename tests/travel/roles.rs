//! Roles: one a head, one benefit a leg, what each is worth on the road.

use serde_json::json;

use crate::{campaign, filled, on_the_way};

#[test]
fn one_role_a_character_and_one_holder_a_role() {
    let mut play = on_the_way(6, "");
    play.ok("travel role mara guide = 98762");
    play.refuses(
        "travel role mara scout",
        &["Mara is Guide in this leg", "one role"],
    );
    play.refuses("travel role mara guide", &["one benefit per role and leg"]);
    play.refuses(
        "travel role odo guide",
        &["the second assists: travel role mara guide help=odo"],
    );
    play.ok(r#"travel.role("Odo", "guide", { because = "two roads", faces = "987" })"#);
    assert_eq!(filled(&play, "Travel"), 2);
    // The next leg begins afresh.
    play.ok("travel arrive");
    play.ok("travel.go({ size = 4 })");
    play.ok("travel role mara scout = 9 8 7 6");
}

#[test]
fn a_second_person_assists() {
    let mut play = on_the_way(4, "");
    let read = play.said("travel role mara guide help=odo = 9 8 7 2 2 2");
    assert!(read.contains("Odo helps 1 = 6d10"), "{read}");
    play.ok("travel role odo watch = 9 8 7");
}

#[test]
fn a_role_needs_a_leg() {
    let mut play = campaign().play();
    play.refuses(
        "travel role mara guide",
        &["no leg is under way", "travel plan"],
    );
    play.ok("travel plan the moor");
    play.refuses(
        "travel role mara guide",
        &["no leg is under way: travel go"],
    );
    play.refuses(
        r#"travel.role("Mara", "guide", { because = "I say so" })"#,
        &["no leg is under way"],
    );
}

#[test]
fn the_scout_spares_the_first_encounter_and_only_that() {
    let mut play = on_the_way(8, "");
    play.ok("travel role mara scout = 9 8 7 6");
    let first = play.said("travel encounter encounter tinkers");
    assert!(
        first.contains("On the road: tinkers (encounter)"),
        "{first}"
    );
    assert!(first.contains("no surprise: Mara scouted"), "{first}");
    let second = play.said("travel encounter");
    assert!(!second.contains("no surprise"), "{second}");
    // Without a success there is nothing to spare.
    let mut play = on_the_way(8, "");
    play.ok("travel role mara scout = 9 2 2 2");
    assert!(!play.said("travel encounter").contains("no surprise"));
}

#[test]
fn the_watch_helps_the_first_defense_of_each_ambush() {
    let mut play = on_the_way(8, "");
    play.ok("scene the reeds");
    play.ok("travel role odo watch = 9 8 7");
    let position = |play: &mut crate::Play, who: &str| {
        play.value(&format!(
            r#"resist({who:?}, 2, 3, {{ position = "desperate", faces = "23" }}).position"#
        ))
    };
    assert_eq!(
        position(&mut play, "Mara"),
        json!("desperate"),
        "no ambush yet"
    );
    for _ in 0..2 {
        let read = play.said("travel encounter ambush");
        assert!(
            read.contains("the first defense gets +1 step: the Watch"),
            "{read}"
        );
        // A roll that defends nothing leaves it.
        play.ok(r#"roll("Mara", 2, 3, { faces = "23" })"#);
        assert_eq!(position(&mut play, "Pim"), json!("controlled"));
        assert_eq!(position(&mut play, "Mara"), json!("desperate"));
    }
    // An encounter that lies in wait for nobody has no such defense.
    play.ok("travel encounter discovery");
    assert_eq!(position(&mut play, "Pim"), json!("desperate"));
}

#[test]
fn an_ambush_that_is_over_helps_no_later_defense() {
    let mut play = on_the_way(8, "");
    play.ok("travel role odo watch = 9 8 7");
    play.ok("scene the reeds");
    play.ok("travel encounter ambush");
    play.ok("scene close");
    play.ok("scene the inn");
    let roll = r#"resist("Pim", "wits", 3, { position = "desperate" }).position"#;
    assert_eq!(play.value(roll), json!("desperate"));
}

#[test]
fn a_quartermasters_partial_by_the_switch() {
    for (value, supply) in [("on", 1), ("off", 0)] {
        let mut play = campaign()
            .switch("quartermaster_partial_fails", value)
            .play();
        play.ok("travel plan the moor");
        play.ok("travel.go()");
        let read = play.said("travel role mara quartermaster = 9 2 3 4");
        assert_eq!(filled(&play, "Supply"), supply, "{value}");
        assert_eq!(read.contains("a complication"), value == "off", "{read}");
    }
}

#[test]
fn failure_is_never_nothing() {
    let mut play = on_the_way(4, "");
    play.ok("gain 2");
    play.ok(r#"start("Landslide", 4, { kind = "hazard" })"#);
    let read = play.said("travel role mara scout = 9 2 2 2");
    assert!(
        read.contains("after a Partial, SB 2 may buy an encounter at once (travel encounter), or a hazard tick (spend tick landslide)"),
        "{read}"
    );
    // It is said once: not also what every other Miss is told.
    let read = play.said("travel role odo watch = 2 3 4");
    assert!(!read.contains("makes something worse"), "{read}");
    assert!(
        read.contains("Odo   Watch, Miss: nothing gained, and a complication"),
        "{read}"
    );
}

#[test]
fn a_boon_throws_one_of_its_dice_again() {
    let mut play = on_the_way(4, "");
    play.ok("earn mara 1");
    play.ok("travel role mara guide = 98432");
    assert_eq!(filled(&play, "Travel"), 1);
    assert_eq!(play.pc("Mara").boons, 2, "one earned by the Partial");
    play.ok("reroll 4 = 8");
    assert_eq!(filled(&play, "Travel"), 1);
    assert_eq!(
        play.pc("Mara").boons,
        0,
        "now a Clean success, and a Boon paid"
    );
    let leg = play.state().travel.leg.clone().unwrap();
    assert_eq!(leg.roles.len(), 1);
}

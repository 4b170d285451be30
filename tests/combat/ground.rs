//! Cover, height, difficult ground, saddles (rules/04 §7).

use super::{asking, campaign, fight, holds, made_of, on};
use storybeat::script::outcome::Outcome;

#[test]
fn partial_cover_is_a_dv_more_up_to_five() {
    let mut play = fight();
    holds(
        &play.said("ground guard cover=partial"),
        &["Guard   has partial cover"],
    );
    holds(
        &play.said("attack bren guard = 22222222"),
        &["partial cover: DV 3 → 4", "DV 4"],
    );
    play.ok("next");
    holds(
        &made_of(&play.said("attack bren guard dv=5 = 22222222")),
        &["DV 5"],
    );
    assert_eq!(play.value(r#"foes:named("Guard").cover"#), "partial");
}

#[test]
fn full_cover_is_no_target_for_either_side() {
    let mut play = fight();
    play.ok("ground guard cover=full");
    play.refuses("attack bren guard", &["Guard", "full cover"]);
    play.ok("ground kit cover=full");
    play.refuses("threaten guard kit", &["Kit", "full cover"]);
    let ruled = r#"attack("Bren", "Guard", { faces = "22222222", because = "through the slit" })"#;
    holds(&play.said(ruled), &["overruled"]);
}

#[test]
fn a_charge_at_full_cover_stops_there_and_the_attack_is_lost() {
    let mut play = fight();
    play.ok("shift bren far guard");
    play.ok("ground guard cover=full");
    let said = play.said("charge bren guard");
    holds(
        &said,
        &["Fatigue 0 → 1", "stops at the cover: the attack is lost"],
    );
    assert!(!said.contains("d10"), "{said}");
    assert_eq!(play.value(r#"party:named("Bren"):band("Guard")"#), "near");
    holds(&play.said("threaten guard bren = 22"), &["after Charge"]);
}

#[test]
fn height_gives_what_the_gm_picks() {
    let mut play = asking();
    play.ok("ground bren high=yes");
    match play.eval("attack bren guard = 66622222") {
        Outcome::Question(asked) => holds(&asked.prompt, &["What does the height give?"]),
        other => panic!("{other:?}"),
    }
    match play.table.answer("Effect one step up") {
        Outcome::Done(done) => assert!(
            done.lines
                .iter()
                .any(|line| line.text.contains("Great Effect"))
        ),
        other => panic!("{other:?}"),
    }
}

#[test]
fn height_is_a_die_or_a_better_effect() {
    let mut play = fight();
    play.ok("ground bren high=yes");
    holds(
        &made_of(&play.said("attack bren guard height=die = 222222222")),
        &["+ height 1", "= 9d10"],
    );
    play.ok("next");
    holds(
        &made_of(&play.said("attack bren guard height=effect = 22222222")),
        &["Great Effect", "= 8d10"],
    );
    play.ok("next");
    // Both up there: nothing.
    play.ok("ground guard high=yes");
    assert!(!made_of(&play.said("attack bren guard = 22222222")).contains("height"));
}

#[test]
fn difficult_ground_takes_two_moves_a_band() {
    let mut play = fight();
    play.ok("scene set difficult=yes");
    holds(&play.said("shift bren close guard"), &[]);
    // No fight yet: the GM sets the stage.
    play.ok("shift bren near guard");
    play.ok("turn bren");
    holds(&play.said("shift bren close guard"), &["half way to Close"]);
    assert_eq!(play.value(r#"party:named("Bren"):band("Guard")"#), "near");
    play.ok("next");
    play.ok("shift bren close guard");
    assert_eq!(play.value(r#"party:named("Bren"):band("Guard")"#), "close");
    // Lost when the second is used otherwise.
    play.ok("next");
    play.ok("ground kit difficult=yes");
    play.ok("shift kit close guard");
    play.ok("next");
    play.ok("defend kit with=move");
    play.ok("next");
    holds(&play.said("shift kit close guard"), &["half way"]);
    // Or when a turn lies between.
    play.ok("next");
    play.ok("next");
    holds(&play.said("shift kit close guard"), &["half way"]);
    // A Dash covers one band.
    play.ok("next");
    play.ok("dash kit");
    play.refuses("shift kit far guard", &["a Dash covers one band"]);
    play.ok("shift kit close guard");
    assert_eq!(play.value(r#"party:named("Kit"):band("Guard")"#), "close");
}

#[test]
fn no_charge_on_difficult_ground_but_for_the_relentless() {
    let sheet = "weapon: { name: pick, weight: light }\ntalents: [Relentless]";
    let mut play = on(campaign().pc("Una", [2, 2, 2, 2], sheet));
    play.ok("shift party far guard");
    play.ok("scene set difficult=yes");
    play.refuses("charge bren guard", &["no Charge on difficult ground"]);
    play.refuses("skirmish wyn guard band=far", &["Skirmish"]);
    play.ok("charge una guard = 222");
    play.ok("scene set difficult=no");
    play.ok("charge bren guard = 22222222");
}

#[test]
fn a_mount_gives_two_dice_where_riding_is_the_action() {
    let mut play = fight();
    play.ok("shift bren far guard");
    play.ok("ground bren,wyn mounted=yes");
    holds(
        &made_of(&play.said("charge bren guard = 2222222222")),
        &["+ in the saddle 2", "= 10d10"],
    );
    play.ok("next");
    assert!(!made_of(&play.said("attack bren guard = 22222222")).contains("saddle"));
    // Shooting while withdrawing Near → Far.
    holds(
        &made_of(&play.said("skirmish wyn guard = 22222222")),
        &["+ in the saddle 2"],
    );
    play.ok("next");
    play.ok("shift bren reach guard free=yes");
    assert!(!made_of(&play.said("charge bren guard = 222222")).contains("saddle"));
}

#[test]
fn ammunition_is_part_of_supply() {
    let mut play = fight();
    play.ok("attack wyn guard = 2222222");
    play.ok("next");
    play.ok("attack wyn guard = 2222222");
    // Not counted; it runs low through SB.
    play.ok("gain 1");
    let said = play.said("spend scarcity");
    holds(&said, &["Supply"]);
}

#[test]
fn the_ground_is_seen_by_scripts_and_undone() {
    let mut play = fight();
    let before = play.state().clone();
    play.ok("ground kit cover=partial high=yes");
    play.ok("undo");
    assert_eq!(*play.state(), before);
    play.refuses(r#"ground("Kit", { cover = "some" })"#, &["cover", "some"]);
}

//! The actions of rules/04 §5, one after the other.

use super::{asking, campaign, fight, holds, made_of, on};
use storybeat::script::outcome::Outcome;

#[test]
fn disengage_provokes_nothing_and_leaves_no_attack() {
    let mut play = fight();
    play.ok("shift kit close guard");
    play.ok("disengage kit");
    let said = play.said("shift kit near guard");
    assert!(!said.contains("opening"), "{said}");
    play.refuses(
        r#"attack("Kit", "Guard", { extra = true })"#,
        &["Disengage"],
    );
}

#[test]
fn dash_is_two_bands_in_the_turn() {
    let mut play = fight();
    play.ok("shift bren far guard");
    play.ok("dash bren");
    play.ok("shift bren near guard");
    play.refuses("shift bren close guard", &["Move is used"]);
    holds(
        &made_of(&play.said("threaten guard bren = 622")),
        &["Desperate: after Dash"],
    );
    // Without it one band, and after a Move the second one.
    play.refuses("shift kit far guard", &["a Move is one band, this is 2"]);
    play.ok("shift kit reach guard");
    play.ok("dash kit");
    play.ok("shift kit far guard");
}

#[test]
fn charge_runs_two_bands_marks_fatigue_and_strikes() {
    let mut play = fight();
    play.ok("shift bren far guard");
    let said = play.said("charge bren guard = 66622222 / 2");
    holds(
        &said,
        &[
            "Bren   Charge → Guard   Far to Near, sword at Near, Harm 2",
            "Fatigue 0 → 1",
            "Desperate",
        ],
    );
    assert_eq!(play.value(r#"party:named("Bren"):band("Guard")"#), "near");
    // From Reach at Close (R52), two bands at most.
    let mut play = fight();
    play.ok("shift bren reach guard");
    play.ok("charge bren guard = 2222222");
    assert_eq!(play.value(r#"party:named("Bren"):band("Guard")"#), "close");
    let mut play = fight();
    play.ok("shift bren far guard");
    play.refuses(
        "charge bren guard band=close",
        &["up to 2 bands", "not Close from there"],
    );
    play.ok("shift bren close guard");
    play.refuses("charge bren guard", &["Charge"]);
}

#[test]
fn a_heavy_weapon_charges_when_it_is_set() {
    let mut play = fight();
    play.ok("shift osk far guard");
    play.refuses("charge osk guard", &["needs a Set first"]);
    play.ok("act osk set");
    play.ok("next");
    holds(
        &play.said("charge osk guard = 222222222"),
        &["maul at Near, Harm 3"],
    );
}

#[test]
fn skirmish_runs_away_and_shoots() {
    let mut play = fight();
    let said = play.said("skirmish wyn guard = 666222 / 2");
    // Medium at Far +1.
    holds(
        &said,
        &[
            "Wyn   Skirmish → Guard   Near to Far, war bow at Far, Harm 2",
            "war bow at Far 1",
            "= 6d10",
            "Fatigue 0 → 1",
        ],
    );
    assert_eq!(play.value(r#"party:named("Wyn"):band("Guard")"#), "far");
    play.ok("next");
    play.refuses("skirmish wyn guard", &["Skirmish"]);
    play.refuses("skirmish bren guard", &["ranged attack"]);
}

#[test]
fn a_hidden_skirmisher_may_end_in_new_cover() {
    let mut play = fight();
    play.ok("ground wyn cover=full");
    play.ok("apply wyn hidden");
    let said = play.said("skirmish wyn guard cover=full = 222222");
    holds(
        &said,
        &["Wyn is no longer Hidden   attacking", "Wyn is Hidden"],
    );
    // An ordinary attack ends it (R63).
    play.ok("next");
    play.ok("attack wyn guard = 222222");
    assert_eq!(play.value(r#"party:named("Wyn"):has("Hidden")"#), false);
}

#[test]
fn observe_helps_one_roll_of_this_or_the_next_turn() {
    let mut play = fight();
    play.ok("observe bren");
    // A defense counts too (R66).
    holds(
        &made_of(&play.said("threaten guard bren = 662 / 2")),
        &["Dominant", "+1 step observed"],
    );
    assert!(!play.said("threaten guard bren = 222").contains("observed"));
    play.ok("next");
    play.ok("observe kit");
    play.ok("next");
    holds(
        &made_of(&play.said("attack kit guard = 22222 / 2")),
        &["observed"],
    );
    play.ok("next");
    play.ok("observe kit");
    play.ok("next");
    play.ok("turn kit");
    play.ok("next");
    play.ok("turn kit");
    assert!(!play.said("attack kit guard = 22222").contains("observed"));
}

#[test]
fn setup_places_an_ally_better_or_lets_them_do_more() {
    let mut play = fight();
    play.refuses("setup kit bren", &["pool"]);
    let said = play.said(
        r#"act("Kit", "setup", "Bren", nil, { pool = "presence + sway", dv = 2, faces = "66" })"#,
    );
    holds(&said, &["Bren   +1 step on the next action"]);
    // Several don't add (R58), and a defense doesn't use it up.
    play.ok("setup wyn bren sure=yes");
    assert!(!play.said("threaten guard bren = 662").contains("set it up"));
    let line = made_of(&play.said("attack bren guard = 22222222 / 2"));
    holds(&line, &["Dominant", "+1 step Kit set it up"]);
    assert!(!line.contains("Wyn"), "{line}");
    play.ok("next");
    assert!(
        !play
            .said("attack bren guard = 22222222")
            .contains("set it up")
    );
    play.ok("setup wyn bren sure=yes gives=effect");
    play.ok("next");
    holds(
        &made_of(&play.said("attack bren guard = 22222222")),
        &["Great Effect"],
    );
    // A failed one gives nothing.
    play.ok(r#"act("Kit", "setup", "Bren", nil, { pool = "presence", faces = "22" })"#);
    play.ok("next");
    assert!(
        !play
            .said("attack bren guard = 22222222")
            .contains("set it up")
    );
}

#[test]
fn assist_costs_a_boon_and_no_action() {
    let mut play = fight();
    play.refuses("assist kit bren", &["Boon"]);
    play.ok("earn kit,wyn 1 pluck");
    let said = play.said("assist kit bren");
    holds(
        &said,
        &[
            "Kit   Boons 1 → 0",
            "Bren   +1 die on the next roll: Kit assists",
        ],
    );
    play.refuses("assist wyn bren", &["Kit assists already"]);
    holds(
        &made_of(&play.said("attack bren guard = 222222222")),
        &["+ Kit assists 1", "= 9d10"],
    );
    // It took none of Kit's turn.
    play.ok("attack kit guard = 22222");
    // In a fight `help` is the same thing (R14); Fatigue may stand in.
    play.ok("next");
    holds(
        &play.said("attack bren guard help=wyn = 222222222"),
        &["Wyn   Boons 1 → 0   helps Bren", "+ Wyn helps 1"],
    );
    holds(
        &play.said("assist kit bren pay=fatigue"),
        &["Kit   Fatigue 0 → 1"],
    );
}

#[test]
fn help_outside_a_fight_is_free() {
    let mut play = fight();
    holds(&play.said("roll bren body help=kit = 2222"), &["Kit helps"]);
}

#[test]
fn protect_steps_in_once_and_rolls() {
    for (faces, harm, on_ally, on_protector) in [
        // S ≥ DV cancels, Partial takes one off, Miss takes the hit (R62).
        ("666222", 2, 0, 0),
        ("622222", 2, 1, 0),
        ("222222", 2, 0, 2),
    ] {
        let mut play = fight();
        play.ok("protect bren kit");
        let line = format!(r#"hit("Kit", {harm}, "a spear")"#);
        // Body 3 + Melee 3 is the best of the six.
        let said = play.said(&format!("dice(\"{faces}\") {line}"));
        holds(
            &said,
            &["Bren   steps in for Kit", "Body 3 + Melee 3 = 6d10"],
        );
        assert_eq!(
            (play.hf("Kit").0, play.hf("Bren").0),
            (on_ally, on_protector),
            "{faces}: {said}"
        );
        // One hit.
        let said = play.said(&line);
        assert!(!said.contains("steps in"), "{said}");
    }
}

#[test]
fn protect_ends_with_the_next_turn_and_is_asked() {
    let mut play = asking();
    play.ok("protect bren kit");
    match play.eval("hit kit 1 a stone") {
        Outcome::Question(asked) => holds(
            &asked.prompt,
            &["Kit is hit for 1. Bren steps in, with what?"],
        ),
        other => panic!("{other:?}"),
    }
    match play.table.answer("none") {
        Outcome::Done(_) => {}
        other => panic!("{other:?}"),
    }
    assert_eq!(play.hf("Kit").0, 1);
    play.ok("next");
    play.ok("turn bren");
    play.ok("hit kit 1 a stone");
    play.refuses("protect wyn wyn", &["another character"]);
}

#[test]
fn defend_is_a_step_or_at_dominant_a_die() {
    let mut play = fight();
    play.ok("defend bren");
    holds(
        &made_of(&play.said("threaten guard bren = 662 / 2")),
        &["Dominant", "+1 step Defending"],
    );
    play.ok(r#"scene.set({ position = "dominant" })"#);
    // R57: the printed exception.
    holds(
        &made_of(&play.said("threaten guard bren = 6622 / 2")),
        &["+ Defending 1", "= 4d10", "Dominant"],
    );
    // Until the own next turn.
    play.ok("next");
    holds(&play.said("turn bren"), &["no longer Defending"]);
}

#[test]
fn defend_takes_the_action_if_it_is_left_else_the_move() {
    let mut play = fight();
    play.ok("attack kit guard = 22222");
    play.ok("defend kit");
    play.refuses("shift kit close guard", &["Move is used"]);
    play.ok("defend bren with=move");
    play.ok("observe bren");
    play.refuses("shift bren close guard", &["Move is used"]);
    // A Standard weapon strikes or moves: with the Move gone into Defend there is no attack.
    play.ok("next");
    play.ok("defend bren with=move");
    play.refuses("attack bren guard", &["Standard tempo"]);
}

#[test]
fn shields_help_whoever_defends() {
    let sheet = |shield: &str| format!("weapon: {{ name: axe, weight: light }}\nshield: {shield}");
    let mut play = on(campaign().pc("Una", [2, 2, 2, 2], &sheet("buckler")).pc(
        "Hod",
        [2, 2, 2, 2],
        &sheet("heater"),
    ));
    holds(&play.said("defend una"), &["+1 die buckler"]);
    holds(
        &made_of(&play.said("threaten guard una = 662 / 2")),
        &["+ buckler 1", "= 3d10"],
    );
    holds(&play.said("defend hod"), &["+1 die heater"]);
    play.ok("next");
    // The buckler once a scene, the heater always.
    assert!(!play.said("defend una").contains("buckler"));
    holds(&play.said("defend hod"), &["heater"]);
    assert!(!play.said("threaten guard una = 66").contains("buckler"));
}

#[test]
fn shove_pushes_a_band_back_and_off_balance() {
    let mut play = fight();
    play.refuses("shove bren guard", &["Shove at Guard", "allowed: Close"]);
    play.ok("shift bren close guard");
    // Body 3 + Athletics 1 against body 2: DV 3.
    let said = play.said("shove bren guard = 6662");
    holds(&said, &["DV 3", "Guard is Off balance", "Near"]);
    // Forced movement provokes nothing (R54).
    assert!(!said.contains("opening"), "{said}");
    assert_eq!(play.value(r#"party:named("Bren"):band("Guard")"#), "near");
    // Its next action is worse placed: whoever resists it is better placed, once.
    holds(
        &made_of(&play.said("threaten guard kit = 662 / 2")),
        &["+1 step Guard is off balance"],
    );
    assert!(
        !play
            .said("threaten guard kit = 222")
            .contains("off balance")
    );
    // An Ogre, body 5 + athletics 3, is hard to push.
    play.ok("spawn ogre");
    play.ok("shift kit close ogre free=yes");
    holds(&made_of(&play.said("shove kit ogre = 22")), &["DV 4"]);
    play.ok("next");
    holds(&made_of(&play.said("shove kit ogre dv=3 = 22")), &["DV 3"]);
}

#[test]
fn grapple_holds_both() {
    let mut play = fight();
    play.ok("shift bren close guard");
    holds(
        &play.said("grapple bren guard = 666222"),
        &["Body 3 + Melee 3", "Guard is Grappled"],
    );
    play.refuses(r#"shift("Guard", "near", "Bren")"#, &["Guard", "Grappled"]);
    play.ok("next");
    play.refuses(
        "shift bren near guard",
        &["holds Guard", "neither can move apart"],
    );
    play.ok("lift guard grappled");
    play.ok(r#"shift("Bren", "near", "Guard", { answers = { "no" } })"#);
    // A character who is held: a die less, an Action to get out.
    play.ok("apply kit grappled");
    holds(
        &made_of(&play.said("attack kit guard = 2222")),
        &["− Grappled 1"],
    );
    play.ok("next");
    holds(&play.said("escape kit = 6"), &["DV 3"]);
    assert_eq!(play.value(r#"party:named("Kit"):has("Grappled")"#), true);
    play.ok("next");
    holds(&play.said("escape kit dv=2 = 7"), &["Partial"]);
    play.ok("next");
    play.ok(r#"act("Kit", "escape", nil, nil, { pool = "body + melee", faces = "666" })"#);
    assert_eq!(play.value(r#"party:named("Kit"):has("Grappled")"#), false);
    play.refuses("escape wyn", &["nothing holds"]);
}

#[test]
fn hide_and_search() {
    let mut play = fight();
    play.refuses("hide kit", &["full cover or heavy concealment"]);
    play.ok("ground kit concealed=yes");
    // Wits 3 + Stealth 2 against wits 2: DV 3; the worst observer decides.
    holds(&play.said("hide kit = 66622"), &["DV 3", "Kit is Hidden"]);
    play.refuses("threaten guard kit", &["Kit", "Hidden"]);
    holds(
        &play.said("ground kit concealed=no"),
        &["no longer Hidden   in the open"],
    );
    play.ok(r#"apply("Guard", "Hidden")"#);
    play.refuses("attack bren guard", &["Guard", "is Hidden: Search first"]);
    holds(
        &play.said("search bren guard dv=2 = 66"),
        &["Guard is no longer Hidden   found"],
    );
    play.ok("attack osk guard weapon=hatchet = 2222222");
    play.refuses("search wyn guard", &["isn't Hidden"]);
    // Hide and Search are Interacts (R64): not both in one turn.
    play.refuses(
        r#"act("Bren", "interact", nil, nil, { extra = true })"#,
        &["second time"],
    );
}

#[test]
fn interact_may_be_rolled() {
    let mut play = fight();
    holds(
        &play.said("interact bren bars the door"),
        &["Bren   Interact   bars the door"],
    );
    let said = play.said(r#"act("Kit", "interact", nil, "the winch", { pool = "wits", faces = "666", on_success = { say = "It turns." } })"#);
    holds(&said, &["the winch", "It turns."]);
}

#[test]
fn standing_up_takes_the_move() {
    let mut play = fight();
    play.ok("apply bren prone");
    holds(&play.said("stand bren"), &["no longer Prone"]);
    play.refuses("attack bren guard", &["Standard tempo"]);
    play.refuses("stand kit", &["isn't Prone"]);
    holds(
        &play.said("reposition kit cover=partial"),
        &["Kit   reposition", "partial cover"],
    );
}

#[test]
fn a_free_act_costs_nothing() {
    let mut play = fight();
    play.ok("act bren free");
    play.ok("act bren free");
    play.ok("attack bren guard = 22222222");
}

#[test]
fn sidestep_moves_a_band_with_the_blow() {
    let mut play = fight();
    // Close → Near before the blow: it leaves Close and provokes (R54, R56).
    play.ok("shift kit close guard");
    let said = play.said(r#"act("Kit", "sidestep", "Guard", nil, { band = "near", faces = "22222", answers = { "no" } })"#);
    holds(
        &said,
        &[
            "leaves Close: an opening for Guard",
            "knife at Near 1",
            "Desperate",
            "-1 step Sidestep Strike",
        ],
    );
    assert_eq!(play.value(r#"party:named("Kit"):band("Guard")"#), "near");
    play.refuses("shift kit close guard", &["Move is used"]);
    // After the blow: struck where one was.
    play.ok("next");
    let said = play.said(r#"act("Kit", "sidestep", "Guard", nil, { band = "close", after = true, faces = "22222" })"#);
    holds(&said, &["knife at Near 1"]);
    assert_eq!(play.value(r#"party:named("Kit"):band("Guard")"#), "close");
    play.ok("next");
    play.refuses("sidestep kit guard", &["band"]);
    play.refuses("sidestep kit guard band=reach", &["up to 1 band"]);
    // The weapon must be legal where the blow falls: the Medium sword isn't at Reach.
    play.refuses("sidestep bren guard band=reach", &["allowed: Close, Near"]);
}

#[test]
fn scripts_hear_what_is_done_with_a_turn() {
    let script = r#"
on.act(function(e) say(`{e.who.name}: {e.action} {e.target and e.target.name or "alone"}`) end)
"#;
    let mut play = on(campaign().file("ear.luau", script));
    holds(&play.said("observe bren"), &["Bren: observe alone"]);
    holds(
        &play.said("attack kit guard = 22222"),
        &["Kit: attack Guard"],
    );
}

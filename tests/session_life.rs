//! A session from its zero to its close: what is agreed on and stays, what each boundary resets and what it leaves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/play.rs"]
mod play;

use play::{Campaign, Play};
use storybeat::script::runtime::Runtime;
use storybeat::table::state::State;

/// A character that two failures a scene pay for, a bond, a deck, and timers of each scope.
fn play() -> Play {
    Campaign::bridge()
        .file(
            "timers/all.luau",
            r#"
            timer "Here" { size = 6, scope = "scene" }
            timer "Away" { size = 6, scope = "offscreen" }
            timer "Always" { size = 8, scope = "campaign" }
            timer "Evenings" { size = 6, scope = "campaign", every = "session" }
        "#,
        )
        .play()
}

/// What is looked at, before and after.
type Look = fn(&State) -> String;

fn lyra(state: &State) -> &storybeat::table::state::Pc {
    state
        .cast
        .values()
        .find(|pc| pc.sheet.name == "Lyra")
        .unwrap()
}

fn conditions(state: &State) -> String {
    let all = lyra(state).body.conditions.iter();
    all.map(|one| one.name.clone())
        .collect::<Vec<_>>()
        .join(", ")
}

fn running(state: &State) -> String {
    let all: Vec<String> = state
        .timers_shown()
        .map(|timer| state.timer(timer.id).unwrap())
        .map(|timer| format!("{} {}", timer.name, timer.filled))
        .collect();
    all.join(", ")
}

const BOONS: Look = |state| lyra(state).boons.to_string();
const FAILURES: Look = |state| {
    let pc = lyra(state);
    format!(
        "{} from failures, {} stakes",
        pc.failure_boons,
        pc.stakes.len()
    )
};
const CLAIMS: Look = |state| {
    let keys = state.claims.iter();
    let names = keys.map(|(key, _)| key.split([':', ' ']).next().unwrap().to_owned());
    names.collect::<Vec<_>>().join(", ")
};
const BANK: Look = |state| state.bank.to_string();
const CONDITIONS: Look = conditions;
const TIMERS: Look = running;
const FOES: Look = |state| state.foes_present().count().to_string();
const BANDS: Look = |state| state.bands.len().to_string();
const STEPS: Look = |state| lyra(state).body.next.len().to_string();
const CARDS: Look = |state| {
    let decks = state.decks.values();
    decks
        .map(|deck| format!("{} left, {} out", deck.left.len(), deck.out.len()))
        .collect()
};
const HARM: Look = |state| {
    let pc = lyra(state);
    format!(
        "Harm {}, Fatigue {}, armor {}",
        pc.harm,
        pc.body.fatigue,
        pc.armor.word()
    )
};
const SPENT: Look = |state| state.story.spent.to_string();
const FIGHT: Look = |state| format!("{}", state.fight.as_ref() == &Default::default());
const EXCHANGE: Look = |state| state.scene.exchange.to_string();
const POSITION: Look = |state| state.scene.position.to_string();

#[test]
fn what_each_boundary_resets() {
    // what, the acts before, how it looks, what it is then, after scene.close, after session.close.
    type Row<'a> = (&'a str, &'a [&'a str], Look, &'a str, &'a str, &'a str);
    let miss = r#"roll("Lyra", "wits + craft", 5, { stakes = "the lock", faces = "96421" })"#;
    let rows: &[Row] = &[
        (
            "Boons held: two at a scene's end (01 §8)",
            &[r#"earn("Lyra", 5)"#],
            BOONS,
            "5",
            "2",
            "2",
        ),
        (
            "failure Boons, stakes that paid (01 §8, R12)",
            &[miss],
            FAILURES,
            "1 from failures, 1 stakes",
            "0 from failures, 0 stakes",
            "0 from failures, 0 stakes",
        ),
        (
            "SB above the target (01 §9, R19)",
            &["gain(9)"],
            BANK,
            "9",
            "3",
            "3",
        ),
        (
            "once per scene",
            &[r#"claim("Lyra", "scene", "gift")"#],
            CLAIMS,
            "character",
            "",
            "",
        ),
        (
            "once per session (01 §13)",
            &[r#"claim("Lyra", "session", "tea")"#],
            CLAIMS,
            "character",
            "character",
            "",
        ),
        (
            "once per campaign",
            &[r#"claim("Lyra", "campaign", "tea")"#],
            CLAIMS,
            "character",
            "character",
            "character",
        ),
        (
            "a conversion (R15)",
            &[r#"earn("Lyra", 2)"#, r#"convert("Lyra", 2)"#],
            CLAIMS,
            "convert",
            "convert",
            "",
        ),
        (
            "the Boon of a bond (01 §8)",
            &[r#"tie("Lyra", "Ellis")"#, r#"bond("Lyra", "Ellis")"#],
            CLAIMS,
            "bond",
            "bond",
            "",
        ),
        (
            "a gift (R11)",
            &[r#"earn("Lyra", 1)"#, r#"give("Lyra", "Ellis")"#],
            CLAIMS,
            "gift",
            "",
            "",
        ),
        (
            "conditions of an exchange",
            &[r#"apply("Lyra", "Prone", { lasts = "exchange" })"#],
            CONDITIONS,
            "Prone",
            "",
            "",
        ),
        (
            "conditions of a scene",
            &[r#"apply("Lyra", "Prone", { lasts = "scene" })"#],
            CONDITIONS,
            "Prone",
            "",
            "",
        ),
        (
            "conditions of a session",
            &[r#"apply("Lyra", "Prone", { lasts = "session" })"#],
            CONDITIONS,
            "Prone",
            "Prone",
            "",
        ),
        (
            "conditions of a downtime",
            &[r#"apply("Lyra", "Prone", { lasts = "downtime" })"#],
            CONDITIONS,
            "Prone",
            "Prone",
            "Prone",
        ),
        (
            "timers by scope",
            &[
                r#"tick("Here", 2)"#,
                r#"tick("Away", 2)"#,
                r#"tick("Always", 2)"#,
            ],
            TIMERS,
            "Here 2, Away 2, Always 2",
            "Away 2, Always 2",
            "Away 2, Always 2",
        ),
        (
            "a timer of every session",
            &[r#"start("Evenings")"#],
            TIMERS,
            "Evenings 0",
            "Evenings 0",
            "Evenings 1",
        ),
        (
            "foes leave",
            &[r#"spawn("Ash Rat", 3)"#],
            FOES,
            "3",
            "0",
            "0",
        ),
        (
            "bands",
            &[r#"spawn("Ash Rat")"#, r#"shift("Lyra", "far", "Ash Rat")"#],
            BANDS,
            "1",
            "0",
            "0",
        ),
        (
            "a step for the next roll (R09)",
            &[r#"step("Lyra", 1)"#],
            STEPS,
            "1",
            "0",
            "0",
        ),
        (
            "the deck (07 §1, R90): shuffled when the session ends",
            &[r#"draw("Consequences", { n = 3, because = "x", cards = "7C 3H 2S" })"#],
            CARDS,
            "49 left, 3 out",
            "49 left, 3 out",
            "52 left, 0 out",
        ),
        (
            "Harm, Fatigue and worn armor stay",
            &[
                r#"wound("Lyra", 1)"#,
                r#"mark("Lyra", "fatigue")"#,
                "lyra.armor:degrade()",
            ],
            HARM,
            "Harm 1, Fatigue 1, armor neglected",
            "Harm 1, Fatigue 1, armor neglected",
            "Harm 1, Fatigue 1, armor neglected",
        ),
        (
            "SB spent in the scene",
            &["gain(4)", r#"spend(2, "the lamp")"#],
            SPENT,
            "2",
            "0",
            "0",
        ),
        (
            "the turns of a fight",
            &[r#"act("Lyra", "defend")"#],
            FIGHT,
            "false",
            "true",
            "true",
        ),
        (
            "the exchange",
            &["exchange.next()"],
            EXCHANGE,
            "2",
            "1",
            "1",
        ),
        (
            "the scene's Position",
            &[r#"scene.set({ position = "desperate" })"#],
            POSITION,
            "Desperate",
            "Controlled",
            "Controlled",
        ),
    ];
    let mut wrong = Vec::new();
    for (what, acts, look, then, after_scene, after_session) in rows {
        let mut play = play();
        let mut check = |when: &str, state: &State, right: &str| {
            if look(state) != right {
                wrong.push(format!("{what}, {when}: {:?}, not {right:?}", look(state)));
            }
        };
        play.ok(r#"scene.start("Here And Now")"#);
        for act in *acts {
            play.ok(act);
        }
        check("before", play.state(), then);
        play.ok("scene.close()");
        check("after the scene", play.state(), after_scene);
        play.ok("undo()");
        check("undone", play.state(), then);
        play.ok("session.close()");
        check("after the session", play.state(), after_session);
        play.ok("session.start()");
        check("in the next session", play.state(), after_session);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_happened_between_scenes_counts_for_no_scene() {
    let miss = r#"roll("Lyra", "wits + craft", 5, { stakes = "the lock", faces = "96421" })"#;
    let mut play = play();
    play.ok(miss);
    play.ok(r#"claim("Lyra", "scene", "tea")"#);
    assert_eq!(FAILURES(play.state()), "1 from failures, 1 stakes");
    play.ok(r#"scene.start("The Mill")"#);
    assert_eq!(FAILURES(play.state()), "0 from failures, 0 stakes");
    assert_eq!(CLAIMS(play.state()), "");
    // A session that had no scene at all leaves nothing either.
    let mut play = self::play();
    play.ok(miss);
    play.ok("session.close()");
    assert_eq!(FAILURES(play.state()), "0 from failures, 0 stakes");
}

#[test]
fn a_foe_that_came_before_the_scene_keeps_its_letter() {
    let mut play = play();
    play.ok("spawn ash rat");
    play.ok("scene the mill");
    play.ok("spawn ash rat");
    play.ok("spawn ash rat 2");
    let names = |play: &Play| -> Vec<String> {
        let foes = play.state().foes_present();
        foes.map(|foe| play.state().name(foe)).collect()
    };
    assert_eq!(
        names(&play),
        ["Ash Rat", "Ash Rat B", "Ash Rat C", "Ash Rat D"]
    );
    // A letter isn't used twice in a scene; the next scene begins anew with what stands.
    play.ok(r#"defeat("Ash Rat D")"#);
    play.ok("spawn ash rat");
    assert_eq!(
        names(&play),
        ["Ash Rat", "Ash Rat B", "Ash Rat C", "Ash Rat E"]
    );
    play.ok("scene the weir");
    assert!(names(&play).is_empty());
    play.ok("spawn ash rat");
    assert_eq!(names(&play), ["Ash Rat"]);
    play.ok("scene.close()");
    play.ok("spawn ash rat 3");
    play.ok("scene the ford");
    play.ok("spawn ash rat");
    assert!(
        names(&play).contains(&"Ash Rat".to_owned()) || names(&play).len() == 4,
        "{:?}",
        names(&play)
    );
}

#[test]
fn what_is_agreed_on_stays_over_sessions_and_is_taken_back_like_anything() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    std::fs::write(
        root.join("campaign.yaml"),
        "title: Ferry\nlines: [spiders]\nveils: [surgery]\ndials:\n  dark: 2\n  gore: 1 no wounds described\n",
    )
    .unwrap();
    std::fs::create_dir(root.join("party")).unwrap();
    for (name, text) in [
        ("lyra", include_str!("../scripts/party/lyra.yaml")),
        ("ellis", include_str!("../scripts/party/ellis.yaml")),
    ] {
        std::fs::write(root.join(format!("party/{name}.yaml")), text).unwrap();
    }
    let open = || Play {
        table: Runtime::builder()
            .folder(root)
            .build()
            .unwrap_or_else(|faults| panic!("{}", faults[0])),
    };
    let mut play = open();
    for line in [
        "safety line harm to animals",
        "safety veil torture",
        "safety dial dark 4 bleak, not hopeless",
        "safety dial romance 2",
        r#"tie lyra ellis the winter on the ferry gains="a bed, a cook" tension="who left first""#,
    ] {
        play.ok(line);
    }
    let agreed = "lines    spiders · harm to animals\n\
         veils    surgery · torture\n\
         dark     ■■■■□   bleak, not hopeless\n\
         gore     ■□□□□   no wounds described\n\
         romance  ■■□□□\n\
         X-card   anyone, any time, no reasons: xcard";
    assert_eq!(play.said("safety"), agreed);
    assert_eq!(
        play.value("safety.lines"),
        serde_json::json!(["spiders", "harm to animals"])
    );
    assert_eq!(play.value("safety.dials.dark.value"), 4);
    drop(play);
    let mut play = open();
    play.ok("session.close()");
    play.ok("session.start()");
    drop(play);
    let mut play = open();
    assert_eq!(play.said("safety"), agreed);
    assert_eq!(
        play.value("lyra.bonds:has(\"Ellis\") and ellis.bonds:has(\"Lyra\")"),
        true
    );
    assert_eq!(
        play.said("bond ellis lyra"),
        "Ellis   Boons 0 → 1   bond with Lyra"
    );
    play.ok("undo");
    // Undone, done again, dropped.
    play.ok("safety line clowns");
    assert!(play.said("undo").contains("the lines"));
    assert!(!play.said("safety").contains("clowns"));
    play.ok("redo");
    play.ok("safety drop clowns");
    play.ok("safety drop torture");
    play.ok("safety drop dark");
    assert!(
        play.said("safety").contains("dark     ■■□□□"),
        "the file's again"
    );
    play.refuses("safety drop spiders", &["campaign.yaml"]);
    play.refuses(
        "safety drop spidres",
        &["unknown line, veil or dial", "spiders"],
    );
    play.refuses("safety dial dark 6", &["from 0 to 5"]);
    play.refuses("safety line", &["it needs words"]);
    play.refuses("tie lyra lyra", &["between two"]);
    // A subject has one bound: the newer.
    play.ok("safety veil harm to animals");
    assert_eq!(play.value("safety.lines"), serde_json::json!(["spiders"]));
    assert_eq!(
        play.said("safety line Spiders"),
        "that line is drawn already"
    );
    play.ok("untie lyra ellis");
    play.refuses("bond lyra ellis", &["no bond", "tie"]);
    play.refuses("untie lyra ellis", &["no bond"]);
}

#[test]
fn session_zero_walks_through_what_is_open() {
    let mut play = Campaign::bridge().play();
    let zero = play.said("session zero");
    for line in [
        "lines    open    safety line harm to animals",
        "veils    open    safety veil torture",
        "dials    open    safety dial dark 3 WORDS   (also gore, romance, humor, lethality)",
        "bond     open    tie lyra ellis what they share",
        "X-card   play it once on something silly: note a pie, then xcard",
    ] {
        assert!(zero.contains(line), "{line}\nis not in\n{zero}");
    }
    // What it says to type can be typed, and then it is no longer open.
    play.ok("safety line harm to animals");
    play.ok("safety veil torture");
    for dial in ["dark", "gore", "romance", "humor", "lethality"] {
        play.ok(&format!("safety dial {dial} 3 some"));
    }
    play.ok("tie lyra ellis a ferry");
    play.ok("tie sera ellis a debt");
    let zero = play.said("session zero");
    assert!(!zero.contains(" open  "), "{zero}");
    assert!(zero.contains("bond     Ellis and Lyra   a ferry"), "{zero}");
}

#[test]
fn players_read_what_was_agreed_on() {
    let mut play = Campaign::bridge().play();
    assert_eq!(
        play.players_read("safety line harm to animals"),
        "line: harm to animals"
    );
    assert_eq!(
        play.players_read("tie lyra ellis a ferry"),
        "bond: Ellis and Lyra   a ferry"
    );
}

#[test]
fn what_the_file_says_of_dials_is_held_to_the_scale() {
    for (dials, says) in [
        ("{ dark: 6 }", "dark is a number from 0 to 5"),
        ("{ dark: some }", "dark is a number from 0 to 5"),
        ("{ dark: -1 }", "dark is a number from 0 to 5"),
        ("{ dark: 1, Dark: 2 }", "fits more than one dial"),
    ] {
        let file = format!("title: Edges\ndials: {dials}\n");
        let fault = Campaign::empty()
            .file("campaign.yaml", &file)
            .try_play()
            .err()
            .unwrap();
        assert!(fault.contains(says), "{dials}: {fault}");
    }
}

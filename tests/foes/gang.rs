//! Several of a kind: letters, acts together, splitting, joining.

use serde_json::json;

use crate::play::{Campaign, Play};

const PACK: &str = r#"
adversary "Hound" {
    tl = 3, together = { n = 2, step = -1, why = "two on one" }, memory = { scent = 1 },
    move "Worry" { cost = 1, target = "pc", resist = { pool = "body + athletics", on_miss = { hit = 2 } } },
    move "Encircle" { cost = 2, together = 3, run = { position = "desperate" } },
}
adversary "Swarm" { tl = 5, move "Buzz" { cost = 1 }, move "Sting" { cost = 2 } }
"#;

fn table() -> Play {
    let mut play = Campaign::bridge().file("pack.luau", PACK).play();
    play.ok("scene.start(\"Moor\")");
    play
}

#[test]
fn two_on_one_is_a_step_down_for_that_one() {
    let mut play = table();
    play.ok("spawn(\"Hound\", 2)");
    play.ok("gain(9)");
    play.ok("shift(\"Hound B\", \"far\", \"Ellis\")");
    let said = play.said("use(\"Worry\", \"Ellis\", { foe = \"Hound A\", faces = \"9 8 7\" })");
    assert!(!said.contains("two on one"), "{said}");
    play.ok("shift(\"Hound B\", \"close\", \"Ellis\")");
    let said = play.said("use(\"Worry\", \"Ellis\", { foe = \"Hound A\", faces = \"9 8 7 / 7\" })");
    assert!(
        said.contains("Desperate") && said.contains("-1 step two on one"),
        "{said}"
    );
}

#[test]
fn an_act_together_takes_that_many() {
    let mut play = table();
    play.ok("spawn(\"Hound\", 2)");
    play.ok("gain(9)");
    let menu = play.said("menu");
    assert!(menu.contains("takes 3 together, 2 here"), "{menu}");
    play.refuses(
        "use(\"Encircle\", nil, { foe = \"Hound A\" })",
        &["takes 3 together"],
    );
    play.ok("spawn(\"Hound\")");
    play.ok("use(\"Encircle\", nil, { foe = \"Hound A\" })");
    assert_eq!(play.value("scene.position"), json!("desperate"));
}

#[test]
fn a_swarm_splits_and_joins_and_nothing_is_gained() {
    for (left, n, shares) in [
        (8, 2, vec![4, 4]),
        (8, 3, vec![3, 3, 2]),
        (5, 2, vec![3, 2]),
        (2, 2, vec![1, 1]),
    ] {
        let mut play = table();
        play.ok(&format!("spawn(\"Swarm\", {{ resilience = {left} }})"));
        play.ok("mark swarm fatigue 2");
        play.ok("shift(\"Swarm\", \"close\", \"Lyra\")");
        play.ok(&format!("split(\"Swarm\", {n})"));
        let all: Vec<_> = play.state().foes_present().collect();
        assert_eq!(all.len(), n);
        for (at, share) in shares.iter().enumerate() {
            assert_eq!(
                play.value(&format!("foes[{}].resilience", at + 1)),
                json!(share),
                "{left} in {n}"
            );
            assert_eq!(play.value(&format!("foes[{}].fatigue", at + 1)), json!(2));
            assert_eq!(
                play.value(&format!("foes[{}]:band(\"Lyra\")", at + 1)),
                json!("close")
            );
        }
        play.ok("join(foes)");
        assert_eq!(
            play.value("foes[1].resilience"),
            json!(left),
            "together again"
        );
        assert_eq!(play.value("#foes"), json!(1));
        play.ok("undo");
        play.ok("undo");
        assert_eq!(play.value("foes[1].resilience"), json!(left));
    }
}

#[test]
fn what_cannot_be_split_or_joined_says_why() {
    let mut play = table();
    play.ok("spawn(\"Swarm\", { resilience = 2 })");
    play.refuses("split(\"Swarm\", 3)", &["2 Resilience is left"]);
    play.ok("spawn(\"Hound\")");
    play.refuses("join(foes)", &["only its own kind"]);
    play.refuses("join(\"Swarm\")", &["two or more"]);
    play.refuses("split(\"Hound\", 2, { names = { \"Lyra\" } })", &["taken"]);
    play.ok("split(\"Hound\", 2, { names = { \"Grip\" } })");
    assert_eq!(
        play.value("foes:named(\"Grip\").memory.scent"),
        json!(null),
        "memory is the definition's own script's"
    );
    // One that went into another can be asked after, and does nothing.
    play.ok("join(foes:of(\"Hound\"))");
    play.refuses("hit(\"Grip\", 1)", &["isn't there by itself any more"]);
    // What finds no room is said.
    play.ok("spawn(\"Swarm\", { name = \"Cloud\" })");
    let done = play.ok("join(foes:of(\"Swarm\"))");
    let said: Vec<String> = done.lines.into_iter().map(|line| line.text).collect();
    assert!(
        said.iter()
            .any(|line| line.contains("2 Resilience found no room")),
        "{said:?}"
    );
}

#[test]
fn letters_go_on_within_a_scene() {
    let mut play = table();
    play.ok("spawn(\"Hound\")");
    play.ok("spawn(\"Hound\", 2)");
    play.ok("defeat(\"Hound B\")");
    play.ok("spawn(\"Hound\")");
    let names: Vec<String> = play
        .state()
        .foes
        .values()
        .map(|foe| foe.name.clone())
        .collect();
    assert_eq!(names, ["Hound", "Hound B", "Hound C", "Hound D"]);
    assert_eq!(play.value("foes[1].memory.scent"), json!(null));
}

#[test]
fn foes_hear_the_boundaries_and_each_other_does_not() {
    let ears = r#"
adversary "Ear" {
    tl = 2, move "A" { cost = 1 }, move "B" { cost = 1 },
    on_spawn = function(e) e.memory.spawned = true end,
    on_exchange_start = function(e) e.foe.memory.exchanges = (e.foe.memory.exchanges or 0) + 1 end,
    on_hit = function(e) e.foe.memory.hits = (e.foe.memory.hits or 0) + 1 end,
    on_mark = function(e) e.foe.memory.marks = (e.foe.memory.marks or 0) + 1 end,
    on_apply = function(e) e.foe.memory.condition = e.condition end,
    on_use = function(e) e.foe.memory.used = e.move end,
    on_shift = function(e) e.foe.memory.band = e.new end,
    on_defeat = function(e) store.out = e.foe.name end,
    on_scene_close = function(e) store.closed = (store.closed or 0) + 1 end,
}
command "tell ears" { run = function() for _, foe in foes:of("Ear") do print(foe.name, foe.memory.exchanges, foe.memory.hits, foe.memory.marks, foe.memory.condition, foe.memory.used, foe.memory.band) end end }
command "tell store" { run = function() print(store.out, store.closed) end }
"#;
    let mut play = Campaign::bridge().file("ears.luau", ears).play();
    play.ok("scene.start(\"Room\")");
    play.ok("spawn(\"Ear\", 3)");
    play.ok("gain(1)");
    play.ok("exchange.next()");
    play.ok("hit(\"Ear A\", 1)");
    play.ok("mark(\"Ear A\", \"fatigue\")");
    play.ok("apply(\"Ear A\", \"Prone\")");
    play.ok("use(\"A\", nil, { foe = \"Ear A\" })");
    play.ok("shift(\"Ear A\", \"close\", \"Lyra\")");
    play.ok("defeat(\"Ear C\")");
    let said = play.said("tell ears");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines[0].split_whitespace().collect::<Vec<_>>(),
        "Ear A 1 1 1 Prone A close".split(' ').collect::<Vec<_>>()
    );
    assert_eq!(
        lines[1].split_whitespace().collect::<Vec<_>>(),
        "Ear B 1 nil nil nil nil nil".split(' ').collect::<Vec<_>>()
    );
    play.ok("scene.close()");
    assert!(play.said("tell store").starts_with("Ear C"));
}

//! The GM overrules a refusal onto whoever is dead, out or away: what is so already stays so, and nothing of the
//! program itself is at fault.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/play.rs"]
mod play;

use play::Campaign;
use storybeat::script::outcome::Outcome;

#[test]
fn overruling_onto_the_dead_and_the_defeated_never_faults() {
    let verbs = [
        r#"hit(W, 3, "a beam", { because = "so be it" })"#,
        r#"wound(W, 3, "a beam", { because = "so be it" })"#,
        r#"heal(W, 1, { because = "so be it" })"#,
        r#"mark(W, "fatigue", 9, "so", { because = "so be it" })"#,
        r#"clear(W, "fatigue", 1, { because = "so be it" })"#,
        r#"apply(W, "Prone", { because = "so be it" })"#,
        r#"lift(W, "Prone", { because = "so be it" })"#,
        r#"step(W, 1, "so", { because = "so be it" })"#,
        r#"shift(W, "close", { because = "so be it" })"#,
        r#"shift(W, "absent", { because = "so be it" })"#,
        r#"shift(W, "absent", foes[1], { because = "so be it" })"#,
        r#"leave(W, "gone", { because = "so be it" })"#,
        r#"act(W, "defend", nil, { because = "so be it" })"#,
        r#"treat("Lyra", W, { because = "so be it" })"#,
        r#"stabilize("Lyra", W, { because = "so be it" })"#,
        r#"rest(W, "night", { because = "so be it" })"#,
        r#"earn(W, 1, "so", { because = "so be it" })"#,
        r#"pay(W, 1, "so", { because = "so be it" })"#,
        r#"roll(W, "body", 2, { because = "so be it" })"#,
        r#"resist(W, "body", 2, { because = "so be it" })"#,
        r#"defeat(W, "again", { because = "so be it" })"#,
        r#"resolve(W, { because = "so be it" })"#,
        r#"attack("Lyra", W, { because = "so be it" })"#,
        r#"threaten(W, "Lyra", "wits", 2, { because = "so be it" })"#,
        r#"split(W, { because = "so be it" })"#,
        r#"exchange.next()"#,
        r#"scene.close()"#,
    ];
    let ways = [
        (
            "dead",
            r#"for i = 1, 5 do hit("Ellis", 4, "the fall", { because = "so" }) end"#,
            "roster:named(\"Ellis\")",
        ),
        ("away", r#"leave("Sera", "home")"#, "roster:named(\"Sera\")"),
        ("defeated", r#"rat = foes[2] rat:defeat("run off")"#, "rat"),
        ("away foe", r#"rat = foes[2] shift(rat, "absent")"#, "rat"),
    ];
    let mut done = 0;
    for (how, before, whom) in ways {
        for verb in verbs {
            let mut play = Campaign::bridge().play();
            for line in [
                r#"scene.start("The Span")"#,
                "gain(9)",
                r#"spawn("Toll Troll")"#,
                r#"spawn("Ash Rat", 3)"#,
                before,
            ] {
                play.ok(line);
            }
            let line = verb.replace('W', whom);
            match play.eval(&line) {
                Outcome::Failed(fault) => {
                    assert_ne!(fault.code, "fault", "{how}: {line}\n{fault:?}");
                }
                Outcome::Done(_) | Outcome::Question(_) => done += 1,
            }
        }
    }
    // Else it would prove nothing.
    assert!(done > 40, "{done} went through");
}

//! A fight as the GM types it (rules/04): turns, weapons, actions, openings, ground.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../support/play.rs"]
mod play;

mod actions;
mod attacks;
mod duel;
mod ground;
mod helpless;
mod openings;
mod sequences;
mod turns;
mod weapons;

use play::{Campaign, Play};

/// Foes without moves, so that only what is typed happens.
const FOES: &str = r#"
adversary "Guard" { tl = 3, armor = "none", deals = 1, attributes = { body = 2, wits = 2 }, skills = { melee = 1 } }
adversary "Ogre" { tl = 5, armor = "none", deals = 2, attributes = { body = 5, wits = 1 }, skills = { athletics = 3 } }
adversary "Halberdier" { tl = 3, armor = "none", attributes = { body = 2 }, tags = { "HAFTED" } }
"#;

const WEAPONS: &str = r#"
weapon "Boar Spear" { weight = "medium", tags = { "HAFTED" }, text = "A bar keeps the boar off." }
weapon "Grave Knife" { weight = "light", harm = 1, armor = "one less", modify_roll = { dice = 1, why = "Grave Knife" },
                       modify_hit = { harm = 1, why = "old grudge" } }
weapon "Hatchet" { weight = "light", tags = { "THROWN" } }
"#;

/// Bren with a sword, Kit with a knife, Osk with a maul, Wyn with a bow.
pub fn campaign() -> Campaign {
    Campaign::empty()
        .file("foes.luau", FOES)
        .file("weapons.luau", WEAPONS)
        .pc(
            "Bren",
            [3, 2, 2, 2],
            "skills: { melee: 3, athletics: 1 }\nweapon: { name: sword, weight: medium }",
        )
        .pc(
            "Kit",
            [2, 3, 2, 2],
            "skills: { melee: 2, stealth: 2 }\nweapon: { name: knife, weight: light }",
        )
        .pc(
            "Osk",
            [4, 2, 2, 2],
            "skills: { melee: 2 }\nweapon: { name: maul, weight: heavy }",
        )
        .pc(
            "Wyn",
            [2, 3, 2, 2],
            "skills: { ranged: 2 }\nweapon: { name: war bow, weight: medium, ranged: true }",
        )
}

/// The four of them against a Guard, in a scene.
pub fn fight() -> Play {
    on(campaign())
}

/// A scene with a Guard.
pub fn on(campaign: Campaign) -> Play {
    let mut play = campaign.play();
    play.ok(r#"scene.start("The Yard")"#);
    play.ok(r#"spawn("Guard")"#);
    play
}

/// A scene with a Guard in which questions are asked.
pub fn asking() -> Play {
    on(campaign().asking())
}

/// The line of a roll that says what it is made of.
pub fn made_of(said: &str) -> String {
    said.lines()
        .find(|line| line.contains("d10 "))
        .unwrap_or_else(|| panic!("no roll in:\n{said}"))
        .to_owned()
}

/// Position of a roll as its line shows it.
#[track_caller]
pub fn holds(said: &str, words: &[&str]) {
    for word in words {
        assert!(said.contains(word), "{word:?} is not in:\n{said}");
    }
}

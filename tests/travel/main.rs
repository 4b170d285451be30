//! Travel (rules/06): the rulebook's rows through the live table, the edges, and a journey of four legs as people type it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../support/play.rs"]
mod play;

mod edges;
mod examples;
mod journey;
mod legs;
mod roles;
mod rules;
mod supply;

use play::{Campaign, Play};

/// A region whose cards say nothing but their names.
pub const FEN: &str = r#"
region "Low Fen" {
    card "3S" { title = "Reed Pier" },
    card "5H" { title = "The Ferryman" },
    card "2C" { title = "Wet Boots" },
    card "6D" { title = "A Dry Barn" },
    card "10C" { title = "Plank Tax" },
    card "JS" { title = "The Sluice" },
    card "KH" { title = "The Reeve" },
    card "4D" { title = "Dry Line" },
    card "2S" { title = "A Post" },
    card "AC" { title = "Flood" },
}
region "High Fen" { card "7S" { title = "A Cairn" }, card "8S" { title = "Another" } }
"#;

/// Four travelers (Mara: Wits 3, Lore 2, Stealth 1; Odo: Wits 2, Lore 1; Pim and Quill), the fens.
pub fn campaign() -> Campaign {
    Campaign::empty()
        .pc(
            "Mara",
            [3, 3, 2, 2],
            "skills: { lore: 2, stealth: 1, craft: 1 }\narmor: none",
        )
        .pc(
            "Odo",
            [3, 2, 2, 2],
            "skills: { lore: 1, insight: 1 }\narmor: heavy",
        )
        .pc("Pim", [2, 2, 2, 2], "armor: none")
        .pc("Quill", [2, 2, 2, 2], "armor: none")
        .file("decks/fen.luau", FEN)
}

/// The four on their way: a leg of this many segments, with more options of `travel.go`.
pub fn on_the_way(size: u32, more: &str) -> Play {
    let mut play = campaign().play();
    play.ok("travel.plan(\"The Moor, The Coast\")");
    play.ok(&format!("travel.go({{ size = {size}, {more} }})"));
    play
}

/// Segments of a timer that are filled; 0 where it isn't at the table.
pub fn filled(play: &Play, timer: &str) -> u32 {
    let mut all = play.state().timers.values();
    all.find(|one| one.name == timer)
        .map_or(0, |one| one.filled)
}

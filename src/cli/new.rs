//! `new`: a campaign to begin with, small enough to read in a minute. Never over anything that is there.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::script::folder::CAMPAIGN;
use crate::script::types;

/// What is written: paths and texts. `{title}` is the campaign's.
const FILES: [(&str, &str); 6] = [
    (
        CAMPAIGN,
        "# What this table plays. Everything here may be left out.
title: \"{title}\"
# seed: a text or a number, for the same dice every time.
# switches: house rules by name; `rules.switches()` at the prompt lists them.
# lines: what does not happen here.   veils: what happens out of sight.
",
    ),
    (
        "party/wren.yaml",
        "# A character: one file each. `help sheet` at the prompt lists every key.
name: Wren
attributes: { body: 2, wits: 3, spirit: 2, presence: 2 }
skills: { athletics: 1, craft: 2 }
armor: light
weapon: { name: boathook, weight: medium }
talents: [Steady Hand]
",
    ),
    (
        "party/bram.yaml",
        "name: Bram
attributes: { body: 3, wits: 2, spirit: 2, presence: 2 }
skills: { melee: 2, endurance: 1 }
armor: medium
weapon: { name: sword, weight: medium }
",
    ),
    (
        "monsters/lamp_eel.luau",
        "-- A foe with a menu. Save this file while the prompt runs, and the new version is played at once.
adversary \"Lamp Eel\" {
    tl = 2, attributes = { body = 3 }, skills = { stealth = 2 },
    text = \"The light under the ferry. It is patient.\",

    move \"Brush the Keel\" { cost = 1, tags = { \"TIMER\" }, run = { tick = \"The Ferry Lists\" } },

    move \"Dazzle\" {
        cost = 2, target = \"pc\",
        resist = { pool = \"spirit + endurance\", dv = 3, announce = \"a flash, Fatigue 1 and worse footing\",
                   on_partial = { fatigue = 1 }, on_miss = { fatigue = 1, step = -1, why = \"spots before the eyes\" } },
    },
}

timer \"The Ferry Lists\" {
    size = 4, kind = \"threat\",
    on_fill = { to = \"party\", hit = 1, why = \"cold water\", say = \"The rail goes under.\" },
}

talent \"Steady Hand\" { xp = 4, text = \"Craft goes well under pressure.\",
    modify_roll = function(e) return if e:uses(\"craft\") then { dice = 1 } else nil end,
}
",
    ),
    (
        "tests/lamp_eel.luau",
        "test(\"the ferry lists when the keel is brushed\", function(t)
    t:party { \"Wren\", \"Bram\" }
    gain(1)
    spawn(\"Lamp Eel\"):use(\"Brush the Keel\")
    t:same(timers:named(\"The Ferry Lists\").filled, 1)
end)
",
    ),
    (".luaurc", "{ \"languageMode\": \"strict\" }\n"),
];

/// Makes the folder and what is in it.
pub fn run(folder: &Path) -> Result<ExitCode> {
    let here = || folder.display().to_string();
    if folder.is_dir() && fs::read_dir(folder).with_context(here)?.next().is_some() {
        bail!(
            "{} isn't empty: `new` writes into a new folder only, and never over anything",
            here()
        );
    }
    let title = titled(folder);
    for (path, text) in FILES {
        write(&folder.join(path), &text.replace("{title}", &title))?;
    }
    write(
        &folder.join("types/storybeat.d.luau"),
        &types::declarations(),
    )?;
    println!(
        "{}: a campaign with two characters, a foe and a test",
        here()
    );
    println!("  play it    storybeat {}", here());
    println!("  then       scene the ferry · spawn lamp eel · gain 2 · menu · use 1");
    println!("  test it    storybeat test {}", here());
    println!(
        "Every .luau file in it is a script, every file in party/ a character; change one while you play."
    );
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str) -> Result<()> {
    let named = || format!("{} can't be written", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(named)?;
    }
    fs::write(path, text).with_context(named)
}

/// "salt-road" is "Salt Road".
fn titled(folder: &Path) -> String {
    let name = folder
        .file_name()
        .map_or_else(|| "A Campaign".into(), |name| name.to_string_lossy());
    let words = name.split(['-', '_', ' ']).filter(|word| !word.is_empty());
    let words: Vec<String> = words
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_uppercase().chain(letters).collect()
            })
        })
        .collect();
    words.join(" ").replace(['"', '\\'], "")
}

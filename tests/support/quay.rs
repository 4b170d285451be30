//! A campaign with something of everything, for tests that play at random, restart, are killed and reload.
#![allow(dead_code)]

use std::fs;
use std::path::Path;

use storybeat::script::folder::Files;

/// The files, by path.
pub const FILES: [(&str, &str); 9] = [
    ("campaign.yaml", "title: The Salt Quay\nseed: gull\n"),
    (
        "party/lyra.yaml",
        "name: Lyra\nxp: 90\nattributes: { body: 2, wits: 3, spirit: 2, presence: 2 }\n\
         skills: { craft: 2, athletics: 1, endurance: 1 }\narmor: light\ntalents: [Bargeman's Back]\n",
    ),
    (
        "party/ellis.yaml",
        "name: Ellis\nxp: 90\nattributes: { body: 3, wits: 2, spirit: 2, presence: 2 }\n\
         skills: { melee: 2, athletics: 1, endurance: 2 }\narmor: medium\n",
    ),
    (
        "party/sera.yaml",
        "name: Sera\nxp: 90\nattributes: { body: 1, wits: 2, spirit: 3, presence: 2 }\n\
         skills: { arcana: 2, lore: 2 }\narmor: none\ntalents: [Reads the Ledger]\n",
    ),
    ("monsters/troll.luau", TROLL),
    ("monsters/rat.luau", RAT),
    ("talents.luau", TALENTS),
    ("house.luau", HOUSE),
    ("timers.luau", TIMERS),
];

/// A price that grows, questions, a memory.
pub const TROLL: &str = r#"
unit "Made Up" { cap = 2, scale = 2 }

adversary "Toll Troll" {
    tl = 5, morale = 2, armor = "medium", attributes = { body = 4 }, skills = { melee = 2 },
    memory = { toll = 1 },
    move "Stamp the Span" { cost = 1, run = { tick = "Bridge Collapse" } },
    move "Hurl a Parapet" {
        cost = 2, target = "pc", within = "near",
        resist = { pool = "wits + athletics", dv = 3,
                   on_partial = { hit = 1, why = "parapet stone" }, on_miss = { hit = 2, why = "parapet stone" } },
    },
    move "Raise the Toll" {
        cost = function(foe) return math.min(3, foe.memory.toll) end, per = "scene", times = 2,
        run = function(e) e.foe.memory.toll = e.foe.memory.toll + 1 end,
    },
    move "Name the Price" {
        cost = 1, target = "party", when = function(foe) return foe.memory.price == nil, "named already" end,
        run = function(e)
            local price = ask.maybe("What do they give?", { "a name", "a Boon each", "the mule" })
            e.foe.memory.price = price or "refused"
            if price == "a Boon each" then
                for _, pc in e.targets do pc:pay(1, "the troll's price") end
            end
            if ask.yes("Is that all?") then e.foe:defeat("paid") else tick("Bridge Collapse", 2) end
        end,
    },
    on_hit = function(e) e.memory.blows = (e.memory.blows or 0) + 1 end,
    on_defeat = { stop = "Bridge Collapse" },
}
"#;

const RAT: &str = r#"
adversary "Ash Rat" {
    tl = 2, attributes = { wits = 2 }, skills = { stealth = 2 },
    move "Shake Out the Grate" { cost = 1, target = "pc", resist = { pool = "body + endurance", dv = 2,
        on_partial = { step = -1, why = "ash" }, on_miss = { fatigue = 1, apply = "Soaked" } } },
    move "Along the Shelf" { cost = 1, run = function() draw("Shelf") end },
    on_spawn = function(e) store.rats = (store.rats or 0) + 1; store.last = e.foe end,
}

adversary "Lamplighter" {
    tl = 3, attributes = { spirit = 3 }, resolution = "Pay what he is owed.",
    deed "Learn the debt" {}, deed "Pay" { run = { gain = 1 } },
    move "Cup the Flame" { cost = 1, run = { step = -1, to = "party", why = "shadows" } },
}

adversary "Night Abbess" {
    tl = 7, armor = "light", attributes = { spirit = 5 }, skills = { lore = 4 },
    phase "Quiet" { move "Snuff the Lamps" { cost = 1, per = "scene", run = { position = "desperate" } } },
    phase "Undertow" { armor = "none", on_phase = { start = "Flood", say = "Water." },
        move "Drag" { cost = 1, target = "pc", run = { apply = "Grappled", lasts = "exchange" } } },
}
"#;

const TALENTS: &str = r#"
talent "Reads the Ledger" {
    xp = 3, per = "scene", when = function(e) return e:uses("lore") end, asks = "Say what they owe?",
    modify_roll = { step = 1 },
}
talent "Bargeman's Back" {
    xp = 5,
    hook "Shoulder It" { per = "scene", when = function(e) return e.harm == 1 end, asks = "Shoulder it?", pay = 1,
        modify_hit = { to_fatigue = 1 }, run = { gain = 1 } },
    hook "Deep Keel" { when = function(e) return e:uses("endurance") end, modify_roll = { dice = 1 } },
}
condition "Soaked" { lasts = "scene", modify_roll = function(e) return { dice = -1, why = "dripping" } end }
condition "Marked" { lasts = "exchange", on_hit = { step = -1 } }
"#;

const HOUSE: &str = r#"
on.roll(function(e)
    store.rolls = (store.rolls or 0) + 1
    store.by = store.by or {}
    store.by[e.who.name] = (store.by[e.who.name] or 0) + e.roll.sb / 3
    if e.roll.tens > 1 then gain(1, "two tens") end
end)
on.hit(function(e)
    if e.pc and e.hit.harm > e.hit.taken and e.pc.armor.category ~= "none" then e.pc.armor:degrade("dented") end
    if e.hit.harm == 3 then note("a great blow"); error("the great blow broke the script") end
end)
on.tick(function(e)
    if e.timer.name ~= "Echo" and e.new == e.timer.size then tick("Echo", die(3)) end
end)
on.gain(function(e) if e.new > 12 then spend(e.new - 12, nil, "the jar is full") end end)
modify.mark(function(e) if e.track == "fatigue" and e.n > 2 then return { n = 2 - e.n } end return nil end)
modify.tick(function(e) if e.n == 3 then return { cancel = "not by three" } end return nil end)
override.armor(function(hit, base)
    local turned = base(hit)
    if hit.item.state == "neglected" and turned.harm ~= hit.harm then
        return { harm = turned.harm, fatigue = turned.fatigue + 1 }
    end
    return turned
end)
command "squall" {
    help = "squall <pc>", arg("who", "pc"),
    run = function(c)
        c.who:mark("fatigue", 1)
        local where = ask.pick("Where does it come from?", { "sea", "land" })
        if where == "land" then error("squalls come from the sea") end
        c.who:apply("Soaked")
        follow("bell")
    end,
}
command "bell" { help = "bell", run = function() store.bells = (store.bells or 0) + 1; emit("bell", { n = store.bells }) end }
on.signal(function(e) if e.signal == "bell" and e.data.n % 2 == 0 then gain(1, "the second bell") end end)
"#;

const TIMERS: &str = r#"
hazard "Dark" { step = -1, uses = { "craft" } }
hazard "Mire" { size = 4, ticks_on = "miss", fight = 4, on_fill = { to = "party", fatigue = 1 } }
timer "Bridge Collapse" {
    size = 6, kind = "threat", at(3, { position = "desperate", say = "The footing goes." }),
    on_fill = { to = "party", hit = 2, why = "falling masonry" },
}
timer "Flood" { size = 4, kind = "hazard", every = "exchange", at(2, function(e) party:mark("fatigue", 1, "cold") end),
    on_fill = function(e) party:resist("body + athletics", 3, { on_fail = { hit = 1 } }) end }
timer "Patrol" { size = 3, kind = "threat", loop = true, grow = 1, on_fill = function() spawn("Ash Rat") end }
timer "Cools" { size = 3, kind = "contest", against = "Loads", on_fill = { earn = 1, to = "party" } }
timer "Loads" { size = 3, kind = "contest", against = "Cools", on_fill = { tick = { Supply = 1 } } }
timer "Echo" { size = 5, kind = "threat", scope = "offscreen", on_tick = { gain = 1 } }
deck "Shelf" {
    card "3H" { title = "A Drawing", on_draw = { to = "party", step = 1, why = "it smiles" } },
    card "6C" { title = "A Cheese", on_draw = { tick = { Supply = -1 } } },
    card "8D" { title = "A Ring", on_draw = function(e)
        local who = ask.maybe("Who picks it up?", party)
        if not who then return gain(1, "it rolls away") end
        start(`A Ring to Give Back ({who.name})`, 4, { kind = "promise", owner = who, scope = "campaign",
            on_fill = { to = who, earn = 1, gain = 2 } })
    end },
    card "JS" { title = "A Barrel", on_draw = { to = "party", apply = "Soaked", lasts = "scene" } },
    card "AS" { title = "A Hive", on_draw = { to = "party", hit = 1, why = "bees" } },
}
"#;

/// The campaign in memory, with these files instead of its own (or besides).
pub fn files(other: &[(&str, &str)]) -> Files {
    let kept = FILES
        .into_iter()
        .filter(|(path, _)| !other.iter().any(|(new, _)| new == path));
    Files::from_map(kept.chain(other.iter().copied()))
}

/// The campaign in a folder.
pub fn unpack(root: &Path) {
    for (path, text) in FILES {
        put(root, path, text);
    }
}

/// Writes one file, its folder too.
pub fn put(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

//! Travel: a journey of legs, roles, what comes on the road, Supply (rules/06).

mod journey;
mod roles;
mod supplies;

use mlua::Value;

use super::options::{HELP_PAY, ORIGINS, PAY, POSITIONS};
use super::{Call, cards};
use crate::script::args::Args;
use crate::script::record::{Param, Record, Ty, When, may, need};
use crate::script::stop::Fail;

/// Weather and ground.
pub const WEATHER: &[&str] = &["difficult", "extreme", "hazardous", "favorable"];
/// Roles of a leg.
pub const ROLES: &[&str] = &["guide", "scout", "quartermaster", "watch", "forager"];
/// What comes on the road.
pub const KINDS: &[&str] = &["encounter", "discovery", "hazard", "complication", "ambush"];

/// Options of a plan.
const PLAN: &[Param] = &[
    may("size", Ty::Int(1, 100)),
    may("weather", Ty::WordsOf(WEATHER)),
    may("by_hand", Ty::Flag),
    may("because", Ty::Text),
];
/// Options of a start.
const GO: &[Param] = &[
    may("size", Ty::Int(1, 100)),
    may("draw", Ty::Int(0, 3)),
    may("cards", Ty::Cards),
    may("longer", Ty::Int(1, 10)),
    may("weather", Ty::WordsOf(WEATHER)),
    may("answers", Ty::List),
    may("because", Ty::Text),
];
/// Options of a tick on the road.
const TICK: &[Param] = &[may("cards", Ty::Cards), may("answers", Ty::List)];
/// Options of a travel roll.
const ROLE: &[Param] = &[
    may("dv", Ty::Dv),
    may("pool", Ty::Pool),
    may("position", Ty::Word(POSITIONS)),
    may("steps", Ty::Int(-10, 10)),
    may("dice", Ty::Int(-20, 20)),
    may("pay", Ty::Word(PAY)),
    may("help", Ty::Who),
    may("helper", Ty::Pool),
    may("help_pay", Ty::Word(HELP_PAY)),
    may("follower", Ty::Text),
    may("origin", Ty::Word(ORIGINS)),
    may("stakes", Ty::Text),
    may("decline", Ty::Flag),
    may("injured", Ty::Flag),
    may("terrain", Ty::Word(&["fair", "poor"])),
    may("cards", Ty::Cards),
    may("faces", Ty::Faces),
    may("answers", Ty::List),
    may("announce", Ty::Text),
    may("because", Ty::Text),
    may("on_success", Ty::Do),
    may("on_clean", Ty::Do),
    may("on_fail", Ty::Do),
    may("on_partial", Ty::Do),
    may("on_miss", Ty::Do),
];
/// Where new packs come from.
const SUPPLIED: &[&str] = &["settlement", "cache"];

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "travel.plan",
        chapter: "travel",
        params: &[need("legs", Ty::Legs), may("opts", Ty::Options(PLAN))],
        returns: "",
        about: "Plans a journey: a leg for each region, in order; each draws from the deck of where it leads. Regions stand with commas between, or as a list of names, or of { region, size, weather }; a place without a deck draws no cards. `size` and `weather` are of every leg that doesn't say its own; with by_hand cards come from a real deck and each draw asks which. A plan gives up the one before. Source: rules/06 §1, §7.",
        example: r#"travel.plan({ { region = "The Hushed Hundred" }, { region = "The Long Remove", size = 6, weather = "hazardous" } })"#,
        when: When::Act,
        body: journey::plan,
    },
    Record {
        name: "travel.go",
        chapter: "travel",
        params: &[may("opts", Ty::Options(GO))],
        returns: "Timer",
        about: "The next leg begins: the Travel Timer starts with the plan's `size` or this one (4 short, 6 ordinary, 8 long, 10 epic), or by cards of the destination: the highest rank 2–5 is 4, 6–10 is 6, J Q K 8, A 10. `draw` is how many (0: none, four segments), `cards` those of a real deck; without any of it you are asked. The size is fixed before the first tick. Hazardous weather ticks once (or a segment more: switch hazardous_weather); `longer` is the GM's, for difficult ground. Everyone then takes a role. Source: rules/06 §1, §6–§7, R82, R85.",
        example: r#"travel.plan("The Hushed Hundred") travel.go({ size = 6 })"#,
        when: When::Act,
        body: journey::go,
    },
    Record {
        name: "travel.tick",
        chapter: "travel",
        params: &[
            may("n", Ty::Int(-100, 100)),
            may("why", Ty::Text),
            may("opts", Ty::Options(TICK)),
        ],
        returns: "Timer",
        about: "The leg's timer ticks, default 1: as tick(\"Travel\"), with the `cards` of a real deck. Each tick forward draws one card of the destination, however many segments it fills. Source: rules/06 §1, §7, R85.",
        example: r#"travel.plan("The Hushed Hundred") travel.go({ size = 6 }) travel.tick(1, "a dry day", { cards = "3S" })"#,
        when: When::Act,
        body: journey::tick,
    },
    Record {
        name: "travel.arrive",
        chapter: "travel",
        params: &[],
        returns: "",
        about: "The party arrives, whatever the Travel Timer shows; a full one does this by itself. Surplus ticks are lost, other timers run on, and the next leg waits for travel.go. Source: rules/06 §1, R42.",
        example: r#"travel.plan("The Hushed Hundred") travel.go({ size = 4 }) travel.arrive()"#,
        when: When::Act,
        body: |call, _| {
            crate::script::road::arrive(call)?;
            Ok(Value::Nil)
        },
    },
    Record {
        name: "travel.weather",
        chapter: "travel",
        params: &[may("weather", Ty::WordsOf(WEATHER))],
        returns: "",
        about: "Weather and ground of the leg from here; none clears them. Extreme: the leg's first travel roll is Desperate; favorable: it gets a step; hazardous: the Guide's DV is one higher, not above 5 (its tick is of the start); difficult: movement costs double in a fight. Source: rules/06 §6, R82.",
        example: r#"travel.plan("The Hushed Hundred") travel.go({ size = 4 }) travel.weather("extreme, favorable")"#,
        when: When::Act,
        body: journey::weather,
    },
    Record {
        name: "travel.encounter",
        chapter: "travel",
        params: &[may("kind", Ty::Word(KINDS)), may("what", Ty::Text)],
        returns: "",
        about: "Something comes on the road; how it is usually resolved is said, and the count of segments begins again. One may come when a segment has filled since the last, and is due at two; a tick back doesn't change that. In the leg's first the Scout's success means no surprise; in each ambush the Watch's is a step on the first defense. Source: rules/06 §2–§3, R81, R85.",
        example: r#"travel.plan("The Hushed Hundred") travel.go({ size = 4 }) travel.encounter("ambush", "men in felt boots")"#,
        when: When::Act,
        body: journey::encounter,
    },
    Record {
        name: "travel.role",
        chapter: "travel",
        params: &[
            need("who", Ty::Pc),
            need("role", Ty::Word(ROLES)),
            may("opts", Ty::Options(ROLE)),
        ],
        returns: "Roll",
        about: "A character takes a role for this leg and rolls it, DV 3 unless `dv` says otherwise. Guide, wits + lore: Travel +1 (Partial: and a complication). Scout, wits + stealth: no surprise in the first encounter. Quartermaster, wits + craft: one Supply tick away, or a token that cancels the next (Partial: Supply +1, by the switch quartermaster_partial_fails; Miss: Supply +1). Watch, presence + insight: a step on the first defense of each ambush. Forager: see travel.forage. A Miss costs a tick back or a complication, as the GM says. One role per character, one benefit per role and leg: a second person assists. `cards` is the card of the tick. Source: rules/06 §2, R81.",
        example: r#"travel.plan("The Hushed Hundred") travel.go({ size = 4 }) travel.role("Lyra", "guide", { faces = "987" })"#,
        when: When::Act,
        body: roles::role,
    },
    Record {
        name: "travel.forage",
        chapter: "travel",
        params: &[need("who", Ty::Pc), may("opts", Ty::Options(ROLE))],
        returns: "Roll",
        about: "A character forages: wits + lore, DV 3 (terrain = \"poor\": 4). A success takes one from Supply; a Partial too, for a Fatigue; a Miss gives the GM an SB besides. In a leg it stands in place of a role. Source: rules/06 §5, R80.",
        example: r#"travel.forage("Lyra", { terrain = "poor" })"#,
        when: When::Act,
        body: roles::forage,
    },
    Record {
        name: "travel.day",
        chapter: "travel",
        params: &[may("n", Ty::Int(1, 30))],
        returns: "number",
        about: "Days pass, default one. At Supply 2 each costs everyone a Fatigue, at 3 and 4 Harm 1, which is no hit: no armor, no Fatigue with it, and it clears Fatigue. At Harm 3 another kills. Gives the days on the road so far. Source: rules/06 §4, R79, R32.",
        example: "travel.day()",
        when: When::Act,
        body: supplies::day,
    },
    Record {
        name: "travel.resupply",
        chapter: "travel",
        params: &[
            may("how", Ty::Word(SUPPLIED)),
            may("opts", Ty::Options(super::options::ONLY_BECAUSE)),
        ],
        returns: "",
        about: "New packs: settlement (default) takes Supply to 0, cache opens a Cache token for one segment. The daily cost ends at once; nothing heals. Source: rules/06 §4, R84.",
        example: r#"tick("Supply", 2) travel.resupply()"#,
        when: When::Act,
        body: supplies::resupply,
    },
    Record {
        name: "travel.cache",
        chapter: "travel",
        params: &[
            may("n", Ty::Int(-20, 20)),
            may("why", Ty::Text),
            may("opts", Ty::Options(super::options::ONLY_BECAUSE)),
        ],
        returns: "number",
        about: "The party lays by Cache tokens, default one, or loses some (n below 0). Gives how many there are. travel.resupply(\"cache\") opens one. Source: rules/06 §4, R84.",
        example: r#"travel.cache(1, "under the milestone")"#,
        when: When::Act,
        body: supplies::cache,
    },
];

/// Cards of a real deck, for the draws of this work alone: one card a draw. Those that nothing draws are named.
fn with_cards<T>(
    call: &Call<'_>,
    args: &Args,
    work: impl FnOnce() -> Result<T, Fail>,
) -> Result<T, Fail> {
    let Some(given) = args.text("cards") else {
        return work();
    };
    let given = cards::codes(given).into();
    let waiting = call
        .generation
        .act(|act| std::mem::replace(&mut act.cards, given))?;
    let result = work()?;
    call.generation.act(|act| {
        let left = std::mem::replace(&mut act.cards, waiting);
        if !left.is_empty() {
            let left: Vec<String> = left.into();
            act.notices.push(format!(
                "not drawn, nothing ticked for it: {}",
                left.join(" ")
            ));
        }
    })?;
    Ok(result)
}

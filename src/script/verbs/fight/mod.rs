//! Fighting: attack, act, turn, spotlight, shift, ground, provoke, leave (rules/04).
//!
//! A verb here is several commands in order, because what is provoked comes between: the declaration, the openings it
//! gives, the movement, the roll, what the roll does.

pub mod attack;
mod contests;
pub(super) mod deeds;
mod lesser;
mod moving;
mod opportunity;
pub mod protect;
mod run;
pub mod turns;

use mlua::Value;

use super::each;
use super::options::{BANDS, PAY, POSITIONS};
use super::table::overruling;
use crate::rules::actions::Action;
use crate::script::record::{Param, Record, Ty, When, may, need};
use crate::table::commands::scenes;

/// The words for what a turn can be spent on.
pub const ACTIONS: &[&str] = &{
    let mut words = [""; Action::ALL.len()];
    let mut n = 0;
    while n < words.len() {
        words[n] = Action::ALL[n].word();
        n += 1;
    }
    words
};

/// The words for cover.
const COVERS: &[&str] = &["none", "partial", "full"];
/// What height gives.
const HEIGHTS: &[&str] = &["die", "effect"];

macro_rules! options {
    ($($more:expr),* $(,)?) => {
        &[
            $($more,)*
            may("pool", Ty::Pool),
            may("dv", Ty::Dv),
            may("position", Ty::Word(POSITIONS)),
            may("steps", Ty::Int(-10, 10)),
            may("dice", Ty::Int(-20, 20)),
            may("effect", Ty::Word(&["limited", "standard", "great"])),
            may("pay", Ty::Word(PAY)),
            may("help", Ty::Who),
            may("sell", Ty::Word(&["step", "die", "beat"])),
            may("stakes", Ty::Text),
            may("meaningful", Ty::Flag),
            may("weapon", Ty::Text),
            may("throw", Ty::Flag),
            may("height", Ty::Word(HEIGHTS)),
            may("harm", Ty::Int(0, 20)),
            may("partial", Ty::Text),
            may("extra", Ty::Flag),
            may("announce", Ty::Text),
            may("faces", Ty::Faces),
            may("answers", Ty::List),
            may("rerolls", Ty::List),
            may("because", Ty::Text),
            may("on_success", Ty::Do),
            may("on_clean", Ty::Do),
            may("on_fail", Ty::Do),
            may("on_partial", Ty::Do),
            may("on_miss", Ty::Do),
        ]
    };
}

/// Options of an attack.
const ATTACK: &[Param] = options![];
/// Options of any other action.
const ACT: &[Param] = options![
    may("band", Ty::Word(BANDS)),
    may("after", Ty::Flag),
    may("cover", Ty::Word(COVERS)),
    may("gives", Ty::Word(&["step", "effect"])),
    may("sure", Ty::Flag),
    may("with", Ty::Word(&["action", "move"])),
];
/// Options of a shift.
const SHIFT: &[Param] = &[
    may("free", Ty::Flag),
    may("answers", Ty::List),
    may("faces", Ty::Faces),
    may("because", Ty::Text),
];
/// What the GM says of somebody's ground.
const GROUND: &[Param] = &[
    may("cover", Ty::Word(COVERS)),
    may("concealed", Ty::Flag),
    may("high", Ty::Flag),
    may("difficult", Ty::Flag),
    may("mounted", Ty::Flag),
];
const PROVOKE: &[Param] = &[
    may("answers", Ty::List),
    may("faces", Ty::Faces),
    may("because", Ty::Text),
];

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "attack",
        chapter: "fight",
        params: &[
            need("who", Ty::Pc),
            need("foe", Ty::Foe),
            may("opts", Ty::Options(ATTACK)),
        ],
        returns: "Roll?",
        about: "A character attacks: body + melee (wits + ranged for what is shot or thrown) and the dice of the weapon in the band between the two, DV 3, one more behind partial cover. A success hits for the weapon's Harm (1, 2, 3 by weight), through armor. A Partial is no hit: `partial` names what it gives (\"step\", \"harm\" for one less, \"nothing\", or a timer that ticks), else it is asked. A Miss is what was announced (`announce`, `on_miss`); what `on_miss`, `on_partial` and `on_fail` do befalls the attacker, what `on_success` does the foe, unless `to` says otherwise. `weapon` names another than the sheet's, \"unarmed\" the bare hand; `throw` throws what could be swung; `height` is \"die\" or \"effect\"; `harm` in place of the weapon's; `extra`: a talent grants it, no Action is spent; it still is no second Attack in one turn, unless `because` says that the talent allows one (R55). It costs the turn's Action; a Standard weapon strikes or moves, a Slow one needs a Set in an earlier turn. Shooting while engaged provokes. Refused: a target that is Hidden or behind full cover, a band the weapon doesn't reach. nil when the attack is lost on the way. Source: rules/04 §3–§7, R50, R51, R59, R61.",
        example: r#"attack("Ellis", "Toll Troll", { faces = "976421" })"#,
        when: When::Act,
        body: |call, args| attack::attack(call, args, Action::Attack),
    },
    Record {
        name: "act",
        chapter: "fight",
        params: &[
            need("who", Ty::Pc),
            need("action", Ty::Word(ACTIONS)),
            may("target", Ty::Who),
            may("words", Ty::Text),
            may("opts", Ty::Options(ACT)),
        ],
        returns: "Roll?",
        about: "A character spends a turn's Action or Move: attack, disengage, dash, charge, skirmish, observe, setup, assist, protect, interact, defend, shove, grapple, sidestep, hide, search, ready; set (a Slow weapon), escape (a grip), stand and reposition (the Move), free. At the prompt the action may stand first: `charge ellis troll`, `ready lyra the gate opens`. `help actions` says what each does. The same Action not twice in a turn. Charge and Skirmish run up to two bands (`band` says where to), mark 1 Fatigue at once, and the next defense is Desperate. Setup, and where a contest is opposed, roll with `pool` and `dv` (default 3, or 4 where the foe is printed better); `sure` is a Setup without a roll, `gives` its \"step\" or \"effect\". Sidestep goes to `band` before the blow, `after = true` after it. Defend takes the Action if it is left, else the Move (`with` says). Source: rules/04 §5, R49–R66.",
        example: r#"act("Lyra", "defend")"#,
        when: When::Act,
        body: deeds::act,
    },
    Record {
        name: "turn",
        chapter: "fight",
        params: &[need("who", Ty::Pc), may("because", Ty::Text)],
        returns: "",
        about: "The spotlight: this character's turn begins, one Action and one Move, in any order. There is no initiative. A turn also begins by itself when a character acts or moves in a new exchange; a second one in the same exchange is refused. Source: rules/04 §1, R21.",
        example: r#"turn("Lyra")"#,
        when: When::Act,
        body: |call, args| {
            let Some(who) = args.thing("who") else {
                return Ok(Value::Nil);
            };
            overruling(call, args, || {
                turns::begin(call, who, true)?;
                Ok(Value::Nil)
            })
        },
    },
    Record {
        name: "spotlight",
        chapter: "fight",
        params: &[],
        returns: "string",
        about: "Who has had a turn in this exchange and what is left of it, who waits, what is held, set and protected.",
        example: "spotlight()",
        when: When::Read,
        body: |call, _| call.text(&turns::spotlight(call)?),
    },
    Record {
        name: "shift",
        chapter: "fight",
        params: &[
            need("whom", Ty::Whom),
            need("band", Ty::Word(BANDS)),
            may("other", Ty::Who),
            may("opts", Ty::Options(SHIFT)),
        ],
        returns: "",
        about: "The band between two creatures (to all opponents, when the other is left out): close, near, reach, far; absent leaves the scene. Once turns are taken in the scene, a character's shift is the Move of the turn: one band, two with Dash, half a band on difficult ground; leaving an enemy's Close provokes, unless Disengaged. A foe that leaves Close provokes too. `free = true` is the GM's hand: it costs and provokes nothing, as when somebody is pushed. Source: rules/04 §2, §5, §6, R49, R53, R54.",
        example: r#"shift("Lyra", "close", "Toll Troll")"#,
        when: When::Act,
        body: moving::shift,
    },
    Record {
        name: "leave",
        chapter: "fight",
        params: &[need("whom", Ty::Whom), may("why", Ty::Text)],
        returns: "",
        about: "Somebody leaves the scene; shift brings them back.",
        example: r#"leave("Sera", "for the horses")"#,
        when: When::Act,
        body: |call, args| {
            let why = args.text("why").unwrap_or_default().to_owned();
            each(call, args, "whom", |who| {
                call.command(|seat| scenes::leave(seat, who, &why))?;
                Ok(Value::Nil)
            })
        },
    },
    Record {
        name: "ground",
        chapter: "fight",
        params: &[need("whom", Ty::Whom), need("fields", Ty::Options(GROUND))],
        returns: "",
        about: "Where somebody stands: `cover` (partial +1 DV to be hit, full no target), `concealed` (enough to hide in), `high` (attacks on those below get a die or a better Effect, the GM picks), `difficult` (two Moves a band, no Charge, no Skirmish), `mounted` (+2 dice charging Far to Near, or shooting while withdrawing Near to Far). What isn't named stays; all of it ends with the scene. Source: rules/04 §7.",
        example: r#"ground("Toll Troll", { cover = "partial" })"#,
        when: When::Act,
        body: moving::ground,
    },
    Record {
        name: "provoke",
        chapter: "fight",
        params: &[
            need("who", Ty::Who),
            may("why", Ty::Text),
            may("opts", Ty::Options(PROVOKE)),
        ],
        returns: "",
        about: "Somebody gives everyone they are engaged with at Close an opening: casting without TOUCH or WARD, or what the GM says. Each may strike once, free, Controlled: a foe's strike is a roll to resist, a character's an attack roll. Shifts and attacks see to it by themselves. Source: rules/04 §6, R54.",
        example: r#"provoke("Sera", "casts")"#,
        when: When::Act,
        body: moving::provoke,
    },
];

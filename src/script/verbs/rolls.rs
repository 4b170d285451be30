//! Resolution: roll, resist, reroll, step, claim (rules/01).

use mlua::Value;

use super::options::{PAY, ROLL};
use super::{Call, Given, each};
use crate::rules::boons::Pay;
use crate::rules::help::{HELPERS_DV, HelpPay, Origin, resisted_dv};
use crate::rules::ids::Thing;
use crate::rules::numbers::{Dv, Face};
use crate::rules::over_five::Difficulty;
use crate::rules::roll::{Anew, Reroll, Rolled};
use crate::rules::values::{Effect, Period, Position};
use crate::script::again::Changes;
use crate::script::args::{Args, Val, whole};
use crate::script::effects::{self, Context};
use crate::script::record::{Param, Record, Ty, When, may, need};
use crate::script::results;
use crate::script::stop::{Fail, Request, Stop, bad};
use crate::table::catalog::Outcomes;
use crate::table::commands::helpless;
use crate::table::commands::rolls::{self, RollAsk};
use crate::table::commands::timers::StartAsk;
use crate::table::event::Event;
use crate::table::faces::FaceQueue;

/// Options of a re-roll.
const REROLL: &[Param] = &[may("faces", Ty::Faces)];

/// The chapter.
pub const RECORDS: &[Record] = &[
    Record {
        name: "roll",
        chapter: "resolution",
        params: &[
            need("who", Ty::Pc),
            need("pool", Ty::Pool),
            may("dv", Ty::Dv),
            may("opts", Ty::Options(ROLL)),
        ],
        returns: "Roll",
        about: "A character rolls. DV 2–5, default 3. The scene's Position unless `position` says otherwise; `steps` and `dice` are the GM's; `pay` buys one step for a Boon or Fatigue; `faces` are those of real dice. SB go to the bank, Boons to the character. Source: rules/01 §2–§8.",
        example: r#"roll("Lyra", "wits + craft", 3, { faces = "96421" })"#,
        when: When::Act,
        body: |call, args| roll(call, args, "action"),
    },
    Record {
        name: "resist",
        chapter: "resolution",
        params: &[
            need("whom", Ty::Whom),
            need("pool", Ty::Pool),
            may("dv", Ty::Dv),
            may("opts", Ty::Options(ROLL)),
        ],
        returns: "Roll | RollCall",
        about: "Characters roll against something announced, one after the other in the party's order; one gives a Roll, several a RollCall (failed, passed, missed). Resisting is no action, but who can't act has no dice for it: at Harm 3, or Paralyzed and the like against a pool without Spirit, it is a Miss without a roll. In a group those at Harm 3 aren't asked, they are named; a ruling asks them too. Source: rules/05 §4.4, rules/02 §1, §8.",
        example: r#"party:resist("body + athletics", 3, { announce = "the wall comes down" })"#,
        when: When::Act,
        body: resist,
    },
    Record {
        name: "reroll",
        chapter: "resolution",
        params: &[
            need("face", Ty::Anew),
            may("pay", Ty::Word(PAY)),
            may("opts", Ty::Options(REROLL)),
        ],
        returns: "",
        about: "One die of the last roll is thrown again, for a Boon (or Fatigue): the act of the roll is run again with this answer. `reroll 4 = 7` gives the face that a real die shows. `reroll all` throws all dice but tens again, once, for a Boon and the turn's unused Move; 1s that were seen stay SB. The Boon is one held before the roll. A ten is never thrown again. Source: rules/01 §8, R13.",
        example: "reroll(4)",
        when: When::Alone,
        body: |_, args| {
            let anew = match args.int("face") {
                Some(face) => {
                    Anew::Face(Face::new(face).map_err(|e| bad("argument", e.to_string()))?)
                }
                None => Anew::All,
            };
            let pay = if args.text("pay") == Some("fatigue") {
                Pay::Fatigue
            } else {
                Pay::Boon
            };
            let by_hand = args
                .faces("faces")
                .map(|faces| Face::list(&faces.left()).unwrap_or_default())
                .unwrap_or_default();
            let changes = Changes {
                reroll_faces: by_hand,
                rerolls: vec![(anew, pay)],
                ..Changes::default()
            };
            Err(Fail::Stop(Stop::Session(Request::Again(Box::new(changes)))))
        },
    },
    Record {
        name: "step",
        chapter: "resolution",
        params: &[
            need("whom", Ty::Whom),
            need("n", Ty::Int(-10, 10)),
            may("why", Ty::Text),
        ],
        returns: "",
        about: "Position steps on somebody's next roll: up to Dominant, down to Desperate; beyond either end they are lost. Source: rules/01 §4.",
        example: r#"step("Lyra", 1, "the high ground")"#,
        when: When::Act,
        body: |call, args| {
            let n = i32::try_from(args.int("n").unwrap_or(0)).unwrap_or(0);
            let why = call.why(args)?;
            each(call, args, "whom", |who| {
                call.command(|seat| rolls::step(seat, who, n, &why))?;
                Ok(Value::Nil)
            })
        },
    },
    Record {
        name: "claim",
        chapter: "resolution",
        params: &[
            need("who", Ty::Who),
            need("per", Ty::Word(super::options::PERIODS)),
            need("key", Ty::Text),
        ],
        returns: "boolean",
        about: "True the first time in a period, false after that: the once-per-scene of a script's own.",
        example: r#"claim("Lyra", "scene", "second wind")"#,
        when: When::Act,
        body: |call, args| {
            let Some(who) = args.thing("who") else {
                return Ok(Value::Boolean(false));
            };
            let per = Period::lookup(args.text("per").unwrap_or("scene"))
                .map_err(|e| bad("argument", e.to_string()))?;
            let key = format!("{who} {}", args.text("key").unwrap_or_default());
            let taken = call
                .generation
                .act(|act| act.state.claims.contains_key(&key))?;
            if !taken {
                call.command(|seat| {
                    crate::table::seat::Seat::emit(seat, Event::Claimed { key, per, n: 1 })?;
                    Ok(())
                })?;
            }
            Ok(Value::Boolean(!taken))
        },
    },
];

/// The outcome parts of an options table.
#[must_use]
pub fn outcomes(args: &Args) -> Outcomes {
    Outcomes {
        on_success: args.what("on_success"),
        on_clean: args.what("on_clean"),
        on_fail: args.what("on_fail"),
        on_partial: args.what("on_partial"),
        on_miss: args.what("on_miss"),
    }
}

fn pay_of(word: &str) -> Pay {
    if word == "fatigue" {
        Pay::Fatigue
    } else {
        Pay::Boon
    }
}

/// A roll's request from its arguments.
///
/// # Errors
/// A DV outside the ladder, words that are none.
pub fn request(call: &Call<'_>, args: &Args, who: Thing, purpose: &str) -> Result<RollAsk, Fail> {
    let Some(pool) = args.pool("pool") else {
        return Err(bad("argument", "a roll needs a pool"));
    };
    let mut ask = RollAsk::new(who, pool.clone());
    ask.purpose = purpose.to_owned();
    if let Some(dv) = args.int("dv") {
        ask.dv = Some(Dv::gm(dv).map_err(|e| bad("dv", format!("{e} (rules/01 §5, R08)")))?);
    }
    let word = |name: &str| args.text(name);
    ask.position = word("position").and_then(Position::parse);
    ask.effect = word("effect").and_then(Effect::parse).unwrap_or_default();
    ask.steps = i32::try_from(args.int("steps").unwrap_or(0)).unwrap_or(0);
    ask.dice = i32::try_from(args.int("dice").unwrap_or(0)).unwrap_or(0);
    ask.pay = word("pay").map(pay_of);
    if args.flag("hard") == Some(true) && ask.dv.is_none() {
        ask.dv = Some(resisted_dv(true));
    }
    let composed = args.flag("composed") == Some(true);
    ask.computed = args.int("computed").map(|raw| {
        let difficulty = if composed {
            Difficulty::Composed
        } else {
            Difficulty::Listed
        };
        (raw, difficulty)
    });
    if ask.computed.is_some() && ask.dv.is_some() {
        return Err(bad(
            "argument",
            "dv and computed both say how hard it is: give one",
        ));
    }
    ask.assist.by = args.thing("help");
    ask.assist.pool = args.pool("helper").cloned();
    ask.assist.pay = word("help_pay").and_then(HelpPay::parse);
    ask.assist.follower = word("follower").map(str::to_owned);
    if ask.assist.by.is_none() && (ask.assist.pool.is_some() || ask.assist.pay.is_some()) {
        return Err(bad(
            "argument",
            "helper and help_pay are about one who helps: help = \"Lyra\"",
        ));
    }
    ask.origin = word("origin").and_then(Origin::parse);
    ask.withhold = args.flag("withhold").unwrap_or(false);
    ask.decline = args.flag("decline").unwrap_or(false);
    ask.interrupt = args.thing("interrupt");
    ask.sell = word("sell").map(str::to_owned);
    ask.stakes = word("stakes").map(str::to_owned);
    ask.meaningful = args.flag("meaningful").unwrap_or(true);
    ask.timer = timer_of(call, args, "timer")?;
    ask.threat = timer_of(call, args, "threat")?;
    if let Some(against) = args.thing("against") {
        call.command(|seat| crate::table::commands::standing(seat, against))?;
    }
    ask.against = args.thing("against").or(call.generation.act(|act| {
        act.causes
            .last()
            .and_then(|cause| cause.by)
            .filter(|by| by.kind == crate::rules::ids::ThingKind::Foe)
    })?);
    ask.injured = args.flag("injured").unwrap_or(false);
    ask.covert = args.flag("covert").unwrap_or(false);
    ask.offer_reroll = call.generation.manner().boons;
    if let Some(Value::Table(list)) = args.raw("rerolls") {
        for item in list.clone().sequence_values::<Value>() {
            let item = item?;
            let (face, pay) = match &item {
                Value::Table(pair) => (
                    whole(&pair.raw_get::<Value>(1)?),
                    pair.raw_get::<String>(2)?,
                ),
                value => (whole(value), "boon".to_owned()),
            };
            let face = face.and_then(|n| Face::new(n).ok()).ok_or_else(|| {
                bad(
                    "argument",
                    "rerolls is a list of faces: { 4 } or { { 4, \"fatigue\" } }",
                )
            })?;
            ask.rerolls.push(Reroll {
                face,
                pay: pay_of(&pay),
            });
        }
    }
    Ok(ask)
}

/// The timer of an option; a declared one that isn't at the table yet begins with the roll.
fn timer_of(call: &Call<'_>, args: &Args, option: &str) -> Result<Option<Thing>, Fail> {
    Ok(match args.get(option) {
        Some(Val::One(timer)) => Some(*timer),
        Some(Val::Text(name)) => Some(effects::start(call, name, &StartAsk::default())?),
        _ => None,
    })
}

/// Puts faces of the options before those of the act, for this roll alone.
///
/// # Errors
/// As the work; faces left over.
pub fn with_faces<T>(
    call: &Call<'_>,
    faces: Option<&FaceQueue>,
    work: impl FnOnce() -> Result<T, Fail>,
) -> Result<T, Fail> {
    let Some(faces) = faces else { return work() };
    let (waiting, outer) = call.generation.act(|act| {
        let outer = std::mem::replace(&mut act.own_faces, true);
        (std::mem::replace(&mut act.faces, faces.clone()), outer)
    })?;
    let result = work();
    if !call.generation.is_stopped() {
        call.generation.act(|act| act.own_faces = outer)?;
    }
    let result = result?;
    let left = call
        .generation
        .act(|act| std::mem::replace(&mut act.faces, waiting))?;
    if !left.is_empty() {
        return Err(bad("faces", left.too_many()));
    }
    Ok(result)
}

/// Rolls, then runs what is tied to the outcome.
///
/// # Errors
/// As the roll; as its parts.
pub fn perform(
    call: &Call<'_>,
    ask: &RollAsk,
    outcomes: &Outcomes,
    context: &Context,
) -> Result<Rolled, Fail> {
    thrown(call, ask)?.ends(call, outcomes, context)
}

/// The roll alone, with the ticks it brings. Who can't resist misses without a roll, unless the GM rules otherwise.
///
/// # Errors
/// As the roll.
pub fn thrown(call: &Call<'_>, ask: &RollAsk) -> Result<Thrown, Fail> {
    let mut ask = ask.clone();
    helpers_roll(call, &mut ask)?;
    let from = call.generation.act(|act| act.facts.len())?;
    let again = call.generation.act(|act| {
        let n = act.rolls;
        act.rolls += 1;
        act.rerolls.clone().filter(|(at, _)| *at == n)
    })?;
    for (anew, pay) in again.into_iter().flat_map(|(_, anew)| anew) {
        match anew {
            Anew::Face(face) => ask.rerolls.push(Reroll { face, pay }),
            Anew::All if ask.whole.is_none() => ask.whole = Some((pay, ask.rerolls.len())),
            Anew::All => {
                return Err(bad(
                    "reroll",
                    "the whole roll is thrown again once, never twice (R13)",
                ));
            }
        }
    }
    let helpless = call.generation.act(|act| {
        let ruled = act.because.is_some();
        helpless::why(&act.state, &ask).filter(|_| !ruled)
    })?;
    let (rolled, ticks) = call.command(|seat| match &helpless {
        Some(why) => helpless::misses(seat, &ask, why),
        None => rolls::roll(seat, &ask),
    })?;
    for (timer, n, why) in ticks {
        effects::tick(call, timer, n, &why)?;
    }
    Ok(Thrown { ask, rolled, from })
}

/// A roll that has fallen, before what is tied to its outcome.
pub struct Thrown {
    /// As it was asked for in the end.
    ask: RollAsk,
    /// What it was.
    pub rolled: Rolled,
    /// Its first fact.
    from: usize,
}

impl Thrown {
    /// Runs what is tied to the outcome; where a Miss has made nothing worse, and nothing was given for it, the GM is
    /// shown what is at hand. What goes wrong befalls whoever acted, what succeeds the target.
    ///
    /// # Errors
    /// As the parts.
    pub fn ends(
        self,
        call: &Call<'_>,
        outcomes: &Outcomes,
        context: &Context,
    ) -> Result<Rolled, Fail> {
        let Self { ask, rolled, from } = self;
        let context = Context {
            who: Some(ask.who),
            own: !rolled.success() && ask.purpose != "defense",
            roll: Some(Box::new(rolled.clone())),
            ..context.clone()
        };
        // Whoever takes the fallout has paid for it: it befalls nobody.
        if rolls::interrupted(&ask, rolled.outcome).is_none() {
            let parts = outcomes.of(rolled.outcome);
            let given = !parts.is_empty();
            for part in parts {
                effects::run(call, part, &context)?;
            }
            if !given {
                super::fallout::offer(call, &ask, &rolled, from)?;
            }
        }
        Ok(rolled)
    }
}

/// Of a group, whoever is here and can be asked to resist. Who lies at Harm 3 is left out, and named (rules/02 §1); the
/// GM's ruling asks them too.
pub struct Asked {
    several: bool,
    left_out: Vec<String>,
}

impl Asked {
    /// A group, or one alone, who is always asked.
    #[must_use]
    pub const fn new(several: bool) -> Self {
        Self {
            several,
            left_out: Vec::new(),
        }
    }

    /// Is this one asked, as things stand now?
    ///
    /// # Errors
    /// While loading.
    pub fn asks(&mut self, call: &Call<'_>, who: Thing) -> Result<bool, Fail> {
        if !self.several {
            return Ok(true);
        }
        let (down, here, name) = call.generation.act(|act| {
            let down = helpless::down(&act.state, who) && act.because.is_none();
            (down, act.state.present(who), act.state.name(who))
        })?;
        if down && here {
            self.left_out.push(name);
        }
        Ok(here && !down)
    }

    /// Names those who were left out.
    ///
    /// # Errors
    /// While loading.
    pub fn said(self, call: &Call<'_>) -> Result<(), Fail> {
        if !self.left_out.is_empty() {
            let words = format!("not asked, at Harm 3: {}", self.left_out.join(", "));
            call.generation.act(|act| act.notices.push(words))?;
        }
        Ok(())
    }
}

/// Where the GM wants one, the helper's roll comes first, against DV 2 (rules/01 §11).
fn helpers_roll(call: &Call<'_>, ask: &mut RollAsk) -> Result<(), Fail> {
    let (Some(helper), Some(pool)) = (ask.assist.by, ask.assist.pool.take()) else {
        return Ok(());
    };
    let mut own = RollAsk::new(helper, pool);
    own.purpose = "assist".to_owned();
    own.dv = Dv::gm(HELPERS_DV).ok();
    let context = Context {
        event: "roll",
        ..Context::default()
    };
    let rolled = perform(call, &own, &Outcomes::default(), &context)?;
    ask.assist.went = Some(rolled.success());
    Ok(())
}

/// Says what is at stake, before the roll.
///
/// # Errors
/// While loading.
pub fn announce(call: &Call<'_>, words: Option<&str>) -> Result<(), Fail> {
    if let Some(words) = words {
        let text = words.to_owned();
        call.command(|seat| {
            crate::table::seat::Seat::emit(seat, Event::Announced { text })?;
            Ok(())
        })?;
    }
    Ok(())
}

pub(super) fn overruling<T>(
    call: &Call<'_>,
    args: &Args,
    work: impl FnOnce() -> Result<T, Fail>,
) -> Result<T, Fail> {
    super::table::overruling(call, args, work)
}

fn roll(call: &Call<'_>, args: &Args, purpose: &str) -> Given {
    let Some(who) = args.thing("who") else {
        return Ok(Value::Nil);
    };
    let ask = request(call, args, who, purpose)?;
    announce(call, args.text("announce"))?;
    let context = Context {
        event: "roll",
        ..Context::default()
    };
    overruling(call, args, || {
        with_answers(call, args, || {
            with_faces(call, args.faces("faces"), || {
                let rolled = perform(call, &ask, &outcomes(args), &context)?;
                Ok(results::roll(call.lua, &rolled)?)
            })
        })
    })
}

/// Answers of the options, before those of the act.
///
/// # Errors
/// As the work; a value that answers nothing.
pub fn with_answers<T>(
    call: &Call<'_>,
    args: &Args,
    work: impl FnOnce() -> Result<T, Fail>,
) -> Result<T, Fail> {
    let Some(Value::Table(list)) = args.raw("answers") else {
        return work();
    };
    let given = super::talk::answers(list)?;
    call.generation.act(|act| {
        for one in given.into_iter().rev() {
            act.answers.push_front(one);
        }
    })?;
    work()
}

fn resist(call: &Call<'_>, args: &Args) -> Given {
    let (whom, several) = args.things("whom");
    announce(call, args.text("announce"))?;
    let parts = outcomes(args);
    let context = Context {
        event: "roll",
        ..Context::default()
    };
    overruling(call, args, || {
        with_answers(call, args, || {
            with_faces(call, args.faces("faces"), || {
                let mut rolls = Vec::new();
                let mut asked = Asked::new(several);
                for who in whom {
                    if !asked.asks(call, who)? {
                        continue;
                    }
                    if who.kind != crate::rules::ids::ThingKind::Pc {
                        let state = call.generation.act(|act| act.state.clone())?;
                        return Err(rolls::only_characters::<Stop>(&state, who).into());
                    }
                    let ask = request(call, args, who, "defense")?;
                    rolls.push(perform(call, &ask, &parts, &context)?);
                }
                asked.said(call)?;
                match rolls.as_slice() {
                    [one] if !several => Ok(results::roll(call.lua, one)?),
                    all => Ok(results::roll_call(call.lua, all)?),
                }
            })
        })
    })
}

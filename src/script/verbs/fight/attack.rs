//! An attack from declaration to Harm (rules/04 §4), also as a part of Charge, Skirmish and Sidestep Strike.

use mlua::Value;

use super::moving::leaving;
use super::opportunity::{self, pool};
use super::turns;
use crate::rules::actions::Action;
use crate::rules::chair::Chair;
use crate::rules::ground::{Cover, Height, RUN, bands_between, farther, nearer};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::refusal::Refusal;
use crate::rules::roll::Rolled;
use crate::rules::values::{Band, Outcome};
use crate::script::args::{Args, Val};
use crate::script::effects::{self, Context};
use crate::script::lookup;
use crate::script::results;
use crate::script::seat::LuaSeat;
use crate::script::stop::{Fail, bad};
use crate::script::verbs::rolls::{announce, outcomes, perform, request};
use crate::script::verbs::table::overruling;
use crate::script::verbs::{Call, Given, rolls_with};
use crate::table::catalog::Outcomes;
use crate::table::commands::fight::attack::{self as rule, AttackAsk};
use crate::table::commands::fight::ground::{Ground, set};
use crate::table::commands::fight::moving::{self, Way};
use crate::table::commands::fight::wield::{Wield, wielded};
use crate::table::commands::fight::{able, provoke};
use crate::table::commands::hits::HitAsk;
use crate::table::commands::{rolls, timers};
use crate::table::seat::Seat;
use crate::table::state::TimerStatus;

/// What a Partial gives in place of the weapon's Harm (R61).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lesser {
    /// Nobody has said: it is asked when it comes to it.
    Asked,
    /// +1 step on the attacker's next roll.
    Step,
    /// Harm, one less.
    Harm,
    /// A tick of this timer.
    Tick(String),
    /// Nothing but the Boon.
    Nothing,
}

impl Lesser {
    fn of(call: &Call<'_>, args: &Args) -> Result<Self, Fail> {
        let Some(text) = args.text("partial") else {
            return Ok(Self::Asked);
        };
        Ok(match crate::table::names::fold(text).as_str() {
            "step" => Self::Step,
            "harm" => Self::Harm,
            "nothing" => Self::Nothing,
            _ => {
                let value = Value::String(call.lua.create_string(text)?);
                let name = match lookup::timer(call, &value)? {
                    Some(Val::One(timer)) => call.generation.act(|act| act.state.name(timer))?,
                    _ if call.generation.catalog().timers.get(text).is_some() => text.to_owned(),
                    _ => return Err(lookup::unknown_timer(call, text)),
                };
                Self::Tick(name)
            }
        })
    }

    fn words(&self, harm: u32) -> Option<String> {
        Some(match self {
            Self::Asked => return None,
            Self::Step => "+1 step next".into(),
            Self::Harm => format!("Harm {}", harm.saturating_sub(1)),
            Self::Tick(timer) => format!("{timer} +1"),
            Self::Nothing => "nothing".into(),
        })
    }
}

/// attack, and the actions that have one in them.
///
/// # Errors
/// As the declaration, the movement and the roll.
pub fn attack(call: &Call<'_>, args: &Args, action: Action) -> Given {
    let who = args.thing("who");
    let foe = args.thing("foe").or(args.thing("target"));
    let (Some(who), Some(foe)) = (who, foe) else {
        return Err(bad("arguments", format!("{action} needs a foe")));
    };
    if foe.kind != ThingKind::Foe {
        let name = call.generation.act(|act| act.state.name(foe))?;
        return Err(bad(
            "target",
            format!(
                "{name}: an attack is aimed at a foe; players against each other: roll, with their successes as the DV (R20)"
            ),
        ));
    }
    overruling(call, args, || {
        rolls_with(call, args, || {
            turns::ensure(call, who)?;
            let name = wield(call, args, who)?.name;
            call.doing(name, Some(who), || {
                match run(call, args, who, foe, action)? {
                    Some(rolled) => Ok(results::roll(call.lua, &rolled)?),
                    None => Ok(Value::Nil),
                }
            })
        })
    })
}

fn wield(call: &Call<'_>, args: &Args, who: Thing) -> Result<Wield, Fail> {
    Ok(wielded(&LuaSeat::new(*call), who, args.text("weapon"))?)
}

/// The movement that is part of an action.
struct Run {
    way: Way,
    to: Band,
    /// It comes after the blow.
    after: bool,
}

fn run(
    call: &Call<'_>,
    args: &Args,
    who: Thing,
    foe: Thing,
    action: Action,
) -> Result<Option<Rolled>, Fail> {
    let state = call.generation.act(|act| act.state.clone())?;
    let from = state.band(who, foe);
    let moves = movement(call, args, who, foe, action)?;
    let at = match &moves {
        Some(moves) if !moves.after => moves.to,
        _ => from,
    };
    let throw = args.flag("throw").unwrap_or(false) || action == Action::Skirmish;
    let wield = wield(call, args, who)?.at(at, throw);
    fits(call, action, &wield)?;
    let behind_cover = state.fight.of(foe).cover == Cover::Full && action == Action::Charge;
    let hidden = state.has(who, "Hidden");
    drop(state);
    call.command(|seat| crate::table::commands::standing(seat, foe))?;
    let ask = AttackAsk {
        roll: asked(call, args, who, foe, wield.arm.ranged)?,
        foe,
        wield,
        action,
        from,
        at,
        height: args.text("height").and_then(Height::parse),
        extra: args.flag("extra").unwrap_or(false),
        harm: args.count("harm"),
    };
    let lesser = Lesser::of(call, args)?;
    call.command(|seat| {
        if !behind_cover {
            rule::targetable(seat, foe)?;
        }
        rule::allowed(seat, &ask)?;
        if matches!(action, Action::Charge | Action::Skirmish) {
            moving::open_ground(seat, who, &action.to_string())?;
        }
        match &moves {
            Some(moves) => moving::free_to_go(seat, &moves.way),
            None => Ok(()),
        }
    })?;
    let worth = call.command(|seat| rule::worth(seat, &ask))?;
    announce(call, args.text("announce"))?;
    call.command(|seat| {
        rule::declare(
            seat,
            &ask,
            &declared(&ask, &worth.words, &lesser, worth.harm),
        )
    })?;

    if let Some(moves) = moves.as_ref().filter(|moves| !moves.after)
        && !goes(call, moves)?
    {
        return Ok(None);
    }
    if behind_cover {
        let words = "stops at the cover: the attack is lost";
        call.command(|seat| crate::table::commands::fight::change(seat, who, words, |_| {}))?;
        return Ok(None);
    }
    if ask.wield.arm.ranged && !shoots_engaged(call, who)? {
        return Ok(None);
    }
    call.command(|seat| rule::reveal(seat, who).map(|_| ()))?;
    let ask = AttackAsk {
        roll: worth.roll.clone(),
        ..ask
    };
    let rolled = rolled(call, &ask, worth.harm, &outcomes(args), &lesser)?;
    if let Some(moves) = moves.as_ref().filter(|moves| moves.after)
        && call.generation.act(|act| able(&act.state, who))?
    {
        goes(call, moves)?;
    }
    if action == Action::Skirmish {
        ends_in_cover(call, args, who, hidden)?;
    }
    Ok(Some(rolled))
}

/// "long sword at Near, Harm 2, on a Partial +1 step next".
fn declared(ask: &AttackAsk, worth: &str, lesser: &Lesser, harm: u32) -> String {
    let mut words = worth.to_owned();
    if ask.from != ask.at {
        words = format!("{} to {}, {words}", ask.from, ask.at);
    }
    if let Some(lesser) = lesser.words(harm) {
        words = format!("{words}, on a Partial {lesser}");
    }
    words
}

fn asked(
    call: &Call<'_>,
    args: &Args,
    who: Thing,
    foe: Thing,
    ranged: bool,
) -> Result<rolls::RollAsk, Fail> {
    let mut given = args.clone();
    if !given.has("pool") {
        let words = if ranged {
            "wits + ranged"
        } else {
            "body + melee"
        };
        given.put("pool", Val::Pool(pool(words)?));
    }
    let mut roll = request(call, &given, who, "attack")?;
    roll.against = Some(foe);
    Ok(roll)
}

/// Charge and Sidestep strike by hand, Skirmish from afar.
fn fits(call: &Call<'_>, action: Action, wield: &Wield) -> Result<(), Fail> {
    let wrong = match action {
        Action::Charge | Action::Sidestep => wield.arm.ranged,
        Action::Skirmish => !wield.arm.ranged,
        _ => false,
    };
    if !wrong {
        return Ok(());
    }
    let kind = if action == Action::Skirmish {
        "ranged"
    } else {
        "melee"
    };
    let refusal = Refusal::Forbidden {
        what: format!("{action} with {}", wield.name),
        why: format!("it has one {kind} attack in it"),
        source_text: "rules/04 §5",
    };
    call.command(|seat| seat.refuse(refusal))
}

fn movement(
    call: &Call<'_>,
    args: &Args,
    who: Thing,
    foe: Thing,
    action: Action,
) -> Result<Option<Run>, Fail> {
    let state = call.generation.act(|act| act.state.clone())?;
    let from = state.band(who, foe);
    let wanted = args.text("band").and_then(Band::parse);
    let (to, after) = match action {
        // From Far it ends at Near, from Reach at Close (R52).
        Action::Charge => (wanted.unwrap_or_else(|| nearer(from, RUN)), false),
        Action::Skirmish => (wanted.unwrap_or_else(|| farther(from, RUN)), false),
        Action::Sidestep => match wanted {
            Some(to) => (to, args.flag("after").unwrap_or(false)),
            None => {
                return Err(bad(
                    "arguments",
                    "a Sidestep Strike goes somewhere: band = \"near\"",
                ));
            }
        },
        _ => return Ok(None),
    };
    let most = if action == Action::Sidestep { 1 } else { RUN };
    let right_way = match action {
        Action::Charge => to < from,
        Action::Skirmish => to > from && to != Band::Absent,
        _ => to != from,
    };
    let far = bands_between(from, to).is_none_or(|bands| bands > most);
    if !right_way || far {
        let way = match action {
            Action::Charge => "toward a foe",
            Action::Skirmish => "away from a foe",
            _ => "to the next band",
        };
        let refusal = Refusal::Band {
            what: format!(
                "{action} goes up to {most} band{} {way}",
                if most == 1 { "" } else { "s" }
            ),
            at: from.to_string(),
            allowed: format!("not {to} from there"),
        };
        call.command(|seat| seat.refuse(refusal))?;
    }
    let way = if action == Action::Sidestep {
        Way::to(&state, who, to, Some(foe))
    } else {
        Way::running(&state, who, to, foe)
    };
    Ok(Some(Run { way, to, after }))
}

/// What the way provokes, then the way; false when whoever goes doesn't get there.
fn goes(call: &Call<'_>, moves: &Run) -> Result<bool, Fail> {
    if !leaving(call, &moves.way)? {
        return Ok(false);
    }
    call.command(|seat| moving::go(seat, &moves.way))?;
    Ok(true)
}

/// Whoever shoots while engaged gives an opening first, whatever the target; false when the shot is lost by it.
fn shoots_engaged(call: &Call<'_>, who: Thing) -> Result<bool, Fail> {
    const WHY: &str = "shoots while engaged";
    let engaged = call
        .generation
        .act(|act| provoke::engaged(&act.state, who))?;
    if !engaged.is_empty() {
        let strikers = call.command(|seat| provoke::provoke(seat, who, &engaged, WHY))?;
        opportunity::strikes(call, who, &strikers, WHY)?;
    }
    Ok(call.generation.act(|act| able(&act.state, who))?)
}

/// A Skirmish may end in new cover; one who was Hidden is so again behind full cover.
fn ends_in_cover(call: &Call<'_>, args: &Args, who: Thing, hidden: bool) -> Result<(), Fail> {
    let Some(cover) = args.text("cover").and_then(Cover::parse) else {
        return Ok(());
    };
    let ground = Ground {
        cover: Some(cover),
        ..Ground::default()
    };
    call.command(|seat| set(seat, who, ground))?;
    if hidden && cover == Cover::Full {
        effects::apply(call, who, "Hidden", None, None, "back in cover")?;
    }
    Ok(())
}

/// A strike that no turn pays for: worked out, rolled, done.
///
/// # Errors
/// As the roll and the hit.
pub fn strike(
    call: &Call<'_>,
    ask: &AttackAsk,
    outcomes: &Outcomes,
    lesser: &Lesser,
) -> Result<Rolled, Fail> {
    let worth = call.command(|seat| rule::worth(seat, ask))?;
    let ask = AttackAsk {
        roll: worth.roll.clone(),
        ..ask.clone()
    };
    rolled(call, &ask, worth.harm, outcomes, lesser)
}

/// The roll, and what its outcome does.
fn rolled(
    call: &Call<'_>,
    ask: &AttackAsk,
    harm: u32,
    outcomes: &Outcomes,
    lesser: &Lesser,
) -> Result<Rolled, Fail> {
    call.wields(ask.wield.name.clone())?;
    let context = Context {
        event: "roll",
        foe: Some(ask.foe),
        target: Some(ask.foe),
        ..Context::default()
    };
    // What hits first, then what else was tied to the outcome.
    let bare = perform(call, &ask.roll, &Outcomes::default(), &context)?;
    match bare.outcome {
        Outcome::Clean | Outcome::SuccessWithSb => lands(call, ask, harm)?,
        Outcome::Partial if outcomes.of(Outcome::Partial).is_empty() => {
            partial(call, ask, harm, lesser)?;
        }
        _ => {}
    }
    let context = Context {
        who: Some(ask.roll.who),
        roll: Some(Box::new(bare.clone())),
        ..context
    };
    for part in outcomes.of(bare.outcome) {
        effects::run(call, part, &context)?;
    }
    Ok(bare)
}

fn lands(call: &Call<'_>, ask: &AttackAsk, harm: u32) -> Result<(), Fail> {
    let hit = HitAsk {
        harm,
        why: ask.wield.name.clone(),
        armor: ask.wield.armor,
        tags: ask.wield.tags.clone(),
    };
    super::protect::hit(call, ask.foe, &hit)?;
    Ok(())
}

fn partial(call: &Call<'_>, ask: &AttackAsk, harm: u32, lesser: &Lesser) -> Result<(), Fail> {
    let who = ask.roll.who;
    let picked = match lesser {
        Lesser::Asked => which(call, who)?,
        named => named.clone(),
    };
    match picked {
        Lesser::Step | Lesser::Asked => {
            call.command(|seat| rolls::step(seat, who, 1, "a Partial gains ground"))
        }
        Lesser::Harm => lands(call, ask, harm.saturating_sub(1)),
        Lesser::Tick(timer) => effects::tick_named(call, &timer, 1, "a Partial").map(|_| ()),
        Lesser::Nothing => Ok(()),
    }
}

/// Asks what a Partial gives: a better place, or a tick of a timer that runs (R61).
fn which(call: &Call<'_>, who: Thing) -> Result<Lesser, Fail> {
    let state = call.generation.act(|act| act.state.clone())?;
    let running = state.timers_shown().filter(|timer| {
        state
            .timer(timer.id)
            .is_some_and(|timer| timer.status == TimerStatus::Running)
    });
    let names: Vec<(String, String)> = running
        .map(|timer| {
            (
                format!("{} +1", timers::label(&state, timer)),
                state.name(timer),
            )
        })
        .collect();
    const STEP: &str = "+1 step on the next roll";
    const NOTHING: &str = "nothing more";
    let mut choices = vec![STEP.to_owned()];
    choices.extend(names.iter().map(|(label, _)| label.clone()));
    choices.push(NOTHING.into());
    let question = Question {
        key: "partial".into(),
        who: None,
        text: format!(
            "{}'s attack is a Partial: what does it gain?",
            state.name(who)
        ),
        kind: QuestionKind::Pick {
            choices,
            optional: false,
        },
        default: Answer::Pick(Some(STEP.into())),
    };
    drop(state);
    Ok(match LuaSeat::new(*call).ask(question)? {
        Answer::Pick(Some(picked)) if picked == NOTHING => Lesser::Nothing,
        Answer::Pick(Some(picked)) => names
            .into_iter()
            .find(|(label, _)| *label == picked)
            .map_or(Lesser::Step, |(_, name)| Lesser::Tick(name)),
        _ => Lesser::Step,
    })
}

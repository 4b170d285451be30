//! What a spend of Story Beats does: paid first, then done; the bargain that may stand in its place (rules/01 §9).

use mlua::Value;

use super::table::overruling;
use super::{Call, Given, rolls_with};
use crate::rules::beats::{self as book, Spend};
use crate::rules::chair::Chair;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::timers::{TimerKind, TimerScope, printed_size};
use crate::rules::values::{Armor, ItemState};
use crate::script::args::{Args, Val, text};
use crate::script::effects::{self, Context};
use crate::script::lookup;
use crate::script::record::Ty;
use crate::script::seat::LuaSeat;
use crate::script::stop::{Fail, bad};
use crate::table::commands::foes::SpawnAsk;
use crate::table::commands::timers::StartAsk;
use crate::table::commands::{armor_of, beats, conditions, items, rolls, scenes};
use crate::table::event::Event;
use crate::table::fx::{Fx, To};
use crate::table::seat::Seat;
use crate::table::state::State;

/// The alarm that is raised where no timer is named, and its segments.
const ALARM: (&str, u32) = ("Alarm", 6);
/// Ticks of an alarm that was paid with two SB (R40).
const ALARM_TICKS: i32 = 2;
/// The DV of a trap that nobody has measured.
const TRAP_DV: u32 = 4;

/// Pays, offers the bargain if there is one, does what the spend says.
///
/// # Errors
/// A bank too small; a target that fits nothing; as what it does.
pub fn spend(call: &Call<'_>, args: &Args) -> Given {
    let why = call.why(args)?;
    overruling(call, args, || {
        rolls_with(call, args, || {
            let before = state(call)?.story.spent;
            match args.get("what") {
                Some(Val::Int(n)) => free(call, args, *n, &why)?,
                Some(Val::Text(name)) => named(call, args, name, &why)?,
                _ => {}
            }
            if let Some(omen) = args.raw("omen") {
                // One tick a spend, whatever it cost (R93).
                super::crown::touch(call, &super::crown::card(omen)?, &why)?;
            }
            advise(call, before)?;
            Ok(Value::Nil)
        })
    })
}

fn state(call: &Call<'_>) -> Result<State, Fail> {
    Ok(call.generation.act(|act| act.state.clone())?)
}

fn free(call: &Call<'_>, args: &Args, n: i64, why: &str) -> Result<(), Fail> {
    let n = u32::try_from(n)
        .ok()
        .filter(|n| *n > 0)
        .ok_or_else(|| bad("argument", "a spend is 1 SB or more"))?;
    let words = match (args.raw("target").and_then(text), why.is_empty()) {
        (Some(words), true) => words,
        _ => why.to_owned(),
    };
    let what = if words.is_empty() {
        "this spend"
    } else {
        &words
    };
    call.command(|seat| beats::spend(seat, n, what, &words))?;
    bargain(call, args)?;
    Ok(())
}

fn named(call: &Call<'_>, args: &Args, name: &str, why: &str) -> Result<(), Fail> {
    let what = Spend::lookup(name).map_err(|e| bad("unknown_word", e.to_string()))?;
    let what = fitting(call, args, what)?;
    let price = what.price(&call.generation.catalog().switches);
    let words = if why.is_empty() {
        what.to_string()
    } else {
        format!("{what}: {why}")
    };
    call.command(|seat| beats::spend(seat, price, &words, &words))?;
    if bargain(call, args)? {
        return Ok(());
    }
    let why = if why.is_empty() {
        what.to_string()
    } else {
        why.to_owned()
    };
    match what {
        Spend::Tick => ticks(call, &named_target(call, args, what, "a timer")?, 1, &why),
        Spend::Scarcity => ticks(call, &target_or(call, args, "Supply"), 1, &why),
        Spend::Campaign => ticks(call, &target_or(call, args, "Campaign"), 1, &why),
        Spend::Alarm => alarm(call, args, &why),
        Spend::Noise => noise(call, args, &why),
        Spend::Step => step(call, args, &why),
        Spend::Cover => cover(call, args, &why),
        Spend::Attack => attack(call, args),
        Spend::Gear => gear(call, args, &why),
        Spend::Join | Spend::Reinforce => joins(call, args, what),
        Spend::Trap => trap(call, args, &why),
    }
}

/// A tick costs what its timer costs (R40): `spend tick campaign` is a campaign tick, and a campaign tick isn't spent on a
/// timer of the scene.
fn fitting(call: &Call<'_>, args: &Args, what: Spend) -> Result<Spend, Fail> {
    if !matches!(what, Spend::Tick | Spend::Campaign) {
        return Ok(what);
    }
    let Some(name) = target_name(call, args) else {
        return Ok(what);
    };
    let Some((kind, scope)) = kind_of(call, args, &name)? else {
        return Ok(what);
    };
    let right = Spend::tick_on(TimerKind::parse(&kind).unwrap_or(TimerKind::Custom), scope);
    if what == Spend::Campaign && right != Spend::Campaign {
        return Err(bad(
            "target",
            format!(
                "{name} is no campaign timer: spend {} {}",
                right.word(),
                name.to_lowercase()
            ),
        ));
    }
    Ok(right)
}

/// Kind and scope of the timer that is named: one at the table, else a declared one.
fn kind_of(call: &Call<'_>, args: &Args, name: &str) -> Result<Option<(String, TimerScope)>, Fail> {
    let live = match lookup::timer(call, args.raw("target").unwrap_or(&Value::Nil))? {
        Some(Val::One(timer)) => call.generation.act(|act| {
            act.state
                .timer(timer.id)
                .map(|timer| (timer.kind.clone(), timer.scope))
        })?,
        _ => None,
    };
    let declared = || {
        call.generation
            .catalog()
            .timers
            .get(name)
            .map(|def| (def.kind.clone(), def.scope))
    };
    Ok(live.or_else(declared))
}

fn target_name(call: &Call<'_>, args: &Args) -> Option<String> {
    args.raw("target")
        .and_then(|value| text(value).or_else(|| lookup::name_of(call, value)))
}

fn target_or(call: &Call<'_>, args: &Args, name: &str) -> String {
    target_name(call, args).unwrap_or_else(|| name.to_owned())
}

fn named_target(call: &Call<'_>, args: &Args, what: Spend, of: &str) -> Result<String, Fail> {
    target_name(call, args)
        .ok_or_else(|| bad("argument", format!("spend {} needs {of}", what.word())))
}

fn ticks(call: &Call<'_>, timer: &str, n: i32, why: &str) -> Result<(), Fail> {
    effects::tick_named(call, timer, n, why)?;
    Ok(())
}

/// Is the target a timer, at the table or declared?
fn is_timer(call: &Call<'_>, args: &Args) -> Result<bool, Fail> {
    let Some(value) = args.raw("target") else {
        return Ok(false);
    };
    Ok(match lookup::timer(call, value)? {
        Some(Val::One(_)) => true,
        Some(Val::Text(name)) => call.generation.catalog().timers.get(&name).is_some(),
        _ => false,
    })
}

/// Somebody hears it: the alarm starts, or the timer that is named, and ticks for both SB.
fn alarm(call: &Call<'_>, args: &Args, why: &str) -> Result<(), Fail> {
    if is_timer(call, args)? {
        return ticks(call, &target_or(call, args, ALARM.0), ALARM_TICKS, why);
    }
    let name = target_or(call, args, ALARM.0);
    let ask = StartAsk {
        size: Some(ALARM.1),
        kind: Some(TimerKind::Threat.word().to_owned()),
        ..StartAsk::default()
    };
    let timer = effects::start(call, &name, &ask)?;
    effects::tick(call, timer, ALARM_TICKS, why)
}

/// A noise, a trace: a timer ticks, one who hides is Hidden no more; else it is words.
fn noise(call: &Call<'_>, args: &Args, why: &str) -> Result<(), Fail> {
    if is_timer(call, args)? {
        return ticks(call, &target_or(call, args, ""), 1, why);
    }
    let Some(value) = args.raw("target") else {
        return effects::say(call, why);
    };
    if let Some(who) = lookup::creature(call, Ty::Who, value)? {
        uncover(call, who, why)?;
    }
    Ok(())
}

/// One step worse: somebody's next roll, or the scene's Position.
fn step(call: &Call<'_>, args: &Args, why: &str) -> Result<(), Fail> {
    if let Some(value) = args.raw("target") {
        let who = lookup::creature(call, Ty::Who, value)?
            .ok_or_else(|| bad("argument", "this spend needs a creature: spend step lyra"))?;
        return call.command(|seat| rolls::step(seat, who, -1, why));
    }
    let position = state(call)?.scene.position;
    if position.steps_left_down() == 0 {
        return Err(bad(
            "target",
            "the scene is Desperate already: no step is left to take",
        ));
    }
    call.command(|seat| scenes::set_position(seat, position.step(-1)))
}

/// What hides or covers somebody comes off.
fn uncover(call: &Call<'_>, who: Thing, why: &str) -> Result<(), Fail> {
    let state = state(call)?;
    let all: Vec<String> = state
        .body(who)
        .map(|body| body.conditions.iter().map(|one| one.name.clone()).collect())
        .unwrap_or_default();
    for condition in all {
        let word = crate::table::names::fold(&condition);
        if word == "hidden" || word.contains("cover") {
            call.command(|seat| conditions::lift(seat, who, &condition, why))?;
        }
    }
    Ok(())
}

fn cover(call: &Call<'_>, args: &Args, why: &str) -> Result<(), Fail> {
    let who = character(call, args, "Who loses cover?")?;
    uncover(call, who, why)?;
    call.command(|seat| rolls::step(seat, who, -1, why))
}

/// A foe strikes: the one that is named, at the one that is named.
fn attack(call: &Call<'_>, args: &Args) -> Result<(), Fail> {
    let foe = match args.raw("target") {
        Some(value) => lookup::creature(call, Ty::Foe, value)?,
        None => {
            let foes: Vec<Thing> = state(call)?.foes_present().collect();
            Some(one_of(
                call,
                "spend foe",
                "Which foe strikes?",
                &foes,
                "no foe is at the table",
            )?)
        }
    };
    let Some(foe) = foe else {
        return Err(bad(
            "argument",
            "this spend needs a foe: spend attack troll",
        ));
    };
    let who = match args.thing("at") {
        Some(who) => who,
        None => {
            let party: Vec<Thing> = state(call)?.party().collect();
            one_of(
                call,
                "spend at",
                "At whom?",
                &party,
                "nobody is there to be struck",
            )?
        }
    };
    super::foes::strike(call, args, foe, who)?;
    Ok(())
}

/// The character that is named, or asked for.
fn character(call: &Call<'_>, args: &Args, question: &str) -> Result<Thing, Fail> {
    if let Some(value) = args.raw("target") {
        return lookup::creature(call, Ty::Pc, value)?
            .ok_or_else(|| bad("argument", "this spend needs a character: spend cover lyra"));
    }
    let party: Vec<Thing> = state(call)?.party().collect();
    one_of(call, "spend who", question, &party, "nobody is there")
}

/// One of several things, asked of the GM where there is a choice.
fn one_of(
    call: &Call<'_>,
    key: &str,
    question: &str,
    things: &[Thing],
    none: &str,
) -> Result<Thing, Fail> {
    let state = state(call)?;
    let names: Vec<String> = things.iter().map(|thing| state.name(*thing)).collect();
    let at = choose(call, key, question, &names, 0, none)?;
    Ok(things[at])
}

/// Asks the GM for one of the choices; where there is only one, it is that.
fn choose(
    call: &Call<'_>,
    key: &str,
    question: &str,
    choices: &[String],
    default: usize,
    none: &str,
) -> Result<usize, Fail> {
    match choices {
        [] => return Err(bad("target", none)),
        [_] => return Ok(0),
        _ => {}
    }
    let question = Question {
        key: key.to_owned(),
        who: None,
        text: question.to_owned(),
        kind: QuestionKind::Pick {
            choices: choices.to_vec(),
            optional: false,
        },
        default: Answer::Pick(choices.get(default).cloned()),
    };
    let answer = LuaSeat::new(*call).ask(question)?;
    Ok(match answer {
        Answer::Pick(Some(picked)) => choices
            .iter()
            .position(|choice| *choice == picked)
            .unwrap_or(default),
        _ => default,
    })
}

/// Gear of somebody is a state worse: what is named, else what the GM picks of what still can break.
fn gear(call: &Call<'_>, args: &Args, why: &str) -> Result<(), Fail> {
    let whose = match args.raw("target") {
        Some(value) => vec![
            lookup::creature(call, Ty::Who, value)?
                .ok_or_else(|| bad("argument", "this spend needs a creature: spend gear lyra"))?,
        ],
        None => state(call)?.party().collect(),
    };
    let all = breakable(call, &whose, args.text("item"))?;
    let state = state(call)?;
    let none = match whose.as_slice() {
        [one] => format!("{} has no gear left that could break", state.name(*one)),
        _ => "nobody has gear left that could break".to_owned(),
    };
    // Of one person the armor goes before the weapon; among several the GM says.
    let at = if args.raw("target").is_some() {
        if all.is_empty() {
            return Err(bad("target", none));
        }
        0
    } else {
        let names: Vec<String> = all
            .iter()
            .map(|(who, item, now)| format!("{}'s {item} ({now})", state.name(*who)))
            .collect();
        choose(call, "spend gear", "Whose gear?", &names, 0, &none)?
    };
    let (who, item, _) = all[at];
    call.command(|seat| items::degrade(seat, who, item, why))?;
    Ok(())
}

/// What these people carry that isn't broken yet.
fn breakable(
    call: &Call<'_>,
    whose: &[Thing],
    only: Option<&str>,
) -> Result<Vec<(Thing, &'static str, ItemState)>, Fail> {
    let seat = LuaSeat::new(*call);
    let state = state(call)?;
    let mut all = Vec::new();
    for who in whose {
        for item in ["armor", "weapon"] {
            let has = match item {
                "armor" => armor_of(&seat, &state, *who) != Armor::None,
                _ => who.kind == ThingKind::Pc,
            };
            let now = items::state_of(&seat, *who, item);
            if has && now != ItemState::Compromised && only.is_none_or(|only| only == item) {
                all.push((*who, item, now));
            }
        }
    }
    Ok(all)
}

/// An adversary joins. Which: as named, else asked, weakest first; what its TL means here is said.
fn joins(call: &Call<'_>, args: &Args, what: Spend) -> Result<(), Fail> {
    let catalog = call.generation.catalog();
    let state = state(call)?;
    let strongest = state
        .foes_present()
        .filter_map(|foe| state.foe(foe.id))
        .filter_map(|foe| Some((catalog.adversaries.get(&foe.def)?.tl, foe.name.clone())))
        .max();
    let name = match target_name(call, args) {
        Some(name) => name,
        None => {
            // The campaign's own before those that ship with the program, weakest first.
            let mut known: Vec<(bool, u8, String)> = catalog
                .adversaries
                .iter()
                .map(|def| (def.place.file.starts_with('@'), def.tl, def.name.clone()))
                .collect();
            known.sort();
            let mut all: Vec<(u8, String)> =
                known.into_iter().map(|(_, tl, name)| (tl, name)).collect();
            let weaker: Vec<_> = all
                .iter()
                .filter(|(tl, _)| strongest.as_ref().is_none_or(|(most, _)| tl < most))
                .cloned()
                .collect();
            if what == Spend::Join && !weaker.is_empty() {
                all = weaker;
            }
            let shown: Vec<String> = all
                .iter()
                .map(|(tl, name)| format!("{name} (TL {tl})"))
                .collect();
            let at = choose(
                call,
                "spend adversary",
                "Who joins?",
                &shown,
                0,
                "no adversary is declared",
            )?;
            all[at].1.clone()
        }
    };
    let n = args.count("n").unwrap_or(1);
    effects::spawn(call, &name, n, &SpawnAsk::default())?;
    if let (Some(def), Some((most, foe)), Spend::Join) =
        (catalog.adversaries.get(&name), strongest, what)
        && def.tl >= most
    {
        let notice = format!(
            "a weaker foe joins for 2 SB: {} has TL {}, {foe} has TL {most}",
            def.name, def.tl
        );
        call.generation.act(|act| act.notices.push(notice))?;
    }
    Ok(())
}

/// A trap fires: a hit for DV − 2 (rules/02 §9).
fn trap(call: &Call<'_>, args: &Args, why: &str) -> Result<(), Fail> {
    let whom = match args.raw("target") {
        Some(value) => match lookup::creatures(call, value)? {
            Some(Val::One(who)) => vec![who],
            Some(Val::Several(all)) => all,
            _ => {
                return Err(bad(
                    "argument",
                    "this spend needs somebody: spend trap lyra",
                ));
            }
        },
        None => vec![character(call, args, "Who springs it?")?],
    };
    let dv = args.count("dv").unwrap_or(TRAP_DV);
    let harm = args.count("harm").unwrap_or(dv.saturating_sub(2));
    for who in whom {
        let fx = Fx {
            to: Some(To::Thing(who)),
            hit: Some(harm).filter(|harm| *harm > 0),
            why: Some(why.to_owned()),
            ..Fx::default()
        };
        effects::run_fx(call, &fx, &Context::default())?;
    }
    Ok(())
}

/// Offers something milder in place of the effect; true where it is taken. Taking it is the player's choice.
fn bargain(call: &Call<'_>, args: &Args) -> Result<bool, Fail> {
    let Some(milder) = args.text("bargain") else {
        if args.has("owed") || args.has("with") {
            return Err(bad(
                "argument",
                "with and owed belong to a bargain: bargain = \"what happens instead\"",
            ));
        }
        return Ok(false);
    };
    let state = state(call)?;
    let named = match args.raw("target") {
        Some(value) => lookup::creature(call, Ty::Pc, value).ok().flatten(),
        None => None,
    };
    let who = match args.thing("with").or(named) {
        Some(who) => who,
        None => {
            let party: Vec<Thing> = state.party().collect();
            one_of(
                call,
                "bargain with",
                "Who is offered the bargain?",
                &party,
                "nobody is there",
            )?
        }
    };
    let owed = args.text("owed");
    let favor = owed.map_or_else(
        || ", and a favor is owed".to_owned(),
        |owed| format!(", and this is owed: {owed}"),
    );
    let text = format!("A bargain: {milder}{favor}. Take it?");
    let question = Question::yes_no("bargain", Some(who), text, false);
    if LuaSeat::new(*call).ask(question)? != Answer::Yes(true) {
        return Ok(false);
    }
    let words = format!("{} takes a bargain: {milder}{favor}", state.name(who));
    effects::say(call, &words)?;
    call.command(|seat| {
        seat.emit(Event::Noted {
            text: words.clone(),
        })?;
        Ok(())
    })?;
    if let Some(owed) = owed {
        let ask = StartAsk {
            size: printed_size(TimerKind::Promise),
            kind: Some(TimerKind::Promise.word().to_owned()),
            scope: Some(TimerScope::Campaign),
            owner: Some(who),
            ..StartAsk::default()
        };
        effects::start(call, owed, &ask)?;
    }
    Ok(true)
}

/// Says so when a scene has spent more than the rulebook advises; advice, never a limit (R19).
fn advise(call: &Call<'_>, before: u32) -> Result<(), Fail> {
    call.generation.act(|act| {
        let (now, tier) = (act.state.story.spent, scenes::highest_tier(&act.state));
        let passed = |mark: u32| before <= mark && now > mark;
        let budget = book::budget(tier);
        if passed(budget) || passed(book::CEILING) || passed(book::CLIMAX_CEILING) {
            act.notices.push(format!(
                "{now} SB spent in this scene: {budget} is the advice for Tier {tier}, {} the most, {} in a climax",
                book::CEILING,
                book::CLIMAX_CEILING
            ));
        }
    })?;
    Ok(())
}

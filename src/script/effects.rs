//! What happens, done: effects tables in their printed order, then the function.

use mlua::Value;

pub use super::foes::{phases, spawn};
use super::react;
use super::seat::LuaSeat;
use super::stop::{Fail, Stop, bad};
use super::verbs::Call;
use crate::rules::chair::Chair;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::roll::Rolled;
use crate::rules::timers::{TimerKind, printed_size};
use crate::rules::values::Period;
use crate::table::catalog::Do;
use crate::table::commands::conditions::CameOn;
use crate::table::commands::hits::HitAsk;
use crate::table::commands::{beats, boons, conditions, foes, rolls, scenes, timers, tracks};
use crate::table::event::{Audience, Event};
use crate::table::fx::{Fx, To};
use crate::table::seat::Seat;

/// What an effect is about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Context {
    /// The event's name, for the function's `e.name`.
    pub event: &'static str,
    /// Whom it befalls.
    pub who: Option<Thing>,
    /// The foe whose move or phase it is.
    pub foe: Option<Thing>,
    /// The move's name.
    pub mv: Option<String>,
    /// What was paid.
    pub cost: Option<u32>,
    /// What went wrong for who acts: it is about them, not about the target.
    pub own: bool,
    /// The target.
    pub target: Option<Thing>,
    /// All targets.
    pub targets: Vec<Thing>,
    /// The timer.
    pub timer: Option<Thing>,
    /// The roll.
    pub roll: Option<Box<Rolled>>,
    /// A draw: deck, codes, reshuffled.
    pub draw: Option<(Thing, Vec<String>, bool)>,
    /// The card whose own effect it is.
    pub card: Option<String>,
    /// More fields, as a fact has them: old, new, n, deed …
    pub fact: Option<Box<Event>>,
    /// In place of an event: the arguments of a command.
    pub argument: Option<mlua::Table>,
}

impl Context {
    /// Whom an effect is about, if it doesn't say: the target, or who it befalls; of what went wrong, who acted.
    fn about(&self) -> Vec<Thing> {
        if self.own && self.who.is_some() {
            return self.who.into_iter().collect();
        }
        if !self.targets.is_empty() {
            return self.targets.clone();
        }
        self.target.or(self.who).into_iter().collect()
    }
}

/// Does the data part, then the function.
///
/// # Errors
/// A refusal, a script's own failure, a stop.
pub fn run(call: &Call<'_>, what: &Do, context: &Context) -> Result<(), Fail> {
    if let Some(fx) = &what.fx {
        run_fx(call, fx, context)?;
    }
    if let Some(function) = what.run {
        react::call_function(call, function, context)?;
    }
    Ok(())
}

fn whom(call: &Call<'_>, fx: &Fx, context: &Context, what: &str) -> Result<Vec<Thing>, Fail> {
    let found = match &fx.to {
        None => context.about(),
        Some(To::Target) => {
            if context.targets.is_empty() {
                context.target.into_iter().collect()
            } else {
                context.targets.clone()
            }
        }
        Some(To::Who) => context.who.into_iter().collect(),
        Some(To::Party) => return Ok(call.generation.act(|act| act.state.party().collect())?),
        // Whose doing it is: the talent's owner, the foe whose move it is.
        Some(To::Own) => {
            let by = call
                .generation
                .act(|act| act.causes.last().and_then(|cause| cause.by))?;
            by.or(context.foe).or(context.who).into_iter().collect()
        }
        Some(To::Thing(thing)) => vec![*thing],
        Some(To::Named(name)) => {
            let value = Value::String(call.lua.create_string(name)?);
            super::lookup::creature(call, super::record::Ty::Who, &value)?
                .into_iter()
                .collect()
        }
    };
    if found.is_empty() {
        return Err(bad(
            "effect",
            format!("{what}: on whom? Say so with to = \"party\", \"who\", \"target\" or a name"),
        ));
    }
    Ok(found)
}

/// Does an effects table, in the order of its keys (left column of the reference first).
///
/// # Errors
/// As [`run`].
pub fn run_fx(call: &Call<'_>, fx: &Fx, context: &Context) -> Result<(), Fail> {
    let why = match &fx.why {
        Some(why) => why.clone(),
        None => call.generation.act(|act| {
            act.causes
                .get(1..)
                .and_then(|inner| inner.last())
                .map(|cause| cause.words.clone())
                .unwrap_or_default()
        })?,
    };
    if let Some(words) = &fx.say {
        say(call, words)?;
    }
    if let Some(harm) = fx.hit {
        let ask = HitAsk {
            harm,
            why: why.clone(),
            ..HitAsk::default()
        };
        for who in whom(call, fx, context, "hit")? {
            super::verbs::hit(call, who, &ask)?;
        }
    }
    if let Some(n) = fx.fatigue {
        for who in whom(call, fx, context, "fatigue")? {
            call.command(|seat| tracks::mark(seat, who, "fatigue", n, &why))?;
        }
    }
    if let Some(condition) = &fx.apply {
        let condition = super::lookup::condition(call, condition)?;
        for who in whom(call, fx, context, "apply")? {
            apply(call, who, &condition, fx.lasts, None, &why)?;
        }
    }
    if let Some(n) = fx.step {
        for who in whom(call, fx, context, "step")? {
            call.command(|seat| rolls::step(seat, who, n, &why))?;
        }
    }
    if let Some(position) = fx.position {
        call.command(|seat| scenes::set_position(seat, position))?;
    }
    for (name, n) in &super::contest::acting_first(call, &fx.tick)? {
        tick_named(call, name, *n, &why)?;
    }
    if let Some(name) = &fx.start {
        start(call, name, &timers::StartAsk::default())?;
    }
    if let Some(name) = &fx.stop
        && let Some(timer) = at_table(call, name)?
    {
        call.command(|seat| timers::stop(seat, timer, &why))?;
    }
    for (name, n) in &fx.spawn {
        spawn(call, name, *n, &foes::SpawnAsk::default())?;
    }
    if let Some(n) = fx.gain {
        call.command(|seat| beats::gain(seat, n, &why))?;
    }
    if let Some(n) = fx.earn {
        for who in whom(call, fx, context, "earn")? {
            call.command(|seat| boons::earn(seat, who, n, &why))?;
        }
    }
    Ok(())
}

/// A condition comes on somebody; where it doesn't, a notice says so.
///
/// # Errors
/// As [`conditions::apply`].
pub fn apply(
    call: &Call<'_>,
    who: Thing,
    condition: &str,
    lasts: Option<Period>,
    escape: Option<(String, u8)>,
    why: &str,
) -> Result<(), Fail> {
    let came =
        call.command(|seat| conditions::apply(seat, who, condition, lasts, escape.clone(), why))?;
    if came == CameOn::Now {
        super::perils::afraid_of(call, who, None)?;
        super::perils::held_by(call, who, condition)?;
    }
    call.generation.act(|act| {
        let name = act.state.name(who);
        act.notices.extend(match came {
            CameOn::Now => None,
            CameOn::Already => Some(format!("{name} is {condition} already")),
            CameOn::Cancelled(why) => Some(format!("{name} doesn't become {condition}: {why}")),
        });
    })?;
    Ok(())
}

/// Words that players read.
///
/// # Errors
/// A stop.
pub fn say(call: &Call<'_>, words: &str) -> Result<(), Fail> {
    call.command(|seat| {
        seat.emit(Event::Said {
            audience: Audience::Table,
            text: words.to_owned(),
        })?;
        Ok(())
    })
}

/// The timer at the table that a name means.
///
/// # Errors
/// Two of that name: both are listed.
fn at_table(call: &Call<'_>, name: &str) -> Result<Option<Thing>, Fail> {
    let found = call
        .generation
        .act(|act| timers::one::<Stop>(&act.state, name))?;
    Ok(found?)
}

/// Ticks a timer by name: one that is at the table, or a declared one, which is started then.
///
/// # Errors
/// A name that nothing has, with close ones.
pub fn tick_named(call: &Call<'_>, name: &str, n: i32, why: &str) -> Result<Thing, Fail> {
    let timer = match at_table(call, name)? {
        Some(timer) => timer,
        None if call.generation.catalog().timers.get(name).is_some() => {
            // A contest that is decided stays so until somebody starts it anew.
            if let Some((timer, winner)) =
                call.generation.act(|act| timers::lost(&act.state, name))?
            {
                let notice = format!("{name} doesn't tick: {winner} was first");
                call.generation.act(|act| act.notices.push(notice))?;
                return Ok(timer);
            }
            start(call, name, &timers::StartAsk::default())?
        }
        None => return Err(super::lookup::unknown_timer(call, name)),
    };
    tick(call, timer, n, why)?;
    Ok(timer)
}

/// Starts a timer; one that runs is given back as it is, with a notice.
///
/// # Errors
/// As [`timers::start`]; more timers than the limit.
pub fn start(call: &Call<'_>, name: &str, ask: &timers::StartAsk) -> Result<Thing, Fail> {
    let declared = call.generation.catalog().timers.get(name).is_some();
    let printed = ask
        .kind
        .as_deref()
        .and_then(TimerKind::parse)
        .and_then(printed_size);
    if ask.size.is_none()
        && printed.is_none()
        && !declared
        && call
            .generation
            .act(|act| timers::at_table(&act.state, name).is_empty())?
    {
        return Err(match super::lookup::unknown_timer(call, name) {
            Fail::Bad(fault) => Fail::Bad(Box::new(fault.help(format!(
                "with a size it is made on the spot: start {} 4",
                name.to_lowercase()
            )))),
            fail => fail,
        });
    }
    if !declared {
        super::lookup::good_name("timer", name)?;
    }
    let most = call.generation.limits.timers;
    // One that was stopped takes no place, but isn't forgotten either while its scene lasts.
    let (shown, all) = call
        .generation
        .act(|act| (act.state.timers_shown().count(), act.state.timers.len()))?;
    if shown >= most || all >= 10 * most {
        return Err(bad("limit", format!("a table holds {most} timers at most")));
    }
    let started = call.command(|seat| timers::start(seat, name, ask))?;
    if let timers::Started::Running(timer) = started {
        call.generation.act(|act| {
            let words = act
                .state
                .timer(timer.id)
                .map(|t| format!("{} runs already: {} of {}", t.name, t.filled, t.size));
            act.notices.extend(words);
        })?;
    }
    Ok(started.timer())
}

/// Ticks a timer, then does what its thresholds and its fill say.
///
/// # Errors
/// As its parts: a part of the act that fails aborts it.
pub fn tick(call: &Call<'_>, timer: Thing, n: i32, why: &str) -> Result<(), Fail> {
    let left = super::road::spared(call, timer, n, why)?;
    if left == 0 && n != 0 {
        return Ok(());
    }
    match counted(call, timer, left, why)? {
        Some(done) => super::road::ticked(call, &done),
        None => Ok(()),
    }
}

/// The tick itself, and what the timer's definition does at it; nothing where it doesn't tick.
fn counted(
    call: &Call<'_>,
    timer: Thing,
    n: i32,
    why: &str,
) -> Result<Option<timers::TickedTimer>, Fail> {
    let name = call.generation.act(|act| act.state.name(timer))?;
    let done = call.command(|seat| timers::tick(seat, timer, n, why))?;
    if let Some(why) = &done.cancelled {
        let notice = format!("{name} doesn't tick: {why}");
        call.generation.act(|act| act.notices.push(notice))?;
        return Ok(None);
    }
    if done.idle && n != 0 {
        call.generation.act(|act| {
            let status = act.state.timer(timer.id).map(|timer| timer.status);
            let words = match status {
                Some(crate::table::state::TimerStatus::Full) => "is full: nothing fires twice",
                Some(crate::table::state::TimerStatus::Paused) => "is paused",
                _ => "isn't running",
            };
            act.notices.push(format!("{name} {words}"));
        })?;
        return Ok(None);
    }
    let catalog = call.generation.catalog();
    let Some(def) = catalog.timers.get(&name).cloned() else {
        if done.filled {
            fill_on_the_spot(call, timer, &name)?;
            opposed(call, timer)?;
        }
        return Ok(Some(done));
    };
    let context = Context {
        event: "tick",
        timer: Some(timer),
        fact: Some(Box::new(Event::Ticked {
            timer,
            old: done.old,
            new: done.new,
            why: why.to_owned(),
        })),
        ..Context::default()
    };
    let owner = call
        .generation
        .act(|act| act.state.timer(timer.id).and_then(|timer| timer.owner))?;
    let context = Context {
        who: owner,
        ..context
    };
    if done.new != done.old {
        call.doing(format!("{name} ticks"), None, || {
            run(call, &def.on_tick, &context)
        })?;
    }
    for at in &def.at {
        // Upward, once a run: not again after a tick back.
        if at.filled > done.old && at.filled <= done.new && at.filled > done.fired {
            call.doing(format!("{name} at {}", at.filled), None, || {
                run(call, &at.what, &context)
            })?;
        }
    }
    if done.filled {
        let context = Context {
            event: "fill",
            ..context
        };
        call.doing(format!("{name} fills"), None, || {
            run(call, &def.on_fill, &context)
        })?;
        fill_on_the_spot(call, timer, &name)?;
        if def.on_fill.is_empty() {
            opposed(call, timer)?;
        }
        if def.repeats {
            call.command(|seat| timers::restart(seat, timer, def.grow))?;
        }
    }
    Ok(Some(done))
}

/// What full opposition does where nobody has said otherwise: the Position worsens, or what is asked becomes impossible, as
/// the GM says (rules/03 §3).
fn opposed(call: &Call<'_>, timer: Thing) -> Result<(), Fail> {
    let (opposition, position) = call.generation.act(|act| {
        let one = act.state.timer(timer.id);
        let own = one.is_some_and(|timer| timer.on_fill.is_some());
        let kind = one.and_then(|timer| TimerKind::parse(&timer.kind));
        (
            kind == Some(TimerKind::Opposition) && !own,
            act.state.scene.position,
        )
    })?;
    if !opposition {
        return Ok(());
    }
    const WORSE: &str = "the Position worsens";
    const OVER: &str = "it becomes impossible";
    let question = Question {
        key: "opposition".into(),
        who: None,
        text: "The opposition is full: what comes of it?".into(),
        kind: QuestionKind::Pick {
            choices: vec![WORSE.into(), OVER.into()],
            optional: false,
        },
        default: Answer::Pick(Some(
            if position.steps_left_down() > 0 {
                WORSE
            } else {
                OVER
            }
            .into(),
        )),
    };
    match LuaSeat::new(*call).ask(question)? {
        Answer::Pick(Some(picked)) if picked == WORSE => {
            call.command(|seat| scenes::set_position(seat, position.step(-1)))
        }
        _ => say(call, "What was asked for becomes impossible."),
    }
}

fn fill_on_the_spot(call: &Call<'_>, timer: Thing, name: &str) -> Result<(), Fail> {
    let (fx, owner) = call.generation.act(|act| {
        act.state
            .timer(timer.id)
            .map(|timer| (timer.on_fill.clone(), timer.owner))
            .unwrap_or_default()
    })?;
    let Some(fx) = fx else { return Ok(()) };
    let context = Context {
        event: "fill",
        timer: Some(timer),
        who: owner,
        ..Context::default()
    };
    call.doing(format!("{name} fills"), None, || {
        run_fx(call, &fx, &context)
    })
}

/// Is it a creature?
#[must_use]
pub fn is_creature(thing: Thing) -> bool {
    matches!(
        thing.kind,
        ThingKind::Pc | ThingKind::Foe | ThingKind::Spirit
    )
}

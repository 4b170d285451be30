//! Timers: started, ticked, stopped (rules/03 §1, §2). A timer fires once a run; surplus ticks are lost.

use crate::rules::ids::{Thing, ThingKind};
use crate::rules::refusal::{Halt, Refusal};
use crate::rules::timers::{
    Countable, MOST_SEGMENTS, TimerKind, TimerOwner, WORK_SEGMENTS, check_three, counts,
    printed_size, tick_amount,
};
use crate::rules::values::Period;
use crate::table::catalog::{Scope, TimerDef};
use crate::table::event::Event;
use crate::table::fx::Fx;
use crate::table::names;
use crate::table::seat::{Done, Seat};
use crate::table::state::{State, Timer, TimerStatus};
use crate::table::story::StoryFact;

/// What a start may say besides the name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartAsk {
    /// Segments, 1–100.
    pub size: Option<u32>,
    /// Kind.
    pub kind: Option<String>,
    /// Scope.
    pub scope: Option<Scope>,
    /// Whose it is.
    pub owner: Option<Thing>,
    /// Hidden from players.
    pub hidden: Option<bool>,
    /// What happens when it fills; data only.
    pub on_fill: Option<Fx>,
}

/// What a start came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Started {
    /// A new one, or anew at 0.
    New(Thing),
    /// It was running already.
    Running(Thing),
}

impl Started {
    /// The timer.
    #[must_use]
    pub fn timer(self) -> Thing {
        match self {
            Started::New(timer) | Started::Running(timer) => timer,
        }
    }
}

/// What a timer is called where another of its name is at the table too: "Flood (campaign)". Else its name.
#[must_use]
pub fn label(state: &State, timer: Thing) -> String {
    let name = state.name(timer);
    let namesakes = state
        .timers_shown()
        .filter(|other| names::same(&state.name(*other), &name))
        .count();
    match state.timer(timer.id) {
        Some(one) if namesakes > 1 => format!("{name} ({})", one.scope.word()),
        _ => name,
    }
}

/// The timers at the table, full ones included, that a name means: by the name alone, or with the scope ("Flood
/// (campaign)"). Two timers of one name are both meant.
#[must_use]
pub fn at_table(state: &State, name: &str) -> Vec<Thing> {
    let called = |test: &dyn Fn(Thing, &Timer) -> bool| -> Vec<Thing> {
        state
            .timers_shown()
            .filter(|thing| {
                state
                    .timer(thing.id)
                    .is_some_and(|timer| test(*thing, timer))
            })
            .collect()
    };
    let found = called(&|_, timer| names::same(&timer.name, name));
    if !found.is_empty() || !name.trim_end().ends_with(')') {
        return found;
    }
    called(&|_, timer| names::same(&format!("{} ({})", timer.name, timer.scope.word()), name))
}

/// The one timer at the table that a name means.
///
/// # Errors
/// Two of that name: the refusal lists both.
pub fn one<S>(state: &State, name: &str) -> Result<Option<Thing>, Halt<S>> {
    match at_table(state, name).as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(*one)),
        several => Err(Refusal::Impossible {
            what: name.to_owned(),
            why: several_of(state, name, several),
        }
        .halt()),
    }
}

/// The sentence for a name that several timers have.
#[must_use]
pub fn several_of(state: &State, name: &str, timers: &[Thing]) -> String {
    let labels: Vec<String> = timers.iter().map(|timer| label(state, *timer)).collect();
    names::several("timer", name, &labels)
}

/// The timer that a start of this name means: one at the table, or the last one taken off it; with a scope, of that
/// scope alone.
fn meant<S>(state: &State, name: &str, scope: Option<Scope>) -> Result<Option<Thing>, Halt<S>> {
    let scoped = |timer: &Timer| scope.is_none_or(|scope| timer.scope == scope);
    let shown: Vec<Thing> = at_table(state, name)
        .into_iter()
        .filter(|thing| state.timer(thing.id).is_some_and(scoped))
        .collect();
    match shown.as_slice() {
        [one] => return Ok(Some(*one)),
        [] => {}
        _ => return one(state, name),
    }
    Ok(state
        .timers
        .iter()
        .rev()
        .find(|(_, timer)| {
            timer.status == TimerStatus::Stopped && names::same(&timer.name, name) && scoped(timer)
        })
        .map(|(id, _)| Thing {
            kind: ThingKind::Timer,
            id: *id,
        }))
}

/// A contest's loser of this name: it was stopped when the other half, which is still at the table, filled. With the
/// winner's name.
#[must_use]
pub fn lost(state: &State, name: &str) -> Option<(Thing, String)> {
    let (id, timer) = state.timers.iter().rev().find(|(_, timer)| {
        timer.status == TimerStatus::Stopped && names::same(&timer.name, name)
    })?;
    let winner = other_half(state, timer)?;
    let full = state
        .timer(winner.id)
        .is_some_and(|winner| winner.status == TimerStatus::Full);
    let loser = Thing {
        kind: ThingKind::Timer,
        id: *id,
    };
    full.then(|| (loser, state.name(winner)))
}

/// The other half of a contest: of this name, in the same scope before any other.
#[must_use]
pub fn other_half(state: &State, timer: &Timer) -> Option<Thing> {
    let all = at_table(state, timer.against.as_deref()?);
    let same = all.iter().find(|one| {
        state
            .timer(one.id)
            .is_some_and(|one| one.scope == timer.scope)
    });
    same.or(all.first()).copied()
}

fn countable(timer: &Timer) -> Countable {
    Countable {
        kind: TimerKind::parse(&timer.kind).unwrap_or(TimerKind::Custom),
        scope: timer.scope,
        owner: if timer.owner.is_some() {
            TimerOwner::Player
        } else {
            TimerOwner::Gm
        },
        running: matches!(timer.status, TimerStatus::Running | TimerStatus::Paused),
    }
}

/// How many timers count toward the three of a scene (R41).
#[must_use]
pub fn active(state: &State) -> u32 {
    let n = state
        .timers
        .values()
        .filter(|timer| counts(&countable(timer)))
        .count();
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Starts a timer: a declared one, or one on the spot with a size.
///
/// # Errors
/// No declaration and no size; another size than the one that runs; a fourth timer in the scene.
pub fn start<S: Seat>(seat: &mut S, name: &str, ask: &StartAsk) -> Done<Started, S> {
    let catalog = seat.catalog();
    let def = catalog.timers.get(name).cloned();
    let state = seat.state();
    let was = meant(&state, name, ask.scope)?;
    let running = was.and_then(|timer| state.timer(timer.id).map(|state| (timer, state.clone())));
    if let Some((timer, old)) = &running
        && matches!(old.status, TimerStatus::Running | TimerStatus::Paused)
    {
        if ask.size.is_some_and(|size| size != old.size) {
            return Err(Refusal::Number {
                what: format!("{} runs with {} segments; its size", old.name, old.size),
                got: i64::from(ask.size.unwrap_or(0)),
                allowed: "the same, or stop it first",
            }
            .halt());
        }
        if let Some((what, is)) = changed(&state, old, ask) {
            return Err(Refusal::Target {
                what: old.name.clone(),
                why: format!(
                    "it runs already ({} of {}), and its {what} is {is}: stop it first to start it otherwise",
                    old.filled, old.size
                ),
            }
            .halt());
        }
        return Ok(Started::Running(*timer));
    }
    let creature = state
        .roster()
        .chain(state.foes_present())
        .any(|who| names::same(&state.name(who), name));
    if creature {
        return Err(Refusal::Target {
            what: name.to_owned(),
            why: "somebody at the table has this name: give the timer another".into(),
        }
        .halt());
    }
    let kind = ask.kind.as_deref().and_then(TimerKind::parse);
    let size = ask
        .size
        .or_else(|| def.as_ref().map(|def| def.size))
        .or_else(|| kind.and_then(printed_size));
    let Some(size) = size else {
        return Err(Refusal::Target {
            what: name.to_owned(),
            why: "no timer is declared by that name: give a size".into(),
        }
        .halt());
    };
    let new = made(name, size, def.as_deref(), ask);
    works(seat, &new.name, &new.kind, new.size)?;
    let mut adding = u32::from(counts(&countable(&new)));
    // The other half of a contest, if it isn't running, will be there too (a pair counts two).
    if adding > 0
        && let Some(other) = &new.against
        && other_half(&state, &new).is_none()
        && catalog
            .timers
            .get(other)
            .is_some_and(|def| def.scope == Scope::Scene)
    {
        adding += 1;
    }
    if let Err(refusal) = check_three(active(&state), adding) {
        seat.refuse(refusal)?;
    }
    let timer = was.unwrap_or(Thing {
        kind: ThingKind::Timer,
        id: state.last_id + 1,
    });
    let was = running.map(|(_, old)| Box::new(old));
    seat.emit(Event::TimerStarted {
        timer,
        state: Box::new(new),
        was,
    })?;
    Ok(Started::New(timer))
}

/// An option of a start that the timer which runs doesn't have: what, and what it is.
fn changed(state: &State, old: &Timer, ask: &StartAsk) -> Option<(&'static str, String)> {
    if ask.kind.as_ref().is_some_and(|kind| *kind != old.kind) {
        return Some(("kind", old.kind.clone()));
    }
    if ask.owner.is_some() && ask.owner != old.owner {
        let whose = old.owner.map_or("the GM".to_owned(), |who| state.name(who));
        return Some(("owner", whose));
    }
    if ask.hidden.is_some_and(|hidden| hidden != old.hidden) {
        return Some(("hidden", old.hidden.to_string()));
    }
    if ask.on_fill.is_some() && ask.on_fill != old.on_fill {
        return Some((
            "on_fill",
            old.on_fill.as_ref().map_or("as declared".to_owned(), |fx| {
                Some(fx.words())
                    .filter(|words| !words.is_empty())
                    .unwrap_or_else(|| "another".into())
            }),
        ));
    }
    None
}

fn made(name: &str, size: u32, def: Option<&TimerDef>, ask: &StartAsk) -> Timer {
    Timer {
        name: def.map_or_else(|| name.to_owned(), |def| def.name.clone()),
        size,
        filled: 0,
        kind: ask
            .kind
            .clone()
            .or_else(|| def.map(|def| def.kind.clone()))
            .unwrap_or_else(|| "progress".into()),
        scope: ask.scope.or(def.map(|def| def.scope)).unwrap_or_default(),
        hidden: ask.hidden.or(def.map(|def| def.hidden)).unwrap_or(false),
        status: TimerStatus::Running,
        owner: ask.owner,
        against: def.and_then(|def| def.against.clone()),
        fired: 0,
        on_fill: ask.on_fill.clone(),
    }
}

/// What a tick did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TickedTimer {
    /// Which.
    pub timer: Thing,
    /// Before.
    pub old: u32,
    /// After.
    pub new: u32,
    /// The highest threshold that had fired before.
    pub fired: u32,
    /// It filled now.
    pub filled: bool,
    /// It can't be ticked: full, stopped or paused.
    pub idle: bool,
    /// A modifier said no, and why.
    pub cancelled: Option<String>,
}

/// Ticks a timer that is at the table by `n`, which may be negative.
///
/// # Errors
/// None by the rules: a full timer takes no tick and fires nothing.
pub fn tick<S: Seat>(seat: &mut S, timer: Thing, n: i32, why: &str) -> Done<TickedTimer, S> {
    let state = seat.state();
    let Some(now) = state
        .timer(timer.id)
        .filter(|_| timer.kind == ThingKind::Timer)
    else {
        return Err(Refusal::Target {
            what: state.name(timer),
            why: "this timer is gone".into(),
        }
        .halt());
    };
    let (old, size, fired, status) = (now.filled, now.size, now.fired, now.status);
    let idle = TickedTimer {
        timer,
        old,
        new: old,
        fired,
        filled: false,
        idle: true,
        cancelled: None,
    };
    // Supply and its like can be cleared when full (rules/06 §4); a fired scene timer is done.
    // A leg that is at its end isn't taken back by a card.
    let ended = n >= 0 || state.travel.leg_of(timer).is_some();
    if status == TimerStatus::Full && ended
        || matches!(status, TimerStatus::Stopped | TimerStatus::Paused)
    {
        return Ok(idle);
    }
    drop(state);
    let amount = tick_amount(seat, Some(timer), n)?;
    if amount.cancelled.is_some() {
        return Ok(TickedTimer {
            idle: false,
            cancelled: amount.cancelled,
            ..idle
        });
    }
    let new = i64::from(old)
        .saturating_add(amount.n)
        .clamp(0, i64::from(size));
    let new = u32::try_from(new).unwrap_or(old);
    if status == TimerStatus::Full && new < size {
        seat.emit(Event::TimerSet {
            timer,
            old: status,
            new: TimerStatus::Running,
            why: why.to_owned(),
        })?;
    }
    if new != old {
        seat.emit(Event::Ticked {
            timer,
            old,
            new,
            why: why.to_owned(),
        })?;
    }
    let filled = old < size && new == size;
    if filled {
        seat.emit(Event::Filled { timer })?;
        // One side of a contest fills: the other stops (R43).
        let state = seat.state();
        let other = state
            .timer(timer.id)
            .and_then(|timer| other_half(&state, timer));
        if let Some(other) = other {
            // A hazard loses to what fights it, not to another side.
            let hazard = state
                .timer(other.id)
                .is_some_and(|timer| TimerKind::parse(&timer.kind) == Some(TimerKind::Hazard));
            let why = if hazard {
                "it is overcome"
            } else {
                "the other side was first"
            };
            stop(seat, other, why)?;
        }
        super::cards::timer_filled(seat, timer)?;
    }
    Ok(TickedTimer {
        timer,
        old,
        new,
        fired,
        filled,
        idle: false,
        cancelled: None,
    })
}

/// Begins a looping timer again, larger by `grow`.
///
/// # Errors
/// None by the rules.
pub fn restart<S: Seat>(seat: &mut S, timer: Thing, grow: u32) -> Done<(), S> {
    let state = seat.state();
    let Some(old) = state.timer(timer.id).cloned() else {
        return Ok(());
    };
    let most = u32::try_from(MOST_SEGMENTS).unwrap_or(100);
    let new = Timer {
        filled: 0,
        fired: 0,
        status: TimerStatus::Running,
        size: old.size.saturating_add(grow).min(most),
        ..old.clone()
    };
    seat.emit(Event::TimerStarted {
        timer,
        state: Box::new(new),
        was: Some(Box::new(old)),
    })?;
    Ok(())
}

/// A timer that runs gets more segments: an extended work twelve at most.
///
/// # Errors
/// Twelve segments already, a timer that isn't running.
pub fn grow<S: Seat>(seat: &mut S, timer: Thing, n: u32, why: &str) -> Done<(), S> {
    let state = seat.state();
    let Some(now) = state
        .timer(timer.id)
        .filter(|timer| matches!(timer.status, TimerStatus::Running | TimerStatus::Paused))
    else {
        return Err(Refusal::Target {
            what: state.name(timer),
            why: "isn't running".into(),
        }
        .halt());
    };
    let (old, new) = (now.size, now.size.saturating_add(n));
    works(seat, &now.name, &now.kind, new)?;
    let most = u32::try_from(MOST_SEGMENTS).unwrap_or(100);
    seat.emit(Event::Story(Box::new(StoryFact::Grew {
        timer,
        old,
        new: new.min(most),
        why: why.to_owned(),
    })))?;
    Ok(())
}

/// Extended work has 4 to 12 segments (rules/03 §3).
fn works<S: Seat>(seat: &mut S, name: &str, kind: &str, size: u32) -> Done<(), S> {
    let (low, high) = WORK_SEGMENTS;
    if TimerKind::parse(kind) == Some(TimerKind::Work) && !(low..=high).contains(&size) {
        seat.refuse(Refusal::Forbidden {
            what: name.to_owned(),
            why: format!("extended work has {low} to {high} segments, not {size}"),
            source_text: "rules/03 §3",
        })?;
    }
    Ok(())
}

/// Takes a timer off the table; false when it wasn't running.
///
/// # Errors
/// None by the rules: a killing blow must not fail on it.
pub fn stop<S: Seat>(seat: &mut S, timer: Thing, why: &str) -> Done<bool, S> {
    set_status(
        seat,
        timer,
        &[TimerStatus::Running, TimerStatus::Paused],
        TimerStatus::Stopped,
        why,
    )
}

/// Takes a timer off the table though it be full: its scene is over.
///
/// # Errors
/// None by the rules.
pub fn put_away<S: Seat>(seat: &mut S, timer: Thing, why: &str) -> Done<bool, S> {
    set_status(
        seat,
        timer,
        &[TimerStatus::Running, TimerStatus::Paused, TimerStatus::Full],
        TimerStatus::Stopped,
        why,
    )
}

/// Pauses or resumes a timer; false when there was nothing to do.
///
/// # Errors
/// None by the rules.
pub fn pause<S: Seat>(seat: &mut S, timer: Thing, pause: bool) -> Done<bool, S> {
    if pause {
        set_status(
            seat,
            timer,
            &[TimerStatus::Running],
            TimerStatus::Paused,
            "",
        )
    } else {
        set_status(
            seat,
            timer,
            &[TimerStatus::Paused],
            TimerStatus::Running,
            "",
        )
    }
}

fn set_status<S: Seat>(
    seat: &mut S,
    timer: Thing,
    from: &[TimerStatus],
    new: TimerStatus,
    why: &str,
) -> Done<bool, S> {
    let state = seat.state();
    let Some(old) = state
        .timer(timer.id)
        .map(|timer| timer.status)
        .filter(|old| from.contains(old))
    else {
        return Ok(false);
    };
    seat.emit(Event::TimerSet {
        timer,
        old,
        new,
        why: why.to_owned(),
    })?;
    Ok(true)
}

/// Timers that tick by themselves when a period ends.
#[must_use]
pub fn due<S: Seat>(seat: &S, period: Period) -> Vec<Thing> {
    let (state, catalog) = (seat.state(), seat.catalog());
    state
        .timers
        .iter()
        .filter(|(_, timer)| timer.status == TimerStatus::Running)
        .filter(|(_, timer)| {
            catalog
                .timers
                .get(&timer.name)
                .is_some_and(|def| def.every == Some(period))
        })
        .map(|(id, _)| Thing {
            kind: ThingKind::Timer,
            id: *id,
        })
        .collect()
}

//! Timers: started, ticked, stopped (rules/03 §1, §2). A timer fires once a run; surplus ticks are lost.

use crate::rules::ids::{Thing, ThingKind};
use crate::rules::refusal::Refusal;
use crate::rules::step::{Step, cancelled};
use crate::rules::timers::{Countable, MOST_SEGMENTS, TimerKind, TimerOwner, check_three, counts};
use crate::rules::values::Period;
use crate::table::catalog::{Scope, TimerDef};
use crate::table::event::Event;
use crate::table::fx::Fx;
use crate::table::names;
use crate::table::seat::{Done, Seat};
use crate::table::state::{State, Timer, TimerStatus};

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

/// The timer of this name, in whatever state.
#[must_use]
pub fn find(state: &State, name: &str) -> Option<Thing> {
    let wanted = names::fold(name);
    let mut found: Vec<(&u32, &Timer)> = state
        .timers
        .iter()
        .filter(|(_, timer)| names::fold(&timer.name) == wanted)
        .collect();
    // A running one is meant before a stopped one.
    found.sort_by_key(|(_, timer)| timer.status == TimerStatus::Stopped);
    found.first().map(|(id, _)| Thing {
        kind: ThingKind::Timer,
        id: **id,
    })
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
    let was = find(&state, name);
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
        return Ok(Started::Running(*timer));
    }
    let Some(size) = ask.size.or_else(|| def.as_ref().map(|def| def.size)) else {
        return Err(Refusal::Target {
            what: name.to_owned(),
            why: "no timer is declared by that name: give a size".into(),
        }
        .halt());
    };
    let new = made(name, size, def.as_deref(), ask);
    let mut adding = u32::from(counts(&countable(&new)));
    // The other half of a contest, if it isn't running, will be there too (a pair counts two).
    if adding > 0
        && let Some(other) = &new.against
        && find(&state, other)
            .and_then(|t| state.timer(t.id))
            .is_none_or(|t| t.status == TimerStatus::Stopped)
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    };
    // Supply and its like can be cleared when full (rules/06 §4); a fired scene timer is done.
    if status == TimerStatus::Full && n >= 0
        || matches!(status, TimerStatus::Stopped | TimerStatus::Paused)
    {
        return Ok(idle);
    }
    drop(state);
    let contributions = seat.modifiers(Step::Tick {
        timer: Some(timer),
        n,
    })?;
    if cancelled(&contributions).is_some() {
        return Ok(TickedTimer {
            idle: false,
            ..idle
        });
    }
    let n = n.saturating_add(contributions.iter().filter_map(|c| c.n).sum());
    let new = i64::from(old)
        .saturating_add(i64::from(n))
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
            .and_then(|t| t.against.clone())
            .and_then(|other| find(&state, &other));
        if let Some(other) = other {
            stop(seat, other, "the other side was first")?;
        }
    }
    Ok(TickedTimer {
        timer,
        old,
        new,
        fired,
        filled,
        idle: false,
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

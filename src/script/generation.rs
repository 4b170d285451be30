//! One generation of scripts while it runs: its functions, the attempt that is going on, its budget and its stop.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use mlua::{Function, IntoLuaMulti, Lua, MultiValue, VmState, WeakLua};

use super::diagnostic::Place as Shown;
use super::limits::Limits;
use super::loading::Loading;
use super::stock;
use super::stop::Stop;
use crate::table::act::Act;
use crate::table::catalog::{Catalog, FnId, Place};
use crate::table::event::{Audience, Event, Fact};

/// How questions without an answer are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asking {
    /// The attempt stops, the front asks.
    Ask,
    /// The default stands in, and a line says so.
    #[default]
    Default,
}

/// What the front has set for this attempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// Questions.
    pub asking: Asking,
    /// Ask for the faces of each throw.
    pub dice: bool,
    /// Offer a Boon re-roll after each roll that is no success.
    pub boons: bool,
}

/// A function that a script handed over.
pub struct Registered {
    /// It.
    pub function: Function,
    /// The script it belongs to.
    pub script: Arc<str>,
    /// Where it stands.
    pub place: Place,
}

/// An attempt's budget, put aside.
pub struct Outside {
    ticks: u64,
    fuel: u64,
    deadline: Option<Instant>,
}

/// The clock and Ctrl-C are looked at each so many ticks.
const CLOCK_EACH: u64 = 64;

/// What host functions share; outlives no world.
pub struct Generation {
    /// The limits.
    pub limits: Limits,
    /// Functions by number; those of stock files that sleep are nothing yet.
    functions: Mutex<Vec<Option<Arc<Registered>>>>,
    /// The next function's number, while a stock file wakes.
    waking: Mutex<Option<u32>>,
    /// The VM, for files that wake, and to look where it is.
    lua: OnceLock<WeakLua>,
    /// Definitions, once loaded.
    catalog: OnceLock<Arc<Catalog>>,
    /// While scripts load.
    pub loading: Mutex<Option<Loading>>,
    /// The attempt.
    act: Mutex<Option<Act>>,
    /// How it is run.
    manner: Mutex<Manner>,
    /// The sticky stop.
    stopped: AtomicBool,
    stop: Mutex<Option<Stop>>,
    /// Ctrl-C, set from outside.
    pub interrupt: Arc<AtomicBool>,
    ticks: AtomicU64,
    /// The ticks of this attempt: all that the limits allow, a share of them, or anything while a stock file wakes.
    fuel: AtomicU64,
    deadline: Mutex<Option<Instant>>,
    /// Where the script was when the attempt was stopped.
    stopped_at: Mutex<Option<Shown>>,
    depth: AtomicU32,
    /// Depth of reactions: observers that set off observers.
    pub reactions: AtomicU32,
    /// The cards of a journey are being drawn: ticks that they bring are drawn for when they are through.
    pub on_road: AtomicBool,
    /// No facts may be written: a modifier, an override, a test (`when`, `only`, `cost`) runs.
    pub reading: AtomicU32,
    /// Handlers that failed, how often each; muted at the third time.
    pub faults: Mutex<std::collections::BTreeMap<FnId, u32>>,
    /// Bytes printed in this attempt.
    pub printed: AtomicU64,
    /// The menu last shown: foe and move, by number.
    pub menu: Mutex<Vec<super::menu::Entry>>,
    /// The acts of the session in words, for `history`.
    pub history: Mutex<Vec<String>>,
    /// What was said in each of them, for `log`.
    pub spoken: Mutex<Vec<Vec<Spoken>>>,
    /// Forks made in this attempt: each has dice of its own, the same ones when the attempt is run again.
    pub forks: AtomicU64,
    /// The prompt's own environment and the type metatable's helpers.
    pub tables: OnceLock<super::sandbox::Tables>,
}

/// A lock whose poison doesn't matter: what it guards is whole after every statement.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A line of the session's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// Who may read it.
    pub audience: Audience,
    /// The words, with what kind they are where they weren't said to the table.
    pub text: String,
}

/// What was said in an act.
#[must_use]
pub fn spoken(facts: &[Fact]) -> Vec<Spoken> {
    let of = |fact: &Fact| {
        let (audience, text) = match &fact.event {
            Event::Said {
                audience: Audience::Table,
                text,
            } => (Audience::Table, text.clone()),
            Event::Said { text, .. } => (Audience::Gm, format!("told: {text}")),
            Event::Announced { text } => (Audience::Table, format!("announced: {text}")),
            Event::Noted { text } => (Audience::Gm, format!("noted: {text}")),
            _ => return None,
        };
        Some(Spoken { audience, text })
    };
    facts.iter().filter_map(of).collect()
}

impl Generation {
    /// A new one, with nothing in it.
    #[must_use]
    pub fn new(limits: Limits, interrupt: Arc<AtomicBool>) -> Arc<Self> {
        Arc::new(Self {
            fuel: AtomicU64::new(limits.fuel),
            limits,
            functions: Mutex::default(),
            waking: Mutex::default(),
            lua: OnceLock::new(),
            catalog: OnceLock::new(),
            loading: Mutex::default(),
            act: Mutex::default(),
            manner: Mutex::default(),
            stopped: AtomicBool::new(false),
            stop: Mutex::default(),
            interrupt,
            ticks: AtomicU64::new(0),
            stopped_at: Mutex::default(),
            deadline: Mutex::default(),
            depth: AtomicU32::new(0),
            reactions: AtomicU32::new(0),
            on_road: AtomicBool::new(false),
            reading: AtomicU32::new(0),
            faults: Mutex::default(),
            printed: AtomicU64::new(0),
            menu: Mutex::default(),
            history: Mutex::default(),
            spoken: Mutex::default(),
            forks: AtomicU64::new(0),
            tables: OnceLock::new(),
        })
    }

    /// Begins an attempt: the act, a fresh budget, no stop.
    pub fn begin(&self, act: Option<Act>, manner: Manner) {
        *lock(&self.act) = act;
        *lock(&self.manner) = manner;
        self.rearm();
        self.reactions.store(0, Relaxed);
        self.on_road.store(false, Relaxed);
        self.reading.store(0, Relaxed);
        self.printed.store(0, Relaxed);
        self.forks.store(0, Relaxed);
    }

    /// A fresh budget and no stop.
    pub fn rearm(&self) {
        self.rearm_with(self.limits.fuel, self.limits.time);
    }

    /// A budget of so many ticks and so much time, and no stop.
    pub fn rearm_with(&self, fuel: u64, time: Duration) {
        self.stopped.store(false, Relaxed);
        *lock(&self.stop) = None;
        *lock(&self.stopped_at) = None;
        self.interrupt.store(false, Relaxed);
        self.ticks.store(0, Relaxed);
        self.fuel.store(fuel, Relaxed);
        self.depth.store(0, Relaxed);
        *lock(&self.deadline) = Some(Instant::now() + time);
    }

    /// Ticks that the budget still has.
    pub fn fuel_left(&self) -> u64 {
        self.fuel.load(Relaxed).saturating_sub(self.spent())
    }

    /// Ticks since the budget was given.
    pub fn spent(&self) -> u64 {
        self.ticks.load(Relaxed)
    }

    /// Ends the attempt: the act, and the stop if there was one.
    pub fn end(&self) -> (Option<Act>, Option<Stop>) {
        let act = lock(&self.act).take();
        self.stopped.store(false, Relaxed);
        let stop = lock(&self.stop).take();
        (act, stop)
    }

    /// Takes the stop of a load, if there was one.
    pub fn end_stop(&self) -> Option<Stop> {
        self.stopped.store(false, Relaxed);
        lock(&self.stop).take()
    }

    /// How the attempt is run.
    pub fn manner(&self) -> Manner {
        *lock(&self.manner)
    }

    /// Sets the definitions; once.
    pub fn set_catalog(&self, catalog: Arc<Catalog>) {
        let _ = self.catalog.set(catalog);
    }

    /// The definitions; empty while loading.
    pub fn catalog(&self) -> Arc<Catalog> {
        self.catalog.get().cloned().unwrap_or_default()
    }

    /// Works on the attempt's act.
    ///
    /// # Errors
    /// While loading there is none.
    pub fn act<T>(&self, work: impl FnOnce(&mut Act) -> T) -> Result<T, Stop> {
        let mut act = lock(&self.act);
        match act.as_mut() {
            Some(act) => Ok(work(act)),
            None => Err(Stop::Raise(mlua::Error::runtime(
                "while a script loads it can only declare: put this into a move, a handler or a test",
            ))),
        }
    }

    /// Is an act going on?
    pub fn acting(&self) -> bool {
        lock(&self.act).is_some()
    }

    /// Keeps a function under a number.
    pub fn register(&self, function: Function, script: Arc<str>, place: Place) -> FnId {
        let one = Arc::new(Registered {
            function,
            script,
            place,
        });
        let mut functions = lock(&self.functions);
        if let Some(next) = lock(&self.waking).as_mut() {
            let id = *next;
            *next += 1;
            if let Some(slot) = functions.get_mut(id as usize) {
                *slot = Some(one);
            }
            return FnId(id);
        }
        functions.push(Some(one));
        FnId(u32::try_from(functions.len() - 1).unwrap_or(u32::MAX))
    }

    /// The function of a number. One of a stock file that sleeps wakes it.
    pub fn function(self: &Arc<Self>, id: FnId) -> Option<Arc<Registered>> {
        self.registered(id)
            .or_else(|| stock::wake(self, id).filter(|_| !self.is_stopped()))
    }

    /// The function of a number, if its file is awake.
    pub fn registered(&self, id: FnId) -> Option<Arc<Registered>> {
        lock(&self.functions).get(id.0 as usize).cloned().flatten()
    }

    /// How many numbers are given away.
    pub fn functions(&self) -> u32 {
        u32::try_from(lock(&self.functions).len()).unwrap_or(u32::MAX)
    }

    /// Keeps the first numbers free for the stock library's functions.
    pub fn reserve(&self, functions: u32) {
        lock(&self.functions).resize(functions as usize, None);
    }

    /// Names the VM that the functions belong to; once.
    pub fn belongs_to(&self, lua: &Lua) {
        let _ = self.lua.set(lua.weak());
    }

    /// The VM, while it lives.
    pub fn lua(&self) -> Option<Lua> {
        self.lua.get()?.try_upgrade()
    }

    /// Steps out of the attempt's budget while a stock file wakes; its functions are numbered from `first`.
    pub fn outside(&self, first: u32) -> Outside {
        *lock(&self.waking) = Some(first);
        Outside {
            fuel: self.fuel.swap(u64::MAX, Relaxed),
            ticks: self.ticks.swap(0, Relaxed),
            deadline: lock(&self.deadline).take(),
        }
    }

    /// Steps back in; gives the number that the next function would have had.
    pub fn back_inside(&self, outside: Outside) -> u32 {
        self.ticks.store(outside.ticks, Relaxed);
        self.fuel.store(outside.fuel, Relaxed);
        *lock(&self.deadline) = outside.deadline;
        lock(&self.waking).take().unwrap_or(0)
    }

    /// Where the script was when the last attempt was stopped.
    pub fn stopped_at(&self) -> Option<Shown> {
        lock(&self.stopped_at).clone()
    }

    /// Stops the attempt for good, unless it is a plain error. Returns the error to raise. Whoever stops it, a loop or a
    /// verb of ours: where the script was is kept.
    pub fn halt(&self, stop: Stop) -> mlua::Error {
        match stop {
            Stop::Raise(error) => error,
            stop => {
                if lock(&self.stop).is_none() {
                    *lock(&self.stopped_at) = self.place();
                    *lock(&self.stop) = Some(stop);
                }
                self.stopped.store(true, Relaxed);
                stopped_error()
            }
        }
    }

    /// Has the attempt been stopped?
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Was it a limit?
    pub fn stopped_by_limit(&self) -> bool {
        matches!(*lock(&self.stop), Some(Stop::Limit(_)))
    }

    /// One turn of the interpreter.
    fn tick(&self) -> Result<(), mlua::Error> {
        let before = self.spend(1)?;
        // One turn may be a text of 100 MB put together: the clock is looked at often, but not each time.
        if before % CLOCK_EACH == 0 {
            self.look_at_clock()?;
        }
        Ok(())
    }

    fn spend(&self, n: u64) -> Result<u64, mlua::Error> {
        if self.stopped.load(Relaxed) {
            return Err(stopped_error());
        }
        let before = self.ticks.fetch_add(n, Relaxed);
        let fuel = self.fuel.load(Relaxed);
        if before.saturating_add(n) >= fuel {
            let steps = if fuel >= 1_000_000 {
                format!("{} million", fuel / 1_000_000)
            } else {
                fuel.to_string()
            };
            return Err(self.halt(Stop::Limit(format!(
                "the script took more than {steps} steps{}: is there a loop without an end?",
                if self.acting() { "" } else { " to load" }
            ))));
        }
        Ok(before)
    }

    fn look_at_clock(&self) -> Result<(), mlua::Error> {
        if self.interrupt.swap(false, Relaxed) {
            return Err(self.halt(Stop::Interrupted));
        }
        if lock(&self.deadline).is_some_and(|deadline| Instant::now() > deadline) {
            let why = if self.acting() {
                format!(
                    "the script ran longer than {} s",
                    self.limits.time.as_secs()
                )
            } else {
                format!(
                    "the script ran too long: all scripts together have {} s to load",
                    self.limits.load_time().as_secs()
                )
            };
            return Err(self.halt(Stop::Limit(why)));
        }
        Ok(())
    }

    /// A host function costs fuel too; it may be slow, so the clock is looked at each time.
    ///
    /// # Errors
    /// The stop, when the budget is used up.
    pub fn charge(&self, n: u64) -> Result<(), mlua::Error> {
        self.spend(n)?;
        self.look_at_clock()
    }

    /// Watches the interpreter.
    pub fn watch(self: &Arc<Self>, lua: &Lua) {
        let generation = Arc::downgrade(self);
        lua.set_interrupt(move |_| {
            if let Some(generation) = generation.upgrade() {
                generation.tick()?;
            }
            Ok(VmState::Continue)
        });
    }

    /// Where the script is.
    fn place(&self) -> Option<Shown> {
        let lua = self.lua()?;
        let frame = super::raise::frames(&lua).into_iter().next()?;
        Some(Shown::line(frame.file, frame.line?))
    }

    /// Calls a script's function, counted and never deeper than the limit.
    ///
    /// # Errors
    /// What the function raises, or the stop.
    pub fn call(&self, function: &Function, args: impl IntoLuaMulti) -> Result<MultiValue, Stop> {
        self.nested(|| function.call::<MultiValue>(args))
    }

    /// Work of the host in which scripts may run again (a comparator, `__tostring`): counted, never deeper than the
    /// limit.
    ///
    /// # Errors
    /// What the work fails with, or the stop.
    pub fn nested<T>(&self, work: impl FnOnce() -> mlua::Result<T>) -> Result<T, Stop> {
        if self.is_stopped() {
            return Err(Stop::Raise(stopped_error()));
        }
        let depth = self.depth.fetch_add(1, Relaxed) + 1;
        let result = if depth > self.limits.depth {
            Err(self.halt(Stop::Limit(format!(
                "scripts call each other more than {} deep: is something setting itself off?",
                self.limits.depth
            ))))
        } else {
            work()
        };
        self.depth.fetch_sub(1, Relaxed);
        if self.is_stopped() {
            return Err(Stop::Raise(stopped_error()));
        }
        result.map_err(Stop::Raise)
    }
}

/// What is raised while a stop is on its way out; its text is never shown.
fn stopped_error() -> mlua::Error {
    mlua::Error::runtime("stopped")
}

//! The verbs: one record each, one file a chapter. A verb checks nothing about types: the record has done that.

mod accord;
mod beats;
mod boons;
mod cards;
mod care;
mod fallout;
mod fear;
mod fight;
mod foes;
mod frames;
mod harm;
mod help;
mod log;
mod opposed;
mod options;
mod packs;
mod pages;
mod rolls;
mod scenes;
mod spends;
mod table;
mod talk;
mod timers;
mod topics;
mod travel;
mod units;
mod using;
mod wards;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use mlua::{Function, Lua, MultiValue, Value};

use super::args::Args;
use super::generation::Generation;
use super::live::Chapter;
use super::raise;
use super::record::{Record, Ty, When};
use super::seat::LuaSeat;
use super::stop::{Fail, Stop, bad};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::refusal::Halt;
use crate::table::act::Cause;

pub use accord::agreed;
pub use cards::played;
pub use fight::protect::hit;
pub use talk::{answers, below};
pub use using::resist_move;

/// A call of a verb.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// The VM.
    pub lua: &'a Lua,
    /// Its generation.
    pub generation: &'a Arc<Generation>,
}

/// What a verb gives.
pub type Given = Result<Value, Fail>;

/// All verbs, chapter by chapter.
pub fn all() -> impl Iterator<Item = &'static Record> {
    [
        rolls::RECORDS,
        opposed::RECORDS,
        harm::RECORDS,
        care::RECORDS,
        fear::RECORDS,
        wards::RECORDS,
        boons::RECORDS,
        beats::RECORDS,
        foes::RECORDS,
        fight::RECORDS,
        packs::RECORDS,
        units::RECORDS,
        timers::RECORDS,
        scenes::RECORDS,
        accord::RECORDS,
        frames::RECORDS,
        cards::RECORDS,
        travel::RECORDS,
        table::RECORDS,
        talk::RECORDS,
        log::RECORDS,
        help::RECORDS,
    ]
    .into_iter()
    .flatten()
}

/// The verb of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Record> {
    all().find(|record| record.name == name)
}

/// The verbs that things of a kind have as methods.
pub fn methods_of(kind: ThingKind) -> impl Iterator<Item = &'static str> {
    all()
        .filter(move |record| {
            record
                .subject()
                .is_some_and(|subject| match (subject, kind) {
                    (Ty::Who | Ty::Whom, ThingKind::Pc | ThingKind::Foe | ThingKind::Spirit)
                    | (Ty::Pc, ThingKind::Pc)
                    | (Ty::Foe, ThingKind::Foe)
                    | (Ty::Timer, ThingKind::Timer)
                    | (Ty::Item, ThingKind::Item)
                    | (Ty::Deck, ThingKind::Deck)
                    | (Ty::Ward, ThingKind::Ward) => true,
                    (Ty::Unit, ThingKind::Unit) => true,
                    (Ty::Thing, kind) => {
                        matches!(kind, ThingKind::Pc | ThingKind::Foe | ThingKind::Timer)
                    }
                    _ => false,
                })
        })
        .map(|record| record.name)
        .chain((kind == ThingKind::Foe).then_some("use"))
}

/// The verbs that a group of such things has as methods: those that take several at once.
pub fn methods_of_group(kind: ThingKind) -> impl Iterator<Item = &'static str> {
    all()
        .filter(move |record| {
            matches!(record.subject(), Some(Ty::Whom))
                && matches!(kind, ThingKind::Pc | ThingKind::Foe | ThingKind::Spirit)
        })
        .map(|record| record.name)
}

/// May facts be written now?
///
/// # Errors
/// While loading, and where a script only reads (`modify`, `override`, `when`, `only`, `cost`).
pub fn may_write(generation: &Generation, what: &str) -> Result<(), Fail> {
    if !generation.acting() {
        return Err(bad(
            "loading",
            format!(
                "{what} acts on the table, and while a script loads it can only declare: put it into a move, a handler or a test"
            ),
        ));
    }
    if generation.reading.load(Relaxed) > 0 {
        return Err(bad(
            "reading",
            format!(
                "{what} changes the table, and modify, override, when, only and cost only read: act in run or in an on-handler"
            ),
        ));
    }
    Ok(())
}

/// The function that scripts call.
///
/// # Errors
/// Out of memory.
pub fn function(lua: &Lua, record: &'static Record) -> mlua::Result<Function> {
    lua.create_function(move |lua, args: MultiValue| {
        let generation = raise::generation(lua)?;
        generation.charge(16)?;
        let call = Call {
            lua,
            generation: &generation,
        };
        invoke(&call, record, &args).map_err(|fail| raise::raise(lua, &generation, fail))
    })
}

fn invoke(call: &Call<'_>, record: &'static Record, given: &MultiValue) -> Given {
    if let (Some((chapter, verb)), Some(Value::UserData(first))) =
        (record.name.split_once('.'), given.front())
        && first.is::<Chapter>()
    {
        return Err(bad(
            "argument",
            format!("{chapter} is a chapter, not a thing: write {chapter}.{verb}(…), with a dot"),
        ));
    }
    match record.when {
        When::Always => {
            let args = Args::read(call, record, given)?;
            return (record.body)(call, &args);
        }
        When::Read if !call.generation.acting() => {
            return Err(bad(
                "loading",
                format!(
                    "{} reads the table, and while a script loads there is none",
                    record.name
                ),
            ));
        }
        When::Read => {
            let args = Args::read(call, record, given)?;
            return (record.body)(call, &args);
        }
        When::Act | When::Alone => may_write(call.generation, record.name)?,
    }
    let args = Args::read(call, record, given)?;
    if record.when == When::Alone {
        return alone(call, record, &args);
    }
    whole(call, || (record.body)(call, &args))
}

/// A session verb stands alone: inside an act it is an error.
fn alone(call: &Call<'_>, record: &'static Record, args: &Args) -> Given {
    let busy = call
        .generation
        .act(|act| !act.facts.is_empty() || act.causes.len() > 1)?;
    if busy {
        return Err(bad(
            "alone",
            format!(
                "{} stands alone: it can't be part of an act; in a command use follow(\"{}\")",
                record.name, record.name
            ),
        ));
    }
    (record.body)(call, args)
}

/// Does a piece of work whole or not at all.
pub fn whole<T>(call: &Call<'_>, work: impl FnOnce() -> Result<T, Fail>) -> Result<T, Fail> {
    let before = call.generation.act(|act| act.savepoint())?;
    let result = work();
    // At a stop the attempt is over: what it did so far may still be shown with the question.
    let stopped = matches!(&result, Err(Fail::Stop(stop)) if !matches!(stop, Stop::Raise(_)));
    if result.is_err() && !stopped && !call.generation.is_stopped() {
        call.generation.act(|act| act.rollback(before))?;
    }
    result
}

impl Call<'_> {
    /// Runs a command: its facts, then what hooks put off, then observers.
    ///
    /// # Errors
    /// The command's refusal or stop; an observer's stop.
    pub fn command<T>(
        &self,
        work: impl FnOnce(&mut LuaSeat<'_>) -> Result<T, Halt<Stop>>,
    ) -> Result<T, Fail> {
        let from = self.generation.act(|act| act.facts.len())?;
        let mut seat = LuaSeat::new(*self);
        let result = work(&mut seat)?;
        let put_off = seat.put_off();
        let to = self.generation.act(|act| act.facts.len())?;
        let facts = self.generation.act(|act| act.facts[from..to].to_vec())?;
        for later in put_off {
            super::effects::run(self, &later.what, &later.event)?;
        }
        super::effects::phases(self, &facts)?;
        super::foes::ends(self, &facts)?;
        super::units::filled(self, &facts)?;
        packs::struck(self, &facts)?;
        super::perils::fears(self, &facts)?;
        super::react::observe(self, &facts)?;
        Ok(result)
    }

    /// Says what is being done while `work` runs, for the facts' cause.
    ///
    /// # Errors
    /// What the work fails with.
    pub fn doing<T>(
        &self,
        words: String,
        by: Option<Thing>,
        work: impl FnOnce() -> Result<T, Fail>,
    ) -> Result<T, Fail> {
        self.generation.act(|act| {
            let by = by.or_else(|| act.causes.last().and_then(|cause| cause.by));
            let cause = Cause {
                words,
                by,
                with: None,
            };
            act.causes.push(cause);
        })?;
        let result = work();
        if !self.generation.is_stopped() {
            self.generation.act(|act| {
                if result.is_ok() {
                    act.failing.clear();
                } else if act.failing.is_empty() {
                    act.failing = act.doing();
                }
                act.causes.pop();
            })?;
        }
        result
    }

    /// Names who acts while `work` runs; what is being done stays as it is.
    ///
    /// # Errors
    /// What the work fails with.
    pub fn by<T>(
        &self,
        by: Option<Thing>,
        work: impl FnOnce() -> Result<T, Fail>,
    ) -> Result<T, Fail> {
        if by.is_none() {
            return work();
        }
        let words = self
            .generation
            .act(|act| act.causes.last().map(|cause| cause.words.clone()))?;
        self.doing(words.unwrap_or_default(), by, work)
    }

    /// What follows is done with this weapon, until what is being done is through.
    ///
    /// # Errors
    /// While loading.
    pub fn wields(&self, weapon: String) -> Result<(), Fail> {
        self.generation.act(|act| {
            if let Some(cause) = act.causes.last_mut() {
                cause.with = Some(weapon);
            }
        })?;
        Ok(())
    }

    /// Why, as given, else what is being done.
    ///
    /// # Errors
    /// While loading.
    pub fn why(&self, args: &Args) -> Result<String, Fail> {
        match args.text("why") {
            Some(why) => Ok(why.to_owned()),
            None => Ok(self.generation.act(|act| {
                act.causes
                    .get(1..)
                    .and_then(|inner| inner.last())
                    .map(|cause| cause.words.clone())
                    .unwrap_or_default()
            })?),
        }
    }

    /// A value of text.
    ///
    /// # Errors
    /// Out of memory.
    pub fn text(&self, text: &str) -> Result<Value, Fail> {
        Ok(Value::String(self.lua.create_string(text)?))
    }
}

/// Faces and answers of a verb's options stand before those of the act, for this verb alone.
///
/// # Errors
/// As the work; faces left over.
pub fn rolls_with<T>(
    call: &Call<'_>,
    args: &Args,
    work: impl FnOnce() -> Result<T, Fail>,
) -> Result<T, Fail> {
    rolls::with_answers(call, args, || {
        rolls::with_faces(call, args.faces("faces"), work)
    })
}

/// Does something for each of one or several; one gives one result, several a list.
pub fn each(
    call: &Call<'_>,
    args: &Args,
    name: &str,
    mut work: impl FnMut(Thing) -> Result<Value, Fail>,
) -> Given {
    let (things, several) = args.things(name);
    if !several {
        return match things.first() {
            Some(thing) => work(*thing),
            None => Ok(Value::Nil),
        };
    }
    let list = call.lua.create_table()?;
    for thing in things {
        let value = work(thing)?;
        if !value.is_nil() {
            list.raw_push(value)?;
        }
    }
    list.set_readonly(true);
    Ok(Value::Table(list))
}

//! Who listens, and what it takes: the test, the ledger, the question to the owner, the price, the claim. Any no
//! leaves no mark.

use mlua::{MultiValue, Value};

use super::effects::Context;
use super::react::{self, BOUNDARIES};
use super::seat::LuaSeat;
use super::stop::{Fail, Stop};
use super::verbs::Call;
use crate::rules::chair::Chair;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::question::{Answer, Question};
use crate::rules::values::{ItemState, Period};
use crate::table::catalog::{Do, Hook, Place};
use crate::table::commands::{boons, hazards};
use crate::table::event::Event;
use crate::table::names;
use crate::table::seat::Seat;

/// The verdict of what a hook asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It applies; the price is paid.
    Yes,
    /// It doesn't.
    No,
}

/// What a hook asks for before it applies.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The hook's name.
    pub name: String,
    /// Who owns it: whose talent or condition it is.
    pub owner: Option<Thing>,
    /// The test.
    pub when: Option<crate::table::catalog::FnId>,
    /// The question.
    pub asks: Option<String>,
    /// Boons.
    pub pay: Option<u32>,
    /// Once a period.
    pub per: Option<Period>,
    /// Times a period.
    pub times: u32,
}

impl Terms {
    /// The terms of a hook that somebody owns.
    #[must_use]
    pub fn of(hook: &Hook, owner: Option<Thing>) -> Self {
        Self {
            name: hook.name.clone(),
            owner,
            when: hook.when,
            asks: hook.asks.clone(),
            pay: hook.pay,
            per: hook.per,
            times: hook.times.unwrap_or(1),
        }
    }

    fn key(&self) -> String {
        let owner = self
            .owner
            .map_or_else(|| "table".to_owned(), |owner| owner.to_string());
        format!("hook {owner} {}", names::fold(&self.name))
    }
}

/// One who is told.
#[derive(Clone, Debug)]
pub struct Listener {
    /// What it is called: "on.hit", "Lamp Smoke".
    pub label: String,
    /// Where it stands.
    pub place: Place,
    /// Whose it is.
    pub owner: Option<Thing>,
    /// Its terms.
    pub standing: Terms,
    /// What it does.
    pub what: Do,
}

/// The hooks of live things that an event or a step concerns, with their owners: those that `hear` it.
///
/// # Errors
/// While loading.
pub fn owned(
    call: &Call<'_>,
    about: &[Thing],
    boundary: bool,
    hear: impl Fn(&Hook) -> bool,
) -> Result<Vec<(Hook, Thing)>, Stop> {
    let catalog = call.generation.catalog();
    let nothing = catalog.adversaries.is_empty()
        && catalog.conditions.is_empty()
        && catalog.talents.is_empty()
        && catalog.armors.is_empty()
        && catalog.hazards.is_empty();
    if nothing {
        return Ok(Vec::new());
    }
    call.generation.act(|act| {
        let state = &act.state;
        let things: Vec<Thing> = if boundary {
            state.party().chain(state.foes_present()).collect()
        } else {
            about.to_vec()
        };
        let mut hooks = Vec::new();
        let mut add = |hook: &Hook, thing: Thing| {
            if hear(hook) {
                hooks.push((hook.clone(), thing));
            }
        };
        for thing in things {
            if let Some(foe) = state.foe(thing.id).filter(|_| thing.kind == ThingKind::Foe)
                && let Some(def) = catalog.adversaries.get(&foe.def)
            {
                def.hooks.iter().for_each(|hook| add(hook, thing));
            }
            if let Some(pc) = state.pc(thing.id).filter(|_| thing.kind == ThingKind::Pc) {
                for talent in &pc.sheet.talents {
                    if let Some(def) = catalog.talents.get(talent) {
                        def.hooks.iter().for_each(|hook| add(hook, thing));
                    }
                }
                // What is special about armor sleeps while it is compromised (rules/02 §3).
                if pc.sheet.armor.defined
                    && pc.armor != ItemState::Compromised
                    && let Some(name) = &pc.sheet.armor.name
                    && let Some(def) = catalog.armors.get(name)
                {
                    add(&def.hook, thing);
                }
            }
            if let Some(body) = state.body(thing) {
                for condition in &body.conditions {
                    if let Some(def) = catalog.conditions.get(&condition.name) {
                        add(&def.hook, thing);
                    }
                }
            }
        }
        let scene = Thing::new(ThingKind::Scene, 0);
        for def in hazards::present(state, &catalog) {
            add(&def.hook, scene);
        }
        hooks
    })
}

/// The hooks of a weapon with its bearer: the one that the act is done with, else (but not of a hit, which must be dealt
/// with it) the one on the bearer's sheet.
///
/// # Errors
/// While loading.
pub fn of_weapon(
    call: &Call<'_>,
    bearer: Option<Thing>,
    dealt: bool,
    hear: impl Fn(&Hook) -> bool,
) -> Result<Vec<(Hook, Thing)>, Stop> {
    let catalog = call.generation.catalog();
    if catalog.weapons.is_empty() {
        return Ok(Vec::new());
    }
    call.generation.act(|act| {
        let cause = act.causes.last();
        let in_hand = cause
            .and_then(|cause| Some((cause.with.clone()?, cause.by?)))
            .filter(|(_, by)| dealt || bearer == Some(*by));
        let on_sheet = || {
            let who = bearer.filter(|who| !dealt && who.kind == ThingKind::Pc)?;
            let weapon = act.state.pc(who.id)?.sheet.weapon.as_ref()?;
            Some((weapon.name.clone(), who))
        };
        let Some((name, who)) = in_hand.or_else(on_sheet) else {
            return Vec::new();
        };
        catalog.weapons.get(&name).map_or_else(Vec::new, |def| {
            let heard = def.hooks.iter().filter(|hook| hear(hook));
            heard.map(|hook| (hook.clone(), who)).collect()
        })
    })
}

/// Whom an event is about.
fn about(context: &Context) -> Vec<Thing> {
    let mut things: Vec<Thing> = context.foe.into_iter().chain(context.who).collect();
    things.dedup();
    things
}

/// Everyone who listens to an event, in order: the definitions' own, then by path and line.
///
/// # Errors
/// While loading.
pub fn listeners(
    call: &Call<'_>,
    name: &str,
    context: &Context,
    quiet: bool,
) -> Result<Vec<Listener>, Stop> {
    let hear = |hook: &Hook| hook.on.contains_key(name);
    let mut own = owned(call, &about(context), BOUNDARIES.contains(&name), hear)?;
    let bearer = context.who.filter(|_| name != "hit");
    own.extend(of_weapon(call, bearer, name == "hit", hear)?);
    let mut listeners: Vec<Listener> = own
        .into_iter()
        .filter_map(|(hook, owner)| {
            let what = hook.on.get(name)?.clone();
            Some(Listener {
                label: format!("on_{name} of {}", hook.name),
                place: hook.place.clone(),
                owner: Some(owner),
                standing: Terms::of(&hook, Some(owner)),
                what,
            })
        })
        .collect();
    if quiet {
        return Ok(listeners);
    }
    let catalog = call.generation.catalog();
    let mut all: Vec<Listener> = catalog
        .hooks
        .iter()
        .filter_map(|hook| {
            let what = hook.on.get(name)?.clone();
            let owner = context.who.filter(|who| who.kind == ThingKind::Pc);
            Some(Listener {
                label: hook.name.clone(),
                place: hook.place.clone(),
                owner,
                standing: Terms::of(hook, owner),
                what,
            })
        })
        .chain(
            catalog
                .observers
                .iter()
                .filter(|observer| observer.name == name)
                .map(|observer| Listener {
                    label: format!("on.{name}"),
                    place: observer.place.clone(),
                    owner: None,
                    standing: Terms::default(),
                    what: Do {
                        fx: None,
                        run: Some(observer.run),
                    },
                }),
        )
        .collect();
    all.sort_by(|a, b| (&a.place.file, a.place.line).cmp(&(&b.place.file, b.place.line)));
    listeners.extend(all);
    Ok(listeners)
}

/// Goes through a hook's terms: `when`, ledger, question, payment, claim.
///
/// # Errors
/// What `when` raises; a stop.
pub fn agree(call: &Call<'_>, terms: &Terms, context: &Context) -> Result<Standing, Fail> {
    if let Some(when) = terms.when {
        let script = call
            .generation
            .function(when)
            .map(|registered| registered.script.clone())
            .unwrap_or_default();
        let event = react::event_table(call, context, &script)?;
        if !truth(call, when, event)? {
            return Ok(Standing::No);
        }
    }
    agree_after_when(call, terms)
}

/// Calls `when` with a step or an event: true or false, nothing else.
///
/// # Errors
/// What it raises; a result of another type.
pub fn truth(
    call: &Call<'_>,
    when: crate::table::catalog::FnId,
    event: Value,
) -> Result<bool, Fail> {
    let verdict = react::call_reading(call, when, MultiValue::from_iter([event]))?;
    match verdict.front() {
        Some(Value::Boolean(verdict)) => Ok(*verdict),
        None | Some(Value::Nil) => Ok(false),
        Some(other) => {
            let place = call
                .generation
                .function(when)
                .map(|r| r.place.clone())
                .unwrap_or_default();
            Err(super::stop::bad(
                "result",
                format!(
                    "when at {}:{} gives true or false, not {}",
                    place.file,
                    place.line,
                    super::args::shown(other)
                ),
            ))
        }
    }
}

/// The ledger, the question, the payment and the claim.
///
/// # Errors
/// A stop.
pub fn agree_after_when(call: &Call<'_>, terms: &Terms) -> Result<Standing, Fail> {
    let used = call.generation.act(|act| {
        act.state
            .claims
            .get(&terms.key())
            .map_or(0, |claim| claim.n)
    })?;
    if terms.per.is_some() && used >= terms.times {
        return Ok(Standing::No);
    }
    let price = terms.pay.unwrap_or(0);
    if price > 0 {
        let held = call.generation.act(|act| {
            terms
                .owner
                .and_then(|owner| act.state.pc(owner.id))
                .map_or(0, |pc| pc.boons)
        })?;
        if held < price {
            return Ok(Standing::No);
        }
    }
    let mut seat = LuaSeat::new(*call);
    if let Some(asks) = &terms.asks {
        let question =
            Question::yes_no(&names::fold(&terms.name), terms.owner, asks.clone(), false);
        if seat.ask(question)? != Answer::Yes(true) {
            return Ok(Standing::No);
        }
    }
    if price > 0
        && let Some(owner) = terms.owner
    {
        boons::pay(&mut seat, owner, price, &terms.name, &terms.name)?;
    }
    if let Some(per) = terms.per {
        seat.emit(Event::Claimed {
            key: terms.key(),
            per,
            n: used + 1,
        })?;
    }
    Ok(Standing::Yes)
}

//! What the timers Travel and Supply set off besides what they say themselves: a card of the region for each tick, arrival
//! when the leg is full, what it costs when Supply is spent (rules/06 §4, §7). And what listeners hear of a journey.

use std::sync::atomic::Ordering::Relaxed;

use super::args::{Args, Val};
use super::seat::LuaSeat;
use super::shape::Shape;
use super::stop::Fail;
use super::verbs::{self, Call};
use crate::rules::chair::Chair;
use crate::rules::ids::Thing;
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::supply::SupplyLevel;
use crate::rules::timers::{TimerKind, TimerScope};
use crate::table::commands::timers::TickedTimer;
use crate::table::commands::travel;
use crate::table::event::Event;
use crate::table::state::{State, TimerStatus};
use crate::table::travel::{TravelFact, encounters};

/// Cards that one tick can set off, with the ticks that cards bring.
const MOST_CARDS: u32 = 10;

/// The ticks that are left of these when the Quartermaster's token has had its say.
///
/// # Errors
/// A stop.
pub fn spared(call: &Call<'_>, timer: Thing, n: i32, why: &str) -> Result<i32, Fail> {
    let held = call
        .generation
        .act(|act| act.state.travel.leg.as_ref().is_some_and(|leg| leg.token))?;
    if !held {
        return Ok(n);
    }
    call.command(|seat| travel::spare(seat, timer, n, why))
}

/// A timer has moved: what that means on the road.
///
/// # Errors
/// As the cards, as their parts.
pub fn ticked(call: &Call<'_>, done: &TickedTimer) -> Result<(), Fail> {
    let (leg, supply) = call.generation.act(|act| {
        let leg = act.state.travel.leg_of(done.timer).is_some();
        (leg, travel::is_supply(&act.state, done.timer))
    })?;
    if leg {
        return on_the_way(call, done);
    }
    if supply {
        return packs(call, done);
    }
    Ok(())
}

/// A card of the destination for each tick forward, those that cards bring after them; then arrival, or what is due.
fn on_the_way(call: &Call<'_>, done: &TickedTimer) -> Result<(), Fail> {
    // What a card does is part of its tick: the outermost one goes on with it.
    if call.generation.on_road.load(Relaxed) {
        return Ok(());
    }
    let forward = done.new > done.old;
    draws(call, done.timer, u32::from(forward), forward)
}

/// Cards drawn before the leg began do what they say; the ticks that they bring draw theirs.
///
/// # Errors
/// As the work, as the cards.
pub fn drawn(
    call: &Call<'_>,
    timer: Thing,
    work: impl FnOnce() -> Result<(), Fail>,
) -> Result<(), Fail> {
    let due = playing(call, timer, work)?;
    draws(call, timer, due, due > 0)
}

/// Plays a card; how often it ticked the leg forward.
fn playing(
    call: &Call<'_>,
    timer: Thing,
    work: impl FnOnce() -> Result<(), Fail>,
) -> Result<u32, Fail> {
    let from = call.generation.act(|act| act.facts.len())?;
    call.generation.on_road.store(true, Relaxed);
    let result = work();
    call.generation.on_road.store(false, Relaxed);
    result?;
    let forward = call.generation.act(|act| {
        let since = &act.facts[from.min(act.facts.len())..];
        since
            .iter()
            .filter(|fact| {
                matches!(&fact.event, Event::Ticked { timer: one, old, new, .. }
                    if *one == timer && new > old)
            })
            .count()
    })?;
    Ok(u32::try_from(forward).unwrap_or(u32::MAX))
}

fn draws(call: &Call<'_>, timer: Thing, mut due: u32, forward: bool) -> Result<(), Fail> {
    let mut drawn = 0;
    while due > 0 && drawn < MOST_CARDS {
        due -= 1;
        drawn += 1;
        due += playing(call, timer, || card(call))?;
    }
    let full = call.generation.act(|act| {
        act.state.travel.leg_of(timer).is_some()
            && act
                .state
                .timer(timer.id)
                .is_some_and(|timer| timer.status == TimerStatus::Full)
    })?;
    if full {
        return arrive(call);
    }
    if forward {
        call.generation.act(|act| {
            let words = act.state.travel.leg.as_ref().and_then(encounters);
            act.notices
                .extend(words.map(|words| format!("{words} (travel encounter)")));
        })?;
    }
    Ok(())
}

/// One card of the region that the leg leads to, if it has any.
fn card(call: &Call<'_>) -> Result<(), Fail> {
    let (region, by_hand) = call.generation.act(|act| {
        let travel = &act.state.travel;
        let region = travel.leg.as_ref().map(|leg| leg.region.clone());
        let by_hand = travel.journey.as_ref().is_some_and(|one| one.by_hand);
        (region.unwrap_or_default(), by_hand)
    })?;
    let Some(region) = deck(call, &region) else {
        return Ok(());
    };
    let Some(record) = verbs::find("draw") else {
        return Ok(());
    };
    let mut args = Args::default();
    if by_hand
        && call.generation.act(|act| act.cards.is_empty())?
        && let Some(cards) = ask_card(call, &region, 1)?
    {
        args.put("cards", Val::Text(cards));
    }
    args.put("deck", Val::Text(region));
    args.put("n", Val::Int(1));
    args.put("why", Val::Text("on the road".to_owned()));
    (record.body)(call, &args)?;
    Ok(())
}

/// The deck of a region; a place without one draws no cards.
#[must_use]
pub fn deck(call: &Call<'_>, region: &str) -> Option<String> {
    let catalog = call.generation.catalog();
    let deck = catalog.decks.get(region)?;
    deck.region.then(|| deck.name.clone())
}

/// Asks which cards were drawn from the real deck; nothing: the program draws.
///
/// # Errors
/// A stop.
pub fn ask_card(call: &Call<'_>, region: &str, n: u32) -> Result<Option<String>, Fail> {
    let s = if n == 1 { "" } else { "s" };
    let question = Question {
        key: "card".into(),
        who: None,
        text: format!("{region}: which card{s}? (Enter: the program draws)"),
        kind: QuestionKind::Text,
        default: Answer::Text(String::new()),
    };
    Ok(match LuaSeat::new(*call).ask(question)? {
        Answer::Text(words) if !words.trim().is_empty() => Some(words),
        _ => None,
    })
}

/// The leg is at its end: the party is there, what runs goes along, and the next leg is named.
///
/// # Errors
/// No leg is under way.
pub fn arrive(call: &Call<'_>) -> Result<(), Fail> {
    let leg = call.command(|seat| travel::arrive(seat))?;
    call.generation.act(|act| {
        let state = &act.state;
        let mut notices = Vec::new();
        if leg.encounters == 0 {
            notices.push(
                "nothing came on the road: the rulebook wants one meaningful encounter a leg (rules/06 §3)"
                    .to_owned(),
            );
        }
        let along = goes_along(state);
        if !along.is_empty() {
            notices.push(format!("goes along: {}", along.join(", ")));
        }
        notices.push(match state.travel.next() {
            Some(next) => format!("next: {} (travel go)", next.region),
            None => "the journey is over".to_owned(),
        });
        act.notices.extend(notices);
    })?;
    Ok(())
}

/// Complications that travel along: what runs against the party.
fn goes_along(state: &State) -> Vec<String> {
    state
        .timers_shown()
        .filter_map(|thing| {
            let timer = state.timer(thing.id)?;
            let kind = TimerKind::parse(&timer.kind).unwrap_or(TimerKind::Custom);
            let own = matches!(
                kind,
                TimerKind::Travel | TimerKind::Supply | TimerKind::Campaign | TimerKind::Foreshadow
            );
            let runs = timer.status == TimerStatus::Running && timer.owner.is_none();
            (runs && !own && timer.scope != TimerScope::Offscreen)
                .then(|| format!("{} {}/{}", timer.name, timer.filled, timer.size))
        })
        .collect()
}

/// Supply has moved: its level in words, and what it costs when it is spent.
fn packs(call: &Call<'_>, done: &TickedTimer) -> Result<(), Fail> {
    let (was, now) = (SupplyLevel::of(done.old), SupplyLevel::of(done.new));
    if was != now {
        call.generation.act(|act| {
            act.notices
                .push(format!("Supply {}, {now}: {}", done.new, now.means()));
        })?;
    }
    let own = call.generation.catalog();
    let own = own
        .timers
        .get(travel::SUPPLY)
        .is_some_and(|def| !def.on_fill.is_empty());
    if done.filled && !own {
        call.doing("Supply is spent".to_owned(), None, || {
            call.command(|seat| travel::spent(seat))
        })?;
    }
    Ok(())
}

/// The event of a fact of travel: its name.
#[must_use]
pub fn event_of(fact: &TravelFact) -> Option<&'static str> {
    match fact {
        TravelFact::SetOut { .. } => Some("leg"),
        TravelFact::Arrived { .. } => Some("arrive"),
        TravelFact::Day { .. } => Some("day"),
        _ => None,
    }
}

/// What `e` has of it.
///
/// # Errors
/// Out of memory.
pub fn fields(fact: &TravelFact, table: &mut Shape<'_>) -> Result<(), Fail> {
    match fact {
        TravelFact::SetOut { leg } | TravelFact::Arrived { leg } => {
            table.set("number", leg.number)?;
            table.word("region", &leg.region)?;
            table.set("worst", leg.worst)?;
            table.set("encounters", leg.encounters)?;
        }
        TravelFact::Day { new, supply, .. } => {
            table.set("number", *new)?;
            table.set("supply", *supply)?;
        }
        _ => {}
    }
    Ok(())
}

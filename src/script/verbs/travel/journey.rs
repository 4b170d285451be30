//! A journey and its legs: planned, begun, ticked, met.

use mlua::{Table, Value};

use super::{WEATHER, with_cards};
use crate::rules::chair::Chair;
use crate::rules::ids::Thing;
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::travel::{EncounterKind, SIZES, Weather};
use crate::script::args::{self, Args};
use crate::script::effects;
use crate::script::handle::to_lua;
use crate::script::road;
use crate::script::seat::LuaSeat;
use crate::script::stop::{Fail, Stop, bad};
use crate::script::verbs::cards::codes;
use crate::script::verbs::table::overruling;
use crate::script::verbs::{Call, Given, played, rolls};
use crate::table::commands::cards::{self, DrawAsk, DrawDone};
use crate::table::commands::timers::{self, StartAsk};
use crate::table::commands::travel;
use crate::table::names;
use crate::table::state::TimerStatus;
use crate::table::travel::Planned;

/// Most legs of a journey.
const MOST_LEGS: usize = 20;

/// The weather of an argument.
fn weather_of(args: &Args) -> Option<Vec<Weather>> {
    let words = args.text("weather")?;
    Some(words.split(' ').filter_map(Weather::parse).collect())
}

pub(super) fn plan(call: &Call<'_>, args: &Args) -> Given {
    let general = Planned {
        region: String::new(),
        size: args.count("size"),
        weather: weather_of(args).unwrap_or_default(),
    };
    let legs = match args.raw("legs") {
        Some(Value::String(text)) => {
            let text = text.to_string_lossy();
            let mut legs = Vec::new();
            for name in text.split(',') {
                legs.push(leg(call, name, &general)?);
            }
            legs
        }
        Some(Value::Table(list)) => listed(call, list, &general)?,
        _ => Vec::new(),
    };
    if legs.is_empty() || legs.len() > MOST_LEGS {
        return Err(bad(
            "argument",
            format!(
                "travel.plan: a journey has 1 to {MOST_LEGS} legs, not {}",
                legs.len()
            ),
        ));
    }
    let by_hand = args.flag("by_hand").unwrap_or(false);
    overruling(call, args, || {
        call.command(|seat| travel::plan(seat, legs, by_hand))?;
        call.generation.act(|act| {
            if let Some(next) = act.state.travel.next() {
                let words = format!("next: {} (travel go)", next.region);
                act.notices.push(words);
            }
        })?;
        Ok(Value::Nil)
    })
}

/// A leg by the name of where it leads: a region as it is declared, else any place.
fn leg(call: &Call<'_>, name: &str, general: &Planned) -> Result<Planned, Fail> {
    let written =
        names::written(name).map_err(|why| bad("argument", format!("travel.plan: legs: {why}")))?;
    let region = road::deck(call, written).unwrap_or_else(|| written.to_owned());
    Ok(Planned {
        region,
        ..general.clone()
    })
}

fn listed(call: &Call<'_>, list: &Table, general: &Planned) -> Result<Vec<Planned>, Fail> {
    let mut legs = Vec::new();
    for item in list.clone().sequence_values::<Value>() {
        legs.push(match item? {
            Value::String(name) => leg(call, &name.to_string_lossy(), general)?,
            Value::Table(table) => in_full(call, &table, general)?,
            other => {
                return Err(bad(
                    "argument",
                    format!(
                        "travel.plan: a leg is a name, or {{ region, size, weather }}, not {}",
                        args::shown(&other)
                    ),
                ));
            }
        });
    }
    Ok(legs)
}

/// A leg with its own size and weather.
fn in_full(call: &Call<'_>, table: &Table, general: &Planned) -> Result<Planned, Fail> {
    let mut region = None;
    let mut planned = general.clone();
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair?;
        let wrong = |what: &str| {
            bad(
                "argument",
                format!(
                    "travel.plan: {} of a leg is {what}, not {}",
                    args::key(&key),
                    args::shown(&value)
                ),
            )
        };
        match args::text(&key).unwrap_or_default().as_str() {
            "region" => region = Some(args::text(&value).ok_or_else(|| wrong("a name"))?),
            "size" => {
                let size = args::whole(&value).filter(|n| (1..=100).contains(n));
                let size = size.ok_or_else(|| wrong("a whole number from 1 to 100"))?;
                planned.size = u32::try_from(size).ok();
            }
            "weather" => {
                let words = args::several("travel.plan", "weather", WEATHER, &value)?;
                let words = words.ok_or_else(|| wrong("one word or several"))?;
                planned.weather = words.into_iter().filter_map(Weather::parse).collect();
            }
            _ => {
                return Err(bad(
                    "argument",
                    names::unknown(
                        "key of a leg",
                        &args::key(&key),
                        ["region", "size", "weather"],
                    ),
                ));
            }
        }
    }
    let region = region.ok_or_else(|| {
        bad(
            "argument",
            "travel.plan: a leg says where it leads: { region = \"Low Fen\" }",
        )
    })?;
    leg(call, &region, &planned)
}

/// How long a leg is, and the cards that say so.
struct Length {
    size: u32,
    drawn: Option<DrawDone>,
}

pub(super) fn go(call: &Call<'_>, args: &Args) -> Given {
    overruling(call, args, || {
        rolls::with_answers(call, args, || {
            let next = travel::next_leg(&LuaSeat::new(*call))?;
            let weather = weather_of(args).unwrap_or_else(|| next.weather.clone());
            let deck = road::deck(call, &next.region);
            let length = length(call, args, &next, deck.as_deref())?;
            let (more, ticks) = travel::hazardous(&LuaSeat::new(*call), &weather);
            let longer = args.count("longer").unwrap_or(0);
            let timer = begun(call, (length.size + more + longer).min(100))?;
            call.command(|seat| travel::set_out(seat, timer, weather))?;
            if let (Some(deck), Some(drawn)) = (&deck, &length.drawn) {
                road::drawn(call, timer, || played(call, deck, drawn, None))?;
            }
            if ticks != 0 {
                effects::tick(call, timer, ticks, "hazardous weather")?;
            }
            call.generation.act(|act| {
                if act.state.travel.leg.is_some() {
                    act.notices.push(
                        "everyone takes a role: guide, scout, quartermaster, watch, forager (travel role lyra guide)"
                            .into(),
                    );
                }
            })?;
            Ok(to_lua(timer))
        })
    })
}

/// The Travel Timer, empty and of this size.
fn begun(call: &Call<'_>, size: u32) -> Result<Thing, Fail> {
    let running = call.generation.act(|act| {
        let found = timers::at_table(&act.state, travel::TIMER).into_iter();
        let open = |timer: &Thing| {
            act.state.timer(timer.id).is_some_and(|timer| {
                matches!(timer.status, TimerStatus::Running | TimerStatus::Paused)
            })
        };
        found.filter(open).collect::<Vec<Thing>>()
    })?;
    for timer in running {
        call.command(|seat| timers::stop(seat, timer, "a new leg"))?;
    }
    let ask = StartAsk {
        size: Some(size),
        kind: Some("travel".to_owned()),
        scope: Some(crate::table::catalog::Scope::Campaign),
        ..StartAsk::default()
    };
    effects::start(call, travel::TIMER, &ask)
}

const BY_CARD: &str = "a card says";

/// Segments of the next leg: as said, as planned, by cards, or as the GM answers.
fn length(
    call: &Call<'_>,
    args: &Args,
    next: &Planned,
    deck: Option<&str>,
) -> Result<Length, Fail> {
    let plain = |size: u32| Length { size, drawn: None };
    let said = args.has("cards") || args.has("draw");
    if args.has("size") && said {
        return Err(bad(
            "argument",
            "travel.go: size and cards both say how long the leg is: give one",
        ));
    }
    if let Some(size) = args.count("size") {
        return Ok(plain(size));
    }
    let Some(deck) = deck else {
        if args.has("cards") || args.count("draw").unwrap_or(0) > 0 {
            return Err(bad(
                "target",
                format!("{} has no deck: no cards can be drawn there", next.region),
            ));
        }
        return match next.size {
            Some(size) => Ok(plain(size)),
            None => by_rank(call, None),
        };
    };
    if let (Some(size), false) = (next.size, said) {
        return Ok(plain(size));
    }
    let n = match (args.count("draw"), args.has("cards")) {
        (Some(0), false) => return by_rank(call, None),
        (Some(n), _) => n,
        (None, true) => 1,
        (None, false) => match asked(call, deck)? {
            Some(size) => return Ok(plain(size)),
            None => 1,
        },
    };
    let by_hand = call.generation.act(|act| {
        let journey = act.state.travel.journey.as_ref();
        journey.is_some_and(|one| one.by_hand) && act.cards.is_empty()
    })?;
    let given = match args.text("cards") {
        Some(cards) => Some(cards.to_owned()),
        None if by_hand => road::ask_card(call, deck, n)?,
        None => call.generation.act(|act| act.cards.pop_front())?,
    };
    let ask = DrawAsk {
        n: Some(n),
        cards: given.as_deref().map(codes).unwrap_or_default(),
        why: "how long the road is".to_owned(),
        ..DrawAsk::default()
    };
    let drawn = call.command(|seat| cards::draw(seat, deck, &ask))?;
    by_rank(call, Some(drawn))
}

/// Segments by the highest card; without a card, as the book has it.
fn by_rank(call: &Call<'_>, drawn: Option<DrawDone>) -> Result<Length, Fail> {
    let cards = drawn.as_ref().map_or(&[][..], |drawn| &drawn.cards);
    let size = call.command(|seat| travel::start_size(seat, cards))?;
    Ok(Length { size, drawn })
}

/// Asks how long the road is; nothing: a card says.
fn asked(call: &Call<'_>, region: &str) -> Result<Option<u32>, Fail> {
    let by_hand = SIZES.map(|(n, word)| format!("{n} {word}"));
    let choices = std::iter::once(BY_CARD.to_owned()).chain(by_hand);
    let question = Question {
        key: "leg size".into(),
        who: None,
        text: format!("How long is the road to {region}?"),
        kind: QuestionKind::Pick {
            choices: choices.collect(),
            optional: false,
        },
        default: Answer::Pick(Some(BY_CARD.to_owned())),
    };
    let answer = LuaSeat::new(*call).ask(question)?;
    Ok(match answer {
        Answer::Pick(Some(picked)) => SIZES
            .iter()
            .find(|(n, word)| picked == format!("{n} {word}"))
            .map(|(n, _)| *n),
        _ => None,
    })
}

pub(super) fn tick(call: &Call<'_>, args: &Args) -> Given {
    let n = i32::try_from(args.int("n").unwrap_or(1)).unwrap_or(1);
    let why = call.why(args)?;
    rolls::with_answers(call, args, || {
        let leg = call
            .generation
            .act(|act| travel::leg::<Stop>(&act.state, "a tick of the leg"))??;
        with_cards(call, args, || effects::tick(call, leg.timer, n, &why))?;
        Ok(to_lua(leg.timer))
    })
}

pub(super) fn weather(call: &Call<'_>, args: &Args) -> Given {
    let weather = weather_of(args).unwrap_or_default();
    call.command(|seat| travel::change_weather(seat, weather))?;
    Ok(Value::Nil)
}

pub(super) fn encounter(call: &Call<'_>, args: &Args) -> Given {
    let kind = args
        .text("kind")
        .and_then(EncounterKind::parse)
        .unwrap_or_default();
    let what = args.text("what").unwrap_or_default().to_owned();
    call.command(|seat| travel::encounter(seat, kind, &what))?;
    call.generation.act(|act| {
        let difficult = act
            .state
            .travel
            .leg
            .as_ref()
            .is_some_and(|leg| leg.has(Weather::Difficult));
        if difficult {
            act.notices.push(
                "difficult ground: in a fight movement costs double (scene.set { difficult = true })"
                    .into(),
            );
        }
    })?;
    Ok(Value::Nil)
}

//! Facts in words: one renderer for the prompt, previews and history. Only what people want to read; control characters
//! are made visible.

use super::catalog::{AdversaryDef, Catalog, FoeNumbers};
use super::commands::cards;
use super::crown;
use super::event::{Audience, Event, Fact, HitFact};
use super::readers;
use super::show;
use super::state::{Foe, Pc, State, Timer, TimerStatus};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::roll::{RerollWhy, Rolled, spelled};
use crate::rules::timers::{TimerKind, when_full};
use crate::rules::values::Outcome;

/// A line for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// Who may read it.
    pub audience: Audience,
    /// Spoken to the table, not a change.
    pub said: bool,
    /// The words.
    pub text: String,
}

/// A line for the GM, until it is known who else may read it.
fn plain(text: String) -> Words {
    Words {
        audience: Audience::Gm,
        said: false,
        text: show::visible(&text).into_owned(),
    }
}

/// Several lines for the GM, until it is known who else may read them.
fn pages(text: String) -> Words {
    Words {
        text: show::visible_lines(&text),
        ..plain(String::new())
    }
}

fn shown_all(codes: &[String]) -> String {
    let signs: Vec<String> = codes.iter().map(|code| cards::shown(code)).collect();
    signs.join(" ")
}

/// The fact in words, for those who may read it; nothing where it says nothing.
pub(super) fn told(state: &State, fact: &Fact, catalog: &Catalog) -> Option<Words> {
    let words = one(state, fact, catalog)?;
    Some(Words {
        audience: readers::of(state, fact, &words.text),
        ..words
    })
}

/// The facts of an act in words; `before` is the state they began from.
#[must_use]
pub fn lines(before: &State, facts: &[Fact], catalog: &Catalog) -> Vec<Words> {
    let mut state = before.clone();
    let mut lines: Vec<Words> = Vec::new();
    let mut offers: Vec<Words> = Vec::new();
    let mut n = 0;
    while n < facts.len() {
        let fact = &facts[n];
        // A roll, its SB and its Boons are one line of the sample.
        if let Event::Rolled { who, roll, .. } = &fact.event {
            let _ = state.apply(&fact.event);
            let mut boons = None;
            let mut used = 1;
            while let Some(next) = facts.get(n + used) {
                match &next.event {
                    Event::Bank { why, .. } if why == "ones on the roll" => {}
                    Event::Boons {
                        who: w,
                        new,
                        failure,
                        ..
                    } if w == who && *failure > 0 => boons = Some((*failure, *new)),
                    _ => break,
                }
                let _ = state.apply(&next.event);
                used += 1;
            }
            lines.extend(
                roll_lines(&state.name(*who), roll, boons)
                    .into_iter()
                    .map(|text| Words {
                        audience: readers::of(&state, fact, &text),
                        ..plain(text)
                    }),
            );
            n += used;
            continue;
        }
        // What a move costs stands in its own line; the boxes of a timer that moves on are shown once.
        let speaks = matches!(
            fact.event,
            Event::Bank { .. }
                | Event::Used { .. }
                | Event::TimerStarted { .. }
                | Event::Ticked { .. }
        );
        // Entries of a ledger may stand between; nobody reads them.
        let next = facts[n + 1..]
            .iter()
            .take(if speaks { 8 } else { 0 })
            .map(|next| &next.event)
            .find(|next| !matches!(next, Event::Claimed { .. } | Event::Threw { .. }));
        let told_later = match (&fact.event, next) {
            (Event::Bank { .. }, Some(Event::Used { .. })) => true,
            // The spread shows its omens.
            (Event::TimerStarted { timer, .. }, _)
                if crown::words::shows(&facts[n + 1..], *timer) =>
            {
                true
            }
            // What a move does says more than that it was used.
            (Event::Used { .. }, Some(_)) => {
                let here = told(&state, fact, catalog).map(|words| words.audience);
                facts[n + 1..]
                    .iter()
                    .filter_map(|next| told(&state, next, catalog))
                    .any(|next| here == Some(Audience::Gm) || next.audience == Audience::Table)
            }
            (
                Event::TimerStarted { timer, .. } | Event::Ticked { timer, .. },
                Some(Event::Ticked { timer: next, .. }),
            ) => timer == next,
            _ => false,
        };
        if !told_later && let Some(words) = told(&state, fact, catalog) {
            // What may come next is said last.
            match &fact.event {
                Event::Crown(fact) if fact.offers() => offers.push(words),
                _ => lines.push(words),
            }
        }
        let _ = state.apply(&fact.event);
        n += 1;
    }
    lines.extend(offers);
    lines
}

/// The purpose of a roll that only sets somebody else's DV.
pub const OPPOSING: &str = "opposing";

/// The two lines of a roll.
#[must_use]
pub fn roll_lines(name: &str, roll: &Rolled, boons: Option<(u32, u32)>) -> Vec<String> {
    let auto = if roll.auto > 0 {
        format!(" and {} automatic", roll.auto)
    } else {
        String::new()
    };
    let mut first = format!(
        "{name}   {} = {}d10{auto}   {}   DV {}",
        spelled(&roll.parts),
        roll.thrown,
        roll.position,
        roll.dv
    );
    for cap in &roll.caps {
        first.push_str(&format!("   {}: {}", cap.at_best, cap.why));
    }
    for step in roll.steps.iter().filter(|step| step.steps != 0) {
        let s = if step.steps.abs() == 1 { "" } else { "s" };
        first.push_str(&format!("   {:+} step{s} {}", step.steps, step.label));
    }
    if roll.effect != crate::rules::values::Effect::Standard {
        first.push_str(&format!("   {} Effect", roll.effect));
    }
    let faces = |faces: &[crate::rules::numbers::Face]| {
        faces
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut lines = vec![first];
    let mut second = faces(&roll.first);
    for reroll in &roll.rerolls {
        let why = match &reroll.why {
            RerollWhy::Position(position) => position.to_string(),
            RerollWhy::Paid(pay) => pay.to_string(),
            RerollWhy::Whole(_) => "all again".into(),
            RerollWhy::Granted(why) => why.clone(),
        };
        second.push_str(&format!("   {} → {} ({why})", reroll.from, reroll.to));
    }
    let s = if roll.successes == 1 {
        "success"
    } else {
        "successes"
    };
    // Of one that only sets another's DV nothing but the successes counts (R20).
    if roll.purpose == OPPOSING {
        second.push_str(&format!("   {} {s}   {} SB", roll.successes, roll.sb));
        lines.push(second);
        return lines;
    }
    second.push_str(&format!(
        "   {} {s}   {} SB   {}",
        roll.successes, roll.sb, roll.outcome
    ));
    let gained = boons.map_or(0, |(n, _)| n);
    match (roll.outcome, boons) {
        (_, Some((n, now))) => second.push_str(&format!(
            ": +{n} Boon{} (now {now})",
            if n == 1 { "" } else { "s" }
        )),
        (Outcome::Partial | Outcome::Miss, None) if !roll.boons.cuts.is_empty() => {
            second.push_str(": no Boon")
        }
        _ => {}
    }
    for cut in &roll.boons.cuts {
        if gained < roll.boons.earned.max(cut.lost) {
            second.push_str(&format!(" ({})", cut.by));
            break;
        }
    }
    if roll.critical > 0 {
        second.push_str(&format!("   critical ({})", roll.critical));
    }
    lines.push(second);
    lines.extend(roll.notes.iter().cloned());
    lines
}

fn because(why: &str) -> String {
    if why.is_empty() {
        String::new()
    } else {
        format!("   {why}")
    }
}

fn one(state: &State, fact: &Fact, catalog: &Catalog) -> Option<Words> {
    let event = &fact.event;
    // Why is said where somebody gave a reason, not where the act itself is the reason.
    // A reason that names something hidden is none that players could read.
    let because = |why: &str| {
        if why == fact.cause || readers::tells(state, why) {
            String::new()
        } else {
            because(why)
        }
    };
    let name = |who: &Thing| state.name(*who);
    Some(match event {
        Event::SessionStarted { number } => plain(format!("Session {number} begins")),
        Event::SessionClosed { number } => plain(format!("Session {number} is over")),
        Event::SceneStarted { name, position, .. } => plain(format!("Scene: {name}   {position}")),
        Event::SceneClosed { name } => plain(format!("The scene is over: {name}")),
        Event::ExchangeStarted { number } => plain(format!("Exchange {number}")),
        Event::PositionSet { old, new } => plain(format!("Position {old} → {new}")),
        Event::Joined { pc, .. } => plain(format!("{} joins", pc.sheet.name)),
        Event::SheetChanged { who, old, new } => plain(format!(
            "{}'s sheet: {} changed",
            name(who),
            old.changed(new).join(", ")
        )),
        Event::Left {
            who,
            away: true,
            why,
        } => plain(format!("{} leaves the scene{}", name(who), because(why))),
        Event::Left { who, .. } => plain(format!("{} is back", name(who))),
        Event::Threw { .. }
        | Event::Rolled { .. }
        | Event::Claimed { .. }
        | Event::Reset { .. }
        | Event::Orphaned { .. }
        | Event::Acted { .. } => {
            return None;
        }
        Event::Fight(fact) => plain(super::fight::words_of(state, fact)?),
        Event::Stored { .. }
        | Event::DeckLaid { .. }
        | Event::Overflowed { .. }
        | Event::Signal { .. } => return None,
        Event::Bank { old, new, why } => plain(format!("SB {old} → {new}{}", because(why))),
        Event::Boons {
            who,
            old,
            new,
            surplus,
            why,
            ..
        } => {
            let lost = if *surplus > 0 && new >= old {
                format!(" ({surplus} more can't be held)")
            } else {
                String::new()
            };
            plain(format!(
                "{}   Boons {old} → {new}{lost}{}",
                name(who),
                because(why)
            ))
        }
        Event::Marked {
            who,
            track,
            old,
            new,
            why,
            ..
        } if track == "xp" => plain(format!(
            "{}   XP +{}{}",
            name(who),
            new.saturating_sub(*old),
            because(why)
        )),
        // The conditions say it.
        Event::Marked { track, .. } if track == "fear" => return None,
        Event::Marked {
            who,
            track,
            old,
            new,
            size,
            why,
        } => plain(format!(
            "{}   {} {old} → {new} of {size}{}",
            name(who),
            capital(track),
            because(why)
        )),
        Event::Hit(hit) => plain(format!(
            "{}{}",
            hit_line(state, hit, catalog),
            because(&hit.why)
        )),
        Event::Harm { who, old, new, why }
            if let Some(now) = resilience(state, catalog, *who, *old, *new) =>
        {
            plain(format!("{}   {now}{}", name(who), because(why)))
        }
        Event::Harm { who, old, new, why } => {
            let what = if state.foe(who.id).is_some() && who.kind == ThingKind::Foe {
                "Resilience lost"
            } else {
                "Harm"
            };
            plain(format!(
                "{}   {what} {old} → {new}{}",
                name(who),
                because(why)
            ))
        }
        Event::Died { who } => plain(format!("{} is dead", name(who))),
        Event::Applied { who, condition } => {
            let lasts = condition
                .lasts
                .map(|lasts| format!(" ({lasts})"))
                .unwrap_or_default();
            plain(format!(
                "{} is {}{lasts}{}",
                name(who),
                condition.name,
                because(&condition.why)
            ))
        }
        Event::Lifted {
            who,
            condition,
            why,
        } => plain(format!(
            "{} is no longer {condition}{}",
            name(who),
            because(why)
        )),
        Event::Stepped { who, step } => {
            let s = if step.n.abs() == 1 { "" } else { "s" };
            plain(format!(
                "{}   {:+} step{s} on the next roll{}",
                name(who),
                step.n,
                because(&step.why)
            ))
        }
        Event::Spawned { foe, .. } => plain(foe_line(foe, &foe.last)),
        Event::Defeated { who, how } => plain(format!("{} is out: {how}", name(who))),
        Event::PhaseReached { who, new, .. } => {
            let def = state
                .foe(who.id)
                .and_then(|foe| catalog.adversaries.get(&foe.def));
            let phase = def
                .and_then(|def| def.phases.get(*new as usize))
                .map(|phase| format!(": {}", phase.name));
            plain(format!(
                "{}   phase {}{}",
                name(who),
                new + 1,
                phase.unwrap_or_default()
            ))
        }
        Event::Foe(fact) => plain(super::foes::words::of(state, fact)?),
        Event::Unit(fact) => plain(super::units::words::of(state, fact)?),
        Event::DeedDone {
            who,
            deed: Some(deed),
        } => plain(format!("{}   done: {deed}", name(who))),
        Event::DeedDone { .. } => return None,
        Event::Used {
            who,
            name: what,
            cost,
            targets,
        } => {
            let at: Vec<String> = targets.iter().map(|target| state.name(*target)).collect();
            let at = if at.is_empty() || at.len() > 1 {
                String::new()
            } else {
                format!(" at {}", at.join(", "))
            };
            plain(format!("{} uses {what}{at} ({cost} SB)", name(who)))
        }
        Event::TimerStarted {
            state: timer, was, ..
        } => {
            let line = timer_line(timer);
            let line = if was.is_some() {
                format!("{line}   again")
            } else {
                line
            };
            plain(line)
        }
        Event::Ticked {
            timer, new, why, ..
        } => {
            let timer = state.timer(timer.id)?;
            let now = Timer {
                filled: *new,
                ..timer.clone()
            };
            let line = format!("{}{}", timer_line(&now), because(why));
            plain(line)
        }
        // That a leg is full is its arrival, which says more.
        Event::Filled { timer } if state.travel.leg_of(*timer).is_some() => return None,
        Event::Filled { timer } => {
            let timer = state.timer(timer.id)?;
            let own = catalog
                .timers
                .get(&timer.name)
                .is_some_and(|def| !def.on_fill.is_empty());
            let means = TimerKind::parse(&timer.kind)
                .and_then(when_full)
                .filter(|_| !own && timer.on_fill.is_none())
                .map(|means| format!(": {means}"))
                .unwrap_or_default();
            plain(format!("{} is full{means}", timer.name))
        }
        Event::TimerSet {
            timer, new, why, ..
        } => {
            let verb = match new {
                TimerStatus::Stopped => "stops",
                TimerStatus::Paused => "is paused",
                TimerStatus::Running => "goes on",
                TimerStatus::Full => "is full",
            };
            let line = format!("{} {verb}{}", name(timer), because(why));
            plain(line)
        }
        Event::Drawn {
            deck,
            cards: drawn,
            reshuffled,
            instead,
            state: order,
            ..
        } => {
            // The spread is shown as it lies.
            if order.name == cards::CROWN {
                return None;
            }
            let last = state.crown.last.as_ref();
            let lie: Vec<String> = match (instead, last) {
                (Some(old), Some(last)) => (last.cards.iter())
                    .flat_map(|card| {
                        if card == old {
                            drawn.clone()
                        } else {
                            vec![card.clone()]
                        }
                    })
                    .collect(),
                _ => drawn.clone(),
            };
            let page = crown::words::drawn(&name(deck), &lie, catalog, last.is_none());
            let set_aside = instead.as_ref().map_or_else(String::new, |old| {
                format!("{} instead of {}\n", shown_all(drawn), cards::shown(old))
            });
            let again = if *reshuffled {
                "the deck was empty, and is shuffled\n"
            } else {
                ""
            };
            pages(format!("{again}{set_aside}{page}"))
        }
        Event::Crown(fact) => pages(crown::words::of(state, fact, catalog)?),
        Event::Said { audience, text } => Words {
            audience: *audience,
            said: true,
            text: show::visible_lines(text),
        },
        Event::Peril(fact) => plain(super::peril::line(state, fact, catalog, because)?),
        Event::Announced { text } => Words {
            audience: Audience::Table,
            said: false,
            text: format!("announced: {}", show::visible_lines(text)),
        },
        Event::Noted { text } => plain(format!("noted: {text}")),
        Event::Shifted {
            who, other, new, ..
        } => plain(format!("{} and {}: {new}", name(who), name(other))),
        Event::Item {
            who,
            item,
            old,
            new,
            why,
        } => plain(format!(
            "{}'s {item}: {} → {}{}",
            name(who),
            old,
            new,
            because(why)
        )),
        Event::SetByHand {
            thing,
            field,
            old,
            new,
        } => {
            if field == "lost"
                && let (Ok(old), Ok(new)) = (u32::try_from(*old), u32::try_from(*new))
                && let Some(now) = resilience(state, catalog, *thing, old, new)
            {
                return Some(plain(format!("{}   {now}   by hand", name(thing))));
            }
            let field = if field == "lost" {
                "Resilience lost"
            } else {
                field
            };
            plain(format!("{}   {field} {old} → {new}   by hand", name(thing)))
        }
        Event::Accord(fact) => plain(super::accord::words_of(state, fact)?),
        Event::Story(fact) => plain(super::story::words_of(state, fact)?),
        Event::Travel(fact) => plain(super::travel::words_of(state, fact)?),
        Event::Overruled { refusal, because } => {
            plain(format!("overruled: {refusal}   because {because}"))
        }
    })
}

/// With a capital letter.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + chars.as_str()
    })
}

/// What a foe has left, where what it has lost goes from one number to another: "Resilience 8 → 1 of 8".
fn resilience(state: &State, catalog: &Catalog, who: Thing, old: u32, new: u32) -> Option<String> {
    let foe = state.foe(who.id).filter(|_| who.kind == ThingKind::Foe)?;
    let size = catalog
        .adversaries
        .get(&foe.def)
        .map_or_else(|| foe.last.clone(), |def| def.numbers())
        .resilience_of(foe.phase as usize)?;
    let left = |lost: u32| size.saturating_sub(lost);
    Some(format!(
        "Resilience {} → {} of {size}",
        left(old),
        left(new)
    ))
}

fn hit_line(state: &State, hit: &HitFact, catalog: &Catalog) -> String {
    let name = state.name(hit.who);
    if let Some(why) = &hit.cancelled {
        return format!("{name}   the hit comes to nothing: {why}");
    }
    let foe = state
        .foe(hit.who.id)
        .filter(|_| hit.who.kind == ThingKind::Foe);
    let mut parts = Vec::new();
    // What was left before the hit, in the phase that it fell on; a puzzle has none.
    let left = foe.map(|foe| {
        let numbers = catalog
            .adversaries
            .get(&foe.def)
            .map_or_else(|| foe.last.clone(), |def| def.numbers());
        let phase = hit
            .phase
            .map_or(foe.phase, |reached| reached.saturating_sub(1));
        numbers
            .resilience_of(phase as usize)
            .map(|size| size.saturating_sub(hit.harm_was))
    });
    if hit.taken > 0 {
        parts.push(if let Some(left) = left {
            match left {
                Some(left) => format!("−{} Resilience", hit.taken.min(left)),
                None => "no Resilience to lose: its Resolution ends it".into(),
            }
        } else {
            format!("Harm +{}", hit.taken)
        });
    }
    if hit.fatigue > 0 {
        parts.push(format!("Fatigue +{}", hit.fatigue));
    }
    if hit.overflow {
        parts.push(if let Some(left) = left {
            match left {
                Some(_) => "overflow: −1 Resilience".into(),
                None => "overflow".into(),
            }
        } else {
            "overflow: Harm +1".into()
        });
    }
    parts.extend(hit.notes.iter().cloned());
    let parts = if parts.is_empty() {
        "nothing".into()
    } else {
        parts.join(", ")
    };
    let now = match foe {
        None => format!("Harm {}, Fatigue {}", hit.harm_now, hit.fatigue_now),
        Some(foe) => {
            let numbers = catalog
                .adversaries
                .get(&foe.def)
                .map_or_else(|| foe.last.clone(), |def| def.numbers());
            match numbers.resilience_of(foe.phase as usize) {
                Some(size) if hit.phase.is_none() => {
                    format!(
                        "Resilience {}/{size}, Fatigue {}",
                        size.saturating_sub(hit.harm_now),
                        hit.fatigue_now
                    )
                }
                _ => format!("Fatigue {}", hit.fatigue_now),
            }
        }
    };
    format!("{name}   hit for {}: {parts} (now {now})", hit.harm)
}

/// A timer's boxes: "Bridge Collapse ■□□□□□".
#[must_use]
pub fn timer_line(timer: &Timer) -> String {
    let filled = timer.filled.min(timer.size);
    if timer.size > 20 {
        return format!("{} {filled}/{}", timer.name, timer.size);
    }
    let boxes = "■".repeat(filled as usize) + &"□".repeat((timer.size - filled) as usize);
    format!("{} {boxes}", timer.name)
}

/// A foe's line: "Toll Troll   TL 5   Resilience 8/8   Fatigue 0/4   medium armor".
#[must_use]
pub fn foe_line(foe: &Foe, numbers: &FoeNumbers) -> String {
    let phase = foe.phase as usize;
    let resilience = match super::commands::resilience_left(foe, numbers) {
        Some(left) => format!(
            "Resilience {left}/{}",
            numbers.resilience_of(phase).unwrap_or(left)
        ),
        None => "no Resilience".to_owned(),
    };
    let phases = if numbers.resilience.len() > 1 {
        format!("   phase {} of {}", phase + 1, numbers.resilience.len())
    } else {
        String::new()
    };
    let worn = match numbers.armor_of(phase) {
        crate::rules::values::Armor::None => "no armor".to_owned(),
        armor => format!("{} armor", armor.word()),
    };
    let mut line = format!(
        "{}   TL {}   {resilience}{phases}   Fatigue {}/{}   {worn}",
        foe.name, numbers.tl, foe.body.fatigue, numbers.fatigue_size
    );
    if let Some(how) = &foe.defeated {
        line.push_str(&format!("   out: {how}"));
    }
    conditions(&mut line, &foe.body.conditions);
    line
}

/// A foe's line, and under it what ends a puzzle: its Resolution, deeds done and left.
#[must_use]
pub fn resolution_lines(mut line: String, foe: &Foe, def: Option<&AdversaryDef>) -> String {
    if let Some(resolution) = def.and_then(|def| def.resolution.as_ref()) {
        line.push_str(&format!("\n  Resolution: {resolution}"));
    }
    let left = super::commands::foes::deeds_left(foe, def);
    for (what, deeds) in [("done", &foe.deeds), ("left", &left)] {
        if !deeds.is_empty() {
            line.push_str(&format!("\n  {what}: {}", deeds.join(", ")));
        }
    }
    line
}

fn conditions(line: &mut String, all: &[super::state::Condition]) {
    if !all.is_empty() {
        let names: Vec<&str> = all
            .iter()
            .map(|condition| condition.name.as_str())
            .collect();
        line.push_str(&format!("   {}", names.join(", ")));
    }
}

/// A character's lines.
#[must_use]
pub fn pc_lines(pc: &Pc, fatigue_size: u32) -> Vec<String> {
    let sheet = &pc.sheet;
    let a = &sheet.attributes;
    let worn = match sheet.armor.category {
        crate::rules::values::Armor::None => "no armor".to_owned(),
        armor => format!("{} armor ({})", armor.word(), pc.armor.word()),
    };
    let mut first = format!(
        "{}   Harm {}/3   Fatigue {}/{fatigue_size}   Boons {}   {worn}",
        sheet.name, pc.harm, pc.body.fatigue, pc.boons
    );
    if pc.dead {
        first.push_str("   dead");
    }
    if pc.body.away {
        first.push_str("   away");
    }
    conditions(&mut first, &pc.body.conditions);
    for step in &pc.body.next {
        first.push_str(&format!("   {:+} step next", step.n));
    }
    let skills: Vec<String> = sheet
        .skills
        .iter()
        .filter(|(_, n)| **n > 0)
        .map(|(skill, n)| format!("{skill} {n}"))
        .collect();
    let mut lines = vec![
        first,
        format!(
            "  Body {}  Wits {}  Spirit {}  Presence {}   {}",
            a.body,
            a.wits,
            a.spirit,
            a.presence,
            skills.join(", ")
        ),
    ];
    if !sheet.talents.is_empty() {
        lines.push(format!("  {}", sheet.talents.join(", ")));
    }
    lines
}

/// An act in one line, for `history`.
#[must_use]
pub fn summary(input: &str, lines: &[Words]) -> String {
    let input = input.trim().replace('\n', " ");
    let first = lines
        .iter()
        .find(|line| !line.said)
        .map(|line| line.text.replace("   ", " "));
    match first {
        Some(first) if !first.is_empty() => format!("{input}: {first}"),
        _ => input,
    }
}
